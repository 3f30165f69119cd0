"""Random legal hands of stud, dealt, played, and settled by rules written here, not by the engine's.

Robert's Rules: odd chips by suit to the highest of seven cards (razz: the lowest), the odd chip of a
split pot to the high half. Amounts are cents. The hand comes as PokerStars text or as neutral notation.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from support.slow_ranks import best_eight_or_better, best_high, best_low, cards

NAMES = ("northwind", "quillfeather", "saltmarsh", "brindle 7", "Old Harrow", "tindertop", "wexley", "umber")
DECK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
SUITS = "cdhs"
TITLES = {"stud": "7 Card Stud Limit", "stud8": "7 Card Stud Hi/Lo Limit", "razz": "Razz Limit"}


@dataclass
class Seat:
    number: int
    name: str
    stack: int
    cards: list[str] = field(default_factory=list)
    put: int = 0
    street: int = 0
    folded: int = 0
    left: int = 0

    @property
    def able(self) -> bool:
        return not self.folded and self.left > 0

    @property
    def up(self) -> list[str]:
        return self.cards[2:6]


@dataclass
class Played:
    """A hand: what happened, in order, as tuples of a word and its values."""

    game: str
    small: int
    ante: int
    bring_in: int
    seats: list[Seat]
    log: list[tuple]
    pots: list[tuple[str, int, dict[int, int]]]
    """Name, chips after rake, and what each seat gets of it."""
    rake: int = 0
    shared: str | None = None
    """The card that all have in common where the deck was short of a seventh for each: eight players may come to that.
    It is the last of everybody's cards."""


def play(dice: random.Random, game: str, *, players: int = 0, loose: float = 0.75, rake: bool = True) -> Played:
    """Deals and plays one hand. `loose` is how readily players go on."""
    small, ante, bring_in = 4, 1, 2
    count = players or dice.randint(2, 7)
    numbers = sorted(dice.sample(range(1, 9), count))
    names = dice.sample(NAMES, count)
    seats = []
    for number, name in zip(numbers, names, strict=True):
        stack = dice.choice((1, 2, 3, 5, 8, 11, 17, 25)) if dice.random() < 0.3 else dice.randint(60, 400)
        seats.append(Seat(number, name, stack, left=stack))
    hand = Played(game, small, ante, bring_in, seats, [], [])
    deck = dice.sample(DECK, 52)
    for seat in seats:
        chips = _put(seat, ante)
        seat.street = 0
        hand.log.append(("ante", seat, chips, not seat.left))
    if not _ante_returned(hand):
        for seat in seats:
            seat.cards = [deck.pop() for _ in range(3)]
        _streets(dice, hand, deck, loose)
    _settle(dice, hand, rake)
    return hand


def _put(seat: Seat, chips: int) -> int:
    added = min(chips, seat.left)
    seat.left -= added
    seat.put += added
    seat.street += added
    return added


def _ante_returned(hand: Played) -> bool:
    """Hands of which nobody could see a bet are left out: their antes are dealt with elsewhere."""
    top = sorted((seat.put for seat in hand.seats), reverse=True)
    return top[0] > top[1]


def _streets(dice: random.Random, hand: Played, deck: list[str], loose: float) -> None:
    order = hand.seats
    for street in range(3, 8):
        live = [seat for seat in order if not seat.folded]
        hand.log.append(("street", street))
        if len(deck) < len(live):
            hand.shared = deck.pop()
        for seat in live if street > 3 else ():
            seat.cards.append(hand.shared or deck.pop())
        if not hand.shared:
            hand.log.append(("deal", street, [(seat, list(seat.cards)) for seat in live]))
        for seat in order:
            seat.street = 0
        able = [seat for seat in live if seat.able]
        if len(able) > 1 or (street == 3 and able):
            _round(dice, hand, street, live, loose)
        if len([seat for seat in order if not seat.folded]) == 1:
            return


def _round(dice: random.Random, hand: Played, street: int, live: list[Seat], loose: float) -> None:
    unit = hand.small if street < 5 else 2 * hand.small
    order = hand.seats
    able = [seat for seat in live if seat.able]
    level = bets = 0
    acted: set[int] = set()
    if street == 3:
        first = _forced(hand.game, live)
        if not first.left:
            first = next(seat for seat in _from(order, first)[1:] if seat.able)
        if len(able) == 1:
            return
        if dice.random() < 0.15 and first.left >= unit:
            chips = _put(first, unit)
            hand.log.append(("bet", first, chips, first.street, not first.left))
            bets = 1
        else:
            chips = _put(first, hand.bring_in)
            hand.log.append(("bring-in", first, chips, first.street, not first.left))
        level = max(first.street, hand.bring_in) if chips else 0
        if first.street < hand.bring_in:
            level = hand.bring_in
        acted.add(first.number)
        turn = _from(order, first)[1:]
    else:
        turn = _from(order, _opener(hand.game, able))
    queue = [seat for seat in turn if seat.able]
    while queue:
        seat = queue.pop(0)
        others = [other for other in order if other is not seat and not other.folded]
        if not others:
            break
        if not seat.able or (seat.street >= level and seat.number in acted):
            continue
        if seat.street >= level and not any(other.able for other in others):
            continue
        acted.add(seat.number)
        base = unit * bets
        can_raise = bets < 4 and seat.left + seat.street >= base + unit and any(other.able for other in others)
        if can_raise and base + unit > level and dice.random() < 0.25:
            bets += 1
            to = unit * bets
            facing = max(other.street for other in order)  # a bring-in may have been all-in for less
            chips = _put(seat, to - seat.street)
            word = "bet" if not level else "raise"
            hand.log.append((word, seat, chips, seat.street, not seat.left, seat.street - facing))
            level = to
            acted = {seat.number}
            queue = [other for other in _from(order, seat)[1:] if other.able]
        elif level > seat.street:
            if dice.random() < loose:
                chips = _put(seat, level - seat.street)
                hand.log.append(("call", seat, chips, seat.street, not seat.left))
            else:
                seat.folded = street
                hand.log.append(("fold", seat, street))
        elif not level and bets == 0 and seat.left < unit and dice.random() < 0.3 and any(o.able for o in others):
            chips = _put(seat, seat.left)
            hand.log.append(("bet", seat, chips, seat.street, True))
            level, bets = seat.street, 4  # nobody raises over a short bet here
            acted = {seat.number}
            queue = [other for other in _from(order, seat)[1:] if other.able]
        else:
            hand.log.append(("check", seat))
    # What one player alone has in: a bet that nobody called, or the call of a bring-in that was short.
    top, second = sorted(order, key=lambda seat: seat.street, reverse=True)[:2]
    excess = top.street - second.street
    if excess > 0:
        top.left += excess
        top.put -= excess
        top.street -= excess
        hand.log.append(("return", top, excess))


