"""Generated from openapi.json by npm run generate: the operations of `price_changes`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Optional

from ..http.async_calls import AsyncCalls
from ..http.attempts import Options
from ..http.calls import BlockingCalls, json_call
from ..http.headers import ExtraHeaders

if TYPE_CHECKING:
    from .. import types as api


class PriceChanges:
    def __init__(self, calls: BlockingCalls) -> None:
        self._calls = calls

    def create(
        self,
        body: api.PriceChangeCreate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.PriceChange:
        """Change prices by a percentage.

        Adds a price from a day on to each active strategy of the plans and to the single
        strategies, all or none: the price in force for everyone on that day × (1 + percent ÷
        100). Bounds of tiers and sizes of packages stay. 409: a strategy has a price from
        that day or later, which the message names.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/price-changes"
        ids: Dict[str, Any] = {}
        call = json_call("POST", path, ids, query, body, options)
        return self._calls.call(call)

    def preview(
        self,
        body: api.PriceChangeCreate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.PriceChangePreview:
        """Preview a change of prices.

        The old and new prices, and for subscriptions of the plans the first period that has
        them. Refuses what the change would refuse. Stores nothing.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/price-changes/preview"
        ids: Dict[str, Any] = {}
        call = json_call("POST", path, ids, query, body, options)
        return self._calls.call(call)

    def delete(
        self,
        price_change_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> None:
        """Delete a future change of prices.

        Deletes all of its prices. The id is also that of a single price that was added from a
        day on. 409 once it has begun: such prices are history.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/price-changes/{priceChangeId}"
        ids: Dict[str, Any] = {"priceChangeId": price_change_id}
        call = json_call("DELETE", path, ids, query, options=options)
        return self._calls.call(call)


class AsyncPriceChanges:
    def __init__(self, calls: AsyncCalls) -> None:
        self._calls = calls

    async def create(
        self,
        body: api.PriceChangeCreate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.PriceChange:
        """Change prices by a percentage.

        Adds a price from a day on to each active strategy of the plans and to the single
        strategies, all or none: the price in force for everyone on that day × (1 + percent ÷
        100). Bounds of tiers and sizes of packages stay. 409: a strategy has a price from
        that day or later, which the message names.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/price-changes"
        ids: Dict[str, Any] = {}
        call = json_call("POST", path, ids, query, body, options)
        return await self._calls.call(call)

    async def preview(
        self,
        body: api.PriceChangeCreate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.PriceChangePreview:
        """Preview a change of prices.

        The old and new prices, and for subscriptions of the plans the first period that has
        them. Refuses what the change would refuse. Stores nothing.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/price-changes/preview"
        ids: Dict[str, Any] = {}
        call = json_call("POST", path, ids, query, body, options)
        return await self._calls.call(call)

    async def delete(
        self,
        price_change_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> None:
        """Delete a future change of prices.

        Deletes all of its prices. The id is also that of a single price that was added from a
        day on. 409 once it has begun: such prices are history.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/price-changes/{priceChangeId}"
        ids: Dict[str, Any] = {"priceChangeId": price_change_id}
        call = json_call("DELETE", path, ids, query, options=options)
        return await self._calls.call(call)
