"""Questions from hand to hand of a table: where the button goes, and with how much players sit down."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from fractions import Fraction
from typing import Final

from stud_audit.checks.neighbours import left_of, table_of
from stud_audit.game.stakes import BUY_INS_BOUND, least_buy_in
from stud_audit.houses.rules import Rules
from stud_audit.infer.evidence import Found, Place, Score, in_use
from stud_audit.infer.question import Outcomes, Question
from stud_audit.model.events import BoughtIn, ButtonMoved
from stud_audit.model.hand import Header
from stud_audit.record.replay import Replay

MOST: Final = 10_000
"""Tables whose last button is remembered; the oldest is forgotten first."""


class Sessions:
    """The last button of each table, and the least with which anybody sat down."""

    def __init__(self) -> None:
        self._last: dict[Hashable, int] = {}
        self._least: Fraction | None = None
        self._sat = Score()

    def questions(self, replay: Replay, place: Place) -> Iterator[Question]:
        """What a hand tells beside the one before it at its table."""
        yield from self._button(replay)
        header = replay.hand.header
        for number, event in replay.index.each(BoughtIn):
            yield from self._bought(event, header, number, place)

    def _button(self, replay: Replay) -> Iterator[Question]:
        table, now = table_of(replay.hand.header, replay.hand.dialect), replay.hand.header.button
        moved = [event.seat for _, event in replay.index.each(ButtonMoved)]
        if table is None:
            return
        was = self._last.pop(table, None)
        if now is None:
            return
        seats = {"next_dealt_in": tuple(replay.index.dealt_in), "next_occupied": tuple(sorted(replay.index.seats))}
        if was is not None and not moved:
            before: int = was

            def places(rules: Rules) -> Outcomes | None:
                if rules.button_moves == "none":
                    return None  # what the button of such a game means is not said
                return (before if rules.button_moves == "frozen" else left_of(before, seats[rules.button_moves]),)

            yield Question("where the button goes", now, places, 1)
        if replay.index.cancelled:
            return  # it moves no button
        self._last[table] = moved[-1] if moved else now
        if len(self._last) > MOST:
            del self._last[next(iter(self._last))]

    def _bought(self, event: BoughtIn, header: Header, number: int, place: Place) -> Iterator[Question]:
        small = header.small
        if not small or not header.big:
            return
        if event.kind == "sit":
            share = Fraction(event.amount, small)
            self._least = share if self._least is None else min(self._least, share)
            self._sat.count(1, place)

        def enough(rules: Rules) -> Outcomes | None:
            least = least_buy_in(header, rules)
            if rules.buyin_short_ok or least is None or event.kind not in BUY_INS_BOUND[rules.buyin_applies_to]:
                return None
            return range(least, max(event.amount, least) + 1)

        yield Question("the minimum buy-in", event.amount, enough, number)

    def found(self) -> Iterator[Found]:
        """The smallest buy-in that was seen; rather the largest that some house wants and everybody brought."""
        if self._least is not None:
            note = (
                f"{float(self._least):g} is the least with which anybody sat down; nothing shows that less is refused"
            )
            wanted = [least for least in in_use("buyin_min_mult") if least is not None and least <= self._least]
            value = max(wanted, default=self._least)
            rivals = ((self._least, Score()),) if value != self._least else ()
            yield Found("buyin_min_mult", value, self._sat, rivals, note)
