"""Generated from openapi.json by npm run generate: the operations of `runs`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Optional

from ..http.async_calls import AsyncCalls
from ..http.attempts import Options
from ..http.calls import BlockingCalls, json_call
from ..http.headers import ExtraHeaders
from ..http.listing import AsyncList, List

if TYPE_CHECKING:
    from .. import types as api


class Runs:
    def __init__(self, calls: BlockingCalls) -> None:
        self._calls = calls

    def list(
        self,
        *,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        after: Optional[str] = None,
        state: Optional[api.RunState] = None,
        customer_external_id: Optional[str] = None,
        agent_code: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> List[api.RunList, api.Run]:
        """List runs.

        Runs that arrived as spans, log records or calls of a gateway, the latest first.
        `totalResults` counts at most 10,000. A run of usage records alone is not listed; read
        it by its id.

        - `page`: Number of the page, from 1.
        - `limit`: At most 100; a larger value is capped.
        - `after`: `nextAfter` of the answer before: returns the runs after its last one. Send
          the same filters; `page` must be 1.
        - `state`: open: further spans are awaited, or what arrived is not recorded yet.
          unassigned: recorded without a customer. closed: recorded; spans that arrive later
          are recorded too.
        - `customer_external_id`: Only runs of this customer.
        - `agent_code`: Only runs of this agent.
        """
        query: Dict[str, Any] = {
            "page": page,
            "limit": limit,
            "after": after,
            "state": state,
            "customerExternalId": customer_external_id,
            "agentCode": agent_code,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/runs"
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
    ) -> api.RunDetail:
        """Read a run.

        With its spans as a tree, its usage events, its cost and what its outcome earns. Also
        for the `runId` of usage records that were sent without spans.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/runs/{runId}"
        ids: Dict[str, Any] = {"runId": run_id}
        call = json_call("GET", path, ids, query, options=options)
        return self._calls.call(call)

    def reject(
        self,
        run_id: str,
        body: api.RunRejectionCreate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.RunRejections:
        """Reject the outcomes of a run.

        Rejects each event of the run that is billed. For work that was done and did not hold:
        the units are not billed, and the cost stays. Drafts are computed again; an invoice
        that already contains the event is settled by the next one. At most one rejection of
        an event is in force: to reject more or fewer units, withdraw it first.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/runs/{runId}/rejection"
        ids: Dict[str, Any] = {"runId": run_id}
        call = json_call("POST", path, ids, query, body, options)
        return self._calls.call(call)

    def assign(
        self,
        run_id: str,
        body: api.RunAssign,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.RunDetail:
        """Assign a run to a customer.

        For a run without a customer. Its events are recorded for the customer with the same
        keys, and voided where they were, within seconds. 409: the run has a customer.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/runs/{runId}/assign"
        ids: Dict[str, Any] = {"runId": run_id}
        call = json_call("POST", path, ids, query, body, options)
        return self._calls.call(call)


class AsyncRuns:
    def __init__(self, calls: AsyncCalls) -> None:
        self._calls = calls

    def list(
        self,
        *,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        after: Optional[str] = None,
        state: Optional[api.RunState] = None,
        customer_external_id: Optional[str] = None,
        agent_code: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> AsyncList[api.RunList, api.Run]:
        """List runs.

        Runs that arrived as spans, log records or calls of a gateway, the latest first.
        `totalResults` counts at most 10,000. A run of usage records alone is not listed; read
        it by its id.

        - `page`: Number of the page, from 1.
        - `limit`: At most 100; a larger value is capped.
        - `after`: `nextAfter` of the answer before: returns the runs after its last one. Send
          the same filters; `page` must be 1.
        - `state`: open: further spans are awaited, or what arrived is not recorded yet.
          unassigned: recorded without a customer. closed: recorded; spans that arrive later
          are recorded too.
        - `customer_external_id`: Only runs of this customer.
        - `agent_code`: Only runs of this agent.
        """
        query: Dict[str, Any] = {
            "page": page,
            "limit": limit,
            "after": after,
            "state": state,
            "customerExternalId": customer_external_id,
            "agentCode": agent_code,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/runs"
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
    ) -> api.RunDetail:
        """Read a run.

        With its spans as a tree, its usage events, its cost and what its outcome earns. Also
        for the `runId` of usage records that were sent without spans.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/runs/{runId}"
        ids: Dict[str, Any] = {"runId": run_id}
        call = json_call("GET", path, ids, query, options=options)
        return await self._calls.call(call)

    async def reject(
        self,
        run_id: str,
        body: api.RunRejectionCreate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.RunRejections:
        """Reject the outcomes of a run.

        Rejects each event of the run that is billed. For work that was done and did not hold:
        the units are not billed, and the cost stays. Drafts are computed again; an invoice
        that already contains the event is settled by the next one. At most one rejection of
        an event is in force: to reject more or fewer units, withdraw it first.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/runs/{runId}/rejection"
        ids: Dict[str, Any] = {"runId": run_id}
        call = json_call("POST", path, ids, query, body, options)
        return await self._calls.call(call)

    async def assign(
        self,
        run_id: str,
        body: api.RunAssign,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.RunDetail:
        """Assign a run to a customer.

        For a run without a customer. Its events are recorded for the customer with the same
        keys, and voided where they were, within seconds. 409: the run has a customer.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/runs/{runId}/assign"
        ids: Dict[str, Any] = {"runId": run_id}
        call = json_call("POST", path, ids, query, body, options)
        return await self._calls.call(call)
