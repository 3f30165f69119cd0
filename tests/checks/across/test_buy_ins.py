"""Least buy-ins: WH-01, LPC-01, LPC-02, A-23."""

from __future__ import annotations

import pytest
from support.judged import NOTHING, PASSED, Judged

HAND = """\
stud 1
hand 1 game=stud structure=fixed{stakes} ante=0.50 bring-in=1 currency=USD house={house}
seat 1 "northwind" 100
seat 2 "saltmarsh" 100
buy-in 1 {amount} kind={kind}
ante 1 0.50
ante 2 0.50
end
"""
STAKES = " small=2 big=4"


@pytest.mark.parametrize(
    ("house", "amount", "kind", "stakes", "faults", "said"),
    [
        ("william-hill", "20", "sit", STAKES, False, PASSED),  # ten times the lower limit
        ("william-hill", "19.99", "sit", STAKES, True, NOTHING),
        ("william-hill", "19.99", "sit", "", False, NOTHING),
        ("london-poker-club", "5", "sit", STAKES, False, {"the posted buy-in"}),
        ("third-house", "5", "sit", STAKES, False, NOTHING),
    ],
)
def test_a_buy_in(house: str, amount: str, kind: str, stakes: str, faults: bool, said: set[str]) -> None:
    found = Judged(HAND.format(house=house, amount=amount, kind=kind, stakes=stakes), "X801", house)
    assert found.said == said
    assert found.faults == [(f"buy-in 1 {amount} kind={kind}", "violation")] * faults
    assert [(f.expected, f.actual) for f in found.found] == [("20", "19.99")] * faults


@pytest.mark.parametrize("kind", ["top-up", "rebuy"])
def test_only_who_sits_down_is_bound(kind: str) -> None:
    text = HAND.format(house="william-hill", amount="5", kind=kind, stakes=STAKES)
    assert [verdict for _, verdict in Judged(text, "X801").faults] != ["violation"]
