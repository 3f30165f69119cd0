"""Hands that PokerKit deals and plays, as text in the neutral notation.

PokerKit decides whose turn it is, what may be bet, which cards are dealt, and who is paid; chance picks among what it
allows. The text is made from its log of operations and from nothing of ours.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final
from warnings import catch_warnings, simplefilter

from pokerkit import (
    AntePosting,
    Automation,
    BetCollection,
    BoardDealing,
    BringInPosting,
    CardBurning,
    CheckingOrCalling,
    ChipsPushing,
    CompletionBettingOrRaisingTo,
    FixedLimitRazz,
    FixedLimitSevenCardStud,
    FixedLimitSevenCardStudHighLowSplitEightOrBetter,
    Folding,
    HandKilling,
    HoleCardsShowingOrMucking,
    HoleDealing,
)

GAMES: Final[dict[str, Any]] = {
    "stud": FixedLimitSevenCardStud,
    "stud8": FixedLimitSevenCardStudHighLowSplitEightOrBetter,
    "razz": FixedLimitRazz,
}
_AUTOMATIONS: Final = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.CARD_BURNING,
    Automation.HOLE_DEALING,
    Automation.BOARD_DEALING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)


@dataclass(frozen=True)
class Stakes:
    """Chips: the lower and the higher limit, ante, bring-in, and how many chips are one unit of the currency."""

    small: int
    big: int
    ante: int
    bring_in: int
    unit: int = 100

    def text(self, chips: int) -> str:
        """So many chips as the notation writes them."""
        if self.unit == 1:
            return str(chips)
        whole, rest = divmod(chips, self.unit)
        return f"{whole}.{rest:02}" if rest else str(whole)


STAKES: Final = (
    Stakes(400, 800, 40, 200),
    Stakes(400, 800, 50, 100),  # a bring-in of less than half the lower limit
    Stakes(1000, 2000, 0, 300),  # no ante
    Stakes(4, 8, 1, 2),  # pots of a few cents, which leave odd ones
    Stakes(500, 1500, 50, 200),  # limits that are not one to two
    Stakes(3, 6, 1, 1),
    Stakes(3, 6, 1, 1, unit=1),  # whole chips only
    Stakes(5, 10, 1, 3, unit=1),
)


DECK: Final = 52

BEST_ALL_IN: Final = "best board all-in: PokerKit has the next seat open, not the next best board"
SHORT_BRING_IN: Final = "short bring-in: PokerKit asks the next player for no more than was posted"
SHORT_RAISE: Final = "short all-in: PokerKit raises by a full bet on top of it, and does not complete it"
SHORT_COMPLETION: Final = "short all-in over the bring-in: PokerKit takes it for a full bet that reopens the betting"
OVER_COMPLETION: Final = "short all-in on third street: PokerKit measures it by what the wager before added"
FOLDED_CARD: Final = "stub short: PokerKit shuffles the folded cards and deals them again"
NOT_SHARED: Final = "stub short: PokerKit deals on where others share a card"
LAST_BURNED: Final = "stub short: with all burned cards it has just enough, and none to burn"
NO_LOW: Final = "side pot without a low: PokerKit pays half of it among all hands if another pot has a low"


@dataclass
class DealtHand:
    """A hand as text, and where PokerKit did what other rule books do otherwise."""

    game: str
    stakes: Stakes
    text: str
    differs: dict[int, set[str]]
    """Line of the text, from 1, to the names of the rules by which PokerKit differs there."""


def deal(number: int, dice: random.Random) -> DealtHand:
    """Deal and play one hand, and write it down."""
    game = dice.choice(tuple(GAMES))
    stakes = dice.choice(STAKES)
    players = dice.randint(2, 8)
    stacks = [_stack(stakes, dice) for _ in range(players)]
    with _seeded(dice.getrandbits(32)), catch_warnings():
        simplefilter("ignore")  # PokerKit warns where it deals folded cards again
        state = GAMES[game].create_state(
            _AUTOMATIONS, True, stakes.ante, stakes.bring_in, stakes.small, stakes.big, stacks, players
        )
        mood = dice.choice(((1, 6, 1), (2, 6, 3), (0, 6, 1), (1, 4, 6), (6, 4, 1)))
        while state.status:
            _act(state, mood, dice)
    writer = _Writer(number, game, stakes, stacks, state, dice)
    return writer.hand()


def _stack(stakes: Stakes, dice: random.Random) -> int:
    """Mostly enough for the hand; often only for an ante, a bring-in, or a few bets, in any odd amount."""
    if dice.random() < 0.55:
        return stakes.small * dice.randint(30, 100)
    least = dice.choice(
        (stakes.ante, stakes.ante + stakes.bring_in, stakes.small * 2, stakes.small * 8, stakes.big * 9)
    )
    return dice.randint(1, max(least, 1))


def _act(state: Any, mood: tuple[int, int, int], dice: random.Random) -> None:
    fold, call, wager = mood
    doable = []
    if state.can_post_bring_in():
        doable.append((call, state.post_bring_in))
    if state.can_fold():
        doable.append((fold, state.fold))
    if state.can_check_or_call():
        doable.append((call, state.check_or_call))
    total = state.min_completion_betting_or_raising_to_amount
    # Whoever has no more than the bring-in brings it in, and does not open for a bet of that size.
    if total is not None and not (state.can_post_bring_in() and total <= state.bring_in):
        doable.append((wager, state.complete_bet_or_raise_to))
    weights, actions = zip(*doable, strict=True)
    dice.choices(actions, weights if any(weights) else None)[0]()


@contextmanager
def _seeded(seed: int) -> Iterator[None]:
    """PokerKit shuffles with the dice that all of Python shares."""
    before = random.getstate()
    random.seed(seed)
    try:
        yield
    finally:
        random.setstate(before)


@dataclass
class _Player:
    seat: int
    stack: int
    bet: int = 0
    put: int = 0
    folded: bool = False
    down: list[str] = field(default_factory=list)
    up: list[str] = field(default_factory=list)


class _Writer:
    """Goes through the operations in their order, and keeps the chips."""

    def __init__(
        self, number: int, game: str, stakes: Stakes, stacks: list[int], state: Any, dice: random.Random
    ) -> None:
        self.game, self.stakes, self.state = game, stakes, state
        seats = sorted(dice.sample(range(1, 9), len(stacks)))
        turn = dice.randrange(len(seats))
        # PokerKit deals to its players in order: the first sits to the left of the dealer, the last at the button.
        seats = seats[turn:] + seats[:turn]
        self.players = [_Player(seat, stack) for seat, stack in zip(seats, stacks, strict=True)]
        self.lines = [
            f"hand {number} game={game} structure=fixed small={self.text(stakes.small)} big={self.text(stakes.big)} "
            f"ante={self.text(stakes.ante)} bring-in={self.text(stakes.bring_in)} "
            + ("currency=USD " if stakes.unit > 1 else "")
            + f'table="Kit {number}" seats=8 button={seats[-1]}'
        ]
        self.lines += [f'seat {p.seat} "player {p.seat}" {self.text(p.stack)}' for p in by_seat(self.players)]
        self.street = 0
        self.differs: dict[int, set[str]] = {}
        self.round = _Round(stakes.small)
        self.burned: set[str] = set()
        self.folded: set[str] = set()
        """The cards of folded hands."""
        self.short = ""
        """How the stub, burned cards and all, is too short for the seventh street."""
        self.unshared = ""
        """The same once it has been dealt to each, until another line comes."""
        self.showing: dict[int, bool] = {}
        """Who shows (or mucks: true), in that order; PokerKit has all-in hands shown before the last cards come."""
        self.no_low = False
        """Whether a low half has gone to hands without a low: which award is at fault then may be open."""
        self.over = False

    def text(self, chips: int) -> str:
        return self.stakes.text(chips)

    def hand(self) -> DealtHand:
        for operation in self.state.operations:
            self._take(operation)
        pot = sum(player.put for player in self.players)
        self.lines += [f"total {self.text(pot)}", "end", ""]
        return DealtHand(self.game, self.stakes, "\n".join(self.lines), self.differs)

    def _take(self, operation: object) -> None:
        if self.unshared and not isinstance(operation, HoleDealing):
            self._differs(self.unshared)
            self.unshared = ""
        match operation:
            case AntePosting(player_index=index, amount=amount):
                self._wager("ante", index, amount)
            case CardBurning(card=card):
                self._open(self.street + 1)
                self.burned.add(repr(card))
                self.lines.append(f"burn {card!r}")
            case HoleDealing(player_index=index, cards=cards, statuses=statuses):
                if not self.street:
                    self._open(3)
                for card, face_up in zip(cards, statuses, strict=True):
                    self._card(self.players[index], repr(card), face_up=face_up)
            case BoardDealing(cards=(card,)):
                self._again(repr(card))  # a burned one is right too, where the stub is used up (RR-17)
                self.lines.append(f"board {card!r}")
                for player in self.players:
                    player.down += [] if player.folded else [repr(card)]
            case BringInPosting(player_index=index, amount=amount):
                self._wager("bring-in", index, amount)
            case CheckingOrCalling(player_index=index, amount=0):
                self._act(index)
                self.lines.append(f"check {self.players[index].seat}")
            case CheckingOrCalling(player_index=index, amount=amount):
                self._call(index, amount)
            case CompletionBettingOrRaisingTo(player_index=index, amount=total):
                self._raise(index, total)
            case Folding(player_index=index):
                self._act(index)
                player = self.players[index]
                player.folded = True
                self.folded.update(player.down, player.up)
                self.lines.append(f"fold {player.seat}")
            case BetCollection():
                self._collect()
            case HoleCardsShowingOrMucking(player_index=index, hole_cards=cards):
                self.showing[index] = not cards
            case ChipsPushing():
                self._push(operation)
            case HandKilling(player_index=index):
                pass

    def _differs(self, name: str) -> None:
        """The line that comes next shows the difference."""
        self.differs.setdefault(len(self.lines) + 1, set()).add(name)

    def _open(self, street: int) -> None:
        self.street = street
        self.round = _Round(self.stakes.small if street < 5 else self.stakes.big)
        dealt = sum(len(player.down) + len(player.up) for player in self.players)
        lacking = dealt + len(self._live()) - DECK if street == 7 else -1
        self.short = "" if lacking < 0 else NOT_SHARED if lacking else LAST_BURNED
        self.lines.append(f"street {street}")

    def _again(self, card: str) -> None:
        if card in self.folded:
            self._differs(FOLDED_CARD)

    def _card(self, player: _Player, card: str, *, face_up: bool) -> None:
        self._again(card)
        self.unshared = self.short
        (player.up if face_up else player.down).append(card)
        self.lines.append(f"deal {player.seat} {'up' if face_up else 'down'} {card}")

    def _wager(self, word: str, index: int, added: int, to: int | None = None) -> None:
        if word != "ante":
            self._act(index)
        player = self.players[index]
        player.bet += added
        player.put += added
        player.stack -= added
        amount = self.text(added) if to is None else f"to={self.text(to)}"
        self.lines.append(f"{word} {player.seat} {amount}" + ("" if player.stack else " all-in"))

    def _act(self, index: int) -> None:
        """What there is to say of an action before it is written."""
        actor, this = self.players[index], self.round
        if not this.acted and self.street > 3:
            able = [player for player in self._live() if player.stack]
            best = self._best(able)
            if best is not actor:
                assert self._best(self._live()) not in able, "PokerKit goes by the boards"
                self._differs(BEST_ALL_IN)
        this.acted.add(index)

    def _best(self, players: list[_Player]) -> _Player:
        """Whose board opens; of equal ones the first dealt."""
        if self.game == "razz":
            return min(players, key=lambda player: board_rank(player.up, "A23456789TJQK"))
        return max(players, key=lambda player: board_rank(player.up, "23456789TJQKA"))

    def _call(self, index: int, amount: int) -> None:
        level = max(player.bet for player in self.players)
        others = [p for i, p in enumerate(self.players) if i != index and not p.folded and p.stack]
        if self.street == 3 and level < self.stakes.bring_in and amount < self.players[index].stack and others:
            self._differs(SHORT_BRING_IN)
        self.round.faced.add(index)
        self._wager("call", index, amount)

    def _raise(self, index: int, total: int) -> None:
        level = max(player.bet for player in self.players)
        added = total - self.players[index].bet
        self._size(index, level, total)
        if not level:
            self._wager("bet", index, added)
        elif self.street == 3 and level <= self.stakes.bring_in:
            self._wager("complete", index, added, total)
        else:
            self._wager("raise", index, added, total)

    def _size(self, index: int, level: int, total: int) -> None:
        """Whether a raise is one that others would not allow, and what it leaves to those who follow."""
        this = self.round
        short = level > this.full and this.wagers
        if short and total > this.full + this.unit:
            self._differs(SHORT_RAISE)
        if short and index in this.faced:
            self._differs(SHORT_COMPLETION)
        if self.street == 3 and this.less:
            self._differs(OVER_COMPLETION)
        this.less |= (total - level if this.wagers else total) < this.unit
        by = total if self.street == 3 and not this.full else total - level
        if 2 * by >= this.unit:
            this.full = total
            this.faced = set()
        this.faced.add(index)
        this.wagers += 1

    def _collect(self) -> None:
        """The round, or the posting of antes, is over: what nobody matched goes back."""
        *_, second, top = sorted(player.bet for player in self.players)
        for player in self.players:
            if top > second and player.bet == top:
                self.lines.append(f"return {player.seat} {self.text(top - second)}")
                player.put -= top - second
                player.stack += top - second
            player.bet = 0

    def _push(self, push: ChipsPushing) -> None:
        """Chips of a pot, or of the high or low half of one, go to players."""
        if not self.over:
            self._show_down()
        pot = f" pot={'side-' + str(push.pot_index) if push.pot_index else 'main'}" if self._pots_whole() else ""
        half = self._half(push)
        for player, amount in zip(self.players, push.amounts, strict=True):
            chips = amount
            if len(self._live()) == 1 and amount:
                # Of the last bet, what was matched comes to the winner outside of the pot.
                chips = sum(other.put for other in self.players)
            if chips:
                self.no_low |= half.endswith("low") and sum(map(bool, push.amounts)) > 1 and not self._low(push)
                if self.no_low:
                    self._differs(NO_LOW)
                self.lines.append(f"award {player.seat} {self.text(chips)}{pot}{half}")

    def _low(self, push: ChipsPushing) -> bool:
        """Whether anybody who is paid this half has five ranks of eight or lower."""
        paid = [player for player, amount in zip(self.players, push.amounts, strict=True) if amount]
        return any(len({card[0] for card in [*p.down, *p.up]} & set("A2345678")) >= 5 for p in paid)

    def _pots_whole(self) -> bool:
        """Whether the pots are those that the wagers made: PokerKit joins two that a beaten hand leaves alike."""
        beaten = any(isinstance(operation, HandKilling) for operation in self.state.operations)
        return not beaten and not any(self.showing.values())

    def _half(self, push: ChipsPushing) -> str:
        """High or low, where the pot has both."""
        halves = {
            other.hand_type_index
            for other in self.state.operations
            if isinstance(other, ChipsPushing) and other.pot_index == push.pot_index
        }
        if len(halves) < 2:
            return ""
        return " half=low" if push.hand_type_index else " half=high"

    def _live(self) -> list[_Player]:
        return [player for player in self.players if not player.folded]

    def _show_down(self) -> None:
        self.over = True
        if len(self._live()) == 1:
            return
        self.lines.append("show-down")
        for index, mucks in self.showing.items():
            player = self.players[index]
            cards = " ".join([*player.down[:2], *player.up, *player.down[2:]])
            self.lines.append(f"muck {player.seat}" if mucks else f"show {player.seat} {cards}")


@dataclass
class _Round:
    unit: int
    full: int = 0
    """The last total that was a full bet or raise, or counts as one: half of it does."""
    acted: set[int] = field(default_factory=set)
    faced: set[int] = field(default_factory=set)
    """Who has acted since that total was reached."""
    wagers: int = 0
    """Bets, completions, and raises."""
    less: bool = False
    """Whether one of them was less than a full one."""


def board_rank(cards: list[str], order: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Pairs and more first, then ranks, the greatest groups and the highest ranks before the others."""
    held = [order.index(card[0]) for card in cards]
    groups = sorted(((held.count(rank), rank) for rank in set(held)), reverse=True)
    return tuple(count for count, _ in groups), tuple(rank for _, rank in groups)


def by_seat(players: list[_Player]) -> list[_Player]:
    """The players in the order of their seats."""
    return sorted(players, key=lambda player: player.seat)
