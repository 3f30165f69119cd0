"""Each move of a table, and what it changes; chips that nobody called, and pots, worked out by hand."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from support.dealt import RULES, Dealt
from support.players import player_of

from stud_audit.game.betting import Limits, ladder
from stud_audit.game.pots import Pot, contributions, pots
from stud_audit.game.table import Player, Table
from stud_audit.model.cards import parse_cards
from stud_audit.model.events import (
    AntePosted,
    Bet,
    BroughtIn,
    ButtonMoved,
    Called,
    CardBurned,
    CardDealt,
    Checked,
    CommunityDealt,
    Completed,
    Folded,
    Noted,
    PotAwarded,
    Protected,
    Raised,
    RakeTaken,
    SeatTaken,
    StreetOpened,
    UncalledReturned,
)

RICH = 1000


def seated(*stacks: int | None) -> Table:
    return Table.seated([SeatTaken(seat, f"player {seat}", stack) for seat, stack in enumerate(stacks, 1)], 1)


def on(street: int, *stacks: int | None) -> Table:
    table = seated(*stacks)
    table.take(StreetOpened(street=street))
    return table


# --- seats and players ----------------------------------------------------------------------------


def test_players_sit_by_seat_whatever_the_order_of_the_log() -> None:
    table = Table.seated([SeatTaken(5, "Ben", 300), SeatTaken(2, "Ann", 500)], 5)
    assert table.order == [2, 5] == list(table.players)
    assert (table.players[2].name, table.players[2].stack, table.players[2].behind) == ("Ann", 500, 500)
    assert (table.button, table.street, table.pot, table.rake) == (5, 0, 0, None)


def test_before_the_cards_nobody_has_done_anything() -> None:
    player = seated(RICH).players[1]
    assert (player.ante, player.put, player.street_put, player.times, player.last_action) == (0, 0, 0, 0, 0)
    assert (player.folded, player.all_in, player.protected, player.acted) == (0, False, False, False)
    assert (player.returned, player.won, player.street_cards, player.cards) == (0, 0, 0, ())


@pytest.mark.parametrize(
    ("after", "seats"), [(1, [2, 5, 8, 1]), (2, [5, 8, 1, 2]), (3, [5, 8, 1, 2]), (8, [1, 2, 5, 8]), (0, [1, 2, 5, 8])]
)
def test_clockwise_ends_with_the_seat_itself(after: int, seats: list[int]) -> None:
    table = Table.seated([SeatTaken(seat, "x", 1) for seat in (1, 2, 5, 8)], 1)
    assert [player.seat for player in table.clockwise(after)] == seats


@pytest.mark.parametrize(
    ("player", "live", "able"),
    [
        (player_of(1, 9), True, True),
        (player_of(1, 9, folded=3), False, False),
        (player_of(1, 0, all_in=True), True, False),
        (player_of(1, 9, protected=True), True, False),
    ],
)
def test_who_is_in_and_who_can_bet(player: Player, live: bool, able: bool) -> None:
    assert (player.live, player.able) == (live, able)
    table = Table({1: player}, [1])
    assert (bool(table.live()), bool(table.able())) == (live, able)


def test_cards_down_first_and_a_board_of_four() -> None:
    table = on(3, RICH)
    table.take(CardDealt(1, "up", parse_cards("9h"), street=3))
    table.take(CardDealt(1, "down", parse_cards("2c 3c"), street=3))
    player = table.players[1]
    assert player.cards == parse_cards("2c 3c 9h")
    assert player.street_cards == 3
    table.take(CardDealt(1, "up", parse_cards("Th Jh Qh Kh"), street=4))
    assert player.street_cards == 4
    assert player.board == parse_cards("9h Th Jh Qh")


# --- the streets ----------------------------------------------------------------------------------


def test_a_new_street_begins_with_nothing_in() -> None:
    table = on(3, RICH, RICH, RICH)
    table.take(BroughtIn(1, 3, 3))
    table.take(Folded(2))
    first = table.round
    table.take(CardDealt(1, "up", parse_cards("9h"), street=4))
    player = table.players[1]
    assert (player.put, player.street_put, player.times, player.last_action, player.acted) == (3, 0, 0, 0, False)
    assert (first.closed, table.round.closed) == (True, False)
    assert (table.street, table.round.street, table.round.to_match, table.round.actions) == (4, 4, 0, 0)
    assert table.drawing == {3: 3, 4: 2}
    assert (first.heads_up_at_start, table.round.heads_up_at_start) == (False, True)


@pytest.mark.parametrize(("able", "heads_up"), [(1, False), (2, True), (3, False)])
def test_a_round_starts_heads_up_with_two_who_can_bet(able: int, heads_up: bool) -> None:
    table = seated(RICH, RICH, RICH)
    for seat in range(able + 1, 4):
        table.take(AntePosted(seat, RICH))
    table.take(StreetOpened(street=3))
    assert table.round.heads_up_at_start is heads_up


@pytest.mark.parametrize("move", [StreetOpened(street=4), CardBurned(parse_cards("?"), street=4)])
def test_what_opens_a_street(move: StreetOpened | CardBurned) -> None:
    table = on(3, RICH, RICH)
    table.take(move)
    assert table.street == 4


def test_a_line_of_an_earlier_street_opens_none() -> None:
    table = on(5, RICH, RICH)
    table.take(CardDealt(1, "up", parse_cards("9h"), street=4))
    assert table.street == 5
    table.take(Checked(1, street=6))
    assert table.street == 5


def test_what_moves_no_chips_and_no_cards_changes_nothing() -> None:
    table = on(3, RICH, RICH)
    table.take(Noted("a remark"))
    assert (table.moves, table.pot, table.round.actions) == (0, 0, 0)


def test_burns_the_community_card_the_button_and_the_rake() -> None:
    table = on(3, RICH, RICH)
    table.take(CardBurned(parse_cards("?"), street=4))
    table.take(CardBurned(parse_cards("2c"), street=5))
    assert table.burns == [*parse_cards("? 2c")]
    table.take(CommunityDealt(parse_cards("Kd"), street=7))
    assert table.community == [*parse_cards("Kd")]
    table.take(ButtonMoved(2))
    assert table.button == 2
    table.take(RakeTaken(2))
    table.take(RakeTaken(3))
    assert table.rake == 5
    table.take(PotAwarded(1, 10, "main"))
    table.take(PotAwarded(1, 4, "side-1"))
    table.take(PotAwarded(2, 1, "side-1"))
    assert (table.awarded, table.players[1].won, table.players[2].won) == (15, 14, 1)


# --- actions --------------------------------------------------------------------------------------


def test_an_ante_answers_no_bet() -> None:
    table = seated(100, None)
    table.take(AntePosted(1, 5))
    table.take(AntePosted(2, 5))
    one, two = table.players.values()
    assert (one.behind, one.put, one.ante, one.street_put, one.committed) == (95, 5, 5, 0, 5)
    assert (two.behind, two.put) == (None, 5)
    assert table.pot == 10


@pytest.mark.parametrize(
    ("stack", "amount", "said", "all_in"),
    [
        (100, 5, False, False),
        (5, 5, False, True),
        (4, 5, False, True),
        (100, 5, True, True),
        (None, 5, False, False),
        (None, 5, True, True),
    ],
)
def test_who_has_none_left_is_all_in(stack: int | None, amount: int, said: bool, all_in: bool) -> None:
    table = on(5, stack, RICH)
    table.take(Bet(1, amount, amount, said))
    player = table.players[1]
    assert (player.all_in, player.all_in_street) == (all_in, 5 if all_in else 0)


def test_the_street_of_the_last_chips_stays() -> None:
    table = on(4, 10, RICH)
    table.take(Bet(1, 10, 10))
    table.take(StreetOpened(street=5))
    table.take(Bet(1, 0, 0, True))
    assert table.players[1].all_in_street == 4


def test_a_fold_counts_once_on_its_street() -> None:
    table = on(4, RICH, RICH, RICH)
    table.take(Folded(1))
    table.take(StreetOpened(street=5))
    table.take(Folded(1))
    assert table.players[1].folded == 4


@pytest.mark.parametrize(("street", "actions", "pointer"), [(3, 0, None), (4, 1, 2)])
def test_a_fold_before_the_bring_in_leaves_the_opening_to_the_next(
    street: int, actions: int, pointer: int | None
) -> None:
    table = on(street, RICH, RICH, RICH)
    table.take(Folded(2))
    assert (table.round.actions, table.round.pointer) == (actions, pointer)


def test_a_fold_after_the_bring_in_is_an_action() -> None:
    table = on(3, RICH, RICH, RICH)
    table.take(BroughtIn(1, 3, 3))
    table.take(Folded(2))
    assert (table.round.actions, table.round.pointer) == (2, 2)


@pytest.mark.parametrize(
    ("move", "to"), [(BroughtIn(1, 3, 3), 3), (Bet(1, 10, 10), 10), (Completed(1, 10, 10), 10), (Raised(1, 10, 10), 10)]
)
def test_a_wager_raises_the_bet_to_match(move: Bet, to: int) -> None:
    table = on(3, RICH, RICH)
    table.take(move)
    made = table.round.wagers[0]
    assert (made.seat, made.before, made.to, made.by, made.all_in, made.heads_up) == (1, 0, to, to, False, True)
    assert table.round.to_match == to
    assert (table.players[1].times, table.players[1].acted, table.players[1].last_action) == (1, True, 1)
    table.take(Raised(2, 25, 25))
    assert table.round.wagers[-1].by == 25 - to
    assert not table.players[1].acted


def test_chips_that_do_not_come_to_more_than_the_bet_are_no_wager() -> None:
    table = on(3, RICH, 8, RICH)
    table.take(Bet(1, 10, 10))
    assert table.wager(Raised(2, 8, 8)) is None
    assert table.wager(Raised(3, 10, 10)) is None
    assert (table.round.to_match, len(table.round.wagers)) == (10, 1)
    assert table.players[1].acted
    assert table.pot == 28


def test_a_wager_taken_back_is_forgotten_by_the_ladder() -> None:
    table, limit = on(3, RICH, RICH), Limits(10, 20)
    table.take(Bet(1, 10, 10))
    assert ladder(table.round, limit, RULES).full == 10
    made = table.round.unwagered()
    assert (made.to, table.round.wagers) == (10, [])
    assert ladder(table.round, limit, RULES).full == 0
    table.round.wagered(replace(made, to=20))
    assert ladder(table.round, limit, RULES).full == 20


@pytest.mark.parametrize(
    ("stack", "level", "short"),
    [(2, 3, True), (RICH, 2, False)],  # a bring-in of 2 that was all there was, and one that was not
)
def test_the_call_of_a_full_bring_in_over_a_short_one(stack: int, level: int, short: bool) -> None:
    table = on(3, stack, RICH, RICH)
    table.take(BroughtIn(1, 2, 2))
    assert table.short_bring_in() is short
    table.take(Called(2, 3, 3))
    assert table.round.to_match == level


def test_a_short_bring_in_ends_with_a_bet() -> None:
    table = on(3, 2, 7, RICH)
    assert not table.short_bring_in()
    table.take(BroughtIn(1, 2, 2))
    table.take(Raised(2, 7, 7))
    assert table.short_bring_in()
    table.take(Raised(3, 10, 10))
    assert not table.short_bring_in()
    other = on(3, 2, RICH)
    other.take(Bet(1, 2, 2))
    assert not other.short_bring_in()


# --- who owes -------------------------------------------------------------------------------------


def test_whose_turn_it_is() -> None:
    table = on(5, RICH, RICH, RICH, RICH)
    assert table.next_to_act() is None  # nobody has opened
    table.take(Checked(3))
    assert table.next_to_act() is table.players[4]
    table.take(Bet(4, 20, 20))
    table.take(Folded(1))
    assert table.next_to_act() is table.players[2]
    table.take(Protected(2))
    assert table.next_to_act() is table.players[3]
    assert [player.seat for player in table.owing()] == [3]
    table.take(Called(3, 20, 20))
    assert table.next_to_act() is None


@pytest.mark.parametrize(
    ("others", "behind", "opposed"),
    [
        (player_of(2, 9), False, True),
        (player_of(2, 0, all_in=True), False, False),
        (player_of(2, 0, all_in=True), True, True),  # a bet is owed to whoever is in the hand
        (player_of(2, 9, protected=True), False, False),
        (player_of(2, 9, protected=True), True, True),
        (player_of(2, 9, folded=3), True, False),
    ],
)
def test_against_whom_a_player_acts(others: Player, behind: bool, opposed: bool) -> None:
    player = Player(1, "y", 9, 9)
    assert Table({1: player, 2: others}, [1, 2]).opposed(player, behind=behind) is opposed


# --- chips that nobody called -----------------------------------------------------------------------


def test_what_the_last_raise_has_above_all_others() -> None:
    table = on(5, RICH, RICH, RICH)
    table.take(Bet(1, 20, 20))
    table.take(Raised(2, 40, 40))
    assert table.uncalled() == {2: 20}
    table.take(Called(3, 40, 40))
    assert table.uncalled() == {}


def test_a_folded_bettor_gets_nothing_back() -> None:
    table = on(5, RICH, RICH)
    table.take(Bet(1, 20, 20))
    table.take(Folded(1))
    assert table.uncalled() == {}


def test_on_third_street_the_antes_count_where_all_others_are_all_in() -> None:
    table = seated(RICH, 3, 5)
    for seat, ante in ((1, 5), (2, 3), (3, 5)):
        table.take(AntePosted(seat, ante))
    table.take(StreetOpened(street=3))
    table.take(BroughtIn(1, 4, 4))
    assert table.uncalled() == {1: 4}  # 9 against 5
    table.take(UncalledReturned(1, 4))
    assert table.uncalled() == {}


def test_with_chips_behind_an_opponent_the_antes_do_not_count() -> None:
    table = seated(RICH, RICH, 3)
    for seat, ante in ((1, 5), (2, 4), (3, 3)):
        table.take(AntePosted(seat, ante))
    table.take(StreetOpened(street=3))
    assert table.uncalled() == {}


def test_over_a_short_bring_in_the_call_of_the_full_one_is_what_nobody_called() -> None:
    table = on(3, 2, RICH, RICH)
    table.take(BroughtIn(1, 2, 2))
    table.take(Called(2, 3, 3))
    table.take(Folded(3))
    assert table.uncalled() == {2: 1}


def test_what_an_earlier_round_left_goes_back_first() -> None:
    table = on(4, 10, RICH)
    table.take(Bet(2, 20, 20))
    table.take(Called(1, 10, 10, all_in=True))
    table.take(StreetOpened(street=5))
    assert table.unreturned == {2: 10}
    assert table.uncalled() == {2: 10}
    table.take(Bet(2, 20, 20))
    assert table.uncalled() == {2: 30}
    table.take(UncalledReturned(2, 15))
    player = table.players[2]
    assert table.unreturned == {2: 0}
    assert (player.street_put, player.put, player.returned, player.behind) == (15, 25, 15, RICH - 25)
    assert (table.round.to_match, table.pot) == (15, 35)
    assert table.uncalled() == {2: 15}


def test_more_back_than_went_in_on_this_street_is_of_the_ante() -> None:
    table = seated(3, 50)
    table.take(AntePosted(1, 3))
    table.take(AntePosted(2, 5))
    table.take(StreetOpened(street=3))
    table.take(BroughtIn(2, 1, 1))
    table.take(UncalledReturned(2, 3))
    player = table.players[2]
    assert (player.street_put, player.put, player.behind) == (0, 3, 47)
    assert (table.round.to_match, table.pot) == (0, 6)


def test_chips_of_an_unknown_stack_go_back_to_it() -> None:
    table = on(5, None, RICH)
    table.take(Bet(1, 20, 20))
    table.take(UncalledReturned(1, 20))
    assert (table.players[1].behind, table.players[1].returned) == (None, 20)


# --- pots -----------------------------------------------------------------------------------------


def pot_table(*parts: tuple[int, str]) -> Table:
    """What each has put in, and whether they folded, are all-in, or are protected."""
    players = {}
    for seat, (put, word) in enumerate(parts, 1):
        players[seat] = player_of(seat, None, put=put, folded=4 if word == "folded" else 0)
        players[seat].all_in, players[seat].protected = word == "all-in", word == "protected"
    return Table(players, list(players), street=7)


@pytest.mark.parametrize(
    ("parts", "made"),
    [
        ([(20, ""), (20, "")], [("main", 40, (1, 2))]),
        ([(20, ""), (20, ""), (7, "folded")], [("main", 47, (1, 2))]),
        ([(5, "all-in"), (20, ""), (20, "")], [("main", 15, (1, 2, 3)), ("side-1", 30, (2, 3))]),
        ([(5, "protected"), (20, ""), (20, "")], [("main", 15, (1, 2, 3)), ("side-1", 30, (2, 3))]),
        # Who is not all-in contends for all, whatever is in; the log may be faulty.
        ([(5, ""), (20, ""), (20, "")], [("main", 45, (1, 2, 3))]),
        # A folded player's chips go to every pot that they reach, those above all others' to the last.
        ([(5, "all-in"), (20, ""), (20, ""), (8, "folded")], [("main", 20, (1, 2, 3)), ("side-1", 33, (2, 3))]),
        ([(5, "all-in"), (20, ""), (20, ""), (30, "folded")], [("main", 20, (1, 2, 3)), ("side-1", 55, (2, 3))]),
        ([(20, "all-in"), (20, "all-in")], [("main", 40, (1, 2))]),
        ([(5, "all-in"), (5, "all-in"), (9, "")], [("main", 15, (1, 2, 3)), ("side-1", 4, (3,))]),
        (
            [(5, "all-in"), (9, "all-in"), (20, ""), (20, "")],
            [("main", 20, (1, 2, 3, 4)), ("side-1", 12, (2, 3, 4)), ("side-2", 22, (3, 4))],
        ),
        ([(0, "all-in"), (5, ""), (5, "")], [("main", 10, (2, 3))]),
        ([(20, ""), (30, "folded")], [("main", 50, (1,))]),
    ],
)
def test_pots_as_the_contributions_make_them(
    parts: list[tuple[int, str]], made: list[tuple[str, int, tuple[int, ...]]]
) -> None:
    table = pot_table(*parts)
    assert pots(contributions(table), table.live()) == tuple(Pot(*pot) for pot in made)


def test_where_nobody_is_left_there_are_no_pots() -> None:
    assert pots(contributions(pot_table((20, "folded"))), []) == ()


def test_a_bet_that_nobody_called_is_in_no_pot() -> None:
    hand = Dealt((RICH, RICH), "2c 9d")
    hand.act(1, "brings in", 3)
    hand.act(2, "raises", 10)
    hand.act(1, "folds")
    assert contributions(hand.table) == {1: 4, 2: 4}
    assert hand.pots() == [(8, (2,))]
