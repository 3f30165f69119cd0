"""W: the wagers."""
