"""Whether the tests see a change of the code: mutants made by cosmic-ray, each held against the tests.

    python -m benchmarks.mutation [--package NAME]... [--sample N] [--seed S] [--near] [--log FILE] [-o docs/mutants.md]

Of each package N places are drawn, and at each one of the changes that cosmic-ray knows there. A mutant is tried in a
copy of the checkout: against the tests near the code (those of game, record, and checks, the hands of the clauses, and
the houses), where it survives them against the rest of the ordinary suite, and at last against the tests marked slow.
Of the near tests those are asked that run the changed line in their own process; coverage.py tells which these are. A
test that fails without the change too kills nothing. Not drawn are changes that change nothing by their kind: of
annotations, of `==` to `is` or back, of the layout of a class, of what is cached, or of whether a `zip` is strict.

Why a mutant survives is for a human to say, in `benchmarks/mutants.json`: by file and change, so that it holds for
every later run. Where the reason begins with "the same:" the mutant is equivalent, and only the near tests are asked of
it. The log keeps what has been tried, so that a run that was stopped goes on where it was. What fell, or is equivalent,
is not tried again; another survivor is as soon as code or tests are others. Beside the log lies which tests run which
lines.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import os
import re
import resource
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from hashlib import sha256
from pathlib import Path
from typing import Literal

import msgspec
from cosmic_ray.commands.init import init
from cosmic_ray.mutating import use_mutation
from cosmic_ray.plugins import get_operator
from cosmic_ray.testing import run_tests
from cosmic_ray.work_db import WorkDB, use_db
from cosmic_ray.work_item import MutationSpec, TestOutcome
from coverage import CoverageData
from msgspec.structs import replace

ROOT = Path(__file__).parents[1]
REASONS = ROOT / "benchmarks" / "mutants.json"
PACKAGES = ("game", "record", "checks")
NEAR = (*PACKAGES, "clauses", "houses")
SEE_MOST = ("frozen", "pipeline", "simulate")
"""Of the other tests those that are asked first."""
SAME = re.compile(r"ComparisonOperator_(Eq_Is|NotEq_IsNot|Is_Eq|IsNot_NotEq)$")
STRICT = "strict="
"""Of `zip`: where nothing is wrong elsewhere, what it joins is of the same length."""
LAYOUT = re.compile(r"\b(slots|gc)=|^@(lru_)?cache\b")
SECONDS = 3600
"""What runs longer hangs, and is killed; so is what spends two minutes on one test."""
MEMORY = 8 << 30
"""Bytes for each run of the tests: a change may make a loop endless."""

Place = tuple[int, int]
Reasons = dict[str, dict[str, str]]
"""File to change to why it is not seen."""
Stage = Literal["near", "rest", "slow"]
FELL_TO: dict[Stage, str] = {"near": "the near tests", "rest": "the rest of the suite", "slow": "the slow tests"}
STAGES: tuple[Stage, ...] = tuple(FELL_TO)
EQUIVALENT = "the same:"
"""What the reason of a mutant begins with that no input tells from the code."""


class Tried(msgspec.Struct, frozen=True):
    """A mutant, the last tests that were asked of it, and whether it fell to them.

    `state` is that of the code and tests.
    """

    file: str
    line: int
    change: str
    asked: Stage
    killed: bool
    state: str

    @property
    def package(self) -> str:
        """The package of the file."""
        return Path(self.file).parts[1]


def main() -> None:
    """Try the mutants, and print or write the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--package", action="append", choices=PACKAGES)
    parser.add_argument("--sample", type=int, default=100, help="mutants of each package")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--near", action="store_true", help="only the tests near the code")
    parser.add_argument("--log", type=Path, help="where each result is kept, as a line of JSON")
    parser.add_argument("-o", dest="table", type=Path, help="where the table goes, in Markdown")
    chosen = parser.parse_args()
    log, table = (path and path.resolve() for path in (chosen.log, chosen.table))
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, "checkout")
        left = shutil.ignore_patterns(".git", ".venv", ".hypothesis", ".*_cache", "__pycache__", "*.so")
        shutil.copytree(ROOT, copy, ignore=left)
        os.chdir(copy)
        os.environ["PYTHONPATH"] = os.pathsep.join([str(copy), *filter(None, [os.environ.get("PYTHONPATH")])])
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        trial = _Trial(log)
        mutants = [m for name in chosen.package or PACKAGES for m in _drawn(name, chosen.sample, chosen.seed)]
        reasons = _reasons()
        for stage in STAGES[: 1 if chosen.near else None]:
            mutants = [mutant for mutant in mutants if not trial.ends(mutant, stage, reasons)]
        os.chdir(ROOT)
    options = f"{'--near ' * chosen.near}--sample {chosen.sample} --seed {chosen.seed}"
    text = _table(trial.tried, options, _reasons(), whole=not chosen.near)
    if table:
        table.write_text(text, "utf-8")
    else:
        print(text)


