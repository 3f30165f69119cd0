"""A hand through PokerKit's own engine: whose turn it is, what is legal, and who gets the pot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from pokerkit import (
    Automation,
    ChipsPushing,
    FixedLimitRazz,
    FixedLimitSevenCardStud,
    FixedLimitSevenCardStudHighLowSplitEightOrBetter,
)

from stud_audit.game.boards import board_key, has_open_pair
from stud_audit.houses.house import House
from stud_audit.model.cards import cards_text
from stud_audit.model.events import (
    Action,
    AntePosted,
    Bet,
    BroughtIn,
    Called,
    CardBurned,
    CardDealt,
    Checked,
    CommunityDealt,
    Completed,
    Event,
    Folded,
    Raised,
    SeatTaken,
    StreetOpened,
    Wager,
)
from stud_audit.model.hand import Hand
from stud_audit.record.replay import Replay
from stud_audit.record.settlement import Settlement

GAMES: dict[str, Any] = {
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


Kind = Literal["turn", "size", "call", "bring-in", "card", "end"]


class Differs(Exception):
    """PokerKit sees something otherwise: whose turn it is, the size of a bet, the amount to call, ..."""

    def __init__(self, kind: Kind, words: str) -> None:
        super().__init__(words)
        self.kind = kind


@dataclass
class Opinion:
    """What PokerKit made of a hand: how it differs (None: not at all) and where, and each seat's gain at the end."""

    differs: Differs | None = None
    at: Event | None = None
    gains: dict[int, int] = field(default_factory=dict)
    no_low: bool = False
    """Whether it paid the low half of a pot to a hand that has no low of eight or better."""


def opinion(hand: Hand) -> Opinion:
    """PokerKit's opinion of a hand of which every card and stack is known."""
    table = _Table(hand)
    event: Any = None
    try:
        for event in hand.events:
            table.take(event)
    except Differs as difference:
        return Opinion(difference, event)
    if table.state.status:
        return Opinion(Differs("end", "the hand is not over"))
    gains = {seat: table.state.stacks[i] - table.stacks[seat] for i, seat in enumerate(table.seats)}
    return Opinion(gains=gains, no_low=any(table.without_low(push) for push in table.state.operations))


