"""A stud variant that is not audited.

Audited are fixed-limit (and spread-limit) stud high, stud hi-lo eight-or-better, and razz. Two-seven
razz, five-card stud, and pot-limit or no-limit stud are parsed as far as their lines go, counted, and
not judged: a review at the hand's header. Hands of other games (hold'em, Omaha, draw) are counted as
ignored and give no finding.

Source: the scope of this audit.
"""

from __future__ import annotations

from stud_audit.checks.base import Check

# Reported by the pipeline: such a hand is not replayed at all.
CHECK = Check("R007", "unsupported-game", "S4", "log")
