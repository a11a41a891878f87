"""Records what a guarded run uses, and reads what is left of its hold."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Callable, Optional, Union

from ..errors import PieceworkError, RecordingError
from ..keyed_record import KeyedRecord
from ..recording.background import Background
from ..recording.batch_answer import OnStored, outcomes_of, refusals_of
from ..recording.entry import Entry, batch_body, body_of, record_of
from ..recording.options import RecordingOptions, recording_settings
from ..recording.send_batch import batch_request, read_batch_answer
from ..settings import Connection
from .steps import Deadline, Send, Steps, TooLate, within_time


@dataclass(frozen=True)
class Reporting:
    """What a guarded run uses of its client."""

    connection: Connection
    #: If true, records get the time at which they were made.
    stamp_usage_date: bool
    on_unrecorded: Callable[[RecordingError], None]
    #: Called with an error that the caller does not get.
    on_swallowed: Callable[[Exception], None]
    on_stored: OnStored
    warnings: Callable[[Iterable[object]], None]


def reporting_of(
    connection: Connection, recording: RecordingOptions, background: Callable[[], Background]
) -> Reporting:
    """Returns what guarded runs use of a client with this recording."""
    return Reporting(
        connection,
        recording_settings(recording, connection).stamp_usage_date,
        lambda error: background().report_lost(error),
        lambda error: background().warn_of_lost(error),
        lambda outcome: background().note_stored(outcome),
        lambda texts: background().warnings(texts),
    )


@dataclass(frozen=True)
class Reported:
    """A stored record. The cost is None if it is not known."""

    cost: Optional[str]
    #: USD that the run may still cost; None for a run without a hold, and for a repeat.
    remaining: Optional[str]


def report(
    reporting: Reporting,
    event: KeyedRecord,
    deadline: Deadline,
    job: Optional[Mapping[str, Any]] = None,
) -> Steps[tuple[KeyedRecord, Union[Reported, TooLate]]]:
    """Sends a record. Returns it as it was sent, and what the service answered.

    If it is too late for an answer, the same record can be sent again and counts once. Raises a
    RecordingError for a refused record, after `on_lost` got it.
    """
    record = event
    try:
        entry = Entry(body_of(event, stamp=reporting.stamp_usage_date), 0)
        record = record_of(entry)
        answer = yield from within_time(deadline, lambda timeout: _store(reporting, entry, timeout))
        return record, answer
    except Exception as cause:
        error = RecordingError(cause, record, job)
        reporting.on_unrecorded(error)
        raise error from cause


def _store(reporting: Reporting, entry: Entry, timeout: float) -> Steps[Reported]:
    connection = replace(reporting.connection, timeout=timeout)
    try:
        request = batch_request(connection, batch_body([entry]))
        answer = yield Send(request, read_batch_answer)
    except PieceworkError as error:
        for refusal in refusals_of(error, [entry]):
            raise refusal.error from error
        raise
    [outcome] = outcomes_of([entry], answer)
    if outcome.error is not None:
        raise outcome.error
    reporting.on_stored(outcome)
    success = answer["results"]["success"]
    stored = success[0] if success else {}
    hold = stored.get("hold")
    remaining = hold.get("remaining") if isinstance(hold, Mapping) else None
    return Reported(stored.get("totalCostUsd"), remaining)
