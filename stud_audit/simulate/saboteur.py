"""Where a simulated hand can be broken: the hooks that a plant overrides.

A plant is one class in `simulate/plants/` for one check's code. It overrides the hook of the moment
at which its rule can be broken, does so once, and marks the event at which the finding must stand.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from stud_audit.model.events import AntePosted, Event

if TYPE_CHECKING:
    from stud_audit.engine.legal import Options
    from stud_audit.engine.state import Player
    from stud_audit.simulate.play import Dealer


class Saboteur:
    """Does nothing: every hook leaves the hand as it is."""

    code: ClassVar[str] = ""
    verdict: ClassVar[str] = "violation"

    def antes(self, dealer: Dealer, antes: Sequence[AntePosted]) -> Sequence[Event]:
        """The antes, in order, before they are posted."""
        return antes

    def dealt(self, dealer: Dealer, events: Sequence[Event]) -> Sequence[Event]:
        """The events of a street's deal, its heading first, before they are recorded."""
        return events

    def closes(self, dealer: Dealer) -> bool:
        """Whether the round is closed although somebody still has to act."""
        return False

    def actor(self, dealer: Dealer, player: Player) -> Player:
        """Who acts now, instead of the player whose turn it is; his action is then the fault."""
        return player

    def acts(self, dealer: Dealer, player: Player, options: Options) -> Event | None:
        """What the player does instead of a legal choice, marked; None: he chooses."""
        return None

    def after(self, dealer: Dealer, player: Player) -> Sequence[Event]:
        """Events that are slipped in after an action, the fault among them marked."""
        return ()

    def returns(self, dealer: Dealer, due: Sequence[Event]) -> Sequence[Event]:
        """The uncalled chips that go back after a round."""
        return due

    def ends(self, dealer: Dealer, events: Sequence[Event]) -> Sequence[Event]:
        """The events of show-down, awards, and summary, before they are recorded."""
        return events


HONEST: Final = Saboteur()
