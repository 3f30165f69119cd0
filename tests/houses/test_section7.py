"""What each house makes of a situation: pass, review, or violation, setting by setting.

The predicates say what happened as a check would: whether one set of rules allows it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from stud_audit.houses import Rules, load_house

WH, LPC, H3 = "william-hill", "london-poker-club", "third-house"
RR, TDA, PS = "roberts-rules", "tda", "pokerstars"

Holds = Callable[[Rules], bool]


def high(*, raising: bool = False, pair: bool = True, holder: bool = False, checked: bool = False) -> Holds:
    """A wager at the higher limit on fourth street in stud high."""

    def holds(rules: Rules) -> bool:
        trigger: str = rules.fourth_double_trigger
        if raising and rules.fourth_double_raise_trigger != "same":
            trigger = rules.fourth_double_raise_trigger
        if trigger == "never" or (trigger == "open_pair" and not pair):
            return False
        who = rules.fourth_double_who_raise if raising else rules.fourth_double_who_open
        others = checked and not raising and rules.fourth_double_if_holder_checks == "others_may"
        return who == "any" or (who == "pair_holder" and holder) or trigger == "always" or others

    return holds


def low_with_pair(rules: Rules) -> bool:
    """A wager at the lower limit while a pair shows."""
    return rules.fourth_double_trigger == "never" or rules.fourth_double_mode == "option"


def bring_in(amount: int, small: int = 200) -> Holds:
    """An opening of third street where the house's own formula gives the bring-in."""

    def holds(rules: Rules) -> bool:
        half = small // 2 + (small % 2 if rules.bring_in_rounding == "ceil" else 0)
        return amount == half or (amount == small and rules.bring_in_may_open_full)

    return holds


def table_bring_in(amount: int, least: int = 50, full: int = 400) -> Holds:
    """An opening of third street where the table gives the bring-in."""

    def holds(rules: Rules) -> bool:
        between = rules.bring_in_any_between == "always" and least < amount < full
        return amount == least or (amount == full and rules.bring_in_may_open_full) or between

    return holds


def timeout(action: str) -> Holds:
    """What the game did with a player whose time ran out."""
    accepted = {
        "protected": {"protect", "protect-free"}, "push_stack": {"push"}, "check": {"check", "protect"},
        "check_or_fold": {"check", "fold"}, "fold": {"fold"}, None: {"protect", "push", "check", "fold"},
    }  # fmt: skip
    return lambda rules: action in accepted[rules.clock_timeout_action]


def acted_after(milliseconds: int) -> Holds:
    return lambda rules: (
        rules.clock_seconds is None or milliseconds <= rules.clock_seconds * 1000 + rules.clock_grace_ms
    )


def odd_chip(*, left_seat_won: bool, paid: str) -> Holds:
    """An odd chip in a tie; `paid` is `left`, `nearest` (the first tied winner clockwise), or `other`."""

    def holds(rules: Rules) -> bool:
        if rules.odd_chip_method == "left_seat":
            return paid == "left" if left_seat_won else True
        if rules.odd_chip_method == "unruled":
            return True
        return paid == ("left" if left_seat_won else "nearest") and rules.odd_chip_method == "left_of_button"

    return holds


def no_community(live: int) -> Holds:
    """The stub is short, and no community card came."""
    return lambda rules: rules.community_trigger == "never" or (rules.community_trigger == "all_eight" and live < 8)


def community(*, short: bool, live: int) -> Holds:
    """A community card came."""
    return lambda rules: {"stub_short": short, "all_eight": live == 8, "never": False, "unruled": True}[
        rules.community_trigger
    ]


def raises(count: int, *, heads_up: bool = False) -> Holds:
    """So many raises after the bet; heads-up is the whole round."""
    return lambda rules: (
        rules.cap_raises is None or count <= rules.cap_raises or (heads_up and rules.cap_heads_up != "never_uncapped")
    )


def tied_opener(seat_by: str, street: int, *, suits_agree: bool = True) -> Holds:
    """Tied boards, opened by the seat that `seat_by` picks; `suits_agree`: both ways to look at suits."""

    def holds(rules: Rules) -> bool:
        if rules.opener_tie_rounds == "second_only" and street > 4:
            return True
        if rules.opener_tie != "high_card_by_suit":
            return seat_by == "position"
        return seat_by == ("suit" if suits_agree or rules.opener_suit_card == "highest_rank" else "pair's suit")

    return holds


def no_rule(key: str) -> Holds:
    """What only a house allows that has no rule on the matter, or one of another kind."""
    free = {
        "allin_reopen_threshold": 0, "bring_in_unopposed": "posted", "stud8_low_qualifier": None,
        "ante_schedule": "free", "bring_in_forced": False, "buttons_in_turn": None, "cap_raises": None,
    }.get(key, "unruled")  # fmt: skip

    def holds(rules: Rules) -> bool:
        value = getattr(rules, key)
        return value == free or (isinstance(value, tuple) and free in value)

    return holds


