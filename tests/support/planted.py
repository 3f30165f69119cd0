"""Planted hands set against what an audit says of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from stud_audit.houses.house import House
from stud_audit.ingest.writers.neutral import FIRST_LINE
from stud_audit.model.findings import Finding
from stud_audit.model.hand import Game
from stud_audit.pipeline import Audit
from stud_audit.simulate.output import GAMES
from stud_audit.simulate.room import Room, Sample
from stud_audit.simulate.saboteur import Saboteur

HOUSES = ("william-hill", "london-poker-club", "third-house", "roberts-rules", "tda", "pokerstars")
BARREN = 12
"""Hands in turn that allow no such fault: then it is not to be had."""


@dataclass
class Tally:
    """How the audit did on the planted hands of one code."""

    planted: int = 0
    found: int = 0
    at_line: int = 0
    verdict: int = 0
    echoes: int = 0
    false_alarms: int = 0
    near: int = 0
    near_alarms: int = 0
    misses: list[str] = field(default_factory=list)

    @property
    def perfect(self) -> bool:
        """Whether every fault was found as it was planted, and nothing else."""
        return self.planted == self.verdict and not self.echoes + self.false_alarms + self.near_alarms

    def add(self, other: Tally) -> None:
        """Put two tallies together."""
        for name in (
            "planted",
            "found",
            "at_line",
            "verdict",
            "echoes",
            "false_alarms",
            "near",
            "near_alarms",
            "misses",
        ):
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def take_honest(self, sample: Sample, findings: list[Finding], start: int) -> None:
        """A hand without a fault gives no finding."""
        self.false_alarms += bool(findings)
        if findings:
            self.misses.append(shown("### an honest hand", findings, sample, start))

    def take_near(self, sample: Sample, findings: list[Finding], start: int) -> None:
        """Nor does a near miss."""
        self.near += 1
        self.near_alarms += bool(findings)
        if findings:
            self.misses.append(shown("### a near miss", findings, sample, start))

    def take_planted(self, sample: Sample, findings: list[Finding], start: int) -> None:
        """A hand with a fault gives just that finding."""
        (truth,) = sample.truth
        own = [finding for finding in findings if finding.code == truth.code]
        there = [finding for finding in own if finding.line == start + truth.line - 1]
        right = [finding for finding in there if finding.verdict == truth.verdict]
        others = [finding for finding in findings if finding not in there[:1]]
        self.planted += 1
        self.found += bool(own)
        self.at_line += bool(there)
        self.verdict += bool(right)
        self.echoes += bool(others)
        if not right or others:
            self.misses.append(shown(f"### {truth}", findings, sample, start))


def shown(title: str, findings: list[Finding], sample: Sample, start: int) -> str:
    """A hand and what was said of it, for people."""
    said = [f"{f.code} {f.verdict} {f.line - start + 1} {f.message}" for f in findings]
    return "\n".join([title, *said, *(f"{number:4} {text}" for number, text in enumerate(sample.lines, 1))])


def measure(house: House, dialect: str, plant: type[Saboteur], hands: int, seed: object, folder: Path) -> Tally:
    """Plant one code, or its near miss, so many times; write the hands in a dialect, and audit what was written."""
    tally = Tally()
    for samples in logs(house, dialect, plant, hands, seed):
        path = folder / f"{house.name}-{dialect}-{plant.code}.{'stud' if dialect == 'neutral' else 'txt'}"
        starts = write(path, samples, dialect)
        judge(tally, samples, starts, audited(path, house, dialect))
    return tally


def logs(house: House, dialect: str, plant: type[Saboteur], hands: int, seed: object) -> Iterator[list[Sample]]:
    """The hands of a log; of several, where one such fault in a log hides the next."""
    for number in range(hands) if plant.once else (0,):
        rng = Random(f"{house.name} {dialect} {plant.code} {seed} {number}")
        yield planted(house, dialect, plant, 1 if plant.once else hands, rng)


def planted(house: House, dialect: str, plant: type[Saboteur], hands: int, rng: Random) -> list[Sample]:
    """Hands of short sessions, so many of them with the fault."""
    games: list[Game] = [game for game in GAMES if game in plant.games]
    room = Room(house, dialect, games, rng, span=4)
    samples: list[Sample] = []
    done = barren = 0
    while done < hands and barren < BARREN:
        sample = room.deal(plant)
        samples.append(sample)
        done, barren = (done + 1, 0) if sample.truth or sample.near else (done, barren + 1)
    return samples


def write(path: Path, samples: Iterable[Sample], dialect: str) -> list[int]:
    """Write the hands into a file; the line (from 1) at which each begins."""
    lines = [FIRST_LINE.rstrip()] if dialect == "neutral" else []
    starts = []
    for sample in samples:
        starts.append(len(lines) + 1)
        lines += [*sample.lines, ""]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return starts


def audited(path: Path, house: House, dialect: str) -> list[Finding]:
    """All findings of a file."""
    return [finding for result in Audit([path], house.name, dialect) for finding in result.findings]


def judge(tally: Tally, samples: list[Sample], starts: list[int], findings: list[Finding]) -> None:
    """Compare the findings with what was planted."""
    by_hand: dict[int, list[Finding]] = defaultdict(list)
    for finding in findings:
        index = max((i for i, start in enumerate(starts) if start <= finding.line), default=0)
        by_hand[index].append(finding)
    for index, sample in enumerate(samples):
        take = tally.take_planted if sample.truth else tally.take_near if sample.near else tally.take_honest
        take(sample, by_hand[index], starts[index])
