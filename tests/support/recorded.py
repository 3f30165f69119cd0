"""How the record takes a hand in the neutral notation: read, replayed, settled, and what of it is not as printed."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

from stud_audit.houses import load_house
from stud_audit.houses.rules import Rules
from stud_audit.ingest.reader import Reader
from stud_audit.ingest.writers.neutral import write_events
from stud_audit.model.events import Called, Event
from stud_audit.model.hand import Hand
from stud_audit.record.replay import Replay
from stud_audit.record.settlement import Settlement


def read(text: str) -> Hand:
    """The first hand of a text."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "hand.stud")
        path.write_text(text, encoding="utf-8")
        return next(hand for hand in Reader([path]) if isinstance(hand, Hand))


def replayed(hand: Hand | str, rules: Rules | None = None) -> Replay:
    """A hand replayed to its end."""
    replay = Replay(read(hand) if isinstance(hand, str) else hand, rules or load_house("roberts-rules").rules)
    for _ in replay:
        pass
    return replay


def settled(hand: Hand | str, rules: Rules | None = None) -> Settlement:
    """The settlement of a hand."""
    return Settlement(replayed(hand, rules))


def course(hand: Hand | str, rules: Rules | None = None) -> list[str]:
    """What play has of a hand that its lines do not have, or have otherwise, in order.

    `LINE: TURN` for an action that is neither the first of its round nor next, with those that it passes over;
    `owing SEATS at LINE` for those who still had to act as the round ended; `assumed EVENT at LINE` (or `after LINE`)
    for what goes on record without a line; `reseated EVENT for LINE`.
    """
    replay = Replay(read(hand) if isinstance(hand, str) else hand, rules or load_house("roberts-rules").rules)
    return list(_course(replay))


def _course(replay: Replay) -> Iterator[str]:
    decimals = replay.hand.header.decimals
    told: list[object] = []

    def assumed() -> Iterator[str]:
        for one in replay.state.assumptions:
            if one not in told:
                told.append(one)
                place = "at" if one.place == one.number else "after"
                yield f"assumed {written(one.event, decimals)} {place} {raw(one.number)}"

    def raw(number: int) -> str:
        return replay.hand.events[number - 1].raw

    for step in replay:
        if step.unfinished:
            yield f"owing {seats(player.seat for player in step.unfinished)} at {raw(step.number)}"
        if step.turn not in (None, "opening", "in-turn"):
            over = f" over {seats(player.seat for player in step.skipped)}" if step.skipped else ""
            yield f"{raw(step.number)}: {step.turn}{over}"
        if step.taken is not None:
            yield f"reseated {written(step.taken, decimals)} for {raw(step.number)}"
        yield from assumed()
    yield from assumed()


def seats(numbers: Iterator[int]) -> str:
    return ", ".join(map(str, numbers))


def written(event: Event, decimals: int) -> str:
    """An event as a line, a call without what it comes to."""
    (line,) = [text for text in write_events([event], decimals) if not text.startswith("street")]
    return re.sub(r" street=\d| to=\S+" if type(event) is Called else r" street=\d", "", line)
