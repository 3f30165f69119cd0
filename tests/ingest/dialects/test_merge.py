import re
from datetime import UTC, datetime

import pytest
from support.dialects import CORPORA, SAMPLES, parse, unknown

from stud_audit.ingest.dialect import Parsed
from stud_audit.ingest.reader import read_hands
from stud_audit.model.cards import parse_cards
from stud_audit.model.events import (
    AntePosted,
    Bet,
    BroughtIn,
    Called,
    CardDealt,
    CardsReprinted,
    ChatSaid,
    CommunityDealt,
    Completed,
    Event,
    Folded,
    HandCancelled,
    HandEnded,
    Mucked,
    Noted,
    PotAwarded,
    Raised,
    SeatTaken,
    Shown,
    StreetOpened,
    UncalledReturned,
)
from stud_audit.model.gaps import STREET_CARDS, UNCALLED_RETURNS
from stud_audit.model.spans import Span
from stud_audit.pipeline.run import Audit

SEATS = (
    '<players dealer="7"><player seat="0" nickname="aldgate" balance="$50.00" dealtin="true" />'
    '<player seat="4" nickname="brixton" balance="$20.00" dealtin="true" />'
    '<player seat="6" nickname="camden" balance="$3.00" dealtin="false" /></players>\n'
)


def hand(*rounds: str, description: str = '<description type="7-Stud" stakes="Limit $1/$2"/>', more: str = "") -> str:
    game = f'<game id="71-1" starttime="20110204202244" numholecards="7" {more}>\n'
    return f"{description}\n{game}{SEATS}" + "".join(f"{text}\n" for text in rounds) + "</game>\n"


def events_of(*rounds: str, **more: str) -> list[Event]:
    [(dialect, parsed)] = parse(hand(*rounds, **more))
    assert (dialect, parsed.status, parsed.truncated) == ("merge", "parsed", False)
    return [event for event in parsed.events if not isinstance(event, SeatTaken | HandEnded)]


def event(kind: str, seat: int, amount: str = "", at: int = 1_296_868_936_796) -> str:
    put = f' amount="{amount}"' if amount else ""
    return f'<event sequence="1" type="{kind}" timestamp="{at}" player="{seat}"{put}/>'


def sample(name: str) -> list[tuple[str, Parsed]]:
    return parse((SAMPLES / "merge" / name).read_text("utf-8"))


@pytest.mark.parametrize(
    ("description", "more", "expected"),
    [
        ('type="7-Stud" stakes="Limit $0.50/$1"', 'realmoney="true"', {"game": "stud", "small": 50, "big": 100}),
        ('type="7-Stud H/L8" stakes="Limit $0.25/$0.50"', 'realmoney="true"', {"game": "stud8", "small": 25}),
        ('type="Razz" stakes="Limit $1,000/$2,000"', 'realmoney="true"', {"game": "razz", "big": 200_000}),
        ('type="Razz" stakes="Limit 10/20"', 'realmoney="false"', {"small": 10, "currency": "chips", "decimals": 0}),
        (
            'type="7-Stud Tournament" stakes="Limit"',
            'seats="8" data="20110622|$5 Stud|36447024-2|36487050-13|true"',
            {
                "game": "stud",
                "small": None,
                "tournament": "36447024",
                "table": "2",
                "max_seats": 8,
                "currency": "chips",
            },
        ),
        ('type="HORSE" stakes="Limit $1/$2"', 'gametype="75" multigametype="49"', {"game": "razz", "small": 100}),
        ('type="HORSE Tournament" stakes="Limit"', 'gametype="77" multigametype="41"', {"game": "stud"}),
        ('type="SHOE" stakes="Limit $1/$2"', 'gametype="75" multigametype="45"', {"game": "stud8"}),
        (
            'type="7-Stud" stakes="Limit $1/$2"',
            'data="20110204|Turnstone%3A 2 (51)|51|51-1|false"',
            {"table": "Turnstone: 2 (51)", "tournament": None},
        ),
    ],
)
def test_headers(description: str, more: str, expected: dict) -> None:
    [(_, parsed)] = parse(hand(description=f"<description {description}/>", more=more))
    assert (parsed.status, parsed.unsupported) == ("parsed", None)
    assert (parsed.header.hand_id, parsed.header.played_at) == ("71-1", datetime(2011, 2, 4, 20, 22, 44))
    assert {name: getattr(parsed.header, name) for name in expected} == expected


