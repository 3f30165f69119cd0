"""A PokerStars log of our own, for tests of everything behind the parser."""

from __future__ import annotations


def pokerstars_hand(number: int = 501, fifth_street_bet: int = 8, player: str = "quillfeather") -> str:
    """A hand at $0.04/$0.08 that is legal with the usual bet of 8 cents on fifth street, which `player` makes."""
    bet, pot = fifth_street_bet, 21 + 2 * fifth_street_bet
    return f"""\
PokerStars Game #{number}:  7 Card Stud Limit ($0.04/$0.08 USD) - 2026/11/01 10:08:43 ET
Table 'Meridian IV' 8-max
Seat 1: northwind ($1.60 in chips)
Seat 2: {player} ($1.84 in chips)
Seat 4: saltmarsh ($1.34 in chips)
northwind: posts the ante $0.01
{player}: posts the ante $0.01
saltmarsh: posts the ante $0.01
*** 3rd STREET ***
Dealt to northwind [3d Th As]
Dealt to {player} [9s]
Dealt to saltmarsh [2c]
saltmarsh: brings in for $0.02
northwind: calls $0.02
{player}: raises $0.02 to $0.04
saltmarsh: folds
northwind: calls $0.02
*** 4th STREET ***
Dealt to northwind [3d Th As] [Qc]
Dealt to {player} [9s] [6h]
northwind: bets $0.04
{player}: calls $0.04
*** 5th STREET ***
Dealt to northwind [3d Th As Qc] [7s]
Dealt to {player} [9s 6h] [9d]
{player}: bets $0.{bet:02}
northwind: calls $0.{bet:02}
*** 6th STREET ***
Dealt to northwind [3d Th As Qc 7s] [2h]
Dealt to {player} [9s 6h 9d] [5d]
{player}: bets $0.08
northwind: folds
Uncalled bet ($0.08) returned to {player}
{player} collected $0.{pot:02} from pot
*** SUMMARY ***
Total pot $0.{pot:02} | Rake $0
Seat 1: northwind folded on the 6th Street
Seat 2: {player} collected ($0.{pot:02})
Seat 4: saltmarsh folded on the 3rd Street


"""
