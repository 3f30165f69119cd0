"""Hostile text made visible.

Logs are hostile: names and chat may hold control characters that would drive a terminal, or marks that reverse the
order of what is shown. Every such character is replaced by something visible.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Final

_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
_TAB: Final = "    "
_WIDEST: Final = 240
"""Characters of a message."""
_HIDDEN: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})


def visible(text: str) -> str:
    """The text with every character that would not show as itself replaced by a picture or an escape."""
    if text.isprintable():
        return text
    return "".join([char if char.isprintable() else _picture(char) for char in text])


def clipped(message: str, widest: int = _WIDEST) -> str:
    """A message without the middle of what it quotes, where that is very long."""
    half = widest // 2
    return message if len(message) <= widest else f"{message[:half]}…{message[-half:]}"


def inert(text: str) -> str:
    """Text as a cell that no spreadsheet takes for a formula, and no terminal for a command.

    Control characters are shown as pictures; what would start a formula gets an apostrophe before it.
    """
    return f"'{visible(text)}" if text.startswith(_FORMULA) else visible(text)


@lru_cache(maxsize=1024)
def _picture(char: str) -> str:
    if char == "\t":
        return _TAB
    if char < " ":
        return chr(0x2400 + ord(char))
    if char == "\x7f":
        return "\u2421"
    if unicodedata.category(char) in _HIDDEN:
        return f"\\u{{{ord(char):x}}}"
    return char  # odd spaces, and letters younger than this Python
