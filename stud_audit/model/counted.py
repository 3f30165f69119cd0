"""Counts in words."""

from __future__ import annotations


def number(count: int, noun: str) -> str:
    """`1 hand`, `2 hands`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
