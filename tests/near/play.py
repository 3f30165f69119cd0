"""Near misses of antes, deal, bring-in, turn, and betting."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from near.base import CANCELLED, EXPOSED, any_of, events_of, near
from near.tables import between_bets, broke_pair, nearly_broke, round_stacks, short
from stud_audit.game.boards import board_key, has_open_pair
from stud_audit.model.cards import ACE
from stud_audit.model.events import (
    Action,
    AntePosted,
    Bet,
    BroughtIn,
    Called,
    CardBurned,
    CardDealt,
    Checked,
    CommunityDealt,
    Folded,
    Raised,
    Shown,
    StateSaid,
    Wager,
)
from stud_audit.simulate.dealer import Dealer
from stud_audit.simulate.tables import full, one_rich


def unit(dealer: Dealer, street: int) -> int:
    """The lower bet of a street."""
    header = dealer.header
    return (header.small if street < 5 else header.big) or 0


def short_bet(dealer: Dealer) -> bool:
    """Somebody bets their last chips, fewer than a bet."""
    return any(bet.all_in and bet.to < unit(dealer, bet.street) for bet in events_of(dealer, Bet))


def short_raise(dealer: Dealer) -> bool:
    """Somebody raises by their last chips, fewer than a raise."""
    raises = events_of(dealer, Raised)
    return any(event.all_in and (event.by or 0) < unit(dealer, event.street) for event in raises)


def short_call(dealer: Dealer) -> bool:
    """Somebody calls with their last chips, fewer than are due."""
    players = dealer.state.players
    return len(dealer.contests) > 1 and any(call.all_in and not players[call.seat].folded for call in calls(dealer))


def calls(dealer: Dealer) -> list[Called]:
    """All calls."""
    return events_of(dealer, Called)


def check_raise(dealer: Dealer) -> bool:
    """A player raises who had checked in the same round."""
    checked = {(event.street, event.seat) for event in events_of(dealer, Checked)}
    return any((event.street, event.seat) in checked for event in events_of(dealer, Raised))


def doors(dealer: Dealer) -> dict[int, int]:
    """Seat to door card."""
    deals = [e for e in events_of(dealer, CardDealt) if e.street == 3 and e.facing == "up"]
    return {event.seat: event.cards[0] for event in deals}


def tied_doors(dealer: Dealer) -> bool:
    """Two door cards have the rank that brings in."""
    low = dealer.game.low_opens
    ranks = [-1 if low and card >> 2 == ACE else card >> 2 for card in doors(dealer).values()]
    return ranks.count((max if low else min)(ranks)) > 1


def passed_on(dealer: Dealer) -> bool:
    """The low card is all-in with their ante, and another opens."""
    all_in = {ante.seat for ante in events_of(dealer, AntePosted) if ante.all_in}
    low = dealer.game.low_opens
    place = {seat: (-1 if low and card >> 2 == ACE else card >> 2, card & 3) for seat, card in doors(dealer).items()}
    forced = (max if low else min)(place, key=lambda seat: place[seat])
    return forced in all_in and bool(events_of(dealer, BroughtIn))


def tied_boards(dealer: Dealer) -> bool:
    """Two boards could open a round."""
    low = dealer.game.low_opens
    up: dict[int, list[int]] = {}
    for street in (3, 4, 5, 6):
        dealt = [e for e in events_of(dealer, CardDealt) if e.street == street and e.facing == "up"]
        for event in dealt:
            up.setdefault(event.seat, []).extend(event.cards)
        keys = [board_key(tuple(up[event.seat]), low) for event in dealt]
        if street > 3 and len(keys) > 1 and keys.count((min if low else max)(keys)) > 1:
            return True
    return False


def passed_over(dealer: Dealer) -> bool:
    """A player who is all-in is passed over in later rounds, in which others bet."""
    for player in dealer.state.players.values():
        street = player.all_in_street
        if player.all_in and not player.folded and street:
            return any(isinstance(e, Bet) and e.street > max(street, 3) for e in dealer.events)
    return False


def dealt_all_in(dealer: Dealer) -> bool:
    """A player who is all-in gets further cards."""
    players = dealer.state.players.values()
    return any(p.all_in and 0 < p.all_in_street < 6 and not p.folded for p in players)


def stub_just_enough(dealer: Dealer) -> bool:
    """The seventh cards are the last of the deck, or nearly."""
    return dealer.state.street == 7 and not dealer.state.community and len(dealer.deck) <= 2


def high_with_pair(dealer: Dealer) -> bool:
    """The higher limit is bet on fourth street, with a pair showing."""
    big = dealer.header.big
    return any(bet.street == 4 and bet.to == big for bet in events_of(dealer, Bet))


def high_after_high(dealer: Dealer) -> bool:
    """A raise at the higher limit follows such a bet."""
    big = dealer.header.big
    return high_with_pair(dealer) and any(r.street == 4 and r.by == big for r in events_of(dealer, Raised))


def pair_in_another_game(dealer: Dealer) -> bool:
    """A pair shows on fourth street, and the bet is the lower limit."""
    players = dealer.state.players.values()
    paired = any(has_open_pair(p.up[:2]) for p in players)
    return paired and any(bet.street == 4 and bet.to == dealer.header.small for bet in events_of(dealer, Bet))


def exact_stack(dealer: Dealer) -> bool:
    """A player's last chip goes in with a full wager."""
    return any(w.all_in and w.to % max(dealer.header.small or 1, 1) == 0 for w in events_of(dealer, Wager))


