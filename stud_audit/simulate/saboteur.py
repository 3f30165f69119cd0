"""Where a simulated hand can be broken: the hooks that a plant overrides.

A plant is one class in `simulate/plants/` for one check's code. It overrides the hook of the moment
at which its rule can be broken, does so once, and marks the line at which the finding must stand. The
hand is then played on with the cards and chips as the fault has left them. A hand that gives no chance
for a clear fault stays as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, Final, Literal, TypedDict, Unpack

from stud_audit.game.options import Options
from stud_audit.game.table import Player
from stud_audit.houses.house import House
from stud_audit.houses.rules import Rules
from stud_audit.model.events import AntePosted, Event, Protected, UncalledReturned
from stud_audit.model.findings import Verdict
from stud_audit.model.hand import Game
from stud_audit.simulate.dealer import Dealer
from stud_audit.simulate.page import Page
from stud_audit.simulate.tables import SetUp

Incident = Literal["cancelled", "exposed card", "timeout"]

NEUTRAL: Final = ("neutral",)
"""The dialects of faults that only our own notation can show."""


class Traits(TypedDict, total=False):
    """What sets a fault apart, said in the head of its class; what is not said is as in the class above."""

    code: str
    settings: tuple[str, ...]
    """The rulings that the fault breaks: where the house is silent on one of them, it is a matter for review."""
    needs: Callable[[Rules], bool]
    """Whether a house has the rule that this breaks."""
    games: tuple[Game, ...]
    structures: tuple[str, ...]
    dialects: tuple[str, ...]
    """In which it can be done and shown."""
    set_up: SetUp
    """Who sits at a table of its own that is opened for this hand, and with what: at others it has hardly a chance."""
    looseness: float
    """How loosely the hand is played, where that matters."""
    in_header: bool
    """Whether the hand's header, which `set_up` wrote, is the place of the fault."""
    incidents: Mapping[Incident, float]
    """What may happen in the hand although hardly ever it does, and how often where it can."""
    once: bool
    """Whether one such fault in a log hides the next."""


