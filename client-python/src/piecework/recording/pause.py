"""The time for which the service asked to wait."""

from __future__ import annotations

from typing import Callable, Optional

from .timers import Run, Timers


class Pause:
    """Holds all sending for as long as the service asked.

    A batch sent earlier would fail and use up an attempt.
    """

    def __init__(self, timers: Timers, clock: Callable[[], float], then: Run) -> None:
        self._timers = timers
        self._clock = clock
        self._then = then
        #: Time on a monotonic clock.
        self._ends_at = 0.0
        self._cancel: Optional[Run] = None

    @property
    def is_on(self) -> bool:
        return self._cancel is not None

    def begin(self, seconds: float) -> None:
        ends_at = self._clock() + seconds
        if seconds <= 0 or (self.is_on and ends_at <= self._ends_at):
            return
        self._ends_at = ends_at
        if self._cancel is not None:
            self._cancel()
        self._cancel = self._timers.start(seconds, self._end)

    def _end(self) -> None:
        self._cancel = None
        self._then()
