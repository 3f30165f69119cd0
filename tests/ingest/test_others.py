"""Summaries of tournaments, and hands of sites that are not read, told from what is."""

from __future__ import annotations

from pathlib import Path

import pytest

from stud_audit.ingest.input.found import StrayText
from stud_audit.ingest.reader import Item, Reader
from stud_audit.model.hand import Hand

SAMPLES = Path(__file__).parents[2] / "sample_histories"

SUMMARIES = {
    "PokerStars": """PokerStars Tournament #900000001, 7 Card Stud Hi/Lo Limit
Buy-In: $5.00/$0.50 USD
27 players
Total Prize Pool: $135.00 USD
Tournament started 2012/03/04 12:00:00 ET

  1: aldgate (Norway), $54.00 (40%)
  2: brixton (Kenya), $40.50 (30%)

You finished in 1st place (eliminated at hand #1).
""",
    "PokerStars, a freeroll": """PokerStars Tournament #900000002, Razz Limit
Freeroll
812 players
  1: camden (Peru),
""",
    "PokerStars, in capitals": "POKERSTARS TOURNAMENT #900000003, 7 CARD STUD LIMIT\nBUY-IN: $1.00/$0.10 USD\n",
    "Full Tilt": """Full Tilt Poker Tournament Summary $5 + $0.50 Sit & Go (90000004) Razz Limit
Buy-In: $5 + $0.50
Buy-In Chips: 1500
9 Entries
Total Prize Pool: $45
Tournament started: 2010/05/06 20:01:02 ET

1: aldgate, $22.50
aldgate finished in 1st place
""",
    "Full Tilt from 2016": "Full Tilt Tournament #900000005, 7 Card Stud Limit\nBuy-In: $4.50/$0.50 USD\n8 players\n",
    "Winamax": """Winamax Poker - Tournament summary : MIXED GAMES(90000006)
Player : aldgate
Buy-In : 9€ + 1€
Registered players : 50
Prizepool : 450€
Tournament started 2016/11/12 20:00:00 UTC
You finished in 2nd place
""",
    "888poker": """***** Cassava Tournament Summary *****
Tournament ID: 90000007
Buy-In: $4.60 + $0.40
aldgate finished 3/9
""",
    "PokerTracker": "PokerTracker 4 Tournament Summary\nSite: A Site\nTournament #: 90000008\nBuyin: $5\n",
    "GGPoker": "Tournament #90000009, Stud Daily, Seven Card Stud\nBuy-in: $0.46+$0.04\n120 Players\n",
    "a site that nobody has heard of": "Some Room Tournament Summary\nTournament 90000010\nBuy-In: $5\n1. aldgate\n",
    "a site without a name": """Tournament Summary
Stud Nightly, 7 Card Stud Limit
Entrants: 14
Total prize pool: 70
1. aldgate 42
""",
    "a site without a name, with stars": "***** Tournament Summary *****\n\nTournament ID: 90000011\nBuy-In: $4 + $1\n",
    "a site without a name, underlined": "TOURNAMENT SUMMARY\n==================\nBuy-in $4 + $1\n1st: aldgate\n",
    "iPoker": """<?xml version="1.0" encoding="utf-8"?>
<session sessioncode="90000012">
 <general>
  <mode>real</mode>
  <gametype>7 Card Stud L</gametype>
  <tablename>Stud Nightly, 900000012</tablename>
  <nickname>aldgate</nickname>
  <tournamentname>Stud Nightly</tournamentname><place>2</place><buyin>$3+$0.30</buyin>
  <totalbuyin>$3.30</totalbuyin> <win>$5</win>
 </general>
</session>
""",
    "iPoker, on one line": "<session sessioncode='90000013'><general><place>1</place></general></session>\n",
}

