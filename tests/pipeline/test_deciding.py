"""What of a situation decides: hands that differ in nothing else are certified by one another, and no others are."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.certified import hand_of, hands_of, is_certified
from support.judged import changed

from stud_audit.houses.alternatives import others, unruled
from stud_audit.houses.house import House
from stud_audit.houses.loader import house_names, load_house
from stud_audit.houses.rules import Rules
from stud_audit.houses.rulings import Reading
from stud_audit.houses.schema import contradictions
from stud_audit.ingest.writers.neutral import FIRST_LINE
from stud_audit.model.hand import Hand
from stud_audit.model.rows import Row, rows_of
from stud_audit.pipeline.certification import Certifier, Unheard, Walked
from stud_audit.pipeline.one_hand import audit_hand, dispatch
from stud_audit.simulate.deck import Spoiled
from stud_audit.simulate.output import GAMES
from stud_audit.simulate.room import samples

FIFTH = """\
stud 1
hand 1 game=stud structure=fixed small=4 big=8 ante=0.40 bring-in=2 currency=USD button=3
seat 1 "northwind" 200
seat 2 "saltmarsh" 8.40
seat 3 "wexley" 200
ante 1 0.40
ante 2 0.40
ante 3 0.40
street 3
deal 1 down ? ?
deal 2 down ? ?
deal 3 down ? ?
deal 1 up 5c
deal 2 up Kd
deal 3 up Qh
bring-in 1 2
call 2 2
call 3 2
street 4
deal 1 up 6d
deal 2 up 9s
deal 3 up 7c
check 2
check 3
check 1
street 5
deal 1 up 2d
deal 2 up 4h
deal 3 up 8c
bet 2 6 all-in
raise 3 to=14 by=8
call 1 14
street 6
deal 1 up 3s
deal 2 up 4c
deal 3 up Td
check 3
check 1
street 7
deal 1 down Qs
deal 2 down Ks
deal 3 down As
check 3
check 1
show-down
show 3 Js Jd Qh 7c 8c Td As
show 1 9h 2s 5c 6d 2d 3s Qs
show 2 5h 3h Kd 9s 4h 4c Ks
award 3 16 pot=side-1
award 2 25.20 pot=main
total 41.20
end
"""
"""An all-in bet for six of eight counts as a bet, and a raise adds eight to it."""

SHORT = changed(
    FIFTH,
    ('"saltmarsh" 8.40', '"saltmarsh" 5.40'),
    ("bet 2 6", "bet 2 3"),
    ("raise 3 to=14 by=8", "raise 3 to=8 by=5"),
    ("call 1 14", "call 1 8"),
    ("award 3 16", "award 3 10"),
    ("award 2 25.20", "award 2 16.20"),
    ("total 41.20", "total 26.20"),
)
"""One for three counts as none: the bet is completed."""


def _all_in_for(chips: float) -> str:
    """The hand with another all-in bet that counts, and raised accordingly."""
    return changed(
        FIFTH,
        ('"saltmarsh" 8.40', f'"saltmarsh" {chips + 2.4:.2f}'),
        ("bet 2 6", f"bet 2 {chips:.2f}"),
        ("raise 3 to=14", f"raise 3 to={chips + 8:.2f}"),
        ("call 1 14", f"call 1 {chips + 8:.2f}"),
        ("award 2 25.20", f"award 2 {3 * chips + 7.2:.2f}"),
        ("total 41.20", f"total {3 * chips + 23.2:.2f}"),
    )


def _learned(text: str, house: House) -> None:
    """Judge a hand in full, in which nothing is wrong, so that its situations are known."""
    hand = hand_of(text)
    assert not audit_hand(hand, house, dispatch(None, house, certify=True)).findings
    assert is_certified(hand, house)


@pytest.mark.parametrize("house", ["william-hill", "roberts-rules", "pokerstars"])
def test_a_raise_after_one_all_in_is_like_that_after_another_that_counts_alike(house: str) -> None:
    judge = load_house(house)
    _learned(FIFTH, judge)
    for chips in (5.3, 7, 4):  # half a bet counts
        hand = hand_of(_all_in_for(chips))
        full, quick = (audit_hand(hand, judge, dispatch(None, judge, certify=certify)) for certify in (False, True))
        assert (quick.certified, quick.outcomes, full.findings) == (True, full.outcomes, [])


def test_a_raise_to_what_only_another_all_in_allows_is_not_certified() -> None:
    house = load_house("roberts-rules")
    _learned(FIFTH, house)
    _learned(SHORT, house)
    wrong = changed(  # all-in for three, to which eight more are added
        SHORT,
        ("raise 3 to=8 by=5", "raise 3 to=11 by=8"),
        ("call 1 8", "call 1 11"),
        ("award 3 10", "award 3 16"),
        ("total 26.20", "total 32.20"),
    )
    over = changed(  # all-in for more than the bet
        _all_in_for(7), ("bet 2 7.00", "bet 2 9.00"), ('"saltmarsh" 9.40', '"saltmarsh" 11.40'),
        ("raise 3 to=15.00 by=8", "raise 3 to=17.00 by=8"), ("call 1 15.00", "call 1 17.00"),
        ("award 2 28.20", "award 2 34.20"), ("total 44.20", "total 50.20"),
    )  # fmt: skip
    for text, code in ((wrong, "W502"), (over, "W501")):
        hand = hand_of(text)
        assert code in {finding.code for finding in audit_hand(hand, house, dispatch(None, house)).findings}
        assert not is_certified(hand, house)


OPENED = changed(
    FIFTH,
    ('"northwind" 200', '"northwind" 1.90'),
    ("bring-in 1 2\ncall 2 2\ncall 3 2\n", "bring-in 1 1.50 all-in\nfold 2\ncall 3 2\nreturn 3 0.50\n"),
    ("deal 2 up 9s\n", ""), ("deal 2 up 4h\n", ""), ("deal 2 up 4c\n", ""), ("deal 2 down Ks\n", ""),
    ("check 2\ncheck 3\ncheck 1\n", ""),
    ("bet 2 6 all-in\nraise 3 to=14 by=8\ncall 1 14\n", ""),
    ("check 3\ncheck 1\n", ""), ("check 3\ncheck 1\n", ""),
    ("show 2 5h 3h Kd 9s 4h 4c Ks\naward 3 16 pot=side-1\naward 2 25.20 pot=main\n", "award 3 4.20\n"),
    ("total 41.20", "total 4.20"),
)  # fmt: skip
"""The bring-in is all-in for less."""


def test_an_all_in_below_the_bring_in_is_not_like_one_above_it() -> None:
    """Who may not open for the full bet may not go all-in for more than the bring-in either; for less they may."""
    house = load_house("roberts-rules")
    house = replace(house, rules=replace(house.rules, bring_in_may_open_full=False), readings=())
    _learned(OPENED, house)
    above = hand_of(
        changed(
            OPENED, ('"northwind" 1.90', '"northwind" 3.40'), ("bring-in 1 1.50", "bring-in 1 3"),
            ("call 3 2\nreturn 3 0.50", "call 3 3"), ("award 3 4.20", "award 3 7.20"), ("total 4.20", "total 7.20"),
        )
    )  # fmt: skip
    assert [finding.code for finding in audit_hand(above, house, dispatch(None, house)).findings] == ["B302"]
    assert not is_certified(above, house)
    less = hand_of(
        changed(
            OPENED, ('"northwind" 1.90', '"northwind" 1.40'), ("bring-in 1 1.50", "bring-in 1 1"),
            ("return 3 0.50", "return 3 1"), ("award 3 4.20", "award 3 3.20"), ("total 4.20", "total 3.20"),
        )
    )  # fmt: skip
    assert is_certified(less, house)
    assert not audit_hand(less, house, dispatch(None, house)).findings


# --- other houses --------------------------------------------------------------------------------

DECIDING = (
    "street_limits", "spread_raise_min", "bring_in_may_open_full", "bring_in_any_between", "bring_in_rounding",
    "bring_in_short_due", "bring_in_mode", "completion_counts_as_raise", "completion_next_raise_base", "cap_raises",
    "cap_bring_in_counts_as_bet", "cap_heads_up", "fourth_double_games", "fourth_double_structures",
    "fourth_double_trigger", "fourth_double_raise_trigger", "fourth_double_mode", "fourth_double_who_open",
    "fourth_double_who_raise", "fourth_double_if_holder_checks", "fourth_double_amount", "fourth_no_mix_down",
    "fourth_high_raise_means", "allin_reopen_threshold", "allin_half_of", "allin_short_bet_next",
    "allin_counts_toward_cap", "community_trigger", "community_use_burns_first", "community_reserve_last",
    "burn_per_street", "buyin_base", "buyin_short_ok", "buyin_applies_to",
)  # fmt: skip
"""Settings on which wagers, the stub, and buy-ins rest."""


def _turned(rules: Rules, settings: int, dice: random.Random) -> tuple[Rules, frozenset[str]]:
    """These rules with some settings of another value each, and which."""
    keys: set[str] = set()
    for key in dice.sample(DECIDING, settings):
        values: list[Any] = [*others(key, rules), *unruled(key, rules)]
        new = replace(rules, **{key: dice.choice(values)}) if values else rules
        if next(contradictions(new), None) is None:
            rules = new
            keys.add(key)
    return rules, frozenset(keys)


def _house(dice: random.Random) -> House:
    """An operator's own house: one of ours with other rules, and readings of them."""
    house = load_house(dice.choice(house_names()))
    rules, _ = _turned(house.rules, dice.randint(0, 6), dice)
    readings = [
        Reading(f"other-{number}", (), *_turned(rules, dice.randint(1, 2), dice), lenient=dice.random() < 0.3)
        for number in range(dice.randint(0, 3))
    ]
    return replace(house, rules=rules, readings=tuple(readings))


