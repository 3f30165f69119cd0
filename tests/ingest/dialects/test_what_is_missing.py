"""What a line lacks, or has that is none, is a finding at that line: the hand goes on, and no check fails."""

from pathlib import Path

import pytest
from support.dialects import SAMPLES

from stud_audit.ingest.reader import read_hands
from stud_audit.pipeline import Audit


def found(text: str, folder: Path, name: str = "one.txt") -> list[tuple[int | None, str, str]]:
    (folder / name).write_text(text, "utf-8")
    return [(f.line, f.code, f.message) for item in Audit(folder / name) for f in item.findings]


def changed(sample: str, old: str, new: str) -> tuple[str, int]:
    """The sample with the first such text replaced, and its line."""
    text = (SAMPLES / sample).read_text("utf-8")
    return text.replace(old, new, 1), text[: text.index(old)].count("\n") + 1


@pytest.mark.parametrize(
    ("sample", "old", "new"),
    [
        ("ipoker/stud-1-2.txt", ' sum="$0.25"', ""),
        ("ipoker/stud-1-2.txt", ' sum="$1"', ""),
        ("ipoker/stud-1-2.txt", ' type="5" sum="$2"', ' type="5"'),
        ("merge/stud-1-2.txt", ' amount="1.00"', ""),
        ("fulltilt/stud-2-4.txt", "completes it to $2", "completes it to "),
        ("absolute/stud8-split.txt", "Calls $1", "Calls "),
    ],
)
def test_an_amount_that_is_not_there(sample: str, old: str, new: str, tmp_path: Path) -> None:
    text, line = changed(sample, old, new)
    findings = found(text, tmp_path)
    assert (line, "R010", "malformed value: it says no amount") in findings
    assert not {code for _, code, _ in findings} & {"R009", "I901"}


@pytest.mark.parametrize(
    ("sample", "old", "new"),
    [
        ("ongame/stud.txt", "won by brixton ($9.97)", "won by brixton ($9.975)"),
        ("partypoker/mailed.txt", "Side Pot 1: $50 ", "Side Pot 1: $50.005 "),
        ("winamax/cash.txt", "raises 50€ to", "raises 50.005€ to"),
        ("kingsclub/since-2022.txt", "(3,288.52) -121.16", "(3,288.52) -121.165"),
    ],
)
def test_an_amount_finer_than_cents_is_one_wherever_it_stands(sample: str, old: str, new: str, tmp_path: Path) -> None:
    text, line = changed(sample, old, new)
    assert (line, "R010") not in {(number, code) for number, code, _ in found(text, tmp_path)}
    (finer,) = [hand for hand in read_hands(tmp_path / "one.txt") if hand.header.decimals == 3]
    assert finer.first_line < line <= finer.last_line


@pytest.mark.parametrize("digit", ["\N{SUPERSCRIPT TWO}", "\N{ARABIC-INDIC DIGIT THREE}", "9" * 5000, "", "-1"])
@pytest.mark.parametrize(
    ("sample", "old"),
    [
        ("absolute/stud8-split.txt", "Seat {} - aldgate"),
        ("everleaf/new-style-euro.txt", "Seat {}: "),
        ("fulltilt/stud-2-4.txt", "Seat {}: aldgate"),
        ("kingsclub/since-2022.txt", "Seat {}: aldgate"),
        ("ongame/stud.txt", "Seat {}: "),
        ("partypoker/stud-cash.txt", "Seat {} is the button"),
        ("partypoker/stud-cash.txt", "Seat {}: aldgate"),
        ("pokerstars/stud.txt", "Seat {}: "),
        ("winamax/cash.txt", "Seat {}: aldgate"),
        ("winning/2019-style.txt", "Seat {}: aldgate"),
        ("bovada/stud-cash.txt", "Seat+{}: "),
        ("ipoker/stud-1-2.txt", 'seat="{}"'),
        ("ipoker/stud-1-2.txt", 'no="{}"'),
        ("merge/stud-1-2.txt", 'seat="{}"'),
        ("merge/stud-1-2.txt", 'gametype="{}"'),
    ],
)
def test_a_number_that_is_none(sample: str, old: str, digit: str, tmp_path: Path) -> None:
    text = (SAMPLES / sample).read_text("utf-8")
    number = next(n for n in [*map(str, range(100))] if old.format(n) in text)
    findings = found(text.replace(old.format(number), old.format(digit), 1), tmp_path)
    assert not [row for row in findings if "internal" in row[2] or row[1] == "I901"]


def test_options_of_the_neutral_notation_that_are_empty(tmp_path: Path) -> None:
    head = "stud 1\nhand 7 game=stud small=2 big=4\nseat 1 a 50\nseat 2 b 50\n"
    text = f"{head}ante 1 1 street=\nante 2 1 street=12\nsummary 1 folded=\nsummary 2 folded=45\nend\n"
    rows = [(line, message) for line, code, message in found(text, tmp_path, "one.stud") if code == "R010"]
    assert rows == [
        (5, "malformed value: '' can't be its street"),
        (6, "malformed value: '12' can't be its street"),
        (7, "malformed value: '' can't be its folded"),
        (8, "malformed value: '45' can't be its folded"),
    ]


def test_a_board_that_stud_cannot_have(tmp_path: Path) -> None:
    text, line = changed("absolute/planted.txt", "Total Pot(", "Board [9d 6h 4d]\nTotal Pot(")
    assert (line, "R010", "malformed value: stud has one community card, not 3") in found(text, tmp_path)


def test_a_hand_of_one_player_without_pots(tmp_path: Path) -> None:
    text = "hand 7 game=razz small=1 big=2 ante=0.20 bring-in=0.50\nseat 6 a 73\nbring-in 6 0.50\nrake 5.60\nend\n"
    assert "I901" not in {code for _, code, _ in found(text, tmp_path, "one.stud")}
