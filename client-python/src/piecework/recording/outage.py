"""The state of an outage of the service."""

from __future__ import annotations

import random
from typing import Optional

from ..log import logger
from .timers import Run, Timers

LONGEST = 10.0
#: About 20 seconds after the first failure with the default delay.
WARNED_AFTER = 5


class Outage:
    """State of an outage, from the first failure until a batch is stored.

    During an outage one batch at a time is tried and all others are held, because they would fail
    too. Each delay is twice the previous one, with jitter between half and all of it. The limit of
    ten seconds keeps the queue from filling long after the service is back.
    """

    def __init__(self, timers: Timers, retry_delay: float, then: Run) -> None:
        self._timers = timers
        self._retry_delay = retry_delay
        self._then = then
        self._failures = 0
        self._has_warned = False
        self._cancel: Optional[Run] = None

    @property
    def is_on(self) -> bool:
        return self._failures > 0

    @property
    def is_waiting(self) -> bool:
        return self._cancel is not None

    def add(self, error: Exception) -> None:
        """Starts an outage, or counts a failed attempt during one."""
        self._failures += 1
        if self._failures >= WARNED_AFTER and not self._has_warned:
            self._has_warned = True
            logger.warning("Usage records are kept until the service takes them: %s", error)
        most = min(self._retry_delay * 2 ** min(self._failures - 1, 20), LONGEST)
        self._stop_waiting()
        self._cancel = self._timers.start(most * random.uniform(0.5, 1), self._tried)

    def hurry(self) -> None:
        """Ends the current delay but not the outage. The next delay is short again."""
        self._stop_waiting()
        self._failures = min(self._failures, 1)

    def end(self) -> None:
        if self._has_warned:
            logger.info("The service takes usage records again")
        self._stop_waiting()
        self._failures = 0
        self._has_warned = False

    def _tried(self) -> None:
        self._cancel = None
        self._then()

    def _stop_waiting(self) -> None:
        if self._cancel is not None:
            self._cancel()
            self._cancel = None
