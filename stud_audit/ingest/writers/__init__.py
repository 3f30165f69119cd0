"""Hands written in the notations that can also be read."""
