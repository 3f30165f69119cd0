"""What the reader hands out besides hands, and its account of the inputs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

from msgspec import Struct

from stud_audit.ingest.dialect import Block
from stud_audit.model.spans import Span

ProblemKind = Literal["missing", "unreadable", "damaged", "not-text", "empty", "no-hand", "not-read"]
InputStatus = Literal["read", "summaries", "archive", "not-read", "unreadable"]
"""What became of an input: its hands were read; it has summaries of tournaments and no hand; it is an archive, whose
members are inputs of their own; it is none that we read; it could not be read."""

_NAMED: Final = 10
"""Files that are not read are named up to that number; the dataset names them all."""


class Located(Struct, frozen=True):
    """A hand's text and where it was found: all that `parse_block` needs. Can be pickled.

    `source` numbers the input (`Reader.inputs`), `index` the hand within it from 1. `occurrence`
    says how many times this same text was met before in this run. `oversized` is set where the text
    is only the beginning of a block that grew beyond all measure.
    """

    source: int
    file: str
    index: int
    dialect: str
    block: Block
    last_line: int
    digest: str
    occurrence: int
    oversized: bool = False


@dataclass(frozen=True, slots=True)
class StrayText:
    """A run of lines outside of any hand that no dialect knows. `text` is its first line, which may be cut."""

    file: str
    first_line: int
    last_line: int
    text: str

    @property
    def span(self) -> Span:
        """The first line."""
        return Span(self.first_line, 1, len(self.text) + 1)


@dataclass(frozen=True, slots=True)
class UndecodableText:
    """Bytes of one line that the file's encoding cannot read; each stands in the text as U+FFFD.

    The columns are those of the line's first such run, `data` its bytes, `count` the number of such
    bytes in the whole line. `hand_index` is the hand that the line is part of, None outside of hands.
    """

    file: str
    line: int
    column: int
    end_column: int
    data: bytes
    count: int
    encoding: str
    hand_index: int | None = None

    @property
    def span(self) -> Span:
        """The first undecodable run of the line."""
        return Span(self.line, self.column, self.end_column)


@dataclass(frozen=True, slots=True)
class InputProblem:
    """Why an input, or the rest of one, could not be read. `text` is a sentence without the path."""

    path: str
    text: str
    kind: ProblemKind

    @property
    def fatal(self) -> bool:
        """Whether the call as such went wrong: a path is missing, unreadable, or damaged."""
        return self.kind not in ("empty", "no-hand", "not-read")

    def __str__(self) -> str:
        return f"{self.path}: {'not read: ' if self.kind == 'not-read' else ''}{self.text}"


@dataclass(frozen=True, slots=True)
class InputSummary:
    """What was read of one input.

    `sha256` and `bytes` are those of the file as it lies on the disk (where it is compressed,
    so), for a member of an archive those of the member; `sha256` is None where the
    input was not read to its end. An archive has an entry of its own, before those of its members,
    with nothing else counted. `encoding` is None where no text was read. `summaries` are those of
    tournaments, `other_sites` the hands of each site that is not read.
    """

    name: str
    sha256: str | None = None
    bytes: int = 0
    encoding: str | None = None
    lines: int = 0
    hands: int = 0
    parsed: int = 0
    refused: int = 0
    ignored: int = 0
    dialects: tuple[tuple[str, int], ...] = ()
    stray: int = 0
    undecodable: int = 0
    status: InputStatus = "read"
    summaries: int = 0
    other_sites: tuple[tuple[str, int], ...] = ()


def files_by_status(inputs: Iterable[InputSummary]) -> dict[str, int]:
    """How many inputs there are (`seen`), and what became of them; the others add up to it."""
    counts = Counter(entry.status for entry in inputs)
    return {
        "seen": counts.total(),
        "read": counts["read"],
        "summaries": counts["summaries"],
        "not_read": counts["not-read"],
        "unreadable": counts["unreadable"],
        "archives": counts["archive"],
    }


def told(problems: Iterable[InputProblem | str]) -> list[str]:
    """A line for each thing that was wrong, and for the first of the files that are not read."""
    wrong: list[str] = []
    others: list[InputProblem] = []
    for problem in problems:
        if isinstance(problem, str) or problem.fatal:
            wrong.append(str(problem))
        else:
            others.append(problem)
    # Hands elsewhere and texts go before links, pipes, and the like, and what folders hide is of least interest.
    others.sort(key=lambda problem: (problem.text.startswith("a "), problem.text.startswith("a hidden")))
    more = len(others) - _NAMED
    rest = [f"and {more} more files that are not read; the dataset's manifest names them all"] if more > 0 else []
    return [*wrong, *map(str, others[:_NAMED]), *rest]
