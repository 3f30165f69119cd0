"""Open Hand History as our own `convert` and other programs write it."""

import json
from datetime import datetime
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from support.dialects import SAMPLES, events, parse, renamed, unknown

from stud_audit.ingest.convert import Conversion
from stud_audit.ingest.dialect import Parsed
from stud_audit.ingest.input.decode import Decoder
from stud_audit.ingest.reader import Reader, read_hands
from stud_audit.model.cards import parse_cards
from stud_audit.model.events import (
    AntePosted,
    Bet,
    BroughtIn,
    Called,
    CardDealt,
    CommunityDealt,
    Completed,
    Event,
    Folded,
    LineUnknown,
    PotAwarded,
    Raised,
    RakeTaken,
    SeatTaken,
    Shown,
    StreetOpened,
    UncalledReturned,
    Wager,
)
from stud_audit.model.gaps import ALL_IN_MARKS, AWARDS, RAKE, UP_CARDS

FILES = sorted((SAMPLES / "ohh").glob("*.ohh"))
of_every_sample = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


def player(number: int, **more: Any) -> dict[str, Any]:
    return {
        "id": number,
        "seat": number,
        "name": ("", "aldgate", "brixton", "camden")[number],
        "starting_stack": 40,
    } | more


def act(who: int, action: str, amount: float | None = None, **more: Any) -> dict[str, Any]:
    return {"player_id": who, "action": action, **({} if amount is None else {"amount": amount}), **more}


def dealt(who: int, *cards: str) -> dict[str, Any]:
    return act(who, "Dealt Cards", cards=list(cards))


THIRD = [act(1, "Post Ante", 0.25), act(2, "Post Ante", 0.25), dealt(1, "As", "2s", "7c"), dealt(2, "Jd")]


def hand(*rounds: Any, **more: Any) -> dict[str, Any]:
    names = ("Preflop", "Flop", "Turn", "Turn", "River")
    plain = {
        "spec_version": "1.4.6", "site_name": "Harbour Room", "game_number": "7", "table_name": "Pier 3",
        "start_date_utc": "2026-11-01T12:00:00Z", "game_type": "Stud", "bet_limit": {"bet_type": "FL", "bet_cap": 4},
        "table_size": 8, "currency": "USD", "small_blind_amount": 1, "big_blind_amount": 2, "ante_amount": 0.25,
        "players": [player(1), player(2)],
        "rounds": [
            one if isinstance(one, dict) else {"id": n, "street": name, "cards": [], "actions": one}
            for n, (one, name) in enumerate(zip(rounds, names, strict=False))
        ],
        "pots": [],
    }  # fmt: skip
    return {"ohh": plain | more}


def read(document: Any, indent: int | None = None) -> Parsed:
    ((dialect, parsed),) = parse(json.dumps(document, indent=indent))
    assert dialect == "ohh"
    return parsed


def kinds(found: Parsed, *types: type[Event]) -> list[Event]:
    return [event for event in found.events if isinstance(event, types)]


# --- what holds for every sample ------------------------------------------------------------------


@of_every_sample
def test_every_object_is_known(path: Path) -> None:
    hands = parse(path.read_text("utf-8"))
    assert len(hands) > 2
    for dialect, parsed in hands:
        assert (dialect, parsed.status, parsed.truncated) == ("ohh", "parsed", False)
        assert not unknown(parsed.events)


@of_every_sample
def test_twins_in_other_encodings_and_layouts_read_alike(path: Path) -> None:
    text = path.read_text("utf-8")
    plain = events(text)
    crlf, bom = text.replace("\n", "\r\n"), "\ufeff"
    for data in (crlf.encode(), f"{bom}{text}".encode(), text.encode("utf-16")):
        decoder = Decoder()
        assert events(decoder.feed(data) + decoder.finish()) == plain
    documents, place = [], 0
    while place < len(text.rstrip()):
        document, place = json.JSONDecoder().raw_decode(text, place)
        documents.append(document)
        place += len(text[place:]) - len(text[place:].lstrip())
    for indent in (None, 1, 4):
        one_by_one = [json.dumps(document, indent=indent) for document in documents]
        for twin in ("\n\n".join(one_by_one), "".join(one_by_one), json.dumps(documents, indent=indent)):
            assert events(twin) == plain


@of_every_sample
def test_a_hand_cut_off_anywhere_is_truncated_and_nothing_else(path: Path) -> None:
    text = path.read_text("utf-8").split("\n\n")[0]
    for end in range(text.index('"game_number"') + 40, len(text) - 3, 23):
        ((_, parsed),) = parse(text[:end])
        if parsed.status == "parsed":
            assert parsed.truncated
            assert not unknown(parsed.events), text[:end][-60:]


