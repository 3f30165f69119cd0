"""Sites that have a word for going all-in and none for what is done with the chips."""

from __future__ import annotations

from typing import Final

from stud_audit.ingest.grammar.lines import Line
from stud_audit.ingest.mapping.seats import Seat
from stud_audit.ingest.mapping.site_mapper import SiteMapper
from stud_audit.model.events import Bet, BroughtIn, Called, Completed, Raised, Wager

_ANTES_IN_BET: Final = 4


class LastChipsMapper(SiteMapper):
    """Tells a bet, call, or raise all-in from the betting so far.

    An ante or bring-in that takes the last chip is not marked by these sites: it is read off the stack.
    """

    all_in_kinds = ("ALL_IN", "ALL_IN_RAISE")
    unmarked_kinds: tuple[str, ...] = ("ANTE", "BRINGS_IN")

    _wagers = 0
    _last_wager: type[Wager] | None = None
    _bring_in_short = False

    def last_chips(self, line: Line, seat: Seat) -> None:
        """The player puts in their last chips."""
        total = self._street_total(line, seat)
        if not self.level:
            forced = self.street == 3 and total < self._least_bet()
            self.wager(BroughtIn if forced else Bet, line, seat, total)
        elif total <= self.level or (self.brought_in and self._bring_in_short and 2 * total <= self._least_bet()):
            # Over a bring-in that was all-in for less, up to the usual one is a call.
            self.wager(Called, line, seat, self.level)
        else:
            self.wager(Completed if self.brought_in else Raised, line, seat, total)

    def _least_bet(self) -> int:
        """The lower limit; where no stakes are printed, the antes that no bring-in comes to and every bet does."""
        return self.header.small or _ANTES_IN_BET * self.usual_amount("ANTE", "ADDED")

    def _street_total(self, line: Line, seat: Seat) -> int:
        """What the player then has in on this street; by their stack where the amount can't be read."""
        try:
            return self.plain_amount(line["TO"]) if line["TO"] else seat.committed + self.plain_amount(line["ADDED"])
        except ValueError:
            return seat.committed + self.behind.get(seat.number, 0)

    @property
    def brought_in(self) -> bool:
        """Whether the bring-in is all that was bet on this street."""
        return self.street == 3 and self._wagers == 1 and self._last_wager is BroughtIn

    def put(self, event: type[Wager], line: Line, seat: Seat, added: int, to: int, by: int | None = None) -> None:
        """A wager whose amounts are worked out."""
        before = self.level
        super().put(event, line, seat, added, to, by)
        if event is BroughtIn:
            self._bring_in_short = self.is_all_in(line, seat)
        if self.level > before and event is not Called:
            self._wagers = self._wagers + 1 if before else 1
            self._last_wager = event
