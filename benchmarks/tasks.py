"""One measured piece of work, in a process of its own: `python benchmarks/tasks.py TASK ARGUMENT...`.

What an audit has met it remembers, so that the second audit of a log in one process tells nothing of the first. A task
is made ready (modules loaded, grammars and houses built, by a few hands that are not those of the log), done once, and
what it took is printed as JSON: seconds of the processor, those of processes that it started among them, seconds by the
clock, and the most memory that it ever had. The suite (`benchmarks/suite.py`) calls this, with the checkout that is to
be measured in PYTHONPATH; nothing of it is named here but what its users call.
"""

from __future__ import annotations

import gc
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from tempfile import TemporaryDirectory
from typing import Any
from warnings import filterwarnings

import msgspec
from speed_page import PART

Told = dict[str, Any]
Work = Callable[[], Told]
SAMPLE_TIMES = 10
"""Readings of a dialect's samples."""


def main() -> None:
    """Do the task named, and print what it took."""
    name, *arguments = sys.argv[1:]
    filterwarnings("ignore", module="pokerkit")  # it warns where it is dealt a card that the log shows later
    with TemporaryDirectory() as folder, redirect_stdout(Path(os.devnull).open("w")):
        work = TASKS[name](Path(folder), *arguments)
        gc.collect()
        wall, cpu = time.perf_counter(), _cpu()
        told = work()
        told |= {"wall": time.perf_counter() - wall, "cpu": _cpu() - cpu}
    unit = 1 if sys.platform == "darwin" else 1024
    told |= {"memory": getrusage(RUSAGE_SELF).ru_maxrss * unit, "child": getrusage(RUSAGE_CHILDREN).ru_maxrss * unit}
    print(msgspec.json.encode(told).decode())


