"""The closed set of events that a hand consists of, whatever site wrote it.

Every type is in the past tense: it is what the log says happened, not what was right. Amounts are
integers in the hand's smallest unit (see `money`). Wagers are in the normal form "chips *added* by
this action" and "the player's total on this street after it" (*to*), whatever the site prints.

`street` is 3 to 7, and 0 before the deal and from the show-down on. `span` and `raw` (the line as
the log has it) do not take part in comparison: two events are equal where they mean the same.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from stud_audit.model.cards import Cards
from stud_audit.model.frozen import quicken
from stud_audit.model.spans import NOWHERE, Span

Source = Literal["manual", "preaction", "timeout", "disconnect", "auto", "admin"]
Facing = Literal["up", "down"]
Half = Literal["high", "low"]
BuyInKind = Literal["sit", "top-up", "rebuy"]
StateWord = Literal["capped", "double-bet-allowed", "opens", "low", "high", "no-low"]


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened, or that the log says."""

    span: Span = field(default=NOWHERE, kw_only=True, compare=False)
    raw: str = field(default="", kw_only=True, compare=False)
    street: int = field(default=0, kw_only=True)
    source: Source | None = field(default=None, kw_only=True)
    at: datetime | None = field(default=None, kw_only=True)


# --- before the cards -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SeatTaken(Event):
    """A player sits in the hand with a stack; `stack` is None where the log does not say it."""

    seat: int
    player: str
    stack: int | None
    sitting_out: bool = False


@dataclass(frozen=True, slots=True)
class BoughtIn(Event):
    """Chips brought to the table."""

    seat: int
    amount: int
    kind: BuyInKind = "sit"


@dataclass(frozen=True, slots=True)
class ButtonMoved(Event):
    """The dealer button lies before this seat from now on."""

    seat: int


@dataclass(frozen=True, slots=True)
class AntePosted(Event):
    """An ante. `amount` is what was put in."""

    seat: int
    amount: int
    all_in: bool = False


# --- the deal ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class StreetOpened(Event):
    """The deal of `street` begins (third street where the log says so)."""


@dataclass(frozen=True, slots=True)
class CardBurned(Event):
    """A burn card; `cards` has one card, which may be `UNKNOWN`."""

    cards: Cards


@dataclass(frozen=True, slots=True)
class CardDealt(Event):
    """One or more cards of one facing dealt to a player; unknown faces are `UNKNOWN`."""

    seat: int
    facing: Facing
    cards: Cards


@dataclass(frozen=True, slots=True)
class CardsReprinted(Event):
    """The log repeats cards that lie before a player already."""

    seat: int
    facing: Facing
    cards: Cards


@dataclass(frozen=True, slots=True)
class CommunityDealt(Event):
    """The shared seventh card. Sites may print it again (`reprint`)."""

    cards: Cards
    reprint: bool = False


# --- the player's options ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Prompted(Event):
    """The player was asked to act."""

    seat: int


@dataclass(frozen=True, slots=True)
class ButtonsOffered(Event):
    """The buttons that the player was shown."""

    seat: int
    buttons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PreactionSet(Event):
    """The player chose an action ahead of his turn."""

    seat: int
    action: str


@dataclass(frozen=True, slots=True)
class TimedOut(Event):
    """The player's time ran out."""

    seat: int


@dataclass(frozen=True, slots=True)
class Protected(Event):
    """All-in protection: in the pot so far, no more chips."""

    seat: int


# --- actions ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Action(Event):
    """A player's action on his turn (or out of it)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Folded(Action):
    """The player gave up his hand."""


@dataclass(frozen=True, slots=True)
class Checked(Action):
    """The player passed the option to bet."""


@dataclass(frozen=True, slots=True)
class Wager(Action):
    """An action that puts chips in: `added` now, `to` in total on this street."""

    added: int
    to: int
    all_in: bool = False


@dataclass(frozen=True, slots=True)
class BroughtIn(Wager):
    """The forced opening bet of third street."""


@dataclass(frozen=True, slots=True)
class Called(Wager):
    """The player matched the bet, or went all-in for less."""


@dataclass(frozen=True, slots=True)
class Bet(Wager):
    """An opening bet; on third street the low card may open for the full bet."""


@dataclass(frozen=True, slots=True)
class Completed(Wager):
    """The bring-in was made up to a full bet, where the log has a word for it."""

    by: int | None = None


@dataclass(frozen=True, slots=True)
class Raised(Wager):
    """A raise; `by` is the increase as the log states it, or None where it states none."""

    by: int | None = None


@dataclass(frozen=True, slots=True)
class UncalledReturned(Event):
    """The part of a bet that nobody called went back to its bettor."""

    seat: int
    amount: int


# --- the end ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ShowdownOpened(Event):
    """The log says that the show-down begins."""


@dataclass(frozen=True, slots=True)
class Shown(Event):
    """Cards shown; `said` is the log's description of the hand."""

    seat: int
    cards: Cards
    said: str | None = None


@dataclass(frozen=True, slots=True)
class Mucked(Event):
    """The player did not show; `cards` are given where the log reveals them all the same."""

    seat: int
    cards: Cards = ()


@dataclass(frozen=True, slots=True)
class PotAwarded(Event):
    """Chips paid out of a pot (`main`, `side-1`, ...; None where the log does not say which)."""

    seat: int
    amount: int
    pot: str | None = None
    half: Half | None = None
    said: str | None = None


@dataclass(frozen=True, slots=True)
class SummaryOpened(Event):
    """The log's summary begins."""


@dataclass(frozen=True, slots=True)
class TotalStated(Event):
    """The total that the log states, of all pots or of one (`main`, `side-1`, ...)."""

    amount: int
    pot: str | None = None


@dataclass(frozen=True, slots=True)
class RakeTaken(Event):
    """The rake of the whole hand."""

    amount: int


@dataclass(frozen=True, slots=True)
class SeatSummarised(Event):
    """The log's summary of one seat: what it says was won, folded (the street), shown, or mucked."""

    seat: int
    player: str | None = None
    won: int | None = None
    folded: int | None = None
    shown: Cards = ()
    mucked: Cards = ()
    said: str | None = None


@dataclass(frozen=True, slots=True)
class StateSaid(Event):
    """What the site itself says of the state: a free second opinion."""

    state: StateWord
    seat: int | None = None


# --- the rest ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ChatSaid(Event):
    """A seated player wrote to the table."""

    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class Noted(Event):
    """A line of a known kind that does not bear on the hand (joins, leaves, connections)."""

    text: str


@dataclass(frozen=True, slots=True)
class LineUnknown(Event):
    """A line that the dialect does not know. `problem` says more where more is known.

    `code` is R001 (unrecognised), R006 (the actor has no seat), R010 (a value that cannot be one),
    or R002 (a line that cannot stand here).
    """

    text: str
    code: str = "R001"
    problem: str | None = None


@dataclass(frozen=True, slots=True)
class HandCancelled(Event):
    """The hand was called off."""

    reason: str


@dataclass(frozen=True, slots=True)
class HandEnded(Event):
    """The record of the hand says that it is complete."""


for _event in [value for value in globals().values() if isinstance(value, type) and issubclass(value, Event)]:
    quicken(_event)
