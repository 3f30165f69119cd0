"""S: the showdown."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from msgspec.structs import replace

from stud_audit.game.showdown import Contest, contest_of, ranked
from stud_audit.houses.rules import Rules
from stud_audit.model.cards import ACE, Cards, known, parse_cards
from stud_audit.model.events import Event, Mucked, PotAwarded, SeatSummarised, Shown
from stud_audit.simulate.dealer import Dealer
from stud_audit.simulate.ending import in_dealt_order
from stud_audit.simulate.plants.pot import awards_of, changed, summed_up
from stud_audit.simulate.saboteur import NEUTRAL, Saboteur
from stud_audit.simulate.session import Session, in_chips, reseat
from stud_audit.simulate.words import description

_WHEEL: Final = (ACE, 0, 1, 2, 3)


def only_contest(dealer: Dealer) -> Contest | None:
    """The one pot of the hand, if it is contested and every hand is known."""
    contests = dealer.contests
    if len(contests) != 1 or not contests[0].contested or not contests[0].certain:
        return None
    return contests[0]


def shown_by(dealer: Dealer, events: Sequence[Event], seat: int) -> list[Event]:
    """The same ending, in which this seat shows its hand."""
    player = dealer.state.players[seat]
    whole = dealer.hands.get(seat, ())
    said = description(whole, dealer.game, dealer.rules.stud8_low_qualifier)
    show = Shown(seat, in_dealt_order(player), said)
    result: list[Event] = []
    for event in events:
        if isinstance(event, SeatSummarised) and event.seat == seat:
            event = replace(event, shown=show.cards, mucked=(), said=said, won=event.won or 0)
        elif getattr(event, "seat", None) == seat and hasattr(event, "cards"):
            event = show
        result.append(event)
    return result


class WrongWinner(Saboteur, code="S701"):
    """The pot goes to a beaten hand."""

    def ends(self, dealer: Dealer, events: Sequence[Event]) -> Sequence[Event]:
        """All of it, or in hi-lo the high half."""
        contest = only_contest(dealer)
        if contest is None:
            return events
        beaten = [seat for seat in contest.pot.contenders if seat not in contest.winners]
        awards = awards_of(events)
        if not beaten or len(awards) > (2 if contest.low else 1) or (contest.low and contest.high == contest.low):
            return events
        seat = dealer.rng.choice(beaten)
        wrong = dealer.mark(replace(awards[0], seat=seat))
        return changed(shown_by(dealer, events, seat), awards[0], wrong)


def hidden_by(events: Sequence[Event], seat: int) -> list[Event]:
    """The same ending, in which this seat's hand is not shown."""
    result: list[Event] = []
    for event in events:
        if isinstance(event, SeatSummarised) and event.seat == seat:
            event = replace(event, shown=(), mucked=(), said=None)
        if not (isinstance(event, Shown | Mucked) and event.seat == seat):
            result.append(event)
    return result


class HiddenWinner(Saboteur, code="S701", games=("stud",), dialects=("pokerstars",)):
    """The pot goes to a hand that nobody saw, and that no cards left in the deck could make the best."""

    def begins(self, dealer: Dealer) -> None:
        """A royal flush against four up-cards of which no two are of one suit, or in one straight."""
        self.best, self.paid = dealer.rng.sample(sorted(dealer.seats), 2)
        dealer.looseness = 0.97
        dealer.deck.keep(self.best, parse_cards("As Ks 3d Qs Js Ts 4h"))
        dealer.deck.keep(self.paid, parse_cards("2c 3h 2h 7c 9d Kh 5d"))

    def ends(self, dealer: Dealer, events: Sequence[Event]) -> Sequence[Event]:
        """All of it."""
        contest, awards = only_contest(dealer), awards_of(events)
        if contest is None or contest.winners != (self.best,) or self.paid not in contest.pot.contenders:
            return events
        wrong = dealer.mark(replace(awards[0], seat=self.paid))
        return changed(hidden_by(events, self.paid), awards[0], wrong)


def mucked_by(dealer: Dealer, events: Sequence[Event], seat: int) -> list[Event]:
    """The same ending, in which this seat throws its hand away face up."""
    muck = Mucked(seat, in_dealt_order(dealer.state.players[seat]))
    result: list[Event] = []
    for event in events:
        if isinstance(event, SeatSummarised) and event.seat == seat:
            event = replace(event, shown=(), mucked=muck.cards, said=None, won=None)
        result.append(muck if isinstance(event, Shown | Mucked) and event.seat == seat else event)
    return result


