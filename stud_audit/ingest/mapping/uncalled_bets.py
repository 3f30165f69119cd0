"""Bets that nobody called, where a site gives them back without a line of their own.

The log must not be given lines that it lacks. But where the site's own figures leave no other way to read
them, the return is on record: it is part of an award, whose line says so.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from stud_audit.ingest.dialect import Parsed
from stud_audit.ingest.grammar.lines import Line
from stud_audit.ingest.grammar.sections import Section
from stud_audit.ingest.mapping.hand_builder import maps
from stud_audit.ingest.mapping.seats import Seat
from stud_audit.ingest.mapping.site_mapper import SiteMapper, active
from stud_audit.model.events import AntePosted, Event, Folded, SeatTaken, UncalledReturned, Wager
from stud_audit.model.gaps import UNCALLED_RETURNS

Returned = Literal["none", "within", "apart", "open"]
"""Whether a bet came back: there was none to come back, as a part of the awards, besides them, or it can't be told."""


@dataclass(frozen=True, slots=True)
class Chips:
    """What went into the pot by the lines of a hand, and what of it nobody called.

    `uncalled` is the part of the last bet of `bettor` that nobody matched: 0 where the log has a line that
    gives it back, or where somebody who could still have called it stayed in (a call that is too small).
    Where everybody else is all-in on third street, on a short ante perhaps, it includes what of their ante
    is above theirs.
    """

    total: int
    by_seat: dict[int, int]
    bettor: int
    uncalled: int

    def returned(self, paid: int, rake_free: bool) -> Returned:
        """How the uncalled bet came back, where awards of `paid` in all are printed.

        More than the called part of the pot can only have been paid with it, unless an award is wrong, which shows
        where the rake is known: then it is as the sum is nearer to. Otherwise the rake would tell, which is not
        printed, unless there is none.
        """
        if not self.uncalled:
            return "none"
        over = paid - (self.total - self.uncalled)
        if over > 0:
            return "apart" if rake_free and 2 * over < self.uncalled else "within"
        return "apart" if rake_free and not over else "open"

    def is_nothing_else(self, award: int, paid: int) -> bool:
        """Whether all that the bettor was awarded must be their bet: it is just that much, a rake aside."""
        return award == self.uncalled and 10 * (self.total - paid) <= self.total - self.uncalled


def chips_in(events: Iterable[Event]) -> Chips:
    """The chips of a hand, as recorded."""
    by_seat: dict[int, int] = {}
    on_street: dict[int, int] = {}
    folded: set[int] = set()
    all_in: set[int] = set()
    stacks: dict[int, int | None] = {}
    street, returned = 0, False
    for event in events:
        if isinstance(event, SeatTaken):
            stacks[event.seat] = event.stack
        elif isinstance(event, Wager):
            if event.street != street:
                street, on_street = event.street, {}
            on_street[event.seat] = on_street.get(event.seat, 0) + event.added
            by_seat[event.seat] = by_seat.get(event.seat, 0) + event.added
            if event.all_in:
                all_in.add(event.seat)
        elif isinstance(event, AntePosted):
            by_seat[event.seat] = by_seat.get(event.seat, 0) + event.amount
            if event.all_in:
                all_in.add(event.seat)
        elif isinstance(event, Folded):
            folded.add(event.seat)
        elif isinstance(event, UncalledReturned):
            returned = True
    all_in.update(seat for seat, put in by_seat.items() if put == stacks.get(seat))  # whether it is said or not
    alone = len(by_seat) > 1 and len(by_seat.keys() - all_in) <= 1
    counted = by_seat if street <= 3 and alone else on_street
    bettor = max(counted, key=lambda seat: counted[seat], default=0)
    most = counted.get(bettor, 0)
    open_to_call = [seat for seat in by_seat.keys() - folded - all_in if counted.get(seat, 0) < most]
    others = [amount for seat, amount in counted.items() if seat != bettor]
    uncalled = 0 if returned or open_to_call else most - max(others, default=0)
    return Chips(sum(by_seat.values()), by_seat, bettor, uncalled)


class ReturningMapper(SiteMapper):
    """Takes uncalled bets out of the awards that hold them.

    What is returned is known before the first award, since the lines to come can be looked at. Where the
    site's figures do not prove it, the return is not on record (`UNCALLED_RETURNS`), and the awards stay
    as they are printed.
    """

    unmarked_kinds: tuple[str, ...] = ("ANTE",)
    may_mark_all = True

    def __init__(self, header: Parsed, sections: list[Section]) -> None:
        super().__init__(header, sections)
        self.returned = 0
        """What was taken out of the awards as a bet that nobody called."""
        self.returned_to = 0
        self._within: dict[int, int] | None = None

    @abstractmethod
    def rake_printed(self) -> int | None:
        """The rake, where the log prints it or there is none; None where it takes one and does not say."""

    @maps("COLLECT", fits=active)
    def _collect(self, line: Line, seat: Seat) -> None:
        self.now = 0
        if self._within is None:
            self._within = self._returned_within(line)
        super()._collect(line, seat)

    def pay(self, line: Line, seat: Seat, amount: int) -> None:
        """An award whose amount is known, without the returned bet in it."""
        amount -= (self._within or {}).get(line.number, 0)
        if amount:
            super().pay(line, seat, amount)

    def _returned_within(self, line: Line) -> dict[int, int]:
        """How much of each award line is a returned bet."""
        chips = chips_in(self.events)
        paid = sum(amount for _, amount in self.awards())
        rake = self.rake_printed()
        if any(amount == chips.uncalled and self.pot_of(own)[0] != "main" for own, amount in self._awards_to(chips)):
            return self._within_awards(chips)  # a pot of its own, that nobody else could win
        match chips.returned(paid + (rake or 0), rake is not None):
            case "within":
                return self._within_awards(chips)
            case "apart":
                self._give_back(line, chips.bettor, chips.uncalled)
            case "open":
                self.missing.append(UNCALLED_RETURNS)
            case "none":
                pass
        return {}

    def _awards_to(self, chips: Chips) -> list[tuple[Line, int]]:
        """The award lines of the player whose bet nobody called; none where all was called."""
        return list(self.awards(self.seats[chips.bettor].player)) if chips.uncalled else []

    def _within_awards(self, chips: Chips) -> dict[int, int]:
        own = self._awards_to(chips)
        if sum(amount for _, amount in own) < chips.uncalled:
            self.missing.append(UNCALLED_RETURNS)  # paid to another with the pot
            return {}
        self._give_back(own[0][0], chips.bettor, chips.uncalled)
        # At a showdown the bet comes back as the last side pot, which is written first. A pot that is cut in
        # halves has half of the bet in each line.
        halves = [pair for pair in own if self.pot_of(pair[0])[0] == self.pot_of(own[0][0])[0]]
        spread = halves if self.header.game == "stud8" and own[0][1] != chips.uncalled else own[:1]
        parts: dict[int, int] = {}
        rest = chips.uncalled
        for left, (line, amount) in zip(range(len(spread), 0, -1), spread, strict=True):
            parts[line.number] = part = min(amount, -(-rest // left))
            rest -= part
        for line, amount in own:
            more = min(amount - parts.get(line.number, 0), rest)
            parts[line.number] = parts.get(line.number, 0) + more
            rest -= more
        return parts

    def _give_back(self, line: Line, seat: int, amount: int) -> None:
        self.returned, self.returned_to = amount, seat
        self.say(UncalledReturned, line, seat, amount)
