import pytest

from stud_audit.ingest.mapping.uncalled_bets import chips_in
from stud_audit.model.events import AntePosted, Bet, BroughtIn, Called, Event, Folded, Raised, UncalledReturned

ANTES = (AntePosted(1, 5), AntePosted(2, 5), AntePosted(3, 5))
FOLDED_TO = (
    *ANTES,
    BroughtIn(1, 10, 10, street=3),
    Raised(2, 50, 50, street=3),
    Folded(3, street=3),
    Folded(1, street=3),
)


def test_what_nobody_called() -> None:
    chips = chips_in(FOLDED_TO)
    assert (chips.total, chips.bettor, chips.uncalled) == (75, 2, 40)
    assert chips.by_seat == {1: 15, 2: 55, 3: 5}


@pytest.mark.parametrize(
    ("paid", "rake_free", "how"),
    [
        (75, True, "within"),
        (73, False, "within"),
        (36, False, "within"),
        (35, True, "apart"),
        (35, False, "open"),
        (30, False, "open"),
        (34, True, "open"),
    ],
)
def test_what_the_awards_prove(paid: int, rake_free: bool, how: str) -> None:
    assert chips_in(FOLDED_TO).returned(paid, rake_free) == how


def test_an_award_of_just_the_bet() -> None:
    call = (*ANTES, Bet(1, 100, 100, street=4), Called(2, 95, 95, True, street=4), Folded(3, street=4))
    chips = chips_in(call)
    assert (chips.total, chips.uncalled) == (210, 5)
    assert chips.is_nothing_else(5, 200)
    assert not chips.is_nothing_else(4, 200)
    assert not chips.is_nothing_else(5, 150)


@pytest.mark.parametrize(
    "events",
    [
        ANTES,
        (*FOLDED_TO, UncalledReturned(2, 40)),
        # They could have called it all, so that their call is too small and the bet is not uncalled.
        (*ANTES, Bet(1, 50, 50, street=4), Called(2, 40, 40, street=4), Folded(3, street=4)),
        (*ANTES, Bet(1, 50, 50, street=4), Called(2, 50, 50, street=4), Folded(3, street=4)),
    ],
)
def test_nothing_to_give_back(events: tuple[Event, ...]) -> None:
    chips = chips_in(events)
    assert chips.uncalled == 0
    assert chips.returned(chips.total, rake_free=True) == "none"
