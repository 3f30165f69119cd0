"""Accepted findings: what an audit knows already, with the reason why it stands.

A baseline is a TOML file. A finding is known by its hand and its meaning, not by its file and line, so that files may
move and lines be renumbered:

[[accepted]]
key = "9f86d081884c7d65"
times = 1                            # how many findings of this meaning; may be left out
reason = "refunded, ticket 4711"
until = 2027-06-30                   # the last day; may be left out
code = "S701"                        # these are for the reader
hand = "1002"
message = "..."
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import partial
from pathlib import Path
from typing import Any, Final

from stud_audit.ingest.writers.files import appearing
from stud_audit.model.errors import InputError, UsageError
from stud_audit.model.escaping import visible
from stud_audit.model.findings import Finding, Verdict, meaning

_UNREASONED: Final = "not yet given: found when the baseline was written"
_UNREASONED_NAMED: Final = 5
_KEYS: Final = {"key": str, "times": int, "reason": str, "until": date, "code": str, "hand": str, "message": str}


@dataclass(slots=True)
class Accepted:
    """One entry: so many findings of one meaning, why they are accepted, and until when (that day included)."""

    key: str
    reason: str = _UNREASONED
    until: date | None = None
    times: int = 1
    code: str = ""
    hand: str = ""
    message: str = ""

    def __str__(self) -> str:
        return f"{self.code or self.key}{f' in hand {self.hand}' if self.hand else ''}: {self.message or self.reason}"


@dataclass(slots=True)
class Baseline:
    """The accepted findings of a file, and which of them a run met."""

    entries: dict[str, Accepted] = field(default_factory=dict)
    today: date = field(default_factory=date.today)
    met: Counter[str] = field(default_factory=Counter)
    by_code: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Code and verdict to the number of findings accepted."""

    @classmethod
    def read(cls, path: Path, today: date | None = None) -> Baseline:
        """Raises `InputError` where the file cannot be read, and `UsageError` where it is no baseline."""
        try:
            document = tomllib.loads(path.read_text("utf-8"))
        except OSError as error:
            raise InputError(f"{path}: {error.strerror or error}") from error
        except (ValueError, RecursionError) as error:  # no UTF-8, no TOML, or a number of thousands of digits
            raise UsageError(f"{path}: {error}") from error
        entries = document.get("accepted", [])
        if document.keys() - {"accepted"} or not isinstance(entries, list):
            raise UsageError(f"{path}: a baseline holds [[accepted]] entries, and nothing else")
        baseline = cls() if today is None else cls(today=today)
        for number, entry in enumerate(entries, 1):
            try:
                accepted = _entry(entry)
            except ValueError as error:
                raise UsageError(f"{path}: entry {number}: {error}") from error
            if accepted.key in baseline.entries:
                raise UsageError(f"{path}: entry {number}: key {accepted.key!r} is there twice")
            baseline.entries[accepted.key] = accepted
        return baseline

    def accepts(self, finding: Finding) -> bool:
        """Whether the finding is accepted today; an internal error never is."""
        if not self.entries or finding.code == "I901":
            return False
        key = finding_key(finding)
        entry = self.entries.get(key)
        if entry is None:
            return False
        self.met[key] += 1
        if self.met[key] > entry.times or (entry.until is not None and entry.until < self.today):
            return False
        self.by_code[finding.code, finding.verdict] += 1
        return True

    def count(self, verdict: Verdict) -> int:
        """How many findings of this verdict were accepted."""
        return sum(times for (_, of), times in self.by_code.items() if of == verdict)

    def remarks(self) -> Iterator[str]:
        """Of entries that no longer occur, or occur less often, whose last day is over, or that have no reason."""
        for entry in self.entries.values():
            times = self.met[entry.key]
            if not times:
                yield f"no longer occurs: {entry}"
            elif times < entry.times:
                yield f"occurs {times} and no longer {entry.times} times: {entry}"
            if times and entry.until is not None and entry.until < self.today:
                yield f"accepted only until {entry.until}: {entry}"
        without = [entry for entry in self.entries.values() if self.met[entry.key] and entry.reason == _UNREASONED]
        for entry in without[:_UNREASONED_NAMED]:
            yield f"accepted without a reason: {entry}"
        if len(without) > _UNREASONED_NAMED:
            yield f"{len(without) - _UNREASONED_NAMED} more are accepted without a reason"


class BaselineWriter:
    """Collects the findings of a run as a new baseline; reasons and last days of an earlier one are kept.

    `baseline` is one that the run is held against, `target` the file to be written, which may be there already, and
    `reason` that of the entries that have none. Raises as `Baseline.read` does.
    """

    def __init__(self, baseline: Path | None, target: Path, reason: str | None = None) -> None:
        self._target = target
        self._reason = reason or _UNREASONED
        self._earlier: dict[str, Accepted] = {}
        for path in (baseline, target if target.exists() else None):
            if path is not None:
                self._earlier |= Baseline.read(path).entries
        self.entries: dict[str, Accepted] = {}

    def add(self, finding: Finding) -> None:
        """One finding more; internal errors are left out."""
        if finding.code == "I901":
            return
        key = finding_key(finding)
        entry = self.entries.get(key)
        if entry is not None:
            entry.times += 1
            return
        entry = Accepted(key, code=finding.code, hand=visible(finding.hand_id or ""), message=visible(finding.message))
        if key in self._earlier:
            entry.reason, entry.until = self._earlier[key].reason, self._earlier[key].until
        if entry.reason == _UNREASONED:
            entry.reason = self._reason
        self.entries[key] = entry

    @property
    def without_reason(self) -> int:
        """How many entries have no reason yet."""
        return sum(entry.reason == _UNREASONED for entry in self.entries.values())

    def write(self) -> None:
        """Write the file, in the order of the findings. Raises `OSError` where it cannot be written."""
        import tomlkit  # here: an audit without a baseline need not wait for it

        parts = ["# Accepted findings. Each needs its reason, and may have a last day (until).\n"]
        for entry in self.entries.values():
            fields = {name: getattr(entry, name) for name in _KEYS}
            parts.append("\n[[accepted]]\n" + tomlkit.dumps({k: v for k, v in fields.items() if v not in ("", None)}))
        with appearing(self._target) as file:
            file.write("".join(parts))


def finding_key(finding: Finding) -> str:
    """Its meaning as 16 hex digits: what was found of whom in which hand under which house, wherever it stands."""
    return hashlib.sha256(json.dumps(meaning(partial(getattr, finding))).encode()).hexdigest()[:16]


def _entry(entry: Any) -> Accepted:
    if not isinstance(entry, dict):
        raise ValueError("is no table")
    for name, value in entry.items():
        kind = _KEYS.get(name)
        if kind is None:
            raise ValueError(f"there is no key {name!r}; there are {', '.join(_KEYS)}")
        if not isinstance(value, kind) or isinstance(value, bool | datetime):
            raise ValueError(f"{name} is no {kind.__name__}")
    if not entry.get("key"):
        raise ValueError("key is missing")
    if not entry.get("reason", "").strip():
        raise ValueError("reason is missing")
    if entry.get("times", 1) < 1:
        raise ValueError("times is less than 1")
    return Accepted(**entry)
