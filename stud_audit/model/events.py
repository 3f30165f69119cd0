"""The closed set of events that a hand consists of, whatever site wrote it.

Every type is in the past tense: it is what the log says happened, not what was right. Amounts are
integers in the hand's smallest unit (see `money`). Wagers are in the normal form "chips *added* by
this action" and "the player's total on this street after it" (*to*), whatever the site prints.

`street` is 3 to 7, and 0 before the deal and from the showdown on. `basis` says on what an event rests:
`printed` as the log has it; `guessed`, a value of it could not be read and is taken from its surroundings;
`assumed`, it is missing from the log, and play goes on as if it were there; `reseated`, the line names the wrong
seat, and play goes on as if it named this one. `basis`, `span`, and `raw` (the line as the log has it) do not take part
in comparison: two events are equal where they mean the same.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import cache
from operator import attrgetter
from typing import Any, Final, Literal

from msgspec import Struct

from stud_audit.model.cards import Cards
from stud_audit.model.spans import NOWHERE, Span

Source = Literal["manual", "preaction", "timeout", "disconnect", "auto", "admin"]
Facing = Literal["up", "down"]
Half = Literal["high", "low"]
BuyInKind = Literal["sit", "top-up", "rebuy"]
Basis = Literal["printed", "guessed", "assumed", "reseated"]
StateWord = Literal["capped", "double-bet-allowed", "opens", "low", "high", "no-low"]


class Event(Struct, frozen=True, kw_only=True, gc=False):
    """One thing that happened, or that the log says."""

    span: Span = NOWHERE
    raw: str = ""
    street: int = 0
    source: Source | None = None
    at: datetime | None = None
    basis: Basis = "printed"

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        read = _meaning(type(self))
        return bool(read(self) == read(other))

    def __hash__(self) -> int:
        return hash((type(self), _meaning(type(self))(self)))


@cache
def _meaning(kind: type[Event]) -> Callable[[Event], tuple[Any, ...]]:
    """Reads what makes up an event: all but where the log says it, how, and whether it does."""
    return attrgetter(*(name for name in kind.__struct_fields__ if name not in ("span", "raw", "basis")))


# --- before the cards -------------------------------------------------------------------------


class SeatTaken(Event, frozen=True):
    """A player sits in the hand with a stack; `stack` is None where the log does not say it."""

    seat: int
    player: str
    stack: int | None
    sitting_out: bool = False


class BoughtIn(Event, frozen=True):
    """Chips brought to the table."""

    seat: int
    amount: int
    kind: BuyInKind = "sit"


class ButtonMoved(Event, frozen=True):
    """The dealer button lies before this seat from now on."""

    seat: int


class AntePosted(Event, frozen=True):
    """An ante. `amount` is what was put in."""

    seat: int
    amount: int
    all_in: bool = False


# --- the deal ---------------------------------------------------------------------------------


class StreetOpened(Event, frozen=True):
    """The deal of `street` begins (third street where the log says so)."""


class CardBurned(Event, frozen=True):
    """A burn card; `cards` has one card, which may be `UNKNOWN`."""

    cards: Cards


class CardDealt(Event, frozen=True):
    """One or more cards of one facing dealt to a player; unknown faces are `UNKNOWN`."""

    seat: int
    facing: Facing
    cards: Cards


class CardsReprinted(Event, frozen=True):
    """The log repeats cards that lie before a player already."""

    seat: int
    facing: Facing
    cards: Cards


class CommunityDealt(Event, frozen=True):
    """The community card. Sites may print it again (`reprint`)."""

    cards: Cards
    reprint: bool = False


# --- the player's options ---------------------------------------------------------------------


class Prompted(Event, frozen=True):
    """The player was asked to act."""

    seat: int


class ButtonsOffered(Event, frozen=True):
    """The buttons that the player was shown."""

    seat: int
    buttons: tuple[str, ...]


class PreactionSet(Event, frozen=True):
    """The player chose an action ahead of their turn."""

    seat: int
    action: str


class TimedOut(Event, frozen=True):
    """The player's time ran out."""

    seat: int


