"""How a finished hand was settled, and how it should have been by the cards, the pots, and the house's rules."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from itertools import accumulate
from math import gcd
from typing import Final

from msgspec import Struct

from stud_audit.game.odd_chips import Tie
from stud_audit.game.showdown import Contest, shares
from stud_audit.game.stakes import smallest_chip
from stud_audit.houses.rules import Rules
from stud_audit.model.events import PotAwarded, TotalStated
from stud_audit.model.findings import Payment
from stud_audit.model.gaps import FORMAT_GAPS
from stud_audit.model.money import amount_text
from stud_audit.record.awards import (
    Award,
    Claim,
    Excess,
    Misaward,
    Payouts,
    PotPaid,
    claims,
    divisions,
    misawards,
    payouts,
    slights,
)
from stud_audit.record.books import Books, books, plausible_rake, sums
from stud_audit.record.chip_errors import Correction, corrections
from stud_audit.record.replay import Replay
from stud_audit.record.showdown import Showdown

_CHIPS: Final = tuple([value * 10**zeros for zeros in range(12) for value in (1, 5, 25)])
"""The values that chips and coins have, in units."""


class Due(Struct, frozen=True):
    """What is due out of one pot: its chips after rake, and each seat's part."""

    contest: Contest
    net: int
    shares: dict[int, int]


