"""A hand through PokerKit's own engine: whose turn it is, what is legal, and who gets the pot."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from pokerkit import (
    Automation,
    FixedLimitRazz,
    FixedLimitSevenCardStud,
    FixedLimitSevenCardStudHighLowSplitEightOrBetter,
)

from stud_audit.engine.boards import has_open_pair
from stud_audit.engine.replay import Replay
from stud_audit.engine.settle import shares
from stud_audit.houses.house import House
from stud_audit.model.cards import cards_text
from stud_audit.model.events import (
    Action,
    AntePosted,
    Bet,
    BroughtIn,
    Called,
    CardDealt,
    Checked,
    CommunityDealt,
    Completed,
    Folded,
    Raised,
    SeatTaken,
    StreetOpened,
    Wager,
)
from stud_audit.model.hand import Hand

_GAMES: dict[str, Any] = {
    "stud": FixedLimitSevenCardStud,
    "stud8": FixedLimitSevenCardStudHighLowSplitEightOrBetter,
    "razz": FixedLimitRazz,
}
_AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)


@dataclass
class Opinion:
    """What PokerKit made of a hand: where it disagreed (None: nowhere), and each seat's gain at the end."""

    disagreed: str | None = None
    at: Action | None = None
    gains: dict[int, int] = field(default_factory=dict)


class Differs(Exception):
    """PokerKit sees an action otherwise."""


def opinion(hand: Hand) -> Opinion:
    """PokerKit's opinion of a hand of which every card and stack is known."""
    table = _Table(hand)
    event: Any = None
    try:
        for event in hand.events:
            table.take(event)
    except Differs as difference:
        return Opinion(str(difference), event)
    if table.state.status:
        return Opinion("the hand is not over")
    gains = {seat: table.state.stacks[i] - table.stacks[seat] for i, seat in enumerate(table.seats)}
    return Opinion(gains=gains)


class _Table:
    def __init__(self, hand: Hand) -> None:
        header = hand.header
        taken = {event.seat: event.stack or 0 for event in hand.events if isinstance(event, SeatTaken)}
        posted = {event.seat for event in hand.events if isinstance(event, AntePosted)}
        button = header.button or 0
        # In the order of the deal, which PokerKit goes by where boards are equal.
        self.seats = sorted(posted, key=lambda seat: (seat <= button, seat))
        self.stacks = {seat: taken[seat] for seat in self.seats}
        self.state: Any = _GAMES[header.game].create_state(
            _AUTOMATIONS,
            True,
            header.ante or 0,
            header.bring_in or 0,
            header.small or 0,
            header.big or 0,
            [self.stacks[seat] for seat in self.seats],
            len(self.seats),
        )
        self._door: dict[int, str] = {}

    def take(self, event: object) -> None:
        match event:
            case StreetOpened() if event.street > 3:
                if self.state.card_burning_status:
                    self.state.burn_card("??")
            case CardDealt():
                self._deal(event)
            case CommunityDealt(reprint=False):
                raise Differs("a card is shared")
            case Action():
                self._act(event)

    def _deal(self, event: CardDealt) -> None:
        text = cards_text(event.cards).replace(" ", "")
        if event.street == 3 and event.facing == "down":
            self._door[event.seat] = text
            return
        text = self._door.pop(event.seat, "") + text
        index = self.seats.index(event.seat)
        if not self.state.can_deal_hole(text, index):
            raise Differs("no card is due")
        self.state.deal_hole(text, index)

    def _act(self, event: Action) -> None:
        state = self.state
        if state.actor_index is None:
            raise Differs("nobody has to act")
        if self.seats[state.actor_index] != event.seat:
            raise Differs(f"it is the turn of seat {self.seats[state.actor_index]}")
        match event:
            case BroughtIn():
                if not state.can_post_bring_in() or state.effective_bring_in_amount != event.added:
                    raise Differs(f"the bring-in is {state.effective_bring_in_amount}")
                state.post_bring_in()
            case Bet() | Raised() | Completed():
                if not state.can_complete_bet_or_raise_to(event.to):
                    raise Differs(f"not to {event.to}, but to {state.min_completion_betting_or_raising_to_amount}")
                state.complete_bet_or_raise_to(event.to)
            case Called() | Checked():
                added = event.added if isinstance(event, Called) else 0
                if not state.can_check_or_call() or state.checking_or_calling_amount != added:
                    raise Differs(f"{state.checking_or_calling_amount} to call, not {added}")
                state.check_or_call()
            case Folded():
                if not state.can_fold():
                    raise Differs("nothing to fold to")
                state.fold()


# --- what explains a difference ------------------------------------------------------------------


def our_gains(hand: Hand, house: House) -> dict[int, int]:
    """Each seat's gain by our engine, before any rake."""
    replay = Replay(hand, house.rules)
    for _ in replay:
        pass
    gains = {seat: -player.put for seat, player in replay.state.players.items()}
    for contest in replay.showdown.contests:
        for seat, chips in (shares(contest, contest.pot.amount, 1, replay, house.rules) or {}).items():
            gains[seat] += chips
    return gains


def reasons(hand: Hand, at: Action | None) -> Iterator[str]:
    """The differences between the rules that bear on this hand, up to and with the action `at`."""
    small, big = hand.header.small or 0, hand.header.big or 0
    up: dict[int, list[int]] = {}
    wagers: list[Wager] = []
    doors_all_in = {event.seat for event in hand.events if isinstance(event, AntePosted) and event.all_in}
    for event in hand.events:
        if isinstance(event, StreetOpened):
            wagers = []
        elif isinstance(event, CommunityDealt):
            yield "community card: PokerKit deals folded cards again"
        elif isinstance(event, CardDealt) and event.facing == "up":
            up.setdefault(event.seat, []).extend(event.cards)
        elif isinstance(event, Wager):
            unit = small if event.street < 5 else big
            raised = not isinstance(event, Called)
            if event.street == 4 and raised and any(has_open_pair(cards) for cards in up.values()):
                yield "open pair: a double bet on fourth street"
            if raised and event.all_in and event.to % unit:
                yield "short all-in: what it leaves to complete, and whom it lets raise again"
            if isinstance(event, BroughtIn) and event.all_in:
                yield "short bring-in: whether the next player owes the full one"
            wagers += [event] if raised else []
            if len([wager for wager in wagers if not isinstance(wager, BroughtIn)]) > 4:
                yield "cap: no limit to raises between two players"
        if event is at:
            break
    if doors_all_in:
        yield "low card all-in on the ante: who brings in"
