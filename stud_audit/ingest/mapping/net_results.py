"""Summaries that print what each player won or lost in the hand: they prove what the lines of the play leave out."""

from __future__ import annotations

from functools import cached_property

from stud_audit.ingest.dialect import Parsed
from stud_audit.ingest.grammar.lines import Line
from stud_audit.ingest.grammar.sections import Section
from stud_audit.ingest.mapping.hand_builder import maps
from stud_audit.ingest.mapping.headers import SIGNS
from stud_audit.ingest.mapping.seats import Seat
from stud_audit.ingest.mapping.site_mapper import SiteMapper, has
from stud_audit.ingest.mapping.uncalled_bets import Chips, chips_in
from stud_audit.model.events import SeatSummarised, UncalledReturned
from stud_audit.model.gaps import UNCALLED_RETURNS


class NetMapper(SiteMapper):
    """Maps lines of the kind SEAT_NET, with the field NET: the chips by which a player's stack has changed."""

    unmarked_kinds = ("ANTE",)
    may_mark_all = True

    def __init__(self, header: Parsed, sections: list[Section]) -> None:
        super().__init__(header, sections)
        self._returned: dict[int, int] = {}

    @cached_property
    def chips(self) -> Chips:
        """What went into the pot; to be asked for when the betting is over."""
        return chips_in(self.events)

    def net(self, line: Line) -> int | None:
        """The net result that a line prints, 0 where it prints none; None, unnoted, where it is no amount."""
        if not has(line, "NET"):
            return 0
        text = line["NET"]
        try:
            amount = self.plain_amount(text.lstrip("+-" + SIGNS))
        except ValueError:
            return None
        return -amount if text.startswith("-") else amount

    def won(self, line: Line, seat: Seat | None = None) -> int | None:
        """What a player must have been paid out of the pots to have that result."""
        net = self.net(line)
        if seat is None or net is None:
            return None
        return net + self.chips.by_seat.get(seat.number, 0) - self._returned.get(seat.number, 0)

    def give_back(self, line: Line) -> None:
        """The return of an uncalled bet, at the line that proves it."""
        chips = self.chips
        self._returned[chips.bettor] = chips.uncalled
        self.say(UncalledReturned, line, chips.bettor, chips.uncalled)

    def give_back_if_stated(self, line: Line, stated: int) -> None:
        """The return of a bet that a stated total of all pots leaves out, or holds."""
        chips = self.chips
        if not chips.uncalled or stated == chips.total:
            return
        if stated == chips.total - chips.uncalled:
            self.give_back(line)
        else:
            # Some other amount is wrong as well.
            self.missing.append(UNCALLED_RETURNS)

    @maps("SUMMARY")
    def _summary_banner(self, line: Line, _: None) -> None:
        # The awards stand in the summary, and nowhere else.
        self.now = 0
        self.note(line, None)

    def summarise(self, line: Line, seat: Seat) -> None:
        """The summary of a seat."""
        self.check_seat(line, seat)
        if has(line, "NET") and self.net(line) is None:
            self.malformed(line, "NET", f"{line['NET']!r} is not an amount")
        won = self.won(line, seat)
        if won is not None and won <= 0:
            won = None  # less than nothing: a line of the play is missing
        # A player who folded is summarised with cards, if at all, because the log is theirs.
        cards = () if seat.folded else self.cards(line, "CARDS")
        self.say(SeatSummarised, line, seat.number, seat.player, won, None, cards, (), self.said(line["SAID"]))
