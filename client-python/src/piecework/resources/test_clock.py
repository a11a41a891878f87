"""Generated from openapi.json by npm run generate: the operations of `test_clock`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Optional

from ..http.async_calls import AsyncCalls
from ..http.attempts import Options
from ..http.calls import BlockingCalls, json_call
from ..http.headers import ExtraHeaders

if TYPE_CHECKING:
    from .. import types as api


class TestClock:
    def __init__(self, calls: BlockingCalls) -> None:
        self._calls = calls

    def get(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.TestClock:
        """Read the test clock.

        Business time of your organization. It equals real time until the clock is moved, and
        advances from there. 403 in a live deployment.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/test-clock"
        ids: Dict[str, Any] = {}
        call = json_call("GET", path, ids, query, options=options)
        return self._calls.call(call)

    def move(
        self,
        body: api.TestClockMove,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.TestClock:
        """Move the test clock forward.

        Processes everything that is due up to the given time, in order: subscriptions start
        and end, periods are invoiced, and invoices become overdue. A move that takes longer
        than ten seconds is answered with 202 and continues: read the test clock until
        `movingTo` is null. The clock never moves back (422). createdAt, updatedAt and the
        audit log keep real time. 409: another request is moving it. If the service fails
        during a move, send the request again. 403 in a live deployment.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/test-clock"
        ids: Dict[str, Any] = {}
        call = json_call("POST", path, ids, query, body, options)
        return self._calls.call(call)

    def let_go(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.TestClock:
        """Reset the test clock to real time.

        Business time equals real time again. Only possible for a clock that has caught up
        with the present: 422 when it is ahead, or more than a minute behind. 409: it is being
        moved. 403 in a live deployment.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/test-clock"
        ids: Dict[str, Any] = {}
        call = json_call("DELETE", path, ids, query, options=options)
        return self._calls.call(call)

    def timeline(
        self,
        *,
        start_date: Optional[api.DateLike] = None,
        end_date: Optional[api.DateLike] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.Timeline:
        """List past and upcoming events of the clock.

        Subscriptions that start and end, periods that become drafts, and invoices that are
        finalized, charged, sent, reminded of, overdue and paid. Upcoming events are those
        known now; a draft that is created later adds more. Without a move, an event appears
        up to a minute after it is due. 403 in a live deployment.

        All items are in `results` of the answer.

        - `start_date`: Start, as an ISO 8601 date or timestamp. Default: now, in business
          time.
        - `end_date`: End; a date means its whole day in UTC. Default: a month from now.
        """
        query: Dict[str, Any] = {
            "startDate": start_date,
            "endDate": end_date,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/test-clock/timeline"
        ids: Dict[str, Any] = {}
        call = json_call("GET", path, ids, query, options=options)
        return self._calls.call(call)


class AsyncTestClock:
    def __init__(self, calls: AsyncCalls) -> None:
        self._calls = calls

    async def get(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.TestClock:
        """Read the test clock.

        Business time of your organization. It equals real time until the clock is moved, and
        advances from there. 403 in a live deployment.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/test-clock"
        ids: Dict[str, Any] = {}
        call = json_call("GET", path, ids, query, options=options)
        return await self._calls.call(call)

    async def move(
        self,
        body: api.TestClockMove,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.TestClock:
        """Move the test clock forward.

        Processes everything that is due up to the given time, in order: subscriptions start
        and end, periods are invoiced, and invoices become overdue. A move that takes longer
        than ten seconds is answered with 202 and continues: read the test clock until
        `movingTo` is null. The clock never moves back (422). createdAt, updatedAt and the
        audit log keep real time. 409: another request is moving it. If the service fails
        during a move, send the request again. 403 in a live deployment.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/test-clock"
        ids: Dict[str, Any] = {}
        call = json_call("POST", path, ids, query, body, options)
        return await self._calls.call(call)

    async def let_go(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.TestClock:
        """Reset the test clock to real time.

        Business time equals real time again. Only possible for a clock that has caught up
        with the present: 422 when it is ahead, or more than a minute behind. 409: it is being
        moved. 403 in a live deployment.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/test-clock"
        ids: Dict[str, Any] = {}
        call = json_call("DELETE", path, ids, query, options=options)
        return await self._calls.call(call)

    async def timeline(
        self,
        *,
        start_date: Optional[api.DateLike] = None,
        end_date: Optional[api.DateLike] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.Timeline:
        """List past and upcoming events of the clock.

        Subscriptions that start and end, periods that become drafts, and invoices that are
        finalized, charged, sent, reminded of, overdue and paid. Upcoming events are those
        known now; a draft that is created later adds more. Without a move, an event appears
        up to a minute after it is due. 403 in a live deployment.

        All items are in `results` of the answer.

        - `start_date`: Start, as an ISO 8601 date or timestamp. Default: now, in business
          time.
        - `end_date`: End; a date means its whole day in UTC. Default: a month from now.
        """
        query: Dict[str, Any] = {
            "startDate": start_date,
            "endDate": end_date,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/test-clock/timeline"
        ids: Dict[str, Any] = {}
        call = json_call("GET", path, ids, query, options=options)
        return await self._calls.call(call)
