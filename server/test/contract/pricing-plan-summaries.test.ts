import { expect, test } from 'vitest'
import {
  ABSENT,
  givenOffer,
  givenPlan,
  givenStrategies,
  givenSubscription,
} from '../support/given.ts'
import { useOrganizationPerTest, useStranger, useTestApp } from '../support/use-app.ts'

const t = useTestApp({ now: () => new Date('2026-03-15T12:00:00Z') })
const { api } = useOrganizationPerTest(t)
const stranger = useStranger(t)

const url = (...ids: string[]) =>
  `/v1/pricing-plans/summaries?${new URLSearchParams(ids.map((id) => ['planId', id]))}`
const summaries = async (...ids: string[]) => {
  const answer = await api.get(url(...ids))
  expect(answer.status).toBe(200)
  return new Map(answer.body.results.map((one: { planId: string }) => [one.planId, one]))
}
const fee = (rate: number, fields = {}) => ({ chargeType: 'recurring', rate, ...fields })

test('say the first active prices of each plan, and how many it has', async () => {
  const plan = await givenPlan(api)
  const empty = await givenPlan(api)
  const rates = [1, 2, 3, 4, 5, 6, 7]
  await givenStrategies(api, plan.id, ...rates.map((rate) => fee(rate, { isActive: rate !== 2 })))
  const found = await summaries(plan.id, empty.id)
  expect(found.get(plan.id)).toMatchObject({
    priceCount: 6,
    liveSubscriptions: 0,
    prices: [1, 3, 4, 5, 6].map((rate) => ({ rate, isActive: true, planId: plan.id })),
  })
  expect(found.get(empty.id)).toEqual({
    planId: empty.id,
    priceCount: 0,
    liveSubscriptions: 0,
    prices: [],
  })
})

test('show prices like the list of prices, with their tiers', async () => {
  const { planId, signalId, strategyId } = await givenOffer(api)
  const tiers = [
    { lower: 0, upper: 1000, rate: 0, flatFee: 0 },
    { lower: 1000, upper: null, rate: 0.0000125, flatFee: 0 },
  ]
  const price = { chargeType: 'usage', pricingModel: 'graduated', tiers, rate: null }
  const path = `/v1/pricing-plans/${planId}/pricing-strategies`
  expect((await api.patch(`${path}/${strategyId}`, price)).status).toBe(200)
  const found = await summaries(planId)
  expect(found.get(planId)).toMatchObject({ prices: (await api.get(path)).body.results })
  expect(found.get(planId)).toMatchObject({ prices: [{ signalId, tiers }] })
})

test('count the subscriptions that have not ended, including future ones', async () => {
  const { planId, agentId } = await givenOffer(api)
  const other = await givenOffer(api)
  const subscribe = (fields = {}) => givenSubscription(api, { planId, agentId, ...fields })
  await subscribe()
  await subscribe({ startDate: '2026-05-01' })
  const ended = await subscribe()
  await api.patch(`/v1/subscriptions/${ended.id}`, { status: 'ended' })
  const deleted = await subscribe({ startDate: '2026-06-01' })
  expect((await api.delete(`/v1/subscriptions/${deleted.id}`)).status).toBe(204)
  const found = await summaries(planId, other.planId)
  expect(found.get(planId)).toMatchObject({ liveSubscriptions: 2 })
  expect(found.get(other.planId)).toMatchObject({ liveSubscriptions: 0 })
})

test('omit plans that are absent, deleted or of another organization', async () => {
  const { planId } = await givenOffer(api)
  const gone = await givenPlan(api)
  await api.delete(`/v1/pricing-plans/${gone.id}`)
  const theirs = await givenOffer(stranger)
  await givenSubscription(stranger, { planId: theirs.planId, agentId: theirs.agentId })
  expect([...(await summaries(planId, gone.id, theirs.planId, ABSENT)).keys()]).toEqual([planId])
  expect((await stranger.get(url(planId))).body.results).toEqual([])
})

test.each([
  '/v1/pricing-plans/summaries',
  '/v1/pricing-plans/summaries?planId=x',
  url(...Array.from({ length: 101 }, () => ABSENT)),
])('400 for %s', async (path) => {
  const answer = await api.get(path)
  expect(answer.status).toBe(400)
  expect(answer.body.message.join()).toContain('planId')
})
