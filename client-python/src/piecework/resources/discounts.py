"""Generated from openapi.json by npm run generate: the operations of `discounts`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Literal, Optional

from ..http.async_calls import AsyncCalls
from ..http.attempts import Options
from ..http.calls import BlockingCalls, json_call
from ..http.headers import ExtraHeaders
from ..http.listing import AsyncList, List

if TYPE_CHECKING:
    from .. import types as api


class Discounts:
    def __init__(self, calls: BlockingCalls) -> None:
        self._calls = calls

    def list(
        self,
        *,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        customer_id: Optional[str] = None,
        customer_external_id: Optional[str] = None,
        subscription_id: Optional[str] = None,
        coupon_id: Optional[str] = None,
        sort_by: Optional[Literal["createdAt", "updatedAt"]] = None,
        sort_order: Optional[Literal["asc", "desc"]] = None,
        updated_since: Optional[api.DateLike] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> List[api.DiscountList, api.Discount]:
        """List discounts.

        Latest first unless sorted otherwise, including ended ones.

        - `page`: Number of the page, from 1.
        - `limit`: At most 100; a larger value is capped.
        - `customer_id`: Includes discounts of its subscriptions.
        - `customer_external_id`: Your own id of the customer. Send this or customerId, not
          both.
        - `subscription_id`: Does not include discounts of the whole customer.
        - `coupon_id`: Only discounts from this coupon.
        - `sort_by`: Latest first by default.
        - `sort_order`: Ascending or descending.
        - `updated_since`: Changed at this date or timestamp (UTC) or later. To keep a copy,
          ask again from a minute before the largest `updatedAt` that you have: this includes
          changes that were in progress. Deleted objects are not in a list.
        """
        query: Dict[str, Any] = {
            "page": page,
            "limit": limit,
            "customerId": customer_id,
            "customerExternalId": customer_external_id,
            "subscriptionId": subscription_id,
            "couponId": coupon_id,
            "sortBy": sort_by,
            "sortOrder": sort_order,
            "updatedSince": updated_since,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/discounts"
        ids: Dict[str, Any] = {}
        return self._calls.list(path, ids, query, options)

    def get(
        self,
        discount_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.Discount:
        """Read a discount.

        Includes ended discounts.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/discounts/{discountId}"
        ids: Dict[str, Any] = {"discountId": discount_id}
        call = json_call("GET", path, ids, query, options=options)
        return self._calls.call(call)

    def create(
        self,
        body: api.DiscountCreate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.Discount:
        """Apply a coupon to a customer or a subscription.

        Reduces every invoice generated from now on, for as many invoices as the coupon says.
        Discounts of the customer apply first, then those of the subscription, each to the
        amount left by the one before. An invoice that is not reduced does not count. 422 when
        the coupon is not active or the subscription does not belong to the customer; 409
        while the same coupon is already applied.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/discounts"
        ids: Dict[str, Any] = {}
        call = json_call("POST", path, ids, query, body, options)
        return self._calls.call(call)

    def end(
        self,
        discount_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> None:
        """End a discount.

        Generated invoices keep their reduction; a draft that is generated again loses it. A
        discount that has already ended is not changed.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/discounts/{discountId}"
        ids: Dict[str, Any] = {"discountId": discount_id}
        call = json_call("DELETE", path, ids, query, options=options)
        return self._calls.call(call)


class AsyncDiscounts:
    def __init__(self, calls: AsyncCalls) -> None:
        self._calls = calls

    def list(
        self,
        *,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        customer_id: Optional[str] = None,
        customer_external_id: Optional[str] = None,
        subscription_id: Optional[str] = None,
        coupon_id: Optional[str] = None,
        sort_by: Optional[Literal["createdAt", "updatedAt"]] = None,
        sort_order: Optional[Literal["asc", "desc"]] = None,
        updated_since: Optional[api.DateLike] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> AsyncList[api.DiscountList, api.Discount]:
        """List discounts.

        Latest first unless sorted otherwise, including ended ones.

        - `page`: Number of the page, from 1.
        - `limit`: At most 100; a larger value is capped.
        - `customer_id`: Includes discounts of its subscriptions.
        - `customer_external_id`: Your own id of the customer. Send this or customerId, not
          both.
        - `subscription_id`: Does not include discounts of the whole customer.
        - `coupon_id`: Only discounts from this coupon.
        - `sort_by`: Latest first by default.
        - `sort_order`: Ascending or descending.
        - `updated_since`: Changed at this date or timestamp (UTC) or later. To keep a copy,
          ask again from a minute before the largest `updatedAt` that you have: this includes
          changes that were in progress. Deleted objects are not in a list.
        """
        query: Dict[str, Any] = {
            "page": page,
            "limit": limit,
            "customerId": customer_id,
            "customerExternalId": customer_external_id,
            "subscriptionId": subscription_id,
            "couponId": coupon_id,
            "sortBy": sort_by,
            "sortOrder": sort_order,
            "updatedSince": updated_since,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/discounts"
        ids: Dict[str, Any] = {}
        return self._calls.list(path, ids, query, options)

    async def get(
        self,
        discount_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.Discount:
        """Read a discount.

        Includes ended discounts.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/discounts/{discountId}"
        ids: Dict[str, Any] = {"discountId": discount_id}
        call = json_call("GET", path, ids, query, options=options)
        return await self._calls.call(call)

    async def create(
        self,
        body: api.DiscountCreate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.Discount:
        """Apply a coupon to a customer or a subscription.

        Reduces every invoice generated from now on, for as many invoices as the coupon says.
        Discounts of the customer apply first, then those of the subscription, each to the
        amount left by the one before. An invoice that is not reduced does not count. 422 when
        the coupon is not active or the subscription does not belong to the customer; 409
        while the same coupon is already applied.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/discounts"
        ids: Dict[str, Any] = {}
        call = json_call("POST", path, ids, query, body, options)
        return await self._calls.call(call)

    async def end(
        self,
        discount_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> None:
        """End a discount.

        Generated invoices keep their reduction; a draft that is generated again loses it. A
        discount that has already ended is not changed.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/discounts/{discountId}"
        ids: Dict[str, Any] = {"discountId": discount_id}
        call = json_call("DELETE", path, ids, query, options=options)
        return await self._calls.call(call)
