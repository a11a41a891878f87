import { type Api, createApi, createTestOrganization, must, type TestApp } from '../support/app.ts'
import { type Fields, givenStrategies, givenSubscription, includedIn } from '../support/given.ts'
import { givenMember } from '../support/people.ts'
import { givenPortal, givenPortalLink } from '../support/portal.ts'
import { givenRuns } from '../support/traces.ts'
import { givenCharged, givenOutcomes, type World } from '../support/world.ts'

const LLM = { model: 'gpt-4o', modelProvider: 'openai', inputTokens: 1200, outputTokens: 350 }
const WORK = {
  customerExternalId: 'acme',
  agentCode: 'support-agent',
  signalName: 'ticket-resolved',
}
const HOOK = { url: 'https://acme.example/hooks', description: 'Accounting' }

export type ExampleWorld = Awaited<ReturnType<typeof givenExampleWorld>>

/** Creates an organization with the objects of a small company, as the examples show them. */
export async function givenExampleWorld(t: TestApp) {
  const organization = await createTestOrganization(t.dependencies)
  await t.database.pool.query(
    `update organizations set name = 'Initech Agents' where id = '${organization.id}'`,
  )
  const api = createApi(t.app, organization.secretKey)
  const make = (url: string, body?: unknown): Promise<{ id: string } & Fields> =>
    must(api.post(url, body))
  await must(api.patch('/v1/organization', SELLER))
  const taxRate = await make('/v1/tax-rates', { name: 'VAT', percentage: 19 })
  const customer = await make('/v1/customers', { ...CUSTOMER, taxRateIds: [taxRate.id] })
  const spare = { name: 'Globex', externalId: 'globex', email: 'ap@globex.example' }
  const spareCustomer = await make('/v1/customers', spare)
  const offer = await givenExampleOffer(api, make)
  const subscription = await givenSubscription(api, {
    name: 'Acme Robotics, Pro',
    customerId: customer.id,
    planId: offer.planId,
    agentId: offer.agentId,
    startDate: '2026-02-01',
  })
  const eventId = await recordWork(api)
  const coupon = await make('/v1/coupons', { name: 'Launch offer', percentOff: 10 })
  const spareCoupon = await make('/v1/coupons', { name: 'Welcome', amountOff: 25, currency: 'USD' })
  const gift = { couponId: coupon.id, subscriptionId: subscription.id }
  const discount = await make('/v1/discounts', gift)
  const ids = { customerId: customer.id, subscriptionId: subscription.id }
  const [start, middle, end] = ['2026-02-01', '2026-03-01', '2026-04-01']
  const payable = await make('/v1/invoices/generate', period(ids, start, middle))
  await must(api.post(`/v1/invoices/${payable.id}/send`, {}))
  const payment = await make(`/v1/invoices/${payable.id}/payments`, {
    ...{ amount: 20, method: 'bank_transfer', reference: 'TRX-2026-0317' },
  })
  const generated = await make('/v1/invoices/generate', period(ids, middle, end))
  const [line] = generated.lineItems as { id: string }[]
  const draft = { id: generated.id, lineId: line?.id }
  await t.database.pool.query(
    `insert into customer_credits (customer_id, id, organization_id, currency, amount, kind,
       invoice_id, booked_at, created_at)
     select customer_id, id, organization_id, 'USD', 5, 'invoice', id, now(), now()
     from invoices where id = '${draft.id}'`,
  )
  const grant = await make(`/v1/customers/${customer.id}/credit-grants`, {
    ...{ kind: 'promotional', currency: 'USD', amount: 50, name: 'Welcome credit' },
    expiresAt: '2027-01-01',
  })
  const topUp = await make(`/v1/customers/${customer.id}/top-ups`, {
    ...{ amount: 100, currency: 'USD', method: 'checkout' },
  })
  const endpoint = await make('/v1/webhook-endpoints', HOOK)
  const spareEndpoint = await make('/v1/webhook-endpoints', HOOK)
  const tested = await make(`/v1/webhook-endpoints/${endpoint.id}/test`)
  const link = await givenPortalLink(api, customer.id)
  const portal = await givenPortal(t, api, customer.id)
  const ownBudget = await must(
    portal.post('/v1/portal/budgets', {
      ...{ name: 'Our limit', measure: 'revenue', amount: '500', currency: 'USD' },
      ...{ period: 'billing_period', action: 'block' },
    }),
  )
  // Switched off, so that decisions show the budgets of the operator alone.
  await must(portal.patch(`/v1/portal/budgets/${ownBudget.id}`, { isActive: false }))
  const { results: emails } = await must(api.get(`/v1/emails?invoiceId=${payable.id}`))
  const mapping = await make('/v1/events/map-model', {
    ...{ sourceModel: 'support-tuned-8b', sourceProvider: 'in-house' },
    ...{ targetModel: 'gpt-4o-mini', targetProvider: 'openai' },
  })
  const costRate = await make('/v1/cost-rates', {
    ...{ modelProvider: 'in-house', model: 'triage-7b', inputCost: '0.12', outputCost: '0.4' },
    ...{ effectiveFrom: '2026-02-01', note: 'Two GPU servers, spread over a month' },
  })
  const allocation = await make('/v1/cost-allocations', {
    ...{ modelProvider: 'openai', model: 'gpt-4o-mini', amount: '1800', note: 'Rent of gpu-2' },
  })
  const heldRun = (runId: string, estimatedCostUsd = '0.40') =>
    make('/v1/guard/holds', { ...WORK, runId, estimatedCostUsd })
  const newBudget = {
    ...{
      name: 'Support, 5 USD a day',
      customerId: customer.id,
      agentId: offer.agentId,
      measure: 'cost',
    },
    ...{ amount: '5.00', period: 'day', action: 'block' },
  }
  const [budget, spareBudget] = [
    await make('/v1/budgets', newBudget),
    await make('/v1/budgets', { ...newBudget, name: 'Support, 100 USD a month', period: 'month' }),
  ]
  const [hold, spareHold] = [await heldRun('run-4711'), await heldRun('run-4712')]
  await heldRun('run-4713', '4.62')
  const { holdId: ended } = await heldRun('run-4710')
  await t.database.pool.query(
    `update control_holds set used_cost = 0.3812, closed_at = now(), close_reason = 'settled'
     where id = '${ended}'`,
  )
  const scope = { from: '2026-03-01', to: '2026-04-01', modelProvider: 'openai' }
  const run = await make('/v1/repricing-runs', { ...scope, reason: '20 % off since March' })
  const endedRun = await make('/v1/repricing-runs', scope)
  await must(api.post(`/v1/repricing-runs/${endedRun.id}/cancel`, undefined))
  const traceRunId = await givenRuns(t, api)
  const rule = await make('/v1/attribution-rules', {
    ...{ attribute: 'tenant.id', operator: 'present', target: 'customer' },
  })
  const later = { effectiveFrom: '2027-01-01', rate: '1.09' }
  const { planId, strategyId } = offer
  const price = await make(
    `/v1/pricing-plans/${planId}/pricing-strategies/${strategyId}/prices`,
    later,
  )
  const ownPrice = await make(`/v1/subscriptions/${subscription.id}/prices/${strategyId}`, {
    ...later,
    rate: '0.89',
    note: 'Agreed for three years',
  })
  const priceChange = await make('/v1/price-changes', {
    ...{ strategyIds: [strategyId], percent: 5, effectiveFrom: '2028-01-01', decimals: 2 },
  })
  const largePlan = await make('/v1/pricing-plans', { name: 'Large', agentId: offer.agentId })
  const initech = await make('/v1/customers', { name: 'Initech', externalId: 'initech' })
  const replaced = await make('/v1/subscriptions', {
    ...{ name: 'Initech, support', planId, agentId: offer.agentId, customerId: initech.id },
    startDate: '2026-03-01',
  })
  await make(`/v1/subscriptions/${replaced.id}/plan-change`, {
    ...{ planId: largePlan.id, when: '2026-12-01' },
  })
  const usageDate = '2026-03-08T16:45:00Z'
  const outcomes = await givenOutcomes(t, api, { ...WORK, ...LLM, usageDate })
  await must(api.patch(`/v1/pricing-plans/${planId}`, { rejectionDays: 30 }))
  const rejectableEventId = outcomes.rejectableId
  const ownRequestId = outcomes.rejectionRequestId
  const world: World = {
    api,
    ...outcomes,
    largePlanId: largePlan.id,
    replacedId: replaced.id,
    priceId: price.id,
    ownPriceId: ownPrice.id,
    priceChangeId: priceChange.id,
    traceRunId,
    ruleId: rule.id,
    ...offer,
    customerId: customer.id,
    externalId: 'acme',
    eventId,
    subscriptionId: subscription.id,
    invoiceId: draft.id,
    lineId: String(draft.lineId),
    grantId: grant.id,
    topUpId: topUp.id,
    ...(await givenCharged(t, api, customer.id)),
    payableId: payable.id,
    paymentId: payment.id,
    emailId: emails[0].id,
    sessionId: link.id,
    taxRateId: taxRate.id,
    couponId: coupon.id,
    spareCouponId: spareCoupon.id,
    discountId: discount.id,
    endpointId: endpoint.id,
    mappingId: String(mapping.mappingId),
    costRateId: costRate.id,
    allocationId: allocation.id,
    holdId: String(hold.holdId),
    spareHoldId: String(spareHold.holdId),
    budgetId: budget.id,
    spareBudgetId: spareBudget.id,
    runId: run.id,
    endedRunId: endedRun.id,
    spareEndpointId: spareEndpoint.id,
    announcementId: tested.id,
    objectId: endpoint.id,
    spareCustomerId: spareCustomer.id,
    catalogId: (await must(api.get('/v1/services?search=gpt-4o&limit=1'))).data[0].id,
  }
  const owner = await givenMember(t, { role: 'owner', organizationId: organization.id })
  const invoice = await must(api.get(`/v1/invoices/${payable.id}`))
  const ofPortal = { ownBudgetId: ownBudget.id, rejectableEventId, ownRequestId }
  return { ...world, ...ofPortal, organization, world, owner, portal, invoice }
}

