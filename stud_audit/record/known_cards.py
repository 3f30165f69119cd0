"""The cards that a log reveals after the betting, and how they agree with those it dealt."""

from __future__ import annotations

from typing import NamedTuple

from stud_audit.game.table import Table
from stud_audit.model.cards import DECK, UNKNOWN, Card, Cards
from stud_audit.model.events import CardsReprinted, Event, Mucked, SeatSummarised, Shown
from stud_audit.record.index import Index
from stud_audit.record.recorded_table import RecordedTable

HAND = 7
"""Cards of a whole hand."""


def revealed_cards(event: Event) -> Cards:
    """The known cards that a showdown or summary line reveals of its player."""
    if type(event) is SeatSummarised:
        cards = event.shown or event.mucked
    elif type(event) is Shown or type(event) is Mucked:
        cards = event.cards
    else:
        return ()
    return cards if UNKNOWN not in cards else tuple([card for card in cards if card >= 0])


def community_cards(state: Table) -> set[Card]:
    """The community card, where there is one and it is known."""
    return {card for card in state.community if card >= 0} if state.community else set()


def dealt_sets(state: Table, index: Index, seat: int) -> list[set[Card]]:
    """The known cards dealt to a player: as dealt, and as reprinted later where that differs.

    Which of the two is wrong cannot be told (and is D110's business), so a card is held against a
    later line only where both agree.
    """
    player = state.players.get(seat)
    if player is None:
        return [set()]
    dealt = {card for card in player.cards if card >= 0}
    reprinted = set(dealt)
    for _, event in index.each(CardsReprinted):
        if event.seat == seat:
            strange = {card for card in event.cards if card >= 0 and card not in dealt}
            if strange:
                lying = player.up if event.facing == "up" else player.down
                lacking = [card for card in lying[: len(event.cards)] if card not in event.cards]
                reprinted = (reprinted - set(lacking)) | strange
    return [dealt] if reprinted == dealt else [dealt, reprinted]


def whole_hands(state: Table, index: Index, seat: int) -> list[Cards]:
    """The different sets of seven cards that showdown and summary give this player, each rising.

    The community card fills up a line with six. More than one set: the log contradicts itself.
    """
    shared = community_cards(state)
    found: list[Cards] = []
    for number in index.shown.get(seat, ()):
        whole = tuple(sorted({*revealed_cards(index.event(number)), *shared}))
        if len(whole) == HAND and whole not in found:
            found.append(whole)
    return found


def known_hand(state: Table, index: Index, seat: int) -> Cards | None:
    """The seven cards of a player, rising, the community card included; None where they are not certain.

    Cards revealed after the betting that contradict the deal, or one another, are not certain.
    """
    sets = whole_hands(state, index, seat)
    player = state.players.get(seat)
    if len(sets) == 1 and player is not None and {UNKNOWN, *sets[0]}.issuperset(player.cards):
        return sets[0]  # nothing contradicts it: the usual case
    dealt = dealt_sets(state, index, seat)
    if sets:
        fitting = [cards for cards in sets if any(cards_dealt.issubset(cards) for cards_dealt in dealt)]
        return fitting[0] if len(fitting) == 1 else None
    cards = _gathered(state, index, seat, dealt[0])
    return cards if len(dealt) == 1 and len(cards) == HAND else None


def _gathered(state: Table, index: Index, seat: int, dealt: set[Card]) -> Cards:
    """All cards dealt to a player, that a line of this or another log reveals of them, or that they share, rising."""
    revealed = [card for number in index.shown.get(seat, ()) for card in revealed_cards(index.event(number))]
    return tuple(sorted({*dealt, *revealed, *index.elsewhere.get(seat, ()), *community_cards(state)}))


def certain_cards(state: RecordedTable, index: Index, seat: int) -> Cards | None:
    """The cards of a player that are known, seven or fewer, community card included; None where lines contradict."""
    player = state.players.get(seat)
    dealt = dealt_sets(state, index, seat)
    if player is None or player.disputed or len(dealt) > 1:
        return None
    if whole_hands(state, index, seat):
        return known_hand(state, index, seat)
    cards = _gathered(state, index, seat, dealt[0])
    return cards if len(cards) <= HAND else None


def cards_left(state: RecordedTable, index: Index) -> frozenset[Card]:
    """The cards that a player of whom some are hidden may have: all that nobody else has for certain.

    A card that the record has twice is among them: of one of its places it is not known what lies there.
    """
    shared = community_cards(state)
    lying = [*shared, *state.burns]
    for seat in state.players:
        lying += [card for card in certain_cards(state, index, seat) or () if card not in shared]
    return frozenset([card for card in DECK if lying.count(card) != 1])


class Contradiction(NamedTuple):
    """`missing` cards were dealt to the player, and the line lacks them; one of `strange` was not."""

    missing: Cards
    strange: Cards


def contradiction(state: Table, index: Index, event: Event, seat: int) -> Contradiction | None:
    """How the cards that a showdown or summary line reveals contradict the deal, if they do.

    A line may add as many cards as the log has left unseen, and a short one may leave some out.
    """
    revealed = revealed_cards(event)
    if not revealed:
        return None
    shared = community_cards(state)
    player = state.players.get(seat)
    dealt = {card for card in player.cards if card >= 0} if player else set()
    hand = HAND + max(len(player.up) - 4, 0) if player else HAND  # with what they should not have been dealt (D102)
    found = _beyond(revealed, dealt, shared, hand)
    if found is None:
        return None
    for other in dealt_sets(state, index, seat)[1:]:
        if _beyond(revealed, other, shared, hand) is None:
            return None
    return found


def _beyond(revealed: Cards, dealt: set[Card], shared: set[Card], hand: int) -> Contradiction | None:
    strange = tuple([card for card in revealed if card not in dealt and card not in shared])
    if len(strange) <= max(hand - len(dealt | shared), 0):
        return None
    return Contradiction(tuple(sorted(dealt.difference(revealed, shared))), strange)
