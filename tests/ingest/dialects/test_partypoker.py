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
    Event,
    Mucked,
    Noted,
    PotAwarded,
    Raised,
    RakeTaken,
    SeatSummarised,
    Shown,
    StateSaid,
    TimedOut,
    TotalStated,
    UncalledReturned,
)
from stud_audit.model.gaps import ALL_IN_MARKS, RAKE, UNCALLED_RETURNS, UP_CARDS

WHEN = "Monday, May 3, 7:08:09 EDT 2010"
HIGH_HALF = "aldgate wins $2 USD from the main pot with a pair of Fours.\n"
SEATS = "Seat 1: aldgate ( $40 USD )\nSeat 4: brixton ( $2.20 USD )\n"


def hand(stakes: str = f"$0.50/$1 USD 7 Card Stud - {WHEN}", body: str = SEATS) -> str:
    return f"***** Hand History for Game 71 *****\n{stakes}\nTable Table  7 (Real Money)\n{body}"


def sample(name: str, number: int = 0) -> list:
    return list(parse((SAMPLES / "partypoker" / name).read_text("utf-8"))[number][1].events)


@pytest.mark.parametrize(
    ("stakes", "game", "amounts", "more"),
    [
        (f"$0.50/$1 USD 7 Card Stud - {WHEN}", "stud", (50, 100, None), {"currency": "USD", "played_zone": "EDT"}),
        (f"€1/€2 EUR FL 7 Card Stud Hi-Lo - {WHEN}", "stud8", (100, 200, None), {"currency": "EUR"}),
        (f"$1,000/$2,000 USD FL 7 Card Stud - {WHEN}", "stud", (100_000, 200_000, None), {}),
        (
            f"FL 7 Card Stud $6 USD Buy-in Trny:697 Level:2  Stakes-Antes(60/120-10) - {WHEN}", "stud", (60, 120, 10),
            {"tournament": "697", "level": "2", "currency": "chips", "decimals": 0},
        ),
        (
            f"FL 7 Card Stud Hi-Lo $30 Buy-in  + $3 Entry Fee  Trny: 15 Level: 4 Stakes(1,500/3,000) - {WHEN}", "stud8",
            (1500, 3000, None), {"tournament": "15", "level": "4"},
        ),
    ],
)  # fmt: skip
def test_headers(stakes: str, game: str, amounts: tuple[int, int, int | None], more: dict) -> None:
    [(dialect, parsed)] = parse(hand(stakes, SEATS.replace("2.20", "2")))
    header = parsed.header
    assert (dialect, parsed.status, parsed.problem) == ("partypoker", "parsed", None)
    assert (header.hand_id, header.game, (header.small, header.big, header.ante)) == ("71", game, amounts)
    assert (header.table, header.played_at) == ("7", datetime(2010, 5, 3, 7, 8, 9))
    assert {name: getattr(header, name) for name in more} == more


@pytest.mark.parametrize(
    ("stakes", "status", "unsupported"),
    [
        (f"$4 USD NL Texas Hold'em - {WHEN}", "ignored", None),
        (f"$20/$40 USD FL Omaha Hi-Lo - {WHEN}", "ignored", None),
        (f"NL Texas Hold'em $11 USD Buy-in Trny: 59 Level: 7  Blinds(300/600) - {WHEN}", "ignored", None),
        (f"800/1600 Tourney Texas Hold'em Game Table (NL) (MTT Tournament #429) - {WHEN}", "ignored", None),
        (f"$1/$2 USD PL 7 Card Stud - {WHEN}", "parsed", "pot-limit 7 Card Stud"),
    ],
)
def test_other_games(stakes: str, status: str, unsupported: str | None) -> None:
    [(_, parsed)] = parse(hand(stakes))
    assert (parsed.status, parsed.unsupported, parsed.problem is None) == (status, unsupported, status == "parsed")


def test_a_damaged_header_costs_its_hand() -> None:
    [(_, damaged), (_, whole)] = parse(hand("$0.50/ USD 7 Card St") + "\n" + hand())
    assert (damaged.status, damaged.header.hand_id, whole.status) == ("refused", "71", "parsed")
    assert damaged.problem is not None
    assert "line 2" in damaged.problem


