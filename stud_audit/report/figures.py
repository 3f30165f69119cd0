"""The figures of a report: findings counted by what they have in common, with rates, money, and rake."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from heapq import nsmallest
from typing import Any, Final, NamedTuple

import pandas as pd

from stud_audit.report.frames import AuditResult

NONE: Final = "(none)"
"""Stands where a hand or finding has no value: no table named, no date, no player."""
_NO_VIOLATION: Final = "S9"
"""Ranks a hand with reviews alone behind every severity."""


@dataclass(frozen=True, slots=True)
class Tally:
    """Findings with something in common. `hands` are those with such a finding, `base` those that could have one."""

    key: tuple[str, ...]
    violations: int
    reviews: int
    hands: int
    base: int


class WorstHand(NamedTuple):
    """One hand with its findings in short; `message` is that of its gravest, `settlement` who is owed what by it."""

    key: str
    verdict: str
    place: str
    hand_id: str
    codes: str
    money: str
    settlement: str
    clauses: str
    message: str


def _worst_hand(hand: Any, key: str, group: pd.DataFrame) -> WorstHand:
    ordered = group.sort_values(["verdict", "severity", "line"], ascending=[False, True, True])
    first = ordered.iloc[0]
    money = group["money_effect"].max()
    return WorstHand(
        key,
        f"{first['verdict']}, {first['severity']}",
        f"{first['file']}:{first['line']}",
        str(hand["hand_id"]) if not pd.isna(hand["hand_id"]) else "",
        ", ".join(f"{code} ({n} times)" if n > 1 else code for code, n in Counter(ordered["code"]).items()),
        "" if pd.isna(money) else f"{amount(money)} {hand['currency']}",
        _settled(first["settlement"]),
        ", ".join(first["clauses"]),
        str(first["message"]),
    )


def _settled(payments: Any) -> str:
    """`seat 8 is owed 0.32; seat 4 got 0.32 too much`; empty where the finding is not about that."""
    if payments is None or payments is pd.NA or len(payments) == 0:
        return ""
    owed = [(pay["seat"], pay["due"] - pay["paid"]) for pay in payments]
    told = [f"seat {seat} is owed {amount(left)}" for seat, left in owed if left > 0]
    return "; ".join(told + [f"seat {seat} got {amount(-left)} too much" for seat, left in owed if left < 0])


class Figures:
    """What is counted in a dataset. Frames are made once, when they are first asked for."""

    def __init__(self, result: AuditResult) -> None:
        self.result = result

    @cached_property
    def hands(self) -> pd.DataFrame:
        """The hands with their stake, table, and day as text."""
        hands = self.result.hands
        return hands.assign(stake=_stakes(hands), place=_tables(hands), day=_days(hands))

    @cached_property
    def audited(self) -> pd.DataFrame:
        """The hands that were judged: parsed, of a game that is audited, and each once, however often it is told."""
        return self._judged[self._judged["retells"].isna()]

    @cached_property
    def retold(self) -> pd.DataFrame:
        """The others that were judged: they tell again what another record tells, and count with it."""
        return self._judged[self._judged["retells"].notna()]

    @cached_property
    def _judged(self) -> pd.DataFrame:
        return self.hands[(self.hands["status"] == "parsed") & self.hands["problem"].isna()]

    @cached_property
    def findings(self) -> pd.DataFrame:
        """The findings, each with what is known of its hand."""
        columns = ["hand_key", "dialect", "currency", "stake", "place", "day"]
        joined: pd.DataFrame = self.result.findings.merge(self.hands[columns], on="hand_key", how="left")
        return joined

    def by(self, keys: Sequence[str], base: Sequence[str] | None = None, whole: bool = False) -> list[Tally]:
        """The findings counted by these columns, most violations first.

        `base` are the columns by which the audited hands are counted for the rates; without it all of them are. Where
        the counts are `whole`, values without findings are among them; the columns of both have to be the same then.
        """
        tallies = _tallies(self.findings, keys, self.bases(base or ()))
        if whole:
            found = {tally.key for tally in tallies}
            tallies += [Tally(key, 0, 0, 0, size) for key, size in self.bases(keys).items() if key not in found]
        return tallies

    def by_clause(self) -> list[Tally]:
        """By house and clause. A finding that cites two clauses counts for both."""
        cited = self.findings.explode("clauses")
        return _tallies(cited, ["house", "clauses"], self.bases(["house"]))

    def by_player(self) -> list[Tally]:
        """By site and player, over the hands that they were dealt into; findings of no single player are left out."""
        findings = self.findings[self.findings["player"].notna()]
        seats = self.result.seats
        dealt = seats[seats["dealt_in"] & seats["player"].isin(findings["player"])]
        dealt = dealt.merge(self.audited[["hand_key", "dialect"]], on="hand_key")
        return _tallies(findings, ["dialect", "player"], _sizes(dealt, ["dialect", "player"]))

    def worst(self, most: int) -> list[WorstHand]:
        """The hands with the gravest findings: by severity of their violations, money effect, and number."""
        found = self.findings[self.findings["hand_key"].notna()]
        hands = self.hands.set_index("hand_key")
        # A data frame for each hand takes a minute where there are many: only those that are shown get one.
        ranks: dict[str, list[Any]] = {}
        columns = ("hand_key", "verdict", "severity", "money_effect", "file", "line")
        for key, verdict, severity, money, file, line in zip(*(found[name].tolist() for name in columns), strict=True):
            rank = ranks.setdefault(key, [_NO_VIOLATION, Decimal(0), 0, 0, file, line])
            if verdict == "violation":
                rank[0] = min(rank[0], severity)
                rank[2] -= 1
            rank[1] = rank[1] if pd.isna(money) else min(rank[1], -money)
            rank[3] -= 1
            rank[5] = min(rank[5], line)
        gravest = nsmallest(most, ranks, key=lambda key: (*ranks[key], key))
        groups = dict(iter(found[found["hand_key"].isin(gravest)].groupby("hand_key", observed=True)))
        return [_worst_hand(hands.loc[key], key, groups[key]) for key in gravest]

    def money(self) -> list[tuple[str, ...]]:
        """Code, name, verdict, currency, findings with a money effect, and the total of these."""
        stated = self.findings[self.findings["money_effect"].notna()]
        rows: list[tuple[str, ...]] = []
        for key, group in _groups(stated, ["code", "name", "verdict", "currency"]):
            rows.append((*key, str(len(group)), amount(group["money_effect"].sum())))
        return rows

    def rake(self) -> list[tuple[str, ...]]:
        """Stake, hands with a rake on record, their pots, their rake, its share, and the largest share of a hand."""
        raked = self.audited[self.audited["rake"].notna() & (self.audited["pot"] > 0)]
        rows: list[tuple[str, ...]] = []
        for (stake,), group in _groups(raked, ["stake"]):
            pot, rake = group["pot"].sum(), group["rake"].sum()
            shares = [r / p for r, p in zip(group["rake"], group["pot"], strict=True)]
            rows.append((stake, str(len(group)), amount(pot), amount(rake), percent(rake / pot), percent(max(shares))))
        return rows

    def bases(self, keys: Sequence[str]) -> dict[tuple[str, ...], int]:
        """How many audited hands have each value of these columns; all of them where there are no columns."""
        return _sizes(self.audited, keys)


def _tallies(findings: pd.DataFrame, keys: Sequence[str], bases: dict[tuple[str, ...], int]) -> list[Tally]:
    """`bases` are by the first of the keys that it has, or one number for all."""
    width = len(next(iter(bases), ()))
    tallies = []
    for key, group in _groups(findings, keys):
        violations = int((group["verdict"] == "violation").sum())
        hands = int(group["hand_key"].nunique())
        tallies.append(Tally(key, violations, len(group) - violations, hands, bases.get(key[:width], 0)))
    return sorted(tallies, key=lambda tally: (-tally.violations, -tally.reviews, tally.key))


def _sizes(hands: pd.DataFrame, keys: Sequence[str]) -> dict[tuple[str, ...], int]:
    if not keys:
        return {(): len(hands)}
    sizes = hands.groupby(list(keys), dropna=False, sort=False, observed=True).size()
    return {_named(key if isinstance(key, tuple) else (key,)): int(size) for key, size in sizes.items()}


def _groups(frame: pd.DataFrame, keys: Sequence[str]) -> list[tuple[tuple[str, ...], pd.DataFrame]]:
    """The rows by their values in these columns, as text; a missing value is one of them."""
    if frame.empty:
        return []
    grouped = frame.groupby(list(keys), dropna=False, sort=False, observed=True)
    return sorted(((_named(key), group) for key, group in grouped), key=lambda pair: pair[0])


def _named(key: tuple[Any, ...]) -> tuple[str, ...]:
    return tuple(NONE if pd.isna(part) else str(part) for part in key)


# --- what hands have in common, as text ----------------------------------------------------------


def _stakes(hands: pd.DataFrame) -> pd.Series[Any]:
    """`0.04/0.08 USD`, `1 to 5 USD, spread`."""
    columns = ["small", "big", "spread_min", "spread_max", "structure", "currency"]
    names = {key: _stake(*key) for key in set(hands[columns].itertuples(index=False, name=None))}
    texts = [names[key] for key in hands[columns].itertuples(index=False, name=None)]
    return pd.Series(texts, index=hands.index, dtype="string[pyarrow]")


def _stake(small: Any, big: Any, least: Any, most: Any, structure: str, currency: str) -> str | None:
    if not pd.isna(least) and not pd.isna(most):
        return f"{amount(least)} to {amount(most)} {currency}, spread"
    if pd.isna(small) or pd.isna(big):
        return None
    other = "" if structure == "fixed" else f", {structure} limit"
    return f"{amount(small)}/{amount(big)} {currency}{other}"


def _tables(hands: pd.DataFrame) -> pd.Series[Any]:
    """The table's name, in a tournament with its number."""
    columns = ["tournament", "table"]
    texts = [_table(*key) for key in hands[columns].itertuples(index=False, name=None)]
    return pd.Series(texts, index=hands.index, dtype="string[pyarrow]")


