"""Whose turn it is to open: the bring-in of third street, the opener of later rounds."""

from __future__ import annotations

from dataclasses import dataclass

from stud_audit.engine.boards import BoardKey, board_key, by_suit, door_key
from stud_audit.engine.games import GameRules
from stud_audit.engine.state import Player, State
from stud_audit.houses.rules import Rules


@dataclass(frozen=True, slots=True)
class Opening:
    """The seats that may rightly open (more than one where the log cannot separate a tie).

    `missing` says what the log would have to show to tell; `keys` are the settings that decided;
    `by` is the seat whose cards decide, where an all-in player passes the opening on.
    """

    seats: tuple[int, ...]
    keys: tuple[str, ...] = ()
    missing: str | None = None
    by: int | None = None


def bring_in_seats(state: State, game: GameRules, rules: Rules) -> Opening:
    """Who has to bring in: the lowest door card (razz: the highest, with the ace low)."""
    players = [state.players[seat] for seat in state.order]
    doors: dict[int, int] = {}
    for player in players:
        if player.folded:
            continue
        if not player.up or player.up[0] < 0:
            return Opening((), missing=f"the door card of seat {player.seat}")
        doors[player.seat] = player.up[0]
    if not doors:
        return Opening((), missing="door cards")
    ace_high = not game.low_opens and rules.bring_in_ace == "high"

    def worth(seat: int) -> tuple[int, int]:
        rank, suit = door_key(doors[seat], ace_high, rules.suit_order)
        return (-rank, -suit) if game.low_opens else (rank, suit)

    def forced(seats: list[int]) -> list[int]:
        low = min(worth(seat)[0] for seat in seats)
        return [seat for seat in seats if worth(seat)[0] == low]

    tied = forced(list(doors))
    keys = ["bring_in_card"]
    seat = min(tied, key=worth)
    if any(rank_is_ace(card) for card in doors.values()):
        keys.append("bring_in_ace")
    if len(tied) > 1:
        keys.append("bring_in_tie")
        if rules.bring_in_tie == "deal_order":
            if not _button_known(state):
                return Opening(tuple(tied), tuple(keys), "the dealer button")
            seat = nearest_left(state, tied)
    chosen = state.players[seat]
    if chosen.able:
        return Opening((seat,), tuple(keys))
    keys.append("allin_low_card")
    able = [player.seat for player in players if player.able and player.seat in doors]
    if not able:
        return Opening((), tuple(keys))
    if rules.allin_low_card == "next_lowest":
        return Opening((min(able, key=worth),), tuple(keys), by=seat)
    return Opening((_next_able(state, seat),), tuple(keys), by=seat)


def round_openers(state: State, game: GameRules, rules: Rules) -> Opening:
    """Who has to open a round from fourth street on: the highest board (razz: the lowest).

    Only players who can bet are compared; the community card does not count unless the house
    recomputes with it.
    """
    able = state.able()
    boards: dict[int, BoardKey] = {}
    ups: dict[int, tuple[int, ...]] = {}
    for player in able:
        # Seven cards or six, the board of a player is at most the four cards dealt up.
        cards = tuple(player.up[:4])
        expected = min(state.street - 2, 4)
        if len(cards) < expected or min(cards, default=-1) < 0:
            return Opening((), missing=f"the up-cards of seat {player.seat}")
        if state.community and rules.community_opener == "recompute":
            cards += tuple(card for card in state.community if card >= 0)
        ups[player.seat] = cards
        boards[player.seat] = board_key(cards, game.low_opens, rules.opener_partial_straights)
    if not boards:
        return Opening(())
    pick = min if game.low_opens else max
    best = pick(boards.values())
    tied = [seat for seat, key in boards.items() if key == best]
    keys: tuple[str, ...] = ("opener_rule",)
    if state.community:
        keys += ("community_opener",)
    if len(tied) == 1:
        return Opening((tied[0],), keys)
    keys += ("opener_tie",)
    if rules.opener_tie == "high_card_by_suit" and (rules.opener_tie_rounds == "all" or state.street == 4):
        keys += ("opener_suit_card", "opener_tie_rounds")
        group_first = rules.opener_suit_card == "group_first"
        return Opening(
            (max(tied, key=lambda seat: by_suit(ups[seat], rules.suit_order, group_first)),), keys
        )
    if not _button_known(state):
        return Opening(tuple(tied), keys, "the dealer button")
    return Opening((nearest_left(state, tied),), keys)


def rank_is_ace(card: int) -> bool:
    """Whether the card is an ace."""
    return card >> 2 == 12


def nearest_left(state: State, seats: list[int]) -> int:
    """Of these seats, the first clockwise from the button."""
    button = state.button or 0
    return min(seats, key=lambda seat: (seat <= button, seat))


def _button_known(state: State) -> bool:
    """A button on an empty seat is no button."""
    return state.button is not None and state.button in state.players


def _next_able(state: State, seat: int) -> int:
    player: Player = next(player for player in state.clockwise(seat) if player.able)
    return player.seat
