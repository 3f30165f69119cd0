from collections import Counter

import pytest
from support.dialects import CORPORA, SAMPLES, events, parse, unknown

from stud_audit.ingest.reader import read_hands
from stud_audit.model.cards import parse_cards
from stud_audit.model.events import (
    BoughtIn,
    BroughtIn,
    Called,
    CardDealt,
    CardsReprinted,
    Completed,
    PotAwarded,
    Raised,
    RakeTaken,
    SeatSummarised,
    Shown,
    StateSaid,
    TotalStated,
    UncalledReturned,
)
from stud_audit.model.spans import Span

HEADER = "Full Tilt Poker Game #{}\nSeat 1: aldgate ($8)\nSeat 2: brixton ($8)\naldgate antes $0.40\n"


def sample(name: str, hand: int = 0) -> list:
    return list(parse((SAMPLES / "fulltilt" / name).read_text("utf-8"))[hand][1].events)


WHEN = "1:02:03 ET - 2010/06/01"


@pytest.mark.parametrize(
    ("text", "game", "small", "ante", "more"),
    [
        (f"Table Teal - $2/$4 Ante $0.40 - Limit Stud Hi - {WHEN}", "stud", 200, 40, {"table": "Teal"}),
        (
            f"Table A - b (6 max) - $2/$4 Ante $0.40 - Limit Stud H/L - {WHEN} [0:02:03 GMT - 2010/06/01]",
            "stud8", 200, 40, {"table": "A - b", "max_seats": 6, "played_zone": "ET"},
        ),
        (
            "Table Teal (deep, heads up) - FL Razz - €0.05/€0.10 Ante €0.01 - 01:02:03 CET - 2013/05/08",
            "razz", 5, 1, {"currency": "EUR", "max_seats": 2},
        ),
        (
            f"$5 + $0.50 KO Sit & Go (Turbo) (123456), Table 3 - 1,000/2,000 Ante 150 - Limit Razz - {WHEN}",
            "razz", 1000, 150, {"tournament": "123456", "currency": "chips", "decimals": 0, "table": "3"},
        ),
        (f"Table Play Chip 12 - 10/20 Ante 1 - Limit Stud Hi - {WHEN}", "stud", 10, 1, {"currency": "chips"}),
        ("Table Teal - $2/$4 Ante $0.40 - Limit Stud Hi/Lo - 1:02 ET - Tuesday, June 1, 2010", "stud8", 200, 40, {}),
        (f"Table Teal - $1,500/$3,000 Ante $200 - Limit 7 Card Stud - {WHEN}", "stud", 150_000, 20_000, {}),
    ],
)  # fmt: skip
def test_headers(text: str, game: str, small: int, ante: int, more: dict) -> None:
    seats = "Seat 1: aldgate (800)\nSeat 2: brixton (800)\n"
    [(dialect, parsed)] = parse(f"Full Tilt Poker Game #7: {text}\n{seats}")
    header = parsed.header
    assert (dialect, parsed.status, parsed.problem, parsed.unsupported) == ("fulltilt", "parsed", None, None)
    assert (header.hand_id, header.game, header.small, header.big, header.ante) == ("7", game, small, 2 * small, ante)
    assert header.played_at is not None
    assert (header.played_at.hour, header.played_at.minute) == (1, 2)
    assert {name: getattr(header, name) for name in more} == more


@pytest.mark.parametrize(
    ("game", "status", "unsupported"),
    [
        ("No Limit Hold'em", "ignored", None),
        ("Pot Limit Omaha Hi", "ignored", None),
        ("Limit 2-7 Triple Draw", "ignored", None),
        ("Limit Badugi", "ignored", None),
        ("Pot Limit Stud Hi", "parsed", "pot-limit Stud Hi"),
        ("NL Razz", "parsed", "no-limit Razz"),
        ("Limit 5 Card Stud", "parsed", "5 Card Stud"),
        ("Limit 2-7 Razz", "parsed", "2-7 Razz"),
    ],
)
def test_other_games(game: str, status: str, unsupported: str | None) -> None:
    [(_, parsed)] = parse(HEADER.format(f"7: Table Teal - $2/$4 - {game} - 1:02:03 ET - 2010/06/01"))
    assert (parsed.status, parsed.unsupported) == (status, unsupported)
    assert bool(parsed.events) == (status == "parsed")


def test_a_damaged_header_says_what_was_expected_and_where() -> None:
    text = "Full Tilt Poker Game #7: Table Teal - $2/$4 Ante $0.40 - Limit Stud Hi - \nSeat 1: a ($2)\n"
    [(dialect, parsed)] = parse(text)
    assert (dialect, parsed.status, parsed.header.hand_id) == ("fulltilt", "refused", "7")
    assert parsed.problem == "the header is damaged: expected played at at column 74"


