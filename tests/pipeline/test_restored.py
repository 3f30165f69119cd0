"""What was audited, out of the dataset alone: houses, hands, and findings are what they were."""

from __future__ import annotations

import dataclasses
from decimal import Decimal
from pathlib import Path

import pytest
from msgspec.structs import replace
from support.logs import pokerstars_hand

from stud_audit.api import audit
from stud_audit.checks.describe import EXAMPLES
from stud_audit.houses import describe, load_house
from stud_audit.ingest.reader import read_hands
from stud_audit.model.errors import InputError
from stud_audit.model.findings import Finding
from stud_audit.pipeline import Audit, HandResult
from stud_audit.pipeline.restored import restored_finding, restored_hand, restored_house

ROOM = 'name = "room"\nversion = "1"\nextends = "base.toml"\n'
BASE = 'name = "base"\nversion = "1"\nextends = "william-hill"\n'


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_house_of_ones_own_with_what_it_extends(tmp_path: Path, encoding: str, end: str) -> None:
    for name, text in (("room", ROOM), ("base", BASE)):
        (tmp_path / f"{name}.toml").write_bytes(text.replace("\n", end).encode(encoding))
    (tmp_path / "night.txt").write_text(pokerstars_hand())
    house = load_house(tmp_path / "room.toml")
    (entry,) = audit(tmp_path / "night.txt", tmp_path / "room.toml").manifest["houses"]
    (tmp_path / "base.toml").unlink()
    again = restored_house(entry)
    assert describe(again) == describe(house)
    with pytest.raises(InputError, match="house room, version 1: this version of the program has other rules"):
        restored_house(entry | {"files": entry["files"] | {"base.toml": BASE + "# changed\n"}})
    with pytest.raises(InputError, match="no copy of its file"):
        restored_house(entry | {"files": {}})


@pytest.mark.parametrize("marks", ["", "> ", "    "])
@pytest.mark.parametrize("blank", ["\n", "\n\n"])
def test_hands_where_they_stand_quoted_or_not(tmp_path: Path, marks: str, blank: str) -> None:
    text = pokerstars_hand(501) + "\n" + pokerstars_hand(502, 4)
    text = "".join(f"{marks}{line}".rstrip() + "\n" for line in text.replace("\n", blank).splitlines())
    (tmp_path / "mail.txt").write_text(text)
    rows = audit(tmp_path / "mail.txt").rows("hands")
    hands = list(read_hands(tmp_path / "mail.txt"))
    assert [hand.header.hand_id for hand in hands] == ["501", "502"]
    again = [restored_hand(row) for row in rows]
    assert again == [replace(hand, digest="") for hand in hands]


def test_findings_are_what_they_were(tmp_path: Path) -> None:
    found = [finding for item in Audit(EXAMPLES) if isinstance(item, HandResult) for finding in item.findings]
    rows = {
        (row["hand_key"], row["code"], row["line"], row["message"]): row for row in audit(EXAMPLES).rows("findings")
    }
    assert len(found) > 300
    assert any(finding.settlement for finding in found)
    for finding in found:
        again = restored_finding(rows[finding.hand_key, finding.code, finding.line, finding.message])
        assert amounts(again) == amounts(finding)
        assert dataclasses.replace(again, money_effect=None, settlement=None) == dataclasses.replace(
            finding, money_effect=None, settlement=None
        )


def amounts(finding: Finding) -> list[object]:
    paid = [(each.seat, each.player, Decimal(each.paid), Decimal(each.due)) for each in finding.settlement or ()]
    return [finding.money_effect and Decimal(finding.money_effect), *paid]
