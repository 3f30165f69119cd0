"""The version of the package, low enough for every layer to name it."""

from __future__ import annotations

import sys

__version__ = "0.1.0"


def versions() -> dict[str, str]:
    """What the bytes of a dataset depend on, besides the input."""
    from importlib import metadata  # here: who only asks for the version need not wait for it

    python = ".".join(map(str, sys.version_info[:2]))
    return {"Python": python, "stud-audit": __version__, "pyarrow": metadata.version("pyarrow")}
