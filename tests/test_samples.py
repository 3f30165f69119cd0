"""The sample histories: each gives the findings listed of it in `tests/samples` and no other, and the events listed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from stud_audit.ingest.input.sources import ENDINGS
from stud_audit.ingest.reader import read_hands
from stud_audit.ingest.writers.neutral import FIRST_LINE, write_hand
from stud_audit.pipeline import Audit

SAMPLES = Path(__file__).parent.parent / "sample_histories"
FILES = sorted(path for path in SAMPLES.rglob("*.*") if path.suffix in ENDINGS)
LISTED = Path(__file__).parent / "samples"
SITES = [path for path in FILES if path.suffix != ".stud"]
Row = tuple[int, str, str]


def beside(path: Path, ending: str) -> Path:
    """What is listed of a sample: not in its own folder, where an audit would find it."""
    return LISTED / path.relative_to(SAMPLES).with_name(path.name.removesuffix(path.suffix) + ending)


@pytest.mark.parametrize("path", FILES, ids=[str(path.relative_to(SAMPLES)) for path in FILES])
def test_findings_are_those_listed(path: Path) -> None:
    listed = [json.loads(line) for line in beside(path, ".expected.jsonl").read_text("utf-8").splitlines()]
    expected: list[Row] = sorted((row["line"], row["code"], row["verdict"]) for row in listed)
    assert sorted((f.line, f.code, f.verdict) for item in Audit([path]) for f in item.findings) == expected


# A neutral file is its own list of events.
@pytest.mark.parametrize("path", SITES, ids=[str(path.relative_to(SAMPLES)) for path in SITES])
def test_events_are_those_listed(path: Path) -> None:
    written = FIRST_LINE + "".join(map(write_hand, read_hands([path])))
    assert written == beside(path, ".events.neutral").read_text("utf-8")


def test_every_house_and_game_has_legal_and_faulty_hands() -> None:
    for house in ("william-hill", "london-poker-club", "third-house"):
        for game in ("stud", "stud8", "razz"):
            path = SAMPLES / "neutral" / f"{house}-{game}.stud"
            verdicts = beside(path, ".expected.jsonl").read_text("utf-8").splitlines()
            hands = [line for line in path.read_text("utf-8").splitlines() if line.startswith("hand ")]
            assert len(hands) > len(verdicts) > 0
