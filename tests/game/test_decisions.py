"""Each decision says what was seen, and asks the rules whether it is allowed."""

from __future__ import annotations

from dataclasses import replace as but

import pytest
from support.dealt import LIMITS, RULES, Dealt

from stud_audit.game.decisions import Decision, one_more_raise, opener, raise_again, spread_size, wager_size
from stud_audit.game.spread import Spread
from stud_audit.model.events import Raised

RICH = 1000


def dealt(*stacks: int) -> Dealt:
    return Dealt([stack + 1 for stack in stacks], " ".join(["2c", "9d", "Kd", "Qs"][: len(stacks)]))


def test_a_decision_holds_where_what_was_seen_is_allowed() -> None:
    two_or_three: Decision[int] = Decision("a number", 3, lambda rules: (2, 3))
    assert two_or_three.holds(RULES)
    assert not Decision("a number", 4, two_or_three.allowed).holds(RULES)


@pytest.mark.parametrize(("seat", "right"), [(1, True), (2, False), (3, False)])
def test_who_brings_in(seat: int, right: bool) -> None:
    hand = dealt(RICH, RICH, RICH)
    assert opener(hand.table, hand.game, seat).holds(RULES) is right


@pytest.mark.parametrize(("seat", "right"), [(1, False), (2, False), (3, True)])
def test_who_opens(seat: int, right: bool) -> None:
    hand = dealt(RICH, RICH, RICH)
    hand.deal(4, "3c 8d Qh")
    assert opener(hand.table, hand.game, seat).holds(RULES) is right


@pytest.mark.parametrize(("to", "right"), [(10, True), (20, False), (9, False)])
def test_the_size_in_fixed_limit(to: int, right: bool) -> None:
    hand = dealt(RICH, RICH, RICH)
    hand.act(1, "brings in", 3)
    decision = wager_size(hand.table, hand.player(2), hand.game, LIMITS, Raised(2, to, to))
    assert decision.holds(RULES) is right


@pytest.mark.parametrize(("to", "right"), [(5, False), (6, True), (13, True), (14, False)])
def test_the_size_in_spread_limit(to: int, right: bool) -> None:
    hand = dealt(RICH, RICH, RICH)
    hand.act(1, "brings in", 3)
    assert spread_size(hand.table, Spread(3, 10), Raised(2, to, to)).holds(RULES) is right


@pytest.mark.parametrize("limit", [LIMITS, None])
def test_one_more_raise(limit: object) -> None:
    hand = dealt(RICH, RICH, RICH)
    hand.act(1, "brings in", 3)
    more = one_more_raise(hand.table, LIMITS if limit else None)
    for seat, to in ((2, 10), (3, 20), (1, 30), (2, 40)):
        assert more.holds(RULES)
        assert False in more.allowed(RULES)  # nobody has to
        hand.act(seat, "raises", to)
    assert not more.holds(RULES)
    assert False in more.allowed(RULES)
    assert more.holds(but(RULES, cap_raises=None))


@pytest.mark.parametrize(("all_in", "right"), [(14, False), (15, True)])
def test_a_raise_by_who_has_acted(all_in: int, right: bool) -> None:
    hand = dealt(RICH, RICH, all_in)
    hand.act(1, "brings in", 3)
    hand.act(2, "raises", 10)
    hand.act(3, "raises", all_in)
    decision = raise_again(hand.table, hand.player(2), LIMITS)
    assert decision.holds(RULES) is right
    assert False in decision.allowed(RULES)
