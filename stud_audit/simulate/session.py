"""A table over a session: who sits where, with what, and where the button lies."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from decimal import Decimal
from random import Random
from typing import Final

from msgspec.structs import replace

from stud_audit.game.stakes import ante_due, bring_in_due
from stud_audit.houses.house import House
from stud_audit.houses.loader import house_names
from stud_audit.model.events import BoughtIn
from stud_audit.model.hand import Game, Header

NAMES: Final = (
    "northwind", "quarry", "Ms Lark", "tinker7", "oldharbour", "blue.heron", "Sable", "fennel_", "marlow",
    "two pence", "Ostler", "rook's rest", "gable", "Wren K", "thistle", "cobalt9", "Pember", "lantern", "mudlark",
    "Ivo", "saltbox", "grebe", "Hazel D", "plover",
)  # fmt: skip

# Stakes at which a house with published antes can be played come first; others serve for the rest.
_STAKES: Final = (("0.04", "0.08"), ("1", "2"), ("2", "4"), ("5", "10"), ("10", "20"))
_CHIPS: Final = (100, 50, 25, 10, 5)
_ANTE_SHARE: Final = 5
_BRING_IN_SHARE: Final = 2


@dataclass(slots=True)
class Seat:
    """A player at the table."""

    player: str
    stack: int


@dataclass(slots=True)
class Session:
    """A table that goes on from hand to hand: stacks are carried on, and the button moves."""

    header: Header
    seats: dict[int, Seat]
    button: int
    clock: datetime
    buy_ins: list[BoughtIn] = field(default_factory=list)
    hands: int = 0
    ended: datetime | None = None
    """When the last hand was over."""
    cancelled: bool = False
    """Whether the last hand was called off: the button stays."""
    faulted: bool = False
    """Whether the last hand had a fault: what it left to the next may not be on record."""


def plays_spread(house: House) -> bool:
    """Whether the house offers spread limit beside fixed limit, and means just these two."""
    return sorted(house.rules.structure) == ["fixed", "spread"]


def new_table(
    house: House, game: Game, rng: Random, number: int, *, spread: bool = False, chips: bool = False
) -> Session:
    """A table of two to eight players at stakes for which the house's antes and bring-ins are known.

    With `spread` any bet from 1 to 5 is allowed there; with `chips` it has a smallest chip, if one pays its bets.
    """
    small, big = rng.choice(_stakes(house))
    header = Header(
        hand_id="0",
        game=game,
        small=small,
        big=big,
        currency="USD",
        decimals=2,
        table=f"Table {number}",
        max_seats=house.rules.seats_max,
        house=house.name if house.name in house_names() else None,
    )
    ante, bring_in = ante_due(header, house.rules), bring_in_due(header, house.rules)
    header = replace(
        header,
        ante=ante.amount if ante else max(small // _ANTE_SHARE, 1),
        bring_in=bring_in.amount if bring_in else max(small // _BRING_IN_SHARE, 1),
    )
    if spread:
        header = replace(header, structure="spread", small=None, big=None, spread_min=100, spread_max=500)
        header = replace(header, ante=20, bring_in=100)
    if chips:
        header = in_chips(header)
    players = rng.choices((2, 3, 4, 5, 6, 7, 8), (1, 1, 2, 2, 3, 3, 4))[0]
    seats = sorted(rng.sample(range(1, 9), min(players, house.rules.seats_max)))
    names = rng.sample(NAMES, len(seats))
    table = Session(
        header,
        {seat: Seat(name, 0) for seat, name in zip(seats, names, strict=True)},
        button=rng.choice(seats),
        clock=datetime(2026, 3, 1, 18, 0) + timedelta(minutes=rng.randrange(60 * 24 * 90)),
    )
    for seat in seats:
        _buy_in(table, seat, house, rng)
    return table


def in_chips(header: Header) -> Header:
    """With the largest usual chip that pays ante, bring-in, and bets as the smallest one."""
    amounts = (header.ante or 0, header.bring_in or 0, header.small or 0, header.big or 0)
    return replace(header, chip=next((chip for chip in _CHIPS if not any(amount % chip for amount in amounts)), None))


def reseat(table: Session, players: int, stacks: Callable[[], int]) -> None:
    """As if the log began in the middle of a session: so many players, with any stacks, and nothing bought."""
    names = [name for name in NAMES if name not in {seat.player for seat in table.seats.values()}]
    free = [seat for seat in range(1, max(players, 8) + 1) if seat not in table.seats]
    while len(table.seats) < players:
        table.seats[free.pop(0)] = Seat(names.pop(), 0)
    table.buy_ins = []
    table.hands = 1
    chip = table.header.chip or 1
    for seat in table.seats.values():
        seat.stack = -(-stacks() // chip) * chip


def prepare(table: Session, house: House, rng: Random) -> None:
    """Between hands: broke players buy in again, now and then one tops up, the button goes on."""
    table.hands += 1
    table.clock += timedelta(seconds=rng.randrange(5, 40))
    if table.hands > 1:
        table.buy_ins = []
        if house.rules.button_moves != "frozen" and not table.cancelled:
            table.button = next((seat for seat in sorted(table.seats) if seat > table.button), min(table.seats))
    for seat in sorted(table.seats):
        if not table.seats[seat].stack:
            _buy_in(table, seat, house, rng)


def _buy_in(table: Session, seat: int, house: House, rng: Random) -> None:
    """Mostly a comfortable stack; sometimes, where the house allows it, one that will soon be all-in."""
    small = table.header.small or table.header.spread_min or 1
    multiple = house.rules.buyin_min_mult
    least = int(small * multiple) if multiple else 0
    amount = small * rng.randrange(20, 80)
    if rng.random() < 0.25:
        amount = max(least, rng.randrange(small, 10 * small))
    amount -= amount % -(table.header.chip or 1)
    table.seats[seat].stack += amount
    table.buy_ins.append(BoughtIn(seat, amount, "sit" if table.hands < 1 else "rebuy"))


def publishes_antes(house: House) -> bool:
    """Whether the house says the antes of single stakes; only such are played there."""
    return bool(_published(house))


def _published(house: House) -> set[tuple[Decimal, Decimal]]:
    return {(small, big) for kind, small, big, _ in house.rules.ante_table if kind != "chips"}


def _stakes(house: House) -> list[tuple[int, int]]:
    chosen = _published(house) or {(Decimal(small), Decimal(big)) for small, big in _STAKES[1:]}
    return sorted((int(small.scaleb(2)), int(big.scaleb(2))) for small, big in chosen)
