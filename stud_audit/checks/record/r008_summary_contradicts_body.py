"""The summary and the body of the hand disagree: winner, amount, cards, or the street of a fold.

Each line of the summary is held against what the body records: what the seat was paid (a returned
bet is no win), on which street it folded, which cards it showed and was dealt, and the community card.
The finding stands at the summary's line.

Not reported where the body is what is wrong and another check says so: an award line by which the
pot does not add up (P604) or that pays the wrong player (S701 to S703, S705, S707, P603), cards shown that contradict
the deal (S706) or occur twice (D104), a fold that is not on record (D109) or that the player's later
actions contradict (T403). Stated totals are P601's.

Source: the game's own clauses; the format of the log.
"""

from __future__ import annotations

from collections.abc import Iterator

from stud_audit.checks.awards import wrongly_paid
from stud_audit.checks.base import PASS, Check, Fault, House, Outcome, Replay, Result, Settlement
from stud_audit.checks.support import STREET_NAMES, seat_name
from stud_audit.model.cards import cards_text
from stud_audit.model.events import Action, CardDealt, CommunityDealt, Mucked, PotAwarded, SeatSummarised, Shown
from stud_audit.record.books import plausible_rake
from stud_audit.record.deals import repeats
from stud_audit.record.doubts import RecordedPlayer
from stud_audit.record.known_cards import community_cards, contradiction, revealed_cards


def judge(settlement: Settlement, house: House) -> Result:
    replay, index = settlement.replay, settlement.index
    summaries = [
        (number, event)
        for number, event in index.each(SeatSummarised)
        if number not in index.order.astray and not index.spoiled(event)
    ]
    board = _board(replay)
    if not summaries:
        return board
    outcomes: list[Outcome] = [board, *_won(settlement, summaries)]
    for number, event in summaries:
        player = replay.state.players.get(event.seat)
        if player is not None:
            outcomes.append(_folded(replay, number, event, player))
            outcomes.append(_cards(replay, number, event))
    return [outcome for outcome in outcomes if outcome is not None] or PASS


# --- what was won ------------------------------------------------------------------------------


def _won(settlement: Settlement, summaries: list[tuple[int, SeatSummarised]]) -> Iterator[Outcome]:
    replay = settlement.replay
    if all(event.won is None for _, event in summaries):
        return
    players = replay.state.players
    apart = []
    for number, event in summaries:
        player = players.get(event.seat)
        recorded = player.won if player else 0
        if (event.won or 0) != recorded:
            apart.append((number, event, recorded))
    if not apart:
        yield PASS
        return
    wins = sum(event.won or 0 for _, event in summaries)
    if _award_is_wrong(settlement, [(event.seat, (event.won or 0) - recorded) for _, event, recorded in apart], wins):
        return
    # A win that only changed its seat is one contradiction, at the line that claims it.
    claims = [entry for entry in apart if (entry[1].won or 0) > entry[2]] or apart
    for number, event, recorded in claims:
        stated, was = replay.hand.money(event.won or 0), replay.hand.money(recorded)
        yield Fault(
            f"the summary says that {seat_name(replay.state, event.seat)} won {stated}; "
            f"in the hand they were paid {was}",
            expected=was,
            actual=stated,
            event=number,
            related=_awards(replay, event.seat),
            money=abs((event.won or 0) - recorded),
        )


def _award_is_wrong(settlement: Settlement, apart: list[tuple[int, int]], wins: int) -> bool:
    """Whether the body's awards are at fault, and reported as that. `wins` is the sum that the summary states."""
    book = settlement.books
    off, rake = book.off, book.rake or 0
    if book.total is not None and wins + rake == book.total != book.paid + rake:
        return True
    more = sum(difference for _, difference in apart)
    changes = [more, *(difference for _, difference in apart)]
    if off and any(_makes_even(off + change, settlement) for change in changes):
        return True
    return not wrongly_paid(settlement).isdisjoint(seat for seat, _ in apart)


def _makes_even(off: int, settlement: Settlement) -> bool:
    """Whether the books agree if they are so much off; where the log prints no rake, it is what is left."""
    book = settlement.books
    return not off or (book.off > 0 and book.rake is None and plausible_rake(-off, book.put_in))


