"""Pots that are paid as plainly as can be to the hands that win them: whole, or in parts that leave no odd chip.

Only the halves of one pot may differ, by a single chip. That no reading of the house would have it otherwise is part
of it. The checks of other pots are asked.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence, Set

from stud_audit.game.games import GameRules
from stud_audit.game.pots import Pot, contributions, pots
from stud_audit.game.showdown import Contest, contest_of, ranked
from stud_audit.game.stakes import smallest_chip
from stud_audit.game.table import Player, Table
from stud_audit.model.cards import Cards
from stud_audit.model.events import Half, PotAwarded
from stud_audit.model.hand import Header
from stud_audit.pipeline.situations import Situation, Terms
from stud_audit.record.known_cards import HAND


class _NotPlain(Exception):
    pass


class Paid:
    """How the pots were paid: how many, the different ways, and whether somebody has a low."""

    def __init__(self, pots: int, ways: frozenset[Situation], low: bool) -> None:
        self.pots, self.ways, self.low = pots, ways, low


def plainly_paid(
    table: Table,
    header: Header,
    game: GameRules,
    terms: Terms,
    shown: Mapping[int, Cards],
    awards: Sequence[PotAwarded],
    totals: Mapping[str | None, int],
    mucked: Set[int],
) -> Paid | None:
    """How the pots of a finished hand were paid; None where that is not plain.

    `shown` are whole hands that were revealed, `totals` what is stated of the pots by name (None: of all).
    """
    live = table.live()
    made = pots(contributions(table), live)
    names = [pot.name for pot in made]
    named = {award.pot for award in awards}
    if not made or (len(made) > 1 and None in named) or not named <= {None, *names}:
        return None
    try:
        contests = _contests(made, live, _hands(table, live, shown), game, terms)
        paid, ways = [], set()
        for contest in contests:
            own = [award for award in awards if len(made) == 1 or award.pot == contest.pot.name]
            ways.add(_way(contest, own, _chips(header, terms), mucked))
            paid.append(sum(award.amount for award in own))
    except _NotPlain:
        return None
    stated = {pot: amount for pot, amount in totals.items() if pot is not None}
    # Of single pots it is said what was paid out of them, or what they hold.
    nets, gross = dict(zip(names, paid, strict=True)), {pot.name: pot.amount for pot in made}
    if not (stated.items() <= nets.items() or stated.items() <= gross.items()):
        return None
    return Paid(len(made), frozenset(ways), any(contest.low for contest in contests))


def _hands(table: Table, live: Sequence[Player], shown: Mapping[int, Cards]) -> dict[int, Cards]:
    """The seven cards of all who contend, revealed or all dealt in sight; nothing where only one does."""
    hands: dict[int, Cards] = {}
    for player in live if len(live) > 1 else ():
        cards = shown.get(player.seat) or tuple(sorted({*player.cards, *table.community}))
        if len(cards) != HAND or -1 in cards:
            raise _NotPlain
        hands[player.seat] = cards
    return hands


def _contests(
    made: Sequence[Pot], live: Sequence[Player], hands: Mapping[int, Cards], game: GameRules, terms: Terms
) -> list[Contest]:
    """Who wins each pot, which no reading of the house changes."""
    if len(live) == 1:
        return [Contest(pot, pot.contenders) for pot in made]
    first, *others = [
        [contest_of(pot, worth) for pot in made] for worth in [ranked(hands, game, rules) for rules in terms.ranking]
    ]
    if any(other != first for other in others):
        raise _NotPlain
    return first


def _chips(header: Header, terms: Terms) -> list[int]:
    """The smallest chips that the readings of the house have."""
    return [smallest_chip(header, rules) or 1 for rules in terms.chips]


def _way(contest: Contest, awards: Sequence[PotAwarded], chips: Sequence[int], mucked: Container[int]) -> Situation:
    """How a pot was paid, to those who win it, in even parts but for the odd chip of two halves."""
    paid: dict[int, int] = {}
    for award in awards:
        paid[award.seat] = paid.get(award.seat, 0) + award.amount
    total, halves = sum(paid.values()), [(award.half, award.seat) for award in awards if award.half is not None]
    high, low, winners = contest.high, contest.low, contest.winners
    halved = bool(high and low)
    scoop = halved and len(winners) == 1  # one hand wins both halves, which may be told in two awards
    if total > contest.pot.amount or len(awards) > len(winners) + scoop or (halved and len(high) + len(low) > 2):
        raise _NotPlain
    won: list[tuple[Half, int]] = [*[("high", seat) for seat in high], *[("low", seat) for seat in low]]
    if halves and sorted(halves) != sorted(won):
        raise _NotPlain
    if contest.contested and any(seat in mucked for seat in winners):
        raise _NotPlain
    if paid.keys() != set(winners):
        raise _NotPlain
    more, single = 0, all(chip == 1 for chip in chips)
    if halved:
        # What the halves leave over is the house's matter, and part of the way: who has it, or that one hand has both.
        if not scoop:
            more = paid[high[0]] - paid[low[0]]
        else:
            more = awards[0].amount - awards[1].amount if len(awards) > 1 else total % 2
        if abs(more) > single:
            raise _NotPlain
    elif paid != dict.fromkeys(winners, total // len(winners)):
        raise _NotPlain
    # So is what a pot has beyond whole chips, where there are such.
    if not single and any(share % ((1 + scoop) * chip) for share in paid.values() for chip in chips):
        raise _NotPlain
    first = halves[0][0] if halves and scoop else bool(halves)
    return (contest.contested, len(high), len(low), len(winners), len(awards), first, more)
