"""The pokerstars dialect: headers of every form, events in the normal form, and what bad lines become."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest

from stud_audit.ingest.dialect import Block, Parsed
from stud_audit.ingest.dialects.pokerstars import DIALECT
from stud_audit.model import events as e
from stud_audit.model.cards import parse_cards
from stud_audit.model.spans import Span

CORPUS = Path(__file__).resolve().parents[3] / "shared" / "corpora" / "pokerstars"

HAND = """\
PokerStars Game #800900:  7 Card Stud Limit ($1/$2 USD) - 2012/05/06 7:08:09 ET
Table 'Outis II' 8-max
Seat 1: anise ($20 in chips)
Seat 3: borage ($5.30 in chips)
Seat 4: comfrey ($1,030.15 in chips)
anise: posts the ante $0.20
borage: posts the ante $0.20
comfrey: posts the ante $0.20
*** 3rd STREET ***
Dealt to anise [2c]
Dealt to borage [3d Th As]
Dealt to comfrey [9s]
anise: brings in for $0.50
borage: raises $0.50 to $1
comfrey: calls $1
anise: folds
*** 4th STREET ***
Dealt to borage [3d Th As] [Ah]
Dealt to comfrey [9s] [8d]
Pair on board - a double bet is allowed
borage: bets $2
comfrey: calls $2
*** 5th STREET ***
Dealt to borage [3d Th As Ah] [5d]
Dealt to comfrey [9s 8d] [7h]
borage: bets $2
comfrey: raises $2 to $4
borage: calls $0.10 and is all-in
*** 6th STREET ***
Dealt to borage [3d Th As Ah 5d] [Qd]
Dealt to comfrey [9s 8d 7h] [6s]
*** RIVER *** [6h]
*** SHOW DOWN ***
borage: shows [3d Th As Ah 5d Qd] (a pair of Aces)
comfrey: shows [2d Td 9s 8d 7h 6s] (a straight, Six to Ten)
comfrey collected $10.50 from pot
*** SUMMARY ***
Total pot $11 | Rake $0.50
Board [6h]
Seat 1: anise folded on the 3rd Street
Seat 3: borage showed [3d Th As Ah 5d Qd] and lost with a pair of Aces
Seat 4: comfrey showed [2d Td 9s 8d 7h 6s] and won ($10.50) with a straight, Six to Ten"""


def read(text: str, line: int = 1, column: int = 1) -> Parsed:
    return DIALECT.parse(Block(text, line, column))


def changed(old: str, new: str) -> list[e.Event]:
    """The hand's events with one line changed: those that the change made different."""
    assert old in HAND
    before = list(read(HAND).events)
    return [event for event in read(HAND.replace(old, new, 1)).events if event not in before]


def problems(parsed: Parsed) -> list[tuple[str, str, str | None]]:
    return [(x.code, x.text, x.problem) for x in parsed.events if isinstance(x, e.LineUnknown)]


# --- headers -------------------------------------------------------------------------------------

