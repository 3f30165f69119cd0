"""One hand told by several logs: what each says of it, where two of them contradict each other, what one shows alone.

Two players' logs of a hand, or a player's and the house's, differ in what their owners saw: down-cards, notes, chat,
and who is "hero". They are compared by events and not by text, so that a site's own log can be held against another
notation of it. What only one of them tells contradicts nothing, but for what a complete log would not leave out: an
action, an ante, or an award.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from datetime import timedelta
from fractions import Fraction
from typing import Any, Final, Literal, NamedTuple

from stud_audit.model.cards import Card, Cards, card_text, cards_text
from stud_audit.model.events import (
    AntePosted,
    Bet,
    BoughtIn,
    BroughtIn,
    Called,
    CardBurned,
    CardDealt,
    Checked,
    CommunityDealt,
    Completed,
    Event,
    Folded,
    HandCancelled,
    LineUnknown,
    Mucked,
    PotAwarded,
    Raised,
    RakeTaken,
    SeatSummarised,
    SeatTaken,
    Shown,
    TotalStated,
    UncalledReturned,
    Wager,
)
from stud_audit.model.gaps import AWARDS, FORMAT_GAPS
from stud_audit.model.hand import Hand
from stud_audit.model.spans import Span
from stud_audit.record.known_cards import HAND, revealed_cards

Key = tuple[Hashable, ...]
Relation = Literal["consistent", "contradictory", "other"]
"""Whether two hands of one number tell the same, contradict each other, or are not the same hand at all."""


class Told(NamedTuple):
    """One thing that a log says: its value, what can be compared with another's, and where and how it says it."""

    value: Any
    words: str
    file: str
    span: Span


class Telling(NamedTuple):
    """What a log says of a hand, or several that agree. `partial`: something may be missing that was on the table.

    `facts` are by what they speak of; `actions` are in order, a None standing for a line that could not be read;
    `cards` are a seat's known ones with the place that tells each first.
    """

    facts: dict[Key, Told]
    actions: list[Told | None]
    cards: dict[int, dict[Card, Told]]
    partial: bool
    end: Told


class Difference(NamedTuple):
    """What two tellings say of one thing; the later one's place is that of its line."""

    before: Told
    now: Told


_VERBS: Final[dict[type[Event], str]] = {
    Folded: "folds", Checked: "checks", Called: "calls", BroughtIn: "brings in", Bet: "bets", Completed: "completes to",
    Raised: "raises to",
}  # fmt: skip
_KINDS: Final[dict[type[Event], str]] = {Folded: "fold", Checked: "check", Called: "call"}
"""Opening, completing, and raising are not told apart: formats have words of their own for them."""

_STAKES: Final = {
    "small": "the lower limit", "big": "the higher limit", "ante": "the ante", "bring_in": "the bring-in",
    "spread_min": "the least bet", "spread_max": "the greatest bet",
}  # fmt: skip

_PAYING: Final = frozenset((UncalledReturned, PotAwarded))
"""What formats that print but the net of it have no lines for."""

_HIDDEN_NAME: Final = re.compile(r"seat\W*\d+|hero|you|me", re.IGNORECASE)
"""What a log may call a player instead of their name."""

_CLOCKS: Final = timedelta(minutes=1)
"""By how much two logs may differ in the time of a hand, in one zone: some print no seconds."""
_ZONES: Final = timedelta(hours=26)
"""The same in zones that may be any two."""


# --- what a log says ------------------------------------------------------------------------------


def read_telling(hand: Hand) -> Telling:
    """What one log says of a hand."""
    reader = _Reader(hand)
    reader.header()
    for event in hand.events:
        reader.event(event)
    return reader.telling()


