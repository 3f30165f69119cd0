"""S: the show-down."""
