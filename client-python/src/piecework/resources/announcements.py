"""Generated from openapi.json by npm run generate: the operations of `announcements`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Dict, Optional

from ..http.async_calls import AsyncCalls
from ..http.attempts import Options
from ..http.calls import BlockingCalls, json_call
from ..http.headers import ExtraHeaders
from ..http.listing import AsyncList, List

if TYPE_CHECKING:
    from .. import types as api


class Announcements:
    def __init__(self, calls: BlockingCalls) -> None:
        self._calls = calls

    def list(
        self,
        *,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        after: Optional[str] = None,
        type: Optional[Sequence[api.AnnouncementType]] = None,
        customer_id: Optional[str] = None,
        customer_external_id: Optional[str] = None,
        object_id: Optional[str] = None,
        start_date: Optional[api.DateLike] = None,
        end_date: Optional[api.DateLike] = None,
        include_costs: Optional[bool] = None,
        exact_total: Optional[bool] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> List[api.AnnouncementList, api.Announcement]:
        """List announcements.

        Everything that happened, the latest first. With `after` it is a feed: ask again with
        `nextAfter` of the answer, and nothing is missed. Announcements are kept for 30 days,
        unless the service is set otherwise; an older `after` is 404.

        - `page`: Number of the page, from 1.
        - `limit`: At most 100; a larger value is capped.
        - `after`: `nextAfter` of your last answer, or the id of the last announcement that
          you have read: returns those after it, the earliest first. No announcement appears
          later in front of one that you have seen. Send 00000000-0000-0000-0000-000000000000
          to begin with the earliest that is kept. `page` must then be 1, and `totalResults`
          counts at most 10,000. Fewer results than `limit` do not mean that nothing is left:
          long ones end an answer early.
        - `type`: One type, or several: type=invoice.paid&type=invoice.voided.
        - `customer_id`: Only objects of this customer, by its Piecework id.
        - `customer_external_id`: Your own id of the customer. Send this or customerId, not
          both.
        - `object_id`: Id of the invoice, customer or other object in `data`.
        - `start_date`: Announced on or after; a date or a timestamp, in UTC. Real time.
        - `end_date`: Announced on or before; a date includes that day.
        - `include_costs`: True: with your costs and margins.
        - `exact_total`: False: `totalResults` counts at most one result after the page.
          Faster, for a list that is read again and again.
        """
        query: Dict[str, Any] = {
            "page": page,
            "limit": limit,
            "after": after,
            "type": type,
            "customerId": customer_id,
            "customerExternalId": customer_external_id,
            "objectId": object_id,
            "startDate": start_date,
            "endDate": end_date,
            "includeCosts": include_costs,
            "exactTotal": exact_total,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/announcements"
        ids: Dict[str, Any] = {}
        return self._calls.list(path, ids, query, options)

    def get(
        self,
        announcement_id: str,
        *,
        include_costs: Optional[bool] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.Announcement:
        """Read an announcement.

        Its data is what it was when it was announced.

        - `include_costs`: True: with your costs and margins.
        """
        query: Dict[str, Any] = {
            "includeCosts": include_costs,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/announcements/{announcementId}"
        ids: Dict[str, Any] = {"announcementId": announcement_id}
        call = json_call("GET", path, ids, query, options=options)
        return self._calls.call(call)

    def types(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.AnnouncementTypeList:
        """List the types of announcements.

        Each with an example. The webhooks of the API document have their schemas.

        All items are in `results` of the answer.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/announcement-types"
        ids: Dict[str, Any] = {}
        call = json_call("GET", path, ids, query, options=options)
        return self._calls.call(call)

    def deliveries(
        self,
        announcement_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.DeliveriesOfAnnouncement:
        """List the deliveries of an announcement.

        One for each endpoint that it was sent to.

        All items are in `results` of the answer.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/announcements/{announcementId}/deliveries"
        ids: Dict[str, Any] = {"announcementId": announcement_id}
        call = json_call("GET", path, ids, query, options=options)
        return self._calls.call(call)

    def resend(
        self,
        announcement_id: str,
        body: Optional[api.AnnouncementResend] = None,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.WebhookReplayResult:
        """Send an announcement again.

        With the same id and the same body; the schedule of attempts starts again. A delivery
        that waits is sent now, and its schedule continues. Disabled endpoints are left out;
        one that you name is refused (422).
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/announcements/{announcementId}/resend"
        ids: Dict[str, Any] = {"announcementId": announcement_id}
        sent = body or {}
        call = json_call("POST", path, ids, query, sent, options)
        return self._calls.call(call)


class AsyncAnnouncements:
    def __init__(self, calls: AsyncCalls) -> None:
        self._calls = calls

    def list(
        self,
        *,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        after: Optional[str] = None,
        type: Optional[Sequence[api.AnnouncementType]] = None,
        customer_id: Optional[str] = None,
        customer_external_id: Optional[str] = None,
        object_id: Optional[str] = None,
        start_date: Optional[api.DateLike] = None,
        end_date: Optional[api.DateLike] = None,
        include_costs: Optional[bool] = None,
        exact_total: Optional[bool] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> AsyncList[api.AnnouncementList, api.Announcement]:
        """List announcements.

        Everything that happened, the latest first. With `after` it is a feed: ask again with
        `nextAfter` of the answer, and nothing is missed. Announcements are kept for 30 days,
        unless the service is set otherwise; an older `after` is 404.

        - `page`: Number of the page, from 1.
        - `limit`: At most 100; a larger value is capped.
        - `after`: `nextAfter` of your last answer, or the id of the last announcement that
          you have read: returns those after it, the earliest first. No announcement appears
          later in front of one that you have seen. Send 00000000-0000-0000-0000-000000000000
          to begin with the earliest that is kept. `page` must then be 1, and `totalResults`
          counts at most 10,000. Fewer results than `limit` do not mean that nothing is left:
          long ones end an answer early.
        - `type`: One type, or several: type=invoice.paid&type=invoice.voided.
        - `customer_id`: Only objects of this customer, by its Piecework id.
        - `customer_external_id`: Your own id of the customer. Send this or customerId, not
          both.
        - `object_id`: Id of the invoice, customer or other object in `data`.
        - `start_date`: Announced on or after; a date or a timestamp, in UTC. Real time.
        - `end_date`: Announced on or before; a date includes that day.
        - `include_costs`: True: with your costs and margins.
        - `exact_total`: False: `totalResults` counts at most one result after the page.
          Faster, for a list that is read again and again.
        """
        query: Dict[str, Any] = {
            "page": page,
            "limit": limit,
            "after": after,
            "type": type,
            "customerId": customer_id,
            "customerExternalId": customer_external_id,
            "objectId": object_id,
            "startDate": start_date,
            "endDate": end_date,
            "includeCosts": include_costs,
            "exactTotal": exact_total,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/announcements"
        ids: Dict[str, Any] = {}
        return self._calls.list(path, ids, query, options)

    async def get(
        self,
        announcement_id: str,
        *,
        include_costs: Optional[bool] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.Announcement:
        """Read an announcement.

        Its data is what it was when it was announced.

        - `include_costs`: True: with your costs and margins.
        """
        query: Dict[str, Any] = {
            "includeCosts": include_costs,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/announcements/{announcementId}"
        ids: Dict[str, Any] = {"announcementId": announcement_id}
        call = json_call("GET", path, ids, query, options=options)
        return await self._calls.call(call)

    async def types(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.AnnouncementTypeList:
        """List the types of announcements.

        Each with an example. The webhooks of the API document have their schemas.

        All items are in `results` of the answer.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/announcement-types"
        ids: Dict[str, Any] = {}
        call = json_call("GET", path, ids, query, options=options)
        return await self._calls.call(call)

    async def deliveries(
        self,
        announcement_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.DeliveriesOfAnnouncement:
        """List the deliveries of an announcement.

        One for each endpoint that it was sent to.

        All items are in `results` of the answer.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/announcements/{announcementId}/deliveries"
        ids: Dict[str, Any] = {"announcementId": announcement_id}
        call = json_call("GET", path, ids, query, options=options)
        return await self._calls.call(call)

    async def resend(
        self,
        announcement_id: str,
        body: Optional[api.AnnouncementResend] = None,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.WebhookReplayResult:
        """Send an announcement again.

        With the same id and the same body; the schedule of attempts starts again. A delivery
        that waits is sent now, and its schedule continues. Disabled endpoints are left out;
        one that you name is refused (422).
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/announcements/{announcementId}/resend"
        ids: Dict[str, Any] = {"announcementId": announcement_id}
        sent = body or {}
        call = json_call("POST", path, ids, query, sent, options)
        return await self._calls.call(call)
