"""Bytes that the encoding of the file cannot read.

The encoding is found by the byte-order mark, by the pattern of NUL bytes, or else it is UTF-8 if the
text is valid UTF-8, and Windows-1252 if it is not. What it cannot read is replaced by U+FFFD and
reported where it stands; the rest of the file is read. This finding cannot be deselected.

Source: the format of the log.
"""

from __future__ import annotations

from stud_audit.checks.base import Check

# Reported by the pipeline: the bytes stand in the file, not in the events of a hand.
CHECK = Check("R004", "undecodable-text", "S3", "log")