class _Reader:
    """Reads a hand event by event."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self.facts: dict[Key, Told] = {}
        self.actions: list[Told | None] = []
        self.cards: dict[int, dict[Card, Told]] = {}
        self.deals: dict[tuple[int, int, str], tuple[Span, list[Card]]] = {}
        self.names = {e.seat: e.player for e in reversed(hand.events) if type(e) is SeatTaken}
        self.ended: Event | None = None  # what follows the last action
        guessed = {event.span.line for event in hand.events if type(event) is LineUnknown}
        self.unread = guessed - {e.span.line for e in hand.events if type(e) is not LineUnknown}
        self.guessed = guessed - self.unread
        self.unpaid = AWARDS in hand.missing
        self.partial = hand.truncated or bool(guessed) or not FORMAT_GAPS.issuperset(hand.missing)

    def amount(self, units: int) -> Fraction:
        return Fraction(units, 10**self.hand.header.decimals)

    def say(self, key: Key, value: Any, words: str, span: Span) -> None:
        """The first that a log says of a thing stands: what it says again is its own affair."""
        if value is not None and key not in self.facts:
            self.facts[key] = Told(value, words, self.hand.file, span)

    def add(self, key: Key, units: int, words: str, span: Span) -> None:
        """Amounts of one kind are summed up."""
        amount = self.amount(units)
        former = self.facts.get(key)
        if former is not None:
            amount, span = former.value + amount, former.span
            units = int(amount * 10**self.hand.header.decimals)
        self.facts[key] = Told(amount, f"{words} {self.hand.money(units)}", self.hand.file, span)

    def header(self) -> None:
        header, span = self.hand.header, self.hand.header_span
        self.say(("game",), header.game, f"the game is {header.game}", span)
        self.say(("structure",), header.structure, f"the limits are {header.structure}", span)
        for name, words in _STAKES.items():
            units = getattr(header, name)
            if units is not None:
                self.say((name,), self.amount(units), f"{words} is {self.hand.money(units)}", span)
        if header.currency != "chips":
            self.say(("currency",), header.currency, f"the currency is {header.currency}", span)
        self.say(("tournament",), header.tournament, f"tournament {header.tournament}", span)
        self.say(("button",), header.button, f"the button is at seat {header.button}", span)
        at = header.played_at
        if at is not None:
            zone = f" {header.played_zone}" if header.played_zone else ""
            clock = at.replace(tzinfo=None)
            self.say(("time",), (clock, header.played_zone), f"played at {clock}{zone}", span)
        cancelled = next((event for event in self.hand.events if type(event) is HandCancelled), None)
        if cancelled is not None:
            self.say(("cancelled",), True, "the hand is cancelled", cancelled.span)
        elif not self.partial:
            self.say(("cancelled",), False, "the hand is played to its end", span)

    def name(self, seat: int) -> str:
        return self.names.get(seat) or f"seat {seat}"

    def event(self, event: Event) -> None:
        kind = type(event)
        if kind is LineUnknown:
            if event.span.line in self.unread and (not self.actions or self.actions[-1] is not None):
                self.actions.append(None)
            return
        if kind in _VERBS:
            self.action(event)
            return
        if self.actions and self.ended is None:
            self.ended = event
        read = _FACTS.get(kind)
        if read is not None and event.span.line not in self.guessed and not (self.unpaid and kind in _PAYING):
            read(self, event)

    def action(self, event: Any) -> None:
        value: tuple[Any, ...] = (_KINDS.get(type(event), "wager"), event.seat)
        words = f"{self.name(event.seat)} {_VERBS[type(event)]}"
        if isinstance(event, Wager) and event.basis != "guessed" and event.span.line not in self.guessed:
            value += (self.amount(event.added), self.amount(event.to))
            words += f" {self.hand.money(event.added if type(event) in (Called, Bet, BroughtIn) else event.to)}"
        self.ended = None
        self.actions.append(Told(value, words, self.hand.file, event.span))

    # --- single kinds -----------------------------------------------------------------------

    def seat(self, event: SeatTaken) -> None:
        if not _HIDDEN_NAME.fullmatch(event.player):
            words = f"{event.player} is in seat {event.seat}"
            self.say(("player", event.seat), event.player.strip(), words, event.span)
            self.say(("seat", event.player.strip()), event.seat, words, event.span)
        if event.stack is not None:
            words = f"{self.name(event.seat)} has {self.hand.money(event.stack)}"
            self.say(("stack", event.seat), self.amount(event.stack), words, event.span)

    def bought(self, event: BoughtIn) -> None:
        self.add(("bought", event.seat), event.amount, f"{self.name(event.seat)} buys in for", event.span)

    def ante(self, event: AntePosted) -> None:
        self.add(("posted", event.seat), event.amount, f"{self.name(event.seat)} posts an ante of", event.span)

    def dealt(self, event: CardDealt) -> None:
        place = (event.seat, event.street, event.facing)
        self.deals.setdefault(place, (event.span, []))[1].extend(event.cards)
        self.hold(event.seat, event.cards, event.span)

    def revealed(self, event: Shown | Mucked) -> None:
        self.hold(event.seat, revealed_cards(event), event.span)

    def hold(self, seat: int, cards: Cards, span: Span) -> None:
        held = self.cards.setdefault(seat, {})
        for card in cards:
            if card >= 0:
                held.setdefault(card, Told(card, f"{self.name(seat)} has {card_text(card)}", self.hand.file, span))

    def community(self, event: CommunityDealt) -> None:
        if min(event.cards, default=-1) >= 0:
            self.say(("community",), event.cards, f"the community card is {cards_text(event.cards)}", event.span)

    def burned(self, event: CardBurned) -> None:
        if min(event.cards, default=-1) >= 0:
            self.say(("burn", event.street), event.cards, f"{cards_text(event.cards)} is burned", event.span)

    def returned(self, event: UncalledReturned) -> None:
        self.add(("returned", event.seat), event.amount, f"{self.name(event.seat)} gets back", event.span)

    def awarded(self, event: PotAwarded) -> None:
        name = self.name(event.seat)
        self.add(("won", event.seat), event.amount, f"{name} is paid", event.span)
        if event.pot is not None:
            words = f"{name} is paid, out of the pot {event.pot},"
            self.add(("award", event.seat, event.pot, event.half), event.amount, words, event.span)

    def total(self, event: TotalStated) -> None:
        of = f" of the pot {event.pot}" if event.pot else ""
        words = f"the total{of} is {self.hand.money(event.amount)}"
        self.say(("total", event.pot, event.street), self.amount(event.amount), words, event.span)

    def raked(self, event: RakeTaken) -> None:
        self.add(("rake",), event.amount, "the rake is", event.span)

    def summarised(self, event: SeatSummarised) -> None:
        seat, name = event.seat, self.name(event.seat)
        if event.won is not None:
            words = f"the summary has {name} win {self.hand.money(event.won)}"
            self.say(("summary", seat), self.amount(event.won), words, event.span)
        if event.folded is not None:
            words = f"the summary has {name} fold on street {event.folded}"
            self.say(("folded", seat), event.folded, words, event.span)
        self.hold(seat, revealed_cards(event), event.span)

    def telling(self) -> Telling:
        for (seat, street, facing), (span, dealt) in self.deals.items():
            words = f"{self.name(seat)} is dealt {cards_text(dealt)}"
            self.say(("cards", seat, street, facing), tuple(dealt), words, span)
        for key in [key for key in self.facts if key[0] in ("won", "award")]:
            # Formats without a line for a returned bet may pay it with the pot.
            told, back = self.facts[key], self.facts.get(("returned", key[1]))
            self.facts[key] = told._replace(value=(told.value, told.value + (back.value if back else 0)))
        shared = set(self.facts[("community",)].value) if ("community",) in self.facts else set()
        for held in self.cards.values():
            for card in shared & held.keys():
                del held[card]
        hand = self.hand
        last = self.ended or (hand.events[-1] if hand.events else None)
        end = Told(None, "nobody acts any more", hand.file, last.span if last else hand.header_span)
        return Telling(self.facts, self.actions, self.cards, self.partial, end)


_FACTS: Final[dict[type[Event], Callable[[_Reader, Any], None]]] = {
    SeatTaken: _Reader.seat,
    BoughtIn: _Reader.bought,
    AntePosted: _Reader.ante,
    CardDealt: _Reader.dealt,
    CommunityDealt: _Reader.community,
    CardBurned: _Reader.burned,
    UncalledReturned: _Reader.returned,
    Shown: _Reader.revealed,
    Mucked: _Reader.revealed,
    PotAwarded: _Reader.awarded,
    TotalStated: _Reader.total,
    RakeTaken: _Reader.raked,
    SeatSummarised: _Reader.summarised,
}


# --- two tellings ---------------------------------------------------------------------------------


def relate(before: Telling, now: Telling) -> tuple[Relation, list[Difference]]:
    """How two tellings stand to each other, with their differences in the order of the later one's lines."""
    found = [
        Difference(told, now.facts[key])
        for key, told in before.facts.items()
        if key in now.facts and not _agree(key, told.value, now.facts[key].value)
    ]
    found += _one_sided(before, now)
    action = _first_action(before, now)
    if action is not None:
        found.append(action)
    found += _hands(before, now)
    # What a line says comes before what is missing there.
    found.sort(key=lambda difference: (difference.now.span, difference.now.value is None))
    if not found:
        return "consistent", found
    return ("other" if _other_hand(before, now) else "contradictory"), found


