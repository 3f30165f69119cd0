"""PokerStars text: stud, stud hi-lo, and razz, cash games, tournaments, and play money, from 2008 on."""

from __future__ import annotations

import re
from typing import Final

from stud_audit.ingest.mapping.stars_text import StarsText, hand_glued, hand_starts


class PokerStars(StarsText):
    """PokerStars hand histories."""

    name = "pokerstars"
    title = "PokerStars"
    blind_spots = (
        "the dealer button: what depends on position can't be judged",
        "burn cards, prompts, the times and sources of single actions",
        "opponents' down-cards, unless they are shown or the summary prints them as mucked",
        "ante and bring-in of the table, other than as they are posted",
        "the rake of each pot: only that of the hand is printed",
    )

    start_marks = ("okerStars", "okerstars", "OKERSTARS")
    first_words = ("Po", "po", "PO", "pO")
    hand_start = re.compile(hand_starts("PokerStars"))
    hand_glued = re.compile(hand_glued("PokerStars"))
    glued_marks = ("Hand #", "Game #", "HAND #", "GAME #")


DIALECT: Final = PokerStars()
