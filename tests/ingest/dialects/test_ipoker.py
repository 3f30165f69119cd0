import re
from datetime import datetime
from pathlib import Path

import pytest
from msgspec.structs import replace
from support.dialects import CORPORA, SAMPLES, parse, unknown

from stud_audit.ingest.dialects.ipoker import plain
from stud_audit.ingest.reader import read_hands
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
    HandEnded,
    Noted,
    PotAwarded,
    Raised,
    SeatTaken,
    StreetOpened,
    UncalledReturned,
)
from stud_audit.pipeline.run import Audit

GAME = "7 Card Stud L $1/$2"
SEATS = (
    '<player seat="1" name="aldgate" chips="$1,050" dealer="1" win="$0" bet="$0" />'
    '<player seat="2" name="" chips="$0" dealer="0" win="$0" bet="$0" />'
    '<player seat="4" name="brixton" chips="$20" dealer="0" win="$0" bet="$0" />'
)


def game(*rounds: str, seats: str = SEATS, code: int = 81, started: str = "2011-10-30 11:10:00") -> str:
    head = f"<general><startdate>{started}</startdate><players>{seats}</players></general>"
    return f'<game gamecode="{code}">{head}\n' + "".join(f"{text}\n" for text in rounds) + "</game>\n"


def session(*games: str, name: str = GAME, more: str = "", currency: str = "USD") -> str:
    general = (
        f"<general>\n<mode>real</mode>\n<gametype>{name}</gametype>\n<tablename>Turnstone</tablename>\n{more}"
        f"<startdate>2011-10-30 10:00:00</startdate>\n<currency>{currency}</currency>\n</general>\n"
    )
    return f'<?xml version="1.0" encoding="utf-8"?>\n<session sessioncode="7">\n{general}{"".join(games)}</session>\n'


def events_of(*rounds: str, **more: str) -> list[Event]:
    [(dialect, parsed)] = parse(session(game(*rounds, **more)))
    assert (dialect, parsed.status, parsed.truncated) == ("ipoker", "parsed", False)
    return [event for event in parsed.events if not isinstance(event, SeatTaken | HandEnded | Noted)]


def action(number: int, player: str, kind: int, amount: str = "$0") -> str:
    return f'<action no="{number}" player="{player}" type="{kind}" sum="{amount}" cards=""/>'


@pytest.mark.parametrize(
    ("name", "more", "expected"),
    [
        ("7 Card Stud L $0.05/$0.10", "", {"game": "stud", "small": 5, "big": 10, "currency": "USD"}),
        ("7 Card Stud Hi-Lo L $1/$2", "", {"game": "stud8", "small": 100}),
        ("7 Card Stud HiLow Limit 0,50€/1€ Ante 0,05€", "", {"game": "stud8", "small": 50, "big": 100, "ante": 5}),
        ("7 Card Stud L $1,000/$2,000", "", {"small": 100_000, "big": 200_000}),
        ("7 Card Stud L \ufffd1/\ufffd2", "<tablesize>8</tablesize>", {"small": 100, "max_seats": 8}),
        ("Razz L $1/$2", "<tablecurrency>EUR</tablecurrency>", {"game": "razz", "currency": "EUR"}),
        (
            "7 Card Stud L",
            "<tournamentname>$5 Stud</tournamentname><tournamentcode>6994</tournamentcode>",
            {"tournament": "6994", "small": None, "currency": "chips", "decimals": 0},
        ),
    ],
)
def test_headers(name: str, more: str, expected: dict) -> None:
    [(_, parsed)] = parse(session(game(), name=name, more=more))
    assert (parsed.status, parsed.unsupported, parsed.header.hand_id) == ("parsed", None, "81")
    assert parsed.header.table == "Turnstone"
    assert {field: getattr(parsed.header, field) for field in expected} == expected


def test_a_tournament_is_told_by_its_table() -> None:
    text = session(game(), name="7 Card Stud L").replace("Turnstone", "$5 Limit 7 Card Stud, 699476041, 699476041")
    assert parse(text)[0][1].header.tournament == "699476041"
    fun = session(game(), name="7 Card Stud L 1/2").replace("<mode>real", "<mode>fun")
    assert (parse(fun)[0][1].header.tournament, parse(fun)[0][1].header.currency) == (None, "chips")


