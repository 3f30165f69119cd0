"""R: the record. Most of these faults are in the text alone."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec.structs import replace

from stud_audit.game.options import Options
from stud_audit.game.table import Player
from stud_audit.ingest.writers import Line
from stud_audit.model.events import (
    AntePosted,
    CardDealt,
    Event,
    Folded,
    PotAwarded,
    SeatSummarised,
    StreetOpened,
    Wager,
)
from stud_audit.simulate.dealer import Dealer
from stud_audit.simulate.page import Page
from stud_audit.simulate.plants.betting import raised, rich
from stud_audit.simulate.saboteur import Saboteur, instead


class Unrecognised(Saboteur, code="R001"):
    """A line that no dialect knows."""

    def written(self, page: Page) -> None:
        """Somewhere between the antes and the end."""
        at = page.rng.randrange(page.where(lambda event: isinstance(event, AntePosted))[-1] + 1, len(page.lines))
        page.insert(at, f"<<checkpoint {page.rng.randrange(1000):03d}>>")
        page.mark(at)


class OutOfOrder(Saboteur, code="R002"):
    """A known line where no hand has it."""

    def written(self, page: Page) -> None:
        """The heading of a street a second time, after the cards."""
        headings = page.where(lambda event: isinstance(event, StreetOpened))
        at = page.rng.choice(headings)
        street = page.event(at).street  # type: ignore[union-attr]
        cards = page.where(lambda event: isinstance(event, CardDealt) and event.street == street)
        if cards:
            page.insert(cards[-1] + 1, page.text(at))
            page.mark(cards[-1] + 1)


class Truncated(Saboteur, code="R003"):
    """The record breaks off."""

    def written(self, page: Page) -> None:
        """After any line from the first card to the first of the summary."""
        first = page.where(lambda event: isinstance(event, CardDealt))[0]
        last = page.where(lambda event: isinstance(event, SeatSummarised))[0]
        at = page.rng.randrange(first, last)
        del page.lines[at + 1 :]
        page.mark(at, "review")


class Duplicate(Saboteur, code="R005"):
    """The same hand a second time."""

    def written(self, page: Page) -> None:
        """The whole of it: one of the two is superfluous."""
        page.mark(len(page.lines) + 1, "review")
        page.lines += [Line(""), *page.lines]


class UnknownPlayer(Saboteur, code="R006"):
    """An action by somebody who has no seat."""

    def written(self, page: Page) -> None:
        """A fold is another's."""
        folds = page.where(lambda event: isinstance(event, Folded))
        if not folds:
            return
        at = page.rng.choice(folds)
        event = page.event(at)
        if page.dialect == "neutral":
            page.replace(at, re.sub(r"(?<=^fold )\d+", "19", page.text(at)))
        elif isinstance(event, Folded):
            name = page.name(event.seat)
            page.replace(at, f"{name}_{page.text(at).removeprefix(name)}")
        page.mark(at)


class SummaryWrong(Saboteur, code="R008"):
    """The summary says something else than the hand."""

    def ends(self, dealer: Dealer, events: Sequence[Event]) -> Sequence[Event]:
        """Of the street of a fold, or of what was won."""
        lines = [event for event in events if isinstance(event, SeatSummarised)]
        line = dealer.rng.choice(lines)
        if line.folded:
            wrong = replace(line, folded=dealer.rng.choice([n for n in range(3, 8) if n != line.folded]))
        elif line.won:
            wrong = replace(line, won=line.won + dealer.rng.choice((1, dealer.header.small or 1)))
        else:
            return events
        return instead(events, line, dealer.mark(wrong))


class Malformed(Saboteur, code="R010"):
    """A card or an amount that cannot be one."""

    def written(self, page: Page) -> None:
        """A letter too much in a card, or in an amount."""
        if page.rng.random() < 0.5:
            at = page.rng.choice(page.where(lambda event: isinstance(event, CardDealt)))
            page.replace(at, re.sub(r"(?<=[2-9TJQKA])[cdhs](?=\W*$)", "x", page.text(at)))
        else:
            at = page.rng.choice(page.where(lambda event: isinstance(event, (AntePosted, Wager, PotAwarded))))
            page.replace(at, self._spoilt(page, at))
        page.mark(at)

    def _spoilt(self, page: Page, at: int) -> str:
        """The line with a letter after its first amount."""
        text, start = page.text(at), 0
        if page.dialect == "neutral":
            start = re.match(r"\S+ \d+ ", text).end()  # type: ignore[union-attr]
        else:
            start = len(page.name(getattr(page.event(at), "seat", 0)))
        return text[:start] + re.sub(r"\d[\d.]*", r"\g<0>o", text[start:], count=1)


class Increase(Saboteur, code="R012"):
    """A raise whose stated increase is not what it makes."""

    def acts(self, dealer: Dealer, player: Player, options: Options) -> Event | None:
        """The total is right, the increase is stated as a unit too much."""
        if not options.raises or dealer.rng.random() < 0.3:
            return None
        to = dealer.rng.choice(options.raises)
        if not rich(player, to):
            return None
        event = raised(dealer, player, to)
        wrong = replace(event, by=(event.by or 0) + (dealer.header.small or 1))
        return dealer.mark(wrong)
