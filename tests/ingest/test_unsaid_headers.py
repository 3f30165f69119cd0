"""Every setting of a header, in every notation: carried, named as left out, or refused; the table is as of events."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.converted import BASE, CARRIED, ENDINGS, HEAD, NOTATIONS, converted, read

from stud_audit.ingest.reader import read_hands
from stud_audit.model.hand import Header

HEADERS = [
    ("ante=0.25", "ante and bring-in of the table", CARRIED, CARRIED),
    ("ante=0.50", "ante and bring-in of the table", "the ante of the table", CARRIED),
    ("bring-in=1", "ante and bring-in of the table", CARRIED, "the bring-in of the table"),
    ("chip=0.25", *["!the format has no smallest chip"] * 3),
    ("house=tda", *["the house"] * 3),
    ("button=2", "the dealer button", "the dealer button", CARRIED),
    ("tournament=9 level=3", CARRIED, CARRIED, "the level"),
    ("tournament=9", "that the level is not known (Level I stands there)", CARRIED, CARRIED),
    ('tournament="night cup" level=3', "the number of the tournament (another stands for it)", CARRIED, "the level"),
    ('level="Level IV"', "the level", "the level", "the level"),
]


@pytest.mark.parametrize("to", NOTATIONS)
@pytest.mark.parametrize("case", HEADERS, ids=[case[0] for case in HEADERS])
def test_each_setting_of_the_header(case: tuple[str, ...], to: str, tmp_path: Path) -> None:
    wanted = case[1 + NOTATIONS.index(to)]
    _, before, _ = converted(tmp_path, BASE, to)
    text, phrases, left = converted(tmp_path, [f"{HEAD} {case[0]}", *BASE[1:]], to)
    if wanted.startswith("!"):
        assert (text, left) == ("", [wanted[1:]])
        return
    assert [phrase for phrase in phrases if phrase not in before] == ([] if wanted == CARRIED else [wanted])
    if wanted == CARRIED and to in ENDINGS:
        [hand] = read_hands([tmp_path / "hand.stud"])
        header: Header = read(tmp_path, text, to).header
        name = case[0].partition("=")[0].replace("-", "_")
        assert getattr(header, name) == getattr(hand.header, name)


NO_GAME = [
    ("game=stud", 'game="Stud)"'),
    ("game=stud", "game=Razz"),  # read back, it would be the game that is audited
    ("game=stud", 'game="5 Card Stud #2"'),
    ("game=stud", 'game="HORSE (Stud Limit)"'),
    ("game=stud", r'game="Stud\nHi"'),
    ("game=stud", f'game="{"Stud " * 2000}"'),
    ("currency=USD", 'currency="US)D"'),
]


@pytest.mark.parametrize(("old", "new"), NO_GAME, ids=[new[:24] for _, new in NO_GAME])
def test_a_header_that_would_not_be_read_back_is_not_written(old: str, new: str, tmp_path: Path) -> None:
    text, _, left = converted(tmp_path, [HEAD.replace(old, new), *BASE[1:]], "pokerstars")
    assert text == ""
    assert [reason.partition(" for ")[0] for reason in left] == ["the format has no header"]


@pytest.mark.parametrize("game", ["5 Card Stud", "2-7 Razz", "Razzdugi", "Super Stud Hi/Lo"])
def test_variants_of_stud_are_written_by_their_names(game: str, tmp_path: Path) -> None:
    text, _, left = converted(tmp_path, [HEAD.replace("=stud", f'="{game}"'), *BASE[1:]], "pokerstars")
    assert left == []
    assert read(tmp_path, text, "pokerstars").header.game == game


def test_a_currency_that_has_no_code_is_named(tmp_path: Path) -> None:
    text, phrases, _ = converted(tmp_path, [HEAD.replace("USD", "kr"), *BASE[1:]], "pokerstars")
    assert "the currency" in phrases
    assert read(tmp_path, text, "pokerstars").status == "parsed"


GONE = [
    (' table="Alpha"', "that its table is not known", CARRIED, CARRIED),
    (" seats=8", *["that the seats of its table are not known (8 stand there)", CARRIED] * 2),
    (" at=2026-11-01T12:00:00Z", "that its time is not known (the year 2000 stands there)", CARRIED, CARRIED),
    ("Z", "that its time zone is not known (UTC stands there)", CARRIED, "when it was played"),
    (" small=2 big=4", *["!the stakes are not on record"] * 3),
]


@pytest.mark.parametrize("to", NOTATIONS)
@pytest.mark.parametrize("case", GONE, ids=[case[0] for case in GONE])
def test_what_the_header_does_not_say(case: tuple[str, ...], to: str, tmp_path: Path) -> None:
    wanted = case[1 + NOTATIONS.index(to)]
    _, before, _ = converted(tmp_path, BASE, to)
    text, phrases, left = converted(tmp_path, [HEAD.replace(case[0], ""), *BASE[1:]], to)
    if wanted.startswith("!"):
        assert (text, left) == ("", [wanted[1:]])
    else:
        assert [phrase for phrase in phrases if phrase not in before] == ([] if wanted == CARRIED else [wanted])


@pytest.mark.parametrize("to", NOTATIONS)
def test_spread_limit_and_other_zones(to: str, tmp_path: Path) -> None:
    spread = HEAD.replace("small=2 big=4", "structure=spread min=1 max=5")
    _, _, left = converted(tmp_path, [spread, *BASE[1:]], to)
    assert len(left) == 1
    assert "spread" in left[0]
    _, before, _ = converted(tmp_path, BASE, to)
    text, phrases, _ = converted(tmp_path, [HEAD.replace("00Z", "00+02:00"), *BASE[1:]], to)
    assert phrases == before  # PokerStars has it in UTC
    if to == "pokerstars":
        assert "2026/11/01 10:00:00 UTC" in text
