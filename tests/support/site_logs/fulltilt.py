"""A played hand as a Full Tilt log."""

from __future__ import annotations

from support.play import Played, Seat
from support.written import award_lines, cents, said

_TITLES = {"stud": "Stud Hi", "stud8": "Stud H/L", "razz": "Razz"}


def fulltilt(hand: Played, number: int = 1, hero: int | None = None) -> str:
    """The hand as a log; `hero` is the seat that writes it, or None for an observer."""
    stakes = f"${cents(hand.small)}/${cents(2 * hand.small)} Ante ${cents(hand.ante)}"
    when = f"{number % 24}:12:44 ET - 2010/09/{number % 30 + 1:02}"
    lines = [
        f"Full Tilt Poker Game #{number}: Table Dunlin (8 max) - {stakes} - Limit {_TITLES[hand.game]} - {when}",
    ]
    lines += [f"Seat {seat.number}: {seat.name} (${cents(seat.stack)})" for seat in hand.seats]
    for entry in hand.log:
        lines += _lines(entry, hand, hero)
    live = [seat for seat in hand.seats if not seat.folded]
    words = {seat.number: said(hand.game, seat.cards) for seat in live if len(live) > 1}
    if len(live) > 1:
        lines.append("*** SHOW DOWN ***")
        lines += [f"{seat.name} shows [{' '.join(seat.cards)}] {_shown(words[seat.number])}" for seat in live]
    else:
        lines.append(f"{live[0].name} mucks")
    names = {seat.number: seat.name for seat in hand.seats}
    won: dict[int, int] = {}
    for pot, number_of, chips in award_lines(hand):
        won[number_of] = won.get(number_of, 0) + chips
        with_ = f" with {_high(words[number_of])}" if len(live) > 1 else ""
        lines.append(f"{names[number_of]} wins the {_pot(pot, hand)} (${cents(chips)}){with_}")
    lines.append("*** SUMMARY ***")
    total = sum(net for _, net, _ in hand.pots) + hand.rake
    several = [f" {_pot(name, hand).capitalize()} ${cents(net)}." for name, net, _ in hand.pots if len(hand.pots) > 1]
    lines.append(f"Total pot ${cents(total)}{''.join(several)} | Rake ${cents(hand.rake)}")
    for seat in hand.seats:
        start = f"Seat {seat.number}: {seat.name} "
        if seat.folded:
            lines.append(f"{start}folded on {seat.folded}{'rd' if seat.folded == 3 else 'th'} St.")
        elif len(live) == 1:
            lines.append(f"{start}collected (${cents(won[seat.number])}), mucked")
        else:
            result = f"won (${cents(won[seat.number])})" if seat.number in won else "lost"
            words_for = words[seat.number].removeprefix("Lo: ")
            lines.append(f"{start}showed [{' '.join(seat.cards)}] and {result} with {words_for}")
    return "\n".join(lines) + "\n\n\n"


def _lines(entry: tuple, hand: Played, hero: int | None) -> list[str]:
    word, first, *rest = entry
    if word == "street":
        return [f"*** {first}{'RD' if first == 3 else 'TH'} STREET ***"]
    if word == "deal":
        return [line for seat, held in rest[0] for line in _dealt(seat, held, first, seat.number == hero)]
    name = first.name
    if word in ("fold", "check"):
        return [f"{name} {word}s"]
    if word == "return":
        return [f"Uncalled bet of ${cents(rest[0])} returned to {name}"]
    if word == "ante":
        return [f"{name} antes ${cents(rest[0])}" + (", and is all in" if rest[1] else "")]
    all_in = ", and is all in" if rest[2] else ""
    if word == "bring-in":
        extreme = "high" if hand.game == "razz" else "low"
        opens = f"{name} is {extreme} with [{first.cards[2]}]"
        return [opens, f"{name} brings in for ${cents(rest[0])}{all_in}"]
    if word == "raise":
        verb = "completes it" if rest[1] == hand.small else "raises"
        return [f"{name} {verb} to ${cents(rest[1])}{all_in}"]
    return [f"{name} {word}s ${cents(rest[0])}{all_in}"]


def _dealt(seat: Seat, held: list[str], street: int, hero: bool) -> list[str]:
    start = f"Dealt to {seat.name} "
    if street == 3:
        return [f"{start}[{' '.join(held[:2])}] [{held[2]}]" if hero else f"{start}[{held[2]}]"]
    if street == 7 and not hero:
        return []
    return [f"{start}[{' '.join(held[:-1] if hero else held[2:-1])}] [{held[-1]}]"]


def _pot(name: str, hand: Played) -> str:
    if len(hand.pots) == 1:
        return "pot"
    return "main pot" if name == "main" else "side pot" if len(hand.pots) == 2 else name.replace("side-", "side pot-")


def _shown(words: str) -> str:
    high, _, low = words.removeprefix("HI: ").removeprefix("Lo: ").partition("; LO: ")
    if not words.startswith("HI: "):
        return high
    return f"{high}, for high" + (f" and {low}, for low" if low else "")


def _high(words: str) -> str:
    return words.removeprefix("HI: ").removeprefix("Lo: ").partition("; LO: ")[0]