HANDS = {
    "888poker (Pacific)": """#Game No : 900000101
***** 888poker Hand History for Game 900000101 *****
$1/$2 Blinds Fix Limit 7 Card Stud - *** 17 06 2018 20:31:02
Table Lisbon 8 Max (Real Money)
Seat 1: aldgate ( $55 )
""",
    "Betfair": "***** Betfair Poker Hand History for Game 900000102 *****\nSeven Card Stud $1/$2\n",
    "SwC Poker": """SwCPoker Hand #900000103:  7 Card Stud Limit (4/8) - 2023/06/26 19:30:22 UTC
Table 'Harbour'(77) 8-max (Real Money)
Seat 1: aldgate (100 in chips)
""",
    "a site of Poker Mavens (Seals with Clubs and others)": """Hand #90000104-11 - 2013-01-16 23:59:34
Game: Limit Stud (2 - 10)
Site: Seals With Clubs
Table: Stud 4/8 #1
Seat 1: aldgate (7.87)
""",
    "Boss Media": '<HISTORY ID="900000105" SESSION="session90.xml" TABLE="Bergen" GAME="GAME_7STUD">\n',
    "Microgaming": '<Game hhversion="4" id="900000106" date="2010-05-06 20:01:02" unicodetablename="Ox">\n',
    "Everest": '<SESSION time="1270000107" tableName="Ox" id="90" type="ring" money="1">\n',
    "PKR": "Table #9 - Ox\nStarting Hand #900000108\nStart time of hand: 6 May 2010 20:01:02\n",
    "Cake": "Hand#90A0109 - Ox - Fixed Limit Seven Card Stud - 1/2\n",
    "Entraction": "Game # 900000110 - Seven Card Stud Fixed Limit EUR 1/2 - Table \"Ox\"\n",
    "Enet": "Game #900000111: Seven Card Stud Fixed Limit $1/$2\n",
    "BetOnline": "BetOnline Poker Game #900000112: 7 Card Stud Limit ($1/$2) - 2012/05/06 20:01:02\n",
    "GGPoker": "Poker Hand #RC900000113: Hold'em No Limit ($1/$2) - 2024/05/06 20:01:02\n",
    "Run It Once": "Run It Once Poker Hand #900000114: 7 Card Stud Limit (1/2)\n",
    "CoinPoker": "CoinPoker Hand #900000115: Hold'em No Limit\n",
    "iPoker's text": "GAME #900000116 Version:23.4.1.6 Uncalled:Y 7 Card Stud $1/$2 2011-05-06 20:01:02\n",
    "Merge's text": "MERGE_GAME #900000117: 7 Card Stud\n",
    "PokerTracker's text": "** Game ID 900000118 starting - 2011-05-06 20:01:02\n",
}  # fmt: skip


@pytest.fixture(autouse=True)
def _in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def read(text: str, name: str = "a.txt", dialect: str = "auto") -> tuple[list[Item], Reader]:
    Path(name).write_text(text, "utf-8")
    reader = Reader(name, dialect)
    return list(reader), reader


def sample(name: str) -> str:
    return (SAMPLES / name).read_text("utf-8-sig")


@pytest.mark.parametrize("site", SUMMARIES)
@pytest.mark.parametrize("times", [1, 3])
def test_a_summary_is_counted_and_is_no_hand(site: str, times: int) -> None:
    items, reader = read("\n\n".join([SUMMARIES[site]] * times))
    (entry,) = reader.inputs
    assert items == []
    assert (entry.status, entry.summaries, entry.hands, entry.stray) == ("summaries", times, 0, 0)
    assert entry.sha256 is not None
    assert reader.problems == ()


@pytest.mark.parametrize("site", HANDS)
@pytest.mark.parametrize("times", [1, 3])
def test_a_hand_of_a_site_that_is_not_read_is_named(site: str, times: int) -> None:
    items, reader = read("\n\n".join([HANDS[site]] * times))
    (entry,) = reader.inputs
    assert items == []
    assert (entry.status, entry.other_sites, entry.stray) == ("not-read", ((site, times),), 0)
    (problem,) = reader.problems
    assert (problem.kind, problem.fatal) == ("not-read", False)
    assert f"{times} hand{'s' if times > 1 else ''} of {site}" in problem.text


@pytest.mark.parametrize("other", [*SUMMARIES.values(), *HANDS.values()])
def test_hands_before_and_behind_are_read_as_alone(other: str) -> None:
    log = sample("fulltilt/planted.txt")
    alone, _ = read(log, "alone.txt")
    items, reader = read(f"{log}\n\n{other}\n\n{log}")
    found = [item for item in items if isinstance(item, Hand)]
    assert [hand.events for hand in found] == [hand.events for hand in alone if isinstance(hand, Hand)] * 2
    assert not any(isinstance(item, StrayText) for item in items)
    (entry,) = reader.inputs
    assert entry.status == "read"
    assert entry.summaries + sum(count for _, count in entry.other_sites) == 1


