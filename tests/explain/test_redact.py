"""What a player was not entitled to see is nowhere in what is given to them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path

import pytest
from support.logs import pokerstars_hand

from stud_audit.explain import Found, find_hands, tell
from stud_audit.explain.data import story_data
from stud_audit.explain.page import page
from stud_audit.explain.redact import _line, redact, redacted, seat_of
from stud_audit.explain.text import story_lines
from stud_audit.ingest.dialect import Block
from stud_audit.ingest.registry import get_dialect
from stud_audit.model.cards import parse_card
from stud_audit.model.errors import UsageError
from stud_audit.model.events import (
    CardDealt,
    CardsReprinted,
    CommunityDealt,
    Event,
    Mucked,
    SeatSummarised,
    SeatTaken,
    Shown,
)
from stud_audit.pipeline import Audit, HandResult
from stud_audit.render.styled import plain

# Everybody's cards stand in this log. Seat 2 wins with a pair of Kings in the hole and never shows; seat 1 shows at the
# end; seat 4 folds. The pot goes to the wrong seat: 1 has the best hand, a flush.
FULL = """\
stud 1
hand 7 game=stud small=2 big=4 ante=0.50 bring-in=1 currency=USD table="Alpha" house=roberts-rules
seat 1 "northwind" 40
seat 2 "Ks Kc" 40
seat 4 "saltmarsh" 40
ante 1 0.50
ante 2 0.50
ante 4 0.50
deal 1 down 2s 3s
deal 2 down Kh Kd
deal 4 down Jc Jd
deal 1 up 4s
deal 2 up 9h
deal 4 up 2c
bring-in 4 1
call 1 1
call 2 1
street 4
deal 1 up 8s
deal 2 up Td
deal 4 up 5c
check 2
check 4
check 1
street 5
deal 1 up 9d
deal 2 up 8c
deal 4 up 6h
check 2
check 4
check 1
street 6
deal 1 up Qs
deal 2 up 7c
deal 4 up 6d
bet 4 4
call 1 4
call 2 4
street 7
deal 1 down Qd
deal 2 down 5d
deal 4 down 4h
check 4
check 1
check 2
show-down
show 1 2s 3s 4s 8s 9d Qs Qd
muck 4
muck 2 Kh Kd 9h Td 8c 7c 5d
award 2 16.50
rake 0
total 16.50
end
"""


def found_in(tmp_path: Path, text: str, hand: str = "7") -> tuple[Found, frozenset[str]]:
    path = tmp_path / "night.stud"
    path.write_text(text, "utf-8")
    audit = Audit(path)
    (found,) = find_hands(audit, hand).found
    return found, audit.summary.codes


def everything(found: Found, seat: int) -> str:
    story = tell(found.result.hand, found.result.house, found.findings)
    return (
        page(story, seat)
        + json.dumps(story_data(story))
        + plain(story_lines(story, options=True))
        + found.result.hand.text
    )


def test_hidden_cards_of_others_are_nowhere(tmp_path: Path) -> None:
    found, codes = found_in(tmp_path, FULL)
    told = everything(redacted(found, 4, codes), 4)
    for card in ("Kh", "Kd", "5d"):
        assert not re.search(rf"\b{card}\b", told), card
    assert "Kings" not in told
    for card in ("Jc", "Jd", "4h", "9h", "2s", "Qd"):  # their own, up-cards, and what was shown
        assert card in told, card
    assert "Ks Kc" in told  # a name stays a name


def test_what_is_shown_is_hidden_until_it_is_shown(tmp_path: Path) -> None:
    found, codes = found_in(tmp_path, FULL)
    lines = redacted(found, 4, codes).result.hand.text.split("\n")
    assert "deal 1 down ?? ??" in lines
    assert "deal 4 down Jc Jd" in lines
    assert "deal 1 down ??" in lines
    assert "show 1 2s 3s 4s 8s 9d Qs Qd" in lines
    assert "muck 2 ?? ?? 9h Td 8c 7c ??" in lines


def test_the_digests_of_the_whole_text_are_left_out(tmp_path: Path) -> None:
    found, codes = found_in(tmp_path, FULL)
    told = everything(redacted(found, 4, codes), 4)
    assert found.result.hand.key not in told
    assert found.result.hand.digest not in told


def test_a_finding_that_rests_on_hidden_cards_says_so_and_keeps_its_place(tmp_path: Path) -> None:
    found, codes = found_in(tmp_path, FULL)
    (whole,) = [finding for finding in found.findings if finding.code == "S701"]
    (told,) = [finding for finding in redacted(found, 1, codes).findings if finding.code == "S701"]
    assert (told.line, told.verdict, told.settlement) == (whole.line, whole.verdict, whole.settlement)
    seats = f"seat {whole.actual} instead of seat {whole.expected}"
    assert told.message == f"wrong winner, {seats}: this rests on cards or hands that are hidden here"
    for finding in redacted(found, 1, codes).findings:
        assert "King" not in finding.message


def test_events_have_no_more_than_the_text(tmp_path: Path) -> None:
    found, codes = found_in(tmp_path, FULL)
    events = redacted(found, 1, codes).result.hand.events
    down = {event.seat: event.cards for event in events if isinstance(event, CardDealt) and event.facing == "down"}
    assert down[4] == (-1,)
    assert all(not event.cards for event in events if isinstance(event, Mucked))


@pytest.mark.parametrize("name", ["northwind", "1", "seat 1"])
def test_a_player_is_named_by_name_or_seat(tmp_path: Path, name: str) -> None:
    found, _ = found_in(tmp_path, FULL)
    assert seat_of(found.result.hand, name) == 1


def test_nobody_of_that_name(tmp_path: Path) -> None:
    found, _ = found_in(tmp_path, FULL)
    with pytest.raises(UsageError, match="nobody called 'marrow' plays in this hand; there are northwind, Ks Kc"):
        seat_of(found.result.hand, "marrow")


def test_a_site_s_own_log(tmp_path: Path) -> None:
    path = tmp_path / "night.txt"
    path.write_text(pokerstars_hand())
    audit = Audit(path)
    (found,) = find_hands(audit, "501").found
    text = redacted(found, 2, audit.summary.codes).result.hand.text
    assert "Dealt to northwind [?? ?? As]" in text
    assert "Dealt to northwind [?? ?? As] [Qc]" in text
    assert "Dealt to quillfeather [9s 6h] [9d]" in text


@pytest.mark.parametrize(
    ("cards", "told"),
    [("[Kh Kd 9h]", "[?? ?? 9h]"), ("Kh, Kd, 9h", "??, ??, 9h"), ("HK DK H9", "?? ?? H9"), ("KhKd9h", "????9h")],
)
def test_cards_are_known_in_every_way_of_writing_them(cards: str, told: str) -> None:
    assert _line(f"x {cards} y", (9, 1), {parse_card("9h"): (9, 1)}, False) == f"x {told} y"


SAMPLES = Path(__file__).parents[2] / "sample_histories"


@pytest.mark.parametrize("dialect", sorted(path.name for path in SAMPLES.iterdir()))
def test_no_dialect_tells_what_was_hidden(dialect: str) -> None:
    """The redacted text, read again as the site's log, has none of the cards, and all that the player saw."""
    asked = 0
    for item in Audit(SAMPLES / dialect):
        if not isinstance(item, HandResult) or item.hand.status != "parsed":
            continue
        hand = item.hand
        for seat in [event.seat for event in hand.events if isinstance(event, SeatTaken)]:
            seen = {card for event in hand.events for card in seen_by(seat, event) if card >= 0}
            hidden = cards_of(hand.events) - seen
            if not hidden:
                continue
            asked += 1
            told = redact(hand, seat)
            assert not cards_of(told.events) & hidden
            block = Block(told.text, hand.first_line, hand.column, hand.preamble)
            again = get_dialect(hand.dialect).parse(block)
            assert not cards_of(again.events) & hidden, (hand.file, hand.header.hand_id, seat)
            assert cards_of(again.events) == seen, (hand.file, hand.header.hand_id, seat)
    assert asked


