"""Rules that remember which of their settings were asked for.

What a decision rests on is not typed beside it but observed: it is handed traced rules, and the
settings that it read are the ones that are weighed and cited.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar, cast

from stud_audit.houses.rules import Rules

T = TypeVar("T")

Read = Mapping[str, Any]
"""The settings that were read, in the order of their first reading, with their values."""


class TracedRules:
    """Stands for `Rules`. What was read so far is in `read`, to be cleared before the next decision."""

    # A setting is looked up once; from then on the instance's own dictionary has it, which is the record as well.
    __slots__ = ("__dict__", "plain")

    plain: Rules

    def __init__(self, rules: Rules) -> None:
        self.plain = rules

    def __getattr__(self, key: str) -> Any:
        value = self.__dict__[key] = getattr(self.plain, key)
        return value

    def __reduce__(self) -> tuple[type[TracedRules], tuple[Rules]]:
        return TracedRules, (self.plain,)

    @property
    def read(self) -> dict[str, Any]:
        """What was read since it was last cleared."""
        return self.__dict__

    def as_rules(self) -> Rules:
        """Itself, for whoever asks for rules."""
        return cast("Rules", self)


Memo = dict[Rules, tuple[T, TracedRules]]
"""What was worked out under some rules, which tell on what settings it rests."""


def remembered(memo: Memo[T], rules: Rules, work_out: Callable[[T | None, Rules], T]) -> T:
    """What `work_out` makes of these rules, going on from what it made of them before.

    Whoever asks is taken to have read all that it has read.
    """
    traced = rules if isinstance(rules, TracedRules) else None
    plain = traced.plain if traced is not None else rules
    before, asked = memo.get(plain) or (None, TracedRules(plain))
    made = work_out(before, asked.as_rules())
    memo[plain] = made, asked
    if traced is not None:
        traced.read.update(asked.read)
    return made
