"""Generated from openapi.json by npm run generate: the operations of `customers`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Literal, Optional

from ..http.async_calls import AsyncCalls
from ..http.attempts import Options
from ..http.calls import BlockingCalls, json_call
from ..http.headers import ExtraHeaders
from ..http.listing import AsyncList, List

if TYPE_CHECKING:
    from .. import types as api


class Customers:
    def __init__(self, calls: BlockingCalls) -> None:
        self._calls = calls

    def list(
        self,
        *,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        search: Optional[str] = None,
        status: Optional[api.CustomerStatus] = None,
        external_id: Optional[str] = None,
        sort_by: Optional[Literal["createdAt", "name", "externalId", "updatedAt"]] = None,
        sort_order: Optional[Literal["asc", "desc"]] = None,
        updated_since: Optional[api.DateLike] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> List[api.CustomerList, api.Customer]:
        """List customers.

        Latest first unless sorted otherwise. Deleted customers are not included.

        - `page`: Number of the page, from 1.
        - `limit`: At most 100; a larger value is capped.
        - `search`: A part of the name, the external id or the email, case-insensitive.
        - `status`: Only objects in this state.
        - `external_id`: Exact external id.
        - `sort_by`: Names are sorted case-insensitively; customers without an external id
          come last.
        - `sort_order`: Ascending or descending.
        - `updated_since`: Changed at this date or timestamp (UTC) or later. To keep a copy,
          ask again from a minute before the largest `updatedAt` that you have: this includes
          changes that were in progress. Deleted objects are not in a list.
        """
        query: Dict[str, Any] = {
            "page": page,
            "limit": limit,
            "search": search,
            "status": status,
            "externalId": external_id,
            "sortBy": sort_by,
            "sortOrder": sort_order,
            "updatedSince": updated_since,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/customers"
        ids: Dict[str, Any] = {}
        return self._calls.list(path, ids, query, options)

    def get(
        self,
        customer_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.Customer:
        """Read a customer.

        Returns its current details; 404 once it is deleted.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/customers/{customerId}"
        ids: Dict[str, Any] = {"customerId": customer_id}
        call = json_call("GET", path, ids, query, options=options)
        return self._calls.call(call)

    def get_by_external_id(
        self,
        external_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.Customer:
        """Read a customer by external id.

        Returns the same response as by the Piecework id.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/customers/by-external-id/{externalId}"
        ids: Dict[str, Any] = {"externalId": external_id}
        call = json_call("GET", path, ids, query, options=options)
        return self._calls.call(call)

    def create(
        self,
        body: api.CustomerCreate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.Customer:
        """Create a customer.

        Customers named by usage records are created automatically, with their external id as
        the name; complete them with an update. 404 when a tax rate does not exist, 422 when
        it is not active.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/customers"
        ids: Dict[str, Any] = {}
        call = json_call("POST", path, ids, query, body, options)
        return self._calls.call(call)

    def update(
        self,
        customer_id: str,
        body: api.CustomerUpdate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        if_match: Optional[int] = None,
    ) -> api.Customer:
        """Update a customer.

        Changes the fields that are sent; null clears an optional one. After a change of the
        external id, usage recorded under the old one creates another customer. A new time
        zone moves the dates of running subscriptions without a time zone of their own; it is
        rejected with 409 if that would change a period that is already invoiced.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, if_match=if_match)
        path = "/v1/customers/{customerId}"
        ids: Dict[str, Any] = {"customerId": customer_id}
        call = json_call("PATCH", path, ids, query, body, options)
        return self._calls.call(call)

    def delete(
        self,
        customer_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        if_match: Optional[int] = None,
    ) -> None:
        """Delete a customer.

        Rejected while a subscription of the customer is active or upcoming. Usage and
        invoices are kept; the external id can be used again.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, if_match=if_match)
        path = "/v1/customers/{customerId}"
        ids: Dict[str, Any] = {"customerId": customer_id}
        call = json_call("DELETE", path, ids, query, options=options)
        return self._calls.call(call)

    def revenue(
        self,
        customer_id: str,
        *,
        start_date: Optional[api.DateLike] = None,
        end_date: Optional[api.DateLike] = None,
        group_by: Optional[api.Grouping] = None,
        top: Optional[int] = None,
        table: Optional[Literal["bySubscription", "byStrategy", "byCurrency", "timeSeries"]] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.CustomerRevenue:
        """Read the revenue of a customer.

        The figures of `analytics.revenue` for one customer, with its identity.

        - `start_date`: First day, in UTC, such as 2026-03-01. Default: the window ends with
          the last day and covers 30 days.
        - `end_date`: Last day, inclusive. Default: today.
        - `group_by`: Adds `timeSeries`; sets the length of its rows. In CSV its rows are
          daily by default.
        - `top`: Maximum number of subscriptions listed, latest first; the totals include all
          of them. Default: 100, and all of them for CSV.
        - `table`: The table to export as CSV. Default: bySubscription.
        """
        query: Dict[str, Any] = {
            "startDate": start_date,
            "endDate": end_date,
            "groupBy": group_by,
            "top": top,
            "table": table,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/customers/{customerId}/revenue"
        ids: Dict[str, Any] = {"customerId": customer_id}
        call = json_call("GET", path, ids, query, options=options)
        return self._calls.call(call)

    def credit(
        self,
        customer_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.CustomerCredit:
        """Read what is available of the credit of a customer.

        Computed now: usage counts from the answer that it is stored, priced as an invoice
        prices it. `available` equals what is left of the credit less the total of a preview.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/customers/{customerId}/credit"
        ids: Dict[str, Any] = {"customerId": customer_id}
        call = json_call("GET", path, ids, query, options=options)
        return self._calls.call(call)

    def credit_grants(
        self,
        customer_id: str,
        *,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        currency: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> List[api.CreditGrantList, api.CreditGrant]:
        """List the credit grants of a customer.

        The latest first, including used and expired ones.

        - `page`: Number of the page, from 1.
        - `limit`: At most 100; a larger value is capped.
        - `currency`: Only amounts in this currency.
        """
        query: Dict[str, Any] = {
            "page": page,
            "limit": limit,
            "currency": currency,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/customers/{customerId}/credit-grants"
        ids: Dict[str, Any] = {"customerId": customer_id}
        return self._calls.list(path, ids, query, options)

    def create_credit_grant(
        self,
        customer_id: str,
        body: api.CreditGrantCreate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.CreditGrant:
        """Give a customer credit.

        Invoices that become final use it: promotional credit before tax, then credit from
        corrections and paid credit after tax. Of several grants, the one with the lower
        priority number is used first, then the one that expires sooner. An invoice uses a
        grant that was valid at some time of its period.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/customers/{customerId}/credit-grants"
        ids: Dict[str, Any] = {"customerId": customer_id}
        call = json_call("POST", path, ids, query, body, options)
        return self._calls.call(call)

    def expire_credit_grant(
        self,
        customer_id: str,
        grant_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.CreditGrant:
        """Expire a credit grant.

        What is left of it expires now, and no invoice uses it any more. A grant that has
        expired keeps its time. Credit that a voided invoice gives back later is a new grant
        of 30 days.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/customers/{customerId}/credit-grants/{grantId}/expire"
        ids: Dict[str, Any] = {"customerId": customer_id, "grantId": grant_id}
        call = json_call("POST", path, ids, query, options=options)
        return self._calls.call(call)

    def credit_movements(
        self,
        customer_id: str,
        *,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        currency: Optional[str] = None,
        grant_id: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> List[api.CreditMovementList, api.CreditMovement]:
        """List the credit movements of a customer.

        Every change of the credit, the latest first, with its invoice or payout. The balance
        after the latest one in a currency is the balance of the customer; promotional credit
        has a balance of its own.

        - `page`: Number of the page, from 1.
        - `limit`: At most 100; a larger value is capped.
        - `currency`: Only amounts in this currency.
        - `grant_id`: Only the movements of this credit grant.
        """
        query: Dict[str, Any] = {
            "page": page,
            "limit": limit,
            "currency": currency,
            "grantId": grant_id,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/customers/{customerId}/credit-movements"
        ids: Dict[str, Any] = {"customerId": customer_id}
        return self._calls.list(path, ids, query, options)

    def top_ups(
        self,
        customer_id: str,
        *,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> List[api.TopUpList, api.TopUp]:
        """List the top-ups of a customer.

        The latest first, including failed ones.

        - `page`: Number of the page, from 1.
        - `limit`: At most 100; a larger value is capped.
        """
        query: Dict[str, Any] = {
            "page": page,
            "limit": limit,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/customers/{customerId}/top-ups"
        ids: Dict[str, Any] = {"customerId": customer_id}
        return self._calls.list(path, ids, query, options)

    def top_up(
        self,
        customer_id: str,
        top_up_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.TopUp:
        """Read a top-up."""
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/customers/{customerId}/top-ups/{topUpId}"
        ids: Dict[str, Any] = {"customerId": customer_id, "topUpId": top_up_id}
        call = json_call("GET", path, ids, query, options=options)
        return self._calls.call(call)

    def create_top_up(
        self,
        customer_id: str,
        body: api.TopUpCreate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.TopUp:
        """Top up the prepaid credit of a customer.

        Creates an invoice of the kind `top_up`: an advance without tax, due within 24 hours
        and then void. Its payment gives paid credit of the same amount. With `checkout` the
        answer has the link to the payment page. With `saved` the saved payment method is
        charged at once; if the bank wants the customer to confirm the charge, the link is
        mailed to the customer. A declined charge leaves nothing due: 201 with the status
        `failed`. The Idempotency-Key is required, so that no retry tops up twice.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/customers/{customerId}/top-ups"
        ids: Dict[str, Any] = {"customerId": customer_id}
        call = json_call("POST", path, ids, query, body, options)
        return self._calls.call(call)

    def auto_top_ups(
        self,
        customer_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.CustomerAutoTopUps:
        """Read the automatic top-ups of a customer."""
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/customers/{customerId}/auto-top-ups"
        ids: Dict[str, Any] = {"customerId": customer_id}
        call = json_call("GET", path, ids, query, options=options)
        return self._calls.call(call)

    def set_auto_top_up(
        self,
        customer_id: str,
        body: api.AutoTopUpSet,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.AutoTopUp:
        """Set the automatic top-ups of a customer in a currency.

        While less than `threshold` is available, as `customers.credit` says, the saved
        payment method is charged with `amount`: after usage and holds, or within a minute.
        One at a time, and at most `maxPerMonth` in a calendar month. After a failure the next
        one waits for a day, and three in a row switch it off. The customer must have agreed:
        `consentedBy` and `consentText` state who did, and to what. Replaces the one in force;
        needs a saved payment method.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/customers/{customerId}/auto-top-ups"
        ids: Dict[str, Any] = {"customerId": customer_id}
        call = json_call("POST", path, ids, query, body, options)
        return self._calls.call(call)

    def switch_off_auto_top_up(
        self,
        customer_id: str,
        auto_top_up_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.AutoTopUp:
        """Switch off an automatic top-up.

        A charge that is under way goes on, and its payment gives its credit. Does nothing if
        it is off.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/customers/{customerId}/auto-top-ups/{autoTopUpId}/switch-off"
        ids: Dict[str, Any] = {"customerId": customer_id, "autoTopUpId": auto_top_up_id}
        call = json_call("POST", path, ids, query, options=options)
        return self._calls.call(call)

    def compare_outcomes(
        self,
        customer_id: str,
        body: api.OutcomeComparisonCreate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.OutcomeComparison:
        """Compare outcomes with the count of a customer.

        Takes what the customer counts of a signal in some days, as ids or as units of each
        day, and returns what agrees, what only one side has, and what the difference is worth
        on each invoice. Nothing is changed. `correctionsCsv` can be sent to `POST
        /v1/events/corrections`.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/customers/{customerId}/outcome-comparisons"
        ids: Dict[str, Any] = {"customerId": customer_id}
        call = json_call("POST", path, ids, query, body, options)
        return self._calls.call(call)

    def record_credit_payout(
        self,
        customer_id: str,
        body: api.CreditPayoutCreate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.CreditPayout:
        """Record a payout of customer credit.

        Sends no money: pay the customer first, then record it here, so that no invoice uses
        the credit too. Only credit from corrections can be paid out, not paid or promotional
        credit: 409 when it is more than that in the currency.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/customers/{customerId}/credit-payouts"
        ids: Dict[str, Any] = {"customerId": customer_id}
        call = json_call("POST", path, ids, query, body, options)
        return self._calls.call(call)


class AsyncCustomers:
    def __init__(self, calls: AsyncCalls) -> None:
        self._calls = calls

    def list(
        self,
        *,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        search: Optional[str] = None,
        status: Optional[api.CustomerStatus] = None,
        external_id: Optional[str] = None,
        sort_by: Optional[Literal["createdAt", "name", "externalId", "updatedAt"]] = None,
        sort_order: Optional[Literal["asc", "desc"]] = None,
        updated_since: Optional[api.DateLike] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> AsyncList[api.CustomerList, api.Customer]:
        """List customers.

        Latest first unless sorted otherwise. Deleted customers are not included.

        - `page`: Number of the page, from 1.
        - `limit`: At most 100; a larger value is capped.
        - `search`: A part of the name, the external id or the email, case-insensitive.
        - `status`: Only objects in this state.
        - `external_id`: Exact external id.
        - `sort_by`: Names are sorted case-insensitively; customers without an external id
          come last.
        - `sort_order`: Ascending or descending.
        - `updated_since`: Changed at this date or timestamp (UTC) or later. To keep a copy,
          ask again from a minute before the largest `updatedAt` that you have: this includes
          changes that were in progress. Deleted objects are not in a list.
        """
        query: Dict[str, Any] = {
            "page": page,
            "limit": limit,
            "search": search,
            "status": status,
            "externalId": external_id,
            "sortBy": sort_by,
            "sortOrder": sort_order,
            "updatedSince": updated_since,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/customers"
        ids: Dict[str, Any] = {}
        return self._calls.list(path, ids, query, options)

    async def get(
        self,
        customer_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.Customer:
        """Read a customer.

        Returns its current details; 404 once it is deleted.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/customers/{customerId}"
        ids: Dict[str, Any] = {"customerId": customer_id}
        call = json_call("GET", path, ids, query, options=options)
        return await self._calls.call(call)

    async def get_by_external_id(
        self,
        external_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.Customer:
        """Read a customer by external id.

        Returns the same response as by the Piecework id.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/customers/by-external-id/{externalId}"
        ids: Dict[str, Any] = {"externalId": external_id}
        call = json_call("GET", path, ids, query, options=options)
        return await self._calls.call(call)

    async def create(
        self,
        body: api.CustomerCreate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.Customer:
        """Create a customer.

        Customers named by usage records are created automatically, with their external id as
        the name; complete them with an update. 404 when a tax rate does not exist, 422 when
        it is not active.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/customers"
        ids: Dict[str, Any] = {}
        call = json_call("POST", path, ids, query, body, options)
        return await self._calls.call(call)

    async def update(
        self,
        customer_id: str,
        body: api.CustomerUpdate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        if_match: Optional[int] = None,
    ) -> api.Customer:
        """Update a customer.

        Changes the fields that are sent; null clears an optional one. After a change of the
        external id, usage recorded under the old one creates another customer. A new time
        zone moves the dates of running subscriptions without a time zone of their own; it is
        rejected with 409 if that would change a period that is already invoiced.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, if_match=if_match)
        path = "/v1/customers/{customerId}"
        ids: Dict[str, Any] = {"customerId": customer_id}
        call = json_call("PATCH", path, ids, query, body, options)
        return await self._calls.call(call)

    async def delete(
        self,
        customer_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        if_match: Optional[int] = None,
    ) -> None:
        """Delete a customer.

        Rejected while a subscription of the customer is active or upcoming. Usage and
        invoices are kept; the external id can be used again.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, if_match=if_match)
        path = "/v1/customers/{customerId}"
        ids: Dict[str, Any] = {"customerId": customer_id}
        call = json_call("DELETE", path, ids, query, options=options)
        return await self._calls.call(call)

    async def revenue(
        self,
        customer_id: str,
        *,
        start_date: Optional[api.DateLike] = None,
        end_date: Optional[api.DateLike] = None,
        group_by: Optional[api.Grouping] = None,
        top: Optional[int] = None,
        table: Optional[Literal["bySubscription", "byStrategy", "byCurrency", "timeSeries"]] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.CustomerRevenue:
        """Read the revenue of a customer.

        The figures of `analytics.revenue` for one customer, with its identity.

        - `start_date`: First day, in UTC, such as 2026-03-01. Default: the window ends with
          the last day and covers 30 days.
        - `end_date`: Last day, inclusive. Default: today.
        - `group_by`: Adds `timeSeries`; sets the length of its rows. In CSV its rows are
          daily by default.
        - `top`: Maximum number of subscriptions listed, latest first; the totals include all
          of them. Default: 100, and all of them for CSV.
        - `table`: The table to export as CSV. Default: bySubscription.
        """
        query: Dict[str, Any] = {
            "startDate": start_date,
            "endDate": end_date,
            "groupBy": group_by,
            "top": top,
            "table": table,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/customers/{customerId}/revenue"
        ids: Dict[str, Any] = {"customerId": customer_id}
        call = json_call("GET", path, ids, query, options=options)
        return await self._calls.call(call)

    async def credit(
        self,
        customer_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.CustomerCredit:
        """Read what is available of the credit of a customer.

        Computed now: usage counts from the answer that it is stored, priced as an invoice
        prices it. `available` equals what is left of the credit less the total of a preview.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/customers/{customerId}/credit"
        ids: Dict[str, Any] = {"customerId": customer_id}
        call = json_call("GET", path, ids, query, options=options)
        return await self._calls.call(call)

    def credit_grants(
        self,
        customer_id: str,
        *,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        currency: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> AsyncList[api.CreditGrantList, api.CreditGrant]:
        """List the credit grants of a customer.

        The latest first, including used and expired ones.

        - `page`: Number of the page, from 1.
        - `limit`: At most 100; a larger value is capped.
        - `currency`: Only amounts in this currency.
        """
        query: Dict[str, Any] = {
            "page": page,
            "limit": limit,
            "currency": currency,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/customers/{customerId}/credit-grants"
        ids: Dict[str, Any] = {"customerId": customer_id}
        return self._calls.list(path, ids, query, options)

    async def create_credit_grant(
        self,
        customer_id: str,
        body: api.CreditGrantCreate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.CreditGrant:
        """Give a customer credit.

        Invoices that become final use it: promotional credit before tax, then credit from
        corrections and paid credit after tax. Of several grants, the one with the lower
        priority number is used first, then the one that expires sooner. An invoice uses a
        grant that was valid at some time of its period.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/customers/{customerId}/credit-grants"
        ids: Dict[str, Any] = {"customerId": customer_id}
        call = json_call("POST", path, ids, query, body, options)
        return await self._calls.call(call)

    async def expire_credit_grant(
        self,
        customer_id: str,
        grant_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.CreditGrant:
        """Expire a credit grant.

        What is left of it expires now, and no invoice uses it any more. A grant that has
        expired keeps its time. Credit that a voided invoice gives back later is a new grant
        of 30 days.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/customers/{customerId}/credit-grants/{grantId}/expire"
        ids: Dict[str, Any] = {"customerId": customer_id, "grantId": grant_id}
        call = json_call("POST", path, ids, query, options=options)
        return await self._calls.call(call)

    def credit_movements(
        self,
        customer_id: str,
        *,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        currency: Optional[str] = None,
        grant_id: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> AsyncList[api.CreditMovementList, api.CreditMovement]:
        """List the credit movements of a customer.

        Every change of the credit, the latest first, with its invoice or payout. The balance
        after the latest one in a currency is the balance of the customer; promotional credit
        has a balance of its own.

        - `page`: Number of the page, from 1.
        - `limit`: At most 100; a larger value is capped.
        - `currency`: Only amounts in this currency.
        - `grant_id`: Only the movements of this credit grant.
        """
        query: Dict[str, Any] = {
            "page": page,
            "limit": limit,
            "currency": currency,
            "grantId": grant_id,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/customers/{customerId}/credit-movements"
        ids: Dict[str, Any] = {"customerId": customer_id}
        return self._calls.list(path, ids, query, options)

    def top_ups(
        self,
        customer_id: str,
        *,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> AsyncList[api.TopUpList, api.TopUp]:
        """List the top-ups of a customer.

        The latest first, including failed ones.

        - `page`: Number of the page, from 1.
        - `limit`: At most 100; a larger value is capped.
        """
        query: Dict[str, Any] = {
            "page": page,
            "limit": limit,
        }
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/customers/{customerId}/top-ups"
        ids: Dict[str, Any] = {"customerId": customer_id}
        return self._calls.list(path, ids, query, options)

    async def top_up(
        self,
        customer_id: str,
        top_up_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.TopUp:
        """Read a top-up."""
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/customers/{customerId}/top-ups/{topUpId}"
        ids: Dict[str, Any] = {"customerId": customer_id, "topUpId": top_up_id}
        call = json_call("GET", path, ids, query, options=options)
        return await self._calls.call(call)

    async def create_top_up(
        self,
        customer_id: str,
        body: api.TopUpCreate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.TopUp:
        """Top up the prepaid credit of a customer.

        Creates an invoice of the kind `top_up`: an advance without tax, due within 24 hours
        and then void. Its payment gives paid credit of the same amount. With `checkout` the
        answer has the link to the payment page. With `saved` the saved payment method is
        charged at once; if the bank wants the customer to confirm the charge, the link is
        mailed to the customer. A declined charge leaves nothing due: 201 with the status
        `failed`. The Idempotency-Key is required, so that no retry tops up twice.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/customers/{customerId}/top-ups"
        ids: Dict[str, Any] = {"customerId": customer_id}
        call = json_call("POST", path, ids, query, body, options)
        return await self._calls.call(call)

    async def auto_top_ups(
        self,
        customer_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
    ) -> api.CustomerAutoTopUps:
        """Read the automatic top-ups of a customer."""
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers)
        path = "/v1/customers/{customerId}/auto-top-ups"
        ids: Dict[str, Any] = {"customerId": customer_id}
        call = json_call("GET", path, ids, query, options=options)
        return await self._calls.call(call)

    async def set_auto_top_up(
        self,
        customer_id: str,
        body: api.AutoTopUpSet,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.AutoTopUp:
        """Set the automatic top-ups of a customer in a currency.

        While less than `threshold` is available, as `customers.credit` says, the saved
        payment method is charged with `amount`: after usage and holds, or within a minute.
        One at a time, and at most `maxPerMonth` in a calendar month. After a failure the next
        one waits for a day, and three in a row switch it off. The customer must have agreed:
        `consentedBy` and `consentText` state who did, and to what. Replaces the one in force;
        needs a saved payment method.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/customers/{customerId}/auto-top-ups"
        ids: Dict[str, Any] = {"customerId": customer_id}
        call = json_call("POST", path, ids, query, body, options)
        return await self._calls.call(call)

    async def switch_off_auto_top_up(
        self,
        customer_id: str,
        auto_top_up_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.AutoTopUp:
        """Switch off an automatic top-up.

        A charge that is under way goes on, and its payment gives its credit. Does nothing if
        it is off.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/customers/{customerId}/auto-top-ups/{autoTopUpId}/switch-off"
        ids: Dict[str, Any] = {"customerId": customer_id, "autoTopUpId": auto_top_up_id}
        call = json_call("POST", path, ids, query, options=options)
        return await self._calls.call(call)

    async def compare_outcomes(
        self,
        customer_id: str,
        body: api.OutcomeComparisonCreate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.OutcomeComparison:
        """Compare outcomes with the count of a customer.

        Takes what the customer counts of a signal in some days, as ids or as units of each
        day, and returns what agrees, what only one side has, and what the difference is worth
        on each invoice. Nothing is changed. `correctionsCsv` can be sent to `POST
        /v1/events/corrections`.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/customers/{customerId}/outcome-comparisons"
        ids: Dict[str, Any] = {"customerId": customer_id}
        call = json_call("POST", path, ids, query, body, options)
        return await self._calls.call(call)

    async def record_credit_payout(
        self,
        customer_id: str,
        body: api.CreditPayoutCreate,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        request_id: Optional[str] = None,
        headers: Optional[ExtraHeaders] = None,
        idempotency_key: Optional[str] = None,
    ) -> api.CreditPayout:
        """Record a payout of customer credit.

        Sends no money: pay the customer first, then record it here, so that no invoice uses
        the credit too. Only credit from corrections can be paid out, not paid or promotional
        credit: 409 when it is more than that in the currency.
        """
        query: Dict[str, Any] = {}
        options = Options(timeout, max_retries, request_id, headers, idempotency_key)
        path = "/v1/customers/{customerId}/credit-payouts"
        ids: Dict[str, Any] = {"customerId": customer_id}
        call = json_call("POST", path, ids, query, body, options)
        return await self._calls.call(call)
