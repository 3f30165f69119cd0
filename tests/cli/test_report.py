"""`report` as a user calls it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pyarrow.parquet as pq
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


def _without(*keys: str) -> Callable[[Path], None]:
    def edit(folder: Path) -> None:
        manifest = json.loads((folder / "manifest.json").read_text())
        inner = manifest
        for key in keys[:-1]:
            inner = inner[key]
        del inner[keys[-1]]
        (folder / "manifest.json").write_text(json.dumps(manifest))

    return edit


def _cut(name: str) -> Callable[[Path], None]:
    return lambda folder: (folder / name).write_bytes((folder / name).read_bytes()[:-9])


def _renamed_column(folder: Path) -> None:
    part = folder / "findings" / "part-00000.parquet"
    table = pq.read_table(part)
    pq.write_table(table.rename_columns(["kode", *table.column_names[1:]]), part)


def _shorter(folder: Path) -> None:
    part = folder / "findings" / "part-00000.parquet"
    pq.write_table(pq.read_table(part).slice(1), part)


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda folder: (folder / "manifest.json").unlink(), "not a dataset of stud-audit (it has no manifest.json)"),
        (_cut("manifest.json"), "manifest.json is damaged: "),
        (lambda folder: (folder / "manifest.json").write_bytes(b"\xff"), "manifest.json is damaged: "),
        (_without("tables"), "manifest.json is damaged: Object missing required field `tables`"),
        (
            _without("tables", "seats"),
            "manifest.json is damaged: Object missing required field `seats` - at `$.tables`",
        ),
        (
            _without("counts", "hands"),
            "manifest.json is damaged: Object missing required field `hands` - at `$.counts`",
        ),
        (_without("inputs"), "manifest.json is damaged: Object missing required field `inputs`"),
        (lambda folder: shutil.rmtree(folder / "seats"), "damaged: seats/part-00000.parquet is missing"),
        (_cut("findings/part-00000.parquet"), "damaged: findings/part-00000.parquet cannot be read ("),
        (_renamed_column, "findings/part-00000.parquet has not the columns of this version of the table: code, kode"),
        (_shorter, "damaged: findings has 0 rows, and 1 by its manifest"),
    ],
)
def test_what_is_damaged_is_said(run: Run, audited: str, damage: Callable[[Path], None], said: str) -> None:
    damage(Path(audited))
    ended = run("report", audited, "-o", "night.md")
    assert ended.code == 2
    assert ended.err.startswith("stud-audit: set: ")
    assert said in ended.err
    assert ended.err.count("\n") == 1
    assert not Path("night.md").exists()


def test_a_log_is_no_dataset(run: Run) -> None:
    Path("log.txt").write_text(pokerstars_hand())
    ended = run("report", "log.txt")
    assert ended.code == 2
    assert ended.err == "stud-audit: log.txt: not a dataset of stud-audit (it has no manifest.json)\n"


def test_a_page_with_pages_of_its_hands(run: Run, audited: str) -> None:
    for wrong in (
        ("-o", "out/../night.html"),
        ("-o", "nowhere/night.html"),
        ("-o", "x.html", "--against", "night.txt"),
    ):
        assert run("report", audited, "--format", "html", *wrong, "--pages", "pages").code == 2
        assert not Path("pages").exists()  # nothing is half written
    ended = run("report", audited, "--format", "html", "-o", "night.html", "--pages", "pages")
    assert (ended.code, ended.out, ended.err) == (0, "", "stud-audit: pages: 1 page\n")
    (only,) = Path("pages").iterdir()
    assert f'href="pages/{only.name}"' in Path("night.html").read_text()
    assert "A rule was broken: bet wrong size" in only.read_text()


def test_pages_need_nothing_but_the_dataset(run: Run, audited: str) -> None:
    before = run("explain", "night.txt", "--hand", "502", "--format", "html").out
    Path("night.txt").unlink()
    run("report", audited, "--format", "html", "-o", "night.html", "--pages", "pages")
    (only,) = Path("pages").iterdir()
    assert only.read_text() == before


def test_tables_for_spreadsheets(run: Run, audited: str) -> None:
    assert run("report", audited, "--format", "csv", "-o", "tables").code == 0
    assert Path("tables/findings.csv").read_text().splitlines()[1].startswith("W501,bet-wrong-size,violation,S1,")
    assert run("report", audited, "--format", "xlsx", "-o", "night.xlsx").code == 0
    assert Path("night.xlsx").read_bytes().startswith(b"PK")
    for form in ("csv", "xlsx"):
        ended = run("report", audited, "--format", form)
        assert ended.code == 2
        assert "needs -o" in ended.err


def test_an_earlier_dataset_is_compared(run: Run, audited: str) -> None:
    ended = run("report", audited, "--against", audited)
    assert "| violations | 1 | 500.00 | 1 | 500.00 | 0 | 0 | 1 |" in ended.out
    assert run("report", audited, "--against", "nowhere").code == 2
