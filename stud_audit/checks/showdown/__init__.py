"""S: the showdown."""
