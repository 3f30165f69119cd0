"""Pots that are paid as plainly as can be: whole, or in parts that leave no odd chip, to the hands that win them.

That no reading of the house would have it otherwise is part of it. The checks of other pots are asked.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence, Set

from stud_audit.game.games import GameRules
from stud_audit.game.pots import Pot, contributions, pots
from stud_audit.game.showdown import Ranked, best_of, high_and_low, ranked
from stud_audit.game.table import Player, Table
from stud_audit.houses.rules import Rules
from stud_audit.model.cards import Cards
from stud_audit.model.rows import Row
from stud_audit.pipeline.situations import Stakes, Terms
from stud_audit.record.known_cards import HAND

Seats = tuple[int, ...]


class Paid:
    """How the pots were paid: how many, the different ways, each a number, and whether somebody has a low."""

    def __init__(self, pots: int, ways: tuple[int, ...], low: bool) -> None:
        self.pots, self.ways, self.low = pots, ways, low


def plainly_paid(
    table: Table,
    stakes: Stakes,
    game: GameRules,
    terms: Terms,
    shown: Mapping[int, Cards],
    awards: list[Row],
    totals: dict[str | None, int],
    mucked: Set[int],
) -> Paid | None:
    """How the pots of a finished hand were paid; None where that is not plain.

    `shown` are whole hands that were revealed, `totals` what is stated of the pots by name (None: of all).
    """
    live = table.live()
    hands = _hands(table, live, shown)
    if hands is None:
        return None
    return paid_of(pots(contributions(table), live), hands, stakes, game, terms, awards, totals, mucked)


def _hands(table: Table, live: Sequence[Player], shown: Mapping[int, Cards]) -> dict[int, Cards] | None:
    """The seven cards of all who contend, revealed or all dealt in sight; nothing where only one does."""
    hands: dict[int, Cards] = {}
    for player in live if len(live) > 1 else ():
        cards = shown.get(player.seat) or tuple(sorted({*player.cards, *table.community}))
        if len(cards) != HAND or -1 in cards:
            return None
        hands[player.seat] = cards
    return hands


def paid_of(
    made: tuple[Pot, ...],
    hands: dict[int, Cards],
    stakes: Stakes,
    game: GameRules,
    terms: Terms,
    awards: list[Row],
    totals: dict[str | None, int],
    mucked: Container[int],
) -> Paid | None:
    """How these pots were paid; None where that is not plain. `hands` are those of all who contend, if they are two."""
    several = len(made) > 1
    rankings = [ranked(hands, game, rules) for rules in terms.ranking] if hands else []
    ways: list[int] = []
    nets: dict[str, int] = {}
    gross: dict[str, int] = {}
    some_low, paid = False, 0
    for pot in made:
        name, amount, contenders = pot.name, pot.amount, pot.contenders
        own = [award for award in awards if award.pot == name or (award.pot is None and not several)]
        net = sum([award.amount for award in own])
        won = _winners(contenders, rankings)
        if won is None or net > amount:
            return None
        high, low = won
        way = _way(net, high, low, len(contenders) > 1, own, stakes.chips, terms.halving, mucked)
        if way < 0:
            return None
        if way not in ways:
            ways.append(way)
        nets[name], gross[name] = net, amount
        some_low = some_low or bool(low)
        paid += len(own)
    if not made or paid < len(awards):
        return None
    stated = {pot: chips for pot, chips in totals.items() if pot is not None}
    # Of single pots it is said what was paid out of them, or what they hold.
    if stated and not (stated.items() <= nets.items() or stated.items() <= gross.items()):
        return None
    ways.sort()
    return Paid(len(made), tuple(ways), some_low)


def _winners(seats: Seats, rankings: list[Ranked]) -> tuple[Seats, Seats] | None:
    """Who wins a pot: the high half or all of it, and a low half; None where readings of the house differ on it."""
    if len(seats) < 2:
        return seats, ()
    won: tuple[Seats, Seats] | None = None
    for hands in rankings:
        now = best_of(hands.high, seats), best_of(hands.low, seats)
        if won is not None and now != won:
            return None
        won = now
    return won


def _way(
    total: int,
    high: Seats,
    low: Seats,
    contested: bool,
    awards: list[Row],
    chips: list[int],
    halving: tuple[Rules, ...],
    mucked: Container[int],
) -> int:
    """How the `total` of a pot was paid, to those who win it, as no reading of the house would have it otherwise.

    A number that stands for that; below 0 where it is not plain.
    """
    winners = tuple(dict.fromkeys((*high, *low))) if high and low else high or low
    if contested:
        for seat in winners:
            if seat in mucked:
                return -1
    labelled = False
    for award in awards:
        labelled = labelled or award.half is not None
    both = bool(high) and bool(low)
    parts = labelled and both  # else a half says no more than its pot
    paid: dict[int, int] = {}
    for award in awards:
        half = award.half
        if labelled and (half is None or (not parts and half != ("high" if high else "low"))):
            return -1
        part = 2 * award.seat + int(parts and half == "low")
        paid[part] = paid.get(part, 0) + award.amount
    twice = len(awards) > len(paid)
    if twice and not (high and high == low and len(awards) == 2):
        return -1
    if both:
        due = _halves(high, low, total, chips, halving, parts)
        if twice and min([award.amount for award in awards]) != total // 2:
            return -1
    else:
        share, odd = total // len(winners), total % len(winners)
        if odd:
            return -1
        for chip in chips:
            if share % chip:  # broken chips are the house's matter
                return -1
        due = {2 * seat: share for seat in winners}
    if not total:
        due = {}  # all of it is rake
    if paid != due:
        return -1
    counts = ((total > 0) << 8 | len(high)) << 8 | len(low)
    return (counts << 8 | len(winners)) << 4 | contested << 3 | labelled << 2 | (both and total % 2 > 0) << 1 | twice


def _halves(
    high: Seats, low: Seats, total: int, chips: list[int], halving: tuple[Rules, ...], parts: bool
) -> dict[int, int] | None:
    """What is due to the winners of a high and a low half, one of each, told apart by half where there are `parts`.

    None where that is not plain.
    """
    if len(high) + len(low) > 2 or (max(chips) > 1 and any(total % (2 * chip) for chip in chips)):
        return None
    of_high, of_low = high_and_low(total, 1, halving[0])
    for rules in halving[1:]:
        if high_and_low(total, 1, rules) != (of_high, of_low):
            return None
    if high == low and not parts:
        return {2 * high[0]: total}
    return {2 * high[0]: of_high, 2 * low[0] + int(parts): of_low}
