"""Writing the dataset: five folders of Parquet parts and a manifest, all of it or nothing (`target.py`).

The same input gives the same bytes: parts are cut by row counts, and nothing depends on the clock.

What is written here is only the plan of it, in the order of the input: rows come as drafts, which may have been stored
in other processes (`stud_audit.report.drafts`), and an executor seals each part as soon as its rows are complete.
"""

from __future__ import annotations

import json
import os
import warnings
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Final, Self, get_args

from stud_audit.ingest.addresses import Address, StrPath, place_of, text_of
from stud_audit.model.errors import InputError, Notice
from stud_audit.model.executors import Executor, Here, Pending, WorkerLost
from stud_audit.model.findings import Finding
from stud_audit.report.drafts import (
    Piece,
    Plan,
    Sealed,
    kept_memo,
    seal,
    store,
    store_findings,
    store_late,
    store_rows,
)
from stud_audit.report.earlier import BATCHES, Earlier, write_entry
from stud_audit.report.evidence import START, file_digest, link, root_of
from stud_audit.report.manifest import FORMAT, FORMAT_VERSION, MANIFEST
from stud_audit.report.stored import OF_HANDS, Amendment, HandRecord, Rows, Table
from stud_audit.report.target import DRAFTS, target

_HANDS_A_DRAFT: Final = 512
_HANDS_A_BATCH: Final[Mapping[Table, int]] = {"hands": 4096, "seats": 4096, "events": 1024}
"""Of what is made at once, which for each column takes some time however little there is."""
_ROWS_A_GROUP: Final = 32_768
_HANDS_A_GROUP: Final = 8192
"""Their texts are among their columns, and a row group is held as a whole while it is written."""
_ROWS_A_PART: Final = 1_048_576
_FINDINGS_A_BATCH: Final = 4096
_TEXT_A_BATCH: Final = 1 << 26
"""Characters of hands; a column of text cannot hold 2 GiB."""


