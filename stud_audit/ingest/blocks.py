"""From the block of a hand to the hand: scanned where it is ordinary, else parsed by its dialect."""

from __future__ import annotations

import hashlib
from typing import Final

from msgspec.structs import replace

from stud_audit.ingest.dialect import Block, Parsed
from stud_audit.ingest.input.found import Located
from stud_audit.ingest.input.split import MAX_HAND
from stud_audit.ingest.registry import get_dialect
from stud_audit.model.events import ChatSaid, LineUnknown, Noted
from stud_audit.model.hand import INTERNAL_ERROR, Hand, Header
from stud_audit.model.rows import Row, with_events
from stud_audit.model.spans import Span

_TALK: Final = (ChatSaid, LineUnknown, Noted)
_HEAD: Final = 1 << 14
"""Code points of a hand without an end that are parsed, for its header."""
_MOST_LINES: Final = 10_000
"""Lines of a hand, talk and news included: twenty times as many as the longest known."""
_MOST_EVENTS: Final = 2_000
"""Events of a hand that are neither talk nor news. Forty raises on every street, by eight players, are fewer."""


def scan_block(located: Located) -> tuple[Hand, list[Row]] | None:
    """An ordinary hand without its events, and the rows of them; None where the hand is to be parsed."""
    # The lines of a quoted copy do not follow each other in the file, as those that a scan counts.
    if located.oversized or located.last_line - located.block.line >= _MOST_LINES or located.block.places:
        return None
    try:
        scanned = get_dialect(located.dialect).scan(located.block)
    except (ArithmeticError, LookupError, TypeError, ValueError):  # what the scan did not foresee is not ordinary
        return None
    if scanned is None or len(scanned.rows) > _MOST_EVENTS:
        return None
    return _hand(located, located.block, scanned.parsed), scanned.rows


def parse_block(located: Located, scan: bool = True) -> Hand:
    """The hand of a block. Depends on nothing else, so that it can be called in any process.

    Without `scan` it takes the long way for ordinary hands too, to the same result.
    Never raises for what the text contains: a dialect that fails on a hand makes it a refused one.
    """
    scanned = scan_block(located) if scan else None
    if scanned is not None:
        hand, rows = scanned
        return with_events(hand, rows)
    block = located.block
    beyond = f"it has no end within {MAX_HAND >> 20} MiB of text" if located.oversized else None
    lines = located.last_line - block.line + 1
    if lines > _MOST_LINES and not beyond:
        beyond = f"it has {lines} lines, more than the {_MOST_LINES} that are read of a hand"
    if beyond:
        block = replace(block, text=block.text[:_HEAD])
    try:
        parsed = get_dialect(located.dialect).parse(block)
    except Exception as error:
        # A dialect promises not to raise; where it does all the same, that costs this one hand.
        return lost_block(located, f"{type(error).__name__}: {error}")
    if not beyond and len(parsed.events) > _MOST_EVENTS:
        played = sum(not isinstance(event, _TALK) for event in parsed.events)
        if played > _MOST_EVENTS:
            beyond = f"it tells {played} events, more than the {_MOST_EVENTS} that are followed in a hand"
    if beyond and parsed.status == "parsed":
        parsed = replace(parsed, events=(), status="refused", problem=beyond)
    return _hand(located, block, parsed)


def lost_block(located: Located, problem: str) -> Hand:
    """The hand of a block that could not be worked on, by a fault of ours."""
    block = located.block
    span = Span(block.line, block.column, block.column + len(block.text.partition("\n")[0]))
    problem = f"{INTERNAL_ERROR}{problem}"
    parsed = Parsed(Header(hand_id="?", game="unknown"), (), "refused", problem, header_span=span)
    return _hand(located, block, parsed)


def _hand(located: Located, block: Block, parsed: Parsed) -> Hand:
    text = block.text
    if block.places:
        text, parsed = _in_file(block, parsed)
    return Hand(
        file=located.file,
        index=located.index,
        dialect=located.dialect,
        header=parsed.header,
        events=parsed.events,
        text=text,
        first_line=block.line,
        column=block.column,
        last_line=located.last_line,
        key=key_of(located, parsed.header.hand_id),
        digest=located.digest,
        status=parsed.status,
        problem=parsed.problem,
        unsupported=parsed.unsupported,
        truncated=parsed.truncated,
        header_span=parsed.header_span,
        missing=parsed.missing,
        preamble=block.preamble,
    )


def key_of(located: Located, hand_id: str) -> str:
    """The `Hand.key` of a block whose header says this id."""
    key = f"{located.dialect}\0{hand_id}\0{located.block.text}\0{located.occurrence}"
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()


def _in_file(block: Block, parsed: Parsed) -> tuple[str, Parsed]:
    """The text of a quoted copy, or the like, as it stands in the file, and the spans of what was read of it."""
    number = block.line
    lines: list[str] = []
    for place, text in zip(block.places, block.text.split("\n"), strict=False):
        # As in every hand, the first line begins where the hand does.
        lines += [""] * (place.line - number) + [place.marks + text if lines else text]
        number = place.line + 1

    def moved(span: Span) -> Span:
        at = span.line - block.line
        if not 0 <= at < len(block.places):
            return span
        place = block.places[at]
        shift = len(place.marks) if at else 0  # the block's own column is one of the file
        return Span(place.line, span.column + shift, span.end_column + shift)

    events = tuple(replace(event, span=moved(event.span)) for event in parsed.events)
    return "\n".join(lines), replace(parsed, events=events, header_span=moved(parsed.header_span))
