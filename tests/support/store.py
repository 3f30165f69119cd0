"""A store of objects in memory, for addresses that begin with `memory://`."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from fsspec.implementations.memory import MemoryFileSystem


@pytest.fixture
def store() -> Iterator[MemoryFileSystem]:
    """An empty one."""
    yield MemoryFileSystem()
    MemoryFileSystem.store.clear()
    MemoryFileSystem.pseudo_dirs[:] = [""]
