import hashlib
import tracemalloc

from stud_audit.ingest.input.duplicate_hands import Table, Texts, fingerprint


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
    """For the texts, and for the hands by site and number."""
    hands, texts = Table(width=3), Texts()
    tracemalloc.start()
    try:
        for number in range(20_000):
            text = hashlib.sha256(str(number).encode()).digest()
            texts.count(text)
            key = fingerprint(hashlib.sha256(text).digest())
            hands.put(hands.find(key), key, fingerprint(text), number, 0)
        held, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert held < 150 * 20_000
