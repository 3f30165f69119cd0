"""Writes hands in the neutral notation, in its one canonical form.

What is read back is equal to what was written: every field of every event that its line, and the lines
before, do not tell is an option of the line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from stud_audit.ingest.mapping.headers import decimals_of
from stud_audit.ingest.mapping.neutral_notation import FIRST_LINE, Course, quoted, time_text, word
from stud_audit.ingest.writers import Line
from stud_audit.model import events as e
from stud_audit.model.cards import UNKNOWN, Cards, cards_text
from stud_audit.model.hand import Hand, Header
from stud_audit.model.money import amount_text

_OFFSET: Final = re.compile(r"[+-]\d\d:\d\d")

__all__ = ["FIRST_LINE", "hand_lines", "header_line", "write_events", "write_hand"]


def write_hand(hand: Hand, lacks: bool = False) -> str:
    """The lines of one hand, each with its line end. A hand that could not be read becomes a comment.

    With `lacks` the header says what the record lacks, so that it is not taken to be as complete as the notation is.
    """
    if hand.status == "refused":
        return f"# hand {word(hand.header.hand_id)} could not be read: {hand.problem}\n".replace("\r", " ")
    return (
        "\n".join(
            [header_line(hand.header, hand.missing if lacks else ()), *write_events(hand.events, hand.header.decimals)]
        )
        + "\n"
    )


def hand_lines(hand: Hand) -> list[Line]:
    """The lines of one hand that could be read, each with the event that it tells."""
    lines = [Line(header_line(hand.header))]
    lines += [Line(text, (n,)) for n, text in enumerate(write_events(hand.events, hand.header.decimals), 1)]
    return lines


def write_events(events: Iterable[e.Event], decimals: int) -> Iterator[str]:
    """The lines of a hand's events, without line ends and without the header."""
    course = Course()
    for event in events:
        yield _line(event, decimals, course)
        course.take(event)


def header_line(header: Header, missing: Iterable[str] = ()) -> str:
    """The line that begins a hand; `missing` is what its record lacks (as `Hand.missing`)."""

    def money(units: int | None) -> str | None:
        return None if units is None else amount_text(units, header.decimals)

    time = None if header.played_at is None else time_text(header.played_at)
    zone = header.played_zone
    if time is not None and zone is not None and (zone == "UTC" or _OFFSET.fullmatch(zone)):
        time, zone = time + zone.replace("UTC", "Z"), None
    settings = {
        "game": word(header.game),
        "structure": header.structure,
        "small": money(header.small),
        "big": money(header.big),
        "min": money(header.spread_min),
        "max": money(header.spread_max),
        "ante": money(header.ante),
        "bring-in": money(header.bring_in),
        "chip": money(header.chip),
        "currency": None if header.currency == "chips" else word(header.currency),
        "decimals": None if header.decimals == decimals_of(header.currency) else str(header.decimals),
        "table": None if header.table is None else quoted(header.table),
        "seats": None if header.max_seats is None else str(header.max_seats),
        "button": None if header.button is None else str(header.button),
        "house": None if header.house is None else word(header.house),
        "tournament": None if header.tournament is None else word(header.tournament),
        "level": None if header.level is None else word(header.level),
        "at": time,
        "zone": None if zone is None else word(zone),
        "lacks": quoted(", ".join(missing)) if missing else None,
    }
    return f"hand {word(header.hand_id)}" + _settings(settings)


def _settings(settings: dict[str, str | None]) -> str:
    return "".join(f" {key}={value}" for key, value in settings.items() if value is not None)


def _line(event: e.Event, decimals: int, course: Course) -> str:
    text = _WRITERS[type(event)](event, _Pen(decimals, course))
    street = None
    if not isinstance(event, e.StreetOpened) and event.street != course.street_of(type(event)):
        street = str(event.street)
    at = None if event.at is None else time_text(event.at)
    return text + _settings({"street": street, "at": at, "source": event.source})


class _Pen:
    """What the lines of events are made of."""

    def __init__(self, decimals: int, course: Course) -> None:
        self._decimals = decimals
        self._course = course

    def money(self, units: int) -> str:
        return amount_text(units, self._decimals)

    def seat(self, text: str, event: Any) -> str:
        return f"{text} {event.seat}"

    def amount(self, text: str, event: Any) -> str:
        return f"{text} {event.seat} {self.money(event.amount)}"

    def wager(self, text: str, event: e.Wager) -> str:
        """Chips added, and the street total where it does not follow from them."""
        total = self._course.committed.get(event.seat, 0) + event.added
        settings = {"to": None if total == event.to else self.money(event.to)}
        return f"{text} {event.seat} {self.money(event.added)}" + self._all_in(event) + _settings(settings)

    def raised(self, text: str, event: e.Completed | e.Raised) -> str:
        """The street total, and the chips added where they do not follow from it."""
        added = event.to - self._course.committed.get(event.seat, 0)
        chips = "" if added == event.added else f" {self.money(event.added)}"
        settings = {"to": self.money(event.to), "by": None if event.by is None else self.money(event.by)}
        return f"{text} {event.seat}{chips}" + self._all_in(event) + _settings(settings)

    @staticmethod
    def _all_in(event: e.Wager) -> str:
        return " all-in" if event.all_in else ""


