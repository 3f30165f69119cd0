"""The quick walk over a hand of which cards, chips, and words tell all, and in which nobody is all-in before the bets.

Such hands are most. The walk of `clean_play` plays them on the game's own table, and gives each event its situation;
here a few numbers stand for both. Whatever is not as plain as that is left to it, and what it has not told of yet as
well: what the checks said of a row is looked up by its kind and street, or by what a wager is made in, and learned from
the situations of a hand that both have walked over (`PlainPlay.learn`). So this knows no rule of a house, and of the
game the order of the record, the turn, the chips, and the cards.
"""

from __future__ import annotations

from typing import Final

from stud_audit.checks.neighbours import Sitter, Sitting, sitting_of
from stud_audit.game.boards import has_open_pair
from stud_audit.game.deck_stub import DECK_SIZE, Stub
from stud_audit.game.games import GAMES
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
    placed,
)
from stud_audit.pipeline.openers import opener
from stud_audit.pipeline.outcomes import CoverageKey
from stud_audit.pipeline.plain_pots import paid_of
from stud_audit.pipeline.situations import Amounts, NotClean, Situation, Terms, spare
from stud_audit.record.hand_words import agrees, read_description
from stud_audit.record.known_cards import HAND
from stud_audit.record.seat_accounts import SeatRow, seat_row

_EARLY: Final = 0
_DEALING: Final = 1
_BETTING: Final = 2
_SHOWDOWN: Final = 3
_AWARDED: Final = 4
_SUMMARY: Final = 5
_OVER: Final = 6
_UNKNOWN: Final = -1
_MORE: Final = 32
_PLACES: Final = 31 * _MORE
"""A kind of row, and what more there is to one, as a number below this."""
_MOST: Final = 1 << 16


class Plainly:
    """What the checks said of the rows of plain hands, as the situations of others have told; below 0 where nothing."""

    def __init__(self) -> None:
        self.said = [_UNKNOWN] * _PLACES
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
        self.shown: Cards = ()
        self.hand: Cards = ()
        self.said: str | None = None
        """The last words for their hand that are true."""
        self.mucked = False


