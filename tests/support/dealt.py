"""A hand of stud played forward on a table, without a log: what tests of the game ask their questions of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from stud_audit.game.betting import Limits
from stud_audit.game.games import GAMES
from stud_audit.game.options import Options, options
from stud_audit.game.pots import contributions, pots
from stud_audit.game.table import Player, Table
from stud_audit.game.turn import to_act
from stud_audit.houses.rules import Rules
from stud_audit.model.cards import parse_cards
from stud_audit.model.events import (
    AntePosted,
    Bet,
    BroughtIn,
    Called,
    CardDealt,
    Checked,
    Folded,
    Raised,
    SeatTaken,
    StreetOpened,
    UncalledReturned,
)
from stud_audit.model.hand import Header

SMALL, BIG, ANTE, BRING_IN = 10, 20, 1, 3
LIMITS: Final = Limits(SMALL, BIG)
RULES: Final = Rules(cap_raises=3)


class Dealt:
    """A hand at 10/20 with an ante of 1 and a bring-in of 3; seats are 1, 2, 3, ... and the last has the button.

    A stack may be None: nobody knows it. `header` changes what the header says.
    """

    def __init__(
        self,
        stacks: Sequence[int | None],
        doors: str,
        game: str = "stud",
        rules: Rules = RULES,
        ante: int = ANTE,
        button: int | None = -1,
        **header: Any,
    ) -> None:
        seats = [SeatTaken(seat, f"player {seat}", stack) for seat, stack in enumerate(stacks, 1)]
        self.table = Table.seated(seats, len(stacks) if button == -1 else button)
        self.game, self.rules = GAMES[game], rules
        stakes: dict[str, Any] = {"small": SMALL, "big": BIG, "ante": ante, "bring_in": BRING_IN} | header
        self.header = Header("1", game, **stakes)
        for seat, stack in enumerate(stacks, 1):
            self.table.take(AntePosted(seat, ante if stack is None else min(ante, stack)))
        self.deal(3, doors)

    def deal(self, street: int, cards: str) -> None:
        """Up-cards to each live player, as many to all, in the order of the seats."""
        self.table.take(StreetOpened(street=street))
        dealt, live = parse_cards(cards), self.table.live()
        each = len(dealt) // len(live)
        assert len(dealt) == each * len(live)
        for place, player in enumerate(live):
            self.table.take(CardDealt(player.seat, "up", dealt[place * each : (place + 1) * each], street=street))

    @property
    def turn(self) -> int | None:
        player = to_act(self.table, self.game, self.rules)
        return player.seat if player else None

    def player(self, seat: int) -> Player:
        return self.table.players[seat]

    def open_to(self, seat: int) -> Options:
        return options(self.table, self.table.players[seat], self.header, self.game, self.rules)

    def act(self, seat: int, word: str, to: int = 0) -> None:
        """What the player whose turn it is does; a wager goes `to` so much on the street."""
        assert self.turn == seat
        self.does(seat, word, to)

    def does(self, seat: int, word: str, to: int = 0) -> None:
        """What a player does, on their turn or not."""
        player = self.table.players[seat]
        kinds = {"brings in": BroughtIn, "calls": Called, "bets": Bet, "raises": Raised}
        if word in kinds:
            self.table.take(kinds[word](seat, to - player.street_put, to))
        else:
            self.table.take({"folds": Folded, "checks": Checked}[word](seat))

    def back(self) -> dict[int, int]:
        """What nobody called goes back."""
        due = self.table.uncalled()
        for seat, chips in due.items():
            self.table.take(UncalledReturned(seat, chips))
        return due

    def pots(self) -> list[tuple[int, tuple[int, ...]]]:
        return [(pot.amount, pot.contenders) for pot in pots(contributions(self.table), self.table.live())]
