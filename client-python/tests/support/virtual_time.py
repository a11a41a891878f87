"""A client whose recording thread runs in a time of the test."""

from __future__ import annotations

import heapq
import queue
from itertools import count
from typing import Any, Callable, Optional, Union

from piecework import Lost, Piecework, RecordingOptions, Request, Response
from piecework.errors import RequestTimeoutError
from piecework.http.exchange import exchange
from piecework.recording.background import Background
from piecework.recording.send_batch import batch_request, read_batch_answer

from .answers import records_of

#: A service that never answers.
NEVER = object()


class Later:
    """An answer or an error after some seconds."""

    def __init__(self, seconds: float, response: Union[Response, Exception]) -> None:
        self.seconds = seconds
        self.response = response


Reply = Callable[[Request, int], Union[Response, Later, object]]


class World:
    """Time that passes when the test says so."""

    def __init__(self) -> None:
        self.now = 1_000.0
        self._heap: list[tuple[float, int, Callable[[], None]]] = []
        self._numbers = count()
        self.background: Optional[VirtualBackground] = None

    def after(self, seconds: float, run: Callable[[], None]) -> None:
        heapq.heappush(self._heap, (self.now + seconds, next(self._numbers), run))

    def advance(self, seconds: float) -> None:
        end = self.now + seconds
        while True:
            self.background.settle()
            times = [self._heap[0][0]] if self._heap else []
            due_in = self.background.due_in()
            if due_in is not None:
                times.append(self.now + due_in)
            if not times or min(times) > end:
                break
            self.now = max(self.now, min(times))
            while self._heap and self._heap[0][0] <= self.now:
                heapq.heappop(self._heap)[2]()
            self.background.turn()
        self.now = end
        self.background.settle()

    def run_out(self) -> None:
        """Lets time pass until nothing more happens."""
        while self._heap or self.background.due_in() is not None:
            self.advance(3_600)


class VirtualSenders:
    def __init__(self, background: VirtualBackground) -> None:
        self._background = background

    def send(self, body: bytes, done: Callable[[Any], None]) -> None:
        background = self._background
        request = batch_request(background.connection, body)
        background.sent.append(request)
        try:
            reply = background.reply(request, len(background.sent))
        except Exception as error:
            reply = error
        if reply is NEVER:
            late = RequestTimeoutError("No answer in time")
            background.world.after(request.timeout, lambda: done(late))
        elif isinstance(reply, Later):
            background.world.after(reply.seconds, lambda: done(_read(request, reply.response)))
        else:
            done(_read(request, reply))

    def note_done(self) -> None:
        pass


def _read(request: Request, reply: Any) -> Any:
    def transport(_request: Request) -> Response:
        if isinstance(reply, Exception):
            raise reply
        return reply

    try:
        return exchange(transport, request, read_batch_answer)
    except Exception as error:
        return error


class VirtualBackground(Background):
    """Runs the recording thread's work in the thread of the test."""

    def __init__(self, world: World, reply: Reply, connection: Any, options: Any) -> None:
        self.world = world
        self.reply = reply
        self.connection = connection
        self.sent: list[Request] = []
        super().__init__(connection, options, lambda: world.now)
        world.background = self

    def settle(self) -> None:
        while True:
            try:
                command = self._commands.get_nowait()
            except queue.Empty:
                return
            self.turn(command)

    def due_in(self) -> Optional[float]:
        return self._recorder.timers.due_in()

    def _new_senders(self) -> Any:
        return VirtualSenders(self)

    def _ensure_thread(self) -> bool:
        return True


def record(id: object, **more: Any) -> Any:
    return {
        "customerExternalId": "acme",
        "agentCode": "support-agent",
        "signalName": "ticket-resolved",
        "model": "gpt-4o",
        "modelProvider": "openai",
        "idempotencyKey": f"job-{id}",
        **more,
    }


class VirtualClient:
    """A client of a service that sends this reply; keeps what was sent and lost."""

    def __init__(self, reply: Reply, *, api_key: str = "pw_sk_test_1", **recording: Any) -> None:
        self.lost: list[Lost] = []
        self.world = World()
        options = {"flush_at_exit": False, "on_lost": self.lost.append, **recording}
        self.piecework = Piecework(api_key=api_key, recording=RecordingOptions(flush_at_exit=False))
        connection = self.piecework._connection
        recording_options = RecordingOptions(**options)
        self.background = VirtualBackground(self.world, reply, connection, recording_options)
        self.piecework._background = self.background
        self.advance = self.world.advance

    @property
    def sent(self) -> list[Request]:
        return self.background.sent

    @property
    def counts(self) -> Any:
        self.background.settle()
        return self.piecework.counts

    def add(self, first: int, last: int) -> None:
        for id in range(first, last + 1):
            self.piecework.record(record(id))

    def batches(self) -> list[int]:
        return [len(records_of(request.body)) for request in self.sent]

    def flush(self, timeout: Optional[float] = None) -> list[bool]:
        """Begins a flush. The list has its result once it has ended."""
        results: list[bool] = []
        self.background.flush(timeout, results.append)
        self.background.settle()
        return results

    def close(self, timeout: float = 10.0) -> list[bool]:
        results: list[bool] = []
        self.background.close(timeout, results.append)
        self.background.settle()
        return results

    def lost_keys(self) -> list[Any]:
        return [record["idempotencyKey"] for lost in self.lost for record in lost.records]
