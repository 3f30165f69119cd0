"""A record that may be faulty, held against the game: walked event by event, judged by `checks`, applied as recorded.

The log is evidence: every event is applied as it stands, right or wrong, so that what comes after is
judged on what the site says happened. What the record lacks and play implies is worked out here.
"""
