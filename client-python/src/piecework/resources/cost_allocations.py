"""Generated from openapi.json by npm run generate: the operations of `cost_allocations`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Optional

from ..http.async_calls import AsyncCalls
from ..http.attempts import Options
from ..http.calls import BlockingCalls, json_call
from ..http.headers import ExtraHeaders
from ..http.listing import AsyncList, List

if TYPE_CHECKING:
    from .. import types as api


class CostAllocations:
    def __init__(self, calls: BlockingCalls) -> None:
        self._calls = calls

    def list(
        self,
        *,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        is_open: Optional[bool] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> List[api.CostAllocationList, api.CostAllocation]:
        """List cost allocations.

        The latest first, each with its months.

        - `page`: Number of the page, from 1.
        - `limit`: At most 100; a larger value is capped.
        - `is_open`: true: only those with a month that has not settled. false: only the
          others.
        """
        query: Dict[str, Any] = {
            "page": page,
            "limit": limit,
            "isOpen": is_open,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/cost-allocations"
        ids: Dict[str, Any] = {}
        return self._calls.list(path, ids, query, options)

    def get(
        self,
        allocation_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.CostAllocation:
        """Read a cost allocation.

        With what was spread in each month, and what is left.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/cost-allocations/{allocationId}"
        ids: Dict[str, Any] = {"allocationId": allocation_id}
        call = json_call("GET", path, ids, query, options=options)
        return self._calls.call(call)

    def create(
        self,
        body: api.CostAllocationCreate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.CostAllocation:
        """Spread a monthly amount over the usage of a model.

        For a model that costs a monthly amount and not a rate, such as one on a machine of
        yours. Sets a provisional cost rate of the running month, which follows from what ran
        so far. Four days after the end of a month it settles: the amount divided by the units
        of the month is its final rate, and a repricing run prices the usage of the month by
        it. The rate comes before all other rates of the model. 409: the model has an
        allocation for one of these months.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/cost-allocations"
        ids: Dict[str, Any] = {}
        call = json_call("POST", path, ids, query, body, options)
        return self._calls.call(call)

    def end(
        self,
        allocation_id: str,
        body: Optional[api.CostAllocationEnd] = None,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.CostAllocation:
        """End a cost allocation.

        Spreads nothing after a month. Provisional rates of later months are withdrawn, and a
        repricing run prices their usage without them. To correct an amount, end the
        allocation with the month before, and add another one. 409: it ends then or earlier
        already.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/cost-allocations/{allocationId}/end"
        ids: Dict[str, Any] = {"allocationId": allocation_id}
        sent = body or {}
        call = json_call("POST", path, ids, query, sent, options)
        return self._calls.call(call)


class AsyncCostAllocations:
    def __init__(self, calls: AsyncCalls) -> None:
        self._calls = calls

    def list(
        self,
        *,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        is_open: Optional[bool] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> AsyncList[api.CostAllocationList, api.CostAllocation]:
        """List cost allocations.

        The latest first, each with its months.

        - `page`: Number of the page, from 1.
        - `limit`: At most 100; a larger value is capped.
        - `is_open`: true: only those with a month that has not settled. false: only the
          others.
        """
        query: Dict[str, Any] = {
            "page": page,
            "limit": limit,
            "isOpen": is_open,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/cost-allocations"
        ids: Dict[str, Any] = {}
        return self._calls.list(path, ids, query, options)

    async def get(
        self,
        allocation_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.CostAllocation:
        """Read a cost allocation.

        With what was spread in each month, and what is left.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/cost-allocations/{allocationId}"
        ids: Dict[str, Any] = {"allocationId": allocation_id}
        call = json_call("GET", path, ids, query, options=options)
        return await self._calls.call(call)

    async def create(
        self,
        body: api.CostAllocationCreate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.CostAllocation:
        """Spread a monthly amount over the usage of a model.

        For a model that costs a monthly amount and not a rate, such as one on a machine of
        yours. Sets a provisional cost rate of the running month, which follows from what ran
        so far. Four days after the end of a month it settles: the amount divided by the units
        of the month is its final rate, and a repricing run prices the usage of the month by
        it. The rate comes before all other rates of the model. 409: the model has an
        allocation for one of these months.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/cost-allocations"
        ids: Dict[str, Any] = {}
        call = json_call("POST", path, ids, query, body, options)
        return await self._calls.call(call)

    async def end(
        self,
        allocation_id: str,
        body: Optional[api.CostAllocationEnd] = None,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.CostAllocation:
        """End a cost allocation.

        Spreads nothing after a month. Provisional rates of later months are withdrawn, and a
        repricing run prices their usage without them. To correct an amount, end the
        allocation with the month before, and add another one. 409: it ends then or earlier
        already.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/cost-allocations/{allocationId}/end"
        ids: Dict[str, Any] = {"allocationId": allocation_id}
        sent = body or {}
        call = json_call("POST", path, ids, query, sent, options)
        return await self._calls.call(call)
