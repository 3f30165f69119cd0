"""Which clauses a finding cites."""

from __future__ import annotations

import pytest

from stud_audit.houses import House, house_names, load_house

WH, LPC, H3 = "william-hill", "london-poker-club", "third-house"


@pytest.mark.parametrize(
    ("house", "code", "keys", "street", "cited"),
    [
        (WH, "B301", ("bring_in_tie",), 3, ("WH-07",)),
        (LPC, "B301", ("bring_in_tie",), 3, ("LPC-08",)),
        (LPC, "B301", ("bring_in_card",), 3, ("LPC-06",)),
        (LPC, "B301", ("bring_in_ace",), None, ("LPC-07",)),
        (H3, "B301", ("bring_in_tie",), 3, ("H3-06",)),
        (H3, "T401", ("opener_rule",), 5, ("H3-17",)),
        (LPC, "T401", ("opener_rule",), 5, ("LPC-27",)),
        (LPC, "T401", ("opener_rule",), 6, ("LPC-31",)),
        (LPC, "T401", ("opener_tie",), 5, ("LPC-10", "LPC-15")),
        (H3, "T401", ("opener_tie", "opener_suit_card"), 4, ("H3-11",)),
        (WH, "T401", ("opener_rule",), 5, ()),
        (WH, "W501", (), 5, ("WH-13",)),
        (LPC, "W501", (), 5, ("LPC-28",)),
        (H3, "W501", (), 5, ("H3-18",)),
        (H3, "W502", (), 3, ("H3-08",)),
        (WH, "W501", ("street_limits",), 6, ("WH-13", "WH-14")),
        (WH, "W501", ("fourth_double_mode",), 4, ("WH-17",)),
        (WH, "W507", ("fourth_double_trigger",), 4, ("WH-17", "WH-18")),
        (LPC, "W507", ("fourth_double_structures",), 4, ("LPC-17",)),
        (LPC, "W507", ("fourth_double_who_open",), 4, ("LPC-16",)),
        (LPC, "D106", ("burn_per_street",), 5, ("LPC-25",)),
        (LPC, "D103", (), 3, ("LPC-05",)),
        (H3, "D103", (), 4, ("H3-09",)),
        (H3, "D109", (), 3, ("H3-09",)),
        (H3, "D109", (), 4, ("H3-16",)),
        (H3, "D109", (), 7, ()),
        (WH, "D109", (), 3, ("WH-11",)),
        (LPC, "S703", ("odd_chip_method",), None, ("LPC-10",)),
        (LPC, "W505", (), 5, ("LPC-14", "LPC-21", "G-08", "G-23")),
        (LPC, "T402", (), 4, ("LPC-35", "G-04")),
        (H3, "S704", (), None, ("H3-25", "G-21")),
        (WH, "T403", (), 4, ("G-01",)),
        (WH, "P604", (), None, ("G-13",)),
        (WH, "R001", (), None, ()),
        ("pokerstars", "W506", ("cap_raises",), 5, ("PS-07",)),
        ("tda", "W507", ("fourth_double_trigger",), 4, ("TDA-08",)),
    ],
)
def test_cited(house: str, code: str, keys: tuple[str, ...], street: int | None, cited: tuple[str, ...]) -> None:
    assert load_house(house).cite(code, keys, street) == cited


def _codes(house: House) -> set[str]:
    return {code for clause in (*house.clauses, *house.game_clauses) for code in clause.checks}


@pytest.mark.parametrize("name", house_names())
def test_every_clause_is_cited_somehow(name: str) -> None:
    """A clause that no finding could ever name would never be found broken."""
    house = load_house(name)
    cited: set[str] = set()
    for code in _codes(house):
        for street in (None, 3, 4, 5, 6, 7):
            cited.update(house.cite(code, (), street))
            for key in house.rulings:
                cited.update(house.cite(code, (key,), street))
    assert cited == {clause.id for clause in (*house.clauses, *house.game_clauses)}


def test_whom_a_ruling_binds() -> None:
    house = load_house(WH)
    assert house.binds("ante_schedule") == ("operator", "S4")
    assert house.binds("cap_raises") == ("software", "S1")
    assert house.binds("rake_pct") == (None, None)
