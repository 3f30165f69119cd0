"""A hand as one player was entitled to see it: other players' hidden cards are taken out of events and text alike."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from msgspec.structs import replace as with_fields

from stud_audit.explain.find import Found
from stud_audit.houses.house import House
from stud_audit.model.cards import RANKS, SUITS, UNKNOWN, Card, Cards, parse_card
from stud_audit.model.errors import UsageError
from stud_audit.model.events import (
    AntePosted,
    CardBurned,
    CardDealt,
    CardsReprinted,
    ChatSaid,
    Checked,
    CommunityDealt,
    Event,
    LineUnknown,
    Mucked,
    Noted,
    RakeTaken,
    SeatSummarised,
    SeatTaken,
    Shown,
    TotalStated,
    UncalledReturned,
    Wager,
)
from stud_audit.model.findings import Finding
from stud_audit.model.hand import Hand
from stud_audit.pipeline.one_hand import audit_hand, dispatch
from stud_audit.render.findings import value_words

_RANK: Final = "(?:10|[2-9TJQKA])"
_SUIT: Final = "[cdhsCDHS\u2660-\u2667]"
_RUN: Final = re.compile(rf"(?<![A-Za-z0-9])(?:(?:{_RANK}{_SUIT}|{_SUIT}{_RANK}|\?\?|\?)(?:, ?)?)+(?![A-Za-z0-9])")
_TOKEN: Final = re.compile(rf"{_RANK}{_SUIT}|{_SUIT}{_RANK}")
_SYMBOLS: Final = str.maketrans("\u2660\u2664\u2665\u2661\u2666\u2662\u2663\u2667", "sshhddcc")
_CLOSING: Final = re.compile(r"[^\]\"]*[\]\"]?")
_CARDLESS: Final = (SeatTaken, ChatSaid, Noted, Wager, Checked, AntePosted, UncalledReturned, RakeTaken, TotalStated)
"""Events whose lines hold names, words, and chips: what looks like a card there is none."""

Spot = tuple[int, int]
"""A line of the file, and a column."""
_NEVER: Final = (1 << 62, 0)
_AT_LAST: Final = (_NEVER[0] - 1, 1)
"""Behind all that the player was ever to see."""


def seat_of(hand: Hand, player: str) -> int:
    """The seat of a player by name, or by `seat 3` or `3`. Raises `UsageError` where there is no such player."""
    seats = {event.seat: event.player for event in hand.events if isinstance(event, SeatTaken)}
    for seat, name in seats.items():
        if name == player:
            return seat
    numbers = {str(seat): seat for seat in seats}
    if (number := player.removeprefix("seat ").strip()) in numbers:
        return numbers[number]
    raise UsageError(f"nobody called {player!r} plays in this hand; there are {', '.join(seats.values())}")


def redacted(found: Found, seat: int, codes: frozenset[str]) -> Found:
    """What was found, told as the player of this seat was entitled to see the hand.

    Their own cards, up-cards, and what was shown stay, the last from the place on at which it was shown. The hand is
    audited again as it then is, so that no message rests on a card that is hidden; a finding that needs such cards
    keeps its place, code, clauses, and settlement, and says that they are hidden. What only other hands or the bytes of
    the file show is told as it was, unless it names such a card.
    """
    result, house = found.result, found.result.house
    hand = redact(result.hand, seat)
    known = _public_from(result.hand, seat)
    whole = {_identity(finding) for finding in _audited(result.hand, house, codes)}
    again = {_identity(finding): finding for finding in _audited(hand, house, codes)}

    def told(finding: Finding) -> Finding:
        same = again.get(_identity(finding))
        if same is not None:
            return same
        of_this_hand = _identity(finding) in whole
        return _without_cards(finding) if of_this_hand or _names_hidden(finding, known) else finding

    findings = tuple(replace(told(finding), hand_key=None) for finding in found.findings)
    return Found(replace(result, hand=hand, findings=list(findings)), findings)


def redact(hand: Hand, seat: int) -> Hand:
    """The hand without the cards that the player of this seat could not see, each of them until it was shown."""
    known = _public_from(hand, seat)
    events = tuple(_event(event, seat, known) for event in hand.events)
    # A line may hold a name or a note that looks like a card; where it holds cards beside, these matter more.
    bearing = {event.span.line for event in hand.events if not isinstance(event, _CARDLESS)}
    left = {hand.header_span.line, *(event.span.line for event in hand.events)} - bearing
    hidden = {event.span.line for event in hand.events if _never_shown(event, seat)}
    hidden -= {event.span.line for event in hand.events if not isinstance(event, (Mucked, SeatSummarised, *_CARDLESS))}
    lines = []
    for number, text in enumerate(hand.text.split("\n"), hand.first_line):
        column = hand.column if number == hand.first_line else 1
        lines.append(text if number in left else _line(text, (number, column), known, number in hidden))
    # By the digests of the whole text the hidden cards could be found: there are not many to try.
    return with_fields(hand, events=events, text="\n".join(lines), key="", digest="")


def _never_shown(event: Event, seat: int) -> bool:
    """A line that may go on to describe a hand in words that the player did not see."""
    return (isinstance(event, Mucked) or (isinstance(event, SeatSummarised) and not event.shown)) and event.seat != seat


def _public_from(hand: Hand, seat: int) -> dict[Card, Spot]:
    """Card to the first place at which the player could see it: some records tell a whole hand on one line."""
    first: dict[Card, Spot] = {}
    for event in hand.events:
        for card in _open_cards(event, seat):
            if card != UNKNOWN:
                first.setdefault(card, event.span[:2])
    return first


def _open_cards(event: Event, seat: int) -> Cards:
    match event:
        case CardDealt() | CardsReprinted():
            return event.cards if event.facing == "up" or event.seat == seat else ()
        case CommunityDealt() | Shown():
            return event.cards
        case SeatSummarised():
            return event.shown + (event.mucked if event.seat == seat else ())
        case Mucked():
            return event.cards if event.seat == seat else ()
    return ()


def _event(event: Event, seat: int, known: dict[Card, Spot]) -> Event:
    if isinstance(event, _CARDLESS):
        return event
    raw = _line(event.raw, event.span[:2], known, _never_shown(event, seat))
    match event:
        case CardDealt() | CardsReprinted() if event.facing == "down" and event.seat != seat:
            return with_fields(event, raw=raw, cards=(UNKNOWN,) * len(event.cards))
        case CardBurned():
            return with_fields(event, raw=raw, cards=(UNKNOWN,) * len(event.cards))
        case Mucked() if event.seat != seat:
            return with_fields(event, raw=raw, cards=())
        case SeatSummarised() if event.seat != seat:
            return with_fields(event, raw=raw, mucked=(), said=event.said if event.shown else None)
        case LineUnknown():
            return with_fields(event, raw=raw, text=_line(event.text, event.span[:2], known, False))
    return with_fields(event, raw=raw)


def _line(text: str, place: Spot, known: dict[Card, Spot], cut: bool) -> str:
    """The text that begins at a place, with every card that was not to be seen by then as `??`.

    With `cut` it ends behind the last of them: words for a hand may follow, which the player did not see.
    """
    line, column = place

    def hide(run: re.Match[str]) -> str:
        first = column + run.start()
        return _TOKEN.sub(
            lambda card: "??" if known.get(_card(card[0]), _NEVER) > (line, first + card.start()) else card[0], run[0]
        )

    told = _RUN.sub(hide, text)
    if cut and told != text:
        end = told.rindex("??") + 2
        rest = _CLOSING.match(told, end)
        return told[: rest.end() if rest else end]
    return told


def _card(token: str) -> Card:
    text = token.replace("10", "T").translate(_SYMBOLS)
    first, last = (
        tuple(text) if text[0].upper() in RANKS and text[1].lower() in SUITS else tuple(text[::-1])
    )  # H9 is 9h
    return parse_card(first.upper() + last.lower())


def _audited(hand: Hand, house: House | None, codes: frozenset[str]) -> Iterator[Finding]:
    yield from audit_hand(hand, house, dispatch(codes, house)).findings


def _identity(finding: Finding) -> tuple[object, ...]:
    return finding.code, finding.verdict, finding.line, finding.seat, finding.expected, finding.actual


def _without_cards(finding: Finding) -> Finding:
    right, wrong = value_words(finding.expected, finding.actual, finding.message)
    about = f" of seat {finding.seat}" if finding.seat else ""
    if right.startswith("seat ") and wrong:
        about = f", {wrong} instead of {right}"
    message = f"{finding.name.replace('-', ' ')}{about}: this rests on cards or hands that are hidden here"
    expected, actual = (_unless_card(value) for value in (finding.expected, finding.actual))
    return replace(finding, message=message, expected=expected, actual=actual, related=())


def _names_hidden(finding: Finding, known: dict[Card, Spot]) -> bool:
    """Whether its words name a card that the player never saw."""
    words = (finding.message, finding.expected or "", finding.actual or "", *(place.note for place in finding.related))
    return any(_line(text, _AT_LAST, known, False) != text for text in words)


def _unless_card(value: str | None) -> str | None:
    return None if value is None or _TOKEN.search(value) else value
