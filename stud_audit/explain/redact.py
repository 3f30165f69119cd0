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

_RANK: Final = "(?:10|[2-9TJQKA])"
_SUIT: Final = "[cdhsCDHS\u2660-\u2667]"
_RUN: Final = re.compile(rf"(?<![A-Za-z0-9])(?:(?:{_RANK}{_SUIT}|{_SUIT}{_RANK}|\?\?|\?)(?:, ?)?)+(?![A-Za-z0-9])")
_TOKEN: Final = re.compile(rf"{_RANK}{_SUIT}|{_SUIT}{_RANK}")
_SYMBOLS: Final = str.maketrans("\u2660\u2664\u2665\u2661\u2666\u2662\u2663\u2667", "sshhddcc")
_CLOSING: Final = re.compile(r"[^\]\"]*[\]\"]?")
_NEVER: Final = 1 << 62
_CARDLESS: Final = (SeatTaken, ChatSaid, Noted, Wager, Checked, AntePosted, UncalledReturned, RakeTaken, TotalStated)
"""Events whose lines hold names, words, and chips: what looks like a card there is none."""


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

    Their own cards, up-cards, and what was shown stay, the last from the line on which it was shown. The hand is
    audited again as it then is, so that no message rests on a card that is hidden; a finding that needs such cards
    keeps its place, code, clauses, and settlement, and says that they are hidden.
    """
    result, house = found.result, found.result.house
    hand = redact(result.hand, seat)
    again = {_identity(finding): finding for finding in _audited(hand, house, codes)}
    findings = tuple(again.get(_identity(finding)) or _without_cards(finding) for finding in found.findings)
    return Found(replace(result, hand=hand, findings=list(findings)), findings)


def redact(hand: Hand, seat: int) -> Hand:
    """The hand without the cards that the player of this seat could not see, each of them until it was shown."""
    known = _public_from(hand, seat)
    events = tuple(_event(event, seat, known) for event in hand.events)
    left = {event.span.line for event in hand.events if isinstance(event, _CARDLESS)} | {hand.header_span.line}
    hidden = {event.span.line for event in hand.events if _never_shown(event, seat)}
    lines = [
        text if number in left else _line(text, number, known, number in hidden)
        for number, text in enumerate(hand.text.split("\n"), hand.first_line)
    ]
    # By the digests of the whole text the hidden cards could be found: there are not many to try.
    return with_fields(hand, events=events, text="\n".join(lines), key="", digest="")


def _never_shown(event: Event, seat: int) -> bool:
    """A line that may go on to describe a hand in words that the player did not see."""
    return (isinstance(event, Mucked) or (isinstance(event, SeatSummarised) and not event.shown)) and event.seat != seat


def _public_from(hand: Hand, seat: int) -> dict[Card, int]:
    """Card to the first line on which the player could see it."""
    first: dict[Card, int] = {}
    for event in hand.events:
        for card in _open_cards(event, seat):
            if card != UNKNOWN:
                first.setdefault(card, event.span.line)
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


def _event(event: Event, seat: int, known: dict[Card, int]) -> Event:
    if isinstance(event, _CARDLESS):
        return event
    raw = _line(event.raw, event.span.line, known, _never_shown(event, seat))
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
            return with_fields(event, raw=raw, text=_line(event.text, event.span.line, known, False))
    return with_fields(event, raw=raw)


def _line(text: str, line: int, known: dict[Card, int], cut: bool) -> str:
    """The line with every card that was not to be seen by then as `??`; with `cut`, nothing stands behind them."""

    def hide(found: re.Match[str]) -> str:
        return "??" if known.get(_card(found.group()), _NEVER) > line else found.group()

    told = _RUN.sub(lambda run: _TOKEN.sub(hide, run.group()), text)
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
    about = f" of seat {finding.seat}" if finding.seat else ""
    message = f"{finding.name.replace('-', ' ')}{about}: this rests on cards or hands that are hidden here"
    expected, actual = (_unless_card(value) for value in (finding.expected, finding.actual))
    return replace(finding, message=message, expected=expected, actual=actual, related=(), hand_key=None)


def _unless_card(value: str | None) -> str | None:
    return None if value is None or _TOKEN.search(value) else value
