"""The first lines of hands, at every site: stakes in thousands, times without a zone, and games that are not stud."""

import pytest
from support.dialects import parse

from stud_audit.ingest.dialect import Parsed
from stud_audit.ingest.writers.neutral import header_line

HEADS = {
    "absolute": "Stage #1400000101: {game}  Normal {small}/{big} - 2009-04-11 20:14:31{zone}",
    "everleaf": "Everleaf Gaming Game #299000101\n***** Hand history for game #299000101 *****\n"
    "{small}/{big} {game} - 2011/09/03 - 18:20:44",
    "fulltilt": "Full Tilt Poker Game #30800000101: Table Plover (8 max) - {small}/{big} Ante 100"
    " - Limit {game} - 21:04:10{zone} - 2011/05/02",
    "kingsclub": "#4000041: Limit {game} - {small}/{big}\n2021-01-09 15:52:36\nTable 'Low Tide Mix'",
    "ongame": "***** History for hand R5-90000001-41 *****\nStart hand: Sun Nov 14 12:31:30{zone} 2010\n"
    "Table: Ashgabat [90000001] (LIMIT {game} {small}/{big}, ante: 100, Play money)",
    "partypoker": "***** Hand History for Game 7000041 *****\n{small}/{big} {game} - Sunday, November 14, "
    "14:20:12{zone} 2010\nTable Table 7 (Play Money)",
    "pokerstars": "PokerStars Hand #538662719:  {game} Limit ({small}/{big}) - 2026/03/10 9:33:25{zone}",
    "winamax": "Winamax Poker - CashGame - HandId: #9000001-41-1478990787 - {game} fixed limit ({small}/{big})"
    " - 2016/11/12 22:46:27{zone}",
    "winning": "Hand #98000101 - {game}(Fixed Limit) - {small}/{big} - 2020/02/14 03:12:08{zone}",
}
STUD = {
    "absolute": "Seven Card", "everleaf": "7 Card Stud", "fulltilt": "Stud Hi", "kingsclub": "Seven Card Stud",
    "ongame": "SEVEN_CARD_STUD", "partypoker": "7 Card Stud", "pokerstars": "7 Card Stud", "winamax": "7-Card Stud",
    "winning": "7Stud",
}  # fmt: skip
ZONES = {
    "absolute": " (ET)", "fulltilt": " ET", "ongame": " GMT+0100", "partypoker": " EST", "pokerstars": " ET",
    "winamax": " UTC", "winning": " UTC",
}  # fmt: skip

of_every_site = pytest.mark.parametrize("dialect", HEADS)


def head(dialect: str, text: str = "", **words: str) -> Parsed:
    """The hand that begins so."""
    filled = {"game": STUD[dialect], "small": "100", "big": "200", "zone": ZONES.get(dialect, ""), **words}
    ((name, parsed),) = parse((text or HEADS[dialect]).format(**filled) + "\n")
    assert name == dialect
    return parsed


@of_every_site
@pytest.mark.parametrize(
    ("small", "big", "amounts"),
    [
        ("60K", "120K", (60_000, 120_000)),
        ("1.5M", "3M", (1_500_000, 3_000_000)),
        ("1,500K", "3,000K", (1_500_000, 3_000_000)),
        ("2.5k", "5k", (2_500, 5_000)),
    ],
)
def test_stakes_in_thousands_and_millions(dialect: str, small: str, big: str, amounts: tuple[int, int]) -> None:
    parsed = head(dialect, small=small, big=big)
    assert parsed.status == "parsed", parsed.problem
    # The old Winning files name no currency, and the new ones, as all cash games there, are in dollars.
    unit = 10**parsed.header.decimals
    assert (parsed.header.small, parsed.header.big) == tuple(amount * unit for amount in amounts)


@pytest.mark.parametrize("dialect", ZONES)
def test_a_time_without_its_zone_has_none(dialect: str) -> None:
    with_zone, without = head(dialect), head(dialect, zone="")
    assert without.status == "parsed", without.problem
    assert without.header.played_at == with_zone.header.played_at is not None
    assert (with_zone.header.played_zone is not None, without.header.played_zone) == (True, None)


