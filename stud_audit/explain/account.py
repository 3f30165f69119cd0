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
from stud_audit.model.events import RakeTaken
from stud_audit.model.findings import Finding
from stud_audit.model.hand import Hand
from stud_audit.record.replay import Replay
from stud_audit.record.seat_accounts import seat_rows
from stud_audit.record.settlement import Settlement

_OF_MONEY: Final = ("P", "S")
"""Families whose findings mean that chips may have gone to the wrong player."""
_OF_WORDS: Final = ("P601", "S704")
"""Those of them that are of what the log says, and not of what was paid."""


@dataclass(frozen=True, slots=True)
class AccountRow:
    """One player dealt in. Amounts are decimal strings, `?` where the record does not say who is paid.

    `due` is None where it cannot be told. What of an uncalled bet was not returned is due beside the pot, and what was
    returned of no such bet is taken off. `difference` is what they are still owed, or with a minus got too much; None
    where that is nothing, or cannot be told.
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
    due, question = _due(settlement, findings)
    off = replay.index.cancelled
    rows = []
    for row in seat_rows(replay):
        if not row.dealt_in:
            continue
        won, net = (None if units is None else hand.money(units) for units in (row.won, row.net))
        owed = None if question else won if due is None else due.get(row.seat, "0")
        rows.append(
            AccountRow(
                row.seat,
                row.player,
                hand.money(row.put_in),
                hand.money(row.put_in if off else row.returned),  # with or without a line that says so
                won or "?",
                (won if off else net) or "?",
                owed,
                None if owed is None or won is None or owed == won else signed(Decimal(owed) - Decimal(won)),
                cards_text(row.cards),
            )
        )
    rake = settlement.books.rake
    told = () if hand.truncated or off else tuple(_pots(settlement))
    return Account(told, tuple(rows), None if rake is None else hand.money(rake), question)


def signed(amount: Decimal) -> str:
    """`+2.50` or `-2.50`, and a whole amount without decimals, as others are written."""
    return f"{amount:+.0f}" if amount == amount.to_integral_value() else f"{amount:+f}"


def doubts_of_money(hand: Hand, findings: Iterable[Finding]) -> list[Finding]:
    """The findings that mean that chips may have gone to the wrong player."""
    return [
        finding
        for finding in findings
        if finding.code[0] in _OF_MONEY and finding.code not in _OF_WORDS and not _of_the_rake_line(hand, finding)
    ]


def _of_the_rake_line(hand: Hand, finding: Finding) -> bool:
    """Whether the rake is misprinted, and all awards are right."""
    number = finding.event_no
    return finding.code == "P604" and number is not None and isinstance(hand.events[number - 1], RakeTaken)


def _due(settlement: Settlement, findings: Iterable[Finding]) -> tuple[dict[int, str] | None, str | None]:
    """What is due by seat, where a finding doubts what was paid; else None: then it was paid as due."""
    hand = settlement.hand
    if hand.truncated:
        return None, "the record ends before the hand does, and nothing is settled"
    if settlement.index.cancelled:
        return None, "the hand was called off, and all chips go back"
    doubts = doubts_of_money(hand, findings)
    if not doubts:
        return None, None
    payments = next((finding.settlement for finding in doubts if finding.settlement), None)
    if payments is None:
        payments = settlement.payments
    if payments is None:
        return None, "what is due to each player cannot be told from this log"
    per_chip = Decimal(10) ** hand.header.decimals
    due = {payment.seat: int(Decimal(payment.due) * per_chip) for payment in payments}
    over = int(sum(Decimal(one.money_effect or 0) for one in doubts if one.code == "P605") * per_chip)
    if over and not _rake_back(due, over, settlement):
        return None, f"the rake was {hand.money(over)} too much, and whose chips these are cannot be told from this log"
    if any(finding.code == "P602" for finding in doubts):
        _bets_back(due, settlement)
    return {seat: hand.money(amount) for seat, amount in due.items()}, None


def _rake_back(due: dict[int, int], over: int, settlement: Settlement) -> bool:
    """Adds what was taken as rake beyond what may be to what is due; False where it cannot be told to whom."""
    winners = [seat for seat, amount in due.items() if amount]
    if len(winners) == 1:
        due[winners[0]] += over
        return True
    dues = settlement.dues
    if dues is None or len(dues) > 1:
        return False
    parts = settlement.shares(dues[0].contest, dues[0].net + over)
    due.update(parts or {})
    return parts is not None


def _bets_back(due: dict[int, int], settlement: Settlement) -> None:
    """Adds what is still to be returned of uncalled bets, and takes off what was returned of none."""
    left = settlement.state.uncalled()
    for seat, player in settlement.state.players.items():
        due[seat] = due.get(seat, 0) + left.get(seat, 0) - player.overreturned


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
    words = _with_article(hand_words(settlement, seats[0], "low" if low else None, least=True))
    if len(seats) == 1:
        return f"{seat_name(settlement, seats[0])} wins with {words}"
    return f"{seats_words(seats)} share it with {words}"
