"""What the dialects of sites have in common: how a hand is read, and which games are looked at."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Mapping
from functools import cached_property
from typing import Any, ClassVar, Final

from stud_audit.ingest.dialect import Block, Dialect, Parsed
from stud_audit.ingest.grammar.hand_grammar import HandGrammar
from stud_audit.ingest.grammar.lines import UNKNOWN
from stud_audit.ingest.mapping.hand_builder import HandBuilder, mapped
from stud_audit.ingest.mapping.headers import with_amounts
from stud_audit.model.hand import Header
from stud_audit.model.spans import Span

AUDITED: Final = ("stud", "stud8", "razz")
STUD_FAMILY: Final = re.compile(r"stud|razz|telesina|s[oö]k[oö]|7card|seven cards")
"""Finds a game of the stud family by its name in small letters."""
_OTHERS: Final = re.compile(
    r"hold.?e.?m|omaha|(?<![a-z])draw(?![a-z])|badugi|bad[ae]u?cy|baducey|lowball|courchevel|pineapple|irish|drawmaha"
    r"|chinese|(?<![a-z])(?:plo|nlhe?|flhe|ofc)(?![a-z])"
)
"""Names of games outside the stud family, in small letters."""


class SiteDialect(Dialect):
    """Reads a hand by the grammar of the dialect's name: its header first, and the lines only where that pays."""

    book: ClassVar[Any]
    """What finds the kinds of the lines, or tags, of the grammar."""
    mapper: ClassVar[type[HandBuilder]]

    @cached_property
    def grammar(self) -> HandGrammar[Any]:
        """The grammar of the dialect."""
        return HandGrammar(self.name, self.book)

    def parse(self, block: Block) -> Parsed:
        """The events of one hand; those of other games are not looked at beyond their header."""
        parsed = self.header_of(block)
        if parsed.status != "parsed":
            return parsed
        sections = self.grammar.sections(self.grammar.book.lines_of(block))
        return mapped(parsed, lambda parsed: self.mapper(parsed, sections))

    def known_lines(self, text: str) -> int:
        """How many lines of a text without a header the grammar knows."""
        found = self.grammar.book.lines_of(Block(text, 1))
        return len({line.number for line in found if line.type not in (UNKNOWN, "COMMENT", "STRUCTURE")})

    @abstractmethod
    def header_of(self, block: Block) -> Parsed:
        """What the header says, with no events yet; refused where it is damaged."""

    def unread(self, header: Header, problem: str, text: str, span: Span) -> Parsed:
        """A hand whose head, of that text, cannot be read: refused, unless it is one of a game that is not stud."""
        other = _OTHERS.search(text.lower())
        if other and not STUD_FAMILY.search(text.lower()):
            return Parsed(header, (), "ignored", other[0], header_span=span)
        return Parsed(header, (), "refused", f"the header is damaged: {problem}", header_span=span)

    def sorted_by_game(
        self, header: Header, printed: str, amounts: Mapping[str, str | None], span: Span, called: str | None = None
    ) -> Parsed:
        """The header with its amounts: ignored for games that are not stud, not supported for some that are.

        `printed` is the site's own name of the game, `called` what one that is not supported is called where that
        is another. Raises `ValueError` for what is no amount.
        """
        known = header.game in AUDITED
        if not known and not STUD_FAMILY.search(header.game.lower()):
            return Parsed(header, (), "ignored", printed, header_span=span)
        unsupported = None
        if not known or header.structure != "fixed":
            called = called or printed
            unsupported = called if header.structure == "fixed" else f"{header.structure}-limit {called}"
        return Parsed(with_amounts(header, amounts), (), unsupported=unsupported, header_span=span)
