"""Whether the tests see a change of the code: mutants made by cosmic-ray, each held against the tests.

    python -m benchmarks.mutation [--package NAME]... [--sample N] [--seed S] [--near] [--log FILE] [-o docs/mutants.md]

Of each package N places are drawn, and at each one of the changes that cosmic-ray knows there. A mutant is tried in a
copy of the checkout, first against the tests near the code (those of game, record, and checks, the hands of the
clauses, and the houses), and where it survives them against the rest of the ordinary suite. Not drawn are changes that
change nothing by their kind: of annotations, of `==` to `is` or back, of the layout of a class, or of what is cached.

Why a mutant survives is for a human to say, in the table's last column: it is taken over when the table is written
again. The log keeps what has been tried, and a mutant that fell to the near tests is not tried again.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path

import msgspec
from cosmic_ray.commands.init import init
from cosmic_ray.mutating import use_mutation
from cosmic_ray.plugins import get_operator
from cosmic_ray.testing import run_tests
from cosmic_ray.work_db import WorkDB, use_db
from cosmic_ray.work_item import MutationSpec, TestOutcome

ROOT = Path(__file__).parents[1]
PACKAGES = ("game", "record", "checks")
NEAR = (*PACKAGES, "clauses", "houses")
SEE_MOST = ("pipeline", "simulate")
"""Of the other tests those that are asked first."""
SAME = re.compile(r"ComparisonOperator_(Eq_Is|NotEq_IsNot|Is_Eq|IsNot_NotEq)$")
LAYOUT = re.compile(r"\b(slots|gc)=|^@(lru_)?cache\b")
SECONDS = 1800
"""What runs longer hangs, and is killed."""

Place = tuple[int, int]


class Tried(msgspec.Struct, frozen=True):
    """A mutant, and the tests that it fell to, `near` or `rest`; None where it survived."""

    file: str
    line: int
    change: str
    killed: str | None

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
        os.environ["PYTHONPATH"] = str(copy)
        rest = None if chosen.near else _sound(_rest())
        tried = [
            _try(mutant, rest, log)
            for package in chosen.package or PACKAGES
            for mutant in _drawn(package, chosen.sample, chosen.seed)
        ]
        os.chdir(ROOT)
    text = _table(tried, f"--sample {chosen.sample} --seed {chosen.seed}", _reasons(table))
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
        line, column = lines[file][place[0] - 1].strip(), place[1]
        if SAME.search(mutant.operator_name) or LAYOUT.search(line):
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


def _try(mutant: MutationSpec, rest: str | None, log: Path | None) -> Tried:
    file = str(mutant.module_path)
    operator = get_operator(mutant.operator_name)(**mutant.operator_args)
    with use_mutation(mutant.module_path, operator, mutant.occurrence) as (before, after):
        line, change = _change(before, after)
        fell = Tried(file, line, change, "near")
        if fell in _known(log):
            return fell
        beside = Path("tests", *mutant.module_path.parent.parts[1:])
        near = (beside.is_dir() and _fails(_pytest([str(beside)]))) or _fails(_near(fell.package))
        killed = "near" if near else "rest" if rest and _fails(rest) else None
    tried = Tried(file, line, change, killed)
    if log:
        with log.open("a", encoding="utf-8") as lines:
            lines.write(msgspec.json.encode(tried).decode() + "\n")
    return tried


def _change(before: str, after: str) -> tuple[int, str]:
    """The first line of a change, and the lines without it and with it."""
    old, new = before.splitlines(), after.splitlines()
    for _, start, end, first, last in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if old[start:end] != new[first:last]:
            lines = (" ".join(" ".join(part).split()) for part in (old[start:end], new[first:last]))
            return start + 1, " → ".join(lines)
    raise ValueError("nothing has changed")


def _known(log: Path | None) -> set[Tried]:
    lines = log.read_text("utf-8").splitlines() if log and log.exists() else []
    return {msgspec.json.decode(line, type=Tried) for line in lines}


# --- the tests ---------------------------------------------------------------------------------


def _near(package: str) -> str:
    return _pytest([f"tests/{name}" for name in (package, *(name for name in NEAR if name != package))])


def _rest() -> str:
    others = sorted(path.name for path in Path("tests").iterdir() if path.name not in (*NEAR, *SEE_MOST, "support"))
    places = [Path("tests", name) for name in (*SEE_MOST, *others)]
    return _pytest([str(path) for path in places if path.name.startswith("test_") or any(path.rglob("test_*.py"))])


def _pytest(arguments: Sequence[str]) -> str:
    plain = (sys.executable, "-m", "pytest", "-q", "--no-header", "-p", "no:cacheprovider", "--hypothesis-seed=0")
    return " ".join((*plain, *arguments))


def _fails(command: str) -> bool:
    return run_tests(f"{command} -x", SECONDS)[0] is not TestOutcome.SURVIVED


def _sound(command: str) -> str:
    """The same without the tests that fail in the copy as it is, for want of what is not copied."""
    outcome, output = run_tests(command, SECONDS)
    failing = re.findall(r"^(?:FAILED|ERROR) (\S+)", output, re.MULTILINE)
    if outcome is not TestOutcome.SURVIVED and not failing:
        raise SystemExit(output)
    print("left out:", *failing, sep="\n", file=sys.stderr)
    return " ".join((command, *(f"--deselect={name}" for name in failing)))


# --- the table ---------------------------------------------------------------------------------


def _reasons(table: Path | None) -> dict[tuple[str, str], str]:
    """What a table says of each survivor."""
    text = table.read_text("utf-8") if table and table.exists() else ""
    rows = re.findall(r"^\| `(\S+):\d+` \| `(.+)` \| .* \| (.*) \|$", text, re.MULTILINE)
    return {(file, change): why for file, change, why in rows}


def _table(tried: Sequence[Tried], options: str, reasons: dict[tuple[str, str], str]) -> str:
    rows = [
        "# What the tests see",
        "",
        "Changes made to the code by [cosmic-ray](https://cosmic-ray.readthedocs.io), one at each of the places drawn,",
        "and held against the tests: first those near the code (`tests/game`, `tests/record`, `tests/checks`,",
        "`tests/clauses`, `tests/houses`), then the rest of the ordinary suite.",
        "",
        "```sh",
        f"python -m benchmarks.mutation {options} -o docs/mutants.md",
        "```",
        "",
        "| package | mutants | killed by the near tests | killed by the whole suite | survivors |",
        "| --- | ---: | ---: | ---: | ---: |",
    ]
    for package in PACKAGES:
        fell = [one.killed for one in tried if one.package == package]
        if fell:
            near, alive = fell.count("near"), fell.count(None)
            rows.append(f"| `{package}` | {len(fell)} | {near} | {len(fell) - alive} | {alive} |")
    rows += ["", "Those that the near tests do not see:", ""]
    rows += ["| place | change | seen by | why |", "| --- | --- | --- | --- |"]
    for one in sorted(tried, key=lambda one: (one.file, one.line)):
        if one.killed != "near":
            change = one.change.replace("|", "\\|").replace("`", "'")
            seen = "the rest of the suite" if one.killed else "none"
            rows.append(f"| `{one.file}:{one.line}` | `{change}` | {seen} | {reasons.get((one.file, change), '')} |")
    return "\n".join(rows) + "\n"


if __name__ == "__main__":
    main()
