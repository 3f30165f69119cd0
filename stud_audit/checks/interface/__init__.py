"""U: what the software showed and asked, in logs that record it."""
