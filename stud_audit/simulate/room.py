"""Tables of players over time, hand after hand: what `simulate` writes, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from stud_audit.houses.house import House
from stud_audit.ingest.writers import Line, neutral, pokerstars
from stud_audit.model.findings import Verdict
from stud_audit.model.hand import Game, Hand
from stud_audit.simulate.deck import Spoiled
from stud_audit.simulate.page import Page
from stud_audit.simulate.plants import plants
from stud_audit.simulate.play import Played, play
from stud_audit.simulate.saboteur import Chance, Saboteur
from stud_audit.simulate.session import Session, new_table, plays_spread, prepare

TRIES: Final = 60
"""Deals that are made for one hand in which a fault is to be planted; some need a rare hand."""
_HANDS_AT_A_TABLE: Final = 40


@dataclass(frozen=True, slots=True)
class Truth:
    """A planted fault: the hand, the check's code, the line (from 1) within the hand's lines, and the verdict."""

    hand_id: str
    code: str
    line: int
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Sample:
    """One written hand and what is wrong with it; `near` where it is a near miss of the fault asked for."""

    hand: Hand
    lines: Sequence[str]
    truth: tuple[Truth, ...] = ()
    near: bool = False


def _in_neutral(hand: Hand, _: int | None) -> list[Line]:
    return neutral.hand_lines(hand)


WRITERS: Final[Mapping[str, Callable[[Hand, int | None], list[Line]]]] = {
    "neutral": _in_neutral,
    "pokerstars": pokerstars.write_hand,
}
"""The dialects in which hands can be written."""


class Room:
    """Where hands are played: one table after another, each for some hands, the games in turn.

    `hero` is the seat whose player gets the log (None: an observer), which matters to dialects that hide cards.
    """

    def __init__(self, house: House, dialect: str, games: Sequence[Game], rng: Random, span: int = 0) -> None:
        self.house, self.dialect, self.rng = house, dialect, rng
        self.games = games
        self.span = min(span or _HANDS_AT_A_TABLE, _HANDS_AT_A_TABLE)
        """Hands that a table is played for."""
        self.tables = 0
        self.done: set[str] = set()
        """The codes that have been planted."""
        self.left = 0
        self.table: Session
        self.hero: int | None = None
        self.hand_id = rng.randrange(10**8, 10**9)

    def deal(self, saboteur: type[Saboteur] | None = None, tries: int = TRIES) -> Sample:
        """The next hand, with this fault planted if a hand in so many tries allows it."""
        if saboteur is not None and saboteur.once and saboteur.code in self.done:
            saboteur = None
        games = saboteur.games if saboteur else self.games
        spread = self._spread_next(saboteur)
        if not self.left or (saboteur and not self._serves(saboteur)):
            self._open_table(games, spread, chips=self.dialect == "neutral" and self.tables % 5 == 1)
        if saboteur is not None and saboteur.set_up is not None:
            self._open_table(games, spread)
            saboteur.set_up(self.table, self.rng)
            self.left = 1  # and nobody stays there
        self.left -= 1
        self.hand_id += self.rng.randrange(1, 500)
        prepare(self.table, self.house, self.rng)
        if saboteur is not None:
            for _ in range(tries):
                sample = self._try(saboteur(self.dialect))
                if sample is not None:
                    self.done.add(saboteur.code)
                    self.table.faulted = bool(sample.truth)
                    return sample
        self.table.faulted = False
        chance = Chance(self.dialect)
        return self._write(play(self.table, self.house, str(self.hand_id), self.rng, chance), chance)

    def _serves(self, saboteur: type[Saboteur]) -> bool:
        """Whether a fault can be planted at the present table."""
        header = self.table.header
        return header.game in saboteur.games and header.structure in saboteur.structures

    def _spread_next(self, saboteur: type[Saboteur] | None) -> bool:
        """Whether the next table is one of spread limit: some are, where house and dialect have it."""
        may = saboteur is None or ("spread" in saboteur.structures and saboteur.set_up is None)
        return may and self.dialect == "neutral" and plays_spread(self.house) and self.tables % 5 == 3

    def _open_table(self, games: Sequence[Game], spread: bool, *, chips: bool = False) -> None:
        """A new table, for the next of our games that is one of these."""
        fitting = [game for game in self.games if game in games]
        game = fitting[self.tables % len(fitting)]
        self.tables += 1
        self.left = self.span
        self.table = new_table(self.house, game, self.rng, self.tables, spread=spread, chips=chips)
        self.hero = self.rng.choice([None, *self.table.seats, *self.table.seats])

    def _try(self, saboteur: Saboteur) -> Sample | None:
        """One deal with a fault; None, and the table as before, where it did not come to one."""
        saboteur.hero = self.hero
        table = self.table
        before = {seat: replace(sitting) for seat, sitting in table.seats.items()}
        others = table.button, table.clock, table.ended, list(table.buy_ins)
        try:
            sample = self._write(play(self.table, self.house, str(self.hand_id), self.rng, saboteur), saboteur)
        except Spoiled:
            sample = None
        if sample is None or not (sample.truth or sample.near):
            table.seats = before
            table.button, table.clock, table.ended, table.buy_ins = others
            return None
        return sample

    def _write(self, played: Played, saboteur: Saboteur) -> Sample:
        """The lines of a hand; `Spoiled` where its fault does not show in them."""
        hand, planted = played.hand, played.planted
        page = Page(hand, WRITERS[self.dialect](hand, self.hero), self.dialect, self.rng)
        if planted is not None:
            line = page.line_of(planted.event_no, follows=planted.follows)
            if line is None:
                raise Spoiled("the fault does not show")
            page.mark(line, planted.verdict)
        else:
            saboteur.written(page)
        truth: tuple[Truth, ...] = ()
        if page.fault is not None:
            truth = (Truth(hand.header.hand_id, saboteur.code, page.fault + 1, page.verdict),)
        return Sample(hand, [line.text for line in page.lines], truth, played.near)


def samples(
    house: House, dialect: str, games: Sequence[Game], hands: int, rng: Random, rates: Mapping[str, float]
) -> Iterator[tuple[str | None, Sample]]:
    """So many hands, each with the code of the fault that it should have: a share of the hands as in `rates`."""
    room = Room(house, dialect, games, rng, -(-hands // (2 * len(games))))
    fitting = {code: [kind for kind in plants()[code] if _fits(kind, house, dialect, games)] for code in rates}
    for _ in range(hands):
        code = _drawn(rates, rng)
        yield code, room.deal(rng.choice(fitting[code]) if code else None)


def _fits(kind: type[Saboteur], house: House, dialect: str, games: Sequence[Game]) -> bool:
    """Whether a fault can be planted in hands of this house, this dialect, and one of these games."""
    return dialect in kind.dialects and not set(games).isdisjoint(kind.games) and kind.fits(house)


def _drawn(rates: Mapping[str, float], rng: Random) -> str | None:
    """The fault of the next hand: one at most."""
    number = rng.random()
    for code, rate in rates.items():
        if number < rate:
            return code
        number -= rate
    return None
