"""A dispute file: its parts, their order, its dates, and the ruling beside the computed outcome."""

from __future__ import annotations

import hashlib
import json
import re
from datetime import date
from pathlib import Path

import pytest
from support.commands import Run
from support.logs import pokerstars_hand

from stud_audit.explain.case import Case, working_days_after

NAMES = {"case.txt", "case.json", "hand.html", "hand.txt", "clauses.txt", "SHA256SUMS"}


@pytest.mark.parametrize(
    ("day", "count", "due"),
    [
        (date(2026, 11, 27), 10, date(2026, 12, 11)),  # a Friday: two weekends lie between
        (date(2026, 11, 30), 10, date(2026, 12, 14)),  # a Monday
        (date(2026, 11, 28), 10, date(2026, 12, 11)),  # a Saturday: Monday is the first working day
        (date(2026, 11, 29), 1, date(2026, 11, 30)),
    ],
)
def test_working_days_leave_out_weekends(day: date, count: int, due: date) -> None:
    assert working_days_after(day, count) == due


def test_the_final_response_is_due_after_eight_weeks() -> None:
    assert Case("C-1", date(2026, 11, 20)).response_due == date(2027, 1, 15)
    assert Case("C-1", date(2026, 11, 20)).answer_due is None


@pytest.fixture
def night(tmp_path: Path) -> str:
    (tmp_path / "night.txt").write_text(pokerstars_hand() + pokerstars_hand(502, 4), newline="\n")
    return "night.txt"


CASE = ("--hand", "502", "--case", "C-17", "--complaint-date", "2026-11-20")
ARBITER = ("--enquiry-date", "2026-11-27", "--ruling", "Pay seat 2 four cents.", "--reason", "The bet was too small.")


def test_a_dispute_file(run: Run, night: str) -> None:
    ended = run("explain", night, *CASE, *ARBITER, "--out", "C-17")
    assert (ended.code, ended.out, ended.err) == (0, "", "")
    folder = Path("C-17")
    assert {path.name for path in folder.iterdir()} == NAMES
    text = (folder / "case.txt").read_text()
    heads = (
        "Case C-17",
        "1. Circumstances",
        "2. Governing clause",
        "3. Settlement basis",
        "of the arbiter: Pay seat 2",
    )
    places = [text.index(head) for head in heads]
    assert places == sorted(places)
    assert "final response due by 2027-01-15" in text
    assert "answer due by 2026-12-11" in text
    assert "Saturdays and Sundays" in text
    assert "computed: A rule was broken: bet wrong size." in text
    data = json.loads((folder / "case.json").read_text())
    assert list(data)[4:7] == ["circumstances", "governing_clause", "settlement_basis"]
    assert data["ruling"] == {"by": "arbiter", "ruling": "Pay seat 2 four cents.", "reason": "The bet was too small."}
    assert data["settlement_basis"]["computed"]["headline"] == "A rule was broken: bet wrong size"
    assert [clause["id"] for clause in data["governing_clause"]["clauses"]] == ["PS-02"]
    raw = (folder / "hand.txt").read_bytes()
    assert raw.decode() == pokerstars_hand(502, 4).rstrip()
    assert data["record_sha256"] == hashlib.sha256(raw).hexdigest()
    for line in (folder / "SHA256SUMS").read_text().splitlines():
        digest, name = line.split("  ")
        assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == digest
    own, lent, of_the_game = re.split("\n\nOf the .*\n", (folder / "clauses.txt").read_text())[1:]
    assert "PS-02: " in own
    families = [set(re.findall(r"^([A-Z]+)-\d+: ", part, re.M)) for part in (own, lent, of_the_game)]
    assert families[0] == {"PS"}
    assert families[2] == {"G"}
    assert "RR" in families[1]
    for digest in (data["record_sha256"], hashlib.sha256(Path(night).read_bytes()).hexdigest()):
        assert digest in text
        assert digest in (folder / "hand.html").read_text()
    page = (folder / "hand.html").read_text()
    order = ("Case C-17", "Circumstances: the hand", "Governing clause</h2>", "Settlement basis</h2>")
    places = [page.index(head) for head in order]
    assert places == sorted(places)


def test_the_same_case_gives_the_same_bytes(run: Run, night: str) -> None:
    for name in ("one", "two"):
        run("explain", night, *CASE, "--out", name)
    for name in NAMES:
        assert Path("one", name).read_bytes() == Path("two", name).read_bytes()


@pytest.mark.parametrize("player", ["quillfeather", "seat 2", "2"])
def test_a_redacted_case_hides_cards_in_every_file(run: Run, night: str, player: str) -> None:
    assert run("explain", night, *CASE, "--redact", player, "--out", "C-17").code == 0
    for path in Path("C-17").iterdir():
        assert not re.search(r"\b(3d|Th)\b", path.read_text()), path.name  # northwind's hole cards
    assert "As quillfeather was entitled to see the hand" in Path("C-17", "case.txt").read_text()


def test_options_are_told_in_a_case_too(run: Run, night: str) -> None:
    run("explain", night, *CASE, "--options", "--out", "full")
    run("explain", night, *CASE, "--out", "short")
    told = [Path(name, "case.txt").read_text().count("\n       may ") for name in ("full", "short")]
    assert told[0] > told[1] == 1


def test_a_redacted_case_has_no_digest_of_what_is_hidden(run: Run, night: str) -> None:
    run("explain", night, *CASE, "--redact", "quillfeather", "--out", "C-17")
    digest = hashlib.sha256(Path(night).read_bytes()).hexdigest()
    assert not any(digest in path.read_text() for path in Path("C-17").iterdir())


def test_a_dispute_file_is_never_overwritten(run: Run, night: str) -> None:
    run("explain", night, *CASE, "--out", "C-17")
    before = Path("C-17", "case.txt").read_bytes()
    again = run("explain", night, *CASE, *ARBITER, "--out", "C-17")
    assert again.code == 2
    assert "C-17: is there already" in again.err
    assert Path("C-17", "case.txt").read_bytes() == before


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--case", "C-17"), "needs --complaint-date"),
        (("--case", "C-17", "--complaint-date", "2026-11-20"), "needs --out FOLDER"),
        ((*CASE[2:], "--out", "x", "--reason", "why"), "--reason is that of a --ruling"),
        (("--ruling", "so"), "--ruling is of a dispute file: --case ID is missing"),
        (("--out", "x"), "--out is of a dispute file"),
        (("--case", "C", "--complaint-date", "tomorrow"), "'tomorrow' is no day such as 2026-11-20"),
        ((*CASE[2:], "--out", "x", "--enquiry-date", "2026-11-19"), "2026-11-19 is of a day before the complaint"),
        ((*CASE[2:], "--out", "x", "--format", "html"), "--format and -o are of a hand alone"),
        ((*CASE[2:], "--out", "x", "-o", "hand.html"), "--format and -o are of a hand alone"),
        ((*CASE[2:], "--out", "x", "--redact", "marrow"), "nobody called 'marrow'"),
    ],
)
def test_what_is_missing_is_said(run: Run, night: str, options: tuple[str, ...], said: str) -> None:
    ended = run("explain", night, "--hand", "502", *options)
    assert ended.code == 2
    assert said in " ".join(ended.err.replace("│", "").split())
    assert not Path("x").exists()
