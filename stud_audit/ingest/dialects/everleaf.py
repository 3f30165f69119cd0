"""Everleaf text: stud, cash games and tournaments, 2008 to 2012."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import ClassVar, Final

from msgspec.structs import replace

from stud_audit.ingest.dialect import Parsed
from stud_audit.ingest.grammar.lines import UNKNOWN, Line
from stud_audit.ingest.mapping.hand_builder import Seat, card_reader, maps
from stud_audit.ingest.mapping.headers import currency_of, date_time, decimals_of, structure_of
from stud_audit.ingest.mapping.site_mapper import SiteMapper, active, pot_and_half
from stud_audit.ingest.mapping.text_dialect import Fields, TextDialect
from stud_audit.model.events import CardDealt, Half
from stud_audit.model.gaps import ALL_IN_MARKS, RAKE, UNCALLED_RETURNS, UP_CARDS
from stud_audit.model.hand import Header
from stud_audit.model.spans import Span

_GAMES: Final = {"7 card stud": "stud", "7 card stud hi/lo": "stud8", "razz": "razz"}
_EURO: Final = re.compile("[\u02c6\x80]")
"""What a euro sign looks like after a wrong decoding by whoever kept the file."""


class _Mapper(SiteMapper):
    """Maps the lines of one Everleaf hand."""

    silent_on = (UNCALLED_RETURNS, ALL_IN_MARKS, RAKE)
    last_amounts: ClassVar[Mapping[str, str]] = {
        "ANTE": "ADDED", "CALL": "ADDED", "BET": "ADDED", "RAISE": "ADDED", "COMPLETE": "TO",
    }  # fmt: skip
    read_card = card_reader("X", "x")

    def lacking(self) -> tuple[str, ...]:
        """The cards, where not everybody who plays is dealt some."""
        carded = {event.seat for event in self.events if isinstance(event, CardDealt)}
        return (UP_CARDS,) if len(carded) < sum(seat.anted for seat in self.seats.values()) else ()

    def ends_early(self) -> bool:
        """Whether the text breaks off: before an award, or within the line of a further one."""
        last = max(self.lines(), key=lambda line: line.number)
        cut = last.type == UNKNOWN and any(
            last.text.startswith(name) and " wins ".startswith(last.text[len(name) :][:6])
            for name in (seat.player for seat in self.seats.values())
        )
        return cut or not any(self.lines("COLLECT"))

    # --- header and seats ------------------------------------------------------------------------

    @maps("GAME_LINE", "HISTORY_LINE", "STAKES")
    def _header_lines(self, line: Line, _: None) -> None:
        self.once(line, "header")

    @maps("TABLE_LINE")
    def _table(self, line: Line, _: None) -> None:
        if self.once(line, "table line"):
            self.header = replace(self.header, table=line["TABLE_NAME"].rstrip())

    # --- the deal --------------------------------------------------------------------------------

    @maps("DEALT", fits=active)
    def _dealt(self, line: Line, seat: Seat) -> None:
        cards = self.cards(line, "CARDS")
        self.deal_may_open_street(seat)
        # `[ 5d, Qs, 7s ]`: the hero's down-cards and door card. The seventh card is down.
        self.deal_split(line, "CARDS", seat, cards, len(cards) - (self.street != 7))

    def is_all_in(self, line: Line, seat: Seat) -> bool:
        """Whether the player's last chips are in: no line says it."""
        return self.behind.get(seat.number, 1) <= 0

    # --- awards ----------------------------------------------------------------------------------

    def pot_of(self, line: Line) -> tuple[str, Half | None]:
        """The pot that an award comes from, and the half."""
        return pot_and_half(line["POT"])[0], pot_and_half(line["HALF"])[1]


class Everleaf(TextDialect):
    """Everleaf hand histories."""

    name = "everleaf"
    title = "Everleaf"
    blind_spots = (
        "bets that nobody called: they go back without a line",
        "who is all-in: read off the stacks",
        "the rake, and the total of the pot",
        "until the summer of 2011: all cards that are not shown at the end, so that openers and pairs can't be judged",
        "the dealer button: what depends on position can't be judged",
        "burn cards, prompts, the times and sources of single actions",
        "ante and bring-in of the table, other than as they are posted",
    )
    header_lines = (("GAME_LINE", "HISTORY_LINE"), ("STAKES",))
    header_reach = 4
    mapper = _Mapper

    start_marks = ("Everleaf Gaming Game #", "Hand history for game #")
    first_words = ("Everleaf Gaming Game #", "*****")
    hand_start = re.compile(
        r"Everleaf Gaming Game #(?:[^\n]*\n\s*\*{5} Hand history for game #)?"
        r"(?![^\n]*(?:: posts ante \[[^\n]*|:? (?:calls|bets|raises) \[[^\n]*|:? (?:checks|folds)"
        r"|:? (?:posts bring-in|completes to) [^\n]*|: [^\n]*)[ \t]*(?:\n|$))"
        # Some files lack the first line.
        r"|(?<!\d\n)\*{5} Hand history for game #\d+ \*{5}(?=[ \t]*(?:\n|$))"
    )
    hand_glued = re.compile(r"(?<!: )(?<!Table )Everleaf Gaming Game #\d+(?=[ \t]*(?:\n|$))")
    glued_marks = ("Everleaf Gaming",)
    outside = re.compile(r"\*{5,} # \d+ \*{5,}")

    def read_header(self, fields: Fields, span: Span) -> Parsed:
        """The header: stakes and game; `ignored` for games that are not stud."""
        printed = fields["GAME"]
        small, big = (_EURO.sub("€", fields[name]) for name in ("SMALL_BET", "BIG_BET"))
        currency = currency_of(small)
        header = Header(
            hand_id=fields["HAND_ID"],
            game=_GAMES.get(printed.lower(), printed),
            structure=structure_of(fields["LIMIT"]),
            currency=currency,
            decimals=decimals_of(currency),
            played_at=date_time(fields["PLAYED_AT"]),
        )
        return self.sorted_by_game(header, printed, {"small": small, "big": big}, span)


DIALECT: Final = Everleaf()