def _agree(key: Key, before: Any, now: Any) -> bool:
    agrees = _AGREES.get(key[0])
    return bool(agrees(before, now) if agrees is not None else before == now)


def _same_cards(before: Cards, now: Cards) -> bool:
    """Whether the known cards of a place may be the same ones, the hidden ones being any."""
    return len({card for card in (*before, *now) if card >= 0}) <= max(len(before), len(now))


def _same_pay(before: tuple[Fraction, Fraction], now: tuple[Fraction, Fraction]) -> bool:
    """Whether a player got the same, without what came back to them or with it."""
    return any(a == b for a, b in zip(before, now, strict=True))


def _same_time(before: Any, now: Any) -> bool:
    (clock, zone), (other, other_zone) = before, now
    return bool(abs(clock - other) <= (_CLOCKS if zone and zone == other_zone else _ZONES))


_AGREES: Final[Mapping[Hashable, Callable[[Any, Any], bool]]] = {
    "cards": _same_cards,
    "time": _same_time,
    "won": _same_pay,
    "award": _same_pay,
}


def _one_sided(before: Telling, now: Telling) -> Iterator[Difference]:
    """Antes and awards that one tells and the other leaves out, though it tells of others'."""
    for kind, lacking in (("posted", "posts no ante"), ("won", "is paid nothing")):
        ours, theirs = ({key for key in telling.facts if key[0] == kind} for telling in (before, now))
        if not ours or not theirs:
            continue
        for teller, other, keys, known in ((before, now, ours - theirs, theirs), (now, before, theirs - ours, ours)):
            near = min((other.facts[key] for key in known), key=lambda told: told.span)
            for key in sorted(keys, key=str) if not other.partial else ():
                player = teller.facts.get(("player", key[1]))
                words = f"{player.value if player else f'seat {key[1]}'} {lacking}"
                nothing = near._replace(value=None, words=words)
                told = teller.facts[key]
                yield Difference(told, nothing) if teller is before else Difference(nothing, told)


