"""A grammar file as shapes, lines, and sections; the names of a hand matched before the kinds of its lines."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from lark import Lark, Tree
from lark.lexer import Lexer

from stud_audit.ingest.dialect import Block
from stud_audit.ingest.grammar import hand_grammar as parser_module
from stud_audit.ingest.grammar import shapes as grammar_module
from stud_audit.ingest.grammar.hand_grammar import HandGrammar
from stud_audit.ingest.grammar.lines import Line, LineBook, Roster
from stud_audit.ingest.grammar.sections import Section
from stud_audit.ingest.grammar.shapes import Shape, ShapeReader, grammar_path

LITTLE = r"""
%import .shared (PLAYER, ANYONE, NEWCOMER, EOL, UNKNOWN)

start   : opening (street | summary)*
opening : _lines
street  : STREET _lines
summary : SUMMARY _lines
_lines  : (SEATED | BET | CALL | GIVEN | TALK | PAID | NEWS | UNKNOWN)*

STREET  : "*** "i NUMBER ". street ***"i EOL
SUMMARY : "*** Summary ***" EOL
SEATED  : "Seat " NUMBER ": " NEWCOMER " (" AMOUNT ")" EOL
BET     : PLAYER ": bets " AMOUNT (" of " STACK)? EOL
CALL    : PLAYER ": calls" (" " AMOUNT | " nothing") EOL
GIVEN   : "Given to " PLAYER _GAP CARDS EOL
TALK    : ANYONE " said, \"" TEXT "\"" EOL
PAID    : "Paid " AMOUNT " to " PLAYER EOL
NEWS    : "Break in " /\d+/ " minutes" EOL | ANYONE " joins" EOL

