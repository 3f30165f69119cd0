"""The first two lines of a hand: what is played, when, and at which table."""

from __future__ import annotations

import re
from binascii import crc32
from datetime import datetime
from typing import Final

from stud_audit.ingest.writers import Line, in_utc
from stud_audit.model.hand import Header
from stud_audit.model.money import amount_text

GAMES: Final = {"stud": "7 Card Stud", "stud8": "7 Card Stud Hi/Lo", "razz": "Razz"}
_LIMITS: Final = {"fixed": "Limit", "spread": "Limit", "pot": "Pot Limit", "no": "No Limit"}
_LEVEL: Final = re.compile(r"(?i)(Match Round [^,()]+, *)?(?:Level )?([IVXLCDM]+|\d+)")
_LONG_AGO: Final = datetime(2000, 1, 1)


def head_lines(header: Header, sign: str) -> list[Line]:
    """The header and the line of the table."""
    money = header.currency != "chips"

    def stake(units: int | None) -> str:
        return sign + amount_text(units or 0, header.decimals)

    stakes = f"({stake(header.small)}/{stake(header.big)}{f' {header.currency}' if money else ''})"
    game = f"{GAMES.get(header.game, header.game)} {_LIMITS[header.structure]}"
    zone = header.played_zone or ""
    at = in_utc(header.played_at, zone) or header.played_at or _LONG_AGO
    zone = zone if re.fullmatch(r"[A-Z]{2,5}", zone) else "UTC"
    when = at.strftime("%Y/%m/%d %H:%M:%S")
    if header.tournament:
        level = level_words(header.level) or "Level I"
        start = f"PokerStars Hand #{_number(header.hand_id)}: Tournament #{_number(header.tournament)}, {game}"
        first = f"{start} - {level} {stakes} - {when} {zone}"
    else:
        first = f"PokerStars Hand #{_number(header.hand_id)}:  {game} {stakes} - {when} {zone}"
    play = "" if money or header.tournament else " (Play Money)"
    return [Line(first), Line(f"Table '{header.table or 'Table'}' {header.max_seats or 8}-max{play}")]


def level_words(level: str | None) -> str | None:
    """A level as the site has it, `Level IV`; None for what cannot be one."""
    number = _LEVEL.fullmatch(level or "")
    return None if number is None else f"{number[1] or ''}Level {number[2]}"


def _number(text: str) -> str:
    """An id in digits, as the site has them; another text stands for a number of its own."""
    return text if text.isascii() and text.isdigit() else str(crc32(text.encode()))
