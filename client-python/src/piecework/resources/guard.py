"""Generated from openapi.json by npm run generate: the operations of `guard`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Literal, Optional

from ..http.async_calls import AsyncCalls
from ..http.attempts import Options
from ..http.calls import BlockingCalls, json_call
from ..http.headers import ExtraHeaders
from ..http.listing import AsyncList, List

if TYPE_CHECKING:
    from .. import types as api


class Guard:
    def __init__(self, calls: BlockingCalls) -> None:
        self._calls = calls

    def create_hold(
        self,
        body: api.GuardHoldCreate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.GuardDecision:
        """Ask before a run.

        Decides if a run may start, and holds what it may cost of every budget that it counts
        in. The answer is 200 whatever the decision is. The same run again gets the same hold;
        409 `run_ended`: its outcome was recorded, or its hold was released. Usage records
        with the same runId use the hold up. 503 `undecided`: no decision was made in time.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/guard/holds"
        ids: Dict[str, Any] = {}
        call = json_call("POST", path, ids, query, body, options)
        return self._calls.call(call)

    def check(
        self,
        body: api.GuardCheckCreate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.GuardDecision:
        """Ask without a hold.

        Answers like a hold, and holds nothing: runs that start at the same time may all be
        allowed. For screens, and for work whose cost does not matter much.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/guard/checks"
        ids: Dict[str, Any] = {}
        call = json_call("POST", path, ids, query, body, options)
        return self._calls.call(call)

    def extend_hold(
        self,
        hold_id: str,
        body: api.GuardHoldExtend,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.GuardDecision:
        """Ask during a run.

        Decides if a run may go on, for what it cost so far and its next step together. A
        block leaves the hold as it was. 409 `run_ended`: the run has ended.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/guard/holds/{holdId}/extend"
        ids: Dict[str, Any] = {"holdId": hold_id}
        call = json_call("POST", path, ids, query, body, options)
        return self._calls.call(call)

    def release_hold(
        self,
        hold_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.Hold:
        """Release a hold.

        Ends a run without an outcome, such as after an error: nothing more is held. A hold
        that is closed already stays as it is.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/guard/holds/{holdId}/release"
        ids: Dict[str, Any] = {"holdId": hold_id}
        call = json_call("POST", path, ids, query, options=options)
        return self._calls.call(call)

    def list_holds(
        self,
        *,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        customer_id: Optional[str] = None,
        customer_external_id: Optional[str] = None,
        agent_id: Optional[str] = None,
        run_id: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> List[api.HoldList, api.Hold]:
        """List open holds.

        The holds that are held of budgets now, the latest first: of runs under way, and of
        runs with an event whose cost is not known.

        - `page`: Number of the page, from 1.
        - `limit`: At most 100; a larger value is capped.
        - `customer_id`: Only objects of this customer, by its Piecework id.
        - `customer_external_id`: Your own id of the customer. Send this or customerId, not
          both.
        - `agent_id`: Only objects of this agent.
        - `run_id`: Only the hold of this run.
        """
        query: Dict[str, Any] = {
            "page": page,
            "limit": limit,
            "customerId": customer_id,
            "customerExternalId": customer_external_id,
            "agentId": agent_id,
            "runId": run_id,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/guard/holds"
        ids: Dict[str, Any] = {}
        return self._calls.list(path, ids, query, options)

    def list_decisions(
        self,
        *,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        after: Optional[str] = None,
        customer_id: Optional[str] = None,
        customer_external_id: Optional[str] = None,
        decision: Optional[Literal["warn", "block"]] = None,
        budget_id: Optional[str] = None,
        run_id: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> List[api.PastDecisionList, api.PastDecision]:
        """List blocked runs and warnings.

        The decisions of holds and extensions that blocked a run or warned, the latest first,
        each with the figures of the budget that decided. They are kept for 30 days. Checks
        are not in the list.

        - `page`: Number of the page, from 1.
        - `limit`: At most 100; a larger value is capped.
        - `after`: `nextAfter` of the answer before: returns the decisions after its last one.
          Send the same filters; `page` must be 1.
        - `customer_id`: Only objects of this customer, by its Piecework id.
        - `customer_external_id`: Your own id of the customer. Send this or customerId, not
          both.
        - `decision`: Only these decisions.
        - `budget_id`: Only decisions of this budget.
        - `run_id`: Only decisions about this run.
        """
        query: Dict[str, Any] = {
            "page": page,
            "limit": limit,
            "after": after,
            "customerId": customer_id,
            "customerExternalId": customer_external_id,
            "decision": decision,
            "budgetId": budget_id,
            "runId": run_id,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/guard/decisions"
        ids: Dict[str, Any] = {}
        return self._calls.list(path, ids, query, options)

    def list_suggestions(
        self,
        *,
        agent_id: Optional[str] = None,
        signal_id: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.EstimateSuggestionList:
        """Suggest estimates.

        Compares the estimates of the last 200 runs of each agent and signal with what they
        cost: of runs whose outcome was recorded and whose cost is known. The latest 20,000
        runs are read; name the agent for one that runs seldom next to busy ones.

        All items are in `results` of the answer.

        - `agent_id`: Only runs of this agent.
        - `signal_id`: Only runs that named this signal.
        """
        query: Dict[str, Any] = {
            "agentId": agent_id,
            "signalId": signal_id,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/guard/suggestions"
        ids: Dict[str, Any] = {}
        call = json_call("GET", path, ids, query, options=options)
        return self._calls.call(call)

    def get_hold(
        self,
        hold_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.Hold:
        """Read a hold.

        Includes closed and expired holds.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/guard/holds/{holdId}"
        ids: Dict[str, Any] = {"holdId": hold_id}
        call = json_call("GET", path, ids, query, options=options)
        return self._calls.call(call)


class AsyncGuard:
    def __init__(self, calls: AsyncCalls) -> None:
        self._calls = calls

    async def create_hold(
        self,
        body: api.GuardHoldCreate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.GuardDecision:
        """Ask before a run.

        Decides if a run may start, and holds what it may cost of every budget that it counts
        in. The answer is 200 whatever the decision is. The same run again gets the same hold;
        409 `run_ended`: its outcome was recorded, or its hold was released. Usage records
        with the same runId use the hold up. 503 `undecided`: no decision was made in time.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/guard/holds"
        ids: Dict[str, Any] = {}
        call = json_call("POST", path, ids, query, body, options)
        return await self._calls.call(call)

    async def check(
        self,
        body: api.GuardCheckCreate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.GuardDecision:
        """Ask without a hold.

        Answers like a hold, and holds nothing: runs that start at the same time may all be
        allowed. For screens, and for work whose cost does not matter much.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/guard/checks"
        ids: Dict[str, Any] = {}
        call = json_call("POST", path, ids, query, body, options)
        return await self._calls.call(call)

    async def extend_hold(
        self,
        hold_id: str,
        body: api.GuardHoldExtend,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.GuardDecision:
        """Ask during a run.

        Decides if a run may go on, for what it cost so far and its next step together. A
        block leaves the hold as it was. 409 `run_ended`: the run has ended.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/guard/holds/{holdId}/extend"
        ids: Dict[str, Any] = {"holdId": hold_id}
        call = json_call("POST", path, ids, query, body, options)
        return await self._calls.call(call)

    async def release_hold(
        self,
        hold_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.Hold:
        """Release a hold.

        Ends a run without an outcome, such as after an error: nothing more is held. A hold
        that is closed already stays as it is.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/guard/holds/{holdId}/release"
        ids: Dict[str, Any] = {"holdId": hold_id}
        call = json_call("POST", path, ids, query, options=options)
        return await self._calls.call(call)

    def list_holds(
        self,
        *,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        customer_id: Optional[str] = None,
        customer_external_id: Optional[str] = None,
        agent_id: Optional[str] = None,
        run_id: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> AsyncList[api.HoldList, api.Hold]:
        """List open holds.

        The holds that are held of budgets now, the latest first: of runs under way, and of
        runs with an event whose cost is not known.

        - `page`: Number of the page, from 1.
        - `limit`: At most 100; a larger value is capped.
        - `customer_id`: Only objects of this customer, by its Piecework id.
        - `customer_external_id`: Your own id of the customer. Send this or customerId, not
          both.
        - `agent_id`: Only objects of this agent.
        - `run_id`: Only the hold of this run.
        """
        query: Dict[str, Any] = {
            "page": page,
            "limit": limit,
            "customerId": customer_id,
            "customerExternalId": customer_external_id,
            "agentId": agent_id,
            "runId": run_id,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/guard/holds"
        ids: Dict[str, Any] = {}
        return self._calls.list(path, ids, query, options)

    def list_decisions(
        self,
        *,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        after: Optional[str] = None,
        customer_id: Optional[str] = None,
        customer_external_id: Optional[str] = None,
        decision: Optional[Literal["warn", "block"]] = None,
        budget_id: Optional[str] = None,
        run_id: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> AsyncList[api.PastDecisionList, api.PastDecision]:
        """List blocked runs and warnings.

        The decisions of holds and extensions that blocked a run or warned, the latest first,
        each with the figures of the budget that decided. They are kept for 30 days. Checks
        are not in the list.

        - `page`: Number of the page, from 1.
        - `limit`: At most 100; a larger value is capped.
        - `after`: `nextAfter` of the answer before: returns the decisions after its last one.
          Send the same filters; `page` must be 1.
        - `customer_id`: Only objects of this customer, by its Piecework id.
        - `customer_external_id`: Your own id of the customer. Send this or customerId, not
          both.
        - `decision`: Only these decisions.
        - `budget_id`: Only decisions of this budget.
        - `run_id`: Only decisions about this run.
        """
        query: Dict[str, Any] = {
            "page": page,
            "limit": limit,
            "after": after,
            "customerId": customer_id,
            "customerExternalId": customer_external_id,
            "decision": decision,
            "budgetId": budget_id,
            "runId": run_id,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/guard/decisions"
        ids: Dict[str, Any] = {}
        return self._calls.list(path, ids, query, options)

    async def list_suggestions(
        self,
        *,
        agent_id: Optional[str] = None,
        signal_id: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.EstimateSuggestionList:
        """Suggest estimates.

        Compares the estimates of the last 200 runs of each agent and signal with what they
        cost: of runs whose outcome was recorded and whose cost is known. The latest 20,000
        runs are read; name the agent for one that runs seldom next to busy ones.

        All items are in `results` of the answer.

        - `agent_id`: Only runs of this agent.
        - `signal_id`: Only runs that named this signal.
        """
        query: Dict[str, Any] = {
            "agentId": agent_id,
            "signalId": signal_id,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/guard/suggestions"
        ids: Dict[str, Any] = {}
        call = json_call("GET", path, ids, query, options=options)
        return await self._calls.call(call)

    async def get_hold(
        self,
        hold_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.Hold:
        """Read a hold.

        Includes closed and expired holds.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/guard/holds/{holdId}"
        ids: Dict[str, Any] = {"holdId": hold_id}
        call = json_call("GET", path, ids, query, options=options)
        return await self._calls.call(call)
