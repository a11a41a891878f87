"""What a guarded run does, one step after the other. Both clients carry the steps out."""

from __future__ import annotations

import asyncio
from collections.abc import Generator, Mapping
from dataclasses import dataclass
from time import monotonic, sleep
from typing import Any, Callable, Generic, Optional, TypeVar, Union

from ..errors import PieceworkError, RequestTimeoutError
from ..http.async_calls import AsyncCalls
from ..http.backoff import backoff, is_retryable
from ..http.exchange import exchange
from ..http.transport import Request, Response
from ..keyed_record import KeyedRecord
from ..run import Record, RecordAsync
from ..settings import Connection

RETRY_DELAY = 0.05


@dataclass(frozen=True)
class Send:
    """Sends a request once; the answer is what `read` returns."""

    request: Request
    read: Callable[[Response], Any]


@dataclass(frozen=True)
class Pause:
    seconds: float


@dataclass(frozen=True)
class RecordLater:
    """Records an event as `record` of the client does."""

    event: KeyedRecord
    job: Optional[Mapping[str, Any]]


Step = Union[Send, Pause, RecordLater]
Value = TypeVar("Value")
#: Yields steps, is sent their answers, and returns a value.
Steps = Generator[Step, Any, Value]


@dataclass(frozen=True)
class TooLate:
    """No attempt succeeded before the deadline; `cause` is the error of the last one."""

    cause: Exception
    #: Seconds after which it was given up: the next attempt would have begun too late.
    after: float


class Deadline:
    """The instant until which a decision is worth waiting for."""

    def __init__(self, timeout: float) -> None:
        self.timeout = timeout
        self._at = monotonic() + timeout

    def left(self) -> float:
        return self._at - monotonic()


def within_time(
    deadline: Deadline, attempt: Callable[[float], Steps[Value]]
) -> Steps[Union[Value, TooLate]]:
    """Repeats an attempt until it succeeds or the deadline passes.

    An attempt gets at most half of the time, so that one dead connection does not use it up. Raises
    the error of a refusal.
    """
    last: PieceworkError = RequestTimeoutError(f"No answer in {deadline.timeout:g} s")
    failures = 0
    while deadline.left() > 0:
        try:
            timeout = max(0.001, min(deadline.left(), deadline.timeout / 2))
            return (yield from attempt(timeout))
        except PieceworkError as error:
            if not is_retryable(error):
                raise
            last = error
        failures += 1
        delay = backoff(failures, RETRY_DELAY, last.retry_after)
        if delay >= deadline.left():
            break
        yield Pause(delay)
    return TooLate(last, max(0.0, deadline.timeout - deadline.left()))


class BlockingSteps:
    """Carries out steps in the thread of the caller."""

    def __init__(self, connection: Connection, record: Record) -> None:
        self._connection = connection
        self._record = record

    def run(self, steps: Steps[Value]) -> Value:
        turn = _Turn(steps)
        while turn.step is not None:
            try:
                answer = self._perform(turn.step)
            except BaseException as error:
                turn.fail(error)
            else:
                turn.go_on(answer)
        return turn.value()

    def _perform(self, step: Step) -> Any:
        if isinstance(step, Send):
            return exchange(self._connection.transport, step.request, step.read)
        if isinstance(step, Pause):
            return sleep(step.seconds)
        return self._record(step.event, step.job)


class AsyncSteps:
    """Carries out steps, and holds no event loop."""

    def __init__(self, calls: AsyncCalls, record: RecordAsync) -> None:
        self._calls = calls
        self._record = record

    async def run(self, steps: Steps[Value]) -> Value:
        turn = _Turn(steps)
        while turn.step is not None:
            try:
                answer = await self._perform(turn.step)
            except BaseException as error:
                turn.fail(error)
            else:
                turn.go_on(answer)
        return turn.value()

    async def _perform(self, step: Step) -> Any:
        if isinstance(step, Send):
            request = step.request
            try:
                # The wait for a thread counts too.
                return await asyncio.wait_for(
                    self._calls.exchange(request, step.read), request.timeout
                )
            except asyncio.TimeoutError as cause:
                late = f"No answer in {request.timeout:g} s from {request.url}"
                raise RequestTimeoutError(late) from cause
        if isinstance(step, Pause):
            return await asyncio.sleep(step.seconds)
        return await self._record(step.event, step.job)


class _Turn(Generic[Value]):
    """The step to carry out next; None once there is a value."""

    def __init__(self, steps: Steps[Value]) -> None:
        self._steps = steps
        self.step: Optional[Step] = None
        self._value: Optional[Value] = None
        self._take(lambda: next(steps))

    def go_on(self, answer: Any) -> None:
        self._take(lambda: self._steps.send(answer))

    def fail(self, error: BaseException) -> None:
        self._take(lambda: self._steps.throw(error))

    def value(self) -> Value:
        return self._value  # type: ignore[return-value]

    def _take(self, turn: Callable[[], Step]) -> None:
        try:
            self.step = turn()
        except StopIteration as end:
            self.step, self._value = None, end.value
