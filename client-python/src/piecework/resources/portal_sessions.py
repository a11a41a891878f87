"""Generated from openapi.json by npm run generate: the operations of `portal_sessions`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Optional

from ..http.async_calls import AsyncCalls
from ..http.attempts import Options
from ..http.calls import BlockingCalls, json_call
from ..http.headers import ExtraHeaders
from ..http.listing import AsyncList, List

if TYPE_CHECKING:
    from .. import types as api


class PortalSessions:
    def __init__(self, calls: BlockingCalls) -> None:
        self._calls = calls

    def list(
        self,
        *,
        customer_id: Optional[str] = None,
        customer_external_id: Optional[str] = None,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        include_expired: Optional[bool] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> List[api.PortalSessionList, api.PortalSession]:
        """List links to the portal.

        Latest first, without their URLs. Links are kept for a month.

        - `customer_id`: Only links of this customer.
        - `customer_external_id`: Your own id of the customer. Send this or customerId, not
          both.
        - `page`: Number of the page, from 1.
        - `limit`: At most 100; a larger value is capped.
        - `include_expired`: true: includes links that are no longer usable: expired, used or
          revoked ones.
        """
        query: Dict[str, Any] = {
            "customerId": customer_id,
            "customerExternalId": customer_external_id,
            "page": page,
            "limit": limit,
            "includeExpired": include_expired,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/portal-sessions"
        ids: Dict[str, Any] = {}
        return self._calls.list(path, ids, query, options)

    def get(
        self,
        session_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.PortalSessionDetail:
        """Read a link to the portal."""
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/portal-sessions/{sessionId}"
        ids: Dict[str, Any] = {"sessionId": session_id}
        call = json_call("GET", path, ids, query, options=options)
        return self._calls.call(call)

    def create(
        self,
        body: api.PortalSessionCreate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.NewPortalSession:
        """Create a link to the portal of a customer.

        The link works once, and the visit that it opens ends one hour after the link was
        created. The link gives access to the invoices, subscriptions, usage and profile of
        this customer and nothing else. 400 when both ids are sent and refer to different
        customers.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/portal-sessions"
        ids: Dict[str, Any] = {}
        call = json_call("POST", path, ids, query, body, options)
        return self._calls.call(call)

    def revoke(
        self,
        session_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> None:
        """Revoke a link to the portal.

        The link stops working, and a visit opened by it ends with its next request. Revoking
        it again has no effect.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/portal-sessions/{sessionId}"
        ids: Dict[str, Any] = {"sessionId": session_id}
        call = json_call("DELETE", path, ids, query, options=options)
        return self._calls.call(call)


class AsyncPortalSessions:
    def __init__(self, calls: AsyncCalls) -> None:
        self._calls = calls

    def list(
        self,
        *,
        customer_id: Optional[str] = None,
        customer_external_id: Optional[str] = None,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        include_expired: Optional[bool] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> AsyncList[api.PortalSessionList, api.PortalSession]:
        """List links to the portal.

        Latest first, without their URLs. Links are kept for a month.

        - `customer_id`: Only links of this customer.
        - `customer_external_id`: Your own id of the customer. Send this or customerId, not
          both.
        - `page`: Number of the page, from 1.
        - `limit`: At most 100; a larger value is capped.
        - `include_expired`: true: includes links that are no longer usable: expired, used or
          revoked ones.
        """
        query: Dict[str, Any] = {
            "customerId": customer_id,
            "customerExternalId": customer_external_id,
            "page": page,
            "limit": limit,
            "includeExpired": include_expired,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/portal-sessions"
        ids: Dict[str, Any] = {}
        return self._calls.list(path, ids, query, options)

    async def get(
        self,
        session_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.PortalSessionDetail:
        """Read a link to the portal."""
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/portal-sessions/{sessionId}"
        ids: Dict[str, Any] = {"sessionId": session_id}
        call = json_call("GET", path, ids, query, options=options)
        return await self._calls.call(call)

    async def create(
        self,
        body: api.PortalSessionCreate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.NewPortalSession:
        """Create a link to the portal of a customer.

        The link works once, and the visit that it opens ends one hour after the link was
        created. The link gives access to the invoices, subscriptions, usage and profile of
        this customer and nothing else. 400 when both ids are sent and refer to different
        customers.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/portal-sessions"
        ids: Dict[str, Any] = {}
        call = json_call("POST", path, ids, query, body, options)
        return await self._calls.call(call)

    async def revoke(
        self,
        session_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> None:
        """Revoke a link to the portal.

        The link stops working, and a visit opened by it ends with its next request. Revoking
        it again has no effect.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/portal-sessions/{sessionId}"
        ids: Dict[str, Any] = {"sessionId": session_id}
        call = json_call("DELETE", path, ids, query, options=options)
        return await self._calls.call(call)