def _table(tournament: Any, table: Any) -> str | None:
    parts = [] if pd.isna(tournament) else [f"tournament {tournament}"]
    if not pd.isna(table):
        parts.append(str(table))
    return ", ".join(parts) or None


def _days(hands: pd.DataFrame) -> pd.Series[Any]:
    days: pd.Series[Any] = hands["played_at"].dt.strftime("%Y-%m-%d").astype("string[pyarrow]")
    return days


def amount(value: Any) -> str:
    """An amount as a plain decimal: `80`, `41.20`, `0.125`."""
    whole, _, fraction = f"{value:f}".partition(".")
    fraction = fraction.rstrip("0")
    return f"{whole}.{fraction.ljust(2, '0')}" if fraction else whole


def money_effect(findings: pd.DataFrame) -> list[str]:
    """The money effect of the findings that state one, currency by currency: `41.20 USD`."""
    totals = findings.groupby("currency", observed=True)["money_effect"].sum(min_count=1).dropna()
    return [f"{amount(total)} {currency}" for currency, total in totals.items() if total]


def percent(share: Any) -> str:
    """A share as per cent with two decimals."""
    return f"{share * 100:.2f} %"


def rate(count: int, hands: int) -> str:
    """A count per 1,000 hands with two decimals; nothing where there are no hands to count by."""
    return f"{1000 * count / hands:.2f}" if hands else ""
