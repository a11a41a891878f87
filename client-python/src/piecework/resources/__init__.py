"""Generated from openapi.json by npm run generate: the operations of the API."""

from __future__ import annotations

from typing import Literal

from ..http.async_calls import AsyncCalls
from ..http.calls import BlockingCalls
from .agents import AsyncAgents, Agents
from .analytics import AsyncAnalytics, Analytics
from .announcements import AsyncAnnouncements, Announcements
from .attribution_rules import AsyncAttributionRules, AttributionRules
from .budgets import AsyncBudgets, Budgets
from .cost_allocations import AsyncCostAllocations, CostAllocations
from .cost_rates import AsyncCostRates, CostRates
from .coupons import AsyncCoupons, Coupons
from .customers import AsyncCustomers, Customers
from .discounts import AsyncDiscounts, Discounts
from .emails import AsyncEmails, Emails
from .events import AsyncEvents, Events
from .guard import AsyncGuard, Guard
from .ingest import AsyncIngest, Ingest
from .invoices import AsyncInvoices, Invoices
from .ledger import AsyncLedger, Ledger
from .model_mappings import AsyncModelMappings, ModelMappings
from .organization import AsyncOrganization, Organization
from .payments import AsyncPayments, Payments
from .portal_sessions import AsyncPortalSessions, PortalSessions
from .price_changes import AsyncPriceChanges, PriceChanges
from .pricing_plans import AsyncPricingPlans, PricingPlans
from .pricing_strategies import AsyncPricingStrategies, PricingStrategies
from .rejections import AsyncRejections, Rejections
from .rejection_requests import AsyncRejectionRequests, RejectionRequests
from .repricing_runs import AsyncRepricingRuns, RepricingRuns
from .runs import AsyncRuns, Runs
from .services import AsyncServices, Services
from .signals import AsyncSignals, Signals
from .subscriptions import AsyncSubscriptions, Subscriptions
from .tax_rates import AsyncTaxRates, TaxRates
from .test_clock import AsyncTestClock, TestClock
from .usage import AsyncUsage, Usage
from .webhook_endpoints import AsyncWebhookEndpoints, WebhookEndpoints

#: Paths that can also answer with CSV.
CsvPath = Literal[
    "/v1/events",
    "/v1/audit-log",
    "/v1/invoices",
    "/v1/invoices/{invoiceId}/lines/{lineId}/events",
    "/v1/payments",
    "/v1/portal/invoices/{invoiceId}/lines/{lineId}/events",
    "/v1/ledger/journal.csv",
    "/v1/analytics/overview",
    "/v1/analytics/customer-margins",
    "/v1/analytics/margin-breakdown",
    "/v1/analytics/usage",
    "/v1/analytics/cost",
    "/v1/analytics/reported-costs",
    "/v1/analytics/profitability",
    "/v1/analytics/outcomes",
    "/v1/analytics/revenue",
    "/v1/customers/{customerId}/revenue",
    "/v1/analytics/agent-earned",
    "/v1/analytics/mrr",
    "/v1/analytics/invoice-totals",
    "/v1/analytics/reconciliation",
    "/v1/analytics/month-end",
]


class Resources:
    """All operations that an API key may call, by resource."""

    def __init__(self, calls: BlockingCalls) -> None:
        self.agents = Agents(calls)
        self.analytics = Analytics(calls)
        self.announcements = Announcements(calls)
        self.attribution_rules = AttributionRules(calls)
        self.budgets = Budgets(calls)
        self.cost_allocations = CostAllocations(calls)
        self.cost_rates = CostRates(calls)
        self.coupons = Coupons(calls)
        self.customers = Customers(calls)
        self.discounts = Discounts(calls)
        self.emails = Emails(calls)
        self.events = Events(calls)
        self.guard = Guard(calls)
        self.ingest = Ingest(calls)
        self.invoices = Invoices(calls)
        self.ledger = Ledger(calls)
        self.model_mappings = ModelMappings(calls)
        self.organization = Organization(calls)
        self.payments = Payments(calls)
        self.portal_sessions = PortalSessions(calls)
        self.price_changes = PriceChanges(calls)
        self.pricing_plans = PricingPlans(calls)
        self.pricing_strategies = PricingStrategies(calls)
        self.rejections = Rejections(calls)
        self.rejection_requests = RejectionRequests(calls)
        self.repricing_runs = RepricingRuns(calls)
        self.runs = Runs(calls)
        self.services = Services(calls)
        self.signals = Signals(calls)
        self.subscriptions = Subscriptions(calls)
        self.tax_rates = TaxRates(calls)
        self.test_clock = TestClock(calls)
        self.usage = Usage(calls)
        self.webhook_endpoints = WebhookEndpoints(calls)


class AsyncResources:
    """All operations that an API key may call, by resource."""

    def __init__(self, calls: AsyncCalls) -> None:
        self.agents = AsyncAgents(calls)
        self.analytics = AsyncAnalytics(calls)
        self.announcements = AsyncAnnouncements(calls)
        self.attribution_rules = AsyncAttributionRules(calls)
        self.budgets = AsyncBudgets(calls)
        self.cost_allocations = AsyncCostAllocations(calls)
        self.cost_rates = AsyncCostRates(calls)
        self.coupons = AsyncCoupons(calls)
        self.customers = AsyncCustomers(calls)
        self.discounts = AsyncDiscounts(calls)
        self.emails = AsyncEmails(calls)
        self.events = AsyncEvents(calls)
        self.guard = AsyncGuard(calls)
        self.ingest = AsyncIngest(calls)
        self.invoices = AsyncInvoices(calls)
        self.ledger = AsyncLedger(calls)
        self.model_mappings = AsyncModelMappings(calls)
        self.organization = AsyncOrganization(calls)
        self.payments = AsyncPayments(calls)
        self.portal_sessions = AsyncPortalSessions(calls)
        self.price_changes = AsyncPriceChanges(calls)
        self.pricing_plans = AsyncPricingPlans(calls)
        self.pricing_strategies = AsyncPricingStrategies(calls)
        self.rejections = AsyncRejections(calls)
        self.rejection_requests = AsyncRejectionRequests(calls)
        self.repricing_runs = AsyncRepricingRuns(calls)
        self.runs = AsyncRuns(calls)
        self.services = AsyncServices(calls)
        self.signals = AsyncSignals(calls)
        self.subscriptions = AsyncSubscriptions(calls)
        self.tax_rates = AsyncTaxRates(calls)
        self.test_clock = AsyncTestClock(calls)
        self.usage = AsyncUsage(calls)
        self.webhook_endpoints = AsyncWebhookEndpoints(calls)
