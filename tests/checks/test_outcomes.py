"""What checks say where nothing is wrong, or nothing can be told, and of faults that come close to one another."""

from __future__ import annotations

import pytest
from support.judged import NOTHING, PASSED, Judged, changed
from support.neutral_hands import CALLED

HAND = (
    CALLED
    + """\
street 4
burn ?
deal 1 up 8c
deal 2 up 3h
deal 3 up Qs
check 3
check 1
check 2
street 5
burn ?
deal 1 up 7h
deal 2 up 5s
deal 3 up Jc
check 3
check 1
check 2
street 6
burn ?
deal 1 up Tc
deal 2 up 4c
deal 3 up 3c
check 3
check 1
check 2
street 7
burn ?
deal 1 down 6d
deal 2 down Jd
deal 3 down 9s
check 3
bet 1 4
fold 2
call 3 4
show-down
show 1 Ah Ad 2c 8c 7h Tc 6d
award 1 14
summary
total 14
rake 0
end
"""
)
Edits = list[tuple[str, str]]
RR, WH, LPC, H3 = "roberts-rules", "william-hill", "london-poker-club", "third-house"
NO_ANTE = (" ante=1", "")
VIOLATION, REVIEW = "violation", "review"


def judged(code: str, edits: Edits, house: str = RR) -> Judged:
    return Judged(changed(HAND, *edits), code, house)


ALL_CODES = [
    "A201 A202 A203 D101 D102 D103 D104 D105 D106 D109 D110 D111 R002 R003 R008 B301 B302 B303",
    "T401 T402 T403 T404 T405 W501 W502 W503 W504 W505 W506 W509 W510 W511",
    "P601 P602 P603 P604 S701 S704 S705 S706",
]
FOLDED = [
    ("fold 2\ncall 3 4\n", "fold 2\nfold 3\nreturn 1 4\n"),
    ("show-down\nshow 1 Ah Ad 2c 8c 7h Tc 6d\naward 1 14", "award 1 6"),
    ("total 14", "total 6"),
]
SETTINGS = {"the players' settings for antes", "the sources of antes"}
SHARED = ("burn ?\ndeal 1 down 6d\ndeal 2 down Jd\ndeal 3 down 9s\n", "burn ?\nboard 6d\n")
OTHER_ORDER = ("check 3\ncheck 1\ncheck 2\nstreet 5", "check 1\ncheck 2\ncheck 3\nstreet 5")


@pytest.mark.parametrize("code", " ".join(ALL_CODES).split())
def test_the_hand_is_right(code: str) -> None:
    found = judged(code, [])
    assert found.faults == []
    assert found.said <= PASSED


