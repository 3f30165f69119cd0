"""Hands from any dialect into the notations that can be written."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from stud_audit.ingest.reader import Reader
from stud_audit.ingest.writers import CannotWrite, neutral, ohh, phh, pokerstars
from stud_audit.ingest.writers.unsaid import PREFIX, unsaid
from stud_audit.model.errors import InputError, UsageError
from stud_audit.model.gaps import AWARDS
from stud_audit.model.hand import Hand

Write = Callable[[Hand], str]


def _neutral() -> Write:
    return lambda hand: neutral.write_hand(hand, lacks=True)


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
    if AWARDS in hand.missing:
        raise CannotWrite("who is paid is not on record")
    lines = pokerstars.write_hand(hand, pokerstars.hero_of(hand))
    return "".join(f"{line.text}\n" for line in lines)


def _stars_file(texts: Iterable[str], _: str) -> Iterator[str]:
    for text in texts:
        yield text + "\n\n"


def _neutral_file(texts: Iterable[str], _: str) -> Iterator[str]:
    for number, text in enumerate(texts):
        yield text if number else neutral.FIRST_LINE + text


def _ohh_file(texts: Iterable[str], _: str) -> Iterator[str]:
    for text in texts:
        yield text + "\n"


def _phh_file(texts: Iterable[str], name: str) -> Iterator[str]:
    """Tables with numbers, which is how PHH holds hands in a `.phhs`; in any other file one hand stands as it is.

    `InputError` for several hands in a `.phh`, which holds one.
    """
    first: str | None = None
    several = name.endswith(".phhs")
    for number, text in enumerate(texts, 1):
        if several or number > 1:
            if number > 1 and name.endswith(".phh"):
                raise InputError(f"{name}: a .phh holds one hand; name it .phhs for several")
            if first is not None:
                yield f"[1]\n{first}"
                first = None
            yield f"{chr(10) if number > 1 else ''}[{number}]\n{text}"
        else:
            first = text
    if first is not None:
        yield first


def _comment_line(text: str, words: str) -> str:
    return f"{text}# {words}\n"


def _ohh_comment(text: str, words: str) -> str:
    """JSON has no comments: the words are a member beside the hand."""
    return json.dumps({**json.loads(text), "comment": words}) + "\n"


@dataclass(frozen=True, slots=True)
class Format:
    """A notation: what writes the hands of one conversion in it, and how they make a file of some name.

    `comment` adds words of ours to the text of a hand.
    """

    writer: Callable[[], Write]
    file: Callable[[Iterable[str], str], Iterator[str]]
    comment: Callable[[str, str], str] = _comment_line


FORMATS: Final[dict[str, Format]] = {
    "neutral": Format(_neutral, _neutral_file),
    "pokerstars": Format(_pokerstars, _stars_file),
    "phh": Format(_phh, _phh_file),
    "ohh": Format(_ohh, _ohh_file, _ohh_comment),
}


@dataclass(slots=True)
class Conversion:
    """Hands on their way from a reader into a notation: iterating gives the text of the file, piece by piece.

    `left_out` is told of each hand that cannot be written, with the reason. What else the notation does not say of a
    hand stands in a comment at its end, and `unsaid` has how many hands each such thing is missing from, with the
    place of the first. `name` is that of the file, as far as it says what its kind is. `UsageError` for a notation
    that there is none of.
    """

    reader: Reader
    to: str
    left_out: Callable[[str], None]
    name: str = ""
    written: int = 0
    hands: int = 0
    unsaid: dict[str, tuple[int, str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.to not in FORMATS:
            raise UsageError(f"hands can be written as {', '.join(FORMATS)}, not as {self.to!r}")

    def __iter__(self) -> Iterator[str]:
        return FORMATS[self.to].file(self._texts(), self.name)

    def _texts(self) -> Iterator[str]:
        notation = FORMATS[self.to]
        write = notation.writer()
        for hand in self.reader:
            if not isinstance(hand, Hand):
                continue
            self.hands += 1
            place = f"{hand.file}:{hand.first_line}: hand {hand.header.hand_id}"
            try:
                if hand.status != "parsed":
                    raise CannotWrite(hand.problem or hand.status)
                phrases = unsaid(hand, self.to)
                text = write(hand)
            except CannotWrite as error:
                self.left_out(f"{place} is not written as {self.to}: {error}")
                continue
            self.written += 1
            for phrase in phrases:
                number, first = self.unsaid.get(phrase, (0, place))
                self.unsaid[phrase] = number + 1, first
            yield notation.comment(text, PREFIX + ", ".join(phrases)) if phrases else text

    def warnings(self) -> Iterator[str]:
        """What was left out of hands that are written, a line for each kind of thing."""
        for phrase, (number, first) in self.unsaid.items():
            lack = f"and {number - 1} more lack" if number > 1 else "lacks"
            yield f"{first} {lack} as {self.to}: {phrase}"
