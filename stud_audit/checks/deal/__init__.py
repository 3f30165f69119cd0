"""D: the deal."""
