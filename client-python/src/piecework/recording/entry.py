"""Records as they are sent."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timezone
from itertools import islice
from typing import Any

from ..json_text import json_bytes
from ..keyed_record import with_key

RECORDS_MAX = 100
#: Stays below the service's limit of 1 MiB.
BYTES_MAX = 1_000_000


class Entry:
    """A serialized record.

    Retries send identical bytes, even if the caller changes the record afterwards.
    """

    __slots__ = ("body", "failures", "failures_alone", "held_since", "number")

    def __init__(self, body: bytes, held_since: float) -> None:
        self.body = body
        #: Time of recording, on a monotonic clock.
        self.held_since = held_since
        #: The position in the order of all entries; set when it is held.
        self.number = 0
        #: Attempts that failed.
        self.failures = 0
        #: Failed attempts during which other batches succeeded.
        self.failures_alone = 0


def body_of(record: Mapping[str, Any], *, stamp: bool) -> bytes:
    """Writes a record with its key; with the present time if it has none and `stamp` is true."""
    kept = with_key(record)
    if stamp and kept.get("usageDate") is None and kept.get("recordedAt") is None:
        now = datetime.now(timezone.utc).isoformat(timespec="milliseconds")
        # Not as `usageDate`: a job that runs twice would then be two different records.
        kept["recordedAt"] = now.replace("+00:00", "Z")
    return json_bytes(kept)


def record_of(entry: Entry) -> dict[str, Any]:
    return json.loads(entry.body)


def how_many_fit(entries: Iterable[Entry]) -> int:
    """Returns how many of the first entries fit into one request.

    The first one always counts, however large it is.
    """
    size = 0
    count = 0
    for entry in islice(entries, RECORDS_MAX):
        size += len(entry.body) + 1
        if count > 0 and size > BYTES_MAX:
            break
        count += 1
    return count


def batch_body(entries: Sequence[Entry]) -> bytes:
    return b'{"records":[' + b",".join(entry.body for entry in entries) + b"]}"
