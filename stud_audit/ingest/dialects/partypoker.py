"""PartyPoker text: stud and stud hi-lo, cash games, tournaments, and play chips, as stored and as mailed, 2005 on."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from typing import ClassVar, Final

from msgspec.structs import replace

from stud_audit.ingest.dialect import Parsed
from stud_audit.ingest.grammar.lines import Line
from stud_audit.ingest.grammar.sections import Section
from stud_audit.ingest.mapping.hand_builder import Seat, maps
from stud_audit.ingest.mapping.headers import (
    currency_of,
    decimals_of,
    english_date,
    number_in,
    structure_of,
    whole_number,
    with_amounts,
)
from stud_audit.ingest.mapping.site_mapper import active, has, pot_and_half
from stud_audit.ingest.mapping.text_dialect import Fields, TextDialect
from stud_audit.ingest.mapping.uncalled_bets import ReturningMapper, chips_in
from stud_audit.model.cards import Cards
from stud_audit.model.events import (
    AntePosted,
    Bet,
    BroughtIn,
    Called,
    Completed,
    Half,
    PotAwarded,
    Raised,
    RakeTaken,
    SeatSummarised,
    Shown,
    StateSaid,
    TotalStated,
    UncalledReturned,
    Wager,
)
from stud_audit.model.gaps import RAKE, UNCALLED_RETURNS, UP_CARDS
from stud_audit.model.hand import Header
from stud_audit.model.spans import Span

_GAMES: Final = {"7 card stud": "stud", "7 card stud hi lo": "stud8", "razz": "razz"}
_STREETS: Final = {"": 3, "down": 3, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "river": 7}
_BALANCES: Final = ("SEAT_BALANCE_WON", "SEAT_BALANCE_LOST")
_SIDE: Final = re.compile(r"Side Pot(?: ?#?\d+)?: (\S+)")
_STAKES: Final = re.compile(r"\(([\d.,]+[KkMm]?) */ *([\d.,]+[KkMm]?)(?: *- *([\d.,]+[KkMm]?))?\$?\)")
_WHEN: Final = re.compile(r"(\w{3})\w* (\d{1,2}),? (\d{1,2}:\d{2}:\d{2}) ?([A-Z]+)? (\d{4})$")
_NOT_FAR: Final = 64
"""Events among which an action is looked for that a later line speaks of."""


class _Mapper(ReturningMapper):
    """Maps the lines of one PartyPoker hand."""

    silent_on = (UP_CARDS, RAKE)
    all_in_kinds = ("ALL_IN_FOR",)
    award_kinds = ("COLLECT", "COLLECT_LOW")
    last_amounts: ClassVar[Mapping[str, str]] = dict.fromkeys(
        ("ANTE", "CALL", "BET", "RAISE", "COMPLETE", "ALL_IN_FOR", "BRINGS_IN"), "ADDED"
    )

    def __init__(self, header: Parsed, sections: list[Section]) -> None:
        super().__init__(header, sections)
        self._lows = {line.name: line["LOW"].strip() for line in self.lines("LOW_SHOWN")}
        self._halved = {line["POT"].strip() for line in self.lines("COLLECT_LOW")}
        self._shown = bool(self.lines("SHOW", "NO_SHOW"))
        self._paid: list[str] = []
        self._balances: dict[int, tuple[int | None, Cards, str | None]] = {}
        """The line of a player in the summary of a mail to what it says that they won and held, and to its words."""
        self._mailed = _is_mailed(next((line["VARIETY"] for line in self.lines("CASH_STAKES")), ""))
        if self._mailed:
            self.missing.remove(RAKE)

    def ends_early(self) -> bool:
        """Whether the text breaks off. Side pots are paid before the main pot, the high half before the low."""
        if self._mailed:
            return super().ends_early()
        if not self._paid or self._paid[-1] == "cut":
            return True
        low_missing = self.header.game == "stud8" and "main" in self._paid and {"low", "no-low"}.isdisjoint(self._paid)
        if not low_missing and not self._paid[-1].startswith("side"):
            return False
        # With the chips paid out the hand is whole: what is missing may have been the rake of a small main pot.
        paid = sum(event.amount for event in self.events if isinstance(event, (PotAwarded, UncalledReturned)))
        return 10 * paid < 9 * chips_in(self.events).total

    def rake_printed(self) -> int | None:
        """The rake, which mails alone print; chips have none."""
        for line in self.lines("TOTAL"):
            with suppress(ValueError):
                return self.plain_amount(line["RAKE"]) if has(line, "RAKE") else 0
        return 0 if self.header.currency == "chips" else None

    # --- header and seats ------------------------------------------------------------------------

    @maps("CASH_STAKES", "TOURNAMENT_STAKES", "PLAYERS", "LEVEL_LINE", "TABLE_LINE", "STAKES_LINE")
    def _head(self, line: Line, _: None) -> None:
        if not self.once(line, "line of this kind"):
            return
        if line.type == "TABLE_LINE":
            self.header = replace(self.header, table=re.sub(r"^Table +", "", line["TABLE"].strip()) or None)
            if line["MONEY_KIND"] == "Play":
                self.header = replace(self.header, currency="chips")
        elif has(line, "MAX_SEATS"):
            self.header = replace(self.header, max_seats=number_in(line["MAX_SEATS"]))
        elif line.type == "LEVEL_LINE":
            self.header = replace(self.header, level=line["LEVEL"])
        elif line.type == "STAKES_LINE":
            # The level may have changed since the tournament's own line was written.
            self.header = with_amounts(self.header, _stakes(line["STAKES"]))

    @maps("BUTTON_LINE")
    def _button(self, line: Line, _: None) -> None:
        if self.once(line, "line of the button"):
            # The site prints seat 0 where there is none.
            self.header = replace(self.header, button=whole_number(line["SEAT"]) or None)

    # --- the deal --------------------------------------------------------------------------------

    def street_of(self, banner: Line) -> int:
        """The street that a banner announces; no word is third street."""
        return _STREETS.get(banner["ORDINAL"].split(" ")[0].lower(), 0) if banner.type == "STREET" else 0

    @maps("DEALT", fits=active)
    def _dealt(self, line: Line, seat: Seat) -> None:
        self.deal_may_open_street(seat)
        self.deal_by_street(line, "NEW", seat, self.cards(line, "NEW"))

    @maps("OPENS")
    def _opens(self, line: Line, seat: Seat) -> None:
        self.say(StateSaid, line, "opens", seat.number)

    @maps("ALL_IN_FOR", fits=active)
    def _all_in(self, line: Line, seat: Seat) -> None:
        """What was done with the last chips is not said."""
        to = seat.committed + (self.amount(line, "ADDED") or self.behind.get(seat.number, 0))
        if not self.level:
            self.wager(BroughtIn if self.street == 3 and to < self.unit else Bet, line, seat, to)
        elif to <= self.level:
            self.wager(Called, line, seat, to)
        else:
            self.wager(Completed if self.street == 3 and self.level < self.unit else Raised, line, seat, to)

    @maps("LAST_CHIP")
    def _last_chip(self, line: Line, seat: Seat) -> None:
        """Their action before was with the last chip; it stands not far above."""
        for place in range(len(self.events) - 1, max(len(self.events) - _NOT_FAR, 0) - 1, -1):
            event = self.events[place]
            if isinstance(event, (Wager, AntePosted)) and event.seat == seat.number:
                self.events[place] = replace(event, all_in=True)
                break
        self.note(line, seat)

    # --- showdown and awards ---------------------------------------------------------------------

    def said(self, text: str) -> str | None:
        """The description of a hand, without its full stop."""
        return super().said(text.strip().removeprefix("with ").rstrip("."))

    @maps("SHOW")
    def _show(self, line: Line, seat: Seat) -> None:
        self.now = 0
        said, low = self.said(line["SAID"]), self._lows.get(line.name)
        if low:
            said = f"HI: {said}; LO: {low}"
        self.say(Shown, line, seat.number, self.cards(line, "CARDS"), said)

    @maps("LOW_SHOWN")
    def _low_shown(self, line: Line, seat: Seat) -> None:
        self.note(line, seat)

    @maps("COLLECT", "COLLECT_LOW", fits=active)
    def _collect(self, line: Line, seat: Seat) -> None:
        super()._collect(line, seat)
        if has(line, "POT"):
            self._paid.append("low" if line.type == "COLLECT_LOW" else self.pot_of(line)[0])
        else:
            # At a showdown the pot is named, and an amount always has its unit.
            self._paid.append("cut" if self._shown or not has(line, "UNIT") else "all")

    def pot_of(self, line: Line) -> tuple[str, Half | None]:
        """The pot that an award comes from, and the half."""
        pot, _ = pot_and_half(line["POT"])
        if line.type == "COLLECT_LOW":
            return pot, "low"
        return pot, "high" if line["POT"].strip() in self._halved else None

    # --- the summary of a mail -------------------------------------------------------------------

    @maps("SUMMARY")
    def _summary_banner(self, line: Line, _: None) -> None:
        """The players' lines tell who shows what and is paid; both come before them, and once."""
        if line is not self.lines("SUMMARY")[0]:
            super()._summary_banner(line, None)
            return
        self.now = 0
        lines = [(own, seat) for own in self.lines(*_BALANCES) if (seat := self.seated_as(own.name)) is not None]
        revealed = {own.name for own in self.lines("SHOW", "NO_SHOW")}
        for own, seat in lines:
            cards, said = self.cards(own, "SHOWN"), self.said(own["SAID_OF"].strip(" []").partition(" -- ")[0])
            self._balances[own.number] = 0, cards, said
            if cards and own.name not in revealed:
                span = self.card_span(own, "SHOWN", 0, len(cards))
                self.say(Shown, own, seat.number, cards, said, span=span)
        paid = [(own, seat, self.amount(own, "AMOUNT")) for own, seat in lines if own.type == "SEAT_BALANCE_WON"]
        chips = chips_in(self.events)
        how = chips.returned(sum(amount or 0 for *_, amount in paid) + (self.rake_printed() or 0), rake_free=True)
        if how == "open":
            self.missing.append(UNCALLED_RETURNS)
        pot = None if any(has(total, "SIDES") for total in self.lines("TOTAL")) else "main"
        for own, seat, amount in paid:
            back = chips.uncalled if seat.number == chips.bettor and how in ("within", "apart") else 0
            if amount is not None and amount >= back:
                amount -= back if how == "within" else 0
                if back:
                    self.say(UncalledReturned, own, seat.number, back, span=self.field_span(own, "AMOUNT"))
                if amount:
                    self.say(PotAwarded, own, seat.number, amount, pot, None, None, span=self.field_span(own, "AMOUNT"))
            elif amount is None:
                self.missing.append("award")
            self._balances[own.number] = amount, *self._balances[own.number][1:]
        super()._summary_banner(line, None)

    @maps("TOTAL")
    def _total(self, line: Line, _: None) -> None:
        """The pots, without the rake."""
        self.totalled = True
        pots, rake = [self.amount(line, "AMOUNT")], self.amount(line, "RAKE") if has(line, "RAKE") else 0
        pots += [self.amount_in(line, "SIDES", text) for text in _SIDE.findall(line["SIDES"])]
        known = [pot for pot in (*pots, rake) if pot is not None]
        if len(known) == len(pots) + 1:
            self.say(TotalStated, line, sum(known), span=self.field_span(line, "AMOUNT"))
        else:
            self.missing.append("total")
        if rake is None:
            self.missing.append("rake")
        elif has(line, "RAKE"):
            self.say(RakeTaken, line, rake, span=self.field_span(line, "RAKE"))

    @maps("SEAT_BALANCE_FOLDED", *_BALANCES)
    def _balance(self, line: Line, seat: Seat) -> None:
        self.summarised.add(seat.number)
        won, cards, said = self._balances.get(line.number, (None, (), None))
        self.say(SeatSummarised, line, seat.number, seat.player, won, None, cards, (), said)

    @maps("NO_LOW")
    def _no_low(self, line: Line, _: None) -> None:
        super()._no_low(line, None)
        self._paid.append("no-low")


