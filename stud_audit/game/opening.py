"""Whose turn it is to open: the bring-in of third street, the opener of later rounds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from msgspec.structs import replace

from stud_audit.game.boards import board_key, by_suit, door_rank, suit_value
from stud_audit.game.games import GameRules
from stud_audit.game.table import Player, Table
from stud_audit.houses.rules import Rules
from stud_audit.model.cards import ACE, DECK, UNKNOWN, Card, Cards
from stud_audit.model.values import Value


class Opening(Value, frozen=True):
    """The seats that may rightly open: more than one where a tie is not separated.

    `missing` says what the log would have to show to tell (without it, each of several may);
    `tied` are the seats whose cards are alike, where there are several;
    `by` is the seat whose cards decide, where an all-in player passes the opening on;
    `possible` are the seats that it may be where cards are not known, and `seats` is empty: first those that are the
    best of the known ones, then whose unknown card may be better.
    """

    seats: tuple[int, ...]
    missing: str | None = None
    tied: tuple[int, ...] = ()
    by: int | None = None
    possible: tuple[int, ...] = ()


def bring_in_seats(state: Table, game: GameRules, rules: Rules) -> Opening:
    """Who has to bring in: the lowest door card (razz: the highest, with the ace low).

    Where that player is all-in on the ante, the house says who comes in their place.
    """
    doors: dict[int, Card] = {}
    unseen: list[Player] = []
    for player in state.live():
        board = player.board
        if not board or board[0] < 0:
            unseen.append(player)
        else:
            doors[player.seat] = board[0]
    able = [player.seat for player in state.able()]
    wanted = rules.razz_bring_in_card if game.low_opens else rules.bring_in_card
    if wanted == "unruled":
        return Opening(tuple(able))
    if not doors:
        missing = f"the door card of seat {unseen[0].seat}" if unseen else "door cards"
        return Opening((), missing, possible=tuple(able))
    ace_high = True
    if unseen or any(card >> 2 == ACE for card in doors.values()):
        ace_high = (rules.razz_ace if game.low_opens else rules.bring_in_ace) == "high"
    first = _lowest(state, game, rules, doors, ace_high)
    if unseen:
        brings_in = partial(_brings_in, state, game, rules, doors, ace_high)
        return _among_unseen(state, first, unseen, brings_in, "the door card")
    if len(first.seats) != 1 or first.seats[0] in able:
        return first
    low = first.seats[0]
    if not able or rules.allin_low_card == "nobody":
        return Opening((), tied=first.tied, by=low)
    if rules.allin_low_card == "next_lowest":
        return replace(_lowest(state, game, rules, {seat: doors[seat] for seat in able}, ace_high), by=low)
    return Opening((next_able(state, low),), tied=first.tied, by=low)


def _lowest(state: Table, game: GameRules, rules: Rules, doors: dict[int, Card], ace_high: bool) -> Opening:
    """Who of these seats, with their door cards, has to bring in."""
    sign = -1 if (rules.razz_bring_in_card if game.low_opens else rules.bring_in_card) == "high" else 1
    rank = {seat: sign * door_rank(card, ace_high) for seat, card in doors.items()}
    lowest = min(rank.values())
    tied = tuple([seat for seat in doors if rank[seat] == lowest])
    if len(tied) == 1:
        return Opening(tied)
    tie = rules.razz_bring_in_tie if game.low_opens else rules.bring_in_tie
    if tie in ("any", "unruled"):
        able = [player.seat for player in state.able()]
        return Opening(tuple([seat for seat in tied if seat in able]), tied=tied)
    if tie == "deal_order":
        if not button_known(state):
            return Opening(tied, "the dealer button", tied=tied)
        return Opening((nearest_left(state, tied),), tied=tied)
    return Opening((min(tied, key=lambda seat: sign * suit_value(doors[seat], rules.suit_order)),), tied=tied)


def round_openers(state: Table, game: GameRules, rules: Rules) -> Opening:
    """Who has to open a round from fourth street on: the highest board (razz: the lowest).

    The community card does not count unless the house recomputes with it. Where the best board is
    all-in, the house says whether the best of the others opens, or the next of them to its left.
    """
    razz = game.low_opens
    able = [player.seat for player in state.able()]
    boards: dict[int, Cards] = {}
    unseen: list[Player] = []
    due = min(state.street - 2, 4)
    for player in state.live():
        cards = player.board
        if len(cards) >= due and cards and UNKNOWN not in cards:
            boards[player.seat] = cards
        elif player.able:
            unseen.append(player)
    if not able:
        return Opening(())
    rule = rules.razz_opener_rule if razz else rules.opener_rule
    if rule == "unruled":
        return Opening(tuple(able))
    if not boards:
        return Opening((), f"the up-cards of seat {unseen[0].seat}", possible=tuple(able))
    first = _best(state, razz, rules, boards)
    if unseen:
        return _among_unseen(state, first, unseen, partial(_opens, state, razz, rules, boards), "the up-cards")
    mine = tuple([seat for seat in first.seats if seat in able])
    if len(mine) == len(first.seats):
        return first
    passed = [next_able(state, seat) for seat in first.seats if seat not in able]
    best = next(seat for seat in first.seats if seat not in able)
    if mine:  # of those that are equal, it may be one who is all-in
        left = passed if rules.opener_all_in_best == "next_left" else []
        return replace(first, seats=tuple(dict.fromkeys((*mine, *left))))
    if rules.opener_all_in_best == "next_left":
        return Opening((passed[0],), by=best)
    return replace(_best(state, razz, rules, {seat: boards[seat] for seat in able}), by=best)


def _brings_in(
    state: Table, game: GameRules, rules: Rules, doors: dict[int, Card], ace_high: bool, player: Player, card: Card
) -> bool:
    """Whether a player would have to bring in with this door card."""
    if not player.board:
        return True
    return player.seat in _lowest(state, game, rules, {**doors, player.seat: card}, ace_high).seats


def _opens(state: Table, razz: bool, rules: Rules, boards: dict[int, Cards], player: Player, card: Card) -> bool:
    """Whether a player would have the best board with this card in the place of the unknown one."""
    board = player.board
    if len(board) != min(state.street - 2, 4) or board.count(UNKNOWN) != 1:
        return True
    whole = tuple([card if each < 0 else each for each in board])
    return player.seat in _best(state, razz, rules, {**boards, player.seat: whole}).seats


def _best(state: Table, razz: bool, rules: Rules, boards: dict[int, Cards]) -> Opening:
    """Who of these seats, with their boards, has to open."""
    shared: Cards = ()
    if state.community and rules.community_opener == "recompute":
        shared = tuple([card for card in state.community if card >= 0])
    ace_low = razz and rules.razz_ace == "low"
    straights = not razz and rules.opener_partial_straights
    keys = {seat: board_key(cards + shared, ace_low, straights) for seat, cards in boards.items()}
    low = (rules.razz_opener_rule if razz else rules.opener_rule) == "low_board"
    best = min(keys.values()) if low else max(keys.values())
    tied = tuple([seat for seat in boards if keys[seat] == best])
    if len(tied) == 1:
        return Opening(tied)
    tie = rules.razz_opener_tie if razz else rules.opener_tie
    if tie == "unruled" or (not razz and state.street != 4 and rules.opener_tie_rounds == "second_only"):
        return Opening(tied, tied=tied)
    if tie == "high_card_by_suit":
        group_first = rules.opener_suit_card == "group_first"
        order = rules.suit_order
        seat = max(tied, key=lambda seat: by_suit(boards[seat] + shared, order, group_first))
        return Opening((seat,), tied=tied)
    if not button_known(state):
        return Opening(tied, "the dealer button", tied=tied)
    return Opening((nearest_left(state, tied),), tied=tied)


def _among_unseen(
    state: Table, first: Opening, unseen: list[Player], opens: Callable[[Player, Card], bool], what: str
) -> Opening:
    """Who may have to open where cards are unknown: the `first` of the others, or who `opens` with some card."""
    missing = f"{what} of seat {unseen[0].seat}"
    able = state.able()
    if len(able) < len(state.live()):
        return Opening((), missing, possible=tuple([player.seat for player in able]))
    dealt = {*state.burns, *state.community, *[card for player in state.players.values() for card in player.cards]}
    left = [card for card in DECK if card not in dealt]
    seats = []
    for player in unseen:
        disputed = [card for card in player.up if card >= 0 and card not in player.board]
        if any(opens(player, card) for card in (*left, *disputed)):
            seats.append(player.seat)
    return Opening((), missing, possible=(*first.seats, *seats)) if seats else first


def nearest_left(state: Table, seats: Sequence[int]) -> int:
    """Of these seats, the first clockwise from the button."""
    button = state.button or 0
    return min(seats, key=lambda seat: (seat <= button, seat))


def button_known(state: Table) -> bool:
    """A button on an empty seat is no button."""
    return state.button is not None and (state.button in state.players or state.button in state.sitting_out)


def next_able(state: Table, seat: int) -> int:
    """The first player left of `seat` who can still bet."""
    player: Player = next(player for player in state.clockwise(seat) if player.able)
    return player.seat