def test_what_announces_a_hand_belongs_to_it() -> None:
    first = "Game #71 starts.\n\n#Game No : 71 \n" + hand()
    [(_, one), (_, two)] = parse(f"{first}\n\0\n{first}")
    assert (one.header_span.line, two.header_span.line) == (4, 14)
    assert [event.text for event in two.events if isinstance(event, Noted)] == ["Game #71 starts.", "#Game No : 71"]


def test_wagers_come_in_the_normal_form() -> None:
    told = sample("stud-cash.txt")
    assert [e for e in told if isinstance(e, BroughtIn | Completed | Called | Raised) and e.street == 3] == [
        BroughtIn(7, 300, 300, street=3),
        Called(1, 300, 300, street=3),
        Called(2, 300, 300, street=3),
        Completed(3, 1000, 1000, street=3),
        Raised(7, 1700, 2000, street=3),
        Called(1, 1700, 2000, street=3),
        Called(3, 1000, 2000, street=3),
    ]
    assert Called(1, 1500, 1500, True, street=5) in told
    tournament = sample("stud-tournament.txt")
    assert Bet(4, 120, 120, street=4) in tournament
    assert Raised(4, 240, 360, street=6) in tournament
    assert Called(3, 105, 345, True, street=6) in tournament


@pytest.mark.parametrize(
    ("before", "amount", "event"),
    [
        ("", "0.30", BroughtIn(4, 30, 30, True, street=3)),
        ("aldgate bring-ins [$0.25 USD]\n", "0.40", Completed(4, 40, 40, True, street=3)),
        ("aldgate bets [$0.50 USD]\n", "0.40", Called(4, 40, 40, True, street=3)),
        ("aldgate bets [$0.50 USD]\n", "0.80", Raised(4, 80, 80, True, street=3)),
    ],
)
def test_what_is_done_with_the_last_chips_is_told_by_the_betting(before: str, amount: str, event: object) -> None:
    text = hand(body=f"{SEATS}** Dealing **\n{before}brixton is all-In  [${amount} USD]\n")
    assert event in events(text)


def test_the_heros_cards_alone_are_dealt_in_sight() -> None:
    [(_, parsed)] = parse((SAMPLES / "partypoker" / "planted.txt").read_text("utf-8"))
    dealt = [event for event in parsed.events if isinstance(event, CardDealt)]
    assert dealt == [
        CardDealt(1, "down", parse_cards("Js 2s"), street=3),
        CardDealt(1, "up", parse_cards("As"), street=3),
    ]
    assert StateSaid("opens", 8, street=3) in parsed.events
    assert {UP_CARDS, RAKE} <= set(parsed.missing)


def test_lows_are_announced_and_paid_on_lines_of_their_own() -> None:
    told = sample("stud8-cash.txt")
    shown = [event.said for event in told if isinstance(event, Shown)]
    assert shown == ["two pairs, Nines and Twos", "HI: a pair of Threes; LO: 7,5,3,2,A", "two pairs, Jacks and Fours"]
    assert [(e.seat, e.amount, e.half, e.said) for e in told if isinstance(e, PotAwarded)] == [
        (8, 544, "high", "two pairs, Jacks and Fours"), (6, 544, "low", "7,5,3,2,A"),
    ]  # fmt: skip
    told = sample("stud8-cash.txt", 1)
    assert StateSaid("no-low") in told
    assert Mucked(3, parse_cards("Qd 3d Qh 6d 2h 9c As")) in told


def test_an_uncalled_bet_is_taken_out_of_what_was_won() -> None:
    won = [event for event in sample("stud-cash.txt", 1) if isinstance(event, UncalledReturned | PotAwarded)]
    assert won == [UncalledReturned(8, 2000), PotAwarded(8, 9975, "main")]
    # At a showdown it is a side pot that nobody else could win.
    won = [event for event in sample("stud8-cash.txt", 1) if isinstance(event, UncalledReturned | PotAwarded)]
    assert won == [UncalledReturned(3, 275), PotAwarded(5, 6888, "main", None, "two pairs, Jacks and Sixes")]


