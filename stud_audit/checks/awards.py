"""What the checks of pots and show-down share: who was paid what, in words and as a settlement."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from stud_audit.checks.support import named
from stud_audit.houses.rules import Rules
from stud_audit.model.events import Half
from stud_audit.record.awards import Award, Misaward, PotPaid, divisions, halves, misawards, payouts
from stud_audit.record.books import books, shares_in_doubt
from stud_audit.record.hand_words import describe_high, describe_low, high_text, low_text
from stud_audit.record.replay import Replay
from stud_audit.record.settlement import chip_units
from stud_audit.record.showdown import Contest


def cancelled(replay: Replay) -> bool:
    """Whether the hand was called off: then nothing is won."""
    return replay.script.cancelled


def seat_name(replay: Replay, seat: int) -> str:
    """`seat 3 (northwind)`, for any seat of the table."""
    player = replay.state.players.get(seat)
    if player is not None:
        return named(player)
    taken = replay.script.seats.get(seat)
    return f"seat {seat} ({taken.player})" if taken else f"seat {seat}"


def hand_words(replay: Replay, seat: int, half: Half | None) -> str:
    """The player's hand in words, as far as it matters: `two pair, Aces and Fours`, `8,7,6,3,A`."""
    cards = replay.showdown.hands.get(seat)
    if not cards:
        return "a hand that is not known"
    game = replay.game
    if half == "low" or not game.high:
        low = low_text(describe_low(cards, game.qualifier))
        return low if low != "no low" else "no qualifying low"
    return high_text(describe_high(cards))


def shown_at(replay: Replay, seat: int, note: str) -> tuple[tuple[int, str], ...]:
    """The first line that reveals the player's hand, as a related line; none where no line does."""
    numbers = replay.script.shown.get(seat, ())
    return ((numbers[0], note),) if numbers else ()


def missing_cards(contest: Contest) -> str | None:
    """What the log would have to show of a contested pot's hands: `seat 3's cards`."""
    return f"seat {contest.unknown[0]}'s cards" if contest.contested and contest.unknown else None


def pot_word(name: str) -> str:
    """`the main pot`, `side pot 1`."""
    return "the main pot" if name == "main" else name.replace("side-", "side pot ")


def amount_of(award: Award, replay: Replay) -> str:
    """The amount of an award as a decimal."""
    return replay.hand.money(award.amount)


def pots_in_doubt(replay: Replay) -> bool:
    """Whether another defect leaves it open what the pots are, where there is more than the main pot."""
    return (len(replay.showdown.pots) > 1 or bool(payouts(replay).nowhere)) and shares_in_doubt(replay)


def wrong_awards(paid: PotPaid, replay: Replay) -> tuple[Misaward, ...]:
    """The awards of a pot to hands that do not win it."""
    return _wrong_by_pot(replay)[paid.contest.pot.name]


@lru_cache(maxsize=2)
def _wrong_by_pot(replay: Replay) -> dict[str, tuple[Misaward, ...]]:
    """Worked out once, for all checks of the show-down."""
    complete = books(replay).paid_rightly
    return {pot.contest.pot.name: misawards(pot, replay.showdown, complete) for pot in payouts(replay).pots}


Unlike = Literal["tie", "half"]


def unlike(paid: PotPaid, replay: Replay, rules: Rules) -> Unlike | None:
    """How a pot whose awards all went to winners was cut wrongly: a tie paid unlike, or halves of wrong size.

    None where it was cut rightly, odd chips aside, and where another defect stands before the question.
    """
    showdown = replay.showdown
    winners = paid.contest.winners
    if not _clean(paid, replay) or not books(replay).paid_rightly:
        return None
    if any(divisions(paid, showdown, unit) for unit in chip_units(replay, rules)):
        return None
    if not showdown.halved or not paid.contest.low:
        return "tie" if len(winners) > 1 else None
    if len(paid.contest.high) == len(paid.contest.low) == 1:
        return "half"
    parts = halves(paid, showdown)
    high = sum(award.amount for award, part in zip(paid.awards, parts, strict=True) if part == "high")
    right = "both" in parts or abs(2 * high - paid.paid) <= 2
    return "tie" if right else "half"


def wrongly_paid(replay: Replay, rules: Rules) -> set[int]:
    """The seats of award lines that the checks of pots and show-down find wrong."""
    paid = payouts(replay)
    wrong = {award.seat for award in (*paid.folded, *paid.nowhere)}
    for pot in paid.pots:
        wrong.update(award.seat for award in pot.others)
        wrong.update(found.award.seat for found in wrong_awards(pot, replay))
        if unlike(pot, replay, rules) is not None:
            wrong.update(award.seat for award in pot.awards)
    return wrong


@lru_cache(maxsize=2)
def clean_pots(replay: Replay) -> tuple[PotPaid, ...]:
    """The contested pots whose awards all went to winners with known cards, and nobody else."""
    return tuple([paid for paid in payouts(replay).pots if _clean(paid, replay)])


def _clean(paid: PotPaid, replay: Replay) -> bool:
    contest = paid.contest
    if not contest.contested or paid.astray or not paid.awards:
        return False
    seats = {award.seat for award in paid.awards}
    return seats <= set(contest.winners) and not wrong_awards(paid, replay)
