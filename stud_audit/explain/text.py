"""The story of a hand as lines for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from stud_audit.explain.account import Account
from stud_audit.explain.story import Board, Entry, Section, Story
from stud_audit.explain.turns import Turn
from stud_audit.explain.verdict import outcome
from stud_audit.game.games import GAMES
from stud_audit.houses.house import NO_HOUSE, House
from stud_audit.model.hand import Hand
from stud_audit.render.findings import clause_texts, finding_notes
from stud_audit.render.quote import short_name, shortened
from stud_audit.render.styled import Line, columns, wrapped

_STRUCTURES: Final = {"fixed": "fixed limit", "spread": "spread limit", "pot": "pot limit", "no": "no limit"}


def story_lines(story: Story, options: bool = False, settle: bool = True) -> Iterator[Line]:
    """What came of the hand, then the hand street by street with findings where they happen, then the settlement.

    Whose turn it was, what they might do, and what they did is told where something is wrong; with `options` at every
    action. Without `settle` the settlement is left out.
    """
    hand, house = story.hand, story.house
    yield from _head(hand, house)
    yield []
    yield from _outcome(story)
    gutter = len(str(hand.last_line))
    texts = clause_texts(house)
    for section in story.sections:
        yield []
        yield from _section(section, hand, texts, gutter, options)
    if settle and story.account is not None:
        yield []
        yield [("Settlement", "label")]
        yield from settlement_lines(story.account, hand.header.currency)


def _outcome(story: Story) -> Iterator[Line]:
    told = outcome(story)
    worst = "violation" if any(finding.verdict == "violation" for finding in story.findings) else "review"
    yield [(told.headline, worst if story.findings else "good" if not story.untold else "label")]
    yield from wrapped([("", "")], told.found)
    if story.account is not None:
        yield from wrapped([("", "")], told.owed)
    for clause in told.clauses:
        text = f"{clause.text} ({clause.house}, which stands in)" if clause.house else clause.text
        yield from wrapped([(f"  {clause.id}: ", "label")], text)


def _head(hand: Hand, house: House) -> Iterator[Line]:
    place = f"{hand.file}:{hand.first_line}-{hand.last_line}"
    yield [
        (f"Hand {hand.header.hand_id}", "label"),
        (f"  {place}, hand {hand.index} of the file, read as {hand.dialect}", "place"),
    ]
    yield from wrapped([("", "")], game_words(hand))
    if hand.status == "parsed" and house is not NO_HOUSE:
        yield from wrapped([("", "")], f"Judged by the rules of {in_force(house, hand)}")
        yield [(f"(digest {house.digest})", "faint")]


def house_words(house: House) -> str:
    """Title, name, and version of a house; where its title has the version, that is not said again."""
    version = f"version {house.version}"
    text = f"{house.title} ({house.name})"
    return text if house.title.endswith(version) else f"{text}, {version}"


def in_force(house: House, hand: Hand) -> str:
    """Which rules, of which version, and from when to when they hold; said where the hand lies outside."""
    if house is NO_HOUSE:
        return "A house that is not known."
    text = f"{house_words(house)}, {house.dates}."
    at = hand.header.played_at
    if at is None:
        return text + " The hand bears no date: the latest version was taken." if house.dated else text
    if not house.in_force(at.date()):
        text += f" The hand was played on {at.date()}, outside of these dates: the nearest version was taken."
    return text


def game_words(hand: Hand) -> str:
    """Game, stakes, table, and time: `razz, fixed limit 0.04/0.08 USD, ante 0.01, table Table 2, ...`."""
    header = hand.header
    game = GAMES.get(header.game)
    parts = [game.title if game else header.game]
    stakes = _STRUCTURES[header.structure]
    if header.structure == "spread" and header.spread_min is not None and header.spread_max is not None:
        stakes += f" {hand.money(header.spread_min)} to {hand.money(header.spread_max)}"
    elif header.small is not None and header.big is not None:
        stakes += f" {hand.money(header.small)}/{hand.money(header.big)}"
    parts.append(f"{stakes} {header.currency}")
    if header.ante is not None:
        parts.append(f"ante {hand.money(header.ante)}")
    if header.bring_in is not None:
        parts.append(f"bring-in {hand.money(header.bring_in)}")
    if header.tournament is not None:
        parts.append(f"tournament {header.tournament}" + (f", level {header.level}" if header.level else ""))
    if header.table is not None:
        parts.append(f"table {header.table}")
    if header.button is not None:
        parts.append(f"button at seat {header.button}")
    if header.played_at is not None:
        parts.append(f"{header.played_at:%Y-%m-%d %H:%M:%S} {header.played_zone or ''}".rstrip())
    return ", ".join(parts)


def _section(section: Section, hand: Hand, clauses: Mapping[str, str], gutter: int, options: bool) -> Iterator[Line]:
    pot = f", {hand.money(section.pot)} in the pot" if section.pot else ""
    yield [(section.title + pot, "label")]
    for entry in section.entries:
        yield from _entry(entry, hand, clauses, gutter, options or bool(entry.findings))


def _entry(entry: Entry, hand: Hand, clauses: Mapping[str, str], gutter: int, full: bool) -> Iterator[Line]:
    inset = " " * (gutter + 3)
    yield from _boards(entry, inset)
    if full and entry.turn is not None:
        yield from _turn(entry.turn, inset)
    if entry.text or entry.line:
        number = f"{entry.line:>{gutter}}" if entry.line else " " * gutter
        yield [(f"{number} | ", "frame"), (shortened(entry.text), "")]
    for done in entry.done if full else ():
        yield from wrapped([(inset, ""), ("= ", "faint")], done)
    for finding in entry.findings:
        yield from finding_notes(finding, hand, clauses, gutter + 2)


def _boards(entry: Entry, inset: str) -> Iterator[Line]:
    if entry.boards:
        rows = [_board(board) for board in entry.boards]
        yield from [[(inset + "  " + row, "place")] for row in columns(rows, right=(4,))]
    if entry.shared:
        yield [(f"{inset}  community card: {entry.shared}", "place")]


def _board(board: Board) -> tuple[str, ...]:
    return f"seat {board.seat}", short_name(board.player), f"({board.down})", board.up, board.left


def _turn(turn: Turn, inset: str) -> Iterator[Line]:
    who = f"{turn.who} " if turn.who else ""
    yield from wrapped([(inset, ""), ("> ", "faint")], f"{who}{turn.why}" if turn.who else turn.why)
    if turn.who:
        text = f"may {_choice(turn.allowed)}"
        if turn.limits:
            text += f" ({turn.limits})"
        yield from wrapped([(inset + "  ", "")], text)
    for reading, allowed_so in turn.otherwise:
        yield from wrapped([(inset + "  ", "")], f'read as "{reading}": {_choice(allowed_so)}')


def _choice(words: tuple[str, ...]) -> str:
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])}{',' if len(words) > 2 else ''} or {words[-1]}"


def settlement_lines(account: Account, currency: str) -> Iterator[Line]:
    """The pots, who wins them, and a row for each player."""
    yield [(f"  Amounts are in {currency}.", "")]
    for pot in account.pots:
        yield from wrapped([("  ", "")], pot[0].upper() + pot[1:] + ".")
    if account.pots:
        rake = f"Rake: {account.rake}." if account.rake is not None else "The rake is not printed."
        yield [("  " + rake, "")]
    if account.open:
        yield from wrapped([("  ", "")], account.open[0].upper() + account.open[1:] + ".")
    differs = any(row.difference for row in account.rows)
    head = (
        "  seat",
        "player",
        "put in",
        "returned",
        "won",
        "net",
        *(("due", "difference") if differs else ()),
        "cards",
    )
    rows = [head]
    for row in account.rows:
        due = (row.due or "?", row.difference or "") if differs else ()
        rows.append(
            (f"  {row.seat}", short_name(row.player), row.put_in, row.returned, row.won, row.net, *due, row.cards)
        )
    first, *rest = columns(rows, right=(2, 3, 4, 5, 6, 7) if differs else (2, 3, 4, 5))
    yield [(first, "label")]
    yield from [[(line, "")] for line in rest]
