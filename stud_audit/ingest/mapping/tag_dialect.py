"""From tags to events, as far as the XML dialects agree."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Final

from stud_audit.ingest.dialect import Block, Parsed
from stud_audit.ingest.grammar.lines import Line
from stud_audit.ingest.grammar.sections import Section
from stud_audit.ingest.grammar.tags import Tag, TagBook
from stud_audit.ingest.mapping.all_in import LastChipsMapper
from stud_audit.ingest.mapping.hand_builder import maps
from stud_audit.ingest.mapping.seats import Seat
from stud_audit.ingest.mapping.site_dialect import SiteDialect
from stud_audit.ingest.mapping.uncalled_bets import chips_in
from stud_audit.model.events import (
    Half,
    LineUnknown,
    Noted,
    PotAwarded,
    UncalledReturned,
)
from stud_audit.model.gaps import RAKE, UNCALLED_RETURNS
from stud_audit.model.hand import Header
from stud_audit.model.spans import Span

_DAMAGED: Final = re.compile(r"<game\b")


@dataclass(slots=True)
class _Award:
    line: Line
    seat: Seat
    amount: int
    pot: str | None
    half: Half | None
    said: str | None
    is_return: bool
    span: Span | None


class TagMapper(LastChipsMapper):
    """Maps what the XML dialects have in common.

    They print no return of a bet: those that the awards prove are read off the awards.
    """

    silent_on: ClassVar[tuple[str, ...]] = (RAKE,)

    def __init__(self, header: Parsed, sections: list[Section]) -> None:
        super().__init__(header, sections)
        self.ended = False
        self._awards: list[_Award] = []

    def take_all(self) -> None:
        """Maps all tags, and at last the awards."""
        super().take_all()
        self._settle_awards()

    def ends_early(self) -> bool:
        """Whether the text breaks off before the hand's closing tag."""
        return not self.ended

    def excuse_cut_line(self) -> None:
        """In a hand that ends early: a last tag that was cut off itself is no fault of its own."""
        for place in range(len(self.events) - 1, -1, -1):
            last = self.events[place]
            if isinstance(last, (PotAwarded, UncalledReturned)):
                continue  # they come last in any case
            if not isinstance(last, LineUnknown) or last.code != "R001" or ">" in last.raw:
                return
            self.events[place] = Noted(last.text, span=last.span, raw=last.raw, street=last.street)

    @maps("STRUCTURE", "COMMENT")
    def _nothing(self, line: Line, _: Seat | None) -> None:
        """Tags that only hold others together."""

    def laid_at(self, line: Line, field: str, first: int, count: int) -> Span:
        """The span of cards, which stand in an attribute and in no bracket."""
        return self.card_span(line, field, first, first + count)

    @maps("GAME_END")
    def _end(self, line: Line, _: None) -> None:
        self.ended = True

    # --- awards ----------------------------------------------------------------------------------

    def award(
        self,
        line: Line,
        seat: Seat,
        amount: int,
        pot: str | None = None,
        half: Half | None = None,
        said: str | None = None,
        is_return: bool = False,
        span: Span | None = None,
    ) -> None:
        """Notes an award, or a bet given back. What is an award and what came back is told by all of them together."""
        self._awards.append(_Award(line, seat, amount, pot, half, said, is_return, span))

    def rake_printed(self) -> int | None:
        """The rake, where the log prints it or there is none; None where it takes one and does not say."""
        return 0 if self.header.currency == "chips" else None

    def _settle_awards(self) -> None:
        self.now = 0
        awards = [award for award in self._awards if not award.is_return]
        for award in self._awards:
            if award.is_return:
                self.say(UncalledReturned, award.line, award.seat.number, award.amount, span=award.span)
        chips = chips_in(self.events)
        back, paid = chips.uncalled, sum(award.amount for award in awards)
        own = sum(award.amount for award in awards if award.seat.number == chips.bettor)
        rake = self.rake_printed()
        how = chips.returned(paid + (rake or 0), rake is not None)
        match "within" if how == "open" and chips.is_nothing_else(own, paid) else how:
            case "within":
                self._give_back(awards, chips.bettor, back)
            case "apart":
                own_first = sorted(awards, key=lambda award: award.seat.number != chips.bettor)
                for award in own_first[:1]:
                    self.say(UncalledReturned, award.line, chips.bettor, back, span=award.span)
            case "open":
                # Whether an award holds the bet is not known, so that no sum of awards is certain.
                self.missing += UNCALLED_RETURNS, "whether an award holds a returned bet"
            case "none":
                pass
        for award in awards:
            if award.amount:
                values = (award.seat.number, award.amount, award.pot, award.half, award.said)
                self.say(PotAwarded, award.line, *values, span=award.span)

    def _give_back(self, awards: list[_Award], bettor: int, back: int) -> None:
        """Takes the bet out of the award that holds it: the one that is nothing else, or the last pot's."""
        own = [award for award in awards if award.seat.number == bettor and award.amount >= back]
        own.sort(key=lambda award: (award.amount == back, award.pot or ""))
        if own:
            self.say(UncalledReturned, own[-1].line, bettor, back, span=own[-1].span)
            own[-1].amount -= back
        else:
            self.missing.append(UNCALLED_RETURNS)  # paid to another with the pot


class TagDialect(SiteDialect):
    """Reads a hand by the XML grammar of the dialect's name.

    What the tags before a hand say of a whole session comes as the block's preamble.
    """

    extensions = (".xml", ".txt")
    book = TagBook

    @abstractmethod
    def read_header(self, session: Mapping[str, str], hand: Mapping[str, str], span: Span) -> Parsed:
        """What the tags at the head of a session and of a hand say. Raises `ValueError` for what is no amount."""

    def header_of(self, block: Block) -> Parsed:
        """What the tags before the first round say."""
        session = _session(self.grammar.book, block.preamble)
        for tag in self.grammar.book.lines_of(block):
            span = Span(tag.number, tag.column, tag.column + len(tag.text))
            if tag.type == "HEADER":
                hand = {field: value or "" for field, value in tag.fields.items()}
                try:
                    return self.read_header(session, hand, span)
                except ValueError as error:
                    header = Header(hand.get("HAND_ID", "?"), "unknown")
                    return self.unread(header, str(error), session.get("GAME", ""), span)
            if _DAMAGED.match(tag.text):
                break
            session = {**session, **_fields(tag)}
        else:
            span = Span(block.line, block.column, block.column + len(block.text.partition("\n")[0]))
        problem = "expected the tag that begins a hand"
        return self.unread(Header("?", "unknown"), problem, session.get("GAME", ""), span)


@lru_cache(maxsize=16)
def _session(book: TagBook, preamble: str) -> dict[str, str]:
    fields: dict[str, str] = {}
    for tag in book.tags(preamble):
        if tag.type == "HEADER":
            break
        fields |= _fields(tag)
    return fields


def _fields(tag: Tag) -> dict[str, str]:
    return {field: value for field, value in tag.fields.items() if value}
