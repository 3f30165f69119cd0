"""The rest of this hand cannot be replayed.

The finding says why, and what was left unaudited. A hand whose header cannot be read is refused as a
whole, and so is one that no table can have played: of more than 17 players (as many as a deck has three
cards for), 10,000 lines, or 2,000 events that are neither talk nor news. This finding cannot be
deselected: without it an audit could hide that it is incomplete.

Source: the scope of this audit.
"""

from __future__ import annotations

from stud_audit.checks.base import Check

# Reported by the pipeline: it alone knows that a replay did not come to its end.
CHECK = Check("R009", "replay-stopped", "S3", "log")
