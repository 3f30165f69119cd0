from datetime import datetime

import pytest
from support.dialects import CORPORA, SAMPLES, events, parse, unknown

from stud_audit.game.hand_names import HighName
from stud_audit.ingest.reader import read_hands
from stud_audit.model.cards import parse_cards
from stud_audit.model.events import (
    BroughtIn,
    Called,
    CardDealt,
    CardsReprinted,
    PotAwarded,
    Raised,
    RakeTaken,
    SeatSummarised,
    Shown,
    StreetOpened,
    TotalStated,
    UncalledReturned,
)
from stud_audit.model.gaps import ALL_IN_MARKS, UP_CARDS
from stud_audit.record.hand_words import read_description

SEATS = "Seat 1: aldgate (400€)\nSeat 3: brixton (118.50€)\n"
DEAL = "*** ANTE/BLINDS ***\naldgate posts ante 5€\nbrixton posts ante 5€\n*** 3rd STREET ***\n"


def hand(
    game: str = "7-Card Stud fixed limit (5€/25€/50€)",
    body: str = SEATS,
    kind: str = "CashGame",
    table: str = "Table: 'Ostende' 6-max (real money)",
) -> str:
    return f"Winamax Poker - {kind} - HandId: #91-7-4 - {game} - 2016/11/02 7:08:09 UTC\n{table}\n{body}"


def sample(name: str, number: int = 0) -> list:
    return list(parse((SAMPLES / "winamax" / name).read_text("utf-8"))[number][1].events)


@pytest.mark.parametrize(
    ("game", "kind", "name", "amounts", "more"),
    [
        ("7-Card Stud fixed limit (5€/25€/50€)", "CashGame", "stud", (2500, 5000, 500), {"currency": "EUR"}),
        ("7-Card Stud Hi/Lo fixed limit (0.05€/0.25€/0.50€)", 'Go Fast "Oslo"', "stud8", (25, 50, 5), {}),
        ("Razz fixed limit (0.01/0.05/0.10)", "CashGame", "razz", (5, 10, 1), {"currency": "chips", "decimals": 2}),
        (
            "7stud fixed limit (15/80/160)", 'Tournament "Ten Games" buyIn: 9€ + 1€ level: 3', "stud", (80, 160, 15),
            {"tournament": "Ten Games", "level": "3", "decimals": 0, "played_zone": "UTC"},
        ),
        ("7stud8 fixed limit (0.10€/0.20€)", "CashGame", "stud8", (10, 20, None), {"max_seats": 6, "table": "Ostende"}),
    ],
)  # fmt: skip
def test_headers(game: str, kind: str, name: str, amounts: tuple[int, int, int | None], more: dict) -> None:
    [(dialect, parsed)] = parse(hand(game, SEATS.replace("118.50", "118"), kind))
    header = parsed.header
    assert (dialect, parsed.status, parsed.problem) == ("winamax", "parsed", None)
    assert (header.hand_id, header.game, (header.small, header.big, header.ante)) == ("91-7-4", name, amounts)
    assert header.played_at == datetime(2016, 11, 2, 7, 8, 9)
    assert {field: getattr(header, field) for field in more} == more


@pytest.mark.parametrize(("table", "button"), [("Seat #0 is the button", None), ("Seat #3 is the button", 3)])
def test_seat_0_is_no_button(table: str, button: int | None) -> None:
    [(_, parsed)] = parse(hand(table=f"Table 'Česká Lípa 02' 6-max (play money) {table}"))
    assert (parsed.header.button, parsed.header.table) == (button, "Česká Lípa 02")


@pytest.mark.parametrize(
    ("game", "status", "unsupported"),
    [
        ("Holdem no limit (0.05€/0.10€)", "ignored", None),
        ("Omaha8 pot limit (0.05/0.10)", "ignored", None),
        ("2-7 Triple Draw fixed limit (25€/50€)", "ignored", None),
        ("7-Card Stud pot limit (5€/25€/50€)", "parsed", "pot-limit 7-Card Stud"),
    ],
)
def test_other_games(game: str, status: str, unsupported: str | None) -> None:
    [(_, parsed)] = parse(hand(game))
    assert (parsed.status, parsed.unsupported) == (status, unsupported)


