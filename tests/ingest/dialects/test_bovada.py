from datetime import datetime

import pytest
from support.dialects import CORPORA, SAMPLES, parse, unknown

from stud_audit.ingest.dialect import Parsed
from stud_audit.ingest.reader import read_hands
from stud_audit.model.cards import parse_cards
from stud_audit.model.events import (
    AntePosted,
    Bet,
    BroughtIn,
    Called,
    CardDealt,
    Checked,
    CommunityDealt,
    Event,
    Folded,
    HandEnded,
    Mucked,
    Noted,
    PotAwarded,
    Raised,
    RakeTaken,
    SeatSummarised,
    SeatTaken,
    Shown,
    StreetOpened,
    SummaryOpened,
    TotalStated,
    UncalledReturned,
)
from stud_audit.model.spans import Span
from stud_audit.pipeline.run import Audit

CASH = "Bovada Hand #71 TBL#9 7CARD Fixed Limit - 2013-10-30 11:10:00"
SEATS = "Seat+1: $50 in chips\nSeat+3 [ME]: $1,020 in chips\nSeat+10: $3 in chips"


def parsed_of(*lines: str, header: str = CASH) -> Parsed:
    [(dialect, parsed)] = parse("\n".join([header, SEATS, *lines]))
    assert (dialect, parsed.status) == ("bovada", "parsed")
    return parsed


def events_of(*lines: str, header: str = CASH) -> list[Event]:
    skip = (SeatTaken, HandEnded)
    return [event for event in parsed_of(*lines, header=header).events if not isinstance(event, skip)]


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        (CASH, {"game": "stud", "table": "9", "currency": "USD", "tournament": None, "played_zone": None}),
        ("Bodog Hand #C71 TBL#9 7CARD HiLo Fixed Limit - 2013-10-30 11:10:00", {"game": "stud8"}),
        ("Bodog UK Hand #71 TBL#9 7CARD_HL Fixed Limit - 2013-10-30 11:10:00", {"game": "stud8"}),
        ("Ignition Hand #71: TBL#9 7CARD Fixed Limit [MVS] - 2021-10-30 11:10:00 UTC", {"played_zone": "UTC"}),
        (
            "Bovada Hand #71: 7CARD Tournament #M-55 TBL#2, Fixed Limit- Level 3 (0/0) - 2013-10-30 11:10:00",
            {"tournament": "M-55", "table": "2", "level": "Level 3", "currency": "chips", "decimals": 0},
        ),
        (
            "Bodog.eu Hand #71: 7CARD HiLo Tournament #55 TBL#2, Fixed Limit- Level 3 (10/20) - 2013-10-30 11:10:00",
            {"game": "stud8", "tournament": "55"},
        ),
    ],
)
def test_headers(header: str, expected: dict) -> None:
    parsed = parsed_of(header=header)
    assert (parsed.unsupported, parsed.header.hand_id, parsed.header.small) == (None, "71", None)
    assert parsed.header.played_at in [datetime(year, 10, 30, 11, 10) for year in (2013, 2021)]
    assert {field: getattr(parsed.header, field) for field in expected} == expected


@pytest.mark.parametrize(
    ("header", "status", "unsupported"),
    [
        ("Ignition Hand #7 Zone Poker ID#12 HOLDEMZonePoker No Limit - 2018-04-07 13:54:40", "ignored", None),
        ("Bovada Hand #7 TBL#9 OMAHA HiLo Pot Limit - 2013-10-30 11:10:00", "ignored", None),
        ("Bovada Hand #7: HOLDEM Tournament #5 TBL#1, Turbo- Level 2 (20/40) - 2017-12-03 17:43:01", "ignored", None),
        ("Bovada Hand #7 TBL#9 7CARD No Limit - 2013-10-30 11:10:00", "parsed", "no-limit 7CARD"),
        ("Bovada Hand #7 TBL#9 7CARD HiLo Pot Limit - 2013-10-30 11:10:00", "parsed", "pot-limit 7CARD HiLo"),
        ("Bovada Hand #7 TBL#9 7CARD Fixed Limit", "refused", None),
        ("Bodog Hand #", "refused", None),
    ],
)
def test_other_games_and_damage(header: str, status: str, unsupported: str | None) -> None:
    [(dialect, parsed)] = parse(f"{header}\n{SEATS}")
    assert (dialect, parsed.status, parsed.unsupported) == ("bovada", status, unsupported)


