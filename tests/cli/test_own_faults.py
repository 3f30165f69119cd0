"""Faults of ours: a check, the replay, or a dialect that fails, and worker processes that are killed."""

from __future__ import annotations

import gc
import operator
import os
import signal
import time
from collections.abc import Callable
from multiprocessing.process import BaseProcess
from threading import Thread
from typing import Any, NoReturn

import pytest
from support.commands import Run
from support.logs import pokerstars_hand
from support.poison import double, killed_by_hand_600

from stud_audit.checks.base import Check
from stud_audit.ingest.registry import get_dialect
from stud_audit.model.errors import Notice
from stud_audit.model.executors import Pending, WorkerLost
from stud_audit.pipeline import Audit, one_hand
from stud_audit.pipeline.workers import Processes


def failing(*_: object) -> NoReturn:
    raise KeyError("of the tests")


def audited(tmp_path: Any, hands: int = 2, certify: bool = False, first: int = 500) -> Audit:
    (tmp_path / "night.txt").write_text("".join(pokerstars_hand(first + number) for number in range(hands)))
    return Audit(tmp_path / "night.txt", certify=certify)


def codes(run: Audit) -> list[list[str]]:
    return [[finding.code for finding in result.findings] for result in run]


@pytest.fixture(autouse=True)
def fresh_dispatch() -> None:
    one_hand.dispatch.cache_clear()


def test_a_check_that_fails_has_not_passed(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stud_audit.pipeline.one_hand._asked", _failing_at("W501", one_hand._asked))
    run = audited(tmp_path, 1)
    assert codes(run) == [["I901", "I901", "I901"]]  # at each of the hand's three bets
    assert run.summary.failed()
    rows = [row for row in run.summary.coverage[("pokerstars", "1")].rows() if row.code == "W501"]
    assert rows
    assert all((row.passed, row.not_checkable) == (0, 1) for row in rows)
    assert list(run.summary.troubles()) == [
        "3 internal error(s), I901: these hands are not fully judged; please report them"
    ]


def _failing_at(code: str, asked: Callable[[Check, int], Any]) -> Callable[[Check, int], Any]:
    def instead(check: Check, street: int) -> Any:
        judge, passed, _ = asked(check, street)
        return (failing if check.code == code else judge, passed, check)

    return instead


@pytest.mark.parametrize("part", ["Replay", "Settlement", "seat_rows", "played_events", "sitting"])
def test_a_replay_that_fails_costs_one_hand(part: str, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = getattr(one_hand, part)

    def instead(what: Any, *more: Any) -> Any:
        if getattr(what, "hand", what).header.hand_id == "501":
            failing()
        return whole(what, *more)

    monkeypatch.setattr(one_hand, part, instead)
    run = audited(tmp_path, 3)
    assert codes(run) == [[], ["I901"], []]
    assert run.summary.parsed == 3


@pytest.mark.parametrize(
    ("part", "tried"),
    [
        ("pipeline.walk.seat_row", 3),  # the first as well, after what was new in it was judged
        ("ingest.dialects.pokerstars.PokerStars.scan", 3),
    ],
)
def test_a_short_cut_that_fails_is_a_long_way(
    part: str, tried: int, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = []
    monkeypatch.setattr(f"stud_audit.{part}", lambda *_, **__: calls.append(1) or failing())
    run = audited(tmp_path, 3, certify=True)
    assert codes(run) == [[], [], []]
    assert run.summary.parsed == 3
    assert len(calls) == tried


def test_a_dialect_that_fails_is_a_fault_of_ours(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    dialect = type(get_dialect("pokerstars"))
    parse = dialect.parse
    monkeypatch.setattr(dialect, "parse", lambda self, block: failing() if "#501" in block.text else parse(self, block))
    run = audited(tmp_path, 3)
    assert codes(run) == [[], ["I901"], []]
    assert (run.summary.parsed, run.summary.refused) == (2, 1)


def test_a_check_across_hands_that_fails(tmp_path: Any) -> None:
    run = audited(tmp_path, 2)
    # Of each of the two hands of the table.
    run._late._follow = [(code, failing if code == "X802" else follow) for code, follow in run._late._follow]
    assert codes(run) == [[], [], ["I901", "I901"]]
    assert run.summary.failed()


def test_an_internal_error_ends_with_2(run: Run, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    audited(tmp_path)
    monkeypatch.setattr(one_hand, "Settlement", failing)
    for options in ((), ("--fail-on", "never"), ("--select", "W501")):
        ended = run("audit", "night.txt", *options)
        assert ended.code == 2
        assert "I901 internal-error" in ended.out
        assert (
            ended.err == "stud-audit: 2 internal error(s), I901: these hands are not fully judged; please report them\n"
        )
    assert run("explain", "night.txt", "--hand", "500").code == 2


# --- workers -------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_a_task_that_kills_its_worker_is_lost_alone() -> None:
    processes = Processes(2)
    tasks = [processes.submit(double, number) for number in (1, 2, 3, 13, 4, 5, 17, 8)]
    with pytest.warns(Notice, match="a worker process was killed; what it worked on is done again") as said:
        results = [outcome_of(task) for task in tasks]
    processes.close()
    assert results[:3] + results[4:6] + results[7:] == [2, 4, 6, 8, 10, 16]
    assert "killed, each time" in str(results[3])
    assert "cannot pickle" in str(results[6])
    assert len(said) == 1


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_an_interrupt_while_a_worker_is_started_does_not_hang(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first worker is still busy when the second one, at whose start it comes, is told to end."""
    begun: list[BaseProcess] = []
    start = BaseProcess.start

    def interrupted(self: BaseProcess) -> None:
        start(self)
        begun.append(self)
        if len(begun) == 2:
            os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr(BaseProcess, "start", interrupted)
    processes = Processes(2)
    processes.submit(time.sleep, 0).result()
    processes.submit(time.sleep, 5)
    # Whoever runs the tests in the background of a script has this process ignore it.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            processes.submit(time.sleep, 0)
    finally:
        signal.signal(signal.SIGINT, before)
    closing = Thread(target=processes.close, daemon=True)
    closing.start()
    closing.join(30)
    ended = not closing.is_alive()
    for process in begun:
        process.kill()
    assert ended


@pytest.mark.slow
def test_a_worker_looks_for_garbage_as_seldom_as_who_started_it() -> None:
    before = gc.get_threshold()
    processes = Processes(1)
    try:
        gc.set_threshold(40_000, 20, 20)
        assert processes.submit(operator.call, gc.get_threshold).result()[0] == 40_000
    finally:
        gc.set_threshold(*before)
        processes.close()


def outcome_of(task: Pending[int]) -> int | str:
    try:
        return task.result()
    except WorkerLost as why:
        return str(why)


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="signals")
@pytest.mark.parametrize("before", [0, 100])
def test_a_hand_that_kills_its_worker_is_named(
    before: int, run: Run, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The very first as well, before which nothing was worked on."""
    audited(tmp_path, 200, first=600 - before)
    monkeypatch.setattr("stud_audit.pipeline.run.work", killed_by_hand_600)
    ended = run("audit", "night.txt", "--jobs", "2", "--out", "set")
    assert ended.code == 2
    assert "200 hands: 199 parsed, 1 refused, 0 ignored" in ended.out
    assert f"night.txt:{41 * before + 1}:1 I901 internal-error" in ended.out  # hands have 41 lines
    assert "the process that worked on it was killed" in ended.out
    assert "a worker process was killed; what it worked on is done again" in ended.err