class PlainPlay:
    """The walk over one hand.

    `plain` tells whether it is such a hand, `number` what was said of its rows, below 0 where that is not known yet.
    `told` is what the checks said of each row, in a hand to learn from.
    """

    def __init__(
        self, hand: Hand, rows: list[Row], terms: Terms, plainly: Plainly, told: list[int] | None = None
    ) -> None:
        header = hand.header
        self.hand, self.rows, self.header, self.terms = hand, rows, header, terms
        self._plainly, self._told = plainly, told
        self.game = GAMES[header.game]
        self.number = 0
        self.at = 0
        self.taken: dict[int, Row] = {}
        self.places: dict[int, int] = {}
        self.antes: list[Row] = []
        self._ante_at = 0
        self.seats: list[_Seat] = []
        self.by_seat: dict[int, _Seat] = {}
        self.table: Table | None = None
        self.live = self.able = 0
        """How many have not folded, and how many of them can still bet."""
        self.stage = _EARLY
        self.street = 0
        self.closed = False
        self.seen = 0
        self.hero: _Seat | None = None
        self.last_up = -1
        self.ups = self.downs = 0
        self.drawing: dict[int, int] = {}
        self.level = self.actions = self.wagers = self.pointer = self.ladder = 0
        self.bettor: _Seat | None = None
        self.heads_up = False
        self.opened: list[CoverageKey] = []
        self.pot = self.awarded = 0
        self.no_low = False
        self.rake: int | None = None
        self.totals: dict[str | None, int] = {}
        self.returns = 0
        self.awards: list[Row] = []
        self.summaries: list[Row] = []
        self.lines: set[int] = set()
        self.brought_in: Row | None = None
        self.sides: dict[str, Situation] = {}
        self.amounts = Amounts(header)
        self.limits: Situation = (
            header.game, header.structure, header.spread_min, header.spread_max,
            self.amounts.scaled(header.small or 0, header.big or 0),
        )  # fmt: skip
        self.stakes: Situation = (
            *self.limits, header.small, header.big, header.ante, header.bring_in, header.chip, header.currency,
            header.decimals, header.tournament is not None,
        )  # fmt: skip
        self._limits, self._stakes = plainly.number(self.limits), plainly.number(self.stakes)
        try:
            self.plain = self._is_plain() and self._walk()
        except NotClean:
            self.plain = False

    def _is_plain(self) -> bool:
        hand, header = self.hand, self.header
        return not (
            hand.missing
            or hand.elsewhere
            or hand.truncated
            or header.button is not None
            or header.structure != "fixed"
            or not header.small
            or not header.big
        )

    def _walk(self) -> bool:
        for row in self.rows:
            if not row.printed or row.source is not None or row.at is not None or not self._take(row, row.kind):
                return False
            self.at += 1
        return self._end()

    # --- what was said -------------------------------------------------------------------------

    def _say(self, kind: int, more: int) -> None:
        """What was said of a row of that kind, of which `more` tells the rest."""
        place = kind * _MORE + more
        said = self._plainly.said[place]
        if said < 0 and self._told is not None:
            said = self._plainly.said[place] = self._told[self.at]
        self._add(said)

    def _say_of(self, situation: Situation) -> None:
        """The same where it rests on amounts."""
        said = self._plainly.of_wagers.get(situation, _UNKNOWN)
        if said < 0 and self._told is not None:
            said = self._plainly.of_wagers[situation] = self._told[self.at]
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
            if self.stage != _EARLY or row.stack is None or row.seat in self.taken or self.antes:
                return False
            self.taken[row.seat] = row
            self.places[row.seat] = self.at + 1
            self._say(kind, 0)
            return True
        if kind == ANTE_POSTED:
            if self.stage != _EARLY:
                return False
            self.antes.append(row)
            self._ante_at = self.at
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
            if self.rake is not None or self.stage < _BETTING:
                return False
            self.rake = row.amount
            self._say(kind, 0)
            return True
        if row.street:
            return False
        closing = not self.closed
        if kind == SHOWDOWN_OPENED:
            plain = self.stage < _SHOWDOWN and self._close(_SHOWDOWN)
        elif kind == SUMMARY_OPENED:
            plain = self.stage < _SUMMARY and not self.totals and not self.summaries and self._close(_SUMMARY)
        elif kind == TOTAL_STATED:
            plain = row.pot not in self.totals and self._close(max(self.stage, _AWARDED))
            self.totals[row.pot] = row.amount
            if plain and row.pot is not None:
                self._say(kind, 2 + int(closing))
                return True
        elif kind == HAND_ENDED:
            plain = self.stage >= _AWARDED and self._close(_OVER)
        else:
            return False
        if plain:
            self._say(kind, int(closing))
        return plain

    def _begin(self) -> bool:
        """All who have posted the same ante are dealt in."""
        taken = self.taken
        if self.stage != _EARLY or len(self.antes) < 2:
            return False
        amount = self.antes[0].amount
        for row in sorted(self.antes, key=_seat_of):
            sits = taken.get(row.seat)
            if sits is None or sits.aside or row.seat in self.by_seat:
                return False
            seat = _Seat(len(self.seats), sits)
            if row.amount != amount or row.all_in or not 0 < amount < seat.left:
                return False
            seat.left -= amount
            seat.put = amount
            self.pot += amount
            self.seats.append(seat)
            self.by_seat[row.seat] = seat
        here, self.at = self.at, self._ante_at
        self._say_of(("ante", self._stakes, amount))
        self.at = here
        self.live = self.able = len(self.seats)
        self.sides["stakes"] = ("stakes", self.stakes, amount, True, False)
        self.sides["seats"] = ("seats", self.live)
        return True

    # --- the deal ------------------------------------------------------------------------------

    def _deal_begins(self, row: Row) -> bool:
        """The deal of a street begins."""
        street = row.street
        self.street, self.stage = street, _DEALING
        self.last_up, self.ups, self.downs = -1, 0, 0
        self.level = self.actions = self.wagers = self.ladder = 0
        self.bettor = None
        self.drawing[street] = self.live
        self.heads_up = self.terms.started_heads_up and self.able == 2
        for seat in self.seats:
            seat.street_put, seat.answered, seat.acted = 0, -1, False
        self._say(STREET_OPENED, street)
        return True

    def _next_street(self, row: Row) -> bool:
        if self.closed or row.street != self.street + 1 or not self._in_play() or self._next() is not None:
            return False
        return self._uncalled() == 0 and self._deal_begins(row)

    def _deal(self, row: Row) -> bool:
        seat = self.by_seat.get(row.seat)
        street, down = self.street, row.down
        if seat is None or seat.folded or self.stage != _DEALING or row.street != street:
            return False
        cards = row.cards
        seen = self.seen
        for card in cards:
            if card < 0 or seen & (1 << card):
                return False
            seen |= 1 << card
        self.seen = seen
        if not down:
            if len(cards) != 1 or seat.place <= self.last_up or street == 7:
                return False
            self.last_up = seat.place
            self.ups += 1
            seat.up.append(cards[0])
        elif street == 3:  # the down-cards of one player alone are in sight
            if self.hero is not None or len(cards) != 2 or seat.place <= self.last_up:
                return False
            self.hero = seat
            seat.down.extend(cards)
        else:
            if street < 7 or seat is not self.hero or len(cards) != 1 or self.downs:
                return False
            self.downs = 1
            seat.down.append(cards[0])
        self._say(CARD_DEALT, 2 * street + int(down))
        return True

    def _again(self, row: Row) -> bool:
        seat = self.by_seat.get(row.seat)
        if seat is None or seat.folded or self.stage != _DEALING or row.street != self.street:
            return False
        if row.cards != tuple(seat.down if row.down else seat.up):
            return False
        self._say(CARDS_REPRINTED, 2 * self.street + int(row.down))
        return True

    def _dealt(self) -> bool:
        """Whether everybody has the cards of the street, as far as the log shows such."""
        if self.street < 7:
            return self.ups == self.live
        return self.downs == (0 if self.hero is None or self.hero.folded else 1)

    # --- actions -------------------------------------------------------------------------------

    def _act(self, row: Row, kind: int) -> bool:
        seat = self.by_seat.get(row.seat)
        street = self.street
        if seat is None or seat.folded or self.closed or row.street != street or not self._in_play():
            return False
        opening = not self.actions
        if opening:
            if self.able < 2 or seat.all_in:
                return False
            counted = opener(self._table(), seat, self.game, self.terms)
            if counted is not None:
                self.opened.append(counted)
        elif seat is not self._next():
            return False
        self.actions += 1
        self.pointer = seat.place
        if kind == FOLDED:
            if opening and street == 3:
                return False
            seat.folded = street
            self.live -= 1
            self.able -= 1
            self._say(kind, 2 * street + int(opening))
        elif kind == CHECKED:
            if seat.street_put != self.level or (opening and street == 3):
                return False
            self._say(kind, 2 * street + int(opening))
        else:
            added, to, all_in = row.amount, row.to, row.all_in
            if not 0 < added <= seat.left or all_in != (added == seat.left) or to != seat.street_put + added:
                return False
            if kind == CALLED:
                if opening or to > self.level or (to < self.level and not all_in):
                    return False
                self._say(kind, 4 * street + 2 * int(all_in) + int(to < self.level))
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
        seat.answered = self.wagers
        return True

    def _in_play(self) -> bool:
        """Whether the street is dealt, and nothing has ended its betting."""
        if self.stage == _DEALING and self._dealt():
            self.stage = _BETTING
        return self.stage == _BETTING

    def _next(self) -> _Seat | None:
        """Whose turn it is; None where nobody has to act any more."""
        seats, level, live, able = self.seats, self.level, self.live, self.able
        place = self.pointer
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
        word, street = row.said, self.street
        if word == "no-low":
            self.no_low = True
            self._say(STATE_SAID, 0)
            return self.closed or self.stage >= _SHOWDOWN
        if row.street != street or not self._in_play():
            return False
        if word != "capped" and (word != "double-bet-allowed" or self.actions):
            return False
        pairs = street == 4 and any(has_open_pair(seat.up) for seat in self.seats if not seat.folded)
        level = self.amounts.scaled(self.level)
        self._say_of(("state", word, street, self._limits, pairs, self.heads_up, level, self.ladder))
        return True

    def _wager(self, row: Row, kind: int, seat: _Seat, opening: bool) -> bool:
        level, to, street, by, all_in = self.level, row.to, self.street, row.by, row.all_in
        if to <= level or self.able < 2 or (by is not None and by != to - level):
            return False
        if not (opening and street == 3 and not all_in if kind == BROUGHT_IN else (level == 0) == (kind == BET)):
            return False
        part = self._stakes if street == 3 and opening else self._limits
        amounts = self.amounts.scaled(level, to)
        heads_up = self.terms.wagered_heads_up and self.able == 2
        pairs = self._pairs(seat) if street == 4 else 0
        situation = (
            kind, street, all_in, seat.answered, self.heads_up, pairs, opening, part, amounts, self.ladder, by is None,
        )  # fmt: skip
        self._say_of(situation)
        if kind == BROUGHT_IN:
            self.brought_in = row
        else:
            for other in self.seats:
                other.acted = False
        self.ladder = self._plainly.number((self.ladder, kind, amounts, all_in, heads_up))
        self.wagers += 1
        self.level = to
        self.bettor = seat
        return True

    def _pairs(self, seat: _Seat) -> int:
        """Who shows an open pair on fourth street: how many, whether the player does, and whether all have acted."""
        holders = [other for other in self.seats if not other.folded and has_open_pair(other.up)]
        if not holders:
            return 0
        acted = all(other.answered >= 0 for other in holders)
        return 4 * len(holders) + 2 * (seat in holders) + acted

    def _table(self) -> Table:
        """The table, as far as it tells who opens."""
        table = self.table
        if table is None:
            players: dict[int, Player] = {seat.seat: seat for seat in self.seats}
            table = self.table = Table(players, list(players))
        table.street = self.street
        return table

    # --- the end -------------------------------------------------------------------------------

    def _uncalled(self) -> int:
        """What the last wager has above the highest amount of anybody else; below 0 where antes bear on it."""
        bettor = self.bettor
        if self.street == 3 and len([seat for seat in self.seats if seat.all_in]) + 1 >= len(self.seats):
            return _UNKNOWN
        if bettor is None or bettor.folded:
            return 0
        most = 0
        for seat in self.seats:
            if seat is not bettor and seat.street_put > most:
                most = seat.street_put
        return max(bettor.street_put - most, 0)

    def _back(self, row: Row) -> bool:
        bettor = self.bettor
        if self.stage > _SHOWDOWN or not self._over() or bettor is None or bettor.seat != row.seat:
            return False
        amount = row.amount
        if amount <= 0 or amount != self._uncalled():
            return False
        bettor.put -= amount
        bettor.street_put -= amount
        bettor.left += amount
        bettor.returned += amount
        self.level = max([seat.street_put for seat in self.seats])
        self.pot -= amount
        self.returns += 1
        self._say(UNCALLED_RETURNED, row.street)
        return True

    def _over(self) -> bool:
        """Whether the betting of the street is over."""
        return self.stage > _BETTING or (self._in_play() and self._next() is None)

    def _close(self, stage: int) -> bool:
        """All betting is over."""
        if stage < self.stage or not (self.closed or self._over()):
            return False
        self.closed = True
        self.stage = stage
        return True

    def _show(self, row: Row, kind: int) -> bool:
        closing = not self.closed
        seat = self.by_seat.get(row.seat)
        stage = _AWARDED if self.stage == _AWARDED else _SHOWDOWN
        if row.street or seat is None or seat.folded or seat.shown or seat.mucked or not self._close(stage):
            return False
        if kind == MUCKED:
            if row.cards and not self._reveal(seat, row.cards):
                return False
            seat.mucked = True
            self._say(kind, 2 * int(bool(row.cards)) + int(closing))
            return True
        if not self._reveal(seat, row.cards):
            return False
        said = self._words(row.said, seat)
        if said < 0:
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
        if not own or own & whole != own or self.seen & (whole & ~own):
            return False
        self.seen |= whole
        seat.shown = cards
        seat.hand = tuple(sorted(cards))
        return True

    def _words(self, said: str | None, seat: _Seat) -> int:
        """Whether words are said of a hand: 0, 1 where they cannot be read, 2; below 0 where they are not true."""
        if said is None:
            return 0
        if said == seat.said:
            return 2
        stated = read_description(said)
        if not stated:
            return 1
        qualifier = self.terms.house.rules.stud8_low_qualifier if self.game.qualifier else None
        if not seat.hand or not agrees(stated, seat.hand, self.game, qualifier):
            return _UNKNOWN
        seat.said = said
        return 2

    def _award(self, row: Row) -> bool:
        closing = not self.closed
        seat = self.by_seat.get(row.seat)
        if row.street or seat is None or seat.folded or row.amount <= 0 or not self._close(_AWARDED):
            return False
        first = not self.awards
        if first and self._uncalled():
            return False
        self.awards.append(row)
        self.awarded += row.amount
        seat.won += row.amount
        said = self._words(row.said, seat)
        if said < 0:
            return False
        self._say(POT_AWARDED, 8 * said + 4 * int(self.returns > 0) + 2 * int(first) + int(closing))
        return True

    def _summarise(self, row: Row) -> bool:
        seat = self.by_seat.get(row.seat)
        cards = row.cards or row.mucked
        if self.stage < _AWARDED or row.street or row.seat not in self.taken or row.seat in self.lines:
            return False
        self.summaries.append(row)
        self.lines.add(row.seat)
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
            if not seat.shown:
                if not self._reveal(seat, cards):
                    return False
            elif seat.shown != cards and seat.hand != tuple(sorted(cards)):
                return False
        said = self._words(row.said, seat)
        if said < 0:
            return False
        self._say(SEAT_SUMMARISED, 2 * said + 1)
        return True

    # --- the hand as a whole -------------------------------------------------------------------

    def _end(self) -> bool:
        rake, pot = self.rake or 0, self.pot
        if not self.awards or not self.closed or self.awarded + rake != pot or rake < 0:
            return False
        if self.street < 7 and self.able > 1:  # who can still bet is due another street
            return False
        if self.totals.get(None, pot) != pot:
            return False
        told = False
        for row in self.summaries:
            told = told or row.won is not None
        if told:
            for row in self.summaries:
                seat = self.by_seat.get(row.seat)
                if (row.won or 0) != (seat.won if seat is not None else 0):
                    return False
        return self._settled() and self._sides(told)

    def _settled(self) -> bool:
        """Whether the pot is plainly paid."""
        live = [seat for seat in self.seats if not seat.folded]
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
        made = pots({seat.seat: seat.put for seat in self.seats}, live)
        paid = paid_of(made, hands, self.header, self.game, self.terms, self.awards, self.totals, mucked)
        if paid is None:
            return False
        named = all(award.pot is not None for award in self.awards)
        rake, several = self.rake is not None, paid.pots > 1
        no_low = self.no_low and (paid.low, bool(self.game.qualifier), contested)
        self.sides["showdown"] = (
            "showdown", self.game.name, paid.ways, several, named, bool(mucked), no_low, rake, contested
        )  # fmt: skip
        self.sides["chips"] = ("chips", None in self.totals, several, len(self.totals) > 1, rake)
        return True

    def _sides(self, told: bool) -> bool:
        """The sides of the hand, as `clean_play` has them."""
        hero, street, drawing = self.hero, self.street, self.drawing
        stub = None
        if street == 7:
            dealt = 3 * len(self.seats) + drawing[4] + drawing[5] + drawing[6]
            stub = Stub(DECK_SIZE - dealt, drawing[7], 0)
        reached = 0
        for seat in self.seats:
            if not seat.folded or seat.folded == 7:
                reached += 1
        seen = int(stub is not None and hero is not None and hero.folded in (0, 7))
        self.sides["deal"] = (
            "deal", int(hero is not None), street, False, seen, seen == reached, self.downs > 0 and street == 7, True,
            (),
        )  # fmt: skip
        self.sides["stub"] = ("stub", spare(stub), False)
        self.sides["record"] = ("record", False, bool(self.summaries), False, False, told)
        return True

    # --- what it comes to ------------------------------------------------------------------------

    def seat_rows(self) -> tuple[SeatRow, ...]:
        """A row per seat that the log names, those not dealt in included."""
        rows = []
        for number, taken in sorted(self.taken.items()):
            seat = self.by_seat.get(number)
            rows.append(seat_row(number, taken.player or "", taken.stack, seat, seat.shown if seat is not None else ()))
        return tuple(rows)

    def sitting(self) -> Sitting:
        """What the hand tells its neighbours."""
        players = []
        for number, taken in self.taken.items():
            seat, stack = self.by_seat.get(number), taken.stack or 0
            end = stack if seat is None else stack - seat.put + seat.won
            place = placed((taken.number, taken.start, taken.end))
            active = not taken.aside and seat is not None
            players.append(Sitter(taken.player or "", number, stack, end, 0, False, active, self.places[number], place))
        order = [seat.seat for seat in self.seats]
        return sitting_of(self.hand, self.taken, order, tuple(players), None, buys_in=False)


def _seat_of(row: Row) -> int:
    return row.seat