def _hands(folder: Path, house: House, dice: random.Random, hands: int) -> Iterator[Any]:
    """Hands played by a house, which another may judge; in every other night of hi-lo alone, where pots are halved."""
    dialect = dice.choice(("neutral", "pokerstars"))
    file, told = folder / f"night-{dialect}.txt", [FIRST_LINE] if dialect == "neutral" else []
    with suppress(Spoiled):  # with many burns, and no card shared, the deck may run out
        for _, sample in samples(house, dialect, dice.choice((GAMES, ("stud8",))), hands, dice, {}):
            told += [*sample.lines, ""]
    file.write_text("\n".join(told), encoding="utf-8")
    return hands_of([file])


@pytest.mark.parametrize(
    ("seed", "houses", "hands"), [(1, 4, 100), pytest.param(2, 20, 200, marks=pytest.mark.slow)], ids=str
)
def test_every_house_says_the_same_of_hands_that_decide_alike(
    seed: int, houses: int, hands: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dice = random.Random(seed)
    for _ in range(houses):
        house = _house(dice)
        plays = load_house(house.name) if dice.random() < 0.5 else house
        checks = dispatch(None, house, certify=True)
        certifier = checks.certifier
        assert certifier is not None
        with monkeypatch.context() as learning:  # of every clean hand, so that what tells differently shows
            learning.setattr(Certifier, "certify", _walked)
            learning.setattr(Certifier, "unheard", _everything)
            judged = [(hand, audit_hand(hand, house, checks)) for hand in _hands(tmp_path, plays, dice, hands)]
        assert certifier.conflicts == 0
        for hand, result in judged:
            for _ in range(2):
                certified = certifier.certify(hand, rows_of(hand.events))
                assert isinstance(certified, Walked) or (result.findings, result.outcomes) == ([], certified.outcomes)


def _everything(certifier: Certifier, walked: Walked) -> Unheard | None:
    play = walked.play
    return None if play is None else Unheard([True] * len(play.situations), [*play.sides])


def _walked(certifier: Certifier, hand: Hand, rows: list[Row]) -> Walked:
    return Walked(certifier.play(hand, rows))
