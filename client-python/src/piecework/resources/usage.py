"""Generated from openapi.json by npm run generate: the operations of `usage`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Dict, Optional

from ..http.async_calls import AsyncCalls
from ..http.attempts import Options
from ..http.body import listed
from ..http.calls import BlockingCalls, json_call
from ..http.headers import ExtraHeaders
from ..keyed_record import with_key

if TYPE_CHECKING:
    from .. import types as api


class Usage:
    def __init__(self, calls: BlockingCalls) -> None:
        self._calls = calls

    def record(
        self,
        records: Sequence[api.UsageRecord],
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.UsageBatchResult:
        """Record usage.

        Stores 1 to 100 usage records and returns the result of each. Customers, agents and
        signals that do not exist yet are created. An entry with `stored: true` is on disk and
        must not be sent again. `null` in an optional field is treated as absent.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/usage/record"
        ids: Dict[str, Any] = {}
        sent = {"records": [with_key(record) for record in listed("records", records)]}
        call = json_call("POST", path, ids, query, sent, options)
        return self._calls.call(call)

    def estimate(
        self,
        records: Sequence[api.UsageRecord],
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.UsageEstimateList:
        """Estimate the cost and revenue of usage.

        Takes the body of `usage.record` and returns its costs and revenue without storing
        anything. The revenue of a record is the amount that it adds to its billing period, at
        the prices an invoice would use; fees are not included.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/usage/estimate"
        ids: Dict[str, Any] = {}
        sent = {"records": listed("records", records)}
        call = json_call("POST", path, ids, query, sent, options)
        return self._calls.call(call)


class AsyncUsage:
    def __init__(self, calls: AsyncCalls) -> None:
        self._calls = calls

    async def record(
        self,
        records: Sequence[api.UsageRecord],
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.UsageBatchResult:
        """Record usage.

        Stores 1 to 100 usage records and returns the result of each. Customers, agents and
        signals that do not exist yet are created. An entry with `stored: true` is on disk and
        must not be sent again. `null` in an optional field is treated as absent.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/usage/record"
        ids: Dict[str, Any] = {}
        sent = {"records": [with_key(record) for record in listed("records", records)]}
        call = json_call("POST", path, ids, query, sent, options)
        return await self._calls.call(call)

    async def estimate(
        self,
        records: Sequence[api.UsageRecord],
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.UsageEstimateList:
        """Estimate the cost and revenue of usage.

        Takes the body of `usage.record` and returns its costs and revenue without storing
        anything. The revenue of a record is the amount that it adds to its billing period, at
        the prices an invoice would use; fees are not included.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/usage/estimate"
        ids: Dict[str, Any] = {}
        sent = {"records": listed("records", records)}
        call = json_call("POST", path, ids, query, sent, options)
        return await self._calls.call(call)