class DatasetWriter:
    """Writes audited hands to a dataset in bounded memory.

    Use it in a `with` statement, and end with `finish`; without that, nothing of the dataset stays. An existing
    dataset is replaced. Raises `InputError` where the folder is something else or cannot be written.

    With `kept`, the dataset tells what its batches came to, and what was done stays beside the place where the run
    is stopped (by a signal, not by an error), unless nothing `stays`. With `resume`, `known` tells what an earlier
    run has done, one that was stopped or one that came to its end.
    """

    def __init__(
        self,
        folder: StrPath | Address,
        executor: Executor | None = None,
        *,
        resume: bool = False,
        kept: bool = False,
        stays: bool = True,
    ) -> None:
        self.folder = place_of(folder)
        self.finished = False
        self.unstorable = 0
        """How many values the tables cannot hold; they are null there. Complete when the dataset is."""
        self._executor = executor or Here()
        self._hands: list[HandRecord] = []
        self._text = 0
        self._findings: list[Finding] = []
        self._stored = 0
        self._late: dict[str, Counter[str]] = {}
        self._chains: dict[str, str] = {}
        self._kept, self._stays = kept, kept and stays
        self._entries: BinaryIO | None = None
        with self.writing():
            self._target = target(folder, self._executor, resume=resume)
            draft = self._target.draft
            self.drafts = text_of(draft / DRAFTS)
            """The folder of drafts."""
            self._earlier = self._earlier_dataset() if resume and (self._target.place / MANIFEST).exists() else None
            earlier = (self._earlier.folder, self._earlier.root) if self._earlier else None
            where = draft, self.drafts, self._executor, earlier
            self._tables: dict[Table, _TablePlan] = {name: _TablePlan(name, *where) for name in get_args(Table)}
            self._batches = [_Batch(table, self._tables[table]) for table in OF_HANDS]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._entries is not None:
            with suppress(OSError):
                self._entries.close()
        stopped = kind is not None and issubclass(kind, (KeyboardInterrupt, SystemExit))
        self._target.close(leave=stopped and self._stays and not self.finished)

    def _earlier_dataset(self) -> Earlier | None:
        try:
            return Earlier(self._target.place)
        except InputError as error:
            warnings.warn(f"{error}; nothing of it is taken over", Notice, stacklevel=4)
            return None

    def known(self, name: str) -> tuple[bytes, tuple[int, int, int] | None] | None:
        """What an earlier run kept of a batch, and, where the rows are in its dataset, where they begin there."""
        memo = kept_memo(self.drafts, name) if self._target.may_have(name) else None
        if memo is not None:
            return memo, None
        return self._earlier.memo(name) if self._earlier else None

    def add_hand(self, record: HandRecord) -> None:
        """A hand of any status with its seats, its events, and its findings."""
        self._hands.append(record)
        self._text += len(record.hand.text)
        self.add_findings(record.findings, counted=True)
        if len(self._hands) >= _HANDS_A_DRAFT or self._text >= _TEXT_A_BATCH:
            self._store_hands()

    def linked(self, keys: Iterable[tuple[str, str]]) -> Amendment:
        """The links of the hands of a draft, each told by its file and its key, to be added to."""
        amended, last = Amendment(), None
        for place, (file, key) in enumerate(keys):
            before = self._chains.get(file, START)
            if file != last:
                amended.chains[place], last = before, file
            self._chains[file] = link(before, key)
        return amended

    def add_rows(self, rows: Rows, amended: Amendment, memo: bytes | None = None) -> None:
        """Hands that have been stored, with what is known of them since, and what a later run is to know of them."""
        self.unstorable += rows.unstorable
        with self.writing():
            if self._kept:
                self._entries = self._entries or (self._target.here / BATCHES).open("xb")
                write_entry(self._entries, rows, memo)
            for batch in self._batches:
                batch.add(rows, amended)

    def add_findings(self, findings: Iterable[Finding], counted: bool = False) -> None:
        """Findings that belong to no hand, or that were made after their hand was added, unless that `counted` them."""
        for finding in findings:
            self._findings.append(finding)
            if not counted and finding.hand_key is not None:
                self._late.setdefault(finding.hand_key, Counter())[finding.verdict] += 1
        if len(self._findings) >= _FINDINGS_A_BATCH:
            self._store_findings()

    def finish(self, manifest: Mapping[str, Any], coverage: Sequence[Mapping[str, Any]] = ()) -> None:
        """Writes what is left, the coverage rows, and the manifest, and puts the dataset in its place."""
        self._store_hands()
        with self.writing():
            for batch in self._batches:
                batch.close()
        self._store_findings()
        with self.writing():
            self._tables["coverage"].add((store_rows(coverage, self.drafts, "all"),))
            late = None
            if self._late:
                counts = {key: (each["violation"], each["review"]) for key, each in self._late.items()}
                late = store_late(counts, self.drafts)
            for table in self._tables.values():
                table.close(late)
            tables = {name: table.described() for name, table in self._tables.items()}
            self.unstorable += sum(table.unstorable for table in self._tables.values())
            content = {
                "format": FORMAT,
                "format_version": FORMAT_VERSION,
                **manifest,
                "chains": self._chains,
                "tables": tables,
                "values_not_storable": self.unstorable,
            }
            if self._entries is not None:
                self._entries.close()
                content["batches"] = file_digest(self._target.here / BATCHES)
            content["root"] = root_of(content)
            text = json.dumps(content, indent=2, ensure_ascii=False)
            path = self._target.here / MANIFEST
            path.write_text(text + "\n", "utf-8", errors="backslashreplace", newline="\n")
            self._target.put_in_place()
        self.finished = True

    @contextmanager
    def writing(self) -> Iterator[None]:
        """`InputError` for what the disk refuses."""
        try:
            yield
        except OSError as error:
            why = os.strerror(error.errno) if error.errno else error.strerror or error
            raise InputError(f"{self.folder}: cannot be written ({why})") from None

    def _new_name(self) -> str:
        """A name for a draft."""
        self._stored += 1
        return f"{self._stored:08}"

    def _store_hands(self) -> None:
        if self._hands:
            with self.writing():
                rows = store(self._hands, self.drafts, self._new_name())
            self.add_rows(rows, self.linked((record.hand.file, record.hand.key) for record in self._hands))
            self._hands.clear()
            self._text = 0

    def _store_findings(self) -> None:
        with self.writing():
            self._tables["findings"].add((store_findings(self._findings, self.drafts, self._new_name()),))
        self._findings.clear()


