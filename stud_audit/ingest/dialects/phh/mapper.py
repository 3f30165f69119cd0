"""PHH, the poker hand history format: hands of any event as TOML, written by people and by programs."""

from __future__ import annotations

import re
from functools import cached_property, partial
from typing import ClassVar, Final

from stud_audit.ingest.dialect import Block, Dialect, Parsed
from stud_audit.ingest.dialects.phh.header import UNSAID, Settings, amount_text_of, read_header
from stud_audit.ingest.grammar.hand_grammar import HandGrammar
from stud_audit.ingest.grammar.lines import Line
from stud_audit.ingest.grammar.sections import Section
from stud_audit.ingest.grammar.toml_pieces import PieceBook, pieces_of
from stud_audit.ingest.mapping.hand_builder import HandBuilder, Seat, mapped, maps
from stud_audit.ingest.mapping.uncalled_bets import chips_in
from stud_audit.model import events as e
from stud_audit.model.cards import UNKNOWN, Cards, parse_card
from stud_audit.model.gaps import ALL_IN_MARKS, AWARDS, RAKE, UNCALLED_RETURNS
from stud_audit.model.spans import Span

_SETTINGS: Final = ("VARIANT", "AMOUNT_SETTING", "LIST_SETTING", "SETTING", "OWN_SETTING")
_ACTIONS: Final = ("DEAL", "BOARD", "BRING_IN", "FOLD", "CALL", "WAGER", "SHOW", "REMARK")
_KNOWN: Final = (
    "variant", "antes", "starting_stacks", "finishing_stacks", "winnings", "players", "seats", "bring_in", "small_bet",
    "big_bet", "actions",
)  # fmt: skip
_KEYS: Final = (
    "antes|ante_trimming_status|actions|author|address|big_bet|blinds_or_straddles|bring_in|city|country|currency"
    "|currency_symbol|day|event|finishing_stacks|hand|level|min_bet|month|players|postal_code|region|seat_count|seats"
    "|small_bet|starting_stacks|table|time|time_banks|time_limit|time_zone|time_zone_abbreviation|url|venue|winnings|year"
)
_TABLE: Final = r"\[[^\[\]\n]{1,80}\][ \t]*(?:#[^\n]*)?\n(?:[ \t]*(?:#[^\n]*)?\n){0,50}"
# A line that goes on with a setting: an element of its list, or a closing bracket.
_MORE: Final = r"(?:[ \t]*(?:['\"\]#\d?][^\n]*)?\n)"
# Of other sites, whose hands may follow, `#1234: Limit` and `#Game No` are headers.
_COMMENT: Final = r"#(?!\d+:|Game No)"
_VARIANT: Final = r"variant[ \t]*="


class Phh(Dialect):
    """PHH files of one hand (`.phh`) or of several (`.phhs`)."""

    name: ClassVar[str] = "phh"
    title: ClassVar[str] = "PHH (poker hand history)"
    extensions: ClassVar[tuple[str, ...]] = (".phh", ".phhs")
    blind_spots: ClassVar[tuple[str, ...]] = (
        "who is paid, from which pot, and for which half: at most what each player won in all",
        "the rake, and totals of the pots",
        "bets that nobody called: that they go back is not written",
        "what a call or a bring-in puts in: it is taken to be what was due, or the rest of the stack",
        "that a player is all-in, other than by their stack",
        "the dealer button: what depends on position can't be judged",
        "burn cards, prompts, the times of single actions, what the dealer or the site says",
    )

    # Most writers begin a hand with its variant; where another setting comes first, all that stand before it belong
    # to it. The settings that follow are taken in one match, so that none of them can be the first of a next hand.
    hand_start: ClassVar[re.Pattern[str]] = re.compile(
        rf"(?:{_TABLE})?(?:(?:{_KEYS})[ \t]*=[^\n]*\n{_MORE}{{0,400}}+){{0,60}}?{_VARIANT}[^\n]*"
        rf"(?:\n(?!{_VARIANT}|\[[^\[\]\n]{{1,80}}\][ \t]*(?:#|\n))[ \t]*(?:[\w-]+[ \t]*=|['\"\]\d]|{_COMMENT})[^\n]*)"
        r"{0,400}"
    )
    start_marks: ClassVar[tuple[str, ...]] = ("variant",)
    first_words: ClassVar[tuple[str, ...]] = ("variant", "#")
    words_come_later: ClassVar[bool] = True
    outside: ClassVar[re.Pattern[str] | None] = re.compile(r"#")

    @cached_property
    def grammar(self) -> HandGrammar[PieceBook]:
        """The grammar of the dialect."""
        return HandGrammar(self.name, partial(PieceBook, inside=_ACTIONS))

    def parse(self, block: Block) -> Parsed:
        """The events of one hand."""
        found = pieces_of(block, "actions")
        sections = self.grammar.sections(self.grammar.book.lines(found.pieces))
        lines = [line for section in sections for line in section.lines]
        by_key: dict[str, Line] = {}
        for line in lines:
            if line.type in _SETTINGS:
                by_key.setdefault(_key(line), line)
        settings = Settings(by_key)
        parsed = read_header(settings, block)
        if parsed.status != "parsed":
            return parsed
        return mapped(parsed, lambda parsed: _Mapper(parsed, sections, settings, found.cut))


