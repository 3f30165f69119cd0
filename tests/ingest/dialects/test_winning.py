from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from support.dialects import CORPORA, SAMPLES, events, parse, unknown

from stud_audit.ingest.reader import read_hands
from stud_audit.model.cards import UNKNOWN, parse_cards
from stud_audit.model.events import (
    AntePosted,
    Bet,
    BroughtIn,
    Called,
    CardDealt,
    CardsReprinted,
    Event,
    Mucked,
    Noted,
    PotAwarded,
    Protected,
    Raised,
    RakeTaken,
    SeatSummarised,
    SeatTaken,
    Shown,
    StreetOpened,
    TimedOut,
    TotalStated,
    UncalledReturned,
    Wager,
)
from stud_audit.model.spans import Span

NEW = "Hand #7 - 7Stud(Fixed Limit) - $0.50/$1.00 - 2020/02/14 03:12:08 UTC\nFenwick 8-max\n"
OLD = "Game started at: 2016/5/9 20:1:7\nGame ID: 7 2/4 (PRR) Kestrel (Seven Cards Stud)\n"
TOURNAMENT = (
    "Game Hand #7 - Tournament #118 - 7Stud H/L(Fixed Limit) - Level 15 (50.00/100.00)- 2019/07/21 17:44:50 UTC\n"
    "Table '1' 9-max Seat #3 is the button\n"
)
SEATS = "Seat 2: aldgate (38.50)\nSeat 3: brixton (9.75)\n"


def text_of(name: str) -> str:
    return (SAMPLES / "winning" / name).read_text("utf-8")


def sample(name: str, hand: int = 0) -> list[Event]:
    return list(parse(text_of(name))[hand][1].events)


@pytest.mark.parametrize(
    ("header", "game", "small", "more"),
    [
        (NEW, "stud", 50, {"currency": "USD", "table": "Fenwick", "max_seats": 8, "played_zone": "UTC"}),
        (NEW.replace("7Stud(", "7Stud H/L (").replace("$1.00", "$1.00, Ante $0.10"), "stud8", 50, {"ante": 10}),
        (TOURNAMENT, "stud8", 5000, {"currency": "chips", "tournament": "118", "level": "Level 15", "button": 3}),
        (NEW.replace("$", "").replace("8-max", "8-max (Play Money)"), "stud", 50, {"currency": "chips"}),
        (OLD, "stud", 200, {"currency": "USD", "table": "(PRR) Kestrel"}),
        (OLD.replace("(Seven Cards Stud)", "(Seven Cards Stud HiLow) 8-max"), "stud8", 200, {"max_seats": 8}),
        (OLD.replace("(PRR)", "PM"), "stud", 200, {"currency": "chips"}),
        (OLD.replace("(PRR) Kestrel", "$10 Freeroll - On Demand, Table 13"), "stud", 200, {"currency": "chips"}),
    ],
)  # fmt: skip
def test_headers(header: str, game: str, small: int, more: dict[str, Any]) -> None:
    [(dialect, parsed)] = parse(header + SEATS)
    found = parsed.header
    assert (dialect, parsed.status, parsed.problem, parsed.unsupported) == ("winning", "parsed", None, None)
    assert (found.hand_id, found.game, found.small, found.big) == ("7", game, small, 2 * small)
    assert {name: getattr(found, name) for name in more} == more
    assert found.played_at is not None
    assert not unknown(parsed.events)


@pytest.mark.parametrize(
    ("header", "status", "unsupported"),
    [
        (NEW.replace("7Stud(Fixed", "Omaha H/L(Fixed"), "ignored", None),
        (NEW.replace("7Stud(Fixed", "Holdem(No"), "ignored", None),
        (OLD.replace("Seven Cards Stud", "Omaha HiLow") + "Seat 2 is the button\n", "ignored", None),
        (NEW.replace("7Stud(Fixed", "7Stud(Pot"), "parsed", "pot-limit 7Stud"),
    ],
)
def test_other_games(header: str, status: str, unsupported: str | None) -> None:
    [(_, parsed)] = parse(header + SEATS)
    assert (parsed.status, parsed.unsupported) == (status, unsupported)


@pytest.mark.parametrize(
    "header", ["Hand #7 - 7Stud(Fixed Limit) - $0.50/$1.00\n", "Game started at: 2016/5/9 20:1:7\n"]
)
def test_a_damaged_header(header: str) -> None:
    [(dialect, parsed)] = parse(header + SEATS)
    assert (dialect, parsed.status) == ("winning", "refused")
    assert parsed.problem is not None


