"""Sizes, the cap, and reopening at 10/20 with a bring-in of 3: every total is worked out from the rule by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace as but
from fractions import Fraction

import pytest
from support.dealt import LIMITS, RULES, Dealt

from stud_audit.game.betting import (
    Limits,
    Sizes,
    cap_bets,
    capped,
    double_allowed,
    ladder,
    limits,
    pair_showing,
    reopened,
    sizes,
)
from stud_audit.game.games import GAMES
from stud_audit.houses.rules import Rules
from stud_audit.model.events import Bet, Folded, Raised
from stud_audit.model.hand import Header

RICH = 1000


def third(*stacks: int, rules: Rules = RULES, bring_in: int = 3) -> Dealt:
    """Seat 1 has brought in."""
    doors = ["2c", "9d", "Kd", "Qs"][: len(stacks)]
    hand = Dealt([stack + 1 for stack in stacks], " ".join(doors), rules=rules, bring_in=bring_in)
    hand.act(1, "brings in", bring_in)
    return hand


def next_totals(hand: Dealt, seat: int, limit: Limits = LIMITS) -> tuple[int, ...]:
    return sizes(hand.table, hand.player(seat), hand.game, limit, hand.rules).all


# --- limits and the ladder of bets ---------------------------------------------------------------


def test_the_lower_limit_on_two_streets_and_the_higher_on_three() -> None:
    assert [LIMITS.unit(street, Rules()) for street in (3, 4, 5, 6, 7)] == [10, 10, 20, 20, 20]


@pytest.mark.parametrize(("small", "big"), [(None, 20), (10, None), (None, None)])
def test_without_both_limits_there_are_none(small: int | None, big: int | None) -> None:
    assert limits(Header("1", "stud", small=small, big=big)) is None
    assert limits(Header("1", "stud", small=10, big=20)) == LIMITS


def test_completion_is_to_the_lower_limit_and_each_raise_adds_it() -> None:
    hand = third(RICH, RICH, RICH)
    assert next_totals(hand, 2) == (10,)
    hand.act(2, "raises", 10)
    assert next_totals(hand, 3) == (20,)
    hand.act(3, "raises", 20)
    assert next_totals(hand, 1) == (30,)


@pytest.mark.parametrize(("street", "first", "second"), [(5, 20, 40), (6, 20, 40), (7, 20, 40)])
def test_later_streets_go_by_the_higher_limit(street: int, first: int, second: int) -> None:
    hand = third(RICH, RICH)
    hand.deal(street, "3h 5h 7h 9h Jh Kh" if street > 5 else "3h 5h 9h Kh")
    assert next_totals(hand, 2) == (first,)
    hand.act(2, "bets", first)
    assert next_totals(hand, 1) == (second,)


@pytest.mark.parametrize(
    ("all_in", "changes", "due"),
    [
        # Less than half a raise over 10 leaves the next full raise where it was; half of it is one.
        (13, {}, 20),
        (14, {}, 20),
        (15, {}, 25),
        (16, {}, 26),
        (13, {"allin_short_bet_next": "add_full"}, 23),
        (16, {"allin_short_bet_next": "add_full"}, 26),
        (19, {"allin_half_of": "whole"}, 20),
        (19, {"allin_reopen_threshold": Fraction(1)}, 20),
        (11, {"allin_reopen_threshold": Fraction(0)}, 21),
        (14, {"allin_reopen_threshold": Fraction(2, 5)}, 24),
        (20, {"allin_half_of": "whole"}, 30),
    ],
)
def test_the_raise_after_an_all_in_raise_over_a_bet_of_ten(all_in: int, changes: dict[str, object], due: int) -> None:
    hand = third(RICH, RICH, all_in, rules=but(RULES, **changes))
    hand.act(2, "raises", 10)
    hand.act(3, "raises", all_in)
    assert hand.player(3).all_in
    assert next_totals(hand, 1) == (due,)


@pytest.mark.parametrize(
    ("all_in", "changes", "due"),
    [
        # Over a bring-in of 3. Of the whole bet, 5 is half; of the 7 that the bring-in lacks, 4 more are.
        (4, {}, 10),
        (5, {}, 15),
        (6, {"allin_half_of": "increase"}, 10),
        (7, {"allin_half_of": "increase"}, 17),
        (9, {"allin_half_of": "whole"}, 10),
        (4, {"allin_short_bet_next": "add_full"}, 14),
        # A house that has the raise add to the bring-in has it add to that after less than a completion too.
        (4, {"completion_next_raise_base": "bring_in_if_short"}, 13),
    ],
)
def test_the_bet_after_an_all_in_over_the_bring_in(all_in: int, changes: dict[str, object], due: int) -> None:
    hand = third(RICH, all_in, RICH, rules=but(RULES, **changes))
    hand.act(2, "raises", all_in)
    assert next_totals(hand, 3) == (due,)


@pytest.mark.parametrize(("all_in", "due"), [(250, 650), (300, 700)])
def test_at_four_eight_over_a_bring_in_of_two(all_in: int, due: int) -> None:
    hand = Dealt((5000, all_in + 1, 5000), "2c 9d Kd", small=400, big=800, bring_in=200)
    hand.act(1, "brings in", 200)
    hand.act(2, "raises", all_in)
    assert next_totals(hand, 3, Limits(400, 800)) == (due,)


@pytest.mark.parametrize(("changes", "due"), [({}, 1600), ({"allin_short_bet_next": "add_full"}, 1900)])
def test_a_short_raise_from_eight_to_eleven(changes: dict[str, object], due: int) -> None:
    hand = Dealt((5000, 1101, 5000), "2c 9d Kd", small=400, big=800, bring_in=200, rules=but(RULES, **changes))
    hand.deal(5, "8c 8d 2d 3d Ks Qs")
    hand.act(3, "bets", 800)
    hand.act(1, "calls", 800)
    hand.act(2, "raises", 1100)
    assert next_totals(hand, 3, Limits(400, 800)) == (due,)


@pytest.mark.parametrize(
    ("bring_in", "base", "after_bring_in", "after_completion"),
    [
        (3, "full_bet", 10, 20),
        (3, "bring_in_plus_full", 13, 23),
        (3, "bring_in_if_short", 10, 20),
        (5, "bring_in_if_short", 10, 20),  # completing it adds half a bet, which is not less
        (6, "bring_in_if_short", 10, 16),
        (6, "full_bet", 10, 20),
    ],
)
def test_what_raises_add_to_on_third_street(
    bring_in: int, base: str, after_bring_in: int, after_completion: int
) -> None:
    rules = but(RULES, completion_next_raise_base=base)
    hand = third(RICH, RICH, RICH, rules=rules, bring_in=bring_in)
    assert next_totals(hand, 2) == (after_bring_in,)
    hand.act(2, "raises", after_bring_in)
    assert next_totals(hand, 3) == (after_completion,)
    hand.act(3, "raises", after_completion)
    assert next_totals(hand, 1) == (after_completion + 10,)


def test_an_all_in_that_counts_as_full_and_added_less_than_half_a_bet() -> None:
    # At 4/8 with a bring-in of 1: all-in to 2 is half of a bet, and adds a quarter of one.
    rules = but(RULES, completion_next_raise_base="bring_in_if_short")
    hand = Dealt((RICH, 3, RICH), "2c 9d Kd", rules=rules, small=4, big=8, bring_in=1)
    hand.act(1, "brings in", 1)
    hand.act(2, "raises", 2)
    assert hand.player(2).all_in
    assert next_totals(hand, 3, Limits(4, 8)) == (5,)


def test_a_full_bet_by_the_low_card_is_a_bet_and_no_bring_in() -> None:
    hand = Dealt((RICH, RICH), "2c 9d", rules=but(RULES, cap_bring_in_counts_as_bet=True))
    hand.act(1, "bets", 10)
    assert next_totals(hand, 2) == (20,)
    assert ladder(hand.table.round, LIMITS, hand.rules).bets == 1


def test_after_a_wager_of_a_wrong_size_the_next_adds_to_it_or_to_what_was_due() -> None:
    hand = third(RICH, RICH, RICH)
    hand.deal(5, "8c 6d 2d 3d Ks Qs")
    hand.act(3, "bets", 15)
    assert next_totals(hand, 1) == (35, 40)
    hand.act(1, "raises", 40)  # right by one of them
    assert next_totals(hand, 2) == (60,)
    over = third(RICH, RICH, RICH)
    over.act(2, "raises", 12)
    assert next_totals(over, 3) == (20, 22)


def test_nothing_below_the_bet_to_match_is_a_raise() -> None:
    hand = third(RICH, RICH, RICH)
    hand.act(2, "raises", 25)  # for 10: the raise to 20 that would have been due lies below it
    assert next_totals(hand, 3) == (35,)


# --- the cap -------------------------------------------------------------------------------------


def is_capped(hand: Dealt) -> bool:
    return capped(hand.table.round, ladder(hand.table.round, LIMITS, hand.rules), hand.rules)


@pytest.mark.parametrize(("raises", "bets"), [(3, 4), (4, 5), (0, 1), (None, None)])
def test_a_cap_counts_the_bet_and_its_raises(raises: int | None, bets: int | None) -> None:
    assert cap_bets(Rules(cap_raises=raises)) == bets


@pytest.mark.parametrize(
    ("changes", "highest"),
    [
        ({}, 40),  # completion, and three raises
        ({"cap_bring_in_counts_as_bet": True}, 30),
        ({"completion_counts_as_raise": True}, 30),
        ({"cap_raises": 4}, 50),
        ({"cap_raises": 1}, 20),
    ],
)
def test_how_high_third_street_goes(changes: dict[str, object], highest: int) -> None:
    hand = third(RICH, RICH, RICH, rules=but(RULES, **changes))
    for to in range(10, highest + 1, 10):
        assert not is_capped(hand)
        hand.act(to // 10 % 3 + 1, "raises", to)
    assert is_capped(hand)


def test_without_a_cap_it_goes_on() -> None:
    hand = third(RICH, RICH, RICH, rules=Rules())
    for to in range(10, 100, 10):
        hand.act(to // 10 % 3 + 1, "raises", to)
        assert not is_capped(hand)


@pytest.mark.parametrize(
    ("all_in", "counts", "bets"),
    [
        (13, "if_reopens", 1),
        (15, "if_reopens", 2),
        (13, "always", 2),
        (15, "always", 2),
        (13, "never", 1),
        (15, "never", 1),
        (20, "never", 2),  # a full raise is one, all-in or not
    ],
)
def test_whether_an_all_in_raise_counts(all_in: int, counts: str, bets: int) -> None:
    hand = third(RICH, RICH, all_in, rules=but(RULES, allin_counts_toward_cap=counts))
    hand.act(2, "raises", 10)
    hand.act(3, "raises", all_in)
    assert ladder(hand.table.round, LIMITS, hand.rules).bets == bets


def _to_the_cap(hand: Dealt, *, heads_up: bool) -> Dealt:
    """Four bets, and a third player who folds before the last of them, or after it."""
    hand.act(2, "raises", 10)
    hand.act(3, "raises", 20)
    if heads_up:
        hand.act(1, "folds")
        hand.act(2, "raises", 30)
        hand.act(3, "raises", 40)
    else:
        hand.act(1, "calls", 20)
        hand.act(2, "raises", 30)
        hand.act(3, "raises", 40)
        hand.act(1, "folds")
    return hand


@pytest.mark.parametrize(
    ("heads_up", "rule", "capped_now"),
    [
        (True, "never_uncapped", True),
        (True, "heads_up_before_cap", False),
        (False, "heads_up_before_cap", True),  # once capped it stays capped
        (True, "round_started_heads_up", True),
    ],
)
def test_the_cap_with_two_players_left(heads_up: bool, rule: str, capped_now: bool) -> None:
    hand = _to_the_cap(third(RICH, RICH, RICH, rules=but(RULES, cap_heads_up=rule)), heads_up=heads_up)
    assert is_capped(hand) is capped_now


def test_a_raise_over_the_cap_does_not_lift_it() -> None:
    rules = but(RULES, cap_heads_up="heads_up_before_cap")
    hand = _to_the_cap(third(RICH, RICH, RICH, rules=rules), heads_up=False)
    hand.act(2, "raises", 50)  # of two players by now, but three had met the cap
    assert is_capped(hand)


@pytest.mark.parametrize(
    ("rule", "capped_now"),
    [("never_uncapped", True), ("heads_up_before_cap", False), ("round_started_heads_up", False)],
)
def test_the_cap_of_a_round_that_two_players_begin(rule: str, capped_now: bool) -> None:
    hand = third(RICH, RICH, rules=but(RULES, cap_heads_up=rule))
    for seat, to in ((2, 10), (1, 20), (2, 30), (1, 40)):
        hand.act(seat, "raises", to)
    assert is_capped(hand) is capped_now


def test_who_is_all_in_is_no_opponent_of_the_cap() -> None:
    hand = third(RICH, RICH, 20, rules=but(RULES, cap_heads_up="heads_up_before_cap"))
    hand.act(2, "raises", 10)
    hand.act(3, "raises", 20)
    hand.act(1, "raises", 30)
    hand.act(2, "raises", 40)
    assert not is_capped(hand)


# --- reopening -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("all_in", "changes", "may"),
    [
        (14, {}, False),
        (15, {}, True),
        (19, {"allin_half_of": "whole"}, False),
        (20, {"allin_half_of": "whole"}, True),
        (11, {"allin_reopen_threshold": Fraction(0)}, True),
        (19, {"allin_reopen_threshold": Fraction(1)}, False),
        (20, {"allin_reopen_threshold": Fraction(1)}, True),
    ],
)
def test_whoever_has_called_ten_raises_again_where_enough_was_added(
    all_in: int, changes: dict[str, object], may: bool
) -> None:
    hand = third(RICH, RICH, RICH, all_in, rules=but(RULES, **changes))
    hand.act(2, "raises", 10)
    hand.act(3, "calls", 10)
    hand.act(4, "raises", all_in)
    hand.act(1, "calls", all_in)
    assert reopened(hand.table.round, hand.player(2), LIMITS, hand.rules) is may


@pytest.mark.parametrize(("second", "may"), [(14, False), (15, True)])
def test_short_raises_add_up(second: int, may: bool) -> None:
    hand = third(RICH, RICH, 13, second)
    hand.act(2, "raises", 10)
    hand.act(3, "raises", 13)
    hand.act(4, "raises", second)
    hand.act(1, "calls", second)
    assert reopened(hand.table.round, hand.player(2), LIMITS, hand.rules) is may


def test_two_short_raises_make_up_a_whole_one() -> None:
    hand = third(RICH, RICH, 15, 20, rules=but(RULES, allin_half_of="whole"))
    hand.act(2, "raises", 10)
    hand.act(3, "raises", 15)
    hand.act(4, "raises", 20)
    hand.act(1, "calls", 20)
    assert reopened(hand.table.round, hand.player(2), LIMITS, hand.rules)


def test_whoever_has_not_acted_or_only_checked_may_raise() -> None:
    hand = third(RICH, RICH, RICH, 13)
    assert reopened(hand.table.round, hand.player(2), LIMITS, hand.rules)
    hand.deal(5, "8c 3h Ad Jd Ks 4d Qh 5h")
    hand.act(3, "checks")  # kings open
    hand.act(4, "bets", 13)  # all-in
    assert hand.player(4).all_in
    assert reopened(hand.table.round, hand.player(1), LIMITS, hand.rules)
    hand.act(1, "folds")
    hand.act(2, "folds")
    assert reopened(hand.table.round, hand.player(3), LIMITS, hand.rules)


def test_a_call_of_the_last_raise_closes_the_betting_for_the_raiser() -> None:
    hand = third(RICH, RICH, RICH)
    hand.act(2, "raises", 10)
    hand.act(3, "calls", 10)
    hand.act(1, "calls", 10)
    assert not reopened(hand.table.round, hand.player(2), LIMITS, hand.rules)
    assert not reopened(hand.table.round, hand.player(1), LIMITS, hand.rules)


@pytest.mark.parametrize(("all_in", "may"), [(29, False), (30, True)])
def test_after_a_double_bet_on_fourth_street_half_of_the_double_reopens(all_in: int, may: bool) -> None:
    rules = but(RULES, fourth_double_trigger="open_pair")
    hand = third(RICH, RICH, RICH, all_in + 3, rules=rules)
    for seat in (2, 3, 4):
        hand.act(seat, "calls", 3)
    hand.deal(4, "8c 9h Qs 7h")
    hand.act(2, "bets", 20)
    hand.act(3, "calls", 20)
    hand.act(4, "raises", all_in)
    assert hand.player(4).all_in
    hand.act(1, "calls", all_in)
    assert reopened(hand.table.round, hand.player(2), LIMITS, hand.rules) is may


# --- fourth street -------------------------------------------------------------------------------

DOUBLE = but(RULES, fourth_double_trigger="open_pair")


def fourth(doors: str = "2c 9d Kd", cards: str = "8c 9h Qs", rules: Rules = DOUBLE, game: str = "stud") -> Dealt:
    """Fourth street, with no action on third; seat 2 shows a pair of nines."""
    hand = Dealt((RICH, RICH, RICH), doors, game, rules)
    hand.deal(4, cards)
    return hand


@pytest.mark.parametrize(
    ("street", "cards", "seats"),
    [(4, "8c 9h Qs", [2]), (4, "2d 9h Ks", [1, 2, 3]), (4, "8c 8h 8s", []), (5, "8c 9h Qs", [])],
)
def test_pairs_count_on_fourth_street_alone(street: int, cards: str, seats: list[int]) -> None:
    hand = Dealt((RICH, RICH, RICH), "2c 9d Kd")
    hand.deal(street, cards)
    assert [player.seat for player in pair_showing(hand.table)] == seats


def test_a_folded_pair_does_not_show() -> None:
    hand = fourth()
    hand.table.take(Folded(2, street=4))
    assert pair_showing(hand.table) == []


@pytest.mark.parametrize(
    ("changes", "holder", "other"),
    [
        ({}, (10, 20), (10, 20)),
        ({"fourth_double_trigger": "never"}, (10,), (10,)),
        ({"fourth_double_mode": "mandatory"}, (20,), (20,)),
        ({"fourth_double_who_open": "pair_holder"}, (10, 20), (10,)),
        ({"fourth_double_structures": ("spread",)}, (10,), (10,)),
        ({"fourth_double_games": ("razz",)}, (10,), (10,)),
        ({"fourth_double_games": ("unruled",)}, (10, 20), (10, 20)),
        ({"fourth_double_raise_trigger": "never"}, (10, 20), (10, 20)),  # that is for raises
    ],
)
def test_who_may_open_for_the_higher_limit_with_a_pair_showing(
    changes: dict[str, object], holder: tuple[int, ...], other: tuple[int, ...]
) -> None:
    hand = fourth(rules=but(DOUBLE, **changes))
    assert next_totals(hand, 2) == holder
    assert next_totals(hand, 3) == other


@pytest.mark.parametrize(("trigger", "totals"), [("open_pair", (10,)), ("always", (10, 20)), ("never", (10,))])
def test_without_a_pair(trigger: str, totals: tuple[int, ...]) -> None:
    hand = fourth(cards="8c 8h Qs", rules=but(DOUBLE, fourth_double_trigger=trigger))
    assert next_totals(hand, 3) == totals


def test_mandatory_or_not_without_a_pair_the_lower_limit_is_there() -> None:
    rules = but(DOUBLE, fourth_double_trigger="always", fourth_double_mode="mandatory")
    assert next_totals(fourth(cards="8c 8h Qs", rules=rules), 3) == (10, 20)


@pytest.mark.parametrize("game", ["razz", "stud8"])
def test_no_double_bet_in_other_games(game: str) -> None:
    assert next_totals(fourth(game=game), 2) == (10,)


def test_no_double_bet_where_both_limits_are_one() -> None:
    assert next_totals(fourth(), 2, Limits(20, 20)) == (20,)


@pytest.mark.parametrize(("amount", "totals"), [("big", (5, 15)), ("twice_small", (5, 10))])
def test_the_higher_limit_or_twice_the_lower(amount: str, totals: tuple[int, ...]) -> None:
    hand = fourth(rules=but(DOUBLE, fourth_double_amount=amount))
    assert next_totals(hand, 2, Limits(5, 15)) == totals


@pytest.mark.parametrize(("rule", "totals"), [("others_may", (10, 20)), ("others_may_not", (10,))])
def test_after_the_holder_has_checked(rule: str, totals: tuple[int, ...]) -> None:
    rules = but(DOUBLE, fourth_double_who_open="pair_holder", fourth_double_if_holder_checks=rule)
    hand = fourth(rules=rules)
    hand.act(2, "checks")
    assert next_totals(hand, 3) == totals


def test_of_two_pairs_both_must_have_checked() -> None:
    rules = but(DOUBLE, fourth_double_who_open="pair_holder")
    hand = fourth("2c 9d Kd", "2d 9h Qs", rules)
    hand.act(2, "checks")
    assert next_totals(hand, 3) == (10,)


@pytest.mark.parametrize(
    ("changes", "other", "holder"),
    [
        # Over a bet of 10 by seat 3: to 20, or by the higher limit to 30.
        ({}, (20, 30), (20, 30)),
        ({"fourth_double_who_raise": "pair_holder"}, (20,), (20, 30)),
        ({"fourth_double_who_raise": "nobody"}, (20,), (20,)),
        ({"fourth_double_raise_trigger": "never"}, (20,), (20,)),
        ({"fourth_double_trigger": "never", "fourth_double_raise_trigger": "always"}, (20, 30), (20, 30)),
        ({"fourth_double_who_open": "pair_holder"}, (20, 30), (20, 30)),  # that is for opening bets
        ({"fourth_high_raise_means": "to_high"}, (20,), (20,)),
    ],
)
def test_raises_over_the_lower_limit(
    changes: dict[str, object], other: tuple[int, ...], holder: tuple[int, ...]
) -> None:
    hand = fourth(rules=but(DOUBLE, **changes))
    hand.act(2, "checks")
    hand.act(3, "bets", 10)
    assert next_totals(hand, 1) == other
    assert next_totals(hand, 2) == holder


@pytest.mark.parametrize(
    ("changes", "totals"),
    [
        ({}, (40,)),
        ({"fourth_no_mix_down": False}, (30, 40)),
        ({"fourth_high_raise_means": "to_high"}, (40,)),
        ({"fourth_double_who_raise": "nobody"}, (40,)),
        ({"fourth_double_trigger": "never"}, (30, 40)),  # a bet that was not allowed binds nobody to it
    ],
)
def test_after_a_bet_of_the_higher_limit(changes: dict[str, object], totals: tuple[int, ...]) -> None:
    hand = fourth(rules=but(DOUBLE, **changes))
    hand.act(2, "bets", 20)
    assert next_totals(hand, 3) == totals


def test_a_raise_by_the_higher_limit_is_high_too() -> None:
    hand = fourth()
    hand.act(2, "bets", 10)
    assert not ladder(hand.table.round, LIMITS, hand.rules).high
    hand.act(3, "raises", 30)
    assert ladder(hand.table.round, LIMITS, hand.rules).high
    assert next_totals(hand, 1) == (50,)


@pytest.mark.parametrize(("street", "high"), [(4, True), (5, False)])
def test_only_fourth_street_knows_a_high_bet(street: int, high: bool) -> None:
    hand = Dealt((RICH, RICH, RICH), "2c 9d Kd", rules=DOUBLE)
    hand.deal(street, "8c 9h Qs" if street == 4 else "8c 3d 9h 4d Qs 5d")
    hand.act(2, "bets", 20)
    assert ladder(hand.table.round, LIMITS, hand.rules).high is high


def test_the_structure_decides() -> None:
    hand = fourth()
    holder = hand.player(2)
    assert double_allowed(holder, [holder], GAMES["stud"], "fixed", True, DOUBLE)
    assert not double_allowed(holder, [holder], GAMES["stud"], "spread", True, DOUBLE)


# --- what a wager may come to --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("to", "all_in", "right"),
    [
        (10, False, True),
        (20, False, True),
        (15, False, False),
        (30, False, False),
        (15, True, True),  # for less than the highest amount allowed
        (4, True, True),
        (20, True, True),
        (21, True, False),
    ],
)
def test_a_wager_is_of_a_permitted_size_or_all_in_for_less(to: int, all_in: bool, right: bool) -> None:
    assert (Bet(1, to, to, all_in) in Sizes((10,), (20,))) is right


def test_where_the_house_fixes_no_size_every_wager_is_right() -> None:
    hand = fourth(rules=but(DOUBLE, street_limits=("s", "unruled", "b", "b", "b")))
    found = sizes(hand.table, hand.player(2), hand.game, LIMITS, hand.rules)
    assert Bet(2, 17, 17) in found
    assert Raised(2, 500, 500) in found
    assert Bet(2, 17, 17) not in sizes(hand.table, hand.player(2), hand.game, LIMITS, DOUBLE)


@pytest.mark.parametrize("no_wager", [10, None, Folded(1)])
def test_only_a_wager_has_a_size(no_wager: object) -> None:
    assert no_wager not in Sizes((10,), (), free=True)


@pytest.mark.parametrize(
    ("low", "high", "every"),
    [((10,), (), (10,)), ((), (20,), (20,)), ((10,), (20,), (10, 20)), ((30,), (20, 30), (20, 30)), ((), (), ())],
)
def test_all_sizes_rising(low: Sequence[int], high: Sequence[int], every: Sequence[int]) -> None:
    assert Sizes(tuple(low), tuple(high)).all == every


def test_no_size_allows_no_all_in() -> None:
    assert Bet(1, 5, 5, True) not in Sizes((), ())
