"""What the two walks over clean hands have in common: what they keep of a hand, and what it comes to."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from stud_audit.checks.neighbours import milliseconds, sitting_of
from stud_audit.checks.sittings import Players, Sitting
from stud_audit.game.games import GAMES
from stud_audit.game.table import Player
from stud_audit.model.cards import Cards
from stud_audit.model.hand import Hand
from stud_audit.model.rows import Row, with_events
from stud_audit.pipeline.outcomes import CoverageKey
from stud_audit.pipeline.plain_pots import Paid
from stud_audit.pipeline.situations import Amounts, Situation, Terms
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
UNTRUE: Final = -1


class Walk:
    """A walk over the rows of one hand.

    `sides` has the situations of the hand as a whole by name, and `opened` what is counted of who opened each round:
    that goes by the cards, and is decided anew in every hand. `pot` and `rake` are known once the walk is over.
    """

    def __init__(self, hand: Hand, rows: list[Row], terms: Terms) -> None:
        header = hand.header
        self.hand, self.rows, self.header, self.terms = hand, rows, header, terms
        self.game = GAMES[header.game]
        self.stage = EARLY
        self.closed = False
        """All betting is over."""
        self.taken: dict[int, Row] = {}
        self.places: dict[int, int] = {}
        """Seat to the number of the row that takes it."""
        self.bought: dict[int, int] = {}
        self.sat: set[int] = set()
        """Seats that were taken with what was bought."""
        self.players: dict[int, Player] = {}
        """Who is dealt in, by seat, rising."""
        self.opened: list[CoverageKey] = []
        self.brought_in: Row | None = None
        """The first bring-in."""
        self.returns = 0
        self.shown: dict[int, Cards] = {}
        """Seat to the cards of a hand that was revealed, as it was told first."""
        self.no_low = False
        self.awards: list[Row] = []
        self.totals: dict[str | None, int] = {}
        self.summaries: list[Row] = []
        self.pot = 0
        self.rake: int | None = None
        self.last: datetime | None = None
        """The last time that any row has."""
        self.sides: dict[str, Situation] = {}
        self.amounts = Amounts(header)
        self.limits: Situation = (
            header.game, header.structure, header.spread_min, header.spread_max,
            self.amounts.scaled(header.small or 0, header.big or 0),
        )  # fmt: skip
        self.stakes: Situation = (
            *self.limits, header.small, header.big, header.ante, header.bring_in, header.chip, header.currency,
            header.decimals, header.tournament is not None,
        )  # fmt: skip
        self._agreed: dict[int, str] = {}
        """Seat to the last words that are true of its hand."""

    def takes_seat(self, row: Row, number: int) -> bool:
        """A player takes a seat, in the row of that number. False where somebody has it, or their stack is not told."""
        if self.stage != EARLY or row.stack is None or row.seat in self.taken:
            return False
        self.taken[row.seat] = row
        self.places[row.seat] = number
        return True

    def words(self, said: str | None, seat: int, cards: Cards) -> int:
        """What is said of the hand of a seat, whose seven cards these are, or none."""
        if said is None:
            return SILENT
        if self._agreed.get(seat) == said:
            return AGREED
        stated = read_description(said)
        if not stated:
            return UNREAD
        qualifier = self.terms.house.rules.stud8_low_qualifier if self.game.qualifier else None
        if not cards or not agrees(stated, cards, self.game, qualifier):
            return UNTRUE
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

    def settle(self, paid: Paid, contested: bool, mucked: bool) -> None:
        """The sides of the showdown and of the chips, of pots that are plainly paid."""
        several, rake = paid.pots > 1, self.rake is not None
        no_low = self.no_low and (paid.low, bool(self.game.qualifier), contested)
        named = all(award.pot is not None for award in self.awards)
        self.sides["showdown"] = (
            "showdown", self.game.name, paid.ways, several, named, mucked, no_low, rake, contested
        )  # fmt: skip
        self.sides["chips"] = ("chips", None in self.totals, several, len(self.totals) > 1, rake)

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
        for seat, row in taken.items():
            player, stack = players.get(seat), row.stack or 0
            names.append(row.player or "")
            stacks.append(stack)
            ends.append(stack if player is None else stack - player.put + player.won)
            active.append(not row.aside and player is not None)
            lines.append(self.places[seat])
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
