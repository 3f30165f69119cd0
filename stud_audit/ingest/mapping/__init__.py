"""What lines mean: from lines with a kind and fields to events, as far as the sites agree."""
