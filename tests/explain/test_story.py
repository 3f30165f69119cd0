"""One hand told street by street: turns and their reasons, options with amounts, findings, settlement."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from stud_audit.checks.describe import EXAMPLES
from stud_audit.explain import find_hands, story_lines, tell
from stud_audit.pipeline import Audit
from stud_audit.render.styled import plain

SAMPLES = Path(__file__).parents[2] / "sample_histories"

HEAD = 'stud 1\nhand 7 game={game} small=2 big=4 ante=0.50 bring-in=1 currency=USD table="Alpha" house={house}{more}\n'
SEATS = 'seat 1 "northwind" 40\nseat 2 "quillfeather" 40\nseat 4 "saltmarsh" {stack}\n'
ANTES = "ante 1 0.50\nante 2 0.50\nante 4 0.50{all_in}\n"


def hand_text(
    *lines: str, game: str = "stud", house: str = "roberts-rules", stack: str = "40", all_in: str = "", more: str = ""
) -> str:
    head = HEAD.format(game=game, house=house, more=more)
    return head + SEATS.format(stack=stack) + ANTES.format(all_in=all_in) + "\n".join(lines) + "\nend\n"


def deal(*doors: str) -> list[str]:
    return [f"deal {seat} {cards}" for seat in (1, 2, 4) for cards in ("down ? ?", f"up {doors[seat // 2]}")]


def told(tmp_path: Path, text: str, hand_id: str = "7", house: str | None = None) -> str:
    path = tmp_path / "hand.stud"
    path.write_text(text, "utf-8", newline="\n")
    (found,) = find_hands(Audit(path, house), hand_id).found
    shown = plain(story_lines(tell(found.result.hand, found.result.house, found.findings), options=True))
    return shown.replace(str(path), "hand.stud")


WRONG_WINNER = hand_text(
    *deal("Kd", "9s", "2c"),
    "bring-in 4 1",
    "fold 1",
    "call 2 1",
    "street 4",
    "deal 2 up 9h",
    "deal 4 up 3c",
    "check 2",
    "check 4",
    "street 5",
    "deal 2 up Td",
    "deal 4 up 4c",
    "bet 2 2",
    "call 4 2",
    "street 6",
    "deal 2 up Jd",
    "deal 4 up 8h",
    "check 2",
    "check 4",
    "street 7",
    "deal 2 down ?",
    "deal 4 down ?",
    "check 2",
    "check 4",
    "show-down",
    'show 2 As Qs 9s 9h Td Jd 5h said="a pair of Nines"',
    "show 4 Ac 5c 2c 3c 4c 8h 8s",
    "award 2 7.25 pot=main",
    "rake 0.25",
    "total 7.50",
)


def test_a_hand_in_full(tmp_path: Path) -> None:
    text = told(tmp_path, WRONG_WINNER, house="william-hill")
    text = re.sub(r"\(digest [0-9a-f]{64}\)", "(digest ...)", text)
    before, _, rest = text.partition("Fourth street")
    assert before == (
        """\
Hand 7  hand.stud:2-44, hand 1 of the file, read as neutral
seven-card stud high, fixed limit 2/4 USD, ante 0.50, bring-in 1, table Alpha
Judged by the rules of William Hill Poker (william-hill), version 1, dates of effect not known.
(digest ...)

2 violations, first of all: wrong winner
Line 41: seat 2 (quillfeather) was paid 7.25 from the main pot with a pair of Nines; seat 4 (saltmarsh) has
the better hand: a straight flush, Ace to Five. 1 other finding stands below.
Seat 4 (saltmarsh) is still owed 7.25 USD; seat 2 (quillfeather) got 7.25 USD too much.
  WH-20: A hand is any five of the player's seven cards.
  WH-21: The best hand wins the pot.
  G-19: The best live hand wins each pot that it contends for.
  WH-13: In the last three rounds a bet or raise is the higher limit.
  WH-14: The table's stakes fix the limit of what a player may bet in their turn.

Before the cards
 2 | hand 7 game=stud small=2 big=4 ante=0.50 bring-in=1 currency=USD table="Alpha" house=roberts-rules
 3 | seat 1 "northwind" 40
 4 | seat 2 "quillfeather" 40
 5 | seat 4 "saltmarsh" 40
 6 | ante 1 0.50
 7 | ante 2 0.50
 8 | ante 4 0.50

