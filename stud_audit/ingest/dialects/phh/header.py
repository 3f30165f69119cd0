"""The settings of a PHH hand: what is played, when, and by whom."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, time
from decimal import Decimal, InvalidOperation
from hashlib import sha256
from itertools import islice
from typing import Any, Final

from stud_audit.ingest.dialect import Block, Parsed
from stud_audit.ingest.grammar.lines import Line
from stud_audit.ingest.grammar.toml_pieces import elements, plain_value
from stud_audit.ingest.mapping.headers import decimals_of, whole_number, with_amounts
from stud_audit.model.hand import MOST_SEATS, Header, Structure
from stud_audit.model.spans import Span

GAMES: Final = {"F7S": "stud", "F7S/8": "stud8", "FR": "razz"}
_FAMILY: Final = re.compile(
    r"(?P<limit>[FNPS])(?P<game>7S/8|7S|R)|(?P<other>[FNPS]?(?:5S|27R).*|.*(?:STUD|RAZZ).*)", re.I
)
_LIMITS: Final[dict[str, Structure]] = {"F": "fixed", "N": "no", "P": "pot", "S": "spread"}
_PLAIN: Final = re.compile(r"\d+(?:\.\d+)?", re.ASCII)
_WIDEST: Final = 40
UNSAID: Final = frozenset({"inf", "+inf", "nan", "null", "none"})
"""How an amount is written that is not known."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings by name, each with its line."""

    lines: Mapping[str, Line]
    _lists: dict[str, list[tuple[str, Span]]] = field(default_factory=dict, compare=False)

    def value(self, key: str) -> Any:
        """A plain value; None where there is none, or none that TOML knows."""
        line = self.lines.get(key)
        return None if line is None else plain_value(line["VALUE"])

    def text(self, key: str) -> str | None:
        """A plain value as a text."""
        value = self.value(key)
        return None if value is None else str(value)

    def items(self, key: str) -> list[tuple[str, Span]]:
        """The elements of a list, each with its place."""
        if key not in self._lists:
            line = self.lines.get(key)
            found = _elements(line) if line is not None and line["LIST"] else ()
            self._lists[key] = list(islice(found, MOST_SEATS + 1))
        return self._lists[key]


def _elements(line: Line) -> Iterator[tuple[str, Span]]:
    at = line.text.index("[")
    for element, start, end in elements(line["LIST"]):
        row = line.text.count("\n", 0, at + start)
        column = at + start - (line.text.rfind("\n", 0, at + start) + 1) + (line.column if not row else 1)
        yield element, Span(line.number + row, column, column + end - start)


def read_header(settings: Settings, block: Block) -> Parsed:
    """What the settings say; refused where the game cannot be told, ignored where it is not stud."""
    line = settings.lines.get("variant")
    head = block.text.partition("\n")[0]
    span = Span(block.line, block.column, block.column + len(head.rstrip()))
    if line is not None:
        span = Span(line.number, line.column, line.column + len(line.text.partition("\n")[0]))
    variant = settings.text("variant")
    # Most files do not number their hands. The text itself then tells one from another, and a copy from its original.
    hand_id = _hand_id(settings) or sha256(block.text.encode("utf-8", "surrogatepass")).hexdigest()[:12]
    if variant is None:
        problem = "the header is damaged: it does not name the variant"
        return Parsed(Header(hand_id, "unknown"), (), "refused", problem, header_span=span)
    family = _FAMILY.fullmatch(variant)
    if family is None:
        return Parsed(Header(hand_id, variant), (), "ignored", variant, header_span=span)
    limit = _LIMITS.get((family["limit"] or "F").upper(), "fixed")
    game = GAMES.get(f"F{(family['game'] or '').upper()}", variant)
    header = Header(hand_id, game, limit, **_particulars(settings))
    try:
        header = with_amounts(header, _amounts(settings))
    except ValueError as error:
        problem = f"the header is damaged: {error}"
        return Parsed(header, (), "refused", problem, header_span=span)
    if not settings.items("starting_stacks") and not settings.items("antes"):
        problem = "the header is damaged: it gives no stacks and no antes"
        return Parsed(header, (), "refused", problem, header_span=span)
    unsupported = None if variant in GAMES else variant
    return Parsed(header, (), unsupported=unsupported, header_span=span)


def amount_text_of(text: str) -> str:
    """A number of TOML as a plain decimal; unchanged where it is none."""
    number = text.replace("_", "").removeprefix("+")
    if _PLAIN.fullmatch(number):
        return number
    try:
        decimal = Decimal(number)
    except InvalidOperation:
        return text
    if not decimal.is_finite() or decimal < 0 or abs(decimal.adjusted()) > _WIDEST:
        return text
    return f"{decimal:f}"


def _hand_id(settings: Settings) -> str | None:
    """The hand's number. At an event each table counts its hands from 1, so that event and table belong to it."""
    number = settings.text("hand")
    if number is None:
        return None
    event, table = settings.text("event"), settings.text("table")
    return number if event is None else " ".join([event, *([] if table is None else [table]), number])


def _particulars(settings: Settings) -> dict[str, Any]:
    currency = settings.text("currency") or {"$": "USD", "€": "EUR", "£": "GBP"}.get(
        settings.text("currency_symbol") or "", "chips"
    )
    return {
        "currency": currency,
        "decimals": decimals_of(currency),
        "table": settings.text("table"),
        "tournament": settings.text("event") or settings.text("_tournament"),
        "level": settings.text("level"),
        "max_seats": whole_number(settings.text("seat_count") or "") or None,
        "played_at": _played_at(settings),
        "played_zone": settings.text("time_zone_abbreviation") or settings.text("time_zone"),
    }


def _played_at(settings: Settings) -> datetime | None:
    """The wall clock; None where the day or the time is not said."""
    clock = settings.value("time")
    if isinstance(clock, datetime):
        return clock.replace(tzinfo=None)
    try:
        year, month, day = (int(settings.value(key)) for key in ("year", "month", "day"))
        return datetime.combine(datetime(year, month, day), clock) if isinstance(clock, time) else None
    except (TypeError, ValueError, OverflowError):
        return None


def _amounts(settings: Settings) -> dict[str, str | None]:
    keys = {"small": "small_bet", "big": "big_bet", "bring_in": "bring_in"}
    texts = {
        field: amount_text_of(settings.lines[key]["VALUE"]) for field, key in keys.items() if key in settings.lines
    }
    antes = [amount_text_of(text) for text, _ in settings.items("antes")]
    plain = [text for text in antes if _PLAIN.fullmatch(text)]
    if plain:
        # A player who is short, or sits out, is written with less than the ante of the table.
        texts["ante"] = max(plain, key=Decimal)
    return dict(texts)