@pytest.mark.parametrize(
    ("code", "edits", "house", "said"),
    [
        # Antes.
        ("A201", [NO_ANTE, ("ante 1 1\nante 2 1\nante 3 1\n", "")], RR, {"the table's ante"}),
        ("A201", [(" ante=1", " ante=0"), ("ante 1 1\nante 2 1\nante 3 1\n", "")], RR, NOTHING),
        ("A201", [("ante 2 1\n", "whistle\n")], RR, {"passed", "a line that could not be read"}),
        ("A201", [("ante 2 1", "ante 1 1")], RR, {"passed", "a line that could not be read"}),
        ("A202", [NO_ANTE, ("ante 1 1", "ante 1 2"), ("ante 2 1", "ante 2 3")], RR, {"the table's ante"}),
        ("A202", [('"northwind" 100', '"northwind" 0.50'), ("ante 1 1", "ante 1 0.50 all-in")], RR, PASSED),
        ("A202", [('"northwind" 100', '"northwind" 0.50'), ("ante 1 1", "ante 1 0.50")], RR, PASSED),
        # A house that knows the usual ante of a stake, and a table without one.
        ("A202", [(" small=2 big=4 ante=1 bring-in=1", "")], H3, PASSED),
        # A second ante, and one that is more than they have, are other checks'.
        ("A203", [("ante 2 1\n", ""), ("show-down\n", "show-down\nante 2 1\n")], RR, PASSED),
        ("A205", [], LPC, {"the sources of antes"}),
        ("A205", [("ante 1 1", "ante 1 1 source=manual"), ("ante 2 1", "ante 2 1 source=preaction"),
                  ("ante 3 1", "ante 3 1 source=manual")], LPC, PASSED),
        ("A205", [("ante 1 1", "ante 1 1 source=auto")], LPC, SETTINGS),
        ("A205", [("ante 1 1", "preaction 2 no-auto-ante\nante 1 1 source=auto")], LPC, SETTINGS),
        ("A205", [], RR, NOTHING),
        # The deal.
        ("D105", [(" button=3", "")], RR, {"the dealer button"}),
        ("D105", [(" button=3", " button=8")], RR, {"the dealer button"}),  # nobody sits there
        ("D106", [("burn ?\n", "")] * 4, RR, {"burn cards"}),
        ("D106", [("burn ?\n", "")], WH, NOTHING),
        ("D107", [], RR, PASSED),
        ("D108", [], RR, NOTHING),
        # Of who has folded no board is repeated, or it is another's fault; down-cards may first be told by repetition.
        ("D110", [("fold 2\ncall 3 4", "fold 2\nreprint 2 up 9d 3h 5s 6c\ncall 3 4")], RR, NOTHING),
        ("D110", [("deal 2 down Jh Ts\n", ""), ("check 3\nbet", "reprint 2 down Jh Ts\ncheck 3\nbet"),
                  ("deal 2 down Jd\n", "")], RR, NOTHING),
        # Turns and time.
        ("T401", [("deal 3 up Qs", "deal 3 up ?")], RR, {"the up-cards of seat 3"}),
        ("T406", [], LPC, {"the times of prompt and action"}),
        ("T406", [], RR, NOTHING),
        ("T407", [("fold 2", "timeout 2\nfold 2 source=timeout")], RR, NOTHING),
        ("T407", [("fold 2\n", "timeout 2\nprotect 2\n")], LPC, PASSED),
        # The end.
        ("P605", [], RR, NOTHING),
        ("R008", [], RR, NOTHING),
        ("R008", [("rake 0\n", "rake 0\nsummary 1 won=14\nsummary 2 folded=7\nsummary 3\n")], RR, PASSED),
        ("R011", [], RR, NOTHING),
        # Nobody contends for the pot, or nobody was paid.
        ("S707", [("game=stud ", "game=stud8 "), *FOLDED], RR, NOTHING),
        ("S701", FOLDED, RR, PASSED),
        ("S702", FOLDED, RR, NOTHING),
        ("S707", [("game=stud ", "game=stud8 "), ("award 1 14\n", "")], RR, NOTHING),
        ("S701", [("award 1 14\n", "")], RR, NOTHING),
    ],
)  # fmt: skip
def test_where_nothing_is_wrong_or_nothing_can_be_told(code: str, edits: Edits, house: str, said: set[str]) -> None:
    found = judged(code, edits, house)
    assert (found.faults, found.said) == ([], said)


