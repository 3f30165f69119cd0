"""Hands that grow in one part or in several, and the work that their audit takes: counted, never timed.

Counted are the lines of the project's own code that run, function by function. Where the input doubles, no function
may run much more than twice as many, and the findings may not be much more than twice as long.
"""

from __future__ import annotations

import gc
import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from types import CodeType, FrameType
from typing import Any

from stud_audit.ingest.blocks import parse_block
from stud_audit.ingest.grammar import toml_pieces
from stud_audit.ingest.grammar.lines import Tails
from stud_audit.ingest.input.found import Located
from stud_audit.ingest.input.sources import ENDINGS
from stud_audit.ingest.mapping import hand_builder, headers, neutral_notation, site_mapper
from stud_audit.ingest.reader import Reader
from stud_audit.model import money
from stud_audit.pipeline import Audit

SAMPLES = Path(__file__).parents[2] / "sample_histories"
REMEMBERING = (hand_builder, headers, money, neutral_notation, site_mapper, toml_pieces)
"""Modules that keep what they have made of words and amounts."""
STEEP = 3.0
"""By how much the increase may itself increase when the input doubles: 2 is linear, 4 quadratic."""
_OUTPUT = "the findings"
_NUMBER = re.compile(r"\d+")
_PART = re.compile(r"\[[^\[\]]+\]|\"[^\"]+\"|\d[\d.,]*|[^\W\d_]{3,}")


@dataclass(frozen=True)
class SampleHand:
    """One hand of a sample: its lines, those that must stand before it, and the ending of its file."""

    dialect: str
    suffix: str
    head: tuple[str, ...]
    lines: tuple[str, ...]

    def text(self, lines: Sequence[str]) -> str:
        """A file with these lines for its hand."""
        return "\n".join([*self.head, *lines]) + "\n"


@dataclass(frozen=True)
class Growth:
    """A hand of which something grows: what it is, and the file with so many of that."""

    hand: SampleHand
    name: str
    text: Callable[[int], str]


def sample_hands(dialect: str) -> list[SampleHand]:
    """The parsed hands of a dialect's samples."""
    found = []
    for path in sorted((SAMPLES / dialect).iterdir()):
        if path.suffix not in ENDINGS:
            continue
        lines = path.read_text("utf-8").split("\n")
        before: list[str] | None = None
        for item in Reader([path]).blocks():
            if isinstance(item, Located):
                block = item.block
                before = lines[: block.line - 1] if before is None else before
                head = block.preamble.split("\n") if block.preamble else before
                if parse_block(item).status == "parsed":
                    own = lines[block.line - 1 : item.last_line]
                    found.append(SampleHand(dialect, path.suffix, tuple(head), tuple(own)))
    return found


def kinds(hands: Sequence[SampleHand]) -> Iterator[tuple[SampleHand, int, str]]:
    """Each kind of line once, by its words: a hand that has it, and its place there."""
    seen = set()
    for hand in hands:
        names = {match for line in hand.lines for match in re.findall(r"[\w.-]+(?=: )|(?<=\")[\w.-]+(?=\")", line)}
        for place, line in enumerate(hand.lines):
            words = [word for word in re.findall(r"[A-Za-z*<_]{3,}", line) if word not in names]
            kind = " ".join(words[:4])
            if kind and kind not in seen:
                seen.add(kind)
                yield hand, place, kind


def repeated(hand: SampleHand, places: Sequence[tuple[int, int]], what: str, *, varied: bool = False) -> Growth:
    """Blocks of lines, from a place up to another, each so many times where it stands.

    `varied`: the numbers in them count on, so that no two are the same.
    """

    def text(n: int) -> str:
        lines: list[str] = []
        for place, line in enumerate(hand.lines):
            block = next((block for block in places if block[0] <= place < block[1]), None)
            if block is None:
                lines.append(line)
            elif place == block[0]:
                for number in range(n):
                    own = hand.lines[block[0] : block[1]]
                    lines += [_counted_on(line, number) for line in own] if varied else own
        return hand.text(lines)

    return Growth(hand, f"{what}{' varied' if varied else ''}", text)


def _counted_on(line: str, number: int) -> str:
    return _NUMBER.sub(lambda match: str(int(match[0]) + number), line, count=3) if number else line


