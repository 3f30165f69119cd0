"""A short run of the fuzzer, what long ones found, and the fuzzer itself held to its word."""

from __future__ import annotations

from pathlib import Path

import pytest

from fuzz.executions import Case, case_of, failure, smaller, traces, way_of
from fuzz.mutations import FIELDS
from fuzz.properties import Broken, folder, same_with_jobs
from fuzz.seeds import logs
from stud_audit.ingest import blocks
from stud_audit.ingest.registry import dialect_names

FOUND = sorted((Path(__file__).parent / "found").iterdir())
_PARTS, _EACH = 8, 60


@pytest.mark.parametrize("part", range(_PARTS))
def test_changed_inputs_keep_every_property(part: int) -> None:
    for number in range(part * _EACH, (part + 1) * _EACH):
        case = case_of(20261130, number)
        error = failure(case)
        assert error is None, f"python -m tests.fuzz --seed 20261130 --first {number} --executions 1: {error}"


@pytest.mark.parametrize("path", FOUND, ids=[path.name for path in FOUND])
def test_what_was_found_stays_mended(path: Path) -> None:
    assert failure(Case(path.read_bytes())) is None


def test_one_process_and_two_find_the_same() -> None:
    paths = []
    for number in range(25):
        paths.append(folder() / f"short-{number}.txt")
        paths[-1].write_bytes(case_of(20261131, number).data)
    same_with_jobs(paths)


# --- the fuzzer itself --------------------------------------------------------------------------------


def test_every_dialect_is_started_from() -> None:
    assert set(logs()) == set(dialect_names())


def test_a_number_names_an_input() -> None:
    assert [case_of(3, number) for number in range(40)] == [case_of(3, number) for number in range(40)]
    assert len({case_of(3, number).data for number in range(40)}) == 40
    assert case_of(4, 0) != case_of(3, 0)


def test_fields_are_told_apart() -> None:
    line = 'Seat 3: brixton ($1,250.50 in chips) [Td 9c] <a b="c">'
    seen = {kind: [match[0] for match in pattern.finditer(line)] for kind, pattern in FIELDS.items()}
    assert seen["number"] == ["3", "1,250.50", "9"]
    assert seen["amount"] == ["$1,250.50"]
    assert seen["card"] == ["Td", "9c"]
    assert seen["brackets"] == ["($1,250.50 in chips)", "[Td 9c]"]
    assert seen["tag"] == ['<a b="c">']
    assert seen["string"] == ['"c"']


def test_a_failure_is_cut_down_to_what_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(case: Case) -> None:
        if b"bets" in case.data and b"Seat 2" in case.data:
            raise Broken("no exception", "KeyError('Seat 2')")

    monkeypatch.setattr(Case, "run", run)
    case = Case(b"a header\nSeat 1: x\nSeat 2: y\nx: checks\ny: bets $4\n", "tda")
    error = failure(case)
    assert error is not None
    small = smaller(case, way_of(error))
    assert (small.data, small.house) == (b"Seat 2bets", None)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("KeyError('Bob') at 12", "KeyError('Ann: [x]') at 7", True),
        ("KeyError('Bob') at 12", "ValueError('Bob') at 12", False),
    ],
)
def test_failures_of_one_way_are_reported_once(one: str, other: str, same: bool) -> None:
    assert (way_of(Broken("a", one)) == way_of(Broken("a", other))) is same


def test_an_exception_and_an_error_in_a_check_are_failures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocks, "get_dialect", lambda name: {}[name])
    error = failure(Case(b"hand 1 game=stud small=2 big=4\n"))
    assert error is not None
    assert error.name == "no internal error"


@pytest.mark.skipif(not blocks.__file__.endswith(".py"), reason="what is compiled calls its own functions directly")
def test_it_is_told_where_what_the_audit_caught_was_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocks, "get_dialect", lambda name: {}[name])
    assert "KeyError: 'neutral'" in traces(Case(b"hand 1 game=stud small=2 big=4\n"))
