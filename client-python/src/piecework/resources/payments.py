"""Generated from openapi.json by npm run generate: the operations of `payments`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Dict, Literal, Optional

from ..http.async_calls import AsyncCalls
from ..http.attempts import Options
from ..http.calls import BlockingCalls
from ..http.headers import ExtraHeaders
from ..http.listing import AsyncList, List

if TYPE_CHECKING:
    from .. import types as api


class Payments:
    def __init__(self, calls: BlockingCalls) -> None:
        self._calls = calls

    def list(
        self,
        *,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        customer_id: Optional[str] = None,
        customer_external_id: Optional[str] = None,
        invoice_id: Optional[str] = None,
        status: Optional[Sequence[api.PaymentStatus]] = None,
        method: Optional[Sequence[api.PaymentMethod]] = None,
        currency: Optional[str] = None,
        is_refunded: Optional[bool] = None,
        start_date: Optional[api.DateLike] = None,
        end_date: Optional[api.DateLike] = None,
        updated_since: Optional[api.DateLike] = None,
        sort_by: Optional[Literal["date", "amount", "updatedAt"]] = None,
        sort_order: Optional[Literal["asc", "desc"]] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> List[api.PaymentList, api.PaymentWithInvoice]:
        """List the payments of all invoices.

        Each with its refunds; includes failed payments, with the reason. Latest first: by
        payment date, or by the date of the attempt if not paid. As CSV, all of them, most
        recently created first.

        - `page`: Number of the page, from 1.
        - `limit`: At most 100; a larger value is capped.
        - `customer_id`: Only objects of this customer, by its Piecework id.
        - `customer_external_id`: Your own id of the customer. Send this or customerId, not
          both.
        - `invoice_id`: Only objects of this invoice.
        - `status`: One status, or several: status=pending&status=failed.
        - `method`: One method, or several: method=cash&method=check.
        - `currency`: Only amounts in this currency.
        - `is_refunded`: true: only payments with a refund; false: only payments without one.
        - `start_date`: Paid (if not paid: attempted) at this time or later; a date or a
          timestamp, in UTC.
        - `end_date`: On or before; a date includes that day.
        - `updated_since`: Changed at this date or timestamp (UTC) or later. To keep a copy,
          ask again from a minute before the largest `updatedAt` that you have: this includes
          changes that were in progress. Deleted objects are not in a list.
        - `sort_by`: Amounts are compared as numbers, whatever their currency. A CSV export
          has an order of its own.
        - `sort_order`: Ascending or descending.
        """
        query: Dict[str, Any] = {
            "page": page,
            "limit": limit,
            "customerId": customer_id,
            "customerExternalId": customer_external_id,
            "invoiceId": invoice_id,
            "status": status,
            "method": method,
            "currency": currency,
            "isRefunded": is_refunded,
            "startDate": start_date,
            "endDate": end_date,
            "updatedSince": updated_since,
            "sortBy": sort_by,
            "sortOrder": sort_order,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/payments"
        ids: Dict[str, Any] = {}
        return self._calls.list(path, ids, query, options)


class AsyncPayments:
    def __init__(self, calls: AsyncCalls) -> None:
        self._calls = calls

    def list(
        self,
        *,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        customer_id: Optional[str] = None,
        customer_external_id: Optional[str] = None,
        invoice_id: Optional[str] = None,
        status: Optional[Sequence[api.PaymentStatus]] = None,
        method: Optional[Sequence[api.PaymentMethod]] = None,
        currency: Optional[str] = None,
        is_refunded: Optional[bool] = None,
        start_date: Optional[api.DateLike] = None,
        end_date: Optional[api.DateLike] = None,
        updated_since: Optional[api.DateLike] = None,
        sort_by: Optional[Literal["date", "amount", "updatedAt"]] = None,
        sort_order: Optional[Literal["asc", "desc"]] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> AsyncList[api.PaymentList, api.PaymentWithInvoice]:
        """List the payments of all invoices.

        Each with its refunds; includes failed payments, with the reason. Latest first: by
        payment date, or by the date of the attempt if not paid. As CSV, all of them, most
        recently created first.

        - `page`: Number of the page, from 1.
        - `limit`: At most 100; a larger value is capped.
        - `customer_id`: Only objects of this customer, by its Piecework id.
        - `customer_external_id`: Your own id of the customer. Send this or customerId, not
          both.
        - `invoice_id`: Only objects of this invoice.
        - `status`: One status, or several: status=pending&status=failed.
        - `method`: One method, or several: method=cash&method=check.
        - `currency`: Only amounts in this currency.
        - `is_refunded`: true: only payments with a refund; false: only payments without one.
        - `start_date`: Paid (if not paid: attempted) at this time or later; a date or a
          timestamp, in UTC.
        - `end_date`: On or before; a date includes that day.
        - `updated_since`: Changed at this date or timestamp (UTC) or later. To keep a copy,
          ask again from a minute before the largest `updatedAt` that you have: this includes
          changes that were in progress. Deleted objects are not in a list.
        - `sort_by`: Amounts are compared as numbers, whatever their currency. A CSV export
          has an order of its own.
        - `sort_order`: Ascending or descending.
        """
        query: Dict[str, Any] = {
            "page": page,
            "limit": limit,
            "customerId": customer_id,
            "customerExternalId": customer_external_id,
            "invoiceId": invoice_id,
            "status": status,
            "method": method,
            "currency": currency,
            "isRefunded": is_refunded,
            "startDate": start_date,
            "endDate": end_date,
            "updatedSince": updated_since,
            "sortBy": sort_by,
            "sortOrder": sort_order,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/payments"
        ids: Dict[str, Any] = {}
        return self._calls.list(path, ids, query, options)
