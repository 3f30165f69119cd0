"""Who contends at the showdown of a log, how known and hidden hands stand, and what a mucked hand is worth."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support.judged import changed
from support.recorded import replayed
from support.showdowns import hand

from stud_audit.game.games import GAMES
from stud_audit.game.hand_names import name_hand
from stud_audit.houses import load_house
from stud_audit.model.cards import Cards, parse_cards
from stud_audit.record.showdown import Showdown

ACES = "Ac Ad 9s Th Js 4c 2s"
KINGS = "Kc Kd Qs Jh 6c 5d 3h"
LOW = "5c 6d 3s 2h Kh Qh 8s"
ROYAL = "Ah Kh Qh Jh Th 2d 3d"


def shown(cards: dict[int, str], hidden: tuple[int, ...] = (), game: str = "stud") -> Showdown:
    return replayed(hand(cards, [], game=game, hidden=hidden)).showdown


def test_known_and_hidden_hands() -> None:
    found = shown({1: ACES, 2: KINGS}, hidden=(2,))
    assert found.hands == {1: tuple(sorted(parse_cards(ACES))), 2: None}
    assert list(found.possible_high) == [2]
    # Q J 6 5 lie open: with three more cards at best four queens.
    assert high_name(found.possible_high[2]) == "four of a kind"
    (contest,) = found.contests
    assert (contest.high, contest.low, contest.unknown) == ((1,), (), (2,))
    assert (found.may_share(2, contest), found.may_win(2, contest)) == (True, True)


def high_name(five: Cards) -> str:
    return name_hand(five, GAMES["stud"]).category


@pytest.mark.parametrize(
    ("first", "second", "standing", "unknown"),
    [
        (ACES, KINGS, "ahead", (2,)),
        (ROYAL, "Kc Kd Qs 7h 6c 5d 3c", "behind", ()),  # no four cards beat it
        (ROYAL, "2s 3s As Ks Qs Js 4c", "even", (2,)),
    ],
)
def test_how_a_hidden_hand_may_stand_at_best(first: str, second: str, standing: str, unknown: tuple[int, ...]) -> None:
    found = shown({1: first, 2: second}, hidden=(2,))
    (contest,) = found.contests
    assert found.stands(2, "high", contest.high) == standing
    assert contest.unknown == unknown
    assert found.may_share(2, contest) is (standing != "behind")
    assert found.may_win(2, contest) is (standing == "ahead")


def test_how_known_hands_stand() -> None:
    found = shown({1: ACES, 2: KINGS, 3: LOW}, game="stud8")
    assert [found.stands(seat, "high", (1,)) for seat in (1, 2, 3)] == ["even", "behind", "behind"]
    assert [found.stands(seat, "high", (2,)) for seat in (1, 2, 3)] == ["ahead", "even", "behind"]
    # Without a qualifying low they are behind, even where nobody has one.
    assert [found.stands(seat, "low", (3,)) for seat in (1, 2, 3)] == ["behind", "behind", "even"]
    assert [found.stands(seat, "low", ()) for seat in (1, 2, 3)] == ["behind", "behind", "ahead"]
    assert (found.halved, found.only_half) == (True, "high")


def test_in_razz_the_low_hand_is_the_only_one() -> None:
    found = shown({1: ACES, 2: KINGS, 3: LOW}, game="razz")
    assert (found.halved, found.only_half) == (False, "low")
    # 8-6-5-3-2 before J-T-9-4-2 (the ace is paired, and counts once: A-2-4-9-T) and J-6-5-3-Q.
    (contest,) = found.contests
    assert (contest.high, contest.low) == ((), (3,))
    assert [found.stands(seat, "low", (3,)) for seat in (1, 2, 3)] == ["behind", "behind", "even"]


def test_a_hidden_hand_that_can_make_no_low() -> None:
    # Four cards above the eight, three hidden: five of eight or lower cannot be.
    found = shown({1: LOW, 2: "2s 3d Kc Qc Jc Tc 4h"}, hidden=(2,), game="stud8")
    assert found.possible_low == {2: None}
    assert found.stands(2, "low", (1,)) == "behind"
    assert found.stands(2, "low", ()) == "behind"


@pytest.mark.parametrize("game", ["stud", "stud8"])
def test_a_card_too_many_leaves_open_what_a_hidden_hand_may_be(game: str) -> None:
    text = hand({1: ACES, 2: KINGS}, [], game=game, hidden=[2]).replace("deal 2 up 5d", "deal 2 up 5d 5h")
    replay = replayed(text)
    assert replay.showdown.possible_high == {}
    assert replay.showdown.stands(2, "high", (1,)) is None
    (contest,) = replay.showdown.contests
    assert (contest.unknown, replay.showdown.may_win(2, contest)) == ((2,), True)


def mucking(seats: tuple[int, ...], muck: str) -> Showdown:
    cards = {1: ACES, 2: KINGS, 3: LOW}
    text = hand(cards, [], game="stud8")
    for seat in seats:
        text = text.replace(f"show {seat} ", f"muck {seat} ")
    return replayed(text, replace(load_house("roberts-rules").rules, showdown_muck=muck)).showdown


def test_a_mucked_hand_is_dead_or_its_cards_speak() -> None:
    dead, speaks = mucking((1,), "dead"), mucking((1,), "cards_speak")
    assert (dead.mucked, speaks.mucked) == ({1}, {1})
    assert (dead.contests[0].winners, speaks.contests[0].winners) == ((2, 3), (1, 3))
    assert (dead.stands(1, "high", (2,)), speaks.stands(1, "high", (2,))) == ("behind", "ahead")
    # Nobody has a low then: a dead hand has none, and of the high half nothing can be said.
    assert (dead.stands(1, "low", ()), dead.stands(1, "high", ())) == ("behind", None)


def test_where_all_muck_no_hand_is_dead() -> None:
    found = mucking((1, 2, 3), "dead")
    assert found.mucked == {1, 2, 3}
    assert found.contests[0].winners == (1, 3)
    assert mucking((1, 2), "dead").contests[0].winners == (3,)


def test_who_shows_has_not_mucked() -> None:
    text = hand({1: ACES, 2: KINGS}, []).replace("show 1", "muck 1\nshow 1")
    assert replayed(text).showdown.mucked == frozenset()


LIVE = hand({1: ACES, 2: KINGS, 3: LOW}, [])


@pytest.mark.parametrize(
    ("edits", "live"),
    [
        ([], [1, 2, 3]),
        ([("call 3 10", "fold 3")], [1, 2]),  # cards alone do not undo a fold
        ([("call 3 10", "fold 3"), ("street 7", "bet 3 10\nstreet 7")], [1, 2, 3]),
        ([("call 3 10", "fold 3"), ("street 6", "call 3 10\nstreet 6")], [1, 2]),  # on the street of the fold
        ([("call 3 10", "fold 3"), ("deal 3 up Qh\n", ""), ("deal 3 down 8s\n", "bet 3 10\n")], [1, 2]),
    ],
)
def test_who_folded_and_both_gets_cards_and_acts_later_is_in_the_hand(
    edits: list[tuple[str, str]], live: list[int]
) -> None:
    assert [player.seat for player in replayed(changed(LIVE, *edits)).showdown.live] == live