def test_the_new_way() -> None:
    told = sample("2019-style.txt")
    assert SeatTaken(6, "dulwich", 980, True) in told
    wagers = [event for event in told if isinstance(event, Wager)]
    assert wagers == [
        BroughtIn(4, 15, 15, street=3),
        Raised(8, 50, 50, street=3),
        Called(1, 50, 50, street=3),
        Called(3, 50, 50, street=3),
        Bet(1, 100, 100, street=4),
        Raised(3, 200, 200, street=4),
        Called(1, 100, 200, street=4),
        Bet(1, 100, 100, street=5),
        Called(3, 75, 75, True, street=5),
    ]
    assert UncalledReturned(1, 25, street=5) in told
    dealt = [event for event in told if isinstance(event, CardDealt | CardsReprinted) and event.seat == 1]
    assert dealt[:4] == [
        CardDealt(1, "down", parse_cards("6c 6h"), street=3),
        CardDealt(1, "up", parse_cards("9d"), street=3),
        CardsReprinted(1, "down", parse_cards("6c 6h"), street=4),
        CardsReprinted(1, "up", parse_cards("9d"), street=4),
    ]
    assert dealt[-1] == CardDealt(1, "down", parse_cards("4s"), street=7)


def test_totals_and_pots_are_net_in_the_log_and_gross_here() -> None:
    told = sample("2019-style.txt")
    assert [(e.amount, e.pot, e.street) for e in told if isinstance(e, TotalStated)] == [
        (40, "main", 3), (205, "main", 4), (605, "main", 5), (755, "main", 6), (755, "main", 7), (755, "main", 7),
        (755, None, 0),
    ]  # fmt: skip
    assert [event.amount for event in told if isinstance(event, RakeTaken)] == [25, 3]
    assert PotAwarded(3, 727, "main") in told


def test_who_wins_unseen_is_paid_in_the_summary_alone() -> None:
    told = sample("2019-style.txt", 1)
    award = next(event for event in told if isinstance(event, PotAwarded))
    assert award == PotAwarded(1, 509, "main")
    assert award.raw == "Seat 1: aldgate did not show and won $5.09"
    assert SeatSummarised(1, "aldgate", 509) in told
    assert Mucked(1) in told


def test_the_old_way() -> None:
    told = sample("2016-style.txt")
    assert [(event.street, event.span.line) for event in told if isinstance(event, StreetOpened)] == [
        (4, 23), (5, 32), (6, 41), (7, 44),
    ]  # fmt: skip
    wagers = [event for event in told if isinstance(event, Wager)]
    assert wagers[:4] == [
        BroughtIn(2, 50, 50, street=3),
        Raised(3, 200, 200, street=3),
        Called(7, 200, 200, street=3),
        Called(2, 150, 200, street=3),
    ]
    assert wagers[-3:] == [
        Bet(3, 400, 400, street=5),
        Raised(2, 800, 800, street=5),
        Called(3, 150, 550, True, street=5),
    ]
    brixton = [event for event in told if isinstance(event, CardDealt) and event.seat == 3]
    assert [(event.facing, event.street) for event in brixton] == [
        ("down", 3), ("down", 3), ("up", 3), ("up", 4), ("up", 5), ("up", 6), ("down", 7),
    ]  # fmt: skip
    assert brixton[2].cards == parse_cards("Td")
    assert brixton[-1].cards == (UNKNOWN,)
    assert brixton[2].span == Span(17, 32, 35)


def test_the_old_summary() -> None:
    told = sample("2016-style.txt")
    assert [event for event in told if isinstance(event, PotAwarded)] == [PotAwarded(2, 1137), PotAwarded(3, 1138)]
    assert TotalStated(2375) in told
    assert [event.amount for event in told if isinstance(event, RakeTaken)] == [90, 10]
    shown = [event for event in told if isinstance(event, SeatSummarised)]
    assert [(event.seat, event.won, event.said) for event in shown] == [
        (2, 1137, "HI: High card Ace; LO: 8,5,3,2,A"),
        (3, 1138, "Three of a kind. Tens"),
        (7, None, None),
    ]
    assert TimedOut(3, street=4) in sample("2016-style.txt", 1)
    assert Mucked(2) in sample("2016-style.txt", 1)


