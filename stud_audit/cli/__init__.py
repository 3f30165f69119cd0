"""The command line. What the commands do is elsewhere; here are their options, their streams, and their exit status."""

from __future__ import annotations

import atexit
import gc
import sys
import traceback
from pathlib import Path
from typing import NoReturn

from stud_audit.cli.streams import (
    CLOSED_PIPE,
    PROGRAM,
    complain,
    complain_of,
    complaining,
    drop_output,
    have_streams,
    print_text,
    stopping_in_order,
    version_lines,
)
from stud_audit.model.errors import StudAuditError


def main() -> NoReturn:
    """Run the command line; never shows a traceback for what a user can cause."""
    # What is made in starting (grammars, houses, checks) stays: looking it through for garbage, again and again, and
    # once more at the end, takes a fifth of a short run.
    gc.set_threshold(50_000, 20, 20)
    atexit.register(gc.freeze)
    have_streams()
    try:
        with stopping_in_order(), complaining():
            status = _run()
        sys.stdout.flush()
    except BrokenPipeError:
        status = CLOSED_PIPE
        drop_output()
    except OSError as error:
        status = 2
        drop_output()
        complain(f"standard output cannot be written: {error.strerror}")
    sys.exit(status)


def _run() -> int:
    try:
        if sys.argv[1:] == ["--version"]:
            print_text(version_lines() + "\n")
            return 0
        from stud_audit.cli.program import app  # here: it takes Typer long to load

        app(prog_name=PROGRAM)
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else 0
    except StudAuditError as error:
        complain_of(error.problems)
    except OSError as error:
        complain(f"{error.filename or 'standard output cannot be written'}: {error.strerror or error}")
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{Path(place.filename).name}:{place.lineno}"
        complain(f"internal error: {error!r} ({where}); please report it to the project, with the input if you can")
    return 2
