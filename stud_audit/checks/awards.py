"""What the checks of pots and showdown share: who was paid what, in words and as a settlement."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Literal

from stud_audit.checks.base import Fault, Missing, Outcome, Result
from stud_audit.checks.support import named
from stud_audit.game.hand_names import describe_high, describe_low, high_text, low_text
from stud_audit.game.showdown import Contest
from stud_audit.houses.house import House
from stud_audit.houses.rules import Rules
from stud_audit.houses.weighing import Weighing
from stud_audit.model.events import Half
from stud_audit.record.awards import Award, Excess, PotPaid, halves
from stud_audit.record.known_cards import revealed_cards
from stud_audit.record.settlement import Settlement


def seat_name(settlement: Settlement, seat: int) -> str:
    """`seat 3 (northwind)`, for any seat of the table."""
    player = settlement.state.players.get(seat)
    if player is not None:
        return named(player)
    taken = settlement.index.seats.get(seat)
    return f"seat {seat} ({taken.player})" if taken else f"seat {seat}"


def hand_words(settlement: Settlement, seat: int, half: Half | None, *, least: bool = False) -> str:
    """The player's hand in words, as far as it matters: `a pair of Kings`, `8,7,6,3,A`.

    Of a hidden hand it is what it is at best, or at `least`.
    """
    showdown, game = settlement.showdown, settlement.game
    low = half == "low" or not game.high
    cards = showdown.hands.get(seat)
    hidden = cards is None
    if hidden:
        cards = showdown.possible_low.get(seat) if low else showdown.possible_high.get(seat)
        if seat not in showdown.possible_high:
            return "a hand that is not known"
        if least and seat in showdown.least_high:
            cards = showdown.least_high[seat]
    if low:
        values = describe_low(cards, game.qualifier) if cards else ()
        if not values:
            return "a hidden hand without a qualifying low" if hidden else "no qualifying low"
        words = low_text(values)
    else:
        words = hand_article(high_text(describe_high(cards or ())))
    return f"a hidden hand (at {'least' if least else 'best'} {words})" if hidden else words


def hand_article(words: str) -> str:
    """A hand's name with its article: `a pair of Kings`, `two pair, Aces and Fours`."""
    return f"a {words}" if words.startswith(("pair", "straight", "flush", "full house")) else words


def shown_at(settlement: Settlement, seat: int, note: str) -> tuple[tuple[int, str], ...]:
    """The first line that reveals the player's hand, as a related line; none where no line does."""
    numbers = [n for n in settlement.index.shown.get(seat, ()) if revealed_cards(settlement.index.event(n))]
    return ((numbers[0], note),) if numbers else ()


def missing_cards(contest: Contest) -> str | None:
    """What the log would have to show of a contested pot's hands: `seat 3's cards`."""
    return f"seat {contest.unknown[0]}'s cards" if contest.contested and contest.unknown else None


def award_fault(
    award: Award,
    settlement: Settlement,
    message: str,
    expected: str | None,
    actual: str | None = None,
    *,
    money: int | None = None,
    related: tuple[tuple[int, str], ...] = (),
    weighing: Weighing | None = None,
) -> Fault:
    """A fault at the line of an award, with what everybody is due; it moved that award, or so much `money`."""
    return Fault(
        message, expected, actual or str(award.seat), weighing, event=award.event_no, seat=award.seat, related=related,
        money=award.amount if money is None else money, settlement=settlement.payments,
    )  # fmt: skip


def by_pots(
    of_pot: Callable[[PotPaid, Settlement], list[Outcome]], of_excess: Callable[[Excess, Settlement], Fault | None]
) -> Callable[[Settlement, House], Result]:
    """A judge of the pots one by one; where the log does not say of which pot each award is, of what is too much."""

    def judge_all(settlement: Settlement) -> list[Outcome]:
        if settlement.payouts.unnamed:
            return excessive(of_excess, settlement) or [Missing("which pot each award is from")]
        return [outcome for pot in settlement.payouts.pots for outcome in of_pot(pot, settlement)]

    def judge(settlement: Settlement, house: House) -> Result:
        return by_readings(judge_all, settlement, house) if settlement.paid_out else None

    return judge


def excessive(of_excess: Callable[[Excess, Settlement], Fault | None], settlement: Settlement) -> list[Outcome]:
    """What a check says of awards beyond all that their player may win."""
    faults = [fault for excess in settlement.excesses if (fault := of_excess(excess, settlement))]
    return [Missing("a record of all chips")] if faults and settlement.pots_in_doubt else [*faults]


