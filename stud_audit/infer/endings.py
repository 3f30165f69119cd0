"""Questions that a finished hand answers: the community card, odd chips, the low half, the deal."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import repeat

from stud_audit.game.deck_stub import community_due, stub_before_seventh
from stud_audit.game.odd_chips import Tie, leaves_odd_chips, rightly_divided
from stud_audit.game.opening import button_known, nearest_left
from stud_audit.houses.rules import Rules
from stud_audit.infer.question import Outcomes, Question
from stud_audit.model.events import CardBurned, CardDealt
from stud_audit.record.awards import PotPaid
from stud_audit.record.replay import Replay
from stud_audit.record.settlement import Settlement


def ending_questions(replay: Replay) -> Iterator[Question]:
    """What the whole of a hand tells."""
    seats = len(replay.state.order)
    if seats > 1:
        yield Question(
            "how many play", seats, lambda rules: tuple(range(2, rules.seats_max + 1)), 1
        )  # fmt: skip
    structure = replay.hand.header.structure
    yield Question("the betting structure", structure, lambda rules: rules.structure, 1)
    yield from _deal(replay)
    yield from _community(replay)
    settlement = Settlement(replay)
    if replay.hand.truncated or not settlement.paid_out or settlement.payouts.unnamed:
        return
    if settlement.books.paid_rightly:
        for paid in settlement.clean_pots:
            yield from _odd_chips(settlement, paid)
        yield from _low_half(settlement)


# --- the deal ------------------------------------------------------------------------------------


def _deal(replay: Replay) -> Iterator[Question]:
    index = replay.index
    burns = index.of_type.get(CardBurned, ())
    if burns and index.last_street > 3:
        streets = {index.event(number).street for number in burns}
        yield Question(
            "burn cards", int(4 in streets), lambda rules: (rules.burn_per_street,), burns[0]
        )  # fmt: skip
    doors: list[int] = []
    for number in index.deals.get(3, ()):
        event = index.event(number)
        if not isinstance(event, CardDealt):
            continue
        if event.facing == "up" and event.seat not in doors:
            doors.append(event.seat)
        elif event.facing == "down" and event.seat in doors:
            doors.remove(event.seat)  # their up-card was an exposed one, and came before its turn
    if len(doors) < 2 or not button_known(replay.state):
        return
    left, lowest = nearest_left(replay.state, doors), min(doors)
    if left == lowest:
        return
    first = {"left_of_dealer": left, "seat1": lowest}
    number = index.deals[3][0]
    yield Question("the order of the deal", doors[0], lambda rules: (first[rules.deal_order],), number)


def _community(replay: Replay) -> Iterator[Question]:
    index, stub = replay.index, stub_before_seventh(replay.state)
    dealt = index.deals.get(7) or []
    if stub is None or not (dealt or index.community):
        return
    seen = "shared" if index.community else "each their own"

    def due(rules: Rules) -> Outcomes | None:
        shared = community_due(stub, rules)
        if shared is None:
            return ("shared", "each their own")
        return ("shared",) if shared else ("each their own",)

    number = index.community or dealt[0]
    yield Question("the community card", seen, due, number)


# --- the showdown -------------------------------------------------------------------------------


def _odd_chips(settlement: Settlement, paid: PotPaid) -> Iterator[Question]:
    """Where an equal split leaves a remainder: whether a rule gives it to those who got it."""
    state = settlement.state
    ways = settlement.divisions(paid)
    if paid.contest.unknown or not any(map(leaves_odd_chips, ways)):
        return

    def fits(way: tuple[Tie, ...], rules: Rules) -> bool | None:
        if way[0].amount != way[-1].amount and (way[0].amount > way[-1].amount) != (rules.stud8_odd_chip == "high"):
            return False
        if any(len(tie.seats) > 1 and tie.needs_button(state, rules) for tie in way):
            return None
        return all(not tie.left or rightly_divided(tie, state, rules) for tie in way)

    def outcomes(rules: Rules) -> Outcomes | None:
        answers = [fits(way, rules) for way in ways]
        if True in answers:
            return ("as seen", "otherwise") if any(map(undecided, ways, repeat(rules))) else ("as seen",)
        return None if None in answers else ("otherwise",)

    def undecided(way: tuple[Tie, ...], rules: Rules) -> bool:
        """Whether only the seat beside the dealer is named, and it is no tied winner: then any of them may have it."""
        beside = next(state.clockwise(state.button or 0)).seat
        return any(tie.left and tie.method(rules) == "left_seat" and beside not in tie.paid for tie in way)

    number = paid.awards[0].event_no
    yield Question("odd chips", "as seen", outcomes, number)


def _low_half(settlement: Settlement) -> Iterator[Question]:
    """Who was paid out of a pot, against who wins it with each qualifier for the low."""
    if settlement.game.qualifier is None:
        return
    for paid in settlement.payouts.pots:
        contest = paid.contest
        if not contest.contested or contest.unknown or paid.astray or not paid.awards:
            continue
        name = contest.pot.name

        def winners(rules: Rules, name: str = name) -> Outcomes | None:
            showdown = Settlement(settlement.replay, rules).showdown
            same = next((other for other in showdown.contests if other.pot.name == name), None)
            return None if same is None else (frozenset(same.winners),)

        seen = frozenset(award.seat for award in paid.awards)
        yield Question("the low half", seen, winners, paid.awards[0].event_no)
