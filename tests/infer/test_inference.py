"""Which house, and which rulings, explain a log: simulated hands give their own house back."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from support.logs import pokerstars_hand

from stud_audit.houses.loader import load_house
from stud_audit.infer.cap import READINGS, Reading, Sight
from stud_audit.infer.draft import house_draft
from stud_audit.infer.evidence import Found, Score, best
from stud_audit.infer.inference import Inference
from stud_audit.infer.question import domain, variants
from stud_audit.pipeline import Audit
from stud_audit.simulate import simulate

ALIKE = ("fourth_double_raise_trigger",)
"""`same` stands for the value of another setting."""
BOUNDS = ("ante_table", "bring_in_table", "ante_ratio", "buyin_min_mult", "rake_pct")
"""What the log shows although a house may leave it to the table."""


def inferred(path: Path, *houses: str) -> Inference:
    inference = Inference(path, houses)
    inference.run()
    return inference


@pytest.mark.parametrize("house", ["william-hill", "third-house", "tda"])
def test_a_simulated_log_gives_its_house_back(tmp_path: Path, house: str) -> None:
    log = tmp_path / "log.stud"
    simulate(log, house, "neutral", hands=60, seed=3, game=None, plant={})
    inference = inferred(log)
    own = next(standing for standing in inference.standings if standing.house.name == house)
    assert (own.contradicted, own.by_reading) == (0, 0)
    assert inference.standings[0].contradicted == 0
    assert inference.asked == inference.hands == 60
    found = inference.found()
    rules = load_house(house).rules
    for each in found:
        if each.key in ALIKE + BOUNDS:
            continue
        values = [each.value, *[value for value, _ in each.rivals]]
        assert getattr(rules, each.key) in values, each
        assert each.score.disagree == 0, each
    assert {"cap_raises", "bring_in_card", "street_limits", "opener_rule"} <= {each.key for each in found}


def test_the_draft_is_a_house_that_judges_the_log_clean(tmp_path: Path) -> None:
    log, file = tmp_path / "log.stud", tmp_path / "drafted.toml"
    simulate(log, "pokerstars", "neutral", hands=40, seed=5, game=None, plant={})
    inference = inferred(log)
    file.write_text(house_draft(inference.found(), inference.asked), "utf-8")
    house = load_house(file)
    assert all(clause.checks for clause in house.clauses)
    audit = Audit(log, file)
    for _ in audit:
        pass
    assert (audit.summary.violations, audit.summary.reviews) == (0, 0)


def test_a_contradiction_names_its_topic_and_hand(tmp_path: Path) -> None:
    odd = pokerstars_hand(504).replace("saltmarsh: brings in", "northwind: brings in")
    odd = odd.replace("northwind: calls $0.02\n", "saltmarsh: calls $0.02\n", 1)
    path = tmp_path / "night.txt"
    path.write_text("".join(map(pokerstars_hand, (501, 502, 503))) + odd, newline="\n")
    stars = next(each for each in inferred(path).standings if each.house.name == "pokerstars")
    assert "who brings in" in stars.against
    assert stars.first["who brings in"].hand_id == "504"


def test_a_user_s_house_is_ranked_too(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('name = "mine"\nversion = "1"\nextends = "tda"\n')
    path = tmp_path / "night.txt"
    path.write_text(pokerstars_hand(), newline="\n")
    names = [standing.house.name for standing in inferred(path, str(tmp_path / "mine.toml")).standings]
    assert names.count("mine") == 1


def test_a_rule_often_kept_and_once_broken_was_broken() -> None:
    kept = Score(300, 1, 300 * 0.05 - 5.3)
    never_used = Score(1, 0, -3.0)
    found = best("check_raise", {False: kept, True: never_used}, (False, True))
    assert isinstance(found, Found)
    assert found.value is False
    assert [value for value, _ in found.rivals] == [True]
    assert best("check_raise", {False: Score()}, (False, True)) is None


def test_of_a_scale_the_value_of_some_house_is_preferred_to_the_narrowest_that_fits() -> None:
    """Tables of six that were never fuller: every house seats eight, and nothing here speaks against it."""
    seats = {n: Score(40, 0, 40 * 0.05 if n < 8 else 0.0) if n >= 6 else Score(10, 30, -100.0) for n in range(2, 9)}
    found = best("seats_max", seats, range(2, 9))
    assert isinstance(found, Found)
    assert found.value == 8
    assert [value for value, _ in found.rivals] == [6, 7]
    # More hands against it, and it is not preferred.
    found = best("seats_max", seats | {8: Score(39, 1, -5.3)}, range(2, 9))
    assert isinstance(found, Found)
    assert found.value == 6
    # A value that is no point of a scale is taken as the log shows it.
    found = best("check_raise", {False: Score(40, 0, 2.0), True: Score(40, 0, 0.0)}, (False, True))
    assert isinstance(found, Found)
    assert found.value is False


def test_a_quiet_log_tells_no_house_of_its_own(tmp_path: Path) -> None:
    """Few raises, little rake, and deep stacks: the cap, the rate, and the buy-in of houses, and what else fits."""
    log = tmp_path / "log.stud"
    hand = """hand {n} game=stud small=2 big=4 ante=0.25 bring-in=1 currency=USD table="Alpha" seats=6 button=3
