from random import Random

import pytest

from stud_audit.houses import load_house
from stud_audit.model.events import AntePosted, UncalledReturned
from stud_audit.simulate.play import play
from stud_audit.simulate.session import new_table, prepare


@pytest.mark.parametrize("seed", range(8))
def test_an_ante_over_those_who_are_all_in_comes_back_once(seed: int) -> None:
    rng, house = Random(seed), load_house("roberts-rules")
    table = new_table(house, "stud", rng, 1)
    for sitting in list(table.seats.values())[1:]:
        sitting.stack = rng.randrange(1, table.header.ante or 2)
    prepare(table, house, rng)
    events = play(table, house, "1", rng).hand.events
    antes = sorted(event.amount for event in events if isinstance(event, AntePosted))
    back = [event.amount for event in events if isinstance(event, UncalledReturned)]
    assert back == [antes[-1] - antes[-2]]
