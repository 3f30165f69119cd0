"""Hands played forward on a table alone: no log, no record. Amounts and turns are worked out from the rules by hand."""

from __future__ import annotations

import random
from dataclasses import replace as but

import pytest
from support.dealt import ANTE, BIG, BRING_IN, RULES, SMALL, Dealt

from stud_audit.game.games import GAMES
from stud_audit.game.options import Options, options
from stud_audit.game.pots import contributions, pots
from stud_audit.game.table import Table
from stud_audit.game.turn import to_act
from stud_audit.model.cards import DECK, parse_cards
from stud_audit.model.events import (
    AntePosted,
    Bet,
    BroughtIn,
    Called,
    CardDealt,
    Checked,
    CommunityDealt,
    Event,
    Folded,
    PotAwarded,
    Protected,
    Raised,
    RakeTaken,
    SeatTaken,
    UncalledReturned,
)
from stud_audit.model.hand import Header


def test_a_hand_from_the_antes_to_the_award() -> None:
    hand = Dealt((100, 100, 100), "7h 2c Kd")
    hand.act(2, "brings in", 3)  # the deuce is the lowest door card
    hand.act(3, "raises", 10)
    hand.act(1, "calls", 10)
    hand.act(2, "folds")
    assert hand.turn is None
    hand.deal(4, "8h Qs")
    hand.act(3, "checks")  # K-Q is the highest board
    hand.act(1, "bets", 10)
    hand.act(3, "calls", 10)
    assert hand.turn is None
    hand.deal(5, "9h 9s")
    hand.act(3, "bets", 20)  # K-Q-9 against 9-8-7
    hand.act(1, "raises", 40)
    hand.act(3, "folds")
    assert hand.turn is None
    assert hand.back() == {1: 20}
    table = hand.table
    assert table.pot == 3 + (3 + 10 + 10) + 20 + 40
    assert hand.pots() == [(86, (1,))]
    table.take(RakeTaken(2))
    table.take(PotAwarded(1, 84))
    assert (table.awarded, table.rake) == (84, 2)
    assert {seat: (player.behind, player.put, player.won) for seat, player in table.players.items()} == {
        1: (59, 41, 84),
        2: (96, 4, 0),
        3: (59, 41, 0),
    }


def test_in_razz_the_highest_card_brings_in_and_the_lowest_board_opens() -> None:
    hand = Dealt((100, 100, 100), "As Kd Kh", "razz")
    hand.act(3, "brings in", 3)  # two kings: hearts are above diamonds
    hand.act(1, "calls", 3)
    hand.act(2, "calls", 3)
    hand.deal(4, "Ah 2d 3d")
    assert hand.turn == 2  # K-2 is lower than K-3, and both are lower than a pair of aces


@pytest.mark.parametrize("players", range(2, 9))
def test_everybody_acts_once_clockwise_from_the_bring_in(players: int) -> None:
    doors = ["2c", "3c", "4c", "5c", "6c", "7c", "8c", "9c"][:players]
    low = players // 2  # seat low + 1 gets the deuce
    doors[0], doors[low] = doors[low], doors[0]
    hand = Dealt((100,) * players, " ".join(doors))
    hand.act(low + 1, "brings in", 3)
    for step in range(1, players):
        hand.act((low + step) % players + 1, "calls", 3)
    assert hand.turn is None  # the bring-in was an action: its player has no option


@pytest.mark.parametrize("players", range(2, 9))
def test_who_is_left_alone_need_not_act_and_gets_back_what_nobody_called(players: int) -> None:
    hand = Dealt((100,) * players, " ".join(f"{rank}d" for rank in "23456789"[:players]))
    hand.act(1, "brings in", 3)
    hand.act(2, "raises", 10)
    for seat in (*range(3, players + 1), 1):
        hand.act(seat, "folds")
    assert hand.turn is None
    assert hand.back() == {2: 7}
    assert hand.pots() == [(players * ANTE + 6, (2,))]
    assert hand.table.players[2].behind == 100 - ANTE - 3


def test_a_raise_is_answered_by_everybody_else() -> None:
    hand = Dealt((100, 100, 100), "2c 9d Kd")
    hand.act(1, "brings in", 3)
    hand.act(2, "calls", 3)
    hand.act(3, "raises", 10)
    hand.act(1, "raises", 20)
    hand.act(2, "calls", 20)
    hand.act(3, "calls", 20)
    assert hand.turn is None


# --- short stacks -------------------------------------------------------------------------------


