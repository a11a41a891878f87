"""Counts of the records so far."""

from __future__ import annotations

from typing import NamedTuple


class RecordingCounts(NamedTuple):
    """Counts of the records so far, by outcome.

    `recorded` is the sum of stored, already recorded, lost and held records. While records are
    being sent, the counts are those of a moment.
    """

    recorded: int
    stored: int
    #: Stored records that an earlier attempt had already stored.
    duplicates: int
    #: Stored records whose cost is not known yet.
    uncosted: int
    lost: int
    #: Attempts beyond the first one of each record.
    retries: int
    #: Held records that were not sent yet.
    queued: int
    #: Held records that failed and wait for a retry.
    waiting: int
    #: Held records that are being sent.
    in_flight: int
    #: Records that differ from the stored one with the same key, such as those of a job that ran
    #: twice and used other services. They are not stored.
    already_recorded: int = 0
    #: Stored records with a warning, such as a misspelled field. Each text is logged once.
    warned: int = 0
