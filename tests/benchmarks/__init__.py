"""What Satchel costs against a floor: `python -m tests.benchmarks` prints the table.

A *floor* is the least that any program must do for the same result, written here with the bare library. A
*goal* is the highest ratio of ours to the floor that is worth having. Both sides are measured in the same
run and take turns, so that a slow disk or a busy machine slows both. It is no timed test: a goal that is
missed is told and fails nothing.
"""