const SELLER = {
  addressLine1: '500 Industry Road',
  city: 'Austin',
  state: 'TX',
  zipCode: '78701',
  country: 'US',
  email: 'billing@initech.example',
}

const CUSTOMER = {
  name: 'Acme Robotics',
  externalId: 'acme',
  email: 'billing@acme.example',
  phone: '+1 555 0100',
  addressLine1: '1 Market Street',
  city: 'San Francisco',
  state: 'CA',
  zipCode: '94105',
  country: 'US',
  metadata: { segment: 'enterprise' },
}

const period = (ids: Fields, billingPeriodStart: string, billingPeriodEnd: string) => ({
  ...ids,
  billingPeriodStart,
  billingPeriodEnd,
})

/** Creates two agents with their signals, and plans that price them. */
async function givenExampleOffer(
  api: Api,
  make: (url: string, body: unknown) => Promise<{ id: string }>,
) {
  const agent = { name: 'Support agent', agentCode: 'support-agent' }
  const { id: agentId } = await make('/v1/agents', { ...agent, description: 'Resolves tickets' })
  const spare = { name: 'Sales agent', agentCode: 'sales-agent' }
  const { id: spareAgentId } = await make('/v1/agents', spare)
  const linked = { name: 'Research agent', agentCode: 'research-agent' }
  const { id: linkedAgentId } = await make('/v1/agents', linked)
  const signal = { agentId, name: 'Ticket resolved', shortName: 'ticket-resolved' }
  const { id: signalId } = await make('/v1/signals', signal)
  const another = { agentId, name: 'Call answered', shortName: 'call-answered' }
  const { id: spareSignalId } = await make('/v1/signals', another)
  const { id: planId } = await make('/v1/pricing-plans', { name: 'Pro', agentId })
  const { id: sparePlanId } = await make('/v1/pricing-plans', {
    ...{ name: 'Starter', agentId: linkedAgentId },
  })
  const [strategy] = await givenStrategies(
    api,
    planId,
    { name: 'Tickets', chargeType: 'usage', pricingModel: 'flat', signalId, rate: 0.99 },
    { name: 'Base fee', chargeType: 'recurring', rate: 49 },
  )
  await must(api.post(includedIn(planId), { signalId: spareSignalId }))
  const ids = { agentId, spareAgentId, linkedAgentId, signalId, spareSignalId, planId, sparePlanId }
  return {
    ...ids,
    agentCode: agent.agentCode,
    shortName: signal.shortName,
    strategyId: strategy.id,
  }
}

/** Records work of two months, also with a model without a price; returns the id of an event. */
async function recordWork(api: Api): Promise<string> {
  const record = (fields: Fields) => ({ ...WORK, ...LLM, ...fields })
  const answer = await must(
    api.record(
      record({ usageDate: '2026-02-10T09:30:00Z', quantity: 40 }),
      record({ usageDate: '2026-03-03T10:00:00Z', runId: 'run-17', metadata: { ticket: 4711 } }),
      record({ usageDate: '2026-03-05T14:20:00Z', idempotencyKey: 'keyed', model: 'house-model' }),
    ),
  )
  return answer.results.success[1].eventId
}