def test_stakes_of_later_years() -> None:
    info = "Table Info: Version: 1, Type: MVS, Stakes: ${}, Table: 000A031E-0"
    for stakes in ("1,000-$2,000", "1000/2000"):
        header = parsed_of(info.format(stakes)).header
        assert (header.small, header.big) == (100_000, 200_000)
    assert parsed_of("Table Info: Version: 1").header.small is None


def test_a_player_is_their_seat() -> None:
    parsed = parsed_of()
    assert [e for e in parsed.events if isinstance(e, SeatTaken)] == [
        SeatTaken(1, "Seat+1", 5_000),
        SeatTaken(3, "Seat+3", 102_000),
        SeatTaken(10, "Seat+10", 300),
    ]


def test_every_players_cards_are_printed() -> None:
    line = "Seat+3 [ME] : Card dealt to a spot [7h 8c Jc] "
    found = events_of("*** HOLE CARDS ***", line)
    assert found[1:] == [
        CardDealt(3, "down", parse_cards("7h 8c"), street=3),
        CardDealt(3, "up", parse_cards("Jc"), street=3),
    ]
    at = line.index("Jc") + 1
    assert found[2].span == Span(6, at, at + 2)
    assert isinstance(found[0], Noted)


THIRD = (
    "*** HOLE CARDS ***", "Seat+1 : Card dealt to a spot [7h 8c Jc] ", "Seat+3 [ME] : Card dealt to a spot [Qc 5c 2s] ",
)  # fmt: skip


def streets(*lines: str) -> list[tuple[int, int]]:
    """Street and seat of each line of dealt cards."""
    found = [event for event in events_of(*lines) if isinstance(event, CardDealt)]
    return list(dict.fromkeys((event.street, event.seat) for event in found))


def test_actions_tell_where_a_street_begins() -> None:
    acts = ("Seat+3 [ME] : Bring_in chip $0.50 ", "Seat+1 : Calls $0.50 ")
    fourth = ("Seat+1 : Card dealt to a spot [9c] ", "Seat+3 [ME] : Card dealt to a spot [4c] ")
    fifth = ("Seat+3 [ME] : Checks", "Seat+1 : Checks", "Seat+1 : Card dealt to a spot [9d] ")
    assert streets(*THIRD, *acts, *fourth, *fifth) == [(3, 1), (3, 3), (4, 1), (4, 3), (5, 1)]
    # A line that is missing, or stands twice, moves no other to another street.
    assert streets(*THIRD, *acts, fourth[1], *fifth) == [(3, 1), (3, 3), (4, 3), (5, 1)]
    assert streets(*THIRD, *acts, fourth[0], *fourth, *fifth) == [(3, 1), (3, 3), (4, 1), (4, 3), (5, 1)]


def test_where_nobody_can_act_the_cards_themselves_tell() -> None:
    all_in = ("Seat+3 [ME] : Bring_in chip $0.50 ", "Seat+1 : All-in(raise) $50 ", "Seat+3 [ME] : Calls $49.50 ")
    later = ("Seat+1 : Card dealt to a spot [9c] ", "Seat+3 [ME] : Card dealt to a spot [4c] ")
    assert streets(*THIRD, *all_in, *later * 4)[2:] == [(s, seat) for s in (4, 5, 6, 7) for seat in (1, 3)]
    cards = [e for e in events_of(*THIRD, *all_in, *later * 4) if isinstance(e, CardDealt) and e.street == 7]
    assert {card.facing for card in cards} == {"down"}


def test_headings_where_there_are_some() -> None:
    found = events_of("*** 3RD STREET ***", THIRD[1], "*** 4TH STREET ***", "*** RIVER *** [6h]", "Board [6h]")
    assert [e for e in found if not isinstance(e, CardDealt)] == [
        StreetOpened(street=3),
        StreetOpened(street=4),
        StreetOpened(street=7),
        CommunityDealt(parse_cards("6h"), street=7),
        CommunityDealt(parse_cards("6h"), True, street=7),
    ]


def test_wagers_in_the_normal_form() -> None:
    found = events_of(
        *THIRD, "Seat+3 [ME] : Bring_in chip $0.50 ", "Seat+1 : Raises $1 to $1", "Seat+3 [ME] : Raises $1.50 to $2",
        "Seat+1 : Raises $3 ", "Seat+3 [ME] : Call $1 ", "Seat+1 : Card dealt to a spot [9c] ", "Seat+1 : D bets $2 ",
        "Seat+3 [ME] : Double bets $2 ", "Seat+1 : Folds(timeout)", "Seat+3 [ME] : Checks(timeout)",
        "Seat+3 [ME] : Return uncalled portion of bet $2 ",
    )  # fmt: skip
    assert [e for e in found if not isinstance(e, CardDealt | Noted)] == [
        BroughtIn(3, 50, 50, street=3),
        Raised(1, 100, 100, street=3),
        Raised(3, 150, 200, street=3),
        Raised(1, 200, 300, street=3),
        Called(3, 100, 300, street=3),
        Bet(1, 200, 200, street=4),
        Bet(3, 200, 200, street=4),
        Folded(1, street=4, source="timeout"),
        Checked(3, street=4, source="timeout"),
        UncalledReturned(3, 200, street=4),
    ]


