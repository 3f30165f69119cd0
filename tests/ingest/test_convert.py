"""Simulated hands in every notation that can be written: what is read back has the same chips, and PokerKit replays."""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import structs
from support.second_opinion import opinion

from stud_audit.houses import load_house
from stud_audit.ingest.convert import FORMATS, Conversion
from stud_audit.ingest.reader import Reader, read_hands
from stud_audit.ingest.writers import CannotWrite, neutral, ohh, phh
from stud_audit.model import events as e
from stud_audit.model.cards import UNKNOWN
from stud_audit.model.errors import InputError, UsageError
from stud_audit.model.gaps import RAKE
from stud_audit.model.hand import Game, Hand
from stud_audit.pipeline import Audit
from stud_audit.simulate.play import play
from stud_audit.simulate.session import new_table, prepare

HANDS = 12
GAMES: tuple[Game, ...] = ("stud", "stud8", "razz")
READABLE = ("neutral", "pokerstars", "phh")


def simulated(house: str, game: Game, hands: int = HANDS) -> Iterator[Hand]:
    rules, dice = load_house(house), Random(f"{house} {game}")
    table = new_table(rules, game, dice, 1)
    for number in range(hands):
        if not number % 4:
            table = new_table(rules, game, dice, 1)
        prepare(table, rules, dice)
        yield play(table, rules, str(7000 + number), dice).hand


def wagers(hand: Hand) -> list[tuple[Any, ...]]:
    """Who put in what, to which total of which street, in the order of the play."""
    unit = 10 ** (6 - hand.header.decimals)
    return [
        (event.seat, event.added * unit, event.to * unit, event.street, event.all_in)
        for event in hand.events
        if isinstance(event, e.Wager)
    ]


def paid(hand: Hand) -> Counter[tuple[str, int]]:
    """Antes and winnings by seat."""
    unit, sums = 10 ** (6 - hand.header.decimals), Counter[tuple[str, int]]()
    for event in hand.events:
        if isinstance(event, e.AntePosted):
            sums["ante", event.seat] += event.amount * unit
        elif isinstance(event, e.PotAwarded):
            sums["won", event.seat] += event.amount * unit
    return sums


def converted(path: Path, to: str, complain: list[str] | None = None) -> str:
    left: list[str] = [] if complain is None else complain
    text = "".join(Conversion(Reader([path]), to, left.append))
    if complain is None:
        assert left == []
    return text


def without_comments(text: str) -> str:
    return re.sub(r"(?m)^# .*\n", "", text)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("house", ["roberts-rules", "pokerstars", "william-hill"])
def test_chips_and_street_totals_come_back(house: str, game: Game, tmp_path: Path) -> None:
    hands = list(simulated(house, game))
    source = tmp_path / "night.stud"
    source.write_text(neutral.FIRST_LINE + "".join(map(neutral.write_hand, hands)), "utf-8")
    for to in READABLE:
        target = tmp_path / f"{to}.txt"
        target.write_text(converted(source, to), "utf-8")
        back = list(read_hands([target]))
        assert [hand.dialect for hand in back] == [to] * len(hands)
        assert [hand.header.hand_id for hand in back] == [hand.header.hand_id for hand in hands]
        assert list(map(wagers, back)) == list(map(wagers, hands))
        assert list(map(paid, back)) == list(map(paid, hands))
    # PHH written from PHH comes out as it was, but for what is said of the first conversion.
    text = (tmp_path / "phh.txt").read_text("utf-8")
    assert without_comments(converted(tmp_path / "phh.txt", "phh")) == without_comments(text)


@pytest.mark.parametrize("game", GAMES)
def test_legal_hands_raise_nothing_as_phh(game: Game, tmp_path: Path) -> None:
    path = tmp_path / "night.phhs"
    path.write_text("\n".join(f"[{n}]\n{phh.write_hand(hand)}" for n, hand in enumerate(simulated("tda", game, 30), 1)))
    audit = Audit([path], house="tda")
    assert [(f.line, f.code, f.message) for item in audit for f in item.findings] == []
    assert audit.summary.parsed == 30


