"""B: who brings in, and for how much."""
