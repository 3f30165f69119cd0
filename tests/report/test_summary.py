"""The report of a dataset: its figures are those of the dataset, and hostile text shows as it is."""

from __future__ import annotations

import re
from decimal import Decimal
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from support.logs import pokerstars_hand

import stud_audit
from stud_audit.checks.describe import EXAMPLES
from stud_audit.model.errors import InputError
from stud_audit.report.frames import AuditResult
from stud_audit.report.markdown import escaped, markdown
from stud_audit.report.summary import summary

Rows = list[dict[str, str]]


@pytest.fixture(scope="module")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Every example of every check, and a few hands of which some are of other games."""
    around = tmp_path_factory.mktemp("audited")
    log = around / "night.txt"
    hands = [pokerstars_hand(700 + n, 4 if n % 3 else 8, player="| *a* <b>") for n in range(6)]
    hands.append(pokerstars_hand(800).replace("7 Card Stud Limit", "Hold'em Limit"))
    log.write_text("".join(hands), newline="\n")
    stud_audit.audit([EXAMPLES, log], out=around / "set")
    return around / "set"


@pytest.fixture(scope="module")
def text(dataset: Path) -> str:
    return markdown(summary(AuditResult(dataset)))


def frame(dataset: Path, name: str) -> pd.DataFrame:
    return pd.read_parquet(dataset / name)


def tables(text: str) -> dict[str, Rows]:
    """The last heading above each table to the table's rows, with the escapes taken away."""
    found: dict[str, Rows] = {}
    title, heads = "", []
    for line in text.split("\n"):
        if line.startswith("#"):
            title = plain(line.lstrip("# "))
        if not line.startswith("|"):
            heads = []
        else:
            cells = [plain(cell) for cell in line[2:-2].split(" | ")]
            if not heads:
                heads = cells
            elif not line.startswith("| ---"):
                found.setdefault(title, []).append(dict(zip(heads, cells, strict=True)))
    return found


def plain(cell: str) -> str:
    cell = re.sub(r"\\([^a-zA-Z0-9\s])", r"\1", cell.strip("`"))
    for entity, char in (("&lt;", "<"), ("&gt;", ">"), ("&#124;", "|"), ("&#46;", "."), ("&#58;", ":"), ("&amp;", "&")):
        cell = cell.replace(entity, char)
    return cell


def counted(rows: Rows, *keys: str) -> dict[tuple[str, ...], tuple[int, int, int]]:
    return {
        tuple(row[key] for key in keys): (int(row["violations"]), int(row["reviews"]), int(row["with findings"]))
        for row in rows
    }


def expected(findings: pd.DataFrame, *keys: str) -> dict[tuple[str, ...], tuple[int, int, int]]:
    """A few independent lines of pandas."""
    named = findings.assign(
        **{key: findings[key].astype("object").where(findings[key].notna(), "(none)") for key in keys}
    )
    by = named.groupby(list(keys))
    violations = by["verdict"].apply(lambda verdicts: (verdicts == "violation").sum())
    reviews = by["verdict"].apply(lambda verdicts: (verdicts == "review").sum())
    hands = by["hand_key"].nunique()
    return {
        (key if isinstance(key, tuple) else (key,)): (violations[key], reviews[key], hands[key])
        for key in violations.index
    }


@pytest.mark.parametrize(
    ("title", "columns"),
    [
        ("By severity", {"severity": "severity"}),
        ("By the party that has to answer", {"who": "who"}),
        ("By check", {"check": "code", "name": "name"}),
        ("By house", {"house": "house", "version": "house_version"}),
    ],
)
def test_findings_are_counted(dataset: Path, text: str, title: str, columns: dict[str, str]) -> None:
    rows = tables(text)[title]
    assert len(rows) > 2
    assert counted(rows, *columns) == expected(frame(dataset, "findings"), *columns.values())
    order = [(-int(row["violations"]), -int(row["reviews"])) for row in rows]
    assert order == sorted(order) or title == "By severity"


def test_findings_are_counted_by_clause(dataset: Path, text: str) -> None:
    findings = frame(dataset, "findings").explode("clauses")
    rows = tables(text)["By clause"]
    assert counted(rows, "house", "clause") == expected(findings, "house", "clauses")
    texts = {row["clause"]: row["text"] for row in rows}
    assert texts["WH-24"].startswith("With all eight players still in")