@pytest.mark.parametrize("game", GAMES)
def test_pokerkit_replays_whatever_its_rules_allow(game: Game) -> None:
    """Every hand of which its engine finds nothing to differ in, full openings among them, and it ends as it should."""
    pokerkit = pytest.importorskip("pokerkit")
    full = replayed = 0
    for house in ("tda", "third-house", "london-poker-club"):
        for hand in simulated(house, game, 30):
            if opinion(hand).differs is not None:
                continue
            history = pokerkit.HandHistory.loads(phh.write_hand(hand))
            *_, last = history
            assert not last.status
            opened = next(event for event in hand.events if isinstance(event, e.Wager))
            full += not opened.all_in and opened.to == hand.header.small
            replayed += 1
    assert replayed > 60
    assert full > 3


@pytest.mark.parametrize(("line", "event"), [("bring-in 2 2", e.BroughtIn), ("bet 2 2", e.Bet)])
def test_a_full_opening_is_no_bring_in(line: str, event: type[e.Wager], tmp_path: Path) -> None:
    """Whatever word the log has for it; the bring-in of the table stays what it is, below the full bet."""
    pokerkit = pytest.importorskip("pokerkit")
    head = "hand 7 game=stud small=2 big=4 bring-in=1 currency=USD"
    lines = [head, 'seat 1 "a" 40', 'seat 2 "b" 40', "ante 1 0.25", "ante 2 0.25"]
    lines += ["deal 1 down As Qs", "deal 1 up Kd", "deal 2 down 3c 4c", "deal 2 up 2c"]
    lines += [line, "raise 1 to=4", "fold 2", "return 1 2", "award 1 4.50", "end"]
    (tmp_path / "one.stud").write_text("\n".join(["stud 1", *lines]), "utf-8")
    text = converted(tmp_path / "one.stud", "phh", [])
    assert "'p2 cbr 2', 'p1 cbr 4', 'p2 f'" in text
    assert "bring_in = 1\n" in text
    *_, last = pokerkit.HandHistory.loads(text)
    assert list(map(float, last.stacks)) == [37.75, 42.25] or list(map(float, last.stacks)) == [42.25, 37.75]
    [hand] = read_hands([tmp_path / "one.stud"])
    assert any(isinstance(x, event) for x in hand.events)
    unknown = structs.replace(hand, header=structs.replace(hand.header, bring_in=None))
    assert phh.posted_bring_in(unknown) is None  # 2 is not the bring-in of this table


def test_hands_in_a_phhs_have_numbers_and_a_phh_holds_one(tmp_path: Path) -> None:
    pokerkit = pytest.importorskip("pokerkit")
    hands = list(simulated("tda", "stud8", 3))
    one, more = tmp_path / "one.stud", tmp_path / "more.stud"
    one.write_text(neutral.FIRST_LINE + neutral.write_hand(hands[0]), "utf-8")
    more.write_text(neutral.FIRST_LINE + "".join(map(neutral.write_hand, hands)), "utf-8")

    def text(source: Path, name: str) -> str:
        return "".join(Conversion(Reader([source]), "phh", print, name))

    for source, count in ((one, 1), (more, 3)):
        target = tmp_path / f"{source.stem}.phhs"
        target.write_text(text(source, target.name), "utf-8")
        assert list(tomllib.loads(target.read_text("utf-8"))) == [str(number) for number in range(1, count + 1)]
        with target.open("rb") as file:
            assert len(list(pokerkit.HandHistory.load_all(file))) == count
        assert len(list(read_hands([target]))) == count
    assert text(one, "one.phh").startswith("variant = ")
    assert text(one, "one.txt").startswith("variant = ")
    with pytest.raises(InputError, match=r"more\.phh: a \.phh holds one hand"):
        text(more, "more.phh")


@pytest.mark.parametrize("game", GAMES)
def test_pokerkit_loads_and_replays(game: Game) -> None:
    """But for what it is known to refuse: a raise beyond its own cap, and cards that it wants of a stub run out."""
    pokerkit = pytest.importorskip("pokerkit")
    replayed = 0
    for hand in simulated("tda", game, 30):
        history = pokerkit.HandHistory.loads(phh.write_hand(hand))
        try:
            *_, last = history
        except (ValueError, KeyError):
            continue
        replayed += 1
        short = any(isinstance(x, e.BroughtIn) and x.all_in for x in hand.events)
        if not short:  # it lets less than the bring-in be called
            rake = sum(x.amount for x in hand.events if isinstance(x, e.RakeTaken))
            over = sum(map(float, last.stacks)) - sum(map(float, history.finishing_stacks))
            assert over == pytest.approx(rake / 10**hand.header.decimals)
            behind = [float(stack) for stack in history.finishing_stacks]
            assert all(now >= then - 0.011 for now, then in zip(map(float, last.stacks), behind, strict=True))
    assert replayed >= 25


