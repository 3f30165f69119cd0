"""Awards and rake that do not add up to the pot: which line is the wrong one.

The summary's own lines, the totals of single pots, and the way in which a pot is split are evidence;
where none of it tells, the award is what a person would look at first.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from stud_audit.engine.ledger import books, plausible_rake
from stud_audit.engine.payouts import divisions, payouts
from stud_audit.engine.replay import Replay
from stud_audit.engine.settle import dues, paid_by_seat
from stud_audit.model.events import HandEnded, PotAwarded, SeatSummarised, SummaryOpened

Kind = Literal["award", "unpaid", "rake"]


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


def culprit(replay: Replay, pot: int) -> Culprit:
    """The line at fault where awards and rake do not add up to `pot`, the chips that there are to pay."""
    book = books(replay)
    rake = book.rake or 0
    short = pot - rake - book.paid
    awards = _awards(replay)
    if not awards:
        return Culprit("unpaid", _final_line(replay), 0, pot - rake)
    summarised = _won(replay)
    paid = paid_by_seat(replay)
    differing = {seat: won - paid.get(seat, 0) for seat, won in summarised.items() if won != paid.get(seat, 0)}
    by_seat = [seat for seat, lack in differing.items() if lack == short]
    if by_seat:
        return _of_seat(replay, by_seat[0], short)
    if book.rake_event and book.paid <= pot:
        agreed = bool(summarised) and not differing and summarised.keys() >= paid.keys()
        if agreed or rake > pot or _split_rightly(replay):
            return Culprit("rake", book.rake_event, rake, pot - book.paid)
    if not short:
        return Culprit("award", awards[-1][0], awards[-1][1].amount, awards[-1][1].amount)
    wanting = _wanting(replay, short)
    if wanting is not None:
        return _of_seat(replay, wanting, short)
    if book.rake_event and not plausible_rake(rake, pot) and plausible_rake(pot - book.paid, pot):
        return Culprit("rake", book.rake_event, rake, pot - book.paid)
    twice = _repeated(awards, -short)
    number, award = awards[twice] if twice is not None else awards[0]
    return Culprit("award", number, award.amount, max(award.amount + short, 0), award.seat)


def _of_seat(replay: Replay, seat: int, short: int) -> Culprit:
    """The wrong award of this seat, or the missing one."""
    own = [(number, award) for number, award in _awards(replay) if award.seat == seat]
    paid = sum(award.amount for _, award in own)
    # A second half that is about as large as the first is a line that is missing, not a wrong amount.
    if not own or (len(own) == 1 and short > 1 and abs(own[0][1].amount - short) <= 1 and replay.showdown.halved):
        return Culprit("unpaid", _final_line(replay), paid, paid + short, seat)
    twice = _repeated(own, -short)
    if twice is None:
        twice = _odd_one_out(own, short)
    number, award = own[twice]
    return Culprit("award", number, award.amount, max(award.amount + short, 0), seat)


def _odd_one_out(own: list[tuple[int, PotAwarded]], short: int) -> int:
    """Of several awards to one seat, that which would be like another if its amount were put right."""
    amounts = [award.amount for _, award in own]
    for index, amount in enumerate(amounts):
        others = amounts[:index] + amounts[index + 1 :]
        if any(abs(amount + short - other) <= 1 for other in others):
            return index
    return 0


def _repeated(awards: list[tuple[int, PotAwarded]], excess: int) -> int | None:
    """The place of an award that repeats an earlier one and is just what was paid too much."""
    for index in range(len(awards) - 1, 0, -1):
        award = awards[index][1]
        if award.amount == excess and any(award == other for _, other in awards[:index]):
            return index
    return None


def _split_rightly(replay: Replay) -> bool:
    """Whether several awards share some pot as they should: one wrong amount would have spoilt that."""
    for pot in payouts(replay).pots:
        contest = pot.contest
        shared = contest.contested and contest.certain and len(pot.awards) > 1 and len(contest.winners) > 1
        right = {award.seat for award in pot.awards} <= set(contest.winners)
        if shared and right and divisions(pot, replay.showdown, 1):
            return True
    return False


def _wanting(replay: Replay, short: int) -> int | None:
    """The one seat that is paid just so much less (or more) than it is due by the cards."""
    due_pots = dues(replay, replay.rules)
    if due_pots is None:
        return None
    due: dict[int, int] = {}
    for pot in due_pots:
        for seat, share in pot.shares.items():
            due[seat] = due.get(seat, 0) + share
    paid = paid_by_seat(replay)
    seats = [seat for seat in due.keys() | paid.keys() if due.get(seat, 0) != paid.get(seat, 0)]
    return seats[0] if len(seats) == 1 and due.get(seats[0], 0) - paid.get(seats[0], 0) == short else None


def _won(replay: Replay) -> dict[int, int]:
    """What the summary says that each seat won, where it says so."""
    events = [replay.script.event(number) for number in replay.script.summaries]
    return {event.seat: event.won for event in events if isinstance(event, SeatSummarised) and event.won is not None}


def _awards(replay: Replay) -> list[tuple[int, PotAwarded]]:
    events = [(number, replay.script.event(number)) for number in replay.state.awards]
    return [(number, event) for number, event in events if isinstance(event, PotAwarded)]


def _final_line(replay: Replay) -> int:
    """The line that made it final that no further award comes: the total, the rake, the summary, or the end."""
    book = books(replay)
    if book.total_event or book.rake_event:
        return book.total_event or book.rake_event
    events = replay.hand.events
    for number, event in enumerate(events, 1):
        if isinstance(event, SummaryOpened | SeatSummarised | HandEnded):
            return number
    return len(events)