@pytest.mark.parametrize(
    ("description", "more", "status", "problem"),
    [
        ('type="Holdem" stakes="No Limit"', "", "ignored", "Holdem"),
        ('type="Omaha H/L8" stakes="Pot Limit $1/$2"', "", "ignored", "Omaha H/L8"),
        ('type="HORSE" stakes="Limit $1/$2"', 'multigametype="37"', "ignored", "Omaha H/L8"),
        ('type="7-Stud" stakes="No Limit ($0.01/$0.02/$0.10)"', "", "no-limit 7-Stud", None),
        ('type="7-Stud H/L8" stakes="Half Pot Limit $1/$2"', "", "pot-limit 7-Stud H/L8", None),
        ('type="5-Stud" stakes="Limit $1/$2"', "", "5-Stud", None),
        ('type="HORSE" stakes="Limit $1/$2"', 'multigametype="99"', "game of code 99 with seven cards", None),
    ],
)
def test_other_games(description: str, more: str, status: str, problem: str | None) -> None:
    [(_, parsed)] = parse(hand(description=f"<description {description}/>", more=more))
    assert parsed.unsupported or parsed.status == status
    assert parsed.problem == problem


def test_without_a_description_the_code_tells_the_game() -> None:
    [(_, parsed)] = parse(hand(description="", more='gametype="47"'))
    assert (parsed.status, parsed.header.game, parsed.header.small) == ("parsed", "razz", None)
    [(_, parsed)] = parse(hand(description=""))
    assert (parsed.status, parsed.problem) == ("refused", "the game is not said")


def test_a_damaged_header_is_refused_and_harms_no_other() -> None:
    text = hand() + hand().replace("<game id", "<game ident") + hand(more='seats="8"')
    assert [parsed.status for _, parsed in parse(text)] == ["parsed", "refused", "parsed"]
    [refused] = [parsed for _, parsed in parse(text) if parsed.status == "refused"]
    assert refused.problem == "the header is damaged: expected the tag that begins a hand"
    assert refused.header_span.line == 6


def test_each_description_is_of_the_hands_that_follow_it() -> None:
    razz = '<description type="Razz" stakes="Limit $1/$2"/>'
    games = hand() + hand(description="") + hand(description=razz) + hand(description="")
    for text in (games, games.replace("</game>\n<desc", "</game><desc"), games.replace("\n", " ")):
        assert [parsed.header.game for _, parsed in parse(text)] == ["stud", "stud", "razz", "razz"]


def test_seats_are_counted_from_one_and_stacks_are_before_the_ante() -> None:
    [(_, parsed)] = parse(hand())
    assert parsed.events[:3] == (
        SeatTaken(1, "aldgate", 5000),
        SeatTaken(5, "brixton", 2000),
        SeatTaken(7, "camden", 300, True),
    )
    blinds = '<round id="BLINDS">' + event("ANTE", 4, "0.50") + "</round>"
    tournament = hand(blinds, more='data="1|t|2-1|3|true"').replace("$1/$2", "")
    [(_, parsed)] = parse(tournament.replace("$50.00", "$50").replace("$20.00", "$20"))
    assert [event.stack for event in parsed.events if isinstance(event, SeatTaken)] == [500, 205, 30]


def test_cards_precede_the_actions_of_their_round_and_carry_their_own_columns() -> None:
    cards = '<cards type="DRAW_DRAWN_CARDS" cards="null,null,Ts" player="0"/>'
    hero = '<cards type="HOLE" cards="4d,3d,Qh" player="4" hand="Queen High"/>'
    found = events_of('<round id="BRING_IN">', event("BRING_IN", 0, "0.50"), cards, hero, "</round>")
    assert found == [
        StreetOpened(street=3),
        CardDealt(1, "down", (-1, -1), street=3),
        CardDealt(1, "up", parse_cards("Ts"), street=3),
        CardDealt(5, "down", parse_cards("4d 3d"), street=3),
        CardDealt(5, "up", parse_cards("Qh"), street=3),
        BroughtIn(1, 50, 50, street=3, at=datetime(2011, 2, 5, 1, 22, 16, 796000, tzinfo=UTC)),
    ]
    assert [e.span.line for e in found] == [4, 6, 6, 7, 7, 5]
    at = cards.index("Ts") + 1
    assert found[2].span == Span(6, at, at + 2)


@pytest.mark.parametrize("hidden", ["null,null", ",", "null,"])
def test_hidden_cards_keep_their_places(hidden: str) -> None:
    cards = f'<cards type="DRAW_DRAWN_CARDS" cards="{hidden},5h" player="0"/>'
    found = events_of('<round id="BRING_IN">', cards, "</round>")
    assert found[1:] == [CardDealt(1, "down", (-1, -1), street=3), CardDealt(1, "up", parse_cards("5h"), street=3)]


