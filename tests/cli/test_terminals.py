"""What a log or a house file says cannot drive a terminal, whatever the command."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(os.name == "nt", reason="pseudo-terminals")
pty = pytest.importorskip("pty")

PROGRAM = [sys.executable, "-m", "stud_audit"]
ENVIRONMENT = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2]), "TERM": "xterm", "COLUMNS": "100"}

HOUSE = 'name = "a\\u001b[31mred\\nx"\ntitle = "t\\u001b]0;pwn\\u0007"\nversion = "2\\u001b[2J"\nextends = "tda"\n'
HAND = """\
stud 1
hand 1 game=stud small=2 big=4 ante=1 bring-in=1 currency=USD table="\x1b[3Jx"
seat 1 "a\x1b[2J" 80
seat 2 "c\x9b0m" 80
ante 1 1
note "\x1b]0;x\x07"
nonsense \x1b[2J
end
"""
OURS = re.compile(rb"\x1b\[(?:[\d;]*m|\?25[lh]|\d*[AK])")
"""Colours, and a progress bar."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "room.toml").write_text(HOUSE)
    (tmp_path / "hand.stud").write_text(HAND, encoding="utf-8", newline="\n")
    return tmp_path


def on_terminal(folder: Path, command: str) -> str:
    """What a terminal gets, without the colours."""
    leader, follower = pty.openpty()
    with subprocess.Popen(
        [*PROGRAM, *command.split()], cwd=folder, env=ENVIRONMENT, stdin=follower, stdout=follower, stderr=follower
    ):
        os.close(follower)
        told = b""
        try:
            while part := os.read(leader, 65536):
                told += part
        except OSError:  # Linux: the other end is closed
            pass
    os.close(leader)
    shown = OURS.sub(b"", told).decode("utf-8")
    assert "31mred" not in shown.replace("\u241b[31mred", "")
    return shown


@pytest.mark.parametrize(
    "command",
    [
        "houses room.toml",
        "houses --diff room.toml tda hand.stud",
        "audit hand.stud --house room.toml",
        "explain hand.stud --hand 1 --house room.toml",
        "events hand.stud",
        "events hand.stud --format json",
        "convert hand.stud --to neutral -o -",
        "convert hand.stud --to neutral -o /dev/stdout",
    ],
)
def test_a_terminal_gets_no_control_characters(folder: Path, command: str) -> None:
    shown = on_terminal(folder, command)
    assert shown.strip()
    assert [char for char in shown if not char.isprintable() and char not in "\r\n"] == []


@pytest.mark.parametrize("command", ["events hand.stud", "convert hand.stud --to neutral -o -"])
def test_a_file_gets_the_bytes(folder: Path, command: str) -> None:
    with (folder / "out").open("wb") as out:
        subprocess.run([*PROGRAM, *command.split()], cwd=folder, env=ENVIRONMENT, stdout=out, check=False)
    assert b"\x1b[2J" in (folder / "out").read_bytes()
