"""The corrected distribution: what each player is due by the cards, the pots, and the house's rules."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import gcd

from msgspec import Struct

from stud_audit.game.odd_chips import Tie, divide
from stud_audit.houses.rules import Rules
from stud_audit.model.events import Half, TotalStated
from stud_audit.model.findings import Payment
from stud_audit.model.money import amount_text
from stud_audit.record.awards import PotPaid, payouts
from stud_audit.record.books import books
from stud_audit.record.replay import Replay
from stud_audit.record.showdown import Contest


def chip_units(replay: Replay, rules: Rules) -> tuple[int, ...]:
    """The smallest chips in which the hand may have been paid.

    The house's unit; or else the hand's smallest unit, and the largest chip of which every amount of
    the hand is a multiple: a table that plays in dollars splits nine dollars as five and four.
    """
    decimals = replay.hand.header.decimals
    if rules.odd_chip_unit is not None:
        return (max(int(rules.odd_chip_unit.scaleb(decimals)), 1),)
    header, state = replay.hand.header, replay.state
    amounts = [header.small or 0, header.big or 0, state.rake or 0]
    amounts += [player.put for player in state.players.values()]
    amounts += [getattr(replay.script.event(number), "amount", 0) for number in state.awards]
    common = gcd(*amounts)
    return (1, common) if common > 1 else (1,)


class Due(Struct, frozen=True):
    """What is due out of one pot: its chips after rake, and each seat's part."""

    contest: Contest
    net: int
    shares: dict[int, int]


@lru_cache(maxsize=2)
def dues(replay: Replay, rules: Rules) -> tuple[Due, ...] | None:
    """What each player is due out of each pot; None where cards, button, or rake leave it open."""
    nets = net_pots(replay)
    if nets is None:
        return None
    showdown = replay.showdown
    unit = chip_units(replay, rules)[0]
    result = []
    for contest, net in zip(showdown.contests, nets, strict=True):
        parts = shares(contest, net, unit, replay, rules)
        if parts is None:
            return None
        result.append(Due(contest, net, parts))
    return tuple(result)


def net_pots(replay: Replay) -> tuple[int, ...] | None:
    """The chips of each pot after rake. Of several pots the rake must be none, or printed with them.

    Where the log prints no rake of each pot, what it paid out of a pot is taken as right as long as it
    leaves a rake that is possible.
    """
    book, pots = books(replay), replay.showdown.pots
    if book.rake is None:
        return (book.paid,) if len(pots) == 1 and book.paid <= pots[0].amount else None
    gross = tuple([pot.amount for pot in pots])
    if len(pots) == 1:
        return (gross[0] - book.rake,) if book.rake <= gross[0] else None
    if not book.rake:
        return gross
    paid = payouts(replay)
    candidates: Iterable[tuple[int, ...]] = (
        tuple([stated_pots(replay).get(pot.name, -1) for pot in pots]),
        tuple([pot.paid for pot in paid.pots]),
    )
    for nets in candidates:
        if len(nets) == len(gross) and _possible(gross, nets, book.rake):
            return nets
    return None


def _possible(gross: tuple[int, ...], nets: tuple[int, ...], rake: int) -> bool:
    taken = [before - after for before, after in zip(gross, nets, strict=True)]
    return min(taken) >= 0 and sum(taken) == rake


def stated_pots(replay: Replay) -> dict[str, int]:
    """The totals that the log states of single pots."""
    events = [replay.script.event(number) for number in replay.script.totals]
    return {event.pot: event.amount for event in events if isinstance(event, TotalStated) and event.pot is not None}


def shares(contest: Contest, net: int, unit: int, replay: Replay, rules: Rules) -> dict[int, int] | None:
    """Each winner's part of `net` chips of a pot; None where cards or the button leave it open."""
    halves = half_shares(contest, net, unit, replay, rules)
    if halves is None:
        return None
    highs, lows = halves
    return {seat: highs.get(seat, 0) + lows.get(seat, 0) for seat in dict.fromkeys((*highs, *lows))}


def half_shares(
    contest: Contest, net: int, unit: int, replay: Replay, rules: Rules
) -> tuple[dict[int, int], dict[int, int]] | None:
    """The same by halves, the high one first; a pot that is not halved is all in the first."""
    if not contest.contested:
        return {contest.pot.contenders[0]: net}, {}
    if contest.unknown:
        return None
    showdown = replay.showdown
    if not showdown.halved or not contest.low:
        whole = _tied(contest.winners, net, None, unit, replay, rules)
        return None if whole is None else (whole, {})
    lesser = net // (2 * unit) * unit
    high = lesser if rules.stud8_odd_chip == "low" else net - lesser
    highs = _tied(contest.high, high, "high", unit, replay, rules)
    lows = _tied(contest.low, net - high, "low", unit, replay, rules)
    return None if highs is None or lows is None else (highs, lows)


def _tied(
    seats: tuple[int, ...], amount: int, half: Half | None, unit: int, replay: Replay, rules: Rules
) -> dict[int, int] | None:
    if len(seats) == 1:
        return {seats[0]: amount}
    showdown = replay.showdown
    cards = {seat: hand for seat, hand in showdown.hands.items() if hand}
    tie = Tie(amount, dict.fromkeys(seats, 0), unit, half, not showdown.game.high, cards)
    return None if tie.needs_button(replay.state, rules) else divide(tie, replay.state, rules)


def settlement(replay: Replay, rules: Rules) -> tuple[Payment, ...] | None:
    """Every player who was paid or is due something; None where what is due cannot be told."""
    due_pots = dues(replay, rules)
    if due_pots is None:
        return None
    due: dict[int, int] = {}
    for pot in due_pots:
        for seat, share in pot.shares.items():
            due[seat] = due.get(seat, 0) + share
    decimals = replay.hand.header.decimals
    paid = paid_by_seat(replay)
    seats = replay.script.seats
    return tuple(
        Payment(
            seat,
            seats[seat].player if seat in seats else "",
            amount_text(paid.get(seat, 0), decimals),
            amount_text(due.get(seat, 0), decimals),
        )
        for seat in sorted(due.keys() | paid.keys())
        if due.get(seat) or paid.get(seat)
    )


def paid_by_seat(replay: Replay) -> dict[int, int]:
    """Seat to the chips that the award lines gave it."""
    paid: dict[int, int] = {}
    for number in replay.state.awards:
        event = replay.script.event(number)
        seat, amount = getattr(event, "seat", 0), getattr(event, "amount", 0)
        paid[seat] = paid.get(seat, 0) + amount
    return paid


def moved(paid: PotPaid, replay: Replay, rules: Rules) -> int | None:
    """The chips of one pot that went to the wrong players; None where what is due cannot be told."""
    due_pots = dues(replay, rules)
    if due_pots is None:
        return None
    due = next((pot for pot in due_pots if pot.contest is paid.contest), None)
    if due is None:
        return None
    seats = {award.seat for award in paid.awards}
    over = sum(max(paid.to(seat) - due.shares.get(seat, 0), 0) for seat in seats)
    return over + sum(award.amount for award in paid.others)
