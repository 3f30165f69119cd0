"""The page of one hand, in a browser: stepping, marks, views, keyboard, accessibility, and no harm from names."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from support.browser import Opened, browser
from support.logs import pokerstars_hand

from stud_audit.explain import find_hands, tell
from stud_audit.explain.page import page
from stud_audit.pipeline import Audit, HandResult

__all__ = ["browser"]
SAMPLES = Path(__file__).parents[2] / "sample_histories"
HOSTILE = "<img src=x onerror=alert(1)>\u202e{{7*7}}" + "Langname" * 12


def written(tmp_path: Path, text: str, hand: str = "502", suffix: str = "txt") -> Path:
    log = tmp_path / f"night.{suffix}"
    log.write_text(text, "utf-8")
    (found,) = find_hands(Audit(log), hand).found
    target = tmp_path / f"{hand}.html"
    target.write_text(page(tell(found.result.hand, found.result.house, found.findings)), "utf-8")
    return target


def test_the_page_holds_all_that_it_needs(tmp_path: Path) -> None:
    text = written(tmp_path, pokerstars_hand(502, 4)).read_text()
    for outside in ("http://", "https://", "src=", "@import", "url("):
        assert outside not in text.replace("http://www.w3.org/2000/svg", ""), outside
    assert "A rule was broken: bet wrong size</h1>" in text
    assert "PS-02" in text
    assert "Amounts are in USD." in text
    assert "the dealer or the site" in text
    assert "S1, money or cards wrong" in text
    assert "quillfeather: bets $0.04" in text


def test_nothing_of_the_page_itself_looks_like_a_card() -> None:
    """Whoever looks for a card that is hidden finds none."""
    for part in Path(find_hands.__code__.co_filename).parent.joinpath("page").glob("page.*"):
        assert not re.search(r"(?<![\w.])(?:10|[2-9TJQKA])[cdhs](?![\w-])", part.read_text()), part.name


def test_names_are_text(tmp_path: Path) -> None:
    text = written(tmp_path, pokerstars_hand(502, 4, HOSTILE)).read_text()
    assert "<img" not in text
    assert "\u202e" not in text
    assert "{{7*7}}" in text


@pytest.mark.slow
def test_one_steps_through_the_hand(browser: Any, tmp_path: Path) -> None:
    opened = Opened(browser, written(tmp_path, pokerstars_hand(502, 4)))
    sheet = opened.page
    assert "W501 bet wrong size" in opened.now()  # it opens at the first finding
    assert "where the bet is 0.08" in opened.now()
    sheet.keyboard.press("Home")
    assert opened.count().startswith("1 of ")
    assert sheet.is_disabled("#back")
    sheet.keyboard.press("ArrowRight")
    sheet.keyboard.press("ArrowRight")
    sheet.keyboard.press("ArrowLeft")
    assert opened.count().startswith("2 of ")
    sheet.click("#mark-forward")
    assert "W501" in opened.now()
    sheet.keyboard.press("End")
    assert sheet.is_disabled("#forward")
    sheet.click("#mark-back")
    assert "Line 26" in opened.now()
    sheet.click("#log li:has-text('brings in')")
    assert "Seat 4 (saltmarsh) has to bring in: 2c is the lowest door card." in opened.now()
    assert "May bring in for 0.02 or open for 0.04." in opened.now()
    assert "bet 0.02" in sheet.inner_text(".seat:has-text('saltmarsh')")
    assert "Pot 0.05 USD" in sheet.inner_text(".middle")
    assert opened.said == []
    assert opened.asked == [sheet.url]


@pytest.mark.slow
def test_cards_are_seen_as_each_viewer_could(browser: Any, tmp_path: Path) -> None:
    opened = Opened(browser, written(tmp_path, pokerstars_hand(502, 4)))
    northwind = opened.page.locator(".seat:has-text('northwind')")
    hole = "Three of diamonds"
    assert northwind.get_by_label(hole).count() == 0
    assert northwind.get_by_label("Ace of spades").count() == 1
    opened.page.select_option("#viewer", "1")
    assert northwind.get_by_label(hole).count() == 1
    opened.page.select_option("#viewer", "2")
    assert northwind.get_by_label(hole).count() == 0
    opened.page.check("#all")
    assert northwind.get_by_label(hole).count() == 1


@pytest.mark.slow
def test_the_keyboard_alone_is_enough(browser: Any, tmp_path: Path) -> None:
    opened = Opened(browser, written(tmp_path, pokerstars_hand(502, 4)))
    reached = set()
    for _ in range(40):
        opened.page.keyboard.press("Tab")
        reached.add(opened.page.evaluate("document.activeElement.id || document.activeElement.tagName"))
    assert {"first", "back", "forward", "mark-forward", "slide", "viewer", "all", "log"} <= reached
    opened.page.focus("#viewer")
    before = opened.count()
    opened.page.keyboard.press("ArrowDown")
    assert opened.count() == before  # the list has its own keys


@pytest.mark.slow
@pytest.mark.parametrize(("width", "dark"), [(1280, False), (1280, True), (820, False), (390, True)])
@pytest.mark.parametrize("player", ["quillfeather", HOSTILE])
def test_it_is_accessible_and_keeps_within_the_screen(
    browser: Any, tmp_path: Path, width: int, dark: bool, player: str
) -> None:
    opened = Opened(browser, written(tmp_path, pokerstars_hand(502, 4, player)), width, dark=dark)
    assert opened.inaccessible() == []
    assert opened.width() <= width
    assert opened.said == []


@pytest.mark.slow
def test_it_prints_on_a_few_pages(browser: Any, tmp_path: Path) -> None:
    opened = Opened(browser, written(tmp_path, pokerstars_hand(502, 4)))
    printed = opened.page.pdf(format="A4", prefer_css_page_size=True)
    assert 1 <= printed.count(b"/Type /Page\n") + printed.count(b"/Type /Page ") <= 3


@pytest.mark.slow
@pytest.mark.parametrize("sample", ["neutral", "ipoker", "winning"])
def test_every_hand_of_a_sample_has_a_page_that_plays(browser: Any, tmp_path: Path, sample: str) -> None:
    found = [item for item in Audit(SAMPLES / sample) if isinstance(item, HandResult) and item.hand.status == "parsed"]
    assert found
    for result in found[:5]:
        target = tmp_path / "hand.html"
        target.write_text(page(tell(result.hand, result.house, result.findings)), "utf-8")
        opened = Opened(browser, target)
        opened.page.keyboard.press("Home")
        for _ in range(int(opened.count().split()[-1])):
            opened.page.keyboard.press("ArrowRight")
        assert opened.page.is_disabled("#forward")
        assert opened.said == []
        opened.page.close()
