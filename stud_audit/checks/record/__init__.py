"""R: the record itself."""
