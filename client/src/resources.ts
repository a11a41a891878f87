import type { Http } from './http/http.ts'
import { agentsOf } from './resources/agents.ts'
import { analyticsOf } from './resources/analytics.ts'
import { announcementsOf } from './resources/announcements.ts'
import { attributionRulesOf } from './resources/attribution-rules.ts'
import { budgetsOf } from './resources/budgets.ts'
import { costAllocationsOf } from './resources/cost-allocations.ts'
import { costRatesOf } from './resources/cost-rates.ts'
import { couponsOf } from './resources/coupons.ts'
import { customersOf } from './resources/customers.ts'
import { discountsOf } from './resources/discounts.ts'
import { emailsOf } from './resources/emails.ts'
import { eventsOf } from './resources/events.ts'
import { guardOf } from './resources/guard.ts'
import { ingestOf } from './resources/ingest.ts'
import { invoicesOf } from './resources/invoices.ts'
import { ledgerOf } from './resources/ledger.ts'
import { modelMappingsOf } from './resources/model-mappings.ts'
import { organizationOf } from './resources/organization.ts'
import { paymentsOf } from './resources/payments.ts'
import { portalSessionsOf } from './resources/portal-sessions.ts'
import { priceChangesOf } from './resources/price-changes.ts'
import { pricingPlansOf } from './resources/pricing-plans.ts'
import { pricingStrategiesOf } from './resources/pricing-strategies.ts'
import { rejectionRequestsOf } from './resources/rejection-requests.ts'
import { rejectionsOf } from './resources/rejections.ts'
import { repricingRunsOf } from './resources/repricing-runs.ts'
import { runsOf } from './resources/runs.ts'
import { servicesOf } from './resources/services.ts'
import { signalsOf } from './resources/signals.ts'
import { subscriptionsOf } from './resources/subscriptions.ts'
import { taxRatesOf } from './resources/tax-rates.ts'
import { testClockOf } from './resources/test-clock.ts'
import { usageOf } from './resources/usage.ts'
import { webhookEndpointsOf } from './resources/webhook-endpoints.ts'

/** Returns all operations that an API key may call, by resource. */
export const resourcesOf = (http: Http) => ({
  agents: agentsOf(http),
  analytics: analyticsOf(http),
  announcements: announcementsOf(http),
  attributionRules: attributionRulesOf(http),
  budgets: budgetsOf(http),
  costAllocations: costAllocationsOf(http),
  costRates: costRatesOf(http),
  coupons: couponsOf(http),
  customers: customersOf(http),
  discounts: discountsOf(http),
  emails: emailsOf(http),
  events: eventsOf(http),
  guard: guardOf(http),
  ingest: ingestOf(http),
  invoices: invoicesOf(http),
  ledger: ledgerOf(http),
  modelMappings: modelMappingsOf(http),
  organization: organizationOf(http),
  payments: paymentsOf(http),
  portalSessions: portalSessionsOf(http),
  priceChanges: priceChangesOf(http),
  pricingPlans: pricingPlansOf(http),
  pricingStrategies: pricingStrategiesOf(http),
  rejections: rejectionsOf(http),
  rejectionRequests: rejectionRequestsOf(http),
  repricingRuns: repricingRunsOf(http),
  runs: runsOf(http),
  services: servicesOf(http),
  signals: signalsOf(http),
  subscriptions: subscriptionsOf(http),
  taxRates: taxRatesOf(http),
  testClock: testClockOf(http),
  usage: usageOf(http),
  webhookEndpoints: webhookEndpointsOf(http),
})

export type Resources = ReturnType<typeof resourcesOf>
