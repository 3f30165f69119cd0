from datetime import datetime

import pytest
from support.dialects import CORPORA, SAMPLES, events, parse, unknown

from stud_audit.ingest.reader import read_hands
from stud_audit.model.cards import parse_cards
from stud_audit.model.events import (
    Bet,
    BroughtIn,
    Called,
    CardDealt,
    Completed,
    PotAwarded,
    Raised,
    RakeTaken,
    SeatSummarised,
    TotalStated,
    UncalledReturned,
)
from stud_audit.model.gaps import SEVENTH_CARDS, UNCALLED_RETURNS

TABLE = "LIMIT SEVEN_CARD_STUD $1/$2, ante: $0.10, Real money"
SEATS = "Seat 1: aldgate ($40)\nSeat 10: brixton ($12.20)\n"


def hand(table: str = TABLE, body: str = SEATS, more: str = "", when: str = "Mon Sep 03 7:08:09 GMT+0100 2010") -> str:
    return f"***** History for hand R5-81-7{more} *****\nStart hand: {when}\nTable: Lisbon [81] ({table})\n{body}"


def sample(name: str, number: int = 0) -> list:
    return list(parse((SAMPLES / "ongame" / name).read_text("utf-8"))[number][1].events)


@pytest.mark.parametrize(
    ("table", "more", "game", "amounts", "expected"),
    [
        (TABLE, "", "stud", (100, 200, 10), {"currency": "USD", "table": "Lisbon", "played_zone": "GMT+0100"}),
        (TABLE.replace("STUD", "STUD_HI_LO").replace("$", "€"), "", "stud8", (100, 200, 10), {"currency": "EUR"}),
        ("LIMIT RAZZ $100/$200, ante: $20, Play money", "", "razz", (100, 200, 20), {"currency": "chips"}),
        (
            "LIMIT SEVEN_CARD_STUD 1,500/3,000, ante: 250, TC", ' (TOURNAMENT: "Noon", S-812-6, buy-in: $5)', "stud",
            (1500, 3000, 250), {"currency": "chips", "tournament": "S-812-6", "decimals": 0},
        ),
    ],
)  # fmt: skip
def test_headers(table: str, more: str, game: str, amounts: tuple[int, int, int], expected: dict) -> None:
    [(dialect, parsed)] = parse(hand(table, SEATS.replace("12.20", "12"), more))
    header = parsed.header
    assert (dialect, parsed.status, parsed.problem) == ("ongame", "parsed", None)
    assert (header.hand_id, header.game, (header.small, header.big, header.ante)) == ("R5-81-7", game, amounts)
    assert header.played_at == datetime(2010, 9, 3, 7, 8, 9)
    assert {name: getattr(header, name) for name in expected} == expected


@pytest.mark.parametrize("when", ["Tue Dec 04 19:48:34 CET 2012", "Tue Dec 4 19:48:34 2012"])
def test_dates(when: str) -> None:
    assert parse(hand(when=when))[0][1].header.played_at == datetime(2012, 12, 4, 19, 48, 34)


@pytest.mark.parametrize(
    ("table", "status", "unsupported"),
    [
        ("NO_LIMIT TEXAS_HOLDEM $0.25/$0.50, Play money", "ignored", None),
        ("POT_LIMIT OMAHA_HI_LO $0.50/$0.50, Real money", "ignored", None),
        ("LIMIT FIVE_CARD_DRAW $1/$2, Real money", "ignored", None),
        ("POT_LIMIT SEVEN_CARD_STUD $1/$2, ante: $0.10, Real money", "parsed", "pot-limit SEVEN_CARD_STUD"),
        ("LIMIT FIVE_CARD_STUD $1/$2, ante: $0.10, Real money", "parsed", "FIVE_CARD_STUD"),
    ],
)
def test_other_games(table: str, status: str, unsupported: str | None) -> None:
    [(_, parsed)] = parse(hand(table))
    assert (parsed.status, parsed.unsupported) == (status, unsupported)


def test_a_damaged_header_costs_its_hand() -> None:
    [(_, damaged), (_, whole)] = parse(hand("LIMIT SEVEN_") + "\n" + hand())
    assert (damaged.status, damaged.header.hand_id, whole.status) == ("refused", "R5-81-7", "parsed")


