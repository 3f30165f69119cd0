"""A player who is still in the hand gets too many cards of a street, or too few.

Third street brings two cards down and one up, fourth to sixth street one card each, seventh street
one card, or none where a community card is dealt. What the log does not show is not counted: most logs print
opponents' down-cards not at all, and the last card of the player alone who wrote the log. A street
of which no card at all is on record is one finding. The last street of a hand that was called off lacks none.

A card too many is reported at its line, a missing one at the first line after the deal. If a card
went to the wrong seat, that one line is the finding. A card to a folded player is D111, the same
card twice D104, a card of the wrong facing D103; a line that could not be read (R001, R006) may be
the one that is missing. Where the log shows up-cards of one player only, the others' are not
checkable.

Source: the house's ruling on the deal; the game's own way of dealing.
"""

from __future__ import annotations

from collections.abc import Iterator

from stud_audit.checks.base import PASS, Check, Fault, House, Missing, Outcome, Replay, Result
from stud_audit.checks.support import STREET_NAMES, named
from stud_audit.game.deck_stub import community_due, stub_before_seventh
from stud_audit.model.cards import cards_text, known
from stud_audit.model.events import CardDealt
from stud_audit.model.gaps import SEVENTH_CARDS, STREET_CARDS
from stud_audit.record.deals import StreetDeal, after_deal, heading, lost_lines, repeats, street_deals, was_live
from stud_audit.record.doubts import RecordedPlayer


def judge_hand(replay: Replay, house: House) -> Result:
    index = replay.index
    deals = street_deals(index)
    if not deals:
        return Missing("the cards dealt")
    visible = _Visible(replay, deals)
    outcomes: list[Outcome] = []
    for street in range(3, index.last_street + 1):
        outcomes.extend(_street(replay, street, deals, visible))
    return outcomes


class _Visible:
    """Whose cards the log shows as it deals them."""

    def __init__(self, replay: Replay, deals: dict[int, StreetDeal]) -> None:
        everybody = replay.index.dealt_in
        up = {seat for street, deal in deals.items() if street < 7 for seat in deal.up}
        third = deals.get(3)
        down = set(third.down) if third else set()
        self.up = set(everybody) if len(up) > 1 else up
        # A log that shows hidden cards as such shows them of all: one seat without them lacks them.
        self.down = set(everybody) if 1 < len(down) >= len(everybody) - 1 else down
        self.seventh = self.down
        if SEVENTH_CARDS in replay.hand.missing:
            self.seventh = {seat for seat in down if known(replay.state.players[seat].down[:2])}


def _street(replay: Replay, street: int, deals: dict[int, StreetDeal], visible: _Visible) -> Iterator[Outcome]:
    index = replay.index
    deal = deals.get(street) or StreetDeal(street, 0, 0)
    up, down = deal.up, deal.down
    expected: dict[int, int | None] = {}
    surplus, lacking, unseen = [], [], 0
    for player in replay.state.players.values():
        if not (was_live(player, street) or _vanishes(player, street)):
            continue
        seat = player.seat
        due = expected[seat] = _expected(replay, street, player, visible)
        if due is None:
            unseen += 1
            continue
        count = len(up.get(seat, ())) + len(down.get(seat, ()))
        if count > due:
            surplus.append(player)
        elif count < due:
            lacking.append(player)
    end = after_deal(index, street) if surplus or lacking else 0
    if lacking and (not end or (street not in deals and not heading(index, street) and street != 7)):
        lacking = []  # the record ends within the deal, or jumps the whole street
    if street == index.last_street:
        if STREET_CARDS in replay.hand.missing:
            lacking, unseen = [], len(expected)  # they were cut off
        elif index.cancelled:
            lacking = []  # the hand may have been called off amid the deal
    if index.misdirected:
        yield from _misdirected(replay, street)
    if surplus or lacking:
        yield from _faults(replay, deal, surplus, lacking, expected, end)
    elif unseen < len(expected):
        yield PASS
    if unseen:
        yield Missing("cards that the log does not show")


