"""What is said of a class to mypyc, of which plain Python takes no notice and for which it needs no library."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr as mypyc_attr  # it is what others import from here
else:

    def mypyc_attr(**_: Any) -> Callable[[type], type]:
        """Says of a class, with `acyclic=True`, that no object of it is reached from what it holds.

        When compiled, the search for garbage leaves these objects out. With `allow_interpreted_subclasses=True`,
        classes that are not compiled can inherit from it.
        """
        return _same


def _same(cls: type) -> type:
    return cls