NUMBER  : /\d/
AMOUNT  : /[^\s()]*/
STACK   : AMOUNT
_GAP    : /\s+/
CARDS   : ("[" CARD~1..3 "]")+
CARD    : /[2-9][cdhs]/
TEXT    : /.*/
"""
SHARED = r"""
PLAYER : /.*?/
ANYONE : /.*?/
NEWCOMER : /.*/
EOL : / */
UNKNOWN.-10 : /.+/
"""


@pytest.fixture
def grammars(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], str]:
    """Writes a grammar and gives its name; the little one is there as `little`."""
    monkeypatch.setattr(grammar_module, "grammar_path", lambda name: tmp_path / f"{name}.lark")
    monkeypatch.setattr(parser_module, "grammar_path", lambda name: tmp_path / f"{name}.lark")
    grammar_module._definitions.cache_clear()
    (tmp_path / "shared.lark").write_text(SHARED, "utf-8")
    (tmp_path / "little.lark").write_text(LITTLE, "utf-8")

    def write(text: str) -> str:
        (tmp_path / "other.lark").write_text(text, "utf-8")
        return "other"

    return write


@pytest.fixture
def shape(grammars: Callable[[str], str]) -> Callable[[str], Shape]:
    return lambda kind: next(ShapeReader("little").shapes(kind))


def test_sub_terminals_of_a_line_are_its_fields(shape: Callable[[str], Shape]) -> None:
    match = shape("BET").whole.fullmatch("x: bets 4 of 20 ")
    assert match is not None
    assert match.groupdict() == {"NAME": "x", "AMOUNT": "4", "STACK": "20"}
    match = shape("BET").whole.fullmatch("x: bets 4")
    assert match is not None
    assert match["STACK"] is None


def test_what_a_sub_terminal_is_made_of_and_names_with_an_underscore_are_not(shape: Callable[[str], Shape]) -> None:
    match = shape("GIVEN").whole.fullmatch("Given to x  [2c3d][4h]")
    assert match is not None
    assert match.groupdict() == {"NAME": "x", "CARDS": "[2c3d][4h]"}
    assert shape("GIVEN").whole.fullmatch("Given to x [2c3d4h5s]") is None


def test_alternatives(shape: Callable[[str], Shape]) -> None:
    assert shape("CALL").whole.fullmatch("x: calls nothing")
    assert shape("CALL").whole.fullmatch("x: calls 3")
    first, second = ShapeReader("little").shapes("NEWS")
    assert first.role is None
    assert second.role == "ANYONE"


def test_head_and_tail_stand_around_the_name(shape: Callable[[str], Shape]) -> None:
    paid = shape("PAID")
    assert paid.role == "PLAYER"
    assert paid.starts == ("Paid ",)
    assert paid.head is not None
    assert paid.head.match("Paid 3 to x") is not None
    assert paid.tail.fullmatch("  ")
    assert shape("BET").tail_start == ": bets "
    assert shape("STREET").starts == ("*** ",)
    assert shape("STREET").whole.fullmatch("*** 3. STREET ***")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("BET : PLAYER \" to \" PLAYER", "more than one name"),
        ("BET : A \"-\" A\nA : /x/", "redefinition of group name"),
        ("BET : \"x\"\nBET : \"y\"", r"other.lark: BET is defined twice"),
        ("BET : \"x\" RAISE", r"other.lark:3: RAISE is not defined"),
        ("BET : \"x\"\ncalls : CALL", r"other.lark:4: CALL is not defined"),
        ("BET : \"a\"..\"z\"", r"other.lark:3: '.' is not read in BET"),
        ("BET : [\"x\"]", r"other.lark:3: '\[' is not read in BET"),
        ("BET : (\"x\" | \"y\"", r"other.lark:3: '\(' is not read in BET"),
        ("BET : (\"x\" (\"y\" = \"z\"))", r"other.lark:3: '=' is not read in BET"),
        ("BET : \"x\")", r"other.lark:3: '\)' is not read in BET"),
        ("BET : ? \"x\"", r"other.lark:3: '\?' is not read in BET"),
        ("BET : \"x\" ~", r"other.lark:3: '~' is not read in BET"),
        ("BET : \"x", r"""other.lark:3: '"' is not read in BET"""),
        ("BET : \"x\"\n  EOL", r"other.lark:4: this is not read: EOL"),
        ("%ignore \" \"\nBET : \"x\"", r"other.lark:3: this is not read: %ignore"),
        ("// x\n\n%import common.INT\nBET : \"x\"", r"other.lark:5: this is not read: %import common"),
        ("%import .shared (EOL -> END)\nBET : \"x\"", r"other.lark:3: this is not read: %import .shared"),
    ],
)  # fmt: skip
def test_mistakes_in_a_grammar_are_said(grammars: Callable[[str], str], line: str, message: str) -> None:
    name = grammars(f"%import .shared (PLAYER)\nstart : BET*\n{line}\n")
    with pytest.raises(Exception, match=message):
        list(ShapeReader(name).shapes("BET"))


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ('"x" // or /y/, not "z"', "x"),
        ('"x" # or "y"', "x"),
        ('"//" /#/ // #', "//#"),
        ('"x"\n\n  // or\n  | "y"  // and\n| "z"', "z"),
        ('("x" | "y" "z"~2 .. 3)+', "xyzzyzzz"),
        ('"x\\"|"i /[(|\\/]+/ "\\t"', 'X"|(/|\t'),
    ],
)
def test_a_terminal_is_read_as_lark_reads_it(grammars: Callable[[str], str], body: str, text: str) -> None:
    name = grammars(f"start : BET\nBET : {body}\n")
    assert any(shape.whole.fullmatch(text) for shape in ShapeReader(name).shapes("BET"))
    lark = Lark(grammar_module.grammar_path(name).read_text("utf-8"), parser="lalr")
    assert lark.parse(text).children == [text]


def test_a_grammar_that_is_not_there() -> None:
    with pytest.raises(FileNotFoundError, match=r"nowhere\.lark is neither in the package nor"):
        grammar_path("nowhere")
    assert grammar_path("common").is_file()


# --- lines ---------------------------------------------------------------------------------------

HAND = """\
Seat 1: al (5)
Seat 2: al: bets 4 (6)

