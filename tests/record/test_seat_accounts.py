"""What each player put in, got back, and won."""

from pathlib import Path

from stud_audit.pipeline import Audit

HAND = """variant = 'F7S'
antes = [1, 1]
bring_in = 3
small_bet = 10
big_bet = 20
starting_stacks = [100, 100]
{more}actions = ['d dh p1 ????Kd', 'd dh p2 ????2c', 'p2 pb', 'p1 cbr 10', 'p2 f']
"""


def accounts(folder: Path, more: str = "") -> list[tuple[int, int, int | None, int | None]]:
    (folder / "one.phh").write_text(HAND.format(more=more))
    (item,) = Audit(folder / "one.phh")
    return [(row.seat, row.put_in, row.won, row.net) for row in item.seats]


def test_who_is_paid_is_not_known_where_the_record_does_not_say_it(tmp_path: Path) -> None:
    assert accounts(tmp_path) == [(1, 11, None, None), (2, 4, None, None)]


def test_who_is_paid_is_told_by_the_stacks_at_the_end(tmp_path: Path) -> None:
    # Seven of the ten come back uncalled; the pot is what both put in, and the ante and bring-in of the other are won.
    assert accounts(tmp_path, "finishing_stacks = [104, 96]\n") == [(1, 11, 8, 4), (2, 4, 0, -4)]
