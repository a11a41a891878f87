import { describe, expect, test } from 'vitest'
import { tickingClock } from '../../../test/support/clocks.ts'
import {
  type Fields,
  flat,
  givenCustomer,
  givenPlan,
  givenSignal,
  givenStrategy,
  givenSubscription,
  givenUnpricedOffer,
  strategiesOf,
} from '../../../test/support/given.ts'
import { useTestApp } from '../../../test/support/use-app.ts'

const t = useTestApp({ now: tickingClock('2026-06-01T00:00:00Z') })
const { api } = t

const PLANS = '/v1/pricing-plans'

async function givenSubscribed(fields: Fields = {}) {
  const linked = await givenUnpricedOffer(api)
  const { id: customerId } = await givenCustomer(api)
  const { planId, agentId } = linked
  const subscription = await givenSubscription(api, { planId, agentId, customerId, ...fields })
  return { ...linked, customerId, subscriptionId: subscription.id }
}

describe('a plan with a subscription', () => {
  test('goes as soon as they have ended, however late the stored status is', async () => {
    const { planId, agentId, customerId } = await givenSubscribed({
      isForever: false,
      endDate: '2026-06-30',
    })
    const links = `${PLANS}/${planId}/agents/${agentId}`
    await t.database.pool.query(
      `update subscriptions set version = version + 1, end_date = '2026-05-31', ends_at = '2026-06-01'
       where customer_id = $1 and status = 'active'`,
      [customerId],
    )
    expect((await api.delete(links)).status).toBe(204)
    expect((await api.delete(`${PLANS}/${planId}`)).status).toBe(204)
  })

  test('cannot be deleted while one has not ended, whatever its stored status', async () => {
    const { planId, agentId, customerId } = await givenSubscribed()
    await t.database.pool.query(
      `update subscriptions set version = version + 1, status = 'ended' where customer_id = $1`,
      [customerId],
    )
    expect((await api.delete(`${PLANS}/${planId}/agents/${agentId}`)).status).toBe(400)
    expect((await api.delete(`${PLANS}/${planId}`)).status).toBe(409)
  })
})

describe('a customer with two subscriptions of one agent', () => {
  /** Creates two plans of one agent and a customer subscribed to both. */
  async function givenTwoPlans() {
    const first = await givenSubscribed()
    const { agentId, customerId } = first
    const { id: otherPlanId } = await givenPlan(api, { agentId })
    await givenSubscription(api, { planId: otherPlanId, agentId, customerId })
    return { ...first, otherPlanId }
  }

  test('is never billed twice for a signal: a second price is rejected', async () => {
    const { planId, otherPlanId, agentId, signalId } = await givenTwoPlans()
    const { id: otherSignal } = await givenSignal(api, { agentId })
    const first = await givenStrategy(api, planId, flat(signalId))
    const second = await api.post(strategiesOf(otherPlanId), [flat(signalId)])
    expect([second.status, second.body.message]).toEqual([
      409,
      expect.stringContaining('would be billed twice'),
    ])
    const off = await givenStrategy(api, otherPlanId, { ...flat(signalId), isActive: false })
    const url = `${strategiesOf(otherPlanId)}/${off.id}`
    expect((await api.patch(url, { isActive: true })).status).toBe(409)
    expect((await api.patch(url, { rate: 9 })).status).toBe(200)
    expect((await api.patch(url, { isActive: true, signalId: otherSignal })).status).toBe(200)
    expect((await api.patch(url, { signalId })).status).toBe(409)
    await api.delete(`${strategiesOf(planId)}/${first.id}`)
    expect((await api.patch(url, { signalId })).status).toBe(200)
  })

  test('also when both plans get the price at the same time', async () => {
    const { planId, otherPlanId, signalId } = await givenTwoPlans()
    const answers = await Promise.all(
      [planId, otherPlanId].map((id) => api.post(strategiesOf(id), [flat(signalId)])),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
  })
})
