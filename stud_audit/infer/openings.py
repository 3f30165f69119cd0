"""Questions of who opens a round: the bring-in of third street, and the boards of later ones."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from stud_audit.game.opening import Opening, bring_in_seats, round_openers
from stud_audit.houses.rules import Rules
from stud_audit.infer.question import Outcomes, Question, base
from stud_audit.model.cards import ACE
from stud_audit.model.events import BroughtIn, Checked, Folded
from stud_audit.record.step import Step

_LOW: Final = ("bring_in_card", "bring_in_ace", "bring_in_tie", "suit_order", "allin_low_card")
_LOW_RAZZ: Final = ("razz_bring_in_card", "razz_ace", "bring_in_tie", "suit_order", "allin_low_card")
_BOARD: Final = (
    "opener_rule", "opener_tie", "opener_tie_rounds", "opener_suit_card", "opener_partial_straights",
    "community_opener", "suit_order",
)  # fmt: skip
_BOARD_RAZZ: Final = ("razz_opener_rule", "razz_opener_tie", "razz_ace", "community_opener", "suit_order")


def opening_questions(step: Step) -> Iterator[Question]:
    """What the first action of a round tells."""
    if step.turn != "opening" or step.player is None:
        return
    if step.state.street == 3:
        yield from _third_street(step)
    elif step.state.street > 3:
        yield _later(step, step.player.seat)


def _third_street(step: Step) -> Iterator[Question]:
    state, game = step.state, step.game
    player = step.player
    if player is None:
        return
    passes = state.round.bring_in_missing and player.seat in state.low_seats
    if not state.round.bring_in_missing or isinstance(step.event, BroughtIn):
        opening = bring_in_seats(state, game, base())
        reads = _LOW_RAZZ if game.low_opens else _LOW

        def seats(rules: Rules) -> Outcomes | None:
            due = bring_in_seats(state, game, rules)
            if due.missing is not None and not due.seats:
                return None
            if not due.seats:  # nobody has to: then a bring-in is wrong, and anything else is not
                return () if isinstance(step.event, BroughtIn) else None
            return due.seats

        yield Question(
            "who brings in", _of_doors(step, opening, reads), reads, player.seat, seats, step.number
        )  # fmt: skip
    if isinstance(step.event, (BroughtIn, Checked, Folded)) and (passes or isinstance(step.event, BroughtIn)):
        yield Question(
            "the bring-in is forced",
            ("bring_in_forced",),
            ("bring_in_forced",),
            "passes" if passes else "opens",
            lambda rules: ("opens",) if rules.bring_in_forced else ("opens", "passes"),
            step.number,
        )


def _of_doors(step: Step, opening: Opening, reads: tuple[str, ...]) -> tuple[str, ...]:
    """The settings that these door cards can tell of: an ace, a tie, an all-in low card."""
    card, ace, tie, suits, all_in = reads
    keys = [card]
    doors = [player.up[0] for player in step.state.live() if player.up and player.up[0] >= 0]
    if any(door >> 2 == ACE for door in doors):
        keys.append(ace)
    if len({door >> 2 for door in doors}) < len(doors):
        keys += [tie, suits]
    if opening.by is not None:
        keys.append(all_in)
    return tuple(keys)


def _later(step: Step, seat: int) -> Question:
    state, game = step.state, step.game

    def seats(rules: Rules) -> Outcomes | None:
        due = round_openers(state, game, rules)
        return due.seats if due.seats and due.missing is None else None

    reads = _BOARD_RAZZ if game.low_opens else _BOARD
    keys: list[str] = [reads[0]]
    opening = round_openers(state, game, base())
    if opening.tied:
        keys += ["razz_opener_tie"] if game.low_opens else ["opener_tie", "opener_tie_rounds", "opener_suit_card"]
    if not game.low_opens:
        keys.append("opener_partial_straights")
    if state.community:
        keys.append("community_opener")
    return Question("who opens", tuple(keys), reads, seat, seats, step.number)
