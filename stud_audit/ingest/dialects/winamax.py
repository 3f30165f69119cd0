"""Winamax text: stud, stud hi-lo, and razz, as the client writes them and as they are exported, 2010 on."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import islice
from typing import ClassVar, Final

from msgspec.structs import replace

from stud_audit.ingest.dialect import Parsed
from stud_audit.ingest.grammar.lines import Line
from stud_audit.ingest.grammar.sections import Section
from stud_audit.ingest.mapping.hand_builder import Seat, card_reader, maps
from stud_audit.ingest.mapping.headers import NEAR_END, currency_of, date_time, decimals_of, number_in, structure_of
from stud_audit.ingest.mapping.site_mapper import active, as_dealt, as_shown, at_seat, has
from stud_audit.ingest.mapping.text_dialect import Fields, TextDialect
from stud_audit.ingest.mapping.uncalled_bets import ReturningMapper
from stud_audit.model.events import CardDealt, Raised, RakeTaken, SeatSummarised, Shown, TotalStated
from stud_audit.model.gaps import UP_CARDS
from stud_audit.model.hand import Header
from stud_audit.model.spans import Span

_GAMES: Final = {
    "7-card stud": "stud", "7stud": "stud", "7-card stud hi/lo": "stud8", "7stud8": "stud8", "razz": "razz",
}  # fmt: skip


class _Mapper(ReturningMapper):
    """Maps the lines of one Winamax hand."""

    # The lines of stud do not say who is all-in.
    unmarked_kinds = ("ANTE", "BRINGS_IN", "CALL", "BET", "RAISE")
    last_amounts: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(("ANTE", "CALL", "BET", "BRINGS_IN"), "ADDED"), "RAISE": "TOTAL_TO",
    }  # fmt: skip
    read_card = card_reader("X", "x")

    def __init__(self, header: Parsed, sections: list[Section]) -> None:
        super().__init__(header, sections)
        self._brought: dict[int, int] = {}
        """Seat to its bring-in, which the site does not count as a bet."""
        self._shown: dict[int, Line] = {}
        self._won: dict[int, list[Line]] = {}

    def lacking(self) -> tuple[str, ...]:
        """An export shows no cards but those at the end."""
        return () if any(isinstance(event, CardDealt) for event in self.events) else (UP_CARDS,)

    def ends_early(self) -> bool:
        """Whether the text breaks off. The summary lists who won or showed, in the order of the seats."""
        due = sorted({*self._shown, *self._won})
        left = [number for number in due if number not in self.summarised]
        return not self.totalled or (bool(left) and left == due[-len(left) :]) or self._last_line_cut(due[-1:])

    def _last_line_cut(self, last: list[int]) -> bool:
        """Whether the summary of the last seat lacks a half, or the end of its words."""
        shows = [line for line in self.lines("SHOW") if last and line.name == self.seats[last[0]].player]
        lines = [line for line in self.lines("SEAT_SHOWED") if shows and line.name == shows[0].name]
        if not lines:
            return False
        words = lines[-1]["SAID_WITH"].removeprefix(" with ").removeprefix("HI : ").removeprefix("LO : ")
        said = [line["SAID"][2:-1].removeprefix("HI : ").removeprefix("LO : ") for line in shows]
        cut = words not in said and any(text.startswith(words) for text in said)
        return cut or (self.header.game == "stud8" and len(lines) < len(shows))

    def rake_printed(self) -> int | None:
        """The rake that the total's line names; chips have none."""
        for line in self.lines("TOTAL"):
            try:
                return self.plain_amount(line["RAKE"]) if has(line, "RAKE") else 0
            except ValueError:
                return None
        return None

    # --- header and seats ------------------------------------------------------------------------

    @maps("TABLE_LINE")
    def _table(self, line: Line, _: None) -> None:
        if not self.once(line, "table line"):
            return
        tournament = re.search(r"\((\d+)\)#\d+$", line["TABLE"])
        self.header = replace(
            self.header,
            table=line["TABLE"] or None,
            tournament=tournament[1] if tournament else self.header.tournament,
            max_seats=number_in(line["MAX_SEATS"]),
            # Stud has none: the line says seat 0.
            button=number_in(line["BUTTON"]) or None,
        )

    # --- streets and actions ---------------------------------------------------------------------

    @maps("DEALT", fits=as_dealt)
    def _dealt(self, line: Line, seat: Seat) -> None:
        old, new = self.cards(line, "OLD"), self.cards(line, "NEW")
        self.deal_may_open_street(seat)
        self.reprint_split(line, "OLD", seat, old, len(seat.down))
        self.deal_by_street(line, "NEW", seat, new)

    @maps("BRINGS_IN", fits=active)
    def _brings_in(self, line: Line, seat: Seat) -> None:
        super()._brings_in(line, seat)
        self._brought[seat.number] = seat.committed

    @maps("RAISE", fits=active)
    def _raise(self, line: Line, seat: Seat) -> None:
        printed = self.amount(line, "TOTAL_TO")
        self.expected = usual = self.usual_raise
        to = self.guess(usual) if printed is None else self._raised_to(line, seat, printed, usual)
        by = None if printed is None else self._by(line, printed, to)
        self.put(Raised, line, seat, max(to - seat.committed, 0), to, by)

    def _by(self, line: Line, printed: int, to: int) -> int | None:
        """The increase that the line states, where it fits in no way of counting; else None."""
        text = line["STEP"]
        step = self.amount_in(line, "STEP", text.lstrip("-"))
        if step is None:
            return None
        step *= -1 if text.startswith("-") else 1
        counted = printed - self._counted_level()
        if step in (counted, printed - self.level, to - self.level):
            return None
        return to - self.level + step - counted

    def _raised_to(self, line: Line, seat: Seat, printed: int, usual: int) -> int:
        """The player's total on the street, of the three that the printed amount may mean.

        As a total without the bring-in, as one with it, and as the chips that go in: these differ only for a
        player who has chips in already. The call that answers tells, or their last chips, or the size.
        """
        brought = self._brought.get(seat.number, 0) if self.street == 3 else 0
        meant = (printed + brought, printed, printed + seat.committed)
        answer = self.answered(line)
        if answer in meant:
            return answer
        for to in meant[:2]:
            if brought and to - seat.committed == self.behind.get(seat.number):
                return to
        return usual if answer is None and usual in meant else meant[0]

    def _counted_level(self) -> int:
        """The highest total of the street as the site counts: without bring-ins."""
        brought = self._brought if self.street == 3 else {}
        return max((seat.committed - brought.get(seat.number, 0) for seat in self.seats.values()), default=0)

    # --- showdown and summary --------------------------------------------------------------------

    def said(self, text: str) -> str | None:
        """The description of a high hand. A low is called by its highest card alone, which tells too little."""
        words = super().said(text)
        if words is None or self.header.game == "razz" or words.startswith("LO : "):
            return None
        return words.removeprefix("HI : ")

    @maps("SHOW", fits=as_shown)
    def _show(self, line: Line, seat: Seat) -> None:
        self.now = 0
        first = self._shown.setdefault(seat.number, line)
        if first is not line and self.header.game == "stud8" and first["CARDS"] == line["CARDS"]:
            self.note(line, seat)  # the same hand as a low
            return
        self.say(Shown, line, seat.number, self.cards(line, "CARDS"), self.said(line["SAID"]))

    @maps("COLLECT", fits=active)
    def _collect(self, line: Line, seat: Seat) -> None:
        super()._collect(line, seat)
        self._won.setdefault(seat.number, []).append(line)

    @maps("TOTAL")
    def _total(self, line: Line, _: None) -> None:
        self.totalled = True
        net, rake = self.amount(line, "AMOUNT"), self.rake_printed()
        if net is None or rake is None:
            self.missing.append("total")
        else:
            # What is printed is the pot after rake, with the bet that nobody called; less than that it is not.
            total = net + rake
            total -= self.returned if total >= self.returned else 0
            self.say(TotalStated, line, total, span=self.field_span(line, "AMOUNT"))
        if has(line, "RAKE") and self.amount(line, "RAKE") is None:
            self.missing.append("rake")
        elif rake is not None:
            field = "RAKE" if has(line, "RAKE") else "NO_RAKE"
            self.say(RakeTaken, line, rake, span=self.field_span(line, field))

    @maps("SEAT_WON", "SEAT_SHOWED", "SEAT_FOLDED", fits=at_seat)
    def _seat_line(self, line: Line, seat: Seat) -> None:
        again = seat.number in self.summarised
        if again and self.header.game == "stud8" and line.type != "SEAT_FOLDED":
            self.note(line, seat)  # the other half
            return
        self.check_seat(line, seat)
        said = self.said(line["SAID_WITH"].removeprefix(" with "))
        self.say(SeatSummarised, line, seat.number, seat.player, self._won_by(line, seat), None,
                 self.cards(line, "CARDS"), (), said)  # fmt: skip

    def _won_by(self, line: Line, seat: Seat) -> int | None:
        """What the summary says that a seat won: in hi-lo both halves, each on a line of its own."""
        if line.type == "SEAT_FOLDED":
            return None
        kinds = ("SEAT_WON", "SEAT_SHOWED")
        lines = islice((other for other in self.lines(*kinds) if other.name == line.name), 2)
        total = 0
        for other in lines if self.header.game == "stud8" else [line]:
            if has(other, "WON"):
                amount = self.amount(other, "WON")
                if amount is None:
                    return None
                total += amount
        return total - (self.returned if seat.number == self.returned_to else 0)


