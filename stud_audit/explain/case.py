"""What belongs to a dispute beside the hand: its number, its dates, and an arbiter's ruling.

The dates are those of the rules for gambling operators: a final response within eight weeks of the complaint, an answer
to a dispute body within ten working days of its enquiry.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

_FINAL_RESPONSE: Final = timedelta(weeks=8)
_WORKING_DAYS: Final = 10
WEEKENDS_ONLY: Final = "Saturdays and Sundays are left out of working days; public holidays are not known here."


@dataclass(frozen=True, slots=True)
class Case:
    """What belongs to a dispute beside the hand. `redacted_for` is the player whose view of the hand is given."""

    id: str
    complaint: date
    enquiry: date | None = None
    ruling: str | None = None
    reason: str | None = None
    redacted_for: str | None = None

    @property
    def response_due(self) -> date:
        """The last day of the final response to the complaint."""
        return self.complaint + _FINAL_RESPONSE

    @property
    def answer_due(self) -> date | None:
        """The last day of the answer to the dispute body."""
        return None if self.enquiry is None else working_days_after(self.enquiry, _WORKING_DAYS)


def working_days_after(day: date, count: int) -> date:
    """The day that is so many working days later; the day itself does not count."""
    while count:
        day += timedelta(days=1)
        count -= day.weekday() < 5
    return day
