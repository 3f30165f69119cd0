"""PokerStars text: stud, stud hi-lo, and razz, cash games, tournaments, and play money, from 2008 on."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import ClassVar, Final

from stud_audit.ingest.dialect import Block, Dialect, Parsed
from stud_audit.ingest.dialects.pokerstars.header import read_header
from stud_audit.ingest.dialects.pokerstars.mapper import Mapper
from stud_audit.ingest.headers import rescaled
from stud_audit.ingest.parser import hand_grammar
from stud_audit.model.money import MoreDecimals
from stud_audit.model.spans import Span


class PokerStars(Dialect):
    """PokerStars hand histories."""

    name: ClassVar[str] = "pokerstars"
    title: ClassVar[str] = "PokerStars"
    blind_spots: ClassVar[tuple[str, ...]] = (
        "the dealer button: what depends on position can't be judged",
        "burn cards, prompts, the times and sources of single actions",
        "opponents' down cards, unless they are shown or the summary prints them as mucked",
        "ante and bring-in of the table, other than as they are posted",
        "the rake of each pot: only that of the hand is printed",
    )

    start_marks: ClassVar[tuple[str, ...]] = ("#",)
    # A player may be called like a header: a line that goes on with an action of his starts no hand.
    hand_start: ClassVar[re.Pattern[str]] = re.compile(
        r"(?i:\ufeff?PokerStars(?: Zoom| Rush| Home Game)?(?: Hand| Game)? ?#)"
        r"(?![^\n]*(?:: (?:folds|checks|mucks hand|doesn't show hand|(?:calls|bets|raises|posts|brings|shows) [^\n]*)"
        r"| collected [^\n]* from [^\n]*pot[^\n]*| said, \"[^\n]*\")[ \t]*(?:\n|$))"
    )
    hand_glued: ClassVar[re.Pattern[str] | None] = re.compile(
        r"(?<!returned to )(?<!\")(?i:PokerStars(?: Zoom| Rush| Home Game)?(?: Hand| Game) #\d+:[^\n\"]* Limit[^\n\"]*"
        r" *- *\d{4}/\d\d?/\d\d?[ -]+\d\d?:\d\d:\d\d *\(?[A-Z]{2,5}\)?)(?: \[[^\]\n]*\])?(?=[ \t]*(?:\n|$))"
    )
    glued_marks: ClassVar[tuple[str, ...]] = ("Hand #", "Game #", "HAND #", "GAME #")

    def parse(self, block: Block) -> Parsed:
        """The events of one hand; those of other games are not looked at beyond their header."""
        grammar = hand_grammar(self.name)
        first = block.text.partition("\n")[0]
        parsed = read_header(grammar, first, Span(block.line, block.column, block.column + len(first.rstrip())))
        if parsed.status != "parsed":
            return parsed
        sections = grammar.parse(block)
        while True:
            try:
                return Mapper(parsed, sections).parsed()
            except MoreDecimals as more:
                # The log prints finer amounts than the currency has: count the whole hand in those.
                parsed = replace(parsed, header=rescaled(parsed.header, more.decimals))


DIALECT: Final = PokerStars()
