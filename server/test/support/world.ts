import { expect } from 'vitest'
import { type Api, must, type TestApp } from './app.ts'
import { setAutoTopUp } from './auto-top-ups.ts'
import { changeFacts } from './change-facts.ts'
import {
  type Fields,
  givenAgent,
  givenCustomer,
  givenOffer,
  givenPlan,
  givenSignal,
  givenSubscription,
  includedIn,
  unique,
} from './given.ts'
import { partyColumns } from './parties.ts'
import { givenPortalLink } from './portal.ts'
import { saveTestCard } from './top-ups.ts'
import { newTraceId } from './traces.ts'
import { llm, recordEvent, unknownModel } from './usage.ts'

/** Sets automatic top-ups of a customer with a saved card. */
export async function givenCharged(
  t: TestApp,
  api: Api,
  customerId: string,
): Promise<{ chargedId: string; autoTopUpId: string }> {
  const { rows } = await t.database.pool.query<{ organization_id: string }>(
    'select organization_id from customers where id = $1',
    [customerId],
  )
  await saveTestCard(t, { organizationId: rows[0]?.organization_id ?? '', customerId })
  const { id: autoTopUpId } = await setAutoTopUp(api, customerId)
  return { chargedId: customerId, autoTopUpId }
}

export type World = Awaited<ReturnType<typeof givenWorld>>

