"""What an audit says: findings, and the tallies of everything that was judged."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from typing import Any, Final, Literal

Verdict = Literal["violation", "review"]
Severity = Literal["S1", "S2", "S3", "S4"]
Who = Literal["player", "software", "operator", "log"]
MEANING: Final = ("house", "code", "verdict", "hand_id", "street", "seat", "player", "expected", "actual")
"""The fields that two findings of the same have in common, wherever each stands."""
SEVERITIES: Final[dict[str, str]] = {
    "S1": "money or cards wrong",
    "S2": "option or turn wrong",
    "S3": "procedure",
    "S4": "cosmetic",
}
ANSWERABLE: Final[dict[str, str]] = {
    "player": "the player",
    "software": "the dealer or the site",
    "operator": "the configuration",
    "log": "the record itself",
}


@dataclass(frozen=True, slots=True)
class Related:
    """A line that a finding rests on."""

    file: str
    line: int
    column: int
    end_column: int
    note: str


@dataclass(frozen=True, slots=True)
class Readings:
    """Which readings of the house's text pass and fail, and whose rule was used where it is silent."""

    passing: tuple[str, ...] = ()
    failing: tuple[str, ...] = ()
    silent: bool = False
    fallback: str | None = None


@dataclass(frozen=True, slots=True)
class Payment:
    """What a player was paid and what was due to them, as decimal strings."""

    seat: int
    player: str
    paid: str
    due: str


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong, or that a person should look at. Fields as in the JSON output."""

    code: str
    name: str
    verdict: Verdict
    severity: Severity
    who: Who
    house: str | None
    house_version: str | None
    clauses: tuple[str, ...]
    file: str
    hand_id: str | None
    hand_index: int | None
    line: int
    column: int
    end_column: int
    street: int | None
    seat: int | None
    player: str | None
    message: str
    expected: str | None
    actual: str | None
    money_effect: str | None = None
    readings: Readings = field(default_factory=Readings)
    settlement: tuple[Payment, ...] | None = None
    related: tuple[Related, ...] = ()
    hand_key: str | None = None
    event_no: int | None = None

    def to_dict(self) -> dict[str, Any]:
        """The finding with the keys of the JSON output, in their order."""
        record = asdict(self)
        record["readings"] = {
            "pass": list(self.readings.passing),
            "fail": list(self.readings.failing),
            "silent": self.readings.silent,
            "fallback": self.readings.fallback,
        }
        return record


def meaning(field_of: Callable[[str], Any]) -> tuple[Any, ...]:
    """What a finding says, by the fields of `MEANING`; one outside of hands has its message for what was found."""
    outside = field_of("hand_id") is None
    return tuple([field_of("message" if outside and name == "actual" else name) for name in MEANING])
