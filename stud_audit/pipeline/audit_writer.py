"""Writing an audit to a dataset: its hands as they come, then the coverage and the manifest."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from stud_audit.houses.describe import day_text
from stud_audit.ingest.addresses import Address, StrPath
from stud_audit.ingest.input.found import InputProblem, InputSummary, files_by_status
from stud_audit.ingest.reader import Reader
from stud_audit.model.hand import Hand
from stud_audit.model.version import __version__
from stud_audit.pipeline.run import Audit, Summary
from stud_audit.record.played_events import Numbered
from stud_audit.report.dataset import DatasetWriter
from stud_audit.report.stored import HandRecord


class AuditWriter:
    """Writes an audit to a dataset; to be used in a `with` statement and ended with `finish`.

    The audit is iterated in between. Without one, hands are added that were read and not audited. With `resume` it goes
    on from what an earlier run has done. What it has done itself `stays` where it is stopped.
    """

    def __init__(
        self, folder: StrPath | Address, audit: Audit | None = None, *, resume: bool = False, stays: bool = True
    ) -> None:
        self._audit = audit
        executor = audit.executor if audit else None
        self._writer = DatasetWriter(folder, executor, resume=resume, kept=audit is not None, stays=stays)
        if audit:
            audit.write_to(self._writer)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._audit:
            self._audit.executor.close()
        self._writer.__exit__(kind, error, trace)

    @property
    def folder(self) -> Path | Address:
        """Where the dataset is written to."""
        return self._writer.folder

    @property
    def finished(self) -> bool:
        """Whether the dataset is complete and in its place."""
        return self._writer.finished

    def add_hand(self, hand: Hand, played: Sequence[Numbered] = ()) -> None:
        """A hand that was read and not audited, with its events as play went on with them."""
        self._writer.add_hand(HandRecord(hand, None, None, played=played))

    def finish(self, summary: Summary) -> int:
        """Completes the dataset, and gives the number of values that its tables could not hold (null there)."""
        rows = [asdict(row) for key in summary.houses for row in summary.coverage[key].rows()]
        manifest = {
            **_provenance(summary.inputs, summary.problems),
            "houses": [
                {
                    "name": house.name,
                    "version": house.version,
                    "digest": house.digest,
                    "title": house.title,
                    "effective_from": day_text(house.effective_from),
                    "effective_to": day_text(house.effective_to),
                    "hands": summary.house_hands[key],
                    "hands_outside_dates": summary.house_outside[key],
                    "hands_undated": summary.house_undated[key],
                    "files": dict(house.files),
                    "clauses": {
                        clause.id: clause.text
                        for clause in (*house.clauses, *house.fallback_clauses, *house.game_clauses)
                    },
                }
                for key, house in summary.houses.items()
            ],
            "retold": summary.retold,
            "settings": {"command": "audit", **summary.settings},
            "hands_not_judged": summary.not_judged,
            "findings": {
                "violations": summary.violations,
                "reviews": summary.reviews,
                "codes": {f"{code} {verdict}": count for (code, verdict), count in sorted(summary.by_code.items())},
            },
        }
        self._writer.finish(manifest, rows)
        return self._writer.unstorable

    def finish_events(self, reader: Reader, dialect: str) -> int:
        """Completes a dataset of hands that were not audited; gives the same number."""
        manifest = {
            **_provenance(reader.inputs, reader.problems),
            "houses": [],
            "settings": {"command": "events", "dialect": dialect},
        }
        self._writer.finish(manifest)
        return self._writer.unstorable


def _provenance(inputs: Iterable[InputSummary], problems: Iterable[InputProblem]) -> dict[str, Any]:
    """What was read: the inputs, what was wrong with them, and the counts in all."""
    entries = list(inputs)
    files = files_by_status(entries)
    complaints = [
        ({"path": problem.path, "kind": problem.kind, "text": problem.text}, problem.fatal) for problem in problems
    ]
    return {
        "tool": {"name": "stud-audit", "version": __version__},
        "inputs": [
            {
                "path": entry.name,
                "sha256": entry.sha256,
                "bytes": entry.bytes,
                "encoding": entry.encoding,
                "status": entry.status,
                "lines": entry.lines,
                "hands": _hands([entry]),
                "dialects": dict(entry.dialects),
                "stray_lines": entry.stray,
                "undecodable_bytes": entry.undecodable,
                "summaries": entry.summaries,
                "other_sites": dict(entry.other_sites),
            }
            for entry in entries
        ],
        "problems": [told for told, fatal in complaints if fatal],
        "not_read": [told for told, fatal in complaints if not fatal],
        "dialects": sorted({dialect for entry in entries for dialect, _ in entry.dialects}),
        "counts": {
            "lines": sum(entry.lines for entry in entries),
            "hands": _hands(entries),
            "files": files,
            "summaries": files["summaries"],
        },
    }


def _hands(entries: Iterable[InputSummary]) -> dict[str, int]:
    counts = {"seen": 0, "parsed": 0, "refused": 0, "ignored": 0}
    for entry in entries:
        counts["seen"] += entry.hands
        counts["parsed"] += entry.parsed
        counts["refused"] += entry.refused
        counts["ignored"] += entry.ignored
    return counts
