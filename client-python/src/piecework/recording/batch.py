"""Batches of entries."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .entry import Entry

Batch = Sequence[Entry]


def failed_of(entries: Batch) -> int:
    """Returns the number of entries that failed before."""
    return sum(1 for entry in entries if entry.failures > 0)


def failures_of(entries: Batch) -> int:
    return max((entry.failures for entry in entries), default=0)


def halves_of(entries: Batch) -> tuple[Batch, Batch]:
    middle = len(entries) // 2
    return entries[:middle], entries[middle:]


def size_of(groups: Iterable[Batch]) -> int:
    return sum(len(group) for group in groups)
