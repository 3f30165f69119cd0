"""The arithmetic of the stub, for every pattern of folds."""

from __future__ import annotations

from itertools import combinations_with_replacement

import pytest

from stud_audit.game.deck_stub import Stub, burns_uncertain, community_due, stub_before_seventh
from stud_audit.game.table import Table
from stud_audit.houses.loader import load_house
from stud_audit.houses.rules import Rules
from stud_audit.model.cards import parse_cards
from stud_audit.model.events import CardBurned, SeatTaken, StreetOpened


def patterns(dealt: int, rules: Rules, burned: int = 0) -> set[tuple[int, ...]]:
    """The live players on fourth, fifth, sixth, and seventh street for which a community card is due."""
    due = set()
    for low_first in combinations_with_replacement(range(2, dealt + 1), 4):
        live = low_first[::-1]
        stub = Stub(52 - 3 * dealt - sum(live[:3]), live[3], burned)
        if stub.left >= 0 and community_due(stub, rules):
            due.add(live)
    return due


def test_eight_players_without_burns() -> None:
    assert patterns(8, Rules()) == {
        (8, 8, 8, 8), (8, 8, 8, 7), (8, 8, 8, 6), (8, 8, 8, 5), (8, 8, 7, 7), (8, 8, 7, 6), (8, 7, 7, 7),
    }  # fmt: skip


def test_seven_players_without_burns_never_run_out() -> None:
    assert patterns(7, Rules()) == set()


def test_four_burns() -> None:
    burning = Rules(burn_per_street=1)
    assert len(patterns(8, burning, burned=4)) == 37
    assert patterns(7, burning, burned=4) == {(7, 7, 7, 7)}


def test_burns_that_are_not_on_record_leave_open_what_rests_on_them() -> None:
    burning = Rules(burn_per_street=1)
    assert community_due(Stub(10, 7, 0), burning) is None
    assert community_due(Stub(4, 8, 0), burning) is True
    assert community_due(Stub(16, 6, 0), burning) is False


def test_burn_cards_used_first_leave_the_last_burn() -> None:
    using = Rules(burn_per_street=1, community_use_burns_first=True)
    assert community_due(Stub(8, 7, 4), using) is False
    assert community_due(Stub(7, 7, 4), using) is True
    assert community_due(Stub(7, 7, 4), Rules(burn_per_street=1)) is True


def test_a_last_card_that_is_never_dealt() -> None:
    reserving = Rules(community_reserve_last=True)
    assert community_due(Stub(7, 7, 0), reserving) is True
    assert community_due(Stub(7, 7, 0), Rules()) is False


@pytest.mark.parametrize(
    ("house", "live", "outcome"),
    [
        ("william-hill", 8, "violation"),
        ("william-hill", 7, "review"),
        ("third-house", 8, "violation"),
        ("third-house", 6, "review"),
        ("pokerstars", 5, "violation"),
        ("london-poker-club", 8, "review"),
    ],
)
def test_no_community_card_though_four_are_left(house: str, live: int, outcome: str) -> None:
    stub = Stub(4, live, 0)
    weighing = load_house(house).weigh(lambda rules: community_due(stub, rules) is not True)
    assert weighing.outcome == outcome


@pytest.mark.parametrize("house", ["william-hill", "third-house", "pokerstars"])
def test_a_community_card_though_the_stub_suffices(house: str) -> None:
    stub = Stub(16, 6, 0)
    weighing = load_house(house).weigh(lambda rules: community_due(stub, rules) is not False)
    assert weighing.outcome == "violation"


@pytest.mark.parametrize(
    ("live", "street", "left"),
    # Eight are dealt three cards each; then a card to each who is left.
    [((8, 8, 8, 8), 7, 52 - 24 - 24), ((8, 7, 6, 5), 7, 52 - 24 - 21), ((4, 3, 2, 2), 7, 52 - 24 - 9)],
)
def test_the_cards_left_before_the_seventh(live: tuple[int, ...], street: int, left: int) -> None:
    table = Table.seated([SeatTaken(seat, f"player {seat}", 100) for seat in range(1, 9)], 8)
    for street, players in zip((3, 4, 5, 6, 7), (8, *live), strict=True):
        for player in list(table.live())[players:]:
            player.folded = max(street - 1, 3)
        assert stub_before_seventh(table) is None
        table.take(StreetOpened(street=street))
    table.take(CardBurned(parse_cards("?"), street=7))
    assert stub_before_seventh(table) == Stub(left, live[-1], 1)


@pytest.mark.parametrize(("burned", "each", "uncertain"), [(0, 0, False), (3, 0, True), (0, 1, True), (4, 1, True)])
def test_whether_burns_bear_on_it(burned: int, each: int, uncertain: bool) -> None:
    assert burns_uncertain(Stub(10, 7, burned), Rules(burn_per_street=each)) is uncertain


@pytest.mark.parametrize(
    ("trigger", "stub", "due"),
    [
        ("never", Stub(4, 8, 0), False),
        ("unruled", Stub(4, 8, 0), None),
        ("all_eight", Stub(4, 8, 0), True),
        ("all_eight", Stub(4, 7, 0), False),
        ("stub_short", Stub(7, 7, 0), False),
        ("stub_short", Stub(6, 7, 0), True),
        ("stub_short", Stub(7, 7, 1), True),  # a burn on record took one of them
        ("stub_short", Stub(8, 7, 1), False),
    ],
)
def test_what_brings_the_community_card(trigger: str, stub: Stub, due: bool | None) -> None:
    assert community_due(stub, Rules(community_trigger=trigger)) is due  # type: ignore[arg-type]


def test_fewer_burns_on_record_than_the_one_that_is_left_of_them() -> None:
    using = Rules(burn_per_street=1, community_use_burns_first=True)
    assert community_due(Stub(8, 7, 1), using) is False
    assert community_due(Stub(7, 7, 0), using) is None
    assert community_due(Stub(8, 7, 0), using) is False
