"""The formats of findings: what each writes, and that nothing in a log can do more than be read."""

from __future__ import annotations

import csv
import io
import json

import pytest
from sarif_pydantic import Sarif as SarifDocument
from support.hands import invented_finding, invented_hand

from stud_audit.formats.csv_rows import Csv
from stud_audit.formats.json_lines import JsonLines
from stud_audit.formats.sarif import Sarif
from stud_audit.formats.text import ByNumber, Concise
from stud_audit.ingest.input.found import InputProblem
from stud_audit.model.findings import Finding, Payment, Readings, Related
from stud_audit.pipeline import Summary
from stud_audit.render.styled import Output

HOSTILE = '=cmd|"/c calc"!A1\x1b[2J\u202e<script>\n{0}[x](http://a)'
NOTHING = Summary(hands=1, parsed=1)


def hostile_finding() -> Finding:
    return invented_finding(
        invented_hand(),
        player=HOSTILE,
        message=f"{HOSTILE} bets",
        file="ni\x1bght one:2.txt",
        actual="-2",
        verdict="review",
        readings=Readings(("literal",), ("strict",), True, "tda"),
        settlement=(Payment(1, HOSTILE, "1", "2"),),
        related=(Related("noon.zip!day/a.txt", 4, 1, 9, HOSTILE),),
    )


def test_concise_is_one_line_a_finding() -> None:
    stream = io.StringIO()
    findings = Concise(Output(stream))
    findings.add(invented_finding(line=67, column=3), None, None)
    findings.add(hostile_finding(), None, None)
    one, two = stream.getvalue().splitlines()
    assert one == "night.txt:67:3 W501 bet-wrong-size [violation] a bet of 2 where the unit is 4"
    assert two.startswith("ni␛ght one:2.txt:106:1 W501 bet-wrong-size [review] =cmd")
    assert two.isprintable()


@pytest.mark.parametrize(("count", "full"), [(20, True), (21, False)])
def test_more_than_twenty_findings_get_a_line_each(count: int, full: bool) -> None:
    stream = io.StringIO()
    findings = ByNumber(Output(stream))
    for line in range(count):
        findings.add(invented_finding(line=line), None, None)
    findings.finish(NOTHING, {})
    lines = stream.getvalue().splitlines()
    heads = [line for line in lines if line.startswith("night.txt:")]
    assert [head.split(":")[1] for head in heads] == [str(line) for line in range(count)]
    assert all(head.endswith(", S1, software]" if full else "where the unit is 4") for head in heads)
    assert any("--format text" in line for line in lines) is not full
    assert lines[-2] == "1 hand: 1 parsed, 0 refused, 0 ignored"


def test_csv_has_the_keys_of_json_and_nothing_that_a_spreadsheet_would_run() -> None:
    stream = io.StringIO()
    findings = Csv(stream)
    findings.add(hostile_finding(), None, None)
    findings.add(invented_finding(), None, None)
    findings.finish(NOTHING, {})
    first, second = csv.DictReader(io.StringIO(stream.getvalue()))
    assert list(first) == list(hostile_finding().to_dict())
    assert json.loads(first["readings"]) == {"pass": ["literal"], "fail": ["strict"], "silent": True, "fallback": "tda"}
    assert json.loads(first["settlement"])[0]["player"] == HOSTILE
    assert (first["player"][:5], first["actual"], first["line"]) == ("'=cmd", "'-2", "106")
    assert (second["settlement"], second["hand_id"], second["money_effect"]) == ("", "", "2")
    assert "\x1b" not in stream.getvalue()
    assert "\u202e" not in stream.getvalue()


def test_sarif_is_of_its_schema_and_says_where_and_how_bad() -> None:
    stream = io.StringIO()
    findings = Sarif(stream)
    findings.add(hostile_finding(), None, None)
    findings.add(invented_finding(severity="S4", line=0), None, None)
    problem = InputProblem("gone.txt", "no such file or folder", "missing")
    findings.finish(Summary(hands=1, problems=(problem,)), {})
    written = json.loads(stream.getvalue())
    # Every key is one that SARIF has: a key that its model does not know would be missing from the dump.
    assert SarifDocument.model_validate(written).model_dump(mode="json", by_alias=True, exclude_unset=True) == written
    (run,) = written["runs"]
    review, cosmetic = run["results"]
    assert run["tool"]["driver"]["rules"][review["ruleIndex"]]["id"] == "W501"
    assert (review["level"], cosmetic["level"]) == ("note", "warning")
    place = review["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "ni%1Bght%20one%3A2.txt"
    assert place["region"] == {"startLine": 106, "startColumn": 1, "endColumn": 22}
    assert "region" not in cosmetic["locations"][0]["physicalLocation"]
    assert review["relatedLocations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "noon.zip!day/a.txt"
    text = review["message"]["text"]
    assert "{{0}}" in text
    assert r"\[x\](http://a)" in text
    assert "\x1b" not in text
    assert review["properties"]["clauses"] == ["WH-12", "G-05"]
    (invocation,) = run["invocations"]
    assert invocation["executionSuccessful"] is False
    assert invocation["toolExecutionNotifications"][0]["message"]["text"] == "no such file or folder"


def test_sarif_without_findings_is_whole() -> None:
    stream = io.StringIO()
    Sarif(stream).finish(NOTHING, {})
    assert json.loads(stream.getvalue())["runs"][0]["results"] == []


def test_json_is_one_object_a_line() -> None:
    stream = io.StringIO()
    findings = JsonLines(stream)
    findings.add(hostile_finding(), None, None)
    findings.finish(NOTHING, {})
    assert json.loads(stream.getvalue())["player"] == HOSTILE
    assert stream.getvalue().count("\n") == 1
    assert stream.getvalue().isascii()
