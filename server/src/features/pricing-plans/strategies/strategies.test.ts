import { describe, expect, test } from 'vitest'
import { tickingClock } from '../../../../test/support/clocks.ts'
import {
  ABSENT,
  flat,
  givenPlan,
  givenStrategy,
  givenUnpricedOffer,
  strategiesOf,
} from '../../../../test/support/given.ts'
import { useTestApp } from '../../../../test/support/use-app.ts'
import { listLiveStrategies } from './live-strategies.ts'

const t = useTestApp({ now: tickingClock('2026-06-01T00:00:00Z') })
const { api } = t

const POOL = [
  { lower: 0, upper: 500, rate: 25 },
  { lower: 500, upper: null, rate: 0.1 },
]
const create = (planId: string, ...items: unknown[]) => api.post(strategiesOf(planId), items)
const listed = async (planId: string) =>
  (await api.get(`${strategiesOf(planId)}?sortOrder=asc`)).body.results

describe('the signal of a strategy', () => {
  test('stays while a strategy that is being created prices it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { planId, signalId } = await givenUnpricedOffer(api)
      const [created, deleted] = await Promise.all([
        create(planId, flat(signalId)),
        api.delete(`/v1/signals/${signalId}`),
      ])
      expect([
        [201, 409],
        [404, 204],
      ]).toContainEqual([created.status, deleted.status])
    }
  })
})

test('a plan never loses an agent to a strategy that is being created for its signal', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { planId, agentId, signalId } = await givenUnpricedOffer(api)
    const [created, unlinked] = await Promise.all([
      create(planId, flat(signalId)),
      api.delete(`/v1/pricing-plans/${planId}/agents/${agentId}`),
    ])
    expect([
      [201, 409],
      [422, 204],
    ]).toContainEqual([created.status, unlinked.status])
  }
})

test('changes of one plan at the same time all count', async () => {
  const { id: planId } = await givenPlan(api)
  const { id } = await givenStrategy(api, planId, { chargeType: 'recurring', rate: 20 })
  const save = (fields: object) => api.patch(strategiesOf(planId), [{ id, ...fields }])
  const answers = await Promise.all([save({ name: 'Renamed' }), save({ rate: 77 })])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(await listed(planId)).toMatchObject([{ name: 'Renamed', rate: 77 }])
})

describe('strategies that bill', () => {
  test('exclude inactive and deleted ones, and outlive the plan', async () => {
    const { planId, signalId } = await givenUnpricedOffer(api)
    const tiers = POOL
    await givenStrategy(api, planId, {
      chargeType: 'usage',
      pricingModel: 'credit_pool',
      signalId,
      tiers,
    })
    await givenStrategy(api, planId, { chargeType: 'recurring', rate: 1, isActive: false })
    const gone = await givenStrategy(api, planId, { chargeType: 'onetime', rate: 1 })
    await api.delete(`${strategiesOf(planId)}/${gone.id}`)
    await api.delete(`/v1/pricing-plans/${planId}`)
    const live = await listLiveStrategies(t.dependencies.db, t.organization.id, planId)
    expect(live).toMatchObject([
      { planId, chargeType: 'usage', signalId, pricing: { pricingModel: 'credit_pool' } },
    ])
    expect(await listLiveStrategies(t.dependencies.db, ABSENT, planId)).toEqual([])
  })
})
