"""What each finding of the example hands says, to the word: what was due, what was seen, the chips moved, and who.

`messages.txt` has the findings of violating examples, each with its line of the hand, its fields, and the lines related
to it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from stud_audit.checks.describe import EXAMPLES
from stud_audit.pipeline.run import Audit

SAID = dict(
    block.split("\n", 1) for block in Path(__file__).with_name("messages.txt").read_text("utf-8").strip().split("\n\n")
)


FIELDS = ("expected", "actual", "money_effect", "seat", "street", "who", "severity")


def told(path: Path) -> Iterator[str]:
    lines = path.read_text("utf-8", errors="replace").splitlines()
    for item in Audit(path):
        for found in sorted(item.findings, key=lambda found: (found.line, found.code)):
            yield f"  {found.code} {lines[found.line - 1].strip()}"
            yield f"    {found.message.replace(f'{EXAMPLES}/', '')}"
            fields = [f"{name} {value}" for name in FIELDS if (value := getattr(found, name)) is not None]
            if fields:
                yield f"    {', '.join(fields)}"
            yield from (f"    also {lines[one.line - 1].strip()} ({one.note})" for one in found.related)


@pytest.mark.parametrize("name", SAID)
def test_what_the_findings_of_an_example_say(name: str) -> None:
    assert list(told(EXAMPLES / f"{name}.violation.stud")) == SAID[name].split("\n")
