"""The players of a hand, kept by what is told of them: each is got back whole."""

from __future__ import annotations

from stud_audit.checks.sittings import Players, Sitter
from stud_audit.model.spans import Span

NORTHWIND = Sitter("northwind", 1, 2000, 2200, 0, False, True, 3, Span(4, 1, 20))
SALTMARSH = Sitter("saltmarsh", 2, 3000, None, 500, True, False, 5, Span(6, 2, 21), (3100, 3200))


def test_each_player_is_got_back() -> None:
    for sitters in ((), (NORTHWIND,), (NORTHWIND, SALTMARSH), (SALTMARSH, NORTHWIND)):
        found = Players.of(sitters)
        assert found.even
        assert tuple(found.one(number) for number in range(len(found.names))) == sitters


def test_what_is_told_of_nobody_takes_no_room() -> None:
    found = Players.of([NORTHWIND, NORTHWIND])
    assert (found.bought, found.sat, found.otherwise) == ((), (), ())
    found = Players.of([NORTHWIND, SALTMARSH])
    assert (found.bought, found.sat, found.otherwise) == ((0, 500), (False, True), ((), (3100, 3200)))
