"""Whose turn it is, why, and what they may do: in words, from the same sources as the checks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from stud_audit.explain.words import board_words, named, seats_words
from stud_audit.game.betting import capped, ladder, limits, reopened
from stud_audit.game.opening import Opening, bring_in_seats, round_openers
from stud_audit.game.options import Options, options
from stud_audit.game.spread import spread_capped, spread_of
from stud_audit.game.table import Player
from stud_audit.houses.house import House
from stud_audit.houses.rules import Rules
from stud_audit.model.cards import SUITS, card_text, cards_text
from stud_audit.model.events import BroughtIn
from stud_audit.record.replay import Replay

_SUIT_WORDS = dict(zip(SUITS, ("clubs", "diamonds", "hearts", "spades"), strict=True))


@dataclass(frozen=True, slots=True)
class Turn:
    """Whose turn it was before an action. `who` is None where that cannot be told, and `why` says it.

    `allowed` are their legal actions under the house's default reading, `limits` why they may not raise, and
    `otherwise` what other readings of the house's text allow them, where that differs.
    """

    who: str | None
    why: str
    allowed: tuple[str, ...] = ()
    limits: str | None = None
    otherwise: tuple[tuple[str, tuple[str, ...]], ...] = ()


def turn_before(replay: Replay, house: House) -> Turn | None:
    """The turn as the hand stands; None where the betting of the street is over and nobody has one."""
    state = replay.state
    opens = not state.round.actions and len(state.able()) > 1
    player = replay.turn()
    forced = False
    if opens:
        forced = state.street == 3
        find = bring_in_seats if forced else round_openers
        opening = find(state, replay.game, replay.rules)
        if len(opening.seats) != 1:
            return _open_question(replay, opening)
        why = _brings_in(replay, opening) if forced else _opens(replay, opening)
    elif player is not None:
        opening = _passed_on(replay)
        forced = opening.seats == (player.seat,)
        if forced:
            why = _brings_in(replay, opening)
        else:
            next_ = state.next_to_act()
            why = "is next clockwise" if next_ is player else "was passed over, and still has to act"
    else:
        why = ""
    if player is None:
        return None
    mine = _options(replay, player, house.rules)
    allowed = allowed_words(replay, player, mine)
    if forced and not mine.bring_in:
        allowed = ("bring in (neither the log nor the house tells for how much)", *allowed)
    return Turn(
        named(player),
        why,
        allowed,
        None if mine.raises or mine.bets or forced else _limits(replay, player, mine),
        tuple(_otherwise(replay, player, house, mine)),
    )


def _passed_on(replay: Replay) -> Opening:
    """Who has to bring in after others to whom an all-in low card had passed it folded; nobody where it is not so."""
    state = replay.state
    if state.street == 3 and not state.round.wagers:
        opening = bring_in_seats(state, replay.game, replay.rules)
        if opening.by is not None and _folded_since(replay, opening.by):
            return opening
    return Opening(())


def _folded_since(replay: Replay, low: int) -> Sequence[Player]:
    """Who folded instead of bringing in for the all-in low card, in order; nobody if one did anything else."""
    state = replay.state
    acted = [player for player in state.clockwise(low) if player.times]
    return acted if all(player.folded for player in acted) else []


def _open_question(replay: Replay, opening: Opening) -> Turn:
    what = "bring in" if replay.state.street == 3 else "open"
    if opening.missing is None and opening.seats:
        seats = seats_words(opening.seats)
        return Turn(None, f"{seats} are equal, and the house does not choose among them: either may {what}")
    if opening.missing is None:
        return Turn(None, f"nobody has to {what}: the player whose card decides is all-in")
    return Turn(None, f"who has to {what} cannot be told: the log does not show {opening.missing}")


# --- the opening -------------------------------------------------------------------------------


def _brings_in(replay: Replay, opening: Opening) -> str:
    state, rules = replay.state, replay.rules
    highest = (rules.razz_bring_in_card if replay.game.low_opens else rules.bring_in_card) == "high"
    worst = "highest" if highest else "lowest"
    decides = state.players[opening.by or opening.seats[0]]
    card = decides.up[0]
    why = f"has to bring in: {card_text(card)} is the {worst} door card"
    if opening.by is not None:
        next_ = "the next to the left" if rules.allin_low_card == "next_left" else f"the next {worst} card"
        why = (
            f"has to bring in or fold: the {worst} door card, {card_text(card)}, is that of {named(decides)}, who is "
            f"all-in; {next_} opens instead"
        )
        folded = _folded_since(replay, opening.by)
        if folded:
            why += f", and {seats_words([player.seat for player in folded])} folded"
    tied = [p for p in state.live() if p is not decides and p.up and p.up[0] >> 2 == card >> 2]
    if tied and opening.tied:
        others = ", ".join(card_text(p.up[0]) for p in tied)
        if rules.bring_in_tie == "suit":
            suit = _SUIT_WORDS[card_text(card)[1]]
            why += f" (of equal rank with {others}, and {suit} are the {'higher' if highest else 'lower'} suit)"
        else:
            why += f" (of equal rank with {others}, and nearest to the dealer's left)"
    return why


def _opens(replay: Replay, opening: Opening) -> str:
    state, rules, razz = replay.state, replay.rules, replay.game.low_opens
    player = state.players[opening.seats[0]]
    low = (rules.razz_opener_rule if razz else rules.opener_rule) == "low_board"
    best = "lowest" if low else "highest"
    why = f"opens with the {best} board, {board_words(player.up, razz)}"
    if opening.by is not None:
        passed = state.players[opening.by]
        next_ = "next to the left" if rules.opener_all_in_best == "next_left" else f"next {best}"
        why = (
            f"opens: the {best} board, {board_words(passed.up, razz)}, is that of {named(passed)}, who "
            f"can bet no more, and the {next_} is {board_words(player.up, razz)}"
        )
    tie = rules.razz_opener_tie if razz else rules.opener_tie
    if opening.tied:
        how = "by the suits of the cards" if tie == "high_card_by_suit" else "by being nearest to the dealer's left"
        why += f", from an equal board {how}"
    if state.community:
        counts = "counts" if rules.community_opener == "recompute" else "does not count"
        why += f" (the community card {cards_text(state.community)} {counts})"
    return why


# --- what is allowed ---------------------------------------------------------------------------


def allowed_words(replay: Replay, player: Player, mine: Options) -> tuple[str, ...]:
    """The options in words, with amounts: `fold`, `call 0.02`, `complete to 0.04`."""
    state, hand = replay.state, replay.hand
    ranged = hand.header.structure == "spread"

    def amounts(totals: tuple[int, ...]) -> list[str]:
        texts = [hand.money(to) + _all_in(to - player.street_put, player) for to in totals]
        return [f"between {texts[0]} and {texts[1]}"] if ranged and len(texts) == 2 else texts

    words = []
    if mine.fold:
        words.append("fold")
    if mine.check:
        words.append("check")
    if mine.call:
        enough = _winnable(replay, player)
        if enough is not None and enough < mine.call:
            words.append(f"call {hand.money(enough)}, which is all that can be won")
        words.append(f"call {hand.money(mine.call)}{_all_in(mine.call, player)}")
    if ranged and mine.bring_in:
        return (*words, *[f"bring in for {text}" for text in amounts(mine.bring_in + mine.bets)])
    words += [f"bring in for {text}" for text in amounts(mine.bring_in)]
    opens = "bet" if mine.check else "open for"
    words += [f"{opens} {text}" for text in amounts(mine.bets)]
    completes = state.street == 3 and all(isinstance(w.event, BroughtIn) for w in state.round.wagers) and not ranged
    words += [f"{'complete' if completes else 'raise'} to {text}" for text in amounts(mine.raises)]
    return tuple(words)


def _all_in(chips: int, player: Player) -> str:
    return " (all-in)" if chips and chips == player.behind else ""


def _winnable(replay: Replay, player: Player) -> int | None:
    """The most chips more that others can match on this street; None where a stack is not known."""
    most = 0
    for other in replay.state.live():
        if other is player:
            continue
        if other.able and other.behind is None:
            return None
        most = max(most, other.street_put + (other.behind or 0 if other.able else 0))
    return max(most - player.street_put, 0)


def _limits(replay: Replay, player: Player, mine: Options) -> str | None:
    """Why a player who has chips for more than a call may not bet or raise, or why it cannot be told for how much."""
    state, header = replay.state, replay.hand.header
    if player.behind is not None and player.behind <= mine.call:
        return None
    if not any(other.able and other is not player for other in state.players.values()):
        return "nobody else can bet"
    if spread_of(header) is not None:
        return "the betting is capped" if spread_capped(state.round, replay.rules) else None
    limit = limits(header)
    if limit is None:
        return f"what they may {'raise to' if mine.fold else 'bet'} cannot be told: the stakes are not known"
    if capped(state.round, ladder(state.round, limit, replay.rules), replay.rules):
        return "the betting is capped"
    if not reopened(state.round, player, limit, replay.rules):
        return "no full bet or raise has come since they acted"
    return None


def _otherwise(replay: Replay, player: Player, house: House, mine: Options) -> list[tuple[str, tuple[str, ...]]]:
    found = []
    for reading in house.readings:
        other = _options(replay, player, reading.rules)
        if other != mine:
            found.append((reading.name, allowed_words(replay, player, other)))
    return found


def _options(replay: Replay, player: Player, rules: Rules) -> Options:
    """What the rules allow the player; to whom an all-in low card passes its bring-in, folding too."""
    mine = options(replay.state, player, replay.hand.header, replay.game, rules)
    if not mine.bring_in or mine.fold:
        return mine
    passed = bring_in_seats(replay.state, replay.game, rules).by is not None
    return replace(mine, fold=True) if passed else mine
