"""The betting of a clean hand: what each action puts in on the game's own table, and the situation it is taken in."""

from __future__ import annotations

from collections.abc import Hashable
from datetime import datetime
from typing import Any, cast

from stud_audit.game.betting import pair_showing
from stud_audit.game.table import Player, Table
from stud_audit.model.events import Wager
from stud_audit.model.rows import BET, BROUGHT_IN, CALLED, CHECKED, FOLDED, Row, event_of
from stud_audit.pipeline.situations import NotClean, Situation, Stakes, Terms


class CleanBetting:
    """The betting at a table, and `NotClean` where that is not clean.

    `opener` is the seat that the software says opens, `prompted` tells whether anybody was prompted, and `unprompted`
    whether one who opened was not, where the house asks for it.
    """

    def __init__(self, table: Table, terms: Terms, stakes: Stakes) -> None:
        self.table, self.terms, self.house = table, terms, terms.house
        self._amounts, self._limits, self._stakes = stakes.amounts, stakes.limits, stakes.all
        self._most = stakes.most
        self.opener: int | None = None
        self.prompted = self.unprompted = False
        self._prompts: dict[int, datetime | None] = {}
        self._checked: set[int] = set()
        self._ladder: Situation = ()
        """The wagers of the round."""

    def next_street(self) -> None:
        """Nobody has acted on the new street yet."""
        self._ladder = ()
        if self._checked or self._prompts:
            self._checked.clear()
            self._prompts.clear()

    def act(self, event: Row, kind: int, player: Player, opening: bool) -> Situation:
        """A player acts, whose turn it is."""
        if kind == FOLDED:
            return self._fold(event, player, opening)
        if kind == CHECKED:
            return self._check(event, player, opening)
        if kind == CALLED:
            return self._call(event, player, opening)
        return self._wager(event, player, opening)

    def _fold(self, event: Row, player: Player, opening: bool) -> Situation:
        table = self.table
        street = table.street
        if opening and street == 3:
            raise NotClean
        table.give_up(table.acts(player))
        return ("fold", street, opening, self._asked(event, opening))

    def _check(self, event: Row, player: Player, opening: bool) -> Situation:
        table = self.table
        if player.street_put != table.round.to_match or (opening and table.street == 3):
            raise NotClean
        table.acts(player)
        self._checked.add(player.seat)
        return ("check", table.street, opening, self._asked(event, opening))

    def _call(self, event: Row, player: Player, opening: bool) -> Situation:
        table = self.table
        due, behind, added = table.round.to_match - player.street_put, player.behind or 0, event.amount
        if opening or due <= 0 or added > behind or event.all_in != (added == behind):
            raise NotClean
        if event.to != player.street_put + added:
            raise NotClean
        short: tuple[Hashable, ...] = ()
        if table.short_bring_in():
            level = table.round.to_match
            no_more = all(o.all_in and o.street_put <= level for o in table.live() if o is not player)
            short = (self._stakes, due, added, player.street_put, min(behind, self._most), no_more)
        elif added != min(due, behind):
            raise NotClean
        table.match(table.acts(player), added, event.all_in)
        self._checked.discard(player.seat)
        return ("call", table.street, event.all_in, added < due, short, self._asked(event, False))

    def _wager(self, event: Row, player: Player, opening: bool) -> Situation:
        table, behind, kind = self.table, player.behind or 0, event.kind
        round_, street = table.round, table.street
        level = round_.to_match
        if kind == BROUGHT_IN:
            if not opening or street != 3:
                raise NotClean
        elif (kind == BET) != (level == 0) or (event.by is not None and event.by != event.to - level):
            raise NotClean
        added, to, put = event.amount, event.to, player.street_put
        if added > behind or event.all_in != (added == behind) or to != put + added or to <= level:
            raise NotClean
        if not table.opposed(player, behind=False):
            raise NotClean
        amounts = self._amounts.scaled(level, to)
        situation = (
            kind, street, event.all_in, round_.wagers_until(player.last_action) if player.times else -1,
            self._heads_up(), self._pairs(player) if street == 4 else (), opening,
            self._stakes if street == 3 and opening else self._limits, amounts, self._ladder,
            event.by is None, self._asked(event, opening),
        )  # fmt: skip
        made = table.wager(cast(Wager, event_of(event)))
        heads_up = made is not None and made.heads_up and self.terms.wagered_heads_up
        self._ladder = (*self._ladder, kind, amounts, event.all_in, heads_up)
        self._checked.discard(player.seat)
        return situation

    def _heads_up(self) -> bool:
        """Whether the round began between two players, where the house asks."""
        return self.terms.started_heads_up and self.table.round.heads_up_at_start

    def _pairs(self, player: Player) -> tuple[Hashable, ...]:
        """On fourth street who shows an open pair: how many, whether the player does, and whether all of them acted."""
        holders = pair_showing(self.table)
        return (len(holders), player in holders, all(holder.times for holder in holders)) if holders else ()

    def _asked(self, event: Row, opening: bool) -> tuple[Hashable, ...]:
        """How the player was prompted, as far as houses have rules on it."""
        if not self.terms.asks and event.source is None:
            return ()
        prompts, rules = self._prompts, self.house.rules
        seat = event.seat
        prompted = seat in prompts
        if opening and rules.prompt_opener and not prompted:
            self.unprompted = True
        asked, at = prompts.pop(seat, None), event.at
        told = (event.source, opening and prompted)
        if rules.clock_seconds is None or asked is None or at is None:
            return told
        taken = (at.replace(tzinfo=None) - asked.replace(tzinfo=None)).total_seconds()
        if self.terms.seconds is None or taken > self.terms.seconds:
            raise NotClean
        return (*told, "timed")

    # --- what the software shows and says --------------------------------------------------------

    def prompt(self, event: Row) -> Situation:
        """A player is prompted."""
        self._prompts[event.seat] = event.at
        self.prompted = True
        return ("prompt", event.street)

    def offer(self, event: Any) -> Situation:
        """A player is shown buttons."""
        table = self.table
        player = table.players.get(event.seat)
        if player is None:
            raise NotClean
        round_ = table.round
        behind = player.behind or 0
        deep = player.street_put + behind > round_.to_match + self._most
        return (
            "offer", event.buttons, table.street, self._limits, self._pairs(player), player.seat in self._checked,
            round_.wagers_until(player.last_action) if player.times else -1, player.acted, self._heads_up(),
            self._amounts.scaled(round_.to_match, player.street_put, 0 if deep else behind), deep, self._ladder,
            table.opposed(player, behind=False),
        )  # fmt: skip

    def state(self, word: str, seat: int | None) -> Situation:
        """The software says who opens, that the betting is capped, or that there is an open pair."""
        table = self.table
        round_ = table.round
        if word in ("opens", "low", "high"):
            if seat is None or round_.actions or self.opener is not None:
                raise NotClean
            self.opener = seat
            return ("opens", word, table.street, self._limits)
        if word == "double-bet-allowed" and round_.actions:
            raise NotClean
        return (
            "state", word, table.street, self._limits, bool(pair_showing(table)), self._heads_up(),
            self._amounts.scaled(round_.to_match), self._ladder,
        )  # fmt: skip
