"""Equal text gives equal findings, whatever was read before it; and a finding's place lies in its line."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support.growth import SAMPLES, SampleHand, drawn, sample_hands

from stud_audit.ingest.input.sources import ENDINGS
from stud_audit.ingest.registry import get_dialect, get_dialects
from stud_audit.model.findings import Finding
from stud_audit.pipeline import Audit

FILES = sorted(path for path in SAMPLES.rglob("*.*") if path.suffix in ENDINGS)
DIALECTS = [dialect.name for dialect in get_dialects("auto")]
_PLACES = ("file", "hand_index", "hand_key", "line", "related")
"""What tells where a text stands, and not what is found in it."""
_OF_SEVERAL_HANDS = ("R005", "A206", "B305", "A204", "X801", "X802", "X803", "X804")


def findings(path: Path) -> list[list[dict[str, Any]]]:
    """What is found in each hand of a file by itself, without its place."""
    found = []
    for item in Audit([path]):
        if hasattr(item, "hand"):
            records = [f.to_dict() for f in item.findings if f.code not in _OF_SEVERAL_HANDS]
            found.append([{k: v for k, v in record.items() if k not in _PLACES} for record in records])
    return found


@pytest.mark.parametrize("dialect", DIALECTS)
def test_hands_in_another_order_and_twice_give_what_they_gave(dialect: str, tmp_path: Path) -> None:
    hands = sample_hands(dialect)[:12]
    hands = [hand for hand in hands if hand.head == hands[0].head]

    def written(order: Iterable[SampleHand]) -> list[list[dict[str, Any]]]:
        path = tmp_path / f"hands{hands[0].suffix}"
        path.write_text("\n".join([*hands[0].head, *["\n".join(hand.lines) + "\n\n" for hand in order]]), "utf-8")
        return findings(path)

    once = written(hands)
    assert len(once) == len(hands)
    assert written(reversed(hands)) == once[::-1]
    twice = written([*hands, *hands])  # the second of two equal records tells nothing new
    assert twice[: len(once)] == once
    assert all(again in ([], first) for again, first in zip(twice[len(once) :], once, strict=True))
    assert written(hands) == once


def tag_file(comment: str) -> str:
    """The hands of a Merge sample, with something behind the first tag of each."""
    text = (SAMPLES / "merge" / "stud-1-2.txt").read_text("utf-8")
    return text.replace("<players ", f"{comment}\n<players ")


@pytest.mark.parametrize(
    "comment",
    [
        "<!-- a hand -->",
        "<!-- <game> is said <twice> -->",
        "<!-- one\n <event/> two\n-->",
        "<!----><!-- -- < -->",
    ],
)
def test_comments_change_nothing_in_any_hand(comment: str, tmp_path: Path) -> None:
    plain, commented = tmp_path / "plain.xml", tmp_path / "commented.xml"
    plain.write_text(tag_file(""), "utf-8")
    commented.write_text(tag_file(comment), "utf-8")
    assert findings(commented) == findings(plain)


def test_a_tag_that_is_cut_is_told_each_time(tmp_path: Path) -> None:
    book = get_dialect("merge").grammar.book  # type: ignore[attr-defined]
    text = '<event type="FOLD" player="a<b"/>\n<event type="FOLD" player="a'
    first = [(tag.type, tag.text) for tag in book.tags(text)]
    assert [(tag.type, tag.text) for tag in book.tags(text)] == first
    assert first[0][0] != "UNKNOWN"
    assert first[1][0] == "UNKNOWN"


# --- places -----------------------------------------------------------------------------------------


def assert_in_line(found: Iterable[Finding], texts: dict[str, list[str]]) -> None:
    for finding in found:
        for place in (finding, *finding.related):
            line = texts[place.file][place.line - 1] if place.line else ""
            assert 1 <= place.column <= place.end_column <= len(line) + 1, (place, line)
        assert finding.money_effect is None or not finding.money_effect.startswith("-"), finding


@pytest.mark.parametrize("path", FILES, ids=[str(path.relative_to(SAMPLES)) for path in FILES])
def test_the_place_of_every_finding_lies_in_its_line(path: Path) -> None:
    texts = {str(path): path.read_text("utf-8").split("\n")}
    assert_in_line([finding for item in Audit([path]) for finding in item.findings], texts)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_so_it_does_where_lines_are_lost_and_doubled(dialect: str, tmp_path: Path) -> None:
    hands, random = sample_hands(dialect), Random(dialect)
    for number in range(12):
        growth = drawn(hands, random)
        path = tmp_path / f"{number}{growth.hand.suffix}"
        path.write_text(growth.text(2), "utf-8")
        texts = {str(path): growth.text(2).split("\n")}
        assert_in_line([finding for item in Audit([path]) for finding in item.findings], texts)


FIFTH_FIRST = """\
PokerStars Hand #7:  7 Card Stud Limit ($2/$4 USD) - 2013/05/01 20:00:00 ET
*** 5th STREET ***
Seat 3: northwind ($100 in chips)
Seat 5: saltmarsh ($100 in chips)
*** 3rd STREET ***
northwind: brings in for $1
northwind: raises $2 to $4
saltmarsh: calls $3
*** 4th STREET ***
northwind: bets $2
saltmarsh: raises $2 to $4
northwind: raises $2 to $6
"""
NAMES = {3: "third street", 4: "fourth street", 5: "fifth street", 6: "sixth street", 7: "seventh street"}


def test_a_finding_about_an_action_and_its_message_name_one_street(tmp_path: Path) -> None:
    # The heading of fifth street stands first, so that play is on it from the beginning, whatever comes later.
    path = tmp_path / "hand.txt"
    path.write_text(FIFTH_FIRST, "utf-8")
    found = [finding for item in Audit([path]) for finding in item.findings]
    named = {
        (f.code, f.street, name) for f in found for name in NAMES.values() if name in f.message and f.code[0] in "TW"
    }
    assert {code for code, _, _ in named} >= {"W502", "W506"}
    assert all(NAMES[street or 0] == name for _, street, name in named)
    assert not [f for f in found if (f.money_effect or "").startswith("-")]