def test_a_short_call_makes_a_side_pot() -> None:
    hand = Dealt((6, 100, 100), "9c 2d Kd")
    hand.act(2, "brings in", 3)
    hand.act(3, "raises", 10)
    hand.act(1, "calls", 5)  # all that is left after the ante
    hand.act(2, "calls", 10)
    assert hand.turn is None
    first = hand.table.players[1]
    assert (first.all_in, first.all_in_street, first.behind) == (True, 3, 0)
    assert hand.back() == {}
    assert hand.pots() == [(3 + 15, (1, 2, 3)), (10, (2, 3))]
    hand.deal(4, "4c Ad 2h")  # seats 1, 2, and 3 still have cards
    hand.act(2, "bets", 10)  # deuce-ace against king-deuce: K is lower than A
    hand.act(3, "folds")
    assert hand.turn is None
    assert hand.back() == {2: 10}


def test_heads_up_what_the_short_stack_cannot_call_goes_back() -> None:
    hand = Dealt((8, 100), "9c 2d")
    hand.act(2, "brings in", 3)
    hand.act(1, "calls", 3)
    hand.deal(4, "8c 2h")
    hand.act(2, "bets", 10)  # the pair opens
    hand.act(1, "calls", 4)
    assert hand.turn is None
    assert hand.back() == {2: 6}
    assert hand.pots() == [(2 + 6 + 8, (1, 2))]
    hand.deal(5, "4c 5d")
    assert hand.turn is None  # nobody is left to bet against


@pytest.mark.parametrize(("stack", "reopens"), [(1 + 14, False), (1 + 15, True)])
def test_only_half_a_bet_or_more_reopens_the_raising(stack: int, reopens: bool) -> None:
    hand = Dealt((100, stack, 100), "2c 9d Kd")
    hand.act(1, "brings in", 3)
    hand.act(2, "calls", 3)
    hand.act(3, "raises", 10)
    hand.act(1, "calls", 10)
    hand.act(2, "raises", stack - 1)  # all-in: by 4, or by 5, half of a bet
    assert hand.table.players[2].all_in
    hand.act(3, "calls", stack - 1)
    assert bool(hand.open_to(1).raises) is reopens
    assert hand.open_to(1).call == stack - 1 - 10


def test_an_ante_can_take_the_last_chips() -> None:
    hand = Dealt((1, 100, 100), "2c 9d Kd")
    assert hand.table.players[1].all_in
    assert hand.table.players[1].all_in_street == 0
    hand.act(2, "brings in", 3)  # the deuce is all-in: the next player to the left owes it
    hand.act(3, "folds")
    assert hand.turn is None
    assert hand.back() == {2: 3}
    assert hand.pots() == [(3, (1, 2))]


def test_nobody_bets_against_players_who_are_all_in_with_the_ante() -> None:
    hand = Dealt((3, 50), "2c 9d", ante=5)
    assert hand.turn is None
    assert hand.back() == {2: 2}  # the short ante is answered by three chips of the other
    assert hand.pots() == [(6, (1, 2))]
    assert hand.table.players[2].behind == 47


def test_a_short_bring_in_leaves_the_full_one_due() -> None:
    hand = Dealt((3, 100, 100), "2c 9d Kd")
    hand.act(1, "brings in", 2)
    assert hand.table.players[1].all_in
    assert hand.open_to(2).call == BRING_IN
    hand.act(2, "calls", 3)
    assert hand.table.round.to_match == 3
    assert hand.open_to(3).call == BRING_IN
    hand.act(3, "calls", 3)
    assert hand.turn is None
    assert hand.pots() == [(3 + 6, (1, 2, 3)), (2, (2, 3))]


# --- the cap, and protection --------------------------------------------------------------------


def test_bet_and_three_raises_cap_a_round() -> None:
    hand = Dealt((100, 100, 100), "2c 9d Kd")
    hand.act(1, "brings in", 3)
    hand.act(2, "raises", 10)
    hand.act(3, "raises", 20)
    hand.act(1, "raises", 30)
    assert hand.open_to(2).raises == (40,)
    hand.act(2, "raises", 40)
    assert hand.open_to(3).raises == ()
    hand.act(3, "calls", 40)
    hand.act(1, "calls", 40)
    assert hand.turn is None


def test_two_players_who_began_a_round_may_raise_on_where_a_house_says_so() -> None:
    hand = Dealt((100, 100), "2c 9d", rules=but(RULES, cap_heads_up="round_started_heads_up"))
    hand.act(1, "brings in", 3)
    for seat, to in ((2, 10), (1, 20), (2, 30), (1, 40), (2, 50)):
        hand.act(seat, "raises", to)
    assert hand.open_to(1).raises == (60,)


