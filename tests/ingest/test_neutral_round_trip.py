"""parse(write(events)) == events, whatever the events are and whatever stands in their texts."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from typing import Any, get_args

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import fields

from stud_audit.ingest.dialect import Block
from stud_audit.ingest.dialects.neutral import DIALECT
from stud_audit.ingest.mapping.headers import decimals_of
from stud_audit.ingest.writers.neutral import header_line, write_events
from stud_audit.model import events as e
from stud_audit.model.hand import Header

SEATS = range(1, 9)

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=12) | st.sampled_from(
    [
        "",
        "a: folds",
        "bets $4",
        'say 1 "x"',
        "# no comment",
        "end",
        "\\",
        '"',
        "\\n",
        "\n",
        "Bob [Ks Kd]",
        "\u2028",
        "\xa0",
    ]
)
amounts = st.integers(0, 10**9)
cards = st.integers(-1, 51)
streets = st.sampled_from((0, 3, 4, 5, 6, 7))
numbers = st.integers(0, 999_999_999)
times = st.datetimes(
    timezones=st.sampled_from([None, UTC, timezone(timedelta(hours=2)), timezone(timedelta(minutes=-90))])
)

VALUES: dict[str, st.SearchStrategy[Any]] = {
    "seat": st.sampled_from(SEATS),
    "street": streets,
    "source": st.none() | st.sampled_from(get_args(e.Source)),
    "at": st.none() | times,
    "player": texts,
    "stack": st.none() | amounts,
    "sitting_out": st.booleans(),
    "amount": amounts,
    "kind": st.sampled_from(get_args(e.BuyInKind)),
    "all_in": st.booleans(),
    "cards": st.lists(cards, max_size=7).map(tuple),
    "facing": st.sampled_from(get_args(e.Facing)),
    "reprint": st.booleans(),
    "buttons": st.lists(texts, max_size=3).map(tuple),
    "action": texts,
    "added": amounts,
    "to": amounts,
    "by": st.none() | amounts,
    "said": st.none() | texts,
    "pot": st.none() | texts,
    "half": st.none() | st.sampled_from(get_args(e.Half)),
    "won": st.none() | amounts,
    "folded": st.none() | streets,
    "shown": st.lists(cards, max_size=7).map(tuple),
    "mucked": st.lists(cards, max_size=7).map(tuple),
    "state": st.sampled_from(get_args(e.StateWord)),
    "text": texts,
    "code": st.sampled_from(["R001", "R002", "R006", "R010"]),
    "problem": st.none() | texts,
    "reason": texts,
}
OTHERWISE: dict[tuple[type[e.Event], str], st.SearchStrategy[Any]] = {
    (e.CardBurned, "cards"): cards.map(lambda card: (card,)),
    (e.SeatSummarised, "player"): st.none() | texts,
    (e.StateSaid, "seat"): st.none() | st.sampled_from(SEATS),
}
# A seat is taken once, so seats are not among the free events.
KINDS = [
    kind
    for kind in vars(e).values()
    if isinstance(kind, type) and issubclass(kind, e.Event) and kind not in (e.Event, e.Action, e.Wager, e.SeatTaken)
]


def any_of(kind: type[e.Event]) -> st.SearchStrategy[e.Event]:
    names = [field.name for field in fields(kind) if field.name not in ("span", "raw", "basis")]
    return st.builds(kind, **{name: OTHERWISE.get((kind, name), VALUES[name]) for name in names})


events = st.lists(st.sampled_from(KINDS).flatmap(any_of), max_size=12)
names = st.lists(texts, min_size=8, max_size=8)
currencies = st.sampled_from(["USD", "EUR", "chips"])


def test_no_field_is_left_out() -> None:
    named = {field.name for kind in KINDS for field in fields(kind)} - {"span", "raw", "basis"}
    assert named <= set(VALUES)


@settings(max_examples=150, deadline=None)
@given(events, names, currencies, st.integers(0, 4))
def test_events_come_back(free: list[e.Event], names: list[str], currency: str, decimals: int) -> None:
    taken = [e.SeatTaken(seat, name, seat * 7 or None) for seat, name in zip(SEATS, names, strict=True)]
    whole = [*taken, *free]
    header = Header("1", "stud", currency=currency, decimals=max(decimals, decimals_of(currency)))
    text = "\n".join([header_line(header), *write_events(whole, header.decimals)])
    parsed = DIALECT.parse(Block(text, 1))
    ended = any(isinstance(event, e.HandEnded) for event in whole)
    assert parsed.header == header
    assert parsed.truncated is not ended
    assert list(parsed.events) == whole


@settings(max_examples=80, deadline=None)
@given(any_of(e.SeatTaken))
def test_a_seat_comes_back(seat: e.Event) -> None:
    text = "\n".join(["hand 1 game=stud", *write_events([seat], 0)])
    assert DIALECT.parse(Block(text, 1)).events == (seat,)


@settings(max_examples=80, deadline=None)
@given(
    st.builds(
        Header,
        hand_id=texts.filter(bool),
        game=st.sampled_from(["stud", "stud8", "razz"]),
        structure=st.sampled_from(["fixed", "spread", "pot", "no"]),
        small=st.none() | amounts,
        big=st.none() | amounts,
        ante=st.none() | amounts,
        bring_in=st.none() | amounts,
        spread_min=st.none() | amounts,
        spread_max=st.none() | amounts,
        chip=st.none() | st.integers(1, 10**9),
        currency=currencies,
        decimals=st.integers(2, 4),
        table=st.none() | texts,
        max_seats=st.none() | numbers,
        button=st.none() | numbers,
        house=st.none() | texts,
        tournament=st.none() | texts,
        level=st.none() | texts,
        played_at=st.none() | st.datetimes(),
        played_zone=st.none() | st.sampled_from(["ET", "UTC", "+02:00", "(odd)"]),
    )
)
def test_headers_come_back(header: Header) -> None:
    parsed = DIALECT.parse(Block(header_line(header) + "\nend", 1))
    assert parsed.header == header


@settings(max_examples=150, deadline=None)
@given(st.lists(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\n"), max_size=30), max_size=12))
def test_any_text_is_read_without_an_error(lines: list[str]) -> None:
    parsed = DIALECT.parse(Block("\n".join(["hand 1 game=stud small=2 big=4", 'seat 1 "x" 5', *lines]), 1))
    printed = {number for number, line in enumerate(lines, 3) if line.strip() and line[0] != "#"}
    assert printed <= {event.span.line for event in parsed.events}


def test_a_datetime_with_another_offset_keeps_it() -> None:
    moment = datetime(2026, 1, 2, 3, 4, 5, 678901, timezone(timedelta(hours=-3, minutes=-30)))
    text = "\n".join(["hand 1 game=stud small=2 big=4", 'seat 1 "x"', *write_events([e.Folded(1, at=moment)], 0)])
    parsed = DIALECT.parse(Block(text, 1))
    assert parsed.events[-1].at is not None
    assert parsed.events[-1].at.utcoffset() == moment.utcoffset()