@pytest.mark.parametrize(
    ("name", "status", "unsupported"),
    [
        ("Holdem NL $1/$2", "ignored", None),
        ("NL €1/€2", "ignored", None),
        ("Omaha Hi-Lo PL $1/$2", "ignored", None),
        ("5 Card Stud L $1/$2", "parsed", "5 Card Stud"),
        ("7 Card Stud PL $1/$2", "parsed", "pot-limit 7 Card Stud"),
        ("7 Card Stud NL $1/$2", "parsed", "no-limit 7 Card Stud"),
        ("", "refused", None),
    ],
)
def test_other_games(name: str, status: str, unsupported: str | None) -> None:
    [(_, parsed)] = parse(session(game(), name=name))
    assert (parsed.status, parsed.unsupported) == (status, unsupported)


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("$0.05", "0.05"), ("1,440", "1440"), ("$1,440.50", "1440.50"), ("0,05€", "0.05"), ("1 001,24€", "1001.24"),
        ("1\xa0240,69\xa0€", "1240.69"), ("£7", "7"), ("2,5", "2.5"), ("12 RSD", "12"), ("Pts 40", "40"),
        ("0.125", "0.125"), ("1'000", "1000"),
    ],
)  # fmt: skip
def test_amounts(text: str, amount: str) -> None:
    assert plain(text) == amount


@pytest.mark.parametrize("text", ["", "$", "x", "1.2.3", "-5", "1,2,3", "$1x"])
def test_what_is_no_amount(text: str) -> None:
    with pytest.raises(ValueError, match="not an amount"):
        plain(text)


@pytest.mark.parametrize(
    ("text", "when"),
    [
        ("2012-03-19 20:46:31", datetime(2012, 3, 19, 20, 46, 31)),
        ("19.03.2012 20:46:31", datetime(2012, 3, 19, 20, 46, 31)),
        ("19/03/2012 20:46", datetime(2012, 3, 19, 20, 46)),
        ("2012/03/19 20:46:31", datetime(2012, 3, 19, 20, 46, 31)),
        ("19-Mar-2012 20:46", datetime(2012, 3, 19, 20, 46)),
        ("some day", None),
    ],
)
def test_dates(text: str, when: datetime | None) -> None:
    [(_, parsed)] = parse(session(game(started=text)))
    assert parsed.header.played_at == when


def test_empty_seats_are_nobodys() -> None:
    [(_, parsed)] = parse(session(game()))
    assert [e for e in parsed.events if isinstance(e, SeatTaken)] == [
        SeatTaken(1, "aldgate", 105_000),
        SeatTaken(4, "brixton", 2_000),
    ]


def test_a_name_may_be_empty() -> None:
    seats = SEATS.replace('name="" chips="$0"', 'name="" chips="$30"')
    found = events_of('<round no="0">', action(1, "", 15, "$0.25"), "</round>", seats=seats)
    assert found == [AntePosted(2, 25)]


def test_actions_are_put_in_their_order() -> None:
    found = events_of(
        '<round no="0">', action(1, "aldgate", 15, "$0.25") + action(2, "brixton", 15, "$0.25"), "</round>",
        '<round no="1">', "", "</round>", '<round no="2">',
        '<cards type="Third Street" player="aldgate">X X H6</cards>', action(4, "aldgate", 5, "$1"),
        action(6, "aldgate", 0), '<cards type="Third Street" player="brixton">H8 D7 C10</cards>',
        action(3, "brixton", 16, "$0.50"), action(5, "brixton", 23, "$2"), "</round>",
    )  # fmt: skip
    assert found == [
        AntePosted(1, 25),
        AntePosted(4, 25),
        StreetOpened(street=3),
        CardDealt(1, "down", (-1, -1), street=3),
        CardDealt(1, "up", parse_cards("6h"), street=3),
        CardDealt(4, "down", parse_cards("8h 7d"), street=3),
        CardDealt(4, "up", parse_cards("Tc"), street=3),
        BroughtIn(4, 50, 50, street=3),
        Completed(1, 100, 100, street=3),
        Raised(4, 150, 200, street=3),
        Folded(1, street=3),
    ]
    assert [event.span.line for event in found[-4:]] == [22, 19, 23, 20]


@pytest.mark.parametrize(
    ("kind", "amount", "expected"),
    [
        (3, "$1", Called(4, 100, 100, street=4)),
        (6, "$1", Raised(4, 200, 200, False, 1_00, street=4)),
        (7, "$1", Called(4, 100, 100, True, street=4)),
        (7, "$1.50", Raised(4, 150, 150, True, street=4)),
        (9, "$0", Folded(4, street=4)),
    ],
)
def test_kinds_of_action(kind: int, amount: str, expected: Event) -> None:
    lines = action(1, "aldgate", 5, "$1") + action(2, "brixton", kind, amount)
    found = events_of('<round no="3">', lines, "</round>")
    assert found[1:] == [Bet(1, 100, 100, street=4), expected]


