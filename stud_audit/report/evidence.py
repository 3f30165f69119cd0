"""What makes a dataset evidence: digests of its parts, a chain over the hands of each input, and one root over all.

The chain of an input begins with 64 zeros; each hand's link is the SHA-256 of the link before it and the hand's key
(in hex, one after the other), so that a hand that is left out, put in, or moved breaks it. The root is the SHA-256 of
the manifest without the root, as JSON with sorted keys and no spaces; the manifest holds the digests of the inputs, the
ends of the chains, the digests of all Parquet parts, and the house files.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from stud_audit.ingest.addresses import Address

START: Final = "0" * 64


def link(before: str, hand_key: str) -> str:
    """The next link of an input's chain."""
    return hashlib.sha256((before + hand_key).encode()).hexdigest()


def file_digest(path: Path | Address) -> str:
    """The SHA-256 of a file."""
    with path.open("rb") as file:
        return digest_of(file)


def digest_of(file: Any) -> str:
    """The SHA-256 of the rest of an open file."""
    return hashlib.file_digest(file, "sha256").hexdigest()


def root_of(manifest: Mapping[str, Any]) -> str:
    """The root of a dataset with this manifest."""
    rest = {key: value for key, value in manifest.items() if key != "root"}
    text = json.dumps(rest, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8", "backslashreplace")).hexdigest()
