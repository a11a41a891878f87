"""Recording that waits until a record is stored."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from itertools import count
from time import sleep
from typing import Any, Callable, Optional

from ..errors import PieceworkError, RecordingError
from ..http.async_calls import AsyncCalls
from ..http.backoff import backoff, is_retryable
from ..http.exchange import exchange
from ..keyed_record import KeyedRecord, with_key
from ..settings import Connection
from .batch_answer import OnStored, outcomes_of, refusals_of
from .entry import Entry, batch_body, body_of, record_of
from .recorder import Answer
from .send_batch import batch_request, read_batch_answer

#: The finished job that a record describes: its `result`.
Job = Mapping[str, Any]
OnUnrecorded = Callable[[RecordingError], None]


class RecordNow:
    """Stores one record.

    Raises a RecordingError if that is not certain. The error has the record exactly as it was sent;
    identical bytes under the same key count once.
    """

    def __init__(
        self,
        connection: Connection,
        record: Mapping[str, Any],
        job: Optional[Job],
        on_unrecorded: OnUnrecorded,
        on_stored: OnStored,
    ) -> None:
        self._connection = connection
        self._record: KeyedRecord = with_key(record)
        self._job = job
        self._on_unrecorded = on_unrecorded
        self._on_stored = on_stored

    def store(self) -> None:
        try:
            entry = self._entry()
            for failures in count(1):
                delay = self._delay_after(failures, entry, self._sent(entry))
                if delay is None:
                    return
                sleep(delay)
        except Exception as cause:
            raise self._error(cause) from cause

    async def store_async(self, calls: AsyncCalls) -> None:
        try:
            entry = self._entry()
            for failures in count(1):
                delay = self._delay_after(failures, entry, await self._sent_async(calls, entry))
                if delay is None:
                    return
                await asyncio.sleep(delay)
        except Exception as cause:
            raise self._error(cause) from cause

    def _entry(self) -> Entry:
        entry = Entry(body_of(self._record, stamp=False), 0)
        self._record = record_of(entry)
        return entry

    def _sent(self, entry: Entry) -> Answer:
        request = batch_request(self._connection, batch_body([entry]))
        try:
            return exchange(self._connection.transport, request, read_batch_answer)
        except PieceworkError as error:
            return error

    async def _sent_async(self, calls: AsyncCalls, entry: Entry) -> Answer:
        request = batch_request(self._connection, batch_body([entry]))
        try:
            return await calls.exchange(request, read_batch_answer)
        except PieceworkError as error:
            return error

    def _delay_after(self, failures: int, entry: Entry, answer: Answer) -> Optional[float]:
        """Returns the seconds before the next attempt; None if the record is stored."""
        error: Optional[Exception]
        if isinstance(answer, Exception):
            error = _named_error(answer, entry)
        else:
            outcome = outcomes_of([entry], answer)[0]
            error = outcome.error
            if error is None:
                self._on_stored(outcome)
        if error is None:
            return None
        if failures > self._connection.max_retries or not is_retryable(error):
            raise error
        retry_after = error.retry_after if isinstance(error, PieceworkError) else None
        return backoff(failures, self._connection.retry_delay, retry_after)

    def _error(self, cause: Exception) -> RecordingError:
        error = RecordingError(cause, self._record, self._job)
        self._on_unrecorded(error)
        return error


def _named_error(error: Exception, entry: Entry) -> Exception:
    """Returns a refusal without the place of the record in its batch."""
    refusals = refusals_of(error, [entry]) if isinstance(error, PieceworkError) else []
    return refusals[0].error if refusals else error
