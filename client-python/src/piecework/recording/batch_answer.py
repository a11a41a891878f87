"""What the service answered about each record of a batch."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Callable, NamedTuple, Optional

from ..errors import AlreadyRecordedError, PieceworkError, ServerError, ValidationError
from .batch import Batch


class Outcome(NamedTuple):
    """Outcome of one record: stored if there is no error, final if a retry cannot succeed."""

    error: Optional[PieceworkError] = None
    is_final: bool = True
    is_duplicate: bool = False
    is_uncosted: bool = False
    warnings: tuple[object, ...] = ()


#: Called with the outcome of a record that was stored without the queue.
OnStored = Callable[[Outcome], None]


def outcomes_of(entries: Batch, answer: Mapping[str, Any]) -> list[Outcome]:
    """Returns the outcome of each entry, in order.

    An entry that the response does not mention counts as failed.
    """
    outcomes: dict[object, Outcome] = {}
    results = answer["results"]
    for one in results["success"]:
        outcomes[one.get("index")] = _stored(one, is_uncosted=False)
    for one in results["failed"]:
        outcomes[one.get("index")] = _failed(one)
    silent = Outcome(ServerError("The answer says nothing of this record"), is_final=False)
    return [outcomes.get(at, silent) for at in range(len(entries))]


def _stored(one: Mapping[str, Any], *, is_uncosted: bool) -> Outcome:
    warnings = one.get("warnings")
    return Outcome(
        is_duplicate=one.get("duplicate") is True,
        is_uncosted=is_uncosted,
        warnings=tuple(warnings) if isinstance(warnings, list) else (),
    )


def _failed(one: Mapping[str, Any]) -> Outcome:
    if one.get("stored"):
        return _stored(one, is_uncosted=True)
    message, code = str(one.get("error")), one.get("code")
    event_id = one.get("conflictingEventId")
    if event_id is not None:
        return Outcome(AlreadyRecordedError(message, code=code, event_id=event_id))
    if code == "VALIDATION_ERROR":
        return Outcome(ValidationError(message, code=code))
    return Outcome(ServerError(message, code=code), is_final=False)


class Refusal(NamedTuple):
    """An error without the place of the record in the batch, and the entries it is about."""

    error: PieceworkError
    entries: Batch


def refusals_of(error: PieceworkError, entries: Batch) -> list[Refusal]:
    """Returns the entries named by the rejection of a whole batch, by what is wrong with them.

    Such as `records[3].agentCode is required`. A place in a batch means nothing to the caller of
    `record`.
    """
    messages: dict[int, list[str]] = {}
    for message in error.messages:
        found = re.match(r"records\[(\d+)\]\.?", message)
        if found is None or int(found[1]) >= len(entries):
            continue
        text = message[found.end() :]
        own = messages.setdefault(int(found[1]), [])
        own.append(f"The record{text}" if text.startswith(" ") else text)
    refusals: dict[tuple[str, ...], Refusal] = {}
    for at, own in messages.items():
        key = tuple(own)
        if key not in refusals:
            field = re.match(r"[a-z][\w.\[\]]*", own[0])
            own_error = ValidationError(
                own,
                status=error.status,
                code=error.code,
                param=field[0] if field else None,
                request_id=error.request_id,
            )
            refusals[key] = Refusal(own_error, [])
        refusals[key].entries.append(entries[at])
    return list(refusals.values())
