"""The same card occurs twice in one hand: dealt, burned, dealt as community card, shown, or mucked.

The finding stands at the second occurrence. Cards that a player shows and that were dealt to them
are no second occurrence, nor is a community card in everybody's hand. Where the cards shown contradict
those dealt to the same player, that is S706 and nothing is said here; a summary that differs from
the showdown is R008. Of a card that another log of the hand shows in another player's hand, the second occurrence
is that of this log. Where the stub is short on seventh street, some houses deal the burned cards, of which the shared
card may be one.

Source: the game's own clause that a deck has each card once.
"""

from __future__ import annotations

from stud_audit.checks.base import PASS, Check, Fault, House, Replay, Result
from stud_audit.checks.support import seat_name
from stud_audit.game.deck_stub import stub_before_seventh
from stud_audit.model.cards import cards_text
from stud_audit.model.events import CardBurned, CardDealt, CommunityDealt
from stud_audit.record.deals import Repeat, repeats


def judge_hand(replay: Replay, house: House) -> Result:
    if not replay.index.deals and not replay.index.shown:
        return None
    # A line that stands twice repeats all its cards, and is one fault.
    lines: dict[int, list[Repeat]] = {}
    for repeat in repeats(replay.state, replay.index):
        if _burned_and_dealt(replay, repeat) and house.rules.community_use_burns_first:
            continue
        lines.setdefault(replay.index.event(repeat.number).span.line or -repeat.number, []).append(repeat)
    return [_fault(replay, found) for found in lines.values()] or PASS


def _burned_and_dealt(replay: Replay, repeat: Repeat) -> bool:
    """Whether a burned card comes again as a seventh card or the shared one, with too few cards left for all."""
    event, stub = replay.index.event(repeat.number), stub_before_seventh(replay.state)
    if (
        event.street != 7
        or not repeat.first_number
        or not isinstance(replay.index.event(repeat.first_number), CardBurned)
        or stub is None
    ):
        return False
    return isinstance(event, (CardDealt, CommunityDealt)) and stub.live > stub.left - stub.burned


def _fault(replay: Replay, found: list[Repeat]) -> Fault:
    repeat = found[0]
    card = cards_text(list(dict.fromkeys(repeat.card for repeat in found)))
    if repeat.seat is not None and repeat.seat == repeat.first_seat:
        who = seat_name(replay.state, repeat.seat)
        one_line = repeat.number == repeat.first_number
        message = f"{who} has the {card} twice in one line" if one_line else f"{who} is dealt the {card} twice"
    else:
        now, before = (
            _where(replay, number, seat)
            for number, seat in ((repeat.number, repeat.seat), (repeat.first_number, repeat.first_seat))
        )
        message = f"the {card} is {now}, but was already {before}"
    return Fault(
        message,
        actual=card,
        event=repeat.number,
        related=((repeat.first_number, f"the first {card}"),) if repeat.first_number else (),
    )


def _where(replay: Replay, number: int, seat: int | None) -> str:
    """Where a line puts a card: `dealt to seat 2 (northwind)`, `burned`."""
    if seat is not None and not number:
        return f"held by {seat_name(replay.state, seat)} in another log of this hand"
    event = replay.index.event(number)
    if seat is None:
        return "burned" if isinstance(event, CardBurned) else "dealt as the community card"
    return f"{'dealt to' if isinstance(event, CardDealt) else 'shown by'} {seat_name(replay.state, seat)}"


CHECK = Check("D104", "duplicate-card", "S1", "software", judge_hand=judge_hand, side="record")
