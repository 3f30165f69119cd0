"""Reading logs of any dialect in tests, from texts and from the sample histories."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from msgspec import structs

from stud_audit.ingest.dialect import Parsed
from stud_audit.ingest.input.pieces import HandText
from stud_audit.ingest.input.split import Splitter
from stud_audit.ingest.registry import get_dialect, get_dialects
from stud_audit.model.events import ChatSaid, Event, LineUnknown, Noted

ROOT = Path(__file__).parents[2]
SAMPLES = ROOT / "sample_histories"
CORPORA = ROOT.parent / "shared" / "corpora"


def samples(*dialects: str) -> list[Path]:
    """The sample histories of these dialects, or all."""
    folders = [SAMPLES / name for name in dialects] if dialects else sorted(SAMPLES.iterdir())
    return [path for folder in folders for path in sorted(folder.glob("*.txt"))]


def parse(text: str, dialect: str = "auto") -> list[tuple[str, Parsed]]:
    """The hands of a text, each with the name of its dialect."""
    splitter = Splitter(get_dialects(dialect))
    pieces = [*splitter.feed(text), *splitter.finish()]
    return [(p.dialect, get_dialect(p.dialect).parse(p.block)) for p in pieces if isinstance(p, HandText)]


def audited(text: str) -> list[HandText]:
    """The hands of a text that are of a game that is audited, unread."""
    splitter = Splitter(get_dialects())
    pieces = [*splitter.feed(text), *splitter.finish()]
    hands = [piece for piece in pieces if isinstance(piece, HandText)]
    return [hand for hand in hands if get_dialect(hand.dialect).parse(hand.block).status == "parsed"]


def events(text: str, dialect: str = "auto") -> list[Event]:
    """The events of all hands of a text."""
    return [event for _, parsed in parse(text, dialect) for event in parsed.events]


def unknown(of: Iterable[Event]) -> list[LineUnknown]:
    """The lines that could not be read."""
    return [event for event in of if isinstance(event, LineUnknown)]


def without_talk(of: Iterable[Event]) -> list[Event]:
    """The events that bear on the hand."""
    return [event for event in of if not isinstance(event, ChatSaid | Noted)]


def renamed(of: Iterable[Event], names: Mapping[str, str]) -> list[Event]:
    """The events with other players' names."""

    def new(text: str) -> str:
        for old, name in names.items():
            text = text.replace(old, name)
        return text

    return [
        structs.replace(
            event,
            **{
                field: new(value)
                for field in ("player", "text")
                if isinstance(value := getattr(event, field, None), str)
            },
        )
        for event in of
    ]
