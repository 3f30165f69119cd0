"""One PokerStars hand of our own, whole and legal, and what an audit says of it after an edit."""

from __future__ import annotations

import tempfile
from pathlib import Path

from stud_audit.pipeline import Audit

HAND = """\
PokerStars Game #7001:  7 Card Stud Limit ($0.04/$0.08 USD) - 2026/11/01 10:08:43 ET
Table 'Meridian IV' 8-max
Seat 1: northwind ($1.60 in chips)
Seat 2: quillfeather ($1.84 in chips)
Seat 4: saltmarsh ($1.34 in chips)
Seat 5: tinder ($2 in chips)
northwind: posts the ante $0.01
quillfeather: posts the ante $0.01
saltmarsh: posts the ante $0.01
tinder: posts the ante $0.01
*** 3rd STREET ***
Dealt to northwind [3d Th As]
Dealt to quillfeather [9s]
Dealt to saltmarsh [2c]
Dealt to tinder [Jd]
saltmarsh: brings in for $0.02
tinder: folds
northwind: calls $0.02
quillfeather: raises $0.02 to $0.04
saltmarsh: calls $0.02
northwind: calls $0.02
*** 4th STREET ***
Dealt to northwind [3d Th As] [Qc]
Dealt to quillfeather [9s] [6h]
Dealt to saltmarsh [2c] [4h]
northwind: checks
quillfeather: bets $0.04
saltmarsh: folds
northwind: calls $0.04
*** 5th STREET ***
Dealt to northwind [3d Th As Qc] [7s]
Dealt to quillfeather [9s 6h] [9d]
quillfeather: bets $0.08
northwind: calls $0.08
*** 6th STREET ***
Dealt to northwind [3d Th As Qc 7s] [2h]
Dealt to quillfeather [9s 6h 9d] [5d]
quillfeather: checks
northwind: checks
*** RIVER ***
Dealt to northwind [3d Th As Qc 7s 2h] [Ad]
quillfeather: checks
northwind: bets $0.08
quillfeather: calls $0.08
*** SHOW DOWN ***
northwind: shows [3d Th As Qc 7s 2h Ad] (a pair of Aces)
quillfeather: mucks hand
northwind collected $0.54 from pot
*** SUMMARY ***
Total pot $0.56 | Rake $0.02
Seat 1: northwind showed [3d Th As Qc 7s 2h Ad] and won ($0.54) with a pair of Aces
Seat 2: quillfeather mucked [8c Kh 9s 6h 9d 5d Jc]
Seat 4: saltmarsh folded on the 4th Street
Seat 5: tinder folded on the 3rd Street (didn't bet)
"""


class Edit:
    """A copy of the hand's lines to change."""

    def __init__(self, text: str = HAND) -> None:
        self.lines = text.rstrip("\n").split("\n")

    def at(self, line: str, occurrence: int = 1) -> int:
        """The index of a line that begins so, of the first that does or a later one."""
        return [i for i, other in enumerate(self.lines) if other.startswith(line)][occurrence - 1]

    def without(self, line: str, occurrence: int = 1) -> Edit:
        """The line is missing."""
        del self.lines[self.at(line, occurrence)]
        return self

    def twice(self, line: str, occurrence: int = 1) -> Edit:
        """The line stands twice."""
        index = self.at(line, occurrence)
        self.lines.insert(index, self.lines[index])
        return self

    def swapped(self, line: str, occurrence: int = 1) -> Edit:
        """The line and the next one change places."""
        i = self.at(line, occurrence)
        self.lines[i : i + 2] = reversed(self.lines[i : i + 2])
        return self

    def changed(self, line: str, old: str, new: str, occurrence: int = 1) -> Edit:
        """Words of the line are others."""
        index = self.at(line, occurrence)
        assert old in self.lines[index]
        self.lines[index] = self.lines[index].replace(old, new, 1)
        return self

    def before(self, line: str, new: str, occurrence: int = 1) -> Edit:
        """A new line before this one."""
        self.lines.insert(self.at(line, occurrence), new)
        return self

    def found(self, house: str | None = None) -> list[tuple[str, str]]:
        """Code and line of every finding, the line as it stands in the log."""
        return [(f[0], self.lines[f[1] - 1]) for f in audited("\n".join(self.lines) + "\n", house)]


def audited(text: str, house: str | None = None, ending: str = ".txt") -> list[tuple[str, int, str]]:
    """Code, line, and verdict of every finding in a log."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"log{ending}"
        path.write_text(text, encoding="utf-8")
        return [(f.code, f.line, f.verdict) for item in Audit(path, house) for f in item.findings]