def _cpu() -> float:
    children = getrusage(RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


# --- this project -------------------------------------------------------------------------------


def audit(folder: Path, warm_up: str, log: str, *options: str) -> Work:
    """The command `audit`, here and not in a process of its own, so that its start does not count."""
    data = folder / "dataset"

    def command(path: str, out: Path) -> None:
        from stud_audit.cli import main as program

        given = [str(out) if option == "OUT" else option for option in options]
        sys.argv = ["stud-audit", "audit", path, "--fail-on", "never", "--format", "json", *given]
        try:
            program()
        except SystemExit as ended:
            if ended.code:
                raise RuntimeError(f"the audit ended with status {ended.code}") from None

    def work() -> Told:
        command(log, data)
        return {"bytes": sum(path.stat().st_size for path in data.rglob("*") if path.is_file())}

    command(warm_up, folder / "warm-up")
    return work


def split(_: Path, warm_up: str, log: str) -> Work:
    """The bytes decoded, and the text split into hands."""
    from stud_audit.ingest.input.found import Located
    from stud_audit.ingest.reader import Reader

    def work(path: str) -> Told:
        return {"hands": sum(isinstance(item, Located) for item in Reader([path]).blocks())}

    work(warm_up)
    return lambda: work(log)


def events(_: Path, warm_up: str, log: str) -> Work:
    """The text read into events."""
    from stud_audit import read_hands

    def work(path: str) -> Told:
        lines = [hand.last_line - hand.first_line + 1 for hand in read_hands([path])]
        return {"hands": len(lines), "lines": sum(lines) / len(lines)}

    work(warm_up)
    return lambda: work(log)


def certified(_: Path, log: str) -> Work:
    """Of the hands in which nothing was found, those that were accepted without a replay, by their place too."""
    return lambda: _shares(log)


def _shares(log: str) -> Told:
    from stud_audit.pipeline import Audit, HandResult

    judged = [
        (not result.findings, getattr(result, "certified", False))
        for result in Audit([log])
        if isinstance(result, HandResult) and result.hand.status == "parsed"
    ]
    parts = [judged[start : start + PART] for start in range(0, len(judged), PART)]
    return {
        "hands": len(judged),
        "clean": sum(clean for clean, _ in judged),
        "certified": sum(accepted for _, accepted in judged),
        "places": [sum(accepted for _, accepted in part) / max(sum(clean for clean, _ in part), 1) for part in parts],
    }


def sample(_: Path, folder: str) -> Work:
    """The samples of a dialect read into events, over and over; what is certified once their situations are known."""
    from stud_audit import read_hands

    _shares(folder)
    told, hands = _shares(folder), list(read_hands([folder]))
    files = [path for path in Path(folder).rglob("*") if path.is_file()]
    told |= {
        "hands": SAMPLE_TIMES * len(hands),
        "lines": SAMPLE_TIMES * sum(path.read_bytes().count(b"\n") for path in files),
        "events": SAMPLE_TIMES * sum(len(hand.events) for hand in hands),
    }

    def work() -> Told:
        for _ in range(SAMPLE_TIMES):
            list(read_hands([folder]))
        return told

    return work


def start(_: Path, *arguments: str) -> Work:
    """Python from its start to its end."""

    def work() -> Told:
        subprocess.run([sys.executable, *arguments], stdout=subprocess.DEVNULL, check=True)
        return {}

    work()
    return work


# --- PokerKit -----------------------------------------------------------------------------------


def pokerkit_own(_: Path, hands: str, *as_text: str) -> Work:
    """PokerKit replays hands that it dealt itself, to six players: from memory, or from their text in its notation."""
    from pokerkit import HandHistory
    from pokerkit_replay import dealt

    own = dealt(int(hands), random.Random(7))
    texts = [history.dumps() for history in own]

    def work() -> Told:
        for history in map(HandHistory.loads, texts) if as_text else own:
            for _ in history:
                pass
        return {"hands": len(own)}

    return work


def pokerkit_ours(_: Path, log: str, hands: str) -> Work:
    """PokerKit replays the hands of the log, their events in memory; of those that it does not refuse, so many."""
    from itertools import islice

    from pokerkit_replay import replay

    from stud_audit import read_hands

    # What it refuses, it gives up early.
    parsed = (hand for hand in read_hands([log]) if hand.status == "parsed")
    ours = list(islice((hand for hand in parsed if replay(hand) is None), int(hands)))

    def work() -> Told:
        for hand in ours:
            replay(hand)
        return {"hands": len(ours)}

    return work


# --- floors -------------------------------------------------------------------------------------


def floor_lines(_: Path, log: str) -> Work:
    """The text split into lines by pyarrow's CSV reader, on one core."""
    from pyarrow import csv

    files = [path for path in (Path(log), *Path(log).rglob("*")) if path.is_file()]
    options = (
        csv.ReadOptions(use_threads=False, column_names=["line"]),
        csv.ParseOptions(delimiter="\x1f", quote_char=False, ignore_empty_lines=False),
        csv.ConvertOptions(column_types={"line": "binary"}),
    )

    def work() -> Told:
        lines = sum(csv.read_csv(file, *options).num_rows for file in files)
        return {"lines": lines, "bytes": sum(file.stat().st_size for file in files)}

    work()
    return work


def floor_columns(folder: Path, log: str) -> Work:
    """The columns of the log's dataset, in memory, written by pyarrow with the compression of the dataset."""
    from pyarrow import parquet

    from stud_audit import audit as audited

    audited([log], out=folder / "dataset")
    parts = (folder / "dataset").rglob("*.parquet")
    tables = [parquet.read_table(part, partitioning=None) for part in parts]

    def work() -> Told:
        for number, table in enumerate(tables):
            parquet.write_table(table, folder / f"{number}.parquet", compression="zstd")
        return {}

    work()
    return work


TASKS: dict[str, Callable[..., Work]] = {
    task.__name__: task
    for task in (
        audit, split, events, certified, sample, start, pokerkit_own, pokerkit_ours, floor_lines, floor_columns,
    )
}  # fmt: skip


if __name__ == "__main__":
    main()
