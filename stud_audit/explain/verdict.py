"""What came of a hand in a few sentences: what was found, who is owed what, and by which clause."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from stud_audit.explain.account import AccountRow, doubts_of_money
from stud_audit.explain.story import Story
from stud_audit.houses.house import House
from stud_audit.houses.schema import FALLBACK_PRACTICE
from stud_audit.houses.weighing import DEFAULT_READING
from stud_audit.model.counted import number
from stud_audit.model.findings import Finding

_NAME_OF_A_THING: Final = re.compile(r"\b(bring|all|buy) in\b")
_NOTHING_FOUND: Final = "Nothing that the log shows is against the rules; what it does not show was not judged."
_OF_PLAY: Final = "ABDTUW"
"""Families of checks whose findings mean that the hand might have gone otherwise."""


@dataclass(frozen=True, slots=True)
class ClauseText:
    """A clause that a finding rests on. `house` is named where it is not the house's own: the one that stood in."""

    id: str
    text: str
    house: str | None


@dataclass(frozen=True, slots=True)
class Outcome:
    """`headline` in a few words; `found` what was found in the first place; `owed` who is owed what.

    `rows` are the players whose account is not as it should be.
    """

    headline: str
    found: str
    owed: str
    rows: tuple[AccountRow, ...]
    clauses: tuple[ClauseText, ...]


def outcome(story: Story) -> Outcome:
    """The outcome of a hand, for people who do not know the game's words for faults."""
    ranked = sorted(story.findings, key=_weight)
    rows = tuple(row for row in story.account.rows if row.difference) if story.account else ()
    clauses = tuple(clause_texts(story.house, ranked))
    return Outcome(_headline(story, ranked), _found(story, ranked), _owed(story, ranked, rows), rows, clauses)


def clause_texts(house: House, findings: Sequence[Finding]) -> Iterator[ClauseText]:
    """The clauses that the findings cite, each once, with the text of the house that they are from."""
    own = {clause.id: clause.text for clause in (*house.clauses, *house.game_clauses)}
    lent = {clause.id: clause.text for clause in house.fallback_clauses}
    told = set()
    for finding in findings:
        for id_ in finding.clauses:
            if id_ not in told:
                told.add(id_)
                stands_in = None if id_ in own else finding.readings.fallback
                yield ClauseText(id_, own.get(id_) or lent.get(id_, ""), stands_in)


def _weight(finding: Finding) -> tuple[bool, str, Decimal, int]:
    """Violations before reviews, then the severe ones, those that moved most money, and the first ones."""
    return finding.verdict != "violation", finding.severity, -Decimal(finding.money_effect or 0), finding.line


def _headline(story: Story, ranked: Sequence[Finding]) -> str:
    if not ranked:
        return "This hand was not audited" if story.untold else "Nothing wrong was found in this hand"
    first = _NAME_OF_A_THING.sub(r"\1-in", ranked[0].name.replace("-", " "))
    violations = [finding for finding in ranked if finding.verdict == "violation"]
    of_record = all(finding.who == "log" for finding in violations or ranked)
    if story.untold and not violations:
        return "This hand was not audited"
    if not violations:
        return f"{'The record may be at fault' if of_record else 'A person has to decide'}: {first}"
    what = "The record is at fault" if of_record else "A rule was broken"
    return f"{what}: {first}" if len(violations) == 1 else f"{len(violations)} violations, first of all: {first}"


def _found(story: Story, ranked: Sequence[Finding]) -> str:
    if not ranked:
        return sentence(story.untold) if story.untold else _NOTHING_FOUND
    first = ranked[0]
    more = len(ranked) - 1
    text = sentence(f"line {first.line}: {first.message}")
    readings = first.readings
    if readings.silent:
        judge = "common practice" if readings.fallback == FALLBACK_PRACTICE else readings.fallback
        text += " The house's rules say nothing of this" + (f"; it was judged by {judge}." if judge else ".")
    elif readings.passing:
        ways = "; ".join(reading for reading in readings.passing if reading != DEFAULT_READING)
        text += " The house's text can also be read so that this was right" + (f" ({ways})." if ways else ".")
    return text + (f" {number(more, 'other finding')} stand{'s' if more == 1 else ''} below." if more else "")


def _owed(story: Story, ranked: Sequence[Finding], rows: Sequence[AccountRow]) -> str:
    account = story.account
    if account is None:
        return "How the hand was settled cannot be told."
    doubts = doubts_of_money(story.hand, ranked)
    if rows:
        owed = [row for row in rows if not (row.difference or "").startswith("-")]
        over = [row for row in rows if row not in owed]
        parts = [f"{_who(row)} is still owed {_chips(row, story)}" for row in owed]
        parts += [f"{_who(row)} got {_chips(row, story)} too much" for row in over]
        sure = any(finding.verdict == "violation" for finding in doubts)
        return sentence(("" if sure else "if this was wrong, ") + "; ".join(parts))
    if account.open:
        return sentence(account.open)
    if not any(row.won not in ("0", "?") for row in account.rows):
        return "The record does not say to whom the pot was paid."
    if doubts:
        return "All in all every player got what was due to them, and nobody is owed anything."
    if any(finding.code[0] in _OF_PLAY for finding in ranked):
        return (
            "What was in the pot was paid to the players to whom it was due; how the hand would have gone otherwise "
            "cannot be told."
        )
    return "The pot was paid out as it was due, and nobody is owed anything."


def _who(row: AccountRow) -> str:
    return f"seat {row.seat} ({row.player})"


def _chips(row: AccountRow, story: Story) -> str:
    return f"{(row.difference or '').lstrip('+-')} {story.hand.header.currency}"


def sentence(text: str) -> str:
    """With a capital and a full stop."""
    return text[:1].upper() + text[1:].rstrip(".") + "."
