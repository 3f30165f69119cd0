"""Bovada, Bodog, and Ignition text: stud and stud hi-lo, cash games and tournaments, from 2012 on."""

from __future__ import annotations

import re
from contextlib import suppress
from itertools import islice
from typing import Final

from stud_audit.ingest.dialect import Parsed
from stud_audit.ingest.grammar.lines import Line
from stud_audit.ingest.grammar.sections import Section
from stud_audit.ingest.mapping.all_in import LastChipsMapper
from stud_audit.ingest.mapping.hand_builder import Seat, maps
from stud_audit.ingest.mapping.headers import NEAR_END, date_time, decimals_of, whole_number, with_amounts
from stud_audit.ingest.mapping.site_mapper import active, has
from stud_audit.ingest.mapping.text_dialect import Fields, TextDialect
from stud_audit.model.cards import Cards
from stud_audit.model.events import (
    Half,
    Noted,
    PotAwarded,
    SeatSummarised,
    Shown,
)
from stud_audit.model.gaps import RAKE
from stud_audit.model.hand import Header, Structure
from stud_audit.model.spans import Span

_GAMES: Final = {"7card": "stud", "7card hilo": "stud8", "7card_hl": "stud8"}
_STRUCTURES: Final[dict[str, Structure]] = {"fixed": "fixed", "pot": "pot", "no": "no"}
_STAKES: Final = re.compile(r"[$€£]?(\d(?:[\d,.]*\d)?[KkMm]?)[-/][$€£]?(\d(?:[\d,.]*\d)?[KkMm]?)")


class _Mapper(LastChipsMapper):
    """Maps the lines of one Bovada hand."""

    silent_on = (RAKE,)

    def __init__(self, header: Parsed, sections: list[Section]) -> None:
        super().__init__(header, sections)
        self._acted = False
        """Whether anybody has acted since the last card was dealt."""
        self._dealt_to: dict[int, Cards] = {}
        """The seats that were dealt cards since the street began, to these cards; the last of them stands last."""
        self._halves = self._halves_won()

    # --- head ------------------------------------------------------------------------------------

    @maps("TABLE_INFO")
    def _table_info(self, line: Line, _: None) -> None:
        stakes = _STAKES.search(line["TEXT"].partition("Stakes: ")[2])
        if stakes and self.header.small is None and self.header.tournament is None:
            with suppress(ValueError):
                self.header = with_amounts(self.header, {"small": stakes[1], "big": stakes[2]})
        self.say(Noted, line, line.text.strip())

    @maps("SEATED")
    def _seated(self, line: Line, _: Seat | None) -> None:
        """`Seat+3 [ME]: $0.50 in chips`: the players' names are their seats."""
        if not line.seating:
            self.unknown(line, "R002", "a seat line after the seats of the hand")
            return
        text = (line.name or "").rpartition("+")[2]
        number = self.free_seat(line, "STACK", text, whole_number(text))
        stack = self.amount(line, "STACK")
        self.take_seat(line, number, stack)

    # --- the deal --------------------------------------------------------------------------------

    @maps("STREET")
    def street_banner(self, line: Line, _: None) -> None:
        """The deal of a street begins. Where only the hole cards are announced, streets have no headings."""
        if self.banners <= {0, 3} and line["ORDINAL"].upper() == "HOLE CARDS":
            self.open_street(3)
            self.say(Noted, line, line.text.strip())
        else:
            super().street_banner(line, None)

    def open_street(self, street: int) -> None:
        """The deal of a street begins."""
        super().open_street(street)
        self._acted = False
        self._dealt_to.clear()

    @maps("DEALT", fits=active)
    def _dealt(self, line: Line, seat: Seat) -> None:
        """A card after actions, or after another of the same street where nobody can act, begins the next street."""
        cards = self.cards(line, "CARDS")
        twice = list(self._dealt_to.items())[-1:] == [(seat.number, cards)]
        again = seat.number in self._dealt_to and not twice and not self._betting_is_open()
        if not self.street:
            self.open_street(3)
        elif self.street < 7 and (self._acted or again):
            self.open_street(self.street + 1)
        self._dealt_to.pop(seat.number, None)
        self._dealt_to[seat.number] = cards
        self.deal_by_street(line, "CARDS", seat, cards)

    def _betting_is_open(self) -> bool:
        """Whether two players or more can still bet. Who isn't known to be all-in counts as one who can."""
        playing = [seat.number for seat in self.seats.values() if (seat.dealt or seat.anted) and not seat.folded]
        return sum(self.behind.get(number, 1) > 0 for number in playing) > 1

    def act(self, event: type, line: Line, seat: Seat, *values: object) -> None:  # type: ignore[override]
        """Adds an action of a seat."""
        self._acted = True
        super().act(event, line, seat, *values)

    # --- actions ---------------------------------------------------------------------------------

    @maps("ALL_IN", "ALL_IN_RAISE", fits=active)
    def _all_in(self, line: Line, seat: Seat) -> None:
        if not self.street:
            self._ante(line, seat)
        else:
            self.last_chips(line, seat)

    # --- showdown --------------------------------------------------------------------------------

    @maps("SHOW", fits=active)
    def _show(self, line: Line, seat: Seat) -> None:
        """The best five; in hi-lo five for the high and five for the low, of which some are the same."""
        self.now = 0
        cards = tuple(dict.fromkeys(self.cards(line, "CARDS")))
        self.say(Shown, line, seat.number, cards, self.said(line["SAID"]))

    def pay(self, line: Line, seat: Seat, amount: int) -> None:
        """An award whose amount is known."""
        self.say(PotAwarded, line, seat.number, amount, self._pot(line), self._halves.get((seat.number, amount)))

    def _halves_won(self) -> dict[tuple[int, int], Half]:
        """Of which half an award is, where the summary tells: by seat and amount."""
        halves: dict[tuple[int, int], Half] = {}
        for line in self.lines("SEAT_SUMMARY"):
            for field, half in (("WON", "high"), ("WON_LOW", "low")):
                if has(line, "HIGH") if half == "high" else has(line, field):
                    with suppress(ValueError):
                        halves[whole_number(line["SEAT"]) or 0, self.plain_amount(line[field])] = half  # type: ignore[assignment]
        return halves

    def _pot(self, line: Line) -> str | None:
        """The pot of an award; None where there are several side pots, which are not told apart."""
        if not has(line, "POT"):
            return "main"
        sides = list(islice((other for other in self.lines("COLLECT") if has(other, "POT")), 3))
        return "side-1" if len(sides) == 1 or self._one_pot_halved(sides) else None

    def _one_pot_halved(self, sides: list[Line]) -> bool:
        if self.header.game != "stud8" or len(sides) != 2:
            return False
        try:
            high, low = (self.plain_amount(line["AMOUNT"]) for line in sides)
        except ValueError:
            return False
        return abs(high - low) <= 1

    # --- summary ---------------------------------------------------------------------------------

    @maps("SEAT_SUMMARY")
    def _seat_summary(self, line: Line, _: None) -> None:
        number = whole_number(line["SEAT"]) or 0
        seat = self.seats.get(number)
        if seat is None:
            self.unknown(line, "R006", f"seat {line['SEAT']} has no player in this hand")
            return
        self.summarised.add(number)
        shown, won = self._shown(line), self._sum_won(line)
        folded, mucked, said = self.folded_on(line), self.cards(line, "MUCKED"), self.said(line["SAID_WITH"])
        self.say(SeatSummarised, line, number, seat.player, won, folded, shown, mucked, said)

    def _sum_won(self, line: Line) -> int | None:
        if not has(line, "WON") and not has(line, "WON_LOW"):
            return 0 if has(line, "LOST") else None
        amounts = [self.amount(line, field) for field in ("WON", "WON_LOW") if has(line, field)]
        return sum(amount for amount in amounts if amount is not None)

    def _shown(self, line: Line) -> Cards:
        """The player's cards before the dash; a line that lacks one may have it among the best five behind."""
        text = line["CARDS"]
        cards = self.read_cards(text.partition("-")[0]) if text else ()
        if cards is None:
            return self.cards(line, "CARDS")
        if 0 < len(cards) < 7:
            best = self.read_cards(text.partition("-")[2]) or ()
            whole = tuple(dict.fromkeys((*cards, *best)))
            return whole if len(whole) <= 7 else cards
        return cards


