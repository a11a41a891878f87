import { type Fields, unique } from './given.ts'
import { llm } from './usage.ts'
import type { World } from './world.ts'

export type Request = { path?: Fields; query?: Fields; body?: Fields | Fields[] }

const customer = (w: World) => ({ customerId: w.customerId })
const signal = (w: World) => ({ signalId: w.signalId })
const plan = (w: World) => ({ planId: w.planId })
const strategy = (w: World) => ({ path: { planId: w.planId, strategyId: w.strategyId } })
const sub = (w: World) => ({ subscriptionId: w.subscriptionId })
const invoice = (w: World) => ({ invoiceId: w.invoiceId })
const line = (w: World) => ({ invoiceId: w.invoiceId, lineId: w.lineId })
const coupon = (w: World) => ({ couponId: w.couponId })
const discount = (w: World) => ({ discountId: w.discountId })
const taxRate = (w: World) => ({ taxRateId: w.taxRateId })
const endpoint = (w: World) => ({ endpointId: w.endpointId })
const announcement = (w: World) => ({ announcementId: w.announcementId })
const gpt4o = { targetModel: 'gpt-4o', targetProvider: 'openai' }
const march = { from: '2026-03-01', to: '2026-04-01' }
const record = { records: [llm()] }
const guarded = (customerExternalId: string) => ({
  ...{ customerExternalId, agentCode: 'support-agent', signalName: 'ticket-resolved' },
  estimatedCostUsd: '0.40',
})
const dailyBudget = {
  ...{ name: 'Support, 5 USD a day', measure: 'cost', amount: '5.00' },
  ...{ period: 'day', action: 'block' },
}
const NO_IDS = () => ({})

const correctionFile = (externalId: string) =>
  `customerExternalId,idempotencyKey,quantity\n${externalId},keyed,2\n`

