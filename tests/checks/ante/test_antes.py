"""What an ante is held against, by house and log."""

from __future__ import annotations

import pytest
from support.edited import audited

HAND = """\
hand {number} game=stud small={small} big={big}{header} currency=USD table="{table}" house={house}
seat 1 "northwind" 80
seat 2 "quillfeather" 64.50
seat 3 "marrow" 52
ante 1 {antes[0]}
ante 2 {antes[1]}
ante 3 {antes[2]}
deal 1 up Kd
deal 2 up 9s
deal 3 up 2c
bring-in 3 {half}
raise 1 to={small}
fold 2
fold 3
return 1 {half}
award 1 {pot}
end
"""


def hand(*antes: str, small: str = "2", big: str = "4", header: str = "", house: str = "pokerstars", number: int = 1,
         table: str = "Alpha") -> str:  # fmt: skip
    half = f"{float(small) / 2:g}"
    pot = f"{sum(map(float, antes)) + float(small):g}"
    return HAND.format(number=number, small=small, big=big, header=header, table=table, house=house, antes=antes,
                       half=half, pot=pot)  # fmt: skip


def antes_of(*hands: str) -> list[tuple[str, int, str]]:
    return [found for found in audited("stud 1\n" + "".join(hands), ending=".stud") if found[0].startswith("A2")]


def test_the_header_decides() -> None:
    text = hand("0.25", "0.50", "0.25", header=" ante=0.25")
    assert antes_of(text) == [("A202", 7, "violation")]


def test_the_house_publishes_an_ante() -> None:
    same = ("0.50", "0.50", "0.50")
    assert antes_of(hand(*same, small="1", big="2", house="william-hill")) == [
        ("A202", line, "violation") for line in (6, 7, 8)
    ]


def test_the_seats_themselves_decide_at_last() -> None:
    assert antes_of(hand("0.25", "0.50", "0.25")) == [("A202", 7, "review")]


def test_two_seats_that_differ_tell_nothing() -> None:
    text = hand("0.25", "0.50", "0.25").replace("ante 3 0.25\n", "")
    assert [found[0] for found in antes_of(text)] == ["A201"]


def test_what_is_only_usual_is_one_review_for_each_table() -> None:
    quarter = ("0.25", "0.25", "0.25")
    hands = [hand(*quarter, house="third-house", number=n, table=table) for n, table in enumerate("AABBA", 1)]
    lines = hands[0].count("\n")
    assert antes_of(*hands) == [("A202", 6, "review"), ("A202", 6 + 2 * lines, "review")]


def test_the_usual_ante_is_no_finding() -> None:
    assert antes_of(hand("0.20", "0.20", "0.20", house="third-house")) == []


def test_a_seat_that_departs_from_its_unusual_table() -> None:
    text = hand("0.25", "0.50", "0.25", house="third-house")
    assert antes_of(text) == [("A202", 7, "review"), ("A202", 6, "review")]


@pytest.mark.parametrize(("ante", "found"), [(" ante=0.25", 3), (" ante=0", 0), ("", 0)])
def test_nobody_posts(ante: str, found: int) -> None:
    text = "".join(line for line in hand("0", "0", "0", header=ante).splitlines(True) if not line.startswith("ante"))
    assert antes_of(text) == [("A201", 6, "violation")] * found


def test_less_than_the_ante_is_all_in() -> None:
    text = hand("0.25", "0.10", "0.25", header=" ante=0.25").replace('"quillfeather" 64.50', '"quillfeather" 0.10')
    text = text.replace("ante 2 0.10", "ante 2 0.10 all-in").replace("fold 2\n", "")
    assert antes_of(text) == []
