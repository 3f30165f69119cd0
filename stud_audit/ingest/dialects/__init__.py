"""One module per site dialect, each with a `DIALECT`."""