/** One row of each kind, and spare ones that nothing hangs on. */
export async function givenWorld(t: TestApp, api: Api) {
  const customer = await givenCustomer(api, { externalId: unique('customer') })
  const offer = await givenOffer(api)
  const included = await api.post(includedIn(offer.planId), { signalId: offer.signalId })
  expect(included.status).toBe(200)
  const subscription = await givenSubscription(api, {
    customerId: customer.id,
    planId: offer.planId,
    agentId: offer.agentId,
  })
  const used = llm({ customerExternalId: customer.externalId, reportedCostUsd: 0.01 })
  const event = await recordEvent(api, used)
  const keyed = { customerExternalId: customer.externalId, idempotencyKey: 'keyed' }
  await recordEvent(api, unknownModel(keyed))
  const outcomes = await givenOutcomes(t, api, llm({ customerExternalId: customer.externalId }))
  const linked = await givenAgent(api)
  const taxRate = await api.post('/v1/tax-rates', { name: 'VAT', percentage: 19 })
  const newCoupon = { name: 'Tenth', percentOff: 10 }
  const coupon = await api.post('/v1/coupons', newCoupon)
  const spareCoupon = await api.post('/v1/coupons', newCoupon)
  const gift = { couponId: coupon.body.id, subscriptionId: subscription.id }
  const discount = await api.post('/v1/discounts', gift)
  const made = [taxRate, coupon, spareCoupon, discount]
  expect(made.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  const ids = { customerId: customer.id, subscriptionId: subscription.id }
  const invoice = await api.post('/v1/invoices/generate', ids)
  expect(invoice.status, JSON.stringify(invoice.body)).toBe(201)
  await t.database.pool.query(
    `insert into customer_credits (customer_id, id, organization_id, currency, amount, kind,
       invoice_id, booked_at, created_at)
     select customer_id, id, organization_id, 'USD', 5, 'invoice', id, now(), now()
     from invoices where id = $1`,
    [invoice.body.id],
  )
  const newGrant = { kind: 'paid', currency: 'USD', amount: 3 }
  const grant = await must(api.post(`/v1/customers/${customer.id}/credit-grants`, newGrant))
  const topUp = await must(
    api.post(`/v1/customers/${customer.id}/top-ups`, {
      amount: 5,
      currency: 'USD',
      method: 'checkout',
    }),
  )
  const { payableId, paymentId, emailId } = await createPayment(t, api, offer)
  const mapping = await api.post('/v1/events/map-model', {
    ...{ sourceModel: unique('model'), sourceProvider: 'in-house' },
    ...{ targetModel: 'gpt-4o', targetProvider: 'openai' },
  })
  expect(mapping.status).toBe(200)
  const costRate = await api.post('/v1/cost-rates', {
    ...{ modelProvider: 'in-house', model: unique('model'), inputCost: 1 },
  })
  expect(costRate.status).toBe(201)
  const allocation = await api.post('/v1/cost-allocations', {
    ...{ modelProvider: 'in-house', model: unique('model'), amount: 90 },
  })
  expect(allocation.status, JSON.stringify(allocation.body)).toBe(201)
  const heldRun = (estimatedCostUsd = '0.40') =>
    must(
      api.post('/v1/guard/holds', {
        ...{ customerExternalId: customer.externalId, agentCode: 'support', signalName: 'ticket' },
        ...{ estimatedCostUsd, runId: unique('run') },
      }),
    )
  const [hold, spareHold] = [await heldRun(), await heldRun()]
  const newBudget = { name: 'A day', measure: 'cost', amount: 5, period: 'day', action: 'block' }
  const budget = await must(api.post('/v1/budgets', newBudget))
  const spareBudget = await must(api.post('/v1/budgets', newBudget))
  expect((await heldRun('10')).decision).toBe('block')
  const { holdId: endedHoldId } = await heldRun()
  await t.database.pool.query(
    `update control_holds set closed_at = now(), close_reason = 'settled' where id = $1`,
    [endedHoldId],
  )
  const march = { from: '2026-03-01', to: '2026-04-01' }
  const run = await api.post('/v1/repricing-runs', march)
  const endedRun = await api.post('/v1/repricing-runs', march)
  const ended = await api.post(`/v1/repricing-runs/${endedRun.body.id}/cancel`, undefined)
  expect([run, endedRun, ended].map(({ status }) => status)).toEqual([201, 201, 200])
  const hook = { url: 'https://acme.example/hooks' }
  const endpoint = await api.post('/v1/webhook-endpoints', hook)
  const spareEndpoint = await api.post('/v1/webhook-endpoints', hook)
  const test = () => api.post(`/v1/webhook-endpoints/${endpoint.body.id}/test`, undefined)
  const tests = [await test(), await test(), await test()]
  const hooks = [endpoint, spareEndpoint, ...tests]
  expect(hooks.map(({ status }) => status)).toEqual([201, 201, 202, 202, 202])
  const rule = await api.post('/v1/attribution-rules', {
    ...{ attribute: 'tenant.id', operator: 'present', target: 'customer' },
  })
  expect(rule.status).toBe(201)
  const traceRunId = await givenUnassignedRun(t, rule.body.id)
  const link = await givenPortalLink(api, customer.id)
  const largePlan = await givenPlan(api, { agentId: offer.agentId })
  const waiting = await givenSubscription(api, {
    customerId: (await givenCustomer(api)).id,
    ...{ planId: offer.planId, agentId: offer.agentId },
  })
  await must(
    api.post(`/v1/subscriptions/${waiting.id}/plan-change`, {
      ...{ planId: largePlan.id, when: '2199-01-01' },
    }),
  )
  const { planId, strategyId } = offer
  const later = { effectiveFrom: '2199-01-01', rate: 2 }
  const price = await must(
    api.post(`/v1/pricing-plans/${planId}/pricing-strategies/${strategyId}/prices`, later),
  )
  const ownPrice = await must(
    api.post(`/v1/subscriptions/${subscription.id}/prices/${strategyId}`, later),
  )
  const priceChange = await must(
    api.post('/v1/price-changes', {
      ...{ strategyIds: [strategyId], percent: 5, effectiveFrom: '2199-02-01' },
    }),
  )
  return {
    api,
    ...offer,
    customerId: customer.id as string,
    externalId: customer.externalId as string,
    eventId: event.id,
    ...outcomes,
    subscriptionId: subscription.id as string,
    invoiceId: invoice.body.id as string,
    lineId: invoice.body.lineItems[0].id as string,
    priceId: price.id as string,
    ownPriceId: ownPrice.id as string,
    priceChangeId: priceChange.id as string,
    grantId: grant.id as string,
    topUpId: topUp.id as string,
    ...(await givenCharged(t, api, (await givenCustomer(api)).id)),
    payableId,
    paymentId,
    emailId,
    largePlanId: largePlan.id as string,
    replacedId: waiting.id as string,
    sessionId: link.id,
    taxRateId: taxRate.body.id as string,
    couponId: coupon.body.id as string,
    spareCouponId: spareCoupon.body.id as string,
    discountId: discount.body.id as string,
    endpointId: endpoint.body.id as string,
    spareEndpointId: spareEndpoint.body.id as string,
    announcementId: tests[0]?.body.id as string,
    objectId: endpoint.body.id as string,
    mappingId: mapping.body.mappingId as string,
    costRateId: costRate.body.id as string,
    allocationId: allocation.body.id as string,
    holdId: hold.holdId as string,
    spareHoldId: spareHold.holdId as string,
    budgetId: budget.id as string,
    spareBudgetId: spareBudget.id as string,
    runId: run.body.id as string,
    traceRunId,
    ruleId: rule.body.id as string,
    endedRunId: endedRun.body.id as string,
    spareCustomerId: (await givenCustomer(api)).id,
    spareAgentId: (await givenAgent(api)).id,
    spareSignalId: (await givenSignal(api, { agentId: offer.agentId })).id,
    sparePlanId: (await givenPlan(api, { agentId: linked.id })).id,
    linkedAgentId: linked.id,
    catalogId: (await api.get('/v1/services?limit=1')).body.data[0].id as string,
  }
}

/** Records outcomes to reject, one that is rejected, and one that its customer asks to reject. */
export async function givenOutcomes(
  { database }: Pick<TestApp, 'database'>,
  api: Api,
  used: Fields,
) {
  const rejectableRunId = unique('run')
  const { id: rejectableId } = await recordEvent(api, used)
  await recordEvent(api, { ...used, idempotencyKey: 'rejectable' })
  await recordEvent(api, { ...used, runId: rejectableRunId })
  const { id: rejectedEventId } = await recordEvent(api, used)
  const rejection = await must(
    api.post(`/v1/events/${rejectedEventId}/rejection`, { reason: 'Reopened' }),
  )
  const rejectionId = rejection.id as string
  const { id: askedId } = await recordEvent(api, used)
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into rejection_requests (customer_id, id, organization_id, event_id, usage_date, agent_id,
       signal_id, quantity, reason, state, requested_at, created_at)
     select customer_id, gen_random_uuid(), organization_id, id, usage_date, agent_id, signal_id, 1,
       'We had to solve it ourselves', 'requested', created_at, created_at
     from usage_events where id = $1 returning id`,
    [askedId],
  )
  const rejectionRequestId = rows[0]?.id ?? ''
  return { rejectableId, rejectableRunId, rejectedEventId, rejectionId, rejectionRequestId }
}

/** A run without a customer in the organization of a rule. */
async function givenUnassignedRun(t: TestApp, ruleId: string): Promise<string> {
  const runId = newTraceId()
  await t.database.pool.query(
    `insert into trace_runs (organization_id, trace_id, run_id, first_received_at, last_received_at,
       span_count, open_span_count, open_call_count, has_root, record_count, attributes)
     select organization_id, $2::uuid, $2, created_at, created_at, 1, 0, 0, true, 1,
       '{"tenant.id":"globex"}'
     from attribution_rules where id = $1`,
    [ruleId, runId],
  )
  return runId
}

/** An issued invoice of 10, of which 4 are paid. */
async function createPayment(
  t: TestApp,
  api: Api,
  { planId, agentId }: { planId: string; agentId: string },
) {
  const customerId: string = (await givenCustomer(api)).id
  const { id: subscriptionId } = await givenSubscription(api, { customerId, planId, agentId })
  const { body } = await api.post('/v1/invoices/generate', { customerId, subscriptionId })
  const payableId: string = body.id
  const columns = { organization: 'organization_id', customer: 'customer_id' }
  const { seller, buyer } = partyColumns(columns)
  await changeFacts(
    t.database.pool,
    `update invoices set version = version + 1, status = 'issued', finalized_at = created_at, subtotal = 10, total = 10,
       seller = ${seller}, buyer = ${buyer}
     where id = $1`,
    [payableId],
  )
  const payment = await api.post(`/v1/invoices/${payableId}/payments`, { amount: 4 })
  expect(payment.status, JSON.stringify(payment.body)).toBe(201)
  const mail = { recipientEmail: 'ann@acme.test' }
  expect((await api.post(`/v1/invoices/${payableId}/send`, mail)).status).toBe(200)
  const emails = await api.get(`/v1/emails?invoiceId=${payableId}`)
  return {
    payableId,
    paymentId: payment.body.id as string,
    emailId: emails.body.results[0].id as string,
  }
}
