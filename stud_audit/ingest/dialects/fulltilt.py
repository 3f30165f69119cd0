"""Full Tilt Poker text: stud, stud hi-lo, and razz, cash games, tournaments, and play chips, from 2006 on."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from functools import cached_property
from typing import Final

from stud_audit.ingest.dialect import Block, Parsed, Scanned
from stud_audit.ingest.grammar.lines import Line
from stud_audit.ingest.grammar.sections import Section
from stud_audit.ingest.mapping.deals import PartedDeals
from stud_audit.ingest.mapping.hand_builder import maps
from stud_audit.ingest.mapping.headers import NEAR_END, currency_of, date_time, decimals_of, number_in, structure_of
from stud_audit.ingest.mapping.scan import SiteScanner
from stud_audit.ingest.mapping.seats import Seat
from stud_audit.ingest.mapping.site_mapper import SiteMapper, as_dealt, has
from stud_audit.ingest.mapping.stars_text import StarsText, hand_glued, hand_starts
from stud_audit.ingest.mapping.text_dialect import Fields, TextDialect
from stud_audit.model.events import Noted, Shown, StateSaid, TotalStated
from stud_audit.model.hand import Header
from stud_audit.model.spans import Span

_GAMES: Final = {
    "stud hi": "stud", "7 card stud": "stud", "7 card stud hi": "stud",
    "stud h/l": "stud8", "stud hi/lo": "stud8", "7 card stud h/l": "stud8", "7 card stud hi/lo": "stud8",
    "razz": "razz",
}  # fmt: skip
_SINCE_2016: Final = "Full Tilt(?= Hand)"
_POT_SO_FAR: Final = re.compile(r"Total Pot: (?P<amount>[^\s,]*\d)")
_HALVES: Final = re.compile(r"(?P<high>.*?), for high(?: and (?P<low>.*?), for low)?")


class _Mapper(SiteMapper):
    """Maps the lines of one Full Tilt hand."""

    def __init__(self, header: Parsed, sections: list[Section]) -> None:
        super().__init__(header, sections)
        self.cut_by_site = self._is_partial()
        streets = [section for section in self.sections if section.name == "street"]
        self.last_street = streets[-1].lines[0].number if streets else 0

    def _is_partial(self) -> bool:
        line = next(iter(self.lines("HEADER")), None)
        return line is not None and has(line, "PARTIAL")

    @maps("STREET")
    def _street(self, line: Line, _: None) -> None:
        self.street_banner(line, None)
        stated = _POT_SO_FAR.search(line["POT_SO_FAR"])
        if stated and line.number not in self.stray_banners:
            start = line.columns("POT_SO_FAR")[0]
            span = Span(line.number, start + stated.start("amount"), start + stated.end("amount"))
            if (total := self.amount_in(line, "POT_SO_FAR", stated["amount"])) is not None:
                self.say(TotalStated, line, total, span=span)

    @maps("DEALT", fits=as_dealt)
    def _dealt(self, line: Line, seat: Seat) -> None:
        old, new = self.cards(line, "OLD"), self.cards(line, "NEW")
        self.deal_may_open_street(seat)
        if old and not seat.dealt and self.street <= 3:
            # `[5s 2h] [Th]`: the hero's down-cards and door card.
            self.deal(line, "OLD", seat, "down", old)
        else:
            self.reprint_split(line, "OLD", seat, old, len(seat.down))
        self.deal(line, "NEW", seat, "down" if self.street == 7 else "up", new)

    @maps("OPENER")
    def _opener(self, line: Line, seat: Seat) -> None:
        self.say(StateSaid, line, "low" if line["EXTREME"] == "low" else "high", seat.number)

    @maps("SHOW")
    def _show(self, line: Line, seat: Seat) -> None:
        cards = self.cards(line, "CARDS")
        if line.number > self.last_street or not self.street:
            self.now = 0
        elif not seat.down:
            # With all players all-in the cards are turned up at once, and later deals repeat them all.
            seat.down = cards[: len(cards) - len(seat.up)]
        self.say(Shown, line, seat.number, cards, self.said(line["SAID"]))

    def said(self, text: str) -> str | None:
        """The description of a hand; `a pair of Kings, for high and 8,7,6,3,2, for low` as `HI: ...; LO: ...`."""
        words = super().said(text.removeprefix(" - "))
        halves = _HALVES.fullmatch(words) if words else None
        if halves is None:
            return words
        return f"HI: {halves['high']}" + (f"; LO: {halves['low']}" if halves["low"] else "")

    @maps("SEAT_WON_POT")
    def _seat_won_pot(self, line: Line, seat: Seat) -> None:
        self.check_seat(line, seat)
        self.say(Noted, line, line.text.strip())


class FullTilt(TextDialect):
    """Full Tilt Poker hand histories."""

    name = "fulltilt"
    title = "Full Tilt Poker"
    blind_spots = (
        "the dealer button: what depends on position can't be judged",
        "burn cards, prompts, the times and sources of single actions",
        "opponents' down-cards, unless they are shown or the summary prints them as mucked",
        "the bring-in of the table, other than as it is posted",
        "the rake of each pot: only that of the hand is printed",
    )
    mapper = _Mapper

    start_marks = ("Tilt",)
    first_words = ("Fu", "fu", "FU", "fU", "*****")
    # A player may be called like a header: a line that goes on with an action or talk of theirs starts no hand.
    hand_start = re.compile(
        rf"{hand_starts(_SINCE_2016)}|"
        r"Full ?Tilt ?Poker(?:\.\w+)? Game ?#(?![^\n]*(?: (?:folds|checks|mucks)"
        r"| (?:antes|calls|bets|raises to|brings in for|completes it to|adds) [^\s]+(?:, and is all[ -]in)?"
        r"| (?:shows|is low with|is high with) \[[^\n]*| (?:wins|ties for) the [^\n]*pot [^\n]*| has [^\n]*"
        r"| is sitting out)[ \t]*(?:\n|$))"
    )
    hand_glued = re.compile(
        rf"{hand_glued(_SINCE_2016)}|"
        r"(?<!returned to )(?<!: )(?<!\")Full ?Tilt ?Poker(?:\.\w+)? Game #\d+: "
        f"{NEAR_END}"
        r"[^\n]*? - \d{1,2}:\d\d(?::\d\d)?"
        r"(?: [A-Z]{2,5})? - (?:\d{4}/\d\d/\d\d|\w+, \w+ \d\d?, \d{4})(?: \[[^\]\n]*\])?(?: \(partial\))?"
        r"(?=[ \t]*(?:\n|$))"
    )
    glued_marks = (" Game #", " Hand #")
    outside = re.compile(r"\*{5,} # \d+ \*{5,}")

    @cached_property
    def _stars(self) -> StarsText:
        return StarsText()

    def parse(self, block: Block) -> Parsed:
        """The events of one hand. In 2016 the room moved to the platform of PokerStars, and writes as it does."""
        since_2016 = block.text[:14].lower() == "full tilt hand"
        return self._stars.parse(block) if since_2016 else super().parse(block)

    @cached_property
    def _scanner(self) -> SiteScanner:
        return SiteScanner(self, self._when, PartedDeals, self._last_street)

    def _last_street(self, texts: Sequence[str], number: int) -> int:
        """Cards that are shown before it are turned up for the deals to come."""
        for place in range(len(texts) - 1, 0, -1):
            if any(shape.tail.fullmatch(texts[place]) is not None for shape in self.grammar.book.shapes_of["STREET"]):
                return number + place
        return 0

    def scan(self, block: Block) -> Scanned | None:
        """The rows of an ordinary hand, quickly; None where the hand is to be parsed."""
        since_2016 = block.text[:14].lower() == "full tilt hand"
        return self._stars.scan(block) if since_2016 else self._scanner.scan(block)

    def _when(self, fields: Fields) -> datetime | None:
        return _when(fields["PLAYED_AT"], fields["DAY"])

    def read_header(self, fields: Fields, span: Span) -> Parsed:
        """The header: stakes, game, and table; `ignored` for games that are not stud."""
        printed = fields["GAME"]
        tournament = re.search(r"\((\d+)\),$", fields["TOURNAMENT"])
        currency = "chips" if tournament else currency_of(fields["SMALL_BET"])
        seats = re.search(r"(\d+) ?(?:max|handed)", fields["ATTRIBUTES"])
        header = Header(
            hand_id=fields["HAND_ID"],
            game=_GAMES.get(printed.lower(), printed),
            structure=structure_of(fields["LIMIT"]),
            currency=currency,
            decimals=decimals_of(currency),
            table=re.sub(r"^(?:Table|Match) ", "", fields["TABLE"]),
            max_seats=2 if "heads up" in fields["ATTRIBUTES"] else number_in(seats[1]) if seats else None,
            tournament=tournament[1] if tournament else None,
            played_at=self._when(fields),
            played_zone=fields["ZONE"] or None,
        )
        ante = fields["TABLE_ANTE"].rpartition(" ")[2]
        amounts = {"small": fields["SMALL_BET"], "big": fields["BIG_BET"], "ante": ante or None}
        return self.sorted_by_game(header, printed, amounts, span)


def _when(clock: str, day: str) -> datetime | None:
    """The wall clock; None where there is no such time."""
    day = day.removeprefix("- ")
    if day[:1].isdigit():
        return date_time(f"{day} {clock if clock.count(':') == 2 else clock + ':00'}")
    try:
        return datetime.strptime(f"{day} {clock}", "%A, %B %d, %Y %H:%M")
    except ValueError:
        return None


DIALECT: Final = FullTilt()
