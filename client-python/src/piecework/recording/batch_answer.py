"""What the service answered about each record of a batch."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple, Optional

from ..errors import AlreadyRecordedError, PieceworkError, ServerError, ValidationError
from .batch import Batch
from .entry import Entry


class Outcome(NamedTuple):
    """Outcome of one record: stored if there is no error, final if a retry cannot succeed."""

    error: Optional[PieceworkError] = None
    is_final: bool = True
    is_duplicate: bool = False
    is_uncosted: bool = False


def outcomes_of(entries: Batch, answer: Mapping[str, Any]) -> list[Outcome]:
    """Returns the outcome of each entry, in order.

    An entry that the response does not mention counts as failed.
    """
    outcomes: dict[object, Outcome] = {}
    results = answer["results"]
    for one in results["success"]:
        outcomes[one.get("index")] = Outcome(is_duplicate=one.get("duplicate") is True)
    for one in results["failed"]:
        outcomes[one.get("index")] = _failed(one)
    silent = Outcome(ServerError("The answer says nothing of this record"), is_final=False)
    return [outcomes.get(at, silent) for at in range(len(entries))]


def _failed(one: Mapping[str, Any]) -> Outcome:
    if one.get("stored"):
        return Outcome(is_duplicate=one.get("duplicate") is True, is_uncosted=True)
    message, code = str(one.get("error")), one.get("code")
    event_id = one.get("conflictingEventId")
    if event_id is not None:
        return Outcome(AlreadyRecordedError(message, code=code, event_id=event_id))
    if code == "VALIDATION_ERROR":
        return Outcome(ValidationError(message, code=code))
    return Outcome(ServerError(message, code=code), is_final=False)


def named_by(error: PieceworkError, entries: Batch) -> list[Entry]:
    """Returns the entries named by the rejection of a whole batch.

    Such as `records[3].agentCode is required`.
    """
    found = (re.match(r"records\[(\d+)\]", message) for message in error.messages)
    places = {int(match[1]) for match in found if match}
    return [entry for at, entry in enumerate(entries) if at in places]
