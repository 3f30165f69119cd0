"""The page of one hand, in a browser: stepping, marks, views, keyboard, accessibility, and no harm from names."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from support.browser import Opened, browser
from support.logs import pokerstars_hand

from stud_audit.checks.describe import EXAMPLES
from stud_audit.explain import find_hands, tell
from stud_audit.explain.page import page
from stud_audit.pipeline import Audit, HandResult

__all__ = ["browser"]
SAMPLES = Path(__file__).parents[2] / "sample_histories"
HOSTILE = "<img src=x onerror=alert(1)>\u202e{{7*7}}" + "Langname" * 12


# Two players who are all-in on the ante, and five of whom three are all-in on three side pots.
ALL_IN_ON_THE_ANTE = """\
stud 1
hand 2500 game=stud small=2 big=4 ante=0.50 bring-in=1 currency=USD table="Alpha" house=roberts-rules
seat 1 "northwind" 0.50
seat 5 "quillfeather" 0.30
ante 1 0.50 all-in
ante 5 0.30 all-in
deal 1 down ? ?
deal 1 up Kd
deal 5 down ? ?
deal 5 up 2c
street 4
deal 1 up 9d
deal 5 up 3c
street 5
deal 1 up 8d
deal 5 up 4c
street 6
deal 1 up 7d
deal 5 up 6h
street 7
deal 1 down ?
deal 5 down ?
return 1 0.20
show-down
show 1 Ks Qh Kd 9d 8d 7d 2s said="a pair of Kings"
show 5 As Ad 2c 3c 4c 6h 5s said="a straight, Deuce to Six"
award 1 0.60 pot=main
rake 0
end
"""
SIDE_POTS = """\
stud 1
hand 2501 game=stud8 small=2 big=4 ante=0.50 bring-in=1 currency=USD table="Alpha" house=roberts-rules
seat 1 "{}" 2
seat 2 "{}" 5.50
seat 3 "{}" 9.50
seat 4 "{}" 40
seat 5 "{}" 40
ante 1 0.50
ante 2 0.50
ante 3 0.50
ante 4 0.50
ante 5 0.50
deal 1 down As Ah
deal 1 up Ks
deal 2 down 2d 3d
deal 2 up 4d
deal 3 down Qc Qd
deal 3 up Jc
deal 4 down ? ?
deal 4 up 2c
deal 5 down ? ?
deal 5 up 8c
bring-in 4 1
complete 5 to=2
call 1 1.50 all-in
call 2 2
call 3 2
call 4 1
street 4
deal 1 up 9c
deal 2 up 5h
deal 3 up Jd
deal 4 up 7c
deal 5 up 8d
bet 3 2
call 4 2
call 5 2
call 2 2
street 5
deal 1 up 5s
deal 2 up Kc
deal 3 up 9h
deal 4 up 6c
deal 5 up 3h
bet 3 4
call 4 4
call 5 4
call 2 1 all-in
street 6
deal 1 up 4h
deal 2 up Tc
deal 3 up 9s
deal 4 up Td
deal 5 up Th
bet 3 1 all-in
raise 4 to=4
call 5 4
street 7
deal 1 down Js
deal 2 down 6d
deal 3 down 2h
deal 4 down ?
deal 5 down ?
bet 5 4
call 4 4
show-down
show 4 7h 7d 2c 7c 6c Td Kh said="three of a kind, Sevens"
muck 5
award 4 14 pot=side-3
award 3 12 pot=side-2
award 3 14 pot=side-1
award 1 10 pot=main
rake 0
end
"""
NAMES = (
    "<script>alert(1)</script>",
    "=cmd|'/c calc'!A1",
    "\u6f22\u5b57" * 32,
    "\u202eright\u200f\x1b[31m",
    "Langname" * 8,
)


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


HARD = {
    "two all-in on the ante": (ALL_IN_ON_THE_ANTE, "2500"),
    "hi-lo with side pots": (SIDE_POTS.format(*NAMES), "2501"),
    "razz with side pots": (SIDE_POTS.replace("stud8", "razz").format(*NAMES), "2501"),
    "eight share a card": ((EXAMPLES / "D107-eight-share-a-card.near-miss.stud").read_text(), "3101"),
}


@pytest.mark.slow
@pytest.mark.parametrize(("width", "dark"), [(1280, False), (720, True), (390, False)])
@pytest.mark.parametrize("hand", list(HARD))
def test_hard_hands_are_accessible_and_nothing_of_them_is_cut_off(
    browser: Any, tmp_path: Path, hand: str, width: int, dark: bool
) -> None:
    text, number = HARD[hand]
    opened = Opened(browser, written(tmp_path, text, number, "stud"), width, dark=dark)
    edges = (
        "[...document.querySelectorAll('.seat')].map(seat => seat.getBoundingClientRect()).map(r => [r.left, r.right])"
    )
    for key in ("Home", "End"):
        opened.page.keyboard.press(key)
        assert all(left >= 0 and right <= width for left, right in opened.page.evaluate(edges))
        assert opened.inaccessible() == []
    assert opened.width() <= width
    assert opened.said == []
    printed = opened.page.pdf(format="A4", prefer_css_page_size=True)
    assert 1 <= printed.count(b"/Type /Page\n") + printed.count(b"/Type /Page ") <= 4