def yes(_: Rules) -> bool:
    """What all rules allow."""
    return True


@dataclass(frozen=True)
class Case:
    house: str
    what: str
    holds: Holds
    outcome: str
    street: int | None = None
    silent: bool = False


def to_high(rules: Rules) -> bool:
    return rules.fourth_high_raise_means == "to_high"


def bring_in_plus(rules: Rules) -> bool:
    return rules.completion_next_raise_base == "bring_in_plus_full"


def ace_low(rules: Rules) -> bool:
    return rules.bring_in_ace == "low"


def tie_against_suit(rules: Rules) -> bool:
    return rules.bring_in_tie == "any"


CASES = (
    # Fourth street, William Hill
    Case(WH, "high bet, pair showing", high(), "pass", 4),
    Case(WH, "high raise, pair showing", high(raising=True), "pass", 4),
    Case(WH, "high bet, no pair", high(pair=False), "review", 4),
    Case(WH, "high raise, no pair", high(pair=False, raising=True), "review", 4),
    Case(WH, "low bet, pair showing", low_with_pair, "review", 4),
    Case(WH, "raise to the double", to_high, "review", 4, silent=True),
    Case(WH, "raise by the double", lambda r: not to_high(r), "pass", 4),
    Case(WH, "low raise after a high bet", lambda r: not r.fourth_no_mix_down, "violation", 4),
    Case(WH, "the higher limit at stakes not 1:2", lambda r: r.fourth_double_amount == "big", "review", 4),
    Case(WH, "twice the lower at stakes not 1:2", lambda r: r.fourth_double_amount == "twice_small", "review", 4),
    # Fourth street, London Poker Club
    Case(LPC, "high bet, no pair", high(pair=False), "violation", 4),
    Case(LPC, "high raise, no pair", high(pair=False, raising=True), "review", 4),
    Case(LPC, "high bet by the holder", high(holder=True), "pass", 4),
    Case(LPC, "high bet by another", high(), "review", 4, silent=True),
    Case(LPC, "high bet by another after the holder's check", high(checked=True), "review", 4, silent=True),
    Case(LPC, "high raise by anyone", high(raising=True), "pass", 4),
    Case(LPC, "low bet, pair showing", low_with_pair, "pass", 4),
    Case(LPC, "low raise after a high bet", lambda r: not r.fourth_no_mix_down, "violation", 4),
    Case(LPC, "double bet in spread limit", lambda r: "spread" in r.fourth_double_structures, "violation", 4),
    # Fourth street, third house
    Case(H3, "high bet, no pair", high(pair=False), "violation", 4),
    Case(H3, "high raise, no pair", high(pair=False, raising=True), "violation", 4),
    Case(H3, "high bet by the holder", high(holder=True), "pass", 4),
    Case(H3, "high bet by another", high(), "review", 4, silent=True),
    Case(H3, "high raise by another", high(raising=True), "review", 4, silent=True),
    Case(H3, "low raise after a high bet", lambda r: not r.fourth_no_mix_down, "review", 4, silent=True),
    # Fourth street, the authorities
    Case(RR, "high bet by another, pair showing", high(), "pass", 4),
    Case(RR, "high bet, no pair", high(pair=False), "violation", 4),
    Case(TDA, "high bet by the holder", high(holder=True), "violation", 4),
    Case(PS, "high bet by another, pair showing", high(), "pass", 4),
    Case(PS, "high bet, no pair", high(pair=False), "violation", 4),
    # Bring-in amount
    Case(WH, "half", bring_in(100), "pass", 3),
    Case(WH, "the full lower limit", bring_in(200), "review", 3),
    Case(WH, "another amount", bring_in(150), "violation", 3),
    Case(WH, "unpayable half rounded down", bring_in(12, small=25), "pass", 3),
    Case(WH, "unpayable half rounded up", bring_in(13, small=25), "review", 3),
    Case(LPC, "the minimum", table_bring_in(50), "pass", 3),
    Case(LPC, "the lower limit", table_bring_in(400), "pass", 3),
    Case(LPC, "between them", table_bring_in(200), "review", 3),
    Case(LPC, "below the minimum", table_bring_in(40), "violation", 3),
    Case(LPC, "above the lower limit", table_bring_in(450), "violation", 3),
    Case(H3, "half", bring_in(100), "pass", 3),
    Case(H3, "full", bring_in(200), "pass", 3),
    Case(H3, "another amount", bring_in(150), "violation", 3),
    *(
        Case(h, "a check or fold instead", no_rule("bring_in_forced"), "violation", 3)
        for h in (WH, LPC, H3, RR, TDA, PS)
    ),
    # Bring-in seat
    Case(WH, "an ace as the lowest card", ace_low, "review", 3, silent=True),
    Case(H3, "an ace as the lowest card", ace_low, "review", 3, silent=True),
    Case(LPC, "an ace as the lowest card", ace_low, "violation", 3),
    Case(WH, "a tie against the suits", tie_against_suit, "violation", 3),
    Case(LPC, "a tie against the suits", tie_against_suit, "violation", 3),
    Case(H3, "a tie against the suits", tie_against_suit, "review", 3, silent=True),
    Case(H3, "a tie by the suits", yes, "pass", 3),
    *(Case(h, "plainly not the lowest", no_rule("bring_in_card"), "violation", 3)
      for h in (WH, LPC, H3)),
    *(Case(h, "nobody brings in after an all-in low card", lambda r: r.allin_low_card == "nobody", "review", 3,
           silent=h in (WH, LPC, H3))
      for h in (WH, LPC, H3, RR, TDA, PS)),
    # Third-street increments
    *(Case(h, "bring-in plus the lower limit", bring_in_plus, "review", 3, silent=True) for h in (WH, LPC, H3)),
    *(Case(h, "to the lower limit", lambda r: not bring_in_plus(r), "pass", 3) for h in (WH, LPC, H3)),
    *(Case(h, "any other amount", no_rule("completion_next_raise_base"), "violation", 3) for h in (WH, LPC, H3, PS)),
    # Cap
    Case(WH, "four times the lower limit", raises(3), "pass", 3),
    Case(WH, "more", raises(4), "violation", 3),
    Case(WH, "more, heads-up", raises(4, heads_up=True), "violation", 5),
    *(Case(h, "more", raises(4), "review", 5, silent=True) for h in (LPC, H3, TDA)),
    *(Case(h, "more, heads-up", raises(4, heads_up=True), "pass", 5) for h in (LPC, H3, RR)),
    Case(RR, "more", raises(4), "violation", 5),
    Case(PS, "more, heads-up", raises(4, heads_up=True), "violation", 5),
    # Openers and ties
    *(Case(LPC, "a tie not by position", tied_opener("suit", s), "violation", s) for s in (4, 5, 6)),
    Case(LPC, "a tie not by position", tied_opener("suit", 7), "review", 7, silent=True),
    *(Case(LPC, "not the high board", no_rule("opener_rule"), "violation", s) for s in (4, 5, 6)),
    Case(LPC, "not the high board", no_rule("opener_rule"), "review", 7, silent=True),
    Case(H3, "a tie by position", tied_opener("position", 4), "violation", 4),
    *(Case(H3, "a tie by position", tied_opener("position", s), "review", s) for s in (5, 6, 7)),
    *(Case(H3, "a tie by suit", tied_opener("suit", s), "pass", s) for s in (4, 5, 6, 7)),
    Case(
        H3, "a tie by the highest card's suit, against the pair's", tied_opener("suit", 4, suits_agree=False),
        "review", 4,
    ),
    Case(
        H3, "a tie by the pair's suit, against the highest card's", tied_opener("pair's suit", 4, suits_agree=False),
        "review", 4,
    ),
    *(Case(H3, "not the high board", no_rule("opener_rule"), "violation", s) for s in (4, 5, 6, 7)),
    *(Case(WH, "not the high board", no_rule("opener_rule"), "review", s, silent=True) for s in (4, 5, 6, 7)),
    *(Case(WH, "a tie not by position", tied_opener("suit", s), "review", s, silent=True) for s in (4, 7)),
    # Clock
    Case(LPC, "ten seconds", acted_after(10_000), "pass"),
    Case(LPC, "eleven seconds", acted_after(11_000), "review"),
    Case(LPC, "later", acted_after(11_001), "violation"),
    Case(LPC, "all-in protection", timeout("protect"), "pass"),
    Case(LPC, "the whole stack", timeout("push"), "review"),
    Case(LPC, "an automatic check", timeout("check"), "review"),
    Case(LPC, "an automatic fold", timeout("fold"), "violation"),
    Case(LPC, "an automatic bring-in", lambda r: r.clock_bring_in_timeout == "auto_post", "review", 3),
    Case(LPC, "a protected player acts again", lambda r: r.clock_protected_may_act, "review"),
    Case(WH, "a minute", acted_after(60_000), "pass"),
    # Odd chip
    Case(WH, "the left seat won, and gets it", odd_chip(left_seat_won=True, paid="left"), "pass"),
    Case(WH, "the left seat won, another gets it", odd_chip(left_seat_won=True, paid="other"), "violation"),
    Case(WH, "the nearest winner", odd_chip(left_seat_won=False, paid="nearest"), "pass"),
    Case(WH, "another winner", odd_chip(left_seat_won=False, paid="other"), "review"),
    Case(WH, "two odd chips, one each", lambda r: r.odd_chip_spread == "one_each", "review", silent=True),
    Case(LPC, "another winner", odd_chip(left_seat_won=True, paid="other"), "review", silent=True),
    Case(H3, "not the high card by suit", no_rule("odd_chip_method"), "review", silent=True),
    Case(RR, "not the high card by suit", no_rule("odd_chip_method"), "violation"),
    # Community card
    *(Case(h, "stub short, fewer than eight, one dealt", community(short=True, live=7), "pass", 7)
      for h in (WH, H3)),
    *(Case(h, "stub short, fewer than eight, none dealt", no_community(7), "review", 7) for h in (WH, H3)),
    *(Case(h, "all eight, none dealt", no_community(8), "violation", 7) for h in (WH, H3)),
    *(Case(h, "stub sufficient, one dealt", community(short=False, live=6), "violation", 7)
      for h in (WH, H3)),
    Case(LPC, "all eight, none dealt", no_community(8), "review", 7, silent=True),
    # Antes
    Case(WH, "a lower limit with a higher ante", no_rule("ante_schedule"), "violation"),
    Case(WH, "a lower limit with an equal ante", lambda r: r.ante_schedule == "not_decreasing", "review"),
    Case(WH, "not the published ante", no_rule("ante_table"), "violation"),
    Case(H3, "not a tenth", lambda r: r.ante_ratio is None, "review"),
    # Interface
    Case(WH, "a button too many", no_rule("buttons_in_turn"), "violation"),
    Case(WH, "other labels", lambda r: r.buttons_labels == "toggle", "review"),
    Case(WH, "the button to a seat not dealt in", lambda r: r.button_moves == "next_occupied", "review"),
    Case(WH, "the button stays", no_rule("button_moves"), "violation"),
    # The game where the house is silent
    *(Case(h, "side pot", no_rule("side_pots"), "review", silent=True) for h in (WH, LPC, H3)),
    *(Case(h, "not reopened", no_rule("allin_reopen_threshold"), "review", silent=True) for h in (WH, LPC, H3)),
    *(Case(h, "bring-in unopposed", no_rule("bring_in_unopposed"), "review", 3, silent=True) for h in (WH, LPC, H3)),
    # Razz and hi-lo
    *(Case(h, "double bet in razz", no_rule("fourth_double_games"), "review", 4, silent=True) for h in (WH, LPC, H3)),
    *(
        Case(h, "not the high door card", no_rule("razz_bring_in_card"), "review", 3, silent=True)
        for h in (WH, LPC, H3)
    ),
    *(Case(h, "low half", no_rule("stud8_low_qualifier"), "violation") for h in (WH, LPC, H3)),
    Case(PS, "double bet in razz", no_rule("fourth_double_games"), "violation", 4),
)  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda c: f"{c.house}: {c.what}, {c.outcome}, {c.street}")
def test_verdict(case: Case) -> None:
    weighing = load_house(case.house).weigh(case.holds, case.street)
    assert weighing.outcome == case.outcome
    assert weighing.silent == case.silent
    assert (weighing.fallback is not None) == case.silent
    if case.outcome == "violation":
        assert not weighing.passing
        assert "default" in weighing.failing
    if case.outcome == "review":
        assert weighing.failing
        assert weighing.passing or weighing.silent


