"""The stub could not supply a seventh card to every live player, and no community card was dealt.

Of 52 cards three go to each player, then one to each live player on fourth, fifth, and sixth
street, and one for each burn. If fewer are left than there are live players, one card is turned up
for all. Some houses speak of "all eight still in" only; other houses never deal the last card of
the deck, or use the burn cards first. The finding stands at the first line after the deal.

Where the house burns and the log shows no burns, only what holds with and without them is judged,
and then as a review; so it is where burns may have been reshuffled.

Source: the house's ruling on the community card; else Robert's Rules, Seven-Card Stud 10; TDA RP-10H.
"""

from __future__ import annotations

from stud_audit.checks.base import PASS, Check, Fault, House, Missing, Replay, Result
from stud_audit.game.deck_stub import burns_uncertain, community_due, stub_before_seventh
from stud_audit.model.events import LineUnknown
from stud_audit.record.deals import after_deal


def judge_hand(replay: Replay, house: House) -> Result:
    index = replay.index
    stub = stub_before_seventh(replay.state)
    if stub is None or index.community is not None:
        return None
    due = community_due(stub, house.rules)
    weighing = house.weigh(lambda rules: community_due(stub, rules) is not True)
    if weighing.outcome == "pass":
        return PASS if due is False else Missing("burn cards")
    end = after_deal(index, 7)
    if not end:
        return None  # the record ends within the deal
    if any(isinstance(e := index.event(n), LineUnknown) and e.code == "R006" for n in index.unknown):
        return Missing("who was dealt in")
    return Fault(
        f"{stub.live} players need a seventh card and the stub has {max(stub.left - stub.burned, 0)}, "
        "but no community card is dealt",
        expected="community card",
        actual="nothing",
        weighing=weighing,
        review=burns_uncertain(stub, house.rules),
        event=end,
        street=7,
    )


CHECK = Check("D107", "community-card-missing", "S1", "software", judge_hand=judge_hand, side="stub")
