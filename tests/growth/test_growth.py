"""What grows in an input makes no more work than it must: counted, at so many times and at twice as many.

`python -m benchmarks.growth` looks for such inputs at length; here are a few of each dialect, and those that were slow.
"""

from __future__ import annotations

import re
from itertools import islice
from pathlib import Path
from random import Random

import pytest
from support.growth import Growth, SampleHand, drawn, kinds, repeated, sample_hands, steep

from stud_audit.houses.loader import load_house
from stud_audit.ingest.dialect import Block
from stud_audit.ingest.grammar.toml_pieces import plain_value
from stud_audit.ingest.input import split
from stud_audit.ingest.input.pieces import HandText
from stud_audit.ingest.input.split import Splitter
from stud_audit.ingest.registry import get_dialect, get_dialects
from stud_audit.model.errors import HouseError
from stud_audit.model.findings import Finding
from stud_audit.pipeline import Audit

DIALECTS = [dialect.name for dialect in get_dialects("auto")]


def hand_of(dialect: str) -> SampleHand:
    return max(sample_hands(dialect)[:4], key=lambda hand: len(hand.lines))


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.slow
def test_every_third_kind_of_line_many_times(dialect: str, tmp_path: Path) -> None:
    for hand, place, kind in islice(kinds([hand_of(dialect)]), 0, None, 3):
        assert steep(repeated(hand, [(place, place + 1)], kind), 16, tmp_path) == [], kind


@pytest.mark.slow
@pytest.mark.parametrize("dialect", DIALECTS)
def test_blocks_of_lines_drawn_at_random(dialect: str, tmp_path: Path) -> None:
    hands, random = sample_hands(dialect), Random(dialect)
    for _ in range(3):
        growth = drawn(hands, random)
        assert steep(growth, 16, tmp_path) == [], growth.name


# --- what was slow ----------------------------------------------------------------------------------

LOG = """\
PokerStars Hand #1: 7 Card Stud Limit ($2/$4 USD) - 2013/05/01 20:00:00 ET
Table 'Alpha' 8-max
Seat 1: northwind ($100 in chips)
Seat 2: saltmarsh ($100 in chips)
northwind: posts the ante $0.25
saltmarsh: posts the ante $0.25
*** 3rd STREET ***
Dealt to northwind [2c]
Dealt to saltmarsh [Kd]
northwind: brings in for $1
saltmarsh: raises $1 to $2
northwind: calls $1
*** 4th STREET ***
Dealt to northwind [2c] [3d]
Dealt to saltmarsh [Kd] [9s]
saltmarsh: bets $2
northwind: folds
Uncalled bet ($2) returned to saltmarsh
saltmarsh collected $4.50 from pot
saltmarsh: doesn't show hand
*** SUMMARY ***
Total pot $4.50 | Rake $0
Seat 1: northwind folded on the 4th Street
Seat 2: saltmarsh collected ($4.50)
"""
HAND = SampleHand("pokerstars", ".txt", (), tuple(LOG.splitlines()))


def audited(text: str, folder: Path, suffix: str = ".txt") -> list[Finding]:
    path = folder / f"hand{suffix}"
    path.write_text(text, "utf-8")
    return [finding for item in Audit([path]) for finding in item.findings]


@pytest.mark.parametrize(
    "line",
    [
        "Uncalled bet",
        "saltmarsh collected",
        "saltmarsh: bets",
        "saltmarsh: raises",
        "northwind: calls",
        "Dealt to saltmarsh [Kd] [9s]",
    ],
)
def test_one_line_many_times(line: str, tmp_path: Path) -> None:
    place = next(place for place, text in enumerate(HAND.lines) if text.startswith(line))
    assert steep(repeated(HAND, [(place, place + 1)], line), 16, tmp_path) == []


def test_hands_shown_many_times(tmp_path: Path) -> None:
    lines = list(HAND.lines)
    lines.insert(17, "saltmarsh: shows [Kd 9s 4c 4d 5h 6h 7h] (a pair of Fours)")
    shown = SampleHand("pokerstars", ".txt", (), tuple(lines))
    for varied in (False, True):
        assert steep(repeated(shown, [(17, 18)], "shows", varied=varied), 16, tmp_path) == []


