"""A report as Markdown.

Names, tables, and files come from logs, and a log may hold anything: every character that Markdown or HTML would
take for more than a letter is escaped, and every character that would not be seen is made visible.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from stud_audit.model.escaping import visible
from stud_audit.report.document import (
    Bars,
    Blanks,
    Block,
    Cell,
    Code,
    Document,
    Heading,
    Items,
    Link,
    Paragraph,
    Warned,
)

_SPECIAL: Final = re.compile(r"[\\`*_{}\[\]<>#|~!$@^]")
_ENTITIES: Final = {"<": "&lt;", ">": "&gt;", "|": "&#124;", "@": "&#64;"}
_LINK: Final = re.compile(r"(?i)(https?|ftp|www|mailto|xmpp)([.:])")
_BLOCK: Final = re.compile(r"^(\s*)([-+=]|\d+(?=[.)]))")


def markdown(document: Document) -> str:
    """The report as text that ends with a line end."""
    return "\n\n".join(filter(None, map(_block, document.blocks))) + "\n"


def escaped(text: str) -> str:
    """Text that shows as it is, inside a paragraph or a cell of a table."""
    safe = visible(text).replace("&", "&amp;")
    safe = _SPECIAL.sub(lambda match: _ENTITIES.get(match[0], "\\" + match[0]), safe)
    # A site's name in a log must not become a link, nor a name that begins with a dash a list.
    safe = _LINK.sub(lambda match: f"{match[1]}&#{ord(match[2])};", safe)
    return _BLOCK.sub(r"\1\\\2", safe) if not safe[:1].isdigit() else safe


def _block(block: Block) -> str:
    match block:
        case Heading(level, text):
            return f"{'#' * level} {escaped(text)}"
        case Paragraph(parts):
            return _line_start("".join(map(_cell, parts)))
        case Items(items):
            return "\n".join(f"- {escaped(item)}" for item in items)
        case Warned(text):
            return f"**{escaped(text)}**"
        case Blanks(names):
            return "\n".join(f"- {name}: " + "\\_" * 30 for name in names)
        case Bars():
            return ""  # the table below has the same figures
        case _:
            return "\n".join(_table(block.heads, block.rows, block.right))


def _line_start(text: str) -> str:
    """A paragraph that begins with a number and a dot is no list."""
    return re.sub(r"^(\d+)([.)])", r"\1\\\2", text)


def _cell(cell: Cell) -> str:
    if isinstance(cell, Code):
        return f"`{visible(cell.text).replace('`', chr(0x2018))}`"
    if isinstance(cell, Link):
        return escaped(cell.text)
    return str(cell) if isinstance(cell, int) else escaped(cell)


def _table(heads: tuple[str, ...], rows: tuple[tuple[Cell, ...], ...], right: frozenset[int]) -> Iterator[str]:
    yield _row([escaped(head) for head in heads])
    yield _row(["---:" if place in right else "---" for place in range(len(heads))])
    for row in rows:
        yield _row([_cell(cell) for cell in row])


def _row(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"
