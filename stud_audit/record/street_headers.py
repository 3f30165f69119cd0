"""Where a street begins when its heading stands in the wrong place, or is not there at all.

The order of the lines alone cannot tell to which round an action next to a heading belongs; whether
anybody still had to act can. What is found out of order is added to the hand's `Order`.
"""

from __future__ import annotations

from msgspec.structs import replace

from stud_audit.game.games import GameRules
from stud_audit.game.opening import round_openers
from stud_audit.houses.rules import Rules
from stud_audit.model.events import (
    Action,
    ChatSaid,
    Completed,
    Event,
    LineUnknown,
    Noted,
    Raised,
    StateSaid,
    StreetOpened,
    Wager,
)
from stud_audit.record.index import Index
from stud_audit.record.recorded_table import RecordedTable


def stands_early(state: RecordedTable, index: Index, game: GameRules, rules: Rules, number: int, event: Event) -> bool:
    """Whether the street that this event seems to begin has not begun: the last round still goes on.

    So it is where the last action of a round and the next street's heading have changed places.
    """
    order = index.order
    if number in order.early:
        # The action behind the heading may as well be the first of the new street, put before its cards.
        return bool(state.owing())
    if type(event) is not StreetOpened or event.street in index.deals or not state.owing():
        return False
    following = _next_of_play(index, number)
    action = index.event(following) if following else None
    due = state.next_to_act()
    if not isinstance(action, Action) or due is None or action.seat != due.seat:
        return False
    if action.seat in round_openers(state, game, rules).seats and not _acts_again(index, following, event.street):
        return False  # they open the new street: their last action is missing
    order.early.update((number, following))
    order.astray[following] = "the last action of a round behind the heading of the next street"
    return True


def stands_late(state: RecordedTable, index: Index, game: GameRules, rules: Rules, number: int, event: Event) -> bool:
    """Whether this action opens seventh street although no heading has announced it.

    Seventh street may bring no card that the log shows, so that nothing else tells.
    """
    if state.street != 6 or not isinstance(event, Action) or not state.round.actions or state.owing():
        return False
    if len(state.live()) < 2 or len(state.able()) < 2:
        return False
    if index.last_street == 6:
        before = index.event(number - 1)
        if isinstance(before, LineUnknown):
            return True  # that line may be the heading
        index.order.astray[number] = "the heading of seventh street is missing"
        return True
    following = _next_of_play(index, number)
    if not following or type(index.event(following)) is not StreetOpened:
        return False
    first = index.actions.get(7, (0,))[0]
    opener = index.event(first) if first else None
    openers = round_openers(state, game, rules).seats
    if event.seat not in openers or (isinstance(opener, Action) and opener.seat in openers):
        return False
    index.order.astray[number] = "the first action of seventh street before its heading"
    return True


def on_street(event: Event, street: int, put: int) -> Event:
    """An action as it reads on the street to which it belongs; `put` is what its player has in there."""
    if isinstance(event, (Raised, Completed)):
        return replace(event, street=street, added=event.to - put)
    if isinstance(event, Wager):
        return replace(event, street=street, to=put + event.added)
    return replace(event, street=street)


def _next_of_play(index: Index, number: int) -> int:
    for event in index.hand.events[number:]:
        number += 1
        if not isinstance(event, (ChatSaid, Noted, StateSaid)):
            return number
    return 0


def _acts_again(index: Index, number: int, street: int) -> bool:
    """Whether the seat of this action acts once more on its street before anybody bets."""
    seat = getattr(index.event(number), "seat", 0)
    for later in index.actions.get(street, ()):
        if later <= number:
            continue
        action = index.event(later)
        if getattr(action, "seat", 0) == seat:
            return True
        if getattr(action, "added", 0):
            return False
    return False
