"""Hands that several logs tell: what is said of each, and that they count once."""

from __future__ import annotations

import random
import tracemalloc
import zipfile
from collections import Counter
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from msgspec.structs import replace
from support.play import play
from support.tellings import house, stars, tilt
from support.written import neutral, pokerstars
from support.written_sites import bovada, ipoker, merge

from stud_audit.ingest.input.found import Located
from stud_audit.ingest.input.streams import CHUNK
from stud_audit.ingest.reader import Reader, read_hands
from stud_audit.model.findings import Finding
from stud_audit.pipeline import Audit, HandResult, tellings
from stud_audit.pipeline.batch import packed


@pytest.fixture
def logs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[str]]:
    """Writes texts as `a`, `b`, ... and gives their names."""
    monkeypatch.chdir(tmp_path)

    def write(*texts: str) -> list[str]:
        names = []
        for letter, text in zip("abcdefgh", texts, strict=False):
            name = f"{letter}.{'stud' if text.startswith('stud 1') else 'txt'}"
            (tmp_path / name).write_text(text)
            names.append(name)
        return names

    return write


def found(audit: Audit) -> list[Finding]:
    return [finding for item in audit for finding in item.findings]


def short(findings: list[Finding]) -> list[tuple[str, int, str, str]]:
    return [(each.file, each.line, each.code, each.verdict) for each in findings]


def told(audit: Audit, code: str) -> tuple[int, int, int, int, int]:
    """What the coverage counts of a code, under the clause with most violations, and of how many hands."""
    (counts,) = audit.summary.coverage.values()
    rows = [row for row in counts.rows() if row.code == code]
    row = max(rows, key=lambda row: (row.violations, row.reviews, row.passed, row.not_checkable))
    return row.passed, row.violations, row.reviews, row.not_checkable, sum(audit.summary.house_hands.values())


# --- tellings that agree --------------------------------------------------------------------------

PAIRS = {
    "two players": (stars(1, 1), stars(2, 1)),
    "a player and an observer": (stars(1, 1), stars(None, 1)),
    "two players of Full Tilt": (tilt(1, 1), tilt(2, 1)),
    "the house and a player": (house(paid=1), stars(2, 1)),
    "a player and the house, which shows cards": (stars(2, 1), house(paid=1, seen=(1, 2))),
}


@pytest.mark.parametrize("texts", PAIRS.values(), ids=PAIRS.keys())
def test_what_agrees_is_a_review_at_the_second_header(logs: Callable[..., list[str]], texts: tuple[str, str]) -> None:
    names = logs(*texts)
    audit = Audit(names)
    (finding,) = found(audit)
    header = 2 if names[1].endswith(".stud") else 1
    assert short([finding]) == [(names[1], header, "R005", "review")]
    assert finding.message.endswith("another telling, consistent")
    (first,) = finding.related
    assert (first.file, first.line) == (names[0], 2 if names[0].endswith(".stud") else 1)
    summary = audit.summary
    assert (summary.hands, summary.parsed, summary.retold, summary.house_hands.total()) == (2, 2, 1, 1)


@pytest.mark.parametrize(
    ("line", "instead"),
    [
        ("northwind: calls $1\n", 'northwind said, "nice deuce"\nnorthwind: calls $1\n'),
        ("*** 4th STREET", "oldharbour joins the table at seat #5\n*** 4th STREET"),
        ("quill: brings in for $1\n", "quill has timed out\nquill: brings in for $1\n"),
        ("20:00:00 ET", "20:00:01 ET"),
        ("northwind", "Hero"),
        ("Seat 2: quill mucked", "Seat 2: quill mucked [8s 3c 2c 5d Tc Jh Qs]"),
        ("northwind: mucks hand\nquill: mucks hand", "quill: mucks hand\nnorthwind: mucks hand"),
        ("quill: posts the ante $0.25\n", ""),
    ],
)
def test_what_a_log_may_add_order_or_say_for_itself(logs: Callable[..., list[str]], line: str, instead: str) -> None:
    """The last moves an ante that stands before another's."""
    text = stars(2, 1)
    assert line in text
    changed = text.replace(line, instead)
    if not instead:
        changed = changed.replace("northwind: posts", f"{line}northwind: posts")
    assert {code for _, _, code, verdict in short(found(Audit(logs(stars(1, 1), changed))))} == {"R005"}
    assert [verdict for *_, verdict in short(found(Audit(["a.txt", "b.txt"])))] == ["review"]