DATE = "2010/02/03 12:00:00 ET"
HEADERS = {
    f"PokerStars Game #12:  7 Card Stud Limit ($0.04/$0.08 USD) - {DATE}": ("stud", "USD", 4, 8),
    f"PokerStars Hand #12:  7 Card Stud Hi/Lo Limit (€0.04/€0.08 EUR) - {DATE}": ("stud8", "EUR", 4, 8),
    f"PokerStars Hand #12:  Razz Limit (£1/£2 GBP) - {DATE}": ("razz", "GBP", 100, 200),
    f"PokerStars Hand #12:  Razz Limit ($1/$2) - {DATE}": ("razz", "USD", 100, 200),
    f"PokerStars Hand #12:  7 Card Stud Limit ($1,000/$2,000 USD) - {DATE}": ("stud", "USD", 100000, 200000),
    f"PokerStars Hand #12:  7 Card Stud Limit (1,000/2,000) - {DATE}": ("stud", "chips", 1000, 2000),
    f"PokerStars Zoom Hand #12:  7 Card Stud Limit ($1/$2) - {DATE}": ("stud", "USD", 100, 200),
    f"PokerStars Home Game Hand #12: {{Dazzle's (Room)}}  7 Card Stud Limit (5/10) - {DATE}": ("stud", "chips", 5, 10),
    f"POKERSTARS GAME #12: 7 CARD STUD HI/LO LIMIT ($2.50 / $5.00 USD) - {DATE}": ("stud8", "USD", 250, 500),
    f"PokerStars Hand #12:  HORSE (7 Card Stud Hi/Lo Limit, $0.04/$0.08 USD) - {DATE}": ("stud8", "USD", 4, 8),
    f"PokerStars Hand #12:  8-Game (Razz Limit, $400/$800 USD) - {DATE}": ("razz", "USD", 40000, 80000),
    f"PokerStars Hand #12:  Triple Stud (7 Card Stud Limit, $2/$4 USD) - {DATE}": ("stud", "USD", 200, 400),
    f"PokerStars Game #12: Tournament #5, $25+$25+$5 USD Triple Stud (Razz Limit) - Level I (10/20) - {DATE}":
        ("razz", "chips", 10, 20),
    f"PokerStars Game #12: Tournament #5, 100+9 8-Game (7 Card Stud Limit) - Match Round I, Level V (40/80) - {DATE}":
        ("stud", "chips", 40, 80),
    f"PokerStars Game #12: Tournament #5, Freeroll  7 Card Stud Limit - Level I (10/20) - {DATE}":
        ("stud", "chips", 10, 20),
    f"PokerStars Game #12: Tournament #5, 500 FPP Razz Limit - Level XIV (10/20) - {DATE}": ("razz", "chips", 10, 20),
    f"PokerStars Game #12: Tournament #5, €4.50+€0.50 EUR Razz Limit - Level 3 (10/20) [AAMS ID: M123] - {DATE}":
        ("razz", "chips", 10, 20),
}  # fmt: skip


@pytest.mark.parametrize("line", HEADERS)
def test_headers(line: str) -> None:
    header = read(line).header
    assert read(line).status == "parsed"
    assert (header.game, header.currency, header.small, header.big) == HEADERS[line]
    assert (header.hand_id, header.structure) == ("12", "fixed")
    assert (header.played_at, header.played_zone) == (datetime(2010, 2, 3, 12), "ET")
    assert header.tournament == ("5" if "Tournament" in line else None)
    assert DIALECT.hand_start.match(line)
    assert DIALECT.hand_glued is not None
    assert DIALECT.hand_glued.search("anise: folds" + line)


def test_the_match_round_is_part_of_the_level() -> None:
    line = f"PokerStars Hand #1: Tournament #5, 100+9 8-Game (Razz Limit) - Match Round II, Level V (40/80) - {DATE}"
    assert read(line).header.level == "Match Round II, Level V"


@pytest.mark.parametrize(
    ("printed", "time", "zone"),
    [
        ("2008/02/03 - 22:04:15 (ET)", datetime(2008, 2, 3, 22, 4, 15), "ET"),
        ("2011/04/18 2:21:35 CET [2011/04/17 20:21:35 ET]", datetime(2011, 4, 18, 2, 21, 35), "CET"),
        ("2026/08/31 21:19:18 WET", datetime(2026, 8, 31, 21, 19, 18), "WET"),
        ("2010/02/03 24:00:00 ET", None, "ET"),
    ],
)
def test_dates(printed: str, time: datetime | None, zone: str) -> None:
    header = read(f"PokerStars Game #12:  Razz Limit ($1/$2 USD) - {printed}").header
    assert (header.played_at, header.played_zone) == (time, zone)


