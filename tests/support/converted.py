"""A hand in the neutral notation, and what becomes of it in others."""

from __future__ import annotations

from pathlib import Path

from stud_audit.ingest.convert import Conversion
from stud_audit.ingest.reader import Reader, read_hands
from stud_audit.ingest.writers.unsaid import PREFIX
from stud_audit.model.hand import Hand

CARRIED = "carried"
"""What a table of cases says of what is left in the other notation."""
NOTATIONS = ("pokerstars", "phh", "ohh")
ENDINGS = {"pokerstars": "txt", "phh": "phh"}

HEAD = 'hand 7 game=stud small=2 big=4 currency=USD table="Alpha" seats=8 at=2026-11-01T12:00:00Z'
BASE = [
    HEAD,
    'seat 1 "northwind" 40',
    'seat 2 "quillfeather" 40',
    "ante 1 0.25",
    "ante 2 0.25",
    "street 3",
    "deal 1 down ? ?",
    "deal 1 up Kd",
    "deal 2 down ? ?",
    "deal 2 up 9s",
    "bring-in 2 1",
    "call 1 1",
    "street 4",
    "deal 1 up 8h",
    "deal 2 up 9h",
    "bet 2 2",
    "call 1 2",
    "street 5",
    "deal 1 up 8d",
    "deal 2 up Td",
    "check 1",
    "check 2",
    "street 6",
    "deal 1 up 8c",
    "deal 2 up Jd",
    "check 1",
    "check 2",
    "street 7",
    "deal 1 down ?",
    "deal 2 down ?",
    "check 1",
    "check 2",
    "show-down",
    "show 2 As Qs 9s 9h Td Jd 5h",
    "muck 1",
    "award 2 6.50 pot=main",
    "total 6.50",
    "rake 0",
    "end",
]


def converted(folder: Path, lines: list[str], to: str) -> tuple[str, list[str], list[str]]:
    """The text of the hand in a notation, what is named as left out, and why the hand itself is, if it is."""
    source = folder / "hand.stud"
    source.write_text("\n".join(["stud 1", *lines]) + "\n", "utf-8")
    left: list[str] = []
    conversion = Conversion(Reader([source]), to, left.append, f"hand.{to}")
    text = "".join(conversion)
    phrases = list(conversion.unsaid)
    said = f"# {PREFIX}{', '.join(phrases)}\n" in text or f'"comment": "{PREFIX}{", ".join(phrases)}"' in text
    assert said is bool(phrases)
    assert [line.rpartition(": ")[2] for line in conversion.warnings()] == phrases
    return text, phrases, [line.rpartition(f" as {to}: ")[2] for line in left]


def read(folder: Path, text: str, to: str) -> Hand:
    path = folder / f"hand.{ENDINGS[to]}"
    path.write_text(text, "utf-8")
    [hand] = read_hands([path])
    return hand
