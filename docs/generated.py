"""The reference pages: one per check, house, and dialect, the data dictionary, and the events."""

from __future__ import annotations

import inspect
import re
import shutil
import tomllib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from stud_audit.checks import catalogue
from stud_audit.checks.describe import describe_check
from stud_audit.houses.describe import describe
from stud_audit.houses.house import House
from stud_audit.houses.loader import house_names, house_versions
from stud_audit.ingest.registry import dialect_names, get_dialect
from stud_audit.model import events
from stud_audit.model.findings import ANSWERABLE, SEVERITIES
from stud_audit.render.catalogue import value_text
from stud_audit.report.schemas import TABLES

DATASET = (
    "A dataset (`audit --out DIR`) is a file `manifest.json` and five folders of Parquet parts. Amounts are decimals in"
    " the currency (or in chips, for play money and tournaments), with four places. `hand_key` joins the tables. The"
    " keys of a finding in JSON are the columns of `findings`; those of an event are the columns of `events`."
)
DICTIONARY = Path(__file__).with_name("dictionary.toml")


def write(folder: Path) -> None:
    """All pages anew."""
    shutil.rmtree(folder, ignore_errors=True)
    _checks(folder / "checks")
    _houses(folder / "houses")
    _dialects(folder / "dialects")
    _page(folder / "dictionary.md", dictionary())
    _page(folder / "events.md", _events())


def _page(path: Path, lines: Iterable[str]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines) + "\n", "utf-8", newline="\n")


def _cell(text: Any) -> str:
    return re.sub(r"([\\|<>*_`\[\]{}$~])", r"\\\1", str(text)).replace("\n", " ")


def table(heads: Sequence[str], rows: Iterable[Sequence[Any]]) -> list[str]:
    """A Markdown table; cells that begin with a bracketed link, or are code, stand as they are."""
    lines = ["", f"| {' | '.join(heads)} |", f"|{' --- |' * len(heads)}"]
    lines += [f"| {' | '.join(_kept(cell) for cell in row)} |" for row in rows]
    return [*lines, ""]


def _kept(cell: Any) -> str:
    return cell if isinstance(cell, _Markdown) else _cell(cell)


class _Markdown(str):
    """Text that is Markdown already."""

    __slots__ = ()


def _link(text: str, target: str) -> _Markdown:
    return _Markdown(f"[{_cell(text)}]({target})")


# --- checks --------------------------------------------------------------------------------------


def _checks(folder: Path) -> None:
    cited: dict[str, list[tuple[str, str]]] = {}
    for house in _all_houses():
        for clause in house.clauses:
            for code in clause.checks:
                cited.setdefault(code, []).append((house.name, clause.id))
    rows = []
    for entry in catalogue():
        check = describe_check(entry)
        code = check["code"]
        rows.append((_link(code, f"{code}.md"), check["name"], check["severity"], check["who"], check["summary"]))
        _page(folder / f"{code}.md", _check(check, cited.get(code, [])))
    names = [f"{entry.check.code}.md" for entry in catalogue()]
    head = [
        "# The checks",
        "",
        f"Severity: {', '.join(f'{severity} {words}' for severity, words in SEVERITIES.items())}.",
        "",
        f"Who is to answer for it: {', '.join(f'`{who}` ({words})' for who, words in ANSWERABLE.items())}.",
    ]
    _page(folder / "index.md", [*head, *table(("code", "name", "severity", "who", ""), rows), *_toctree(names)])


def _check(check: dict[str, Any], cited: list[tuple[str, str]]) -> list[str]:
    severity = f"Severity {check['severity']}: {SEVERITIES[check['severity']]}."
    lines = [f"# {check['code']} {check['name']}", "", f"{severity} Answerable: {ANSWERABLE[check['who']]}.", ""]
    lines += [re.sub(r"([<>*\[\]{}])", r"\\\1", line) for line in check["doc"].split("\n")]
    if cited:
        lines += ["", "## Clauses that it holds", ""]
        by_house: dict[str, list[str]] = {}
        for house, clause in dict.fromkeys(cited):
            by_house.setdefault(house, []).append(clause)
        lines += [f"- [{house}](../houses/{house}.md): {', '.join(clauses)}" for house, clauses in by_house.items()]
    lines += ["", "## Examples", ""]
    for example in check["examples"]:
        lines += [f"### {example['title']}", "", "````text", *example["text"].rstrip("\n").split("\n"), "````", ""]
    return lines


# --- houses --------------------------------------------------------------------------------------


def _all_houses() -> list[House]:
    return [version for name in house_names() for version in house_versions(name)]


