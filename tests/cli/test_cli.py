"""The commands as a user calls them: streams, formats, exit status."""

from __future__ import annotations

import errno
import io
import json
import re
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest
from support.commands import Run
from support.logs import pokerstars_hand

from stud_audit.model.findings import Finding
from stud_audit.report.frames import AuditResult


@pytest.fixture
def legal(tmp_path: Path) -> str:
    (tmp_path / "legal.txt").write_text(pokerstars_hand(), newline="\n")
    return "legal.txt"


@pytest.fixture
def wrong(tmp_path: Path) -> str:
    (tmp_path / "wrong.txt").write_text(pokerstars_hand() + pokerstars_hand(502, 4), newline="\n")
    return "wrong.txt"


def test_a_legal_log_ends_with_summary_and_coverage(run: Run, legal: str) -> None:
    ended = run("audit", legal)
    assert ended.code == 0
    assert ended.err == ""
    first, second, *_, heads, coverage = ended.out.splitlines()
    assert (first, second) == ("1 hand: 1 parsed, 0 refused, 0 ignored", "0 violations, 0 reviews")
    columns = ["house", "version", "hands", "clauses", "judged", "violated", "not checkable", "did not come up"]
    assert re.split(r" {2,}", heads) == [*columns, "not checkable for want of"]  # the button, of Robert's Rules' deal
    house, version, hands, clauses, judged, violated, blind, idle, *_ = coverage.split()
    assert (house, version, hands, violated) == ("pokerstars", "1", "1", "0")
    assert int(clauses) == int(judged) + int(blind) + int(idle)


def test_a_wrong_bet_is_shown_at_its_line(run: Run, wrong: str) -> None:
    ended = run("audit", wrong)
    assert ended.code == 1
    assert "wrong.txt:67:1 W501 bet-wrong-size [violation, S1, software]\n" in ended.out
    assert "67 | quillfeather: bets $0.04\n   | ^^^" in ended.out
    assert "= expected: 0.08\n" in ended.out
    assert "= found: 0.04\n" in ended.out
    assert "2 hands: 2 parsed" in ended.out
    assert "\x1b" not in ended.out


def test_json_holds_findings_alone_with_keys_in_order(run: Run, wrong: str) -> None:
    ended = run("audit", wrong, "--format", "json")
    assert ended.code == 1
    records = [json.loads(line) for line in ended.out.splitlines()]
    assert [(record["code"], record["line"], record["hand_id"]) for record in records] == [("W501", 67, "502")]
    keys = (
        "code name verdict severity who house house_version clauses file hand_id hand_index line column end_column "
        "street seat player message expected actual money_effect readings settlement related hand_key event_no"
    )
    assert list(records[0]) == keys.split(" ")
    assert list(records[0]) == list(Finding.__dataclass_fields__)


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ((), 1),
        (("--fail-on", "never"), 0),
        (("--fail-on", "review"), 1),
        (("--select", "B,W502"), 0),
        (("--select", "W5"), 1),
        (("--select", "bet-wrong-size"), 1),
        (("--select", "W", "--ignore", "W501"), 0),
        (("--ignore", "bet-wrong-size,R"), 0),
        (("--select", "I901"), 0),
    ],
)
def test_exit_status_follows_the_selected_findings(run: Run, wrong: str, options: tuple[str, ...], code: int) -> None:
    assert run("audit", wrong, *options).code == code


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("audit",), "Missing argument"),
        (("audit", "nowhere.txt"), "nowhere.txt: no such file"),
        (("audit", "legal.txt", "--house", "nobody"), "there is no house 'nobody'"),
        (("audit", "legal.txt", "--house", "my.toml"), "my.toml"),
        (("audit", "legal.txt", "--dialect", "klingon"), "there is no dialect 'klingon'"),
        (("audit", "legal.txt", "--select", "Q1"), "'Q1' is no code"),
        (("audit", "legal.txt", "--ignore", ""), "is no code"),
        (("audit", "legal.txt", "--ignore", "W5,R004"), "'R004' cannot be ignored"),
        (("audit", "legal.txt", "--ignore", "replay-stopped"), "'replay-stopped' cannot be ignored"),
        (("audit", "legal.txt", "--ignore", "i901"), "'i901' cannot be ignored"),
        (("audit", "legal.txt", "--baseline", "gone.toml"), "gone.toml: No such file"),
        (("audit", "legal.txt", "--resume"), "--resume goes on from what is at --out DIR, which is not given"),
        (("audit", "legal.txt", "--scheduler", "tcp://x"), "tcp://x: no scheduler answers there"),
        (("audit", "legal.txt", "--scheduler", "tcp://x:1", "--jobs", "2"), "a scheduler has workers of its own"),
        (("serve", "--port", "80"), "serve is not available yet"),
        (("audit", "legal.txt", "--format", "xml"), "'xml' is not one of"),
        (("audit", "legal.txt", "--jobs", "0"), "--jobs"),
        (("audit", "legal.txt", "--fail-on", "all"), "'all' is not one of"),
        (("houses", "nobody"), "there is no house 'nobody'"),
        (("checks", "Q123"), "there is no check 'Q123'"),
        (("dialects", "klingon"), "there is no dialect 'klingon'"),
        (("frobnicate",), "No such command"),
    ],
)
def test_a_wrong_call_is_refused_in_a_line(run: Run, legal: str, arguments: tuple[str, ...], said: str) -> None:
    ended = run(*arguments)
    assert ended.code == 2
    assert said in ended.err
    assert "Traceback" not in ended.err