Third street, 1.50 in the pot
 9 | deal 1 down ? ?
10 | deal 1 up Kd
11 | deal 2 down ? ?
12 | deal 2 up 9s
13 | deal 4 down ? ?
14 | deal 4 up 2c
       seat 1  northwind     (? ?)  Kd  39.50 left
       seat 2  quillfeather  (? ?)  9s  39.50 left
       seat 4  saltmarsh     (? ?)  2c  39.50 left
     > seat 4 (saltmarsh) has to bring in: 2c is the lowest door card
       may bring in for 1
       read as "the low card may open for the full lower limit": bring in for 1 or open for 2
15 | bring-in 4 1
     = seat 4 brings in for 1 (pot 2.50, 38.50 left)
     > seat 1 (northwind) is next clockwise
       may fold, call 1, or complete to 2
       read as "a raise adds the lower limit to the bring-in": fold, call 1, or complete to 3
16 | fold 1
     = seat 1 folds
     > seat 2 (quillfeather) is next clockwise
       may fold, call 1, or complete to 2
       read as "a raise adds the lower limit to the bring-in": fold, call 1, or complete to 3
17 | call 2 1
     = seat 2 calls 1 (pot 3.50, 38.50 left)

"""
    )
    assert "     > seat 2 (quillfeather) opens with the highest board, 9s 9h, a pair of Nines\n" in rest
    assert "       may check, bet 2, or bet 4\n" in rest
    assert (
        """\
26 | bet 2 2
     = seat 2 bets 2 (pot 5.50, 36.50 left)
     ! W501 bet-wrong-size [violation, S1, software]
       seat 2 (quillfeather) bet 2 on fifth street, where the bet is 4
     = expected: 4
     = found: 2
     = WH-13: """
        in rest
    )
    assert rest[rest.index("Settlement") :] == (
        """\
Settlement
  Amounts are in USD.
  The pot, 7.50: seats 2 and 4 contend; seat 4 (saltmarsh) wins with a straight flush, Ace to Five.
  Rake: 0.25.
  seat  player        put in  returned   won    net   due  difference  cards
  1     northwind       0.50         0     0  -0.50     0              ? ? Kd
  2     quillfeather    3.50         0  7.25   3.75     0       -7.25  As Qs 9s 9h Td Jd 5h
  4     saltmarsh       3.50         0     0  -3.50  7.25       +7.25  Ac 5c 2c 3c 4c 8h 8s
