"""How a hand was settled: its pots and who wins them, and player by player what was put in, returned, and won."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from stud_audit.checks.awards import hand_words, pot_word, seat_name
from stud_audit.explain.words import seats_words
from stud_audit.game.showdown import Contest
from stud_audit.model.cards import cards_text
from stud_audit.model.findings import Finding
from stud_audit.model.money import parse_amount
from stud_audit.record.replay import Replay
from stud_audit.record.seat_accounts import seat_rows
from stud_audit.record.settlement import Settlement

_OF_MONEY: Final = ("P", "S")
"""Families whose findings mean that chips may have gone to the wrong player."""


@dataclass(frozen=True, slots=True)
class AccountRow:
    """One player dealt in. Amounts are decimal strings; `due` is None where what they won is what was due.

    `difference` is what they are still owed, or with a minus got too much; None as `due`.
    """

    seat: int
    player: str
    put_in: str
    returned: str
    won: str
    net: str
    due: str | None
    difference: str | None
    cards: str


@dataclass(frozen=True, slots=True)
class Account:
    """The settlement. `open` says why it, or what was due, cannot be told."""

    pots: tuple[str, ...]
    rows: tuple[AccountRow, ...]
    rake: str | None
    open: str | None = None


def account_of(replay: Replay, findings: Iterable[Finding]) -> Account:
    """The account of a finished replay."""
    hand, settlement = replay.hand, Settlement(replay)
    findings = tuple(findings)
    due, question = _due(settlement, findings)
    unreturned = _unreturned(replay) if any(finding.code == "P602" for finding in findings) else {}
    off = replay.index.cancelled
    rows = []
    for row in seat_rows(replay):
        if not row.dealt_in:
            continue
        won = "?" if row.won is None else hand.money(row.won)
        owed = due.get(row.seat, "0") if due is not None else won
        if row.seat in unreturned and owed != "?":
            owed = hand.money(parse_amount(owed, hand.header.decimals) + unreturned[row.seat])
        rows.append(
            AccountRow(
                row.seat,
                row.player,
                hand.money(row.put_in),
                hand.money(row.put_in if off else row.returned),  # with or without a line that says so
                won,
                won if off else "?" if row.net is None else hand.money(row.net),
                None if owed == won else owed,
                None if owed == won else signed(Decimal(owed) - Decimal(won)),
                cards_text(row.cards),
            )
        )
    rake = settlement.books.rake
    told = () if hand.truncated or off else tuple(_pots(settlement))
    return Account(told, tuple(rows), None if rake is None else hand.money(rake), question)


def signed(amount: Decimal) -> str:
    """`+2.50` or `-2.50`, and a whole amount without decimals, as others are written."""
    return f"{amount:+.0f}" if amount == amount.to_integral_value() else f"{amount:+f}"


def _due(settlement: Settlement, findings: Iterable[Finding]) -> tuple[dict[int, str] | None, str | None]:
    """What is due by seat, where a finding doubts what was paid; else None: then it was paid as due."""
    if settlement.hand.truncated:
        return None, "the record ends before the hand does, and nothing is settled"
    if settlement.index.cancelled:
        return None, "the hand was called off, and all chips go back"
    doubts = [finding for finding in findings if finding.code[0] in _OF_MONEY and finding.code != "S704"]
    if not doubts:
        return None, None
    payments = next((finding.settlement for finding in doubts if finding.settlement), None)
    if payments is None:
        payments = settlement.payments
    if payments is None:
        return None, "what is due to each player cannot be told from this log"
    return {payment.seat: payment.due for payment in payments}, None


def _unreturned(replay: Replay) -> dict[int, int]:
    """What is still to go back of bets that nobody called; negative for who had more back than that."""
    left = replay.state.uncalled()
    for seat, player in replay.state.players.items():
        left[seat] = left.get(seat, 0) - player.overreturned
    return {seat: chips for seat, chips in left.items() if chips}


def _pots(settlement: Settlement) -> Iterator[str]:
    contests = settlement.showdown.contests
    for contest in contests:
        name = "the pot" if len(contests) == 1 else pot_word(contest.pot.name)
        head = f"{name}, {settlement.money(contest.pot.amount)}"
        yield f"{head}: {_won_by(contest, settlement)}"


def _won_by(contest: Contest, settlement: Settlement) -> str:
    showdown = settlement.showdown
    if not contest.contested:
        return f"{seat_name(settlement, contest.pot.contenders[0])} alone contends for it"
    contend = f"{seats_words(contest.pot.contenders)} contend"
    if contest.unknown:
        return f"{contend}; who wins cannot be told: the cards of {seats_words(contest.unknown)} are not all known"
    if not showdown.halved:
        return f"{contend}; {_best(contest.winners, settlement, False)}"
    high = _best(contest.high, settlement, False)
    if not contest.low:
        return f"{contend}; {high}; nobody has a qualifying low"
    return f"{contend}; high: {high}; low: {_best(contest.low, settlement, True)}"


def _with_article(words: str) -> str:
    """`a pair of Tens`, `a full house, Queens full of Threes`; the rest stand as they are."""
    return f"a {words}" if words.startswith(("pair", "straight", "flush", "full house")) else words


def _best(seats: tuple[int, ...], settlement: Settlement, low: bool) -> str:
    words = _with_article(hand_words(settlement, seats[0], "low" if low else None))
    if len(seats) == 1:
        return f"{seat_name(settlement, seats[0])} wins with {words}"
    return f"{seats_words(seats)} share it with {words}"
