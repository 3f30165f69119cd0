"""What an inference comes to, for people and as data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from stud_audit.houses.rules import Rules, StakeTable
from stud_audit.houses.schema import DOTTED, setting_text
from stud_audit.infer.draft import house_draft
from stud_audit.infer.evidence import Found, Place
from stud_audit.infer.inference import Inference
from stud_audit.infer.ranking import Standing
from stud_audit.render.catalogue import value_text
from stud_audit.render.inference import RankedHouse, ShownRuling, draft_lines, ranking_lines, ruling_lines
from stud_audit.render.styled import Line

_SINGLE = {"side_pots"}
"""Settings that have one value only: there is nothing to tell."""


def outcome_lines(inference: Inference) -> Iterator[Line]:
    """The ranking, the rulings with their hands, and the start of a house file."""
    standings, found = inference.standings, inference.found()
    yield from ranking_lines(inference.hands, inference.asked, map(_ranked, standings))
    yield from ruling_lines([_shown(each, standings) for each in found], _untold(found))
    yield from draft_lines(house_draft(found, inference.asked))


def outcome(inference: Inference) -> dict[str, Any]:
    """The same in terms of JSON."""
    standings, found = inference.standings, inference.found()
    return {
        "hands": inference.hands,
        "asked": inference.asked,
        "houses": [_house(standing) for standing in standings],
        "rulings": [_ruling(each, standings) for each in found],
        "untold": _untold(found),
        "draft": house_draft(found, inference.asked),
    }


def _ranked(standing: Standing) -> RankedHouse:
    against = [(topic, hands, _line(standing.first[topic])) for topic, hands in standing.against.most_common()]
    return RankedHouse(
        standing.house.name, standing.contradicted, standing.by_reading, standing.agree, against
    )  # fmt: skip


def _shown(found: Found, standings: list[Standing]) -> ShownRuling:
    score = found.score
    return ShownRuling(
        DOTTED[found.key],
        _text(found.value),
        score.agree,
        score.disagree,
        [_text(value) for value, _ in found.rivals],
        list(map(_place, score.agreeing)),
        list(map(_place, score.disagreeing)),
        len(_alike(found, standings)),
        0 if isinstance(found.value, StakeTable) else len(standings),
        found.note,
    )


def _text(value: Any) -> str:
    return value_text(setting_text(value))


def _alike(found: Found, standings: list[Standing]) -> list[str]:
    """The houses whose default reading has this value."""
    names = [standing.house.name for standing in standings if _same(standing.house.rules, found)]
    return sorted(names)


def _same(rules: Rules, found: Found) -> bool:
    value = getattr(rules, found.key)
    if found.key == "fourth_double_raise_trigger" and value == "same":
        value = rules.fourth_double_trigger
    return bool(value == found.value)


def _untold(found: list[Found]) -> list[str]:
    told = {each.key for each in found} | _SINGLE
    return [dotted for key, dotted in DOTTED.items() if key not in told]


def _place(place: Place) -> str:
    return f"{_line(place)} (hand {place.hand_id})"


def _line(place: Place) -> str:
    return f"{place.file}:{place.line}"


# --- as data ---------------------------------------------------------------------------------------


def _house(standing: Standing) -> dict[str, Any]:
    return {
        "name": standing.house.name,
        "version": standing.house.version,
        "contradicted": standing.contradicted,
        "by_reading": standing.by_reading,
        "agree": standing.agree,
        "kept": standing.kept,
        "weight": round(standing.weight, 3),
        "against": [
            {"topic": topic, "hands": hands, "first": _record(standing.first[topic])}
            for topic, hands in standing.against.most_common()
        ],
    }


def _ruling(found: Found, standings: list[Standing]) -> dict[str, Any]:
    return {
        "setting": DOTTED[found.key],
        "value": setting_text(found.value),
        "agree": found.score.agree,
        "disagree": found.score.disagree,
        "agreeing": list(map(_record, found.score.agreeing)),
        "disagreeing": list(map(_record, found.score.disagreeing)),
        "open": [setting_text(value) for value, _ in found.rivals],
        "houses": _alike(found, standings),
        "note": found.note,
    }


def _record(place: Place) -> dict[str, Any]:
    return {"file": place.file, "line": place.line, "hand_id": place.hand_id}