def test_a_damaged_header_costs_its_hand() -> None:
    [(_, damaged), (_, whole)] = parse(f"{hand('7-Card Stud fixed')}\n{hand()}")
    assert (damaged.status, whole.status) == ("refused", "parsed")
    assert damaged.problem is not None


def test_raises_are_counted_without_the_bring_in() -> None:
    play = (
        f"{DEAL}aldgate brings in 10€\nbrixton raises 25€ to 25€\naldgate raises 15€ to 40€\n"
        "brixton raises 35€ to 75€\naldgate calls 25€\n"
    )
    raises = [event for event in events(hand(body=SEATS + play)) if isinstance(event, Raised)]
    assert [(event.added, event.to) for event in raises] == [(2500, 2500), (4000, 5000), (5000, 7500)]


@pytest.mark.parametrize(
    ("raised", "call", "to"),
    [("25€ to 50€", "25€", 5000), ("25€ to 50€", "35€", 6000), ("15€ to 40€", "25€", 5000)],
    ids=["with the bring-in", "without it", "without it, at the right size"],
)
def test_the_answer_tells_what_a_raise_came_to(raised: str, call: str, to: int) -> None:
    play = f"{DEAL}aldgate brings in 10€\nbrixton raises 25€ to 25€\naldgate raises {raised}\nbrixton calls {call}\n"
    last = [event for event in events(hand(body=SEATS + play)) if isinstance(event, Raised)][-1]
    assert last.to == to


def test_the_last_chips_are_told_by_the_stack() -> None:
    seats = SEATS.replace("118.50", "33.90")
    play = "brixton brings in 10€\naldgate raises 25€ to 25€\nbrixton raises -6.10€ to 18.90€\naldgate calls 3.90€\n"
    [(_, parsed)] = parse(hand(body=f"{seats}{DEAL}{play}"))
    assert [event for event in parsed.events if isinstance(event, BroughtIn | Raised | Called)] == [
        BroughtIn(3, 1000, 1000, street=3),
        Raised(1, 2500, 2500, street=3),
        Raised(3, 1890, 2890, True, street=3),
        Called(1, 390, 2890, street=3),
    ]
    assert ALL_IN_MARKS in parsed.missing


def test_a_step_that_fits_no_way_of_counting_is_kept() -> None:
    play = f"{DEAL}aldgate brings in 10€\nbrixton raises 40€ to 25€\naldgate calls 15€\n"
    assert Raised(3, 2500, 2500, by=3000, street=3) in events(hand(body=SEATS + play))


def test_the_deal() -> None:
    told = sample("cash.txt")
    assert [event for event in told if isinstance(event, CardDealt | CardsReprinted) and event.seat == 5] == [
        CardDealt(5, "down", (-1, -1), street=3),
        CardDealt(5, "up", parse_cards("6s"), street=3),
        CardsReprinted(5, "up", parse_cards("6s"), street=4),
        CardDealt(5, "up", parse_cards("Kc"), street=4),
        CardsReprinted(5, "up", parse_cards("6s Kc"), street=5),
        CardDealt(5, "up", parse_cards("Jd"), street=5),
        CardsReprinted(5, "up", parse_cards("6s Kc Jd"), street=6),
        CardDealt(5, "up", parse_cards("6h"), street=6),
        CardsReprinted(5, "up", parse_cards("6s Kc Jd 6h"), street=7),
        CardDealt(5, "down", (-1,), street=7),
    ]
    assert CardsReprinted(2, "down", parse_cards("2s Jc"), street=4) in told


def test_pots_are_printed_after_rake_and_with_the_uncalled_bet() -> None:
    told = sample("cash.txt", 2)
    money = UncalledReturned | PotAwarded | TotalStated | RakeTaken | SeatSummarised
    assert [event for event in told if isinstance(event, money)] == [
        UncalledReturned(3, 5000),
        PotAwarded(3, 63_175, "main"),
        TotalStated(66_500),
        RakeTaken(3325),
        SeatSummarised(3, "aldgate", 63_175),
    ]


