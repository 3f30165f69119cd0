"""OnGame network text: stud, stud hi-lo, and razz, cash games, tournaments, and play money, 2008 to 2013."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar, Final

from msgspec.structs import replace

from stud_audit.ingest.dialect import Parsed
from stud_audit.ingest.grammar.lines import Line
from stud_audit.ingest.grammar.sections import Section
from stud_audit.ingest.mapping.hand_builder import Seat, card_reader, maps
from stud_audit.ingest.mapping.headers import NEAR_END, currency_of, decimals_of, english_date, number_in, structure_of
from stud_audit.ingest.mapping.net_results import NetMapper
from stud_audit.ingest.mapping.site_mapper import active, at_seat, has
from stud_audit.ingest.mapping.text_dialect import Fields, TextDialect
from stud_audit.model.events import Bet, Completed, Half, PotAwarded, Raised, TotalStated
from stud_audit.model.gaps import SEVENTH_CARDS
from stud_audit.model.hand import Header
from stud_audit.model.spans import Span

_GAMES: Final = {"SEVEN_CARD_STUD": "stud", "SEVEN_CARD_STUD_HI_LO": "stud8", "RAZZ": "razz"}
_WHEN: Final = re.compile(r"(\w{3}) +(\d{1,2}) +(\d{1,2}:\d{2}:\d{2}) +(\S+)? *(\d{4})$")
_PAID: Final = re.compile(r" \((?P<amount>[^\s()]+)(?: (?P<half>High|Low))?\)(?:, |$)")
_HALVES: Final[dict[str | None, Half]] = {"High": "high", "Low": "low"}


class _Mapper(NetMapper):
    """Maps the lines of one OnGame hand."""

    silent_on = (SEVENTH_CARDS,)
    last_amounts: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(("ANTE", "CALL", "BET", "BRINGS_IN", "BIG_BRING_IN"), "ADDED"), "RAISE": "TOTAL_TO",
    }  # fmt: skip
    read_card = card_reader("-")

    def __init__(self, header: Parsed, sections: list[Section]) -> None:
        super().__init__(header, sections)
        self._ended = False
        self._in_hand: dict[int, int] = {}
        """Seat to what it has bet in this hand, without the ante."""

    def ends_early(self) -> bool:
        """Whether the text breaks off before its last line."""
        return not self._ended

    # --- header and seats ------------------------------------------------------------------------

    @maps("START_LINE", "TABLE_LINE", "USER", "PLAYERS")
    def _head(self, line: Line, _: None) -> None:
        if self.once(line, "line of this kind") and has(line, "MAX_SEATS"):
            self.header = replace(self.header, max_seats=number_in(line["MAX_SEATS"]))

    # --- streets and actions ---------------------------------------------------------------------

    @maps("DEALT", fits=active)
    def _dealt(self, line: Line, seat: Seat) -> None:
        self.deal_may_open_street(seat)
        self.deal_by_street(line, "CARDS", seat, self.cards(line, "CARDS"))

    @maps("BIG_BRING_IN", fits=active)
    def _big_bring_in(self, line: Line, seat: Seat) -> None:
        self.wager(Bet, line, seat, self.unit)

    @maps("BET", fits=active)
    def _bet(self, line: Line, seat: Seat) -> None:
        # Over a bring-in, a bet completes it.
        completes = self.street == 3 and 0 < self.level < self.unit
        self.wager(Completed if completes else Bet, line, seat, self.unit)

    @maps("RAISE", fits=active)
    def _raise(self, line: Line, seat: Seat) -> None:
        added, total = self.amount(line, "ADDED"), self.amount(line, "TOTAL_TO")
        if added is None:
            added = max((self.guess(self.usual_raise) if total is None else total) - seat.committed, 0)
        to = seat.committed + added
        self.expected = to
        agrees = total is None or total in (to, self._in_hand.get(seat.number, 0) + added)
        self.put(Raised, line, seat, added, to, None if agrees or total is None else total - self.level)

    def put_in(self, seat: Seat, added: int) -> int:
        """Chips go in. The seat's total on this street."""
        self._in_hand[seat.number] = self._in_hand.get(seat.number, 0) + added
        return super().put_in(seat, added)

    # --- pots ------------------------------------------------------------------------------------

    @maps("POT_LINE")
    def _pot_line(self, line: Line, _: None) -> None:
        self.now = 0
        pots = self.lines("POT_LINE")
        if line is pots[0]:
            self._give_back_by_total(line, pots)
        name = f"side-{line['POT_NUMBER']}" if has(line, "POT_NUMBER") else "main"
        total = self.amount(line, "AMOUNT")
        if total is None:
            self.missing.append("total")
        else:
            span = self.field_span(line, "AMOUNT")
            self.say(TotalStated, line, total, name if len(pots) > 1 else None, span=span)
        winners = list(self._winners(line))
        if not winners:
            self.malformed(line, "WINNERS", f"{line['WINNERS']!r} names no seated winners with amounts")
            self.missing.append("award")
        for seat, amount, half in winners:
            self.say(PotAwarded, line, seat.number, amount, name, half, None)

    def _give_back_by_total(self, line: Line, pots: Sequence[Line]) -> None:
        """The pots are stated without a bet that nobody called."""
        try:
            stated = sum(self.plain_amount(pot["AMOUNT"]) for pot in pots)
        except ValueError:
            return
        self.give_back_if_stated(line, stated)

    def _winners(self, line: Line) -> Iterator[tuple[Seat, int, Half | None]]:
        """The winners in `aldgate ($1.37), brixton ($1.36)`; none where they can't be told."""
        for parts in self._readings(line["WINNERS"].rstrip()):
            try:
                found = [(seat, self.plain_amount(match["amount"]), match["half"]) for seat, match in parts]
            except ValueError:
                continue
            yield from ((seat, amount, _HALVES.get(half)) for seat, amount, half in found)
            return

    def _readings(self, text: str) -> Iterator[list[tuple[Seat, re.Match[str]]]]:
        """Every way to cut the text into seated names, each with an amount: names may hold anything."""
        if not text:
            yield []
            return
        for seat in sorted(self.seats.values(), key=lambda seat: (seat.folded, -len(seat.player))):
            match = _PAID.match(text, len(seat.player)) if text.startswith(seat.player) else None
            if match is not None:
                for rest in self._readings(text[match.end() :]):
                    yield [(seat, match), *rest]

    # --- seats at the end ------------------------------------------------------------------------

    @maps("SEAT_NET", fits=at_seat)
    def _seat_net(self, line: Line, seat: Seat) -> None:
        self.summarise(line, seat)

    def said(self, text: str) -> str | None:
        """The description of a hand; that of a razz hand is not one of its low."""
        return None if self.header.game == "razz" else super().said(text)

    @maps("HAND_END")
    def _hand_end(self, line: Line, _: None) -> None:
        self._ended = True
        self.note(line, None)


