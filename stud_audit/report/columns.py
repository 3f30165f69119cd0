"""Columns of a table in the making: numbers as bytes, and texts by number, with no object for a value.

A column has only the values that there are, with the number of the row of each: in most tables most of what a row
could hold is empty. Columns that are filled together have their rows but once.
"""

from __future__ import annotations

from array import array
from datetime import UTC, datetime, timedelta
from typing import Final

from librt.strings import BytesWriter, StringWriter, write_i32_le, write_i64_le

from stud_audit.model.cards import Cards, cards_text

SCALE: Final = 4
LIMIT: Final = 10**18
"""Beyond what a decimal128(18, 4) holds, in its smallest unit."""
CARD_BITS: Final = 6
MOST_CARDS: Final = 10
"""Cards that one number stands for: each is 2 more than the card, the first in the lowest bits."""
SMALL: Final = 1 << 15
"""Beyond what 16 bits hold."""
_FACTORS: Final = (10_000, 1_000, 100, 10, 1)
"""By the decimal places of an amount, what makes ten-thousandths of it."""
_EPOCH: Final = datetime(1970, 1, 1)  # clocks without a zone are told too
_MICROSECOND: Final = timedelta(microseconds=1)

Packed = tuple[str, bytes, tuple[bytes, bytes], list[list[str]]]
"""A column: name, values as 64 bits each, texts that these are the numbers of, and lists of words if it has those."""
PackedSheet = list[tuple[bytes, list[Packed]]]
"""Rows as 32 bits each, and the columns that have values there."""


class Texts:
    """Texts one after the other."""

    def __init__(self) -> None:
        self.count = 0
        self._whole = StringWriter()
        self._lengths = BytesWriter()

    def add(self, text: str) -> None:
        """One more."""
        self.count += 1
        self._whole.write(text)
        write_i32_le(self._lengths, len(text))

    def packed(self) -> tuple[bytes, bytes]:
        """All of them in UTF-8, and the length of each as 32 bits. What is no text in any encoding is written out."""
        whole, lengths = self._whole.getvalue(), self._lengths.getvalue()
        if whole.isascii():
            return whole.encode(), lengths
        pieces = []
        at = 0
        for length in array("i", lengths):
            pieces.append(whole[at : at + length].encode("utf-8", "backslashreplace"))
            at += length
        return b"".join(pieces), array("i", map(len, pieces)).tobytes()


class Column:
    """Values of a column."""

    def __init__(self, name: str, rows: BytesWriter) -> None:
        self.name, self.rows = name, rows
        self.values = BytesWriter()
        self.numbers: dict[str, int] = {}
        """Of texts that have one each."""
        self.texts = Texts()
        self.words: list[list[str]] = []


class Sheet:
    """Columns that are filled row by row. Amounts are in ten-thousandths.

    `unstorable` counts the values that a table cannot hold, and which are left out here.
    """

    def __init__(self) -> None:
        self.rows = self.unstorable = 0
        self.columns: list[Column] = []
        """A name may be there twice."""

    def column(self, name: str, rows: BytesWriter | None = None) -> Column:
        """One more column, with rows of its own, or with those of others."""
        column = Column(name, BytesWriter() if rows is None else rows)
        self.columns.append(column)
        return column

    def money(self, column: Column, at: int, amount: int | None, decimals: int) -> None:
        """An amount of so many decimal places."""
        if amount is None:
            return
        value = scaled(amount, decimals)
        if -LIMIT < value < LIMIT:
            put(column, at, value)
        else:
            self.unstorable += 1

    def count(self, column: Column, at: int, value: int | None, limit: int = SMALL) -> None:
        """A number of 16 bits, or of more where the limit is another."""
        if value is None:
            return
        if -limit <= value < limit:
            put(column, at, value)
        else:
            self.unstorable += 1

    def time(self, column: Column, at: int, value: datetime) -> None:
        """A moment."""
        try:
            put(column, at, microseconds(value if value.tzinfo is None else value.astimezone(UTC)))
        except OverflowError:  # of the first day of all, or the last
            self.unstorable += 1

    def packed(self) -> PackedSheet:
        """What there is."""
        found: dict[int, list[Packed]] = {}
        sheet: PackedSheet = []
        for column in self.columns:
            values = column.values.getvalue()
            if not values and not column.words:
                continue
            columns = found.get(id(column.rows))
            if columns is None:
                columns = found[id(column.rows)] = []
                sheet.append((column.rows.getvalue(), columns))
            columns.append((column.name, values, column.texts.packed(), column.words))
        return sheet


def put(column: Column, row: int, value: int) -> None:
    """A number."""
    write_i32_le(column.rows, row)
    write_i64_le(column.values, value)


def put_text(column: Column, row: int, text: str | None) -> None:
    """A text, if there is one: kept once, however often it comes."""
    if text is not None:
        put(column, row, number_of(column, text))


def put_new_text(column: Column, row: int, text: str | None) -> None:
    """A text, if there is one: without a look whether it has come before, which it hardly has."""
    if text is not None:
        put(column, row, column.texts.count)
        column.texts.add(text)


def put_cards(column: Column, row: int, cards: Cards) -> None:
    """Cards, if there are any."""
    if cards:
        put(column, row, number_of_cards(column, cards))


def number_of(column: Column, text: str) -> int:
    """The number of a text."""
    number = column.numbers.get(text)
    if number is None:
        number = column.numbers[text] = column.texts.count
        column.texts.add(text)
    return number


def number_of_cards(column: Column, cards: Cards) -> int:
    """A number that stands for cards: of so many as fit, or, below 0, of their text."""
    if len(cards) > MOST_CARDS:
        return -1 - number_of(column, cards_text(cards))
    number = bits = 0
    for card in cards:
        number |= (card + 2) << bits
        bits += CARD_BITS
    return number


def storable(text: str) -> str:
    """What is no text in any encoding is written out: a lone surrogate, as names of files have, as `\\udc80`."""
    return text.encode("utf-8", "backslashreplace").decode()


def scaled(amount: int, places: int) -> int:
    """An amount of so many decimal places as whole ten-thousandths, and `LIMIT` where it is finer than that."""
    if places <= SCALE:
        return amount * _FACTORS[places]
    step = int(10 ** (places - SCALE))
    return LIMIT if amount % step else amount // step


def microseconds(moment: datetime) -> int:
    """Since the beginning of 1970, by the clock that the moment is told by."""
    return (moment.replace(tzinfo=None) - _EPOCH) // _MICROSECOND
