"""Callers that wait for records."""

from __future__ import annotations

from typing import Callable, Optional

from .timers import Run, Timers

Done = Callable[[bool], None]


class _Waiter:
    def __init__(self, up_to: int, left: int, done: Done) -> None:
        self.up_to = up_to
        self.left = left
        self.done = done
        self.cancel: Optional[Run] = None


class Waiters:
    """Callers that wait until the records before a number are settled.

    Records added later do not extend the wait.
    """

    def __init__(self, timers: Timers) -> None:
        self._timers = timers
        self._waiting: list[_Waiter] = []

    def wait(self, up_to: int, left: int, timeout: Optional[float], done: Done) -> None:
        """Calls `done` with true once `left` more records with numbers below `up_to` are settled.

        Calls it with false after the timeout.
        """
        if left == 0:
            done(True)
            return
        waiter = _Waiter(up_to, left, done)
        self._waiting.append(waiter)
        if timeout is not None:
            waiter.cancel = self._timers.start(timeout, lambda: self._end(waiter, False))

    def settle(self, number: int) -> None:
        for waiter in list(self._waiting):
            if number >= waiter.up_to:
                continue
            waiter.left -= 1
            if waiter.left == 0:
                self._end(waiter, True)

    def _end(self, waiter: _Waiter, is_done: bool) -> None:
        if waiter.cancel is not None:
            waiter.cancel()
        self._waiting.remove(waiter)
        waiter.done(is_done)
