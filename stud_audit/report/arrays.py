"""Arrow arrays made of buffers, and of Python values.

pyarrow's own way from Python values first loads pandas, where that is installed: a quarter of a second.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

import numpy as np
import pyarrow as pa

from stud_audit.model.cards import DECK, UNKNOWN, card_text
from stud_audit.report.columns import CARD_BITS, LIMIT, MOST_CARDS, Texts

_CODE: Final = (1 << CARD_BITS) - 1
_LONGEST: Final = 3
_LETTERS: Final = np.zeros((_CODE + 1, _LONGEST), np.uint8)
"""Of a card's code: a space, and its text."""
for _card in (UNKNOWN, *DECK):
    _text = f" {card_text(_card)}".encode()
    _LETTERS[_card + 2, : len(_text)] = list(_text)


def numbers(kind: pa.DataType, values: Any, there: Any) -> pa.Array:
    """Integers, null where there are none."""
    dense = values.astype(kind.to_pandas_dtype() if pa.types.is_integer(kind) else np.int64, copy=False)
    return pa.Array.from_buffers(kind, len(there), [_bits(there), pa.py_buffer(dense)])


def flags(values: Any, there: Any) -> pa.Array:
    """Booleans."""
    return pa.Array.from_buffers(pa.bool_(), len(there), [_bits(there), _bits(values != 0)])


def money(kind: pa.DataType, rows: Any, ten_thousandths: Any, there: Any) -> pa.Array:
    """Amounts of these rows as decimals."""
    halves = np.zeros((len(there), 2), np.int64)  # of a number of 128 bits
    halves[rows, 0] = ten_thousandths
    if (ten_thousandths < 0).any():
        halves[rows, 1] = ten_thousandths >> 63
    return pa.Array.from_buffers(kind, len(there), [_bits(there), pa.py_buffer(halves)])


def texts(whole: Any, lengths: Any, there: Any) -> pa.Array:
    """Texts that stand one after the other; where there is none, the length is 0."""
    return pa.StringArray.from_buffers(len(there), _ends(lengths), pa.py_buffer(whole), _bits(there))


def words(indices: Any, of_these: pa.Array, there: Any) -> pa.Array:
    """Texts by their numbers among these."""
    return pa.DictionaryArray.from_arrays(numbers(pa.int32(), indices, there), of_these)


def nothing(kind: pa.DataType, count: int) -> pa.Array:
    """As many nulls, which are made but once."""
    return _nulls(kind, max(count - 1, 1).bit_length()).slice(0, count)


@lru_cache(maxsize=16)
def _nulls(kind: pa.DataType, bits: int) -> pa.Array:
    return pa.nulls(1 << bits, kind)


def gathered(whole: Any, starts: Any, lengths: Any) -> Any:
    """The bytes of pieces of a whole, one after the other."""
    ends = np.cumsum(lengths)
    at = np.repeat(starts - ends + lengths, lengths)
    at += np.arange(len(at))
    return whole[at]


def texts_of_cards(values: Any) -> tuple[Any, Any, Any]:
    """The texts of cards, by the numbers that stand for them: bytes, and where in them each begins, and its length."""
    lengths = np.zeros(len(values), np.int64)
    starts = np.zeros(len(values), np.int64)
    pieces, written = [], 0
    rest = np.flatnonzero(values)
    for count in range(1, MOST_CARDS + 1):  # most are a card alone, and only few are many
        more = values[rest] >> (count * CARD_BITS) != 0
        these, rest = rest[~more], rest[more]
        if len(these):
            codes = values[these, None] >> np.arange(0, count * CARD_BITS, CARD_BITS) & _CODE
            letters = _LETTERS[codes].reshape(len(these), -1)[:, 1:]
            there = letters != 0
            sizes: Any = letters.shape[1] if there.all() else there.sum(axis=1)
            pieces.append(letters[there])
            lengths[these] = sizes
            starts[these] = written + np.cumsum(lengths[these]) - sizes
            written += len(pieces[-1])
        if not len(rest):
            break
    return np.concatenate([np.zeros(0, np.uint8), *pieces]), starts, lengths


class Arrays:
    """Makes arrays of Python values, amounts given in ten-thousandths.

    `unstorable` counts numbers that a column cannot hold; they are null there.
    """

    def __init__(self) -> None:
        self.unstorable = 0

    def of(self, values: Sequence[Any], kind: pa.DataType) -> pa.Array:
        """An array of a kind that there is in a table."""
        there = np.array([value is not None for value in values], np.bool_)
        if pa.types.is_string(kind):
            joined = Texts()
            for text in values:
                joined.add(text or "")
            whole, lengths = joined.packed()
            return texts(whole, np.frombuffer(lengths, np.int32), there)
        if pa.types.is_list(kind):
            buffers = [_bits(there), _ends([len(each or ()) for each in values])]
            inside = self.of([value for each in values for value in each or ()], kind.value_type)
            return pa.Array.from_buffers(kind, len(values), buffers, children=[inside])
        if pa.types.is_struct(kind):
            children = [
                self.of([each and each[field.name] for each in values], field.type)
                for field in map(kind.field, range(kind.num_fields))
            ]
            return pa.Array.from_buffers(kind, len(values), [_bits(there)], children=children)
        most = LIMIT if pa.types.is_decimal(kind) else 1 << kind.bit_width - 1
        known = [0 if value is None else value for value in values]
        if not pa.types.is_boolean(kind):
            fits = [-most <= value < most for value in known]
            self.unstorable += fits.count(False)
            known = [value if good else 0 for value, good in zip(known, fits, strict=True)]
            there &= np.array(fits, np.bool_)
        found = np.array(known, np.int64)
        if pa.types.is_boolean(kind):
            return flags(found, there)
        if pa.types.is_decimal(kind):
            return money(kind, slice(None), found, there)
        return numbers(kind, found, there)


def _ends(lengths: Any) -> pa.Buffer:
    ends = np.zeros(len(lengths) + 1, np.int32)
    np.cumsum(lengths, dtype=np.int32, out=ends[1:])
    return pa.py_buffer(ends)


def _bits(there: Any) -> pa.Buffer:
    return pa.py_buffer(np.packbits(there, bitorder="little"))
