"""A hand that is certified is one that the replay and the checks find nothing wrong with, and say the same of."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from types import NoneType
from typing import get_args, get_type_hints

import pytest
from frozen.units import CLAUSES, CORPORA, EXAMPLES, HANDS, SAMPLES, TEXTS
from support.certified import TOLD, compared, hand_of, is_certified
from support.judged import changed
from support.neutral_hands import RAISED
from support.play import play
from support.written import pokerstars

from stud_audit.checks import catalogue
from stud_audit.houses.loader import load_house
from stud_audit.model.rows import rows_of
from stud_audit.model.spans import Span
from stud_audit.pipeline import Audit, one_hand
from stud_audit.pipeline.certification import Certified, Unheard, Walked
from stud_audit.pipeline.clean_play import CleanPlay
from stud_audit.pipeline.one_hand import HandResult, audit_hand, dispatch
from stud_audit.pipeline.outcomes import bit_of, keys_of
from stud_audit.pipeline.situations import NotClean, Terms

ROBERTS = load_house("roberts-rules")
FOLDED = changed(
    RAISED,
    ("bet 1 4\ncall 4 4\nshow-down\n", "bet 1 4\nfold 4\nreturn 1 4\n"),
    ("show 1 Ac Ad 9d 8c 7h 4c Ah\nshow 4 Kc Qd Jh Qs Tc 6d Ks\naward 1 55\ntotal 55", "award 1 47\ntotal 47"),
)
"""Nobody calls the last bet."""


def test_a_hand_like_one_that_was_judged_is_certified() -> None:
    house = load_house("tda")
    hand = hand_of(changed(RAISED, ("roberts-rules", "tda")))
    checks = dispatch(None, house, certify=True)
    full = audit_hand(hand, house, dispatch(None, house))
    first = audit_hand(hand, house, checks)
    assert is_certified(hand, house)
    again = audit_hand(hand, house, checks)
    assert full.findings == first.findings == again.findings == []
    assert full.outcomes == first.outcomes == again.outcomes
    assert (full.seats, full.pot, full.rake, full.sitting) == (again.seats, again.pot, again.rake, again.sitting)
    assert (again.pot, [row.net for row in again.seats]) == (5500, [3200, -700, -200, -2300])


@pytest.mark.parametrize(
    "edits",
    [
        # The game's own law: who acts, for how much, with what cards, and who is paid.
        [("call 3 1\n", "call 3 2\n")],
        [("fold 3\n", "")],
        [("call 2 3\nfold 3\n", "fold 3\ncall 2 3\n")],
        [("check 4\nbet 1 2", "bet 1 2")],
        [("call 3 1\n", "check 3\n")],
        [("fold 2\n", "call 2 8\n"), ("award 1 55\ntotal 55", "award 1 63\ntotal 63")],
        [("raise 1 to=8 by=4", "raise 1 to=8 by=3")],
        [('"northwind" 200', '"northwind" 19')],
        [("bet 1 4\ncall 4 4\nstreet 7", "bet 1 4 all-in\ncall 4 4\nstreet 7")],
        [("deal 4 up Qs", "deal 4 up 8c")],
        [("deal 4 up Qs\n", "")],
        [("deal 1 up 7h", "deal 1 down 7h")],
        [("deal 4 up Tc", "deal 4 up Tc\ndeal 3 up 2d")],
        [("street 6\n", "")],
        [("award 1 55", "award 4 55")],
        [("award 1 55", "award 1 54")],
        [("total 55", "total 54")],
        [("rake 0", "rake 1")],
        [("show 1 Ac Ad", "show 1 Kc Ad")],
        [("show 1 Ac Ad 9d", "show 1 Ac Ad Th")],
        [("end\n", "")],
        [("ante 2 1\n", "")],
        [("ante 2 1\n", "ante 2 2\n")],
        [("ante 2 1\n", ""), ("street 3\n", "street 3\nante 2 1\n")],
        # What houses rule: sizes, the cap, who opens. Whether it is right is for their checks to say.
        [("bring-in 2 1\ncall 3 1", "bring-in 3 1\nfold 4")],
        [("to=4 by=2", "to=5 by=3"), ("call 2 3", "call 2 4"), ("call 4 2", "call 4 3")],
        [("bet 1 2\ncall 2 2\ncall 4 2", "bet 1 3\ncall 2 3\ncall 4 3"), ("55\ntotal 55", "58\ntotal 58")],
        [("check 4\nbet 1 2\ncall 2 2\ncall 4 2", "bet 1 2\ncall 2 2\ncall 4 2")],
    ],
    ids=lambda edits: " ".join(new.split("\n")[0] or f"no {old}" for old, new in edits[:1]),
)
def test_a_hand_with_a_fault_is_not_certified(edits: list[tuple[str, str]]) -> None:
    sound = hand_of(RAISED)
    audit_hand(sound, ROBERTS, dispatch(None, ROBERTS, certify=True))
    assert is_certified(sound, ROBERTS)
    hand = hand_of(changed(RAISED, *edits))
    full = audit_hand(hand, ROBERTS, dispatch(None, ROBERTS))
    assert full.findings
    assert not is_certified(hand, ROBERTS)
    quick = audit_hand(hand, ROBERTS, dispatch(None, ROBERTS, certify=True))
    assert quick.findings == full.findings
    assert not is_certified(hand, ROBERTS)  # nothing is learned of it


def test_a_hand_that_nobody_calls() -> None:
    hand = hand_of(FOLDED)
    audit_hand(hand, ROBERTS, dispatch(None, ROBERTS, certify=True))
    assert is_certified(hand, ROBERTS)
    for old, new in (("return 1 4", "return 1 2"), ("return 1 4\n", ""), ("award 1 47", "award 4 47")):
        assert not is_certified(hand_of(changed(FOLDED, (old, new))), ROBERTS)


def test_a_clean_hand_is_judged_in_what_is_new(monkeypatch: pytest.MonkeyPatch) -> None:
    house = replace(ROBERTS)  # of which nothing has been learned
    checks = dispatch(None, house, certify=True)
    certifier = checks.certifier
    assert certifier is not None
    audit_hand(hand_of(RAISED), house, checks)
    hand = hand_of(FOLDED)
    rows = rows_of(hand.events)
    walked = certifier.certify(hand, rows)
    assert isinstance(walked, Walked)
    unheard = certifier.unheard(walked)
    assert unheard is not None
    new = [type(event).__name__ for event, asked in zip(hand.events, unheard.events, strict=True) if asked]
    # The last street has a fold, a bet goes back, and the award comes without a showdown, though after a return.
    assert new == ["Folded", "UncalledReturned", "PotAwarded"]
    assert unheard.sides == ["showdown"]
    monkeypatch.setattr(one_hand, "_audit", None)  # nothing else is asked
    first = audit_hand(hand, house, checks)
    monkeypatch.undo()
    full = audit_hand(hand, house, dispatch(None, house))
    assert (first.certified, is_certified(hand, house)) == (False, True)
    for name in TOLD:
        assert getattr(first, name) == getattr(full, name), name


def test_nothing_is_learned_of_a_hand_with_a_fault_in_what_is_new() -> None:
    house = replace(ROBERTS)
    checks = dispatch(None, house, certify=True)
    assert checks.certifier is not None
    audit_hand(hand_of(RAISED), house, checks)
    wrong = hand_of(
        changed(FOLDED, ("bet 1 4\nfold 4\nreturn 1 4", "bet 1 3\nfold 4\nreturn 1 3"))  # nobody may bet three
    )
    for _ in range(2):
        walked = checks.certifier.certify(wrong, rows_of(wrong.events))
        assert isinstance(walked, Walked)
        unheard = checks.certifier.unheard(walked)
        assert unheard is not None
        assert sum(unheard.events) == 4  # bet, fold, return, award
        assert [finding.code for finding in audit_hand(wrong, house, checks).findings] == ["W501"]


def test_a_fact_that_names_a_line_is_taken_of_each_hand() -> None:
    """Others are taken once of all hands with the same stakes, antes, and bring-in."""
    gathered = [entry.check.gather for entry in catalogue() if entry.check.gather is not None]
    facts = [fact for gather in gathered for fact in get_args(get_type_hints(gather)["return"]) if fact is not NoneType]
    assert len(facts) == len(gathered) > 3
    for fact in facts:
        places = [name for name, kind in get_type_hints(fact).items() if kind is Span or name in ("line", "number")]
        assert not places or "event_no" in fact._fields, fact


def test_a_situation_that_is_told_otherwise_is_never_certified_again() -> None:
    house = load_house("london-poker-club")
    hand = hand_of(changed(RAISED, ("roberts-rules", "london-poker-club")))
    certifier = dispatch(frozenset({"W501"}), house, certify=True).certifier
    assert certifier is not None
    rows = rows_of(hand.events)
    walked = certifier.certify(hand, rows)
    assert isinstance(walked, Walked)
    assert walked.play is not None
    every = certifier.unheard(walked)
    assert every is not None
    assert isinstance(certifier.learned(walked, every, [0] * len(rows), {}), Certified)
    assert certifier.unheard(walked) == Unheard([False] * len(rows), [])
    told = bit_of(("W501", 4, "passed", "LPC-01"))
    assert certifier.learned(walked, every, [told, *[0] * (len(rows) - 1)], {}) is None
    assert certifier.conflicts == 1
    assert isinstance(certifier.certify(hand, rows), Walked)
    assert certifier.unheard(walked) is None


def test_a_hand_without_all_that_the_walk_needs_is_left_to_the_replay() -> None:
    for old, new in (('"northwind" 200', '"northwind" ?'), ("call 3 1", "call 3 1 source=timeout")):
        hand = hand_of(changed(RAISED, (old, new)))
        with pytest.raises(NotClean):
            CleanPlay(hand, rows_of(hand.events), Terms(ROBERTS))


def test_a_scoop_that_is_halved_evenly_is_not_like_one_that_leaves_a_chip(tmp_path: Path) -> None:
    """One player wins both halves, of a pot of an odd number of cents first: only there an odd chip is judged."""
    dice = random.Random(2)
    night = tmp_path / "night.txt"
    night.write_text("".join(pokerstars(play(dice, "stud8", players=2), number) for number in range(1000, 1120)))
    said = [[result.outcomes for result in Audit(night, "tda", certify=certify)] for certify in (True, False)]
    assert said[0] == said[1]


def test_a_whole_pot_with_broken_chips_is_not_like_one_without() -> None:
    """Stacks may have chips smaller than the table's: what a pot has of them goes with the odd chip."""
    house = replace(load_house("tda"))  # of which nothing has been learned
    checks = dispatch(None, house, certify=True)
    for chip in (1, 10):
        hand = hand_of(changed(RAISED, ("currency=USD", f"chip={chip} currency=USD"), ("roberts-rules", "tda")))
        said = audit_hand(hand, house, checks).outcomes
        assert any(key[:3] == ("S703", 0, "passed") for key in keys_of(said)) is (chip == 10)
    assert checks.certifier is not None
    assert checks.certifier.conflicts == 0


