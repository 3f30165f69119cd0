"""What the audit says of many hands, frozen as digests: a change that should change nothing is held to that.

    python -m tests.frozen compare      which units differ from the digests, and in what
    python -m tests.frozen dump DIR     findings, events, coverage, and tables as text, to be compared with `diff -r`
    python -m tests.frozen write        the digests anew, after every difference has been looked at

All three take `--only PATTERN` for some of the units, such as `--only 'clauses/*'`.
"""
