"""Where a street begins though its heading is missing or in the wrong place, in a log that prints headings."""

from __future__ import annotations

import pytest
from support.edited import HAND, Edit

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


# As one who only watched has it: no card of seventh street tells where it begins.
SEEN = (
    HAND.replace("[3d Th As] [Qc]", "[As] [Qc]")
    .replace("[3d Th As Qc] [7s]", "[As Qc] [7s]")
    .replace("[3d Th As Qc 7s] [2h]", "[As Qc 7s] [2h]")
    .replace("Dealt to northwind [3d Th As]\n", "Dealt to northwind [As]\n")
    .replace("Dealt to northwind [3d Th As Qc 7s 2h] [Ad]\n", "")
)
CHECKS = "quillfeather: checks\nnorthwind: checks\n*** RIVER"
"""The end of sixth street, opened by the pair of nines, who opens seventh street as well."""
RAISED = (
    SEEN.replace(
        CHECKS, "quillfeather: bets $0.08\nnorthwind: raises $0.08 to $0.16\nquillfeather: calls $0.08\n*** RIVER"
    )
    .replace("$0.54", "$0.86")
    .replace("$0.56", "$0.88")
)


def test_what_was_seen_is_right() -> None:
    assert (Edit(SEEN).found(), Edit(RAISED).found()) == ([], [])


def test_the_last_action_of_sixth_street_behind_the_heading() -> None:
    # northwind does not open seventh street: what stands there is what they owe on sixth.
    assert Edit(SEEN).swapped("northwind: checks", 2).found() == [("R002", "northwind: checks")]


def test_the_last_action_of_sixth_street_behind_the_heading_and_chat() -> None:
    edit = Edit(SEEN).swapped("northwind: checks", 2).before("northwind: checks", 'tinder said, "nice"', 2)
    assert edit.found() == [("R002", "northwind: checks")]


def test_the_heading_before_the_last_action_of_who_opens_the_next_street() -> None:
    # They act twice behind it: once on sixth street, once on seventh.
    assert Edit(RAISED).swapped("quillfeather: calls $0.08").found() == [("R002", "quillfeather: calls $0.08")]


def test_a_last_action_that_is_missing_before_they_open_the_next_street() -> None:
    assert Edit(RAISED).without("quillfeather: calls $0.08").found() == [("D109", "*** RIVER ***")]


def test_they_open_the_next_street_with_a_bet_and_answer_a_raise() -> None:
    # The second line is that of seventh street after a bet: the first is no call of the raise on sixth.
    text = RAISED.replace("quillfeather: checks\nnorthwind: bets $0.08\nquillfeather: calls $0.08\n", "")
    edit = Edit(text.replace("*** RIVER ***\n", "*** RIVER ***\nquillfeather: bets $0.08\nnorthwind: calls $0.08\n"))
    assert edit.found() == []
    assert edit.without("quillfeather: calls $0.08").found() == [("D109", "*** RIVER ***")]


def test_the_opening_of_seventh_street_before_its_heading() -> None:
    assert Edit(SEEN).swapped(RIVER).found() == [("R002", "quillfeather: checks")]


def test_without_the_heading_of_seventh_street() -> None:
    assert Edit(SEEN).without(RIVER).found() == [("R002", "quillfeather: checks")]


def test_without_the_heading_of_seventh_street_and_a_bet_opens_it() -> None:
    text = SEEN.replace("quillfeather: checks\nnorthwind: bets $0.08\nquillfeather: calls $0.08\n",
                        "quillfeather: bets $0.08\nnorthwind: calls $0.08\n")  # fmt: skip
    assert Edit(text).found() == []
    assert Edit(text).without(RIVER).found() == [("R002", "quillfeather: bets $0.08")]


def test_the_showdown_behind_a_heading_that_came_too_early() -> None:
    text = SEEN.replace("quillfeather: checks\nnorthwind: bets $0.08\nquillfeather: calls $0.08\n", "")
    text = (
        text.replace("$0.54", "$0.38")
        .replace("$0.56", "$0.40")
        .replace("checks\nnorthwind: checks\n***", "checks\n***")
    )
    # northwind did not act on sixth street, and nobody on seventh.
    assert Edit(text).found() == [("D109", "*** RIVER ***"), ("D109", "*** SHOW DOWN ***")]
