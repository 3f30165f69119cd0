"""The sums of a record: rakes that may be, sums of corrections, and what most tables post."""

from __future__ import annotations

import pytest

from stud_audit.record.books import Books, plausible_rake, sums
from stud_audit.record.usual_amounts import UsualAmounts


@pytest.mark.parametrize(
    ("chips", "pot", "plausible"),
    [(0, 100, True), (10, 100, True), (11, 100, False), (1, 3, True), (2, 3, False), (-1, 100, False)],
)
def test_a_tenth_of_the_pot_or_one_chip_can_be_a_rake(chips: int, pot: int, plausible: bool) -> None:
    assert plausible_rake(chips, pot) is plausible


@pytest.mark.parametrize(
    ("parts", "totals"),
    [
        ([], set()),
        ([(3,)], {3}),
        ([(3, 5)], {3, 5}),  # one or the other
        ([(3,), (5,)], {3, 5, 8}),
        ([(3,), (-3,)], {3, -3}),
        ([(1, 2), (10,)], {1, 2, 10, 11, 12}),
    ],
)
def test_sums_of_some_corrections(parts: list[tuple[int, ...]], totals: set[int]) -> None:
    assert sums(parts) == totals


@pytest.mark.parametrize(
    ("put_in", "paid", "rake", "total", "off", "total_off", "right"),
    [
        (100, 95, 5, 100, 0, 0, True),
        (100, 95, 5, None, 0, 0, True),
        (100, 94, 5, 100, -1, 0, False),
        (100, 96, 5, 100, 1, 0, False),
        (100, 96, 5, 101, 1, 1, True),  # what was paid agrees with what is stated: the chips are in doubt
        (100, 95, 5, 101, 0, 1, True),
        (100, 95, None, None, -5, 0, True),
        (100, 101, None, None, 1, 0, False),
    ],
)
def test_what_the_books_say(
    put_in: int, paid: int, rake: int | None, total: int | None, off: int, total_off: int, right: bool
) -> None:
    books = Books(put_in, paid, rake, total, 0, 0)
    assert (books.off, books.total_off, books.paid_rightly) == (off, total_off, right)


@pytest.mark.parametrize(
    ("amounts", "usual"),
    [
        ((5,), None),
        ((5, 5), 5),
        ((5, 6), None),
        ((5, 5, 6), 5),
        ((5, 5, 6, 6), None),
        ((6, 5, 6), 6),
    ],
)
def test_what_most_hands_of_a_table_post(amounts: tuple[int, ...], usual: int | None) -> None:
    seen: UsualAmounts[int] = UsualAmounts()
    for number, amount in enumerate(amounts):
        seen.add("Alpha", amount, number)
    assert [amount for _, amount, _ in seen.departures()] == ([a for a in amounts if a != usual] if usual else [])
