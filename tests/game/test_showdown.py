"""Who wins a pot on known cards, and how it is shared: G-20 to G-22, WH-23, and Robert's Rules."""

from __future__ import annotations

from dataclasses import replace as but
from typing import Any

import pytest
from support.dealt import RULES, Dealt

from stud_audit.game.games import GAMES
from stud_audit.game.pots import Pot
from stud_audit.game.showdown import Contest, contest_of, ranked, shares
from stud_audit.model.cards import Cards, parse_cards

# Aces up and an eight-low; a pair of kings and the same low; queens up, twice, and no eight-low.
HANDS = {
    1: "As Ac 8d 7c 4d 4h 2s",
    2: "Ks Kc Ad 8c 7d 4c 2d",
    3: "Qs Qc Jd Jc 9d 5h 2h",
    4: "Qd Qh Js Jh 9c 5c 2c",
}


def dealt(*seats: int) -> dict[int, Cards]:
    return {seat: parse_cards(HANDS[seat]) for seat in seats}


def won(game: str, contenders: tuple[int, ...], *known: int, **settings: Any) -> Contest:
    pot = Pot("main", 1000, contenders)
    return contest_of(pot, ranked(dealt(*(known or contenders)), GAMES[game], but(RULES, **settings)))


@pytest.mark.parametrize(
    ("game", "contenders", "high", "low"),
    [
        ("stud", (1, 2, 3), (1,), ()),
        ("stud", (3, 4), (3, 4), ()),  # suits do not rank
        ("stud8", (1, 2, 3), (1,), (1, 2)),
        ("stud8", (3, 4), (3, 4), ()),  # no low qualifies
        ("razz", (1, 2, 3), (), (1, 2)),
        ("razz", (3, 4), (), (3, 4)),
    ],
)
def test_the_best_hands_of_each_half(
    game: str, contenders: tuple[int, ...], high: tuple[int, ...], low: tuple[int, ...]
) -> None:
    found = won(game, contenders)
    assert (found.high, found.low) == (high, low)
    assert found.certain
    assert set(found.winners) == {*high, *low}


def test_only_contenders_win() -> None:
    assert won("stud", (2, 3), 1, 2, 3).winners == (3,)


def test_who_contends_alone_wins_without_a_hand() -> None:
    found = won("stud", (4,), 1)
    assert (found.contested, found.winners, found.certain) == (False, (4,), True)


@pytest.mark.parametrize("game", ["stud", "stud8", "razz"])
def test_a_hand_that_is_not_known_leaves_it_open(game: str) -> None:
    found = won(game, (1, 3, 4), 1, 3)
    assert found.unknown == (4,)
    assert not found.certain
    assert found.winners == (1,)


@pytest.mark.parametrize(
    ("game", "contenders", "net", "settings", "high", "low"),
    [
        ("stud", (1, 2), 1001, {}, {1: 1001}, {}),
        ("stud8", (1, 3), 1001, {"stud8_odd_chip": "high"}, {1: 501}, {1: 500}),
        ("stud8", (1, 3), 1001, {"stud8_odd_chip": "low"}, {1: 500}, {1: 501}),
        ("stud8", (3, 4), 1000, {}, {3: 500, 4: 500}, {}),  # without a low the high hands share it all
        ("razz", (3, 4), 1000, {}, {3: 500, 4: 500}, {}),
        # Three quarters: the low half is shared.
        ("stud8", (1, 2, 3), 1000, {}, {1: 500}, {1: 250, 2: 250}),
    ],
)
def test_shares(
    game: str,
    contenders: tuple[int, ...],
    net: int,
    settings: dict[str, Any],
    high: dict[int, int],
    low: dict[int, int],
) -> None:
    table = Dealt((100,) * 4, "2c 3c 4c 5c", button=3).table
    rules = but(RULES, **settings)
    found = shares(won(game, contenders, **settings), net, 1, dealt(*contenders), table, GAMES[game], rules)
    assert found == (high, low)


def test_halves_are_made_in_whole_chips() -> None:
    table = Dealt((100,) * 4, "2c 3c 4c 5c", button=3).table
    rules = but(RULES, stud8_odd_chip="high")
    found = shares(won("stud8", (1, 3)), 1050, 100, dealt(1, 3), table, GAMES["stud8"], rules)
    assert found == ({1: 550}, {1: 500})


def test_an_odd_chip_by_position_needs_a_button() -> None:
    table = Dealt((100,) * 4, "2c 3c 4c 5c", button=None).table
    rules = but(RULES, odd_chip_method="left_of_button")
    tied, hands, game = won("stud", (3, 4)), dealt(3, 4), GAMES["stud"]
    assert shares(tied, 1001, 1, hands, table, game, rules) is None
    assert shares(tied, 1000, 1, hands, table, game, rules) == ({3: 500, 4: 500}, {})
