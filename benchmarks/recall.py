"""What the checks find: faults of every code planted in simulated hands, and hands that are almost faulty.

    python -m benchmarks.recall [--hands N] [--house NAME]... [--dialect NAME]... [--code CODE]... [-o docs/recall.md]

Every code is planted N times under each house whose rules it can break, the hands are written in both dialects,
and the written text is audited as any log would be. Counted are the faults found, those found at their line, those
with the right verdict, and echoes: other findings in the same hand.
"""

from __future__ import annotations

import argparse
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from stud_audit.houses.house import House
from stud_audit.houses.loader import load_house
from stud_audit.ingest.writers.neutral import FIRST_LINE
from stud_audit.model.findings import Finding
from stud_audit.pipeline import Audit
from stud_audit.simulate.plants import plants
from stud_audit.simulate.room import WRITERS, Room, Sample
from stud_audit.simulate.saboteur import Saboteur

HOUSES = ("william-hill", "london-poker-club", "third-house", "roberts-rules", "tda", "pokerstars")
BARREN = 12
"""Hands in turn that allow no such fault: then it is not to be had."""
GAMES = ("stud", "stud8", "razz")


@dataclass
class Tally:
    """How the audit did on the planted hands of one code."""

    planted: int = 0
    found: int = 0
    at_line: int = 0
    verdict: int = 0
    echoes: int = 0
    false_alarms: int = 0
    misses: list[str] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Put two tallies together."""
        self.planted += other.planted
        self.found += other.found
        self.at_line += other.at_line
        self.verdict += other.verdict
        self.echoes += other.echoes
        self.false_alarms += other.false_alarms
        self.misses += other.misses

    def take_honest(self, sample: Sample, findings: list[Finding]) -> None:
        """A hand without a fault gives no finding."""
        self.false_alarms += bool(findings)
        if findings:
            self.misses.append(shown("### an honest hand", findings, sample, 1))


def shown(title: str, findings: list[Finding], sample: Sample, start: int) -> str:
    """A hand and what was said of it, for people."""
    said = [f"{f.code} {f.verdict} {f.line - start + 1} {f.message}" for f in findings]
    return "\n".join([title, *said, *(f"{number:4} {text}" for number, text in enumerate(sample.lines, 1))])


def measure(house: House, dialect: str, plant: type[Saboteur], hands: int, seed: int, folder: Path) -> Tally:
    """Plant one code so many times under a house, write the hands in a dialect, and audit what was written."""
    games = [game for game in GAMES if game in plant.games]
    room = Room(house, dialect, games, Random(f"{house.name} {dialect} {plant.code} {seed}"), span=3)
    samples: list[Sample] = []
    planted = barren = 0
    while planted < hands and barren < BARREN:
        sample = room.deal(plant, tries=40)
        samples.append(sample)
        planted, barren = (planted + 1, 0) if sample.truth else (planted, barren + 1)
    path = folder / f"{house.name}-{dialect}-{plant.code}.{'stud' if dialect == 'neutral' else 'txt'}"
    starts = write(path, samples, dialect)
    return judge(samples, starts, audited(path, house, dialect))


def write(path: Path, samples: Iterable[Sample], dialect: str) -> list[int]:
    """Write the hands into a file; the line (from 1) at which each begins."""
    lines = [FIRST_LINE.rstrip()] if dialect == "neutral" else []
    starts = []
    for sample in samples:
        starts.append(len(lines) + 1)
        lines += [*sample.lines, "", ""]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return starts


def audited(path: Path, house: House, dialect: str) -> list[Finding]:
    """All findings of a file."""
    return [finding for result in Audit([path], house.name, dialect) for finding in result.findings]


def judge(samples: list[Sample], starts: list[int], findings: list[Finding]) -> Tally:
    """Compare the findings with what was planted."""
    tally = Tally()
    by_hand: dict[int, list[Finding]] = defaultdict(list)
    for finding in findings:
        index = max((i for i, start in enumerate(starts) if start <= finding.line), default=0)
        by_hand[index].append(finding)
    for index, sample in enumerate(samples):
        if not sample.truth:
            tally.take_honest(sample, by_hand[index])
            continue
        (truth,) = sample.truth
        line = starts[index] + truth.line - 1
        own = [finding for finding in by_hand[index] if finding.code == truth.code]
        there = [finding for finding in own if finding.line == line]
        right = [finding for finding in there if finding.verdict == truth.verdict]
        others = [finding for finding in by_hand[index] if finding not in there[:1]]
        tally.planted += 1
        tally.found += bool(own)
        tally.at_line += bool(there)
        tally.verdict += bool(right)
        tally.echoes += bool(others)
        if not right or others:
            tally.misses.append(shown(f"### {truth}", by_hand[index], sample, starts[index]))
    return tally


def main() -> None:
    """Measure, and print or write the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=100, help="planted hands of each code, house, and dialect")
    parser.add_argument("--house", action="append", choices=HOUSES)
    parser.add_argument("--dialect", action="append", choices=sorted(WRITERS))
    parser.add_argument("--code", action="append")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--misses", type=Path, help="a folder for the hands that went wrong")
    chosen = parser.parse_args()
    totals: dict[str, Tally] = defaultdict(Tally)
    codes = chosen.code or list(plants())
    for name in chosen.house or HOUSES:
        house = load_house(name)
        for dialect in chosen.dialect or sorted(WRITERS):
            for code in codes:
                plant = plants()[code]
                if dialect not in plant.dialects or not plant.fits(house, dialect):
                    continue
                with tempfile.TemporaryDirectory() as folder:
                    tally = measure(house, dialect, plant, chosen.hands, chosen.seed, Path(folder))
                totals[code].add(tally)
                flag = (
                    ""
                    if tally.verdict == tally.planted == chosen.hands and not tally.echoes + tally.false_alarms
                    else "  <--"
                )
                print(
                    f"{name:18} {dialect:10} {code} planted {tally.planted} found {tally.found} "
                    f"at line {tally.at_line} verdict {tally.verdict} echoes {tally.echoes} "
                    f"false {tally.false_alarms}{flag}",
                    flush=True,
                )
                if chosen.misses and tally.misses:
                    chosen.misses.mkdir(parents=True, exist_ok=True)
                    (chosen.misses / f"{code}-{name}-{dialect}.txt").write_text("\n\n".join(tally.misses))
    print(Counter({code: tally.planted for code, tally in totals.items()}))


if __name__ == "__main__":
    main()
