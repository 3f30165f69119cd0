"""How fast each dialect is read, against PokerStars in the same run: the shipped samples, over and over.

    python benchmarks/dialects.py [--times N]

Processor time, best of three. A line of one site says more than a line of another, so the time for a hand and for an
event stand beside it.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from stud_audit import read_hands  # noqa: E402


def measure(path: Path, times: int) -> tuple[int, int, int, float]:
    """Lines, hands, and events of a sample, and the seconds that one reading takes."""
    best = float("inf")
    hands = list(read_hands([str(path)]))
    for _ in range(3):
        start = time.process_time()
        for _ in range(times):
            hands = list(read_hands([str(path)]))
        best = min(best, (time.process_time() - start) / times)
    files = [path] if path.is_file() else [file for file in path.rglob("*") if file.is_file()]
    lines = sum(file.read_bytes().count(b"\n") for file in files)
    return lines, len(hands), sum(len(hand.events) for hand in hands), best


def main() -> None:
    """Measure every sample, and print a line for each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=20, help="readings of each sample")
    times = parser.parse_args().times
    samples = sorted(path for path in (ROOT / "sample_histories").iterdir() if path.is_dir())
    rates = {path.name: measure(path, times) for path in samples}
    lines, _, events, seconds = rates["pokerstars"]
    print(f"{'':20} {'lines/s':>9} {'of PokerStars':>14} {'ms/hand':>9} {'events/s':>9} {'of PokerStars':>14}")
    for name, (n, hands, seen, took) in rates.items():
        if hands:
            by_line, by_event = n / took * seconds / lines, seen / took * seconds / events
            rate = f"{name:20} {n / took:9,.0f} {by_line:14.2f} {took / hands * 1000:9.2f}"
            print(f"{rate} {seen / took:9,.0f} {by_event:14.2f}")


if __name__ == "__main__":
    main()
