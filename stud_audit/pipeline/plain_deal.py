"""The cards of a plain hand: dealt in order, the down-cards of one player at most in sight, no card twice."""

from __future__ import annotations

from stud_audit.game.deck_stub import DECK_SIZE, Stub
from stud_audit.model.cards import Card, Cards
from stud_audit.model.native import mypyc_attr
from stud_audit.model.rows import CARD_DEALT, CARDS_REPRINTED, COMMUNITY_DEALT, Row
from stud_audit.pipeline.plain_memory import MORE, PlainMemory
from stud_audit.pipeline.plain_seat import PlainSeat
from stud_audit.record.known_cards import HAND


@mypyc_attr(acyclic=True)
class PlainDeal:
    """What has been dealt and shown. Methods of rows tell whether these are plain.

    `hero` is the player whose down-cards are dealt in sight, `downs` how many of these the street has, `on_seventh` how
    many players reach seventh street.
    """

    def __init__(self, memory: PlainMemory) -> None:
        self._memory = memory
        self._street = self._dealt_in = self._live = 0
        self._seen = self._shared = 0
        """The cards that lie or were shown, and the one that was dealt to all, a bit for each."""
        self.community: list[Card] = []
        self.hero: PlainSeat | None = None
        self._last_up = -1
        """Whom the last up-card of the street went to, by their place."""
        self._ups = self.downs = 0
        self._dealt_up = self.on_seventh = 0
        """How many cards were due on the streets before the seventh, after the third."""

    def begins(self, street: int, live: int) -> None:
        """The deal of a street begins, to so many players."""
        self._street, self._live = street, live
        self._last_up, self._ups, self.downs = -1, 0, 0
        if street == 3:
            self._dealt_in = live
        elif street == 7:
            self.on_seventh = live
        else:
            self._dealt_up += live

    def deal(self, row: Row, seat: PlainSeat) -> bool:
        """A player gets cards of the street."""
        street, down, cards = self._street, row.down, row.cards
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
            if self.hero is not None or len(cards) != 2 or seat.place <= self._last_up:
                return False
            self.hero = seat
            seat.down.extend(cards)
        else:
            if street < 7 or seat is not self.hero or len(cards) != 1 or self.downs or self._shared:
                return False
            self.downs = 1
            seat.down.append(cards[0])
        place = CARD_DEALT * MORE + 2 * street + int(down)
        if self._memory.unknown(place):
            self._memory.hear(place, ("deal", street, down))
        return True

    def again(self, row: Row, seat: PlainSeat) -> bool:
        """What lies before a player is told once more."""
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

    def share(self, cards: Cards) -> bool:
        """One card for all, instead of the seventh."""
        if self._street != 7 or self._shared or self.downs:
            return False
        if len(cards) != 1 or cards[0] < 0 or self._seen & (1 << cards[0]):
            return False
        self.community.append(cards[0])
        self._shared = 1 << cards[0]
        self._seen |= self._shared
        left, live = self.left(), self.on_seventh
        place = self._memory.place((COMMUNITY_DEALT, left, live))
        if self._memory.unknown(place):
            self._memory.hear(place, ("community", Stub(left, live, 0)))
        return True

    def left(self) -> int:
        """The cards left before the seventh."""
        return DECK_SIZE - 3 * self._dealt_in - self._dealt_up

    def over(self) -> bool:
        """Whether everybody has the cards of the street, as far as the log shows such."""
        if self._street < 7:
            return self._ups == self._live
        return self.downs == (0 if self._shared or self.hero is None or self.hero.folded else 1)

    # --- the end -------------------------------------------------------------------------------

    def seven(self, cards: Cards) -> int:
        """The seven cards that are told of a player, a shared one among them, a bit for each; 0 where they are not."""
        seven = 0
        for card in cards:
            if card < 0 or seven & (1 << card):
                return 0
            seven |= 1 << card
        lacking = self._shared and not seven & self._shared
        return seven | self._shared if len(cards) + int(lacking) == HAND else 0

    def reveal(self, seat: PlainSeat, cards: Cards) -> bool:
        """Seven cards of a player, those that were dealt to them among them, and no other's."""
        seven, own = self.seven(cards), seat.own
        if not own or own & seven != own or self._seen & seven & ~(own | self._shared):
            return False
        self._seen |= seven
        seat.seven = seven
        seat.hand = tuple(sorted(cards if len(cards) == HAND else (*cards, *self.community)))
        return True

    def in_sight(self, seat: PlainSeat) -> Cards:
        """The cards of a player who did not show them."""
        return tuple(sorted([*seat.down, *seat.up, *self.community]))
