"""Whose card a deal under a wrong name brought, by what the rest of the record tells: event by event."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from stud_audit.model.cards import parse_cards
from stud_audit.model.events import CardDealt, CardsReprinted, Event, Folded, Mucked, SeatSummarised, Shown
from stud_audit.model.spans import Span
from stud_audit.record.wrong_cards import misdirected

Found = dict[int, int | None]


def up(seat: int, card: str, street: int) -> CardDealt:
    return CardDealt(seat, "up", parse_cards(card), street=street)


def board(seat: int, cards: str) -> CardsReprinted:
    return CardsReprinted(seat, "up", parse_cards(cards))


def found(*events: Event, seats: tuple[int, ...] = (1, 2, 3)) -> Found:
    deals: dict[int, list[int]] = {}
    for number, event in enumerate(events, 1):
        if isinstance(event, CardDealt):
            deals.setdefault(event.street, []).append(number)
    folds = [number for number, event in enumerate(events, 1) if isinstance(event, Folded)]
    return misdirected(events, deals, folds, list(seats))


THIRD = (up(1, "2c", 3), up(2, "9d", 3), up(3, "Kh", 3))
FOURTH = (up(1, "3c", 4), up(2, "Td", 4), up(3, "Qh", 4))
TWO_FOR_ONE = (up(1, "3c", 4), up(1, "Td", 4), up(3, "Qh", 4))
"""Fourth street: a line names seat 1 again, and seat 2 has no card. Its numbers are 4 to 6."""


@pytest.mark.parametrize(
    ("later", "expected"),
    [
        # What is told of seat 2 has the second card, or the first.
        ([board(2, "9d Td")], {5: 2}),
        ([board(2, "9d 3c")], {4: 2}),
        ([Shown(2, parse_cards("9d Td"))], {5: 2}),
        ([Mucked(2, parse_cards("9d 3c"))], {4: 2}),
        ([SeatSummarised(2, shown=parse_cards("9d Td"))], {5: 2}),
        ([SeatSummarised(2, mucked=parse_cards("9d Td"))], {5: 2}),
        # What is told of seat 1 lacks one of them: seat 2 alone lacks a card.
        ([board(1, "2c Td")], {4: 2}),
        ([board(1, "2c 3c")], {5: 2}),
        ([Shown(1, parse_cards("2c 3c"))], {5: 2}),
        ([SeatSummarised(1, mucked=parse_cards("2c 3c"))], {5: 2}),
        # Both, or neither: nothing tells.
        ([board(1, "2c 3c Td")], {}),
        ([], {}),
        ([Mucked(1)], {}),
        ([SeatSummarised(1)], {}),
        # Down-cards, and other players, tell nothing.
        ([CardsReprinted(1, "down", parse_cards("2c 3c"))], {}),
        ([CardsReprinted(2, "down", parse_cards("9d Td"))], {}),
        ([board(3, "Kh Td")], {}),
    ],
)
def test_a_second_card_is_that_of_the_seat_of_which_it_is_told(later: list[Event], expected: Found) -> None:
    assert found(*THIRD, *TWO_FOR_ONE, *later) == expected


def test_everybody_has_one_card() -> None:
    assert found(*THIRD, *FOURTH, board(2, "9d 3c")) == {}


def test_of_two_who_lack_a_card_it_is_nobody_s() -> None:
    two = (up(1, "3c", 4), up(1, "Td", 4))
    assert found(*THIRD, *two, board(1, "2c 3c")) == {5: None}
    assert found(*THIRD, *two, board(1, "2c 3c"), board(3, "Kh Td")) == {5: 3}
    assert found(*THIRD, *two, board(1, "2c 3c"), seats=(1,)) == {5: None}


def test_who_has_folded_lacks_none() -> None:
    assert found(*THIRD, Folded(2), up(1, "3c", 4), up(1, "Td", 4), board(1, "2c 3c"), board(2, "9d Td")) == {6: 3}


def test_a_fold_after_the_deal_does_not_count_yet() -> None:
    assert found(*THIRD, *TWO_FOR_ONE, Folded(2), board(1, "2c 3c")) == {5: 2}


def test_a_card_under_the_name_of_a_player_who_has_folded() -> None:
    folded = (*THIRD, Folded(2), up(1, "3c", 4), up(2, "Qh", 4))
    assert found(*folded, board(3, "Kh Qh")) == {6: 3}
    assert found(*folded, board(3, "Kh Qd")) == {}
    assert found(*folded, board(2, "9d")) == {}  # what lies before somebody out of the hand disturbs nobody


def test_folds_of_several_streets_add_up() -> None:
    fourth = (Folded(3), up(1, "3c", 4), up(2, "Td", 4))
    assert found(*THIRD, *fourth, Folded(2), up(1, "4c", 5), up(1, "5c", 5), board(1, "2c 3c 4c")) == {9: None}


@pytest.mark.parametrize("street", [3, 4, 5, 6])
def test_every_street_with_up_cards(street: int) -> None:
    assert found(up(1, "3c", street), up(1, "Td", street), board(2, "Td"), seats=(1, 2)) == {2: 2}


def test_one_card_told_twice_is_no_second_card() -> None:
    assert found(*THIRD, up(1, "3c", 4), up(1, "3c", 4), up(3, "Qh", 4), board(2, "9d 3c")) == {}


def test_two_cards_on_one_line() -> None:
    line = CardDealt(1, "up", parse_cards("3c Td"), street=4)
    assert found(*THIRD, line, up(3, "Qh", 4), board(1, "2c 3c")) == {4: 2}


def on(line: int, *events: Event) -> list[Event]:
    """Events that one line of the log tells."""
    return [replace(event, span=Span(line, 1, 2)) for event in events]


def test_a_line_that_repeats_another_s_board_is_theirs() -> None:
    wrong = on(9, board(2, "9d"), up(1, "Td", 4))
    assert found(*THIRD, up(1, "3c", 4), *wrong, up(3, "Qh", 4)) == {6: 2}
    assert found(*THIRD, up(1, "3c", 4), *on(9, board(2, "9h"), up(1, "Td", 4)), up(3, "Qh", 4)) == {}
    # Of another line it tells nothing.
    apart = (*on(8, board(2, "9d")), *on(9, up(1, "Td", 4)))
    assert found(*THIRD, up(1, "3c", 4), *apart, up(3, "Qh", 4)) == {}
    assert found(*THIRD, up(1, "3c", 4), *on(0, board(2, "9d"), up(1, "Td", 4)), up(3, "Qh", 4)) == {}


def test_the_down_cards_of_a_line_go_with_its_up_card() -> None:
    own = on(5, CardDealt(1, "down", parse_cards("As Ad"), street=3), up(1, "Td", 3))
    other = on(4, CardDealt(1, "down", parse_cards("Ks Kd"), street=3), up(1, "3c", 3))
    beside = on(5, CardDealt(3, "down", parse_cards("Qs Qd"), street=3))
    assert found(*other, *own, *beside, board(2, "Td"), seats=(1, 2)) == {3: 2, 4: 2}


def test_the_seventh_card_goes_by_the_cards_that_its_line_repeats() -> None:
    def seventh(seat: int, repeated: str) -> list[Event]:
        return on(9, board(seat, repeated), CardDealt(seat, "down", parse_cards("As"), street=7))

    assert found(*THIRD, *seventh(1, "9d")) == {5: 2}
    assert found(*THIRD, *seventh(1, "2c")) == {}
    assert found(*THIRD, *seventh(1, "5c")) == {}
    assert found(*THIRD, CardDealt(1, "down", parse_cards("As"), street=7)) == {}


def test_the_own_player_s_line_repeats_down_cards_and_board() -> None:
    down = CardDealt(2, "down", parse_cards("As Ad"), street=3)
    line = on(
        9,
        CardsReprinted(1, "down", parse_cards("As Ad")),
        board(1, "9d"),
        CardDealt(1, "down", parse_cards("5s"), street=7),
    )
    assert found(*THIRD, down, *line) == {7: 2}