@pytest.mark.parametrize(
    ("game", "status", "unsupported"),
    [
        ("Hold'em No Limit", "ignored", None),
        ("Omaha Hi/Lo Limit", "ignored", None),
        ("Triple Draw 2-7 Lowball Limit", "ignored", None),
        ("Badugi Limit", "ignored", None),
        ("Dazzle Limit", "ignored", None),
        ("7 Card Stud Pot Limit", "parsed", "pot-limit 7 Card Stud"),
        ("Razz No Limit", "parsed", "no-limit Razz"),
        ("2-7 Razz Limit", "parsed", "2-7 Razz"),
        ("5 Card Stud Limit", "parsed", "5 Card Stud"),
    ],
)
def test_other_games(game: str, status: str, unsupported: str | None) -> None:
    parsed = read(f"PokerStars Game #12:  {game} ($1/$2 USD) - {DATE}\nTable 'x' 8-max\nSeat 1: a ($1 in chips)")
    assert (parsed.status, parsed.unsupported) == (status, unsupported)
    assert bool(parsed.events) == (status == "parsed")
    if status == "ignored":
        assert parsed.problem == game.replace(" No", "").removesuffix(" Limit")


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("PokerStars Game #x:  Razz Limit ($1/$2 USD) - 2010/02/03 12:00:00 ET", "expected hand id at column 18"),
        ("PokerStars Game #12:  Razz Limit ($1/$2 USD) - 2010/02/03", "expected played at at column 48"),
        ("PokerStars Game #12:  Razz Limit ($1/$two USD) - 2010/02/03 12:00:00 ET", "expected big bet at column 38"),
        ("PokerStars Game #12:  Razz Limit ($1/$2.x USD) - 2010/02/03 12:00:00 ET", "'2.x' is not an amount"),
        ("PokerStars Game #12", "expected ':' at column 20"),
        ("PokerStars Game 12:  Razz Limit ($1/$2 USD) - 2010/02/03 12:00:00 ET", "expected variety at column 11"),
    ],
)
def test_damaged_headers_say_what_is_missing(line: str, expected: str) -> None:
    parsed = read(line + HAND[HAND.index("\n") :])
    assert parsed.status == "refused"
    assert parsed.problem is not None
    assert parsed.problem.endswith(expected)
    assert parsed.header_span == Span(1, 1, len(line) + 1)
    assert DIALECT.hand_start.match(line)


@pytest.mark.parametrize(
    "line",
    ["PokerStars Game #1: folds", "PokerStars Game #1: calls $4 and is all-in",
     "PokerStars Game #1 collected $9 from pot", 'PokerStars Game #1 said, "hm"', "anise: folds", "Pokerstars is fun",
     "PokerStars Razz Limit: folds"],
)  # fmt: skip
def test_lines_that_start_no_hand(line: str) -> None:
    assert not DIALECT.hand_start.match(line)
    assert not DIALECT.hand_start.match(line + "\nDealt to x")


def test_a_header_in_chat_or_in_a_name_is_not_a_hand_glued_on() -> None:
    header = HAND.partition("\n")[0]
    assert DIALECT.hand_glued is not None
    assert not DIALECT.hand_glued.search(f'anise said, "{header}"')
    assert not DIALECT.hand_glued.search(f"Uncalled bet ($1) returned to {header}")


# --- the events of a hand ------------------------------------------------------------------------


