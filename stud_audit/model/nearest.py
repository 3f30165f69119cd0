"""The word that was probably meant by one that is not known."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word that is most like this one, or None where none is much like it."""
    by_small_letters = {each.casefold(): each for each in known}
    found = get_close_matches(word[:_LONGEST].casefold(), by_small_letters, 1)
    return by_small_letters[found[0]] if found else None


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """` (did you mean 'such'?)`, or nothing."""
    found = nearest(word, known)
    return "" if found is None else f" (did you mean {found!r}?)"


_LONGEST = 100
"""No word that is known is as long: what comes after is not looked at."""