@of_every_sample
def test_a_stray_object_is_kept_and_harms_nothing_else(path: Path) -> None:
    text = path.read_text("utf-8")
    whole = events(text)
    for what in ('"what is this", ', '{"action": "Dances", "player_id": 1}, ', "@@ "):
        at = text.index('"action_number"') - 1
        at = text.rindex("{", 0, at + 1)
        changed = events(text[:at] + what + text[at:])
        assert len(unknown(changed)) <= 2
        assert [event for event in changed if not isinstance(event, LineUnknown)] == whole


@of_every_sample
def test_hostile_names_read_as_plain_ones(path: Path) -> None:
    names = ('{"ohh": {', "a: folds", '\\"', "}]}", "\u2028 x", "*** SUMMARY ***", "null", "")
    plain = ("aldgate", "brixton", "camden", "dulwich", "euston", "finsbury", "greenwich", "holborn")
    text = path.read_text("utf-8")
    hostile = text
    for name, new in zip(plain, names[:7], strict=False):
        hostile = hostile.replace(f'"{name}"', json.dumps(new))
    assert events(hostile) == renamed(events(text), dict(zip(plain, names[:7], strict=False)))


# --- hands by hand ---------------------------------------------------------------------------------


def test_a_hand_by_hand() -> None:
    parsed = read(
        hand(
            [*THIRD, act(2, "Post Extra Blind", 0.5), act(1, "Raise", 1), act(2, "Raise", 1.5), act(1, "Call", 1)],
            [dealt(1, "8d"), dealt(2, "Th"), act(1, "Check"), act(2, "Bet", 1), act(1, "Fold")],
            pots=[{"number": 0, "amount": 4.5, "rake": 0.5, "player_wins": [{"player_id": 2, "win_amount": 5}]}],
        )
    )
    header = parsed.header
    assert (header.game, header.structure, header.currency, header.table) == ("stud", "fixed", "USD", "Pier 3")
    assert (header.small, header.big, header.ante, header.max_seats) == (100, 200, 25, 8)
    assert (header.played_at, header.played_zone) == (datetime(2026, 11, 1, 12), "UTC")
    assert kinds(parsed, AntePosted, Wager, Folded, StreetOpened) == [
        AntePosted(1, 25), AntePosted(2, 25), StreetOpened(street=3),
        BroughtIn(2, 50, 50, street=3), Completed(1, 100, 100, street=3),
        Raised(2, 150, 200, street=3), Called(1, 100, 200, street=3),
        StreetOpened(street=4), Bet(2, 100, 100, street=4), Folded(1, street=4),
    ]  # fmt: skip
    down, up = parse_cards("As 2s"), parse_cards("7c")
    assert kinds(parsed, CardDealt)[:4] == [
        CardDealt(1, "down", down, street=3), CardDealt(1, "up", up, street=3),
        CardDealt(2, "down", parse_cards("? ?"), street=3), CardDealt(2, "up", parse_cards("Jd"), street=3),
    ]  # fmt: skip
    # The bet that nobody called is a part of what was won.
    assert kinds(parsed, RakeTaken, UncalledReturned, PotAwarded) == [
        RakeTaken(50), UncalledReturned(2, 100), PotAwarded(2, 400, "main"),
    ]  # fmt: skip


def test_community_cards_all_ins_and_hands_turned_up_early() -> None:
    up = act(1, "Shows Cards", cards=["As", "2s", "7c"])
    river = {"id": 4, "street": "River", "cards": ["6h"], "actions": [act(1, "Check"), act(2, "Check")]}
    found = read(
        hand([*THIRD, act(2, "Bet", 39.75, is_allin=True), act(1, "Call", 39.75, is_allin=True), up], [], [], [], river)
    )
    assert kinds(found, CommunityDealt) == [CommunityDealt(parse_cards("6h"), street=7)]
    assert [event.all_in for event in kinds(found, Wager)] == [True, True]  # type: ignore[attr-defined]
    assert kinds(found, Shown) == [Shown(1, parse_cards("As 2s 7c"), None, street=3)]