def test_later_streets_and_the_community_card() -> None:
    found = events_of(
        '<round no="3"><cards type="Fourth Street" player="aldgate">S10</cards></round>',
        '<round no="6"><cards type="River" player="brixton">X</cards></round>',
        '<round no="6"><cards type="River" player="">H6</cards></round>',
        '<round no="5"></round>',
    )
    assert found == [
        StreetOpened(street=4),
        CardDealt(1, "up", parse_cards("Ts"), street=4),
        StreetOpened(street=7),
        CardDealt(4, "down", (-1,), street=7),
        StreetOpened(street=7),
        CommunityDealt(parse_cards("6h"), street=7),
    ]


def won(name: str, amount: str) -> str:
    """The seats, where one of the players wins something."""
    at = SEATS.index(f'name="{name}"')
    return SEATS[:at] + SEATS[at:].replace('win="$0"', f'win="{amount}"', 1)


BETS = (
    '<round no="0">', action(1, "aldgate", 15, "$0.25") + action(2, "brixton", 15, "$0.25"), '</round><round no="3">',
    action(3, "aldgate", 5, "$1") + action(4, "brixton", 3, "$1"), '</round><round no="4">',
    action(5, "aldgate", 5, "$2") + action(6, "brixton", 0), "</round>",
)  # fmt: skip


def test_what_a_player_won_is_an_award_and_may_hold_their_bet() -> None:
    found = events_of(*BETS, seats=won("aldgate", "$4.40"))
    assert found[-2:] == [UncalledReturned(1, 200), PotAwarded(1, 240)]
    span = found[-1].span
    line = session(game(seats=won("aldgate", "$4.40"))).split("\n")[span.line - 1]
    assert line[span.column - 1 : span.end_column - 1] == "$4.40"


def test_in_a_hand_that_breaks_off_the_winnings_are_not_counted() -> None:
    text = session(game(*BETS, seats=won("aldgate", "$4.40")))
    [(_, parsed)] = parse(text[: text.index('<action no="6"')])
    assert parsed.truncated
    assert not [e for e in parsed.events if isinstance(e, PotAwarded | UncalledReturned)]


def test_in_a_hand_that_breaks_off_actions_after_a_lost_one_are_not_judged() -> None:
    lines = action(3, "aldgate", 0) + action(1, "brixton", 5, "$1")
    text = session(game('<round no="3">', lines, action(2, "aldgate", 23, "$2"), "</round>"))
    whole = [type(e) for e in parse(text)[0][1].events if isinstance(e, Bet | Raised | Folded)]
    assert whole == [Bet, Raised, Folded]
    [(_, cut)] = parse(text[: text.index('<action no="2"') + 20])
    assert [type(e) for e in cut.events if isinstance(e, Bet | Raised | Folded)] == [Bet]
    assert not unknown(cut.events)


def test_a_session_has_many_hands_and_a_file_many_sessions() -> None:
    hands = [game(code=number) for number in (81, 82)]
    other = session(game(code=83), name="7 Card Stud Hi-Lo L $2/$4")
    text = session(*hands) + other
    expected = [("81", "stud", 100), ("82", "stud", 100), ("83", "stud8", 200)]
    for form in (text, text.replace("</game>\n<game", "</game><game"), text.replace("\n", ""), text.replace("\n", " ")):
        headers = [parsed.header for _, parsed in parse(form)]
        assert [(header.hand_id, header.game, header.small) for header in headers] == expected


def test_a_hand_whose_first_tag_is_broken_costs_only_itself() -> None:
    text = session(*(game(code=number) for number in (81, 82, 83)))
    for broken in ('<gme gamecode="82">', '<game gamecode="82>', "<game>"):
        for form in (text, text.replace("</game>\n<game", "</game><game")):
            read = parse(form.replace('<game gamecode="82">', broken))
            ids = [parsed.header.hand_id for _, parsed in read if parsed.status == "parsed"]
            assert ids == ["81", "83"], (broken, ids)


@pytest.mark.parametrize(
    ("tag", "code", "problem"),
    [
        (action(2, "camden", 3, "$1"), "R006", "'camden' has no seat in this hand"),
        (action(2, "brixton", 3, "x"), "R010", "'x' is not an amount"),
        (action(2, "brixton", 99, "$1"), "R001", None),
        ('<cards type="Fourth Street" player="brixton">Z9</cards>', "R010", "'Z9' is not a card"),
        ('<player seat="5" name="camden" chips="$5" win="$0"/>', "R002", "a seat after the seats of the hand"),
    ],
)
def test_what_cannot_be(tag: str, code: str, problem: str | None) -> None:
    found = events_of('<round no="3">', action(1, "aldgate", 5, "$1"), tag, "</round>")
    [odd] = unknown(found)
    assert (odd.code, odd.problem) == (code, problem)