# --- the mutants -------------------------------------------------------------------------------


def _drawn(package: str, sample: int, seed: int) -> list[MutationSpec]:
    """One change at each of so many places of a package: the same ones while the lines are there that they are in."""
    files = sorted(Path("stud_audit", package).rglob("*.py"))
    with use_db("mutants.sqlite", WorkDB.Mode.create) as database:
        init(files, database, {})
        mutants = [item.mutations[0] for item in database.work_items]
    lines = {file: file.read_text("utf-8").splitlines() for file in files}
    annotations = {file: list(_annotations(file)) for file in files}
    places: dict[str, list[MutationSpec]] = {}
    for mutant in mutants:
        file, place = mutant.module_path, tuple(mutant.start_pos)
        whole, column = lines[file][place[0] - 1], place[1]
        line = whole.strip()
        if SAME.search(mutant.operator_name) or LAYOUT.search(line) or whole[:column].endswith(STRICT):
            continue
        if not any(start <= place < end for start, end in annotations[file]):
            places.setdefault(f"{seed} {file.name} {column} {line}", []).append(mutant)
    drawn = sorted(places, key=_digest)[:sample]
    return [min(places[place], key=lambda mutant: _digest(f"{place} {mutant.operator_name}")) for place in drawn]


def _digest(text: str) -> bytes:
    return sha256(text.encode()).digest()


def _annotations(file: Path) -> Iterator[tuple[Place, Place]]:
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        for part in (getattr(node, "annotation", None), getattr(node, "returns", None)):
            if isinstance(part, ast.expr):
                yield (part.lineno, part.col_offset), (part.end_lineno or 0, part.end_col_offset or 0)


class _Trial:
    """The mutants against the tests, and what came of it."""

    def __init__(self, log: Path | None) -> None:
        self._log = log
        files = sorted(path for top in ("stud_audit", "tests") for path in Path(top).rglob("*") if path.is_file())
        self._state = sha256(b"".join(path.read_bytes() for path in files if path.suffix != ".pyc")).hexdigest()[:16]
        self._tests: dict[Stage, _Tests] = {}
        self._last: dict[tuple[str, str], Tried] = {}
        if log and log.exists():
            known = [msgspec.json.decode(line, type=Tried) for line in log.read_text("utf-8").splitlines()]
            self._last = {(one.file, one.change): one for one in known}
        self._asked: dict[tuple[str, str], None] = {}

    @property
    def tried(self) -> list[Tried]:
        """The last that is known of each mutant asked about."""
        return [self._last[key] for key in self._asked]

    def ends(self, mutant: MutationSpec, stage: Stage, reasons: Reasons) -> bool:
        """Whether a mutant that survived the stages before is asked of no later one; what fell stands in the log."""
        with _changed(mutant) as (before, after):
            line, change = _change(before, after)
        file = str(mutant.module_path)
        self._asked[file, change] = None
        equivalent = reasons.get(file, {}).get(change, "").startswith(EQUIVALENT)
        last = self._last.get((file, change))
        asked = last and last.state == self._state and STAGES.index(last.asked) >= STAGES.index(stage)
        if last and (last.killed or equivalent or asked):
            self._last[file, change] = replace(last, line=line)
            return last.killed or equivalent
        if stage not in self._tests:
            self._tests[stage] = _Tests(stage, Path(f"{self._log or 'mutants'}.{self._state}.coverage").resolve())
        killed = self._tests[stage].see(mutant)
        tried = self._last[file, change] = Tried(file, line, change, stage, killed, self._state)
        if self._log:
            with self._log.open("a", encoding="utf-8") as lines:
                lines.write(msgspec.json.encode(tried).decode() + "\n")
        return killed or equivalent