class MuckedWinner(Saboteur, code="S701", games=("stud", "razz")):
    """The best hand is thrown away face up, and the pot goes to the next best one, which is shown."""

    def allowed(self, dealer: Dealer, rules: Rules) -> bool:
        """Where a hand that is thrown away is dead."""
        return rules.showdown_muck == "dead"

    def ends(self, dealer: Dealer, events: Sequence[Event]) -> Sequence[Event]:
        """All of it."""
        contest, awards = only_contest(dealer), awards_of(events)
        if contest is None or len(contest.winners) != 1 or len(awards) != 1 or dealer.state.community:
            return events
        (best,) = contest.winners
        others = {seat: dealer.hands[seat] for seat in contest.pot.contenders if seat != best}
        rest = replace(contest.pot, contenders=tuple(others))
        next_best = tuple(others) if len(others) == 1 else contest_of(
            rest, ranked(others, dealer.game, dealer.rules)
        ).winners  # fmt: skip
        if len(next_best) != 1:
            return events
        wrong = dealer.mark(replace(awards[0], seat=next_best[0]))
        return changed(mucked_by(dealer, shown_by(dealer, events, next_best[0]), best), awards[0], wrong)


# --- ties --------------------------------------------------------------------------------------


class Tied(Saboteur):
    """Sees to it that two players have the same hand, and a strong one: seven equal ranks, the suits apart."""

    def begins(self, dealer: Dealer) -> None:
        """A wheel in both hands, the best low and a straight: clubs and diamonds here, hearts and spades there."""
        ranks = [*_WHEEL, *dealer.rng.sample(range(4, ACE), 2)]
        dealer.rng.shuffle(ranks)
        one, other = dealer.rng.sample(sorted(dealer.seats), 2)
        dealer.looseness = 0.97
        self.lower, self.higher = one, other  # by suit, card for card
        dealer.deck.keep(one, [rank * 4 + i % 2 for i, rank in enumerate(ranks)])
        dealer.deck.keep(other, [rank * 4 + 2 + i % 2 for i, rank in enumerate(ranks)])


def tied_awards(dealer: Dealer, events: Sequence[Event]) -> list[PotAwarded]:
    """The awards of the one pot, if tied hands share it."""
    contest = only_contest(dealer)
    return awards_of(events) if contest is not None and len(contest.winners) > 1 else []


class WrongSplit(Tied, code="S702", games=("stud", "razz")):
    """Tied hands that are not paid alike."""

    def ends(self, dealer: Dealer, events: Sequence[Event]) -> Sequence[Event]:
        """One gets a bet of the other's part, or all of it."""
        awards = tied_awards(dealer, events)
        if not awards:
            return events
        more, less = dealer.rng.sample(awards, 2)
        off = min(dealer.header.small or 1, less.amount - 1)
        if off < 2:
            return events
        first, second = replace(more, amount=more.amount + off), replace(less, amount=less.amount - off)
        dealer.mark(first)
        return summed_up([first if e is more else second if e is less else e for e in events])


class HiddenTie(Saboteur, code="S702", games=("stud",), dialects=("pokerstars",)):
    """The whole pot goes to a hand that nobody saw, and that could at best tie the one that was shown."""

    def begins(self, dealer: Dealer) -> None:
        """A royal flush, and four up-cards of another: no hand is better."""
        self.best, self.paid = dealer.rng.sample(sorted(dealer.seats), 2)
        dealer.looseness = 0.97
        dealer.deck.keep(self.best, parse_cards("As Ks 3d Qs Js Ts 4h"))
        dealer.deck.keep(self.paid, parse_cards("2c 3h Ah Kh Qh Jh Th"))

    def tie(self, dealer: Dealer) -> bool:
        """Whether these two share the pot."""
        contest = only_contest(dealer)
        return contest is not None and sorted(contest.winners) == sorted((self.best, self.paid))

    def ends(self, dealer: Dealer, events: Sequence[Event]) -> Sequence[Event]:
        """All of it."""
        awards = awards_of(events)
        if not self.tie(dealer) or len(awards) != 2:
            return events
        mine = next(award for award in awards if award.seat == self.paid)
        whole = dealer.mark(replace(mine, amount=awards[0].amount + awards[1].amount))
        paid = [whole if e is mine else e for e in hidden_by(events, self.paid) if e is mine or e not in awards]
        return summed_up(paid)


