"""A played hand as the logs of sites that give bets back within an award, or name nobody: Merge, iPoker, Bovada."""

from __future__ import annotations

from support.play import Played, Seat
from support.written import award_lines, cents

_MERGE_TITLES = {"stud": "7-Stud", "stud8": "7-Stud H/L8", "razz": "Razz"}
_MERGE_ROUNDS = {4: "FOURTH_STREET", 5: "FIFTH_STREET", 6: "SIXTH_STREET", 7: "SEVENTH_STREET"}
_IPOKER_TITLES = {"stud": "7 Card Stud", "stud8": "7 Card Stud Hi-Lo", "razz": "Razz"}
_IPOKER_STREETS = {3: "Third Street", 4: "Fourth Street", 5: "Fifth Street", 6: "Sixth Street", 7: "River"}
_BOVADA_TITLES = {"stud": "7CARD", "stud8": "7CARD HiLo"}


def money(amount: int) -> str:
    return f"{amount // 100}.{amount % 100:02}"


def live(hand: Played) -> list[Seat]:
    return [seat for seat in hand.seats if not seat.folded]


def streets(hand: Played) -> list[tuple[int, list[tuple[Seat, list[str]]], list[tuple]]]:
    """Street, the cards that each player has on it, and its actions; the antes as street 0."""
    found: list[tuple[int, list[tuple[Seat, list[str]]], list[tuple]]] = [(0, [], [])]
    for entry in hand.log:
        if entry[0] == "deal":
            found.append((entry[1], entry[2], []))
        elif entry[0] != "street":
            found[-1][2].append(entry)
    return found


def returned(hand: Played) -> dict[int, int]:
    return {entry[1].number: entry[2] for entry in hand.log if entry[0] == "return"}


# --- Merge -------------------------------------------------------------------------------------


def merge(hand: Played, number: int = 1, hero: int | None = None) -> str:
    """The hand as Merge writes it, with the tag that describes its table before it."""
    number_of_event, lines = 0, []
    clock = 1_319_991_000_000 + 3_600_000 * number

    def event(kind: str, seat: Seat, amount: int | None = None) -> str:
        nonlocal number_of_event, clock
        number_of_event += 1
        clock += 1250
        put = "" if amount is None else f' amount="{money(amount)}"'
        where = f'timestamp="{clock}" player="{seat.number - 1}"'
        return f'\t\t<event sequence="{number_of_event}" type="{kind}" {where}{put}/>'

    def cards(kind: str, seat: Seat, held: list[str]) -> str:
        return f'\t\t<cards type="{kind}" cards="{",".join(held)}" player="{seat.number - 1}"/>'

    stakes = f"Limit ${cents(hand.small)}/${cents(2 * hand.small)}"
    data = f"20111030|Turnstone (51000001)|51000001|51000001-{number}|false"
    start = f'<game id="51000001-{number}" starttime="{20111030111000 + 10000 * (number % 12)}"'
    lines += [
        f'<description type="{_MERGE_TITLES[hand.game]}" stakes="{stakes}"/>',
        f'{start} numholecards="7" gametype="39" seats="8" realmoney="true" data="{data}">',
        '\t<players dealer="7">',
    ]
    for seat in hand.seats:
        who = f'seat="{seat.number - 1}" nickname="{seat.name}"'
        lines.append(f'\t\t<player {who} balance="${money(seat.stack)}" dealtin="true" />')
    lines.append("\t</players>")
    rounds = 0

    def open_round(name: str) -> None:
        nonlocal rounds
        rounds += 1
        lines.append(f'\t<round id="{name}" sequence="{rounds}">')

    for street, held, actions in streets(hand):
        level = 0
        deals = []
        for seat, dealt in held:
            if seat.number == hero:
                deals.append(cards("HOLE", seat, dealt))
            else:
                seen = ["null" if place in (0, 1, 6) else card for place, card in enumerate(dealt)]
                deals.append(cards("DRAW_DRAWN_CARDS", seat, seen))
        opened = not street
        if street != 3:
            open_round(_MERGE_ROUNDS[street] if street else "BLINDS")
        for word, seat, *values in actions:
            if street == 3 and not opened:
                opened = True
                open_round("BRING_IN" if word == "bring-in" else "THIRD_STREET")
                if word == "bring-in":
                    lines += [event("BRING_IN", seat, values[0]), *deals, "\t</round>"]
                    deals = []
                    level = values[1]
                    open_round("THIRD_STREET")
                    continue
            if word == "return":
                continue
            kind = {"ante": "ANTE", "call": "CALL", "bet": "BET", "fold": "FOLD", "check": "CHECK"}.get(word, "RAISE")
            if word in ("fold", "check"):
                lines.append(event(kind, seat))
            elif word == "ante":
                lines.append(event(kind, seat, values[0]))
            elif values[2]:
                lines.append(event("ALL_IN", seat, values[0]))
            elif word == "raise":
                completes = street == 3 and level < hand.small
                lines.append(event("COMPLETE" if completes else "RAISE", seat, values[1]))
            else:
                lines.append(event(kind, seat, values[0]))
            if word not in ("fold", "check", "ante"):
                level = max(level, values[1])
        if street == 3 and not opened:
            open_round("THIRD_STREET")
        lines += [*deals, "\t</round>"]
    contenders = live(hand)
    if len(contenders) > 1:
        open_round("SHOWDOWN")
        lines += [event("SHOW", seat) for seat in contenders]
        lines += [cards("SHOWN", seat, seat.cards) for seat in contenders]
        lines.append("\t</round>")
    open_round("END_OF_GAME")
    lines += [f"\t\t{line}" for line in _merge_awards(hand)]
    return "\n".join([*lines, "\t</round>", "</game>", ""])