def lengthened(hand: SampleHand, place: int, kind: str) -> Iterator[Growth]:
    """Every part of a line: a word, a number, a bracket, as long as so many of it."""
    line = hand.lines[place]
    for match in list(_PART.finditer(line))[:6]:
        part, start, end = match[0], match.start(), match.end()
        inner = part[0] in '["'
        left, body, right = (part[0], part[1:-1] + " ", part[-1]) if inner else ("", part, "")

        def text(n: int, start: int = start, end: int = end, form: tuple[str, str, str] = (left, body, right)) -> str:
            longer = line[:start] + form[0] + form[1] * n + form[2] + line[end:]
            return hand.text([*hand.lines[:place], longer, *hand.lines[place + 1 :]])

        yield Growth(hand, f"{kind}: {part}", text)


def named_longer(hand: SampleHand) -> Iterator[Growth]:
    """A player's name, wherever it stands, as long as so many of it."""
    whole = hand.text(hand.lines)
    names = Counter(re.findall(r"\b[a-z]{5,}[\w.-]*", "\n".join(hand.lines)))
    for name, times in names.most_common(3):
        if times > 3:
            yield Growth(hand, f"name {name}", lambda n, name=name: whole.replace(name, name * n))  # type: ignore[misc]


def drawn(hands: Sequence[SampleHand], random: Random) -> Growth:
    """Some blocks of a hand many times, others left out, drawn at random."""
    hand = random.choice(hands)
    last = len(hand.lines)
    lost = set(random.sample(range(1, last), min(random.choice((0, 0, 1, 3, 8)), last - 1)))
    hand = SampleHand(
        hand.dialect, hand.suffix, hand.head, tuple(line for i, line in enumerate(hand.lines) if i not in lost)
    )
    places: list[tuple[int, int]] = []
    for start in sorted(
        random.sample(range(1, len(hand.lines)), min(random.choice((1, 2, 2, 3)), len(hand.lines) - 1))
    ):
        if not places or places[-1][1] <= start:
            places.append((start, min(start + random.choice((1, 1, 1, 2, 5, 20)), len(hand.lines))))
    what = "; ".join(f"{end - start} from {hand.lines[start][:40]!r}" for start, end in places)
    return repeated(hand, places, what, varied=random.random() < 0.4)


# --- counting ---------------------------------------------------------------------------------------


@cache
def _tails(_dialect: str) -> list[Tails]:
    """What the grammars read so far, that of this dialect among them, remember of lines."""
    return [each for each in gc.get_objects() if type(each) is Tails]


def work(text: str, hand: SampleHand, folder: Path) -> tuple[Counter[Any], Counter[str]]:
    """The lines run by each function of the project while this file is audited, and the findings by their codes."""
    path = folder / f"grown{hand.suffix}"
    path.write_text(text, "utf-8")
    lines: Counter[Any] = Counter()

    def in_function(frame: FrameType, event: str, _: object) -> Any:
        if event == "line":
            lines[frame.f_code] += 1
        return in_function

    def entering(frame: FrameType, _: str, __: object) -> Any:
        if not _is_ours(frame.f_code):
            return None
        lines[frame.f_code] += 1
        return in_function

    for module in REMEMBERING:
        for remembering in vars(module).values():
            if hasattr(remembering, "cache_clear"):
                remembering.cache_clear()  # what was read before is no saving of this file's
    for tails in _tails(hand.dialect):
        tails.clear()
    before = sys.gettrace()
    sys.settrace(entering)
    try:
        findings = [finding for item in Audit([path]) for finding in item.findings]
    finally:
        sys.settrace(before)
    lines[_OUTPUT] = sum(len(json.dumps(finding.to_dict())) for finding in findings)
    return lines, Counter(finding.code for finding in findings)


@cache
def _is_ours(code: CodeType) -> bool:
    return "stud_audit" in code.co_filename and "tests" not in code.co_filename


def steep(growth: Growth, n: int, folder: Path) -> list[str]:
    """The functions whose work grows faster than the input does, from `n` times to `16 n`."""

    def count(times: int) -> Counter[Any]:
        return work(growth.text(times * n), growth.hand, folder)[0]

    counts = [count(1), count(2), count(4)]
    suspects = set(counts[-1])
    for times in (8, 16):
        suspects = {code for code in suspects if _steeper(counts, code, 8 * n)}
        if not suspects:
            return []
        # What begins to work only from some number on looks steep there, and not beyond.
        counts.append(count(times))
    return [
        f"{_named(code)}: {', '.join(str(each[code]) for each in counts)}"
        for code in suspects
        if _steeper(counts, code, 8 * n)
    ]


def _steeper(counts: Sequence[Counter[Any]], code: Any, least: int) -> bool:
    first, second, third = (each[code] for each in counts[-3:])
    return third - second > max(STEEP * max(second - first, 0), least)


def _named(code: Any) -> str:
    if isinstance(code, str):
        return code
    return f"{Path(code.co_filename).name}:{code.co_firstlineno} {code.co_name}"
