import { expect, test } from 'vitest'
import { CUSTOMERS } from './customers.ts'
import { PLANS, type Plan, strategiesOf } from './plans.ts'
import { usageOf } from './usage.ts'
import { AGENTS } from './work.ts'

const days = Array.from({ length: 30 }, (_, index) =>
  Temporal.PlainDate.from('2026-04-01').add({ days: index }),
)
const april = (age: number) => ({ days, age, until: Number.POSITIVE_INFINITY })
const signals = AGENTS.flatMap((agent) => agent.signals)

test('there are three agents and thirty customers, each with a plan, and plans of every kind', () => {
  expect(AGENTS).toHaveLength(3)
  expect(new Set(CUSTOMERS.map(({ externalId }) => externalId)).size).toBe(30)
  const prices = Object.values(PLANS).flatMap((plan: Plan) => plan.prices)
  const kinds = prices.map((price) =>
    'pricingModel' in price ? price.pricingModel : price.chargeType,
  )
  expect(new Set(kinds)).toEqual(
    new Set(['flat', 'graduated', 'volume', 'credit_pool', 'recurring', 'seat_based', 'onetime']),
  )
  const sold = new Set(CUSTOMERS.map(({ plan }) => plan))
  expect([...sold].sort()).toEqual(Object.keys(PLANS).sort())
})

test('a plan prices signals of its agent, in tiers without a gap', () => {
  const ids = new Map(signals.map(({ shortName }) => [shortName, `id of ${shortName}`]))
  for (const plan of Object.values(PLANS) as Plan[]) {
    const own = AGENTS.find(({ agentCode }) => agentCode === plan.agentCode)?.signals ?? []
    for (const strategy of strategiesOf(plan, ids) as Record<string, unknown>[]) {
      if (strategy.chargeType !== 'usage') continue
      expect(own.map(({ shortName }) => `id of ${shortName}`)).toContain(strategy.signalId)
      const tiers = (strategy.tiers ?? []) as { lower: number; upper: number | null }[]
      expect(tiers.map(({ lower }) => lower)).toEqual([
        ...(tiers.length > 0 ? [0] : []),
        ...tiers.slice(0, -1).map(({ upper }) => upper),
      ])
    }
  }
})

test('usage is deterministic, has distinct keys, and ends at the given time', () => {
  for (const customer of CUSTOMERS) {
    const records = usageOf(customer, april(2)) as { idempotencyKey: string; usageDate: string }[]
    expect(records).toEqual(usageOf(customer, april(2)))
    expect(records.length).toBeGreaterThan(0)
    expect(new Set(records.map((one) => one.idempotencyKey)).size).toBe(records.length)
    const until = Date.parse('2026-04-10T12:00:00Z')
    const early = usageOf(customer, { ...april(2), until }) as { usageDate: string }[]
    expect(early).toEqual(records.filter(({ usageDate }) => Date.parse(usageDate) < until))
  }
})
