"""The work on a batch of hands, from their text to what was found in them: a pure function, for any process.

`work` is all that is done hand by hand; what needs more than one hand is the run's (`stud_audit.pipeline.run`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from stud_audit.ingest.input.found import Located
from stud_audit.ingest.reader import lost_block, parse_block
from stud_audit.model.hand import Hand
from stud_audit.pipeline.chosen_house import choose_house
from stud_audit.pipeline.one_hand import HandResult, audit_hand, dispatch


@dataclass(frozen=True, slots=True)
class Settings:
    """How the hands of a run are judged.

    `house` is a name or a file, None for each hand's own; `codes` are the selected checks. With `slim`, the events of
    hands without findings are dropped as soon as they have been judged.
    """

    house: str | None
    codes: frozenset[str]
    slim: bool = False
    certify: bool = True
    """Whether hands that are ordinary and clean beyond doubt are scanned, and accepted without a replay."""


def work(batch: Sequence[Located], settings: Settings) -> list[HandResult]:
    """Every hand of a batch, read and judged. Never raises for what a hand contains."""
    # First one thing, then the other: code and tables of either stay in the processor's caches meanwhile.
    hands = [parse_block(located, scan=settings.certify) for located in batch]
    return [_judge(located, hand, settings) for located, hand in zip(batch, hands, strict=True)]


def lost(located: Located, problem: str, settings: Settings) -> HandResult:
    """A hand that could not be worked on: refused, with an internal error."""
    return audited(lost_block(located, problem), settings)


def audited(hand: Hand, settings: Settings) -> HandResult:
    """A hand judged by the house that is chosen for it."""
    house = choose_house(hand, settings.house)
    return audit_hand(hand, house, dispatch(settings.codes, house, certify=settings.certify))


def _judge(located: Located, hand: Hand, settings: Settings) -> HandResult:
    try:
        result = audited(hand, settings)
    except Exception as error:
        return lost(located, repr(error), settings)
    if settings.slim and not result.findings:
        result.drop_events()
    return result
