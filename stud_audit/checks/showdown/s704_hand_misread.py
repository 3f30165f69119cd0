"""The log's description of a hand differs from its cards.

Cards speak: what is said of a hand changes nothing, yet a wrong description shows that the software read
it wrongly, and may be why the wrong player was paid. The words at a showdown line, an award, or in the
summary are compared with the best hand that the player's seven cards make: category and ranks, high and
low, and only what the words state. In razz that is the best low, also where it is called a pair. A low that is
named although none qualifies is misread as well.

Words that cannot be read, and hands whose seven cards are not known, are not checkable. A description that
the same player's hand was given before is not reported again. Where the cards of the line contradict the
deal (S706) or another line (R008), and the words fit the other cards, the cards are what is wrong.

Source: the game's own clause that cards speak; the house's on the five cards that make a hand.
"""

from __future__ import annotations

from stud_audit.checks.awards import hand_article
from stud_audit.checks.base import PASS, Check, Fault, House, Missing, Result, Step
from stud_audit.checks.support import named
from stud_audit.game.hand_names import describe_low, high_text, low_text, name_hand
from stud_audit.model.cards import Cards
from stud_audit.model.events import PotAwarded, SeatSummarised, Shown
from stud_audit.record.hand_words import Description, agrees, name_agrees, read_description
from stud_audit.record.known_cards import HAND, community_cards, contradiction, known_hand, revealed_cards, whole_hands


def judge(step: Step, house: House) -> Result:
    event, player = step.event, step.player
    said: str | None = getattr(event, "said", None)
    if said is None or player is None:
        return None
    stated = read_description(said)
    if not stated:
        return Missing("a description that can be read")
    cards = _cards(step, player.seat)
    if cards is None:
        return Missing(f"seat {player.seat}'s cards")
    game = step.game
    qualifier = house.rules.stud8_low_qualifier if game.qualifier else None
    if agrees(stated, cards, game, qualifier):
        return PASS
    others = whole_hands(step.state, step.index, player.seat)
    if any(agrees(stated, other, game, qualifier) for other in others) or _said_before(step, player.seat, stated):
        return None
    if contradiction(step.state, step.index, event, player.seat):
        return None
    if stated.high is not None and not name_agrees(stated.high, cards, game):
        expected, actual = high_text(name_hand(cards, game)), high_text(stated.high)
    else:
        expected, actual = low_text(describe_low(cards, qualifier)), low_text(stated.low or ())
    return Fault(
        f"the hand of {named(player)} is called {hand_article(actual)}, but is {hand_article(expected)}",
        expected=expected,
        actual=actual,
        seat=player.seat,
        related=tuple([(number, "the cards") for number in step.index.shown.get(player.seat, ())[:1]]),
    )


def _cards(step: Step, seat: int) -> Cards | None:
    """The seven cards that the words are about: those of the line, or those known of the player."""
    whole = tuple(sorted({*revealed_cards(step.event), *community_cards(step.state)}))
    return whole if len(whole) == HAND else known_hand(step.state, step.index, seat)


def _said_before(step: Step, seat: int, stated: Description) -> bool:
    index = step.index
    own = [*index.shown.get(seat, ()), *(number for number, award in index.each(PotAwarded) if award.seat == seat)]
    before = [getattr(index.event(number), "said", None) for number in own if number < step.number]
    return any(said is not None and read_description(said) == stated for said in before)


CHECK = Check("S704", "hand-misread", "S3", "software", judge=judge, on=(Shown, PotAwarded, SeatSummarised))