seat 1 "a" 60
seat 2 "b" 60
seat 3 "c" 60
buy-in 1 32
ante 1 0.25
ante 2 0.25
ante 3 0.25
deal 1 down ? ?
deal 1 up Kd
deal 2 down ? ?
deal 2 up 2c
deal 3 down ? ?
deal 3 up 9s
bring-in 2 1
complete 3 to=2
raise 1 to=4
call 2 3
call 3 2
street 4
deal 1 up Kh
deal 2 up 7c
deal 3 up 9d
check 1
check 2
bet 3 2
fold 1
fold 2
return 3 2
award 3 12.50
rake 0.25
end
"""
    log.write_text("stud 1\n" + "".join(hand.format(n=n) for n in range(1, 41)))
    found = {each.key: each for each in inferred(log).found()}
    assert found["seats_max"].value == 8
    assert found["cap_raises"].value == 3  # one raise was seen, and forty times no second one
    assert 1 in [value for value, _ in found["cap_raises"].rivals]
    assert found["rake_pct"].value == Fraction(1, 20)
    assert [value for value, _ in found["rake_pct"].rivals] == [Fraction(1, 50)]  # 0.25 of 12.75
    assert found["buyin_min_mult"].value == 10
    assert [value for value, _ in found["buyin_min_mult"].rivals] == [16]


@pytest.mark.parametrize(
    ("reading", "bets", "brought_in", "began", "closed"),
    [
        (Reading(3, False, "never_uncapped"), (False,) * 3, False, False, False),
        (Reading(3, False, "never_uncapped"), (False,) * 4, False, False, True),
        (Reading(3, True, "never_uncapped"), (False,) * 3, True, False, True),
        (Reading(3, False, "heads_up_before_cap"), (False, True, True, True), False, False, False),
        (Reading(3, False, "heads_up_before_cap"), (False,) * 4 + (True,), False, False, True),
        (Reading(3, False, "round_started_heads_up"), (True,) * 4, False, True, False),
        (Reading(None, False, "never_uncapped"), (False,) * 9, False, False, False),
    ],
)
def test_when_a_cap_closes(
    reading: Reading, bets: tuple[bool, ...], brought_in: bool, began: bool, closed: bool
) -> None:
    assert reading in READINGS
    assert reading.closed(Sight(brought_in, began, bets, "raise")) is closed


def test_every_value_of_a_setting_is_tried() -> None:
    assert domain("allin_reopen_threshold") == (Fraction(0), Fraction(1, 2), Fraction(1))
    assert [value for value, _ in variants("bring_in_card")] == ["low", "high"]
    assert all(rules.opener_tie == "high_card_by_suit" for _, rules in variants("opener_suit_card"))
