"""Hands per second from text to findings on one worker, stage by stage, and PokerKit replaying the same hands.

    python benchmarks/speed.py [--hands N] [--without CODES] [PATH...]

Without PATH it makes a log of invented PokerStars cash hands of six or seven players and about 70 lines, as real ones
have. All figures come from one run on one core, so that they can be compared with one another: each stage is run in
turn, several times, and the least time counts, since what else a machine does only ever adds to it. Hands a second go
by processor time.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests"), str(ROOT / "benchmarks")]

from pokerkit_replay import replay  # noqa: E402
from support.play import play  # noqa: E402
from support.written import pokerstars  # noqa: E402

from stud_audit.ingest.input.found import Located  # noqa: E402
from stud_audit.ingest.reader import Reader, parse_block  # noqa: E402
from stud_audit.model.hand import Hand  # noqa: E402
from stud_audit.pipeline import Audit, HandResult, Summary, audit_hand, dispatch  # noqa: E402
from stud_audit.pipeline.audit_writer import AuditWriter  # noqa: E402
from stud_audit.pipeline.chosen_house import choose_house  # noqa: E402
from stud_audit.pipeline.records import record_of  # noqa: E402
from stud_audit.report.dataset import DatasetWriter  # noqa: E402


def main() -> None:
    """Run the benchmark and print its table."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("paths", nargs="*", metavar="PATH")
    options.add_argument("--hands", type=int, default=1000, help="hands to invent (default: 1000)")
    options.add_argument("--rounds", type=int, default=5, help="how often each is measured in turn (default: 5)")
    options.add_argument("--pokerkit", type=int, default=300, help="hands for PokerKit, 0 for none (default: 300)")
    options.add_argument(
        "--without", default="", metavar="CODES", help="audit without these checks too (codes or prefixes)"
    )
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        paths = chosen.paths or [invented(Path(folder, "invented.txt"), chosen.hands)]
        _measure(
            paths, Path(folder), chosen.pokerkit, [code for code in chosen.without.split(",") if code], chosen.rounds
        )


def invented(path: Path, hands: int) -> str:
    """A log of invented hands; its name is given."""
    dice = random.Random(7)
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for number in range(hands):
            hand = play(dice, dice.choice(("stud", "stud8", "razz")), players=dice.choice((6, 6, 7)), loose=0.6)
            file.write(pokerstars(hand, 7_000_000 + number, hand.seats[0].number) + "\n\n\n")
    return str(path)


class Stage:
    """Work that gives the number of hands it did, and the least that it took in any round."""

    def __init__(self, name: str, work: Callable[[], int]) -> None:
        self.name, self.work = name, work
        self.wall = self.cpu = math.inf

    def run(self) -> None:
        """Do the work once more."""
        wall, cpu = time.perf_counter(), time.process_time()
        hands = self.work() or 1
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
        self.wall, self.cpu = min(self.wall, wall / hands), min(self.cpu, cpu / hands)

    def __str__(self) -> str:
        return f"{self.name:<46}{1 / self.cpu:>10,.0f}{self.wall * 1e3:>10.3f}{self.cpu * 1e3:>13.3f}"


def _audit(paths: list[str], out: Path | None = None, without: Sequence[str] = ()) -> Summary:
    run = Audit(paths, ignore=without)
    with ExitStack() as stack:
        writer = stack.enter_context(AuditWriter(out, run)) if out else None
        for _ in run:
            pass
        if writer:
            writer.finish(run.summary)
    return run.summary


def _measure(paths: list[str], folder: Path, for_pokerkit: int, without: Sequence[str], rounds: int) -> None:
    # Once unmeasured: grammars are built, houses and checks loaded, and pandas, which pyarrow brings in.
    _audit([invented(folder / "warm-up.txt", 20)], folder / "warm-up")
    blocks: list[Located] = []
    hands: list[Hand] = []
    results: list[HandResult] = []

    def split() -> int:
        blocks[:] = [item for item in Reader(paths).blocks() if isinstance(item, Located)]
        return len(blocks)

    def parse() -> int:
        hands[:] = [parse_block(block) for block in blocks]
        return len(hands)

    def judge() -> int:
        checks = dispatch()
        results[:] = [audit_hand(hand, choose_house(hand, None), checks) for hand in hands]
        return len(results)

    def write() -> int:
        with DatasetWriter(folder / "stages") as writer:
            for result in results:
                writer.add_hand(record_of(result))
            writer.finish({})
        count = len(results)
        for kept in (blocks, results):
            kept.clear()  # what follows runs hand by hand, and keeps nothing
        return count

    def kit() -> int:
        return len([replay(hand) for hand in for_kit])

    split(), parse()
    lines = sum(hand.last_line - hand.first_line + 1 for hand in hands) / max(len(hands), 1)
    # Only what it replays to the end: what it refuses, it gives up early.
    for_kit = [hand for hand in hands[:for_pokerkit] if hand.status == "parsed" and replay(hand) is None]
    whole = Stage("text to findings", lambda: _audit(paths).hands)
    pokerkit = Stage("PokerKit: replay alone, of hands in memory", kit)
    stages = [
        Stage("1 decode and split", split),
        Stage("2 parse into events", parse),
        Stage("3 replay and checks", judge),
        Stage("4 write the dataset", write),
        whole,
        Stage("text to findings and dataset", lambda: _audit(paths, folder / "whole").hands),
    ]
    if without:
        stages.append(Stage("text to findings, without these checks", lambda: _audit(paths, without=without).hands))
    if for_kit:
        stages.append(pokerkit)
    for _ in range(rounds):
        for stage in stages:
            stage.run()
    print(f"{'':<46}{'hands/s':>10}{'ms/hand':>10}{'cpu ms/hand':>13}")
    print(*stages, sep="\n")
    if for_kit:
        print(f"Text to findings takes 1/{pokerkit.cpu / whole.cpu:.1f} of PokerKit's time ({len(for_kit)} hands).")
    summary = _audit(paths)
    print(f"{summary.hands} hands of {lines:.0f} lines; {summary.violations} violations, {summary.reviews} reviews.")


if __name__ == "__main__":
    main()
