"""Which modules are compiled, that they can be, and that none of them is left behind beside its source.

`.ci/run` sets `STUD_AUDIT_COMPILED` for the run over a copy that has the compiled modules of the wheel.
"""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import tomllib
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
COMPILED = "STUD_AUDIT_COMPILED" in os.environ

WHEEL = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]["targets"]["wheel"]
HOOK = WHEEL["hooks"]["custom"]
PATHS = sorted({path for each in HOOK["modules"] for path in ROOT.glob(each)})
MODULES = [".".join(path.relative_to(ROOT).with_suffix("").parts) for path in PATHS]


def test_every_pattern_names_modules() -> None:
    assert all(list(ROOT.glob(each)) for each in HOOK["modules"])
    assert "stud_audit.game.table" in MODULES


def test_without_being_asked_a_build_compiles_nothing_and_needs_no_compiler() -> None:
    assert HOOK["enable-by-default"] is False


@pytest.mark.parametrize("path", PATHS, ids=MODULES)
def test_a_compiled_module_keeps_to_what_can_be_compiled(path: Path) -> None:
    """A compiled class does not see options of msgspec, and a generic dataclass cannot be compiled."""
    tree = ast.parse(path.read_text("utf-8"))
    bases = {ast.unparse(base) for each in ast.walk(tree) if isinstance(each, ast.ClassDef) for base in each.bases}
    assert not [base for base in bases if base == "Struct" or base.startswith(("Generic", "Protocol"))]


def test_compiled_modules_are_where_they_are_expected_and_nowhere_else() -> None:
    left = [path for path in (ROOT / "stud_audit").rglob("*") if path.name.endswith(tuple(EXTENSION_SUFFIXES))]
    if COMPILED:
        assert len(left) == len(MODULES)
    else:
        assert left == [], "built in the source tree: they would be imported instead of the sources, changed or not"


@pytest.mark.parametrize("name", MODULES)
def test_what_is_imported_is_what_is_meant(name: str) -> None:
    file = import_module(name).__file__ or ""
    assert file.endswith(tuple(EXTENSION_SUFFIXES) if COMPILED else ".py"), file


def test_the_version_says_which() -> None:
    done = subprocess.run([sys.executable, "-m", "stud_audit", "--version"], cwd=ROOT, capture_output=True, text=True)
    first, second = done.stdout.splitlines()
    assert first.startswith("stud-audit 0.")
    assert second.startswith("compiled by mypyc" if COMPILED else "plain Python")


def test_values_of_compiled_modules_are_values() -> None:
    from stud_audit.game.betting import Limits

    limits = Limits(2, 4)
    assert (limits, hash(limits)) == (Limits(2, 4), hash(Limits(2, 4)))
    with pytest.raises(AttributeError):
        limits.small = 3  # type: ignore[misc]
