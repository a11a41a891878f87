import { beforeAll, describe, expect, test } from 'vitest'
import {
  givenPlan,
  givenStrategy,
  givenUnpricedOffer,
  strategiesOf,
} from '../../../../test/support/given.ts'
import { useTestApp } from '../../../../test/support/use-app.ts'
import { listLiveStrategies } from './live-strategies.ts'

const t = useTestApp()
const { api } = t

/** A plan with a signal, shared by tests of rejected requests. */
let shared: { planId: string; signalId: string }
beforeAll(async () => {
  shared = await givenUnpricedOffer(api)
})

const create = (planId: string, ...items: unknown[]) => api.post(strategiesOf(planId), items)

describe('tiers', () => {
  const tier = (lower: unknown, upper: unknown, rate: unknown = 1) => ({ lower, upper, rate })
  test.each<[string, unknown, string]>([
    ['graduated', [], 'tiers must be a list like'],
    ['graduated', {}, 'tiers must be a list like'],
    ['graduated', 'x', 'tiers must be a list like'],
    ['graduated', [1], 'tiers[0] must be an object like'],
    ['graduated', [null], 'tiers[0] must be an object like'],
    ['graduated', [{ lower: 0, upper: null, rate: 1, price: 2 }], 'tiers[0].price is not a field'],
    ['graduated', [{ upper: null, rate: 1 }], 'tiers[0].lower is missing'],
    ['graduated', [{ lower: 0, upper: null }], 'tiers[0].rate is missing'],
    ['graduated', [{ lower: 0, rate: 1 }], 'tiers[0].upper is missing'],
    ['volume', [tier(0, null, true)], 'tiers[0].rate must be a decimal number'],
    ['volume', [tier(0, null, '1e3')], 'tiers[0].rate must be a decimal number'],
    ['volume', [tier(0, null, 'NaN')], 'tiers[0].rate must be a decimal number'],
    ['volume', [tier(0, null, -0.5)], 'tiers[0].rate must be 0 or more, not -0.5'],
    ['volume', [tier(0, 2 ** 53), tier(2 ** 53, null)], 'tiers[0].upper must be at most'],
    ['volume', [tier(1, null)], 'tiers[0].lower must be 0, the first tier starts at 0'],
    ['volume', [tier(0, 10), tier(11, null)], 'tiers[1].lower must be 10'],
    ['volume', [tier(0, 10), tier(9, null)], 'tiers[1].lower must be 10'],
    ['volume', [tier(0, 10)], 'tiers[0].upper must be null: the last tier has no end'],
    ['volume', [tier(0, null), tier(0, null)], 'tiers[0].upper must be a number'],
    ['volume', [tier(0, 0), tier(0, null)], 'tiers[0].upper must be above its lower 0'],
    ['volume', [tier(0, 10), tier(10, 5), tier(5, null)], 'tiers[1].upper must be above its lower'],
    ['credit_pool', [tier(0, null)], 'tiers of a credit_pool must be exactly two'],
    [
      'credit_pool',
      [tier(0, 1), tier(1, 2), tier(2, null)],
      'tiers of a credit_pool must be exactly',
    ],
    [
      'graduated',
      [tier(0, null, '90000000000000.01')],
      'tiers[0].rate must be at most 90000000000000',
    ],
    [
      'graduated',
      [tier(0, '1000000000000001'), tier('1000000000000001', null)],
      'tiers[0].upper must',
    ],
    ['graduated', [tier(0, null, '0.12345678901234567890')], 'tiers[0].rate has more digits than'],
    [
      'graduated',
      Array.from({ length: 1_001 }, (_, at) => tier(at, at === 1_000 ? null : at + 1)),
      'tiers must be at most 1000, not 1001',
    ],
  ])('refuses tiers %#: %s', async (pricingModel, tiers, problem) => {
    const item = { chargeType: 'usage', pricingModel, signalId: shared.signalId, tiers }
    const { status, body } = await create(shared.planId, item)
    expect(status).toBe(400)
    expect(body.message).toEqual([expect.stringContaining(`[0].${problem}`)])
  })

  test('bounds and rates may be text, and need not be whole', async () => {
    const { planId, signalId } = await givenUnpricedOffer(api)
    const tiers = [
      { lower: '0', upper: '0.5', rate: '0.000000000001' },
      { lower: 0.5, upper: '1000000000000000', rate: 1e-7 },
      { lower: 1e15, upper: null, rate: 12345678901234.56 },
    ]
    const strategy = await givenStrategy(api, planId, {
      chargeType: 'usage',
      pricingModel: 'graduated',
      signalId,
      tiers,
    })
    expect(strategy.tiers).toEqual([
      { lower: 0, upper: 0.5, rate: 1e-12 },
      { lower: 0.5, upper: 1e15, rate: 1e-7 },
      { lower: 1e15, upper: null, rate: 12345678901234.56 },
    ])
    const [priced] = await listLiveStrategies(t.dependencies.db, t.organization.id, planId)
    if (priced?.chargeType !== 'usage' || priced.pricing.pricingModel === 'flat') {
      throw new Error('not tiered')
    }
    expect(priced.pricing.tiers.map(({ rate }) => rate.toFixed())).toEqual([
      '0.000000000001',
      '0.0000001',
      '12345678901234.56',
    ])
  })
})

