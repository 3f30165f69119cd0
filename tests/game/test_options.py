"""What a player may do on their turn, at 10/20 with a bring-in of 3, and in spread limit."""

from __future__ import annotations

from dataclasses import replace as but
from typing import Any

import pytest
from support.dealt import RULES, Dealt

from stud_audit.game.options import Options
from stud_audit.game.turn import to_act

RICH = 1000


def dealt(*stacks: int | None, rules: dict[str, Any] | None = None, **header: Any) -> Dealt:
    """Stacks after the ante of 1. Seat 1 has the lowest card."""
    behind = [None if stack is None else stack + 1 for stack in stacks]
    doors = " ".join(["2c", "9d", "Kd", "Qs"][: len(stacks)])
    return Dealt(behind, doors, rules=but(RULES, **(rules or {})), **header)


SPREAD = {"structure": "spread", "small": None, "big": None, "spread_min": 2, "spread_max": 10, "bring_in": 1}


# --- the bring-in --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stack", "changes", "bring_in", "bets"),
    [
        (RICH, {}, (3,), (10,)),
        (None, {}, (3,), (10,)),
        (RICH, {"bring_in_may_open_full": False}, (3,), ()),
        (10, {}, (3,), (10,)),
        (9, {}, (3,), ()),
        (4, {}, (3,), ()),
        (3, {}, (3,), ()),
        (2, {}, (2,), ()),  # all there is
    ],
)
def test_the_forced_bet(
    stack: int | None, changes: dict[str, Any], bring_in: tuple[int, ...], bets: tuple[int, ...]
) -> None:
    hand = dealt(stack, RICH, RICH, rules=changes)
    assert hand.open_to(1) == Options(bring_in=bring_in, bets=bets)


@pytest.mark.parametrize(
    ("stack", "between", "bring_in", "bets"),
    [
        (RICH, "spread", (1,), (10,)),
        (RICH, "always", (1,), (10,)),
        (RICH, "never", (1,), ()),
        (None, "spread", (1,), (10,)),
        (7, "spread", (1,), (7,)),
        (1, "spread", (1,), ()),
    ],
)
def test_the_forced_bet_in_spread_limit(
    stack: int | None, between: str, bring_in: tuple[int, ...], bets: tuple[int, ...]
) -> None:
    hand = dealt(stack, RICH, rules={"bring_in_any_between": between}, **SPREAD)
    assert hand.open_to(1) == Options(bring_in=bring_in, bets=bets)


def test_in_spread_limit_a_bring_in_that_nothing_states_is_the_least_bet() -> None:
    hand = dealt(RICH, RICH, rules={"bring_in_any_between": "spread"}, **{**SPREAD, "bring_in": None})
    assert hand.open_to(1) == Options(bring_in=(2,), bets=(10,))


def test_without_a_bring_in_known_there_is_the_full_bet_alone() -> None:
    assert dealt(RICH, RICH, bring_in=None).open_to(1) == Options(bets=(10,))
    assert dealt(6, RICH, bring_in=None).open_to(1) == Options(bring_in=(6,))


def test_without_stakes_who_has_to_bring_in_has_no_amounts() -> None:
    nothing = dealt(RICH, RICH, small=None, big=None).open_to(1)
    assert nothing == Options()
    assert not nothing


def test_from_a_low_card_that_is_all_in_the_opening_falls_to_the_next_who_may_fold() -> None:
    hand = dealt(0, RICH, RICH, RICH)
    assert hand.open_to(2) == Options(fold=True, bring_in=(3,), bets=(10,))
    hand.act(2, "folds")
    assert hand.turn == 3


# --- third street after it -----------------------------------------------------------------------


def test_facing_the_bring_in() -> None:
    hand = dealt(RICH, RICH, RICH)
    hand.act(1, "brings in", 3)
    assert hand.open_to(2) == Options(fold=True, call=3, raises=(10,))


def test_facing_a_raise_what_is_in_counts() -> None:
    hand = dealt(RICH, RICH)
    hand.act(1, "brings in", 3)
    hand.act(2, "raises", 10)
    assert hand.open_to(1) == Options(fold=True, call=7, raises=(20,))


@pytest.mark.parametrize(
    ("stack", "call", "raises"),
    [
        (2, 2, ()),
        (3, 3, ()),
        (4, 3, (4,)),  # all-in, for less than a completion
        (9, 3, (9,)),
        (10, 3, (10,)),
        (11, 3, (10,)),
        (None, 3, (10,)),
    ],
)
def test_with_few_chips(stack: int | None, call: int, raises: tuple[int, ...]) -> None:
    hand = dealt(RICH, stack, RICH)
    hand.act(1, "brings in", 3)
    assert hand.open_to(2) == Options(fold=True, call=call, raises=raises)


@pytest.mark.parametrize(("due", "call"), [("full", 3), ("posted", 2)])
def test_after_a_short_bring_in(due: str, call: int) -> None:
    hand = dealt(2, RICH, RICH, rules={"bring_in_short_due": due})
    hand.act(1, "brings in", 2)
    assert hand.open_to(2).call == call


def test_after_a_short_bring_in_that_was_raised_the_raise_is_due() -> None:
    hand = dealt(2, 7, RICH)
    hand.act(1, "brings in", 2)
    hand.act(2, "raises", 7)  # all-in over the bring-in
    assert hand.open_to(3).call == 7


