"""The progress bar: on a terminal, after a second, and gone before anything else is printed."""

from __future__ import annotations

import io
from dataclasses import dataclass

import pytest

from stud_audit.render import progress
from stud_audit.render.progress import ProgressBar


@dataclass
class Input:
    bytes_read: int = 500
    bytes_total: int | None = 1000


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")


def test_no_bar_off_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "_AFTER", 0)
    stream = io.StringIO()
    with ProgressBar(stream) as bar:
        bar.advance(Input())
    assert stream.getvalue() == ""


def test_no_bar_for_short_inputs() -> None:
    stream = Terminal()
    with ProgressBar(stream) as bar:
        bar.advance(Input())
        bar.hide()
    assert stream.getvalue() == ""


@pytest.mark.parametrize("total", [1000, None])
def test_the_bar_shows_and_goes(monkeypatch: pytest.MonkeyPatch, total: int | None) -> None:
    monkeypatch.setattr(progress, "_AFTER", 0)
    monkeypatch.setattr(progress, "_EVERY", 0)
    stream = Terminal()
    with ProgressBar(stream) as bar:
        bar.advance(Input(500, total))
        shown = stream.getvalue()
        assert "1 hands" in shown
        assert ("50%" in shown) == (total is not None)
        bar.hide()
        assert stream.getvalue().endswith(("\x1b[2K", "\x1b[?25h"))
        bar.advance(Input(750, total))
        assert "2 hands" in stream.getvalue()
