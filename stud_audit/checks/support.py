"""Small helpers that several checks share: words for people, and the turns that are judged."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from stud_audit.game.opening import Opening
from stud_audit.game.table import Player, Table
from stud_audit.model.cards import card_text, cards_text
from stud_audit.model.events import (
    AntePosted,
    Bet,
    BroughtIn,
    Called,
    Checked,
    Completed,
    Event,
    Folded,
    LineUnknown,
    Raised,
    UncalledReturned,
    Wager,
)
from stud_audit.model.hand import Hand
from stud_audit.record.doubts import RecordedPlayer
from stud_audit.record.index import Index
from stud_audit.record.step import Step

STREET_NAMES: Final = {
    3: "third street", 4: "fourth street", 5: "fifth street", 6: "sixth street", 7: "seventh street",
}  # fmt: skip

OUT_OF_PLAY: Final = frozenset(("folded", "all-in", "closed", "astray", "again", "confirmed"))
"""Turns of actions of which nothing else is said: those that should not exist at all (T403 to T405,
R002, T402 by one who has nothing to answer), and those that were assumed before they came."""


def named(player: Player) -> str:
    """`seat 3 (northwind)`."""
    return f"seat {player.seat} ({player.name})"


def seat_name(state: Table, seat: int) -> str:
    """The same of any seat, whoever sits there: `seat 3 (northwind)`, `seat 3`."""
    player = state.players.get(seat)
    return named(player) if player else f"seat {seat}"


def seats_text(seats: tuple[int, ...]) -> str:
    """Alternatives as in `expected`: `2 | 5`."""
    return " | ".join(map(str, seats))


def or_unseen(opening: Opening) -> str:
    """What a message adds about who has to open, where an unknown card could decide it otherwise."""
    return ", or another whose cards are not known" if len(opening.possible) > 1 else ""


def amounts_text(step: Step, amounts: tuple[int, ...]) -> str:
    """Alternatives as in `expected`, as decimals and rising: `2 | 4`."""
    return " | ".join(step.hand.money(amount) for amount in sorted(set(amounts)))


def amounts_words(step: Step, amounts: tuple[int, ...]) -> str:
    """The same for a sentence: `2 or 4`."""
    return amounts_text(step, amounts).replace(" | ", " or ")


def article(word: str) -> str:
    """The word with its article: `a call`, `an ante`."""
    return f"an {word}" if word[0] in "aeiou" else f"a {word}"


def board_text(player: Player) -> str:
    """The player's up-cards."""
    return cards_text(player.up)


def door_text(player: Player) -> str:
    """The player's door card."""
    return card_text(player.up[0]) if player.up else "?"


def boards(step: Step, players: Iterable[Player]) -> tuple[tuple[int, str], ...]:
    """The boards of these, as related lines: those that dealt the latest up-cards."""
    related = []
    for player in players:
        up = [n for n, deal in step.index.dealt_to(player.seat) if n < step.number and deal.facing == "up"]
        related.append((max(up, default=0), f"the board of {named(player)}: {board_text(player)}"))
    return tuple(related)


def door_deal(index: Index, seat: int) -> int:
    """The number of the event that dealt this seat's door card, or 0."""
    return next((n for n, deal in index.dealt_to(seat) if deal.street == 3 and deal.facing == "up"), 0)


def to_call(step: Step, player: RecordedPlayer) -> int:
    """What the player would have to add to match the level, if they have that much."""
    level = step.state.round.to_match
    if step.turn == "late" and player.jump_level >= 0:
        level = min(level, max(player.jump_level, player.street_put))  # what they faced in turn
    return max(level - player.street_put - player.street_assumed, 0)


def last_wager(step: Step) -> int:
    """The number of the event that made the bet to match, or 0."""
    wagers = step.state.round.wagers
    return wagers[-1].event_no if wagers else 0


def may_be_called(step: Step, player: Player) -> bool:
    """Whether another player is left who can still put chips in, or of whom nobody knows.

    A stack that contradicts the mark of an all-in is not known: the mark may be wrong.
    """
    for other in step.state.players.values():
        if other is not player and (other.able or (other.optional and other.behind is None and not other.folded)):
            return True
    return False


def wager(step: Step) -> Wager:
    """The step's event as a wager, for checks that subscribe to wagers only.

    The last chip is all-in, whether the line says so or not (W510).
    """
    event: Wager = step.event  # type: ignore[assignment]
    if not event.all_in and step.player is not None and event.added == step.player.behind:
        return replace(event, all_in=True)
    return event


def chips_in(event: Event) -> tuple[int, bool]:
    """What an ante or a wager puts in, and whether it is marked all-in."""
    if type(event) is AntePosted:
        return event.amount, event.all_in
    return event.added, event.all_in  # type: ignore[attr-defined]


_WORDS: Final[dict[type[Event], str]] = {
    AntePosted: "ante",
    Bet: "bet",
    BroughtIn: "bring-in",
    Called: "call",
    Checked: "check",
    Completed: "complete",
    Folded: "fold",
    Raised: "raise",
    UncalledReturned: "return",
}


def event_word(event: Event) -> str:
    """The event's word in `expected` and `actual`, that of the neutral notation."""
    return _WORDS.get(type(event), type(event).__name__.lower())


def lines_lost(step: Step) -> int:
    """How many lines that could not be read stand between the last action, or the deal, and this step.

    Whoever was passed over may have acted in them: that they did not is no finding then.
    """
    index = step.index
    if not index.unknown:
        return 0
    street, lost, start = step.state.street, index.once(_lost), 0
    for numbers in (index.deals.get(street, []), index.actions.get(street, [])):
        before = bisect_left(numbers, step.number)
        start = max(start, numbers[before - 1] if before else 0)
    return bisect_left(lost, step.number) - bisect_right(lost, start)


def _lost(index: Index) -> list[int]:
    """The lines of which nothing could be made; one with a bad value (R010) may be guessed at."""
    guessed = {event.span.line for event in index.hand.events if not isinstance(event, LineUnknown)}
    lines = [(number, index.event(number)) for number in index.unknown]
    return [
        number
        for number, line in lines
        if isinstance(line, LineUnknown) and (line.code in ("R001", "R006") or line.span.line not in guessed)
    ]


def on_header_clock(hand: Hand) -> bool:
    """Whether events and header have their times from one clock: some logs print different zones."""
    zones = {str(event.at.tzinfo) for event in hand.events if event.at is not None and event.at.tzinfo is not None}
    header = hand.header.played_zone or "?"
    return zones <= {header, f"UTC{header}"} or (header == "Z" and zones == {"UTC"})
