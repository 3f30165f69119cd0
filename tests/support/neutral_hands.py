"""Invented hands in the neutral notation that several tests change or go on with."""

from __future__ import annotations

from typing import Final

RAISED: Final = """\
stud 1
hand 1 game=stud structure=fixed small=2 big=4 ante=1 bring-in=1 currency=USD button=4 house=roberts-rules
seat 1 "northwind" 200
seat 2 "saltmarsh" 200
seat 3 "wexley" 200
seat 4 "tinder" 200
ante 1 1
ante 2 1
ante 3 1
ante 4 1
street 3
deal 1 down ? ?
deal 2 down ? ?
deal 3 down ? ?
deal 4 down ? ?
deal 1 up 9d
deal 2 up 2c
deal 3 up Kd
deal 4 up Jh
bring-in 2 1
call 3 1
complete 4 to=2 by=1
raise 1 to=4 by=2
call 2 3
fold 3
call 4 2
street 4
deal 1 up 8c
deal 2 up 3h
deal 4 up Qs
check 4
bet 1 2
call 2 2
call 4 2
street 5
deal 1 up 7h
deal 2 up 5s
deal 4 up Tc
bet 4 4
raise 1 to=8 by=4
fold 2
call 4 4
street 6
deal 1 up 4c
deal 4 up 6d
check 4
bet 1 4
call 4 4
street 7
deal 1 down Ah
deal 4 down Ks
check 4
bet 1 4
call 4 4
show-down
show 1 Ac Ad 9d 8c 7h 4c Ah
show 4 Kc Qd Jh Qs Tc 6d Ks
award 1 55
total 55
rake 0
end
"""
"""Four players: raises on third and fifth street, and two hands at the showdown."""

CALLED: Final = """\
stud 1
hand 1 game=stud structure=fixed small=2 big=4 ante=1 bring-in=1 currency=USD table="Alpha" seats=8 button=3
seat 1 "northwind" 100
seat 2 "saltmarsh" 100
seat 3 "wexley" 100
ante 1 1
ante 2 1
ante 3 1
street 3
deal 1 down Ah Ad
deal 2 down Jh Ts
deal 3 down 6c 5d
deal 1 up 2c
deal 2 up 9d
deal 3 up Kd
bring-in 1 1
call 2 1
call 3 1
"""
"""Third street of three players whose cards are all known: the bring-in is called."""

_DOORS: Final = """\
stud 1
hand 1 game=stud structure=fixed small=2 big=4 ante=1 bring-in=1 currency=USD button=3 house=roberts-rules
seat 1 "northwind" {}
seat 2 "saltmarsh" {}
seat 3 "wexley" {}
ante 1 1
ante 2 1
ante 3 1
street 3
deal 1 down ? ?
deal 2 down ? ?
deal 3 down ? ?
deal 1 up 9d
deal 2 up 2c
deal 3 up Kd
"""


def doors(*stacks: str) -> str:
    """Three players up to their door cards, with 200 each or these stacks: seat 2 has to bring in."""
    return _DOORS.format(*(stacks or ("200",) * 3))
