"""Generated from openapi.json by npm run generate: the operations of `tax_rates`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Literal, Optional

from ..http.async_calls import AsyncCalls
from ..http.attempts import Options
from ..http.calls import BlockingCalls, json_call
from ..http.headers import ExtraHeaders
from ..http.listing import AsyncList, List

if TYPE_CHECKING:
    from .. import types as api


class TaxRates:
    def __init__(self, calls: BlockingCalls) -> None:
        self._calls = calls

    def list(
        self,
        *,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        is_active: Optional[bool] = None,
        is_default: Optional[bool] = None,
        search: Optional[str] = None,
        sort_by: Optional[Literal["createdAt", "name", "updatedAt"]] = None,
        sort_order: Optional[Literal["asc", "desc"]] = None,
        updated_since: Optional[api.DateLike] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> List[api.TaxRateList, api.TaxRate]:
        """List tax rates.

        Latest first unless sorted otherwise. Deleted tax rates are not included.

        - `page`: Number of the page, from 1.
        - `limit`: At most 100; a larger value is capped.
        - `is_active`: True: only active objects. False: only inactive ones.
        - `is_default`: True: only tax rates that apply by default. False: only the others.
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
            "isDefault": is_default,
            "search": search,
            "sortBy": sort_by,
            "sortOrder": sort_order,
            "updatedSince": updated_since,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/tax-rates"
        ids: Dict[str, Any] = {}
        return self._calls.list(path, ids, query, options)

    def get(
        self,
        tax_rate_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.TaxRate:
        """Read a tax rate.

        404 once it is deleted.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/tax-rates/{taxRateId}"
        ids: Dict[str, Any] = {"taxRateId": tax_rate_id}
        call = json_call("GET", path, ids, query, options=options)
        return self._calls.call(call)

    def create(
        self,
        body: api.TaxRateCreate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.TaxRate:
        """Create a tax rate.

        Applies to every customer when it is a default, and to customers whose taxRateIds name
        it. Several tax rates apply independently, each to the amount without tax.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/tax-rates"
        ids: Dict[str, Any] = {}
        call = json_call("POST", path, ids, query, body, options)
        return self._calls.call(call)

    def update(
        self,
        tax_rate_id: str,
        body: api.TaxRateUpdate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.TaxRate:
        """Change a tax rate.

        The percentage and whether it is inclusive cannot change (422), so that invoices stay
        correct: create another tax rate instead. Future invoices print the new name.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/tax-rates/{taxRateId}"
        ids: Dict[str, Any] = {"taxRateId": tax_rate_id}
        call = json_call("PATCH", path, ids, query, body, options)
        return self._calls.call(call)

    def delete(
        self,
        tax_rate_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> None:
        """Delete a tax rate.

        Rejected while a customer names it. Invoices that applied it keep it.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/tax-rates/{taxRateId}"
        ids: Dict[str, Any] = {"taxRateId": tax_rate_id}
        call = json_call("DELETE", path, ids, query, options=options)
        return self._calls.call(call)


class AsyncTaxRates:
    def __init__(self, calls: AsyncCalls) -> None:
        self._calls = calls

    def list(
        self,
        *,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        is_active: Optional[bool] = None,
        is_default: Optional[bool] = None,
        search: Optional[str] = None,
        sort_by: Optional[Literal["createdAt", "name", "updatedAt"]] = None,
        sort_order: Optional[Literal["asc", "desc"]] = None,
        updated_since: Optional[api.DateLike] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> AsyncList[api.TaxRateList, api.TaxRate]:
        """List tax rates.

        Latest first unless sorted otherwise. Deleted tax rates are not included.

        - `page`: Number of the page, from 1.
        - `limit`: At most 100; a larger value is capped.
        - `is_active`: True: only active objects. False: only inactive ones.
        - `is_default`: True: only tax rates that apply by default. False: only the others.
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
            "isDefault": is_default,
            "search": search,
            "sortBy": sort_by,
            "sortOrder": sort_order,
            "updatedSince": updated_since,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/tax-rates"
        ids: Dict[str, Any] = {}
        return self._calls.list(path, ids, query, options)

    async def get(
        self,
        tax_rate_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.TaxRate:
        """Read a tax rate.

        404 once it is deleted.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/tax-rates/{taxRateId}"
        ids: Dict[str, Any] = {"taxRateId": tax_rate_id}
        call = json_call("GET", path, ids, query, options=options)
        return await self._calls.call(call)

    async def create(
        self,
        body: api.TaxRateCreate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.TaxRate:
        """Create a tax rate.

        Applies to every customer when it is a default, and to customers whose taxRateIds name
        it. Several tax rates apply independently, each to the amount without tax.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/tax-rates"
        ids: Dict[str, Any] = {}
        call = json_call("POST", path, ids, query, body, options)
        return await self._calls.call(call)

    async def update(
        self,
        tax_rate_id: str,
        body: api.TaxRateUpdate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.TaxRate:
        """Change a tax rate.

        The percentage and whether it is inclusive cannot change (422), so that invoices stay
        correct: create another tax rate instead. Future invoices print the new name.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/tax-rates/{taxRateId}"
        ids: Dict[str, Any] = {"taxRateId": tax_rate_id}
        call = json_call("PATCH", path, ids, query, body, options)
        return await self._calls.call(call)

    async def delete(
        self,
        tax_rate_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> None:
        """Delete a tax rate.

        Rejected while a customer names it. Invoices that applied it keep it.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/tax-rates/{taxRateId}"
        ids: Dict[str, Any] = {"taxRateId": tax_rate_id}
        call = json_call("DELETE", path, ids, query, options=options)
        return await self._calls.call(call)
