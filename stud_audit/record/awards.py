"""The awards as recorded, by pot and by half, set against the hands that win."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from stud_audit.game.odd_chips import Tie
from stud_audit.game.showdown import Contest
from stud_audit.model.events import Half, PotAwarded
from stud_audit.record.replay import Replay
from stud_audit.record.showdown import Showdown

Part = Literal["high", "low", "both"]


class Award(Struct, frozen=True, gc=False):
    """One award line."""

    event_no: int
    seat: int
    amount: int
    half: Half | None


class PotPaid(Struct, frozen=True):
    """One pot, and the awards out of it, in the order of the log.

    `awards` went to players who contend for it, `others` to live ones who did not pay into it,
    `folded` to players who had folded. `among` has the winners if every hidden hand that was paid, and
    can at best tie the best known one, does so.
    """

    contest: Contest
    awards: tuple[Award, ...]
    others: tuple[Award, ...] = ()
    folded: tuple[Award, ...] = ()
    among: Contest | None = None

    @property
    def split(self) -> Contest:
        """The contest by whose winners it is judged how the pot was divided."""
        return self.among or self.contest

    @property
    def every(self) -> tuple[Award, ...]:
        """All its awards, whoever got them."""
        if not self.astray:
            return self.awards
        return tuple(sorted((*self.awards, *self.others, *self.folded), key=lambda award: award.event_no))

    @property
    def astray(self) -> bool:
        """Whether chips of this pot went to somebody who could not win it."""
        return bool(self.others or self.folded)

    @property
    def paid(self) -> int:
        """The chips paid out of it."""
        return sum([award.amount for award in self.every])

    def to(self, seat: int) -> int:
        """The chips that a contender got out of it."""
        return sum([award.amount for award in self.awards if award.seat == seat])


class Payouts(Struct, frozen=True):
    """All awards of a hand.

    Where the log does not say of which pot each award is, and there are several, `pots` is empty and `unnamed` has
    the awards to live players. `folded` went to players who had
    folded or were not in the hand; `nowhere` are of a pot that the betting did not make.
    """

    pots: tuple[PotPaid, ...]
    unnamed: tuple[Award, ...]
    folded: tuple[Award, ...]
    nowhere: tuple[Award, ...]


def payouts(replay: Replay, showdown: Showdown) -> Payouts:
    """The awards of a finished replay, by the pots of a showdown."""
    live = {player.seat for player in showdown.live}
    contests = showdown.contests
    by_name: dict[str | None, list[Award]] = {}
    folded: list[Award] = []
    out: dict[str | None, list[Award]] = {}
    for number, event in replay.index.each(PotAwarded):
        if not event.amount:
            continue  # some write what the losers won
        award = Award(number, event.seat, event.amount, event.half)
        name = "main" if len(contests) == 1 and event.pot is None else event.pot
        if event.seat in live:
            by_name.setdefault(name, []).append(award)
        else:
            folded.append(award)
            out.setdefault(name, []).append(award)
    names = by_name.keys() | out.keys()
    if len(contests) > 1 and (None in names or names == {"main"}):
        unnamed = tuple([award for awards in by_name.values() for award in awards])
        return Payouts((), unnamed, tuple(folded), ())
    pots = []
    for contest in contests:
        awards = by_name.pop(contest.pot.name, [])
        inside = tuple([award for award in awards if award.seat in contest.pot.contenders])
        others = tuple([award for award in awards if award.seat not in contest.pot.contenders])
        out_of_it = tuple(out.get(contest.pot.name, ()))
        pots.append(PotPaid(contest, inside, others, out_of_it, _with_hidden_ties(contest, inside, showdown)))
    nowhere = tuple([award for awards in by_name.values() for award in awards])
    return Payouts(tuple(pots), (), tuple(folded), nowhere)


def _with_hidden_ties(contest: Contest, awards: tuple[Award, ...], showdown: Showdown) -> Contest | None:
    hidden = [seat for seat in dict.fromkeys(award.seat for award in awards) if seat in contest.unknown]
    if not hidden:
        return None
    high = [seat for seat in hidden if showdown.stands(seat, "high", contest.high) == "even"]
    low = [seat for seat in hidden if showdown.stands(seat, "low", contest.low) == "even"]
    return replace(contest, high=(*contest.high, *high), low=(*contest.low, *low))


# --- whose hand is beaten ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Misaward:
    """An award (or a half of it) to a hand that does not win it.

    `half` is None where the pot is not halved. `winners` are the best seats on the known cards, empty
    where no known hand makes a low.
    """

    award: Award
    half: Half | None
    winners: tuple[int, ...]
    part: Part | None = None

    @property
    def amount(self) -> int:
        """Its chips; of an award for both halves, those of one."""
        return (self.award.amount + 1) // 2 if self.part == "both" else self.award.amount


def misawards(paid: PotPaid, showdown: Showdown, complete: bool) -> tuple[Misaward, ...]:
    """The awards of one pot that went to beaten hands, as far as the known cards make it certain.

    Unless the awards are `complete`, an award missing or of a wrong amount, it cannot be told which
    half each is: only awards to hands that win neither are wrong for certain then.
    """
    contest = paid.contest
    if not contest.contested:
        return ()
    if not showdown.halved:
        best, only = contest.winners, showdown.only_half
        return tuple([Misaward(a, None, best) for a in paid.awards if showdown.stands(a.seat, only, best) == "behind"])
    wrong: list[Misaward] = []
    parts = halves(paid, showdown)
    for award, part in zip(paid.every, parts, strict=True):
        if award not in paid.awards or (not complete and award.seat in contest.winners):
            continue
        if part != "low" and showdown.stands(award.seat, "high", contest.high) == "behind":
            wrong.append(Misaward(award, "high", contest.high, part))
        elif part != "high" and showdown.stands(award.seat, "low", contest.low) == "behind":
            wrong.append(Misaward(award, "low", contest.low, part))
    if complete and not wrong and not paid.astray and paid.awards:
        wrong.extend(_unpaid_half(paid, parts))
    return tuple(wrong)


def slights(paid: PotPaid, showdown: Showdown) -> Iterator[Misaward]:
    """Awards to hidden hands that can at best tie, of a pot or half of which the best known hand was paid nothing.

    Whatever the hidden cards are, that is wrong: they tie, and both are paid, or they are beaten.
    """
    if paid.contest.contested and paid.contest.unknown and not paid.astray:
        whole: tuple[Part, ...] = tuple(["both" for _ in paid.awards])
        yield from _slights(paid, showdown, halves(paid, showdown) if showdown.halved else whole)


def _slights(paid: PotPaid, showdown: Showdown, parts: tuple[Part, ...]) -> Iterator[Misaward]:
    contest = paid.contest
    sides: tuple[tuple[Half, tuple[int, ...]], ...] = (("high", contest.high), ("low", contest.low))
    for half, best in sides:
        shares = [(award, part) for award, part in zip(paid.awards, parts, strict=True) if part in (half, "both")]
        if set(best) <= {award.seat for award, _ in shares}:
            continue
        for award, part in shares:
            if award.seat in contest.unknown and showdown.stands(award.seat, half, best) == "even":
                yield Misaward(award, half, best, part) if showdown.halved else Misaward(award, None, best)


def _unpaid_half(paid: PotPaid, parts: tuple[Part, ...]) -> Iterator[Misaward]:
    """Where every award goes to a winner, and yet one half went to the winners of the other."""
    contest, last = paid.contest, paid.awards[-1]
    if contest.low and "both" not in parts and paid.paid > 1:
        if "low" not in parts:
            yield Misaward(last, "low", contest.low)
        elif "high" not in parts and contest.high:
            yield Misaward(last, "high", contest.high)


def halves(paid: PotPaid, showdown: Showdown) -> tuple[Part, ...]:
    """For which half each award of a hi-lo pot (`PotPaid.every`) is, where the log does not say.

    Of all ways to read the lines, the one whose halves are of the right size, then the one that pays
    the fewest beaten hands, then the one in the order in which logs write: the high half first.
    """
    contest, awards = paid.contest, paid.every
    if all(award.half for award in awards):
        return tuple([award.half or "high" for award in awards])
    if not contest.low:
        return _without_low(paid, showdown)
    usual = _plainly(paid)
    if usual is not None:
        return usual
    total = sum(award.amount for award in awards)
    half = total - total // 2
    seats = [award.seat for award in awards]
    choices: list[tuple[Part, ...]] = [
        (award.half,) if award.half else ("high", "low", "both") if seats.count(award.seat) == 1 else ("high", "low")
        for award in awards
    ]
    if len(awards) > 6:  # no pot has so many winners; do not search among thousands of readings
        return tuple([award.half or ("high" if award.seat in contest.high else "low") for award in awards])

    def cost(parts: tuple[Part, ...]) -> tuple[int, int, int, tuple[int, ...]]:
        least = sum(award.amount for award, part in zip(awards, parts, strict=True) if part == "high")
        most = total - sum(award.amount for award, part in zip(awards, parts, strict=True) if part == "low")
        off = max(least - half, half - most, 0)
        wrong = 0
        for award, part in zip(awards, parts, strict=True):
            wrong += part != "low" and showdown.stands(award.seat, "high", contest.high) == "behind"
            wrong += part != "high" and showdown.stands(award.seat, "low", contest.low) == "behind"
        if contest.unknown and not paid.astray:
            wrong += len(list(_slights(paid, showdown, parts)))
        places = tuple([("high", "both", "low").index(part) for part in parts])
        # An odd chip, or a half of a wrong size, does not make it the other half; a quarter of the pot does.
        return (max(off - max(total // 5, 1), 0), wrong, off, places)

    return min(product(*choices), key=cost)


def _plainly(paid: PotPaid) -> tuple[Part, ...] | None:
    """The halves where each award can only be for one: to different seats, each winning one half alone."""
    parts: list[Part] = []
    for award in paid.every:
        high, low = award.seat in paid.contest.high, award.seat in paid.contest.low
        if award.half or high == low:
            return None
        parts.append("high" if high else "low")
    seats = {award.seat for award in paid.every}
    return tuple(parts) if len(seats) == len(parts) and {"high", "low"} <= set(parts) else None


def _without_low(paid: PotPaid, showdown: Showdown) -> tuple[Part, ...]:
    """Nobody has a known low: what others got beside the paid high hand was given as a low half."""
    winners = set(paid.contest.high)
    seats = {award.seat for award in paid.awards}
    if len(paid.every) == len(paid.awards) == 1 and showdown.stands(paid.awards[0].seat, "low", ()) == "ahead":
        return (paid.awards[0].half or "both",)  # a hidden hand was paid all, and may have a low
    low: Part = "low" if winners and winners <= seats else "high"
    parts: list[Part] = []
    for award in paid.every:
        parts.append(award.half or ("high" if award.seat in winners else low))
        if award.seat not in winners:
            low = "low"
    return tuple(parts)


# --- pots that the log does not name -----------------------------------------------------------


class Claim(Struct, frozen=True):
    """A pot, or a half of one, and the most that one of its contenders may get of it; `best` are its known winners."""

    contest: Contest
    half: Half | None
    amount: int
    most: int
    best: tuple[int, ...]


class Excess(Struct, frozen=True):
    """What a player was paid beyond all that they may win: from the award that goes beyond it, and of which part."""

    award: Award
    claim: Claim
    chips: int

    @property
    def tied(self) -> bool:
        """Whether a share of that part is theirs."""
        return self.claim.most > 0


def claims(seat: int, showdown: Showdown, unit: int) -> list[Claim]:
    """What a player contends for, each part with the most of it that they may get, odd chips of `unit` included."""
    found = []
    for contest in showdown.contests:
        pot = contest.pot.amount
        if seat not in contest.pot.contenders:
            continue
        if not contest.contested:
            found.append(Claim(contest, None, pot, pot, contest.high))
        elif not showdown.halved:
            found.append(_claim(seat, contest, None, pot, contest.winners, showdown, unit))
        elif not contest.low:  # a hidden hand may make one yet
            most = pot if seat in (*contest.high, *contest.unknown) else 0
            found.append(Claim(contest, "high", pot, most, contest.high))
        else:
            half = pot - pot // (2 * unit) * unit
            found.append(_claim(seat, contest, "high", half, contest.high, showdown, unit))
            found.append(_claim(seat, contest, "low", half, contest.low, showdown, unit))
    return found


def _claim(
    seat: int, contest: Contest, half: Half | None, amount: int, best: tuple[int, ...], showdown: Showdown, unit: int
) -> Claim:
    stands = showdown.stands(seat, half or showdown.only_half, best)
    tied = len({*best, seat}) if stands == "even" else 1
    most = 0 if stands == "behind" else amount - (tied - 1) * (amount // (tied * unit) * unit)
    return Claim(contest, half, amount, most, best)


# --- how halves and ties were divided ----------------------------------------------------------


def divisions(paid: PotPaid, showdown: Showdown, unit: int) -> list[tuple[Tie, ...]]:
    """The ways in which the awards of a pot may have been meant: each half with what each tied seat got.

    Only for contested pots whose awards all went to winners with known cards. With an odd total the high half
    comes first with the odd chip, then without it. Empty: the awards are no split of any kind.
    """
    contest, total = paid.split, paid.paid
    cards = {seat: hand for seat, hand in showdown.hands.items() if hand}
    razz = not showdown.game.high
    if not showdown.halved or not contest.low:
        tie = Tie(total, {seat: paid.to(seat) for seat in contest.winners}, unit, None, razz, cards)
        return [(tie,)] if tie.alike else []
    lesser = total // (2 * unit) * unit
    found: list[tuple[Tie, ...]] = []
    # Halves in broken chips come last: they are halves all the same.
    for high_half in dict.fromkeys((total - lesser, lesser, total - total // 2, total // 2)):
        for highs in _shares_of_high(paid, high_half, unit):
            high = Tie(high_half, highs, unit, "high", razz, cards)
            lows = {seat: paid.to(seat) - highs.get(seat, 0) for seat in contest.low}
            low = Tie(total - high_half, lows, unit, "low", razz, cards)
            if sum(highs.values()) == high.amount and sum(lows.values()) == low.amount and high.alike and low.alike:
                found.append((high, low))
    return found


def _shares_of_high(paid: PotPaid, half: int, unit: int) -> Iterator[dict[int, int]]:
    """What each winner of the high half may have got of it: those who win both halves have a choice."""
    contest = paid.split
    both = [seat for seat in contest.high if seat in contest.low]
    fixed = {seat: paid.to(seat) for seat in contest.high if seat not in contest.low}
    if not both:
        yield fixed
        return
    rest = half - sum(fixed.values())
    base = half // (len(contest.high) * unit) * unit
    steps = [base + extra * unit for extra in range(len(contest.high) + 1)]
    for first in product(steps, repeat=len(both) - 1):
        shares = (*first, rest - sum(first))
        yield dict(zip((*fixed, *both), (*fixed.values(), *shares), strict=True))
