"""A played hand as a PokerStars log, or in the neutral notation."""

from __future__ import annotations

from support.play import TITLES, Played, Seat
from support.slow_ranks import best_eight_or_better, best_high, best_low, cards

_RANKS = "..23456789TJQKA"
_NAMES = (
    "",
    "",
    "Deuce",
    "Three",
    "Four",
    "Five",
    "Six",
    "Seven",
    "Eight",
    "Nine",
    "Ten",
    "Jack",
    "Queen",
    "King",
    "Ace",
)
_STREETS = {4: "4th STREET", 5: "5th STREET", 6: "6th STREET", 7: "RIVER"}


def cents(amount: int) -> str:
    return f"{amount // 100}.{amount % 100:02}" if amount % 100 else str(amount // 100)


def said(game: str, hand: list[str]) -> str:
    """The words for a hand, made from the slow evaluator."""
    held = cards(" ".join(hand))
    if game == "razz":
        return f"Lo: {_list(best_low(held))}"
    words = _high(best_high(held))
    low = best_eight_or_better(held) if game == "stud8" else None
    return words if game == "stud" else f"HI: {words}" + (f"; LO: {_list(low)}" if low else "")


def _list(low: tuple[int, ...]) -> str:
    shape = ((1, 1, 1, 1, 1), (2, 1, 1, 1), (2, 2, 1), (3, 1, 1), (3, 2), (4, 1))[low[0]]
    return ",".join("_A23456789TJQK"[value] for value, count in zip(low[1:], shape, strict=True) for _ in range(count))


def _plural(rank: int) -> str:
    return f"{_NAMES[rank]}es" if rank == 6 else f"{_NAMES[rank]}s"


def _high(value: tuple[int, ...]) -> str:
    kind, *ranks = value
    one, second = _NAMES[ranks[0]], _plural(ranks[1] if len(ranks) > 1 else 2)
    bottom = "Ace" if ranks[0] == 5 else _NAMES[ranks[0] - 4]
    return (
        f"high card {one}",
        f"a pair of {_plural(ranks[0])}",
        f"two pair, {_plural(ranks[0])} and {second}",
        f"three of a kind, {_plural(ranks[0])}",
        f"a straight, {bottom} to {one}",
        f"a flush, {one} high",
        f"a full house, {_plural(ranks[0])} full of {second}",
        f"four of a kind, {_plural(ranks[0])}",
        f"a straight flush, {bottom} to {one}",
    )[kind]


def award_lines(hand: Played) -> list[tuple[str, int, int]]:
    """Pot, seat, and amount of each award, side pots first, as PokerStars writes them."""
    return [(name, seat, chips) for name, _, shares in reversed(hand.pots) for seat, chips in shares.items() if chips]


def neutral(hand: Played, number: int = 1) -> str:
    """The hand in the neutral notation."""
    lines = [
        (
            f"hand {number} game={hand.game} structure=fixed small={cents(hand.small)} big={cents(2 * hand.small)} "
            f'ante={cents(hand.ante)} bring-in={cents(hand.bring_in)} currency=USD table="Alpha" seats=8 '
            "house=roberts-rules"
        )
    ]
    lines += [f'seat {seat.number} "{seat.name}" {cents(seat.stack)}' for seat in hand.seats]
    for entry in hand.log:
        lines += _neutral_line(entry)
    live = _live(hand)
    if len(live) > 1:
        lines.append("show-down")
        lines += [f'show {s.number} {" ".join(s.cards)} said="{said(hand.game, s.cards)}"' for s in live]
    lines += [f"award {seat} {cents(chips)} pot={name}" for name, seat, chips in award_lines(hand)]
    total = sum(net for _, net, _ in hand.pots) + hand.rake
    return "\n".join([*lines, "summary", f"total {cents(total)}", f"rake {cents(hand.rake)}", "end", ""])


def _neutral_line(entry: tuple) -> list[str]:
    word, first, *rest = entry
    if word == "street":
        return [f"street {first}"]
    if word == "deal":
        lines = []
        for seat, held in rest[0]:
            if first == 3:
                lines += [f"deal {seat.number} down {held[0]} {held[1]}", f"deal {seat.number} up {held[2]}"]
            else:
                lines.append(f"deal {seat.number} {'down' if first == 7 else 'up'} {held[-1]}")
        return lines
    seat: Seat = first
    if word in ("fold", "check"):
        return [f"{word} {seat.number}"]
    if word == "return":
        return [f"return {seat.number} {cents(rest[0])}"]
    all_in = " all-in" if (rest[1] if word == "ante" else rest[2]) else ""
    if word == "raise":
        return [f"raise {seat.number} to={cents(rest[1])} by={cents(rest[3])}{all_in}"]
    return [f"{word} {seat.number} {cents(rest[0])}{all_in}"]


def pokerstars(hand: Played, number: int = 1, hero: int | None = None, board: bool = True) -> str:
    """The hand as a PokerStars log; `hero` is the seat that writes it, or None for an observer.

    A card that all share is told again in the summary where that has a `board`.
    """
    lines = [
        (
            f"PokerStars Game #{number}:  {TITLES[hand.game]} (${cents(hand.small)}/${cents(2 * hand.small)}) "
            "- 2009/11/26 10:08:43 ET"
        ),
        "Table 'Alpha' 8-max",
    ]
    lines += [f"Seat {seat.number}: {seat.name} (${cents(seat.stack)} in chips) " for seat in hand.seats]
    for entry in hand.log:
        lines += _stars_line(entry, hero)
    if hand.shared:
        lines = [f"{line} [{hand.shared}]" if line == f"*** {_STREETS[7]} ***" else line for line in lines]
    live = _live(hand)
    words = {seat.number: said(hand.game, seat.cards) for seat in live if len(live) > 1}
    if len(live) > 1:
        lines.append("*** SHOW DOWN ***")
        lines += [f"{seat.name}: shows [{_own(seat, hand)}] ({words[seat.number]})" for seat in live]
    several = len(hand.pots) > 1
    name_of = {seat.number: seat.name for seat in hand.seats}
    for pot, seat, chips in award_lines(hand):
        lines.append(f"{name_of[seat]} collected ${cents(chips)} from {_pot(pot, hand) if several else 'pot'}")
    lines.append("*** SUMMARY ***")
    total = sum(net for _, net, _ in hand.pots) + hand.rake
    extra = "".join(f" {_pot(name, hand).capitalize()} ${cents(net)}." for name, net, _ in hand.pots) if several else ""
    lines.append(f"Total pot ${cents(total)}{extra} | Rake ${cents(hand.rake)} ")
    if hand.shared and board:
        lines.append(f"Board [{hand.shared}]")
    won: dict[int, int] = {}
    for _, seat, chips in award_lines(hand):
        won[seat] = won.get(seat, 0) + chips
    for seat in hand.seats:
        start = f"Seat {seat.number}: {seat.name} "
        if seat.folded:
            place = "River" if seat.folded == 7 else f"{seat.folded}{'rd' if seat.folded == 3 else 'th'} Street"
            lines.append(f"{start}folded on the {place}" + (" (didn't bet)" if seat.put <= hand.ante else ""))
        elif len(live) == 1:
            lines.append(f"{start}collected (${cents(won[seat.number])})")
        else:
            result = f"won (${cents(won[seat.number])})" if seat.number in won else "lost"
            lines.append(f"{start}showed [{_own(seat, hand)}] and {result} with {words[seat.number]}")
    return "\n".join(lines) + "\n\n\n"


def _own(seat: Seat, hand: Played) -> str:
    return " ".join(card for card in seat.cards if card != hand.shared)


def _pot(name: str, hand: Played) -> str:
    if name == "main":
        return "main pot"
    return "side pot" if len(hand.pots) == 2 else name.replace("side-", "side pot-")


def _live(hand: Played) -> list[Seat]:
    return [seat for seat in hand.seats if not seat.folded]


def _stars_line(entry: tuple, hero: int | None) -> list[str]:
    word, first, *rest = entry
    if word == "street":
        return ["*** 3rd STREET ***" if first == 3 else f"*** {_STREETS[first]} ***"]
    if word == "deal":
        return [line for seat, held in rest[0] for line in _dealt(seat, held, first, seat.number == hero)]
    seat: Seat = first
    if word in ("fold", "check"):
        return [f"{seat.name}: {word}s "]
    if word == "return":
        return [f"Uncalled bet (${cents(rest[0])}) returned to {seat.name}"]
    if word == "ante":
        return [f"{seat.name}: posts the ante ${cents(rest[0])}" + (" and is all-in" if rest[1] else "")]
    all_in = " and is all-in" if rest[2] else ""
    if word == "raise":
        return [f"{seat.name}: raises ${cents(rest[3])} to ${cents(rest[1])}{all_in}"]
    verb = {"bring-in": "brings in for", "bet": "bets", "call": "calls"}[word]
    return [f"{seat.name}: {verb} ${cents(rest[0])}{all_in}"]


def _dealt(seat: Seat, held: list[str], street: int, hero: bool) -> list[str]:
    start = f"Dealt to {seat.name} "
    if street == 3:
        return [f"{start}[{' '.join(held if hero else held[2:])}]"]
    if street == 7 and not hero:
        return []
    old = held[:-1] if hero else held[2:-1]
    return [f"{start}[{' '.join(old)}] [{held[-1]}]"]
