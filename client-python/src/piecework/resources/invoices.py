"""Generated from openapi.json by npm run generate: the operations of `invoices`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Dict, Literal, Optional

from ..http.async_calls import AsyncCalls
from ..http.attempts import Options
from ..http.calls import BlockingCalls, bytes_call, json_call, text_call
from ..http.headers import ExtraHeaders
from ..http.listing import AsyncList, List

if TYPE_CHECKING:
    from .. import types as api


class Invoices:
    def __init__(self, calls: BlockingCalls) -> None:
        self._calls = calls

    def list(
        self,
        *,
        customer_id: Optional[str] = None,
        customer_external_id: Optional[str] = None,
        subscription_id: Optional[str] = None,
        search: Optional[str] = None,
        issued_without_email: Optional[bool] = None,
        start_date: Optional[api.DateLike] = None,
        end_date: Optional[api.DateLike] = None,
        status: Optional[Sequence[api.InvoiceStatus]] = None,
        updated_since: Optional[api.DateLike] = None,
        sort_by: Optional[Literal["issueDate", "dueDate", "total", "amountDue", "updatedAt"]] = None,
        sort_order: Optional[Literal["asc", "desc"]] = None,
        table: Optional[Literal["invoices", "accounting"]] = None,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> List[api.InvoiceList, api.InvoiceSummary]:
        """List invoices.

        Latest first: by issue date, or by generation date if not issued. As CSV, all of them,
        most recently created first.

        - `customer_id`: Only objects of this customer, by its Piecework id.
        - `customer_external_id`: Your own id of the customer. Send this or customerId, not
          both.
        - `subscription_id`: Only objects of this subscription.
        - `search`: A part of the invoice number, case-insensitive.
        - `issued_without_email`: True: invoices issued automatically and not sent, because
          the customer had no email address.
        - `start_date`: Issued on or after; a date or a timestamp, in UTC.
        - `end_date`: Issued on or before; a date includes that day.
        - `status`: One status, or several: status=issued&status=overdue.
        - `updated_since`: Changed at this date or timestamp (UTC) or later. To keep a copy,
          ask again from a minute before the largest `updatedAt` that you have: this includes
          changes that were in progress. Deleted objects are not in a list.
        - `sort_by`: Amounts are compared as numbers, whatever their currency. By amountDue,
          drafts are below all others, because nothing is due on them yet. A CSV export has an
          order of its own.
        - `sort_order`: Ascending or descending.
        - `table`: The table to export as CSV. Default: invoices. `accounting` has days in the
          time zone of each invoice, and for each tax rate of these invoices the columns
          `taxable NAME PERCENTAGE%` and `tax NAME PERCENTAGE%`, before `creditTotal`.
        - `limit`: At most 100; a larger value is capped.
        - `offset`: Number of objects to skip.
        """
        query: Dict[str, Any] = {
            "customerId": customer_id,
            "customerExternalId": customer_external_id,
            "subscriptionId": subscription_id,
            "search": search,
            "issuedWithoutEmail": issued_without_email,
            "startDate": start_date,
            "endDate": end_date,
            "status": status,
            "updatedSince": updated_since,
            "sortBy": sort_by,
            "sortOrder": sort_order,
            "table": table,
            "limit": limit,
            "offset": offset,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/invoices"
        ids: Dict[str, Any] = {}
        return self._calls.list(path, ids, query, options)

    def counts(
        self,
        *,
        customer_id: Optional[str] = None,
        customer_external_id: Optional[str] = None,
        subscription_id: Optional[str] = None,
        search: Optional[str] = None,
        issued_without_email: Optional[bool] = None,
        start_date: Optional[api.DateLike] = None,
        end_date: Optional[api.DateLike] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.InvoiceCounts:
        """Count invoices by status.

        Takes the filters of the list.

        - `customer_id`: Only objects of this customer, by its Piecework id.
        - `customer_external_id`: Your own id of the customer. Send this or customerId, not
          both.
        - `subscription_id`: Only objects of this subscription.
        - `search`: A part of the invoice number, case-insensitive.
        - `issued_without_email`: True: invoices issued automatically and not sent, because
          the customer had no email address.
        - `start_date`: Issued on or after; a date or a timestamp, in UTC.
        - `end_date`: Issued on or before; a date includes that day.
        """
        query: Dict[str, Any] = {
            "customerId": customer_id,
            "customerExternalId": customer_external_id,
            "subscriptionId": subscription_id,
            "search": search,
            "issuedWithoutEmail": issued_without_email,
            "startDate": start_date,
            "endDate": end_date,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/invoices/counts"
        ids: Dict[str, Any] = {}
        call = json_call("GET", path, ids, query, options=options)
        return self._calls.call(call)

    def get(
        self,
        invoice_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.Invoice:
        """Read an invoice.

        Includes its lines, discounts, taxes and payments.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/invoices/{invoiceId}"
        ids: Dict[str, Any] = {"invoiceId": invoice_id}
        call = json_call("GET", path, ids, query, options=options)
        return self._calls.call(call)

    def generate(
        self,
        body: api.InvoiceGenerate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.Invoice:
        """Generate a draft invoice.

        Bills one subscription for one period: usage, fees, adjustments for late usage,
        discounts and taxes. A draft that is generated again is recomputed. If the invoice is
        beyond draft, or a draft with another window overlaps, the request is rejected with a
        409 that names it. A draft is finalized automatically after the `graceHours` of the
        organization if it bills a whole period, or all that other invoices leave of it, and
        if the period ends after the subscription was created. Any other draft waits until you
        send it.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/invoices/generate"
        ids: Dict[str, Any] = {}
        call = json_call("POST", path, ids, query, body, options)
        return self._calls.call(call)

    def preview(
        self,
        body: api.InvoiceGenerate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.InvoicePreview:
        """Preview an invoice.

        Computes the result of `invoices.generate` without storing anything.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/invoices/preview"
        ids: Dict[str, Any] = {}
        call = json_call("POST", path, ids, query, body, options)
        return self._calls.call(call)

    def send(
        self,
        invoice_id: str,
        body: Optional[api.InvoiceSend] = None,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.InvoiceSendResult:
        """Send an invoice.

        Sends the invoice by email, with the PDF and a payment button, and copies
        `invoiceEmailRecipients`. A draft or pending invoice is issued: dated now, and due
        after its net terms. An issued or overdue invoice is sent again and keeps its dates.
        The email is queued when the response is sent: it stays in the outbox until the mail
        server has accepted it.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/invoices/{invoiceId}/send"
        ids: Dict[str, Any] = {"invoiceId": invoice_id}
        sent = body or {}
        call = json_call("POST", path, ids, query, sent, options)
        return self._calls.call(call)

    def void(
        self,
        invoice_id: str,
        body: Optional[api.InvoiceVoid] = None,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.Invoice:
        """Void an invoice.

        Nothing is due on the invoice any more. The period of a draft is billed automatically,
        as if the draft had never existed; the period of any other invoice is billed again
        only on request. Not possible for an invoice with payments: refund them first.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/invoices/{invoiceId}/void"
        ids: Dict[str, Any] = {"invoiceId": invoice_id}
        sent = body or {}
        call = json_call("POST", path, ids, query, sent, options)
        return self._calls.call(call)

    def explain_line(
        self,
        invoice_id: str,
        line_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.InvoiceLineExplanation:
        """Explain an invoice line.

        Every step from the usage to the amount, with figures that can be multiplied out: the
        tariff, tiers, packages, pools, flat fees, days and seats, and what earlier lines
        billed. Then the usage behind the line, as it is now, and the lines that settle what
        changed since.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/invoices/{invoiceId}/lines/{lineId}/explanation"
        ids: Dict[str, Any] = {"invoiceId": invoice_id, "lineId": line_id}
        call = json_call("GET", path, ids, query, options=options)
        return self._calls.call(call)

    def line_events(
        self,
        invoice_id: str,
        line_id: str,
        *,
        limit: Optional[int] = None,
        after: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> List[api.InvoiceLineEventList, api.UsageEvent]:
        """List the events behind an invoice line.

        Every event in the ranges of the line, as it is now. A line of late usage has the
        ranges of the line that it settles. As CSV, all of them.

        - `limit`: At most 100; a larger value is capped.
        - `after`: `nextAfter` of the answer before: returns the events after its last one.
        """
        query: Dict[str, Any] = {
            "limit": limit,
            "after": after,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/invoices/{invoiceId}/lines/{lineId}/events"
        ids: Dict[str, Any] = {"invoiceId": invoice_id, "lineId": line_id}
        return self._calls.list(path, ids, query, options)

    def pdf(
        self,
        invoice_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> bytes:
        """Read an invoice as PDF.

        The PDF that is attached to the email; a draft is marked as a draft.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/invoices/{invoiceId}/pdf"
        ids: Dict[str, Any] = {"invoiceId": invoice_id}
        call = bytes_call(path, ids, query, options)
        return self._calls.call(call)

    def timeline(
        self,
        invoice_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.InvoiceTimeline:
        """Read the history of an invoice.

        When the invoice was generated, finalized, sent and to whom, opened for payment, paid
        and refunded, and when the draft will be sent.

        All items are in `results` of the answer.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/invoices/{invoiceId}/timeline"
        ids: Dict[str, Any] = {"invoiceId": invoice_id}
        call = json_call("GET", path, ids, query, options=options)
        return self._calls.call(call)

    def mail(
        self,
        invoice_id: str,
        *,
        recipient_email: Optional[str] = None,
        subject: Optional[str] = None,
        message: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.InvoiceMail:
        """Preview the email of an invoice.

        Takes the parameters of `invoices.send`. A draft is computed as for sending. Nothing
        is stored and nothing is sent.

        - `recipient_email`: Default: the email address of the customer, otherwise that of its
          billing contact.
        - `subject`: One line. Default: composed of the invoice number and the name of your
          organization.
        - `message`: Plain text, shown above the details of the invoice.
        """
        query: Dict[str, Any] = {
            "recipientEmail": recipient_email,
            "subject": subject,
            "message": message,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/invoices/{invoiceId}/mail"
        ids: Dict[str, Any] = {"invoiceId": invoice_id}
        call = json_call("GET", path, ids, query, options=options)
        return self._calls.call(call)

    def mail_document(
        self,
        invoice_id: str,
        *,
        recipient_email: Optional[str] = None,
        subject: Optional[str] = None,
        message: Optional[str] = None,
        organization: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> str:
        """Preview the email of an invoice as a document.

        The message as its recipient sees it, for display in a frame: it cannot run scripts,
        load resources or follow links.

        - `recipient_email`: Default: the email address of the customer, otherwise that of its
          billing contact.
        - `subject`: One line. Default: composed of the invoice number and the name of your
          organization.
        - `message`: Plain text, shown above the details of the invoice.
        - `organization`: Slug or id of your organization, for a signed-in person; sent here
          because a frame cannot send headers.
        """
        query: Dict[str, Any] = {
            "recipientEmail": recipient_email,
            "subject": subject,
            "message": message,
            "organization": organization,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/invoices/{invoiceId}/mail/document"
        ids: Dict[str, Any] = {"invoiceId": invoice_id}
        call = text_call(path, ids, query, options)
        return self._calls.call(call)

    def payments(
        self,
        invoice_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.PaymentsOfInvoice:
        """List the payments of an invoice.

        With their refunds; includes failed payments, with the reason.

        All items are in `results` of the answer.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/invoices/{invoiceId}/payments"
        ids: Dict[str, Any] = {"invoiceId": invoice_id}
        call = json_call("GET", path, ids, query, options=options)
        return self._calls.call(call)

    def record_payment(
        self,
        invoice_id: str,
        body: api.PaymentCreate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.Payment:
        """Record a payment.

        For money received outside the checkout page, such as a bank transfer. The invoice is
        paid once nothing is due any more. A payment above the amount due is rejected.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/invoices/{invoiceId}/payments"
        ids: Dict[str, Any] = {"invoiceId": invoice_id}
        call = json_call("POST", path, ids, query, body, options)
        return self._calls.call(call)

    def refund_payment(
        self,
        invoice_id: str,
        payment_id: str,
        body: Optional[api.RefundCreate] = None,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.Refund:
        """Refund a payment.

        Refunds the whole payment, or a part of it. A payment taken by the payment provider is
        refunded through it; the refund is `pending` until the provider has answered. You
        return the money of a manually recorded payment yourself. An invoice whose payments
        are all refunded becomes `refunded`.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/invoices/{invoiceId}/payments/{paymentId}/refund"
        ids: Dict[str, Any] = {"invoiceId": invoice_id, "paymentId": payment_id}
        sent = body or {}
        call = json_call("POST", path, ids, query, sent, options)
        return self._calls.call(call)


class AsyncInvoices:
    def __init__(self, calls: AsyncCalls) -> None:
        self._calls = calls

    def list(
        self,
        *,
        customer_id: Optional[str] = None,
        customer_external_id: Optional[str] = None,
        subscription_id: Optional[str] = None,
        search: Optional[str] = None,
        issued_without_email: Optional[bool] = None,
        start_date: Optional[api.DateLike] = None,
        end_date: Optional[api.DateLike] = None,
        status: Optional[Sequence[api.InvoiceStatus]] = None,
        updated_since: Optional[api.DateLike] = None,
        sort_by: Optional[Literal["issueDate", "dueDate", "total", "amountDue", "updatedAt"]] = None,
        sort_order: Optional[Literal["asc", "desc"]] = None,
        table: Optional[Literal["invoices", "accounting"]] = None,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> AsyncList[api.InvoiceList, api.InvoiceSummary]:
        """List invoices.

        Latest first: by issue date, or by generation date if not issued. As CSV, all of them,
        most recently created first.

        - `customer_id`: Only objects of this customer, by its Piecework id.
        - `customer_external_id`: Your own id of the customer. Send this or customerId, not
          both.
        - `subscription_id`: Only objects of this subscription.
        - `search`: A part of the invoice number, case-insensitive.
        - `issued_without_email`: True: invoices issued automatically and not sent, because
          the customer had no email address.
        - `start_date`: Issued on or after; a date or a timestamp, in UTC.
        - `end_date`: Issued on or before; a date includes that day.
        - `status`: One status, or several: status=issued&status=overdue.
        - `updated_since`: Changed at this date or timestamp (UTC) or later. To keep a copy,
          ask again from a minute before the largest `updatedAt` that you have: this includes
          changes that were in progress. Deleted objects are not in a list.
        - `sort_by`: Amounts are compared as numbers, whatever their currency. By amountDue,
          drafts are below all others, because nothing is due on them yet. A CSV export has an
          order of its own.
        - `sort_order`: Ascending or descending.
        - `table`: The table to export as CSV. Default: invoices. `accounting` has days in the
          time zone of each invoice, and for each tax rate of these invoices the columns
          `taxable NAME PERCENTAGE%` and `tax NAME PERCENTAGE%`, before `creditTotal`.
        - `limit`: At most 100; a larger value is capped.
        - `offset`: Number of objects to skip.
        """
        query: Dict[str, Any] = {
            "customerId": customer_id,
            "customerExternalId": customer_external_id,
            "subscriptionId": subscription_id,
            "search": search,
            "issuedWithoutEmail": issued_without_email,
            "startDate": start_date,
            "endDate": end_date,
            "status": status,
            "updatedSince": updated_since,
            "sortBy": sort_by,
            "sortOrder": sort_order,
            "table": table,
            "limit": limit,
            "offset": offset,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/invoices"
        ids: Dict[str, Any] = {}
        return self._calls.list(path, ids, query, options)

    async def counts(
        self,
        *,
        customer_id: Optional[str] = None,
        customer_external_id: Optional[str] = None,
        subscription_id: Optional[str] = None,
        search: Optional[str] = None,
        issued_without_email: Optional[bool] = None,
        start_date: Optional[api.DateLike] = None,
        end_date: Optional[api.DateLike] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.InvoiceCounts:
        """Count invoices by status.

        Takes the filters of the list.

        - `customer_id`: Only objects of this customer, by its Piecework id.
        - `customer_external_id`: Your own id of the customer. Send this or customerId, not
          both.
        - `subscription_id`: Only objects of this subscription.
        - `search`: A part of the invoice number, case-insensitive.
        - `issued_without_email`: True: invoices issued automatically and not sent, because
          the customer had no email address.
        - `start_date`: Issued on or after; a date or a timestamp, in UTC.
        - `end_date`: Issued on or before; a date includes that day.
        """
        query: Dict[str, Any] = {
            "customerId": customer_id,
            "customerExternalId": customer_external_id,
            "subscriptionId": subscription_id,
            "search": search,
            "issuedWithoutEmail": issued_without_email,
            "startDate": start_date,
            "endDate": end_date,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/invoices/counts"
        ids: Dict[str, Any] = {}
        call = json_call("GET", path, ids, query, options=options)
        return await self._calls.call(call)

    async def get(
        self,
        invoice_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.Invoice:
        """Read an invoice.

        Includes its lines, discounts, taxes and payments.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/invoices/{invoiceId}"
        ids: Dict[str, Any] = {"invoiceId": invoice_id}
        call = json_call("GET", path, ids, query, options=options)
        return await self._calls.call(call)

    async def generate(
        self,
        body: api.InvoiceGenerate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.Invoice:
        """Generate a draft invoice.

        Bills one subscription for one period: usage, fees, adjustments for late usage,
        discounts and taxes. A draft that is generated again is recomputed. If the invoice is
        beyond draft, or a draft with another window overlaps, the request is rejected with a
        409 that names it. A draft is finalized automatically after the `graceHours` of the
        organization if it bills a whole period, or all that other invoices leave of it, and
        if the period ends after the subscription was created. Any other draft waits until you
        send it.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/invoices/generate"
        ids: Dict[str, Any] = {}
        call = json_call("POST", path, ids, query, body, options)
        return await self._calls.call(call)

    async def preview(
        self,
        body: api.InvoiceGenerate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.InvoicePreview:
        """Preview an invoice.

        Computes the result of `invoices.generate` without storing anything.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/invoices/preview"
        ids: Dict[str, Any] = {}
        call = json_call("POST", path, ids, query, body, options)
        return await self._calls.call(call)

    async def send(
        self,
        invoice_id: str,
        body: Optional[api.InvoiceSend] = None,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.InvoiceSendResult:
        """Send an invoice.

        Sends the invoice by email, with the PDF and a payment button, and copies
        `invoiceEmailRecipients`. A draft or pending invoice is issued: dated now, and due
        after its net terms. An issued or overdue invoice is sent again and keeps its dates.
        The email is queued when the response is sent: it stays in the outbox until the mail
        server has accepted it.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/invoices/{invoiceId}/send"
        ids: Dict[str, Any] = {"invoiceId": invoice_id}
        sent = body or {}
        call = json_call("POST", path, ids, query, sent, options)
        return await self._calls.call(call)

    async def void(
        self,
        invoice_id: str,
        body: Optional[api.InvoiceVoid] = None,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.Invoice:
        """Void an invoice.

        Nothing is due on the invoice any more. The period of a draft is billed automatically,
        as if the draft had never existed; the period of any other invoice is billed again
        only on request. Not possible for an invoice with payments: refund them first.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/invoices/{invoiceId}/void"
        ids: Dict[str, Any] = {"invoiceId": invoice_id}
        sent = body or {}
        call = json_call("POST", path, ids, query, sent, options)
        return await self._calls.call(call)

    async def explain_line(
        self,
        invoice_id: str,
        line_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.InvoiceLineExplanation:
        """Explain an invoice line.

        Every step from the usage to the amount, with figures that can be multiplied out: the
        tariff, tiers, packages, pools, flat fees, days and seats, and what earlier lines
        billed. Then the usage behind the line, as it is now, and the lines that settle what
        changed since.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/invoices/{invoiceId}/lines/{lineId}/explanation"
        ids: Dict[str, Any] = {"invoiceId": invoice_id, "lineId": line_id}
        call = json_call("GET", path, ids, query, options=options)
        return await self._calls.call(call)

    def line_events(
        self,
        invoice_id: str,
        line_id: str,
        *,
        limit: Optional[int] = None,
        after: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> AsyncList[api.InvoiceLineEventList, api.UsageEvent]:
        """List the events behind an invoice line.

        Every event in the ranges of the line, as it is now. A line of late usage has the
        ranges of the line that it settles. As CSV, all of them.

        - `limit`: At most 100; a larger value is capped.
        - `after`: `nextAfter` of the answer before: returns the events after its last one.
        """
        query: Dict[str, Any] = {
            "limit": limit,
            "after": after,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/invoices/{invoiceId}/lines/{lineId}/events"
        ids: Dict[str, Any] = {"invoiceId": invoice_id, "lineId": line_id}
        return self._calls.list(path, ids, query, options)

    async def pdf(
        self,
        invoice_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> bytes:
        """Read an invoice as PDF.

        The PDF that is attached to the email; a draft is marked as a draft.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/invoices/{invoiceId}/pdf"
        ids: Dict[str, Any] = {"invoiceId": invoice_id}
        call = bytes_call(path, ids, query, options)
        return await self._calls.call(call)

    async def timeline(
        self,
        invoice_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.InvoiceTimeline:
        """Read the history of an invoice.

        When the invoice was generated, finalized, sent and to whom, opened for payment, paid
        and refunded, and when the draft will be sent.

        All items are in `results` of the answer.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/invoices/{invoiceId}/timeline"
        ids: Dict[str, Any] = {"invoiceId": invoice_id}
        call = json_call("GET", path, ids, query, options=options)
        return await self._calls.call(call)

    async def mail(
        self,
        invoice_id: str,
        *,
        recipient_email: Optional[str] = None,
        subject: Optional[str] = None,
        message: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.InvoiceMail:
        """Preview the email of an invoice.

        Takes the parameters of `invoices.send`. A draft is computed as for sending. Nothing
        is stored and nothing is sent.

        - `recipient_email`: Default: the email address of the customer, otherwise that of its
          billing contact.
        - `subject`: One line. Default: composed of the invoice number and the name of your
          organization.
        - `message`: Plain text, shown above the details of the invoice.
        """
        query: Dict[str, Any] = {
            "recipientEmail": recipient_email,
            "subject": subject,
            "message": message,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/invoices/{invoiceId}/mail"
        ids: Dict[str, Any] = {"invoiceId": invoice_id}
        call = json_call("GET", path, ids, query, options=options)
        return await self._calls.call(call)

    async def mail_document(
        self,
        invoice_id: str,
        *,
        recipient_email: Optional[str] = None,
        subject: Optional[str] = None,
        message: Optional[str] = None,
        organization: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> str:
        """Preview the email of an invoice as a document.

        The message as its recipient sees it, for display in a frame: it cannot run scripts,
        load resources or follow links.

        - `recipient_email`: Default: the email address of the customer, otherwise that of its
          billing contact.
        - `subject`: One line. Default: composed of the invoice number and the name of your
          organization.
        - `message`: Plain text, shown above the details of the invoice.
        - `organization`: Slug or id of your organization, for a signed-in person; sent here
          because a frame cannot send headers.
        """
        query: Dict[str, Any] = {
            "recipientEmail": recipient_email,
            "subject": subject,
            "message": message,
            "organization": organization,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/invoices/{invoiceId}/mail/document"
        ids: Dict[str, Any] = {"invoiceId": invoice_id}
        call = text_call(path, ids, query, options)
        return await self._calls.call(call)

    async def payments(
        self,
        invoice_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.PaymentsOfInvoice:
        """List the payments of an invoice.

        With their refunds; includes failed payments, with the reason.

        All items are in `results` of the answer.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/invoices/{invoiceId}/payments"
        ids: Dict[str, Any] = {"invoiceId": invoice_id}
        call = json_call("GET", path, ids, query, options=options)
        return await self._calls.call(call)

    async def record_payment(
        self,
        invoice_id: str,
        body: api.PaymentCreate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.Payment:
        """Record a payment.

        For money received outside the checkout page, such as a bank transfer. The invoice is
        paid once nothing is due any more. A payment above the amount due is rejected.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/invoices/{invoiceId}/payments"
        ids: Dict[str, Any] = {"invoiceId": invoice_id}
        call = json_call("POST", path, ids, query, body, options)
        return await self._calls.call(call)

    async def refund_payment(
        self,
        invoice_id: str,
        payment_id: str,
        body: Optional[api.RefundCreate] = None,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.Refund:
        """Refund a payment.

        Refunds the whole payment, or a part of it. A payment taken by the payment provider is
        refunded through it; the refund is `pending` until the provider has answered. You
        return the money of a manually recorded payment yourself. An invoice whose payments
        are all refunded becomes `refunded`.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/invoices/{invoiceId}/payments/{paymentId}/refund"
        ids: Dict[str, Any] = {"invoiceId": invoice_id, "paymentId": payment_id}
        sent = body or {}
        call = json_call("POST", path, ids, query, sent, options)
        return await self._calls.call(call)
