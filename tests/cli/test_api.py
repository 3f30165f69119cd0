"""The functions of the Python interface."""

from __future__ import annotations

import gc
import warnings
from pathlib import Path

import pandas as pd
import pytest
from support.logs import pokerstars_hand

import stud_audit
from stud_audit.model.errors import InputError, Notice, UsageError


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "night.txt"
    path.write_text(pokerstars_hand() + pokerstars_hand(502, 4))
    return path


def test_audit_gives_frames(log: Path) -> None:
    result = stud_audit.audit(log, house="pokerstars")
    assert isinstance(result, stud_audit.AuditResult)
    assert all(isinstance(dtype, pd.ArrowDtype) for dtype in result.events.dtypes)
    assert result.findings["code"].tolist() == ["W501"]
    assert result.hands["hand_id"].tolist() == ["501", "502"]
    assert result.seats.groupby("hand_key")["net"].sum().tolist() == [0, 0]
    added = result.events.groupby("hand_key")["added"].sum().astype(object)
    returned = result.events.query("type == 'UncalledReturned'").groupby("hand_key")["amount"].sum().astype(object)
    pots = result.hands.set_index("hand_key")["pot"].astype(object)
    assert (added - returned - pots).tolist() == [0, 0]


def test_a_temporary_dataset_goes_with_its_result(log: Path) -> None:
    result = stud_audit.audit([log])
    folder = result.folder
    assert folder.is_dir()
    findings = result.findings
    del result
    gc.collect()
    assert not folder.parent.exists()
    assert len(findings) == 1


def test_what_a_killed_process_left_is_removed(log: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stud_audit.api.gettempdir", lambda: str(tmp_path))
    (tmp_path / ".stud_audit.00000000.unfinished" / "dataset").mkdir(parents=True)
    (tmp_path / ".stud_audit.mine").mkdir()
    with pytest.warns(Notice, match="00000000.unfinished: an earlier run was stopped and left this; it is removed"):
        first = stud_audit.audit(log)
    second = stud_audit.audit(log)  # the first, which is open, is left alone
    assert len(first.findings) == len(second.findings) == 1
    del first, second
    gc.collect()
    assert sorted(path.name for path in tmp_path.iterdir()) == [".stud_audit.mine", "night.txt"]


def test_an_interrupt_leaves_no_temporary_dataset(log: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("stud_audit.api.gettempdir", lambda: str(tmp_path))
    monkeypatch.setattr("stud_audit.pipeline.audit_writer._provenance", interrupt)  # all hands are done
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(KeyboardInterrupt):
            stud_audit.audit(log)
    assert [path.name for path in tmp_path.iterdir()] == ["night.txt"]


def test_a_run_goes_on_from_a_named_dataset(log: Path, tmp_path: Path) -> None:
    first = stud_audit.audit(log, out=tmp_path / "set").manifest
    assert stud_audit.audit(log, out=tmp_path / "set", resume=True).manifest == first
    with pytest.raises(UsageError, match="`resume` goes on from what is at `out`, which is not given"):
        stud_audit.audit(log, resume=True)


def test_a_named_dataset_stays(log: Path, tmp_path: Path) -> None:
    stud_audit.audit(log, out=tmp_path / "set")
    assert stud_audit.AuditResult(tmp_path / "set").findings["line"].tolist() == [67]


def test_select_and_ignore(log: Path) -> None:
    assert stud_audit.audit(log, select=["W502"]).findings.empty
    assert stud_audit.audit(log, ignore=["W5"]).findings.empty
    assert stud_audit.audit(log, select="W502, bet-wrong-size", ignore="W501").findings.empty
    assert len(stud_audit.audit(log, select="W5").findings) == 1


def test_read_hands(log: Path) -> None:
    assert [hand.header.hand_id for hand in stud_audit.read_hands([log])] == ["501", "502"]


def test_load_house() -> None:
    assert stud_audit.load_house("william-hill").title.startswith("William Hill")


def test_wrong_calls(log: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no house"):
        stud_audit.audit(log, house="nobody")
    with pytest.raises(InputError, match=r"nowhere\.txt: no such file"):
        stud_audit.audit(tmp_path / "nowhere.txt")
    with pytest.raises(InputError, match=r"nowhere\.txt: no such file"):
        list(stud_audit.read_hands([log, tmp_path / "nowhere.txt"]))
    with pytest.warns(UserWarning, match=r"nowhere\.txt: no such file"):
        assert len(stud_audit.audit([log, tmp_path / "nowhere.txt"]).hands) == 2
    with pytest.raises(AttributeError):
        stud_audit.frobnicate  # noqa: B018