"""
    )


LOW = "seat {} has to bring in: {} is the lowest door card (of equal rank with {}, and {} are the lower suit)"


@pytest.mark.parametrize(
    ("game", "house", "doors", "said"),
    [
        ("stud", "william-hill", ("3d", "9s", "3c"), LOW.format("4 (saltmarsh)", "3c", "3d", "clubs")),
        ("stud", "roberts-rules", ("2d", "9s", "2h"), LOW.format("1 (northwind)", "2d", "2h", "diamonds")),
        (
            "razz",
            "roberts-rules",
            ("Kd", "9s", "Kh"),
            LOW.replace("low", "high").format("4 (saltmarsh)", "Kh", "Kd", "hearts"),
        ),
        (
            "stud",
            "roberts-rules",
            ("Kd", "?", "2d"),
            "who has to bring in cannot be told: the log does not show the door card of seat 2",
        ),
    ],
)
def test_who_brings_in_and_why(tmp_path: Path, game: str, house: str, doors: tuple[str, ...], said: str) -> None:
    text = told(tmp_path, hand_text(*deal(*doors), "bring-in 4 1", "fold 1", "fold 2", game=game, house=house))
    assert f"> {said}" in unwrapped(text)


def unwrapped(text: str) -> str:
    """Wrapped sentences on one line again."""
    return re.sub(r"\n       (?! )(?=[a-z0-9(])", " ", text).replace("  ", " ")


def test_the_next_player_opens_for_an_all_in_low_card(tmp_path: Path) -> None:
    text = told(tmp_path, hand_text(*deal("Kd", "9s", "2c"), "bring-in 1 1", "fold 2", stack="0.50", all_in=" all-in"))
    assert (
        "> seat 1 (northwind) has to bring in or fold: the lowest door card, 2c, is that of seat 4 (saltmarsh), "
        "who is all-in; the next to the left opens instead may fold, bring in for 1, or open for 2"
    ) in unwrapped(text)
    assert " = seat 4 posts an ante of 0.50, and is all-in\n" in unwrapped(text)


def test_the_duty_of_an_all_in_low_card_passes_on_when_the_next_folds(tmp_path: Path) -> None:
    """A-36: to the left as often as it takes; a player who calls or checks does not pass it on."""
    lines = [*deal("Kd", "9s", "2c"), "fold 1", "bring-in 2 1"]
    text = told(tmp_path, hand_text(*lines, stack="0.50", all_in=" all-in"))
    assert (
        "> seat 2 (quillfeather) has to bring in or fold: the lowest door card, 2c, is that of seat 4 (saltmarsh), "
        "who is all-in; the next to the left opens instead, and seat 1 folded"
    ) not in unwrapped(text)  # seat 2 alone can bet, and owes nothing
    seats = SEATS + 'seat 5 "tansy" 40\nseat 6 "marrow" 40\n'
    more = ["ante 5 0.50", "ante 6 0.50"]
    doors = ["deal 5 down ? ?", "deal 5 up Jh", "deal 6 down ? ?", "deal 6 up Qh"]
    text = hand_text(
        *more, *deal("Kd", "9s", "2c"), *doors, "fold 5", "fold 6", "bring-in 1 1", "call 2 1", all_in=" all-in"
    )
    text = told(tmp_path, text.replace(SEATS.format(stack="40"), seats.format(stack="0.50")))
    passed = (
        "has to bring in or fold: the lowest door card, 2c, is that of seat 4 (saltmarsh), who is all-in; "
        "the next to the left opens instead"
    )
    options = "may fold, bring in for 1, or open for 2"
    assert f"> seat 5 (tansy) {passed} {options}" in unwrapped(text)
    assert f"> seat 6 (marrow) {passed}, and seat 5 folded {options}" in unwrapped(text)
    assert f"> seat 1 (northwind) {passed}, and seats 5 and 6 folded {options}" in unwrapped(text)
    assert "> seat 2 (quillfeather) is next clockwise may fold, call 1, or complete to 2" in unwrapped(text)


OPENS = "seat {} opens with the highest board, {}, King high, from an equal board {}"


@pytest.mark.parametrize(
    ("house", "more", "said"),
    [
        (
            "roberts-rules",
            " button=4",
            OPENS.format("1 (northwind)", "Kd 8h", "by being nearest to the dealer's left"),
        ),
        ("tda", "", OPENS.format("2 (quillfeather)", "Ks 8c", "by the suits of the cards")),
        ("roberts-rules", "", "who has to open cannot be told: the log does not show the dealer button"),
    ],
)
def test_equal_boards(tmp_path: Path, house: str, more: str, said: str) -> None:
    play = [
        "bring-in 4 1",
        "call 1 1",
        "call 2 1",
        "street 4",
        "deal 1 up 8h",
        "deal 2 up 8c",
        "deal 4 up 9h",
        "check 2",
    ]
    text = told(tmp_path, hand_text(*deal("Kd", "Ks", "2c"), *play, house=house, more=more))
    assert f"> {said}" in unwrapped(text)


def test_why_no_raise_is_allowed(tmp_path: Path) -> None:
    capped = ["bring-in 4 1", "complete 1 to=2", "raise 2 to=4", "raise 4 to=6", "raise 1 to=8", "call 2 4"]
    text = told(tmp_path, hand_text(*deal("Kd", "9s", "2c"), *capped))
    assert "       may fold, call 6, or complete to 2\n" not in text
    assert "       may fold or call 4 (the betting is capped)\n" in text
    short = ["bring-in 4 1", "complete 1 to=2", "raise 2 to=4", "call 4 1.50 all-in", "call 1 2"]
    text = told(tmp_path, hand_text(*deal("Kd", "9s", "2c"), *short, stack="3"))
    assert "       may fold or call 1.50 (all-in)\n" in text
    assert "seat 4  saltmarsh     (? ?)  2c   2.50 left\n" in text


def test_a_cut_hand_settles_nothing(tmp_path: Path) -> None:
    text = told(tmp_path, hand_text(*deal("Kd", "9s", "2c"), "bring-in 4 1").removesuffix("end\n"))
    assert text.count("! R003 truncated-hand [review, S3, log]\n") == 1
    assert "  The record ends before the hand does, and nothing is settled.\n" in text
    assert "Rake" not in text
    assert re.search(r"  4 +saltmarsh +1\.50 +0 +0 +-1\.50  \? \? 2c\n", text)


def test_the_third_street_bring_in_may_be_unknown(tmp_path: Path) -> None:
    text = told(
        tmp_path, hand_text(*deal("Kd", "9s", "2c"), "bring-in 4 1", "fold 1", "fold 2").replace(" bring-in=1", "")
    )
    assert "may bring in (neither the log nor the house tells for how much) or open for 2" in unwrapped(text)


def test_spread_limit_names_the_range(tmp_path: Path) -> None:
    text = hand_text(*deal("Kd", "9s", "2c"), "bring-in 4 1", "fold 1", "fold 2", house="london-poker-club")
    text = told(tmp_path, text.replace("small=2 big=4", "structure=spread min=1 max=5"))
    assert "seven-card stud high, spread limit 1 to 5 USD" in text
    assert "has to bring in: 2c is the lowest door card may bring in for between 1 and 5" in unwrapped(text)
    assert "may fold, call 1, or raise to between 2 and 6" in unwrapped(text)


@pytest.mark.parametrize(
    ("stack", "house", "said"),
    [
        ("40", "roberts-rules", "may bring in for between 1 and 5"),  # any amount of the spread (RR-06)
        ("40", "tda", "may bring in for 1"),  # never anything between (TDA-04)
        ("4.50", "roberts-rules", "may bring in for between 1 and 4 (all-in)"),  # the ante took 0.50
        ("1.50", "roberts-rules", "may bring in for 1 (all-in)"),
    ],
)
def test_the_range_of_a_spread_opening(tmp_path: Path, stack: str, house: str, said: str) -> None:
    text = hand_text(*deal("Kd", "9s", "2c"), "bring-in 4 1", "fold 1", "fold 2", house=house, stack=stack)
    text = told(tmp_path, text.replace("small=2 big=4", "structure=spread min=1 max=5"))
    assert f"has to bring in: 2c is the lowest door card {said}\n" in unwrapped(text)


ALL_IN = (
    *deal("Kd", "9s", "2c"),
    *("bring-in 4 1", "fold 1", "complete 2 to=2", "call 4 1 all-in"),
    *("street 4", "deal 2 up 9h", "deal 4 up 3c"),
    *("street 5", "deal 2 up Td", "deal 4 up 4c"),
    *("street 6", "deal 2 up Jd", "deal 4 up 8h"),
    *("street 7", "deal 2 down ?", "deal 4 down ?"),
    *("show 2 As Qs 9s 9h Td Jd 5h", "show 4 Ac 5c 2c 3c 4c 8h 8s", "award 4 5.50", "total 5.50"),
)


def test_streets_without_betting_show_the_cards_of_their_own_deal(tmp_path: Path) -> None:
    path = tmp_path / "hand.stud"
    path.write_text(hand_text(*ALL_IN, stack="2.50"), "utf-8")
    (found,) = find_hands(Audit(path), "7").found
    story = tell(found.result.hand, found.result.house, found.findings)
    lying = {
        section.title: [(board.seat, board.down, board.up, board.left) for board in entry.boards]
        for section in story.sections
        for entry in section.entries
        if entry.boards
    }
    assert lying["Fourth street"] == [(2, "? ?", "9s 9h", "37.50 left"), (4, "? ?", "2c 3c", "all-in")]
    assert lying["Fifth street"] == [(2, "? ?", "9s 9h Td", "37.50 left"), (4, "? ?", "2c 3c 4c", "all-in")]
    assert lying["Sixth street"] == [(2, "? ?", "9s 9h Td Jd", "37.50 left"), (4, "? ?", "2c 3c 4c 8h", "all-in")]
    assert lying["Seventh street"] == [(2, "? ? ?", "9s 9h Td Jd", "37.50 left"), (4, "? ? ?", "2c 3c 4c 8h", "all-in")]
    assert not any(entry.turn for section in story.sections[2:] for entry in section.entries)


def test_a_community_card_lies_on_its_own_street_alone(tmp_path: Path) -> None:
    lines = [line for line in ALL_IN if not line.endswith("down ?")]
    lines.insert(lines.index("street 7") + 1, "board 6h")
    text = told(tmp_path, hand_text(*lines, stack="2.50"))
    assert text.count("community card: 6h") == 1
    assert text.index("Seventh street") < text.index("community card: 6h")


@pytest.mark.parametrize(
    ("stack", "said"),
    [
        ("7.50", "may check, bet 2, or bet 4"),  # 6 left
        ("4.75", "may check, bet 2, or bet 3.25 (all-in)"),  # for less than the higher limit
        ("3.50", "may check or bet 2 (all-in)"),
        ("2.50", "may check or bet 1 (all-in)"),
    ],
)
def test_an_all_in_between_the_limits(tmp_path: Path, stack: str, said: str) -> None:
    lines = [*deal("Kd", "9s", "2c"), "bring-in 4 1", "fold 1", "call 2 1", "street 4", "deal 2 up 8h", "deal 4 up 2h"]
    text = told(tmp_path, hand_text(*lines, "check 4", "check 2", stack=stack))
    assert f"> seat 4 (saltmarsh) opens with the highest board, 2c 2h, a pair of Deuces {said}\n" in unwrapped(text)


def test_the_best_board_is_all_in(tmp_path: Path) -> None:
    """A-31: the next best board opens in its place; the next to the left is the other reading of silent houses."""
    lines = [*deal("Kd", "9s", "2c"), "bring-in 4 1", "call 1 1", "call 2 0.50 all-in", "street 4"]
    lines += ["deal 1 up 8h", "deal 2 up 9h", "deal 4 up 9d", "check 1", "check 4"]
    text = hand_text(*lines).replace('"quillfeather" 40', '"quillfeather" 1')
    assert (
        "> seat 1 (northwind) opens: the highest board, 9s 9h, a pair of Nines, is that of seat 2 (quillfeather), who "
        "can bet no more, and the next highest is Kd 8h, King high may check, bet 2, or bet 4"
    ) in unwrapped(told(tmp_path, text))


def test_a_call_of_what_can_be_won(tmp_path: Path) -> None:
    """A-37: against a short bring-in heads-up a call for no more than that is as right as one of the full amount."""
    lines = [*deal("Kd", "9s", "2c"), "bring-in 4 0.50 all-in", "fold 1", "call 2 0.50"]
    text = told(tmp_path, hand_text(*lines, stack="1"))
    assert "> seat 1 (northwind) is next clockwise may fold, call 1, or complete to 2" in unwrapped(text)
    options = "may fold, call 0.50, which is all that can be won, or call 1 (nobody else can bet)"
    assert f"> seat 2 (quillfeather) is next clockwise {options}" in unwrapped(text)


def test_what_can_be_told_without_the_stakes(tmp_path: Path) -> None:
    text = hand_text(*deal("Kd", "9s", "2c"), "bring-in 4 1", "call 1 1", "fold 2")
    text = unwrapped(told(tmp_path, text.replace("small=2 big=4 ", "")))
    assert "2c is the lowest door card may bring in (neither the log nor the house tells for how much)" in text
    assert "may fold or call 1 (what they may raise to cannot be told: the stakes are not known)" in text


def test_a_protected_player_has_no_turn_and_no_chips_behind(tmp_path: Path) -> None:
    lines = [*deal("Kd", "9s", "2c"), "bring-in 4 1", "timeout 1", "protect 1", "call 2 1"]
    lines += ["street 4", "deal 1 up 8h", "deal 2 up 8c", "deal 4 up 9h", "check 4"]
    text = told(tmp_path, hand_text(*lines, house="london-poker-club"))
    assert "seat 1  northwind     (? ?)  Kd 8h   protected\n" in text
    assert "seat 4  saltmarsh     (? ?)  2c 9h  38.50 left\n" in text


def test_a_hand_that_is_called_off_gives_all_chips_back(tmp_path: Path) -> None:
    text = told(
        tmp_path, hand_text(*deal("Kd", "9s", "2c"), "bring-in 4 1", "street 4", "deal 1 up 8h", 'cancelled "misdeal"')
    )
    assert text.index("Kd 8h") < text.index('cancelled "misdeal"')
    assert "  The hand was called off, and all chips go back.\n" in text
    assert re.search(r"  4 +saltmarsh +1\.50 +1\.50 +0 +0  \? \? 2c\n", text)


def test_hands_that_are_not_audited_are_shown_all_the_same(tmp_path: Path) -> None:
    text = told(
        tmp_path, hand_text(*deal("Kd", "9s", "2c"), "bring-in 4 1").replace("small=2", "structure=pot small=2")
    )
    assert "is not audited.\n" in text
    assert "\nThe record\n" in text
    assert "15 | bring-in 4 1\n" in text
    assert text.count("! R007 unsupported-game") == 1
    text = told(tmp_path, hand_text().replace("game=stud", "game=holdem"))
    assert "is not of the stud family" in text


def test_hostile_names_show_and_do_nothing(tmp_path: Path) -> None:
    hostile = "\x1b[31mSeat 3: \u202ex"
    text = told(tmp_path, hand_text(*deal("Kd", "9s", "2c"), "bring-in 4 1", "fold 1").replace("saltmarsh", hostile))
    assert all(line.isprintable() for line in text.split("\n"))
    assert "seat 4 (␛[31mSeat 3: \\u{202e}x) has to bring in" in text


def test_every_line_and_every_finding_stands_once_where_it_belongs() -> None:
    """Over the examples of all checks and the samples of all sites: nothing is lost, and nothing is told twice."""
    hands = 0
    for result in Audit([EXAMPLES, SAMPLES]):
        if not hasattr(result, "hand"):
            continue
        hands += 1
        hand = result.hand
        story = tell(hand, result.house, result.findings)
        entries = [entry for section in story.sections for entry in section.entries]
        placed = [(entry.line, finding) for entry in entries for finding in entry.findings]
        assert Counter(id(finding) for _, finding in placed) == Counter(map(id, result.findings)), hand.file
        assert all(line == finding.line for line, finding in placed), hand.file
        assert story.untold is None or hand.status != "parsed" or "is not audited" in story.untold
        told_lines = {entry.line for entry in entries}
        for number, line in enumerate(hand.text.split("\n"), hand.first_line):
            assert not line.strip() or number in told_lines, (hand.file, number)
    assert hands > 150


TAKEN = ("bring-in 4 1", "fold 1", "fold 2", "return 4 1", "award 4 1.50", "total 1.50")


def test_all_hands_of_an_id_and_findings_that_other_hands_show(tmp_path: Path) -> None:
    one = tmp_path / "one.stud"
    text = hand_text(
        *deal("Kd", "9s", "2c"), "bring-in 4 1", "fold 1", "fold 2", "return 4 1", "award 4 1.50", "total 1.50"
    )
    one.write_text(text + text.removeprefix("stud 1\n"))
    found = find_hands(Audit(one), "#7").found
    assert [hit.result.hand.index for hit in found] == [1, 2]
    assert [finding.code for finding in found[1].findings] == ["R005"]
    by_key = find_hands(Audit(one), found[1].result.hand.key).found
    assert [hit.result.hand.index for hit in by_key] == [2]
    lost = find_hands(Audit(one), "8")
    assert (lost.found, lost.hands, lost.ids) == ([], 2, ["7"])


def test_bytes_that_cannot_be_read_are_told_at_their_hand(tmp_path: Path) -> None:
    path = tmp_path / "bytes.stud"
    text = hand_text(*deal("Kd", "9s", "2c"), "bring-in 4 1", 'say 1 "xx"', "fold 1", "fold 2")
    other = text.removeprefix("stud 1\n").replace("hand 7", "hand 8")
    path.write_bytes((text + other).encode().replace(b"xx", b"\x81\x8d", 1))
    (found,) = find_hands(Audit(path), "7").found
    assert "R004" in [finding.code for finding in found.findings]
    (found,) = find_hands(Audit(path), "8").found
    assert "R004" not in [finding.code for finding in found.findings]


def test_what_they_might_do_is_told_where_something_is_wrong_or_if_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "hand.stud"
    path.write_text(WRONG_WINNER, "utf-8")
    (found,) = find_hands(Audit(path, "william-hill"), "7").found
    story = tell(found.result.hand, found.result.house, found.findings)
    short, full = plain(story_lines(story)), plain(story_lines(story, options=True))
    asked = [line for line in short.split("\n") if line.lstrip().startswith("may ")]
    assert len(asked) == 1  # the bet on fifth street that was too small
    assert full.count("\n       may ") > 8
    assert [line for line in full.split("\n") if "|" in line] == [line for line in short.split("\n") if "|" in line]


def test_a_bet_that_did_not_go_back_is_still_owed(tmp_path: Path) -> None:
    kept = (*deal("Kd", "9s", "2c"), "bring-in 4 1", "complete 1 to=2", "fold 2", "fold 4")
    # 1.50 of antes, the bring-in of 1, and 1 of the completion; the other 1 nobody called.
    text = told(tmp_path, hand_text(*kept, "award 1 3.50"))
    assert "\nSeat 1 (northwind) is still owed 1 USD.\n" in text
    text = told(tmp_path, hand_text(*kept, "award 1 4.50"))
    assert "owed" not in text.replace("nobody is owed anything", "")


def test_what_is_due_is_told_where_the_record_does_not_say_who_is_paid(tmp_path: Path) -> None:
    # Of the completion to 2 nobody called 1, and 0.50 of that did not go back; the pot is 1.50 of antes and 1 of each.
    kept = (*deal("Kd", "9s", "2c"), "bring-in 4 1", "complete 1 to=2", "fold 2", "fold 4", "return 1 0.50")
    path = tmp_path / "hand.stud"
    path.write_text(hand_text(*kept, more=' lacks="the awards"'), "utf-8")
    (found,) = find_hands(Audit(path), "7").found
    assert [finding.code for finding in found.findings] == ["P602"]
    story = tell(found.result.hand, found.result.house, found.findings)
    assert story.account is not None
    assert [(row.won, row.net, row.due, row.difference) for row in story.account.rows] == [
        ("?", "?", "4", None),
        ("?", "?", "0", None),
        ("?", "?", "0", None),
    ]
    assert "The record does not say to whom the pot was paid." in plain(story_lines(story))


def test_what_a_person_has_to_decide_is_no_debt_yet(tmp_path: Path) -> None:
    # Seat 4 is all-in for 1 of each; no text of this house speaks of side pots.
    short = hand_text(
        *deal("Kd", "9s", "2c"), "bring-in 4 1 all-in", "complete 1 to=2", "call 2 2", "street 4", "deal 1 up Kh",
        "deal 2 up 9h", "deal 4 up 3d", "check 1", "check 2", "street 5", "deal 1 up Qh", "deal 2 up 8h",
        "deal 4 up 4d", "check 1", "check 2",
        "street 6", "deal 1 up Jh", "deal 2 up 7h", "deal 4 up 5d", "check 1", "check 2",
        "street 7", "deal 1 down ?", "deal 2 down ?", "deal 4 down ?", "check 1", "check 2",
        "show 1 As Qc Kd Kh Qh Jh 8c", "show 2 Td Ts 9s 9h 8h 7h 2d", "show 4 Ac 6c 2c 3d 4d 5d 8s", "award 4 6.50",
    ).replace('seat 4 "saltmarsh" 40', 'seat 4 "saltmarsh" 1.50')  # fmt: skip
    text = told(tmp_path, short, house="william-hill")
    assert (
        "\nIf this was wrong, seat 1 (northwind) is still owed 2 USD; seat 4 (saltmarsh) got 2 USD too much.\n" in text
    )
    text = told(tmp_path, short, house="roberts-rules")
    assert "\nSeat 1 (northwind) is still owed 2 USD; seat 4 (saltmarsh) got 2 USD too much.\n" in text