@pytest.mark.parametrize(
    "words", ["Bring_in chip 5 ", "Big blind/Bring in 5 ", "Bring in 5", "Big blind/Bring in(timeout) 5 "]
)
def test_words_for_the_bring_in(words: str) -> None:
    header = "Bovada Hand #71: 7CARD Tournament #55 TBL#2, Fixed Limit- Level 3 (0/0) - 2013-10-30 11:10:00"
    [event] = [e for e in events_of(*THIRD, f"Seat+3 [ME] : {words}", header=header) if isinstance(e, BroughtIn)]
    assert (event.seat, event.added, event.source) == (3, 5, "timeout" if "timeout" in words else None)


def test_all_ins() -> None:
    antes = ("Seat+1 : Ante chip $0.25 ", "Seat+3 [ME] : Ante chip $0.25 ", "Seat+10 : All-in $3 ")
    found = events_of(*antes, *THIRD, "Seat+3 [ME] : Bring_in chip $0.50 ", "Seat+1 : All-in(raise) $49.75 to $49.75")
    assert [e for e in found if isinstance(e, AntePosted)] == [
        AntePosted(1, 25),
        AntePosted(3, 25),
        AntePosted(10, 300, True),
    ]
    assert (found[-1].added, found[-1].to, found[-1].all_in) == (4975, 4975, True)  # type: ignore[attr-defined]


def test_the_end_of_a_hand() -> None:
    found = events_of(
        "Seat+1 : Showdown [Js Jd Ac Td 9d] (One pair)",
        "Seat+3 [ME] : Showdown [5s 5c 8h 7c 6c 2h 3h 5c 6c 7c] (One pair)",
        "Seat+10 : Mucks [9s 2s 7s 6h 5c 6c 3h] (One pair)",
        "Seat+1 : Hand Result-Side Pot $7.10 ", "Seat+1 : Hand result $1,017 ", "*** SUMMARY ***",
        "Total Pot($1,026.60) | Rake ($2.50) ",
        "Seat 1:  $1,024.10  with One pair [9d 8s Jd 5c Td Js-Js Jd Ac Td 9d]  ",
        "Seat 3:   lose with One pair [5c 2h 6c 3h 5s 7c 8h-5s 5c 8h 7c 6c]  ",
        "Seat 10:   [Mucked] [9s 2s 7s 6h 5c 6c 3h ]  ",
    )  # fmt: skip
    assert found == [
        Shown(1, parse_cards("Js Jd Ac Td 9d"), "One pair"),
        Shown(3, parse_cards("5s 5c 8h 7c 6c 2h 3h"), "One pair"),
        Mucked(10, parse_cards("9s 2s 7s 6h 5c 6c 3h")),
        PotAwarded(1, 710, "side-1"),
        PotAwarded(1, 101_700, "main"),
        SummaryOpened(),
        TotalStated(102_660),
        RakeTaken(250),
        # A card that is missing before the dash is found behind it.
        SeatSummarised(1, "Seat+1", 102_410, None, parse_cards("9d 8s Jd 5c Td Js Ac"), (), "One pair"),
        SeatSummarised(3, "Seat+3", 0, None, parse_cards("5c 2h 6c 3h 5s 7c 8h"), (), "One pair"),
        SeatSummarised(10, "Seat+10", None, None, (), parse_cards("9s 2s 7s 6h 5c 6c 3h")),
    ]


def test_the_summary_of_those_who_did_not_show() -> None:
    found = events_of(
        "*** SUMMARY ***", "Total Pot(97)", "Seat+1:  Folded on the 5TH STREET", "Seat+3:  97 [Does not show]  ",
        "Seat 10:  Folded on the RIVER", header=CASH,
    )  # fmt: skip
    assert [(e.seat, e.won, e.folded) for e in found if isinstance(e, SeatSummarised)] == [
        (1, None, 5), (3, 9700, None), (10, None, 7),
    ]  # fmt: skip


