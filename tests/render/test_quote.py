"""Quoted lines show what stands there, mark the right columns, and cannot drive the terminal."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from stud_audit.model.escaping import visible
from stud_audit.render.quote import quote, short_name

HOSTILE = "\x1b[31m \x07 \r \x00 \x7f \x85 \x9b \u200e \u202e \u2028 \u2029 \ufeff \udc80 \U000e0041"


def test_hostile_text_shows_and_does_nothing() -> None:
    shown = visible(HOSTILE)
    assert shown.isprintable()
    shown.encode()
    assert shown.startswith("␛[31m ␇ ␍ ␀ ␡ \\u{85} \\u{9b} \\u{200e} \\u{202e} \\u{2028}")


def test_ordinary_and_odd_letters_stay() -> None:
    assert visible("Zoë collected €2.50 [K♦] 日本\u00a0x") == "Zoë collected €2.50 [K♦] 日本\u00a0x"


@pytest.mark.parametrize(
    ("line", "column", "end_column", "marked"),
    [
        ("northwind: bets $4", 17, 19, "$4"),
        ("\tnorthwind: bets $4", 18, 20, "$4"),
        ("日本: bets $4", 10, 12, "$4"),
        ("a\x1b[2Jb: bets $4", 14, 16, "$4"),
        ("e\u0301e\u0301: bets $4", 12, 14, "$4"),
        ("northwind", 1, 10, "northwind"),
    ],
)
def test_the_mark_stands_under_its_columns(line: str, column: int, end_column: int, marked: str) -> None:
    quoted = quote(line, column, end_column)
    assert line[column - 1 : end_column - 1] == marked
    before = quoted.text[: quoted.text.rindex(marked)]
    assert (cell_len(before), cell_len(marked)) == (quoted.indent, quoted.width)


@pytest.mark.parametrize(("column", "end_column"), [(1, 1), (0, 0), (50, 60), (10, 3)])
def test_a_mark_off_the_line_is_one_cell_at_its_edge(column: int, end_column: int) -> None:
    quoted = quote("folds", column, end_column)
    assert quoted.text == "folds"
    assert quoted.width == 1
    assert quoted.indent <= 5


def test_a_very_long_line_is_cut_around_the_mark() -> None:
    line = "x" * 5000 + "HERE" + "y" * 5000
    quoted = quote(line, 5001, 5005)
    assert len(quoted.text) < 260
    assert quoted.text[quoted.indent : quoted.indent + quoted.width] == "HERE"
    assert quoted.text[0] == quoted.text[-1] == "…"
    whole = quote(line, 1, len(line) + 1)
    assert (whole.text[0], whole.text[-1]) == ("x", "…")
    assert whole.width <= len(whole.text)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("northwind", "northwind"),
        ("n" * 30, "n" * 30),
        ("n" * 31, "n" * 29 + "…"),
        ("漢" * 15, "漢" * 15),  # two cells each
        ("漢" * 64, "漢" * 14 + "…"),
        ("\u202e" + "n" * 40, "\\u{202e}" + "n" * 21 + "…"),
    ],
)
def test_a_column_of_names_is_no_wider_than_names_are(name: str, told: str) -> None:
    assert short_name(name) == told
    assert cell_len(short_name(name)) <= 30
