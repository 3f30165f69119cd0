"""How worker processes begin."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ENVIRONMENT = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])}
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="forks")


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
