"""What the package consists of, and what its environment must not have."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import zipfile
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path

import pytest
import tomlkit

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    return zipfile.Path(built)


def names(wheel: zipfile.Path) -> set[str]:
    with zipfile.ZipFile(str(wheel.root.filename)) as archive:
        return set(archive.namelist())


def test_the_wheel_has_every_grammar_house_and_example(wheel: zipfile.Path) -> None:
    shipped = names(wheel)
    grammars = {f"stud_audit/grammars/{path.name}" for path in (ROOT / "grammars").glob("*.lark")}
    package = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "stud_audit").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert grammars
    assert any(name.endswith(".toml") for name in package)
    assert grammars | package <= shipped


def test_the_installed_wheel_reads_logs_without_the_checkout(wheel: zipfile.Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(str(wheel.root.filename)) as archive:
        archive.extractall(tmp_path / "site")
    code = (
        "import stud_audit; from stud_audit.ingest.registry import get_dialects;"
        "from stud_audit.ingest.grammar.shapes import grammar_path;"
        "print(stud_audit.__file__); print(*[grammar_path(each.name) for each in get_dialects()], sep='\\n')"
    )
    environment = os.environ | {"PYTHONPATH": str(tmp_path / "site")}
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert all(line.startswith(str(tmp_path / "site")) for line in done.stdout.splitlines()), done.stdout


def test_interegular_stays_out() -> None:
    """Lark uses it where it finds it, and then takes 40 seconds to build a parser."""
    with pytest.raises(PackageNotFoundError):
        version("interegular")
    project = tomlkit.parse((ROOT / "pyproject.toml").read_text("utf-8")).unwrap()["project"]
    assert not any("interegular" in name for name in project["dependencies"])
    optional = [each for each in requires("lark") or () if "interegular" in each]
    assert all("extra ==" in each for each in optional)


def test_the_readme_and_ci_use_the_same_commands() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    commands = re.findall(r"^python3 -m venv .*$", readme, re.MULTILINE)
    assert len(commands) == 2
    assert "stud-audit audit sample_histories" in commands[0]
    assert "-m pytest" in commands[1]
    ci = ROOT / ".ci" / "run"
    assert os.access(ci, os.X_OK)
    assert "README.md" in ci.read_text("utf-8")
