"""The border between the threads of the program and the thread that records."""

from __future__ import annotations

import queue
import threading
import time
from collections import deque
from collections.abc import Mapping
from functools import partial
from itertools import count
from typing import Any, Callable, NamedTuple, Optional, Union

from ..errors import PieceworkError, RecordingError, ValidationError
from ..http.backoff import is_retryable
from ..log import logger
from ..settings import Connection
from .at_exit import close_at_exit, close_in_worker
from .batch_answer import Outcome
from .counts import RecordingCounts
from .direct import DirectCounts
from .entry import RECORDS_MAX, Entry, body_of, record_of
from .fork import renew_after_fork
from .losses import Losses, LossReason, reason_of_refusal
from .options import RecordingOptions, recording_settings
from .recorder import CLOSED, Answer, Recorder
from .senders import Senders
from .waiters import Done
from .warnings import Warnings

Command = Callable[[], None]

FULL = PieceworkError("Too many records wait to be sent")
#: Losses that wait until `on_lost` has taken earlier ones. Beyond them, only their number is kept.
LOSSES_MAX = 10_000
#: Seconds for `on_lost`, after the time in which records may still be sent.
GRACE = 5.0


class Loss(NamedTuple):
    """A record that is lost before it is held."""

    reason: LossReason
    error: Exception
    record: Any


