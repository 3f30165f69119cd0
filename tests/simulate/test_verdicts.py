"""The verdicts that planted faults claim, set against what the houses' texts settle."""

from __future__ import annotations

from random import Random

import pytest
from support.planted import HOUSES

from stud_audit.houses.loader import load_house
from stud_audit.simulate.plants import plants
from stud_audit.simulate.room import Room

# Stud high. A fault is a violation where the text (or the game itself) rules it, and a review where the house is silent
# on it, or a reading of its text lets it pass. Codes that are not named here are violations everywhere.
REVIEWS = {
    "william-hill": "R003 R005 B304 T401 W507 W511 P603 D105 U904",
    "london-poker-club": "R003 R005 B304 D101 D107 D108 W506 W511 P603 S703 X804",
    "third-house": "R003 R005 B304 W506 W508 W511 P603 D105 S703 X803 X804 U904",
    "roberts-rules": "R003 R005 B304 D107 D108",
    "tda": "R003 R005 B304 A203 D105 D107 D108 W506 P603 X804 U904",
    "pokerstars": "R003 R005 B304 D105 W511 S703 X804 U904",
}
# Under these it depends on the hand: who is live, where the button lies, which street it is.
OPEN = {
    ("william-hill", "D107"),  # eight live players: violation; fewer: review
    ("william-hill", "S703"),  # the seat left of the dealer tied: violation; not: review
    ("london-poker-club", "T401"),  # fourth to sixth street: violation; seventh: review
    ("tda", "W502"),  # a completion: review
    ("third-house", "D107"),
}
VARIABLE = sorted(
    {code for codes in REVIEWS.values() for code in codes.split()} | {code for _, code in OPEN} | {"W501"}
)


@pytest.mark.parametrize("house_name", HOUSES)
@pytest.mark.parametrize("code", VARIABLE)
def test_verdict(house_name: str, code: str) -> None:
    house, plant = load_house(house_name), plants()[code][0]
    if not plant.fits(house):
        pytest.skip("no such rule")
    room = Room(house, "neutral", ("stud",), Random(f"{house_name} {code}"), span=4)
    verdicts = {truth.verdict for _ in range(3) for truth in room.deal(plant).truth}
    if (house_name, code) in OPEN:
        assert verdicts
    else:
        assert verdicts == {"review" if code in REVIEWS[house_name].split() else "violation"}


@pytest.mark.parametrize(
    ("house_name", "code", "verdict"),
    [
        # The three texts cover stud high: razz and hi-lo are played by the fallback's rules.
        ("william-hill", "B301", "review"),
        ("london-poker-club", "B301", "review"),
        ("third-house", "T401", "review"),
        ("roberts-rules", "B301", "violation"),
        ("roberts-rules", "T401", "violation"),
        ("pokerstars", "B301", "violation"),
    ],
)
def test_verdict_in_razz(house_name: str, code: str, verdict: str) -> None:
    room = Room(load_house(house_name), "neutral", ("razz",), Random(code), span=4)
    assert {truth.verdict for _ in range(3) for truth in room.deal(plants()[code][0]).truth} == {verdict}


@pytest.mark.parametrize(
    ("house_name", "dialect", "verdict"),
    [
        ("william-hill", "neutral", "violation"),
        ("william-hill", "pokerstars", "violation"),  # the house publishes the stake's ante
        ("london-poker-club", "neutral", "violation"),  # the header says it
        ("london-poker-club", "pokerstars", "review"),  # most seats of the hand say it
        ("third-house", "pokerstars", "review"),  # the house says what is usual
    ],
)
def test_what_tells_the_ante_decides_its_verdict(house_name: str, dialect: str, verdict: str) -> None:
    room = Room(load_house(house_name), dialect, ("stud",), Random(dialect), span=4)
    assert {truth.verdict for _ in range(3) for truth in room.deal(plants()["A202"][0]).truth} == {verdict}


# The second and further plants of a code, in stud high, by the name of the plant.
FURTHER = {
    "AfterTimeout": {"london-poker-club": "violation"},
    "TooEarly": {"london-poker-club": "violation"},
    "ProtectedActs": {"london-poker-club": "review"},
    "TwoExposed": dict.fromkeys(HOUSES, "violation"),
    "HiddenWinner": dict.fromkeys(HOUSES, "violation"),
    "HiddenTie": dict.fromkeys(HOUSES, "violation"),
    # Cards speak where a house's text, or the server, reads them; two codes leave it open whether a muck is dead.
    "MuckedWinner": dict.fromkeys(HOUSES, "violation") | dict.fromkeys(("roberts-rules", "tda"), "review"),
    "HiddenLow": dict.fromkeys(HOUSES, "violation"),
    "BrokenChips": dict.fromkeys([name for name in HOUSES if name != "pokerstars"], "violation"),
    "NobodyCanCall": dict.fromkeys(HOUSES, "violation"),
    # Robert's Rules say that the next player completes a short bet; others are silent.
    "OverShortAllIn": dict.fromkeys(HOUSES, "review") | {"roberts-rules": "violation"},
}
TIMEOUTS = {"fold": "violation", "check": "review", "bet": "review", "raise": "review", "bring-in": "review"}


@pytest.mark.parametrize(("name", "house_name"), [(name, house) for name, of in FURTHER.items() for house in of])
def test_verdict_of_further_plants(name: str, house_name: str) -> None:
    (plant,) = [kind for kinds in plants().values() for kind in kinds if kind.__name__ == name]
    house = load_house(house_name)
    dialect, game = plant.dialects[0], plant.games[0]
    assert plant.fits(house)
    room = Room(house, dialect, (game,), Random(f"{name} {house_name}"), span=4)
    assert {truth.verdict for _ in range(6) for truth in room.deal(plant).truth} == {FURTHER[name][house_name]}


def test_every_further_plant_has_its_verdicts_stated() -> None:
    assert {kind.__name__ for kinds in plants().values() for kind in kinds[1:]} == FURTHER.keys()


def test_what_is_done_with_a_timeout_decides_its_verdict() -> None:
    room = Room(load_house("london-poker-club"), "neutral", ("stud",), Random("timeouts"), span=4)
    seen = {}
    for sample in [room.deal(plants()["T407"][0]) for _ in range(30)]:
        for truth in sample.truth:
            seen[sample.lines[truth.line - 1].split()[0]] = truth.verdict
    assert seen == {word: TIMEOUTS[word] for word in seen}
    assert seen.keys() >= {"fold", "check", "raise", "bring-in"}
