"""The neutral notation: what its lines mean, what they may leave unsaid, and what is wrong with bad ones."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from stud_audit.ingest.dialect import Block, Parsed
from stud_audit.ingest.dialects.neutral import DIALECT
from stud_audit.ingest.writers.neutral import header_line, write_events
from stud_audit.model import events as e
from stud_audit.model.cards import parse_cards
from stud_audit.model.spans import Span

HEADER = "hand 77 game=stud small=2 big=4 ante=0.25 bring-in=1 currency=USD"
SEATS = ['seat 1 "marrow" 80', 'seat 2 "tansy: folds" 45.50', 'seat 4 "" 12']


def read(*lines: str, header: str = HEADER, seats: list[str] = SEATS, end: str = "end") -> Parsed:
    return DIALECT.parse(Block("\n".join([header, *seats, *lines, *([end] if end else [])]), line=2))


def event_of(*lines: str) -> e.Event:
    """The last event before the end."""
    parsed = read(*lines)
    assert isinstance(parsed.events[-1], e.HandEnded)
    return parsed.events[-2]


LINES = [
    ("button 4", e.ButtonMoved(4)),
    ("buy-in 2 45.50 kind=top-up", e.BoughtIn(2, 4550, "top-up")),
    ("ante 1 0.25 source=auto", e.AntePosted(1, 25, source="auto")),
    ("ante 4 0.10 all-in", e.AntePosted(4, 10, True)),
    ("street 5", e.StreetOpened(street=5)),
    ("burn", e.CardBurned((-1,), street=3)),
    ("burn Qs", e.CardBurned(parse_cards("Qs"), street=3)),
    ("deal 1 down ? ?", e.CardDealt(1, "down", (-1, -1), street=3)),
    ("reprint 2 up Kd 9s", e.CardsReprinted(2, "up", parse_cards("Kd 9s"), street=3)),
    ("board 6h", e.CommunityDealt(parse_cards("6h"), street=3)),
    ("board 6h reprint", e.CommunityDealt(parse_cards("6h"), True, street=3)),
    ("prompt 4", e.Prompted(4)),
    ('offered 2 fold call "raise it"', e.ButtonsOffered(2, ("fold", "call", "raise it"))),
    ("preaction 2 call", e.PreactionSet(2, "call")),
    ("timeout 4 at=2026-11-01T12:00:41.250Z", e.TimedOut(4, at=datetime(2026, 11, 1, 12, 0, 41, 250000, UTC))),
    ("protect 4", e.Protected(4)),
    ("fold 1", e.Folded(1, street=3)),
    ("check 2", e.Checked(2, street=3)),
    ("bring-in 4 1", e.BroughtIn(4, 100, 100, street=3)),
    ("bet 2 4 all-in", e.Bet(2, 400, 400, True, street=3)),
    ("complete 1 to=2", e.Completed(1, 200, 200, street=3)),
    ("raise 2 to=4 by=2", e.Raised(2, 400, 400, by=200, street=3)),
    ("raise 2 3", e.Raised(2, 300, 300, street=3)),
    ("raise 2 3 to=4", e.Raised(2, 300, 400, street=3)),
    ("return 2 4", e.UncalledReturned(2, 400)),
    ("show-down", e.ShowdownOpened()),
    ('show 2 As Qs said="ace \\"high\\""', e.Shown(2, parse_cards("As Qs"), 'ace "high"')),
    ("muck 4", e.Mucked(4)),
    ("muck 4 As Qs", e.Mucked(4, parse_cards("As Qs"))),
    ("award 2 39.20 half=high pot=side-1", e.PotAwarded(2, 3920, "side-1", "high")),
    ("summary", e.SummaryOpened()),
    ("total 41.20", e.TotalStated(4120)),
    ("total 0.42 pot=main", e.TotalStated(42, "main")),
    ("rake 2", e.RakeTaken(200)),
    (
        'summary 2 won=39.20 folded=4 shown="As Qs" mucked="2c" said="x" player="tansy: folds"',
        e.SeatSummarised(2, "tansy: folds", 3920, 4, parse_cards("As Qs"), parse_cards("2c"), "x"),
    ),
    ("state capped", e.StateSaid("capped")),
    ("state opens 4", e.StateSaid("opens", 4)),
    ('say 1 "no # comment \\\\ here"', e.ChatSaid(1, "no # comment \\ here")),
    ('note "joins the table"', e.Noted("joins the table")),
    ('unknown "???" code=R006 problem="who?"', e.LineUnknown("???", "R006", "who?")),
    ('cancelled "misdeal"', e.HandCancelled("misdeal")),
    ("cancelled", e.HandCancelled("")),
]


@pytest.mark.parametrize(("line", "event"), LINES, ids=[line for line, _ in LINES])
def test_a_line_means(line: str, event: e.Event) -> None:
    assert event_of(line) == event
    assert event_of(line + "   # a comment") == event
    assert event_of(line + " ") == event


def test_every_event_type_has_a_line() -> None:
    types = {type(event) for _, event in LINES} | {e.SeatTaken, e.Called, e.HandEnded}
    abstract = {e.Event, e.Action, e.Wager}
    every = {kind for kind in vars(e).values() if isinstance(kind, type) and issubclass(kind, e.Event)}
    assert types == every - abstract


def test_the_header() -> None:
    header = read(
        header='hand "a b" game=stud8 structure=spread small=1 big=5 min=1 max=5 table="Al\\"pha" seats=8 button=3'
        " house=london-poker-club at=2026-11-01T12:00:00.000+02:00 tournament=9 level=IV",
        seats=[],
    ).header
    assert (header.hand_id, header.game, header.structure) == ("a b", "stud8", "spread")
    assert (header.small, header.big, header.spread_min, header.spread_max) == (1, 5, 1, 5)
    assert (header.currency, header.decimals) == ("chips", 0)
    assert (header.table, header.max_seats, header.button, header.house) == ('Al"pha', 8, 3, "london-poker-club")
    assert (header.played_at, header.played_zone) == (datetime(2026, 11, 1, 12), "+02:00")
    assert (header.tournament, header.level) == ("9", "IV")


def test_the_smallest_chip_is_counted_as_all_amounts_are() -> None:
    header = "hand 1 game=razz small=2 big=4 currency=USD chip={}"
    assert read(header=header.format("0.50")).header.chip == 50
    assert read("ante 1 0.125", header=header.format("1")).header.chip == 1000
    assert read(header="hand 1 game=razz small=2 big=4").header.chip is None
    nothing = read(header=header.format("0"), seats=[])
    assert (nothing.status, nothing.problem) == ("refused", "the header is damaged: no chip is worth nothing")


def test_amounts_finer_than_the_currency_make_the_whole_hand_finer() -> None:
    parsed = read("ante 1 0.125", header="hand 1 game=razz small=2 big=4")
    assert parsed.header.decimals == 3
    assert (parsed.header.small, parsed.events[0].stack) == (2000, 80000)  # type: ignore[attr-defined]
    assert e.AntePosted(1, 125) in parsed.events


def test_chips_added_and_street_totals_follow_from_one_another() -> None:
    parsed = read("bring-in 4 1", "complete 1 to=2", "raise 2 to=4", "call 4 3", "call 1 2 to=4", "street 4", "bet 1 2")
    wagers = [(w.seat, w.added, w.to) for w in parsed.events if isinstance(w, e.Wager)]
    assert wagers == [(4, 100, 100), (1, 200, 200), (2, 400, 400), (4, 300, 400), (1, 200, 400), (1, 200, 200)]


def test_third_street_may_be_left_out_and_the_end_has_no_street() -> None:
    parsed = read(
        "ante 1 0.25", "deal 1 up Kd", "fold 2", "street 4", "check 1", "award 1 0.25", "rake 0", 'say 1 "gg"'
    )
    assert [event.street for event in parsed.events] == [0, 0, 0, 0, 3, 3, 4, 4, 0, 0, 0, 0]


def test_a_hand_without_an_end_is_truncated_and_its_cut_line_is_no_fault() -> None:
    whole = read("bet 1 2", "call 2 2")
    assert not whole.truncated
    cut = read("bet 1 2", "call 2 ", end="")
    assert cut.truncated
    assert not any(isinstance(event, e.LineUnknown) for event in cut.events)
    assert isinstance(cut.events[-1], e.Noted)


@pytest.mark.parametrize(
    ("line", "event", "problem", "columns"),
    [
        ("bet 2 4.0.0", e.Bet(2, 200, 200, street=3), "'4.0.0' is not an amount", (7, 12)),
        ("bet 2 four", e.Bet(2, 200, 200, street=3), "'four' is not an amount", (7, 11)),
        ("bet 2", e.Bet(2, 200, 200, street=3), "it says no amount", None),
        ("raise 2 to=4,,0", e.Raised(2, 200, 200, street=3), "'4,,0' is not an amount", None),
        ("deal 2 up 9x", e.CardDealt(2, "up", (-1,), street=3), "'9x' is not a card", None),
        ("fold 2 to=4", e.Folded(2, street=3), "'to' can't stand in a line of this kind", (8, 12)),
        ("fold 2 all-in", e.Folded(2, street=3), "'all-in' can't stand in a line of this kind", None),
        ("fold 2 at=noon", e.Folded(2, street=3), "'noon' is not a time", None),
        ("fold 2 source=me", e.Folded(2, street=3), "'me' can't be its source", None),
        ("fold 2 street=2", e.Folded(2, street=3), "'2' can't be its street", (8, 16)),
    ],
)
def test_a_bad_value_is_noted_and_guessed(
    line: str, event: e.Event, problem: str, columns: tuple[int, int] | None
) -> None:
    noted, guessed = read(line).events[-3:-1]
    assert guessed == event
    told = line.startswith(("fold", "deal"))
    assert guessed.basis == ("printed" if told else "guessed")
    assert isinstance(noted, e.LineUnknown)
    assert (noted.code, noted.problem) == ("R010", problem)
    if columns:
        assert noted.span == Span(6, *columns)


@pytest.mark.parametrize(
    "line",
    [
        "bet",
        'say 1 "open',
        "deal 1 sideways 2c",
        "street 9",
        "street 2",
        "street 1",
        "award 1",
        "fold",
        "FOLD 1",
        " fold 1",
    ],
)
def test_a_line_that_is_not_known_is_kept(line: str) -> None:
    assert event_of(line) == e.LineUnknown(line)


def test_a_seat_that_nobody_took_is_an_unknown_player() -> None:
    assert event_of("bet 7 4") == e.LineUnknown("bet 7 4", "R006", "seat 7 is not taken in this hand")


@pytest.mark.parametrize(
    ("header", "status", "problem"),
    [
        ("hand 1 game=stud small=x big=4", "refused", "the header is damaged: 'x' is not an amount"),
        ("hand 1 small=2 big=4", "refused", "the header is damaged: it does not name the game"),
        ('hand 1 game=stud small=2 table="A', "refused", "the header is damaged: expected more at column 25"),
        ("hand 1 game=stud seats=x", "refused", "the header is damaged: 'x' is no such number"),
        ("hand 1 game=stud button=1234567890", "refused", "the header is damaged: '1234567890' is no such number"),
        ("hand 1 game=stud decimals=1000", "refused", "the header is damaged: no amount has 1000 decimals"),
        ("hand 1 game=stud at=2026-13-01", "refused", "the header is damaged: month must be in 1..12"),
        ('hand 1 game="hold\'em" small=2', "ignored", "hold'em"),
    ],
)
def test_headers_that_give_no_hand(header: str, status: str, problem: str) -> None:
    parsed = read(header=header)
    assert parsed.status == status
    assert parsed.problem is not None
    assert parsed.problem.startswith(problem.split(" at column")[0].split("expected")[0])
    assert not parsed.events


def test_variants_that_are_not_audited_are_read_all_the_same() -> None:
    assert read(header="hand 1 game=stud structure=pot small=2 big=4").unsupported == "pot-limit stud"
    assert read("fold 1", header='hand 1 game="2-7 Razz" small=2 big=4').unsupported == "2-7 Razz"


def test_the_canonical_form_is_its_own_canonical_form() -> None:
    parsed = read(*(line for line, _ in LINES))
    lines = [header_line(parsed.header), *write_events(parsed.events, parsed.header.decimals)]
    again = DIALECT.parse(Block("\n".join(lines), 1))
    assert again.events == parsed.events
    assert again.header == parsed.header
    assert [header_line(again.header), *write_events(again.events, again.header.decimals)] == lines


def test_where_hands_begin_and_end() -> None:
    assert DIALECT.hand_start.match(HEADER)
    assert not DIALECT.hand_start.match("hand of God: folds")
    assert DIALECT.hand_end is not None
    assert DIALECT.outside is not None
    assert [bool(DIALECT.hand_end.match(text)) for text in ("end", "end  # x", "end at=x", "ending: folds")] == [
        True, True, True, False,
    ]  # fmt: skip
    assert [bool(DIALECT.outside.match(text)) for text in ("stud 1", "# x", "stud 2", "bet 1 2")] == [
        True, True, False, False,
    ]  # fmt: skip


def test_negative_values_are_read_back_where_a_line_can_state_them() -> None:
    """An increase and what somebody won are stated by a log, and may be less than nothing; chips put in are not."""
    lines = ("street 3", "complete 1 to=2 by=-0.50", "summary 1 won=-3")
    events = read(*lines, "award 1 -3").events
    assert [event.by for event in events if isinstance(event, e.Completed)] == [-50]
    assert [event.won for event in events if isinstance(event, e.SeatSummarised)] == [-300]
    refused = [(event.code, event.problem) for event in events if isinstance(event, e.LineUnknown)]
    assert refused == [("R010", "'-3' is not an amount")]
    assert set(lines) <= set(write_events(events, 2))


def test_what_a_record_lacks_is_read_back_from_its_header() -> None:
    assert read("fold 1", header=f'{HEADER} lacks="the rake, all-in marks"').missing == ("the rake", "all-in marks")


@pytest.mark.parametrize("game", ["game of code 12 with seven cards", "7CARD Pot Limit", "soko"])
def test_variants_of_stud_are_parsed_under_any_name_that_a_site_gives_them(game: str) -> None:
    parsed = read(header=f'hand 77 game="{game}" small=2 big=4')
    assert (parsed.status, parsed.unsupported) == ("parsed", game)


def test_what_a_header_says_twice_counts_as_it_is_said_first() -> None:
    header = f"{HEADER} house=tda house=robrets seats=8 house=tda"
    parsed = read(header=header)
    (problem,) = (event for event in parsed.events if isinstance(event, e.LineUnknown))
    assert parsed.header.house == "tda"
    assert (problem.code, problem.problem) == ("R010", "'house' is said twice: the first, 'tda', counts")
    assert header[problem.span.column - 1 : problem.span.end_column - 1] == "house=robrets"


@pytest.mark.parametrize(
    ("line", "option", "problem", "event"),
    [
        ("raise 2 to=4 to=6", "to=6", "'to' is said twice: the first, '4', counts", e.Raised(2, 400, 400, street=3)),
        ("bet 2 4 all-in all-in", "all-in", "'all-in' is said twice: once is enough",
         e.Bet(2, 400, 400, True, street=3)),
        ("fold 1 source=auto source=auto", "source=auto", "'source' is said twice: the first, 'auto', counts",
         e.Folded(1, street=3, source="auto")),
    ],
)  # fmt: skip
def test_an_option_that_is_said_twice(line: str, option: str, problem: str, event: e.Event) -> None:
    *_, noted, read_as, _ = read(line).events
    assert isinstance(noted, e.LineUnknown)
    assert (noted.code, noted.problem, noted.raw) == ("R010", problem, line)
    assert noted.span.column == line.rindex(option) + 1
    assert type(read_as) is type(event)
    assert read_as == event


def test_an_option_in_a_text_is_none() -> None:
    parsed = read('say 1 "to=4 to=6" source=auto', 'show 2 As said="a=1 a=2" source=admin')
    assert not any(isinstance(event, e.LineUnknown) for event in parsed.events)