def _merge_awards(hand: Played) -> list[str]:
    """A bet that nobody called is part of its bettor's award, or has a line of its own where they won nothing else."""
    back = returned(hand)
    numbers = {name: place for place, (name, _, _) in enumerate(hand.pots, 1)}
    found = []
    for pot, seat, chips in award_lines(hand):
        amount = chips + back.pop(seat, 0)
        found.append(_winner(amount, numbers[pot], seat, uncalled=False))
    for seat, amount in back.items():
        found.append(_winner(amount, len(numbers) + 1, seat, uncalled=seat % 2 == 0))
    return found


def _winner(amount: int, pot: int, seat: int, *, uncalled: bool) -> str:
    said = "true" if uncalled else "false"
    return f'<winner amount="{money(amount)}" uncalled="{said}" potnumber="{pot}" player="{seat - 1}" pottype="n"/>'


# --- iPoker ------------------------------------------------------------------------------------


def ipoker(hand: Played, number: int = 1, hero: int | None = None) -> str:
    """The hand as iPoker writes it, in a session of its own."""
    won = returned(hand)
    for _, seat, chips in award_lines(hand):
        won[seat] = won.get(seat, 0) + chips
    put = {seat.number: seat.put + returned(hand).get(seat.number, 0) for seat in hand.seats}
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        '<session sessioncode="7100000001">',
        " <general>",
        "  <mode>real</mode>",
        f"  <gametype>{_IPOKER_TITLES[hand.game]} L ${cents(hand.small)}/${cents(2 * hand.small)}</gametype>",
        "  <tablename>Turnstone</tablename>",
        "  <duration>00:01:00</duration>",
        "  <gamecount>1</gamecount>",
        "  <startdate>2011-10-30 11:10:00</startdate>",
        "  <currency>USD</currency>",
        "  <nickname>aldgate</nickname>",
        " </general>",
        f' <game gamecode="{8_100_000_000 + number}">',
        "  <general>",
        "   <startdate>2011-10-30 11:10:00</startdate>",
        "   <players>",
    ]
    for place, seat in enumerate(hand.seats):
        chips = f'chips="${cents(seat.stack)}" dealer="{int(not place)}"'
        result = f'win="${cents(won.get(seat.number, 0))}" bet="${cents(put[seat.number])}"'
        lines.append(f'    <player seat="{seat.number}" name="{seat.name}" {chips} {result} />')
    lines += ["   </players>", "  </general>"]
    count = 0
    shown = {seat.number for seat in live(hand)} if len(live(hand)) > 1 else set()
    for street, held, actions in streets(hand):
        lines.append(f'  <round no="{street - 1 if street else 0}">')
        by_seat: dict[int, list[str]] = {seat.number: [] for seat in hand.seats}
        for seat, dealt in held:
            seen = dealt if seat.number == hero or seat.number in shown else [
                "X" if place in (0, 1, 6) else card for place, card in enumerate(dealt)
            ]  # fmt: skip
            text = " ".join(map(_ipoker_card, seen if street == 3 else seen[-1:]))
            by_seat[seat.number].append(
                f'   <cards type="{_IPOKER_STREETS[street]}" player="{seat.name}">{text}</cards>'
            )
        level = 0
        for word, seat, *values in actions:
            if word == "return":
                continue
            count += 1
            kind, chips = _ipoker_action(word, values, street, level, hand.small)
            level = max(level, values[1]) if word not in ("fold", "check", "ante") else level
            by_seat[seat.number].append(
                f'   <action no="{count}" player="{seat.name}" type="{kind}" sum="${cents(chips)}" cards=""/>'
            )
        lines += [line for of_seat in by_seat.values() for line in of_seat]
        lines.append("  </round>")
    return "\n".join([*lines, " </game>", "</session>", ""])


