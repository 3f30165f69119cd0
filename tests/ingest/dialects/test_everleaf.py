from __future__ import annotations

import pytest
from support.dialects import CORPORA, SAMPLES, events, parse, unknown

from stud_audit.ingest.input.decode import Decoder
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
    PotAwarded,
    Raised,
    SeatTaken,
    Shown,
    StreetOpened,
    Wager,
)
from stud_audit.model.gaps import ALL_IN_MARKS, RAKE, UNCALLED_RETURNS, UP_CARDS
from stud_audit.model.spans import Span

HEADER = "Everleaf Gaming Game #7\n***** Hand history for game #7 *****\n{}\nTable Kotka\nTotal number of players: 2\n"
STAKES = "€0.05/€0.10 7 Card Stud - 2011/09/03 - 18:20:44"
SEATS = "Seat 2: aldgate (  € 1.12 EURO )\nSeat 5: brixton (  € 0.31 EURO )\n"


def sample(name: str, hand: int = 0) -> list[Event]:
    return list(parse((SAMPLES / "everleaf" / name).read_text("utf-8"))[hand][1].events)


@pytest.mark.parametrize(
    ("stakes", "game", "small", "big", "currency"),
    [
        (STAKES, "stud", 5, 10, "EUR"),
        ("\u02c60.05/\u02c60.10 7 Card Stud - 2011/09/03 - 8:20:44", "stud", 5, 10, "EUR"),
        ("\x800.05/ \x800.10 7 Card Stud - 2011/09/03 - 18:20:44", "stud", 5, 10, "EUR"),
        ("$1/$2 7 Card Stud - 8 Max - 2008/12/05 - 21:43:59", "stud", 100, 200, "USD"),
        ("$0.25/$0.50 7 Card Stud Hi/Lo - 2010/12/05 - 21:43:59", "stud8", 25, 50, "USD"),
        ("100/200 Razz - 2010/12/05 - 21:43:59", "razz", 100, 200, "chips"),
    ],
)
def test_headers(stakes: str, game: str, small: int, big: int, currency: str) -> None:
    [(dialect, parsed)] = parse(HEADER.format(stakes) + SEATS)
    header = parsed.header
    assert (dialect, parsed.status, parsed.unsupported, header.hand_id) == ("everleaf", "parsed", None, "7")
    scale = 100 if currency == "chips" else 1  # the seats have cents
    assert (header.game, header.small, header.big, header.currency) == (game, small * scale, big * scale, currency)
    assert header.table == "Kotka"
    assert header.played_at is not None


@pytest.mark.parametrize(
    ("game", "status", "unsupported"),
    [
        ("Hold'em", "ignored", None),
        ("PL Omaha Hi/Lo", "ignored", None),
        ("PL 7 Card Stud", "parsed", "pot-limit 7 Card Stud"),
        ("5 Card Stud", "parsed", "5 Card Stud"),
    ],
)
def test_other_games(game: str, status: str, unsupported: str | None) -> None:
    [(_, parsed)] = parse(HEADER.format(f"Blinds $1/$2 {game} - 2010/12/05 - 21:43:59") + SEATS)
    assert (parsed.status, parsed.unsupported) == (status, unsupported)


def test_a_damaged_header_says_what_was_expected_and_where() -> None:
    [(dialect, parsed)] = parse(HEADER.format("€0.05/€0.10 7 Card Stud - 2011/09/03") + SEATS)
    assert (dialect, parsed.status, parsed.header.hand_id) == ("everleaf", "refused", "7")
    assert parsed.problem is not None
    assert parsed.problem.startswith("the header is damaged: expected ")


def test_a_file_without_the_first_lines() -> None:
    text = (SAMPLES / "everleaf" / "new-style-euro.txt").read_text("utf-8")
    bare = "\n".join(line for line in text.split("\n") if not line.startswith("Everleaf"))
    assert [parsed.events for _, parsed in parse(bare)] == [parsed.events for _, parsed in parse(text)]


def test_wagers_come_in_the_normal_form() -> None:
    wagers = [event for event in sample("new-style-euro.txt") if isinstance(event, Wager)]
    assert wagers == [
        BroughtIn(2, 2, 2, street=3),
        Completed(5, 5, 5, street=3),
        Called(8, 5, 5, street=3),
        Called(2, 3, 5, street=3),
        Bet(2, 10, 10, street=4),
        Called(5, 10, 10, street=4),
        Bet(5, 10, 10, street=5),
        Raised(2, 20, 20, street=5),
        Called(5, 5, 15, True, street=5),
    ]