def test_a_fold_in_hi_lo_is_paid_in_halves() -> None:
    play = (
        f"{DEAL}aldgate brings in 10€\nbrixton calls 10€\n*** 4th STREET ***\nbrixton bets 25€\naldgate folds\n"
        "brixton collected 26.50€ from pot(HI)\nbrixton collected 26.50€ from pot(LO)\n*** SUMMARY ***\n"
        "Total pot 53€ | Rake 2€\nSeat 3: brixton won 26.50€\nSeat 3: brixton won 26.50€\n"
    )
    [(_, parsed)] = parse(hand("7-Card Stud Hi/Lo fixed limit (5€/25€/50€)", SEATS + play))
    told = parsed.events
    assert not parsed.truncated
    assert [e for e in told if isinstance(e, UncalledReturned | PotAwarded | TotalStated | SeatSummarised)] == [
        UncalledReturned(3, 2500),
        PotAwarded(3, 1400, "main", "high"),
        PotAwarded(3, 1400, "main", "low"),
        TotalStated(3000),
        SeatSummarised(3, "brixton", 2800),
    ]


def test_a_hand_shown_twice_for_high_and_low_is_one() -> None:
    told = sample("cash.txt", 1)
    cards = parse_cards("3c 2d 6s As 8d 8c Ts")
    assert [event for event in told if isinstance(event, Shown)][-1] == Shown(4, cards, "One pair : 8")
    assert [event for event in told if isinstance(event, PotAwarded)] == [
        PotAwarded(3, 27_313, "main", "high"),
        PotAwarded(4, 27_312, "main", "low"),
    ]
    assert SeatSummarised(4, "camden", 27_312, shown=cards, said="One pair : 8") in told


def test_exports() -> None:
    [(_, parsed), (_, razz)] = parse((SAMPLES / "winamax" / "export.txt").read_text("utf-8"))
    told = parsed.events
    assert UP_CARDS in parsed.missing
    assert [event.street for event in told if isinstance(event, StreetOpened)] == [3, 4, 5, 6, 7]
    assert BroughtIn(2, 2, 2, street=3) in told
    assert [(e.seat, e.amount, e.pot, e.half) for e in told if isinstance(e, PotAwarded)] == [
        (2, 54, "side-1", None), (2, 38, "main", "high"), (5, 38, "main", "low"),
    ]  # fmt: skip
    assert RakeTaken(0) in razz.events


@pytest.mark.parametrize(
    ("words", "high"),
    [
        ("One pair : 6", HighName("pair", (4,))),
        ("Two pairs : Kings and 4", HighName("two pair", (11, 2))),
        ("Trips of 10", HighName("three of a kind", (8,))),
        ("Straight King high", HighName("straight", (11,))),
        ("Full of 6 and Aces", HighName("full house", (4, 12))),
        ("Quads of Jack", HighName("four of a kind", (9,))),
    ],
)
def test_its_words_for_hands_are_read(words: str, high: HighName) -> None:
    assert read_description(words).high == high


@pytest.mark.skipif(not CORPORA.exists(), reason="the corpora are not here")
def test_the_corpora() -> None:
    hands = list(read_hands(CORPORA / "winamax"))
    assert [hand.header.game for hand in hands] == ["stud", "stud", "stud8"]
    assert {(hand.status, hand.truncated) for hand in hands} == {("parsed", False)}
    assert not [event for hand in hands for event in unknown(hand.events)]


def test_a_pot_below_the_bet_that_came_back_is_as_printed() -> None:
    body = f"{SEATS}{DEAL}aldgate bets 25€\nbrixton folds\naldgate collected 10€ from pot\n*** SUMMARY ***\n"
    for printed, stated in (("35€", 1000), ("10€", 1000)):
        found = events(hand(body=f"{body}Total pot {printed} | No rake\n"), "winamax")
        assert [event.amount for event in found if isinstance(event, TotalStated)] == [stated]
