"""A table of seven-card stud in play: players, chips, cards, the betting round, and the moves that change them.

A table does what it is told, right or wrong, as chips and cards on felt would: what is lawful is asked of
`turn`, `options`, `betting`, and `opening`. It knows what has been played, and nothing of what comes.
Amounts are chips in the smallest unit.

    table = Table.seated((SeatTaken(1, "Ann", 500), SeatTaken(4, "Ben", 300)), button=4)
    table.take(AntePosted(1, 5))
    table.take(AntePosted(4, 5))
    table.take(StreetOpened(street=3))
    table.take(CardDealt(1, "down", cards))
    ...
    while (player := to_act(table, game, rules)) is not None:
        table.take(choice(player, options(table, player, header, game, rules)))
    for seat, chips in table.uncalled().items():
        table.take(UncalledReturned(seat, chips))
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Self

from stud_audit.houses.traced import Memo
from stud_audit.model.cards import Card, Cards
from stud_audit.model.events import (
    AntePosted,
    Bet,
    BroughtIn,
    ButtonMoved,
    Called,
    CardBurned,
    CardDealt,
    Checked,
    CommunityDealt,
    Completed,
    Event,
    Folded,
    PotAwarded,
    Protected,
    Raised,
    RakeTaken,
    SeatTaken,
    StreetOpened,
    UncalledReturned,
    Wager,
)
from stud_audit.model.values import Value


@dataclass(slots=True, init=False)
class Player:
    """One player dealt into the hand.

    `behind` are the chips that they have left, None where nobody knows how many. `put` is all that they put into
    the pot (net of returns), `street_put` the part of this street, antes not among it.
    """

    seat: int
    name: str
    stack: int | None
    behind: int | None
    ante: int = 0
    put: int = 0
    street_put: int = 0
    folded: int = 0
    """The street on which the player folded, or 0."""
    all_in: bool = False
    all_in_street: int = 0
    """The street on which the last chips went in, 0 with the ante."""
    protected: bool = False
    """All-in protection: in for what is in the pot, and no more to act."""
    acted: bool = False
    """Whether they have answered the last bet or raise of this round."""
    times: int = 0
    """Their actions in this round."""
    last_action: int = 0
    """The number of their last action in this round, or 0."""
    down: list[Card] = field(default_factory=list)
    up: list[Card] = field(default_factory=list)
    street_cards: int = 0
    """Cards dealt to them on this street."""
    returned: int = 0
    won: int = 0

    # Written out, here and for rounds: the one that `dataclass` writes is not compiled.
    def __init__(self, seat: int, name: str, stack: int | None, behind: int | None) -> None:
        self.seat = seat
        self.name = name
        self.stack = stack
        self.behind = behind
        self.ante = self.put = self.street_put = self.returned = self.won = 0
        self.folded = self.all_in_street = self.times = self.last_action = self.street_cards = 0
        self.all_in = self.protected = self.acted = False
        self.down = []
        self.up = []

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
        """All cards dealt to them, down-cards first; unknown faces included."""
        return (*self.down, *self.up)

    @property
    def board(self) -> Cards:
        """The up-cards that openers are decided by: four at most, whatever lies there."""
        return tuple(self.up[:4])

    @property
    def committed(self) -> int:
        """Their chips in the pot."""
        return self.put

    @property
    def street_committed(self) -> int:
        """Their chips in on this street, which answer its bets."""
        return self.street_put


class RoundWager(Value, frozen=True):
    """A wager that raised the level of a round: bring-in, bet, completion, or raise.

    `event_no` is the number of the move. `before` is the level it faced; `to` the new one. `heads_up`
    tells that only two players could still bet when it was made.
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


