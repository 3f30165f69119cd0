"""The documentation: every column is described, what it shows runs, and its site has no broken link."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from datetime import date
from html.parser import HTMLParser
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from textwrap import dedent
from types import ModuleType
from typing import Any
from urllib.parse import unquote

import pytest
from support.logs import pokerstars_hand
from typer.main import get_command
from typer.testing import CliRunner

from stud_audit.api import audit
from stud_audit.checks.describe import EXAMPLES
from stud_audit.cli.program import app
from stud_audit.explain import find_hands, tell
from stud_audit.explain.case import Case
from stud_audit.explain.case_files import case_files
from stud_audit.explain.data import story_data
from stud_audit.houses import load_house
from stud_audit.pipeline import Audit
from stud_audit.report.schemas import TABLES

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture(scope="module")
def generated() -> ModuleType:
    spec = spec_from_file_location("generated", DOCS / "generated.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_dictionary_has_every_column_and_key(generated: ModuleType, tmp_path: Path) -> None:
    told = generated.described()
    (tmp_path / "night.txt").write_text(pokerstars_hand())
    manifest = audit(tmp_path / "night.txt").manifest
    assert list(told) == [*TABLES, "manifest", "explain", "case"]
    for name, schema in TABLES.items():
        assert list(told[name]) == schema.names, name
    assert set(told["manifest"]) == set(manifest)


def _keys(value: Any, path: str = "") -> set[str]:
    """The keys of a JSON object by their paths, `[]` for the items of a list of objects."""
    if isinstance(value, dict):
        return set().union(*(_keys(inner, f"{path}.{key}".lstrip(".")) for key, inner in value.items()))
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return set().union(*(_keys(inner, f"{path}[]") for inner in value))
    return {path}


def test_the_dictionary_has_every_key_of_a_hand_and_of_a_case(generated: ModuleType, tmp_path: Path) -> None:
    told = generated.described()
    keys: set[str] = set()
    for example in EXAMPLES.glob("[WS][57]0*.violation.stud"):
        for found in find_hands(Audit(example), re.findall(r"^hand (\S+)", example.read_text(), re.M)[0]).found:
            story = tell(found.result.hand, found.result.house, found.findings)
            data = json.loads(json.dumps(story_data(story) | {"findings": None}))
            data["outcome"]["rows"] = None  # as those of the settlement
            keys |= _keys(data)
    # A hand without such a thing has null or an empty list there.
    assert set(told["explain"]) <= keys
    assert {key for key in keys if not any(inner.startswith(f"{key}[") for inner in keys)} <= set(told["explain"])
    files = case_files(story, Case("C-1", date(2026, 11, 20), ruling="so"), None)
    data = json.loads(files["case.json"])
    short = {
        f"{key}.{inner}" if inner else key
        for key, value in data.items()
        for inner in (value if isinstance(value, dict) and key != "circumstances" else [""])
    }
    assert set(told["case"]) == short


def test_the_guide_to_the_data_runs(tmp_path: Path) -> None:
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs" / "night.txt").write_text(pokerstars_hand() + pokerstars_hand(502, 4))
    blocks = re.findall(r"^```python\n(.*?)^```", (DOCS / "data-guide.md").read_text(), re.M | re.S)
    assert len(blocks) == 5
    ended = subprocess.run([sys.executable, "-c", "\n".join(blocks)], cwd=tmp_path, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr
    assert "W501  bet-wrong-size    1" in ended.stdout
    assert "500.0" in ended.stdout  # one violation in two hands of that stake


def test_the_commands_of_the_docs_are_commands() -> None:
    known = get_command(app).commands  # type: ignore[attr-defined]
    met = set()
    for path in (DOCS.parent / "README.md", *sorted(DOCS.rglob("*.md"))):
        for line in re.findall(r"stud-audit ([a-z]+ [^`#\n]*)", path.read_text()):
            name, *words = line.split()
            assert name in known, (path, line)
            met.add(name)
            options = {option for parameter in known[name].params for option in parameter.opts}
            for word in words:
                option = word.lstrip("[")
                if option.startswith("--") or re.fullmatch(r"-[a-z]", option):
                    assert option.rstrip("]") in options, (path, line)
    assert met >= {"audit", "events", "explain", "report", "verify", "convert", "houses", "checks", "dialects"}


@pytest.mark.parametrize("page", ["arbiter", "engineer", "officer"])
def test_the_quick_starts_run(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("night.txt", "logs/night.txt", "november/night.txt", "october/night.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(pokerstars_hand(2500, 4))
    audit("october", out="october-set")
    blocks = re.findall(r"^```sh\n(.*?)^```", (DOCS / "start" / f"{page}.md").read_text(), re.M | re.S)
    commands = re.findall(r"^stud-audit (.*)", "".join(blocks), re.M)
    assert len(commands) >= 2
    for command in commands:
        ended = CliRunner().invoke(app, shlex.split(command.partition(" >")[0], comments=True))
        finds = command.startswith("audit") and "baseline" not in command
        assert ended.exit_code == finds, (command, ended.output)


def test_the_house_file_of_the_guide_is_one(tmp_path: Path) -> None:
    blocks = re.findall(r"^ *```toml\n(.*?)^ *```", (DOCS / "house-file.md").read_text(), re.M | re.S)
    assert len(blocks) == 3
    (tmp_path / "my-room.toml").write_text("\n".join(map(dedent, blocks)))
    house = load_house(tmp_path / "my-room.toml")
    assert house.rules.cap_raises == 3
    assert [reading.name for reading in house.readings][-1] == "a completion is a raise"


def test_the_hand_of_the_notation_is_one_in_which_nothing_is_wrong(tmp_path: Path) -> None:
    (text,) = re.findall(r"^```text\n(.*?)^```", (DOCS / "notation.md").read_text(), re.M | re.S)
    (tmp_path / "hand.stud").write_text(text)
    result = audit(tmp_path / "hand.stud")
    assert (list(result.hands["status"]), list(result.findings["message"])) == (["parsed"], [])


class _Links(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.ids: set[str] = set()
        self.outside: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id" and value:
                self.ids.add(value)
            elif name == "href" and value and tag == "a":
                self.links.append(value)
            elif name in ("src", "href") and tag in ("script", "link", "img") and value and "//" in value:
                self.outside.append(value)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("docs")
    shutil.copytree(DOCS, folder / "docs", ignore=shutil.ignore_patterns("reference"))
    built = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-b", "html"]
    ended = subprocess.run([*built, str(folder / "docs"), str(folder / "site")], capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr
    return folder / "site"


def _pages(site: Path) -> Iterator[Path]:
    yield from sorted(site.rglob("*.html"))


@pytest.mark.slow
def test_the_site_is_whole(site: Path) -> None:
    names = {page.relative_to(site).as_posix() for page in _pages(site)}
    for wanted in ("index", "reference/checks/W501", "reference/houses/william-hill", "reference/dialects/neutral"):
        assert f"{wanted}.html" in names
    parsed = {page: _Links(page.read_text()) for page in _pages(site)}
    for page, links in parsed.items():
        assert links.outside == [], page  # nothing is fetched when it is read
        for link in links.links:
            if re.match(r"[a-z]+:", link):
                continue
            target, _, anchor = link.partition("#")
            there = (page.parent / unquote(target)).resolve() if target else page
            assert there.exists(), (page, link)
            if anchor and there in parsed:
                assert unquote(anchor) in parsed[there].ids, (page, link)