class _Table:
    def __init__(self, hand: Hand) -> None:
        header = hand.header
        taken = {event.seat: event.stack or 0 for event in hand.events if isinstance(event, SeatTaken)}
        posted = {event.seat for event in hand.events if isinstance(event, AntePosted)}
        button = header.button or 0
        # In the order of the deal, which PokerKit goes by where boards are equal.
        self.seats = sorted(posted, key=lambda seat: (seat <= button, seat))
        self.stacks = {seat: taken[seat] for seat in self.seats}
        self.state: Any = GAMES[header.game].create_state(
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
        self._low: dict[int, set[str]] = {seat: set() for seat in self.seats}
        """The ranks of eight and below that each holds."""

    def without_low(self, push: object) -> bool:
        """Whether a low half is pushed to a hand that has none."""
        if not isinstance(push, ChipsPushing) or push.hand_type_index != 1:
            return False
        paid = [seat for seat, amount in zip(self.seats, push.amounts, strict=True) if amount]
        return any(len(self._low[seat]) < 5 for seat in paid)

    def take(self, event: object) -> None:
        match event:
            case StreetOpened() if event.street > 3:
                if self.state.card_burning_status:
                    self.state.burn_card("??")
            case CardDealt():
                self._deal(event)
            case CommunityDealt(reprint=False):
                raise Differs("card", "a card is shared")
            case Action():
                self._act(event)

    def _deal(self, event: CardDealt) -> None:
        text = cards_text(event.cards).replace(" ", "")
        self._low[event.seat] |= set(text) & set("A2345678")
        if event.street == 3 and event.facing == "down":
            self._door[event.seat] = text
            return
        text = self._door.pop(event.seat, "") + text
        index = self.seats.index(event.seat)
        if not self.state.can_deal_hole(text, index):
            raise Differs("card", "no card is due")
        self.state.deal_hole(text, index)

    def _act(self, event: Action) -> None:
        state = self.state
        if state.actor_index is None:
            raise Differs("turn", "nobody has to act")
        if self.seats[state.actor_index] != event.seat:
            raise Differs("turn", f"it is the turn of seat {self.seats[state.actor_index]}")
        match event:
            case BroughtIn():
                if not state.can_post_bring_in() or state.effective_bring_in_amount != event.added:
                    raise Differs("bring-in", f"the bring-in is {state.effective_bring_in_amount}")
                state.post_bring_in()
            case Bet() | Raised() | Completed():
                if not state.can_complete_bet_or_raise_to(event.to):
                    raise Differs(
                        "size", f"not to {event.to}, but to {state.min_completion_betting_or_raising_to_amount}"
                    )
                state.complete_bet_or_raise_to(event.to)
            case Called() | Checked():
                added = event.added if isinstance(event, Called) else 0
                if not state.can_check_or_call() or state.checking_or_calling_amount != added:
                    raise Differs("call", f"{state.checking_or_calling_amount} to call, not {added}")
                state.check_or_call()
            case Folded():
                if not state.can_fold():
                    raise Differs("call", "nothing to fold to")
                state.fold()


# --- what explains a difference ------------------------------------------------------------------


def our_gains(hand: Hand, house: House) -> dict[int, int]:
    """Each seat's gain by our engine, before any rake."""
    replay = Replay(hand, house.rules)
    for _ in replay:
        pass
    gains = {seat: -player.put for seat, player in replay.state.players.items()}
    settlement = Settlement(replay)
    for contest in replay.showdown.contests:
        for seat, chips in (settlement.shares(contest, contest.pot.amount) or {}).items():
            gains[seat] += chips
    return gains


COMMUNITY: Final = "community card"
OPEN_PAIR: Final = "open pair"
CAP: Final = "cap"
SHORT: Final = "short all-in"
SHORT_BRING_IN: Final = "short bring-in"
LOW_ALL_IN: Final = "low card all-in"
BEST_ALL_IN: Final = "best board all-in"
EQUAL_BOARDS: Final = "equal boards"
ODD_CHIP: Final = "odd chip"
NO_LOW: Final = "side pot without a low"

DIFFERENCES: Final = {
    COMMUNITY: "where the stub is short PokerKit deals the folded cards again; Robert's Rules have one card shared",
    OPEN_PAIR: "with an open pair on fourth street Robert's Rules allow the higher limit; PokerKit, like TDA, does not",
    CAP: "Robert's Rules do not limit raises between two players, nor count a short all-in; PokerKit counts to four",
    SHORT: "PokerKit adds a full bet to a short all-in, and lets only a full one reopen; Robert's Rules complete it",
    SHORT_BRING_IN: "PokerKit asks for what was posted; by Robert's Rules the next player owes the full bring-in",
    LOW_ALL_IN: "with the low card all-in on the ante some rules have the next lowest bring in, PokerKit the next seat",
    BEST_ALL_IN: "with the best board all-in PokerKit has the next seat open; the fallback is the next best board",
    EQUAL_BOARDS: "of equal boards PokerKit has the first dealt open, TDA the higher suit",
    ODD_CHIP: "PokerKit gives the remainder of a split to the first in the order of the deal; rule books differ",
    NO_LOW: "where one pot has a low PokerKit halves each; G-22: a pot without one goes to the high hand",
}
"""What PokerKit and a house can differ in, and why that is so."""


def reasons(hand: Hand, differs: Differs, at: Event | None) -> list[str]:
    """The rules by which PokerKit can differ so, at this event of this hand."""
    before = hand.events[: hand.events.index(at)] if at in hand.events else hand.events
    street = at.street if at is not None else 0
    wagers = [e for e in before if isinstance(e, Wager) and e.street == street and not isinstance(e, Called)]
    unit = (hand.header.small if street < 5 else hand.header.big) or 1
    short = any(w.all_in and w.to % unit for w in wagers)
    found = []
    if differs.kind == "card" and isinstance(at, CommunityDealt) and _stub(before) < len(_live(before)):
        found.append(COMMUNITY)
    if differs.kind == "turn":
        found += _about_openers(before, hand, street)
    if differs.kind == "size":
        pair = any(has_open_pair(cards) for cards in up_cards(before).values())
        found += [OPEN_PAIR] if street == 4 and pair and hand.header.game == "stud" else []
        counted = len([w for w in wagers if not isinstance(w, BroughtIn)])
        found += [CAP] if counted >= 4 and (short or len(_able(before)) == 2) else []
    if differs.kind in ("size", "call") and short:
        found.append(SHORT)
    if differs.kind == "call" and any(isinstance(w, BroughtIn) and w.all_in for w in wagers):
        found.append(SHORT_BRING_IN)
    return found


def _live(events: Sequence[Event]) -> set[int]:
    """Who was dealt in and has not folded."""
    dealt = {event.seat for event in events if isinstance(event, CardDealt)}
    return dealt - {event.seat for event in events if isinstance(event, Folded)}


def _able(events: Sequence[Event]) -> set[int]:
    """Who of them still has chips."""
    return _live(events) - {event.seat for event in events if isinstance(event, AntePosted | Wager) and event.all_in}


def _stub(events: Sequence[Event]) -> int:
    """Cards that have neither been dealt to a player nor burned."""
    dealt = sum(len(event.cards) for event in events if isinstance(event, CardDealt))
    return 52 - dealt - sum(isinstance(event, CardBurned) for event in events)


def up_cards(events: Sequence[Event]) -> dict[int, tuple[int, ...]]:
    """Seat to up-cards, of those who have not folded."""
    boards: dict[int, tuple[int, ...]] = {}
    for event in events:
        if isinstance(event, CardDealt) and event.facing == "up":
            boards[event.seat] = boards.get(event.seat, ()) + event.cards
        elif isinstance(event, Folded):
            boards.pop(event.seat, None)
    return boards


def _about_openers(before: Sequence[Event], hand: Hand, street: int) -> list[str]:
    """Only the first action of a round can be in dispute; what follows it can't."""
    if any(isinstance(event, Action) and event.street == street for event in before):
        return []
    boards, low = up_cards(before), hand.header.game == "razz"
    all_in = {event.seat for event in before if isinstance(event, AntePosted | Wager) and event.all_in}
    if street == 3:
        return [LOW_ALL_IN] if all_in else []
    keys = {seat: board_key(cards, low) for seat, cards in boards.items()}
    best = (min if low else max)(keys.values())
    leaders = {seat for seat, key in keys.items() if key == best}
    open_to = {seat: key for seat, key in keys.items() if seat not in all_in}
    next_best = (min if low else max)(open_to.values())
    found = [BEST_ALL_IN] if leaders & all_in else []
    return found + ([EQUAL_BOARDS] if list(open_to.values()).count(next_best) > 1 else [])