@dataclass(slots=True, init=False)
class Round:
    """One betting round."""

    street: int
    heads_up_at_start: bool = False
    to_match: int = 0
    """The bet to match: what a live player must have in on this street."""
    wagers: list[RoundWager] = field(default_factory=list)
    """To be changed by `wagered` and `unwagered` alone."""
    bets: int = 0
    """How many of them are no bring-ins."""
    ladders: Memo[list[Any]] = field(default_factory=dict)
    """What `betting.ladder` has made of these wagers, by rules: before the first, and after each."""
    pointer: int | None = None
    """The seat that acted last in order."""
    actions: int = 0
    closed: bool = False

    def __init__(self, street: int, heads_up_at_start: bool = False) -> None:
        self.street = street
        self.heads_up_at_start = heads_up_at_start
        self.to_match = self.bets = self.actions = 0
        self.wagers = []
        self.ladders = {}
        self.pointer = None
        self.closed = False

    def wagered(self, wager: RoundWager) -> None:
        """Put down one more wager."""
        self.wagers.append(wager)
        self.bets += type(wager.event) is not BroughtIn

    def unwagered(self) -> RoundWager:
        """Take back the last wager."""
        for rungs, _ in self.ladders.values():
            del rungs[len(self.wagers) :]
        self.bets -= type(self.wagers[-1].event) is not BroughtIn
        return self.wagers.pop()

    def wagers_until(self, number: int) -> int:
        """How many of the wagers were made by the move of this number or before it."""
        return bisect_right(self.wagers, number, key=lambda wager: wager.event_no)