class Settlement:
    """All that a finished replay tells of its chips: what went in, who was paid, and what each was due.

    Each part is worked out when it is first asked for, and once for all checks. `rules` are another
    reading of the house's than that of the replay; what was dealt and bet is the same under both.
    """

    def __init__(self, replay: Replay, rules: Rules | None = None) -> None:
        self.replay = replay
        self.hand, self.state, self.index, self.game = replay.hand, replay.state, replay.index, replay.game
        self.money = replay.hand.money
        self.rules = replay.rules if rules is None else rules
        self.showdown = replay.showdown
        if self.rules is not replay.rules:
            self.showdown = Showdown(self.state, self.index, self.game, self.rules)

    @cached_property
    def muck_matters(self) -> bool:
        """Whether it changes anything if mucked hands are dead: one of them wins on its cards, or was paid."""
        mucked = self.showdown.mucked
        if not mucked:
            return False
        wins = {seat for contest in self.showdown.contests if contest.contested for seat in contest.winners}
        return not mucked.isdisjoint(wins) or not mucked.isdisjoint(self.paid_by_seat)

    # --- what the record says -------------------------------------------------------------------

    @property
    def paid_out(self) -> bool:
        """Whether pots were awarded, in a hand that was not called off."""
        return PotAwarded in self.index.of_type and not self.index.cancelled

    @cached_property
    def books(self) -> Books:
        """Chips in, chips paid, rake, and total."""
        return books(self.replay)

    @cached_property
    def payouts(self) -> Payouts:
        """The awards by pot."""
        return payouts(self.replay, self.showdown)

    @cached_property
    def stated_pots(self) -> dict[str, int]:
        """The totals that the log states of single pots at the end."""
        totals = self.index.each(TotalStated)
        return {event.pot: event.amount for _, event in totals if event.pot is not None and not event.street}

    @cached_property
    def paid_by_seat(self) -> dict[int, int]:
        """Seat to the chips that the award lines gave it."""
        paid: dict[int, int] = {}
        for _, award in self.index.each(PotAwarded):
            paid[award.seat] = paid.get(award.seat, 0) + award.amount
        return paid

    @cached_property
    def misawards(self) -> dict[str, tuple[Misaward, ...]]:
        """By the name of each pot, its awards to hands that do not win it."""
        complete = self.books.paid_rightly
        return {pot.contest.pot.name: misawards(pot, self.showdown, complete) for pot in self.payouts.pots}

    def wrong_awards(self, paid: PotPaid) -> tuple[Misaward, ...]:
        """Those of one pot."""
        return self.misawards[paid.contest.pot.name]

    @cached_property
    def clean_pots(self) -> tuple[PotPaid, ...]:
        """The contested pots whose awards all went to winners, or to hidden hands that can at best tie, alone."""
        return tuple([paid for paid in self.payouts.pots if self.clean(paid)])

    def clean(self, paid: PotPaid) -> bool:
        """Whether a pot is contested, and who is known to win it and who was paid do not contradict each other."""
        contest = paid.contest
        if not contest.contested or paid.astray or not paid.awards:
            return False
        seats = {award.seat for award in paid.awards}
        if not seats <= set(paid.split.winners) or self.wrong_awards(paid):
            return False
        return not any(self.showdown.may_win(seat, contest) for seat in seats.intersection(contest.unknown))

    def slights(self, paid: PotPaid) -> list[Misaward]:
        """The awards of a pot to hidden hands that can at best tie, where the best known hand was paid nothing."""
        return list(slights(paid, self.showdown)) if self.books.paid_rightly else []

    @cached_property
    def excesses(self) -> tuple[Excess, ...]:
        """Of awards whose pots the log does not name: those beyond all that their player may win.

        More than all pots that they contend for hold is P603's.
        """
        if not self.books.paid_rightly:
            return ()
        found = []
        for seat in dict.fromkeys(award.seat for award in self.payouts.unnamed):
            own = claims(seat, self.showdown, self.chip_units[-1])
            most, paid = sum(claim.most for claim in own), self.paid_by_seat[seat]
            if most < paid <= sum(pot.amount for pot in self.showdown.pots if seat in pot.contenders):
                awards = [award for award in self.payouts.unnamed if award.seat == seat]
                sums = accumulate(award.amount for award in awards)
                beyond = next(award for award, so_far in zip(awards, sums, strict=True) if so_far > most)
                found.append(Excess(beyond, self._taken_from(own, paid - most), paid - most))
        return tuple(found)

    @cached_property
    def owed(self) -> dict[int, int]:
        """Seat to the chips that are due to it beyond what it was paid, negative where it was paid too much."""
        due, paid = self.due_by_seat, self.paid_by_seat
        if due is None:
            return {}
        owed = {seat: due.get(seat, 0) - paid.get(seat, 0) for seat in {**paid, **due}}
        return {seat: chips for seat, chips in owed.items() if chips}

    def _taken_from(self, own: list[Claim], chips: int) -> Claim:
        """The part that so many chips too much came from: one whose winners lack them, and just so many if there is."""
        short = {seat for seat, lacking in self.owed.items() if lacking > 0}
        wrong = [claim for claim in own if claim.most < claim.amount]

        def likely(claim: Claim) -> tuple[bool, bool, bool]:
            return (short.isdisjoint(claim.best), abs(claim.amount - claim.most - chips) > 1, claim.most > 0)

        return min(reversed(wrong), key=likely)

    @cached_property
    def oversized(self) -> tuple[PotPaid, ...]:
        """The pots out of which more was paid than is in them, while all of them together are right."""
        book, pots = self.books, self.payouts.pots
        if book.off > 0 or len(pots) < 2 or (book.off and book.rake is not None):
            return ()
        return tuple([pot for pot in pots if pot.awards and pot.paid > pot.contest.pot.amount])

    # --- what else may have falsified the record of the chips -----------------------------------

    @cached_property
    def corrections(self) -> list[Correction]:
        """What other defects of the hand may have added to the record of the chips, or kept from it."""
        return self.index.once(corrections, self.replay.rules)

    @cached_property
    def _sums(self) -> frozenset[int]:
        return sums([found.parts for found in self.corrections])

    @property
    def lines_lost(self) -> bool:
        """Whether lines beyond repair took data with them that the format has."""
        return not FORMAT_GAPS.issuperset(self.hand.missing)

    def explained(self, off: int) -> bool:
        """Whether other defects of the hand may have made the record of the chips wrong by just this much."""
        return self.lines_lost or off in self._sums

    @property
    def explained_but_for_rake(self) -> bool:
        """Whether other defects of the hand leave a difference that can be a rake which the log does not print."""
        book = self.books
        if book.rake is not None:
            return False
        return any(plausible_rake(part - book.off, book.put_in + part) for part in self._sums)

    @cached_property
    def pots_in_doubt(self) -> bool:
        """Whether another defect leaves it open what the pots are, where there is more than the main pot.

        Where the books agree, a wager of the wrong size was put in as it stands, and leaves nothing open.
        """
        if len(self.showdown.pots) < 2 and not self.payouts.nowhere:
            return False
        if self.lines_lost:
            return True
        return bool(self.corrections) if self.books.off else not all(part.size_only for part in self.corrections)

    # --- what is due ------------------------------------------------------------------------------

    @cached_property
    def chip_units(self) -> tuple[int, ...]:
        """The smallest chips in which the hand may have been paid.

        That of the table; or else the hand's smallest unit, and the largest usual chip of which every amount
        of the hand is a multiple: a table that plays in dollars splits nine dollars as five and four.
        """
        chip = smallest_chip(self.hand.header, self.rules)
        return self._chips_played if chip is None else (chip,)

    def divisions(self, paid: PotPaid) -> list[tuple[Tie, ...]]:
        """The ways in which the awards of a pot may have been meant, in the smallest chips that make them a split."""
        ways = (divisions(paid, self.showdown, unit) for unit in self.chip_units)
        return next(filter(None, ways), [])

    def broken(self, paid: PotPaid, rules: Rules) -> Award | None:
        """The first share of a split pot in broken chips; only one may have what the pot has beyond whole chips."""
        chip = smallest_chip(self.hand.header, rules) or 1
        shares = [paid.to(seat) % chip for seat in dict.fromkeys(award.seat for award in paid.awards)]
        if len(shares) < 2 or sum(map(bool, shares)) <= bool(paid.paid % chip):
            return None
        return next((award for award in paid.awards if award.amount % chip), None)

    @cached_property
    def _chips_played(self) -> tuple[int, ...]:
        header, state = self.hand.header, self.state
        amounts = [header.small or 0, header.big or 0, state.rake or 0]
        amounts += [player.put for player in state.players.values()]
        amounts += [award.amount for _, award in self.index.each(PotAwarded)]
        common = gcd(*amounts)
        chip = max((chip for chip in _CHIPS if chip <= common and not common % chip), default=1)
        return (1, chip) if chip > 1 else (1,)

    @cached_property
    def net_pots(self) -> tuple[int, ...] | None:
        """The chips of each pot after rake. Of several pots the rake must be none, or printed with them.

        Where all that went in was paid out, there was none.

        Where the log prints no rake of each pot, what it paid out of a pot is taken as right as long as it
        leaves a rake that is possible.
        """
        book, pots = self.books, self.showdown.pots
        rake = 0 if book.rake is None and not book.off else book.rake
        if rake is None:
            return (book.paid,) if len(pots) == 1 and book.paid <= pots[0].amount else None
        gross = tuple([pot.amount for pot in pots])
        if len(pots) == 1:
            return (gross[0] - rake,) if rake <= gross[0] else None
        if not rake:
            return gross
        candidates: Iterable[tuple[int, ...]] = (
            tuple([self.stated_pots.get(pot.name, -1) for pot in pots]),
            tuple([pot.paid for pot in self.payouts.pots]),
        )
        for nets in candidates:
            if len(nets) == len(gross) and _possible(gross, nets, rake):
                return nets
        return None

    @cached_property
    def dues(self) -> tuple[Due, ...] | None:
        """What each player is due out of each pot; None where cards, button, or rake leave it open."""
        if self.net_pots is None:
            return None
        result = []
        for contest, net in zip(self.showdown.contests, self.net_pots, strict=True):
            parts = self.shares(contest, net)
            if parts is None:
                return None
            result.append(Due(contest, net, parts))
        return tuple(result)

    def shares(self, contest: Contest, net: int) -> dict[int, int] | None:
        """Each winner's part of `net` chips of a pot; None where cards or the button leave it open."""
        if contest.unknown:
            return None
        cards = {seat: hand for seat, hand in self.showdown.hands.items() if hand}
        halves = shares(contest, net, self.chip_units[0], cards, self.state, self.game, self.rules)
        if halves is None:
            return None
        highs, lows = halves
        return {seat: highs.get(seat, 0) + lows.get(seat, 0) for seat in dict.fromkeys((*highs, *lows))}

    @cached_property
    def due_by_seat(self) -> dict[int, int] | None:
        """Seat to the chips that are due to it out of all pots; None where that cannot be told."""
        if self.dues is None:
            return None
        due: dict[int, int] = {}
        for pot in self.dues:
            for seat, share in pot.shares.items():
                due[seat] = due.get(seat, 0) + share
        return due

    @cached_property
    def payments(self) -> tuple[Payment, ...] | None:
        """Every player who was paid or is due something; None where what is due cannot be told."""
        due = self.due_by_seat
        if due is None:
            return None
        decimals, paid, seats = self.hand.header.decimals, self.paid_by_seat, self.index.seats
        return tuple(
            Payment(
                seat,
                seats[seat].player if seat in seats else "",
                amount_text(paid.get(seat, 0), decimals),
                amount_text(due.get(seat, 0), decimals),
            )
            for seat in sorted(due.keys() | paid.keys())
            if due.get(seat) or paid.get(seat)
        )

    def moved(self, paid: PotPaid) -> int | None:
        """The chips of one pot that went to the wrong players; None where what is due cannot be told."""
        due = next((pot.shares for pot in self.dues or () if pot.contest is paid.contest), None)
        if due is None:
            return None
        seats = {award.seat for award in paid.awards}
        over = sum(max(paid.to(seat) - due.get(seat, 0), 0) for seat in seats)
        return over + sum(award.amount for award in paid.others)


def _possible(gross: tuple[int, ...], nets: tuple[int, ...], rake: int) -> bool:
    taken = [before - after for before, after in zip(gross, nets, strict=True)]
    return min(taken, default=0) >= 0 and sum(taken) == rake