class Protected(Event, frozen=True):
    """All-in protection: in the pot so far, no more chips."""

    seat: int


# --- actions ----------------------------------------------------------------------------------


class Action(Event, frozen=True):
    """A player's action on their turn (or out of it)."""

    seat: int


class Folded(Action, frozen=True):
    """The player gave up their hand."""


class Checked(Action, frozen=True):
    """The player passed the option to bet."""


class Wager(Action, frozen=True):
    """An action that puts chips in: `added` now, `to` in total on this street."""

    added: int
    to: int
    all_in: bool = False


class BroughtIn(Wager, frozen=True):
    """The forced opening bet of third street."""


class Called(Wager, frozen=True):
    """The player matched the bet, or went all-in for less."""


class Bet(Wager, frozen=True):
    """An opening bet; on third street the low card may open for the full bet."""


class Completed(Wager, frozen=True):
    """The bring-in was made up to a full bet, where the log has a word for it."""

    by: int | None = None


class Raised(Wager, frozen=True):
    """A raise; `by` is the increase as the log states it, or None where it states none."""

    by: int | None = None


ACTIONS: Final[frozenset[type[Event]]] = frozenset((BroughtIn, Bet, Completed, Raised, Called, Checked, Folded))
"""The types of actions, for loops that compare the type itself."""


class UncalledReturned(Event, frozen=True):
    """The part of a bet that nobody called went back to its bettor."""

    seat: int
    amount: int


# --- the end ----------------------------------------------------------------------------------


class ShowdownOpened(Event, frozen=True):
    """The log says that the showdown begins."""


class Shown(Event, frozen=True):
    """Cards shown; `said` is the log's description of the hand."""

    seat: int
    cards: Cards
    said: str | None = None


class Mucked(Event, frozen=True):
    """The player did not show; `cards` are given where the log reveals them all the same."""

    seat: int
    cards: Cards = ()


class PotAwarded(Event, frozen=True):
    """Chips paid out of a pot (`main`, `side-1`, ...; None where the log does not say which)."""

    seat: int
    amount: int
    pot: str | None = None
    half: Half | None = None
    said: str | None = None


class SummaryOpened(Event, frozen=True):
    """The log's summary begins."""


class TotalStated(Event, frozen=True):
    """The total that the log states, of all pots or of one (`main`, `side-1`, ...)."""

    amount: int
    pot: str | None = None


class RakeTaken(Event, frozen=True):
    """The rake of the whole hand."""

    amount: int


class SeatSummarised(Event, frozen=True):
    """The log's summary of one seat: what it says was won, folded (the street), shown, or mucked."""

    seat: int
    player: str | None = None
    won: int | None = None
    folded: int | None = None
    shown: Cards = ()
    mucked: Cards = ()
    said: str | None = None


class StateSaid(Event, frozen=True):
    """What the site itself says of the state: a free second opinion."""

    state: StateWord
    seat: int | None = None


# --- the rest ---------------------------------------------------------------------------------


class ChatSaid(Event, frozen=True):
    """A seated player wrote to the table."""

    seat: int
    text: str


class Noted(Event, frozen=True):
    """A line of a known kind that does not bear on the hand (joins, leaves, connections)."""

    text: str


class LineUnknown(Event, frozen=True):
    """A line that the dialect does not know. `problem` says more where more is known.

    `code` is R001 (unrecognised), R006 (the actor has no seat), R010 (a value that cannot be one),
    or R002 (a line that cannot stand here).
    """

    text: str
    code: str = "R001"
    problem: str | None = None


class HandCancelled(Event, frozen=True):
    """The hand was called off."""

    reason: str


class HandEnded(Event, frozen=True):
    """The record of the hand says that it is complete."""