@pytest.mark.parametrize("write", [pokerstars, merge, ipoker, bovada])
def test_hands_of_all_kinds_by_two_players_and_the_house(
    logs: Callable[..., list[str]], write: Callable[..., str]
) -> None:
    dice, name = random.Random(71), write.__name__
    one, other, played = [], [], []
    for number in range(1, 13):
        hand = play(dice, dice.choice(("stud", "stud8") if name == "bovada" else ("stud", "stud8", "razz")))
        heroes = dice.sample([seat.number for seat in hand.seats], 2)
        one.append(write(hand, number, heroes[0]))
        other.append(write(hand, number, heroes[1]))
        played.append(neutral(hand, number))
    names = logs("\n".join(one), "\n".join(other))
    if name != "bovada":  # which names nobody, and numbers seats by position
        ids = [hand.header.hand_id for hand in read_hands(names[0])]
        of_house = zip(played, ids, range(1, 13), strict=True)
        texts = [text.replace(f"hand {number} ", f"hand {hand_id} ", 1) for text, hand_id, number in of_house]
        names = logs("\n".join(one), "\n".join(other), "stud 1\n" + "".join(texts).replace("roberts-rules", name))
    alone = Counter(code for _, _, code, _ in short(found(Audit(names[:1]))))
    audit = Audit(names)
    together = short(found(audit))
    assert Counter(code for _, _, code, _ in together if code != "R005") == alone
    assert {verdict for _, _, code, verdict in together if code == "R005"} == {"review"}
    assert (audit.summary.hands, audit.summary.house_hands.total()) == (12 * len(names), 12)


# --- tellings that contradict each other ----------------------------------------------------------