def test_the_halves_of_a_pot_are_told_by_the_summary() -> None:
    cards = "5c 2h 6c 3h 5s 7c 8h"
    found = events_of(
        "Seat+1 : Hand result $4 ", "Seat+3 [ME] : Hand result $4.01 ", "Seat+10 : Hand result $9 ", "*** SUMMARY ***",
        f"Seat+1:   with One pair [{cards}-5s 5c 8h 7c 6c] LO $4 [{cards}-2h 3h 5c 6c 7c]  ",
        f"Seat+3:  HI $4.01  with Straight [{cards}-Ad Ks Qd Js Td]  ",
        f"Seat+10:  $9  with Straight [{cards}-Ad Ks Qd Js Td]  ",
        header=CASH.replace("7CARD", "7CARD HiLo"),
    )  # fmt: skip
    assert [e.half for e in found if isinstance(e, PotAwarded)] == ["low", "high", None]
    assert [e.won for e in found if isinstance(e, SeatSummarised)] == [400, 401, 900]


def test_several_side_pots_are_not_told_apart() -> None:
    lines = (
        "Seat+1 : Hand Result-Side Pot $3 ",
        "Seat+3 [ME] : Hand Result-Side Pot $5 ",
        "Seat+3 [ME] : Hand Result $1 ",
    )
    assert [e.pot for e in events_of(*lines) if isinstance(e, PotAwarded)] == [None, None, "main"]
    hilo = CASH.replace("7CARD", "7CARD HiLo")
    halves = (lines[0], lines[1].replace("$5", "$3"), lines[2])
    assert [e.pot for e in events_of(*halves, header=hilo) if isinstance(e, PotAwarded)] == ["side-1", "side-1", "main"]


@pytest.mark.parametrize(
    "line",
    [
        "Seat+1 : Table enter user", "Seat+1 : Table leave user", "Seat+3 [ME] : Seat sit out", "Seat+1 : Seat stand",
        "Seat+1 : Sit out", "Seat+1 : Re-join", "Seat+1 : Stand", "Seat+1 : Ranking 18 ", "Seat+7 : Leave(Auto)",
        "Enter(Auto)", "Seat+1 : Table deposit $5", "Seat+1 : Prize Cash [$3]", "Seat+1 : BOUNTY PRIZE [$2]",
        "Dealer : Set dealer/Bring in spot [7] ", "Player Info: Seat1: P1-d07e, Seat4: P4-4be1",
    ],
)  # fmt: skip
def test_comings_and_goings(line: str) -> None:
    assert events_of(line) == [Noted(line.strip())]


@pytest.mark.parametrize(
    ("line", "code", "problem"),
    [
        ("Seat+2 : Folds", "R006", "'Seat+2' has no seat in this hand"),
        ("Seat+1 : Calls $x", "R010", "'$x' is not an amount"),
        ("Seat+1 : Card dealt to a spot [7h 1c Jc]", "R010", "'1c' is not a card"),
        ("Seat 2:  Folded on the 5TH STREET", "R006", "seat 2 has no player in this hand"),
        ("Seat+1 : jumps", "R001", None),
    ],
)
def test_what_cannot_be(line: str, code: str, problem: str | None) -> None:
    [odd] = unknown(events_of(*THIRD, "Seat+3 [ME] : Bring_in chip $0.50 ", line, "Seat+1 : Stand"))
    assert (odd.code, odd.problem, odd.span.line) == (code, problem, 9)


def test_samples() -> None:
    names = ("stud-cash.txt", "stud8-headings.txt", "tournament.txt")
    games = [[p.header.game for _, p in parse((SAMPLES / "bovada" / name).read_text("utf-8"))] for name in names]
    assert games == [["stud"] * 3, ["stud8"], ["stud"]]


@pytest.mark.skipif(not CORPORA.exists(), reason="the corpora are not here")
def test_real_hands() -> None:
    counts = []
    for path in sorted((CORPORA / "bovada").iterdir()):
        hands = list(read_hands(path))
        counts.append(len(hands))
        assert {(hand.dialect, hand.status) for hand in hands} == {("bovada", "parsed")}
        assert not [event for hand in hands for event in unknown(hand.events)]
        assert not any(hand.truncated for hand in hands)
    assert counts == [4, 40, 1]


@pytest.mark.skipif(not CORPORA.exists(), reason="the corpora are not here")
@pytest.mark.parametrize("house", [None, "roberts-rules"])
def test_real_hands_raise_nothing(house: str | None) -> None:
    assert [f.message for item in Audit([CORPORA / "bovada"], house=house) for f in item.findings] == []
