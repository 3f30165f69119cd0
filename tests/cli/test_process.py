"""What only a process of its own shows: pipes that close, interrupts, and what an import loads."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from support.logs import pokerstars_hand

from stud_audit.report.frames import AuditResult

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
    assert process.wait(30) == 141


@contextmanager
def auditing(folder: Path, *options: str) -> Iterator[subprocess.Popen[bytes]]:
    """An audit to `set` that waits for more hands, once it has begun to write."""
    process = subprocess.Popen(
        [*PROGRAM, "audit", "-", "--out", "set", *options],
        cwd=folder,
        env=ENVIRONMENT,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        preexec_fn=_interruptible,
    )
    with process:
        assert process.stdin
        for number in range(200):
            process.stdin.write(pokerstars_hand(number).encode())
        process.stdin.flush()
        wait_for(lambda: any(folder.iterdir()))
        yield process
        with suppress(BrokenPipeError):
            process.stdin.close()


def _interruptible() -> None:
    """Whoever runs the tests in the background of a script has children ignore SIGINT."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def wait_for(what: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 30
    while not what():
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.mark.skipif(os.name == "nt", reason="signals")
@pytest.mark.parametrize("number", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.slow)])
def test_a_stopped_audit_leaves_what_it_has_done_and_says_so(tmp_path: Path, number: signal.Signals) -> None:
    with auditing(tmp_path) as process:
        wait_for(lambda: any(tmp_path.rglob("*.memo")))
        process.send_signal(number)
        assert process.wait(30) == 128 + number
        (left,) = tmp_path.iterdir()
        assert process.stderr
        assert process.stderr.read().decode() == (
            f"stud-audit: {left}: what was done before the run was stopped; --resume goes on from there\n"
            "stud-audit: set: no dataset is written\n"
        )
    done = subprocess.run(
        [*PROGRAM, "audit", "-", "--out", "set", "--resume", "--format", "json"],
        cwd=tmp_path,
        env=ENVIRONMENT,
        input="".join(map(pokerstars_hand, range(200))).encode(),
        capture_output=True,
        check=False,
    )
    first, second = done.stderr.decode().splitlines()
    assert first == f"stud-audit: {left}: an earlier run was stopped and left this; it is gone on from there"
    assert re.fullmatch(r"stud-audit: set: (64|128|192) of 200 hands are taken over from an earlier run", second)
    assert [path.name for path in tmp_path.iterdir()] == ["set"]


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_an_audit_that_is_stopped_at_once_leaves_nothing(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [*PROGRAM, "audit", "-", "--out", "set"],
        cwd=tmp_path,
        env=ENVIRONMENT,
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=_interruptible,
    )
    wait_for(lambda: any(tmp_path.iterdir()))
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=30)
    assert said == b"stud-audit: set: no dataset is written\n"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked up in /proc")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
@pytest.mark.slow
def test_workers_end_with_their_parent(tmp_path: Path, number: signal.Signals) -> None:
    with auditing(tmp_path, "--jobs", "2") as process:
        wait_for(lambda: len(children(process.pid)) == 2)
        begun = children(process.pid)
        process.send_signal(number)
        process.wait(30)
        wait_for(lambda: not any(map(alive, begun)))


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked up in /proc")
@pytest.mark.slow
def test_a_killed_worker_is_replaced(tmp_path: Path) -> None:
    with auditing(tmp_path, "--jobs", "2") as process:
        wait_for(lambda: len(children(process.pid)) == 2)
        os.kill(children(process.pid)[0], signal.SIGKILL)
        assert process.stdin
        process.stdin.close()
        assert process.wait(60) == 0
        assert process.stderr
        assert process.stderr.read() == b"stud-audit: a worker process was killed; what it worked on is done again\n"
    assert len(AuditResult(tmp_path / "set").hands) == 200


def children(parent: int) -> list[int]:
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if int((entry / "stat").read_text().rpartition(")")[2].split()[1]) == parent:
                found.append(int(entry.name))
    return found


def alive(process: int) -> bool:
    with suppress(OSError):
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


