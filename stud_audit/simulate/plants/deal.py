"""D: the deal."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from msgspec.structs import replace

from stud_audit.houses.rules import Rules
from stud_audit.model.cards import DECK, UNKNOWN
from stud_audit.model.events import CardBurned, CardDealt, CardsReprinted, CommunityDealt, Event, SeatTaken
from stud_audit.model.findings import Verdict
from stud_audit.simulate.dealer import Dealer
from stud_audit.simulate.saboteur import NEUTRAL, Saboteur, instead
from stud_audit.simulate.session import Session, reseat
from stud_audit.simulate.tables import full


def cards_up(events: Sequence[Event]) -> list[CardDealt]:
    """The up-cards of a street's deal."""
    return [event for event in events if isinstance(event, CardDealt) and event.facing == "up"]


def one_too_many(table: Session, rng: Random) -> None:
    """Every seat is taken, and one more."""
    reseat(table, (table.header.max_seats or 8) + 1, lambda: 20 * (table.header.big or 1))


class TooMany(Saboteur, code="D101", settings=("seats_max",), looseness=0.1, set_up=one_too_many):
    """One player more than the house seats."""

    def seats(self, dealer: Dealer, events: Sequence[Event]) -> Sequence[Event]:
        """The one too many is the last."""
        dealer.mark([event for event in events if isinstance(event, SeatTaken)][-1])
        return events


class WrongCount(Saboteur, code="D102"):
    """A card too many for a player, or none."""

    def accepts(self, dealer: Dealer) -> bool:
        """The card too many must not make the stub too short for the last street, or nearly."""
        return not dealer.state.community and len(dealer.deck) > 1

    def dealt(self, dealer: Dealer, events: Sequence[Event]) -> Sequence[Event]:
        """On fourth to sixth street, where every card lies up."""
        ups = cards_up(events)
        if dealer.street not in (4, 5, 6) or len(ups) < 2 or dealer.rng.random() < 0.4:
            return events
        card = dealer.rng.choice(ups)
        if dealer.rng.random() < 0.5:
            more = replace(card, cards=(*card.cards, dealer.deck.draw()))
            return instead(events, card, dealer.mark(more))
        rest = [event for event in events if event is not card]
        dealer.mark_after(rest[-1])
        return rest


class WrongFacing(Saboteur, code="D103"):
    """A card dealt down that belongs up, or up that belongs down."""

    def dealt(self, dealer: Dealer, events: Sequence[Event]) -> Sequence[Event]:
        """The seventh card up; where the log shows down-cards also an earlier one down."""
        cards = [event for event in events if isinstance(event, CardDealt)]
        if self.dialect != "neutral":
            # Of the hero alone it shows down-cards, and takes them to be that.
            cards = [card for card in cards if dealer.street == 7 and card.seat != self.hero]
        if dealer.street < 4 or not cards or dealer.rng.random() < 0.5:
            return events
        card = dealer.rng.choice(cards)
        wrong = replace(card, facing="up" if card.facing == "down" else "down")
        return instead(events, card, dealer.mark(wrong))


class TwoExposed(Saboteur, code="D103", dialects=NEUTRAL):
    """Both down-cards of a player fall face up: the first may be kept as the up-card, the second not."""

    def dealt(self, dealer: Dealer, events: Sequence[Event]) -> Sequence[Event]:
        """The third card comes down."""
        downs = [event for event in events if isinstance(event, CardDealt) and event.facing == "down"]
        if dealer.street != 3 or not downs:
            return events
        seat = dealer.rng.choice(downs).seat
        result: list[Event] = []
        for event in events:
            if not isinstance(event, CardDealt) or event.seat != seat:
                result.append(event)
            elif event.facing == "down":
                first, second = (replace(event, facing="up", cards=(card,)) for card in event.cards)
                result += [first, dealer.mark(second)]
            else:
                result.append(replace(event, facing="down"))
        return result


class Duplicate(Saboteur, code="D104"):
    """A card that another player has got before."""

    def dealt(self, dealer: Dealer, events: Sequence[Event]) -> Sequence[Event]:
        """On fourth to sixth street, an up-card of an earlier one once more."""
        ups = cards_up(events)
        if dealer.street not in (4, 5, 6) or not ups or dealer.rng.random() < 0.5:
            return events
        card = dealer.rng.choice(ups)
        others = [p for p in dealer.state.players.values() if p.seat != card.seat and p.up]
        if not others:
            return events
        again = replace(card, cards=(dealer.rng.choice(dealer.rng.choice(others).up),))
        return instead(events, card, dealer.mark(again))


class OutOfOrder(Saboteur, code="D105", settings=("deal_order",), dialects=NEUTRAL):
    """Cards that do not go round from the dealer's left."""

    def dealt(self, dealer: Dealer, events: Sequence[Event]) -> Sequence[Event]:
        """Two players change places."""
        facing = dealer.rng.choice(("up", "down"))
        places = [i for i, e in enumerate(events) if isinstance(e, CardDealt) and e.facing == facing]
        if len(places) < 2 or dealer.rng.random() < 0.5:
            return events
        first, second = sorted(dealer.rng.sample(places, 2))
        order = list(events)
        order[first], order[second] = order[second], order[first]
        dealer.mark(order[first])
        return order