def test_a_rake_that_may_be_as_large_as_the_bet_proves_nothing() -> None:
    text = (SAMPLES / "partypoker" / "stud-cash.txt").read_text("utf-8").replace("wins $119.75 USD", "wins $104 USD")
    parsed = parse(text)[1][1]
    assert UNCALLED_RETURNS in parsed.missing
    assert [event for event in parsed.events if isinstance(event, UncalledReturned | PotAwarded)] == [
        PotAwarded(8, 10400, "main")
    ]


@pytest.mark.parametrize(
    ("wins", "truncated"),
    [
        ("aldgate wins $3.90 USD from the main pot with a pair of Fours.\n", False),  # all but a rake: the low's line
        (HIGH_HALF, True),  # half of it: the low is missing
        (f"{HIGH_HALF}brixton wins Lo ($2 USD) from the main pot with 8,5,3,2,A.\n", False),
        ("", True),
    ],
)
def test_a_hand_whose_pot_is_paid_out_is_whole(wins: str, truncated: bool) -> None:
    play = (
        "aldgate posts ante [$0.50 USD]\nbrixton posts ante [$0.50 USD]\n"
        "** Dealing **\nDealt to aldgate [  Ah 4h 4d ]\n"
        "aldgate bring-ins [$0.50 USD]\nbrixton completes [$1.50 USD]\naldgate calls [$1 USD]\n"
        "brixton shows [ Qc, 3d, Ac, 8h, 2s, 5h, Jc ]high card Ace.\n"
        "aldgate shows [ Ah, 4h, 4d, Td, Qd, Kc, 8s ]a pair of Fours.\n"
    )
    [(_, parsed)] = parse(hand(f"$1/$2 USD FL 7 Card Stud Hi-Lo - {WHEN}", f"{SEATS}{play}{wins}"))
    assert parsed.truncated is truncated


def test_an_ante_that_takes_the_last_chip() -> None:
    [(_, parsed)] = parse(hand(body=f"{SEATS}aldgate posts ante [$0.05 USD]\nbrixton posts ante [$2.20 USD]\n"))
    assert [event.all_in for event in parsed.events if hasattr(event, "all_in")] == [False, True]
    assert ALL_IN_MARKS in parsed.missing


def test_talk_and_news() -> None:
    body = (
        "aldgate did not respond in time\nbrixton could not respond in time.(disconnected)\naldgate: brixton folds\n"
        "somebody has joined the table.\nPlayer somebody finished in 840.\n>You have options at Table  7 Table!.\n"
        "Your time bank will be activated in 6 secs. If you do not want it to be used, please act now.\n"
        "Connection Lost due to some reason\n"
    )
    told = events(hand(body=SEATS + body))
    assert not unknown(told)
    assert [event.seat for event in told if isinstance(event, TimedOut)] == [1, 4]


@pytest.mark.skipif(not CORPORA.exists(), reason="the corpora are not here")
def test_the_corpora() -> None:
    hands = list(read_hands(CORPORA / "partypoker"))
    assert [(hand.header.game, hand.status, hand.truncated) for hand in hands] == [
        ("stud", "parsed", False), ("stud8", "parsed", False),
    ]  # fmt: skip
    assert not [event for hand in hands for event in unknown(hand.events)]


MAILED = """***** Hand History For Game 7000101x1 *****
{stakes} 7 Card Stud Game Table (Limit){more} - Sun Nov 14 14:20:12 EST 2010
Table Table 230011 ({money} Money)
Seat 1: aldgate ({sign}40)
Seat 2: brixton ({sign}40)
aldgate posts ante ({sign}1)
brixton posts ante ({sign}1)
** Dealing down cards **
Dealt to aldgate [ 5s, 2c, 3h ]
aldgate bring-ins ({sign}3)
brixton completes ({sign}10)
aldgate raises (17) to 20
brixton raises 20 to 30
aldgate folds
** Summary **
Main Pot: {sign}{pot} {bar}Rake: {sign}{rake}
aldgate balance {sign}19, lost {sign}21 (folded)
brixton balance {sign}60, bet {sign}31, collected {sign}{paid}, net +{sign}{net}
"""


