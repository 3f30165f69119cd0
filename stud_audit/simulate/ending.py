"""How a hand ends: the showdown, the awards, and the site's summary, in the order in which sites print them."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from stud_audit.game.showdown import Contest, shares
from stud_audit.game.table import Player
from stud_audit.model.cards import Cards, known
from stud_audit.model.events import (
    CommunityDealt,
    Event,
    Half,
    Mucked,
    PotAwarded,
    RakeTaken,
    SeatSummarised,
    ShowdownOpened,
    Shown,
    StateSaid,
    SummaryOpened,
    TotalStated,
)
from stud_audit.simulate.dealer import Dealer
from stud_audit.simulate.deck import Spoiled
from stud_audit.simulate.saboteur import Saboteur
from stud_audit.simulate.words import description

_RAKE_SHARE = 20
"""One twentieth, where the house does not say, rounded down to the smallest unit."""
_SHOWS_BEATEN = 0.6
"""How often a beaten player shows all the same."""


def ending(dealer: Dealer, saboteur: Saboteur) -> list[Event]:
    """The events after the last betting round, the end of the hand excepted."""
    state, contests = dealer.state, dealer.contests
    contested = any(contest.contested for contest in contests)
    rake = saboteur.rake(dealer, _rake(dealer, state.pot))
    nets = _nets(contests, state.pot, rake)
    shows: dict[int, Event] = {}
    if contested:
        shows = {player.seat: _show(dealer, player, contests) for player in state.live()}
    awards = [award for contest, net in reversed(nets) for award in _awards(dealer, contest, net)]
    awards = [replace(award, at=dealer.time(0.5)) for award in awards]
    events: list[Event] = [ShowdownOpened(), *shows.values()] if contested else []
    events += awards
    if not contested and dealer.rng.random() < 0.5:
        events += [Mucked(award.seat) for award in awards[:1]]
    if dealer.game.high and dealer.game.low and contested and not any(contest.low for contest in contests):
        events.append(StateSaid("no-low"))
    events += [SummaryOpened(), TotalStated(state.pot)]
    if len(nets) > 1:
        events += [TotalStated(net, contest.pot.name) for contest, net in nets]
    events.append(RakeTaken(rake))
    if state.community:
        events.append(CommunityDealt(tuple(state.community), reprint=True))
    won = Counter[int]()
    for award in awards:
        won[award.seat] += award.amount
    events += [_summary(player, won[player.seat], shows.get(player.seat)) for player in state.players.values()]
    return events


# --- chips -------------------------------------------------------------------------------------


def _rake(dealer: Dealer, pot: int) -> int:
    rules = dealer.rules
    share = pot // _RAKE_SHARE if rules.rake_pct is None else int(pot * rules.rake_pct)
    share -= share % dealer.chip
    return share if rules.rake_cap is None else min(share, int(rules.rake_cap.scaleb(dealer.header.decimals)))


def _nets(contests: tuple[Contest, ...], pot: int, rake: int) -> list[tuple[Contest, int]]:
    """Each pot and its chips after rake, which is taken from the first pots.

    What a planted fault kept out of the pots is not paid out either, and what it put in is.
    """
    left = rake + sum(contest.pot.amount for contest in contests) - pot
    nets = []
    for contest in contests:
        taken = min(left, contest.pot.amount)
        left -= taken
        nets.append((contest, contest.pot.amount - taken))
    return nets


def _awards(dealer: Dealer, contest: Contest, net: int) -> list[PotAwarded]:
    if not net:
        return []
    rules, name = dealer.rules, contest.pot.name
    if not contest.winners:  # a planted fault has left no hand whole
        contest = Contest(contest.pot, contest.pot.contenders[:1])
    divided = shares(contest, net, dealer.chip, dealer.hands, dealer.state, dealer.game, rules)
    if divided is None:
        raise Spoiled("nobody knows to whom an odd chip goes")
    highs, lows = divided
    high: Half | None = "high" if lows else None
    awards = [PotAwarded(seat, amount, name, high) for seat, amount in highs.items() if amount]
    return awards + [PotAwarded(seat, amount, name, "low") for seat, amount in lows.items() if amount]


# --- cards -------------------------------------------------------------------------------------


def _show(dealer: Dealer, player: Player, contests: tuple[Contest, ...]) -> Event:
    """What a player does at the showdown: a winner shows, others may muck."""
    cards = in_dealt_order(player)
    whole = dealer.hands.get(player.seat)
    wins = any(player.seat in contest.winners for contest in contests)
    if not known(cards) or (not wins and dealer.rng.random() > _SHOWS_BEATEN):
        return Mucked(player.seat, cards if known(cards) else ())
    said = description(whole, dealer.game, dealer.rules.stud8_low_qualifier) if whole else None
    return Shown(player.seat, cards, said)


def in_dealt_order(player: Player) -> Cards:
    """The player's own cards as they came: two down, those up, and the last one down."""
    return (*player.down[:2], *player.up, *player.down[2:])


def _summary(player: Player, won: int, shown: Event | None) -> SeatSummarised:
    if isinstance(shown, Shown):
        return SeatSummarised(player.seat, player.name, won, None, shown.cards, said=shown.said)
    if isinstance(shown, Mucked) and not won:
        return SeatSummarised(player.seat, player.name, mucked=shown.cards)
    return SeatSummarised(player.seat, player.name, won or None, player.folded or None)
