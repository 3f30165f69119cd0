"""The end of an audit's text: the summary and the coverage of each house."""

from __future__ import annotations

from collections.abc import Iterable

from stud_audit.checks import catalogue
from stud_audit.formats.interface import Accepted
from stud_audit.ingest.input.found import files_by_status
from stud_audit.model.counted import number
from stud_audit.pipeline import Summary
from stud_audit.pipeline.coverage import count_clauses
from stud_audit.render.styled import Line
from stud_audit.render.summary import HandCounts, finding_counts, rules_in_force, summary_lines


def ending_lines(summary: Summary, accepted: Accepted) -> Iterable[Line]:
    """Hands, findings by code without the accepted ones, and a line for each house."""
    hands = HandCounts(
        summary.hands, summary.parsed, summary.refused, summary.ignored, summary.not_judged, summary.retold
    )
    names = {entry.check.code: entry.check.name for entry in catalogue()}
    covered = []
    for key, house in summary.houses.items():
        count = count_clauses(house.name, summary.coverage[key].rows(), summary.codes)
        days = (summary.house_hands[key], summary.house_outside[key], summary.house_undated[key])
        rules = rules_in_force(house, *days)
        covered.append(count._replace(version=house.version, hands=summary.house_hands[key], rules=rules))
    left = {key: times - accepted.get(key, 0) for key, times in summary.by_code.items()}
    found = finding_counts({key: times for key, times in left.items() if times}, names)
    unread = sum(problem.fatal for problem in summary.problems)
    files = files_by_status(summary.inputs)
    beside = [f"{number(files['summaries'], 'file')} of tournament summaries"] if files["summaries"] else []
    beside += [f"{number(files['not_read'], 'file')} not read"] if files["not_read"] else []
    return summary_lines(hands, found, covered, sum(accepted.values()), unread, beside)