def _ipoker_card(card: str) -> str:
    return card if card == "X" else card[1].upper() + card[0].replace("T", "10")


def _ipoker_action(word: str, values: list, street: int, level: int, small: int) -> tuple[int, int]:
    if word in ("fold", "check"):
        return (0 if word == "fold" else 4), 0
    if word == "ante":
        return 15, values[0]
    if word == "bring-in":
        return 16, values[0]
    if values[2]:
        return 7, values[0]
    if word == "call":
        return 3, values[0]
    completes = word == "raise" and street == 3 and level < small
    return (23 if word == "raise" and not completes else 5), values[1]


# --- Bovada ------------------------------------------------------------------------------------


def bovada(hand: Played, number: int = 1, hero: int | None = None) -> str:
    """The hand as Bovada writes it. It has no razz."""

    def label(seat: Seat) -> str:
        return f"Seat+{seat.number} [ME]" if seat.number == hero else f"Seat+{seat.number}"

    game = _BOVADA_TITLES[hand.game]
    lines = [f"Bovada Hand #{3_100_000_000 + number} TBL#7100001 {game} Fixed Limit - 2013-10-30 11:10:00"]
    lines += [f"{label(seat)}: ${cents(seat.stack)} in chips" for seat in hand.seats]
    for street, held, actions in streets(hand):
        if street == 3:
            lines.append("*** HOLE CARDS ***")
        for seat, dealt in held:
            lines.append(f"{label(seat)} : Card dealt to a spot [{' '.join(dealt if street == 3 else dealt[-1:])}] ")
        level = 0
        for word, seat, *values in actions:
            lines.append(f"{label(seat)} : {_bovada_action(word, values, level)}")
            level = max(level, values[1]) if word not in ("fold", "check", "ante", "return") else level
    contenders = live(hand)
    if len(contenders) > 1:
        lines += [f"{label(seat)} : Showdown [{' '.join(seat.cards[2:7])}]" for seat in contenders]
    seat_of = {seat.number: seat for seat in hand.seats}
    won: dict[int, int] = {}
    for pot, seat_number, chips in award_lines(hand):
        won[seat_number] = won.get(seat_number, 0) + chips
        where = "Hand result" if pot == "main" else "Hand Result-Side Pot"
        lines.append(f"{label(seat_of[seat_number])} : {where} ${cents(chips)} ")
    total = sum(net for _, net, _ in hand.pots) + hand.rake
    lines += ["*** SUMMARY ***", f"Total Pot(${cents(total)}) | Rake (${cents(hand.rake)}) "]
    for seat in hand.seats:
        start = f"Seat {seat.number}:  "
        if seat.folded:
            street_name = {3: "3rd STREET", 7: "RIVER"}.get(seat.folded, f"{seat.folded}TH STREET")
            lines.append(f"{start}Folded on the {street_name}")
        elif len(contenders) == 1:
            lines.append(f"{start}${cents(won[seat.number])} [Does not show]  ")
        else:
            result = f"${cents(won[seat.number])}  with" if seat.number in won else " lost with"
            best = " ".join(seat.cards[2:7])
            lines.append(f"{start}{result} Hand [{' '.join(seat.cards)}-{best}]  ")
    return "\n".join(lines) + "\n\n\n"


def _bovada_action(word: str, values: list, level: int) -> str:
    if word in ("fold", "check"):
        return "Folds" if word == "fold" else "Checks"
    if word == "return":
        return f"Return uncalled portion of bet ${cents(values[0])} "
    if word == "ante":
        return f"Ante chip ${cents(values[0])} "
    if word == "bring-in":
        return f"Bring_in chip ${cents(values[0])} "
    if values[2]:
        if values[1] > level:
            return f"All-in(raise) ${cents(values[1])} "
        return f"All-in ${cents(values[0])} "
    if word == "raise":
        return f"Raises ${cents(values[0])} to ${cents(values[1])}"
    return f"{'Calls' if word == 'call' else 'Bets'} ${cents(values[0])} "
