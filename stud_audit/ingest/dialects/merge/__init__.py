"""Merge network XML (Carbon, Hero, RPM, and others): stud, stud hi-lo, and razz, 2010 to 2014."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Final
from urllib.parse import unquote

from stud_audit.ingest.dialect import Parsed
from stud_audit.ingest.dialects.merge.mapper import Mapper
from stud_audit.ingest.mapping.headers import decimals_of, structure_of
from stud_audit.ingest.mapping.tag_dialect import TagDialect
from stud_audit.model.hand import Header
from stud_audit.model.spans import Span

_GAMES: Final = {"7-stud": "stud", "7-stud h/l8": "stud8", "razz": "razz"}
# Codes of the games, limit and others, as they occur in mixed ones.
_CODES: Final[dict[int, str]] = {
    **dict.fromkeys((1, 2, 9, 23), "Holdem"),
    **dict.fromkeys((4,), "Omaha"),
    **dict.fromkeys((34, 35, 37), "Omaha H/L8"),
    **dict.fromkeys(range(38, 43), "stud"),
    **dict.fromkeys(range(43, 46), "stud8"),
    **dict.fromkeys(range(46, 50), "razz"),
}
_MIXED: Final = re.compile(r"(?i)(H\.?O\.?R\.?S\.?E|HOSE|SHOE|RASH|HAR?|HO)( Tournament)?")
_STAKES: Final = re.compile(r"[\d.,]*\d")


class Merge(TagDialect):
    """Merge hand histories."""

    name = "merge"
    title = "Merge"
    blind_spots = (
        "the dealer button: the attribute `dealer` has the last seat of the table in every stud hand, whoever deals",
        "the order in which cards are dealt: each round lists them by seat, after its actions",
        "burn cards, prompts, and what made a player act (by hand, ahead of his turn, by time)",
        "opponents' down cards, unless they are shown or mucked at the show-down",
        "the rake: awards are net of it, and it is not printed",
        "bets that come back: most are part of an award; where the award does not prove it, it is left open",
        "all-ins by ante, which are not marked: they are read off the stacks",
        "the stakes of tournaments",
    )
    family = re.compile(r"stud|razz|code \d+ with seven")
    mapper = Mapper

    hand_start = re.compile(r"[ \t]*(?:<description\b[^\n]*?>[ \t]*)?<game\b(?![^\n]{0,200}\bgamecode\s*=)")
    hand_glued = re.compile(r"(?<=>)[ \t]*<game\s[^<>\n]*?\bid=\"[^\"\n]*\"[^<>\n]*>")
    glued_marks = ("<game ",)
    hand_end = re.compile(r"[ \t]*</game\s*>")
    start_marks = ("<game",)
    outside = re.compile(r"[ \t]*<(?:description\b|\?xml\b)")
    session = re.compile(r"<description\b")

    def read_header(self, session: Mapping[str, str], hand: Mapping[str, str], span: Span) -> Parsed:
        """Game and stakes by the description, in mixed games by the hand's own code."""
        printed, stakes = session.get("GAME", ""), session.get("STAKES", "")
        data = unquote(hand.get("DATA", "")).split("|")
        tournament = data[-1] == "true" or printed.endswith(" Tournament")
        game = self._game(printed, hand)
        structure = structure_of(stakes.partition(" ")[0])
        currency = "chips" if tournament or hand.get("REAL_MONEY") == "false" else "USD"
        number, _, table = data[2].partition("-") if len(data) > 2 else ("", "", "")
        seats = hand.get("MAX_SEATS", "")
        header = Header(
            hand_id=hand["HAND_ID"],
            game=game,
            structure=structure,
            currency=currency,
            decimals=decimals_of(currency),
            table=(table or "1") if tournament else data[1] if len(data) > 1 else None,
            max_seats=int(seats) if seats.isdecimal() else None,
            tournament=(number or None) if tournament else None,
            played_at=_when(hand.get("PLAYED_AT", "")),
        )
        if not game:
            return Parsed(header, (), "refused", "the game is not said", header_span=span)
        amounts = _STAKES.findall(stakes) if structure == "fixed" and "Level" not in stakes else []
        bets = dict(zip(("small", "big"), amounts, strict=False)) if len(amounts) > 1 else {}
        return self.sorted_by_game(header, game, bets, span, game if structure == "fixed" else printed)

    @staticmethod
    def _game(printed: str, hand: Mapping[str, str]) -> str:
        """The game of the hand: `stud`, `stud8`, `razz`, or what the site calls it."""
        name = printed.removesuffix(" Tournament")
        code = hand.get("MIX_CODE", "")
        if not code and name and not _MIXED.fullmatch(printed):
            return _GAMES.get(name.lower(), name)
        code = code or hand.get("CODE", "")
        if code.isdecimal() and int(code) in _CODES:
            return _CODES[int(code)]
        if not code and not name:
            return ""
        seven = hand.get("CARDS_DEALT") == "7"
        return f"game of code {code} with seven cards" if seven else f"game of code {code}"


def _when(text: str) -> datetime | None:
    try:
        return datetime.strptime(text[:14], "%Y%m%d%H%M%S")
    except ValueError:
        return None


DIALECT: Final = Merge()
