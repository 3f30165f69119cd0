"""The quick walk takes nothing that the other one does not, and says the same of the hand as a whole.

The other one plays on the game's own table. Hands are dealt and written by the tests, and then spoiled line by line.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest
from support.certified import hand_of
from support.judged import changed
from support.neutral_hands import RAISED
from support.play import play
from support.written import pokerstars

from stud_audit.houses.loader import load_house
from stud_audit.ingest.dialect import Block
from stud_audit.ingest.registry import get_dialect
from stud_audit.model.hand import Hand
from stud_audit.model.rows import SEAT_TAKEN, Row, rows_of
from stud_audit.pipeline.clean_play import CleanPlay
from stud_audit.pipeline.plain_memory import PlainMemory
from stud_audit.pipeline.plain_play import PlainPlay
from stud_audit.pipeline.situations import NotClean, Situation, Terms


class Numbered:
    """A memory in which everything that is asked for has been said, a bit for each."""

    def __init__(self) -> None:
        self.numbers: dict[Situation, int] = {}
        self.asked = 0
        self.plain = PlainMemory(self.ask)

    def ask(self, situation: Situation) -> int:
        self.asked += 1
        return self.numbers.setdefault(situation, 1 << len(self.numbers))


TERMS = {name: Terms(load_house(name)) for name in ("pokerstars", "london-poker-club", "third-house")}
GAMES = ("stud", "stud8", "razz")
REMEMBERED: dict[tuple[str, str], Numbered] = {}
"""What was said in all hands of a house and game."""
SIDES: dict[object, object] = {}
"""What the sides of hands were that are the same as a whole."""


def read(text: str) -> tuple[Hand, list[Row]] | None:
    """The hand of a text as far as its header goes, and the rows of its events."""
    parsed = get_dialect("pokerstars").parse(Block(text.rstrip("\n"), 1))
    if parsed.status != "parsed" or parsed.truncated:
        return None
    hand = Hand("", 1, "pokerstars", parsed.header, (), text, 1, 1, "", "", missing=parsed.missing)
    return hand, rows_of(parsed.events)


def both(text: str, terms: Terms) -> bool:
    """Whether the quick walk takes a hand, after it is held against the other one."""
    found = read(text)
    if found is None:
        return False
    hand, rows = found
    memory = Numbered()
    plain = PlainPlay(hand, rows, terms, memory.plain)
    if not plain.plain:
        return False
    try:
        clean = CleanPlay(hand, rows, terms)
    except NotClean:
        pytest.fail(f"not clean, and yet plain:\n{text}")
    assert plain.sides() == clean.sides(), text
    assert SIDES.setdefault((terms.house.name, hand.header.game, *plain.all_sides), plain.sides()) == plain.sides(), (
        text
    )
    assert (plain.pot, plain.rake, plain.opened) == (clean.pot, clean.rake, clean.opened), text
    assert (plain.seat_rows(), plain.sitting()) == (clean.seat_rows(), clean.sitting()), text
    assert (plain.stakes, plain.brought_in) == (clean.stakes, clean.brought_in), text
    # It asks for the situations that the other one has found, and only where it does not remember what was said.
    assert memory.numbers.keys() == set(clean.situations), text
    assert plain.number == sum(memory.numbers.values()), text
    asked = memory.asked
    again = PlainPlay(hand, rows, terms, memory.plain).number
    assert (again, memory.asked) == (plain.number, asked), text
    everybodys = REMEMBERED.setdefault((terms.house.name, hand.header.game), Numbered())
    said = PlainPlay(hand, rows, terms, everybodys.plain).number
    for situation in set(clean.situations):
        said ^= everybodys.numbers[situation]
    assert said == 0, text
    return True


def spoiled(text: str, dice: random.Random, times: int) -> Iterator[str]:
    """A hand with a line dropped, doubled, exchanged, or with a number, card, or name of another."""
    lines = text.rstrip("\n").split("\n")
    for _ in range(times):
        changed = list(lines)
        at, to = dice.randrange(1, len(lines)), dice.randrange(1, len(lines))
        match dice.randrange(7):
            case 0:
                del changed[at]
            case 1:
                changed.insert(to, changed[at])
            case 2:
                changed[at], changed[to] = changed[to], changed[at]
            case 3:
                changed.insert(to, changed.pop(at))
            case 4:
                words, others = changed[at].split(" "), changed[to].split(" ")
                words[dice.randrange(len(words))] = dice.choice(others)
                changed[at] = " ".join(words)
            case 5:
                places = [place for place, sign in enumerate(changed[at]) if sign.isdigit()] or [0]
                place = dice.choice(places)
                changed[at] = changed[at][:place] + str(dice.randrange(10)) + changed[at][place + 1 :]
            case _:
                name, _, tail = changed[to].partition(": ")
                changed[at] = f"{name}: {changed[at].partition(': ')[2]}" if tail else changed[to]
        yield "\n".join(changed) + "\n"


def hold(seed: int, hands: int, times: int, players: int = 0) -> Counter[str]:
    """How many hands and spoiled hands the quick walk takes."""
    dice, taken = random.Random(seed), Counter[str]()
    for number in range(hands):
        game = GAMES[number % 3]
        dealt = play(dice, game, players=players or dice.randint(2, 7), loose=dice.choice((0.3, 0.6, 0.9, 1)))
        text = pokerstars(dealt, number + 1, hero=dice.choice((None, 1)), board=dice.random() < 0.7)
        taken["shared"] += dealt.shared is not None and both(text, TERMS["pokerstars"])
        taken["all-in"] += "ante $0.01 and is all-in" in text and both(text, TERMS["pokerstars"])
        for terms in TERMS.values():
            taken["whole"] += both(text, terms)
            taken["all"] += 1
        for other in spoiled(text, dice, times):
            taken["spoiled"] += both(other, dice.choice(list(TERMS.values())))
    return taken


def test_plain_hands_are_clean_and_come_to_the_same() -> None:
    taken = hold(1, 60, 25)
    assert taken["whole"] > 0.6 * taken["all"]
    assert taken["spoiled"] > 30  # seats or lines of the summary exchanged, or a word put in the place of its like
    assert taken["all-in"] > 5


def test_hands_with_a_shared_card_are_clean_and_come_to_the_same() -> None:
    assert hold(4, 60, 25, players=8)["shared"] > 10


@pytest.mark.slow
def test_many_plain_hands_are_clean_and_come_to_the_same() -> None:
    assert hold(2, 400, 60)["whole"] > 700
    assert hold(3, 200, 60, players=8)["shared"] > 30


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (": checks \n", ": folds \n"),
        ("*** 5th STREET ***\n", ""),
        ("*** SHOW DOWN ***\n", "*** SHOW DOWN ***\n*** SHOW DOWN ***\n"),
        ("Total pot $", "Total pot $9"),
        ("Seat 1: ", "Seat 9: "),
    ],
)
def test_what_breaks_a_hand_is_not_plain(old: str, new: str) -> None:
    dice = random.Random(5)
    texts = [pokerstars(play(dice, "stud", players=4, loose=0.9), number) for number in range(1, 30)]
    plain = [text for text in texts if old in text and both(text, TERMS["pokerstars"])]
    assert plain
    for text in plain:
        assert not both(text.replace(old, new, 1), TERMS["pokerstars"])


def test_only_stacks_that_are_told_and_antes_of_all_make_a_plain_hand() -> None:
    dice = random.Random(3)
    texts = [pokerstars(play(dice, "stud", players=4, loose=0.6), number) for number in range(1, 30)]
    found = read(next(text for text in texts if both(text, TERMS["pokerstars"])))
    assert found is not None
    hand, rows = found
    assert PlainPlay(hand, rows, TERMS["pokerstars"], Numbered().plain).plain
    seat = next(row for row in rows if row.kind == SEAT_TAKEN)
    seat.stack = None
    assert not PlainPlay(hand, rows, TERMS["pokerstars"], Numbered().plain).plain


HERO = changed(
    RAISED,
    (" button=4", ""),
    ("deal 1 down ? ?\ndeal 2 down ? ?\ndeal 3 down ? ?\ndeal 4 down ? ?\n", "deal 1 down Ac Ad\n"),
    ("deal 4 down Ks\n", ""),
)
"""One player's down-cards are in sight."""
SHARED = changed(HERO, ("deal 1 down Ah\n", "board 2h\n"), ("6d Ks", "6d"), ("4c Ah\nshow", "4c\nshow"))
"""One card is shared instead of the seventh."""


