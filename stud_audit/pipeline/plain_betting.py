"""The betting of a plain hand: whose turn it is, what is owed, and what each action puts in."""

from __future__ import annotations

from stud_audit.game.boards import has_open_pair
from stud_audit.model.native import mypyc_attr
from stud_audit.model.rows import BET, BROUGHT_IN, CALLED, CHECKED, FOLDED, STATE_SAID, Row
from stud_audit.pipeline.plain_memory import MORE, PlainMemory
from stud_audit.pipeline.plain_seat import PlainSeat
from stud_audit.pipeline.situations import Situation, Stakes, Terms


@mypyc_attr(acyclic=True)
class PlainBetting:
    """The round that is bet, and what is in the pot. Methods of rows tell whether these are plain.

    `live` is how many have not folded, `able` how many of them can still bet, `actions` how many the round has.
    """

    def __init__(self, terms: Terms, stakes: Stakes, memory: PlainMemory) -> None:
        self._terms, self._stakes, self._memory = terms, stakes, memory
        self.seats: list[PlainSeat] = []
        self.live = self.able = self.pot = self.street = 0
        self.actions = self._wagers = self._pointer = 0
        """How many actions and wagers the round has, and the place of who acted last."""
        self._level = 0
        """The bet to match."""
        self._ladder = 0
        """The wagers of the round, by a number for each that there can be."""
        self._bettor: PlainSeat | None = None
        self._heads_up = False
        """Whether the round began between two players, where the house asks."""

    def begins(self, street: int) -> None:
        """The round of a street begins."""
        self.street = street
        self._level = self.actions = self._wagers = self._ladder = 0
        self._bettor = None
        self._heads_up = self._terms.started_heads_up and self.able == 2
        for seat in self.seats:
            seat.street_put, seat.answered, seat.acted = 0, -1, False

    def next(self) -> PlainSeat | None:
        """Whose turn it is; None where nobody has to act any more."""
        seats, level, live, able = self.seats, self._level, self.live, self.able
        place = self._pointer
        for _ in seats:
            place = place + 1 if place + 1 < len(seats) else 0
            seat = seats[place]
            if seat.folded or seat.all_in:
                continue
            # A bet is owed to whoever is in the hand, a first action to those alone who can still bet.
            if live > 1 if seat.street_put < level else able > 1 and not seat.acted:
                return seat
        return None

    def act(self, row: Row, kind: int, seat: PlainSeat) -> bool:
        """A player acts, whose turn it is."""
        street, opening = self.street, not self.actions
        self.actions += 1
        self._pointer = seat.place
        if kind == FOLDED:
            if opening and street == 3:
                return False
            seat.folded = street
            self.live -= 1
            self.able -= 1
            place = FOLDED * MORE + 2 * street + int(opening)
            if self._memory.unknown(place):
                self._memory.hear(place, ("fold", street, opening, self._terms.asked))
        elif kind == CHECKED:
            if seat.street_put != self._level or (opening and street == 3):
                return False
            place = CHECKED * MORE + 2 * street + int(opening)
            if self._memory.unknown(place):
                self._memory.hear(place, ("check", street, opening, self._terms.asked))
        else:
            added, to, all_in = row.amount, row.to, row.all_in
            if not 0 < added <= seat.left or all_in != (added == seat.left) or to != seat.street_put + added:
                return False
            if kind == CALLED:
                if opening or to > self._level or (to < self._level and not all_in):
                    return False
                less = to < self._level
                place = CALLED * MORE + 4 * street + 2 * int(all_in) + int(less)
                if self._memory.unknown(place):
                    self._memory.hear(place, ("call", street, all_in, less, (), self._terms.asked))
            elif not self._wager(row, kind, seat, opening):
                return False
            seat.left -= added
            seat.put += added
            seat.street_put = to
            self.pot += added
            if all_in:
                seat.all_in = True
                self.able -= 1
        seat.acted = True
        seat.answered = self._wagers
        return True

    def _wager(self, row: Row, kind: int, seat: PlainSeat, opening: bool) -> bool:
        level, to, street, by, all_in = self._level, row.to, self.street, row.by, row.all_in
        if to <= level or self.able < 2 or (by is not None and by != to - level):
            return False
        if not (opening and street == 3 and not all_in if kind == BROUGHT_IN else (level == 0) == (kind == BET)):
            return False
        stakes, memory = self._stakes, self._memory
        opens = street == 3 and opening
        two = self._terms.wagered_heads_up and self.able == 2
        pairs = self._pairs(seat) if street == 4 else 0
        more = (pairs << 4 | self._heads_up << 3 | opening << 2 | (by is None) << 1 | two) << 8
        unit = stakes.amounts.small
        if 2 * level % unit or 2 * to % unit:
            amounts: Situation = stakes.amounts.scaled(level, to)
        else:  # the same, as it mostly is
            amounts = (2 * level // unit, 2 * to // unit)
        number = stakes.number if opens else stakes.limits_number
        key: Situation = (more | street << 5 | kind, number, all_in, seat.answered, *amounts, self._ladder)
        wager = memory.wagers.get(key)
        if wager is None:
            ladder = memory.ladders[self._ladder]
            holders: Situation = (pairs >> 2, pairs & 2 > 0, pairs & 1 > 0) if pairs else ()
            situation: Situation = (
                kind, street, all_in, seat.answered, self._heads_up, holders, opening,
                stakes.all if opens else stakes.limits, amounts, ladder, by is None, self._terms.asked,
            )  # fmt: skip
            wager = memory.wager(key, situation, (*ladder, kind, amounts, all_in, two))
        if memory.unknown(wager.place):
            memory.hear(wager.place, wager.situation)
        if kind != BROUGHT_IN:
            for other in self.seats:
                other.acted = False
        self._ladder = wager.ladder
        self._wagers += 1
        self._level = to
        self._bettor = seat
        return True

    def _pairs(self, seat: PlainSeat) -> int:
        """Who shows an open pair on fourth street: how many, whether the player does, and whether all have acted."""
        count, own, acted = 0, False, True
        for other in self.seats:
            if not other.folded and has_open_pair(other.up):
                count += 1
                own = own or other is seat
                acted = acted and other.answered >= 0
        return 4 * count + 2 * int(own) + int(acted) if count else 0

    def state(self, word: str | None) -> bool:
        """The software says that the betting is capped, or that there is an open pair."""
        if word != "capped" and (word != "double-bet-allowed" or self.actions):
            return False
        street, stakes, heads_up = self.street, self._stakes, self._heads_up
        pairs = street == 4 and any(has_open_pair(seat.up) for seat in self.seats if not seat.folded)
        level = stakes.amounts.scaled(self._level)
        place = self._memory.place(
            (STATE_SAID, word, street, stakes.limits_number, pairs, heads_up, level, self._ladder)
        )
        if self._memory.unknown(place):
            ladder = self._memory.ladders[self._ladder]
            self._memory.hear(place, ("state", word, street, stakes.limits, pairs, heads_up, level, ladder))
        return True

    def uncalled(self) -> int:
        """What the last wager has above the highest amount of anybody else; below 0 where antes bear on it."""
        bettor = self._bettor
        most = all_in = 0
        for seat in self.seats:
            all_in += int(seat.all_in)
            if seat is not bettor and seat.street_put > most:
                most = seat.street_put
        if self.street == 3 and all_in + 1 >= len(self.seats):
            return -1
        return 0 if bettor is None or bettor.folded else max(bettor.street_put - most, 0)

    def give_back(self, row: Row) -> bool:
        """What nobody has called goes back."""
        bettor, amount = self._bettor, row.amount
        if bettor is None or bettor.seat != row.seat or amount <= 0 or amount != self.uncalled():
            return False
        bettor.put -= amount
        bettor.street_put -= amount
        bettor.left += amount
        bettor.returned += amount
        self._level = max([seat.street_put for seat in self.seats])
        self.pot -= amount
        return True