@pytest.mark.parametrize(
    ("code", "edits", "house", "line", "verdict"),
    [
        ("A201", [("ante 2 1\n", "")], RR, "street 3", VIOLATION),
        ("A201", [("ante 2 1\n", ""), ("street 3\n", "")], RR, "deal 1 down Ah Ad", VIOLATION),
        ("A202", [("ante 2 1", "ante 2 1.50")], RR, "ante 2 1.50", VIOLATION),
        ("A202", [NO_ANTE, ("ante 2 1", "ante 2 1.50")], RR, "ante 2 1.50", REVIEW),  # by most seats of the hand
        ("A202", [("ante 2 1\n", "ante 2 1\nante 2 1\n")], RR, "ante 2 1", VIOLATION),
        ("A203", [("ante 2 1\n", ""), ("up Kd\n", "up Kd\nante 2 1\n")], RR, "ante 2 1", VIOLATION),
        ("A205", [("ante 1 1", "preaction 1 no-auto-ante\nante 1 1 source=auto")], LPC,
         "ante 1 1 source=auto", VIOLATION),
        ("D105", [(" button=3", " button=1")], RR, "deal 1 down Ah Ad", VIOLATION),
        ("D105", [("deal 1 up 8c\ndeal 2 up 3h", "deal 2 up 3h\ndeal 1 up 8c")], RR, "deal 2 up 3h", VIOLATION),
        ("D106", [("street 6\nburn ?\n", "street 6\n")], RR, "deal 1 up Tc", VIOLATION),
        ("D106", [("street 7\nburn ?\n", "street 7\n")], RR, "deal 1 down 6d", VIOLATION),
        ("D108", [SHARED], RR, "board 6d", REVIEW),
        ("D108", [("street 6\nburn ?\n", "street 6\nburn ?\nboard 4d\n")], RR, "board 4d", VIOLATION),
        ("D109", [("check 2\nstreet 6", "street 6")], RR, "street 6", VIOLATION),
        ("D109", [("check 3\ncheck 1\ncheck 2\nstreet 6", "street 6")], RR, "street 6", VIOLATION),
        ("D109", [("call 3 4\n", "")], RR, "show-down", VIOLATION),
        ("D111", [("check 1\ncheck 2\nstreet 7", "check 1\nfold 2\nstreet 7"), ("fold 2\ncall 3 4", "call 3 4")], RR,
         "deal 2 down Jd", VIOLATION),
        ("T401", [OTHER_ORDER], RR, "check 1", VIOLATION),
        ("T402", [("fold 2\ncall 3 4", "call 3 4\nfold 2")], RR, "call 3 4", VIOLATION),
        ("T403", [("call 3 4\n", "call 3 4\nfold 2\n")], RR, "fold 2", VIOLATION),
        ("T405", [("call 3 4\n", "call 3 4\ncheck 1\n")], RR, "check 1", VIOLATION),
        ("T407", [("fold 2", "timeout 2\nfold 2 source=timeout")], LPC, "fold 2 source=timeout", VIOLATION),
        ("R008", [("rake 0\n", "rake 0\nsummary 1 won=13\n")], RR, "summary 1 won=13", VIOLATION),
        ("R008", [("rake 0\n", "rake 0\nsummary 2 folded=6\n")], RR, "summary 2 folded=6", VIOLATION),
        ("R008", [("rake 0\n", "rake 0\nsummary 3 folded=6\n")], RR, "summary 3 folded=6", VIOLATION),
        ("R008", [("rake 0\n", 'rake 0\nsummary 1 won=14 shown="Ah Ad 2c 8c 7h Tc 6s"\n')], RR,
         'summary 1 won=14 shown="Ah Ad 2c 8c 7h Tc 6s"', VIOLATION),
    ],
)  # fmt: skip
def test_one_line_is_wrong(code: str, edits: Edits, house: str, line: str, verdict: str) -> None:
    assert judged(code, edits, house).faults == [(line, verdict)]


# --- players who have no seat ----------------------------------------------------------------------


def strangers(text: str) -> list[str]:
    return [line for line, _ in Judged(text, "R006", RR).faults]


def test_one_who_is_not_there_is_one_finding_at_the_first_line_of_theirs() -> None:
    assert strangers(changed(HAND, ("call 2 1", "call 7 1"))) == ["call 7 1"]
    twice = changed(HAND, ("call 2 1", "call 7 1"), ("check 3", "check 7"))
    assert strangers(twice) == ["call 7 1"]
    assert strangers(changed(twice, ("check 1", "check 8"))) == ["call 7 1", "check 8"]


def test_a_seat_line_that_could_not_be_read_may_be_theirs() -> None:
    lost = changed(HAND, ('seat 2 "saltmarsh" 100\n', "sea# 2 saltmarsh\n"))
    assert strangers(lost) == []
    # One line is one player: the second has no seat.
    assert strangers(changed(lost, ("call 3 1", "call 7 1"))) == ["call 7 1"]
    # Behind the antes it is no seat line.
    late = changed(HAND, ("up Kd\n", "up Kd\nwhistle\n"), ("call 2 1", "call 7 1"))
    assert strangers(late) == ["call 7 1"]


@pytest.mark.parametrize(
    ("line", "value"),
    [("call 2 4.0.0", "4.0.0"), ("call 2 1.0x all-in", "1.0x")],
)
def test_the_part_of_a_line_that_is_malformed(line: str, value: str) -> None:
    (found,) = judged("R010", [("call 2 1", line)]).found
    assert found.actual == value


