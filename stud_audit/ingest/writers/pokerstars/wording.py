"""The site's fixed words."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from stud_audit.model.cards import cards_text
from stud_audit.model.events import SeatSummarised

SIGNS: Final = {"USD": "$", "EUR": "€", "GBP": "£"}
BANNERS: Final = {3: "*** 3rd STREET ***", 7: "*** RIVER ***"} | {n: f"*** {n}th STREET ***" for n in (4, 5, 6)}
STATES: Final = {
    "capped": "Betting is capped",
    "double-bet-allowed": "Pair on board - a double bet is allowed",
    "no-low": "No low hand qualified",
}
SOURCES: Final = {"timeout": " (timeout)", "disconnect": " (disconnect)"}
_FOLDED_ON: Final = {3: "on the 3rd Street", 7: "on the River"} | {n: f"on the {n}th Street" for n in (4, 5, 6)}


def pot_word(pot: str, sides: Collection[str]) -> str:
    """`Main pot`, `Side pot` where there is one, `Side pot-2` where there are more."""
    if pot == "main":
        return "Main pot"
    return "Side pot" if len(sides) == 1 else f"Side pot-{pot.removeprefix('side-')}"


def summary_of(event: SeatSummarised, won: str | None, wagered: bool) -> str:
    """What the summary says of a seat; `won` is the printed amount, `wagered` whether they bet or called at all."""
    if event.shown:
        said = f" with {event.said}" if event.said else ""
        return f"showed [{cards_text(event.shown)}] and {f'won ({won})' if won else 'lost'}{said}"
    if event.folded in _FOLDED_ON:
        return f"folded {_FOLDED_ON[event.folded]}" + ("" if wagered else " (didn't bet)")
    if won:
        return f"collected ({won})"
    return "mucked" + (f" [{cards_text(event.mucked)}]" if event.mucked else "")
