"""House files of one's own: inheriting, versions, and what is refused, with key and line."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest

from stud_audit import houses
from stud_audit.houses import load_house
from stud_audit.houses.rules import Rules
from stud_audit.model.errors import HouseError

OWN = """\
name = "own"
version = "1"
extends = "william-hill"

[rulings.cap]
raises = { value = 4, clauses = ["OWN-01"], who = "software" }

[[clauses]]
id = "OWN-01"
text = "A round has one bet and four raises."
subject = "raise cap"
checks = ["W506"]
"""


def write(folder: Path, text: str, name: str = "own.toml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


# --- extends -----------------------------------------------------------------------------------


def test_a_file_inherits_and_overrides(tmp_path: Path) -> None:
    base = load_house("william-hill")
    house = load_house(write(tmp_path, OWN))
    assert house.rules.cap_raises == 4
    assert house.rules.cap_heads_up == "never_uncapped"
    assert house.cite("W506", ("cap_raises",)) == ("OWN-01",)
    assert house.cite("W501", (), 5) == base.cite("W501", (), 5)
    assert len(house.clauses) == 29
    assert house.fallback == base.fallback
    assert house.default_for == ()
    assert house.digest != base.digest
    assert {reading.name for reading in house.readings} == {reading.name for reading in base.readings}
    assert all(reading.rules.cap_raises == 4 for reading in house.readings)


def test_a_ruling_of_ones_own_closes_what_the_base_leaves_open(tmp_path: Path) -> None:
    house = load_house(
        write(tmp_path, OWN + '[rulings.fourth.double]\ntrigger = { value = "never", clauses = ["OWN-01"] }\n')
    )

    def holds(rules: Rules) -> bool:
        return rules.fourth_double_trigger == "always"

    assert all(reading.rules.fourth_double_mode == "option" for reading in house.readings)
    assert load_house("william-hill").weigh(holds, 4).outcome == "review"
    assert house.weigh(holds, 4).outcome == "violation"


def test_a_ruling_of_ones_own_ends_the_silence(tmp_path: Path) -> None:
    house = load_house(write(tmp_path, OWN + '[rulings.bring_in]\nace = { value = "high", clauses = ["OWN-01"] }\n'))
    assert not house.rulings["bring_in_ace"].silent
    assert all("bring_in_ace" not in silence.rulings for silence in house.silences)
    assert any("bring_in_ace" in silence.rulings for silence in load_house("william-hill").silences)


def test_a_base_may_be_a_file_beside(tmp_path: Path) -> None:
    write(tmp_path, OWN, "base.toml")
    house = load_house(write(tmp_path, 'name = "room"\nversion = "2"\nextends = "base.toml"\n', "room.toml"))
    assert house.rules.cap_raises == 4
    assert (house.name, house.version) == ("room", "2")


def test_the_base_has_a_part_in_the_digest(tmp_path: Path) -> None:
    write(tmp_path, OWN, "base.toml")
    write(tmp_path, OWN.replace("value = 4", "value = 5"), "other.toml")
    text = 'name = "room"\nversion = "2"\nextends = "base.toml"\n'
    first = load_house(write(tmp_path, text, "first.toml"))
    second = load_house(write(tmp_path, text.replace("base", "other"), "second.toml"))
    assert first.digest != second.digest


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    path = write(tmp_path, OWN)
    assert load_house(path).rules.cap_raises == 4
    write(tmp_path, OWN.replace("value = 4", "value = 12"))
    assert load_house(str(path)).rules.cap_raises == 12


def test_values_of_all_kinds(tmp_path: Path) -> None:
    text = """
