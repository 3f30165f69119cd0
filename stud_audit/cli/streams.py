"""What goes to standard output and to standard error, and how."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable
from typing import Any, Final

from stud_audit.model.errors import UsageError

PROGRAM: Final = "stud-audit"


def print_json_line(record: dict[str, Any]) -> None:
    """One record of JSON Lines, in ASCII: what a log says can neither drive a terminal nor break a line."""
    sys.stdout.write(json.dumps(record) + "\n")


def print_json(value: Any) -> None:
    """One JSON document for people and programs alike."""
    sys.stdout.write(json.dumps(value, indent=2) + "\n")


def print_json_with(head: dict[str, Any], key: str, members: Iterable[Any], tail: Callable[[], dict[str, Any]]) -> None:
    """One JSON document whose `key` holds many members: each is written as it comes, and `tail` at last."""
    sys.stdout.write(json.dumps(head, indent=2)[:-2] + f',\n  "{key}": [')
    comma = ""
    for member in members:
        sys.stdout.write(f"{comma}\n    {json.dumps(member)}")
        comma = ","
    sys.stdout.write("\n  ]")
    for last, value in tail().items():
        sys.stdout.write(f',\n  "{last}": {json.dumps(value)}')
    sys.stdout.write("\n}\n")


def print_text(text: str) -> None:
    """Lines of a notation: as they are to a file or a pipe, harmless on a terminal."""
    if sys.stdout.isatty():
        from stud_audit.render.quote import visible

        text = "\n".join(map(visible, text.split("\n")))
    sys.stdout.write(text)


def complain(text: str) -> None:
    """A line to standard error, after all that was printed before it."""
    from stud_audit.render.quote import visible

    sys.stdout.flush()
    sys.stderr.write(f"{PROGRAM}: {visible(text)}\n")


def complain_of(problems: Iterable[object]) -> None:
    """A line for each thing that was wrong with an input."""
    for problem in problems:
        complain(str(problem))


def warn_unstorable(values: int) -> None:
    """Say that a dataset lacks values."""
    if values:
        complain(f"{values} values (amounts of more than four decimals or eighteen digits, say) are empty in the dataset")


def not_yet(what: str) -> UsageError:
    """The refusal of what a later version brings."""
    return UsageError(f"{what} is not available yet")
