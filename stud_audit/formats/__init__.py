"""How an audit puts out its findings: one module per format; a new one is a class here and a name in `cli.options`."""
