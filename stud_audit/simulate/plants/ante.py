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
from stud_audit.simulate.saboteur import NEUTRAL, Saboteur, instead
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


class Missing(Saboteur, code="A201"):
    """A player is dealt in without an ante."""

    left_out = False

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


class WrongAmount(Saboteur, code="A202"):
    """An ante of another amount than the table's."""

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
        return instead(antes, ante, dealer.mark(wrong))


class Late(Saboteur, code="A203", settings=("ante_before_deal",)):
    """An ante after the first card."""

    late: AntePosted | None = None

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


def lower_limits(table: Session, rng: Random) -> None:
    """Half the limits of a published table, and more than its ante."""
    header = table.header
    small, ante = header.small or 2, header.ante or 1
    table.header = replace(header, small=small // 2, big=small, ante=ante + ante // 4 + 1, bring_in=small // 4)


class Unscheduled(
    Saboteur,
    code="A204",
    settings=("ante_schedule",),
    needs=lambda r: r.ante_schedule != "free" and bool(r.ante_table),
    in_header=True,
    once=True,
    set_up=lower_limits,
):
    """A table with a lower limit and a higher ante than another."""


def twice_the_ante(table: Session, rng: Random) -> None:
    """The players post what the header says."""
    table.header = replace(table.header, ante=2 * (table.header.ante or 1))


class TableAnte(
    Saboteur,
    code="A206",
    settings=("ante_table", "ante_ratio"),
    dialects=NEUTRAL,
    in_header=True,
    set_up=twice_the_ante,
):
    """A table whose header has twice the ante that the house has for its stake."""

    @classmethod
    def fits(cls, house: House) -> bool:
        """Only where the house's own text states antes."""
        return any(ruled_by_text(house, key) for key in cls.settings)

    def allowed(self, dealer: Dealer, rules: Rules) -> bool:
        """Where the house only says what is usual."""
        return not rules.ante_table and rules.ante_ratio is None


class NotAsked(Saboteur, code="A205", settings=("ante_consent",), needs=lambda r: r.ante_consent, dialects=NEUTRAL):
    """An ante posted automatically although its player had switched that off."""

    def antes(self, dealer: Dealer, antes: Sequence[AntePosted]) -> Sequence[Event]:
        """They have, and it is posted all the same."""
        ante = dealer.rng.choice(list(antes))
        return instead(antes, ante, PreactionSet(ante.seat, "no-auto-ante"), dealer.mark(ante))
