"""Whether the tests see a change of the code: mutants made by cosmic-ray, each held against the tests.

    python -m benchmarks.mutation [--package NAME]... [--sample N] [--seed S] [--near] [--log FILE] [-o docs/mutants.md]

Of each package N places are drawn, and at each one of the changes that cosmic-ray knows there. A mutant is tried in a
copy of the checkout: against the tests near the code (those of game, record, and checks, the hands of the clauses, and
the houses), where it survives them against the rest of the ordinary suite, and at last against the tests marked slow.
Of the near and the ordinary tests those are asked that run the changed line in their own process; coverage.py tells
which these are. Not drawn are changes that change nothing by their kind: of annotations, of `==` to `is` or back, of
the layout of a class, of what is cached, or of whether a `zip` is strict.

Why a mutant survives is for a human to say, in `benchmarks/mutants.json`: by file and change, so that it holds for
every later run. The log keeps what has been tried, so that a run that was stopped goes on where it was. What fell is
not tried again; a survivor is as soon as code or tests are others. Beside the log lies which tests run which lines.
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
SEE_MOST = ("pipeline", "simulate")
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
Stage = Literal["near", "rest", "slow"]
FELL_TO: dict[Stage, str] = {"near": "the near tests", "rest": "the rest of the suite", "slow": "the slow tests"}
STAGES: tuple[Stage, ...] = tuple(FELL_TO)


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
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(".*", "__pycache__"))
        os.chdir(copy)
        os.environ["PYTHONPATH"] = os.pathsep.join([str(copy), *filter(None, [os.environ.get("PYTHONPATH")])])
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        trial = _Trial(log)
        mutants = [m for name in chosen.package or PACKAGES for m in _drawn(name, chosen.sample, chosen.seed)]
        for stage in STAGES[: 1 if chosen.near else None]:
            mutants = [mutant for mutant in mutants if not trial.falls(mutant, stage)]
        os.chdir(ROOT)
    options = f"{'--near ' * chosen.near}--sample {chosen.sample} --seed {chosen.seed}"
    text = _table(trial.tried, options, whole=not chosen.near)
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
            self._last = {(one.file, one.change): one for one in known if one.killed or one.state == self._state}
        self._asked: dict[tuple[str, str], None] = {}

    @property
    def tried(self) -> list[Tried]:
        """The last that is known of each mutant asked about."""
        return [self._last[key] for key in self._asked]

    def falls(self, mutant: MutationSpec, stage: Stage) -> bool:
        """Whether a mutant falls to the tests of a stage, having survived those before; remembered from the log."""
        operator = get_operator(mutant.operator_name)(**mutant.operator_args)
        file = str(mutant.module_path)
        if stage not in self._tests:  # before the code is changed
            kept = f"{self._log or 'mutants'}.{self._state}.{stage}.coverage"
            self._tests[stage] = _Tests(stage, Path(kept).resolve())
        with use_mutation(mutant.module_path, operator, mutant.occurrence) as (before, after):
            line, change = _change(before, after)
            self._asked[file, change] = None
            last = self._last.get((file, change))
            if last and (last.killed or STAGES.index(last.asked) >= STAGES.index(stage)):
                self._last[file, change] = replace(last, line=line)
                return last.killed
            killed = self._tests[stage].see(file, before, mutant)
        tried = self._last[file, change] = Tried(file, line, change, stage, killed, self._state)
        if self._log:
            with self._log.open("a", encoding="utf-8") as lines:
                lines.write(msgspec.json.encode(tried).decode() + "\n")
        return killed


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
    """The tests of a stage, and which of them run which line."""

    def __init__(self, stage: Stage, kept: Path) -> None:
        self._slow = stage == "slow"
        others = [p.name for p in Path("tests").iterdir() if p.name.startswith("test_") or any(p.rglob("test_*.py"))]
        rest = [*SEE_MOST, *sorted({*others} - {*NEAR, *SEE_MOST})]
        self._places = [f"tests/{name}" for name in (NEAR if stage == "near" else rest)]
        if self._slow:
            return
        failing = kept.with_suffix(".failing")
        if not failing.exists():
            failing.write_text("\n".join(self._measured(kept)), "utf-8")
        self._left_out = [f"--deselect={name}" for name in failing.read_text("utf-8").split()]
        self._coverage = CoverageData(str(kept))
        self._coverage.read()
        self._size: dict[str, int] = {}
        """Test to the lines that it runs."""
        for file in self._coverage.measured_files():
            for tests in self._coverage.contexts_by_lineno(file).values():
                for test in {_function(test) for test in tests}:
                    self._size[test] = self._size.get(test, 0) + 1

    def _measured(self, kept: Path) -> list[str]:
        """Run them all once, and tell which fail in the copy, for want of what is not copied."""
        Path("coverage.ini").write_text("[run]\nrelative_files = true\n", "utf-8")
        options = [f"--cov={Path('stud_audit', name)}" for name in PACKAGES]
        options += ["--cov-context=test", "--cov-report=", "--cov-config=coverage.ini"]
        os.environ["COVERAGE_FILE"] = str(kept)
        outcome, output = run_tests(_pytest([*options, *self._places]), SECONDS)
        failing = re.findall(r"^(?:FAILED|ERROR) (\S+)", output, re.MULTILINE)
        if outcome is not TestOutcome.SURVIVED and not failing:
            raise SystemExit(output)
        return failing

    def see(self, file: str, before: str, mutant: MutationSpec) -> bool:
        """Whether one of them fails with the changed code."""
        if self._slow:
            return _fails(["-m", "slow", "tests"])
        contexts = self._coverage.contexts_by_lineno(file)
        lines: Iterable[int] = range(mutant.start_pos[0], mutant.end_pos[0] + 1)
        if not _within_function(before, mutant.start_pos[0]):
            lines = contexts.keys()  # it runs as the module is loaded: whatever runs any line of the module may see it
        tests = {_function(test) for line in lines for test in contexts.get(line, ())} - {""}
        beside = str(Path("tests", *Path(file).parent.parts[1:]))
        # Those beside the file first, and of these the ones that run the least: they are quick, and say the most.
        order = sorted(tests, key=lambda test: (not test.startswith(beside), self._size[test]))
        return bool(order) and _fails([*self._left_out, *order])


def _function(context: str) -> str:
    """The test function of a context: without its phase and its parameters."""
    return context.partition("|")[0].partition("[")[0]


def _within_function(source: str, line: int) -> bool:
    functions = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef))
    return any(node.body[0].lineno <= line <= (node.end_lineno or 0) for node in functions)


def _pytest(arguments: Iterable[str]) -> str:
    plain = (sys.executable, "-m", "pytest", "-q", "--no-header", "-p", "no:cacheprovider", "--hypothesis-seed=0")
    return " ".join((*plain, *arguments))


def _fails(arguments: Sequence[str]) -> bool:
    Path("asked.txt").write_text("\n".join(arguments), "utf-8")
    hanging = ("-o", "faulthandler_timeout=120", "-o", "faulthandler_exit_on_timeout=true")
    return run_tests(_pytest(["-x", *hanging, "@asked.txt"]), SECONDS)[0] is not TestOutcome.SURVIVED


# --- the table ---------------------------------------------------------------------------------


def _table(tried: Sequence[Tried], options: str, *, whole: bool) -> str:
    reasons: dict[str, dict[str, str]] = msgspec.json.decode(REASONS.read_bytes()) if REASONS.exists() else {}
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
        f"| package | mutants | killed by the near tests |{' killed by the whole suite |' * whole} survivors |",
        f"| --- | ---: | ---: |{' ---: |' * whole} ---: |",
    ]
    for package in PACKAGES:
        of_package = [one for one in tried if one.package == package]
        fell = [one.asked for one in of_package if one.killed]
        counts = [len(of_package), fell.count("near"), *([len(fell)] if whole else []), len(of_package) - len(fell)]
        rows += [f"| `{package}` | {' | '.join(map(str, counts))} |"] if of_package else []
    rows += ["", "Those that the near tests do not see:", ""]
    rows += [f"| place | change |{' seen by |' * whole} why |", f"| --- | --- |{' --- |' * whole} --- |"]
    for one in sorted(tried, key=lambda one: (one.file, one.line)):
        if not (one.killed and one.asked == "near"):
            change = one.change.replace("|", "\\|").replace("`", "'")
            by = f" {FELL_TO[one.asked] if one.killed else 'none'} |" if whole else ""
            why = reasons.get(one.file, {}).get(one.change, "")
            rows.append(f"| `{one.file}:{one.line}` | `{change}` |{by} {why} |")
    return "\n".join(rows) + "\n"


if __name__ == "__main__":
    main()
