"""The report as a page and as tables: whole, inert, and in accord with the dataset."""

from __future__ import annotations

import csv
import io
import shutil
from decimal import Decimal
from pathlib import Path
from typing import Any

import openpyxl
import pandas as pd
import pytest
from support.browser import Opened, browser
from support.logs import pokerstars_hand

from stud_audit.api import audit
from stud_audit.report.document import Bars
from stud_audit.report.figures import Figures, Tally
from stud_audit.report.frames import AuditResult
from stud_audit.report.markdown import markdown
from stud_audit.report.page import page
from stud_audit.report.summary import _coarse, summary
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
    assert rows["in-short"][0][:4] == ["violations", violations, Decimal(rate), findings["hand_key"].nunique()]
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


def test_numbers_are_numbers_in_a_workbook(result: AuditResult) -> None:
    book = openpyxl.load_workbook(io.BytesIO(workbook(summary(result), Figures(result))))
    for name, column in (("by-day", "violations per 1,000"), ("rake-against-pot", "pots"), ("by-check", "violations")):
        sheet: Any = book[name]
        place = [cell.value for cell in sheet[1]].index(column)
        assert {row[place].data_type for row in sheet.iter_rows(min_row=2)} == {"n"}, name
    gravest: Any = book[next(name for name in book.sheetnames if name.startswith("the-hands-with"))]
    assert gravest["A2"].data_type == "s"  # the number of a hand is a name, and may be longer than a number is exact


def test_rows_beyond_what_a_sheet_holds_go_to_another(result: AuditResult, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stud_audit.report.workbook._MOST_ROWS", 10)
    book = openpyxl.load_workbook(io.BytesIO(workbook(summary(result), Figures(result))))
    findings = len(Figures(result).findings)
    sheets: list[Any] = [book[name] for name in book.sheetnames if name.startswith("findings")]
    assert sum(sheet.max_row - 1 for sheet in sheets) == findings > 10
    assert sheets[1].title == "findings-2"
    assert sheets[1]["A1"].value == "code"


def test_days_without_a_finding_are_told_too(tmp_path: Path) -> None:
    wrong = pokerstars_hand(501, 4)
    (tmp_path / "night.txt").write_text(wrong + pokerstars_hand(502).replace("2026/11/01", "2026/11/02"))
    figures = Figures(audit(tmp_path / "night.txt", out=tmp_path / "set"))
    document = summary(figures.result)
    rows = {name: rows for name, _, rows in tables(document, figures)}
    assert [row[:4] for row in rows["by-day"]] == [["2026-11-01", 1, 1, 1], ["2026-11-02", 1, 0, 0]]
    (chart,) = [block for block in document.blocks if isinstance(block, Bars) and block.title == "By day"]
    assert chart.bars == (("2026-11-01 (1 hand)", 1000.0), ("2026-11-02 (1 hand)", 0.0))


def test_where_there_are_too_many_days_for_a_chart_it_has_their_months() -> None:
    days = [Tally((f"2026-{month:02}-{day:02}",), 1, 0, 1, 10) for month in (9, 10) for day in range(1, 29)]
    assert _coarse(days) == [Tally(("2026-09",), 28, 0, 28, 280), Tally(("2026-10",), 28, 0, 28, 280)]
    assert _coarse(days[:3]) == days[:3]


def test_an_earlier_dataset_with_other_checks_or_other_hands(tmp_path: Path) -> None:
    (tmp_path / "then.txt").write_text(pokerstars_hand(501, 4))
    (tmp_path / "now.txt").write_text(pokerstars_hand(502, 4))
    then = audit(tmp_path / "then.txt", out=tmp_path / "then", ignore=["W"])
    now = audit(tmp_path / "now.txt", out=tmp_path / "now", ignore=["X801"])
    text = markdown(summary(now, then))
    assert "Not the same checks: the earlier audit left out W501, W502, " in text
    assert "; the later audit left out X801. Findings of these are new or gone for that alone." in text
    assert "No hand is in both: all findings are new or gone" in text
    assert "Not the same checks" not in markdown(summary(now, now))
    assert "Of 1 hand audited now, the earlier dataset has 1." in markdown(summary(now, now))


def test_against_an_earlier_dataset(tmp_path: Path) -> None:
    def audited(name: str, *hands: str) -> AuditResult:
        (tmp_path / f"{name}.txt").write_text("".join(hands))
        return audit(tmp_path / f"{name}.txt", out=tmp_path / name)

    then = audited("then", pokerstars_hand(501, 4), pokerstars_hand(502, 4), pokerstars_hand(503))
    now = audited("now", pokerstars_hand(503, 4), "\n\n", pokerstars_hand(502, 4), pokerstars_hand(501))
    rows = {name: rows for name, _, rows in tables(summary(now, then), Figures(now))}
    violations = rows["against-the-earlier-dataset"][0]
    assert violations == ["violations", 2, Decimal("666.67"), 2, Decimal("666.67"), 1, 1, 1]
    assert rows["check-by-check"] == [["W501", "bet-wrong-size", "violation", *violations[1:]]]
    assert [row[2:4] for row in rows["new"]] == [
        ["503", "seat 2 (quillfeather) bet 0.04 on fifth street, where the bet is 0.08"]
    ]
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
    assert {row[0]: row[4] for row in rows["by-severity"]} == violations.groupby("severity").size().to_dict()
    days = violations.join(hands["played_at"], on="hand_key")["played_at"].dt.strftime("%Y-%m-%d")
    audited = hands[hands["retells"].isna()]["played_at"].dt.strftime("%Y-%m-%d").value_counts().to_dict()
    assert {row[0]: row[1] for row in rows["by-day"]} == audited
    assert {row[0]: row[3] for row in rows["by-day"] if row[3]} == days.value_counts().to_dict()
    players = seats[seats["dealt_in"]].groupby("player").size()
    assert all(row[2] == players[row[1]] for row in rows["by-player"])
    (raked,) = rows["rake-against-pot"]
    assert raked[1:4] == [len(hands), hands["pot"].sum(), hands["rake"].sum()]


@pytest.mark.slow
def test_short_cells_are_not_broken_on_paper_and_the_gravest_hands_fit_a_screen(
    browser: Any, result: AuditResult, tmp_path: Path
) -> None:
    target = tmp_path / "report.html"
    target.write_text(page(summary(result)), "utf-8")
    opened = Opened(browser, target)
    wide = "[...document.querySelectorAll('.wide')].filter(e => e.scrollWidth > e.clientWidth).map(e => e.innerText)"
    assert not any("the gravest finding" in text for text in opened.page.evaluate(wide))
    opened.page.set_viewport_size({"width": 718, "height": 900})  # a sheet of A4 within its margins
    opened.page.emulate_media(media="print")
    broken = """[...document.querySelectorAll('td, th')].filter(cell => cell.innerText && !/[ -]/.test(cell.innerText)
        && cell.innerText.length < 12 && cell.clientHeight && (() => { const range = document.createRange();
        range.selectNodeContents(cell); return new Set([...range.getClientRects()].map(r => r.top)).size > 1; })())
        .map(cell => cell.innerText)"""
    assert opened.page.evaluate(broken) == []
    assert opened.width() <= 718
