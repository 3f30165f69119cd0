"""Pages opened in a headless browser, with what they complain of, ask for, and how accessible they are."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        pytest.skip("there is no Chromium")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        yield started
        started.close()


class Opened:
    """A page in the browser, with what it complained of and asked for."""

    def __init__(self, browser: Any, path: Path, width: int = 1280, height: int = 900, dark: bool = False) -> None:
        self.page = browser.new_page(
            viewport={"width": width, "height": height}, color_scheme="dark" if dark else "light"
        )
        self.said: list[str] = []
        self.asked: list[str] = []
        self.page.on("console", lambda message: self.said.append(message.text))
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.on("dialog", lambda dialog: (self.said.append("a dialog"), dialog.dismiss()))
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.goto(path.as_uri())

    def now(self) -> str:
        return str(self.page.inner_text("#now"))

    def count(self) -> str:
        return str(self.page.inner_text("#count"))

    def inaccessible(self) -> list[tuple[str, list[Any]]]:
        """What axe-core's rules find, and where."""
        from axe_playwright_python.sync_playwright import Axe

        violations = Axe().run(self.page).response["violations"]
        return [(each["id"], [node["target"] for node in each["nodes"]]) for each in violations]

    def width(self) -> int:
        """How wide the page is, however much of it is seen."""
        return int(self.page.evaluate("document.documentElement.scrollWidth"))
