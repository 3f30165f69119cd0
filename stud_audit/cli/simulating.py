"""`simulate`: makes logs, legal or with planted faults."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from stud_audit.cli.streams import complain
from stud_audit.model.errors import UsageError


class GameName(StrEnum):
    """The games."""

    stud = "stud"
    stud8 = "stud8"
    razz = "razz"


def simulate(
    house: Annotated[str, typer.Option(metavar="NAME|FILE.toml", help="Whose rules are played.")],
    dialect: Annotated[str, typer.Option(metavar="NAME", help="How the hands are written: neutral or pokerstars.")],
    hands: Annotated[int, typer.Option(min=1, metavar="N", help="How many hands.")],
    seed: Annotated[int, typer.Option(metavar="S", help="The same seed gives the same hands.")],
    output: Annotated[
        Path, typer.Option("-o", "--output", metavar="PATH", help="Where they go; the truth goes to PATH.truth.jsonl.")
    ],
    game: Annotated[GameName | None, typer.Option(help="One game; else all three in turn.")] = None,
    plant: Annotated[
        list[str] | None,
        typer.Option(metavar="CODE=RATE", help="Break that rule in this share of the hands, 0 to 1; may be repeated."),
    ] = None,
) -> None:
    """Deal and play hands, and write a log.

    They keep to a house's rules but for the faults that are planted.
    """
    from stud_audit.simulate import simulate as write

    rates = dict(map(_rate, plant or []))
    done = write(output, house, dialect, hands=hands, seed=seed, game=game.value if game else None, plant=rates)
    for code, wanted in done.wanted.items():
        if done.planted[code] < wanted:
            complain(f"{code} was planted in {done.planted[code]} hands of {wanted}: it needs a hand that is rare here")


def _rate(option: str) -> tuple[str, float]:
    code, _, rate = option.partition("=")
    try:
        return code, float(rate)
    except ValueError:
        raise UsageError(f"--plant takes CODE=RATE, such as W502=0.01, not {option!r}") from None
