"""R010 quotes the value from the line that it stands on, wherever on the line its tag, object, or piece begins."""

from __future__ import annotations

from pathlib import Path

import pytest

from stud_audit.pipeline import Audit

MERGE = (
    '<game id="5-1" numholecards="7" gametype="39" realmoney="true" data="20111030|Turnstone (5)|5">'
    '<players dealer="7"><player seat="0" nickname="holborn" balance="$6.25" dealtin="true" />'
    '<player seat="4" nickname="aldgate" balance="$7q" dealtin="true" /></players></game>'
)
OHH = '{"ohh": {"spec_version": "1.4.6", "game_number": "7", "game_type": "Stud", "bet_limit": {"bet_type": "FL"}, '
OHH += '"players": [{"id": 1, "seat": 1, "name": "aldgate", "starting_stack": "7q"}]}}'
PHH = "variant = 'F7S'\nantes = [5, 5]\nbring_in = 10\nsmall_bet = 40\nbig_bet = 80\nstarting_stacks = [500, 60]\n"
PHH += "actions = ['d dh p1 Kh7q4c', 'd dh p2 ????9d']\nhand = 7\n"


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("merge.txt", f'<description type="7-Stud" stakes="Limit $1/$2"/>\n{MERGE}\n', "$7q"),
        ("merge.txt", f"{MERGE}{MERGE.replace('5-1', '5-2')}", "$7q"),
        ("hand.ohh", f"{OHH[:-1]}\n}}\n", '"7q"'),
        ("hand.phh", PHH, "Kh7q4c"),
        ("hand.stud", 'hand 1 game=stud small=2 big=4\nseat 1 "aldgate" 7q\nseat 2 "brixton" 70\nend\n', "7q"),
    ],
)
def test_the_value_is_quoted(name: str, text: str, value: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(text, "utf-8")
    found = [f for item in Audit([path]) for f in item.findings if f.code == "R010" and "7q" in f.message]
    assert found
    assert {f.actual for f in found} == {value}
    lines = text.split("\n")
    assert {lines[f.line - 1][f.column - 1 : f.end_column - 1] for f in found} == {value}


def test_many_such_values_on_one_line_take_room_in_proportion(tmp_path: Path) -> None:
    def kept(number: int) -> int:
        wrong = '<event sequence="1" type="CALL" player="0" amount="q"/>' * number
        path = tmp_path / "long.txt"
        path.write_text(MERGE.replace("</game>", f"{wrong}</game>"), "utf-8")
        [result] = [item for item in Audit([path]) if hasattr(item, "hand")]
        return sum(len(event.raw) for event in result.hand.events)

    assert 0 < kept(80) < 2.2 * kept(40)
