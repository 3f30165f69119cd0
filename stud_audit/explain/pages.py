"""The pages of hands out of a dataset alone: nothing is read but its tables, and nothing is judged anew."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from stud_audit.explain.page import page
from stud_audit.explain.story import tell
from stud_audit.houses.house import House
from stud_audit.model.findings import Finding
from stud_audit.pipeline.restored import restored_finding, restored_hand, restored_house
from stud_audit.report.frames import AuditResult


def pages(result: AuditResult, keys: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Key and page of each of these hands, as they were audited.

    Raises `InputError` where the dataset has no copy of a house, or this version of the program reads it otherwise.
    """
    wanted = set(keys)
    findings: dict[str, list[Finding]] = {key: [] for key in wanted}
    for row in result.rows("findings"):
        if row["hand_key"] in wanted:
            findings[row["hand_key"]].append(restored_finding(row))
    digests = {entry["path"]: entry["sha256"] for entry in result.manifest["inputs"]}
    entries = {(entry["name"], entry["version"]): entry for entry in result.manifest["houses"]}
    houses: dict[tuple[str, str], House] = {}
    for row in result.rows("hands"):
        key = row["hand_key"]
        if key not in wanted:
            continue
        named = (row["house"], row["house_version"])
        if named in entries and named not in houses:
            houses[named] = restored_house(entries[named])
        if named in houses:
            hand = restored_hand(row)
            yield key, page(tell(hand, houses[named], findings[key], digests.get(hand.file)))
