"""What the headers of several sites have in common: currencies, amounts, dates."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from stud_audit.model.hand import Header, Structure
from stud_audit.model.money import MoreDecimals, parse_amount

NEAR_END: Final = r"(?=[^\n]{0,1000}(?:\n|$))"
"""In the pattern of a header inside a line: only where the line ends soon after, as a header does. Without it each
header of a line that is made of them is tried to the line's end.
"""
SIGNS: Final = "$€£"
_CURRENCY_OF: Final = {"$": "USD", "€": "EUR", "£": "GBP"}
_MONTHS: Final = {
    name: number
    for number, name in enumerate(
        ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"), 1
    )
}
_STRUCTURES: Final[dict[str, Structure]] = {"no": "no", "nl": "no", "pot": "pot", "pl": "pot", "half": "pot"}
_WORD: Final = re.compile("[a-z]+")
_MOST_DIGITS: Final = 9
_FULL_TIME: Final = len("2020/02/20 20:20:20")
_NUMBER: Final = re.compile(rf"(?<!\d)\d{{1,{_MOST_DIGITS}}}(?!\d)", re.ASCII)
_SHORTENED: Final = re.compile(r"(?P<whole>[\d,]*\d)(?:\.(?P<fraction>\d+))?(?P<unit>[KkMm])", re.ASCII)
_PLACES: Final = {"k": 3, "m": 6}
_AMOUNTS: Final = ("small", "big", "ante", "bring_in", "spread_min", "spread_max", "chip")


def currency_of(amount: str, named: str | None = None) -> str:
    """The currency that a header names, or that the sign of one of its amounts means; else `chips`."""
    return named or _CURRENCY_OF.get(amount[:1], "chips")


def number_in(text: str) -> int | None:
    """The first whole number in a text, of nine digits at most; None without one."""
    match = _NUMBER.search(text)
    return int(match[0]) if match else None


def whole_number(text: str) -> int | None:
    """The whole number that a text is, of nine digits at most; None for any other text."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS else None


def structure_of(words: str) -> Structure:
    """The structure that words like `No Limit`, `PL`, or `POT_LIMIT` name; fixed limit where they name no other."""
    return next((_STRUCTURES[word] for word in _WORD.findall(words.lower()) if word in _STRUCTURES), "fixed")


def decimals_of(currency: str) -> int:
    """How many decimals amounts of that currency have, unless the log prints more."""
    return 0 if currency == "chips" else 2


@lru_cache(maxsize=65536)
def printed_amount(text: str, decimals: int) -> int:
    """An amount in smallest units, printed with or without its sign; `60K` and `1.5M` are thousands and millions.

    The errors are those of `parse_amount`.
    """
    text = text.strip(SIGNS)
    short = _SHORTENED.fullmatch(text) if text[-1:].lower() in _PLACES else None
    if short is not None:
        fraction = short["fraction"] or ""
        places = max(_PLACES[short["unit"].lower()], len(fraction))
        whole = short["whole"].replace(",", "") + fraction.ljust(places, "0")
        point = len(whole) - places + _PLACES[short["unit"].lower()]
        text = f"{whole[:point]}.{whole[point:]}"
    return parse_amount(text, decimals)


def with_amounts(header: Header, texts: Mapping[str, str | None]) -> Header:
    """The header with amounts by field name, as printed; counted finer where they are finer.

    Raises `ValueError`, naming the text, for what is no amount.
    """
    try:
        units = {field: printed_amount(text, header.decimals) for field, text in texts.items() if text is not None}
    except MoreDecimals as more:
        return with_amounts(replace(header, decimals=more.decimals), texts)
    return replace(header, **units)


def rescaled(header: Header, decimals: int) -> Header:
    """The header with its amounts counted in finer units."""
    factor = 10 ** (decimals - header.decimals)
    amounts = {field: value * factor for field in _AMOUNTS if (value := getattr(header, field)) is not None}
    return replace(header, decimals=decimals, **amounts)


def date_time(text: str) -> datetime | None:
    """The wall clock in year, month, day, hour, minute, second order; None where there is no such time."""
    # 24:00 is no time, but from Python 3.14 on the next day's midnight.
    if len(text) == _FULL_TIME and text[4::3] == "// ::" and text[11:13] != "24":
        try:
            return datetime.fromisoformat(text.replace("/", "-"))
        except ValueError:
            pass  # it may lack digits all the same
    try:
        year, month, day, hour, minute, second = map(int, _NUMBER.findall(text))
        return datetime(year, month, day, hour, minute, second)
    except (ValueError, OverflowError):
        return None


def english_date(year: str, month: str, day: str, clock: str) -> datetime | None:
    """The wall clock of a date whose month is a word (`Sep`, `September`); None where there is no such time."""
    number = _MONTHS.get(month[:3].lower())
    return date_time(f"{year} {number} {day} {clock}") if number else None
