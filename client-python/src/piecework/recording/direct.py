"""Counts of the records that were sent without the queue."""

from __future__ import annotations

import threading

from .batch_answer import Outcome
from .counts import RecordingCounts
from .losses import LossReason


class DirectCounts:
    """Any thread may add to it.

    A signal handler that records while its thread adds does not wait for itself.
    """

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._stored = 0
        self._duplicates = 0
        self._uncosted = 0
        self._warned = 0
        self._lost = 0
        self._already_recorded = 0

    def add_stored(self, outcome: Outcome) -> None:
        with self._lock:
            self._stored += 1
            self._duplicates += outcome.is_duplicate
            self._uncosted += outcome.is_uncosted
            self._warned += bool(outcome.warnings)

    def add_lost(self, reason: LossReason) -> None:
        with self._lock:
            if reason == "already_recorded":
                self._already_recorded += 1
            else:
                self._lost += 1

    def added_to(self, counts: RecordingCounts) -> RecordingCounts:
        """Returns counts with those of the records that were sent without the queue."""
        with self._lock:
            return counts._replace(
                recorded=counts.recorded + self._stored + self._lost + self._already_recorded,
                stored=counts.stored + self._stored,
                duplicates=counts.duplicates + self._duplicates,
                uncosted=counts.uncosted + self._uncosted,
                warned=counts.warned + self._warned,
                lost=counts.lost + self._lost,
                already_recorded=counts.already_recorded + self._already_recorded,
            )
