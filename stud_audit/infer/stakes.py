"""Antes, bring-ins, and rake: what each stake has, and what of a house's tables and formulas it fits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from math import ceil
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from stud_audit.game.stakes import ante_due, bring_in_due, most_rake
from stud_audit.houses.rules import Kind, Rules, StakeTable
from stud_audit.infer.evidence import AGAINST, AGREES, NAMED, Found, Place, Score, in_use
from stud_audit.infer.question import Outcomes, Question
from stud_audit.model.events import AntePosted, RakeTaken, Wager
from stud_audit.model.hand import Hand, Header
from stud_audit.model.money import amount_decimal
from stud_audit.record.replay import Replay
from stud_audit.record.step import Step
from stud_audit.record.usual_amounts import ante_of_most

MOST: Final = 1000
"""Stakes that are kept apart."""
_PENNY: Final = Decimal("0.02")
_SHARES: Final = tuple(Fraction(number, 200) for number in range(1, 41))
"""Rates of rake that are tried: half a per cent to twenty."""


class Stake(NamedTuple):
    """A stake, in the currency or in chips."""

    kind: Kind
    small: Decimal
    big: Decimal


@dataclass(slots=True)
class Amounts:
    """What hands of one stake posted, and the first hand for each amount."""

    counts: Counter[Decimal] = field(default_factory=Counter)
    first: dict[Decimal, Place] = field(default_factory=dict)

    def add(self, amount: Decimal, place: Place) -> None:
        """One hand more."""
        self.counts[amount] += 1
        self.first.setdefault(amount, place)

    @property
    def usual(self) -> Decimal:
        """The amount of most hands; of two the smaller."""
        return min(self.counts, key=lambda amount: (-self.counts[amount], amount))


class Stakes:
    """Gathers the amounts of all hands, stake by stake."""

    def __init__(self) -> None:
        self.antes: dict[Stake, Amounts] = {}
        self.bring_ins: dict[Stake, Amounts] = {}
        self._full = Score()
        """Openings for the full bet."""
        self._over: Counter[Fraction] = Counter()
        """Rate to the hands whose rake is above it."""
        self._raked: list[Place] = []
        self._rakes = 0

    # --- questions --------------------------------------------------------------------------

    def questions(self, step: Step, file: str) -> Iterator[Question]:
        """What an opening of third street tells of its amount."""
        header, event, state = step.hand.header, step.event, step.state
        if step.turn != "opening" or state.street != 3 or state.round.bring_in_missing:
            return
        if header.structure != "fixed" or not header.small or not isinstance(event, Wager) or event.all_in:
            return
        full, amount = header.small, event.to
        if amount > full:
            return
        yield Question(
            "opening for the full bet",
            "full" if amount == full else "less",
            lambda rules: ("less", "full") if rules.bring_in_may_open_full else ("less",),
            step.number,
        )
        if amount == full:
            self._full.agree += 1
            return
        self._note(self.bring_ins, step.hand, amount, step.event.span.line, file)
        bare = without_stakes(step.hand.header)

        def due(rules: Rules) -> Outcomes | None:
            stake = bring_in_due(bare, rules)
            if stake is None:
                return None  # a table's amount, which the house does not publish
            return range(stake.amount, full) if rules.bring_in_any_between == "always" else stake.amounts

        yield Question("the bring-in's amount", amount, due, step.number)

    def endings(self, replay: Replay, file: str) -> Iterator[Question]:
        """What a finished hand tells of ante and rake."""
        hand, index = replay.hand, replay.index
        usual = ante_of_most(index)
        if usual is not None:
            numbers = index.of_type.get(AntePosted, [1])
            self._note(self.antes, hand, usual.amount, index.event(numbers[0]).span.line, file)
            bare = without_stakes(hand.header)

            def due(rules: Rules) -> Outcomes | None:
                stake = ante_due(bare, rules) if rules.ante_strict else None
                return stake.amounts if stake else None

            yield Question("the ante's amount", usual.amount, due, numbers[0])
            short = [n for n in numbers if _is_short(index.event(n), usual.amount)]
            if short:
                yield Question(
                    "an ante for less", "short",
                    lambda rules: ("full", "short") if rules.ante_short_allowed else ("full",), short[0],
                )  # fmt: skip
            late = any(index.event(n).street for n in numbers)
            yield Question(
                "when antes are posted", "late" if late else "before",
                lambda rules: ("before",) if rules.ante_before_deal else ("before", "late"), numbers[-1],
            )  # fmt: skip
        yield from self._rake(replay, file)

    def _rake(self, replay: Replay, file: str) -> Iterator[Question]:
        hand, pot, rake = replay.hand, replay.state.pot, replay.state.rake
        if not rake or pot <= 0 or hand.header.currency == "chips" or hand.truncated:
            return
        self._rakes += 1
        for share in _SHARES:
            if rake <= ceil(pot * share):
                break
            self._over[share] += 1
        if len(self._raked) < NAMED:
            self._raked.append(Place(file, hand.first_line, hand.header.hand_id))
        taken: int = rake

        def most(rules: Rules) -> Outcomes | None:
            allowed = most_rake(pot, hand.header, rules)
            return None if allowed is None else range(allowed + 1)

        yield Question("the rake", taken, most, replay.index.of_type.get(RakeTaken, [1])[0])

    def _note(self, of_stake: dict[Stake, Amounts], hand: Hand, amount: int, line: int, file: str) -> None:
        header = hand.header
        if header.small is None or header.big is None:
            return
        kind: Kind = "chips" if header.currency == "chips" else "cash"
        places = header.decimals
        stake = Stake(kind, amount_decimal(header.small, places), amount_decimal(header.big, places))
        if stake in of_stake or len(of_stake) < MOST:
            place = Place(file, line, header.hand_id)
            of_stake.setdefault(stake, Amounts()).add(amount_decimal(amount, places), place)

    # --- what they come to --------------------------------------------------------------------

    def found(self) -> Iterator[Found]:
        """The tables by stake, the formulas that fit them, and the rate of the rake."""
        if self.antes:
            yield Found("ante_table", _table(self.antes), _score(self.antes))
            ratio = self._ratio()
            if ratio is not None:
                yield Found("ante_ratio", ratio, _score(self.antes), note="the same share at every stake")
            yield from self._schedule()
        if self.bring_ins:
            yield self._mode()
            score = _score(self.bring_ins)
            yield Found("bring_in_table", _table(self.bring_ins), score)
            between = score.disagree > score.agree / 20
            # In fixed limit, "in spread limit only" says the same as never.
            open_values = () if between else (("spread", Score()), ("always", Score()))
            note = "amounts short of a full bet, but not the usual"
            yield Found("bring_in_any_between", "always" if between else "never", score, open_values, note)
        if self._rakes:
            yield self._rate()

    def _mode(self) -> Found:
        """Whether the bring-in is half the small bet, whatever the stake; half an odd bet may be rounded either way."""
        half = Score()
        for stake, amounts in self.bring_ins.items():
            for amount, hands in amounts.counts.items():
                half.count(AGREES if abs(2 * amount - stake.small) < _PENNY else AGAINST, amounts.first[amount], hands)
        if half.disagree * 50 > half.agree:
            note = f"half the small bet in {half.agree} of {half.agree + half.disagree} hands"
            other = Score(half.disagree, 0, 0.0, half.disagreeing)
            return Found("bring_in_mode", "table", other, note=note)
        full = self._full
        value = "half_or_full" if full.agree > half.agree / 50 else "half_small"
        rival = "half_small" if value == "half_or_full" else "half_or_full"
        return Found("bring_in_mode", value, half, ((rival, Score()), ("table", Score())))

    def _ratio(self) -> Fraction | None:
        shares = {Fraction(amounts.usual) / Fraction(stake.small) for stake, amounts in self.antes.items()}
        return shares.pop() if len(shares) == 1 and len(self.antes) > 1 else None

    def _schedule(self) -> Iterator[Found]:
        """How antes follow the small bet, where there are several stakes to compare."""
        for kind in ("cash", "chips"):
            rows = sorted((stake.small, amounts.usual) for stake, amounts in self.antes.items() if stake.kind == kind)
            steps = [(later[1] > earlier[1], later[1] == earlier[1]) for earlier, later in pairwise(rows)]
            if not steps:
                continue
            kept = [all(more for more, _ in steps), all(more or same for more, same in steps), True]
            known = ("increasing", "not_decreasing", "free")
            fitting = [value for value, fits in zip(known, kept, strict=True) if fits]
            fitting.sort(key=lambda value: value not in in_use("ante_schedule"))  # stable: else the strictest first
            note = f"{len(rows)} stakes in {'money' if kind == 'cash' else 'chips'}"
            wider = tuple((value, Score()) for value in fitting[1:])
            yield Found("ante_schedule", fitting[0], _score(self.antes), wider, note)
            return

    def _rate(self) -> Found:
        """The least rate that all but one hand in a hundred keep to; rather that of a house, if there is one."""
        least = next((share for share in _SHARES if self._over[share] * 100 <= self._rakes), _SHARES[-1])
        share = min([rate for rate in in_use("rake_pct") if rate in _SHARES and rate >= least], default=least)
        over = self._over[share]
        score = Score(self._rakes - over, over, 0.0, list(self._raked))
        rivals = ((least, Score()),) if share != least else ()
        return Found(
            "rake_pct", share, score, rivals, f"{_per_cent(least)} is the least rate that allows what was taken"
        )


def _per_cent(share: Fraction) -> str:
    return f"{float(100 * share):g}%"


def without_stakes(header: Header) -> Header:
    """The header as if it named neither ante nor bring-in: what a house's own rules say then."""
    return replace(header, ante=None, bring_in=None)


def _is_short(event: Any, usual: int) -> bool:
    return isinstance(event, AntePosted) and event.all_in and event.amount < usual


def _table(of_stake: dict[Stake, Amounts]) -> StakeTable:
    return StakeTable(tuple((*stake, amounts.usual) for stake, amounts in sorted(of_stake.items())))


def _score(of_stake: dict[Stake, Amounts]) -> Score:
    """Hands with their stake's usual amount, and hands with another."""
    score = Score()
    for amounts in of_stake.values():
        usual = amounts.usual
        for amount, hands in amounts.counts.items():
            score.count(AGREES if amount == usual else AGAINST, amounts.first[amount], hands)
    return score