def test_cards_are_cumulative() -> None:
    def dealt(street: str, cards: str) -> str:
        return f'<round id="{street}"><cards type="HOLE" cards="{cards}" player="0"/></round>'

    found = events_of(
        dealt("BRING_IN", "4d,3d,Qh"),
        dealt("FOURTH_STREET", "4d,3d,Qh,2c"),
        dealt("FIFTH_STREET", "4d,3d,Qh,2c"),
        dealt("SEVENTH_STREET", "4d,3d,Qh,2c,2d,2h,2s"),
    )
    assert [e for e in found if isinstance(e, CardDealt) and e.street > 3] == [
        CardDealt(1, "up", parse_cards("2c"), street=4),
        CardDealt(1, "up", parse_cards("2d 2h"), street=7),
        CardDealt(1, "down", parse_cards("2s"), street=7),
    ]
    assert [e for e in found if isinstance(e, CardsReprinted) and e.street == 5] == [
        CardsReprinted(1, "down", parse_cards("4d 3d"), street=5),
        CardsReprinted(1, "up", parse_cards("Qh 2c"), street=5),
    ]


def test_wagers_in_the_normal_form() -> None:
    found = events_of(
        '<round id="BRING_IN">', event("BRING_IN", 0, "0.50"), '</round><round id="THIRD_STREET">',
        event("COMPLETE", 4, "1.00"), event("RAISE", 0, "2.00"), event("CALL", 4, "1.00"), event("CHECK", 0),
        event("FOLD", 0), "</round>",
    )  # fmt: skip
    actions = [(type(e).__name__, getattr(e, "added", None), getattr(e, "to", None)) for e in found[1:]]
    assert actions == [
        ("BroughtIn", 50, 50), ("Completed", 100, 100), ("Raised", 150, 200), ("Called", 100, 200),
        ("Checked", None, None), ("Folded", None, None),
    ]  # fmt: skip


def test_before_september_2010_a_raise_is_the_chips_put_in() -> None:
    rounds = (
        '<round id="FOURTH_STREET">', event("BET", 0, "1.00"), event("RAISE", 4, "2.00"), event("RAISE", 0, "2.00"),
        "</round>",
    )  # fmt: skip
    old = parse(hand(*rounds).replace("20110204", "20100801"))[0][1].events
    assert [(e.added, e.to) for e in old if isinstance(e, Raised)] == [(200, 200), (200, 300)]
    new = parse(hand(*rounds))[0][1].events
    assert [(e.added, e.to) for e in new if isinstance(e, Raised)] == [(200, 200), (100, 200)]


@pytest.mark.parametrize(
    ("before", "amount", "expected"),
    [
        ((), "0.50", BroughtIn(1, 50, 50, True, street=3)),
        ((), "1.00", Bet(1, 100, 100, True, street=3)),
        (((4, "BRING_IN", "0.50"),), "0.50", Called(1, 50, 50, True, street=3)),
        (((4, "BRING_IN", "0.50"),), "1.00", Completed(1, 100, 100, True, street=3)),
        (((4, "COMPLETE", "1.00"),), "1.40", Raised(1, 140, 140, True, street=3)),
        (((4, "COMPLETE", "1.00"),), "1.00", Called(1, 100, 100, True, street=3)),
    ],
)
def test_an_all_in_is_what_it_comes_to(before: tuple, amount: str, expected: Event) -> None:
    lines = [event(kind, seat, chips) for seat, kind, chips in before]
    found = events_of('<round id="BRING_IN">', *lines, event("ALL_IN", 0, amount, at=0), "</round>")
    assert found[-1] == type(expected)(**{**_fields(expected), "at": datetime(1970, 1, 1, tzinfo=UTC)})


def _fields(of: Event) -> dict:
    return {name: getattr(of, name) for name in of.__struct_fields__}


def test_an_ante_of_the_last_chips_is_all_in() -> None:
    found = events_of('<round id="BLINDS">', event("ANTE", 6, "3.00"), event("ALL_IN", 4, "20.00"), "</round>")
    assert [(e.seat, e.amount, e.all_in) for e in found if isinstance(e, AntePosted)] == [
        (7, 300, True),
        (5, 2000, True),
    ]


