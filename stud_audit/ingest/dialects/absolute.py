"""Absolute Poker and UltimateBet text: stud, stud hi-lo, and razz, cash games and tournaments, 2007 to 2011."""

from __future__ import annotations

import re
from typing import Final

from stud_audit.ingest.dialect import Parsed
from stud_audit.ingest.grammar.lines import Line
from stud_audit.ingest.mapping.hand_builder import HandBuilder, Seat, card_reader, maps
from stud_audit.ingest.mapping.headers import NEAR_END, currency_of, date_time, decimals_of, number_in, structure_of
from stud_audit.ingest.mapping.site_mapper import SiteMapper, active, at_seat
from stud_audit.ingest.mapping.text_dialect import Fields, TextDialect
from stud_audit.model.cards import RANKS, UNKNOWN, Cards, rank
from stud_audit.model.events import Bet, Called, Facing, Protected, Raised, SeatSummarised
from stud_audit.model.hand import Header
from stud_audit.model.spans import Span

_GAMES: Final = {
    "seven card": "stud", "seven card stud": "stud", "7 card stud": "stud",
    "seven card hi/lo": "stud8", "seven card stud hi/lo": "stud8", "7 card stud hi/lo": "stud8",
    "razz": "razz",
}  # fmt: skip
_LAID: Final[tuple[tuple[Facing, int, int], ...]] = (("down", 0, 2), ("up", 2, 6), ("down", 6, 8))
"""A hand as the site prints it: two cards down, four up, the last one down."""


def as_dealt(builder: HandBuilder, line: Line, seat: Seat) -> bool:
    """A line of the deal begins with what lies before the player."""
    cards = builder.read_cards(line["CARDS"]) or ()
    laid = seat.down[:2] + seat.up + seat.down[2:]
    return all(card in (was, UNKNOWN) or was == UNKNOWN for card, was in zip(cards, laid, strict=False))


class _Mapper(SiteMapper):
    """Maps the lines of one Absolute hand."""

    all_in_kinds = ("ALL_IN_WAGER", "ALL_IN_RAISE")
    read_card = card_reader("H")
    pot_stated = re.compile(r"(?P<pot>(?:\w+ )?Pot *-?#?\d*) *:? *\((?P<amount>[^()]*)\)", re.I)

    @maps("GAME_TYPE")
    def _game_type(self, line: Line, _: None) -> None:
        self.once(line, "line of the game")

    @maps("TABLE_LINE")
    def _table(self, line: Line, _: None) -> None:
        self.once(line, "table line")

    # --- the deal --------------------------------------------------------------------------------

    @maps("DEALT", fits=as_dealt)
    def _dealt(self, line: Line, seat: Seat) -> None:
        # The whole hand stands there each time, and still after the player has folded.
        cards = self.cards(line, "CARDS")
        laid = len(seat.down) + len(seat.up)
        if len(cards) > laid:
            self.deal_may_open_street(seat)
        if self.street > 3:
            laid = max(laid, self.street - 1)  # the others lie there, whether or not a line dealt them
        for facing, first, last in _LAID:
            old, new = cards[first : min(last, laid)], cards[max(first, laid) : last]
            if old and (facing == "up" or max(old) >= 0):
                self.reprint(line, "CARDS", seat, facing, old, first)
            if new:
                self.deal(line, "CARDS", seat, facing, new, max(first, laid))

    # --- actions ---------------------------------------------------------------------------------

    @maps("ALL_IN_WAGER", fits=active)
    def _all_in_wager(self, line: Line, seat: Seat) -> None:
        added = self.amount(line, "ADDED")
        to = seat.committed + (self.guess(self.behind.get(seat.number, 0)) if added is None else added)
        event = Bet if not self.level else Called if to <= self.level else Raised
        self.put(event, line, seat, to - seat.committed, to)

    @maps("ALL_IN_RAISE", fits=active)
    def _all_in_raise(self, line: Line, seat: Seat) -> None:
        self.wager(Raised, line, seat, self.level + self.unit)

    @maps("PROTECTED", fits=active)
    def _protected(self, line: Line, seat: Seat) -> None:
        self.act(Protected, line, seat)

    # --- summary ---------------------------------------------------------------------------------

    @maps("SEAT_SHOWED", fits=at_seat)
    def _seat_showed(self, line: Line, seat: Seat) -> None:
        self.check_seat(line, seat)
        said = line["SAID_WITH"]
        low = self.read_cards(",".join(re.findall(r"[BP]:(\w+)", line["LOW"])))
        if low:
            said = f"HI: {said}; LO: {_low_text(low)}"
        shown = self.cards(line, "REVEALED")
        self.say(SeatSummarised, line, seat.number, seat.player, self.won(line), None, shown, (), said)


