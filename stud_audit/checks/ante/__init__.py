"""A: antes."""
