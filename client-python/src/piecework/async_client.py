"""The client for asyncio."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Generator, Mapping
from functools import partial
from types import TracebackType
from typing import TYPE_CHECKING, Any, Callable, Optional

from .client import Webhooks
from .guard.guard import AsyncRunGuard
from .guard.report import reporting_of
from .guard.steps import AsyncSteps
from .http.async_calls import AsyncCalls
from .http.attempts import Options
from .http.calls import NOTHING, ReadAs, any_call, csv_call
from .http.headers import ExtraHeaders
from .http.transport import Transport
from .recording.at_exit import CLOSE_TIMEOUT
from .recording.background import GRACE, Background
from .recording.counts import RecordingCounts
from .recording.options import RecordingOptions
from .recording.record_now import RecordNow
from .recording.waiters import Done
from .resources import AsyncResources
from .run import AsyncRun, Evidence, Job, JobOptions
from .settings import connection_of

if TYPE_CHECKING:
    from .resources import CsvPath
    from .types import DateLike, UsageRecord


class Recorded:
    """What `record` returns in the background: done, whether it is awaited or not."""

    def __await__(self) -> Generator[Any, None, None]:
        return
        yield


RECORDED = Recorded()


class AsyncPiecework(AsyncResources):
    """Client of the service for one API key, for asyncio. Create one per process and share it.

    Recording is the same as that of `Piecework`: a thread sends it, so that no event loop waits.
    """

    def __init__(
        self,
        *,
        api_key: Optional[str] = None,
        base_url: Optional[str] = None,
        timeout: float = 30.0,
        max_retries: int = 2,
        retry_delay: float = 1.0,
        transport: Optional[Transport] = None,
        headers: Optional[ExtraHeaders] = None,
        fire_and_forget: bool = True,
        recording: RecordingOptions = RecordingOptions(),
    ) -> None:
        """Takes the same options as `Piecework`; threads call the `transport`."""
        connection = connection_of(
            api_key, base_url, timeout, max_retries, retry_delay, transport, headers
        )
        self.webhooks = Webhooks()
        self._connection = connection
        self._calls = AsyncCalls(connection)
        self._is_background = fire_and_forget
        self._background = Background(connection, recording)
        super().__init__(self._calls)
        self.guard: AsyncRunGuard = AsyncRunGuard(
            self._calls,
            reporting_of(connection, recording, lambda: self._background),
            AsyncSteps(self._calls, lambda event, job: self._record(event, job)),
            is_strict=not fire_and_forget,
        )

    def record(self, record: UsageRecord) -> Awaitable[None]:
        """Records usage; see `Piecework.record`.

        In the background it need not be awaited. With `fire_and_forget=False`, `await` returns when
        the record is stored, and raises a RecordingError otherwise.
        """
        return self._record(record, None)

    def run(
        self,
        *,
        customer: str,
        agent: str,
        signal: str,
        quantity: int = 1,
        run_id: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        usage_date: Optional[DateLike] = None,
        metadata: Mapping[str, Any] = NOTHING,
        evidence_url: Optional[str] = None,
        evidence: Optional[str] = None,
    ) -> AsyncRun:
        """Runs a job and records one event, in an `async with` statement; see `Piecework.run`."""
        options = JobOptions(customer, agent, signal, idempotency_key, usage_date)
        proof = Evidence(evidence_url, evidence)
        job = Job(options, run_id, quantity, metadata, proof, self._background.warnings)
        return AsyncRun(self._record, options, job, self._background.warn_of_lost)

    def _record(
        self, record: Mapping[str, Any], job: Optional[Mapping[str, Any]]
    ) -> Awaitable[None]:
        if self._is_background:
            self._background.record(record)
            return RECORDED
        background = self._background
        now = RecordNow(
            self._connection, record, job, background.report_lost, background.note_stored
        )
        return asyncio.ensure_future(now.store_async(self._calls))

    @property
    def counts(self) -> RecordingCounts:
        """Counts of the records so far, by outcome: those of `record`, `run` and `guard.run`."""
        return self._background.counts()

    async def flush(self, timeout: Optional[float] = None) -> bool:
        """Sends the records held so far; see `Piecework.flush`."""
        return await _awaited(partial(self._background.flush, timeout), timeout)

    async def close(self, timeout: float = CLOSE_TIMEOUT) -> bool:
        """Sends the records held so far and reports the rest to `on_lost` after the timeout."""
        is_done = await _awaited(partial(self._background.close, timeout), timeout)
        self._calls.close()
        self._connection.close()
        return is_done

    async def csv(
        self,
        path: CsvPath,
        query: Mapping[str, Any] = NOTHING,
        *,
        ids: Mapping[str, str] = NOTHING,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> str:
        """Returns a list or an analysis as CSV; see `Piecework.csv`."""
        options = Options(timeout, max_retries, request_id, headers)
        return await self._calls.call(csv_call(path, ids, query, options))

    async def request(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] = NOTHING,
        body: Any = None,
        headers: Optional[ExtraHeaders] = None,
        read_as: ReadAs = "json",
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        if_match: Optional[int] = None,
    ) -> Any:
        """Sends a request for an operation that has no method here; see `Piecework.request`."""
        options = Options(timeout, max_retries, request_id, headers, idempotency_key, if_match)
        return await self._calls.call(any_call(method, path, query, body, read_as, options))

    async def __aenter__(self) -> AsyncPiecework:
        return self

    async def __aexit__(
        self,
        kind: Optional[type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        await self.close()


async def _awaited(begin: Callable[[Done], None], timeout: Optional[float]) -> bool:
    """Waits for the recording thread a little longer than the timeout, and holds no event loop."""
    loop = asyncio.get_running_loop()
    result: asyncio.Future[bool] = loop.create_future()

    def settle(is_done: bool) -> None:
        if not result.done():
            result.set_result(is_done)

    def done(is_done: bool) -> None:
        try:
            loop.call_soon_threadsafe(settle, is_done)
        except RuntimeError:
            # The loop was closed while its caller waited.
            pass

    begin(done)
    try:
        return await asyncio.wait_for(result, None if timeout is None else timeout + GRACE)
    except asyncio.TimeoutError:
        return False
