"""How fast the audit is, and what bounds it: everything that is measured of speed, in one run.

    python -m benchmarks.suite [--hands N] [--rounds N] [--only GROUP,...] [-o docs/speed.md] [PATH]

Without PATH the log is one of simulated PokerStars hands; with a file or folder, that is measured, where a group does
not ask for certain hands. Each figure comes from a process of its own (`benchmarks/tasks.py`). What belongs together is
run in turn, several times, and the least counts, since what else a machine does only ever adds to it. Hands a second go
by the time of the processor, but for several workers and for the start by the clock. The same machine differs from hour
to hour: ratios are what to compare, and `--beside` measures another checkout, or a copy with compiled modules, in the
same run. `-o` writes the page, its charts, and the figures as JSON; `--page FILE.json` makes the page of such figures
anew.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from importlib.metadata import version
from itertools import count, repeat
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]

import speed_page as page  # noqa: E402
from speed_page import Figures, Row  # noqa: E402

from stud_audit import read_hands  # noqa: E402
from stud_audit.ingest.writers.neutral import FIRST_LINE  # noqa: E402
from stud_audit.simulate import simulate  # noqa: E402
from stud_audit.simulate.session import NAMES  # noqa: E402

CHUNK = 500
"""Hands that are simulated at once: each has tables and players of its own, as many as come with so many hands."""
PLANTED = ("A201", "B302", "D104", "P601", "P604", "S704", "S705", "T401", "W501", "W507")
_NAMES = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in NAMES))
_HEADER = re.compile(r"^(PokerStars Game #|hand )\d+", re.M)
_TABLE = re.compile(r"(['\"]Table )(?=\d)")


def main() -> None:
    """Measure, and print or write the page."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("path", nargs="?", type=Path, metavar="PATH", help="a log instead of simulated hands")
    options.add_argument("--hands", type=int, default=3000, help="hands of the log (default: 3000)")
    options.add_argument("--most", type=int, help="hands of the largest log (default: four times as many)")
    options.add_argument("--rounds", type=int, default=3, help="how often each is measured in turn (default: 3)")
    options.add_argument("--pokerkit", type=int, default=300, help="hands for PokerKit (default: 300)")
    options.add_argument("--only", default=",".join(GROUPS), metavar="GROUPS", help=f"of {', '.join(GROUPS)}")
    options.add_argument("--beside", action="append", default=[], type=Path, metavar="DIR", help="another checkout")
    options.add_argument("--ignore", metavar="CODES", help="audit without these checks too (codes or prefixes)")
    options.add_argument("-o", dest="page", type=Path, help="where the page goes, in Markdown")
    options.add_argument("--page", dest="figures", type=Path, metavar="FILE.json", help="measure nothing")
    chosen = options.parse_args()
    if chosen.page:
        page.chart(1)  # where the library for charts is missing, it is said now
    unknown = set(groups := chosen.only.split(",")) - set(GROUPS)
    if unknown:
        options.error(f"no such group: {', '.join(sorted(unknown))}")
    if chosen.figures:
        figures = msgspec.json.decode(chosen.figures.read_bytes(), type=Figures)
    else:
        with TemporaryDirectory() as folder:
            # An installed program has its bytecode; a checkout need not, where none is to be written into it.
            os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
            os.environ["PYTHONPYCACHEPREFIX"] = str(Path(folder, "bytecode"))
            suite = Suite(Path(folder), chosen)
            rows = [row for name in GROUPS if name in groups for row in suite.measure(name)]
        words = [Path(word).name if word.startswith("/") else word for word in sys.argv[1:]]
        figures = Figures(" ".join(["python -m benchmarks.suite", *words]), machine(), rows)
    if chosen.page:
        page.write(figures, chosen.page)
    else:
        print("\n".join(page.lines(figures)))


def machine() -> dict[str, str]:
    """What the figures were measured on."""
    model = platform.processor()
    with suppress(OSError, StopIteration):
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        model = next(line for line in lines if line.startswith("model name")).partition(": ")[2]
    command = [sys.executable, "-m", "stud_audit", "--version"]
    program = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return {
        "processor": f"{model.strip()}, {os.cpu_count()} cores",
        "memory": f"{memory / 1e9:.0f} GB",
        "system": f"{platform.system()}, {platform.machine()}",
        "program": ", ".join(program.stdout.split("\n")).strip(" ,"),
        "libraries": ", ".join(f"{name} {version(name)}" for name in ("pokerkit", "pyarrow", "pandas")),
        "interpreter": f"{platform.python_implementation()} {platform.python_version()}",
        "load at the start": " ".join(f"{load:.1f}" for load in os.getloadavg()),
        "day": datetime.now(UTC).date().isoformat(),
    }


# --- logs ---------------------------------------------------------------------------------------


