"""The smallest chips in which a hand may have been paid: those of the table, or what all of its amounts allow."""

from __future__ import annotations

import pytest
from support.recorded import settled

from stud_audit.houses.rules import Rules


@pytest.mark.parametrize(
    ("small", "ante", "chip", "units"),
    [
        ("2", "1", "", (1, 100)),
        ("2", "0.50", "", (1, 50)),
        ("2", "0.25", "", (1, 25)),
        ("0.10", "0.05", "", (1, 5)),
        ("0.10", "0.02", "", (1,)),  # there is no chip of two
        ("0.04", "0.01", "", (1,)),
        ("50", "25", "", (1, 2500)),
        ("2", "1", " chip=0.25", (25,)),
    ],
)
def test_chips_that_pay_every_amount(small: str, ante: str, chip: str, units: tuple[int, ...]) -> None:
    big, pot = f"{2 * float(small):g}", f"{2 * float(ante):g}"
    text = (
        f"stud 1\nhand 1 game=stud structure=fixed small={small} big={big} ante={ante} currency=USD{chip}\n"
        f'seat 1 "northwind" 500\nseat 2 "saltmarsh" 500\nante 1 {ante}\nante 2 {ante}\n'
        f"deal 1 up 2c\ndeal 2 up Kd\nfold 1\naward 2 {pot}\nend\n"
    )
    assert settled(text, Rules()).chip_units == units
