"""Generated from openapi.json by npm run generate: the operations of `analytics`."""

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


class Analytics:
    def __init__(self, calls: BlockingCalls) -> None:
        self._calls = calls

    def overview(
        self,
        *,
        start_date: Optional[api.DateLike] = None,
        end_date: Optional[api.DateLike] = None,
        group_by: Optional[api.Grouping] = None,
        top: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.Overview:
        """Read the overview.

        Revenue, cost, margin and MRR of a range of days, of the same number of days before
        it, and over time; the causes of changes, the customers with the lowest margins and
        the most expensive models. All figures are read at one moment: the buckets add up to
        the figures. CSV has the buckets.

        - `start_date`: First day, in UTC, such as 2026-03-01. Default: the window ends with
          the last day and covers 30 days.
        - `end_date`: Last day, inclusive. Default: today.
        - `group_by`: Days, weeks starting on Monday, or months, in UTC. Default: daily.
        - `top`: Maximum number of customers, and of models. Default: 8.
        """
        query: Dict[str, Any] = {
            "startDate": start_date,
            "endDate": end_date,
            "groupBy": group_by,
            "top": top,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/analytics/overview"
        ids: Dict[str, Any] = {}
        call = json_call("GET", path, ids, query, options=options)
        return self._calls.call(call)

    def attention(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.Attention:
        """List what needs attention.

        Items to review now: overdue invoices, failures, and drafts that are about to be sent.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/attention"
        ids: Dict[str, Any] = {}
        call = json_call("GET", path, ids, query, options=options)
        return self._calls.call(call)

    def usage(
        self,
        *,
        start_date: Optional[api.DateLike] = None,
        end_date: Optional[api.DateLike] = None,
        customer_id: Optional[str] = None,
        customer_external_id: Optional[str] = None,
        agent_id: Optional[str] = None,
        signal_id: Optional[str] = None,
        group_by: Optional[api.Grouping] = None,
        breakdown_by: Optional[api.Dimension] = None,
        top: Optional[int] = None,
        table: Optional[Literal["timeSeriesData", "breakdownSummary", "breakdownTimeline"]] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.UsageAnalytics:
        """Read usage over time.

        Events, units and cost of a range of whole days in UTC, by day, week or month, and on
        request by customer, signal or agent. The time series has no gaps: a bucket without
        events has zeros.

        - `start_date`: First day, in UTC, such as 2026-03-01. Default: the window ends with
          the last day and covers 30 days.
        - `end_date`: Last day, inclusive. Default: today.
        - `customer_id`: Only objects of this customer, by its Piecework id.
        - `customer_external_id`: Your own id of the customer. Send this or customerId, not
          both.
        - `agent_id`: Only work of this agent.
        - `signal_id`: Only work of this signal.
        - `group_by`: Length of each row of the time series. Default: daily.
        - `breakdown_by`: Adds `dimensionBreakdown`.
        - `top`: Maximum number of customers, signals or agents listed, those with the most
          events first. Default: 100.
        - `table`: The table to export as CSV. Default: timeSeriesData.
        """
        query: Dict[str, Any] = {
            "startDate": start_date,
            "endDate": end_date,
            "customerId": customer_id,
            "customerExternalId": customer_external_id,
            "agentId": agent_id,
            "signalId": signal_id,
            "groupBy": group_by,
            "breakdownBy": breakdown_by,
            "top": top,
            "table": table,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/analytics/usage"
        ids: Dict[str, Any] = {}
        call = json_call("GET", path, ids, query, options=options)
        return self._calls.call(call)

    def cost(
        self,
        *,
        start_date: Optional[api.DateLike] = None,
        end_date: Optional[api.DateLike] = None,
        customer_id: Optional[str] = None,
        customer_external_id: Optional[str] = None,
        agent_id: Optional[str] = None,
        signal_id: Optional[str] = None,
        top: Optional[int] = None,
        table: Optional[Literal["byDay", "byCustomer", "byAgent", "bySignal", "byPlan", "byModel"]] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.CostAnalytics:
        """Read the cost of work.

        The cost in a range of days by agent, customer, signal, day, plan and model. Costs are
        in USD. Each figure states the number of events that it does not include because their
        cost is not known yet.

        - `start_date`: First day, in UTC, such as 2026-03-01. Default: the window ends with
          the last day and covers 30 days.
        - `end_date`: Last day, inclusive. Default: today.
        - `customer_id`: Only objects of this customer, by its Piecework id.
        - `customer_external_id`: Your own id of the customer. Send this or customerId, not
          both.
        - `agent_id`: Only work of this agent.
        - `signal_id`: Only work of this signal.
        - `top`: Maximum number of customers, signals or agents listed, those with the most
          events first. Default: 100.
        - `table`: The table to export as CSV. Default: byDay.
        """
        query: Dict[str, Any] = {
            "startDate": start_date,
            "endDate": end_date,
            "customerId": customer_id,
            "customerExternalId": customer_external_id,
            "agentId": agent_id,
            "signalId": signal_id,
            "top": top,
            "table": table,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/analytics/cost"
        ids: Dict[str, Any] = {}
        call = json_call("GET", path, ids, query, options=options)
        return self._calls.call(call)

    def reported_costs(
        self,
        *,
        start_date: Optional[api.DateLike] = None,
        end_date: Optional[api.DateLike] = None,
        customer_id: Optional[str] = None,
        customer_external_id: Optional[str] = None,
        agent_id: Optional[str] = None,
        signal_id: Optional[str] = None,
        table: Optional[Literal["byModel"]] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.ReportedCosts:
        """Compare reported with computed costs.

        The costs that records reported as `reportedCostUsd`, by model, beside the computed
        costs of the same uses. Reported costs are in no other figure.

        - `start_date`: First day, in UTC, such as 2026-03-01. Default: the window ends with
          the last day and covers 30 days.
        - `end_date`: Last day, inclusive. Default: today.
        - `customer_id`: Only objects of this customer, by its Piecework id.
        - `customer_external_id`: Your own id of the customer. Send this or customerId, not
          both.
        - `agent_id`: Only work of this agent.
        - `signal_id`: Only work of this signal.
        - `table`: The table to export as CSV. Default: byModel.
        """
        query: Dict[str, Any] = {
            "startDate": start_date,
            "endDate": end_date,
            "customerId": customer_id,
            "customerExternalId": customer_external_id,
            "agentId": agent_id,
            "signalId": signal_id,
            "table": table,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/analytics/reported-costs"
        ids: Dict[str, Any] = {}
        call = json_call("GET", path, ids, query, options=options)
        return self._calls.call(call)

    def revenue(
        self,
        *,
        start_date: Optional[api.DateLike] = None,
        end_date: Optional[api.DateLike] = None,
        customer_id: Optional[str] = None,
        customer_external_id: Optional[str] = None,
        agent_id: Optional[str] = None,
        group_by: Optional[api.Grouping] = None,
        top: Optional[int] = None,
        table: Optional[Literal["bySubscription", "byStrategy", "byCurrency", "timeSeries"]] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.RevenueAnalytics:
        """Read revenue, cost and margin.

        Revenue of subscriptions in a range of days, before discounts and tax. The part billed
        by a finalized invoice is read from its lines, with the prices that it used; the rest
        is priced like an invoice created now. Usage counts on its day; its tier follows from
        the units of its period up to that day. Recurring and seat fees are spread over the
        days of their period. The fee of a pool falls on the first day of its period, and a
        one-time fee on the day the subscription starts. Windows therefore add up to the cent:
        the days of a period to the period, and an invoiced period to its invoice. CSV has
        every subscription, in the order of customer ids; with `top`, the latest first.

        - `start_date`: First day, in UTC, such as 2026-03-01. Default: the window ends with
          the last day and covers 30 days.
        - `end_date`: Last day, inclusive. Default: today.
        - `customer_id`: Only objects of this customer, by its Piecework id.
        - `customer_external_id`: Your own id of the customer. Send this or customerId, not
          both.
        - `agent_id`: Only work of this agent.
        - `group_by`: Adds `timeSeries`; sets the length of its rows. In CSV its rows are
          daily by default.
        - `top`: Maximum number of subscriptions listed, latest first; the totals include all
          of them. Default: 100, and all of them for CSV.
        - `table`: The table to export as CSV. Default: bySubscription.
        """
        query: Dict[str, Any] = {
            "startDate": start_date,
            "endDate": end_date,
            "customerId": customer_id,
            "customerExternalId": customer_external_id,
            "agentId": agent_id,
            "groupBy": group_by,
            "top": top,
            "table": table,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/analytics/revenue"
        ids: Dict[str, Any] = {}
        call = json_call("GET", path, ids, query, options=options)
        return self._calls.call(call)

    def agent_earned(
        self,
        *,
        start_date: Optional[api.DateLike] = None,
        end_date: Optional[api.DateLike] = None,
        customer_id: Optional[str] = None,
        customer_external_id: Optional[str] = None,
        agent_id: Optional[str] = None,
        table: Optional[Literal["byAgent", "byCurrency"]] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.AgentEarnedAnalytics:
        """Read the revenue of agents.

        Units times the rates of plans, by agent, without fees or proration. Otherwise as in
        `analytics.revenue`.

        - `start_date`: First day, in UTC, such as 2026-03-01. Default: the window ends with
          the last day and covers 30 days.
        - `end_date`: Last day, inclusive. Default: today.
        - `customer_id`: Only objects of this customer, by its Piecework id.
        - `customer_external_id`: Your own id of the customer. Send this or customerId, not
          both.
        - `agent_id`: Only work of this agent.
        - `table`: The table to export as CSV. Default: byAgent.
        """
        query: Dict[str, Any] = {
            "startDate": start_date,
            "endDate": end_date,
            "customerId": customer_id,
            "customerExternalId": customer_external_id,
            "agentId": agent_id,
            "table": table,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/analytics/agent-earned"
        ids: Dict[str, Any] = {}
        call = json_call("GET", path, ids, query, options=options)
        return self._calls.call(call)

    def mrr(
        self,
        *,
        customer_id: Optional[str] = None,
        customer_external_id: Optional[str] = None,
        variant: Optional[api.MrrVariant] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.MrrAnalytics:
        """Read monthly recurring revenue.

        By invoices of the last complete month (`canonical`), by the revenue of the last 30
        days (`runRate`), or by the fees that subscriptions owe regardless of usage
        (`committed`).

        - `customer_id`: Only objects of this customer, by its Piecework id.
        - `customer_external_id`: Your own id of the customer. Send this or customerId, not
          both.
        - `variant`: The figure to compute. Default: canonical.
        """
        query: Dict[str, Any] = {
            "customerId": customer_id,
            "customerExternalId": customer_external_id,
            "variant": variant,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/analytics/mrr"
        ids: Dict[str, Any] = {}
        call = json_call("GET", path, ids, query, options=options)
        return self._calls.call(call)

    def invoice_totals(
        self,
        *,
        start_date: Optional[api.DateLike] = None,
        end_date: Optional[api.DateLike] = None,
        customer_id: Optional[str] = None,
        customer_external_id: Optional[str] = None,
        table: Optional[Literal["byCurrency", "byStatus"]] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.InvoiceTotals:
        """Read billed and collected amounts.

        For the invoices issued in a window, by issue date. An invoice moves from billed to
        collected when it is paid, and a void or refunded invoice is in neither, so these
        figures change after the window has ended. For figures of a closed month that never
        change, use `analytics.month_end`.

        - `start_date`: First day, in UTC, such as 2026-03-01. Default: the window ends with
          the last day and covers 30 days.
        - `end_date`: Last day, inclusive. Default: today.
        - `customer_id`: Only objects of this customer, by its Piecework id.
        - `customer_external_id`: Your own id of the customer. Send this or customerId, not
          both.
        - `table`: The table to export as CSV. Default: byCurrency.
        """
        query: Dict[str, Any] = {
            "startDate": start_date,
            "endDate": end_date,
            "customerId": customer_id,
            "customerExternalId": customer_external_id,
            "table": table,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/analytics/invoice-totals"
        ids: Dict[str, Any] = {}
        call = json_call("GET", path, ids, query, options=options)
        return self._calls.call(call)

    def profitability(
        self,
        *,
        start_date: Optional[api.DateLike] = None,
        end_date: Optional[api.DateLike] = None,
        customer_id: Optional[str] = None,
        customer_external_id: Optional[str] = None,
        agent_id: Optional[str] = None,
        group_by: Optional[api.ProfitabilityGroup] = None,
        model: Optional[str] = None,
        compare: Optional[api.ProfitabilityComparison] = None,
        top: Optional[int] = None,
        table: Optional[Literal["rows", "totals", "byKey"]] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.Profitability:
        """Read the revenue and cost of work.

        By customer, agent, signal, plan, model or day. Work earns a share, by billable
        quantity, of the usage and late-usage lines that bill it. Work that is not invoiced
        yet earns a share of the lines of an invoice created now. Fees, discounts, rounding
        and lines without quantity are separate rows, so all rows together equal the invoices
        before tax, to the cent. Work that is not invoiced yet has no discount and no included
        tax yet. A share is an average over its line; `analytics.revenue` shows what each day
        adds at its own tier. CSV by customer has all customers, ordered by id, unless you
        send `top`.

        - `start_date`: First day, in UTC, such as 2026-03-01. Default: the window ends with
          the last day and covers 30 days.
        - `end_date`: Last day, inclusive. Default: today.
        - `customer_id`: Only objects of this customer, by its Piecework id.
        - `customer_external_id`: Your own id of the customer. Send this or customerId, not
          both.
        - `agent_id`: Only work of this agent.
        - `group_by`: Dimension of the rows. Default: customer. A model has its own cost and
          events. The revenue of a signal in the window is shared between models by units:
          exactly for events that are the only one of their customer and signal in a quarter
          of an hour. In a quarter of an hour with several events, units are shared by the
          number of events that used each model. If events used several models and all have a
          cost, units are shared by cost. Revenue without units is shared by cost. A model
          that the customer paid for has the cost 0, so beside others it gets no share.
        - `model`: Only the share of this model, as `provider/model`, such as openai/gpt-4o:
          with `groupBy` agent, signal or model. The rows add up to the row of the model.
        - `compare`: Adds the figures of the preceding window to `byKey`; not by day.
        - `top`: Maximum number of customers, signals or agents listed, those with the most
          events first. Default: 100.
        - `table`: The table to export as CSV. Default: rows.
        """
        query: Dict[str, Any] = {
            "startDate": start_date,
            "endDate": end_date,
            "customerId": customer_id,
            "customerExternalId": customer_external_id,
            "agentId": agent_id,
            "groupBy": group_by,
            "model": model,
            "compare": compare,
            "top": top,
            "table": table,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/analytics/profitability"
        ids: Dict[str, Any] = {}
        call = json_call("GET", path, ids, query, options=options)
        return self._calls.call(call)

    def margin_breakdown(
        self,
        *,
        start_date: Optional[api.DateLike] = None,
        end_date: Optional[api.DateLike] = None,
        customer_id: Optional[str] = None,
        customer_external_id: Optional[str] = None,
        agent_id: Optional[str] = None,
        plan_id: Optional[str] = None,
        top: Optional[int] = None,
        table: Optional[Literal["lines", "models"]] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.MarginBreakdown:
        """Read where the margin goes.

        Revenue and cost of a customer, an agent, a plan or the whole organization by signal,
        fee and model, next to the same number of days before. Each signal has its price, or
        the reason that it earns nothing. Sentences name the causes of a change.

        - `start_date`: First day, in UTC, such as 2026-03-01. Default: the window ends with
          the last day and covers 30 days.
        - `end_date`: Last day, inclusive. Default: today.
        - `customer_id`: Only objects of this customer, by its Piecework id.
        - `customer_external_id`: Your own id of the customer. Send this or customerId, not
          both.
        - `agent_id`: Only work of this agent.
        - `plan_id`: Only work and fees of subscriptions on this plan.
        - `top`: Maximum number of rows of each table. Default: 100.
        - `table`: The table to export as CSV. Default: lines.
        """
        query: Dict[str, Any] = {
            "startDate": start_date,
            "endDate": end_date,
            "customerId": customer_id,
            "customerExternalId": customer_external_id,
            "agentId": agent_id,
            "planId": plan_id,
            "top": top,
            "table": table,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/analytics/margin-breakdown"
        ids: Dict[str, Any] = {}
        call = json_call("GET", path, ids, query, options=options)
        return self._calls.call(call)

    def customer_margins(
        self,
        *,
        start_date: Optional[api.DateLike] = None,
        end_date: Optional[api.DateLike] = None,
        top: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.CustomerMargins:
        """List customers by margin, lowest first.

        The revenue of each customer less the cost of their work, with or without a
        subscription. CSV has all customers, ordered by id; with `top`, only those with the
        lowest margin.

        All items are in `results` of the answer.

        - `start_date`: First day, in UTC, such as 2026-03-01. Default: the window ends with
          the last day and covers 30 days.
        - `end_date`: Last day, inclusive. Default: today.
        - `top`: Maximum number of customers. Default: 8.
        """
        query: Dict[str, Any] = {
            "startDate": start_date,
            "endDate": end_date,
            "top": top,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/analytics/customer-margins"
        ids: Dict[str, Any] = {}
        call = json_call("GET", path, ids, query, options=options)
        return self._calls.call(call)

    def customers(
        self,
        *,
        start_date: Optional[api.DateLike] = None,
        end_date: Optional[api.DateLike] = None,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        customer_id: Optional[Sequence[str]] = None,
        customer_external_id: Optional[Sequence[str]] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> List[api.CustomerFiguresList, api.CustomerFigures]:
        """List the revenue, cost and balance of customers.

        The revenue, cost and margin of `customers.revenue` and the current open balance, for
        one page of customers: all of them, or the given ones. Intended for lists of
        customers.

        - `start_date`: First day, in UTC, such as 2026-03-01. Default: the window ends with
          the last day and covers 30 days.
        - `end_date`: Last day, inclusive. Default: today.
        - `page`: Number of the page, from 1.
        - `limit`: At most 100; a larger value is capped.
        - `customer_id`: One customer, or several: customerId=…&customerId=….
        - `customer_external_id`: The same by your own ids. Send this or customerId, not both.
        """
        query: Dict[str, Any] = {
            "startDate": start_date,
            "endDate": end_date,
            "page": page,
            "limit": limit,
            "customerId": customer_id,
            "customerExternalId": customer_external_id,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/analytics/customers"
        ids: Dict[str, Any] = {}
        return self._calls.list(path, ids, query, options)

    def outcomes(
        self,
        *,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        start_date: Optional[api.DateLike] = None,
        end_date: Optional[api.DateLike] = None,
        customer_id: Optional[str] = None,
        customer_external_id: Optional[str] = None,
        agent_id: Optional[str] = None,
        signal_id: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> List[api.OutcomeList, api.Outcome]:
        """List the cost and revenue of each event.

        The events of a window, latest first. They add up to the rows of
        `analytics.profitability`.

        - `page`: Number of the page, from 1.
        - `limit`: At most 100; a larger value is capped.
        - `start_date`: First day, in UTC, such as 2026-03-01. Default: the window ends with
          the last day and covers 30 days.
        - `end_date`: Last day, inclusive. Default: today.
        - `customer_id`: Only objects of this customer, by its Piecework id.
        - `customer_external_id`: Your own id of the customer. Send this or customerId, not
          both.
        - `agent_id`: Only work of this agent.
        - `signal_id`: Only work of this signal.
        """
        query: Dict[str, Any] = {
            "page": page,
            "limit": limit,
            "startDate": start_date,
            "endDate": end_date,
            "customerId": customer_id,
            "customerExternalId": customer_external_id,
            "agentId": agent_id,
            "signalId": signal_id,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/analytics/outcomes"
        ids: Dict[str, Any] = {}
        return self._calls.list(path, ids, query, options)

    def reconciliation(
        self,
        *,
        start_date: Optional[api.DateLike] = None,
        end_date: Optional[api.DateLike] = None,
        customer_id: Optional[str] = None,
        customer_external_id: Optional[str] = None,
        table: Optional[Literal["differences", "checks"]] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.Reconciliation:
        """Check that all figures agree.

        Compares events with their sums, lines with their prices, totals with lines, and
        payments with invoices: usage by its date and invoices by their issue date. Each row
        that differs is returned with both figures. It reads every event of the window: with
        millions of events, filter by customer or choose a short window. Kept earnings are
        computed again for the 500 customers whose earnings changed last. `piecework books
        verify` checks everything.

        - `start_date`: First day, in UTC, such as 2026-03-01. Default: the window ends with
          the last day and covers 30 days.
        - `end_date`: Last day, inclusive. Default: today.
        - `customer_id`: Only objects of this customer, by its Piecework id.
        - `customer_external_id`: Your own id of the customer. Send this or customerId, not
          both.
        - `table`: The table to export as CSV. Default: differences.
        """
        query: Dict[str, Any] = {
            "startDate": start_date,
            "endDate": end_date,
            "customerId": customer_id,
            "customerExternalId": customer_external_id,
            "table": table,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/analytics/reconciliation"
        ids: Dict[str, Any] = {}
        call = json_call("GET", path, ids, query, options=options)
        return self._calls.call(call)

    def month_end(
        self,
        *,
        start_date: Optional[api.DateLike] = None,
        end_date: Optional[api.DateLike] = None,
        cut_off: Optional[api.DateLike] = None,
        customer_id: Optional[str] = None,
        customer_external_id: Optional[str] = None,
        table: Optional[Literal["invoiced", "voided", "received", "refunded", "outstanding", "revenue", "taxes", "receivables", "breakage"]] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.MonthEnd:
        """Read month-end figures.

        Amounts invoiced, voided, received and refunded in a window; outstanding amounts at
        the cut-off, by age; revenue of the window, invoiced and not invoiced by then; tax by
        rate; the change of receivables; and credit that expired. Each has its rows. Events
        after the cut-off change only the revenue: usage recorded later counts on its day, as
        invoiced if that day is invoiced. A later invoice fixes prices and seats, and rounds
        its lines.

        - `start_date`: First day, in UTC, such as 2026-03-01. Default: the window ends with
          the last day and covers 30 days.
        - `end_date`: Last day, inclusive. Default: today.
        - `cut_off`: Events after this UTC day are disregarded, even within the window.
          Default: the last day. Not before startDate.
        - `customer_id`: Only objects of this customer, by its Piecework id.
        - `customer_external_id`: Your own id of the customer. Send this or customerId, not
          both.
        - `table`: The table to export as CSV. Default: invoiced.
        """
        query: Dict[str, Any] = {
            "startDate": start_date,
            "endDate": end_date,
            "cutOff": cut_off,
            "customerId": customer_id,
            "customerExternalId": customer_external_id,
            "table": table,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/analytics/month-end"
        ids: Dict[str, Any] = {}
        call = json_call("GET", path, ids, query, options=options)
        return self._calls.call(call)


class AsyncAnalytics:
    def __init__(self, calls: AsyncCalls) -> None:
        self._calls = calls

    async def overview(
        self,
        *,
        start_date: Optional[api.DateLike] = None,
        end_date: Optional[api.DateLike] = None,
        group_by: Optional[api.Grouping] = None,
        top: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.Overview:
        """Read the overview.

        Revenue, cost, margin and MRR of a range of days, of the same number of days before
        it, and over time; the causes of changes, the customers with the lowest margins and
        the most expensive models. All figures are read at one moment: the buckets add up to
        the figures. CSV has the buckets.

        - `start_date`: First day, in UTC, such as 2026-03-01. Default: the window ends with
          the last day and covers 30 days.
        - `end_date`: Last day, inclusive. Default: today.
        - `group_by`: Days, weeks starting on Monday, or months, in UTC. Default: daily.
        - `top`: Maximum number of customers, and of models. Default: 8.
        """
        query: Dict[str, Any] = {
            "startDate": start_date,
            "endDate": end_date,
            "groupBy": group_by,
            "top": top,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/analytics/overview"
        ids: Dict[str, Any] = {}
        call = json_call("GET", path, ids, query, options=options)
        return await self._calls.call(call)

    async def attention(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.Attention:
        """List what needs attention.

        Items to review now: overdue invoices, failures, and drafts that are about to be sent.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/attention"
        ids: Dict[str, Any] = {}
        call = json_call("GET", path, ids, query, options=options)
        return await self._calls.call(call)

    async def usage(
        self,
        *,
        start_date: Optional[api.DateLike] = None,
        end_date: Optional[api.DateLike] = None,
        customer_id: Optional[str] = None,
        customer_external_id: Optional[str] = None,
        agent_id: Optional[str] = None,
        signal_id: Optional[str] = None,
        group_by: Optional[api.Grouping] = None,
        breakdown_by: Optional[api.Dimension] = None,
        top: Optional[int] = None,
        table: Optional[Literal["timeSeriesData", "breakdownSummary", "breakdownTimeline"]] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.UsageAnalytics:
        """Read usage over time.

        Events, units and cost of a range of whole days in UTC, by day, week or month, and on
        request by customer, signal or agent. The time series has no gaps: a bucket without
        events has zeros.

        - `start_date`: First day, in UTC, such as 2026-03-01. Default: the window ends with
          the last day and covers 30 days.
        - `end_date`: Last day, inclusive. Default: today.
        - `customer_id`: Only objects of this customer, by its Piecework id.
        - `customer_external_id`: Your own id of the customer. Send this or customerId, not
          both.
        - `agent_id`: Only work of this agent.
        - `signal_id`: Only work of this signal.
        - `group_by`: Length of each row of the time series. Default: daily.
        - `breakdown_by`: Adds `dimensionBreakdown`.
        - `top`: Maximum number of customers, signals or agents listed, those with the most
          events first. Default: 100.
        - `table`: The table to export as CSV. Default: timeSeriesData.
        """
        query: Dict[str, Any] = {
            "startDate": start_date,
            "endDate": end_date,
            "customerId": customer_id,
            "customerExternalId": customer_external_id,
            "agentId": agent_id,
            "signalId": signal_id,
            "groupBy": group_by,
            "breakdownBy": breakdown_by,
            "top": top,
            "table": table,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/analytics/usage"
        ids: Dict[str, Any] = {}
        call = json_call("GET", path, ids, query, options=options)
        return await self._calls.call(call)

    async def cost(
        self,
        *,
        start_date: Optional[api.DateLike] = None,
        end_date: Optional[api.DateLike] = None,
        customer_id: Optional[str] = None,
        customer_external_id: Optional[str] = None,
        agent_id: Optional[str] = None,
        signal_id: Optional[str] = None,
        top: Optional[int] = None,
        table: Optional[Literal["byDay", "byCustomer", "byAgent", "bySignal", "byPlan", "byModel"]] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.CostAnalytics:
        """Read the cost of work.

        The cost in a range of days by agent, customer, signal, day, plan and model. Costs are
        in USD. Each figure states the number of events that it does not include because their
        cost is not known yet.

        - `start_date`: First day, in UTC, such as 2026-03-01. Default: the window ends with
          the last day and covers 30 days.
        - `end_date`: Last day, inclusive. Default: today.
        - `customer_id`: Only objects of this customer, by its Piecework id.
        - `customer_external_id`: Your own id of the customer. Send this or customerId, not
          both.
        - `agent_id`: Only work of this agent.
        - `signal_id`: Only work of this signal.
        - `top`: Maximum number of customers, signals or agents listed, those with the most
          events first. Default: 100.
        - `table`: The table to export as CSV. Default: byDay.
        """
        query: Dict[str, Any] = {
            "startDate": start_date,
            "endDate": end_date,
            "customerId": customer_id,
            "customerExternalId": customer_external_id,
            "agentId": agent_id,
            "signalId": signal_id,
            "top": top,
            "table": table,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/analytics/cost"
        ids: Dict[str, Any] = {}
        call = json_call("GET", path, ids, query, options=options)
        return await self._calls.call(call)

    async def reported_costs(
        self,
        *,
        start_date: Optional[api.DateLike] = None,
        end_date: Optional[api.DateLike] = None,
        customer_id: Optional[str] = None,
        customer_external_id: Optional[str] = None,
        agent_id: Optional[str] = None,
        signal_id: Optional[str] = None,
        table: Optional[Literal["byModel"]] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.ReportedCosts:
        """Compare reported with computed costs.

        The costs that records reported as `reportedCostUsd`, by model, beside the computed
        costs of the same uses. Reported costs are in no other figure.

        - `start_date`: First day, in UTC, such as 2026-03-01. Default: the window ends with
          the last day and covers 30 days.
        - `end_date`: Last day, inclusive. Default: today.
        - `customer_id`: Only objects of this customer, by its Piecework id.
        - `customer_external_id`: Your own id of the customer. Send this or customerId, not
          both.
        - `agent_id`: Only work of this agent.
        - `signal_id`: Only work of this signal.
        - `table`: The table to export as CSV. Default: byModel.
        """
        query: Dict[str, Any] = {
            "startDate": start_date,
            "endDate": end_date,
            "customerId": customer_id,
            "customerExternalId": customer_external_id,
            "agentId": agent_id,
            "signalId": signal_id,
            "table": table,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/analytics/reported-costs"
        ids: Dict[str, Any] = {}
        call = json_call("GET", path, ids, query, options=options)
        return await self._calls.call(call)

    async def revenue(
        self,
        *,
        start_date: Optional[api.DateLike] = None,
        end_date: Optional[api.DateLike] = None,
        customer_id: Optional[str] = None,
        customer_external_id: Optional[str] = None,
        agent_id: Optional[str] = None,
        group_by: Optional[api.Grouping] = None,
        top: Optional[int] = None,
        table: Optional[Literal["bySubscription", "byStrategy", "byCurrency", "timeSeries"]] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.RevenueAnalytics:
        """Read revenue, cost and margin.

        Revenue of subscriptions in a range of days, before discounts and tax. The part billed
        by a finalized invoice is read from its lines, with the prices that it used; the rest
        is priced like an invoice created now. Usage counts on its day; its tier follows from
        the units of its period up to that day. Recurring and seat fees are spread over the
        days of their period. The fee of a pool falls on the first day of its period, and a
        one-time fee on the day the subscription starts. Windows therefore add up to the cent:
        the days of a period to the period, and an invoiced period to its invoice. CSV has
        every subscription, in the order of customer ids; with `top`, the latest first.

        - `start_date`: First day, in UTC, such as 2026-03-01. Default: the window ends with
          the last day and covers 30 days.
        - `end_date`: Last day, inclusive. Default: today.
        - `customer_id`: Only objects of this customer, by its Piecework id.
        - `customer_external_id`: Your own id of the customer. Send this or customerId, not
          both.
        - `agent_id`: Only work of this agent.
        - `group_by`: Adds `timeSeries`; sets the length of its rows. In CSV its rows are
          daily by default.
        - `top`: Maximum number of subscriptions listed, latest first; the totals include all
          of them. Default: 100, and all of them for CSV.
        - `table`: The table to export as CSV. Default: bySubscription.
        """
        query: Dict[str, Any] = {
            "startDate": start_date,
            "endDate": end_date,
            "customerId": customer_id,
            "customerExternalId": customer_external_id,
            "agentId": agent_id,
            "groupBy": group_by,
            "top": top,
            "table": table,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/analytics/revenue"
        ids: Dict[str, Any] = {}
        call = json_call("GET", path, ids, query, options=options)
        return await self._calls.call(call)

    async def agent_earned(
        self,
        *,
        start_date: Optional[api.DateLike] = None,
        end_date: Optional[api.DateLike] = None,
        customer_id: Optional[str] = None,
        customer_external_id: Optional[str] = None,
        agent_id: Optional[str] = None,
        table: Optional[Literal["byAgent", "byCurrency"]] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.AgentEarnedAnalytics:
        """Read the revenue of agents.

        Units times the rates of plans, by agent, without fees or proration. Otherwise as in
        `analytics.revenue`.

        - `start_date`: First day, in UTC, such as 2026-03-01. Default: the window ends with
          the last day and covers 30 days.
        - `end_date`: Last day, inclusive. Default: today.
        - `customer_id`: Only objects of this customer, by its Piecework id.
        - `customer_external_id`: Your own id of the customer. Send this or customerId, not
          both.
        - `agent_id`: Only work of this agent.
        - `table`: The table to export as CSV. Default: byAgent.
        """
        query: Dict[str, Any] = {
            "startDate": start_date,
            "endDate": end_date,
            "customerId": customer_id,
            "customerExternalId": customer_external_id,
            "agentId": agent_id,
            "table": table,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/analytics/agent-earned"
        ids: Dict[str, Any] = {}
        call = json_call("GET", path, ids, query, options=options)
        return await self._calls.call(call)

    async def mrr(
        self,
        *,
        customer_id: Optional[str] = None,
        customer_external_id: Optional[str] = None,
        variant: Optional[api.MrrVariant] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.MrrAnalytics:
        """Read monthly recurring revenue.

        By invoices of the last complete month (`canonical`), by the revenue of the last 30
        days (`runRate`), or by the fees that subscriptions owe regardless of usage
        (`committed`).

        - `customer_id`: Only objects of this customer, by its Piecework id.
        - `customer_external_id`: Your own id of the customer. Send this or customerId, not
          both.
        - `variant`: The figure to compute. Default: canonical.
        """
        query: Dict[str, Any] = {
            "customerId": customer_id,
            "customerExternalId": customer_external_id,
            "variant": variant,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/analytics/mrr"
        ids: Dict[str, Any] = {}
        call = json_call("GET", path, ids, query, options=options)
        return await self._calls.call(call)

    async def invoice_totals(
        self,
        *,
        start_date: Optional[api.DateLike] = None,
        end_date: Optional[api.DateLike] = None,
        customer_id: Optional[str] = None,
        customer_external_id: Optional[str] = None,
        table: Optional[Literal["byCurrency", "byStatus"]] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.InvoiceTotals:
        """Read billed and collected amounts.

        For the invoices issued in a window, by issue date. An invoice moves from billed to
        collected when it is paid, and a void or refunded invoice is in neither, so these
        figures change after the window has ended. For figures of a closed month that never
        change, use `analytics.month_end`.

        - `start_date`: First day, in UTC, such as 2026-03-01. Default: the window ends with
          the last day and covers 30 days.
        - `end_date`: Last day, inclusive. Default: today.
        - `customer_id`: Only objects of this customer, by its Piecework id.
        - `customer_external_id`: Your own id of the customer. Send this or customerId, not
          both.
        - `table`: The table to export as CSV. Default: byCurrency.
        """
        query: Dict[str, Any] = {
            "startDate": start_date,
            "endDate": end_date,
            "customerId": customer_id,
            "customerExternalId": customer_external_id,
            "table": table,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/analytics/invoice-totals"
        ids: Dict[str, Any] = {}
        call = json_call("GET", path, ids, query, options=options)
        return await self._calls.call(call)

    async def profitability(
        self,
        *,
        start_date: Optional[api.DateLike] = None,
        end_date: Optional[api.DateLike] = None,
        customer_id: Optional[str] = None,
        customer_external_id: Optional[str] = None,
        agent_id: Optional[str] = None,
        group_by: Optional[api.ProfitabilityGroup] = None,
        model: Optional[str] = None,
        compare: Optional[api.ProfitabilityComparison] = None,
        top: Optional[int] = None,
        table: Optional[Literal["rows", "totals", "byKey"]] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.Profitability:
        """Read the revenue and cost of work.

        By customer, agent, signal, plan, model or day. Work earns a share, by billable
        quantity, of the usage and late-usage lines that bill it. Work that is not invoiced
        yet earns a share of the lines of an invoice created now. Fees, discounts, rounding
        and lines without quantity are separate rows, so all rows together equal the invoices
        before tax, to the cent. Work that is not invoiced yet has no discount and no included
        tax yet. A share is an average over its line; `analytics.revenue` shows what each day
        adds at its own tier. CSV by customer has all customers, ordered by id, unless you
        send `top`.

        - `start_date`: First day, in UTC, such as 2026-03-01. Default: the window ends with
          the last day and covers 30 days.
        - `end_date`: Last day, inclusive. Default: today.
        - `customer_id`: Only objects of this customer, by its Piecework id.
        - `customer_external_id`: Your own id of the customer. Send this or customerId, not
          both.
        - `agent_id`: Only work of this agent.
        - `group_by`: Dimension of the rows. Default: customer. A model has its own cost and
          events. The revenue of a signal in the window is shared between models by units:
          exactly for events that are the only one of their customer and signal in a quarter
          of an hour. In a quarter of an hour with several events, units are shared by the
          number of events that used each model. If events used several models and all have a
          cost, units are shared by cost. Revenue without units is shared by cost. A model
          that the customer paid for has the cost 0, so beside others it gets no share.
        - `model`: Only the share of this model, as `provider/model`, such as openai/gpt-4o:
          with `groupBy` agent, signal or model. The rows add up to the row of the model.
        - `compare`: Adds the figures of the preceding window to `byKey`; not by day.
        - `top`: Maximum number of customers, signals or agents listed, those with the most
          events first. Default: 100.
        - `table`: The table to export as CSV. Default: rows.
        """
        query: Dict[str, Any] = {
            "startDate": start_date,
            "endDate": end_date,
            "customerId": customer_id,
            "customerExternalId": customer_external_id,
            "agentId": agent_id,
            "groupBy": group_by,
            "model": model,
            "compare": compare,
            "top": top,
            "table": table,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/analytics/profitability"
        ids: Dict[str, Any] = {}
        call = json_call("GET", path, ids, query, options=options)
        return await self._calls.call(call)

    async def margin_breakdown(
        self,
        *,
        start_date: Optional[api.DateLike] = None,
        end_date: Optional[api.DateLike] = None,
        customer_id: Optional[str] = None,
        customer_external_id: Optional[str] = None,
        agent_id: Optional[str] = None,
        plan_id: Optional[str] = None,
        top: Optional[int] = None,
        table: Optional[Literal["lines", "models"]] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.MarginBreakdown:
        """Read where the margin goes.

        Revenue and cost of a customer, an agent, a plan or the whole organization by signal,
        fee and model, next to the same number of days before. Each signal has its price, or
        the reason that it earns nothing. Sentences name the causes of a change.

        - `start_date`: First day, in UTC, such as 2026-03-01. Default: the window ends with
          the last day and covers 30 days.
        - `end_date`: Last day, inclusive. Default: today.
        - `customer_id`: Only objects of this customer, by its Piecework id.
        - `customer_external_id`: Your own id of the customer. Send this or customerId, not
          both.
        - `agent_id`: Only work of this agent.
        - `plan_id`: Only work and fees of subscriptions on this plan.
        - `top`: Maximum number of rows of each table. Default: 100.
        - `table`: The table to export as CSV. Default: lines.
        """
        query: Dict[str, Any] = {
            "startDate": start_date,
            "endDate": end_date,
            "customerId": customer_id,
            "customerExternalId": customer_external_id,
            "agentId": agent_id,
            "planId": plan_id,
            "top": top,
            "table": table,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/analytics/margin-breakdown"
        ids: Dict[str, Any] = {}
        call = json_call("GET", path, ids, query, options=options)
        return await self._calls.call(call)

    async def customer_margins(
        self,
        *,
        start_date: Optional[api.DateLike] = None,
        end_date: Optional[api.DateLike] = None,
        top: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.CustomerMargins:
        """List customers by margin, lowest first.

        The revenue of each customer less the cost of their work, with or without a
        subscription. CSV has all customers, ordered by id; with `top`, only those with the
        lowest margin.

        All items are in `results` of the answer.

        - `start_date`: First day, in UTC, such as 2026-03-01. Default: the window ends with
          the last day and covers 30 days.
        - `end_date`: Last day, inclusive. Default: today.
        - `top`: Maximum number of customers. Default: 8.
        """
        query: Dict[str, Any] = {
            "startDate": start_date,
            "endDate": end_date,
            "top": top,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/analytics/customer-margins"
        ids: Dict[str, Any] = {}
        call = json_call("GET", path, ids, query, options=options)
        return await self._calls.call(call)

    def customers(
        self,
        *,
        start_date: Optional[api.DateLike] = None,
        end_date: Optional[api.DateLike] = None,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        customer_id: Optional[Sequence[str]] = None,
        customer_external_id: Optional[Sequence[str]] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> AsyncList[api.CustomerFiguresList, api.CustomerFigures]:
        """List the revenue, cost and balance of customers.

        The revenue, cost and margin of `customers.revenue` and the current open balance, for
        one page of customers: all of them, or the given ones. Intended for lists of
        customers.

        - `start_date`: First day, in UTC, such as 2026-03-01. Default: the window ends with
          the last day and covers 30 days.
        - `end_date`: Last day, inclusive. Default: today.
        - `page`: Number of the page, from 1.
        - `limit`: At most 100; a larger value is capped.
        - `customer_id`: One customer, or several: customerId=…&customerId=….
        - `customer_external_id`: The same by your own ids. Send this or customerId, not both.
        """
        query: Dict[str, Any] = {
            "startDate": start_date,
            "endDate": end_date,
            "page": page,
            "limit": limit,
            "customerId": customer_id,
            "customerExternalId": customer_external_id,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/analytics/customers"
        ids: Dict[str, Any] = {}
        return self._calls.list(path, ids, query, options)

    def outcomes(
        self,
        *,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        start_date: Optional[api.DateLike] = None,
        end_date: Optional[api.DateLike] = None,
        customer_id: Optional[str] = None,
        customer_external_id: Optional[str] = None,
        agent_id: Optional[str] = None,
        signal_id: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> AsyncList[api.OutcomeList, api.Outcome]:
        """List the cost and revenue of each event.

        The events of a window, latest first. They add up to the rows of
        `analytics.profitability`.

        - `page`: Number of the page, from 1.
        - `limit`: At most 100; a larger value is capped.
        - `start_date`: First day, in UTC, such as 2026-03-01. Default: the window ends with
          the last day and covers 30 days.
        - `end_date`: Last day, inclusive. Default: today.
        - `customer_id`: Only objects of this customer, by its Piecework id.
        - `customer_external_id`: Your own id of the customer. Send this or customerId, not
          both.
        - `agent_id`: Only work of this agent.
        - `signal_id`: Only work of this signal.
        """
        query: Dict[str, Any] = {
            "page": page,
            "limit": limit,
            "startDate": start_date,
            "endDate": end_date,
            "customerId": customer_id,
            "customerExternalId": customer_external_id,
            "agentId": agent_id,
            "signalId": signal_id,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/analytics/outcomes"
        ids: Dict[str, Any] = {}
        return self._calls.list(path, ids, query, options)

    async def reconciliation(
        self,
        *,
        start_date: Optional[api.DateLike] = None,
        end_date: Optional[api.DateLike] = None,
        customer_id: Optional[str] = None,
        customer_external_id: Optional[str] = None,
        table: Optional[Literal["differences", "checks"]] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.Reconciliation:
        """Check that all figures agree.

        Compares events with their sums, lines with their prices, totals with lines, and
        payments with invoices: usage by its date and invoices by their issue date. Each row
        that differs is returned with both figures. It reads every event of the window: with
        millions of events, filter by customer or choose a short window. Kept earnings are
        computed again for the 500 customers whose earnings changed last. `piecework books
        verify` checks everything.

        - `start_date`: First day, in UTC, such as 2026-03-01. Default: the window ends with
          the last day and covers 30 days.
        - `end_date`: Last day, inclusive. Default: today.
        - `customer_id`: Only objects of this customer, by its Piecework id.
        - `customer_external_id`: Your own id of the customer. Send this or customerId, not
          both.
        - `table`: The table to export as CSV. Default: differences.
        """
        query: Dict[str, Any] = {
            "startDate": start_date,
            "endDate": end_date,
            "customerId": customer_id,
            "customerExternalId": customer_external_id,
            "table": table,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/analytics/reconciliation"
        ids: Dict[str, Any] = {}
        call = json_call("GET", path, ids, query, options=options)
        return await self._calls.call(call)

    async def month_end(
        self,
        *,
        start_date: Optional[api.DateLike] = None,
        end_date: Optional[api.DateLike] = None,
        cut_off: Optional[api.DateLike] = None,
        customer_id: Optional[str] = None,
        customer_external_id: Optional[str] = None,
        table: Optional[Literal["invoiced", "voided", "received", "refunded", "outstanding", "revenue", "taxes", "receivables", "breakage"]] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.MonthEnd:
        """Read month-end figures.

        Amounts invoiced, voided, received and refunded in a window; outstanding amounts at
        the cut-off, by age; revenue of the window, invoiced and not invoiced by then; tax by
        rate; the change of receivables; and credit that expired. Each has its rows. Events
        after the cut-off change only the revenue: usage recorded later counts on its day, as
        invoiced if that day is invoiced. A later invoice fixes prices and seats, and rounds
        its lines.

        - `start_date`: First day, in UTC, such as 2026-03-01. Default: the window ends with
          the last day and covers 30 days.
        - `end_date`: Last day, inclusive. Default: today.
        - `cut_off`: Events after this UTC day are disregarded, even within the window.
          Default: the last day. Not before startDate.
        - `customer_id`: Only objects of this customer, by its Piecework id.
        - `customer_external_id`: Your own id of the customer. Send this or customerId, not
          both.
        - `table`: The table to export as CSV. Default: invoiced.
        """
        query: Dict[str, Any] = {
            "startDate": start_date,
            "endDate": end_date,
            "cutOff": cut_off,
            "customerId": customer_id,
            "customerExternalId": customer_external_id,
            "table": table,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/analytics/month-end"
        ids: Dict[str, Any] = {}
        call = json_call("GET", path, ids, query, options=options)
        return await self._calls.call(call)
