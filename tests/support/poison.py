"""Work for worker processes that some tasks kill."""

from __future__ import annotations

import os
import signal
import threading
from typing import Any

from stud_audit.pipeline.batch import Batch, BatchResult, work


def double(number: int) -> Any:
    """Twice a number; 13 kills the process, and what comes of 17 cannot be sent."""
    if number == 13:
        os.kill(os.getpid(), signal.SIGKILL)
    return threading.Lock() if number == 17 else 2 * number


def killed_by_hand_600(batch: Batch) -> BatchResult:
    """The work of an audit, which the hand of this number kills."""
    if batch.problem is None and any("#600:" in located.block.text for located in batch.hands):
        os.kill(os.getpid(), signal.SIGKILL)
    return work(batch)
