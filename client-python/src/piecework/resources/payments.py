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
        start_date: Optional[str] = None,
        end_date: Optional[str] = None,
        updated_since: Optional[str] = None,
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
        start_date: Optional[str] = None,
        end_date: Optional[str] = None,
        updated_since: Optional[str] = None,
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