def _changed(mutant: MutationSpec) -> AbstractContextManager[tuple[str, str]]:
    operator = get_operator(mutant.operator_name)(**mutant.operator_args)
    changed: AbstractContextManager[tuple[str, str]] = use_mutation(mutant.module_path, operator, mutant.occurrence)
    return changed


def _change(before: str, after: str) -> tuple[int, str]:
    """The first line of a change, and the lines without it and with it."""
    old, new = before.splitlines(), after.splitlines()
    for _, start, end, first, last in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if old[start:end] != new[first:last]:
            lines = (" ".join(" ".join(part).split()) for part in (old[start:end], new[first:last]))
            return start + 1, " → ".join(lines)
    raise ValueError("nothing has changed")


# --- the tests ---------------------------------------------------------------------------------


class _Tests:
    """The tests of a stage, and which of the near ones run which line."""

    def __init__(self, stage: Stage, kept: Path) -> None:
        others = [p.name for p in Path("tests").iterdir() if p.name.startswith("test_") or any(p.rglob("test_*.py"))]
        rest = [*SEE_MOST, *sorted({*others} - {*NEAR, *SEE_MOST})]
        self._stage = stage
        self._asked = ["-m", "slow", "tests"] if stage == "slow" else [f"tests/{name}" for name in rest]
        self._fails_anyway: list[str] = []
        """Options that leave out the tests that fail without any change: for want of what is not copied, or of time."""
        self._coverage = CoverageData(str(kept))
        self._size: dict[str, int] = {}
        """Near test to the lines that it runs."""
        if stage == "near":
            self._measure(kept)

    def _measure(self, kept: Path) -> None:
        if not kept.exists():
            Path("coverage.ini").write_text("[run]\nrelative_files = true\n", "utf-8")
            options = [f"--cov={Path('stud_audit', name)}" for name in PACKAGES]
            options += ["--cov-context=test", "--cov-report=", "--cov-config=coverage.ini"]
            os.environ["COVERAGE_FILE"] = str(kept)
            output = run_tests(_pytest([*options, *(f"tests/{name}" for name in NEAR)]), SECONDS)[1]
            if not kept.exists():
                raise SystemExit(output)
        self._coverage.read()
        for file in self._coverage.measured_files():
            for tests in self._coverage.contexts_by_lineno(file).values():
                for test in {_function(test) for test in tests}:
                    self._size[test] = self._size.get(test, 0) + 1

    def see(self, mutant: MutationSpec) -> bool:
        """Whether one of them fails with the change, and does not without it."""
        asked = self._near(mutant) if self._stage == "near" else self._asked
        while asked:
            with _changed(mutant):
                passed, failing = _passed(["-x", *self._fails_anyway, *asked])
            if passed:
                break
            if not failing or _passed(["-m", "slow or not slow", *failing])[0]:  # what hangs names no test
                return True
            self._fails_anyway += [f"--deselect={name}" for name in failing]
        return False

    def _near(self, mutant: MutationSpec) -> list[str]:
        file, first = Path(mutant.module_path), mutant.start_pos[0]
        contexts = self._coverage.contexts_by_lineno(str(file))
        lines: Iterable[int] = range(first, mutant.end_pos[0] + 1)
        collecting = any("" in contexts.get(line, ()) for line in lines)
        if collecting or not _within_function(file.read_text("utf-8"), first):
            lines = contexts.keys()  # it runs before the tests do: whatever runs any line of the module may see it
        tests = {_function(test) for line in lines for test in contexts.get(line, ())} - {""}
        beside = str(Path("tests", *file.parent.parts[1:]))
        # Those beside the file first, and of these the ones that run the least: they are quick, and say the most.
        return sorted(tests, key=lambda test: (not test.startswith(beside), self._size[test]))


def _function(context: str) -> str:
    """The test function of a context: without its phase and its parameters."""
    return context.partition("|")[0].partition("[")[0]