def alone_with_chips(dealer: Dealer) -> bool:
    """One player alone has chips, and brings nothing in."""
    return not any(isinstance(event, Wager) for event in dealer.events)


def exposed(dealer: Dealer) -> bool:
    """A down card fell face up and is kept as the up-card: the third came down."""
    last = [e for e in events_of(dealer, CardDealt) if e.street == 3][-len(dealer.seats) :]
    return any(event.facing == "down" for event in last)


def completes_short(dealer: Dealer) -> bool:
    """A raise over an all-in of less than half a bet makes a full one of it."""
    unit = dealer.header.big or 0
    wagers = [e for e in dealer.events if isinstance(e, Bet | Raised) and e.street > 4]
    pairs = pairwise(wagers)
    return any(
        one.all_in and one.street == two.street and 2 * (one.to % unit) < unit and one.to % unit and not two.all_in
        for one, two in pairs
    )


def between_limits(dealer: Dealer) -> bool:
    """Where the higher limit may be bet on fourth street, somebody's last chips lie between the two."""
    small, big = dealer.header.small or 0, dealer.header.big or 0
    wagers = [e for e in dealer.events if isinstance(e, Bet | Raised) and e.street == 4 and e.all_in]
    return any(small < e.to < big for e in wagers if isinstance(e, Bet)) and high_allowed(dealer)


def high_allowed(dealer: Dealer) -> bool:
    """The double bet is open."""
    return any(said.state == "double-bet-allowed" for said in events_of(dealer, StateSaid))


def only_calls(dealer: Dealer) -> bool:
    """The last one with chips calls an all-in, and has chips left."""
    players = dealer.state.players
    last = calls(dealer)[-1:]
    others = [player for player in dealer.state.live() if not last or player.seat != last[0].seat]
    return bool(last) and players[last[0].seat].able and bool(others) and all(p.all_in for p in others)


def passed_twice(dealer: Dealer) -> bool:
    """The low card is all-in with the ante, who sits next folds, and another brings in."""
    actions = [e for e in dealer.events if isinstance(e, Action) and e.street == 3]
    return passed_on(dealer) and isinstance(actions[0], Folded)


def short_bring_in_called(dealer: Dealer) -> bool:
    """Two players: a call of a bring-in that is all-in for less."""
    opened = events_of(dealer, BroughtIn)
    called = [call for call in calls(dealer) if call.street == 3]
    return bool(opened and called) and opened[0].all_in and opened[0].to < (dealer.header.bring_in or 0)


