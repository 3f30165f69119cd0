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
from stud_audit.model.counted import number
from stud_audit.render.catalogue import value_text
from stud_audit.render.styled import Line, columns, wrapped

_SINGLE = {"side_pots"}
"""Settings that have one value only: there is nothing to tell."""


def outcome_lines(inference: Inference) -> Iterator[Line]:
    """The ranking, the rulings with their hands, and the start of a house file."""
    standings, found = inference.standings, inference.found()
    yield from _ranking(inference, standings)
    yield from _heading("What the log shows, ruling by ruling")
    for each in found:
        yield from _shown(each, standings)
    untold = _untold(found)
    if untold:
        yield []
        yield from wrapped([("Nothing in this log tells: ", "label")], ", ".join(untold))
    yield from _heading("A start for a house file")
    yield []
    yield from ([(line, "")] for line in house_draft(found, inference.asked).rstrip("\n").split("\n"))


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


def _heading(text: str) -> Iterator[Line]:
    yield []
    yield [(text, "label")]


def _ranking(inference: Inference, standings: list[Standing]) -> Iterator[Line]:
    """The houses, that which explains the log best first."""
    yield [(f"{inference.asked} of {number(inference.hands, 'hand')} were held against the houses", "label")]
    yield []
    rows = [("house", "contradicted", "by another reading", "in accord")]
    rows += [(s.house.name, str(s.contradicted), str(s.by_reading), str(s.agree)) for s in standings]
    first, *rest = columns(rows, right=(1, 2, 3))
    yield [(first, "label")]
    for row, standing in zip(rest, standings, strict=True):
        yield [(row, "" if standing.contradicted else "good")]
        for topic, hands in standing.against.most_common():
            place = _line(standing.first[topic])
            yield from wrapped([("    ", "")], f"{topic}: {number(hands, 'hand')}, first {place}")


def _shown(found: Found, standings: list[Standing]) -> Iterator[Line]:
    """What the log shows of a setting: the value that explains it best, the hands for and against it, the rest."""
    score = found.score
    yield []
    yield from wrapped([(f"  {DOTTED[found.key]}: ", "label")], _text(found.value))
    text = f"{number(score.agree, 'hand')} agree{'s' if score.agree == 1 else ''}, {score.disagree} disagree"
    if found.rivals:
        text += f"; not excluded: {' | '.join(_text(value) for value, _ in found.rivals)}"
    if standings and not isinstance(found.value, StakeTable):
        text += f"; {len(_alike(found, standings))} of {number(len(standings), 'house')} rule so"
    yield from wrapped([("      ", "")], text)
    if found.note:
        yield from wrapped([("      ", "")], found.note)
    for label, places in (("for", score.agreeing), ("against", score.disagreeing)):
        if places:
            yield from wrapped([(f"      {label}: ", "faint")], ", ".join(map(_place, places)))


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
