from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from support.dialects import CORPORA, SAMPLES, events, parse, unknown

from stud_audit.ingest.reader import read_hands
from stud_audit.model.cards import UNKNOWN, parse_cards
from stud_audit.model.events import (
    Bet,
    BroughtIn,
    Called,
    CardDealt,
    CardsReprinted,
    Checked,
    CommunityDealt,
    Completed,
    Event,
    Folded,
    Mucked,
    Noted,
    PotAwarded,
    Protected,
    Raised,
    RakeTaken,
    SeatSummarised,
    TotalStated,
    UncalledReturned,
    Wager,
)
from stud_audit.pipeline import Audit

STAGE = "Stage #7: Seven Card Hi/Lo  Normal $1/$2 - 2009-04-11 20:14:31 (ET)\n"
SEATS = "Seat 2 - aldgate ($40 in chips)\nSeat 3 - brixton ($11.25 in chips)\n"


def sample(name: str, hand: int = 0) -> list[Event]:
    return list(parse((SAMPLES / "absolute" / name).read_text("utf-8"))[hand][1].events)


@pytest.mark.parametrize(
    ("header", "game", "small", "more"),
    [
        (STAGE, "stud8", 100, {"currency": "USD", "played_zone": "ET"}),
        ("Stage #C7 Seven Card Normal $1/$2 - 2009-04-11 20:14:31.075 (ET) [ 2009-04-11 20:14:31 ]\n", "stud", 100, {}),
        (
            "Stage #7: SEVEN CARD HI/LO (1 ON 1) NORMAL $1/$2, $0.25 ante - 2007-04-11 20:14:31 (ET)\n",
            "stud8", 100, {"ante": 25, "max_seats": 2},
        ),
        (
            "Stage #7: Tourney ID 55 Razz Multi Normal Tournament Normal 100/200 - 2009-04-11 20:14:31 (ET)\n",
            "razz", 10000, {"currency": "chips", "tournament": "55"},
        ),
        ("Stage #7: HORSE Normal $1/$2 - 2009-04-11 20:14:31 (ET)\nGame Type: Limit Razz\n", "razz", 100, {}),
        (STAGE + "Table: QUAY (Real Money) Seat #3 is the dealer\n", "stud8", 100, {"table": "QUAY", "button": 3}),
    ],
)  # fmt: skip
def test_headers(header: str, game: str, small: int, more: dict[str, Any]) -> None:
    [(dialect, parsed)] = parse(header + SEATS)
    found = parsed.header
    assert (dialect, parsed.status, parsed.problem, parsed.unsupported) == ("absolute", "parsed", None, None)
    assert (found.hand_id, found.game, found.small, found.big) == ("7", game, small, 2 * small)
    assert {name: getattr(found, name) for name in more} == more
    assert not unknown(parsed.events)


@pytest.mark.parametrize(
    ("header", "status", "unsupported"),
    [
        ("Stage #7: Holdem  No Limit $0.02 - 2009-08-05 15:24:06 (ET)\n", "ignored", None),
        ("Stage #7: Omaha Hi/Lo (1 on 1)  Normal $30/$60 - 2009-12-31 18:23:36.005 (ET)\n", "ignored", None),
        ("Stage #7: HORSE Normal $1/$2 - 2009-04-11 20:14:31 (ET)\nGame Type: Limit Holdem\n", "ignored", None),
        ("Stage #7: Seven Card  Pot Limit $1/$2 - 2009-08-05 15:24:06 (ET)\n", "parsed", "pot-limit Seven Card"),
    ],
)
def test_other_games(header: str, status: str, unsupported: str | None) -> None:
    [(_, parsed)] = parse(header + SEATS)
    assert (parsed.status, parsed.unsupported) == (status, unsupported)


def test_a_damaged_header() -> None:
    [(_, parsed)] = parse("Stage #7: Seven Card Hi/Lo  Normal $1/$2\n" + SEATS)
    assert (parsed.status, parsed.header.hand_id) == ("refused", "7")


def test_wagers_come_in_the_normal_form() -> None:
    wagers = [event for event in sample("stud8-split.txt") if isinstance(event, Wager)]
    assert wagers == [
        BroughtIn(8, 50, 50, street=3),
        Completed(2, 100, 100, street=3),
        Called(3, 100, 100, street=3),
        Bet(3, 100, 100, street=4),
        Raised(2, 200, 200, street=4),
        Called(3, 100, 200, street=4),
        Bet(2, 200, 200, street=5),
        Raised(3, 400, 400, street=5),
        Raised(2, 400, 600, street=5),
        Called(3, 200, 600, street=5),
        Bet(3, 200, 200, True, street=6),
        Called(2, 200, 200, street=6),
    ]
    assert Folded(5, street=3, source="timeout") in sample("stud8-split.txt")
    assert Called(8, 50, 250, True, street=3) in sample("stud8-split.txt", 1)
    assert UncalledReturned(5, 50, street=3) in sample("stud8-split.txt", 1)


@pytest.mark.parametrize(
    ("line", "event"),
    [
        ("aldgate - All-In $3", Bet(2, 300, 300, True, street=3)),
        ("brixton - Bets $2\naldgate - All-In $1.50", Called(2, 150, 150, True, street=3)),
        ("brixton - Bets $2\naldgate - All-In $3", Raised(2, 300, 300, True, street=3)),
        ("brixton - Bets $2\naldgate - All-In(Raise) $3 to $3", Raised(2, 300, 300, True, street=3)),
        ("brixton - Bets $2\naldgate - All-In (Timeout)", Protected(2, street=3, source="timeout")),
        ("aldgate - Checks (Timeout)", Checked(2, street=3, source="timeout")),
        ("aldgate - Mucks [3d 3s 8c]", Mucked(2, parse_cards("3d 3s 8c"))),
        ("Board [3d]", CommunityDealt(parse_cards("3d"), True, street=3)),
        ("aldgate - sitout (wait for BB)", Noted("aldgate - sitout (wait for BB)", street=3)),
    ],
)
def test_lines_that_the_samples_lack(line: str, event: Event) -> None:
    told = events(f"{STAGE}{SEATS}*** 3rd STREET ***\n{line}\naldgate - Checks\n")
    assert not unknown(told)
    assert event in told