def test_cards_of_the_hero_and_of_others() -> None:
    dealt = [event for event in sample("new-style-euro.txt") if isinstance(event, CardDealt)]
    assert dealt[:3] == [
        CardDealt(2, "down", parse_cards("Jd Js"), street=3),
        CardDealt(2, "up", parse_cards("4c"), street=3),
        CardDealt(5, "up", parse_cards("9s"), street=3),
    ]
    assert dealt[1].span == Span(13, 28, 30)
    assert dealt[-1] == CardDealt(2, "down", parse_cards("8h"), street=7)


def test_seats_that_do_not_play() -> None:
    told = sample("new-style-euro.txt", 1)
    assert [(e.player, e.stack, e.sitting_out) for e in told if isinstance(e, SeatTaken)] == [
        ("aldgate", 145, False),
        ("dulwich", None, True),
        ("camden", 234, False),
    ]


def test_what_the_format_lacks() -> None:
    old = parse((SAMPLES / "everleaf" / "old-style-dollar.txt").read_text("utf-8"))[0][1]
    assert old.missing == (UNCALLED_RETURNS, ALL_IN_MARKS, RAKE, UP_CARDS)
    assert [event.street for event in old.events if isinstance(event, StreetOpened)] == [3, 4, 5, 6, 7]
    new = parse((SAMPLES / "everleaf" / "new-style-euro.txt").read_text("utf-8"))[0][1]
    assert new.missing == (UNCALLED_RETURNS, ALL_IN_MARKS, RAKE)


def test_awards_of_every_wording() -> None:
    text = HEADER.format(STAKES) + SEATS + (
        "aldgate wins  high (€ 3.33 EURO) from main pot with a flush, king high [ Kd, Qd, 8d, 5d, 2d ]\n"
        "aldgate wins  low (€3.32) from main pot with 8, 7, 4, 3, A [ As, 8h, 7c, 4h, 3c ]\n"
        "brixton wins 3.75 chips from side pot with a pair of tens [ Js, Ts, Td, 9h, 7d ] with kicker [ Kh ]\n"
        "brixton wins € 1 EURO from main pot\n"
        "aldgate mucks [ Ks, 2c ] high card king\n"
    )  # fmt: skip
    told = events(text)
    assert not unknown(told)
    assert [event for event in told if isinstance(event, PotAwarded)] == [
        PotAwarded(2, 333, "main", "high", "a flush, king high"),
        PotAwarded(2, 332, "main", "low", "8, 7, 4, 3, A"),
        PotAwarded(5, 375, "side-1", None, "a pair of tens"),
        PotAwarded(5, 100, "main"),
    ]
    assert Mucked(2, parse_cards("Ks 2c")) in told


def test_lines_that_cannot_be() -> None:
    text = HEADER.format(STAKES) + SEATS + (
        "** Dealing down cards **\nzed folds\nDealt to aldgate [ Zz ].\naldgate: bets [€ 0..5 EURO]\nbrixton thinks\n"
        "Seat 9: zed (  € 1 EURO )\nTable Two\nbrixton checks\n"
    )  # fmt: skip
    assert [(event.code, event.problem) for event in unknown(events(text))] == [
        ("R006", "'zed' has no seat in this hand"),
        ("R010", "'Zz' is not a card"),
        ("R010", "'0..5' is not an amount"),
        ("R001", None),
        ("R002", "a seat line after the seats of the hand"),
        ("R002", "a second table line within a hand"),
    ]


def test_a_street_without_its_banner_is_told_by_the_cards() -> None:
    text = (SAMPLES / "everleaf" / "new-style-euro.txt").read_text("utf-8").replace("** Dealing 5th Street **\n", "")
    dealt = [event.street for event in events(text) if isinstance(event, CardDealt)]
    assert dealt[:12] == [3, 3, 3, 3, 4, 4, 4, 5, 5, 6, 6, 7]


@pytest.mark.parametrize("encoding", ["cp1252", "utf-8", "utf-16", "utf-8-sig"])
def test_the_euro_sign_in_every_encoding(encoding: str) -> None:
    text = (SAMPLES / "everleaf" / "new-style-euro.txt").read_text("utf-8")
    decoder = Decoder()
    decoded = decoder.feed(text.encode(encoding)) + decoder.finish()
    assert [parsed.events for _, parsed in parse(decoded)] == [parsed.events for _, parsed in parse(text)]


@pytest.mark.skipif(not CORPORA.exists(), reason="the corpora are not here")
def test_corpus() -> None:
    hands = list(read_hands(CORPORA / "everleaf" / "7-Stud-EUR-0.05-0.10.201108-new-format.txt"))
    assert len(hands) == 6
    for hand in hands:
        assert (hand.dialect, hand.status, hand.header.game, hand.truncated) == ("everleaf", "parsed", "stud", False)
        assert not unknown(hand.events)
    assert sum(isinstance(event, Shown) for hand in hands for event in hand.events) == 6
