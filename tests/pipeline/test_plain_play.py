"""The quick walk over plain hands takes no more for plain than the walk of `clean_play`: near misses of each kind."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.certified import TOLD, hands_of

from stud_audit.houses.loader import load_house
from stud_audit.model.rows import rows_of
from stud_audit.pipeline import Audit, HandResult, audit_hand, dispatch
from stud_audit.pipeline.certification import Certified
from stud_audit.pipeline.plain_play import PlainPlay

HEAD = """\
PokerStars Game #{}:  7 Card Stud Limit ($2/$4 USD) - 2009/11/26 10:08:43 ET
Table 'Alpha' 8-max
Seat 1: northwind ($100 in chips)
Seat 2: saltmarsh ($100 in chips)
Seat 5: wexley ($100 in chips)
northwind: posts the ante $0.25
saltmarsh: posts the ante $0.25
wexley: posts the ante $0.25
*** 3rd STREET ***
Dealt to northwind [2c]
Dealt to saltmarsh [9s 3d Qh]
Dealt to wexley [8h]
northwind: brings in for $1
saltmarsh: calls $1
wexley: folds
*** 4th STREET ***
Dealt to northwind [2c] [Ad]
Dealt to saltmarsh [9s 3d Qh] [5c]
"""
TAIL = """\
saltmarsh collected $2.75 from pot
*** SUMMARY ***
Total pot $2.75 | Rake $0
Seat 1: northwind folded on the {}
Seat 2: saltmarsh collected ($2.75)
Seat 5: wexley folded on the 3rd Street (didn't bet)
"""
CHECKED = """\
northwind: checks
saltmarsh: checks
*** 5th STREET ***
Dealt to northwind [2c Ad] [Kd]
Dealt to saltmarsh [9s 3d Qh 5c] [Jc]
northwind: checks
saltmarsh: bets $4
northwind: folds
Uncalled bet ($4) returned to saltmarsh
"""
OPENER_FOLDS = HEAD + "northwind: folds\n" + TAIL.format("4th Street")
FOLDED_LATER = HEAD + CHECKED + TAIL.format("5th Street")


def _judged(log: Path, hands: list[str], *, certify: bool) -> list[HandResult]:
    log.write_text("\n\n\n".join(hand.format(number) for number, hand in enumerate(hands, 7_000)))
    return [result for result in Audit(log, certify=certify) if isinstance(result, HandResult)]


@pytest.mark.parametrize(
    ("hand", "old", "new"),
    [
        (OPENER_FOLDS, "northwind: folds\n", "northwind: folds\nsaltmarsh: checks\n"),  # the hand is over
        (OPENER_FOLDS, "northwind: folds\n", "northwind: checks\nnorthwind: folds\n"),
        (FOLDED_LATER, "northwind: folds\n", "northwind: folds\nnorthwind: folds\n"),
        (FOLDED_LATER, "northwind: brings in for $1\n", "northwind: checks\n"),
        (FOLDED_LATER, "wexley: folds\n", "wexley: folds\nnorthwind: checks\n"),  # nobody raised the bring-in
        (FOLDED_LATER, "Dealt to northwind [2c]\n", "Dealt to northwind [?]\n"),
        (FOLDED_LATER, "northwind [2c", "northwind [?"),  # nobody has seen a card yet
        (FOLDED_LATER, "saltmarsh [9s 3d Qh]\n", "saltmarsh [? ? Qh]\n"),
        (FOLDED_LATER, "*** 5th STREET ***\n", "*** 5th STREET ***\n*** 5th STREET ***\n"),
        (FOLDED_LATER, "*** 5th STREET ***\n", "*** 6th STREET ***\n"),
        (FOLDED_LATER, "returned to saltmarsh\n", "returned to saltmarsh\nUncalled bet ($4) returned to saltmarsh\n"),
        (FOLDED_LATER, "Uncalled bet ($4) returned to saltmarsh\n", ""),
        (FOLDED_LATER, "($100 in chips)\nnorthwind:", "($100 in chips) is sitting out\nnorthwind:"),
        (FOLDED_LATER, "northwind: posts the ante $0.25\n", ""),
        (FOLDED_LATER, "northwind: posts the ante $0.25\n", 2 * "northwind: posts the ante $0.25\n"),
        (FOLDED_LATER, "Seat 1: northwind folded on the 5th Street\n", "Seat 1: northwind folded on the 4th Street\n"),
        (FOLDED_LATER, "Seat 2: saltmarsh collected ($2.75)\n", 2 * "Seat 2: saltmarsh collected ($2.75)\n"),
        (FOLDED_LATER, "Total pot $2.75 | Rake $0\n", 2 * "Total pot $2.75 | Rake $0\n"),
    ],
)
def test_a_near_miss_is_judged_in_full(hand: str, old: str, new: str, tmp_path: Path) -> None:
    log = tmp_path / "log.txt"
    _judged(log, [OPENER_FOLDS, FOLDED_LATER], certify=True)
    sound = _judged(log, [OPENER_FOLDS, FOLDED_LATER], certify=True)
    assert [(result.certified, result.findings) for result in sound] == [(True, [])] * 2
    assert old in hand
    full, quick = (_judged(log, [hand.replace(old, new)], certify=certify)[0] for certify in (False, True))
    assert not quick.certified
    for name in TOLD:
        assert getattr(full, name) == getattr(quick, name)


def test_openers_of_a_sort_that_no_hand_had_yet_are_counted(tmp_path: Path) -> None:
    log = tmp_path / "log.txt"
    log.write_text(FOLDED_LATER.format(7_000))
    house, hand = load_house("pokerstars"), next(hands_of([log]))
    checks = dispatch(None, house, certify=True)
    said = [audit_hand(hand, house, checks).outcomes for _ in range(2)]
    assert checks.certifier is not None
    plain = checks.certifier.certify(hand, rows_of(hand.events))
    assert isinstance(plain, Certified)
    assert isinstance(plain.play, PlainPlay)
    checks.certifier._terms.opens["stud"].counted.clear()
    done = checks.certifier.certify(hand, rows_of(hand.events))
    assert isinstance(done, Certified)
    assert said == [done.outcomes] * 2


def test_a_pot_in_two_awards_is_not_plainly_paid_and_comes_to_the_same(tmp_path: Path) -> None:
    """The checks of pots are content with it, so that it may be certified all the same."""
    log = tmp_path / "log.txt"
    _judged(log, [OPENER_FOLDS, FOLDED_LATER], certify=True)
    hand = FOLDED_LATER.replace(
        "collected $2.75 from pot\n", "collected $2 from pot\nsaltmarsh collected $0.75 from pot\n"
    )
    full, quick = (_judged(log, [hand], certify=certify)[0] for certify in (False, True))
    assert full.findings == []
    for name in TOLD:
        assert getattr(full, name) == getattr(quick, name)
