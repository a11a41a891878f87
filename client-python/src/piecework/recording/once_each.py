"""Log messages that are not repeated."""

from __future__ import annotations

from typing import Callable

DIFFERENT_MAX = 10


class OnceEach:
    """Passes each text on once, so that a busy program does not fill its log.

    After ten different texts it passes on `further` instead, and then nothing.
    """

    def __init__(self, log: Callable[[str], None], further: str) -> None:
        self._log = log
        self._further = further
        self._passed: set[str] = set()

    def __call__(self, text: str) -> None:
        if len(self._passed) > DIFFERENT_MAX or text in self._passed:
            return
        self._passed.add(text)
        self._log(self._further if len(self._passed) > DIFFERENT_MAX else text)
