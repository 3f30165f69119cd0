"""What a log lacks, or has under a wrong name, is an event with a basis of its own; each hand differs in one line."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from stud_audit.houses import load_house
from stud_audit.ingest.reader import Reader
from stud_audit.model.cards import parse_cards
from stud_audit.model.events import (
    AntePosted,
    Bet,
    BroughtIn,
    Called,
    CardDealt,
    Event,
    Folded,
    PotAwarded,
    Raised,
    UncalledReturned,
)
from stud_audit.model.gaps import UNCALLED_RETURNS
from stud_audit.model.hand import Hand
from stud_audit.pipeline import Audit, HandResult, replayed_events
from stud_audit.pipeline.audit_writer import AuditWriter
from stud_audit.report.event_fields import event_records
from stud_audit.report.frames import AuditResult

HAND = """\
stud 1
hand 1 game=stud structure=fixed small=2 big=4 ante=1 bring-in=1 house=roberts-rules
seat 1 "anise" 80
seat 2 "borage" 80
seat 3 "comfrey" 80
ante 1 1
ante 2 1
ante 3 1
street 3
deal 1 up Ah
deal 2 up 2c
deal 3 up 7d
bring-in 2 1
raise 3 2 to=2
call 1 2
call 2 1 to=2
street 4
deal 1 up Kd
deal 2 up 9h
deal 3 up Js
bet 1 2
call 2 2
call 3 2
street 5
deal 1 up 4d
deal 2 up 9s
deal 3 up 6c
bet 2 4
call 3 4
fold 1
street 6
deal 2 up Qc
deal 3 up 5h
bet 2 4
fold 3
return 2 4
award 2 23
end
"""


def read(tmp_path: Path, text: str) -> Hand:
    path = tmp_path / "hand.stud"
    path.write_text(text, "utf-8")
    return next(hand for hand in Reader([path]) if isinstance(hand, Hand))


def without(line: str, instead: str = "", after: str = "") -> str:
    """The whole hand without this line, the first one behind another."""
    start = HAND.index(f"{after}\n") if after else 0
    at = HAND.index(f"{line}\n", start)
    return HAND[:at] + instead + HAND[at + len(line) + 1 :]


@pytest.mark.parametrize(
    ("text", "lacking", "shown_by"),
    [
        (without("ante 3 1"), AntePosted(3, 1), "street 3"),
        (without("bring-in 2 1"), BroughtIn(2, 1, 1, street=3), "raise 3 2 to=2"),
        (without("raise 3 2 to=2"), Raised(3, 2, 2, street=3), "call 1 2"),
        (without("bet 1 2"), Bet(1, 2, 2, street=4), "call 2 2"),
        (without("call 3 2"), Called(3, 2, 2, street=4), "street 5"),
        (without("fold 1"), Folded(1, street=5), "street 6"),
    ],
)
def test_a_missing_line_is_assumed_where_it_must_have_stood(
    tmp_path: Path, text: str, lacking: Event, shown_by: str
) -> None:
    hand = read(tmp_path, text)
    played = replayed_events(hand, load_house("roberts-rules"))
    whole = read(tmp_path, HAND)
    assert [event for _, event in played] == list(whole.events)
    (number, assumed), *others = [entry for entry in played if entry[1].basis != "printed"]
    assert not others
    assert (assumed, assumed.basis, assumed.raw) == (lacking, "assumed", "")
    assert number == len(hand.events) + 1
    after = next(event for place, event in played if place == played[played.index((number, assumed)) + 1][0])
    assert (after.raw, after.span) == (shown_by, assumed.span)


def test_a_whole_hand_is_as_printed(tmp_path: Path) -> None:
    hand = read(tmp_path, HAND)
    assert replayed_events(hand, load_house("roberts-rules")) == ()
    assert {record["basis"] for record in event_records(hand)} == {"printed"}


def test_what_comes_late_is_not_missing(tmp_path: Path) -> None:
    late = without("ante 2 1").replace("deal 2 up 2c\n", "ante 2 1\ndeal 2 up 2c\n")
    assert replayed_events(read(tmp_path, late), load_house("roberts-rules")) == ()


def test_a_short_call_that_settles_the_turn_lacks_the_rest(tmp_path: Path) -> None:
    hand = read(tmp_path, without("call 3 2", "call 3 1\n"))
    played = replayed_events(hand, load_house("roberts-rules"))
    at = next(place for place, (_, event) in enumerate(played) if event.basis == "assumed")
    assert [event for _, event in played[at - 1 : at + 1]] == [Called(3, 1, 1, street=4), Called(3, 1, 2, street=4)]
    assert played[at][1].span == played[at - 1][1].span


def test_an_action_under_a_wrong_name_is_that_of_the_player_whose_turn_it_was(tmp_path: Path) -> None:
    hand = read(tmp_path, without("call 2 2", "call 3 2\n"))
    played = replayed_events(hand, load_house("roberts-rules"))
    assert [number for number, _ in played] == list(range(1, len(hand.events) + 1))
    (event,) = [event for _, event in played if event.basis == "reseated"]
    assert (event, event.raw) == (Called(2, 2, 2, street=4), "call 3 2")


def test_a_card_under_a_wrong_name_is_that_of_its_owner(tmp_path: Path) -> None:
    text = without("deal 2 up 9h", "deal 1 up 9h\n").replace("end\n", "summary 2 mucked=2c,9h,9s,Qc\nend\n")
    played = replayed_events(read(tmp_path, text), load_house("roberts-rules"))
    (event,) = [event for _, event in played if event.basis == "reseated"]
    assert (event, event.raw) == (CardDealt(2, "up", parse_cards("9h"), street=4), "deal 1 up 9h")


def test_a_bet_that_goes_back_without_a_line_is_assumed(tmp_path: Path) -> None:
    hand = replace(read(tmp_path, without("return 2 4")), missing=(UNCALLED_RETURNS,))
    played = replayed_events(hand, load_house("roberts-rules"))
    at = next(place for place, (_, event) in enumerate(played) if event.basis == "assumed")
    assert played[at][1] == UncalledReturned(2, 4, street=6)
    assert isinstance(played[at + 1][1], PotAwarded)


def test_the_dataset_has_the_assumed_events_and_findings_point_at_those_of_the_log(tmp_path: Path) -> None:
    path = tmp_path / "hand.stud"
    path.write_text(without("call 3 2"), "utf-8")
    audit = Audit([path])
    with AuditWriter(tmp_path / "set", audit) as writer:
        results = list(audit)
        writer.finish(audit.summary)
    frames = AuditResult(tmp_path / "set")
    events = frames.events
    (assumed,) = events[events["basis"] == "assumed"].to_dict("records")
    assert (assumed["type"], assumed["seat"], assumed["raw"]) == ("Called", 3, None)
    assert assumed["event_no"] == events["event_no"].max() == len(events) == frames.hands["events"].iloc[0]
    (result,) = [one for one in results if isinstance(one, HandResult)]
    found = [one for one in result.findings if one.event_no]
    assert found
    for finding in found:
        (row,) = events[events["event_no"] == finding.event_no].to_dict("records")
        assert (row["line"], row["basis"]) == (finding.line, "printed")
    records = list(event_records(result.hand, result.played))
    assert [record["event_no"] for record in records] == events["event_no"].tolist()
    assert [record["basis"] for record in records] == events["basis"].tolist()