def one(house: str = "tda", game: Game = "stud") -> Hand:
    return next(hand for hand in simulated(house, game) if sum(isinstance(x, e.Called) for x in hand.events) > 2)


def changed(hand: Hand, kind: type[e.Event], **fields: Any) -> Hand:
    """The hand with its last event of that type changed."""
    number = max(n for n, event in enumerate(hand.events) if isinstance(event, kind))
    new = structs.replace(hand.events[number], **fields)
    return structs.replace(hand, events=(*hand.events[:number], new, *hand.events[number + 1 :]))


def test_what_phh_cannot_say_is_refused_and_not_written_wrongly() -> None:
    hand = one()
    call = [event for event in hand.events if isinstance(event, e.Called)][-1]
    for wrong, words in (
        (changed(hand, e.Called, added=call.added + 1, to=call.to + 1), "not what was due"),
        (changed(hand, e.CardDealt, facing="up", street=7), "face otherwise"),
        (structs.replace(hand, events=(*hand.events, e.HandCancelled("fire"))), "called off"),
        (structs.replace(hand, missing=("award",)), "could not be read"),
        (structs.replace(hand, header=structs.replace(hand.header, structure="spread")), "no spread stud"),
        (structs.replace(hand, status="refused", problem="no header"), "no header"),
        (structs.replace(hand, events=tuple(x for x in hand.events if isinstance(x, e.SeatTaken))), "nobody plays"),
    ):
        with pytest.raises(CannotWrite, match=words):
            phh.write_hand(wrong)
    assert phh.write_hand(structs.replace(hand, missing=(RAKE,))) == phh.write_hand(hand)


def test_cards_that_the_log_hides_are_hidden_and_shown_ones_take_their_places(tmp_path: Path) -> None:
    hands = [hand for hand in simulated("pokerstars", "stud", 30) if any(isinstance(x, e.Shown) for x in hand.events)]
    source = tmp_path / "log.txt"
    for hand in hands:
        source.write_text("".join(f"{FORMATS['pokerstars'].writer()(hand)}"), "utf-8")
        [read] = read_hands([source])
        text = phh.write_hand(read, read.header.bring_in or hand.header.bring_in)
        [back] = read_hands([_file(tmp_path, text)])
        down = [x for x in back.events if isinstance(x, e.CardDealt) and x.facing == "down"]
        assert down
        assert all(set(x.cards) == {UNKNOWN} for x in down)
        board = {card for x in hand.events if isinstance(x, e.CommunityDealt) for card in x.cards}
        for shown, again in zip(*[[x for x in h.events if isinstance(x, e.Shown)] for h in (hand, back)], strict=True):
            assert set(again.cards) == set(shown.cards) - board


def _file(folder: Path, text: str) -> Path:
    path = folder / "hand.phh"
    path.write_text(text, "utf-8")
    return path


def stake(hand: Hand) -> tuple[int | None, ...]:
    return hand.header.small, hand.header.big, hand.header.ante


def test_the_bring_in_of_a_stake_is_remembered() -> None:
    """As in logs that tell it only where it is posted."""
    hands = [
        structs.replace(hand, header=structs.replace(hand.header, bring_in=None))
        for hand in simulated("tda", "stud", 60)
    ]
    told = {stake(hand): hand for hand in hands if phh.posted_bring_in(hand) is not None}
    untold = next(hand for hand in hands if phh.posted_bring_in(hand) is None and stake(hand) in told)
    teller = told[stake(untold)]
    write = FORMATS["phh"].writer()
    with pytest.raises(CannotWrite, match="bring-in is not on record"):
        write(untold)
    write(teller)
    assert f"bring_in = {teller.money(phh.posted_bring_in(teller) or 0)}\n" in write(untold)


