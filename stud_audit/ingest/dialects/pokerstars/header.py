"""The header line of a PokerStars hand."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from stud_audit.ingest.dialect import Parsed
from stud_audit.ingest.headers import SIGNS, currency_of, date_time, decimals_of, with_amounts
from stud_audit.ingest.parser import HandGrammar
from stud_audit.model.hand import Header, Structure
from stud_audit.model.spans import Span

HEADERS: Final = ("CASH_HEADER", "MIXED_HEADER", "TOURNAMENT_HEADER")
_GAMES: Final = {"7 card stud": "stud", "7 card stud hi/lo": "stud8", "razz": "razz"}
_STUD_FAMILY: Final = re.compile(r"\b(stud|razz)\b")
_STRUCTURES: Final[dict[str, Structure]] = {"pot": "pot", "no": "no"}


def read_header(grammar: HandGrammar, text: str, span: Span) -> Parsed:
    """What the header says, with no events yet; refused where it is damaged, ignored for games that are not stud."""
    for shape in grammar.shapes_of(HEADERS):
        match = shape.tail.fullmatch(text)
        if match is not None:
            return _header({field: (value or "").strip() for field, value in match.groupdict().items()}, span)
    column, expected = grammar.explain(text, HEADERS)
    hand_id = re.search(r"#(\d+)", text)
    problem = f"the header is damaged: expected {expected} at column {span.column + column}"
    return Parsed(Header(hand_id[1] if hand_id else "?", "unknown"), (), "refused", problem, header_span=span)


def _header(fields: Mapping[str, str], span: Span) -> Parsed:
    printed = fields["GAME"]
    game = _GAMES.get(printed.lower(), printed)
    structure = _STRUCTURES.get(fields["LIMIT"].lower().split()[0], "fixed")
    tournament = fields.get("TOURNAMENT", "").strip(",").rpartition("#")[2]
    more = fields["MORE"]
    named = re.search(r"\b[A-Z]{3}\b", more)
    currency = "chips" if tournament else currency_of(fields["SMALL_BET"], named[0] if named else None)
    header = Header(
        hand_id=fields["HAND_ID"],
        game=game,
        structure=structure,
        currency=currency,
        decimals=decimals_of(currency),
        tournament=tournament or None,
        level=f"{fields.get('MATCH', '')} {fields.get('LEVEL', '')}".strip() or None,
        played_at=date_time(fields["PLAYED_AT"]),
        played_zone=fields["ZONE"].strip("()").upper(),
    )
    if game not in _GAMES.values() and not _STUD_FAMILY.search(game.lower()):
        return Parsed(header, (), "ignored", printed, header_span=span)
    ante = re.search(rf"(?i)ante ([{SIGNS}]?[\d.,]*\d)", more)
    amounts = {"small": fields["SMALL_BET"], "big": fields["BIG_BET"], "ante": ante[1] if ante else None}
    try:
        header = with_amounts(header, amounts)
    except ValueError as error:
        return Parsed(header, (), "refused", f"the header is damaged: {error}", header_span=span)
    audited = game in _GAMES.values() and structure == "fixed"
    unsupported = None if audited else printed if structure == "fixed" else f"{structure}-limit {printed}"
    return Parsed(header, (), unsupported=unsupported, header_span=span)
