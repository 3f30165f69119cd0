"""What one log says of a hand: what is paid, where the format prints who is paid and where it does not."""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace
from support.recorded import read
from support.tellings import house

from stud_audit.model.gaps import AWARDS
from stud_audit.record.tellings import read_telling


def test_who_is_paid_is_said_by_a_format_that_prints_it() -> None:
    facts = read_telling(read(house(paid=1))).facts
    assert {key: told.value[0] for key, told in facts.items() if key[0] == "won"} == {("won", 1): Fraction(5, 2)}
    assert facts["posted", 2].value == Fraction(1, 4)


def test_of_a_format_that_does_not_print_it_all_else_is_said() -> None:
    hand = read(house(paid=1))
    facts = read_telling(replace(hand, missing=frozenset({AWARDS}))).facts
    assert not [key for key in facts if key[0] in ("won", "award", "returned")]
    assert facts["posted", 2].value == Fraction(1, 4)