name = "own"
version = "1"
extends = "roberts-rules"
[rulings]
structure = { value = ["spread"], clauses = ["RR-02"] }
rake.pct = { value = 0.045, clauses = ["RR-02"] }
rake.cap = { value = 3, clauses = ["RR-02"] }
cap.raises = { value = "none", clauses = ["RR-08"] }
ante.ratio = { value = "1/3", clauses = ["RR-04"] }
allin.reopen_threshold = { value = 1, clauses = ["RR-12"] }
[rulings.ante.table]
clauses = ["RR-04"]
value = { cash = { "0.50/1" = 0.05 } }
"""
    rules = load_house(write(tmp_path, text)).rules
    assert rules.structure == ("spread",)
    assert (str(rules.rake_pct), rules.rake_cap) == ("9/200", Decimal(3))
    assert rules.cap_raises is None
    assert (str(rules.ante_ratio), rules.allin_reopen_threshold) == ("1/3", Fraction(1))
    assert rules.ante_table.at("cash", Decimal("0.5"), Decimal(1)) == Decimal("0.05")
    assert rules.ante_table.at("chips", Decimal("0.5"), Decimal(1)) is None


# --- versions ----------------------------------------------------------------------------------


def version(number: str, raises: int, begins: str, ends: str = "") -> str:
    dates = f"effective_from = {begins}\n" + (f"effective_to = {ends}\n" if ends else "")
    return OWN.replace('version = "1"\n', f'version = "{number}"\n{dates}').replace("value = 4", f"value = {raises}")


def test_the_rules_in_force_on_a_day(tmp_path: Path) -> None:
    path = write(tmp_path, version("3", 5, "2012-01-01"))
    write(tmp_path, version("1", 3, "2005-01-01", "2008-12-31"), "own@1.toml")
    write(tmp_path, version("2", 4, "2010-01-01", "2011-12-31"), "own@2.toml")

    def in_force(day: str) -> str:
        return load_house(path, date.fromisoformat(day)).version

    assert load_house(path).version == "3"
    assert [in_force(day) for day in ("2005-01-01", "2008-12-31", "2010-06-01", "2011-12-31", "2012-01-01")] == [
        "1", "1", "2", "2", "3",
    ]  # fmt: skip
    # Before all of them, and in the gap between two: the nearest, which says that it was not in force.
    assert [in_force(day) for day in ("1999-01-01", "2009-07-01")] == ["1", "1"]
    assert not load_house(path, date(2009, 7, 1)).in_force(date(2009, 7, 1))
    assert load_house(path, date(2010, 7, 1)).in_force(date(2010, 7, 1))
    assert load_house(tmp_path / "own@1.toml").rules.cap_raises == 3


@pytest.mark.parametrize(("ends", "found"), [("2012-01-01", "2012-01-01"), ("", "no end")])
def test_overlapping_versions_are_refused(tmp_path: Path, ends: str, found: str) -> None:
    path = write(tmp_path, version("2", 5, "2012-01-01"))
    write(tmp_path, version("1", 3, "2005-01-01", ends), "own@1.toml")
    with pytest.raises(HouseError, match=rf"own\.toml:3: effective_from: .*version 2 overlaps version 1.*{found}"):
        load_house(path)


def test_versions_bear_one_name(tmp_path: Path) -> None:
    path = write(tmp_path, version("2", 5, "2012-01-01"))
    write(tmp_path, version("1", 3, "2005-01-01", "2006-01-01").replace('"own"', '"older"'), "own@1.toml")
    with pytest.raises(HouseError, match="bears the name own"):
        load_house(path)


# --- mistakes ----------------------------------------------------------------------------------

HEAD = 'name = "own"\nversion = "1"\nextends = "roberts-rules"\n'  # lines 1 to 3
RULED = '{ value = %s, clauses = ["RR-08"] }\n'


def cap(value: str) -> str:
    return "[rulings.cap]\nraises = " + RULED % value


CLAUSE = """\
[[clauses]]
id = "OWN-01"
text = "A rule."
subject = "a subject"
checks = ["W506"]
"""

MISTAKES = {
    "no name": ('version = "1"\n', 1, "name", "missing"),
    "no version": ('name = "own"\n', 1, "version", "missing"),
    "unknown key": (HEAD + 'titel = "x"\n', 4, "titel", "unknown key"),
    "unknown setting": (HEAD + "[rulings.cap]\nraise = " + RULED % 3, 5, "rulings.cap.raise", "no setting 'cap.raise'"),
    "unknown group": (
        HEAD + "\n[rulings.bringin]\nmode = " + RULED % '"table"', 6, "rulings.bringin.mode",
        "no setting 'bringin.mode' (did you mean 'bring_in.mode'?)",
    ),
    "unknown key of a ruling": (
        HEAD + '[rulings.cap]\nraises = { valeu = 3, clauses = ["RR-08"] }\n', 5, "rulings.cap.raises.valeu", "unknown",
    ),
    "no value": (HEAD + '[rulings.cap]\nraises = { clauses = ["RR-08"] }\n', 5, "rulings.cap.raises.value", "missing"),
    "a bare value": (HEAD + "[rulings.cap]\nraises = 3\n", 5, "rulings.cap.raises", "value and clauses"),
    "wrong type": (HEAD + cap('"three"'), 5, "rulings.cap.raises.value", "a whole number"),
    "true for a number": (HEAD + cap("true"), 5, "rulings.cap.raises.value", "a whole number, found true"),
    "out of range": (HEAD + cap("0"), 5, "rulings.cap.raises.value", "a number from 1"),
    "no such choice": (
        HEAD + "[rulings.opener]\ntie = " + RULED % '"suit"', 5, "rulings.opener.tie.value", "left_of_dealer | first_d",
    ),
    "no list": (HEAD + "[rulings]\nstructure = " + RULED % '"fixed"', 5, "rulings.structure.value", "a list"),
    "wrong suits": (HEAD + "[rulings]\nsuit_order = " + RULED % '"shd"', 5, "rulings.suit_order.value", "c, d, h"),
    "six streets": (
        HEAD + "[rulings]\nstreet_limits = " + RULED % '["s", "s", "b", "b", "b", "b"]', 5,
        "rulings.street_limits.value", "five units",
    ),
    "no stake": (
        HEAD + '[rulings.ante.table]\nclauses = ["RR-04"]\nvalue.cash = { "5-10" = 1 }\n', 6,
        "rulings.ante.table.value", "a stake such as 5/10",
    ),
    "no such tables": (
        HEAD + '[rulings.ante.table]\nclauses = ["RR-04"]\nvalue.euro = { "5/10" = 1 }\n', 6,
        "rulings.ante.table.value", "cash, chips, or any",
    ),
    "an ante above the bet": (
        HEAD + '[rulings.ante.table]\nclauses = ["RR-04"]\nvalue.cash = { "5/10" = 6 }\n', 6,
        "rulings.ante.table.value", "at most the small bet",
    ),
    "a stake upside down": (
        HEAD + '[rulings.ante.table]\nclauses = ["RR-04"]\nvalue.cash = { "10/5" = 1 }\n', 6,
        "rulings.ante.table.value", "no amount for this stake",
    ),
    "a buy-in that is not the least": (
        HEAD + '[rulings.buyin.table]\nclauses = ["RR-04"]\nvalue.cash = { "5/10" = 100 }\n', 4,
        "rulings.buyin.table", "not the posted amount",
    ),
    "no clause": (HEAD + "[rulings.cap]\nraises = { value = 3 }\n", 5, "rulings.cap.raises.clauses", "none is named"),
    "clause not there": (
        HEAD + '[rulings.cap]\nraises = { value = 3, clauses = ["OWN-07"] }\n', 5, "rulings.cap.raises.clauses",
        "no clause 'OWN-07'",
    ),
    "wrong who": (
        HEAD + '[rulings.cap]\nraises = { value = 3, clauses = ["RR-08"], who = "dealer" }\n', 5,
        "rulings.cap.raises.who", "player | software",
    ),
    "wrong severity": (
        HEAD + '[rulings.cap]\nraises = { value = 3, clauses = ["RR-08"], severity = "S5" }\n', 5,
        "rulings.cap.raises.severity", "S1 | S2",
    ),
    "silent without fallback": (
        HEAD + "[rulings.cap]\nraises = { value = 3, silent = true }\n", 5, "rulings.cap.raises", "names no fallback",
    ),
    "no such fallback of a ruling": (
        HEAD + '[rulings.cap]\nraises = { value = 3, silent = true, fallback = "hoyle" }\n', 5,
        "rulings.cap.raises.fallback", "no house 'hoyle'",
    ),
    "closed and not silent": (
        HEAD + '[rulings.cap]\nraises = { value = 3, clauses = ["RR-08"], closed = true }\n', 5, "rulings.cap.raises",
        "belong to silent",
    ),
    "silent on second street": (
        HEAD + '[rulings.cap]\nraises = { value = 3, silent = [2], fallback = "tda" }\n', 5,
        "rulings.cap.raises.silent", "streets from 3 to 7",
    ),
    "no such fallback": (HEAD + 'fallback = ["hoyle"]\n', 4, "fallback", "no house 'hoyle'"),
    "a shipped house's name": (HEAD.replace('"own"', '"tda"'), 1, "name", "tda is a house of stud-audit itself"),
    "a name that reads like one": (
        HEAD.replace('"own"', '" William-Hill\\u200b"'), 1, "name", "william-hill is a house of stud-audit itself",
    ),
    "a name with a letter that looks like another": (
        HEAD.replace('"own"', '"t\\u0501\\u0430"'), 1, "name", "tda is a house of stud-audit itself",
    ),
    "the name of a shipped house's version": (
        HEAD.replace('"own"', '"tda@2031"'), 1, "name", "tda is a house of stud-audit itself",
    ),
    "the name of the game itself": (HEAD.replace('"own"', '"game"'), 1, "name", "game is a house of stud-audit itself"),
    "no such base": (HEAD.replace("roberts-rules", "hoyle"), 3, "extends", "no house 'hoyle'"),
    "no such base file": (HEAD.replace("roberts-rules", "hoyle.toml"), 3, "extends", "no file 'hoyle.toml'"),
    "extends itself": (HEAD.replace("roberts-rules", "own.toml"), 3, "extends", "own.toml extends own.toml"),
    "dates the wrong way round": (
        HEAD + "effective_from = 2012-01-01\neffective_to = 2011-01-01\n", 5, "effective_to", "before effective_from",
    ),
    "a date as text": (HEAD + 'effective_from = "2012-01-01"\n', 4, "effective_from", "a date"),
    "a time for a date": (HEAD + "effective_from = 2012-01-01T00:00:00\n", 4, "effective_from", "a date"),
    "no clause id": (HEAD + CLAUSE.replace("OWN-01", "rule one"), 5, "clauses.id", "no clause id"),
    "clause twice": (HEAD + CLAUSE + CLAUSE, 10, "clauses.id", "there already"),
    "clause of the game": (HEAD + CLAUSE.replace("OWN-01", "G-01"), 5, "clauses.id", "the game itself"),
    "clause without text": (HEAD + CLAUSE.replace('text = "A rule."\n', ""), 4, "clauses.text", "missing"),
    "clause without check": (HEAD + CLAUSE.replace('"W506"', ""), 8, "clauses.checks", "at least one check"),
    "no check code": (HEAD + CLAUSE.replace("W506", "W56"), 8, "clauses.checks", "no check 'W56' (did you mean 'W5"),
    "no family": (HEAD + CLAUSE.replace("W506", "Z506"), 8, "clauses.checks", "no check 'Z506' (did you mean 'W506'?)"),
    "a check that is not there": (
        HEAD + CLAUSE.replace('"W506"', '"W506", "W599"'), 8, "clauses.checks", "no check 'W599' (did you mean 'W50",
    ),
    "a code in small letters": (HEAD + CLAUSE.replace("W506", "w506"), 8, "clauses.checks", "did you mean 'W506'?"),
    "no code at all": (HEAD + CLAUSE.replace("W506", "the cap"), 8, "clauses.checks", "no check 'the cap'"),
    "clause of second street": (HEAD + CLAUSE + "streets = [2]\n", 9, "clauses.streets", "from 3 to 7"),
    "streets of a check that is not the clause's": (
        HEAD + CLAUSE + "streets_of = { W507 = [4] }\n", 9, "clauses.streets_of.W507", "one of the clause's checks",
    ),
    "clauses no tables": (HEAD + "clauses = [1]\n", 4, "clauses", "[[clauses]]"),
    "reading without name": (HEAD + "[[readings]]\nset = { cap.raises = 4 }\n", 4, "readings.name", "missing"),
    "reading that changes nothing": (
        HEAD + '[[readings]]\nname = "x"\nset = { cap.raises = 3 }\n', 6, "readings.set", "cap.raises is the same",
    ),
    "empty reading": (HEAD + '[[readings]]\nname = "x"\nset = {}\n', 6, "readings.set", "sets nothing"),
    "reading of no setting": (
        HEAD + '[[readings]]\nname = "x"\n[readings.set]\ncap.rises = 4\n', 7, "readings.set.cap.rises", "no setting",
    ),
    "reading with a wrong value": (
        HEAD + '[[readings]]\nname = "x"\n[readings.set]\nbring_in.ace = "both"\n', 7, "readings.set.bring_in.ace",
        "high | low",
    ),
    "reading of no clause": (
        HEAD + '[[readings]]\nname = "x"\nclauses = ["RR-99"]\nset = { cap.raises = 4 }\n', 6, "readings.clauses",
        "no clause 'RR-99'",
    ),
    "reading with a taken name": (
        HEAD + '[[readings]]\nname = "default"\nset = { cap.raises = 4 }\n', 5, "readings.name", "taken",
    ),
    "contradictory reading": (
        HEAD + '[[readings]]\nname = "x"\nset = { bring_in.any_between = "always", bring_in.may_open_full = false }\n',
        6, "readings.set", "contradictory",
    ),
    "silence about no setting": (
        HEAD + '[[silences]]\ntopic = "x"\nrulings = ["cap.rises"]\n', 6, "silences.rulings", "no setting",
    ),
    "silence where it is ruled": (
        HEAD + '[[silences]]\ntopic = "x"\nrulings = ["cap.raises"]\n', 6, "silences.rulings", "cap.raises is ruled",
    ),
    "bring-in of half or full that may not be full": (
        HEAD + "[rulings.bring_in]\nmode = " + RULED % '"half_or_full"' + "may_open_full = " + RULED % "false", 6,
        "rulings.bring_in.may_open_full", "contradictory rulings, bring_in.mode and bring_in.may_open_full",
    ),
    "mandatory and never": (
        HEAD + "[rulings.fourth.double]\ntrigger = " + RULED % '"never"' + "mode = " + RULED % '"mandatory"', 5,
        "rulings.fourth.double.trigger", "contradictory rulings",
    ),
    "timeout without a clock": (
        HEAD + "[rulings.clock]\ntimeout_action = " + RULED % '"fold"', 5, "rulings.clock.timeout_action",
        "without a time limit",
    ),
    "high suit among no cards": (
        HEAD + "[rulings.odd_chip]\ncards = " + RULED % '"none"', 5, "rulings.odd_chip.cards", "5 or 7",
    ),
    "antes that fall": (
        HEAD + '[rulings.ante]\nschedule = { value = "increasing", clauses = ["RR-04"] }\n[rulings.ante.table]\n'
        'clauses = ["RR-04"]\nvalue.any = { "1/2" = 0.5, "5/10" = 0.25 }\n', 6, "rulings.ante.table", "own order",
    ),
    "not TOML": (HEAD + "[rulings\n", 4, "", "not valid TOML"),
    "a key twice": (HEAD + cap("3") + "raises = " + RULED % 4, 6, "", "not valid TOML"),
    "unfinished": (HEAD + 'title = """x\n', 5, "", "not valid TOML"),
    "an address of its own for a list": (HEAD + 'default_for = "pokerstars"\n', 4, "default_for", "a list"),
    "a number among texts": (HEAD + "default_for = [3]\n", 4, "default_for", "texts"),
    "twice the same": (HEAD + 'fallback = ["tda", "tda"]\n', 4, "fallback", "twice"),
}  # fmt: skip