def _is_mailed(variety: str) -> bool:
    """Whether the words behind the game in the header are those of a mail."""
    return "Game Table" in variety


def _stakes(text: str) -> dict[str, str | None]:
    match = _STAKES.search(text)
    return {} if match is None else dict(zip(("small", "big", "ante"), match.groups(), strict=True))


class PartyPoker(TextDialect):
    """PartyPoker hand histories."""

    name = "partypoker"
    title = "PartyPoker"
    blind_spots = (
        "opponents' cards, up-cards too, unless they are shown at the end: openers and pairs can't be judged",
        "the rake, and the total of the pot, unless the hand was mailed",
        "bets that nobody called: they go back as a part of what the bettor wins",
        "the dealer button: seat 0 is printed for all hands",
        "ante and bring-in of the table in cash games, other than as they are posted",
        "burn cards, prompts, the times and sources of single actions",
    )
    header_lines = (("HEADER",), ("CASH_STAKES", "TOURNAMENT_STAKES"))
    header_extras = ("TABLE_LINE",)
    header_reach = 10
    mapper = _Mapper

    # What announces a hand belongs to it: `Game #7 starts.`, a blank line, `#Game No : 7`, and then the header.
    start_marks = ("#Game No", " Hand History ")
    first_words = ("Game #", "#Game No", "*****")
    hand_start = re.compile(
        r"Game #\d+ starts\.[ \t]*\n\s*#Game No *: *\d+[ \t]*\n\s*\*{5} Hand History [Ff]or Game "
        r"|(?<!starts\.\n\n)(?<!starts\. \n \n)#Game No *: *\d+[ \t]*\n(?:\s*\*{5} Hand History [Ff]or Game "
        r"|(?=[^\n]*\n[^\n]* - [^\n]*\d\d:\d\d:\d\d))"
        r"|\*{5} Hand History [Ff]or Game (?=[^\n]*\*{5}|[^\n]*\n[^\n]* - )"
    )
    hand_glued = re.compile(
        r"(?<!\")(?<!: )(?:Game #\d+ starts\.[ \t]*\n[ \t]*\n#Game No *: *\d+[ \t]*\n\*{5} Hand History [Ff]or Game "
        r"|#Game No *: *\d+[ \t]*$|\*{5} Hand History [Ff]or Game \w+ \*{5}(?: \([^()\n]*\))?(?=[ \t]*(?:\n|$)))"
    )
    glued_marks = ("Game #", "#Game No", " Hand History ")
    outside = re.compile(r"Game #\d+ starts\.|#Game No *: *\d+|\*{5,} # \d+ \*{5,}")

    def read_header(self, fields: Fields, span: Span) -> Parsed:
        """The header: stakes and game; `ignored` for games that are not stud."""
        printed, variety = fields["GAME"].removeprefix("Tourney "), fields.get("VARIETY", "")
        mailed_from = re.search(r"Tournament #(\d+)", variety)
        tournament = fields.get("TOURNAMENT") or (mailed_from[1] if mailed_from else None)
        if fields.get("STAKES"):
            currency, amounts = "chips", _stakes(fields["STAKES"])
        else:
            # Mails give the stakes without a sign.
            real = _is_mailed(variety) and fields.get("MONEY_KIND") == "Real"
            named = fields["CURRENCY"] or ("USD" if real and fields["SMALL_BET"][:1].isdecimal() else None)
            currency = "chips" if tournament else currency_of(fields["SMALL_BET"], named)
            amounts = {"small": fields["SMALL_BET"].replace(" ", ""), "big": fields["BIG_BET"].lstrip("/ ") or None}
        when = _WHEN.search(fields["WHEN"])
        header = Header(
            hand_id=fields["HAND_ID"],
            game=_GAMES.get(re.sub(r"[-/ ]+", " ", printed.lower()), printed),
            structure=structure_of(f"{fields['LIMIT']} {variety}"),
            currency=currency,
            decimals=decimals_of(currency),
            tournament=tournament or None,
            level=fields.get("LEVEL") or None,
            played_at=english_date(when[5], when[1], when[2], when[3]) if when else None,
            played_zone=when[4] if when else None,
        )
        return self.sorted_by_game(header, printed, amounts, span)


DIALECT: Final = PartyPoker()
