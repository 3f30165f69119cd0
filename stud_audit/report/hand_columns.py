"""The values of the tables of hands and of seats, gathered column by column."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from librt.strings import BytesWriter, write_i32_le, write_i64_le

from stud_audit.model.events import SeatTaken
from stud_audit.model.hand import Hand
from stud_audit.record.seat_accounts import SeatRow
from stud_audit.report.columns import (
    LIMIT,
    Column,
    Sheet,
    microseconds,
    number_of,
    put,
    put_cards,
    put_new_text,
    put_text,
)

_LARGE: Final = 1 << 31
"""Beyond what 32 bits hold."""
_OF_HEADERS: Final = ("game", "structure", "table", "tournament", "level", "currency", "played_zone")
_AMOUNTS: Final = ("small", "big", "ante", "bring_in", "spread_min", "spread_max")


class HandColumns(Sheet):
    """The columns of some hands, but for their keys and what is amended when the whole run is known."""

    def __init__(self) -> None:
        super().__init__()
        self._index, self._column = self.column("hand_index"), self.column("column")
        self._events, self._truncated = self.column("events"), self.column("truncated")
        self._first, self._last = self.column("first_line"), self.column("last_line")
        self._file, self._dialect, self._status = self.column("file"), self.column("dialect"), self.column("status")
        self._house, self._version = self.column("house"), self.column("house_version")
        self._id, self._text, self._preamble = self.column("hand_id"), self.column("text"), self.column("preamble")
        self._problem, self._players = self.column("problem"), self.column("players")
        self._played_at, self._pot, self._rake = self.column("played_at"), self.column("pot"), self.column("rake")
        self._of_headers: list[Column] = [self.column(name) for name in _OF_HEADERS]
        self._amounts: list[Column] = [self.column(name) for name in _AMOUNTS]

    def add(
        self,
        hand: Hand,
        events: int,
        seats: Sequence[SeatRow],
        house: str | None,
        version: str | None,
        pot: int | None,
        rake: int | None,
    ) -> None:
        """A hand that has so many events."""
        at = self.rows
        self.rows = at + 1
        header = hand.header
        decimals = header.decimals
        self.count(self._index, at, hand.index, _LARGE)
        self.count(self._column, at, hand.column, _LARGE)
        self.count(self._events, at, events, _LARGE)
        self.count(self._first, at, hand.first_line, LIMIT)
        self.count(self._last, at, hand.last_line, LIMIT)
        put(self._truncated, at, hand.truncated)
        put_text(self._file, at, hand.file)
        put_text(self._dialect, at, hand.dialect)
        put_text(self._status, at, hand.status)
        put_text(self._house, at, house)
        put_text(self._version, at, version)
        put_new_text(self._id, at, header.hand_id or None)
        put_new_text(self._text, at, hand.text)
        put_new_text(self._preamble, at, hand.preamble or None)
        put_text(self._problem, at, hand.problem or hand.unsupported)
        if header.played_at is not None:
            put(self._played_at, at, microseconds(header.played_at))
        if seats:
            self.count(self._players, at, sum([seat.dealt_in for seat in seats]))
        else:
            self.count(self._players, at, sum([isinstance(event, SeatTaken) for event in hand.events]) or None)
        for column, name in zip(self._of_headers, _OF_HEADERS, strict=True):
            put_text(column, at, getattr(header, name))
        for column, name in zip(self._amounts, _AMOUNTS, strict=True):
            self.money(column, at, getattr(header, name), decimals)
        self.money(self._pot, at, pot, decimals)
        self.money(self._rake, at, rake, decimals)


class SeatColumns(Sheet):
    """The columns of the seats of some hands, but for the keys of these."""

    def __init__(self) -> None:
        super().__init__()
        self._every = BytesWriter()
        self._player = self.column("player", self._every)
        self._dealt_in, self._shown = self.column("dealt_in", self._every), self.column("shown", self._every)
        self._seat, self._cards, self._stack = self.column("seat"), self.column("cards"), self.column("stack")
        self._put_in, self._returned = self.column("put_in"), self.column("returned")
        self._won, self._net = self.column("won"), self.column("net")

    def add(self, seats: Sequence[SeatRow], decimals: int) -> None:
        """The seats of a hand."""
        for seat in seats:
            at = self.rows
            self.rows = at + 1
            write_i32_le(self._every, at)
            write_i64_le(self._player.values, number_of(self._player, seat.player))
            write_i64_le(self._dealt_in.values, seat.dealt_in)
            write_i64_le(self._shown.values, seat.shown)
            self.count(self._seat, at, seat.seat)
            put_cards(self._cards, at, seat.cards)
            self.money(self._stack, at, seat.stack, decimals)
            self.money(self._put_in, at, seat.put_in, decimals)
            self.money(self._returned, at, seat.returned, decimals)
            self.money(self._won, at, seat.won, decimals)
            self.money(self._net, at, seat.net, decimals)