def mailed(**words: str) -> list[Event]:
    plain = {"stakes": "10/20", "more": "", "money": "Real", "sign": "$", "bar": ""}
    return events(MAILED.format(**{**plain, **words}))


@pytest.mark.parametrize("bar", ["", "| "])
def test_a_mail_collects_with_the_bet_that_nobody_called_and_states_pots_without_the_rake(bar: str) -> None:
    found = mailed(pot="40", rake="2", paid="50", net="19", bar=bar)
    assert not unknown(found)
    assert [(e.seat, e.amount) for e in found if isinstance(e, UncalledReturned)] == [(2, 10_00)]
    assert [(e.seat, e.amount, e.pot) for e in found if isinstance(e, PotAwarded)] == [(2, 40_00, "main")]
    assert [e.amount for e in found if isinstance(e, TotalStated)] == [42_00]
    assert [e.amount for e in found if isinstance(e, RakeTaken)] == [2_00]
    assert [(e.seat, e.won) for e in found if isinstance(e, SeatSummarised)] == [(1, None), (2, 40_00)]


@pytest.mark.parametrize(
    ("words", "currency", "tournament", "small"),
    [
        ({}, "USD", None, 10_00),
        ({"money": "Play"}, "chips", None, 10),
        ({"stakes": "$10/$20"}, "USD", None, 10_00),
        ({"more": " (MTT Tournament #404130489) (Buyin $4.6 + $0.4)", "sign": ""}, "chips", "404130489", 10),
    ],
)
def test_heads_of_mails(words: dict[str, str], currency: str, tournament: str | None, small: int) -> None:
    text = {"stakes": "10/20", "more": "", "money": "Real", "sign": "$", "bar": "", **words}
    ((_, parsed),) = parse(MAILED.format(**text, pot="40", rake="2", paid="50", net="19"))
    header = parsed.header
    assert (header.game, header.currency, header.tournament) == ("stud", currency, tournament)
    assert (header.structure, header.small) == ("fixed", small)


def test_a_mail_in_which_the_bet_came_back_apart_or_cannot_be_told() -> None:
    apart = mailed(pot="40", rake="2", paid="40", net="9")
    given = [e for e in apart if isinstance(e, PotAwarded | UncalledReturned)]
    assert [(type(e), e.seat, e.amount) for e in given] == [(UncalledReturned, 2, 10_00), (PotAwarded, 2, 40_00)]
    ((_, parsed),) = parse(
        MAILED.format(stakes="10/20", more="", money="Real", sign="$", bar="", pot="40", rake="2", paid="30", net="-1")
    )
    assert UNCALLED_RETURNS in parsed.missing


def test_a_name_with_blanks_is_whole_in_the_summary_of_a_mail_and_cut_before() -> None:
    words = {"stakes": "10/20", "more": "", "money": "Real", "sign": "$", "bar": "", "pot": "40", "rake": "2"}
    text = MAILED.format(**words, paid="50", net="19")
    whole = text.replace("brixton balance", "brixton on the hill balance").replace(
        "aldgate balance", "aldgate 2 balance"
    )
    shown = whole.replace("net +$19", "net +$19 [ 5h 4h Jc Qd ] [ high card, queen -- Qd,Jc,5h,4h ]")
    found, first = events(shown), events(text)
    assert not unknown(found)
    assert [type(event) for event in found if not isinstance(event, Shown)] == [type(event) for event in first]
    assert [(e.seat, e.amount) for e in found if isinstance(e, PotAwarded)] == [(2, 40_00)]
    assert [(e.seat, e.cards) for e in found if isinstance(e, Shown)] == [(2, parse_cards("5h 4h Jc Qd"))]


def test_side_pots_and_last_chips_of_a_mail() -> None:
    found = sample("mailed.txt")
    assert [(e.seat, e.amount, e.pot) for e in found if isinstance(e, PotAwarded)] == [(3, 159_85, None)]
    assert [(e.seat, e.added) for e in found if isinstance(e, Called) and e.all_in] == [(1, 15_00)]
    assert [e.amount for e in found if isinstance(e, TotalStated)] == [163_00]
