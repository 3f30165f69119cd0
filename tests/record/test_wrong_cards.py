"""A card under a wrong name is one finding, wherever its line stands."""

from __future__ import annotations

import pytest
from support.edited import Edit

CHAT = 'saltmarsh said, "hello"'


@pytest.mark.parametrize("chat", [0, 1, 2])
def test_the_own_cards_under_another_s_name(chat: int) -> None:
    edit = Edit().changed("Dealt to northwind [3d Th As Qc] [7s]", "northwind", "quillfeather")
    for _ in range(chat):
        edit.before("*** 5th", CHAT)
    assert edit.found() == [("D102", "Dealt to quillfeather [3d Th As Qc] [7s]")]


@pytest.mark.parametrize("chat", [0, 1])
def test_a_card_under_another_s_name(chat: int) -> None:
    edit = Edit().changed("Dealt to saltmarsh [2c] [4h]", "saltmarsh", "quillfeather")
    for _ in range(chat):
        edit.before("*** 4th", CHAT)
    assert edit.found() == [("D102", "Dealt to quillfeather [2c] [4h]")]