@pytest.mark.parametrize("mistake", MISTAKES)
def test_mistakes_are_named_with_key_and_line(tmp_path: Path, mistake: str) -> None:
    text, line, key, problem = MISTAKES[mistake]
    path = write(tmp_path, text)
    with pytest.raises(HouseError) as caught:
        load_house(path)
    message = str(caught.value)
    assert message.startswith(f"{path}:{line}: {key}"), message
    assert problem in message


def test_all_mistakes_of_a_file_come_at_once_with_what_was_meant(tmp_path: Path) -> None:
    text = (
        'name = "own"\nversion = 1\nextends = "roberts-rule"\ntitel = "x"\nfallback = ["tdaa"]\n'
        '[rulings.cap]\nrises = { value = 3, clauses = ["RR-08"] }\n'
        'heads_up = { value = "never_capped", clauses = ["RR-08"], whom = "software" }\n'
        '[rulings.opener]\ntie = { value = "first_dealt", clauses = ["RR-9"], who = "sofware" }\n'
        '[[clauses]]\nid = "OWN-01"\nsubject = "x"\nchecks = ["W506"]\nneed = []\n'
    )
    told = [
        (2, "version", "expected a text, found 1"),
        (3, "extends", "did you mean 'roberts-rules'?"),
        (4, "titel", "did you mean 'title'?"),
        (7, "rulings.cap.rises", "did you mean 'cap.raises'?"),
        (8, "rulings.cap.heads_up.whom", "did you mean 'who'?"),
        (8, "rulings.cap.heads_up.value", "did you mean 'never_uncapped'?"),
        (10, "rulings.opener.tie.who", "did you mean 'software'?"),
        (11, "clauses.text", "is missing"),
        (15, "clauses.need", "did you mean 'needs'?"),
    ]
    found = mistakes(write(tmp_path, text))
    assert [(line, key) for line, key, _ in found] == [(line, key) for line, key, _ in told]
    assert all(told_word in problem for (_, _, problem), (_, _, told_word) in zip(found, told, strict=True)), found
    # With its base the rest can be told as well: what it refers to.
    found = mistakes(write(tmp_path, text.replace("roberts-rule", "roberts-rules")))
    assert (5, "fallback", "there is no house 'tdaa'") in [(n, key, text.partition(" (")[0]) for n, key, text in found]
    assert (10, "rulings.opener.tie.clauses", "there is no clause 'RR-9'") in found
    assert len(found) == len(told) + 1


