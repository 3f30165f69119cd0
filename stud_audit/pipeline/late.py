"""Checks across hands: they are shown each hand's facts in order, and may speak at the end only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from stud_audit.checks import catalogue
from stud_audit.checks.base import Collector, Fault, Late
from stud_audit.model.findings import Finding
from stud_audit.pipeline.one_hand import CoverageKey, HandResult, hand_ref, make_finding, outcome_key


class LateChecks:
    """The collectors of the selected checks, for one run. `coverage` is by house, as that of hands."""

    def __init__(self, codes: frozenset[str]) -> None:
        self._checks = {e.check.code: e.check for e in catalogue() if e.check.collector and e.check.code in codes}
        self._collectors: dict[str, Collector] = {
            code: check.collector() for code, check in self._checks.items() if check.collector
        }
        self._found: list[Finding] = []
        self.coverage: dict[tuple[str, str], Counter[CoverageKey]] = {}

    def see(self, result: HandResult) -> None:
        """Show one hand, and what was taken from it, to the collectors."""
        ref = hand_ref(result.hand)
        for code, collector in self._collectors.items():
            self._take(code, collector.see(ref, result.house, result.facts.get(code)))

    def finish(self) -> tuple[Finding, ...]:
        """Every finding across hands, in the order of files and lines as they were read."""
        for code, collector in self._collectors.items():
            self._take(code, collector.finish())
        return tuple(self._found)

    def _take(self, code: str, said: Iterable[Late]) -> None:
        for hand, house, outcome in said:
            tally = self.coverage.setdefault((house.name, house.version), Counter())
            if not isinstance(outcome, Fault):
                tally[outcome_key(code, 0, outcome)] += 1
                continue
            finding = make_finding(
                self._checks[code],
                outcome,
                hand,
                house,
                span=outcome.span or hand.header_span,
                street=outcome.street,
                seat=outcome.seat,
                player=outcome.player,
                event_no=outcome.event or None,
            )
            self._found.append(finding)
            tally[(code, finding.street or 0, f"{finding.verdict}s", "")] += 1
