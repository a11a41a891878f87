"""Generated from openapi.json by npm run generate: the operations of `emails`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Literal, Optional

from ..http.async_calls import AsyncCalls
from ..http.attempts import Options
from ..http.calls import BlockingCalls, json_call, text_call
from ..http.headers import ExtraHeaders
from ..http.listing import AsyncList, List

if TYPE_CHECKING:
    from .. import types as api


class Emails:
    def __init__(self, calls: BlockingCalls) -> None:
        self._calls = calls

    def list(
        self,
        *,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        invoice_id: Optional[str] = None,
        customer_id: Optional[str] = None,
        customer_external_id: Optional[str] = None,
        kind: Optional[api.EmailKind] = None,
        status: Optional[api.EmailStatus] = None,
        sort_by: Optional[Literal["createdAt", "updatedAt"]] = None,
        sort_order: Optional[Literal["asc", "desc"]] = None,
        updated_since: Optional[api.DateLike] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> List[api.EmailList, api.EmailSummary]:
        """List emails.

        Emails to customers, sent or queued.

        - `page`: Number of the page, from 1.
        - `limit`: At most 100; a larger value is capped.
        - `invoice_id`: Only objects of this invoice.
        - `customer_id`: Only objects of this customer, by its Piecework id.
        - `customer_external_id`: Your own id of the customer. Send this or customerId, not
          both.
        - `kind`: Only objects of this kind.
        - `status`: Only objects in this state.
        - `sort_by`: Latest first by default.
        - `sort_order`: Ascending or descending.
        - `updated_since`: Changed at this date or timestamp (UTC) or later. To keep a copy,
          ask again from a minute before the largest `updatedAt` that you have: this includes
          changes that were in progress. Deleted objects are not in a list.
        """
        query: Dict[str, Any] = {
            "page": page,
            "limit": limit,
            "invoiceId": invoice_id,
            "customerId": customer_id,
            "customerExternalId": customer_external_id,
            "kind": kind,
            "status": status,
            "sortBy": sort_by,
            "sortOrder": sort_order,
            "updatedSince": updated_since,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/emails"
        ids: Dict[str, Any] = {}
        return self._calls.list(path, ids, query, options)

    def get(
        self,
        email_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.Email:
        """Read an email.

        With its content, as HTML and as plain text.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/emails/{emailId}"
        ids: Dict[str, Any] = {"emailId": email_id}
        call = json_call("GET", path, ids, query, options=options)
        return self._calls.call(call)

    def document(
        self,
        email_id: str,
        *,
        organization: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> str:
        """Read an email as a document.

        The message as its recipient sees it, for display in a frame: it cannot run scripts,
        load resources or follow links.

        - `organization`: Slug or id of your organization, for a signed-in person; sent here
          because a frame cannot send headers.
        """
        query: Dict[str, Any] = {
            "organization": organization,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/emails/{emailId}/document"
        ids: Dict[str, Any] = {"emailId": email_id}
        call = text_call(path, ids, query, options)
        return self._calls.call(call)


class AsyncEmails:
    def __init__(self, calls: AsyncCalls) -> None:
        self._calls = calls

    def list(
        self,
        *,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        invoice_id: Optional[str] = None,
        customer_id: Optional[str] = None,
        customer_external_id: Optional[str] = None,
        kind: Optional[api.EmailKind] = None,
        status: Optional[api.EmailStatus] = None,
        sort_by: Optional[Literal["createdAt", "updatedAt"]] = None,
        sort_order: Optional[Literal["asc", "desc"]] = None,
        updated_since: Optional[api.DateLike] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> AsyncList[api.EmailList, api.EmailSummary]:
        """List emails.

        Emails to customers, sent or queued.

        - `page`: Number of the page, from 1.
        - `limit`: At most 100; a larger value is capped.
        - `invoice_id`: Only objects of this invoice.
        - `customer_id`: Only objects of this customer, by its Piecework id.
        - `customer_external_id`: Your own id of the customer. Send this or customerId, not
          both.
        - `kind`: Only objects of this kind.
        - `status`: Only objects in this state.
        - `sort_by`: Latest first by default.
        - `sort_order`: Ascending or descending.
        - `updated_since`: Changed at this date or timestamp (UTC) or later. To keep a copy,
          ask again from a minute before the largest `updatedAt` that you have: this includes
          changes that were in progress. Deleted objects are not in a list.
        """
        query: Dict[str, Any] = {
            "page": page,
            "limit": limit,
            "invoiceId": invoice_id,
            "customerId": customer_id,
            "customerExternalId": customer_external_id,
            "kind": kind,
            "status": status,
            "sortBy": sort_by,
            "sortOrder": sort_order,
            "updatedSince": updated_since,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/emails"
        ids: Dict[str, Any] = {}
        return self._calls.list(path, ids, query, options)

    async def get(
        self,
        email_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.Email:
        """Read an email.

        With its content, as HTML and as plain text.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/emails/{emailId}"
        ids: Dict[str, Any] = {"emailId": email_id}
        call = json_call("GET", path, ids, query, options=options)
        return await self._calls.call(call)

    async def document(
        self,
        email_id: str,
        *,
        organization: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> str:
        """Read an email as a document.

        The message as its recipient sees it, for display in a frame: it cannot run scripts,
        load resources or follow links.

        - `organization`: Slug or id of your organization, for a signed-in person; sent here
          because a frame cannot send headers.
        """
        query: Dict[str, Any] = {
            "organization": organization,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/emails/{emailId}/document"
        ids: Dict[str, Any] = {"emailId": email_id}
        call = text_call(path, ids, query, options)
        return await self._calls.call(call)
