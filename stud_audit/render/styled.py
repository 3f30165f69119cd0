"""Lines of styled pieces, and the two ways to put them out: with colours on a terminal, plain elsewhere.

What logs and house files say may hold control characters. All that is put out goes through here, and here they are
made visible, on a terminal and elsewhere: nobody who makes lines needs to think of it.
"""

from __future__ import annotations

import os
import textwrap
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, TextIO

from rich.cells import cell_len

from stud_audit.model.escaping import visible

if TYPE_CHECKING:
    from rich.console import Console

Line = list[tuple[str, str]]
"""A line: pieces of text, each with the name of its style (empty: none)."""

_WIDTH: Final = 110

STYLES: Final = {
    "place": "bold",
    "violation": "bold red",
    "review": "bold yellow",
    "mark": "bold red",
    "related": "bold blue",
    "frame": "blue",
    "label": "bold",
    "faint": "dim",
    "good": "green",
}


def plain(lines: Iterable[Line]) -> str:
    """The lines as text, each ended."""
    return "".join([visible("".join([text for text, _ in line])).rstrip() + "\n" for line in lines])


def columns(rows: Sequence[Sequence[str]], right: Collection[int] = ()) -> list[str]:
    """The rows with their cells in columns, as wide as terminals show them; those in `right` are flushed right."""
    shown = [[visible(cell) for cell in row] for row in rows]
    widths = [max(map(cell_len, column)) for column in zip(*shown, strict=True)]
    lines = []
    for row in shown:
        cells = []
        for place, (cell, width) in enumerate(zip(row, widths, strict=True)):
            fill = " " * (width - cell_len(cell))
            cells.append(fill + cell if place in right else cell + fill)
        lines.append("  ".join(cells).rstrip())
    return lines


def wrapped(head: Line, text: str) -> Iterator[Line]:
    """The text after a head, its further lines set in below its first."""
    indent = sum(cell_len(visible(piece)) for piece, _ in head)
    parts = textwrap.wrap(visible(text), max(_WIDTH - indent, 40), break_long_words=False, break_on_hyphens=False) or [
        ""
    ]
    yield [*head, (parts[0], "")]
    for part in parts[1:]:
        yield [(" " * indent + part, "")]


def terminal(stream: TextIO, **options: Any) -> Console | None:
    """The stream as a terminal; None where it is none, nor the environment asks for it to be taken as one."""
    if not (stream.isatty() or os.environ.keys() & {"FORCE_COLOR", "TTY_COMPATIBLE"}):
        return None
    from rich.console import Console  # here: it is a twentieth of the time of a short run

    console = Console(file=stream, **options)
    return console if console.is_terminal else None


class Output:
    """Writes lines to a stream, in colours only where that is a terminal (and NO_COLOR does not forbid it)."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        console = terminal(stream, highlight=False, markup=False, emoji=False, soft_wrap=True)
        self._console = None if console is None or console.no_color else console

    def write(self, lines: Iterable[Line]) -> None:
        """Write the lines."""
        if self._console is None:
            self._stream.write(plain(lines))
            return
        from rich.text import Text

        for line in lines:
            self._console.print(Text.assemble(*((visible(text), STYLES.get(style, "")) for text, style in line)))
