"""A strict walk over a hand whose record is complete and whose play is lawful.

The game plays the events forward, and nothing is repaired, assumed, or guessed: a hand that is not as ordinary as can
be is not `CleanPlay`, and is replayed and judged in full. What the walk holds is the law of the game itself: order of
the record, turn, chips, cards, pots, and who wins them. What a house rules is not decided here. Instead each event,
and each side of the hand as a whole, gets a *situation*: all that such a decision can rest on. What has a new
situation is judged, and what the checks said there holds for every other (`certification`).
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final, cast

from stud_audit.game.deck_stub import stub_before_seventh
from stud_audit.game.table import Player, Table
from stud_audit.model.cards import Cards
from stud_audit.model.events import UncalledReturned
from stud_audit.model.hand import Hand
from stud_audit.model.rows import (
    ANTE_POSTED,
    BOUGHT_IN,
    BROUGHT_IN,
    BUTTONS_OFFERED,
    CARD_BURNED,
    CARD_DEALT,
    CARDS_REPRINTED,
    CHAT_SAID,
    COMMUNITY_DEALT,
    FOLDED,
    HAND_ENDED,
    MUCKED,
    NOTED,
    POT_AWARDED,
    PROMPTED,
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
    event_of,
)
from stud_audit.pipeline.clean_betting import CleanBetting
from stud_audit.pipeline.clean_deal import CleanDeal
from stud_audit.pipeline.plain_pots import plainly_paid
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

_OWN_ACCORD: Final = (None, "manual", "auto")
"""Sources of what no rule on timeouts or bet-ahead buttons speaks of; of itself the software posts antes alone."""


_ASIDE: Final[Situation] = ("aside",)


class CleanPlay(Walk):
    """The walk over one hand; `NotClean` where it is not clean. `situations` has one for each row."""

    def __init__(self, hand: Hand, rows: list[Row], terms: Terms) -> None:
        header = hand.header
        if header.structure == "fixed" and (not header.small or not header.big):
            raise NotClean
        super().__init__(hand, rows, terms)
        self.house = terms.house
        self.table = Table({}, [])
        self.situations: list[Situation | None] = []
        self._antes: list[tuple[int, Row]] = []
        self._deal = CleanDeal(self.table)
        self._headed = False
        self._betting = CleanBetting(self.table, terms, self.stakes)
        self._hands: dict[int, Cards] = {}
        self._sides: dict[str, Situation] = {}
        self.bought, self.sat = {}, set()
        self._mucked: set[int] = set()
        self._lines: set[int] = set()
        self._board: Cards = ()
        self._stakes = self.stakes.all
        self._walk()

    def _walk(self) -> None:
        situations = self.situations
        for row in self.rows:
            if not row.printed or row.source not in _OWN_ACCORD:
                raise NotClean
            if row.at is not None:
                self._clock(row.at)
            situations.append(self._taken_in(row, row.kind))
        self._end()

    def _taken_in(self, row: Row, kind: int) -> Situation | None:
        """The situation of an event, which has taken place."""
        # The most frequent ones first.
        if kind == CARD_DEALT:
            return self._card(row)
        if kind == CARDS_REPRINTED:
            return self._again(row)
        if FOLDED <= kind <= RAISED:
            return self._act(row, kind)
        if kind == SEAT_TAKEN:
            return self._seat(row)
        if kind == ANTE_POSTED:
            self._ante(row)
            return None
        if kind == SEAT_SUMMARISED:
            return self._seat_line(row)
        if kind == STREET_OPENED:
            return self._heading(row)
        if kind == SHOWN:
            return self._show(row)
        if kind == MUCKED:
            return self._muck(row)
        if kind == POT_AWARDED:
            return self._award(row)
        if kind == UNCALLED_RETURNED:
            return self._back(row)
        if kind == SHOWDOWN_OPENED:
            return self._showdown(row)
        if kind == SUMMARY_OPENED:
            return self._summary(row)
        if kind == TOTAL_STATED:
            return self._total(row)
        if kind == RAKE_TAKEN:
            return self._rake(row)
        if kind == HAND_ENDED:
            return self._ended(row)
        if kind in (CHAT_SAID, NOTED):
            return _ASIDE  # talk and news change nothing
        if kind == PROMPTED:
            return self._prompt(row)
        if kind == BUTTONS_OFFERED:
            return self._offer(row)
        if kind == STATE_SAID:
            return self._state(row)
        if kind == CARD_BURNED:
            return self._burn(row)
        if kind == COMMUNITY_DEALT:
            return self._community(row)
        if kind == BOUGHT_IN:
            return self._buy_in(row, event_of(row))
        raise NotClean

    def _clock(self, at: datetime) -> None:
        now = at.replace(tzinfo=None)
        last = self.last
        if last is None and self.header.played_at is not None:
            last = self.header.played_at.replace(tzinfo=None)
        if last is not None and now < last:
            raise NotClean
        self.last = now

    # --- before the cards ----------------------------------------------------------------------

    def _seat(self, event: Row) -> Situation:
        if self._antes or not self.takes_seat(event, len(self.situations) + 1):
            raise NotClean
        return ("seat",)

    def _buy_in(self, row: Row, event: Any) -> Situation:
        if self.stage != EARLY or event.seat not in self.taken or self._antes:
            raise NotClean
        self.bought[event.seat] = self.bought.get(event.seat, 0) + event.amount
        if event.kind == "sit":
            self.sat.add(event.seat)
        return ("buy-in", self._stakes, event.amount, event.kind)

    def _ante(self, event: Row) -> None:
        """Its situation is known once all antes are."""
        taken = self.taken.get(event.seat)
        if self.stage != EARLY or self._headed or taken is None or taken.aside or event.amount <= 0:
            raise NotClean
        self._antes.append((len(self.situations), event))

    def _deal_begins(self) -> None:
        """Who is dealt in: everybody who posted an ante, all of them the same or all that they had."""
        antes = [event for _, event in self._antes]
        full = {event.amount for event in antes if not event.all_in}
        seats = sorted([self.taken[event.seat] for event in antes], key=lambda taken: taken.seat)
        if len(full) != 1 or len({taken.seat for taken in seats}) < max(len(antes), 2):
            raise NotClean
        amount = full.pop()
        several = sum(not event.all_in for event in antes) > 1
        players = {taken.seat: Player(taken.seat, taken.player or "", taken.stack, taken.stack) for taken in seats}
        self.players = players
        self.table = Table(players, list(players), self.header.button)
        self._deal = CleanDeal(self.table)
        self._betting = CleanBetting(self.table, self.terms, self.stakes)
        for at, event in self._antes:
            player = players[event.seat]
            behind = player.behind or 0
            if event.amount > amount or event.all_in != (event.amount == behind) or event.amount > behind:
                raise NotClean
            self.table.post(player, event.amount, event.all_in)
            self.situations[at] = ("ante", self._stakes, amount, several, event.amount, event.all_in, event.source)
        if self.header.button is not None and self.header.button not in self.table.players:
            raise NotClean
        short = any(event.amount < amount for event in antes)
        self.ante, self.several_antes, self.short_antes = amount, several, short
        self._sides["stakes"] = ("stakes", self._stakes, amount, several, short)
        self._sides["seats"] = ("seats", len(seats))
        self.stage = DEALING

    # --- the deal ------------------------------------------------------------------------------

    def _heading(self, event: Row) -> Situation:
        if event.street == 3 and self.stage == EARLY and not self._headed:
            self._headed = True
            self._deal_begins()
        closing = self._open_street(event.street)
        return ("heading", event.street, closing)

    def _open_street(self, street: int) -> bool:
        """The next street begins; whether a round ends with it."""
        table = self.table
        if self.stage not in (DEALING, BETTING) or street != (table.street + 1 if table.street else 3):
            raise NotClean
        closing = table.street > 0
        if closing:
            self._round_over()
        table.open_street(street)
        self.stage = DEALING
        self._deal.next_street()
        self._betting.next_street()
        return closing

    def _round_over(self) -> None:
        """Every player has the cards of the street, and nobody has to act any more."""
        self._dealt()
        for player in self.table.players.values():
            if self.table.owes(player):
                raise NotClean

    def _dealing(self, event: Row) -> None:
        """Cards of this street are dealt."""
        if self.stage != DEALING or event.street != self.table.street:
            raise NotClean

    def _burn(self, event: Row) -> Situation:
        self._dealing(event)
        self._deal.burn(event)
        return ("burn",)

    def _card(self, event: Row) -> Situation:
        if self.stage == EARLY and event.street == 3:
            self._deal_begins()
            self._open_street(3)
        self._dealing(event)
        self._deal.deal(event, self._contender(event.seat))
        return ("deal", event.street, event.down)

    def _contender(self, seat: int) -> Player:
        """The player of a seat, who has not folded."""
        player = self.table.players.get(seat)
        if player is None or player.folded:
            raise NotClean
        return player

    def _again(self, event: Row) -> Situation:
        self._dealing(event)
        self._deal.again(event, self._contender(event.seat))
        return ("again", event.street, event.down)

    def _community(self, event: Row) -> Situation:
        table = self.table
        if event.aside:
            if self.stage < SHOWDOWN or event.street or tuple(table.community) != event.cards or not event.cards:
                raise NotClean
            self._board = event.cards
            return ("board",)
        self._dealing(event)
        if event.street != 7:
            raise NotClean
        situation = ("community", stub_before_seventh(table))
        self._deal.share(event)
        return situation

    def _dealt(self) -> None:
        """The deal of the street is over."""
        if self.stage == DEALING:
            self._deal.over()
            self.stage = BETTING

    # --- actions -------------------------------------------------------------------------------

    def _in_play(self, event: Row) -> None:
        """The street is dealt, and nothing has ended its betting."""
        self._dealt()
        if self.stage != BETTING or event.street != self.table.street:
            raise NotClean

    def _acts(self, event: Row) -> tuple[Player, bool]:
        """The player whose turn it is, who is the one that acts, and whether they open the round."""
        table = self.table
        self._in_play(event)
        player = table.players.get(event.seat)
        if player is None or self.closed or event.source == "auto":
            raise NotClean
        if not table.round.actions:
            if self._betting.opener not in (None, player.seat) or len(table.able()) < 2 or not player.able:
                raise NotClean
            self._betting.opener = None
            self.opens(player, table.street, table.community)
            return player, True
        if table.next_to_act() is not player:
            raise NotClean
        return player, False

    def _act(self, row: Row, kind: int) -> Situation:
        player, opening = self._acts(row)
        if kind == BROUGHT_IN:
            self.brought_in = self.brought_in or row
        return self._betting.act(row, kind, player, opening)

    def _prompt(self, event: Row) -> Situation:
        self._in_play(event)
        return self._betting.prompt(event)

    def _offer(self, event: Row) -> Situation:
        self._in_play(event)
        return self._betting.offer(event_of(event))

    def _state(self, row: Row) -> Situation:
        event: Any = event_of(row)
        if event.state == "no-low":
            if self.stage < SHOWDOWN and not self.closed:
                raise NotClean
            self.no_low = True
            return ("no-low",)
        self._in_play(row)
        return self._betting.state(event.state, event.seat)

    # --- the end -------------------------------------------------------------------------------

    def _back(self, event: Row) -> Situation:
        table = self.table
        self._dealt()
        if self.stage > SHOWDOWN or self.stage < BETTING or table.owing():
            raise NotClean
        if {seat: chips for seat, chips in table.uncalled().items() if chips} != {event.seat: event.amount}:
            raise NotClean
        table.give_back(cast(UncalledReturned, event_of(event)))
        self.returns += 1
        return ("back", event.street)

    def _close(self, event: Row, stage: int) -> bool:
        """The betting is over; whether this event is the first to show it."""
        if event.street or stage < self.stage or self.stage < DEALING:
            raise NotClean
        closing = not self.closed
        if closing:
            self._round_over()
            self.closed = True
        self.stage = stage
        return closing

    def _showdown(self, event: Row) -> Situation:
        if self.stage >= SHOWDOWN:
            raise NotClean
        return ("showdown", self._close(event, SHOWDOWN))

    def _show(self, event: Row) -> Situation:
        closing = self._close(event, AWARDED if self.stage == AWARDED else SHOWDOWN)
        player = self._contender(event.seat)
        if event.seat in self.shown or event.seat in self._mucked:
            raise NotClean
        self._reveal(player, event.cards)
        return ("show", closing, self.words(event.said, event.seat, self._hands.get(event.seat, ())))

    def _reveal(self, player: Player, cards: Cards) -> None:
        """Seven cards of a player, those that were dealt to them among them, and no other's."""
        whole = {*cards, *self.table.community}
        if len(whole) != HAND or -1 in whole or len(set(cards)) < len(cards):
            raise NotClean
        own = {card for card in player.cards if card >= 0}
        if not own or not own <= whole or len(cards) + len(self.table.community) > HAND + 1:
            raise NotClean
        self._deal.new_cards(tuple(whole - own - set(self.table.community)))
        self.shown[player.seat] = cards
        self._hands[player.seat] = tuple(sorted(whole))

    def _muck(self, event: Row) -> Situation:
        closing = self._close(event, AWARDED if self.stage == AWARDED else SHOWDOWN)
        player = self._contender(event.seat)
        if event.seat in self.shown or event.seat in self._mucked:
            raise NotClean
        if event.cards:
            self._reveal(player, event.cards)
        self._mucked.add(event.seat)
        return ("muck", closing, bool(event.cards))

    def _award(self, event: Row) -> Situation:
        closing = self._close(event, AWARDED)
        player = self._contender(event.seat)
        if event.amount <= 0:
            raise NotClean
        first = not self.awards
        if first and any(self.table.uncalled().values()):
            raise NotClean
        self.awards.append(event)
        self.table.awarded += event.amount
        player.won += event.amount
        return (
            "award",
            closing,
            first,
            self.returns > 0,
            self.words(event.said, event.seat, self._hands.get(event.seat, ())),
        )

    def _summary(self, event: Row) -> Situation:
        if self.stage >= SUMMARY or self.totals or self.summaries:
            raise NotClean
        return ("summary", self._close(event, SUMMARY))

    def _total(self, event: Row) -> Situation:
        if event.street:
            raise NotClean
        closing = self._close(event, self.stage if self.stage > SHOWDOWN else AWARDED)
        if event.pot in self.totals:
            raise NotClean
        self.totals[event.pot] = event.amount
        return ("total", closing, event.pot is None)

    def _rake(self, event: Row) -> Situation:
        if self.rake is not None or self.stage < BETTING:
            raise NotClean
        self.rake = event.amount
        return ("rake",)

    def _seat_line(self, event: Row) -> Situation:
        if self.stage < AWARDED or event.street:
            raise NotClean
        player, cards = self.table.players.get(event.seat), event.cards or event.mucked
        if event.seat not in self.taken or event.seat in self._lines:
            raise NotClean
        self.summaries.append(event)
        self._lines.add(event.seat)
        if player is None:
            if cards or event.won or event.folded or event.said is not None:
                raise NotClean
            return ("seat line", False)
        if (event.folded or 0) != player.folded:
            raise NotClean
        if cards:
            shown = self.shown.get(event.seat)
            if player.folded:
                raise NotClean
            if shown is None:
                self._reveal(player, cards)
            elif {*shown, *self.table.community} != {*cards, *self.table.community}:
                raise NotClean
        return ("seat line", True, self.words(event.said, event.seat, self._hands.get(event.seat, ())))

    def _ended(self, event: Row) -> Situation:
        if self.stage < AWARDED:
            raise NotClean
        return ("end", self._close(event, OVER))

    # --- the hand as a whole -------------------------------------------------------------------

    def _end(self) -> None:
        table = self.table
        if not self.awards or not self.closed or (self._betting.unprompted and self._betting.prompted):
            raise NotClean
        if table.street < 7 and len(table.able()) > 1:
            raise NotClean
        told = self.tells_won()
        if told and not self.won_as_told():
            raise NotClean
        rake, self.pot = self.rake or 0, table.pot
        if table.awarded + rake != table.pot or self.totals.get(None, table.pot) != table.pot or rake < 0:
            raise NotClean
        self._settle()
        stub = stub_before_seventh(table)
        rest = None if stub is None else spare(stub.left, stub.live, stub.burned)
        reached = {player.seat for player in table.players.values() if not player.folded or player.folded == 7}
        deal = self._deal
        seen = len(reached & deal.visible) if stub is not None else 0
        self._sides["deal"] = (
            "deal", min(len(deal.visible), 2), table.street, bool(table.community), min(seen, 1), seen == len(reached),
            deal.seventh_down, table.button is None,
            tuple(sorted(deal.burns.items())) if self.house.rules.burn_per_street or deal.burns else (),
        )  # fmt: skip
        self._sides["stub"] = ("stub", (rest,), bool(table.community))
        self._sides["record"] = (
            "record", self.last is not None, bool(self.summaries), bool(self._board), bool(table.community),
            told,
        )  # fmt: skip

    def _settle(self) -> None:
        """How the pots were paid; where that is not plain, the sides of the chips and of the showdown are left open."""
        paid = plainly_paid(
            self.table, self.stakes, self.game, self.terms, self._hands, self.awards, self.totals, self._mucked
        )
        if paid is None:
            self.settled = False
            return
        contested, several, rake = len(self.table.live()) > 1, paid.pots > 1, self.rake is not None
        no_low = self.no_low and (paid.low, bool(self.game.qualifier), contested)
        named = all(award.pot is not None for award in self.awards)
        self._sides["showdown"] = (
            "showdown", self.game.name, paid.ways, several, named, bool(self._mucked), no_low, rake, contested
        )  # fmt: skip
        self._sides["chips"] = ("chips", None in self.totals, several, len(self.totals) > 1, rake)

    def sides(self) -> dict[str, Situation]:
        """The situations of the hand as a whole by name; without those of its pots where they are not plainly paid."""
        return self._sides