def test_findings_are_counted_by_what_hands_have_in_common(dataset: Path, text: str) -> None:
    hands = frame(dataset, "hands")
    findings = frame(dataset, "findings").merge(hands, on="hand_key", how="left", suffixes=("", "_of_hand"))
    findings["day"] = findings["played_at"].dt.date.astype("string")
    by_day = {key: counts for key, counts in counted(tables(text)["By day"], "day").items() if any(counts)}
    assert by_day == expected(findings, "day")
    few = expected(findings, "dialect", "table")
    shown = counted(tables(text)["By table"], "site", "table")
    assert {key: few[key] for key in shown} == shown
    by_player = expected(findings[findings["player"].notna()], "dialect", "player")
    shown = counted(tables(text)["By player"], "site", "player")
    assert len(shown) == min(50, len(by_player))
    assert {key: by_player[key] for key in shown} == shown
    stakes = counted(tables(text)["By stake"], "stake")
    at = findings[(findings["small"] == Decimal("0.04")) & (findings["currency"] == "USD")]
    assert stakes[("0.04/0.08 USD",)][:2] == tuple((at["verdict"] == word).sum() for word in ("violation", "review"))
    assert sum(row[0] for row in stakes.values()) == (findings["verdict"] == "violation").sum()


def test_rates_are_per_thousand_audited_hands(dataset: Path, text: str) -> None:
    hands = frame(dataset, "hands")
    audited = hands[(hands["status"] == "parsed") & hands["problem"].isna() & hands["retells"].isna()]
    for row in tables(text)["By check"]:
        assert int(row["hands"]) == len(audited)
        assert row["violations per 1,000"] == f"{1000 * int(row['violations']) / len(audited):.2f}"
        assert row["reviews per 1,000"] == f"{1000 * int(row['reviews']) / len(audited):.2f}"
    bases = audited.groupby("house").size()
    assert all(int(row["hands"]) == bases[row["house"]] for row in tables(text)["By house"])
    seats = frame(dataset, "seats").query("dealt_in").merge(audited[["hand_key", "dialect"]], on="hand_key")
    dealt = seats.groupby(["dialect", "player"]).size()
    assert all(int(row["hands"]) == dealt[row["site"], row["player"]] for row in tables(text)["By player"])


def test_hands_received_are_accounted_for(dataset: Path, text: str) -> None:
    hands = frame(dataset, "hands")
    counts = hands["status"].value_counts()
    line = next(line for line in text.split("\n") if "hands received =" in line)
    assert line.startswith(
        f"{len(hands)} hands received = {counts['parsed']} parsed + {counts['refused']} refused + {counts['ignored']} "
    )
    parsed = hands[hands["status"] == "parsed"]
    judged = parsed[parsed["problem"].isna()]
    retold = int(judged["retells"].notna().sum())
    assert retold > 0
    assert f"- Audited: {len(judged) - retold}\n" in text
    assert f"- Parsed and not audited: {len(parsed) - len(judged)}\n" in text
    assert f"{retold} more of the hands parsed tell again" in text
    assert (
        f"{len(parsed) - len(judged)} of variants that are not audited, or of houses that are not known, {retold} told"
        in text
    )
    found = tables(text)
    for title, status in (
        ("Refused: the record could not be read", "refused"),
        ("Ignored: games outside the stud family", "ignored"),
    ):
        wanted = hands[hands["status"] == status]["problem"].value_counts()
        assert {row[status]: int(row["hands"]) for row in found[title]} == dict(wanted)
    inputs = found["Inputs"]
    manifest = AuditResult(dataset).manifest
    assert [row["SHA-256"] for row in inputs] == [entry["sha256"] for entry in manifest["inputs"]]
    assert sum(int(row["hands"]) for row in inputs) == len(hands)
    assert sum(int(row["lines"]) for row in inputs) == manifest["counts"]["lines"]