def test_the_events_of_a_hand() -> None:
    cards = parse_cards
    parsed = read(HAND)
    assert parsed.header.table == "Outis II"
    assert parsed.header.max_seats == 8
    assert (parsed.truncated, parsed.missing, parsed.unsupported) == (False, (), None)
    assert list(parsed.events) == [
        e.SeatTaken(1, "anise", 2000),
        e.SeatTaken(3, "borage", 530),
        e.SeatTaken(4, "comfrey", 103015),
        e.AntePosted(1, 20),
        e.AntePosted(3, 20),
        e.AntePosted(4, 20),
        e.StreetOpened(street=3),
        e.CardDealt(1, "up", cards("2c"), street=3),
        e.CardDealt(3, "down", cards("3d Th"), street=3),
        e.CardDealt(3, "up", cards("As"), street=3),
        e.CardDealt(4, "up", cards("9s"), street=3),
        e.BroughtIn(1, 50, 50, street=3),
        e.Raised(3, 100, 100, by=50, street=3),
        e.Called(4, 100, 100, street=3),
        e.Folded(1, street=3),
        e.StreetOpened(street=4),
        e.CardsReprinted(3, "down", cards("3d Th"), street=4),
        e.CardsReprinted(3, "up", cards("As"), street=4),
        e.CardDealt(3, "up", cards("Ah"), street=4),
        e.CardsReprinted(4, "up", cards("9s"), street=4),
        e.CardDealt(4, "up", cards("8d"), street=4),
        e.StateSaid("double-bet-allowed", street=4),
        e.Bet(3, 200, 200, street=4),
        e.Called(4, 200, 200, street=4),
        e.StreetOpened(street=5),
        e.CardsReprinted(3, "down", cards("3d Th"), street=5),
        e.CardsReprinted(3, "up", cards("As Ah"), street=5),
        e.CardDealt(3, "up", cards("5d"), street=5),
        e.CardsReprinted(4, "up", cards("9s 8d"), street=5),
        e.CardDealt(4, "up", cards("7h"), street=5),
        e.Bet(3, 200, 200, street=5),
        e.Raised(4, 400, 400, by=200, street=5),
        e.Called(3, 10, 210, True, street=5),
        e.StreetOpened(street=6),
        e.CardsReprinted(3, "down", cards("3d Th"), street=6),
        e.CardsReprinted(3, "up", cards("As Ah 5d"), street=6),
        e.CardDealt(3, "up", cards("Qd"), street=6),
        e.CardsReprinted(4, "up", cards("9s 8d 7h"), street=6),
        e.CardDealt(4, "up", cards("6s"), street=6),
        e.StreetOpened(street=7),
        e.CommunityDealt(cards("6h"), street=7),
        e.ShowdownOpened(),
        e.Shown(3, cards("3d Th As Ah 5d Qd"), "a pair of Aces"),
        e.Shown(4, cards("2d Td 9s 8d 7h 6s"), "a straight, Six to Ten"),
        e.PotAwarded(4, 1050, "main"),
        e.SummaryOpened(),
        e.TotalStated(1100),
        e.RakeTaken(50),
        e.CommunityDealt(cards("6h"), True),
        e.SeatSummarised(1, "anise", folded=3),
        e.SeatSummarised(3, "borage", 0, shown=cards("3d Th As Ah 5d Qd"), said="a pair of Aces"),
        e.SeatSummarised(4, "comfrey", 1050, shown=cards("2d Td 9s 8d 7h 6s"), said="a straight, Six to Ten"),
        e.HandEnded(),
    ]


def test_spans_are_those_of_the_file() -> None:
    parsed = read(HAND, line=101, column=8)
    lines = HAND.split("\n")
    assert parsed.header_span == Span(101, 8, 8 + len(lines[0]))
    by_type = {type(event): event for event in reversed(parsed.events)}
    assert by_type[e.SeatTaken].span == Span(103, 1, len(lines[2]) + 1)
    dealt = [event for event in parsed.events if isinstance(event, e.CardDealt) and event.seat == 3][:3]
    assert [event.span for event in dealt] == [Span(111, 18, 23), Span(111, 24, 26), Span(118, 29, 31)]
    assert by_type[e.TotalStated].span == Span(138, 11, 14)
    assert by_type[e.RakeTaken].span == Span(138, 22, 27)
    for event in parsed.events:
        text = lines[event.span.line - 101]
        assert event.raw == text
        assert text[event.span.column - 1 : event.span.end_column - 1].strip()


def test_side_pots_are_stated_each() -> None:
    line = "Total pot $11 | Rake $0.50"
    stated = "Total pot $11 Main pot $6.42. Side pot-1 $4. Side pot-2 $0.08. | Rake $0.50"
    got = [x for x in read(HAND.replace(line, stated)).events if isinstance(x, e.TotalStated)]
    assert got == [
        e.TotalStated(1100), e.TotalStated(642, "main"), e.TotalStated(400, "side-1"), e.TotalStated(8, "side-2"),
    ]  # fmt: skip
    assert [stated[x.span.column - 1 : x.span.end_column - 1] for x in got] == ["$11", "$6.42", "$4", "$0.08"]


@pytest.mark.parametrize(
    ("printed", "pot"),
    [("pot", "main"), ("main pot", "main"), ("side pot", "side-1"), ("side pot-1", "side-1"), ("side pot-2", "side-2")],
)
def test_pots(printed: str, pot: str) -> None:
    log = HAND.replace("$10.50 from pot", f"$10.50 from {printed}")
    assert e.PotAwarded(4, 1050, pot) in read(log).events


