"""What a hand is made of: cards, money, events, spans, findings, errors.

The lowest layer. It uses the standard library only, and every value in it is immutable.
"""
