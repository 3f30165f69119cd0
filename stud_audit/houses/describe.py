"""A house as plain data, and two houses compared ruling by ruling."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

from stud_audit.houses.house import House
from stud_audit.houses.rulings import Clause, Ruling, Silence
from stud_audit.houses.schema import DOTTED, setting_text


def describe(house: House) -> dict[str, Any]:
    """The house in terms of JSON; the game's own clauses stand after those of the house."""
    return {
        "name": house.name,
        "title": house.title,
        "version": house.version,
        "digest": house.digest,
        "effective_from": day_text(house.effective_from),
        "effective_to": day_text(house.effective_to),
        "dates": house.dates,
        "clauses": [_clause(clause) for clause in (*house.clauses, *house.game_clauses)],
        "rulings": [_ruling(house, ruling) for ruling in house.rulings.values()],
        "silences": [_silence(silence) for silence in house.silences],
    }


def day_text(day: date | None) -> str | None:
    """A day in terms of JSON: null where it is not known, or has not come."""
    return None if day is None else day.isoformat()


def _clause(clause: Clause) -> dict[str, Any]:
    return {
        "id": clause.id,
        "text": clause.text,
        "subject": clause.subject,
        "checks": list(clause.checks),
        "rulings": [DOTTED[key] for key in clause.rulings],
        "needs": list(clause.needs),
    }


def _ruling(house: House, ruling: Ruling) -> dict[str, Any]:
    return {
        "key": DOTTED[ruling.key],
        "value": setting_text(ruling.value),
        "clauses": list(ruling.clauses),
        "who": ruling.who,
        "severity": ruling.severity,
        "silent": list(ruling.silent_streets) if ruling.silent_streets else ruling.silent,
        "closed": ruling.closed,
        "fallback": ruling.fallback,
        "readings": _readings(house, ruling.key),
        "note": ruling.note,
        "basis": ruling.basis,
    }


def _readings(house: House, key: str) -> list[dict[str, Any]]:
    return [
        {
            "name": reading.name,
            "value": setting_text(getattr(reading.rules, key)),
            "clauses": list(reading.clauses),
            "lenient": reading.lenient,
        }
        for reading in house.readings
        if key in reading.keys
    ]


def _silence(silence: Silence) -> dict[str, Any]:
    return {
        "topic": silence.topic,
        "rulings": [DOTTED[key] for key in silence.rulings],
        "fallback": silence.fallback,
        "note": silence.note,
    }


@dataclass(frozen=True, slots=True)
class Difference:
    """A setting on which two houses differ: in its value, in what else they leave open, or in silence.

    `key` is the setting as a field of `Rules`; `values` and `open_values` (of the other readings) are
    in terms of JSON, first house first, and so is `silent`.
    """

    key: str
    setting: str
    values: tuple[Any, Any]
    open_values: tuple[tuple[Any, ...], tuple[Any, ...]]
    silent: tuple[bool, bool]
    clauses: tuple[tuple[str, ...], tuple[str, ...]]

    def to_dict(self) -> dict[str, Any]:
        """In terms of JSON."""
        return {
            "setting": self.setting,
            "values": list(self.values),
            "open": [list(values) for values in self.open_values],
            "silent": list(self.silent),
            "clauses": [list(clauses) for clauses in self.clauses],
        }


def diff(a: House, b: House) -> tuple[Difference, ...]:
    """The settings on which two houses differ, in the order of the settings."""
    differences = []
    for key, dotted in DOTTED.items():
        sides = [_side(house, key) for house in (a, b)]
        (value, opened, silent, clauses), (value_b, opened_b, silent_b, clauses_b) = sides
        if (value, opened, silent) != (value_b, opened_b, silent_b):
            differences.append(
                Difference(key, dotted, (value, value_b), (opened, opened_b), (silent, silent_b), (clauses, clauses_b))
            )
    return tuple(differences)


def _side(house: House, key: str) -> tuple[Any, tuple[Any, ...], bool, tuple[str, ...]]:
    ruling = house.rulings.get(key)
    opened = tuple(setting_text(getattr(reading.rules, key)) for reading in house.readings if key in reading.keys)
    return (
        setting_text(getattr(house.rules, key)),
        opened,
        ruling is not None and ruling.silent,
        () if ruling is None else ruling.clauses,
    )