def _cards(cards: Cards) -> str:
    return f" {cards_text(cards)}" if cards else ""


def _laid(text: str, event: e.CardDealt | e.CardsReprinted) -> str:
    return f"{text} {event.seat} {event.facing}{_cards(event.cards)}"


def _seat_taken(event: e.SeatTaken, pen: _Pen) -> str:
    stack = "" if event.stack is None else f" {pen.money(event.stack)}"
    return f"seat {event.seat} {quoted(event.player)}{stack}{' sitting-out' if event.sitting_out else ''}"


def _awarded(event: e.PotAwarded, pen: _Pen) -> str:
    settings = {
        "pot": None if event.pot is None else word(event.pot),
        "half": event.half,
        "said": None if event.said is None else quoted(event.said),
    }
    return pen.amount("award", event) + _settings(settings)


def _seat_summarised(event: e.SeatSummarised, pen: _Pen) -> str:
    settings = {
        "player": None if event.player is None else quoted(event.player),
        "won": None if event.won is None else pen.money(event.won),
        "folded": None if event.folded is None else str(event.folded),
        "shown": quoted(cards_text(event.shown)) if event.shown else None,
        "mucked": quoted(cards_text(event.mucked)) if event.mucked else None,
        "said": None if event.said is None else quoted(event.said),
    }
    return f"summary {event.seat}" + _settings(settings)


def _unknown(event: e.LineUnknown, _: _Pen) -> str:
    settings = {
        "code": None if event.code == "R001" else word(event.code),
        "problem": None if event.problem is None else quoted(event.problem),
    }
    return f"unknown {quoted(event.text)}" + _settings(settings)


def _said(text: str | None) -> str:
    return "" if text is None else f" said={quoted(text)}"


_WRITERS: Final[dict[type[e.Event], Callable[[Any, _Pen], str]]] = {
    e.SeatTaken: _seat_taken,
    e.BoughtIn: lambda event, pen: f"{pen.amount('buy-in', event)} kind={event.kind}",
    e.ButtonMoved: lambda event, pen: pen.seat("button", event),
    e.AntePosted: lambda event, pen: pen.amount("ante", event) + (" all-in" if event.all_in else ""),
    e.StreetOpened: lambda event, _: f"street {event.street}",
    e.CardBurned: lambda event, _: "burn" + ("" if event.cards == (UNKNOWN,) else _cards(event.cards)),
    e.CardDealt: lambda event, _: _laid("deal", event),
    e.CardsReprinted: lambda event, _: _laid("reprint", event),
    e.CommunityDealt: lambda event, _: f"board{_cards(event.cards)}{' reprint' if event.reprint else ''}",
    e.Prompted: lambda event, pen: pen.seat("prompt", event),
    e.ButtonsOffered: lambda event, pen: " ".join([pen.seat("offered", event), *map(word, event.buttons)]),
    e.PreactionSet: lambda event, pen: f"{pen.seat('preaction', event)} {word(event.action)}",
    e.TimedOut: lambda event, pen: pen.seat("timeout", event),
    e.Protected: lambda event, pen: pen.seat("protect", event),
    e.Folded: lambda event, pen: pen.seat("fold", event),
    e.Checked: lambda event, pen: pen.seat("check", event),
    e.BroughtIn: lambda event, pen: pen.wager("bring-in", event),
    e.Called: lambda event, pen: pen.wager("call", event),
    e.Bet: lambda event, pen: pen.wager("bet", event),
    e.Completed: lambda event, pen: pen.raised("complete", event),
    e.Raised: lambda event, pen: pen.raised("raise", event),
    e.UncalledReturned: lambda event, pen: pen.amount("return", event),
    e.ShowdownOpened: lambda _, __: "show-down",
    e.Shown: lambda event, pen: pen.seat("show", event) + _cards(event.cards) + _said(event.said),
    e.Mucked: lambda event, pen: pen.seat("muck", event) + _cards(event.cards),
    e.PotAwarded: _awarded,
    e.SummaryOpened: lambda _, __: "summary",
    e.TotalStated: lambda event, pen: (
        f"total {pen.money(event.amount)}" + _settings({"pot": None if event.pot is None else word(event.pot)})
    ),
    e.RakeTaken: lambda event, pen: f"rake {pen.money(event.amount)}",
    e.SeatSummarised: _seat_summarised,
    e.StateSaid: lambda event, _: f"state {event.state}" + ("" if event.seat is None else f" {event.seat}"),
    e.ChatSaid: lambda event, pen: f"{pen.seat('say', event)} {quoted(event.text)}",
    e.Noted: lambda event, _: f"note {quoted(event.text)}",
    e.LineUnknown: _unknown,
    e.HandCancelled: lambda event, _: f"cancelled {quoted(event.reason)}",
    e.HandEnded: lambda _, __: "end",
}
