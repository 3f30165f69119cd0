"""The report as one HTML file that holds all it needs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from jinja2 import Environment, PackageLoader, StrictUndefined

from stud_audit.model.escaping import visible
from stud_audit.report.document import Block, Document, Heading, slug

_FOLDED_AFTER: Final = 12
"""Rows of a table that are shown at once; the rest unfolds."""


def page(document: Document) -> str:
    """The page; it asks nothing of the network."""
    environment = Environment(
        loader=PackageLoader("stud_audit.report", "page"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["visible"] = lambda value: visible(str(value))
    blocks = list(_named(document.blocks))
    return environment.get_template("report.html.j2").render(blocks=blocks, folded_after=_FOLDED_AFTER)


def _named(blocks: list[Block]) -> Iterator[dict[str, Any]]:
    """Each block with the name of its kind, and the headings with an id to be led to."""
    used: set[str] = set()
    for number, block in enumerate(blocks):
        anchor = ""
        if isinstance(block, Heading):
            anchor = slug(block.text) or "part"
            anchor = f"{anchor}-{number}" if anchor in used else anchor
            used.add(anchor)
        yield {"kind": type(block).__name__, "block": block, "anchor": anchor, "number": number}
