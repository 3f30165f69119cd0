"""The same hand of the same site occurs again.

Two records with the same dialect and hand id, in one input or several. If their text is identical,
one of them is superfluous: a review. If it differs, one of them is wrong: a violation. The finding
stands at the second record's header and names the place of the first.

Source: the format of the log: a site numbers each hand once.
"""

from __future__ import annotations

from stud_audit.checks.base import Check

# Reported by the pipeline: it takes the whole input to know.
CHECK = Check("R005", "duplicate-hand", "S3", "log")
