"""The number of processes, and how hands fall into batches, change nothing that an audit says or writes."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest
from support.logs import pokerstars_hand

from stud_audit.pipeline import Audit
from stud_audit.pipeline.audit_writer import AuditWriter
from stud_audit.pipeline.batch import Batch, BatchResult, work
from stud_audit.report import dataset
from stud_audit.report.stored import OF_HANDS

# Told twice (500), told otherwise (530 in another file), faults (each tenth), text that is no hand.
HANDS = [*range(500, 560), 500, *range(560, 640)]


@pytest.fixture
def logs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "logs").mkdir()
    night = [pokerstars_hand(number, 4 if number % 10 == 3 else 2) for number in HANDS]
    night.insert(70, "nothing that anybody knows\n\n")
    (tmp_path / "logs" / "a.txt").write_text("".join(night))
    (tmp_path / "logs" / "b.txt").write_text(pokerstars_hand(530).replace("$", "$ ") + pokerstars_hand(700))
    return tmp_path


def written(folder: str, **options: int) -> tuple[dict[str, str], list[str]]:
    """The digests of a dataset's files, and what was found."""
    audit = Audit("logs", slim=True, **options)  # type: ignore[arg-type]
    with AuditWriter(Path(folder), audit) as writer:
        found = [json.dumps(finding.to_dict()) for result in audit for finding in result.findings]
        writer.finish(audit.summary)
    files = sorted(path for path in Path(folder).rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}, found


@pytest.mark.slow
def test_the_bytes_do_not_depend_on_the_jobs(logs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    of_batches = dict.fromkeys(OF_HANDS, 50)  # which no batch of work is a divisor of
    monkeypatch.setattr(dataset, "_HANDS_A_BATCH", of_batches)
    monkeypatch.setattr(dataset, "_ROWS_A_GROUP", 1000)
    monkeypatch.setattr(dataset, "_ROWS_A_PART", 2500)
    first, found = written("one")
    assert len([name for name in first if name.startswith("events")]) > 1
    assert len(found) > 15
    for jobs in (2, 3):
        assert written(str(jobs), jobs=jobs) == (first, found)


@pytest.mark.parametrize("most", [1, 7])
def test_the_tables_do_not_depend_on_the_batches(logs: Path, monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    first = written("one")
    monkeypatch.setattr("stud_audit.pipeline.run.MOST", most)
    other = written("other")
    for files, _ in (first, other):
        del files[".batches"], files["manifest.json"]  # which has the digest of that
    assert other == first


def test_text_without_a_hand_makes_no_work(logs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _, found = written("one")
    Path("logs", "c.txt").write_text("who knows\n\n" * 600 + pokerstars_hand(900))
    monkeypatch.setattr("stud_audit.pipeline.run.work", counted := Counted())
    _, more = written("other")
    assert counted.hands == len(HANDS) + 3
    assert counted.least > 0
    assert len(more) == len(found) + 600


class Counted:
    """The work, and of how many hands it was."""

    def __init__(self) -> None:
        self.hands, self.least = 0, 1

    def __call__(self, batch: Batch) -> BatchResult:
        self.hands, self.least = self.hands + len(batch.hands), min(self.least, len(batch.hands))
        return work(batch)


def test_a_hand_is_the_same_where_its_events_are_dropped(logs: Path) -> None:
    whole, slim = Audit("logs"), Audit("logs", slim=True)
    told = [[finding.to_dict() for result in run for finding in result.findings] for run in (whole, slim)]
    assert told[0] == told[1]
    assert [*whole.summary.coverage] == [*slim.summary.coverage]
    for house, counts in whole.summary.coverage.items():
        assert list(counts.rows()) == list(slim.summary.coverage[house].rows())
