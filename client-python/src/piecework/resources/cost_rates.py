"""Generated from openapi.json by npm run generate: the operations of `cost_rates`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Optional

from ..http.async_calls import AsyncCalls
from ..http.attempts import Options
from ..http.calls import BlockingCalls, json_call
from ..http.headers import ExtraHeaders
from ..http.listing import AsyncList, List

if TYPE_CHECKING:
    from .. import types as api


class CostRates:
    def __init__(self, calls: BlockingCalls) -> None:
        self._calls = calls

    def list(
        self,
        *,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        model_provider: Optional[str] = None,
        model: Optional[str] = None,
        service_tier: Optional[str] = None,
        include_withdrawn: Optional[bool] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> List[api.CostRateList, api.CostRate]:
        """List your own cost rates.

        The latest first. Withdrawn ones are included on request.

        - `page`: Number of the page, from 1.
        - `limit`: At most 100; a larger value is capped.
        - `model_provider`: Only rates of this provider; aliases are accepted.
        - `model`: Only rates of this model, by any of its names if sent with its provider.
        - `service_tier`: Only rates of this tier; standard: those for every tier.
        - `include_withdrawn`: Also lists withdrawn rates.
        """
        query: Dict[str, Any] = {
            "page": page,
            "limit": limit,
            "modelProvider": model_provider,
            "model": model,
            "serviceTier": service_tier,
            "includeWithdrawn": include_withdrawn,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/cost-rates"
        ids: Dict[str, Any] = {}
        return self._calls.list(path, ids, query, options)

    def get(
        self,
        cost_rate_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.CostRate:
        """Read an own cost rate.

        Also after it was withdrawn, because events name the rate that priced them.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/cost-rates/{costRateId}"
        ids: Dict[str, Any] = {"costRateId": cost_rate_id}
        call = json_call("GET", path, ids, query, options=options)
        return self._calls.call(call)

    def create(
        self,
        body: api.CostRateCreate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.CreatedCostRate:
        """Set an own cost rate.

        A percentage off the catalog's rates of a model or of all models of a provider, or
        rates for a model, also for one that the catalog does not have. Costs the events that
        wait for it; events that have a cost keep it. A rate cannot be changed: set another
        one, which replaces it from its own `effectiveFrom` on.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/cost-rates"
        ids: Dict[str, Any] = {}
        call = json_call("POST", path, ids, query, body, options)
        return self._calls.call(call)

    def in_force(
        self,
        *,
        model_provider: str,
        model: str,
        service_tier: Optional[str] = None,
        date: Optional[api.DateLike] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.RateInForce:
        """Read what prices a model on a date.

        The rates that usage of a model on this date would be costed with, and whether they
        are your own or those of the catalog. Usage that is recorded already keeps its rates.

        - `model_provider`: As usage records name it.
        - `model`: As usage records name it.
        - `service_tier`: Tier of service of the call; absent: the standard tier.
        - `date`: Usage date: a date, its first instant in UTC, or a timestamp. Default: now.
        """
        query: Dict[str, Any] = {
            "modelProvider": model_provider,
            "model": model,
            "serviceTier": service_tier,
            "date": date,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/cost-rates/in-force"
        ids: Dict[str, Any] = {}
        call = json_call("GET", path, ids, query, options=options)
        return self._calls.call(call)

    def withdraw(
        self,
        cost_rate_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> None:
        """Withdraw an own cost rate.

        It prices no further usage: the rate that it replaced applies again, or that of the
        catalog. Events that it priced keep their costs. 409: it belongs to a cost allocation,
        which can be ended.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/cost-rates/{costRateId}"
        ids: Dict[str, Any] = {"costRateId": cost_rate_id}
        call = json_call("DELETE", path, ids, query, options=options)
        return self._calls.call(call)


class AsyncCostRates:
    def __init__(self, calls: AsyncCalls) -> None:
        self._calls = calls

    def list(
        self,
        *,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        model_provider: Optional[str] = None,
        model: Optional[str] = None,
        service_tier: Optional[str] = None,
        include_withdrawn: Optional[bool] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> AsyncList[api.CostRateList, api.CostRate]:
        """List your own cost rates.

        The latest first. Withdrawn ones are included on request.

        - `page`: Number of the page, from 1.
        - `limit`: At most 100; a larger value is capped.
        - `model_provider`: Only rates of this provider; aliases are accepted.
        - `model`: Only rates of this model, by any of its names if sent with its provider.
        - `service_tier`: Only rates of this tier; standard: those for every tier.
        - `include_withdrawn`: Also lists withdrawn rates.
        """
        query: Dict[str, Any] = {
            "page": page,
            "limit": limit,
            "modelProvider": model_provider,
            "model": model,
            "serviceTier": service_tier,
            "includeWithdrawn": include_withdrawn,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/cost-rates"
        ids: Dict[str, Any] = {}
        return self._calls.list(path, ids, query, options)

    async def get(
        self,
        cost_rate_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.CostRate:
        """Read an own cost rate.

        Also after it was withdrawn, because events name the rate that priced them.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/cost-rates/{costRateId}"
        ids: Dict[str, Any] = {"costRateId": cost_rate_id}
        call = json_call("GET", path, ids, query, options=options)
        return await self._calls.call(call)

    async def create(
        self,
        body: api.CostRateCreate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.CreatedCostRate:
        """Set an own cost rate.

        A percentage off the catalog's rates of a model or of all models of a provider, or
        rates for a model, also for one that the catalog does not have. Costs the events that
        wait for it; events that have a cost keep it. A rate cannot be changed: set another
        one, which replaces it from its own `effectiveFrom` on.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/cost-rates"
        ids: Dict[str, Any] = {}
        call = json_call("POST", path, ids, query, body, options)
        return await self._calls.call(call)

    async def in_force(
        self,
        *,
        model_provider: str,
        model: str,
        service_tier: Optional[str] = None,
        date: Optional[api.DateLike] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.RateInForce:
        """Read what prices a model on a date.

        The rates that usage of a model on this date would be costed with, and whether they
        are your own or those of the catalog. Usage that is recorded already keeps its rates.

        - `model_provider`: As usage records name it.
        - `model`: As usage records name it.
        - `service_tier`: Tier of service of the call; absent: the standard tier.
        - `date`: Usage date: a date, its first instant in UTC, or a timestamp. Default: now.
        """
        query: Dict[str, Any] = {
            "modelProvider": model_provider,
            "model": model,
            "serviceTier": service_tier,
            "date": date,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/cost-rates/in-force"
        ids: Dict[str, Any] = {}
        call = json_call("GET", path, ids, query, options=options)
        return await self._calls.call(call)

    async def withdraw(
        self,
        cost_rate_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> None:
        """Withdraw an own cost rate.

        It prices no further usage: the rate that it replaced applies again, or that of the
        catalog. Events that it priced keep their costs. 409: it belongs to a cost allocation,
        which can be ended.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/cost-rates/{costRateId}"
        ids: Dict[str, Any] = {"costRateId": cost_rate_id}
        call = json_call("DELETE", path, ids, query, options=options)
        return await self._calls.call(call)
