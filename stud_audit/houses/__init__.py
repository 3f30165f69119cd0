"""House rules as data: one TOML file per house, every ruling with its value, its clauses, and whom it binds."""

from stud_audit.houses.describe import Difference, describe, diff
from stud_audit.houses.house import House
from stud_audit.houses.loader import house_for_dialect, house_names, load_house
from stud_audit.houses.rules import Rules, StakeTable
from stud_audit.houses.rulings import Clause, Reading, Ruling, Silence
from stud_audit.houses.weighing import Weighing

__all__ = [
    "Clause",
    "Difference",
    "House",
    "Reading",
    "Rules",
    "Ruling",
    "Silence",
    "StakeTable",
    "Weighing",
    "describe",
    "diff",
    "house_for_dialect",
    "house_names",
    "load_house",
]
