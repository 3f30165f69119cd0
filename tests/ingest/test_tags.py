import pytest

from stud_audit.ingest.grammar.hand_grammar import HandGrammar
from stud_audit.ingest.grammar.shapes import ShapeReader
from stud_audit.ingest.grammar.tag_shapes import Element, tag_shapes
from stud_audit.ingest.grammar.tags import TagBook, unescaped

BOOK = HandGrammar("merge", TagBook).book
BET = '<event sequence="9" type="BET" timestamp="17" player="3" amount="1.00"/>'


def kinds(text: str) -> list[str]:
    return [tag.type for tag in BOOK.tags(text)]


@pytest.mark.parametrize(
    "text",
    [
        BET,
        '<event amount="1.00" player="3" type="BET"/>',
        "<event player='3' type='BET' amount='1.00' />",
        '<event\n  type = "BET"\n  player="3"\n  amount="1.00"\n/>',
        '<event type="BET" player="3" amount="1.00" colour="red"></event>',
    ],
)
def test_a_tag_is_told_by_its_attributes_and_not_by_their_order(text: str) -> None:
    [tag] = BOOK.tags(text)
    assert (tag.type, tag.name, tag["ADDED"], tag["NOTE"]) == ("BET", "3", "1.00", "")


def test_several_tags_on_a_line_have_their_own_columns() -> None:
    tags = list(BOOK.tags(f"  {BET}{BET}\n\t{BET}", number=7, column=4))
    first = 6
    assert [(tag.number, tag.column) for tag in tags] == [(7, first), (7, first + len(BET)), (8, 2)]
    at = first + BET.index("1.00")
    assert tags[0].columns("ADDED") == (at, at + 4)
    assert tags[0].text == BET


def test_a_value_on_a_later_line_is_marked_by_the_first_line_of_its_tag() -> None:
    [tag] = BOOK.tags('<event type="BET"\n player="3" amount="1.00"/>')
    assert tag.text == '<event type="BET"'
    assert tag.columns("ADDED") == (1, 1 + len(tag.text))


@pytest.mark.parametrize(
    "broken",
    [
        BET[:-2],
        BET.replace('"BET"', '"BET'),
        BET.replace("player", "player player"),
        BET.replace(' player="3"', ""),
        BET.replace("BET", "BETS"),
        BET.replace("<event", "<events"),
        BET.replace("<", "&lt;"),
        "what is this",
        "<",
        "<!ENTITY x SYSTEM 'file:///etc/hosts'>",
    ],
)
def test_what_is_broken_is_unknown_and_costs_nothing_else(broken: str) -> None:
    assert kinds(f"{BET}\n{broken}\n{BET}") == ["BET", "UNKNOWN", "BET"]


def test_text_and_comments_between_tags() -> None:
    assert kinds(f"{BET} stray {BET}") == ["BET", "UNKNOWN", "BET"]
    assert kinds(f"<?xml version='1.0'?><!-- {BET}\n{BET} -->{BET}") == ["COMMENT", "COMMENT", "BET"]


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("a &amp; b &lt;x&gt; &quot;y&quot; &apos;z&apos;", "a & b <x> \"y\" 'z'"),
        ("&#65;&#x42;", "AB"),
        ("&amp;lt;", "&lt;"),
        ("&xxe; &nbsp; &#0; &#xD800; &#9999999; &amp", "&xxe; &nbsp; &#0; &#xD800; &#9999999; &amp"),
    ],
)
def test_only_the_references_of_xml_itself_are_resolved(text: str, plain: str) -> None:
    assert unescaped(text) == plain
    [tag] = BOOK.tags(f'<player seat="1" nickname="{text}" balance="$1"/>')
    assert tag["NICKNAME"] == plain


def test_quotes_of_the_other_kind_stand_in_a_value() -> None:
    [tag] = BOOK.tags("""<player seat="1" nickname="it's > 9" balance='say "x"'/>""")
    assert (tag["NICKNAME"], tag["STACK"]) == ("it's > 9", 'say "x"')


def test_an_element_with_text() -> None:
    book = HandGrammar("ipoker", TagBook).book
    [tag] = book.tags('  <cards type="River" player="a&amp;b">H10</cards>')
    assert (tag.type, tag.name, tag["CARDS"], tag["STREET"]) == ("DEALT", "a&b", "H10", "River")
    start, end = tag.columns("CARDS")
    assert tag.text[start - tag.column : end - tag.column] == "H10"
    assert [tag.type for tag in book.tags("<mode>real</mode><general>")] == ["MODE", "STRUCTURE"]


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        ('<cards type="River" player="a">H10\n  </cards>', "H10"),
        ('<cards type="River" player="a">H10 \n D9</cards>', "H10 "),
        ('<cards type="River" player="a > b">H10</cards>', "H10"),
        ('<cards type="River" player="a">\n  H10\n</cards>', '<cards type="River" player="a">'),
        ('<cards type="River"\n player="a">H10</cards>', '<cards type="River"'),
    ],
)
def test_the_text_of_an_element_is_marked_as_far_as_its_first_line_has_it(text: str, marked: str) -> None:
    [tag] = HandGrammar("ipoker", TagBook).book.tags(text, column=4)
    start, end = tag.columns("CARDS")
    assert tag.text[start - 4 : end - 4] == marked


def test_two_attributes_cannot_both_tell_the_kinds_of_an_element() -> None:
    reader = ShapeReader("merge")
    shapes = [*tag_shapes(reader, "BET"), *tag_shapes(reader, "CALL")]
    odd = next(shape for shape in shapes if shape.kind == "BET")
    other = type(odd)("ODD", None, odd.element, ("colour", frozenset({"red"})), frozenset(), (), None)
    with pytest.raises(ValueError, match="told by one attribute"):
        Element([*shapes, other])


def test_a_long_run_of_broken_text_is_read_in_time() -> None:
    text = '<event type="BET" ' + 'a="' * 20_000
    assert kinds(text) == ["UNKNOWN"]
    assert set(kinds("<" * 20_000)) == {"UNKNOWN"}
