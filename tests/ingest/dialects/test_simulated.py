"""Simulated legal hands in the writing of several sites: their readers find the play and the money, and no fault."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from support.dialects import parse, unknown
from support.site_logs import WRITERS, truth

from stud_audit.houses import load_house
from stud_audit.model.events import Called, CommunityDealt, Wager
from stud_audit.model.gaps import UNCALLED_RETURNS
from stud_audit.model.hand import Hand
from stud_audit.pipeline.run import Audit
from stud_audit.simulate.play import play
from stud_audit.simulate.session import new_table, prepare

HANDS = 40
MONEY = ("('UncalledReturned'", "('won'")
SITES = pytest.mark.parametrize("site", WRITERS)


def simulated(site: str) -> Iterator[Hand]:
    """Legal hands under the site's house, as far as its logs are known to show such hands."""
    rng = Random(f"{site} 1")
    house = load_house(site.split(" ")[0])
    made = 0
    while made < HANDS:
        table = new_table(house, rng.choice(list(WRITERS[site].GAMES)), rng, 1)
        for _ in range(4):
            prepare(table, house, rng)
            hand = play(table, house, str(made), rng).hand
            if not any(isinstance(event, CommunityDealt) for event in hand.events) and not calls_above_the_level(hand):
                made += 1
                yield hand


def over_short_antes(site: str) -> Iterator[Hand]:
    """Hands in which all but one are all-in for less than the ante: the rest of theirs comes back."""
    rng = Random(f"{site} 2")
    house = load_house(site.split(" ")[0])
    for number in range(HANDS // 4):
        table = new_table(house, rng.choice(list(WRITERS[site].GAMES)), rng, 1)
        for sitting in list(table.seats.values())[1:]:
            sitting.stack = rng.randrange(1, table.header.ante or 2)
        prepare(table, house, rng)
        hand = play(table, house, str(number), rng).hand
        if not any(isinstance(event, CommunityDealt) for event in hand.events):
            yield hand


def calls_above_the_level(hand: Hand) -> bool:
    """Over a bring-in that was all-in for less, the whole of it is called: a bet of its own at some sites."""
    levels: dict[int, int] = {}
    for event in hand.events:
        if isinstance(event, Wager):
            if isinstance(event, Called) and event.to > levels.get(event.street, 0):
                return True
            levels[event.street] = max(levels.get(event.street, 0), event.to)
    return False


HANDS_OF = pytest.mark.parametrize("hands", [simulated, over_short_antes])


@SITES
@HANDS_OF
def test_the_play_and_the_money_are_found(site: str, hands: Callable[[str], Iterator[Hand]]) -> None:
    for number, hand in enumerate(hands(site), 1):
        text = WRITERS[site](hand, number).text()
        [(dialect, read)] = parse(text)
        assert (dialect, read.status, read.truncated, unknown(read.events)) == (site.split(" ")[0], "parsed", False, [])
        unit = 10 ** (hand.header.decimals - read.header.decimals)
        want, got = (sorted(map(str, told)) for told in (truth(hand.events), truth(read.events, unit)))
        if UNCALLED_RETURNS in read.missing:
            want, got = ([entry for entry in told if not entry.startswith(MONEY)] for told in (want, got))
        assert got == want, text


@SITES
@HANDS_OF
def test_legal_hands_raise_nothing(site: str, hands: Callable[[str], Iterator[Hand]], tmp_path: Path) -> None:
    path = tmp_path / "night.txt"
    texts = [WRITERS[site](hand, number).text() for number, hand in enumerate(hands(site), 1)]
    path.write_text("\n".join(texts), "utf-8")
    run = Audit(path)
    assert [(finding.code, finding.line, finding.message) for result in run for finding in result.findings] == []
    assert run.summary.parsed == len(texts) > 0
