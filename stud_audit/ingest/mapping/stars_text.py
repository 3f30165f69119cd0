"""Text in the writing of PokerStars: stud, stud hi-lo, and razz, cash games, tournaments, and play money."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from functools import cached_property, lru_cache
from typing import Any, Final

from msgspec.structs import replace

from stud_audit.ingest.dialect import Block, Parsed, Scanned
from stud_audit.ingest.grammar.hand_grammar import HandGrammar
from stud_audit.ingest.grammar.lines import Line
from stud_audit.ingest.grammar.sections import Section
from stud_audit.ingest.mapping.deals import RepeatedDeals
from stud_audit.ingest.mapping.hand_builder import HandBuilder, bracketed, maps
from stud_audit.ingest.mapping.headers import (
    NEAR_END,
    SIGNS,
    currency_of,
    date_time,
    decimals_of,
    number_in,
    structure_of,
)
from stud_audit.ingest.mapping.scan import SiteScanner
from stud_audit.ingest.mapping.seats import Seat
from stud_audit.ingest.mapping.site_mapper import SiteMapper, faces_bet, has
from stud_audit.ingest.mapping.text_dialect import Fields, TextDialect
from stud_audit.model.cards import Cards
from stud_audit.model.events import (
    Action,
    AntePosted,
    CardDealt,
    Folded,
    Shown,
    StateSaid,
    StreetOpened,
    TimedOut,
)
from stud_audit.model.hand import Header
from stud_audit.model.spans import NOWHERE, Span

_GAMES: Final = {"7 card stud": "stud", "7 card stud hi/lo": "stud8", "razz": "razz"}
_ANTE: Final = re.compile(rf"(?i)ante ([{SIGNS}]?[\d.,]*\d[KM]?)")
_CURRENCY: Final = re.compile(r"\b[A-Z]{3}\b")
_ASIDE: Final = ("CHAT", "PRESENCE", "NEWS", "FURNITURE", "TIMED_OUT", "UNKNOWN")
"""Lines that may stand between two of the deal."""
_TWO_CARDS: Final = len(" [As 2c]")


def as_repeated(_: HandBuilder, line: Line, seat: Seat) -> bool:
    """A deal repeats all that lies before the player; who has folded gets no more."""
    return not seat.folded and bracketed(line["OLD"]) == seat.down + seat.up


def _is_own(deal: Mapping[str, str | None], repeated: int) -> bool:
    """Whether a deal shows down-cards: by what it repeats, `repeated` characters wide, or brings at once."""
    old = deal["OLD"]
    if old is not None:
        return len(old) == repeated
    return not repeated and len(deal["NEW"] or "") > _TWO_CARDS


class _Mapper(SiteMapper):
    """Maps the lines of one hand."""

    def __init__(self, header: Parsed, sections: list[Section]) -> None:
        super().__init__(header, sections)
        self.hero = self._name_of_hero()

    def _name_of_hero(self) -> str | None:
        """The player whose down-cards are dealt in sight: three cards at once, and two more than others later.

        Where a line has the wrong name or is missing, most lines tell.
        """
        votes: dict[str, int] = {}
        for section in self.sections:
            if section.name != "street":
                continue
            street = self.street_of(section.lines[0])
            # In brackets, three characters a card: two more than the up-cards of the streets before.
            own = len(" [") + 3 * (street - 1) if street > 3 else 0
            dealing = False
            for line in section.lines:
                if line.type == "DEALT" or line.others:
                    dealing = True
                    for reading in (line, *line.others):
                        if reading.type == "DEALT" and _is_own(reading.fields, own):
                            name = reading.name or ""
                            votes[name] = votes.get(name, 0) + 1
                elif dealing and line.type not in _ASIDE:
                    break
        return max(votes, key=votes.__getitem__) if votes else None

    @maps("CASH_HEADER", "MIXED_HEADER", "TOURNAMENT_HEADER")
    def _any_header(self, line: Line, _: None) -> None:
        self.header_line(line, None)

    @maps("TABLE")
    def _table(self, line: Line, _: None) -> None:
        if self.once(line, "table line"):
            self.header = replace(
                self.header,
                table=line["TABLE_NAME"],
                max_seats=number_in(line["MAX_SEATS"]),
                button=number_in(line["BUTTON"]),
            )

    # --- the deal --------------------------------------------------------------------------------

    @maps("DEALT", fits=as_repeated)
    def _dealt(self, line: Line, seat: Seat) -> None:
        old, new = self.cards(line, "OLD"), self.cards(line, "NEW")
        hero = seat.player == self.hero
        self._deal_may_open_street(old, hero)
        if old:
            hidden = len(seat.down[:2]) or 2 if hero else 0
            if hidden:
                self.reprint(line, "OLD", seat, "down", old[:hidden])
            if hidden < len(old):
                self.reprint(line, "OLD", seat, "up", old[hidden:], hidden)
        # `[3d Th As]`: the last is the door card. The seventh card is printed for the hero alone.
        hidden = len(new) if hero and old and self.street == 7 else 0
        if not old and (hero or len(new) > 2):
            hidden = min(2, len(new) - 1)
        self.deal_split(line, "NEW", seat, new, hidden)

    def _deal_may_open_street(self, old: Cards, hero: bool) -> None:
        """Where a banner is missing, the cards tell that a new street has begun."""
        street = len(old) + (1 if hero and old else 3)
        if (
            self.street < street <= 7
            and street == max(self.street + 1, 3)
            and street not in self.banners
            and self._bet_since_deal()
        ):
            self.open_street(street)

    def _bet_since_deal(self) -> bool:
        """Whether the last deal is over: an ante or an action has come since."""
        for event in reversed(self.events):
            if isinstance(event, (CardDealt, StreetOpened)):
                return False
            if isinstance(event, (Action, AntePosted)):
                return True
        return True

    # --- the rest --------------------------------------------------------------------------------

    @maps("FOLD", fits=faces_bet)
    def _fold_in_sight(self, line: Line, seat: Seat) -> None:
        seat.folded = True
        self.act(Folded, line, seat)
        if has(line, "FOLDED_CARDS"):
            self.say(Shown, line, seat.number, self.cards(line, "FOLDED_CARDS"))

    @maps("CAPPED")
    def _capped(self, line: Line, _: None) -> None:
        self.say(StateSaid, line, "capped")

    @maps("DOUBLE_BET")
    def _double_bet(self, line: Line, _: None) -> None:
        self.say(StateSaid, line, "double-bet-allowed")

    @maps("TIMED_OUT")
    def _out_of_time(self, line: Line, seat: Seat | None) -> None:
        if seat is None:
            self.note(line, None)
        else:
            self.act(TimedOut, line, seat)


class StarsText(TextDialect):
    """Reads hands by the grammar of PokerStars, which rooms that moved to its platform write as well."""

    mapper = _Mapper
    header_lines = (("CASH_HEADER", "MIXED_HEADER", "TOURNAMENT_HEADER"),)

    @cached_property
    def grammar(self) -> HandGrammar[Any]:
        """The grammar of PokerStars."""
        return HandGrammar("pokerstars", self.book)

    @cached_property
    def _scanner(self) -> SiteScanner:
        return SiteScanner(self, self._when, RepeatedDeals)

    def scan(self, block: Block) -> Scanned | None:
        """The rows of an ordinary hand, quickly; None where the hand is to be parsed."""
        return self._scanner.scan(block)

    def read_header(self, fields: Fields, span: Span) -> Parsed:
        """Stakes, game, and time; what else some exports print with the stakes is the ante."""
        tournament = fields.get("TOURNAMENT", "").strip(",").rpartition("#")[2]
        bets = fields["SMALL_BET"], fields["BIG_BET"]
        parsed = self._at_stakes(fields["GAME"], fields["LIMIT"], *bets, fields["MORE"], bool(tournament))
        header = replace(
            parsed.header,
            hand_id=fields["HAND_ID"],
            tournament=tournament or None,
            level=f"{fields.get('MATCH', '')} {fields.get('LEVEL', '')}".strip() or None,
            played_at=self._when(fields),
            played_zone=fields["ZONE"].strip("()").upper() or None,
        )
        return replace(parsed, header=header, header_span=span)

    def _when(self, fields: Fields) -> datetime | None:
        return date_time(fields["PLAYED_AT"])

    @lru_cache(maxsize=1024)  # noqa: B019  # the dialect lives as long as the process
    def _at_stakes(self, printed: str, limit: str, small: str, big: str, more: str, tournament: bool) -> Parsed:
        """What all hands of a game at these stakes have in common: remembered, for there are thousands."""
        named = _CURRENCY.search(more)
        currency = "chips" if tournament else currency_of(small, named[0] if named else None)
        header = Header(
            hand_id="",
            game=_GAMES.get(printed.lower(), printed),
            structure=structure_of(limit),
            currency=currency,
            decimals=decimals_of(currency),
        )
        ante = _ANTE.search(more)
        return self.sorted_by_game(
            header, printed, {"small": small, "big": big, "ante": ante[1] if ante else None}, NOWHERE
        )


def hand_starts(site: str) -> str:
    """Matches the start of a header with that name of the site, damaged or not, and of no line of play or talk.

    A player may be called like a header: a line that goes on with an action of theirs starts no hand.
    """
    return (
        rf"(?i:{site}(?: Zoom| Rush| Home Game)?(?: Hand| Game)?"
        r"(?: ?#| [^\n]{0,60}\b(?:Stud|Razz|Hold'em|Omaha|Draw|Badugi|HORSE|8-Game)\b[^\n]*\bLimit\b))"
        r"(?![^\n]*: (?:folds|checks|mucks hand|doesn't show hand|(?:calls|bets|raises|posts|brings|shows) [^\n]*)"
        r"[ \t]*(?:\n|$))(?![^\n]* (?:collected [^\n]* from [^\n]*pot[^\n]*|said, \"[^\n]*\")[ \t]*(?:\n|$))"
    )


def hand_glued(site: str) -> str:
    """Finds a whole header with that name of the site inside a line."""
    return (
        rf"(?<!returned to )(?<!\")(?i:{site}(?: Zoom| Rush| Home Game)?(?: Hand| Game) #\d+:"
        f"{NEAR_END}"
        r"[^\n\"]* Limit[^\n\"]*"
        r" *- *\d{4}/\d\d?/\d\d?[ -]+\d\d?:\d\d:\d\d(?: *\(?[A-Z]{2,5}\)?)?)(?: \[[^\]\n]*\])?(?=[ \t]*(?:\n|$))"
    )
