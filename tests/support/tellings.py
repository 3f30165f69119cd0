"""One hand as several logs tell it: two players' of PokerStars and of Full Tilt, and a house's."""

from __future__ import annotations

from typing import Final

NAMES: Final = {1: "northwind", 2: "quill"}
CARDS: Final = {1: ["Kd", "Kh", "Ks", "4c", "7d", "9h", "2s"], 2: ["3c", "8s", "2c", "5d", "Tc", "Jh", "Qs"]}
"""Three kings against a queen: both hide them, and throw them away at the end."""

_STREETS: Final = {3: "3rd STREET", 4: "4th STREET", 5: "5th STREET", 6: "6th STREET", 7: "RIVER"}


def stars(hero: int | None, paid: int = 2, number: int = 9001) -> str:
    """PokerStars, by a player or an observer: nobody bets, both muck, and a seat is paid."""
    lines = [
        f"PokerStars Hand #{number}:  7 Card Stud Limit ($2/$4 USD) - 2026/11/02 20:00:00 ET",
        "Table 'Heron' 8-max",
        "Seat 1: northwind ($80 in chips)",
        "Seat 2: quill ($64.50 in chips)",
        "northwind: posts the ante $0.25",
        "quill: posts the ante $0.25",
    ]
    for street, banner in _STREETS.items():
        lines.append(f"*** {banner} ***")
        for seat, name in NAMES.items():
            cards, seen = CARDS[seat], 0 if seat == hero else 2
            if street == 3:
                lines.append(f"Dealt to {name} [{' '.join(cards[seen:3])}]")
            elif street < 7 or seat == hero:
                lines.append(f"Dealt to {name} [{' '.join(cards[seen : street - 1])}] [{cards[street - 1]}]")
        if street == 3:
            lines += ["quill: brings in for $1", "northwind: calls $1"]
        else:
            lines += ["northwind: checks", "quill: checks"]
    ends = {seat: "collected ($2.50)" if seat == paid else "mucked" for seat in NAMES}
    return "\n".join(
        [
            *lines,
            "*** SHOW DOWN ***",
            "northwind: mucks hand",
            "quill: mucks hand",
            f"{NAMES[paid]} collected $2.50 from pot",
            "*** SUMMARY ***",
            "Total pot $2.50 | Rake $0",
            *[f"Seat {seat}: {NAMES[seat]} {end}" for seat, end in ends.items()],
            "",
            "",
            "",
        ]
    )


def tilt(hero: int | None, paid: int = 2, number: int = 30800000901) -> str:
    """The same on Full Tilt."""
    lines = [
        (
            f"Full Tilt Poker Game #{number}: Table Heron (8 max) - $2/$4 Ante $0.25 - Limit Stud Hi - "
            "20:00:00 ET - 2011/05/02"
        ),
        "Seat 1: northwind ($80)",
        "Seat 2: quill ($64.50)",
        "northwind antes $0.25",
        "quill antes $0.25",
    ]
    for street in range(3, 8):
        lines.append(f"*** {street}{'RD' if street == 3 else 'TH'} STREET ***")
        for seat, name in NAMES.items():
            cards, seen = CARDS[seat], 0 if seat == hero else 2
            if street == 3:
                down = f"[{' '.join(cards[:2])}] " if seat == hero else ""
                lines.append(f"Dealt to {name} {down}[{cards[2]}]")
            elif street < 7 or seat == hero:
                lines.append(f"Dealt to {name} [{' '.join(cards[seen : street - 1])}] [{cards[street - 1]}]")
        if street == 3:
            lines += ["quill is low with [2c]", "quill brings in for $0.50", "northwind calls $0.50"]
        else:
            lines += ["northwind has 15 seconds left to act"] if seat == hero else []
            lines += ["northwind checks", "quill checks"]
    return "\n".join(
        [
            *lines,
            "*** SHOW DOWN ***",
            "northwind mucks",
            "quill mucks",
            f"{NAMES[paid]} wins the pot ($1.50)",
            "*** SUMMARY ***",
            "Total pot $1.50 | Rake $0",
            *[f"Seat {s}: {n} {'collected ($1.50)' if s == paid else 'mucked'}" for s, n in NAMES.items()],
            "",
            "",
            "",
        ]
    )


def house(name: str = "pokerstars", paid: int = 2, number: int = 9001, seen: tuple[int, ...] = ()) -> str:
    """The same by the house, which names a site, in the neutral notation; of some seats it shows the cards."""
    lines = [
        "stud 1",
        (
            f"hand {number} game=stud structure=fixed small=2 big=4 ante=0.25 bring-in=1 currency=USD "
            f'table="Heron 7" seats=8 button=2 house={name} at=2026-11-02T20:00:05 zone=ET'
        ),
        'seat 1 "northwind" 80',
        'seat 2 "quill" 64.50',
        "ante 2 0.25",
        "ante 1 0.25",
    ]
    for street in range(3, 8):
        lines.append(f"street {street}")
        for seat, cards in CARDS.items():
            hidden = [card if seat in seen else "?" for card in cards]
            if street == 3:
                lines.append(f"deal {seat} down {hidden[0]} {hidden[1]}")
            if street < 7:
                lines.append(f"deal {seat} up {cards[street - 1]}")
            else:
                lines.append(f"deal {seat} down {hidden[6]}")
        lines += ["bring-in 2 1", "call 1 1"] if street == 3 else ["prompt 1", "check 1", "check 2"]
    return "\n".join(
        [*lines, "show-down", "muck 1", "muck 2", f"award {paid} 2.50 pot=main", "total 2.50", "rake 0", "end", ""]
    )