def test_a_protected_player_stays_in_for_what_is_in_the_pot() -> None:
    hand = Dealt((100, 100, 100), "2c 9d Kd")
    hand.act(1, "brings in", 3)
    hand.act(2, "raises", 10)
    hand.table.take(Protected(3))
    hand.act(1, "calls", 10)
    assert hand.turn is None
    hand.deal(4, "3c 8d Qs")
    hand.act(2, "bets", 10)  # king-queen is the best board, and its player is not asked
    hand.act(1, "calls", 10)
    assert hand.turn is None
    assert hand.pots() == [(3, (1, 2, 3)), (40, (1, 2))]


def test_with_all_others_protected_nobody_is_asked() -> None:
    hand = Dealt((100, 100), "2c 9d")
    hand.act(1, "brings in", 3)
    hand.table.take(Protected(2))
    assert hand.turn is None
    assert hand.back() == {1: 3}
    hand.deal(4, "3c 8d")
    assert hand.turn is None


# --- the table itself ---------------------------------------------------------------------------


def test_a_community_card_goes_to_nobody() -> None:
    hand = Dealt((100, 100), "2c 9d")
    hand.table.take(CommunityDealt(parse_cards("Qh"), street=7))
    assert hand.table.street == 7
    assert hand.table.community == list(parse_cards("Qh"))
    assert [player.street_cards for player in hand.table.live()] == [0, 0]


def test_a_seat_without_cards_has_no_moves() -> None:
    with pytest.raises(KeyError):
        Dealt((100, 100), "2c 9d").table.take(Folded(7))


def test_actions_are_numbered_by_the_table_or_by_who_plays() -> None:
    hand = Dealt((100, 100, 100), "2c 9d Kd")
    hand.act(1, "brings in", 3)
    hand.act(2, "raises", 10)
    assert [wager.event_no for wager in hand.table.round.wagers] == [1, 2]
    hand.table.take(Raised(3, 20, 20), 17)
    assert hand.table.round.wagers[-1].event_no == hand.table.players[3].last_action == 17


@pytest.mark.parametrize("game", list(GAMES))
def test_hands_played_at_random_keep_every_chip(game: str) -> None:
    dice = random.Random(game)
    for _ in range(150):
        stacks = [dice.choice((1, 2, 4, 7, 15, 33, 80, 200)) for _ in range(dice.randint(2, 8))]
        _play_out(stacks, game, dice)


def _play_out(stacks: list[int], game: str, dice: random.Random) -> None:
    deck = list(DECK)
    dice.shuffle(deck)
    table = Table.seated([SeatTaken(seat, f"player {seat}", chips) for seat, chips in enumerate(stacks, 1)], 1)
    header = Header("1", game, small=SMALL, big=BIG, ante=2, bring_in=BRING_IN)
    for seat, chips in enumerate(stacks, 1):
        table.take(AntePosted(seat, min(2, chips)))
    for street in (3, 4, 5, 6, 7):
        if len(table.live()) < 2:
            break
        for player in table.live():
            table.take(CardDealt(player.seat, "down" if street == 7 else "up", (deck.pop(),), street=street))
        asked = 0
        while (player := to_act(table, GAMES[game], RULES)) is not None:
            assert player.able
            table.take(_choice(table, player.seat, options(table, player, header, GAMES[game], RULES), dice))
            assert player.behind is not None
            assert player.behind >= 0
            assert player.all_in == (not player.behind)
            asked += 1
            assert asked < 60
        live = table.live()
        for seat, chips in table.uncalled().items():
            table.take(UncalledReturned(seat, chips))
        # Whoever is in, and has chips left, has put in the same on this street.
        if len(live) > 1:
            assert len({player.street_put for player in table.able()}) <= 1
        assert table.uncalled() == dict.fromkeys(table.uncalled(), 0)
        assert sum(player.behind or 0 for player in table.players.values()) + table.pot == sum(stacks)
    assert sum(pot.amount for pot in pots(contributions(table), table.live())) == table.pot


def _choice(table: Table, seat: int, open_to: Options, dice: random.Random) -> Event:
    assert open_to
    player, level = table.players[seat], table.round.to_match
    ways: list[Event] = [BroughtIn(seat, to, to) for to in open_to.bring_in]
    ways += [Bet(seat, to - player.street_put, to) for to in open_to.bets]
    ways += [Raised(seat, to - player.street_put, to, by=to - level) for to in open_to.raises]
    ways += [Called(seat, open_to.call, player.street_put + open_to.call)] * (3 if open_to.call else 0)
    ways += [Checked(seat)] if open_to.check else []
    ways += [Folded(seat)] if open_to.fold else []
    return dice.choice(ways)
