"""What goes to standard output and to standard error, and how."""

from __future__ import annotations

import json
import os
import signal
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from io import TextIOWrapper
from typing import TYPE_CHECKING, Any, Final, NoReturn, TextIO

from stud_audit.model.errors import Notice, UsageError
from stud_audit.model.escaping import visible
from stud_audit.model.version import __version__

if TYPE_CHECKING:
    from stud_audit.ingest.input.found import InputProblem

PROGRAM: Final = "stud-audit"

CLOSED_PIPE: Final = 128 + 13
"""What a shell says of a program that SIGPIPE ended."""


def version_lines() -> str:
    """The version, and whether the game runs as compiled modules (CONTRIBUTING.md says how they are made)."""
    game = find_spec("stud_audit.game.table")
    compiled = game is not None and not str(game.origin).endswith(".py")
    return f"{PROGRAM} {__version__}\n{'compiled by mypyc,' if compiled else 'plain'} Python {sys.version.split()[0]}"


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


def print_text(text: str, stream: TextIO | None = None) -> None:
    """Lines of a notation, to standard output or elsewhere: as they are to a file or a pipe, harmless on a terminal."""
    stream = stream or sys.stdout
    if stream.isatty():
        text = "\n".join(map(visible, text.split("\n")))
    stream.write(text)


def complain(text: str) -> None:
    """A line to standard error, after all that was printed before it."""
    with suppress(OSError):  # of standard output: the next line that is printed meets it too
        sys.stdout.flush()
    with suppress(OSError):
        sys.stderr.write(f"{PROGRAM}: {visible(text)}\n")


def complain_of(problems: Iterable[InputProblem | str]) -> None:
    """A line for each thing that was wrong, and for the first of the files that are not read."""
    from stud_audit.ingest.input.found import told

    for text in told(problems):
        complain(text)


@contextmanager
def complaining() -> Iterator[None]:
    """Notices of the run are lines of standard error."""
    with warnings.catch_warnings():
        warnings.simplefilter("always", Notice)
        shown = warnings.showwarning

        def show(message: Warning | str, category: type[Warning], *place: Any, **more: Any) -> None:
            if issubclass(category, Notice):
                complain(str(message))
            else:
                shown(message, category, *place, **more)

        warnings.showwarning = show
        yield


def have_streams() -> None:
    """Streams that were closed before the program began lead nowhere; the others are UTF-8."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            # It takes the number of the closed one, which else the next file that is opened would have.
            setattr(sys, name, open(os.devnull, "w" if number else "r", encoding="utf-8"))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def drop_output() -> None:
    """What standard output still holds goes nowhere: it would fail once more when the program ends."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@contextmanager
def stopping_in_order() -> Iterator[None]:
    """A signal to stop ends the run as an error does, so that what it has begun is cleared away."""

    def stop(number: int, _: object) -> NoReturn:
        signal.signal(number, signal.SIG_IGN)
        sys.exit(128 + number)

    named = (getattr(signal, name, None) for name in ("SIGTERM", "SIGHUP"))
    taken = [each for each in named if each is not None and signal.getsignal(each) is signal.SIG_DFL]
    for each in taken:
        signal.signal(each, stop)
    try:
        yield
    finally:
        for each in taken:
            signal.signal(each, signal.SIG_DFL)


def warn_unstorable(values: int) -> None:
    """Say that a dataset lacks values."""
    if values:
        complain(
            f"{values} values (amounts of more than four decimals or eighteen digits, say) are empty in the dataset"
        )


def not_yet(what: str) -> UsageError:
    """The refusal of what a later version brings."""
    return UsageError(f"{what} is not available yet")