def best_all_in(dealer: Dealer) -> bool:
    """The best board of a later street is all-in, and two others go on."""
    low = dealer.game.low_opens
    for street in (4, 5, 6):
        live = [p for p in dealer.state.players.values() if not p.folded or p.folded >= street]
        keys = {p.seat: board_key(tuple(p.up[: street - 2]), low) for p in live if len(p.up) >= street - 2}
        best = (min if low else max)(keys, key=lambda seat: keys[seat]) if keys else 0
        done = [p.seat for p in live if p.all_in and p.all_in_street < street]
        if best in done and any(isinstance(e, Bet | Checked) and e.street == street for e in dealer.events):
            return True
    return False


def called_off(dealer: Dealer) -> bool:
    """The hand is cancelled."""
    return dealer.cancelled


NEAR: Final = (
    near("A201", any_of(AntePosted, lambda ante: ante.all_in), nearly_broke),
    near("A202", lambda d: any(a.amount < (d.header.ante or 0) for a in events_of(d, AntePosted)), nearly_broke),
    near("A203", any_of(AntePosted, lambda ante: ante.all_in), nearly_broke),
    near("B301", tied_doors),
    near("B302", any_of(BroughtIn, lambda event: event.all_in), nearly_broke),
    near("B303", passed_on, nearly_broke),
    near("B304", alone_with_chips, one_rich),
    near("D101", lambda d: len(d.seats) == 8, full),
    near("D102", any_of(CommunityDealt), full, looseness=0.99),
    near("D103", any_of(CommunityDealt), full, looseness=0.99),
    near("D104", lambda d: bool(d.state.community) and len(events_of(d, Shown)) > 1, full, looseness=0.99),
    near("D105", lambda d: d.state.street > 4 and len(d.state.live()) < len(d.seats)),
    near("D106", lambda d: len(events_of(d, CardBurned)) > 2),
    near("D107", stub_just_enough, full, looseness=0.97),
    near("D108", any_of(CommunityDealt), full, looseness=0.99),
    near("D109", passed_over, short, looseness=0.9),
    near("D111", dealt_all_in, short, looseness=0.9),
    near("T401", tied_boards),
    near("T402", passed_over, short, looseness=0.9),
    near("W501", short_bet, short, looseness=0.8),
    near("W502", short_raise, short, looseness=0.8),
    near("W503", short_call, short, looseness=0.9),
    near("W504", lambda d: any(e.street == 5 for e in events_of(d, Checked)) and d.state.street == 7),
    near("W505", check_raise, looseness=0.8),
    near("W506", any_of(StateSaid, lambda said: said.state == "capped"), looseness=0.8),
    near("W507", high_with_pair, games=("stud",)),
    near("W508", high_after_high, full, games=("stud",), looseness=0.8),
    near("W509", exact_stack, round_stacks, looseness=0.9),
    near("W510", any_of(Wager, lambda wager: wager.all_in), short, looseness=0.9),
    near("W511", short_raise, short, looseness=0.9),
    near("W512", pair_in_another_game, games=("stud8", "razz")),
    near("B301", exposed, **EXPOSED, looseness=0.3),
    near("B303", passed_twice, nearly_broke),
    near("D103", exposed, **EXPOSED),
    near("D105", exposed, **EXPOSED),
    near("T401", best_all_in, short, looseness=0.9),
    near("W501", between_limits, between_bets, games=("stud",), looseness=0.9),
    near("W502", completes_short, short, looseness=0.9),
    near("W503", short_bring_in_called, broke_pair),
    near("W505", only_calls, short, looseness=0.9),
    near("P604", called_off, **CANCELLED),
    near("R003", called_off, **CANCELLED),
    near("X802", called_off, **CANCELLED),
    near("X803", called_off, **CANCELLED),
)