# --- times within a hand ---------------------------------------------------------------------------

AT = " at=2026-11-01T12:00:"


@pytest.mark.parametrize(
    ("times", "back"),
    [
        ((), []),
        (("05", "06"), []),
        (("05", "05"), []),
        (("06", "05"), ["call 3 1"]),
        (("06", "05", "07"), ["call 3 1"]),
        # The latest time before it is what it is held against.
        (("09", "05", "08"), ["call 3 1", "check 3"]),
    ],
)
def test_a_clock_that_goes_back(times: tuple[str, ...], back: list[str]) -> None:
    edits = [
        (f"{line}\n", f"{line}{AT}{time}Z\n")
        for line, time in zip(("call 2 1", "call 3 1", "check 3"), times, strict=False)
    ]
    found = judged("R011", edits)
    assert [line.split(" at=")[0] for line, _ in found.faults] == back
    if len(back) == 2:
        assert {one.expected for one in found.found} == {"2026-11-01 12:00:09"}


def test_a_hand_that_begins_after_its_first_line() -> None:
    header = ("button=3\n", f"button=3{AT}07Z\n")
    found = judged("R011", [header, ("call 2 1\n", f"call 2 1{AT}05Z\n")])
    assert [line for line, _ in found.faults] == [f"call 2 1{AT}05Z"]
    assert found.found[0].related == ()  # no line of an event has the later time
    assert judged("R011", [header, ("call 2 1\n", f"call 2 1{AT}07Z\n")]).said == PASSED


# --- lines that could not be read, and names of seats ----------------------------------------------


@pytest.mark.parametrize(
    ("line", "found", "said"),
    [
        ('unknown "saltmarsh: ???"', [], {"a line that could not be read"}),
        ('unknown "northwind: ???"', [("street 6", VIOLATION)], NOTHING),
        ('unknown "???"', [("street 6", VIOLATION)], NOTHING),
        ("check 7", [], {"a line that could not be read"}),  # by somebody who is not there: whose it is, nobody knows
        ("check x", [("street 6", VIOLATION)], NOTHING),
    ],
)
def test_a_line_of_the_round_that_may_be_the_missing_action(
    line: str, found: list[tuple[str, str]], said: set[str]
) -> None:
    after = ("check 2\nstreet 6", f"{line}\nstreet 6")
    one = judged("D109", [after])
    assert (one.faults, one.said - PASSED) == (found, said)
    # Before the deal of the street, or behind it all, it is none of the round.
    before = judged("D109", [("check 2\nstreet 6", "street 6"), ("street 5\n", f"{line}\nstreet 5\n")])
    assert before.faults == [("street 6", VIOLATION)]


def test_an_award_to_a_seat_that_was_not_dealt_in() -> None:
    away = ('seat 3 "wexley" 100\n', 'seat 3 "wexley" 100\nseat 5 "tinder" 50\n')
    (one,) = judged("S705", [away, ("award 1 14", "award 5 14")]).found
    assert "seat 5 (tinder)" in one.message
    assert (one.expected, one.actual, one.money_effect) == ("1", "5", "14")


@pytest.mark.parametrize(
    ("edits", "lines"),
    [
        # Third street: two down and one up. One exposed card is kept as the up-card, the third comes down.
        ([("deal 1 down Ah Ad", "deal 1 up Ah"), ("deal 1 up 2c", "deal 1 down Ad 2c")], []),
        ([("deal 1 down Ah Ad", "deal 1 up Ah Ad"), ("deal 1 up 2c", "deal 1 down 2c")], ["deal 1 up Ah Ad"]),
        ([("deal 1 down Ah Ad", "deal 1 down Ah\ndeal 1 up Ad")], ["deal 1 up 2c"]),
        ([("deal 1 up 2c", "deal 1 down 2c")], ["deal 1 down 2c"]),
        ([("deal 1 down Ah Ad\n", "deal 1 down Ah Ad 2c\n"), ("deal 1 up 2c\n", "")], ["deal 1 down Ah Ad 2c"]),
        # Too many in all is another fault (D102).
        ([("deal 1 up 2c", "deal 1 up 2c\ndeal 1 up 9h")], []),
        ([("deal 1 up 8c", "deal 1 down 8c")], ["deal 1 down 8c"]),
        ([("deal 1 down 6d", "deal 1 up 6d")], ["deal 1 up 6d"]),
    ],
)
def test_cards_dealt_with_the_wrong_face(edits: Edits, lines: list[str]) -> None:
    assert [line for line, _ in judged("D103", edits).faults] == lines