def test_streets_by_their_order_their_names_and_the_play() -> None:
    check = [act(1, "Check"), act(2, "Check")]
    deals = [[dealt(1, card), dealt(2, other)] for card, other in (("8d", "Th"), ("9d", "9h"), ("Kd", "Kh"))]
    third = [*THIRD, act(2, "Bet", 1), act(1, "Call", 1)]

    def streets(*rounds: Any) -> list[int]:
        found = read(hand(*rounds))
        assert not unknown(found.events)
        return [event.street for event in kinds(found, CardDealt) if event.street > 3]

    every = [4, 4, 5, 5, 6, 6]
    assert streets(third, *[deal + check for deal in deals]) == every
    # Fifth and sixth street in one round.
    both = {"street": "Turn", "cards": [], "actions": deals[1] + check + deals[2] + check}
    assert streets(third, deals[0] + check, both) == every
    named = [
        {"street": name, "cards": [], "actions": play}
        for name, play in zip(("Third Street", "Fourth Street"), (third, deals[0] + check), strict=True)
    ]
    assert streets(*named) == [4, 4]


def test_no_street_comes_before_the_third() -> None:
    """Where the showdown stands first, and holds an action and a deal."""
    first = {"street": "Showdown", "cards": [], "actions": [act(1, "Check"), dealt(2, "Jd"), act(1, "Fold")]}
    assert {event.street for event in read(hand(first)).events if isinstance(event, CardDealt | Folded)} == {3}


@pytest.mark.parametrize(
    ("game", "status", "name", "unsupported"),
    [
        ("Stud", "parsed", "stud", None),
        ("StudHiLo", "parsed", "stud8", None),
        ("Razz", "parsed", "razz", None),
        ("7 Card Stud", "parsed", "stud", None),
        ("Holdem", "ignored", "Holdem", None),
        ("OmahaHiLo", "ignored", "OmahaHiLo", None),
        ("5CardStud", "parsed", "5CardStud", "5CardStud"),
    ],
)
def test_games(game: str, status: str, name: str, unsupported: str | None) -> None:
    parsed = read(hand(THIRD, game_type=game))
    assert (parsed.status, parsed.header.game, parsed.unsupported) == (status, name, unsupported)


def test_headers() -> None:
    assert read(hand(THIRD, bet_limit={"bet_type": "NL"})).unsupported == "no-limit Stud"
    assert read(hand(THIRD, currency="PPC")).header.currency == "chips"
    tournament = read(hand(THIRD, tournament=True, tournament_info={"tournament_number": "88"}, currency="USD")).header
    assert (tournament.currency, tournament.tournament) == ("chips", "88")
    bare = read(hand(THIRD, ante_amount=0, small_blind_amount=0, start_date_utc="yesterday")).header
    assert (bare.ante, bare.small, bare.played_at, bare.played_zone) == (None, None, None, None)
    away = read(hand(THIRD, start_date_utc="2026-11-01T12:00:00+02:00")).header
    assert (away.played_at, away.played_zone) == (datetime(2026, 11, 1, 10), "UTC")
    assert read(hand(THIRD, game_type=None)).problem == "the header is damaged: it does not name the game"
    assert read(hand(THIRD, small_blind_amount="much")).problem == "the header is damaged: 'much' is not an amount"
    # A seat stands there although stud has no button.
    assert read(hand(THIRD, dealer_seat=1)).header.button is None


def test_what_a_file_does_not_say_is_missing() -> None:
    parsed = read(hand(THIRD))
    assert {ALL_IN_MARKS, RAKE, AWARDS} <= {*parsed.missing, ALL_IN_MARKS}
    alone = read(hand([act(1, "Post Ante", 0.25), act(2, "Post Ante", 0.25), dealt(1, "As", "2s", "7c")]))
    assert UP_CARDS in alone.missing
    assert UP_CARDS not in parsed.missing
    # Nobody is marked: the last chip is read off the stack.
    [call] = kinds(read(hand([*THIRD, act(2, "Bet", 39.75)])), Wager)
    assert call.all_in  # type: ignore[attr-defined]


@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize(
    ("broken", "code", "problem", "value"),
    [
        (act(2, "Bet", "much"), "R010", "'much' is not an amount", '"much"'),  # type: ignore[arg-type]
        (act(2, "Bet", -1), "R010", "'-1' is not an amount", "-1"),
        (act(2, "Bet"), "R010", "it says no amount", None),
        (dealt(2, "Zz"), "R010", "'Zz' is not a card", '["Zz"]'),
        (act(9, "Check"), "R006", "'9' has no seat in this hand", None),
        (act(2, "Dances"), "R001", None, None),
        ({"action": "Check"}, "R001", None, None),
    ],
)
def test_what_cannot_be_is_noted_at_its_place(
    broken: dict[str, Any], code: str, problem: str | None, value: str | None, indent: int | None
) -> None:
    document = hand([*THIRD, broken, act(1, "Fold")])
    text = json.dumps(document, indent=indent)
    parsed = read(document, indent)
    [found] = unknown(parsed.events)
    assert (found.code, found.problem) == (code, problem)
    assert kinds(parsed, Folded) == [Folded(1, street=3)]
    line = text.split("\n")[found.span.line - 1]
    if value is not None and "\n" not in value and (indent is None or value[0] != "["):
        assert line[found.span.column - 1 : found.span.end_column - 1] == value
    assert 0 < found.span.column < found.span.end_column <= len(line) + 1


