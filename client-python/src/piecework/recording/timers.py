"""Timers of the recording thread."""

from __future__ import annotations

import heapq
from functools import partial
from itertools import count
from typing import Callable, Optional

Run = Callable[[], None]


class Timers:
    """Timers that are run by the thread that waits for them."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._heap: list[tuple[float, int]] = []
        self._running: dict[int, Run] = {}
        self._numbers = count()

    def start(self, seconds: float, run: Run) -> Run:
        """Starts a timer. Returns a function that cancels it."""
        number = next(self._numbers)
        self._running[number] = run
        heapq.heappush(self._heap, (self._clock() + seconds, number))
        return partial(self._cancel, number)

    def due_in(self) -> Optional[float]:
        """Returns the seconds until the next timer is due; None without a timer."""
        self._drop_cancelled()
        return max(0.0, self._heap[0][0] - self._clock()) if self._heap else None

    def run_due(self) -> None:
        now = self._clock()
        self._drop_cancelled()
        while self._heap and self._heap[0][0] <= now:
            _, number = heapq.heappop(self._heap)
            self._running.pop(number)()
            self._drop_cancelled()

    def _cancel(self, number: int) -> None:
        self._running.pop(number, None)

    def clear(self) -> None:
        self._heap.clear()
        self._running.clear()

    def _drop_cancelled(self) -> None:
        while self._heap and self._heap[0][1] not in self._running:
            heapq.heappop(self._heap)