@of_every_site
@pytest.mark.parametrize("game", ["Holdem", "Omaha Hi/Lo", "2-7 Triple Draw", "Badugi"])
def test_other_games_are_ignored_even_with_a_damaged_header(dialect: str, game: str) -> None:
    name = game.upper().replace(" ", "_").replace("-", "_").replace("/", "_") if dialect == "ongame" else game
    assert head(dialect, game=name).status == "ignored"
    damaged = HEADS[dialect].replace("{small}/{big}", "?")
    assert head(dialect, damaged, game=name).status == "ignored"
    refused = head(dialect, damaged)
    assert refused.status == "refused"
    assert refused.problem is not None
    assert refused.problem.startswith("the header is damaged: ")


@of_every_site
@pytest.mark.parametrize("game", ["2-7 Razz", "5 Card Stud", "Razzdugi", "Super Stud Hi/Lo"])
def test_variants_of_stud_are_named_and_not_judged(dialect: str, game: str) -> None:
    name = game.upper().replace(" ", "_").replace("-", "_").replace("/", "_") if dialect == "ongame" else game
    parsed = head(dialect, game=name)
    assert (parsed.status, parsed.unsupported) == ("parsed", name)


SEATS = {
    "merge": ('<game id="7" numplayers="2" gametype="39" seats="{seats}" date="20110101120000">', "max_seats"),
    "kingsclub": (f"{HEADS['kingsclub']} {{seats}}-max", "max_seats"),
    "winamax": (f"{HEADS['winamax']}\nTable: 'Low' {{seats}}-max (real money) Seat #{{seats}} is the button", "button"),
    "pokerstars": (f"{HEADS['pokerstars']}\nTable 'Low' {{seats}}-max Seat #{{seats}} is the button", "button"),
}


@pytest.mark.parametrize("seats", ["8000", "999999999"])
@pytest.mark.parametrize("dialect", SEATS)
def test_a_number_of_seats_can_be_written_whatever_it_is(dialect: str, seats: str) -> None:
    text, field = SEATS[dialect]
    words = {"game": STUD.get(dialect, ""), "small": "1", "big": "2", "zone": ""}
    ((name, parsed),) = parse(text.format(seats=seats, **words) + "\n")
    assert (name, getattr(parsed.header, field)) == (dialect, int(seats))
    ((_, back),) = parse(f"{header_line(parsed.header)}\nend\n")
    assert (back.status, back.header) == ("parsed", parsed.header)


@pytest.mark.parametrize(
    "header",
    [
        "Bovada Hand #4100000031  Zone Poker ID#1700 HOLDEMZonePoker No Limit - 2021-04-11 01:51:42",
        "Ignition Hand #4100000032: HOLDEM  Fixed Limit - 2018-04-11 01:51:42",
        "Bodog Hand #4100000033 TBL#1 OMAHA HiLo Pot Limit - 2013-04-11 01:51:42",
        "Bovada Hand #4100000034: HOLDEM Something New 12/24 - 2021-04-11",
    ],
)
def test_other_games_of_bovada_are_ignored(header: str) -> None:
    ((_, parsed),) = parse(f"{header}\nSeat 1: UTG+1 ($28.45 in chips)\n")
    assert parsed.status == "ignored"


def test_stud_of_bovada_is_stud_whatever_surrounds_it() -> None:
    ((_, parsed),) = parse(
        "Bovada Hand #4100000035  Zone Poker ID#17 7CARDZonePoker  Fixed Limit - 2021-04-11 01:51:42"
    )
    assert (parsed.status, parsed.header.game) == ("parsed", "stud")
    ((_, parsed),) = parse("Bovada Hand #4100000036: 7CARD Something New 12/24 - 2021-04-11")
    assert parsed.status == "refused"


def test_other_games_of_xml_sessions_are_ignored_even_with_a_damaged_tag() -> None:
    session = '<session sessioncode="1">\n<general>\n<gametype>{} $1/$2</gametype>\n</general>\n<game {}>\n</game>'
    for game, status in (("Holdem NL", "ignored"), ("Omaha PL", "ignored"), ("7 Card Stud L", "refused")):
        ((dialect, parsed),) = parse(session.format(game, 'xgamecode="1" gamecode ="7" gamecode=7'))
        assert (dialect, parsed.status) == ("ipoker", status)
