"""Seven-card stud as one plays it: table, turns, bets, boards, pots, hand ranks. It knows no log."""
