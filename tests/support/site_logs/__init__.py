"""A simulated hand in the formats of sites that the product does not write: the truth to hold their readers to."""

from support.site_logs.base import SiteLog, truth
from support.site_logs.kingsclub import KingsClub, KingsClubSince2022
from support.site_logs.ongame import OnGame
from support.site_logs.partypoker import PartyPoker
from support.site_logs.winamax import Winamax

__all__ = ["WRITERS", "truth"]

WRITERS: dict[str, type[SiteLog]] = {
    "partypoker": PartyPoker,
    "ongame": OnGame,
    "kingsclub": KingsClub,
    "kingsclub since 2022": KingsClubSince2022,
    "winamax": Winamax,
}