AGAINST = {
    "an amount": ("northwind: calls $1\n", "northwind: calls $2\n", 11, "northwind calls 2", "northwind calls 1"),
    "another action": (
        "quill: checks\n*** 5th", "quill: bets $2\nnorthwind: folds\n*** 5th", 16,
        "quill bets 2", "quill checks",
    ),
    "an order": (
        "northwind: checks\nquill: checks\n*** 6th", "quill: checks\nnorthwind: checks\n*** 6th",
        20, "quill checks", "northwind checks",
    ),
    "an up-card": ("[Ks 4c] [7d]", "[Ks 4c] [7c]", 18, "northwind is dealt 7c", "northwind is dealt 7d"),
    "a name": ("Seat 1: northwind (", "Seat 1: southwind (", 3, "southwind is in seat 1", "northwind is in seat 1"),
    "a stack": ("($80 in", "($81 in", 3, "northwind has 81", "northwind has 80"),
    "an ante": (
        "quill: posts the ante $0.25", "quill: posts the ante $0.50", 6,
        "quill posts an ante of 0.50", "quill posts an ante of 0.25",
    ),
    "no ante": (
        "northwind: posts the ante $0.25\n", "", 5,
        "northwind posts no ante", "northwind posts an ante of 0.25",
    ),
    "the stakes": ("($2/$4 USD)", "($3/$6 USD)", 1, "the lower limit is 3", "the lower limit is 2"),
    "the day": ("2026/11/02", "2026/11/12", 1, "played at 2026-11-12 20:00:00 ET", "played at 2026-11-02 20:00:00 ET"),
    "the pot": ("Total pot $2.50", "Total pot $3.50", 36, "the total is 3.50", "the total is 2.50"),
    "the rake": ("Rake $0", "Rake $0.10", 36, "the rake is 0.10", "the rake is 0"),
    "the winner": (
        "quill collected $2.50 from", "northwind collected $2.50 from", 34,
        "northwind is paid 2.50", "northwind is paid nothing",
    ),
    "what was won": (
        "quill collected $2.50 from", "quill collected $2 from", 34,
        "quill is paid 2", "quill is paid 2.50",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", AGAINST.values(), ids=AGAINST.keys())
def test_the_first_line_that_differs_is_a_violation(
    logs: Callable[..., list[str]], case: tuple[str, str, int, str, str]
) -> None:
    before, instead, line, here, there = case
    text = stars(2)
    assert before in text
    text = text.replace(before, instead)
    if instead.startswith("Seat 1: southwind"):
        text = text.replace("northwind", "southwind")
    audit = Audit(logs(stars(1), text))
    (finding,) = [each for each in found(audit) if each.code == "R005"]
    assert short([finding]) == [("b.txt", line, "R005", "violation")]
    assert f"told otherwise: here {here}, there {there}" in finding.message
    (other,) = finding.related
    assert other.file == "a.txt"
    assert other.note == f"another log: {there}"
    assert audit.summary.house_hands.total() == 1


def test_a_card_that_both_show_in_one_place(logs: Callable[..., list[str]]) -> None:
    """Of hidden cards the house's log is one more witness: it has another deuce for northwind than they have."""
    names = logs(stars(1), house(seen=(1,)).replace("deal 1 down 2s", "deal 1 down 2h"))
    (finding,) = found(Audit(names))
    assert short([finding]) == [("b.stud", 33, "R005", "violation")]
    assert "here northwind is dealt 2h, there northwind is dealt 2s" in finding.message
    assert [(each.file, each.line) for each in finding.related] == [("a.txt", 28)]


def test_hands_shown_that_are_no_one_hand(logs: Callable[..., list[str]]) -> None:
    """A summary's seven cards against the three that the player's own log deals them face down."""
    text = stars(2, 1).replace(
        "Seat 1: northwind collected ($2.50)", "Seat 1: northwind showed [Ad Kh Ks 4c 7d 9h 2s] and won ($2.50)"
    )
    found_in = found(Audit(logs(stars(1, 1), text)))
    (finding,) = [each for each in found_in if each.code == "R005"]
    assert short([finding]) == [("b.txt", 37, "R005", "violation")]


def test_of_a_contradiction_what_is_wrong_in_both_is_said_once(logs: Callable[..., list[str]]) -> None:
    """Both have the check that faces a bring-in of a dollar; a summary differs."""
    one = stars(1).replace("northwind: calls $1", "northwind: checks").replace("$2.50", "$1.50")
    other = one.replace("Rake $0", "Rake $0.05")
    codes = Counter(each.code for each in found(Audit(logs(one, other))))
    alone = Counter(each.code for each in found(Audit(["a.txt"])))
    assert alone["W504"] == 1
    assert codes["W504"] == 1
    assert codes["R005"] == 1


# --- what only both together show -----------------------------------------------------------------


@pytest.mark.parametrize("tell", [stars, tilt])
def test_a_showdown_that_neither_log_can_decide(logs: Callable[..., list[str]], tell: Callable[..., str]) -> None:
    names = logs(tell(1), tell(2))
    assert [found(Audit(name)) for name in names] == [[], []]
    audit = Audit(names)
    review, wrong = found(audit)
    assert (review.code, review.verdict) == ("R005", "review")
    assert (wrong.file, wrong.code, wrong.verdict, wrong.seat, wrong.expected) == ("b.txt", "S701", "violation", 2, "1")
    assert {line.file for line in wrong.related} == {"a.txt"}
    assert [line.note for line in wrong.related] == [
        "another log: northwind has Kd Kh", "another log: northwind has 2s",
    ]  # fmt: skip
    assert told(audit, "S701") == (0, 1, 0, 0, 1)


@pytest.mark.parametrize("tell", [stars, tilt])
def test_a_showdown_that_both_logs_together_find_right(
    logs: Callable[..., list[str]], tell: Callable[..., str]
) -> None:
    assert [told(audit, "S701") for audit in map(Audit, logs(tell(1, 1), tell(2, 1))) if found(audit) == []] == [
        (0, 0, 0, 1, 1), (0, 0, 0, 1, 1),
    ]  # fmt: skip
    audit = Audit(["a.txt", "b.txt"])
    assert [each.code for each in found(audit)] == ["R005"]
    assert told(audit, "S701") == (1, 0, 0, 0, 1)


def test_a_card_that_two_players_hold(logs: Callable[..., list[str]]) -> None:
    """Each log is right by itself; the deck had the eight of spades twice."""
    other = stars(2, 1)
    names = logs(stars(1, 1).replace("Kd Kh", "8s Kh"), other)
    assert [found(Audit(name)) for name in names] == [[], []]
    review, twice = found(Audit(names))
    assert (review.code, review.verdict) == ("R005", "review")
    assert (twice.file, twice.line, twice.code, twice.actual) == ("b.txt", 9, "D104", "8s")
    assert twice.message.endswith("held by seat 1 (northwind) in another log of this hand")
    assert {line.file for line in twice.related} == {"a.txt"}


def test_of_a_cut_off_log_the_cards_serve_the_whole_one(logs: Callable[..., list[str]]) -> None:
    """The second log ends before the showdown: the first one is judged anew with its cards, at its own line."""
    whole, cut = stars(1), stars(2).partition("*** SHOW DOWN")[0]
    names = logs(whole, cut)
    audit = Audit(names)
    findings = {(each.file, each.code, each.verdict) for each in found(audit)}
    assert findings == {("b.txt", "R005", "review"), ("b.txt", "R003", "review"), ("a.txt", "S701", "violation")}
    assert told(audit, "S701") == (0, 1, 0, 0, 1)


def test_three_tellings_know_what_each_of_them_shows(logs: Callable[..., list[str]]) -> None:
    names = logs(house(), stars(1), stars(2), stars(None))
    audit = Audit(names)
    findings = found(audit)
    assert short(findings) == [
        ("b.txt", 1, "R005", "review"),
        ("c.txt", 1, "R005", "review"),
        ("c.txt", 34, "S701", "violation"),
        ("d.txt", 1, "R005", "review"),
    ]
    assert {line.file for line in findings[2].related} == {"b.txt"}
    assert {line.file for finding in findings if finding.code == "R005" for line in finding.related} == {"a.stud"}
    assert (audit.summary.parsed, audit.summary.retold, audit.summary.house_hands.total()) == (4, 3, 1)
    assert told(audit, "R005") == (0, 0, 1, 0, 1)


# --- the same text, and other hands ----------------------------------------------------------------


def test_a_file_given_twice_is_said_once_a_hand(logs: Callable[..., list[str]]) -> None:
    faulty = stars(1).replace("northwind: calls $1", "northwind: checks").replace("$2.50", "$1.50")
    audit = Audit(logs(faulty, faulty, stars(2, 1), stars(2, 1)))
    findings = found(audit)
    by_file = {name: [each.code for each in findings if each.file == name] for name in ("a.txt", "b.txt", "d.txt")}
    assert "W504" in by_file["a.txt"]
    assert by_file["b.txt"] == by_file["d.txt"] == ["R005"]
    assert [each.verdict for each in findings if each.file in ("b.txt", "d.txt")] == ["review", "review"]
    assert all("with the same text" in each.message for each in findings if each.file in ("b.txt", "d.txt"))
    assert audit.summary.house_hands.total() == 1


def test_a_number_that_stands_for_two_hands(logs: Callable[..., list[str]]) -> None:
    """Other players, cards, and time: both are hands of their own, and so are their own second tellings."""
    dice = random.Random(5)
    one, other = (play(dice, "stud", players=4) for _ in range(2))
    first = pokerstars(one, 1, one.seats[0].number)
    seats = [seat.number for seat in other.seats]
    names = logs(first, pokerstars(other, 1, seats[0]), pokerstars(other, 1, seats[1]), pokerstars(other, 1, seats[0]))
    audit = Audit(names)
    findings = found(audit)
    assert [(each.file, each.line, each.code, each.verdict) for each in findings] == [
        ("b.txt", 1, "R005", "violation"),
        ("c.txt", 1, "R005", "review"),
        ("d.txt", 1, "R005", "review"),
    ]
    assert "as another hand" in findings[0].message
    assert [line.file for each in findings for line in each.related] == ["a.txt", "b.txt", "b.txt"]
    assert (audit.summary.retold, audit.summary.house_hands.total()) == (2, 2)


def test_a_record_that_could_not_be_read_contradicts_nothing(logs: Callable[..., list[str]]) -> None:
    broken = "stud 1\nhand 9001 game=stud structure=fixed small=two big=4\n"
    names = logs(broken, house(paid=1).replace(" house=pokerstars", ""))
    (refused,) = read_hands(names[0])
    assert (refused.status, refused.header.hand_id) == ("refused", "9001")
    for order, counted in ((names, 1), (names[::-1], 1)):
        audit = Audit(order)
        findings = found(audit)
        assert {each.verdict for each in findings if each.code == "R005"} == {"review"}
        assert [each.code for each in findings if each.code != "R005"] == ["R009"]
        assert audit.summary.house_hands.total() == counted


def test_a_notation_of_no_site_is_compared_where_it_surely_is_the_same_hand(logs: Callable[..., list[str]]) -> None:
    """A neutral log that names no site, and one whose hand of the same number is another."""
    names = logs(stars(2, 1), house(paid=1).replace(" house=pokerstars", ""))
    assert [each.verdict for each in found(Audit(names)) if each.code == "R005"] == ["review"]
    other = neutral(play(random.Random(1), "stud"), 9001).replace(" house=roberts-rules", "")
    assert [each.code for each in found(Audit(logs(stars(2, 1), "stud 1\n" + other)))] == []


def test_a_comparison_that_fails_is_said_and_costs_no_hand(
    logs: Callable[..., list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(tellings, "relate", fail)
    audit = Audit(logs(stars(1), stars(2)))
    assert short(found(audit)) == [("b.txt", 1, "I901", "review")]
    assert (audit.summary.parsed, audit.summary.house_hands.total()) == (2, 2)


# --- where the logs lie, and how much is done ------------------------------------------------------


def text_of(findings: list[Finding]) -> list[str]:
    return [str(finding.to_dict()) for finding in findings]


def test_the_same_findings_from_processes_pipes_and_archives(logs: Callable[..., list[str]]) -> None:
    hands = range(9001, 9081)
    one, other = ("".join(stars(hero, 1 + number % 2, number) for number in hands) for hero in (1, 2))
    names = logs(one, other)
    expected = found(Audit(names))
    assert Counter(each.code for each in expected) == {"R005": 80, "S701": 40}
    assert text_of(found(Audit(names, jobs=2, slim=True))) == text_of(expected)
    piped = found(Audit(["-"], stdin=BytesIO((one + other).encode())))
    assert [(each.code, each.verdict, each.hand_id) for each in piped] == [
        (each.code, each.verdict, each.hand_id) for each in expected
    ]
    with zipfile.ZipFile("logs.zip", "w") as archive:
        for name in names:
            archive.write(name)
    zipped = found(Audit(["logs.zip"]))
    assert text_of(zipped) == [
        text.replace("'a.txt", "'logs.zip!a.txt")
        .replace("'b.txt", "'logs.zip!b.txt")
        .replace("at a.txt", "at logs.zip!a.txt")
        for text in text_of(expected)
    ]


def test_each_telling_takes_one_look_at_what_was_told_before(logs: Callable[..., list[str]]) -> None:
    """Of forty logs of one hand the first two are looked at twice, the others once; copies are not looked at."""
    texts = [stars(2, 1).replace("*** 4th", f'quill said, "{number}"\n*** 4th') for number in range(40)]
    for count in (10, 20, 40):
        names = logs("".join(texts[:count]))
        audit = Audit(names)
        assert len(found(audit)) == count - 1
        assert audit._tellings.read_again == count
    audit = Audit(logs("".join(texts[:1] * 40)))
    assert len(found(audit)) == 39
    assert audit._tellings.read_again == 0


SHORT = (
    'hand {number} game=stud structure=fixed small=2 big=4 currency=USD table="Weir" house=pokerstars\n'
    'seat 1 "northwind" 80\nseat 2 "quill" 50\nante 1 0.25\nante 2 0.25\nstreet 3\ndeal 1 up Kd\ndeal 2 up 2c\n'
    "bring-in 2 1\nfold 1\nreturn 2 1\naward 2 0.50\nnote telling {telling}\ntotal 0.50\nend\n"
)


@pytest.mark.slow
def test_what_is_kept_in_memory_does_not_grow_with_the_tellings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of sixty hands, each of them told six or twelve times: either fills the buffers in which text is read ahead.

    A run before tells what is made but once, as grammars are.
    """
    monkeypatch.setattr(tellings, "_IN_MEMORY", 1 << 12)
    peaks, long = [], "on and on " * 70
    for times in (12, 6, 12):
        text = "".join(SHORT.format(number=number, telling=f"{n} {long}") for n in range(times) for number in range(60))
        assert len(text) > 2 * CHUNK
        audit = Audit(["-"], stdin=BytesIO(f"stud 1\n{text}".encode()), slim=True)
        tracemalloc.start()
        try:
            hands = sum(isinstance(item, HandResult) for item in audit)
            peaks.append(tracemalloc.get_traced_memory()[1])
        finally:
            tracemalloc.stop()
        assert hands == 60 * times
        assert audit.summary.retold == 60 * (times - 1)
    assert peaks[2] < 1.2 * peaks[1]


def test_a_text_that_no_encoding_holds_is_kept(logs: Callable[..., list[str]]) -> None:
    (hand, *_) = Reader(logs(stars(1))).blocks()
    assert isinstance(hand, Located)
    odd = replace(hand, block=replace(hand.block, text=hand.block.text.replace("quill", "qu\ud800ill")))
    spool = tellings._KeptTexts()
    first = [spool.keep(packed([hand, odd] * 20)) for _ in range(5)]
    assert [spool.located(place + number) for place in first for number in range(40)] == [hand, odd] * 100
