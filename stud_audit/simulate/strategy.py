"""How simulated players act: plausible enough to reach every part of the rules, and no better."""

from __future__ import annotations

from random import Random

from stud_audit.game.options import Options
from stud_audit.game.table import Player

Choice = tuple[str, int]
"""fold, check, call, bring-in, bet, or raise, and its amount (a street total; for a call the chips added)."""


def mood(rng: Random) -> float:
    """How loose a hand is played, 0 to 1: loose hands go to the showdown with many players."""
    return rng.choices((0.25, 0.55, 0.8, 0.97), (3, 4, 2, 1))[0]


def choose(options: Options, player: Player, looseness: float, rng: Random) -> Choice:
    """One of the legal options, by chance, by the cards, and by the mood of the hand."""
    if options.bring_in or (options.bets and not options.check):
        if options.fold and rng.random() < 0.4:
            return "fold", 0
        if options.bets and (not options.bring_in or rng.random() < 0.12):
            return "bet", options.bets[0]
        return "bring-in", options.bring_in[0]
    strength = _strength(player)
    aggressive = 0.06 + 0.5 * strength * (1.2 - looseness)
    if options.raises and rng.random() < aggressive:
        return "raise", rng.choice(options.raises)
    if options.bets and rng.random() < aggressive + 0.1:
        return "bet", rng.choice(options.bets)
    if options.check:
        return "check", 0
    stays = looseness + (1 - looseness) * strength
    return ("call", options.call) if rng.random() < stays else ("fold", 0)


def _strength(player: Player) -> float:
    """0 to 1 by pairs alone: enough to let better hands stay longer."""
    ranks = [card >> 2 for card in player.cards if card >= 0]
    paired = len(ranks) - len(set(ranks))
    return min(0.15 + 0.3 * paired, 1.0)
