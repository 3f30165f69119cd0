"""Headings out of place: what they begin belongs to the section before.

Such a heading announces a street between two others that it does not stand between, and the street has a heading where
it belongs. Where one is missing instead, the cards tell that its street begins.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Final

from stud_audit.ingest.grammar.lines import Line
from stud_audit.ingest.grammar.sections import Section

_MOST_ASKED: Final = 16
"""Headings out of place of which it is asked which of two is; of more nobody could tell."""
_ACTIONS: Final = frozenset(
    ("FOLD", "CHECK", "BRINGS_IN", "CALL", "BET", "COMPLETE", "RAISE", "ALL_IN", "ALL_IN_RAISE", "ALL_IN_WAGER")
)
_DEALS: Final = frozenset({"DEALT", "CARD_SEEN", "CARD_HIDDEN"})


def in_order(sections: Sequence[Section], street_of: Callable[[Line], int]) -> tuple[Sequence[Section], set[int]]:
    """The sections without headings out of place, and the numbers of the lines where these stand.

    `street_of` tells which street a section's first line announces; 0 for none.
    """
    streets = [street_of(section.lines[0]) if section.lines else 0 for section in sections]
    announced = [street for street in streets if street]
    if announced == sorted({*announced}):
        return sections, set()
    return _joined(sections, streets)


def _joined(sections: Sequence[Section], streets: Sequence[int]) -> tuple[list[Section], set[int]]:
    last = {street: place for place, street in enumerate(streets)}
    first = {street: place for place, street in reversed([*enumerate(streets)])}
    least_after, most_before = [*accumulate([8, *[street or 8 for street in reversed(streets)]], min)][::-1], 0
    joined: list[tuple[int, Section]] = []
    strays: set[int] = set()

    def join(stray: Section) -> None:
        strays.add(stray.lines[0].number)
        street, section = joined[-1]
        joined[-1] = street, Section(section.name, [*section.lines, *stray.lines])

    for place, (street, section) in enumerate(zip(streets, sections, strict=True)):
        early = street > least_after[place + 1] and last[street] > place
        late = 0 < street < most_before and first[street] < place
        twice = 0 < street == most_before == joined[-1][0]
        # Where the next street has no heading of its own, the second stands there in its place.
        is_next = street < 7 and street + 1 not in last
        asked = twice and not is_next and len(joined) > 1 and len(strays) < _MOST_ASKED
        if asked and _is_too_early(joined[-2], joined[-1][1], section):
            join(joined.pop()[1])
            twice = False
        if joined and (early or late or twice):
            join(section)
        else:
            joined.append((street, section))
            most_before = max(most_before, street)
    return [section for _, section in joined], strays


def _is_too_early(before: tuple[int, Section], first: Section, second: Section) -> bool:
    """Whether of two headings of a street the first is out of place: play of the street before comes after it."""
    if not _has(first, _DEALS):
        return _has(second, _DEALS)
    again = _has(second, _DEALS)
    undealt, unplayed = (before[0] > 0 and not _has(before[1], kinds) for kinds in (_DEALS, _ACTIONS))
    return (undealt and again) or (_has(first, _ACTIONS) and (again or unplayed))


def _has(section: Section, kinds: frozenset[str]) -> bool:
    return any(line.type in kinds for line in section.lines)
