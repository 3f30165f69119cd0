"""Commands run as a user runs them, in an empty folder."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from support.commands import Ended, Run

from stud_audit import cli


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str) -> Ended:
        monkeypatch.setattr(sys, "argv", ["stud-audit", *arguments])
        with pytest.raises(SystemExit) as ended:
            cli.main()
        sys.stdout.flush()
        captured = capfd.readouterr()
        return Ended(int(ended.value.code or 0), captured.out, captured.err)

    return call
