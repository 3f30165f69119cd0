"""Pots that are paid as plainly as can be: whole, or in parts that leave no odd chip, to the hands that win them.

That no reading of the house would have it otherwise is part of it. The checks of other pots are asked.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence, Set

from stud_audit.game.games import GameRules
from stud_audit.game.pots import Pot, contributions, pots
from stud_audit.game.showdown import Contest, contest_of, high_and_low, ranked
from stud_audit.game.stakes import smallest_chip
from stud_audit.game.table import Player, Table
from stud_audit.houses.rules import Rules
from stud_audit.model.cards import Cards
from stud_audit.model.hand import Header
from stud_audit.model.rows import Row
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
    awards: Sequence[Row],
    totals: Mapping[str | None, int],
    mucked: Set[int],
) -> Paid | None:
    """How the pots of a finished hand were paid; None where that is not plain.

    `shown` are whole hands that were revealed, `totals` what is stated of the pots by name (None: of all).
    """
    live = table.live()
    made = pots(contributions(table), live)
    try:
        hands = _hands(table, live, shown)
    except _NotPlain:
        return None
    return paid_of(made, hands, header, game, terms, awards, totals, mucked)


def paid_of(
    made: Sequence[Pot],
    hands: Mapping[int, Cards],
    header: Header,
    game: GameRules,
    terms: Terms,
    awards: Sequence[Row],
    totals: Mapping[str | None, int],
    mucked: Set[int],
) -> Paid | None:
    """How these pots were paid; None where that is not plain. `hands` are those of all who contend, if they are two."""
    names = [pot.name for pot in made]
    named = {award.pot for award in awards}
    if not made or (len(made) > 1 and None in named) or not named <= {None, *names}:
        return None
    try:
        contests = _contests(made, hands, game, terms)
        chips = _chips(header, terms)
        paid, ways = [], set()
        for contest in contests:
            own = [award for award in awards if len(made) == 1 or award.pot == contest.pot.name]
            ways.add(_way(contest, own, chips, terms.halving, mucked))
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


def _contests(made: Sequence[Pot], hands: Mapping[int, Cards], game: GameRules, terms: Terms) -> list[Contest]:
    """Who wins each pot, which no reading of the house changes."""
    if not hands:
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


def _way(
    contest: Contest, awards: Sequence[Row], chips: Sequence[int], halving: Sequence[Rules], mucked: Container[int]
) -> Situation:
    """How a pot was paid, to those who win it, as no reading of the house would have it otherwise."""
    total = sum([award.amount for award in awards])
    high, low, winners = contest.high, contest.low, contest.winners
    if total > contest.pot.amount or (contest.contested and any(seat in mucked for seat in winners)):
        raise _NotPlain
    labelled = any(award.half is not None for award in awards)
    parts = labelled and bool(high) and bool(low)  # else a half says no more than its pot
    paid: dict[tuple[str, int], int] = {}
    for award in awards:
        part = ((award.half or "") if parts else "", award.seat)
        if labelled and award.half is None:
            raise _NotPlain
        if labelled and not parts and award.half != ("high" if high else "low"):
            raise _NotPlain
        paid[part] = paid.get(part, 0) + award.amount
    twice = len(awards) > len(paid)
    if twice and not (high and high == low and len(awards) == 2):
        raise _NotPlain
    if high and low:
        due = _halves(high, low, total, chips, halving, parts)
        if twice and min(award.amount for award in awards) != total // 2:
            raise _NotPlain
    else:
        share, odd = divmod(total, len(winners))
        if odd or any(share % chip for chip in chips):  # broken chips are the house's matter
            raise _NotPlain
        due = {("", seat): share for seat in winners}
    if paid != due:
        raise _NotPlain
    return (contest.contested, len(high), len(low), len(winners), labelled, bool(high and low and total % 2), twice)


def _halves(
    high: tuple[int, ...], low: tuple[int, ...], total: int, chips: Sequence[int], halving: Sequence[Rules], parts: bool
) -> dict[tuple[str, int], int]:
    """What is due to the winners of a high and a low half, one of each, told apart by half where there are `parts`."""
    if len(high) + len(low) > 2 or (max(chips) > 1 and any(total % (2 * chip) for chip in chips)):
        raise _NotPlain
    of_high, of_low = high_and_low(total, 1, halving[0])
    if any(high_and_low(total, 1, rules) != (of_high, of_low) for rules in halving[1:]):
        raise _NotPlain
    if parts:
        return {("high", high[0]): of_high, ("low", low[0]): of_low}
    return {("", high[0]): total} if high == low else {("", high[0]): of_high, ("", low[0]): of_low}
