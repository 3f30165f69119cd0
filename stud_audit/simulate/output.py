"""Simulated logs as files: the hands, and beside them the truth about their planted faults."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final, TextIO, get_args

from stud_audit.houses.house import House
from stud_audit.houses.loader import load_house
from stud_audit.ingest.writers.files import appearing, is_device
from stud_audit.ingest.writers.neutral import FIRST_LINE
from stud_audit.model.errors import UsageError
from stud_audit.model.hand import Game
from stud_audit.simulate.plants import plants
from stud_audit.simulate.room import WRITERS, Sample, samples

GAMES: Final[tuple[Game, ...]] = get_args(Game)


@dataclass(slots=True)
class Simulation:
    """What was written: hands, and by code the faults that were wanted and those that were planted."""

    hands: int = 0
    wanted: Counter[str] = field(default_factory=Counter)
    planted: Counter[str] = field(default_factory=Counter)


def simulate(
    path: str | os.PathLike[str],
    house: str | Path,
    dialect: str = "neutral",
    *,
    hands: int,
    seed: int,
    game: Game | None = None,
    plant: Mapping[str, float] | None = None,
) -> Simulation:
    """Deals and plays hands under a house's rules and writes them, the same ones for the same seed.

    `house` is a name or a TOML file; `dialect` is `neutral` or `pokerstars`; without a `game` all three are
    played in turn. `plant` maps codes to the share of hands in which that rule is broken; beside `path`,
    `path.truth.jsonl` has an object a line for each such fault: `hand_id`, `code`, `line` (of the written file),
    `verdict`; there is none beside a device such as `/dev/stdout`. Both files appear when they are complete. A rare
    hand may be needed for a fault: where none comes up in many deals, the hand stays legal, and the result says how
    many were planted.

    Raises `UsageError` for what cannot be done: an unknown name, a rate that is none, a code that cannot be planted
    or that the dialect, the game, or the house cannot express; `HouseError` for a faulty house file; `InputError` where
    the file cannot be.
    """
    judge = load_house(str(house))
    games = GAMES if game is None else (game,)
    rates = dict(plant or {})
    _refuse(judge, dialect, games, hands, rates)
    done = Simulation()
    target = Path(path)
    beside = Path(os.devnull) if is_device(target) else target.with_name(f"{target.name}.truth.jsonl")
    with appearing(beside) as truth, appearing(target) as log:
        line = 1
        if dialect == "neutral":
            log.write(FIRST_LINE)
            line += FIRST_LINE.count("\n")
        dice = Random(seed)  # noqa: S311  # the same hands for the same seed
        for code, sample in samples(judge, dialect, games, hands, dice, rates):
            done.hands += 1
            done.wanted.update([code] if code else [])
            done.planted.update(planted.code for planted in sample.truth)
            line = _write(sample, line, log, truth)
    return done


def _write(sample: Sample, line: int, log: TextIO, truth: TextIO) -> int:
    """One hand and what is true of it; the line at which the next one begins."""
    log.write("\n".join(sample.lines) + "\n\n")
    for planted in sample.truth:
        record = {
            "hand_id": planted.hand_id,
            "code": planted.code,
            "line": line + planted.line - 1,
            "verdict": planted.verdict,
        }
        truth.write(json.dumps(record) + "\n")
    return line + len(sample.lines) + 1


# --- what cannot be done -----------------------------------------------------------------------


def _refuse(house: House, dialect: str, games: Sequence[Game], hands: int, rates: Mapping[str, float]) -> None:
    if dialect not in WRITERS:
        raise UsageError(f"hands can be written in {' and '.join(WRITERS)}, not in {dialect!r}")
    if unknown := [game for game in games if game not in GAMES]:
        raise UsageError(f"{unknown[0]!r} is no game; there are {', '.join(GAMES)}")
    if hands < 1:
        raise UsageError("at least one hand is to be simulated")
    known = plants()
    for code, rate in rates.items():
        if code not in known:
            raise UsageError(f"{code!r} cannot be planted; there are {', '.join(known)}")
        if not 0 <= rate <= 1:
            raise UsageError(f"the rate of {code} is a share of the hands, from 0 to 1, not {rate:g}")
        kinds = [kind for kind in known[code] if dialect in kind.dialects]
        if not kinds:
            raise UsageError(f"{code} cannot be planted: the {dialect} dialect cannot express it")
        kinds = [kind for kind in kinds if set(games) & set(kind.games)]
        if not kinds:
            raise UsageError(f"{code} cannot be planted: there is no such fault in {' and '.join(games)}")
        if not any(kind.fits(house) for kind in kinds):
            raise UsageError(f"{code} cannot be planted: {house.name} has no such rule, or {dialect} does not show it")
    if sum(rates.values()) > 1:
        raise UsageError("the rates add up to more than 1; a hand has one planted fault at most")