def _first_action(before: Telling, now: Telling) -> Difference | None:
    """The first action that is another one; a line that could not be read may be any, or none."""
    ours, theirs = before.actions, now.actions
    i = j = 0
    while i < len(ours) and j < len(theirs):
        here, there = ours[i], theirs[j]
        if here is None:
            i, j = i + 1, j + (not _same_action(_at(ours, i + 1), there))
        elif there is None:
            i, j = i + (not _same_action(here, _at(theirs, j + 1))), j + 1
        elif _same_action(here, there):
            i, j = i + 1, j + 1
        else:
            return Difference(here, there)
    more, also = (next(filter(None, rest), None) for rest in (ours[i:], theirs[j:]))
    if more is not None and not now.partial:
        return Difference(more, now.end)
    return Difference(before.end, also) if also is not None and not before.partial else None


def _at(actions: list[Told | None], place: int) -> Told | None:
    return actions[place] if place < len(actions) else None


def _same_action(here: Told | None, there: Told | None) -> bool:
    """Whether two lines tell one action: of the same chips, or to the same total where a line before is lost."""
    if here is None or there is None:
        return here is there
    if here.value[:2] != there.value[:2]:
        return False
    ours, theirs = here.value[2:], there.value[2:]
    return not ours or not theirs or any(a == b for a, b in zip(ours, theirs, strict=True))