def mistakes(path: Path) -> list[tuple[int, str, str]]:
    with pytest.raises(HouseError) as caught:
        load_house(path)
    assert str(caught.value) == "\n".join(caught.value.problems)
    found = []
    for problem in caught.value.problems:
        line, key, text = problem.removeprefix(f"{path}:").split(": ", 1)[0], *problem.split(": ", 2)[1:]
        found.append((int(line), key, text))
    return found


def test_a_mistake_is_told_without_what_only_follows_from_it(tmp_path: Path) -> None:
    """A setting that cannot be read contradicts nothing, and a clause with a mistake is there to be cited."""
    text = HEAD + (
        '[rulings.fourth.double]\ntrigger = { value = "sometimes", clauses = ["OWN-01"] }\n'
        'mode = { value = "mandatory", clauses = ["OWN-01"] }\n[[readings]]\nname = "x"\n'
        'set = { fourth.double.trigger = "never" }\n[[clauses]]\nid = "OWN-01"\ntext = "x"\nsubject = "x"\n'
        "checks = [3]\n"
    )
    assert [(line, key) for line, key, _ in mistakes(write(tmp_path, text))] == [
        (5, "rulings.fourth.double.trigger.value"), (14, "clauses.checks"),
    ]  # fmt: skip


def test_of_very_many_mistakes_the_first_are_told(tmp_path: Path) -> None:
    path = write(tmp_path, HEAD + "".join(f"key{n} = 1\n" for n in range(3000)))
    with pytest.raises(HouseError) as caught:
        load_house(path)
    *told, last = caught.value.problems
    assert (len(told), last) == (50, f"{path}: 2950 more mistakes")