def taken(text: str) -> bool:
    """Whether the quick walk takes a hand in the neutral notation, which the other one then takes too."""
    hand = hand_of(text)
    rows, terms = rows_of(hand.events), TERMS["pokerstars"]
    if not PlainPlay(hand, rows, terms, Numbered().plain).plain:
        return False
    CleanPlay(hand, rows, terms)
    return True


@pytest.mark.parametrize(
    ("hand", "old", "new"),
    [
        # The deal: in order, up to the sixth card, and the down-cards of one player alone.
        (HERO, "deal 1 up 8c\ndeal 2 up 3h\n", "deal 2 up 3h\ndeal 1 up 8c\n"),
        (HERO, "deal 1 down Ac Ad\n", "deal 1 down Ac Ad\ndeal 2 down Qc Qh\n"),
        (HERO, "deal 1 down Ac Ad\n", "deal 1 down Ac\n"),
        (HERO, "deal 1 up 7h\n", "deal 1 up 7h\ndeal 1 down 2d\n"),
        (HERO, "deal 1 down Ah\n", "deal 1 down Ah\ndeal 4 up 2d\n"),
        (HERO, "deal 1 down Ah\n", "deal 1 down Ah\ndeal 1 down 2d\n"),
        (HERO, "deal 1 down Ah\n", "deal 1 down Ah\nboard 2d\n"),
        (HERO, "deal 1 down Ah\n", ""),
        (HERO, "deal 1 up 7h\n", "deal 1 up 8c\n"),
        (SHARED, "board 2h\n", "board 2h\ndeal 1 down 2d\n"),
        (SHARED, "board 2h\n", "board 2h\nboard 2d\n"),
        (SHARED, "board 2h\n", "board 8c\n"),
        (SHARED, "board 2h\n", "board ?\n"),
        # The hands that are shown: with all that was dealt to them, and with nothing that another was dealt.
        (HERO, "show 1 Ac Ad 9d", "show 1 Ac Td 9d"),
        (HERO, "show 4 Kc Qd", "show 4 Kd Qd"),
        (HERO, "show 4 Kc Qd", "show 4 Ac Qd"),
        (HERO, "show 4 Kc Qd", "show 4 Qd"),
        # The betting: nobody acts alone, and a wager adds what it says, to more than there was.
        (HERO, "raise 1 to=8 by=4", "raise 1 to=8 by=3"),
        (HERO, "complete 4 to=2 by=1", "bet 4 2"),
        (HERO, "bet 4 4\nraise 1 to=8 by=4", "bet 4 4\nbet 1 8"),
        (HERO, "check 4\nbet 1 2", "call 4 2\nbet 1 2"),
        (HERO, "call 3 1\n", "call 3 2\n"),
        (HERO, "bet 1 4\ncall 4 4\nshow-down", "bet 1 4\ncall 4 3\nshow-down"),
        # The end: nothing is awarded, or told, but what there is, and once.
        (HERO, "award 1 55\ntotal 55\nrake 0", "award 1 56\ntotal 55\nrake -1"),
        (HERO, "award 1 55", "award 1 54"),
        (HERO, "total 55", "total 54"),
        (HERO, "total 55", "total 55\ntotal 55"),
        (HERO, "rake 0", "rake 0\nrake 0"),
        (HERO, "show 1 Ac", "muck 1\nshow 1 Ac"),
        (HERO, "show-down\n", "show-down\nshow-down\n"),
        (HERO, "end\n", "show 1 Ac Ad 9d 8c 7h 4c Ah\nend\n"),
    ],
)
def test_a_near_miss_is_not_plain(hand: str, old: str, new: str) -> None:
    assert taken(hand)
    assert not taken(changed(hand, (old, new)))


def test_who_was_dealt_in_sight_may_fold() -> None:
    folds = changed(
        HERO,
        ("bet 4 4\nraise 1 to=8 by=4\nfold 2\ncall 4 4\n", "bet 4 4\nfold 1\ncall 2 4\n"),
        ("deal 1 up 4c\ndeal 4 up 6d\ncheck 4\nbet 1 4\ncall 4 4\n", "deal 2 up 4c\ndeal 4 up 6d\ncheck 4\ncheck 2\n"),
        ("deal 1 down Ah\ncheck 4\nbet 1 4\ncall 4 4\n", "check 4\ncheck 2\n"),
        ("show 1 Ac Ad 9d 8c 7h 4c Ah", "show 2 2s 3s 2c 3h 5s 4c 8h"),
        ("award 1 55\ntotal 55", "award 4 31\ntotal 31"),
    )
    assert taken(folds)