class OddChip(Tied, code="S703", games=("stud", "razz")):
    """The odd chip of a tie goes to another than the house's rule gives it."""

    def rulings(self, dealer: Dealer) -> tuple[str, ...]:
        """In razz it may be the low card that decides."""
        return ("razz_odd_chip",) if dealer.header.game == "razz" else ("odd_chip_method", "odd_chip_cards")

    def allowed(self, dealer: Dealer, rules: Rules) -> bool:
        """A reading under which the player who got it should have."""
        return self.got in self._owners(dealer, rules)

    got = 0

    def ends(self, dealer: Dealer, events: Sequence[Event]) -> Sequence[Event]:
        """The two tied players change places."""
        awards = tied_awards(dealer, events)
        seats = {award.seat for award in awards}
        if seats != {self.lower, self.higher} or len(awards) != 2 or dealer.state.community:
            return events
        less, more = sorted(awards, key=lambda award: award.amount)
        by_position = self._method(dealer, dealer.rules) in ("left_of_button", "left_seat")
        if more.amount - less.amount != dealer.chip or (
            self.dialect != "neutral" and by_position
        ):  # no button in the log
            return events
        self.got = less.seat
        if self.allowed(dealer, dealer.rules):
            return events
        wrong: dict[Event, Event] = {more: replace(more, amount=less.amount)}
        wrong[less] = dealer.mark(replace(less, amount=more.amount))
        return summed_up([wrong.get(event, event) for event in events])

    def _method(self, dealer: Dealer, rules: Rules) -> str:
        return rules.razz_odd_chip if dealer.header.game == "razz" else rules.odd_chip_method

    def _owners(self, dealer: Dealer, rules: Rules) -> tuple[int, ...]:
        """Who may have the odd chip: the highest (or lowest) card by suit, or the first left of the button."""
        tied = (self.lower, self.higher)
        left = [player.seat for player in dealer.state.clockwise(dealer.table.button)]
        match self._method(dealer, rules):
            case "high_suit":
                return (self.higher,)
            case "low_suit":
                return (self.lower,)
            case "left_seat" if left[0] not in tied:
                return tied
            case "unruled":
                return tied
            case _:
                return (min(tied, key=left.index),)


def with_chips(table: Session, rng: Random) -> None:
    """Which the header says."""
    table.header = in_chips(table.header)
    reseat(table, rng.randrange(2, 6), lambda: rng.randrange(20, 60) * (table.header.big or 1))


