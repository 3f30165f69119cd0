"""What the two walks over clean hands have in common: what they keep of a hand, and what it comes to."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from stud_audit.checks.neighbours import milliseconds, sitting_of
from stud_audit.checks.sittings import Players, Sitting
from stud_audit.game.games import GAMES
from stud_audit.game.table import Player, Table
from stud_audit.model.cards import Card, Cards
from stud_audit.model.hand import Hand
from stud_audit.model.rows import Row, with_events
from stud_audit.pipeline.openers import told_by_cards, weighed
from stud_audit.pipeline.outcomes import CoverageKey
from stud_audit.pipeline.situations import NotClean, Terms
from stud_audit.record.hand_words import agrees, read_description
from stud_audit.record.seat_accounts import SeatRow, seat_row

# How far a hand has come; each is later than those before it. One by one, so that a compiler knows them.
EARLY: Final = 0
DEALING: Final = 1
BETTING: Final = 2
SHOWDOWN: Final = 3
AWARDED: Final = 4
SUMMARY: Final = 5
OVER: Final = 6

# What is said of a hand in words: nothing, what cannot be read, or what is true of it.
SILENT: Final = 0
UNREAD: Final = 1
AGREED: Final = 2

_NOTHING_BOUGHT: Final[dict[int, int]] = {}
_NOBODY: Final[set[int]] = set()


class Walk:
    """A walk over the rows of one hand.

    `opened` is what is counted of who opened each round: that goes by the cards, and is decided anew in every hand.
    `pot` and `rake` are known once the walk is over.
    """

    def __init__(self, hand: Hand, rows: list[Row], terms: Terms) -> None:
        header = hand.header
        self.hand, self.rows, self.header, self.terms = hand, rows, header, terms
        self.game = GAMES[header.game]
        self.stakes = terms.stakes_of(header)
        self.stage = EARLY
        self.closed = False
        """All betting is over."""
        self.taken: dict[int, Row] = {}
        self.places: list[int] = []
        """The numbers of the rows that take seats."""
        self.bought = _NOTHING_BOUGHT
        self.sat = _NOBODY
        """Seats that were taken with what was bought."""
        self.players: dict[int, Player] = {}
        """Who is dealt in, by seat, rising."""
        self.ante, self.several_antes, self.short_antes = 0, False, False
        """What the others post who are not all-in with it, whether they are more than one, and anybody posts less."""
        self.opened: list[CoverageKey] = []
        self.brought_in: Row | None = None
        """The first bring-in."""
        self.returns = 0
        self.shown: dict[int, Cards] = {}
        """Seat to the cards of a hand that was revealed, as it was told first."""
        self._agreed: dict[int, str] = {}
        """Seat to the last words that are true of its hand."""
        self.no_low = False
        self.awards: list[Row] = []
        self.totals: dict[str | None, int] = {}
        self.summaries: list[Row] = []
        self.pot = 0
        self.rake: int | None = None
        self.settled = True
        """Whether the pots are plainly paid."""
        self.last: datetime | None = None
        """The last time that any row has."""

    def takes_seat(self, row: Row, number: int) -> bool:
        """A player takes a seat, in the row of that number. False where somebody has it, or their stack is not told."""
        if self.stage != EARLY or row.stack is None or row.seat in self.taken:
            return False
        self.taken[row.seat] = row
        self.places.append(number)
        return True

    def opens(self, player: Player, street: int, community: list[Card]) -> None:
        """A player opens a round; `NotClean` where a reading of the house has another open it."""
        players, opens = self.players, self.terms.opens[self.game.name]
        found = told_by_cards(list(players.values()), player, street, opens, bool(community))
        if found in opens.counted:
            counted = opens.counted[found]
        else:
            table = Table(players, list(players), self.header.button, street=street, community=community)
            counted = weighed(table, player, self.game, self.terms)
            if found:
                opens.counted[found] = counted
        if counted is not None:
            self.opened.append(counted)

    def words(self, said: str | None, seat: int, cards: Cards) -> int:
        """What is said of the hand of a seat, whose seven cards these are, or none; `NotClean` where it is not true."""
        if said is None:
            return SILENT
        if self._agreed.get(seat) == said:
            return AGREED
        stated = read_description(said)
        if not stated:
            return UNREAD
        qualifier = self.terms.house.rules.stud8_low_qualifier if self.game.qualifier else None
        if not cards or not agrees(stated, cards, self.game, qualifier):
            raise NotClean
        self._agreed[seat] = said
        return AGREED

    def tells_won(self) -> bool:
        """Whether the summary tells what players have won."""
        return any(row.won is not None for row in self.summaries)

    def won_as_told(self) -> bool:
        """Whether everybody has won what the summary of their seat tells."""
        for row in self.summaries:
            player = self.players.get(row.seat)
            if (row.won or 0) != (0 if player is None else player.won):
                return False
        return True

    # --- what it comes to ------------------------------------------------------------------------

    def seat_rows(self) -> tuple[SeatRow, ...]:
        """A row per seat that the log names, those not dealt in included."""
        players, shown = self.players, self.shown
        return tuple(
            [
                seat_row(seat, taken.player or "", taken.stack, players.get(seat), shown.get(seat, ()))
                for seat, taken in sorted(self.taken.items())
            ]
        )

    def sitting(self) -> Sitting:
        """What the hand tells its neighbours."""
        taken, players = self.taken, self.players
        names: list[str] = []
        stacks: list[int] = []
        ends: list[int] = []
        active: list[bool] = []
        lines: list[int] = []
        for (seat, row), place in zip(taken.items(), self.places, strict=True):
            player, stack = players.get(seat), row.stack or 0
            names.append(row.player or "")
            stacks.append(stack)
            ends.append(stack if player is None else stack - player.put + player.won)
            active.append(not row.aside and player is not None)
            lines.append(place)
            lines.append(row.number)
            lines.append(row.start)
            lines.append(row.end)
        bought = tuple([self.bought.get(seat, 0) for seat in taken]) if self.bought else ()
        sat = tuple([seat in self.sat for seat in taken]) if self.sat else ()
        sitters = Players(
            tuple(names), tuple(taken), tuple(stacks), tuple(ends), tuple(active), tuple(lines),
            bought if any(bought) else (), sat if any(sat) else (),
        )  # fmt: skip
        over = None if self.last is None else milliseconds(self.last)
        hand = self.hand if over is None else with_events(self.hand, self.rows)  # the times have zones
        return sitting_of(hand, taken, players, sitters, over, buys_in=bool(self.bought))
