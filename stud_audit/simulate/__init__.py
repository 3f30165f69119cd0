"""Deals and plays legal hands under any house's rules, and plants faults in them on request.

A user's tool: it makes logs with which a lab or an operator can test their own pipeline, and this
project its checks. Nothing here decides what is legal: that is the game's business (`game.options`).
"""

from stud_audit.simulate.output import Simulation, simulate

__all__ = ["Simulation", "simulate"]