class _Mapper(HandBuilder):
    """Maps the actions of one hand. What each puts in follows from the stakes and the stacks."""

    def __init__(self, header: Parsed, sections: list[Section], settings: Settings, cut: bool) -> None:
        super().__init__(header, sections)
        self._settings = settings
        self._cut = cut or "ACTIONS" not in {line.type for line in self.lines()}
        self._behind: dict[int, int | None] = {}
        """Seat to what it has left; None where its stack is not known."""
        self._of_player: list[Seat] = []
        self._acted = False
        """Whether anybody acted since the cards of this street began to be dealt."""
        self._last = max(self.lines(), key=lambda line: (line.number, line.column))
        deals = list(self.lines("DEAL", "BOARD"))
        self._last_deal = deals[-1] if deals else None
        self._dealing = self._last_deal is not None

    def take_all(self) -> None:
        """Maps all lines, between the players at the start and the pots at the end."""
        self._seat_players()
        self.missing += (ALL_IN_MARKS, UNCALLED_RETURNS, RAKE)
        super().take_all()
        self._pay()

    def is_cut(self) -> bool:
        """Whether the text breaks off before its actions, or inside a setting or an action."""
        return self._cut

    def excuse_cut_line(self) -> None:
        """`unknown` has done that."""

    def unknown(self, line: Line, code: str = "R001", problem: str | None = None) -> None:
        """Keeps a line that can't be mapped as it is; where the text breaks off in it, that is no fault."""
        if self._cut and line is self._last:
            self.say(e.Noted, line, line.text)
        else:
            super().unknown(line, code, problem)

    @staticmethod
    def line_span(line: Line) -> Span:
        """The span of a setting or action; of one that goes on over several lines that in the first."""
        return Span(line.number, line.column, line.column + len(line.text.partition("\n")[0].rstrip()))

    @classmethod
    def field_span(cls, line: Line, field: str) -> Span:
        """The span of a field, where it is all in the first line."""
        return cls.line_span(line) if "\n" in line.text else HandBuilder.field_span(line, field)

    # --- players -----------------------------------------------------------------------------------

    def _seat_players(self) -> None:
        stacks, antes = self._settings.items("starting_stacks"), self._settings.items("antes")
        names = [text for text, _ in self._settings.items("players")]
        source = self._settings.lines.get("starting_stacks") or self._settings.lines["antes"]
        numbers = self._seat_numbers(max(len(stacks), len(antes)))
        for place, number in enumerate(numbers):
            text, span = stacks[place] if place < len(stacks) else ("null", antes[place][1])
            stack = self._stated(source, text, span)
            name = names[place] if len(names) == len(numbers) and names[place] else f"p{place + 1}"
            self._of_player.append(self.add_seat(number, name))
            self._behind[number] = stack
            self.say(e.SeatTaken, source, number, name, stack, span=span)
        for place, (text, span) in enumerate(antes):
            line, seat = self._settings.lines["antes"], self._of_player[place]
            ante = self._stated(line, text, span)
            if ante:
                ante = self._at_most(seat, ante)
                self.say(e.AntePosted, line, seat.number, ante, self._take(seat, ante), span=span)
        if "antes" not in self._settings.lines:
            self.missing.append("ante")

    def _seat_numbers(self, count: int) -> list[int]:
        """The seats of the players: as stated, where they go once around the table; else their places in the order."""
        texts = [text for text, _ in self._settings.items("seats")]
        if len(texts) == count and all(text.isascii() and text.isdigit() and 0 < int(text) < 100 for text in texts):
            seats = [int(text) for text in texts]
            falls = sum(after <= before for before, after in zip(seats, [*seats[1:], seats[0]], strict=True))
            if falls == 1 and len(set(seats)) == count:
                return seats
        return list(range(1, count + 1))

    def _stated(self, line: Line, text: str, span: Span) -> int | None:
        if text.lower() in UNSAID:
            return None
        try:
            return self.plain_amount(amount_text_of(text))
        except ValueError:
            if not (self._cut and line is self._last):
                self.say(e.LineUnknown, line, line.text, "R010", f"{text!r} is not an amount", span=span)
            return None

    def _at_most(self, seat: Seat, amount: int) -> int:
        behind = self._behind[seat.number]
        return amount if behind is None else min(amount, max(behind, 0))

    def _take(self, seat: Seat, amount: int) -> bool:
        """Takes chips from a stack. Whether they were the last."""
        behind = self._behind[seat.number]
        if behind is None:
            return False
        self._behind[seat.number] = behind - amount
        return behind <= amount

    def _who(self, line: Line) -> Seat | None:
        place = int(line["WHO"][1:])
        if 0 < place <= len(self._of_player):
            return self._of_player[place - 1]
        self.unknown(line, "R006", f"there is no player {line['WHO']} in this hand")
        return None

    # --- settings ----------------------------------------------------------------------------------

    @maps("TABLE", "ACTIONS", "REMARK")
    def _no_event(self, line: Line, _: None) -> None:
        if line.type != "REMARK" and line is not self.lines(line.type)[0]:
            self.unknown(line, "R002", "a second list of actions" if line.type == "ACTIONS" else "a second table")

    @maps(*_SETTINGS)
    def _setting(self, line: Line, _: None) -> None:
        key = _key(line)
        if self._settings.lines[key] is not line:
            self.unknown(line, "R002", f"{key} stands here a second time")
        elif line.type == "OWN_SETTING":
            if key in _KNOWN:
                self.unknown(line, "R010", f"this can't be the value of {key}")
            else:
                self.say(e.Noted, line, line.text)

    # --- the deal ----------------------------------------------------------------------------------

    @maps("DEAL")
    def _deal(self, line: Line, _: None) -> None:
        seat = self._who(line)
        self._dealing = line is not self._last_deal
        if seat is None:
            return
        cards = self._read(line)
        had = len(seat.down) + len(seat.up)
        if self.street == 0 or self._is_next_street(had):
            self.open_street(min(max(self.street + 1, 3), 7))
            self._acted = False
        seat.dealt = True
        start = line.columns("CARDS")[0]
        first = 0
        for facing, count in _faces(self.street, had, len(cards)):
            part = cards[first : first + count]
            span = Span(line.number, start + 2 * first, start + 2 * (first + count))
            self.events.append(e.CardDealt(seat.number, facing, part, span=span, raw=line.text, street=self.street))
            if facing == "up":
                seat.up += part
            else:
                seat.down += part
            first += count

    def _is_next_street(self, had: int) -> bool:
        """Whether a card for one who has `had` begins a street: they have this street's, and all have, or acted."""
        if had < self.street or self.street == 7:
            return False
        live = [seat for seat in self.seats.values() if seat.dealt and not seat.folded]
        return self._acted or all(len(seat.down) + len(seat.up) >= self.street for seat in live)

    @maps("BOARD")
    def _board(self, line: Line, _: None) -> None:
        self._dealing = line is not self._last_deal
        if self.street < 7:
            self.open_street(self.street + 1 if self.street else 3)
            self._acted = False
        start, end = line.columns("CARDS")
        span = Span(line.number, start, end)
        self.events.append(e.CommunityDealt(self._read(line), span=span, raw=line.text, street=self.street))

    def _read(self, line: Line) -> Cards:
        text = line["CARDS"]
        words = [text[at : at + 2] for at in range(0, len(text), 2)]
        return self.cards_of(line, "CARDS", words, lambda word: UNKNOWN if "?" in word else parse_card(word))

    # --- actions -----------------------------------------------------------------------------------

    @maps("FOLD")
    def _fold(self, line: Line, _: None) -> None:
        seat = self._who(line)
        if seat is not None:
            seat.folded = self._acted = True
            self.act(e.Folded, line, seat)

    @maps("BRING_IN")
    def _bring_in(self, line: Line, _: None) -> None:
        seat = self._who(line)
        if seat is None:
            return
        if self.header.bring_in is None:
            self.missing.append("bring-in")
        self._put(e.BroughtIn, line, seat, self._at_most(seat, self.header.bring_in or self.unit // 2))

    @maps("CALL")
    def _call(self, line: Line, _: None) -> None:
        seat = self._who(line)
        if seat is None:
            return
        # A bring-in that is all-in for less leaves the whole of it to be called.
        level = max(self.level, self.header.bring_in or 0) if self.street == 3 and self.level else self.level
        due = level - seat.committed
        if due > 0:
            self._put(e.Called, line, seat, self._at_most(seat, due))
        else:
            self._acted = True
            self.act(e.Checked, line, seat)

    @maps("WAGER")
    def _wager(self, line: Line, _: None) -> None:
        seat = self._who(line)
        if seat is None:
            return
        before = self.level
        try:
            to = self.plain_amount(amount_text_of(line["TO"]))
        except ValueError:
            self.malformed(line, "TO", f"{line['TO']!r} is not an amount")
            to = self.guess(self.usual_raise)
        kind: type[e.Wager] = e.Raised
        if not before:
            kind = e.Bet
        elif self.street == 3 and before < self.unit:
            kind = e.Completed
        self._put(kind, line, seat, max(to - seat.committed, 0), to)

    def _put(self, kind: type[e.Wager], line: Line, seat: Seat, added: int, to: int | None = None) -> None:
        self._acted = True
        total = self.put_in(seat, added)
        all_in = self._take(seat, added)
        self.act(kind, line, seat, added, total if to is None else to, all_in)

    # --- the end -----------------------------------------------------------------------------------

    @maps("SHOW")
    def _show(self, line: Line, _: None) -> None:
        seat = self._who(line)
        if seat is None:
            return
        # Before the last cards are dealt the hand goes on: players who are all-in turn theirs up.
        self.now = self.street if self._dealing else 0
        if not line["CARDS"]:
            self.say(e.Mucked, line, seat.number)
        elif line["CARDS"] == "-":
            self.say(e.Shown, line, seat.number, (*seat.down[:2], *seat.up, *seat.down[2:]))
        else:
            self.say(e.Shown, line, seat.number, self._read(line))

    def _pay(self) -> None:
        """What each player won, where it is said; it is never said of which pot."""
        self.now = 0
        told = {key: self._won_by(key) for key in ("winnings", "finishing_stacks") if key in self._settings.lines}
        key, won = next(((key, won) for key, won in told.items() if won is not None), ("", None))
        if won is None:
            self.missing.append(AWARDS)
            return
        chips, paid = chips_in(self.events), sum(amount for amount, _ in won.values())
        if self.header.currency == "chips" and paid < chips.total - chips.uncalled:
            # Most files name no currency, whether or not a rake was taken.
            self.missing.append(AWARDS)
        line = self._settings.lines[key]
        for seat, (amount, span) in won.items():
            if amount > 0:
                self.say(e.PotAwarded, line, seat, amount, span=span)
        for number, (amount, span) in (told.get("finishing_stacks") or {}).items() if key == "winnings" else ():
            if amount != won[number][0]:
                line, player = self._settings.lines["finishing_stacks"], self.seats[number].player
                self.say(e.SeatSummarised, line, number, player, amount, None, (), (), None, span=span)

    def _won_by(self, key: str) -> dict[int, tuple[int, Span]] | None:
        """Seat to what it was paid, without the bet that nobody called; None where that can't be told."""
        items = self._settings.items(key)
        if len(items) != len(self._of_player):
            return None
        chips = chips_in(self.events)
        found: dict[int, tuple[int, Span]] = {}
        for seat, (text, span) in zip(self._of_player, items, strict=True):
            amount = self._stated(self._settings.lines[key], text, span)
            behind = self._behind[seat.number]
            if amount is None or (key == "finishing_stacks" and behind is None):
                return None
            found[seat.number] = (amount - (behind or 0) if key == "finishing_stacks" else amount), span
        back = chips.uncalled if key == "finishing_stacks" else 0
        if not back and sum(amount for amount, _ in found.values()) > chips.total - chips.uncalled:
            back = chips.uncalled  # winnings that count the winner's bet that went back to them
        if back:
            amount, span = found[chips.bettor]
            found[chips.bettor] = amount - back, span
        return found


def _key(line: Line) -> str:
    """The name of a setting."""
    if line.type == "VARIANT":
        return "variant"
    field = {"AMOUNT_SETTING": "AMOUNT_KEY", "LIST_SETTING": "LIST_KEY", "SETTING": "KEY"}.get(line.type, "OWN_KEY")
    return line[field].strip("'\"")


def _faces(street: int, had: int, count: int) -> list[tuple[e.Facing, int]]:
    """How the next cards of one who has `had` lie: two down and one up, one up each, the seventh down."""
    if street == 7:
        return [("down", count)]
    down = min(max(2 - had, 0), count) if street == 3 else 0
    faces: list[tuple[e.Facing, int]] = [("down", down), ("up", count - down)]
    return [(facing, number) for facing, number in faces if number]


DIALECT: Final = Phh()