class Saboteur:
    """Does nothing: every hook leaves the hand as it is. Its traits are those of `Traits`."""

    code: ClassVar[str] = ""
    settings: ClassVar[tuple[str, ...]] = ()
    needs: ClassVar[Callable[[Rules], bool] | None] = None
    games: ClassVar[tuple[Game, ...]] = ("stud", "stud8", "razz")
    structures: ClassVar[tuple[str, ...]] = ("fixed",)
    dialects: ClassVar[tuple[str, ...]] = ("neutral", "pokerstars")
    set_up: ClassVar[SetUp | None] = None
    looseness: ClassVar[float | None] = None
    in_header: ClassVar[bool] = False
    incidents: ClassVar[Mapping[Incident, float]] = {}
    once: ClassVar[bool] = False

    def __init_subclass__(cls, **traits: Unpack[Traits]) -> None:
        super().__init_subclass__()
        for name, value in traits.items():
            setattr(cls, name, staticmethod(value) if callable(value) else value)

    def __init__(self, dialect: str = "neutral") -> None:
        self.dialect = dialect
        """In which the hand will be written: what it cannot show is not worth breaking."""
        self.hero: int | None = None
        """The seat whose player gets the log, where the dialect shows more of it than of others."""

    # --- what this fault is -----------------------------------------------------------------

    @classmethod
    def fits(cls, house: House) -> bool:
        """Whether the house has the rule that this breaks."""
        return cls.needs is None or cls.needs(house.rules)

    def allowed(self, dealer: Dealer, rules: Rules) -> bool:
        """Whether these rules, another reading of the house's text, would let it pass."""
        return False

    def rulings(self, dealer: Dealer) -> tuple[str, ...]:
        """The settings that this fault breaks, where that depends on the hand."""
        return self.settings

    def verdict(self, dealer: Dealer) -> Verdict:
        """What the house's text makes of the fault, asked when it has been done."""
        house = dealer.house
        for key in self.rulings(dealer):
            ruling = house.rulings.get(key)
            if ruling is not None and ruling.excuses(dealer.street or None):
                return "review"
        return "review" if any(self.allowed(dealer, reading.rules) for reading in house.readings) else "violation"

    # --- before the cards -------------------------------------------------------------------

    def begins(self, dealer: Dealer) -> None:
        """Before anything is recorded: who sits, which cards are kept for whom, how loosely the hand is played."""
        dealer.looseness = dealer.looseness if self.looseness is None else self.looseness
        if self.in_header:
            dealer.mark_header()

    def seats(self, dealer: Dealer, events: Sequence[Event]) -> Sequence[Event]:
        """Who takes a seat in the hand, and what was bought for it."""
        return events

    def antes(self, dealer: Dealer, antes: Sequence[AntePosted]) -> Sequence[Event]:
        """The antes, in order, before they are posted."""
        return antes

    # --- cards and betting ------------------------------------------------------------------

    def dealt(self, dealer: Dealer, events: Sequence[Event]) -> Sequence[Event]:
        """The events of a street's deal, its heading first, before they are recorded."""
        return events

    def closes(self, dealer: Dealer) -> bool:
        """Whether the round is closed although somebody still has to act."""
        return False

    def actor(self, dealer: Dealer, player: Player) -> Player:
        """Who acts now, instead of the player whose turn it is; their action is then the fault."""
        return player

    def asks(self, dealer: Dealer, player: Player, options: Options, events: Sequence[Event]) -> Sequence[Event]:
        """The prompt, and the buttons offered, before an action."""
        return events

    def acts(self, dealer: Dealer, player: Player, options: Options) -> Event | None:
        """What the player does instead of a legal choice, marked; None: they choose."""
        return None

    def after(self, dealer: Dealer, player: Player) -> Sequence[Event]:
        """Events that are slipped in after an action, the fault among them marked."""
        return ()

    def returns(self, dealer: Dealer, due: Sequence[UncalledReturned]) -> Sequence[Event]:
        """The uncalled chips that go back after a round."""
        return due

    # --- the end ----------------------------------------------------------------------------

    def rake(self, dealer: Dealer, rake: int) -> int:
        """What is taken as the rake."""
        return rake

    def ends(self, dealer: Dealer, events: Sequence[Event]) -> Sequence[Event]:
        """The events of showdown, awards, and summary, before they are recorded."""
        return events

    def happens(self, dealer: Dealer, incident: Incident) -> bool:
        """Whether it does at this moment, at which it might."""
        rate = self.incidents.get(incident, 0)
        return rate > 0 and dealer.rng.random() < rate

    def accepts(self, dealer: Dealer) -> bool:
        """Whether the finished hand shows the fault as it is meant, and nothing else."""
        return True

    def touches(self, dealer: Dealer) -> bool:
        """For near misses, which break nothing: whether the finished hand comes as close to the rule as is meant."""
        return False

    def written(self, page: Page) -> None:
        """The lines of the hand, for faults that no event can carry; `page.mark` says where the fault is."""


class Chance(Saboteur, code="-", incidents={"cancelled": 0.002, "exposed card": 0.01, "timeout": 0.002}):
    """Breaks nothing: what hardly ever happens, and no rule forbids, happens now and then."""

    def __init__(self, dialect: str = "neutral") -> None:
        super().__init__(dialect)
        if dialect != "neutral":  # others do not show it
            self.incidents = {}  # type: ignore[misc]

    def asks(self, dealer: Dealer, player: Player, options: Options, events: Sequence[Event]) -> Sequence[Event]:
        """A player whose time runs out facing a bet stays in for what is in the pot, where the house says so."""
        rules = dealer.rules
        protects = rules.clock_timeout_action == "protected" and rules.clock_runs_from == "prompt"
        if not (protects and options.call and self.happens(dealer, "timeout")):
            return events
        return [*events, dealer.ran_out(player), Protected(player.seat)]


HONEST: Final = Saboteur()


def instead(events: Sequence[Event], old: Event, *new: Event) -> list[Event]:
    """The events with others in the place of one."""
    return [event for each in events for event in (new if each is old else (each,))]
