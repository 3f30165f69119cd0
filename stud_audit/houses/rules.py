"""One complete reading of a house: every setting that a check or the engine may ask for.

The fields are the settings of a house file with the dots written as underscores (`bring_in.mode` is
`bring_in_mode`). The defaults here only stand in where no house and no fallback rules a setting:
they are the values that claim least (an empty table, no clock, no schedule). What a house says, and
what it is silent on, is in its `Ruling`s.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Literal

from stud_audit.model.hand import Structure

Kind = Literal["cash", "chips", "any"]
"""Which tables a published amount is for: money, tournament and play chips, or both."""


Muck = Literal["cards_speak", "dead"]
"""What a hand is worth that was mucked at the showdown."""


@dataclass(frozen=True, slots=True)
class StakeTable:
    """Amounts that a house publishes by stake; rows are (kind, small bet, big bet, amount)."""

    rows: tuple[tuple[Kind, Decimal, Decimal, Decimal], ...] = ()

    def at(self, kind: Kind, small: Decimal, big: Decimal) -> Decimal | None:
        """The amount published for this stake, or None."""
        for row_kind, row_small, row_big, amount in self.rows:
            if row_small == small and row_big == big and row_kind in (kind, "any"):
                return amount
        return None

    def __iter__(self) -> Iterator[tuple[Kind, Decimal, Decimal, Decimal]]:
        return iter(self.rows)

    def __bool__(self) -> bool:
        return bool(self.rows)


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """Flat, typed settings. Compared by identity: two readings are two objects, and cheap cache keys.

    Where a setting may be `unruled`, the house does not choose.
    """

    # --- the table ---
    seats_max: int = 8
    structure: tuple[Structure, ...] = ("fixed", "spread", "pot", "no")
    street_limits: tuple[Literal["s", "b", "unruled"], ...] = ("s", "s", "b", "b", "b")
    """The unit of third to seventh street: the small or the big bet, or `unruled`."""
    suit_order: str = "cdhs"
    """Lowest to highest."""
    spread_raise_min: Literal["last_raise", "table_min"] = "last_raise"

    # --- antes ---
    ante_table: StakeTable = StakeTable()
    ante_ratio: Fraction | None = None
    """Ante as a share of the small bet, for stakes that the table does not list."""
    ante_strict: bool = True
    """Whether a stake's ante binds, or is only what is usual."""
    ante_short_allowed: bool = True
    """Whether a player with less than the ante plays for what they have."""
    ante_before_deal: bool = True
    ante_schedule: Literal["free", "not_decreasing", "increasing"] = "free"
    """Across tables: how antes must follow the small bet."""
    ante_consent: bool = False
    """Whether the player may switch automatic posting off."""

    # --- the bring-in ---
    bring_in_mode: Literal["half_small", "half_or_full", "table"] = "table"
    bring_in_table: StakeTable = StakeTable()
    bring_in_may_open_full: bool = True
    bring_in_any_between: Literal["never", "spread", "always"] = "never"
    """Any amount between the minimum and the full bet: nowhere, in spread limit only, everywhere."""
    bring_in_rounding: Literal["floor", "ceil", "nearest", "exact"] = "floor"
    """What half the small bet is where the chips cannot pay it; `exact`: no amount is right then."""
    bring_in_card: Literal["low", "high", "unruled"] = "low"
    bring_in_ace: Literal["high", "low"] = "high"
    bring_in_tie: Literal["suit", "deal_order", "any"] = "suit"
    """Door cards of equal rank."""
    bring_in_forced: bool = True
    bring_in_short_due: Literal["full", "posted"] = "full"
    """What the next player owes after a bring-in that was all-in for less."""
    bring_in_unopposed: Literal["none", "posted"] = "none"
    """Whether a bring-in is owed where no opponent can bet."""

    # --- completion and cap ---
    completion_counts_as_raise: bool = False
    completion_next_raise_base: Literal["full_bet", "bring_in_plus_full", "bring_in_if_short"] = "full_bet"
    """What the raise after a completion adds to. `bring_in_if_short`: the bring-in, where completing it added less
    than half a bet (the same goes for an all-in of less)."""
    cap_raises: int | None = None
    """Raises after the bet; None: no cap."""
    cap_bring_in_counts_as_bet: bool = False
    cap_heads_up: Literal["never_uncapped", "round_started_heads_up", "heads_up_before_cap"] = "never_uncapped"

    # --- who opens fourth to seventh street ---
    opener_rule: Literal["high_board", "low_board", "unruled"] = "high_board"
    opener_tie: Literal["left_of_dealer", "first_dealt", "high_card_by_suit", "unruled"] = "first_dealt"
    opener_tie_rounds: Literal["all", "second_only"] = "all"
    """`second_only`: the tie rule is stated for fourth street; later any of the tied players may open."""
    opener_suit_card: Literal["highest_rank", "group_first"] = "highest_rank"
    """Whose suit decides: that of the highest card, or of the pair (trips) before its kickers."""
    opener_partial_straights: bool = False
    opener_all_in_best: Literal["next_best", "next_left"] = "next_best"
    """Who opens where the best board is all-in: the best of those who can bet, or the next of them to its left."""

    # --- fourth street ---
    fourth_double_games: tuple[Literal["stud", "stud8", "razz", "unruled"], ...] = ("stud",)
    fourth_double_structures: tuple[Structure, ...] = ("fixed",)
    fourth_double_trigger: Literal["open_pair", "always", "never"] = "never"
    fourth_double_raise_trigger: Literal["same", "open_pair", "always", "never"] = "same"
    """The same for a raise to the higher limit; `same`: as for an opening bet."""
    fourth_double_mode: Literal["option", "mandatory"] = "option"
    fourth_double_who_open: Literal["any", "pair_holder"] = "any"
    fourth_double_who_raise: Literal["any", "pair_holder", "nobody"] = "any"
    fourth_double_if_holder_checks: Literal["others_may", "others_may_not"] = "others_may"
    fourth_double_amount: Literal["big", "twice_small"] = "big"
    """The higher limit, or twice the lower: the same at stakes of 1:2."""
    fourth_no_mix_down: bool = True
    fourth_high_raise_means: Literal["add_high", "to_high"] = "add_high"

    # --- all-ins ---
    allin_reopen_threshold: Fraction = Fraction(1, 2)
    """Share of a full bet or raise from which a short all-in counts as one; 0: any."""
    allin_low_card: Literal["next_left", "next_lowest", "nobody"] = "next_left"
    """Who brings in where the low card is all-in on the ante; `nobody`: action starts without one."""
    allin_half_of: Literal["total", "increase", "whole"] = "total"
    """What the share is of: the whole bet or raise; on third street before a completion what the bring-in lacks;
    `whole`: nothing less than a full bet counts as one."""
    allin_short_bet_next: Literal["complete_to_full", "add_full"] = "complete_to_full"
    allin_counts_toward_cap: Literal["if_reopens", "always", "never"] = "if_reopens"
    side_pots: Literal["by_contribution", "unruled"] = "by_contribution"

    # --- the deal ---
    deal_order: Literal["left_of_dealer", "seat1", "unruled"] = "left_of_dealer"
    burn_per_street: int = 0
    community_trigger: Literal["stub_short", "all_eight", "never", "unruled"] = "stub_short"
    community_use_burns_first: bool = False
    community_reserve_last: bool = False
    """Whether the last card of the deck is never dealt."""
    community_opener: Literal["same_as_sixth", "recompute"] = "same_as_sixth"

    # --- the showdown ---
    showdown_muck: Muck = "cards_speak"
    """A hand mucked at the showdown: it wins if it is the best, or it is dead and the hands shown win."""
    odd_chip_method: Literal["left_of_button", "left_seat", "high_suit", "unruled"] = "left_of_button"
    """`left_of_button`: the first tied winner clockwise; `left_seat`: only the seat next to the
    dealer is named, and where it is no tied winner any tied winner may have it."""
    odd_chip_cards: Literal[5, 7] | None = None
    """How many cards are compared for `high_suit`."""
    odd_chip_spread: Literal["single", "one_each"] = "one_each"
    """The whole remainder to one player, or at most one chip to each."""
    pots_smallest_chip: Decimal | None = None
    """The chip in which pots are paid out, where the table's header names none; None: the currency's smallest unit."""

    # --- what differs in razz and in hi-lo ---
    razz_bring_in_card: Literal["low", "high", "unruled"] = "high"
    razz_bring_in_tie: Literal["suit", "deal_order", "unruled"] = "suit"
    razz_ace: Literal["low", "high"] = "low"
    razz_opener_rule: Literal["high_board", "low_board", "unruled"] = "low_board"
    razz_opener_tie: Literal["left_of_dealer", "first_dealt", "high_card_by_suit", "unruled"] = "first_dealt"
    razz_odd_chip: Literal["left_of_button", "low_suit", "high_suit", "unruled"] = "low_suit"
    stud8_low_qualifier: int | None = 8
    stud8_odd_chip: Literal["high", "low"] = "high"

    # --- the clock ---
    clock_seconds: int | None = None
    clock_runs_from: Literal["prompt", "call"] = "prompt"
    """`call`: only once somebody has called the clock on the player."""
    clock_grace_ms: int = 0
    clock_timeout_action: Literal["protected", "push_stack", "check", "check_or_fold", "fold"] | None = None
    """`check`: a check where nothing is to call, protection otherwise."""
    clock_bring_in_timeout: Literal["auto_post", "as_timeout"] = "as_timeout"
    clock_protected_may_act: bool = False

    # --- the interface ---
    prompt_opener: bool = False
    check_raise: bool = True
    preaction_allowed: tuple[Literal["fold", "check", "call", "bet", "raise"], ...] | None = None
    preaction_stale: Literal["cancel", "fire"] = "cancel"
    buttons_in_turn: tuple[Literal["fold", "check", "call", "bet", "raise"], ...] | None = None
    buttons_labels: Literal["exact", "toggle"] = "exact"
    """`toggle`: check may read call, and raise may read bet."""

    # --- across hands ---
    button_moves: Literal["next_dealt_in", "next_occupied", "frozen", "none"] = "none"
    """`frozen`: in mixed events it stays during stud."""
    hands_may_overlap: bool = False
    buyin_min_mult: Fraction | None = None
    """The minimum buy-in as a multiple of `buyin_base`."""
    buyin_base: Literal["small", "big"] = "small"
    buyin_posted: bool = False
    """Whether the minimum buy-in is the amount posted at the table."""
    buyin_table: StakeTable = StakeTable()
    """The amounts that the house posts. No log prints them: an operator adds them to their house file."""
    buyin_short_ok: bool = True
    buyin_applies_to: Literal["sit", "sit+rebuy", "all"] = "sit"
    rake_pct: Fraction | None = None
    rake_cap: Decimal | None = None
    rake_unit: Decimal | None = None
