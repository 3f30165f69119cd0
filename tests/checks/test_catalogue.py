"""The checks are found by their place, by code, and by name."""

from __future__ import annotations

from stud_audit.checks import catalogue, find_check
from stud_audit.checks.describe import describe_check


def test_every_check_has_a_summary_of_one_line() -> None:
    codes = [entry.check.code for entry in catalogue()]
    assert codes == sorted(set(codes))
    for entry in catalogue():
        assert entry.summary.endswith(".")
        assert "\n" not in entry.summary
        assert entry.doc.startswith(entry.summary)


def test_a_check_is_found_by_code_or_name() -> None:
    found = find_check("w501")
    assert found is not None
    assert (found.check.code, found.check.name) == ("W501", "bet-wrong-size")
    assert find_check("bet-wrong-size") is found
    assert find_check("W599") is None
    assert find_check("") is None


SCOPES = {
    "W501": "step",
    "R012": "step",
    "A202": "step",
    "A201": "hand",
    "D104": "hand",
    "S701": "hand",
    "P604": "hand",
    "A204": "input",
    "A206": "hand",
    "X801": "step",
    "X802": "input",
    "X803": "input",
    "X804": "input",
    "R005": "input",
    "R004": "input",
}


def test_what_a_check_is_shown() -> None:
    assert {code: entry.check.scope for code in SCOPES if (entry := find_check(code))} == SCOPES


def test_a_check_as_data() -> None:
    entry = find_check("D103")
    assert entry is not None
    told = describe_check(entry)
    assert {key: told[key] for key in ("code", "name", "severity", "who", "scope")} == {
        "code": "D103",
        "name": "wrong-card-facing",
        "severity": "S1",
        "who": "software",
        "scope": "step",
    }
    assert told["doc"].startswith(told["summary"])
    # The hands that break the rule come before those that come close to it, each by name.
    titles = [example["title"] for example in told["examples"]]
    kinds = [title.split(":")[0] for title in titles]
    assert kinds == sorted(kinds, reverse=True)
    assert {kind: sorted(title for title in titles if title.startswith(kind)) for kind in kinds} == {
        kind: [title for title in titles if title.startswith(kind)] for kind in ("Violation", "Near miss")
    }
    assert {"Violation: fourth down", "Violation: seventh up", "Near miss: own seventh known"} <= set(titles)
    assert all(example["text"].startswith("stud 1") for example in told["examples"])
