"""Hands from any dialect into the notations that can be written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from stud_audit.ingest.reader import Reader
from stud_audit.ingest.writers import CannotWrite, neutral, ohh, phh, pokerstars
from stud_audit.model.errors import UsageError
from stud_audit.model.gaps import AWARDS
from stud_audit.model.hand import Hand

Write = Callable[[Hand], str]


def _neutral() -> Write:
    return neutral.write_hand


def _ohh() -> Write:
    return ohh.write_hand


def _phh() -> Write:
    """Remembers the bring-in of each stake: a hand in which nobody posted it does not tell it."""
    seen: dict[tuple[object, ...], int] = {}

    def write(hand: Hand) -> str:
        header = hand.header
        stake = hand.dialect, header.game, header.currency, header.decimals, header.small, header.big, header.ante
        posted = phh.posted_bring_in(hand)
        if posted is not None:
            seen[stake] = posted
        return phh.write_hand(hand, seen.get(stake))

    return write


def _pokerstars() -> Write:
    return _in_pokerstars


def _in_pokerstars(hand: Hand) -> str:
    if hand.header.structure == "spread":
        raise CannotWrite("the format has no spread limits")
    if AWARDS in hand.missing:
        raise CannotWrite("who is paid is not on record")
    lines = pokerstars.write_hand(hand, pokerstars.hero_of(hand))
    return "".join(f"{line.text}\n" for line in lines) + "\n\n"


def _joined(texts: Iterable[str]) -> Iterator[str]:
    return iter(texts)


def _neutral_file(texts: Iterable[str]) -> Iterator[str]:
    for number, text in enumerate(texts):
        yield text if number else neutral.FIRST_LINE + text


def _ohh_file(texts: Iterable[str]) -> Iterator[str]:
    for text in texts:
        yield text + "\n"


def _phh_file(texts: Iterable[str]) -> Iterator[str]:
    """One hand as it is; several as tables with numbers, which is how PHH holds them in one file."""
    first: str | None = None
    number = 0
    for number, text in enumerate(texts, 1):
        if number == 1:
            first = text
            continue
        if first is not None:
            yield f"[1]\n{first}"
            first = None
        yield f"\n[{number}]\n{text}"
    if first is not None:
        yield first


@dataclass(frozen=True, slots=True)
class Format:
    """A notation: what writes the hands of one conversion in it, and how they make a file."""

    writer: Callable[[], Write]
    file: Callable[[Iterable[str]], Iterator[str]]


FORMATS: Final[dict[str, Format]] = {
    "neutral": Format(_neutral, _neutral_file),
    "pokerstars": Format(_pokerstars, _joined),
    "phh": Format(_phh, _phh_file),
    "ohh": Format(_ohh, _ohh_file),
}


@dataclass(slots=True)
class Conversion:
    """Hands on their way from a reader into a notation: iterating gives the text of the file, piece by piece.

    `left_out` is told of each hand that cannot be written, with the reason. `UsageError` for a notation that
    there is none of.
    """

    reader: Reader
    to: str
    left_out: Callable[[str], None]
    written: int = 0
    hands: int = 0

    def __post_init__(self) -> None:
        if self.to not in FORMATS:
            raise UsageError(f"hands can be written as {', '.join(FORMATS)}, not as {self.to!r}")

    def __iter__(self) -> Iterator[str]:
        return FORMATS[self.to].file(self._texts())

    def _texts(self) -> Iterator[str]:
        write = FORMATS[self.to].writer()
        for hand in self.reader:
            if not isinstance(hand, Hand):
                continue
            self.hands += 1
            try:
                if hand.status != "parsed":
                    raise CannotWrite(hand.problem or hand.status)
                text = write(hand)
            except CannotWrite as error:
                place = f"{hand.file}:{hand.first_line}: hand {hand.header.hand_id}"
                self.left_out(f"{place} is not written as {self.to}: {error}")
                continue
            self.written += 1
            yield text
