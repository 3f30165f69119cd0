"""Checks across hands: they are shown each hand's facts in order, and may speak at the end only."""

from __future__ import annotations

from collections.abc import Iterable

from stud_audit.checks import catalogue
from stud_audit.checks.base import Collector, Fault, HandRef
from stud_audit.houses.house import House
from stud_audit.model.findings import Finding
from stud_audit.pipeline.one_hand import HandResult, hand_ref, make_finding


class LateChecks:
    """The collectors of the selected checks, for one run."""

    def __init__(self, codes: frozenset[str]) -> None:
        self._checks = {e.check.code: e.check for e in catalogue() if e.check.collector and e.check.code in codes}
        self._collectors: dict[str, Collector] = {
            code: check.collector() for code, check in self._checks.items() if check.collector
        }
        self._found: list[Finding] = []

    def see(self, result: HandResult) -> None:
        """Show one hand's facts to their collectors."""
        for code, fact in result.facts.items():
            collector = self._collectors.get(code)
            if collector is not None:
                self._add(code, collector.see(hand_ref(result.hand), result.house, fact))

    def finish(self) -> tuple[Finding, ...]:
        """Every finding across hands, in the order of files and lines as they were read."""
        for code, collector in self._collectors.items():
            self._add(code, collector.finish())
        return tuple(self._found)

    def _add(self, code: str, faults: Iterable[tuple[HandRef, House, Fault]]) -> None:
        for hand, house, fault in faults:
            self._found.append(
                make_finding(
                    self._checks[code],
                    fault,
                    hand,
                    house,
                    span=fault.span or hand.header_span,
                    street=fault.street,
                    seat=fault.seat,
                    player=fault.player,
                    event_no=fault.event or None,
                )
            )
