"""What whole formats lack: words in `Hand.missing` that are no fault of a hand.

Other words there name what a line beyond repair took with it (`award`, `rake`). A check that needs what
a format never prints says that it is not checkable, and neither passes nor finds fault.
"""

from __future__ import annotations

from typing import Final

UNCALLED_RETURNS: Final = "uncalled returns"
"""A bet that nobody called goes back without a line; the replay gives it back when the betting is over."""

ALL_IN_MARKS: Final = "all-in marks"
"""No word says that a player is all-in; it is known from their stack alone."""

UP_CARDS: Final = "up-cards"
"""Cards dealt to players are not printed, or not those of all."""

SEVENTH_CARDS: Final = "seventh cards of opponents"
"""Down-cards of opponents are printed as hidden ones on third street, and on seventh street not at all."""

FACINGS: Final = "which way a card faces"
"""Cards are printed without saying whether they lie up or down: they are taken to lie as they should."""

STREET_CARDS: Final = "street cards"
"""The record was cut off before the cards of its last street, which the format prints after the actions."""

RAKE: Final = "the rake"
"""No rake is printed: what is not paid out may be rake. Elsewhere no line of a rake means that none was taken."""

AWARDS: Final = "the awards"
"""Who is paid is not printed, or only what each player won in all: not to be judged, and no chips are lost by it."""

FORMAT_GAPS: Final = frozenset({RAKE, UNCALLED_RETURNS, ALL_IN_MARKS, UP_CARDS, SEVENTH_CARDS, FACINGS})
