"""The report as a page and as tables: whole, inert, and in accord with the dataset."""

from __future__ import annotations

import csv
import io
import shutil
from pathlib import Path
from typing import Any

import openpyxl
import pandas as pd
import pytest
from support.browser import Opened, browser
from support.logs import pokerstars_hand

from stud_audit.api import audit
from stud_audit.report.figures import Figures
from stud_audit.report.frames import AuditResult
from stud_audit.report.page import page
from stud_audit.report.summary import summary
from stud_audit.report.workbook import csv_text, tables, workbook

__all__ = ["browser"]
HOSTILE = '=cmd|"/c calc"!A1<script>alert(1)</script>'


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory) -> AuditResult:
    folder = tmp_path_factory.mktemp("report")
    hands = [pokerstars_hand(500 + n, 4 if n % 3 == 0 else 8, HOSTILE if n % 2 else "tansy") for n in range(1, 40)]
    (folder / "night.txt").write_text("".join(hands))
    return audit(folder / "night.txt", out=folder / "set", ignore=["X"])


def test_the_page_holds_all_that_it_needs_and_names_are_text(result: AuditResult) -> None:
    text = page(summary(result, page_of=lambda key: f"pages/{key[:16]}.html"))
    assert "<script>alert" not in text
    for outside in ("http://", "https://", "src=", "@import", "url("):
        assert outside not in text, outside
    assert "Left out: X801, X802, X803, X804." in text
    assert 'href="pages/' in text
    assert text.count("<details>") >= 1  # what is long is folded
    for part in ("In short", "What must not be concluded", "Signed for", "Inputs"):
        assert f">{part}</h" in text
    assert text.index(">Inputs</h2>") > text.index(">Method and versions</h2>")


def test_the_first_page_has_the_figures_of_the_tables(result: AuditResult) -> None:
    findings = pd.read_parquet(result.folder / "findings")
    hands = pd.read_parquet(result.folder / "hands")
    violations = (findings["verdict"] == "violation").sum()
    rate = f"{1000 * violations / (hands['status'] == 'parsed').sum():.2f}"
    rows = {name: rows for name, _, rows in tables(summary(result), Figures(result))}
    assert rows["in-short"][0] == ["violations", violations, rate, findings["hand_key"].nunique()]
    gravest = rows[next(name for name in rows if name.startswith("the-hands-with"))]
    assert [row[0] for row in gravest] == sorted(findings["hand_id"].unique())
    assert len(rows["findings"]) == len(findings)


def test_csv_and_workbook_have_the_same_cells_and_run_nothing(result: AuditResult) -> None:
    document, figures = summary(result), Figures(result)
    book = openpyxl.load_workbook(io.BytesIO(workbook(document, figures)))
    for name, heads, rows in tables(document, figures):
        sheet: Any = book[name]
        assert [cell.value for cell in sheet[1]] == list(heads)
        assert sheet.max_row == len(rows) + 1
        assert all(cell.data_type != "f" for line in sheet.iter_rows() for cell in line)
        read = list(csv.reader(io.StringIO(csv_text(heads, rows))))
        assert read[0] == list(heads)
        assert len(read) == len(rows) + 1
        assert not any(cell.startswith("=") for line in read for cell in line)
    players = {row[1] for name, _, rows in tables(document, figures) if name == "by-player" for row in rows}
    assert HOSTILE in players


def test_the_same_dataset_gives_the_same_bytes(result: AuditResult, tmp_path: Path) -> None:
    shutil.copytree(result.folder, tmp_path / "moved")
    moved = AuditResult(tmp_path / "moved")
    assert page(summary(moved)) == page(summary(result))
    assert workbook(summary(moved), Figures(moved)) == workbook(summary(result), Figures(result))


def test_against_an_earlier_dataset(tmp_path: Path) -> None:
    def audited(name: str, *hands: str) -> AuditResult:
        (tmp_path / f"{name}.txt").write_text("".join(hands))
        return audit(tmp_path / f"{name}.txt", out=tmp_path / name)

    then = audited("then", pokerstars_hand(501, 4), pokerstars_hand(502, 4), pokerstars_hand(503))
    now = audited("now", pokerstars_hand(503, 4), "\n\n", pokerstars_hand(502, 4), pokerstars_hand(501))
    rows = {name: rows for name, _, rows in tables(summary(now, then), Figures(now))}
    violations = rows["against-the-earlier-dataset"][0]
    assert violations == ["violations", 2, "666.67", 2, "666.67", 1, 1, 1]
    assert [row[2] for row in rows["new"]] == ["503"]
    assert [row[2] for row in rows["gone"]] == ["501"]


@pytest.mark.slow
@pytest.mark.parametrize(("width", "dark"), [(1280, False), (1280, True), (820, False), (390, True)])
def test_the_page_is_accessible_and_asks_for_nothing(
    browser: Any, result: AuditResult, tmp_path: Path, width: int, dark: bool
) -> None:
    target = tmp_path / "report.html"
    target.write_text(page(summary(result, result, page_of=lambda key: f"pages/{key[:16]}.html")), "utf-8")
    opened = Opened(browser, target, width, dark=dark)
    opened.page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
    assert opened.inaccessible() == []
    assert opened.width() <= width
    assert opened.said == []
    assert opened.asked == [target.as_uri()]


@pytest.mark.slow
def test_all_rows_are_on_paper(browser: Any, result: AuditResult, tmp_path: Path) -> None:
    target = tmp_path / "report.html"
    target.write_text(page(summary(result)), "utf-8")
    opened = Opened(browser, target)
    assert opened.page.locator("details:not([open])").count() > 0
    assert opened.page.pdf(format="A4", prefer_css_page_size=True).startswith(b"%PDF")
    assert opened.page.locator("details:not([open])").count() == 0


def test_the_figures_are_those_of_the_parquet_files(result: AuditResult) -> None:
    """Severity, day, player, and rake, each by a line or two of pandas."""
    findings = pd.read_parquet(result.folder / "findings")
    hands = pd.read_parquet(result.folder / "hands").set_index("hand_key")
    seats = pd.read_parquet(result.folder / "seats")
    rows = {name: rows for name, _, rows in tables(summary(result), Figures(result))}
    violations = findings[findings["verdict"] == "violation"]
    assert {row[0]: row[3] for row in rows["by-severity"]} == violations.groupby("severity").size().to_dict()
    days = violations.join(hands["played_at"], on="hand_key")["played_at"].dt.strftime("%Y-%m-%d")
    assert {row[0]: row[3] for row in rows["by-day"]} == days.value_counts().to_dict()
    players = seats[seats["dealt_in"]].groupby("player").size()
    assert all(row[2] == players[row[1]] for row in rows["by-player"])
    (raked,) = rows["rake-against-pot"]
    assert raked[1:4] == [str(len(hands)), f"{hands['pot'].sum():.2f}", str(hands["rake"].sum().normalize())]
