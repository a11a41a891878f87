"""Generated from openapi.json by npm run generate: the operations of `repricing_runs`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Literal, Optional

from ..http.async_calls import AsyncCalls
from ..http.attempts import Options
from ..http.calls import BlockingCalls, json_call
from ..http.headers import ExtraHeaders
from ..http.listing import AsyncList, List

if TYPE_CHECKING:
    from .. import types as api


class RepricingRuns:
    def __init__(self, calls: BlockingCalls) -> None:
        self._calls = calls

    def list(
        self,
        *,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        state: Optional[Literal["queued", "running", "completed", "cancelled", "failed"]] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> List[api.RepricingRunList, api.RepricingRun]:
        """List repricing runs.

        The latest first.

        - `page`: Number of the page, from 1.
        - `limit`: At most 100; a larger value is capped.
        - `state`: queued: waits, for at most a minute or for an earlier run. running: has
          priced a part. completed: done. cancelled: what it changed stays. failed: what it
          changed stays; create another run for the rest.
        """
        query: Dict[str, Any] = {
            "page": page,
            "limit": limit,
            "state": state,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/repricing-runs"
        ids: Dict[str, Any] = {}
        return self._calls.list(path, ids, query, options)

    def get(
        self,
        run_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.RepricingRun:
        """Read a repricing run.

        With its progress.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/repricing-runs/{runId}"
        ids: Dict[str, Any] = {"runId": run_id}
        call = json_call("GET", path, ids, query, options=options)
        return self._calls.call(call)

    def preview(
        self,
        body: api.RepricingPreviewCreate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.RepricingPreview:
        """Preview a repricing run.

        Computes what a run would change now, and stores nothing. At most 200,000 events
        (422); a run has no such limit.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/repricing-runs/preview"
        ids: Dict[str, Any] = {}
        call = json_call("POST", path, ids, query, body, options)
        return self._calls.call(call)

    def create(
        self,
        body: api.RepricingRunCreate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.RepricingRun:
        """Price stored usage again.

        Queues a run that prices the events by the rates in force when it runs, your own and
        those of the catalog, each at its usage date. Each changed event gets a correction of
        kind `recost`, and all sums follow. Events without a cost are left to the backfill.
        Runs of an organization follow one after another; a run that was applied already
        changes nothing.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/repricing-runs"
        ids: Dict[str, Any] = {}
        call = json_call("POST", path, ids, query, body, options)
        return self._calls.call(call)

    def cancel(
        self,
        run_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.RepricingRun:
        """Cancel a repricing run.

        Ends a queued or running run. What it changed stays; reverse it to restore the costs.
        409: it has ended.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/repricing-runs/{runId}/cancel"
        ids: Dict[str, Any] = {"runId": run_id}
        call = json_call("POST", path, ids, query, options=options)
        return self._calls.call(call)

    def reverse(
        self,
        run_id: str,
        body: Optional[api.RepricingRunReverse] = None,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.RepricingRun:
        """Reverse a repricing run.

        Queues a run that restores the costs that this one changed. Events whose cost changed
        again since are skipped and counted. 409: it has not ended, or is reversed already.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/repricing-runs/{runId}/reverse"
        ids: Dict[str, Any] = {"runId": run_id}
        sent = body or {}
        call = json_call("POST", path, ids, query, sent, options)
        return self._calls.call(call)


class AsyncRepricingRuns:
    def __init__(self, calls: AsyncCalls) -> None:
        self._calls = calls

    def list(
        self,
        *,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        state: Optional[Literal["queued", "running", "completed", "cancelled", "failed"]] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> AsyncList[api.RepricingRunList, api.RepricingRun]:
        """List repricing runs.

        The latest first.

        - `page`: Number of the page, from 1.
        - `limit`: At most 100; a larger value is capped.
        - `state`: queued: waits, for at most a minute or for an earlier run. running: has
          priced a part. completed: done. cancelled: what it changed stays. failed: what it
          changed stays; create another run for the rest.
        """
        query: Dict[str, Any] = {
            "page": page,
            "limit": limit,
            "state": state,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/repricing-runs"
        ids: Dict[str, Any] = {}
        return self._calls.list(path, ids, query, options)

    async def get(
        self,
        run_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.RepricingRun:
        """Read a repricing run.

        With its progress.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/repricing-runs/{runId}"
        ids: Dict[str, Any] = {"runId": run_id}
        call = json_call("GET", path, ids, query, options=options)
        return await self._calls.call(call)

    async def preview(
        self,
        body: api.RepricingPreviewCreate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.RepricingPreview:
        """Preview a repricing run.

        Computes what a run would change now, and stores nothing. At most 200,000 events
        (422); a run has no such limit.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/repricing-runs/preview"
        ids: Dict[str, Any] = {}
        call = json_call("POST", path, ids, query, body, options)
        return await self._calls.call(call)

    async def create(
        self,
        body: api.RepricingRunCreate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.RepricingRun:
        """Price stored usage again.

        Queues a run that prices the events by the rates in force when it runs, your own and
        those of the catalog, each at its usage date. Each changed event gets a correction of
        kind `recost`, and all sums follow. Events without a cost are left to the backfill.
        Runs of an organization follow one after another; a run that was applied already
        changes nothing.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/repricing-runs"
        ids: Dict[str, Any] = {}
        call = json_call("POST", path, ids, query, body, options)
        return await self._calls.call(call)

    async def cancel(
        self,
        run_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.RepricingRun:
        """Cancel a repricing run.

        Ends a queued or running run. What it changed stays; reverse it to restore the costs.
        409: it has ended.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/repricing-runs/{runId}/cancel"
        ids: Dict[str, Any] = {"runId": run_id}
        call = json_call("POST", path, ids, query, options=options)
        return await self._calls.call(call)

    async def reverse(
        self,
        run_id: str,
        body: Optional[api.RepricingRunReverse] = None,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.RepricingRun:
        """Reverse a repricing run.

        Queues a run that restores the costs that this one changed. Events whose cost changed
        again since are skipped and counted. 409: it has not ended, or is reversed already.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/repricing-runs/{runId}/reverse"
        ids: Dict[str, Any] = {"runId": run_id}
        sent = body or {}
        call = json_call("POST", path, ids, query, sent, options)
        return await self._calls.call(call)
