"""Hands that PokerKit deals and plays at random are accepted, but where PokerKit's rules are not Robert's.

Each such rule has a name, and each finding stands on a line of which the writer of the hand said, by the chips and
boards that it kept itself, that PokerKit's rule shows there. A finding anywhere else is a false alarm of ours.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest
from support.dealt_by_pokerkit import (
    BEST_ALL_IN,
    FOLDED_CARD,
    LAST_BURNED,
    NO_LOW,
    NOT_SHARED,
    OVER_COMPLETION,
    SHORT_BRING_IN,
    SHORT_COMPLETION,
    SHORT_RAISE,
    DealtHand,
    deal,
)

from stud_audit.pipeline import Audit

HOUSE = Path(__file__).parent.parent / "support" / "pokerkit.toml"
"""What PokerKit plays by, as a house."""


@dataclass(frozen=True)
class Rule:
    """What an audit says where PokerKit follows a rule of its own.

    `codes` come with `verdict`; `always` says that one of them has to come. `by_roberts` and `by_pokerkit`: whether
    a house with Robert's Rules, and one with PokerKit's, finds them at all.
    """

    codes: tuple[str, ...]
    verdict: str
    why: str
    always: bool = True
    by_roberts: bool = True
    by_pokerkit: bool = False


RULES = {
    BEST_ALL_IN: Rule(("T401",), "review", "A-31: no rule book says; the next best board is the fallback"),
    SHORT_BRING_IN: Rule(("W503",), "violation", "RR-14: the next player owes the full bring-in"),
    SHORT_RAISE: Rule(("W502",), "violation", "RR-12: the next player completes it"),
    SHORT_COMPLETION: Rule(
        ("W502", "W511"), "violation", "RR-12: less than half a bet reopens nothing", by_pokerkit=True
    ),
    OVER_COMPLETION: Rule(
        ("W511",),
        "violation",
        "RR-12: half of a bet reopens; PokerKit wants the whole, yet of bring-in 1, 3, all-in 5 takes 2 for a whole",
        always=False,
        by_roberts=False,
        by_pokerkit=True,
    ),
    FOLDED_CARD: Rule(("D104",), "violation", "G-09: a folded card is out of play for the hand", by_pokerkit=True),
    NOT_SHARED: Rule(
        ("D107",), "review", "RR-17: the stub cannot give each a last card; the folded were used", by_pokerkit=True
    ),
    LAST_BURNED: Rule(("D107",), "review", "RR-16: a card is burned first", always=False, by_pokerkit=True),
    NO_LOW: Rule(
        ("S701", "S707"),
        "violation",
        "G-22: without a low in this pot the high hand takes it",
        always=False,
        by_pokerkit=True,
    ),
}


def findings(hands: list[DealtHand], house: str | Path, folder: Path) -> Counter[str]:
    """How often each rule was met in these hands; fails where a finding has no rule, or a sure one no finding."""
    path = folder / "hands.stud"
    path.write_text("stud 1\n" + "".join(hand.text for hand in hands), "utf-8")
    differs, first = {}, 1
    for hand in hands:
        differs |= {first + line: names for line, names in hand.differs.items()}
        first += hand.text.count("\n")
    rules = {name: rule for name, rule in RULES.items() if (rule.by_pokerkit if house == HOUSE else rule.by_roberts)}
    met: Counter[str] = Counter()
    found: dict[int, set[str]] = {}
    for item in Audit([path], house):
        for finding in item.findings:
            told = (finding.code, finding.verdict)
            names = [
                name
                for name in sorted(differs.get(finding.line, ()))
                if name in rules and told in [(code, rules[name].verdict) for code in rules[name].codes]
            ]
            assert names, f"{finding.message} ({told}, {path}:{finding.line})"
            met[names[0]] += 1
            found.setdefault(finding.line, set()).add(finding.code)
    for line, names in differs.items():
        for name in names:
            if name in rules and rules[name].always:
                assert found.get(line, set()) & set(rules[name].codes), f"{name} ({path}:{line})"
    return met


def dealt(hands: int, seed: int) -> list[DealtHand]:
    dice = Random(seed)
    return [deal(number, dice) for number in range(1, hands + 1)]


def test_two_hundred_hands(tmp_path: Path) -> None:
    hands = dealt(200, 3)
    assert findings(hands, "roberts-rules", tmp_path)[BEST_ALL_IN]
    findings(hands, HOUSE, tmp_path)


@pytest.mark.slow
def test_six_thousand_hands(tmp_path: Path) -> None:
    hands = dealt(6000, 4)
    for house in ("roberts-rules", HOUSE):
        print(house, findings(hands, house, tmp_path))  # noqa: T201  # how often each rule was met
