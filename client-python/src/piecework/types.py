"""Generated from openapi.json by npm run generate: bodies and answers of the API.

A newer service may answer with fields and values that are not listed here.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any, Dict, List, Literal, TypedDict, Union

#: A date or time of a request: as text in ISO 8601, or as a `date`. A `datetime` is a `date`,
#: and needs a time zone.
DateLike = Union[str, date]


class Agent(TypedDict):
    """An AI agent, a worker or a service that works for your customers."""

    #: Id of the object.
    id: str
    #: Name of the agent.
    name: str
    #: Your code for the agent, which usage records send as `agentCode`.
    agentCode: str
    #: Longer text for people; null when there is none.
    description: Union[str, None]
    #: False: kept, but not offered for new use.
    isActive: bool
    #: Any JSON object: stored, returned as it was sent, and never interpreted.
    context: JsonObject
    #: Number of signals of the agent, including retired ones.
    signalCount: int
    #: When the object was created, in real time.
    createdAt: str
    #: When the object was last changed, in real time.
    updatedAt: str


class AgentBreakdown(TypedDict):
    """Cost and revenue of the work of one agent."""

    #: Id of the agent.
    agentId: str
    #: Name of the agent.
    agentName: str
    #: The sum of its lines.
    amount: float
    #: In USD, including usage that no strategy prices.
    cost: float
    #: Number of events on the lines.
    eventCount: int


class AgentCost(TypedDict):
    #: Id of the agent.
    agentId: str
    #: Name of the agent.
    agentName: str
    #: In USD; covers only events whose cost is known.
    totalCost: float
    #: Number of usage events.
    eventCount: int
    #: Number of events whose cost is not known yet; the cost does not include them.
    uncostedEvents: int
    #: What rejected units cost, in USD: the cost of their events × rejected ÷ recorded units. It
    #: is part of `totalCost`.
    costOfRejected: float


class _AgentCreateRequired(TypedDict):
    #: Shown on invoices and in analytics.
    name: str
    #: Your own code for the agent, unique in your organization. Usage records refer to the agent
    #: by it.
    agentCode: str


class AgentCreate(_AgentCreateRequired, total=False):
    #: Description of the work of the agent. Send null to clear it.
    description: Union[str, None]
    #: Any JSON object: stored, returned as it was sent, and never interpreted. Null: none.
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
    #: Number of usage events.
    totalEvents: int
    #: Number of events whose cost is not known yet; the cost does not include them.
    uncostedEvents: int
    #: Currencies are never added together. Work without a subscription is counted in the total
    #: cost only.
    byCurrency: List[CurrencyEarned]
    #: Sorted by number of events, highest first.
    byAgent: List[AgentEarnings]
    #: For each table, the difference between the total and its rows: amounts that belong to no
    #: listed row, and rounding. With it, each table adds up to the total to the last digit shown.
    rest: AgentEarnedRests
    #: The days, in UTC, that the figures cover; both inclusive.
    dateRange: DateRange
    #: The filters of the request, without its dates.
    filters: RevenueFilters
    #: Everything committed before this time is included. Figures of large organizations may be a
    #: few minutes old while usage is recorded.
    asOf: str


class AgentEarnedRest(TypedDict):
    #: Number of usage events.
    eventCount: int
    #: Currency of the total. Null: several currencies, or none.
    currency: Union[str, None]
    #: In that currency; null when the total is null.
    agentEarned: Union[float, None]
    #: In USD; covers only events whose cost is known.
    cost: float
    #: Number of events whose cost is not known yet; the cost does not include them.
    uncostedEvents: int
    #: The figures by currency; currencies are never added together.
    byCurrency: List[CurrencyEarnedRest]


class AgentEarnedRests(TypedDict):
    """For each table, the difference between the total and its rows: amounts that belong to no
    listed row, and rounding. With it, each table adds up to the total to the last digit
    shown.
    """

    #: The figures by agent.
    byAgent: AgentEarnedRest
    #: Cost of work that belongs to no subscription.
    byCurrency: CurrencyCostRest


class AgentEarnings(TypedDict):
    #: Id of the agent.
    agentId: str
    #: Name of the agent.
    agentName: str
    #: Number of usage events.
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
    #: Id of the agent.
    agentId: str


class AgentList(TypedDict):
    """One page of results and the total number of results."""

    #: The objects of this page.
    results: List[Agent]
    #: Number of this page, from 1.
    page: int
    #: Maximum number of objects in a page.
    limit: int
    #: Number of pages at this limit.
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
    #: Any JSON object: stored, returned as it was sent, and never interpreted. Null: none.
    context: Union[JsonObject, None]
    #: False marks the agent as retired. Its history stays, and usage is still recorded for it.
    isActive: bool


class _AmendedEventRequired(TypedDict):
    #: Id of the object.
    id: str
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: Id of the customer.
    customerId: str
    #: Name of the customer.
    customerName: str
    #: Id of the subscription that the work belongs to; null: to none.
    subscriptionId: Union[str, None]
    #: Id of your organization.
    organizationId: str
    #: Id of the agent.
    agentId: str
    #: Name of the agent.
    agentName: str
    #: Code of the agent, as usage records name it.
    agentCode: str
    #: Id of the signal.
    signalId: str
    #: Id of the record as it was received.
    rawIngestEventId: str
    #: The run that the record named; null when it named none.
    runId: Union[str, None]
    #: The idempotencyKey of the record. Null: it had none.
    idempotencyKey: Union[str, None]
    #: When the work was done.
    usageDate: str
    #: A decimal.
    quantity: str
    #: Any JSON object: stored, returned as it was sent, and never interpreted.
    metadata: JsonObject
    #: Address where the outcome can be checked; it starts with `https://`. Null: none was sent.
    evidenceUrl: Union[str, None]
    #: What shows that the outcome holds. Null: none was sent.
    evidence: Union[str, None]
    #: Each model or service that was used, once.
    models: List[str]
    #: USD, exact, with at least 10 decimals; null while the cost is not known.
    usageCost: Union[str, None]
    #: What the customer paid its providers for it with keys of its own, in USD, exact, with at
    #: least 10 decimals. It is no part of `usageCost`. Null: the customer paid nothing, or a price
    #: is not known.
    customerCost: Union[str, None]
    #: Components of a cost; keys are `<model>/<dimension>`. Services with the same key are added
    #: up, whatever their provider, tier of service and payer: the services of `GET
    #: /v1/events/{eventId}` have each.
    usageCostData: CostLines
    #: PROCESSED: the cost is known. NEEDS_COST_BACKFILL: waits for a model to be mapped, or for
    #: rates of your own. ERROR: a rate is missing. One of `PROCESSED`, `NEEDS_COST_BACKFILL`,
    #: `PENDING`, `ERROR`; more may be added.
    eventProcessed: Union[EventProcessed, str]
    #: When the cost was last computed.
    eventProcessedAt: str
    #: When the object was created, in real time.
    createdAt: str
    #: When the object was last changed, in real time.
    updatedAt: str
    #: When it was last amended or voided; null if it never was.
    correctedAt: Union[str, None]
    #: When it was voided: its quantity and cost are 0. Null: it is not void.
    voidedAt: Union[str, None]
    #: Units of `quantity` that are not billed, because they were rejected. A decimal.
    rejectedQuantity: str
    #: The signal of the event.
    signal: EventSignal
    #: The models and services that the work used.
    services: List[EventService]
    #: The earliest first.
    corrections: List[EventCorrection]
    #: Also withdrawn ones; the earliest first.
    rejections: List[Rejection]
    #: The invoice line whose time contains the event, then the lines that settle it later. A draft
    #: counts until a finalized invoice bills that time; void invoices do not.
    invoiceLines: List[UsageInvoiceLine]


class AmendedEvent(_AmendedEventRequired, total=False):
    """The event after the amendment, with warnings as of a usage record."""

    #: Units of `quantity` that are neither rejected nor billed, because the settlement window of
    #: the outcome has not passed. A decimal. Absent without an open window.
    provisionalQuantity: str
    #: When the settlement window passes. Absent without an open window.
    settlesAt: str
    #: What is probably a mistake in the new services: models whose cost is not known, LLMs without
    #: any token, and tiers of service without rates.
    warnings: List[str]


class _AnnouncedRequired(TypedDict):
    #: Of two announcements about one object, the higher version is the later state.
    version: int


class Announced(_AnnouncedRequired, total=False):
    """What an announcement adds to its object."""

    #: What an announcement leaves out. Absent if it is complete.
    omitted: List[OmittedField]


class _AnnouncedAutoTopUpRequired(TypedDict):
    #: Id of this agreement: setting it again makes a new one.
    id: str
    #: Currency code of ISO 4217, such as USD.
    currency: str
    #: active: credit below the threshold is topped up. waiting: not before `nextAttemptAt`,
    #: because one failed, was voided or refunded, or `maxPerMonth` is reached. off: it has
    #: stopped. One of `active`, `waiting`, `off`; more may be added.
    status: Union[AutoTopUpStatus, str]
    #: Null unless it is off. switched_off: by the customer or the operator. replaced: it was set
    #: again. failures: three in a row failed. no_payment_method: the saved payment method was
    #: removed. dispute: a bank took the money of a top-up back. customer_deleted.
    stopReason: Union[Union[AutoTopUpStopReason, str], None]
    #: Topped up while less than this is available.
    threshold: float
    #: The amount of each top-up.
    amount: float
    #: The most automatic top-ups of a calendar month (UTC).
    maxPerMonth: int
    #: Automatic top-ups of this month in the currency that did not fail.
    topUpsThisMonth: int
    #: The automatic top-up that is not paid yet; null without one.
    openTopUpId: Union[str, None]
    #: Failures in a row; the third one stops it.
    failures: int
    #: Business time; null unless the status is waiting.
    nextAttemptAt: Union[str, None]
    #: Who agreed to the charges.
    consentedBy: str
    #: The text that the customer agreed to, word for word.
    consentText: str
    #: customer: agreed in the portal. operator: the operator states that the customer agreed. One
    #: of `customer`, `operator`; more may be added.
    consentSource: Union[ConsentSource, str]
    #: Business time.
    consentedAt: str
    #: Business time; null while it is on.
    stoppedAt: Union[str, None]
    #: Id of the customer.
    customerId: str
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: Of two announcements about one object, the higher version is the later state.
    version: int


class AnnouncedAutoTopUp(_AnnouncedAutoTopUpRequired, total=False):
    """An automatic top-up that has stopped."""

    #: What an announcement leaves out. Absent if it is complete.
    omitted: List[OmittedField]


class _AnnouncedBudgetAlertRequired(TypedDict):
    #: Id of the object.
    id: str
    #: The budget.
    budgetId: str
    #: Its name at that time.
    budgetName: str
    #: Null: a budget that all customers share.
    customerId: Union[str, None]
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: cost: what the work costs you, in USD. quantity: billed units of the signals in the scope.
    #: revenue: what the customer will pay for its current billing periods, after discounts and
    #: before tax. margin: how far cost exceeds its share of that revenue, in USD. credit: what
    #: must stay available of the customer’s credit, of which usage that is not invoiced yet is
    #: deducted. One of `cost`, `quantity`, `revenue`, `margin`, `credit`; more may be added.
    measure: Union[Literal["cost", "quantity", "revenue", "margin", "credit"], str]
    #: Percent of the limit that was reached.
    threshold: str
    #: Of the amounts of this object: USD for a cost and a margin. Null for a quantity, which is in
    #: units.
    currency: Union[str, None]
    #: The limit. Null for a cost or a margin without `includeCosts`.
    limit: Union[str, None]
    #: Used in the window. Null for a cost or a margin without `includeCosts`.
    spent: Union[str, None]
    #: Held by open runs. Null for a cost or a margin without `includeCosts`.
    held: Union[str, None]
    #: Of a credit alone: what is available of it, before what open runs hold. Null for other
    #: measures.
    available: Union[str, None]
    #: Of a credit alone: what must stay available. Null for other measures.
    reserve: Union[str, None]
    #: First usage date that counts; null for a run and a credit.
    windowStart: Union[str, None]
    #: When the window changes next; of a rolling window the next quarter of an hour. Null for a
    #: run and a credit.
    resetsAt: Union[str, None]
    #: Events of the window whose cost is not known; they count 0 in spent.
    uncostedEvents: int
    #: When it was noticed. All figures are of this instant.
    createdAt: str
    #: Of two announcements about one object, the higher version is the later state.
    version: int


class AnnouncedBudgetAlert(_AnnouncedBudgetAlertRequired, total=False):
    """A budget that reached a threshold."""

    #: What an announcement leaves out. Absent if it is complete.
    omitted: List[OmittedField]


class _AnnouncedCostRateRequired(TypedDict):
    #: Id of the object.
    id: str
    #: Provider, by its name in the catalog.
    modelProvider: str
    #: Model or service: its name in the catalog, or as sent if the catalog does not have it. Null:
    #: all models of the provider.
    model: Union[str, None]
    #: Null: every tier without an own rate.
    serviceTier: Union[str, None]
    #: Applies to usage from this date on; null: always.
    effectiveFrom: Union[str, None]
    #: Of a rate of an allocation: the end of its month, exclusive. Null: no end.
    effectiveTo: Union[str, None]
    #: Percentage off the catalog's rates. Null: these rates replace them.
    percentOff: Union[float, None]
    #: USD for a million input tokens. Null: no such rate.
    inputCost: Union[str, None]
    #: USD for a million output tokens. Null: no such rate.
    outputCost: Union[str, None]
    #: USD for a million tokens read from a cache. Without it, they cost as much as input. Null: no
    #: such rate.
    cacheReadCost: Union[str, None]
    #: USD for a million tokens written to a cache. Without it, they cost as much as input. Null:
    #: no such rate.
    cacheWriteCost: Union[str, None]
    #: USD for a million tokens written to a cache for one hour. Without it, they cost as much as
    #: other cache writes. Null: no such rate.
    cacheWrite1hCost: Union[str, None]
    #: USD for one unit of quantity, instead of rates for tokens. Null: no such rate.
    unitCost: Union[str, None]
    #: Where the rate comes from, such as the number of a contract. Null: no note.
    note: Union[str, None]
    #: The cost allocation that set it, for one month; it comes before all other rates. Null: none.
    costAllocationId: Union[str, None]
    #: Of a rate of an allocation: when its month settles, which replaces it. Null: it is final.
    provisionalUntil: Union[str, None]
    #: `api_key:<id>` or `user:<id>`, which set it.
    actor: str
    #: Name of the key or person that set it; null: not known.
    actorName: Union[str, None]
    #: When the object was created, in real time.
    createdAt: str
    #: When it was withdrawn, or replaced if it was provisional: it prices no usage that is
    #: recorded after that. Null: it was not.
    withdrawnAt: Union[str, None]
    #: Of two announcements about one object, the higher version is the later state.
    version: int


class AnnouncedCostRate(_AnnouncedCostRateRequired, total=False):
    """An own cost rate. Without `includeCosts`, `percentOff` and all rates are null, and
    `isFree` is missing.
    """

    #: True if usage costs nothing.
    isFree: bool
    #: What an announcement leaves out. Absent if it is complete.
    omitted: List[OmittedField]


class _AnnouncedCreditAlertRequired(TypedDict):
    #: Id of the object.
    id: str
    #: Id of the customer.
    customerId: str
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: Currency code of ISO 4217, such as USD.
    currency: str
    #: The amount that what is available fell below, 0 of used-up credit; null for a notice of
    #: expiry.
    threshold: Union[float, None]
    #: balance + promotional - unbilled: before what open runs hold.
    available: float
    #: Left of valid grants, without promotional credit.
    balance: float
    #: Left of valid promotional credit.
    promotional: float
    #: What invoices that are not final would take of it.
    unbilled: float
    #: What open holds of runs would add to `unbilled`.
    held: float
    #: The credit that expires; null otherwise.
    grant: Union[ExpiringCreditGrant, None]
    #: The page of the portal where the customer sees and buys credit.
    topUpUrl: str
    #: When it was noticed. All figures are of this instant.
    createdAt: str
    #: Of two announcements about one object, the higher version is the later state.
    version: int


class AnnouncedCreditAlert(_AnnouncedCreditAlertRequired, total=False):
    """Credit that is low, used up or about to expire."""

    #: What an announcement leaves out. Absent if it is complete.
    omitted: List[OmittedField]


class _AnnouncedGuardDecisionRequired(TypedDict):
    #: Id of the object.
    id: str
    #: block: the run did not start, or was stopped. warn: it went on. One of `warn`, `block`; more
    #: may be added.
    decision: Union[Literal["warn", "block"], str]
    #: budget_exceeded: the run did not fit. unknown_cost: the window had an event whose cost was
    #: not known. negative_credit: the credit of the customer was below zero, as after a
    #: chargeback. One of `budget_exceeded`, `unknown_cost`, `negative_credit`; more may be added.
    reason: Union[Literal["budget_exceeded", "unknown_cost", "negative_credit"], str]
    #: The decision in one line, with its figures. Null for a cost or a margin without
    #: `includeCosts`.
    message: Union[str, None]
    #: Id of the customer.
    customerId: str
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: The id of the run, as it was sent.
    runId: str
    #: Id of the agent.
    agentId: str
    #: Null: the run named no signal.
    signalId: Union[str, None]
    #: Null: the run was blocked before it had a hold.
    holdId: Union[str, None]
    #: The budget that decided; null for negative_credit.
    budgetId: Union[str, None]
    #: Its name at that time; “Negative credit” without one.
    budgetName: str
    #: cost: what the work costs you, in USD. quantity: billed units of the signals in the scope.
    #: revenue: what the customer will pay for its current billing periods, after discounts and
    #: before tax. margin: how far cost exceeds its share of that revenue, in USD. credit: what
    #: must stay available of the customer’s credit, of which usage that is not invoiced yet is
    #: deducted. One of `cost`, `quantity`, `revenue`, `margin`, `credit`; more may be added.
    measure: Union[Literal["cost", "quantity", "revenue", "margin", "credit"], str]
    #: Of the amounts of this object: USD for a cost and a margin. Null for a quantity, which is in
    #: units.
    currency: Union[str, None]
    #: The limit. Null for a cost or a margin without `includeCosts`.
    limit: Union[str, None]
    #: Used in the window. Null for a cost or a margin without `includeCosts`.
    spent: Union[str, None]
    #: Held by other open runs. Null for a cost or a margin without `includeCosts`.
    held: Union[str, None]
    #: Of a credit alone: what is available of it, before what open runs hold. Null for other
    #: measures.
    available: Union[str, None]
    #: Of a credit alone: what must stay available. Null for other measures.
    reserve: Union[str, None]
    #: First usage date that counts; null for a run and a credit.
    windowStart: Union[str, None]
    #: When the window changes next; of a rolling window the next quarter of an hour. Null for a
    #: run and a credit.
    resetsAt: Union[str, None]
    #: Events of the window whose cost is not known; they count 0 in spent.
    uncostedEvents: int
    #: What the run asked of the budget. Null for a cost or a margin without `includeCosts`.
    asked: Union[str, None]
    #: When it was decided. All figures are of this instant.
    createdAt: str
    #: Of two announcements about one object, the higher version is the later state.
    version: int


class AnnouncedGuardDecision(_AnnouncedGuardDecisionRequired, total=False):
    """A decision that blocked a run."""

    #: What an announcement leaves out. Absent if it is complete.
    omitted: List[OmittedField]


class _AnnouncedInvoiceRequired(TypedDict):
    #: Id of the object.
    id: str
    #: Number of the invoice, as printed on it.
    invoiceNumber: str
    #: Id of the customer.
    customerId: str
    #: Name of the customer.
    customerName: str
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: subscription: bills a subscription. top_up: prepaid credit, an advance without tax that
    #: gives credit once it is paid. The other kinds do not exist yet. One of `subscription`,
    #: `top_up`, `one_off`, `credit_note`; more may be added.
    kind: Union[InvoiceKind, str]
    #: Null for other kinds of invoice.
    subscriptionId: Union[str, None]
    #: The usual sequence is draft → pending → issued → paid. One of `draft`, `pending`, `issued`,
    #: `paid`, `overdue`, `void`, `refunded`; more may be added.
    status: Union[InvoiceStatus, str]
    #: Amount that the customer owes for this invoice, including taxes.
    total: float
    #: Amount that remains to be paid.
    amountDue: float
    #: Currency code of ISO 4217, such as USD.
    currency: str
    #: Start of the billing period, inclusive.
    periodStart: str
    #: Exclusive end of the billed range.
    periodEnd: str
    #: Before the invoice is issued: when it was generated.
    issueDate: str
    #: When the invoice is due.
    dueDate: str
    #: Time zone of the dates on the invoice.
    timezone: str
    #: True: issued automatically while the customer had no email address, and not sent since.
    issuedWithoutEmail: bool
    #: When the object was created, in real time.
    createdAt: str
    #: When the object was last changed, in real time.
    updatedAt: str
    #: Days after the issue date.
    netTerms: int
    #: Text for the customer, printed on the invoice; null when there is none.
    memo: Union[str, None]
    #: The lines of the invoice.
    lineItems: List[InvoiceLine]
    #: Sum of the lines.
    subtotal: float
    #: The discounts, each with the amount that it takes off.
    discounts: List[InvoiceDiscount]
    #: Sum of the discounts, in the currency of the invoice.
    discountTotal: float
    #: Promotional credit, which is deducted after discounts and before tax.
    promotions: List[InvoicePromotion]
    #: Sum of the promotions; a draft only shows it. Negative: a correction gives it back.
    promotionTotal: float
    #: The taxes, by rate.
    taxes: List[InvoiceTax]
    #: total + creditTotal - taxTotal: the amount charged without any tax.
    netTotal: float
    #: Sum of all taxes; only taxes that are not inclusive are added to the total.
    taxTotal: float
    #: Customer credit used by the invoice after tax, without promotional credit; a draft only
    #: shows it. Negative: credit that the invoice gives to the customer.
    creditTotal: float
    #: Equal to total: subtotal - discountTotal - promotionTotal + added taxes - creditTotal.
    totalAmount: float
    #: Cost and amounts by agent.
    agentBreakdown: List[AgentBreakdown]
    #: total + creditTotal - taxTotal - totalCost; null in a currency other than USD, and in an
    #: announcement without `includeCosts`. Too high while the cost of an event is not known.
    margin: Union[float, None]
    #: Link to pay online, as in the email; null when nothing is due or online payment is not
    #: available.
    payUrl: Union[str, None]
    #: Your organization as printed: copied when the invoice leaves `draft` and unchanged since.
    seller: Seller
    #: The customer as printed: copied when the invoice leaves `draft` and unchanged since. Emails
    #: go to the current address of the customer.
    buyer: Buyer
    #: Sum of the payments, in the currency of the invoice.
    amountPaid: float
    #: Sum of the refunds, in the currency of the invoice.
    amountRefunded: float
    #: The payments of the invoice, also failed ones.
    payments: List[InvoicePayment]
    #: When the invoice was paid in full; null while it is not.
    paidAt: Union[str, None]
    #: When the invoice was voided; null while it is not void.
    voidedAt: Union[str, None]
    #: As it was sent. Not visible to customers. Null: none was given, or the invoice is not void.
    voidReason: Union[str, None]
    #: Of two announcements about one object, the higher version is the later state.
    version: int


class AnnouncedInvoice(_AnnouncedInvoiceRequired, total=False):
    """An invoice. Without `includeCosts`, `cost` and `margin` are null, `agentBreakdown` is
    empty and `totalCost` is missing.
    """

    #: Your cost of the work, in USD, without events whose cost is not known. Final like the lines:
    #: a cost that becomes known later is in `totalCost` of the next invoice.
    totalCost: float
    #: What an announcement leaves out. Absent if it is complete.
    omitted: List[OmittedField]


_AnnouncedRepricingRunRequired = TypedDict(
    "_AnnouncedRepricingRunRequired", {
    "id": "str",
    "state": "Union[Literal[\"queued\", \"running\", \"completed\", \"cancelled\", \"failed\"], str]",
    "from": "str",
    "to": "str",
    "modelProvider": "Union[str, None]",
    "model": "Union[str, None]",
    "customerId": "Union[str, None]",
    "customerExternalId": "Union[str, None]",
    "agentId": "Union[str, None]",
    "reversesId": "Union[str, None]",
    "reversedById": "Union[str, None]",
    "eventCount": "int",
    "repricedEventCount": "int",
    "changedEventCount": "int",
    "unknownEventCount": "int",
    "skippedEventCount": "int",
    "reason": "Union[str, None]",
    "actor": "str",
    "actorName": "Union[str, None]",
    "createdAt": "str",
    "startedAt": "Union[str, None]",
    "completedAt": "Union[str, None]",
    "version": "int",
    }
)


class AnnouncedRepricingRun(_AnnouncedRepricingRunRequired, total=False):
    """A repricing run. Without `includeCosts`, `costBefore` and `costAfter` are missing."""

    #: USD, exact. Cost of the events before.
    costBefore: str
    #: USD, exact. Cost of the events by the rates in force.
    costAfter: str
    #: What an announcement leaves out. Absent if it is complete.
    omitted: List[OmittedField]


class Announcement(TypedDict):
    """A change, in the form in which webhooks deliver it."""

    #: Id of the announcement; the same in every delivery.
    id: str
    #: New types may be added. `announcements.types` describes each one. One of `customer.created`,
    #: `customer.updated`, `customer.deleted`, `subscription.created`, `subscription.activated`,
    #: `subscription.updated`, `subscription.plan_changed`, `subscription.ended`,
    #: `subscription.deleted`, `invoice.finalized`, `invoice.issued`, `invoice.paid`,
    #: `invoice.overdue`, `invoice.voided`, `invoice.refunded`, `payment.succeeded`,
    #: `payment.failed`, `refund.succeeded`, `refund.failed`, `usage.voided`, `usage.amended`,
    #: `usage.model_unknown`, `outcome.rejection_requested`, `outcome.rejection_declined`,
    #: `outcome.rejection_withdrawn`, `outcome.rejected`, `outcome.restored`,
    #: `catalog.price_changed`, `catalog.price_quarantined`, `cost_rate.created`,
    #: `cost_rate.withdrawn`, `repricing.completed`, `repricing.failed`, `coupon.created`,
    #: `coupon.updated`, `coupon.deleted`, `pricing_plan.created`, `pricing_plan.updated`,
    #: `pricing_plan.deleted`, `budget.threshold_reached`, `budget.exceeded`, `guard.blocked`,
    #: `top_up.succeeded`, `top_up.failed`, `auto_top_up.stopped`, `credit.low`, `credit.depleted`,
    #: `credit.expiring`, `email.failed`, `webhook.test`; more may be added.
    type: Union[AnnouncementType, str]
    #: When it happened, in business time.
    timestamp: str
    #: Null if it is about the whole organization.
    customerId: Union[str, None]
    #: Your own id of the customer when it was announced; null when it had none, and for
    #: announcements of versions before this field.
    customerExternalId: Union[str, None]
    #: The object as it is read by its own route, with its `version`: of two announcements about
    #: one object, the one with the higher version is the later state. Rendered once and never
    #: changed. Lists in it end after 100 items, and it has at most 256 KB: `omitted` names what is
    #: left out and where to read it.
    data: JsonObject


class _AnnouncementListRequired(TypedDict):
    #: The objects of this page.
    results: List[Announcement]
    #: Number of this page, from 1.
    page: int
    #: Maximum number of objects in a page.
    limit: int
    #: Number of pages at this limit.
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


#: New types may be added. `announcements.types` describes each one.
AnnouncementType = Literal[
    "customer.created",
    "customer.updated",
    "customer.deleted",
    "subscription.created",
    "subscription.activated",
    "subscription.updated",
    "subscription.plan_changed",
    "subscription.ended",
    "subscription.deleted",
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
    "outcome.rejection_requested",
    "outcome.rejection_declined",
    "outcome.rejection_withdrawn",
    "outcome.rejected",
    "outcome.restored",
    "catalog.price_changed",
    "catalog.price_quarantined",
    "cost_rate.created",
    "cost_rate.withdrawn",
    "repricing.completed",
    "repricing.failed",
    "coupon.created",
    "coupon.updated",
    "coupon.deleted",
    "pricing_plan.created",
    "pricing_plan.updated",
    "pricing_plan.deleted",
    "budget.threshold_reached",
    "budget.exceeded",
    "guard.blocked",
    "top_up.succeeded",
    "top_up.failed",
    "auto_top_up.stopped",
    "credit.low",
    "credit.depleted",
    "credit.expiring",
    "email.failed",
    "webhook.test",
]


class AnnouncementTypeDescription(TypedDict):
    """A type, with an example of it."""

    #: New types may be added. `announcements.types` describes each one. One of `customer.created`,
    #: `customer.updated`, `customer.deleted`, `subscription.created`, `subscription.activated`,
    #: `subscription.updated`, `subscription.plan_changed`, `subscription.ended`,
    #: `subscription.deleted`, `invoice.finalized`, `invoice.issued`, `invoice.paid`,
    #: `invoice.overdue`, `invoice.voided`, `invoice.refunded`, `payment.succeeded`,
    #: `payment.failed`, `refund.succeeded`, `refund.failed`, `usage.voided`, `usage.amended`,
    #: `usage.model_unknown`, `outcome.rejection_requested`, `outcome.rejection_declined`,
    #: `outcome.rejection_withdrawn`, `outcome.rejected`, `outcome.restored`,
    #: `catalog.price_changed`, `catalog.price_quarantined`, `cost_rate.created`,
    #: `cost_rate.withdrawn`, `repricing.completed`, `repricing.failed`, `coupon.created`,
    #: `coupon.updated`, `coupon.deleted`, `pricing_plan.created`, `pricing_plan.updated`,
    #: `pricing_plan.deleted`, `budget.threshold_reached`, `budget.exceeded`, `guard.blocked`,
    #: `top_up.succeeded`, `top_up.failed`, `auto_top_up.stopped`, `credit.low`, `credit.depleted`,
    #: `credit.expiring`, `email.failed`, `webhook.test`; more may be added.
    type: Union[AnnouncementType, str]
    #: When announcements of this type are made.
    description: str
    #: Kind of the object in `data`.
    object: str
    #: An announcement of this type.
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
    #: Work that no price covers: it belongs to no subscription; or its time is invoiced, and the
    #: invoice has no usage line for its signal; or its time is not invoiced, and the plan has no
    #: active usage price for its signal. Work at a price of 0, units within a pool and signals
    #: that the plan includes are priced. Its cost is part of the other figures. A voided event has
    #: no units and no cost, and is still one of the events; `GET /v1/attention` leaves it out
    #: where nothing else is unpriced.
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
    #: When the first of these drafts is sent, in business time. Null: there are no drafts.
    firstDraftAt: Union[str, None]
    #: Running or ended subscriptions with time ranges that are not billed automatically.
    unbilledSubscriptions: int
    #: Unbilled time ranges of up to 20 of these subscriptions.
    unbilledTime: List[UnbilledSubscriptionTime]


class AttributionRule(TypedDict):
    """Gives runs a customer, an agent or a signal by an attribute."""

    #: Id of the object.
    id: str
    #: Name of an attribute of a span or its resource.
    attribute: str
    #: equals: the attribute has the value. prefix: its text begins with the value. present: the
    #: attribute has any value. One of `equals`, `prefix`, `present`; more may be added.
    operator: Union[Literal["equals", "prefix", "present"], str]
    #: Null for `present`.
    value: Union[str, None]
    #: What the rule decides of a run. One of `customer`, `agent`, `signal`; more may be added.
    target: Union[Literal["customer", "agent", "signal"], str]
    #: Null: the value of the attribute.
    assigns: Union[str, None]
    #: Place in the order in which rules are tried.
    position: int
    #: When the object was created, in real time.
    createdAt: str
    #: When the object was last changed, in real time.
    updatedAt: str


class AttributionRuleApplied(TypedDict):
    """Runs that are being assigned."""

    #: Unassigned runs that the rule gave a customer.
    assignedCount: int


class _AttributionRuleCreateRequired(TypedDict):
    #: Name of an attribute of a span or its resource.
    attribute: str
    #: equals: the attribute has the value. prefix: its text begins with the value. present: the
    #: attribute has any value.
    operator: Literal["equals", "prefix", "present"]
    #: What the rule decides of a run.
    target: Literal["customer", "agent", "signal"]


class AttributionRuleCreate(_AttributionRuleCreateRequired, total=False):
    #: Case-sensitive. Null exactly for `present`.
    value: Union[str, None]
    #: The external id of the customer, the code of the agent or the name of the signal. Null: the
    #: value of the attribute.
    assigns: Union[str, None]
    #: Rules are tried in this order; of equal ones, the one created first.
    position: int


class AttributionRuleList(TypedDict):
    """One page of results and the total number of results."""

    #: The objects of this page.
    results: List[AttributionRule]
    #: Number of this page, from 1.
    page: int
    #: Maximum number of objects in a page.
    limit: int
    #: Number of pages at this limit.
    totalPages: int
    #: Exact number of results.
    totalResults: int


class AttributionRulePreview(TypedDict):
    """What a rule would do with the latest runs."""

    #: Latest runs that were compared; at most 100.
    runCount: int
    #: Runs among them that the rule matches.
    matchedCount: int
    #: The runs that the rule matches.
    runs: List[PreviewedRun]


class _AttributionRulePreviewCreateRequired(TypedDict):
    #: Name of an attribute of a span or its resource.
    attribute: str
    #: equals: the attribute has the value. prefix: its text begins with the value. present: the
    #: attribute has any value.
    operator: Literal["equals", "prefix", "present"]
    #: What the rule decides of a run.
    target: Literal["customer", "agent", "signal"]


class AttributionRulePreviewCreate(_AttributionRulePreviewCreateRequired, total=False):
    #: Case-sensitive. Null exactly for `present`.
    value: Union[str, None]
    #: The external id of the customer, the code of the agent or the name of the signal. Null: the
    #: value of the attribute.
    assigns: Union[str, None]


class AttributionRuleUpdate(TypedDict, total=False):
    #: Name of an attribute of a span or its resource.
    attribute: str
    #: equals: the attribute has the value. prefix: its text begins with the value. present: the
    #: attribute has any value.
    operator: Literal["equals", "prefix", "present"]
    #: Case-sensitive. Null exactly for `present`.
    value: Union[str, None]
    #: What the rule decides of a run.
    target: Literal["customer", "agent", "signal"]
    #: The external id of the customer, the code of the agent or the name of the signal. Null: the
    #: value of the attribute.
    assigns: Union[str, None]
    #: Rules are tried in this order; of equal ones, the one created first.
    position: int


class AutoTopUp(TypedDict):
    """An agreement of a customer that its saved payment method is charged when little of its
    prepaid credit is available.
    """

    #: Id of this agreement: setting it again makes a new one.
    id: str
    #: Currency code of ISO 4217, such as USD.
    currency: str
    #: active: credit below the threshold is topped up. waiting: not before `nextAttemptAt`,
    #: because one failed, was voided or refunded, or `maxPerMonth` is reached. off: it has
    #: stopped. One of `active`, `waiting`, `off`; more may be added.
    status: Union[AutoTopUpStatus, str]
    #: Null unless it is off. switched_off: by the customer or the operator. replaced: it was set
    #: again. failures: three in a row failed. no_payment_method: the saved payment method was
    #: removed. dispute: a bank took the money of a top-up back. customer_deleted.
    stopReason: Union[Union[AutoTopUpStopReason, str], None]
    #: Topped up while less than this is available.
    threshold: float
    #: The amount of each top-up.
    amount: float
    #: The most automatic top-ups of a calendar month (UTC).
    maxPerMonth: int
    #: Automatic top-ups of this month in the currency that did not fail.
    topUpsThisMonth: int
    #: The automatic top-up that is not paid yet; null without one.
    openTopUpId: Union[str, None]
    #: Failures in a row; the third one stops it.
    failures: int
    #: Business time; null unless the status is waiting.
    nextAttemptAt: Union[str, None]
    #: Who agreed to the charges.
    consentedBy: str
    #: The text that the customer agreed to, word for word.
    consentText: str
    #: customer: agreed in the portal. operator: the operator states that the customer agreed. One
    #: of `customer`, `operator`; more may be added.
    consentSource: Union[ConsentSource, str]
    #: Business time.
    consentedAt: str
    #: Business time; null while it is on.
    stoppedAt: Union[str, None]
    #: Id of the customer.
    customerId: str
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]


class AutoTopUpSet(TypedDict):
    #: Currency code of ISO 4217, such as USD.
    currency: str
    #: Topped up while less than this is available. A number or decimal text, 0 or more.
    threshold: Union[float, str]
    #: The amount of each top-up: a positive number or decimal text.
    amount: Union[float, str]
    #: The most automatic top-ups of a calendar month (UTC).
    maxPerMonth: int
    #: The text that the customer agreed to, word for word.
    consentText: str
    #: Who agreed for the customer, such as a name with an email.
    consentedBy: str


#: active: credit below the threshold is topped up. waiting: not before `nextAttemptAt`,
#: because one failed, was voided or refunded, or `maxPerMonth` is reached. off: it has
#: stopped. One of `active`, `waiting`, `off`; more may be added.
AutoTopUpStatus = Literal["active", "waiting", "off"]


#: One of `switched_off`, `replaced`, `failures`, `no_payment_method`, `dispute`,
#: `customer_deleted`; more may be added.
AutoTopUpStopReason = Literal[
    "switched_off",
    "replaced",
    "failures",
    "no_payment_method",
    "dispute",
    "customer_deleted",
]


class AutoTopUpStoppedAnnouncement(TypedDict):
    """The automatic top-ups of a customer stopped, because three in a row failed, because the
    saved payment method was removed, or because the payment of a top-up is disputed. Not if
    they were switched off.
    """

    #: The same in every attempt; also the header `webhook-id`.
    id: str
    #: Kind of the object.
    type: Literal["auto_top_up.stopped"]
    #: When it happened, in business time.
    timestamp: str
    #: Id of the customer; null if it is about the whole organization.
    customerId: Union[str, None]
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: An automatic top-up that has stopped.
    data: AnnouncedAutoTopUp


#: When the fee of a billing period is billed. arrears: on the invoice at its end. advance: on
#: the invoice at its start.
BillTiming = Literal["arrears", "advance"]


class BilledBefore(TypedDict):
    """The tiers price a total, of which this line does not bill these units: for late usage,
    those billed before; for a part of a billing period, those used before that part. For a
    fee in a period that other lines billed in advance: their days × quantity, and their
    amount.
    """

    #: Number of units that earlier invoices billed.
    quantity: float
    #: Amount that earlier invoices billed, in the currency of the invoice.
    amount: float


BillingCycle = Literal["monthly", "yearly", "custom"]


#: Describes the agreement. The strategies of the plan determine the charges.
BillingModel = Literal["subscription", "usage", "hybrid"]


class BillingPeriod(TypedDict):
    #: Start of the billing period, inclusive.
    start: str
    #: Exclusive end of the period.
    end: str


class BookCheck(TypedDict):
    #: Name of the check.
    name: str
    #: The equality that is checked.
    says: str
    #: Number of events or invoices compared.
    compared: int
    #: The first hundred.
    differences: List[BookDifference]
    #: True: there are more rows than these.
    hasMore: bool


class BookDifference(TypedDict):
    #: Null for a sum of the whole organization.
    customerId: Union[str, None]
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: The row that differs: an invoice, an event, or a position in the sums.
    subject: str
    #: The value derived from its source; several figures are separated by slashes.
    expected: str
    #: The stored value.
    actual: str


class Budget(TypedDict):
    """A limit of what agents may cost or produce in a period."""

    #: Id of the object.
    id: str
    #: Name, as people see it.
    name: str
    #: Null: every customer.
    customerId: Union[str, None]
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: Null: all agents.
    agentId: Union[str, None]
    #: Null: all signals.
    signalId: Union[str, None]
    #: True: each customer has this budget for itself. False: all customers share it; it never
    #: blocks, and its status shows what is used.
    isPerCustomer: bool
    #: cost: what the work costs you, in USD. quantity: billed units of the signals in the scope.
    #: revenue: what the customer will pay for its current billing periods, after discounts and
    #: before tax. margin: how far cost exceeds its share of that revenue, in USD. credit: what
    #: must stay available of the customer’s credit, of which usage that is not invoiced yet is
    #: deducted. One of `cost`, `quantity`, `revenue`, `margin`, `credit`; more may be added.
    measure: Union[Literal["cost", "quantity", "revenue", "margin", "credit"], str]
    #: The limit: an amount of money, or units; of a margin its least percentage, of a credit what
    #: must stay available. Exact decimal text.
    amount: str
    #: USD for a cost and a margin; null for a quantity.
    currency: Union[str, None]
    #: Of a margin: USD that cost may exceed its share of the revenue by. Null for other measures.
    toleratedLoss: Union[str, None]
    #: run: each run by itself. day, month: in UTC. billing_period: that of the customer’s
    #: subscriptions, from the earliest start; the month without one. rolling: see rollingQuarters.
    #: none: of a credit, which has no period. One of `run`, `day`, `month`, `billing_period`,
    #: `rolling`, `none`; more may be added.
    period: Union[Literal["run", "day", "month", "billing_period", "rolling", "none"], str]
    #: Length of a rolling window in quarters of an hour; null for other periods.
    rollingQuarters: Union[int, None]
    #: Percent of the amount. The status of the budget lists those that are reached.
    thresholds: List[str]
    #: block: no hold is given that would pass the amount. alert: it is given with the decision
    #: warn. One of `alert`, `block`; more may be added.
    action: Union[Literal["alert", "block"], str]
    #: hold: a run with an event of unknown cost keeps its hold until the cost is known. block:
    #: additionally, no hold is given while the window has such an event. One of `hold`, `block`;
    #: more may be added.
    onUnknownCost: Union[Literal["hold", "block"], str]
    #: False: it is kept, and decides nothing.
    isActive: bool
    #: customer: set by the customer for itself, in the portal. One of `operator`, `customer`; more
    #: may be added.
    origin: Union[BudgetOrigin, str]
    #: When the object was created, in real time.
    createdAt: str
    #: When the object was last changed, in real time.
    updatedAt: str


class _BudgetCreateRequired(TypedDict):
    #: For your team; named in decisions.
    name: str
    #: cost: what the work costs you, in USD. quantity: billed units of the signals in the scope.
    #: revenue: what the customer will pay for its current billing periods, after discounts and
    #: before tax. margin: how far cost exceeds its share of that revenue, in USD. credit: what
    #: must stay available of the customer’s credit, of which usage that is not invoiced yet is
    #: deducted.
    measure: Literal["cost", "quantity", "revenue", "margin", "credit"]
    #: The limit, at least 0: USD for a cost, units for a quantity, in the currency for a revenue,
    #: what must stay available for a credit, and the least percentage for a margin, at most 100. A
    #: number or decimal text.
    amount: Union[float, str]
    #: block: no hold is given that would pass the amount. alert: it is given with the decision
    #: warn.
    action: Literal["alert", "block"]


class BudgetCreate(_BudgetCreateRequired, total=False):
    #: Only this customer; without it, every customer.
    customerId: str
    #: Your own id of the customer. Send this or customerId, not both.
    customerExternalId: str
    #: Only this agent.
    agentId: str
    #: Only this signal.
    signalId: str
    #: False: one budget over all customers together. It never blocks, because a decision locks one
    #: customer.
    isPerCustomer: bool
    #: Of a revenue or a credit alone: prices and credit in other currencies do not count. Default:
    #: USD.
    currency: str
    #: Required for a margin alone: USD, at least 0, that cost may exceed its share of the revenue
    #: by. A period begins without revenue.
    toleratedLoss: Union[float, str]
    #: Required, except for a credit, which has none. run: each run by itself. day, month: in UTC.
    #: billing_period: that of the customer’s subscriptions, from the earliest start; the month
    #: without one. rolling: see rollingQuarters. none: of a credit, which has no period.
    period: Literal["run", "day", "month", "billing_period", "rolling", "none"]
    #: Length of a rolling window in quarters of an hour: 20 is 5 hours, 672 is 7 days. Required
    #: for the period rolling alone.
    rollingQuarters: int
    #: Percent of the amount. The status of the budget lists those that are reached. Default: 80
    #: and 100. A credit has none.
    thresholds: Sequence[Union[float, str]]
    #: hold: a run with an event of unknown cost keeps its hold until the cost is known. block:
    #: additionally, no hold is given while the window has such an event.
    onUnknownCost: Literal["hold", "block"]
    #: False: it decides nothing.
    isActive: bool


class BudgetExceededAnnouncement(TypedDict):
    """More than the amount of a budget was spent. Announced once for each customer and window."""

    #: The same in every attempt; also the header `webhook-id`.
    id: str
    #: Kind of the object.
    type: Literal["budget.exceeded"]
    #: When it happened, in business time.
    timestamp: str
    #: Id of the customer; null if it is about the whole organization.
    customerId: Union[str, None]
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: A budget that reached a threshold.
    data: AnnouncedBudgetAlert


class BudgetList(TypedDict):
    """One page of results and the total number of results."""

    #: The objects of this page.
    results: List[Budget]
    #: Number of this page, from 1.
    page: int
    #: Maximum number of objects in a page.
    limit: int
    #: Number of pages at this limit.
    totalPages: int
    #: Exact number of results.
    totalResults: int


#: customer: set by the customer for itself, in the portal. One of `operator`, `customer`; more
#: may be added.
BudgetOrigin = Literal["operator", "customer"]


class BudgetStatus(TypedDict):
    """What of a budget a customer has used."""

    #: The budget.
    budgetId: str
    #: Null for a budget that all customers share.
    customerId: Union[str, None]
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: Of the amounts of this object: USD for a cost and a margin. Null for a quantity, which is in
    #: units.
    currency: Union[str, None]
    #: The amount of the budget; of a margin what may be spent now: the share of the revenue that
    #: cost may have, and the tolerated loss; of a credit what is left of it, less what must stay
    #: available. Exact decimal text.
    limit: str
    #: Used in the window, from committed usage; of a margin the cost; of a credit what is not
    #: invoiced yet. Exact decimal text.
    spent: str
    #: Held by open runs, the deciding run left out. Exact decimal text.
    held: str
    #: Of a credit alone: what is available of it, before what open runs hold. Null for other
    #: measures.
    available: Union[str, None]
    #: Of a credit alone: what must stay available. Null for other measures.
    reserve: Union[str, None]
    #: First usage date that counts; null for a run and a credit.
    windowStart: Union[str, None]
    #: When the window changes next; of a rolling window the next quarter of an hour. Null for a
    #: run and a credit.
    resetsAt: Union[str, None]
    #: Events of the window whose cost is not known; they count 0 in spent.
    uncostedEvents: int
    #: The limit less spent and held; negative once more was used. Exact decimal text.
    remaining: str
    #: Spent in percent of the limit, with one decimal; null for a limit of 0.
    usedPercent: Union[str, None]
    #: The thresholds of the budget that spent has reached, in ascending order.
    reachedThresholds: List[str]
    #: All figures are of this instant.
    asOf: str


class BudgetThresholdReachedAnnouncement(TypedDict):
    """What was spent of a budget reached one of its thresholds. Announced once for each
    customer, window and threshold; again if the amount of the budget changes.
    """

    #: The same in every attempt; also the header `webhook-id`.
    id: str
    #: Kind of the object.
    type: Literal["budget.threshold_reached"]
    #: When it happened, in business time.
    timestamp: str
    #: Id of the customer; null if it is about the whole organization.
    customerId: Union[str, None]
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: A budget that reached a threshold.
    data: AnnouncedBudgetAlert


class BudgetUpdate(TypedDict, total=False):
    """Changes the fields that are sent. Scope, measure and period stay: create another budget."""

    #: For your team; named in decisions.
    name: str
    #: The limit, at least 0: USD for a cost, units for a quantity, in the currency for a revenue,
    #: what must stay available for a credit, and the least percentage for a margin, at most 100. A
    #: number or decimal text.
    amount: Union[float, str]
    #: Required for a margin alone: USD, at least 0, that cost may exceed its share of the revenue
    #: by. A period begins without revenue.
    toleratedLoss: Union[float, str]
    #: Percent of the amount. The status of the budget lists those that are reached. Default: 80
    #: and 100. A credit has none.
    thresholds: Sequence[Union[float, str]]
    #: block: no hold is given that would pass the amount. alert: it is given with the decision
    #: warn.
    action: Literal["alert", "block"]
    #: hold: a run with an event of unknown cost keeps its hold until the cost is known. block:
    #: additionally, no hold is given while the window has such an event.
    onUnknownCost: Literal["hold", "block"]
    #: False: kept, but not offered for new use.
    isActive: bool


class BulkCorrection(TypedDict):
    """What became of the rows of a file of corrections."""

    #: void: quantity and cost become 0. amend: the quantity is replaced. One of `void`, `amend`;
    #: more may be added.
    kind: Union[BulkCorrectionKind, str]
    #: Rows of the file.
    rowCount: int
    #: Events that are corrected.
    correctedCount: int
    #: Events that have these values already.
    unchangedCount: int
    #: Rows that change nothing because of a mistake.
    problemCount: int
    #: The first 100 of them.
    problems: List[BulkCorrectionProblem]


class _BulkCorrectionCreateRequired(TypedDict):
    #: void: quantity and cost become 0. amend: the quantity is replaced.
    kind: BulkCorrectionKind
    #: A CSV file with a header row and at most 10,000 rows: customerExternalId and idempotencyKey
    #: of the record, and to amend it its new quantity.
    csv: str


class BulkCorrectionCreate(_BulkCorrectionCreateRequired, total=False):
    #: For your records; not visible to customers.
    reason: str


#: void: quantity and cost become 0. amend: the quantity is replaced.
BulkCorrectionKind = Literal["void", "amend"]


class BulkCorrectionPreview(TypedDict):
    """What a file of corrections would change. Nothing is changed."""

    #: void: quantity and cost become 0. amend: the quantity is replaced. One of `void`, `amend`;
    #: more may be added.
    kind: Union[BulkCorrectionKind, str]
    #: Rows of the file.
    rowCount: int
    #: Events that are corrected.
    correctedCount: int
    #: Events that have these values already.
    unchangedCount: int
    #: Rows that change nothing because of a mistake.
    problemCount: int
    #: The first 100 of them.
    problems: List[BulkCorrectionProblem]
    #: Change of the units of all events. A decimal.
    quantityChange: str
    #: Change of the cost of all events in USD, exact; null if a cost is not known.
    costChange: Union[str, None]
    #: At most 100 invoices.
    invoices: List[CorrectedInvoice]
    #: False: the corrections change more invoices than these.
    isComplete: bool
    #: Corrected events that no invoice bills yet, of the listed subscriptions.
    uninvoicedCount: int


class BulkCorrectionProblem(TypedDict):
    """A row of the file that changes nothing."""

    #: As a spreadsheet counts: the header is row 1.
    row: int
    #: As in the file.
    customerExternalId: str
    #: As in the file.
    idempotencyKey: str
    #: Why the row changes nothing.
    message: str


class Buyer(TypedDict):
    """The customer as printed: copied when the invoice leaves `draft` and unchanged since.
    Emails go to the current address of the customer.
    """

    #: Name of the customer at the time of the invoice.
    name: str
    #: Email address; null when there is none.
    email: Union[str, None]
    #: First line of the address; null when it is not known.
    addressLine1: Union[str, None]
    #: Second line of the address; null when there is none.
    addressLine2: Union[str, None]
    #: City of the address; null when it is not known.
    city: Union[str, None]
    #: State or region of the address; null when there is none.
    state: Union[str, None]
    #: Postal code of the address; null when it is not known.
    zipCode: Union[str, None]
    #: Country of the address; null when it is not known.
    country: Union[str, None]
    #: The address as printed, in the order of its country.
    addressLines: List[str]
    #: Name of the person who receives invoices; null when there is none.
    billingContactName: Union[str, None]
    #: Email address of the billing contact; null when there is none.
    billingContactEmail: Union[str, None]
    #: Tax id, printed on invoices; null when there is none.
    taxId: Union[str, None]
    #: The reason for the tax exemption, printed on invoices; null without one.
    taxExemptionReason: Union[str, None]
    #: Time zone of the dates on the invoice.
    timezone: str


class CatalogPriceChangedAnnouncement(TypedDict):
    """The price of a model or service that you used changed in the price list, from
    `effectiveFrom` on.
    """

    #: The same in every attempt; also the header `webhook-id`.
    id: str
    #: Kind of the object.
    type: Literal["catalog.price_changed"]
    #: When it happened, in business time.
    timestamp: str
    #: Id of the customer; null if it is about the whole organization.
    customerId: Union[str, None]
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: One service of the catalog and its rates.
    data: Dict[str, Any]


class CatalogPriceQuarantinedAnnouncement(TypedDict):
    """A new price of a model or service that you used looks implausible. It is not used until
    the operator of the deployment accepts it.
    """

    #: The same in every attempt; also the header `webhook-id`.
    id: str
    #: Kind of the object.
    type: Literal["catalog.price_quarantined"]
    #: When it happened, in business time.
    timestamp: str
    #: Id of the customer; null if it is about the whole organization.
    customerId: Union[str, None]
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: A price that is not used until a person accepts it, with the fields of a service.
    data: QuarantinedPrice


class ChangedPrice(TypedDict):
    """The price of a strategy for everyone on effectiveFrom, and the new one."""

    #: Id of the pricing strategy.
    strategyId: str
    #: Id of the pricing plan.
    planId: str
    #: Name, as people see it.
    name: str
    #: When the charge is billed. usage: by the events of a signal in the billing period.
    #: recurring: once per period. seat_based: once per period for each seat. onetime: on the start
    #: date. One of `usage`, `recurring`, `seat_based`, `onetime`; more may be added.
    chargeType: Union[ChargeType, str]
    #: Currency of the plan.
    currency: str
    #: The numbers of a price.
    before: ShownPrice
    #: The numbers of a price.
    after: ShownPrice


#: When the charge is billed. usage: by the events of a signal in the billing period.
#: recurring: once per period. seat_based: once per period for each seat. onetime: on the start
#: date.
ChargeType = Literal["usage", "recurring", "seat_based", "onetime"]


class _CloudEventRequired(TypedDict):
    #: `1.0`.
    specversion: str
    #: Kind of event; not interpreted.
    type: str
    #: With the id, the default of `idempotencyKey`.
    source: str
    #: Unique in its source.
    id: str
    #: The fields of a usage record.
    data: JsonObject


class CloudEvent(_CloudEventRequired, total=False):
    """A CloudEvent with a usage record. A list of events is accepted too."""

    #: Default of `usageDate`.
    time: str
    #: Default of `customerExternalId`.
    subject: str


class ComparedOutcomes(TypedDict):
    #: Number of outcomes, of ids, or of days.
    count: int
    #: Their units, a decimal; null: ids say no units.
    quantity: Union[str, None]


#: customer: agreed in the portal. operator: the operator states that the customer agreed. One
#: of `customer`, `operator`; more may be added.
ConsentSource = Literal["customer", "operator"]


class CorrectedInvoice(TypedDict):
    """An invoice that corrections change."""

    #: Id of the invoice.
    invoiceId: str
    #: Number of the invoice, as printed on it.
    invoiceNumber: str
    #: State of the invoice. One of `draft`, `pending`, `issued`, `paid`, `overdue`, `void`,
    #: `refunded`; more may be added.
    invoiceStatus: Union[InvoiceStatus, str]
    #: Id of the customer.
    customerId: str
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: recomputed: a draft, which bills the new quantities. settled: final; the next invoice of the
    #: subscription bills or gives back the difference. One of `recomputed`, `settled`; more may be
    #: added.
    effect: Union[CorrectionEffect, str]
    #: Change of its units. A decimal.
    quantityChange: str
    #: Change of the amount of these units, before discounts and taxes. A decimal.
    amountChange: str
    #: Currency code of ISO 4217, such as USD.
    currency: str


#: recomputed: a draft, which bills the new quantities. settled: final; the next invoice of the
#: subscription bills or gives back the difference. One of `recomputed`, `settled`; more may be
#: added.
CorrectionEffect = Literal["recomputed", "settled"]


class CostAllocation(TypedDict):
    """An amount for each month that is spread over the usage of a model, such as the rent of the
    machine that it runs on. It is only added or ended.
    """

    #: Id of the object.
    id: str
    #: Provider, by its name in the catalog.
    modelProvider: str
    #: Name in the catalog, or as sent if the catalog does not have it.
    model: str
    #: USD, exact. USD for each month, spread over what ran in it.
    amount: str
    #: What it is spread over. tokens: all tokens, cached ones included. input_tokens or
    #: output_tokens: only these; the others cost 0. quantity: units of quantity. One of `tokens`,
    #: `input_tokens`, `output_tokens`, `quantity`; more may be added.
    unit: Union[Literal["tokens", "input_tokens", "output_tokens", "quantity"], str]
    #: First month, such as 2026-11; months are those of UTC.
    firstMonth: str
    #: Last month, included. Null: no end.
    lastMonth: Union[str, None]
    #: Where the amount comes from, such as the number of an invoice. Null: no note.
    note: Union[str, None]
    #: `api_key:<id>` or `user:<id>`, which added it.
    actor: str
    #: Name of the key or person that added it; null: not known.
    actorName: Union[str, None]
    #: When the object was created, in real time.
    createdAt: str
    #: Months that have begun, the latest first; at most 24.
    months: List[CostAllocationMonth]


class _CostAllocationCreateRequired(TypedDict):
    #: Provider of the model; aliases are accepted.
    modelProvider: str
    #: Name of the model or service; the catalog need not have it.
    model: str
    #: USD for each month, spread over what ran in it. Above 0, of at most 10 decimals.
    amount: Union[float, str]


class CostAllocationCreate(_CostAllocationCreateRequired, total=False):
    #: What it is spread over. tokens: all tokens, cached ones included. input_tokens or
    #: output_tokens: only these; the others cost 0. quantity: units of quantity.
    unit: Literal["tokens", "input_tokens", "output_tokens", "quantity"]
    #: First month, such as 2026-11; months are those of UTC. At most 120 months ago. Absent or
    #: null: the running month.
    firstMonth: Union[str, None]
    #: Last month, included. Absent or null: no end.
    lastMonth: Union[str, None]
    #: Where the amount comes from, such as the number of an invoice. Null: none.
    note: Union[str, None]


class CostAllocationEnd(TypedDict, total=False):
    #: Last month, included: from the last settled one on, or the month before the first one, so
    #: that nothing is spread. Absent or null: the running month.
    lastMonth: Union[str, None]


class CostAllocationList(TypedDict):
    """One page of results and the total number of results."""

    #: The objects of this page.
    results: List[CostAllocation]
    #: Number of this page, from 1.
    page: int
    #: Maximum number of objects in a page.
    limit: int
    #: Number of pages at this limit.
    totalPages: int
    #: Exact number of results.
    totalResults: int


class CostAllocationMonth(TypedDict):
    """How the amount of a month was spread."""

    #: Month, such as 2026-11.
    month: str
    #: provisional: the rate follows from what ran so far. settled: the rate is final, and a run
    #: prices all usage of the month by it. One of `provisional`, `settled`; more may be added.
    state: Union[Literal["provisional", "settled"], str]
    #: What the amount was last spread over: what ran, without void usage and without what
    #: customers paid for.
    units: str
    #: The cost rate that prices the month. Null: nothing ran, so the amount is not spread.
    costRateId: Union[str, None]
    #: USD, exact. Known costs of the usage of the month now.
    cost: str
    #: USD, exact. The amount less the cost. Of a settled month: usage that arrived or was
    #: corrected later, and less than 0.0000000001 of rounding.
    difference: str
    #: The run that prices the usage of the month by the settled rate; null: none.
    repricingRunId: Union[str, None]
    #: Four days after the end of the month.
    settlesAt: str
    #: When it settled; null: it has not.
    settledAt: Union[str, None]


class CostAnalytics(TypedDict):
    """Cost of the work in a range of days, in USD, by several dimensions."""

    #: In USD; covers only events whose cost is known.
    totalCost: float
    #: What rejected units cost, in USD: the cost of their events × rejected ÷ recorded units. It
    #: is part of `totalCost`.
    costOfRejected: float
    #: Number of usage events.
    totalEvents: int
    #: Number of events whose cost is not known yet; the cost does not include them.
    uncostedEvents: int
    #: Number of events with an LLM without any token, which costs 0; a streamed response may lack
    #: its usage.
    eventsWithoutTokens: int
    #: What customers paid with keys of their own, in USD, where the price is known; no part of
    #: `totalCost`.
    customerCost: float
    #: Number of uses with a key of the customer.
    customerPaidCount: int
    #: Number of these uses whose price is not known; `customerCost` does not include them.
    uncomputedCustomerPaidCount: int
    #: The figures by agent.
    byAgent: List[AgentCost]
    #: At most `top`, sorted by number of events, highest first.
    byCustomer: List[CustomerCost]
    #: The figures by signal.
    bySignal: List[SignalCost]
    #: Every day in order, including days without events.
    byDay: List[DayCost]
    #: By the plan of the subscription that the work belongs to.
    byPlan: List[PlanCost]
    #: Most expensive first.
    byModel: List[CostByModel]
    #: For each table, the difference between the total and its rows: amounts that belong to no
    #: listed row, and rounding. With it, each table adds up to the total to the last digit shown.
    rest: CostRests
    #: The days, in UTC, that the figures cover; both inclusive.
    dateRange: DateRange
    #: The filters of the request, without its dates.
    filters: CostFilters


class CostByModel(TypedDict):
    #: Name of the model or service.
    model: str
    #: Provider of the model or service.
    modelProvider: str
    #: In USD; covers only events whose cost is known.
    totalCost: float
    #: Number of uses; an event can use several models.
    serviceCount: int
    #: Number of input tokens, including cached ones.
    inputTokens: float
    #: Number of output tokens.
    outputTokens: float
    #: The part of inputTokens read from a cache.
    cacheReadTokens: float
    #: The part of inputTokens written to a cache.
    cacheWriteTokens: float
    #: Number of uses of the model or service.
    quantity: float
    #: Number of events whose cost is not known because of this model.
    uncostedEvents: int
    #: What customers paid with keys of their own, in USD, where the price is known; no part of
    #: `totalCost`.
    customerCost: float
    #: Number of uses with a key of the customer.
    customerPaidCount: int
    #: Number of these uses whose price is not known; `customerCost` does not include them.
    uncomputedCustomerPaidCount: int
    #: What rejected units cost, in USD: the cost of their events × rejected ÷ recorded units. It
    #: is part of `totalCost`.
    costOfRejected: float


class CostFilters(TypedDict, total=False):
    """The filters of the request, without its dates."""

    #: Id of the customer.
    customerId: str
    #: Your own id of the customer. Send this or customerId, not both.
    customerExternalId: str
    #: Only work of this agent.
    agentId: str
    #: Only work of this signal.
    signalId: str
    #: Maximum number of customers, signals or agents listed, those with the most events first.
    #: Default: 100.
    top: int


class CostLine(TypedDict):
    """One priced component of a cost, in USD."""

    #: Cost in USD: units times `costPerUnit`.
    cost: float
    #: Number of tokens of this kind, or of units of a service. `input` has the tokens that were
    #: neither read from a cache nor written to one, unlike `inputTokens` of a record.
    units: float
    #: Price of one unit in USD. If several services have this key, such as one model at two
    #: providers, tiers or payers: their cost divided by their units.
    costPerUnit: float


#: Components of a cost; keys are `<model>/<dimension>`. Services with the same key are added
#: up, whatever their provider, tier of service and payer: the services of `GET
#: /v1/events/{eventId}` have each.
CostLines = Dict[str, "CostLine"]


class CostModelMapping(TypedDict):
    """Prices a model that is not in the catalog, or lacks a rate there."""

    #: Id of the object.
    id: str
    #: As usage records name it, in lower case.
    sourceModel: str
    #: As usage records name it, in lower case.
    sourceProvider: str
    #: The catalog entry whose prices apply.
    targetPricingId: str
    #: Name of the catalog entry.
    targetModel: str
    #: Provider of the catalog entry.
    targetProvider: str
    #: When the object was created, in real time.
    createdAt: str
    #: When the model was last mapped.
    updatedAt: str


class CostModelMappingList(TypedDict):
    """One page of results and the total number of results."""

    #: The objects of this page.
    results: List[CostModelMapping]
    #: Number of this page, from 1.
    page: int
    #: Maximum number of objects in a page.
    limit: int
    #: Number of pages at this limit.
    totalPages: int
    #: Exact number of results.
    totalResults: int


class CostRange(TypedDict):
    #: The lowest possible cost, in USD.
    low: float
    #: The highest possible cost, in USD.
    high: float


class CostRate(TypedDict):
    """Your own rate for a model, or for all models of a provider, in place of the catalog's
    rates or off them. It never changes.
    """

    #: Id of the object.
    id: str
    #: Provider, by its name in the catalog.
    modelProvider: str
    #: Model or service: its name in the catalog, or as sent if the catalog does not have it. Null:
    #: all models of the provider.
    model: Union[str, None]
    #: Null: every tier without an own rate.
    serviceTier: Union[str, None]
    #: Applies to usage from this date on; null: always.
    effectiveFrom: Union[str, None]
    #: Of a rate of an allocation: the end of its month, exclusive. Null: no end.
    effectiveTo: Union[str, None]
    #: Percentage off the catalog's rates. Null: these rates replace them.
    percentOff: Union[float, None]
    #: USD for a million input tokens. Null: no such rate.
    inputCost: Union[str, None]
    #: USD for a million output tokens. Null: no such rate.
    outputCost: Union[str, None]
    #: USD for a million tokens read from a cache. Without it, they cost as much as input. Null: no
    #: such rate.
    cacheReadCost: Union[str, None]
    #: USD for a million tokens written to a cache. Without it, they cost as much as input. Null:
    #: no such rate.
    cacheWriteCost: Union[str, None]
    #: USD for a million tokens written to a cache for one hour. Without it, they cost as much as
    #: other cache writes. Null: no such rate.
    cacheWrite1hCost: Union[str, None]
    #: USD for one unit of quantity, instead of rates for tokens. Null: no such rate.
    unitCost: Union[str, None]
    #: True if usage costs nothing.
    isFree: bool
    #: Where the rate comes from, such as the number of a contract. Null: no note.
    note: Union[str, None]
    #: The cost allocation that set it, for one month; it comes before all other rates. Null: none.
    costAllocationId: Union[str, None]
    #: Of a rate of an allocation: when its month settles, which replaces it. Null: it is final.
    provisionalUntil: Union[str, None]
    #: `api_key:<id>` or `user:<id>`, which set it.
    actor: str
    #: Name of the key or person that set it; null: not known.
    actorName: Union[str, None]
    #: When the object was created, in real time.
    createdAt: str
    #: When it was withdrawn, or replaced if it was provisional: it prices no usage that is
    #: recorded after that. Null: it was not.
    withdrawnAt: Union[str, None]


class _CostRateCreateRequired(TypedDict):
    #: Provider of the model; aliases are accepted.
    modelProvider: str


class CostRateCreate(_CostRateCreateRequired, total=False):
    #: Name of the model or service. Absent or null: all models of the provider.
    model: Union[str, None]
    #: Tier of service such as batch. Absent or null: every tier without an own rate; so are
    #: default, auto and standard.
    serviceTier: Union[str, None]
    #: Date or timestamp from which it applies, by the usage date; a date alone is its first
    #: instant in UTC. Absent or null: always.
    effectiveFrom: Union[DateLike, None]
    #: Percentage off the catalog's rates, from 0 to 100. Send this, or rates with a model. A
    #: number or decimal text. Null: none.
    percentOff: Union[float, str, None]
    #: USD for a million input tokens. A number or decimal text. Null: none.
    inputCost: Union[float, str, None]
    #: USD for a million output tokens. A number or decimal text. Null: none.
    outputCost: Union[float, str, None]
    #: USD for a million tokens read from a cache. Without it, they cost as much as input. A number
    #: or decimal text. Null: none.
    cacheReadCost: Union[float, str, None]
    #: USD for a million tokens written to a cache. Without it, they cost as much as input. A
    #: number or decimal text. Null: none.
    cacheWriteCost: Union[float, str, None]
    #: USD for a million tokens written to a cache for one hour. Without it, they cost as much as
    #: other cache writes. A number or decimal text. Null: none.
    cacheWrite1hCost: Union[float, str, None]
    #: USD for one unit of quantity, instead of rates for tokens. A number or decimal text. Null:
    #: none.
    unitCost: Union[float, str, None]
    #: Required as true if usage costs nothing, so that a zero by mistake is refused.
    isFree: bool
    #: Where the rate comes from, such as the number of a contract. Null: none.
    note: Union[str, None]


class CostRateCreatedAnnouncement(TypedDict):
    """An own cost rate was set."""

    #: The same in every attempt; also the header `webhook-id`.
    id: str
    #: Kind of the object.
    type: Literal["cost_rate.created"]
    #: When it happened, in business time.
    timestamp: str
    #: Id of the customer; null if it is about the whole organization.
    customerId: Union[str, None]
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: An own cost rate. Without `includeCosts`, `percentOff` and all rates are null, and `isFree`
    #: is missing.
    data: AnnouncedCostRate


class CostRateList(TypedDict):
    """One page of results and the total number of results."""

    #: The objects of this page.
    results: List[CostRate]
    #: Number of this page, from 1.
    page: int
    #: Maximum number of objects in a page.
    limit: int
    #: Number of pages at this limit.
    totalPages: int
    #: Exact number of results.
    totalResults: int


class CostRateWithdrawnAnnouncement(TypedDict):
    """An own cost rate was withdrawn: it prices no further usage."""

    #: The same in every attempt; also the header `webhook-id`.
    id: str
    #: Kind of the object.
    type: Literal["cost_rate.withdrawn"]
    #: When it happened, in business time.
    timestamp: str
    #: Id of the customer; null if it is about the whole organization.
    customerId: Union[str, None]
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: An own cost rate. Without `includeCosts`, `percentOff` and all rates are null, and `isFree`
    #: is missing.
    data: AnnouncedCostRate


class CostRest(TypedDict):
    #: In USD; covers only events whose cost is known.
    totalCost: float
    #: Number of usage events.
    eventCount: int
    #: Number of events whose cost is not known yet; the cost does not include them.
    uncostedEvents: int


class CostRests(TypedDict):
    """For each table, the difference between the total and its rows: amounts that belong to no
    listed row, and rounding. With it, each table adds up to the total to the last digit
    shown.
    """

    #: The figures by agent.
    byAgent: WorkCostRest
    #: The figures by customer.
    byCustomer: CostRest
    #: The figures by signal.
    bySignal: WorkCostRest
    #: The figures by day.
    byDay: CostRest
    #: The figures by pricing plan.
    byPlan: CostRest
    #: The figures by model.
    byModel: CustomerModelCostRest


#: What the customer counts by. One of `runId`, `idempotencyKey`, `eventId`, `date`; more may
#: be added.
CountedBy = Literal["runId", "idempotencyKey", "eventId", "date"]


class CountedDay(TypedDict):
    #: A day of the customer.
    date: DateLike
    #: Units that the customer counts.
    quantity: int


class Coupon(TypedDict):
    """A reduction of invoices. Applied to a customer or a subscription as a discount."""

    #: Id of the object.
    id: str
    #: Name, as people see it.
    name: str
    #: Null for a fixed amount.
    percentOff: Union[float, None]
    #: Null for a percentage.
    amountOff: Union[float, None]
    #: ISO 4217 currency of amountOff. Null for a percentage.
    currency: Union[str, None]
    #: Number of billing periods of a customer or subscription that are reduced. All invoices of a
    #: period count as one. once: the next period. repeating: as many as durationPeriods says.
    #: forever: all of them. One of `once`, `repeating`, `forever`; more may be added.
    duration: Union[CouponDuration, str]
    #: Only with duration repeating, where it is required. Null: another duration.
    durationPeriods: Union[int, None]
    #: False: the coupon cannot be applied any more. Existing discounts continue.
    isActive: bool
    #: Number of discounts created from the coupon, including ended ones.
    timesGiven: int
    #: When the object was created, in real time.
    createdAt: str
    #: When the object was last changed, in real time.
    updatedAt: str


class _CouponCreateRequired(TypedDict):
    #: Printed on invoices.
    name: str


class CouponCreate(_CouponCreateRequired, total=False):
    #: 10 for 10 % off; above 0 and at most 100. Send exactly one of percentOff and amountOff. A
    #: number or decimal text. Null: none.
    percentOff: Union[float, str, None]
    #: A fixed amount off, in currency. Invoices in other currencies are not reduced. A number or
    #: decimal text. Null: none.
    amountOff: Union[float, str, None]
    #: ISO 4217 currency of amountOff. Null: none.
    currency: Union[str, None]
    #: Number of billing periods of a customer or subscription that are reduced. All invoices of a
    #: period count as one. once: the next period. repeating: as many as durationPeriods says.
    #: forever: all of them.
    duration: CouponDuration
    #: Only with duration repeating, where it is required. Null: none.
    durationPeriods: Union[int, None]
    #: False: the coupon cannot be applied any more. Existing discounts continue.
    isActive: bool


class CouponCreatedAnnouncement(TypedDict):
    """A coupon was created."""

    #: The same in every attempt; also the header `webhook-id`.
    id: str
    #: Kind of the object.
    type: Literal["coupon.created"]
    #: When it happened, in business time.
    timestamp: str
    #: Id of the customer; null if it is about the whole organization.
    customerId: Union[str, None]
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: A reduction of invoices. Applied to a customer or a subscription as a discount.
    data: Dict[str, Any]


class CouponDeletedAnnouncement(TypedDict):
    """A coupon was deleted."""

    #: The same in every attempt; also the header `webhook-id`.
    id: str
    #: Kind of the object.
    type: Literal["coupon.deleted"]
    #: When it happened, in business time.
    timestamp: str
    #: Id of the customer; null if it is about the whole organization.
    customerId: Union[str, None]
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: A reduction of invoices. Applied to a customer or a subscription as a discount.
    data: Dict[str, Any]


#: Number of billing periods of a customer or subscription that are reduced. All invoices of a
#: period count as one. once: the next period. repeating: as many as durationPeriods says.
#: forever: all of them.
CouponDuration = Literal["once", "repeating", "forever"]


class CouponList(TypedDict):
    """One page of results and the total number of results."""

    #: The objects of this page.
    results: List[Coupon]
    #: Number of this page, from 1.
    page: int
    #: Maximum number of objects in a page.
    limit: int
    #: Number of pages at this limit.
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
    #: Kind of the object.
    type: Literal["coupon.updated"]
    #: When it happened, in business time.
    timestamp: str
    #: Id of the customer; null if it is about the whole organization.
    customerId: Union[str, None]
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: A reduction of invoices. Applied to a customer or a subscription as a discount.
    data: Dict[str, Any]


class CreatedCostRate(TypedDict):
    """A new own rate."""

    #: Id of the object.
    id: str
    #: Provider, by its name in the catalog.
    modelProvider: str
    #: Model or service: its name in the catalog, or as sent if the catalog does not have it. Null:
    #: all models of the provider.
    model: Union[str, None]
    #: Null: every tier without an own rate.
    serviceTier: Union[str, None]
    #: Applies to usage from this date on; null: always.
    effectiveFrom: Union[str, None]
    #: Of a rate of an allocation: the end of its month, exclusive. Null: no end.
    effectiveTo: Union[str, None]
    #: Percentage off the catalog's rates. Null: these rates replace them.
    percentOff: Union[float, None]
    #: USD for a million input tokens. Null: no such rate.
    inputCost: Union[str, None]
    #: USD for a million output tokens. Null: no such rate.
    outputCost: Union[str, None]
    #: USD for a million tokens read from a cache. Without it, they cost as much as input. Null: no
    #: such rate.
    cacheReadCost: Union[str, None]
    #: USD for a million tokens written to a cache. Without it, they cost as much as input. Null:
    #: no such rate.
    cacheWriteCost: Union[str, None]
    #: USD for a million tokens written to a cache for one hour. Without it, they cost as much as
    #: other cache writes. Null: no such rate.
    cacheWrite1hCost: Union[str, None]
    #: USD for one unit of quantity, instead of rates for tokens. Null: no such rate.
    unitCost: Union[str, None]
    #: True if usage costs nothing.
    isFree: bool
    #: Where the rate comes from, such as the number of a contract. Null: no note.
    note: Union[str, None]
    #: The cost allocation that set it, for one month; it comes before all other rates. Null: none.
    costAllocationId: Union[str, None]
    #: Of a rate of an allocation: when its month settles, which replaces it. Null: it is final.
    provisionalUntil: Union[str, None]
    #: `api_key:<id>` or `user:<id>`, which set it.
    actor: str
    #: Name of the key or person that set it; null: not known.
    actorName: Union[str, None]
    #: When the object was created, in real time.
    createdAt: str
    #: When it was withdrawn, or replaced if it was provisional: it prices no usage that is
    #: recorded after that. Null: it was not.
    withdrawnAt: Union[str, None]
    #: Number of events that waited for a cost and have one now.
    costed: int


class CreditBalance(TypedDict):
    #: Currency code of ISO 4217, such as USD.
    currency: str
    #: Credit that the next invoices use, in `currency`.
    amount: float


class CreditDepletedAnnouncement(TypedDict):
    """The credit of a customer is used up by invoices and by usage that is not invoiced yet, or
    has expired. Announced once for each fall: again after credit was added.
    """

    #: The same in every attempt; also the header `webhook-id`.
    id: str
    #: Kind of the object.
    type: Literal["credit.depleted"]
    #: When it happened, in business time.
    timestamp: str
    #: Id of the customer; null if it is about the whole organization.
    customerId: Union[str, None]
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: Credit that is low, used up or about to expire.
    data: AnnouncedCreditAlert


class CreditExpiringAnnouncement(TypedDict):
    """Credit of a customer expires, announced 14 and 3 days ahead, once each. Not if it was
    given for less time.
    """

    #: The same in every attempt; also the header `webhook-id`.
    id: str
    #: Kind of the object.
    type: Literal["credit.expiring"]
    #: When it happened, in business time.
    timestamp: str
    #: Id of the customer; null if it is about the whole organization.
    customerId: Union[str, None]
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: Credit that is low, used up or about to expire.
    data: AnnouncedCreditAlert


class CreditGrant(TypedDict):
    """Credit of a customer with its terms."""

    #: Id of the object.
    id: str
    #: Id of the customer.
    customerId: str
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: correction: from an invoice with a negative amount; it can be paid out. paid: bought.
    #: promotional: given for free, used before tax. One of `correction`, `paid`, `promotional`;
    #: more may be added.
    kind: Union[CreditGrantKind, str]
    #: Name, as people see it.
    name: str
    #: Currency code of ISO 4217, such as USD.
    currency: str
    #: The amount granted.
    amount: float
    #: What is neither used nor paid out nor expired.
    left: float
    #: At the business time. Until its expiry is booked, invoices of periods that began before the
    #: expiry use what is left of an expired grant. One of `scheduled`, `active`, `used`,
    #: `expired`; more may be added.
    status: Union[CreditGrantStatus, str]
    #: Grants with a lower number are used first.
    priority: int
    #: When the credit becomes valid.
    effectiveAt: str
    #: Exclusive; null without end.
    expiresAt: Union[str, None]
    #: manual: this API. top_up: a paid top-up. invoice: an invoice with a negative amount.
    #: returned: an invoice gave it back after its grant had expired. One of `manual`, `top_up`,
    #: `invoice`, `returned`; more may be added.
    source: Union[CreditGrantSource, str]
    #: The invoice that gave the credit; null for other sources.
    invoiceId: Union[str, None]
    #: Real time.
    createdAt: str


class _CreditGrantCreateRequired(TypedDict):
    #: promotional: given for free; invoices use it before tax, and it is never paid out. paid:
    #: bought; it pays invoices after tax.
    kind: GivenGrantKind
    #: Currency code of ISO 4217, such as USD.
    currency: str
    #: A positive number or decimal text.
    amount: Union[float, str]


class CreditGrantCreate(_CreditGrantCreateRequired, total=False):
    #: Printed on invoices that use it as promotional credit. Default: its kind in words.
    name: str
    #: Grants with a lower number are used first; then the one that expires sooner, then the older
    #: one.
    priority: int
    #: A date or timestamp (UTC) from which the credit is valid. Default: now, in business time.
    effectiveAt: DateLike
    #: A date or timestamp (UTC) until before which the credit is valid. Invoices of periods that
    #: begin before it can use the credit. Default: without end.
    expiresAt: DateLike


#: correction: from an invoice with a negative amount; it can be paid out. paid: bought.
#: promotional: given for free, used before tax. One of `correction`, `paid`, `promotional`;
#: more may be added.
CreditGrantKind = Literal["correction", "paid", "promotional"]


class CreditGrantList(TypedDict):
    """One page of results and the total number of results."""

    #: The objects of this page.
    results: List[CreditGrant]
    #: Number of this page, from 1.
    page: int
    #: Maximum number of objects in a page.
    limit: int
    #: Number of pages at this limit.
    totalPages: int
    #: Exact number of results.
    totalResults: int


#: manual: this API. top_up: a paid top-up. invoice: an invoice with a negative amount.
#: returned: an invoice gave it back after its grant had expired. One of `manual`, `top_up`,
#: `invoice`, `returned`; more may be added.
CreditGrantSource = Literal["manual", "top_up", "invoice", "returned"]


#: At the business time. Until its expiry is booked, invoices of periods that began before the
#: expiry use what is left of an expired grant. One of `scheduled`, `active`, `used`,
#: `expired`; more may be added.
CreditGrantStatus = Literal["scheduled", "active", "used", "expired"]


class CreditInCurrency(TypedDict):
    #: Currency code of ISO 4217, such as USD.
    currency: str
    #: Left of valid grants, without promotional credit, before unbilled usage. A grant that a
    #: chargeback took below zero counts although it has expired.
    balance: float
    #: Left of valid promotional credit.
    promotional: float
    #: What the invoices that are not final would take of the credit, or owe, if they became final
    #: now: usage and fees of the current periods, after discounts and with taxes. A fee in advance
    #: counts from the start of its period.
    unbilled: float
    #: What open holds of runs would add to `unbilled`.
    held: float
    #: balance + promotional - unbilled - held. Negative: the credit does not cover the usage.
    available: float
    #: Grants with credit, the oldest first.
    grants: List[OpenCreditGrant]


class CreditLowAnnouncement(TypedDict):
    """What is available of the credit of a customer fell below the amount that it has, or that
    the organization has, for low credit. Announced once for each fall: again after it has
    risen.
    """

    #: The same in every attempt; also the header `webhook-id`.
    id: str
    #: Kind of the object.
    type: Literal["credit.low"]
    #: When it happened, in business time.
    timestamp: str
    #: Id of the customer; null if it is about the whole organization.
    customerId: Union[str, None]
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: Credit that is low, used up or about to expire.
    data: AnnouncedCreditAlert


class CreditMovement(TypedDict):
    """A change of the credit of a customer. It is never changed itself."""

    #: Id of the object.
    id: str
    #: Id of the customer.
    customerId: str
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: given: a finalized invoice had a negative amount. used: a finalized invoice used credit.
    #: returned: an invoice that used credit was voided. withdrawn: an invoice that gave credit was
    #: voided. paid_out: you recorded a payout. granted: a grant began. expired: what was left of a
    #: grant expired. refunded: a top-up was refunded. Further types may be added.
    type: str
    #: Currency code of ISO 4217, such as USD.
    currency: str
    #: Positive if it adds to the credit of the customer.
    amount: float
    #: Credit in that currency after this movement; promotional credit has a balance of its own.
    balanceAfter: float
    #: Null for credit from corrections before there were grants.
    grantId: Union[str, None]
    #: correction: from an invoice with a negative amount; it can be paid out. paid: bought.
    #: promotional: given for free, used before tax. One of `correction`, `paid`, `promotional`;
    #: more may be added.
    grantKind: Union[CreditGrantKind, str]
    #: Null like `grantId`.
    grantName: Union[str, None]
    #: Null for a movement without an invoice, such as a payout.
    invoiceId: Union[str, None]
    #: Null for a movement without an invoice.
    invoiceNumber: Union[str, None]
    #: Your own reference of a payout. Null: none.
    reference: Union[str, None]
    #: Business time.
    bookedAt: str
    #: Real time.
    createdAt: str


class CreditMovementList(TypedDict):
    """One page of results and the total number of results."""

    #: The objects of this page.
    results: List[CreditMovement]
    #: Number of this page, from 1.
    page: int
    #: Maximum number of objects in a page.
    limit: int
    #: Number of pages at this limit.
    totalPages: int
    #: Exact number of results.
    totalResults: int


class CreditPayout(TypedDict):
    """Credit that was paid out to a customer."""

    #: Id of the object.
    id: str
    #: Id of the customer.
    customerId: str
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: Currency code of ISO 4217, such as USD.
    currency: str
    #: Amount that was paid out, in `currency`.
    amount: float
    #: Your reference, such as a bank transfer; null when there is none.
    reference: Union[str, None]
    #: When the credit was paid out.
    paidAt: str
    #: Remaining credit from corrections in that currency.
    creditBalance: float


class _CreditPayoutCreateRequired(TypedDict):
    #: Currency code of ISO 4217, such as USD.
    currency: str
    #: A positive number or decimal text, at most the credit from corrections in that currency.
    amount: Union[float, str]


class CreditPayoutCreate(_CreditPayoutCreateRequired, total=False):
    #: Your own reference, such as the number of a bank transfer.
    reference: str


class CurrencyAmount(TypedDict):
    #: Currency code of ISO 4217, such as USD.
    currency: str
    #: Amount in `currency`, exact, as a decimal.
    amount: str


class CurrencyCostRest(TypedDict):
    """Work without a subscription."""

    #: In USD; covers only events whose cost is known.
    cost: float


class CurrencyEarned(TypedDict):
    #: Currency code of ISO 4217, such as USD.
    currency: str
    #: Units times the rates of the plan, without fees, in `currency`.
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
    #: Currency code of ISO 4217, such as USD.
    currency: str
    #: Units times the rates of the plan, without fees, in `currency`.
    agentEarned: float
    #: In USD; covers only events whose cost is known.
    cost: float


class CurrencyInvoiceTotals(TypedDict):
    #: Currency code of ISO 4217, such as USD.
    currency: str
    #: Totals of invoices dated in the window that are issued or overdue.
    billed: float
    #: Payments for invoices dated in the window that are paid, less refunds.
    collected: float


class CurrencyMargin(TypedDict):
    #: Currency code of ISO 4217, such as USD.
    currency: str
    #: Revenue before discounts and tax, in `currency`.
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
    #: Currency code of ISO 4217, such as USD.
    currency: str
    #: Monthly recurring revenue, in `currency`.
    mrr: float


class CurrencyRevenue(TypedDict):
    """Revenue in one currency, and the cost of the work of its subscriptions."""

    #: Currency code of ISO 4217, such as USD.
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
    #: The revenue by kind of charge.
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

    #: Id of the object.
    id: str
    #: Name of the customer, printed on invoices.
    name: str
    #: Your own id for the customer; null when it has none.
    externalId: Union[str, None]
    #: Email address; null when there is none.
    email: Union[str, None]
    #: Telephone number; null when there is none.
    phone: Union[str, None]
    #: First line of the address; null when it is not known.
    addressLine1: Union[str, None]
    #: Second line of the address; null when there is none.
    addressLine2: Union[str, None]
    #: City of the address; null when it is not known.
    city: Union[str, None]
    #: State or region of the address; null when there is none.
    state: Union[str, None]
    #: Postal code of the address; null when it is not known.
    zipCode: Union[str, None]
    #: Country of the address; null when it is not known.
    country: Union[str, None]
    #: IANA time zone, in which billing periods begin and end.
    timezone: str
    #: State of the customer, for filters; it does not affect billing. One of `active`, `inactive`,
    #: `suspended`; more may be added.
    status: Union[CustomerStatus, str]
    #: Name of the person who receives invoices; null when there is none.
    billingContactName: Union[str, None]
    #: Email address of the billing contact; null when there is none.
    billingContactEmail: Union[str, None]
    #: Number of days from the issue date to the due date of an invoice.
    netTerms: int
    #: Email addresses that receive copies of invoices.
    invoiceEmailRecipients: List[str]
    #: True: no tax is charged, regardless of the tax rates.
    isTaxExempt: bool
    #: Null: the organization's defaults apply.
    taxRateIds: Union[List[str], None]
    #: The reason for the tax exemption, printed on invoices; null without one.
    taxExemptionReason: Union[str, None]
    #: Tax id, printed on invoices; null when there is none.
    taxId: Union[str, None]
    #: Prepaid credit is low below this amount, in the currency of the credit. Null: the amount of
    #: the organization applies.
    lowCreditAmount: Union[float, None]
    #: Credit from earlier invoices, by currency. The next invoices use it;
    #: `customers.record_credit_payout` records that it was paid out.
    creditBalances: List[CreditBalance]
    #: Any JSON object: stored, returned as it was sent, and never interpreted.
    metadata: JsonObject
    #: Grows with each change of these details; not with `creditBalances`, which follow from
    #: invoices. 1 at creation; see If-Match.
    version: int
    #: When the object was created, in real time.
    createdAt: str
    #: When the object was last changed, in real time.
    updatedAt: str


class CustomerAutoTopUps(TypedDict):
    """The automatic top-ups of a customer."""

    #: Id of the customer.
    customerId: str
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: The last one of each currency, also if it is off; by currency.
    autoTopUps: List[AutoTopUp]


class CustomerCost(TypedDict):
    #: Id of the customer.
    customerId: str
    #: Name of the customer.
    customerName: str
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: In USD; covers only events whose cost is known.
    totalCost: float
    #: Number of usage events.
    eventCount: int
    #: Number of events whose cost is not known yet; the cost does not include them.
    uncostedEvents: int


class _CustomerCreateRequired(TypedDict):
    #: Printed on invoices.
    name: str


class CustomerCreate(_CustomerCreateRequired, total=False):
    #: Your own id for the customer, unique in your organization. Usage records send it as
    #: `customerExternalId`. Deleting a customer releases its id. Null: none.
    externalId: Union[str, None]
    #: Email address for invoices. Null: none.
    email: Union[str, None]
    #: Not validated. Null: none.
    phone: Union[str, None]
    #: Street and number. Null: none.
    addressLine1: Union[str, None]
    #: Floor, building, department. Null: none.
    addressLine2: Union[str, None]
    #: Town or city. Null: none.
    city: Union[str, None]
    #: State, province or region. Null: none.
    state: Union[str, None]
    #: Postal code. Null: none.
    zipCode: Union[str, None]
    #: Printed as sent, except that a two-letter ISO 3166-1 code, such as US or DE, is printed as
    #: the name of the country. Null: none.
    country: Union[str, None]
    #: Name of the person responsible for invoices. Null: none.
    billingContactName: Union[str, None]
    #: Email address of the person responsible for invoices. Null: none.
    billingContactEmail: Union[str, None]
    #: Additional email addresses that receive a copy of every invoice. Null: none.
    invoiceEmailRecipients: Union[Sequence[str], None]
    #: Printed on invoices exactly as sent, such as VAT DE123456789. Null: none.
    taxId: Union[str, None]
    #: Printed on invoices while isTaxExempt is true, such as Reverse charge, Art. 196 VAT
    #: Directive. Null: none.
    taxExemptionReason: Union[str, None]
    #: Active tax rates that apply instead of the organization's defaults, in the order in which
    #: they are printed. An empty list: no tax rates. Null: the defaults apply.
    taxRateIds: Union[Sequence[str], None]
    #: Prepaid credit is low below this amount, at least 0, in the currency of the credit; 0:
    #: never. Null: the amount of the organization applies.
    lowCreditAmount: Union[float, str, None]
    #: Any JSON object: stored, returned as it was sent, and never interpreted. Null: none.
    metadata: Union[JsonObject, None]
    #: IANA name of the time zone in which billing periods begin and end at midnight, such as
    #: Europe/Berlin. Aliases are kept as sent; offsets such as +01:00 are rejected.
    timezone: str
    #: For display and filtering; billing does not depend on it.
    status: CustomerStatus
    #: Whole days from the issue date of an invoice to its due date.
    netTerms: int
    #: True: no tax is charged, regardless of the tax rates.
    isTaxExempt: bool


class CustomerCreatedAnnouncement(TypedDict):
    """A customer was created, by a request or by the first usage record that names it."""

    #: The same in every attempt; also the header `webhook-id`.
    id: str
    #: Kind of the object.
    type: Literal["customer.created"]
    #: When it happened, in business time.
    timestamp: str
    #: Id of the customer; null if it is about the whole organization.
    customerId: Union[str, None]
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: A company or person that you bill.
    data: Dict[str, Any]


class CustomerCredit(TypedDict):
    """The credit of a customer, live."""

    #: Id of the customer.
    customerId: str
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: By currency: those of grants and of subscriptions.
    credit: List[CreditInCurrency]
    #: Business time for which it was computed.
    asOf: str


class CustomerDeletedAnnouncement(TypedDict):
    """A customer was deleted; `data` is its last state."""

    #: The same in every attempt; also the header `webhook-id`.
    id: str
    #: Kind of the object.
    type: Literal["customer.deleted"]
    #: When it happened, in business time.
    timestamp: str
    #: Id of the customer; null if it is about the whole organization.
    customerId: Union[str, None]
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: A company or person that you bill.
    data: Dict[str, Any]


class CustomerFigures(TypedDict):
    """Revenue, cost and open balance of a customer."""

    #: Id of the customer.
    customerId: str
    #: Name of the customer.
    customerName: str
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: Number of usage events.
    eventCount: int
    #: Currency of the revenue; null when several currencies are involved: see byCurrency.
    currency: Union[str, None]
    #: As in `customers.revenue`; null when several currencies are involved: see byCurrency.
    revenue: Union[float, None]
    #: In USD; covers only events whose cost is known.
    cost: float
    #: Number of events whose cost is not known yet; the cost does not include them.
    uncostedEvents: int
    #: Work that no price covers: it belongs to no subscription; or its time is invoiced, and the
    #: invoice has no usage line for its signal; or its time is not invoiced, and the plan has no
    #: active usage price for its signal. Work at a price of 0, units within a pool and signals
    #: that the plan includes are priced. Its cost is part of the other figures. A voided event has
    #: no units and no cost, and is still one of the events; `GET /v1/attention` leaves it out
    #: where nothing else is unpriced.
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
    #: The same by your own ids. Send this or customerId, not both.
    customerExternalId: List[str]


class CustomerFiguresList(TypedDict):
    """One page of customers with their figures, most recently created first."""

    #: The objects of this page.
    results: List[CustomerFigures]
    #: Number of this page, from 1.
    page: int
    #: Maximum number of objects in a page.
    limit: int
    #: Number of pages at this limit.
    totalPages: int
    #: Exact number of results.
    totalResults: int
    #: The days, in UTC, that the figures cover; both inclusive.
    dateRange: DateRange
    #: The filters of the request, without its dates.
    filters: CustomerFiguresFilters
    #: Everything committed before this time is included. Figures of large organizations may be a
    #: few minutes old while usage is recorded.
    asOf: str


class CustomerFilters(TypedDict, total=False):
    """The filters of the request, without its dates."""

    #: Id of the customer.
    customerId: str
    #: Your own id of the customer. Send this or customerId, not both.
    customerExternalId: str


class CustomerList(TypedDict):
    """One page of results and the total number of results."""

    #: The objects of this page.
    results: List[Customer]
    #: Number of this page, from 1.
    page: int
    #: Maximum number of objects in a page.
    limit: int
    #: Number of pages at this limit.
    totalPages: int
    #: Exact number of results.
    totalResults: int


class CustomerMargin(TypedDict):
    #: Id of the customer.
    customerId: str
    #: Name of the customer.
    customerName: str
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: Currency of the revenue; null with several currencies.
    currency: Union[str, None]
    #: As in `analytics.revenue`. Null: there is none, or there are several currencies.
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
    #: The days, in UTC, that the figures cover; both inclusive.
    dateRange: DateRange
    #: Everything committed before this time is included. Figures of large organizations may be a
    #: few minutes old while usage is recorded.
    asOf: str


class CustomerModelCostRest(TypedDict):
    #: In USD; covers only events whose cost is known.
    totalCost: float
    #: What customers paid with keys of their own, in USD, where the price is known; no part of
    #: `totalCost`.
    customerCost: float
    #: What rejected units cost, in USD: the cost of their events × rejected ÷ recorded units. It
    #: is part of `totalCost`.
    costOfRejected: float


class CustomerOfRevenue(TypedDict):
    #: Id of the object.
    id: str
    #: Name, as people see it.
    name: str
    #: Your own id for the customer; null when it has none.
    externalId: Union[str, None]
    #: Email address; null when there is none.
    email: Union[str, None]
    #: Status of the customer, such as `active`.
    status: str


class _CustomerRevenueRequired(TypedDict):
    #: The customer that the figures are for.
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
    #: For each table, the difference between the total and its rows: amounts that belong to no
    #: listed row, and rounding. With it, each table adds up to the total to the last digit shown.
    #: By currency, as in byCurrency.
    rest: RevenueRests
    #: The days, in UTC, that the figures cover; both inclusive.
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
    #: `customerExternalId`. Deleting a customer releases its id. Null: none.
    externalId: Union[str, None]
    #: Email address for invoices. Null: none.
    email: Union[str, None]
    #: Not validated. Null: none.
    phone: Union[str, None]
    #: Street and number. Null: none.
    addressLine1: Union[str, None]
    #: Floor, building, department. Null: none.
    addressLine2: Union[str, None]
    #: Town or city. Null: none.
    city: Union[str, None]
    #: State, province or region. Null: none.
    state: Union[str, None]
    #: Postal code. Null: none.
    zipCode: Union[str, None]
    #: Printed as sent, except that a two-letter ISO 3166-1 code, such as US or DE, is printed as
    #: the name of the country. Null: none.
    country: Union[str, None]
    #: Name of the person responsible for invoices. Null: none.
    billingContactName: Union[str, None]
    #: Email address of the person responsible for invoices. Null: none.
    billingContactEmail: Union[str, None]
    #: Additional email addresses that receive a copy of every invoice. Null: none.
    invoiceEmailRecipients: Union[Sequence[str], None]
    #: Printed on invoices exactly as sent, such as VAT DE123456789. Null: none.
    taxId: Union[str, None]
    #: Printed on invoices while isTaxExempt is true, such as Reverse charge, Art. 196 VAT
    #: Directive. Null: none.
    taxExemptionReason: Union[str, None]
    #: Active tax rates that apply instead of the organization's defaults, in the order in which
    #: they are printed. An empty list: no tax rates. Null: the defaults apply.
    taxRateIds: Union[Sequence[str], None]
    #: Prepaid credit is low below this amount, at least 0, in the currency of the credit; 0:
    #: never. Null: the amount of the organization applies.
    lowCreditAmount: Union[float, str, None]
    #: Any JSON object: stored, returned as it was sent, and never interpreted. Null: none.
    metadata: Union[JsonObject, None]
    #: IANA name of the time zone in which billing periods begin and end at midnight, such as
    #: Europe/Berlin. Aliases are kept as sent; offsets such as +01:00 are rejected.
    timezone: str
    #: For display and filtering; billing does not depend on it.
    status: CustomerStatus
    #: Whole days from the issue date of an invoice to its due date.
    netTerms: int
    #: True: no tax is charged, regardless of the tax rates.
    isTaxExempt: bool


class CustomerUpdatedAnnouncement(TypedDict):
    """Fields of a customer changed."""

    #: The same in every attempt; also the header `webhook-id`.
    id: str
    #: Kind of the object.
    type: Literal["customer.updated"]
    #: When it happened, in business time.
    timestamp: str
    #: Id of the customer; null if it is about the whole organization.
    customerId: Union[str, None]
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: A company or person that you bill.
    data: Dict[str, Any]


DailyWindow = TypedDict(
    "DailyWindow", {
    "from": "str",
    "to": "str",
    }
)


class DateRange(TypedDict):
    """The days, in UTC, that the figures cover; both inclusive."""

    #: First day, in UTC.
    startDate: str
    #: Last day, in UTC, inclusive.
    endDate: str


class DayCost(TypedDict):
    #: The day, in UTC.
    date: str
    #: In USD; covers only events whose cost is known.
    totalCost: float
    #: Number of usage events.
    eventCount: int
    #: Number of events whose cost is not known yet; the cost does not include them.
    uncostedEvents: int
    #: The cost as a percentage of that of the window; null when that is zero.
    costPercent: Union[float, None]


class DeliveriesOfAnnouncement(TypedDict):
    """The deliveries of an announcement, also to endpoints that were deleted."""

    #: One for each endpoint.
    results: List[WebhookDelivery]


Dimension = Literal["customer", "signal", "agent"]


class DimensionBucket(TypedDict):
    #: Id of the customer, agent or signal.
    dimensionId: str
    #: Name of the customer, agent or signal.
    dimensionName: str
    #: First day of the bucket: a Monday for weeks, the first of the month for months.
    date: str
    #: Number of usage events.
    eventCount: int
    #: Units recorded, including rejected ones.
    totalQuantity: float
    #: In USD; covers only events whose cost is known.
    totalCost: float
    #: Number of events whose cost is not known yet; the cost does not include them.
    uncostedEvents: int


class DimensionSummary(TypedDict):
    #: Id of the customer, agent or signal.
    dimensionId: str
    #: Name of the customer, agent or signal.
    dimensionName: str
    #: Number of usage events.
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

    #: Id of the object.
    id: str
    #: Id of the coupon.
    couponId: str
    #: Id of the customer.
    customerId: str
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: Null when it applies to every subscription of the customer.
    subscriptionId: Union[str, None]
    #: The `dealId` of the subscription; null when it applies to every subscription.
    dealId: Union[str, None]
    #: Name of the coupon.
    name: str
    #: Null for a fixed amount.
    percentOff: Union[float, None]
    #: Null for a percentage.
    amountOff: Union[float, None]
    #: ISO 4217 currency of amountOff. Null for a percentage.
    currency: Union[str, None]
    #: Number of billing periods of a customer or subscription that are reduced. All invoices of a
    #: period count as one. once: the next period. repeating: as many as durationPeriods says.
    #: forever: all of them. One of `once`, `repeating`, `forever`; more may be added.
    duration: Union[CouponDuration, str]
    #: Only with duration repeating, where it is required. Null: another duration.
    durationPeriods: Union[int, None]
    #: Number of invoices reduced, not counting void ones.
    periodsUsed: int
    #: Number of invoices still to be reduced; null for duration forever. 0 once it has ended.
    periodsLeft: Union[int, None]
    #: When the object was created, in real time.
    createdAt: str
    #: When it was given or ended, in real time; not when an invoice used it.
    updatedAt: str
    #: Invoices generated after this time are not reduced. Null: it has not ended.
    endedAt: Union[str, None]


class _DiscountCreateRequired(TypedDict):
    #: An active coupon.
    couponId: str


class DiscountCreate(_DiscountCreateRequired, total=False):
    #: The customer whose invoices are reduced: those of all subscriptions, unless subscriptionId
    #: is set.
    customerId: str
    #: Your own id of the customer. Send this or customerId, not both.
    customerExternalId: str
    #: Reduces the invoices of this subscription only, and of those before and after it by changes
    #: of plan. customerId is then not needed.
    subscriptionId: str


class DiscountList(TypedDict):
    """One page of results and the total number of results."""

    #: The objects of this page.
    results: List[Discount]
    #: Number of this page, from 1.
    page: int
    #: Maximum number of objects in a page.
    limit: int
    #: Number of pages at this limit.
    totalPages: int
    #: Exact number of results.
    totalResults: int


class Email(TypedDict):
    """A message to a customer. The PDF is attached when the message is sent."""

    #: Id of the object.
    id: str
    #: receipt: confirms an online payment. payment, refund, void: a payment that you recorded, a
    #: refund, or a voided invoice. portal_link: a portal link that the customer requested, kept
    #: only when there is no SMTP server. address_change: sent to the address that a customer has
    #: replaced. One of `invoice`, `reminder`, `receipt`, `payment`, `refund`, `void`,
    #: `portal_link`, `address_change`, `credit_low`, `credit_depleted`, `credit_expiring`,
    #: `auto_top_up_stopped`; more may be added.
    kind: Union[EmailKind, str]
    #: captured: there is no SMTP server, and the message was kept. failed: permanently failed, see
    #: `lastError`. One of `queued`, `sent`, `captured`, `failed`; more may be added.
    status: Union[EmailStatus, str]
    #: The Message-ID, as returned when the invoice was sent.
    messageId: str
    #: Id of the customer.
    customerId: str
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: Id of the invoice that the email is about; null when it is about none.
    invoiceId: Union[str, None]
    #: Email address of the recipient.
    to: str
    #: Email addresses that receive a copy.
    cc: List[str]
    #: Subject of the email.
    subject: str
    #: Number of attempts to send it.
    attempts: int
    #: When it is tried next; null when no further attempt is due.
    nextAttemptAt: Union[str, None]
    #: The reason the last attempt failed; null when none failed.
    lastError: Union[str, None]
    #: When the object was created, in real time.
    createdAt: str
    #: Of the last attempt to send it; before that, when it was queued.
    updatedAt: str
    #: When the mail server accepted it; null before.
    sentAt: Union[str, None]
    #: A logo in it refers to an attachment, as `cid:logo`.
    html: str
    #: Body of the email, as plain text.
    text: str


class EmailFailedAnnouncement(TypedDict):
    """An email to a customer failed permanently."""

    #: The same in every attempt; also the header `webhook-id`.
    id: str
    #: Kind of the object.
    type: Literal["email.failed"]
    #: When it happened, in business time.
    timestamp: str
    #: Id of the customer; null if it is about the whole organization.
    customerId: Union[str, None]
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: A message to a customer, without its text.
    data: Dict[str, Any]


EmailKind = Literal[
    "invoice",
    "reminder",
    "receipt",
    "payment",
    "refund",
    "void",
    "portal_link",
    "address_change",
    "credit_low",
    "credit_depleted",
    "credit_expiring",
    "auto_top_up_stopped",
]


class EmailList(TypedDict):
    """One page of results and the total number of results."""

    #: The objects of this page.
    results: List[EmailSummary]
    #: Number of this page, from 1.
    page: int
    #: Maximum number of objects in a page.
    limit: int
    #: Number of pages at this limit.
    totalPages: int
    #: Exact number of results.
    totalResults: int


EmailStatus = Literal["queued", "sent", "captured", "failed"]


class EmailSummary(TypedDict):
    """A message to a customer, without its text."""

    #: Id of the object.
    id: str
    #: receipt: confirms an online payment. payment, refund, void: a payment that you recorded, a
    #: refund, or a voided invoice. portal_link: a portal link that the customer requested, kept
    #: only when there is no SMTP server. address_change: sent to the address that a customer has
    #: replaced. One of `invoice`, `reminder`, `receipt`, `payment`, `refund`, `void`,
    #: `portal_link`, `address_change`, `credit_low`, `credit_depleted`, `credit_expiring`,
    #: `auto_top_up_stopped`; more may be added.
    kind: Union[EmailKind, str]
    #: captured: there is no SMTP server, and the message was kept. failed: permanently failed, see
    #: `lastError`. One of `queued`, `sent`, `captured`, `failed`; more may be added.
    status: Union[EmailStatus, str]
    #: The Message-ID, as returned when the invoice was sent.
    messageId: str
    #: Id of the customer.
    customerId: str
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: Id of the invoice that the email is about; null when it is about none.
    invoiceId: Union[str, None]
    #: Email address of the recipient.
    to: str
    #: Email addresses that receive a copy.
    cc: List[str]
    #: Subject of the email.
    subject: str
    #: Number of attempts to send it.
    attempts: int
    #: When it is tried next; null when no further attempt is due.
    nextAttemptAt: Union[str, None]
    #: The reason the last attempt failed; null when none failed.
    lastError: Union[str, None]
    #: When the object was created, in real time.
    createdAt: str
    #: Of the last attempt to send it; before that, when it was queued.
    updatedAt: str
    #: When the mail server accepted it; null before.
    sentAt: Union[str, None]


class EstimateSuggestion(TypedDict):
    """What runs of an agent were estimated to cost, and what they cost."""

    #: Id of the agent.
    agentId: str
    #: Code of the agent, as usage records name it.
    agentCode: str
    #: Null: runs that named no signal.
    signalId: Union[str, None]
    #: Null: runs that named no signal.
    signalName: Union[str, None]
    #: Runs that were compared, at most 200.
    runCount: int
    #: Runs that cost more than their first estimate.
    aboveEstimateCount: int
    #: Average of the first estimates. USD, exact decimal text.
    averageEstimateUsd: str
    #: Average of what the runs cost. USD, exact decimal text.
    averageCostUsd: str
    #: The 95th percentile of what the runs cost: 19 of 20 cost at most this. USD, exact decimal
    #: text.
    suggestedEstimateUsd: str
    #: When the latest of these runs asked for its hold.
    latestRunAt: str


class EstimateSuggestionList(TypedDict):
    """Suggested estimates by agent and signal."""

    #: Most runs first, at most 100.
    results: List[EstimateSuggestion]


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
    #: The part of cacheWriteTokens that is kept for one hour.
    cacheWrite1hTokens: int
    #: Tier of service of the calls, such as `batch`, `flex` or `priority`. `default`, `auto` and
    #: `standard` are the standard tier. At the top of a record with services: the tier of each
    #: service without its own.
    serviceTier: str
    #: `customer` for calls with a key of the customer: they cost you 0. Default: `organization`.
    #: At the top of a record with services: of each service without its own.
    paidBy: Literal["organization", "customer"]
    #: Cost in USD as reported by a gateway, as a number or decimal text. It is compared with the
    #: computed cost and never used in its place.
    reportedCostUsd: Union[float, str]
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
    #: The part of cacheWriteTokens that is kept for one hour.
    cacheWrite1hTokens: int
    #: Tier of service of the calls, such as `batch`, `flex` or `priority`. `default`, `auto` and
    #: `standard` are the standard tier. At the top of a record with services: the tier of each
    #: service without its own.
    serviceTier: str
    #: `customer` for calls with a key of the customer: they cost you 0. Default: `organization`.
    #: At the top of a record with services: of each service without its own.
    paidBy: Literal["organization", "customer"]
    #: Cost in USD as reported by a gateway, as a number or decimal text. It is compared with the
    #: computed cost and never used in its place.
    reportedCostUsd: Union[float, str]
    #: Instead of model + modelProvider. Replaces all services of the event.
    services: Sequence[UsedService]
    #: For your records; not visible to customers.
    reason: str


class EventCorrection(TypedDict):
    """An amendment of an event, its voiding, or another cost by a repricing run."""

    #: Id of the object.
    id: str
    #: recost: a repricing run changed the cost. Further kinds may be added. One of `void`,
    #: `amend`, `recost`; more may be added.
    kind: Union[Literal["void", "amend", "recost"], str]
    #: A decimal.
    quantityBefore: str
    #: Quantity of the event after the correction, as a decimal.
    quantityAfter: str
    #: USD; null if the cost was not known.
    costBefore: Union[str, None]
    #: USD; null if the cost was not known then.
    costAfter: Union[str, None]
    #: The services of the event before the correction.
    servicesBefore: List[ServiceBefore]
    #: The run of a recost; null for other kinds.
    repricingRunId: Union[str, None]
    #: The reason that was given; null when none was.
    reason: Union[str, None]
    #: `api_key:<id>` or `user:<id>`.
    actor: str
    #: Name of the key or person that corrected it; null: not known.
    actorName: Union[str, None]
    #: When the event was corrected.
    correctedAt: str


#: PROCESSED: the cost is known. NEEDS_COST_BACKFILL: waits for a model to be mapped, or for
#: rates of your own. ERROR: a rate is missing. One of `PROCESSED`, `NEEDS_COST_BACKFILL`,
#: `PENDING`, `ERROR`; more may be added.
EventProcessed = Literal["PROCESSED", "NEEDS_COST_BACKFILL", "PENDING", "ERROR"]


class EventService(TypedDict):
    """A model or service that was used for the work."""

    #: Name of the model or service.
    model: str
    #: Provider of the model or service.
    modelProvider: str
    #: Number of uses of the service.
    quantity: int
    #: Including cache tokens.
    inputTokens: int
    #: Number of output tokens.
    outputTokens: int
    #: The part of inputTokens read from a cache.
    cacheReadTokens: int
    #: The part of inputTokens written to a cache.
    cacheWriteTokens: int
    #: The part of cacheWriteTokens that is kept for one hour.
    cacheWrite1hTokens: int
    #: Tier of service, such as `batch`; null: standard.
    serviceTier: Union[str, None]
    #: `customer`: with a key of the customer; it costs you 0. One of `organization`, `customer`;
    #: more may be added.
    paidBy: Union[Literal["organization", "customer"], str]
    #: Cost in USD as reported by a gateway, exact, with at least 10 decimals; null: none was.
    reportedCostUsd: Union[str, None]
    #: Null while the cost of the event is not known, if an own rate priced it, and if the customer
    #: pays for a service without a price.
    price: Union[UsedPrice, None]
    #: The own rate that priced it; null: the price of the catalog, or the cost is not known.
    costRateId: Union[str, None]
    #: The reason the service has no cost; null when it has one.
    missing: Union[MissingPrice, None]


class EventSignal(TypedDict):
    #: Id of the object.
    id: str
    #: Name of the signal.
    name: str
    #: Name that usage records send as `signalName`.
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
    #: Id of the usage event.
    eventId: str
    #: Id of the customer.
    customerId: str
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: When the work was done.
    usageDate: str
    #: LLMs without any token.
    models: List[str]


class EventsWithoutTokens(TypedDict):
    """Events that have a cost, but name an LLM without any token, which costs 0; a streamed
    response may lack its usage.
    """

    #: Number of events with an LLM without any token.
    totalEvents: int
    #: At most 20, latest first.
    latest: List[EventWithoutTokens]


class ExpiringCreditGrant(TypedDict):
    #: Id of the object.
    id: str
    #: correction: from an invoice with a negative amount; it can be paid out. paid: bought.
    #: promotional: given for free, used before tax. One of `correction`, `paid`, `promotional`;
    #: more may be added.
    kind: Union[CreditGrantKind, str]
    #: Name, as people see it.
    name: str
    #: What final invoices left of it.
    left: float
    #: Exclusive.
    expiresAt: str
    #: 14 or 3: the notice that this is.
    daysAhead: int


class _ExplainedUsageRequired(TypedDict):
    #: The time whose usage belongs to the line, earliest first.
    ranges: List[TimeRange]
    #: Units recorded in the ranges until now. A decimal.
    recordedQuantity: str
    #: Units among them that were rejected. A decimal.
    rejectedQuantity: str
    #: recordedQuantity - rejectedQuantity - provisionalQuantity. A decimal.
    billableQuantity: str
    #: Units of this line and of `earlierLines`. A decimal.
    billedQuantity: str
    #: Units of `laterLines`. A decimal.
    settledQuantity: str
    #: billableQuantity - billedQuantity - settledQuantity: recorded, changed or removed since, and
    #: settled by the next invoice. A decimal.
    openQuantity: str
    #: Events in the ranges until now.
    eventCount: int
    #: Events whose cost is not known.
    uncostedEventCount: int
    #: Your cost of these events, in USD. A decimal.
    cost: str


class ExplainedUsage(_ExplainedUsageRequired, total=False):
    """The usage behind a line."""

    #: Units among the recorded ones whose settlement window has not passed: not billed until then.
    #: Absent without such units. A decimal.
    provisionalQuantity: str


FieldChange = TypedDict(
    "FieldChange", {
    "field": "str",
    "from": "JsonValue",
    "to": "JsonValue",
    }
)


class _FirstInvoicePreviewRequired(TypedDict):
    #: Id of the customer.
    customerId: str
    #: Name of the customer.
    customerName: str
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: subscription: bills a subscription. top_up: prepaid credit, an advance without tax that
    #: gives credit once it is paid. The other kinds do not exist yet. One of `subscription`,
    #: `top_up`, `one_off`, `credit_note`; more may be added.
    kind: Union[InvoiceKind, str]
    #: The usual sequence is draft → pending → issued → paid. One of `draft`, `pending`, `issued`,
    #: `paid`, `overdue`, `void`, `refunded`; more may be added.
    status: Union[InvoiceStatus, str]
    #: Amount that the customer owes for this invoice, including taxes.
    total: float
    #: Amount that remains to be paid.
    amountDue: float
    #: Currency code of ISO 4217, such as USD.
    currency: str
    #: Start of the billing period, inclusive.
    periodStart: str
    #: Exclusive end of the billed range.
    periodEnd: str
    #: Before the invoice is issued: when it was generated.
    issueDate: str
    #: When the invoice is due.
    dueDate: str
    #: Time zone of the dates on the invoice.
    timezone: str
    #: True: issued automatically while the customer had no email address, and not sent since.
    issuedWithoutEmail: bool
    #: Days after the issue date.
    netTerms: int
    #: Text for the customer, printed on the invoice; null when there is none.
    memo: Union[str, None]
    #: The lines of the invoice.
    lineItems: List[InvoiceLine]
    #: Sum of the lines.
    subtotal: float
    #: The discounts, each with the amount that it takes off.
    discounts: List[InvoiceDiscount]
    #: Sum of the discounts, in the currency of the invoice.
    discountTotal: float
    #: Promotional credit, which is deducted after discounts and before tax.
    promotions: List[InvoicePromotion]
    #: Sum of the promotions; a draft only shows it. Negative: a correction gives it back.
    promotionTotal: float
    #: The taxes, by rate.
    taxes: List[InvoiceTax]
    #: total + creditTotal - taxTotal: the amount charged without any tax.
    netTotal: float
    #: Sum of all taxes; only taxes that are not inclusive are added to the total.
    taxTotal: float
    #: Customer credit used by the invoice after tax, without promotional credit; a draft only
    #: shows it. Negative: credit that the invoice gives to the customer.
    creditTotal: float
    #: Equal to total: subtotal - discountTotal - promotionTotal + added taxes - creditTotal.
    totalAmount: float
    #: Cost and amounts by agent.
    agentBreakdown: List[AgentBreakdown]
    #: Your cost of the work, in USD, without events whose cost is not known. Final like the lines:
    #: a cost that becomes known later is in `totalCost` of the next invoice.
    totalCost: float
    #: total + creditTotal - taxTotal - totalCost; null in a currency other than USD, and in an
    #: announcement without `includeCosts`. Too high while the cost of an event is not known.
    margin: Union[float, None]


class FirstInvoicePreview(_FirstInvoicePreviewRequired, total=False):
    """Preview of the invoice of the first period, with the usage known so far."""

    #: Outcomes of the period whose settlement window has not passed. No line contains them; the
    #: first invoice that is made after they have settled bills them. Absent if there are none.
    provisional: List[ProvisionalOutcomes]


class FirstPeriod(TypedDict):
    """A billing period."""

    #: Start, inclusive.
    start: str
    #: Exclusive.
    end: str


class GettingStarted(TypedDict):
    """Progress from an empty organization to a paid invoice, derived from its data."""

    #: The latest active plan with an active price. Null: there is none.
    pricedPlan: Union[StartedPlan, None]
    #: The latest active plan without an active price. Null: there is none.
    unpricedPlan: Union[StartedPlan, None]
    #: The latest subscription. Null: there is none.
    subscription: Union[StartedSubscription, None]
    #: The latest invoice that is a draft or pending. Null: there is none.
    draft: Union[StartedInvoice, None]
    #: The latest invoice that was sent. Null: there is none.
    sentInvoice: Union[StartedInvoice, None]
    #: True once an invoice is paid in full.
    hasPaidInvoice: bool
    #: True if the organization has a street and a country for its invoices.
    hasAddress: bool
    #: True if the organization has several members.
    hasTeam: bool


#: promotional: given for free; invoices use it before tax, and it is never paid out. paid:
#: bought; it pays invoices after tax.
GivenGrantKind = Literal["paid", "promotional"]


Grouping = Literal["daily", "weekly", "monthly"]


class GuardBlockedAnnouncement(TypedDict):
    """A budget blocked a run. Announced for the first one of each hour, by customer and budget;
    `guard.list_decisions` has all.
    """

    #: The same in every attempt; also the header `webhook-id`.
    id: str
    #: Kind of the object.
    type: Literal["guard.blocked"]
    #: When it happened, in business time.
    timestamp: str
    #: Id of the customer; null if it is about the whole organization.
    customerId: Union[str, None]
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: A decision that blocked a run.
    data: AnnouncedGuardDecision


class _GuardCheckCreateRequired(TypedDict):
    #: Your own id of the customer. It must exist.
    customerExternalId: str
    #: The agent, as in usage records.
    agentCode: str


class GuardCheckCreate(_GuardCheckCreateRequired, total=False):
    #: The outcome that the run is to produce. Without it, the run counts in the budgets of every
    #: signal of the agent.
    signalName: str
    #: Units that the run is to produce.
    quantity: int
    #: USD, at least 0. What the run may cost. This or services is required. A number or decimal
    #: text.
    estimatedCostUsd: Union[float, str]
    #: Instead of estimatedCostUsd: what the run is to use, as in a usage record.
    services: Sequence[UsedService]


class GuardDecision(TypedDict):
    """If a run may start or go on."""

    #: allow and warn: go on. block: do not start, or stop. One of `allow`, `warn`, `block`; more
    #: may be added.
    decision: Union[Literal["allow", "warn", "block"], str]
    #: Null if the decision is allow.
    reason: Union[Union[Literal["budget_exceeded", "unknown_cost", "negative_credit"], str], None]
    #: The decision in one line, with its figures; null if the decision is allow.
    message: Union[str, None]
    #: The strictest budget, which decided; null if the decision is allow, and for negative_credit.
    budgetId: Union[str, None]
    #: Null for a check, and for a blocked run.
    holdId: Union[str, None]
    #: When the hold ends by itself; null without a hold.
    expiresAt: Union[str, None]
    #: When the deciding budget may allow more; null for a run and a credit.
    resetsAt: Union[str, None]
    #: The page of the portal where the customer buys credit; null unless credit decided.
    topUpUrl: Union[str, None]
    #: The strictest first.
    budgets: List[JudgedBudget]
    #: All figures are of this instant.
    asOf: str


class _GuardHoldCreateRequired(TypedDict):
    #: Your own id of the customer. It must exist.
    customerExternalId: str
    #: The agent, as in usage records.
    agentCode: str
    #: The id of the run, which its usage records have too.
    runId: str


class GuardHoldCreate(_GuardHoldCreateRequired, total=False):
    #: The outcome that the run is to produce. Without it, the run counts in the budgets of every
    #: signal of the agent.
    signalName: str
    #: Units that the run is to produce.
    quantity: int
    #: USD, at least 0. What the run may cost. This or services is required. A number or decimal
    #: text.
    estimatedCostUsd: Union[float, str]
    #: Instead of estimatedCostUsd: what the run is to use, as in a usage record.
    services: Sequence[UsedService]
    #: Seconds until the hold expires, if the run does not end before.
    ttlSeconds: int


class _GuardHoldExtendRequired(TypedDict):
    #: USD, at least 0. What the run has cost so far, by its own count. The largest of this, its
    #: records and its spans counts. A number or decimal text.
    costSoFarUsd: Union[float, str]
    #: USD, at least 0. What its next step may cost. A number or decimal text.
    nextCostUsd: Union[float, str]


class GuardHoldExtend(_GuardHoldExtendRequired, total=False):
    #: Seconds from now until the hold expires; it never becomes less.
    ttlSeconds: int


class Happening(TypedDict):
    """An event in the history of the invoice."""

    #: Kind of the timeline entry. One of `drafted`, `finalized`, `issued`, `mailed`,
    #: `checkout_opened`, `paid_in`, `refund`, `overdue`, `paid`, `voided`; more may be added.
    type: Union[HappeningType, str]
    #: Business time.
    at: str
    #: Set for `mailed`. Null otherwise.
    mail: Union[HappeningMail, None]
    #: Set for `paid_in`. Null otherwise.
    payment: Union[HappeningPayment, None]
    #: Set for `refund`. Null otherwise.
    refund: Union[HappeningRefund, None]
    #: Set for `voided`. Null: none was given.
    reason: Union[str, None]


class HappeningMail(TypedDict):
    """Recipients and delivery status."""

    #: Id of the object.
    id: str
    #: Kind of the email. One of `invoice`, `reminder`, `receipt`, `payment`, `refund`, `void`,
    #: `portal_link`, `address_change`, `credit_low`, `credit_depleted`, `credit_expiring`,
    #: `auto_top_up_stopped`; more may be added.
    kind: Union[EmailKind, str]
    #: State of the email. One of `queued`, `sent`, `captured`, `failed`; more may be added.
    status: Union[EmailStatus, str]
    #: Email address of the recipient.
    to: str
    #: Email addresses that receive a copy.
    cc: List[str]
    #: The reason the last attempt failed; null when none failed.
    lastError: Union[str, None]
    #: True if the message became outdated before it was sent: the invoice had been voided or paid.
    wasKeptBack: bool


class HappeningPayment(TypedDict):
    """A payment or an attempted payment."""

    #: Id of the object.
    id: str
    #: How it was paid. One of `card`, `bank_transfer`, `cash`, `check`, `other`; more may be
    #: added.
    method: Union[PaymentMethod, str]
    #: State of the payment. One of `pending`, `succeeded`, `failed`; more may be added.
    status: Union[PaymentStatus, str]
    #: Amount in `currency`.
    amount: float
    #: Currency code of ISO 4217, such as USD.
    currency: str
    #: Reference of the payment, such as a bank transfer; null when there is none.
    reference: Union[str, None]
    #: The reason it failed; null when it did not fail.
    failureReason: Union[str, None]


class HappeningRefund(TypedDict):
    """A refund."""

    #: Id of the object.
    id: str
    #: State of the refund. One of `pending`, `succeeded`, `failed`; more may be added.
    status: Union[PaymentStatus, str]
    #: Amount in `currency`.
    amount: float
    #: Currency code of ISO 4217, such as USD.
    currency: str
    #: The reason that was given; null when none was.
    reason: Union[str, None]
    #: The reason it failed; null when it did not fail.
    failureReason: Union[str, None]


#: Kind of the timeline entry. One of `drafted`, `finalized`, `issued`, `mailed`,
#: `checkout_opened`, `paid_in`, `refund`, `overdue`, `paid`, `voided`; more may be added.
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


class Hold(TypedDict):
    """What a run may cost."""

    #: Id of the object.
    id: str
    #: Id of the customer.
    customerId: str
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: The id of the run, as it was sent.
    runId: str
    #: Id of the agent.
    agentId: str
    #: Null: the run may produce each signal of the agent.
    signalId: Union[str, None]
    #: open: the run is under way. expired: it did not end in time. settled: its outcome was
    #: recorded. released: it ended without one. One of `open`, `expired`, `settled`, `released`;
    #: more may be added.
    status: Union[Literal["open", "expired", "settled", "released"], str]
    #: True while it is held of budgets: open, or with events of unknown cost.
    isCounting: bool
    #: First estimate, in USD. Exact decimal text.
    estimatedCostUsd: str
    #: What the run may cost in all, in USD. Exact decimal text.
    authorizedCostUsd: str
    #: Cost of the run’s events since the hold was made, in USD. Exact decimal text.
    usedCostUsd: str
    #: What the run has cost so far, in USD: usedCostUsd, or more if its spans cost more that are
    #: kept and in no event yet. Exact decimal text.
    costSoFarUsd: str
    #: What is held of budgets now, in USD. Exact decimal text.
    heldCostUsd: str
    #: Units that the run is to produce. Exact decimal text.
    quantity: str
    #: Events of the run whose cost is not known.
    uncostedEvents: int
    #: When it expires.
    expiresAt: str
    #: When it was settled or released; null before.
    closedAt: Union[str, None]
    #: When the object was created, in real time.
    createdAt: str


class HoldList(TypedDict):
    """One page of results and the total number of results."""

    #: The objects of this page.
    results: List[Hold]
    #: Number of this page, from 1.
    page: int
    #: Maximum number of objects in a page.
    limit: int
    #: Number of pages at this limit.
    totalPages: int
    #: Exact number of results.
    totalResults: int


class IncludedSignal(TypedDict):
    #: Id of the object.
    id: str
    #: Name of the signal.
    name: str
    #: Id of the agent.
    agentId: str


class IncludedSignalBody(TypedDict):
    #: A signal of an agent that is linked to the plan.
    signalId: str


class IngestRejection(TypedDict):
    """A payload that cannot be used."""

    #: Index of the payload in the request.
    index: int
    #: The reason.
    error: str


class Invoice(TypedDict):
    """The complete invoice in its current state."""

    #: Id of the object.
    id: str
    #: Number of the invoice, as printed on it.
    invoiceNumber: str
    #: Id of the customer.
    customerId: str
    #: Name of the customer.
    customerName: str
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: subscription: bills a subscription. top_up: prepaid credit, an advance without tax that
    #: gives credit once it is paid. The other kinds do not exist yet. One of `subscription`,
    #: `top_up`, `one_off`, `credit_note`; more may be added.
    kind: Union[InvoiceKind, str]
    #: Null for other kinds of invoice.
    subscriptionId: Union[str, None]
    #: The usual sequence is draft → pending → issued → paid. One of `draft`, `pending`, `issued`,
    #: `paid`, `overdue`, `void`, `refunded`; more may be added.
    status: Union[InvoiceStatus, str]
    #: Amount that the customer owes for this invoice, including taxes.
    total: float
    #: Amount that remains to be paid.
    amountDue: float
    #: Currency code of ISO 4217, such as USD.
    currency: str
    #: Start of the billing period, inclusive.
    periodStart: str
    #: Exclusive end of the billed range.
    periodEnd: str
    #: Before the invoice is issued: when it was generated.
    issueDate: str
    #: When the invoice is due.
    dueDate: str
    #: Time zone of the dates on the invoice.
    timezone: str
    #: True: issued automatically while the customer had no email address, and not sent since.
    issuedWithoutEmail: bool
    #: When the object was created, in real time.
    createdAt: str
    #: When the object was last changed, in real time.
    updatedAt: str
    #: Days after the issue date.
    netTerms: int
    #: Text for the customer, printed on the invoice; null when there is none.
    memo: Union[str, None]
    #: The lines of the invoice.
    lineItems: List[InvoiceLine]
    #: Sum of the lines.
    subtotal: float
    #: The discounts, each with the amount that it takes off.
    discounts: List[InvoiceDiscount]
    #: Sum of the discounts, in the currency of the invoice.
    discountTotal: float
    #: Promotional credit, which is deducted after discounts and before tax.
    promotions: List[InvoicePromotion]
    #: Sum of the promotions; a draft only shows it. Negative: a correction gives it back.
    promotionTotal: float
    #: The taxes, by rate.
    taxes: List[InvoiceTax]
    #: total + creditTotal - taxTotal: the amount charged without any tax.
    netTotal: float
    #: Sum of all taxes; only taxes that are not inclusive are added to the total.
    taxTotal: float
    #: Customer credit used by the invoice after tax, without promotional credit; a draft only
    #: shows it. Negative: credit that the invoice gives to the customer.
    creditTotal: float
    #: Equal to total: subtotal - discountTotal - promotionTotal + added taxes - creditTotal.
    totalAmount: float
    #: Cost and amounts by agent.
    agentBreakdown: List[AgentBreakdown]
    #: Your cost of the work, in USD, without events whose cost is not known. Final like the lines:
    #: a cost that becomes known later is in `totalCost` of the next invoice.
    totalCost: float
    #: total + creditTotal - taxTotal - totalCost; null in a currency other than USD, and in an
    #: announcement without `includeCosts`. Too high while the cost of an event is not known.
    margin: Union[float, None]
    #: Link to pay online, as in the email; null when nothing is due or online payment is not
    #: available.
    payUrl: Union[str, None]
    #: Your organization as printed: copied when the invoice leaves `draft` and unchanged since.
    seller: Seller
    #: The customer as printed: copied when the invoice leaves `draft` and unchanged since. Emails
    #: go to the current address of the customer.
    buyer: Buyer
    #: Sum of the payments, in the currency of the invoice.
    amountPaid: float
    #: Sum of the refunds, in the currency of the invoice.
    amountRefunded: float
    #: The payments of the invoice, also failed ones.
    payments: List[InvoicePayment]
    #: When the invoice was paid in full; null while it is not.
    paidAt: Union[str, None]
    #: When the invoice was voided; null while it is not void.
    voidedAt: Union[str, None]
    #: As it was sent. Not visible to customers. Null: none was given, or the invoice is not void.
    voidReason: Union[str, None]


class InvoiceCounts(TypedDict):
    """Number of matching invoices by status."""

    #: Number of invoices in any status.
    total: int
    #: Every status, including those without invoices.
    byStatus: InvoiceCountsByStatus


class InvoiceCountsByStatus(TypedDict):
    """Every status, including those without invoices."""

    #: Number of drafts, which still change.
    draft: int
    #: Number of final invoices that are not issued yet.
    pending: int
    #: Number of issued invoices that are not due yet.
    issued: int
    #: Number of invoices paid in full.
    paid: int
    #: Number of invoices past their due date.
    overdue: int
    #: Number of void invoices.
    void: int
    #: Number of invoices that were refunded in full.
    refunded: int


class InvoiceDatesUpdate(TypedDict, total=False):
    #: A future day in the time zone of the subscription; later periods count from it.
    nextInvoiceDate: DateLike
    #: Day of the month of the next and all later invoices.
    billingDay: int


class InvoiceDiscount(TypedDict):
    """A discount applied to an invoice."""

    #: Id of the discount.
    discountId: str
    #: Id of the coupon.
    couponId: str
    #: Name of the coupon.
    name: str
    #: Percentage that is taken off; null for a fixed amount.
    percentOff: Union[float, None]
    #: Amount that is taken off, in `currency`; null for a percentage.
    amountOff: Union[float, None]
    #: The amount deducted.
    amount: float


class InvoiceFinalizedAnnouncement(TypedDict):
    """A draft became final: its lines and amounts no longer change."""

    #: The same in every attempt; also the header `webhook-id`.
    id: str
    #: Kind of the object.
    type: Literal["invoice.finalized"]
    #: When it happened, in business time.
    timestamp: str
    #: Id of the customer; null if it is about the whole organization.
    customerId: Union[str, None]
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: An invoice. Without `includeCosts`, `cost` and `margin` are null, `agentBreakdown` is empty
    #: and `totalCost` is missing.
    data: AnnouncedInvoice


class _InvoiceGenerateRequired(TypedDict):
    #: Id of the subscription.
    subscriptionId: str


class InvoiceGenerate(_InvoiceGenerateRequired, total=False):
    #: This or customerExternalId is required, not both.
    customerId: str
    #: Your own id of the customer. This or customerId is required, not both.
    customerExternalId: str
    #: Inclusive start of the billed range. A timestamp, or a date, which means midnight in the
    #: time zone of the subscription. Default: the start of the current billing period.
    billingPeriodStart: DateLike
    #: Exclusive end of the billed range. A timestamp, or a date, which means midnight in the time
    #: zone of the subscription. Default: the end of the current billing period, with the fees of
    #: its remaining days.
    billingPeriodEnd: DateLike


class InvoiceIssuedAnnouncement(TypedDict):
    """An invoice was issued to the customer. An invoice that the clock finalizes is not issued
    if automatic collection pays it at once, or if nothing is due.
    """

    #: The same in every attempt; also the header `webhook-id`.
    id: str
    #: Kind of the object.
    type: Literal["invoice.issued"]
    #: When it happened, in business time.
    timestamp: str
    #: Id of the customer; null if it is about the whole organization.
    customerId: Union[str, None]
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: An invoice. Without `includeCosts`, `cost` and `margin` are null, `agentBreakdown` is empty
    #: and `totalCost` is missing.
    data: AnnouncedInvoice


#: subscription: bills a subscription. top_up: prepaid credit, an advance without tax that
#: gives credit once it is paid. The other kinds do not exist yet. One of `subscription`,
#: `top_up`, `one_off`, `credit_note`; more may be added.
InvoiceKind = Literal["subscription", "top_up", "one_off", "credit_note"]


class InvoiceLine(TypedDict):
    """One line of an invoice."""

    #: Id of the object.
    id: str
    #: Kind of the line. One of `usage`, `recurring`, `seat_based`, `onetime`, `proration`,
    #: `late_usage`, `credit`, `top_up`; more may be added.
    type: Union[InvoiceLineType, str]
    #: Text of the line, as printed on the invoice.
    description: str
    #: Id of the pricing strategy; null for a line without one.
    strategyId: Union[str, None]
    #: How usage is priced; null for fees.
    pricingModel: Union[Union[PricingModel, str], None]
    #: Id of the agent; null for a line without an agent.
    agentId: Union[str, None]
    #: Name of the agent; null for a line without an agent.
    agentName: Union[str, None]
    #: Id of the signal; null for a line that is not about usage.
    signalId: Union[str, None]
    #: Name of the signal; null for a line that is not about usage.
    signalName: Union[str, None]
    #: Number of billable units.
    quantity: float
    #: Null when the price comes from tiers.
    unitPrice: Union[float, None]
    #: Set when a fee covers only part of a period: × daysCovered / daysFull. Computed as the
    #: amount up to the end of the part less the amount up to its start, each rounded, so that
    #: parts add up. Null: the whole period.
    proration: Union[Proration, None]
    #: The tiers that priced the line, with the units and the amount of each.
    tiers: List[InvoiceTier]
    #: The tiers price a total, of which this line does not bill these units: for late usage, those
    #: billed before; for a part of a billing period, those used before that part. For a fee in a
    #: period that other lines billed in advance: their days × quantity, and their amount. Null:
    #: the line bills all units.
    billed: Union[BilledBefore, None]
    #: Rounded once, to the minor unit of the currency.
    amount: float
    #: True for a fee billed at the start of its period, `periodStart` to `periodEnd`, and for a
    #: `proration` that gives days of such a fee back.
    isAdvance: bool
    #: Your cost of the usage, in USD, without events whose cost is not known. Final like the line.
    #: Not visible to customers. Null: a line without usage.
    cost: Union[float, None]
    #: Number of usage events of the line.
    eventCount: int
    #: Start of the billing period, inclusive.
    periodStart: str
    #: End of the billing period, exclusive.
    periodEnd: str


class _InvoiceLineEventListRequired(TypedDict):
    #: The objects of this page.
    results: List[UsageEvent]
    #: Number of this page, from 1.
    page: int
    #: Maximum number of objects in a page.
    limit: int
    #: Number of pages at this limit.
    totalPages: int
    #: Number of events behind the line; with `after`, these results, and one more if others
    #: follow.
    totalResults: int


class InvoiceLineEventList(_InvoiceLineEventListRequired, total=False):
    """Events behind an invoice line by usage date, the latest first."""

    #: Send it as `after` for the next events; absent if none follow.
    nextAfter: str


class InvoiceLineExplanation(TypedDict):
    """The steps that lead to the amount of an invoice line, and the usage behind it."""

    #: Id of the invoice.
    invoiceId: str
    #: Number of the invoice, as printed on it.
    invoiceNumber: str
    #: Id of the invoice line.
    lineId: str
    #: Kind of the object. One of `usage`, `recurring`, `seat_based`, `onetime`, `proration`,
    #: `late_usage`, `credit`, `top_up`; more may be added.
    type: Union[InvoiceLineType, str]
    #: Text of the line, as printed on the invoice.
    description: str
    #: Currency code of ISO 4217, such as USD.
    currency: str
    #: The amount of the line, which the steps add up to. A decimal.
    amount: str
    #: Null: the line has no units.
    tariff: Union[LineTariff, None]
    #: They add up to the amount.
    steps: List[LineStep]
    #: Lines that billed the same usage before. Empty except for late usage.
    earlierLines: List[RelatedInvoiceLine]
    #: Lines that settle usage recorded or changed since.
    laterLines: List[RelatedInvoiceLine]
    #: Null: the line bills no usage.
    usage: Union[ExplainedUsage, None]


#: Kind of the object. One of `usage`, `recurring`, `seat_based`, `onetime`, `proration`,
#: `late_usage`, `credit`, `top_up`; more may be added.
InvoiceLineType = Literal[
    "usage",
    "recurring",
    "seat_based",
    "onetime",
    "proration",
    "late_usage",
    "credit",
    "top_up",
]


class InvoiceList(TypedDict):
    """One page of results, and whether more follow."""

    #: Latest issue date first by default.
    data: List[InvoiceSummary]
    #: True: there are more rows than these.
    hasMore: bool


class InvoiceMail(TypedDict):
    """Preview of the email that `invoices.send` sends."""

    #: Null when the customer has no address: send recipientEmail.
    recipientEmail: Union[str, None]
    #: Recipients of a copy.
    copies: List[str]
    #: Subject of the email.
    subject: str
    #: The message as plain text.
    text: str
    #: File name of the attached PDF.
    attachment: str
    #: Information missing from your organization that the invoice should show: its name or its
    #: address.
    warnings: List[str]


class InvoiceOfPeriod(TypedDict):
    #: Id of the object.
    id: str
    #: Number of the invoice, as printed on it.
    invoiceNumber: str
    #: State of the invoice. One of `draft`, `pending`, `issued`, `paid`, `overdue`, `void`,
    #: `refunded`; more may be added.
    status: Union[InvoiceStatus, str]


class InvoiceOverdueAnnouncement(TypedDict):
    """The due date of an invoice passed before it was paid."""

    #: The same in every attempt; also the header `webhook-id`.
    id: str
    #: Kind of the object.
    type: Literal["invoice.overdue"]
    #: When it happened, in business time.
    timestamp: str
    #: Id of the customer; null if it is about the whole organization.
    customerId: Union[str, None]
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: An invoice. Without `includeCosts`, `cost` and `margin` are null, `agentBreakdown` is empty
    #: and `totalCost` is missing.
    data: AnnouncedInvoice


class InvoicePackages(TypedDict):
    #: Number of items.
    count: float
    #: Units in a package.
    size: float


class InvoicePaidAnnouncement(TypedDict):
    """An invoice was paid in full."""

    #: The same in every attempt; also the header `webhook-id`.
    id: str
    #: Kind of the object.
    type: Literal["invoice.paid"]
    #: When it happened, in business time.
    timestamp: str
    #: Id of the customer; null if it is about the whole organization.
    customerId: Union[str, None]
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: An invoice. Without `includeCosts`, `cost` and `margin` are null, `agentBreakdown` is empty
    #: and `totalCost` is missing.
    data: AnnouncedInvoice


class InvoicePayment(TypedDict):
    """A payment of the invoice."""

    #: Id of the object.
    id: str
    #: How it was paid.
    method: str
    #: State of the payment, such as `succeeded`.
    status: str
    #: Amount in `currency`.
    amount: float
    #: Sum of the refunds, in the currency of the invoice.
    amountRefunded: float
    #: Reference of the payment, such as a bank transfer; null when there is none.
    reference: Union[str, None]
    #: The payment provider; null for a payment recorded by hand.
    provider: Union[str, None]
    #: When the payment was made; null while it is pending or failed.
    paidAt: Union[str, None]


class _InvoicePreviewRequired(TypedDict):
    #: Id of the customer.
    customerId: str
    #: Name of the customer.
    customerName: str
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: subscription: bills a subscription. top_up: prepaid credit, an advance without tax that
    #: gives credit once it is paid. The other kinds do not exist yet. One of `subscription`,
    #: `top_up`, `one_off`, `credit_note`; more may be added.
    kind: Union[InvoiceKind, str]
    #: Null for other kinds of invoice.
    subscriptionId: Union[str, None]
    #: The usual sequence is draft → pending → issued → paid. One of `draft`, `pending`, `issued`,
    #: `paid`, `overdue`, `void`, `refunded`; more may be added.
    status: Union[InvoiceStatus, str]
    #: Amount that the customer owes for this invoice, including taxes.
    total: float
    #: Amount that remains to be paid.
    amountDue: float
    #: Currency code of ISO 4217, such as USD.
    currency: str
    #: Start of the billing period, inclusive.
    periodStart: str
    #: Exclusive end of the billed range.
    periodEnd: str
    #: Before the invoice is issued: when it was generated.
    issueDate: str
    #: When the invoice is due.
    dueDate: str
    #: Time zone of the dates on the invoice.
    timezone: str
    #: True: issued automatically while the customer had no email address, and not sent since.
    issuedWithoutEmail: bool
    #: Days after the issue date.
    netTerms: int
    #: Text for the customer, printed on the invoice; null when there is none.
    memo: Union[str, None]
    #: The lines of the invoice.
    lineItems: List[InvoiceLine]
    #: Sum of the lines.
    subtotal: float
    #: The discounts, each with the amount that it takes off.
    discounts: List[InvoiceDiscount]
    #: Sum of the discounts, in the currency of the invoice.
    discountTotal: float
    #: Promotional credit, which is deducted after discounts and before tax.
    promotions: List[InvoicePromotion]
    #: Sum of the promotions; a draft only shows it. Negative: a correction gives it back.
    promotionTotal: float
    #: The taxes, by rate.
    taxes: List[InvoiceTax]
    #: total + creditTotal - taxTotal: the amount charged without any tax.
    netTotal: float
    #: Sum of all taxes; only taxes that are not inclusive are added to the total.
    taxTotal: float
    #: Customer credit used by the invoice after tax, without promotional credit; a draft only
    #: shows it. Negative: credit that the invoice gives to the customer.
    creditTotal: float
    #: Equal to total: subtotal - discountTotal - promotionTotal + added taxes - creditTotal.
    totalAmount: float
    #: Cost and amounts by agent.
    agentBreakdown: List[AgentBreakdown]
    #: Your cost of the work, in USD, without events whose cost is not known. Final like the lines:
    #: a cost that becomes known later is in `totalCost` of the next invoice.
    totalCost: float
    #: total + creditTotal - taxTotal - totalCost; null in a currency other than USD, and in an
    #: announcement without `includeCosts`. Too high while the cost of an event is not known.
    margin: Union[float, None]


class InvoicePreview(_InvoicePreviewRequired, total=False):
    """Preview of the invoice; nothing is stored."""

    #: Outcomes of the period whose settlement window has not passed. No line contains them; the
    #: first invoice that is made after they have settled bills them. Absent if there are none.
    provisional: List[ProvisionalOutcomes]


class InvoicePromotion(TypedDict):
    """Promotional credit of one grant that the invoice uses."""

    #: Id of the credit grant.
    grantId: str
    #: Name, as people see it.
    name: str
    #: The amount deducted; negative if the invoice gives it back to the grant.
    amount: float


class InvoiceRefundedAnnouncement(TypedDict):
    """A paid invoice was refunded in full."""

    #: The same in every attempt; also the header `webhook-id`.
    id: str
    #: Kind of the object.
    type: Literal["invoice.refunded"]
    #: When it happened, in business time.
    timestamp: str
    #: Id of the customer; null if it is about the whole organization.
    customerId: Union[str, None]
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: An invoice. Without `includeCosts`, `cost` and `margin` are null, `agentBreakdown` is empty
    #: and `totalCost` is missing.
    data: AnnouncedInvoice


class InvoiceSend(TypedDict, total=False):
    #: Default: the email address of the customer, otherwise that of its billing contact.
    recipientEmail: str
    #: One line. Default: composed of the invoice number and the name of your organization.
    subject: str
    #: Plain text, shown above the details of the invoice.
    message: str


class _InvoiceSendResultRequired(TypedDict):
    #: Always true: the email is in the queue.
    success: bool
    #: The result as a sentence.
    message: str
    #: The Message-ID of the email, without angle brackets: its `messageId`, and not the id in `GET
    #: /v1/emails/{emailId}`. `GET /v1/emails` finds the email by `invoiceId`.
    emailId: str
    #: The address that the email is sent to.
    recipientEmail: str


class InvoiceSendResult(_InvoiceSendResultRequired, total=False):
    """The email is queued and the invoice is issued."""

    #: Information missing from your organization that the invoice should show: its name or its
    #: address.
    warnings: List[str]


InvoiceStatus = Literal["draft", "pending", "issued", "paid", "overdue", "void", "refunded"]


class InvoiceStatusTotal(TypedDict):
    #: State of the invoices. One of `draft`, `pending`, `issued`, `paid`, `overdue`, `void`,
    #: `refunded`; more may be added.
    status: Union[InvoiceStatus, str]
    #: Currency code of ISO 4217, such as USD.
    currency: str
    #: Number of invoices.
    count: int
    #: Including tax.
    total: float


class InvoiceSummary(TypedDict):
    """An invoice without its lines."""

    #: Id of the object.
    id: str
    #: Number of the invoice, as printed on it.
    invoiceNumber: str
    #: Id of the customer.
    customerId: str
    #: Name of the customer.
    customerName: str
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: subscription: bills a subscription. top_up: prepaid credit, an advance without tax that
    #: gives credit once it is paid. The other kinds do not exist yet. One of `subscription`,
    #: `top_up`, `one_off`, `credit_note`; more may be added.
    kind: Union[InvoiceKind, str]
    #: Null for other kinds of invoice.
    subscriptionId: Union[str, None]
    #: The usual sequence is draft → pending → issued → paid. One of `draft`, `pending`, `issued`,
    #: `paid`, `overdue`, `void`, `refunded`; more may be added.
    status: Union[InvoiceStatus, str]
    #: Amount that the customer owes for this invoice, including taxes.
    total: float
    #: Amount that remains to be paid.
    amountDue: float
    #: Currency code of ISO 4217, such as USD.
    currency: str
    #: Start of the billing period, inclusive.
    periodStart: str
    #: Exclusive end of the billed range.
    periodEnd: str
    #: Before the invoice is issued: when it was generated.
    issueDate: str
    #: When the invoice is due.
    dueDate: str
    #: Time zone of the dates on the invoice.
    timezone: str
    #: True: issued automatically while the customer had no email address, and not sent since.
    issuedWithoutEmail: bool
    #: When the object was created, in real time.
    createdAt: str
    #: When the object was last changed, in real time.
    updatedAt: str
    #: Link to pay online, as in the email; null when nothing is due or online payment is not
    #: available.
    payUrl: Union[str, None]


class InvoiceTax(TypedDict):
    """One tax on the invoice."""

    #: Id of the tax rate.
    taxRateId: str
    #: Name of the tax, such as VAT.
    name: str
    #: Tax rate in percent.
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

    #: The tier begins above this number of units.
    lower: float
    #: Last unit of the tier; null for the last tier.
    upper: Union[float, None]
    #: Per unit; per package if `packages` is set; in the first tier of a credit_pool, the price of
    #: the pool.
    rate: float
    #: Due once for the units of the tier; included in `amount`.
    flatFee: float
    #: Units of the quantity priced by this tier.
    units: float
    #: Packages that are due for the units; null for other pricing models.
    packages: Union[InvoicePackages, None]
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
    #: Billed amount less the cost of the work in the window. Null: the currency is not USD.
    billedMargin: Union[float, None]
    #: Collected amount less the cost of the work in the window. Null: the currency is not USD.
    collectedMargin: Union[float, None]
    #: The reason there is no margin; null when there is one.
    marginNote: Union[str, None]
    #: The figures by currency; currencies are never added together.
    byCurrency: List[CurrencyInvoiceTotals]
    #: Invoices of every status. Drafts are not receivables.
    byStatus: List[InvoiceStatusTotal]
    #: The days, in UTC, that the figures cover; both inclusive.
    dateRange: DateRange
    #: The filters of the request, without its dates.
    filters: CustomerFilters


class InvoiceVoid(TypedDict, total=False):
    #: For your records; not visible to customers.
    reason: str


class InvoiceVoidedAnnouncement(TypedDict):
    """An invoice was voided."""

    #: The same in every attempt; also the header `webhook-id`.
    id: str
    #: Kind of the object.
    type: Literal["invoice.voided"]
    #: When it happened, in business time.
    timestamp: str
    #: Id of the customer; null if it is about the whole organization.
    customerId: Union[str, None]
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: An invoice. Without `includeCosts`, `cost` and `margin` are null, `agentBreakdown` is empty
    #: and `totalCost` is missing.
    data: AnnouncedInvoice


#: With `requester_metadata`, which declares `piecework.customer`, `piecework.agent`,
#: `piecework.signal` and `piecework.quantity`.
JsonObject = Dict[str, Any]


#: Any value of a field; null when it was empty.
JsonValue = Union[str, float, bool, List[Any], "JsonObject", None]


class JudgedBudget(TypedDict):
    """A budget that a run counts in, with its figures."""

    #: Id of the object.
    id: str
    #: Name, as people see it.
    name: str
    #: cost: what the work costs you, in USD. quantity: billed units of the signals in the scope.
    #: revenue: what the customer will pay for its current billing periods, after discounts and
    #: before tax. margin: how far cost exceeds its share of that revenue, in USD. credit: what
    #: must stay available of the customer’s credit, of which usage that is not invoiced yet is
    #: deducted. One of `cost`, `quantity`, `revenue`, `margin`, `credit`; more may be added.
    measure: Union[Literal["cost", "quantity", "revenue", "margin", "credit"], str]
    #: run: each run by itself. day, month: in UTC. billing_period: that of the customer’s
    #: subscriptions, from the earliest start; the month without one. rolling: see rollingQuarters.
    #: none: of a credit, which has no period. One of `run`, `day`, `month`, `billing_period`,
    #: `rolling`, `none`; more may be added.
    period: Union[Literal["run", "day", "month", "billing_period", "rolling", "none"], str]
    #: alert or block.
    action: str
    #: Of the amounts of this object: USD for a cost and a margin. Null for a quantity, which is in
    #: units.
    currency: Union[str, None]
    #: The amount of the budget; of a margin what may be spent now: the share of the revenue that
    #: cost may have, and the tolerated loss; of a credit what is left of it, less what must stay
    #: available. Exact decimal text.
    limit: str
    #: Used in the window, from committed usage; of a margin the cost; of a credit what is not
    #: invoiced yet. Exact decimal text.
    spent: str
    #: Held by open runs, the deciding run left out. Exact decimal text.
    held: str
    #: Of a credit alone: what is available of it, before what open runs hold. Null for other
    #: measures.
    available: Union[str, None]
    #: Of a credit alone: what must stay available. Null for other measures.
    reserve: Union[str, None]
    #: First usage date that counts; null for a run and a credit.
    windowStart: Union[str, None]
    #: When the window changes next; of a rolling window the next quarter of an hour. Null for a
    #: run and a credit.
    resetsAt: Union[str, None]
    #: Events of the window whose cost is not known; they count 0 in spent.
    uncostedEvents: int
    #: What this run asks of the budget. Exact decimal text.
    asked: str
    #: What is left with the asked amount; negative if the run does not fit. Exact decimal text.
    remaining: str
    #: The decision by this budget alone. One of `allow`, `warn`, `block`; more may be added.
    decision: Union[Literal["allow", "warn", "block"], str]


class LedgerAccounts(TypedDict):
    """Codes of the accounts in the journal for accounting software."""

    #: Cash
    cash: str
    #: Accounts receivable
    receivables: str
    #: Prepaid credit clearing
    creditClearing: str
    #: Tax payable
    taxPayable: str
    #: Customer credit
    customerCredit: str
    #: Deferred revenue
    deferredRevenue: str
    #: Revenue
    revenue: str
    #: Discounts
    discounts: str
    #: Promotional credit
    promotions: str
    #: Refunds
    refunds: str
    #: Breakage income
    breakage: str


class LedgerAccountsUpdate(TypedDict, total=False):
    """Codes of the accounts in the journal for accounting software. Codes not sent stay; null
    restores the default.
    """

    #: Code of the account Cash. Null: none.
    cash: Union[str, None]
    #: Code of the account Accounts receivable. Null: none.
    receivables: Union[str, None]
    #: Code of the account Prepaid credit clearing. Null: none.
    creditClearing: Union[str, None]
    #: Code of the account Tax payable. Null: none.
    taxPayable: Union[str, None]
    #: Code of the account Customer credit. Null: none.
    customerCredit: Union[str, None]
    #: Code of the account Deferred revenue. Null: none.
    deferredRevenue: Union[str, None]
    #: Code of the account Revenue. Null: none.
    revenue: Union[str, None]
    #: Code of the account Discounts. Null: none.
    discounts: Union[str, None]
    #: Code of the account Promotional credit. Null: none.
    promotions: Union[str, None]
    #: Code of the account Refunds. Null: none.
    refunds: Union[str, None]
    #: Code of the account Breakage income. Null: none.
    breakage: Union[str, None]


class LineCalculation(TypedDict):
    """One multiplication behind the amount of a line."""

    #: The multiplication in words.
    description: str
    #: What `count` counts. seat_days: the sum of the seats over the days. One of `units`,
    #: `packages`, `pools`, `periods`, `seats`, `days`, `seat_days`, `times`; more may be added.
    counted: Union[LineCounted, str]
    #: The number that is multiplied. A decimal.
    count: str
    #: The number that it is multiplied by. A decimal.
    rate: str
    #: Null: nothing is divided.
    divisor: Union[str, None]
    #: Added to the product; 0 without a flat fee. A decimal.
    flatFee: str
    #: Null: no tiers.
    lower: Union[str, None]
    #: Null: the last tier, or no tiers.
    upper: Union[str, None]
    #: Null: no tiers.
    units: Union[str, None]
    #: count × rate / divisor + flatFee, exact; a quotient that never ends has 40 decimals. A
    #: decimal.
    amount: str


#: What `count` counts. seat_days: the sum of the seats over the days. One of `units`,
#: `packages`, `pools`, `periods`, `seats`, `days`, `seat_days`, `times`; more may be added.
LineCounted = Literal[
    "units",
    "packages",
    "pools",
    "periods",
    "seats",
    "days",
    "seat_days",
    "times",
]


class LineStep(TypedDict):
    """A part of the amount of a line."""

    #: price: units at their tariff. fee: a recurring, seat-based or one-time fee. agreed: an
    #: amount agreed outside the plan. before: the part of the billing period before the line,
    #: which is subtracted. billed: what an earlier line billed of the same usage, which is
    #: subtracted. unexplained: the rest, on lines of early versions. One of `price`, `fee`,
    #: `agreed`, `before`, `billed`, `unexplained`; more may be added.
    kind: Union[LineStepKind, str]
    #: The step in words.
    description: str
    #: Null: the step has no units.
    quantity: Union[str, None]
    #: The step is the sum of these, rounded once to the minor unit of the currency; negative for
    #: `before`. Empty: the amount is that of another line, or no unit was used.
    calculations: List[LineCalculation]
    #: The line of a `billed` step, which is in `earlierLines`; null for other steps.
    lineId: Union[str, None]
    #: In the currency of the invoice. A decimal.
    amount: str


#: price: units at their tariff. fee: a recurring, seat-based or one-time fee. agreed: an
#: amount agreed outside the plan. before: the part of the billing period before the line,
#: which is subtracted. billed: what an earlier line billed of the same usage, which is
#: subtracted. unexplained: the rest, on lines of early versions. One of `price`, `fee`,
#: `agreed`, `before`, `billed`, `unexplained`; more may be added.
LineStepKind = Literal["price", "fee", "agreed", "before", "billed", "unexplained"]


class LineTariff(TypedDict):
    """The complete price that the line was computed with."""

    #: How usage is priced. One of `flat`, `package`, `graduated`, `volume`, `credit_pool`; more
    #: may be added.
    pricingModel: Union[PricingModel, str]
    #: Null: the tiers have the rates.
    rate: Union[str, None]
    #: Null: another pricing model.
    packageSize: Union[str, None]
    #: All tiers, also those without units.
    tiers: List[TariffTier]


class LitellmAnswer(TypedDict):
    """What became of each payload."""

    #: Payloads that are kept, or were before.
    accepted: int
    #: Failed calls and answers from the cache of LiteLLM, which cost nothing.
    ignored: int
    #: Payloads that cannot be used.
    rejected: List[IngestRejection]


class _LitellmPayloadRequired(TypedDict):
    #: Id of the call; the idempotency key is made of it.
    id: str
    #: Model that was called.
    model: str


class LitellmPayload(_LitellmPayloadRequired, total=False):
    """What the generic callback of LiteLLM sends. A list of payloads, or one a line, is accepted
    too.
    """

    #: The run. Default: the id.
    trace_id: str
    #: Kind of call, such as `acompletion`.
    call_type: str
    #: `success` or `failure`.
    status: str
    #: Provider. Default: the part of the model before its slash.
    custom_llm_provider: str
    #: Prompt tokens, including cached ones.
    prompt_tokens: int
    #: Completion tokens.
    completion_tokens: int
    #: Cost in USD by LiteLLM, kept as reported cost.
    response_cost: float
    #: Seconds since 1970.
    startTime: float
    #: Seconds since 1970.
    endTime: float
    #: The customer, unless the metadata of the request or a rule says it.
    end_user: str
    #: True: answered from a cache, at no cost.
    cache_hit: bool
    #: With `requester_metadata`, which declares `piecework.customer`, `piecework.agent`,
    #: `piecework.signal` and `piecework.quantity`.
    metadata: JsonObject


class LongContextCost(TypedDict):
    #: The rates apply above this number of input tokens.
    aboveInputTokens: int
    #: USD per `costUnit`; null: no rate is published.
    inputCost: Union[str, None]
    #: USD per `costUnit`; null: no rate is published.
    outputCost: Union[str, None]
    #: USD per `costUnit`; null: no rate is published.
    cacheReadCost: Union[str, None]
    #: USD per `costUnit`; null: no rate is published.
    cacheWriteCost: Union[str, None]
    #: USD per `costUnit` for cache writes of one hour; null: `cacheWriteCost` applies.
    cacheWrite1hCost: Union[str, None]


class LongContextRatesInForce(TypedDict):
    """Rates of long prompts."""

    #: Calls with more input tokens have these rates.
    aboveInputTokens: int
    #: USD for a million tokens, or for one unit. Null: no such usage is priced; tokens that are
    #: used without a rate make the cost unknown.
    rates: RatesInForce


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
    #: The missing rate. Null: no rate is missing.
    explanation: Union[str, None]
    #: Current rate in USD per `costUnit`; null: none is published.
    inputCost: Union[str, None]
    #: USD per `costUnit` for output tokens. Null: no rate is published.
    outputCost: Union[str, None]
    #: Unit of the rates of the target.
    costUnit: str


class MarginBreakdown(TypedDict):
    """Where the margin of a window goes: revenue and cost by signal, fee and model."""

    #: Figures of the window.
    current: MarginFigures
    #: Figures of the preceding window of the same length.
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
    #: For each table, the difference between the total and its rows: amounts that belong to no
    #: listed row, and rounding. With it, each table adds up to the total to the last digit shown.
    rest: MarginRests
    #: Everything committed before this time is included. Figures of large organizations may be a
    #: few minutes old while usage is recorded.
    asOf: str
    #: The days, in UTC, that the figures cover; both inclusive.
    dateRange: DateRange
    #: The days, in UTC, that the figures cover; both inclusive.
    dateRangeBefore: DateRange
    #: The filters of the request, without its dates.
    filters: MarginBreakdownFilters


class MarginBreakdownFilters(TypedDict, total=False):
    """The filters of the request, without its dates."""

    #: Id of the customer.
    customerId: str
    #: Your own id of the customer. Send this or customerId, not both.
    customerExternalId: str
    #: Only work of this agent.
    agentId: str
    #: Only work and fees of subscriptions on this plan.
    planId: str
    #: Maximum number of rows of each table. Default: 100.
    top: int


#: `unpriced`: unpriced work. `units`: more or fewer units, at the amount of each in the
#: preceding window. `rate`: the rest of the change of a signal, by model where it is known.
#: Others: fees. One of `unpriced`, `units`, `rate`, `recurring`, `seat_based`, `onetime`; more
#: may be added.
MarginCause = Literal["unpriced", "units", "rate", "recurring", "seat_based", "onetime"]


#: What covers the work now. `priced`: a usage price of the plan. `included`: its fees.
#: `unpriced`: nothing. `no_subscription`: the work belongs to no subscription. `fee`: the row
#: is a fee. One of `priced`, `included`, `unpriced`, `no_subscription`, `fee`; more may be
#: added.
MarginCoverage = Literal["priced", "included", "unpriced", "no_subscription", "fee"]


class MarginFigures(TypedDict):
    #: Currency of the revenue; null when several currencies are involved: see byCurrency.
    currency: Union[str, None]
    #: As in `analytics.revenue`; null when several currencies are involved: see byCurrency.
    revenue: Union[float, None]
    #: In USD; covers only events whose cost is known.
    cost: float
    #: Revenue less cost; null when the revenue is not in USD, because costs are.
    margin: Union[float, None]
    #: Margin as a percentage of the revenue; null when there is no revenue.
    marginPercent: Union[float, None]
    #: The reason there is no margin; null when there is one.
    marginNote: Union[str, None]
    #: Number of usage events.
    eventCount: int
    #: Number of events whose cost is not known yet; the cost does not include them.
    uncostedEvents: int
    #: Work that no price covers: it belongs to no subscription; or its time is invoiced, and the
    #: invoice has no usage line for its signal; or its time is not invoiced, and the plan has no
    #: active usage price for its signal. Work at a price of 0, units within a pool and signals
    #: that the plan includes are priced. Its cost is part of the other figures. A voided event has
    #: no units and no cost, and is still one of the events; `GET /v1/attention` leaves it out
    #: where nothing else is unpriced.
    unpriced: Unpriced
    #: Currencies are never added together.
    byCurrency: List[MarginRevenue]


class MarginLine(TypedDict):
    #: `signal`: usage of a signal, including the fee of a pool. Others: fees of a plan. One of
    #: `signal`, `recurring`, `seat_based`, `onetime`; more may be added.
    line: Union[MarginLineKind, str]
    #: Id of the pricing plan; null for work without a subscription.
    planId: Union[str, None]
    #: Name of the pricing plan; null for work without a subscription.
    planName: Union[str, None]
    #: Id of the agent; null for a fee.
    agentId: Union[str, None]
    #: Name of the agent; null for a fee.
    agentName: Union[str, None]
    #: Id of the signal; null for a fee.
    signalId: Union[str, None]
    #: Name of the signal; null for a fee.
    signalName: Union[str, None]
    #: What covers the work now. `priced`: a usage price of the plan. `included`: its fees.
    #: `unpriced`: nothing. `no_subscription`: the work belongs to no subscription. `fee`: the row
    #: is a fee. One of `priced`, `included`, `unpriced`, `no_subscription`, `fee`; more may be
    #: added.
    coverage: Union[MarginCoverage, str]
    #: Active usage price of the plan for the signal. Null: there is none.
    price: Union[MarginLinePrice, None]
    #: Null: the work belongs to no subscription.
    currency: Union[str, None]
    #: Billable units.
    quantity: float
    #: As in `analytics.revenue`.
    revenue: float
    #: In USD; covers only events whose cost is known.
    cost: float
    #: Revenue less cost; null when the revenue is not in USD, because costs are.
    margin: Union[float, None]
    #: Margin as a percentage of the revenue; null when there is no revenue.
    marginPercent: Union[float, None]
    #: The reason there is no margin; null when there is one.
    marginNote: Union[str, None]
    #: Number of usage events.
    eventCount: int
    #: Number of events whose cost is not known yet; the cost does not include them.
    uncostedEvents: int
    #: Work that no price covers: it belongs to no subscription; or its time is invoiced, and the
    #: invoice has no usage line for its signal; or its time is not invoiced, and the plan has no
    #: active usage price for its signal. Work at a price of 0, units within a pool and signals
    #: that the plan includes are priced. Its cost is part of the other figures. A voided event has
    #: no units and no cost, and is still one of the events; `GET /v1/attention` leaves it out
    #: where nothing else is unpriced.
    unpriced: Unpriced
    #: Figures of the preceding window.
    before: MarginLineBefore
    #: Revenue less that of the preceding window.
    revenueChange: float
    #: Cost less that of the preceding window.
    costChange: float


class MarginLineBefore(TypedDict):
    """Figures of the preceding window."""

    #: Revenue before discounts and tax, in `currency`.
    revenue: float
    #: In USD; covers only events whose cost is known.
    cost: float
    #: Billable units.
    quantity: float
    #: Number of usage events.
    eventCount: int


#: `signal`: usage of a signal, including the fee of a pool. Others: fees of a plan. One of
#: `signal`, `recurring`, `seat_based`, `onetime`; more may be added.
MarginLineKind = Literal["signal", "recurring", "seat_based", "onetime"]


class MarginLinePrice(TypedDict):
    #: Name, as people see it.
    name: str
    #: When the charge is billed. usage: by the events of a signal in the billing period.
    #: recurring: once per period. seat_based: once per period for each seat. onetime: on the start
    #: date. One of `usage`, `recurring`, `seat_based`, `onetime`; more may be added.
    chargeType: Union[ChargeType, str]
    #: Null unless chargeType is usage.
    pricingModel: Union[Union[PricingModel, str], None]
    #: In the plan's currency: per unit, per package, per period, per seat or once. Null when
    #: tiered.
    rate: Union[float, None]
    #: Units in a package, a whole number. For pricingModel package only. Null: another pricing
    #: model.
    packageSize: Union[float, None]
    #: The tiers of the price; null when it has none.
    tiers: Union[List[PricingTier], None]
    #: Null unless chargeType is recurring or seat_based.
    billTiming: Union[Union[BillTiming, str], None]


class MarginLinesRest(TypedDict):
    #: In USD; covers only events whose cost is known.
    cost: float
    #: Number of usage events.
    eventCount: int
    #: Number of events whose cost is not known yet; the cost does not include them.
    uncostedEvents: int
    #: The figures by currency; currencies are never added together.
    byCurrency: List[MarginRevenue]


class MarginModel(TypedDict):
    """Work of one model for one signal."""

    #: Provider of the model.
    provider: str
    #: Name of the model.
    model: str
    #: Id of the agent.
    agentId: str
    #: Name of the agent.
    agentName: str
    #: Id of the signal.
    signalId: str
    #: Name of the signal.
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

    #: The difference between the figures and the listed lines.
    lines: MarginLinesRest
    #: Includes costs without a model. Null with `planId`.
    models: Union[MarginModelsRest, None]


class MarginRevenue(TypedDict):
    #: Currency code of ISO 4217, such as USD.
    currency: str
    #: Revenue before discounts and tax, in `currency`.
    revenue: float


class MarginSentence(TypedDict):
    #: Subject of the sentence. One of `unpriced`, `cost`, `revenue`; more may be added.
    kind: Union[MarginSentenceKind, str]
    #: English text; its amounts add up as shown.
    text: str
    #: Currency code of ISO 4217, such as USD.
    currency: str
    #: The unpriced cost, or the change from the preceding window.
    amount: float
    #: The largest causes, exact.
    parts: List[MarginSentencePart]


#: Subject of the sentence. One of `unpriced`, `cost`, `revenue`; more may be added.
MarginSentenceKind = Literal["unpriced", "cost", "revenue"]


class MarginSentencePart(TypedDict):
    #: `unpriced`: unpriced work. `units`: more or fewer units, at the amount of each in the
    #: preceding window. `rate`: the rest of the change of a signal, by model where it is known.
    #: Others: fees. One of `unpriced`, `units`, `rate`, `recurring`, `seat_based`, `onetime`; more
    #: may be added.
    cause: Union[MarginCause, str]
    #: Id of the pricing plan; null when the cause has none.
    planId: Union[str, None]
    #: Id of the signal; null when the cause has none.
    signalId: Union[str, None]
    #: Name of the model; null when the cause has none.
    model: Union[str, None]
    #: Units, or their change. Null: the cause has no units.
    quantity: Union[float, None]
    #: Contribution of this cause, in USD.
    amount: float
    #: The part of the sentence.
    text: str


class MissingPrice(TypedDict):
    """The reason that the cost of a service is not known."""

    #: unknown_model: not in the catalog. no_rate: in the catalog, but without a required rate. One
    #: of `unknown_model`, `no_rate`; more may be added.
    reason: Union[UncostedReason, str]
    #: What is missing, as a sentence.
    explanation: str


class ModelCost(TypedDict):
    #: Name of the model or service.
    model: str
    #: Provider of the model or service.
    modelProvider: str
    #: In USD; covers only events whose cost is known.
    totalCost: float
    #: Number of uses; an event can use several models.
    serviceCount: int
    #: Number of input tokens, including cached ones.
    inputTokens: float
    #: Number of output tokens.
    outputTokens: float
    #: The part of inputTokens read from a cache.
    cacheReadTokens: float
    #: The part of inputTokens written to a cache.
    cacheWriteTokens: float
    #: Number of uses of the model or service.
    quantity: float
    #: Number of events whose cost is not known because of this model.
    uncostedEvents: int
    #: What customers paid with keys of their own, in USD, where the price is known; no part of
    #: `totalCost`.
    customerCost: float
    #: Number of uses with a key of the customer.
    customerPaidCount: int
    #: Number of these uses whose price is not known; `customerCost` does not include them.
    uncomputedCustomerPaidCount: int


class ModelCostRest(TypedDict):
    #: In USD; covers only events whose cost is known.
    totalCost: float


class ModelMapping(TypedDict):
    """The mapping and the number of events that it costed."""

    #: Number of events that now have a cost.
    backfilled: int
    #: Id of the mapping.
    mappingId: str


class _ModelMappingCreateRequired(TypedDict):
    #: Name of the model, as the records have it.
    sourceModel: str
    #: Provider of the model, as the records have it.
    sourceProvider: str


class ModelMappingCreate(_ModelMappingCreateRequired, total=False):
    #: A catalog entry: `serviceId` of a suggestion, or `id` of `GET /v1/services`; or name it by
    #: the next two fields.
    targetPricingId: str
    #: Name of the catalog entry whose prices apply.
    targetModel: str
    #: Provider of the catalog entry whose prices apply.
    targetProvider: str


class ModelReportedCost(TypedDict):
    #: Name of the model or service.
    model: str
    #: Provider of the model or service.
    modelProvider: str
    #: Number of uses with a reported cost.
    serviceCount: int
    #: In USD, as computed from the price list and your cost rates.
    computedCost: float
    #: In USD, as the records say.
    reportedCost: float
    #: Number of these uses whose computed cost is not known.
    uncomputedCount: int
    #: The part of `reportedCost` without a computed cost, in USD.
    uncomputedReportedCost: float
    #: Reported less computed cost, in USD, of the uses that have both: `reportedCost` minus
    #: `uncomputedReportedCost` minus `computedCost`.
    difference: float
    #: The difference as a percentage of the computed cost; null when that is zero.
    differencePercent: Union[float, None]


class MonthEnd(TypedDict):
    """Amounts invoiced, voided, received and refunded in a window, the amounts outstanding, and
    credit that expired.
    """

    #: Including tax. Invoices count by their issue date and, under `voided`, by the day they were
    #: voided; payments by the day they were paid; refunds by their own day.
    invoiced: MonthEndPart
    #: Including tax. Invoices count by their issue date and, under `voided`, by the day they were
    #: voided; payments by the day they were paid; refunds by their own day.
    voided: MonthEndPart
    #: Including tax. Invoices count by their issue date and, under `voided`, by the day they were
    #: voided; payments by the day they were paid; refunds by their own day.
    received: MonthEndPart
    #: Including tax. Invoices count by their issue date and, under `voided`, by the day they were
    #: voided; payments by the day they were paid; refunds by their own day.
    refunded: MonthEndPart
    #: Amounts due at the cut-off, by age.
    outstanding: MonthEndOutstandingPart
    #: Revenue of the window, by currency.
    revenue: List[MonthEndRevenue]
    #: Taxes of the invoices, by rate.
    taxes: List[MonthEndTax]
    #: Movement of the amounts due, by currency.
    receivables: List[MonthEndReceivables]
    #: Credit that expired, by the day on which its expiry was booked.
    breakage: List[MonthEndBreakage]
    #: In USD; covers only events whose cost is known.
    cost: float
    #: Number of events whose cost is not known yet; the cost does not include them.
    uncostedEvents: int
    #: The days, in UTC, that the figures cover; both inclusive.
    dateRange: DateRange
    #: Last day, in UTC, whose events count.
    cutOff: str
    #: The filters of the request, without its dates.
    filters: MonthEndFilters
    #: Everything committed before this time is included. Figures of large organizations may be a
    #: few minutes old while usage is recorded.
    asOf: str


class MonthEndAge(TypedDict):
    """Age in days after the due date."""

    #: Currency code of ISO 4217, such as USD.
    currency: str
    #: Number of items.
    count: int
    #: Sum of the amounts due, in `currency`, including tax.
    amount: float
    #: Days after the due date. One of `notDue`, `days1To30`, `days31To60`, `days61To90`,
    #: `daysOver90`; more may be added.
    age: Union[Literal["notDue", "days1To30", "days31To60", "days61To90", "daysOver90"], str]


class MonthEndBreakage(TypedDict):
    #: Currency code of ISO 4217, such as USD.
    currency: str
    #: Paid credit, and credit from corrections, that expired unused in the window. Income that no
    #: invoice bills, so it is part of no other figure.
    amount: float
    #: Promotional credit that expired unused. It was never money, so it is no income.
    promotional: float


class MonthEndFilters(TypedDict, total=False):
    """The filters of the request, without its dates."""

    #: Events after this UTC day are disregarded, even within the window. Default: the last day.
    #: Not before startDate.
    cutOff: str
    #: Id of the customer.
    customerId: str
    #: Your own id of the customer. Send this or customerId, not both.
    customerExternalId: str


class MonthEndOutstanding(TypedDict):
    #: Id of the customer.
    customerId: str
    #: As printed on the invoice.
    customerName: str
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: Id of the invoice.
    invoiceId: str
    #: Number of the invoice, as printed on it.
    invoiceNumber: str
    #: Currency code of ISO 4217, such as USD.
    currency: str
    #: Amount due, in `currency`.
    amount: float
    #: When the invoice is due.
    dueDate: str
    #: Number of days after the due date; 0 before it.
    daysOverdue: int


class MonthEndOutstandingPart(TypedDict):
    #: Sums of all rows, by currency.
    totals: List[MonthEndAge]
    #: The first thousand.
    rows: List[MonthEndOutstanding]
    #: True: there are more rows than these.
    hasMore: bool
    #: Amount of `totals` not included in `rows`, by currency.
    rest: List[MonthEndTotal]


class MonthEndPart(TypedDict):
    """Including tax. Invoices count by their issue date and, under `voided`, by the day they
    were voided; payments by the day they were paid; refunds by their own day.
    """

    #: Sums of all rows, by currency.
    totals: List[MonthEndTotal]
    #: The first thousand.
    rows: List[MonthEndRow]
    #: True: there are more rows than these.
    hasMore: bool
    #: Amount of `totals` not included in `rows`, by currency.
    rest: List[MonthEndTotal]


class MonthEndReceivables(TypedDict):
    """opening + invoiced - voided - received + refunded + other = closing. Including tax."""

    #: Currency code of ISO 4217, such as USD.
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
    #: Currency code of ISO 4217, such as USD.
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
    #: Not part of the revenue: fees that invoices final at the cut-off billed in advance for the
    #: days after the window.
    deferred: float


class MonthEndRow(TypedDict):
    #: Id of the object.
    id: str
    #: The day by which the row counts.
    date: str
    #: Id of the customer.
    customerId: str
    #: As printed on the invoice.
    customerName: str
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: Id of the invoice.
    invoiceId: str
    #: Number of the invoice, as printed on it.
    invoiceNumber: str
    #: Currency code of ISO 4217, such as USD.
    currency: str
    #: Amount in `currency`, including tax.
    amount: float


class MonthEndTax(TypedDict):
    #: Currency code of ISO 4217, such as USD.
    currency: str
    #: Name of the tax, such as VAT.
    name: str
    #: Tax rate in percent.
    percentage: float
    #: Net amount to which the rate applies, in `currency`.
    taxableAmount: float
    #: Tax of invoices issued in the window.
    amount: float
    #: Tax of invoices voided in the window, whenever they were issued.
    voidedAmount: float


class MonthEndTotal(TypedDict):
    #: Currency code of ISO 4217, such as USD.
    currency: str
    #: Number of items.
    count: int
    #: Sum of the rows, in `currency`, including tax.
    amount: float


class _MrrAnalyticsRequired(TypedDict):
    #: Variant of the figures. One of `canonical`, `runRate`, `committed`, `all`; more may be
    #: added.
    variant: Union[Literal["canonical", "runRate", "committed", "all"], str]
    #: The filters of the request, without its dates.
    filters: MrrFilters


class MrrAnalytics(_MrrAnalyticsRequired, total=False):
    """Monthly recurring revenue. `canonical`: the invoices dated in the last complete month, in
    UTC, including those paid since, less refunds, before paid credit. `runRate`: the revenue
    of the last 30 whole days without one-time fees, scaled to a month (× 365/360).
    `committed`: the recurring, seat and pool fees of active subscriptions per month. With
    `variant=all`, each of them is returned under its name.
    """

    #: Currency of the figure; null when several currencies are involved: see byCurrency.
    currency: Union[str, None]
    #: Monthly recurring revenue; null when several currencies are involved: see byCurrency.
    mrr: Union[float, None]
    #: The figures by currency; currencies are never added together.
    byCurrency: List[CurrencyMrr]
    #: The days, in UTC, that the figures cover; both inclusive.
    dateRange: DateRange
    #: Subscriptions count as of this instant.
    asOf: str
    #: Only with `variant=all`: of the invoices of the last complete month.
    canonical: MrrOfDays
    #: Only with `variant=all`: of the revenue of the last 30 whole days.
    runRate: MrrOfDays
    #: Only with `variant=all`: of the active subscriptions.
    committed: MrrOfToday


class MrrFilters(TypedDict, total=False):
    """The filters of the request, without its dates."""

    #: Id of the customer.
    customerId: str
    #: Your own id of the customer. Send this or customerId, not both.
    customerExternalId: str
    #: The figure to compute. Default: canonical. One of `canonical`, `runRate`, `committed`,
    #: `all`; more may be added.
    variant: Union[MrrVariant, str]


class MrrOfDays(TypedDict):
    #: Currency of the figure; null when several currencies are involved: see byCurrency.
    currency: Union[str, None]
    #: Monthly recurring revenue; null when several currencies are involved: see byCurrency.
    mrr: Union[float, None]
    #: The figures by currency; currencies are never added together.
    byCurrency: List[CurrencyMrr]
    #: The days, in UTC, that the figures cover; both inclusive.
    dateRange: DateRange


class MrrOfToday(TypedDict):
    #: Currency of the figure; null when several currencies are involved: see byCurrency.
    currency: Union[str, None]
    #: Monthly recurring revenue; null when several currencies are involved: see byCurrency.
    mrr: Union[float, None]
    #: The figures by currency; currencies are never added together.
    byCurrency: List[CurrencyMrr]
    #: Subscriptions count as of this instant.
    asOf: str


MrrVariant = Literal["canonical", "runRate", "committed", "all"]


class NewPortalSession(TypedDict):
    """A newly created link to the portal."""

    #: Id of the object.
    id: str
    #: Kind of the object.
    object: Union[Literal["portal_session"], str]
    #: Id of the customer.
    customerId: str
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: Name of the customer.
    customerName: str
    #: Email address of the customer; null when it has none.
    customerEmail: Union[str, None]
    #: One hour after creation, in real time. Applies to the link and to the visit.
    expiresAt: str
    #: When the object was created, in real time.
    createdAt: str
    #: Shown only once and not stored: null in the response to a retry with an Idempotency-Key.
    url: Union[str, None]
    #: Shown only once and not stored: null in the response to a retry with an Idempotency-Key.
    token: Union[str, None]


class NewWebhookEndpoint(TypedDict):
    """An endpoint, with its new secret."""

    #: Id of the object.
    id: str
    #: Address to which messages are sent.
    url: str
    #: Longer text for people; null when there is none.
    description: Union[str, None]
    #: Null: all.
    types: Union[List[Union[AnnouncementType, str]], None]
    #: True: `data` has your costs and margins. Either way an endpoint receives the data of all
    #: customers, so the receiver must be your own. A change applies to later deliveries.
    includeCosts: bool
    #: Nothing is sent to a disabled endpoint. One of `enabled`, `disabled`; more may be added.
    status: Union[WebhookEndpointStatus, str]
    #: request: disabled by you. failing: it only failed for five days. gone: it answered 410.
    #: Null: it is enabled.
    disabledReason: Union[Union[WebhookDisabledReason, str], None]
    #: When the endpoint was disabled; null while it is enabled.
    disabledAt: Union[str, None]
    #: First of its failures without a success, or a pause of two days, in between. Null: it does
    #: not fail.
    failingSince: Union[str, None]
    #: When a message was last accepted; null when none was yet.
    lastSuccessAt: Union[str, None]
    #: Number of deliveries that wait for an attempt.
    waiting: int
    #: Until then, deliveries are also signed with a secret from before a rotation. Null: only the
    #: current secret signs.
    previousSecretUntil: Union[str, None]
    #: When the object was created, in real time.
    createdAt: str
    #: When the object was last changed, in real time.
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
    #: Currency code of ISO 4217, such as USD.
    currency: str
    #: Amount due on invoices that are pending, issued or overdue.
    amount: float
    #: The part of it that is overdue.
    overdue: float


class OpenCreditGrant(TypedDict):
    #: Null for credit from corrections before there were grants.
    id: Union[str, None]
    #: correction: from an invoice with a negative amount; it can be paid out. paid: bought.
    #: promotional: given for free, used before tax. One of `correction`, `paid`, `promotional`;
    #: more may be added.
    kind: Union[CreditGrantKind, str]
    #: Name, as people see it.
    name: str
    #: What final invoices left of it.
    left: float
    #: False before `effectiveAt` and once it has expired.
    isValid: bool
    #: Null for credit without a grant.
    effectiveAt: Union[str, None]
    #: Exclusive; null without end.
    expiresAt: Union[str, None]


class Organization(TypedDict):
    """The issuer of the invoices, and the billing settings."""

    #: Id of the object.
    id: str
    #: Issuer of the invoices, as printed on them.
    name: str
    #: Contact address for customers; replies to invoice emails go there. Null: none.
    email: Union[str, None]
    #: Telephone number; null when there is none.
    phone: Union[str, None]
    #: First line of the address; null when it is not known.
    addressLine1: Union[str, None]
    #: Second line of the address; null when there is none.
    addressLine2: Union[str, None]
    #: City of the address; null when it is not known.
    city: Union[str, None]
    #: State or region of the address; null when there is none.
    state: Union[str, None]
    #: Postal code of the address; null when it is not known.
    zipCode: Union[str, None]
    #: Printed as sent, except that a two-letter ISO 3166-1 code, such as US or DE, is printed as
    #: the name of the country. Null: none.
    country: Union[str, None]
    #: Printed on invoices exactly as sent, such as VAT DE123456789. Null: none.
    taxId: Union[str, None]
    #: A data URL, data:image/png;base64,… or data:image/jpeg;base64,…, of a picture of at most 200
    #: KB and 2000 by 2000 pixels. A PNG must be still and not interlaced. Null: none.
    logo: Union[str, None]
    #: Color of buttons and links on the pages and in the emails that customers see: #rrggbb. Text
    #: on it is black or white, whichever is easier to read. Null: blue.
    accentColor: Union[str, None]
    #: Printed at the end of every invoice, such as bank details, a register entry or a thank-you.
    #: Null: none.
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
    #: True if customers are notified by email when their prepaid credit is low, is used up or is
    #: about to expire.
    emailOnCredit: bool
    #: True if owners and admins are notified by email when the prepaid credit of a customer is low
    #: or used up.
    alertOnCredit: bool
    #: Prepaid credit of a customer in the currency of the organization is low below this amount,
    #: at least 0. Null: it is not announced, unless the customer has an amount of its own.
    lowCreditAmount: Union[float, None]
    #: True if emails about invoices show "View your account". The link itself grants no access: it
    #: leads to a page that can send a portal link to the customer's address on file.
    accountLinkInMails: bool
    #: True if a customer may have the same plan more than once at a time. Two subscriptions that
    #: price the same signal of a customer are always rejected.
    allowOverlappingSubscriptions: bool
    #: Codes of the accounts in the journal for accounting software.
    ledgerAccounts: LedgerAccounts


class OrganizationUpdate(TypedDict, total=False):
    #: Issuer of the invoices, as printed on them.
    name: str
    #: Contact address for customers; replies to invoice emails go there. Null: none.
    email: Union[str, None]
    #: Not validated. Null: none.
    phone: Union[str, None]
    #: Street and number. Null: none.
    addressLine1: Union[str, None]
    #: Floor, building, department. Null: none.
    addressLine2: Union[str, None]
    #: Town or city. Null: none.
    city: Union[str, None]
    #: State, province or region. Null: none.
    state: Union[str, None]
    #: Postal code. Null: none.
    zipCode: Union[str, None]
    #: Printed as sent, except that a two-letter ISO 3166-1 code, such as US or DE, is printed as
    #: the name of the country. Null: none.
    country: Union[str, None]
    #: Printed on invoices exactly as sent, such as VAT DE123456789. Null: none.
    taxId: Union[str, None]
    #: A data URL, data:image/png;base64,… or data:image/jpeg;base64,…, of a picture of at most 200
    #: KB and 2000 by 2000 pixels. A PNG must be still and not interlaced. Null: none.
    logo: Union[str, None]
    #: Color of buttons and links on the pages and in the emails that customers see: #rrggbb. Text
    #: on it is black or white, whichever is easier to read. Null: blue.
    accentColor: Union[str, None]
    #: Printed at the end of every invoice, such as bank details, a register entry or a thank-you.
    #: Null: none.
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
    #: True if customers are notified by email when their prepaid credit is low, is used up or is
    #: about to expire.
    emailOnCredit: bool
    #: True if owners and admins are notified by email when the prepaid credit of a customer is low
    #: or used up.
    alertOnCredit: bool
    #: Prepaid credit of a customer in the currency of the organization is low below this amount,
    #: at least 0. Null: it is not announced, unless the customer has an amount of its own.
    lowCreditAmount: Union[float, str, None]
    #: True if emails about invoices show "View your account". The link itself grants no access: it
    #: leads to a page that can send a portal link to the customer's address on file.
    accountLinkInMails: bool
    #: True if a customer may have the same plan more than once at a time. Two subscriptions that
    #: price the same signal of a customer are always rejected.
    allowOverlappingSubscriptions: bool
    #: Codes of the accounts in the journal for accounting software. Codes not sent stay; null
    #: restores the default.
    ledgerAccounts: LedgerAccountsUpdate


class OtlpAnswer(TypedDict, total=False):
    """Answer of the OpenTelemetry protocol, in the encoding of the request."""

    #: What was rejected; absent if nothing was.
    partialSuccess: OtlpPartialSuccess


class OtlpLogs(TypedDict, total=False):
    """An OTLP request in JSON; protobuf is accepted too."""

    #: Log records by resource and instrumentation, as in the OpenTelemetry protocol.
    resourceLogs: Sequence[Any]


class OtlpMetrics(TypedDict, total=False):
    """An OTLP request in JSON; protobuf is accepted too."""

    #: Metrics; they are not stored.
    resourceMetrics: Sequence[Any]


class OtlpPartialSuccess(TypedDict, total=False):
    """What was rejected; absent if nothing was."""

    #: Number of spans that are not stored.
    rejectedSpans: str
    #: Number of log records that are not stored.
    rejectedLogRecords: str
    #: The reasons; do not send the rejected items again.
    errorMessage: str


class OtlpTraces(TypedDict, total=False):
    """An OTLP request in JSON; protobuf is accepted too."""

    #: Spans by resource and instrumentation, as in the OpenTelemetry protocol.
    resourceSpans: Sequence[Any]


class _OutcomeRequired(TypedDict):
    #: Id of the usage event.
    eventId: str
    #: When the work was done.
    usageDate: str
    #: Id of the customer.
    customerId: str
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: Id of the agent.
    agentId: str
    #: Id of the signal.
    signalId: str
    #: Name of the signal.
    signalName: str
    #: The run that the record named; null when it named none.
    runId: Union[str, None]
    #: Null: it belongs to no subscription and earns nothing.
    subscriptionId: Union[str, None]
    #: Units recorded.
    quantity: float
    #: Units that are billed: neither rejected nor provisional.
    billableQuantity: float
    #: In USD; null while the cost is not known.
    cost: Union[float, None]
    #: Currency of the revenue; null when the work belongs to no subscription.
    currency: Union[str, None]
    #: Its share, by billable quantity, of the usage lines that bill it or would bill it; before
    #: discounts and tax. Null: the work belongs to no subscription.
    revenue: Union[float, None]
    #: Part of the revenue on finalized invoices. Null: the work belongs to no subscription.
    invoiced: Union[float, None]
    #: Revenue less cost; null when the revenue is not in USD, because costs are.
    margin: Union[float, None]
    #: Margin as a percentage of the revenue; null when there is no revenue.
    marginPercent: Union[float, None]
    #: The reason there is no margin; null when there is one.
    marginNote: Union[str, None]


class Outcome(_OutcomeRequired, total=False):
    """One event: its cost and its revenue."""

    #: Units whose settlement window has not passed. Absent without an open window.
    provisionalQuantity: float


class OutcomeComparison(TypedDict):
    """What agrees with the count of a customer, and what does not. Nothing is changed."""

    #: Id of the customer.
    customerId: str
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: Id of the signal.
    signalId: str
    #: First day that is compared.
    startDate: str
    #: Last day that is compared.
    endDate: str
    #: Time zone of the days: that of the customer.
    timeZone: str
    #: What the customer counts by. One of `runId`, `idempotencyKey`, `eventId`, `date`; more may
    #: be added.
    countedBy: Union[CountedBy, str]
    #: What both count.
    agreed: ComparedOutcomes
    #: What is billed and the customer does not count.
    onlyRecorded: ComparedOutcomes
    #: What only the customer counts.
    onlyCounted: ComparedOutcomes
    #: Ids that were sent more than once; they count once.
    duplicateCount: int
    #: The first 1000 outcomes that the customer does not count, by usage date.
    outcomes: List[OutcomeOnlyRecorded]
    #: The first 1000 ids that only the customer counts, as they were sent.
    ids: List[OutcomeOnlyCounted]
    #: Every day on which the counts differ.
    days: List[OutcomeDayDifference]
    #: What invoices would change by, before discounts and taxes, if the units were those that the
    #: customer counts. Ids that only the customer counts add nothing.
    worth: List[OutcomeWorth]
    #: Outcomes, or parts of days, of the difference that no invoice bills yet. They are worth
    #: nothing here.
    uninvoicedCount: int
    #: The invoices of the worth; at most 100.
    invoices: List[CorrectedInvoice]
    #: False: more invoices would change than these.
    isComplete: bool
    #: A file for `POST /v1/events/corrections` that voids the outcomes of `outcomes` that have a
    #: key; null: there is none.
    correctionsCsv: Union[str, None]


class _OutcomeComparisonCreateRequired(TypedDict):
    #: The signal whose outcomes are compared.
    signalId: str
    #: First day, in the time zone of the customer.
    startDate: DateLike
    #: Last day; at most 92 days.
    endDate: DateLike


class OutcomeComparisonCreate(_OutcomeComparisonCreateRequired, total=False):
    """Send exactly one of `runIds`, `idempotencyKeys`, `eventIds`, `days` and `csv`. An empty
    list counts nothing.
    """

    #: The runs that the customer counts. Every outcome of a run counts with it.
    runIds: Sequence[str]
    #: The idempotency keys of the records that the customer counts.
    idempotencyKeys: Sequence[str]
    #: The ids of the events that the customer counts.
    eventIds: Sequence[str]
    #: The units that the customer counts on each day. A day that is not sent has 0.
    days: Sequence[CountedDay]
    #: A CSV file with a header row and at most 10,000 rows: one column runId, idempotencyKey or
    #: eventId, or the columns date and quantity.
    csv: str


class OutcomeDayDifference(TypedDict):
    """A day on which the counts differ."""

    #: A day of the customer.
    date: str
    #: Units that are billed. A decimal.
    recordedQuantity: str
    #: Units that the customer counts. A decimal.
    countedQuantity: str


class OutcomeList(TypedDict):
    """One page of results and the total number of results."""

    #: The objects of this page.
    results: List[Outcome]
    #: Number of this page, from 1.
    page: int
    #: Maximum number of objects in a page.
    limit: int
    #: Number of pages at this limit.
    totalPages: int
    #: Exact number of results.
    totalResults: int


class OutcomeOnlyCounted(TypedDict):
    """An id that only the customer counts."""

    #: As it was sent.
    id: str
    #: not_recorded: the customer has no event of this signal and these days with this id.
    #: not_billed: it has, but without units: void, rejected, or recorded as 0. One of
    #: `not_recorded`, `not_billed`; more may be added.
    reason: Union[Literal["not_recorded", "not_billed"], str]


class OutcomeOnlyRecorded(TypedDict):
    """An outcome that the customer does not count."""

    #: Id of the usage event.
    eventId: str
    #: The run of the event; null: it names none.
    runId: Union[str, None]
    #: The key of its record; null: it has none.
    idempotencyKey: Union[str, None]
    #: When the work was done.
    usageDate: str
    #: Units that are billed. A decimal.
    quantity: str
    #: Address where the outcome can be checked; it starts with `https://`. Null: none was sent.
    evidenceUrl: Union[str, None]
    #: What shows that the outcome holds. Null: none was sent.
    evidence: Union[str, None]


class OutcomeRejectedAnnouncement(TypedDict):
    """Units of an outcome were rejected: they are not billed, and their cost stays."""

    #: The same in every attempt; also the header `webhook-id`.
    id: str
    #: Kind of the object.
    type: Literal["outcome.rejected"]
    #: When it happened, in business time.
    timestamp: str
    #: Id of the customer; null if it is about the whole organization.
    customerId: Union[str, None]
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: Units of an outcome that are not billed, because the work did not hold. Their cost stays.
    data: Dict[str, Any]


class OutcomeRejectionDeclinedAnnouncement(TypedDict):
    """A request to reject an outcome was declined. An accepted one is a rejection."""

    #: The same in every attempt; also the header `webhook-id`.
    id: str
    #: Kind of the object.
    type: Literal["outcome.rejection_declined"]
    #: When it happened, in business time.
    timestamp: str
    #: Id of the customer; null if it is about the whole organization.
    customerId: Union[str, None]
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: Units of an outcome that a customer asks, in the portal, not to be billed for.
    data: Dict[str, Any]


class OutcomeRejectionRequestedAnnouncement(TypedDict):
    """A customer asked in the portal to reject an outcome."""

    #: The same in every attempt; also the header `webhook-id`.
    id: str
    #: Kind of the object.
    type: Literal["outcome.rejection_requested"]
    #: When it happened, in business time.
    timestamp: str
    #: Id of the customer; null if it is about the whole organization.
    customerId: Union[str, None]
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: Units of an outcome that a customer asks, in the portal, not to be billed for.
    data: Dict[str, Any]


class OutcomeRejectionWithdrawnAnnouncement(TypedDict):
    """A customer took a request to reject an outcome back."""

    #: The same in every attempt; also the header `webhook-id`.
    id: str
    #: Kind of the object.
    type: Literal["outcome.rejection_withdrawn"]
    #: When it happened, in business time.
    timestamp: str
    #: Id of the customer; null if it is about the whole organization.
    customerId: Union[str, None]
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: Units of an outcome that a customer asks, in the portal, not to be billed for.
    data: Dict[str, Any]


class OutcomeRestoredAnnouncement(TypedDict):
    """A rejection was withdrawn: its units are billed again."""

    #: The same in every attempt; also the header `webhook-id`.
    id: str
    #: Kind of the object.
    type: Literal["outcome.restored"]
    #: When it happened, in business time.
    timestamp: str
    #: Id of the customer; null if it is about the whole organization.
    customerId: Union[str, None]
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: Units of an outcome that are not billed, because the work did not hold. Their cost stays.
    data: Dict[str, Any]


class OutcomeWorth(TypedDict):
    """Amounts of one currency."""

    #: Currency code of ISO 4217, such as USD.
    currency: str
    #: A decimal; negative: the customer would owe less.
    amount: str


class OverdueAmount(TypedDict):
    #: Currency code of ISO 4217, such as USD.
    currency: str
    #: Number of overdue invoices.
    count: int
    #: Amount that remains to be paid.
    amount: float


class Overview(TypedDict):
    """Figures of a window and their causes, of the preceding window, and over time."""

    #: Currency of the revenue and MRR of the window; null when there are several currencies: see
    #: byCurrency. The preceding window has null figures when its currency differs.
    currency: Union[str, None]
    #: Figures of the window.
    current: OverviewFigures
    #: Figures of the preceding window of the same length.
    before: OverviewFigures
    #: Figures less those of the preceding window.
    change: OverviewChange
    #: Every bucket in order; they add up to the figures of the window.
    buckets: List[OverviewBucket]
    #: Causes of the changes, as in `analytics.margin_breakdown`.
    sentences: List[MarginSentence]
    #: The customers with the lowest margins.
    customers: LowestMargins
    #: Cost by model.
    models: OverviewModels
    #: For each table, the difference between the total and its rows: amounts that belong to no
    #: listed row, and rounding. With it, each table adds up to the total to the last digit shown.
    rest: OverviewRests
    #: Days, weeks starting on Monday, or months, in UTC. Default: daily. One of `daily`, `weekly`,
    #: `monthly`; more may be added.
    groupBy: Union[Grouping, str]
    #: The days, in UTC, that the figures cover; both inclusive.
    dateRange: DateRange
    #: The days, in UTC, that the figures cover; both inclusive.
    dateRangeBefore: DateRange
    #: Everything committed before this time is included. Figures of large organizations may be a
    #: few minutes old while usage is recorded.
    asOf: str


class OverviewAmounts(TypedDict):
    #: Currency code of ISO 4217, such as USD.
    currency: str
    #: Revenue before discounts and tax, in `currency`.
    revenue: float
    #: Monthly recurring revenue, in `currency`.
    mrr: float


class OverviewBucket(TypedDict):
    #: First day of the bucket.
    date: str
    #: Null when the window has several currencies: `analytics.revenue` returns each over time.
    revenue: Union[float, None]
    #: Null when the revenue is null.
    oneDayFees: Union[float, None]
    #: The revenue as a percentage of that of the window, in its currency; null without revenue.
    revenuePercent: Union[float, None]
    #: In USD; covers only events whose cost is known.
    cost: float
    #: The cost as a percentage of that of the window; null when that is zero.
    costPercent: Union[float, None]
    #: Number of usage events.
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
    #: As in `analytics.revenue`; null when there are several currencies: see byCurrency.
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
    #: Number of usage events.
    eventCount: int
    #: Number of events whose cost is not known yet; the cost does not include them.
    uncostedEvents: int
    #: Work that no price covers: it belongs to no subscription; or its time is invoiced, and the
    #: invoice has no usage line for its signal; or its time is not invoiced, and the plan has no
    #: active usage price for its signal. Work at a price of 0, units within a pool and signals
    #: that the plan includes are priced. Its cost is part of the other figures. A voided event has
    #: no units and no cost, and is still one of the events; `GET /v1/attention` leaves it out
    #: where nothing else is unpriced.
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
    #: Number of usage events.
    eventCount: int
    #: Number of events whose cost is not known yet; the cost does not include them.
    uncostedEvents: int


class OverviewRests(TypedDict):
    """For each table, the difference between the total and its rows: amounts that belong to no
    listed row, and rounding. With it, each table adds up to the total to the last digit
    shown.
    """

    #: The difference between the figures and the buckets.
    buckets: OverviewRest
    #: Cost that belongs to no listed model.
    models: ModelCostRest


class Pagination(TypedDict):
    #: Number of this page, from 1.
    page: int
    #: Maximum number of objects in a page.
    limit: int
    #: Number of objects that match, on all pages.
    total: int
    #: Number of pages at this limit.
    totalPages: int


class PastDecision(TypedDict):
    """A decision that blocked a run or warned. It is kept for 30 days."""

    #: Id of the object.
    id: str
    #: block: the run did not start, or was stopped. warn: it went on. One of `warn`, `block`; more
    #: may be added.
    decision: Union[Literal["warn", "block"], str]
    #: budget_exceeded: the run did not fit. unknown_cost: the window had an event whose cost was
    #: not known. negative_credit: the credit of the customer was below zero, as after a
    #: chargeback. One of `budget_exceeded`, `unknown_cost`, `negative_credit`; more may be added.
    reason: Union[Literal["budget_exceeded", "unknown_cost", "negative_credit"], str]
    #: The decision in one line, with its figures.
    message: str
    #: Id of the customer.
    customerId: str
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: The id of the run, as it was sent.
    runId: str
    #: Id of the agent.
    agentId: str
    #: Null: the run named no signal.
    signalId: Union[str, None]
    #: Null: the run was blocked before it had a hold.
    holdId: Union[str, None]
    #: The budget that decided; null for negative_credit.
    budgetId: Union[str, None]
    #: Its name at that time; “Negative credit” without one.
    budgetName: str
    #: cost: what the work costs you, in USD. quantity: billed units of the signals in the scope.
    #: revenue: what the customer will pay for its current billing periods, after discounts and
    #: before tax. margin: how far cost exceeds its share of that revenue, in USD. credit: what
    #: must stay available of the customer’s credit, of which usage that is not invoiced yet is
    #: deducted. One of `cost`, `quantity`, `revenue`, `margin`, `credit`; more may be added.
    measure: Union[Literal["cost", "quantity", "revenue", "margin", "credit"], str]
    #: Of the amounts of this object: USD for a cost and a margin. Null for a quantity, which is in
    #: units.
    currency: Union[str, None]
    #: The amount of the budget; of a margin what may be spent now: the share of the revenue that
    #: cost may have, and the tolerated loss; of a credit what is left of it, less what must stay
    #: available. Exact decimal text.
    limit: str
    #: Used in the window, from committed usage; of a margin the cost; of a credit what is not
    #: invoiced yet. Exact decimal text.
    spent: str
    #: Held by open runs, the deciding run left out. Exact decimal text.
    held: str
    #: Of a credit alone: what is available of it, before what open runs hold. Null for other
    #: measures.
    available: Union[str, None]
    #: Of a credit alone: what must stay available. Null for other measures.
    reserve: Union[str, None]
    #: First usage date that counts; null for a run and a credit.
    windowStart: Union[str, None]
    #: When the window changes next; of a rolling window the next quarter of an hour. Null for a
    #: run and a credit.
    resetsAt: Union[str, None]
    #: Events of the window whose cost is not known; they count 0 in spent.
    uncostedEvents: int
    #: What the run asked of the budget. Exact decimal text.
    asked: str
    #: When it was decided. All figures are of this instant.
    createdAt: str


class _PastDecisionListRequired(TypedDict):
    #: The objects of this page.
    results: List[PastDecision]
    #: Number of this page, from 1.
    page: int
    #: Maximum number of objects in a page.
    limit: int
    #: Number of pages at this limit.
    totalPages: int
    #: Number of results, at most 10000; with `after`, these results, and one more if others
    #: follow.
    totalResults: int


class PastDecisionList(_PastDecisionListRequired, total=False):
    """One page of decisions, or those after a cursor."""

    #: Send it as `after` for the next decisions; absent if none follow.
    nextAfter: str


class Payment(TypedDict):
    """A payment for an invoice."""

    #: Id of the object.
    id: str
    #: Id of the invoice.
    invoiceId: str
    #: How it was paid. One of `card`, `bank_transfer`, `cash`, `check`, `other`; more may be
    #: added.
    method: Union[PaymentMethod, str]
    #: Pending until the payment provider has answered. One of `pending`, `succeeded`, `failed`;
    #: more may be added.
    status: Union[PaymentStatus, str]
    #: Amount in `currency`.
    amount: float
    #: Amount refunded.
    amountRefunded: float
    #: Currency code of ISO 4217, such as USD.
    currency: str
    #: As it was sent. Null: none.
    reference: Union[str, None]
    #: The payment provider; null when the payment was recorded manually.
    provider: Union[Union[PaymentProvider, str], None]
    #: Reason for the failure: the message of the provider, or why the money was returned at once.
    #: Null: it did not fail.
    failureReason: Union[str, None]
    #: Null until it is paid.
    paidAt: Union[str, None]
    #: When the object was created, in real time.
    createdAt: str
    #: The refunds of the payment.
    refunds: List[Refund]


class _PaymentCreateRequired(TypedDict):
    #: A positive number or decimal text, in the invoice's currency.
    amount: Union[float, str]


class PaymentCreate(_PaymentCreateRequired, total=False):
    #: The means of payment.
    method: PaymentMethod
    #: Your own reference, such as the number of a bank transfer.
    reference: str
    #: When the money was received; not in the future. Default: now.
    paidAt: DateLike


class PaymentFailedAnnouncement(TypedDict):
    """A payment failed, such as the charge of a saved card. A card that is declined on the
    payment page is not announced.
    """

    #: The same in every attempt; also the header `webhook-id`.
    id: str
    #: Kind of the object.
    type: Literal["payment.failed"]
    #: When it happened, in business time.
    timestamp: str
    #: Id of the customer; null if it is about the whole organization.
    customerId: Union[str, None]
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: A payment, with its invoice.
    data: Dict[str, Any]


class PaymentList(TypedDict):
    """One page of results and the total number of results."""

    #: The objects of this page.
    results: List[PaymentWithInvoice]
    #: Number of this page, from 1.
    page: int
    #: Maximum number of objects in a page.
    limit: int
    #: Number of pages at this limit.
    totalPages: int
    #: Exact number of results.
    totalResults: int


#: The means of payment.
PaymentMethod = Literal["card", "bank_transfer", "cash", "check", "other"]


#: One of `stripe`, `sandbox`; more may be added.
PaymentProvider = Literal["stripe", "sandbox"]


PaymentStatus = Literal["pending", "succeeded", "failed"]


class PaymentSucceededAnnouncement(TypedDict):
    """A payment was received."""

    #: The same in every attempt; also the header `webhook-id`.
    id: str
    #: Kind of the object.
    type: Literal["payment.succeeded"]
    #: When it happened, in business time.
    timestamp: str
    #: Id of the customer; null if it is about the whole organization.
    customerId: Union[str, None]
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: A payment, with its invoice.
    data: Dict[str, Any]


class PaymentWithInvoice(TypedDict):
    """A payment, with its invoice."""

    #: Id of the object.
    id: str
    #: Id of the invoice.
    invoiceId: str
    #: How it was paid. One of `card`, `bank_transfer`, `cash`, `check`, `other`; more may be
    #: added.
    method: Union[PaymentMethod, str]
    #: Pending until the payment provider has answered. One of `pending`, `succeeded`, `failed`;
    #: more may be added.
    status: Union[PaymentStatus, str]
    #: Amount in `currency`.
    amount: float
    #: Amount refunded.
    amountRefunded: float
    #: Currency code of ISO 4217, such as USD.
    currency: str
    #: As it was sent. Null: none.
    reference: Union[str, None]
    #: The payment provider; null when the payment was recorded manually.
    provider: Union[Union[PaymentProvider, str], None]
    #: Reason for the failure: the message of the provider, or why the money was returned at once.
    #: Null: it did not fail.
    failureReason: Union[str, None]
    #: Null until it is paid.
    paidAt: Union[str, None]
    #: When the object was created, in real time.
    createdAt: str
    #: The refunds of the payment.
    refunds: List[Refund]
    #: Id of the customer.
    customerId: str
    #: Name of the customer.
    customerName: str
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: Number of the invoice, as printed on it.
    invoiceNumber: str
    #: Real time, like createdAt.
    updatedAt: str


class PaymentsOfInvoice(TypedDict):
    """All payments of the invoice, with their refunds."""

    #: All of them, oldest first.
    results: List[Payment]


class PlanAgent(TypedDict):
    #: Id of the object.
    id: str
    #: Name, as people see it.
    name: str
    #: Code of the agent, as usage records name it.
    agentCode: str


class PlanChange(TypedDict):
    """A change of plan: `subscription` has the new plan."""

    #: First day of the new plan, in the time zone of the subscription.
    effectiveFrom: str
    #: The subscription that ends; null: the plan changed on its first day, before an invoice of it
    #: was final, so the subscription itself has the new plan.
    ended: Union[Subscription, None]
    #: Puts a customer on a plan, for the work of one agent.
    subscription: Subscription


class _PlanChangeCreateRequired(TypedDict):
    #: An active plan in the same currency, linked to the agent of the subscription.
    planId: str
    #: `now`: the start of today. `period_end`: the end of the current billing period. Or a date,
    #: the first day of the new plan, such as 2026-03-15. All in the time zone of the subscription.
    when: str


class PlanChangeCreate(_PlanChangeCreateRequired, total=False):
    #: For seat-based prices.
    seatsCount: int
    #: Charges the one-time fees of the new plan. Default: false.
    chargeOnetime: bool
    #: Keeps what was billed in advance for the days of the new plan. Default: as the subscription
    #: says.
    keepAdvance: bool


class PlanChangePreview(TypedDict):
    """Preview of a change of plan; nothing is stored."""

    #: First day of the new plan, in the time zone of the subscription.
    effectiveFrom: str
    #: What final invoices billed for the days of the new plan, as a negative amount in the
    #: currency of the plan; it is on the first invoice. Null: nothing.
    proratedAmount: Union[float, None]
    #: The invoice of the time before the change in its period, with the usage known so far; null:
    #: nothing of it is left to invoice.
    closingInvoice: Union[InvoicePreview, None]
    #: The invoice of the first period with the new plan; null: the subscription has no such
    #: period.
    firstInvoice: Union[FirstInvoicePreview, None]
    #: A whole billing period with the plan before the change, without usage; null: none follows.
    periodBefore: Union[FirstInvoicePreview, None]
    #: The same period with the new plan, without usage; null: none follows.
    periodAfter: Union[FirstInvoicePreview, None]


class PlanCost(TypedDict):
    #: Null for work that belongs to no subscription.
    planId: Union[str, None]
    #: Name of the pricing plan; null for work without a subscription.
    planName: Union[str, None]
    #: In USD; covers only events whose cost is known.
    totalCost: float
    #: Number of usage events.
    eventCount: int
    #: Number of events whose cost is not known yet; the cost does not include them.
    uncostedEvents: int


PortalFeature = Literal["invoices", "subscriptions", "usage", "profile"]


#: State of the link; only an open one leads to the portal. One of `open`, `used`, `expired`,
#: `revoked`; more may be added.
PortalLinkState = Literal["open", "used", "expired", "revoked"]


class PortalSession(TypedDict):
    """A link to the portal of a customer, without its URL."""

    #: Id of the object.
    id: str
    #: Kind of the object.
    object: Union[Literal["portal_session"], str]
    #: Id of the customer.
    customerId: str
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: Name of the customer.
    customerName: str
    #: Email address of the customer; null when it has none.
    customerEmail: Union[str, None]
    #: One hour after creation, in real time. Applies to the link and to the visit.
    expiresAt: str
    #: When the object was created, in real time.
    createdAt: str
    #: True if the link has expired.
    isExpired: bool
    #: True if the link was opened.
    isUsed: bool
    #: True if it was revoked or ended early, or its customer was deleted.
    isRevoked: bool
    #: State of the link; only an open one leads to the portal. One of `open`, `used`, `expired`,
    #: `revoked`; more may be added.
    state: Union[PortalLinkState, str]
    #: The parts of the portal that the link opens.
    features: List[str]
    #: Page to which the portal links back; null when there is none.
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
    #: Id of the object.
    id: str
    #: Kind of the object.
    object: Union[Literal["portal_session"], str]
    #: Id of the customer.
    customerId: str
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: Name of the customer.
    customerName: str
    #: Email address of the customer; null when it has none.
    customerEmail: Union[str, None]
    #: One hour after creation, in real time. Applies to the link and to the visit.
    expiresAt: str
    #: When the object was created, in real time.
    createdAt: str
    #: True if the link has expired.
    isExpired: bool
    #: True if the link was opened.
    isUsed: bool
    #: True if it was revoked or ended early, or its customer was deleted.
    isRevoked: bool
    #: State of the link; only an open one leads to the portal. One of `open`, `used`, `expired`,
    #: `revoked`; more may be added.
    state: Union[PortalLinkState, str]
    #: The parts of the portal that the link opens.
    features: List[str]
    #: Page to which the portal links back; null when there is none.
    returnUrl: Union[str, None]


class PortalSessionDetail(_PortalSessionDetailRequired, total=False):
    """A link to the portal, and when it was opened."""

    #: When the link was opened; absent before that.
    usedAt: str


#: Latest first; no more than `limit`. The last page has fewer.
PortalSessionList = List["PortalSession"]


class PreviewedRun(TypedDict):
    """A run that the rule matches."""

    #: The id of the run in usage events.
    runId: str
    #: Name of its root span; null: no span is recorded yet.
    name: Union[str, None]
    #: What the rule gives the run.
    assigned: str
    #: True if the run has no customer.
    isUnassigned: bool


class _PreviewedStrategyRequired(TypedDict):
    #: When the charge is billed. usage: by the events of a signal in the billing period.
    #: recurring: once per period. seat_based: once per period for each seat. onetime: on the start
    #: date.
    chargeType: ChargeType


class PreviewedStrategy(_PreviewedStrategyRequired, total=False):
    """A pricing strategy as for creation, but without its signal, because no price depends on
    it.
    """

    #: Printed on the invoice line. Default: the name of the signal, or the kind of fee.
    name: str
    #: How usage is priced, always on the total of the period. flat: quantity × rate. package: rate
    #: for each package that is begun. graduated: each unit at the rate of its own tier. volume:
    #: all units at the rate of the tier that the total falls into. credit_pool: a fee for a pool
    #: of units, then a rate for each unit above it. Null for fees.
    pricingModel: Union[PricingModel, None]
    #: For usage by flat and by package, where it is for a whole package, and for all fees. A
    #: number or decimal text; at most 9 × 10^13. Null: the price has tiers.
    rate: Union[Union[float, str], None]
    #: Units in a package, a whole number. For pricingModel package only. A number or decimal text;
    #: at most 10^15. Null: another pricing model.
    packageSize: Union[Union[float, str], None]
    #: For graduated, volume and credit_pool; exactly two for credit_pool: the pool and the
    #: overage. The first lower is 0, each lower equals the previous upper, and only the last upper
    #: is null.
    tiers: Union[Sequence[PricingTierCreate], None]
    #: For recurring and seat_based. Null: arrears.
    billTiming: Union[BillTiming, None]
    #: False: kept, but not offered for new use.
    isActive: bool
    #: Units in the period for usage, default 0; seats for seat_based, default 1.
    quantity: Union[float, str]


#: Whose periods the price applies to. everyone: of every subscription. new: of those that
#: start on effectiveFrom or later.
PriceAudience = Literal["everyone", "new"]


class PriceChange(TypedDict):
    """Prices that were changed by a percentage together."""

    #: The changeId of its prices.
    id: str
    #: The first day of the periods that have the new prices.
    effectiveFrom: str
    #: Whose periods the price applies to. everyone: of every subscription. new: of those that
    #: start on effectiveFrom or later. One of `everyone`, `new`; more may be added.
    audience: Union[PriceAudience, str]
    #: In the order of the plans.
    prices: List[ChangedPrice]


class _PriceChangeCreateRequired(TypedDict):
    #: Each rate and each fee × (1 + percent ÷ 100). Above -100, at most 1000, and not 0.
    percent: Union[float, str]
    #: The first day of the periods that have the new prices.
    effectiveFrom: DateLike


class PriceChangeCreate(_PriceChangeCreateRequired, total=False):
    #: Plans whose active strategies change, all of them.
    planIds: Sequence[str]
    #: Single strategies that change.
    strategyIds: Sequence[str]
    #: Whose periods the price applies to. everyone: of every subscription. new: of those that
    #: start on effectiveFrom or later.
    audience: PriceAudience
    #: Rounds the new prices to this number of decimals, half away from zero. Default: exact. Null:
    #: the default.
    decimals: Union[int, None]


class PriceChangePreview(TypedDict):
    """What a change of prices would do."""

    #: The first day of the periods that have the new prices.
    effectiveFrom: str
    #: Whose periods the price applies to. everyone: of every subscription. new: of those that
    #: start on effectiveFrom or later. One of `everyone`, `new`; more may be added.
    audience: Union[PriceAudience, str]
    #: In the order of the plans.
    prices: List[ChangedPrice]
    #: Up to 100: those with own prices first, then by start.
    subscriptions: List[ReachedSubscription]
    #: Subscriptions of the plans that the audience includes and that run on or after
    #: effectiveFrom.
    totalSubscriptions: int
    #: Those of them that have, or had, a price of their own for one of the strategies.
    totalWithOwnPrices: int


class PriceCurve(TypedDict):
    """Amounts for a range of quantities in one period."""

    #: Index in `strategies`.
    strategyIndex: int
    #: Sorted by quantity, from 0 to twice the quantity used or past the last tier: evenly spaced,
    #: and at the bounds of up to 40 tiers.
    points: List[PriceCurvePoint]


class PriceCurvePoint(TypedDict):
    #: Number of units in the period.
    quantity: float
    #: Rounded like an invoice line.
    amount: float
    #: amount / quantity; null for 0.
    unitPrice: Union[float, None]


class PricePreview(TypedDict):
    """Preview of prices for one billing period."""

    #: Currency code of ISO 4217, such as USD.
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
    #: Text of the line, as it would be printed.
    description: str
    #: How usage is priced, always on the total of the period. flat: quantity × rate. package: rate
    #: for each package that is begun. graduated: each unit at the rate of its own tier. volume:
    #: all units at the rate of the tier that the total falls into. credit_pool: a fee for a pool
    #: of units, then a rate for each unit above it. Null for fees.
    pricingModel: Union[Union[PricingModel, str], None]
    #: Number of billable units.
    quantity: float
    #: Null when the price comes from tiers.
    unitPrice: Union[float, None]
    #: The tiers that priced the line, with the units and the amount of each.
    tiers: List[InvoiceTier]
    #: Rounded once, to the minor unit of the currency.
    amount: float


class PricePreviewRequest(TypedDict):
    #: ISO 4217 currency of the plan.
    currency: str
    #: At most 1000 tiers in total.
    strategies: Sequence[PreviewedStrategy]


#: How usage is priced, always on the total of the period. flat: quantity × rate. package: rate
#: for each package that is begun. graduated: each unit at the rate of its own tier. volume:
#: all units at the rate of the tier that the total falls into. credit_pool: a fee for a pool
#: of units, then a rate for each unit above it.
PricingModel = Literal["flat", "package", "graduated", "volume", "credit_pool"]


class PricingPlan(TypedDict):
    """An offer to customers. Its pricing strategies define its prices."""

    #: Id of the object.
    id: str
    #: Name, as people see it.
    name: str
    #: Longer text for people; null when there is none.
    description: Union[str, None]
    #: False: kept, but not offered for new use.
    isActive: bool
    #: ISO 4217 currency of all prices of the plan.
    currency: str
    #: Your own data: kept and returned as it was sent.
    featuresList: JsonObject
    #: Days in which a customer may ask in the portal to reject an outcome; null: not at all.
    rejectionDays: Union[int, None]
    #: True: what a customer asks is accepted at once. False: you accept or decline it.
    autoAcceptRejections: bool
    #: Agents linked to the plan, sorted by name.
    agents: List[PlanAgent]
    #: Signals that the fees of the plan cover, sorted by name: their work is not unpriced.
    includedSignals: List[IncludedSignal]
    #: Grows with each change of the plan, its prices, its agents or its included signals. 1 at
    #: creation; see If-Match.
    version: int
    #: When the object was created, in real time.
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
    #: The first agent linked to the plan; link more with `pricing_plans.link_agent`.
    agentId: str
    #: Your own data: kept and returned as it was sent.
    featuresList: JsonObject
    #: False: the plan takes no new subscriptions. Existing ones continue.
    isActive: bool
    #: Days after its usage date in which a customer may ask in the portal to reject an outcome.
    #: Null: customers do not ask.
    rejectionDays: Union[int, None]
    #: True: what a customer asks is accepted at once. False: you accept or decline it.
    autoAcceptRejections: bool
    #: ISO 4217. Default: the currency of the organization. It cannot change later.
    currency: str


class PricingPlanCreatedAnnouncement(TypedDict):
    """A pricing plan was created."""

    #: The same in every attempt; also the header `webhook-id`.
    id: str
    #: Kind of the object.
    type: Literal["pricing_plan.created"]
    #: When it happened, in business time.
    timestamp: str
    #: Id of the customer; null if it is about the whole organization.
    customerId: Union[str, None]
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: An offer to customers. Its pricing strategies define its prices.
    data: Dict[str, Any]


class PricingPlanDeletedAnnouncement(TypedDict):
    """A pricing plan was deleted."""

    #: The same in every attempt; also the header `webhook-id`.
    id: str
    #: Kind of the object.
    type: Literal["pricing_plan.deleted"]
    #: When it happened, in business time.
    timestamp: str
    #: Id of the customer; null if it is about the whole organization.
    customerId: Union[str, None]
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: An offer to customers. Its pricing strategies define its prices.
    data: Dict[str, Any]


class PricingPlanList(TypedDict):
    """One page of results and the total number of results."""

    #: The objects of this page.
    results: List[PricingPlan]
    #: Number of this page, from 1.
    page: int
    #: Maximum number of objects in a page.
    limit: int
    #: Number of pages at this limit.
    totalPages: int
    #: Exact number of results.
    totalResults: int


class PricingPlanSummaries(TypedDict):
    """Prices and number of subscriptions of several plans."""

    #: One for each plan that exists, in no particular order.
    results: List[PricingPlanSummary]


class PricingPlanSummary(TypedDict):
    """Prices and number of subscriptions of a plan."""

    #: Id of the pricing plan.
    planId: str
    #: Number of subscriptions that have not ended.
    liveSubscriptions: int
    #: Number of active pricing strategies.
    priceCount: int
    #: The first 5 of them, in order of creation.
    prices: List[PricingStrategy]


class PricingPlanUpdate(TypedDict, total=False):
    """The currency cannot change: create another plan instead."""

    #: Must not be blank.
    name: str
    #: Send null to clear it.
    description: Union[str, None]
    #: Your own data: kept and returned as it was sent.
    featuresList: JsonObject
    #: False: the plan takes no new subscriptions. Existing ones continue.
    isActive: bool
    #: Days after its usage date in which a customer may ask in the portal to reject an outcome.
    #: Null: customers do not ask.
    rejectionDays: Union[int, None]
    #: True: what a customer asks is accepted at once. False: you accept or decline it.
    autoAcceptRejections: bool


class PricingPlanUpdatedAnnouncement(TypedDict):
    """A pricing plan, its prices, agents or included signals changed. Prices are not in `data`."""

    #: The same in every attempt; also the header `webhook-id`.
    id: str
    #: Kind of the object.
    type: Literal["pricing_plan.updated"]
    #: When it happened, in business time.
    timestamp: str
    #: Id of the customer; null if it is about the whole organization.
    customerId: Union[str, None]
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: An offer to customers. Its pricing strategies define its prices.
    data: Dict[str, Any]


class PricingStrategy(TypedDict):
    """One price of a plan."""

    #: Id of the object.
    id: str
    #: Id of the pricing plan.
    planId: str
    #: Name, as people see it.
    name: str
    #: When the charge is billed. usage: by the events of a signal in the billing period.
    #: recurring: once per period. seat_based: once per period for each seat. onetime: on the start
    #: date. One of `usage`, `recurring`, `seat_based`, `onetime`; more may be added.
    chargeType: Union[ChargeType, str]
    #: Null unless chargeType is usage.
    pricingModel: Union[Union[PricingModel, str], None]
    #: Null unless chargeType is usage.
    signalId: Union[str, None]
    #: In the plan's currency: per unit, per package, per period, per seat or once. Null when
    #: tiered.
    rate: Union[float, None]
    #: Units in a package, a whole number. For pricingModel package only. Null: another pricing
    #: model.
    packageSize: Union[float, None]
    #: The tiers of the price; null when it has none.
    tiers: Union[List[PricingTier], None]
    #: Null unless chargeType is recurring or seat_based.
    billTiming: Union[Union[BillTiming, str], None]
    #: All prices by date. The fields above are those of the price that applies to everyone today
    #: (UTC).
    prices: List[StrategyPrice]
    #: False: the strategy is kept but bills nothing.
    isActive: bool
    #: Grows with each change. 1 at creation; see If-Match.
    version: int
    #: When the object was created, in real time.
    createdAt: str
    #: When the object was last changed, in real time.
    updatedAt: str


class PricingStrategyBulkResult(TypedDict):
    """The strategies after the request."""

    #: In the order of the request.
    results: List[PricingStrategy]


class _PricingStrategyCreateRequired(TypedDict):
    #: When the charge is billed. usage: by the events of a signal in the billing period.
    #: recurring: once per period. seat_based: once per period for each seat. onetime: on the start
    #: date.
    chargeType: ChargeType


class PricingStrategyCreate(_PricingStrategyCreateRequired, total=False):
    #: Printed on the invoice line. Default: the name of the signal, or the kind of fee.
    name: str
    #: How usage is priced, always on the total of the period. flat: quantity × rate. package: rate
    #: for each package that is begun. graduated: each unit at the rate of its own tier. volume:
    #: all units at the rate of the tier that the total falls into. credit_pool: a fee for a pool
    #: of units, then a rate for each unit above it. Null: none.
    pricingModel: Union[PricingModel, None]
    #: Required for usage: a signal of an agent that is linked to the plan. Null: none.
    signalId: Union[str, None]
    #: For usage by flat and by package, where it is for a whole package, and for all fees. A
    #: number or decimal text; at most 9 × 10^13. Null: none.
    rate: Union[Union[float, str], None]
    #: Units in a package, a whole number. For pricingModel package only. A number or decimal text;
    #: at most 10^15. Null: none.
    packageSize: Union[Union[float, str], None]
    #: For graduated, volume and credit_pool; exactly two for credit_pool: the pool and the
    #: overage. The first lower is 0, each lower equals the previous upper, and only the last upper
    #: is null.
    tiers: Union[Sequence[PricingTierCreate], None]
    #: For recurring and seat_based. Null: arrears.
    billTiming: Union[BillTiming, None]
    #: False: kept, but not offered for new use.
    isActive: bool


class PricingStrategyList(TypedDict):
    """One page of results and the total number of results."""

    #: The objects of this page.
    results: List[PricingStrategy]
    #: Number of this page, from 1.
    page: int
    #: Maximum number of objects in a page.
    limit: int
    #: Number of pages at this limit.
    totalPages: int
    #: Exact number of results.
    totalResults: int


class PricingStrategyUpdate(TypedDict, total=False):
    #: When the charge is billed. usage: by the events of a signal in the billing period.
    #: recurring: once per period. seat_based: once per period for each seat. onetime: on the start
    #: date.
    chargeType: ChargeType
    #: Printed on the invoice line. Default: the name of the signal, or the kind of fee.
    name: str
    #: How usage is priced, always on the total of the period. flat: quantity × rate. package: rate
    #: for each package that is begun. graduated: each unit at the rate of its own tier. volume:
    #: all units at the rate of the tier that the total falls into. credit_pool: a fee for a pool
    #: of units, then a rate for each unit above it. Null: none.
    pricingModel: Union[PricingModel, None]
    #: Required for usage: a signal of an agent that is linked to the plan. Null: none.
    signalId: Union[str, None]
    #: For usage by flat and by package, where it is for a whole package, and for all fees. A
    #: number or decimal text; at most 9 × 10^13. Null: none.
    rate: Union[Union[float, str], None]
    #: Units in a package, a whole number. For pricingModel package only. A number or decimal text;
    #: at most 10^15. Null: none.
    packageSize: Union[Union[float, str], None]
    #: For graduated, volume and credit_pool; exactly two for credit_pool: the pool and the
    #: overage. The first lower is 0, each lower equals the previous upper, and only the last upper
    #: is null.
    tiers: Union[Sequence[PricingTierCreate], None]
    #: For recurring and seat_based. Null: arrears.
    billTiming: Union[BillTiming, None]
    #: False: kept, but not offered for new use.
    isActive: bool


class PricingStrategyUpsert(TypedDict, total=False):
    #: The strategy to change; without it, a strategy is created.
    id: str
    #: When the charge is billed. usage: by the events of a signal in the billing period.
    #: recurring: once per period. seat_based: once per period for each seat. onetime: on the start
    #: date.
    chargeType: ChargeType
    #: Printed on the invoice line. Default: the name of the signal, or the kind of fee.
    name: str
    #: How usage is priced, always on the total of the period. flat: quantity × rate. package: rate
    #: for each package that is begun. graduated: each unit at the rate of its own tier. volume:
    #: all units at the rate of the tier that the total falls into. credit_pool: a fee for a pool
    #: of units, then a rate for each unit above it. Null: none.
    pricingModel: Union[PricingModel, None]
    #: Required for usage: a signal of an agent that is linked to the plan. Null: none.
    signalId: Union[str, None]
    #: For usage by flat and by package, where it is for a whole package, and for all fees. A
    #: number or decimal text; at most 9 × 10^13. Null: none.
    rate: Union[Union[float, str], None]
    #: Units in a package, a whole number. For pricingModel package only. A number or decimal text;
    #: at most 10^15. Null: none.
    packageSize: Union[Union[float, str], None]
    #: For graduated, volume and credit_pool; exactly two for credit_pool: the pool and the
    #: overage. The first lower is 0, each lower equals the previous upper, and only the last upper
    #: is null.
    tiers: Union[Sequence[PricingTierCreate], None]
    #: For recurring and seat_based. Null: arrears.
    billTiming: Union[BillTiming, None]
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
    #: In the plan's currency, due once when the quantity reaches into the tier: in graduated for
    #: each such tier, in volume that of the tier of the total. Not for credit_pool.
    flatFee: float


class _PricingTierCreateRequired(TypedDict):
    #: Exclusive lower bound, in units. A number or decimal text; at most 10^15.
    lower: Union[float, str]
    #: Inclusive upper bound, in units; null in the last tier. A number or decimal text; at most
    #: 10^15.
    upper: Union[Union[float, str], None]
    #: In the plan's currency, per unit; in the first tier of a credit_pool, the price of the whole
    #: pool. A number or decimal text; at most 9 × 10^13.
    rate: Union[float, str]


class PricingTierCreate(_PricingTierCreateRequired, total=False):
    #: In the plan's currency, due once when the quantity reaches into the tier: in graduated for
    #: each such tier, in volume that of the tier of the total. Not for credit_pool. Default: 0. A
    #: number or decimal text; at most 9 × 10^13.
    flatFee: Union[float, str]


class Profitability(TypedDict):
    """Revenue and cost of work, by the requested dimension."""

    #: Dimension of the rows. One of `customer`, `agent`, `signal`, `plan`, `model`, `day`; more
    #: may be added.
    groupBy: Union[Literal["customer", "agent", "signal", "plan", "model", "day"], str]
    #: Sorted by number of events, highest first. All rows of a currency add up to its total; the
    #: rows of invoiced periods add up to the invoices before tax, to the cent.
    rows: List[ProfitabilityRow]
    #: The rows merged by key and currency, lowest margin first and rows without a margin last.
    #: Work without revenue is added to the row of its key if the key has only one currency.
    byKey: List[ProfitabilityKeyRow]
    #: By currency; currencies are never added together.
    totals: List[ProfitabilityTotal]
    #: For each table, the difference between the total and its rows: amounts that belong to no
    #: listed row, and rounding. With it, each table adds up to the total to the last digit shown.
    rest: ProfitabilityRests
    #: In USD; covers only events whose cost is known.
    totalCost: float
    #: Number of events whose cost is not known yet; the cost does not include them.
    uncostedEvents: int
    #: Work that no price covers: it belongs to no subscription; or its time is invoiced, and the
    #: invoice has no usage line for its signal; or its time is not invoiced, and the plan has no
    #: active usage price for its signal. Work at a price of 0, units within a pool and signals
    #: that the plan includes are priced. Its cost is part of the other figures. A voided event has
    #: no units and no cost, and is still one of the events; `GET /v1/attention` leaves it out
    #: where nothing else is unpriced.
    unpriced: Unpriced
    #: Everything committed before this time is included. Figures of large organizations may be a
    #: few minutes old while usage is recorded.
    asOf: str
    #: The days, in UTC, that the figures cover; both inclusive.
    dateRange: DateRange
    #: The filters of the request, without its dates.
    filters: ProfitabilityFilters


class ProfitabilityBefore(TypedDict):
    #: Revenue before discounts and tax, in `currency`.
    revenue: float
    #: In USD; covers only events whose cost is known.
    cost: float
    #: Margin of the preceding window, in USD; null without one.
    margin: Union[float, None]
    #: Margin less that of the preceding window; null without one.
    marginChange: Union[float, None]


#: Adds the figures of the preceding window to `byKey`; not by day.
ProfitabilityComparison = Literal["before"]


class ProfitabilityCostRest(TypedDict):
    #: In USD; covers only events whose cost is known.
    cost: float


class ProfitabilityFilters(TypedDict, total=False):
    """The filters of the request, without its dates."""

    #: Id of the customer.
    customerId: str
    #: Your own id of the customer. Send this or customerId, not both.
    customerExternalId: str
    #: Only work of this agent.
    agentId: str
    #: Dimension of the rows. Default: customer. A model has its own cost and events. The revenue
    #: of a signal in the window is shared between models by units: exactly for events that are the
    #: only one of their customer and signal in a quarter of an hour. In a quarter of an hour with
    #: several events, units are shared by the number of events that used each model. If events
    #: used several models and all have a cost, units are shared by cost. Revenue without units is
    #: shared by cost. A model that the customer paid for has the cost 0, so beside others it gets
    #: no share. One of `customer`, `agent`, `signal`, `plan`, `model`, `day`; more may be added.
    groupBy: Union[ProfitabilityGroup, str]
    #: Only the share of this model, as `provider/model`, such as openai/gpt-4o: with `groupBy`
    #: agent, signal or model. The rows add up to the row of the model.
    model: str
    #: Adds the figures of the preceding window to `byKey`; not by day.
    compare: Union[ProfitabilityComparison, str]
    #: Maximum number of customers, signals or agents listed, those with the most events first.
    #: Default: 100.
    top: int


ProfitabilityGroup = Literal["customer", "agent", "signal", "plan", "model", "day"]


class ProfitabilityKeyRest(TypedDict):
    #: Currency code of ISO 4217, such as USD.
    currency: str
    #: Revenue before discounts and tax, in `currency`.
    revenue: float
    #: Part of the revenue that finalized invoices bill, in `currency`.
    invoiced: float


class ProfitabilityKeyRow(TypedDict):
    #: As in `rows`. Null: the row has no key, or combines all that are not listed.
    key: Union[str, None]
    #: Name of the customer, agent, signal, plan or model; null without one.
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
    #: Number of usage events. By model, an event with several models is divided between them by
    #: cost, and rounded so that the models add up to the events: no model has the number of events
    #: that used it.
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
    #: The figures by currency; currencies are never added together.
    byCurrency: List[ProfitabilityKeyRest]


#: Kind of amount. `outcomes`: work; its revenue is its share of usage lines.
#: `without_quantity`: usage lines without any unit, such as the fee of a pool. `recurring`,
#: `seat_based`, `onetime`, `proration`: other lines of invoices. `discount` and `tax_included`
#: are deducted. `no_subscription`: work without revenue. `rounding`: the difference between
#: the total and the rows above. One of `outcomes`, `without_quantity`, `recurring`,
#: `seat_based`, `onetime`, `proration`, `credit`, `discount`, `tax_included`,
#: `no_subscription`, `rounding`; more may be added.
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

    #: Cost that belongs to no listed row.
    rows: ProfitabilityCostRest
    #: Work without revenue.
    totals: ProfitabilityTotalsRest
    #: Difference to the rows due to rounding.
    byKey: ProfitabilityKeysRest


class ProfitabilityRow(TypedDict):
    #: Kind of amount. `outcomes`: work; its revenue is its share of usage lines.
    #: `without_quantity`: usage lines without any unit, such as the fee of a pool. `recurring`,
    #: `seat_based`, `onetime`, `proration`: other lines of invoices. `discount` and `tax_included`
    #: are deducted. `no_subscription`: work without revenue. `rounding`: the difference between
    #: the total and the rows above. One of `outcomes`, `without_quantity`, `recurring`,
    #: `seat_based`, `onetime`, `proration`, `credit`, `discount`, `tax_included`,
    #: `no_subscription`, `rounding`; more may be added.
    kind: Union[ProfitabilityKind, str]
    #: The id of the customer, agent, signal or plan; `provider/model`; the day. Null when the row
    #: has no key, or combines all others.
    key: Union[str, None]
    #: Name of the customer, agent, signal, plan or model; null without one.
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
    #: Number of usage events. By model, an event with several models is divided between them by
    #: cost, and rounded so that the models add up to the events: no model has the number of events
    #: that used it.
    eventCount: int
    #: Number of events whose cost is not known yet; the cost does not include them.
    uncostedEvents: int


class ProfitabilityTotal(TypedDict):
    #: Currency code of ISO 4217, such as USD.
    currency: str
    #: Revenue of all rows, in `currency`.
    revenue: float
    #: Part of the revenue that finalized invoices bill, in `currency`.
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
    #: Number of days of the period that are billed.
    daysCovered: int
    #: Number of days of the whole period.
    daysFull: int
    #: The sum of the seats over the days before, if their number has changed. Null: quantity ×
    #: daysBefore.
    seatDaysBefore: Union[int, None]


class ProvisionalOutcomes(TypedDict):
    """Outcomes of a signal whose settlement window has not passed."""

    #: Id of the signal.
    signalId: str
    #: Name of the signal.
    signalName: str
    #: Units. A decimal.
    quantity: str
    #: Events with these units.
    outcomeCount: int
    #: When the first window passes.
    firstSettlesAt: str
    #: When the last window passes.
    lastSettlesAt: str


class QuarantinedPrice(TypedDict):
    """A price that is not used until a person accepts it, with the fields of a service."""

    #: Id of the price.
    id: str
    #: The service, whose price in force does not change.
    serviceId: str
    #: Provider of the model or service.
    provider: str
    #: Name of the model in the price list.
    canonicalName: str
    #: Unit of the rates, such as 1M tokens.
    costUnit: str
    #: USD per `costUnit`; null: no rate is published.
    inputCost: Union[str, None]
    #: USD per `costUnit`; null: no rate is published.
    outputCost: Union[str, None]
    #: USD per `costUnit`; null: no rate is published.
    cacheReadCost: Union[str, None]
    #: USD per `costUnit`; null: no rate is published.
    cacheWriteCost: Union[str, None]
    #: USD per `costUnit` for cache writes of one hour; null: `cacheWriteCost` applies.
    cacheWrite1hCost: Union[str, None]
    #: Rates of calls with many input tokens.
    longContext: List[LongContextCost]
    #: Rates of service tiers.
    serviceTiers: List[ServiceTierCost]
    #: The price list that has it.
    source: str
    #: Why it looks implausible.
    reason: str
    #: When the object was created, in real time.
    createdAt: str
    #: Of two announcements about one object, the higher version is the later state.
    version: int


class RateInForce(TypedDict):
    """What prices usage of a model on a date."""

    #: cost_rate: your own rate. catalog: the price list. none: nothing prices the model on this
    #: date, so its cost is unknown. One of `cost_rate`, `catalog`, `none`; more may be added.
    source: Union[Literal["cost_rate", "catalog", "none"], str]
    #: Provider, by its name in the catalog.
    modelProvider: str
    #: Name in the catalog, or as sent if it is not there.
    model: str
    #: Null: the standard tier.
    serviceTier: Union[str, None]
    #: The instant whose rates these are.
    date: str
    #: Your own rate that applies; null: none does.
    costRate: Union[CostRate, None]
    #: The catalog entry that the names resolve to, also by a mapping; null: none.
    serviceId: Union[str, None]
    #: True: the tier of service has no rates, so it costs the standard ones.
    isTierUnpriced: bool
    #: The rates that apply; null: none do.
    rates: Union[RatesInForce, None]
    #: Rates for whole calls above a number of input tokens, ascending.
    longContext: List[LongContextRatesInForce]


class RatesInForce(TypedDict):
    """USD for a million tokens, or for one unit. Null: no such usage is priced; tokens that are
    used without a rate make the cost unknown.
    """

    #: USD for a million input tokens. Null: no such rate.
    inputCost: Union[str, None]
    #: USD for a million output tokens. Null: no such rate.
    outputCost: Union[str, None]
    #: USD for a million tokens read from a cache. Without it, they cost as much as input. Null: no
    #: such rate.
    cacheReadCost: Union[str, None]
    #: USD for a million tokens written to a cache. Without it, they cost as much as input. Null:
    #: no such rate.
    cacheWriteCost: Union[str, None]
    #: USD for a million tokens written to a cache for one hour. Without it, they cost as much as
    #: other cache writes. Null: no such rate.
    cacheWrite1hCost: Union[str, None]
    #: USD for one unit of quantity, instead of rates for tokens. Null: no such rate.
    unitCost: Union[str, None]


class ReachedSubscription(TypedDict):
    """What a change of prices means for a subscription."""

    #: Id of the subscription.
    subscriptionId: str
    #: Name, as people see it.
    name: str
    #: Id of the customer.
    customerId: str
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: Name of the customer.
    customerName: str
    #: Id of the pricing plan.
    planId: str
    #: Time zone in which its periods begin.
    timeZone: str
    #: The first billing period with a new price. Null: it ends before, or has own prices.
    firstPeriod: Union[FirstPeriod, None]
    #: Strategies that keep a price of the subscription’s own in that period.
    ownPriceStrategyIds: List[str]


class Reconciliation(TypedDict):
    """Checks that the figures of a window agree, from events to payments."""

    #: True if there are no differences.
    isBalanced: bool
    #: Each check, with the number of rows that differ.
    checks: List[BookCheck]
    #: The days, in UTC, that the figures cover; both inclusive.
    dateRange: DateRange
    #: The filters of the request, without its dates.
    filters: CustomerFilters


class RecordedHold(TypedDict):
    """The hold of the run after this record. Absent for runs without a hold, and for repeats."""

    #: USD that the run may still cost, with exactly 10 decimals; negative once it cost more.
    remaining: str
    #: block: nothing is left; extend the hold, or stop the run. One of `allow`, `block`; more may
    #: be added.
    decision: Union[Literal["allow", "block"], str]


class _RecordedServiceRequired(TypedDict):
    #: Model id or service SKU; case and surrounding spaces do not matter.
    model: str
    #: Provider name as in the catalog.
    modelProvider: str


class RecordedService(_RecordedServiceRequired, total=False):
    """One of the services of a record, as it was sent."""

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
    #: The part of cacheWriteTokens that is kept for one hour.
    cacheWrite1hTokens: int
    #: Tier of service of the calls, such as `batch`, `flex` or `priority`. `default`, `auto` and
    #: `standard` are the standard tier. At the top of a record with services: the tier of each
    #: service without its own.
    serviceTier: str
    #: `customer` for calls with a key of the customer: they cost you 0. Default: `organization`.
    #: At the top of a record with services: of each service without its own. One of
    #: `organization`, `customer`; more may be added.
    paidBy: Union[Literal["organization", "customer"], str]
    #: Cost in USD as reported by a gateway, as a number or decimal text. It is compared with the
    #: computed cost and never used in its place.
    reportedCostUsd: Union[float, str]


class Refund(TypedDict):
    """A refund to a customer."""

    #: Id of the object.
    id: str
    #: Id of the payment.
    paymentId: str
    #: Id of the invoice.
    invoiceId: str
    #: Amount in `currency`.
    amount: float
    #: Currency code of ISO 4217, such as USD.
    currency: str
    #: As it was sent; or the reason that the money was returned automatically. Null: none was
    #: given.
    reason: Union[str, None]
    #: True if the customer's bank took the money back (a chargeback of a top-up).
    isDispute: bool
    #: Pending until the payment provider has answered. One of `pending`, `succeeded`, `failed`;
    #: more may be added.
    status: Union[PaymentStatus, str]
    #: Reason given by the payment provider for rejecting the refund. Null: it did not fail.
    failureReason: Union[str, None]
    #: When the money was returned.
    refundedAt: str
    #: When the object was created, in real time.
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
    #: Kind of the object.
    type: Literal["refund.failed"]
    #: When it happened, in business time.
    timestamp: str
    #: Id of the customer; null if it is about the whole organization.
    customerId: Union[str, None]
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: A refund to a customer.
    data: Dict[str, Any]


class RefundSucceededAnnouncement(TypedDict):
    """A refund was carried out."""

    #: The same in every attempt; also the header `webhook-id`.
    id: str
    #: Kind of the object.
    type: Literal["refund.succeeded"]
    #: When it happened, in business time.
    timestamp: str
    #: Id of the customer; null if it is about the whole organization.
    customerId: Union[str, None]
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: A refund to a customer.
    data: Dict[str, Any]


class Rejection(TypedDict):
    """Units of an outcome that are not billed, because the work did not hold. Their cost stays."""

    #: Id of the object.
    id: str
    #: accepted: the units are not billed. withdrawn: they are billed again. Further states may be
    #: added. One of `accepted`, `withdrawn`; more may be added.
    state: Union[RejectionState, str]
    #: Id of the usage event.
    eventId: str
    #: Id of the customer.
    customerId: str
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: The run of the event; null: it names none.
    runId: Union[str, None]
    #: Id of the agent.
    agentId: str
    #: Name of the agent.
    agentName: str
    #: Id of the signal.
    signalId: str
    #: Name of the signal.
    signalName: str
    #: When the work was done.
    usageDate: str
    #: Units of the event that are not billed. A decimal.
    quantity: str
    #: Why the outcome did not hold.
    reason: str
    #: Who rejected it: `api_key:<id>` or `user:<id>`.
    actor: str
    #: Name of that key or person; null: not known.
    actorName: Union[str, None]
    #: When it was rejected.
    rejectedAt: str
    #: When it was withdrawn; null: it is in force.
    withdrawnAt: Union[str, None]
    #: Why it was withdrawn; null: no reason was given.
    withdrawReason: Union[str, None]
    #: Who withdrew it; null: it is in force.
    withdrawnBy: Union[str, None]
    #: Name of that key or person; null: not known.
    withdrawnByName: Union[str, None]
    #: Raised by each change of the rejection; 1 at first.
    version: int
    #: When the object was created, in real time.
    createdAt: str


class _RejectionCreateRequired(TypedDict):
    #: Why the outcome did not hold, such as “Reopened by the user”.
    reason: str


class RejectionCreate(_RejectionCreateRequired, total=False):
    #: Units that are not billed. Default: all units of the event.
    quantity: int


class _RejectionCreateByKeyRequired(TypedDict):
    #: The customer of the record; keys are unique for each customer.
    customerExternalId: str
    #: The idempotencyKey of the record.
    idempotencyKey: str
    #: Why the outcome did not hold, such as “Reopened by the user”.
    reason: str


class RejectionCreateByKey(_RejectionCreateByKeyRequired, total=False):
    #: Units that are not billed. Default: all units of the event.
    quantity: int


class RejectionList(TypedDict):
    """One page of results and the total number of results."""

    #: The objects of this page.
    results: List[Rejection]
    #: Number of this page, from 1.
    page: int
    #: Maximum number of objects in a page.
    limit: int
    #: Number of pages at this limit.
    totalPages: int
    #: Exact number of results.
    totalResults: int


class RejectionRequest(TypedDict):
    """Units of an outcome that a customer asks, in the portal, not to be billed for."""

    #: Id of the object.
    id: str
    #: requested: it is open, and the outcome is billed. accepted: its units are rejected.
    #: declined: they stay billed. withdrawn: the customer took it back. Further states may be
    #: added. One of `requested`, `accepted`, `declined`, `withdrawn`; more may be added.
    state: Union[RejectionRequestState, str]
    #: Id of the usage event.
    eventId: str
    #: Id of the customer.
    customerId: str
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: The run of the event; null: it names none.
    runId: Union[str, None]
    #: Id of the agent.
    agentId: str
    #: Name of the agent.
    agentName: str
    #: Id of the signal.
    signalId: str
    #: Name of the signal.
    signalName: str
    #: When the work was done.
    usageDate: str
    #: Units of the event that should not be billed. A decimal.
    quantity: str
    #: What the customer wrote.
    reason: str
    #: When the customer asked.
    requestedAt: str
    #: When it was accepted, declined or withdrawn; null: it is open.
    decidedAt: Union[str, None]
    #: Who did that: `api_key:<id>`, `user:<id>` or `customer:<id>`; null: it is open, or the plan
    #: accepted it automatically.
    decidedBy: Union[str, None]
    #: Name of that key, person or customer; null: not known.
    decidedByName: Union[str, None]
    #: Why it was declined, which the customer sees; null: it was not.
    declineReason: Union[str, None]
    #: The rejection of an accepted request; null: there is none.
    rejectionId: Union[str, None]
    #: When that rejection was withdrawn, so that the units are billed again; null: it was not.
    restoredAt: Union[str, None]
    #: Raised by the decision; 1 at first.
    version: int
    #: When the object was created, in real time.
    createdAt: str


class RejectionRequestDecline(TypedDict):
    #: Why the outcome stays billed. The customer sees it.
    reason: str


class RejectionRequestList(TypedDict):
    """One page of results and the total number of results."""

    #: The objects of this page.
    results: List[RejectionRequest]
    #: Number of this page, from 1.
    page: int
    #: Maximum number of objects in a page.
    limit: int
    #: Number of pages at this limit.
    totalPages: int
    #: Exact number of results.
    totalResults: int


RejectionRequestState = Literal["requested", "accepted", "declined", "withdrawn"]


RejectionState = Literal["accepted", "withdrawn"]


class RejectionWithdraw(TypedDict, total=False):
    #: Why the outcome holds after all.
    reason: str


class RelatedInvoiceLine(TypedDict):
    """Another line that bills the same usage."""

    #: Id of the invoice.
    invoiceId: str
    #: Number of the invoice, as printed on it.
    invoiceNumber: str
    #: State of the invoice. One of `draft`, `pending`, `issued`, `paid`, `overdue`, `void`,
    #: `refunded`; more may be added.
    invoiceStatus: Union[InvoiceStatus, str]
    #: Id of the invoice line.
    lineId: str
    #: Kind of the object. One of `usage`, `recurring`, `seat_based`, `onetime`, `proration`,
    #: `late_usage`, `credit`, `top_up`; more may be added.
    type: Union[InvoiceLineType, str]
    #: Text of the line, as printed on the invoice.
    description: str
    #: Units. A decimal.
    quantity: str
    #: In the currency of the invoice. A decimal.
    amount: str


class ReportedCostFilters(TypedDict, total=False):
    """The filters of the request, without its dates."""

    #: Id of the customer.
    customerId: str
    #: Your own id of the customer. Send this or customerId, not both.
    customerExternalId: str
    #: Only work of this agent.
    agentId: str
    #: Only work of this signal.
    signalId: str


class ReportedCostRest(TypedDict):
    #: Number of uses with a reported cost.
    serviceCount: int
    #: In USD, as computed from the price list and your cost rates.
    computedCost: float
    #: In USD, as the records say.
    reportedCost: float
    #: Number of these uses whose computed cost is not known.
    uncomputedCount: int
    #: The part of `reportedCost` without a computed cost, in USD.
    uncomputedReportedCost: float
    #: Reported less computed cost, in USD, of the uses that have both: `reportedCost` minus
    #: `uncomputedReportedCost` minus `computedCost`.
    difference: float


class ReportedCostRests(TypedDict):
    """For each table, the difference between the total and its rows: amounts that belong to no
    listed row, and rounding. With it, each table adds up to the total to the last digit
    shown.
    """

    #: The figures by model.
    byModel: ReportedCostRest


class ReportedCosts(TypedDict):
    """Costs that gateways reported in a range of days, beside the computed costs of the same
    uses. Uses that customers paid for are included, at what they cost the customer.
    """

    #: Number of uses with a reported cost.
    serviceCount: int
    #: In USD, as computed from the price list and your cost rates.
    computedCost: float
    #: In USD, as the records say.
    reportedCost: float
    #: Number of these uses whose computed cost is not known.
    uncomputedCount: int
    #: The part of `reportedCost` without a computed cost, in USD.
    uncomputedReportedCost: float
    #: Reported less computed cost, in USD, of the uses that have both: `reportedCost` minus
    #: `uncomputedReportedCost` minus `computedCost`.
    difference: float
    #: The difference as a percentage of the computed cost; null when that is zero.
    differencePercent: Union[float, None]
    #: Highest reported cost first.
    byModel: List[ModelReportedCost]
    #: For each table, the difference between the total and its rows: amounts that belong to no
    #: listed row, and rounding. With it, each table adds up to the total to the last digit shown.
    rest: ReportedCostRests
    #: The days, in UTC, that the figures cover; both inclusive.
    dateRange: DateRange
    #: The filters of the request, without its dates.
    filters: ReportedCostFilters


class RepricedAgent(TypedDict):
    """What changes for an agent."""

    #: Id of the agent.
    agentId: str
    #: Events with another cost.
    changedEventCount: int
    #: USD, exact. Cost of the events before.
    costBefore: str
    #: USD, exact. Cost of the events by the rates in force.
    costAfter: str


class RepricedCustomer(TypedDict):
    """What changes for a customer."""

    #: Id of the customer.
    customerId: str
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: Events with another cost.
    changedEventCount: int
    #: USD, exact. Cost of the events before.
    costBefore: str
    #: USD, exact. Cost of the events by the rates in force.
    costAfter: str


class RepricedDay(TypedDict):
    """What changes on a day."""

    #: Usage date in UTC.
    day: str
    #: Events with another cost.
    changedEventCount: int
    #: USD, exact. Cost of the events before.
    costBefore: str
    #: USD, exact. Cost of the events by the rates in force.
    costAfter: str


class RepricedInvoice(TypedDict):
    """An invoice whose period contains changed usage. A draft is computed again; a final one
    keeps its cost, and the next one contains the difference.
    """

    #: Id of the invoice.
    invoiceId: str
    #: Number of the invoice, as printed on it.
    invoiceNumber: str
    #: Status of the invoice.
    status: str
    #: Id of the customer.
    customerId: str
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]


class RepricingCompletedAnnouncement(TypedDict):
    """A run that prices stored usage again, or reverses such a run, is completed."""

    #: The same in every attempt; also the header `webhook-id`.
    id: str
    #: Kind of the object.
    type: Literal["repricing.completed"]
    #: When it happened, in business time.
    timestamp: str
    #: Id of the customer; null if it is about the whole organization.
    customerId: Union[str, None]
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: A repricing run. Without `includeCosts`, `costBefore` and `costAfter` are missing.
    data: AnnouncedRepricingRun


class RepricingFailedAnnouncement(TypedDict):
    """A run that prices stored usage again ended after several failures. What it changed stays."""

    #: The same in every attempt; also the header `webhook-id`.
    id: str
    #: Kind of the object.
    type: Literal["repricing.failed"]
    #: When it happened, in business time.
    timestamp: str
    #: Id of the customer; null if it is about the whole organization.
    customerId: Union[str, None]
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: A repricing run. Without `includeCosts`, `costBefore` and `costAfter` are missing.
    data: AnnouncedRepricingRun


RepricingPreview = TypedDict(
    "RepricingPreview", {
    "from": "str",
    "to": "str",
    "modelProvider": "Union[str, None]",
    "model": "Union[str, None]",
    "customerId": "Union[str, None]",
    "customerExternalId": "Union[str, None]",
    "agentId": "Union[str, None]",
    "eventCount": "int",
    "repricedEventCount": "int",
    "changedEventCount": "int",
    "unknownEventCount": "int",
    "costBefore": "str",
    "costAfter": "str",
    "uncostedEventCount": "int",
    "customers": "List[RepricedCustomer]",
    "customerCount": "int",
    "agents": "List[RepricedAgent]",
    "agentCount": "int",
    "days": "List[RepricedDay]",
    "dayCount": "int",
    "invoices": "List[RepricedInvoice]",
    "invoiceCount": "int",
    }
)


_RepricingPreviewCreateRequired = TypedDict(
    "_RepricingPreviewCreateRequired", {
    "from": "DateLike",
    "to": "DateLike",
    }
)


class RepricingPreviewCreate(_RepricingPreviewCreateRequired, total=False):
    #: Only events that use this provider; all their services are priced again.
    modelProvider: str
    #: Only events that use this model or service, by any of its names.
    model: str
    #: Only events of this customer.
    customerId: str
    #: Your own id of the customer. Send this or customerId, not both.
    customerExternalId: str
    #: Only events of this agent.
    agentId: str


RepricingRun = TypedDict(
    "RepricingRun", {
    "id": "str",
    "state": "Union[Literal[\"queued\", \"running\", \"completed\", \"cancelled\", \"failed\"], str]",
    "from": "str",
    "to": "str",
    "modelProvider": "Union[str, None]",
    "model": "Union[str, None]",
    "customerId": "Union[str, None]",
    "customerExternalId": "Union[str, None]",
    "agentId": "Union[str, None]",
    "reversesId": "Union[str, None]",
    "reversedById": "Union[str, None]",
    "eventCount": "int",
    "repricedEventCount": "int",
    "changedEventCount": "int",
    "unknownEventCount": "int",
    "costBefore": "str",
    "costAfter": "str",
    "skippedEventCount": "int",
    "reason": "Union[str, None]",
    "actor": "str",
    "actorName": "Union[str, None]",
    "createdAt": "str",
    "startedAt": "Union[str, None]",
    "completedAt": "Union[str, None]",
    }
)


_RepricingRunCreateRequired = TypedDict(
    "_RepricingRunCreateRequired", {
    "from": "DateLike",
    "to": "DateLike",
    }
)


class RepricingRunCreate(_RepricingRunCreateRequired, total=False):
    #: Only events that use this provider; all their services are priced again.
    modelProvider: str
    #: Only events that use this model or service, by any of its names.
    model: str
    #: Only events of this customer.
    customerId: str
    #: Your own id of the customer. Send this or customerId, not both.
    customerExternalId: str
    #: Only events of this agent.
    agentId: str
    #: For your records; part of each correction. Not visible to customers.
    reason: str


class RepricingRunList(TypedDict):
    """One page of results and the total number of results."""

    #: The objects of this page.
    results: List[RepricingRun]
    #: Number of this page, from 1.
    page: int
    #: Maximum number of objects in a page.
    limit: int
    #: Number of pages at this limit.
    totalPages: int
    #: Exact number of results.
    totalResults: int


class RepricingRunReverse(TypedDict, total=False):
    #: For your records; part of each correction. Not visible to customers.
    reason: str


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
    #: For each table, the difference between the total and its rows: amounts that belong to no
    #: listed row, and rounding. With it, each table adds up to the total to the last digit shown.
    #: By currency, as in byCurrency.
    rest: RevenueRests
    #: The days, in UTC, that the figures cover; both inclusive.
    dateRange: DateRange
    #: Everything committed before this time is included. Figures of large organizations may be a
    #: few minutes old while usage is recorded.
    asOf: str
    #: The filters of the request, without its dates.
    filters: RevenueAnalyticsFilters


class RevenueAnalytics(_RevenueAnalyticsRequired, total=False):
    """Revenue and margin in a range of days."""

    #: With groupBy: every bucket in order, for each currency. The buckets of a currency add up to
    #: its revenue.
    timeSeries: List[RevenueBucket]


class RevenueAnalyticsFilters(TypedDict, total=False):
    """The filters of the request, without its dates."""

    #: Id of the customer.
    customerId: str
    #: Your own id of the customer. Send this or customerId, not both.
    customerExternalId: str
    #: Only work of this agent.
    agentId: str
    #: Adds `timeSeries`; sets the length of its rows. In CSV its rows are daily by default. One of
    #: `daily`, `weekly`, `monthly`; more may be added.
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
    #: Currency code of ISO 4217, such as USD.
    currency: str
    #: Revenue before discounts and tax, in `currency`.
    revenue: float
    #: Revenue of usage, in `currency`.
    usage: float
    #: Revenue of recurring fees, spread over days, in `currency`.
    recurring: float
    #: Revenue of seat fees, spread over days, in `currency`.
    seat: float
    #: Revenue of one-time fees, in `currency`.
    onetime: float
    #: Of the revenue: fees that fall on a single day, which are the fees of pools and one-time
    #: fees.
    oneDayFees: float
    #: The revenue as a percentage of that of the window, in its currency; null without revenue.
    revenuePercent: Union[float, None]


class RevenueFilters(TypedDict, total=False):
    """The filters of the request, without its dates."""

    #: Id of the customer.
    customerId: str
    #: Your own id of the customer. Send this or customerId, not both.
    customerExternalId: str
    #: Only work of this agent.
    agentId: str


class _RevenueRestsRequired(TypedDict):
    #: Work without a subscription.
    byCurrency: CurrencyCostRest
    #: The figures by subscription.
    bySubscription: List[SubscriptionRevenueRest]
    #: The figures by pricing strategy.
    byStrategy: List[StrategyRevenueRest]


class RevenueRests(_RevenueRestsRequired, total=False):
    """For each table, the difference between the total and its rows: amounts that belong to no
    listed row, and rounding. With it, each table adds up to the total to the last digit
    shown. By currency, as in byCurrency.
    """

    #: The difference between the totals and the rows by time.
    timeSeries: List[RevenueTimeRest]


class RevenueTimeRest(TypedDict):
    #: Currency code of ISO 4217, such as USD.
    currency: str
    #: Revenue before discounts and tax, in `currency`.
    revenue: float
    #: Revenue of usage, in `currency`.
    usage: float
    #: Revenue of recurring fees, spread over days, in `currency`.
    recurring: float
    #: Revenue of seat fees, spread over days, in `currency`.
    seat: float
    #: Revenue of one-time fees, in `currency`.
    onetime: float


class Run(TypedDict):
    """One run of an agent: the spans and usage events with the same run id."""

    #: The id of the run in usage events.
    runId: str
    #: open: further spans are awaited, or what arrived is not recorded yet. unassigned: recorded
    #: without a customer. closed: recorded; spans that arrive later are recorded too. One of
    #: `open`, `unassigned`, `closed`; more may be added.
    state: Union[RunState, str]
    #: Name of the root span, or of the first one; null: none is recorded yet.
    name: Union[str, None]
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: Null: no span names the agent.
    agentCode: Union[str, None]
    #: The declared outcome; null: none, the run only costs.
    signalName: Union[str, None]
    #: Billing units of the outcome; null without an outcome.
    quantity: Union[int, None]
    #: True if the root span ended with an error.
    isError: bool
    #: Start of the earliest recorded span; null: none is recorded yet.
    startedAt: Union[str, None]
    #: End of the latest recorded span; null: none is recorded yet.
    endedAt: Union[str, None]
    #: When its first span or event arrived.
    firstReceivedAt: str
    #: When its last span or event arrived.
    lastReceivedAt: str
    #: Spans and calls that arrived, each counted once.
    spanCount: int
    #: Its usage events that are not void.
    eventCount: int
    #: Cost of its usage events. USD, exact; null while it is not known.
    usageCost: Union[str, None]
    #: True while its events move to the customer.
    isAssigning: bool


class RunAssign(TypedDict):
    #: Your own id for the customer; a new one is created.
    customerExternalId: str


class RunDetail(TypedDict):
    """A run with its spans, usage events, revenue and invoice lines."""

    #: The id of the run in usage events.
    runId: str
    #: open: further spans are awaited, or what arrived is not recorded yet. unassigned: recorded
    #: without a customer. closed: recorded; spans that arrive later are recorded too. One of
    #: `open`, `unassigned`, `closed`; more may be added.
    state: Union[RunState, str]
    #: Name of the root span, or of the first one; null: none is recorded yet.
    name: Union[str, None]
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: Null: no span names the agent.
    agentCode: Union[str, None]
    #: The declared outcome; null: none, the run only costs.
    signalName: Union[str, None]
    #: Billing units of the outcome; null without an outcome.
    quantity: Union[int, None]
    #: True if the root span ended with an error.
    isError: bool
    #: Start of the earliest recorded span; null: none is recorded yet.
    startedAt: Union[str, None]
    #: End of the latest recorded span; null: none is recorded yet.
    endedAt: Union[str, None]
    #: When its first span or event arrived.
    firstReceivedAt: str
    #: When its last span or event arrived.
    lastReceivedAt: str
    #: Spans and calls that arrived, each counted once.
    spanCount: int
    #: Its usage events that are not void.
    eventCount: int
    #: Cost of its usage events. USD, exact; null while it is not known.
    usageCost: Union[str, None]
    #: True while its events move to the customer.
    isAssigning: bool
    #: Attributes that rules can use. Long values are not kept.
    attributes: Dict[str, Any]
    #: What could not be used as it was sent.
    warnings: List[str]
    #: Reasons why a part of the run could not be recorded.
    problems: List[str]
    #: Of an unassigned run; null: no attribute fits.
    suggestedRule: Union[SuggestedRule, None]
    #: What the outcome adds to its billing period at the prices in force, as of `usage.estimate`.
    revenue: RunRevenue
    #: The tree in preorder; the first 1000 spans. Empty after seven days.
    spans: List[RunSpan]
    #: The first 100 usage events.
    events: List[RunEvent]
    #: The invoice lines that bill these events, and those that settle them later.
    invoiceLines: List[UsageInvoiceLine]


class _RunEventRequired(TypedDict):
    #: Id of the usage event.
    eventId: str
    #: Id of the customer.
    customerId: str
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: Code of the agent, as usage records name it.
    agentCode: str
    #: Name of the signal.
    signalName: str
    #: A decimal.
    quantity: str
    #: Units of `quantity` that are not billed, because they were rejected. A decimal.
    rejectedQuantity: str
    #: When the work was done.
    usageDate: str
    #: Its cost. USD, exact; null while it is not known.
    usageCost: Union[str, None]
    #: Null: it is not void.
    voidedAt: Union[str, None]
    #: Address where the outcome can be checked; it starts with `https://`. Null: none was sent.
    evidenceUrl: Union[str, None]
    #: What shows that the outcome holds. Null: none was sent.
    evidence: Union[str, None]


class RunEvent(_RunEventRequired, total=False):
    """A usage event of a run."""

    #: Units of `quantity` that are neither rejected nor billed, because the settlement window of
    #: the outcome has not passed. A decimal. Absent without an open window.
    provisionalQuantity: str
    #: When the settlement window passes. Absent without an open window.
    settlesAt: str


class _RunListRequired(TypedDict):
    #: The objects of this page.
    results: List[Run]
    #: Number of this page, from 1.
    page: int
    #: Maximum number of objects in a page.
    limit: int
    #: Number of pages at this limit.
    totalPages: int
    #: Number of results, at most 10000; with `after`, these results, and one more if others
    #: follow.
    totalResults: int


class RunList(_RunListRequired, total=False):
    """One page of runs, or those after a cursor."""

    #: Send it as `after` for the next runs; absent if none follow.
    nextAfter: str


class RunRejectionCreate(TypedDict):
    #: Why the outcome did not hold, such as “Reopened by the user”.
    reason: str


class RunRejections(TypedDict):
    """A rejection for each outcome of the run."""

    #: The objects of this page.
    results: List[Rejection]


class RunRevenue(TypedDict):
    """What the outcome adds to its billing period at the prices in force, as of
    `usage.estimate`.
    """

    #: Null: the run earns nothing, or not in one currency.
    amount: Union[str, None]
    #: Currency of the amount; null without one.
    currency: Union[str, None]
    #: Revenue less cost; null if the revenue is not in USD, or a cost is not known.
    margin: Union[str, None]
    #: The reason for a missing amount; null: there is one.
    note: Union[str, None]


class RunSpan(TypedDict):
    """A span or a call of a run."""

    #: 16 hexadecimal digits.
    spanId: str
    #: Null: the root, or a call.
    parentSpanId: Union[str, None]
    #: Number of its ancestors that are known.
    depth: int
    #: Name, as people see it.
    name: str
    #: When it started, by the clock of its source.
    startedAt: str
    #: When it ended, by the clock of its source.
    endedAt: str
    #: True if it ended with an error.
    isError: bool
    #: True if its usage counts. A span with usage below it does not count: it repeats the sum.
    isCounted: bool
    #: True once it is in a usage event.
    isRecorded: bool
    #: Null: it used no model.
    model: Union[str, None]
    #: Null: it used no model, or does not name its provider.
    modelProvider: Union[str, None]
    #: Including cached ones; null: it used no model.
    inputTokens: Union[int, None]
    #: Null: it used no model.
    outputTokens: Union[int, None]
    #: Cost of its usage by the rates in force at its end. USD, exact; null while it is not known.
    usageCost: Union[str, None]


RunState = Literal["open", "unassigned", "closed"]


class _SeatsCreateRequired(TypedDict):
    #: For seat-based prices.
    seatsCount: int


_SeatsCreateOptional = TypedDict(
    "_SeatsCreateOptional", {
    "from": "DateLike",
    }, total=False
)


class SeatsCreate(_SeatsCreateRequired, _SeatsCreateOptional):
    pass


class SeatsPeriod(TypedDict):
    """The billing period in which the change falls."""

    #: Start, inclusive.
    start: str
    #: Exclusive end of the period.
    end: str


class SeatsPreview(TypedDict):
    """Preview of a change of seats, which is not stored: the invoice of the period without the
    change and with it, each with the usage known so far. If invoices bill a part of the
    period already, the part that includes the change.
    """

    #: The number of seats from a day on.
    seats: SubscriptionSeats
    #: The billing period in which the change falls.
    period: SeatsPeriod
    #: Preview of the invoice; nothing is stored.
    invoiceBefore: InvoicePreview
    #: Preview of the invoice; nothing is stored.
    invoice: InvoicePreview


class Seller(TypedDict):
    """Your organization as printed: copied when the invoice leaves `draft` and unchanged since."""

    #: Name of your organization at the time of the invoice.
    name: str
    #: Email address; null when there is none.
    email: Union[str, None]
    #: Telephone number; null when there is none.
    phone: Union[str, None]
    #: First line of the address; null when it is not known.
    addressLine1: Union[str, None]
    #: Second line of the address; null when there is none.
    addressLine2: Union[str, None]
    #: City of the address; null when it is not known.
    city: Union[str, None]
    #: State or region of the address; null when there is none.
    state: Union[str, None]
    #: Postal code of the address; null when it is not known.
    zipCode: Union[str, None]
    #: Country of the address; null when it is not known.
    country: Union[str, None]
    #: The address as printed, in the order of its country.
    addressLines: List[str]
    #: Tax id, printed on invoices; null when there is none.
    taxId: Union[str, None]
    #: Text at the foot of invoices; null when there is none.
    footer: Union[str, None]


class Service(TypedDict):
    """One service of the catalog and its rates."""

    #: Id of the object.
    id: str
    #: Identifier in the source of the entry.
    externalId: str
    #: Send it as `model`.
    canonicalName: str
    #: Name of the model or service for people.
    displayName: str
    #: Send it as `modelProvider`.
    provider: str
    #: Kind of the service, such as `llm`.
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
    #: USD per `costUnit` for cache writes of one hour; null: `cacheWriteCost` applies.
    cacheWrite1hCost: Union[str, None]
    #: Unit of the rates, such as 1M tokens.
    costUnit: str
    #: Rates for whole calls above a number of input tokens, ascending.
    longContext: List[LongContextCost]
    #: Published rates of service tiers, such as `batch`. Usage of any other tier costs the
    #: standard rates.
    serviceTiers: List[ServiceTierCost]
    #: Times of day (UTC) to which the current rates are limited. Null: the rates apply all day.
    dailyWindow: Union[DailyWindow, None]
    #: Start of validity of these rates; null: always valid.
    effectiveFrom: Union[str, None]
    #: Maximum number of tokens of a call; null when it is not known.
    contextWindow: Union[int, None]
    #: Where the prices come from. One of `curated`, `litellm`, `openrouter`; more may be added.
    source: Union[Literal["curated", "litellm", "openrouter"], str]
    #: True: costed by quantity. False: an LLM, costed by tokens.
    isApi: bool
    #: False: kept, but not offered for new use.
    isActive: bool


class ServiceBefore(TypedDict):
    #: Name of the model or service.
    model: str
    #: Provider of the model or service.
    modelProvider: str
    #: Number of uses of the service before the correction.
    quantity: int
    #: Including cache tokens.
    inputTokens: int
    #: Number of output tokens.
    outputTokens: int
    #: The part of inputTokens read from a cache.
    cacheReadTokens: int
    #: The part of inputTokens written to a cache.
    cacheWriteTokens: int
    #: The part of cacheWriteTokens that is kept for one hour.
    cacheWrite1hTokens: int
    #: Tier of service, such as `batch`; null: standard.
    serviceTier: Union[str, None]
    #: `customer`: with a key of the customer; it costs you 0. One of `organization`, `customer`;
    #: more may be added.
    paidBy: Union[Literal["organization", "customer"], str]
    #: Cost in USD as reported by a gateway, exact, with at least 10 decimals; null: none was.
    reportedCostUsd: Union[str, None]


class ServiceList(TypedDict):
    """One page of the catalog, and the total number of entries."""

    #: The objects of this page.
    data: List[Service]
    #: The position of this page in the list.
    pagination: Pagination


class ServiceTierCost(TypedDict):
    #: Send it as `serviceTier`.
    serviceTier: str
    #: USD per `costUnit`; null: no rate is published.
    inputCost: Union[str, None]
    #: USD per `costUnit`; null: no rate is published.
    outputCost: Union[str, None]
    #: USD per `costUnit`; null: no rate is published.
    cacheReadCost: Union[str, None]
    #: USD per `costUnit`; null: no rate is published.
    cacheWriteCost: Union[str, None]
    #: USD per `costUnit` for cache writes of one hour; null: `cacheWriteCost` applies.
    cacheWrite1hCost: Union[str, None]
    #: Rates of the tier for whole calls above a number of input tokens, ascending.
    longContext: List[LongContextCost]


class ShownPeriod(TypedDict):
    #: Start, inclusive.
    start: str
    #: Exclusive end of the period.
    end: str
    #: Day on which the period ends and is invoiced, in the time zone of the subscription.
    invoiceDate: str
    #: State of the period. One of `past`, `current`, `upcoming`; more may be added.
    state: Union[SubscriptionPeriodState, str]
    #: The invoice of the whole period, which is not invoiced again at its end. Null: none yet.
    invoice: Union[InvoiceOfPeriod, None]


class ShownPrice(TypedDict):
    """The numbers of a price."""

    #: Null unless chargeType is usage.
    pricingModel: Union[Union[PricingModel, str], None]
    #: In the plan's currency: per unit, per package, per period, per seat or once. Null when
    #: tiered.
    rate: Union[float, None]
    #: Units in a package, a whole number. For pricingModel package only. Null: another pricing
    #: model.
    packageSize: Union[float, None]
    #: The tiers of the price; null when it has none.
    tiers: Union[List[PricingTier], None]


class Signal(TypedDict):
    """A billable outcome of an agent."""

    #: Id of the object.
    id: str
    #: Name of the billable outcome.
    name: str
    #: Name that usage records send as `signalName`.
    shortName: str
    #: Id of the agent.
    agentId: str
    #: Longer text for people; null when there is none.
    description: Union[str, None]
    #: False: kept, but not offered for new use.
    isActive: bool
    #: 0: outcomes are billed at once.
    settlementDays: int
    #: When the object was created, in real time.
    createdAt: str
    #: When the object was last changed, in real time.
    updatedAt: str


class SignalBulkCreate(TypedDict):
    #: The signals to create, all or none.
    signals: Sequence[SignalCreate]


class SignalBulkResult(TypedDict):
    """The signals that were created."""

    #: In the order of the request.
    results: List[Signal]


class SignalCost(TypedDict):
    #: Id of the signal.
    signalId: str
    #: Name of the signal.
    signalName: str
    #: In USD; covers only events whose cost is known.
    totalCost: float
    #: Number of usage events.
    eventCount: int
    #: Number of events whose cost is not known yet; the cost does not include them.
    uncostedEvents: int
    #: What rejected units cost, in USD: the cost of their events × rejected ÷ recorded units. It
    #: is part of `totalCost`.
    costOfRejected: float


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
    #: Days after the usage date of an outcome in which it is provisional: shown apart, and billed
    #: once they have passed. A change applies to records from then on.
    settlementDays: int


class SignalList(TypedDict):
    """One page of results and the total number of results."""

    #: The objects of this page.
    results: List[Signal]
    #: Number of this page, from 1.
    page: int
    #: Maximum number of objects in a page.
    limit: int
    #: Number of pages at this limit.
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
    #: Days after the usage date of an outcome in which it is provisional: shown apart, and billed
    #: once they have passed. A change applies to records from then on.
    settlementDays: int


class StartedInvoice(TypedDict):
    #: Id of the object.
    id: str
    #: Number of the invoice, as printed on it.
    invoiceNumber: str


class StartedPlan(TypedDict):
    #: Id of the object.
    id: str
    #: Name of the plan.
    name: str


class StartedSubscription(TypedDict):
    #: Id of the object.
    id: str
    #: Name, as people see it.
    name: str
    #: Id of the customer.
    customerId: str
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]


class StrategyPrice(TypedDict):
    """A price of a strategy from a day on."""

    #: Null for the first price, which applies since always.
    id: Union[str, None]
    #: The request that made it: one price, or a change of many. Null for the first price.
    changeId: Union[str, None]
    #: The price applies to billing periods that begin on this day or later, in the time zone of
    #: the subscription. Null: since always.
    effectiveFrom: Union[str, None]
    #: Whose periods the price applies to. everyone: of every subscription. new: of those that
    #: start on effectiveFrom or later. One of `everyone`, `new`; more may be added.
    audience: Union[PriceAudience, str]
    #: Null unless chargeType is usage.
    pricingModel: Union[Union[PricingModel, str], None]
    #: In the plan's currency: per unit, per package, per period, per seat or once. Null when
    #: tiered.
    rate: Union[float, None]
    #: Units in a package, a whole number. For pricingModel package only. Null: another pricing
    #: model.
    packageSize: Union[float, None]
    #: The tiers of the price; null when it has none.
    tiers: Union[List[PricingTier], None]


class _StrategyPriceCreateRequired(TypedDict):
    #: The first day of the periods that have this price.
    effectiveFrom: DateLike


class StrategyPriceCreate(_StrategyPriceCreateRequired, total=False):
    #: Whose periods the price applies to. everyone: of every subscription. new: of those that
    #: start on effectiveFrom or later.
    audience: PriceAudience
    #: How usage is priced, always on the total of the period. flat: quantity × rate. package: rate
    #: for each package that is begun. graduated: each unit at the rate of its own tier. volume:
    #: all units at the rate of the tier that the total falls into. credit_pool: a fee for a pool
    #: of units, then a rate for each unit above it. Null: none.
    pricingModel: Union[PricingModel, None]
    #: For usage by flat and by package, where it is for a whole package, and for all fees. A
    #: number or decimal text; at most 9 × 10^13. Null: none.
    rate: Union[Union[float, str], None]
    #: Units in a package, a whole number. For pricingModel package only. A number or decimal text;
    #: at most 10^15. Null: none.
    packageSize: Union[Union[float, str], None]
    #: For graduated, volume and credit_pool; exactly two for credit_pool: the pool and the
    #: overage. The first lower is 0, each lower equals the previous upper, and only the last upper
    #: is null.
    tiers: Union[Sequence[PricingTierCreate], None]


class StrategyPriceList(TypedDict):
    """All prices of a strategy."""

    #: The first price, then by date.
    results: List[StrategyPrice]


class StrategyRevenue(TypedDict):
    #: Id of the pricing strategy.
    strategyId: str
    #: Name of the pricing strategy.
    strategyName: str
    #: Id of the pricing plan.
    planId: str
    #: Name of the pricing plan.
    planName: str
    #: Currency code of ISO 4217, such as USD.
    currency: str
    #: Kind of charge of the pricing strategy. One of `usage`, `recurring`, `seat_based`,
    #: `onetime`; more may be added.
    chargeType: Union[Literal["usage", "recurring", "seat_based", "onetime"], str]
    #: Billable units; 0 for fees.
    quantity: float
    #: Revenue before discounts and tax, in `currency`.
    revenue: float
    #: Units times the rates of the plan, without fees, in `currency`.
    agentEarned: float
    #: Fees of the plan, in `currency`.
    fees: float


class StrategyRevenueRest(TypedDict):
    #: Currency code of ISO 4217, such as USD.
    currency: str
    #: Revenue before discounts and tax, in `currency`.
    revenue: float
    #: Units times the rates of the plan, without fees, in `currency`.
    agentEarned: float


class Subscription(TypedDict):
    """Puts a customer on a plan, for the work of one agent."""

    #: Id of the object.
    id: str
    #: Name, as people see it.
    name: str
    #: Id of the pricing plan.
    planId: str
    #: Id of the agent.
    agentId: str
    #: Id of the customer.
    customerId: str
    #: Name of the pricing plan.
    planName: str
    #: Name of the agent.
    agentName: str
    #: Name of the customer.
    customerName: str
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: Currency of the plan.
    currency: str
    #: State of the subscription. One of `upcoming`, `active`, `ended`; more may be added.
    status: Union[SubscriptionStatus, str]
    #: In the time zone of the subscription.
    startDate: str
    #: Last day, or the exact end; null: no end.
    endDate: Union[str, None]
    #: True if it was set; without an `endDate` a subscription has no end either way.
    isForever: bool
    #: How often the subscription is billed. One of `monthly`, `yearly`, `custom`; more may be
    #: added.
    billingCycle: Union[BillingCycle, str]
    #: Number of days of a custom billing cycle; null for other cycles.
    customCycleDays: Union[int, None]
    #: Day of the month on which periods begin; null: the day of the start date.
    billingDay: Union[int, None]
    #: Describes the agreement; the strategies of the plan determine the charges. One of
    #: `subscription`, `usage`, `hybrid`; more may be added.
    billingModel: Union[BillingModel, str]
    #: Null: the time zone of the customer applies.
    timezone: Union[str, None]
    #: Its own time zone, otherwise the time zone of the customer.
    timezoneInForce: str
    #: The effective number: its own, otherwise the customer's.
    netTerms: int
    #: True: the saved payment method is charged when an invoice becomes final, before its email.
    autoCollectPayment: bool
    #: Seats in force today, in the time zone of the subscription; GET …/seats lists all by date.
    seatsCount: int
    #: Amount still to be billed, in the plan's currency; null once an invoice includes it.
    proratedAmount: Union[float, None]
    #: Whether an end keeps what was billed in advance for the days after it.
    keepAdvance: bool
    #: Text printed on every invoice of the subscription; null when there is none.
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
    #: The first of the subscriptions that follow each other by changes of plan; its own id without
    #: one.
    dealId: str
    #: The subscription that this one follows by a change of plan; null: none.
    replacesId: Union[str, None]
    #: The subscription that follows this one by a change of plan; null: none.
    replacedById: Union[str, None]
    #: Time ranges that are not billed automatically, in order; empty when there are none.
    unbilledTime: List[UnbilledTime]
    #: Grows with each change of the subscription, also when it starts or ends by date; not with
    #: values that follow from its customer, plan, agent or invoices. 1 at creation; see If-Match.
    version: int
    #: When the object was created, in real time.
    createdAt: str
    #: When the object was last changed, in real time.
    updatedAt: str


class SubscriptionActivatedAnnouncement(TypedDict):
    """An upcoming subscription started."""

    #: The same in every attempt; also the header `webhook-id`.
    id: str
    #: Kind of the object.
    type: Literal["subscription.activated"]
    #: When it happened, in business time.
    timestamp: str
    #: Id of the customer; null if it is about the whole organization.
    customerId: Union[str, None]
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: Puts a customer on a plan, for the work of one agent.
    data: Dict[str, Any]


class SubscriptionChange(TypedDict):
    """One change of a subscription or its plan, and its author."""

    #: Id of the object.
    id: str
    #: When the change was made.
    at: str
    #: `api_key:<id>`, `user:<id>`, or `system` for changes that follow from dates.
    actor: str
    #: Current name of the key or the person; null for `system`, and for those that no longer
    #: exist.
    actorName: Union[str, None]
    #: The changed fields, each with its old and new value.
    changes: List[FieldChange]


class SubscriptionChangeList(TypedDict):
    """One page of results and the total number of results."""

    #: The objects of this page.
    results: List[SubscriptionChange]
    #: Number of this page, from 1.
    page: int
    #: Maximum number of objects in a page.
    limit: int
    #: Number of pages at this limit.
    totalPages: int
    #: Exact number of results.
    totalResults: int


class _SubscriptionCreateRequired(TypedDict):
    #: Name, as people see it.
    name: str
    #: Id of the pricing plan that prices the subscription.
    planId: str
    #: An agent that is linked to the plan.
    agentId: str
    #: ISO 8601 date, past or future. A timestamp is taken as its date in the time zone of the
    #: subscription.
    startDate: DateLike


class SubscriptionCreate(_SubscriptionCreateRequired, total=False):
    #: This or customerExternalId is required, not both.
    customerId: str
    #: Your own id of the customer. This or customerId is required, not both.
    customerExternalId: str
    #: Follows from the dates. On creation it is accepted and ignored; on update, `ended` ends the
    #: subscription now, and `active` starts an upcoming one today.
    status: SubscriptionStatus
    #: How often the subscription is billed.
    billingCycle: BillingCycle
    #: Describes the agreement. The strategies of the plan determine the charges.
    billingModel: BillingModel
    #: Days to pay an invoice. Without it, or null: the net terms of the customer at the time an
    #: invoice is issued.
    netTerms: Union[int, None]
    #: Charges the saved payment method for each invoice.
    autoCollectPayment: bool
    #: A date is the last day that is billed; a timestamp is the exact, exclusive end (without an
    #: offset: in the time zone of the subscription). Null: none.
    endDate: Union[DateLike, None]
    #: When true, endDate is ignored.
    isForever: bool
    #: For seat-based prices.
    seatsCount: int
    #: Length of a period in days. Required for billingCycle `custom`, and not allowed otherwise.
    #: Null: none.
    customCycleDays: Union[int, None]
    #: A number or decimal text, may be negative: billed once, on a separate line of the next
    #: invoice. Each request sets one adjustment, which replaces the one that is not billed yet;
    #: null removes that one.
    proratedAmount: Union[float, str, None]
    #: Whether an end keeps what was billed in advance for the days after it. Default: false; the
    #: last invoice gives these days back.
    keepAdvance: bool
    #: IANA name, such as Europe/Berlin. Default: the time zone of the customer. Null: the default.
    timezone: Union[str, None]
    #: Day of the month on which periods start, clamped in shorter months; the first period is a
    #: stub up to it. Default: the day of startDate. Null: the default.
    billingDay: Union[int, None]
    #: Printed on every invoice. Null: none.
    invoiceMemo: Union[str, None]
    #: Free-form; stored, not interpreted. Null: empty.
    subscriptionDetails: Union[JsonObject, None]
    #: Free-form; stored, not interpreted. Null: empty.
    metadata: Union[JsonObject, None]


class SubscriptionCreatedAnnouncement(TypedDict):
    """A subscription was created."""

    #: The same in every attempt; also the header `webhook-id`.
    id: str
    #: Kind of the object.
    type: Literal["subscription.created"]
    #: When it happened, in business time.
    timestamp: str
    #: Id of the customer; null if it is about the whole organization.
    customerId: Union[str, None]
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: Puts a customer on a plan, for the work of one agent.
    data: Dict[str, Any]


class SubscriptionDeletedAnnouncement(TypedDict):
    """A subscription without invoices was deleted; `data` is its last state."""

    #: The same in every attempt; also the header `webhook-id`.
    id: str
    #: Kind of the object.
    type: Literal["subscription.deleted"]
    #: When it happened, in business time.
    timestamp: str
    #: Id of the customer; null if it is about the whole organization.
    customerId: Union[str, None]
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: Puts a customer on a plan, for the work of one agent.
    data: Dict[str, Any]


class SubscriptionEndedAnnouncement(TypedDict):
    """A subscription ended or was deleted. If it was deleted, `data` is its last state, such as
    active, and `subscription.deleted` is announced too.
    """

    #: The same in every attempt; also the header `webhook-id`.
    id: str
    #: Kind of the object.
    type: Literal["subscription.ended"]
    #: When it happened, in business time.
    timestamp: str
    #: Id of the customer; null if it is about the whole organization.
    customerId: Union[str, None]
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: Puts a customer on a plan, for the work of one agent.
    data: Dict[str, Any]


class SubscriptionList(TypedDict):
    """One page of results and the total number of results."""

    #: The objects of this page.
    results: List[Subscription]
    #: Number of this page, from 1.
    page: int
    #: Maximum number of objects in a page.
    limit: int
    #: Number of pages at this limit.
    totalPages: int
    #: Exact number of results.
    totalResults: int


class SubscriptionPeriod(TypedDict):
    #: Start, inclusive.
    start: str
    #: Exclusive end of the period.
    end: str
    #: Day on which the period ends and is invoiced, in the time zone of the subscription.
    invoiceDate: str
    #: State of the period. One of `past`, `current`, `upcoming`; more may be added.
    state: Union[SubscriptionPeriodState, str]


class SubscriptionPeriodList(TypedDict):
    """Billing periods of a subscription: the last three, the current one and the next three."""

    #: In chronological order.
    results: List[ShownPeriod]


#: State of the period. One of `past`, `current`, `upcoming`; more may be added.
SubscriptionPeriodState = Literal["past", "current", "upcoming"]


class SubscriptionPlanChangedAnnouncement(TypedDict):
    """The plan of a customer changed, or will change on a later day. `data` is the subscription
    with the new plan; `replacesId` names the one that ends, which `subscription.updated` or
    `subscription.ended` announces.
    """

    #: The same in every attempt; also the header `webhook-id`.
    id: str
    #: Kind of the object.
    type: Literal["subscription.plan_changed"]
    #: When it happened, in business time.
    timestamp: str
    #: Id of the customer; null if it is about the whole organization.
    customerId: Union[str, None]
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: Puts a customer on a plan, for the work of one agent.
    data: Dict[str, Any]


class SubscriptionPreview(TypedDict):
    """Preview of a subscription; nothing is stored."""

    #: State of the subscription. One of `upcoming`, `active`, `ended`; more may be added.
    status: Union[SubscriptionStatus, str]
    #: The effective time zone: its own, otherwise the time zone of the customer.
    timezone: str
    #: The first three, or fewer when the subscription ends earlier.
    periods: List[SubscriptionPeriod]
    #: Preview of the invoice of the first period, with the usage known so far.
    invoice: FirstInvoicePreview


class SubscriptionPrice(TypedDict):
    """A price of one subscription from a day on."""

    #: Id of the object.
    id: str
    #: Id of the subscription.
    subscriptionId: str
    #: Id of the pricing strategy.
    strategyId: str
    #: The price applies to billing periods that begin on this day or later. Null: since always.
    effectiveFrom: Union[str, None]
    #: True: from here the price of the plan again.
    usePlanPrice: bool
    #: Null unless chargeType is usage.
    pricingModel: Union[Union[PricingModel, str], None]
    #: In the plan's currency: per unit, per package, per period, per seat or once. Null when
    #: tiered.
    rate: Union[float, None]
    #: Units in a package, a whole number. For pricingModel package only. Null: another pricing
    #: model.
    packageSize: Union[float, None]
    #: The tiers of the price; null when it has none.
    tiers: Union[List[PricingTier], None]
    #: Your reason. Null: none was sent.
    note: Union[str, None]
    #: When the object was created, in real time.
    createdAt: str


class SubscriptionPriceCreate(TypedDict, total=False):
    #: The first day of the periods that have this price. Default: since always. Null: the default.
    effectiveFrom: Union[DateLike, None]
    #: True: from here the price of the plan applies again; send no price.
    usePlanPrice: bool
    #: How usage is priced, always on the total of the period. flat: quantity × rate. package: rate
    #: for each package that is begun. graduated: each unit at the rate of its own tier. volume:
    #: all units at the rate of the tier that the total falls into. credit_pool: a fee for a pool
    #: of units, then a rate for each unit above it. Null: none.
    pricingModel: Union[PricingModel, None]
    #: For usage by flat and by package, where it is for a whole package, and for all fees. A
    #: number or decimal text; at most 9 × 10^13. Null: none.
    rate: Union[Union[float, str], None]
    #: Units in a package, a whole number. For pricingModel package only. A number or decimal text;
    #: at most 10^15. Null: none.
    packageSize: Union[Union[float, str], None]
    #: For graduated, volume and credit_pool; exactly two for credit_pool: the pool and the
    #: overage. The first lower is 0, each lower equals the previous upper, and only the last upper
    #: is null.
    tiers: Union[Sequence[PricingTierCreate], None]
    #: Your reason. Customers do not see it. Null: none.
    note: Union[str, None]


class SubscriptionPriceList(TypedDict):
    """Prices that a subscription has of its own."""

    #: The earliest first.
    results: List[SubscriptionPrice]


class SubscriptionRevenue(TypedDict):
    #: Id of the subscription.
    subscriptionId: str
    #: Name of the subscription.
    subscriptionName: str
    #: Id of the customer.
    customerId: str
    #: Name of the customer.
    customerName: str
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: Id of the agent.
    agentId: str
    #: Name of the agent.
    agentName: str
    #: Id of the pricing plan.
    planId: str
    #: Name of the pricing plan.
    planName: str
    #: Number of usage events.
    eventCount: int
    #: Currency code of ISO 4217, such as USD.
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
    #: The revenue by kind of charge.
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
    #: Currency code of ISO 4217, such as USD.
    currency: str
    #: Revenue before discounts and tax, in `currency`.
    revenue: float
    #: Units times the rates of the plan, without fees, in `currency`.
    agentEarned: float
    #: Part of the revenue that finalized invoices bill, in `currency`.
    invoiced: float
    #: Part of the revenue that no finalized invoice bills yet, in `currency`.
    notInvoiced: float
    #: The revenue by kind of charge.
    breakdown: RevenueBreakdown
    #: In USD; covers only events whose cost is known.
    cost: float


SubscriptionSeats = TypedDict(
    "SubscriptionSeats", {
    "from": "str",
    "seatsCount": "int",
    "state": "Union[SubscriptionSeatsState, str]",
    }
)


class SubscriptionSeatsList(TypedDict):
    """The seats of a subscription by date."""

    #: By date, from the start date on.
    results: List[SubscriptionSeats]


#: current: the number of today, or of the last day once the subscription has ended. One of
#: `past`, `current`, `upcoming`; more may be added.
SubscriptionSeatsState = Literal["past", "current", "upcoming"]


#: Follows from the dates. On creation it is accepted and ignored; on update, `ended` ends the
#: subscription now, and `active` starts an upcoming one today.
SubscriptionStatus = Literal["upcoming", "active", "ended"]


class SubscriptionUpdate(TypedDict, total=False):
    #: Name, as people see it.
    name: str
    #: Another active plan. Can change until an invoice leaves draft; drafts are voided. After
    #: that, `subscriptions.change_plan` changes the plan; for another agent or customer, end this
    #: subscription and create another one.
    planId: str
    #: Another agent that is linked to the plan. Can change until an invoice leaves draft; drafts
    #: are voided. After that, `subscriptions.change_plan` changes the plan; for another agent or
    #: customer, end this subscription and create another one.
    agentId: str
    #: Another customer. Can change until an invoice leaves draft; drafts are voided. After that,
    #: `subscriptions.change_plan` changes the plan; for another agent or customer, end this
    #: subscription and create another one.
    customerId: str
    #: Your own id of the customer. Send this or customerId, not both.
    customerExternalId: str
    #: ISO 8601 date, past or future. A timestamp is taken as its date in the time zone of the
    #: subscription.
    startDate: DateLike
    #: Follows from the dates. On creation it is accepted and ignored; on update, `ended` ends the
    #: subscription now, and `active` starts an upcoming one today.
    status: SubscriptionStatus
    #: How often the subscription is billed.
    billingCycle: BillingCycle
    #: Describes the agreement. The strategies of the plan determine the charges.
    billingModel: BillingModel
    #: Days to pay an invoice. Without it, or null: the net terms of the customer at the time an
    #: invoice is issued.
    netTerms: Union[int, None]
    #: Charges the saved payment method for each invoice.
    autoCollectPayment: bool
    #: A date is the last day that is billed; a timestamp is the exact, exclusive end (without an
    #: offset: in the time zone of the subscription). Null: none.
    endDate: Union[DateLike, None]
    #: When true, endDate is ignored.
    isForever: bool
    #: For seat-based prices.
    seatsCount: int
    #: Length of a period in days. Required for billingCycle `custom`, and not allowed otherwise.
    #: Null: none.
    customCycleDays: Union[int, None]
    #: A number or decimal text, may be negative: billed once, on a separate line of the next
    #: invoice. Each request sets one adjustment, which replaces the one that is not billed yet;
    #: null removes that one.
    proratedAmount: Union[float, str, None]
    #: Whether an end keeps what was billed in advance for the days after it. Default: false; the
    #: last invoice gives these days back.
    keepAdvance: bool
    #: IANA name, such as Europe/Berlin. Default: the time zone of the customer. Null: the default.
    timezone: Union[str, None]
    #: Day of the month on which periods start, clamped in shorter months; the first period is a
    #: stub up to it. Default: the day of startDate. Null: the default.
    billingDay: Union[int, None]
    #: Printed on every invoice. Null: none.
    invoiceMemo: Union[str, None]
    #: Free-form; stored, not interpreted. Null: empty.
    subscriptionDetails: Union[JsonObject, None]
    #: Free-form; stored, not interpreted. Null: empty.
    metadata: Union[JsonObject, None]


class SubscriptionUpdatedAnnouncement(TypedDict):
    """Terms or dates of a subscription changed."""

    #: The same in every attempt; also the header `webhook-id`.
    id: str
    #: Kind of the object.
    type: Literal["subscription.updated"]
    #: When it happened, in business time.
    timestamp: str
    #: Id of the customer; null if it is about the whole organization.
    customerId: Union[str, None]
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: Puts a customer on a plan, for the work of one agent.
    data: Dict[str, Any]


class SuggestedEntry(TypedDict):
    """A similar catalog entry with its rates, and the reason for the suggestion."""

    #: Send it as targetPricingId.
    serviceId: str
    #: Name of the model or service.
    model: str
    #: Provider of the model or service.
    provider: str
    #: same_name: the same name at another provider. same_provider: a similar name at this
    #: provider. similar_name: a similar name at another provider. One of `same_name`,
    #: `same_provider`, `similar_name`; more may be added.
    reason: Union[Literal["same_name", "same_provider", "similar_name"], str]
    #: Estimated cost of the work at its rates, in USD.
    estimatedCost: float
    #: Current rate in USD per `costUnit`; null: none is published.
    inputCost: Union[str, None]
    #: USD per `costUnit` for output tokens. Null: no rate is published.
    outputCost: Union[str, None]
    #: Unit of the rates, such as 1M tokens.
    costUnit: str


class SuggestedRule(TypedDict):
    """An attribute of the run whose value probably names its customer."""

    #: Name of the attribute.
    attribute: str
    #: Its value in this run.
    value: str


class TariffTier(TypedDict):
    """A tier of a tariff."""

    #: Exclusive. A decimal.
    lower: str
    #: Null: the last tier.
    upper: Union[str, None]
    #: Per unit; in the first tier of a credit_pool, the price of the pool. A decimal.
    rate: str
    #: Due once for the units of the tier. A decimal.
    flatFee: str


class TaxRate(TypedDict):
    """A percentage of the billed amount that is owed to a tax authority."""

    #: Id of the object.
    id: str
    #: Name, as people see it.
    name: str
    #: Longer text for people; null when there is none.
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
    #: When the object was created, in real time.
    createdAt: str
    #: When the object was last changed, in real time.
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

    #: The objects of this page.
    results: List[TaxRate]
    #: Number of this page, from 1.
    page: int
    #: Maximum number of objects in a page.
    limit: int
    #: Number of pages at this limit.
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
    now: DateLike


class TimeRange(TypedDict):
    #: Inclusive.
    start: str
    #: Exclusive.
    end: str


class Timeline(TypedDict):
    """Past and upcoming events of the clock, in business time."""

    #: In chronological order, at most 200.
    results: List[TimelineEntry]
    #: True if there are more.
    hasMore: bool
    #: When the next event of any kind is due; null: none.
    nextDueAt: Union[str, None]
    #: Business time, from which the timeline begins.
    now: str


class TimelineEntry(TypedDict):
    #: When it is due, in business time.
    at: str
    #: True if the event has happened. False if it is expected at `at`.
    isDone: bool
    #: invoice_draft: a period ends and becomes a draft. invoice_finalize: the grace hours of a
    #: draft have passed. invoice_collect: an invoice with automatic collection is charged. One of
    #: `subscription_start`, `subscription_end`, `invoice_draft`, `invoice_finalize`,
    #: `invoice_issue`, `invoice_collect`, `invoice_remind`, `invoice_overdue`, `invoice_paid`,
    #: `invoice_void`; more may be added.
    kind: Union[TimelineKind, str]
    #: Id of the customer.
    customerId: str
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: Name of the customer.
    customerName: str
    #: Id of the subscription; null when it is about none.
    subscriptionId: Union[str, None]
    #: Name of the subscription; null when it is about none.
    subscriptionName: Union[str, None]
    #: Id of the invoice; null when it does not exist yet.
    invoiceId: Union[str, None]
    #: Number of the invoice; null when it does not exist yet.
    invoiceNumber: Union[str, None]


#: invoice_draft: a period ends and becomes a draft. invoice_finalize: the grace hours of a
#: draft have passed. invoice_collect: an invoice with automatic collection is charged. One of
#: `subscription_start`, `subscription_end`, `invoice_draft`, `invoice_finalize`,
#: `invoice_issue`, `invoice_collect`, `invoice_remind`, `invoice_overdue`, `invoice_paid`,
#: `invoice_void`; more may be added.
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


class TopUp(TypedDict):
    """Prepaid credit that a customer buys: an invoice of the kind `top_up`, without tax, which
    gives credit once it is paid.
    """

    #: Id of the top-up, and of its invoice.
    id: str
    #: Number of the invoice, as printed on it.
    invoiceNumber: str
    #: open: to be paid at `payUrl`. pending: a payment is on its way. paid: the credit is given.
    #: failed: the saved payment method was declined, or it was not paid in time; its invoice is
    #: void. refunded: in full. One of `open`, `pending`, `paid`, `failed`, `refunded`; more may be
    #: added.
    status: Union[TopUpStatus, str]
    #: checkout: on the payment page, whose link is `payUrl`. saved: with the saved payment method,
    #: on request. auto: with it, because little credit was available. One of `checkout`, `saved`,
    #: `auto`; more may be added.
    method: Union[TopUpMethod, str]
    #: Amount in `currency`.
    amount: float
    #: Sum of the refunds, in the currency of the invoice.
    amountRefunded: float
    #: Currency code of ISO 4217, such as USD.
    currency: str
    #: Link to the payment page while the top-up is open; null if it cannot be paid online.
    payUrl: Union[str, None]
    #: Business time.
    issuedAt: str
    #: The invoice becomes void then, unless it is paid or a payment is pending.
    payableUntil: str
    #: Business time; null until it is paid.
    paidAt: Union[str, None]
    #: Id of the customer.
    customerId: str
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: The credit grant that the payment gave; null until it is paid.
    grantId: Union[str, None]
    #: Why the latest payment failed; null if none failed last.
    failureReason: Union[str, None]
    #: Real time.
    createdAt: str


class TopUpCreate(TypedDict):
    #: A positive number or decimal text.
    amount: Union[float, str]
    #: Currency code of ISO 4217, such as USD.
    currency: str
    #: checkout: on the payment page, whose link is `payUrl`. saved: with the saved payment method,
    #: at once.
    method: TopUpPayment


class TopUpFailedAnnouncement(TypedDict):
    """A top-up ended without a payment: the saved payment method was declined, it was not paid
    within 24 hours, or its invoice was voided.
    """

    #: The same in every attempt; also the header `webhook-id`.
    id: str
    #: Kind of the object.
    type: Literal["top_up.failed"]
    #: When it happened, in business time.
    timestamp: str
    #: Id of the customer; null if it is about the whole organization.
    customerId: Union[str, None]
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: Prepaid credit that a customer buys: an invoice of the kind `top_up`, without tax, which
    #: gives credit once it is paid.
    data: Dict[str, Any]


class TopUpList(TypedDict):
    """One page of results and the total number of results."""

    #: The objects of this page.
    results: List[TopUp]
    #: Number of this page, from 1.
    page: int
    #: Maximum number of objects in a page.
    limit: int
    #: Number of pages at this limit.
    totalPages: int
    #: Exact number of results.
    totalResults: int


#: checkout: on the payment page, whose link is `payUrl`. saved: with the saved payment method,
#: on request. auto: with it, because little credit was available. One of `checkout`, `saved`,
#: `auto`; more may be added.
TopUpMethod = Literal["checkout", "saved", "auto"]


#: checkout: on the payment page, whose link is `payUrl`. saved: with the saved payment method,
#: at once.
TopUpPayment = Literal["checkout", "saved"]


#: open: to be paid at `payUrl`. pending: a payment is on its way. paid: the credit is given.
#: failed: the saved payment method was declined, or it was not paid in time; its invoice is
#: void. refunded: in full. One of `open`, `pending`, `paid`, `failed`, `refunded`; more may be
#: added.
TopUpStatus = Literal["open", "pending", "paid", "failed", "refunded"]


class TopUpSucceededAnnouncement(TypedDict):
    """A top-up was paid, and its credit is given."""

    #: The same in every attempt; also the header `webhook-id`.
    id: str
    #: Kind of the object.
    type: Literal["top_up.succeeded"]
    #: When it happened, in business time.
    timestamp: str
    #: Id of the customer; null if it is about the whole organization.
    customerId: Union[str, None]
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: Prepaid credit that a customer buys: an invoice of the kind `top_up`, without tax, which
    #: gives credit once it is paid.
    data: Dict[str, Any]


#: `voided`: the invoice of this range was voided after it was finalized; generate a new one.
#: `draft`: a draft that is not finalized automatically covers this range; send the draft, or
#: void it. One of `voided`, `draft`; more may be added.
UnbilledReason = Literal["voided", "draft"]


class UnbilledSubscriptionTime(TypedDict):
    #: Start of the time without an invoice, inclusive.
    start: str
    #: Exclusive end.
    end: str
    #: `voided`: the invoice of this range was voided after it was finalized; generate a new one.
    #: `draft`: a draft that is not finalized automatically covers this range; send the draft, or
    #: void it. One of `voided`, `draft`; more may be added.
    reason: Union[UnbilledReason, str]
    #: The voided invoice, or the draft.
    invoiceId: str
    #: Number of the invoice, as printed on it.
    invoiceNumber: str
    #: Id of the subscription.
    subscriptionId: str
    #: Name of the subscription.
    subscriptionName: str
    #: Id of the customer.
    customerId: str
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]


class UnbilledTime(TypedDict):
    """A time range of a running or ended subscription that is not billed automatically."""

    #: Start of the time without an invoice, inclusive.
    start: str
    #: Exclusive end.
    end: str
    #: `voided`: the invoice of this range was voided after it was finalized; generate a new one.
    #: `draft`: a draft that is not finalized automatically covers this range; send the draft, or
    #: void it. One of `voided`, `draft`; more may be added.
    reason: Union[UnbilledReason, str]
    #: The voided invoice, or the draft.
    invoiceId: str
    #: Number of the invoice, as printed on it.
    invoiceNumber: str


class UncostedModel(TypedDict):
    """A model whose events have no cost, and the reason."""

    #: Name of the model or service.
    model: str
    #: Provider of the model or service.
    provider: str
    #: unknown_model: not in the catalog. no_rate: in the catalog, but without a required rate. One
    #: of `unknown_model`, `no_rate`; more may be added.
    reason: Union[UncostedReason, str]
    #: Number of events that wait for this model.
    count: int
    #: Number of customers with such events.
    customerCount: int
    #: When the earliest of these events took place.
    oldestEventDate: str
    #: The most similar catalog entries, best match first; map the model to one of them.
    suggestions: List[SuggestedEntry]
    #: Estimated cost of the work by the suggestions, in USD, at current prices; null without
    #: suggestions.
    estimatedCost: Union[CostRange, None]


#: unknown_model: not in the catalog. no_rate: in the catalog, but without a required rate. One
#: of `unknown_model`, `no_rate`; more may be added.
UncostedReason = Literal["unknown_model", "no_rate"]


class UncostedUsage(TypedDict):
    """Events without a cost, by what is missing."""

    #: The models and services without a price, by their events.
    groups: List[UncostedModel]
    #: Number of events without a cost, each counted once.
    totalEvents: int
    #: Events that have a cost, but name an LLM without any token, which costs 0; a streamed
    #: response may lack its usage.
    withoutTokens: EventsWithoutTokens


class UnknownModel(TypedDict):
    """A model without a price, as usage records name it."""

    #: Name of the model or service.
    model: str
    #: Provider of the model or service.
    provider: str
    #: Of two announcements about one object, the higher version is the later state.
    version: int


class Unpriced(TypedDict):
    """Work that no price covers: it belongs to no subscription; or its time is invoiced, and the
    invoice has no usage line for its signal; or its time is not invoiced, and the plan has no
    active usage price for its signal. Work at a price of 0, units within a pool and signals
    that the plan includes are priced. Its cost is part of the other figures. A voided event
    has no units and no cost, and is still one of the events; `GET /v1/attention` leaves it
    out where nothing else is unpriced.
    """

    #: Billable units.
    quantity: float
    #: Number of usage events.
    eventCount: int
    #: In USD; covers only events whose cost is known.
    cost: float


class UsageAmendedAnnouncement(TypedDict):
    """A usage event was amended."""

    #: The same in every attempt; also the header `webhook-id`.
    id: str
    #: Kind of the object.
    type: Literal["usage.amended"]
    #: When it happened, in business time.
    timestamp: str
    #: Id of the customer; null if it is about the whole organization.
    customerId: Union[str, None]
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: A stored usage record, with the prices that its cost was computed from, or with the missing
    #: ones, with its corrections and rejections, and with the invoice lines that bill it.
    data: Dict[str, Any]


class _UsageAnalyticsRequired(TypedDict):
    #: Sums of the whole window.
    summary: UsageSummary
    #: Every bucket in order, including those without events.
    timeSeriesData: List[UsageTimeBucket]
    #: Readable names by id.
    metadata: UsageNames
    #: For each table, the difference between the total and its rows: amounts that belong to no
    #: listed row, and rounding. With it, each table adds up to the total to the last digit shown.
    rest: UsageRests
    #: The days, in UTC, that the figures cover; both inclusive.
    dateRange: DateRange
    #: The filters of the request, without its dates.
    filters: UsageAnalyticsFilters


class UsageAnalytics(_UsageAnalyticsRequired, total=False):
    """Amount and cost of work."""

    #: The sums by customer, agent or signal.
    dimensionBreakdown: UsageBreakdown


class UsageAnalyticsFilters(TypedDict, total=False):
    """The filters of the request, without its dates."""

    #: Id of the customer.
    customerId: str
    #: Your own id of the customer. Send this or customerId, not both.
    customerExternalId: str
    #: Only work of this agent.
    agentId: str
    #: Only work of this signal.
    signalId: str
    #: Length of each row of the time series. Default: daily. One of `daily`, `weekly`, `monthly`;
    #: more may be added.
    groupBy: Union[Grouping, str]
    #: Adds `dimensionBreakdown`. One of `customer`, `signal`, `agent`; more may be added.
    breakdownBy: Union[Dimension, str]
    #: Maximum number of customers, signals or agents listed, those with the most events first.
    #: Default: 100.
    top: int


class UsageBatch(TypedDict):
    #: The records. If one is misshapen, the batch is refused with 400, and nothing of it is
    #: stored: without customerExternalId, agentCode or signalName, without a model and a
    #: modelProvider for each service, with both shapes or with none. An invalid value refuses only
    #: its record.
    records: Sequence[UsageRecord]


class UsageBatchResult(TypedDict):
    """Result of each record, in the order of the request; some may have failed."""

    #: Number of records of the request.
    processed: int
    #: Number of records that are stored with a cost.
    successful: int
    #: Number of entries in `results.failed`. It includes records that are stored, but whose cost
    #: is not known yet: see `stored` of each.
    failed: int
    #: The result of each record, in two lists.
    results: UsageEntries


class UsageBreakdown(TypedDict):
    #: Dimension of the rows. One of `customer`, `signal`, `agent`; more may be added.
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

    #: Number of usage events.
    totalEvents: int
    #: Units recorded, including rejected ones.
    totalQuantity: float
    #: In USD; covers only events whose cost is known.
    totalCost: float
    #: Number of events whose cost is not known yet; the cost does not include them.
    uncostedEvents: int


class UsageBucket(TypedDict):
    #: First day of the bucket: a Monday for weeks, the first of the month for months.
    date: str
    #: Number of usage events.
    eventCount: int
    #: Units recorded, including rejected ones.
    totalQuantity: float
    #: In USD; covers only events whose cost is known.
    totalCost: float
    #: Number of events whose cost is not known yet; the cost does not include them.
    uncostedEvents: int


class UsageEntries(TypedDict):
    """The result of each record, in two lists."""

    #: The records that are stored with a cost.
    success: List[UsageSuccess]
    #: The records that are refused (`stored: false`), and those that are stored without a cost
    #: (`stored: true`, code NEEDS_COST_BACKFILL). Resend only the former.
    failed: List[UsageFailure]


class _UsageEstimateRequired(TypedDict):
    #: Index of the record in the request.
    index: int
    #: USD with exactly 10 decimals; null when the cost is not known.
    totalCostUsd: Union[str, None]
    #: Components of a cost; keys are `<model>/<dimension>`. Services with the same key are added
    #: up, whatever their provider, tier of service and payer: the services of `GET
    #: /v1/events/{eventId}` have each.
    usageCostData: CostLines
    #: Amount that the record adds to the total of its billing period, after everything recorded so
    #: far and the preceding records of this request; exactly 10 decimals. Null when it belongs to
    #: no subscription.
    revenue: Union[str, None]
    #: Currency of the revenue. Null: it belongs to no subscription.
    currency: Union[str, None]
    #: The subscription that it would belong to. Null: it belongs to none.
    subscriptionId: Union[str, None]


class UsageEstimate(_UsageEstimateRequired, total=False):
    """Estimated cost and revenue of one record."""

    #: The reason there is no cost, for programs; absent when there is one. One of
    #: `NEEDS_COST_BACKFILL`, `VALIDATION_ERROR`; more may be added.
    code: Union[Literal["NEEDS_COST_BACKFILL", "VALIDATION_ERROR"], str]
    #: The reason there is no cost, as a sentence; absent when there is one.
    error: str
    #: The reason there is no revenue.
    revenueNote: str
    #: What is stored and probably a mistake: fields without effect, which may be misspelled or
    #: misplaced; dates more than a day ahead or five years ago; LLMs without any token, which cost
    #: 0; and tiers of service without rates.
    warnings: List[str]


class UsageEstimateList(TypedDict):
    """Estimated cost and revenue of each record; nothing is stored."""

    #: The estimates, in the order of the records.
    results: List[UsageEstimate]
    #: Sum of the known costs.
    totalCostUsd: str
    #: Sum of the revenue in each currency; currencies are never added together.
    totalRevenue: List[CurrencyAmount]
    #: Number of records whose cost is not known.
    uncosted: int


class _UsageEventRequired(TypedDict):
    #: Id of the object.
    id: str
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: Id of the customer.
    customerId: str
    #: Name of the customer.
    customerName: str
    #: Id of the subscription that the work belongs to; null: to none.
    subscriptionId: Union[str, None]
    #: Id of your organization.
    organizationId: str
    #: Id of the agent.
    agentId: str
    #: Name of the agent.
    agentName: str
    #: Code of the agent, as usage records name it.
    agentCode: str
    #: Id of the signal.
    signalId: str
    #: Id of the record as it was received.
    rawIngestEventId: str
    #: The run that the record named; null when it named none.
    runId: Union[str, None]
    #: The idempotencyKey of the record. Null: it had none.
    idempotencyKey: Union[str, None]
    #: When the work was done.
    usageDate: str
    #: A decimal.
    quantity: str
    #: Any JSON object: stored, returned as it was sent, and never interpreted.
    metadata: JsonObject
    #: Address where the outcome can be checked; it starts with `https://`. Null: none was sent.
    evidenceUrl: Union[str, None]
    #: What shows that the outcome holds. Null: none was sent.
    evidence: Union[str, None]
    #: Each model or service that was used, once.
    models: List[str]
    #: USD, exact, with at least 10 decimals; null while the cost is not known.
    usageCost: Union[str, None]
    #: What the customer paid its providers for it with keys of its own, in USD, exact, with at
    #: least 10 decimals. It is no part of `usageCost`. Null: the customer paid nothing, or a price
    #: is not known.
    customerCost: Union[str, None]
    #: Components of a cost; keys are `<model>/<dimension>`. Services with the same key are added
    #: up, whatever their provider, tier of service and payer: the services of `GET
    #: /v1/events/{eventId}` have each.
    usageCostData: CostLines
    #: PROCESSED: the cost is known. NEEDS_COST_BACKFILL: waits for a model to be mapped, or for
    #: rates of your own. ERROR: a rate is missing. One of `PROCESSED`, `NEEDS_COST_BACKFILL`,
    #: `PENDING`, `ERROR`; more may be added.
    eventProcessed: Union[EventProcessed, str]
    #: When the cost was last computed.
    eventProcessedAt: str
    #: When the object was created, in real time.
    createdAt: str
    #: When the object was last changed, in real time.
    updatedAt: str
    #: When it was last amended or voided; null if it never was.
    correctedAt: Union[str, None]
    #: When it was voided: its quantity and cost are 0. Null: it is not void.
    voidedAt: Union[str, None]
    #: Units of `quantity` that are not billed, because they were rejected. A decimal.
    rejectedQuantity: str
    #: The signal of the event.
    signal: EventSignal


class UsageEvent(_UsageEventRequired, total=False):
    """A stored usage record, with its cost."""

    #: Units of `quantity` that are neither rejected nor billed, because the settlement window of
    #: the outcome has not passed. A decimal. Absent without an open window.
    provisionalQuantity: str
    #: When the settlement window passes. Absent without an open window.
    settlesAt: str


class _UsageEventDetailRequired(TypedDict):
    #: Id of the object.
    id: str
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: Id of the customer.
    customerId: str
    #: Name of the customer.
    customerName: str
    #: Id of the subscription that the work belongs to; null: to none.
    subscriptionId: Union[str, None]
    #: Id of your organization.
    organizationId: str
    #: Id of the agent.
    agentId: str
    #: Name of the agent.
    agentName: str
    #: Code of the agent, as usage records name it.
    agentCode: str
    #: Id of the signal.
    signalId: str
    #: Id of the record as it was received.
    rawIngestEventId: str
    #: The run that the record named; null when it named none.
    runId: Union[str, None]
    #: The idempotencyKey of the record. Null: it had none.
    idempotencyKey: Union[str, None]
    #: When the work was done.
    usageDate: str
    #: A decimal.
    quantity: str
    #: Any JSON object: stored, returned as it was sent, and never interpreted.
    metadata: JsonObject
    #: Address where the outcome can be checked; it starts with `https://`. Null: none was sent.
    evidenceUrl: Union[str, None]
    #: What shows that the outcome holds. Null: none was sent.
    evidence: Union[str, None]
    #: Each model or service that was used, once.
    models: List[str]
    #: USD, exact, with at least 10 decimals; null while the cost is not known.
    usageCost: Union[str, None]
    #: What the customer paid its providers for it with keys of its own, in USD, exact, with at
    #: least 10 decimals. It is no part of `usageCost`. Null: the customer paid nothing, or a price
    #: is not known.
    customerCost: Union[str, None]
    #: Components of a cost; keys are `<model>/<dimension>`. Services with the same key are added
    #: up, whatever their provider, tier of service and payer: the services of `GET
    #: /v1/events/{eventId}` have each.
    usageCostData: CostLines
    #: PROCESSED: the cost is known. NEEDS_COST_BACKFILL: waits for a model to be mapped, or for
    #: rates of your own. ERROR: a rate is missing. One of `PROCESSED`, `NEEDS_COST_BACKFILL`,
    #: `PENDING`, `ERROR`; more may be added.
    eventProcessed: Union[EventProcessed, str]
    #: When the cost was last computed.
    eventProcessedAt: str
    #: When the object was created, in real time.
    createdAt: str
    #: When the object was last changed, in real time.
    updatedAt: str
    #: When it was last amended or voided; null if it never was.
    correctedAt: Union[str, None]
    #: When it was voided: its quantity and cost are 0. Null: it is not void.
    voidedAt: Union[str, None]
    #: Units of `quantity` that are not billed, because they were rejected. A decimal.
    rejectedQuantity: str
    #: The signal of the event.
    signal: EventSignal
    #: The models and services that the work used.
    services: List[EventService]
    #: The earliest first.
    corrections: List[EventCorrection]
    #: Also withdrawn ones; the earliest first.
    rejections: List[Rejection]
    #: The invoice line whose time contains the event, then the lines that settle it later. A draft
    #: counts until a finalized invoice bills that time; void invoices do not.
    invoiceLines: List[UsageInvoiceLine]


class UsageEventDetail(_UsageEventDetailRequired, total=False):
    """A stored usage record, with the prices that its cost was computed from, or with the
    missing ones, with its corrections and rejections, and with the invoice lines that bill
    it.
    """

    #: Units of `quantity` that are neither rejected nor billed, because the settlement window of
    #: the outcome has not passed. A decimal. Absent without an open window.
    provisionalQuantity: str
    #: When the settlement window passes. Absent without an open window.
    settlesAt: str


class _UsageEventListRequired(TypedDict):
    #: The objects of this page.
    results: List[UsageEvent]
    #: Number of this page, from 1.
    page: int
    #: Maximum number of objects in a page.
    limit: int
    #: Number of pages at this limit.
    totalPages: int
    #: Exact; with `after`, these results, and one more if others follow.
    totalResults: int


class UsageEventList(_UsageEventListRequired, total=False):
    """One page of events, or those after a cursor."""

    #: Send it as `after` for the next events; absent if none follow, or by cost. It does not wait
    #: for new events.
    nextAfter: str


class _UsageFailureRequired(TypedDict):
    #: Index of the record in the request.
    index: int
    #: The record as it was sent.
    record: JsonObject
    #: The reason, for programs. One of `NEEDS_COST_BACKFILL`, `INTERNAL_ERROR`,
    #: `VALIDATION_ERROR`; more may be added.
    code: Union[Literal["NEEDS_COST_BACKFILL", "INTERNAL_ERROR", "VALIDATION_ERROR"], str]
    #: True: the event exists; do not send it again.
    stored: bool
    #: The reason as a sentence, with the field and the fix.
    error: str


class UsageFailure(_UsageFailureRequired, total=False):
    """A record that was rejected, or stored without a cost."""

    #: Id of the stored event.
    eventId: str
    #: Id of the record as it was received.
    rawEventId: str
    #: Only if the idempotencyKey was used before for a different record: its event.
    conflictingEventId: str
    #: Already stored under the same idempotencyKey.
    duplicate: Union[Literal[True], str]
    #: What is stored and probably a mistake: fields without effect, which may be misspelled or
    #: misplaced; dates more than a day ahead or five years ago; LLMs without any token, which cost
    #: 0; and tiers of service without rates.
    warnings: List[str]


class UsageInvoiceLine(TypedDict):
    """An invoice line that bills an event."""

    #: Id of the invoice.
    invoiceId: str
    #: Number of the invoice, as printed on it.
    invoiceNumber: str
    #: State of the invoice. One of `draft`, `pending`, `issued`, `paid`, `overdue`, `void`,
    #: `refunded`; more may be added.
    invoiceStatus: Union[InvoiceStatus, str]
    #: Id of the invoice line.
    lineId: str
    #: Kind of the object. One of `usage`, `late_usage`; more may be added.
    type: Union[UsageLineType, str]
    #: Text of the line, as printed on the invoice.
    description: str
    #: Inclusive.
    periodStart: str
    #: Exclusive.
    periodEnd: str


#: Kind of the object. One of `usage`, `late_usage`; more may be added.
UsageLineType = Literal["usage", "late_usage"]


class UsageModelUnknownAnnouncement(TypedDict):
    """Usage was recorded with a model that has no price. Announced once for each model and
    provider.
    """

    #: The same in every attempt; also the header `webhook-id`.
    id: str
    #: Kind of the object.
    type: Literal["usage.model_unknown"]
    #: When it happened, in business time.
    timestamp: str
    #: Id of the customer; null if it is about the whole organization.
    customerId: Union[str, None]
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: A model without a price, as usage records name it.
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
    #: Ids of the agents of these signals, which may share a name.
    signalAgents: Dict[str, str]


class _UsageRecordRequired(TypedDict):
    #: Your own id for the customer.
    customerExternalId: str
    #: Your code for the agent; an unknown one is created.
    agentCode: str
    #: The `shortName` of a signal, or its name; an unknown one is created.
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
    #: The part of cacheWriteTokens that is kept for one hour.
    cacheWrite1hTokens: int
    #: Tier of service of the calls, such as `batch`, `flex` or `priority`. `default`, `auto` and
    #: `standard` are the standard tier. At the top of a record with services: the tier of each
    #: service without its own.
    serviceTier: str
    #: `customer` for calls with a key of the customer: they cost you 0. Default: `organization`.
    #: At the top of a record with services: of each service without its own.
    paidBy: Literal["organization", "customer"]
    #: Cost in USD as reported by a gateway, as a number or decimal text. It is compared with the
    #: computed cost and never used in its place.
    reportedCostUsd: Union[float, str]
    #: ISO 8601. Default: `recordedAt`, or else now. Kept to the millisecond; UTC without an
    #: offset.
    usageDate: DateLike
    #: Like `usageDate`, but not compared between records with the same idempotencyKey: a
    #: repetition at another time is a duplicate. Clients set it.
    recordedAt: DateLike
    #: Any JSON object: stored, returned as it was sent, and never interpreted.
    metadata: JsonObject
    #: An address that starts with `https://`, where the outcome can be checked. Also shown to the
    #: customer, as a link; never fetched.
    evidenceUrl: str
    #: What shows that the outcome holds, in words. Also shown to the customer, so it must not
    #: contain what the customer may not see.
    evidence: str
    #: Instead of model + modelProvider, when several services were used for one job.
    services: Sequence[UsedService]
    #: Makes retries permanently safe: a second record of the customer with this key stores
    #: nothing. An identical one is a duplicate, a different one is rejected.
    idempotencyKey: str
    #: Groups the events of one run, and settles the hold of the run.
    runId: str
    #: True: the run goes on, and its hold stays open. Otherwise a quantity above 0 is the outcome
    #: of the run and closes its hold; records of quantity 0 only report cost.
    keepHold: bool


class _UsageRestsRequired(TypedDict):
    #: Difference to the buckets due to rounding.
    timeSeriesData: UsageTimeRest


class UsageRests(_UsageRestsRequired, total=False):
    """For each table, the difference between the total and its rows: amounts that belong to no
    listed row, and rounding. With it, each table adds up to the total to the last digit
    shown.
    """

    #: With breakdownBy: all others.
    breakdownSummary: UsageBreakdownRest


class _UsageSuccessRequired(TypedDict):
    #: Index of the record in the request.
    index: int
    #: The event exists; do not send it again.
    stored: Union[Literal[True], str]
    #: Your own id for the customer, as in the record.
    customerExternalId: str
    #: Code of the agent, as usage records name it.
    agentCode: str
    #: Name of the signal.
    signalName: str
    #: Quantity of the record.
    quantity: int
    #: USD with exactly 10 decimals.
    totalCostUsd: str
    #: Id of the stored event.
    eventId: str
    #: Id of the record as it was received.
    rawEventId: str
    #: When the record was processed; usageDate is when the work was done.
    timestamp: str


class UsageSuccess(_UsageSuccessRequired, total=False):
    """A record that was stored with its cost."""

    #: Name of the model or service.
    model: str
    #: Provider of the model or service.
    modelProvider: str
    #: Number of input tokens, including cached ones.
    inputTokens: int
    #: Number of output tokens.
    outputTokens: int
    #: The models and services that the work used.
    services: List[RecordedService]
    #: The hold of the run after this record. Absent for runs without a hold, and for repeats.
    hold: RecordedHold
    #: Already stored under the same idempotencyKey.
    duplicate: Union[Literal[True], str]
    #: What is stored and probably a mistake: fields without effect, which may be misspelled or
    #: misplaced; dates more than a day ahead or five years ago; LLMs without any token, which cost
    #: 0; and tiers of service without rates.
    warnings: List[str]


class UsageSummary(TypedDict):
    #: Number of usage events.
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
    #: Number of usage events.
    eventCount: int
    #: Units recorded, including rejected ones.
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

    #: Number of usage events.
    eventCount: int
    #: Units recorded, including rejected ones.
    totalQuantity: float
    #: In USD; covers only events whose cost is known.
    totalCost: float
    #: Number of events whose cost is not known yet; the cost does not include them.
    uncostedEvents: int


class UsageVoidedAnnouncement(TypedDict):
    """A usage event was voided."""

    #: The same in every attempt; also the header `webhook-id`.
    id: str
    #: Kind of the object.
    type: Literal["usage.voided"]
    #: When it happened, in business time.
    timestamp: str
    #: Id of the customer; null if it is about the whole organization.
    customerId: Union[str, None]
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: A stored usage record, with the prices that its cost was computed from, or with the missing
    #: ones, with its corrections and rejections, and with the invoice lines that bill it.
    data: Dict[str, Any]


class UsedPrice(TypedDict):
    """The catalog price that was used."""

    #: Id of the catalog entry.
    serviceId: str
    #: Name of the model or service.
    model: str
    #: Provider of the model or service.
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
    #: The part of cacheWriteTokens that is kept for one hour.
    cacheWrite1hTokens: int
    #: Tier of service of the calls, such as `batch`, `flex` or `priority`. `default`, `auto` and
    #: `standard` are the standard tier. At the top of a record with services: the tier of each
    #: service without its own.
    serviceTier: str
    #: `customer` for calls with a key of the customer: they cost you 0. Default: `organization`.
    #: At the top of a record with services: of each service without its own.
    paidBy: Literal["organization", "customer"]
    #: Cost in USD as reported by a gateway, as a number or decimal text. It is compared with the
    #: computed cost and never used in its place.
    reportedCostUsd: Union[float, str]


class Verification(TypedDict):
    """The organization that the key belongs to."""

    #: The organization.
    organization: VerifiedOrganization
    #: Always true: the key is valid.
    verified: bool
    #: When the object was created, in real time.
    createdAt: str
    #: When the object was last changed, in real time.
    updatedAt: str


class VerifiedOrganization(TypedDict):
    #: Id of the object.
    id: str
    #: Name, as people see it.
    name: str


class WebhookAttempt(TypedDict):
    """A request to an endpoint, and its answer."""

    #: Id of the object.
    id: str
    #: rejected: a status other than 200 to 299. timed_out: no complete answer within 15 seconds.
    #: unreachable: no connection, or it was interrupted. refused: the address is not allowed, so
    #: nothing was sent. One of `succeeded`, `rejected`, `timed_out`, `unreachable`, `refused`;
    #: more may be added.
    result: Union[WebhookAttemptResult, str]
    #: HTTP status; null without an answer.
    status: Union[int, None]
    #: Why there was no answer. Null: there was an answer.
    error: Union[str, None]
    #: The first kilobyte of the answer. Null: there was no answer.
    response: Union[str, None]
    #: Duration of the attempt in milliseconds.
    durationMs: int
    #: When the attempt began, in real time.
    attemptedAt: str


#: rejected: a status other than 200 to 299. timed_out: no complete answer within 15 seconds.
#: unreachable: no connection, or it was interrupted. refused: the address is not allowed, so
#: nothing was sent. One of `succeeded`, `rejected`, `timed_out`, `unreachable`, `refused`;
#: more may be added.
WebhookAttemptResult = Literal["succeeded", "rejected", "timed_out", "unreachable", "refused"]


class WebhookDelivery(TypedDict):
    """The delivery of an announcement to an endpoint."""

    #: Sent as the header `webhook-id`.
    announcementId: str
    #: Id of the webhook endpoint.
    endpointId: str
    #: New types may be added. `announcements.types` describes each one. One of `customer.created`,
    #: `customer.updated`, `customer.deleted`, `subscription.created`, `subscription.activated`,
    #: `subscription.updated`, `subscription.plan_changed`, `subscription.ended`,
    #: `subscription.deleted`, `invoice.finalized`, `invoice.issued`, `invoice.paid`,
    #: `invoice.overdue`, `invoice.voided`, `invoice.refunded`, `payment.succeeded`,
    #: `payment.failed`, `refund.succeeded`, `refund.failed`, `usage.voided`, `usage.amended`,
    #: `usage.model_unknown`, `outcome.rejection_requested`, `outcome.rejection_declined`,
    #: `outcome.rejection_withdrawn`, `outcome.rejected`, `outcome.restored`,
    #: `catalog.price_changed`, `catalog.price_quarantined`, `cost_rate.created`,
    #: `cost_rate.withdrawn`, `repricing.completed`, `repricing.failed`, `coupon.created`,
    #: `coupon.updated`, `coupon.deleted`, `pricing_plan.created`, `pricing_plan.updated`,
    #: `pricing_plan.deleted`, `budget.threshold_reached`, `budget.exceeded`, `guard.blocked`,
    #: `top_up.succeeded`, `top_up.failed`, `auto_top_up.stopped`, `credit.low`, `credit.depleted`,
    #: `credit.expiring`, `email.failed`, `webhook.test`; more may be added.
    type: Union[AnnouncementType, str]
    #: Id of the customer; null if it is about the whole organization.
    customerId: Union[str, None]
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: Id of the object in `data`.
    objectId: str
    #: pending: waits for its next attempt. failed: no attempt is left. One of `pending`,
    #: `succeeded`, `failed`; more may be added.
    status: Union[WebhookDeliveryStatus, str]
    #: Since it was first sent, or sent again after its end.
    attempts: int
    #: Null unless it is pending.
    nextAttemptAt: Union[str, None]
    #: When it was last sent; null before the first attempt.
    lastAttemptAt: Union[str, None]
    #: Null before the first attempt.
    lastAttempt: Union[WebhookLastAttempt, None]
    #: When the object was created, in real time.
    createdAt: str


class WebhookDeliveryDetail(TypedDict):
    """A delivery, with its request and every attempt."""

    #: Sent as the header `webhook-id`.
    announcementId: str
    #: Id of the webhook endpoint.
    endpointId: str
    #: New types may be added. `announcements.types` describes each one. One of `customer.created`,
    #: `customer.updated`, `customer.deleted`, `subscription.created`, `subscription.activated`,
    #: `subscription.updated`, `subscription.plan_changed`, `subscription.ended`,
    #: `subscription.deleted`, `invoice.finalized`, `invoice.issued`, `invoice.paid`,
    #: `invoice.overdue`, `invoice.voided`, `invoice.refunded`, `payment.succeeded`,
    #: `payment.failed`, `refund.succeeded`, `refund.failed`, `usage.voided`, `usage.amended`,
    #: `usage.model_unknown`, `outcome.rejection_requested`, `outcome.rejection_declined`,
    #: `outcome.rejection_withdrawn`, `outcome.rejected`, `outcome.restored`,
    #: `catalog.price_changed`, `catalog.price_quarantined`, `cost_rate.created`,
    #: `cost_rate.withdrawn`, `repricing.completed`, `repricing.failed`, `coupon.created`,
    #: `coupon.updated`, `coupon.deleted`, `pricing_plan.created`, `pricing_plan.updated`,
    #: `pricing_plan.deleted`, `budget.threshold_reached`, `budget.exceeded`, `guard.blocked`,
    #: `top_up.succeeded`, `top_up.failed`, `auto_top_up.stopped`, `credit.low`, `credit.depleted`,
    #: `credit.expiring`, `email.failed`, `webhook.test`; more may be added.
    type: Union[AnnouncementType, str]
    #: Id of the customer; null if it is about the whole organization.
    customerId: Union[str, None]
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: Id of the object in `data`.
    objectId: str
    #: pending: waits for its next attempt. failed: no attempt is left. One of `pending`,
    #: `succeeded`, `failed`; more may be added.
    status: Union[WebhookDeliveryStatus, str]
    #: Since it was first sent, or sent again after its end.
    attempts: int
    #: Null unless it is pending.
    nextAttemptAt: Union[str, None]
    #: When it was last sent; null before the first attempt.
    lastAttemptAt: Union[str, None]
    #: Null before the first attempt.
    lastAttempt: Union[WebhookLastAttempt, None]
    #: When the object was created, in real time.
    createdAt: str
    #: What is sent.
    request: WebhookRequest
    #: The latest first; at most 100.
    attemptList: List[WebhookAttempt]


class WebhookDeliveryList(TypedDict):
    """One page of results and the total number of results."""

    #: The objects of this page.
    results: List[WebhookDelivery]
    #: Number of this page, from 1.
    page: int
    #: Maximum number of objects in a page.
    limit: int
    #: Number of pages at this limit.
    totalPages: int
    #: Exact number of results.
    totalResults: int


WebhookDeliveryStatus = Literal["pending", "succeeded", "failed"]


#: request: disabled by you. failing: it only failed for five days. gone: it answered 410. One
#: of `request`, `failing`, `gone`; more may be added.
WebhookDisabledReason = Literal["request", "failing", "gone"]


class WebhookEndpoint(TypedDict):
    """An address that receives announcements."""

    #: Id of the object.
    id: str
    #: Address to which messages are sent.
    url: str
    #: Longer text for people; null when there is none.
    description: Union[str, None]
    #: Null: all.
    types: Union[List[Union[AnnouncementType, str]], None]
    #: True: `data` has your costs and margins. Either way an endpoint receives the data of all
    #: customers, so the receiver must be your own. A change applies to later deliveries.
    includeCosts: bool
    #: Nothing is sent to a disabled endpoint. One of `enabled`, `disabled`; more may be added.
    status: Union[WebhookEndpointStatus, str]
    #: request: disabled by you. failing: it only failed for five days. gone: it answered 410.
    #: Null: it is enabled.
    disabledReason: Union[Union[WebhookDisabledReason, str], None]
    #: When the endpoint was disabled; null while it is enabled.
    disabledAt: Union[str, None]
    #: First of its failures without a success, or a pause of two days, in between. Null: it does
    #: not fail.
    failingSince: Union[str, None]
    #: When a message was last accepted; null when none was yet.
    lastSuccessAt: Union[str, None]
    #: Number of deliveries that wait for an attempt.
    waiting: int
    #: Until then, deliveries are also signed with a secret from before a rotation. Null: only the
    #: current secret signs.
    previousSecretUntil: Union[str, None]
    #: When the object was created, in real time.
    createdAt: str
    #: When the object was last changed, in real time.
    updatedAt: str


class _WebhookEndpointCreateRequired(TypedDict):
    #: Receives a POST for each announcement. Must lead to a public address and begin with
    #: https://. A test service also accepts http:// and addresses of its own machine.
    url: str


class WebhookEndpointCreate(_WebhookEndpointCreateRequired, total=False):
    #: The types to send. Null: all, including types that are added later.
    types: Union[Sequence[AnnouncementType], None]
    #: For your own use. Null: none.
    description: Union[str, None]
    #: True: `data` has your costs and margins. Either way an endpoint receives the data of all
    #: customers, so the receiver must be your own. A change applies to later deliveries.
    includeCosts: bool


class WebhookEndpointList(TypedDict):
    """One page of results and the total number of results."""

    #: The objects of this page.
    results: List[WebhookEndpoint]
    #: Number of this page, from 1.
    page: int
    #: Maximum number of objects in a page.
    limit: int
    #: Number of pages at this limit.
    totalPages: int
    #: Exact number of results.
    totalResults: int


#: Nothing is sent to a disabled endpoint.
WebhookEndpointStatus = Literal["enabled", "disabled"]


class WebhookEndpointUpdate(TypedDict, total=False):
    #: Receives a POST for each announcement. Must lead to a public address and begin with
    #: https://. A test service also accepts http:// and addresses of its own machine.
    url: str
    #: The types to send. Null: all, including types that are added later.
    types: Union[Sequence[AnnouncementType], None]
    #: For your own use. Null: none.
    description: Union[str, None]
    #: True: `data` has your costs and margins. Either way an endpoint receives the data of all
    #: customers, so the receiver must be your own. A change applies to later deliveries.
    includeCosts: bool
    #: Nothing is sent to a disabled endpoint.
    status: WebhookEndpointStatus


class WebhookLastAttempt(TypedDict):
    """Outcome of a request to an endpoint."""

    #: rejected: a status other than 200 to 299. timed_out: no complete answer within 15 seconds.
    #: unreachable: no connection, or it was interrupted. refused: the address is not allowed, so
    #: nothing was sent. One of `succeeded`, `rejected`, `timed_out`, `unreachable`, `refused`;
    #: more may be added.
    result: Union[WebhookAttemptResult, str]
    #: HTTP status; null without an answer.
    status: Union[int, None]
    #: Duration of the attempt in milliseconds.
    durationMs: int


_WebhookReplayRequired = TypedDict(
    "_WebhookReplayRequired", {
    "from": "DateLike",
    }
)


class WebhookReplay(_WebhookReplayRequired, total=False):
    #: Announced on or before; a date includes that day. Default: now.
    to: DateLike
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

    #: Id of the webhook endpoint.
    endpointId: str
    #: Of two announcements about one object, the higher version is the later state.
    version: int


class WebhookTestAnnouncement(TypedDict):
    """Requested by `webhook_endpoints.test`, and sent only to that endpoint."""

    #: The same in every attempt; also the header `webhook-id`.
    id: str
    #: Kind of the object.
    type: Literal["webhook.test"]
    #: When it happened, in business time.
    timestamp: str
    #: Id of the customer; null if it is about the whole organization.
    customerId: Union[str, None]
    #: Your own id of the customer; null when it has none.
    customerExternalId: Union[str, None]
    #: A test of an endpoint.
    data: WebhookTest


class WorkCostRest(TypedDict):
    #: In USD; covers only events whose cost is known.
    totalCost: float
    #: Number of usage events.
    eventCount: int
    #: Number of events whose cost is not known yet; the cost does not include them.
    uncostedEvents: int
    #: What rejected units cost, in USD: the cost of their events × rejected ÷ recorded units. It
    #: is part of `totalCost`.
    costOfRejected: float


#: What a webhook says, by its `type`. A newer service may send types that are not listed here.
WebhookMessage = Union[
    CustomerCreatedAnnouncement,
    CustomerUpdatedAnnouncement,
    CustomerDeletedAnnouncement,
    SubscriptionCreatedAnnouncement,
    SubscriptionActivatedAnnouncement,
    SubscriptionUpdatedAnnouncement,
    SubscriptionPlanChangedAnnouncement,
    SubscriptionEndedAnnouncement,
    SubscriptionDeletedAnnouncement,
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
    OutcomeRejectionRequestedAnnouncement,
    OutcomeRejectionDeclinedAnnouncement,
    OutcomeRejectionWithdrawnAnnouncement,
    OutcomeRejectedAnnouncement,
    OutcomeRestoredAnnouncement,
    CatalogPriceChangedAnnouncement,
    CatalogPriceQuarantinedAnnouncement,
    CostRateCreatedAnnouncement,
    CostRateWithdrawnAnnouncement,
    RepricingCompletedAnnouncement,
    RepricingFailedAnnouncement,
    CouponCreatedAnnouncement,
    CouponUpdatedAnnouncement,
    CouponDeletedAnnouncement,
    PricingPlanCreatedAnnouncement,
    PricingPlanUpdatedAnnouncement,
    PricingPlanDeletedAnnouncement,
    BudgetThresholdReachedAnnouncement,
    BudgetExceededAnnouncement,
    GuardBlockedAnnouncement,
    TopUpSucceededAnnouncement,
    TopUpFailedAnnouncement,
    AutoTopUpStoppedAnnouncement,
    CreditLowAnnouncement,
    CreditDepletedAnnouncement,
    CreditExpiringAnnouncement,
    EmailFailedAnnouncement,
    WebhookTestAnnouncement,
]
