"""Houses held against a log: two of them hand by hand, and all of them, and every ruling, against what it shows."""
