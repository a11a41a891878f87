"""The records that are not being sent."""

from __future__ import annotations

from collections import deque
from itertools import chain
from typing import Callable, Optional

from .batch import Batch, failed_of, failures_of, halves_of, size_of
from .entry import RECORDS_MAX, Entry, how_many_fit
from .options import RecordingSettings
from .retry_timers import RetryTimers
from .timers import Run, Timers

#: After `TRIES_UNTIL_DOUBT` failures of every group, new batches are tried: one from the queue, or
#: half of a failed group if the queue is empty. This stops at `GROUPS_IN_DOUBT_MAX` groups.
TRIES_UNTIL_DOUBT = 3
GROUPS_IN_DOUBT_MAX = 8


class Held:
    """Holds the records that are not being sent."""

    def __init__(self, settings: RecordingSettings, timers: Timers, on_due: Run) -> None:
        self._max_queued = settings.max_queued
        self._max_waiting = settings.max_waiting
        self._on_due = on_due
        #: Records that were not sent yet.
        self._queued: deque[Entry] = deque()
        #: Batches to be sent as they are: retries, or parts of a rejected batch.
        self._groups: list[Batch] = []
        #: Batches that failed although others succeeded. A timer turns each into a group again.
        self._retry_timers = RetryTimers(timers, self._due)
        self._waiting = 0

    @property
    def size(self) -> int:
        return len(self._queued) + size_of(self._groups) + size_of(self._retry_timers.groups())

    @property
    def waiting(self) -> int:
        """Number of held records that failed before."""
        return self._waiting

    @property
    def occupied(self) -> int:
        """Occupied room of the queue. Failed records beyond `max_waiting` occupy some of it."""
        return len(self._queued) + max(0, self._waiting - self._max_waiting)

    @property
    def room_to_wait(self) -> int:
        """Number of additional records that may wait for a retry."""
        return max(0, self._max_waiting + self._max_queued - len(self._queued) - self._waiting)

    def add(self, entry: Entry) -> None:
        self._queued.append(entry)

    def requeue(self, entries: Batch) -> None:
        """Keeps the entries as one batch, to be sent at its turn."""
        if not entries:
            return
        self._waiting += failed_of(entries)
        self._groups.append(entries)

    def retry_after_delay(self, entries: Batch, seconds: float) -> None:
        """Keeps the entries as one batch, to be sent after a delay."""
        self._waiting += len(entries)
        self._retry_timers.add(entries, seconds)

    def end_delays(self) -> None:
        """Ends all delays immediately."""
        self._retry_timers.end_all()

    def take_batch(self, is_due: bool) -> Optional[Batch]:
        """Takes the next batch. A batch from the queue must be full unless `is_due` is true."""
        if self._groups:
            return self._take_group(0)
        return self._take_queued() if is_due or len(self._queued) >= RECORDS_MAX else None

    def take_probe(self) -> Optional[Batch]:
        """Takes the batch to try during an outage: the group with the fewest failures.

        After several failures, the outage may be the fault of the groups rather than of the
        service. Then it takes a batch of the queue instead or, if the queue is empty, half of a
        group.
        """
        if not self._groups:
            return self._take_queued()
        at = min(range(len(self._groups)), key=lambda index: failures_of(self._groups[index]))
        is_in_doubt = failures_of(self._groups[at]) >= TRIES_UNTIL_DOUBT
        may_have_more = is_in_doubt and len(self._groups) < GROUPS_IN_DOUBT_MAX
        if may_have_more and self._queued:
            return self._take_queued()
        group = self._take_group(at)
        if not may_have_more or len(group) == 1:
            return group
        half, rest = halves_of(group)
        self.requeue(rest)
        return half

    def take_failed(self) -> list[Batch]:
        """Takes the groups that failed before."""
        return self._take_groups(lambda group: failures_of(group) > 0)

    def take_older_than(self, oldest: float) -> list[Entry]:
        """Takes the records recorded before `oldest`.

        A group with a more recent record is kept whole.
        """

        def is_old(entry: Entry) -> bool:
            return entry.held_since <= oldest

        groups = self._take_groups(lambda group: all(map(is_old, group)))
        taken = list(chain.from_iterable(groups))
        while self._queued and is_old(self._queued[0]):
            taken.append(self._queued.popleft())
        return taken

    def take_all(self) -> list[Entry]:
        groups = chain(self._groups, self._retry_timers.groups(), [self._queued])
        taken = list(chain.from_iterable(groups))
        self._retry_timers.clear()
        self._groups = []
        self._queued.clear()
        self._waiting = 0
        return taken

    def _due(self, entries: Batch) -> None:
        self._groups.append(entries)
        self._on_due()

    def _take_queued(self) -> Optional[Batch]:
        if not self._queued:
            return None
        return [self._queued.popleft() for _ in range(how_many_fit(self._queued))]

    def _take_group(self, at: int) -> Batch:
        group = self._groups.pop(at)
        self._waiting -= failed_of(group)
        return group

    def _take_groups(self, is_taken: Callable[[Batch], bool]) -> list[Batch]:
        taken = [group for group in self._groups if is_taken(group)]
        self._groups = [group for group in self._groups if not is_taken(group)]
        self._waiting -= sum(map(failed_of, taken))
        return taken