def test_a_session_after_the_result_of_another_has_its_own_head() -> None:
    log = sample("ipoker/stud-1-2.txt").partition("?>\n")[2]
    alone, _ = read(log)
    items, reader = read(SUMMARIES["iPoker"] + log + SUMMARIES["iPoker, on one line"] + log)
    assert reader.inputs[0].summaries == 2
    found = [item.header for item in items if isinstance(item, Hand)]
    assert found == [hand.header for hand in alone if isinstance(hand, Hand)] * 2


@pytest.mark.parametrize(
    "text",
    [
        "Tournament summary of last night: we laughed a lot.\nBring the cards on Friday.\n",
        "<session sessioncode='1'>\n<general>\n<gametype>7 Card Stud L</gametype>\n</general>\n</session>\n",
        "<session sessioncode='1'>\n<general>\n<place>1</place>\n</general>\n",
    ],
)
def test_what_tells_of_no_tournament_is_no_summary(text: str) -> None:
    _, reader = read(text)
    assert (reader.inputs[0].summaries, reader.inputs[0].status) == (0, "not-read")


HEADER = {
    "fulltilt/stud-2-4.txt": "Full Tilt Poker Game #",
    "partypoker/stud-cash.txt": "Hand History ",
    "winamax/cash.txt": "Winamax Poker - ",
    "pokerstars/razz.txt": "PokerStars Hand #",
    "neutral/william-hill-razz.stud": "hand ",
    "phh/planted.phh": "variant",
}


@pytest.mark.parametrize("name", HEADER)
@pytest.mark.parametrize("marks", ["", "> "])
def test_a_log_of_which_all_headers_are_lost_is_told_in_a_folder_as_by_its_name(name: str, marks: str) -> None:
    lines = [line for line in sample(name).split("\n") if not any(mark in line for mark in (HEADER[name], "#Game No"))]
    Path("folder").mkdir()
    path = Path("folder") / Path(name).name
    path.write_text("".join(f"{marks}{line}\n" for line in lines), "utf-8")
    walk, by_name = Reader("folder"), Reader(path)
    items = list(walk)
    assert items
    assert items == list(by_name)
    assert all(isinstance(item, StrayText) for item in items)
    assert walk.inputs == by_name.inputs
    assert walk.inputs[0].stray == len(items)
    assert [problem.kind for problem in walk.problems] == ["no-hand"]


@pytest.mark.parametrize(
    "text",
    [
        "On third street he brought it in with a deuce.\nSeat 1: he said.\nI fold, said I.\nA\nB\nC\n",
        # A game that is not stud, of a site that nobody knows.
        "Some Room #1\nSeat 1: aldgate ($5)\nSeat 2: brixton ($5)\naldgate: posts $1\nbrixton: folds\n" * 3,
        "*** 3rd STREET ***\naldgate: brings in for $1\n",
    ],
)
def test_what_is_no_log_of_stud_is_only_counted_in_a_folder(text: str) -> None:
    Path("folder").mkdir()
    Path("folder/a.txt").write_text(text, "utf-8")
    reader = Reader("folder")
    assert list(reader) == []
    assert (reader.inputs[0].stray, reader.inputs[0].status) == (0, "not-read")


@pytest.mark.parametrize("path", sorted(SAMPLES.glob("*/*.*")), ids=lambda path: f"{path.parent.name}/{path.name}")
def test_no_log_that_is_read_is_taken_for_another(path: Path) -> None:
    _, reader = read(path.read_bytes().decode("utf-8-sig"), path.name)
    (entry,) = reader.inputs
    assert (entry.status, entry.summaries, entry.other_sites) == ("read", 0, ())


def test_a_player_named_like_a_summary_begins_none() -> None:
    log = sample("fulltilt/planted.txt").replace("brixton", "PokerStars Tournament #5")
    _, reader = read(log)
    assert reader.inputs[0].summaries == 0


def test_a_dialect_that_is_demanded_goes_before_other_sites_and_not_before_summaries() -> None:
    log = sample("partypoker/planted.txt").replace("Hand History for", "Betfair Poker Hand History for")
    assert read(log)[1].inputs[0].other_sites
    _, reader = read(SUMMARIES["PokerStars"], dialect="pokerstars")
    assert (reader.inputs[0].summaries, reader.inputs[0].refused) == (1, 0)
