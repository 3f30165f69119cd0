from collections import Counter
from datetime import datetime
from pathlib import Path

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
    Shown,
    StreetOpened,
    UncalledReturned,
)
from stud_audit.model.gaps import UNCALLED_RETURNS
from stud_audit.pipeline.run import Audit

SEATS = "Seat 1: aldgate (1,840.50)\nSeat 2: brixton (440)\n"


def hand(header: str = "Limit Seven Card Stud - 40/80", body: str = SEATS, table: str = "Table 'Dry Dock 2'") -> str:
    return f"#501: {header}\n2021-01-02 7:08:09\n{table}\n{body}"


def sample(name: str, number: int = 0) -> list:
    return list(parse((SAMPLES / "kingsclub" / name).read_text("utf-8"))[number][1].events)


@pytest.mark.parametrize(
    ("header", "game", "small"),
    [
        ("Limit Seven Card Stud - 40/80", "stud", 40),
        ("Limit Seven Card Stud Hi-Lo - 500/1,000", "stud8", 500),
        ("Limit Razz - 2,000/4,000", "razz", 2000),
    ],
)
def test_headers(header: str, game: str, small: int) -> None:
    seats = SEATS.replace("1,840.50", "1,840")
    [(dialect, parsed)] = parse(hand(header, seats, "Table 'Dry Dock 2' 8-max Seat 3 is the button"))
    found = parsed.header
    assert (dialect, parsed.status, parsed.problem) == ("kingsclub", "parsed", None)
    assert (found.hand_id, found.game, found.small, found.big, found.decimals) == ("501", game, small, 2 * small, 0)
    assert (found.table, found.max_seats, found.button, found.currency) == ("Dry Dock 2", 8, 3, "chips")
    assert found.played_at == datetime(2021, 1, 2, 7, 8, 9)


def test_amounts_are_counted_as_finely_as_they_are_printed() -> None:
    [(_, parsed)] = parse(hand())
    assert (parsed.header.small, parsed.header.decimals) == (400, 1)


@pytest.mark.parametrize(
    ("header", "status", "unsupported"),
    [
        ("No Limit Holdem - 125/250", "ignored", None),
        ("Pot Limit Big O - 11/22", "ignored", None),
        ("Limit Badugi - 30/60", "ignored", None),
        ("Limit 2-7 Triple Draw - 40/80", "ignored", None),
        ("Limit 2-7 Razz - 22/44", "parsed", "2-7 Razz"),
        ("Pot Limit Seven Card Stud - 40/80", "parsed", "pot-limit Seven Card Stud"),
    ],
)
def test_other_games(header: str, status: str, unsupported: str | None) -> None:
    [(_, parsed)] = parse(hand(header))
    assert (parsed.status, parsed.unsupported) == (status, unsupported)


@pytest.mark.parametrize("text", [hand("Limited Seven Card Stud"), hand().replace("2021-01-02", "2021/01")])
def test_a_damaged_header_costs_its_hand(text: str) -> None:
    [(_, damaged), (_, whole)] = parse(f"{text}\n{hand()}")
    assert (damaged.status, damaged.header.hand_id, whole.status) == ("refused", "501", "parsed")


def test_calls_bets_and_raises_say_the_total_of_the_street() -> None:
    told = sample("late-banners.txt")
    wagers = [event for event in told if isinstance(event, BroughtIn | Completed | Called | Bet)]
    assert [event for event in wagers if event.street < 6] == [
        BroughtIn(7, 3316, 3316, street=3),
        Completed(8, 4400, 4400, street=3),
        Called(1, 4400, 4400, street=3),
        Called(7, 1084, 4400, street=3),
        Bet(8, 8800, 8800, street=5),
        Called(1, 6504, 6504, True, street=5),
        Called(7, 8800, 8800, street=5),
    ]
    told = sample("since-2022.txt", 1)
    assert Raised(8, 1000, 1000, street=4) in told
    assert Called(6, 500, 1000, street=4) in told


def test_banners_are_told_by_the_cards() -> None:
    late, right = sample("late-banners.txt"), sample("since-2022.txt")
    assert [event.street for event in late if isinstance(event, StreetOpened)] == [4, 5, 6, 7]
    assert [event.street for event in right if isinstance(event, StreetOpened)] == [3, 4, 5, 6, 7]
    for told in (late, right):
        dealt = Counter((event.street, event.facing) for event in told if isinstance(event, CardDealt))
        assert dict(dealt.keys()) == dict.fromkeys((3, 4, 5, 6), "up") | {7: "down"}


