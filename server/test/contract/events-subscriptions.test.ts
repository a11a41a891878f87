import { describe, expect, test } from 'vitest'
import { type Deal, givenDeal } from '../support/deal.ts'
import {
  type Fields,
  flat,
  givenPlan,
  givenStrategies,
  givenSubscription,
  strategiesOf,
} from '../support/given.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import { sendInvoice, voidInvoice } from '../support/invoice.ts'
import { listEvents } from '../support/usage.ts'
import { useTestApp } from '../support/use-app.ts'

/** Events show the subscription that bills them, even after subscriptions were corrected. */
let at = new Date('2026-01-01T00:00:00Z')
const t = useTestApp({ now: () => at, atEnd: expectRollupsToAddUp })

const JANUARY = { billingPeriodStart: '2026-01-01', billingPeriodEnd: '2026-02-01' }
const FEBRUARY = { billingPeriodStart: '2026-02-01', billingPeriodEnd: '2026-03-01' }

/** Creates a deal that starts in January; the time is then 3 February. */
async function dealOfJanuary(): Promise<Deal> {
  at = new Date('2026-01-01T00:00:00Z')
  const deal = await givenDeal(t.api, { subscription: { startDate: '2026-01-01' } })
  at = new Date('2026-02-03T00:00:00Z')
  return deal
}

/** Creates another subscription of the same customer and agent, to the same plan unless given. */
async function another(
  { customerId, agentId, planId }: Deal,
  startDate: string,
  fields: Fields = {},
): Promise<string> {
  const parties = { customerId, agentId, planId }
  return (await givenSubscription(t.api, { ...parties, startDate, ...fields })).id
}

async function use({ use }: Deal, ...days: string[]) {
  for (const day of days) await use('ticket', 1, `2026-${day}T12:00:00Z`)
}

const bill = async (deal: Deal, window: Fields = {}) =>
  sendInvoice(t.api, await deal.generate(window))

async function end({ subscriptionId }: Deal, endDate: string) {
  const answer = await t.api.patch(`/v1/subscriptions/${subscriptionId}`, { endDate })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
}

/** Returns the listed subscription of the usage by day. */
async function shown({ customerId }: Deal) {
  const events = await listEvents(t.api, `&customerId=${customerId}`)
  return Object.fromEntries(
    events.map(({ usageDate, subscriptionId }) => [usageDate.slice(5, 10), subscriptionId]),
  )
}

describe('what a finalized invoice billed', () => {
  test('stays with its subscription when that is ended before it, whatever follows', async () => {
    const deal = await dealOfJanuary()
    const { subscriptionId: first } = deal
    await use(deal, '01-04', '01-10')
    await bill(deal, JANUARY)
    await end(deal, '2026-01-05')
    expect(await shown(deal)).toEqual({ '01-04': first, '01-10': first })
    const second = await another(deal, '2026-01-06')
    await use(deal, '01-20', '02-02')
    const kept = { '01-04': first, '01-10': first, '01-20': first }
    expect(await shown(deal)).toEqual({ ...kept, '02-02': second })
    const window = { billingPeriodStart: '2026-01-06', billingPeriodEnd: '2026-02-06' }
    const successor = { customerId: deal.customerId, subscriptionId: second }
    const { body } = await t.api.post('/v1/invoices/generate', { ...successor, ...window })
    expect(body.lineItems).toMatchObject([{ quantity: 1 }])
  })

  test('stays with it also when another plan now prices the signal', async () => {
    const deal = await dealOfJanuary()
    const { subscriptionId: first, agentId, planId } = deal
    const { id: otherPlan } = await givenPlan(t.api, { agentId })
    const second = await another(deal, '2026-01-01', { planId: otherPlan })
    await use(deal, '01-10')
    await bill(deal, JANUARY)
    const { results } = (await t.api.get(strategiesOf(planId))).body
    await t.api.delete(`${strategiesOf(planId)}/${results[0].id}`)
    await givenStrategies(t.api, otherPlan, flat(results[0].signalId))
    await use(deal, '01-11', '02-01')
    expect(await shown(deal)).toEqual({ '01-10': first, '01-11': first, '02-01': second })
  })

  test('is free again when the invoice is void', async () => {
    const deal = await dealOfJanuary()
    const { subscriptionId: first } = deal
    await use(deal, '01-04', '01-10')
    const invoice = await bill(deal, JANUARY)
    await end(deal, '2026-01-05')
    const second = await another(deal, '2026-01-06')
    expect(await shown(deal)).toEqual({ '01-04': first, '01-10': first })
    await voidInvoice(t.api, invoice)
    expect(await shown(deal)).toEqual({ '01-04': first, '01-10': second })
  })

  test('as late usage, after an early bill, stays with it too', async () => {
    const deal = await dealOfJanuary()
    const { subscriptionId: first } = deal
    at = new Date('2026-01-10T00:00:00Z')
    await use(deal, '01-09')
    await bill(deal)
    at = new Date('2026-03-03T00:00:00Z')
    await use(deal, '01-20')
    await bill(deal, FEBRUARY)
    await end(deal, '2026-01-15')
    await another(deal, '2026-01-16')
    expect(await shown(deal)).toEqual({ '01-09': first, '01-20': first })
  })
})

test('a draft keeps nothing: its usage follows the end of the subscription', async () => {
  const deal = await dealOfJanuary()
  const { subscriptionId: first } = deal
  await use(deal, '01-04', '01-10')
  await deal.generate(JANUARY)
  await end(deal, '2026-01-05')
  expect(await shown(deal)).toEqual({ '01-04': first, '01-10': null })
  const second = await another(deal, '2026-01-06')
  expect(await shown(deal)).toEqual({ '01-04': first, '01-10': second })
})

test('usage after an early bill, and after an end that was set then, belongs to the successor', async () => {
  const deal = await dealOfJanuary()
  const { subscriptionId: first } = deal
  at = new Date('2026-01-10T00:00:00Z')
  await use(deal, '01-05')
  await bill(deal)
  at = new Date('2026-01-16T00:00:00Z')
  await end(deal, '2026-01-14')
  const second = await another(deal, '2026-01-15')
  await use(deal, '01-09', '01-15')
  expect(await shown(deal)).toEqual({ '01-05': first, '01-09': first, '01-15': second })
})