def _awards(replay: Replay, seat: int) -> tuple[tuple[int, str], ...]:
    return tuple([(number, "the award") for number, award in replay.index.each(PotAwarded) if award.seat == seat])


# --- folds -------------------------------------------------------------------------------------


def _folded(replay: Replay, number: int, event: SeatSummarised, player: RecordedPlayer) -> Outcome:
    stated = event.folded or 0
    if stated == player.folded:
        return PASS if stated else None
    if player.fold_inferred or _body_is_wrong(replay, event, player):
        return None
    if stated:
        said = f"folded on {STREET_NAMES.get(stated, 'a street')}"
        was = ("earlier" if player.folded < stated else "later") if player.folded else "not at all"
    elif not event.won and (event.shown or event.mucked or event.won == 0):  # a win is held against what was paid
        said, was = "was in the hand to the end", f"on {STREET_NAMES.get(player.folded, 'a street')}"
    else:
        return None
    return Fault(
        f"the summary says that {seat_name(replay.state, event.seat)} {said}; in the hand they folded {was}",
        expected=str(player.folded) if player.folded else "no fold",
        actual=str(stated) if stated else "no fold",
        event=number,
        related=((player.fold_event, "the fold"),),
    )


def _body_is_wrong(replay: Replay, event: SeatSummarised, player: RecordedPlayer) -> bool:
    """Whether the body contradicts its own fold, pays it, or lacks what came after."""
    if not player.folded:
        # Nothing more is seen of them after the street on which they are said to have folded.
        last = replay.index.last_sign.get(player.seat, 0)
        return bool(player.assumed) and 0 < replay.index.event(last).street <= (event.folded or 0)
    if player.won or player.all_in:
        return True
    return any(
        isinstance(later, (Action, CardDealt)) and later.seat == player.seat
        for later in replay.hand.events[player.fold_event :]
    )


# --- cards -------------------------------------------------------------------------------------


def _cards(replay: Replay, number: int, event: SeatSummarised) -> Outcome:
    state, index = replay.state, replay.index
    cards = revealed_cards(event)
    if not cards:
        return None
    shared = community_cards(state)
    for earlier in index.shown[event.seat]:
        shown = index.event(earlier)
        body = revealed_cards(shown)
        if not isinstance(shown, (Shown, Mucked)) or not body:
            continue
        if {*body, *shared} == {*cards, *shared}:
            return PASS  # whether they are those dealt is judged where they were shown
        if len(body) < len(cards) and set(body) <= set(cards):
            continue
        if contradiction(state, index, shown, event.seat) is not None:
            return None
        if any(repeat.number == earlier for repeat in repeats(state, index)):
            return None
        return _differ(replay, number, event, cards, body, ((earlier, "shown here"),))
    clash = contradiction(state, index, event, event.seat)
    if clash is None:
        return PASS
    if {repeat.card for repeat in repeats(state, index)}.issuperset(clash.missing):
        return None  # the deal has a card that is another's: D104
    dealt = [n for n, deal in index.dealt_to(event.seat) if any(card in clash.missing for card in deal.cards)]
    return _differ(replay, number, event, cards, clash.missing, tuple([(n, "dealt here") for n in dealt]))


def _differ(
    replay: Replay,
    number: int,
    event: SeatSummarised,
    cards: tuple[int, ...],
    body: tuple[int, ...],
    related: tuple[tuple[int, str], ...],
) -> Fault:
    return Fault(
        f"the summary gives {seat_name(replay.state, event.seat)} the cards {cards_text(cards)}; "
        f"in the hand they have {cards_text(body)}",
        expected=cards_text(body),
        actual=cards_text(cards),
        event=number,
        related=related,
    )


def _board(replay: Replay) -> Outcome:
    lying = replay.state.community
    if not lying:
        return None
    for number, event in replay.index.each(CommunityDealt):
        if event.reprint and not event.street:
            if list(event.cards) == lying:
                return PASS
            return Fault(
                f"the summary gives the community card as {cards_text(event.cards)}; "
                f"in the hand it is {cards_text(lying)}",
                expected=cards_text(lying),
                actual=cards_text(event.cards),
                event=number,
                related=((replay.index.community or 0, "dealt here"),),
            )
    return None


CHECK = Check("R008", "summary-contradicts-body", "S1", "software", judge_settlement=judge, side="record")
