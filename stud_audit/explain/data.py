"""A story as plain data: what `explain --format json` prints, and what the page plays."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from stud_audit.explain.snapshot import Snapshot
from stud_audit.explain.story import Entry, Story
from stud_audit.explain.text import game_words, in_force
from stud_audit.explain.verdict import outcome, sentence
from stud_audit.model.version import __version__


def story_data(story: Story) -> dict[str, Any]:
    """Keys: tool, hand, house, outcome, untold, findings, seats, button, steps, tables, settlement, raw.

    A step is one line of the log, in the order of play: `section` it belongs to, `line` (0 where nothing stands in the
    log), `text`, `turn` (whose turn it was before it, and what they might do), `done`, `findings` (places in the list
    of findings), and the `table` after it (a place in the list of tables, null before the first event). `seats` have
    all hidden cards that the log ever tells. Amounts are decimal strings.
    """
    hand, house = story.hand, story.house
    tables: dict[Snapshot, int] = {}
    steps = list(_steps(story, tables))
    return {
        "tool": tool_name(),
        "hand": {
            "id": hand.header.hand_id,
            "key": hand.key,
            "sha256": hashlib.sha256(hand.text.encode("utf-8", "surrogatepass")).hexdigest(),
            "file": hand.file,
            "file_sha256": story.input_digest,
            "index": hand.index,
            "first_line": hand.first_line,
            "last_line": hand.last_line,
            "dialect": hand.dialect,
            "status": hand.status,
            "game": hand.header.game,
            "played": game_words(hand),
            "currency": hand.header.currency,
        },
        "house": {
            "name": house.name,
            "title": house.title,
            "version": house.version,
            "digest": house.digest,
            "in_force": in_force(house, hand),
        },
        "outcome": asdict(outcome(story)),
        "untold": story.untold,
        "findings": [finding.to_dict() for finding in story.findings],
        "seats": [
            {"seat": seat, "player": player, "hole_cards": list(story.hole_cards.get(seat, ()))}
            for seat, player in story.players.items()
        ],
        "button": hand.header.button,
        "steps": steps,
        "tables": [asdict(table) for table in tables],
        "settlement": asdict(story.account) if story.account else None,
        "raw": hand.text.split("\n"),
    }


def tool_name() -> str:
    """The program and its version."""
    return f"stud-audit {__version__}"


def _steps(story: Story, tables: dict[Snapshot, int]) -> Iterator[dict[str, Any]]:
    places = {id(finding): place for place, finding in enumerate(story.findings)}
    for part, section in enumerate(story.sections):
        for entry in section.entries:
            yield {"part": part, "section": section.title, **_step(entry, places, tables)}


def _step(entry: Entry, places: dict[int, int], tables: dict[Snapshot, int]) -> dict[str, Any]:
    turn = None
    if entry.turn is not None:
        turn = asdict(entry.turn)
        turn["why"] = sentence(f"{entry.turn.who} {entry.turn.why}" if entry.turn.who else entry.turn.why)
        turn["otherwise"] = [{"reading": name, "allowed": list(words)} for name, words in entry.turn.otherwise]
    return {
        "line": entry.line,
        "text": entry.text,
        "actor": entry.actor,
        "turn": turn,
        "done": entry.done,
        "findings": sorted(places[id(finding)] for finding in entry.findings),
        "table": tables.setdefault(entry.after, len(tables)) if entry.after else None,
    }
