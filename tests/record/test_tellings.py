"""What one log says of a hand, and when two surely tell the same one."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from msgspec.structs import replace
from support.recorded import read
from support.tellings import house

from stud_audit.model.gaps import AWARDS
from stud_audit.record.tellings import read_telling, surely_one


def test_who_is_paid_is_said_by_a_format_that_prints_it() -> None:
    facts = read_telling(read(house(paid=1))).facts
    assert {key: told.value[0] for key, told in facts.items() if key[0] == "won"} == {("won", 1): Fraction(5, 2)}
    assert facts["posted", 2].value == Fraction(1, 4)


def test_of_a_format_that_does_not_print_it_all_else_is_said() -> None:
    hand = read(house(paid=1))
    facts = read_telling(replace(hand, missing=frozenset({AWARDS}))).facts
    assert not [key for key in facts if key[0] in ("won", "award", "returned")]
    assert facts["posted", 2].value == Fraction(1, 4)


def test_what_lay_in_the_pot_amid_the_hand_is_another_total_than_that_of_the_end() -> None:
    text = house().replace("street 3\n", "street 3\ntotal 0.50 street=3\n")
    facts = read_telling(read(text)).facts
    assert [told.value for key, told in facts.items() if key[0] == "total"] == [Fraction(1, 2), Fraction(5, 2)]


@pytest.mark.parametrize(("alike", "one"), [(0, False), (1, False), (2, True), (3, True), (8, True)])
def test_hands_are_surely_one_by_two_deals_that_agree(alike: int, one: bool) -> None:
    # The other log shows so many of the up-cards, and none else.
    shown = iter(range(100))
    other = re.sub(r"up \S+", lambda card: card[0] if next(shown) < alike else "up ?", house())
    assert surely_one(read_telling(read(house())), read_telling(read(other))) is one
