"""Logs in which something was changed, at random: a line, or what stands in one."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from itertools import count

_SEATED = re.compile(r'Seat \d+: (.+?) \(.*in chips|seat \d+ ("[^"]+")')
_AMOUNT = re.compile(r"(?<![\w.#])\d+(?:\.\d\d)?(?![\w.])")
_CARD = re.compile(r"\b[2-9TJQKA][cdhs]\b")
_FOLDED = re.compile(r"fold(?: \d+)?$|: folds $")
_NUMBER = re.compile(r"(?<=#)\d+|(?<=^hand )\S+")
_UNKNOWN = "?"


def mutants(hands: Sequence[str], dice: random.Random, first: int) -> Iterator[str]:
    """Hands without end, each one of these with one change or some, and numbered from `first` on."""
    for number in count(first):
        lines = dice.choice(hands).split("\n")
        for _ in range(dice.choice((1, 1, 1, 2, 3))):
            dice.choice(_CHANGES)(lines, dice)
        yield "\n".join([_NUMBER.sub(str(number), lines[0], count=1), *lines[1:]])


def _place(lines: list[str], dice: random.Random) -> int:
    return dice.randrange(1, len(lines))


def _drop(lines: list[str], dice: random.Random) -> None:
    if len(lines) > 2:
        del lines[_place(lines, dice)]


def _again(lines: list[str], dice: random.Random) -> None:
    """A line, once more, right behind the first time or elsewhere."""
    at = _place(lines, dice)
    lines.insert(dice.choice((at, _place(lines, dice))), lines[at])


def _swap(lines: list[str], dice: random.Random) -> None:
    one = _place(lines, dice)
    other = dice.choice((max(one - 1, 1), _place(lines, dice)))
    lines[one], lines[other] = lines[other], lines[one]


def _other(pattern: re.Pattern[str], lines: list[str], dice: random.Random, more: Sequence[str] = ()) -> None:
    """Another of the same kind in one place, or in all of them."""
    found = [(at, match) for at, line in enumerate(lines) if at for match in pattern.finditer(line)]
    if not found:
        return
    at, match = dice.choice(found)
    new = dice.choice((*more, dice.choice(found)[1][0], dice.choice(found)[1][0]))
    if dice.random() < 0.3:
        lines[1:] = [re.sub(rf"(?<![\w.]){re.escape(match[0])}(?![\w.])", new, line) for line in lines[1:]]
    else:
        lines[at] = lines[at][: match.start()] + new + lines[at][match.end() :]


def _amount(lines: list[str], dice: random.Random) -> None:
    """Seats and their number of places are such numbers too."""
    _other(_AMOUNT, lines, dice, ("0", "0.01", "1", "2", "4"))


def _card(lines: list[str], dice: random.Random) -> None:
    _other(_CARD, lines, dice, (_UNKNOWN, "As", "2c"))


def _name(lines: list[str], dice: random.Random) -> None:
    names = [name for line in lines for pair in _SEATED.findall(line) for name in pair if name]
    _other(re.compile("|".join(map(re.escape, names)) or "$^"), lines, dice)


def _deed(lines: list[str], dice: random.Random) -> None:
    """What stands behind a name, or a word, goes into another line."""
    one, other = _place(lines, dice), _place(lines, dice)
    sign = ":" if ":" in lines[one] else " "
    lines[one] = lines[one].partition(sign)[0] + sign + lines[other].partition(sign)[2]


def _one_more(lines: list[str], dice: random.Random) -> None:
    """Somebody checks after the last fold."""
    at = max((at for at, line in enumerate(lines) if _FOLDED.search(line)), default=0)
    if at:
        of = dice.choice([line for line in lines if _SEATED.match(line)] or lines)
        match = _SEATED.match(of)
        if match:
            lines.insert(at + 1, f"{match[1]}: checks " if match[1] else f"check {of.split()[1]}")


_CHANGES = (_drop, _again, _swap, _amount, _amount, _card, _card, _name, _deed, _one_more)