def test_certification_can_be_left_out() -> None:
    def told(certify: bool) -> list[HandResult]:
        return [each for each in Audit(SAMPLES, certify=certify) if isinstance(each, HandResult)]

    for with_it, without in zip(told(certify=True), told(certify=False), strict=True):
        assert (with_it.findings, with_it.outcomes) == (without.findings, without.outcomes)


@pytest.mark.parametrize("folder", [SAMPLES, EXAMPLES, CLAUSES], ids=lambda folder: folder.name)
def test_samples_examples_and_clauses_come_to_the_same(folder: Path) -> None:
    # Twice, so that the second time all is judged that can be.
    for _ in range(2):
        assert compared([folder]).different == []


@pytest.mark.parametrize("house", ["roberts-rules", "william-hill", "london-poker-club", "pokerstars"])
def test_simulated_hands_come_to_the_same(house: str) -> None:
    files = sorted(HANDS.glob(f"few-{house}-*.zip"))
    assert files
    assert compared(files, house).different == []


# --- all that there is ---------------------------------------------------------------------------

RULED = ("roberts-rules", "william-hill", "london-poker-club", "tda", "third-house", "pokerstars")


@pytest.mark.slow
@pytest.mark.parametrize("house", RULED)
def test_nearly_all_clean_hands_are_certified_and_none_with_a_finding(house: str) -> None:
    clean = sorted(HANDS.glob(f"clean-{house}-*.zip"))
    assert compared(clean, house).different == []  # what they have is judged now
    result = compared([*clean, *HANDS.glob(f"planted-{house}-*.zip"), *HANDS.glob(f"near-{house}-*.zip")], house)
    assert (result.hands > 2000, result.different) == (True, [])
    again = compared(clean, house)
    for kind, hands in again.clean.items():
        assert again.certified[kind] >= 0.95 * hands, kind


@pytest.mark.slow
@pytest.mark.skipif(not CORPORA.exists(), reason="the corpora are not in every checkout")
@pytest.mark.parametrize("house", [None, *TEXTS])
def test_real_hands_come_to_the_same(house: str | None) -> None:
    for _ in range(2):
        assert compared([CORPORA], house).different == []


def test_both_halves_of_an_odd_pot_for_one_hand_are_another_situation(tmp_path: Path) -> None:
    """One player wins high and low: where the halves are not even, there was an odd chip, which is theirs too."""
    dice = random.Random(7)
    hands = [play(dice, "stud8", players=6, loose=0.6) for _ in range(150)]
    log = tmp_path / "night.txt"
    log.write_text("\n\n\n".join(pokerstars(hand, 7_000_000 + n, hand.seats[0].number) for n, hand in enumerate(hands)))
    full, quick = (
        [result for result in Audit(log, certify=certify) if isinstance(result, HandResult)]
        for certify in (False, True)
    )
    assert [result.outcomes for result in quick] == [result.outcomes for result in full]
    assert any(result.certified and ("S703", 0, "passed", "PS-14") in keys_of(result.outcomes) for result in quick)