def test_a_raise_that_is_cut_off_is_no_timeout() -> None:
    told = events(f"{STAGE}{SEATS}*** 3rd STREET ***\naldgate - All-In(Raise)\naldgate - Checks\n")
    assert [line.text for line in unknown(told)] == ["aldgate - All-In(Raise)"]


def test_the_whole_hand_stands_in_each_line_of_the_deal() -> None:
    told = sample("stud8-split.txt")
    brixton = [event for event in told if isinstance(event, CardDealt | CardsReprinted) and event.seat == 3]
    assert brixton[:4] == [
        CardDealt(3, "down", (UNKNOWN, UNKNOWN), street=3),
        CardDealt(3, "up", parse_cards("Qs"), street=3),
        CardsReprinted(3, "up", parse_cards("Qs"), street=4),
        CardDealt(3, "up", parse_cards("Qh"), street=4),
    ]
    assert brixton[-1] == CardDealt(3, "down", (UNKNOWN,), street=7)
    folded = [event for event in sample("stud8-split.txt", 1) if getattr(event, "seat", 0) == 2 and event.street == 4]
    assert folded == [
        CardsReprinted(2, "down", parse_cards("9h 9d"), street=4),
        CardsReprinted(2, "up", parse_cards("4s"), street=4),
    ]


def test_the_end() -> None:
    told = sample("stud8-split.txt")
    assert [event for event in told if isinstance(event, PotAwarded)] == [
        PotAwarded(3, 1125, "main"),
        PotAwarded(2, 1125, "main"),
    ]
    assert TotalStated(2350) in told
    assert RakeTaken(100) in told
    shown = parse_cards("Ac 3h 5d 7s 8c Kd Jh")
    said = "HI: High card, ace; LO: 8,7,5,3,A"
    assert SeatSummarised(2, "aldgate", 1125, shown=shown, said=said) in told
    assert SeatSummarised(5, "camden", folded=3) in told
    assert SeatSummarised(2, "aldgate", 375) in sample("planted.txt")


def test_pots_of_their_own() -> None:
    text = "*** SUMMARY ***\nTotal Pot($165.75) Main Pot($115.75) Pot-1($50) | Rake ($2)\n"
    told = events(STAGE + SEATS + "aldgate Collects $48 from side pot-1\n" + text)
    assert not unknown(told)
    assert PotAwarded(2, 4800, "side-1") in told
    assert [(event.amount, event.pot) for event in told if isinstance(event, TotalStated)] == [
        (16575, None), (11575, "main"), (5000, "side-1"),
    ]  # fmt: skip


def test_lines_that_cannot_be() -> None:
    text = (
        f"{STAGE}{SEATS}*** 3rd STREET ***\nzed - Folds\nbrixton - Pocket [H H 11c]\naldgate - Bets $\n"
        "brixton dances\nSeat 9 - zed ($1 in chips)\nbrixton - Folds\n"
    )
    assert [(event.code, event.problem) for event in unknown(events(text))] == [
        ("R006", "'zed' has no seat in this hand"),
        ("R010", "'11c' is not a card"),
        ("R010", "'$' is not an amount"),
        ("R001", None),
        ("R002", "a seat line after the seats of the hand"),
    ]


@pytest.mark.skipif(not CORPORA.exists(), reason="the corpora are not here")
def test_corpus() -> None:
    [hand] = read_hands(CORPORA / "absolute")
    assert (hand.dialect, hand.status, hand.header.game, hand.truncated) == ("absolute", "parsed", "stud8", False)
    assert not unknown(hand.events)


@pytest.mark.parametrize(
    ("line", "due", "stated"),
    [
        # The site prints the chips put in and the total: the player had 1 in, and faces 2.
        ("camden - Raises $1.25 to $3", "2", "1.25"),
        ("camden - Raises $1 to $3", "2", "1"),
    ],
)
def test_r012_quotes_the_amount_that_stands_on_the_line(line: str, due: str, stated: str, tmp_path: Path) -> None:
    text = f"""Stage #1400000201: Seven Card  Normal $1/$2 - 2009-04-12 08:00:59 (ET)
Seat 2 - aldgate ($40 in chips)
Seat 5 - camden ($63.40 in chips)
aldgate - Ante $0.25
camden - Ante $0.25
*** 3rd STREET ***
aldgate - Pocket [As 2s 7c]
camden - Pocket [H H Jc]
aldgate - Bring-In $0.50
camden - Calls $0.50
*** 4TH STREET ***
aldgate - Pocket [As 2s 7c 8d]
camden - Pocket [H H Jc 9h]
camden - Bets $1
aldgate - Raises $2 to $2
{line}
"""
    (tmp_path / "one.txt").write_text(text, "utf-8")
    [finding] = [f for item in Audit(tmp_path / "one.txt", "roberts-rules") for f in item.findings if f.code == "R012"]
    assert (finding.line, finding.expected, finding.actual) == (16, due, stated)
    assert (
        finding.message == f"seat 5 (camden) raises to 3 over the bet of 2, which puts in {due}; the line says {stated}"
    )