def test_who_sits_out_in_a_hand_gives_it_up_unless_he_goes_on() -> None:
    def deal(seat: int) -> str:
        return f'<cards type="HOLE" cards="4d,3d,Q{"cdhs"[seat % 4]}" player="{seat}"/>'

    third = ('<round id="BRING_IN">', deal(0), deal(4), "</round>", '<round id="THIRD_STREET">')
    found = events_of(*third, event("SIT_OUT", 0), event("SIT_OUT", 4), event("CALL", 4, "1.00"), "</round>")
    assert [(type(e), e.seat) for e in found if isinstance(e, Folded | Called)] == [(Folded, 1), (Called, 5)]


def test_the_show_down() -> None:
    found = events_of(
        '<round id="SHOWDOWN">', event("SHOW", 0), event("MUCK", 4), event("MUCK", 6),
        '<cards type="SHOWN" cards="4c,2c,4s,7c,Kh,Kd,Th" player="0"/>',
        '<cards type="MUCKED" cards="Js,Jh,Ts,7h,8d,6s,3s" player="4"/>', "</round>",
    )  # fmt: skip
    assert [e for e in found if isinstance(e, Shown | Mucked)] == [
        Mucked(7, at=datetime(2011, 2, 5, 1, 22, 16, 796000, tzinfo=UTC)),
        Shown(1, parse_cards("4c 2c 4s 7c Kh Kd Th")),
        Mucked(5, parse_cards("Js Jh Ts 7h 8d 6s 3s")),
    ]


def winner(amount: str, seat: int, pot: int = 1, kind: str = "n", uncalled: str = "false") -> str:
    return f'<winner amount="{amount}" uncalled="{uncalled}" potnumber="{pot}" player="{seat}" pottype="{kind}"/>'


def test_pots_and_halves() -> None:
    found = events_of(
        '<round id="END_OF_GAME">', winner("4.00", 0, 1, "h"), winner("3.00", 4, 1, "l"), winner("1.00", 0, 2)
    )
    assert found == [
        PotAwarded(1, 400, "main", "high"),
        PotAwarded(5, 300, "main", "low"),
        PotAwarded(1, 100, "side-1"),
    ]


BETS = (
    '<round id="BLINDS">', event("ANTE", 0, "0.25"), event("ANTE", 4, "0.25"), '</round><round id="FOURTH_STREET">',
    event("BET", 0, "1.00"), event("CALL", 4, "1.00"), '</round><round id="FIFTH_STREET">', event("BET", 0, "2.00"),
    event("FOLD", 4), "</round>",
)  # fmt: skip


def test_a_bet_that_nobody_called_is_taken_out_of_the_award_that_must_hold_it() -> None:
    award = winner("4.40", 0)
    found = events_of(*BETS, '<round id="END_OF_FOLDED_GAME">', award, "</round>")[-2:]
    assert found == [UncalledReturned(1, 200), PotAwarded(1, 240, "main")]
    assert [e.raw for e in found] == [award] * 2


def test_a_bet_that_comes_back_in_a_pot_of_its_own() -> None:
    for said in ("true", "false"):
        awards = (winner("2.40", 0), winner("2.00", 0, 2, uncalled=said))
        found = events_of(*BETS, '<round id="END_OF_FOLDED_GAME">', *awards, "</round>")[-2:]
        assert found == [UncalledReturned(1, 200), PotAwarded(1, 240, "main")]


def test_where_the_awards_prove_nothing_the_return_is_not_on_record() -> None:
    [(_, parsed)] = parse(hand(*BETS, '<round id="END_OF_FOLDED_GAME">', winner("2.40", 0), "</round>"))
    assert parsed.events[-2] == PotAwarded(1, 240, "main")
    assert UNCALLED_RETURNS in parsed.missing


def test_talk_and_news() -> None:
    text = "&lt;event type=&quot;FOLD&quot; player=&quot;0&quot;/&gt;"
    chat = f'<event sequence="13" type="CHAT" timestamp="1" player="{{}}" text="{text}"/>'
    found = events_of(
        '<round id="BRING_IN">', chat.format("brixton"), chat.format("4"), event("PLAYER_OUT", 4), event("LEAVE", 0),
        "</round>",
    )  # fmt: skip
    assert [e.text for e in found if isinstance(e, ChatSaid)] == ['<event type="FOLD" player="0"/>']
    assert sum(isinstance(e, Noted) for e in found) == 3
    assert not [e for e in found if isinstance(e, Folded)]
    cancelled = events_of(
        '<round id="BLINDS">', '<event sequence="2" type="GAME_CANCELLED" timestamp="1"/>', "</round>"
    )
    assert isinstance(cancelled[0], HandCancelled)


def test_the_community_card() -> None:
    found = events_of('<round id="SEVENTH_STREET">', '<cards type="COMMUNITY" cards="6h"/>', "</round>")
    assert found[1] == CommunityDealt(parse_cards("6h"), street=7)