def test_the_mistakes_of_two_versions_come_together(tmp_path: Path) -> None:
    path = write(tmp_path, version("2", 0, "2012-01-01"))
    older = write(tmp_path, version("1", -1, "2005-01-01", "2006-01-01"), "own@1.toml")
    with pytest.raises(HouseError) as caught:
        load_house(path)
    assert sorted(problem.split(":")[0] for problem in caught.value.problems) == sorted((str(path), str(older)))


@pytest.mark.parametrize("name", ["\u5fb7\u5dde\u9986", "\u043a\u0438\u043a", "td", "td\u0430s", "own@tda"])
def test_a_name_that_nobody_takes_for_a_shipped_house(name: str, tmp_path: Path) -> None:
    # Three signs of another script are as many as TDA has letters, and no more.
    own = write(tmp_path, HEAD.replace('"own"', f'"{name}"'))
    assert load_house(own).name == name


def test_the_shipped_file_itself_may_be_named(tmp_path: Path) -> None:
    shipped = Path(houses.__file__).parent / "william-hill.toml"
    assert load_house(shipped).name == "william-hill"


def test_a_clause_that_is_overridden_whole_is_no_clause_of_the_house(tmp_path: Path) -> None:
    """WH-15 and WH-16 say how many raises there are; WH-17 and WH-18 say more than what is overridden."""
    heads_up = 'heads_up = { value = "never_uncapped", clauses = ["OWN-01"] }\n'
    text = OWN.replace("[[clauses]]", heads_up + "[[clauses]]")
    base = {clause.id for clause in load_house("william-hill").clauses}
    assert base - {clause.id for clause in load_house(write(tmp_path, text)).clauses} == {"WH-15", "WH-16"}
    assert base <= {clause.id for clause in load_house(write(tmp_path, OWN)).clauses}  # cap.heads_up still rests on it
    never = OWN + '[rulings.fourth.double]\ntrigger = { value = "never", clauses = ["OWN-01"] }\n'
    gone = base - {clause.id for clause in load_house(write(tmp_path, never)).clauses}
    assert "WH-19" not in gone


