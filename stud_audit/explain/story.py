"""A hand as a story: sections by street, in each the boards, every line, whose turn it was, and what was found.

The hand is replayed as the audit replays it, so that the state shown is the one that the findings speak of:
after a fault it is as recorded, not as it should have been.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from stud_audit.explain.account import Account, account_of
from stud_audit.explain.snapshot import Snapshot, down_cards, snapshot
from stud_audit.explain.turns import Turn, turn_before
from stud_audit.explain.words import STREETS, done_words
from stud_audit.game.games import GAMES
from stud_audit.game.table import Player, Table
from stud_audit.houses.house import NO_HOUSE, House
from stud_audit.model.cards import UNKNOWN, card_text, cards_text
from stud_audit.model.events import (
    Action,
    Event,
    HandCancelled,
    HandEnded,
    SeatSummarised,
    Shown,
    UncalledReturned,
    Wager,
)
from stud_audit.model.findings import Finding
from stud_audit.model.hand import Hand
from stud_audit.record.replay import Replay
from stud_audit.record.seat_accounts import seat_rows
from stud_audit.record.step import Step


@dataclass(frozen=True, slots=True)
class Board:
    """What lies before a live player, `?` for a card that the log does not show; `left` says what they have behind."""

    seat: int
    player: str
    down: str
    up: str
    left: str


@dataclass(slots=True)
class Entry:
    """One line of the log. `line` is 0 where an event has none; `boards` are those that lie when it is reached.

    `actor` is the seat that the line is about, `after` the table when it has been played, None before the first event.
    """

    line: int
    text: str
    turn: Turn | None = None
    actor: int | None = None
    after: Snapshot | None = None
    boards: tuple[Board, ...] = ()
    shared: str = ""
    done: list[str] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)


@dataclass(slots=True)
class Section:
    """A part of the hand; `pot` as it begins, in smallest units."""

    title: str
    pot: int
    entries: list[Entry] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Story:
    """One hand. `untold` says why the hand, or its rest, could not be replayed. `account` is how it was settled."""

    hand: Hand
    house: House
    sections: tuple[Section, ...]
    account: Account | None
    untold: str | None = None
    findings: tuple[Finding, ...] = ()
    players: Mapping[int, str] = field(default_factory=dict)
    """Seat to the name of each player dealt in."""
    hole_cards: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    """Seat to all of its hidden cards, as far as the log ever tells them, in the order in which it prints them."""
    input_digest: str | None = None
    """The SHA-256 of the input that the hand stands in, where it was read to its end and nothing of it is hidden."""


def tell(hand: Hand, house: House | None, findings: Iterable[Finding], input_digest: str | None = None) -> Story:
    """The story of a hand; never raises for what the hand contains. Without a house nobody has judged it."""
    return replace(_told(hand, house, findings), input_digest=input_digest)


def _told(hand: Hand, house: House | None, findings: Iterable[Finding]) -> Story:
    found = _Placed(hand, findings)
    problem = _not_told(hand)
    if house is None:
        house, problem = NO_HOUSE, problem or f"this hand is not judged: {hand.problem}"
    if problem is not None:
        return Story(hand, house, (_plain(hand, found),), None, problem, found.every)
    try:
        teller = _Teller(hand, house, found)
    except Exception as error:  # as the audit does: the hand is lost, and that is said
        problem = f"the replay failed ({error!r}); the hand was not audited"
        return Story(hand, house, (_plain(hand, found),), None, problem, found.every)
    problem = teller.run()
    account = None if problem else account_of(teller.replay, found.every)
    sections = tuple(section for section in teller.sections if section.entries)
    players = {seat: player.name for seat, player in teller.replay.state.players.items()}
    return Story(hand, house, sections, account, problem, found.every, players, _hole_cards(teller.replay))


def _hole_cards(replay: Replay) -> dict[int, tuple[str, ...]]:
    cards = {}
    for row in seat_rows(replay):
        if row.dealt_in:
            up = replay.state.players[row.seat].up
            cards[row.seat] = tuple(card_text(card) for card in row.cards if card == UNKNOWN or card not in up)
    return cards


def _not_told(hand: Hand) -> str | None:
    if hand.status == "refused":
        return f"this hand could not be read: {hand.problem}"
    if hand.status == "ignored":
        return f"this hand is not of the stud family ({hand.problem}), and is not audited"
    if hand.unsupported or hand.header.game not in GAMES:
        return f"{hand.unsupported or hand.header.game} is not audited"
    return None


def _plain(hand: Hand, found: _Placed) -> Section:
    section = Section("The record", 0)
    for number, text in enumerate(hand.text.split("\n"), hand.first_line):
        section.entries.append(Entry(number, text, findings=found.at_line(number)))
    return section


class _Placed:
    """The findings of a hand, each given out once: at its event, else at its line."""

    def __init__(self, hand: Hand, findings: Iterable[Finding]) -> None:
        self.every = tuple(findings)
        self._left = list(self.every)

    def _take(self, wanted: list[Finding]) -> list[Finding]:
        self._left = [finding for finding in self._left if finding not in wanted]
        return wanted

    def at_line(self, line: int) -> list[Finding]:
        return self._take([finding for finding in self._left if finding.line == line])

    def rest(self) -> list[Finding]:
        return self._take(self._left)


class _Teller:
    """Replays the hand, and writes down what is seen on the way."""

    def __init__(self, hand: Hand, house: House, found: _Placed) -> None:
        self.hand, self.house, self.found = hand, house, found
        self.replay = Replay(hand, house.rules)
        self.sections = [Section("Before the cards", 0)]
        self._boards_due = False
        self._closed = False
        self._lines = hand.text.split("\n")
        self._told = {event.span.line for event in hand.events}
        self._shown = hand.first_line - 1
        self._open: frozenset[int] = frozenset()
        self._after: Snapshot | None = None

    def run(self) -> str | None:
        """Tell all of it; what went wrong, where the replay stopped."""
        self._fill(self.hand.header_span.line + 1)
        for number, event in enumerate(self.hand.events, 1):
            try:
                self._tell(number, event)
            except Exception as error:  # as the audit does: the rest of the hand is lost, and that is said
                self._lay(self._lying())
                return f"the replay stopped here ({error!r}); the rest of the hand was not audited"
        self._lay(self._lying())
        self._fill(self.hand.last_line + 1)
        self.sections[-1].entries[-1].findings += self.found.rest()
        return None

    def _tell(self, number: int, event: Event) -> None:
        state = self.replay.state
        acts = isinstance(event, Action)
        turn = turn_before(self.replay, self.house) if acts and event.street == state.street >= 3 else None
        lying = self._lying()  # as it lay before the event opened another street
        step = self.replay.meet(number, event)
        if step.opens:
            self._lay(lying)
            self._section(STREETS[step.opens])
            self._boards_due = True
            turn = turn_before(self.replay, self.house) if acts else None
        elif isinstance(event, HandCancelled | HandEnded) and not self._closed:
            self._lay(lying)  # a hand that is called off has no end of the betting
        elif state.round.closed and not event.street and not self._closed:
            self._closed = True
            self._lay(lying)
            self._section("After the betting")
        entry = self._entry(event)
        if acts:
            entry.boards, entry.shared = self._lying() if self._boards_due else ((), "")
            self._boards_due = False
            entry.turn = turn
        self.replay.apply(step)
        if (isinstance(event, Shown) and event.cards) or (isinstance(event, SeatSummarised) and event.shown):
            self._open |= {event.seat}
        entry.actor = getattr(step.taken or event, "seat", None)
        entry.after = self._after = snapshot(self.replay, self._open)
        done = self._done(step)
        if done:
            entry.done.append(done)
        entry.findings += self.found.at_line(event.span.line) if self._last_of_line(number) else []

    def _section(self, title: str) -> None:
        self.sections.append(Section(title, self.replay.state.pot))

    def _entry(self, event: Event) -> Entry:
        """The entry of the event's line: events of the same words share it."""
        entries = self.sections[-1].entries
        line = event.span.line
        self._fill(line)
        if not (line and entries and (entries[-1].line, entries[-1].text) == (line, event.raw)):
            entries.append(Entry(line, event.raw))
        return entries[-1]

    def _fill(self, line: int) -> None:
        """Lines before this one that made no event are shown all the same."""
        for number in range(self._shown + 1, line):
            text = self._lines[number - self.hand.first_line]
            if text.strip() and number not in self._told:
                entry = Entry(number, text, after=self._after, findings=self.found.at_line(number))
                self.sections[-1].entries.append(entry)
        self._shown = max(self._shown, line - 1)

    def _last_of_line(self, number: int) -> bool:
        events = self.hand.events
        return number == len(events) or events[number].span.line != events[number - 1].span.line

    def _done(self, step: Step) -> str | None:
        event = step.taken or step.event
        words = done_words(event, self.hand)
        if words is None:
            return None
        if step.taken is not None:
            words += " (the line names another, but play goes on as after this player)"
        state = self.replay.state
        if isinstance(event, (Wager, UncalledReturned)):
            player = state.players.get(event.seat)
            left = f", {self.hand.money(player.behind)} left" if player is not None and player.behind else ""
            words += f" (pot {self.hand.money(state.pot)}{left})"
        return words

    # --- boards -----------------------------------------------------------------------------

    def _lay(self, lying: tuple[tuple[Board, ...], str]) -> None:
        """A street without action shows its boards at its end."""
        if self._boards_due and self.sections[-1].entries:
            self.sections[-1].entries.append(Entry(0, "", after=self._after, boards=lying[0], shared=lying[1]))
        self._boards_due = False

    def _lying(self) -> tuple[tuple[Board, ...], str]:
        state = self.replay.state
        return tuple(_boards(state, self.hand)), cards_text(state.community)


def _boards(state: Table, hand: Hand) -> Iterator[Board]:
    for player in state.live():
        down = down_cards(player, state)
        up = (*player.up, *([UNKNOWN] * (min(state.street - 2, 4) - len(player.up))))
        yield Board(player.seat, player.name, cards_text(down), cards_text(up), _left(player, hand))


def _left(player: Player, hand: Hand) -> str:
    if player.all_in:
        return "all-in"
    if player.protected:
        return "protected"
    return ("?" if player.behind is None else hand.money(player.behind)) + " left"
