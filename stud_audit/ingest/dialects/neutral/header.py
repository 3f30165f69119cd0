"""The line of the neutral notation that begins a hand."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final, cast, get_args

from msgspec.structs import replace

from stud_audit.ingest.dialect import Parsed
from stud_audit.ingest.mapping.headers import decimals_of, whole_number, with_amounts
from stud_audit.ingest.mapping.neutral_notation import options_of, read_time, unquoted
from stud_audit.ingest.mapping.site_dialect import STUD_FAMILY
from stud_audit.model.hand import Header, Structure
from stud_audit.model.spans import Span

_GAMES: Final = ("stud", "stud8", "razz")
_STRUCTURES: Final = get_args(Structure)
_AMOUNTS: Final = {
    "small": "small", "big": "big", "min": "spread_min", "max": "spread_max", "ante": "ante", "bring-in": "bring_in",
    "chip": "chip",
}  # fmt: skip
_TEXTS: Final = {"table": "table", "house": "house", "tournament": "tournament", "level": "level"}
_COUNTS: Final = {"seats": "max_seats", "button": "button"}
_MOST_DECIMALS: Final = 999
HEADER_OPTIONS: Final = frozenset(
    ("game", "structure", "currency", "decimals", "at", "zone", "lacks", *_AMOUNTS, *_TEXTS, *_COUNTS)
)


def read_header(fields: Mapping[str, str], span: Span) -> Parsed:
    """The header; refused where it can't be read. Settings that are not known are left to the mapper to report."""
    settings, _ = options_of(fields["OPTIONS"])
    header = Header(unquoted(fields["HAND_ID"]), settings.get("game", "unknown"))
    try:
        header = _filled(header, settings)
    except ValueError as error:
        return Parsed(header, (), "refused", f"the header is damaged: {error}", header_span=span)
    unsupported = None
    if header.game not in _GAMES:
        if not STUD_FAMILY.search(header.game.lower()):
            return Parsed(header, (), "ignored", header.game, header_span=span)
        unsupported = header.game
    elif header.structure in ("pot", "no"):
        unsupported = f"{header.structure}-limit {header.game}"
    lacks = tuple([word for word in settings.get("lacks", "").split(", ") if word])
    return Parsed(header, (), unsupported=unsupported, header_span=span, missing=lacks)


def _filled(header: Header, settings: Mapping[str, str]) -> Header:
    """The header with what its line says; `ValueError` naming what can't be so."""
    if "game" not in settings:
        raise ValueError("it does not name the game")
    structure = settings.get("structure", "fixed")
    if structure not in _STRUCTURES:
        raise ValueError(f"{structure!r} is no betting structure")
    currency = settings.get("currency", "chips")
    decimals = _number(settings.get("decimals", str(decimals_of(currency))))
    if decimals > _MOST_DECIMALS:
        raise ValueError(f"no amount has {decimals} decimals")
    texts: dict[str, Any] = {field: settings[key] for key, field in _TEXTS.items() if key in settings}
    # As long as a site's header may have them: what was read there is written here.
    texts |= {field: _number(settings[key]) for key, field in _COUNTS.items() if key in settings}
    played_at, zone = played(settings)
    header = replace(
        header,
        structure=cast(Structure, structure),
        currency=currency,
        decimals=decimals,
        played_at=played_at,
        played_zone=zone,
        **texts,
    )
    header = with_amounts(header, {field: settings[key] for key, field in _AMOUNTS.items() if key in settings})
    if header.chip == 0:
        raise ValueError("no chip is worth nothing")
    return header


def _number(text: str) -> int:
    number = whole_number(text)
    if number is None:
        raise ValueError(f"{text!r} is no such number")
    return number


def played(settings: Mapping[str, str]) -> tuple[datetime | None, str | None]:
    """The wall clock and its zone; `ValueError` for what is no time."""
    zone = settings.get("zone")
    if "at" not in settings:
        return None, zone
    time = read_time(settings["at"])
    if time.tzinfo is not None:
        # `UTC` and `UTC+02:00` are how Python names them.
        zone = zone or str(time.tzinfo).removeprefix("UTC") or "UTC"
    return time.replace(tzinfo=None), zone
