"""Up-cards that other lines of the record tell differently: nothing is decided on them."""

from __future__ import annotations

import pytest
from support.recorded import read

from stud_audit.model.cards import parse_cards
from stud_audit.record.disputed_cards import disputed_cards
from stud_audit.record.index import read_index

HAND = """\
stud 1
hand 1 game=stud structure=fixed small=2 big=4 ante=1 bring-in=1
seat 1 "northwind" 200
seat 2 "saltmarsh" 200
ante 1 1
ante 2 1
deal 1 up 2c
deal 2 up Kd
street 4
deal 1 up 3c
deal 2 up Qd
street 5
deal 1 up 4c
deal 2 up Jd
"""


def disputed(*lines: str, hand: str = HAND) -> dict[int, set[str]]:
    index = read_index(read(hand + "\n".join([*lines, "end", ""])))
    words = {card: word for word in ("2c", "3c", "4c", "5c", "Kd", "Qd", "Jd") for card in parse_cards(word)}
    return {seat: {words[card] for card in cards} for seat, cards in disputed_cards(index).items() if cards}


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ([], {}),
        (["reprint 1 up 2c 3c"], {}),
        (["reprint 1 up 2c 5c"], {1: {"3c"}}),
        (["reprint 1 up 5c 3c 4c"], {1: {"2c"}}),
        (["reprint 1 down 5c 6c"], {}),
        # One against one: the deal stands. Two lines tell that it is right, and one that it is not.
        (["reprint 1 up 2c 5c", "reprint 1 up 2c 3c 4c"], {}),
        (["reprint 1 up 2c 5c", "reprint 1 up 2c 5c 4c"], {1: {"3c"}}),
        (["reprint 1 up 2c 5c", "reprint 1 up 2c 5c 4c", "reprint 1 up 2c 3c 4c"], {1: {"3c"}}),
        (["reprint 2 up Kd Jh", "reprint 1 up 5h 3c"], {1: {"2c"}, 2: {"Qd"}}),
        # A line that does not reach a card says nothing of it.
        (["reprint 1 up 5c"], {1: {"2c"}}),
        # A whole hand that lacks it; six cards are no whole hand.
        (["show 1 Ac Ad 2c 3c 5c 6c 7c"], {1: {"4c"}}),
        (["show 1 Ac Ad 2c 3c 4c 6c 7c"], {}),
        (["show 1 Ac Ad 2c 3c 5c 6c"], {}),
        (["show 1 Ac Ad 2c 3c 5c 6c 7c", "reprint 1 up 2c 3c 4c"], {}),
        (['summary 1 mucked="Ac Ad 2c 3c 5c 6c 7c"'], {1: {"4c"}}),
        # The same card before both: whose it is cannot be told.
        (["street 6", "deal 1 up 5c", "deal 2 up 3c"], {1: {"3c"}, 2: {"3c"}}),
        (["street 6", "deal 1 up ?", "deal 2 up ?"], {}),
        (["street 6", "deal 1 up 5c", "deal 2 up 3c", "reprint 1 up 2c 3c 5h"], {1: {"3c", "4c"}, 2: {"3c"}}),
    ],
)
def test_a_card_that_half_of_the_lines_do_not_have(lines: list[str], expected: dict[int, set[str]]) -> None:
    assert disputed(*lines) == expected


def test_a_misdirected_card_is_its_owner_s() -> None:
    hand = HAND.replace("deal 2 up Qd", "deal 1 up Qd")
    # Seat 2 is shown with the queen: it lay there, and no line contradicts that.
    assert disputed("reprint 2 up Kd Qd Jd", "reprint 1 up 2c 3c 4c", hand=hand) == {}
