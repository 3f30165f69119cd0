"""KingsClub text: stud, stud hi-lo, razz, and 2-7 razz, 2020 on."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import ClassVar, Final

from msgspec.structs import replace

from stud_audit.ingest.dialect import Parsed
from stud_audit.ingest.grammar.lines import Line
from stud_audit.ingest.grammar.sections import Section
from stud_audit.ingest.mapping.hand_builder import Seat, card_reader, maps
from stud_audit.ingest.mapping.headers import NEAR_END, date_time, number_in, structure_of
from stud_audit.ingest.mapping.net_results import NetMapper
from stud_audit.ingest.mapping.site_mapper import active, as_dealt, at_seat
from stud_audit.ingest.mapping.text_dialect import Fields, TextDialect
from stud_audit.model.events import Bet, Completed, PotAwarded, RakeTaken, Shown
from stud_audit.model.gaps import UNCALLED_RETURNS
from stud_audit.model.hand import Header
from stud_audit.model.spans import Span

_GAMES: Final = {"seven card stud": "stud", "seven card stud hi-lo": "stud8", "razz": "razz"}


class _Mapper(NetMapper):
    """Maps the lines of one KingsClub hand."""

    last_amounts: ClassVar[Mapping[str, str]] = {
        "ANTE": "ADDED", "BRINGS_IN": "ADDED", "CALL": "TO", "BET": "TO", "RAISE": "TO",
    }  # fmt: skip
    read_card = card_reader("X", "x")

    def __init__(self, header: Parsed, sections: list[Section]) -> None:
        # Of the banners one is missing where cards lie before the first: then each announces the street before.
        self._late = any(line.type == "DEALT" for section in sections[:1] for line in section.lines)
        super().__init__(header, sections)
        streets = [section for section in self.sections if section.name == "street"]
        self._last_street = streets[-1].lines[0].number if streets else 0
        self._paid: dict[int, int] = {}
        self._nets: dict[int, Line] = {}

    def take_all(self) -> None:
        """Maps all lines, and at last what was paid without a line."""
        super().take_all()
        if self._paid:
            self._pay_by_nets()

    def ends_early(self) -> bool:
        """Whether the text breaks off before a pot is paid."""
        return not self._paid

    # --- header and seats ------------------------------------------------------------------------

    @maps("DATE_LINE", "TABLE_LINE")
    def _head(self, line: Line, _: None) -> None:
        if not self.once(line, "line of this kind") or line.type != "TABLE_LINE":
            return
        tournament = re.match(r"T(\d+) \[\d+\]$", line["TABLE"])
        self.header = replace(
            self.header,
            table=line["TABLE"] or None,
            tournament=tournament[1] if tournament else None,
            max_seats=number_in(line["MAX_SEATS"]),
            button=number_in(line["BUTTON"]),
        )

    # --- the deal and the play -------------------------------------------------------------------

    def street_of(self, banner: Line) -> int:
        """The street whose cards follow a banner."""
        street = super().street_of(banner)
        return min(street + 1, 7) if street and self._late else street

    @maps("DEALT", fits=as_dealt)
    def _dealt(self, line: Line, seat: Seat) -> None:
        old, new = self.cards(line, "OLD"), self.cards(line, "NEW")
        self.deal_may_open_street(seat)
        self.reprint_split(line, "OLD", seat, old, len(seat.down))
        self.deal_by_street(line, "NEW", seat, new)

    @maps("BET", fits=active)
    def _bet(self, line: Line, seat: Seat) -> None:
        # Over a bring-in, a bet completes it, or is all-in for less.
        completes = self.street == 3 and 0 < self.level < self.unit
        self.wager(Completed if completes else Bet, line, seat, self.unit)

    @maps("SHOW")
    def _show(self, line: Line, seat: Seat) -> None:
        cards = self.cards(line, "CARDS")
        if line.number > self._last_street or not self.street:
            self.now = 0
        elif not seat.down or min(seat.down) < 0:
            # With all players all-in the cards are turned up at once, and further ones are dealt.
            seat.down = cards[: len(cards) - len(seat.up)]
        self.say(Shown, line, seat.number, cards, self.said(line["SAID"]))

    # --- the summary: stacks and their changes, then the awards ------------------------------------

    @maps("SUMMARY")
    def _summary_banner(self, line: Line, _: None) -> None:
        super()._summary_banner(line, None)
        chips = self.chips
        if chips.uncalled and line is self.lines("SUMMARY")[0]:
            self._give_back_by_net(self.seats[chips.bettor].player)

    def _give_back_by_net(self, bettor: str) -> None:
        """The bettor's result tells whether their uncalled bet came back."""
        chips = self.chips
        line = next((line for line in self.lines("SEAT_NET") if line.name == bettor), None)
        net = self.net(line) if line is not None else None
        if line is None or net is None:
            self.missing.append(UNCALLED_RETURNS)
            return
        won = net + chips.by_seat[chips.bettor]
        paid = sum(amount for _, amount in self.awards(bettor))
        if won >= paid + chips.uncalled:
            self.give_back(line)
        elif won != paid:
            self.missing.append(UNCALLED_RETURNS)

    @maps("SEAT_NET", fits=at_seat)
    def _seat_net(self, line: Line, seat: Seat) -> None:
        self._nets.setdefault(seat.number, line)
        self.summarise(line, seat)

    @maps("COLLECT", fits=active)
    def _collect(self, line: Line, seat: Seat) -> None:
        super()._collect(line, seat)
        last = self.events[-1]
        paid = last.amount if isinstance(last, PotAwarded) else 0
        self._paid[seat.number] = self._paid.get(seat.number, 0) + paid

    def _pay_by_nets(self) -> None:
        """A side pot or a half may be paid without a line: the players' results tell, where the books balance by them.

        Who folded is paid nothing, whatever their result says; where they lost more than the play has of theirs, a
        line of it is missing, and its chips are in the pot.
        """
        rake = next((event.amount for event in self.events if isinstance(event, RakeTaken)), 0)
        chips = self.chips
        left = chips.total - sum(self._returned.values()) - rake - sum(self._paid.values())
        unlined = {}
        for number, line in self._nets.items():
            won, paid, folded = self.won(line, self.seats[number]), self._paid.get(number, 0), self.seats[number].folded
            if won is None or (won < paid and not folded):
                return
            unlined[number] = min(won - paid, 0) if folded else won - paid
        if left > 0 and sum(unlined.values()) == left:
            for number, amount in unlined.items():
                if amount > 0:
                    self.say(PotAwarded, self._nets[number], number, amount, None, None, None)


