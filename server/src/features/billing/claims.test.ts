import { expect, test } from 'vitest'
import { type Deal, givenDeal, SINCE_JANUARY } from '../../../test/support/deal.ts'
import {
  create,
  type Fields,
  flat,
  givenPlan,
  givenStrategy,
  givenSubscription,
} from '../../../test/support/given.ts'
import { GENERATE, type Invoice, lineTable, sendInvoice } from '../../../test/support/invoice.ts'
import { useTestApp } from '../../../test/support/use-app.ts'

let at = new Date('2026-01-01T00:00:00Z')
const t = useTestApp({ now: () => at })
const { api } = t

type Ids = { customerId: string; subscriptionId: string }

const JANUARY = { billingPeriodStart: '2026-01-01', billingPeriodEnd: '2026-02-01' }
const FEBRUARY = { billingPeriodStart: '2026-02-01', billingPeriodEnd: '2026-03-01' }

const generate = ({ customerId, subscriptionId }: Ids, window: Fields = {}) =>
  create<Invoice>(api, GENERATE, { customerId, subscriptionId, ...window })
const send = (invoice: Invoice) => sendInvoice(api, invoice)

/** Creates another subscription of the same customer and agent. */
async function another(deal: Deal, planId: string, startDate: string): Promise<Ids> {
  const { customerId, agentId } = deal
  const { id } = await givenSubscription(api, { planId, agentId, customerId, startDate })
  return { customerId, subscriptionId: id }
}

const end = (deal: Deal, endDate: string) =>
  api.patch(`/v1/subscriptions/${deal.subscriptionId}`, { endDate })

test('billed usage is not billed again by a successor that starts before the bill', async () => {
  at = new Date('2026-01-01T00:00:00Z')
  const deal = await givenDeal(api, { subscription: SINCE_JANUARY })
  await deal.use('ticket', 1, '2026-01-10T00:00:00Z')
  await deal.use('ticket', 10, '2026-01-20T00:00:00Z')
  at = new Date('2026-02-03T00:00:00Z')
  await send(await generate(deal, JANUARY))
  expect(await end(deal, '2026-01-15')).toMatchObject({ status: 200 })
  const successor = await another(deal, deal.planId, '2026-01-16')
  await deal.use('ticket', 5, '2026-02-02T00:00:00Z')
  await deal.use('ticket', 2, '2026-01-25T00:00:00Z')

  const window = { billingPeriodStart: '2026-01-16', billingPeriodEnd: '2026-02-16' }
  expect(lineTable(await generate(successor, window))).toEqual([['usage', 5, 5]])
  expect(lineTable(await generate(deal, {}))).toEqual([['late_usage', 2, 2]])
})

test('usage after a bill and after an end set later belongs to the successor', async () => {
  at = new Date('2026-01-01T00:00:00Z')
  const deal = await givenDeal(api, { subscription: SINCE_JANUARY })
  await deal.use('ticket', 1, '2026-01-05T00:00:00Z')
  at = new Date('2026-01-10T00:00:00Z')
  await send(await generate(deal))
  await deal.use('ticket', 2, '2026-01-14T00:00:00Z')
  at = new Date('2026-01-16T00:00:00Z')
  await end(deal, '2026-01-15')
  const successor = await another(deal, deal.planId, '2026-01-16')
  await deal.use('ticket', 10, '2026-01-20T00:00:00Z')
  at = new Date('2026-02-20T00:00:00Z')

  const window = { billingPeriodStart: '2026-01-16', billingPeriodEnd: '2026-02-16' }
  expect(lineTable(await generate(successor, window))).toEqual([['usage', 10, 10]])
  expect(lineTable(await generate(deal))).toEqual([['late_usage', 2, 2]])
})

test('moving a price to another plan does not credit billed usage', async () => {
  at = new Date('2026-01-01T00:00:00Z')
  const deal = await givenDeal(api, { subscription: SINCE_JANUARY })
  const { agentId, planId, signalIds } = deal
  const plan = await givenPlan(api, { agentId })
  const other = await another(deal, plan.id, '2026-01-01')
  await deal.use('ticket', 10, '2026-01-20T00:00:00Z')
  at = new Date('2026-02-03T00:00:00Z')
  await send(await generate(deal, JANUARY))

  const strategies = `/v1/pricing-plans/${planId}/pricing-strategies`
  const { results } = (await api.get(strategies)).body
  await api.delete(`${strategies}/${results[0].id}`)
  await givenStrategy(api, plan.id, flat(signalIds.ticket, 1))
  await deal.use('ticket', 3, '2026-01-21T00:00:00Z')
  await deal.use('ticket', 4, '2026-02-01T12:00:00Z')
  at = new Date('2026-03-03T00:00:00Z')

  expect(lineTable(await generate(other, JANUARY))).toEqual([['usage', 0, 0]])
  expect(lineTable(await generate(other, FEBRUARY))).toEqual([['usage', 4, 4]])
  expect(lineTable(await generate(deal, FEBRUARY))).toEqual([['late_usage', 3, 3]])
})

