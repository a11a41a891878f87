"""Generated from openapi.json by npm run generate: the operations of `rejection_requests`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Optional

from ..http.async_calls import AsyncCalls
from ..http.attempts import Options
from ..http.calls import BlockingCalls, json_call
from ..http.headers import ExtraHeaders
from ..http.listing import AsyncList, List

if TYPE_CHECKING:
    from .. import types as api


class RejectionRequests:
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
        state: Optional[api.RejectionRequestState] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> List[api.RejectionRequestList, api.RejectionRequest]:
        """List requests of customers to reject outcomes.

        The latest first; `state=requested` selects those that wait for a decision.

        - `page`: Number of the page, from 1.
        - `limit`: At most 100; a larger value is capped.
        - `customer_id`: Only objects of this customer, by its Piecework id.
        - `customer_external_id`: Your own id of the customer. Send this or customerId, not
          both.
        - `agent_id`: Only objects of this agent.
        - `signal_id`: Only objects of this signal.
        - `event_id`: Only requests about this event.
        - `state`: requested: it is open, and the outcome is billed. accepted: its units are
          rejected. declined: they stay billed. withdrawn: the customer took it back. Further
          states may be added.
        """
        query: Dict[str, Any] = {
            "page": page,
            "limit": limit,
            "customerId": customer_id,
            "customerExternalId": customer_external_id,
            "agentId": agent_id,
            "signalId": signal_id,
            "eventId": event_id,
            "state": state,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/rejection-requests"
        ids: Dict[str, Any] = {}
        return self._calls.list(path, ids, query, options)

    def get(
        self,
        rejection_request_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.RejectionRequest:
        """Read a request to reject an outcome."""
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/rejection-requests/{rejectionRequestId}"
        ids: Dict[str, Any] = {"rejectionRequestId": rejection_request_id}
        call = json_call("GET", path, ids, query, options=options)
        return self._calls.call(call)

    def accept(
        self,
        rejection_request_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.RejectionRequest:
        """Accept a request to reject an outcome.

        Its units are rejected, as `events.reject` does: `rejectionId` is the rejection. 409
        if the request is not open, if a rejection of the event is in force, or if the event
        has fewer units by now.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/rejection-requests/{rejectionRequestId}/accept"
        ids: Dict[str, Any] = {"rejectionRequestId": rejection_request_id}
        call = json_call("POST", path, ids, query, options=options)
        return self._calls.call(call)

    def decline(
        self,
        rejection_request_id: str,
        body: api.RejectionRequestDecline,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.RejectionRequest:
        """Decline a request to reject an outcome.

        The outcome stays billed. The customer sees the reason, and may ask again.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/rejection-requests/{rejectionRequestId}/decline"
        ids: Dict[str, Any] = {"rejectionRequestId": rejection_request_id}
        call = json_call("POST", path, ids, query, body, options)
        return self._calls.call(call)


class AsyncRejectionRequests:
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
        state: Optional[api.RejectionRequestState] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> AsyncList[api.RejectionRequestList, api.RejectionRequest]:
        """List requests of customers to reject outcomes.

        The latest first; `state=requested` selects those that wait for a decision.

        - `page`: Number of the page, from 1.
        - `limit`: At most 100; a larger value is capped.
        - `customer_id`: Only objects of this customer, by its Piecework id.
        - `customer_external_id`: Your own id of the customer. Send this or customerId, not
          both.
        - `agent_id`: Only objects of this agent.
        - `signal_id`: Only objects of this signal.
        - `event_id`: Only requests about this event.
        - `state`: requested: it is open, and the outcome is billed. accepted: its units are
          rejected. declined: they stay billed. withdrawn: the customer took it back. Further
          states may be added.
        """
        query: Dict[str, Any] = {
            "page": page,
            "limit": limit,
            "customerId": customer_id,
            "customerExternalId": customer_external_id,
            "agentId": agent_id,
            "signalId": signal_id,
            "eventId": event_id,
            "state": state,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/rejection-requests"
        ids: Dict[str, Any] = {}
        return self._calls.list(path, ids, query, options)

    async def get(
        self,
        rejection_request_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.RejectionRequest:
        """Read a request to reject an outcome."""
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/rejection-requests/{rejectionRequestId}"
        ids: Dict[str, Any] = {"rejectionRequestId": rejection_request_id}
        call = json_call("GET", path, ids, query, options=options)
        return await self._calls.call(call)

    async def accept(
        self,
        rejection_request_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.RejectionRequest:
        """Accept a request to reject an outcome.

        Its units are rejected, as `events.reject` does: `rejectionId` is the rejection. 409
        if the request is not open, if a rejection of the event is in force, or if the event
        has fewer units by now.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/rejection-requests/{rejectionRequestId}/accept"
        ids: Dict[str, Any] = {"rejectionRequestId": rejection_request_id}
        call = json_call("POST", path, ids, query, options=options)
        return await self._calls.call(call)

    async def decline(
        self,
        rejection_request_id: str,
        body: api.RejectionRequestDecline,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.RejectionRequest:
        """Decline a request to reject an outcome.

        The outcome stays billed. The customer sees the reason, and may ask again.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/rejection-requests/{rejectionRequestId}/decline"
        ids: Dict[str, Any] = {"rejectionRequestId": rejection_request_id}
        call = json_call("POST", path, ids, query, body, options)
        return await self._calls.call(call)
