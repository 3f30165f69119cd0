"""U: what the software shows to the players."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from stud_audit.game.betting import pair_showing
from stud_audit.game.options import Options
from stud_audit.game.table import Player
from stud_audit.model.events import ButtonsOffered, Called, Checked, Event, PreactionSet, Prompted
from stud_audit.simulate.dealer import Dealer
from stud_audit.simulate.saboteur import NEUTRAL, Saboteur


class NoPrompt(Saboteur, code="U901", settings=("prompt_opener",), needs=lambda r: r.prompt_opener, dialects=NEUTRAL):
    """Who opens a round was not asked to."""

    left_out = False

    def asks(self, dealer: Dealer, player: Player, options: Options, events: Sequence[Event]) -> Sequence[Event]:
        """The prompt of a round's first action is left out."""
        if dealer.state.round.actions or dealer.rng.random() < 0.5:
            return events
        self.left_out = True
        return [event for event in events if not isinstance(event, Prompted)]

    def acts(self, dealer: Dealer, player: Player, options: Options) -> Event | None:
        """It shows with the action."""
        return dealer.mark(dealer.choice(player, options)) if self.left_out else None


class AheadInTurn(Saboteur, code="U902", needs=lambda r: r.preaction_allowed is not None, dialects=NEUTRAL):
    """A bet-ahead button is used in turn, or what was chosen fires although the bet has changed."""

    chosen: tuple[int, int] | None = None
    """The seat that chose to call ahead, and the level that it saw."""

    def rulings(self, dealer: Dealer) -> tuple[str, ...]:
        """The one for when they may be used, the other for what they do then."""
        return ("preaction_stale",) if self.chosen else ("preaction_allowed",)

    def asks(self, dealer: Dealer, player: Player, options: Options, events: Sequence[Event]) -> Sequence[Event]:
        """After the prompt they choose as if it were not their turn."""
        prompted = any(isinstance(event, Prompted) for event in events)
        if self.chosen or not prompted or dealer.rng.random() < 0.97:
            return events
        return [*events, dealer.mark(PreactionSet(player.seat, "fold"))]

    def after(self, dealer: Dealer, player: Player) -> Sequence[Event]:
        """Another chooses ahead to call."""
        state = dealer.state
        others = [p for p in state.owing() if p is not dealer.turn() and p.street_put < state.round.to_match]
        if self.chosen or not others or dealer.rng.random() < 0.5:
            return ()
        seat = dealer.rng.choice(others).seat
        self.chosen = seat, state.round.to_match
        return (PreactionSet(seat, "call"),)

    def acts(self, dealer: Dealer, player: Player, options: Options) -> Event | None:
        """What was chosen fires after a raise; without one it fires as it should."""
        if self.chosen is None or self.chosen[0] != player.seat or not options.call:
            return None
        level = dealer.state.round.to_match
        due = options.call
        call = Called(player.seat, due, player.street_put + due, due == player.behind, source="preaction")
        if level == self.chosen[1]:
            self.chosen = None
            return call
        return dealer.mark(call)


class WrongButtons(
    Saboteur,
    code="U903",
    needs=lambda r: r.buttons_in_turn is not None or r.fourth_double_trigger == "open_pair",
    dialects=NEUTRAL,
):
    """Buttons offered in turn that the house does not have, or an option of the house's without its button."""

    def rulings(self, dealer: Dealer) -> tuple[str, ...]:
        """The house's buttons, or its double bet."""
        return ("buttons_in_turn",) if dealer.rules.buttons_in_turn else ("fourth_double_trigger",)

    def asks(self, dealer: Dealer, player: Player, options: Options, events: Sequence[Event]) -> Sequence[Event]:
        """A button to bet beside that to raise; or none of them for a player who may bet high."""
        if dealer.rng.random() < 0.5:
            return events
        if dealer.rules.buttons_in_turn:
            return [self._one_more(dealer, event) for event in events]
        high = dealer.header.big or 0
        if dealer.street != 4 or high not in options.bets or (player.behind or 0) <= high:
            return events
        return [*events, dealer.mark(ButtonsOffered(player.seat, ("fold", "check")))]

    def _one_more(self, dealer: Dealer, event: Event) -> Event:
        if not isinstance(event, ButtonsOffered) or "raise" not in event.buttons:
            return event
        return dealer.mark(replace(event, buttons=(*event.buttons, "bet")))


class NoCheckRaise(Saboteur, code="U904", settings=("check_raise",), needs=lambda r: r.check_raise, dialects=NEUTRAL):
    """A player who has checked is not offered a raise."""

    def asks(self, dealer: Dealer, player: Player, options: Options, events: Sequence[Event]) -> Sequence[Event]:
        """To call or fold is all that they are offered."""
        state = dealer.state
        before = dealer.events[player.last_action - 1] if player.last_action else None
        if not isinstance(before, Checked) or not options.call or not options.raises or pair_showing(state):
            return events
        own = dealer.rules.buttons_in_turn or ("fold", "call")
        offered = ButtonsOffered(player.seat, tuple([button for button in own if button not in ("bet", "raise")]))
        return [*[event for event in events if not isinstance(event, ButtonsOffered)], dealer.mark(offered)]