class KingsClub(TextDialect):
    """KingsClub hand histories."""

    name = "kingsclub"
    title = "KingsClub"
    blind_spots = (
        "bets that nobody called, and side pots that nobody contested: the players' results alone tell of them",
        "the total of the pot, and for which half of it an award is",
        "the currency",
        "the dealer button: what depends on position can't be judged",
        "opponents' down-cards, unless they are shown",
        "ante and bring-in of the table, other than as they are posted",
        "burn cards, prompts, the times of single actions",
    )
    header_lines = (("HEADER",), ("DATE_LINE",))
    header_reach = 3
    mapper = _Mapper

    first_words = ("#", "*****")
    hand_start = re.compile(
        r"#\d+: +(?:(?:No|Pot|Fixed) )?Limit [A-Za-z0-9][^\n]*? - [\d.,]+[KkMm]?/[\d.,]+[KkMm]?[ \t]*(?=\n|$)"
        r"|#\d+:[^\n]*\n\d{4}-\d\d-\d\d +\d{1,2}:\d\d:\d\d[ \t]*(?=\n|$)"
    )
    hand_glued = re.compile(
        r"(?<!\")#\d+: +(?:(?:No|Pot|Fixed) )?Limit "
        f"{NEAR_END}"
        r"[A-Za-z0-9][^\n]*? - [\d.,]+[KkMm]?/[\d.,]+[KkMm]?[ \t]*"
        r"(?=\n\d{4}-\d\d-\d\d +\d{1,2}:\d\d:\d\d)"
    )
    glued_marks = ("imit ",)
    outside = re.compile(r"\*{5,} # \d+ \*{5,}")

    def read_header(self, fields: Fields, span: Span) -> Parsed:
        """The header: game and stakes; `ignored` for games that are not stud."""
        printed = fields["GAME"]
        header = Header(
            hand_id=fields["HAND_ID"],
            game=_GAMES.get(printed.lower(), printed),
            structure=structure_of(fields["LIMIT"]),
            # No currency is named, and where no rake is printed, none is taken.
            currency="chips",
            played_at=date_time(fields["PLAYED_AT"]),
        )
        return self.sorted_by_game(header, printed, {"small": fields["SMALL_BET"], "big": fields["BIG_BET"]}, span)


DIALECT: Final = KingsClub()