def pot_word(name: str) -> str:
    """`the main pot`, `side pot 1`."""
    return "the main pot" if name == "main" else name.replace("side-", "side pot ")


def amount_of(award: Award, settlement: Settlement) -> str:
    """The amount of an award as a decimal."""
    return settlement.money(award.amount)


def by_readings(judge: Callable[[Settlement], list[Outcome]], settlement: Settlement, house: House) -> list[Outcome]:
    """What a check says of a settlement, its faults weighed where the house leaves open what decides them.

    That is what a mucked hand is worth, and which low qualifies.
    """
    halved = settlement.showdown.halved and house.leaves_open("stud8_low_qualifier")
    if not (settlement.muck_matters or (halved and settlement.paid_out)):
        return judge(settlement)
    judged: dict[tuple[object, ...], tuple[list[Outcome], set[int]]] = {}

    def under(rules: Rules) -> tuple[list[Outcome], set[int]]:
        """What the check says under these rules, and which events are wrong by them, for whatever reason."""
        key = _deciding(rules)
        if key not in judged:
            other = settlement if key == _deciding(settlement.rules) else Settlement(settlement.replay, rules)
            said = judge(other)
            judged[key] = said, _wrong_events(other) | {each.event for each in said if isinstance(each, Fault)}
        return judged[key]

    # Another reading may find the same award wrong for another reason, which is another check's.
    said, own = under(settlement.rules)
    others = [each for reading in house.readings for each in under(reading.rules)[0]]
    faults = [each for each in said if isinstance(each, Fault)]
    faults += {each.event: each for each in others if isinstance(each, Fault) and each.event not in own}.values()
    outcomes: list[Outcome] = [outcome for outcome in said if not isinstance(outcome, Fault)]
    for fault in faults:
        weighing = house.weigh(lambda rules, event=fault.event: event not in under(rules)[1])  # type: ignore[misc]
        if weighing.outcome != "pass":
            outcomes.append(replace(fault, weighing=weighing))
    return outcomes


def _deciding(rules: Rules) -> tuple[object, ...]:
    """The settings by which settlements of one hand differ."""
    return (rules.showdown_muck, rules.stud8_low_qualifier)


def _wrong_events(settlement: Settlement) -> set[int]:
    """The award lines that went to hands that do not win, or not so much."""
    wrong = {excess.award.event_no for excess in settlement.excesses}
    for pot in settlement.payouts.pots:
        found = (*settlement.wrong_awards(pot), *settlement.slights(pot))
        wrong.update(misaward.award.event_no for misaward in found)
        if unlike(pot, settlement) is not None:
            wrong.update(award.event_no for award in pot.awards)
    return wrong


def paid_to_losers(settlement: Settlement) -> set[int]:
    """The award lines that went to hands that do not win, or to players who had folded."""
    return _wrong_events(settlement) | {award.event_no for award in settlement.payouts.folded}


Unlike = Literal["tie", "half"]


def unlike(paid: PotPaid, settlement: Settlement) -> Unlike | None:
    """How a pot whose awards all went to winners was cut wrongly: a tie paid unlike, or halves of wrong size.

    None where it was cut rightly, odd chips aside, and where another defect stands before the question.
    """
    showdown = settlement.showdown
    winners = paid.split.winners
    if not settlement.clean(paid) or not settlement.books.paid_rightly:
        return None
    if settlement.divisions(paid):
        return None
    if not showdown.halved or not paid.split.low:
        return "tie" if len(winners) > 1 else None
    if len(paid.split.high) == len(paid.split.low) == 1:
        return "half"
    parts = halves(paid, showdown)
    high = sum(award.amount for award, part in zip(paid.awards, parts, strict=True) if part == "high")
    right = "both" in parts or abs(2 * high - paid.paid) < 2 * settlement.chip_units[0]
    return "tie" if right else "half"


def wrongly_paid(settlement: Settlement) -> set[int]:
    """The seats of award lines that the checks of pots and showdown find wrong."""
    paid = settlement.payouts
    wrong = {award.seat for award in (*paid.folded, *paid.nowhere)}
    wrong.update(award.seat for pot in paid.pots for award in pot.others)
    events = _wrong_events(settlement)
    lines = (*paid.unnamed, *(award for pot in paid.pots for award in pot.awards))
    return wrong | {award.seat for award in lines if award.event_no in events}
