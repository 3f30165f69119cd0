"""X: from hand to hand of a table."""