def test_readings_of_a_finding_name_both_sides() -> None:
    found = load_house(WH).weigh(low_with_pair, 4).readings()
    assert "default" in found.passing
    assert found.failing == ("WH-17 literally: with a pair showing the higher limit is mandatory",)
    found = load_house(WH).weigh(bring_in(200), 3).readings()
    assert found.passing == ("the low card may open for the full lower limit",)
    assert found.failing[0] == "default"


def test_silence_names_whose_rule_was_used() -> None:
    assert load_house(H3).weigh(raises(4), 5).fallback == "roberts-rules"
    assert load_house(LPC).weigh(no_rule("odd_chip_method")).fallback == "practice"
    assert load_house(WH).weigh(lambda rules: rules.clock_runs_from == "prompt").fallback == "tda"


@pytest.mark.parametrize("house", [WH, LPC, H3, RR, TDA, PS])
def test_one_call_decides_where_no_reading_differs(house: str) -> None:
    calls = []

    def holds(rules: Rules) -> bool:
        calls.append(rules)
        return rules.street_limits[2] == "b"

    assert load_house(house).weigh(holds, 5).outcome == "pass"
    assert len(calls) == 1


def test_a_lenient_reading_never_spoils_what_the_default_allows() -> None:
    house = load_house(WH)
    lenient = [reading for reading in house.readings if reading.lenient]
    assert lenient
    for reading in lenient:
        key = min(reading.keys)
        passed = house.weigh(lambda rules, k=key: getattr(rules, k) == getattr(house.rules, k))  # type: ignore[misc]
        assert passed.outcome == "pass", reading.name
