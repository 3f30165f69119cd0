"""Executions: one changed input each, made from the seed of a run and a number, and put through what holds of it."""

from __future__ import annotations

import re
import signal
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Final
from unittest.mock import patch

from fuzz.mutations import Mutator, packed, stored
from fuzz.properties import TURNS, Broken, check_house, check_log
from fuzz.seeds import Seed, houses, logs, retellings
from stud_audit.houses.loader import house_names
from stud_audit.ingest import blocks
from stud_audit.ingest.input.found import Located
from stud_audit.pipeline import one_hand

_HOUSE_FILES, _ARCHIVES, _OTHER_HOUSE = 0.02, 0.03, 0.3
"""Parts of all executions that are of house files, in archives, and judged by a house that is not the site's."""
_WAY: Final = 50
"""Characters of what is said of a failure that tell in which way it failed."""
_TRIES: Final = 1500
"""Inputs that are tried to make one that fails smaller."""


class Hang(BaseException):
    """An execution took too long; no `except Exception` of the project catches it."""


@dataclass(slots=True)
class Case:
    """An input, and what is to be looked at."""

    data: bytes
    house: str | None = None
    turns: tuple[str, ...] = tuple(TURNS)
    log: bytes | None = None
    """A log, where the input is a house file that is to judge it."""
    seed: str = ""
    trail: list[str] = field(default_factory=list)

    def run(self) -> None:
        """Raises `Broken` where something does not hold."""
        try:
            if self.log is not None:
                check_house(self.data, self.log)
            else:
                check_log(self.data, self.house, self.turns)
        except Broken:
            raise
        except Exception as error:
            raise Broken("no exception", repr(error)) from error


def case_of(seed: int, number: int) -> Case:
    """The case of a number; it is the same each time."""
    rng = Random(f"{seed}:{number}")
    every = logs()

    def donor(dialect: str) -> Callable[[], str]:
        others = list(every)
        return lambda: rng.choice(every[dialect if rng.random() < 0.6 else rng.choice(others)]).text

    if rng.random() < _HOUSE_FILES:
        started = rng.choice(houses())
        mutator = Mutator(rng, lambda: rng.choice(houses()).text)
        text = _renamed(mutator.text(started.text))
        log = rng.choice(every[rng.choice(list(every))]).text.encode()
        return Case(stored(rng, text, mutator.trail), log=log, seed=started.name, trail=mutator.trail)
    started = _log(rng, every)
    mutator = Mutator(rng, donor(started.dialect), partial(retellings, started))
    data = stored(rng, mutator.text(started.text), mutator.trail)
    if rng.random() < _ARCHIVES:
        data = packed(rng, data, mutator.trail)
    house = rng.choice(house_names()) if rng.random() < _OTHER_HOUSE else None
    turns = tuple(name for name, (_, part) in TURNS.items() if rng.random() < part)
    return Case(data, house, turns, seed=started.name, trail=mutator.trail)


def _log(rng: Random, every: dict[str, list[Seed]]) -> Seed:
    """Each dialect as often as any other, and the notation of our own, with its many hands, twice as often.

    Of three hands it is the shortest: it takes less time, and has what is odd in a larger part of it.
    """
    hands = every[rng.choice([*every, "neutral"])]
    return min(rng.choices(hands, k=3), key=lambda hand: len(hand.text))


def _renamed(text: str) -> str:
    """A house file under a name that no shipped house has."""
    return re.sub(r'^name = "', 'name = "my-', text, count=1, flags=re.M)


# --- what failed --------------------------------------------------------------------------------------


def way_of(error: Broken) -> str:
    """In which way it failed: two failures of one way are taken to have one cause."""
    detail = re.sub(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"", "'…'", error.detail)
    return f"{error.name}: {re.sub(r'[0-9]+', '#', detail)[:_WAY]}"


def failure(case: Case) -> Broken | None:
    """How a case fails; None where it does not."""
    try:
        case.run()
    except Broken as error:
        return error
    except Hang:
        return Broken("no hang", "it was stopped")
    return None


def smaller(case: Case, way: str, limit: float | None = None) -> Case:
    """The case cut down, line by line and then character by character, as long as it fails in the same way."""
    tries = 0

    def fails(data: bytes) -> bool:
        nonlocal tries
        tries += 1
        with bounded(limit):
            error = failure(Case(data, case.house, case.turns, case.log))
        return error is not None and way_of(error) == way

    def cut(parts: list[bytes], joined: bytes) -> list[bytes]:
        size = max(1, len(parts) // 2)
        while size and tries < _TRIES:
            at = 0
            while at < len(parts) and tries < _TRIES:
                rest = parts[:at] + parts[at + size :]
                if rest and fails(joined.join(rest)):
                    parts = rest
                else:
                    at += size
            size //= 2
        return parts

    data = b"\n".join(cut(case.data.split(b"\n"), b"\n"))
    if len(data) < 4000:
        data = b"".join(cut([bytes([byte]) for byte in data], b""))
    turns = case.turns
    for turn in case.turns:
        error = failure(Case(data, case.house, (turn,), case.log))
        if error is not None and way_of(error) == way:
            turns = (turn,)
            break
    house = case.house
    error = failure(Case(data, None, turns, case.log))
    if error is not None and way_of(error) == way:
        house = None
    return Case(data, house, turns, case.log, case.seed, case.trail)


def traces(case: Case) -> str:
    """Where it was raised, what the audit caught included."""
    said: list[str] = []
    lose, fail = blocks.lost_block, one_hand._Reporter.fail

    def losing(located: Located, problem: str) -> object:
        said.append(traceback.format_exc())
        return lose(located, problem)

    def failing(self: one_hand._Reporter, *rest: object) -> None:
        said.append(traceback.format_exc())
        fail(self, *rest)  # type: ignore[arg-type]

    with patch.object(blocks, "lost_block", losing), patch.object(one_hand._Reporter, "fail", failing):
        error = failure(case)
    if error is not None and error.__cause__ is not None:
        said.append("".join(traceback.format_exception(error.__cause__)))
    return "\n".join(dict.fromkeys(text for text in said if not text.startswith("NoneType")))


@contextmanager
def bounded(seconds: float | None) -> Iterator[None]:
    """Raises `Hang` after that much time of the processor; not where the system has no such clock, nor for None."""
    if seconds is None or not hasattr(signal, "setitimer"):
        yield
        return

    def stop(*_: object) -> None:
        raise Hang

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def timed(case: Case, limit: float | None) -> tuple[Broken | None, float]:
    """How a case fails, and the time of the processor that it took."""
    start = time.process_time()
    try:
        with bounded(limit):
            error = failure(case)
    except Hang:  # it came between two statements of ours
        error = Broken("no hang", "it was stopped")
    return error, time.process_time() - start
