"""Generated from openapi.json by npm run generate: the operations of `agents`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Literal, Optional

from ..http.async_calls import AsyncCalls
from ..http.attempts import Options
from ..http.calls import BlockingCalls, json_call
from ..http.headers import ExtraHeaders
from ..http.listing import AsyncList, List

if TYPE_CHECKING:
    from .. import types as api


class Agents:
    def __init__(self, calls: BlockingCalls) -> None:
        self._calls = calls

    def list(
        self,
        *,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        search: Optional[str] = None,
        is_active: Optional[bool] = None,
        agent_code: Optional[str] = None,
        sort_by: Optional[Literal["createdAt", "name", "agentCode", "updatedAt"]] = None,
        sort_order: Optional[Literal["asc", "desc"]] = None,
        updated_since: Optional[api.DateLike] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> List[api.AgentList, api.Agent]:
        """List agents.

        Latest first unless sorted otherwise. Retired agents are included, with `isActive`
        false; deleted ones are not.

        - `page`: Number of the page, from 1.
        - `limit`: At most 100; a larger value is capped.
        - `search`: A part of the name or the code, case-insensitive.
        - `is_active`: True: only active objects. False: only inactive ones.
        - `agent_code`: Exact code.
        - `sort_by`: Names are sorted case-insensitively.
        - `sort_order`: Ascending or descending.
        - `updated_since`: Changed at this date or timestamp (UTC) or later. To keep a copy,
          ask again from a minute before the largest `updatedAt` that you have: this includes
          changes that were in progress. Deleted objects are not in a list.
        """
        query: Dict[str, Any] = {
            "page": page,
            "limit": limit,
            "search": search,
            "isActive": is_active,
            "agentCode": agent_code,
            "sortBy": sort_by,
            "sortOrder": sort_order,
            "updatedSince": updated_since,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/agents"
        ids: Dict[str, Any] = {}
        return self._calls.list(path, ids, query, options)

    def get(
        self,
        agent_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.Agent:
        """Read an agent.

        Includes retired agents; 404 once it is deleted.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/agents/{agentId}"
        ids: Dict[str, Any] = {"agentId": agent_id}
        call = json_call("GET", path, ids, query, options=options)
        return self._calls.call(call)

    def create(
        self,
        body: api.AgentCreate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.Agent:
        """Create an agent.

        Agents named by usage records are created automatically, with their code as the name.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/agents"
        ids: Dict[str, Any] = {}
        call = json_call("POST", path, ids, query, body, options)
        return self._calls.call(call)

    def update(
        self,
        agent_id: str,
        body: api.AgentUpdate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.Agent:
        """Update an agent.

        Changes the fields that are sent. After a change of the code, usage recorded under the
        old one creates another agent.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/agents/{agentId}"
        ids: Dict[str, Any] = {"agentId": agent_id}
        call = json_call("PATCH", path, ids, query, body, options)
        return self._calls.call(call)

    def delete(
        self,
        agent_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> None:
        """Delete an agent.

        Rejected while the agent has signals or is linked to a pricing plan. Usage is kept;
        the code can be used again. To keep the agent and its signals, set `isActive` to
        false.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/agents/{agentId}"
        ids: Dict[str, Any] = {"agentId": agent_id}
        call = json_call("DELETE", path, ids, query, options=options)
        return self._calls.call(call)


class AsyncAgents:
    def __init__(self, calls: AsyncCalls) -> None:
        self._calls = calls

    def list(
        self,
        *,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        search: Optional[str] = None,
        is_active: Optional[bool] = None,
        agent_code: Optional[str] = None,
        sort_by: Optional[Literal["createdAt", "name", "agentCode", "updatedAt"]] = None,
        sort_order: Optional[Literal["asc", "desc"]] = None,
        updated_since: Optional[api.DateLike] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> AsyncList[api.AgentList, api.Agent]:
        """List agents.

        Latest first unless sorted otherwise. Retired agents are included, with `isActive`
        false; deleted ones are not.

        - `page`: Number of the page, from 1.
        - `limit`: At most 100; a larger value is capped.
        - `search`: A part of the name or the code, case-insensitive.
        - `is_active`: True: only active objects. False: only inactive ones.
        - `agent_code`: Exact code.
        - `sort_by`: Names are sorted case-insensitively.
        - `sort_order`: Ascending or descending.
        - `updated_since`: Changed at this date or timestamp (UTC) or later. To keep a copy,
          ask again from a minute before the largest `updatedAt` that you have: this includes
          changes that were in progress. Deleted objects are not in a list.
        """
        query: Dict[str, Any] = {
            "page": page,
            "limit": limit,
            "search": search,
            "isActive": is_active,
            "agentCode": agent_code,
            "sortBy": sort_by,
            "sortOrder": sort_order,
            "updatedSince": updated_since,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/agents"
        ids: Dict[str, Any] = {}
        return self._calls.list(path, ids, query, options)

    async def get(
        self,
        agent_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.Agent:
        """Read an agent.

        Includes retired agents; 404 once it is deleted.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/agents/{agentId}"
        ids: Dict[str, Any] = {"agentId": agent_id}
        call = json_call("GET", path, ids, query, options=options)
        return await self._calls.call(call)

    async def create(
        self,
        body: api.AgentCreate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.Agent:
        """Create an agent.

        Agents named by usage records are created automatically, with their code as the name.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/agents"
        ids: Dict[str, Any] = {}
        call = json_call("POST", path, ids, query, body, options)
        return await self._calls.call(call)

    async def update(
        self,
        agent_id: str,
        body: api.AgentUpdate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.Agent:
        """Update an agent.

        Changes the fields that are sent. After a change of the code, usage recorded under the
        old one creates another agent.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/agents/{agentId}"
        ids: Dict[str, Any] = {"agentId": agent_id}
        call = json_call("PATCH", path, ids, query, body, options)
        return await self._calls.call(call)

    async def delete(
        self,
        agent_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> None:
        """Delete an agent.

        Rejected while the agent has signals or is linked to a pricing plan. Usage is kept;
        the code can be used again. To keep the agent and its signals, set `isActive` to
        false.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/agents/{agentId}"
        ids: Dict[str, Any] = {"agentId": agent_id}
        call = json_call("DELETE", path, ids, query, options=options)
        return await self._calls.call(call)