class Winamax(TextDialect):
    """Winamax hand histories."""

    name = "winamax"
    title = "Winamax"
    blind_spots = (
        "bets that nobody called: they go back as a part of what the bettor collects",
        "who is all-in: the lines of stud do not say it, and it is read off the stacks",
        "in exports, the cards other than those shown at the end: openers and pairs can't be judged",
        "lows in words: only the highest card of a low is named",
        "the dealer button: exports say seat 0, the others nothing",
        "opponents' down-cards, unless they are shown",
        "the bring-in of the table, other than as it is posted",
        "burn cards, prompts, the times and sources of single actions",
        "the rake of each pot: only that of the hand is printed",
    )
    mapper = _Mapper

    start_marks = ("Winamax Poker - ",)
    first_words = ("Winamax Poker - ", "*****")
    hand_start = re.compile(r"Winamax Poker - [^\n]*(?:HandId: #|\n *Table:? ')")
    hand_glued = re.compile(
        r"(?<!\")Winamax Poker - "
        f"{NEAR_END}"
        r"[^\n]*? - HandId: #[\d-]+ - [^\n]*? (?:no|pot|fixed) limit \([^()\n]*\)"
        r" - \d{4}/\d\d?/\d\d? \d\d?:\d\d:\d\d(?: [A-Z]{2,5})?(?=[ \t]*(?:\n|$))"
    )
    glued_marks = ("Winamax Poker - ",)
    outside = re.compile(r"\*{5,} # \d+ \*{5,}")

    def read_header(self, fields: Fields, span: Span) -> Parsed:
        """The header: game and stakes; `ignored` for games that are not stud."""
        printed = fields["GAME"]
        kind = fields["KIND"]
        stakes = [text.strip().rstrip("€") for text in fields["STAKES"].split("/")]
        currency = "chips" if kind.startswith("Tournament") else currency_of("€" if "€" in fields["STAKES"] else "")
        level = re.search(r"level: (\d+)", kind)
        header = Header(
            hand_id=fields["HAND_ID"],
            game=_GAMES.get(printed.lower(), printed),
            structure=structure_of(fields["LIMIT"]),
            currency=currency,
            decimals=decimals_of(currency),
            tournament=kind.partition('"')[2].partition('"')[0] or None if currency == "chips" else None,
            level=level[1] if level else None,
            played_at=date_time(fields["PLAYED_AT"]),
            played_zone=fields["ZONE"] or None,
        )
        names = ("ante", "small", "big") if len(stakes) == 3 else ("small", "big")
        return self.sorted_by_game(header, printed, dict(zip(names, stakes, strict=False)), span)


DIALECT: Final = Winamax()
