"""Generated from openapi.json by npm run generate: the operations of `ingest`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Dict, Optional

from ..http.async_calls import AsyncCalls
from ..http.attempts import Options
from ..http.body import listed
from ..http.calls import BlockingCalls, json_call
from ..http.headers import ExtraHeaders

if TYPE_CHECKING:
    from .. import types as api


class Ingest:
    def __init__(self, calls: BlockingCalls) -> None:
        self._calls = calls

    def otlp_traces(
        self,
        resource_spans: Sequence[Any],
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.OtlpAnswer:
        """Export traces.

        OTLP over HTTP, in protobuf or JSON, also with gzip; up to 16 MiB. Set
        `OTEL_EXPORTER_OTLP_ENDPOINT` to `/v1/otlp` of the service. Spans are kept once,
        however often they are sent. A run is recorded when its root span has ended and no
        span came for ten seconds, or fifteen minutes after its first span. Unknown fields are
        ignored.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/otlp/v1/traces"
        ids: Dict[str, Any] = {}
        sent = {"resourceSpans": listed("resource_spans", resource_spans)}
        call = json_call("POST", path, ids, query, sent, options)
        return self._calls.call(call)

    def otlp_logs(
        self,
        resource_logs: Sequence[Any],
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.OtlpAnswer:
        """Export logs.

        Like `ingest.otlp_traces`, for log records. A record with usage is a call of its own,
        which is recorded within seconds with quantity 0; its session is the run. Other
        records are not stored.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/otlp/v1/logs"
        ids: Dict[str, Any] = {}
        sent = {"resourceLogs": listed("resource_logs", resource_logs)}
        call = json_call("POST", path, ids, query, sent, options)
        return self._calls.call(call)

    def otlp_metrics(
        self,
        resource_metrics: Sequence[Any],
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.OtlpAnswer:
        """Accept metrics.

        Stores nothing, so that an exporter of all signals does not fail.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/otlp/v1/metrics"
        ids: Dict[str, Any] = {}
        sent = {"resourceMetrics": listed("resource_metrics", resource_metrics)}
        call = json_call("POST", path, ids, query, sent, options)
        return self._calls.call(call)

    def litellm(
        self,
        body: api.LitellmPayload,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.LitellmAnswer:
        """Ingest calls of LiteLLM.

        The target of the generic callback of LiteLLM. A call is recorded within seconds with
        quantity 0; its trace id is the run, and its id the idempotency key. `response_cost`
        is kept as reported cost beside the computed one. Failed calls are ignored.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/ingest/litellm"
        ids: Dict[str, Any] = {}
        call = json_call("POST", path, ids, query, body, options)
        return self._calls.call(call)

    def cloud_event(
        self,
        body: api.CloudEvent,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.UsageBatchResult:
        """Ingest CloudEvents.

        Structured and batch mode, up to 100 events: `application/cloudevents+json`,
        `application/cloudevents-batch+json`, or `application/json`. Answers like
        `usage.record`; an event with the same source and id is a duplicate.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/ingest/cloudevents"
        ids: Dict[str, Any] = {}
        call = json_call("POST", path, ids, query, body, options)
        return self._calls.call(call)


class AsyncIngest:
    def __init__(self, calls: AsyncCalls) -> None:
        self._calls = calls

    async def otlp_traces(
        self,
        resource_spans: Sequence[Any],
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.OtlpAnswer:
        """Export traces.

        OTLP over HTTP, in protobuf or JSON, also with gzip; up to 16 MiB. Set
        `OTEL_EXPORTER_OTLP_ENDPOINT` to `/v1/otlp` of the service. Spans are kept once,
        however often they are sent. A run is recorded when its root span has ended and no
        span came for ten seconds, or fifteen minutes after its first span. Unknown fields are
        ignored.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/otlp/v1/traces"
        ids: Dict[str, Any] = {}
        sent = {"resourceSpans": listed("resource_spans", resource_spans)}
        call = json_call("POST", path, ids, query, sent, options)
        return await self._calls.call(call)

    async def otlp_logs(
        self,
        resource_logs: Sequence[Any],
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.OtlpAnswer:
        """Export logs.

        Like `ingest.otlp_traces`, for log records. A record with usage is a call of its own,
        which is recorded within seconds with quantity 0; its session is the run. Other
        records are not stored.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/otlp/v1/logs"
        ids: Dict[str, Any] = {}
        sent = {"resourceLogs": listed("resource_logs", resource_logs)}
        call = json_call("POST", path, ids, query, sent, options)
        return await self._calls.call(call)

    async def otlp_metrics(
        self,
        resource_metrics: Sequence[Any],
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.OtlpAnswer:
        """Accept metrics.

        Stores nothing, so that an exporter of all signals does not fail.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/otlp/v1/metrics"
        ids: Dict[str, Any] = {}
        sent = {"resourceMetrics": listed("resource_metrics", resource_metrics)}
        call = json_call("POST", path, ids, query, sent, options)
        return await self._calls.call(call)

    async def litellm(
        self,
        body: api.LitellmPayload,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.LitellmAnswer:
        """Ingest calls of LiteLLM.

        The target of the generic callback of LiteLLM. A call is recorded within seconds with
        quantity 0; its trace id is the run, and its id the idempotency key. `response_cost`
        is kept as reported cost beside the computed one. Failed calls are ignored.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/ingest/litellm"
        ids: Dict[str, Any] = {}
        call = json_call("POST", path, ids, query, body, options)
        return await self._calls.call(call)

    async def cloud_event(
        self,
        body: api.CloudEvent,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.UsageBatchResult:
        """Ingest CloudEvents.

        Structured and batch mode, up to 100 events: `application/cloudevents+json`,
        `application/cloudevents-batch+json`, or `application/json`. Answers like
        `usage.record`; an event with the same source and id is a duplicate.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/ingest/cloudevents"
        ids: Dict[str, Any] = {}
        call = json_call("POST", path, ids, query, body, options)
        return await self._calls.call(call)
