"""Work for worker processes that some pieces kill."""

from __future__ import annotations

import os
import signal
import threading
from typing import Any

from stud_audit.pipeline.batch import work


def double(pieces: list[int]) -> list[Any]:
    """Twice each number; 13 kills the process, and what comes of 17 cannot be sent."""
    if 13 in pieces:
        os.kill(os.getpid(), signal.SIGKILL)
    return [threading.Lock() if piece == 17 else 2 * piece for piece in pieces]


def killed_by_hand_600(batch: list[Any], **options: Any) -> Any:
    """The work of an audit, which the hand of this number kills."""
    if any("#600:" in located.block.text for located in batch):
        os.kill(os.getpid(), signal.SIGKILL)
    return work(batch, **options)