def _low_text(cards: Cards) -> str:
    """A low as logs name it: `8,6,5,3,A`."""
    ranks = sorted(((rank(card) + 1) % 13 for card in cards), reverse=True)  # the ace is the lowest
    return ",".join(RANKS[value - 1] for value in ranks)


class Absolute(TextDialect):
    """Absolute Poker and UltimateBet hand histories."""

    name = "absolute"
    title = "Absolute Poker, UltimateBet"
    blind_spots = (
        "the dealer button in stud: what depends on position can't be judged",
        "burn cards, prompts, the times of single actions",
        "opponents' down-cards, unless they are shown or the summary prints them as mucked",
        "ante and bring-in of the table, other than as they are posted",
        "the rake of each pot: only that of the hand is printed",
    )
    header_extras = ("GAME_TYPE", "TABLE_LINE")
    header_reach = 3
    mapper = _Mapper

    # A player may be called like a header: a line that goes on with an action of theirs starts no hand.
    start_marks = ("Stage #",)
    first_words = ("Stage #", "*****")
    hand_start = re.compile(
        r"Stage #C?(?![^\n]*(?: - (?:Folds|Checks|Ante|Pocket|Bring-In|Completes|Calls|Bets|Raises|All-In|Shows|Mucks"
        r"|Does not show|returned|sitout)\b[^\n]*| Collects [^\n]* from [^\n]*pot[^\n]*)(?:\n|$))"
    )
    hand_glued = re.compile(
        r"Stage #C?\d+:? "
        f"{NEAR_END}"
        r"[^\n]*? - \d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?(?: \([A-Z]+\))?(?: *\[[^\]\n]*\])?"
        r"(?=[ \t]*(?:\n|$))"
    )
    glued_marks = ("Stage #",)
    outside = re.compile(r"\*{5,} # \d+ \*{5,}")

    def read_header(self, fields: Fields, span: Span) -> Parsed:
        """The header: stakes and game, in mixed games from the line that follows it."""
        printed = fields.get("GAME_NOW") or fields["GAME"]
        limit = fields.get("LIMIT_NOW") or fields["LIMIT"]
        tournament = fields["TOURNAMENT"].rpartition(" ")[2]
        in_tournament = bool(tournament) or "tournament" in fields["VARIETY"].lower()
        currency = "chips" if in_tournament else currency_of(fields["SMALL_BET"])
        header = Header(
            hand_id=fields["HAND_ID"],
            game=_GAMES.get(printed.lower(), printed),
            structure=structure_of(limit),
            currency=currency,
            decimals=decimals_of(currency),
            table=fields.get("TABLE_NAME"),
            max_seats=2 if "1 on 1" in fields["VARIETY"].lower() else None,
            button=number_in(fields.get("BUTTON", "")),
            tournament=tournament or None,
            played_at=date_time(fields["PLAYED_AT"]),
            played_zone=fields["ZONE"].strip("()") or None,
        )
        amounts = {
            "small": fields["SMALL_BET"],
            "big": fields["BIG_BET"].strip("/ ") or None,
            "ante": next(iter(re.findall(r"(?:[\d.,]+\d|\d)[KkMm]?", fields["TABLE_ANTE"])), None),
        }
        return self.sorted_by_game(header, printed, amounts, span)


DIALECT: Final = Absolute()
