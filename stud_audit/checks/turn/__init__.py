"""T: whose turn it is."""