def _from(order: list[Seat], first: Seat) -> list[Seat]:
    at = order.index(first)
    return order[at:] + order[:at]


def _rank(card: str) -> int:
    return "23456789TJQKA".index(card[0])


def _low(card: str) -> int:
    return "A23456789TJQK".index(card[0])


def _forced(game: str, live: list[Seat]) -> Seat:
    if game == "razz":
        return max(live, key=lambda seat: (_low(seat.cards[2]), SUITS.index(seat.cards[2][1])))
    return min(live, key=lambda seat: (_rank(seat.cards[2]), SUITS.index(seat.cards[2][1])))


def _opener(game: str, able: list[Seat]) -> Seat:
    def board(seat: Seat) -> tuple[list[int], list[tuple[int, int]]]:
        ranks = [_low(card) if game == "razz" else _rank(card) for card in seat.up]
        groups = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
        return [count for count, _ in groups], groups

    def worth(seat: Seat) -> tuple[list[int], list[tuple[int, int]]]:
        return board(seat)

    pick = min if game == "razz" else max
    best = worth(pick(able, key=worth))
    return next(seat for seat in able if worth(seat) == best)


# --- settling ----------------------------------------------------------------------------------


def _settle(dice: random.Random, hand: Played, rake: bool) -> None:
    live = [seat for seat in hand.seats if not seat.folded]
    levels = sorted({seat.put for seat in live})
    floor = 0
    sizes: list[tuple[int, list[Seat]]] = []
    for level in levels:
        contenders = [seat for seat in live if seat.put >= level]
        amount = sum(max(min(seat.put, level) - floor, 0) for seat in hand.seats)
        if level == levels[-1]:
            amount += sum(max(seat.put - level, 0) for seat in hand.seats)
        floor = level
        if amount:
            sizes.append((amount, contenders))
    total = sum(amount for amount, _ in sizes)
    hand.rake = total // 20 if rake and len(live) > 1 else 0
    taken = [0] * len(sizes)
    for _ in range(hand.rake):
        index = dice.choice([i for i, (amount, _) in enumerate(sizes) if taken[i] < amount])
        taken[index] += 1
    for index, (amount, contenders) in enumerate(sizes):
        name = f"side-{index}" if index else "main"
        hand.pots.append((name, amount - taken[index], _shares(hand.game, amount - taken[index], contenders)))


def _shares(game: str, net: int, contenders: list[Seat]) -> dict[int, int]:
    if len(contenders) == 1:
        return {contenders[0].number: net}
    hands = {seat.number: cards(" ".join(seat.cards)) for seat in contenders}
    own = {seat.number: seat.cards for seat in contenders}
    if game == "razz":
        best = min(best_low(hand) for hand in hands.values())
        return _divide(net, {n: own[n] for n in hands if best_low(hands[n]) == best}, low=True)
    high = max(best_high(hand) for hand in hands.values())
    highs = {n: own[n] for n in hands if best_high(hands[n]) == high}
    lows_of = {n: best_eight_or_better(hand) for n, hand in hands.items()}
    lows = [low for low in lows_of.values() if low is not None]
    if game == "stud" or not lows:
        return _divide(net, highs, low=False)
    shares = _divide(net - net // 2, highs, low=False)
    for seat, chips in _divide(net // 2, {n: own[n] for n in hands if lows_of[n] == min(lows)}, low=True).items():
        shares[seat] = shares.get(seat, 0) + chips
    return shares


def _divide(amount: int, tied: dict[int, list[str]], *, low: bool) -> dict[int, int]:
    each, odd = divmod(amount, len(tied))

    def key(seat: int) -> list[tuple[int, int]]:
        worth = [((_low if low else _rank)(card), SUITS.index(card[1])) for card in tied[seat]]
        return sorted(worth, reverse=not low)

    order = sorted(tied, key=key, reverse=not low)
    return {seat: each + (place < odd) for place, seat in enumerate(order)}
