"""Generated from openapi.json by npm run generate: bodies and answers of the API.

A newer service may answer with fields and values that are not listed here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Dict, List, Literal, TypedDict, Union


class Agent(TypedDict):
    """An AI agent, a worker or a service that works for your customers."""

    id: str
    name: str
    agentCode: str
    description: Union[str, None]
    isActive: bool
    context: JsonObject
    #: Number of signals of the agent, including retired ones.
    signalCount: int
    createdAt: str
    updatedAt: str


class AgentBreakdown(TypedDict):
    """Cost and revenue of the work of one agent."""

    agentId: str
    agentName: str
    #: The sum of its lines.
    amount: float
    #: In USD, including usage that no strategy prices.
    cost: float
    #: Number of events on the lines.
    eventCount: int


class AgentCost(TypedDict):
    agentId: str
    agentName: str
    #: In USD; covers only events whose cost is known.
    totalCost: float
    eventCount: int
    #: Number of events whose cost is not known yet; the cost does not include them.
    uncostedEvents: int


class _AgentCreateRequired(TypedDict):
    #: Shown on invoices and in analytics.
    name: str
    #: Your own code for the agent, unique in your organization. Usage records refer to the agent
    #: by it.
    agentCode: str


class AgentCreate(_AgentCreateRequired, total=False):
    #: Description of the work of the agent. Send null to clear it.
    description: Union[str, None]
    context: Union[JsonObject, None]
    #: False marks the agent as retired. Its history stays, and usage is still recorded for it.
    isActive: bool


class AgentEarnedAnalytics(TypedDict):
    """Revenue from the work of agents, without fees."""

    #: Currency of the figures; null when several currencies are involved: see byCurrency.
    currency: Union[str, None]
    #: Units times the rates of plans, without fees; null when several currencies are involved: see
    #: byCurrency.
    agentEarned: Union[float, None]
    #: In USD; covers only events whose cost is known.
    cost: float
    #: Revenue less cost; null when the revenue is not in USD, because costs are.
    margin: Union[float, None]
    #: Margin as a percentage of the revenue; null when there is no revenue.
    marginPercent: Union[float, None]
    #: The reason there is no margin; null when there is one.
    marginNote: Union[str, None]
    totalEvents: int
    #: Number of events whose cost is not known yet; the cost does not include them.
    uncostedEvents: int
    #: Currencies are never added together. Work without a subscription is counted in the total
    #: cost only.
    byCurrency: List[CurrencyEarned]
    #: Sorted by number of events, highest first.
    byAgent: List[AgentEarnings]
    rest: AgentEarnedRests
    dateRange: DateRange
    filters: RevenueFilters
    #: Everything committed before this time is included. Figures of large organizations may be a
    #: few minutes old while usage is recorded.
    asOf: str


class AgentEarnedRest(TypedDict):
    eventCount: int
    #: Currency of the total.
    currency: Union[str, None]
    #: In that currency; null when the total is null.
    agentEarned: Union[float, None]
    #: In USD; covers only events whose cost is known.
    cost: float
    #: Number of events whose cost is not known yet; the cost does not include them.
    uncostedEvents: int
    byCurrency: List[CurrencyEarnedRest]


class AgentEarnedRests(TypedDict):
    """For each table, the difference between the total and its rows: amounts that belong to no
    listed row, and rounding. With it, each table adds up to the total to the last digit
    shown.
    """

    byAgent: AgentEarnedRest
    byCurrency: CurrencyCostRest


class AgentEarnings(TypedDict):
    agentId: str
    agentName: str
    eventCount: int
    #: Currency of the figures; null when several currencies are involved: see byCurrency.
    currency: Union[str, None]
    #: Units times the rates of plans, without fees; null when several currencies are involved: see
    #: byCurrency.
    agentEarned: Union[float, None]
    #: In USD; covers only events whose cost is known.
    cost: float
    #: Revenue less cost; null when the revenue is not in USD, because costs are.
    margin: Union[float, None]
    #: Margin as a percentage of the revenue; null when there is no revenue.
    marginPercent: Union[float, None]
    #: The reason there is no margin; null when there is one.
    marginNote: Union[str, None]
    #: Number of events whose cost is not known yet; the cost does not include them.
    uncostedEvents: int
    #: Currencies are never added together. Work without a subscription is counted in the total
    #: cost only.
    byCurrency: List[CurrencyEarned]


class AgentLink(TypedDict):
    agentId: str


class AgentList(TypedDict):
    """One page of results and the total number of results."""

    results: List[Agent]
    page: int
    limit: int
    totalPages: int
    #: Exact number of results.
    totalResults: int


class AgentUpdate(TypedDict, total=False):
    #: Shown on invoices and in analytics.
    name: str
    #: Your own code for the agent, unique in your organization. Usage records refer to the agent
    #: by it.
    agentCode: str
    #: Description of the work of the agent. Send null to clear it.
    description: Union[str, None]
    context: Union[JsonObject, None]
    #: False marks the agent as retired. Its history stays, and usage is still recorded for it.
    isActive: bool


class _AnnouncedRequired(TypedDict):
    #: Of two announcements about one object, the higher version is the later state.
    version: int


class Announced(_AnnouncedRequired, total=False):
    """What an announcement adds to its object."""

    #: What an announcement leaves out. Absent if it is complete.
    omitted: List[OmittedField]


class _AnnouncedInvoiceRequired(TypedDict):
    id: str
    invoiceNumber: str
    customerId: str
    customerName: str
    customerExternalId: Union[str, None]
    kind: Union[InvoiceKind, str]
    #: Null for other kinds of invoice.
    subscriptionId: Union[str, None]
    status: Union[InvoiceStatus, str]
    #: Amount that the customer owes for this invoice, including taxes.
    total: float
    #: Amount that remains to be paid.
    amountDue: float
    currency: str
    periodStart: str
    #: Exclusive end of the billed range.
    periodEnd: str
    #: Before the invoice is issued: when it was generated.
    issueDate: str
    dueDate: str
    #: Time zone of the dates on the invoice.
    timezone: str
    #: True: issued automatically while the customer had no email address, and not sent since.
    issuedWithoutEmail: bool
    createdAt: str
    updatedAt: str
    #: Days after the issue date.
    netTerms: int
    memo: Union[str, None]
    lineItems: List[InvoiceLine]
    #: Sum of the lines.
    subtotal: float
    discounts: List[InvoiceDiscount]
    discountTotal: float
    taxes: List[InvoiceTax]
    #: total + creditTotal - taxTotal: the amount charged without any tax.
    netTotal: float
    #: Sum of all taxes; only taxes that are not inclusive are added to the total.
    taxTotal: float
    #: Customer credit used by the invoice; a draft only shows it. Negative: credit that the
    #: invoice gives to the customer.
    creditTotal: float
    #: Equal to total: subtotal - discountTotal + added taxes - creditTotal.
    totalAmount: float
    agentBreakdown: List[AgentBreakdown]
    margin: Union[float, None]
    payUrl: Union[str, None]
    seller: Seller
    buyer: Buyer
    amountPaid: float
    amountRefunded: float
    payments: List[InvoicePayment]
    paidAt: Union[str, None]
    voidedAt: Union[str, None]
    #: As it was sent. Not visible to customers.
    voidReason: Union[str, None]
    #: Of two announcements about one object, the higher version is the later state.
    version: int


class AnnouncedInvoice(_AnnouncedInvoiceRequired, total=False):
    """An invoice. Without `includeCosts`, `cost` and `margin` are null, `agentBreakdown` is
    empty and `totalCost` is missing.
    """

    #: Your cost of the work, in USD.
    totalCost: float
    #: What an announcement leaves out. Absent if it is complete.
    omitted: List[OmittedField]


class Announcement(TypedDict):
    """A change, in the form in which webhooks deliver it."""

    id: str
    type: Union[AnnouncementType, str]
    #: When it happened, in business time.
    timestamp: str
    #: Null if it is about the whole organization.
    customerId: Union[str, None]
    #: The object as it is read by its own route, with its `version`: of two announcements about
    #: one object, the one with the higher version is the later state. Rendered once and never
    #: changed. Lists in it end after 100 items, and it has at most 256 KB: `omitted` names what is
    #: left out and where to read it.
    data: JsonObject


class _AnnouncementListRequired(TypedDict):
    results: List[Announcement]
    page: int
    limit: int
    totalPages: int
    #: Exact number of results.
    totalResults: int


class AnnouncementList(_AnnouncementListRequired, total=False):
    """One page of announcements, or the next ones of the feed."""

    #: Only with `after`: send it as the next `after`, with the same filters. It also moves on if
    #: nothing matched.
    nextAfter: str


class AnnouncementResend(TypedDict, total=False):
    #: Sends it to this endpoint, even if it was never delivered there. Default: all endpoints that
    #: have a delivery of it.
    endpointId: str


#: New types may be added. listAnnouncementTypes describes each one.
AnnouncementType = Literal[
    "customer.created",
    "customer.updated",
    "customer.deleted",
    "subscription.created",
    "subscription.activated",
    "subscription.updated",
    "subscription.ended",
    "invoice.finalized",
    "invoice.issued",
    "invoice.paid",
    "invoice.overdue",
    "invoice.voided",
    "invoice.refunded",
    "payment.succeeded",
    "payment.failed",
    "refund.succeeded",
    "refund.failed",
    "usage.voided",
    "usage.amended",
    "usage.model_unknown",
    "catalog.price_changed",
    "catalog.price_quarantined",
    "coupon.created",
    "coupon.updated",
    "coupon.deleted",
    "pricing_plan.created",
    "pricing_plan.updated",
    "pricing_plan.deleted",
    "email.failed",
    "webhook.test",
]


class AnnouncementTypeDescription(TypedDict):
    """A type, with an example of it."""

    type: Union[AnnouncementType, str]
    description: str
    #: Kind of the object in `data`.
    object: str
    example: Announcement


class AnnouncementTypeList(TypedDict):
    """The types of announcements."""

    #: All types.
    results: List[AnnouncementTypeDescription]


class Attention(TypedDict):
    """Items that currently need attention."""

    #: Number of events whose cost is not known, of all time.
    uncostedEvents: int
    #: Events of the last 30 days that name an LLM without any token; such an LLM costs 0.
    eventsWithoutTokens: int
    unpriced: Unpriced
    #: Overdue invoices, by currency.
    overdue: List[OverdueAmount]
    #: Unpaid invoices with at least one failed payment.
    failedCharges: int
    #: Emails of the last 30 days that failed permanently.
    failedMails: int
    #: Webhook endpoints that the service disabled, because they only failed or answered 410.
    disabledWebhooks: int
    #: Drafts that are finalized and sent automatically within 24 hours.
    draftsGoingOut: int
    #: When the first of these drafts is sent, in business time.
    firstDraftAt: Union[str, None]
    #: Running or ended subscriptions with time ranges that are not billed automatically.
    unbilledSubscriptions: int
    #: Unbilled time ranges of up to 20 of these subscriptions.
    unbilledTime: List[UnbilledSubscriptionTime]


class BilledBefore(TypedDict):
    """The tiers price a total, of which this line does not bill these units: for late usage,
    those billed before; for a part of a billing period, those used before that part.
    """

    quantity: float
    amount: float


BillingCycle = Literal["monthly", "yearly", "custom"]


#: Describes the agreement. The strategies of the plan determine the charges.
BillingModel = Literal["subscription", "usage", "hybrid"]


class BillingPeriod(TypedDict):
    start: str
    #: Exclusive end of the period.
    end: str


class BookCheck(TypedDict):
    name: str
    #: The equality that is checked.
    says: str
    #: Number of events or invoices compared.
    compared: int
    #: The first hundred.
    differences: List[BookDifference]
    hasMore: bool


class BookDifference(TypedDict):
    #: Null for a sum of the whole organization.
    customerId: Union[str, None]
    #: The row that differs: an invoice, an event, or a position in the sums.
    subject: str
    #: The value derived from its source; several figures are separated by slashes.
    expected: str
    #: The stored value.
    actual: str


class Buyer(TypedDict):
    """The customer as printed: copied when the invoice leaves `draft` and unchanged since.
    Emails go to the current address of the customer.
    """

    name: str
    email: Union[str, None]
    addressLine1: Union[str, None]
    addressLine2: Union[str, None]
    city: Union[str, None]
    state: Union[str, None]
    zipCode: Union[str, None]
    country: Union[str, None]
    #: The address as printed, in the order of its country.
    addressLines: List[str]
    billingContactName: Union[str, None]
    billingContactEmail: Union[str, None]
    taxId: Union[str, None]
    taxExemptionReason: Union[str, None]
    #: Time zone of the dates on the invoice.
    timezone: str


class CatalogPriceChangedAnnouncement(TypedDict):
    """The price of a model or service that you used changed in the price list, from
    `effectiveFrom` on.
    """

    #: The same in every attempt; also the header `webhook-id`.
    id: str
    type: Literal["catalog.price_changed"]
    #: When it happened, in business time.
    timestamp: str
    customerId: Union[str, None]
    data: Dict[str, Any]


class CatalogPriceQuarantinedAnnouncement(TypedDict):
    """A new price of a model or service that you used looks implausible. It is not used until
    the operator of the deployment accepts it.
    """

    #: The same in every attempt; also the header `webhook-id`.
    id: str
    type: Literal["catalog.price_quarantined"]
    #: When it happened, in business time.
    timestamp: str
    customerId: Union[str, None]
    data: QuarantinedPrice


#: When the charge is billed. usage: by the events of a signal in the billing period.
#: recurring: once per period. seat_based: once per period for each seat. onetime: on the start
#: date.
ChargeType = Literal["usage", "recurring", "seat_based", "onetime"]


class CostAnalytics(TypedDict):
    """Cost of the work in a range of days, in USD, by several dimensions."""

    #: In USD; covers only events whose cost is known.
    totalCost: float
    totalEvents: int
    #: Number of events whose cost is not known yet; the cost does not include them.
    uncostedEvents: int
    #: Number of events with an LLM without any token, which costs 0; a streamed response may lack
    #: its usage.
    eventsWithoutTokens: int
    byAgent: List[AgentCost]
    #: At most `top`, sorted by number of events, highest first.
    byCustomer: List[CustomerCost]
    bySignal: List[SignalCost]
    #: Every day in order, including days without events.
    byDay: List[DayCost]
    #: By the plan of the subscription that the work belongs to.
    byPlan: List[PlanCost]
    #: Most expensive first.
    byModel: List[ModelCost]
    rest: CostRests
    dateRange: DateRange
    filters: CostFilters


class CostFilters(TypedDict, total=False):
    """The filters of the request, without its dates."""

    #: The Piecework id, not your external id.
    customerId: str
    #: Only work of this agent.
    agentId: str
    #: Only work of this signal.
    signalId: str
    #: Maximum number of customers, signals or agents listed, those with the most events first.
    #: Default: 100.
    top: int


class CostLine(TypedDict):
    """One priced component of a cost, in USD."""

    cost: float
    units: float
    costPerUnit: float


#: Components of a cost; keys are `<model>/<dimension>`.
CostLines = Dict[str, "CostLine"]


class CostRange(TypedDict):
    low: float
    high: float


class CostRest(TypedDict):
    #: In USD; covers only events whose cost is known.
    totalCost: float
    eventCount: int
    #: Number of events whose cost is not known yet; the cost does not include them.
    uncostedEvents: int


class CostRests(TypedDict):
    """For each table, the difference between the total and its rows: amounts that belong to no
    listed row, and rounding. With it, each table adds up to the total to the last digit
    shown.
    """

    byAgent: CostRest
    byCustomer: CostRest
    bySignal: CostRest
    byDay: CostRest
    byPlan: CostRest
    byModel: ModelCostRest


class Coupon(TypedDict):
    """A reduction of invoices. Applied to a customer or a subscription as a discount."""

    id: str
    name: str
    #: Null for a fixed amount.
    percentOff: Union[float, None]
    #: Null for a percentage.
    amountOff: Union[float, None]
    #: ISO 4217 currency of amountOff.
    currency: Union[str, None]
    duration: Union[CouponDuration, str]
    #: Only with duration repeating, where it is required.
    durationPeriods: Union[int, None]
    #: False: the coupon cannot be applied any more. Existing discounts continue.
    isActive: bool
    #: Number of discounts created from the coupon, including ended ones.
    timesGiven: int
    createdAt: str
    updatedAt: str


class _CouponCreateRequired(TypedDict):
    #: Printed on invoices.
    name: str


class CouponCreate(_CouponCreateRequired, total=False):
    #: 10 for 10 % off; above 0 and at most 100. Send exactly one of percentOff and amountOff. A
    #: number or decimal text.
    percentOff: Union[float, str, None]
    #: A fixed amount off, in currency. Invoices in other currencies are not reduced. A number or
    #: decimal text.
    amountOff: Union[float, str, None]
    #: ISO 4217 currency of amountOff.
    currency: Union[str, None]
    duration: CouponDuration
    #: Only with duration repeating, where it is required.
    durationPeriods: Union[int, None]
    #: False: the coupon cannot be applied any more. Existing discounts continue.
    isActive: bool


class CouponCreatedAnnouncement(TypedDict):
    """A coupon was created."""

    #: The same in every attempt; also the header `webhook-id`.
    id: str
    type: Literal["coupon.created"]
    #: When it happened, in business time.
    timestamp: str
    customerId: Union[str, None]
    data: Dict[str, Any]


class CouponDeletedAnnouncement(TypedDict):
    """A coupon was deleted."""

    #: The same in every attempt; also the header `webhook-id`.
    id: str
    type: Literal["coupon.deleted"]
    #: When it happened, in business time.
    timestamp: str
    customerId: Union[str, None]
    data: Dict[str, Any]


#: Number of invoices of a customer or subscription that are reduced. once: the next one.
#: repeating: as many as durationPeriods says. forever: all of them.
CouponDuration = Literal["once", "repeating", "forever"]


class CouponList(TypedDict):
    """One page of results and the total number of results."""

    results: List[Coupon]
    page: int
    limit: int
    totalPages: int
    #: Exact number of results.
    totalResults: int


class CouponUpdate(TypedDict, total=False):
    """The terms of a coupon cannot change: create another coupon instead."""

    #: Printed on invoices.
    name: str
    #: False: the coupon cannot be applied any more. Existing discounts continue.
    isActive: bool


class CouponUpdatedAnnouncement(TypedDict):
    """A coupon was renamed, activated or deactivated."""

    #: The same in every attempt; also the header `webhook-id`.
    id: str
    type: Literal["coupon.updated"]
    #: When it happened, in business time.
    timestamp: str
    customerId: Union[str, None]
    data: Dict[str, Any]


class CreditBalance(TypedDict):
    currency: str
    amount: float


class CreditPayout(TypedDict):
    """Credit that was paid out to a customer."""

    id: str
    customerId: str
    currency: str
    amount: float
    reference: Union[str, None]
    paidAt: str
    #: Remaining credit in that currency.
    creditBalance: float


class _CreditPayoutCreateRequired(TypedDict):
    currency: str
    #: A positive number or decimal text, at most the available credit in that currency.
    amount: Union[float, str]


class CreditPayoutCreate(_CreditPayoutCreateRequired, total=False):
    #: Your own reference, such as the number of a bank transfer.
    reference: str


class CurrencyAmount(TypedDict):
    currency: str
    amount: str


class CurrencyCostRest(TypedDict):
    """Work without a subscription."""

    #: In USD; covers only events whose cost is known.
    cost: float


class CurrencyEarned(TypedDict):
    currency: str
    agentEarned: float
    #: In USD; covers only events whose cost is known.
    cost: float
    #: Revenue less cost; null when the revenue is not in USD, because costs are.
    margin: Union[float, None]
    #: Margin as a percentage of the revenue; null when there is no revenue.
    marginPercent: Union[float, None]
    #: The reason there is no margin; null when there is one.
    marginNote: Union[str, None]


class CurrencyEarnedRest(TypedDict):
    currency: str
    agentEarned: float
    #: In USD; covers only events whose cost is known.
    cost: float


class CurrencyInvoiceTotals(TypedDict):
    currency: str
    #: Totals of invoices dated in the window that are issued or overdue.
    billed: float
    #: Payments for invoices dated in the window that are paid, less refunds.
    collected: float


class CurrencyMargin(TypedDict):
    currency: str
    revenue: float
    #: In USD; covers only events whose cost is known.
    cost: float
    #: Revenue less cost; null when the revenue is not in USD, because costs are.
    margin: Union[float, None]
    #: Margin as a percentage of the revenue; null when there is no revenue.
    marginPercent: Union[float, None]
    #: The reason there is no margin; null when there is one.
    marginNote: Union[str, None]


class CurrencyMrr(TypedDict):
    currency: str
    mrr: float


class CurrencyRevenue(TypedDict):
    """Revenue in one currency, and the cost of the work of its subscriptions."""

    currency: str
    #: agentEarned and the fees, before discounts and tax.
    revenue: float
    #: Units times the rates of the plan, without fees.
    agentEarned: float
    #: Part of the revenue billed by lines of finalized invoices, including late usage once an
    #: invoice bills it. A window that covers part of a usage line includes its share.
    invoiced: float
    #: The remaining revenue, including late usage until an invoice bills it; negative when the
    #: next invoice gives something back. At the prices of a finalized invoice of the same period,
    #: otherwise at the current prices.
    notInvoiced: float
    breakdown: RevenueBreakdown
    #: In USD; covers only events whose cost is known.
    cost: float
    #: Revenue less cost; null when the revenue is not in USD, because costs are.
    margin: Union[float, None]
    #: Margin as a percentage of the revenue; null when there is no revenue.
    marginPercent: Union[float, None]
    #: The reason there is no margin; null when there is one.
    marginNote: Union[str, None]


class Customer(TypedDict):
    """A company or person that you bill."""

    id: str
    name: str
    externalId: Union[str, None]
    email: Union[str, None]
    phone: Union[str, None]
    addressLine1: Union[str, None]
    addressLine2: Union[str, None]
    city: Union[str, None]
    state: Union[str, None]
    zipCode: Union[str, None]
    country: Union[str, None]
    timezone: str
    status: Union[CustomerStatus, str]
    billingContactName: Union[str, None]
    billingContactEmail: Union[str, None]
    netTerms: int
    invoiceEmailRecipients: List[str]
    #: True: no tax is charged, regardless of the tax rates.
    isTaxExempt: bool
    #: Null: the organization's defaults apply.
    taxRateIds: Union[List[str], None]
    taxExemptionReason: Union[str, None]
    taxId: Union[str, None]
    #: Credit from earlier invoices, by currency. The next invoices use it; recordCreditPayout
    #: records that it was paid out.
    creditBalances: List[CreditBalance]
    metadata: JsonObject
    #: Grows with each change of these details; not with `creditBalances`, which follow from
    #: invoices. 1 at creation; see If-Match.
    version: int
    createdAt: str
    updatedAt: str


class CustomerCost(TypedDict):
    customerId: str
    customerName: str
    #: In USD; covers only events whose cost is known.
    totalCost: float
    eventCount: int
    #: Number of events whose cost is not known yet; the cost does not include them.
    uncostedEvents: int


class _CustomerCreateRequired(TypedDict):
    #: Printed on invoices.
    name: str


class CustomerCreate(_CustomerCreateRequired, total=False):
    #: Your own id for the customer, unique in your organization. Usage records send it as
    #: `customerExternalId`. Deleting a customer releases its id.
    externalId: Union[str, None]
    #: Email address for invoices.
    email: Union[str, None]
    #: Not validated.
    phone: Union[str, None]
    #: Street and number.
    addressLine1: Union[str, None]
    #: Floor, building, department.
    addressLine2: Union[str, None]
    #: Town or city.
    city: Union[str, None]
    #: State, province or region.
    state: Union[str, None]
    #: Postal code.
    zipCode: Union[str, None]
    #: Printed as sent, except that a two-letter ISO 3166-1 code, such as US or DE, is printed as
    #: the name of the country.
    country: Union[str, None]
    #: Name of the person responsible for invoices.
    billingContactName: Union[str, None]
    #: Email address of the person responsible for invoices.
    billingContactEmail: Union[str, None]
    #: Additional email addresses that receive a copy of every invoice.
    invoiceEmailRecipients: Union[Sequence[str], None]
    #: Printed on invoices exactly as sent, such as VAT DE123456789.
    taxId: Union[str, None]
    #: Printed on invoices while isTaxExempt is true, such as Reverse charge, Art. 196 VAT
    #: Directive.
    taxExemptionReason: Union[str, None]
    #: Active tax rates that apply instead of the organization's defaults, in the order in which
    #: they are printed. An empty list: no tax rates. Null: the defaults apply.
    taxRateIds: Union[Sequence[str], None]
    metadata: Union[JsonObject, None]
    #: IANA name of the time zone in which billing periods begin and end at midnight, such as
    #: Europe/Berlin. Aliases are kept as sent; offsets such as +01:00 are rejected.
    timezone: str
    status: CustomerStatus
    #: Whole days from the issue date of an invoice to its due date.
    netTerms: int
    #: True: no tax is charged, regardless of the tax rates.
    isTaxExempt: bool


class CustomerCreatedAnnouncement(TypedDict):
    """A customer was created, by a request or by the first usage record that names it."""

    #: The same in every attempt; also the header `webhook-id`.
    id: str
    type: Literal["customer.created"]
    #: When it happened, in business time.
    timestamp: str
    customerId: Union[str, None]
    data: Dict[str, Any]


class CustomerDeletedAnnouncement(TypedDict):
    """A customer was deleted; `data` is its last state."""

    #: The same in every attempt; also the header `webhook-id`.
    id: str
    type: Literal["customer.deleted"]
    #: When it happened, in business time.
    timestamp: str
    customerId: Union[str, None]
    data: Dict[str, Any]


class CustomerFigures(TypedDict):
    """Revenue, cost and open balance of a customer."""

    customerId: str
    customerName: str
    eventCount: int
    #: Currency of the revenue; null when several currencies are involved: see byCurrency.
    currency: Union[str, None]
    #: As in getCustomerRevenue; null when several currencies are involved: see byCurrency.
    revenue: Union[float, None]
    #: In USD; covers only events whose cost is known.
    cost: float
    #: Number of events whose cost is not known yet; the cost does not include them.
    uncostedEvents: int
    unpriced: Unpriced
    #: Revenue less cost; null when the revenue is not in USD, because costs are.
    margin: Union[float, None]
    #: Margin as a percentage of the revenue; null when there is no revenue.
    marginPercent: Union[float, None]
    #: The reason there is no margin; null when there is one.
    marginNote: Union[str, None]
    #: Currencies are never added together; those without revenue and work are left out. Work
    #: without a subscription is counted in the total cost only.
    byCurrency: List[CurrencyMargin]
    #: Current open balances, regardless of the window, by currency. Currencies in which nothing is
    #: owed are left out.
    openBalances: List[OpenBalance]


class CustomerFiguresFilters(TypedDict, total=False):
    """The filters of the request, without its dates."""

    #: One customer, or several: customerId=…&customerId=….
    customerId: List[str]


class CustomerFiguresList(TypedDict):
    """One page of customers with their figures, most recently created first."""

    results: List[CustomerFigures]
    page: int
    limit: int
    totalPages: int
    #: Exact number of results.
    totalResults: int
    dateRange: DateRange
    filters: CustomerFiguresFilters
    #: Everything committed before this time is included. Figures of large organizations may be a
    #: few minutes old while usage is recorded.
    asOf: str


class CustomerList(TypedDict):
    """One page of results and the total number of results."""

    results: List[Customer]
    page: int
    limit: int
    totalPages: int
    #: Exact number of results.
    totalResults: int


class CustomerMargin(TypedDict):
    customerId: str
    customerName: str
    currency: Union[str, None]
    revenue: Union[float, None]
    #: In USD; covers only events whose cost is known.
    cost: float
    #: Revenue less cost; null when the revenue is not in USD, because costs are.
    margin: Union[float, None]
    #: Margin as a percentage of the revenue; null when there is no revenue.
    marginPercent: Union[float, None]
    #: The reason there is no margin; null when there is one.
    marginNote: Union[str, None]
    #: Number of events whose cost is not known yet; the cost does not include them.
    uncostedEvents: int


class CustomerMargins(TypedDict):
    """Customers with revenue or work in a window, lowest margin first."""

    #: Lowest margin first.
    results: List[CustomerMargin]
    #: Number of customers with a margin.
    totalResults: int
    #: Number of customers without a margin, because their revenue is not in USD as costs are.
    withoutMargin: int
    dateRange: DateRange
    #: Everything committed before this time is included. Figures of large organizations may be a
    #: few minutes old while usage is recorded.
    asOf: str


class CustomerOfRevenue(TypedDict):
    id: str
    name: str
    externalId: Union[str, None]
    email: Union[str, None]
    status: str


class _CustomerRevenueRequired(TypedDict):
    customer: CustomerOfRevenue
    #: Currency of all figures; null when several currencies are involved: see byCurrency.
    currency: Union[str, None]
    #: agentEarned and the fees, before discounts and tax; null when several currencies are
    #: involved: see byCurrency.
    revenue: Union[float, None]
    #: In USD; covers only events whose cost is known.
    cost: float
    #: Number of events whose cost is not known yet; the cost does not include them.
    uncostedEvents: int
    #: Revenue less cost; null when the revenue is not in USD, because costs are.
    margin: Union[float, None]
    #: Margin as a percentage of the revenue; null when there is no revenue.
    marginPercent: Union[float, None]
    #: The reason there is no margin; null when there is one.
    marginNote: Union[str, None]
    #: Units times rates, without fees; null when several currencies are involved: see byCurrency.
    agentEarned: Union[float, None]
    #: Part of the revenue billed by lines of finalized invoices, including late usage once an
    #: invoice bills it. A window that covers part of a usage line includes its share; null when
    #: several currencies are involved: see byCurrency.
    invoiced: Union[float, None]
    #: The remaining revenue, including late usage until an invoice bills it; negative when the
    #: next invoice gives something back. At the prices of a finalized invoice of the same period,
    #: otherwise at the current prices; null when several currencies are involved: see byCurrency.
    notInvoiced: Union[float, None]
    #: The revenue by kind; null when several currencies are involved: see byCurrency.
    breakdown: Union[RevenueBreakdown, None]
    #: Currencies are never added together. Work without a subscription is counted in the total
    #: cost only.
    byCurrency: List[CurrencyRevenue]
    #: At most `top`: those that run in the window, latest start date first, then those that only
    #: an invoice bills there.
    bySubscription: List[SubscriptionRevenue]
    #: True if there are more subscriptions. The totals include all of them.
    hasMoreSubscriptions: bool
    #: Strategies with units or revenue in the window, sorted by plan and name.
    byStrategy: List[StrategyRevenue]
    rest: RevenueRests
    dateRange: DateRange
    #: Everything committed before this time is included. Figures of large organizations may be a
    #: few minutes old while usage is recorded.
    asOf: str


class CustomerRevenue(_CustomerRevenueRequired, total=False):
    """A customer and its revenue in a range of days."""

    #: With groupBy: every bucket in order, for each currency. The buckets of a currency add up to
    #: its revenue.
    timeSeries: List[RevenueBucket]


#: For display and filtering; billing does not depend on it.
CustomerStatus = Literal["active", "inactive", "suspended"]


class CustomerUpdate(TypedDict, total=False):
    #: Printed on invoices.
    name: str
    #: Your own id for the customer, unique in your organization. Usage records send it as
    #: `customerExternalId`. Deleting a customer releases its id.
    externalId: Union[str, None]
    #: Email address for invoices.
    email: Union[str, None]
    #: Not validated.
    phone: Union[str, None]
    #: Street and number.
    addressLine1: Union[str, None]
    #: Floor, building, department.
    addressLine2: Union[str, None]
    #: Town or city.
    city: Union[str, None]
    #: State, province or region.
    state: Union[str, None]
    #: Postal code.
    zipCode: Union[str, None]
    #: Printed as sent, except that a two-letter ISO 3166-1 code, such as US or DE, is printed as
    #: the name of the country.
    country: Union[str, None]
    #: Name of the person responsible for invoices.
    billingContactName: Union[str, None]
    #: Email address of the person responsible for invoices.
    billingContactEmail: Union[str, None]
    #: Additional email addresses that receive a copy of every invoice.
    invoiceEmailRecipients: Union[Sequence[str], None]
    #: Printed on invoices exactly as sent, such as VAT DE123456789.
    taxId: Union[str, None]
    #: Printed on invoices while isTaxExempt is true, such as Reverse charge, Art. 196 VAT
    #: Directive.
    taxExemptionReason: Union[str, None]
    #: Active tax rates that apply instead of the organization's defaults, in the order in which
    #: they are printed. An empty list: no tax rates. Null: the defaults apply.
    taxRateIds: Union[Sequence[str], None]
    metadata: Union[JsonObject, None]
    #: IANA name of the time zone in which billing periods begin and end at midnight, such as
    #: Europe/Berlin. Aliases are kept as sent; offsets such as +01:00 are rejected.
    timezone: str
    status: CustomerStatus
    #: Whole days from the issue date of an invoice to its due date.
    netTerms: int
    #: True: no tax is charged, regardless of the tax rates.
    isTaxExempt: bool


class CustomerUpdatedAnnouncement(TypedDict):
    """Fields of a customer changed."""

    #: The same in every attempt; also the header `webhook-id`.
    id: str
    type: Literal["customer.updated"]
    #: When it happened, in business time.
    timestamp: str
    customerId: Union[str, None]
    data: Dict[str, Any]


DailyWindow = TypedDict(
    "DailyWindow", {
    "from": "str",
    "to": "str",
    }
)


class DateRange(TypedDict):
    """The days, in UTC, that the figures cover; both inclusive."""

    startDate: str
    endDate: str


class DayCost(TypedDict):
    date: str
    #: In USD; covers only events whose cost is known.
    totalCost: float
    eventCount: int
    #: Number of events whose cost is not known yet; the cost does not include them.
    uncostedEvents: int
    #: The cost as a percentage of that of the window; null when that is zero.
    costPercent: Union[float, None]


class DeliveriesOfAnnouncement(TypedDict):
    """The deliveries of an announcement, also to endpoints that were deleted."""

    #: One for each endpoint.
    results: List[WebhookDelivery]


#: Adds `dimensionBreakdown`.
Dimension = Literal["customer", "signal", "agent"]


class DimensionBucket(TypedDict):
    dimensionId: str
    dimensionName: str
    #: First day of the bucket: a Monday for weeks, the first of the month for months.
    date: str
    eventCount: int
    totalQuantity: float
    #: In USD; covers only events whose cost is known.
    totalCost: float
    #: Number of events whose cost is not known yet; the cost does not include them.
    uncostedEvents: int


class DimensionSummary(TypedDict):
    dimensionId: str
    dimensionName: str
    totalEvents: int
    #: Units recorded, including rejected ones.
    totalQuantity: float
    #: In USD; covers only events whose cost is known.
    totalCost: float
    #: Average over the events whose cost is known; 0 when there are none.
    avgCostPerEvent: float
    #: Number of events whose cost is not known yet; the cost does not include them.
    uncostedEvents: int


class Discount(TypedDict):
    """A coupon applied to a customer or to one of its subscriptions."""

    id: str
    couponId: str
    customerId: str
    #: Null when it applies to every subscription of the customer.
    subscriptionId: Union[str, None]
    #: Name of the coupon.
    name: str
    #: Null for a fixed amount.
    percentOff: Union[float, None]
    #: Null for a percentage.
    amountOff: Union[float, None]
    #: ISO 4217 currency of amountOff.
    currency: Union[str, None]
    duration: Union[CouponDuration, str]
    #: Only with duration repeating, where it is required.
    durationPeriods: Union[int, None]
    #: Number of invoices reduced, not counting void ones.
    periodsUsed: int
    #: Number of invoices still to be reduced; null for duration forever. 0 once it has ended.
    periodsLeft: Union[int, None]
    createdAt: str
    #: When it was given or ended, in real time; not when an invoice used it.
    updatedAt: str
    #: Invoices generated after this time are not reduced.
    endedAt: Union[str, None]


class _DiscountCreateRequired(TypedDict):
    #: An active coupon.
    couponId: str


class DiscountCreate(_DiscountCreateRequired, total=False):
    #: The customer whose invoices are reduced: those of all subscriptions, unless subscriptionId
    #: is set.
    customerId: str
    #: Reduces the invoices of this subscription only. customerId is then not needed.
    subscriptionId: str


class DiscountList(TypedDict):
    """One page of results and the total number of results."""

    results: List[Discount]
    page: int
    limit: int
    totalPages: int
    #: Exact number of results.
    totalResults: int


class Email(TypedDict):
    """A message to a customer. The PDF is attached when the message is sent."""

    id: str
    kind: Union[EmailKind, str]
    status: Union[EmailStatus, str]
    #: The Message-ID, as returned when the invoice was sent.
    messageId: str
    customerId: str
    invoiceId: Union[str, None]
    to: str
    cc: List[str]
    subject: str
    attempts: int
    nextAttemptAt: Union[str, None]
    lastError: Union[str, None]
    createdAt: str
    sentAt: Union[str, None]
    #: A logo in it refers to an attachment, as `cid:logo`.
    html: str
    text: str


class EmailFailedAnnouncement(TypedDict):
    """An email to a customer failed permanently."""

    #: The same in every attempt; also the header `webhook-id`.
    id: str
    type: Literal["email.failed"]
    #: When it happened, in business time.
    timestamp: str
    customerId: Union[str, None]
    data: Dict[str, Any]


#: receipt: confirms an online payment. payment, refund, void: a payment that you recorded, a
#: refund, or a voided invoice. portal_link: a portal link that the customer requested, kept
#: only when there is no SMTP server. address_change: sent to the address that a customer has
#: replaced.
EmailKind = Literal[
    "invoice",
    "reminder",
    "receipt",
    "payment",
    "refund",
    "void",
    "portal_link",
    "address_change",
]


class EmailList(TypedDict):
    """One page of results and the total number of results."""

    results: List[EmailSummary]
    page: int
    limit: int
    totalPages: int
    #: Exact number of results.
    totalResults: int


#: captured: there is no SMTP server, and the message was kept. failed: permanently failed, see
#: `lastError`.
EmailStatus = Literal["queued", "sent", "captured", "failed"]


class EmailSummary(TypedDict):
    """A message to a customer, without its text."""

    id: str
    kind: Union[EmailKind, str]
    status: Union[EmailStatus, str]
    #: The Message-ID, as returned when the invoice was sent.
    messageId: str
    customerId: str
    invoiceId: Union[str, None]
    to: str
    cc: List[str]
    subject: str
    attempts: int
    nextAttemptAt: Union[str, None]
    lastError: Union[str, None]
    createdAt: str
    sentAt: Union[str, None]


class EventAmend(TypedDict, total=False):
    #: Billing units of the signal. Default: unchanged.
    quantity: int
    #: Model id or service SKU; case and surrounding spaces do not matter.
    model: str
    #: Provider name as in the catalog.
    modelProvider: str
    #: Prompt tokens, including cached ones. Ignored for non-LLM services.
    inputTokens: int
    #: Completion tokens. Ignored for non-LLM services.
    outputTokens: int
    #: The part of inputTokens read from a cache.
    cacheReadTokens: int
    #: The part of inputTokens written to a cache.
    cacheWriteTokens: int
    #: Instead of model + modelProvider. Replaces all services of the event.
    services: Sequence[UsedService]
    #: For your records; not visible to customers.
    reason: str


class _EventAmendByKeyRequired(TypedDict):
    #: The customer of the record; keys are unique for each customer.
    customerExternalId: str
    #: The idempotencyKey of the record.
    idempotencyKey: str


class EventAmendByKey(_EventAmendByKeyRequired, total=False):
    #: Billing units of the signal. Default: unchanged.
    quantity: int
    #: Model id or service SKU; case and surrounding spaces do not matter.
    model: str
    #: Provider name as in the catalog.
    modelProvider: str
    #: Prompt tokens, including cached ones. Ignored for non-LLM services.
    inputTokens: int
    #: Completion tokens. Ignored for non-LLM services.
    outputTokens: int
    #: The part of inputTokens read from a cache.
    cacheReadTokens: int
    #: The part of inputTokens written to a cache.
    cacheWriteTokens: int
    #: Instead of model + modelProvider. Replaces all services of the event.
    services: Sequence[UsedService]
    #: For your records; not visible to customers.
    reason: str


class EventCorrection(TypedDict):
    """An amendment of an event, or its voiding."""

    id: str
    kind: Union[Literal["void", "amend"], str]
    #: A decimal.
    quantityBefore: str
    quantityAfter: str
    #: USD; null if the cost was not known.
    costBefore: Union[str, None]
    #: USD; null if the cost was not known then.
    costAfter: Union[str, None]
    servicesBefore: List[ServiceBefore]
    reason: Union[str, None]
    #: `api_key:<id>` or `user:<id>`.
    actor: str
    actorName: Union[str, None]
    correctedAt: str


#: PROCESSED: the cost is known. NEEDS_COST_BACKFILL: waits for a model to be mapped. ERROR: a
#: rate is missing.
EventProcessed = Union[Literal["PROCESSED", "NEEDS_COST_BACKFILL", "PENDING", "ERROR"], str]


class EventService(TypedDict):
    """A model or service that was used for the work."""

    model: str
    modelProvider: str
    quantity: int
    #: Including cache tokens.
    inputTokens: int
    outputTokens: int
    cacheReadTokens: int
    cacheWriteTokens: int
    #: Null while the cost of the event is not known.
    price: Union[UsedPrice, None]
    missing: Union[MissingPrice, None]


class EventSignal(TypedDict):
    id: str
    name: str
    shortName: str


EventState = Literal["PROCESSED", "NEEDS_COST_BACKFILL", "PENDING", "ERROR", "UNCOSTED"]


class EventVoid(TypedDict, total=False):
    #: For your records; not visible to customers.
    reason: str


class _EventVoidByKeyRequired(TypedDict):
    #: The customer of the record; keys are unique for each customer.
    customerExternalId: str
    #: The idempotencyKey of the record.
    idempotencyKey: str


class EventVoidByKey(_EventVoidByKeyRequired, total=False):
    #: For your records; not visible to customers.
    reason: str


class EventWithoutTokens(TypedDict):
    eventId: str
    customerId: str
    usageDate: str
    #: LLMs without any token.
    models: List[str]


class EventsWithoutTokens(TypedDict):
    """Events that have a cost, but name an LLM without any token, which costs 0; a streamed
    response may lack its usage.
    """

    totalEvents: int
    #: At most 20, latest first.
    latest: List[EventWithoutTokens]


FieldChange = TypedDict(
    "FieldChange", {
    "field": "str",
    "from": "JsonValue",
    "to": "JsonValue",
    }
)


class FirstInvoicePreview(TypedDict):
    """Preview of the invoice of the first period, with the usage known so far."""

    customerId: str
    customerName: str
    customerExternalId: Union[str, None]
    kind: Union[InvoiceKind, str]
    status: Union[InvoiceStatus, str]
    #: Amount that the customer owes for this invoice, including taxes.
    total: float
    #: Amount that remains to be paid.
    amountDue: float
    currency: str
    periodStart: str
    #: Exclusive end of the billed range.
    periodEnd: str
    #: Before the invoice is issued: when it was generated.
    issueDate: str
    dueDate: str
    #: Time zone of the dates on the invoice.
    timezone: str
    #: True: issued automatically while the customer had no email address, and not sent since.
    issuedWithoutEmail: bool
    #: Days after the issue date.
    netTerms: int
    memo: Union[str, None]
    lineItems: List[InvoiceLine]
    #: Sum of the lines.
    subtotal: float
    discounts: List[InvoiceDiscount]
    discountTotal: float
    taxes: List[InvoiceTax]
    #: total + creditTotal - taxTotal: the amount charged without any tax.
    netTotal: float
    #: Sum of all taxes; only taxes that are not inclusive are added to the total.
    taxTotal: float
    #: Customer credit used by the invoice; a draft only shows it. Negative: credit that the
    #: invoice gives to the customer.
    creditTotal: float
    #: Equal to total: subtotal - discountTotal + added taxes - creditTotal.
    totalAmount: float
    agentBreakdown: List[AgentBreakdown]
    #: Your cost of the work, in USD.
    totalCost: float
    margin: Union[float, None]


class GettingStarted(TypedDict):
    """Progress from an empty organization to a paid invoice, derived from its data."""

    #: The latest active plan with an active price.
    pricedPlan: Union[StartedPlan, None]
    #: The latest active plan without an active price.
    unpricedPlan: Union[StartedPlan, None]
    #: The latest subscription.
    subscription: Union[StartedSubscription, None]
    #: The latest invoice that is a draft or pending.
    draft: Union[StartedInvoice, None]
    #: The latest invoice that was sent.
    sentInvoice: Union[StartedInvoice, None]
    #: True once an invoice is paid in full.
    hasPaidInvoice: bool
    #: True if the organization has a street and a country for its invoices.
    hasAddress: bool
    #: True if the organization has several members.
    hasTeam: bool


#: Days, weeks starting on Monday, or months, in UTC. Default: daily.
Grouping = Literal["daily", "weekly", "monthly"]


class Happening(TypedDict):
    """An event in the history of the invoice."""

    type: Union[HappeningType, str]
    #: Business time.
    at: str
    #: Set for `mailed`.
    mail: Union[HappeningMail, None]
    #: Set for `paid_in`.
    payment: Union[HappeningPayment, None]
    #: Set for `refund`.
    refund: Union[HappeningRefund, None]
    #: Set for `voided`.
    reason: Union[str, None]


class HappeningMail(TypedDict):
    """Recipients and delivery status."""

    id: str
    kind: Union[EmailKind, str]
    status: Union[EmailStatus, str]
    to: str
    cc: List[str]
    lastError: Union[str, None]
    #: True if the message became outdated before it was sent: the invoice had been voided or paid.
    wasKeptBack: bool


class HappeningPayment(TypedDict):
    """A payment or an attempted payment."""

    id: str
    method: Union[PaymentMethod, str]
    status: Union[PaymentStatus, str]
    amount: float
    currency: str
    reference: Union[str, None]
    failureReason: Union[str, None]


class HappeningRefund(TypedDict):
    """A refund."""

    id: str
    status: Union[PaymentStatus, str]
    amount: float
    currency: str
    reason: Union[str, None]
    failureReason: Union[str, None]


HappeningType = Literal[
    "drafted",
    "finalized",
    "issued",
    "mailed",
    "checkout_opened",
    "paid_in",
    "refund",
    "overdue",
    "paid",
    "voided",
]


class IncludedSignal(TypedDict):
    id: str
    name: str
    agentId: str


class IncludedSignalBody(TypedDict):
    #: A signal of an agent that is linked to the plan.
    signalId: str


class Invoice(TypedDict):
    """The complete invoice in its current state."""

    id: str
    invoiceNumber: str
    customerId: str
    customerName: str
    customerExternalId: Union[str, None]
    kind: Union[InvoiceKind, str]
    #: Null for other kinds of invoice.
    subscriptionId: Union[str, None]
    status: Union[InvoiceStatus, str]
    #: Amount that the customer owes for this invoice, including taxes.
    total: float
    #: Amount that remains to be paid.
    amountDue: float
    currency: str
    periodStart: str
    #: Exclusive end of the billed range.
    periodEnd: str
    #: Before the invoice is issued: when it was generated.
    issueDate: str
    dueDate: str
    #: Time zone of the dates on the invoice.
    timezone: str
    #: True: issued automatically while the customer had no email address, and not sent since.
    issuedWithoutEmail: bool
    createdAt: str
    updatedAt: str
    #: Days after the issue date.
    netTerms: int
    memo: Union[str, None]
    lineItems: List[InvoiceLine]
    #: Sum of the lines.
    subtotal: float
    discounts: List[InvoiceDiscount]
    discountTotal: float
    taxes: List[InvoiceTax]
    #: total + creditTotal - taxTotal: the amount charged without any tax.
    netTotal: float
    #: Sum of all taxes; only taxes that are not inclusive are added to the total.
    taxTotal: float
    #: Customer credit used by the invoice; a draft only shows it. Negative: credit that the
    #: invoice gives to the customer.
    creditTotal: float
    #: Equal to total: subtotal - discountTotal + added taxes - creditTotal.
    totalAmount: float
    agentBreakdown: List[AgentBreakdown]
    #: Your cost of the work, in USD.
    totalCost: float
    margin: Union[float, None]
    payUrl: Union[str, None]
    seller: Seller
    buyer: Buyer
    amountPaid: float
    amountRefunded: float
    payments: List[InvoicePayment]
    paidAt: Union[str, None]
    voidedAt: Union[str, None]
    #: As it was sent. Not visible to customers.
    voidReason: Union[str, None]


class InvoiceCounts(TypedDict):
    """Number of matching invoices by status."""

    #: Number of invoices in any status.
    total: int
    byStatus: InvoiceCountsByStatus


class InvoiceCountsByStatus(TypedDict):
    """Every status, including those without invoices."""

    draft: int
    pending: int
    issued: int
    paid: int
    overdue: int
    void: int
    refunded: int


class InvoiceDatesUpdate(TypedDict, total=False):
    #: A future day in the time zone of the subscription; later periods count from it.
    nextInvoiceDate: str
    #: Day of the month of the next and all later invoices.
    billingDay: int


class InvoiceDiscount(TypedDict):
    """A discount applied to an invoice."""

    discountId: str
    couponId: str
    name: str
    percentOff: Union[float, None]
    amountOff: Union[float, None]
    #: The amount deducted.
    amount: float


class InvoiceFinalizedAnnouncement(TypedDict):
    """A draft became final: its lines and amounts no longer change."""

    #: The same in every attempt; also the header `webhook-id`.
    id: str
    type: Literal["invoice.finalized"]
    #: When it happened, in business time.
    timestamp: str
    customerId: Union[str, None]
    data: AnnouncedInvoice


class _InvoiceGenerateRequired(TypedDict):
    customerId: str
    subscriptionId: str


class InvoiceGenerate(_InvoiceGenerateRequired, total=False):
    #: Inclusive start of the billed range. A timestamp, or a date, which means midnight in the
    #: time zone of the subscription. Default: the start of the current billing period.
    billingPeriodStart: str
    #: Exclusive end of the billed range. A timestamp, or a date, which means midnight in the time
    #: zone of the subscription. Default: the end of the current billing period.
    billingPeriodEnd: str


class InvoiceIssuedAnnouncement(TypedDict):
    """An invoice was issued to the customer."""

    #: The same in every attempt; also the header `webhook-id`.
    id: str
    type: Literal["invoice.issued"]
    #: When it happened, in business time.
    timestamp: str
    customerId: Union[str, None]
    data: AnnouncedInvoice


#: Kind of invoice. Only `subscription` exists so far.
InvoiceKind = Literal["subscription", "top_up", "one_off", "credit_note"]


class InvoiceLine(TypedDict):
    """One line of an invoice."""

    id: str
    type: Union[InvoiceLineType, str]
    description: str
    strategyId: Union[str, None]
    pricingModel: Union[Union[PricingModel, str], None]
    agentId: Union[str, None]
    agentName: Union[str, None]
    signalId: Union[str, None]
    signalName: Union[str, None]
    quantity: float
    unitPrice: Union[float, None]
    proration: Union[Proration, None]
    tiers: List[InvoiceTier]
    billed: Union[BilledBefore, None]
    #: Rounded once, to the minor unit of the currency.
    amount: float
    cost: Union[float, None]
    eventCount: int
    periodStart: str
    periodEnd: str


InvoiceLineType = Literal[
    "usage",
    "recurring",
    "seat_based",
    "onetime",
    "proration",
    "late_usage",
    "credit",
]


class InvoiceList(TypedDict):
    """One page of results, and whether more follow."""

    #: Latest issue date first by default.
    data: List[InvoiceSummary]
    hasMore: bool


class InvoiceMail(TypedDict):
    """Preview of the email that sendInvoice sends."""

    #: Null when the customer has no address: send recipientEmail.
    recipientEmail: Union[str, None]
    #: Recipients of a copy.
    copies: List[str]
    subject: str
    #: The message as plain text.
    text: str
    attachment: str
    #: Information missing from your organization that the invoice should show: its name or its
    #: address.
    warnings: List[str]


class InvoiceOfPeriod(TypedDict):
    id: str
    invoiceNumber: str
    status: Union[InvoiceStatus, str]


class InvoiceOverdueAnnouncement(TypedDict):
    """The due date of an invoice passed before it was paid."""

    #: The same in every attempt; also the header `webhook-id`.
    id: str
    type: Literal["invoice.overdue"]
    #: When it happened, in business time.
    timestamp: str
    customerId: Union[str, None]
    data: AnnouncedInvoice


class InvoicePaidAnnouncement(TypedDict):
    """An invoice was paid in full."""

    #: The same in every attempt; also the header `webhook-id`.
    id: str
    type: Literal["invoice.paid"]
    #: When it happened, in business time.
    timestamp: str
    customerId: Union[str, None]
    data: AnnouncedInvoice


class InvoicePayment(TypedDict):
    """A payment of the invoice."""

    id: str
    method: str
    status: str
    amount: float
    amountRefunded: float
    reference: Union[str, None]
    provider: Union[str, None]
    paidAt: Union[str, None]


class InvoicePreview(TypedDict):
    """Preview of the invoice; nothing is stored."""

    customerId: str
    customerName: str
    customerExternalId: Union[str, None]
    kind: Union[InvoiceKind, str]
    #: Null for other kinds of invoice.
    subscriptionId: Union[str, None]
    status: Union[InvoiceStatus, str]
    #: Amount that the customer owes for this invoice, including taxes.
    total: float
    #: Amount that remains to be paid.
    amountDue: float
    currency: str
    periodStart: str
    #: Exclusive end of the billed range.
    periodEnd: str
    #: Before the invoice is issued: when it was generated.
    issueDate: str
    dueDate: str
    #: Time zone of the dates on the invoice.
    timezone: str
    #: True: issued automatically while the customer had no email address, and not sent since.
    issuedWithoutEmail: bool
    #: Days after the issue date.
    netTerms: int
    memo: Union[str, None]
    lineItems: List[InvoiceLine]
    #: Sum of the lines.
    subtotal: float
    discounts: List[InvoiceDiscount]
    discountTotal: float
    taxes: List[InvoiceTax]
    #: total + creditTotal - taxTotal: the amount charged without any tax.
    netTotal: float
    #: Sum of all taxes; only taxes that are not inclusive are added to the total.
    taxTotal: float
    #: Customer credit used by the invoice; a draft only shows it. Negative: credit that the
    #: invoice gives to the customer.
    creditTotal: float
    #: Equal to total: subtotal - discountTotal + added taxes - creditTotal.
    totalAmount: float
    agentBreakdown: List[AgentBreakdown]
    #: Your cost of the work, in USD.
    totalCost: float
    margin: Union[float, None]


class InvoiceRefundedAnnouncement(TypedDict):
    """A paid invoice was refunded in full."""

    #: The same in every attempt; also the header `webhook-id`.
    id: str
    type: Literal["invoice.refunded"]
    #: When it happened, in business time.
    timestamp: str
    customerId: Union[str, None]
    data: AnnouncedInvoice


class InvoiceSend(TypedDict, total=False):
    #: Default: the email address of the customer, otherwise that of its billing contact.
    recipientEmail: str
    #: One line. Default: composed of the invoice number and the name of your organization.
    subject: str
    #: Plain text, shown above the details of the invoice.
    message: str


class _InvoiceSendResultRequired(TypedDict):
    success: bool
    message: str
    #: The Message-ID of the email, without angle brackets.
    emailId: str
    #: The address that the email is sent to.
    recipientEmail: str


class InvoiceSendResult(_InvoiceSendResultRequired, total=False):
    """The email is queued and the invoice is issued."""

    #: Information missing from your organization that the invoice should show: its name or its
    #: address.
    warnings: List[str]


#: The usual sequence is draft → pending → issued → paid.
InvoiceStatus = Literal["draft", "pending", "issued", "paid", "overdue", "void", "refunded"]


class InvoiceStatusTotal(TypedDict):
    status: Union[InvoiceStatus, str]
    currency: str
    count: int
    #: Including tax.
    total: float


class InvoiceSummary(TypedDict):
    """An invoice without its lines."""

    id: str
    invoiceNumber: str
    customerId: str
    customerName: str
    customerExternalId: Union[str, None]
    kind: Union[InvoiceKind, str]
    #: Null for other kinds of invoice.
    subscriptionId: Union[str, None]
    status: Union[InvoiceStatus, str]
    #: Amount that the customer owes for this invoice, including taxes.
    total: float
    #: Amount that remains to be paid.
    amountDue: float
    currency: str
    periodStart: str
    #: Exclusive end of the billed range.
    periodEnd: str
    #: Before the invoice is issued: when it was generated.
    issueDate: str
    dueDate: str
    #: Time zone of the dates on the invoice.
    timezone: str
    #: True: issued automatically while the customer had no email address, and not sent since.
    issuedWithoutEmail: bool
    createdAt: str
    updatedAt: str
    payUrl: Union[str, None]


class InvoiceTax(TypedDict):
    """One tax on the invoice."""

    taxRateId: str
    name: str
    percentage: float
    #: True if the tax is included in the prices and not added to the total.
    isInclusive: bool
    #: Net total, without any tax.
    taxableAmount: float
    #: taxableAmount × percentage / 100. Inclusive: (taxableAmount + all inclusive amounts) ×
    #: percentage / (100 + all inclusive percentages). Rounded once.
    amount: float


class InvoiceTier(TypedDict):
    """The charge of one tier."""

    lower: float
    upper: Union[float, None]
    rate: float
    #: Units of the quantity priced by this tier.
    units: float
    #: Exact and not rounded; only the line is rounded.
    amount: float


class InvoiceTimeline(TypedDict):
    """History of an invoice."""

    #: Oldest first.
    results: List[Happening]
    #: When the billing clock finalizes and sends the draft. Null if it is sent on request only, or
    #: is not a draft.
    sendsAt: Union[str, None]


class InvoiceTotals(TypedDict):
    """Billed and collected amounts of the invoices in a window."""

    #: Currency of the figures; null when several currencies are involved: see byCurrency.
    currency: Union[str, None]
    #: Totals of invoices dated in the window that are issued or overdue; null when several
    #: currencies are involved: see byCurrency. Changes as invoices are paid.
    billed: Union[float, None]
    #: Payments for invoices dated in the window that are paid, less refunds; null when several
    #: currencies are involved: see byCurrency.
    collected: Union[float, None]
    #: In USD; covers only events whose cost is known.
    cost: float
    #: Number of events whose cost is not known yet; the cost does not include them.
    uncostedEvents: int
    #: Billed amount less the cost of the work in the window.
    billedMargin: Union[float, None]
    #: Collected amount less the cost of the work in the window.
    collectedMargin: Union[float, None]
    #: The reason there is no margin; null when there is one.
    marginNote: Union[str, None]
    byCurrency: List[CurrencyInvoiceTotals]
    #: Invoices of every status. Drafts are not receivables.
    byStatus: List[InvoiceStatusTotal]
    dateRange: DateRange
    filters: InvoiceTotalsFilters


class InvoiceTotalsFilters(TypedDict, total=False):
    """The filters of the request, without its dates."""

    #: The Piecework id, not your external id.
    customerId: str


class InvoiceVoid(TypedDict, total=False):
    #: For your records; not visible to customers.
    reason: str


class InvoiceVoidedAnnouncement(TypedDict):
    """An invoice was voided."""

    #: The same in every attempt; also the header `webhook-id`.
    id: str
    type: Literal["invoice.voided"]
    #: When it happened, in business time.
    timestamp: str
    customerId: Union[str, None]
    data: AnnouncedInvoice


#: Any JSON object: stored, returned as it was sent, and never interpreted.
JsonObject = Dict[str, Any]


#: Any value of a field; null when it was empty.
JsonValue = Union[str, float, bool, List[Any], "JsonObject", None]


class LongContextCost(TypedDict):
    aboveInputTokens: int
    #: USD per `costUnit`; null: no rate is published.
    inputCost: Union[str, None]
    #: USD per `costUnit`; null: no rate is published.
    outputCost: Union[str, None]
    #: USD per `costUnit`; null: no rate is published.
    cacheReadCost: Union[str, None]
    #: USD per `costUnit`; null: no rate is published.
    cacheWriteCost: Union[str, None]


class LowestMargins(TypedDict):
    #: Lowest margin first.
    results: List[CustomerMargin]
    #: Number of customers with a margin.
    totalResults: int
    #: Number of customers without a margin, because their revenue is not in USD as costs are.
    withoutMargin: int


class MappingEstimate(TypedDict):
    """Preview of a mapping; nothing is changed."""

    #: Estimated cost of the waiting work at the rates of the entry, in USD; null when a rate is
    #: missing.
    estimatedCost: Union[float, None]
    #: The missing rate.
    explanation: Union[str, None]
    #: Current rate in USD per `costUnit`; null: none is published.
    inputCost: Union[str, None]
    #: USD per `costUnit` for output tokens.
    outputCost: Union[str, None]
    costUnit: str


class MarginBreakdown(TypedDict):
    """Where the margin of a window goes: revenue and cost by signal, fee and model."""

    current: MarginFigures
    before: MarginFigures
    #: What is worth knowing: unpriced work, and the causes of a changed cost and revenue. Amounts
    #: below one unit of the currency or 5 % of the figure are not mentioned, and neither is a
    #: change from zero or revenue in several currencies.
    sentences: List[MarginSentence]
    #: By plan and signal or fee: unpriced work first, then the lowest margin.
    lines: List[MarginLine]
    #: By signal and model, highest cost first; null with `planId`, because models are not
    #: attributed to plans.
    models: Union[List[MarginModel], None]
    rest: MarginRests
    #: Everything committed before this time is included. Figures of large organizations may be a
    #: few minutes old while usage is recorded.
    asOf: str
    dateRange: DateRange
    dateRangeBefore: DateRange
    filters: MarginBreakdownFilters


class MarginBreakdownFilters(TypedDict, total=False):
    """The filters of the request, without its dates."""

    #: The Piecework id, not your external id.
    customerId: str
    #: Only work of this agent.
    agentId: str
    #: Only work and fees of subscriptions on this plan.
    planId: str
    #: Maximum number of rows of each table. Default: 100.
    top: int


#: `unpriced`: unpriced work. `units`: more or fewer units, at the amount of each in the
#: preceding window. `rate`: the rest of the change of a signal, by model where it is known.
#: Others: fees.
MarginCause = Literal["unpriced", "units", "rate", "recurring", "seat_based", "onetime"]


#: What covers the work now. `priced`: a usage price of the plan. `included`: its fees.
#: `unpriced`: nothing. `no_subscription`: the work belongs to no subscription. `fee`: the row
#: is a fee.
MarginCoverage = Literal["priced", "included", "unpriced", "no_subscription", "fee"]


class MarginFigures(TypedDict):
    #: Currency of the revenue; null when several currencies are involved: see byCurrency.
    currency: Union[str, None]
    #: As in getRevenueAnalytics; null when several currencies are involved: see byCurrency.
    revenue: Union[float, None]
    #: In USD; covers only events whose cost is known.
    cost: float
    #: Revenue less cost; null when the revenue is not in USD, because costs are.
    margin: Union[float, None]
    #: Margin as a percentage of the revenue; null when there is no revenue.
    marginPercent: Union[float, None]
    #: The reason there is no margin; null when there is one.
    marginNote: Union[str, None]
    eventCount: int
    #: Number of events whose cost is not known yet; the cost does not include them.
    uncostedEvents: int
    unpriced: Unpriced
    #: Currencies are never added together.
    byCurrency: List[MarginRevenue]


class MarginLine(TypedDict):
    line: Union[MarginLineKind, str]
    planId: Union[str, None]
    planName: Union[str, None]
    agentId: Union[str, None]
    agentName: Union[str, None]
    signalId: Union[str, None]
    signalName: Union[str, None]
    coverage: Union[MarginCoverage, str]
    #: Active usage price of the plan for the signal.
    price: Union[MarginLinePrice, None]
    #: Null: the work belongs to no subscription.
    currency: Union[str, None]
    #: Billable units.
    quantity: float
    #: As in getRevenueAnalytics.
    revenue: float
    #: In USD; covers only events whose cost is known.
    cost: float
    #: Revenue less cost; null when the revenue is not in USD, because costs are.
    margin: Union[float, None]
    #: Margin as a percentage of the revenue; null when there is no revenue.
    marginPercent: Union[float, None]
    #: The reason there is no margin; null when there is one.
    marginNote: Union[str, None]
    eventCount: int
    #: Number of events whose cost is not known yet; the cost does not include them.
    uncostedEvents: int
    unpriced: Unpriced
    before: MarginLineBefore
    #: Revenue less that of the preceding window.
    revenueChange: float
    #: Cost less that of the preceding window.
    costChange: float


class MarginLineBefore(TypedDict):
    """Figures of the preceding window."""

    revenue: float
    #: In USD; covers only events whose cost is known.
    cost: float
    #: Billable units.
    quantity: float
    eventCount: int


#: `signal`: usage of a signal, including the fee of a pool. Others: fees of a plan.
MarginLineKind = Literal["signal", "recurring", "seat_based", "onetime"]


class MarginLinePrice(TypedDict):
    name: str
    chargeType: Union[ChargeType, str]
    #: Null unless chargeType is usage.
    pricingModel: Union[Union[PricingModel, str], None]
    #: In the plan's currency: per unit, per period, per seat or once. Null when tiered.
    rate: Union[float, None]
    tiers: Union[List[PricingTier], None]


class MarginLinesRest(TypedDict):
    #: In USD; covers only events whose cost is known.
    cost: float
    eventCount: int
    #: Number of events whose cost is not known yet; the cost does not include them.
    uncostedEvents: int
    byCurrency: List[MarginRevenue]


class MarginModel(TypedDict):
    """Work of one model for one signal."""

    provider: str
    model: str
    agentId: str
    agentName: str
    signalId: str
    signalName: str
    #: Share of the billable units of the signal.
    quantity: float
    #: In USD; covers only events whose cost is known.
    cost: float
    #: An event with several models is divided among them.
    eventCount: float
    #: Share of the events whose cost is not known yet.
    uncostedEvents: float
    #: Cost of the preceding window.
    costBefore: float
    #: Cost less that of the preceding window.
    costChange: float


class MarginModelsRest(TypedDict):
    """Includes costs without a model."""

    #: In USD; covers only events whose cost is known.
    cost: float


class MarginRests(TypedDict):
    """For each table, the difference between the total and its rows: amounts that belong to no
    listed row, and rounding. With it, each table adds up to the total to the last digit
    shown.
    """

    lines: MarginLinesRest
    models: Union[MarginModelsRest, None]


class MarginRevenue(TypedDict):
    currency: str
    revenue: float


class MarginSentence(TypedDict):
    kind: Union[MarginSentenceKind, str]
    #: English text; its amounts add up as shown.
    text: str
    currency: str
    #: The unpriced cost, or the change from the preceding window.
    amount: float
    #: The largest causes, exact.
    parts: List[MarginSentencePart]


MarginSentenceKind = Literal["unpriced", "cost", "revenue"]


class MarginSentencePart(TypedDict):
    cause: Union[MarginCause, str]
    planId: Union[str, None]
    signalId: Union[str, None]
    model: Union[str, None]
    #: Units, or their change.
    quantity: Union[float, None]
    amount: float
    text: str


class MissingPrice(TypedDict):
    """The reason that the cost of a service is not known."""

    reason: UncostedReason
    explanation: str


class ModelCost(TypedDict):
    model: str
    modelProvider: str
    #: In USD; covers only events whose cost is known.
    totalCost: float
    #: Number of uses; an event can use several models.
    serviceCount: int
    inputTokens: float
    outputTokens: float
    cacheReadTokens: float
    cacheWriteTokens: float
    quantity: float
    #: Number of events whose cost is not known because of this model.
    uncostedEvents: int


class ModelCostRest(TypedDict):
    #: In USD; covers only events whose cost is known.
    totalCost: float


class ModelMapping(TypedDict):
    """The mapping and the number of events that it costed."""

    #: Number of events that now have a cost.
    backfilled: int
    mappingId: str


class _ModelMappingCreateRequired(TypedDict):
    sourceModel: str
    sourceProvider: str


class ModelMappingCreate(_ModelMappingCreateRequired, total=False):
    #: A catalog entry; or name it by the next two fields.
    targetPricingId: str
    targetModel: str
    targetProvider: str


class MonthEnd(TypedDict):
    """Amounts invoiced, voided, received and refunded in a window, and the amounts outstanding."""

    invoiced: MonthEndPart
    voided: MonthEndPart
    received: MonthEndPart
    refunded: MonthEndPart
    outstanding: MonthEndOutstandingPart
    revenue: List[MonthEndRevenue]
    taxes: List[MonthEndTax]
    receivables: List[MonthEndReceivables]
    #: In USD; covers only events whose cost is known.
    cost: float
    #: Number of events whose cost is not known yet; the cost does not include them.
    uncostedEvents: int
    dateRange: DateRange
    cutOff: str
    filters: MonthEndFilters
    #: Everything committed before this time is included. Figures of large organizations may be a
    #: few minutes old while usage is recorded.
    asOf: str


class MonthEndAge(TypedDict):
    """Age in days after the due date."""

    currency: str
    count: int
    amount: float
    age: Union[Literal["notDue", "days1To30", "days31To60", "days61To90", "daysOver90"], str]


class MonthEndFilters(TypedDict, total=False):
    """The filters of the request, without its dates."""

    #: Events after this UTC day are disregarded, even within the window. Default: the last day.
    #: Not before startDate.
    cutOff: str
    #: The Piecework id, not your external id.
    customerId: str


class MonthEndOutstanding(TypedDict):
    customerId: str
    #: As printed on the invoice.
    customerName: str
    invoiceId: str
    invoiceNumber: str
    currency: str
    amount: float
    dueDate: str
    daysOverdue: int


class MonthEndOutstandingPart(TypedDict):
    totals: List[MonthEndAge]
    #: The first thousand.
    rows: List[MonthEndOutstanding]
    hasMore: bool
    #: Amount of `totals` not included in `rows`, by currency.
    rest: List[MonthEndTotal]


class MonthEndPart(TypedDict):
    """Including tax. Invoices count by their issue date and, under `voided`, by the day they
    were voided; payments by the day they were paid; refunds by their own day.
    """

    totals: List[MonthEndTotal]
    #: The first thousand.
    rows: List[MonthEndRow]
    hasMore: bool
    #: Amount of `totals` not included in `rows`, by currency.
    rest: List[MonthEndTotal]


class MonthEndReceivables(TypedDict):
    """opening + invoiced - voided - received + refunded + other = closing. Including tax."""

    currency: str
    #: Outstanding before the window.
    opening: float
    #: Plus invoices issued in the window.
    invoiced: float
    #: Minus invoices voided in the window.
    voided: float
    #: Minus payments received in the window.
    received: float
    #: Plus refunds of the window.
    refunded: float
    #: The remainder: refunds of invoices that were paid in full, which are not due again, and
    #: payments above the amount due or dated before their invoice was issued.
    other: float
    #: Outstanding at the end of the window, or at an earlier cut-off.
    closing: float


class MonthEndRevenue(TypedDict):
    currency: str
    #: Revenue in the window, before discounts and tax.
    revenue: float
    #: Part of the revenue billed by lines of invoices that were final at the cut-off; later
    #: invoices do not change it. A window that covers part of a usage line includes its share.
    invoiced: float
    #: The remaining revenue, including late usage that none of these invoices bills; negative when
    #: the next invoice gives something back. At the prices of a finalized invoice of the same
    #: range or period, otherwise at the current prices.
    notInvoiced: float


class MonthEndRow(TypedDict):
    id: str
    date: str
    customerId: str
    #: As printed on the invoice.
    customerName: str
    invoiceId: str
    invoiceNumber: str
    currency: str
    amount: float


class MonthEndTax(TypedDict):
    currency: str
    name: str
    percentage: float
    taxableAmount: float
    #: Tax of invoices issued in the window.
    amount: float
    #: Tax of invoices voided in the window, whenever they were issued.
    voidedAmount: float


class MonthEndTotal(TypedDict):
    currency: str
    count: int
    amount: float


class _MrrAnalyticsRequired(TypedDict):
    variant: Union[Literal["canonical", "runRate", "committed", "all"], str]
    filters: MrrFilters


class MrrAnalytics(_MrrAnalyticsRequired, total=False):
    """Monthly recurring revenue. `canonical`: the invoices dated in the last complete month, in
    UTC, including those paid since, less refunds. `runRate`: the revenue of the last 30 whole
    days without one-time fees, scaled to a month (× 365/360). `committed`: the recurring,
    seat and pool fees of active subscriptions per month. With `variant=all`, each of them is
    returned under its name.
    """

    #: Currency of the figure; null when several currencies are involved: see byCurrency.
    currency: Union[str, None]
    #: Monthly recurring revenue; null when several currencies are involved: see byCurrency.
    mrr: Union[float, None]
    byCurrency: List[CurrencyMrr]
    dateRange: DateRange
    #: Subscriptions count as of this instant.
    asOf: str
    canonical: MrrOfDays
    runRate: MrrOfDays
    committed: MrrOfToday


class MrrFilters(TypedDict, total=False):
    """The filters of the request, without its dates."""

    #: The Piecework id, not your external id.
    customerId: str
    variant: Union[MrrVariant, str]


class MrrOfDays(TypedDict):
    #: Currency of the figure; null when several currencies are involved: see byCurrency.
    currency: Union[str, None]
    #: Monthly recurring revenue; null when several currencies are involved: see byCurrency.
    mrr: Union[float, None]
    byCurrency: List[CurrencyMrr]
    dateRange: DateRange


class MrrOfToday(TypedDict):
    #: Currency of the figure; null when several currencies are involved: see byCurrency.
    currency: Union[str, None]
    #: Monthly recurring revenue; null when several currencies are involved: see byCurrency.
    mrr: Union[float, None]
    byCurrency: List[CurrencyMrr]
    asOf: str


#: The figure to compute. Default: canonical.
MrrVariant = Literal["canonical", "runRate", "committed", "all"]


class NewPortalSession(TypedDict):
    """A newly created link to the portal."""

    id: str
    object: Union[Literal["portal_session"], str]
    customerId: str
    customerName: str
    customerEmail: Union[str, None]
    #: One hour after creation, in real time. Applies to the link and to the visit.
    expiresAt: str
    createdAt: str
    #: Shown only once and not stored: null in the response to a retry with an Idempotency-Key.
    url: Union[str, None]
    #: Shown only once and not stored: null in the response to a retry with an Idempotency-Key.
    token: Union[str, None]


class NewWebhookEndpoint(TypedDict):
    """An endpoint, with its new secret."""

    id: str
    url: str
    description: Union[str, None]
    #: Null: all.
    types: Union[List[Union[AnnouncementType, str]], None]
    #: True: `data` has your costs and margins. Either way an endpoint receives the data of all
    #: customers, so the receiver must be your own. A change applies to later deliveries.
    includeCosts: bool
    status: Union[WebhookEndpointStatus, str]
    disabledReason: Union[Union[WebhookDisabledReason, str], None]
    disabledAt: Union[str, None]
    #: First of its failures without a success, or a pause of two days, in between.
    failingSince: Union[str, None]
    lastSuccessAt: Union[str, None]
    #: Number of deliveries that wait for an attempt.
    waiting: int
    #: Until then, deliveries are also signed with a secret from before a rotation.
    previousSecretUntil: Union[str, None]
    createdAt: str
    updatedAt: str
    #: Verifies signatures. Shown only in this response; null in a repetition of the request.
    secret: Union[str, None]


class OmittedField(TypedDict):
    """A field of which an announcement has only a part: a list ends after 100 items. If the
    object would still be larger than 256 KB, its largest lists, objects and texts are empty.
    """

    #: Its name, or a name such as `lineItems[].tiers` for a field in the items of a list.
    field: str
    #: Number of items of the whole list; of the longest one for a field in the items of a list.
    #: Null unless a list.
    total: Union[int, None]
    #: Path that the whole object is read from. Null if it has no route of its own.
    url: Union[str, None]


class OpenBalance(TypedDict):
    currency: str
    #: Amount due on invoices that are pending, issued or overdue.
    amount: float
    #: The part of it that is overdue.
    overdue: float


class Organization(TypedDict):
    """The issuer of the invoices, and the billing settings."""

    id: str
    #: Issuer of the invoices, as printed on them.
    name: str
    #: Contact address for customers; replies to invoice emails go there.
    email: Union[str, None]
    phone: Union[str, None]
    addressLine1: Union[str, None]
    addressLine2: Union[str, None]
    city: Union[str, None]
    state: Union[str, None]
    zipCode: Union[str, None]
    #: Printed as sent, except that a two-letter ISO 3166-1 code, such as US or DE, is printed as
    #: the name of the country.
    country: Union[str, None]
    #: Printed on invoices exactly as sent, such as VAT DE123456789.
    taxId: Union[str, None]
    #: A data URL, data:image/png;base64,… or data:image/jpeg;base64,…, of a picture of at most 200
    #: KB and 2000 by 2000 pixels. A PNG must be still and not interlaced.
    logo: Union[str, None]
    #: Color of buttons and links on the pages and in the emails that customers see: #rrggbb. Text
    #: on it is black or white, whichever is easier to read. Null: blue.
    accentColor: Union[str, None]
    #: Printed at the end of every invoice, such as bank details, a register entry or a thank-you.
    invoiceFooter: Union[str, None]
    #: ISO 4217. Default currency of new plans; existing plans keep theirs.
    currency: str
    #: Hours that a draft waits for late usage before it is finalized automatically: from the end
    #: of its period, or from when it was first generated, if that was later.
    graceHours: int
    #: Days after the due date on which a customer is reminded, ascending. Empty: never.
    reminderDays: List[int]
    #: True if customers are notified by email of a payment that you record manually.
    emailOnPayment: bool
    #: True if customers are notified by email of a refund.
    emailOnRefund: bool
    #: True if customers are notified by email when an issued invoice is voided.
    emailOnVoid: bool
    #: True if emails about invoices show "View your account". The link itself grants no access: it
    #: leads to a page that can send a portal link to the customer's address on file.
    accountLinkInMails: bool
    #: True if a customer may have the same plan more than once at a time. Two subscriptions that
    #: price the same signal of a customer are always rejected.
    allowOverlappingSubscriptions: bool


class OrganizationUpdate(TypedDict, total=False):
    #: Issuer of the invoices, as printed on them.
    name: str
    #: Contact address for customers; replies to invoice emails go there.
    email: Union[str, None]
    #: Not validated.
    phone: Union[str, None]
    #: Street and number.
    addressLine1: Union[str, None]
    #: Floor, building, department.
    addressLine2: Union[str, None]
    #: Town or city.
    city: Union[str, None]
    #: State, province or region.
    state: Union[str, None]
    #: Postal code.
    zipCode: Union[str, None]
    #: Printed as sent, except that a two-letter ISO 3166-1 code, such as US or DE, is printed as
    #: the name of the country.
    country: Union[str, None]
    #: Printed on invoices exactly as sent, such as VAT DE123456789.
    taxId: Union[str, None]
    #: A data URL, data:image/png;base64,… or data:image/jpeg;base64,…, of a picture of at most 200
    #: KB and 2000 by 2000 pixels. A PNG must be still and not interlaced.
    logo: Union[str, None]
    #: Color of buttons and links on the pages and in the emails that customers see: #rrggbb. Text
    #: on it is black or white, whichever is easier to read. Null: blue.
    accentColor: Union[str, None]
    #: Printed at the end of every invoice, such as bank details, a register entry or a thank-you.
    invoiceFooter: Union[str, None]
    #: ISO 4217. Default currency of new plans; existing plans keep theirs.
    currency: str
    #: Hours that a draft waits for late usage before it is finalized automatically: from the end
    #: of its period, or from when it was first generated, if that was later.
    graceHours: int
    #: Days after the due date on which a customer is reminded, ascending. Empty: never.
    reminderDays: Sequence[int]
    #: True if customers are notified by email of a payment that you record manually.
    emailOnPayment: bool
    #: True if customers are notified by email of a refund.
    emailOnRefund: bool
    #: True if customers are notified by email when an issued invoice is voided.
    emailOnVoid: bool
    #: True if emails about invoices show "View your account". The link itself grants no access: it
    #: leads to a page that can send a portal link to the customer's address on file.
    accountLinkInMails: bool
    #: True if a customer may have the same plan more than once at a time. Two subscriptions that
    #: price the same signal of a customer are always rejected.
    allowOverlappingSubscriptions: bool


class Outcome(TypedDict):
    """One event: its cost and its revenue."""

    eventId: str
    usageDate: str
    customerId: str
    customerExternalId: Union[str, None]
    agentId: str
    signalId: str
    signalName: str
    runId: Union[str, None]
    #: Null: it belongs to no subscription and earns nothing.
    subscriptionId: Union[str, None]
    #: Units recorded.
    quantity: float
    #: Units that were not rejected.
    billableQuantity: float
    #: In USD; null while the cost is not known.
    cost: Union[float, None]
    currency: Union[str, None]
    #: Its share, by billable quantity, of the usage lines that bill it or would bill it; before
    #: discounts and tax.
    revenue: Union[float, None]
    #: Part of the revenue on finalized invoices.
    invoiced: Union[float, None]
    #: Revenue less cost; null when the revenue is not in USD, because costs are.
    margin: Union[float, None]
    #: Margin as a percentage of the revenue; null when there is no revenue.
    marginPercent: Union[float, None]
    #: The reason there is no margin; null when there is one.
    marginNote: Union[str, None]


class OutcomeList(TypedDict):
    """One page of results and the total number of results."""

    results: List[Outcome]
    page: int
    limit: int
    totalPages: int
    #: Exact number of results.
    totalResults: int


class OverdueAmount(TypedDict):
    currency: str
    count: int
    #: Amount that remains to be paid.
    amount: float


class Overview(TypedDict):
    """Figures of a window and their causes, of the preceding window, and over time."""

    #: Currency of the revenue and MRR of the window; null when there are several currencies: see
    #: byCurrency. The preceding window has null figures when its currency differs.
    currency: Union[str, None]
    current: OverviewFigures
    before: OverviewFigures
    change: OverviewChange
    #: Every bucket in order; they add up to the figures of the window.
    buckets: List[OverviewBucket]
    #: Causes of the changes, as in getMarginBreakdown.
    sentences: List[MarginSentence]
    customers: LowestMargins
    models: OverviewModels
    rest: OverviewRests
    groupBy: Union[Grouping, str]
    dateRange: DateRange
    dateRangeBefore: DateRange
    #: Everything committed before this time is included. Figures of large organizations may be a
    #: few minutes old while usage is recorded.
    asOf: str


class OverviewAmounts(TypedDict):
    currency: str
    revenue: float
    mrr: float


class OverviewBucket(TypedDict):
    #: First day of the bucket.
    date: str
    #: Null when the window has several currencies: getRevenueAnalytics returns each over time.
    revenue: Union[float, None]
    #: Null when the revenue is null.
    oneDayFees: Union[float, None]
    #: The revenue as a percentage of that of the window, in its currency; null without revenue.
    revenuePercent: Union[float, None]
    #: In USD; covers only events whose cost is known.
    cost: float
    #: The cost as a percentage of that of the window; null when that is zero.
    costPercent: Union[float, None]
    eventCount: int
    #: Number of events whose cost is not known yet; the cost does not include them.
    uncostedEvents: int


class OverviewChange(TypedDict):
    #: Change in percent of the preceding window; null when that was zero.
    revenuePercent: Union[float, None]
    #: Change in percent of the preceding window; null when that was zero.
    costPercent: Union[float, None]
    #: Change of marginPercent in percentage points; null when either is null.
    marginPoints: Union[float, None]
    #: Change in percent of the preceding window; null when that was zero.
    mrrPercent: Union[float, None]


class OverviewFigures(TypedDict):
    #: As in getRevenueAnalytics; null when there are several currencies: see byCurrency.
    revenue: Union[float, None]
    #: In USD; covers only events whose cost is known.
    cost: float
    #: Revenue less cost; null when the revenue is not in USD, because costs are.
    margin: Union[float, None]
    #: Margin as a percentage of the revenue; null when there is no revenue.
    marginPercent: Union[float, None]
    #: The reason there is no margin; null when there is one.
    marginNote: Union[str, None]
    #: Revenue of the last 30 days of the window without one-time fees, scaled to a month; null
    #: when there are several currencies: see byCurrency.
    mrr: Union[float, None]
    #: Every currency that has figures, sorted by name.
    byCurrency: List[OverviewAmounts]
    eventCount: int
    #: Number of events whose cost is not known yet; the cost does not include them.
    uncostedEvents: int
    unpriced: Unpriced


class OverviewModels(TypedDict):
    #: Most expensive first.
    results: List[ModelCost]
    #: Number of models.
    totalResults: int


class OverviewRest(TypedDict):
    #: Null when the revenue of the buckets is null.
    revenue: Union[float, None]
    #: In USD; covers only events whose cost is known.
    cost: float
    eventCount: int
    #: Number of events whose cost is not known yet; the cost does not include them.
    uncostedEvents: int


class OverviewRests(TypedDict):
    """For each table, the difference between the total and its rows: amounts that belong to no
    listed row, and rounding. With it, each table adds up to the total to the last digit
    shown.
    """

    buckets: OverviewRest
    models: ModelCostRest


class Pagination(TypedDict):
    page: int
    limit: int
    total: int
    totalPages: int


class Payment(TypedDict):
    """A payment for an invoice."""

    id: str
    invoiceId: str
    method: Union[PaymentMethod, str]
    status: Union[PaymentStatus, str]
    amount: float
    #: Amount refunded.
    amountRefunded: float
    currency: str
    #: As it was sent.
    reference: Union[str, None]
    #: The payment provider; null when the payment was recorded manually.
    provider: Union[Union[PaymentProvider, str], None]
    #: Reason for the failure: the message of the provider, or why the money was returned at once.
    failureReason: Union[str, None]
    #: Null until it is paid.
    paidAt: Union[str, None]
    createdAt: str
    refunds: List[Refund]


class _PaymentCreateRequired(TypedDict):
    #: A positive number or decimal text, in the invoice's currency.
    amount: Union[float, str]


class PaymentCreate(_PaymentCreateRequired, total=False):
    method: PaymentMethod
    #: Your own reference, such as the number of a bank transfer.
    reference: str
    #: When the money was received; not in the future. Default: now.
    paidAt: str


class PaymentFailedAnnouncement(TypedDict):
    """A payment was declined."""

    #: The same in every attempt; also the header `webhook-id`.
    id: str
    type: Literal["payment.failed"]
    #: When it happened, in business time.
    timestamp: str
    customerId: Union[str, None]
    data: Dict[str, Any]


class PaymentList(TypedDict):
    """One page of results and the total number of results."""

    results: List[PaymentWithInvoice]
    page: int
    limit: int
    totalPages: int
    #: Exact number of results.
    totalResults: int


#: The means of payment.
PaymentMethod = Literal["card", "bank_transfer", "cash", "check", "other"]


PaymentProvider = Literal["stripe", "sandbox"]


#: Pending until the payment provider has answered.
PaymentStatus = Literal["pending", "succeeded", "failed"]


class PaymentSucceededAnnouncement(TypedDict):
    """A payment was received."""

    #: The same in every attempt; also the header `webhook-id`.
    id: str
    type: Literal["payment.succeeded"]
    #: When it happened, in business time.
    timestamp: str
    customerId: Union[str, None]
    data: Dict[str, Any]


class PaymentWithInvoice(TypedDict):
    """A payment, with its invoice."""

    id: str
    invoiceId: str
    method: Union[PaymentMethod, str]
    status: Union[PaymentStatus, str]
    amount: float
    #: Amount refunded.
    amountRefunded: float
    currency: str
    #: As it was sent.
    reference: Union[str, None]
    #: The payment provider; null when the payment was recorded manually.
    provider: Union[Union[PaymentProvider, str], None]
    #: Reason for the failure: the message of the provider, or why the money was returned at once.
    failureReason: Union[str, None]
    #: Null until it is paid.
    paidAt: Union[str, None]
    createdAt: str
    refunds: List[Refund]
    customerId: str
    customerName: str
    invoiceNumber: str
    #: Real time, like createdAt.
    updatedAt: str


class PaymentsOfInvoice(TypedDict):
    """All payments of the invoice, with their refunds."""

    #: All of them, oldest first.
    results: List[Payment]


class PlanAgent(TypedDict):
    id: str
    name: str
    agentCode: str


class PlanCost(TypedDict):
    #: Null for work that belongs to no subscription.
    planId: Union[str, None]
    planName: Union[str, None]
    #: In USD; covers only events whose cost is known.
    totalCost: float
    eventCount: int
    #: Number of events whose cost is not known yet; the cost does not include them.
    uncostedEvents: int


PortalFeature = Literal["invoices", "subscriptions", "usage", "profile"]


#: State of the link; only an open one leads to the portal.
PortalLinkState = Literal["open", "used", "expired", "revoked"]


class PortalSession(TypedDict):
    """A link to the portal of a customer, without its URL."""

    id: str
    object: Union[Literal["portal_session"], str]
    customerId: str
    customerName: str
    customerEmail: Union[str, None]
    #: One hour after creation, in real time. Applies to the link and to the visit.
    expiresAt: str
    createdAt: str
    #: True if the link has expired.
    isExpired: bool
    #: True if the link was opened.
    isUsed: bool
    #: True if it was revoked or ended early, or its customer was deleted.
    isRevoked: bool
    state: Union[PortalLinkState, str]
    features: List[str]
    returnUrl: Union[str, None]


class PortalSessionCreate(TypedDict, total=False):
    #: Your own id for the customer. Either this or customerId is required.
    customerExternalId: str
    #: The Piecework id of the customer. Either this or customerExternalId is required.
    customerId: str
    #: Shown in the portal as "Back to …". The portal never redirects there automatically.
    returnUrl: str
    #: Intended use of the link. Informational only: the portal always shows all four.
    features: Sequence[PortalFeature]


class _PortalSessionDetailRequired(TypedDict):
    id: str
    object: Union[Literal["portal_session"], str]
    customerId: str
    customerName: str
    customerEmail: Union[str, None]
    #: One hour after creation, in real time. Applies to the link and to the visit.
    expiresAt: str
    createdAt: str
    #: True if the link has expired.
    isExpired: bool
    #: True if the link was opened.
    isUsed: bool
    #: True if it was revoked or ended early, or its customer was deleted.
    isRevoked: bool
    state: Union[PortalLinkState, str]
    features: List[str]
    returnUrl: Union[str, None]


class PortalSessionDetail(_PortalSessionDetailRequired, total=False):
    """A link to the portal, and when it was opened."""

    #: When the link was opened; absent before that.
    usedAt: str


#: Latest first; no more than `limit`.
PortalSessionList = List["PortalSession"]


class _PreviewedStrategyRequired(TypedDict):
    chargeType: ChargeType


class PreviewedStrategy(_PreviewedStrategyRequired, total=False):
    """A pricing strategy as for creation, but without its signal, because no price depends on
    it.
    """

    #: Printed on the invoice line. Default: the name of the signal, or the kind of fee.
    name: str
    pricingModel: Union[PricingModel, None]
    rate: Union[Union[float, str], None]
    tiers: Union[Sequence[PricingTierCreate], None]
    isActive: bool
    #: Units in the period for usage, default 0; seats for seat_based, default 1.
    quantity: Union[float, str]


class PriceCurve(TypedDict):
    """Amounts for a range of quantities in one period."""

    #: Index in `strategies`.
    strategyIndex: int
    #: Sorted by quantity, from 0 to twice the quantity used or past the last tier: evenly spaced,
    #: and at the bounds of up to 40 tiers.
    points: List[PriceCurvePoint]


class PriceCurvePoint(TypedDict):
    quantity: float
    #: Rounded like an invoice line.
    amount: float
    unitPrice: Union[float, None]


class PricePreview(TypedDict):
    """Preview of prices for one billing period."""

    currency: str
    #: One for each active strategy, in the same order. Includes one-time fees.
    lines: List[PricePreviewLine]
    #: Before discounts and taxes.
    subtotal: float
    #: One for each usage strategy.
    curves: List[PriceCurve]


class PricePreviewLine(TypedDict):
    """A line of the invoice for a whole period."""

    #: Index in `strategies`.
    strategyIndex: int
    #: As on an invoice.
    type: str
    description: str
    pricingModel: Union[Union[PricingModel, str], None]
    quantity: float
    unitPrice: Union[float, None]
    tiers: List[InvoiceTier]
    #: Rounded once, to the minor unit of the currency.
    amount: float


class PricePreviewRequest(TypedDict):
    #: ISO 4217 currency of the plan.
    currency: str
    #: At most 1000 tiers in total.
    strategies: Sequence[PreviewedStrategy]


#: How usage is priced, always on the total of the period. flat: quantity × rate. graduated:
#: each unit at the rate of its own tier. volume: all units at the rate of the tier that the
#: total falls into. credit_pool: a fee for a pool of units, then a rate for each unit above
#: it.
PricingModel = Literal["flat", "graduated", "volume", "credit_pool"]


class PricingPlan(TypedDict):
    """An offer to customers. Its pricing strategies define its prices."""

    id: str
    name: str
    description: Union[str, None]
    isActive: bool
    #: ISO 4217 currency of all prices of the plan.
    currency: str
    #: Your own data: kept and returned as it was sent.
    featuresList: JsonObject
    #: Agents linked to the plan, sorted by name.
    agents: List[PlanAgent]
    #: Signals that the fees of the plan cover, sorted by name: their work is not unpriced.
    includedSignals: List[IncludedSignal]
    #: Grows with each change of the plan, its prices, its agents or its included signals. 1 at
    #: creation; see If-Match.
    version: int
    createdAt: str
    #: Latest change, also of its prices, agents or included signals.
    updatedAt: str


class PricingPlanCopy(TypedDict, total=False):
    """Optional. Default name: the name of the plan followed by " (copy)"."""

    #: Must not be blank.
    name: str


class _PricingPlanCreateRequired(TypedDict):
    #: Must not be blank.
    name: str


class PricingPlanCreate(_PricingPlanCreateRequired, total=False):
    #: Send null to clear it.
    description: Union[str, None]
    #: The first agent linked to the plan; link more with linkAgent.
    agentId: str
    #: Your own data: kept and returned as it was sent.
    featuresList: JsonObject
    #: False: the plan takes no new subscriptions. Existing ones continue.
    isActive: bool
    #: ISO 4217. Default: the currency of the organization. It cannot change later.
    currency: str


class PricingPlanCreatedAnnouncement(TypedDict):
    """A pricing plan was created."""

    #: The same in every attempt; also the header `webhook-id`.
    id: str
    type: Literal["pricing_plan.created"]
    #: When it happened, in business time.
    timestamp: str
    customerId: Union[str, None]
    data: Dict[str, Any]


class PricingPlanDeletedAnnouncement(TypedDict):
    """A pricing plan was deleted."""

    #: The same in every attempt; also the header `webhook-id`.
    id: str
    type: Literal["pricing_plan.deleted"]
    #: When it happened, in business time.
    timestamp: str
    customerId: Union[str, None]
    data: Dict[str, Any]


class PricingPlanList(TypedDict):
    """One page of results and the total number of results."""

    results: List[PricingPlan]
    page: int
    limit: int
    totalPages: int
    #: Exact number of results.
    totalResults: int


class PricingPlanSummaries(TypedDict):
    """Prices and number of subscriptions of several plans."""

    #: One for each plan that exists, in no particular order.
    results: List[PricingPlanSummary]


class PricingPlanSummary(TypedDict):
    """Prices and number of subscriptions of a plan."""

    planId: str
    #: Number of subscriptions that have not ended.
    liveSubscriptions: int
    #: Number of active pricing strategies.
    priceCount: int
    #: The first 5 of them, in order of creation.
    prices: List[PricingStrategy]


class PricingPlanUpdate(TypedDict, total=False):
    #: Must not be blank.
    name: str
    #: Send null to clear it.
    description: Union[str, None]
    #: Your own data: kept and returned as it was sent.
    featuresList: JsonObject
    #: False: the plan takes no new subscriptions. Existing ones continue.
    isActive: bool


class PricingPlanUpdatedAnnouncement(TypedDict):
    """A pricing plan, its prices, agents or included signals changed. Prices are not in `data`."""

    #: The same in every attempt; also the header `webhook-id`.
    id: str
    type: Literal["pricing_plan.updated"]
    #: When it happened, in business time.
    timestamp: str
    customerId: Union[str, None]
    data: Dict[str, Any]


class PricingStrategy(TypedDict):
    """One price of a plan."""

    id: str
    planId: str
    name: str
    chargeType: Union[ChargeType, str]
    #: Null unless chargeType is usage.
    pricingModel: Union[Union[PricingModel, str], None]
    #: Null unless chargeType is usage.
    signalId: Union[str, None]
    #: In the plan's currency: per unit, per period, per seat or once. Null when tiered.
    rate: Union[float, None]
    tiers: Union[List[PricingTier], None]
    #: False: the strategy is kept but bills nothing.
    isActive: bool
    #: Grows with each change. 1 at creation; see If-Match.
    version: int
    createdAt: str
    updatedAt: str


class PricingStrategyBulkResult(TypedDict):
    """The strategies after the request."""

    #: In the order of the request.
    results: List[PricingStrategy]


class _PricingStrategyCreateRequired(TypedDict):
    chargeType: ChargeType


class PricingStrategyCreate(_PricingStrategyCreateRequired, total=False):
    #: Printed on the invoice line. Default: the name of the signal, or the kind of fee.
    name: str
    pricingModel: Union[PricingModel, None]
    signalId: Union[str, None]
    rate: Union[Union[float, str], None]
    tiers: Union[Sequence[PricingTierCreate], None]
    isActive: bool


class PricingStrategyList(TypedDict):
    """One page of results and the total number of results."""

    results: List[PricingStrategy]
    page: int
    limit: int
    totalPages: int
    #: Exact number of results.
    totalResults: int


class PricingStrategyUpdate(TypedDict, total=False):
    chargeType: ChargeType
    #: Printed on the invoice line. Default: the name of the signal, or the kind of fee.
    name: str
    pricingModel: Union[PricingModel, None]
    signalId: Union[str, None]
    rate: Union[Union[float, str], None]
    tiers: Union[Sequence[PricingTierCreate], None]
    isActive: bool


class PricingStrategyUpsert(TypedDict, total=False):
    #: The strategy to change; without it, a strategy is created.
    id: str
    chargeType: ChargeType
    #: Printed on the invoice line. Default: the name of the signal, or the kind of fee.
    name: str
    pricingModel: Union[PricingModel, None]
    signalId: Union[str, None]
    rate: Union[Union[float, str], None]
    tiers: Union[Sequence[PricingTierCreate], None]
    #: Default for a new strategy: true.
    isActive: bool


class PricingTier(TypedDict):
    """One range of units and its price."""

    #: Exclusive lower bound, in units.
    lower: float
    #: Inclusive upper bound, in units; null in the last tier.
    upper: Union[float, None]
    #: In the plan's currency, per unit; in the first tier of a credit_pool, the price of the whole
    #: pool.
    rate: float


class PricingTierCreate(TypedDict):
    #: Exclusive lower bound, in units. A number or decimal text; at most 10^15.
    lower: Union[float, str]
    upper: Union[Union[float, str], None]
    #: In the plan's currency, per unit; in the first tier of a credit_pool, the price of the whole
    #: pool. A number or decimal text; at most 9 × 10^13.
    rate: Union[float, str]


class Profitability(TypedDict):
    """Revenue and cost of work, by the requested dimension."""

    groupBy: Union[Literal["customer", "agent", "signal", "plan", "model", "day"], str]
    #: Sorted by number of events, highest first. All rows of a currency add up to its total; the
    #: rows of invoiced periods add up to the invoices before tax, to the cent.
    rows: List[ProfitabilityRow]
    #: The rows merged by key and currency, lowest margin first and rows without a margin last.
    #: Work without revenue is added to the row of its key if the key has only one currency.
    byKey: List[ProfitabilityKeyRow]
    #: By currency; currencies are never added together.
    totals: List[ProfitabilityTotal]
    rest: ProfitabilityRests
    #: In USD; covers only events whose cost is known.
    totalCost: float
    #: Number of events whose cost is not known yet; the cost does not include them.
    uncostedEvents: int
    unpriced: Unpriced
    #: Everything committed before this time is included. Figures of large organizations may be a
    #: few minutes old while usage is recorded.
    asOf: str
    dateRange: DateRange
    filters: ProfitabilityFilters


class ProfitabilityBefore(TypedDict):
    revenue: float
    #: In USD; covers only events whose cost is known.
    cost: float
    margin: Union[float, None]
    marginChange: Union[float, None]


#: Adds the figures of the preceding window to `byKey`; not by day.
ProfitabilityComparison = Literal["before"]


class ProfitabilityCostRest(TypedDict):
    #: In USD; covers only events whose cost is known.
    cost: float


class ProfitabilityFilters(TypedDict, total=False):
    """The filters of the request, without its dates."""

    #: The Piecework id, not your external id.
    customerId: str
    #: Only work of this agent.
    agentId: str
    groupBy: Union[ProfitabilityGroup, str]
    compare: Union[ProfitabilityComparison, str]
    #: Maximum number of customers, signals or agents listed, those with the most events first.
    #: Default: 100.
    top: int


#: Dimension of the rows. Default: customer. A model has its own cost and events. The revenue
#: of a signal in the window is shared between models by units: exactly for events that are the
#: only one of their customer and signal in a quarter of an hour. In a quarter of an hour with
#: several events, units are shared by the number of events that used each model. If events
#: used several models and all have a cost, units are shared by cost. Revenue without units is
#: shared by cost.
ProfitabilityGroup = Literal["customer", "agent", "signal", "plan", "model", "day"]


class ProfitabilityKeyRest(TypedDict):
    currency: str
    revenue: float
    invoiced: float


class ProfitabilityKeyRow(TypedDict):
    #: As in `rows`. Null: the row has no key, or combines all that are not listed.
    key: Union[str, None]
    name: Union[str, None]
    #: Billable units.
    quantity: float
    #: Null: there is no revenue.
    currency: Union[str, None]
    #: Before tax. Usage receives its share of its line by billable quantity.
    revenue: float
    #: Part of the revenue on finalized invoices.
    invoiced: float
    #: In USD; covers only events whose cost is known.
    cost: float
    #: Revenue less cost; null when the revenue is not in USD, because costs are.
    margin: Union[float, None]
    #: Margin as a percentage of the revenue; null when there is no revenue.
    marginPercent: Union[float, None]
    #: The reason there is no margin; null when there is one.
    marginNote: Union[str, None]
    eventCount: int
    #: Number of events whose cost is not known yet; the cost does not include them.
    uncostedEvents: int
    #: The revenue of a day as a percentage of that of the window, in its currency; null when that
    #: is zero, and without `groupBy=day`.
    revenuePercent: Union[float, None]
    #: The cost of a day as a percentage of that of the window; null when that is zero, and without
    #: `groupBy=day`.
    costPercent: Union[float, None]
    #: The same key in the preceding window, and the change of the margin since. Null without
    #: `compare`, and on the row that combines all others.
    before: Union[ProfitabilityBefore, None]


class ProfitabilityKeysRest(TypedDict):
    """Difference to the rows due to rounding."""

    #: In USD; covers only events whose cost is known.
    cost: float
    byCurrency: List[ProfitabilityKeyRest]


#: Kind of amount. `outcomes`: work; its revenue is its share of usage lines.
#: `without_quantity`: usage lines without any unit, such as the fee of a pool. `recurring`,
#: `seat_based`, `onetime`, `proration`: other lines of invoices. `discount` and `tax_included`
#: are deducted. `no_subscription`: work without revenue. `rounding`: the difference between
#: the total and the rows above.
ProfitabilityKind = Literal[
    "outcomes",
    "without_quantity",
    "recurring",
    "seat_based",
    "onetime",
    "proration",
    "credit",
    "discount",
    "tax_included",
    "no_subscription",
    "rounding",
]


class ProfitabilityRests(TypedDict):
    """For each table, the difference between the total and its rows: amounts that belong to no
    listed row, and rounding. With it, each table adds up to the total to the last digit
    shown.
    """

    rows: ProfitabilityCostRest
    totals: ProfitabilityTotalsRest
    byKey: ProfitabilityKeysRest


class ProfitabilityRow(TypedDict):
    kind: Union[ProfitabilityKind, str]
    #: The id of the customer, agent, signal or plan; `provider/model`; the day. Null when the row
    #: has no key, or combines all others.
    key: Union[str, None]
    name: Union[str, None]
    #: Billable units.
    quantity: float
    #: Null: there is no revenue.
    currency: Union[str, None]
    #: Before tax. Usage receives its share of its line by billable quantity.
    revenue: float
    #: Part of the revenue on finalized invoices.
    invoiced: float
    #: In USD; covers only events whose cost is known.
    cost: float
    #: Revenue less cost; null when the revenue is not in USD, because costs are.
    margin: Union[float, None]
    #: Margin as a percentage of the revenue; null when there is no revenue.
    marginPercent: Union[float, None]
    #: The reason there is no margin; null when there is one.
    marginNote: Union[str, None]
    eventCount: int
    #: Number of events whose cost is not known yet; the cost does not include them.
    uncostedEvents: int


class ProfitabilityTotal(TypedDict):
    currency: str
    revenue: float
    invoiced: float
    #: In USD; covers only events whose cost is known.
    cost: float
    #: Revenue less cost; null when the revenue is not in USD, because costs are.
    margin: Union[float, None]
    #: Margin as a percentage of the revenue; null when there is no revenue.
    marginPercent: Union[float, None]
    #: The reason there is no margin; null when there is one.
    marginNote: Union[str, None]


class ProfitabilityTotalsRest(TypedDict):
    """Work without revenue."""

    #: In USD; covers only events whose cost is known.
    cost: float


class Proration(TypedDict):
    """Set when a fee covers only part of a period: × daysCovered / daysFull. Computed as the
    amount up to the end of the part less the amount up to its start, each rounded, so that
    parts add up.
    """

    #: Days of the period before this part.
    daysBefore: int
    daysCovered: int
    daysFull: int


class QuarantinedPrice(TypedDict):
    """A price that is not used until a person accepts it, with the fields of a service."""

    #: Id of the price.
    id: str
    #: The service, whose price in force does not change.
    serviceId: str
    provider: str
    canonicalName: str
    costUnit: str
    #: USD per `costUnit`; null: no rate is published.
    inputCost: Union[str, None]
    #: USD per `costUnit`; null: no rate is published.
    outputCost: Union[str, None]
    #: USD per `costUnit`; null: no rate is published.
    cacheReadCost: Union[str, None]
    #: USD per `costUnit`; null: no rate is published.
    cacheWriteCost: Union[str, None]
    longContext: List[LongContextCost]
    #: The price list that has it.
    source: str
    #: Why it looks implausible.
    reason: str
    createdAt: str
    #: Of two announcements about one object, the higher version is the later state.
    version: int


class Reconciliation(TypedDict):
    """Checks that the figures of a window agree, from events to payments."""

    #: True if there are no differences.
    isBalanced: bool
    checks: List[BookCheck]
    dateRange: DateRange
    filters: ReconciliationFilters


class ReconciliationFilters(TypedDict, total=False):
    """The filters of the request, without its dates."""

    #: The Piecework id, not your external id.
    customerId: str


class Refund(TypedDict):
    """A refund to a customer."""

    id: str
    paymentId: str
    invoiceId: str
    amount: float
    currency: str
    #: As it was sent; or the reason that the money was returned automatically.
    reason: Union[str, None]
    status: Union[PaymentStatus, str]
    #: Reason given by the payment provider for rejecting the refund.
    failureReason: Union[str, None]
    refundedAt: str
    createdAt: str


class RefundCreate(TypedDict, total=False):
    #: A positive number or decimal text, in the invoice's currency. Default: the whole amount left
    #: of the payment.
    amount: Union[float, str]
    #: For your records.
    reason: str


class RefundFailedAnnouncement(TypedDict):
    """A refund was rejected."""

    #: The same in every attempt; also the header `webhook-id`.
    id: str
    type: Literal["refund.failed"]
    #: When it happened, in business time.
    timestamp: str
    customerId: Union[str, None]
    data: Dict[str, Any]


class RefundSucceededAnnouncement(TypedDict):
    """A refund was carried out."""

    #: The same in every attempt; also the header `webhook-id`.
    id: str
    type: Literal["refund.succeeded"]
    #: When it happened, in business time.
    timestamp: str
    customerId: Union[str, None]
    data: Dict[str, Any]


class _RevenueAnalyticsRequired(TypedDict):
    #: Currency of all figures; null when several currencies are involved: see byCurrency.
    currency: Union[str, None]
    #: agentEarned and the fees, before discounts and tax; null when several currencies are
    #: involved: see byCurrency.
    revenue: Union[float, None]
    #: In USD; covers only events whose cost is known.
    cost: float
    #: Number of events whose cost is not known yet; the cost does not include them.
    uncostedEvents: int
    #: Revenue less cost; null when the revenue is not in USD, because costs are.
    margin: Union[float, None]
    #: Margin as a percentage of the revenue; null when there is no revenue.
    marginPercent: Union[float, None]
    #: The reason there is no margin; null when there is one.
    marginNote: Union[str, None]
    #: Units times rates, without fees; null when several currencies are involved: see byCurrency.
    agentEarned: Union[float, None]
    #: Part of the revenue billed by lines of finalized invoices, including late usage once an
    #: invoice bills it. A window that covers part of a usage line includes its share; null when
    #: several currencies are involved: see byCurrency.
    invoiced: Union[float, None]
    #: The remaining revenue, including late usage until an invoice bills it; negative when the
    #: next invoice gives something back. At the prices of a finalized invoice of the same period,
    #: otherwise at the current prices; null when several currencies are involved: see byCurrency.
    notInvoiced: Union[float, None]
    #: The revenue by kind; null when several currencies are involved: see byCurrency.
    breakdown: Union[RevenueBreakdown, None]
    #: Currencies are never added together. Work without a subscription is counted in the total
    #: cost only.
    byCurrency: List[CurrencyRevenue]
    #: At most `top`: those that run in the window, latest start date first, then those that only
    #: an invoice bills there.
    bySubscription: List[SubscriptionRevenue]
    #: True if there are more subscriptions. The totals include all of them.
    hasMoreSubscriptions: bool
    #: Strategies with units or revenue in the window, sorted by plan and name.
    byStrategy: List[StrategyRevenue]
    rest: RevenueRests
    dateRange: DateRange
    #: Everything committed before this time is included. Figures of large organizations may be a
    #: few minutes old while usage is recorded.
    asOf: str
    filters: RevenueAnalyticsFilters


class RevenueAnalytics(_RevenueAnalyticsRequired, total=False):
    """Revenue and margin in a range of days."""

    #: With groupBy: every bucket in order, for each currency. The buckets of a currency add up to
    #: its revenue.
    timeSeries: List[RevenueBucket]


class RevenueAnalyticsFilters(TypedDict, total=False):
    """The filters of the request, without its dates."""

    #: The Piecework id, not your external id.
    customerId: str
    #: Only work of this agent.
    agentId: str
    #: Adds `timeSeries`; sets the length of its rows. In CSV its rows are daily by default.
    groupBy: Union[Grouping, str]
    #: Maximum number of subscriptions listed, latest first; the totals include all of them.
    #: Default: 100, and all of them for CSV.
    top: int


class RevenueBreakdown(TypedDict):
    #: Equal to agentEarned.
    usage: float
    #: Recurring fees, spread over days, and the fees of pools.
    recurring: float
    #: Seat fees, spread over days.
    seat: float
    #: Counted on the day the subscription starts.
    onetime: float


class RevenueBucket(TypedDict):
    #: First day of the bucket.
    date: str
    currency: str
    revenue: float
    usage: float
    recurring: float
    seat: float
    onetime: float
    #: Of the revenue: fees that fall on a single day, which are the fees of pools and one-time
    #: fees.
    oneDayFees: float
    #: The revenue as a percentage of that of the window, in its currency; null without revenue.
    revenuePercent: Union[float, None]


class RevenueFilters(TypedDict, total=False):
    """The filters of the request, without its dates."""

    #: The Piecework id, not your external id.
    customerId: str
    #: Only work of this agent.
    agentId: str


class _RevenueRestsRequired(TypedDict):
    byCurrency: CurrencyCostRest
    bySubscription: List[SubscriptionRevenueRest]
    byStrategy: List[StrategyRevenueRest]


class RevenueRests(_RevenueRestsRequired, total=False):
    """For each table, the difference between the total and its rows: amounts that belong to no
    listed row, and rounding. With it, each table adds up to the total to the last digit
    shown. By currency, as in byCurrency.
    """

    timeSeries: List[RevenueTimeRest]


class RevenueTimeRest(TypedDict):
    currency: str
    revenue: float
    usage: float
    recurring: float
    seat: float
    onetime: float


class Seller(TypedDict):
    """Your organization as printed: copied when the invoice leaves `draft` and unchanged since."""

    name: str
    email: Union[str, None]
    phone: Union[str, None]
    addressLine1: Union[str, None]
    addressLine2: Union[str, None]
    city: Union[str, None]
    state: Union[str, None]
    zipCode: Union[str, None]
    country: Union[str, None]
    #: The address as printed, in the order of its country.
    addressLines: List[str]
    taxId: Union[str, None]
    footer: Union[str, None]


class Service(TypedDict):
    """One service of the catalog and its rates."""

    id: str
    #: Identifier in the source of the entry.
    externalId: str
    #: Send it as `model`.
    canonicalName: str
    displayName: str
    #: Send it as `modelProvider`.
    provider: str
    serviceType: str
    #: Current rate in USD per `costUnit`: for input tokens, or for the units of a non-LLM service.
    #: Null: no rate is published.
    inputCost: Union[str, None]
    #: USD per `costUnit` for output tokens; null for non-LLM services.
    outputCost: Union[str, None]
    #: USD per `costUnit`; null: no rate is published.
    cacheReadCost: Union[str, None]
    #: USD per `costUnit`; null: no rate is published.
    cacheWriteCost: Union[str, None]
    costUnit: str
    #: Rates for whole calls above a number of input tokens, ascending.
    longContext: List[LongContextCost]
    #: Times of day (UTC) to which the current rates are limited.
    dailyWindow: Union[DailyWindow, None]
    #: Start of validity of these rates; null: always valid.
    effectiveFrom: Union[str, None]
    contextWindow: Union[int, None]
    source: Union[Literal["curated", "litellm", "openrouter"], str]
    #: True: costed by quantity. False: an LLM, costed by tokens.
    isApi: bool
    isActive: bool


class ServiceBefore(TypedDict):
    model: str
    modelProvider: str
    quantity: int
    #: Including cache tokens.
    inputTokens: int
    outputTokens: int
    cacheReadTokens: int
    cacheWriteTokens: int


class ServiceList(TypedDict):
    """One page of the catalog, and the total number of entries."""

    data: List[Service]
    pagination: Pagination


class ShownPeriod(TypedDict):
    start: str
    #: Exclusive end of the period.
    end: str
    #: Day on which the period ends and is invoiced, in the time zone of the subscription.
    invoiceDate: str
    state: Union[SubscriptionPeriodState, str]
    #: The invoice of the whole period, which is not invoiced again at its end. Null: none yet.
    invoice: Union[InvoiceOfPeriod, None]


class Signal(TypedDict):
    """A billable outcome of an agent."""

    id: str
    name: str
    shortName: str
    agentId: str
    description: Union[str, None]
    isActive: bool
    createdAt: str
    updatedAt: str


class SignalBulkCreate(TypedDict):
    signals: Sequence[SignalCreate]


class SignalBulkResult(TypedDict):
    """The signals that were created."""

    #: In the order of the request.
    results: List[Signal]


class SignalCost(TypedDict):
    signalId: str
    signalName: str
    #: In USD; covers only events whose cost is known.
    totalCost: float
    eventCount: int
    #: Number of events whose cost is not known yet; the cost does not include them.
    uncostedEvents: int


class _SignalCreateRequired(TypedDict):
    #: The agent whose work it counts; cannot change.
    agentId: str
    #: The unit on the invoice, such as "Resolved ticket"; unique within its agent.
    name: str


class SignalCreate(_SignalCreateRequired, total=False):
    #: Usage records send it as `signalName`; unique within its agent. Default: the name.
    shortName: str
    #: Definition of one unit. Send null to clear it.
    description: Union[str, None]
    #: False marks the signal as retired; usage is still recorded.
    isActive: bool


class SignalList(TypedDict):
    """One page of results and the total number of results."""

    results: List[Signal]
    page: int
    limit: int
    totalPages: int
    #: Exact number of results.
    totalResults: int


class SignalUpdate(TypedDict, total=False):
    #: The unit on the invoice, such as "Resolved ticket"; unique within its agent.
    name: str
    #: Usage records send it as `signalName`; unique within its agent.
    shortName: str
    #: Definition of one unit. Send null to clear it.
    description: Union[str, None]
    #: False marks the signal as retired; usage is still recorded.
    isActive: bool


class StartedInvoice(TypedDict):
    id: str
    invoiceNumber: str


class StartedPlan(TypedDict):
    id: str
    #: Name of the plan.
    name: str


class StartedSubscription(TypedDict):
    id: str
    name: str
    customerId: str


class StrategyRevenue(TypedDict):
    strategyId: str
    strategyName: str
    planId: str
    planName: str
    currency: str
    chargeType: Union[Literal["usage", "recurring", "seat_based", "onetime"], str]
    #: Billable units; 0 for fees.
    quantity: float
    revenue: float
    agentEarned: float
    fees: float


class StrategyRevenueRest(TypedDict):
    currency: str
    revenue: float
    agentEarned: float


class Subscription(TypedDict):
    """Puts a customer on a plan, for the work of one agent."""

    id: str
    name: str
    planId: str
    agentId: str
    customerId: str
    planName: str
    agentName: str
    customerName: str
    #: Currency of the plan.
    currency: str
    status: Union[SubscriptionStatus, str]
    #: In the time zone of the subscription.
    startDate: str
    #: Last day, or the exact end; null: no end.
    endDate: Union[str, None]
    isForever: bool
    billingCycle: Union[BillingCycle, str]
    customCycleDays: Union[int, None]
    billingDay: Union[int, None]
    billingModel: Union[BillingModel, str]
    #: Null: the time zone of the customer applies.
    timezone: Union[str, None]
    #: Its own time zone, otherwise the time zone of the customer.
    timezoneInForce: str
    #: The effective number: its own, otherwise the customer's.
    netTerms: int
    autoCollectPayment: bool
    seatsCount: int
    #: Amount still to be billed, in the plan's currency; null once an invoice includes it.
    proratedAmount: Union[float, None]
    invoiceMemo: Union[str, None]
    #: As it was sent.
    subscriptionDetails: JsonObject
    #: As it was sent.
    metadata: JsonObject
    #: The current billing period; null when the subscription is not active.
    currentPeriod: Union[BillingPeriod, None]
    #: Day on which the next invoice is created: the current period ends, or the first one of an
    #: upcoming subscription. If an invoice covers that period already, it is the end of the next
    #: period. Null once ended.
    nextInvoiceDate: Union[str, None]
    #: Time ranges that are not billed automatically, in order; empty when there are none.
    unbilledTime: List[UnbilledTime]
    #: Grows with each change of the subscription; not with values that follow from its customer,
    #: plan, agent or invoices, or from the time. 1 at creation; see If-Match.
    version: int
    createdAt: str
    updatedAt: str


class SubscriptionActivatedAnnouncement(TypedDict):
    """An upcoming subscription started."""

    #: The same in every attempt; also the header `webhook-id`.
    id: str
    type: Literal["subscription.activated"]
    #: When it happened, in business time.
    timestamp: str
    customerId: Union[str, None]
    data: Dict[str, Any]


class SubscriptionChange(TypedDict):
    """One change of a subscription or its plan, and its author."""

    id: str
    at: str
    #: `api_key:<id>`, `user:<id>`, or `system` for changes that follow from dates.
    actor: str
    #: Current name of the key or the person; null for `system`, and for those that no longer
    #: exist.
    actorName: Union[str, None]
    changes: List[FieldChange]


class SubscriptionChangeList(TypedDict):
    """One page of results and the total number of results."""

    results: List[SubscriptionChange]
    page: int
    limit: int
    totalPages: int
    #: Exact number of results.
    totalResults: int


class _SubscriptionCreateRequired(TypedDict):
    name: str
    planId: str
    #: An agent that is linked to the plan.
    agentId: str
    #: The Piecework id, not your external id.
    customerId: str
    #: ISO 8601 date, past or future. A timestamp is taken as its date in the time zone of the
    #: subscription.
    startDate: str


class SubscriptionCreate(_SubscriptionCreateRequired, total=False):
    status: SubscriptionStatus
    billingCycle: BillingCycle
    billingModel: BillingModel
    #: Days to pay an invoice. Without it, or null: the net terms of the customer at the time an
    #: invoice is issued.
    netTerms: Union[int, None]
    #: Charges the saved payment method for each invoice.
    autoCollectPayment: bool
    #: A date is the last day that is billed; a timestamp is the exact, exclusive end (without an
    #: offset: in the time zone of the subscription).
    endDate: Union[str, None]
    #: When true, endDate is ignored.
    isForever: bool
    #: For seat-based prices.
    seatsCount: int
    #: Length of a period in days. Required for billingCycle `custom`, and not allowed otherwise.
    customCycleDays: Union[int, None]
    #: A number or decimal text, may be negative: billed once, on a separate line of the next
    #: invoice. Each request sets one adjustment, which replaces the one that is not billed yet;
    #: null removes that one.
    proratedAmount: Union[float, str, None]
    #: IANA name, such as Europe/Berlin. Default: the time zone of the customer.
    timezone: Union[str, None]
    #: Day of the month on which periods start, clamped in shorter months; the first period is a
    #: stub up to it. Default: the day of startDate.
    billingDay: Union[int, None]
    #: Printed on every invoice.
    invoiceMemo: Union[str, None]
    subscriptionDetails: Union[JsonObject, None]
    metadata: Union[JsonObject, None]


class SubscriptionCreatedAnnouncement(TypedDict):
    """A subscription was created."""

    #: The same in every attempt; also the header `webhook-id`.
    id: str
    type: Literal["subscription.created"]
    #: When it happened, in business time.
    timestamp: str
    customerId: Union[str, None]
    data: Dict[str, Any]


class SubscriptionEndedAnnouncement(TypedDict):
    """A subscription ended or was deleted."""

    #: The same in every attempt; also the header `webhook-id`.
    id: str
    type: Literal["subscription.ended"]
    #: When it happened, in business time.
    timestamp: str
    customerId: Union[str, None]
    data: Dict[str, Any]


class SubscriptionList(TypedDict):
    """One page of results and the total number of results."""

    results: List[Subscription]
    page: int
    limit: int
    totalPages: int
    #: Exact number of results.
    totalResults: int


class SubscriptionPeriod(TypedDict):
    start: str
    #: Exclusive end of the period.
    end: str
    #: Day on which the period ends and is invoiced, in the time zone of the subscription.
    invoiceDate: str
    state: Union[SubscriptionPeriodState, str]


class SubscriptionPeriodList(TypedDict):
    """Billing periods of a subscription: the last three, the current one and the next three."""

    #: In chronological order.
    results: List[ShownPeriod]


SubscriptionPeriodState = Literal["past", "current", "upcoming"]


class SubscriptionPreview(TypedDict):
    """Preview of a subscription; nothing is stored."""

    status: Union[SubscriptionStatus, str]
    #: The effective time zone: its own, otherwise the time zone of the customer.
    timezone: str
    #: The first three, or fewer when the subscription ends earlier.
    periods: List[SubscriptionPeriod]
    invoice: FirstInvoicePreview


class SubscriptionRevenue(TypedDict):
    subscriptionId: str
    subscriptionName: str
    customerId: str
    customerName: str
    agentId: str
    agentName: str
    planId: str
    planName: str
    eventCount: int
    currency: str
    #: agentEarned and the fees, before discounts and tax.
    revenue: float
    #: Units times the rates of the plan, without fees.
    agentEarned: float
    #: Part of the revenue billed by lines of finalized invoices, including late usage once an
    #: invoice bills it. A window that covers part of a usage line includes its share.
    invoiced: float
    #: The remaining revenue, including late usage until an invoice bills it; negative when the
    #: next invoice gives something back. At the prices of a finalized invoice of the same period,
    #: otherwise at the current prices.
    notInvoiced: float
    breakdown: RevenueBreakdown
    #: In USD; covers only events whose cost is known.
    cost: float
    #: Revenue less cost; null when the revenue is not in USD, because costs are.
    margin: Union[float, None]
    #: Margin as a percentage of the revenue; null when there is no revenue.
    marginPercent: Union[float, None]
    #: The reason there is no margin; null when there is one.
    marginNote: Union[str, None]
    #: Number of events whose cost is not known yet; the cost does not include them.
    uncostedEvents: int


class SubscriptionRevenueRest(TypedDict):
    currency: str
    revenue: float
    agentEarned: float
    invoiced: float
    notInvoiced: float
    breakdown: RevenueBreakdown
    #: In USD; covers only events whose cost is known.
    cost: float


#: Follows from the dates. On creation it is accepted and ignored; on update, `ended` ends the
#: subscription now, and `active` starts an upcoming one today.
SubscriptionStatus = Literal["upcoming", "active", "ended"]


class SubscriptionUpdate(TypedDict, total=False):
    name: str
    #: Another active plan. Can change until an invoice leaves draft; drafts are voided. After
    #: that, end this subscription and create another one.
    planId: str
    #: Another agent that is linked to the plan. Can change until an invoice leaves draft; drafts
    #: are voided. After that, end this subscription and create another one.
    agentId: str
    #: Another customer. Can change until an invoice leaves draft; drafts are voided. After that,
    #: end this subscription and create another one.
    customerId: str
    #: ISO 8601 date, past or future. A timestamp is taken as its date in the time zone of the
    #: subscription.
    startDate: str
    status: SubscriptionStatus
    billingCycle: BillingCycle
    billingModel: BillingModel
    #: Days to pay an invoice. Without it, or null: the net terms of the customer at the time an
    #: invoice is issued.
    netTerms: Union[int, None]
    #: Charges the saved payment method for each invoice.
    autoCollectPayment: bool
    #: A date is the last day that is billed; a timestamp is the exact, exclusive end (without an
    #: offset: in the time zone of the subscription).
    endDate: Union[str, None]
    #: When true, endDate is ignored.
    isForever: bool
    #: For seat-based prices.
    seatsCount: int
    #: Length of a period in days. Required for billingCycle `custom`, and not allowed otherwise.
    customCycleDays: Union[int, None]
    #: A number or decimal text, may be negative: billed once, on a separate line of the next
    #: invoice. Each request sets one adjustment, which replaces the one that is not billed yet;
    #: null removes that one.
    proratedAmount: Union[float, str, None]
    #: IANA name, such as Europe/Berlin. Default: the time zone of the customer.
    timezone: Union[str, None]
    #: Day of the month on which periods start, clamped in shorter months; the first period is a
    #: stub up to it. Default: the day of startDate.
    billingDay: Union[int, None]
    #: Printed on every invoice.
    invoiceMemo: Union[str, None]
    subscriptionDetails: Union[JsonObject, None]
    metadata: Union[JsonObject, None]


class SubscriptionUpdatedAnnouncement(TypedDict):
    """Terms or dates of a subscription changed."""

    #: The same in every attempt; also the header `webhook-id`.
    id: str
    type: Literal["subscription.updated"]
    #: When it happened, in business time.
    timestamp: str
    customerId: Union[str, None]
    data: Dict[str, Any]


class SuggestedEntry(TypedDict):
    """A similar catalog entry with its rates, and the reason for the suggestion."""

    #: Send it as targetPricingId.
    serviceId: str
    model: str
    provider: str
    #: same_name: the same name at another provider. same_provider: a similar name at this
    #: provider. similar_name: a similar name at another provider.
    reason: Union[Literal["same_name", "same_provider", "similar_name"], str]
    #: Estimated cost of the work at its rates, in USD.
    estimatedCost: float
    #: Current rate in USD per `costUnit`; null: none is published.
    inputCost: Union[str, None]
    #: USD per `costUnit` for output tokens.
    outputCost: Union[str, None]
    costUnit: str


class TaxRate(TypedDict):
    """A percentage of the billed amount that is owed to a tax authority."""

    id: str
    name: str
    description: Union[str, None]
    #: 19 for 19 %; from 0 to 100.
    percentage: float
    #: True if prices already include the tax. False: it is added to the amount without any tax.
    isInclusive: bool
    #: Applies to every customer without tax rates of its own.
    isDefault: bool
    #: False: the tax rate is kept but not applied, even as a default or when a customer names it.
    isActive: bool
    #: Number of customers that name it in their taxRateIds. A default also applies to other
    #: customers.
    customerCount: int
    createdAt: str
    updatedAt: str


class _TaxRateCreateRequired(TypedDict):
    #: Printed on invoices, such as VAT or GST.
    name: str
    #: 19 for 19 %; from 0 to 100. A number or decimal text.
    percentage: Union[float, str]


class TaxRateCreate(_TaxRateCreateRequired, total=False):
    #: Internal description; not printed. Send null to clear it.
    description: Union[str, None]
    #: True if prices already include the tax. False: it is added to the amount without any tax.
    isInclusive: bool
    #: Applies to every customer without tax rates of its own.
    isDefault: bool
    #: False: the tax rate is kept but not applied, even as a default or when a customer names it.
    isActive: bool


class TaxRateList(TypedDict):
    """One page of results and the total number of results."""

    results: List[TaxRate]
    page: int
    limit: int
    totalPages: int
    #: Exact number of results.
    totalResults: int


class TaxRateUpdate(TypedDict, total=False):
    """The percentage cannot change: create another tax rate instead."""

    #: Printed on invoices, such as VAT or GST.
    name: str
    #: Internal description; not printed. Send null to clear it.
    description: Union[str, None]
    #: Applies to every customer without tax rates of its own.
    isDefault: bool
    #: False: the tax rate is kept but not applied, even as a default or when a customer names it.
    isActive: bool


class TestClock(TypedDict):
    """Current business time."""

    #: Business time, which periods, due dates and default usage dates follow.
    now: str
    #: True if business time differs from real time; it advances from the time it was set to.
    isSet: bool
    #: Target of a move in progress; `now` shows how far it has come. Otherwise null.
    movingTo: Union[str, None]
    #: Real time, which createdAt and updatedAt keep.
    realNow: str


class TestClockMove(TypedDict):
    #: Business time to move to: an ISO 8601 date or timestamp, up to five years after the current
    #: one. UTC without an offset. Before the first customer is created, a clock that was never set
    #: may start up to five years in the past.
    now: str


class Timeline(TypedDict):
    """Past and upcoming events of the clock, in business time."""

    #: In chronological order, at most 200.
    results: List[TimelineEntry]
    #: True if there are more.
    hasMore: bool
    #: When the next event of any kind is due; null: none.
    nextDueAt: Union[str, None]
    now: str


class TimelineEntry(TypedDict):
    at: str
    #: True if the event has happened. False if it is expected at `at`.
    isDone: bool
    kind: Union[TimelineKind, str]
    customerId: str
    customerName: str
    subscriptionId: Union[str, None]
    subscriptionName: Union[str, None]
    invoiceId: Union[str, None]
    invoiceNumber: Union[str, None]


#: invoice_draft: a period ends and becomes a draft. invoice_finalize: the grace hours of a
#: draft have passed. invoice_collect: an invoice with automatic collection is charged.
TimelineKind = Literal[
    "subscription_start",
    "subscription_end",
    "invoice_draft",
    "invoice_finalize",
    "invoice_issue",
    "invoice_collect",
    "invoice_remind",
    "invoice_overdue",
    "invoice_paid",
    "invoice_void",
]


#: `voided`: the invoice of this range was voided after it was finalized; generate a new one.
#: `draft`: a draft that is not finalized automatically covers this range; send the draft, or
#: void it.
UnbilledReason = Literal["voided", "draft"]


class UnbilledSubscriptionTime(TypedDict):
    start: str
    #: Exclusive end.
    end: str
    reason: Union[UnbilledReason, str]
    #: The voided invoice, or the draft.
    invoiceId: str
    invoiceNumber: str
    subscriptionId: str
    subscriptionName: str
    customerId: str


class UnbilledTime(TypedDict):
    """A time range of a running or ended subscription that is not billed automatically."""

    start: str
    #: Exclusive end.
    end: str
    reason: Union[UnbilledReason, str]
    #: The voided invoice, or the draft.
    invoiceId: str
    invoiceNumber: str


class UncostedModel(TypedDict):
    """A model whose events have no cost, and the reason."""

    model: str
    provider: str
    reason: UncostedReason
    #: Number of events that wait for this model.
    count: int
    #: Number of customers with such events.
    customerCount: int
    oldestEventDate: str
    #: The most similar catalog entries, best match first; map the model to one of them.
    suggestions: List[SuggestedEntry]
    #: Estimated cost of the work by the suggestions, in USD, at current prices; null without
    #: suggestions.
    estimatedCost: Union[CostRange, None]


#: unknown_model: not in the catalog. no_rate: in the catalog, but without a required rate.
UncostedReason = Union[Literal["unknown_model", "no_rate"], str]


class UncostedUsage(TypedDict):
    """Events without a cost, by what is missing."""

    groups: List[UncostedModel]
    #: Number of events without a cost, each counted once.
    totalEvents: int
    withoutTokens: EventsWithoutTokens


class UnknownModel(TypedDict):
    """A model without a price, as usage records name it."""

    model: str
    provider: str
    #: Of two announcements about one object, the higher version is the later state.
    version: int


class Unpriced(TypedDict):
    """Work that no price covers: it belongs to no subscription; or its time is invoiced, and the
    invoice has no usage line for its signal; or its time is not invoiced, and the plan has no
    active usage price for its signal. Work at a price of 0, units within a pool and signals
    that the plan includes are priced. Its cost is part of the other figures.
    """

    #: Billable units.
    quantity: float
    eventCount: int
    #: In USD; covers only events whose cost is known.
    cost: float


class UsageAmendedAnnouncement(TypedDict):
    """A usage event was amended."""

    #: The same in every attempt; also the header `webhook-id`.
    id: str
    type: Literal["usage.amended"]
    #: When it happened, in business time.
    timestamp: str
    customerId: Union[str, None]
    data: Dict[str, Any]


class _UsageAnalyticsRequired(TypedDict):
    summary: UsageSummary
    #: Every bucket in order, including those without events.
    timeSeriesData: List[UsageTimeBucket]
    metadata: UsageNames
    rest: UsageRests
    dateRange: DateRange
    filters: UsageAnalyticsFilters


class UsageAnalytics(_UsageAnalyticsRequired, total=False):
    """Amount and cost of work."""

    dimensionBreakdown: UsageBreakdown


class UsageAnalyticsFilters(TypedDict, total=False):
    """The filters of the request, without its dates."""

    #: The Piecework id, not your external id.
    customerId: str
    #: Only work of this agent.
    agentId: str
    #: Only work of this signal.
    signalId: str
    #: Length of each row of the time series. Default: daily.
    groupBy: Union[Grouping, str]
    breakdownBy: Union[Dimension, str]
    #: Maximum number of customers, signals or agents listed, those with the most events first.
    #: Default: 100.
    top: int


class UsageBatch(TypedDict):
    records: Sequence[UsageRecord]


class UsageBatchResult(TypedDict):
    """Result of each record, in the order of the request; some may have failed."""

    processed: int
    successful: int
    failed: int
    results: UsageEntries


class UsageBreakdown(TypedDict):
    dimensionType: Union[Literal["customer", "signal", "agent"], str]
    #: Sorted by number of events, highest first.
    summary: List[DimensionSummary]
    #: Every bucket of each of them, including those without events.
    timeline: List[DimensionBucket]
    #: True if there are more than `top`.
    hasMore: bool
    #: All others, by bucket, with rounding differences; together with the timeline they add up to
    #: timeSeriesData.
    rest: List[UsageBucket]


class UsageBreakdownRest(TypedDict):
    """With breakdownBy: all others."""

    totalEvents: int
    totalQuantity: float
    #: In USD; covers only events whose cost is known.
    totalCost: float
    #: Number of events whose cost is not known yet; the cost does not include them.
    uncostedEvents: int


class UsageBucket(TypedDict):
    #: First day of the bucket: a Monday for weeks, the first of the month for months.
    date: str
    eventCount: int
    totalQuantity: float
    #: In USD; covers only events whose cost is known.
    totalCost: float
    #: Number of events whose cost is not known yet; the cost does not include them.
    uncostedEvents: int


class UsageEntries(TypedDict):
    success: List[UsageSuccess]
    failed: List[UsageFailure]


class _UsageEstimateRequired(TypedDict):
    #: Index of the record in the request.
    index: int
    #: USD with exactly 10 decimals; null when the cost is not known.
    totalCostUsd: Union[str, None]
    usageCostData: CostLines
    #: Amount that the record adds to the total of its billing period, after everything recorded so
    #: far and the preceding records of this request; exactly 10 decimals. Null when it belongs to
    #: no subscription.
    revenue: Union[str, None]
    #: Currency of the revenue.
    currency: Union[str, None]
    #: The subscription that it would belong to.
    subscriptionId: Union[str, None]


class UsageEstimate(_UsageEstimateRequired, total=False):
    """Estimated cost and revenue of one record."""

    code: Union[Literal["NEEDS_COST_BACKFILL", "VALIDATION_ERROR"], str]
    error: str
    #: The reason there is no revenue.
    revenueNote: str
    #: Fields without effect, probably misspelled or misplaced; and LLMs without any token, which
    #: cost 0.
    warnings: List[str]


class UsageEstimateList(TypedDict):
    """Estimated cost and revenue of each record; nothing is stored."""

    results: List[UsageEstimate]
    #: Sum of the known costs.
    totalCostUsd: str
    #: Sum of the revenue in each currency; currencies are never added together.
    totalRevenue: List[CurrencyAmount]
    #: Number of records whose cost is not known.
    uncosted: int


class UsageEvent(TypedDict):
    """A stored usage record, with its cost."""

    id: str
    customerExternalId: Union[str, None]
    customerId: str
    customerName: str
    subscriptionId: Union[str, None]
    organizationId: str
    agentId: str
    agentName: str
    agentCode: str
    signalId: str
    rawIngestEventId: str
    runId: Union[str, None]
    #: The idempotencyKey of the record.
    idempotencyKey: Union[str, None]
    usageDate: str
    #: A decimal.
    quantity: str
    metadata: JsonObject
    #: Each model or service that was used, once.
    models: List[str]
    #: USD, exact, with at least 10 decimals; null while the cost is not known.
    usageCost: Union[str, None]
    usageCostData: CostLines
    eventProcessed: EventProcessed
    eventProcessedAt: str
    createdAt: str
    updatedAt: str
    #: When it was last amended or voided; null if it never was.
    correctedAt: Union[str, None]
    #: When it was voided: its quantity and cost are 0. Null: it is not void.
    voidedAt: Union[str, None]
    signal: EventSignal


class UsageEventDetail(TypedDict):
    """A stored usage record, with the prices that its cost was computed from, or with the
    missing ones, and with its corrections.
    """

    id: str
    customerExternalId: Union[str, None]
    customerId: str
    customerName: str
    subscriptionId: Union[str, None]
    organizationId: str
    agentId: str
    agentName: str
    agentCode: str
    signalId: str
    rawIngestEventId: str
    runId: Union[str, None]
    #: The idempotencyKey of the record.
    idempotencyKey: Union[str, None]
    usageDate: str
    #: A decimal.
    quantity: str
    metadata: JsonObject
    #: Each model or service that was used, once.
    models: List[str]
    #: USD, exact, with at least 10 decimals; null while the cost is not known.
    usageCost: Union[str, None]
    usageCostData: CostLines
    eventProcessed: EventProcessed
    eventProcessedAt: str
    createdAt: str
    updatedAt: str
    #: When it was last amended or voided; null if it never was.
    correctedAt: Union[str, None]
    #: When it was voided: its quantity and cost are 0. Null: it is not void.
    voidedAt: Union[str, None]
    signal: EventSignal
    services: List[EventService]
    #: The earliest first.
    corrections: List[EventCorrection]


class _UsageEventListRequired(TypedDict):
    results: List[UsageEvent]
    page: int
    limit: int
    totalPages: int
    #: Exact number of results.
    totalResults: int


class UsageEventList(_UsageEventListRequired, total=False):
    """One page of events, or those after a cursor."""

    #: Send it as `after` for the next events; absent if none follow, or by cost.
    nextAfter: str


class _UsageFailureRequired(TypedDict):
    #: Index of the record in the request.
    index: int
    #: The record as it was sent.
    record: JsonObject
    code: Union[Literal["NEEDS_COST_BACKFILL", "INTERNAL_ERROR", "VALIDATION_ERROR"], str]
    #: True: the event exists; do not send it again.
    stored: bool
    error: str


class UsageFailure(_UsageFailureRequired, total=False):
    """A record that was rejected, or stored without a cost."""

    eventId: str
    rawEventId: str
    #: Already stored under the same idempotencyKey.
    duplicate: Union[Literal[True], str]
    #: Fields without effect, probably misspelled or misplaced; and LLMs without any token, which
    #: cost 0.
    warnings: List[str]


class UsageModelUnknownAnnouncement(TypedDict):
    """Usage was recorded with a model that has no price. Announced once for each model and
    provider.
    """

    #: The same in every attempt; also the header `webhook-id`.
    id: str
    type: Literal["usage.model_unknown"]
    #: When it happened, in business time.
    timestamp: str
    customerId: Union[str, None]
    data: UnknownModel


class UsageNames(TypedDict):
    """Readable names by id."""

    #: The customers in the response, if it is filtered or broken down by customer; otherwise your
    #: first thousand customers.
    customers: Dict[str, str]
    #: Agents that did the work.
    agents: Dict[str, str]
    #: Signals that the work belongs to.
    signals: Dict[str, str]


class _UsageRecordRequired(TypedDict):
    #: Your own id for the customer.
    customerExternalId: str
    agentCode: str
    #: The billable outcome.
    signalName: str


class UsageRecord(_UsageRecordRequired, total=False):
    """One piece of work, and the services that it used."""

    #: Model id or service SKU; case and surrounding spaces do not matter.
    model: str
    #: Provider name as in the catalog.
    modelProvider: str
    #: Units. At the top of a record: the billing units of the signal.
    quantity: int
    #: Prompt tokens, including cached ones. Ignored for non-LLM services.
    inputTokens: int
    #: Completion tokens. Ignored for non-LLM services.
    outputTokens: int
    #: The part of inputTokens read from a cache.
    cacheReadTokens: int
    #: The part of inputTokens written to a cache.
    cacheWriteTokens: int
    #: ISO 8601. Default: now. Kept to the millisecond; UTC without an offset.
    usageDate: str
    metadata: JsonObject
    #: Instead of model + modelProvider, when several services were used for one job.
    services: Sequence[UsedService]
    #: Makes retries permanently safe: a second record with this key stores nothing.
    idempotencyKey: str
    #: Groups the events of one run.
    runId: str


class _UsageRestsRequired(TypedDict):
    timeSeriesData: UsageTimeRest


class UsageRests(_UsageRestsRequired, total=False):
    """For each table, the difference between the total and its rows: amounts that belong to no
    listed row, and rounding. With it, each table adds up to the total to the last digit
    shown.
    """

    breakdownSummary: UsageBreakdownRest


class _UsageSuccessRequired(TypedDict):
    #: Index of the record in the request.
    index: int
    #: The event exists; do not send it again.
    stored: Union[Literal[True], str]
    customerExternalId: str
    agentCode: str
    signalName: str
    quantity: int
    #: USD with exactly 10 decimals.
    totalCostUsd: str
    eventId: str
    rawEventId: str
    timestamp: str


class UsageSuccess(_UsageSuccessRequired, total=False):
    """A record that was stored with its cost."""

    model: str
    modelProvider: str
    inputTokens: int
    outputTokens: int
    services: List[UsedService]
    #: Already stored under the same idempotencyKey.
    duplicate: Union[Literal[True], str]
    #: Fields without effect, probably misspelled or misplaced; and LLMs without any token, which
    #: cost 0.
    warnings: List[str]


class UsageSummary(TypedDict):
    totalEvents: int
    #: Units recorded, including rejected ones.
    totalQuantity: float
    #: In USD; covers only events whose cost is known.
    totalCost: float
    #: Average over the events whose cost is known; 0 when there are none.
    avgCostPerEvent: float
    #: Number of events whose cost is not known yet; the cost does not include them.
    uncostedEvents: int


class UsageTimeBucket(TypedDict):
    #: First day of the bucket: a Monday for weeks, the first of the month for months.
    date: str
    eventCount: int
    totalQuantity: float
    #: In USD; covers only events whose cost is known.
    totalCost: float
    #: Number of events whose cost is not known yet; the cost does not include them.
    uncostedEvents: int
    #: The events as a percentage of those of the window; null without events.
    eventPercent: Union[float, None]
    #: The quantity as a percentage of that of the window; null when that is zero.
    quantityPercent: Union[float, None]


class UsageTimeRest(TypedDict):
    """Difference to the buckets due to rounding."""

    eventCount: int
    totalQuantity: float
    #: In USD; covers only events whose cost is known.
    totalCost: float
    #: Number of events whose cost is not known yet; the cost does not include them.
    uncostedEvents: int


class UsageVoidedAnnouncement(TypedDict):
    """A usage event was voided."""

    #: The same in every attempt; also the header `webhook-id`.
    id: str
    type: Literal["usage.voided"]
    #: When it happened, in business time.
    timestamp: str
    customerId: Union[str, None]
    data: Dict[str, Any]


class UsedPrice(TypedDict):
    """The catalog price that was used."""

    serviceId: str
    model: str
    provider: str
    #: Null: always valid.
    effectiveFrom: Union[str, None]


class _UsedServiceRequired(TypedDict):
    #: Model id or service SKU; case and surrounding spaces do not matter.
    model: str
    #: Provider name as in the catalog.
    modelProvider: str


class UsedService(_UsedServiceRequired, total=False):
    """One of the services used for a job."""

    #: Units. At the top of a record: the billing units of the signal.
    quantity: int
    #: Prompt tokens, including cached ones. Ignored for non-LLM services.
    inputTokens: int
    #: Completion tokens. Ignored for non-LLM services.
    outputTokens: int
    #: The part of inputTokens read from a cache.
    cacheReadTokens: int
    #: The part of inputTokens written to a cache.
    cacheWriteTokens: int


class Verification(TypedDict):
    """The organization that the key belongs to."""

    organization: VerifiedOrganization
    verified: bool
    createdAt: str
    updatedAt: str


class VerifiedOrganization(TypedDict):
    id: str
    name: str


class WebhookAttempt(TypedDict):
    """A request to an endpoint, and its answer."""

    id: str
    result: Union[WebhookAttemptResult, str]
    #: HTTP status; null without an answer.
    status: Union[int, None]
    #: Why there was no answer.
    error: Union[str, None]
    #: The first kilobyte of the answer.
    response: Union[str, None]
    durationMs: int
    attemptedAt: str


#: rejected: a status other than 200 to 299. timed_out: no complete answer within 15 seconds.
#: unreachable: no connection, or it was interrupted. refused: the address is not allowed, so
#: nothing was sent.
WebhookAttemptResult = Literal["succeeded", "rejected", "timed_out", "unreachable", "refused"]


class WebhookDelivery(TypedDict):
    """The delivery of an announcement to an endpoint."""

    #: Sent as the header `webhook-id`.
    announcementId: str
    endpointId: str
    type: Union[AnnouncementType, str]
    customerId: Union[str, None]
    #: Id of the object in `data`.
    objectId: str
    status: Union[WebhookDeliveryStatus, str]
    #: Since it was first sent, or sent again after its end.
    attempts: int
    #: Null unless it is pending.
    nextAttemptAt: Union[str, None]
    lastAttemptAt: Union[str, None]
    #: Null before the first attempt.
    lastAttempt: Union[WebhookLastAttempt, None]
    createdAt: str


class WebhookDeliveryDetail(TypedDict):
    """A delivery, with its request and every attempt."""

    #: Sent as the header `webhook-id`.
    announcementId: str
    endpointId: str
    type: Union[AnnouncementType, str]
    customerId: Union[str, None]
    #: Id of the object in `data`.
    objectId: str
    status: Union[WebhookDeliveryStatus, str]
    #: Since it was first sent, or sent again after its end.
    attempts: int
    #: Null unless it is pending.
    nextAttemptAt: Union[str, None]
    lastAttemptAt: Union[str, None]
    #: Null before the first attempt.
    lastAttempt: Union[WebhookLastAttempt, None]
    createdAt: str
    request: WebhookRequest
    #: The latest first; at most 100.
    attemptList: List[WebhookAttempt]


class WebhookDeliveryList(TypedDict):
    """One page of results and the total number of results."""

    results: List[WebhookDelivery]
    page: int
    limit: int
    totalPages: int
    #: Exact number of results.
    totalResults: int


#: pending: waits for its next attempt. failed: no attempt is left.
WebhookDeliveryStatus = Literal["pending", "succeeded", "failed"]


#: request: disabled by you. failing: it only failed for five days. gone: it answered 410.
WebhookDisabledReason = Literal["request", "failing", "gone"]


class WebhookEndpoint(TypedDict):
    """An address that receives announcements."""

    id: str
    url: str
    description: Union[str, None]
    #: Null: all.
    types: Union[List[Union[AnnouncementType, str]], None]
    #: True: `data` has your costs and margins. Either way an endpoint receives the data of all
    #: customers, so the receiver must be your own. A change applies to later deliveries.
    includeCosts: bool
    status: Union[WebhookEndpointStatus, str]
    disabledReason: Union[Union[WebhookDisabledReason, str], None]
    disabledAt: Union[str, None]
    #: First of its failures without a success, or a pause of two days, in between.
    failingSince: Union[str, None]
    lastSuccessAt: Union[str, None]
    #: Number of deliveries that wait for an attempt.
    waiting: int
    #: Until then, deliveries are also signed with a secret from before a rotation.
    previousSecretUntil: Union[str, None]
    createdAt: str
    updatedAt: str


class _WebhookEndpointCreateRequired(TypedDict):
    #: Receives a POST for each announcement. Must lead to a public address and, in a live service,
    #: begin with https://.
    url: str


class WebhookEndpointCreate(_WebhookEndpointCreateRequired, total=False):
    #: The types to send. Null: all, including types that are added later.
    types: Union[Sequence[AnnouncementType], None]
    #: For your own use.
    description: Union[str, None]
    #: True: `data` has your costs and margins. Either way an endpoint receives the data of all
    #: customers, so the receiver must be your own. A change applies to later deliveries.
    includeCosts: bool


class WebhookEndpointList(TypedDict):
    """One page of results and the total number of results."""

    results: List[WebhookEndpoint]
    page: int
    limit: int
    totalPages: int
    #: Exact number of results.
    totalResults: int


#: Nothing is sent to a disabled endpoint.
WebhookEndpointStatus = Literal["enabled", "disabled"]


class WebhookEndpointUpdate(TypedDict, total=False):
    #: Receives a POST for each announcement. Must lead to a public address and, in a live service,
    #: begin with https://.
    url: str
    #: The types to send. Null: all, including types that are added later.
    types: Union[Sequence[AnnouncementType], None]
    #: For your own use.
    description: Union[str, None]
    #: True: `data` has your costs and margins. Either way an endpoint receives the data of all
    #: customers, so the receiver must be your own. A change applies to later deliveries.
    includeCosts: bool
    status: WebhookEndpointStatus


class WebhookLastAttempt(TypedDict):
    """Outcome of a request to an endpoint."""

    result: Union[WebhookAttemptResult, str]
    #: HTTP status; null without an answer.
    status: Union[int, None]
    durationMs: int


_WebhookReplayRequired = TypedDict(
    "_WebhookReplayRequired", {
    "from": "str",
    }
)


class WebhookReplay(_WebhookReplayRequired, total=False):
    #: Announced on or before; a date includes that day. Default: now.
    to: str
    #: True: leaves out what the endpoint has accepted.
    onlyFailed: bool


class WebhookReplayResult(TypedDict):
    """What is sent again."""

    #: Number of deliveries that are sent now.
    deliveries: int


class WebhookRequest(TypedDict):
    """What is sent."""

    #: The current URL of the endpoint.
    url: str
    #: The body of every attempt, as it was sent.
    body: str


class WebhookSecretRotation(TypedDict, total=False):
    #: Hours for which the previous secret signs too. 0: it was disclosed; all earlier secrets end
    #: at once.
    overlapHours: int


class WebhookTest(TypedDict):
    """A test of an endpoint."""

    endpointId: str
    #: Of two announcements about one object, the higher version is the later state.
    version: int


class WebhookTestAnnouncement(TypedDict):
    """Requested by testWebhookEndpoint, and sent only to that endpoint."""

    #: The same in every attempt; also the header `webhook-id`.
    id: str
    type: Literal["webhook.test"]
    #: When it happened, in business time.
    timestamp: str
    customerId: Union[str, None]
    data: WebhookTest


#: What a webhook says, by its `type`. A newer service may send types that are not listed here.
WebhookMessage = Union[
    CustomerCreatedAnnouncement,
    CustomerUpdatedAnnouncement,
    CustomerDeletedAnnouncement,
    SubscriptionCreatedAnnouncement,
    SubscriptionActivatedAnnouncement,
    SubscriptionUpdatedAnnouncement,
    SubscriptionEndedAnnouncement,
    InvoiceFinalizedAnnouncement,
    InvoiceIssuedAnnouncement,
    InvoicePaidAnnouncement,
    InvoiceOverdueAnnouncement,
    InvoiceVoidedAnnouncement,
    InvoiceRefundedAnnouncement,
    PaymentSucceededAnnouncement,
    PaymentFailedAnnouncement,
    RefundSucceededAnnouncement,
    RefundFailedAnnouncement,
    UsageVoidedAnnouncement,
    UsageAmendedAnnouncement,
    UsageModelUnknownAnnouncement,
    CatalogPriceChangedAnnouncement,
    CatalogPriceQuarantinedAnnouncement,
    CouponCreatedAnnouncement,
    CouponUpdatedAnnouncement,
    CouponDeletedAnnouncement,
    PricingPlanCreatedAnnouncement,
    PricingPlanUpdatedAnnouncement,
    PricingPlanDeletedAnnouncement,
    EmailFailedAnnouncement,
    WebhookTestAnnouncement,
]
