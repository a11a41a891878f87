"""Generated from openapi.json by npm run generate: the operations of `pricing_plans`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Dict, Literal, Optional

from ..http.async_calls import AsyncCalls
from ..http.attempts import Options
from ..http.calls import BlockingCalls, json_call
from ..http.headers import ExtraHeaders
from ..http.listing import AsyncList, List

if TYPE_CHECKING:
    from .. import types as api


class PricingPlans:
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
        sort_by: Optional[Literal["createdAt", "name", "updatedAt"]] = None,
        sort_order: Optional[Literal["asc", "desc"]] = None,
        updated_since: Optional[api.DateLike] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> List[api.PricingPlanList, api.PricingPlan]:
        """List pricing plans.

        Latest first unless sorted otherwise. A publishable key may read them.

        - `page`: Number of the page, from 1.
        - `limit`: At most 100; a larger value is capped.
        - `agent_id`: Only plans that are linked to this agent.
        - `is_active`: True: only active objects. False: only inactive ones.
        - `search`: A part of the name or the description, case-insensitive.
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
        path = "/v1/pricing-plans"
        ids: Dict[str, Any] = {}
        return self._calls.list(path, ids, query, options)

    def get(
        self,
        plan_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.PricingPlan:
        """Read a pricing plan.

        Its prices are its pricing strategies, which are read separately.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/pricing-plans/{planId}"
        ids: Dict[str, Any] = {"planId": plan_id}
        call = json_call("GET", path, ids, query, options=options)
        return self._calls.call(call)

    def create(
        self,
        body: api.PricingPlanCreate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.PricingPlan:
        """Create a pricing plan.

        Creates a plan without prices: create its pricing strategies next.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/pricing-plans"
        ids: Dict[str, Any] = {}
        call = json_call("POST", path, ids, query, body, options)
        return self._calls.call(call)

    def update(
        self,
        plan_id: str,
        body: api.PricingPlanUpdate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        if_match: Optional[int] = None,
    ) -> api.PricingPlan:
        """Change a pricing plan.

        Recorded in the changelog of subscriptions that have not ended. Agents are linked and
        unlinked by separate operations, and the currency of a plan never changes.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, if_match=if_match)
        path = "/v1/pricing-plans/{planId}"
        ids: Dict[str, Any] = {"planId": plan_id}
        call = json_call("PATCH", path, ids, query, body, options)
        return self._calls.call(call)

    def delete(
        self,
        plan_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        if_match: Optional[int] = None,
    ) -> None:
        """Delete a pricing plan.

        Rejected with 409 while a subscription that has not ended uses it.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, if_match=if_match)
        path = "/v1/pricing-plans/{planId}"
        ids: Dict[str, Any] = {"planId": plan_id}
        call = json_call("DELETE", path, ids, query, options=options)
        return self._calls.call(call)

    def summaries(
        self,
        *,
        plan_id: Sequence[str],
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.PricingPlanSummaries:
        """Summarize plans.

        For each of the given plans: its first prices and its number of subscriptions.

        All items are in `results` of the answer.

        - `plan_id`: One plan, or several: planId=…&planId=….
        """
        query: Dict[str, Any] = {
            "planId": plan_id,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/pricing-plans/summaries"
        ids: Dict[str, Any] = {}
        call = json_call("GET", path, ids, query, options=options)
        return self._calls.call(call)

    def copy(
        self,
        plan_id: str,
        body: Optional[api.PricingPlanCopy] = None,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.PricingPlan:
        """Copy a pricing plan.

        Creates a plan with the same agents and copies of the pricing strategies.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/pricing-plans/{planId}/copy"
        ids: Dict[str, Any] = {"planId": plan_id}
        sent = body or {}
        call = json_call("POST", path, ids, query, sent, options)
        return self._calls.call(call)

    def link_agent(
        self,
        plan_id: str,
        body: api.AgentLink,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.PricingPlan:
        """Link a plan to an agent.

        Returns the plan. 409 when it is already linked.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/pricing-plans/{planId}/agents"
        ids: Dict[str, Any] = {"planId": plan_id}
        call = json_call("POST", path, ids, query, body, options)
        return self._calls.call(call)

    def unlink_agent(
        self,
        plan_id: str,
        agent_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> None:
        """Unlink a plan from an agent.

        Rejected with 400 while a subscription that has not ended uses the plan with this
        agent, and with 409 while a pricing strategy of the plan prices a signal of the agent.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/pricing-plans/{planId}/agents/{agentId}"
        ids: Dict[str, Any] = {"planId": plan_id, "agentId": agent_id}
        call = json_call("DELETE", path, ids, query, options=options)
        return self._calls.call(call)

    def include_signal(
        self,
        plan_id: str,
        body: api.IncludedSignalBody,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.PricingPlan:
        """Include a signal in a plan.

        Marks the signal as covered by the fees of the plan: its work counts as priced in
        figures of unpriced work. Invoices do not change. Returns the plan; including a signal
        again has no effect.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/pricing-plans/{planId}/included-signals"
        ids: Dict[str, Any] = {"planId": plan_id}
        call = json_call("POST", path, ids, query, body, options)
        return self._calls.call(call)

    def exclude_signal(
        self,
        plan_id: str,
        signal_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> None:
        """Exclude a signal from a plan.

        The work of the signal is unpriced again, unless the plan has a price for it.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/pricing-plans/{planId}/included-signals/{signalId}"
        ids: Dict[str, Any] = {"planId": plan_id, "signalId": signal_id}
        call = json_call("DELETE", path, ids, query, options=options)
        return self._calls.call(call)


class AsyncPricingPlans:
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
        sort_by: Optional[Literal["createdAt", "name", "updatedAt"]] = None,
        sort_order: Optional[Literal["asc", "desc"]] = None,
        updated_since: Optional[api.DateLike] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> AsyncList[api.PricingPlanList, api.PricingPlan]:
        """List pricing plans.

        Latest first unless sorted otherwise. A publishable key may read them.

        - `page`: Number of the page, from 1.
        - `limit`: At most 100; a larger value is capped.
        - `agent_id`: Only plans that are linked to this agent.
        - `is_active`: True: only active objects. False: only inactive ones.
        - `search`: A part of the name or the description, case-insensitive.
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
        path = "/v1/pricing-plans"
        ids: Dict[str, Any] = {}
        return self._calls.list(path, ids, query, options)

    async def get(
        self,
        plan_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.PricingPlan:
        """Read a pricing plan.

        Its prices are its pricing strategies, which are read separately.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/pricing-plans/{planId}"
        ids: Dict[str, Any] = {"planId": plan_id}
        call = json_call("GET", path, ids, query, options=options)
        return await self._calls.call(call)

    async def create(
        self,
        body: api.PricingPlanCreate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.PricingPlan:
        """Create a pricing plan.

        Creates a plan without prices: create its pricing strategies next.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/pricing-plans"
        ids: Dict[str, Any] = {}
        call = json_call("POST", path, ids, query, body, options)
        return await self._calls.call(call)

    async def update(
        self,
        plan_id: str,
        body: api.PricingPlanUpdate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        if_match: Optional[int] = None,
    ) -> api.PricingPlan:
        """Change a pricing plan.

        Recorded in the changelog of subscriptions that have not ended. Agents are linked and
        unlinked by separate operations, and the currency of a plan never changes.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, if_match=if_match)
        path = "/v1/pricing-plans/{planId}"
        ids: Dict[str, Any] = {"planId": plan_id}
        call = json_call("PATCH", path, ids, query, body, options)
        return await self._calls.call(call)

    async def delete(
        self,
        plan_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        if_match: Optional[int] = None,
    ) -> None:
        """Delete a pricing plan.

        Rejected with 409 while a subscription that has not ended uses it.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, if_match=if_match)
        path = "/v1/pricing-plans/{planId}"
        ids: Dict[str, Any] = {"planId": plan_id}
        call = json_call("DELETE", path, ids, query, options=options)
        return await self._calls.call(call)

    async def summaries(
        self,
        *,
        plan_id: Sequence[str],
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.PricingPlanSummaries:
        """Summarize plans.

        For each of the given plans: its first prices and its number of subscriptions.

        All items are in `results` of the answer.

        - `plan_id`: One plan, or several: planId=…&planId=….
        """
        query: Dict[str, Any] = {
            "planId": plan_id,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/pricing-plans/summaries"
        ids: Dict[str, Any] = {}
        call = json_call("GET", path, ids, query, options=options)
        return await self._calls.call(call)

    async def copy(
        self,
        plan_id: str,
        body: Optional[api.PricingPlanCopy] = None,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.PricingPlan:
        """Copy a pricing plan.

        Creates a plan with the same agents and copies of the pricing strategies.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/pricing-plans/{planId}/copy"
        ids: Dict[str, Any] = {"planId": plan_id}
        sent = body or {}
        call = json_call("POST", path, ids, query, sent, options)
        return await self._calls.call(call)

    async def link_agent(
        self,
        plan_id: str,
        body: api.AgentLink,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.PricingPlan:
        """Link a plan to an agent.

        Returns the plan. 409 when it is already linked.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/pricing-plans/{planId}/agents"
        ids: Dict[str, Any] = {"planId": plan_id}
        call = json_call("POST", path, ids, query, body, options)
        return await self._calls.call(call)

    async def unlink_agent(
        self,
        plan_id: str,
        agent_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> None:
        """Unlink a plan from an agent.

        Rejected with 400 while a subscription that has not ended uses the plan with this
        agent, and with 409 while a pricing strategy of the plan prices a signal of the agent.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/pricing-plans/{planId}/agents/{agentId}"
        ids: Dict[str, Any] = {"planId": plan_id, "agentId": agent_id}
        call = json_call("DELETE", path, ids, query, options=options)
        return await self._calls.call(call)

    async def include_signal(
        self,
        plan_id: str,
        body: api.IncludedSignalBody,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.PricingPlan:
        """Include a signal in a plan.

        Marks the signal as covered by the fees of the plan: its work counts as priced in
        figures of unpriced work. Invoices do not change. Returns the plan; including a signal
        again has no effect.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/pricing-plans/{planId}/included-signals"
        ids: Dict[str, Any] = {"planId": plan_id}
        call = json_call("POST", path, ids, query, body, options)
        return await self._calls.call(call)

    async def exclude_signal(
        self,
        plan_id: str,
        signal_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> None:
        """Exclude a signal from a plan.

        The work of the signal is unpriced again, unless the plan has a price for it.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/pricing-plans/{planId}/included-signals/{signalId}"
        ids: Dict[str, Any] = {"planId": plan_id, "signalId": signal_id}
        call = json_call("DELETE", path, ids, query, options=options)
        return await self._calls.call(call)
