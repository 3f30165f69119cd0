"""The same hand of the same site occurs again.

Two records with the same site and hand id, in one input or several. A neutral log is of the site that its header
names as the house. If their text is identical, one of them is superfluous: a review. Two players' logs of a hand, or a
player's and the house's, differ in what their owners see: down-cards, notes, chat, and the order of lines that have
none. Where they agree in all that both tell, that is a review, too: another telling, consistent. Where they contradict
each other (an amount, a card, an action or its turn, a name or seat, the stakes, the time, the pot, who is paid), one
of them is wrong: a violation at the first line of the later one that differs, which says what each tells and names the
other's line. Records whose cards, or players and time, are not those of one hand are two hands under one number: a
violation at the header of the later, and both are judged.

A hand that is told several times counts once. What only the cards of several logs show together (who wins a showdown,
a card that two players hold) is found by the checks for it, at a line of one log and with the lines of the others.

The finding stands at the second record's header, but for a contradiction, and names the place of the first.

Source: the format of the log: a site numbers each hand once.
"""

from __future__ import annotations

from stud_audit.checks.base import Check

# Reported by the pipeline: it takes the whole input to know.
CHECK = Check("R005", "duplicate-hand", "S3", "log")
