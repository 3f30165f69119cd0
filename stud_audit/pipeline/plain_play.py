"""The quick walk over a hand of which cards, chips, and words tell all.

Such hands are most. The walk of `clean_play` plays them on the game's own table, and gives each event its situation;
here a few numbers stand for both. Whatever is not as plain as that is left to it, and what it has not told of yet as
well: what the checks said of a row is looked up by its kind and street, or by what a wager is made in, and learned from
the situations of a hand that both have walked over (`told`). So this knows no rule of a house, and of the
game the order of the record, the turn, the chips, and the cards.
"""

from __future__ import annotations

from typing import Any, cast

from stud_audit.game.boards import has_open_pair
from stud_audit.game.deck_stub import DECK_SIZE, Stub
from stud_audit.game.pots import pots
from stud_audit.game.table import Player
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
    COMMUNITY_DEALT,
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
)
from stud_audit.pipeline.plain_memory import MORE, PlainMemory
from stud_audit.pipeline.plain_pots import Paid, paid_of
from stud_audit.pipeline.situations import NotClean, Situation, Terms, spare
from stud_audit.pipeline.walk import (
    AWARDED,
    BETTING,
    DEALING,
    EARLY,
    OVER,
    SHOWDOWN,
    SUMMARY,
    Walk,
)
from stud_audit.record.known_cards import HAND


class _Seat(Player):
    """A player who is dealt in."""

    def __init__(self, place: int, taken: Row, ante: int) -> None:
        super().__init__(taken.seat, taken.player or "", taken.stack, taken.stack)
        self.place = place
        self.put = ante
        self.left = (taken.stack or 0) - ante
        """Their chips that are not in the pot."""
        self.all_in = self.left == 0
        self.answered = -1
        """How many wagers of the round there were after their last action."""
        self.own = 0
        """The cards that lie before them, a bit for each."""
        self.seven = 0
        """The seven cards that were revealed, in the same way, a shared one among them."""
        self.hand: Cards = ()
        """The same, rising."""
        self.mucked = self.summarised = False