def test_a_raise_names_twenty_of_those_before_it_and_says_how_many_more_there_are(tmp_path: Path) -> None:
    at = HAND.lines.index("saltmarsh: bets $2")
    raises = [f"{('northwind', 'saltmarsh')[n % 2]}: raises $2 to ${4 + 2 * n}" for n in range(40)]
    found = audited(HAND.text([*HAND.lines[: at + 1], *raises, *HAND.lines[at + 1 :]]), tmp_path)
    capped = [finding for finding in found if finding.code == "W506"]
    assert max(len(finding.related) for finding in capped) == 20
    # Of 41 bets and raises the last was made over forty, of which twenty are named.
    assert capped[-1].related[-1].note == "to 40; and 20 more such lines"
    assert capped[0].related[-1].note == "to 8"


def test_more_players_than_a_deck_serves_are_refused_and_the_next_hand_is_read(tmp_path: Path) -> None:
    seats = [f"Seat {n}: player {n} ($100 in chips)" for n in range(3, 60)]
    crowd = HAND.text([*HAND.lines[:4], *seats, *HAND.lines[4:]])
    found = audited(crowd + "\n\n" + LOG.replace("#1:", "#2:"), tmp_path)
    assert [(finding.code, finding.line) for finding in found] == [("R009", 1)]
    assert "more than 17 players" in found[0].message


@pytest.mark.parametrize(("times", "refused"), [(9_000, False), (11_000, True)])
def test_a_hand_of_too_many_lines_is_refused(times: int, refused: bool, tmp_path: Path) -> None:
    lines = [*HAND.lines[:12], *['northwind said, "hello"'] * times, *HAND.lines[12:]]
    found = audited(HAND.text(lines) + "\n\n" + LOG.replace("#1:", "#2:"), tmp_path)
    assert [(finding.code, finding.line) for finding in found] == [("R009", 1)] * refused
    assert all("lines, more than the 10000" in finding.message for finding in found)


def test_a_hand_of_too_many_actions_is_refused(tmp_path: Path) -> None:
    found = audited(HAND.text([*HAND.lines[:15], *["saltmarsh: checks"] * 2_100, *HAND.lines[15:]]), tmp_path)
    assert [finding.code for finding in found] == ["R009"]
    assert "events, more than the 2000" in found[0].message


@pytest.mark.parametrize("amount", ["1" + "0" * 400_000, "0." + "0" * 400_000 + "1", "1" * 19 + "," * 400_000])
def test_an_amount_of_too_many_digits_is_none(amount: str, tmp_path: Path) -> None:
    found = audited(LOG.replace("bets $2", f"bets ${amount}"), tmp_path)
    assert ("R001", 16) in {(finding.code, finding.line) for finding in found}, "no site writes such a line"
    amount = amount[:400]
    found = audited(LOG.replace("bets $2", f"bets ${amount}"), tmp_path)
    assert all(len(finding.message) < 400 for finding in found)
    assert [(finding.code, finding.line) for finding in found if finding.code == "R010"] == [("R010", 16)]


def test_comments_without_an_end(tmp_path: Path) -> None:
    sample = hand_of("merge")
    text = sample.text(sample.lines)

    def grown(n: int) -> str:
        return text.replace("</players>", "</players>" + "<!-- " * n, 1)

    assert steep(Growth(sample, "comments", grown), 100, tmp_path) == []


def test_a_list_of_cards_of_a_megabyte(tmp_path: Path) -> None:
    cards = "[" + "Kd " * 300_000 + "9s]"
    assert audited(LOG.replace("[Kd] [9s]", f"{cards} [9s]"), tmp_path)[0].line == 15


def test_cards_that_are_none_are_told_at_once_and_in_short_where_they_are_more_than_a_hand_has(tmp_path: Path) -> None:
    merge = hand_of("merge")
    text = re.sub('( cards="[^"]*)"', lambda found: found[1] + ",X" * 3_000 + '"', merge.text(merge.lines), count=1)
    found = audited(text, tmp_path, merge.suffix)
    (malformed,) = [finding for finding in found if finding.code == "R010"]
    assert "3000 words are no cards" in malformed.message
    assert len(malformed.actual or "") < 1100
    neutral = hand_of("neutral")
    text = re.sub(
        "( up ..)$", lambda found: found[1] + found[1][-3:] * 3_000, neutral.text(neutral.lines), count=1, flags=re.M
    )
    (twice,) = [finding for finding in audited(text, tmp_path, neutral.suffix) if finding.code == "D104"]
    assert twice.message.endswith("twice in one line")
    assert len(twice.actual or "") == 2