/** January is billed in full on the 10th; its later usage is billed as late usage in February. */
async function billedLate() {
  at = new Date('2026-01-01T00:00:00Z')
  const deal = await givenDeal(api, { subscription: SINCE_JANUARY })
  at = new Date('2026-01-10T00:00:00Z')
  await send(await generate(deal))
  await deal.use('ticket', 10, '2026-01-20T00:00:00Z')
  at = new Date('2026-03-03T00:00:00Z')
  const february = await generate(deal, FEBRUARY)
  expect(lineTable(february)).toEqual([
    ['usage', 0, 0],
    ['late_usage', 10, 10],
  ])
  await send(february)
  at = new Date('2026-03-04T00:00:00Z')
  return { deal, february }
}

const FROM_THE_16TH = { billingPeriodStart: '2026-01-16', billingPeriodEnd: '2026-02-16' }
const nothingToBill = async (deal: Deal) =>
  expect((await deal.tryGenerate()).status, 'nothing is left, and nothing is given back').not.toBe(
    201,
  )

test('usage billed as late is not billed again by a successor that starts earlier', async () => {
  const { deal } = await billedLate()
  await end(deal, '2026-01-15')
  const successor = await another(deal, deal.planId, '2026-01-16')

  expect(lineTable(await generate(successor, FROM_THE_16TH))).toEqual([['usage', 0, 0]])
  await nothingToBill(deal)
  // The first subscription also settles later usage of these days.
  await deal.use('ticket', 2, '2026-01-25T00:00:00Z')
  expect(lineTable(await generate(successor, FROM_THE_16TH))).toEqual([['usage', 0, 0]])
  expect(lineTable(await generate(deal))).toEqual([['late_usage', 2, 2]])
})

test('usage billed as late is released when that invoice is voided', async () => {
  const { deal, february } = await billedLate()
  await end(deal, '2026-01-15')
  const successor = await another(deal, deal.planId, '2026-01-16')
  const voided = await api.post(`/v1/invoices/${february.id}/void`, {})
  expect(voided.status, JSON.stringify(voided.body)).toBe(200)

  expect(lineTable(await generate(successor, FROM_THE_16TH))).toEqual([['usage', 10, 10]])
  await nothingToBill(deal)
})

test('billing late usage after the end does not take later usage from a successor', async () => {
  at = new Date('2026-01-01T00:00:00Z')
  const deal = await givenDeal(api, { subscription: SINCE_JANUARY })
  at = new Date('2026-01-10T00:00:00Z')
  await send(await generate(deal))
  await deal.use('ticket', 2, '2026-01-14T00:00:00Z')
  at = new Date('2026-01-16T12:00:00Z')
  await end(deal, '2026-01-15')
  const successor = await another(deal, deal.planId, '2026-01-16')
  await deal.use('ticket', 10, '2026-01-20T00:00:00Z')
  at = new Date('2026-02-20T00:00:00Z')
  const finalInvoice = await generate(deal)
  expect(finalInvoice.lineItems[0]).toMatchObject({
    type: 'late_usage',
    quantity: 2,
    periodStart: '2026-01-01T00:00:00.000Z',
    periodEnd: '2026-01-16T00:00:00.000Z',
  })
  await send(finalInvoice)

  expect(lineTable(await generate(successor, FROM_THE_16TH))).toEqual([['usage', 10, 10]])
  await nothingToBill(deal)
})

test('a plan that prices the signal later does not bill usage that was billed as late', async () => {
  const { deal } = await billedLate()
  const { agentId, planId, signalIds } = deal
  await end(deal, '2026-01-15')
  const plan = await givenPlan(api, { agentId })
  const other = await another(deal, plan.id, '2026-01-01')
  const strategies = `/v1/pricing-plans/${planId}/pricing-strategies`
  const { results } = (await api.get(strategies)).body
  await api.delete(`${strategies}/${results[0].id}`)
  await givenStrategy(api, plan.id, flat(signalIds.ticket, 1))

  expect(lineTable(await generate(other, JANUARY))).toEqual([['usage', 0, 0]])
  await nothingToBill(deal)
})
