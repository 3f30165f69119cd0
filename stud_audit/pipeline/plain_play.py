"""The quick walk over a hand of which cards, chips, and words tell all.

Such hands are most. The walk of `clean_play` plays them on the game's own table, and gives each event its situation;
here a few numbers stand for both. Whatever is not as plain as that is left to it, and what it has not told of yet as
well: what the checks said of a row is looked up by its kind and street, or by what a wager is made in, and learned from
the situations of a hand that both have walked over (`told`). So this knows no rule of a house, and of the
game the order of the record, the turn, the chips, and the cards.
"""

from __future__ import annotations

from typing import Any, cast

from stud_audit.game.pots import pots
from stud_audit.game.table import Player
from stud_audit.model.cards import Cards
from stud_audit.model.hand import Hand
from stud_audit.model.rows import (
    ANTE_POSTED,
    BROUGHT_IN,
    CARD_DEALT,
    CARDS_REPRINTED,
    CHAT_SAID,
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
from stud_audit.pipeline.plain_betting import PlainBetting
from stud_audit.pipeline.plain_deal import PlainDeal
from stud_audit.pipeline.plain_memory import PlainMemory
from stud_audit.pipeline.plain_pots import Paid, paid_of
from stud_audit.pipeline.plain_seat import PlainSeat
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
        self._deal = PlainDeal(memory)
        self._betting = PlainBetting(terms, self.stakes, memory)
        self._seats = self._betting.seats
        self._by_seat: dict[int, PlainSeat] = {}
        self._board = False
        """Whether a shared card is told again at the end."""
        self._awarded = 0
        self._aside: set[int] = set()
        """Seats of the summary that were not dealt in."""
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
        if kind in (CARD_DEALT, CARDS_REPRINTED):
            return self._dealt(row, kind)
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
            return self._share(row)
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
            seat = PlainSeat(len(self._seats), sits, amount)
            if seat.left < 0 or row.all_in != seat.all_in:
                return False
            self.short_antes = self.short_antes or amount < full
            self._betting.pot += amount
            self._seats.append(seat)
            by_seat[row.seat] = seat
        self.players = cast("dict[int, Player]", by_seat)
        self._betting.live, self._betting.able = len(antes), others
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
        street, betting = row.street, self._betting
        self.stage = DEALING
        self._deal.begins(street, betting.live)
        betting.begins(street)
        self._memory.say(STREET_OPENED, street, ("heading", street, street > 3))
        return True

    def _next_street(self, row: Row) -> bool:
        betting = self._betting
        if self.closed or row.street != betting.street + 1 or not self._in_play() or betting.next() is not None:
            return False
        return betting.uncalled() == 0 and self._deal_begins(row)

    def _dealt(self, row: Row, kind: int) -> bool:
        seat = self._by_seat.get(row.seat)
        if seat is None or seat.folded or self.stage != DEALING or row.street != self._betting.street:
            return False
        return self._deal.deal(row, seat) if kind == CARD_DEALT else self._deal.again(row, seat)

    def _share(self, row: Row) -> bool:
        """One card for all, instead of the seventh; or it is told again at the end."""
        if not row.aside:
            return self.stage == DEALING and row.street == 7 and self._deal.share(row.cards)
        if self.stage < SHOWDOWN or row.street or not row.cards or row.cards != tuple(self._deal.community):
            return False
        self._board = True
        self._memory.say(COMMUNITY_DEALT, 0, ("board",))
        return True

    # --- actions -------------------------------------------------------------------------------

    def _act(self, row: Row, kind: int) -> bool:
        seat, betting = self._by_seat.get(row.seat), self._betting
        if seat is None or seat.folded or self.closed or row.street != betting.street or not self._in_play():
            return False
        if not betting.actions:
            if betting.able < 2 or seat.all_in:
                return False
            self.opens(seat, betting.street, self._deal.community)
        elif seat is not betting.next():
            return False
        if kind == BROUGHT_IN:
            self.brought_in = row
        return betting.act(row, kind, seat)

    def _in_play(self) -> bool:
        """Whether the street is dealt, and nothing has ended its betting."""
        if self.stage == DEALING and self._deal.over():
            self.stage = BETTING
        return self.stage == BETTING

    def _state(self, row: Row) -> bool:
        """The software says something of the betting, or that nobody has a low."""
        if row.said == "no-low":
            self.no_low = True
            self._memory.say(STATE_SAID, 0, ("no-low",))
            return self.closed or self.stage >= SHOWDOWN
        return row.street == self._betting.street and self._in_play() and self._betting.state(row.said)

    # --- the end -------------------------------------------------------------------------------

    def _back(self, row: Row) -> bool:
        if self.stage > SHOWDOWN or not self._over() or not self._betting.give_back(row):
            return False
        self.returns += 1
        self._memory.say(UNCALLED_RETURNED, row.street, ("back", row.street))
        return True

    def _over(self) -> bool:
        """Whether the betting of the street is over."""
        return self.stage > BETTING or (self._in_play() and self._betting.next() is None)

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

    def _reveal(self, seat: PlainSeat, cards: Cards) -> bool:
        """The cards of a player are told for the first time."""
        self.shown[seat.seat] = cards
        return self._deal.reveal(seat, cards)

    def _award(self, row: Row) -> bool:
        closing = not self.closed
        seat = self._by_seat.get(row.seat)
        if row.street or seat is None or seat.folded or row.amount <= 0 or not self._close(AWARDED):
            return False
        first = not self.awards
        if first and self._betting.uncalled():
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
                if seat.seven != self._deal.seven(cards):
                    return False
            elif not self._reveal(seat, cards):
                return False
        said = self.words(row.said, seat.seat, seat.hand)
        self._memory.say(SEAT_SUMMARISED, 2 * said + 1, ("seat line", True, said))
        return True

    # --- the hand as a whole -------------------------------------------------------------------

    def _end(self) -> bool:
        rake, pot = self.rake or 0, self._betting.pot
        self.pot = pot
        if not self.awards or not self.closed or self._awarded + rake != pot or rake < 0:
            return False
        if self._betting.street < 7 and self._betting.able > 1:  # who can still bet is due another street
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
                cards = seat.hand or self._deal.in_sight(seat)
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

    def _all_sides(self, paid: Paid, told: bool, contested: bool, mucked: bool) -> Situation:
        """All that the sides of the hand rest on."""
        deal, street = self._deal, self._betting.street
        hero, seventh = deal.hero, street == 7
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
            int(hero is not None), street, bool(deal.community), seen, seen == reached,
            deal.downs > 0 and seventh, spare(deal.left(), deal.on_seventh, 0) if seventh else None,
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
