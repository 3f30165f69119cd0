"""Names and chat that look like lines of the log: such hands give the same events as with plain names."""

from __future__ import annotations

import re
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from stud_audit.ingest.dialect import Block, Parsed
from stud_audit.ingest.dialects.pokerstars import DIALECT
from stud_audit.model import events as e

PLAIN = ("anise", "borage", "comfrey", "dittany")

LOG = """\
PokerStars Game #700700:  7 Card Stud Hi/Lo Limit ($1/$2 USD) - 2012/05/06 7:08:09 ET
Table 'Outis II' 8-max
Seat 1: {a} ($20 in chips)
Seat 3: {b} ($5.30 in chips)
Seat 4: {c} ($30.15 in chips)
Seat 7: {d} ($18 in chips) is sitting out
{a}: posts the ante $0.20
{b}: posts the ante $0.20
{c}: posts the ante $0.20
{d}: posts the ante $0.20
*** 3rd STREET ***
Dealt to {a} [2c]
Dealt to {b} [3d Th As]
Dealt to {c} [9s]
Dealt to {d} [Kh]
{a}: brings in for $0.50
{d} is connected
{b}: raises $0.50 to $1
{d} said, "{a}: folds"
{c}: calls $1
{d}: folds
{a}: calls $0.50
*** 4th STREET ***
Dealt to {a} [2c] [4c]
Dealt to {b} [3d Th As] [Ah]
Dealt to {c} [9s] [8d]
{b}: bets $1
{c}: calls $1
{a} said, "*** SUMMARY ***"
{a}: calls $1
*** 5th STREET ***
Dealt to {a} [2c 4c] [6c]
Dealt to {b} [3d Th As Ah] [5d]
Dealt to {c} [9s 8d] [7h]
{b}: bets $2
{c} has timed out
{c}: raises $2 to $4
{d} leaves the table
{a}: calls $4
{b}: calls $1.10 and is all-in
*** 6th STREET ***
Dealt to {a} [2c 4c 6c] [Jc]
Dealt to {b} [3d Th As Ah 5d] [Qd]
Dealt to {c} [9s 8d 7h] [6s]
{c} said, "Dealt to {b} [3d Th As Ah 5d] [Qd]"
{c}: checks
{a}: bets $2
{c}: calls $2
*** RIVER ***
Dealt to {b} [3d Th As Ah 5d Qd] [Qs]
{c}: checks
{a}: bets $2
{c}: raises $2 to $4
{a}: folds
Uncalled bet ($2) returned to {c}
*** SHOW DOWN ***
{c}: shows [2d Td 9s 8d 7h 6s Kc] (HI: a straight, Six to Ten)
{c} collected $8.60 from side pot
{b}: mucks hand
{c} collected $13.30 from main pot
No low hand qualified
*** SUMMARY ***
Total pot $22.90 Main pot $13.30. Side pot $8.60. | Rake $1
Seat 1: {a} folded on the River
Seat 3: {b} mucked [3d Th As Ah 5d Qd Qs]
Seat 4: {c} showed [2d Td 9s 8d 7h 6s Kc] and won ($21.90) with HI: a straight, Six to Ten
Seat 7: {d} folded on the 3rd Street (didn't bet)
"""


def read(log: str) -> Parsed:
    return DIALECT.parse(Block(log.rstrip("\n"), 1))


def log_of(names: tuple[str, ...]) -> str:
    return re.sub(r"\{([abcd])\}", lambda match: names["abcd".index(match[1])], LOG)


def with_names(event: e.Event, names: dict[str, str]) -> e.Event:
    """The event with other names in its texts."""
    texts = {name: getattr(event, name) for name in event.__struct_fields__ if name != "raw"}
    pattern = re.compile("|".join(names))
    return replace(
        event,
        **{
            name: pattern.sub(lambda match: names[match[0]], text)
            for name, text in texts.items()
            if isinstance(text, str)
        },
    )


EXPECTED = read(log_of(PLAIN))


def expect_same(names: tuple[str, ...], chat: type[e.Event] | None = None) -> None:
    parsed = read(log_of(names))
    expected = [with_names(event, dict(zip(PLAIN, names, strict=True))) for event in EXPECTED.events]
    assert [x for x in parsed.events if type(x) is not chat] == [x for x in expected if type(x) is not chat]
    assert [event.span.line for event in parsed.events] == [event.span.line for event in EXPECTED.events]
    assert (parsed.truncated, parsed.missing) == (False, ())


def test_the_plain_hand_is_read_without_a_doubt() -> None:
    assert not any(isinstance(event, e.LineUnknown) for event in EXPECTED.events)
    assert not EXPECTED.truncated


NAMES = [
    "a: folds",
    "bets $4",
    ": bets $4",
    "Seat 3: x",
    "Seat 3: x ($5 in chips)",
    "x ($5 in chips) is sitting out",
    "collected $9 from pot",
    "x collected $9 from pot",
    "Bob [Ks Kd]",
    "[Ks Kd]",
    "Uncalled bet ($1) returned to Al",
    "Dealt to Al",
    "Dealt to Al [9s]",
    "*** SUMMARY ***",
    "*** 4th STREET ***",
    "Total pot $5 | Rake $0",
    "Board [6h]",
    "Betting is capped",
    "No low hand qualified",
    "Hand cancelled",
    'Al said, "x',
    'Al said, "x"',
    "x folds",
    "xfolds",
    "x (button)",
    "x (big blind)",
    "x showed [2c] and lost",
    "x folded on the River",
    "x mucked [2c]",
    "Player (host)",
    "(x)",
    "17",
    "",
    " ",
    "x ",
    " x",
    "a\u2028b",
    "no\xa0break",
    "\xa0",
    "Łukasz «0»",
    "PokerStars Game #1",
    "Table 'x' 8-max",
    "{b}",
    "\\",
    "x.*",
    "has timed out",
    "x leaves the table",
    "x is disconnected",
    'said, "',
]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("place", range(4))
def test_one_hostile_name(name: str, place: int) -> None:
    names = list(PLAIN)
    names[place] = name
    expect_same(tuple(names))