class BurnMissing(
    Saboteur, code="D106", settings=("burn_per_street",), needs=lambda r: r.burn_per_street == 1, dialects=NEUTRAL
):
    """A street dealt without burning a card."""

    def dealt(self, dealer: Dealer, events: Sequence[Event]) -> Sequence[Event]:
        """After fourth street, so that the log shows that cards are burned."""
        rest = [event for event in events if not isinstance(event, CardBurned)]
        cards = [event for event in rest if isinstance(event, (CardDealt, CommunityDealt))]
        if dealer.street < 5 or len(rest) == len(events) or dealer.rng.random() < 0.5:
            return events
        dealer.deck.left.insert(0, dealer.deck.burned.pop())
        dealer.mark(cards[0])
        return rest


class CommunityMissing(Saboteur, code="D107", settings=("community_trigger",), looseness=0.99, set_up=full):
    """No community card, although the stub is too short for the seventh cards."""

    def verdict(self, dealer: Dealer) -> Verdict:
        """Where a house burns, the burn cards may have been put back: nobody can be sure."""
        return "review" if dealer.rules.burn_per_street else super().verdict(dealer)

    def allowed(self, dealer: Dealer, rules: Rules) -> bool:
        """A house that shares a card only among eight players."""
        return rules.community_trigger == "all_eight" and len(dealer.state.live()) < 8

    def dealt(self, dealer: Dealer, events: Sequence[Event]) -> Sequence[Event]:
        """A card to everybody, whose face the log does not show: the deck has no such cards left."""
        shared = [event for event in events if isinstance(event, CommunityDealt)]
        if not shared or (self.dialect != "neutral" and not self._short_without_burns(dealer)):
            return events
        players = dealer.state.clockwise(dealer.table.button)
        each = [CardDealt(player.seat, "down", (UNKNOWN,)) for player in players if player.live]
        events = instead(events, shared[0], *each)
        dealer.mark_after(events[-1])
        return events

    def _short_without_burns(self, dealer: Dealer) -> bool:
        """Whether the stub is too short even if nothing was burned, as far as the log can tell."""
        state = dealer.state
        dealt = 3 * len(state.order) + sum(state.drawing.get(street, 0) for street in (4, 5, 6))
        return len(DECK) - dealt < len(state.live()) + dealer.rules.community_reserve_last


class CommunityUndue(Saboteur, code="D108", settings=("community_trigger",)):
    """A community card although the stub would do."""

    def verdict(self, dealer: Dealer) -> Verdict:
        """Where a house burns, the burn cards may have been put back: nobody can be sure."""
        return "review" if dealer.rules.burn_per_street else super().verdict(dealer)

    def dealt(self, dealer: Dealer, events: Sequence[Event]) -> Sequence[Event]:
        """In the place of the seventh cards."""
        cards = [event for event in events if isinstance(event, CardDealt)]
        if dealer.street != 7 or not cards or len(dealer.deck.left) < 12:
            return events
        heading = [event for event in events if not isinstance(event, CardDealt)]
        return [*heading, dealer.mark(CommunityDealt(cards[0].cards))]


class RoundOpen(Saboteur, code="D109"):
    """The next street, or the end, comes while a player still has to act."""

    def closes(self, dealer: Dealer) -> bool:
        """Where the last of a round has nothing to call."""
        state = dealer.state
        owing = state.owing()
        if not state.round.actions or len(owing) != 1 or dealer.rng.random() < 0.5:
            return False
        if owing[0].street_put < state.round.to_match or len(state.able()) < 2:
            return False
        dealer.mark_next()
        return True


class BoardChanged(Saboteur, code="D110"):
    """A repeated board that is not the one dealt."""

    def dealt(self, dealer: Dealer, events: Sequence[Event]) -> Sequence[Event]:
        """One card of it is another that nobody has seen."""
        ups = cards_up(events)
        if dealer.street not in (4, 5, 6) or not ups or dealer.rng.random() < 0.5:
            return events
        card = dealer.rng.choice(ups)
        board = list(dealer.state.players[card.seat].up)
        board[dealer.rng.randrange(len(board))] = dealer.rng.choice(dealer.deck.unseen())
        repeated = CardsReprinted(card.seat, "up", tuple(board))
        return instead(events, card, dealer.mark(repeated), card)


class ToFolded(Saboteur, code="D111"):
    """A card to a player who has folded."""

    def accepts(self, dealer: Dealer) -> bool:
        """The card too many must not make the stub too short for the last street, or nearly."""
        return not dealer.state.community and len(dealer.deck) > 1

    def dealt(self, dealer: Dealer, events: Sequence[Event]) -> Sequence[Event]:
        """Somewhere among the others."""
        folded = [player for player in dealer.state.players.values() if player.folded]
        if dealer.street not in (4, 5, 6) or not folded or dealer.rng.random() < 0.4:
            return events
        lucky = dealer.rng.choice(folded)
        card = dealer.mark(CardDealt(lucky.seat, "up", (dealer.deck.draw(),)))
        # In their place: the order of the deal is as it should be.
        order = [player.seat for player in dealer.state.clockwise(dealer.table.button)]
        before = set(order[: order.index(lucky.seat)])
        at = max((i for i, e in enumerate(events) if not isinstance(e, CardDealt) or e.seat in before), default=-1)
        return [*events[: at + 1], card, *events[at + 1 :]]