def test_the_days_of_a_base_are_its_own(tmp_path: Path) -> None:
    write(tmp_path, version("1", 3, "2005-01-01", "2008-12-31"), "base.toml")
    house = load_house(write(tmp_path, 'name = "room"\nversion = "2"\nextends = "base.toml"\n', "room.toml"))
    assert (house.effective_from, house.effective_to) == (None, None)


def test_an_inherited_mistake_is_reported_where_it_stands(tmp_path: Path) -> None:
    base = write(tmp_path, HEAD + cap("0"), "base.toml")
    path = write(tmp_path, HEAD.replace("roberts-rules", "base.toml"))
    with pytest.raises(HouseError) as caught:
        load_house(path)
    assert str(caught.value).startswith(f"{base}:5: ")


def test_a_circle_through_two_files(tmp_path: Path) -> None:
    write(tmp_path, HEAD.replace("roberts-rules", "own.toml"), "base.toml")
    path = write(tmp_path, HEAD.replace("roberts-rules", "base.toml"))
    with pytest.raises(HouseError, match=r"base\.toml:3: extends: a circle: own.toml extends base.toml extends own"):
        load_house(path)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(HouseError, match="No such file"):
        load_house(tmp_path / "none.toml")
    with pytest.raises(HouseError, match="directory"):
        load_house(f"{tmp_path}/")
    path = tmp_path / "own.toml"
    path.write_bytes(HEAD.encode() + b'title = "\xff"\n')
    with pytest.raises(HouseError, match="not UTF-8"):
        load_house(path)