@pytest.mark.parametrize(
    ("cards", "marked"),
    [("Z9\n", "Z9"), ("Z9", "Z9"), ("  Z9 ", "Z9"), ("<![CDATA[Z9]]>", "Z9"), ("&#90;9", "&#90;9"), ("Z9\n D4", "Z9")],
)
def test_what_is_no_card_is_marked_as_it_stands(cards: str, marked: str) -> None:
    tag = f'<cards type="Fourth Street" player="brixton">{cards}</cards>'
    text = session(game('<round no="3">', action(1, "aldgate", 5, "$1"), tag, "</round>"))
    [odd] = unknown(parse(text)[0][1].events)
    line = text.split("\n")[odd.span.line - 1]
    assert (odd.code, line[odd.span.column - 1 : odd.span.end_column - 1]) == ("R010", marked)


def test_names_are_any_text() -> None:
    text = session(game(*BETS, seats=won("aldgate", "$4.40")))
    hostile = text.replace("aldgate", "a &quot;b&quot; &lt;c/&gt;").replace("brixton", "it's type=")
    [(_, plain_hand)], [(_, odd)] = parse(text), parse(hostile)
    assert [e.player for e in odd.events if isinstance(e, SeatTaken)] == ['a "b" <c/>', "it's type="]
    skip = (SeatTaken, Noted)
    assert [e for e in odd.events if not isinstance(e, skip)] == [
        e for e in plain_hand.events if not isinstance(e, skip)
    ]


def test_samples() -> None:
    read = {name: parse((SAMPLES / "ipoker" / name).read_text("utf-8")) for name in ("stud-1-2.txt", "stud8-euro.txt")}
    assert [parsed.header.game for _, parsed in read["stud-1-2.txt"]] == ["stud"] * 3
    assert [(parsed.header.game, parsed.header.currency) for _, parsed in read["stud8-euro.txt"]] == [
        ("stud8", "EUR")
    ] * 2


@pytest.mark.skipif(not CORPORA.exists(), reason="the corpora are not here")
def test_real_hands() -> None:
    counts = []
    for path in sorted((CORPORA / "ipoker").iterdir()):
        hands = list(read_hands(path))
        counts.append(len(hands))
        assert {(hand.dialect, hand.status, hand.header.game) for hand in hands} == {("ipoker", "parsed", "stud")}
        assert not [event for hand in hands for event in unknown(hand.events)]
        assert not any(hand.truncated for hand in hands)
    assert counts == [117, 2]


@pytest.mark.skipif(not CORPORA.exists(), reason="the corpora are not here")
@pytest.mark.parametrize("house", [None, "roberts-rules"])
def test_real_hands_raise_nothing(house: str | None) -> None:
    assert [f.message for item in Audit([CORPORA / "ipoker"], house=house) for f in item.findings] == []


ANTES = '<round no="0">' + action(1, "aldgate", 15, "$0.25") + action(2, "brixton", 15, "$0.25") + "</round>"


@pytest.mark.parametrize(
    "between",
    [
        "<!-- a table of eight -->\n",
        "<!-- a table\nof eight -->\n",
        '<!-- <game gamecode="80"> -->\n',
        "<?copied by hand?>\n",
        "<!---->\n",
    ],
)
def test_comments_outside_of_hands_are_no_stray_text(between: str, tmp_path: Path) -> None:
    path = tmp_path / "session.xml"
    plain = session(game(ANTES), game(ANTES, code=82))
    for place in ("<general>\n<mode>", "<tablename>", '<game gamecode="82"', "</session>"):
        path.write_text(plain.replace(place, between + place), "utf-8")
        audit = Audit([path])
        found = [finding.code for item in audit for finding in item.findings]
        assert (audit.summary.hands, "R001" in found) == (2, False), place


def test_text_in_cdata_sections_is_text() -> None:
    plain = session(game(ANTES))
    marked = re.sub(r"<(gametype|tablename|currency|startdate)>([^<]+)<", r"<\1><![CDATA[\2]]><", plain)
    assert marked.count("CDATA") == 5
    ((_, right),), ((_, parsed),) = parse(plain), parse(marked)
    assert replace(parsed.header, hand_id="") == replace(right.header, hand_id="")
    assert not unknown(parsed.events)


@pytest.mark.parametrize(
    ("tag", "status"), [("<game>", "refused"), ("<game gamecode='82'>", "parsed"), ('<game gamecode="x82">', "parsed")]
)
def test_hands_on_one_line_are_told_apart_whatever_their_number(tag: str, status: str) -> None:
    first, second = game(ANTES).rstrip("\n"), game(ANTES, code=82).replace('<game gamecode="82">', tag)
    assert [parsed.status for _, parsed in parse(session(first + second))] == ["parsed", status]
