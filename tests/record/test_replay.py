"""What each kind of line does to the table, right or wrong."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from support.neutral_hands import doors
from support.recorded import course, read, replayed

from stud_audit.houses import load_house
from stud_audit.model.cards import parse_cards
from stud_audit.model.events import PotAwarded
from stud_audit.model.gaps import ALL_IN_MARKS, UNCALLED_RETURNS
from stud_audit.record.doubts import RecordedPlayer
from stud_audit.record.replay import Replay

START = doors()
FOURTH = "bring-in 2 1; call 3 1; call 1 1; street 4; deal 1 up 8c; deal 2 up 3h; deal 3 up Qs; "


def text(lines: str, start: str = START) -> str:
    return start + "\n".join([*lines.split("; "), "end", ""])


def play(lines: str, start: str = START) -> Replay:
    return replayed(text(lines, start))


def player(replay: Replay, seat: int) -> RecordedPlayer:
    return replay.state.players[seat]


# --- chips that come back --------------------------------------------------------------------------


def test_an_uncalled_bet_comes_back() -> None:
    replay = play(FOURTH + "bet 3 2; fold 1; fold 2; return 3 2; award 3 6")
    wexley = player(replay, 3)
    assert (wexley.put, wexley.returned, wexley.overreturned, wexley.behind) == (200, 200, 0, 19800)
    assert (wexley.won, replay.state.pot, replay.state.awarded) == (600, 600, 600)


def test_more_than_the_uncalled_bet_comes_back() -> None:
    replay = play(FOURTH + "bet 3 2; fold 1; fold 2; return 3 3; award 3 6")
    wexley = player(replay, 3)
    assert (wexley.put, wexley.returned, wexley.overreturned, wexley.behind) == (100, 300, 100, 19900)
    assert (wexley.committed, replay.state.pot) == (200, 500)


def test_chips_that_were_called_come_back() -> None:
    replay = play(FOURTH + "check 3; check 1; check 2; return 1 1")
    assert (player(replay, 1).overreturned, player(replay, 1).committed, replay.state.pot) == (100, 200, 500)


def test_what_comes_back_to_nobody_in_the_hand_changes_nothing() -> None:
    replay = play(FOURTH + "bet 3 2; fold 1; fold 2; return 8 2")
    assert replay.state.pot == 800


def test_a_bet_goes_back_before_who_owes_it_has_folded() -> None:
    # Seat 2 is not seen again: they have folded. Seat 1 has.
    assert course(text(FOURTH + "bet 3 2; fold 1; return 3 2; award 3 6")) == [
        "owing 2 at award 3 6",
        "assumed fold 2 at award 3 6",
    ]
    # Here they show their hand: they are still in it, and had to act.
    shown = text(FOURTH + "bet 3 2; fold 1; return 3 2; show 2 2c 3h; award 3 6")
    assert course(shown) == ["owing 2 at show 2 2c 3h"]


@pytest.mark.parametrize(("printed", "given_back"), [("", True), ("return 3 2; ", False)])
def test_in_a_format_without_returned_bets_they_go_back_as_the_betting_ends(printed: str, given_back: bool) -> None:
    hand = replace(read(text(FOURTH + f"bet 3 2; fold 1; fold 2; {printed}award 3 6")), missing=(UNCALLED_RETURNS,))
    replay = replayed(hand)
    assert (player(replay, 3).returned, replay.state.pot, replay.state.given_back) == (200, 600, given_back)


# --- folds and checks ------------------------------------------------------------------------------


def test_a_fold_where_they_cannot_and_go_on_playing_is_none() -> None:
    assert player(play("bring-in 2 1; fold 1; call 3 1; call 1 1"), 1).folded == 0
    assert player(play("bring-in 2 1; fold 1; call 3 1; show-down"), 1).folded == 3
    # In their turn it is one, whatever comes later.
    assert player(play("bring-in 2 1; fold 3; call 1 1; call 3 1"), 3).folded == 3


def test_the_forced_player_folds_and_goes_on_playing() -> None:
    replay = play(
        "fold 2; call 3 1; call 1 1; street 4; deal 1 up 8c; deal 2 up 3h; deal 3 up Qs; check 3; check 1; check 2"
    )
    assert (player(replay, 2).folded, player(replay, 2).committed) == (0, 200)
    replay = play("fold 2; call 3 1; call 1 1; street 4; deal 1 up 8c; deal 3 up Qs; check 3; check 1")
    assert player(replay, 2).folded == 3


def test_the_first_fold_counts() -> None:
    replay = play(FOURTH + "bet 3 2; fold 1; fold 2; fold 1")
    fold = player(replay, 1).fold_event
    assert replay.index.event(fold).raw == "fold 1"
    assert replay.index.event(fold + 1).raw == "fold 2"
    assert not player(replay, 1).fold_inferred


def test_who_checks_a_bet_and_is_gone_has_folded() -> None:
    replay = play(FOURTH + "bet 3 2; check 1; call 2 2; street 5; deal 2 up 5h; deal 3 up 6h; check 3")
    assert (player(replay, 1).folded, player(replay, 1).fold_inferred) == (4, True)
    # Nothing to call: a check is a check, and who gets no card later is another matter.
    replay = play(FOURTH + "check 3; check 1; check 2")
    assert player(replay, 1).folded == 0


# --- all-in ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "missing", "stack", "all_in"),
    [
        ("bet 3 2; call 1 1; call 2 2", (ALL_IN_MARKS,), "", True),
        ("bet 3 2; call 1 1; call 2 2", (), "", False),
        ("bet 3 2; call 1 1; call 2 2", (ALL_IN_MARKS,), " 200", False),
        ("bet 3 2; call 1 2; call 2 2", (ALL_IN_MARKS,), "", False),
        ("bet 3 2; call 1 1; call 2 2; street 5; deal 1 up 5c; deal 2 up 5h; deal 3 up 6h; check 3; check 1",
         (ALL_IN_MARKS,), "", False),
        ("bet 3 2; call 1 1; call 2 2; street 5; deal 1 up 5c; deal 2 up 5h; deal 3 up 6h; check 3; check 2",
         (ALL_IN_MARKS,), "", True),
    ],
)  # fmt: skip
def test_a_short_call_where_the_format_has_no_word_for_all_in(
    lines: str, missing: tuple[str, ...], stack: str, all_in: bool
) -> None:
    hand = read(text(FOURTH + lines, START.replace('"northwind" 200', f'"northwind"{stack}')))
    assert player(replayed(replace(hand, missing=missing)), 1).all_in is all_in


@pytest.mark.parametrize(
    ("stack", "line", "left", "all_in", "optional"),
    [
        ("200", "call 1 2", 19600, False, False),
        ("200", "call 1 2 all-in", None, True, True),  # with chips behind: what they have is not known any more
        ("4", "call 1 2 all-in", 0, True, False),
        ("4", "call 1 2", 0, True, True),
        ("3", "call 1 2", None, False, True),  # more than they had
        ("3", "call 1 1 all-in", 0, True, False),
        ("", "call 1 2", None, False, False),
        ("", "call 1 2 all-in", None, True, False),
    ],
)
def test_the_stack_behind_a_call(stack: str, line: str, left: int | None, all_in: bool, optional: bool) -> None:
    replay = play(FOURTH + f"bet 3 2; {line}", START.replace('"northwind" 200', f'"northwind" {stack}'))
    found = player(replay, 1)
    assert (found.behind, found.all_in, found.optional) == (left, all_in, optional)


@pytest.mark.parametrize(("line", "known"), [("call 1 2", True), ("call 1 1", False), ("call 1 3", False)])
def test_after_a_call_of_a_wrong_amount_the_stack_is_not_known(line: str, known: bool) -> None:
    assert (player(play(FOURTH + f"bet 3 2; {line}; call 2 2"), 1).behind is not None) is known


@pytest.mark.parametrize(
    ("lines", "doubt", "left"),
    [
        ("bet 3 2; call 1 2; call 2 2; call 1 2", 200, None),  # the round was closed
        ("bet 3 2; call 1 2; call 1 2; call 2 2", 200, None),  # it was not their turn again
        ("bet 3 2; fold 1; call 1 2; call 2 2", 200, None),
        ("bet 3 2; call 1 2; call 2 2; call 1 2; call 1 2", 400, None),
        ("bet 3 2; call 1 2; call 2 2", 0, 19600),
        ("bet 3 2; call 2 2; call 1 2", 0, 19600),  # late, and in its place
    ],
)
def test_chips_that_may_or_may_not_have_gone_in(lines: str, doubt: int, left: int | None) -> None:
    found = player(play(FOURTH + lines), 1)
    assert (found.street_doubt, found.behind) == (doubt, left)


# --- antes -----------------------------------------------------------------------------------------


def test_a_second_ante_leaves_the_stack_open() -> None:
    replay = play("bring-in 2 1", START.replace("ante 1 1\n", "ante 1 1\nante 1 1\n"))
    found = player(replay, 1)
    assert (found.ante, found.put, found.behind, replay.state.pot) == (200, 200, None, 500)
    assert replay.index.event(found.ante_event - 1).raw == replay.index.event(found.ante_event).raw == "ante 1 1"


def test_an_ante_that_comes_late_takes_the_place_of_the_one_assumed() -> None:
    replay = play("ante 1 1; bring-in 2 1", START.replace("ante 1 1\n", ""))
    assert (player(replay, 1).assumed, player(replay, 1).committed, replay.state.pot) == (0, 100, 400)
    assert replay.state.assumptions == []
    replay = play("ante 1 0.50; bring-in 2 1", START.replace("ante 1 1\n", ""))
    assert (player(replay, 1).assumed, player(replay, 1).committed) == (50, 100)


@pytest.mark.parametrize(("stack", "assumed", "all_in"), [("200", 100, False), ("1", 100, True), ("0.50", 50, True)])
def test_an_ante_without_a_line_is_the_largest_posted_or_all_that_they_had(
    stack: str, assumed: int, all_in: bool
) -> None:
    start = START.replace("ante 1 1\n", "").replace("ante 2 1", "ante 2 0.50")
    found = player(play("bring-in 2 1", start.replace('"northwind" 200', f'"northwind" {stack}')), 1)
    assert (found.assumed, found.all_in, found.optional, found.behind) == (assumed, all_in, all_in, None)


def test_without_any_ante_none_is_assumed() -> None:
    start = "\n".join(line for line in START.split("\n") if not line.startswith("ante"))
    assert [found.assumed for found in play("bring-in 2 1", start).state.players.values()] == [0, 0, 0]


def test_an_ante_of_nobody_in_the_hand() -> None:
    assert play("bring-in 2 1", START.replace("ante 1 1\n", "ante 1 1\nante 8 1\n")).state.pot == 400


# --- cards -----------------------------------------------------------------------------------------


def test_a_card_however_often_told_is_one() -> None:
    replay = play("bring-in 2 1; call 3 1; call 1 1; street 4; deal 1 up 8c; deal 1 up 8c; deal 2 up 3h; deal 3 up Qs")
    assert (player(replay, 1).up, player(replay, 1).street_cards) == ([*parse_cards("9d 8c")], 1)
    # Also one that lies face down; unknown cards are different ones.
    start = START.replace("deal 1 down ? ?", "deal 1 down 8c ?")
    replay = play("bring-in 2 1; call 3 1; call 1 1; street 4; deal 1 up 8c; deal 1 down ?", start)
    assert (player(replay, 1).up, player(replay, 1).down) == ([*parse_cards("9d")], [*parse_cards("8c ? ?")])


def test_a_misdirected_card_lies_before_its_owner() -> None:
    replay = play(FOURTH.replace("deal 2 up 3h", "deal 1 up 3h") + "reprint 2 up 2c 3h")
    assert [player(replay, seat).up for seat in (1, 2)] == [[*parse_cards("9d 8c")], [*parse_cards("2c 3h")]]


def test_a_card_that_is_nobody_s() -> None:
    lines = "bring-in 2 1; call 3 1; call 1 1; street 4; deal 1 up 8c; deal 1 up 7c; reprint 1 up 9d 8c"
    assert [player(play(lines), seat).up for seat in (1, 2, 3)] == [
        [*parse_cards(cards)] for cards in ("9d 8c", "2c", "Kd")
    ]


@pytest.mark.parametrize(
    ("reprint", "board"),
    [
        ("reprint 1 up 9d", "9d"),
        ("reprint 1 up 9d 8c", "9d 8c"),  # the deal of fourth street is not on record
        ("reprint 1 up 8c 9d", "8c 9d"),
        ("reprint 1 up Td 8c", "9d"),  # another card: that is a contradiction, and tells nothing
        ("reprint 1 down 9d 8c", "9d"),
        ("reprint 1 up 9d 8c 7c", "9d"),
    ],
)
def test_a_repeated_board_tells_a_card_whose_deal_is_missing(reprint: str, board: str) -> None:
    lines = FOURTH.replace("deal 1 up 8c; ", "") + f"check 3; check 1; check 2; street 5; {reprint}"
    replay = play(lines)
    assert player(replay, 1).up == [*parse_cards(board)]
    told = [one.event for one in replay.state.assumptions if one.event.street == 4 and hasattr(one.event, "cards")]
    assert [getattr(event, "cards", ()) for event in told] == ([parse_cards("8c")] if len(board) > 2 else [])


def test_community_card_and_burns() -> None:
    replay = play(FOURTH + "check 3; check 1; check 2; street 5; burn 7s; burn ?; street 7; board 6h")
    assert (replay.state.community, replay.state.burns) == ([*parse_cards("6h")], [*parse_cards("7s ?")])


# --- the end ---------------------------------------------------------------------------------------


def test_awards_also_to_nobody_in_the_hand() -> None:
    hand = read(text(FOURTH + "check 3; award 1 2"))
    replay = replayed(replace(hand, events=(*hand.events, PotAwarded(8, 300))))
    assert (replay.state.awarded, player(replay, 1).won) == (500, 200)


def test_a_rake_that_stands_twice_with_its_total_is_taken_once() -> None:
    assert play(FOURTH + "check 3; award 1 5; total 6; rake 1").state.rake == 100
    assert play(FOURTH + "check 3; award 1 4; rake 1; rake 1").state.rake == 200


def test_the_button_moves() -> None:
    assert play(FOURTH + "check 3; button 1").state.button == 1


def test_a_fold_with_its_cards_shown_ends_no_round() -> None:
    shown = text(
        FOURTH + "bet 3 2; fold 1; show 1 9d 8c street=4; call 2 2; street 5; deal 2 up 5h; deal 3 up 6h; check 3"
    )
    assert course(shown) == []


# --- whose turn it is ------------------------------------------------------------------------------


def turns(lines: str) -> list[int | None]:
    """Whose turn it is after each of these lines, behind the deal."""
    replay = Replay(read(text(lines)), load_house("roberts-rules").rules)
    found: list[int | None] = []
    for step in replay:
        if step.number > START.count("\n") - 2:
            due = replay.turn()
            found.append(due.seat if due else None)
    return found


def test_whose_turn_it_is_before_each_line() -> None:
    # The bring-in is seat 2's, fourth street is opened by king and queen; nobody acts while cards are dealt.
    assert turns("bring-in 2 1; call 3 1; call 1 1; show-down") == [2, 3, 1, None, None]


def test_who_was_passed_over_comes_last() -> None:
    assert turns("bring-in 2 1; call 1 1; call 3 1; show-down") == [2, 3, 3, None, None]
