"""Hands written as PokerStars text read back as the same events, as far as that text can say them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from msgspec.structs import replace

from stud_audit.houses.loader import load_house
from stud_audit.ingest.dialect import Block, Parsed
from stud_audit.ingest.registry import get_dialect
from stud_audit.ingest.writers.pokerstars import hero_of, write_hand
from stud_audit.model.events import (
    AntePosted,
    BoughtIn,
    BroughtIn,
    ButtonsOffered,
    Called,
    CardBurned,
    CardDealt,
    CardsReprinted,
    ChatSaid,
    Event,
    Folded,
    HandCancelled,
    HandEnded,
    LineUnknown,
    Mucked,
    PotAwarded,
    Prompted,
    Raised,
    SeatSummarised,
    SeatTaken,
    Shown,
    StreetOpened,
    UncalledReturned,
    Wager,
)
from stud_audit.model.hand import Game, Hand, Header
from stud_audit.simulate.play import play
from stud_audit.simulate.session import new_table, prepare

_UNSAID = (BoughtIn, ButtonsOffered, CardBurned, Prompted, CardsReprinted)


def read(hand: Hand, hero: int | None) -> Parsed:
    text = "\n".join(line.text for line in write_hand(hand, hero))
    return get_dialect("pokerstars").parse(Block(text, 1))


def sayable(hand: Hand, hero: int | None) -> Iterator[Event]:
    """The events that the text can say, seat by seat in each deal, worked out apart from the writer."""
    dealing: list[CardDealt] = []
    for event in hand.events:
        if isinstance(event, CardDealt):
            if event.facing == "up" or event.seat == hero:
                dealing.append(replace(event, at=None))
            continue
        if isinstance(event, _UNSAID):
            continue
        yield from sorted(dealing, key=lambda deal: deal.seat)
        dealing = []
        event = replace(event, at=None, source=None)
        if isinstance(event, PotAwarded):
            event = replace(event, half=None)
        elif isinstance(event, Mucked):
            event = replace(event, cards=())
        yield event


@pytest.mark.parametrize("house", ["london-poker-club", "pokerstars", "tda"])
@pytest.mark.parametrize("game", ["stud", "stud8", "razz"])
def test_what_is_written_is_read_back(house: str, game: Game) -> None:
    rules, dice = load_house(house), Random(f"{house} {game}")
    for number in range(12):
        table = new_table(rules, game, dice, number)
        prepare(table, rules, dice)
        hand = play(table, rules, str(1000 + number), dice).hand
        for hero in (None, dice.choice(sorted(table.seats))):
            parsed = read(hand, hero)
            got = [event for event in parsed.events if not isinstance(event, CardsReprinted)]
            assert got == list(sayable(hand, hero))
            assert not parsed.truncated
            header = parsed.header
            assert (header.game, header.small, header.big) == (game, hand.header.small, hand.header.big)
            assert (header.table, header.played_at) == (hand.header.table, hand.header.played_at.replace(microsecond=0))  # type: ignore[union-attr]


def test_repeated_boards_are_those_that_were_dealt() -> None:
    house, dice = load_house("tda"), Random(2)
    table = new_table(house, "stud", dice, 1)
    prepare(table, house, dice)
    hand = play(table, house, "1", dice).hand
    up: dict[int, tuple[int, ...]] = {}
    repeated = 0
    for event in read(hand, None).events:
        if isinstance(event, CardDealt):
            up[event.seat] = up.get(event.seat, ()) + event.cards
        elif isinstance(event, CardsReprinted):
            repeated += 1
            assert event.cards == up[event.seat]
    assert repeated


def test_every_event_that_is_told_is_told_by_one_line() -> None:
    house, dice = load_house("william-hill"), Random(3)
    table = new_table(house, "stud8", dice, 1)
    prepare(table, house, dice)
    hand = play(table, house, "1", dice).hand
    told = [number for line in write_hand(hand, None) for number in line.events]
    assert len(told) == len(set(told))
    unsaid = {type(hand.events[number - 1]) for number in range(1, len(hand.events) + 1) if number not in told}
    assert unsaid <= {*_UNSAID, CardDealt}


# --- hands that were read from elsewhere ---------------------------------------------------------


def elsewhere(*events: Event, **header: object) -> Hand:
    """A hand with the gaps that other sites' logs have: no headings, hidden cards, no summary."""
    stakes: dict[str, object] = {"small": 200, "big": 400, "currency": "USD", "decimals": 2}
    return Hand("-", 1, "ongame", Header("R-5", "stud", **(stakes | header)), events, "", 1, 1, "", "")  # type: ignore[arg-type]


SEATED = (SeatTaken(1, "quarry", 4000), SeatTaken(2, "Sable", None), AntePosted(1, 25), AntePosted(2, 25))
PLAYED = (
    CardDealt(1, "down", (-1, -1), street=3),
    CardDealt(2, "down", (0, 5), street=3),
    CardDealt(1, "up", (10,), street=3),
    CardDealt(2, "up", (40,), street=3),
    Called(2, 100, 100, street=3, source="timeout"),
    Folded(1, street=3),
    UncalledReturned(2, 100),
    PotAwarded(2, 50),
)