# --- files of settings ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('name = "x"\n' + ".".join("a" * 100_000) + " = 1\n", ":2: a.a.a.a"),
        ('name = "x"\n[' + ".".join("a" * 100_000) + "]\n", ":2: a.a.a.a"),
        ('name = "x"\nrulings = {' + " . ".join(['"a b"'] * 50) + " = 1}\n", ':2: "a b" . "a b"'),
        ('name = "x"\n' + "".join(f"a{n}.b = 1\n" for n in range(100_000)), "more than 262144 characters"),
        ("name = " + "[" * 100_000, "too deep"),
    ],
)
def test_a_house_file_beyond_bounds_is_refused_before_it_is_read(text: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(HouseError) as caught:
        load_house(path)
    assert said in str(caught.value)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize("value", ["{" + ".".join("a" * 100_000) + " = 1}", "[" * 100_000, '"' + "a" * 5_000 + '"'])
def test_a_value_beyond_bounds_is_none(value: str) -> None:
    assert plain_value(value) is None


# --- what no count of lines sees --------------------------------------------------------------------


@pytest.mark.parametrize("line", ["***** # 1 **********", "# 1", "<session>", "<!-- -->", "[["])
@pytest.mark.parametrize("times", [40, 3_000])
def test_heads_of_files_without_a_hand_are_passed_at_once(times: int, line: str) -> None:
    """A line that several sites write between hands, or that fits in several ways, is no choice to be gone back on."""
    marks = " ".join(mark for dialect in get_dialects("auto") for mark in dialect.start_marks)
    splitter = Splitter(get_dialects("auto"))
    lines = f"{line}\n" * times
    pieces = splitter.feed(f"-----\n{lines}. {marks}\n")
    assert not any(isinstance(piece, HandText) for piece in [*pieces, *splitter.finish()])


@pytest.mark.parametrize("head", ["<session>", "<?xml ", "<?xml ?><session ", "<session> <a>"])
def test_a_line_of_heads_of_sessions_is_searched_at_once(head: str) -> None:
    hand = hand_of("ipoker")
    splitter = Splitter(get_dialects("auto"))
    pieces = splitter.feed(f"{hand.text(hand.lines)}x<game >{head * 30_000}\n") + splitter.finish()
    assert sum(isinstance(piece, HandText) for piece in pieces) >= 1


class Counted:
    """A pattern that tells how many characters each search with it passes over."""

    def __init__(self, pattern: re.Pattern[str], passed: list[int]) -> None:
        self.match, self._pattern, self._passed = pattern.match, pattern, passed

    def search(self, text: str, start: int) -> re.Match[str] | None:
        found = self._pattern.search(text, start)
        self._passed.append((found.end() if found else len(text)) - start)
        return found


@pytest.mark.parametrize(
    ("dialect", "glued"), [("ohh", '{"ohh": {"a": 1}} '), ("ipoker", '<game gamecode="1"><general/></game>')]
)
def test_the_next_header_is_looked_for_once_for_all_hands_glued_into_a_line(
    dialect: str, glued: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    passed: list[int] = []
    for name in ("_headers", "_starts"):
        patterns = getattr(split, name)
        monkeypatch.setattr(split, name, lambda dialects, of=patterns: Counted(of(dialects), passed))
    splitter, text = Splitter(get_dialects("auto")), f"{glued * 2_000}\n{LOG}"
    pieces = splitter.feed(text) + splitter.finish()
    hands = [piece.dialect for piece in pieces if isinstance(piece, HandText)]
    assert hands == [dialect] * 2_000 + ["pokerstars"]
    assert sum(passed) < 4 * len(text)


@pytest.mark.parametrize("filler", [" ", "a", "1", "[", "a ", "(1) ", "- "])
@pytest.mark.parametrize("dialect", [name for name in DIALECTS if name not in ("phh", "merge", "ipoker")])
def test_long_lines_are_told_or_left_at_once(dialect: str, filler: str) -> None:
    """Patterns that sought in every way would not come to an end here: a line of 60,000 characters."""
    hand = hand_of(dialect)
    book = get_dialect(dialect).grammar.book  # type: ignore[attr-defined]
    for _, place, _ in islice(kinds([hand]), 0, None, 4):
        line = hand.lines[place]
        for cut in (0, len(line) // 2, len(line)):
            long = line[:cut] + filler * (60_000 // len(filler)) + line[cut:]
            assert book.lines_of(Block("\n".join([*hand.lines[:3], long]), 1, 1, ""))
