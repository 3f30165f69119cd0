"""Whose turn it is to open: the bring-in of third street, the opener of later rounds."""

from __future__ import annotations

from msgspec import Struct

from stud_audit.game.boards import BoardKey, board_key, by_suit, door_key
from stud_audit.game.games import GameRules
from stud_audit.game.table import Player, Table
from stud_audit.houses.rules import Rules
from stud_audit.model.cards import UNKNOWN


class Opening(Struct, frozen=True, gc=False):
    """The seats that may rightly open: more than one where a tie is not separated.

    `missing` says what the log would have to show to tell (without it, each of several may);
    `keys` are the settings that decided;
    `by` is the seat whose cards decide, where an all-in player passes the opening on.
    """

    seats: tuple[int, ...]
    keys: tuple[str, ...] = ()
    missing: str | None = None
    by: int | None = None


def bring_in_seats(state: Table, game: GameRules, rules: Rules) -> Opening:
    """Who has to bring in: the lowest door card (razz: the highest, with the ace low)."""
    doors: dict[int, int] = {}
    for player in state.live():
        board = player.board
        if not board or board[0] < 0:
            return Opening((), missing=f"the door card of seat {player.seat}")
        doors[player.seat] = board[0]
    if not doors:
        return Opening((), missing="door cards")
    if game.low_opens:
        card_key, ace_key = "razz_bring_in_card", "razz_ace"
        highest, ace_high = rules.razz_bring_in_card == "high", rules.razz_ace == "high"
    else:
        card_key, ace_key = "bring_in_card", "bring_in_ace"
        highest, ace_high = rules.bring_in_card == "high", rules.bring_in_ace == "high"

    worths: dict[int, tuple[int, int]] = {}
    for seat, card in doors.items():
        rank, suit = door_key(card, ace_high, rules.suit_order)
        worths[seat] = (-rank, -suit) if highest else (rank, suit)
    worth = worths.__getitem__
    keys = [card_key]
    if any(map(rank_is_ace, doors.values())):
        keys.append(ace_key)
    seat = min(doors, key=worth)
    lowest = worths[seat][0]
    tied = [other for other in doors if worths[other][0] == lowest]
    if len(tied) > 1:
        keys.append("bring_in_tie")
        if rules.bring_in_tie == "any":
            return Opening(tuple(other for other in tied if state.players[other].able), tuple(keys))
        if rules.bring_in_tie == "deal_order":
            if not button_known(state):
                return Opening(tuple(tied), tuple(keys), "the dealer button")
            seat = nearest_left(state, tied)
    if state.players[seat].able:
        return Opening((seat,), tuple(keys))
    keys.append("allin_low_card")
    able = [other for other in doors if state.players[other].able]
    if not able or rules.allin_low_card == "nobody":
        return Opening((), tuple(keys), by=seat)
    if rules.allin_low_card == "next_lowest":
        return Opening((min(able, key=worth),), tuple(keys), by=seat)
    return Opening((_next_able(state, seat),), tuple(keys), by=seat)


def round_openers(state: Table, game: GameRules, rules: Rules) -> Opening:
    """Who has to open a round from fourth street on: the highest board (razz: the lowest).

    Only players who can bet are compared; the community card does not count unless the house
    recomputes with it.
    """
    razz = game.low_opens
    low_wins = (rules.razz_opener_rule if razz else rules.opener_rule) == "low_board"
    tie = rules.razz_opener_tie if razz else rules.opener_tie
    keys: tuple[str, ...] = ("razz_opener_rule" if razz else "opener_rule",)
    boards: dict[int, BoardKey] = {}
    ups: dict[int, tuple[int, ...]] = {}
    due = min(state.street - 2, 4)
    for player in state.able():
        cards = player.board
        if len(cards) < due or UNKNOWN in cards or not cards:
            return Opening((), keys, f"the up-cards of seat {player.seat}")
        if state.community and rules.community_opener == "recompute":
            cards += tuple(card for card in state.community if card >= 0)
        ups[player.seat] = cards
        boards[player.seat] = board_key(cards, razz and rules.razz_ace == "low", rules.opener_partial_straights)
    if not boards:
        return Opening((), keys)
    best = min(boards.values()) if low_wins else max(boards.values())
    tied = [seat for seat, key in boards.items() if key == best]
    if state.community:
        keys += ("community_opener",)
    if len(tied) == 1:
        return Opening((tied[0],), keys)
    keys += ("razz_opener_tie",) if razz else ("opener_tie", "opener_tie_rounds")
    if not razz and rules.opener_tie_rounds == "second_only" and state.street != 4:
        return Opening(tuple(tied), keys)
    if tie == "high_card_by_suit":
        keys += () if razz else ("opener_suit_card",)
        group_first = rules.opener_suit_card == "group_first"
        seat = max(tied, key=lambda seat: by_suit(ups[seat], rules.suit_order, group_first))
        return Opening((seat,), keys)
    if not button_known(state):
        return Opening(tuple(tied), keys, "the dealer button")
    return Opening((nearest_left(state, tied),), keys)


def rank_is_ace(card: int) -> bool:
    """Whether the card is an ace."""
    return card >> 2 == 12


def nearest_left(state: Table, seats: list[int]) -> int:
    """Of these seats, the first clockwise from the button."""
    button = state.button or 0
    return min(seats, key=lambda seat: (seat <= button, seat))


def button_known(state: Table) -> bool:
    """A button on an empty seat is no button."""
    return state.button is not None and state.button in state.players


def _next_able(state: Table, seat: int) -> int:
    player: Player = next(player for player in state.clockwise(seat) if player.able)
    return player.seat
