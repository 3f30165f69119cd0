"""Exact money: integers in the smallest unit that a log uses, never floats.

A hand has a number of decimals: 2 for a currency with cents, 0 for tournament and play chips,
more where the log itself prints more. An amount of 1.25 with 2 decimals is 125.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from functools import lru_cache
from typing import Final

_LONGEST: Final = 40
"""Characters of an amount: eighteen digits with their commas, and as many decimals as the smallest of currencies."""
_AMOUNT: Final = re.compile(r"(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d*))?|\.(\d+)", re.ASCII)
_FIGURE: Final = re.compile(r"\d[\d,]*(?:\.\d+)?", re.ASCII)


class MoreDecimals(Exception):
    """An amount has more decimals than the hand was thought to use. It is one all the same: no `ValueError`."""

    def __init__(self, decimals: int) -> None:
        super().__init__(f"{decimals} decimals are needed")
        self.decimals = decimals


@lru_cache(maxsize=65536)
def parse_amount(text: str, decimals: int) -> int:
    """The amount in smallest units.

    `text` is a plain decimal with an optional thousands comma (`1,250.50`), without currency sign.
    Raises `ValueError` where it is no amount, and `MoreDecimals` where it is finer than `decimals`.
    """
    match = _AMOUNT.fullmatch(text) if len(text) <= _LONGEST else None
    if match is None:
        raise ValueError(f"{text!r} is not an amount")
    whole, fraction = match[1] or "0", match[2] or match[3] or ""
    if len(fraction) > decimals:
        if fraction[decimals:].strip("0"):
            raise MoreDecimals(len(fraction.rstrip("0")))
        fraction = fraction[:decimals]
    return int(whole.replace(",", "") + fraction.ljust(decimals, "0"))


def amounts_in(text: str, decimals: int) -> Iterator[int]:
    """Every number of a text that can be an amount, in smallest units."""
    for figure in _FIGURE.findall(text):
        try:
            amount = parse_amount(figure, decimals)
        except (ValueError, MoreDecimals):
            continue
        yield amount


@lru_cache(maxsize=65536)
def amount_text(units: int, decimals: int) -> str:
    """A plain decimal: `0.25`, `41.20`, and without decimals where the amount is whole: `80`."""
    if not decimals:
        return str(units)
    sign, (whole, fraction) = "-" if units < 0 else "", divmod(abs(units), 10**decimals)
    return f"{sign}{whole}.{fraction:0{decimals}d}" if fraction else f"{sign}{whole}"


def amount_decimal(units: int, decimals: int) -> Decimal:
    """The amount as an exact decimal, for tables."""
    return Decimal(units).scaleb(-decimals)