def test_wagers_come_in_the_normal_form() -> None:
    told = sample("stud8-side-pot.txt")
    wagers = [event for event in told if isinstance(event, BroughtIn | Completed | Called | Raised)]
    assert wagers[:3] == [
        BroughtIn(2, 75, 75, street=3),
        Completed(5, 250, 250, street=3),
        Called(1, 250, 250, street=3),
    ]
    assert wagers[3] == Called(2, 175, 250, street=3)
    assert Raised(1, 500, 500, street=4) in told
    assert Raised(1, 1000, 1000, street=5) in told
    assert Called(2, 50, 50, True, street=6) in told


def test_pots_and_halves() -> None:
    told = sample("stud8-side-pot.txt")
    assert [(e.seat, e.amount, e.pot, e.half, e.said) for e in told if isinstance(e, PotAwarded)] == [
        (5, 950, "side-1", "high", "a full house, Kings full of Tens"),
        (1, 950, "side-1", "low", "7,6,4,2,A"),
        (5, 2630, "main", "high", "a full house, Kings full of Tens"),
        (1, 2630, "main", "low", "7,6,4,2,A"),
    ]
    totals = [(event.amount, event.pot) for event in told if isinstance(event, TotalStated)]
    assert totals == [(7460, None), (5560, "main"), (1900, "side-1")]
    assert RakeTaken(300) in told
    shown = next(event for event in told if isinstance(event, Shown))
    assert shown.said == "HI: Ace Jack high; LO: 7,6,4,2,A"
    cards = parse_cards("2c 6c 3c 8c 5c Qh 7h")
    said = "HI: a flush, Eight high; LO: 7,6,5,3,2"
    assert SeatSummarised(2, "brixton", 0, shown=cards, said=said) in told


def test_cards_turned_up_while_cards_are_to_come() -> None:
    told = sample("stud-2-4.txt")
    assert [(e.seat, e.street, len(e.cards)) for e in told if isinstance(e, Shown)] == [
        (1, 5, 5), (6, 5, 5), (1, 0, 7), (6, 0, 7),
    ]  # fmt: skip
    dulwich = [e for e in told if isinstance(e, CardDealt | CardsReprinted) and e.seat == 6 and e.street > 5]
    assert dulwich == [
        CardsReprinted(6, "down", parse_cards("Ah 8d"), street=6),
        CardsReprinted(6, "up", parse_cards("Qh Qc 5s"), street=6),
        CardDealt(6, "up", parse_cards("8c"), street=6),
        CardsReprinted(6, "down", parse_cards("Ah 8d"), street=7),
        CardsReprinted(6, "up", parse_cards("Qh Qc 5s 8c"), street=7),
        CardDealt(6, "down", parse_cards("Td"), street=7),
    ]
    assert [(e.amount, e.street) for e in told if isinstance(e, TotalStated)] == [(2310, 6), (2310, 7), (2310, 0)]


def test_the_rest_of_what_the_site_says() -> None:
    told = sample("stud-2-4.txt")
    assert CardDealt(1, "down", parse_cards("9c 9s"), street=3) in told
    assert CardDealt(1, "up", parse_cards("Jd"), street=3) in told
    assert StateSaid("low", 3, street=3) in told
    assert BoughtIn(3, 1200, "top-up", street=4) in told
    assert UncalledReturned(3, 50, street=3) in sample("stud-2-4.txt", 2)
    assert StateSaid("high", 4, street=3) in sample("razz-tournament.txt")


def test_spans_point_at_the_cards() -> None:
    dealt = next(event for event in sample("stud-2-4.txt") if isinstance(event, CardDealt) and event.facing == "up")
    assert (dealt.raw, dealt.span) == ("Dealt to aldgate [9c 9s] [Jd]", Span(12, 27, 29))


def test_lines_of_other_years() -> None:
    text = HEADER.format("7: Table Teal - $2/$4 Ante $0.40 - Limit Stud H/L - 1:02:03 ET - 2010/06/01 (partial)")
    told = parse(
        text + "brixton antes $0.10, and is all in\nAnte of $0.30 returned to aldgate\nzed (Observer): aldgate folds\n"
        "*** 3RD STREET ***\naldgate ties for the pot ($1.20) with a pair of Kings\nbrixton wins side pot #2 ($3)\n"
        "brixton shows [2c] (two pair, Sixes and Fives)\n*** SUMMARY ***\nDuration 91s\n"
        "Seat 2: brixton (button) didn't bet (folded)\nSeat 1: aldgate  wins the side pot ($76.35)\n"
        "Hand #7 has been canceled"
    )[0][1]
    assert not unknown(told.events)
    assert told.truncated
    assert UncalledReturned(1, 30) in told.events
    assert PotAwarded(1, 120, "main", said="a pair of Kings") in told.events
    assert PotAwarded(2, 300, "side-2") in told.events