@pytest.mark.parametrize(
    "names",
    [
        ("Bob", "Bob [Ks Kd]", "Bob [Ks Kd] [9s]", "Bo"),
        ("Al", "Al: folds", "Al: folds: folds", "A"),
        ("Al", "Dealt to Al", "Uncalled bet ($1) returned to Al", "Seat 1: Al"),
        ("x", "x ", " x", ""),
        ("", ":", ": ", ": folds"),
        ("a: folds", "a: calls $1", "a: checks", "a"),
        ("Al", 'Al said, "hi"', "Al is connected", "Al leaves the table"),
        ("Seat 1", "Seat 3", "Seat 4", "Seat 7"),
        ("Seat 7: x", "Seat 4: x", "Seat 3: x", "Seat 1: x"),
        ("[9s]", "[2c]", "[2c] [4c]", "[Kh]"),
    ],
)
def test_names_that_contain_each_other(names: tuple[str, ...]) -> None:
    for order in permutations(names):
        expect_same(order)


PIECES = st.sampled_from(
    ["a", "b", " ", ": ", "folds", ": folds", " [9s]", " [2c 4c]", "[Kh]", "Dealt to ", "Seat 4: ", "(", ")", "*** ",
     " collected $8.60", " from side pot", ": calls $1", ' said, "', '"', " is sitting out", " (button)", "\xa0", "$2"]
)  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(st.lists(st.lists(PIECES, max_size=4).map("".join), min_size=4, max_size=4, unique=True))
def test_names_made_of_pieces_of_lines(names: list[str]) -> None:
    # Who said what can be past telling apart, where names hold what introduces chat; that decides nothing.
    expect_same(tuple(names), chat=e.ChatSaid)


CHAT = [*(line for line in LOG.split("\n") if line), '"', '" said, "', "", "x" * 5000, "\u2028{a}: folds"]


@pytest.mark.parametrize("said", CHAT)
@pytest.mark.parametrize(
    ("speaker", "seat", "before", "street"),
    [
        ("anise", 1, "*** 5th STREET ***", 4),
        ("stranger", None, "Dealt to borage [3d Th As Ah]", 5),
        ("comfrey", 4, "Seat 3: borage m", 0),
    ],
)  # fmt: skip
def test_chat_that_repeats_a_line(said: str, speaker: str, seat: int | None, before: str, street: int) -> None:
    text = re.sub(r"\{([abcd])\}", lambda match: PLAIN["abcd".index(match[1])], said)
    line = f'{speaker} said, "{text}"'
    log = log_of(PLAIN)
    place = log.index(before)
    number = log.count("\n", 0, place) + 1
    parsed = read(log[:place] + line + "\n" + log[place:])
    chat = [event for event in parsed.events if event.span.line == number]
    expected: e.Event = e.Noted(line, street=street) if seat is None else e.ChatSaid(seat, text, street=street)
    assert chat == [expected]
    assert [event for event in parsed.events if event.span.line != number] == list(EXPECTED.events)


def test_a_name_that_two_players_have_goes_by_turn() -> None:
    """Two of one name, told apart by seat order, cards, and turn."""
    parsed = read(log_of(("anise", "twin", "comfrey", "twin")).replace(" is sitting out", ""))
    assert not any(isinstance(event, e.LineUnknown) for event in parsed.events)
    expected = [with_names(event, {"borage": "twin", "dittany": "twin"}) for event in EXPECTED.events]
    got = [replace(event, sitting_out=False) if isinstance(event, e.SeatTaken) else event for event in parsed.events]
    want = [replace(event, sitting_out=False) if isinstance(event, e.SeatTaken) else event for event in expected]
    assert [x for x in got if not isinstance(x, e.ChatSaid)] == [x for x in want if not isinstance(x, e.ChatSaid)]


def test_an_actor_without_a_seat_is_named() -> None:
    log = log_of(PLAIN).replace("comfrey: checks", "stranger: checks", 1)
    unknown = [event for event in read(log).events if isinstance(event, e.LineUnknown)]
    assert unknown == [e.LineUnknown("stranger: checks", "R006", "'stranger' has no seat in this hand", street=6)]


@pytest.mark.parametrize(
    "line",
    ["stranger joins the table at seat #5 ", "stranger leaves the table", "stranger is disconnected ",
     "stranger was removed from the table for failing to post", "stranger has returned", "stranger: is sitting out",
     "stranger has timed out while being disconnected", "stranger will be allowed to play after the button"],
)  # fmt: skip
def test_strangers_come_and_go(line: str) -> None:
    log = log_of(PLAIN).replace("*** 4th", line + "\n*** 4th")
    assert [x for x in read(log).events if x.raw == line] == [e.Noted(line.strip(), street=3)]
