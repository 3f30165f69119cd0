"""The table of a record to those who use it: its players and its rounds are a record's.

`doubts` itself is compiled, and a compiled class cannot declare an attribute anew with a narrower type.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stud_audit.record import doubts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from stud_audit.record.doubts import RecordedPlayer, RecordedRound

    class RecordedTable(doubts.RecordedTable):
        """The table, as recorded up to some event."""

        players: dict[int, RecordedPlayer]  # type: ignore[assignment]
        round: RecordedRound

        def live(self) -> list[RecordedPlayer]: ...  # noqa: D102
        def able(self) -> list[RecordedPlayer]: ...  # noqa: D102
        def owing(self) -> list[RecordedPlayer]: ...  # noqa: D102
        def clockwise(self, seat: int) -> Iterator[RecordedPlayer]: ...  # noqa: D102
else:
    RecordedTable = doubts.RecordedTable
