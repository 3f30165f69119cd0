"""Awards and rake that do not add up to the pot: which line is the wrong one.

Each way to put it right is tried: another amount of one award, an award that is missing, one that stands
twice, another rake. The one after which the rest of the record agrees best is taken: with the summary's
lines, the totals of single pots, the sizes of the pots, and the split among the hands that win. Where
nothing tells them apart, an award is what a person would look at first.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final, Literal

from msgspec.structs import replace

from stud_audit.model.events import HandEnded, PotAwarded, RakeTaken, SeatSummarised, SummaryOpened
from stud_audit.record.awards import Award, PotPaid
from stud_audit.record.books import plausible_rake
from stud_audit.record.settlement import Settlement

Kind = Literal["award", "unpaid", "rake"]

_MOST_AWARDS: Final = 24
"""Awards that are looked at: a table's pots, halves, and players make fewer."""


@dataclass(frozen=True, slots=True)
class Culprit:
    """The line that is wrong: an award, the rake, or (an award that is missing) the line that made it final.

    `amount` is what the line says, `due` what it should say; for a missing award what was and what
    should have been paid to `seat`.
    """

    kind: Kind
    event_no: int
    amount: int
    due: int
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class _Repair:
    """One way to make the books agree: the culprit, and the awards and the rake as they would be."""

    culprit: Culprit
    awards: tuple[tuple[str, Award], ...]
    rake: int
    order: int
    """Which comes first where nothing else tells: a line twice, an award, one missing, the rake."""


def culprit(settlement: Settlement, pot: int) -> Culprit:
    """The line at fault where awards and rake do not add up to `pot`, the chips that there are to pay."""
    book = settlement.books
    awards = tuple(_awards(settlement))
    if not awards:
        return Culprit("unpaid", _final_line(settlement), 0, pot - (book.rake or 0))
    evidence = _Evidence(settlement, pot)
    return min(_repairs(settlement, awards, pot), key=evidence.against).culprit


def _repairs(settlement: Settlement, awards: tuple[tuple[str, Award], ...], pot: int) -> Iterator[_Repair]:
    book = settlement.books
    rake = book.rake or 0
    short = pot - rake - book.paid
    over = _overpaid(settlement) if book.rake is None else {}
    for index, (name, award) in islice(enumerate(awards), _MOST_AWARDS):
        amount = award.amount + (min(short, -over[name]) if over.get(name) else short)
        rest = (*awards[:index], *awards[index + 1 :])
        twice = not amount and any(_same(award, other) for _, other in awards[:index])
        if twice:
            yield _Repair(Culprit("award", award.event_no, award.amount, 0, award.seat), rest, rake, 0)
        else:
            kept = ((name, replace(award, amount=amount)),) if amount > 0 else ()
            right = (*awards[:index], *kept, *awards[index + 1 :])
            wrong = Culprit("award", award.event_no, award.amount, max(amount, 0), award.seat)
            yield _Repair(wrong, right, rake, 2 if amount > 0 else 9)
    if short > 0:
        yield from _missing(settlement, awards, short, rake)
    if book.rake_event and book.paid <= pot:
        several = len(settlement.index.each(RakeTaken)) > 1
        wrong = Culprit("rake", book.rake_event, rake, pot - book.paid)
        yield _Repair(wrong, awards, pot - book.paid, 1 if several else 4)


def _overpaid(settlement: Settlement) -> dict[str, int]:
    """By how much more is paid out of a pot than is in it, by its name; nothing where awards name no pots.

    Where no rake is printed, the pots that had some taken from them hide a part of that in the sum.
    """
    paid: dict[str, int] = {}
    for _, event in settlement.index.each(PotAwarded):
        if event.pot is None:
            return {}
        paid[event.pot] = paid.get(event.pot, 0) + event.amount
    pots = [contest.pot for contest in settlement.showdown.contests]
    return {pot.name: max(paid.get(pot.name, 0) - pot.amount, 0) for pot in pots}


def _missing(settlement: Settlement, awards: tuple[tuple[str, Award], ...], short: int, rake: int) -> Iterator[_Repair]:
    line = _final_line(settlement)
    for contest in settlement.showdown.contests:
        for seat in contest.winners or contest.pot.contenders:
            own = [award for name, award in awards if name == contest.pot.name and award.seat == seat]
            paid = sum(award.amount for award in own)
            # A half that is as large as the first one is a line that is missing; else it is the amount.
            half = settlement.showdown.halved and len(own) == 1 and abs(paid - short) <= 1 < short
            award = (contest.pot.name, Award(line, seat, short, None))
            wrong = Culprit("unpaid", line, paid, paid + short, seat)
            yield _Repair(wrong, (*awards, award), rake, 1 if half else 3 if not own else 5)


class _Evidence:
    """What the rest of the record says of who was paid what."""

    def __init__(self, settlement: Settlement, pot: int) -> None:
        self._settlement, self._pot = settlement, pot
        summaries = settlement.index.each(SeatSummarised)
        self._won = {event.seat: event.won for _, event in summaries if event.won is not None}
        self._stated = settlement.stated_pots
        named = all(event.pot is not None for _, event in settlement.index.each(PotAwarded))
        contests = settlement.showdown.contests
        self._contests = contests if named or len(contests) == 1 else ()

    def against(self, repair: _Repair) -> tuple[int, int, int]:
        """How much of the record contradicts this repair: printed figures, then sizes and splits."""
        by_seat: dict[int, int] = {}
        by_pot: dict[str, int] = {}
        for name, award in repair.awards:
            by_seat[award.seat] = by_seat.get(award.seat, 0) + award.amount
            by_pot[name] = by_pot.get(name, 0) + award.amount
        printed = sum(by_seat.get(seat, 0) != won for seat, won in self._won.items())
        printed += sum(by_pot.get(name, 0) != amount for name, amount in self._stated.items())
        if self._won:
            printed += sum(seat not in self._won for seat in by_seat)
        # What no figure tells: pots paid out beyond what is in them, splits that are none, absurd rakes.
        odd = 0 if plausible_rake(repair.rake, self._pot) else 1
        rake = self._pot if self._settlement.books.rake is None else repair.rake
        odd += sum(by_seat.values()) + repair.rake > self._pot
        for contest in self._contests:
            taken = contest.pot.amount - by_pot.get(contest.pot.name, 0)
            odd += not 0 <= taken <= rake
            awards = tuple([award for name, award in repair.awards if name == contest.pot.name])
            odd += not self._splits(PotPaid(contest, awards))
        return printed, odd, repair.order

    def _splits(self, paid: PotPaid) -> bool:
        """Whether the pot is shared among its winners as it may be, as far as the cards tell."""
        contest = paid.contest
        if not contest.contested or not contest.certain:
            return True
        winners = {award.seat for award in paid.awards} <= set(contest.winners)
        return winners and bool(self._settlement.divisions(paid))


def _awards(settlement: Settlement) -> Iterator[tuple[str, Award]]:
    """Every award with the name of its pot."""
    for number, event in settlement.index.each(PotAwarded):
        yield event.pot or "main", Award(number, event.seat, event.amount, event.half)


def _same(award: Award, other: Award) -> bool:
    return (award.seat, award.amount, award.half) == (other.seat, other.amount, other.half)


def _final_line(settlement: Settlement) -> int:
    """The line that made it final that no further award comes: the total, the rake, the summary, or the end."""
    book = settlement.books
    if book.total_event or book.rake_event:
        return book.total_event or book.rake_event
    events = settlement.hand.events
    for number, event in enumerate(events, 1):
        if isinstance(event, (SummaryOpened, SeatSummarised, HandEnded)):
            return number
    return len(events)
