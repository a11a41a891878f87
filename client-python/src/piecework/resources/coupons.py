"""Generated from openapi.json by npm run generate: the operations of `coupons`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Literal, Optional

from ..http.async_calls import AsyncCalls
from ..http.attempts import Options
from ..http.calls import BlockingCalls, json_call
from ..http.headers import ExtraHeaders
from ..http.listing import AsyncList, List

if TYPE_CHECKING:
    from .. import types as api


class Coupons:
    def __init__(self, calls: BlockingCalls) -> None:
        self._calls = calls

    def list(
        self,
        *,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        is_active: Optional[bool] = None,
        search: Optional[str] = None,
        sort_by: Optional[Literal["createdAt", "name", "updatedAt"]] = None,
        sort_order: Optional[Literal["asc", "desc"]] = None,
        updated_since: Optional[api.DateLike] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> List[api.CouponList, api.Coupon]:
        """List coupons.

        Latest first unless sorted otherwise. Deleted coupons are not included.

        - `page`: Number of the page, from 1.
        - `limit`: At most 100; a larger value is capped.
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
            "isActive": is_active,
            "search": search,
            "sortBy": sort_by,
            "sortOrder": sort_order,
            "updatedSince": updated_since,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/coupons"
        ids: Dict[str, Any] = {}
        return self._calls.list(path, ids, query, options)

    def get(
        self,
        coupon_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.Coupon:
        """Read a coupon.

        404 once it is deleted.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/coupons/{couponId}"
        ids: Dict[str, Any] = {"couponId": coupon_id}
        call = json_call("GET", path, ids, query, options=options)
        return self._calls.call(call)

    def create(
        self,
        body: api.CouponCreate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.Coupon:
        """Create a coupon.

        A coupon has no effect until it is applied to a customer or subscription as a
        discount.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/coupons"
        ids: Dict[str, Any] = {}
        call = json_call("POST", path, ids, query, body, options)
        return self._calls.call(call)

    def update(
        self,
        coupon_id: str,
        body: api.CouponUpdate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.Coupon:
        """Rename, activate or deactivate a coupon.

        The reduction and its duration cannot change (422), because they were promised to
        customers. Future invoices print the new name.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/coupons/{couponId}"
        ids: Dict[str, Any] = {"couponId": coupon_id}
        call = json_call("PATCH", path, ids, query, body, options)
        return self._calls.call(call)

    def delete(
        self,
        coupon_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> None:
        """Delete a coupon.

        The coupon cannot be applied any more. Existing discounts continue.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/coupons/{couponId}"
        ids: Dict[str, Any] = {"couponId": coupon_id}
        call = json_call("DELETE", path, ids, query, options=options)
        return self._calls.call(call)


class AsyncCoupons:
    def __init__(self, calls: AsyncCalls) -> None:
        self._calls = calls

    def list(
        self,
        *,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        is_active: Optional[bool] = None,
        search: Optional[str] = None,
        sort_by: Optional[Literal["createdAt", "name", "updatedAt"]] = None,
        sort_order: Optional[Literal["asc", "desc"]] = None,
        updated_since: Optional[api.DateLike] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> AsyncList[api.CouponList, api.Coupon]:
        """List coupons.

        Latest first unless sorted otherwise. Deleted coupons are not included.

        - `page`: Number of the page, from 1.
        - `limit`: At most 100; a larger value is capped.
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
            "isActive": is_active,
            "search": search,
            "sortBy": sort_by,
            "sortOrder": sort_order,
            "updatedSince": updated_since,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/coupons"
        ids: Dict[str, Any] = {}
        return self._calls.list(path, ids, query, options)

    async def get(
        self,
        coupon_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.Coupon:
        """Read a coupon.

        404 once it is deleted.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/coupons/{couponId}"
        ids: Dict[str, Any] = {"couponId": coupon_id}
        call = json_call("GET", path, ids, query, options=options)
        return await self._calls.call(call)

    async def create(
        self,
        body: api.CouponCreate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.Coupon:
        """Create a coupon.

        A coupon has no effect until it is applied to a customer or subscription as a
        discount.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/coupons"
        ids: Dict[str, Any] = {}
        call = json_call("POST", path, ids, query, body, options)
        return await self._calls.call(call)

    async def update(
        self,
        coupon_id: str,
        body: api.CouponUpdate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.Coupon:
        """Rename, activate or deactivate a coupon.

        The reduction and its duration cannot change (422), because they were promised to
        customers. Future invoices print the new name.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/coupons/{couponId}"
        ids: Dict[str, Any] = {"couponId": coupon_id}
        call = json_call("PATCH", path, ids, query, body, options)
        return await self._calls.call(call)

    async def delete(
        self,
        coupon_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> None:
        """Delete a coupon.

        The coupon cannot be applied any more. Existing discounts continue.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/coupons/{couponId}"
        ids: Dict[str, Any] = {"couponId": coupon_id}
        call = json_call("DELETE", path, ids, query, options=options)
        return await self._calls.call(call)
