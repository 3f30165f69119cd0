"""What a site says of a hand: `two pair, Queens and Sixes`, `HI: a flush, Queen high; LO: 8,7,6,3,A`."""

from __future__ import annotations

from typing import Final

from stud_audit.game.games import GameRules
from stud_audit.game.hand_names import HighName, describe_high, describe_low, high_text, low_text
from stud_audit.model.cards import ACE, Cards

_ONE_OF_A_KIND: Final = ("pair", "straight", "flush", "full house", "straight flush")
"""What has an article."""


def description(cards: Cards, game: GameRules, qualifier: int | None) -> str:
    """A hand of seven known cards in the words of its game; `qualifier` is that of the low in hi-lo."""
    if not game.high:
        return f"Lo: {low_text(describe_low(cards, None))}"
    high = _words(describe_high(cards))
    if not game.low:
        return high
    low = describe_low(cards, qualifier)
    return f"HI: {high}" + (f"; LO: {low_text(low)}" if low else "")


def _words(name: HighName) -> str:
    if name.category == "straight flush" and name.ranks[0] == ACE:
        return "a Royal Flush"
    return f"a {high_text(name)}" if name.category in _ONE_OF_A_KIND else high_text(name)