def test_what_could_not_be_judged_is_the_coverage(dataset: Path, text: str) -> None:
    coverage = frame(dataset, "coverage")
    lacking = coverage[(coverage["not_checkable"] > 0) & coverage["clause"].notna()]
    rows = tables(text)["What could not be judged"]
    shown = [(row["clause"], row["check"], int(row["not checkable"])) for row in rows]
    wanted = lacking[["clause", "code", "not_checkable"]].itertuples(index=False, name=None)
    assert sorted(shown) == sorted(wanted)
    london = next(row for row in rows if row["clause"] == "LPC-01")
    assert london["the records lack"] == "the posted buy-in"
    of_house = coverage[coverage["house"].eq("william-hill") & coverage["clause"].notna()].groupby("clause")
    judged = (of_house[["passed", "violations", "reviews"]].sum().sum(axis=1) > 0).sum()
    assert f"william-hill, version 1: of {len(of_house)} clauses of this house and the game, {judged} judged, " in text


def test_money_and_rake(dataset: Path, text: str) -> None:
    findings, hands = frame(dataset, "findings"), frame(dataset, "hands")
    moved = findings[findings["money_effect"].notna()].merge(hands[["hand_key", "currency"]], on="hand_key")
    wanted = moved.groupby(["code", "verdict", "currency"])["money_effect"].sum()
    rows = tables(text)["Money"]
    told = {(row["check"], row["verdict"], row["currency"]): Decimal(row["money effect"]) for row in rows}
    assert told == dict(wanted)
    by_verdict = moved.groupby(["verdict", "currency"])["money_effect"].sum()
    for row in tables(text)["In short"]:
        for sum_ in row["money effect"].split("; "):
            value, currency = sum_.split()
            assert by_verdict[row["verdict"].removesuffix("s"), currency] == Decimal(value)
    raked = hands[(hands["status"] == "parsed") & hands["rake"].notna() & (hands["pot"] > 0) & hands["retells"].isna()]
    rows = tables(text)["Rake against pot"]
    assert sum(int(row["hands"]) for row in rows) == len(raked)
    assert sum(Decimal(row["rake"]) for row in rows) == raked["rake"].sum()
    assert sum(Decimal(row["pots"]) for row in rows) == raked["pot"].sum()


def test_versions_stand_in_the_report(dataset: Path, text: str) -> None:
    rules = {row["house"]: row for row in tables(text)["Rules in force"]}
    for house in AuditResult(dataset).manifest["houses"]:
        assert rules[house["name"]]["digest (SHA-256)"] == house["digest"]
        assert rules[house["name"]]["from"] == "not known"
    assert f"- Tool: stud-audit {stud_audit.__version__}\n" in text


def test_the_same_dataset_gives_the_same_report_wherever_it_lies(dataset: Path, text: str, tmp_path: Path) -> None:
    dataset.parent.joinpath("set").rename(tmp_path / "moved")
    try:
        assert markdown(summary(AuditResult(tmp_path / "moved"))) == text
        assert str(dataset.parent / "set") not in text
    finally:
        (tmp_path / "moved").rename(dataset)


def test_hostile_names_are_escaped(text: str) -> None:
    assert "| pokerstars | &#124; \\*a\\* &lt;b&gt; |" in text


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("a|b", "a&#124;b"),
        ("[x](http://evil.example)", "\\[x\\](http&#58;//evil.example)"),
        ("www.evil.example", "www&#46;evil.example"),
        ("<img src=x>", "&lt;img src=x&gt;"),
        ("`code` \\ ~~s~~", "\\`code\\` \\\\ \\~\\~s\\~\\~"),
        ("&lt;", "&amp;lt;"),
        ("a@b.example", "a&#64;b.example"),
        ("- item", "\\- item"),
        ("a\nb\x1b\u202e", "a␊b␛\\\\u\\{202e\\}"),
        ("under_score", "under\\_score"),
        ("日本", "日本"),
    ],
)
def test_markdown_is_escaped(name: str, shown: str) -> None:
    assert escaped(name) == shown


def test_a_dataset_without_findings(tmp_path: Path) -> None:
    log = tmp_path / "legal.txt"
    log.write_text(pokerstars_hand(), newline="\n")
    result = stud_audit.audit(log, out=tmp_path / "set")
    report = markdown(summary(result))
    assert "0 violations and 0 reviews, in 0 hands; 1 hand audited." in report
    assert "No finding states a money effect." in report
    assert "By check" not in report


def test_hands_that_were_only_read_have_no_report(tmp_path: Path, dataset: Path) -> None:
    result: Any = AuditResult(dataset)
    result.manifest = {**result.manifest, "settings": {"command": "events"}}
    with pytest.raises(InputError, match="only read"):
        summary(result)
