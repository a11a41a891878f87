"""Generated from openapi.json by npm run generate: the operations of `subscriptions`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Literal, Optional

from ..http.async_calls import AsyncCalls
from ..http.attempts import Options
from ..http.calls import BlockingCalls, json_call
from ..http.headers import ExtraHeaders
from ..http.listing import AsyncList, List

if TYPE_CHECKING:
    from .. import types as api


class Subscriptions:
    def __init__(self, calls: BlockingCalls) -> None:
        self._calls = calls

    def list(
        self,
        *,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        customer_id: Optional[str] = None,
        customer_external_id: Optional[str] = None,
        agent_id: Optional[str] = None,
        plan_id: Optional[str] = None,
        status: Optional[api.SubscriptionStatus] = None,
        search: Optional[str] = None,
        sort_by: Optional[Literal["createdAt", "name", "startDate", "updatedAt"]] = None,
        sort_order: Optional[Literal["asc", "desc"]] = None,
        updated_since: Optional[api.DateLike] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> List[api.SubscriptionList, api.Subscription]:
        """List subscriptions.

        Latest first unless sorted otherwise.

        - `page`: Number of the page, from 1.
        - `limit`: At most 100; a larger value is capped.
        - `customer_id`: Only objects of this customer, by its Piecework id.
        - `customer_external_id`: Your own id of the customer. Send this or customerId, not
          both.
        - `agent_id`: Only objects of this agent.
        - `plan_id`: Only objects of this pricing plan.
        - `status`: Only objects in this state.
        - `search`: A part of the name, case-insensitive.
        - `sort_by`: Names are sorted case-insensitively.
        - `sort_order`: Ascending or descending.
        - `updated_since`: Changed at this date or timestamp (UTC) or later. To keep a copy,
          ask again from a minute before the largest `updatedAt` that you have: this includes
          changes that were in progress. Deleted objects are not in a list.
        """
        query: Dict[str, Any] = {
            "page": page,
            "limit": limit,
            "customerId": customer_id,
            "customerExternalId": customer_external_id,
            "agentId": agent_id,
            "planId": plan_id,
            "status": status,
            "search": search,
            "sortBy": sort_by,
            "sortOrder": sort_order,
            "updatedSince": updated_since,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/subscriptions"
        ids: Dict[str, Any] = {}
        return self._calls.list(path, ids, query, options)

    def get(
        self,
        subscription_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.Subscription:
        """Read a subscription.

        Includes its current status, billing period and next invoice date.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/subscriptions/{subscriptionId}"
        ids: Dict[str, Any] = {"subscriptionId": subscription_id}
        call = json_call("GET", path, ids, query, options=options)
        return self._calls.call(call)

    def create(
        self,
        body: api.SubscriptionCreate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.Subscription:
        """Create a subscription.

        The customer pays for the work of the agent under the plan, starting on startDate.
        404: the customer, agent or plan does not exist. 422: the agent is not linked to the
        plan, the plan is not active, or the dates or the cycle contradict each other. 409:
        overlaps a subscription of the customer on the same plan, or one that prices the same
        signal of the agent. Usage since a past start belongs to it immediately; periods that
        ended before it was created are invoiced only on request.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/subscriptions"
        ids: Dict[str, Any] = {}
        call = json_call("POST", path, ids, query, body, options)
        return self._calls.call(call)

    def preview(
        self,
        body: api.SubscriptionCreate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.SubscriptionPreview:
        """Preview a subscription.

        Returns its first three billing periods and a preview of the first invoice. Rejected
        in the same cases as `subscriptions.create`. Stores nothing.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/subscriptions/preview"
        ids: Dict[str, Any] = {}
        call = json_call("POST", path, ids, query, body, options)
        return self._calls.call(call)

    def update(
        self,
        subscription_id: str,
        body: api.SubscriptionUpdate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        if_match: Optional[int] = None,
    ) -> api.Subscription:
        """Change a subscription.

        Absent fields are not changed; null clears an optional one. `status: "ended"` ends it
        now, `status: "active"` starts an upcoming one today. planId, agentId and customerId
        can change until one of its invoices leaves draft, and drafts are voided; after that
        they are rejected with 422: change the plan with `subscriptions.change_plan`, or end
        the subscription and create another one. The rules of creation apply again. startDate,
        timezone, billingCycle, customCycleDays and billingDay recompute the billing periods,
        including past ones: from startDate or, once invoice dates were moved, from that date.
        A new startDate discards such moves. 409: the change would affect a period that is
        already invoiced, beyond a draft; drafts of periods that no longer exist are voided.
        To change only the future, move the invoice dates, or end this subscription and create
        another one. An end before that of an invoiced period does not change the invoice.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, if_match=if_match)
        path = "/v1/subscriptions/{subscriptionId}"
        ids: Dict[str, Any] = {"subscriptionId": subscription_id}
        call = json_call("PATCH", path, ids, query, body, options)
        return self._calls.call(call)

    def update_invoice_dates(
        self,
        subscription_id: str,
        body: api.InvoiceDatesUpdate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        if_match: Optional[int] = None,
    ) -> api.Subscription:
        """Move future invoice dates.

        The current period ends on nextInvoiceDate, and later ones count from it. With
        billingDay alone, it ends on the next such day; a yearly cycle keeps its month. Past
        periods are not changed. 409: the current period is already invoiced, beyond a draft.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, if_match=if_match)
        path = "/v1/subscriptions/{subscriptionId}/invoice-dates"
        ids: Dict[str, Any] = {"subscriptionId": subscription_id}
        call = json_call("PATCH", path, ids, query, body, options)
        return self._calls.call(call)

    def delete(
        self,
        subscription_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        if_match: Optional[int] = None,
    ) -> None:
        """Delete a subscription.

        A subscription with an invoice that is not void is ended now and stays readable. Any
        other subscription is removed, and its usage no longer belongs to a subscription. 409:
        a change of plan ends it or began it.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, if_match=if_match)
        path = "/v1/subscriptions/{subscriptionId}"
        ids: Dict[str, Any] = {"subscriptionId": subscription_id}
        call = json_call("DELETE", path, ids, query, options=options)
        return self._calls.call(call)

    def list_all_prices(
        self,
        subscription_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.SubscriptionPriceList:
        """List all of a subscription's own prices.

        For all strategies of its plan, each with its prices by date.

        All items are in `results` of the answer.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/subscriptions/{subscriptionId}/prices"
        ids: Dict[str, Any] = {"subscriptionId": subscription_id}
        call = json_call("GET", path, ids, query, options=options)
        return self._calls.call(call)

    def list_prices(
        self,
        subscription_id: str,
        strategy_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.SubscriptionPriceList:
        """List a subscription's own prices.

        For one strategy of its plan. 422: the strategy is of another plan.

        All items are in `results` of the answer.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/subscriptions/{subscriptionId}/prices/{strategyId}"
        ids: Dict[str, Any] = {"subscriptionId": subscription_id, "strategyId": strategy_id}
        call = json_call("GET", path, ids, query, options=options)
        return self._calls.call(call)

    def create_price(
        self,
        subscription_id: str,
        strategy_id: str,
        body: api.SubscriptionPriceCreate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.SubscriptionPrice:
        """Give one subscription a price of its own.

        Applies to periods that begin on effectiveFrom or later, in place of the price of the
        plan. Fields that are not sent are those of the plan. A past date reaches only periods
        that are not invoiced. 409: the subscription has a price of this strategy from that
        day. 422: the strategy is of another plan.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/subscriptions/{subscriptionId}/prices/{strategyId}"
        ids: Dict[str, Any] = {"subscriptionId": subscription_id, "strategyId": strategy_id}
        call = json_call("POST", path, ids, query, body, options)
        return self._calls.call(call)

    def delete_price(
        self,
        subscription_id: str,
        strategy_id: str,
        price_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> None:
        """Delete a price of one subscription.

        409 once a final invoice used it: such a price is history.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/subscriptions/{subscriptionId}/prices/{strategyId}/{priceId}"
        ids: Dict[str, Any] = {"subscriptionId": subscription_id, "strategyId": strategy_id, "priceId": price_id}
        call = json_call("DELETE", path, ids, query, options=options)
        return self._calls.call(call)

    def list_seats(
        self,
        subscription_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.SubscriptionSeatsList:
        """List the seats of a subscription by date.

        Includes future changes.

        All items are in `results` of the answer.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/subscriptions/{subscriptionId}/seats"
        ids: Dict[str, Any] = {"subscriptionId": subscription_id}
        call = json_call("GET", path, ids, query, options=options)
        return self._calls.call(call)

    def change_seats(
        self,
        subscription_id: str,
        body: api.SeatsCreate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.SubscriptionSeats:
        """Change the seats from a day on.

        Seat-based fees are billed by the days of each number, one line each; drafts are
        recomputed. The number applies until the next change by date. A second change of the
        same day replaces the first. 409: a final invoice has billed a day whose seats would
        change. 422: the day is outside the lifetime of the subscription. To correct the
        number in force without a date, use `subscriptions.update`.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/subscriptions/{subscriptionId}/seats"
        ids: Dict[str, Any] = {"subscriptionId": subscription_id}
        call = json_call("POST", path, ids, query, body, options)
        return self._calls.call(call)

    def preview_seats(
        self,
        subscription_id: str,
        *,
        seats_count: int,
        from_: Optional[api.DateLike] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.SeatsPreview:
        """Preview a change of seats.

        Returns the invoice of the period in which the change falls, without the change and
        with it. Rejected in the same cases as `subscriptions.change_seats`. Stores nothing.

        - `seats_count`: For seat-based prices.
        - `from_`: First day with this number, in the time zone of the subscription. Default:
          today, or the start date of an upcoming subscription.
        """
        query: Dict[str, Any] = {
            "seatsCount": seats_count,
            "from": from_,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/subscriptions/{subscriptionId}/seats/preview"
        ids: Dict[str, Any] = {"subscriptionId": subscription_id}
        call = json_call("GET", path, ids, query, options=options)
        return self._calls.call(call)

    def change_plan(
        self,
        subscription_id: str,
        body: api.PlanChangeCreate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.PlanChange:
        """Change the plan from a day on.

        The subscription ends before the day, and another one with the new plan, the same
        terms and the same billing periods starts on it; both pay by days. What final invoices
        billed for the days from then on is the `proratedAmount` of the new one, negative. On
        the first day of a subscription, until an invoice leaves draft, its own plan changes
        instead. 409: the subscription has ended, a change of its plan waits already, or the
        new plan overlaps another subscription. 422: the plan is not active, not linked to the
        agent or in another currency, or the day is before the current billing period or after
        the end.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/subscriptions/{subscriptionId}/plan-change"
        ids: Dict[str, Any] = {"subscriptionId": subscription_id}
        call = json_call("POST", path, ids, query, body, options)
        return self._calls.call(call)

    def take_back_plan_change(
        self,
        subscription_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        if_match: Optional[int] = None,
    ) -> None:
        """Take back a change of plan.

        Possible while the new plan is upcoming: its subscription is deleted, and this one has
        its former end again. 404: no change of plan waits. 409: the new plan has begun, or
        its plan changes again.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, if_match=if_match)
        path = "/v1/subscriptions/{subscriptionId}/plan-change"
        ids: Dict[str, Any] = {"subscriptionId": subscription_id}
        call = json_call("DELETE", path, ids, query, options=options)
        return self._calls.call(call)

    def preview_plan_change(
        self,
        subscription_id: str,
        *,
        plan_id: str,
        when: str,
        seats_count: Optional[int] = None,
        charge_onetime: Optional[bool] = None,
        keep_advance: Optional[bool] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.PlanChangePreview:
        """Preview a change of plan.

        Returns the last invoice of the old plan in the period of the change, the first one of
        the new plan, and the fees of a whole period with each. Rejected in the same cases as
        `subscriptions.change_plan`. Stores nothing.

        - `plan_id`: An active plan in the same currency, linked to the agent of the
          subscription.
        - `when`: `now`: the start of today. `period_end`: the end of the current billing
          period. Or a date, the first day of the new plan, such as 2026-03-15. All in the
          time zone of the subscription.
        - `seats_count`: For seat-based prices.
        - `charge_onetime`: Charges the one-time fees of the new plan. Default: false.
        - `keep_advance`: Keeps what was billed in advance for the days of the new plan.
          Default: as the subscription says.
        """
        query: Dict[str, Any] = {
            "planId": plan_id,
            "when": when,
            "seatsCount": seats_count,
            "chargeOnetime": charge_onetime,
            "keepAdvance": keep_advance,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/subscriptions/{subscriptionId}/plan-change/preview"
        ids: Dict[str, Any] = {"subscriptionId": subscription_id}
        call = json_call("GET", path, ids, query, options=options)
        return self._calls.call(call)

    def changelog(
        self,
        subscription_id: str,
        *,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> List[api.SubscriptionChangeList, api.SubscriptionChange]:
        """Read the history of a subscription.

        Changes with their time and author, latest first: fields, statuses, and the plan and
        its prices while the subscription was on it. Creation is an entry too.

        - `page`: Number of the page, from 1.
        - `limit`: At most 100; a larger value is capped.
        """
        query: Dict[str, Any] = {
            "page": page,
            "limit": limit,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/subscriptions/{subscriptionId}/changelog"
        ids: Dict[str, Any] = {"subscriptionId": subscription_id}
        return self._calls.list(path, ids, query, options)

    def periods(
        self,
        subscription_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.SubscriptionPeriodList:
        """Read the billing periods around now.

        The last three periods, the current one and the next three, according to the current
        dates and cycle, each with its invoice.

        All items are in `results` of the answer.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/subscriptions/{subscriptionId}/periods"
        ids: Dict[str, Any] = {"subscriptionId": subscription_id}
        call = json_call("GET", path, ids, query, options=options)
        return self._calls.call(call)


class AsyncSubscriptions:
    def __init__(self, calls: AsyncCalls) -> None:
        self._calls = calls

    def list(
        self,
        *,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        customer_id: Optional[str] = None,
        customer_external_id: Optional[str] = None,
        agent_id: Optional[str] = None,
        plan_id: Optional[str] = None,
        status: Optional[api.SubscriptionStatus] = None,
        search: Optional[str] = None,
        sort_by: Optional[Literal["createdAt", "name", "startDate", "updatedAt"]] = None,
        sort_order: Optional[Literal["asc", "desc"]] = None,
        updated_since: Optional[api.DateLike] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> AsyncList[api.SubscriptionList, api.Subscription]:
        """List subscriptions.

        Latest first unless sorted otherwise.

        - `page`: Number of the page, from 1.
        - `limit`: At most 100; a larger value is capped.
        - `customer_id`: Only objects of this customer, by its Piecework id.
        - `customer_external_id`: Your own id of the customer. Send this or customerId, not
          both.
        - `agent_id`: Only objects of this agent.
        - `plan_id`: Only objects of this pricing plan.
        - `status`: Only objects in this state.
        - `search`: A part of the name, case-insensitive.
        - `sort_by`: Names are sorted case-insensitively.
        - `sort_order`: Ascending or descending.
        - `updated_since`: Changed at this date or timestamp (UTC) or later. To keep a copy,
          ask again from a minute before the largest `updatedAt` that you have: this includes
          changes that were in progress. Deleted objects are not in a list.
        """
        query: Dict[str, Any] = {
            "page": page,
            "limit": limit,
            "customerId": customer_id,
            "customerExternalId": customer_external_id,
            "agentId": agent_id,
            "planId": plan_id,
            "status": status,
            "search": search,
            "sortBy": sort_by,
            "sortOrder": sort_order,
            "updatedSince": updated_since,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/subscriptions"
        ids: Dict[str, Any] = {}
        return self._calls.list(path, ids, query, options)

    async def get(
        self,
        subscription_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.Subscription:
        """Read a subscription.

        Includes its current status, billing period and next invoice date.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/subscriptions/{subscriptionId}"
        ids: Dict[str, Any] = {"subscriptionId": subscription_id}
        call = json_call("GET", path, ids, query, options=options)
        return await self._calls.call(call)

    async def create(
        self,
        body: api.SubscriptionCreate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.Subscription:
        """Create a subscription.

        The customer pays for the work of the agent under the plan, starting on startDate.
        404: the customer, agent or plan does not exist. 422: the agent is not linked to the
        plan, the plan is not active, or the dates or the cycle contradict each other. 409:
        overlaps a subscription of the customer on the same plan, or one that prices the same
        signal of the agent. Usage since a past start belongs to it immediately; periods that
        ended before it was created are invoiced only on request.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/subscriptions"
        ids: Dict[str, Any] = {}
        call = json_call("POST", path, ids, query, body, options)
        return await self._calls.call(call)

    async def preview(
        self,
        body: api.SubscriptionCreate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.SubscriptionPreview:
        """Preview a subscription.

        Returns its first three billing periods and a preview of the first invoice. Rejected
        in the same cases as `subscriptions.create`. Stores nothing.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/subscriptions/preview"
        ids: Dict[str, Any] = {}
        call = json_call("POST", path, ids, query, body, options)
        return await self._calls.call(call)

    async def update(
        self,
        subscription_id: str,
        body: api.SubscriptionUpdate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        if_match: Optional[int] = None,
    ) -> api.Subscription:
        """Change a subscription.

        Absent fields are not changed; null clears an optional one. `status: "ended"` ends it
        now, `status: "active"` starts an upcoming one today. planId, agentId and customerId
        can change until one of its invoices leaves draft, and drafts are voided; after that
        they are rejected with 422: change the plan with `subscriptions.change_plan`, or end
        the subscription and create another one. The rules of creation apply again. startDate,
        timezone, billingCycle, customCycleDays and billingDay recompute the billing periods,
        including past ones: from startDate or, once invoice dates were moved, from that date.
        A new startDate discards such moves. 409: the change would affect a period that is
        already invoiced, beyond a draft; drafts of periods that no longer exist are voided.
        To change only the future, move the invoice dates, or end this subscription and create
        another one. An end before that of an invoiced period does not change the invoice.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, if_match=if_match)
        path = "/v1/subscriptions/{subscriptionId}"
        ids: Dict[str, Any] = {"subscriptionId": subscription_id}
        call = json_call("PATCH", path, ids, query, body, options)
        return await self._calls.call(call)

    async def update_invoice_dates(
        self,
        subscription_id: str,
        body: api.InvoiceDatesUpdate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        if_match: Optional[int] = None,
    ) -> api.Subscription:
        """Move future invoice dates.

        The current period ends on nextInvoiceDate, and later ones count from it. With
        billingDay alone, it ends on the next such day; a yearly cycle keeps its month. Past
        periods are not changed. 409: the current period is already invoiced, beyond a draft.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, if_match=if_match)
        path = "/v1/subscriptions/{subscriptionId}/invoice-dates"
        ids: Dict[str, Any] = {"subscriptionId": subscription_id}
        call = json_call("PATCH", path, ids, query, body, options)
        return await self._calls.call(call)

    async def delete(
        self,
        subscription_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        if_match: Optional[int] = None,
    ) -> None:
        """Delete a subscription.

        A subscription with an invoice that is not void is ended now and stays readable. Any
        other subscription is removed, and its usage no longer belongs to a subscription. 409:
        a change of plan ends it or began it.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, if_match=if_match)
        path = "/v1/subscriptions/{subscriptionId}"
        ids: Dict[str, Any] = {"subscriptionId": subscription_id}
        call = json_call("DELETE", path, ids, query, options=options)
        return await self._calls.call(call)

    async def list_all_prices(
        self,
        subscription_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.SubscriptionPriceList:
        """List all of a subscription's own prices.

        For all strategies of its plan, each with its prices by date.

        All items are in `results` of the answer.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/subscriptions/{subscriptionId}/prices"
        ids: Dict[str, Any] = {"subscriptionId": subscription_id}
        call = json_call("GET", path, ids, query, options=options)
        return await self._calls.call(call)

    async def list_prices(
        self,
        subscription_id: str,
        strategy_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.SubscriptionPriceList:
        """List a subscription's own prices.

        For one strategy of its plan. 422: the strategy is of another plan.

        All items are in `results` of the answer.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/subscriptions/{subscriptionId}/prices/{strategyId}"
        ids: Dict[str, Any] = {"subscriptionId": subscription_id, "strategyId": strategy_id}
        call = json_call("GET", path, ids, query, options=options)
        return await self._calls.call(call)

    async def create_price(
        self,
        subscription_id: str,
        strategy_id: str,
        body: api.SubscriptionPriceCreate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.SubscriptionPrice:
        """Give one subscription a price of its own.

        Applies to periods that begin on effectiveFrom or later, in place of the price of the
        plan. Fields that are not sent are those of the plan. A past date reaches only periods
        that are not invoiced. 409: the subscription has a price of this strategy from that
        day. 422: the strategy is of another plan.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/subscriptions/{subscriptionId}/prices/{strategyId}"
        ids: Dict[str, Any] = {"subscriptionId": subscription_id, "strategyId": strategy_id}
        call = json_call("POST", path, ids, query, body, options)
        return await self._calls.call(call)

    async def delete_price(
        self,
        subscription_id: str,
        strategy_id: str,
        price_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> None:
        """Delete a price of one subscription.

        409 once a final invoice used it: such a price is history.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/subscriptions/{subscriptionId}/prices/{strategyId}/{priceId}"
        ids: Dict[str, Any] = {"subscriptionId": subscription_id, "strategyId": strategy_id, "priceId": price_id}
        call = json_call("DELETE", path, ids, query, options=options)
        return await self._calls.call(call)

    async def list_seats(
        self,
        subscription_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.SubscriptionSeatsList:
        """List the seats of a subscription by date.

        Includes future changes.

        All items are in `results` of the answer.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/subscriptions/{subscriptionId}/seats"
        ids: Dict[str, Any] = {"subscriptionId": subscription_id}
        call = json_call("GET", path, ids, query, options=options)
        return await self._calls.call(call)

    async def change_seats(
        self,
        subscription_id: str,
        body: api.SeatsCreate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.SubscriptionSeats:
        """Change the seats from a day on.

        Seat-based fees are billed by the days of each number, one line each; drafts are
        recomputed. The number applies until the next change by date. A second change of the
        same day replaces the first. 409: a final invoice has billed a day whose seats would
        change. 422: the day is outside the lifetime of the subscription. To correct the
        number in force without a date, use `subscriptions.update`.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/subscriptions/{subscriptionId}/seats"
        ids: Dict[str, Any] = {"subscriptionId": subscription_id}
        call = json_call("POST", path, ids, query, body, options)
        return await self._calls.call(call)

    async def preview_seats(
        self,
        subscription_id: str,
        *,
        seats_count: int,
        from_: Optional[api.DateLike] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.SeatsPreview:
        """Preview a change of seats.

        Returns the invoice of the period in which the change falls, without the change and
        with it. Rejected in the same cases as `subscriptions.change_seats`. Stores nothing.

        - `seats_count`: For seat-based prices.
        - `from_`: First day with this number, in the time zone of the subscription. Default:
          today, or the start date of an upcoming subscription.
        """
        query: Dict[str, Any] = {
            "seatsCount": seats_count,
            "from": from_,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/subscriptions/{subscriptionId}/seats/preview"
        ids: Dict[str, Any] = {"subscriptionId": subscription_id}
        call = json_call("GET", path, ids, query, options=options)
        return await self._calls.call(call)

    async def change_plan(
        self,
        subscription_id: str,
        body: api.PlanChangeCreate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.PlanChange:
        """Change the plan from a day on.

        The subscription ends before the day, and another one with the new plan, the same
        terms and the same billing periods starts on it; both pay by days. What final invoices
        billed for the days from then on is the `proratedAmount` of the new one, negative. On
        the first day of a subscription, until an invoice leaves draft, its own plan changes
        instead. 409: the subscription has ended, a change of its plan waits already, or the
        new plan overlaps another subscription. 422: the plan is not active, not linked to the
        agent or in another currency, or the day is before the current billing period or after
        the end.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/subscriptions/{subscriptionId}/plan-change"
        ids: Dict[str, Any] = {"subscriptionId": subscription_id}
        call = json_call("POST", path, ids, query, body, options)
        return await self._calls.call(call)

    async def take_back_plan_change(
        self,
        subscription_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        if_match: Optional[int] = None,
    ) -> None:
        """Take back a change of plan.

        Possible while the new plan is upcoming: its subscription is deleted, and this one has
        its former end again. 404: no change of plan waits. 409: the new plan has begun, or
        its plan changes again.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, if_match=if_match)
        path = "/v1/subscriptions/{subscriptionId}/plan-change"
        ids: Dict[str, Any] = {"subscriptionId": subscription_id}
        call = json_call("DELETE", path, ids, query, options=options)
        return await self._calls.call(call)

    async def preview_plan_change(
        self,
        subscription_id: str,
        *,
        plan_id: str,
        when: str,
        seats_count: Optional[int] = None,
        charge_onetime: Optional[bool] = None,
        keep_advance: Optional[bool] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.PlanChangePreview:
        """Preview a change of plan.

        Returns the last invoice of the old plan in the period of the change, the first one of
        the new plan, and the fees of a whole period with each. Rejected in the same cases as
        `subscriptions.change_plan`. Stores nothing.

        - `plan_id`: An active plan in the same currency, linked to the agent of the
          subscription.
        - `when`: `now`: the start of today. `period_end`: the end of the current billing
          period. Or a date, the first day of the new plan, such as 2026-03-15. All in the
          time zone of the subscription.
        - `seats_count`: For seat-based prices.
        - `charge_onetime`: Charges the one-time fees of the new plan. Default: false.
        - `keep_advance`: Keeps what was billed in advance for the days of the new plan.
          Default: as the subscription says.
        """
        query: Dict[str, Any] = {
            "planId": plan_id,
            "when": when,
            "seatsCount": seats_count,
            "chargeOnetime": charge_onetime,
            "keepAdvance": keep_advance,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/subscriptions/{subscriptionId}/plan-change/preview"
        ids: Dict[str, Any] = {"subscriptionId": subscription_id}
        call = json_call("GET", path, ids, query, options=options)
        return await self._calls.call(call)

    def changelog(
        self,
        subscription_id: str,
        *,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> AsyncList[api.SubscriptionChangeList, api.SubscriptionChange]:
        """Read the history of a subscription.

        Changes with their time and author, latest first: fields, statuses, and the plan and
        its prices while the subscription was on it. Creation is an entry too.

        - `page`: Number of the page, from 1.
        - `limit`: At most 100; a larger value is capped.
        """
        query: Dict[str, Any] = {
            "page": page,
            "limit": limit,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/subscriptions/{subscriptionId}/changelog"
        ids: Dict[str, Any] = {"subscriptionId": subscription_id}
        return self._calls.list(path, ids, query, options)

    async def periods(
        self,
        subscription_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.SubscriptionPeriodList:
        """Read the billing periods around now.

        The last three periods, the current one and the next three, according to the current
        dates and cycle, each with its invoice.

        All items are in `results` of the answer.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/subscriptions/{subscriptionId}/periods"
        ids: Dict[str, Any] = {"subscriptionId": subscription_id}
        call = json_call("GET", path, ids, query, options=options)
        return await self._calls.call(call)