def test_banners_that_name_the_street_are_read_as_such() -> None:
    """The street comes from the cards: banners before the cards that they name are right as they are."""
    text = text_of("2016-style.txt").split("\n\n")[1]
    before = text.index("Player aldgate received card: [9c]")
    named = text.replace("*** Third street ***", "*** Fourth street ***")
    named = named[:before] + "*** Third street ***\n" + named[before:]
    streets = [event.street for event in events(named) if isinstance(event, StreetOpened)]
    assert streets == [3, 4]
    cards = [(event.street, event.cards) for event in events(named) if isinstance(event, CardDealt)]
    assert cards == [(event.street, event.cards) for event in events(text) if isinstance(event, CardDealt)]


def test_a_missing_banner_is_told_by_the_cards() -> None:
    text = text_of("2016-style.txt").replace("*** Fourth street ***\n", "")
    streets = [event.street for event in events(text) if isinstance(event, CardDealt) and event.seat == 2]
    assert streets[:7] == [3, 3, 3, 4, 5, 6, 7]


@pytest.mark.parametrize(
    ("line", "event"),
    [
        ("Player aldgate allin (3)", Bet(2, 300, 300, True, street=3)),
        ("Player brixton bets (2)\nPlayer aldgate allin (1.50)", Called(2, 150, 150, True, street=3)),
        ("Player brixton bets (2)\nPlayer aldgate caps (4)", Raised(2, 400, 400, street=3)),
        ("Player aldgate is disconnected and ALL IN.\nPlayer aldgate allin", Protected(2, street=3)),
        ("brixton bets $2.00\naldgate caps $4.00 to $4.00", Raised(2, 400, 400, street=3)),
        (
            "aldgate shows [2c] (HI - a pair of Aces | LO - [8,7,5,2,1])",
            Shown(2, parse_cards("2c"), "HI: a pair of Aces; LO: 8,7,5,2,A"),
        ),
        (
            "aldgate shows [2c] (HI - a pair of Aces [As Ac 2c 3d 4d] | LO - [])",
            Shown(2, parse_cards("2c"), "HI: a pair of Aces"),
        ),
        ("aldgate collected $1.00 from side pot-1", PotAwarded(2, 100, "side-1")),
        ("aldgate collected $1.00 from main pot 1", PotAwarded(2, 100, "main")),
        ("Player aldgate posts ante (0.25)", AntePosted(2, 25, street=3)),
        ("zed sits out", Noted("zed sits out", street=3)),
        ("Side pot(1) $0.60 | Rake $0.02", TotalStated(62, "side-1", street=3)),
    ],
)  # fmt: skip
def test_lines_that_the_samples_lack(line: str, event: Event) -> None:
    told = events(f"{NEW}{SEATS}*** 3rd STREET ***\n{line}\naldgate checks\n")
    assert not unknown(told)
    assert event in told


def test_lines_that_cannot_be() -> None:
    text = (
        f"{OLD}{SEATS}Player  folds\nPlayer brixton received card: [11c]\nPlayer aldgate bets ()\n"
        "Player brixton dances\nSeat 9: zed (1).\nPlayer brixton folds\n"
    )
    assert [(event.code, event.problem) for event in unknown(events(text))] == [
        ("R006", "'' has no seat in this hand"),
        ("R010", "'11c' is not a card"),
        ("R010", "it says no amount"),
        ("R001", None),
        ("R002", "a seat line after the seats of the hand"),
    ]


@pytest.mark.skipif(not CORPORA.exists(), reason="the corpora are not here")
@pytest.mark.parametrize(
    ("name", "family"),
    [
        ("7-Stud-8max-USD-1.00-2.00-201608.HH00000000-G0.txt", {"stud": 4}),
        ("7Stud-8max-USD-0.04-0.08-201907.CASHID-TN-Gorham-GAMETYPE.txt", {"stud": 1}),
        ("HAND_7CARD_STUD_HILO.txt", {"stud8": 1}),
    ],
)
def test_corpus(name: str, family: dict[str, int]) -> None:
    hands = list(read_hands(CORPORA / "winning" / name))
    assert Counter(hand.header.game for hand in hands) == family
    for hand in hands:
        assert (hand.dialect, hand.status, hand.truncated) == ("winning", "parsed", False)
        assert not unknown(hand.events)
