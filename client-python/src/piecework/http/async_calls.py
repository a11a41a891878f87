"""Calls for asyncio: requests run in threads, and no event loop waits for a socket."""

from __future__ import annotations

import asyncio
import os
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Callable, Optional, TypeVar

from ..errors import PieceworkError
from ..settings import Connection
from .attempts import ABSENT, Attempts, Call, Options
from .calls import Ids, json_call
from .exchange import exchange
from .listing import AsyncList
from .transport import Request, Response
from .url import Query

Body = TypeVar("Body")

#: Requests at a time. Further ones wait for a thread, and their callers for them.
THREADS_MAX = 32


class AsyncCalls:
    """Carries out calls of one event loop or of several."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._threads: Optional[ThreadPoolExecutor] = None
        self._process = os.getpid()

    async def call(self, call: Call) -> Any:
        attempts = Attempts(self._connection, call)
        while True:
            try:
                return await self.exchange(attempts.request(), call.read)
            except PieceworkError as error:
                delay = attempts.delay_after(error)
            if delay is None:
                return None
            await asyncio.sleep(delay)

    def list(self, path: str, ids: Ids, query: Query, options: Options) -> AsyncList[Any, Any]:
        return AsyncList(
            lambda page: self.call(json_call("GET", path, ids, page, ABSENT, options)), query
        )

    async def exchange(self, request: Request, read: Callable[[Response], Body]) -> Body:
        """Sends a request once. If the caller is cancelled, its connection is closed."""
        loop = asyncio.get_running_loop()
        transport = self._connection.transport
        try:
            return await loop.run_in_executor(self._pool(), exchange, transport, request, read)
        except asyncio.CancelledError:
            request.cancellation.cancel()
            raise

    def _pool(self) -> ThreadPoolExecutor:
        """Returns the threads of this process: a fork copies none."""
        if self._threads is None or self._process != os.getpid():
            self._process = os.getpid()
            self._threads = ThreadPoolExecutor(THREADS_MAX, thread_name_prefix="piecework-call")
        return self._threads

    def close(self) -> None:
        """Lets the threads end. A later call starts others."""
        threads, self._threads = self._threads, None
        if threads is not None and self._process == os.getpid():
            threads.shutdown(wait=False)