Seat 3: b (c) (7)
al: bets 4: calls nothing
*** 3. street ***
Given to b (c) [2c]
Paid 4 to al
x: bets 3
x said, "al: bets 4"
who knows
*** Summary ***
Paid 4 to nobody"""


def little() -> HandGrammar[LineBook]:
    return HandGrammar("little", LineBook)


def sections_of(hand: HandGrammar[LineBook], text: str) -> list[Section]:
    return hand.sections(hand.book.lines_of(Block(text, 1)))


def tokens(book: LineBook) -> list[Line]:
    return list(book.lines(HAND.split("\n"), 11, 5, Roster()))


def test_a_token_a_line(grammars: Callable[[str], str]) -> None:
    lines = tokens(little().book)
    assert [(line.type, line.name, line.number, line.column) for line in lines] == [
        ("SEATED", "al", 11, 5),
        ("SEATED", "al: bets 4", 12, 1),
        ("SEATED", "b (c)", 14, 1),
        ("CALL", "al: bets 4", 15, 1),
        ("STREET", None, 16, 1),
        ("GIVEN", "b (c)", 17, 1),
        ("PAID", "al", 18, 1),
        ("BET", "x", 19, 1),
        ("TALK", "x", 20, 1),
        ("UNKNOWN", None, 21, 1),
        ("SUMMARY", None, 22, 1),
        ("PAID", "nobody", 23, 1),
    ]
    assert lines[0].columns("AMOUNT") == (5 + 12, 5 + 13)
    assert lines[5].columns("CARDS") == (16, 20)
    assert lines[6].columns("AMOUNT") == (6, 7)
    assert lines[6]["AMOUNT"] == "4"
    assert lines[6]["STACK"] == ""


def test_all_readings_of_a_line_are_kept_with_the_longest_name_first(grammars: Callable[[str], str]) -> None:
    book = little().book
    texts = ["Seat 1: a (5)", 'Seat 2: a said, "b (6)', 'a said, "b said, "c""']
    line = list(book.lines(texts, 1, 1, Roster()))[-1]
    assert [(reading.name, reading["TEXT"]) for reading in (line, *line.others)] == [
        ('a said, "b', 'c"'),
        ("a", 'b said, "c"'),
    ]


def test_only_the_block_of_seats_gives_names(grammars: Callable[[str], str]) -> None:
    book = little().book
    texts = ["noise", "Seat 1: a (5)", 'z said, "Seat 9: q (1)"', "odd", "Seat 2: b (6)", "a: bets 4", "Seat 3: c (7)"]
    roster = Roster()
    lines = list(book.lines(texts, 1, 1, roster))
    assert roster.names == ["a", "b"]
    assert [line.seating for line in lines] == [False, True, False, False, True, False, False]
    assert lines[-1].type == "SEATED"


def test_memory_of_line_ends_is_bounded(grammars: Callable[[str], str]) -> None:
    book = little().book
    texts = ["Seat 1: a (5)", *(f"a: bets {number}" for number in range(20_000))]
    assert sum(line.type == "BET" for line in book.lines(texts, 1, 1, Roster())) == 20_000
    assert len(book.actors) <= 8192


# --- sections ------------------------------------------------------------------------------------


def test_sections(grammars: Callable[[str], str]) -> None:
    sections = sections_of(little(), HAND)
    assert [(section.name, len(section.lines)) for section in sections] == [
        ("opening", 4),
        ("street", 6),
        ("summary", 2),
    ]
    assert [section.lines for section in sections_of(little(), "")] == [[]]


@pytest.mark.parametrize("text", [HAND, "", "*** Summary ***\n*** 4. street ***\n*** 3. street ***\nx", "a\nb\n\nc"])
def test_the_loop_makes_of_a_hand_what_larks_own_makes_of_it(
    grammars: Callable[[str], str], tmp_path: Path, text: str
) -> None:
    hand = little()

    class Lines(Lexer):
        def __init__(self, _: Any) -> None:
            pass

        def lex(self, block: Any) -> Any:
            return iter(hand.book.lines_of(block))

    lark = Lark.open(str(tmp_path / "little.lark"), parser="lalr", lexer=Lines)
    tree: Any = lark.parse(Block(text, 1))  # type: ignore[arg-type]

    def texts(lines: list[Any]) -> list[tuple[str, str]]:
        return [(line.type, line.text) for line in lines]

    assert isinstance(tree, Tree)
    theirs = [(child.data, texts(child.children)) for child in tree.children]
    assert [(section.name, texts(section.lines)) for section in sections_of(hand, text)] == theirs


def test_where_a_line_stops_to_fit(grammars: Callable[[str], str]) -> None:
    hand = little()
    assert hand.book.explain("Seat x: a (5)", ["SEATED"]) == (5, "number")
    assert hand.book.explain("Seat 1- a (5)", ["SEATED"]) == (6, "': '")
    assert hand.book.explain("Given to x [2c", ["BET", "GIVEN"])[1] == "cards"


@pytest.mark.parametrize("name", ["pokerstars", "neutral"])
def test_shipped_grammars(name: str) -> None:
    hand = HandGrammar(name, LineBook)
    assert "UNKNOWN" not in hand.kinds
    (section,) = hand.sections(hand.book.lines_of(Block("no line of any kind is this\n\nnor this", 7)))
    assert [(line.type, line.number) for line in section.lines] == [("UNKNOWN", 7), ("UNKNOWN", 9)]
