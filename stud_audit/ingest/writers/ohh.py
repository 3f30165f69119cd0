"""Writes hands as Open Hand History JSON (version 1.4.6 of its specification), as far as that can say stud.

What it cannot say:

- razz: it has no name for the game, and such a hand cannot be written (`CannotWrite`);
- fifth and sixth street: its streets have the names of hold'em, of which there are four. Third street is written as
  Preflop, fourth as Flop, fifth and sixth both as Turn, seventh as River; the rounds are numbered in their order;
- which way a card faces, and cards that are not known; the community card is a card of the board;
- the bring-in: it is written as an extra blind, a completion as a raise, and so is an opening bet on third street,
  where the format knows no bets; the lower and the higher bet stand where the blinds do;
- of which pot the rake was taken (it is written at the first, and nowhere where it is not known);
- what is in `unsaid`.
"""

from __future__ import annotations

import json
from typing import Any, Final

from stud_audit.ingest.writers import CannotWrite, in_utc, refuse_unfit
from stud_audit.model import events as e
from stud_audit.model.cards import Cards, card_text
from stud_audit.model.gaps import AWARDS, RAKE
from stud_audit.model.hand import Hand
from stud_audit.model.money import amount_text
from stud_audit.model.version import __version__

_SPECIFICATION: Final = "1.4.6"
_GAMES: Final = {"stud": "Stud", "stud8": "StudHiLo"}
_STREETS: Final = {3: "Preflop", 4: "Flop", 5: "Turn", 6: "Turn", 7: "River"}
_PLAY_CHIPS: Final = "PPC"
_WAGERS: Final[dict[type[e.Event], str]] = {
    e.BroughtIn: "Post Extra Blind", e.Called: "Call", e.Bet: "Bet", e.Completed: "Raise", e.Raised: "Raise",
}  # fmt: skip


def write_hand(hand: Hand) -> str:
    """One hand as a JSON document of one line, with its line end. `CannotWrite` where the format cannot say it."""
    return json.dumps({"ohh": _Writer(hand).document()}) + "\n"


class _Writer:
    def __init__(self, hand: Hand) -> None:
        refuse_unfit(hand, _GAMES)
        self.hand, self.header = hand, hand.header
        self.rounds: list[dict[str, Any]] = []
        self.streets: dict[int, dict[str, Any]] = {}
        self.pots: dict[str, list[e.PotAwarded]] = {}

    def document(self) -> dict[str, Any]:
        """The hand as the specification names its parts."""
        for event in self.hand.events:
            self._take(event)
        header = self.header
        start = in_utc(header.played_at, header.played_zone)
        document: dict[str, Any] = {
            "spec_version": _SPECIFICATION,
            "site_name": self.hand.dialect,
            "network_name": self.hand.dialect,
            "internal_version": __version__,
            "tournament": header.tournament is not None,
            "game_number": header.hand_id,
            "start_date_utc": None if start is None else start.isoformat(timespec="seconds") + "Z",
            "table_name": header.table or "",
            "game_type": _GAMES[header.game],
            "bet_limit": {"bet_type": "FL", "bet_cap": 0},
            "table_size": header.max_seats or 8,
            "currency": _PLAY_CHIPS if header.currency == "chips" else header.currency,
            "dealer_seat": header.button,
            "small_blind_amount": self._number(header.small or 0),
            "big_blind_amount": self._number(header.big or 0),
            "ante_amount": self._number(header.ante or 0),
            "flags": [],
            "players": [self._player(event) for event in self.hand.events if isinstance(event, e.SeatTaken)],
            "rounds": self.rounds,
            "pots": self._pots(),
        }
        if header.tournament is not None:
            document["tournament_info"] = {"tournament_number": header.tournament}
        return {key: value for key, value in document.items() if value is not None}

    def _number(self, units: int) -> int | float:
        """An amount as a number of JSON, whole where it is whole; fifteen digits are exact."""
        text = amount_text(units, self.header.decimals)
        return float(text) if "." in text else int(text)

    def _player(self, event: e.SeatTaken) -> dict[str, Any]:
        if event.stack is None:
            raise CannotWrite(f"the stack of seat {event.seat} is not on record")
        player = {"id": event.seat, "seat": event.seat, "name": event.player}
        player |= {"starting_stack": self._number(event.stack)}
        return player | ({"is_sitting_out": True} if event.sitting_out else {})

    def _round(self, street: int) -> dict[str, Any]:
        """The round of a street, 0 for the showdown. What comes before the deal belongs to the first."""
        if street not in self.streets:
            part = {"id": len(self.rounds), "street": _STREETS.get(street, "Showdown"), "cards": [], "actions": []}
            self.streets[street] = part
            self.rounds.append(part)
        return self.streets[street]

    def _act(self, part: dict[str, Any], seat: int, action: str, **more: Any) -> None:
        actions = part["actions"]
        actions.append({"action_number": len(actions), "player_id": seat, "action": action, **more})

    def _take(self, event: e.Event) -> None:
        match event:
            case e.AntePosted():
                self._put(3, event.seat, "Post Ante", event.amount, event.all_in)
            case e.CardDealt():
                cards = _known(event.cards)
                if cards:
                    self._act(self._round(event.street), event.seat, "Dealt Cards", cards=cards)
            case e.CommunityDealt(reprint=False):
                self._round(event.street)["cards"] += _known(event.cards)
            case e.Folded():
                self._act(self._round(event.street), event.seat, "Fold")
            case e.Checked():
                self._act(self._round(event.street), event.seat, "Check")
            case e.Wager():
                word = _WAGERS[type(event)]
                word = "Raise" if word == "Bet" and event.street == 3 else word
                self._put(event.street, event.seat, word, event.added, event.all_in)
            case e.Shown():
                self._act(self._round(event.street), event.seat, "Shows Cards", cards=_known(event.cards))
            case e.Mucked():
                cards = _known(event.cards)
                self._act(self._round(event.street), event.seat, "Mucks Cards", **({"cards": cards} if cards else {}))
            case e.BoughtIn(kind="top-up" | "rebuy"):
                self._act(self._round(event.street or 3), event.seat, "Added Chips", amount=self._number(event.amount))
            case e.PotAwarded():
                self.pots.setdefault(event.pot or "main", []).append(event)

    def _put(self, street: int, seat: int, action: str, added: int, all_in: bool) -> None:
        """An action with the chips that it puts in (so the specification: not the total that is raised to)."""
        amount = self._number(added)
        self._act(self._round(street), seat, action, amount=amount, is_allin=all_in)

    def _pots(self) -> list[dict[str, Any]]:
        if AWARDS in self.hand.missing:
            return []
        rake = sum(event.amount for event in self.hand.events if isinstance(event, e.RakeTaken))
        found = []
        # The main pot comes first, whichever is paid first.
        for number, (_, awards) in enumerate(sorted(self.pots.items(), key=lambda pot: (len(pot[0]), pot[0]))):
            won = sum(award.amount for award in awards)
            taken = rake if not number else 0
            wins = [{"player_id": award.seat, "win_amount": self._number(award.amount)} for award in awards]
            known_rake = {} if RAKE in self.hand.missing else {"rake": self._number(taken)}
            found.append({"number": number, "amount": self._number(won + taken), **known_rake, "player_wins": wins})
        return found


def _known(cards: Cards) -> list[str]:
    return [card_text(card) for card in cards if card >= 0]