def cards_of(events: Iterable[Event]) -> set[int]:
    fields = [getattr(event, name, ()) for event in events for name in ("cards", "shown", "mucked")]
    return {card for cards in fields if isinstance(cards, tuple) for card in cards if card >= 0}


def seen_by(seat: int, event: Event) -> tuple[int, ...]:
    """By the rules of the game: up-cards, what is shown, and a player's own."""
    own = getattr(event, "seat", None) == seat
    if isinstance(event, CardDealt | CardsReprinted):
        return event.cards if own or event.facing == "up" else ()
    if isinstance(event, SeatSummarised):
        return (*event.shown, *(event.mucked if own else ()))
    if isinstance(event, Mucked):
        return event.cards if own else ()
    return event.cards if isinstance(event, Shown | CommunityDealt) else ()


def test_what_other_hands_show_is_told_as_it_was(tmp_path: Path) -> None:
    """A stack that the hand before does not explain is no matter of hidden cards."""
    second = pokerstars_hand(502).replace("10:08:43", "10:10:43")
    for before, after in (("$1.60", "$1.20"), ("$1.84", "$2.04"), ("$1.34", "$1.31")):  # the first should have 1.43
        second = second.replace(before, after)
    path = tmp_path / "night.txt"
    path.write_text(pokerstars_hand(501) + second)
    audit = Audit(path)
    (found,) = find_hands(audit, "502").found
    (told,) = redacted(found, 2, audit.summary.codes).findings
    assert told.code == "X802"
    assert told.message == found.findings[0].message


def test_another_log_s_cards_are_not_told_either(tmp_path: Path) -> None:
    """Where two logs contradict each other in a card that the player never saw, the finding does not name it."""
    path = tmp_path / "night.txt"
    path.write_text(pokerstars_hand() + pokerstars_hand().replace("[3d Th As]", "[3h Th As]"))
    audit = Audit(path)
    found = find_hands(audit, "501").found[1]
    (finding,) = [finding for finding in found.findings if finding.code == "R005"]
    assert "3h" in str(finding)
    (told,) = [finding for finding in redacted(found, 2, audit.summary.codes).findings if finding.code == "R005"]
    assert "3h" not in str(told)
    assert "3d" not in str(told).replace("3rd", "")
