"""Replays hands with PokerKit, for comparison: our actions through its engine, and hands that it dealt itself."""

from __future__ import annotations

from random import Random, getstate, seed, setstate
from typing import Any

from pokerkit import Automation, HandHistory
from support.second_opinion import GAMES

from stud_audit.model.cards import DECK, Card, cards_text
from stud_audit.model.events import (
    AntePosted,
    Bet,
    BroughtIn,
    Called,
    CardDealt,
    Checked,
    Completed,
    Event,
    Folded,
    Raised,
    SeatTaken,
    Shown,
)
from stud_audit.model.hand import Hand

_AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.CARD_BURNING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)
_DEALING = (Automation.HOLE_DEALING, Automation.BOARD_DEALING, Automation.HOLE_CARDS_SHOWING_OR_MUCKING)


def replay(hand: Hand) -> str | None:
    """Replays a hand of which all stacks are known; None, or why PokerKit refused it."""
    try:
        _Replay(hand).run()
    except Exception as error:  # whatever it raises is its refusal
        return f"{type(error).__name__}: {error}"
    return None


class _Replay:
    def __init__(self, hand: Hand) -> None:
        self._events = hand.events
        header = hand.header
        antes = [event for event in hand.events if isinstance(event, AntePosted)]
        self._seats = sorted(event.seat for event in antes)
        stacks = {event.seat: event.stack for event in hand.events if isinstance(event, SeatTaken)}
        brought_in = [event.added for event in hand.events if isinstance(event, BroughtIn)]
        small, big = header.small or 0, header.big or 0
        self._state: Any = GAMES[header.game].create_state(
            _AUTOMATIONS,
            True,
            max(event.amount for event in antes),
            brought_in[0] if brought_in else small // 2,
            small,
            big,
            [stacks[seat] for seat in self._seats],
            len(self._seats),
        )
        self._cards = self._seven_each()

    def _seven_each(self) -> list[list[Card]]:
        """Each player's cards in the order dealt. Cards that the log hides are taken from the rest of the deck.

        PokerKit stumbles over unknown cards, and what they are makes no difference to its work.
        """
        known: dict[int, list[Card]] = {seat: [] for seat in self._seats}
        up: dict[int, list[Card]] = {seat: [] for seat in self._seats}
        for event in self._events:
            match event:
                case CardDealt(seat=seat, cards=cards) if seat in known:
                    known[seat] += cards
                    if event.facing == "up":
                        up[seat] += cards
                case Shown(seat=seat, cards=cards) if seat in known:
                    known[seat] += [card for card in cards if card not in known[seat]]
        rest = sorted(set(DECK).difference(*known.values()), reverse=True)
        hands = []
        for seat in self._seats:
            down = [card for card in known[seat] if card not in up[seat]]
            fill = (card if card >= 0 else rest.pop() for card in [*down, -1, -1, -1])
            first, second, last = next(fill), next(fill), next(fill)
            street_cards = [*up[seat], *(rest.pop() for _ in range(4 - len(up[seat])))]
            hands.append([first, second, *street_cards, last])
        return hands

    def run(self) -> None:
        state, street = self._state, 3
        self._deal()
        for event in self._events:
            if event.street > street:
                street = event.street
                self._deal()
            self._act(event)
        while state.status:  # where all are all-in, it shows the hands first, and deals the rest then
            if state.showdown_index is not None:
                state.show_or_muck_hole_cards(True)
            elif state.can_deal_hole():
                self._deal()
            else:
                raise ValueError("the hand is not over")

    def _deal(self) -> None:
        state = self._state
        while state.can_deal_hole():
            seat = state.hole_dealee_index
            held = len(state.hole_cards[seat])
            cards = self._cards[seat][held : held + 1] if held else self._cards[seat][:3]
            state.deal_hole(cards_text(cards).replace(" ", ""))

    def _act(self, event: Event) -> None:
        state = self._state
        match event:
            case BroughtIn():
                state.post_bring_in()
            case Bet() | Raised() | Completed():
                state.complete_bet_or_raise_to(event.to)
            case Called() | Checked():
                state.check_or_call()
            case Folded():
                state.fold()


def dealt(hands: int, dice: Random) -> list[HandHistory]:
    """Hands that PokerKit deals to six players, the three games in turn; chance picks among what it allows."""
    before = getstate()
    seed(dice.getrandbits(32))  # it shuffles with the dice that all of Python shares
    try:
        return [_dealt(list(GAMES.values())[number % len(GAMES)], dice) for number in range(hands)]
    finally:
        setstate(before)


def _dealt(kind: Any, dice: Random) -> HandHistory:
    game = kind((*_AUTOMATIONS, *_DEALING), True, 1, 2, 4, 8)
    state = game([400] * 6, 6)
    while state.status:
        if state.can_post_bring_in():
            state.post_bring_in()
            continue
        doable = [(state.check_or_call, 6)]
        if state.can_fold():
            doable.append((state.fold, 3))
        if state.can_complete_bet_or_raise_to():
            doable.append((state.complete_bet_or_raise_to, 2))
        actions, weights = zip(*doable, strict=True)
        dice.choices(actions, weights)[0]()
    return HandHistory.from_game_state(game, state)