describe('rates', () => {
  test.each([
    [0.1, 0.1, '0.1'],
    [1e-7, 1e-7, '0.0000001'],
    ['0.000000000001', 1e-12, '0.000000000001'],
    [12345678901234.56, 12345678901234.56, '12345678901234.56'],
    ['0.30', 0.3, '0.3'],
    [0.30000000000000004, 0.30000000000000004, '0.30000000000000004'],
    ['90000000000000', 9e13, '90000000000000'],
    [-0, 0, '0'],
    ['-0.0', 0, '0'],
  ])('keeps %s exactly', async (rate, shown, exact) => {
    const { id: planId } = await givenPlan(api)
    const strategy = await givenStrategy(api, planId, { chargeType: 'recurring', rate })
    expect(strategy.rate).toBe(shown)
    const { rows } = await t.database.pool.query(
      'select trim_scale(rate)::text as rate from pricing_strategies where id = $1',
      [strategy.id],
    )
    expect(rows).toEqual([{ rate: exact }])
    const [live] = await listLiveStrategies(t.dependencies.db, t.organization.id, planId)
    expect(live?.chargeType === 'recurring' && live.rate.eq(exact)).toBe(true)
  })

  test.each([
    [-0.01, 'rate must be 0 or more, not -0.01'],
    ['-5', 'rate must be 0 or more, not -5'],
    ['NaN', 'rate must be a decimal number'],
    ['Infinity', 'rate must be a decimal number'],
    ['1e5', 'rate must be a decimal number'],
    ['1,5', 'rate must be a decimal number'],
    ['', 'rate must be a decimal number'],
    [' 1', 'rate must be a decimal number'],
    ['0x10', 'rate must be a decimal number'],
    [true, 'rate must be a decimal number'],
    [[1], 'rate must be a decimal number'],
    [{}, 'rate must be a decimal number'],
    [1e30, 'rate is too large'],
    [1e-31, 'rate must be a decimal number'],
    ['90000000000000.5', 'rate must be at most 90000000000000'],
    [1e14, 'rate must be at most 90000000000000'],
    ['9'.repeat(40), 'rate must be a decimal number'],
    ['0.12345678901234567890', 'rate has more digits than a JSON number keeps'],
  ])('refuses %j', async (rate, problem) => {
    const { status, body } = await create(shared.planId, { chargeType: 'recurring', rate })
    expect(status).toBe(400)
    expect(body.message).toEqual([expect.stringContaining(`[0].${problem}`)])
  })

  test.each([
    ['12345678901234.56', 201],
    ['0.30000000000000004', 201],
    ['0.12345678901234567890', 400],
    ['9007199254740993', 400],
    ['1e400', 400],
    ['1e-400', 400],
    ['{"rawJSON": "1"}', 400],
  ])('takes %s in a body only if it can be kept and shown exactly', async (rate, status) => {
    const { id: planId } = await givenPlan(api)
    const send = (item: string) =>
      t.app.inject({
        method: 'POST',
        url: strategiesOf(planId),
        headers: { 'x-api-key': t.organization.secretKey, 'content-type': 'application/json' },
        payload: `[${item}]`,
      })
    // The name makes the body parser check for numbers that lose digits.
    const fee = `{"chargeType": "recurring", "rate": ${rate}, "name": "0000000000000000"}`
    const response = await send(fee)
    expect(response.statusCode).toBe(status)
    if (status === 201) expect(response.body).toContain(`"rate":${rate},`)
  })
})
