"""The showdown of a log: who contends, whose cards are known, and which hidden hands may still win a pot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Final, Literal

from msgspec.structs import replace

from stud_audit.game.best_possible import best_high, best_low, least_high
from stud_audit.game.games import GameRules
from stud_audit.game.pots import Pot, contributions, pots
from stud_audit.game.ranks import LowRank, high_rank, low_rank
from stud_audit.game.showdown import Contest, Ranked, contest_of, ranked
from stud_audit.houses.rules import Rules
from stud_audit.model.cards import Card, Cards
from stud_audit.model.events import Half, Mucked, Shown
from stud_audit.record.doubts import RecordedPlayer
from stud_audit.record.index import Index
from stud_audit.record.known_cards import HAND, cards_left, certain_cards, known_hand
from stud_audit.record.recorded_table import RecordedTable

Standing = Literal["behind", "even", "ahead"]
_UP: Final = 4
"""The cards of a hand that are dealt up."""


class Showdown:
    """The showdown of a finished hand, worked out once for all checks."""

    def __init__(self, state: RecordedTable, index: Index, game: GameRules, rules: Rules) -> None:
        self._state, self._index, self.game, self._rules = state, index, game, rules
        self._qualifier = rules.stud8_low_qualifier if game.qualifier else None
        self.halved = game.high and game.low
        self.only_half: Half = "high" if game.high else "low"
        """What wins where the pot is not halved."""

    @cached_property
    def live(self) -> tuple[RecordedPlayer, ...]:
        """Those who contend: nobody who folded, unless the record has them play on as if they had not."""
        return tuple([p for p in self._state.players.values() if not p.folded or self.revived(p)])

    def revived(self, player: RecordedPlayer) -> bool:
        """Whether a folded player both got cards and acted later: then their fold was none."""
        index, fold = self._index, player.fold_event
        if not fold or index.last_sign.get(player.seat, 0) <= fold:
            return False

        def later(numbers: Mapping[int, list[int]]) -> bool:
            return any(
                number > fold and getattr(index.event(number), "seat", None) == player.seat
                for street, on_street in numbers.items()
                if street > player.folded
                for number in on_street
            )

        return later(index.deals) and later(index.actions)

    @cached_property
    def pots(self) -> tuple[Pot, ...]:
        """Main and side pots before rake. Where the books agree as recorded, nothing that was assumed went in."""
        state = self._state
        chips = contributions(state)
        if state.pot == state.awarded + (state.rake or 0):
            for seat, player in state.players.items():
                chips[seat] -= player.assumed + player.street_assumed
        return pots(chips, self.live)

    @cached_property
    def hands(self) -> dict[int, Cards | None]:
        """Live seats to their seven cards, or None where not all are known."""
        return {player.seat: known_hand(self._state, self._index, player.seat) for player in self.live}

    @cached_property
    def _hidden(self) -> dict[int, tuple[Cards, frozenset[Card]]]:
        """Live seats with hidden cards to those known and those that the others may be, where that is certain."""
        unseen = [p for p in self.live if self.hands[p.seat] is None and len(p.up) + len(p.down) <= HAND]
        if not unseen or self._index.misdirected:
            return {}
        left = cards_left(self._state, self._index)
        own = {player.seat: certain_cards(self._state, self._index, player.seat) for player in unseen}
        return {seat: (cards, left) for seat, cards in own.items() if cards is not None and left.isdisjoint(cards)}

    @cached_property
    def possible_high(self) -> dict[int, Cards]:
        """Live seats with hidden cards to the best high hand that they may have."""
        return {seat: best_high(own, left, HAND - len(own)) for seat, (own, left) in self._hidden.items()}

    @cached_property
    def least_high(self) -> dict[int, Cards]:
        """Live seats with hidden cards to what their high hand is at least, where the known ones tell.

        A hand that lacks a card of a street may be dead.
        """
        whole = {seat for seat in self._hidden.keys() - self._dead if len(self._state.players[seat].up) == _UP}
        hands = {seat: least_high(own, left) for seat, (own, left) in self._hidden.items() if seat in whole}
        return {seat: cards for seat, cards in hands.items() if cards}

    @cached_property
    def possible_low(self) -> dict[int, Cards | None]:
        """Live seats with hidden cards to the best low that they may have; None where none can qualify."""
        return {
            seat: best_low(own, left, HAND - len(own), self._qualifier) for seat, (own, left) in self._hidden.items()
        }

    def stands(self, seat: int, half: Half, best: Sequence[int]) -> Standing | None:
        """How a hand stands to the `best` known ones of a half (razz has the low one alone).

        Of a hidden hand it is how it may stand at best; None where that cannot be told. A hand that makes no
        qualifying low is behind even where no other makes one.
        """
        if seat in self._dead:
            return "behind" if best or (half == "low" and self.halved) else None
        ranks: Mapping[int, int | LowRank] = self.ranked.high if half == "high" else self.ranked.low
        own: int | LowRank | None
        if seat in self._known:
            own = ranks.get(seat)
        elif seat in self.possible_high:
            five = self.possible_high[seat] if half == "high" else self.possible_low[seat]
            own = None if five is None else high_rank(five) if half == "high" else low_rank(five)
        else:
            return None
        if own is None:
            return "behind"
        if not best or (seat in best and seat not in self._known):
            return "ahead"
        first = ranks[best[0]] if best[0] in ranks else high_rank(self.least_high[best[0]])
        return "even" if own == first else "behind" if own > first else "ahead"  # type: ignore[operator]

    @cached_property
    def mucked(self) -> frozenset[int]:
        """Live seats that threw their hand away, face up or not, and never showed it."""
        if Mucked not in self._index.of_type:
            return frozenset()
        shown = {event.seat for _, event in self._index.each(Shown)}
        mucked = {event.seat for _, event in self._index.each(Mucked)}
        return frozenset([player.seat for player in self.live if player.seat in mucked - shown])

    @cached_property
    def _dead(self) -> frozenset[int]:
        """The mucked hands that cannot win any more. Where all who contend for a pot mucked, they can."""
        if not self.mucked or self._rules.showdown_muck != "dead":
            return frozenset()
        return self.mucked.difference(*[pot.contenders for pot in self.pots if self.mucked.issuperset(pot.contenders)])

    @cached_property
    def _known(self) -> dict[int, Cards]:
        return {seat: cards for seat, cards in self.hands.items() if cards and seat not in self._dead}

    @cached_property
    def ranked(self) -> Ranked:
        """What the known hands are worth, those that cannot win any more left out."""
        return ranked(self._known, self.game, self._rules)

    @cached_property
    def contests(self) -> tuple[Contest, ...]:
        """The pots in order, each with its winners on the known cards.

        Not known are the hands that may win or tie a part of it by the cards left in the deck.
        """
        return tuple([self._contest(pot) for pot in self.pots])

    def _contest(self, pot: Pot) -> Contest:
        known = contest_of(pot, self.ranked)
        if not known.unknown:
            return known
        known = replace(known, high=self._surely_ahead(known) or known.high)
        hidden = [seat for seat in known.unknown if self.hands[seat] is None]
        return replace(known, unknown=tuple([seat for seat in hidden if self.may_share(seat, known)]))

    def _surely_ahead(self, known: Contest) -> tuple[int, ...]:
        """The hidden hand that beats the best known high one whatever its hidden cards are, if there is one."""
        if not known.high:
            return ()
        ranks = {seat: high_rank(self.least_high[seat]) for seat in known.unknown if seat in self.least_high}
        seat = min(ranks, key=ranks.__getitem__, default=0)
        return (seat,) if seat and ranks[seat] < self.ranked.high[known.high[0]] else ()

    def may_share(self, seat: int, contest: Contest) -> bool:
        """Whether a hidden hand may win or tie a part of a pot, for all that is known."""
        return any(self.stands(seat, half, best) != "behind" for half, best in self._halves(contest))

    def may_win(self, seat: int, contest: Contest) -> bool:
        """Whether a hidden hand may win a part of a pot before all known ones."""
        return any(self.stands(seat, half, best) in ("ahead", None) for half, best in self._halves(contest))

    def _halves(self, contest: Contest) -> list[tuple[Half, tuple[int, ...]]]:
        halves: list[tuple[Half, tuple[int, ...]]] = [("high", contest.high)] if self.game.high else []
        return [*halves, ("low", contest.low)] if self.game.low else halves
