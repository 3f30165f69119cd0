"""The hands of an input that bear an id, with all that an audit of the whole input finds in them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from stud_audit.model.errors import UsageError
from stud_audit.model.findings import Finding
from stud_audit.pipeline import Audit, HandResult, InputFindings

MOST: Final = 100
"""Hands of one id that are kept; an input with more of them is no record that anybody reads hand by hand."""
_IDS_NAMED: Final = 5


@dataclass(frozen=True, slots=True)
class Found:
    """A hand with its findings, those included that only other hands or the bytes of its file show."""

    result: HandResult
    findings: tuple[Finding, ...]
    input_digest: str | None = None


@dataclass(slots=True)
class Search:
    """The hands found, how many more there are, and how many were looked through."""

    found: list[Found] = field(default_factory=list)
    more: int = 0
    hands: int = 0
    ids: list[str] = field(default_factory=list)
    """The first few other ids."""
    like: list[str] = field(default_factory=list)
    """The first few ids that the one looked for is a part of, or that are a part of it."""

    def in_vain(self, hand_id: str) -> UsageError:
        """The error that no hand has this id."""
        others = f"; the first are {', '.join(self.ids)}" if self.ids else ""
        others = f"; like it are {', '.join(self.like)}" if self.like else others
        return UsageError(f"no hand {hand_id!r} among {self.hands} hands{others}")


def find_hands(audit: Audit, hand_id: str) -> Search:
    """Runs an audit to its end and keeps the hands of that id (or key, as the dataset has it).

    The whole input is audited, since a finding may rest on other hands: a stack, a usual ante, a repeated
    hand.
    """
    wanted = hand_id.removeprefix("#")
    kept: list[HandResult] = []
    beside: dict[tuple[str, int | None], list[Finding]] = {}
    search = Search()
    for item in audit:
        if isinstance(item, HandResult):
            search.hands += 1
            hand = item.hand
            if wanted in (hand.header.hand_id, hand.key):
                if len(kept) < MOST:
                    kept.append(item)
                else:
                    search.more += 1
            else:
                id_ = hand.header.hand_id
                for named in (search.ids, search.like if id_ and (id_ in wanted or wanted in id_) else search.ids):
                    if len(named) < _IDS_NAMED and id_ not in named:
                        named.append(id_)
            _forget(beside, kept, (hand.file, hand.index))
        else:
            _remember(beside, item)
    digests = {entry.name: entry.sha256 for entry in audit.summary.inputs}
    for result in kept:
        late = beside.get((result.hand.file, result.hand.index), [])
        together = sorted((*result.findings, *late), key=lambda finding: (finding.line, finding.column, finding.code))
        search.found.append(Found(result, tuple(together), digests.get(result.hand.file)))
    return search


def _remember(beside: dict[tuple[str, int | None], list[Finding]], item: InputFindings) -> None:
    for finding in item.findings:
        if finding.hand_index is not None:
            beside.setdefault((finding.file, finding.hand_index), []).append(finding)


def _forget(beside: dict[tuple[str, int | None], list[Finding]], kept: list[HandResult], last: tuple[str, int]) -> None:
    """Findings beside hands that have gone by and are not wanted."""
    if not beside:
        return
    wanted = {(result.hand.file, result.hand.index) for result in kept}
    for place in [place for place in beside if place != last and place not in wanted]:
        del beside[place]
