"""P: the pot."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from msgspec.structs import replace

from stud_audit.model.events import Event, PotAwarded, RakeTaken, SeatSummarised, TotalStated, UncalledReturned
from stud_audit.simulate.dealer import Dealer
from stud_audit.simulate.saboteur import Saboteur, instead
from stud_audit.simulate.session import Session, reseat


def awards_of(events: Sequence[Event]) -> list[PotAwarded]:
    """The awards among the events of an ending."""
    return [event for event in events if isinstance(event, PotAwarded)]


def changed(events: Sequence[Event], old: Event, new: Event) -> list[Event]:
    """The events with one in the place of another, and a summary that agrees with the awards."""
    return summed_up(instead(events, old, new))


def summed_up(events: Sequence[Event]) -> list[Event]:
    """The summary's lines say what the awards paid."""
    won: dict[int, int] = {}
    for award in awards_of(events):
        won[award.seat] = won.get(award.seat, 0) + award.amount
    result: list[Event] = []
    for event in events:
        if isinstance(event, SeatSummarised) and (event.won or 0) != won.get(event.seat, 0):
            event = replace(event, won=won.get(event.seat, 0) or (0 if event.shown else None))
        result.append(event)
    return result


class Total(Saboteur, code="P601"):
    """A stated total that is not what went in."""

    def ends(self, dealer: Dealer, events: Sequence[Event]) -> Sequence[Event]:
        """A small bet too much."""
        stated = next(event for event in events if isinstance(event, TotalStated))
        off = (dealer.header.small or 1) * dealer.rng.choice((1, 2))
        return changed(events, stated, dealer.mark(replace(stated, amount=stated.amount + off)))


class Uncalled(Saboteur, code="P602"):
    """An uncalled bet that does not go back as it should."""

    kept = False

    def returns(self, dealer: Dealer, due: Sequence[UncalledReturned]) -> Sequence[Event]:
        """Not at all, half of it, twice, or to another player."""
        if not due or len(dealer.state.live()) > 1:
            return due
        back = due[0]
        if dealer.state.pot < 3 * back.amount:
            return due  # too little would be left
        others = [p.seat for p in dealer.state.players.values() if p.seat != back.seat]
        match dealer.rng.randrange(4):
            case 0:
                self.kept = True
                return ()
            case 1 if back.amount > 1:
                return [dealer.mark(replace(back, amount=back.amount // 2))]
            case 2:
                return [back, dealer.mark(replace(back))]
            case _:
                return [dealer.mark(replace(back, seat=dealer.rng.choice(others)))]

    def ends(self, dealer: Dealer, events: Sequence[Event]) -> Sequence[Event]:
        """What was kept shows with the award."""
        if self.kept:
            dealer.mark(awards_of(events)[0])
        return events


def one_short(table: Session, rng: Random) -> None:
    """One short stack, and others who go on without it."""
    small, short = table.header.small or 1, [rng.randrange(2, 8)]
    reseat(table, rng.randrange(4, 7), lambda: small * (short.pop() if short else rng.randrange(50, 80)))


class SidePot(Saboteur, code="P603", settings=("side_pots",), looseness=0.9, set_up=one_short):
    """A side pot of the wrong size, or paid to one who has no part in it."""

    def ends(self, dealer: Dealer, events: Sequence[Event]) -> Sequence[Event]:
        """The side pot goes to who is all-in for the main pot, or its stated size is wrong."""
        pots = [contest.pot for contest in dealer.contests]
        awards = [award for award in awards_of(events) if award.pot == "side-1"]
        if len(pots) != 2 or len(awards) != 1:
            return events
        outside = [seat for seat in pots[0].contenders if seat not in pots[1].contenders]
        if dealer.rng.random() < 0.5:
            return changed(events, awards[0], dealer.mark(replace(awards[0], seat=dealer.rng.choice(outside))))
        stated = next(event for event in events if isinstance(event, TotalStated) and event.pot == "side-1")
        off = dealer.header.small or 1
        return changed(events, stated, dealer.mark(replace(stated, amount=stated.amount + off)))


class NotConserved(Saboteur, code="P604"):
    """Awards and rake that are not the pot."""

    def ends(self, dealer: Dealer, events: Sequence[Event]) -> Sequence[Event]:
        """An award beyond what is there, or a rake that is too small."""
        awards = awards_of(events)
        rake = next(event for event in events if isinstance(event, RakeTaken))
        if len(dealer.contests) > 1 or len(awards) != 1:
            return events
        off = dealer.header.small or 1
        if dealer.rng.random() < 0.5:
            award = awards[0]
            return changed(events, award, dealer.mark(replace(award, amount=award.amount + rake.amount + off)))
        less = rake.amount - dealer.rng.randint(1, max(rake.amount, 1))
        return changed(events, rake, dealer.mark(replace(rake, amount=less))) if rake.amount else events


class RakeTooHigh(Saboteur, code="P605", settings=("rake_pct",), needs=lambda r: r.rake_pct is not None):
    """A rake above the house's schedule, and paid."""

    taken = False

    def rake(self, dealer: Dealer, rake: int) -> int:
        """A twentieth of the pot too much."""
        more = dealer.state.pot // 20
        self.taken = more > 1
        return rake + more if self.taken else rake

    def ends(self, dealer: Dealer, events: Sequence[Event]) -> Sequence[Event]:
        """It stands in the line of the rake."""
        if self.taken:
            dealer.mark(next(event for event in events if isinstance(event, RakeTaken)))
        return events
