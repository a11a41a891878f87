"""Generated from openapi.json by npm run generate: the operations of `signals`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Dict, Literal, Optional

from ..http.async_calls import AsyncCalls
from ..http.attempts import Options
from ..http.body import listed
from ..http.calls import BlockingCalls, json_call
from ..http.headers import ExtraHeaders
from ..http.listing import AsyncList, List

if TYPE_CHECKING:
    from .. import types as api


class Signals:
    def __init__(self, calls: BlockingCalls) -> None:
        self._calls = calls

    def list(
        self,
        *,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        agent_id: Optional[str] = None,
        is_active: Optional[bool] = None,
        search: Optional[str] = None,
        sort_by: Optional[Literal["createdAt", "name", "shortName", "updatedAt"]] = None,
        sort_order: Optional[Literal["asc", "desc"]] = None,
        updated_since: Optional[api.DateLike] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> List[api.SignalList, api.Signal]:
        """List signals.

        Latest first unless sorted otherwise. Retired signals are included, with `isActive`
        false; deleted ones are not.

        - `page`: Number of the page, from 1.
        - `limit`: At most 100; a larger value is capped.
        - `agent_id`: Only objects of this agent.
        - `is_active`: True: only active objects. False: only inactive ones.
        - `search`: A part of the name or the short name, case-insensitive.
        - `sort_by`: Names are sorted case-insensitively.
        - `sort_order`: Ascending or descending.
        - `updated_since`: Changed at this date or timestamp (UTC) or later. To keep a copy,
          ask again from a minute before the largest `updatedAt` that you have: this includes
          changes that were in progress. Deleted objects are not in a list.
        """
        query: Dict[str, Any] = {
            "page": page,
            "limit": limit,
            "agentId": agent_id,
            "isActive": is_active,
            "search": search,
            "sortBy": sort_by,
            "sortOrder": sort_order,
            "updatedSince": updated_since,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/signals"
        ids: Dict[str, Any] = {}
        return self._calls.list(path, ids, query, options)

    def get(
        self,
        signal_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.Signal:
        """Read a signal.

        Includes retired signals; 404 once it is deleted.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/signals/{signalId}"
        ids: Dict[str, Any] = {"signalId": signal_id}
        call = json_call("GET", path, ids, query, options=options)
        return self._calls.call(call)

    def create(
        self,
        body: api.SignalCreate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.Signal:
        """Create a signal.

        Signals named by usage records are created automatically. A record matches a signal of
        its agent by the short name first, then by the name.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/signals"
        ids: Dict[str, Any] = {}
        call = json_call("POST", path, ids, query, body, options)
        return self._calls.call(call)

    def create_many(
        self,
        signals: Sequence[api.SignalCreate],
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.SignalBulkResult:
        """Create several signals.

        Creates all of them, or none if one is rejected.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/signals/bulk"
        ids: Dict[str, Any] = {}
        sent = {"signals": listed("signals", signals)}
        call = json_call("POST", path, ids, query, sent, options)
        return self._calls.call(call)

    def update(
        self,
        signal_id: str,
        body: api.SignalUpdate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.Signal:
        """Update a signal.

        Changes the fields that are sent; the agent of a signal cannot change. Usage recorded
        under a previous name of the signal creates another signal.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/signals/{signalId}"
        ids: Dict[str, Any] = {"signalId": signal_id}
        call = json_call("PATCH", path, ids, query, body, options)
        return self._calls.call(call)

    def delete(
        self,
        signal_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> None:
        """Delete a signal.

        Rejected while a pricing strategy prices the signal. Usage is kept; the names can be
        used again.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/signals/{signalId}"
        ids: Dict[str, Any] = {"signalId": signal_id}
        call = json_call("DELETE", path, ids, query, options=options)
        return self._calls.call(call)


class AsyncSignals:
    def __init__(self, calls: AsyncCalls) -> None:
        self._calls = calls

    def list(
        self,
        *,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        agent_id: Optional[str] = None,
        is_active: Optional[bool] = None,
        search: Optional[str] = None,
        sort_by: Optional[Literal["createdAt", "name", "shortName", "updatedAt"]] = None,
        sort_order: Optional[Literal["asc", "desc"]] = None,
        updated_since: Optional[api.DateLike] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> AsyncList[api.SignalList, api.Signal]:
        """List signals.

        Latest first unless sorted otherwise. Retired signals are included, with `isActive`
        false; deleted ones are not.

        - `page`: Number of the page, from 1.
        - `limit`: At most 100; a larger value is capped.
        - `agent_id`: Only objects of this agent.
        - `is_active`: True: only active objects. False: only inactive ones.
        - `search`: A part of the name or the short name, case-insensitive.
        - `sort_by`: Names are sorted case-insensitively.
        - `sort_order`: Ascending or descending.
        - `updated_since`: Changed at this date or timestamp (UTC) or later. To keep a copy,
          ask again from a minute before the largest `updatedAt` that you have: this includes
          changes that were in progress. Deleted objects are not in a list.
        """
        query: Dict[str, Any] = {
            "page": page,
            "limit": limit,
            "agentId": agent_id,
            "isActive": is_active,
            "search": search,
            "sortBy": sort_by,
            "sortOrder": sort_order,
            "updatedSince": updated_since,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/signals"
        ids: Dict[str, Any] = {}
        return self._calls.list(path, ids, query, options)

    async def get(
        self,
        signal_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.Signal:
        """Read a signal.

        Includes retired signals; 404 once it is deleted.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/signals/{signalId}"
        ids: Dict[str, Any] = {"signalId": signal_id}
        call = json_call("GET", path, ids, query, options=options)
        return await self._calls.call(call)

    async def create(
        self,
        body: api.SignalCreate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.Signal:
        """Create a signal.

        Signals named by usage records are created automatically. A record matches a signal of
        its agent by the short name first, then by the name.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/signals"
        ids: Dict[str, Any] = {}
        call = json_call("POST", path, ids, query, body, options)
        return await self._calls.call(call)

    async def create_many(
        self,
        signals: Sequence[api.SignalCreate],
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.SignalBulkResult:
        """Create several signals.

        Creates all of them, or none if one is rejected.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/signals/bulk"
        ids: Dict[str, Any] = {}
        sent = {"signals": listed("signals", signals)}
        call = json_call("POST", path, ids, query, sent, options)
        return await self._calls.call(call)

    async def update(
        self,
        signal_id: str,
        body: api.SignalUpdate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.Signal:
        """Update a signal.

        Changes the fields that are sent; the agent of a signal cannot change. Usage recorded
        under a previous name of the signal creates another signal.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/signals/{signalId}"
        ids: Dict[str, Any] = {"signalId": signal_id}
        call = json_call("PATCH", path, ids, query, body, options)
        return await self._calls.call(call)

    async def delete(
        self,
        signal_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> None:
        """Delete a signal.

        Rejected while a pricing strategy prices the signal. Usage is kept; the names can be
        used again.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/signals/{signalId}"
        ids: Dict[str, Any] = {"signalId": signal_id}
        call = json_call("DELETE", path, ids, query, options=options)
        return await self._calls.call(call)
