"""Files that are there when they are complete, and not before."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO


@contextmanager
def appearing(path: Path) -> Iterator[TextIO]:
    """A file that is written under another name beside its place, and moved there when it is complete.

    Where the writing ends with an error, there is no new file, and what was there before stays.
    """
    draft = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with draft.open("w", encoding="utf-8", newline="\n") as file:
            yield file
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
