"""What is read in place of a line's tail."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from stud_audit.ingest.mapping.deals import known_cards
from stud_audit.ingest.mapping.headers import printed_amount
from stud_audit.ingest.mapping.readings import amount_in
from stud_audit.model.cards import parse_cards
from stud_audit.model.money import MoreDecimals


def in_place(text: str, decimals: int) -> int:
    """The amount where other digits stand around it."""
    return amount_in(f"9{text}9", 1, 1 + len(text), decimals)


@pytest.mark.parametrize(
    ("text", "decimals", "amount"),
    [
        ("$1.40", 2, 140), ("1.4", 2, 140), ("$20", 2, 2000), ("$0.05", 2, 5), ("1.50", 3, 1500), ("80", 0, 80),
        # Zeros behind are no more decimals, and thousands have a comma or not.
        ("$20.00", 0, 20), ("1,250.50", 2, 125050), ("1250.50", 2, 125050), (".25", 2, 25), ("$.25", 2, 25),
        ("€3.10", 2, 310), ("3.10€", 2, 310), ("60K", 0, 60_000), ("1234567890123456.5", 1, 12345678901234565),
    ],
)  # fmt: skip
def test_an_amount_where_it_stands(text: str, decimals: int, amount: int) -> None:
    assert in_place(text, decimals) == amount


@pytest.mark.parametrize("text", ["", "$", ".", "1.2.3", "2x", "-1", "20|1", "$ 1", "٣"])
def test_what_is_no_amount(text: str) -> None:
    with pytest.raises(ValueError, match="is not an amount"):
        in_place(text, 2)


def test_an_amount_of_more_decimals() -> None:
    with pytest.raises(MoreDecimals) as found:
        in_place("$5.001", 2)
    assert found.value.decimals == 3


@given(st.text(st.sampled_from("0159.,$€-K x"), max_size=20), st.integers(0, 4))
@example("$1.", 2)
def test_an_amount_is_read_in_place_as_by_itself(text: str, decimals: int) -> None:
    said: list[object] = []
    for read in (printed_amount, in_place):
        try:
            said.append(read(text, decimals))
        except (ValueError, MoreDecimals) as error:
            said.append((type(error), str(error)))
    assert said[0] == said[1]


def test_cards_of_a_bracket() -> None:
    for text in ("As", "As Kd", "2c 9h Td Jc Qs Kh Ad"):
        assert known_cards(text) == parse_cards(text)
    for text in ("", "A", "Asx", "As  Kd", "AsxKd", "As Kx", "As ?", "aS", "As Kd ", " As", "As,Kd", "Ä♠", "A♠", "10s"):
        assert known_cards(text) == (), text
