"""Hands judged with and without certification, and what differs between the two."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from stud_audit.houses.house import House
from stud_audit.houses.loader import load_house
from stud_audit.ingest.reader import Reader
from stud_audit.model.hand import Hand
from stud_audit.model.rows import rows_of
from stud_audit.pipeline.certification import Certified
from stud_audit.pipeline.chosen_house import choose_house
from stud_audit.pipeline.one_hand import HandResult, audit_hand, dispatch

TOLD = ("findings", "outcomes", "seats", "pot", "rake", "played", "sitting", "facts")
"""What an audit tells of a hand."""


def hands_of(paths: Iterable[Path]) -> Iterator[Hand]:
    """The hands of files that are judged, whatever else the files hold."""
    for item in Reader(paths):
        if isinstance(item, Hand) and item.status == "parsed" and not item.unsupported:
            yield item


def hand_of(text: str) -> Hand:
    """The hand of a text in the neutral notation."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "hand.stud")
        path.write_text(text, encoding="utf-8")
        return next(hands_of([path]))


def is_certified(hand: Hand, house: House) -> bool:
    """Whether a hand is accepted without a replay, by what has been judged so far in this process."""
    certifier = dispatch(None, house, certify=True).certifier
    assert certifier is not None
    return isinstance(certifier.certify(hand, rows_of(hand.events)), Certified)


@dataclass
class Compared:
    """Hands that were judged both ways. `clean` and `certified` count those without a finding by house and game."""

    clean: Counter[tuple[str, str]] = field(default_factory=Counter)
    certified: Counter[tuple[str, str]] = field(default_factory=Counter)
    different: list[str] = field(default_factory=list)
    hands: int = 0

    def look(self, hand: Hand, house: House) -> None:
        """Judge one hand both ways."""
        full = audit_hand(hand, house, dispatch(None, house))
        quick = audit_hand(hand, house, dispatch(None, house, certify=True))
        again = audit_hand(hand, house, dispatch(None, house, certify=True))  # perhaps more quickly
        self.hands += 1
        if not full.findings:
            self.clean[house.name, hand.header.game] += 1
            self.certified[house.name, hand.header.game] += quick.certified
        for each in (*_differences(full, quick), *_differences(full, again)):
            self.different.append(f"{hand.file}: hand {hand.header.hand_id}: {each}")


def _differences(full: HandResult, quick: HandResult) -> Iterator[str]:
    for name in TOLD:
        if getattr(full, name) != getattr(quick, name):
            yield f"{name}: {getattr(full, name)!r:.200} and {getattr(quick, name)!r:.200}"


def compared(paths: Iterable[Path], house: str | None = None) -> Compared:
    """All hands of files, by their own house or by another."""
    result = Compared()
    for hand in hands_of(paths):
        judge = choose_house(hand, None) if house is None else load_house(house)
        if judge is not None:
            result.look(hand, judge)
    return result
