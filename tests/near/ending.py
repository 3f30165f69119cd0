"""Near misses of pots, showdown, and summary."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from near.base import any_of, events_of, near
from near.tables import short
from stud_audit.model.cards import parse_cards
from stud_audit.model.events import BroughtIn, Event, Mucked, PotAwarded, Shown, UncalledReturned
from stud_audit.simulate.dealer import Dealer
from stud_audit.simulate.plants.pot import awards_of, summed_up
from stud_audit.simulate.plants.showdown import (
    HiddenLow,
    HiddenTie,
    HiddenWinner,
    MuckedWinner,
    Tied,
    hidden_by,
    mucked_by,
    only_contest,
    shown_by,
)
from stud_audit.simulate.tables import full


def shared(dealer: Dealer) -> bool:
    """Tied hands share a pot."""
    return any(len(contest.high) > 1 or len(contest.low) > 1 for contest in dealer.contests)


def beaten_shown(dealer: Dealer) -> bool:
    """A beaten hand is shown beside the one that wins."""
    winners = {seat for contest in dealer.contests for seat in contest.winners}
    return any(show.seat not in winners for show in events_of(dealer, Shown))


def side_pots(dealer: Dealer) -> bool:
    """There are two side pots or more."""
    return len(dealer.contests) > 2


def scooped(dealer: Dealer) -> bool:
    """Hi-lo in which no low qualifies, or one hand wins both halves."""
    contests = [contest for contest in dealer.contests if contest.contested]
    return bool(contests) and any(not contest.low or contest.high == contest.low for contest in contests)


def alone(dealer: Dealer) -> bool:
    """All but one have folded."""
    return len(dealer.state.live()) == 1


def bring_in_back(dealer: Dealer) -> bool:
    """Everybody folds to the bring-in, or to the ante that nobody could match."""
    opened = bool(events_of(dealer, BroughtIn))
    return bool(events_of(dealer, UncalledReturned)) and (dealer.state.street == 3 or not opened)


class OddChip(Tied, code="S703"):
    """An odd chip that goes where the rules want it."""

    def touches(self, dealer: Dealer) -> bool:
        """Two awards that differ by a chip."""
        amounts = sorted(award.amount for award in events_of(dealer, PotAwarded))
        return len(amounts) == 2 and amounts[1] - amounts[0] == dealer.chip


class HiddenAndBest(HiddenWinner):
    """A hand that nobody saw is paid, and it is the best."""

    done = False

    def ends(self, dealer: Dealer, events: Sequence[Event]) -> Sequence[Event]:
        """As if the log had it not."""
        contest = only_contest(dealer)
        self.done = contest is not None and contest.winners == (self.best,)
        return hidden_by(events, self.best) if self.done else events

    def touches(self, dealer: Dealer) -> bool:
        """A royal flush."""
        return self.done


class HiddenLowMade(HiddenLow):
    """A low half is paid to a hand that nobody saw, and that has made it."""

    done = False

    def begins(self, dealer: Dealer) -> None:
        """The best low, with cards of it hidden."""
        self.best, self.paid = dealer.rng.sample(sorted(dealer.seats), 2)
        dealer.looseness = 0.97
        dealer.deck.keep(self.best, parse_cards("Jc Jd Qs Qh Ks Kd Kh"))
        dealer.deck.keep(self.paid, parse_cards("2c 3h 4c 5d 9h Tc As"))

    def ends(self, dealer: Dealer, events: Sequence[Event]) -> Sequence[Event]:
        """As if the log had it not."""
        contest = only_contest(dealer)
        self.done = contest is not None and (contest.high, contest.low) == ((self.best,), (self.paid,))
        return hidden_by(events, self.paid) if self.done else events

    def touches(self, dealer: Dealer) -> bool:
        """A wheel, which is the high hand of nobody who has a full house."""
        return self.done


class MuckedAndPaid(MuckedWinner, dialects=("neutral",)):
    """The best hand is thrown away face up, and paid all the same."""

    done = False

    def ends(self, dealer: Dealer, events: Sequence[Event]) -> Sequence[Event]:
        """While another is shown."""
        contest = only_contest(dealer)
        self.done = contest is not None and len(contest.winners) == 1 and len(awards_of(events)) == 1
        if contest is None or not self.done:
            return events
        (best,) = contest.winners
        other = next(seat for seat in contest.pot.contenders if seat != best)
        return summed_up(mucked_by(dealer, shown_by(dealer, events, other), best))

    def touches(self, dealer: Dealer) -> bool:
        """By the server, which reads all cards, or by a dealer who ruled it live."""
        return self.done


class HiddenTieShared(HiddenTie):
    """A hand that nobody saw, and that could at best tie, shares the pot with the one that was shown."""

    done = False

    def ends(self, dealer: Dealer, events: Sequence[Event]) -> Sequence[Event]:
        """As if the log had it not."""
        self.done = self.tie(dealer)
        return hidden_by(events, self.paid) if self.done else events

    def touches(self, dealer: Dealer) -> bool:
        """Two royal flushes."""
        return self.done


class Split(Tied, code="S702"):
    """A pot that is shared alike."""

    def touches(self, dealer: Dealer) -> bool:
        """By tied hands."""
        return shared(dealer)


NEAR: Final = (
    near("P601", lambda d: len(d.contests) > 1 and bool(events_of(d, UncalledReturned)), short),
    near("P602", bring_in_back, looseness=0.1),
    near("P603", side_pots, short, looseness=0.97),
    near("P604", lambda d: len(events_of(d, PotAwarded)) > 2, short, looseness=0.97),
    near("P605", any_of(PotAwarded)),
    near("R003", lambda d: d.state.street == 3, looseness=0.1),
    near("R008", lambda d: alone(d) and bool(events_of(d, UncalledReturned))),
    near("S701", beaten_shown),
    HiddenAndBest,
    HiddenLowMade,
    MuckedAndPaid,
    HiddenTieShared,
    Split,
    OddChip,
    near("S704", lambda d: len(events_of(d, Shown)) > 2, looseness=0.9),
    near("S705", lambda d: alone(d) and bool(events_of(d, Mucked))),
    near("S706", lambda d: bool(d.state.community and events_of(d, Shown)), full, looseness=0.99),
    near("S707", scooped, games=("stud8",), looseness=0.8),
)
