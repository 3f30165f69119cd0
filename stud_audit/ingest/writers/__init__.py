"""Hands written in the notations that can also be read, and in some that others read."""

from __future__ import annotations

import re
from collections.abc import Container
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from stud_audit.model.errors import StudAuditError
from stud_audit.model.events import HandCancelled
from stud_audit.model.gaps import AWARDS, FORMAT_GAPS
from stud_audit.model.hand import Hand

_OFFSET: Final = re.compile(r"([+-])(\d\d):(\d\d)")


class Line(NamedTuple):
    """A written line, without its line end, and the numbers (from 1) of the events that it tells."""

    text: str
    events: tuple[int, ...] = ()


class CannotWrite(StudAuditError):
    """A hand that a notation has no words for; the text says which of its facts that is."""


def refuse_unfit(hand: Hand, games: Container[str]) -> None:
    """`CannotWrite` for a hand that a format of whole, fixed-limit hands of these games cannot say."""
    if hand.status != "parsed":
        raise CannotWrite(hand.problem or hand.status)
    if hand.unsupported or hand.header.structure != "fixed" or hand.header.game not in games:
        game = hand.header.game if hand.header.structure == "fixed" else f"{hand.header.structure} {hand.header.game}"
        raise CannotWrite(f"the format has no {hand.unsupported or game}")
    if hand.header.small is None or hand.header.big is None:
        raise CannotWrite("the stakes are not on record")
    if lost := [word for word in hand.missing if word not in FORMAT_GAPS and word != AWARDS]:
        raise CannotWrite(f"a line could not be read, and what it said is lost: {lost[0]}")
    if any(isinstance(event, HandCancelled) for event in hand.events):
        raise CannotWrite("the hand was called off")


def in_utc(at: datetime | None, zone: str | None) -> datetime | None:
    """A wall clock in UTC, where its zone is one that says how far it is from that; else None."""
    offset = _OFFSET.fullmatch(zone or "")
    if at is not None and offset is not None:
        away = timedelta(hours=int(offset[2]), minutes=int(offset[3]))
        return at - away if offset[1] == "+" else at + away
    return at if zone in ("UTC", "GMT") else None
