"""The lines of seats: who takes one, and, in the summary, whom such a line names."""

from __future__ import annotations

from typing import Final

from stud_audit.ingest.grammar.lines import KEY, Line, LineBook
from stud_audit.ingest.mapping.hand_so_far import HandSoFar
from stud_audit.ingest.mapping.readings import amount_in
from stud_audit.ingest.mapping.rules import LONGEST, MEMORY, SEAT_NUMBERS, ending
from stud_audit.ingest.mapping.seats import Seated
from stud_audit.model.rows import SEAT_TAKEN, Row

_LONGEST_NAME: Final = 64


class _Taken:
    """What the line of a seat says up to the stack. `headed` where its other lines begin so too."""

    def __init__(self, number: int, player: str, headed: bool) -> None:
        self.number, self.player, self.headed = number, player, headed


class SeatLines:
    """Reads the lines of a site's seats, and remembers what they say. `start` is what all of them begin with."""

    def __init__(self, book: LineBook) -> None:
        self._book = book
        self._newcomer = book.newcomers[0]
        self.start = "".join(self._newcomer.starts)
        self._seats = book.special[self.start[:KEY]].headed[0]
        self._taken: dict[str, _Taken] = {}
        self._behind_stacks: dict[str, bool] = {}
        """What stands behind the stack in the line of a seat: whether it says that its player sits out."""

    def take(self, hand: HandSoFar, text: str, number: int) -> bool:
        """A player takes a seat. False where that is not as it should be, or their name not certain to be found."""
        # All sites write one bracket, with the stack, right behind the name: in a line without another one, what stands
        # before it and behind the stack says the same in every line.
        taken: _Taken | None = None
        aside: bool | None = None
        head, rest = "", ""
        end, open_at = 0, text.find("(")
        stack_at = open_at + 1
        if open_at > 0 and text.find("(", stack_at) < 0 and ord(text[open_at - 1]) == ord(" ") and len(text) <= LONGEST:
            end = stack_at
            while end < len(text) and ord(text[end]) != ord(" ") and ord(text[end]) != ord(")"):
                end += 1
            if end < len(text):
                head, rest = text[: open_at - 1], text[end:]
                taken, aside = self._taken.get(head), self._behind_stacks.get(rest)
        if taken is None or aside is None:
            match = self._newcomer.whole.fullmatch(text) if len(text) <= LONGEST else None
            if match is None:
                return False
            place, name, sits_out = match.group("SEAT", "NAME", "SITTING_OUT")
            seat_number = SEAT_NUMBERS.get(place)
            if seat_number is None or not name or len(name) > _LONGEST_NAME or name[:KEY] in self._book.special:
                return False
            if len(name) < KEY and self._starts_special(name):
                return False
            aside = sits_out is not None
            headed = self._seats.head.match(head) if head else None
            taken = _Taken(
                seat_number, name, headed is not None and headed["SEAT"] == place and head[headed.end() :] == name
            )
            stands = match.span("STACK")
            if rest and match.end("NAME") == open_at - 1 and stands == (stack_at, end):
                if len(self._taken) >= MEMORY:
                    self._taken.clear()
                self._taken[head] = taken
                if len(self._behind_stacks) >= MEMORY:
                    self._behind_stacks.clear()
                self._behind_stacks[rest] = aside
            stack_at, end = stands
        seat = Seated(taken.number, taken.player)
        if taken.headed:
            seat.head = head
        try:
            stack = amount_in(text, stack_at, end, hand.decimals)
        except ValueError:
            return False
        if not hand.add_seat(seat):
            return False
        row = Row(SEAT_TAKEN, seat.number, hand.now, number, 1, ending(text), text)
        row.player, row.stack, row.aside = seat.player, stack, aside
        hand.rows.append(row)
        return True

    def _starts_special(self, name: str) -> bool:
        """Whether a short name is the beginning of the start of a line."""
        return any(start.startswith(name) for start in self._book.special)

    def named(self, hand: HandSoFar, text: str) -> tuple[Seated, int] | None:
        """Whom a line of a seat names, and the place behind; None where seat and name are not those of one player."""
        head = self._seats.head.match(text)
        if head is None:
            return None
        at: int = head.end()
        seat = hand.seat_at(text, at)
        return (seat, at + seat.width) if seat is not None and head["SEAT"] == str(seat.number) else None

    def line(self, tail: str, name: str, number: int) -> Line | None:
        """The line of that seat and name with a tail; None where the tail is none of such lines."""
        hit = self._seats.find(tail)
        head = self._seats.head.match(f"{self.start}{number}: {name}")
        if hit is None or head is None:
            return None
        at = head.end() + len(name)
        return Line(head[0] + name + tail, 1, 1, hit, hit.kind, hit.fields, name, at, head)
