"""Generated from openapi.json by npm run generate: the operations of `pricing_strategies`."""

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


class PricingStrategies:
    def __init__(self, calls: BlockingCalls) -> None:
        self._calls = calls

    def list(
        self,
        plan_id: str,
        *,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        charge_type: Optional[api.ChargeType] = None,
        signal_id: Optional[str] = None,
        is_active: Optional[bool] = None,
        search: Optional[str] = None,
        sort_by: Optional[Literal["createdAt", "name", "updatedAt"]] = None,
        sort_order: Optional[Literal["asc", "desc"]] = None,
        updated_since: Optional[api.DateLike] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> List[api.PricingStrategyList, api.PricingStrategy]:
        """List a plan's pricing strategies.

        Latest first unless sorted otherwise. A publishable key may read them.

        - `page`: Number of the page, from 1.
        - `limit`: At most 100; a larger value is capped.
        - `charge_type`: When the charge is billed. usage: by the events of a signal in the
          billing period. recurring: once per period. seat_based: once per period for each
          seat. onetime: on the start date.
        - `signal_id`: Only objects of this signal.
        - `is_active`: True: only active objects. False: only inactive ones.
        - `search`: A part of the name, case-insensitive.
        - `sort_by`: Names are sorted case-insensitively.
        - `sort_order`: Ascending or descending.
        - `updated_since`: Changed at this date or timestamp (UTC) or later. To keep a copy,
          ask again from a minute before the largest `updatedAt` that you have: this includes
          changes that were in progress. Deleted objects are not in a list.
        """
        query: Dict[str, Any] = {
            "page": page,
            "limit": limit,
            "chargeType": charge_type,
            "signalId": signal_id,
            "isActive": is_active,
            "search": search,
            "sortBy": sort_by,
            "sortOrder": sort_order,
            "updatedSince": updated_since,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/pricing-plans/{planId}/pricing-strategies"
        ids: Dict[str, Any] = {"planId": plan_id}
        return self._calls.list(path, ids, query, options)

    def get(
        self,
        plan_id: str,
        strategy_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.PricingStrategy:
        """Read a pricing strategy.

        404 also when it belongs to another plan.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/pricing-plans/{planId}/pricing-strategies/{strategyId}"
        ids: Dict[str, Any] = {"planId": plan_id, "strategyId": strategy_id}
        call = json_call("GET", path, ids, query, options=options)
        return self._calls.call(call)

    def create_many(
        self,
        plan_id: str,
        body: Sequence[api.PricingStrategyCreate],
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.PricingStrategyBulkResult:
        """Create pricing strategies.

        Creates 1 to 100, all or none. usage takes signalId and pricingModel, with rate for
        flat, rate and packageSize for package, and tiers for graduated, volume and
        credit_pool. recurring, seat_based and onetime take rate alone. A plan prices a signal
        once. Prices apply to every period that is not invoiced yet; a strategy with prices
        from a day on changes the one in force today.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/pricing-plans/{planId}/pricing-strategies"
        ids: Dict[str, Any] = {"planId": plan_id}
        call = json_call("POST", path, ids, query, body, options)
        return self._calls.call(call)

    def save(
        self,
        plan_id: str,
        body: Sequence[api.PricingStrategyUpsert],
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.PricingStrategyBulkResult:
        """Change and create pricing strategies.

        Strategies with an id are changed as by `pricing_strategies.update`, all others are
        created; 1 to 100, all or none. usage takes signalId and pricingModel, with rate for
        flat, rate and packageSize for package, and tiers for graduated, volume and
        credit_pool. recurring, seat_based and onetime take rate alone. A plan prices a signal
        once. Prices apply to every period that is not invoiced yet; a strategy with prices
        from a day on changes the one in force today.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/pricing-plans/{planId}/pricing-strategies"
        ids: Dict[str, Any] = {"planId": plan_id}
        call = json_call("PATCH", path, ids, query, body, options)
        return self._calls.call(call)

    def update(
        self,
        plan_id: str,
        strategy_id: str,
        body: api.PricingStrategyUpdate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        if_match: Optional[int] = None,
    ) -> api.PricingStrategy:
        """Change a pricing strategy.

        Fields that are not sent keep their values, and the result is validated as a whole.
        When the kind of price changes, such as from a rate per unit to a monthly fee, send
        the new price with it. usage takes signalId and pricingModel, with rate for flat, rate
        and packageSize for package, and tiers for graduated, volume and credit_pool.
        recurring, seat_based and onetime take rate alone. A plan prices a signal once. Prices
        apply to every period that is not invoiced yet; a strategy with prices from a day on
        changes the one in force today.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, if_match=if_match)
        path = "/v1/pricing-plans/{planId}/pricing-strategies/{strategyId}"
        ids: Dict[str, Any] = {"planId": plan_id, "strategyId": strategy_id}
        call = json_call("PATCH", path, ids, query, body, options)
        return self._calls.call(call)

    def delete(
        self,
        plan_id: str,
        strategy_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        if_match: Optional[int] = None,
    ) -> None:
        """Delete a pricing strategy.

        Bills nothing from now on, including periods that are not invoiced yet.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, if_match=if_match)
        path = "/v1/pricing-plans/{planId}/pricing-strategies/{strategyId}"
        ids: Dict[str, Any] = {"planId": plan_id, "strategyId": strategy_id}
        call = json_call("DELETE", path, ids, query, options=options)
        return self._calls.call(call)

    def list_prices(
        self,
        plan_id: str,
        strategy_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.StrategyPriceList:
        """List the prices of a strategy.

        The price since always, then those from a day on, also future ones.

        All items are in `results` of the answer.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/pricing-plans/{planId}/pricing-strategies/{strategyId}/prices"
        ids: Dict[str, Any] = {"planId": plan_id, "strategyId": strategy_id}
        call = json_call("GET", path, ids, query, options=options)
        return self._calls.call(call)

    def create_price(
        self,
        plan_id: str,
        strategy_id: str,
        body: api.StrategyPriceCreate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.StrategyPrice:
        """Add a price from a day on.

        The day on which a billing period begins chooses its price, so no period has two.
        Fields that are not sent are those of the price in force on effectiveFrom. A past date
        reaches only periods that are not invoiced. 409: the strategy has a price from that
        day for the same audience.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/pricing-plans/{planId}/pricing-strategies/{strategyId}/prices"
        ids: Dict[str, Any] = {"planId": plan_id, "strategyId": strategy_id}
        call = json_call("POST", path, ids, query, body, options)
        return self._calls.call(call)

    def delete_price(
        self,
        plan_id: str,
        strategy_id: str,
        price_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> None:
        """Delete a future price.

        409 once it has begun: such a price is history.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/pricing-plans/{planId}/pricing-strategies/{strategyId}/prices/{priceId}"
        ids: Dict[str, Any] = {"planId": plan_id, "strategyId": strategy_id, "priceId": price_id}
        call = json_call("DELETE", path, ids, query, options=options)
        return self._calls.call(call)

    def preview(
        self,
        body: api.PricePreviewRequest,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.PricePreview:
        """Preview prices.

        Prices unsaved pricing strategies for one whole billing period: the lines of its
        invoice, and the amounts for other quantities. Stores nothing.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/pricing-strategies/preview"
        ids: Dict[str, Any] = {}
        call = json_call("POST", path, ids, query, body, options)
        return self._calls.call(call)


class AsyncPricingStrategies:
    def __init__(self, calls: AsyncCalls) -> None:
        self._calls = calls

    def list(
        self,
        plan_id: str,
        *,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        charge_type: Optional[api.ChargeType] = None,
        signal_id: Optional[str] = None,
        is_active: Optional[bool] = None,
        search: Optional[str] = None,
        sort_by: Optional[Literal["createdAt", "name", "updatedAt"]] = None,
        sort_order: Optional[Literal["asc", "desc"]] = None,
        updated_since: Optional[api.DateLike] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> AsyncList[api.PricingStrategyList, api.PricingStrategy]:
        """List a plan's pricing strategies.

        Latest first unless sorted otherwise. A publishable key may read them.

        - `page`: Number of the page, from 1.
        - `limit`: At most 100; a larger value is capped.
        - `charge_type`: When the charge is billed. usage: by the events of a signal in the
          billing period. recurring: once per period. seat_based: once per period for each
          seat. onetime: on the start date.
        - `signal_id`: Only objects of this signal.
        - `is_active`: True: only active objects. False: only inactive ones.
        - `search`: A part of the name, case-insensitive.
        - `sort_by`: Names are sorted case-insensitively.
        - `sort_order`: Ascending or descending.
        - `updated_since`: Changed at this date or timestamp (UTC) or later. To keep a copy,
          ask again from a minute before the largest `updatedAt` that you have: this includes
          changes that were in progress. Deleted objects are not in a list.
        """
        query: Dict[str, Any] = {
            "page": page,
            "limit": limit,
            "chargeType": charge_type,
            "signalId": signal_id,
            "isActive": is_active,
            "search": search,
            "sortBy": sort_by,
            "sortOrder": sort_order,
            "updatedSince": updated_since,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/pricing-plans/{planId}/pricing-strategies"
        ids: Dict[str, Any] = {"planId": plan_id}
        return self._calls.list(path, ids, query, options)

    async def get(
        self,
        plan_id: str,
        strategy_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.PricingStrategy:
        """Read a pricing strategy.

        404 also when it belongs to another plan.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/pricing-plans/{planId}/pricing-strategies/{strategyId}"
        ids: Dict[str, Any] = {"planId": plan_id, "strategyId": strategy_id}
        call = json_call("GET", path, ids, query, options=options)
        return await self._calls.call(call)

    async def create_many(
        self,
        plan_id: str,
        body: Sequence[api.PricingStrategyCreate],
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.PricingStrategyBulkResult:
        """Create pricing strategies.

        Creates 1 to 100, all or none. usage takes signalId and pricingModel, with rate for
        flat, rate and packageSize for package, and tiers for graduated, volume and
        credit_pool. recurring, seat_based and onetime take rate alone. A plan prices a signal
        once. Prices apply to every period that is not invoiced yet; a strategy with prices
        from a day on changes the one in force today.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/pricing-plans/{planId}/pricing-strategies"
        ids: Dict[str, Any] = {"planId": plan_id}
        call = json_call("POST", path, ids, query, body, options)
        return await self._calls.call(call)

    async def save(
        self,
        plan_id: str,
        body: Sequence[api.PricingStrategyUpsert],
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.PricingStrategyBulkResult:
        """Change and create pricing strategies.

        Strategies with an id are changed as by `pricing_strategies.update`, all others are
        created; 1 to 100, all or none. usage takes signalId and pricingModel, with rate for
        flat, rate and packageSize for package, and tiers for graduated, volume and
        credit_pool. recurring, seat_based and onetime take rate alone. A plan prices a signal
        once. Prices apply to every period that is not invoiced yet; a strategy with prices
        from a day on changes the one in force today.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/pricing-plans/{planId}/pricing-strategies"
        ids: Dict[str, Any] = {"planId": plan_id}
        call = json_call("PATCH", path, ids, query, body, options)
        return await self._calls.call(call)

    async def update(
        self,
        plan_id: str,
        strategy_id: str,
        body: api.PricingStrategyUpdate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        if_match: Optional[int] = None,
    ) -> api.PricingStrategy:
        """Change a pricing strategy.

        Fields that are not sent keep their values, and the result is validated as a whole.
        When the kind of price changes, such as from a rate per unit to a monthly fee, send
        the new price with it. usage takes signalId and pricingModel, with rate for flat, rate
        and packageSize for package, and tiers for graduated, volume and credit_pool.
        recurring, seat_based and onetime take rate alone. A plan prices a signal once. Prices
        apply to every period that is not invoiced yet; a strategy with prices from a day on
        changes the one in force today.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, if_match=if_match)
        path = "/v1/pricing-plans/{planId}/pricing-strategies/{strategyId}"
        ids: Dict[str, Any] = {"planId": plan_id, "strategyId": strategy_id}
        call = json_call("PATCH", path, ids, query, body, options)
        return await self._calls.call(call)

    async def delete(
        self,
        plan_id: str,
        strategy_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        if_match: Optional[int] = None,
    ) -> None:
        """Delete a pricing strategy.

        Bills nothing from now on, including periods that are not invoiced yet.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, if_match=if_match)
        path = "/v1/pricing-plans/{planId}/pricing-strategies/{strategyId}"
        ids: Dict[str, Any] = {"planId": plan_id, "strategyId": strategy_id}
        call = json_call("DELETE", path, ids, query, options=options)
        return await self._calls.call(call)

    async def list_prices(
        self,
        plan_id: str,
        strategy_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.StrategyPriceList:
        """List the prices of a strategy.

        The price since always, then those from a day on, also future ones.

        All items are in `results` of the answer.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/pricing-plans/{planId}/pricing-strategies/{strategyId}/prices"
        ids: Dict[str, Any] = {"planId": plan_id, "strategyId": strategy_id}
        call = json_call("GET", path, ids, query, options=options)
        return await self._calls.call(call)

    async def create_price(
        self,
        plan_id: str,
        strategy_id: str,
        body: api.StrategyPriceCreate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.StrategyPrice:
        """Add a price from a day on.

        The day on which a billing period begins chooses its price, so no period has two.
        Fields that are not sent are those of the price in force on effectiveFrom. A past date
        reaches only periods that are not invoiced. 409: the strategy has a price from that
        day for the same audience.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/pricing-plans/{planId}/pricing-strategies/{strategyId}/prices"
        ids: Dict[str, Any] = {"planId": plan_id, "strategyId": strategy_id}
        call = json_call("POST", path, ids, query, body, options)
        return await self._calls.call(call)

    async def delete_price(
        self,
        plan_id: str,
        strategy_id: str,
        price_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> None:
        """Delete a future price.

        409 once it has begun: such a price is history.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/pricing-plans/{planId}/pricing-strategies/{strategyId}/prices/{priceId}"
        ids: Dict[str, Any] = {"planId": plan_id, "strategyId": strategy_id, "priceId": price_id}
        call = json_call("DELETE", path, ids, query, options=options)
        return await self._calls.call(call)

    async def preview(
        self,
        body: api.PricePreviewRequest,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.PricePreview:
        """Preview prices.

        Prices unsaved pricing strategies for one whole billing period: the lines of its
        invoice, and the amounts for other quantities. Stores nothing.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/pricing-strategies/preview"
        ids: Dict[str, Any] = {}
        call = json_call("POST", path, ids, query, body, options)
        return await self._calls.call(call)
