"""The sample histories give the findings that stand beside them, and the corpora's hands give none."""

import json
from pathlib import Path

import pytest
from support.dialects import CORPORA, samples

from stud_audit.pipeline.run import Audit

AUDITED = ("absolute", "everleaf", "fulltilt", "ongame", "partypoker", "winamax", "winning")
"""Sites of whose hands in the corpora no finding remains under the house made for them."""


def findings(path: Path, house: str | None = None) -> list[tuple[int, str, str]]:
    found = [finding for item in Audit([path], house=house) for finding in item.findings]
    return [(finding.line, finding.code, finding.verdict) for finding in found]


@pytest.mark.parametrize("path", samples(), ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_samples(path: Path) -> None:
    lines = path.with_suffix(".expected.jsonl").read_text("utf-8").splitlines()
    expected = [tuple(json.loads(line).values()) for line in lines if line]
    assert sorted(findings(path)) == sorted(expected)


@pytest.mark.skipif(not CORPORA.exists(), reason="the corpora are not here")
@pytest.mark.parametrize("name", AUDITED)
def test_real_hands(name: str) -> None:
    assert findings(CORPORA / name) == []


@pytest.mark.skipif(not CORPORA.exists(), reason="the corpora are not here")
@pytest.mark.parametrize("name", AUDITED)
def test_real_hands_under_the_fallback(name: str) -> None:
    assert findings(CORPORA / name, "roberts-rules") == []
