"""Findings for people: each with its lines, or one line each where there are many."""

from __future__ import annotations

from typing import Final

from stud_audit.formats.ending import ending_lines
from stud_audit.formats.interface import Accepted
from stud_audit.houses.house import House
from stud_audit.model.counted import number
from stud_audit.model.findings import Finding
from stud_audit.model.hand import Hand
from stud_audit.pipeline import Summary
from stud_audit.render.findings import clause_texts, concise_line, finding_lines
from stud_audit.render.styled import Line, Output

SHOWN_IN_FULL: Final = 20
"""Findings that are shown with their lines where no format is asked for; of more than that each gets one line."""


class Text:
    """Each finding with its lines, its reasons, and the clauses in full."""

    def __init__(self, output: Output) -> None:
        self._output = output

    def add(self, finding: Finding, hand: Hand | None, house: House | None) -> None:
        """Write it."""
        self._output.write(finding_lines(finding, hand, clause_texts(house)))

    def finish(self, summary: Summary, accepted: Accepted) -> None:
        """Write the summary and the coverage."""
        self._output.write(ending_lines(summary, accepted))


class Concise:
    """A line for each finding: `file:line:column CODE name [verdict] message`."""

    def __init__(self, output: Output) -> None:
        self._output = output

    def add(self, finding: Finding, hand: Hand | None, house: House | None) -> None:
        """Write it."""
        self._output.write([concise_line(finding)])

    def finish(self, summary: Summary, accepted: Accepted) -> None:
        """Write the summary and the coverage."""
        self._output.write(ending_lines(summary, accepted))


class ByNumber:
    """Text for up to `SHOWN_IN_FULL` findings, else concise; the first ones are held back until that is known."""

    def __init__(self, output: Output) -> None:
        self._output = output
        self._concise = Concise(output)
        self._held: list[tuple[Finding, list[Line]]] = []
        self._count = 0

    def add(self, finding: Finding, hand: Hand | None, house: House | None) -> None:
        """Hold it back, or write it."""
        self._count += 1
        if self._count <= SHOWN_IN_FULL:
            self._held.append((finding, finding_lines(finding, hand, clause_texts(house))))
            return
        for held, _ in self._held:
            self._concise.add(held, None, None)
        self._held.clear()
        self._concise.add(finding, hand, house)

    def finish(self, summary: Summary, accepted: Accepted) -> None:
        """Write what was held back, and the summary."""
        for _, lines in self._held:
            self._output.write(lines)
        if self._count > SHOWN_IN_FULL:
            text = f"{number(self._count, 'finding')}, a line each; --format text shows each with its clauses"
            self._output.write([[], [(text, "faint")], []])
        self._output.write(ending_lines(summary, accepted))