@pytest.mark.parametrize(
    ("tag", "code", "problem"),
    [
        (event("CALL", 3, "1.00"), "R006", "'3' has no seat in this hand"),
        (event("CALL", 0, "x"), "R010", "'x' is not an amount"),
        ('<cards type="HOLE" cards="4d,1h,Qs" player="0"/>', "R010", "'1h' is not a card"),
        ('<player seat="1" nickname="dulwich" balance="$1"/>', "R002", "a seat after the seats of the hand"),
        ('<round id="PREFLOP" sequence="2">', "R002", "stud has no round 'PREFLOP'"),
        ("and then", "R001", None),
    ],
)
def test_what_cannot_be(tag: str, code: str, problem: str | None) -> None:
    found = events_of('<round id="BRING_IN">', event("BRING_IN", 4, "0.50"), tag, "</round>")
    [odd] = unknown(found)
    assert (odd.code, odd.problem, odd.span.line) == (code, problem, 6)


def test_a_value_that_cannot_be_is_marked_in_the_line() -> None:
    tag = event("CALL", 0, "x")
    [odd] = unknown(events_of('<round id="BRING_IN">', f"\t\t{tag}", "</round>"))
    at = tag.index('"x"') + 1
    assert odd.span == Span(5, 3 + at, 4 + at)
    assert odd.raw == tag


def test_seats_that_cannot_be() -> None:
    text = hand().replace('seat="4"', 'seat="0"').replace('seat="6"', 'seat="six"')
    [(_, parsed)] = parse(text)
    assert [e.seat for e in parsed.events if isinstance(e, SeatTaken)] == [1, 2, 3]
    assert [e.problem for e in unknown(parsed.events)] == ["seat 0 is taken already", "'six' is not a seat"]


def test_a_cut_takes_the_cards_of_its_round_with_it() -> None:
    whole = (SAMPLES / "merge" / "stud-1-2.txt").read_text("utf-8")
    third, fourth = whole.index("THIRD_STREET"), whole.index("FOURTH_STREET")
    [(_, parsed)] = parse(whole[: fourth + 200])
    assert (parsed.truncated, STREET_CARDS in parsed.missing) == (True, True)
    [(_, parsed)] = parse(whole[: third + 60])
    assert parsed.truncated


def test_names_are_any_text() -> None:
    plain = hand(*BETS)
    names = ("a &quot;b&quot; &lt;c&gt; &amp;", "player=", "</game>")
    hostile = plain.replace("aldgate", names[0]).replace("brixton", names[1]).replace("camden", names[2])
    [(_, one)], [(_, other)] = parse(plain), parse(hostile)
    assert [e.player for e in other.events if isinstance(e, SeatTaken)] == ['a "b" <c> &', "player=", "</game>"]
    assert one.events[3:] == other.events[3:]


def test_samples() -> None:
    assert [parsed.header.game for _, parsed in sample("stud-1-2.txt")] == ["stud"] * 3
    statuses = [(parsed.status, parsed.header.game) for _, parsed in sample("horse-tournament.txt")]
    assert statuses == [("ignored", "Holdem"), ("parsed", "razz"), ("parsed", "stud8")]


@pytest.mark.skipif(not CORPORA.exists(), reason="the corpora are not here")
def test_real_hands() -> None:
    counts = {}
    for path in sorted((CORPORA / "merge").iterdir()):
        hands = list(read_hands(path))
        counts[path.name[:12]] = (len(hands), sum(hand.status == "parsed" for hand in hands))
        assert {hand.dialect for hand in hands} == {"merge"}
        assert not [event for hand in hands for event in unknown(hand.events)]
        assert not any(hand.truncated or hand.status == "refused" for hand in hands)
    assert counts == {
        "7-Stud-USD-0": (1, 1), "7-StudHL-USD": (1, 1), "HORSE-Tourna": (28, 14), "NL7-StudHL-0": (1, 1),
        "Razz-USD-0.5": (1, 1),
    }  # fmt: skip


@pytest.mark.skipif(not CORPORA.exists(), reason="the corpora are not here")
@pytest.mark.parametrize("house", [None, "roberts-rules"])
def test_real_hands_raise_nothing_but_the_game_that_is_not_audited(house: str | None) -> None:
    found = [f for item in Audit([CORPORA / "merge"], house=house) for f in item.findings]
    assert [(f.code, f.verdict) for f in found] == [("R007", "review")]
    assert re.match(r"no-limit 7-Stud H/L8", found[0].message)
