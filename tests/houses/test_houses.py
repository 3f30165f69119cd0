"""The shipped houses: complete, and with the values that their texts give."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest

from stud_audit.checks import catalogue
from stud_audit.houses import StakeTable, describe, diff, house_for_dialect, house_names, load_house
from stud_audit.houses.rules import Rules
from stud_audit.houses.schema import DOTTED, KEYS, check_codes
from stud_audit.model.errors import UsageError

ROOT = Path(__file__).parents[2]

WH, LPC, H3 = "william-hill", "london-poker-club", "third-house"
RR, TDA, PS = "roberts-rules", "tda", "pokerstars"

CODES = {
    f"{family}{number}"
    for family, ranges in {
        "R": "001-012", "D": "101-111", "A": "201-206", "B": "301-305", "T": "401-407", "W": "501-512",
        "P": "601-605", "S": "701-707", "X": "801-804", "U": "901-904",
    }.items()
    for first, last in [ranges.split("-")]
    for number in (f"{n:03d}" for n in range(int(first), int(last) + 1))
}  # fmt: skip

NEEDS = {
    "actions", "amounts", "ante schedule", "antes", "antes of several tables", "awards", "bring-in minimum", "burns",
    "button", "buy-ins", "called clocks", "chip unit", "deals", "hand descriptions", "offered buttons",
    "posted buy-in", "pre-actions", "prompts", "rake", "returns", "seats", "settings", "shown cards", "sources",
    "stacks", "stakes", "stated totals", "structure", "timeouts", "times", "up-cards",
}  # fmt: skip


def test_names() -> None:
    assert set(house_names()) >= {LPC, PS, RR, TDA, H3, WH}
    assert list(house_names()) == sorted(house_names())


@pytest.mark.parametrize(("name", "prefix", "count"), [(WH, "WH", 28), (LPC, "LPC", 36), (H3, "H3", 26)])
def test_clause_counts(name: str, prefix: str, count: int) -> None:
    house = load_house(name)
    assert [clause.id for clause in house.clauses] == [f"{prefix}-{n:02d}" for n in range(1, count + 1)]
    assert [clause.id for clause in house.game_clauses] == [f"G-{n:02d}" for n in range(1, 26)]
    assert all(clause.source for clause in house.clauses)


@pytest.mark.parametrize("name", house_names())
def test_clauses_are_whole(name: str) -> None:
    house = load_house(name)
    for clause in (*house.clauses, *house.game_clauses):
        assert clause.checks, clause.id
        assert set(clause.checks) <= CODES, clause.id
        assert clause.needs, clause.id
        assert set(clause.needs) <= NEEDS, clause.id
        assert clause.text.endswith("."), clause.id
    assert house.version
    assert house.title


def test_the_codes_that_a_clause_may_name_are_those_of_the_catalogue() -> None:
    assert check_codes() == CODES == {entry.check.code for entry in catalogue()}


@pytest.mark.parametrize("name", house_names())
def test_rulings_rest_on_something(name: str) -> None:
    house = load_house(name)
    ids = {clause.id for clause in (*house.clauses, *house.game_clauses)}
    for ruling in house.rulings.values():
        assert getattr(house.rules, ruling.key) == ruling.value
        assert set(ruling.clauses) <= ids
        if ruling.silent:
            assert ruling.fallback in {*house_names(), "practice"}, ruling.key
        else:
            assert ruling.clauses, ruling.key
    if name == PS:
        assert all(ruling.basis for ruling in house.rulings.values() if not ruling.silent)


@pytest.mark.parametrize("name", [WH, LPC, H3])
def test_silences_are_listed_by_topic(name: str) -> None:
    """What a house is silent on in a way that changes verdicts stands under one of its topics."""
    house = load_house(name)
    listed = {key for silence in house.silences for key in silence.rulings}
    unlisted = {key for key, ruling in house.rulings.items() if ruling.silent} - listed
    # Not topics of their own: the details of a topic, or what only other settings give a meaning.
    assert {DOTTED[key].split(".")[0] for key in unlisted} <= {
        "spread", "suit_order", "clock", "preaction", "buyin", "check_raise", "hands", "opener", "bring_in", "fourth",
        "button", "seats_max", "cap", "completion", "ante", "odd_chip",
    }  # fmt: skip


VALUES = [
    # setting, then the value for WH, LPC, H3, PS, RR, TDA; `...` where the house gives none
    ("seats_max", 8, 8, 8, 8, 8, 8),
    ("structure", ("fixed",), ("fixed", "spread"), ("fixed",), ("fixed",), ("fixed", "spread", "pot", "no"),
     ("fixed",)),
    ("ante.ratio", None, None, Fraction(1, 10), None, None, None),
    ("ante.strict", True, ..., False, ..., ..., ...),
    ("ante.short_allowed", ..., ..., ..., True, True, True),
    ("bring_in.mode", "half_small", "table", "half_or_full", "table", "table", "table"),
    ("bring_in.may_open_full", False, True, True, True, True, True),
    ("bring_in.any_between", "never", "spread", "never", "never", ..., "never"),
    ("bring_in.rounding", "floor", ..., "floor", ..., ..., ...),
    ("bring_in.card", "low", "low", "low", "low", "low", "low"),
    ("bring_in.ace", "high", "high", "high", "high", "high", "high"),
    ("bring_in.tie", "suit", "suit", "suit", "suit", "suit", "suit"),
    ("suit_order", "cdhs", "cdhs", "cdhs", "cdhs", "cdhs", "cdhs"),
    ("completion.counts_as_raise", False, False, False, False, False, False),
    ("completion.next_raise_base", *["full_bet"] * 6),
    ("cap.raises", 3, 3, 3, 3, 3, 3),
    ("cap.bring_in_counts_as_bet", False, False, False, False, False, False),
    ("cap.heads_up", "never_uncapped", "heads_up_before_cap", "heads_up_before_cap", "never_uncapped",
     "heads_up_before_cap", "never_uncapped"),
    ("opener.rule", *["high_board"] * 6),
    ("opener.tie", "left_of_dealer", "left_of_dealer", "high_card_by_suit", "first_dealt", "first_dealt",
     "high_card_by_suit"),
    ("opener.suit_card", ..., ..., "highest_rank", ..., ..., "highest_rank"),
    ("fourth.double.trigger", *["open_pair"] * 5, "never"),
    ("fourth.double.mode", *["option"] * 5, ...),
    ("fourth.double.who_open", "any", "pair_holder", "pair_holder", "any", "any", ...),
    ("fourth.double.who_raise", "any", "any", "pair_holder", "any", "any", ...),
    ("fourth.no_mix_down", True, True, True, True, True, ...),
    ("fourth.high_raise_means", *["add_high"] * 5, ...),
    ("street_limits", *[("s", "s", "b", "b", "b")] * 6),
    ("allin.reopen_threshold", *[Fraction(1, 2)] * 6),
    ("allin.low_card", *["next_left"] * 6),
    ("deal.order", "left_of_dealer", "left_of_dealer", "left_of_dealer", ..., "left_of_dealer", "left_of_dealer"),
    ("burn.per_street", 0, 1, 0, 0, 1, 1),
    ("community.trigger", *["stub_short"] * 6),
    ("community.use_burns_first", False, True, False, ..., True, True),
    ("community.reserve_last", False, False, False, False, False, True),
    ("community.opener", *["same_as_sixth"] * 6),
    ("odd_chip.method", "left_of_button", "left_of_button", "high_suit", ..., "high_suit", "high_suit"),
    ("odd_chip.cards", None, None, 7, ..., 7, 5),
    ("odd_chip.spread", "single", "one_each", "one_each", ..., "one_each", "one_each"),
    ("clock.seconds", None, 10, None, None, None, 30),
    ("clock.timeout_action", None, "protected", None, None, None, "fold"),
    ("preaction.allowed", ("fold", "call", "bet", "raise"), None, None, None, None, None),
    ("button.moves", "next_dealt_in", ..., ..., ..., "none", "frozen"),
    ("buyin.min_mult", Fraction(10), None, ..., ..., Fraction(10), ...),
    ("buyin.posted", False, True, ..., ..., False, ...),
    ("buyin.short_ok", False, False, ..., ..., ..., ...),
]  # fmt: skip


@pytest.mark.parametrize("row", VALUES, ids=lambda row: row[0])
def test_values(row: tuple[object, ...]) -> None:
    key = KEYS[str(row[0])]
    for name, value in zip((WH, LPC, H3, PS, RR, TDA), row[1:], strict=True):
        if value is not ...:
            assert getattr(load_house(name).rules, key) == value, name


SILENT = {
    WH: "bring_in.ace completion.counts_as_raise completion.next_raise_base cap.bring_in_counts_as_bet opener.rule "
    "opener.tie fourth.high_raise_means allin.reopen_threshold allin.low_card deal.order burn.per_street "
    "community.opener odd_chip.spread ante.short_allowed",
    LPC: "seats_max completion.counts_as_raise completion.next_raise_base cap.raises cap.bring_in_counts_as_bet "
    "cap.heads_up fourth.double.who_open fourth.high_raise_means allin.reopen_threshold allin.low_card "
    "community.trigger community.use_burns_first community.opener odd_chip.method odd_chip.spread",
    H3: "bring_in.ace bring_in.tie completion.counts_as_raise completion.next_raise_base cap.raises "
    "cap.bring_in_counts_as_bet cap.heads_up fourth.double.who_open fourth.double.who_raise fourth.no_mix_down "
    "fourth.high_raise_means allin.reopen_threshold allin.low_card deal.order burn.per_street community.opener "
    "odd_chip.method odd_chip.spread",
    PS: "opener.tie fourth.high_raise_means allin.reopen_threshold community.opener odd_chip.method odd_chip.spread",
    TDA: "cap.raises",
}


@pytest.mark.parametrize("name", SILENT)
def test_silent_where_the_text_is(name: str) -> None:
    rulings = load_house(name).rulings
    for dotted in SILENT[name].split():
        assert rulings[KEYS[dotted]].silent, dotted


def test_william_hill_antes() -> None:
    table = load_house(WH).rules.ante_table
    assert table.at("cash", Decimal(1), Decimal(2)) == Decimal("0.25")
    assert table.at("chips", Decimal("10.00"), Decimal(20)) == 1
    assert table.at("cash", Decimal(5), Decimal(10)) is None
    assert not StakeTable()


def test_settings_of_the_schema_are_all_named() -> None:
    assert len(KEYS) == len(DOTTED) == len(Rules.__dataclass_fields__)
    assert KEYS["fourth.double.trigger"] == "fourth_double_trigger"
    assert KEYS["side_pots"] == "side_pots"


def test_house_of_a_dialect() -> None:
    assert house_for_dialect("pokerstars") is load_house(PS)
    assert house_for_dialect("no such dialect") is load_house(RR)


def test_unknown_name_lists_the_houses() -> None:
    for name in ("bellagio", "game", "", "william-hill@1066"):
        with pytest.raises(UsageError, match="third-house"):
            load_house(name)


def test_loaded_once() -> None:
    assert load_house(WH) is load_house(WH)


# --- as data -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", house_names())
def test_describe(name: str) -> None:
    house = load_house(name)
    data = json.loads(json.dumps(describe(house)))
    assert data["name"] == name
    assert re.fullmatch("[0-9a-f]{64}", data["digest"])
    assert {ruling["key"] for ruling in data["rulings"]} == {DOTTED[key] for key in house.rulings}
    assert all({"value", "clauses", "who", "silent", "fallback", "readings"} <= set(r) for r in data["rulings"])
    known = {ruling["key"] for ruling in data["rulings"]}
    assert all(set(clause["rulings"]) <= known for clause in data["clauses"])
    assert all(set(silence["rulings"]) <= KEYS.keys() for silence in data["silences"])


def test_describe_shows_readings_with_their_rulings() -> None:
    rulings = {ruling["key"]: ruling for ruling in describe(load_house(WH))["rulings"]}
    trigger = rulings["fourth.double.trigger"]
    assert trigger["value"] == "open_pair"
    assert [reading["value"] for reading in trigger["readings"]] == ["always"]
    assert rulings["ante.table"]["value"] == {"any": {"1/2": "0.25", "10/20": "1"}}
    assert rulings["cap.heads_up"]["clauses"] == ["WH-15", "WH-16"]


def test_clauses_know_the_settings_that_rest_on_them() -> None:
    clauses = {clause.id: clause for clause in load_house(WH).clauses}
    assert clauses["WH-15"].rulings == ("cap_raises", "cap_heads_up")
    assert "fourth_double_mode" in clauses["WH-17"].rulings


def test_diff() -> None:
    differences = {d.setting: d for d in diff(load_house(WH), load_house(LPC))}
    assert differences["bring_in.mode"].values == ("half_small", "table")
    assert len(set(differences["cap.raises"].values)) == 1
    assert differences["cap.raises"].silent == (False, True)
    assert differences["fourth.double.trigger"].open_values == (("always",), ())
    assert "street_limits" not in differences
    assert json.dumps([d.to_dict() for d in differences.values()])
    assert diff(load_house(H3), load_house(H3)) == ()


def test_digests_differ() -> None:
    assert len({load_house(name).digest for name in house_names()}) == len(house_names())


def test_houses_need_neither_pandas_nor_lark() -> None:
    code = "import sys, stud_audit.houses as h; h.load_house('tda'); print({'pandas', 'lark'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.strip() == "set()"


# --- against real hands ------------------------------------------------------------------------

CORPUS = ROOT.parent / "shared" / "corpora" / "pokerstars"
_STAKE = re.compile(r"\(\$?([\d.]+)/\$?([\d.]+)(?: USD)?\)\s*-\s*\d{4}/")


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpora are not here")
def test_pokerstars_antes_and_bring_ins_are_those_of_real_hands() -> None:
    rules = load_house(PS).rules
    hands = 0
    for path in sorted(CORPUS.glob("*.txt")):
        for hand in re.split(r"\n(?=POKERSTARS |PokerStars )", path.read_text("utf-8-sig")):
            header = hand.strip().partition("\n")[0]
            stake = _STAKE.search(header)
            if stake is None or not re.search(r"7 card stud|\brazz\b", header, re.IGNORECASE):
                continue
            hands += 1
            kind = "chips" if "ournament" in header else "cash"
            key = (kind, Decimal(stake[1]), Decimal(stake[2]))
            antes = {Decimal(ante) for ante in re.findall(r"posts the ante \$?([\d.]+)\s*$", hand, re.MULTILINE)}
            assert antes == {rules.ante_table.at(*key)}, header  # type: ignore[arg-type]
            for amount in re.findall(r"brings in for \$?([\d.]+)\s*$", hand, re.MULTILINE):
                assert Decimal(amount) == rules.bring_in_table.at(*key), header  # type: ignore[arg-type]
    assert hands == 83