@dataclass(slots=True)
class Table:
    """The table so far.

    The moves are methods, and `take` finds the one for an event. Actions are numbered, rising through the
    hand: by whoever plays, where they count their events, else by the table.
    """

    players: dict[int, Player]
    """By seat, rising."""
    order: list[int]
    """Seats dealt in, rising; play goes clockwise in this order."""
    button: int | None = None
    sitting_out: frozenset[int] = frozenset()
    """Seats taken by players who are not dealt in. The button may lie there."""
    street: int = 0
    """The street dealt last, 0 before the cards."""
    round: Round = field(default_factory=lambda: Round(0))
    community: list[Card] = field(default_factory=list)
    burns: list[Card] = field(default_factory=list)
    drawing: dict[int, int] = field(default_factory=dict)
    """Street to the number of live players that were due a card on it."""
    moves: int = 0
    """The number of the last action."""
    pot: int = 0
    awarded: int = 0
    rake: int | None = None
    unreturned: dict[int, int] = field(default_factory=dict)
    """Seat to what earlier rounds left uncalled and has not gone back yet."""

    @classmethod
    def seated(cls, seats: Iterable[SeatTaken], button: int | None = None) -> Self:
        """A table at which these are dealt in."""
        taken = sorted(seats, key=lambda event: event.seat)
        players = {event.seat: Player(event.seat, event.player, event.stack, event.stack) for event in taken}
        return cls(players, list(players), button)

    # --- who is in, and whose turn it is ------------------------------------------------------

    def live(self) -> Sequence[Player]:
        """Players who have not folded, by seat."""
        return [player for player in self.players.values() if not player.folded]

    def able(self) -> Sequence[Player]:
        """Players who can still bet, by seat."""
        return [p for p in self.players.values() if not (p.folded or p.all_in or p.protected)]

    def clockwise(self, seat: int) -> Iterator[Player]:
        """The players dealt in, from the one left of `seat` round to `seat` themself."""
        order = self.order
        start = bisect_right(order, seat)
        return map(self.players.__getitem__, order[start:] + order[:start])

    def owes(self, player: Player) -> bool:
        """Whether the player still has to act in this round."""
        if player.folded or player.all_in or player.protected:
            return False
        behind = player.street_put < self.round.to_match
        return (behind or not player.acted) and self.opposed(player, behind=behind)

    def opposed(self, player: Player, *, behind: bool) -> bool:
        """Whether anybody is left against whom a player acts.

        A bet is owed to whoever is in the hand, a first action to those alone who can still bet.
        """
        for other in self.players.values():
            if not other.folded and other is not player and (behind or not (other.all_in or other.protected)):
                return True
        return False

    def owing(self) -> Sequence[Player]:
        """Every player who still has to act in this round, by seat."""
        return [player for player in self.players.values() if self.owes(player)]

    def next_to_act(self) -> Player | None:
        """The player whose turn it is, once a round has been opened; None where it is closed."""
        pointer, to_match = self.round.pointer, self.round.to_match
        if pointer is not None:
            start = bisect_right(self.order, pointer)
            for seats in (self.order[start:], self.order[:start]):
                for seat in seats:
                    player = self.players[seat]
                    # The same as `owes`, which is asked at every action.
                    if not (player.folded or player.all_in or player.protected):
                        behind = player.street_put < to_match
                        if (behind or not player.acted) and self.opposed(player, behind=behind):
                            return player
        return None

    # --- before the cards, and the deal -------------------------------------------------------

    def ante(self, move: AntePosted) -> None:
        """An ante goes in. It answers no bet."""
        self.post(self.players[move.seat], move.amount, move.all_in)

    def post(self, player: Player, amount: int, all_in: bool) -> None:
        """An ante of so much goes in."""
        self._pay(player, amount, all_in)
        player.ante += amount

    def open_street(self, street: int) -> None:
        """End the round, and begin the next street: nobody has anything in there yet."""
        if self.street:
            self.unreturned = self.uncalled()
        self.street = street
        for player in self.players.values():
            player.street_put = player.times = player.last_action = player.street_cards = 0
            player.acted = False
        self.drawing[street] = len(self.live())
        self.round.closed = True
        self.round = self._new_round(street, heads_up=len(self.able()) == 2)

    def _new_round(self, street: int, *, heads_up: bool) -> Round:
        return Round(street, heads_up)

    def deal(self, move: CardDealt) -> None:
        """Cards go to a player."""
        self.give(self.players[move.seat], move.facing == "down", move.cards)

    @staticmethod
    def give(player: Player, down: bool, cards: Cards) -> None:
        """These cards go to a player."""
        (player.down if down else player.up).extend(cards)
        player.street_cards += len(cards)

    def share(self, move: CommunityDealt) -> None:
        """A card is dealt to the middle, for everybody."""
        self.community.extend(move.cards)

    def burn(self, move: CardBurned) -> None:
        """A card is burned."""
        self.burns.extend(move.cards)

    # --- actions ------------------------------------------------------------------------------

    def fold(self, move: Folded, number: int = 0) -> None:
        """A player gives up their hand.

        Where the low card is all-in on the ante, the opening of third street falls to the next player, who may
        fold: then nobody has opened yet, and it falls to the one after.
        """
        self.give_up(self.acts(self.players[move.seat], number))

    def give_up(self, player: Player) -> None:
        """The player who has just acted is out."""
        player.folded = player.folded or self.street
        if self.street == 3 and not self.round.wagers:
            self.round.actions, self.round.pointer = 0, None

    def check(self, move: Checked, number: int = 0) -> None:
        """A player passes the option to bet."""
        self.acts(self.players[move.seat], number)

    def call(self, move: Called, number: int = 0) -> None:
        """A player puts chips in to match the bet.

        After a bring-in that put its player all-in for less, the first call of the full one is what the others match.
        """
        self.match(self.acts(self.players[move.seat], number), move.added, move.all_in)

    def match(self, player: Player, added: int, all_in: bool) -> None:
        """The player who has just acted puts in so much to match the bet."""
        self._pay(player, added, all_in)
        player.street_put += added
        round_ = self.round
        if player.street_put > round_.to_match and self.short_bring_in():
            round_.to_match = player.street_put

    def wager(self, move: Wager, number: int = 0) -> RoundWager | None:
        """A player brings in, bets, completes, or raises; None where their chips do not come to more than the bet."""
        heads_up = len(self.able()) == 2
        player = self.acts(self.players[move.seat], number)
        self._pay(player, move.added, move.all_in)
        player.street_put += move.added
        round_ = self.round
        before, to = round_.to_match, player.street_put
        if to <= before:
            return None
        made = RoundWager(self.moves, player.seat, move, before, to, player.all_in, heads_up)
        self.face(made)
        return made

    def face(self, made: RoundWager) -> None:
        """A wager lies there: everybody else has to answer it, unless it is the bring-in: nobody acted before it."""
        self.round.to_match = made.to
        self.round.wagered(made)
        if type(made.event) is not BroughtIn:
            for other in self.players.values():
                other.acted = other.acted and other.seat == made.seat

    def short_bring_in(self) -> bool:
        """Whether there is nothing so far but a bring-in that put its player all-in, and perhaps all-ins over it."""
        wagers = self.round.wagers
        return bool(wagers) and type(wagers[0].event) is BroughtIn and all(wager.all_in for wager in wagers)

    def protect(self, move: Protected) -> None:
        """A player keeps what they have in the pot, and acts no more."""
        self.players[move.seat].protected = True

    def acts(self, player: Player, number: int = 0) -> Player:
        """The player makes a move, the one of that number."""
        self.moves = number or self.moves + 1
        self.round.actions += 1
        self.round.pointer = player.seat
        player.times += 1
        player.acted = True
        player.last_action = self.moves
        return player

    def _pay(self, player: Player, amount: int, all_in: bool) -> None:
        """Chips go in; who has none left is all-in, whatever the move says."""
        player.put += amount
        self.pot += amount
        if player.behind is not None:
            player.behind -= amount
            all_in = all_in or player.behind <= 0
        if all_in and not player.all_in:
            player.all_in, player.all_in_street = True, self.street

    # --- chips that go back, and the end ------------------------------------------------------

    def uncalled(self) -> dict[int, int]:
        """Seat to the chips that nobody called and that still have to go back, as the betting stands."""
        due = dict(self.unreturned) if self.unreturned else {}
        for seat, amount in self._uncalled_in_round():
            due[seat] = due.get(seat, 0) + amount
        return due

    def _uncalled_in_round(self) -> list[tuple[int, int]]:
        """What the last wager of the round has above the highest amount of anybody else.

        On third street, where everybody else is all-in, it is what a player has in above all others, their
        ante included: the others' may have been short.
        """
        players = self.players
        if self.street <= 3 and len(self.players) - len([p for p in players.values() if p.all_in]) < 2:
            by_chips = sorted(((player.committed, player.seat) for player in players.values()), reverse=True)
            if len(by_chips) > 1 and all(players[seat].all_in for _, seat in by_chips[1:]):
                (most, seat), (second, _) = by_chips[:2]
                return [(seat, most - second)] if most > second else []
        if not self.round.wagers:
            return []
        last = self.round.wagers[-1]
        bettor, most = players[last.seat], last.to
        if last.all_in and type(last.event) is BroughtIn:  # the full bring-in may be called over it
            bettor = max(players.values(), key=lambda player: player.street_put)
            most = bettor.street_put
        if bettor.folded:
            return []
        others = [player.street_committed for player in players.values() if player is not bettor]
        excess = min(bettor.street_put, most) - max(others, default=0)
        return [(bettor.seat, excess)] if excess > 0 else []

    def give_back(self, move: UncalledReturned) -> None:
        """Uncalled chips go back: those of earlier rounds first. What went back need not be matched any more."""
        player, amount = self.players[move.seat], move.amount
        carried = min(self.unreturned.get(move.seat, 0), amount)
        if carried:
            self.unreturned[move.seat] -= carried
        if amount > carried:
            # Above what they put in on this street, it is their ante that comes back.
            player.street_put -= min(amount - carried, player.street_put)
            self.round.to_match = max([other.street_committed for other in self.players.values()])
        player.put -= amount
        player.returned += amount
        self.pot -= amount
        if player.behind is not None:
            player.behind += amount

    def award(self, move: PotAwarded) -> None:
        """Chips of a pot go to a player."""
        self.awarded += move.amount
        self.players[move.seat].won += move.amount

    def take_rake(self, move: RakeTaken) -> None:
        """The house takes its share."""
        self.rake = (self.rake or 0) + move.amount

    # --- any move -----------------------------------------------------------------------------

    def take(self, move: Event, number: int = 0) -> None:
        """Make the move that an event tells of; an event that moves neither chips nor cards changes nothing.

        The heading of a later street, or its first card, ends the round. Raises `KeyError` for a seat where nobody
        was dealt in.
        """
        kind = type(move)
        if kind in _OPENING and move.street > self.street:
            self.open_street(move.street)
        act = _ACTIONS.get(kind)
        if act is not None:
            act(self, move, number)
        elif (make := _OTHER_MOVES.get(kind)) is not None:
            make(self, move)

    def _move_button(self, move: ButtonMoved) -> None:
        self.button = move.seat


_OPENING: Final = frozenset((StreetOpened, CardDealt, CardBurned, CommunityDealt))

_ACTIONS: Final[dict[type[Event], Callable[[Table, Any, int], object]]] = {
    Folded: Table.fold,
    Checked: Table.check,
    Called: Table.call,
    BroughtIn: Table.wager,
    Bet: Table.wager,
    Completed: Table.wager,
    Raised: Table.wager,
}

_OTHER_MOVES: Final[dict[type[Event], Callable[[Table, Any], None]]] = {
    ButtonMoved: Table._move_button,
    AntePosted: Table.ante,
    CardBurned: Table.burn,
    CardDealt: Table.deal,
    CommunityDealt: Table.share,
    Protected: Table.protect,
    UncalledReturned: Table.give_back,
    PotAwarded: Table.award,
    RakeTaken: Table.take_rake,
}