def test_hostile_names_come_back(tmp_path: Path) -> None:
    names = ("it's", 'say "x"', "a\\b", "tab\there", "p1 f", "]", "# no", "x\u2028y")
    hand = one()
    seats = [event.seat for event in hand.events if isinstance(event, e.SeatTaken)]
    naming = dict(zip(seats, names, strict=False))
    events = [structs.replace(x, player=naming[x.seat]) if isinstance(x, e.SeatTaken) else x for x in hand.events]
    [back] = read_hands([_file(tmp_path, phh.write_hand(structs.replace(hand, events=tuple(events))))])
    assert {x.seat: x.player for x in back.events if isinstance(x, e.SeatTaken)} == naming
    assert wagers(back) == wagers(hand)


def test_open_hand_history_has_every_chip() -> None:
    for game in ("stud", "stud8"):
        for hand in simulated("tda", game):
            document = json.loads(ohh.write_hand(hand))["ohh"]
            assert document["game_type"] == {"stud": "Stud", "stud8": "StudHiLo"}[game]
            actions = [action for part in document["rounds"] for action in part["actions"]]
            put = sum(action.get("amount", 0) for action in actions if action["action"] != "Added Chips")
            events = hand.events
            chips = sum(x.added for x in events if isinstance(x, e.Wager))
            chips += sum(x.amount for x in events if isinstance(x, e.AntePosted))
            back = sum(x.amount for x in events if isinstance(x, e.UncalledReturned))
            unit = 10**hand.header.decimals
            assert put == pytest.approx(chips / unit)
            assert sum(pot["amount"] for pot in document["pots"]) == pytest.approx((chips - back) / unit)
            assert [part["id"] for part in document["rounds"]] == list(range(len(document["rounds"])))
            numbers = [[action["action_number"] for action in part["actions"]] for part in document["rounds"]]
            assert all(each == list(range(len(each))) for each in numbers)
    with pytest.raises(CannotWrite, match="no razz"):
        ohh.write_hand(one(game="razz"))


def test_open_hand_history_by_hand(tmp_path: Path) -> None:
    text = """stud 1
hand 12 game=stud small=2 big=4 ante=0.25 bring-in=1 currency=USD table="Alpha" seats=6 button=2 at=2026-11-01T12:00:00Z
seat 1 "aldgate" 80
seat 2 "brixton" 45.50
ante 1 0.25
ante 2 0.25
deal 1 down ? ?
deal 1 up Kd
deal 2 down 2c 3c
deal 2 up 4d
bring-in 2 1
complete 1 to=2
fold 2
return 1 1
award 1 2.50
end
"""
    (tmp_path / "one.stud").write_text(text, "utf-8")
    document = json.loads(converted(tmp_path / "one.stud", "ohh"))["ohh"]
    assert document["start_date_utc"] == "2026-11-01T12:00:00Z"
    assert document["players"][1] == {"id": 2, "seat": 2, "name": "brixton", "starting_stack": 45.5}
    [third] = document["rounds"]
    words = [(x["player_id"], x["action"], x.get("amount"), x.get("cards")) for x in third["actions"]]
    assert words == [
        (1, "Post Ante", 0.25, None),
        (2, "Post Ante", 0.25, None),
        (1, "Dealt Cards", None, ["Kd"]),
        (2, "Dealt Cards", None, ["2c", "3c"]),
        (2, "Dealt Cards", None, ["4d"]),
        (2, "Post Extra Blind", 1, None),
        (1, "Raise", 2, None),
        (2, "Fold", None, None),
    ]
    wins = [{"player_id": 1, "win_amount": 2.5}]
    assert document["pots"] == [{"number": 0, "amount": 2.5, "rake": 0, "player_wins": wins}]


def test_an_unknown_notation() -> None:
    with pytest.raises(UsageError, match="not as 'morse'"):
        Conversion(Reader([]), "morse", print)


def test_numbers_of_hands_that_no_integer_holds_are_texts_in_phh(tmp_path: Path) -> None:
    text = (Path(__file__).parents[2] / "sample_histories/neutral/third-house-razz.stud").read_text("utf-8")
    [first, *_] = read_hands([Path(__file__).parents[2] / "sample_histories/neutral/third-house-razz.stud"])
    path = tmp_path / "hand.stud"
    for number, written in (("12", 12), ("0012", "0012"), ("9" * 25, "9" * 25), ("9" * 5000, "9" * 5000)):
        path.write_text(text.replace(f"hand {first.header.hand_id} ", f"hand {number} ", 1), "utf-8")
        hand = next(iter(read_hands([path])))
        assert tomllib.loads(phh.write_hand(hand, 100))["hand"] == written
