"""Small invented hands and findings, made without a parser."""

from __future__ import annotations

import dataclasses
from datetime import datetime
from typing import Any

from msgspec.structs import replace

from stud_audit.model.cards import parse_cards
from stud_audit.model.events import AntePosted, Bet, CardDealt, Event, Folded, PotAwarded, SeatTaken
from stud_audit.model.findings import Finding
from stud_audit.model.hand import Hand, Header
from stud_audit.model.spans import Span


def invented_hand(number: int = 1, decimals: int = 2, lines: list[str] | None = None, **changes: Any) -> Hand:
    """A hand of two players, northwind and quillfeather, at line `100 * number` of its file."""
    first = 100 * number
    events: list[Event] = []

    def add(event: Event, raw: str) -> None:
        events.append(replace(event, span=Span(first + len(events), 1, len(raw) + 1), raw=raw))

    add(SeatTaken(1, "northwind", 1000), "Seat 1: northwind")
    add(SeatTaken(2, "quillfeather", 450), "Seat 2: quillfeather")
    add(AntePosted(1, 25), "northwind: posts the ante")
    add(AntePosted(2, 25), "quillfeather: posts the ante")
    add(CardDealt(1, "up", parse_cards("Kd"), street=3), "Dealt to northwind [Kd]")
    add(CardDealt(2, "up", parse_cards("2c"), street=3), "Dealt to quillfeather [2c]")
    add(Bet(2, 200, 200, street=3), "quillfeather: bets $2")
    add(Folded(1, street=3), "northwind: folds")
    add(PotAwarded(2, 250, "main"), "quillfeather collected $2.50 from pot")
    header = Header(
        hand_id=str(1000 + number),
        game="stud",
        small=200,
        big=400,
        currency="USD",
        decimals=decimals,
        table="Alpha",
        played_at=datetime(2026, 11, 1, 12, 0),
        played_zone="ET",
    )
    text = "\n".join(lines or [event.raw for event in events]) + "\n"
    hand = Hand(
        file="night.txt",
        index=number,
        dialect="pokerstars",
        header=header,
        events=tuple(events),
        text=text,
        first_line=first,
        last_line=first + text.count("\n") - 1,
        key=f"{number:064x}",
        digest=f"{number:064x}",
    )
    return replace(hand, **changes)


def invented_finding(hand: Hand | None = None, **changes: Any) -> Finding:
    """A bet of the wrong size in that hand, or in none."""
    finding = Finding(
        code="W501",
        name="bet-wrong-size",
        verdict="violation",
        severity="S1",
        who="software",
        house="william-hill",
        house_version="1",
        clauses=("WH-12", "G-05"),
        file=hand.file if hand else "night.txt",
        hand_id=hand.header.hand_id if hand else None,
        hand_index=hand.index if hand else None,
        line=hand.first_line + 6 if hand else 1,
        column=1,
        end_column=22,
        street=3,
        seat=2,
        player="quillfeather",
        message="a bet of 2 where the unit is 4",
        expected="4",
        actual="2",
        money_effect="2",
        hand_key=hand.key if hand else None,
        event_no=6 if hand else None,
    )
    return dataclasses.replace(finding, **changes)
