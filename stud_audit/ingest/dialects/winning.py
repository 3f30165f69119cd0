"""Winning Poker Network text (Americas Cardroom): stud and stud hi-lo, as it was until 2018 and as it is since 2019."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from typing import ClassVar, Final

from msgspec.structs import replace

from stud_audit.ingest.dialect import Parsed
from stud_audit.ingest.grammar.lines import Line
from stud_audit.ingest.grammar.sections import Section
from stud_audit.ingest.mapping.hand_builder import Seat, card_reader, maps
from stud_audit.ingest.mapping.headers import NEAR_END, currency_of, date_time, decimals_of, number_in, structure_of
from stud_audit.ingest.mapping.site_mapper import SiteMapper, active, as_dealt, at_seat, can_act, has
from stud_audit.ingest.mapping.text_dialect import Fields, TextDialect
from stud_audit.model.cards import RANK_NAMES, RANKS, UNKNOWN
from stud_audit.model.events import (
    Bet,
    Called,
    CardDealt,
    Facing,
    PotAwarded,
    Protected,
    Raised,
    RakeTaken,
    SeatSummarised,
    SummaryOpened,
    TotalStated,
)
from stud_audit.model.hand import Header
from stud_audit.model.spans import Span

_GAMES: Final = {
    "7stud": "stud", "7stud h/l": "stud8", "7stud hi/lo": "stud8", "razz": "razz",
    "seven cards stud": "stud", "seven cards stud hilow": "stud8",
}  # fmt: skip
_HALVES: Final = re.compile(r"HI - (?P<high>[^|\[]*)(?: \[[^\]]*\])?(?: \| LO - \[(?P<low>[^\]]*)\])?")
_WORDS: Final = {"Second": 2, "Third": 3, "Fourth": 4, "Fifth": 5, "Sixth": 6, "Seventh": 7}
_ACTIONS: Final = ("BRINGS_IN", "CALL", "BET", "RAISE", "CHECK", "FOLD", "ALL_IN_WAGER")
_OLD_RANK: Final = re.compile(r"\b(10|[2-9TJQKA])(s?)\b")


class _Mapper(SiteMapper):
    """Maps the lines of one hand in either way of writing."""

    read_card = card_reader()
    last_amounts: ClassVar[Mapping[str, str]] = {"ANTE": "ADDED", "CALL": "ADDED", "BET": "ADDED", "RAISE": "TO"}

    def __init__(self, header: Parsed, sections: list[Section]) -> None:
        self._late_by, self._banner_seen = 1, False
        super().__init__(header, sections)
        self._doors = self._door_cards()
        self._settled = False

    def _door_cards(self) -> frozenset[int]:
        """The lines of the old way that deal the door cards: one for each player, after all the hidden cards."""
        doors: dict[str, str] = {}
        numbers: set[int] = set()
        before_play = takewhile(lambda line: line.type not in _ACTIONS, self.lines())
        for line in reversed([line for line in before_play if line.type in ("CARD_SEEN", "CARD_HIDDEN")]):
            # The same line twice is one card; another card of the same player is their last one down.
            if line.type == "CARD_HIDDEN" or doors.setdefault(line.name or "", line.text) != line.text:
                break
            numbers.add(line.number)
        return frozenset(numbers)

    @maps("HAND_LINE", "STARTED", "GAME_ID", "TABLE_LINE")
    def _header_lines(self, line: Line, _: None) -> None:
        self.once(line, "header")

    # --- the deal --------------------------------------------------------------------------------

    def sections_in_order(self) -> tuple[Sequence[Section], set[int]]:
        """The old headings stay where they are: which street they announce is only told by the cards before them."""
        return (self.sections, set()) if self.lines("LATE_BANNER") else super().sections_in_order()

    def street_of(self, banner: Line) -> int:
        """The street that a banner announces. The old ones are late: by how much, the cards before the first tell."""
        if banner.type != "LATE_BANNER":
            return super().street_of(banner)
        return min(_WORDS[banner["WORD"]] + self._late_by, 7)

    @maps("LATE_BANNER")
    def _late_banner(self, line: Line, _: None) -> None:
        if not self._banner_seen:
            self._banner_seen, self._late_by = True, int(any(seat.up for seat in self.seats.values()))
        self.street_banner(line, None)

    @maps("CARD_SEEN", fits=active)
    def _card_seen(self, line: Line, seat: Seat) -> None:
        self.deal(line, "CARDS", seat, self._next_facing(line, seat), self.cards(line, "CARDS"))

    @maps("CARD_HIDDEN", fits=active)
    def _card_hidden(self, line: Line, seat: Seat) -> None:
        facing = self._next_facing(line, seat)
        seat.dealt = True
        self.act(CardDealt, line, seat, facing, (UNKNOWN,))
        if facing == "up":
            seat.up += (UNKNOWN,)
        else:
            seat.down += (UNKNOWN,)

    def _next_facing(self, line: Line, seat: Seat) -> Facing:
        """One card a line: on third street the door card after those that are down, on seventh street down."""
        if self.street < 3:
            self.open_street(3)
        elif seat.up:
            self.deal_may_open_street(seat)
        if self.street == 3:
            return "up" if line.number in self._doors else "down"
        return "down" if self.street == 7 else "up"

    @maps("DEALT", fits=as_dealt)
    def _dealt(self, line: Line, seat: Seat) -> None:
        old, new = self.cards(line, "OLD"), self.cards(line, "NEW")
        self.deal_may_open_street(seat)
        hidden = len(seat.down) if old else 0
        self.reprint_split(line, "OLD", seat, old, hidden)
        # `[As 2s Qs]`: the hero's down-cards and door card. The seventh card is down.
        first = len(new) if self.street == 7 else 0 if old else len(new) - 1
        self.deal_split(line, "NEW", seat, new, first)

    @maps("POT_SO_FAR", "SIDE_SO_FAR")
    def _pot_so_far(self, line: Line, _: None) -> None:
        pot = "main"
        if line.type == "SIDE_SO_FAR":
            pot = f"side-{number_in(line['SIDE']) or 1}"
        amount, rake = self.amount(line, "AMOUNT"), self.amount(line, "RAKE") if has(line, "RAKE") else 0
        if self.street < 3:
            self.open_street(3)  # it stands below the banner, which is missing
        if amount is not None and rake is not None:
            # At the showdown too it is what lay in the pot when the last round began.
            now, self.now = self.now, self.street
            self.say(TotalStated, line, amount + rake, pot, span=self.field_span(line, "AMOUNT"))
            self.now = now

    # --- actions ---------------------------------------------------------------------------------

    @maps("ALL_IN_WAGER", fits=can_act)
    def _all_in_wager(self, line: Line, seat: Seat) -> None:
        added = self.amount(line, "ADDED")
        to = seat.committed + (self.guess(self.behind.get(seat.number, 0)) if added is None else added)
        event = Bet if not self.level else Called if to <= self.level else Raised
        self.put(event, line, seat, to - seat.committed, to)

    @maps("PROTECTED", fits=can_act)
    def _protected(self, line: Line, seat: Seat) -> None:
        self.act(Protected, line, seat)

    def is_all_in(self, line: Line, seat: Seat) -> bool:
        """Whether the player is all-in: the old lines with amounts in brackets say so by the stack alone."""
        if line.type == "ALL_IN_WAGER":
            return True
        return self.behind.get(seat.number, 1) <= 0 if line.text.startswith("Player ") else has(line, "ALL_IN")

    # --- awards ----------------------------------------------------------------------------------

    @maps("SUMMARY")
    def _summary_banner(self, line: Line, _: None) -> None:
        self._pay()
        self.say(SummaryOpened, line)

    def _pay(self) -> None:
        """What only the summary tells of awards comes before it, as at other sites."""
        self.now = 0
        if self._settled:
            return
        self._settled = True
        for award, pot in self._awards_in_summary():
            seat = self.seated_as(award.name)
            amount = self.amount(award, "WON")
            if amount is None:
                self.missing.append("award")
            elif seat is not None and amount:
                self.say(PotAwarded, award, seat.number, amount, pot)

    def _awards_in_summary(self) -> Iterator[tuple[Line, str | None]]:
        """Awards of which only the summary tells: all of the old way, and those without a showdown of the new one.

        The old lines have one figure for all pots of a player.
        """
        results = {line.text: line for line in self.lines("RESULT_SHOWN", "RESULT_UNSHOWN")}
        for line in results.values():
            yield line, None
        if not any(self.lines("COLLECT")):
            for line in self.lines("SEAT_UNSHOWN"):
                yield line, "main"

    # --- summary ---------------------------------------------------------------------------------

    @maps("TOTAL")
    def _total(self, line: Line, _: None) -> None:
        self._pay()
        self.totalled = True
        total = self.amount(line, "AMOUNT")
        taken = [(field, self.amount(line, field)) for field in ("RAKE", "FEE") if has(line, field)]
        if total is None or any(amount is None for _, amount in taken):
            self.missing.append("total")
        else:
            gross = total + sum(amount or 0 for _, amount in taken)
            self.say(TotalStated, line, gross, span=self.field_span(line, "AMOUNT"))
        for field, amount in taken:
            if amount is None:
                self.missing.append("rake")
            else:
                self.say(RakeTaken, line, amount, span=self.field_span(line, field))

    @maps("SEAT_UNSHOWN", fits=at_seat)
    def _seat_unshown(self, line: Line, seat: Seat) -> None:
        self.check_seat(line, seat)
        self.say(SeatSummarised, line, seat.number, seat.player, self.amount(line, "WON"))

    @maps("RESULT_SHOWN", "RESULT_UNSHOWN", fits=active)
    def _result(self, line: Line, seat: Seat) -> None:
        self.check_seat(line, seat)
        shown = self.cards(line, "CARDS")
        said = _in_words(line["SAID_OF"], line["LOW_HAND"]) if line["SAID_OF"] else None
        # Who folded has the same words as who lost unseen: of them the line tells nothing.
        won = self.amount(line, "WON") or (0 if shown else None)
        self.say(SeatSummarised, line, seat.number, seat.player, won, None, shown, (), said)

    def said(self, text: str) -> str | None:
        """The description of a hand, without its cards; `HI - ... | LO - [8,7,5,3,2]` as `HI: ...; LO: ...`."""
        words = super().said(text)
        halves = _HALVES.fullmatch(words) if words else None
        if halves is None:
            return re.sub(r" \[[^\]]*\]$", "", words) if words else None
        low = re.sub(r"\b1\b", "A", halves["low"] or "")
        return f"HI: {halves['high'].strip()}" + (f"; LO: {low}" if low else "")


def _in_words(high: str, low: str) -> str:
    """`Two pairs. Qs and 7s` with ranks as words; `Low hand (A A 2 4 6 7 )`, which has the ace twice, as `LO: ...`."""

    def word(match: re.Match[str]) -> str:
        name = RANK_NAMES[RANKS.index("T" if match[1] == "10" else match[1])]
        return name + (("es" if name == "Six" else "s") if match[2] else "")

    text = _OLD_RANK.sub(word, high)
    ranks = sorted(set(re.findall(r"10|[2-9A]", low)), key=lambda rank: int(rank.replace("A", "1")), reverse=True)
    return f"HI: {text}; LO: {','.join(ranks)}" if ranks else text


class Winning(TextDialect):
    """Winning Poker Network hand histories."""

    name = "winning"
    title = "Winning Poker Network"
    blind_spots = (
        "the dealer button: what depends on position can't be judged",
        "burn cards, prompts, the times and sources of single actions",
        "opponents' down-cards, unless they are shown",
        "ante and bring-in of the table, other than as they are posted",
        "the rake of each pot: only that of the hand is printed",
        "until 2018: the awards of single pots (only what each player collects), the streets of folds, who is all-in",
    )
    header_lines = (("HAND_LINE", "STARTED"),)
    header_extras = ("GAME_ID", "TABLE_LINE")
    header_reach = 2
    mapper = _Mapper

    # A player may be called like a header: a line that goes on with an action of theirs starts no hand.
    start_marks = ("Hand #", "Game started at: ")
    first_words = ("Game Hand #", "Hand #", "Game started at: ", "*****")
    hand_start = re.compile(
        r"(?:(?:Game )?Hand #\d|Game started at: \d)(?![^\n]*(?:"
        r" (?:folds|checks|mucks|does not show|has been cancell?ed)"
        r"| (?:posts ante|brings in|calls|bets|raises|caps) [^\n]*| (?:shows|mucks) \[[^\n]*"
        r"| collected [^\n]* from [^\n]*pot[^\n]*)[ \t]*(?:\n|$))"
    )
    hand_glued = re.compile(
        r"(?<!to )(?:(?:Game )?Hand #\d+ - "
        f"{NEAR_END}"
        r"[^\n]*?\([^()\n]* Limit\) - [^\n]*? ?- \d{4}/\d\d/\d\d \d\d?:\d\d:\d\d"
        r"(?: [A-Z]{2,5})?|Game started at: \d{4}/\d\d?/\d\d? \d\d?:\d\d?:\d\d?)(?=[ \t]*(?:\n|$))"
    )
    glued_marks = ("Hand #", "Game started")
    outside = re.compile(r"\*{5,} # \d+ \*{5,}")

    def read_header(self, fields: Fields, span: Span) -> Parsed:
        """The header: stakes and game, which the old way has in its second line."""
        if "SMALL_BET" not in fields:
            raise ValueError("no line with the game follows")
        printed = fields.get("GAME") or fields["GAME_NAME"]
        table = fields.get("TABLE_OF") or fields.get("TABLE_NAME") or None
        tournament = next(iter(re.findall(r"\d+", fields.get("TOURNAMENT", ""))), None)
        header = Header(
            hand_id=fields["HAND_ID"],
            game=_GAMES.get(printed.lower(), printed),
            structure=structure_of(fields.get("LIMIT", "")),
            table=table,
            max_seats=number_in(fields.get("MAX_SEATS") or fields.get("MAX_OF", "")),
            button=number_in(fields.get("BUTTON", "")),
            tournament=tournament,
            level=fields.get("LEVEL") or None,
            played_at=date_time(fields["PLAYED_AT"]),
            played_zone=fields.get("ZONE") or None,
        )
        if tournament is None and not re.search(r", Table \d+$|^PM ", table or ""):
            # The old way has no sign with its amounts, and notes play money in the table's name.
            currency = currency_of(fields["SMALL_BET"], None if "GAME" in fields else "USD")
            header = replace(header, currency=currency, decimals=decimals_of(currency))
        ante = fields.get("TABLE_ANTE", "").rpartition(" ")[2] or None
        amounts = {"small": fields["SMALL_BET"], "big": fields["BIG_BET"], "ante": ante}
        return self.sorted_by_game(header, printed, amounts, span)


DIALECT: Final = Winning()
