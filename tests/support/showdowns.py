"""Hands in the neutral notation that are checked down to the showdown, for tests of who is paid what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from stud_audit.model.findings import Finding
from stud_audit.pipeline.one_hand import HandResult
from stud_audit.pipeline.run import Audit

FAMILIES = ["P60", "S7"]

ACES = "Ac Ad 9s Th Js 4c 2s"
ACES_TOO = "Ah As 9d Td Jd 4h 2d"
KINGS = "Kc Kd Qs Jh 6c 5d 3h"
QUEENS = "Qc Qd Jc Tc 8h 6s 4d"
LOW = "5c 6d 3s 2h Kh Qh 8s"
LOW_TOO = "5h 6h 3d 2c Ks Jd 8d"
"""Both 8-6-5-3-2, the first with king and queen, the second with king and jack."""
BOTH = "Ac Ah 6d 3s 2h 4h 9s"
"""A pair of aces, and 6-4-3-2-A: the best of both halves against KINGS and LOW."""


def hand(
    cards: Mapping[int, str],
    awards: Sequence[str],
    *,
    game: str = "stud",
    house: str = "roberts-rules",
    button: int | None = None,
    rake: str = "0",
    stacks: Mapping[int, str] | None = None,
    said: Mapping[int, str] | None = None,
    hidden: Sequence[int] = (),
    extra: Sequence[str] = (),
) -> str:
    """Everybody antes 1 and checks; the lowest seat bets 10 on fifth street, and all who can call it.

    A stack of at most 11 makes its player all-in; one of 1 is all-in on the ante. Seats in `hidden` do
    not show, and their down-cards stay unknown. `extra` lines stand before the end.
    """
    stacks = dict.fromkeys(cards, "1000") | dict(stacks or {})
    place = f" button={button}" if button else ""
    lines = [
        "stud 1",
        f"hand 1 game={game} structure=fixed small=5 big=10 ante=1 bring-in=2 currency=USD house={house}{place}",
        *(f'seat {seat} "player {seat}" {stack}' for seat, stack in stacks.items()),
        *(f"ante {seat} 1{' all-in' if stacks[seat] == '1' else ''}" for seat in cards),
    ]
    for street in range(3, 8):
        lines.append(f"street {street}")
        for seat, held in cards.items():
            own = held.split()
            unseen = seat in hidden
            if street == 3:
                lines += [f"deal {seat} down {'? ?' if unseen else ' '.join(own[:2])}", f"deal {seat} up {own[2]}"]
            else:
                up = street < 7
                card = own[street - 1] if up or not unseen else "?"
                lines.append(f"deal {seat} {'up' if up else 'down'} {card}")
        if street == 5:
            able = [seat for seat in cards if stacks[seat] != "1"]
            for place_no, seat in enumerate(able):
                chips = min(float(stacks[seat]) - 1, 10)
                all_in = " all-in" if float(stacks[seat]) <= 11 else ""
                lines.append(f"{'call' if place_no else 'bet'} {seat} {chips:g}{all_in}")
    lines.append("show-down")
    for seat, held in cards.items():
        words = f' said="{said[seat]}"' if said and seat in said else ""
        lines.append(f"muck {seat}" if seat in hidden else f"show {seat} {held}{words}")
    lines += [f"award {award}" for award in awards]
    total = sum(min(float(stack), 11) for stack in stacks.values())
    return "\n".join([*lines, *extra, f"total {total:g}", f"rake {rake}", "end", ""])


def findings(text: str, folder: Path, house: str | None = None) -> list[Finding]:
    """What the checks of pots and showdown find in it."""
    path = folder / "hand.stud"
    path.write_text(text)
    return [found for item in Audit(path, house, select=FAMILIES) for found in item.findings]


def coverage(text: str, folder: Path, code: str) -> set[tuple[str, str]]:
    """What a check said of it: outcome and missing data."""
    path = folder / "hand.stud"
    path.write_text(text)
    return {
        key[2:]
        for result in Audit(path, select=FAMILIES)
        if isinstance(result, HandResult)
        for key in result.said_by(code)
    }