class Bovada(TextDialect):
    """Bovada hand histories."""

    name = "bovada"
    title = "Bovada, Bodog, Ignition"
    blind_spots = (
        "the players' names: a player is the seat they have in the hand",
        "the stakes, unless a line `Table Info:` states them; ante and bring-in, other than as they are posted",
        "the dealer button: what depends on position can't be judged",
        "burn cards, prompts, and the times of single actions",
        "which of several side pots an award is from",
        "the rake, in some years; of each pot it is never printed",
        "all-ins by ante or bring-in, which are not marked: they are read off the stacks",
    )
    mapper = _Mapper

    hand_start = re.compile(r"(?:Ignition|Bovada|Bodog(?:\.com|\.eu| UK| Canada|88)?) Hand ?#")
    start_marks = ("Ignition", "Bovada", "Bodog")
    first_words = ("Ignition", "Bovada", "Bodog")
    hand_glued = re.compile(
        r"(?:Ignition|Bovada|Bodog(?:\.com|\.eu| UK| Canada|88)?) Hand #C?\d+:? "
        f"{NEAR_END}"
        r"[^\n]*? - "
        r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?: [A-Z]{3})?(?=[ \t]*(?:\n|$))"
    )
    glued_marks = ("Ignition Hand", "Bovada Hand", "Bodog")

    def read_header(self, fields: Fields, span: Span) -> Parsed:
        """Game and table; the stakes are not in it."""
        printed = fields["GAME"]
        game = _GAMES.get(printed.lower().removesuffix("zonepoker"), printed)
        structure = _STRUCTURES.get(fields["LIMIT"].lower().partition(" ")[0], "no")
        tournament = fields.get("TOURNAMENT")
        currency = "chips" if tournament else "USD"
        table = fields.get("TABLE_NO") or fields.get("TABLE", "").removeprefix("TBL#")
        header = Header(
            hand_id=fields["HAND_ID"],
            game=game,
            structure=structure,
            currency=currency,
            decimals=decimals_of(currency),
            table=table or None,
            tournament=tournament or None,
            level=fields.get("LEVEL", "").strip("- ") or None,
            played_at=date_time(fields["PLAYED_AT"]),
            played_zone=fields["ZONE"] or None,
        )
        return self.sorted_by_game(header, printed, {}, span)


DIALECT: Final = Bovada()
