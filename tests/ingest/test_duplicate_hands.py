import hashlib
import tracemalloc

from stud_audit.ingest.input.duplicate_hands import Duplicate, Occurrences, Table, Texts
from stud_audit.model.hand import Hand, Header, Status
from stud_audit.model.spans import Span


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def hand(
    hand_id: str, text: str, line: int, dialect: str = "alpha", status: Status = "parsed", column: int = 1
) -> Hand:
    return Hand(
        file="a.txt",
        index=1,
        dialect=dialect,
        header=Header(hand_id, "stud"),
        events=(),
        text=text,
        first_line=line,
        last_line=line + 5,
        key="",
        digest=digest(text),
        status=status,
        header_span=Span(line, column, column + 10),
    )


def test_a_hand_id_given_twice_is_found_with_the_place_of_the_first() -> None:
    occurrences = Occurrences()
    assert occurrences.see(hand("1", "one", 10, column=7)) is None
    assert occurrences.see(hand("2", "two", 20)) is None
    assert occurrences.see(hand("1", "one", 30)) == Duplicate("a.txt", 10, 7, identical=True)
    assert occurrences.see(hand("1", "changed", 40)) == Duplicate("a.txt", 10, 7, identical=False)


def test_the_same_id_of_another_site_is_another_hand() -> None:
    occurrences = Occurrences()
    assert occurrences.see(hand("1", "one", 10)) is None
    assert occurrences.see(hand("1", "one", 20, dialect="beta")) is None


def test_hands_of_other_games_and_without_id_are_not_looked_at() -> None:
    occurrences = Occurrences()
    for _ in range(2):
        assert occurrences.see(hand("1", "one", 10, status="ignored")) is None
        assert occurrences.see(hand("?", "one", 10, status="refused")) is None


def test_texts_are_counted() -> None:
    texts = Texts()
    one, two = (hashlib.sha256(text).digest() for text in (b"one", b"two"))
    assert [texts.count(each) for each in (one, two, one, one, two)] == [0, 0, 1, 2, 1]


def test_the_table_agrees_with_a_dict_while_it_grows() -> None:
    table, expected = Table(width=2), dict[int, tuple[int, int]]()
    for number in range(20_000):
        key = int.from_bytes(hashlib.sha256(str(number % 15_000).encode()).digest()[:8], "big")
        slot = table.find(key)
        assert table.has(slot) == (key in expected)
        if table.has(slot):
            assert (table.get(slot), table.get(slot, 1)) == expected[key]
        expected[key] = (number, number * 2)
        table.put(slot, key, number, number * 2)
    for key, values in expected.items():
        slot = table.find(key)
        assert (table.get(slot), table.get(slot, 1)) == values


def test_memory_is_about_a_hundred_bytes_a_hand() -> None:
    occurrences, texts = Occurrences(), Texts()
    tracemalloc.start()
    try:
        for number in range(20_000):
            text = digest(str(number))
            texts.count(bytes.fromhex(text))
            occurrences.see_id("alpha", str(number), text, "a.txt", number)
        held, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert held < 150 * 20_000
