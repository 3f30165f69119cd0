"""Fuzzing: samples of every notation, changed at random where it hurts, put through all that is made of an input.

    python -m tests.fuzz --executions 100000 --seed 1 --jobs 2     a long run
    python -m tests.fuzz FILE...                                   what an input that was kept does now

An execution is one changed input. It is named by the seed of the run and its number, depends on nothing else, and is
made again by `--seed S --first N --executions 1`. What fails is cut down as long as it fails in the same way, written
to a file, and printed once for each way of failing. No time is asserted; what takes more than some seconds of the
processor is a hang.
"""
