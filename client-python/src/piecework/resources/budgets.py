"""Generated from openapi.json by npm run generate: the operations of `budgets`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Literal, Optional

from ..http.async_calls import AsyncCalls
from ..http.attempts import Options
from ..http.calls import BlockingCalls, json_call
from ..http.headers import ExtraHeaders
from ..http.listing import AsyncList, List

if TYPE_CHECKING:
    from .. import types as api


class Budgets:
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
        is_active: Optional[bool] = None,
        search: Optional[str] = None,
        updated_since: Optional[api.DateLike] = None,
        sort_by: Optional[Literal["createdAt", "name", "updatedAt"]] = None,
        sort_order: Optional[Literal["asc", "desc"]] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> List[api.BudgetList, api.Budget]:
        """List budgets.

        Latest first unless sorted otherwise; inactive ones are included.

        - `page`: Number of the page, from 1.
        - `limit`: At most 100; a larger value is capped.
        - `customer_id`: Only budgets of this customer.
        - `customer_external_id`: Your own id of the customer. Send this or customerId, not
          both.
        - `agent_id`: Only budgets of this agent.
        - `is_active`: True: only active objects. False: only inactive ones.
        - `search`: A part of the name, case-insensitive.
        - `updated_since`: Changed at this date or timestamp (UTC) or later. To keep a copy,
          ask again from a minute before the largest `updatedAt` that you have: this includes
          changes that were in progress. Deleted objects are not in a list.
        - `sort_by`: Names are sorted case-insensitively.
        - `sort_order`: Ascending or descending.
        """
        query: Dict[str, Any] = {
            "page": page,
            "limit": limit,
            "customerId": customer_id,
            "customerExternalId": customer_external_id,
            "agentId": agent_id,
            "isActive": is_active,
            "search": search,
            "updatedSince": updated_since,
            "sortBy": sort_by,
            "sortOrder": sort_order,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/budgets"
        ids: Dict[str, Any] = {}
        return self._calls.list(path, ids, query, options)

    def get(
        self,
        budget_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.Budget:
        """Read a budget.

        Its terms; `budgets.status` has what is used of it.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/budgets/{budgetId}"
        ids: Dict[str, Any] = {"budgetId": budget_id}
        call = json_call("GET", path, ids, query, options=options)
        return self._calls.call(call)

    def create(
        self,
        body: api.BudgetCreate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.Budget:
        """Create a budget.

        A limit of what work may cost or produce in a period, for every customer or for one.
        Decisions use it at once. Usage is never refused: `block` refuses the next run.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/budgets"
        ids: Dict[str, Any] = {}
        call = json_call("POST", path, ids, query, body, options)
        return self._calls.call(call)

    def update(
        self,
        budget_id: str,
        body: api.BudgetUpdate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.Budget:
        """Update a budget.

        Changes the fields that are sent, for the next decision.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/budgets/{budgetId}"
        ids: Dict[str, Any] = {"budgetId": budget_id}
        call = json_call("PATCH", path, ids, query, body, options)
        return self._calls.call(call)

    def delete(
        self,
        budget_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> None:
        """Delete a budget.

        It decides nothing from then on. To keep it, set `isActive` to false.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/budgets/{budgetId}"
        ids: Dict[str, Any] = {"budgetId": budget_id}
        call = json_call("DELETE", path, ids, query, options=options)
        return self._calls.call(call)

    def status(
        self,
        budget_id: str,
        *,
        customer_id: Optional[str] = None,
        customer_external_id: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.BudgetStatus:
        """Read what of a budget is used.

        What a customer has spent, what its open runs hold, and what is left. A budget of each
        run counts no window: its figures are in the decisions about the run.

        - `customer_id`: Required, unless the budget is of one customer or all share it.
        - `customer_external_id`: Your own id of the customer. Send this or customerId, not
          both.
        """
        query: Dict[str, Any] = {
            "customerId": customer_id,
            "customerExternalId": customer_external_id,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/budgets/{budgetId}/status"
        ids: Dict[str, Any] = {"budgetId": budget_id}
        call = json_call("GET", path, ids, query, options=options)
        return self._calls.call(call)


class AsyncBudgets:
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
        is_active: Optional[bool] = None,
        search: Optional[str] = None,
        updated_since: Optional[api.DateLike] = None,
        sort_by: Optional[Literal["createdAt", "name", "updatedAt"]] = None,
        sort_order: Optional[Literal["asc", "desc"]] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> AsyncList[api.BudgetList, api.Budget]:
        """List budgets.

        Latest first unless sorted otherwise; inactive ones are included.

        - `page`: Number of the page, from 1.
        - `limit`: At most 100; a larger value is capped.
        - `customer_id`: Only budgets of this customer.
        - `customer_external_id`: Your own id of the customer. Send this or customerId, not
          both.
        - `agent_id`: Only budgets of this agent.
        - `is_active`: True: only active objects. False: only inactive ones.
        - `search`: A part of the name, case-insensitive.
        - `updated_since`: Changed at this date or timestamp (UTC) or later. To keep a copy,
          ask again from a minute before the largest `updatedAt` that you have: this includes
          changes that were in progress. Deleted objects are not in a list.
        - `sort_by`: Names are sorted case-insensitively.
        - `sort_order`: Ascending or descending.
        """
        query: Dict[str, Any] = {
            "page": page,
            "limit": limit,
            "customerId": customer_id,
            "customerExternalId": customer_external_id,
            "agentId": agent_id,
            "isActive": is_active,
            "search": search,
            "updatedSince": updated_since,
            "sortBy": sort_by,
            "sortOrder": sort_order,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/budgets"
        ids: Dict[str, Any] = {}
        return self._calls.list(path, ids, query, options)

    async def get(
        self,
        budget_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.Budget:
        """Read a budget.

        Its terms; `budgets.status` has what is used of it.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/budgets/{budgetId}"
        ids: Dict[str, Any] = {"budgetId": budget_id}
        call = json_call("GET", path, ids, query, options=options)
        return await self._calls.call(call)

    async def create(
        self,
        body: api.BudgetCreate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.Budget:
        """Create a budget.

        A limit of what work may cost or produce in a period, for every customer or for one.
        Decisions use it at once. Usage is never refused: `block` refuses the next run.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/budgets"
        ids: Dict[str, Any] = {}
        call = json_call("POST", path, ids, query, body, options)
        return await self._calls.call(call)

    async def update(
        self,
        budget_id: str,
        body: api.BudgetUpdate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.Budget:
        """Update a budget.

        Changes the fields that are sent, for the next decision.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/budgets/{budgetId}"
        ids: Dict[str, Any] = {"budgetId": budget_id}
        call = json_call("PATCH", path, ids, query, body, options)
        return await self._calls.call(call)

    async def delete(
        self,
        budget_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> None:
        """Delete a budget.

        It decides nothing from then on. To keep it, set `isActive` to false.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/budgets/{budgetId}"
        ids: Dict[str, Any] = {"budgetId": budget_id}
        call = json_call("DELETE", path, ids, query, options=options)
        return await self._calls.call(call)

    async def status(
        self,
        budget_id: str,
        *,
        customer_id: Optional[str] = None,
        customer_external_id: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.BudgetStatus:
        """Read what of a budget is used.

        What a customer has spent, what its open runs hold, and what is left. A budget of each
        run counts no window: its figures are in the decisions about the run.

        - `customer_id`: Required, unless the budget is of one customer or all share it.
        - `customer_external_id`: Your own id of the customer. Send this or customerId, not
          both.
        """
        query: Dict[str, Any] = {
            "customerId": customer_id,
            "customerExternalId": customer_external_id,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/budgets/{budgetId}/status"
        ids: Dict[str, Any] = {"budgetId": budget_id}
        call = json_call("GET", path, ids, query, options=options)
        return await self._calls.call(call)