def test_after_a_short_bring_in_of_unknown_size_what_was_posted_is_due() -> None:
    hand = dealt(2, RICH, RICH, bring_in=None)
    hand.does(1, "brings in", 2)
    assert hand.open_to(2).call == 2


def test_against_players_who_are_all_in_nobody_raises() -> None:
    hand = dealt(RICH, RICH, 6)
    hand.act(1, "brings in", 3)
    hand.act(2, "folds")
    hand.act(3, "raises", 6)
    assert hand.open_to(1) == Options(fold=True, call=3)


# --- later streets --------------------------------------------------------------------------------


def test_with_no_bet_yet() -> None:
    hand = dealt(RICH, RICH, RICH)
    hand.deal(4, "8c 3h Kh")
    assert hand.open_to(3) == Options(check=True, bets=(10,))
    hand.act(3, "checks")
    assert hand.open_to(1) == Options(check=True, bets=(10,))


@pytest.mark.parametrize(("stack", "bets"), [(15, (10,)), (10, (10,)), (7, (7,)), (None, (10,))])
def test_a_bet_with_few_chips(stack: int | None, bets: tuple[int, ...]) -> None:
    hand = dealt(RICH, RICH, stack)
    hand.deal(4, "8c 3h Kh")
    assert hand.open_to(3) == Options(check=True, bets=bets)


@pytest.mark.parametrize(("stack", "bets"), [(RICH, (10, 20)), (20, (10, 20)), (15, (10, 15)), (10, (10,)), (6, (6,))])
def test_between_the_two_limits_with_a_double_bet_open(stack: int, bets: tuple[int, ...]) -> None:
    hand = dealt(RICH, RICH, stack, rules={"fourth_double_trigger": "open_pair"})
    hand.deal(4, "8c 3h Kh")
    assert hand.open_to(3).bets == bets


def test_capped_there_is_a_call_or_a_fold() -> None:
    hand = dealt(RICH, RICH, RICH)
    hand.act(1, "brings in", 3)
    for seat, to in ((2, 10), (3, 20), (1, 30), (2, 40)):
        hand.act(seat, "raises", to)
    assert hand.open_to(3) == Options(fold=True, call=20)


def test_the_cap_is_no_bar_to_a_first_bet() -> None:
    hand = dealt(RICH, RICH, RICH, rules={"cap_raises": 0})
    hand.deal(4, "8c 3h Kh")
    assert hand.open_to(3) == Options(check=True, bets=(10,))
    hand.act(3, "bets", 10)
    assert hand.open_to(1) == Options(fold=True, call=10)


def test_not_reopened_there_is_a_call_or_a_fold() -> None:
    hand = dealt(RICH, RICH, 14)
    hand.act(1, "brings in", 3)
    hand.act(2, "raises", 10)
    hand.act(3, "raises", 14)
    hand.act(1, "calls", 14)
    assert hand.open_to(2) == Options(fold=True, call=4)


def test_without_stakes_only_the_call_has_an_amount() -> None:
    hand = dealt(RICH, RICH, small=None, big=None)
    hand.does(1, "brings in", 3)
    assert hand.open_to(2) == Options(fold=True, call=3)
    hand.deal(4, "8c Kh")
    assert hand.open_to(2) == Options(check=True)


# --- spread limit ---------------------------------------------------------------------------------


def test_spread_limit_gives_the_ends_of_a_range() -> None:
    hand = dealt(RICH, RICH, RICH, **SPREAD)
    hand.act(1, "brings in", 1)
    assert hand.open_to(2) == Options(fold=True, call=1, raises=(3, 11))
    hand.deal(4, "8c 3h Kh")
    assert hand.open_to(3) == Options(check=True, bets=(2, 10))


def test_spread_limit_is_capped_too() -> None:
    hand = dealt(RICH, RICH, RICH, rules={"cap_raises": 1}, **SPREAD)
    hand.act(1, "brings in", 1)
    hand.act(2, "raises", 3)
    assert hand.open_to(3).raises == (5, 13)
    hand.act(3, "raises", 5)
    assert hand.open_to(1) == Options(fold=True, call=4)
    first = dealt(RICH, RICH, RICH, rules={"cap_raises": 0}, **SPREAD)
    first.deal(4, "8c 3h Kh")
    assert first.open_to(3).bets == (2, 10)


# --- which of them there are ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "some",
    [
        Options(fold=True),
        Options(check=True),
        Options(call=3),
        Options(bring_in=(3,)),
        Options(bets=(10,)),
        Options(raises=(20,)),
    ],
)
def test_one_action_is_enough(some: Options) -> None:
    assert some
    assert not Options()


# --- whose turn it is -----------------------------------------------------------------------------


def turn(hand: Dealt) -> int | None:
    player = to_act(hand.table, hand.game, hand.rules)
    return player.seat if player else None


def test_with_one_player_able_only_who_owes_acts() -> None:
    hand = dealt(2, RICH)
    hand.act(1, "brings in", 2)
    assert turn(hand) == 2
    hand.act(2, "calls", 2)
    hand.deal(4, "9h Kh")
    assert turn(hand) is None


def test_where_a_card_that_decides_is_not_known_it_is_nobody() -> None:
    hand = Dealt((RICH, RICH), "2d ?")
    assert turn(hand) is None


def test_of_several_who_may_open_it_is_the_first() -> None:
    hand = Dealt((RICH, RICH, RICH), "9c 2d 2c", rules=but(RULES, bring_in_tie="any"))
    assert turn(hand) == 2
