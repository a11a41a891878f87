import { beforeAll, describe, expect, test } from 'vitest'
import {
  ABSENT,
  type Fields,
  givenPlan,
  givenUnpricedOffer,
  strategiesOf,
} from '../support/given.ts'
import { useTestApp } from '../support/use-app.ts'

/** A plan with a signal, for what is refused. */
let shared: { planId: string; signalId: string }

const t = useTestApp()
const { api } = t
beforeAll(async () => {
  shared = await givenUnpricedOffer(api)
})

const tier = (lower: unknown, upper: unknown, rate: unknown = 1) => ({ lower, upper, rate })
const GRADUATED = [tier(0, 1_000, 0.01), tier(1_000, null, 0.008)]
const POOL = [tier(0, 500, 25), tier(500, null, 0.1)]
const create = (planId: string, ...items: unknown[]) => api.post(strategiesOf(planId), items)
const listed = async (planId: string) => (await api.get(strategiesOf(planId))).body.results

describe('creating strategies', () => {
  test.each([
    [[], 'body must be a list of 1 to 100 strategies'],
    [{}, 'body must be a list of 1 to 100 strategies'],
    [{ chargeType: 'recurring', rate: 1 }, 'body must be a list of 1 to 100 strategies'],
    [
      Array.from({ length: 101 }, () => ({ chargeType: 'recurring', rate: 1 })),
      'body must be a list of 1 to 100 strategies',
    ],
    [[1], '[0] must be an object'],
    [[null], '[0] must be an object'],
    [
      [{ chargeType: 'recurring', rte: 1 }],
      '[0].rte is not a field of this request: did you mean [0].rate?',
    ],
    [[{ id: ABSENT, chargeType: 'recurring', rate: 1 }], '[0].id is not a field of this request'],
  ])('refuses the body %#', async (body, problem) => {
    const answer = await api.post(strategiesOf(shared.planId), body)
    expect(answer.status).toBe(400)
    expect(answer.body.message).toEqual([problem])
  })

  const usage = (fields: Fields) => ({ chargeType: 'usage', signalId: ABSENT, ...fields })
  test.each<[Fields, string]>([
    [{}, 'chargeType is missing: send usage, recurring, seat_based or onetime'],
    [{ chargeType: null }, 'chargeType is missing'],
    [{ chargeType: 'monthly' }, 'chargeType must be usage, recurring, seat_based or onetime'],
    [{ chargeType: 'usage', pricingModel: 'flat', rate: 1 }, 'signalId is missing: a usage charge'],
    [usage({ signalId: 'ticket', pricingModel: 'flat', rate: 1 }), 'signalId must be a UUID'],
    [usage({ signalId: 7, pricingModel: 'flat', rate: 1 }), 'signalId must be a UUID'],
    [
      usage({ rate: 1 }),
      'pricingModel is missing: send flat, package, graduated, volume or credit',
    ],
    [
      usage({ rate: 1, pricingModel: 'tiered' }),
      'pricingModel must be flat, package, graduated, volume or',
    ],
    [usage({ pricingModel: 'flat' }), 'rate is missing: send a number'],
    [usage({ pricingModel: 'flat', rate: null }), 'rate is missing: send a number'],
    [
      usage({ pricingModel: 'flat', rate: 1, tiers: GRADUATED }),
      'tiers do not go with pricingModel flat, which has one rate: leave tiers out, or send',
    ],
    [
      usage({ pricingModel: 'graduated', rate: 1, tiers: GRADUATED }),
      'rate does not go with pricingModel graduated, whose rates are in its tiers: leave rate out',
    ],
    [
      usage({ pricingModel: 'volume', rate: 0, tiers: GRADUATED }),
      'rate does not go with pricingModel volume',
    ],
    [
      usage({ pricingModel: 'credit_pool', rate: 1, tiers: POOL }),
      'rate does not go with pricingModel credit_pool',
    ],
    [usage({ pricingModel: 'package', rate: 1 }), 'packageSize is missing: send a number'],
    [usage({ pricingModel: 'package', packageSize: 9 }), 'rate is missing: send a number'],
    ...['0', '0.5', 1e15 + 1].map((packageSize): [Fields, string] => [
      usage({ pricingModel: 'package', rate: 1, packageSize }),
      'packageSize must be',
    ]),
    [usage({ pricingModel: 'package', rate: 1, packageSize: -1 }), 'packageSize must be 0 or more'],
    [
      usage({ pricingModel: 'package', rate: 1, packageSize: 'ten' }),
      'packageSize must be a decimal',
    ],
    [
      usage({ pricingModel: 'package', rate: 1, packageSize: 9, tiers: GRADUATED }),
      'tiers do not go with pricingModel package, which has one rate',
    ],
    [
      usage({ pricingModel: 'flat', rate: 1, packageSize: 9 }),
      'packageSize is for pricingModel package: leave packageSize out',
    ],
    [
      usage({ pricingModel: 'volume', tiers: GRADUATED, packageSize: 9 }),
      'packageSize is for pricingModel package: leave packageSize out',
    ],
    [
      { chargeType: 'recurring', rate: 1, packageSize: 9 },
      'packageSize is for pricingModel package: leave packageSize out',
    ],
    [
      usage({ pricingModel: 'graduated', tiers: [{ ...tier(0, null), flatFee: -1 }] }),
      'tiers[0].flatFee must be 0 or more, not -1',
    ],
    [
      usage({ pricingModel: 'volume', tiers: [{ ...tier(0, null), flatFee: 'one' }] }),
      'tiers[0].flatFee must be a decimal number',
    ],
    [
      usage({ pricingModel: 'credit_pool', tiers: [{ ...tier(0, 9), flatFee: 1 }, tier(9, null)] }),
      'tiers[0].flatFee does not go with pricingModel credit_pool, whose fee is the rate of its',
    ],
    [usage({ pricingModel: 'graduated' }), 'tiers must be a list like'],
    [usage({ pricingModel: 'volume', tiers: null }), 'tiers must be a list like'],
    [{ chargeType: 'recurring' }, 'rate is missing'],
    [{ chargeType: 'seat_based' }, 'rate is missing'],
    [{ chargeType: 'onetime', rate: null }, 'rate is missing'],
    [
      { chargeType: 'recurring', rate: 1, pricingModel: 'volume' },
      'pricingModel is for chargeType usage; a recurring charge has one rate: leave pricingModel out',
    ],
    [
      { chargeType: 'onetime', rate: 1, signalId: ABSENT },
      'signalId is for chargeType usage; a onetime charge does not count events: leave signalId out',
    ],
    [
      { chargeType: 'seat_based', rate: 1, tiers: GRADUATED },
      'tiers are for chargeType usage; a seat_based charge has one rate: leave tiers out',
    ],
    [{ chargeType: 'recurring', rate: 1, name: '' }, 'name must be a text of 1 to 255 characters'],
    [{ chargeType: 'recurring', rate: 1, name: ' ' }, 'name must be a text'],
    [{ chargeType: 'recurring', rate: 1, name: null }, 'name must be a text'],
    [{ chargeType: 'recurring', rate: 1, name: 'x'.repeat(256) }, 'name must be a text'],
    [{ chargeType: 'recurring', rate: 1, name: 'half \ud83d' }, 'name must be a text'],
    [{ chargeType: 'recurring', rate: 1, isActive: 'no' }, 'isActive must be true or false'],
    [{ chargeType: 'recurring', rate: 1, isActive: null }, 'isActive must be true or false'],
  ])('refuses %j and says how to fix it', async (item, problem) => {
    const { status, body } = await create(shared.planId, { chargeType: 'recurring', rate: 1 }, item)
    expect(status).toBe(400)
    expect(body.message).toEqual([expect.stringContaining(`[1].${problem}`)])
    expect(await listed(shared.planId)).toEqual([])
  })

  test('names every problem of every item', async () => {
    const { body } = await create(
      shared.planId,
      { chargeType: 'recurring', rate: -1, name: '', isActive: 1 },
      { chargeType: 'usage', pricingModel: 'flat', tiers: [] },
    )
    expect(body.message).toEqual([
      '[0].rate must be 0 or more, not -1',
      '[0].name must be a text of 1 to 255 characters on one line, not only spaces',
      '[0].isActive must be true or false',
      '[1].signalId is missing: a usage charge prices one signal; send its id',
      expect.stringContaining('[1].tiers do not go with pricingModel flat'),
      expect.stringContaining('[1].rate is missing'),
    ])
  })
})

describe('tiers', () => {
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
})

describe('rates', () => {
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
    // The name makes the body's parser look for numbers that lose digits.
    const fee = `{"chargeType": "recurring", "rate": ${rate}, "name": "0000000000000000"}`
    const response = await send(fee)
    expect(response.statusCode).toBe(status)
    if (status === 201) expect(response.body).toContain(`"rate":${rate},`)
  })
})