def _houses(folder: Path) -> None:
    rows = []
    for name in house_names():
        latest = house_versions(name)[-1]
        rows.append((_link(name, f"{name}.md"), latest.version, latest.title, ", ".join(latest.default_for)))
        _page(folder / f"{name}.md", [line for version in house_versions(name) for line in _house(version)])
    head = ["# The houses", ""]
    names = [f"{name}.md" for name in house_names()]
    heads = ("house", "version", "title", "judges by default")
    _page(folder / "index.md", [*head, *table(heads, rows), *_toctree(names)])


def _house(house: House) -> list[str]:
    told = describe(house)
    lines = [f"# {house.title}", "", f"`{house.name}`, version {_cell(house.version)}, {house.dates}.", ""]
    lines += [f"Source: {_cell(house.source)}", ""] if house.source else []
    lines += ["## Clauses"]
    clauses = told["clauses"]
    rows = [(each["id"], each["text"], _Markdown(", ".join(map(_check_link, each["checks"])))) for each in clauses]
    lines += table(("clause", "text", "checks"), rows)
    lines += ["## Rulings", "", "What the audit takes from the text, and how else it can be read."]
    rows = [(each["key"], value_text(each["value"]), *_basis(each)) for each in told["rulings"]]
    lines += table(("setting", "value", "by", "other readings"), rows)
    if told["silences"]:
        lines += ["## Silences", ""]
        lines += [
            f"- {_cell(each['topic'])}; judged by {_cell(each['fallback'] or 'nobody')}" for each in told["silences"]
        ]
    return [*lines, ""]


def _check_link(code: str) -> str:
    return f"[{code}](../checks/{code}.md)"


def _basis(ruling: dict[str, Any]) -> tuple[str, str]:
    silent = f"silent; {ruling['fallback'] or 'no fallback'}" if ruling["silent"] else ""
    by = ", ".join(ruling["clauses"]) or silent
    return by, "; ".join(f"{value_text(each['value'])} ({each['name']})" for each in ruling["readings"])


# --- dialects ------------------------------------------------------------------------------------


def _dialects(folder: Path) -> None:
    rows = []
    for name in dialect_names():
        dialect = get_dialect(name)
        rows.append((_link(name, f"{name}.md"), dialect.title, " ".join(dialect.extensions)))
        lines = [
            f"# {dialect.title}",
            "",
            f"`{name}`, files {' '.join(dialect.extensions)}.",
            "",
            "## What it cannot show",
            "",
        ]
        lines += [f"- {_cell(spot)}" for spot in dialect.blind_spots] or [
            "Its logs can show everything that is audited."
        ]
        doc = inspect.getdoc(inspect.getmodule(type(dialect))) or ""
        lines += ["", "## How it is read", "", *map(_cell, doc.split("\n"))]
        _page(folder / f"{name}.md", lines)
    names = [f"{name}.md" for name in dialect_names()]
    _page(folder / "index.md", ["# The dialects", *table(("dialect", "site", "files"), rows), *_toctree(names)])


# --- data ----------------------------------------------------------------------------------------


def described() -> dict[str, dict[str, str]]:
    """Table to column to what it holds."""
    return tomllib.loads(DICTIONARY.read_text("utf-8"))


def dictionary() -> list[str]:
    """The data dictionary: every table and column, the manifest, and the JSON of one hand and of a case."""
    told = described()
    lines = [
        "# Data dictionary",
        "",
        DATASET,
    ]
    for name, schema in TABLES.items():
        lines += ["", f"## {name}"]
        rows = [(_Markdown(f"`{field.name}`"), str(field.type), told[name][field.name]) for field in schema]
        lines += table(("column", "type", ""), rows)
    for title, name, about in (
        ("manifest.json", "manifest", ""),
        (
            "explain --format json",
            "explain",
            "One object; `[]` are the items of a list. Amounts are text, in `hand.currency`; cards are as in `As 2c`.",
        ),
        ("case.json of a dispute file", "case", ""),
    ):
        lines += ["", f"## {title}", "", about]
        lines += table(("key", ""), [(_Markdown(f"`{key}`"), text) for key, text in told[name].items()])
    return lines


def _events() -> list[str]:
    lines = [
        "# Events",
        "",
        "What a hand consists of, whatever site wrote it: the values of `type` in the table `events`.",
    ]
    rows = []
    for name, kind in inspect.getmembers(events, inspect.isclass):
        if issubclass(kind, events.Event) and kind is not events.Event:
            fields = [each for each in kind.__struct_fields__ if each not in events.Event.__struct_fields__]
            rows.append((_Markdown(f"`{name}`"), ", ".join(fields), " ".join((inspect.getdoc(kind) or "").split())))
    return [*lines, *table(("type", "fields", ""), rows)]


def _toctree(names: Iterable[str]) -> list[str]:
    return ["", "```{toctree}", ":hidden:", ":maxdepth: 1", "", *names, "```"]