@pytest.mark.parametrize(
    ("line", "code", "problem"),
    [
        ("zed folds", "R006", "'zed' has no seat in this hand"),
        ("Seat 9: zed folded on 3rd St.", "R006", "'zed' has no seat in this hand"),
        ("Seat 9: zed ($8)", "R002", "a seat line after the seats of the hand"),
        ("Dealt to aldgate [Xx]", "R010", "'Xx' is not a card"),
        ("aldgate bets $4.0.0", "R010", "'$4.0.0' is not an amount"),
        ("Seat 2: aldgate folded on 3rd St.", "R010", "'aldgate' sits at seat 1, not 2"),
        ("aldgate thinks", "R001", None),
    ],
)
def test_lines_that_cannot_be(line: str, code: str, problem: str | None) -> None:
    text = HEADER.format("7: Table Teal - $2/$4 Ante $0.40 - Limit Stud Hi - 1:02:03 ET - 2010/06/01")
    found = unknown(events(f"{text}*** 3RD STREET ***\n{line}\nbrixton checks"))
    assert [(event.code, event.problem) for event in found] == [(code, problem)]


@pytest.mark.skipif(not CORPORA.exists(), reason="the corpora are not here")
@pytest.mark.parametrize(
    ("name", "hands", "family"),
    [
        ("10Game-6max-USD-2.50-5.201104.Sample.txt", 84, {"stud": 10, "stud8": 10, "razz": 10}),
        ("7-Stud-USD-3-6-20106.Steal.from.Button.Failure.txt", 1, {"stud": 1}),
        ("7-Stud-USD-3-6-20106.Steal.from.CO.Success.txt", 1, {"stud": 1}),
        ("7-Stud-USD-3-6-20106.Steal.from.HJ.Failure.txt", 1, {"stud": 1}),
        ("7-StudHL-USD-2-4-201006.Steal.examples.txt", 12, {"stud": 12}),
        ("Razz-USD-0.10-0.20-201012.CCT.and.ET.timeformat.txt", 1, {"razz": 1}),
        ("Razz-USD-HUSNG-2-201102.Villain.allin.on.bringing.txt", 1, {"razz": 1}),
    ],
)
def test_corpus(name: str, hands: int, family: dict[str, int]) -> None:
    found = list(read_hands(CORPORA / "fulltilt" / name))
    assert len(found) == hands
    assert Counter(hand.header.game for hand in found if hand.status == "parsed") == family
    assert {hand.status for hand in found} <= {"parsed", "ignored"}
    for hand in found:
        assert hand.dialect == "fulltilt"
        assert not hand.truncated
        assert not unknown(hand.events)


SINCE_2016 = "Full Tilt Hand #152921345670:  {game} ($2/$4 USD) - 2016/06/02 13:19:31 ET [2016/06/02 18:19:31 WET]"


@pytest.mark.parametrize(
    ("game", "status", "name", "unsupported"),
    [
        ("7 Card Stud Limit", "parsed", "stud", None),
        ("7 Card Stud Hi/Lo Limit", "parsed", "stud8", None),
        ("Razz Limit", "parsed", "razz", None),
        ("Hold'em No Limit", "ignored", "Hold'em", None),
        ("5 Card Stud Limit", "parsed", "5 Card Stud", "5 Card Stud"),
    ],
)
def test_since_2016_the_room_writes_as_pokerstars(game: str, status: str, name: str, unsupported: str | None) -> None:
    ((dialect, parsed),) = parse(SINCE_2016.format(game=game))
    assert (dialect, parsed.status, parsed.header.game) == ("fulltilt", status, name)
    assert parsed.unsupported == unsupported
    assert (parsed.header.hand_id, parsed.header.played_zone) == ("152921345670", "ET")
    assert parse(SINCE_2016.format(game=game), "fulltilt") == [(dialect, parsed)]


def test_a_damaged_header_since_2016_is_refused() -> None:
    ((dialect, parsed),) = parse("Full Tilt Hand #152921345670:  7 Card Stud Limit ($2/$4 USD) - Thursday")
    assert (dialect, parsed.status, parsed.header.hand_id) == ("fulltilt", "refused", "152921345670")


def test_a_pot_at_a_street_that_is_no_amount_costs_that_line_alone() -> None:
    log = (SAMPLES / "fulltilt/stud-2-4.txt").read_text("utf-8")
    wrong = log.replace("(Total Pot: $23.10,", f"(Total Pot: $23.10{'1' * 43},")
    assert wrong != log
    codes = [[event.code for event in unknown(parsed.events)] for _, parsed in parse(wrong)]
    assert {parsed.status for _, parsed in parse(wrong)} == {"parsed"}
    assert sorted(codes, key=len) == [[], [], ["R010"] * log.count("(Total Pot: $23.10,")]
