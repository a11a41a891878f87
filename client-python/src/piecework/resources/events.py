"""Generated from openapi.json by npm run generate: the operations of `events`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Literal, Optional

from ..http.async_calls import AsyncCalls
from ..http.attempts import Options
from ..http.calls import BlockingCalls, json_call
from ..http.headers import ExtraHeaders
from ..http.listing import AsyncList, List

if TYPE_CHECKING:
    from .. import types as api


class Events:
    def __init__(self, calls: BlockingCalls) -> None:
        self._calls = calls

    def list(
        self,
        *,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        customer_id: Optional[str] = None,
        customer_external_id: Optional[str] = None,
        after: Optional[str] = None,
        agent_id: Optional[str] = None,
        signal_id: Optional[str] = None,
        run_id: Optional[str] = None,
        event_processed: Optional[api.EventState] = None,
        sort_by: Optional[Literal["usageDate", "usageCost"]] = None,
        sort_order: Optional[Literal["asc", "desc"]] = None,
        start_date: Optional[api.DateLike] = None,
        end_date: Optional[api.DateLike] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> List[api.UsageEventList, api.UsageEvent]:
        """List usage events.

        By usage date, latest first. `totalResults` is exact, except with `after`. As CSV, all
        of them: events recorded during the export may or may not be included.

        - `page`: Number of the page, from 1.
        - `limit`: At most 100; a larger value is capped.
        - `customer_id`: Only objects of this customer, by its Piecework id.
        - `customer_external_id`: Your own id of the customer. Send this or customerId, not
          both.
        - `after`: `nextAfter` of the answer before: returns the events after its last one, as
          fast at the millionth event as at the first, and neither twice nor left out when
          others are recorded. Send the same filters and the same order, by usage date. `page`
          must be 1, and `totalResults` counts at most one result after these.
        - `agent_id`: Only objects of this agent.
        - `signal_id`: Only objects of this signal.
        - `run_id`: The events of one run.
        - `event_processed`: UNCOSTED: every event without a cost, for any reason.
        - `sort_by`: Cost: events without a cost come last, and at most 100000 events may
          match. A CSV export has an order of its own.
        - `sort_order`: Ascending or descending.
        - `start_date`: ISO 8601; on or after.
        - `end_date`: ISO 8601; on or before. A date alone includes that day.
        """
        query: Dict[str, Any] = {
            "page": page,
            "limit": limit,
            "customerId": customer_id,
            "customerExternalId": customer_external_id,
            "after": after,
            "agentId": agent_id,
            "signalId": signal_id,
            "runId": run_id,
            "eventProcessed": event_processed,
            "sortBy": sort_by,
            "sortOrder": sort_order,
            "startDate": start_date,
            "endDate": end_date,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/events"
        ids: Dict[str, Any] = {}
        return self._calls.list(path, ids, query, options)

    def get(
        self,
        event_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.UsageEventDetail:
        """Read a usage event."""
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/events/{eventId}"
        ids: Dict[str, Any] = {"eventId": event_id}
        call = json_call("GET", path, ids, query, options=options)
        return self._calls.call(call)

    def void(
        self,
        event_id: str,
        body: Optional[api.EventVoid] = None,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.UsageEventDetail:
        """Void a usage event.

        For an event that was recorded by mistake: its quantity and its cost become 0. It
        stays in lists, and a record with its idempotency key remains a duplicate. An invoice
        that already contains it is settled by the next one. Cannot be undone.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/events/{eventId}/void"
        ids: Dict[str, Any] = {"eventId": event_id}
        sent = body or {}
        call = json_call("POST", path, ids, query, sent, options)
        return self._calls.call(call)

    def void_by_key(
        self,
        body: api.EventVoidByKey,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.UsageEventDetail:
        """Void a usage event by its idempotency key.

        For an event that was recorded by mistake: its quantity and its cost become 0. It
        stays in lists, and a record with its idempotency key remains a duplicate. An invoice
        that already contains it is settled by the next one. Cannot be undone.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/events/void"
        ids: Dict[str, Any] = {}
        call = json_call("POST", path, ids, query, body, options)
        return self._calls.call(call)

    def amend(
        self,
        event_id: str,
        body: api.EventAmend,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.AmendedEvent:
        """Amend a usage event.

        Replaces the quantity, all services, or both: services that are not sent again are
        removed. They are sent in either shape of a usage record; new ones are costed at the
        prices of the usage date. An invoice that already contains the event is settled by the
        next one. Values that the event already has change nothing. `warnings` names models
        whose cost is not known.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/events/{eventId}/amend"
        ids: Dict[str, Any] = {"eventId": event_id}
        call = json_call("POST", path, ids, query, body, options)
        return self._calls.call(call)

    def amend_by_key(
        self,
        body: api.EventAmendByKey,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.AmendedEvent:
        """Amend a usage event by its idempotency key.

        Replaces the quantity, all services, or both: services that are not sent again are
        removed. They are sent in either shape of a usage record; new ones are costed at the
        prices of the usage date. An invoice that already contains the event is settled by the
        next one. Values that the event already has change nothing. `warnings` names models
        whose cost is not known.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/events/amend"
        ids: Dict[str, Any] = {}
        call = json_call("POST", path, ids, query, body, options)
        return self._calls.call(call)

    def reject(
        self,
        event_id: str,
        body: api.RejectionCreate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.Rejection:
        """Reject an outcome.

        For work that was done and did not hold: the units are not billed, and the cost stays.
        Drafts are computed again; an invoice that already contains the event is settled by
        the next one. At most one rejection of an event is in force: to reject more or fewer
        units, withdraw it first.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/events/{eventId}/rejection"
        ids: Dict[str, Any] = {"eventId": event_id}
        call = json_call("POST", path, ids, query, body, options)
        return self._calls.call(call)

    def reject_by_key(
        self,
        body: api.RejectionCreateByKey,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.Rejection:
        """Reject an outcome by its idempotency key.

        For work that was done and did not hold: the units are not billed, and the cost stays.
        Drafts are computed again; an invoice that already contains the event is settled by
        the next one. At most one rejection of an event is in force: to reject more or fewer
        units, withdraw it first.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/events/rejection"
        ids: Dict[str, Any] = {}
        call = json_call("POST", path, ids, query, body, options)
        return self._calls.call(call)

    def withdraw_rejection(
        self,
        event_id: str,
        body: Optional[api.RejectionWithdraw] = None,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.Rejection:
        """Withdraw the rejection of an outcome.

        The units are billed again, as if they had never been rejected: by the draft, or by
        the next invoice. The rejection stays in lists.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/events/{eventId}/rejection/withdraw"
        ids: Dict[str, Any] = {"eventId": event_id}
        sent = body or {}
        call = json_call("POST", path, ids, query, sent, options)
        return self._calls.call(call)

    def correct_many(
        self,
        body: api.BulkCorrectionCreate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.BulkCorrection:
        """Correct many usage events.

        Voids events, or replaces their quantities, by a CSV file of idempotency keys. Each is
        a correction of its own, announced and settled like a single one. Rows of unknown or
        void events are listed as problems, and all others are applied; a file that is misread
        is refused as a whole. A request that was interrupted can be repeated. Preview it
        first.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/events/corrections"
        ids: Dict[str, Any] = {}
        call = json_call("POST", path, ids, query, body, options)
        return self._calls.call(call)

    def preview_corrections(
        self,
        body: api.BulkCorrectionCreate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.BulkCorrectionPreview:
        """Preview corrections of many usage events.

        Reads a file of corrections and returns what it would change: events, units, costs,
        and each invoice, with the units and the amount that a draft or the settlement of a
        final invoice changes by. Nothing is changed.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/events/corrections/preview"
        ids: Dict[str, Any] = {}
        call = json_call("POST", path, ids, query, body, options)
        return self._calls.call(call)

    def needs_cost_backfill(
        self,
        *,
        start_date: Optional[api.DateLike] = None,
        end_date: Optional[api.DateLike] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.UncostedUsage:
        """List models without a rate.

        Every event without a cost, by the model that prevents it and the reason: not in the
        catalog, or without a required rate. Both can be mapped, or get rates of your own; the
        most similar catalog entries are suggested, with the estimated cost of the work.

        - `start_date`: ISO 8601. Default: 30 days ago.
        - `end_date`: ISO 8601. Default: now.
        """
        query: Dict[str, Any] = {
            "startDate": start_date,
            "endDate": end_date,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/events/needs-cost-backfill"
        ids: Dict[str, Any] = {}
        call = json_call("GET", path, ids, query, options=options)
        return self._calls.call(call)

    def estimate_model_mapping(
        self,
        *,
        source_model: str,
        source_provider: str,
        target_pricing_id: str,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.MappingEstimate:
        """Estimate the cost of a mapping.

        Estimates the cost of the events that wait for a model, by a catalog entry at its
        current prices. For an entry that was not suggested.

        - `source_model`: Name of the model, as the records have it.
        - `source_provider`: Provider of the model, as the records have it.
        - `target_pricing_id`: A catalog entry: `serviceId` of a suggestion, or `id` of `GET
          /v1/services`.
        """
        query: Dict[str, Any] = {
            "sourceModel": source_model,
            "sourceProvider": source_provider,
            "targetPricingId": target_pricing_id,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/events/map-model/estimate"
        ids: Dict[str, Any] = {}
        call = json_call("GET", path, ids, query, options=options)
        return self._calls.call(call)

    def map_model(
        self,
        body: api.ModelMappingCreate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.ModelMapping:
        """Map a model without a rate.

        Sets the catalog entry that prices a model that is not in the catalog, or is there
        without a required rate, and costs the events that wait for it. Later events are
        costed automatically. An entry that lacks a rate that these events need is rejected
        with 422.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/events/map-model"
        ids: Dict[str, Any] = {}
        call = json_call("POST", path, ids, query, body, options)
        return self._calls.call(call)


class AsyncEvents:
    def __init__(self, calls: AsyncCalls) -> None:
        self._calls = calls

    def list(
        self,
        *,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        customer_id: Optional[str] = None,
        customer_external_id: Optional[str] = None,
        after: Optional[str] = None,
        agent_id: Optional[str] = None,
        signal_id: Optional[str] = None,
        run_id: Optional[str] = None,
        event_processed: Optional[api.EventState] = None,
        sort_by: Optional[Literal["usageDate", "usageCost"]] = None,
        sort_order: Optional[Literal["asc", "desc"]] = None,
        start_date: Optional[api.DateLike] = None,
        end_date: Optional[api.DateLike] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> AsyncList[api.UsageEventList, api.UsageEvent]:
        """List usage events.

        By usage date, latest first. `totalResults` is exact, except with `after`. As CSV, all
        of them: events recorded during the export may or may not be included.

        - `page`: Number of the page, from 1.
        - `limit`: At most 100; a larger value is capped.
        - `customer_id`: Only objects of this customer, by its Piecework id.
        - `customer_external_id`: Your own id of the customer. Send this or customerId, not
          both.
        - `after`: `nextAfter` of the answer before: returns the events after its last one, as
          fast at the millionth event as at the first, and neither twice nor left out when
          others are recorded. Send the same filters and the same order, by usage date. `page`
          must be 1, and `totalResults` counts at most one result after these.
        - `agent_id`: Only objects of this agent.
        - `signal_id`: Only objects of this signal.
        - `run_id`: The events of one run.
        - `event_processed`: UNCOSTED: every event without a cost, for any reason.
        - `sort_by`: Cost: events without a cost come last, and at most 100000 events may
          match. A CSV export has an order of its own.
        - `sort_order`: Ascending or descending.
        - `start_date`: ISO 8601; on or after.
        - `end_date`: ISO 8601; on or before. A date alone includes that day.
        """
        query: Dict[str, Any] = {
            "page": page,
            "limit": limit,
            "customerId": customer_id,
            "customerExternalId": customer_external_id,
            "after": after,
            "agentId": agent_id,
            "signalId": signal_id,
            "runId": run_id,
            "eventProcessed": event_processed,
            "sortBy": sort_by,
            "sortOrder": sort_order,
            "startDate": start_date,
            "endDate": end_date,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/events"
        ids: Dict[str, Any] = {}
        return self._calls.list(path, ids, query, options)

    async def get(
        self,
        event_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.UsageEventDetail:
        """Read a usage event."""
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/events/{eventId}"
        ids: Dict[str, Any] = {"eventId": event_id}
        call = json_call("GET", path, ids, query, options=options)
        return await self._calls.call(call)

    async def void(
        self,
        event_id: str,
        body: Optional[api.EventVoid] = None,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.UsageEventDetail:
        """Void a usage event.

        For an event that was recorded by mistake: its quantity and its cost become 0. It
        stays in lists, and a record with its idempotency key remains a duplicate. An invoice
        that already contains it is settled by the next one. Cannot be undone.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/events/{eventId}/void"
        ids: Dict[str, Any] = {"eventId": event_id}
        sent = body or {}
        call = json_call("POST", path, ids, query, sent, options)
        return await self._calls.call(call)

    async def void_by_key(
        self,
        body: api.EventVoidByKey,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.UsageEventDetail:
        """Void a usage event by its idempotency key.

        For an event that was recorded by mistake: its quantity and its cost become 0. It
        stays in lists, and a record with its idempotency key remains a duplicate. An invoice
        that already contains it is settled by the next one. Cannot be undone.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/events/void"
        ids: Dict[str, Any] = {}
        call = json_call("POST", path, ids, query, body, options)
        return await self._calls.call(call)

    async def amend(
        self,
        event_id: str,
        body: api.EventAmend,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.AmendedEvent:
        """Amend a usage event.

        Replaces the quantity, all services, or both: services that are not sent again are
        removed. They are sent in either shape of a usage record; new ones are costed at the
        prices of the usage date. An invoice that already contains the event is settled by the
        next one. Values that the event already has change nothing. `warnings` names models
        whose cost is not known.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/events/{eventId}/amend"
        ids: Dict[str, Any] = {"eventId": event_id}
        call = json_call("POST", path, ids, query, body, options)
        return await self._calls.call(call)

    async def amend_by_key(
        self,
        body: api.EventAmendByKey,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.AmendedEvent:
        """Amend a usage event by its idempotency key.

        Replaces the quantity, all services, or both: services that are not sent again are
        removed. They are sent in either shape of a usage record; new ones are costed at the
        prices of the usage date. An invoice that already contains the event is settled by the
        next one. Values that the event already has change nothing. `warnings` names models
        whose cost is not known.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/events/amend"
        ids: Dict[str, Any] = {}
        call = json_call("POST", path, ids, query, body, options)
        return await self._calls.call(call)

    async def reject(
        self,
        event_id: str,
        body: api.RejectionCreate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.Rejection:
        """Reject an outcome.

        For work that was done and did not hold: the units are not billed, and the cost stays.
        Drafts are computed again; an invoice that already contains the event is settled by
        the next one. At most one rejection of an event is in force: to reject more or fewer
        units, withdraw it first.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/events/{eventId}/rejection"
        ids: Dict[str, Any] = {"eventId": event_id}
        call = json_call("POST", path, ids, query, body, options)
        return await self._calls.call(call)

    async def reject_by_key(
        self,
        body: api.RejectionCreateByKey,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.Rejection:
        """Reject an outcome by its idempotency key.

        For work that was done and did not hold: the units are not billed, and the cost stays.
        Drafts are computed again; an invoice that already contains the event is settled by
        the next one. At most one rejection of an event is in force: to reject more or fewer
        units, withdraw it first.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/events/rejection"
        ids: Dict[str, Any] = {}
        call = json_call("POST", path, ids, query, body, options)
        return await self._calls.call(call)

    async def withdraw_rejection(
        self,
        event_id: str,
        body: Optional[api.RejectionWithdraw] = None,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.Rejection:
        """Withdraw the rejection of an outcome.

        The units are billed again, as if they had never been rejected: by the draft, or by
        the next invoice. The rejection stays in lists.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/events/{eventId}/rejection/withdraw"
        ids: Dict[str, Any] = {"eventId": event_id}
        sent = body or {}
        call = json_call("POST", path, ids, query, sent, options)
        return await self._calls.call(call)

    async def correct_many(
        self,
        body: api.BulkCorrectionCreate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.BulkCorrection:
        """Correct many usage events.

        Voids events, or replaces their quantities, by a CSV file of idempotency keys. Each is
        a correction of its own, announced and settled like a single one. Rows of unknown or
        void events are listed as problems, and all others are applied; a file that is misread
        is refused as a whole. A request that was interrupted can be repeated. Preview it
        first.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/events/corrections"
        ids: Dict[str, Any] = {}
        call = json_call("POST", path, ids, query, body, options)
        return await self._calls.call(call)

    async def preview_corrections(
        self,
        body: api.BulkCorrectionCreate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.BulkCorrectionPreview:
        """Preview corrections of many usage events.

        Reads a file of corrections and returns what it would change: events, units, costs,
        and each invoice, with the units and the amount that a draft or the settlement of a
        final invoice changes by. Nothing is changed.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/events/corrections/preview"
        ids: Dict[str, Any] = {}
        call = json_call("POST", path, ids, query, body, options)
        return await self._calls.call(call)

    async def needs_cost_backfill(
        self,
        *,
        start_date: Optional[api.DateLike] = None,
        end_date: Optional[api.DateLike] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.UncostedUsage:
        """List models without a rate.

        Every event without a cost, by the model that prevents it and the reason: not in the
        catalog, or without a required rate. Both can be mapped, or get rates of your own; the
        most similar catalog entries are suggested, with the estimated cost of the work.

        - `start_date`: ISO 8601. Default: 30 days ago.
        - `end_date`: ISO 8601. Default: now.
        """
        query: Dict[str, Any] = {
            "startDate": start_date,
            "endDate": end_date,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/events/needs-cost-backfill"
        ids: Dict[str, Any] = {}
        call = json_call("GET", path, ids, query, options=options)
        return await self._calls.call(call)

    async def estimate_model_mapping(
        self,
        *,
        source_model: str,
        source_provider: str,
        target_pricing_id: str,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.MappingEstimate:
        """Estimate the cost of a mapping.

        Estimates the cost of the events that wait for a model, by a catalog entry at its
        current prices. For an entry that was not suggested.

        - `source_model`: Name of the model, as the records have it.
        - `source_provider`: Provider of the model, as the records have it.
        - `target_pricing_id`: A catalog entry: `serviceId` of a suggestion, or `id` of `GET
          /v1/services`.
        """
        query: Dict[str, Any] = {
            "sourceModel": source_model,
            "sourceProvider": source_provider,
            "targetPricingId": target_pricing_id,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/events/map-model/estimate"
        ids: Dict[str, Any] = {}
        call = json_call("GET", path, ids, query, options=options)
        return await self._calls.call(call)

    async def map_model(
        self,
        body: api.ModelMappingCreate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.ModelMapping:
        """Map a model without a rate.

        Sets the catalog entry that prices a model that is not in the catalog, or is there
        without a required rate, and costs the events that wait for it. Later events are
        costed automatically. An entry that lacks a rate that these events need is rejected
        with 422.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/events/map-model"
        ids: Dict[str, Any] = {}
        call = json_call("POST", path, ids, query, body, options)
        return await self._calls.call(call)
