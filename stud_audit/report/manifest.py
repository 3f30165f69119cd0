"""The manifest of a dataset: what tells a dataset of ours, and what has to be in it to be read and reported on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from msgspec import Struct, ValidationError, convert

from stud_audit.ingest.addresses import Address
from stud_audit.ingest.input.sources import DATASET
from stud_audit.model.errors import InputError

MANIFEST: Final = "manifest.json"
FORMAT: Final = DATASET
FORMAT_VERSION: Final = 1


def read_manifest(folder: Path | Address) -> dict[str, Any]:
    """The manifest of a dataset; `InputError` where the folder is no dataset of ours, or its manifest is damaged."""
    try:
        manifest = json.loads((folder / MANIFEST).read_text("utf-8"))
        if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
            raise InputError(f"{folder}: not a dataset of stud-audit ({MANIFEST} is none of its kind)")
        convert(manifest, _Readable)
    except (FileNotFoundError, NotADirectoryError):
        raise InputError(f"{folder}: not a dataset of stud-audit (it has no {MANIFEST})") from None
    except OSError as error:
        raise InputError(f"{folder}: {MANIFEST} cannot be read ({error.strerror})") from None
    except ValueError as error:  # no JSON, no UTF-8, or not what is needed of it
        raise InputError(f"{folder}: {MANIFEST} is damaged: {error}") from None
    return manifest


def check_reportable(folder: Path | Address, manifest: dict[str, Any]) -> None:
    """Raises `InputError` where the manifest lacks what a report says."""
    try:
        convert(manifest, _Reportable)
    except ValidationError as error:
        raise InputError(f"{folder}: {MANIFEST} is damaged: {error}") from None


class _Table(Struct):
    rows: int
    parts: list[str]


class _Tables(Struct):
    hands: _Table
    seats: _Table
    events: _Table
    findings: _Table
    coverage: _Table


class _Readable(Struct):
    """What it takes to read the tables."""

    tables: _Tables


class _Hands(Struct):
    seen: int
    parsed: int
    refused: int
    ignored: int


class _Files(Struct):
    seen: int
    read: int
    summaries: int
    not_read: int
    unreadable: int
    archives: int


class _Counts(Struct):
    lines: int
    hands: _Hands
    files: _Files


class _Input(Struct):
    path: str
    bytes: int
    lines: int
    hands: _Hands
    status: str
    stray_lines: int
    dialects: dict[str, int]
    encoding: str | None
    sha256: str | None


class _House(Struct):
    name: str
    version: str
    digest: str
    hands: int
    clauses: dict[str, str]


class _Reportable(Struct):
    """What it takes to report on an audit."""

    tool: dict[str, str]
    inputs: list[_Input]
    problems: list[dict[str, str]]
    not_read: list[dict[str, str]]
    dialects: list[str]
    counts: _Counts
    houses: list[_House]
    settings: dict[str, Any]
