"""Every kind of event and every field of it, in every notation: carried, named as left out, or refused.

What is expected stands in the table, from what each format can say: `CARRIED`, the phrase that names what is left
out, or the reason of a refusal behind a `!`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import pytest
from msgspec.structs import fields
from support.converted import BASE, CARRIED, ENDINGS, HEAD, NOTATIONS, converted, read

from stud_audit.ingest.convert import Conversion
from stud_audit.ingest.reader import Reader, read_hands
from stud_audit.model import events as e
from stud_audit.model.hand import Hand

ELSEWHERE = "carried by another line"
KNOWN = [f"{HEAD} bring-in=1", *BASE[1:]]
FOLDED = [*BASE[:15], "bet 2 2", "fold 1", "return 2 2", "award 2 2.50", "total 2.50", "rake 0", "end"]


class Row(NamedTuple):
    """An edit of a hand: the line `at` (the first one like it) becomes `lines`; and what becomes of it where."""

    kind: type[e.Event]
    field: str
    at: str
    lines: tuple[str, ...]
    pokerstars: str
    phh: str
    ohh: str
    base: list[str] = BASE


def row(kind: type[e.Event], field: str, at: str, *lines: str, of: str | tuple[str, str, str], base: Any = BASE) -> Row:
    stars, phh, ohh = (of,) * 3 if isinstance(of, str) else of
    return Row(kind, field, at, lines, stars, phh, ohh, base)


def beside(
    kind: type[e.Event], line: str, of: str | tuple[str, str, str], field: str = "", at: str = "call 1 1"
) -> Row:
    """The line stands before the line `at`."""
    return row(kind, field, at, line, at, of=of)


def all_in(line: str) -> tuple[str, ...]:
    """The rest of a hand in which seat 1 has put in its last chips."""
    return (line, *[text for text in BASE[BASE.index("street 4") :] if text[:5] not in ("bet 2", "call ", "check")])


GIVEN = "increases as stated"
TOTALS = "totals as stated"
STATES = "what the site says of the state"
WORDS = "descriptions of hands"
SUM = "!what seat {} has in on street {} is not the sum of what it put in"
FACING = "!seat 1 gets more cards on street 4, or they face otherwise"
STACK = "that a stack is not known (one that suffices stands there)"

ROWS = [
    row(e.SeatTaken, "player", 'seat 1 "northwind" 40', 'seat 1 "north: folds" 40', of=CARRIED),
    row(e.SeatTaken, "stack", 'seat 1 "northwind" 40', 'seat 1 "northwind" 41', of=CARRIED),
    row(
        e.SeatTaken,
        "stack",
        'seat 1 "northwind" 40',
        'seat 1 "northwind"',
        of=(STACK, CARRIED, "!the stack of seat 1 is not on record"),
    ),
    row(
        e.SeatTaken,
        "sitting_out",
        'seat 1 "northwind" 40',
        'seat 1 "northwind" 40',
        'seat 5 "tansy" 9 sitting-out',
        of=(CARRIED, "who sits out", CARRIED),
    ),
    row(
        e.SeatTaken,
        "",
        'seat 1 "northwind" 40',
        'seat 1 "northwind" 40',
        'seat 5 "tansy" 9',
        of=(CARRIED, "who sits at the table and is not in the hand", CARRIED),
    ),
    beside(e.BoughtIn, "buy-in 1 40", ("buy-ins",) * 3, "amount", "ante 1 0.25"),
    beside(e.BoughtIn, "buy-in 1 20 kind=top-up", ("buy-ins", "buy-ins", CARRIED), "kind", "ante 1 0.25"),
    beside(e.ButtonMoved, "button 1", "moves of the dealer button", at="ante 1 0.25"),
    row(e.AntePosted, "amount", "ante 1 0.25", "ante 1 0.10", of=CARRIED),
    row(
        e.AntePosted,
        "amount",
        "ante 1 0.25",
        "ante 1 0.25",
        "ante 1 0.25",
        of=(CARRIED, "!seat 1 posts two antes", CARRIED),
    ),
    row(
        e.AntePosted,
        "",
        "call 1 1",
        "ante 2 0.25",
        "call 1 1",
        of=(CARRIED, "!an ante after the first card", CARRIED),
        base=[text for text in BASE if text != "ante 2 0.25"],
    ),
    row(
        e.AntePosted,
        "all_in",
        "ante 1 0.25",
        "ante 1 0.25 all-in",
        of=(CARRIED, "!whether seat 1 is all-in does not follow from its stack", CARRIED),
    ),
    row(e.StreetOpened, "", "street 4", "street 4", of=CARRIED),
    beside(e.CardBurned, "burn", "burn cards", at="deal 1 up 8h"),
    beside(e.CardBurned, "burn Qc", "burn cards", "cards", at="deal 1 up 8h"),
    row(e.CardDealt, "facing", "deal 1 up 8h", "deal 1 down 8h", of=FACING),
    row(
        e.CardDealt,
        "facing",
        "deal 1 down ? ?",
        "deal 1 up Kd",
        "deal 1 down ? ?",
        of="the order of the deal",
        base=[text for text in BASE if text != "deal 1 up Kd"],
    ),
    row(e.CardDealt, "cards", "deal 1 up 8h", "deal 1 up 8s", of=CARRIED),
    row(e.CardDealt, "cards", "deal 1 up 8h", "deal 1 up 8h 8s", of=(CARRIED, FACING, FACING)),
    row(e.CardDealt, "cards", "deal 1 down ? ?", "deal 1 down 2c 2d", of=CARRIED),  # the log of seat 1
    row(
        e.CardDealt,
        "cards",
        "deal 1 down ? ?",
        "deal 1 down 2c 2d",
        of=("down-cards that were not shown", CARRIED, CARRIED),
        base=[text.replace("deal 2 down ? ?", "deal 2 down As Qs") for text in BASE],
    ),
    row(
        e.CardDealt,
        "",
        "deal 1 up 8h",
        "deal 2 up 9h",
        "deal 1 up 8h",
        of=("the order of the deal", CARRIED, CARRIED),
        base=[text for text in BASE if text != "deal 2 up 9h"],
    ),
    row(
        e.CardDealt,
        "",
        "deal 1 down ? ?",
        "deal 1 down ?",
        "deal 2 down ?",
        "deal 1 down ?",
        "deal 2 down ?",
        of=("the order of the deal", "the order of the deal", CARRIED),
        base=[text for text in BASE if text != "deal 2 down ? ?"],
    ),
    beside(e.CardsReprinted, "reprint 1 up Kd", CARRIED, "facing", at="deal 1 up 8h"),
    beside(
        e.CardsReprinted, "reprint 1 up Ks", (CARRIED, *["repeated boards that differ"] * 2), "cards", at="deal 1 up 8h"
    ),
    row(
        e.CommunityDealt,
        "cards",
        "deal 1 down ?",
        "board 6h",
        of=CARRIED,
        base=[text for text in BASE if text != "deal 2 down ?"],
    ),
    row(e.CommunityDealt, "", "street 6", "street 6", "board 6h", of="!the format has no community card on street 6"),
    row(
        e.CommunityDealt,
        "reprint",
        "total 6.50",
        "total 6.50",
        "board 6h reprint street=0",
        of=(CARRIED, *["repeated boards that differ"] * 2),
    ),
    beside(e.Prompted, "prompt 1", "prompts"),
    beside(e.ButtonsOffered, "offered 1 fold call", "buttons offered", "buttons"),
    beside(e.PreactionSet, "preaction 1 call", "actions chosen ahead", "action"),
    beside(e.TimedOut, "timeout 1", (CARRIED, "time-outs", "time-outs")),
    beside(e.Protected, "protect 1", "!the format has no all-in protection"),
    row(e.Folded, "", "fold 1", "fold 1", of=CARRIED, base=FOLDED),
    row(e.Checked, "", "check 1", "check 1", of=CARRIED),
    row(
        e.BroughtIn,
        "added",
        "bring-in 2 1",
        "bring-in 2 2",
        "call 1 2",
        of=CARRIED,
        base=[text for text in KNOWN if text != "call 1 1"],
    ),
    row(e.BroughtIn, "to", "bring-in 2 1", "bring-in 2 1 to=2", of=SUM.format(2, 3)),
    row(
        e.BroughtIn,
        "all_in",
        "bring-in 2 1",
        "bring-in 2 1 all-in",
        of=(CARRIED, "!whether seat 2 is all-in does not follow from its stack", CARRIED),
        base=KNOWN,
    ),
    row(
        e.Called, "added", "call 1 2", "call 1 1", of=(CARRIED, "!seat 1 puts in 1, which is not what was due", CARRIED)
    ),
    row(e.Called, "to", "call 1 2", "call 1 2 to=4", of=SUM.format(1, 4)),
    row(
        e.Called,
        "all_in",
        "call 1 1",
        *all_in("call 1 1 all-in"),
        of=CARRIED,
        base=[text.replace('northwind" 40', 'northwind" 1.25') for text in BASE[:12]],
    ),
    row(
        e.Bet, "added", "bet 2 2", "bet 2 4", "call 1 4", of=CARRIED, base=[text for text in BASE if text != "call 1 2"]
    ),
    row(e.Bet, "to", "bet 2 2", "bet 2 2 to=4", of=SUM.format(2, 4)),
    row(
        e.Bet,
        "all_in",
        "bet 2 2",
        "bet 2 2 all-in",
        of=(CARRIED, "!whether seat 2 is all-in does not follow from its stack", CARRIED),
    ),
    row(e.Completed, "added", "call 1 1", "complete 1 2 to=2", "call 2 1", of=CARRIED),
    row(e.Completed, "to", "call 1 1", "complete 1 2 to=3", "call 2 1", of=SUM.format(1, 3)),
    row(e.Completed, "by", "call 1 1", "complete 1 to=2 by=2", "call 2 1", of=(CARRIED, GIVEN, GIVEN)),
    row(
        e.Completed,
        "all_in",
        "call 1 1",
        "complete 1 to=2 all-in",
        "call 2 1",
        of=(CARRIED, "!whether seat 1 is all-in does not follow from its stack", CARRIED),
    ),
    row(e.Raised, "added", "call 1 2", "raise 1 4 to=4", "call 2 2", of=CARRIED),
    row(e.Raised, "to", "call 1 2", "raise 1 3 to=4", "call 2 2", of=SUM.format(1, 4)),
    row(e.Raised, "by", "call 1 2", "raise 1 to=4 by=2", "call 2 2", of=CARRIED),
    row(e.Raised, "by", "call 1 2", "raise 1 to=4 by=3", "call 2 2", of=(CARRIED, GIVEN, GIVEN)),
    row(e.Raised, "by", "call 1 2", "raise 1 to=4 by=-2", "call 2 2", of=GIVEN),
    row(
        e.Raised,
        "all_in",
        "call 1 2",
        "raise 1 to=4 all-in",
        "call 2 2",
        of=(CARRIED, "!whether seat 1 is all-in does not follow from its stack", CARRIED),
    ),
    row(e.UncalledReturned, "amount", "return 2 2", "return 2 2", of=CARRIED, base=FOLDED),
    row(
        e.UncalledReturned,
        "amount",
        "return 2 2",
        "return 2 1",
        of=(CARRIED, *["!a bet does not come back as nobody called it"] * 2),
        base=FOLDED,
    ),
    row(
        e.UncalledReturned,
        "",
        "return 2 2",
        of=(CARRIED, *["!a bet does not come back as nobody called it"] * 2),
        base=FOLDED,
    ),
    row(e.ShowdownOpened, "", "show-down", "show-down", of=CARRIED),
    row(e.Shown, "cards", "show 2 As Qs 9s 9h Td Jd 5h", "show 2 As Qs 9s 9h Td Jd 6h", of=CARRIED),
    row(
        e.Shown,
        "said",
        "show 2 As Qs 9s 9h Td Jd 5h",
        'show 2 As Qs 9s 9h Td Jd 5h said="a pair of Nines"',
        of=(CARRIED, WORDS, WORDS),
    ),
    row(
        e.Shown,
        "",
        "total 2.50",
        "show 2 As",
        "total 2.50",
        of=(CARRIED, "what the only player left shows", CARRIED),
        base=FOLDED,
    ),
    row(e.Mucked, "cards", "muck 1", "muck 1 2c 2d Kd 8h 8d 8c 3s", of=(ELSEWHERE, "cards mucked", CARRIED)),
    row(e.PotAwarded, "amount", "award 2 6.50 pot=main", "award 2 6.40 pot=main", of=CARRIED),
    row(
        e.PotAwarded,
        "pot",
        "award 2 6.50 pot=main",
        "award 2 4.50 pot=main",
        "award 2 2 pot=side-1",
        of=(CARRIED, "which pot an award is from", CARRIED),
    ),
    row(e.PotAwarded, "half", "award 2 6.50 pot=main", "award 2 6.50 pot=main half=high", of="the halves of pots"),
    row(e.PotAwarded, "said", "award 2 6.50 pot=main", 'award 2 6.50 pot=main said="Nines"', of=WORDS),
    row(e.SummaryOpened, "", "total 6.50", "summary", "total 6.50", of=CARRIED),
    row(e.TotalStated, "amount", "total 6.50", "total 6.60", of=(CARRIED, TOTALS, TOTALS)),
    row(e.TotalStated, "pot", "total 6.50", "total 6.50", "total 6.50 pot=main", of=(CARRIED, TOTALS, TOTALS)),
    row(
        e.TotalStated,
        "",
        "street 5",
        "total 6.50 street=4",
        "street 5",
        of=("totals stated during play", TOTALS, TOTALS),
    ),
    row(e.RakeTaken, "amount", "rake 0", "rake 0.50", of=(CARRIED, "the rake", CARRIED)),
    *[
        row(e.SeatSummarised, field, "end", f"summary 1 {option}", "end", of=(stars, "the summary", "the summary"))
        for field, option, stars in (
            ("won", "won=6.50", CARRIED),
            ("folded", "folded=5", CARRIED),
            ("shown", 'shown="2c 2d Kd"', CARRIED),
            ("mucked", 'mucked="2c 2d Kd"', CARRIED),
            ("said", 'shown="2c 2d" said="a pair of Deuces"', CARRIED),
            ("said", 'won=6.50 said="a pair of Deuces"', "parts of the summary"),
            ("folded", "won=6.50 folded=5", "parts of the summary"),
            ("player", 'player="quillfeather" folded=5', "parts of the summary"),
            ("won", "won=-3", "parts of the summary"),
        )
    ],
    *[
        beside(e.StateSaid, f"state {word}", (stars, STATES, STATES), field, at="street 5")
        for word, field, stars in (
            ("capped", "state", CARRIED),
            ("opens 1", "seat", STATES),
            ("low 1", "state", STATES),
        )
    ],
    beside(e.ChatSaid, 'say 1 "hello"', (CARRIED, "chat", "chat"), "text"),
    beside(e.ChatSaid, 'say 1 "two\\nlines"', ("line ends in chat", "chat", "chat"), "text"),
    beside(e.ChatSaid, 'say 1 "two\\rlines"', ("line ends in chat", "chat", "chat"), "text"),
    row(
        e.TotalStated,
        "pot",
        "total 6.50",
        "total 6.50 pot=late",
        of=("!the format has no pot 'late'", TOTALS, TOTALS),
    ),
    beside(e.Noted, 'note "joins the table"', "notes", "text"),
    *[
        beside(e.LineUnknown, f'unknown "a line"{option}', "lines that were not understood", field)
        for field, option in (("text", ""), ("code", " code=R010"), ("problem", ' problem="no card"'))
    ],
    row(e.HandCancelled, "", "end", "cancelled", "end", of=(CARRIED, *["!the hand was called off"] * 2)),
    row(
        e.HandCancelled,
        "reason",
        "end",
        'cancelled "misdeal"',
        "end",
        of=("why the hand was called off", *["!the hand was called off"] * 2),
    ),
    row(e.HandEnded, "", "end", of=(CARRIED, *["!the record breaks off before the hand ends"] * 2)),
    row(e.Event, "at", "call 1 1", "call 1 1 at=2026-11-01T12:00:41Z", of="times of single events"),
    row(e.Event, "source", "call 1 1", "call 1 1 source=timeout", of=(CARRIED, *["sources of events"] * 2)),
    row(e.Event, "source", "call 1 1", "call 1 1 source=auto", of="sources of events"),
]


def test_the_table_has_every_field_of_every_event() -> None:
    abstract = (e.Action, e.Wager)
    kinds = [k for k in vars(e).values() if isinstance(k, type) and issubclass(k, e.Event) and k not in abstract]
    wanted: set[tuple[type[e.Event], str]] = set()
    for kind in kinds:
        common = {"span", "raw", "basis", "street", "seat"} | ({"at", "source"} if kind is not e.Event else set())
        names = {field.name for field in fields(kind)} - common
        wanted |= {(kind, name) for name in names or {""}}
    wanted.add((e.StateSaid, "seat"))
    assert wanted <= {(row.kind, row.field) for row in ROWS}


def edited(row: Row) -> list[str]:
    at = row.base.index(row.at)
    return [*row.base[:at], *row.lines, *row.base[at + 1 :]]


def told(hand: Hand, row: Row) -> list[object]:
    """What the events of that kind say in that field, seat by seat."""
    if row.kind is e.CardDealt:
        return [
            (x.seat, x.facing, card) for x in hand.events if isinstance(x, e.CardDealt) for card in x.cards if card >= 0
        ]
    kinds = (e.Raised, e.Completed) if row.kind in (e.Raised, e.Completed) else (row.kind,)
    if row.kind is e.BroughtIn:
        kinds = (e.BroughtIn, e.Bet)  # with a full bet it is one
    return [
        (event.seat if "seat" in event.__struct_fields__ else 0, getattr(event, row.field) if row.field else None)
        for event in hand.events
        if isinstance(event, kinds)
    ]


@pytest.mark.parametrize("to", NOTATIONS)
@pytest.mark.parametrize("number", range(len(ROWS)))
def test_each_field_of_each_event(number: int, to: str, tmp_path: Path) -> None:
    row = ROWS[number]
    wanted = str(getattr(row, to))
    _, before, left = converted(tmp_path, row.base if row.base[-1] == "end" else BASE, to)
    text, phrases, left = converted(tmp_path, edited(row), to)
    if wanted.startswith("!"):
        assert (text, left) == ("", [wanted[1:]])
        return
    assert left == []
    new = [phrase for phrase in phrases if phrase not in before]
    assert new == ([] if wanted in (CARRIED, ELSEWHERE, *before) else [wanted])
    if wanted == CARRIED and to in ENDINGS:
        [hand] = read_hands([tmp_path / "hand.stud"])
        back = read(tmp_path, text, to)
        unsaid = (
            e.UncalledReturned,
            e.CommunityDealt,
            e.CardsReprinted,
            e.SummaryOpened,
            e.ShowdownOpened,
            e.StreetOpened,
            e.HandEnded,
        )
        if to == "phh" and (row.kind in unsaid or row.field == "by"):
            return  # it follows from the rest
        assert [each for each in told(hand, row) if each not in told(back, row)] == []


@pytest.mark.parametrize("of", ["\\n", "\\r", "x" * 9000], ids=["line feed", "carriage return", "too long"])
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('table="Alpha"', 'table="Al{}pha"'),
        ('"northwind"', '"north{}wind"'),
        ("Jd 5h", 'Jd 5h said="a pair{} of Nines"'),
    ],
)
def test_a_text_that_is_none_for_a_line_is_not_written(old: str, new: str, of: str, tmp_path: Path) -> None:
    lines = "\n".join(BASE).replace(old, new.format(of)).split("\n")
    text, _, left = converted(tmp_path, lines, "pokerstars")
    assert text == ""
    assert [reason.startswith("a text of it is too long for a line, or has a line end") for reason in left] == [True]


def test_the_neutral_notation_leaves_nothing_out(tmp_path: Path) -> None:
    for each in ROWS:
        text, phrases, left = converted(tmp_path, edited(each), "neutral")
        assert (phrases, left) == ([], [])
        [hand] = read_hands([tmp_path / "hand.stud"])
        again = tmp_path / "again.stud"
        again.write_text(text, "utf-8")
        [back] = read_hands([again])
        assert (back.header, back.events, back.missing) == (hand.header, hand.events, hand.missing)


@pytest.mark.parametrize("notation", NOTATIONS)
def test_a_hand_without_players_is_refused(notation: str, tmp_path: Path) -> None:
    path = tmp_path / "hand.stud"
    path.write_text(f"{HEAD}\ntotal 4\nend\n", "utf-8")
    refused: list[str] = []
    assert not list(Conversion(Reader([path]), notation, refused.append))
    assert refused[0].endswith("nobody's seat is on record")
