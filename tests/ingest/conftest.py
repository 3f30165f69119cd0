from collections.abc import Iterator
from pathlib import Path

import pytest

from stud_audit.ingest import dialects, registry

FAKES = str(Path(__file__).parent / "fake_dialects")


def _forget() -> None:
    registry.dialect_names.cache_clear()
    registry.get_dialect.cache_clear()


@pytest.fixture
def fake_dialects(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The dialects `alpha` and `beta` in place of the real ones."""
    monkeypatch.setattr(dialects, "__path__", [FAKES])
    _forget()
    yield
    _forget()
