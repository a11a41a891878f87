"""The end of the process."""

from __future__ import annotations

import atexit
import os
import signal
import sys
import weakref
from functools import partial
from typing import Any, Callable, Optional, Protocol

from ..log import logger
from .options import RecordingOptions
from .waiters import Done

CLOSE_TIMEOUT = 10.0

Undo = Callable[[], None]


class Closable(Protocol):
    def close(self, timeout: float, done: Done) -> None: ...

    def abandon(self, done: Done) -> None: ...

    def wait(self, begin: Callable[[Done], None], timeout: Optional[float]) -> bool: ...


def close_at_exit(recording: Closable, options: RecordingOptions) -> Undo:
    """Sends held records when the process ends. Returns a function that undoes this."""
    if options.flush_at_sigterm:
        undo_signal = _close_at_sigterm(recording)
    else:
        undo_signal = _nothing
    if not options.flush_at_exit:
        return undo_signal
    # A client that recorded nothing may be collected.
    end = partial(_end, weakref.ref(recording))
    atexit.register(end)

    def undo() -> None:
        undo_signal()
        atexit.unregister(end)

    return undo


def close_in_worker(recording: Closable) -> None:
    """Closes at the end of a process of `multiprocessing`, which calls nothing else at its end."""
    process = sys.modules.get("multiprocessing.process")
    if process is None or process.parent_process() is None:
        return
    util: Any = sys.modules.get("multiprocessing.util")
    if util is not None:
        util.Finalize(None, _end, args=(weakref.ref(recording),), exitpriority=0)


def _end(reference: Callable[[], Optional[Closable]]) -> None:
    recording = reference()
    if recording is None:
        return
    try:
        _close(recording)
    except KeyboardInterrupt:
        # A second Ctrl-C asks to stop without waiting.
        recording.wait(recording.abandon, 0)
        raise


def _close(recording: Closable) -> None:
    recording.wait(partial(recording.close, CLOSE_TIMEOUT), CLOSE_TIMEOUT)


def _close_at_sigterm(recording: Closable) -> Undo:
    """Closes before SIGTERM ends the process. Another handler decides itself when it ends."""
    if signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL:
        return _nothing
    is_ending = False

    def handle(_number: int, _frame: object) -> None:
        nonlocal is_ending
        if is_ending:
            # A second signal asks to stop without waiting.
            recording.wait(recording.abandon, 0)
            return
        is_ending = True
        _close(recording)
        # Sent again, so that the process ends as it would without the client.
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGTERM)

    try:
        signal.signal(signal.SIGTERM, handle)
    except ValueError:
        logger.warning(
            "flush_at_sigterm has no effect: the client is not created in the main thread"
        )
        return _nothing

    def undo() -> None:
        try:
            if not is_ending and signal.getsignal(signal.SIGTERM) is handle:
                signal.signal(signal.SIGTERM, signal.SIG_DFL)
        except ValueError:
            # Only the main thread may change it. After a close, the handler does not wait.
            pass

    return undo


def _nothing() -> None:
    """Undoes nothing."""
