"""The quick walk over a hand of which cards, chips, and words tell all, and in which nobody is all-in before the bets.

Such hands are most. The walk of `clean_play` plays them on the game's own table, and gives each event its situation;
here a few numbers stand for both. Whatever is not as plain as that is left to it, and what it has not told of yet as
well: what the checks said of a row is looked up by its kind and street, or by what a wager is made in, and learned from
the situations of a hand that both have walked over (`told`). So this knows no rule of a house, and of the
game the order of the record, the turn, the chips, and the cards.
"""

from __future__ import annotations

from typing import Final

from stud_audit.game.boards import has_open_pair
from stud_audit.game.deck_stub import DECK_SIZE, Stub
from stud_audit.game.pots import pots
from stud_audit.game.table import Player, Table
from stud_audit.model.cards import Cards
from stud_audit.model.hand import Hand
from stud_audit.model.rows import (
    ANTE_POSTED,
    BET,
    BROUGHT_IN,
    CALLED,
    CARD_DEALT,
    CARDS_REPRINTED,
    CHAT_SAID,
    CHECKED,
    FOLDED,
    HAND_ENDED,
    KIND_OF,
    MUCKED,
    NOTED,
    POT_AWARDED,
    RAISED,
    RAKE_TAKEN,
    SEAT_SUMMARISED,
    SEAT_TAKEN,
    SHOWDOWN_OPENED,
    SHOWN,
    STATE_SAID,
    STREET_OPENED,
    SUMMARY_OPENED,
    TOTAL_STATED,
    UNCALLED_RETURNED,
    Row,
)
from stud_audit.pipeline.openers import opener
from stud_audit.pipeline.plain_pots import paid_of
from stud_audit.pipeline.situations import NotClean, Situation, Terms, spare
from stud_audit.pipeline.walk import (
    AWARDED,
    BETTING,
    DEALING,
    EARLY,
    OVER,
    SHOWDOWN,
    SUMMARY,
    UNTRUE,
    Walk,
)
from stud_audit.record.known_cards import HAND

_UNKNOWN: Final = -1
_MORE: Final = 32
"""What more there is to a row than its kind, as a number below this."""
_MOST: Final = 1 << 16
"""Numbers and wagers that are remembered of a house and game; beyond, all is learned anew."""


class Plainly:
    """What the checks said of the rows of plain hands, as the situations of others have told; below 0 where nothing."""

    def __init__(self) -> None:
        self.said = [_UNKNOWN] * (_MORE * (1 + max(KIND_OF.values())))
        self.of_wagers: dict[Situation, int] = {}
        self._numbers: dict[Situation, int] = {}

    def number(self, part: Situation) -> int:
        """A number that stands for a part of what a wager is made in, which is compared more quickly."""
        number = self._numbers.get(part)
        if number is None:
            number = self._numbers[part] = len(self._numbers) + 1
        return number

    def full(self) -> bool:
        """Whether there is so much that it had better be learned anew."""
        return len(self._numbers) + len(self.of_wagers) > _MOST


class _Seat(Player):
    """A player who is dealt in."""

    def __init__(self, place: int, taken: Row) -> None:
        super().__init__(taken.seat, taken.player or "", taken.stack, taken.stack)
        self.place = place
        self.left = taken.stack or 0
        """Their chips that are not in the pot."""
        self.answered = -1
        """How many wagers of the round there were after their last action."""
        self.hand: Cards = ()
        """The seven cards that were revealed, rising."""
        self.mucked = False


