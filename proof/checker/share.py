"""Which part of the long tests runs: all, or one item in CHECKER_SHARE, others each time.

Set CHECKER_TURN to repeat a run.
"""

import os
import time

SHARE = int(os.environ.get("CHECKER_SHARE", "1"))
TURN = int(os.environ.get("CHECKER_TURN", time.time())) % SHARE


def part(items):
    """The items of this turn."""
    return [item for number, item in enumerate(items) if number % SHARE == TURN]
