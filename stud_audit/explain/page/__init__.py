"""The page of one hand: one HTML file that holds all it needs, steps through the hand, and prints."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from stud_audit.explain.case import WEEKENDS_ONLY, Case
from stud_audit.explain.data import story_data
from stud_audit.explain.story import Story
from stud_audit.model.escaping import visible
from stud_audit.model.findings import ANSWERABLE, SEVERITIES
from stud_audit.render.findings import value_words


def page(story: Story, viewer: int | None = None, case: Case | None = None) -> str:
    """The page. It asks nothing of the network, and does not depend on where it lies.

    `viewer` is the only seat whose cards it shows beside those that lie open; else the reader chooses. With a `case`
    the page opens with it.
    """
    environment = Environment(
        loader=PackageLoader("stud_audit.explain", "page"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    data = made_visible(story_data(story))
    for number, step in enumerate(data["steps"]):
        step["number"] = number
    marks: dict[int, list[int]] = {}
    for place, finding in enumerate(data["findings"]):
        finding["words"] = value_words(finding["expected"], finding["actual"], finding["message"])
        marks.setdefault(finding["line"], []).append(place)
    return environment.get_template("page.html.j2").render(
        data=data,
        marks=marks,
        viewer=viewer,
        case=made_visible(_case(case)) if case else None,
        severities=SEVERITIES,
        answerable=ANSWERABLE,
    )


def _case(case: Case) -> dict[str, Any]:
    return asdict(case) | {"response_due": case.response_due, "answer_due": case.answer_due, "note": WEEKENDS_ONLY}


def made_visible(value: Any) -> Any:
    """The data with every text in it made visible: nothing that a log holds can turn the page's own text around."""
    if isinstance(value, str):
        return visible(value)
    if isinstance(value, dict):
        return {key: made_visible(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [made_visible(inner) for inner in value]
    return value
