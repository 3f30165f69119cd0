"""The scan of a hand held against its parse: all of it, spans and raw lines too, which events leave out of `==`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from stud_audit.ingest.dialect import Block, Parsed
from stud_audit.ingest.input.pieces import HandText
from stud_audit.ingest.input.split import Splitter
from stud_audit.ingest.registry import get_dialect, get_dialects
from stud_audit.model.events import LineUnknown
from stud_audit.model.rows import OTHER, Row, rows_of

SCANNED = ("pokerstars", "fulltilt", "neutral")


def everything(parsed: Parsed) -> dict[str, Any]:
    """All that a parse says, with the types of the values."""
    fields: dict[str, Any] = {name: getattr(parsed, name) for name in parsed.__struct_fields__}
    fields["events"] = [
        (type(event), [(type(value), value) for value in (getattr(event, name) for name in event.__struct_fields__)])
        for event in parsed.events
    ]
    return fields


def blocks(text: str, dialect: str = "auto") -> list[HandText]:
    """The hands of a text, unread, of the dialects that are scanned."""
    splitter = Splitter(get_dialects(dialect))
    pieces = [*splitter.feed(text), *splitter.finish()]
    return [piece for piece in pieces if isinstance(piece, HandText) and piece.dialect in SCANNED]


def scanned(block: Block, dialect: str) -> Parsed | None:
    """What the scan makes of a hand, after it is held against the parse."""
    found = get_dialect(dialect).scan(block)
    if found is None:
        return None
    parsed = found.whole()
    assert everything(parsed) == everything(get_dialect(dialect).parse(block)), block.text
    assert list(map(meaning, found.rows)) == list(map(meaning, rows_of(parsed.events)))
    return parsed


_SAID = [name for name in dir(Row(OTHER, 0, 0, 0, 0, 0, "")) if name[0] != "_" and name != "event"]


def meaning(row: Row) -> dict[str, Any]:
    """All that a row says without its event."""
    return {name: getattr(row, name) for name in _SAID}


def whole(parsed: Parsed) -> bool:
    """Whether a hand is read to its end and without a doubt: what a scan is for."""
    return (
        parsed.status == "parsed"
        and not parsed.truncated
        and all(type(event) is not LineUnknown and event.basis == "printed" for event in parsed.events)
    )


def share(hands: Iterable[HandText]) -> tuple[int, int]:
    """How many of the whole hands are scanned, each with the same outcome as its parse, and how many there are."""
    done = count = 0
    for hand in hands:
        found = scanned(hand.block, hand.dialect)
        if whole(found or get_dialect(hand.dialect).parse(hand.block)):
            count += 1
            done += found is not None
    return done, count
