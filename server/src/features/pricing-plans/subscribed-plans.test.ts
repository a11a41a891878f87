import { describe, expect, test } from 'vitest'
import { changeFacts } from '../../../test/support/change-facts.ts'
import { tickingClock } from '../../../test/support/clocks.ts'
import {
  type Fields,
  flat,
  givenAgent,
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

/** Returns plan and price changes in a subscription's changelog, oldest first. */
async function planChanges(subscriptionId: string) {
  const { body } = await api.get(`/v1/subscriptions/${subscriptionId}/changelog?limit=100`)
  const entries: { actor: string; changes: { field: string }[] }[] = body.results
  return entries
    .toReversed()
    .flatMap(({ actor, changes }) => changes.map((change) => ({ actor, ...change })))
    .filter(({ field }) => /^(plan|strategy)\./.test(field))
}

describe('a plan with a subscription', () => {
  test.each(['active', 'upcoming'])('stays while one is %s', async (status) => {
    const startDate = status === 'active' ? '2026-01-01' : '2027-01-01'
    const { planId, agentId, subscriptionId } = await givenSubscribed({ startDate })
    const deleted = await api.delete(`${PLANS}/${planId}`)
    expect([deleted.status, deleted.body.message]).toEqual([
      409,
      expect.stringContaining('Subscriptions that have not ended use this plan'),
    ])
    const unlinked = await api.delete(`${PLANS}/${planId}/agents/${agentId}`)
    expect([unlinked.status, unlinked.body.message]).toEqual([
      400,
      expect.stringContaining('Subscriptions that have not ended use this plan with this agent'),
    ])
    expect((await api.delete(`/v1/subscriptions/${subscriptionId}`)).status).toBe(204)
    expect((await api.delete(`${PLANS}/${planId}/agents/${agentId}`)).status).toBe(204)
    expect((await api.delete(`${PLANS}/${planId}`)).status).toBe(204)
  })

  test('can be deleted once they have ended, and another agent can be unlinked before', async () => {
    const { planId, agentId, subscriptionId } = await givenSubscribed()
    const { id: spare } = await givenAgent(api)
    await api.post(`${PLANS}/${planId}/agents`, { agentId: spare })
    expect((await api.delete(`${PLANS}/${planId}/agents/${spare}`)).status).toBe(204)
    const ended = await api.patch(`/v1/subscriptions/${subscriptionId}`, { status: 'ended' })
    expect(ended.status, JSON.stringify(ended.body)).toBe(200)
    expect((await api.delete(`${PLANS}/${planId}/agents/${agentId}`)).status).toBe(204)
    expect((await api.delete(`${PLANS}/${planId}`)).status).toBe(204)
  })

  test('can be deleted as soon as they have ended, even if the stored status is late', async () => {
    const { planId, agentId, customerId } = await givenSubscribed({
      isForever: false,
      endDate: '2026-06-30',
    })
    const links = `${PLANS}/${planId}/agents/${agentId}`
    await changeFacts(
      t.database.pool,
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

  test.each(['unlink', 'delete'])(
    'never loses its plan to an %s at the same time',
    async (what) => {
      for (let round = 0; round < 5; round += 1) {
        const { planId, agentId } = await givenUnpricedOffer(api)
        const { id: customerId } = await givenCustomer(api)
        const fields = { name: 'S', planId, agentId, customerId, startDate: '2026-01-01' }
        const url =
          what === 'unlink' ? `${PLANS}/${planId}/agents/${agentId}` : `${PLANS}/${planId}`
        const [created, removed] = await Promise.all([
          api.post('/v1/subscriptions', fields),
          api.delete(url),
        ])
        const outcomes =
          what === 'unlink'
            ? [
                [201, 400],
                [422, 204],
              ]
            : [
                [201, 409],
                [404, 204],
              ]
        expect(outcomes).toContainEqual([created.status, removed.status])
      }
    },
  )
})

describe('the history of a subscription', () => {
  test('lists changes of its plan and prices, exactly and once', async () => {
    const { planId, signalId, subscriptionId } = await givenSubscribed()
    const { body: plan } = await api.patch(`${PLANS}/${planId}`, {
      name: 'Renamed',
      featuresList: { half: '\ud83d', whole: '🎉' },
    })
    expect(plan.name).toBe('Renamed')
    await api.patch(`${PLANS}/${planId}`, { name: 'Renamed' })
    const strategy = await givenStrategy(api, planId, flat(signalId, '0.000000000001'))
    const url = `${strategiesOf(planId)}/${strategy.id}`
    const tiers = [{ lower: 0, upper: null, rate: 12345678901234.56 }]
    await api.patch(url, { rate: 0.1 })
    await api.patch(url, { pricingModel: 'volume', tiers })
    const { body: last } = await api.get(url)
    await api.delete(url)

    const changes = await planChanges(subscriptionId)
    const field = (name: string) => `strategy.${strategy.id}${name}`
    expect(changes.map(({ actor: _, ...change }) => change)).toEqual([
      { field: 'plan.name', from: expect.any(String), to: 'Renamed' },
      { field: 'plan.featuresList', from: {}, to: { half: '\ufffd', whole: '🎉' } },
      { field: field(''), from: null, to: strategy },
      { field: field('.rate'), from: 1e-12, to: 0.1 },
      { field: field('.pricingModel'), from: 'flat', to: 'volume' },
      { field: field('.rate'), from: 0.1, to: null },
      { field: field('.tiers'), from: null, to: tiers },
      { field: field(''), from: last, to: null },
    ])
    for (const { actor } of changes) expect(actor).toMatch(/^api_key:[0-9a-f-]{36}$/)
  })

  test('lists no rejected change, nor one of another plan', async () => {
    const { planId, signalId, subscriptionId } = await givenSubscribed()
    await api.post(strategiesOf(planId), [flat(signalId), flat(signalId)])
    const { planId: other } = await givenUnpricedOffer(api)
    await api.patch(`${PLANS}/${other}`, { name: 'Other' })
    await api.post(`${PLANS}/${planId}/copy`, {})
    expect(await planChanges(subscriptionId)).toEqual([])
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

  test('also when the second subscription starts at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { planId, agentId, customerId, signalId } = await givenSubscribed()
      const { id: otherPlanId } = await givenPlan(api, { agentId })
      await givenStrategy(api, otherPlanId, flat(signalId))
      const fields = {
        name: 'S',
        planId: otherPlanId,
        agentId,
        customerId,
        startDate: '2026-01-01',
      }
      const answers = await Promise.all([
        api.post('/v1/subscriptions', fields),
        api.post(strategiesOf(planId), [flat(signalId)]),
      ])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
    }
  })
})
