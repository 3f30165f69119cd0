"""The table as a record has it: what the game knows of it, and what the record leaves in doubt.

The game plays on what happened. A record may lack lines, contradict itself, or name the wrong seat. What is taken for
granted although no line says it is an event of the basis `assumed`; that, and what cannot be relied on, is kept here,
so that the game need not know of it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import cast

from msgspec.structs import replace

from stud_audit.game.opening import Opening
from stud_audit.game.table import Player, Round, Table
from stud_audit.model.cards import UNKNOWN, Card, Cards
from stud_audit.model.events import AntePosted, Event, Folded, UncalledReturned, Wager
from stud_audit.model.values import Value


@dataclass(slots=True, init=False)
class RecordedPlayer(Player):
    """A player as the record has them.

    `assumed` and `street_assumed` are chips that the record lacks although it goes on as if they had been put in (a
    missing ante, bring-in, or call). `optional` marks a player whose turn cannot be judged any more: they may
    act, and need not.
    """

    ante_event: int = 0
    assumed: int = 0
    street_assumed: int = 0
    fold_event: int = 0
    dropped: bool = False
    """Taken to have folded because the next street gave them no card, and nothing is seen of them again."""
    optional: bool = False
    street_doubt: int = 0
    """Chips of this street from lines that should not be there: the log may or may not count them."""
    jump_level: int = -1
    """The level that they faced when another acted before them, or -1."""
    disputed: frozenset[Card] = frozenset()
    """Up-cards that other lines of the record tell differently: nothing is decided on them."""
    overreturned: int = 0
    """Of the chips returned to them, those that were not their uncalled bet."""

    def __init__(self, seat: int, name: str, stack: int | None, behind: int | None) -> None:
        Player.__init__(self, seat, name, stack, behind)
        self.ante_event = self.assumed = self.street_assumed = self.fold_event = self.street_doubt = 0
        self.dropped = self.optional = False
        self.jump_level = -1
        self.disputed = frozenset()
        self.overreturned = 0

    @property
    def fold_inferred(self) -> bool:
        """They have folded, and no line says so."""
        return bool(self.folded) and not self.fold_event

    @property
    def board(self) -> Cards:
        """The up-cards that openers are decided by; those in dispute count as unknown."""
        disputed = self.disputed
        if disputed:
            return tuple([UNKNOWN if card in disputed else card for card in self.up[:4]])
        return tuple(self.up[:4])

    @property
    def committed(self) -> int:
        """Their chips in the pot, as play implies."""
        return self.put + self.overreturned + self.assumed + self.street_assumed

    @property
    def street_committed(self) -> int:
        """Their chips in on this street, as play implies."""
        return self.street_put + self.street_assumed


@dataclass(slots=True, init=False)
class RecordedRound(Round):
    """One betting round as recorded."""

    opener: int | None = None
    first_event: int = 0
    last_event: int = 0
    """Its first and its latest action."""
    jumped: set[int] = field(default_factory=set)
    unanswered: tuple[int, ...] = ()
    """Seats that had a bet to answer as it went back to its bettor."""
    openers: Opening | None = None
    """Who should have opened, under the rules of the replay."""
    misopened: bool = False
    """Another opened: the turn is not judged any more in this round."""
    doubt: tuple[int, ...] = ()
    """Levels that the last wager, which should not have been (so much), may really have made; the next call tells."""
    passed_on: bool = False
    """The opening fell to a player who may fold, since the low card is all-in."""
    bring_in_missing: bool = False
    """The bring-in was owed, and its player checked or folded, or no line of it stands."""

    def __init__(self, street: int, heads_up_at_start: bool = False) -> None:
        Round.__init__(self, street, heads_up_at_start)
        self.opener = self.openers = None
        self.first_event = self.last_event = 0
        self.jumped = set()
        self.unanswered = self.doubt = ()
        self.misopened = self.passed_on = self.bring_in_missing = False


class Assumption(Value, frozen=True):
    """An event that the record lacks, and that play goes on with.

    `number` is the event that shows it missing, `place` the one before which it belongs.
    """

    event: Event
    number: int
    place: int


@dataclass(slots=True)
class RecordedTable(Table):
    """The table, as recorded up to some event. To type checkers, `recorded_table` tells what its players are."""

    round: Round = field(default_factory=lambda: RecordedRound(0))
    antes_closed: bool = False
    """A card has been dealt."""
    low_seats: frozenset[int] = frozenset()
    """Who may rightly bring in, once the door cards lie."""
    assumptions: list[Assumption] = field(default_factory=list)
    reseated: dict[int, Event] = field(default_factory=dict)
    """Number to the event as play went on with it, where its line names the wrong seat."""
    misread: dict[int, int] = field(default_factory=dict)
    """Seat to the street that its first misplaced action was counted to."""

    @property
    def given_back(self) -> bool:
        """Whether chips went back without a line, where the format has none for that."""
        return any(type(one.event) is UncalledReturned for one in self.assumptions)

    def assume(self, event: Event, number: int, *, after: bool = False) -> None:
        """Go on as if this had happened, before the event of this number (or `after` it), which shows it missing."""
        self.assumptions.append(Assumption(replace(event, basis="assumed"), number, number + after))
        match event:
            case AntePosted():
                player = self._player(event.seat)
                player.assumed += event.amount
                player.behind, player.all_in, player.optional = None, event.all_in, event.all_in
            case Wager():
                player = self._player(event.seat)
                player.street_assumed += event.added
                player.behind = None
                if event.all_in:
                    player.behind, player.all_in, player.all_in_street = 0, True, self.street
            case Folded():
                self.players[event.seat].folded = event.street
            case UncalledReturned():
                self.give_back(event)

    def told(self, player: RecordedPlayer, street: int, chips: int) -> None:
        """So many of the chips that were assumed of a player on a street (0: as an ante) are on record after all."""
        for number in reversed(range(len(self.assumptions))):
            one = self.assumptions[number]
            event = one.event
            if not isinstance(event, (AntePosted, Wager)) or (event.seat, event.street) != (player.seat, street):
                continue
            assumed = event.amount if isinstance(event, AntePosted) else event.added
            taken = min(chips, assumed)
            chips -= taken
            if street:
                player.street_assumed -= taken
            else:
                player.assumed -= taken
            if taken == assumed:
                del self.assumptions[number]
            elif isinstance(event, AntePosted):
                self.assumptions[number] = replace(one, event=replace(event, amount=assumed - taken))
            else:
                self.assumptions[number] = replace(one, event=replace(event, added=assumed - taken))

    def open_street(self, street: int) -> None:
        """End the round, and begin the next street; what is assumed of players, and was passed over, stays behind."""
        Table.open_street(self, street)
        for seat in self.players:
            player = self._player(seat)
            player.assumed += player.street_assumed
            if player.street_assumed and player.put + player.assumed == player.stack and not player.all_in:
                player.all_in, player.all_in_street = True, street - 1  # what no line tells was all that they had
            player.street_assumed = player.street_doubt = 0
            player.jump_level = -1

    def owes(self, player: RecordedPlayer) -> bool:  # type: ignore[override]  # its players are all such
        """Whether the player still has to act in this round, as far as the record lets it be judged."""
        if player.folded or player.all_in or player.protected or player.optional:
            return False
        behind = player.street_put + player.street_assumed < self.round.to_match
        return (behind or not player.acted) and self.opposed(player, behind=behind)

    def next_to_act(self) -> RecordedPlayer | None:
        """The player whose turn it is, once a round has been opened; who was passed over comes last."""
        round_ = cast(RecordedRound, self.round)
        pointer, jumped = round_.pointer, round_.jumped
        if pointer is not None:
            for each in self.clockwise(pointer):
                player = cast(RecordedPlayer, each)
                if player.seat not in jumped and self.owes(player):
                    return player
        return None

    def _player(self, seat: int) -> RecordedPlayer:
        return cast(RecordedPlayer, self.players[seat])

    def _new_round(self, street: int, *, heads_up: bool) -> RecordedRound:
        return RecordedRound(street, heads_up)
