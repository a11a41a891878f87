"""Batches that wait for their next attempt."""

from __future__ import annotations

from typing import Callable

from .batch import Batch
from .timers import Run, Timers


class RetryTimers:
    """Holds failed batches, each with its own timer, until their next attempt."""

    def __init__(self, timers: Timers, then: Callable[[Batch], None]) -> None:
        self._timers = timers
        self._then = then
        #: Batches, each with the function that ends its delay.
        self._waiting: list[tuple[Batch, Run]] = []

    def add(self, entries: Batch, seconds: float) -> None:
        def end() -> None:
            cancel()
            self._waiting.remove(waiting)
            self._then(entries)

        cancel = self._timers.start(seconds, end)
        waiting = (entries, end)
        self._waiting.append(waiting)

    def groups(self) -> list[Batch]:
        return [entries for entries, _ in self._waiting]

    def end_all(self) -> None:
        for _, end in list(self._waiting):
            end()

    def clear(self) -> None:
        self._waiting.clear()
