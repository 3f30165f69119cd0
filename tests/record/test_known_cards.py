"""The cards that a log reveals after the betting, held against those that it dealt."""

from __future__ import annotations

import pytest
from support.recorded import replayed

from stud_audit.model.cards import DECK, parse_cards
from stud_audit.record.known_cards import (
    cards_left,
    certain_cards,
    contradiction,
    dealt_sets,
    known_hand,
    revealed_cards,
    whole_hands,
)
from stud_audit.record.replay import Replay

START = """\
stud 1
hand 1 game=stud structure=fixed small=2 big=4 ante=1 bring-in=1
seat 1 "northwind" 200
seat 2 "saltmarsh" 200
ante 1 1
ante 2 1
deal 1 down ? ?
deal 1 up 2c
deal 2 down ? ?
deal 2 up Kd
street 4
deal 1 up 3c
deal 2 up Qd
street 5
deal 1 up 4c
deal 2 up Jd
street 6
deal 1 up 5c
deal 2 up Td
street 7
"""
OWN = "deal 1 down ?\ndeal 2 down ?\n"


def of(*lines: str, seventh: str = OWN) -> Replay:
    return replayed(START + seventh + "\n".join([*lines, "end", ""]))


def cards(text: str) -> tuple[int, ...]:
    return tuple(sorted(parse_cards(text)))


WHOLE = "Ah Ad 2c 3c 4c 5c 8s"


@pytest.mark.parametrize(
    ("lines", "hands", "known"),
    [
        ([], [], None),
        ([f"show 1 {WHOLE}"], [WHOLE], WHOLE),
        ([f'summary 1 shown="{WHOLE}"'], [WHOLE], WHOLE),
        ([f'summary 1 mucked="{WHOLE}"'], [WHOLE], WHOLE),
        ([f"muck 1 {WHOLE}"], [WHOLE], WHOLE),
        # Told twice alike, or in another order.
        ([f"show 1 {WHOLE}", 'summary 1 shown="8s 5c 4c 3c 2c Ad Ah"'], [WHOLE], WHOLE),
        # Told twice differently: the one that fits the deal, if one alone does.
        ([f"show 1 {WHOLE}", 'summary 1 shown="Ah Ad 2c 3c 4c 9c 8s"'], [WHOLE, "Ah Ad 2c 3c 4c 9c 8s"], WHOLE),
        ([f"show 1 {WHOLE}", 'summary 1 shown="Ah Ad 2c 3c 4c 5c 9s"'], [WHOLE, "Ah Ad 2c 3c 4c 5c 9s"], None),
        (["show 1 Ah Ad 2c 3c 4c 9c 8s"], ["Ah Ad 2c 3c 4c 9c 8s"], None),
        # Fewer cards are no whole hand; with those dealt they may make one.
        (["show 1 Ah Ad 2c 3c 4c 5c"], [], None),
        (["show 1 Ah Ad 8s"], [], WHOLE),
        (["show 1 Ah Ad ? ? ? ? 8s"], [], WHOLE),
        (["show 1 Ah Ad 8s 9s"], [], None),
        (["show 1 Ah Ad", 'summary 1 shown="8s"'], [], WHOLE),
        ([f"show 2 {WHOLE}"], [], None),
    ],
)  # fmt: skip
def test_the_seven_cards_of_a_player(lines: list[str], hands: list[str], known: str | None) -> None:
    replay = of(*lines)
    assert whole_hands(replay.state, replay.index, 1) == [cards(hand) for hand in hands]
    assert known_hand(replay.state, replay.index, 1) == (known and cards(known))


@pytest.mark.parametrize("shown", ["Ah Ad 2c 3c 4c 5c", "Ah Ad 2c 3c 4c 5c 6h"])
def test_the_community_card_is_the_seventh_of_everybody(shown: str) -> None:
    replay = of(f"show 1 {shown}", seventh="board 6h\n")
    assert known_hand(replay.state, replay.index, 1) == cards("Ah Ad 2c 3c 4c 5c 6h")


def test_own_cards_from_the_deal() -> None:
    text = START.replace("deal 1 down ? ?", "deal 1 down Ah Ad") + "deal 1 down 8s\ndeal 2 down ?\nend\n"
    replay = replayed(text)
    assert known_hand(replay.state, replay.index, 1) == cards(WHOLE)
    assert certain_cards(replay.state, replay.index, 1) == cards(WHOLE)
    assert known_hand(replay.state, replay.index, 2) is None
    assert certain_cards(replay.state, replay.index, 2) == cards("Kd Qd Jd Td")
    assert certain_cards(replay.state, replay.index, 3) is None


def test_a_reprint_with_another_card_leaves_two_sets() -> None:
    replay = of("reprint 1 up 2c 3c 4c 9c")
    first, second = dealt_sets(replay.state, replay.index, 1)
    assert (first, second) == (set(cards("2c 3c 4c 5c")), set(cards("2c 3c 4c 9c")))
    assert dealt_sets(replay.state, replay.index, 2) == [set(cards("Kd Qd Jd Td"))]
    assert dealt_sets(replay.state, replay.index, 3) == [set()]
    assert certain_cards(replay.state, replay.index, 1) is None