class PlainPlay(Walk):
    """The walk over one hand.

    `plain` tells whether it is such a hand, `number` what was said of its rows, below 0 where that is not known yet.
    `all_sides` stands for its sides together.
    """

    def __init__(self, hand: Hand, rows: list[Row], terms: Terms, memory: PlainMemory) -> None:
        super().__init__(hand, rows, terms)
        self._memory = memory
        self.all_sides: Situation = ()
        self._at = 0
        """How many rows have been taken."""
        self._antes: list[Row] = []
        self._seats: list[_Seat] = []
        self._by_seat: dict[int, _Seat] = {}
        self._live = self._able = 0
        """How many have not folded, and how many of them can still bet."""
        self._street = 0
        self._seen = 0
        """The cards that lie or were shown, a bit for each."""
        self._shared = 0
        """The card that was dealt to all, in the same way."""
        self._shared_card = -1
        self._board = False
        """Whether it is told again at the end."""
        self._hero: _Seat | None = None
        """The player whose down-cards are dealt in sight."""
        self._last_up = -1
        self._ups = self._downs = 0
        """Whom the last up-card of the street went to, by their place, and how many it has, and down-cards."""
        self._dealt_up = 0
        """How many cards were due on the streets before the seventh, after the third."""
        self._level = self._actions = self._wagers = self._pointer = 0
        """The bet to match, how many actions and wagers the round has, and the place of who acted last."""
        self._ladder = 0
        """The wagers of the round, by a number for each that there can be."""
        self._bettor: _Seat | None = None
        self._heads_up = False
        """Whether the round began between two players, where the house asks."""
        self._awarded = 0
        self._aside: set[int] = set()
        """Seats of the summary that were not dealt in."""
        self._on_seventh = 0
        """How many players reach seventh street."""
        memory.next_hand()
        try:
            self.plain = self._is_plain() and self._walk()
        except NotClean:
            self.plain = False
        self.number = memory.number

    def _is_plain(self) -> bool:
        header = self.header
        return bool(header.button is None and header.structure == "fixed" and header.small and header.big)

    def _walk(self) -> bool:
        for row in self.rows:
            if not row.printed or row.source is not None or row.at is not None or not self._take(row, row.kind):
                return False
            self._at += 1
        return self._end()

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
            self._memory.say(kind, 0, ("seat",))
            return True
        if kind == ANTE_POSTED:
            if self.stage != EARLY:
                return False
            self._antes.append(row)
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
            self._memory.say(CHAT_SAID, 0, ("aside",))
            return True
        if kind == RAKE_TAKEN:
            if self.rake is not None or self.stage < BETTING:
                return False
            self.rake = row.amount
            self._memory.say(kind, 0, ("rake",))
            return True
        if kind == COMMUNITY_DEALT:
            return self._say_board(row) if row.aside else self._share(row)
        if row.street:
            return False
        closing = not self.closed
        if kind == SHOWDOWN_OPENED:
            name = "showdown"
            plain = self.stage < SHOWDOWN and self._close(SHOWDOWN)
        elif kind == SUMMARY_OPENED:
            name = "summary"
            plain = self.stage < SUMMARY and not self.totals and not self.summaries and self._close(SUMMARY)
        elif kind == TOTAL_STATED:
            plain = row.pot not in self.totals and self._close(max(self.stage, AWARDED))
            self.totals[row.pot] = row.amount
            if plain:
                self._memory.say(kind, 2 * int(row.pot is None) + int(closing), ("total", closing, row.pot is None))
            return plain
        elif kind == HAND_ENDED:
            name = "end"
            plain = self.stage >= AWARDED and self._close(OVER)
        else:
            return False
        if plain:
            self._memory.say(kind, int(closing), (name, closing))
        return plain

    def _begin(self) -> bool:
        """All who have posted the same ante are dealt in, and who is all-in with less."""
        antes, taken, by_seat = self._antes, self.taken, self._by_seat
        if self.stage != EARLY or len(antes) < 2:
            return False
        full, others, last, rising = 0, 0, antes[0].seat, True
        for row in antes:
            if not row.all_in:
                if full and row.amount != full:
                    return False
                full = row.amount
                others += 1
            rising = rising and row.seat >= last
            last = row.seat
        if full <= 0:
            return False
        self.ante, self.several_antes = full, others > 1
        for row in antes if rising else sorted(antes, key=_seat_of):
            sits, amount = taken.get(row.seat), row.amount
            if sits is None or sits.aside or row.seat in by_seat or not 0 < amount <= full:
                return False
            seat = _Seat(len(self._seats), sits, amount)
            if seat.left < 0 or row.all_in != seat.all_in:
                return False
            self.short_antes = self.short_antes or amount < full
            self.pot += amount
            self._seats.append(seat)
            by_seat[row.seat] = seat
        self.players = cast("dict[int, Player]", by_seat)
        self._live, self._able = len(antes), others
        self._say_antes()
        return True

    def _say_antes(self) -> None:
        stakes, full, several = self.stakes, self.ante, self.several_antes
        amount, all_in = 0, False
        for row in self._antes:
            if row.amount != amount or row.all_in != all_in:
                amount, all_in = row.amount, row.all_in
                place = self._memory.place((ANTE_POSTED, stakes.number, full, several, amount, all_in))
                if self._memory.unknown(place):
                    self._memory.hear(place, ("ante", stakes.all, full, several, amount, all_in, None))

    # --- the deal ------------------------------------------------------------------------------

    def _deal_begins(self, row: Row) -> bool:
        """The deal of a street begins."""
        street = row.street
        self._street = street
        self.stage = DEALING
        self._last_up, self._ups, self._downs = -1, 0, 0
        self._level = self._actions = self._wagers = self._ladder = 0
        self._bettor = None
        if street == 7:
            self._on_seventh = self._live
        elif street > 3:
            self._dealt_up += self._live
        self._heads_up = self.terms.started_heads_up and self._able == 2
        for seat in self._seats:
            seat.street_put, seat.answered, seat.acted = 0, -1, False
        self._memory.say(STREET_OPENED, street, ("heading", street, street > 3))
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
        before = seen = self._seen
        for card in cards:
            if card < 0 or seen & (1 << card):
                return False
            seen |= 1 << card
        self._seen = seen
        seat.own |= seen ^ before
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
            if street < 7 or seat is not self._hero or len(cards) != 1 or self._downs or self._shared:
                return False
            self._downs = 1
            seat.down.append(cards[0])
        place = CARD_DEALT * MORE + 2 * street + int(down)
        if self._memory.unknown(place):
            self._memory.hear(place, ("deal", street, down))
        return True

    def _again(self, row: Row) -> bool:
        seat = self._by_seat.get(row.seat)
        if seat is None or seat.folded or self.stage != DEALING or row.street != self._street:
            return False
        lying, cards = seat.down if row.down else seat.up, row.cards
        if len(cards) != len(lying):
            return False
        for at, card in enumerate(cards):
            if lying[at] != card:
                return False
        place = CARDS_REPRINTED * MORE + 2 * self._street + int(row.down)
        if self._memory.unknown(place):
            self._memory.hear(place, ("again", self._street, row.down))
        return True

    def _share(self, row: Row) -> bool:
        """One card for all, instead of the seventh."""
        if self.stage != DEALING or row.street != 7 or self._street != 7 or self._shared or self._downs:
            return False
        if len(row.cards) != 1 or row.cards[0] < 0 or self._seen & (1 << row.cards[0]):
            return False
        self._shared_card = row.cards[0]
        self._shared = 1 << self._shared_card
        self._seen |= self._shared
        left, live = self._left(), self._on_seventh
        place = self._memory.place((COMMUNITY_DEALT, left, live))
        if self._memory.unknown(place):
            self._memory.hear(place, ("community", Stub(left, live, 0)))
        return True

    def _left(self) -> int:
        """The cards left before the seventh."""
        return DECK_SIZE - 3 * len(self._seats) - self._dealt_up

    def _say_board(self, row: Row) -> bool:
        """The shared card is told again at the end."""
        if self.stage < SHOWDOWN or row.street or len(row.cards) != 1 or row.cards[0] != self._shared_card:
            return False
        self._board = True
        self._memory.say(COMMUNITY_DEALT, 0, ("board",))
        return True

    def _dealt(self) -> bool:
        """Whether everybody has the cards of the street, as far as the log shows such."""
        if self._street < 7:
            return self._ups == self._live
        return self._downs == (0 if self._shared or self._hero is None or self._hero.folded else 1)

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
            self.opens(seat, street, [self._shared_card] if self._shared else [])
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
            place = FOLDED * MORE + 2 * street + int(opening)
            if self._memory.unknown(place):
                self._memory.hear(place, ("fold", street, opening, self.terms.asked))
        elif kind == CHECKED:
            if seat.street_put != self._level or (opening and street == 3):
                return False
            place = CHECKED * MORE + 2 * street + int(opening)
            if self._memory.unknown(place):
                self._memory.hear(place, ("check", street, opening, self.terms.asked))
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
                    self._memory.hear(place, ("call", street, all_in, less, (), self.terms.asked))
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
            self._memory.say(STATE_SAID, 0, ("no-low",))
            return self.closed or self.stage >= SHOWDOWN
        if row.street != street or not self._in_play():
            return False
        if word != "capped" and (word != "double-bet-allowed" or self._actions):
            return False
        pairs = street == 4 and any(has_open_pair(seat.up) for seat in self._seats if not seat.folded)
        stakes, heads_up = self.stakes, self._heads_up
        level = stakes.amounts.scaled(self._level)
        place = self._memory.place(
            (STATE_SAID, word, street, stakes.limits_number, pairs, heads_up, level, self._ladder)
        )
        if self._memory.unknown(place):
            ladder = self._memory.ladders[self._ladder]
            self._memory.hear(place, ("state", word, street, stakes.limits, pairs, heads_up, level, ladder))
        return True

    def _wager(self, row: Row, kind: int, seat: _Seat, opening: bool) -> bool:
        level, to, street, by, all_in = self._level, row.to, self._street, row.by, row.all_in
        if to <= level or self._able < 2 or (by is not None and by != to - level):
            return False
        if not (opening and street == 3 and not all_in if kind == BROUGHT_IN else (level == 0) == (kind == BET)):
            return False
        stakes, memory = self.stakes, self._memory
        opens = street == 3 and opening
        two = self.terms.wagered_heads_up and self._able == 2
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
                stakes.all if opens else stakes.limits, amounts, ladder, by is None, self.terms.asked,
            )  # fmt: skip
            wager = memory.wager(key, situation, (*ladder, kind, amounts, all_in, two))
        if memory.unknown(wager.place):
            memory.hear(wager.place, wager.situation)
        if kind == BROUGHT_IN:
            self.brought_in = row
        else:
            for other in self._seats:
                other.acted = False
        self._ladder = wager.ladder
        self._wagers += 1
        self._level = to
        self._bettor = seat
        return True

    def _pairs(self, seat: _Seat) -> int:
        """Who shows an open pair on fourth street: how many, whether the player does, and whether all have acted."""
        count, own, acted = 0, False, True
        for other in self._seats:
            if not other.folded and has_open_pair(other.up):
                count += 1
                own = own or other is seat
                acted = acted and other.answered >= 0
        return 4 * count + 2 * int(own) + int(acted) if count else 0

    # --- the end -------------------------------------------------------------------------------

    def _uncalled(self) -> int:
        """What the last wager has above the highest amount of anybody else; below 0 where antes bear on it."""
        bettor = self._bettor
        most = all_in = 0
        for seat in self._seats:
            all_in += int(seat.all_in)
            if seat is not bettor and seat.street_put > most:
                most = seat.street_put
        if self._street == 3 and all_in + 1 >= len(self._seats):
            return -1
        return 0 if bettor is None or bettor.folded else max(bettor.street_put - most, 0)

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
        self._memory.say(UNCALLED_RETURNED, row.street, ("back", row.street))
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
            told = len(row.cards) > 0
            self._memory.say(MUCKED, 2 * int(told) + int(closing), ("muck", closing, told))
            return True
        if not self._reveal(seat, row.cards):
            return False
        said = self.words(row.said, seat.seat, seat.hand)
        self._memory.say(SHOWN, 2 * said + int(closing), ("show", closing, said))
        return True

    def _seven(self, cards: Cards) -> int:
        """The seven cards that are told of a player, a shared one among them, a bit for each; 0 where they are not."""
        whole = 0
        for card in cards:
            if card < 0 or whole & (1 << card):
                return 0
            whole |= 1 << card
        lacking = self._shared and not whole & self._shared
        return whole | self._shared if len(cards) + int(lacking) == HAND else 0

    def _reveal(self, seat: _Seat, cards: Cards) -> bool:
        """Seven cards of a player, those that were dealt to them among them, and no other's."""
        whole, own = self._seven(cards), seat.own
        if not own or own & whole != own or self._seen & whole & ~(own | self._shared):
            return False
        self._seen |= whole
        self.shown[seat.seat] = cards
        seat.seven = whole
        seat.hand = tuple(sorted(cards if len(cards) == HAND else (*cards, self._shared_card)))
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
        returned = self.returns > 0
        more = 8 * said + 4 * int(returned) + 2 * int(first) + int(closing)
        self._memory.say(POT_AWARDED, more, ("award", closing, first, returned, said))
        return True

    def _summarise(self, row: Row) -> bool:
        seat = self._by_seat.get(row.seat)
        cards = row.cards or row.mucked
        if self.stage < AWARDED or row.street:
            return False
        self.summaries.append(row)
        if seat is None:
            if row.seat not in self.taken or row.seat in self._aside:
                return False
            self._aside.add(row.seat)
            if cards or row.won or row.folded or row.said is not None:
                return False
            self._memory.say(SEAT_SUMMARISED, 0, ("seat line", False))
            return True
        if seat.summarised or (row.folded or 0) != seat.folded:
            return False
        seat.summarised = True
        if cards:
            if seat.folded:
                return False
            if seat.seven:
                if seat.seven != self._seven(cards):
                    return False
            elif not self._reveal(seat, cards):
                return False
        said = self.words(row.said, seat.seat, seat.hand)
        self._memory.say(SEAT_SUMMARISED, 2 * said + 1, ("seat line", True, said))
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
        live = [seat for seat in self._seats if not seat.folded]
        hands: dict[int, Cards] = {}
        mucked: set[int] = set()
        for seat in live:
            if len(live) > 1:
                cards = seat.hand or self._in_sight(seat)
                if len(cards) != HAND:
                    return False
                hands[seat.seat] = cards
            if seat.mucked:
                mucked.add(seat.seat)
        made = pots({seat.seat: seat.put for seat in self._seats}, live)
        paid = paid_of(made, hands, self.stakes, self.game, self.terms, self.awards, self.totals, mucked)
        if paid is None:
            return False
        self.all_sides = self._all_sides(paid, told, len(live) > 1, bool(mucked))
        return True

    def _in_sight(self, seat: _Seat) -> Cards:
        """The cards of a player who did not show them."""
        shared = [self._shared_card] if self._shared else []
        return tuple(sorted([*seat.down, *seat.up, *shared]))

    def _all_sides(self, paid: Paid, told: bool, contested: bool, mucked: bool) -> Situation:
        """All that the sides of the hand rest on."""
        hero, seventh = self._hero, self._street == 7
        reached = 0
        for seat in self._seats:
            if not seat.folded or seat.folded == 7:
                reached += 1
        seen = int(seventh and hero is not None and hero.folded in (0, 7))
        named = True
        for award in self.awards:
            named = named and award.pot is not None
        return (
            self.stakes.number, self.ante, self.several_antes, self.short_antes, len(self._seats),
            paid.ways, paid.pots > 1, named, mucked, self.no_low and (paid.low, bool(self.game.qualifier), contested),
            self.rake is not None, contested, None in self.totals, len(self.totals) > 1,
            int(hero is not None), self._street, self._shared > 0, seen, seen == reached,
            self._downs > 0 and seventh, spare(self._left(), self._on_seventh, 0) if seventh else None,
            len(self.summaries) > 0, self._board, told,
        )  # fmt: skip

    def sides(self) -> dict[str, Situation]:
        """The situations of the hand as a whole by name, as `clean_play` has them; all of them rest on `all_sides`."""
        (
            _, ante, several_antes, short_antes, seats,
            ways, several, named, mucked, no_low,
            rake, contested, total, totals,
            hero, street, shared, seen, all_seen,
            seventh_down, rest,
            summarised, board, told,
        ) = cast("Any", self.all_sides)  # fmt: skip
        return {
            "stakes": ("stakes", self.stakes.all, ante, several_antes, short_antes),
            "seats": ("seats", seats),
            "showdown": (
                "showdown", self.game.name, ways, several, named, mucked, no_low, rake, contested,
            ),
            "chips": ("chips", total, several, totals, rake),
            "deal": ("deal", hero, street, shared, seen, all_seen, seventh_down, True, ()),
            "stub": ("stub", (rest,), shared),
            "record": ("record", False, summarised, board, shared, told),
        }  # fmt: skip


def _seat_of(row: Row) -> int:
    return row.seat
