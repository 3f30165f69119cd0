"""Findings as SARIF 2.1.0, the OASIS format of static analysis results, for code-scanning viewers."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any, Final, TextIO
from urllib.parse import quote

from stud_audit.checks import CatalogueEntry, catalogue
from stud_audit.formats.interface import Accepted
from stud_audit.houses.house import House
from stud_audit.ingest.addresses import is_address
from stud_audit.model.escaping import visible
from stud_audit.model.findings import Finding, Related, Severity, Verdict
from stud_audit.model.hand import Hand
from stud_audit.model.version import __version__
from stud_audit.pipeline import Summary
from stud_audit.pipeline.baseline import finding_key

_SCHEMA: Final = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_ELSEWHERE: Final = frozenset({"code", "message", "file", "line", "column", "end_column", "related"})
_MARKUP: Final = re.compile(r"[\\\[\]]")


class Sarif:
    """One run with a rule for each check; a result is written as it comes."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._codes = {entry.check.code: index for index, entry in enumerate(catalogue())}
        driver = {
            "name": "stud-audit",
            "semanticVersion": __version__,
            "rules": [_rule(entry) for entry in catalogue()],
        }
        head = json.dumps({"tool": {"driver": driver}, "columnKind": "unicodeCodePoints"})
        stream.write(f'{{"$schema": "{_SCHEMA}", "version": "2.1.0", "runs": [{head[:-1]}, "results": [')
        self._between = "\n"

    def add(self, finding: Finding, hand: Hand | None, house: House | None) -> None:
        """Write it."""
        self._stream.write(self._between + json.dumps(self._result(finding)))
        self._between = ",\n"

    def finish(self, summary: Summary, accepted: Accepted) -> None:
        """Close the run: whether it went through, and what could not be read."""
        notes = [
            {
                "level": "error" if problem.fatal else "note",
                "message": {"text": _plain(problem.text)},
                "locations": [{"physicalLocation": {"artifactLocation": {"uri": _uri(problem.path)}}}],
            }
            for problem in summary.problems
        ]
        invocation = {"executionSuccessful": not summary.failed(), "toolExecutionNotifications": notes}
        self._stream.write(f'\n], "invocations": [{json.dumps(invocation)}]}}]}}\n')

    def _result(self, finding: Finding) -> dict[str, Any]:
        result: dict[str, Any] = {"ruleId": finding.code}
        if finding.code in self._codes:
            result["ruleIndex"] = self._codes[finding.code]
        here = Related(finding.file, finding.line, finding.column, finding.end_column, "")
        result |= {
            "level": _level(finding.verdict, finding.severity),
            "message": {"text": _plain(finding.message)},
            "locations": [_location(here)],
            "partialFingerprints": {"handAndMeaning/v1": finding_key(finding)},
        }
        if finding.related:
            result["relatedLocations"] = [
                {"id": number, **_location(place), "message": {"text": _plain(place.note)}}
                for number, place in enumerate(finding.related, 1)
            ]
        result["properties"] = {key: value for key, value in finding.to_dict().items() if key not in _ELSEWHERE}
        return result


def _rule(entry: CatalogueEntry) -> dict[str, Any]:
    check = entry.check
    return {
        "id": check.code,
        "name": check.name,
        "shortDescription": {"text": _plain(entry.summary)},
        "fullDescription": {"text": _plain(entry.doc)},
        "defaultConfiguration": {"level": _level("violation", check.severity)},
        "properties": {"severity": check.severity, "who": check.who},
    }


def _level(verdict: Verdict, severity: Severity) -> str:
    """Money (S1, S2) is an error, the rest of the violations warnings; what a person should look at is a note."""
    if verdict == "review":
        return "note"
    return "error" if severity in ("S1", "S2") else "warning"


def _location(place: Related) -> dict[str, Any]:
    physical: dict[str, Any] = {"artifactLocation": {"uri": _uri(place.file)}}
    if place.line:
        region = {"startLine": place.line, "startColumn": max(place.column, 1)}
        physical["region"] = region | {"endColumn": max(place.end_column, region["startColumn"])}
    return {"physicalLocation": physical}


def _uri(path: str) -> str:
    """A relative path stays relative: viewers look for it below the checkout."""
    if os.path.isabs(path):
        return Path(path).as_uri()
    if is_address(path):
        return quote(path, safe="/:?!@$&'()*+,;=-._~")
    text = path.replace(os.sep, "/").encode("utf-8", "surrogateescape")
    # A colon in the first part would make it a scheme.
    return quote(text, safe="/!@$&'()*+,;=-._~")


def _plain(text: str) -> str:
    """The text as a SARIF message, in which brackets make links and braces stand for arguments."""
    shown = "\n".join(map(visible, text.split("\n")))
    return _MARKUP.sub(r"\\\g<0>", shown).replace("{", "{{").replace("}", "}}")
