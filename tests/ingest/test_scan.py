"""The scan: it says what the parse says, of nearly all whole hands, and gives up where a reading is not certain."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from fuzz.mutations import ODD, Mutator
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from support.dialects import CORPORA, samples
from support.play import NAMES, Played, play
from support.scanned import SCANNED, blocks, everything, scanned, share, whole
from support.site_logs.fulltilt import fulltilt
from support.written import neutral, pokerstars

from stud_audit.ingest.blocks import parse_block
from stud_audit.ingest.dialect import Block
from stud_audit.ingest.input.found import Located
from stud_audit.ingest.mapping import rules
from stud_audit.ingest.reader import Reader
from stud_audit.ingest.registry import get_dialect, get_dialects
from stud_audit.model.events import ChatSaid, Folded, Noted, Shown, StateSaid, TimedOut
from stud_audit.simulate import simulate

ROOT = Path(__file__).parents[2]
WRITERS: dict[str, Callable[[Played, int, int | None], str]] = {
    "pokerstars": pokerstars,
    "fulltilt": fulltilt,
    "neutral": lambda hand, number, _: neutral(hand, number),
}


def located(*paths: Path) -> list[Located]:
    return [item for item in Reader(paths).blocks() if isinstance(item, Located) and item.dialect in SCANNED]


def invented(dialect: str, count: int, seed: int = 3) -> list[str]:
    dice, hands = random.Random(seed), []
    for number in range(count):
        hand = play(dice, dice.choice(("stud", "stud8", "razz")), loose=0.6)
        hero = dice.choice((None, dice.choice(hand.seats).number))
        hands.append(WRITERS[dialect](hand, number, hero))
    return hands


# --- the same as the parse --------------------------------------------------------------------------


def test_samples_clauses_and_examples() -> None:
    paths = [*samples(*SCANNED), *sorted((ROOT / "sample_histories" / "neutral").glob("*.stud"))]
    paths += [
        *sorted((ROOT / "tests/clauses").glob("*.stud")),
        *sorted((ROOT / "stud_audit/checks/examples").glob("*")),
    ]
    found = located(*paths)
    done, count = share(found)
    assert count > 500
    assert done >= 0.99 * count
    # Once more, when their lines are known.
    assert share(found) == (done, count)


@pytest.mark.skipif(not CORPORA.is_dir(), reason="there are no collections of real hands beside the checkout")
@pytest.mark.parametrize("dialect", ["pokerstars", "fulltilt"])
def test_real_hands(dialect: str) -> None:
    done, count = share(located(*sorted((CORPORA / dialect).iterdir())))
    assert count
    assert done >= 0.95 * count


@pytest.mark.parametrize("dialect", SCANNED)
def test_hands_of_a_writer_of_our_own(dialect: str) -> None:
    hands = blocks("".join(invented(dialect, 300)), dialect)
    assert share(hands) == (300, 300)
    # What is remembered of lines must not grow old.
    assert share(hands) == (300, 300)


@pytest.mark.parametrize("house", ["william-hill", "london-poker-club", "third-house", "roberts-rules", "pokerstars"])
@pytest.mark.parametrize("dialect", ["pokerstars", "neutral"])
def test_simulated_hands(house: str, dialect: str, tmp_path: Path) -> None:
    simulate(tmp_path / "log.txt", house, dialect, hands=90, seed=11)
    done, count = share(located(tmp_path / "log.txt"))
    assert count == 90
    assert done >= 0.95 * count


@pytest.mark.parametrize("dialect", ["pokerstars", "neutral"])
def test_planted_hands(dialect: str, tmp_path: Path) -> None:
    plant = {"W501": 0.1, "W502": 0.1, "T402": 0.1, "P602": 0.1, "S702": 0.1, "A202": 0.1}
    simulate(tmp_path / "log.txt", "roberts-rules", dialect, hands=90, seed=12, plant=plant)
    share(located(tmp_path / "log.txt"))


@pytest.mark.parametrize("dialect", SCANNED)
def test_changed_hands(dialect: str) -> None:
    rng = random.Random(dialect)
    hands = invented(dialect, 60)
    hands += [hand.block.text + "\n" for hand in located(*samples(dialect))]
    mutator = Mutator(rng, lambda: rng.choice(hands))
    tried = 0
    while tried < 400:
        text = rng.choice(hands)
        for change in rng.sample((_renamed, _talked_over, mutator._field, mutator._lines, mutator._insert), 2):
            text = change(text) if change not in (_renamed, _talked_over) else change(text, rng, hands)
        for hand in blocks(text[:20_000], dialect):
            tried += 1
            scanned(hand.block, hand.dialect)


def _renamed(text: str, rng: random.Random, _: list[str]) -> str:
    return text.replace(rng.choice(NAMES), rng.choice((*NAMES, *HOSTILE)))


def _talked_over(text: str, rng: random.Random, hands: list[str]) -> str:
    lines = text.split("\n")
    name = rng.choice(NAMES)
    new = rng.choice((*(line.format(name) for line in TALK), *rng.choice(hands).split("\n")))
    lines.insert(rng.randrange(1, len(lines)), new)
    return "\n".join(lines)


TALK = (
    '{} said, "hi: there"', "{} has timed out", "{}: is disconnected", "{} is connected", "{} leaves the table",
    "{} will be allowed to play after the button", "{}: folds (timeout)", "{}: shows [As Kd] (x)", "{} shows [As Kd]",
    "Uncalled bet ($1) returned to {}", "{} collected $1 from side pot", "{}: doesn't show hand", "{}: hello there",
    "Seat 1: {} mucked [As Kd]", "{}: folds [As Kd 3c]", "Dealt to {} [As]", "{} has 15 seconds left to act",
    "{} is low with [3s]", "{} wins the pot ($3)", "", "  ", "say 1 \"hello\"", "note \"x\"", "timeout 1",
)  # fmt: skip
HOSTILE = (
    "Seat 1", "Seat 1: x", "Dealt to ", "a: folds", 'bob said, "hi"', "*** SUMMARY ***", "Total pot", "S", "T", "U",
    "Se", ": ", "umber", "umber ", "umber: checks", "[As Kd]", "PokerStars", "No low hand qualified", "Board",
    "x (button)", "x ($5 in chips)", "and is all-in", "$4", "calls $4", " ", "The button is in seat #3",
    "x with a pair", "(x)", "İ",
)  # fmt: skip

HAND = """\
PokerStars Game #700700:  7 Card Stud Limit ($1/$2 USD) - 2012/05/06 7:08:09 ET
Table 'Outis II' 8-max
Seat 1: anise ($20 in chips)
Seat 3: borage ($5.30 in chips)
anise: posts the ante $0.20
borage: posts the ante $0.20
*** 3rd STREET ***
Dealt to anise [2c]
Dealt to borage [3d Th As]
anise: brings in for $0.50
borage: raises $0.50 to $1
anise: folds
Uncalled bet ($0.50) returned to borage
borage collected $1.40 from pot
*** SUMMARY ***
Total pot $1.40 | Rake $0
Seat 1: anise folded on the 3rd Street (didn't bet)
Seat 3: borage collected ($1.40)
"""


FOURTH = "anise: calls $0.50\n*** 4th STREET ***\nDealt to anise [2c] [5c]\n"


def scan(text: str) -> object:
    return scanned(Block(text.rstrip("\n"), 7), "pokerstars")


def test_a_hand_is_scanned_with_its_places() -> None:
    found = get_dialect("pokerstars").scan(Block(HAND.rstrip("\n"), 7))
    assert found is not None
    fold = next(event for event in found.whole().events if type(event) is Folded)
    assert (fold.span, fold.raw, fold.seat) == ((18, 1, 13), "anise: folds", 1)
    assert (found.parsed.header.hand_id, found.parsed.header.table, found.parsed.header_span) == (
        "700700",
        "Outis II",
        (7, 1, 80),
    )


@settings(max_examples=150)
@given(st.text(st.sampled_from("ab :[]()$4*\"',-SeatDl1folds"), min_size=1, max_size=12))
@example("")
@example("anise: folds")
@example("borage ($5 in chips)")
def test_any_name(name: str) -> None:
    scan(HAND.replace("anise", name))


@settings(max_examples=100)
@given(st.text(min_size=0, max_size=20).filter(lambda text: not set(text) & set("\r\n")))
def test_any_talk(words: str) -> None:
    scan(HAND.replace("anise: folds", f'borage said, "{words}"\nanise: folds'))


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ('borage said, "nh: folds"', ChatSaid),
        ('a stranger said, "Seat 1: anise"', Noted),
        ("borage is disconnected", Noted),
        ("borage has timed out", TimedOut),
        ("Betting is capped", StateSaid),
        ("borage: shows [3d Th As] (high card Ace)", Shown),
    ],
)
def test_what_occurs_in_real_logs_is_scanned(line: str, kind: type) -> None:
    for _ in range(3):  # what a line comes to is learned
        found = scan(HAND.replace("anise: folds", f"{line}\nanise: folds"))
        assert found is not None
        assert kind in map(type, found.events)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "header",
    [
        "PokerStars Game #{}:  7 Card Stud Limit ($1/$2 USD) - 2012/05/06 {} ET",
        "PokerStars Hand #{}:  Razz Limit ($10/$20 USD) - 2012/05/06 {} ET [2012/05/06 {} ET]",
    ],
)
def test_headers_that_differ_in_digits_alone(header: str) -> None:
    rest = HAND.split("\n", 1)[1]
    for number, time in ((7, "7:08:09"), (8, "17:08:09"), (10, "24:00:00"), (700700, "00:00:61"), (9, "07:08:10")):
        found = scan(f"{header.format(number, time, time)}\n{rest}")
        assert found is not None
        assert found.header.hand_id == str(number)  # type: ignore[attr-defined]
        assert (found.header.played_at is None) == (time in ("24:00:00", "00:00:61"))  # type: ignore[attr-defined]


def test_seats_whose_lines_were_read_before() -> None:
    lines = (
        "Seat 1: anise ($20 in chips)", "Seat 2: anise ($20 in chips)", "Seat 1: anise ($19 in chips) is sitting out",
        "Seat 1: anise ($20 in chips) out of hand (moved from another table)", "Seat 1: anise ($20,000)",
        "Seat 1: anise ($2x in chips)", "Seat 1: anise ($20|1 in chips)", "Seat 1: anise (20 in chips)",
        "Seat 1: anise ($20, $5 bounty in chips)", "Seat 1: anise ($5.001 in chips)", "Seat 01: anise ($20 in chips)",
        "Seat 1: anise  ($20 in chips)", "Seat 1: anise($20 in chips)", "Seat 100: anise ($20 in chips) ",
    )  # fmt: skip
    assert scan(HAND) is not None
    first, again = ([scan(HAND.replace("Seat 1: anise ($20 in chips)", line)) for line in lines] for _ in range(2))
    assert again == first
    # One character before the bracket may be no blank, and is of the name then.
    assert scan(HAND.replace("Seat 1: anise (", "Seat 1: anisex(")) is None


@pytest.mark.parametrize("name", ["!nise", "ánise", "b", "Ꭱanise", "🂡anise"])
def test_players_are_told_apart_whatever_their_names_begin_with(name: str) -> None:
    """Seats lie by some bits of the first character: those of `a`, `!`, `á`, and others are the same."""
    assert scan(HAND.replace("borage", name)) is not None


def test_what_lies_before_a_seat_is_repeated_in_its_deal() -> None:
    assert scan(HAND.replace("anise: folds", f"{FOURTH}Dealt to borage [3d Th As] [4c]\nanise: folds")) is not None


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("anise", "borage2"),  # begins like another name
        ("borage", "anise2"),
        ("anise", "borage"),  # two of one name
        ("anise", "Seat 1: x"),  # begins like a line
        ("anise", "Dealt"),
        ("anise", "S"),
        ("anise: folds", "anise: floods"),  # no such line
        ("anise: folds", "anise: folds\nanise: calls $x"),  # no amount
        ("brings in for $0.50", "brings in for $0.505"),  # more decimals than the currency has
        ("[2c]", "[2x]"),
        ("[2c]", "[2c 3c]"),
        ("*** 3rd STREET ***", "*** 3rd STREET ***\n*** 3rd STREET ***"),
        ("*** 3rd STREET ***", ""),
        ("Table 'Outis II' 8-max", "Table 'Outis II' 8-max\nTable 'Outis II' 8-max"),
        ("anise: folds", "anise: folds\nDealt to borage [3d Th As] [4c]"),  # before the street begins
        ("[2c]", "[2c 4c 5c]"),  # two whose down-cards are in sight
        ("Dealt to borage", "Dealt to anise [2c] [4c]\nDealt to borage"),  # a second up-card on third street
        ("anise: folds", f"{FOURTH}Dealt to borage [3d-Th As] [4c]\nanise: folds"),
        ("anise: folds", f"{FOURTH}Dealt to borage [3d As Th] [4c]\nanise: folds"),
        ("anise: folds", f"{FOURTH}anise: checks\nDealt to borage [3d Th As] [4c]\nanise: folds"),  # behind an action
        ("Seat 3: borage collected ($1.40)", ""),  # the summary breaks off
        ("Total pot $1.40 | Rake $0", ""),
        ("Seat 1: anise folded", "Seat 2: anise folded"),
        ("Seat 3: borage ($5.30", "Seat 1: borage ($5.30"),
        ("anise: brings", "cedar: brings"),  # nobody of that name
    ],
)
def test_it_gives_up_where_it_cannot_be_certain(old: str, new: str) -> None:
    text = HAND.replace(old, new)
    assert scan(text) is None
    assert scan(text) is None


def test_a_hand_that_full_tilt_calls_partial_is_parsed() -> None:
    text = invented("fulltilt", 1)[0]
    first, rest = text.split("\n", 1)
    assert scanned(Block(text.rstrip("\n"), 1), "fulltilt") is not None
    assert scanned(Block(f"{first} (partial)\n{rest}".rstrip("\n"), 1), "fulltilt") is None


def test_other_games_are_known_by_their_header() -> None:
    text = HAND.replace("7 Card Stud Limit", "Hold'em No Limit")
    found = get_dialect("pokerstars").scan(Block(text, 1))
    assert found is not None
    assert (found.parsed.status, found.rows) == ("ignored", [])


# --- what is remembered -----------------------------------------------------------------------------


@pytest.mark.parametrize("odd", ["\n", "\0", "\x01", *ODD])
def test_a_line_cannot_be_taken_for_what_is_remembered_of_others(odd: str) -> None:
    hands = [HAND.replace("(didn't bet)", f"(didn't {odd}bet)"), HAND.replace("collected $1.40", f"collected {odd}")]
    for text in hands * 3:
        for hand in blocks(text, "pokerstars"):
            scanned(hand.block, "pokerstars")


def test_memory_is_bounded() -> None:
    memory = rules.Rules(20)
    for number in range(200):
        for _ in range(2):
            memory.found(f"tail {number}", None, lambda key: len(key))
            memory.found(f"never {number}", None, lambda _: None)
            memory.found(f"({number})", (f"holed {number}", (number,), ()), lambda key: len(key))
    for known in (memory.known, memory.holed, memory._once, memory._never):
        assert 0 < len(known) <= 20
    assert memory.known["tail 199"] == len("tail 199")


def test_a_tail_is_asked_for_once_it_comes_again() -> None:
    memory = rules.Rules()
    asked: list[str] = []

    def ask(key: str) -> str | None:
        asked.append(key)
        return key.upper()

    assert memory.found(": folds", None, ask) is None
    assert memory.found(": folds", None, ask) == (": FOLDS", (), ())
    assert memory.known[": folds"] == ": FOLDS"
    assert asked == [": folds"]


# --- where it stands in the reader ------------------------------------------------------------------


@pytest.mark.parametrize("dialect", SCANNED)
def test_a_hand_is_the_same_without_the_scan(dialect: str, tmp_path: Path) -> None:
    (tmp_path / "log.txt").write_text(("stud 1\n" if dialect == "neutral" else "") + "".join(invented(dialect, 12)))
    for block in located(tmp_path / "log.txt"):
        quick, long = parse_block(block), parse_block(block, scan=False)
        assert quick == long
        assert [event.span for event in quick.events] == [event.span for event in long.events]


def test_a_hand_too_long_to_be_read_is_not_scanned(tmp_path: Path) -> None:
    (tmp_path / "log.txt").write_text(HAND.replace("anise: folds\n", "anise: checks\n" * 11_000 + "anise: folds\n"))
    (block,) = located(tmp_path / "log.txt")
    assert parse_block(block).status == "refused"


def test_dialects_without_a_scan_are_parsed() -> None:
    others = [dialect for dialect in get_dialects("auto") if dialect.name not in SCANNED]
    assert others
    assert {dialect.scan(Block(HAND, 1)) for dialect in others} == {None}
    assert not whole(replace(get_dialect("pokerstars").parse(Block(HAND, 1)), truncated=True))
    assert everything(get_dialect("pokerstars").parse(Block(HAND, 1)))["status"] == "parsed"
