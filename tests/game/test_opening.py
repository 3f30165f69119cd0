"""Who brings in, and who opens: LPC-06 to LPC-08, LPC-13, LPC-15, H3-11, WH-07, and A-06, A-12 to A-15, A-21, A-31."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace as but

import pytest
from support.dealt import RULES, Dealt

from stud_audit.game.opening import (
    Opening,
    bring_in_seats,
    button_known,
    nearest_left,
    next_able,
    round_openers,
)
from stud_audit.model.cards import parse_cards
from stud_audit.model.events import CommunityDealt, Folded, Protected

RICH = 1000
BROKE = 1
"""All-in with the ante."""


def bring_in(
    doors: str, game: str = "stud", stacks: Sequence[int] = (), button: int | None = -1, **rules: object
) -> Opening:
    hand = Dealt(stacks or (RICH,) * len(doors.split()), doors, game, but(RULES, **rules), button=button)
    return bring_in_seats(hand.table, hand.game, hand.rules)


# --- third street ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("doors", "seat"),
    [
        ("7h 2s Kd", 2),
        ("7h Ac Kd", 1),  # the ace is high
        ("2h 2c 2d", 2),  # clubs, diamonds, hearts, spades
        ("2h 2s 2d", 3),
        ("2s Ac 2h", 3),
        ("3c 2s Kd", 2),  # rank before suit
    ],
)
def test_the_lowest_door_card_brings_in(doors: str, seat: int) -> None:
    found = bring_in(doors)
    assert found.seats == (seat,)
    assert (found.missing, found.by) == (None, None)


@pytest.mark.parametrize(
    ("doors", "seat"), [("Kc Kd Ah", 2), ("Ac 2d 3h", 3), ("Qs Kc As", 2), ("Qs Ac Jc", 1), ("Kh Ks Kc", 2)]
)
def test_in_razz_the_highest_with_the_ace_low(doors: str, seat: int) -> None:
    assert bring_in(doors, "razz").seats == (seat,)


@pytest.mark.parametrize(
    ("doors", "game", "changes", "seat"),
    [
        ("7h Ac Kd", "stud", {"bring_in_ace": "low"}, 2),
        ("7h 2c Kd", "stud", {"bring_in_ace": "low"}, 2),
        ("7h 2c Kd", "stud", {"bring_in_card": "high"}, 3),
        ("7h Ac Kd", "stud", {"bring_in_card": "high"}, 2),
        ("7h Ac Kd", "razz", {"razz_ace": "high"}, 2),
        ("7h Ac Kd", "razz", {"razz_bring_in_card": "low"}, 2),
        ("7h Ac Kd", "razz", {"bring_in_ace": "high"}, 3),  # that is for the other games
        ("2s 2c 2d", "stud", {"suit_order": "shdc"}, 1),
        ("Kc Ks Kd", "razz", {"suit_order": "shdc"}, 1),
        ("2h 2c 5d", "stud", {"razz_bring_in_tie": "deal_order"}, 2),
        ("Kh Kc 5d", "razz", {"bring_in_tie": "deal_order"}, 1),
    ],
)
def test_a_house_may_say_otherwise(doors: str, game: str, changes: dict[str, object], seat: int) -> None:
    assert bring_in(doors, game, **changes).seats == (seat,)


def test_tied_doors_are_named() -> None:
    assert bring_in("2h 2c 5d").tied == (1, 2)
    assert bring_in("2h 3c 5d").tied == ()


@pytest.mark.parametrize(("button", "seat"), [(1, 2), (2, 3), (3, 1), (4, 1)])
def test_a_tie_by_the_order_of_the_deal(button: int, seat: int) -> None:
    found = bring_in("2h 2c 2d 9c", button=button, bring_in_tie="deal_order")
    assert found.seats == (seat,)
    assert found.tied == (1, 2, 3)


def test_the_order_of_the_deal_needs_a_button() -> None:
    found = bring_in("2h 2c 9d", button=None, bring_in_tie="deal_order")
    assert found == Opening((1, 2), "the dealer button", (1, 2))


def test_a_tie_that_nothing_separates() -> None:
    assert bring_in("2h 2c 9d", bring_in_tie="any") == Opening((1, 2), tied=(1, 2))
    assert bring_in("Kh Kc 9d", "razz", razz_bring_in_tie="unruled") == Opening((1, 2), tied=(1, 2))
    assert bring_in("2h 2c 9d", stacks=(BROKE, RICH, RICH), bring_in_tie="any").seats == (2,)


def test_where_the_house_rules_no_card_anybody_able_may_bring_in() -> None:
    assert bring_in("2h 3c 9d", stacks=(BROKE, RICH, RICH), bring_in_card="unruled") == Opening((2, 3))
    assert bring_in("2h 3c 9d", "razz", razz_bring_in_card="unruled") == Opening((1, 2, 3))


@pytest.mark.parametrize(
    ("rule", "seats"),
    [
        ("next_left", (3,)),  # seat 2 has the lowest card and no chips
        ("next_lowest", (1,)),
        ("nobody", ()),
    ],
)
def test_the_low_card_is_all_in_on_the_ante(rule: str, seats: tuple[int, ...]) -> None:
    found = bring_in("3h 2c Kd", stacks=(RICH, BROKE, RICH), allin_low_card=rule)
    assert found == Opening(seats, by=2)


def test_the_next_to_the_left_is_who_can_still_bet() -> None:
    assert bring_in("9h 2c Kd 8c", stacks=(RICH, BROKE, BROKE, RICH)).seats == (4,)
    assert bring_in("9h 8c Kd 2c", stacks=(BROKE, RICH, RICH, BROKE)).seats == (2,)


def test_with_everybody_all_in_nobody_brings_in() -> None:
    assert bring_in("9h 2c", stacks=(BROKE, BROKE)) == Opening((), by=2)


@pytest.mark.parametrize(
    ("doors", "possible"),
    [
        ("9h ? Kd", (1, 2)),  # an eight, say, or a nine of diamonds
        ("9h ? 2d", (3, 2)),  # the deuce of clubs
        ("? ? 2d", (3, 1, 2)),
    ],
)
def test_an_unknown_door_card_leaves_open_what_it_can_decide(doors: str, possible: tuple[int, ...]) -> None:
    number = doors.split().index("?") + 1
    assert bring_in(doors) == Opening((), f"the door card of seat {number}", possible=possible)


def test_no_unknown_door_card_is_below_the_two_of_clubs() -> None:
    assert bring_in("9h ? 2c") == Opening((3,))
    assert bring_in("9h ? 2c", bring_in_ace="low").possible == (3, 2)
    assert bring_in("9h ? 2c", bring_in_tie="any").possible == (3, 2)


def test_where_the_low_card_may_be_all_in_anybody_may_come_in_their_place() -> None:
    assert bring_in("9h ? 2c", stacks=(RICH, BROKE, RICH)).possible == (1, 3)


def test_before_the_cards_nobody_can_tell() -> None:
    hand = Dealt((RICH, RICH), "2c 9d")
    for player in hand.table.players.values():
        player.up.clear()
    assert bring_in_seats(hand.table, hand.game, hand.rules).missing == "the door card of seat 1"
    for player in hand.table.players.values():
        player.folded = 3
    assert bring_in_seats(hand.table, hand.game, hand.rules) == Opening((), missing="door cards")


def test_a_folded_low_card_brings_in_nothing() -> None:
    hand = Dealt((RICH, RICH, RICH), "2c 9d 5h")
    hand.table.take(Folded(1, street=3))
    assert bring_in_seats(hand.table, hand.game, hand.rules).seats == (3,)


# --- later streets -----------------------------------------------------------------------------------


def later(
    doors: str,
    cards: str,
    game: str = "stud",
    stacks: Sequence[int] = (),
    button: int | None = -1,
    street: int = 4,
    **rules: object,
) -> Dealt:
    hand = Dealt(stacks or (RICH,) * len(doors.split()), doors, game, but(RULES, **rules), button=button)
    hand.deal(street, cards)
    return hand


def openers(hand: Dealt) -> Opening:
    return round_openers(hand.table, hand.game, hand.rules)


@pytest.mark.parametrize(
    ("doors", "cards", "game", "seat"),
    [
        ("7h 2c Kd", "7c Ac Qd", "stud", 1),  # a pair
        ("7h 2c Kd", "8c Ac Qd", "stud", 2),  # ace high
        ("7h 2c Kd", "8c Jc Qd", "stud8", 3),
        ("7h 2c Kd", "8c Ac Qd", "razz", 2),  # ace-deuce
        ("7h 2c Kd", "8c 2d Qd", "razz", 1),  # a pair is worse than king-queen
    ],
)
def test_the_best_board_opens_and_in_razz_the_lowest(doors: str, cards: str, game: str, seat: int) -> None:
    assert openers(later(doors, cards, game)) == Opening((seat,))


@pytest.mark.parametrize(
    ("game", "changes", "seat"),
    [
        ("stud", {"opener_rule": "low_board"}, 1),
        ("stud", {"razz_opener_rule": "high_board"}, 2),
        ("razz", {"razz_opener_rule": "high_board"}, 3),  # the ace stays low
        ("razz", {"razz_ace": "high"}, 1),
        ("razz", {"opener_rule": "high_board"}, 2),
    ],
)
def test_a_house_may_have_another_board_open(game: str, changes: dict[str, object], seat: int) -> None:
    # Eight-seven, ace-deuce, king-queen.
    assert openers(later("7h 2c Kd", "8c Ac Qd", game, **changes)).seats == (seat,)


@pytest.mark.parametrize(("button", "seat"), [(1, 2), (2, 1), (3, 1), (4, 1)])
@pytest.mark.parametrize("tie", ["left_of_dealer", "first_dealt"])
def test_of_equal_boards_the_one_nearest_left_of_the_button(button: int, seat: int, tie: str) -> None:
    found = openers(later("7h 7c Kd 5s", "Ac Ad Qd 4s", button=button, opener_tie=tie))
    assert found == Opening((seat,), tied=(1, 2))


def test_a_tie_by_position_needs_a_button() -> None:
    assert openers(later("7h 7c", "Ac Ad", button=None)) == Opening((1, 2), "the dealer button", (1, 2))
    assert openers(later("7h 7c", "Ac Ad", button=8)) == Opening((1, 2), "the dealer button", (1, 2))
    assert openers(later("7h 7c", "Ac Kd", button=None)) == Opening((1,))


@pytest.mark.parametrize(
    ("doors", "cards", "card", "seat"),
    [
        ("7h 7s Kd", "Ad Ac Qd", "highest_rank", 1),  # the ace of diamonds above the ace of clubs
        ("7h 7s Kd", "Ac Ad Qd", "highest_rank", 2),
    ],
)
def test_a_tie_by_suit(doors: str, cards: str, card: str, seat: int) -> None:
    hand = later(doors, cards, opener_tie="high_card_by_suit", opener_suit_card=card)
    assert openers(hand) == Opening((seat,), tied=(1, 2))


@pytest.mark.parametrize(("card", "seat"), [("highest_rank", 2), ("group_first", 1)])
def test_which_card_decides_by_suit(card: str, seat: int) -> None:
    # Sevens with an ace: the spade is among the sevens of seat 1, the better ace is with seat 2.
    hand = later("7s 7h Kd", "7c Ac 7d Ah Qd Jd", street=5, opener_tie="high_card_by_suit", opener_suit_card=card)
    assert openers(hand) == Opening((seat,), tied=(1, 2))


def test_suits_in_the_order_of_the_house() -> None:
    hand = later("7h 7s Kd", "Ad Ac Qd", opener_tie="high_card_by_suit", suit_order="shdc")
    assert openers(hand).seats == (2,)


@pytest.mark.parametrize(
    ("game", "changes"),
    [("stud", {"opener_tie": "unruled"}), ("razz", {"razz_opener_tie": "unruled"})],
)
def test_a_tie_that_the_house_leaves_open(game: str, changes: dict[str, object]) -> None:
    assert openers(later("4h 4c Kd", "Ac Ad Qd", game, **changes)) == Opening((1, 2), tied=(1, 2))


def test_each_game_has_its_own_rule_of_ties() -> None:
    assert openers(later("4h 4c Kd", "Ac Ad Qd", "razz", opener_tie="unruled")).seats == (1,)
    assert openers(later("4h 4c Kd", "Ac Ad Qd", "stud", razz_opener_tie="unruled")).seats == (1,)


@pytest.mark.parametrize(("street", "cards", "seats"), [(4, "Ac Ad Qd", (1,)), (5, "Ac 2c Ad 2d Qd Jd", (1, 2))])
def test_a_rule_of_ties_for_the_second_round_only(street: int, cards: str, seats: tuple[int, ...]) -> None:
    assert openers(later("7h 7c Kd", cards, street=street, opener_tie_rounds="second_only")).seats == seats


def test_in_razz_the_rule_of_ties_is_for_all_rounds() -> None:
    hand = later("7h 7c Kd", "Ac 2c Ad 2d Qd Jd", "razz", street=5, opener_tie_rounds="second_only")
    assert openers(hand).seats == (1,)


def test_where_no_board_is_ruled_anybody_able_may_open() -> None:
    hand = later("7h 2c Kd", "8c Ac Qd", stacks=(RICH, BROKE, RICH), opener_rule="unruled")
    assert openers(hand) == Opening((1, 3))
    assert openers(later("7h 2c Kd", "8c Ac Qd", "razz", razz_opener_rule="unruled")) == Opening((1, 2, 3))


@pytest.mark.parametrize(("counts", "seat"), [(False, 2), (True, 1)])
def test_four_to_a_flush_opens_only_where_it_counts(counts: bool, seat: int) -> None:
    hand = later("2h 3c", "6h 9h Kh 4c 8d Ad", street=6, opener_partial_straights=counts)
    assert openers(hand).seats == (seat,)


def test_in_razz_a_flush_is_nothing() -> None:
    hand = later("2h 3c", "6h 9h 4c 8d", "razz", street=5, opener_partial_straights=True)
    assert openers(hand).seats == (2,)


@pytest.mark.parametrize("game", ["stud", "razz"])
def test_a_board_that_lacks_a_card_leaves_it_open(game: str) -> None:
    hand = later("7h 2c", "8c ?", game)
    assert openers(hand) == Opening((), "the up-cards of seat 2", possible=(1, 2))
    short = later("7h 2c", "8c Kd", game, street=5)
    assert openers(short) == Opening((), "the up-cards of seat 1", possible=(1, 2))


def test_a_board_that_no_card_makes_the_best_is_not() -> None:
    hand = later("Kh 2c 4d", "Kc ? 9s")
    assert openers(hand) == Opening((1,))  # at most a pair of twos
    trips = later("Kh 2c", "Kc Kd 2d ?", street=5)
    assert openers(trips) == Opening((1,))
    assert openers(later("Ah Qc Qd Qh 3d", "Kc ? 3h 4h 5h")).possible == (1, 2)  # the last queen
    assert openers(later("Ah Qc Qd Qh Qs", "Kc ? 3h 4h 5h")) == Opening((1,))


def test_seventh_street_goes_by_four_up_cards() -> None:
    hand = later("7h 2c", "8c 3d 4d Kd Qd Jd", street=6)
    hand.deal(7, "As 3c")  # face up or down: an opener is found among the first four
    assert openers(hand).seats == (2,)


@pytest.mark.parametrize(
    ("rule", "seat"),
    [
        ("same_as_sixth", 2),
        ("recompute", 1),
    ],
)
def test_the_community_card_counts_only_where_a_house_says_so(rule: str, seat: int) -> None:
    hand = later("7h 2c", "8c 3d 4d Kd Qd Jd", street=6, community_opener=rule)
    hand.table.take(CommunityDealt(parse_cards("8s"), street=7))
    assert openers(hand).seats == (seat,)  # a pair of eights against king high


def test_a_community_card_that_makes_high_cards_higher() -> None:
    # King-queen-jack-deuce against king-queen-jack-trey, and an ace: nothing changes but the number of cards.
    hand = later("2h 3c", "Jc Qd Kd Js Qs Kh", street=6, community_opener="recompute")
    hand.table.take(CommunityDealt(parse_cards("As"), street=7))
    assert openers(hand) == Opening((2,))
    unknown = later("2h 3c", "Jc Qd Kd Js Qs Kh", street=6, community_opener="recompute")
    unknown.table.take(CommunityDealt(parse_cards("?"), street=7))
    assert openers(unknown) == Opening((2,))


# --- the best board is all-in --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "seat"),
    [
        ("next_best", 1),  # seat 2 has aces and no chips: king-queen is the best of the others
        ("next_left", 3),
    ],
)
def test_the_best_board_is_all_in(rule: str, seat: int) -> None:
    hand = later("Kh Ac 2d", "Qc Ad 3d", stacks=(RICH, BROKE, RICH), opener_all_in_best=rule)
    assert openers(hand) == Opening((seat,), by=2)


def test_a_protected_player_counts_as_all_in() -> None:
    hand = later("Kh Ac 2d", "Qc Ad 3d")
    hand.table.take(Protected(2))
    assert openers(hand) == Opening((1,), by=2)


def test_an_all_in_player_whose_board_is_not_the_best_changes_nothing() -> None:
    assert openers(later("Kh Ac 2d", "Qc Ad 3d", stacks=(BROKE, RICH, RICH))) == Opening((2,))


def test_of_a_tie_left_open_the_one_who_can_bet_opens() -> None:
    hand = later("Kh Kc 2d", "Qc Qd 3d", stacks=(BROKE, RICH, RICH), opener_tie="unruled")
    assert openers(hand) == Opening((2,), tied=(1, 2))


def test_a_tie_decided_for_the_one_who_is_all_in() -> None:
    hand = later("Kh Kc 2d", "Qc Qd 3d", stacks=(BROKE, RICH, RICH), button=3)
    assert openers(hand) == Opening((2,), by=1)


def test_the_unknown_board_of_an_all_in_player_is_left_out() -> None:
    assert openers(later("Kh ? 2d", "Qc Ad 3d", stacks=(RICH, BROKE, RICH))) == Opening((1,))


def test_with_everybody_all_in_nobody_opens() -> None:
    assert openers(later("Kh 9c", "Qc 8d", stacks=(BROKE, BROKE))) == Opening(())


# --- places ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("button", "seats", "first"), [(3, (1, 2, 4), 4), (3, (1, 2, 3), 1), (4, (2, 3), 2), (1, (1, 2), 2), (2, (2,), 2)]
)
def test_the_first_clockwise_from_the_button(button: int, seats: tuple[int, ...], first: int) -> None:
    hand = Dealt((RICH,) * 4, "2c 3c 4c 5c", button=button)
    assert nearest_left(hand.table, seats) == first


@pytest.mark.parametrize(("button", "known"), [(None, False), (2, True), (5, False)])
def test_a_button_on_an_empty_seat_is_none(button: int | None, known: bool) -> None:
    assert button_known(Dealt((RICH, RICH), "2c 3c", button=button).table) is known


def test_the_next_who_can_bet_may_be_the_same() -> None:
    hand = Dealt((RICH, BROKE, RICH), "2c 3c 4c")
    assert next_able(hand.table, 1) == 3
    assert next_able(hand.table, 3) == 1
    hand.table.take(Folded(3, street=3))
    assert next_able(hand.table, 1) == 1