class OnGame(TextDialect):
    """Hand histories of the OnGame network."""

    name = "ongame"
    title = "OnGame network"
    blind_spots = (
        "bets that nobody called: they go back without a line, and are told by the stated total of the pot",
        "the dealer button: the line of later files may name an empty seat",
        "opponents' down-cards, unless they are printed at the end",
        "the bring-in of the table, other than as it is posted",
        "burn cards, prompts, the times and sources of single actions",
        "the rake of each pot: only that of the hand is printed",
    )
    header_lines = (("HEADER",), ("TABLE_LINE",), ("START_LINE",))
    header_reach = 4
    mapper = _Mapper

    start_marks = (" History for hand ",)
    first_words = ("*****",)
    hand_start = re.compile(r"\*{5} History for hand (?=[^\n]*\*{5}[ \t]*(?:\n|$)|[^\n]*\n(?:Start hand|Table): )")
    hand_glued = re.compile(
        r"(?<!\")\*{5} History for hand [-A-Z0-9]+"
        f"{NEAR_END}"
        r"(?: \(TOURNAMENT: [^\n]*\))? \*{5}(?=[ \t]*\nStart hand: )"
    )
    glued_marks = (" History for hand ",)
    hand_end = re.compile(r"\*{5} End of hand [-A-Z0-9]+ \*{5}[ \t]*(?=\n|$)")
    outside = re.compile(r"\*{5,} # \d+ \*{5,}")

    def read_header(self, fields: Fields, span: Span) -> Parsed:
        """The header: table, game, and stakes; `ignored` for games that are not stud."""
        printed = fields["GAME"]
        tournament = fields["TOURNAMENT"]
        real = fields["MONEY_KIND"].lower() == "real money" and not tournament
        currency = currency_of(fields["SMALL_BET"]) if real else "chips"
        when = _WHEN.search(fields["WHEN"])
        numbered = re.search(r"[A-Z]*-?\d[-\dA-Z]*", tournament.rpartition('",')[2] or tournament)
        header = Header(
            hand_id=fields["HAND_ID"],
            game=_GAMES.get(printed, printed.lower().replace("_", " ")),
            structure=structure_of(fields["LIMIT"]),
            currency=currency,
            decimals=decimals_of(currency),
            table=fields["TABLE"] or None,
            tournament=numbered[0] if numbered else None,
            played_at=english_date(when[5], when[1], when[2], when[3]) if when else None,
            played_zone=when[4] if when else None,
        )
        ante = fields["TABLE_ANTE"].rpartition(" ")[2] or None
        amounts = {"small": fields["SMALL_BET"], "big": fields["BIG_BET"], "ante": ante}
        return self.sorted_by_game(header, printed, amounts, span)


DIALECT: Final = OnGame()
