"""Findings as JSON Lines."""

from __future__ import annotations

import json
from typing import TextIO

from stud_audit.formats.interface import Accepted
from stud_audit.houses.house import House
from stud_audit.model.findings import Finding
from stud_audit.model.hand import Hand
from stud_audit.pipeline import Summary


class JsonLines:
    """One object a line, in ASCII: what a log says can neither drive a terminal nor break a line."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def add(self, finding: Finding, hand: Hand | None, house: House | None) -> None:
        """Write it."""
        self._stream.write(json.dumps(finding.to_dict()) + "\n")

    def finish(self, summary: Summary, accepted: Accepted) -> None:
        """Nothing more: the findings stand alone."""