@pytest.mark.skipif(os.name == "nt", reason="descriptors")
@pytest.mark.parametrize("closed", [">&-", "<&- >&- 2>&-"])
def test_closed_streams_are_no_error(tmp_path: Path, closed: str) -> None:
    (tmp_path / "night.txt").write_text(pokerstars_hand(501, 4))
    command = f'exec "$0" -m stud_audit audit night.txt --fail-on never {closed}'
    done = subprocess.run(
        ["/bin/sh", "-c", command, sys.executable], cwd=tmp_path, env=ENVIRONMENT, capture_output=True, check=False
    )
    assert done.returncode == 0  # an exception that nobody sees would end with 1, as findings do
    assert done.stderr == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="devices")
def test_a_full_disk_at_standard_output_is_one_line(tmp_path: Path) -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run([*PROGRAM, "checks"], env=ENVIRONMENT, stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 2
    assert done.stderr == b"stud-audit: standard output cannot be written: No space left on device\n"


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("unshare") is None, reason="disks of its own")
def test_a_disk_that_is_full(tmp_path: Path) -> None:
    """A disk of its own, where the system lets one be made: what was there stays, and nothing is added."""
    (tmp_path / "night.txt").write_text("".join(pokerstars_hand(600 + i, 4) for i in range(40)))
    (tmp_path / "disk").mkdir()
    script = """
        mount -t tmpfs -o size=1m none disk || exit 77
        $0 -m stud_audit audit night.txt --out disk/set > /dev/null
        head -c 980000 /dev/zero > disk/fill 2> /dev/null
        for command in "audit night.txt --out disk/set" "report disk/set -o disk/r.md" \\
            "report disk/set --format csv -o disk/tables" "convert night.txt --to neutral -o disk/c.stud"
        do
            $0 -m stud_audit $command 2>&1 > /dev/null
            echo $? $(ls -A disk)
        done
    """
    command = ["unshare", "--mount", "sh", "-c", script, sys.executable]
    done = subprocess.run(command, cwd=tmp_path, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    if done.returncode == 77 or done.stderr.startswith("unshare:"):
        pytest.skip("no disk can be made here")
    assert done.stdout.splitlines() == [
        "stud-audit: disk/set: no dataset is written; the one there is of an earlier run",
        "stud-audit: disk/set: cannot be written (No space left on device)",
        "2 fill set",
        "stud-audit: disk/r.md: No space left on device",
        "2 fill set",
        "stud-audit: disk/tables: No space left on device",
        "2 fill set",
        "stud-audit: disk/c.stud: No space left on device",
        "2 fill set",
    ]


@pytest.mark.slow
def test_a_script_without_a_guard_is_told(tmp_path: Path) -> None:
    (tmp_path / "night.txt").write_text(pokerstars_hand())
    (tmp_path / "script.py").write_text('import stud_audit\nstud_audit.audit("night.txt", jobs=2)\n')
    done = subprocess.run(
        [sys.executable, "script.py"], cwd=tmp_path, env=ENVIRONMENT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr.count("Traceback") == 1
    assert "UsageError: no worker process can be started" in done.stderr
    assert 'if __name__ == "__main__":' in done.stderr


@pytest.mark.parametrize("statement", ["import stud_audit", "import stud_audit as s; s.__version__, dir(s)"])
def test_the_import_is_light(statement: str) -> None:
    heavy = "{'pandas', 'lark', 'pyarrow', 'numpy', 'typer', 'rich', 'fsspec'}"
    code = f"{statement}; import sys; print(sorted({heavy} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=ENVIRONMENT)
    assert done.stdout == "[]\n"


@pytest.mark.parametrize(
    ("arguments", "heavy"),
    [
        (["--version"], {"pandas", "lark", "pyarrow", "numpy", "typer", "rich", "fsspec", "stud_audit.pipeline"}),
        (["audit", "night.txt"], {"pandas", "pyarrow", "numpy", "fsspec", "distributed", "rich.console", "tomlkit"}),
        (["audit", "night.txt", "--out", "set"], {"pandas", "pyarrow.compute", "pyarrow.dataset", "fsspec", "tomlkit"}),
    ],
)
def test_a_command_loads_no_more_than_it_needs(arguments: list[str], heavy: set[str], tmp_path: Path) -> None:
    (tmp_path / "night.txt").write_text(pokerstars_hand())
    code = (
        f"import sys; from stud_audit.cli import main; sys.argv[1:] = {arguments}\n"
        f"try: main()\nfinally: print(sorted({heavy} & set(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=ENVIRONMENT, capture_output=True, text=True, check=False
    )
    assert done.stdout
    assert done.stderr == "[]\n"
