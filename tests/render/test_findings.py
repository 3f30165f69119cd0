"""A finding as a person reads it."""

from __future__ import annotations

import io

import pytest
from msgspec.structs import replace
from support.hands import invented_finding, invented_hand

from stud_audit.model.findings import Payment, Readings, Related
from stud_audit.model.spans import Span
from stud_audit.render.findings import finding_lines, value_words
from stud_audit.render.styled import Output, plain

CLAUSES = {"WH-12": "On the first two rounds the unit is the lower limit.", "G-05": "A bet is of the limit."}


def test_a_finding_in_full() -> None:
    hand = invented_hand()
    finding = invented_finding(
        hand,
        verdict="review",
        readings=Readings(("literal",), ("default", "strict"), True, "roberts-rules"),
        settlement=(Payment(2, "quillfeather", "2.5", "0"), Payment(1, "日本", "0", "2.5")),
        related=(
            Related("night.txt", 104, 20, 24, "the door card"),
            Related("noon.txt", 4, 1, 24, "the first hand"),
        ),
    )
    assert plain(finding_lines(finding, hand, CLAUSES)) == (
        """\
night.txt:106:1 W501 bet-wrong-size [review, S1, software]
  a bet of 2 where the unit is 4
    |
104 | Dealt to northwind [Kd]
    |                    ---- the door card
...
106 | quillfeather: bets $2
    | ^^^^^^^^^^^^^^^^^^^^^
    |
    = expected: 4
    = found: 2
    = money effect: 2 USD
    = hand: 1001, third street, seat 2 (quillfeather)
    = see: noon.txt:4:1 the first hand
    = WH-12: On the first two rounds the unit is the lower limit.
    = G-05: A bet is of the limit.
    = silent: the house says nothing of this; judged by roberts-rules
    = right if read as: literal
    = wrong if read as: default, strict
    = settlement:
        seat  player        paid  due
           2  quillfeather   2.5    0
           1  日本             0  2.5

"""
    )


def test_a_finding_without_a_hand_has_no_quote() -> None:
    finding = invented_finding(clauses=(), expected=None, actual=None, money_effect=None, street=None, seat=None)
    assert plain(finding_lines(finding, None, {})) == (
        "night.txt:1:1 W501 bet-wrong-size [violation, S1, software]\n  a bet of 2 where the unit is 4\n\n"
    )


def test_a_hand_whose_text_was_not_kept_has_no_quote() -> None:
    hand = replace(invented_hand(), text="")
    assert " | " not in plain(finding_lines(invented_finding(hand), hand, {}))


def test_a_hand_that_starts_inside_a_line_is_marked_right() -> None:
    glued = invented_hand(lines=["Hand two", "northwind: folds"], header_span=Span(100, 41, 49), column=41)
    text = plain(finding_lines(invented_finding(glued, line=100, column=46, end_column=49), glued, {}))
    assert "100 | Hand two\n    |      ^^^\n" in text


def test_hostile_names_cannot_drive_the_terminal() -> None:
    hand = invented_hand(lines=["\x1b[2J: folds"])
    finding = invented_finding(
        hand,
        line=100,
        column=1,
        end_column=5,
        file="ni\x1bght\udc80.txt",
        player="\x1b[2J\u202e",
        message="the \x1b[2J folds",
        actual="\x07",
        settlement=(Payment(1, "\x1b[2J", "1", "2"),),
        related=(Related("\x1b.txt", 1, 1, 1, "\x1b"),),
    )
    text = plain(finding_lines(finding, hand, {}))
    assert text.replace("\n", "").isprintable()
    assert "[2J" in text
    text.encode()


def test_markup_in_names_is_text() -> None:
    hand = invented_hand(lines=["[bold]x[/bold]: folds :smile:"])
    text = plain(finding_lines(invented_finding(hand, line=100), hand, {}))
    assert "100 | [bold]x[/bold]: folds :smile:" in text


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_colours_only_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    lines = finding_lines(invented_finding(replace(invented_hand())), invented_hand(), CLAUSES)
    file, terminal, bare = io.StringIO(), Terminal(), Terminal()
    Output(file).write(lines)
    Output(terminal).write(lines)
    monkeypatch.setenv("NO_COLOR", "1")
    Output(bare).write(lines)
    assert file.getvalue() == bare.getvalue() == plain(lines)
    assert "\x1b[" in terminal.getvalue()


@pytest.mark.parametrize(
    ("expected", "actual", "message", "told"),
    [
        ("8", "4", "seat 4 (Sable) was paid 0.32; seat 8 (gable) has the better hand", ("seat 8", "seat 4")),
        ("2 | 5", "3", "seat 3 (a) opened; seat 2 (b) or seat 5 (c) acts first", ("seat 2 or seat 5", "seat 3")),
        ("8", "7", "seat 7 (Seat 8) opened third street; seat 8 (player 7) is due", ("seat 8", "seat 7")),
        ("8", "4", "seat 4 (seat 8) bet 4 on fifth street, where the bet is 8", ("8", "4")),
        ("2 | 4", "3", "seat 2 (a) bet 3 on fourth street, where the bet is 2 or 4", ("2 or 4", "3")),
        ("2", "4", "seat 4 (a) was paid 4 and seat 2 (b) 0 of the main pot", ("2", "4")),
        ("1", "0", "seat 1 (a) is dealt no cards", ("1", "0")),
        ("call | fold", None, "seat 2 (a) raised", ("call or fold", "")),
        (None, "2.50", "seat 2 (a) bet 2.50", ("", "2.50")),
    ],
)
def test_values_are_called_seats_where_the_message_says_that_they_are(
    expected: str | None, actual: str | None, message: str, told: tuple[str, str]
) -> None:
    assert value_words(expected, actual, message) == told
