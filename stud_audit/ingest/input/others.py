"""What lies beside hand histories and is none that we read: summaries of tournaments, and hands of other sites.

Both are told by their first lines, and only where these are sure. They are counted, and give no finding.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, eq=False)
class OtherText:
    """One kind of such text, with what the splitter asks of a dialect; `name` is the site."""

    name: str
    start_marks: tuple[str, ...]
    hand_start: re.Pattern[str]
    first_words: tuple[str, ...] = ()
    words_come_later: bool = False
    summary: bool = False
    hand_glued: None = None
    glued_marks: tuple[str, ...] = ()
    hand_end: re.Pattern[str] | None = None
    outside: re.Pattern[str] | None = None
    session: None = None


_BELOW: Final = r"[^\n]*\n(?:[^\n]*\n){0,5}?[ \t]*"
_BUY_IN: Final = rf"{_BELOW}(?i:buy-?in) ?(?:chips)?:"
_FACT: Final = (
    rf"{_BELOW}(?i:(?:total )?buy-?in\b|(?:total )?prize ?pool\b|entrants\b|entries\b|(?:registered )?players\b"
    r"|\d+ (?:players|entrants|entries)\b|tournament ?(?:id|no|number|name|started|#)|game type:|site:)"
)
"""What such a summary says in its first lines, where its title does not name a site."""
_IN_SESSION: Final = r"(?:[^<]|<(?!/?session\b|game\b))"

SUMMARIES: Final = (
    # A session of which only the result is kept has no hands.
    OtherText(
        "iPoker",
        ("<session",),
        re.compile(
            rf"[ \t]*(?:<\?xml\b[^\n]*?>\s*+)?<session\b(?={_IN_SESSION}{{0,3900}}?"
            rf"<(?:tour(?:nament)?(?:code|name)|place|buyin|totalbuyin)\b){_IN_SESSION}{{0,3900}}+</session\s*>"
        ),
        summary=True,
        hand_end=re.compile(r"[^\n]*</session\s*>"),
    ),
    *(
        OtherText(title, ("Tournament", "TOURNAMENT"), re.compile(start), summary=True)
        for title, start in (
            ("Winamax", r"(?i:Winamax Poker - Tournament summary)\b"),
            (
                "Full Tilt",
                r"(?i:Full Tilt(?: Poker)?(?:\.\w+)? Tournament) (?:(?i:Summary)\b|#?\d+[ ,\n]|[^\n]*\(\d+\))",
            ),
            ("PokerStars", r"(?i:PokerStars(?:\.\w+)?(?: Home Games?)? Tournament) #\d+(?:,|[ \t]*\n)"),
            ("888poker", r"\*{3,5} ?[A-Z0-9][\w. ]{1,30} Tournament Summary ?\*{3,5}"),
            ("PokerTracker", r"PokerTracker \d Tournament Summary\b"),
            ("GGPoker", rf"Tournament #\d+, {_BUY_IN}"),
            ("another site", rf"[A-Z][\w.' -]{{1,60}} (?i:Tournament) #\d+,?{_BUY_IN}"),
            ("an unknown site", rf"[*=# \t-]*(?:[A-Z][\w.' -]{{1,60}} )?(?i:Tournament Summary)\b{_FACT}"),
        )
    ),
)
"""Beginnings of the files in which sites tell how a tournament went: its buy-in, its places, and its prizes."""

_NUMBER: Final = r"(?:#Game No *: *\d+[ \t]*\n\s*)?"

SITES: Final = tuple(
    OtherText(title, marks, re.compile(start), words)
    for title, marks, words, start in (
        (
            "888poker (Pacific)",
            (" Hand History ",),
            ("#Game No", "*****", "Snap Poker "),
            _NUMBER
            + r"(?:\*{5} (?i:888\w*|Cassava|Pacific\w*|Lucky ?Ace)[\w. ]{0,30}|Snap Poker) Hand History [Ff]or Game\b",
        ),
        (
            "Betfair",
            (" Hand History ",),
            ("#Game No", "*****"),
            _NUMBER + r"\*{5} Betfair Poker Hand History for Game \d",
        ),
        ("SwC Poker", ("Poker Hand #",), ("SwCPoker Hand #",), r"SwCPoker Hand #\d"),
        (
            "a site of Poker Mavens (Seals with Clubs and others)",
            ("Site: ",),
            ("Hand #",),
            r"Hand #[\d-]+ - [^\n]*\nGame: [^\n]*\nSite: ",
        ),
        ("Boss Media", ("<HISTORY ",), (), r"[ \t]*<HISTORY [^\n>]*\bSESSION="),
        ("Microgaming", ("<Game ",), (), r"[ \t]*<Game (?:hhversion=\"\d+\" )?id=\"\d+\" date=\""),
        (
            "Everest",
            ("<SESSION ", "Game #"),
            ("<SESSION ", "EverestPoker Game #"),
            r"[ \t]*<SESSION time=\"\d+\" tableName=\"|EverestPoker Game #\d",
        ),
        (
            "PKR",
            ("Starting Hand #",),
            ("Table #", "Starting Hand #"),
            r"(?:Table #\d+ - [^\n]*\n)?Starting Hand #\d+[ \t]*(?:\n|$)",
        ),
        ("Cake", ("Hand#",), ("Hand#",), r"Hand#[A-Z0-9]+ - "),
        ("Entraction", ("Game #",), ("Game #",), r"Game # \d+ - "),
        ("Enet", ("Game #",), ("Game #",), r"Game #\d+: "),
        (
            "BetOnline",
            ("Game #",),
            ("BetOnline Poker ", "PayNoRake ", "ActionPoker.com ", "Gear Poker "),
            r"(?:BetOnline Poker|PayNoRake|ActionPoker\.com|Gear Poker) Game #\d",
        ),
        ("GGPoker", ("Poker Hand #",), ("Poker Hand #",), r"Poker Hand #[A-Z]{2}\d+: "),
        ("Run It Once", ("Poker Hand #",), ("Run It Once ",), r"Run It Once Poker Hand #\d"),
        ("CoinPoker", ("Poker Hand #",), ("CoinPoker ",), r"CoinPoker Hand #\d"),
        ("iPoker's text", ("GAME #",), ("GAME #",), r"GAME #\d+(?::| Version)"),
        ("Merge's text", ("GAME #",), ("MERGE_GAME #",), r"MERGE_GAME #\d"),
        ("PokerTracker's text", ("** Game ID ",), ("** Game ID ",), r"\*\* Game ID \d"),
    )
)
"""Beginnings of hands of sites, and in formats, that are not read."""
