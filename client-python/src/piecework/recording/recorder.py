"""Decides what is sent, when, and again."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Callable, Optional, Union

from ..errors import PieceworkError
from ..http.backoff import backoff, is_retryable
from .batch import Batch, failed_of, halves_of, size_of
from .batch_answer import outcomes_of, refusals_of
from .counts import RecordingCounts
from .entry import Entry, batch_body, record_of
from .held import Held
from .losses import Losses, LossReason, reason_of_refusal
from .options import RecordingSettings
from .outage import Outage
from .pause import Pause
from .timers import Run, Timers
from .waiters import Done, Waiters
from .warnings import Warnings

#: The answer of the service to a batch, or the error instead.
Answer = Union[Mapping[str, Any], Exception]
#: Sends a body, and passes its answer on later, to the thread of the recorder.
Send = Callable[[bytes, Callable[[Answer], None]], None]

REQUESTS_MAX = 4
CLOSED = PieceworkError("The client is closed")


class Recorder:
    """Sends records in the background. The number of held records is bounded.

    All methods are called by one thread, and none of them waits.
    """

    def __init__(
        self,
        settings: RecordingSettings,
        send: Send,
        losses: Losses,
        warnings: Warnings,
        clock: Callable[[], float],
    ) -> None:
        self._settings = settings
        self._send = send
        self._losses = losses
        self._warnings = warnings
        self._clock = clock
        self.timers = Timers(clock)
        self._pause = Pause(self.timers, clock, self._send_more)
        self._held = Held(settings, self.timers, self._send_more)
        self._outage = Outage(self.timers, settings.retry_delay, self._send_more)
        self._waiters = Waiters(self.timers)
        #: Batches being sent, by number. One that is gone before its answer was reported as lost.
        self._on_the_way: dict[int, Batch] = {}
        self._sent_batches = 0
        #: The number of the batch being sent during an outage.
        self._probe: Optional[int] = None
        #: Number of batches that the service answered.
        self._got_through = 0
        #: The error of the last attempt, if none has succeeded since.
        self._last_failure: Optional[PieceworkError] = None
        #: True if a batch that is not full must be sent now.
        self._is_due = False
        self._cancel_tick: Optional[Run] = None
        self._added = 0
        self._stored = 0
        self._duplicates = 0
        self._uncosted = 0
        self._warned = 0
        self._already_recorded = 0
        self._lost = 0
        self._retries = 0

    @property
    def occupied(self) -> int:
        """Occupied room of the queue; other threads may read it."""
        return self._held.occupied

    @property
    def is_idle(self) -> bool:
        return self._left() == 0

    @property
    def is_ticking(self) -> bool:
        """True if the held records will be sent within the flush interval."""
        return self._cancel_tick is not None

    def add(self, entry: Entry) -> None:
        entry.number = self._added
        self._added += 1
        self._held.add(entry)
        if self._cancel_tick is None:
            self._cancel_tick = self.timers.start(self._settings.flush_interval, self._tick)

    def lose(self, reason: LossReason, error: Exception, record: Any) -> None:
        """Reports a record that was never held."""
        self._count_lost(reason, 1)
        self._losses.add(reason, error, lambda: record)

    def counts(self) -> RecordingCounts:
        waiting = self._held.waiting
        in_flight = size_of(list(self._on_the_way.values()))
        queued = self._held.size - waiting
        settled = self._stored + self._already_recorded + self._lost
        return RecordingCounts(
            recorded=settled + queued + waiting + in_flight,
            stored=self._stored,
            duplicates=self._duplicates,
            uncosted=self._uncosted,
            warned=self._warned,
            lost=self._lost,
            already_recorded=self._already_recorded,
            retries=self._retries,
            queued=queued,
            waiting=waiting,
            in_flight=in_flight,
        )

    def send_full_batches(self) -> None:
        self._send_more()

    def flush(self, timeout: Optional[float], done: Done) -> None:
        """Sends held records.

        Calls `done` with true once all are stored or reported as lost, with false after the
        timeout.
        """
        self._is_due = True
        self._send_more()

        def told(is_done: bool) -> None:
            self._losses.tell()
            done(is_done)

        self._waiters.wait(self._added, self._left(), timeout, told)

    def drain(self, timeout: float, done: Done) -> None:
        """Retries failed records immediately. Reports records not stored in time as lost."""
        self._outage.hurry()
        self._held.end_delays()

        def drained(is_done: bool) -> None:
            if not is_done:
                self.abandon()
            done(is_done)

        self.flush(timeout, drained)

    def abandon(self) -> None:
        """Reports all held records as lost, immediately."""
        self.timers.clear()
        self._cancel_tick = None
        left = [entry for batch in self._on_the_way.values() for entry in batch]
        left.extend(self._held.take_all())
        self._on_the_way.clear()
        self._lose(left, "closed", _closed_after(self._last_failure))
        self._losses.tell()

    def _left(self) -> int:
        """Returns the number of records that are neither stored nor reported as lost."""
        return self._held.size + size_of(list(self._on_the_way.values()))

    def _tick(self) -> None:
        self._cancel_tick = None
        self._is_due = True
        self._send_more()

    def _send_more(self) -> None:
        while self._may_send():
            entries = self._next()
            if entries is None:
                return
            self._send_one(entries)

    def _may_send(self) -> bool:
        if self._pause.is_on or self._outage.is_waiting:
            return False
        if self._outage.is_on and self._probe is not None:
            return False
        return len(self._on_the_way) < REQUESTS_MAX

    def _next(self) -> Optional[Batch]:
        is_on = self._outage.is_on
        entries = self._held.take_probe() if is_on else self._held.take_batch(self._is_due)
        if entries is None:
            self._is_due = False
        return entries

    def _send_one(self, entries: Batch) -> None:
        number = self._sent_batches
        self._sent_batches += 1
        self._on_the_way[number] = entries
        if self._outage.is_on:
            self._probe = number
        self._retries += failed_of(entries)
        sent_after = self._got_through

        def answered(answer: Answer) -> None:
            if self._on_the_way.pop(number, None) is not None:
                self._settle(entries, answer, sent_after, is_probe=self._probe == number)
            if self._probe == number:
                self._probe = None
            self._send_more()

        self._send(batch_body(entries), answered)

    def _settle(self, entries: Batch, answer: Answer, sent_after: int, *, is_probe: bool) -> None:
        if isinstance(answer, Exception):
            self._fail(entries, answer, sent_after, is_probe=is_probe)
        else:
            self._take(entries, answer, sent_after, is_probe=is_probe)

    def _take(
        self, entries: Batch, answer: Mapping[str, Any], sent_after: int, *, is_probe: bool
    ) -> None:
        failed: list[Entry] = []
        failure: Optional[PieceworkError] = None
        for entry, outcome in zip(entries, outcomes_of(entries, answer)):
            if outcome.error is None:
                self._stored += 1
                self._duplicates += outcome.is_duplicate
                self._uncosted += outcome.is_uncosted
                self._warned += bool(outcome.warnings)
                self._warnings(outcome.warnings)
                self._waiters.settle(entry.number)
            elif outcome.is_final:
                self._lose([entry], reason_of_refusal(outcome.error), outcome.error)
            else:
                failed.append(entry)
                failure = outcome.error
        if len(failed) < len(entries):
            self._note_got_through()
        if failure is not None:
            self._retry(failed, failure, sent_after, is_probe=is_probe)

    def _fail(self, entries: Batch, error: Exception, sent_after: int, *, is_probe: bool) -> None:
        if isinstance(error, PieceworkError) and is_retryable(error):
            if error.retry_after is not None:
                self._pause.begin(error.retry_after)
            self._retry(entries, error, sent_after, is_probe=is_probe)
            return
        # Even a rejection shows that the service is reachable.
        self._note_got_through()
        if isinstance(error, PieceworkError) and error.status in (400, 413):
            self._split(entries, error)
        else:
            self._lose(entries, "rejected", error)

    def _split(self, entries: Batch, error: PieceworkError) -> None:
        """Splits a rejected batch to isolate the faulty records.

        The others can then be stored, even after a malformed record or an oversized batch.
        """
        refusals = refusals_of(error, entries)
        bad = [entry for refusal in refusals for entry in refusal.entries]
        if bad:
            for refusal in refusals:
                self._lose(refusal.entries, "rejected", refusal.error)
            self._held.requeue([entry for entry in entries if entry not in bad])
        elif len(entries) == 1:
            self._lose(entries, "rejected", error)
        else:
            for half in halves_of(entries):
                self._held.requeue(half)

    def _note_got_through(self) -> None:
        """Ends an outage after a successful exchange.

        Batches that failed during it get their own timers from now on.
        """
        self._got_through += 1
        self._last_failure = None
        if not self._outage.is_on:
            return
        self._outage.end()
        for group in self._held.take_failed():
            self._retry_alone(group)

    def _retry(
        self, entries: Batch, error: PieceworkError, sent_after: int, *, is_probe: bool
    ) -> None:
        """Schedules a retry.

        If no batch succeeded since this one was sent, the service is assumed to be down.
        """
        self._last_failure = error
        kept = self._kept_of(entries, error)
        if self._got_through > sent_after:
            self._retry_alone(kept, error.retry_after)
            return
        self._held.requeue(kept)
        if is_probe or not self._outage.is_on:
            self._outage.add(error)

    def _kept_of(self, entries: Batch, error: PieceworkError) -> Batch:
        """Returns the entries that may be retried.

        The others are too old, have no attempts left or find no room, and are lost.
        """
        oldest = self._clock() - self._settings.max_age
        most = self._settings.max_retries
        for entry in entries:
            entry.failures += 1

        def may_go_on(entry: Entry) -> bool:
            return entry.failures <= most and entry.held_since > oldest

        given_up = [entry for entry in entries if not may_go_on(entry)]
        self._lose([*given_up, *self._held.take_older_than(oldest)], "gave_up", error)
        left = [entry for entry in entries if may_go_on(entry)]
        room = self._held.room_to_wait
        self._lose(left[room:], "overflow", error)
        return left[:room]

    def _retry_alone(self, entries: Batch, retry_after: Optional[float] = None) -> None:
        """Schedules a retry with its own timer, independent of other batches.

        From the second such failure the batch is split in halves, because its records are the
        likely cause.
        """
        if not entries:
            return
        for entry in entries:
            entry.failures_alone += 1
        failures = max(entry.failures_alone for entry in entries)
        is_split = failures > 1 and len(entries) > 1
        for part in halves_of(entries) if is_split else (entries,):
            delay = backoff(failures, self._settings.retry_delay, retry_after)
            self._held.retry_after_delay(part, delay)

    def _lose(self, entries: Batch, reason: LossReason, error: Exception) -> None:
        self._count_lost(reason, len(entries))
        for entry in entries:
            self._losses.add(reason, error, partial(record_of, entry))
            self._waiters.settle(entry.number)

    def _count_lost(self, reason: LossReason, count: int) -> None:
        if reason == "already_recorded":
            self._already_recorded += count
        else:
            self._lost += count


def _closed_after(failure: Optional[PieceworkError]) -> PieceworkError:
    """Returns the error of records that were held when the client was closed."""
    if failure is None:
        return CLOSED
    error = PieceworkError(f"The client is closed, and the last attempt failed: {failure}")
    error.__cause__ = failure
    return error
