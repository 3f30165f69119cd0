"""The benchmark suite runs, and its page has what it measured. Nothing is said of times."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

ROOT = Path(__file__).parents[2]
DIALECTS = sorted(path.name for path in (ROOT / "sample_histories").iterdir() if path.is_dir())


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    return import_module("speed_page")


def _tables(text: str) -> dict[str, list[list[str]]]:
    """The rows below each heading, the heads of the columns left out."""
    tables: dict[str, list[list[str]]] = {}
    for line in text.split("\n"):
        if line.startswith("#"):
            rows = tables.setdefault(line.lstrip("# "), [])
        elif line.startswith("| "):
            rows.append([cell.strip() for cell in line.strip("|").split("|")])
    return {heading: rows[2:] for heading, rows in tables.items()}


def test_ratios_are_of_the_time_a_hand(page: Any) -> None:
    def row(name: str, hands: int, cpu: float) -> Any:
        return page.Row("stages", name, "audit", hands, cpu, cpu, 0, 0, {"bytes": 1000 * hands})

    rows = [
        row(page.LINES, 1000, 0.01),  # a hand takes 10 microseconds
        row(page.FINDINGS, 1000, 0.2),  # 200
        row(page.DATASET, 500, 0.5),  # 1,000
        row(page.KIT_OWN, 100, 0.4),  # 4,000
    ]
    tables = _tables("\n".join(page.lines(page.Figures("command", {}, rows))))
    told = {name: cells for name, *cells in tables["Stage by stage"]}
    assert told[page.FINDINGS] == ["5,000", "0.2", "20", "20"]
    assert told[page.DATASET] == ["1,000", "1", "4", "100"]
    assert [cells[-1] for cells in tables["What is wanted of one worker, and what is reached"][:2]] == [
        "5,000 hands/s, 20 times; 1,000 hands",
        "1,000 hands/s, 4 times; 500 hands",
    ]


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("suite")
    few = ["--hands", "12", "--most", "30", "--rounds", "1", "--pokerkit", "2"]
    command = [sys.executable, "-m", "benchmarks.suite", *few, "--beside", str(ROOT), "-o", str(folder / "speed.md")]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr
    return folder


def _named(rows: list[list[str]]) -> Iterator[str]:
    for name, *cells in rows:
        assert all(cells), name
        yield name


@pytest.mark.slow
def test_the_suite_measures_all_that_it_is_for(measured: Path, page: Any) -> None:
    tables = _tables((measured / "speed.md").read_text())
    beside = [f"{page.FINDINGS}, {ROOT.name}", f"{page.DATASET}, {ROOT.name}"]
    assert list(_named(tables["Stage by stage"])) == [
        page.LINES, page.SPLIT, page.EVENTS, page.FINDINGS, page.DATASET, page.COLUMNS,
        page.UNCERTIFIED, page.UNCERTIFIED_DATASET, *beside, page.KIT_OWN, page.KIT_TEXT, page.KIT_OURS,
    ]  # fmt: skip
    assert list(_named(tables["Hands that are not certified"])) == [page.FINDINGS, page.UNCERTIFIED, beside[0]]
    games = [f"{dialect} {game}" for dialect in ("pokerstars", "neutral") for game in ("stud", "stud8", "razz")]
    assert list(_named(tables["The share certified, and the games"])) == games
    assert list(_named(tables["The dialects"])) == DIALECTS
    assert [row[:2] for row in tables["The number of hands"]] == [[page.FINDINGS, "30"], [page.DATASET, "30"]]
    assert {(name, workers) for name, workers, *_ in tables["Several workers"]} >= {
        (name, workers) for name in (page.FINDINGS, page.DATASET) for workers in ("1", "2")
    }
    assert list(_named(tables["The start"])) == [page.NOTHING, page.VERSION, page.ONE_HAND]


@pytest.mark.slow
def test_the_charts_are_drawn_and_shown(measured: Path, page: Any) -> None:
    text = (measured / "speed.md").read_text()
    for name in page.CHARTS:
        assert f"(speed-{name}.svg)" in text
        assert ElementTree.parse(measured / f"speed-{name}.svg").getroot().tag.endswith("svg")
