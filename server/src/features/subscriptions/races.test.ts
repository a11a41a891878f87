import { expect, test } from 'vitest'
import {
  flat,
  givenOffer,
  givenParties,
  givenPlan,
  givenStrategy,
  givenSubscription,
  givenUnpricedOffer,
  SUBSCRIPTIONS,
} from '../../../test/support/given.ts'
import { useTestApp } from '../../../test/support/use-app.ts'
import { untilWaiting } from '../../../test/support/waiting.ts'
import { lockPlan } from '../pricing-plans/service.ts'
import { lockSignals } from '../signals/service.ts'
import { lockForChange } from './change/lock-for-change.ts'

const t = useTestApp()
const { api } = t

const ROUNDS = 8
const request = (parties: Record<string, unknown>) => ({
  name: 'Acme',
  startDate: '2026-01-01',
  ...parties,
})

test('of a new price and a new subscription that would bill a job twice one wins', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { signalId, ...offer } = await givenOffer(api)
    const { id: planId } = await givenPlan(api, { agentId: offer.agentId })
    const parties = await givenParties(api, {}, offer)
    await givenSubscription(api, { ...parties, planId })
    const price = { chargeType: 'usage', pricingModel: 'flat', signalId, rate: 1 }
    const answers = await Promise.all([
      api.post(SUBSCRIPTIONS, request(parties)),
      api.post(`/v1/pricing-plans/${planId}/pricing-strategies`, [price]),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
  }
})

test('a price is reactivated after a concurrent subscription to its signal', async () => {
  const { planId, signalId } = await givenUnpricedOffer(api)
  const { id: priceId } = await givenStrategy(api, planId, flat(signalId, 1))
  const price = `/v1/pricing-plans/${planId}/pricing-strategies/${priceId}`
  await api.patch(price, { isActive: false })
  const switchedOn = await t.dependencies.db.transaction().execute(async (tx) => {
    await lockSignals(tx, t.organization.id, [signalId], 'update')
    const answer = api.patch(price, { isActive: true })
    await untilWaiting(t.database.pool, 1)
    return { answer }
  })
  expect((await switchedOn.answer).status).toBe(200)
})

test('concurrent changes of a plan and its subscriptions do not deadlock', async () => {
  const parties = await givenParties(api)
  const { id } = await givenSubscription(api, parties)
  const { db } = t.dependencies
  const key = { organizationId: t.organization.id, customerId: String(parties.customerId), id }
  const planKey = { organizationId: t.organization.id, id: String(parties.planId) }
  await db.transaction().execute(async (tx) => {
    await lockForChange(tx, key, { now: new Date(), businessNow: new Date() })
    // Writes a changelog row that references the locked subscription, and must not wait for its
    // lock.
    const changed = await api.patch(`/v1/pricing-plans/${parties.planId}`, { name: 'New' })
    expect(changed.status).toBe(200)
    await lockPlan(tx, planKey, 'share')
  })
})