class PlainPlay(Walk):
    """The walk over one hand.

    `plain` tells whether it is such a hand, `number` what was said of its rows, below 0 where that is not known yet.
    `told` is what the checks said of each row, in a hand to learn from.
    """

    def __init__(
        self, hand: Hand, rows: list[Row], terms: Terms, plainly: Plainly, told: list[int] | None = None
    ) -> None:
        super().__init__(hand, rows, terms)
        self._plainly, self._told = plainly, told
        self.number = 0
        self._at = 0
        """How many rows have been taken."""
        self._antes: list[Row] = []
        self._ante_at = 0
        self._seats: list[_Seat] = []
        self._by_seat: dict[int, _Seat] = {}
        self._table = Table({}, [])
        """As far as it tells who opens."""
        self._live = self._able = 0
        """How many have not folded, and how many of them can still bet."""
        self._street = 0
        self._seen = 0
        """The cards that lie or were shown, a bit for each."""
        self._hero: _Seat | None = None
        """The player whose down-cards are dealt in sight."""
        self._last_up = -1
        self._ups = self._downs = 0
        """Whom the last up-card of the street went to, by their place, and how many it has, and down-cards."""
        self._drawing: dict[int, int] = {}
        self._level = self._actions = self._wagers = self._pointer = 0
        """The bet to match, how many actions and wagers the round has, and the place of who acted last."""
        self._ladder = 0
        """The wagers of the round, by a number for each that there can be."""
        self._bettor: _Seat | None = None
        self._heads_up = False
        """Whether the round began between two players, where the house asks."""
        self._awarded = 0
        self._lines: set[int] = set()
        self._limits = self._stakes = 0
        try:
            self.plain = self._is_plain() and self._walk()
        except NotClean:
            self.plain = False

    def _is_plain(self) -> bool:
        header = self.header
        return bool(header.button is None and header.structure == "fixed" and header.small and header.big)

    def _walk(self) -> bool:
        plainly = self._plainly
        self._limits, self._stakes = plainly.number(self.limits), plainly.number(self.stakes)
        for row in self.rows:
            if not row.printed or row.source is not None or row.at is not None or not self._take(row, row.kind):
                return False
            self._at += 1
        return self._end()

    # --- what was said -------------------------------------------------------------------------

    def _say(self, kind: int, more: int) -> None:
        """What was said of a row of that kind, of which `more` tells the rest."""
        place = kind * _MORE + more
        said = self._plainly.said[place]
        if said < 0 and self._told is not None:
            said = self._plainly.said[place] = self._told[self._at]
        self._add(said)

    def _say_of(self, situation: Situation) -> None:
        """The same where it rests on amounts."""
        said = self._plainly.of_wagers.get(situation, _UNKNOWN)
        if said < 0 and self._told is not None:
            said = self._plainly.of_wagers[situation] = self._told[self._at]
        self._add(said)

    def _add(self, said: int) -> None:
        if said < 0:
            self.number = _UNKNOWN
        elif self.number >= 0:
            self.number |= said

    # --- rows ----------------------------------------------------------------------------------

    def _take(self, row: Row, kind: int) -> bool:
        """A row takes place. False where that is not plain."""
        if kind == CARD_DEALT:
            return self._deal(row)
        if kind == CARDS_REPRINTED:
            return self._again(row)
        if FOLDED <= kind <= RAISED:
            return self._act(row, kind)
        if kind == SEAT_TAKEN:
            if self._antes or not self.takes_seat(row, self._at + 1):
                return False
            self._say(kind, 0)
            return True
        if kind == ANTE_POSTED:
            if self.stage != EARLY:
                return False
            self._antes.append(row)
            self._ante_at = self._at
            return True
        if kind == SEAT_SUMMARISED:
            return self._summarise(row)
        if kind == STREET_OPENED:
            return self._begin() and self._deal_begins(row) if row.street == 3 else self._next_street(row)
        if kind == UNCALLED_RETURNED:
            return self._back(row)
        if kind in (SHOWN, MUCKED):
            return self._show(row, kind)
        if kind == POT_AWARDED:
            return self._award(row)
        if kind == STATE_SAID:
            return self._state(row)
        if kind in (CHAT_SAID, NOTED):
            self._say(CHAT_SAID, 0)
            return True
        if kind == RAKE_TAKEN:
            if self.rake is not None or self.stage < BETTING:
                return False
            self.rake = row.amount
            self._say(kind, 0)
            return True
        if row.street:
            return False
        closing = not self.closed
        if kind == SHOWDOWN_OPENED:
            plain = self.stage < SHOWDOWN and self._close(SHOWDOWN)
        elif kind == SUMMARY_OPENED:
            plain = self.stage < SUMMARY and not self.totals and not self.summaries and self._close(SUMMARY)
        elif kind == TOTAL_STATED:
            plain = row.pot not in self.totals and self._close(max(self.stage, AWARDED))
            self.totals[row.pot] = row.amount
            if plain and row.pot is not None:
                self._say(kind, 2 + int(closing))
                return True
        elif kind == HAND_ENDED:
            plain = self.stage >= AWARDED and self._close(OVER)
        else:
            return False
        if plain:
            self._say(kind, int(closing))
        return plain

    def _begin(self) -> bool:
        """All who have posted the same ante are dealt in."""
        taken = self.taken
        if self.stage != EARLY or len(self._antes) < 2:
            return False
        amount = self._antes[0].amount
        for row in sorted(self._antes, key=_seat_of):
            sits = taken.get(row.seat)
            if sits is None or sits.aside or row.seat in self._by_seat:
                return False
            seat = _Seat(len(self._seats), sits)
            if row.amount != amount or row.all_in or not 0 < amount < seat.left:
                return False
            seat.left -= amount
            seat.put = amount
            self.pot += amount
            self._seats.append(seat)
            self._by_seat[row.seat] = self.players[row.seat] = seat
        here, self._at = self._at, self._ante_at
        self._say_of(("ante", self._stakes, amount))
        self._at = here
        self._table = Table(self.players, list(self.players))
        self._live = self._able = len(self._seats)
        self.sides["stakes"] = ("stakes", self.stakes, amount, True, False)
        self.sides["seats"] = ("seats", self._live)
        return True

    # --- the deal ------------------------------------------------------------------------------

    def _deal_begins(self, row: Row) -> bool:
        """The deal of a street begins."""
        street = row.street
        self._street = self._table.street = street
        self.stage = DEALING
        self._last_up, self._ups, self._downs = -1, 0, 0
        self._level = self._actions = self._wagers = self._ladder = 0
        self._bettor = None
        self._drawing[street] = self._live
        self._heads_up = self.terms.started_heads_up and self._able == 2
        for seat in self._seats:
            seat.street_put, seat.answered, seat.acted = 0, -1, False
        self._say(STREET_OPENED, street)
        return True

    def _next_street(self, row: Row) -> bool:
        if self.closed or row.street != self._street + 1 or not self._in_play() or self._next() is not None:
            return False
        return self._uncalled() == 0 and self._deal_begins(row)

    def _deal(self, row: Row) -> bool:
        seat = self._by_seat.get(row.seat)
        street, down = self._street, row.down
        if seat is None or seat.folded or self.stage != DEALING or row.street != street:
            return False
        cards = row.cards
        seen = self._seen
        for card in cards:
            if card < 0 or seen & (1 << card):
                return False
            seen |= 1 << card
        self._seen = seen
        if not down:
            if len(cards) != 1 or seat.place <= self._last_up or street == 7:
                return False
            self._last_up = seat.place
            self._ups += 1
            seat.up.append(cards[0])
        elif street == 3:  # the down-cards of one player alone are in sight
            if self._hero is not None or len(cards) != 2 or seat.place <= self._last_up:
                return False
            self._hero = seat
            seat.down.extend(cards)
        else:
            if street < 7 or seat is not self._hero or len(cards) != 1 or self._downs:
                return False
            self._downs = 1
            seat.down.append(cards[0])
        self._say(CARD_DEALT, 2 * street + int(down))
        return True

    def _again(self, row: Row) -> bool:
        seat = self._by_seat.get(row.seat)
        if seat is None or seat.folded or self.stage != DEALING or row.street != self._street:
            return False
        if row.cards != tuple(seat.down if row.down else seat.up):
            return False
        self._say(CARDS_REPRINTED, 2 * self._street + int(row.down))
        return True

    def _dealt(self) -> bool:
        """Whether everybody has the cards of the street, as far as the log shows such."""
        if self._street < 7:
            return self._ups == self._live
        return self._downs == (0 if self._hero is None or self._hero.folded else 1)

    # --- actions -------------------------------------------------------------------------------

    def _act(self, row: Row, kind: int) -> bool:
        seat = self._by_seat.get(row.seat)
        street = self._street
        if seat is None or seat.folded or self.closed or row.street != street or not self._in_play():
            return False
        opening = not self._actions
        if opening:
            if self._able < 2 or seat.all_in:
                return False
            counted = opener(self._table, seat, self.game, self.terms)
            if counted is not None:
                self.opened.append(counted)
        elif seat is not self._next():
            return False
        self._actions += 1
        self._pointer = seat.place
        if kind == FOLDED:
            if opening and street == 3:
                return False
            seat.folded = street
            self._live -= 1
            self._able -= 1
            self._say(kind, 2 * street + int(opening))
        elif kind == CHECKED:
            if seat.street_put != self._level or (opening and street == 3):
                return False
            self._say(kind, 2 * street + int(opening))
        else:
            added, to, all_in = row.amount, row.to, row.all_in
            if not 0 < added <= seat.left or all_in != (added == seat.left) or to != seat.street_put + added:
                return False
            if kind == CALLED:
                if opening or to > self._level or (to < self._level and not all_in):
                    return False
                self._say(kind, 4 * street + 2 * int(all_in) + int(to < self._level))
            elif not self._wager(row, kind, seat, opening):
                return False
            seat.left -= added
            seat.put += added
            seat.street_put = to
            self.pot += added
            if all_in:
                seat.all_in = True
                self._able -= 1
        seat.acted = True
        seat.answered = self._wagers
        return True

    def _in_play(self) -> bool:
        """Whether the street is dealt, and nothing has ended its betting."""
        if self.stage == DEALING and self._dealt():
            self.stage = BETTING
        return self.stage == BETTING

    def _next(self) -> _Seat | None:
        """Whose turn it is; None where nobody has to act any more."""
        seats, level, live, able = self._seats, self._level, self._live, self._able
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

    def _state(self, row: Row) -> bool:
        """The software says that the betting is capped, that there is an open pair, or that nobody has a low."""
        word, street = row.said, self._street
        if word == "no-low":
            self.no_low = True
            self._say(STATE_SAID, 0)
            return self.closed or self.stage >= SHOWDOWN
        if row.street != street or not self._in_play():
            return False
        if word != "capped" and (word != "double-bet-allowed" or self._actions):
            return False
        pairs = street == 4 and any(has_open_pair(seat.up) for seat in self._seats if not seat.folded)
        level = self.amounts.scaled(self._level)
        self._say_of(("state", word, street, self._limits, pairs, self._heads_up, level, self._ladder))
        return True

    def _wager(self, row: Row, kind: int, seat: _Seat, opening: bool) -> bool:
        level, to, street, by, all_in = self._level, row.to, self._street, row.by, row.all_in
        if to <= level or self._able < 2 or (by is not None and by != to - level):
            return False
        if not (opening and street == 3 and not all_in if kind == BROUGHT_IN else (level == 0) == (kind == BET)):
            return False
        part = self._stakes if street == 3 and opening else self._limits
        amounts = self.amounts.scaled(level, to)
        heads_up = self.terms.wagered_heads_up and self._able == 2
        pairs = self._pairs(seat) if street == 4 else 0
        situation = (
            kind, street, all_in, seat.answered, self._heads_up, pairs, opening, part, amounts, self._ladder,
            by is None,
        )  # fmt: skip
        self._say_of(situation)
        if kind == BROUGHT_IN:
            self.brought_in = row
        else:
            for other in self._seats:
                other.acted = False
        self._ladder = self._plainly.number((self._ladder, kind, amounts, all_in, heads_up))
        self._wagers += 1
        self._level = to
        self._bettor = seat
        return True

    def _pairs(self, seat: _Seat) -> int:
        """Who shows an open pair on fourth street: how many, whether the player does, and whether all have acted."""
        holders = [other for other in self._seats if not other.folded and has_open_pair(other.up)]
        if not holders:
            return 0
        acted = all(other.answered >= 0 for other in holders)
        return 4 * len(holders) + 2 * (seat in holders) + acted

    # --- the end -------------------------------------------------------------------------------

    def _uncalled(self) -> int:
        """What the last wager has above the highest amount of anybody else; below 0 where antes bear on it."""
        bettor = self._bettor
        if self._street == 3 and len([seat for seat in self._seats if seat.all_in]) + 1 >= len(self._seats):
            return _UNKNOWN
        if bettor is None or bettor.folded:
            return 0
        most = 0
        for seat in self._seats:
            if seat is not bettor and seat.street_put > most:
                most = seat.street_put
        return max(bettor.street_put - most, 0)

    def _back(self, row: Row) -> bool:
        bettor = self._bettor
        if self.stage > SHOWDOWN or not self._over() or bettor is None or bettor.seat != row.seat:
            return False
        amount = row.amount
        if amount <= 0 or amount != self._uncalled():
            return False
        bettor.put -= amount
        bettor.street_put -= amount
        bettor.left += amount
        bettor.returned += amount
        self._level = max([seat.street_put for seat in self._seats])
        self.pot -= amount
        self.returns += 1
        self._say(UNCALLED_RETURNED, row.street)
        return True

    def _over(self) -> bool:
        """Whether the betting of the street is over."""
        return self.stage > BETTING or (self._in_play() and self._next() is None)

    def _close(self, stage: int) -> bool:
        """All betting is over."""
        if stage < self.stage or not (self.closed or self._over()):
            return False
        self.closed = True
        self.stage = stage
        return True

    def _show(self, row: Row, kind: int) -> bool:
        closing = not self.closed
        seat = self._by_seat.get(row.seat)
        stage = AWARDED if self.stage == AWARDED else SHOWDOWN
        if row.street or seat is None or seat.folded or seat.hand or seat.mucked or not self._close(stage):
            return False
        if kind == MUCKED:
            if row.cards and not self._reveal(seat, row.cards):
                return False
            seat.mucked = True
            self._say(kind, 2 * int(bool(row.cards)) + int(closing))
            return True
        if not self._reveal(seat, row.cards):
            return False
        said = self.words(row.said, seat.seat, seat.hand)
        if said == UNTRUE:
            return False
        self._say(kind, 2 * said + int(closing))
        return True

    def _reveal(self, seat: _Seat, cards: Cards) -> bool:
        """Seven cards of a player, those that were dealt to them among them, and no other's."""
        if len(cards) != HAND:
            return False
        whole = 0
        for card in cards:
            if card < 0 or whole & (1 << card):
                return False
            whole |= 1 << card
        own = 0
        for card in seat.up:
            own |= 1 << card
        for card in seat.down:
            own |= 1 << card
        if not own or own & whole != own or self._seen & (whole & ~own):
            return False
        self._seen |= whole
        self.shown[seat.seat] = cards
        seat.hand = tuple(sorted(cards))
        return True

    def _award(self, row: Row) -> bool:
        closing = not self.closed
        seat = self._by_seat.get(row.seat)
        if row.street or seat is None or seat.folded or row.amount <= 0 or not self._close(AWARDED):
            return False
        first = not self.awards
        if first and self._uncalled():
            return False
        self.awards.append(row)
        self._awarded += row.amount
        seat.won += row.amount
        said = self.words(row.said, seat.seat, seat.hand)
        if said == UNTRUE:
            return False
        self._say(POT_AWARDED, 8 * said + 4 * int(self.returns > 0) + 2 * int(first) + int(closing))
        return True

    def _summarise(self, row: Row) -> bool:
        seat = self._by_seat.get(row.seat)
        cards = row.cards or row.mucked
        if self.stage < AWARDED or row.street or row.seat not in self.taken or row.seat in self._lines:
            return False
        self.summaries.append(row)
        self._lines.add(row.seat)
        if seat is None:
            if cards or row.won or row.folded or row.said is not None:
                return False
            self._say(SEAT_SUMMARISED, 0)
            return True
        if (row.folded or 0) != seat.folded:
            return False
        if cards:
            if seat.folded:
                return False
            if seat.hand:
                if seat.hand != tuple(sorted(cards)):
                    return False
            elif not self._reveal(seat, cards):
                return False
        said = self.words(row.said, seat.seat, seat.hand)
        if said == UNTRUE:
            return False
        self._say(SEAT_SUMMARISED, 2 * said + 1)
        return True

    # --- the hand as a whole -------------------------------------------------------------------

    def _end(self) -> bool:
        rake, pot = self.rake or 0, self.pot
        if not self.awards or not self.closed or self._awarded + rake != pot or rake < 0:
            return False
        if self._street < 7 and self._able > 1:  # who can still bet is due another street
            return False
        if self.totals.get(None, pot) != pot:
            return False
        told = self.tells_won()
        if told and not self.won_as_told():
            return False
        return self._settled() and self._sides(told)

    def _settled(self) -> bool:
        """Whether the pot is plainly paid."""
        live = [seat for seat in self._seats if not seat.folded]
        contested = len(live) > 1
        hands: dict[int, Cards] = {}
        mucked: set[int] = set()
        for seat in live:
            if contested:
                cards = seat.hand or tuple(sorted([*seat.down, *seat.up]))
                if len(cards) != HAND:
                    return False
                hands[seat.seat] = cards
            if seat.mucked:
                mucked.add(seat.seat)
        made = pots({seat.seat: seat.put for seat in self._seats}, live)
        paid = paid_of(made, hands, self.header, self.game, self.terms, self.awards, self.totals, mucked)
        if paid is None:
            return False
        self.settle(paid, contested, bool(mucked))
        return True

    def _sides(self, told: bool) -> bool:
        """The sides of the hand, as `clean_play` has them."""
        hero, street, drawing = self._hero, self._street, self._drawing
        stub = None
        if street == 7:
            dealt = 3 * len(self._seats) + drawing[4] + drawing[5] + drawing[6]
            stub = Stub(DECK_SIZE - dealt, drawing[7], 0)
        reached = 0
        for seat in self._seats:
            if not seat.folded or seat.folded == 7:
                reached += 1
        seen = int(stub is not None and hero is not None and hero.folded in (0, 7))
        self.sides["deal"] = (
            "deal", int(hero is not None), street, False, seen, seen == reached, self._downs > 0 and street == 7, True,
            (),
        )  # fmt: skip
        self.sides["stub"] = ("stub", spare(stub), False)
        self.sides["record"] = ("record", False, bool(self.summaries), False, False, told)
        return True


def _seat_of(row: Row) -> int:
    return row.seat
