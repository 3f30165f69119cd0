"""What is kept of hands until the whole input has been read."""

from __future__ import annotations

from pathlib import Path

from stud_audit.pipeline import Audit, HandResult


def test_chips_beyond_any_table_cost_no_other_hand(tmp_path: Path) -> None:
    """Amounts that no 64 bits hold are kept from the neighbours, and the run goes on."""
    hand = (
        'hand {n} game=stud structure=fixed small=4 big=8 ante=0.40 bring-in=2 currency=USD table="Weir" seats=8 '
        'button=1 house=roberts-rules at=2026-11-02T19:0{n}:00Z\nseat 1 "northwind" {stack}\nseat 2 "marrow" 50\n'
        "ante 1 0.40\nante 2 0.40\nstreet 3\ndeal 2 down ? ?\ndeal 1 down ? ?\ndeal 2 up 2c\ndeal 1 up Kd\n"
        "bring-in 2 2\nfold 1\nreturn 2 2\naward 2 0.80\ntotal 0.80\nend\n"
    )
    log = tmp_path / "log.stud"
    log.write_text("stud 1\n" + hand.format(n=1, stack="80." + "0" * 29 + "1") + hand.format(n=2, stack="79.60"))
    audit = Audit(log)
    results = [item for item in audit if isinstance(item, HandResult)]
    assert [result.hand.status for result in results] == ["parsed", "parsed"]
    assert audit.summary.parsed == 2
