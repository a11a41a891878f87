"""Generated from openapi.json by npm run generate: the operations of `rejections`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Optional

from ..http.async_calls import AsyncCalls
from ..http.attempts import Options
from ..http.calls import BlockingCalls, json_call
from ..http.headers import ExtraHeaders
from ..http.listing import AsyncList, List

if TYPE_CHECKING:
    from .. import types as api


class Rejections:
    def __init__(self, calls: BlockingCalls) -> None:
        self._calls = calls

    def list(
        self,
        *,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        customer_id: Optional[str] = None,
        customer_external_id: Optional[str] = None,
        agent_id: Optional[str] = None,
        signal_id: Optional[str] = None,
        event_id: Optional[str] = None,
        run_id: Optional[str] = None,
        state: Optional[api.RejectionState] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> List[api.RejectionList, api.Rejection]:
        """List rejections.

        The latest first, with those that were withdrawn.

        - `page`: Number of the page, from 1.
        - `limit`: At most 100; a larger value is capped.
        - `customer_id`: Only objects of this customer, by its Piecework id.
        - `customer_external_id`: Your own id of the customer. Send this or customerId, not
          both.
        - `agent_id`: Only objects of this agent.
        - `signal_id`: Only objects of this signal.
        - `event_id`: Only rejections of this event.
        - `run_id`: Only rejections of events of this run.
        - `state`: accepted: the units are not billed. withdrawn: they are billed again.
          Further states may be added.
        """
        query: Dict[str, Any] = {
            "page": page,
            "limit": limit,
            "customerId": customer_id,
            "customerExternalId": customer_external_id,
            "agentId": agent_id,
            "signalId": signal_id,
            "eventId": event_id,
            "runId": run_id,
            "state": state,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/rejections"
        ids: Dict[str, Any] = {}
        return self._calls.list(path, ids, query, options)

    def get(
        self,
        rejection_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.Rejection:
        """Read a rejection."""
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/rejections/{rejectionId}"
        ids: Dict[str, Any] = {"rejectionId": rejection_id}
        call = json_call("GET", path, ids, query, options=options)
        return self._calls.call(call)


class AsyncRejections:
    def __init__(self, calls: AsyncCalls) -> None:
        self._calls = calls

    def list(
        self,
        *,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        customer_id: Optional[str] = None,
        customer_external_id: Optional[str] = None,
        agent_id: Optional[str] = None,
        signal_id: Optional[str] = None,
        event_id: Optional[str] = None,
        run_id: Optional[str] = None,
        state: Optional[api.RejectionState] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> AsyncList[api.RejectionList, api.Rejection]:
        """List rejections.

        The latest first, with those that were withdrawn.

        - `page`: Number of the page, from 1.
        - `limit`: At most 100; a larger value is capped.
        - `customer_id`: Only objects of this customer, by its Piecework id.
        - `customer_external_id`: Your own id of the customer. Send this or customerId, not
          both.
        - `agent_id`: Only objects of this agent.
        - `signal_id`: Only objects of this signal.
        - `event_id`: Only rejections of this event.
        - `run_id`: Only rejections of events of this run.
        - `state`: accepted: the units are not billed. withdrawn: they are billed again.
          Further states may be added.
        """
        query: Dict[str, Any] = {
            "page": page,
            "limit": limit,
            "customerId": customer_id,
            "customerExternalId": customer_external_id,
            "agentId": agent_id,
            "signalId": signal_id,
            "eventId": event_id,
            "runId": run_id,
            "state": state,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/rejections"
        ids: Dict[str, Any] = {}
        return self._calls.list(path, ids, query, options)

    async def get(
        self,
        rejection_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.Rejection:
        """Read a rejection."""
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/rejections/{rejectionId}"
        ids: Dict[str, Any] = {"rejectionId": rejection_id}
        call = json_call("GET", path, ids, query, options=options)
        return await self._calls.call(call)
