"""The deck of one hand: cards drawn by chance, or kept for a seat on purpose."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from stud_audit.houses.rules import Rules
from stud_audit.model.cards import DECK, Card, Cards


class Spoiled(Exception):
    """A deal that came to nothing that can be shown; another will."""


class Deck:
    """A shuffled deck. `left` is the stub, its top card last."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.left: list[Card] = list(DECK)
        rng.shuffle(self.left)
        self.burned: list[Card] = []
        self._kept: dict[int, list[Card]] = {}

    def keep(self, seat: int, cards: Iterable[Card]) -> None:
        """These cards will come to this seat, in this order, whenever it is its turn to get one."""
        self._kept[seat] = list(cards)
        for card in self._kept[seat]:
            self.left.remove(card)

    def draw(self, seat: int = 0) -> Card:
        """The next card of this seat (0: for everybody)."""
        kept = self._kept.get(seat)
        if kept:
            return kept.pop(0)
        if not self.left:
            raise Spoiled("the deck has run out")
        return self.left.pop()

    def __len__(self) -> int:
        return len(self.left) + sum(map(len, self._kept.values()))

    def burn(self, live: int, street: int, rules: Rules) -> int:
        """Burn as the house does, and say how many; for a short stub the burn cards are shuffled in first."""
        if not rules.burn_per_street:
            return 0
        need = live + rules.burn_per_street + rules.community_reserve_last
        if street == 7 and len(self) < need and rules.community_use_burns_first:
            self.left += self.burned
            self.rng.shuffle(self.left)
        burned = [self.left.pop() for _ in range(min(rules.burn_per_street, len(self.left) - 1))]
        self.burned += burned
        return len(burned)

    def community_card_due(self, live: int, rules: Rules) -> bool:
        """Whether a community card takes the place of the seventh cards."""
        if rules.community_trigger == "stub_short":
            return len(self) < live + rules.community_reserve_last
        return rules.community_trigger == "all_eight" and live == 8

    def unseen(self) -> Cards:
        """The cards that nobody has got."""
        return tuple(self.left)
