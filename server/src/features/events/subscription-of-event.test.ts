import { expect, test } from 'vitest'
import {
  flat,
  givenAgent,
  givenCustomer,
  givenPlan,
  givenSignal,
  givenStrategy,
  givenSubscription,
  SUBSCRIPTIONS,
} from '../../../test/support/given.ts'
import { useTestApp } from '../../../test/support/use-app.ts'

const NOW = '2026-03-20T12:00:00Z'
let made = 0

const t = useTestApp({ now: () => new Date(NOW) })
const { api } = t

/** Creates a customer with usage of an agent at each of the instants, and a plan for it. */
async function usageAt(...usageDates: string[]) {
  made += 1
  const externalId = `customer ${made}`
  const agentCode = `worker ${made}`
  const { id: customerId } = await givenCustomer(api, { externalId })
  const { id: agentId } = await givenAgent(api, { agentCode })
  const { id: signalId } = await givenSignal(api, { agentId, name: 'job' })
  const { id: planId } = await givenPlan(api, { agentId })
  const job = {
    customerExternalId: externalId,
    agentCode,
    signalName: 'job',
    model: 'gpt-4o',
    modelProvider: 'openai',
    inputTokens: 1_000,
  }
  const { body } = await api.record(...usageDates.map((usageDate) => ({ ...job, usageDate })))
  expect(body.failed).toBe(0)
  return { parties: { customerId, agentId, planId }, signalId }
}

/** Returns the subscriptions of the customer's events, by usage date. */
async function subscriptionsOf({ parties }: { parties: { customerId: string } }) {
  const { status, body } = await api.get(`/v1/events?customerId=${parties.customerId}`)
  expect(status).toBe(200)
  return body.results
    .map(({ subscriptionId }: { subscriptionId: string | null }) => subscriptionId)
    .toReversed()
}

test('usage belongs to the subscription that runs at its date: start included, end not', async () => {
  const usage = await usageAt(
    '2026-02-28T10:14:59.999Z',
    '2026-02-28T10:15:00Z',
    '2026-03-10T10:14:59.999Z',
    '2026-03-10T10:15:00Z',
  )
  expect(await subscriptionsOf(usage)).toEqual([null, null, null, null])
  const { id } = await givenSubscription(api, {
    ...usage.parties,
    startDate: '2026-03-01',
    endDate: '2026-03-10',
    isForever: false,
    timezone: 'Pacific/Chatham',
  })
  expect(await subscriptionsOf(usage)).toEqual([null, id, id, null])
})

test('usage before a subscription was created belongs to it when it starts in the past', async () => {
  const usage = await usageAt('2026-01-15T00:00:00Z')
  const { id } = await givenSubscription(api, { ...usage.parties, startDate: '2026-01-01' })
  expect(await subscriptionsOf(usage)).toEqual([id])
  await api.delete(`${SUBSCRIPTIONS}/${id}`)
  expect(await subscriptionsOf(usage)).toEqual([null])
})

test('usage of another customer or agent does not belong to it', async () => {
  const usage = await usageAt('2026-03-10T00:00:00Z')
  const { customerId, agentId, planId } = usage.parties
  const other = await usageAt('2026-03-10T00:00:00Z')
  await givenSubscription(api, { customerId: other.parties.customerId, agentId, planId })
  await givenSubscription(api, { ...other.parties, customerId })
  expect(await subscriptionsOf(usage)).toEqual([null])
  expect(await subscriptionsOf(other)).toEqual([null])
})

test('among several, the one that prices the signal wins, then the earliest start', async () => {
  const usage = await usageAt('2026-03-10T00:00:00Z')
  const { customerId, agentId, planId } = usage.parties
  const late = await givenSubscription(api, { ...usage.parties, startDate: '2026-03-02' })
  expect(await subscriptionsOf(usage)).toEqual([late.id])
  const { id: otherPlanId } = await givenPlan(api, { agentId })
  const other = { customerId, agentId, planId: otherPlanId }
  const early = await givenSubscription(api, { ...other, startDate: '2026-03-01' })
  expect(await subscriptionsOf(usage)).toEqual([early.id])
  await givenStrategy(api, planId, flat(usage.signalId, 1))
  expect(await subscriptionsOf(usage)).toEqual([late.id])
})

test('an ended one keeps its usage', async () => {
  const usage = await usageAt('2026-03-10T00:00:00Z')
  const { id } = await givenSubscription(api, { ...usage.parties, startDate: '2026-03-01' })
  await api.patch(`${SUBSCRIPTIONS}/${id}`, { status: 'ended' })
  expect(await subscriptionsOf(usage)).toEqual([id])
})

test('a page of a hundred events queries their subscriptions once', async () => {
  const usage = await usageAt(...Array.from({ length: 100 }, () => '2026-03-10T00:00:00Z'))
  const { id } = await givenSubscription(api, usage.parties)
  const { body } = await api.get(`/v1/events?customerId=${usage.parties.customerId}&limit=100`)
  expect(body.results).toHaveLength(100)
  const ids = body.results.map((event: { subscriptionId: string }) => event.subscriptionId)
  expect(new Set(ids)).toEqual(new Set([id]))
})
