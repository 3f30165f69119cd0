"""Findings, houses, and checks as text for people."""
