"""The command; see the package."""

from __future__ import annotations

import argparse
import multiprocessing
import queue
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).parents[1])]

import fuzz  # noqa: E402
from fuzz.executions import Case, case_of, failure, smaller, timed, traces, way_of  # noqa: E402
from fuzz.properties import Broken, folder, same_with_jobs  # noqa: E402

_LIMIT = 20.0
"""Seconds of the processor that an execution may take: a thousand times what it does."""
_TOGETHER = 60
_EVERY = 5_000
"""Executions after which the last few inputs are audited by one and by two processes."""


def main() -> int:
    """Run it; 1 where something failed."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.fuzz", description=fuzz.__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", type=Path, nargs="*", help="inputs to put through everything, instead of executions")
    parser.add_argument("--executions", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="number of the first execution")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="when to stop at the latest")
    parser.add_argument("--house", help="of files: the house that judges them")
    parser.add_argument("--keep", type=Path, default=Path("fuzz-failures"), help="where what failed is written")
    chosen = parser.parse_args()
    if chosen.files:
        return _files(chosen.files, chosen.house)

    context = multiprocessing.get_context("fork" if "fork" in multiprocessing.get_all_start_methods() else None)
    told: Any = context.Queue()
    end = time.monotonic() + chosen.seconds
    workers = [context.Process(target=_work, args=(told, job, chosen.jobs, chosen, end)) for job in range(chosen.jobs)]
    for worker in workers:
        worker.start()
    done, slowest, ways, next_word = 0, [], Counter[str](), time.monotonic() + 60
    living = chosen.jobs
    while living:
        try:
            kind, said = told.get(timeout=60)
        except queue.Empty:
            if not any(worker.is_alive() for worker in workers):
                print("a worker ended without a word", flush=True)
                ways["a worker was killed"] += 1
                break
            continue
        if kind == "done":
            done += said
            if time.monotonic() > next_word:
                next_word += 60
                print(f"{done} executions, {len(ways)} ways of failing", flush=True)
        elif kind == "failed":
            way, text = said
            ways[way] += 1
            if ways[way] == 1:
                print(text, flush=True)
        elif kind == "slow":
            slowest = sorted([*slowest, said], reverse=True)[:5]
        else:
            living -= 1
    for worker in workers:
        worker.join()
    print(f"{done} executions of seed {chosen.seed}, {sum(ways.values())} failures in {len(ways)} ways")
    for way, count in ways.most_common():
        print(f"{count:8} {way}")
    for seconds, number in slowest:
        print(f"{seconds:8.2f} s: number {number}")
    return 1 if ways else 0


def _work(told: Any, job: int, jobs: int, chosen: argparse.Namespace, end: float) -> None:
    known: set[str] = set()
    recent: list[bytes] = []
    done = 0
    for number in range(chosen.first + job, chosen.first + chosen.executions, jobs):
        if time.monotonic() > end:
            break
        case = case_of(chosen.seed, number)
        error, seconds = timed(case, _LIMIT)
        if seconds > 1:
            told.put(("slow", (seconds, number)))
        if error is not None:
            way = way_of(error)
            text = ""
            if way not in known:
                known.add(way)
                text = _kept(case, error, f"{chosen.seed}-{number}", chosen.keep)
            told.put(("failed", (way, text)))
        if case.log is None:
            recent = [*recent[1 - _TOGETHER :], case.data]
        done += 1
        if not done % 100:
            told.put(("done", 100))
        if not done % _EVERY and (wrong := _with_jobs(recent)):
            told.put(("failed", (way_of(wrong), f"{wrong}\n  seed {chosen.seed}, before number {number}")))
    told.put(("done", done % 100))
    told.put(("end", None))


def _kept(case: Case, error: Broken, name: str, place: Path) -> str:
    """Writes the case, cut down, and tells of it."""
    small = smaller(case, way_of(error), _LIMIT)
    place.mkdir(parents=True, exist_ok=True)
    path = place / f"{name}{'.toml' if case.log is not None else ''}"
    path.write_bytes(small.data)
    return (
        f"\n{path} ({len(small.data)} bytes): {(failure(small) or error)!s:.600}\n"
        f"  from {case.seed}, changed by {', '.join(case.trail)}; house {small.house}; {', '.join(small.turns)}\n"
        f"{traces(small)}"
    )


def _with_jobs(inputs: list[bytes]) -> Broken | None:
    paths = []
    for number, data in enumerate(inputs):
        paths.append(folder() / f"together-{number}.txt")
        paths[-1].write_bytes(data)
    try:
        same_with_jobs(paths)
    except Broken as error:
        return error
    except Exception as error:
        return Broken("jobs", repr(error))
    return None


def _files(paths: list[Path], house: str | None) -> int:
    failed = 0
    for path in paths:
        log = case_of(1, 0).data if path.suffix == ".toml" else None
        case = Case(path.read_bytes(), house, log=log)
        error = failure(case)
        if error is not None:
            failed += 1
            print(f"{path}: {error}\n{traces(case)}")
    print(f"{len(paths)} inputs, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