def test_a_reprint_of_fewer_cards_leaves_the_others() -> None:
    replay = of("reprint 1 up 2c 9c")
    assert dealt_sets(replay.state, replay.index, 1)[1] == set(cards("2c 9c 4c 5c"))
    replay = of("reprint 1 down 9c 8c", "reprint 1 up 2c 3c 4c 5c")
    assert dealt_sets(replay.state, replay.index, 1)[1] == set(cards("2c 3c 4c 5c 9c 8c"))
    assert dealt_sets(of("reprint 1 up 2c ? 4c 5c").state, of().index, 1) == [set(cards("2c 3c 4c 5c"))]


def test_shown_with_either_of_two_sets_is_known() -> None:
    replay = of("reprint 1 up 2c 3c 4c 9c", "show 1 Ah Ad 2c 3c 4c 9c 8s")
    assert known_hand(replay.state, replay.index, 1) == cards("Ah Ad 2c 3c 4c 9c 8s")
    replay = of("reprint 1 up 2c 3c 4c 9c", "show 1 Ah Ad 8s")
    assert known_hand(replay.state, replay.index, 1) is None


@pytest.mark.parametrize(
    ("line", "missing", "strange"),
    [
        (f"show 1 {WHOLE}", None, None),
        ("show 1 Ah Ad 2c 3c 4c 5c", None, None),  # one is not told
        ("show 1 Ah Ad 8s", None, None),
        ("show 1 ? ? 2c 3c 4c 5c ?", None, None),
        ("show 1 Ah Ad 2c 3c 4c 9c 8s", "5c", "Ah Ad 9c 8s"),
        ("show 1 Ah Ad 8s 9s", "2c 3c 4c 5c", "Ah Ad 8s 9s"),
        ("show 1 Ah Ad 2c 3c 4c 9c ?", None, None),
        ("muck 1 Ah Ad 2c 3c 4c 9c 8s", "5c", "Ah Ad 9c 8s"),
        ('summary 1 shown="Ah Ad 2c 3c 4c 9c 8s"', "5c", "Ah Ad 9c 8s"),
        ('summary 1 mucked="Ah Ad 2c 3c 4c 9c 8s"', "5c", "Ah Ad 9c 8s"),
        ("muck 1", None, None),
        ("award 1 2", None, None),
    ],
)
def test_more_strange_cards_than_were_hidden_contradict_the_deal(
    line: str, missing: str | None, strange: str | None
) -> None:
    replay = of(line)
    found = contradiction(replay.state, replay.index, replay.hand.events[-2], 1)
    if missing is None or strange is None:
        assert found is None
    else:
        assert found == (cards(missing), parse_cards(strange))


def test_the_community_card_is_strange_to_nobody() -> None:
    replay = of("show 1 Ah Ad 2c 3c 4c 5c 6h", seventh="board 6h\n")
    assert contradiction(replay.state, replay.index, replay.hand.events[-2], 1) is None
    replay = of("show 1 Ah Ad 2c 3c 4c 5c 7h", seventh="board 6h\n")
    assert contradiction(replay.state, replay.index, replay.hand.events[-2], 1) == ((), parse_cards("Ah Ad 7h"))


def test_a_line_that_fits_a_reprint_contradicts_nothing() -> None:
    replay = of("reprint 1 up 2c 3c 4c 9c", "show 1 Ah Ad 2c 3c 4c 9c 8s")
    assert contradiction(replay.state, replay.index, replay.hand.events[-2], 1) is None
    replay = of("reprint 1 up 2c 3c 4c 9c", "show 1 Ah Ad 2c 3c 4c 9h 8s")
    assert contradiction(replay.state, replay.index, replay.hand.events[-2], 1) is not None


def test_a_fifth_up_card_may_be_shown_as_well() -> None:
    text = (START + OWN).replace("deal 1 up 5c", "deal 1 up 5c 9c") + "show 1 Ah Ad 2c 3c 4c 5c 9c 8s\nend\n"
    replay = replayed(text)
    assert contradiction(replay.state, replay.index, replay.hand.events[-2], 1) is None


def test_all_that_nobody_else_has_may_be_hidden() -> None:
    replay = of("show 2 Ah Ad Kd Qd Jd Td", seventh="burn 9s\nburn ?\nboard 6h\n")
    gone = {*cards("Ah Ad Kd Qd Jd Td 2c 3c 4c 5c 9s 6h")}
    assert cards_left(replay.state, replay.index) == set(DECK) - gone


def test_a_card_that_stands_twice_may_be_hidden() -> None:
    replay = of(seventh="burn 2c\nburn 9s\n" + OWN)
    assert cards_left(replay.state, replay.index) == set(DECK) - {*cards("3c 4c 5c Kd Qd Jd Td 9s")}


def test_of_a_board_in_dispute_no_card_is_certain() -> None:
    replay = replayed(START.replace("deal 2 up Td", "deal 2 up 2c") + OWN + "end\n")
    assert cards_left(replay.state, replay.index) == set(DECK)


def test_what_lines_reveal() -> None:
    replay = of("show 1 Ah ? 8s", "award 1 2")
    shown, award, _ = replay.hand.events[-3:]
    assert revealed_cards(shown) == parse_cards("Ah 8s")
    assert revealed_cards(award) == ()
