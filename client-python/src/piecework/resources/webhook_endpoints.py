"""Generated from openapi.json by npm run generate: the operations of `webhook_endpoints`."""

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


class WebhookEndpoints:
    def __init__(self, calls: BlockingCalls) -> None:
        self._calls = calls

    def list(
        self,
        *,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        status: Optional[api.WebhookEndpointStatus] = None,
        sort_by: Optional[Literal["createdAt", "updatedAt"]] = None,
        sort_order: Optional[Literal["asc", "desc"]] = None,
        updated_since: Optional[api.DateLike] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> List[api.WebhookEndpointList, api.WebhookEndpoint]:
        """List webhook endpoints.

        Most recently created first, unless sorted otherwise.

        - `page`: Number of the page, from 1.
        - `limit`: At most 100; a larger value is capped.
        - `status`: Nothing is sent to a disabled endpoint.
        - `sort_by`: Latest first by default.
        - `sort_order`: Ascending or descending.
        - `updated_since`: Changed at this date or timestamp (UTC) or later. To keep a copy,
          ask again from a minute before the largest `updatedAt` that you have: this includes
          changes that were in progress. Deleted objects are not in a list.
        """
        query: Dict[str, Any] = {
            "page": page,
            "limit": limit,
            "status": status,
            "sortBy": sort_by,
            "sortOrder": sort_order,
            "updatedSince": updated_since,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/webhook-endpoints"
        ids: Dict[str, Any] = {}
        return self._calls.list(path, ids, query, options)

    def get(
        self,
        endpoint_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.WebhookEndpoint:
        """Read a webhook endpoint.

        Without its secret.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/webhook-endpoints/{endpointId}"
        ids: Dict[str, Any] = {"endpointId": endpoint_id}
        call = json_call("GET", path, ids, query, options=options)
        return self._calls.call(call)

    def create(
        self,
        body: api.WebhookEndpointCreate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.NewWebhookEndpoint:
        """Create a webhook endpoint.

        Announcements from now on are sent to it, signed as Standard Webhooks describes. At
        most 200 endpoints.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/webhook-endpoints"
        ids: Dict[str, Any] = {}
        call = json_call("POST", path, ids, query, body, options)
        return self._calls.call(call)

    def update(
        self,
        endpoint_id: str,
        body: api.WebhookEndpointUpdate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.WebhookEndpoint:
        """Change, enable or disable a webhook endpoint.

        Nothing is sent while it is disabled, and the deliveries that wait end within minutes.
        Enabling it sends none that ended: replay what it missed with
        `webhook_endpoints.replay`.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/webhook-endpoints/{endpointId}"
        ids: Dict[str, Any] = {"endpointId": endpoint_id}
        call = json_call("PATCH", path, ids, query, body, options)
        return self._calls.call(call)

    def delete(
        self,
        endpoint_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> None:
        """Delete a webhook endpoint.

        Nothing more is sent to it.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/webhook-endpoints/{endpointId}"
        ids: Dict[str, Any] = {"endpointId": endpoint_id}
        call = json_call("DELETE", path, ids, query, options=options)
        return self._calls.call(call)

    def rotate_secret(
        self,
        endpoint_id: str,
        body: Optional[api.WebhookSecretRotation] = None,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.NewWebhookEndpoint:
        """Replace the secret of a webhook endpoint.

        For 24 hours, unless you send other `overlapHours`, deliveries have a signature of
        each secret, so that the receiver can be changed in between. Another rotation leaves
        that time to the earlier secrets, up to four.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/webhook-endpoints/{endpointId}/rotate-secret"
        ids: Dict[str, Any] = {"endpointId": endpoint_id}
        sent = body or {}
        call = json_call("POST", path, ids, query, sent, options)
        return self._calls.call(call)

    def test(
        self,
        endpoint_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.Announcement:
        """Send a test announcement to a webhook endpoint.

        Sends an announcement of the type `webhook.test`. Its delivery is read by
        `webhook_endpoints.delivery`. 422 while the endpoint is disabled.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/webhook-endpoints/{endpointId}/test"
        ids: Dict[str, Any] = {"endpointId": endpoint_id}
        call = json_call("POST", path, ids, query, options=options)
        return self._calls.call(call)

    def replay(
        self,
        endpoint_id: str,
        body: api.WebhookReplay,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.WebhookReplayResult:
        """Send a range of announcements again.

        Sends everything of the types of the endpoint that was announced in the range, with
        the same ids, also what was announced before the endpoint existed or while it was
        disabled. Deliveries that wait are left as they are. At most 100,000 announcements
        (422).
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/webhook-endpoints/{endpointId}/replay"
        ids: Dict[str, Any] = {"endpointId": endpoint_id}
        call = json_call("POST", path, ids, query, body, options)
        return self._calls.call(call)

    def deliveries(
        self,
        endpoint_id: str,
        *,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        status: Optional[api.WebhookDeliveryStatus] = None,
        type: Optional[Sequence[api.AnnouncementType]] = None,
        sort_order: Optional[Literal["asc", "desc"]] = None,
        exact_total: Optional[bool] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> List[api.WebhookDeliveryList, api.WebhookDelivery]:
        """List the deliveries to a webhook endpoint.

        In the order of their announcements, the latest first.

        - `page`: Number of the page, from 1.
        - `limit`: At most 100; a larger value is capped.
        - `status`: pending: waits for its next attempt. failed: no attempt is left.
        - `type`: One type, or several: type=invoice.paid&type=invoice.voided.
        - `sort_order`: Ascending or descending.
        - `exact_total`: False: `totalResults` counts at most one result after the page.
          Faster, for a list that is read again and again.
        """
        query: Dict[str, Any] = {
            "page": page,
            "limit": limit,
            "status": status,
            "type": type,
            "sortOrder": sort_order,
            "exactTotal": exact_total,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/webhook-endpoints/{endpointId}/deliveries"
        ids: Dict[str, Any] = {"endpointId": endpoint_id}
        return self._calls.list(path, ids, query, options)

    def delivery(
        self,
        endpoint_id: str,
        announcement_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.WebhookDeliveryDetail:
        """Read a delivery with its attempts.

        Every request to the endpoint about one announcement, and its answer.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/webhook-endpoints/{endpointId}/deliveries/{announcementId}"
        ids: Dict[str, Any] = {"endpointId": endpoint_id, "announcementId": announcement_id}
        call = json_call("GET", path, ids, query, options=options)
        return self._calls.call(call)


class AsyncWebhookEndpoints:
    def __init__(self, calls: AsyncCalls) -> None:
        self._calls = calls

    def list(
        self,
        *,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        status: Optional[api.WebhookEndpointStatus] = None,
        sort_by: Optional[Literal["createdAt", "updatedAt"]] = None,
        sort_order: Optional[Literal["asc", "desc"]] = None,
        updated_since: Optional[api.DateLike] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> AsyncList[api.WebhookEndpointList, api.WebhookEndpoint]:
        """List webhook endpoints.

        Most recently created first, unless sorted otherwise.

        - `page`: Number of the page, from 1.
        - `limit`: At most 100; a larger value is capped.
        - `status`: Nothing is sent to a disabled endpoint.
        - `sort_by`: Latest first by default.
        - `sort_order`: Ascending or descending.
        - `updated_since`: Changed at this date or timestamp (UTC) or later. To keep a copy,
          ask again from a minute before the largest `updatedAt` that you have: this includes
          changes that were in progress. Deleted objects are not in a list.
        """
        query: Dict[str, Any] = {
            "page": page,
            "limit": limit,
            "status": status,
            "sortBy": sort_by,
            "sortOrder": sort_order,
            "updatedSince": updated_since,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/webhook-endpoints"
        ids: Dict[str, Any] = {}
        return self._calls.list(path, ids, query, options)

    async def get(
        self,
        endpoint_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.WebhookEndpoint:
        """Read a webhook endpoint.

        Without its secret.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/webhook-endpoints/{endpointId}"
        ids: Dict[str, Any] = {"endpointId": endpoint_id}
        call = json_call("GET", path, ids, query, options=options)
        return await self._calls.call(call)

    async def create(
        self,
        body: api.WebhookEndpointCreate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.NewWebhookEndpoint:
        """Create a webhook endpoint.

        Announcements from now on are sent to it, signed as Standard Webhooks describes. At
        most 200 endpoints.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/webhook-endpoints"
        ids: Dict[str, Any] = {}
        call = json_call("POST", path, ids, query, body, options)
        return await self._calls.call(call)

    async def update(
        self,
        endpoint_id: str,
        body: api.WebhookEndpointUpdate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.WebhookEndpoint:
        """Change, enable or disable a webhook endpoint.

        Nothing is sent while it is disabled, and the deliveries that wait end within minutes.
        Enabling it sends none that ended: replay what it missed with
        `webhook_endpoints.replay`.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/webhook-endpoints/{endpointId}"
        ids: Dict[str, Any] = {"endpointId": endpoint_id}
        call = json_call("PATCH", path, ids, query, body, options)
        return await self._calls.call(call)

    async def delete(
        self,
        endpoint_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> None:
        """Delete a webhook endpoint.

        Nothing more is sent to it.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/webhook-endpoints/{endpointId}"
        ids: Dict[str, Any] = {"endpointId": endpoint_id}
        call = json_call("DELETE", path, ids, query, options=options)
        return await self._calls.call(call)

    async def rotate_secret(
        self,
        endpoint_id: str,
        body: Optional[api.WebhookSecretRotation] = None,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.NewWebhookEndpoint:
        """Replace the secret of a webhook endpoint.

        For 24 hours, unless you send other `overlapHours`, deliveries have a signature of
        each secret, so that the receiver can be changed in between. Another rotation leaves
        that time to the earlier secrets, up to four.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/webhook-endpoints/{endpointId}/rotate-secret"
        ids: Dict[str, Any] = {"endpointId": endpoint_id}
        sent = body or {}
        call = json_call("POST", path, ids, query, sent, options)
        return await self._calls.call(call)

    async def test(
        self,
        endpoint_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.Announcement:
        """Send a test announcement to a webhook endpoint.

        Sends an announcement of the type `webhook.test`. Its delivery is read by
        `webhook_endpoints.delivery`. 422 while the endpoint is disabled.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/webhook-endpoints/{endpointId}/test"
        ids: Dict[str, Any] = {"endpointId": endpoint_id}
        call = json_call("POST", path, ids, query, options=options)
        return await self._calls.call(call)

    async def replay(
        self,
        endpoint_id: str,
        body: api.WebhookReplay,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.WebhookReplayResult:
        """Send a range of announcements again.

        Sends everything of the types of the endpoint that was announced in the range, with
        the same ids, also what was announced before the endpoint existed or while it was
        disabled. Deliveries that wait are left as they are. At most 100,000 announcements
        (422).
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/webhook-endpoints/{endpointId}/replay"
        ids: Dict[str, Any] = {"endpointId": endpoint_id}
        call = json_call("POST", path, ids, query, body, options)
        return await self._calls.call(call)

    def deliveries(
        self,
        endpoint_id: str,
        *,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        status: Optional[api.WebhookDeliveryStatus] = None,
        type: Optional[Sequence[api.AnnouncementType]] = None,
        sort_order: Optional[Literal["asc", "desc"]] = None,
        exact_total: Optional[bool] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> AsyncList[api.WebhookDeliveryList, api.WebhookDelivery]:
        """List the deliveries to a webhook endpoint.

        In the order of their announcements, the latest first.

        - `page`: Number of the page, from 1.
        - `limit`: At most 100; a larger value is capped.
        - `status`: pending: waits for its next attempt. failed: no attempt is left.
        - `type`: One type, or several: type=invoice.paid&type=invoice.voided.
        - `sort_order`: Ascending or descending.
        - `exact_total`: False: `totalResults` counts at most one result after the page.
          Faster, for a list that is read again and again.
        """
        query: Dict[str, Any] = {
            "page": page,
            "limit": limit,
            "status": status,
            "type": type,
            "sortOrder": sort_order,
            "exactTotal": exact_total,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/webhook-endpoints/{endpointId}/deliveries"
        ids: Dict[str, Any] = {"endpointId": endpoint_id}
        return self._calls.list(path, ids, query, options)

    async def delivery(
        self,
        endpoint_id: str,
        announcement_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.WebhookDeliveryDetail:
        """Read a delivery with its attempts.

        Every request to the endpoint about one announcement, and its answer.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/webhook-endpoints/{endpointId}/deliveries/{announcementId}"
        ids: Dict[str, Any] = {"endpointId": endpoint_id, "announcementId": announcement_id}
        call = json_call("GET", path, ids, query, options=options)
        return await self._calls.call(call)