def _within_function(source: str, line: int) -> bool:
    functions = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef))
    return any(node.body[0].lineno <= line <= (node.end_lineno or 0) for node in functions)


def _pytest(arguments: Iterable[str]) -> str:
    plain = (sys.executable, "-m", "pytest", "-q", "--no-header", "-p", "no:cacheprovider", "--hypothesis-seed=0")
    return " ".join((*plain, *arguments))


def _passed(arguments: Sequence[str]) -> tuple[bool, list[str]]:
    """Whether no test fails, and which do."""
    Path("asked.txt").write_text("\n".join(arguments), "utf-8")
    hanging = ("-o", "faulthandler_timeout=120", "-o", "faulthandler_exit_on_timeout=true")
    outcome, output = run_tests(_pytest([*hanging, "@asked.txt"]), SECONDS)
    failing = re.findall(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", output, re.MULTILINE)
    none = re.search(r"^(no tests ran|\d+ deselected) in ", output, re.MULTILINE)
    return outcome is TestOutcome.SURVIVED or bool(none and not failing), failing


# --- the table ---------------------------------------------------------------------------------


def _reasons() -> Reasons:
    reasons: Reasons = msgspec.json.decode(REASONS.read_bytes()) if REASONS.exists() else {}
    return reasons


def _table(tried: Sequence[Tried], options: str, reasons: Reasons, *, whole: bool) -> str:
    why = {(one.file, one.change): reasons.get(one.file, {}).get(one.change, "") for one in tried}
    rows = [
        "# What the tests see",
        "",
        "Changes made to the code by [cosmic-ray](https://cosmic-ray.readthedocs.io), one at each of the places drawn,",
        "and held against the tests: first those near the code (`tests/game`, `tests/record`, `tests/checks`,",
        f"`tests/clauses`, `tests/houses`){', then the rest of the suite' * whole}.",
        "",
        "```sh",
        f"python -m benchmarks.mutation {options} -o docs/mutants.md",
        "```",
        "",
        *([] if whole else ["The rest of the suite was not asked of these; without `--near` it is.", ""]),
        'Equivalent is a mutant that no input tells from the code; its reason begins with "the same:". It counts as a',
        f"survivor{', and the rest of the suite is not asked of it' * whole}.",
        "",
        f"| package | mutants | killed by the near tests |{' by the whole suite |' * whole} survivors | equivalent |",
        f"| --- | ---: | ---: |{' ---: |' * whole} ---: | ---: |",
    ]

    def counts(counted: Sequence[Tried]) -> list[int]:
        alive = [one for one in counted if not one.killed]
        killed = len(counted) - len(alive)
        near = sum(one.killed and one.asked == "near" for one in counted)
        same = sum(why[one.file, one.change].startswith(EQUIVALENT) for one in alive)
        return [len(counted), near, *([killed] if whole else []), len(alive), same]

    for package in PACKAGES:
        if any(one.package == package for one in tried):
            of_package = counts([one for one in tried if one.package == package])
            rows.append(f"| `{package}` | {' | '.join(map(str, of_package))} |")
    drawn, near, *rest, alive, same = counts(tried)
    rows.append(f"| all | {' | '.join(map(str, (drawn, near, *rest, alive, same)))} |")
    seen = f"the near tests killed {near}{f', the whole suite {drawn - alive}' * whole}"
    rows += ["", f"Of the {drawn - same} that are not equivalent {seen}."]
    rows += ["", "Those that the near tests do not see:", ""]
    rows += [f"| place | change |{' seen by |' * whole} why |", f"| --- | --- |{' --- |' * whole} --- |"]
    for one in sorted(tried, key=lambda one: (one.file, one.line)):
        if not (one.killed and one.asked == "near"):
            change = one.change.replace("|", "\\|").replace("`", "'")
            by = f" {FELL_TO[one.asked] if one.killed else 'none'} |" if whole else ""
            rows.append(f"| `{one.file}:{one.line}` | `{change}` |{by} {why[one.file, one.change]} |")
    return "\n".join(rows) + "\n"


if __name__ == "__main__":
    main()
