"""Replay of one hand: table state, betting, boards, pots, hand ranks. No input or output.

The log is evidence: every event is applied as recorded, right or wrong, so that what comes after
is judged on what the site says happened. Judging is the business of `checks`.
"""
