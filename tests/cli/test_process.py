"""What only a process of its own shows: pipes that close, interrupts, and what an import loads."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from support.logs import pokerstars_hand

ROOT = str(Path(__file__).parents[2])
ENVIRONMENT = os.environ | {"PYTHONPATH": ROOT}
PROGRAM = [sys.executable, "-m", "stud_audit"]


def test_a_closed_pipe_is_silent(tmp_path: Path) -> None:
    (tmp_path / "many.txt").write_text("".join(pokerstars_hand(600 + i, 4) for i in range(400)))
    process = subprocess.Popen(
        [*PROGRAM, "audit", "many.txt"], cwd=tmp_path, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout
    assert process.stderr
    assert process.stdout.readline().startswith(b"many.txt:")
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(30) != 0


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_an_interrupted_audit_leaves_nothing_behind(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [*PROGRAM, "audit", "-", "--out", "set"],
        cwd=tmp_path,
        env=ENVIRONMENT,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    assert process.stdin
    assert process.stderr
    process.stdin.write(pokerstars_hand().encode())
    process.stdin.flush()
    deadline = time.monotonic() + 30
    while not list(tmp_path.iterdir()) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert list(tmp_path.iterdir())
    process.send_signal(signal.SIGINT)
    assert process.wait(30) != 0
    assert b"Traceback" not in process.stderr.read()
    process.stdin.close()
    process.stderr.close()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("statement", ["import stud_audit", "import stud_audit as s; s.__version__, dir(s)"])
def test_the_import_is_light(statement: str) -> None:
    heavy = "{'pandas', 'lark', 'pyarrow', 'numpy', 'typer', 'rich'}"
    code = f"{statement}; import sys; print(sorted({heavy} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=ENVIRONMENT)
    assert done.stdout == "[]\n"
