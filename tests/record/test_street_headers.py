"""Where a street begins though its heading is missing or in the wrong place, in a log that prints headings."""

from __future__ import annotations

import pytest
from support.edited import Edit

RIVER = "*** RIVER"


def test_without_the_heading_of_seventh_street_its_first_action_opens_it() -> None:
    # An observer's log shows no card of seventh street.
    edit = Edit().without("*** RIVER").without("Dealt to northwind [3d Th As Qc 7s 2h]")
    assert edit.found() == [("R002", "quillfeather: checks")]


def test_a_line_that_could_not_be_read_may_be_the_heading_of_seventh_street() -> None:
    edit = Edit().changed(RIVER, "RIVER", "RIFER").without("Dealt to northwind [3d Th As Qc 7s 2h]")
    assert edit.found() == [("R001", "*** RIFER ***")]


def test_the_first_action_of_seventh_street_before_its_heading() -> None:
    edit = Edit().without("Dealt to northwind [3d Th As Qc 7s 2h]").swapped(RIVER)
    # The card that the log's own player lacks is another matter.
    assert edit.found() == [("R002", "quillfeather: checks"), ("D102", "northwind: bets $0.08")]


@pytest.mark.parametrize(
    ("line", "occurrence"), [("northwind: calls $0.04", 1), ("northwind: calls $0.08", 1), ("northwind: checks", 2)]
)
def test_the_last_action_of_a_round_behind_the_next_heading(line: str, occurrence: int) -> None:
    assert [code for code, _ in Edit().swapped(line, occurrence).found()] == ["R002"]


def test_chat_between_heading_and_action_changes_nothing() -> None:
    edit = Edit().swapped("northwind: calls $0.08").before("northwind: calls $0.08", 'quillfeather said, "well"')
    assert edit.found() == [("R002", "northwind: calls $0.08")]


def test_a_last_action_that_is_missing_is_not_that_of_the_next_street() -> None:
    # quillfeather opens sixth street: what northwind owes on fifth is missing.
    edit = Edit().without("northwind: calls $0.08")
    assert [code for code, _ in edit.found()] == ["D109"]
