"""A: the antes."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from msgspec.structs import replace

from stud_audit.houses.house import House
from stud_audit.houses.rules import Rules
from stud_audit.model.events import AntePosted, Event, PreactionSet
from stud_audit.model.findings import Verdict
from stud_audit.simulate.dealer import Dealer
from stud_audit.simulate.saboteur import Saboteur
from stud_audit.simulate.session import Session, publishes_antes

_PLENTY = 16
"""Big bets that last for any hand of fixed limit, or nearly."""


def ruled_by_text(house: House, key: str) -> bool:
    """Whether the house's own text rules a setting: neither a fallback does, nor is it what was observed."""
    ruling = house.rulings.get(key)
    return ruling is not None and not ruling.silent and not ruling.basis and bool(ruling.value)


def rich(dealer: Dealer, antes: Sequence[AntePosted]) -> list[AntePosted]:
    """The antes of players who will hardly be all-in in this hand."""
    plenty = _PLENTY * (dealer.header.big or 0)
    return [ante for ante in antes if dealer.seats[ante.seat].stack > plenty]


class Missing(Saboteur):
    """A player is dealt in without an ante."""

    code = "A201"

    def __init__(self, dialect: str = "neutral") -> None:
        super().__init__(dialect)
        self.left_out = False

    def antes(self, dealer: Dealer, antes: Sequence[AntePosted]) -> Sequence[Event]:
        """All but one."""
        choice = rich(dealer, antes)
        if len(antes) < 3 or not choice:
            return antes
        self.left_out = True
        ante = dealer.rng.choice(choice)
        return [other for other in antes if other is not ante]

    def dealt(self, dealer: Dealer, events: Sequence[Event]) -> Sequence[Event]:
        """It shows with the heading of third street."""
        if self.left_out and dealer.street == 3:
            dealer.mark(events[0])
        return events


class WrongAmount(Saboteur):
    """An ante of another amount than the table's."""

    code = "A202"

    def rulings(self, dealer: Dealer) -> tuple[str, ...]:
        """What tells the ante: the header, or else the house's table, or its formula."""
        if self.dialect == "neutral":
            return ()
        return ("ante_table",) if publishes_antes(dealer.house) else ("ante_ratio",)

    def verdict(self, dealer: Dealer) -> Verdict:
        """Where only the table's own antes tell it, or the house says what is usual: a matter for review."""
        rules, told = dealer.rules, publishes_antes(dealer.house) or dealer.rules.ante_ratio is not None
        if self.dialect != "neutral" and not (told and rules.ante_strict):
            return "review"
        return super().verdict(dealer)

    def antes(self, dealer: Dealer, antes: Sequence[AntePosted]) -> Sequence[Event]:
        """Half of it, or twice as much, while two others who are not all-in show what it is."""
        due, choice = dealer.header.ante or 0, rich(dealer, antes)
        if len(antes) < 4 or not choice or sum(not ante.all_in for ante in antes) < 3:
            return antes
        ante = dealer.rng.choice(choice)
        wrong = replace(ante, amount=dealer.rng.choice((2 * due, due // 2) if due > 3 else (2 * due + 1,)))
        dealer.mark(wrong)
        return [wrong if other is ante else other for other in antes]


class Late(Saboteur):
    """An ante after the first card."""

    code = "A203"
    settings = ("ante_before_deal",)

    def __init__(self, dialect: str = "neutral") -> None:
        super().__init__(dialect)
        self.late: AntePosted | None = None

    def antes(self, dealer: Dealer, antes: Sequence[AntePosted]) -> Sequence[Event]:
        """All but one, which comes later."""
        choice = rich(dealer, antes)
        if not choice:
            return antes
        self.late = dealer.rng.choice(choice)
        return [other for other in antes if other is not self.late]

    def dealt(self, dealer: Dealer, events: Sequence[Event]) -> Sequence[Event]:
        """After the deal of third street."""
        if self.late is None or dealer.street != 3:
            return events
        return [*events, dealer.mark(self.late)]


class Unscheduled(Saboteur):
    """A table with a lower limit and a higher ante than another."""

    code = "A204"
    settings = ("ante_schedule",)
    own_table = True
    once = True

    @classmethod
    def fits(cls, house: House, dialect: str) -> bool:
        """Only where antes follow the limits, and the house publishes some."""
        return house.rules.ante_schedule != "free" and bool(house.rules.ante_table)

    @classmethod
    def sets_up(cls, table: Session, rng: Random) -> None:
        """Half the limits of a published table, and more than its ante."""
        header = table.header
        small, ante = header.small or 2, header.ante or 1
        table.header = replace(header, small=small // 2, big=small, ante=ante + ante // 4 + 1, bring_in=small // 4)

    def begins(self, dealer: Dealer) -> None:
        """It shows in the header, or in what it says of the limits."""
        dealer.mark_header()


class TableAnte(Saboteur):
    """A table whose header has twice the ante that the house has for its stake."""

    code = "A206"
    dialects = ("neutral",)
    settings = ("ante_table", "ante_ratio")
    own_table = True

    @classmethod
    def fits(cls, house: House, dialect: str) -> bool:
        """Only where the house's own text states antes."""
        return any(ruled_by_text(house, key) for key in cls.settings)

    @classmethod
    def sets_up(cls, table: Session, rng: Random) -> None:
        """The players post what the header says."""
        table.header = replace(table.header, ante=2 * (table.header.ante or 1))

    def allowed(self, dealer: Dealer, rules: Rules) -> bool:
        """Where the house only says what is usual."""
        return not rules.ante_table and rules.ante_ratio is None

    def begins(self, dealer: Dealer) -> None:
        """It shows in the header."""
        dealer.mark_header()


class NotAsked(Saboteur):
    """An ante posted automatically although its player had switched that off."""

    code = "A205"
    dialects = ("neutral",)
    settings = ("ante_consent",)

    @classmethod
    def fits(cls, house: House, dialect: str) -> bool:
        """Only where the player can."""
        return house.rules.ante_consent

    def antes(self, dealer: Dealer, antes: Sequence[AntePosted]) -> Sequence[Event]:
        """They have, and it is posted all the same."""
        ante = dealer.rng.choice(list(antes))
        dealer.mark(ante)
        off = PreactionSet(ante.seat, "no-auto-ante")
        return [event for each in antes for event in ((off, each) if each is ante else (each,))]
