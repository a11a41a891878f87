"""The threads that carry batches to the service."""

from __future__ import annotations

import queue
import threading
from typing import Any, Callable, Optional, Tuple

from ..http.exchange import exchange
from ..settings import Connection
from .recorder import REQUESTS_MAX, Answer
from .send_batch import batch_request, read_batch_answer

Done = Callable[[Answer], None]
Task = Tuple[bytes, Done]


class Senders:
    """Up to four threads, each of which sends one batch at a time."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._tasks: queue.SimpleQueue[Optional[Task]] = queue.SimpleQueue()
        self._started = 0
        self._busy = 0

    def start_one(self) -> None:
        """Starts a thread. Raises RuntimeError if the process can have no further one."""
        threading.Thread(target=self._run, name="piecework-send", daemon=True).start()
        self._started += 1

    def send(self, body: bytes, done: Done) -> None:
        """Sends a batch; `done` is called with its answer, by the thread that sent it."""
        if self._busy == self._started < REQUESTS_MAX:
            try:
                self.start_one()
            except RuntimeError:
                # At the end of the process no thread can be started; the present ones go on.
                pass
        self._busy += 1
        self._tasks.put((body, done))

    def note_done(self) -> None:
        """Notes that a batch was answered. Called by the same thread as `send`."""
        self._busy -= 1

    def stop(self) -> None:
        """Ends the threads after the batches that they have."""
        for _ in range(self._started):
            self._tasks.put(None)
        self._started = 0

    def _run(self) -> None:
        while True:
            task = self._tasks.get()
            if task is None:
                return
            body, done = task
            done(self._answer_to(body))

    def _answer_to(self, body: bytes) -> Any:
        request = batch_request(self._connection, body)
        try:
            return exchange(self._connection.transport, request, read_batch_answer)
        except Exception as error:
            return error
