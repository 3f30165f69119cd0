"""The state of a hand as its record has it so far: players, chips, cards, the betting round."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from msgspec import Struct

from stud_audit.game.opening_result import Opening
from stud_audit.houses.traced import Memo
from stud_audit.model.cards import Card, Cards
from stud_audit.model.events import Wager

if TYPE_CHECKING:
    from stud_audit.game.betting import Ladder


@dataclass(slots=True)
class Player:
    """One player dealt into the hand. Amounts are chips in the smallest unit.

    `left` is None where the log does not say the stack. `put` is all that went into the pot (net
    of returns), `street_put` the part of this street. `assumed` and `street_assumed` are chips
    that the record lacks although it goes on as if they had been put in (a missing ante, bring-in,
    or call). `optional` marks a player whose turn cannot be judged any more: he may act, and need not.
    """

    seat: int
    name: str
    stack: int | None
    left: int | None
    sitting_out: bool = False
    ante: int = 0
    ante_event: int = 0
    put: int = 0
    street_put: int = 0
    assumed: int = 0
    street_assumed: int = 0
    folded: int = 0
    """The street on which the player folded, or 0."""
    fold_event: int = 0
    fold_inferred: bool = False
    dropped: bool = False
    """Taken to have folded because the next street gave him no card, and nothing is seen of him again."""
    all_in: bool = False
    all_in_street: int = 0
    optional: bool = False
    protected: bool = False
    acted: bool = False
    """Whether he has answered the last bet or raise of this round."""
    street_doubt: int = 0
    """Chips of this street from lines that should not be there: the log may or may not count them."""
    jump_level: int = -1
    """The level that he faced when another acted before him, or -1."""
    times: int = 0
    """His actions in this round."""
    last_action: int = 0
    """The event of his last action in this round, or 0."""
    down: list[Card] = field(default_factory=list)
    up: list[Card] = field(default_factory=list)
    disputed: frozenset[Card] = frozenset()
    """Up-cards that other lines of the record tell differently: nothing is decided on them."""
    street_cards: int = 0
    """Cards dealt to him on this street."""
    returned: int = 0
    overreturned: int = 0
    """Of the chips returned to him, those that were not his uncalled bet."""
    won: int = 0

    @property
    def live(self) -> bool:
        """Still contends for the pot."""
        return not self.folded

    @property
    def able(self) -> bool:
        """Can still put chips in."""
        return not (self.folded or self.all_in or self.protected)

    @property
    def cards(self) -> Cards:
        """All cards that the record dealt to him, down-cards first; unknown faces included."""
        return (*self.down, *self.up)


class RoundWager(Struct, frozen=True, gc=False):
    """A wager that raised the level of a round: bring-in, bet, completion, or raise.

    `before` is the level it faced; `to` the new one. `heads_up` tells that only two players could
    still bet when it was made.
    """

    event_no: int
    seat: int
    event: Wager
    before: int
    to: int
    all_in: bool
    heads_up: bool

    @property
    def by(self) -> int:
        """The increase over the level faced."""
        return self.to - self.before


@dataclass(slots=True)
class Round:
    """One betting round as recorded."""

    street: int
    heads_up_at_start: bool = False
    level: int = 0
    """The amount that a live player must have in on this street."""
    wagers: list[RoundWager] = field(default_factory=list)
    """To be changed by `wagered` and `unwagered` alone."""
    ladders: Memo[Ladder] = field(default_factory=dict)
    """What `betting.ladder` has made of these wagers."""
    opener: int | None = None
    first_event: int = 0
    last_event: int = 0
    """Its first and its latest action."""
    pointer: int | None = None
    """The seat that acted last in order."""
    jumped: set[int] = field(default_factory=set)
    actions: int = 0
    unanswered: tuple[int, ...] = ()
    """Seats that had a bet to answer as it went back to its bettor."""
    openers: Opening | None = None
    """Who should have opened, under the rules of the replay."""
    misopened: bool = False
    """Another opened: the turn is not judged any more in this round."""
    doubt: tuple[int, ...] = ()
    """Levels that the last wager, which should not have been (so much), may really have made; the next call tells."""
    bring_in_missing: bool = False
    """The bring-in was owed, and its player checked or folded, or no line of it stands."""
    closed: bool = False

    def wagered(self, wager: RoundWager) -> None:
        """Put down one more wager."""
        self.wagers.append(wager)
        self.ladders.clear()

    def unwagered(self) -> RoundWager:
        """Take back the last wager."""
        self.ladders.clear()
        return self.wagers.pop()


@dataclass(slots=True)
class State:
    """The table, as recorded up to some event."""

    players: dict[int, Player]
    """By seat, rising."""
    order: list[int]
    """Seats dealt in, rising; play goes clockwise in this order."""
    button: int | None = None
    street: int = 0
    round: Round = field(default_factory=lambda: Round(0))
    community: list[Card] = field(default_factory=list)
    burns: list[Card] = field(default_factory=list)
    drawing: dict[int, int] = field(default_factory=dict)
    """Street to the number of live players that were due a card on it."""
    showdown: bool = False
    ended: bool = False
    pot: int = 0
    awarded: int = 0
    awards: list[int] = field(default_factory=list)
    rake: int | None = None
    unreturned: dict[int, int] = field(default_factory=dict)
    """Seat to what earlier rounds left uncalled and no line has returned yet."""
    given_back: dict[int, int] = field(default_factory=dict)
    """Seat to what went back to it without a line, where the format has none for that."""
    antes_closed: bool = False
    """A card has been dealt."""
    low_seats: frozenset[int] = frozenset()
    """Who may rightly bring in, once the door cards lie."""

    def live(self) -> list[Player]:
        """Players who have not folded, by seat."""
        return [player for player in self.players.values() if not player.folded]

    def able(self) -> list[Player]:
        """Players who can still bet, by seat."""
        return [p for p in self.players.values() if not (p.folded or p.all_in or p.protected)]

    def clockwise(self, seat: int) -> Iterator[Player]:
        """The players dealt in, from the one left of `seat` round to `seat` itself."""
        order = self.order
        start = bisect_right(order, seat)
        return map(self.players.__getitem__, order[start:] + order[:start])

    def owes(self, player: Player) -> bool:
        """Whether the player still has to act in this round."""
        if player.folded or player.all_in or player.protected or player.optional:
            return False
        behind = player.street_put + player.street_assumed < self.round.level
        if player.acted and not behind:
            return False
        # A bet is owed to whoever is in the hand, a first action to those alone who can still bet.
        for other in self.players.values():
            if not other.folded and other is not player and (behind or not (other.all_in or other.protected)):
                return True
        return False

    def next_to_act(self) -> Player | None:
        """The player whose turn it is, once a round has been opened; None where it is closed."""
        pointer, jumped = self.round.pointer, self.round.jumped
        if pointer is None:
            return None
        for player in self.clockwise(pointer):
            if player.seat not in jumped and self.owes(player):
                return player
        return None

    def owing(self) -> list[Player]:
        """Every player who still has to act in this round, by seat."""
        return [player for player in self.players.values() if self.owes(player)]