def test_a_missing_banner_does_not_move_the_streets() -> None:
    text = (SAMPLES / "kingsclub" / "late-banners.txt").read_text("utf-8").split("\n\n")[0]
    whole = [event for event in events(text) if not isinstance(event, StreetOpened)]
    for number in (3, 4, 5):
        cut = text.replace(f"*** {number}{'RD' if number == 3 else 'TH'} STREET ***\n", "")
        assert [event for event in events(cut) if not isinstance(event, StreetOpened)] == whole


def test_hidden_cards_and_the_heros() -> None:
    told = sample("late-banners.txt")
    assert CardDealt(8, "down", (-1, -1), street=3) in told
    assert CardDealt(1, "down", parse_cards("Kd Tc"), street=3) in told
    assert CardDealt(8, "down", (-1,), street=7) in told
    assert CardDealt(1, "down", parse_cards("Qc"), street=7) in told


def test_results_prove_what_came_back() -> None:
    told = sample("since-2022.txt", 1)
    assert [event for event in told if isinstance(event, UncalledReturned | PotAwarded | RakeTaken)] == [
        UncalledReturned(6, 1000), RakeTaken(325), PotAwarded(6, 6175, "main"),
    ]  # fmt: skip
    assert SeatSummarised(6, "brixton", 6175) in told
    assert SeatSummarised(4, "aldgate") in told
    text = (SAMPLES / "kingsclub" / "since-2022.txt").read_text("utf-8").split("\n\n")[1]
    kept = text.replace("+3,925", "+2,925")
    assert not [event for event in events(kept) if isinstance(event, UncalledReturned)]
    [(_, unclear)] = parse(text.replace("+3,925", "+3,425"))
    assert UNCALLED_RETURNS in unclear.missing


def test_a_side_pot_without_a_line_is_paid_by_the_results() -> None:
    text = (SAMPLES / "kingsclub" / "late-banners.txt").read_text("utf-8").split("\n\n")[0]
    quiet = text.replace(
        "dulwich wins (221.92) from side pot 1\ndulwich wins (425.68) from pot", "dulwich wins pot (425.68)"
    )
    awards = [(event.seat, event.amount, event.pot) for event in events(quiet) if isinstance(event, PotAwarded)]
    assert awards == [(8, 42_568, "main"), (8, 22_192, None)]
    # Not where the results do not balance.
    awards = [event for event in events(quiet.replace("+394.44", "+390.44")) if isinstance(event, PotAwarded)]
    assert len(awards) == 1


def test_cards_turned_up_while_cards_are_to_come() -> None:
    play = (
        "aldgate: posts ante 10\nbrixton: posts ante 10\nDealt to aldgate: [X X 4d]\nDealt to brixton: [X X 9h]\n"
        "aldgate brings in for 10\nbrixton bets 40\naldgate calls 40\n*** 3RD STREET ***\nDealt to aldgate: [5d]\n"
        "Dealt to brixton: [9s]\nbrixton bets 40\naldgate raises to 80\nbrixton calls 80\naldgate shows [As Ks 4d 5d]\n"
        "*** 4TH STREET ***\nDealt to aldgate: [6c]\nDealt to brixton: [2h]\n"
    )
    shown = next(event for event in events(hand(body=SEATS + play)) if isinstance(event, Shown))
    assert (shown.street, shown.cards) == (4, parse_cards("As Ks 4d 5d"))


@pytest.mark.skipif(not CORPORA.exists(), reason="the corpora are not here")
def test_the_corpora() -> None:
    hands = list(read_hands(CORPORA / "kingsclub"))
    assert Counter(hand.unsupported or hand.header.game for hand in hands) == {
        "2-7 Razz": 2, "stud": 1, "stud8": 1, "razz": 1,
    }  # fmt: skip
    assert {(hand.status, hand.truncated) for hand in hands} == {("parsed", False)}
    assert not [event for hand in hands for event in unknown(hand.events)]


def found(path: Path, house: str | None = None) -> list[tuple[str, int, str, str]]:
    run = Audit([path], house=house)
    return [(Path(f.file).name, f.line, f.code, f.verdict) for result in run for f in result.findings]


@pytest.mark.skipif(not CORPORA.exists(), reason="the corpora are not here")
def test_real_hands() -> None:
    not_audited = [
        ("2-7-Razz-USD-22-44-202101.txt", 1, "R007", "review"),
        ("2-7-Razz-USD-500-1000-202102.multi.pot.failure.txt", 1, "R007", "review"),
    ]
    assert found(CORPORA / "kingsclub") == not_audited
    # 44 over a bring-in of 33.16, and then 77.16: the house adds a bet to the bring-in, others to the full bet.
    raised = ("7-Stud-USD-44-88-202010.txt", 25, "W502", "violation")
    assert found(CORPORA / "kingsclub", "roberts-rules") == [*not_audited, raised]