def _hands(before: Telling, now: Telling) -> Iterator[Difference]:
    """Hands that together have more cards than a hand has, where no single deal tells of it."""
    told_of = {
        key[1]
        for key, told in before.facts.items()
        if key[0] == "cards" and key in now.facts and not _same_cards(told.value, now.facts[key].value)
    }
    for seat, held in now.cards.items():
        other = before.cards.get(seat, {})
        strange, lacking = held.keys() - other.keys(), other.keys() - held.keys()
        if seat in told_of or len(strange) + len(other) <= max(HAND, len(held), len(other)):
            continue
        here, there = held[min(strange)], other[min(lacking or other)]
        name = here.words.partition(" has ")[0]
        yield Difference(
            there._replace(words=f"{name} has {cards_text(sorted(other))}"),
            here._replace(words=f"{name} has {cards_text(sorted(held))}"),
        )


def surely_one(before: Telling, now: Telling) -> bool:
    """Whether two hands are the same one, whatever number and site they are of."""
    same, differ = _alike("cards", before, now)
    return same >= _CERTAIN and same >= differ


def _other_hand(before: Telling, now: Telling) -> bool:
    """Whether two hands of one number are not the same: other cards, or other players or another time altogether."""
    same, differ = _alike("cards", before, now)
    if differ > same:
        return True
    if same >= _CERTAIN:
        return False
    players_same, players_differ = _alike("player", before, now)
    return players_differ > players_same or _alike("time", before, now)[1] > 0


def _alike(kind: str, before: Telling, now: Telling) -> tuple[int, int]:
    """In how many things of a kind both agree, and in how many they do not."""
    both = [key for key in before.facts if key[0] == kind and key in now.facts]
    if kind == "cards":
        both = [key for key in both if _known(before.facts[key].value) and _known(now.facts[key].value)]
    same = sum(_agree(key, before.facts[key].value, now.facts[key].value) for key in both)
    return same, len(both) - same


_CERTAIN: Final = 2
"""Deals that agree by which it is certain that they are of one hand."""


# --- what one shows to the other ------------------------------------------------------------------


def shown_elsewhere(before: Telling, now: Telling) -> dict[int, list[Told]]:
    """Seats to the cards that one telling shows of them and the other does not."""
    found: dict[int, list[Told]] = {}
    for seat, held in before.cards.items():
        unseen = [told for card, told in held.items() if card not in now.cards.get(seat, {})]
        if unseen:
            found[seat] = unseen
    return found


def joined(before: Telling, now: Telling) -> Telling:
    """Two tellings that agree, as one: what either tells, each thing by the one that told it first."""
    cards = {
        seat: {**now.cards.get(seat, {}), **before.cards.get(seat, {})}
        for seat in dict.fromkeys((*before.cards, *now.cards))
    }
    facts = {**now.facts, **before.facts}
    for key, told in now.facts.items():
        former = before.facts.get(key)
        if former is not None and key[0] == "cards" and _known(former.value) < _known(told.value):
            facts[key] = told
    fuller = max(before, now, key=lambda telling: (not telling.partial, len(telling.actions)))
    return Telling(facts, fuller.actions, cards, before.partial and now.partial, fuller.end)


def _known(cards: Iterable[Card]) -> int:
    return sum(card >= 0 for card in cards)