def _chunk(number: int, hands: int, dialect: str, game: Any, plant: Mapping[str, float]) -> str:
    """So many hands; no other chunk has their numbers, tables, or players."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "log.txt")
        simulate(path, "pokerstars" if dialect == "pokerstars" else "roberts-rules", dialect,
                 hands=hands, seed=number, game=game, plant=plant)  # fmt: skip
        text = path.read_text("utf-8").removeprefix(FIRST_LINE)
    numbers = count(10**9 + number * CHUNK)
    text = _HEADER.sub(lambda header: f"{header[1]}{next(numbers)}", text)
    return _NAMES.sub(lambda name: f"{name[0]}{number}", _TABLE.sub(rf"\g<1>{number}-", text))


@dataclass
class Log:
    """A log in one file."""

    path: Path
    hands: int


def simulated(
    path: Path,
    hands: int,
    dialect: str = "pokerstars",
    game: str | None = None,
    plant: Sequence[str] = (),
    first: int = 1,
) -> Log:
    """A log of so many hands, made by all cores; a longer one of the same kind begins with the same hands."""
    sizes = [min(CHUNK, hands - start) for start in range(0, hands, CHUNK)]
    rates = {code: 1 / len(plant) for code in plant}
    with ProcessPoolExecutor() as pool, path.open("w", encoding="utf-8", newline="\n") as file:
        file.write(FIRST_LINE if dialect == "neutral" else "")
        file.writelines(pool.map(_chunk, count(first), sizes, repeat(dialect), repeat(game), repeat(rates)))
    return Log(path, hands)


# --- what is measured ---------------------------------------------------------------------------


@dataclass
class Job:
    """A task of `benchmarks/tasks.py`, and the least that it took in any round, with what it told."""

    name: str
    task: str
    arguments: Sequence[object]
    hands: int = 0
    root: Path = ROOT
    rounds: int | None = None
    """The most rounds that it is worth."""
    also: dict[str, Any] = field(default_factory=dict)
    """What else there is to know of it."""
    told: dict[str, Any] = field(default_factory=dict)

    def run(self) -> None:
        """Do it once more."""
        paths = os.pathsep.join([str(self.root.resolve()), str(ROOT / "tests")])
        command = [sys.executable, str(ROOT / "benchmarks" / "tasks.py"), self.task, *map(str, self.arguments)]
        ended = subprocess.run(command, env={**os.environ, "PYTHONPATH": paths}, stdout=subprocess.PIPE, text=True)
        if ended.returncode:
            sys.exit(f"{self.name}: {' '.join(command)} failed")
        told = msgspec.json.decode(ended.stdout, type=dict[str, Any])
        least = {key: min(self.told.get(key, told[key]), told[key]) for key in ("cpu", "wall")}
        most = {key: max(self.told.get(key, 0), told[key]) for key in ("memory", "child")}
        self.told = {**told, **least, **most}
        print(f"{self.name}: {told['cpu']:.2f} s", file=sys.stderr, flush=True)

    def row(self, group: str) -> Row:
        """What it came to."""
        told = self.told | self.also
        fixed = {key: told.pop(key) for key in ("cpu", "wall", "memory", "child")}
        hands = told.pop("hands", 0) or self.hands
        return Row(group=group, name=self.name, task=self.task, hands=hands, told=told, **fixed)


class Suite:
    """The groups, each a list of jobs that are run in turn."""

    def __init__(self, folder: Path, chosen: argparse.Namespace) -> None:
        self.folder, self.chosen = folder, chosen
        self.most = max(chosen.most or 4 * chosen.hands, chosen.hands)
        self.roots = {path.resolve().name: path for path in chosen.beside}
        self._logs: dict[str, Log] = {}
        self.warm = self.log("warm-up", partial(simulated, hands=20, first=10**5)).path

    def measure(self, group: str) -> list[Row]:
        """All that belongs to a group."""
        jobs = list(GROUPS[group](self))
        for number in range(self.chosen.rounds):
            for job in jobs:
                if job.rounds is None or number < job.rounds:
                    job.run()
        return [job.row(group) for job in jobs]

    def log(self, name: str, make: Callable[[Path], Log]) -> Log:
        """A log, made once."""
        if name not in self._logs:
            self._logs[name] = make(self.folder / f"{name}.txt")
        return self._logs[name]

    def main(self, hands: int | None = None) -> Log:
        """The log given, or so many hands of PokerStars."""
        path, hands = self.chosen.path, hands or self.chosen.hands
        if path is None:
            return self.log(f"stars-{hands}", partial(simulated, hands=hands))
        return self.log("given", lambda _: Log(path.resolve(), sum(1 for _ in read_hands([path]))))

    def audit(self, name: str, log: Log, *options: str, root: Path = ROOT) -> Job:
        """An audit of a log by one worker."""
        return Job(name, "audit", (self.warm, log.path, *options), log.hands, root)

    def stages(self) -> Iterator[Job]:
        """From text to findings and dataset, stage by stage, PokerKit, and floors."""
        log, kit = self.main(), self.chosen.pokerkit
        yield Job(page.LINES, "floor_lines", (log.path,), log.hands)
        yield Job(page.SPLIT, "split", (self.warm, log.path))
        yield Job(page.EVENTS, "events", (self.warm, log.path))
        yield self.audit(page.FINDINGS, log)
        yield self.audit(page.DATASET, log, "--out", "OUT")
        yield Job(page.COLUMNS, "floor_columns", (log.path,), log.hands)
        yield self.audit(page.UNCERTIFIED, log, "--no-certify")
        yield self.audit(page.UNCERTIFIED_DATASET, log, "--no-certify", "--out", "OUT")
        if self.chosen.ignore:
            ignored = ("--no-certify", "--ignore", self.chosen.ignore)
            yield self.audit(f"{page.UNCERTIFIED}, without {self.chosen.ignore}", log, *ignored)
        for name, root in self.roots.items():
            yield self.audit(f"{page.FINDINGS}, {name}", log, root=root)
            yield self.audit(f"{page.DATASET}, {name}", log, "--out", "OUT", root=root)
        if kit:
            yield Job(page.KIT_OWN, "pokerkit_own", (kit,))
            yield Job(page.KIT_TEXT, "pokerkit_own", (kit, "as-text"))
            yield Job(page.KIT_OURS, "pokerkit_ours", (log.path, kit))

    def faulty(self) -> Iterator[Job]:
        """Hands each of which has a planted fault, so that none is certified."""
        log = self.log("planted", partial(simulated, hands=max(self.chosen.hands // 4, 1), plant=PLANTED))
        yield self.audit(page.FINDINGS, log)
        yield self.audit(page.UNCERTIFIED, log, "--no-certify")
        for name, root in self.roots.items():
            yield self.audit(f"{page.FINDINGS}, {name}", log, root=root)

    def games(self) -> Iterator[Job]:
        """Each game in each dialect that hands can be simulated in: the share certified, and what a hand takes."""
        hands = max(self.chosen.hands // 4, 1)
        for dialect in ("pokerstars", "neutral"):
            for game in ("stud", "stud8", "razz"):
                name = f"{dialect} {game}"
                log = self.log(name, partial(simulated, hands=hands, dialect=dialect, game=game))
                yield replace(self.audit(name, log), rounds=2)
                yield Job(name, "certified", (log.path,), rounds=1)

    def certified(self) -> Iterator[Job]:
        """The share certified, by how many hands the audit has seen."""
        yield Job("certified", "certified", (self.main(self.most).path,), rounds=1)

    def dialects(self) -> Iterator[Job]:
        """Each dialect's samples, over and over."""
        for path in sorted((ROOT / "sample_histories").iterdir()):
            if path.is_dir():
                yield Job(path.name, "sample", (path,), rounds=2)

    def size(self) -> Iterator[Job]:
        """What a hand takes, and memory, against the number of hands."""
        sizes = [hands for hands in (1000 * 4**power for power in range(8)) if hands < self.most]
        logs = {log.path: log for log in map(self.main, [*sizes, self.most])}
        for log in logs.values():
            rounds = None if log.hands <= self.chosen.hands else 1
            for name, options in ((page.FINDINGS, ()), (page.DATASET, ("--out", "OUT"))):
                yield replace(self.audit(name, log, *options), rounds=rounds)

    def workers(self) -> Iterator[Job]:
        """The same log by more and more workers."""
        log = self.main(self.most)
        for jobs in sorted({1, 2, os.cpu_count() or 1}):
            for name, options in ((page.FINDINGS, ()), (page.DATASET, ("--out", "OUT"))):
                yield replace(self.audit(name, log, "--jobs", str(jobs), *options), rounds=2, also={"workers": jobs})

    def start(self) -> Iterator[Job]:
        """What the program takes before it does anything."""
        one = self.log("one", partial(simulated, hands=1))
        yield Job(page.NOTHING, "start", ("-c", "pass"), 1)
        yield Job(page.VERSION, "start", ("-m", "stud_audit", "--version"), 1)
        yield Job(page.ONE_HAND, "start", ("-m", "stud_audit", "audit", one.path), 1)


GROUPS: dict[str, Callable[[Suite], Iterator[Job]]] = {
    group.__name__: group
    for group in (
        Suite.stages, Suite.faulty, Suite.games, Suite.certified,
        Suite.dialects, Suite.size, Suite.workers, Suite.start,
    )
}  # fmt: skip


if __name__ == "__main__":
    main()