class _Batch:
    """Hands that become one record batch of a table."""

    def __init__(self, table: Table, plan: _TablePlan) -> None:
        self._table, self._plan = table, plan
        self._hands = self._text = 0
        self._pieces: list[Piece] = []

    def add(self, rows: Rows, amended: Amendment) -> None:
        """The hands of a draft."""
        start, most = 0, _HANDS_A_BATCH[self._table]
        for place, text in enumerate(rows.text, 1):
            self._hands += 1
            self._text += text
            if self._hands >= most or self._text >= _TEXT_A_BATCH:
                self._take(rows, start, place, amended)
                self.close()
                start = place
        if start < rows.hands:
            self._take(rows, start, rows.hands, amended)

    def close(self) -> None:
        """The record batch is complete."""
        if self._pieces:
            self._plan.add(tuple(self._pieces))
            self._pieces, self._hands, self._text = [], 0, 0

    def _take(self, rows: Rows, start: int, stop: int, amended: Amendment) -> None:
        name = rows.name if rows.at is None else ""
        of_hands = amended if self._table == "hands" else None
        self._pieces.append(Piece(name, *rows.of(self._table, start, stop), of_hands))


class _TablePlan:
    """One table: record batches gathered into row groups, row groups into parts, which are sealed."""

    def __init__(
        self,
        name: Table,
        folder: Path | Address,
        drafts: str,
        executor: Executor,
        earlier: tuple[str, str] | None,
    ) -> None:
        self.rows = self.unstorable = 0
        self._name, self._folder, self._drafts, self._executor = name, folder / name, drafts, executor
        self._earlier = earlier
        self._pending: list[tuple[Piece, ...]] = []
        self._pending_rows = 0
        self._groups: list[tuple[tuple[Piece, ...], ...]] = []
        self._rows_of_part = 0
        self._parts: list[list[tuple[tuple[Piece, ...], ...]]] = []
        self._begun: deque[tuple[Plan, Pending[Sealed]]] = deque()
        self._digests: dict[str, str] = {}

    def add(self, pieces: tuple[Piece, ...]) -> None:
        """A record batch, of these pieces."""
        self._pending.append(pieces)
        rows = sum(piece.rows for piece in pieces)
        self._pending_rows += rows
        self.rows += rows
        if self._pending_rows >= (_HANDS_A_GROUP if self._name == "hands" else _ROWS_A_GROUP):
            self._close_group()
            if self._rows_of_part >= _ROWS_A_PART:
                self._close_part()

    def close(self, late: str | None) -> None:
        """The table has all its rows."""
        if self._pending_rows or not (self._groups or self._parts):
            self._close_group()  # a table without rows is one empty part, with its schema
        if self._groups:
            self._close_part()
        for number in range(len(self._digests) + len(self._begun), len(self._parts)):
            self._seal(number, late if self._name == "hands" else None)

    def described(self) -> dict[str, Any]:
        """The table as the manifest has it, when its parts are sealed."""
        self._take(everything=True)
        parts = [_part(number) for number in range(len(self._parts))]
        return {"rows": self.rows, "parts": parts, "sha256": {part: self._digests[part] for part in parts}}

    def _close_group(self) -> None:
        self._groups.append(tuple(self._pending))
        self._rows_of_part += self._pending_rows
        self._pending = []
        self._pending_rows = 0

    def _close_part(self) -> None:
        self._parts.append(self._groups)
        self._groups = []
        self._rows_of_part = 0
        if self._name != "hands":  # more may be found in these, up to the end
            self._seal(len(self._parts) - 1, None)
            self._take()

    def _seal(self, number: int, late: str | None) -> None:
        groups, self._parts[number] = self._parts[number], []
        path = text_of(self._folder / _part(number))
        plan = Plan(self._name, self._drafts, path, tuple(groups), late, self._earlier)
        self._begun.append((plan, self._executor.submit(seal, plan)))

    def _take(self, everything: bool = False) -> None:
        """What came of the parts that are sealed."""
        while self._begun and (everything or self._begun[0][1].done()):
            plan, pending = self._begun.popleft()
            try:
                sealed = pending.result()
            except WorkerLost:
                sealed = seal(plan)
            self._digests[place_of(plan.path).name] = sealed.sha256
            self.unstorable += sealed.unstorable


def _part(number: int) -> str:
    return f"part-{number:05}.parquet"
