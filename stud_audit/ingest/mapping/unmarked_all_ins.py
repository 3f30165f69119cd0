"""Sites of whose logs no ante all-in is known: whether such a line would say so is not known either."""

from __future__ import annotations

from stud_audit.ingest.grammar.lines import Line
from stud_audit.ingest.mapping.hand_builder import Seat
from stud_audit.ingest.mapping.site_mapper import SiteMapper
from stud_audit.model.gaps import ALL_IN_MARKS


class UnmarkedAntesMapper(SiteMapper):
    """Reads off the stack that an ante is all-in, and whether it had to be marked is then not to be judged."""

    def is_all_in(self, line: Line, seat: Seat) -> bool:
        """Whether the player is all-in with the chips that this line puts in."""
        if super().is_all_in(line, seat):
            return True
        drained = line.type == "ANTE" and self.behind.get(seat.number) == 0
        if drained:
            self.missing.append(ALL_IN_MARKS)
        return drained
