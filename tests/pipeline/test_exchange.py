"""What one process has learned the others hear of; what goes wrong with that costs no more than it spares."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from support.certified import hand_of
from support.neutral_hands import RAISED

from stud_audit.houses.loader import load_house
from stud_audit.pipeline import exchange
from stud_audit.pipeline.exchange import Exchange
from stud_audit.pipeline.one_hand import audit_hand, dispatch

ENVIRONMENT = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])}
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="forks")


def in_fork(do: Callable[[], object]) -> None:
    """Does something in a fork of this process."""
    child = os.fork()
    if child == 0:
        try:
            do()
        finally:
            os._exit(0)
    os.waitpid(child, 0)


def test_what_others_tell_is_heard_once_by_whom_it_concerns() -> None:
    told = Exchange()
    told.tell("mine", "said here")
    in_fork(lambda: (told.tell("mine", 1), told.tell("other", 2), told.tell("mine", (3, "III"))))
    assert told.heard("mine") == [1, (3, "III")]
    assert told.heard("mine") == []
    assert told.heard("other") == [2]
    in_fork(lambda: told.tell("mine", 4))
    assert told.heard("mine") == [4]


def test_after_a_record_that_is_not_whole_nothing_is_heard() -> None:
    told = Exchange()
    in_fork(lambda: told.tell("mine", 1))
    os.write(told._file.fileno(), b"\0\0\0\x04never")
    in_fork(lambda: told.tell("mine", 2))
    assert told.heard("mine") == [1]
    assert told.heard("mine") == []


def test_a_process_certifies_what_another_has_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    house = load_house("roberts-rules")
    hand = hand_of(RAISED)
    full = audit_hand(hand, house, dispatch(None, house))
    monkeypatch.setattr(exchange, "_joined", Exchange())
    dispatch.cache_clear()
    checks = dispatch(None, house, certify=True)
    in_fork(lambda: audit_hand(hand, house, checks))
    certified = audit_hand(hand, house, checks)
    assert certified.certified  # which the first of its kind is not
    assert certified.outcomes == full.outcomes
    assert certified.seats == full.seats


def is_fork(tmp_path: Path, before: str) -> bool:
    """Whether the worker of a process is a fork of it that has done something before."""
    script = f"""
import threading
from stud_audit.pipeline.workers import Processes

def knows(name):
    return hasattr(threading, name)

if __name__ == "__main__":
    {before}
    threading.known = True
    processes = Processes(1)
    print(processes.submit(knows, 'known').result())
    processes.close()
"""
    (tmp_path / "script.py").write_text(script)
    command = [sys.executable, "script.py"]
    done = subprocess.run(command, cwd=tmp_path, env=ENVIRONMENT, capture_output=True, text=True, check=True)
    return done.stdout == "True\n"


def test_workers_are_forks_of_a_process_with_one_thread(tmp_path: Path) -> None:
    """What another thread has locked a fork would find locked for ever."""
    assert is_fork(tmp_path, "pass")
    assert not is_fork(tmp_path, "threading.Thread(target=threading.Event().wait, daemon=True).start()")
