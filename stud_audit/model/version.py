"""The version of the package, low enough for every layer to name it."""

__version__ = "0.1.0"
