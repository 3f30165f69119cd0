"""One line too many costs no more than itself: headings out of place, and card lines that stand twice."""

import pytest
from support.dialects import SAMPLES

from stud_audit.ingest.grammar.lines import Line
from stud_audit.ingest.grammar.sections import Section
from stud_audit.ingest.mapping.headings import in_order
from stud_audit.pipeline import Audit

HAND = """PokerStars Hand #538662719:  7 Card Stud Limit ($0.04/$0.08 USD) - 2026/03/10 9:33:25 UTC
Table 'Harbour' 8-max
Seat 1: aldgate ($1.80 in chips)
Seat 2: brixton ($2 in chips)
aldgate: posts the ante $0.01
brixton: posts the ante $0.01
*** 3rd STREET ***
Dealt to aldgate [As 2s 7c]
Dealt to brixton [Jd]
aldgate: brings in for $0.02
brixton: calls $0.02
*** 4th STREET ***
Dealt to aldgate [As 2s 7c] [8d]
Dealt to brixton [Jd] [Th]
brixton: checks
aldgate: checks
*** 5th STREET ***
Dealt to aldgate [As 2s 7c 8d] [9c]
Dealt to brixton [Jd Th] [4h]
brixton: checks
aldgate: checks
*** 6th STREET ***
Dealt to aldgate [As 2s 7c 8d 9c] [Kd]
Dealt to brixton [Jd Th 4h] [Ks]
brixton: checks
aldgate: checks
*** RIVER ***
Dealt to aldgate [As 2s 7c 8d 9c Kd] [Ad]
brixton: checks
aldgate: checks
*** SHOW DOWN ***
brixton: shows [Qd 3c Jd Th 4h Ks 2h] (high card King)
aldgate: shows [As 2s 7c 8d 9c Kd Ad] (a pair of Aces)
aldgate collected $0.06 from pot
*** SUMMARY ***
Total pot $0.06 | Rake $0
Seat 1: aldgate showed [As 2s 7c 8d 9c Kd Ad] and won ($0.06) with a pair of Aces
Seat 2: brixton showed [Qd 3c Jd Th 4h Ks 2h] and lost with high card King
"""
HEADINGS = ("*** 3rd STREET ***", "*** 4th STREET ***", "*** 5th STREET ***", "*** 6th STREET ***", "*** RIVER ***")
LINES = HAND.split("\n")


def found(text: str, folder: object) -> list[tuple[int | None, str]]:
    path = f"{folder}/one.txt"
    with open(path, "w", encoding="utf-8") as file:  # a text of a test
        file.write(text)
    return [(finding.line, finding.code) for item in Audit(path) for finding in item.findings]


def test_the_hand_itself_is_clean(tmp_path: object) -> None:
    assert found(HAND, tmp_path) == []


@pytest.mark.parametrize("heading", HEADINGS)
def test_a_stray_heading_is_one_finding(heading: str, tmp_path: object) -> None:
    """Before the showdown and behind the seats, wherever the street does not begin."""
    for place in range(4, LINES.index("*** SHOW DOWN ***")):
        text = "\n".join([*LINES[:place], heading, *LINES[place:]])
        findings = found(text, tmp_path)
        assert [code for _, code in findings] == ["R002"], (place, findings)
        assert text.split("\n")[(findings[0][0] or 0) - 1] == heading


@pytest.mark.parametrize("right", HEADINGS[1:4])
@pytest.mark.parametrize("wrong", HEADINGS)
def test_a_misnamed_heading_is_one_finding(right: str, wrong: str, tmp_path: object) -> None:
    text = HAND.replace(right, wrong)
    assert found(text, tmp_path) == [(LINES.index(right) + 1, "R002")] * (right != wrong)


def with_heading(street: str, before: str, folder: object) -> tuple[int, list[tuple[int | None, str]]]:
    """A heading put into a clean log of Full Tilt: its line, and all findings."""
    text = (SAMPLES / "fulltilt" / "stud-2-4.txt").read_text("utf-8")
    at = text.index(before)
    heading = f"*** {street} STREET *** (Total Pot: $23.10, 2 Players, 1 All-In)"
    return text[:at].count("\n") + 1, found(f"{text[:at]}{heading}\n{text[at:]}", folder)


@pytest.mark.parametrize("street", ["3RD", "4TH", "5TH", "6TH", "7TH"])
@pytest.mark.parametrize(
    "before", ["*** 3RD STREET ***", "brixton is low with", "dulwich stands up", "*** SUMMARY ***"]
)
def test_a_stray_heading_of_full_tilt_states_no_pot(street: str, before: str, tmp_path: object) -> None:
    """With a player all-in, headings tell the pot: one that stands where its street does not begin tells nothing."""
    line, findings = with_heading(street, before, tmp_path)
    assert findings == [(line, "R002")]


def test_of_two_headings_before_a_deal_the_one_is_meant_whose_street_is_dealt_nowhere_else(tmp_path: object) -> None:
    """With all players all-in nobody acts between the deals, so that only the deals tell."""
    line, findings = with_heading("7TH", "Dealt to aldgate [9c 9s Jd 2h 9d] [Kh]", tmp_path)
    assert findings == [(line, "R002")]


@pytest.mark.parametrize("name", ["stud-cash.txt", "stud8-headings.txt", "tournament.txt"])
def test_a_card_line_of_bovada_that_stands_twice_is_one_finding(name: str, tmp_path: object) -> None:
    text = (SAMPLES / "bovada" / name).read_text("utf-8")
    lines, usual = text.split("\n"), found(text, tmp_path)
    doubled = [place for place, line in enumerate(lines) if "Card dealt" in line]
    for place in doubled[:: max(1, len(doubled) // 12)]:
        twice = found("\n".join([*lines[: place + 1], *lines[place:]]), tmp_path)
        assert len(twice) == len(usual) + 1
        assert (place + 2, "D104") in twice


@pytest.mark.parametrize("kind", ["BET", "ALL_IN", "ALL_IN_RAISE", "ALL_IN_WAGER"])
def test_a_heading_between_the_deals_of_the_street_before_is_out_of_place_whatever_is_played_there(kind: str) -> None:
    """Here, the first of fifth street, before the last card and the play of fourth."""
    streets = (3, ["DEALT", "CALL"]), (4, ["DEALT"]), (5, ["DEALT", kind]), (5, ["DEALT", "CALL"]), (6, ["DEALT"])
    sections, street_at = [], {}
    for street, kinds in streets:
        number = 10 * len(sections) + 1
        street_at[number] = street
        sections.append(Section("street", [Line("", number, 1, None, each, {}) for each in ("STREET", *kinds)]))
    joined, strays = in_order(sections, lambda line: street_at[line.number])
    assert strays == {21}
    assert [[line.type for line in section.lines[1:]] for section in joined][1] == ["DEALT", "STREET", "DEALT", kind]
