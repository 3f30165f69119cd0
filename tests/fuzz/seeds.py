"""What the fuzzer starts from: single hands of every notation, and house files."""

from __future__ import annotations

import io
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import NamedTuple

from stud_audit.ingest.convert import FORMATS, Conversion
from stud_audit.ingest.input.found import Located
from stud_audit.ingest.input.sources import ENDINGS
from stud_audit.ingest.reader import Reader
from stud_audit.ingest.registry import get_dialects

ROOT = Path(__file__).parents[2]
_PER_FILE = 4
"""Hands taken of a file of samples: more are much alike."""


class Seed(NamedTuple):
    """A hand as a file of its own, or a house file (`dialect` is empty)."""

    name: str
    dialect: str
    text: str


@cache
def logs() -> dict[str, list[Seed]]:
    """Dialect to hands of it, in a fixed order."""
    endings = ENDINGS.union(*(dialect.extensions for dialect in get_dialects()))
    samples = sorted(path for path in (ROOT / "sample_histories").rglob("*.*") if path.suffix in endings)
    examples = sorted((ROOT / "stud_audit/checks/examples").glob("*.stud"))
    found: defaultdict[str, list[Seed]] = defaultdict(list)
    for path in (*samples, *examples):
        blocks = [item for item in Reader([path]).blocks() if isinstance(item, Located)]
        for located in blocks[-_PER_FILE:]:
            name = f"{path.relative_to(ROOT)}:{located.block.line}"
            text = f"{located.block.preamble}\n" if located.block.preamble else ""
            found[located.dialect].append(Seed(name, located.dialect, text + located.block.text + "\n"))
    return dict(found)


@cache
def houses() -> list[Seed]:
    """The shipped house files."""
    shipped = sorted((ROOT / "stud_audit/houses").glob("*.toml"))
    return [Seed(path.name, "", path.read_text("utf-8")) for path in shipped if path.stem != "game"]


@cache
def retellings(seed: Seed) -> tuple[str, ...]:
    """The same hand in the notations that can be written."""
    told = []
    for notation in FORMATS:
        reader = Reader("-", stdin=io.BytesIO(seed.text.encode()))
        told.append("".join(Conversion(reader, notation, lambda _: None, "x.phhs")))
    return tuple(filter(None, told))