def test_a_missing_path_outranks_findings_and_stops_nothing(run: Run, wrong: str) -> None:
    ended = run("audit", "nowhere.txt", wrong, "--fail-on", "never")
    assert ended.code == 2
    assert "W501" in ended.out
    assert ended.err == "stud-audit: nowhere.txt: no such file or folder\n"


def test_a_file_without_hands_is_a_wrong_call_only_if_there_is_none_anywhere(run: Run, legal: str) -> None:
    Path("notes.txt").write_text("milk\neggs\n")
    assert run("audit", "notes.txt").code == 2
    both = run("audit", "notes.txt", legal, "--ignore", "R001")
    assert both.code == 0
    assert "notes.txt" in both.err


def test_summaries_of_tournaments_alone_are_no_audited_hand(run: Run, legal: str) -> None:
    Path("summary.txt").write_text("Tournament Summary\nBuy-In: $5\n1. aldgate\n")
    alone, both = run("audit", "summary.txt"), run("audit", "summary.txt", legal)
    assert (alone.code, alone.err) == (2, "stud-audit: no hand was found; there are only summaries of tournaments\n")
    assert (both.code, both.err) == (0, "")
    assert "beside the hands: 1 file of tournament summaries" in both.out


def test_standard_input(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    text = io.TextIOWrapper(io.BytesIO(pokerstars_hand(502, 4).encode()))
    monkeypatch.setattr(sys, "stdin", text)
    ended = run("audit", "-")
    assert ended.code == 1
    assert ended.out.startswith("-:26:1 W501 ")


def test_out_writes_the_dataset_and_still_prints(run: Run, wrong: str) -> None:
    ended = run("audit", wrong, "--out", "set")
    assert ended.code == 1
    assert "W501" in ended.out
    result = AuditResult("set")
    assert result.hands["violations"].tolist() == [0, 1]
    assert result.findings["code"].tolist() == ["W501"]
    assert result.manifest["counts"] == {
        "lines": 82,
        "hands": {"seen": 2, "parsed": 2, "refused": 0, "ignored": 0},
        "files": {"seen": 1, "read": 1, "summaries": 0, "not_read": 0, "unreadable": 0, "archives": 0},
        "summaries": 0,
    }
    assert [house["name"] for house in result.manifest["houses"]] == ["pokerstars"]
    assert result.manifest["inputs"][0]["path"] == wrong
    assert result.coverage.query("code == 'W501'")["violations"].sum() >= 1


def test_out_leaves_a_foreign_folder_alone(run: Run, wrong: str) -> None:
    Path("set").mkdir()
    Path("set", "mine.txt").write_text("x")
    ended = run("audit", wrong, "--out", "set")
    assert ended.code == 2
    assert "left alone" in ended.err
    assert [path.name for path in Path("set").iterdir()] == ["mine.txt"]


def test_a_run_without_hands_says_that_the_dataset_is_of_an_earlier_one(run: Run, wrong: str) -> None:
    run("audit", wrong, "--out", "set")
    Path("empty.txt").write_text("")
    for command in ("audit", "events"):
        ended = run(command, "empty.txt", "--out", "set")
        assert ended.code == 2
        assert "stud-audit: set: no dataset is written; the one there is of an earlier run\n" in ended.err
        ended = run(command, "empty.txt", "--out", "other")
        assert "stud-audit: other: no dataset is written\n" in ended.err
    assert len(AuditResult("set").findings) == 1
    assert not Path("other").exists()


def test_folders_that_were_made_for_nothing_are_gone(run: Run) -> None:
    Path("empty.txt").write_text("")
    assert run("audit", "empty.txt", "--out", "a/b/set").code == 2
    assert not Path("a").exists()


def test_an_amount_of_thirty_decimals_costs_no_dataset(run: Run) -> None:
    """It is not stored, and said not to be; the other hands and amounts are."""
    fine = pokerstars_hand(502).replace("brings in for $0.02", "brings in for $0." + 29 * "0" + "1")
    Path("fine.txt").write_text(pokerstars_hand() + fine)
    ended = run("audit", "fine.txt", "--out", "set")
    assert ended.code == 1
    assert "values (amounts of more than four decimals or eighteen digits, say) are empty in the dataset" in ended.err
    result = AuditResult("set")
    assert len(result.hands) == 2
    assert result.events.query("type == 'BroughtIn'")["added"].isna().tolist() == [False, True]


def test_a_full_disk_below_temporary_files_is_named(
    run: Run, wrong: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Full(io.BytesIO):
        def write(self, data: Any) -> int:
            if len(data) > 1:
                raise OSError(errno.ENOSPC, "No space left on device")
            return super().write(data)

    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(tempfile, "TemporaryFile", Full)
    monkeypatch.setattr("stud_audit.pipeline.tellings._IN_MEMORY", 100)
    ended = run("audit", wrong)
    assert (ended.code, ended.err) == (2, f"stud-audit: {tmp_path}: No space left on device\n")


def test_jobs_change_nothing(run: Run, wrong: str) -> None:
    Path("many.txt").write_text("".join(pokerstars_hand(600 + i, 4 if i % 50 == 7 else 8) for i in range(150)))
    one = run("audit", wrong, "many.txt", "--out", "one")
    two = run("audit", wrong, "many.txt", "--out", "two", "--jobs", "2")
    assert one == two
    files = [sorted(path.relative_to(name) for path in Path(name).rglob("*.*")) for name in ("one", "two")]
    assert files[0] == files[1]
    for name in files[0]:
        assert Path("one", name).read_bytes() == Path("two", name).read_bytes(), name


def test_an_internal_error_is_one_line(run: Run, legal: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("of the tests")

    monkeypatch.setattr("stud_audit.ingest.reader.Reader.blocks", fail)
    ended = run("audit", legal)
    assert ended.code == 2
    assert ended.err.startswith("stud-audit: internal error: ZeroDivisionError('of the tests')")
    assert ended.err.count("\n") == 1
    assert "report it" in ended.err


def test_events_as_text_are_the_neutral_notation(run: Run, wrong: str) -> None:
    ended = run("events", wrong)
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.startswith("stud 1\nhand 501 game=stud structure=fixed small=0.04 big=0.08 ")
    Path("again.stud").write_text(ended.out)
    again = run("audit", "again.stud", "--house", "pokerstars", "--select", "W")
    assert (again.code, "W501" in again.out) == (1, True)


def test_events_as_json_are_the_rows_of_the_table(run: Run, wrong: str) -> None:
    ended = run("events", wrong, "--format", "json", "--out", "set")
    assert (ended.code, ended.err) == (0, "")
    records = [json.loads(line) for line in ended.out.splitlines()]
    table = AuditResult("set").events
    assert [record["raw"] for record in records] == table["raw"].tolist()
    assert list(records[0]) == table.columns.tolist()
    assert AuditResult("set").findings.empty
    quiet = run("events", wrong, "--out", "set")
    assert (quiet.code, quiet.out) == (0, "")


def test_events_of_nothing(run: Run) -> None:
    assert run("events", "nowhere.txt").code == 2
    assert run("events", "nowhere.txt", "--out", "set").code == 2
    assert not Path("set").exists()


def test_houses(run: Run) -> None:
    listed = run("houses")
    assert listed.code == 0
    assert "william-hill" in listed.out
    assert {"pokerstars", "william-hill"} <= {
        house["name"] for house in json.loads(run("houses", "--format", "json").out)
    }
    one = run("houses", "william-hill")
    assert "WH-12: " in one.out
    house = json.loads(run("houses", "william-hill", "--format", "json").out)
    assert list(house)[:4] == ["name", "title", "version", "digest"]


def test_checks(run: Run) -> None:
    assert "W501  bet-wrong-size" in run("checks").out
    assert run("checks", "W501").out == run("checks", "bet-wrong-size").out
    one = json.loads(run("checks", "w501", "--format", "json").out)
    assert (one["code"], one["name"], one["severity"]) == ("W501", "bet-wrong-size", "S1")
    assert one["doc"]
    every = json.loads(run("checks", "--format", "json").out)
    assert one in every


def test_dialects(run: Run) -> None:
    assert "PokerStars" in run("dialects").out
    assert "burn cards" in run("dialects", "pokerstars").out


def test_help_and_version(run: Run) -> None:
    assert "audit" in run("--help").out
    assert run("--version").out.startswith("stud-audit 0.")
    assert "--fail-on" in run("audit", "-h").out


def test_a_baseline_is_counted_and_neither_printed_nor_failed_on(run: Run, wrong: str) -> None:
    written = run("audit", wrong, "--write-baseline", "known.toml")
    assert written.code == 0
    assert "W501" in written.out  # one sees what one accepts
    again = run("audit", wrong, "--baseline", "known.toml")
    assert again.code == 0
    assert again.out.startswith("2 hands: ")
    assert "0 violations, 0 reviews; 1 more in the baseline" in again.out
    assert again.err.startswith("stud-audit: known.toml: accepted without a reason: W501 in hand ")


def test_a_baseline_with_one_reason_for_all_that_is_new(run: Run, wrong: str) -> None:
    written = run("audit", wrong, "--write-baseline", "known.toml", "--reason", "refunded, ticket 4711")
    assert (written.code, written.err) == (0, "stud-audit: known.toml: 1 accepted\n")
    assert 'reason = "refunded, ticket 4711"' in Path("known.toml").read_text()
    assert run("audit", wrong, "--baseline", "known.toml").err == ""


@pytest.mark.parametrize("options", [("--reason", "so"), ("--write-baseline", "x.toml", "--reason", " ")])
def test_a_reason_is_of_a_baseline_that_is_written(run: Run, wrong: str, options: tuple[str, ...]) -> None:
    ended = run("audit", wrong, *options)
    assert (ended.code, ended.out) == (2, "")
    assert "--reason is that of accepted findings" in ended.err
    assert not Path("x.toml").exists()


def test_what_the_baseline_has_and_no_longer_occurs_is_said(run: Run, wrong: str, legal: str) -> None:
    run("audit", wrong, "--write-baseline", "known.toml")
    gone = run("audit", legal, "--baseline", "known.toml")
    assert gone.code == 0
    assert gone.err.startswith("stud-audit: known.toml: no longer occurs: W501 in hand ")


def test_every_format_names_the_finding(run: Run, wrong: str) -> None:
    for name in ("text", "concise", "json", "csv", "sarif"):
        ended = run("audit", wrong, "--format", name)
        assert ended.code == 1, name
        assert "W501" in ended.out, name
    assert json.loads(run("audit", wrong, "--format", "sarif").out)["runs"][0]["results"][0]["ruleId"] == "W501"
    assert len(run("audit", wrong, "--format", "csv").out.splitlines()) == 2
