"""Hands per second from text to findings on one worker, stage by stage, and PokerKit replaying the same hands.

    python benchmarks/speed.py [--hands N] [--without CODES] [PATH...]

Without PATH it makes a log of invented PokerStars cash hands of six or seven players and about 70 lines, as real ones
have. All figures come from one run on one core, so that they can be compared with one another. Processor time stands
beside the wall clock, since it says more on a busy machine.
"""

from __future__ import annotations

import argparse
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

from stud_audit.ingest.items import Located  # noqa: E402
from stud_audit.ingest.reader import Reader, parse_block  # noqa: E402
from stud_audit.model.hand import Hand  # noqa: E402
from stud_audit.pipeline import Audit, HandResult, Summary, audit_hand, dispatch  # noqa: E402
from stud_audit.pipeline.dataset import AuditWriter  # noqa: E402
from stud_audit.pipeline.run import choose_house  # noqa: E402


def main() -> None:
    """Run the benchmark and print its table."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("paths", nargs="*", metavar="PATH")
    options.add_argument("--hands", type=int, default=2000, help="hands to invent (default: 2000)")
    options.add_argument("--pokerkit", type=int, default=300, help="hands for PokerKit, 0 for none (default: 300)")
    options.add_argument(
        "--without", default="", metavar="CODES", help="audit without these checks too (codes or prefixes)"
    )
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        paths = chosen.paths or [_invented(Path(folder, "invented.txt"), chosen.hands)]
        _measure(paths, Path(folder), chosen.pokerkit, [code for code in chosen.without.split(",") if code])


def _invented(path: Path, hands: int) -> str:
    dice = random.Random(7)
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for number in range(hands):
            hand = play(dice, dice.choice(("stud", "stud8", "razz")), players=dice.choice((6, 6, 7)), loose=0.6)
            file.write(pokerstars(hand, 7_000_000 + number, hand.seats[0].number) + "\n\n\n")
    return str(path)


def _timed(name: str, work: Callable[[], int]) -> None:
    """Times work that gives the number of hands it did, and prints a line of the table."""
    wall, cpu = time.perf_counter(), time.process_time()
    hands = work() or 1
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    print(f"{name:<46}{hands / wall:>10,.0f}{wall / hands * 1e3:>10.3f}{cpu / hands * 1e3:>13.3f}", flush=True)


def _audit(paths: list[str], out: Path | None = None, without: Sequence[str] = ()) -> Summary:
    run = Audit(paths, ignore=without)
    with ExitStack() as stack:
        writer = stack.enter_context(AuditWriter(out)) if out else None
        for result in run:
            if writer:
                writer.add(result)
        if writer:
            writer.finish(run.summary)
    return run.summary


def _measure(paths: list[str], folder: Path, for_pokerkit: int, without: Sequence[str]) -> None:
    # Once unmeasured: grammars are built, houses and checks loaded, and pandas, which pyarrow brings in.
    _audit([_invented(folder / "warm-up.txt", 20)], folder / "warm-up")
    blocks: list[Located] = []
    hands: list[Hand] = []
    results: list[HandResult] = []

    def split() -> int:
        blocks.extend(item for item in Reader(paths).blocks() if isinstance(item, Located))
        return len(blocks)

    def parse() -> int:
        hands.extend(parse_block(block) for block in blocks)
        return len(hands)

    def judge() -> int:
        checks = dispatch()
        results.extend(audit_hand(hand, choose_house(hand, None), checks) for hand in hands)
        return len(results)

    def write() -> int:
        with AuditWriter(folder / "stages") as writer:
            for result in results:
                writer.add(result)
            writer.finish(Audit(paths).summary)
        return len(results)

    def kit() -> int:
        replayed.extend(replay(hand) is None for hand in hands if hand.status == "parsed")
        return len(replayed)

    replayed: list[bool] = []
    print(f"{'':<46}{'hands/s':>10}{'ms/hand':>10}{'cpu ms/hand':>13}")
    _timed("1 decode and split", split)
    _timed("2 parse into events", parse)
    _timed("3 replay and checks", judge)
    _timed("4 write the dataset", write)
    lines = sum(hand.last_line - hand.first_line + 1 for hand in hands) / max(len(hands), 1)
    del hands[for_pokerkit:]
    blocks.clear()
    results.clear()
    _timed("text to findings", lambda: _audit(paths).hands)
    if without:
        _timed("text to findings, without these checks", lambda: _audit(paths, without=without).hands)
    _timed("text to findings and dataset", lambda: _audit(paths, folder / "whole").hands)
    if for_pokerkit:
        _timed("PokerKit: replay alone, of hands in memory", kit)
        print(f"PokerKit replayed {sum(replayed)} of {len(replayed)} hands to their end.")
    summary = _audit(paths)
    print(f"{summary.hands} hands of {lines:.0f} lines; {summary.violations} violations, {summary.reviews} reviews.")


if __name__ == "__main__":
    main()
