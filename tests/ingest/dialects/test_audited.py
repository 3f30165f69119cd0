"""Real hands of these sites give no finding."""

from pathlib import Path

import pytest
from support.dialects import CORPORA

from stud_audit.pipeline.run import Audit

AUDITED = ("absolute", "everleaf", "fulltilt", "ongame", "partypoker", "winamax", "winning")
"""Sites of whose hands in the corpora no finding remains under the house made for them."""


def findings(path: Path, house: str | None = None) -> list[tuple[int, str, str]]:
    found = [finding for item in Audit([path], house=house) for finding in item.findings]
    return [(finding.line, finding.code, finding.verdict) for finding in found]


@pytest.mark.skipif(not CORPORA.exists(), reason="the corpora are not here")
@pytest.mark.parametrize("name", AUDITED)
def test_real_hands(name: str) -> None:
    assert findings(CORPORA / name) == []


@pytest.mark.skipif(not CORPORA.exists(), reason="the corpora are not here")
@pytest.mark.parametrize("name", AUDITED)
def test_real_hands_under_the_fallback(name: str) -> None:
    assert findings(CORPORA / name, "roberts-rules") == []