def test_amounts_of_binary_fractions_are_those_that_were_meant() -> None:
    text = json.dumps(hand([*THIRD, act(2, "Bet", 1)])).replace('"amount": 1}', '"amount": 0.30000000000000004}')
    ((_, parsed),) = parse(text)
    assert [event.added for event in kinds(parsed, Wager)] == [30]  # type: ignore[attr-defined]
    assert parsed.header.decimals == 2
    ((_, parsed),) = parse(json.dumps(hand([*THIRD, act(2, "Bet", 1)])).replace('"amount": 1}', '"amount": 1e0}'))
    assert [event.added for event in kinds(parsed, Wager)] == [100]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "broken",
    [
        '{"ohh": [1, 2]}', '{"ohh": {', '{"ohh": {"players": [[[]]], "rounds": 5}}', '{"ohh": {"game_type": ["Stud"]}}',
        '{"ohh": ' + "[" * 5000, '{"ohh": ' + '{"a":' * 5000, '{"ohh": {"game_type": "Stud", "players": [{"id": {}}]}}',
        '{"ohh": {"game_type": "Stud", "table_size": 1e400, "small_blind_amount": 1e99}}',
        '{"ohh": {"game_type" "Stud"}}',
    ],
)  # fmt: skip
def test_broken_documents_are_hands_that_are_refused_or_cut(broken: str) -> None:
    ((dialect, parsed),) = parse(broken)
    assert dialect == "ohh"
    assert parsed.status == "refused" or parsed.truncated or unknown(parsed.events) or not parsed.events[1:]


def test_seats_and_players_that_cannot_be() -> None:
    seats = [player(1), player(2, seat=1), player(1), player(3, seat="x")]
    parsed = read(hand(THIRD, players=seats))
    assert [(event.code, event.problem) for event in unknown(parsed.events)] == [
        ("R010", "seat 1 is taken already"),
        ("R002", "a second player with the number 1"),
        ("R010", "'x' is not a seat"),
    ]
    assert [(event.seat, event.player) for event in kinds(parsed, SeatTaken)] == [  # type: ignore[attr-defined]
        (1, "aldgate"),
        (2, "brixton"),
        (3, "camden"),
    ]


# --- there and back --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["pokerstars/stud.txt", "pokerstars/stud8.txt", "fulltilt/stud8-side-pot.txt"])
def test_what_convert_writes_is_read_back(name: str) -> None:
    """The same chips, cards, and turns; what the format has no words for is gone."""
    source = SAMPLES / name
    refused: list[str] = []
    text = StringIO("".join(Conversion(Reader(source), "ohh", refused.append))).getvalue()
    assert not refused
    kept = (AntePosted, Wager, Folded, UncalledReturned, CommunityDealt, RakeTaken)
    for before, (_, after) in zip(read_hands(source), parse(text), strict=True):
        assert after.header.hand_id == before.header.hand_id
        assert not unknown(after.events)

        def told(of: tuple[Event, ...]) -> list[tuple[Any, ...]]:
            names = ("seat", "amount", "added", "to", "all_in", "cards")
            words = {"Bet": "up", "Completed": "up", "Raised": "up"}
            return sorted(
                (words.get(type(x).__name__, type(x).__name__), *(repr(getattr(x, name, None)) for name in names))
                for x in of
                if isinstance(x, kept)
            )

        assert told(after.events) == told(tuple(x for x in before.events if not getattr(x, "reprint", False)))
        assert sum(x.amount for x in after.events if isinstance(x, PotAwarded)) == sum(
            x.amount for x in before.events if isinstance(x, PotAwarded)
        )


@pytest.mark.parametrize("escape", ["\\ud800", "\\udfff\\ud800", "\\uD83D"])
def test_half_a_character_is_none_and_harms_nothing(escape: str) -> None:
    text = FILES[-1].read_text("utf-8")
    first, other = events(text), events(text.replace("aldgate", f"aldgate{escape}"))
    assert [type(event) for event in other] == [type(event) for event in first]
    names = [event.player for event in other if isinstance(event, SeatTaken)]
    assert any(name.startswith("aldgate\ufffd") for name in names)
    assert all(name.encode() for name in names)