def test_a_mistake_after_a_long_value_has_the_right_line(tmp_path: Path) -> None:
    text = HEAD + (
        'source = """\na = 1\n[x]\n"""\n\n# raises = 1\n'  # lines 4 to 9
        '[rulings."cap"] # the cap\n"raises" = { value = 0, clauses = [ # why\n  "RR-08",\n] }\n'
    )
    with pytest.raises(HouseError, match=r"own\.toml:11: rulings\.cap\.raises\.value"):
        load_house(write(tmp_path, text))


def test_a_number_of_thousands_of_digits_is_a_mistake_at_its_line(tmp_path: Path) -> None:
    path = tmp_path / "long.toml"
    path.write_text(f'name = "long"\nbets = {"9" * 5000}\n')
    with pytest.raises(HouseError, match=r"long\.toml:2: 9+\.\.\.: a number of too many digits"):
        load_house(path)


@pytest.mark.parametrize("letter", ["x", "é", "€", "𝄞"])
def test_a_file_that_is_too_long_is_told_as_such_wherever_its_reading_stops(letter: str, tmp_path: Path) -> None:
    path = tmp_path / "long.toml"
    path.write_text(f'name = "{letter * (1 << 20)}"', "utf-8")
    with pytest.raises(HouseError, match=r"long\.toml: not a house: more than 262144 characters"):
        load_house(path)
