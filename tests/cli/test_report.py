"""`report` as a user calls it."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.commands import Run
from support.logs import pokerstars_hand


@pytest.fixture
def audited(run: Run, tmp_path: Path) -> str:
    (tmp_path / "night.txt").write_text(pokerstars_hand() + pokerstars_hand(502, 4), newline="\n")
    assert run("audit", "night.txt", "--out", "set").code == 1
    return "set"


def test_a_report_is_printed_or_written(run: Run, audited: str, tmp_path: Path) -> None:
    printed = run("report", audited)
    assert (printed.code, printed.err) == (0, "")
    assert printed.out.startswith("# Audit of stud hand histories\n")
    assert "| W501 | bet-wrong-size | S1 | 2 | 1 | 1 | 500.00 | 0 | 0.00 |\n" in printed.out
    written = run("report", audited, "-o", "night.md")
    assert (written.code, written.out) == (0, "")
    assert (tmp_path / "night.md").read_text("utf-8") == printed.out


def test_a_report_beside_the_tables_stays_when_the_dataset_is_written_again(run: Run, audited: str) -> None:
    assert run("report", audited, "-o", "set/report.md").code == 0
    before = Path("set/report.md").read_text("utf-8")
    assert run("audit", "night.txt", "--out", "set").code == 1
    assert run("report", audited).out == before
    assert Path("set/report.md").exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("report", "nowhere"), "nowhere: not a dataset of stud-audit"),
        (("report", "."), "not a dataset of stud-audit"),
        (("report", "set", "-o", "no/such/folder.md"), "no/such: there is no such folder"),
        (("report", "read"), "read: the hands of this dataset were only read, and not audited"),
    ],
)
def test_wrong_calls_end_with_2(run: Run, audited: str, arguments: tuple[str, ...], said: str) -> None:
    run("events", "night.txt", "--out", "read")
    ended = run(*arguments)
    assert ended.code == 2
    assert said in ended.err