@pytest.mark.parametrize(
    ("line", "event"),
    [
        ("anise: doesn't show hand ", e.Mucked(1)),
        ("anise: mucks hand ", e.Mucked(1)),
        ("anise: shows [7h]", e.Shown(1, parse_cards("7h"))),
        ("Betting is capped", e.StateSaid("capped", street=7)),
        ("No low hand qualified", e.StateSaid("no-low")),
        ("anise has timed out", e.TimedOut(1, street=7)),
        ("anise: has timed out", e.TimedOut(1, street=7)),
        ("anise has timed out while being disconnected", e.TimedOut(1, street=7, source="disconnect")),
        ("anise finished the tournament in 3rd place and received $4.00.", None),
        ("comfrey wins the $0.50 bounty for eliminating borage", None),
        ("comfrey wins the tournament and receives $10.00 - congratulations!", None),
        ("anise re-buys and receives 1500 chips for $1.00", None),
        ("anise has returned", None),
        ("anise is sitting out", None),
        ("*********** # 2 **************", None),
    ],
)
def test_other_lines(line: str, event: e.Event | None) -> None:
    log = HAND.replace("*** SHOW DOWN", f"{line}\n*** SHOW DOWN")
    got = [x for x in read(log).events if x.raw == line]
    assert got == [event or e.Noted(line, street=7)]


def test_a_sitting_out_player_and_a_bounty() -> None:
    log = HAND.replace("($20 in chips)", "($20 in chips, $25 bounty) is sitting out ")
    assert read(log).events[0] == e.SeatTaken(1, "anise", 2000, True)


def test_a_timeout_beside_an_action_is_its_source() -> None:
    assert changed("anise: folds", "anise: folds (timeout)") == [e.Folded(1, street=3, source="timeout")]


def test_a_cancelled_hand_is_whole() -> None:
    log = HAND[: HAND.index("*** 3rd")] + "Hand cancelled\n*** SUMMARY ***\nSeat 1: anise collected ($0)"
    parsed = read(log)
    assert not parsed.truncated
    assert e.HandCancelled("Hand cancelled") in parsed.events
    assert not problems(parsed)


def test_finer_amounts_than_cents() -> None:
    parsed = read(HAND.replace("$0.20", "$0.125"))
    assert parsed.header.decimals == 3
    assert (parsed.header.small, parsed.header.big) == (1000, 2000)
    assert e.AntePosted(1, 125) in parsed.events
    assert e.SeatTaken(3, "borage", 5300) in parsed.events


# --- bad lines -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "events", "missing"),
    [
        ("borage: bets $2", "borage: bets $", [], ()),
        ("comfrey: calls $2", "comfrey: calls $2.0.0", [], ()),
        ("comfrey: raises $2 to $4", "comfrey: raises $2 to $4,5", [], ()),
        ("comfrey: raises $2 to $4", "comfrey: raises two to $4", [e.Raised(4, 400, 400, street=5)], ()),
        ("borage: raises $0.50 to $1", "borage: raises $0.50 to $x", [], ()),
        ("anise: posts the ante $0.20", "anise: posts the ante $0,2", [], ()),
        ("brings in for $0.50", "brings in for $0.5O", [], ()),
        ("anise ($20 in", "anise ($2o in", [e.SeatTaken(1, "anise", None)], ()),
        ("comfrey [9s]", "comfrey [9z]", [e.CardDealt(4, "up", (-1,), street=3)], ()),
        ("$10.50 from", "$10.5.0 from", [], ("award",)),
        ("Total pot $11 ", "Total pot $1.1.1 ", [], ("total",)),
        ("Rake $0.50", "Rake $", [], ("rake",)),
    ],
)
def test_a_malformed_value(old: str, new: str, events: list[e.Event], missing: tuple[str, ...]) -> None:
    """One finding at the value; the event has the best safe guess, so that nothing else is wrong for it."""
    noted, *rest = changed(old, new)
    parsed = read(HAND.replace(old, new, 1))
    assert isinstance(noted, e.LineUnknown)
    assert noted.code == "R010"
    assert rest == events
    assert parsed.missing == missing
    assert not parsed.truncated
    assert len(problems(parsed)) == 1
    lost = [x for x in read(HAND).events if x not in parsed.events]
    assert len(lost) == len(events) + len(missing)
    # An amount that the line says in no other way is taken from what is around it; an unknown card or stack is none.
    guessed = [x for x in parsed.events if x.basis == "guessed"]
    assert [x.raw for x in guessed] == ([] if events or missing else [noted.raw])