def test_what_the_site_always_prints_is_worked_out() -> None:
    hand = elsewhere(*SEATED, *PLAYED, HandEnded())
    lines = [line.text.rstrip() for line in write_hand(hand, hero_of(hand))]
    assert lines[0].startswith("PokerStars Hand #")
    assert "($2/$4 USD)" in lines[0]
    assert lines[3] == "Seat 2: Sable ($5.25 in chips)"  # unknown: more than they put in
    assert lines[6:9] == ["*** 3rd STREET ***", "Dealt to quarry [4h]", "Dealt to Sable [2c 3d Qc]"]
    assert "Sable: calls $1 (timeout)" in lines
    assert lines[-4:] == [
        "*** SUMMARY ***",
        "Total pot $0.50 | Rake $0",
        "Seat 1: quarry folded on the 3rd Street (didn't bet)",
        "Seat 2: Sable collected ($0.50)",
    ]
    parsed = read(hand, hero_of(hand))
    assert parsed.status == "parsed"
    assert not parsed.truncated
    assert [e.seat for e in parsed.events if isinstance(e, SeatSummarised)] == [1, 2]
    assert [e.street for e in parsed.events if isinstance(e, StreetOpened)] == [3]


def test_who_folded_and_shows_is_summed_up_as_folded() -> None:
    lines = [line.text.rstrip() for line in write_hand(elsewhere(*SEATED, *PLAYED, Shown(1, (0, 5, 10))))]
    assert "Seat 1: quarry folded on the 3rd Street (didn't bet)" in lines


def test_who_has_cards_and_no_ante_is_summed_up() -> None:
    seated = [event for event in SEATED if event != AntePosted(1, 25)]
    lines = [line.text.rstrip() for line in write_hand(elsewhere(*seated, *PLAYED))]
    assert "Seat 1: quarry folded on the 3rd Street (didn't bet)" in lines


def test_a_cancelled_hand_has_no_pot_and_no_rake() -> None:
    lines = [line.text.rstrip() for line in write_hand(elsewhere(*SEATED, *PLAYED[:5], HandCancelled("crash")))]
    assert "Total pot $0 | Rake $0" in lines


def test_hands_with_hidden_cards_are_mucked() -> None:
    shown = Shown(2, (-1, -1, 40, -1))
    hidden = Shown(1, (-1, -1))
    lines = [line.text.rstrip() for line in write_hand(elsewhere(*SEATED, *PLAYED, shown, hidden))]
    assert "Sable: shows [Qc]" in lines
    assert "quarry: mucks hand" in lines


@pytest.mark.parametrize(
    ("header", "said"),
    [
        ({"currency": "EUR"}, "(€2/€4 EUR)"),
        ({"currency": "chips", "decimals": 0, "small": 30, "big": 60}, "(30/60)"),
        (
            {"tournament": "77", "level": "Level V", "currency": "chips", "decimals": 0},
            "Tournament #77, 7 Card Stud Limit - Level V",
        ),
    ],
)
def test_headers_are_read_again(header: dict[str, object], said: str) -> None:
    hand = elsewhere(*SEATED, *PLAYED, HandEnded(), **header)
    assert said in write_hand(hand)[0].text
    parsed = read(hand, None)
    assert parsed.status == "parsed"
    assert (parsed.header.small, parsed.header.tournament) == (hand.header.small, hand.header.tournament)


def test_chat_stays_on_its_line() -> None:
    hand = elsewhere(*SEATED, ChatSaid(1, "folds\nbets $4"), *PLAYED, HandEnded())
    assert 'quarry said, "folds bets $4"' in [line.text for line in write_hand(hand)]
    assert [e.text for e in read(hand, None).events if isinstance(e, ChatSaid)] == ["folds bets $4"]


def test_a_note_stays_behind_what_was_done() -> None:
    text = "\n".join(line.text for line in write_hand(elsewhere(*SEATED, *PLAYED, HandEnded())))
    text = text.replace("quarry: folds", "quarry: folds (thought long)").replace("(timeout)", "(by hand)")
    parsed = get_dialect("pokerstars").parse(Block(text, 1))
    hand = Hand("-", 1, "pokerstars", parsed.header, parsed.events, text, 1, 1, "", "")
    lines = [line.text for line in write_hand(hand)]
    assert "quarry: folds (thought long)" in lines
    assert "Sable: calls $1 (by hand)" in lines
    assert list(read(hand, None).events) == list(parsed.events)


def test_a_raise_to_less_than_the_bet_is_no_increase() -> None:
    """No line can say a negative one."""
    low = (BroughtIn(1, 100, 100, street=3), Raised(2, 200, 200, street=3), Raised(1, 50, 150, street=3))
    hand = elsewhere(*SEATED, *PLAYED[:4], *low, HandEnded())
    assert "quarry: raises $0 to $1.50" in [line.text for line in write_hand(hand)]
    wagers = [event for event in read(hand, None).events if isinstance(event, (Wager, LineUnknown))]
    assert wagers == [low[0], replace(low[1], by=100), replace(low[2], by=0)]


def test_a_record_that_breaks_off_is_not_completed() -> None:
    hand = replace(elsewhere(*SEATED, *PLAYED[:5]), truncated=True)
    parsed = read(hand, None)
    assert parsed.truncated
    assert [type(e) for e in parsed.events if isinstance(e, Wager)] == [Called]