def test_wagers_come_in_the_normal_form() -> None:
    told = sample("stud.txt")
    wagers = [event for event in told if isinstance(event, BroughtIn | Called | Bet | Raised)]
    assert wagers[0] == BroughtIn(6, 50, 50, street=3)
    # What a raise comes to is printed for the whole hand, without the ante.
    assert [event for event in wagers if event.street == 5] == [
        Bet(5, 200, 200, street=5),
        Called(6, 200, 200, street=5),
        Raised(3, 400, 400, street=5),
        Called(4, 400, 400, street=5),
        Raised(5, 400, 600, street=5),
        Called(6, 20, 220, True, street=5),
        Called(3, 200, 600, street=5),
        Called(4, 200, 600, street=5),
    ]
    assert Bet(1, 25, 25, street=3) in sample("stud.txt", 2)


@pytest.mark.parametrize(
    ("total", "by"),
    [("$2", None), ("$2.50", None), ("$9", 800)],
    ids=["of the street", "of the hand", "neither"],
)
def test_the_total_of_a_raise_is_that_of_the_street_or_of_the_hand(total: str, by: int | None) -> None:
    play = (
        "---\nDealing pocket cards\nbrixton small bring in $0.50\naldgate calls $0.50\n---\nDealing 4th street\n"
        f"brixton bets $1\naldgate raises $2 to {total}\n"
    )
    raised = next(event for event in events(hand(body=SEATS + play)) if isinstance(event, Raised))
    assert (raised.added, raised.to, raised.by) == (200, 200, by)


def test_a_bet_over_the_bring_in_completes_it() -> None:
    play = "---\nDealing pocket cards\nbrixton small bring in $0.50\naldgate bets $1\n"
    assert Completed(1, 100, 100, street=3) in events(hand(body=SEATS + play))


def test_the_deal() -> None:
    [(_, parsed), *_] = parse((SAMPLES / "ongame" / "stud.txt").read_text("utf-8"))
    told = parsed.events
    assert CardDealt(3, "down", parse_cards("Ac Js"), street=3) in told
    assert CardDealt(6, "down", (-1, -1), street=3) in told
    assert CardDealt(6, "up", parse_cards("4c"), street=3) in told
    assert [event for event in told if isinstance(event, CardDealt) and event.street == 7] == [
        CardDealt(3, "down", parse_cards("7d"), street=7)
    ]
    assert SEVENTH_CARDS in parsed.missing


def test_pots_and_nets() -> None:
    told = sample("stud.txt")
    assert [event for event in told if isinstance(event, TotalStated | PotAwarded | RakeTaken)] == [
        TotalStated(1130, "main"), PotAwarded(4, 997, "main"),
        TotalStated(1540, "side-1"), PotAwarded(4, 1540, "side-1"), RakeTaken(133),
    ]  # fmt: skip
    cards = parse_cards("Qs Tc 9s Jd 8s 2h 2s")
    assert SeatSummarised(4, "brixton", 2537, shown=cards, said="STRAIGHT QUEEN") in told
    assert SeatSummarised(3, "aldgate") in told


def test_the_stated_total_proves_what_came_back() -> None:
    told = sample("stud.txt", 1)
    assert [event for event in told if isinstance(event, UncalledReturned | TotalStated)] == [
        UncalledReturned(8, 50), TotalStated(356),
    ]  # fmt: skip
    text = (SAMPLES / "ongame" / "planted.txt").read_text("utf-8")
    [(_, parsed)] = parse(text.replace("Main pot: $3.56", "Main pot: $3.66"))
    assert UNCALLED_RETURNS in parsed.missing
    assert not [event for event in parsed.events if isinstance(event, UncalledReturned)]


def test_a_pot_with_several_winners() -> None:
    seats = SEATS + "Seat 5: x ($1), brixton ($8)\n"
    end = (
        "Summary:\nMain pot: $10 won by x ($1), brixton ($5 High), brixton ($4.50 Low)\nRake taken: $0.50\n"
        "***** End of hand R5-81-7 *****\n"
    )
    won = [event for event in events(hand(body=seats + end)) if isinstance(event, PotAwarded)]
    assert won == [PotAwarded(5, 500, "main", "high"), PotAwarded(10, 450, "main", "low")]


def test_winners_that_cannot_be_told() -> None:
    end = "Summary:\nMain pot: $10 won by nobody ($5)\nRake taken: $0.50\n***** End of hand R5-81-7 *****\n"
    [event] = unknown(events(hand(body=SEATS + end)))
    assert (event.code, event.problem) == ("R010", "'nobody ($5)' names no seated winners with amounts")


@pytest.mark.skipif(not CORPORA.exists(), reason="the corpora are not here")
def test_the_corpora() -> None:
    hands = list(read_hands(CORPORA / "ongame"))
    assert [(hand.header.game, hand.status, hand.truncated) for hand in hands] == [("stud", "parsed", False)] * 5
    assert not [event for hand in hands for event in unknown(hand.events)]
    assert Bet(3, 100, 100, street=3) in hands[-1].events
