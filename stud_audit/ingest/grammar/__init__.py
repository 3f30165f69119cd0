"""What lines look like: Lark grammars as shapes, and the text of a hand as sections of lines that have a kind."""
