"""P: the pot."""