def test_an_unknown_line_is_kept_where_it_stands() -> None:
    log = HAND.replace("comfrey: calls $1\n", "comfrey: calls $1\ncomfrey flips the table\n")
    assert changed("comfrey: calls $1\n", "comfrey: calls $1\ncomfrey flips the table\n") == [
        e.LineUnknown("comfrey flips the table", street=3)
    ]
    assert len(read(log).events) == len(read(HAND).events) + 1


@pytest.mark.parametrize(
    ("old", "new", "code", "problem"),
    [
        ("Seat 1: anise folded", "Seat 2: anise folded", "R010", "'anise' sits at seat 1, not 2"),
        ("Seat 1: anise folded", "Seat 1: nobody folded", "R006", "'nobody' has no seat in this hand"),
        ("*** 4th", "Seat 5: late ($4 in chips)\n*** 4th", "R002", "a seat line after the seats of the hand"),
        ("*** 4th", "Table 'Outis II' 8-max\n*** 4th", "R002", "a second table line within a hand"),
        ("Seat 3: borage (", "Seat 1: borage (", "R010", "seat 1 is taken already"),
    ],
)
def test_lines_that_can_not_be_so(old: str, new: str, code: str, problem: str) -> None:
    found = problems(read(HAND.replace(old, new, 1)))
    assert (code, problem) in [(x[0], x[2]) for x in found]


def test_a_lost_street_banner_is_made_up_for_by_the_cards() -> None:
    parsed = read(HAND.replace("*** 5th STREET ***\n", ""))
    expected = [x for x in read(HAND).events if x != e.StreetOpened(street=5)]
    assert list(parsed.events) == expected


def test_an_extra_card_opens_no_street() -> None:
    log = HAND.replace("[9s] [8d]\n", "[9s] [8d]\nDealt to comfrey [9s 8d] [Kc]\n")
    assert e.CardDealt(4, "up", parse_cards("Kc"), street=4) in read(log).events
    assert e.Bet(3, 200, 200, street=4) in read(log).events


# --- hands that break off ------------------------------------------------------------------------


@pytest.mark.parametrize("cut", [*range(HAND.index("\nanise: posts") + 1, len(HAND), 3), len(HAND) - 1])
def test_a_hand_cut_anywhere_is_truncated_and_nothing_else(cut: int) -> None:
    text = HAND[:cut].rstrip("\n")
    parsed = read(text)
    assert parsed.status == "parsed"
    assert parsed.truncated
    assert not problems(parsed)
    whole = list(read(HAND).events)
    kept = [event for event in parsed.events if not isinstance(event, e.Noted)]
    odd = [event for event in kept if event not in whole]
    # What is left of the last line may say less than the whole line did, and nothing else.
    assert all(event.span.line == text.count("\n") + 1 for event in odd)


def test_the_whole_hand_is_not_truncated() -> None:
    assert not read(HAND).truncated
    assert not read(HAND + "\n\n").truncated


# --- the grammar and the corpus ------------------------------------------------------------------


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus of real hands is not here")
def test_every_stud_hand_of_the_corpus() -> None:
    counts: dict[str, int] = {}
    for path in sorted(CORPUS.iterdir()):
        text = path.read_text("utf-8-sig").replace("\ufeff", "").replace("\r\n", "\n")
        starts = [n for n, line in enumerate(text.split("\n")) if DIALECT.hand_start.match(line)]
        lines = text.split("\n")
        for first, last in zip(starts, [*starts[1:], len(lines)], strict=True):
            parsed = read("\n".join(lines[first:last]).rstrip("\n"), line=first + 1)
            assert parsed.status in ("parsed", "ignored"), parsed.problem
            if parsed.status == "parsed":
                counts[path.name] = counts.get(path.name, 0) + 1
                assert not problems(parsed)
                assert not parsed.truncated
                assert not parsed.unsupported
    assert sorted(counts.values()) == [1, 1, 1, 7, 9, 11, 53]
