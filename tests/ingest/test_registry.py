import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from stud_audit.ingest.dialects.phh import mapper as phh
from stud_audit.ingest.input.others import SITES, SUMMARIES
from stud_audit.ingest.input.pieces import Starter
from stud_audit.ingest.input.sources import ENDINGS
from stud_audit.ingest.registry import dialect_names, get_dialect, get_dialects
from stud_audit.model.errors import UsageError


def test_dialects_are_found_by_their_place(fake_dialects: None) -> None:
    assert dialect_names() == ("alpha", "beta")
    assert get_dialect("alpha").title == "Alpha Room"
    assert [each.name for each in get_dialects()] == ["alpha", "beta"]
    assert [each.name for each in get_dialects("beta")] == ["beta"]


def test_an_unknown_dialect_is_an_error_that_lists_the_known(fake_dialects: None) -> None:
    with pytest.raises(UsageError, match=r"no dialect 'gamma' \(available: alpha, beta\)"):
        get_dialects("gamma")


def test_each_dialect_bears_the_name_of_its_module_and_can_be_joined_with_the_others() -> None:
    for name in dialect_names():
        dialect = get_dialect(name)
        assert dialect.name == name
        for pattern in (dialect.hand_start, dialect.hand_end, dialect.outside):
            assert pattern is None or not pattern.pattern.startswith("^"), name
            assert pattern is None or "(?P=" not in pattern.pattern, name
        assert all(ending.startswith(".") and ending == ending.lower() for ending in dialect.extensions), name


@pytest.mark.parametrize("name", dialect_names())
def test_every_kind_of_line_is_mapped(name: str) -> None:
    dialect: Any = get_dialect(name)
    mapper = getattr(dialect, "mapper", phh._Mapper)
    assert set(dialect.grammar.kinds) <= set(mapper.handlers)


def test_headers_contain_what_their_dialect_says_they_do() -> None:
    root = Path(__file__).parents[2]
    texts = [path.read_text() for path in sorted((root / "sample_histories").rglob("*.*")) if path.suffix in ENDINGS]
    assert texts
    for dialect in get_dialects():
        for line in {line for text in texts for line in text.split("\n")}:
            if dialect.hand_start.match(line):
                assert any(mark in line for mark in dialect.start_marks), (dialect.name, line)
            if dialect.hand_glued and (match := dialect.hand_glued.search(f"x{line}")):
                assert any(mark in match[0] for mark in dialect.glued_marks), (dialect.name, line)


STARTERS = {each.name: each for each in (*SUMMARIES, *SITES, *get_dialects()) if each.first_words}


@pytest.mark.parametrize("name", STARTERS)
@settings(max_examples=40, deadline=None, database=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_headers_and_lines_outside_begin_as_it_is_said_of_them(name: str, data: st.DataObject) -> None:
    starter: Starter = STARTERS[name]
    for pattern in (starter.hand_start, starter.outside):
        if pattern:
            text = data.draw(st.from_regex(pattern))
            found = pattern.search(text)
            assert found
            begun = [line.lstrip(" \t").startswith(starter.first_words) for line in text[found.start() :].split("\n")]
            assert any(begun) if starter.words_come_later and pattern is starter.hand_start else begun[0], text


def test_asking_for_names_and_reading_imports_no_parser() -> None:
    code = (
        "import sys; from stud_audit.ingest import reader, registry; assert registry.dialect_names();"
        "assert not {'lark', 'pandas', 'pyarrow', 'typer', 'rich'} & set(sys.modules), sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
