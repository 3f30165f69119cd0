"""PHH: settings and actions become events, whatever the order and the layout of the file."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.dialects import CORPORA, SAMPLES, events, parse, unknown

from stud_audit.ingest.input.decode import Decoder
from stud_audit.ingest.reader import read_hands
from stud_audit.model import events as e
from stud_audit.model.cards import parse_cards
from stud_audit.model.gaps import AWARDS
from stud_audit.model.spans import Span
from stud_audit.pipeline import Audit

HEAD = """variant = 'F7S'
antes = [5, 5, 5]
bring_in = 10
small_bet = 40
big_bet = 80
starting_stacks = [500, 60, 500]
"""
DEAL = ["d dh p1 KhQs4c", "d dh p2 ????9d", "d dh p3 7s7hJd"]


def hand(*actions: str, head: str = HEAD, tail: str = "") -> str:
    return f"{head}actions = [{', '.join(map(repr, [*DEAL, *actions]))}]\n{tail}"


def played(*actions: str, head: str = HEAD, tail: str = "") -> list[e.Event]:
    """The events of the play, without seats, antes, and the first deal."""
    found = events(hand(*actions, head=head, tail=tail), "phh")
    return [x for x in found if not isinstance(x, e.SeatTaken | e.AntePosted | e.HandEnded)][len(DEAL) * 2 :]


def test_seats_antes_and_deal_with_their_places() -> None:
    found = events(hand(tail="seats = [7, 2, 4]\nplayers = ['aldgate', \"bri \\\"x\\\"\", 'camden']\n"), "phh")
    assert found[:2] == [e.SeatTaken(7, "aldgate", 500), e.SeatTaken(2, 'bri "x"', 60)]
    assert found[1].span == Span(6, 25, 27)
    assert found[3:6] == [e.AntePosted(7, 5), e.AntePosted(2, 5), e.AntePosted(4, 5)]
    assert found[6:8] == [
        e.CardDealt(7, "down", parse_cards("Kh Qs"), street=3),
        e.CardDealt(7, "up", parse_cards("4c"), street=3),
    ]
    assert (found[6].span, found[7].span) == (Span(7, 21, 25), Span(7, 25, 27))
    assert found[8] == e.CardDealt(2, "down", (-1, -1), street=3)


@pytest.mark.parametrize("seats", ["[1, 2]", "[4, 2, 7]", "[1, 1, 2]", "[1, 'two', 3]", "5"])
def test_seats_that_go_not_once_around_the_table_are_places(seats: str) -> None:
    found = events(hand(tail=f"seats = {seats}\n"), "phh")
    assert [x.seat for x in found if isinstance(x, e.SeatTaken)] == [1, 2, 3]


def test_what_actions_put_in() -> None:
    assert played("p1 pb", "p2 cc", "p3 cbr 40", "p1 cbr 80", "p2 cc", "p3 cc") == [
        e.BroughtIn(1, 10, 10, street=3),
        e.Called(2, 10, 10, street=3),
        e.Completed(3, 40, 40, street=3),
        e.Raised(1, 70, 80, street=3),
        e.Called(2, 45, 55, True, street=3),
        e.Called(3, 40, 80, street=3),
    ]


def test_the_low_card_may_open_with_the_full_bet_and_later_streets_begin_anew() -> None:
    found = played("p1 cbr 40", "p2 f", "p3 cc", "d dh p1 2c", "d dh p3 3c", "p3 cc", "p1 cbr 40", "p3 f")
    assert found == [
        e.Bet(1, 40, 40, street=3),
        e.Folded(2, street=3),
        e.Called(3, 40, 40, street=3),
        e.CardDealt(1, "up", parse_cards("2c"), street=4),
        e.CardDealt(3, "up", parse_cards("3c"), street=4),
        e.Checked(3, street=4),
        e.Bet(1, 40, 40, street=4),
        e.Folded(3, street=4),
    ]


def test_a_bring_in_that_is_all_in_leaves_the_whole_of_it_to_call() -> None:
    head = HEAD.replace("[500, 60, 500]", "[9, 60, 500]")
    assert played("p1 pb", "p2 cc", head=head) == [
        e.BroughtIn(1, 4, 4, True, street=3),
        e.Called(2, 10, 10, street=3),
    ]


def test_streets_without_betting_and_the_community_card() -> None:
    cards = [f"d dh p{seat} {rank}{suit}" for rank, suit in zip("234", "chd", strict=True) for seat in (1, 2)]
    cards = [text.replace("p2 2c", "p2 2s").replace("p2 3h", "p2 3s").replace("p2 4d", "p2 4s") for text in cards]
    found = played("p1 cbr 40", "p2 cbr 55", "p3 f", "p1 cc", *cards, "d db 5c", "p1 sm -", "p2 sm")
    assert [x.street for x in found if isinstance(x, e.CardDealt)] == [4, 4, 5, 5, 6, 6]
    assert found[-3:] == [
        e.CommunityDealt(parse_cards("5c"), street=7),
        e.Shown(1, parse_cards("Kh Qs 4c 2c 3h 4d")),
        e.Mucked(2),
    ]


def test_the_seventh_card_lies_down_and_cards_shown_before_it_are_shown_during_the_play() -> None:
    streets = [f"d dh p{seat} {rank}{suit}" for rank in "A23" for seat, suit in ((1, "c"), (2, "d"))]
    found = played(
        "p1 cbr 40", "p2 cbr 55", "p3 f", "p1 cc", *streets, "p1 sm KhQs4cAc2c3c", "d dh p1 5h", "d dh p2 ??"
    )
    assert found[-3:] == [
        e.Shown(1, parse_cards("Kh Qs 4c Ac 2c 3c"), street=6),
        e.CardDealt(1, "down", parse_cards("5h"), street=7),
        e.CardDealt(2, "down", (-1,), street=7),
    ]


def test_a_card_too_many_and_one_too_few_stay_on_their_street() -> None:
    twice = played("p1 cbr 40", "p2 f", "p3 cc", "d dh p1 2c", "d dh p1 3c", "d dh p3 4c")
    assert [x.street for x in twice if isinstance(x, e.CardDealt)] == [4, 4, 4]
    none = played("p1 cbr 40", "p2 f", "p3 cc", "d dh p1 2c", "p1 cc", "p3 cc", "d dh p1 3c", "d dh p3 4c")
    assert [(x.seat, x.street) for x in none if isinstance(x, e.CardDealt)] == [(1, 4), (1, 5), (3, 5)]


@pytest.mark.parametrize(
    ("tail", "won"),
    [
        ("winnings = [0, 0, 35]\n", 35),
        ("winnings = [0, 0, 65]\n", 35),  # with the bet that went back
        ("finishing_stacks = [485, 55, 520]\n", 35),
    ],
)
def test_what_was_won_is_an_award_without_the_bet_that_nobody_called(tail: str, won: int) -> None:
    [(_, parsed)] = parse(hand("p1 pb", "p2 f", "p3 cbr 40", "p1 f", tail=tail), "phh")
    assert [x for x in parsed.events if isinstance(x, e.PotAwarded)] == [e.PotAwarded(3, won)]
    assert AWARDS not in parsed.missing


def test_without_awards_they_are_missing() -> None:
    [(_, parsed)] = parse(hand("p1 pb", "p2 f", "p3 cbr 40", "p1 f"), "phh")
    assert AWARDS in parsed.missing
    assert not parsed.truncated


def test_chips_without_a_currency_that_are_not_paid_may_be_rake() -> None:
    tails = ("winnings = [0, 0, 33]\n", "winnings = [0, 0, 33]\ncurrency = 'EUR'\n", "winnings = [0, 0, 35]\n")
    actions = ("p1 pb", "p2 f", "p3 cbr 40", "p1 f")
    lacking = [AWARDS in parse(hand(*actions, tail=tail), "phh")[0][1].missing for tail in tails]
    assert lacking == [True, False, False]


def test_amounts_with_decimals_and_in_the_spelling_of_toml() -> None:
    text = hand("p1 pb", "p2 f", "p3 cbr 4e1").replace("bring_in = 10", "bring_in = 10.25").replace("500,", "5_00.0,")
    [(_, parsed)] = parse(text, "phh")
    assert (parsed.header.decimals, parsed.header.bring_in, parsed.header.small) == (2, 1025, 4000)
    assert parsed.events[0] == e.SeatTaken(1, "p1", 50000)
    assert [x for x in parsed.events if isinstance(x, e.Wager)] == [
        e.BroughtIn(1, 1025, 1025, street=3),
        e.Completed(3, 4000, 4000, street=3),
    ]


def test_header() -> None:
    tail = (
        "hand = 7\nevent = 'Spring Razz'\ntable = 'feature'\nday = 3\nmonth = 4\nyear = 2026\ntime = 18:05:09\n"
        "time_zone = 'Europe/London'\ncurrency = 'GBP'\nseat_count = 8\nlevel = 12\n"
    )
    [(_, parsed)] = parse(hand(tail=tail).replace("F7S", "FR"), "phh")
    header = parsed.header
    assert (header.hand_id, header.game, header.structure) == ("Spring Razz feature 7", "razz", "fixed")
    assert (str(header.played_at), header.played_zone) == ("2026-04-03 18:05:09", "Europe/London")
    assert (header.currency, header.ante, header.max_seats, header.level) == ("GBP", 500, 8, "12")
    assert header.button is None


@pytest.mark.parametrize(
    ("printed", "seats"), [("8000", 8000), ("0", None), ("-8", None), ("true", None), ("9" * 10, None)]
)
def test_a_count_of_seats_is_any_that_a_site_may_print(printed: str, seats: int | None) -> None:
    assert parse(hand(tail=f"seat_count = {printed}\n"), "phh")[0][1].header.max_seats == seats


def test_hands_without_a_number_are_told_apart_by_their_text() -> None:
    one, other = (parse(text, "phh")[0][1].header.hand_id for text in (hand("p1 pb"), hand("p1 cbr 40")))
    assert one != other
    assert one == parse(hand("p1 pb"), "phh")[0][1].header.hand_id


@pytest.mark.parametrize(("variant", "status"), [("NT", "ignored"), ("FO/8", "ignored"), ("F2L3D", "ignored")])
def test_other_games_are_ignored(variant: str, status: str) -> None:
    assert parse(hand().replace("F7S", variant), "phh")[0][1].status == status


@pytest.mark.parametrize("variant", ["N7S", "P7S/8", "F27R"])
def test_other_stud_is_read_and_not_judged(variant: str) -> None:
    [(_, parsed)] = parse(hand("p1 pb").replace("F7S", variant), "phh")
    assert (parsed.status, parsed.unsupported) == ("parsed", variant)


@pytest.mark.parametrize("damage", [("'F7S'", "F7S"), ("bring_in = 10", "bring_in = ten"), ("starting_", "some_")])
def test_a_damaged_header(damage: tuple[str, str]) -> None:
    [(_, parsed)] = parse(hand("p1 pb").replace(*damage), "phh")
    assert parsed.status == "refused" or damage[0] == "starting_"
    assert "damaged" in (parsed.problem or "damaged")


# --- layout --------------------------------------------------------------------------------------


def spread() -> str:
    """The sample of one action a line, with comments."""
    path: Path = SAMPLES / "phh" / "planted.phh"
    return path.read_text("utf-8")


def test_the_order_of_the_settings_does_not_matter() -> None:
    head = HEAD.splitlines(keepends=True)
    actions = hand("p1 pb", "p2 f").splitlines(keepends=True)[-1]
    for lines in ([*head[1:], actions, head[0]], [actions, *head], [*head[2:], head[0], actions, head[1]]):
        assert events("".join(lines)) == events(hand("p1 pb", "p2 f"))


def test_several_hands_with_and_without_tables() -> None:
    one, two = hand("p1 pb", tail="hand = 1\nplayers = ['a', 'b', 'c']\n"), hand("p1 cbr 40", tail="hand = 2\n")
    for text in (f"[1]\n{one}\n[2]\n{two}", f"{one}{two}", f"{one}\n\n# a comment\n{two}"):
        assert [parsed.header.hand_id for _, parsed in parse(text)] == ["1", "2"]
        assert [parsed.events for _, parsed in parse(text)] == [tuple(events(one)), tuple(events(two))]


def test_twins_in_other_encodings_read_alike() -> None:
    text = spread()
    crlf = text.replace("\n", "\r\n")
    for twin in (crlf.encode(), f"\ufeff{text}".encode(), text.encode("utf-16"), f"\ufeff{crlf}".encode("utf-16-le")):
        decoder = Decoder()
        assert events(decoder.feed(twin) + decoder.finish()) == events(text)


def test_a_hand_cut_off_anywhere_is_truncated_and_nothing_else() -> None:
    for text in (spread(), hand("p1 pb", "p2 f", "p3 cbr 40", "p1 f")):
        for end in range(text.index("variant") + 15, text.rindex("]", 0, text.find("hand =")), 3):
            for _, parsed in parse(text[:end], "phh"):
                assert parsed.status == "refused" or parsed.truncated, text[:end][-60:]
                assert not unknown(parsed.events), text[:end][-60:]


def test_a_line_that_is_not_known_is_kept_and_harms_no_other() -> None:
    lines = spread().split("\n")
    whole = events(spread())
    first = lines.index("actions = [")
    for place in (first - 5, first + 3, first + 9, len(lines) - 2):
        strange = '"p1 waits",' if place > first and place < len(lines) - 4 else "@@ what is this @@"
        found = events("\n".join([*lines[:place], strange, *lines[place:]]))
        assert [(x.text, x.code) for x in unknown(found)] == [(strange.strip('",'), "R001")]
        assert [x for x in found if not isinstance(x, e.LineUnknown)] == whole


@pytest.mark.parametrize(
    ("action", "code"),
    [("p9 f", "R006"), ("d dh p1 Zz", "R010"), ("p3 cbr forty", "R010"), ("p3 raises", "R001"), ("d dh p1 4", "R010")],
)
def test_values_that_cannot_be(action: str, code: str) -> None:
    found = unknown(events(hand("p1 pb", "p2 f", action), "phh"))
    assert [(x.code, x.span.line) for x in found] == [(code, 7)]


def test_settings_twice_or_of_the_wrong_kind() -> None:
    found = unknown(events(hand("p1 pb", tail="bring_in = 20\nseats = 4\n"), "phh"))
    assert [(x.code, x.text) for x in found] == [("R002", "bring_in = 20"), ("R010", "seats = 4")]


@pytest.mark.skipif(not CORPORA.exists(), reason="the corpora are not here")
@pytest.mark.parametrize("house", ["roberts-rules", "tda"])
def test_real_hands(house: str) -> None:
    hands = list(read_hands([CORPORA / "phh"]))
    assert len(hands) == 24
    assert all(x.status == "parsed" and not x.truncated and not unknown(x.events) for x in hands)
    assert [(x.file, x.code) for item in Audit([CORPORA / "phh"], house=house) for x in item.findings] == []


def test_many_words_that_are_no_cards_are_one_finding(tmp_path: Path) -> None:
    path = tmp_path / "long.phh"
    path.write_text(hand(f"p1 sm KhQs{'99' * 2000}", "p2 sm xxyy"))
    found = [f for item in Audit([path]) for f in item.findings if f.code == "R010"]
    assert [f.message for f in found] == [
        "malformed value: 2000 words are no cards, '99' the first of them",
        "malformed value: 'xx' is not a card",
        "malformed value: 'yy' is not a card",
    ]
    assert len(found[0].actual or "") < 300
