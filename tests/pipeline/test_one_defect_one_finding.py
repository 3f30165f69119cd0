"""One defect gives one finding, several give several, and none is the echo of another."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from stud_audit.pipeline import Audit

HAND = """\
PokerStars Game #700100200:  7 Card Stud Limit ($0.04/$0.08 USD) - 2010/02/03 20:11:07 ET
Table 'Sallow' 8-max
Seat 1: northwind ($1.60 in chips)
Seat 3: quarry ($1.84 in chips)
Seat 4: marlow ($1.34 in chips)
Seat 6: fennel ($2.10 in chips)
northwind: posts the ante $0.01
quarry: posts the ante $0.01
marlow: posts the ante $0.01
fennel: posts the ante $0.01
*** 3rd STREET ***
Dealt to northwind [Ks]
Dealt to quarry [9s]
Dealt to marlow [2c]
Dealt to fennel [Jd]
marlow: brings in for $0.02
fennel: calls $0.02
northwind: raises $0.02 to $0.04
quarry: calls $0.04
marlow: calls $0.02
fennel: folds
*** 4th STREET ***
Dealt to northwind [Ks] [7h]
Dealt to quarry [9s] [4d]
Dealt to marlow [2c] [Tc]
northwind: bets $0.04
quarry: calls $0.04
marlow: calls $0.04
*** 5th STREET ***
Dealt to northwind [Ks 7h] [3c]
Dealt to quarry [9s 4d] [9h]
Dealt to marlow [2c Tc] [6s]
quarry: bets $0.08
marlow: folds
northwind: raises $0.08 to $0.16
quarry: calls $0.08
*** 6th STREET ***
Dealt to northwind [Ks 7h 3c] [Kd]
Dealt to quarry [9s 4d 9h] [5h]
northwind: bets $0.08
quarry: calls $0.08
*** RIVER ***
northwind: bets $0.08
quarry: calls $0.08
*** SHOW DOWN ***
northwind: shows [As 2d Ks 7h 3c Kd Qh] (a pair of Kings)
quarry: mucks hand
northwind collected $0.90 from pot
*** SUMMARY ***
Total pot $0.94 | Rake $0.04
Seat 1: northwind showed [As 2d Ks 7h 3c Kd Qh] and won ($0.90) with a pair of Kings
Seat 3: quarry mucked [8c Jc 9s 4d 9h 5h Td]
Seat 4: marlow folded on the 5th Street
Seat 6: fennel folded on the 3rd Street
"""
LINES = HAND.splitlines()
ACTIONS = [number for number, line in enumerate(LINES) if ": " in line and line.split(": ")[1].split()[0] in
           {"posts", "brings", "calls", "raises", "bets", "folds", "checks"}]  # fmt: skip


def audited(lines: list[str], folder: Path) -> list[tuple[int, str]]:
    path = folder / "hand.txt"
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return sorted((finding.line, finding.code) for item in Audit([path]) for finding in item.findings)


def changed(**lines: str) -> list[str]:
    """The hand with these lines replaced: `l16="..."` is line 16."""
    new = dict(lines)
    return [new.get(f"l{number}", line) for number, line in enumerate(LINES, 1)]


def test_the_hand_is_legal(tmp_path: Path) -> None:
    assert audited(LINES, tmp_path) == []


@pytest.mark.parametrize("at", ACTIONS, ids=[f"{number + 1}" for number in ACTIONS])
def test_a_missing_action_is_one_finding(at: int, tmp_path: Path) -> None:
    assert len(audited(LINES[:at] + LINES[at + 1 :], tmp_path)) == 1


@pytest.mark.parametrize("at", ACTIONS, ids=[f"{number + 1}" for number in ACTIONS])
def test_an_action_written_twice_is_one_finding(at: int, tmp_path: Path) -> None:
    found = audited(LINES[: at + 1] + LINES[at:], tmp_path)
    assert [line for line, _ in found] == [at + 2]


@pytest.mark.parametrize("at", [n for n in ACTIONS if n + 1 in ACTIONS and "posts" not in LINES[n]])
def test_two_actions_that_changed_places_are_one_finding(at: int, tmp_path: Path) -> None:
    found = audited([*LINES[:at], LINES[at + 1], LINES[at], *LINES[at + 2 :]], tmp_path)
    assert [line for line, _ in found] == [at + 1]
    assert found[0][1] in {"T401", "T402"}


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ({"l26": "northwind: bets $0.05"}, [(26, "W501")]),
        ({"l35": "northwind: raises $0.12 to $0.20"}, [(35, "W502")]),
        ({"l41": "quarry: calls $0.07"}, [(41, "W503")]),
        ({"l16": "marlow: brings in for $0.03"}, [(16, "B302")]),
        ({"l16": "marlow: checks"}, [(16, "B303")]),
        ({"l48": "quarry collected $0.90 from pot"}, [(48, "S701")]),
        ({"l50": "Total pot $0.97 | Rake $0.04"}, [(50, "P601")]),
        # Several at once: every one of them, and nothing else.
        ({"l26": "northwind: bets $0.05", "l35": "northwind: raises $0.12 to $0.20"}, [(26, "W501"), (35, "W502")]),
        (
            {"l16": "marlow: brings in for $0.03", "l39": "Dealt to quarry [9s 4d 9c] [5h]"},
            [(16, "B302"), (39, "D110")],
        ),
        (
            {
                "l9": "marlow: posts the ante $0.02",
                "l38": "Dealt to northwind [Ks 7h 3c] [9s]",
                "l41": "quarry: calls $0.07",
            },
            [(9, "A202"), (38, "D104"), (41, "W503")],
        ),
    ],
)
def test_planted_defects(lines: dict[str, str], expected: list[tuple[int, str]], tmp_path: Path) -> None:
    assert audited(changed(**lines), tmp_path) == expected


def test_copies_in_other_encodings_give_the_same(tmp_path: Path) -> None:
    text = "\n".join(changed(l26="northwind: bets $0.05")) + "\n"
    copies = {
        "lf.txt": text.encode(),
        "crlf.txt": text.replace("\n", "\r\n").encode(),
        "bom.txt": b"\xef\xbb\xbf" + text.encode(),
        "utf16.txt": text.replace("\n", "\r\n").encode("utf-16"),
    }
    seen = Counter()
    for name, data in copies.items():
        (tmp_path / name).write_bytes(data)
        for item in Audit([tmp_path / name]):
            record = [(f.line, f.column, f.end_column, f.code, f.message, f.hand_key) for f in item.findings]
            seen[(tuple(record), item.hand.events)] += 1  # type: ignore[union-attr]
    assert list(seen.values()) == [4]