class Background:
    """Takes records from any thread and hands them to the recording thread.

    A record only enters a `deque`, which needs no lock. So no caller ever waits for a thread of the
    client, and a signal handler or a destructor may record too. The recording thread owns all other
    state. It starts with the first record, and again in a process that was forked.
    """

    def __init__(
        self,
        connection: Connection,
        options: RecordingOptions,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._connection = connection
        self._settings = recording_settings(options, connection)
        self._on_lost = options.on_lost
        self._clock = clock
        #: Also told by the threads that record without the queue.
        self.warnings = Warnings()
        self._is_closed = False
        self.renew()
        renew_after_fork(self)
        self._undo_at_exit = close_at_exit(self, options)

    def renew(self) -> None:
        """Begins without records and threads. In a forked process, the parent sends its own."""
        self._inbox: deque[Union[Entry, Loss]] = deque()
        self._commands: queue.SimpleQueue[Command] = queue.SimpleQueue()
        self._losses = Losses(self._on_lost)
        self._direct = DirectCounts()
        self._senders = self._new_senders()
        self._recorder = Recorder(
            self._settings, self._send, self._losses, self.warnings, self._clock
        )
        self._thread: Optional[threading.Thread] = None
        self._starting = threading.Lock()
        #: True while the recording thread will look at the inbox within the flush interval.
        self._is_ticking = False
        #: True while it was called to look at once.
        self._is_called = False
        #: True once the recording thread has nothing more to do.
        self._has_stopped = self._is_closed
        #: Records that the recording thread does not count: it has ended, or they are too many.
        self._uncounted_lost = 0
        self._lost_numbers = count(1)
        self._uncounted_already_recorded = 0
        self._already_recorded_numbers = count(1)

    def record(self, record: Mapping[str, Any]) -> None:
        """Adds a record. Never raises and never waits."""
        try:
            body = body_of(record, stamp=self._settings.stamp_usage_date)
        except Exception as cause:
            error = ValidationError(f"The record is no JSON: {cause}")
            error.__cause__ = cause
            self._put(Loss("not_json", error, record))
            return
        entry = Entry(body, self._clock())
        if self._is_closed:
            self._put(Loss("closed", CLOSED, record))
        elif len(self._inbox) + self._recorder.occupied < self._settings.max_queued:
            self._put(entry)
        else:
            self._put(Loss("overflow", FULL, record))

    def note_stored(self, outcome: Outcome) -> None:
        """Counts a record that was stored without the queue, and logs its warnings."""
        self._direct.add_stored(outcome)
        self.warnings(outcome.warnings)

    def report_lost(self, error: RecordingError) -> None:
        """Reports a record that was not stored and that no queue holds.

        Without `on_lost` it is only counted, because the caller gets the error; see `warn_of_lost`.
        """
        reason = _reason_of(error)
        if self._on_lost is None:
            self._direct.add_lost(reason)
        else:
            self._put(Loss(reason, error, error.record))

    def warn_of_lost(self, error: Exception) -> None:
        """Logs that a record is lost whose error the caller does not get, unless `on_lost` got it."""
        if self._on_lost is None and isinstance(error, RecordingError):
            self._losses.warn(_reason_of(error), error)

    def counts(self) -> RecordingCounts:
        counts = self._recorder.counts()
        arrived, lost = len(self._inbox), self._uncounted_lost
        already_recorded = self._uncounted_already_recorded
        all_counts = counts._replace(
            recorded=counts.recorded + arrived + lost + already_recorded,
            queued=counts.queued + arrived,
            lost=counts.lost + lost,
            already_recorded=counts.already_recorded + already_recorded,
        )
        return self._direct.added_to(all_counts)

    @property
    def is_idle(self) -> bool:
        """True if no record is held."""
        return not self._inbox and self._recorder.is_idle

    def flush(self, timeout: Optional[float], done: Done) -> None:
        """Sends the records so far; see `Recorder.flush`. The recording thread calls `done`."""
        self._command(lambda: self._recorder.flush(timeout, done), done)

    def close(self, timeout: float, done: Done) -> None:
        """Sends the records so far, and reports the others as lost after the timeout."""
        self._is_closed = True

        def closed(is_done: bool) -> None:
            self._recorder.abandon()
            self._has_stopped = True
            done(is_done)

        self._command(lambda: self._recorder.drain(timeout, closed), done)
        self._undo_at_exit()

    def abandon(self, done: Done) -> None:
        """Reports all held records as lost; ends a `close` that waits."""
        self._is_closed = True

        def abandoned() -> None:
            self._recorder.abandon()
            done(False)

        self._command(abandoned, done)

    def wait(self, begin: Callable[[Done], None], timeout: Optional[float]) -> bool:
        """Calls `begin` and waits for its result, a little longer than its timeout."""
        if threading.current_thread() is self._thread:
            # `on_lost` runs in the recording thread, which cannot wait for itself.
            begin(lambda _: None)
            return False
        results: list[bool] = []
        has_ended = threading.Event()

        def done(is_done: bool) -> None:
            results.append(is_done)
            has_ended.set()

        begin(done)
        has_ended.wait(None if timeout is None else timeout + GRACE)
        return bool(results) and results[0]

    def turn(self, command: Optional[Command] = None) -> None:
        """Does everything that is due now. Called by the recording thread."""
        # Reset before the inbox is emptied: a record that arrives later calls again.
        self._is_called = False
        try:
            self._take_inbox()
            while command is not None:
                command()
                command = self._next_command()
            self._recorder.timers.run_due()
            self._losses.tell()
        finally:
            self._is_ticking = self._recorder.is_ticking
            if self._inbox and not self._is_ticking:
                # It arrived while the last tick was still expected, so it did not call.
                self._commands.put(self._take_inbox)

    def _new_senders(self) -> Senders:
        return Senders(self._connection)

    def _send(self, body: bytes, done: Callable[[Answer], None]) -> None:
        senders, commands = self._senders, self._commands

        def answered(answer: Answer) -> None:
            senders.note_done()
            done(answer)

        senders.send(body, lambda answer: commands.put(partial(answered, answer)))

    def _put(self, item: Union[Entry, Loss]) -> None:
        inbox = self._inbox
        if len(inbox) >= self._settings.max_queued + LOSSES_MAX:
            # `on_lost` takes longer than the records take to be lost.
            self._count(item)
            return
        inbox.append(item)
        if self._has_stopped:
            self._lose_inbox()
            return
        is_urgent = len(inbox) >= RECORDS_MAX or isinstance(item, Loss)
        if not self._is_ticking or (is_urgent and not self._is_called):
            self._is_ticking = self._is_called = True
            self._commands.put(self._take_inbox)
            self._ensure_thread()

    def _take_inbox(self) -> None:
        has_entries = False
        while self._inbox:
            item = self._inbox.popleft()
            if isinstance(item, Loss):
                self._recorder.lose(*item)
            else:
                self._recorder.add(item)
                has_entries = True
        if has_entries:
            self._recorder.send_full_batches()

    def _lose_inbox(self) -> None:
        """Reports records after the recording thread has ended, in the thread of the caller."""
        losses = Losses(self._on_lost)
        while self._inbox:
            try:
                item = self._inbox.popleft()
            except IndexError:
                break
            self._count(item)
            if isinstance(item, Loss):
                losses.add(item.reason, item.error, partial(_same, item.record))
            else:
                losses.add("closed", CLOSED, partial(record_of, item))
        losses.tell()

    def _count(self, item: Union[Entry, Loss]) -> None:
        """Counts a record that is not stored, without a lock."""
        if isinstance(item, Loss) and item.reason == "already_recorded":
            self._uncounted_already_recorded = next(self._already_recorded_numbers)
        else:
            self._uncounted_lost = next(self._lost_numbers)

    def _command(self, command: Command, done: Done) -> None:
        """Lets the recording thread run a command; without records there is nothing to do."""
        if self._has_stopped or (self.is_idle and self._thread is None):
            self._has_stopped = self._is_closed
            done(True)
        elif self._ensure_thread():
            self._commands.put(command)
            if self._has_stopped:
                self._run_left()
        else:
            if self._is_closed:
                self._has_stopped = True
                self._lose_inbox()
            done(False)

    def _next_command(self) -> Optional[Command]:
        try:
            command = self._commands.get_nowait()
        except queue.Empty:
            return None
        if not self._has_stopped:
            self._take_inbox()
        return command

    def _ensure_thread(self) -> bool:
        """Returns false if the process can have no further thread."""
        if self._thread is not None or not self._starting.acquire(blocking=False):
            return True
        try:
            if self._thread is None:
                self._senders.start_one()
                thread = threading.Thread(target=self._run, name="piecework", daemon=True)
                thread.start()
                self._thread = thread
                close_in_worker(self)
            return True
        except RuntimeError:
            return False
        finally:
            self._starting.release()

    def _run(self) -> None:
        while not self._has_stopped:
            try:
                command = self._commands.get(timeout=self._recorder.timers.due_in())
            except queue.Empty:
                command = None
            try:
                self.turn(command)
            except Exception:
                # The thread must survive a fault of its own: records wait for it.
                logger.exception("The recording thread goes on after a fault")
        self._senders.stop()
        self._run_left()
        self._lose_inbox()

    def _run_left(self) -> None:
        """Answers callers that came while the recording thread ended: nothing is held any more."""
        command = self._next_command()
        while command is not None:
            command()
            command = self._next_command()


def _reason_of(error: RecordingError) -> LossReason:
    """Returns the reason for a record that was not stored without the queue."""
    cause = error.__cause__
    return "gave_up" if is_retryable(cause) else reason_of_refusal(cause)


def _same(record: Any) -> Any:
    return record
