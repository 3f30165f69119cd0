"""Awards of text sites that print no return of an uncalled bet: what came back is told by their own figures."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from typing import ClassVar

from stud_audit.ingest.dialect import Parsed
from stud_audit.ingest.grammar.lines import Line
from stud_audit.ingest.grammar.sections import Section
from stud_audit.ingest.mapping.hand_builder import Seat, maps
from stud_audit.ingest.mapping.site_mapper import active, pot_and_half
from stud_audit.ingest.mapping.uncalled_bets import Chips, chips_in
from stud_audit.ingest.mapping.unmarked_all_ins import UnmarkedAntesMapper
from stud_audit.model.events import Half, PotAwarded, UncalledReturned
from stud_audit.model.gaps import UNCALLED_RETURNS


class ReturningMapper(UnmarkedAntesMapper):
    """Takes uncalled bets out of the awards that hold them.

    What is returned is known before the first award, since the lines to come can be looked at. Where the
    site's figures do not prove it, the return is not on record (`UNCALLED_RETURNS`), and the awards stay
    as they are printed.
    """

    award_kinds: ClassVar[tuple[str, ...]] = ("COLLECT",)

    def __init__(self, header: Parsed, sections: list[Section]) -> None:
        super().__init__(header, sections)
        self.returned = 0
        """What was taken out of the awards as a bet that nobody called."""
        self.returned_to = 0
        self._within: dict[int, int] | None = None

    @abstractmethod
    def rake_printed(self) -> int | None:
        """The rake, where the log prints it or there is none; None where it takes one and does not say."""

    @maps("COLLECT", fits=active)
    def _collect(self, line: Line, seat: Seat) -> None:
        self.now = 0
        if self._within is None:
            self._within = self._returned_within(line)
        amount = self.amount(line, "AMOUNT")
        if amount is None:
            self.missing.append("award")
            return
        pot, half = self.pot_of(line)
        said = self.said(line["SAID_WITH"].removeprefix(" with "))
        amount -= self._within.get(line.number, 0)
        if amount:
            self.say(PotAwarded, line, seat.number, amount, pot, half, said)

    def pot_of(self, line: Line) -> tuple[str, Half | None]:
        """The pot that an award comes from, and the half."""
        return pot_and_half(line["POT"])

    def awards_of(self, name: str | None) -> Iterator[tuple[Line, int]]:
        """The award lines of a player, or of all, with their amounts as printed."""
        for line in self.lines(*self.award_kinds):
            if name is None or line.name == name:
                try:
                    yield line, self.plain_amount(line["AMOUNT"])
                except ValueError:
                    continue

    def _returned_within(self, line: Line) -> dict[int, int]:
        """How much of each award line is a returned bet."""
        chips = chips_in(self.events)
        paid = sum(amount for _, amount in self.awards_of(None))
        rake = self.rake_printed()
        if any(amount == chips.uncalled and self.pot_of(own)[0] != "main" for own, amount in self._awards_to(chips)):
            return self._within_awards(chips)  # a pot of its own, that nobody else could win
        match chips.returned(paid + (rake or 0), rake is not None):
            case "within":
                return self._within_awards(chips)
            case "apart":
                self._give_back(line, chips.bettor, chips.uncalled)
            case "open":
                self.missing.append(UNCALLED_RETURNS)
            case "none":
                pass
        return {}

    def _awards_to(self, chips: Chips) -> list[tuple[Line, int]]:
        """The award lines of the player whose bet nobody called; none where all was called."""
        return list(self.awards_of(self.seats[chips.bettor].player)) if chips.uncalled else []

    def _within_awards(self, chips: Chips) -> dict[int, int]:
        his = self._awards_to(chips)
        if sum(amount for _, amount in his) < chips.uncalled:
            return {}
        self._give_back(his[0][0], chips.bettor, chips.uncalled)
        # At a show-down the bet comes back as the last side pot, which is written first. A pot that is cut in
        # halves has half of the bet in each line.
        halves = [pair for pair in his if self.pot_of(pair[0])[0] == self.pot_of(his[0][0])[0]]
        spread = halves if self.header.game == "stud8" and his[0][1] != chips.uncalled else his[:1]
        parts: dict[int, int] = {}
        rest = chips.uncalled
        for left, (line, amount) in zip(range(len(spread), 0, -1), spread, strict=True):
            parts[line.number] = part = min(amount, -(-rest // left))
            rest -= part
        for line, amount in his:
            more = min(amount - parts.get(line.number, 0), rest)
            parts[line.number] = parts.get(line.number, 0) + more
            rest -= more
        return parts

    def _give_back(self, line: Line, seat: int, amount: int) -> None:
        self.returned, self.returned_to = amount, seat
        self.say(UncalledReturned, line, seat, amount)