class BrokenChips(Tied, code="S703", games=("stud", "razz"), dialects=NEUTRAL, set_up=with_chips):
    """Tied hands are paid to the cent at a table that has a larger smallest chip."""

    def ends(self, dealer: Dealer, events: Sequence[Event]) -> Sequence[Event]:
        """The odd chip is broken."""
        awards = tied_awards(dealer, events)
        if len(awards) != 2 or dealer.chip == 1 or abs(awards[0].amount - awards[1].amount) != dealer.chip:
            return events
        total = awards[0].amount + awards[1].amount
        first, second = replace(awards[0], amount=total - total // 2), replace(awards[1], amount=total // 2)
        dealer.mark(first)
        return summed_up([first if e is awards[0] else second if e is awards[1] else e for e in events])


# --- what is shown and said --------------------------------------------------------------------


def shows_of(events: Sequence[Event]) -> list[Shown]:
    """The hands shown among the events of an ending."""
    return [event for event in events if isinstance(event, Shown) and known(event.cards)]


def shown_as(events: Sequence[Event], old: Shown, new: Shown) -> list[Event]:
    """The events with another showdown line, which the summary repeats."""
    result: list[Event] = []
    for event in events:
        if isinstance(event, SeatSummarised) and event.seat == new.seat:
            event = replace(event, shown=new.cards, said=new.said)
        result.append(new if event is old else event)
    return result


class Misread(Saboteur, code="S704"):
    """A hand called by another name than its cards make."""

    def ends(self, dealer: Dealer, events: Sequence[Event]) -> Sequence[Event]:
        """What another player has, if it is something else."""
        shows = shows_of(events)
        if len(shows) < 2:
            return events
        one, other = dealer.rng.sample(shows, 2)
        # A name that says less of a hand, only its high side, is true of it all the same.
        if one.said is None or other.said is None or one.said.startswith(other.said):
            return events
        wrong = replace(one, said=other.said)
        dealer.mark(wrong)
        return shown_as(events, one, wrong)


class FoldedPaid(Saboteur, code="S705"):
    """A player who has folded is paid."""

    def ends(self, dealer: Dealer, events: Sequence[Event]) -> Sequence[Event]:
        """In the winner's place."""
        folded = [player.seat for player in dealer.state.players.values() if player.folded]
        awards = awards_of(events)
        if not folded or not awards:
            return events
        award = dealer.rng.choice(awards)
        return changed(events, award, dealer.mark(replace(award, seat=dealer.rng.choice(folded))))


class NotAsDealt(Saboteur, code="S706"):
    """A player shows a card that they were not dealt."""

    def ends(self, dealer: Dealer, events: Sequence[Event]) -> Sequence[Event]:
        """In the place of one that lay up before them."""
        shows = [show for show in shows_of(events) if dealer.state.players[show.seat].up]
        if not shows or not dealer.deck.unseen():
            return events
        show = dealer.rng.choice(shows)
        up = dealer.rng.choice(dealer.state.players[show.seat].up)
        strange = dealer.rng.choice(dealer.deck.unseen())
        cards = tuple([strange if card == up else card for card in show.cards])
        wrong = replace(show, cards=cards, said=self._said(dealer, cards))
        dealer.mark(wrong)
        return shown_as(events, show, wrong)

    def _said(self, dealer: Dealer, cards: Cards) -> str | None:
        whole = (*cards, *dealer.state.community)
        return description(whole, dealer.game, dealer.rules.stud8_low_qualifier) if len(whole) == 7 else None


class LowHalf(Saboteur, code="S707", games=("stud8",), looseness=0.8):
    """Hi-lo: a low half paid without a qualifying low, not paid, or paid to a beaten one."""

    def ends(self, dealer: Dealer, events: Sequence[Event]) -> Sequence[Event]:
        """By what the cards make."""
        contest = only_contest(dealer)
        if contest is None:
            return events
        awards = awards_of(events)
        others = [seat for seat in contest.pot.contenders if seat not in contest.winners]
        if not contest.low:
            return self._without_low(dealer, events, awards, others)
        if len(awards) != 2 or contest.high == contest.low or awards[1].half != "low":
            return events
        if dealer.rng.random() < 0.5 or not others:
            scooped = replace(awards[0], amount=awards[0].amount + awards[1].amount, half=None)
            dealer.mark(scooped)
            return summed_up([scooped if e is awards[0] else e for e in events if e is not awards[1]])
        seat = dealer.rng.choice(others)
        wrong = dealer.mark(replace(awards[1], seat=seat))
        return changed(shown_by(dealer, events, seat), awards[1], wrong)

    def _without_low(
        self, dealer: Dealer, events: Sequence[Event], awards: list[PotAwarded], others: list[int]
    ) -> Sequence[Event]:
        if len(awards) != 1 or not others or awards[0].amount < 4:
            return events
        seat, half = dealer.rng.choice(others), awards[0].amount // 2
        high = replace(awards[0], amount=awards[0].amount - half, half="high")
        low = PotAwarded(seat, half, awards[0].pot, "low")
        dealer.mark(low)
        events = [event for event in events if getattr(event, "state", None) != "no-low"]
        paid = [new for event in events for new in ((high, low) if event is awards[0] else (event,))]
        return summed_up(shown_by(dealer, paid, seat))


class HiddenLow(Saboteur, code="S707", games=("stud8",), dialects=("pokerstars",)):
    """A low half goes to a hand that nobody saw, and whose up-cards leave no low."""

    def begins(self, dealer: Dealer) -> None:
        """Four up-cards above the eight: the three that are hidden are too few."""
        self.best, self.paid = dealer.rng.sample(sorted(dealer.seats), 2)
        dealer.looseness = 0.97
        dealer.deck.keep(self.best, parse_cards("As Ks 3d Qs Js Ts 9h"))
        dealer.deck.keep(self.paid, parse_cards("2c 3h 9c Jd Qh Kc 5d"))

    def ends(self, dealer: Dealer, events: Sequence[Event]) -> Sequence[Event]:
        """Where nobody has one."""
        contest, awards = only_contest(dealer), awards_of(events)
        if contest is None or contest.low or self.paid not in contest.pot.contenders or len(awards) != 1:
            return events
        half = awards[0].amount // 2
        high = replace(awards[0], amount=awards[0].amount - half, half="high")
        low = PotAwarded(self.paid, half, awards[0].pot, "low")
        dealer.mark(low)
        rest = [event for event in hidden_by(events, self.paid) if getattr(event, "state", None) != "no-low"]
        return summed_up([new for event in rest for new in ((high, low) if event is awards[0] else (event,))])