def _vanishes(player: RecordedPlayer, street: int) -> bool:
    """Whether a player who has not folded gets no more cards from this street on, without any other fault of theirs."""
    return player.dropped and player.folded == street - 1 and not player.assumed


def _expected(replay: Replay, street: int, player: RecordedPlayer, visible: _Visible) -> int | None:
    """The cards of this street that the log must show of a player; None where it need not show any."""
    seat = player.seat
    if street == 3:
        if seat not in visible.up:
            return None
        return 3 if seat in visible.down else 1
    if street < 7:
        return 1 if seat in visible.up else None
    if replay.index.community is not None:
        return 0
    if replay.index.deals.get(7) is None and _stub_short(replay):
        return None  # D107
    return 1 if seat in visible.seventh else None


def _stub_short(replay: Replay) -> bool:
    stub = stub_before_seventh(replay.state)
    return stub is not None and community_due(stub, replay.rules) is not False


def _misdirected(replay: Replay, street: int) -> Iterator[Fault]:
    """The lines that give a player a card that is another's, or nobody's."""
    index, players = replay.index, replay.state.players
    reported = set()
    for number, owner in index.misdirected.items():
        deal = index.event(number)
        if not isinstance(deal, CardDealt) or deal.street != street or deal.span.line in reported:
            continue
        player = players.get(deal.seat)
        if player is None or not was_live(player, street):
            continue  # D111
        reported.add(deal.span.line)
        rest = f", and {named(players[owner])} one too few" if owner in players else ""
        yield Fault(
            f"{named(player)} is dealt a card too many on {STREET_NAMES[street]}{rest}",
            actual=cards_text(deal.cards),
            event=number,
            seat=deal.seat,
        )


def _faults(
    replay: Replay,
    deal: StreetDeal,
    surplus: list[RecordedPlayer],
    lacking: list[RecordedPlayer],
    expected: dict[int, int | None],
    end: int,
) -> Iterator[Outcome]:
    index, street = replay.index, deal.street
    name = STREET_NAMES[street]
    astray = {event.seat for number in index.order.astray if isinstance(event := index.event(number), CardDealt)}
    twice = {r.seat for r in repeats(replay.state, index) if r.seat == r.first_seat}
    surplus = [player for player in surplus if player.seat not in astray | twice]
    lacking = [player for player in lacking if player.seat not in astray]
    # Lines that explain a missing card: one that could not be read, or a card to a folded player.
    elsewhere = lost_lines(index, heading(index, street) or deal.first, end)
    elsewhere += sum(
        not was_live(replay.state.players[seat], street)
        for seats in (deal.up, deal.down)
        for seat in seats
        if seat in replay.state.players
    )
    for player in surplus:
        numbers = sorted([*deal.up.get(player.seat, []), *deal.down.get(player.seat, [])])
        other = lacking.pop(0) if lacking else None
        yield Fault(
            f"{named(player)} is dealt {len(numbers)} cards on {name} instead of {expected[player.seat]}"
            + (f", and {named(other)} one too few" if other else ""),
            expected=str(expected[player.seat]),
            actual=str(len(numbers)),
            event=numbers[-1],
            seat=player.seat,
        )
    lacking = lacking[elsewhere:]
    if len(lacking) > 1 and street not in index.deals:
        seats = ", ".join(named(player) for player in lacking)
        yield Fault(f"no card is dealt on {name}, although {seats} are in the hand", event=end, street=street)
        return
    for player in lacking:
        got = len(deal.up.get(player.seat, ())) + len(deal.down.get(player.seat, ()))
        yield Fault(
            f"{named(player)} is dealt {got or 'no'} card{'' if got == 1 else 's'} on {name} "
            f"instead of {expected[player.seat]}",
            expected=str(expected[player.seat]),
            actual=str(got),
            event=end,
            street=street,
            seat=player.seat,
        )


CHECK = Check("D102", "wrong-card-count", "S1", "software", judge_hand=judge_hand, side="deal")