@pytest.mark.parametrize(
    ("edits", "words"),
    [
        ([("deal 1 down Ah Ad\n", "deal 1 down Ah\n")], "is dealt 2 cards on third street instead of 3"),
        ([("deal 1 down Ah Ad\n", "")], "is dealt 1 card on third street instead of 3"),
        ([("deal 1 down Ah Ad\n", ""), ("deal 1 up 2c\n", "")], "is dealt no cards on third street instead of 3"),
    ],
)
def test_how_many_cards_were_dealt(edits: Edits, words: str) -> None:
    (one,) = judged("D102", edits).found
    assert one.message == f"seat 1 (northwind) {words}"


def test_two_cards_of_one_line_that_lie_elsewhere_are_one_finding() -> None:
    assert judged("D104", [("down Jh Ts", "down 2c Kd")]).faults == [
        ("deal 1 up 2c", VIOLATION),
        ("deal 3 up Kd", VIOLATION),
    ]
    found = judged("D104", [("deal 2 up 9d\n", "deal 2 up 9d\ndeal 2 down Ah Ad\n"), ("deal 2 down Jh Ts\n", "")])
    assert found.faults == [("deal 2 down Ah Ad", VIOLATION)]


@pytest.mark.parametrize(
    ("cards", "shown", "faults", "said"),
    [
        ("6c 5d", True, [], PASSED),  # 6 5 and K Q J 3 9: no low
        ("Ad 5d", True, ["state no-low"], NOTHING),
        ("6c 5d", False, [], {"the cards of seat 3"}),
    ],
)
def test_that_no_low_qualified(cards: str, shown: bool, faults: list[str], said: set[str]) -> None:
    # Seat 1 has 8 7 6 2 and two aces: with one of them a low, unless they are other cards.
    lines = [
        ("game=stud ", "game=stud8 "),
        ("deal 1 down Ah Ad", "deal 1 down Kh Ks"),
        ("deal 3 down 6c 5d", f"deal 3 down {cards}"),
        ("Jc\n", "2d\n"),
        ("deal 3 down 9s", "deal 3 down 4s" if faults else "deal 3 down 9s"),
        ("show 1 Ah Ad", "show 1 Kh Ks"),
        ("award 1 14", "state no-low\naward 1 7\naward 3 7" if faults else "state no-low\naward 1 14"),
    ]
    if shown:
        lines.append(("show-down\n", f"show-down\nshow 3 {cards} Kd Qs 2d 3c {'4s' if faults else '9s'}\n"))
    else:
        lines += [(f"deal 3 down {cards}", "deal 3 down ? ?"), ("deal 3 down 9s", "deal 3 down ?")]
    found = judged("R012", lines)
    assert ([line for line, _ in found.faults], found.said) == (faults, said)


def test_the_lowest_card_of_the_deck_to_a_player_who_has_folded() -> None:
    edits = [("up 2c", "up 2d"), ("Ad 2c 8c", "Ad 2d 8c"), ("deal 2 down Jd", "deal 2 down 2c")]
    edits += [("check 1\ncheck 2\nstreet 7", "check 1\nfold 2\nstreet 7"), ("fold 2\ncall 3 4", "call 3 4")]
    (one,) = judged("D111", edits).found
    assert one.message == "seat 2 (saltmarsh) is dealt the 2c on seventh street after folding"


def test_of_chips_that_have_no_place_there_the_stack_is_not_judged() -> None:
    edits = [('"saltmarsh" 100', '"saltmarsh" 5'), ("call 3 4\n", "call 3 4\ncall 2 50\n")]
    assert judged("W509", edits).faults == []
