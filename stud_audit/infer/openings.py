"""Questions of who opens a round: the bring-in of third street, and the boards of later ones."""

from __future__ import annotations

from collections.abc import Iterator

from stud_audit.game.opening import bring_in_seats, round_openers
from stud_audit.houses.rules import Rules
from stud_audit.infer.question import Outcomes, Question
from stud_audit.model.events import BroughtIn, Checked, Folded
from stud_audit.record.step import Step


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

        def seats(rules: Rules) -> Outcomes | None:
            due = bring_in_seats(state, game, rules)
            if due.missing is not None and not due.seats:
                return None
            if not due.seats:  # nobody has to: then a bring-in is wrong, and anything else is not
                return () if isinstance(step.event, BroughtIn) else None
            return due.seats

        yield Question(
            "who brings in", player.seat, seats, step.number
        )  # fmt: skip
    if isinstance(step.event, (BroughtIn, Checked, Folded)) and (passes or isinstance(step.event, BroughtIn)):
        yield Question(
            "the bring-in is forced",
            "passes" if passes else "opens",
            lambda rules: ("opens",) if rules.bring_in_forced else ("opens", "passes"),
            step.number,
        )


def _later(step: Step, seat: int) -> Question:
    state, game = step.state, step.game

    def seats(rules: Rules) -> Outcomes | None:
        due = round_openers(state, game, rules)
        return due.seats if due.seats and due.missing is None else None

    return Question("who opens", seat, seats, step.number)