/** For every route a request that succeeds and names an id wherever the route takes one. */
export const REQUESTS: Record<string, (w: World) => Request> = {
  'GET /v1/verify': NO_IDS,
  'POST /v1/usage/record': () => ({ body: record }),
  'POST /v1/usage/estimate': () => ({ body: record }),
  'POST /v1/otlp/v1/traces': NO_IDS,
  'POST /v1/otlp/v1/logs': NO_IDS,
  'POST /v1/otlp/v1/metrics': NO_IDS,
  'POST /v1/ingest/litellm': NO_IDS,
  'POST /v1/ingest/cloudevents': NO_IDS,
  'GET /v1/runs': NO_IDS,
  'GET /v1/runs/{runId}': ({ traceRunId }) => ({ path: { runId: traceRunId } }),
  'POST /v1/runs/{runId}/assign': ({ traceRunId }) => ({
    path: { runId: traceRunId },
    body: { customerExternalId: 'globex' },
  }),
  'GET /v1/attribution-rules': NO_IDS,
  'POST /v1/attribution-rules': NO_IDS,
  'POST /v1/attribution-rules/preview': NO_IDS,
  'GET /v1/attribution-rules/{ruleId}': ({ ruleId }) => ({ path: { ruleId } }),
  'PATCH /v1/attribution-rules/{ruleId}': ({ ruleId }) => ({
    path: { ruleId },
    body: { position: 1 },
  }),
  'DELETE /v1/attribution-rules/{ruleId}': ({ ruleId }) => ({ path: { ruleId } }),
  'POST /v1/attribution-rules/{ruleId}/apply': ({ ruleId }) => ({ path: { ruleId } }),
  'GET /v1/events': ({ customerId, agentId, signalId }) => ({
    query: { customerId, agentId, signalId },
  }),
  'GET /v1/events/{eventId}': ({ eventId }) => ({ path: { eventId } }),
  'GET /v1/events/needs-cost-backfill': NO_IDS,
  'GET /v1/events/map-model/estimate': ({ catalogId }) => ({
    query: { sourceModel: 'a', sourceProvider: 'b', targetPricingId: catalogId },
  }),
  'POST /v1/events/map-model': () => ({
    body: { sourceModel: 'a', sourceProvider: 'b', ...gpt4o },
  }),
  'GET /v1/model-mappings': NO_IDS,
  'GET /v1/model-mappings/{mappingId}': ({ mappingId }) => ({ path: { mappingId } }),
  'DELETE /v1/model-mappings/{mappingId}': ({ mappingId }) => ({ path: { mappingId } }),
  'GET /v1/cost-rates': NO_IDS,
  'POST /v1/cost-rates': () => ({
    body: { modelProvider: 'in-house', model: 'triage-7b', inputCost: '0.12', outputCost: '0.4' },
  }),
  'GET /v1/cost-rates/{costRateId}': ({ costRateId }) => ({ path: { costRateId } }),
  'GET /v1/cost-rates/in-force': () => ({
    query: { modelProvider: 'openai', model: 'gpt-4o', date: '2026-03-01' },
  }),
  'DELETE /v1/cost-rates/{costRateId}': ({ costRateId }) => ({ path: { costRateId } }),
  'GET /v1/cost-allocations': NO_IDS,
  'POST /v1/cost-allocations': () => ({
    body: { modelProvider: 'in-house', model: 'triage-8b', amount: '1800', note: 'Rent of gpu-2' },
  }),
  'GET /v1/cost-allocations/{allocationId}': ({ allocationId }) => ({ path: { allocationId } }),
  'POST /v1/cost-allocations/{allocationId}/end': ({ allocationId }) => ({
    path: { allocationId },
  }),
  'POST /v1/guard/holds': ({ externalId }) => ({
    body: { ...guarded(externalId), runId: unique('run') },
  }),
  'POST /v1/guard/checks': ({ externalId }) => ({ body: guarded(externalId) }),
  'POST /v1/guard/holds/{holdId}/extend': ({ holdId }) => ({
    path: { holdId },
    body: { costSoFarUsd: '0.38', nextCostUsd: '0.40' },
  }),
  'POST /v1/guard/holds/{holdId}/release': ({ spareHoldId }) => ({ path: { holdId: spareHoldId } }),
  'GET /v1/guard/holds': ({ customerId, agentId }) => ({ query: { customerId, agentId } }),
  'GET /v1/guard/holds/{holdId}': ({ holdId }) => ({ path: { holdId } }),
  'GET /v1/guard/decisions': ({ customerId, budgetId }) => ({ query: { customerId, budgetId } }),
  'GET /v1/guard/suggestions': ({ agentId, signalId }) => ({ query: { agentId, signalId } }),
  'GET /v1/budgets': ({ customerId, agentId }) => ({ query: { customerId, agentId } }),
  'POST /v1/budgets': ({ customerId, agentId, signalId }) => ({
    body: { ...dailyBudget, customerId, agentId, signalId },
  }),
  'GET /v1/budgets/{budgetId}': ({ budgetId }) => ({ path: { budgetId } }),
  'PATCH /v1/budgets/{budgetId}': ({ budgetId }) => ({
    path: { budgetId },
    body: { amount: '7.50' },
  }),
  'DELETE /v1/budgets/{budgetId}': ({ spareBudgetId }) => ({ path: { budgetId: spareBudgetId } }),
  'GET /v1/budgets/{budgetId}/status': ({ budgetId, customerId }) => ({
    path: { budgetId },
    query: { customerId },
  }),
  'GET /v1/repricing-runs': NO_IDS,
  'POST /v1/repricing-runs': ({ customerId, agentId }) => ({
    body: { ...march, customerId, agentId },
  }),
  'POST /v1/repricing-runs/preview': ({ customerId, agentId }) => ({
    body: { ...march, customerId, agentId },
  }),
  'GET /v1/repricing-runs/{runId}': ({ runId }) => ({ path: { runId } }),
  'POST /v1/repricing-runs/{runId}/cancel': ({ runId }) => ({ path: { runId } }),
  'POST /v1/repricing-runs/{runId}/reverse': ({ endedRunId }) => ({
    path: { runId: endedRunId },
  }),
  'POST /v1/events/{eventId}/amend': ({ eventId }) => ({
    path: { eventId },
    body: { quantity: 2 },
  }),
  'POST /v1/events/{eventId}/void': ({ eventId }) => ({ path: { eventId } }),
  'POST /v1/events/amend': ({ externalId }) => ({
    body: { customerExternalId: externalId, idempotencyKey: 'keyed', quantity: 2 },
  }),
  'POST /v1/events/void': ({ externalId }) => ({
    body: { customerExternalId: externalId, idempotencyKey: 'keyed' },
  }),
  'POST /v1/events/{eventId}/rejection': ({ rejectableId }) => ({
    path: { eventId: rejectableId },
    body: { reason: 'Reopened' },
  }),
  'POST /v1/events/{eventId}/rejection/withdraw': ({ rejectedEventId }) => ({
    path: { eventId: rejectedEventId },
  }),
  'POST /v1/events/rejection': ({ externalId }) => ({
    body: { customerExternalId: externalId, idempotencyKey: 'rejectable', reason: 'Reopened' },
  }),
  'POST /v1/runs/{runId}/rejection': ({ rejectableRunId }) => ({
    path: { runId: rejectableRunId },
    body: { reason: 'Reopened' },
  }),
  'GET /v1/rejections': ({ customerId, agentId, signalId, rejectedEventId }) => ({
    query: { customerId, agentId, signalId, eventId: rejectedEventId },
  }),
  'GET /v1/rejections/{rejectionId}': ({ rejectionId }) => ({ path: { rejectionId } }),
  'GET /v1/rejection-requests': ({ customerId, agentId, signalId, rejectedEventId }) => ({
    query: { customerId, agentId, signalId, eventId: rejectedEventId },
  }),
  'GET /v1/rejection-requests/{rejectionRequestId}': ({ rejectionRequestId }) => ({
    path: { rejectionRequestId },
  }),
  'POST /v1/rejection-requests/{rejectionRequestId}/accept': ({ rejectionRequestId }) => ({
    path: { rejectionRequestId },
  }),
  'POST /v1/rejection-requests/{rejectionRequestId}/decline': ({ rejectionRequestId }) => ({
    path: { rejectionRequestId },
    body: { reason: 'The second ticket was about another order' },
  }),
  'POST /v1/events/corrections': ({ externalId }) => ({
    body: { kind: 'amend', csv: correctionFile(externalId) },
  }),
  'POST /v1/events/corrections/preview': ({ externalId }) => ({
    body: { kind: 'amend', csv: correctionFile(externalId) },
  }),
  'GET /v1/analytics/usage': ({ customerId, agentId, signalId }) => ({
    query: { customerId, agentId, signalId, breakdownBy: 'customer' },
  }),
  'GET /v1/analytics/cost': ({ customerId, agentId, signalId }) => ({
    query: { customerId, agentId, signalId },
  }),
  'GET /v1/analytics/reported-costs': ({ customerId, agentId, signalId }) => ({
    query: { customerId, agentId, signalId },
  }),
  'GET /v1/analytics/revenue': ({ customerId, agentId }) => ({ query: { customerId, agentId } }),
  'GET /v1/analytics/overview': NO_IDS,
  'GET /v1/analytics/customer-margins': NO_IDS,
  'GET /v1/attention': NO_IDS,
  'GET /v1/getting-started': NO_IDS,
  'GET /v1/analytics/customers': ({ customerId }) => ({ query: { customerId } }),
  'GET /v1/analytics/agent-earned': ({ customerId, agentId }) => ({
    query: { customerId, agentId },
  }),
  'GET /v1/analytics/profitability': ({ customerId, agentId }) => ({
    query: { customerId, agentId },
  }),
  'GET /v1/analytics/margin-breakdown': ({ customerId, agentId, planId }) => ({
    query: { customerId, agentId, planId },
  }),
  'GET /v1/analytics/outcomes': ({ customerId, agentId, signalId }) => ({
    query: { customerId, agentId, signalId },
  }),
  'GET /v1/analytics/reconciliation': ({ customerId }) => ({ query: { customerId } }),
  'GET /v1/analytics/month-end': ({ customerId }) => ({ query: { customerId } }),
  'GET /v1/ledger/journal.csv': () => ({ query: { from: '2026-03-01', to: '2026-03-31' } }),
  'GET /v1/analytics/mrr': ({ customerId }) => ({ query: { customerId, variant: 'all' } }),
  'GET /v1/analytics/invoice-totals': ({ customerId }) => ({ query: { customerId } }),
  'GET /v1/customers/{customerId}/revenue': ({ customerId }) => ({ path: { customerId } }),
  'GET /v1/services': NO_IDS,
  'GET /v1/services/{serviceId}': NO_IDS,
  'GET /v1/pricing-plans': ({ agentId }) => ({ query: { agentId } }),
  'POST /v1/pricing-plans': ({ agentId }) => ({ body: { name: 'Pro', agentId } }),
  'GET /v1/pricing-plans/summaries': ({ planId }) => ({ query: { planId } }),
  'GET /v1/pricing-plans/{planId}': (w) => ({ path: plan(w) }),
  'PATCH /v1/pricing-plans/{planId}': (w) => ({ path: plan(w), body: { name: 'New' } }),
  'DELETE /v1/pricing-plans/{planId}': (w) => ({ path: { planId: w.sparePlanId } }),
  'POST /v1/pricing-plans/{planId}/copy': (w) => ({ path: plan(w), body: {} }),
  'POST /v1/pricing-plans/{planId}/agents': (w) => ({
    path: plan(w),
    body: { agentId: w.spareAgentId },
  }),
  'DELETE /v1/pricing-plans/{planId}/agents/{agentId}': (w) => ({
    path: { planId: w.sparePlanId, agentId: w.linkedAgentId },
  }),
  'POST /v1/pricing-plans/{planId}/included-signals': (w) => ({
    path: plan(w),
    body: { signalId: w.signalId },
  }),
  'DELETE /v1/pricing-plans/{planId}/included-signals/{signalId}': (w) => ({
    path: { ...plan(w), signalId: w.signalId },
  }),
  'GET /v1/pricing-plans/{planId}/pricing-strategies': (w) => ({
    path: plan(w),
    query: { signalId: w.signalId },
  }),
  'POST /v1/pricing-plans/{planId}/pricing-strategies': (w) => ({
    path: plan(w),
    body: [{ chargeType: 'usage', pricingModel: 'flat', rate: 1, signalId: w.spareSignalId }],
  }),
  'PATCH /v1/pricing-plans/{planId}/pricing-strategies': (w) => ({
    path: plan(w),
    body: [{ id: w.strategyId, signalId: w.signalId, rate: 2 }],
  }),
  'POST /v1/pricing-strategies/preview': () => ({
    body: { currency: 'USD', strategies: [{ chargeType: 'recurring', rate: 1 }] },
  }),
  'GET /v1/pricing-plans/{planId}/pricing-strategies/{strategyId}': strategy,
  'PATCH /v1/pricing-plans/{planId}/pricing-strategies/{strategyId}': (w) => ({
    ...strategy(w),
    body: { signalId: w.signalId, rate: 3 },
  }),
  'DELETE /v1/pricing-plans/{planId}/pricing-strategies/{strategyId}': strategy,
  'GET /v1/pricing-plans/{planId}/pricing-strategies/{strategyId}/prices': strategy,
  'POST /v1/pricing-plans/{planId}/pricing-strategies/{strategyId}/prices': (w) => ({
    ...strategy(w),
    body: { effectiveFrom: '2199-06-01', rate: 4 },
  }),
  'DELETE /v1/pricing-plans/{planId}/pricing-strategies/{strategyId}/prices/{priceId}': (w) => ({
    path: { planId: w.planId, strategyId: w.strategyId, priceId: w.priceId },
  }),
  'POST /v1/price-changes': (w) => ({
    body: {
      ...{ planIds: [w.planId], strategyIds: [w.strategyId] },
      ...{ percent: 5, effectiveFrom: '2199-12-01' },
    },
  }),
  'POST /v1/price-changes/preview': (w) => ({
    body: {
      ...{ planIds: [w.planId], strategyIds: [w.strategyId] },
      ...{ percent: '2.5', effectiveFrom: '2199-12-01', decimals: 2 },
    },
  }),
  'DELETE /v1/price-changes/{priceChangeId}': (w) => ({ path: { priceChangeId: w.priceChangeId } }),
  'GET /v1/customers': ({ externalId }) => ({ query: { externalId } }),
  'POST /v1/customers': (w) => ({ body: { name: 'Acme', taxRateIds: [w.taxRateId] } }),
  'GET /v1/customers/{customerId}': (w) => ({ path: customer(w) }),
  'PATCH /v1/customers/{customerId}': (w) => ({
    path: customer(w),
    body: { name: 'New', taxRateIds: [w.taxRateId] },
  }),
  'POST /v1/customers/{customerId}/credit-payouts': (w) => ({
    path: customer(w),
    body: { currency: 'USD', amount: 1 },
  }),
  'POST /v1/customers/{customerId}/outcome-comparisons': (w) => ({
    path: customer(w),
    body: {
      signalId: w.signalId,
      startDate: '2026-03-01',
      endDate: '2026-03-31',
      idempotencyKeys: ['keyed'],
    },
  }),
  'GET /v1/customers/{customerId}/credit': (w) => ({ path: customer(w) }),
  'GET /v1/customers/{customerId}/credit-grants': (w) => ({ path: customer(w) }),
  'POST /v1/customers/{customerId}/credit-grants': (w) => ({
    path: customer(w),
    body: { kind: 'promotional', currency: 'USD', amount: 5 },
  }),
  'POST /v1/customers/{customerId}/credit-grants/{grantId}/expire': (w) => ({
    path: { ...customer(w), grantId: w.grantId },
  }),
  'GET /v1/customers/{customerId}/top-ups': (w) => ({ path: customer(w) }),
  'POST /v1/customers/{customerId}/top-ups': (w) => ({
    path: customer(w),
    body: { amount: 5, currency: 'USD', method: 'checkout' },
  }),
  'GET /v1/customers/{customerId}/top-ups/{topUpId}': (w) => ({
    path: { ...customer(w), topUpId: w.topUpId },
  }),
  'GET /v1/customers/{customerId}/auto-top-ups': ({ chargedId: customerId }) => ({
    path: { customerId },
  }),
  'POST /v1/customers/{customerId}/auto-top-ups': ({ chargedId: customerId }) => ({
    path: { customerId },
    body: {
      ...{ currency: 'USD', threshold: 20, amount: 100, maxPerMonth: 4 },
      consentedBy: 'Ann Lee, ann@acme.example',
      consentText: 'Order form 1001, section 4: automatic top-ups of 100 USD below 20 USD.',
    },
  }),
  'POST /v1/customers/{customerId}/auto-top-ups/{autoTopUpId}/switch-off': ({
    chargedId: customerId,
    autoTopUpId,
  }) => ({
    path: { customerId, autoTopUpId },
  }),
  'GET /v1/customers/{customerId}/credit-movements': (w) => ({
    path: customer(w),
    query: { grantId: w.grantId },
  }),
  'DELETE /v1/customers/{customerId}': (w) => ({ path: { customerId: w.spareCustomerId } }),
  'GET /v1/customers/by-external-id/{externalId}': ({ externalId }) => ({ path: { externalId } }),
  'GET /v1/agents': NO_IDS,
  'POST /v1/agents': () => ({ body: { name: 'Support', agentCode: unique('agent') } }),
  'GET /v1/agents/{agentId}': ({ agentId }) => ({ path: { agentId } }),
  'PATCH /v1/agents/{agentId}': ({ agentId }) => ({ path: { agentId }, body: { name: 'New' } }),
  'DELETE /v1/agents/{agentId}': (w) => ({ path: { agentId: w.spareAgentId } }),
  'GET /v1/signals': ({ agentId }) => ({ query: { agentId } }),
  'POST /v1/signals': ({ agentId }) => ({ body: { agentId, name: 'ticket' } }),
  'GET /v1/signals/{signalId}': (w) => ({ path: signal(w) }),
  'PATCH /v1/signals/{signalId}': (w) => ({ path: signal(w), body: { description: 'New' } }),
  'DELETE /v1/signals/{signalId}': (w) => ({ path: { signalId: w.spareSignalId } }),
  'POST /v1/signals/bulk': ({ agentId }) => ({ body: { signals: [{ agentId, name: 'call' }] } }),
  'POST /v1/subscriptions': ({ planId, agentId, spareCustomerId }) => ({
    body: { name: 'A', planId, agentId, customerId: spareCustomerId, startDate: '2026-03-01' },
  }),
  'POST /v1/subscriptions/preview': ({ planId, agentId, spareCustomerId }) => ({
    body: { name: 'A', planId, agentId, customerId: spareCustomerId, startDate: '2026-03-01' },
  }),
  'GET /v1/subscriptions': ({ customerId, agentId, planId }) => ({
    query: { customerId, agentId, planId },
  }),
  'GET /v1/subscriptions/{subscriptionId}': (w) => ({ path: sub(w) }),
  'PATCH /v1/subscriptions/{subscriptionId}': (w) => ({
    path: sub(w),
    body: { name: 'New', planId: w.planId, agentId: w.agentId, customerId: w.customerId },
  }),
  'DELETE /v1/subscriptions/{subscriptionId}': (w) => ({ path: sub(w) }),
  'PATCH /v1/subscriptions/{subscriptionId}/invoice-dates': (w) => ({
    path: sub(w),
    body: { billingDay: 20 },
  }),
  'GET /v1/subscriptions/{subscriptionId}/prices': (w) => ({ path: sub(w) }),
  'GET /v1/subscriptions/{subscriptionId}/prices/{strategyId}': (w) => ({
    path: { ...sub(w), strategyId: w.strategyId },
  }),
  'POST /v1/subscriptions/{subscriptionId}/prices/{strategyId}': (w) => ({
    path: { ...sub(w), strategyId: w.strategyId },
    body: { effectiveFrom: '2199-06-01', rate: 4 },
  }),
  'DELETE /v1/subscriptions/{subscriptionId}/prices/{strategyId}/{priceId}': (w) => ({
    path: { ...sub(w), strategyId: w.strategyId, priceId: w.ownPriceId },
  }),
  'GET /v1/subscriptions/{subscriptionId}/seats': (w) => ({ path: sub(w) }),
  'POST /v1/subscriptions/{subscriptionId}/seats': (w) => ({
    path: sub(w),
    body: { seatsCount: 8 },
  }),
  'GET /v1/subscriptions/{subscriptionId}/seats/preview': (w) => ({
    path: sub(w),
    query: { seatsCount: '8' },
  }),
  'POST /v1/subscriptions/{subscriptionId}/plan-change': (w) => ({
    path: sub(w),
    body: { planId: w.largePlanId, when: 'now' },
  }),
  'DELETE /v1/subscriptions/{subscriptionId}/plan-change': (w) => ({
    path: { subscriptionId: w.replacedId },
  }),
  'GET /v1/subscriptions/{subscriptionId}/plan-change/preview': (w) => ({
    path: sub(w),
    query: { planId: w.largePlanId, when: 'now' },
  }),
  'GET /v1/subscriptions/{subscriptionId}/changelog': (w) => ({ path: sub(w) }),
  'GET /v1/subscriptions/{subscriptionId}/periods': (w) => ({ path: sub(w) }),
  'GET /v1/organization': NO_IDS,
  'GET /v1/organization/sample-invoice': NO_IDS,
  'PATCH /v1/organization': () => ({ body: { phone: '1' } }),
  'GET /v1/coupons': NO_IDS,
  'POST /v1/coupons': () => ({ body: { name: 'Half', percentOff: 50 } }),
  'GET /v1/coupons/{couponId}': (w) => ({ path: coupon(w) }),
  'PATCH /v1/coupons/{couponId}': (w) => ({ path: coupon(w), body: { name: 'New' } }),
  'DELETE /v1/coupons/{couponId}': (w) => ({ path: coupon(w) }),
  'GET /v1/discounts': (w) => ({ query: { ...coupon(w), ...customer(w), ...sub(w) } }),
  'POST /v1/discounts': (w) => ({
    body: { couponId: w.spareCouponId, ...customer(w), ...sub(w) },
  }),
  'GET /v1/discounts/{discountId}': (w) => ({ path: discount(w) }),
  'DELETE /v1/discounts/{discountId}': (w) => ({ path: discount(w) }),
  'GET /v1/tax-rates': NO_IDS,
  'POST /v1/tax-rates': () => ({ body: { name: 'GST', percentage: 5 } }),
  'GET /v1/tax-rates/{taxRateId}': (w) => ({ path: taxRate(w) }),
  'PATCH /v1/tax-rates/{taxRateId}': (w) => ({ path: taxRate(w), body: { name: 'New' } }),
  'DELETE /v1/tax-rates/{taxRateId}': (w) => ({ path: taxRate(w) }),
  'GET /v1/test-clock': NO_IDS,
  'GET /v1/test-clock/timeline': NO_IDS,
  'DELETE /v1/test-clock': NO_IDS,
  'POST /v1/test-clock': () => ({ body: { now: '2026-04-01' } }),
  'GET /v1/invoices': ({ customerId, subscriptionId }) => ({
    query: { customerId, subscriptionId },
  }),
  'GET /v1/invoices/counts': ({ customerId, subscriptionId }) => ({
    query: { customerId, subscriptionId },
  }),
  'GET /v1/invoices/{invoiceId}': (w) => ({ path: invoice(w) }),
  'POST /v1/invoices/generate': (w) => ({ body: { ...customer(w), ...sub(w) } }),
  'POST /v1/invoices/preview': (w) => ({ body: { ...customer(w), ...sub(w) } }),
  'POST /v1/invoices/{invoiceId}/void': (w) => ({ path: invoice(w), body: {} }),
  'POST /v1/invoices/{invoiceId}/send': (w) => ({
    path: { invoiceId: w.payableId },
    body: { recipientEmail: 'ann@acme.test' },
  }),
  'GET /v1/invoices/{invoiceId}/mail': (w) => ({ path: invoice(w) }),
  'GET /v1/invoices/{invoiceId}/mail/document': (w) => ({ path: invoice(w) }),
  'GET /v1/invoices/{invoiceId}/timeline': (w) => ({ path: invoice(w) }),
  'GET /v1/invoices/{invoiceId}/lines/{lineId}/explanation': (w) => ({ path: line(w) }),
  'GET /v1/invoices/{invoiceId}/lines/{lineId}/events': (w) => ({ path: line(w) }),
  'GET /v1/invoices/{invoiceId}/pdf': (w) => ({ path: invoice(w) }),
  'POST /v1/portal-sessions': (w) => ({
    body: { customerId: w.customerId, customerExternalId: w.externalId },
  }),
  'GET /v1/portal-sessions': (w) => ({ query: customer(w) }),
  'GET /v1/portal-sessions/{sessionId}': ({ sessionId }) => ({ path: { sessionId } }),
  'DELETE /v1/portal-sessions/{sessionId}': ({ sessionId }) => ({ path: { sessionId } }),
  'GET /v1/emails': ({ payableId, customerId }) => ({
    query: { invoiceId: payableId, customerId },
  }),
  'GET /v1/emails/{emailId}': ({ emailId }) => ({ path: { emailId } }),
  'GET /v1/emails/{emailId}/document': ({ emailId }) => ({ path: { emailId } }),
  'GET /v1/invoices/{invoiceId}/payments': (w) => ({ path: invoice(w) }),
  'GET /v1/payments': ({ customerId, payableId }) => ({
    query: { customerId, invoiceId: payableId },
  }),
  'POST /v1/invoices/{invoiceId}/payments': (w) => ({
    path: { invoiceId: w.payableId },
    body: { amount: 1, method: 'cash' },
  }),
  'GET /v1/announcement-types': NO_IDS,
  'GET /v1/announcements': (w) => ({ query: { ...customer(w), objectId: w.objectId } }),
  'GET /v1/announcements/{announcementId}': (w) => ({ path: announcement(w) }),
  'GET /v1/announcements/{announcementId}/deliveries': (w) => ({ path: announcement(w) }),
  'POST /v1/announcements/{announcementId}/resend': (w) => ({
    path: announcement(w),
    body: endpoint(w),
  }),
  'GET /v1/webhook-endpoints': NO_IDS,
  'POST /v1/webhook-endpoints': () => ({ body: { url: 'https://acme.example/hooks' } }),
  'GET /v1/webhook-endpoints/{endpointId}': (w) => ({ path: endpoint(w) }),
  'PATCH /v1/webhook-endpoints/{endpointId}': (w) => ({
    path: endpoint(w),
    body: { description: 'New' },
  }),
  'DELETE /v1/webhook-endpoints/{endpointId}': (w) => ({
    path: { endpointId: w.spareEndpointId },
  }),
  'POST /v1/webhook-endpoints/{endpointId}/rotate-secret': (w) => ({ path: endpoint(w) }),
  'POST /v1/webhook-endpoints/{endpointId}/test': (w) => ({ path: endpoint(w) }),
  'POST /v1/webhook-endpoints/{endpointId}/replay': (w) => ({
    path: endpoint(w),
    body: { from: '2026-01-01' },
  }),
  'GET /v1/webhook-endpoints/{endpointId}/deliveries': (w) => ({ path: endpoint(w) }),
  'GET /v1/webhook-endpoints/{endpointId}/deliveries/{announcementId}': (w) => ({
    path: { ...endpoint(w), ...announcement(w) },
  }),
  'POST /v1/invoices/{invoiceId}/payments/{paymentId}/refund': (w) => ({
    path: { invoiceId: w.payableId, paymentId: w.paymentId },
    body: { amount: 1 },
  }),
}
