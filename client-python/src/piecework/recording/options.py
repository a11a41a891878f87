"""Options for sending records in the background."""

from __future__ import annotations

import inspect
import sys
from dataclasses import dataclass
from typing import Callable, Optional

from ..settings import Connection, seconds, whole_number
from .losses import Lost

A_DAY = 24 * 60 * 60
NO_LIMIT = sys.maxsize


@dataclass(frozen=True)
class RecordingOptions:
    """Options for sending records in the background. All times are in seconds."""

    #: Time that a record waits to be batched with others.
    flush_interval: float = 1.0
    #: Time after which an unstored record is lost.
    max_age: float = A_DAY
    #: Maximum number of retries of a record; limited only by `max_age` by default.
    max_retries: int = NO_LIMIT
    #: Time before the first retry; `retry_delay` of the client by default. During an outage each
    #: delay doubles, up to ten seconds. For a record that fails while others are stored, each delay
    #: grows fourfold.
    retry_delay: Optional[float] = None
    #: Maximum number of failed records that wait for a retry, in addition to the queue.
    max_waiting: int = 1_000
    #: Maximum number of records that wait for their first attempt.
    max_queued: int = 10_000
    #: If true, a record without `usageDate` gets the time of recording as `recordedAt`, so that a
    #: late record counts when it happened. True by default with live keys only: the clock of a test
    #: deployment can be moved, so the service sets the time there.
    stamp_usage_date: Optional[bool] = None
    #: If true, the process waits up to ten seconds at its end until held records are sent.
    flush_at_exit: bool = True
    #: If true, SIGTERM sends held records before it ends the process, for up to ten seconds. It
    #: needs a client that is created in the main thread (elsewhere it has no effect, and a warning
    #: is logged), and applies while the signal has no other handler.
    flush_at_sigterm: bool = False
    #: Receives the records that could not be stored, with the reason; also those whose key a
    #: different record has, as `already_recorded`. It is called from a thread of the client.
    #: Without it, each different error is logged as a warning, up to ten.
    on_lost: Optional[Callable[[Lost], object]] = None


@dataclass(frozen=True)
class RecordingSettings:
    """Options with defaults filled in."""

    flush_interval: float
    max_age: float
    max_retries: int
    retry_delay: float
    max_waiting: int
    max_queued: int
    stamp_usage_date: bool


def recording_settings(options: RecordingOptions, connection: Connection) -> RecordingSettings:
    """Checks the options. Raises ValueError or TypeError for an invalid one."""
    if inspect.iscoroutinefunction(options.on_lost):
        raise TypeError("recording.on_lost must be a plain function: a thread calls it")
    delay = connection.retry_delay if options.retry_delay is None else options.retry_delay
    stamp = options.stamp_usage_date
    return RecordingSettings(
        flush_interval=seconds("recording.flush_interval", options.flush_interval),
        max_age=seconds("recording.max_age", options.max_age),
        max_retries=whole_number("recording.max_retries", options.max_retries),
        retry_delay=seconds("recording.retry_delay", delay),
        max_waiting=whole_number("recording.max_waiting", options.max_waiting),
        max_queued=whole_number("recording.max_queued", options.max_queued),
        # The clock of a live deployment cannot be moved.
        stamp_usage_date="_live_" in connection.api_key if stamp is None else stamp,
    )
