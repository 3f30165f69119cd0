"""The outcome in a few sentences: who is owed what by the rules, and what is not sure is not said as if it were."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.logs import pokerstars_hand

from stud_audit.checks.describe import EXAMPLES
from stud_audit.explain import find_hands, tell
from stud_audit.explain.verdict import Outcome, outcome
from stud_audit.pipeline import Audit, HandResult

HEAD = 'stud 1\nhand 7 game=stud small=2 big=4 ante=0.50 bring-in=1 currency=USD table="Alpha" house=roberts-rules\n'


def of_text(tmp_path: Path, *lines: str) -> Outcome:
    path = tmp_path / "hand.stud"
    path.write_text(HEAD + "\n".join(lines) + "\nend\n")
    (found,) = find_hands(Audit(path), "7").found
    return outcome(tell(found.result.hand, found.result.house, found.findings))


def of_example(name: str) -> Outcome:
    (result,) = [item for item in Audit(EXAMPLES / f"{name}.violation.stud") if isinstance(item, HandResult)]
    return outcome(tell(result.hand, result.house, result.findings))


def differences(told: Outcome) -> dict[int, str | None]:
    return {row.seat: row.difference for row in told.rows}


SHORT_STACK = (
    'seat 1 "northwind" 40',
    'seat 2 "quillfeather" 2.50',
    "ante 1 0.50",
    "ante 2 0.50",
    "street 3",
    "deal 1 down Ks Qd",
    "deal 2 down 9c 9d",
    "deal 1 up Kd",
    "deal 2 up 2c",
    "bring-in 2 1",
    "raise 1 to=2 by=1",
    "call 2 1 all-in",
)
REST = (
    *(line for street, cards in ((4, "3c 4d"), (5, "7h 8s"), (6, "Jd 5h")) for line in (
        f"street {street}", f"deal 1 up {cards[:2]}", f"deal 2 up {cards[3:]}")),
    "street 7", "deal 1 down 4h", "deal 2 down 6d",
    "show 1 Ks Qd Kd 3c 7h Jd 4h", "show 2 9c 9d 2c 4d 8s 5h 6d",
)  # fmt: skip
"""Seat 1 wins with a pair of Kings over a pair of Nines."""


def test_a_bet_that_nobody_called_and_the_pot_that_took_it_even_out() -> None:
    """0.50 too little went back, and 0.50 too much was paid to the same player."""
    told = of_example("P602-not-returned")
    assert told.owed == "All in all every player got what was due to them, and nobody is owed anything."
    assert told.rows == ()


def test_a_bet_that_nobody_called_went_to_another(tmp_path: Path) -> None:
    """Seat 2 is all-in for 2; the 2 that seat 1 bet beyond that belong to seat 1, and the pot of 5 to its winner."""
    straight = [line.replace("9c 9d", "7c 9d") for line in (*SHORT_STACK, *REST)]  # 4 5 6 7 8: seat 2 wins
    at = straight.index("street 4")
    lines = [*straight[: at + 3], "bet 1 2", *straight[at + 3 :], "award 2 7"]
    told = of_text(tmp_path, *lines)
    assert differences(told) == {1: "+2", 2: "-2"}
    assert told.owed == "Seat 1 (northwind) is still owed 2 USD; seat 2 (quillfeather) got 2 USD too much."


def test_what_went_back_to_the_wrong_player(tmp_path: Path) -> None:
    """Seat 1's uncalled 2 are returned to seat 2."""
    lines = [*SHORT_STACK, *REST]
    at = lines.index("street 4")
    told = of_text(tmp_path, *lines[: at + 3], "bet 1 2", "return 2 2", *lines[at + 3 :], "award 1 5")
    assert differences(told) == {1: "+2", 2: "-2"}


def test_a_rake_beyond_the_schedule_is_owed_to_the_winner() -> None:
    """0.75 was taken of 5.25, where 0.50 is the most: a quarter is the winner's."""
    assert of_example("P605-a-chip-too-many").owed == "Seat 1 (northwind) is still owed 0.25 USD."


def test_a_rake_that_is_misprinted_is_owed_to_nobody(tmp_path: Path) -> None:
    """4.75 of 5 is paid, and the summary says so too: the rake of 0.50 cannot be."""
    paid = ("award 1 4.75", "summary", "total 5", "rake 0.50", 'summary 1 player="northwind" won=4.75')
    told = of_text(tmp_path, *SHORT_STACK, *REST, *paid)
    assert "the rake should be 0.25" in told.found
    assert told.rows == ()


def test_what_is_only_perhaps_wrong_is_perhaps_owed() -> None:
    """Two odd chips, of which William Hill's rules speak only of the first."""
    told = of_example("S703-two-odd-chips-one-each")
    assert told.headline == "A person has to decide: odd chip wrong"
    assert told.found.endswith("The house's rules say nothing of this; it was judged by common practice.")
    assert told.owed.startswith("If this was wrong, seat 2 (quillfeather) is still owed 0.01 USD;")


def test_another_reading_is_told(tmp_path: Path) -> None:
    """Robert's rules leave it open whether the best hand, mucked, may still be ruled live."""
    mucked = [line.replace("show 1 ", "muck 1 ") for line in (*SHORT_STACK, *REST)]
    told = of_text(tmp_path, *mucked, "award 2 5")
    assert told.found.endswith("so that this was right (a hand that is thrown away at the showdown is dead).")
    assert told.owed.startswith("If this was wrong, seat 1 (northwind) is still owed 5")


@pytest.mark.parametrize(
    ("name", "owed"),
    [
        ("W501-spread", "What was in the pot was paid to the players to whom it was due; how the hand would have gone"),
        ("B301-next-lowest", "What was in the pot was paid to the players to whom it was due; how the hand would have"),
        ("S704-words", "The pot was paid out as it was due, and nobody is owed anything."),
        ("P601-total-too-high", "The pot was paid out as it was due, and nobody is owed anything."),
    ],
)
def test_a_wrong_action_and_a_wrong_word(name: str, owed: str) -> None:
    names = sorted(path.name for path in EXAMPLES.glob(f"{name[:4]}*.violation.stud"))
    told = of_example(name if f"{name}.violation.stud" in names else names[0].removesuffix(".violation.stud"))
    assert told.owed.startswith(owed)


def test_words_that_belong_together() -> None:
    assert of_example("B301-next-lowest").headline == "A rule was broken: bring-in wrong player"


def test_a_record_that_ends_too_early_is_for_nobody_to_decide(tmp_path: Path) -> None:
    path = tmp_path / "hand.stud"
    path.write_text(HEAD + "\n".join(SHORT_STACK) + "\n")
    (found,) = find_hands(Audit(path), "7").found
    told = outcome(tell(found.result.hand, found.result.house, found.findings))
    assert told.headline == "The record may be at fault: truncated hand"
    assert told.owed == "The record ends before the hand does, and nothing is settled."


def test_a_payment_that_is_not_on_record_is_not_taken_as_made(tmp_path: Path) -> None:
    told = of_text(tmp_path, *SHORT_STACK, *REST, "awarded 1 5")
    assert told.owed == "The record does not say to whom the pot was paid."


def test_a_hand_of_a_variant_that_is_not_audited_is_not_at_fault(tmp_path: Path) -> None:
    path = tmp_path / "hand.txt"
    path.write_text(pokerstars_hand(502).replace("7 Card Stud Limit", "2-7 Razz Limit"))
    (found,) = find_hands(Audit(path), "502").found
    assert outcome(tell(found.result.hand, found.result.house, found.findings)).headline == "This hand was not audited"
