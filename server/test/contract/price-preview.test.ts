import { describe, expect, test } from 'vitest'
import { messageOf } from '../support/app.ts'
import { FEE, givenDeal, SINCE_JANUARY, TIERS } from '../support/deal.ts'
import type { Fields } from '../support/given.ts'
import { useTestApp } from '../support/use-app.ts'

const t = useTestApp({ now: () => new Date('2026-02-10T00:00:00Z') })
const { api } = t

const PREVIEW = '/v1/pricing-strategies/preview'
const preview = (strategies: unknown, currency = 'USD') =>
  api.post(PREVIEW, { currency, strategies })
const usage = (fields: Fields): Fields => ({ chargeType: 'usage', ...fields })

const POOL = [
  { lower: 0, upper: 500, rate: 99 },
  { lower: 500, upper: null, rate: 0.2 },
]
const MODELS: Fields[] = [
  { pricingModel: 'flat', rate: '0.0125' },
  { pricingModel: 'graduated', tiers: TIERS },
  { pricingModel: 'volume', tiers: TIERS },
  { pricingModel: 'credit_pool', tiers: POOL },
]
const QUANTITIES = [0, 1, 99, 100, 101, 499, 500, 501, 1000, 1001, 12_345]

type Line = { description: string; strategyIndex?: number } & Fields
const shown = ({ type, description, pricingModel, quantity, unitPrice, tiers, amount }: Line) => ({
  type,
  description,
  pricingModel,
  quantity,
  unitPrice,
  tiers,
  amount,
})

describe('a preview equals the later invoice', () => {
  test.each(MODELS)('%j, at every quantity around its bounds', async (model) => {
    for (const quantity of QUANTITIES) {
      const deal = await givenDeal(api, {
        prices: [{ signal: 'ticket', name: 'Tickets', ...model }],
        subscription: SINCE_JANUARY,
      })
      if (quantity > 0) await deal.use('ticket', quantity, '2026-01-10T00:00:00Z')
      const window = { billingPeriodStart: '2026-01-01', billingPeriodEnd: '2026-02-01' }
      const { body: invoice } = await deal.preview(window)
      const { status, body } = await preview([usage({ name: 'Tickets', ...model, quantity })])
      expect(status, JSON.stringify(body)).toBe(200)
      expect(body.lines.map(shown)).toEqual(invoice.lineItems.map(shown))
      expect(body.subtotal).toBe(invoice.subtotal)
    }
  })

  test('with fees, seats and one-time charges, in the order of the plan', async () => {
    const prices = [
      { ...FEE, name: 'Base' },
      { chargeType: 'seat_based', rate: '7.505', name: 'Seats' },
      { chargeType: 'onetime', rate: 500, name: 'Set-up' },
    ]
    const deal = await givenDeal(api, {
      prices,
      subscription: { ...SINCE_JANUARY, seatsCount: 3 },
    })
    const window = { billingPeriodStart: '2026-01-01', billingPeriodEnd: '2026-02-01' }
    const { body: invoice } = await deal.preview(window)
    const { body } = await preview(
      prices.map((price) => (price.name === 'Seats' ? { ...price, quantity: 3 } : price)),
    )
    expect(body.lines.map(shown)).toEqual(invoice.lineItems.map(shown))
    expect(body).toMatchObject({ currency: 'USD', subtotal: 49 + 22.52 + 500, curves: [] })
  })

  test('in the minor unit of the currency, and without inactive strategies', async () => {
    const { body } = await preview(
      [
        usage({ pricingModel: 'flat', rate: '0.5', quantity: 3, isActive: false }),
        usage({ pricingModel: 'flat', rate: '0.5', quantity: 3 }),
      ],
      'JPY',
    )
    expect(body).toMatchObject({ subtotal: 2, lines: [{ strategyIndex: 1, amount: 2 }] })
    expect(body.curves.map(({ strategyIndex }: Line) => strategyIndex)).toEqual([1])
  })
})

describe('a curve', () => {
  test.each(MODELS)(
    'of %j passes through the amount of its line, and beyond its last bound',
    async (model) => {
      const { body } = await preview([usage({ ...model, quantity: 800 })])
      const [{ points }] = body.curves
      const at: number[] = points.map(({ quantity }: { quantity: number }) => quantity)
      expect(at).toEqual(at.toSorted((a: number, b: number) => a - b))
      expect([at[0], Number(at.at(-1)) >= 1600, new Set(at).size]).toEqual([0, true, at.length])
      expect(points[0].unitPrice).toBeNull()
      for (const { quantity, amount } of points) {
        const line = await preview([usage({ ...model, quantity })])
        expect(line.body.subtotal).toBe(amount)
      }
    },
  )

  test('of a volume price shows the fall behind each bound', async () => {
    const { body } = await preview([usage({ pricingModel: 'volume', tiers: TIERS })])
    const amountAt = (wanted: number) =>
      body.curves[0].points.find(({ quantity }: Fields) => quantity === wanted)?.amount
    expect([amountAt(100), amountAt(101), amountAt(1000), amountAt(1001)]).toEqual([
      10, 5.05, 50, 10.01,
    ])
  })
})

describe('refuses prices that cannot be computed, with their place', () => {
  test.each<[unknown, RegExp]>([
    [[], /strategies must be a list of 1 to 100/],
    [Array.from({ length: 101 }, () => FEE), /strategies must be a list of 1 to 100/],
    ['all', /strategies must be a list/],
    [[7], /strategies\[0\] must be an object/],
    [
      [FEE, { ...FEE, rat: 1 }],
      /strategies\[1\]\.rat is not a field of this request: did you mean strategies\[1\]\.rate/,
    ],
    [[usage({ pricingModel: 'flat' })], /strategies\[0\]\.rate is missing/],
    [
      [usage({ pricingModel: 'volume', tiers: [{ lower: 0, upper: 5, rate: 1 }] })],
      /strategies\[0\]\.tiers\[0\]\.upper must be null/,
    ],
    [[{ ...FEE, quantity: 2 }], /strategies\[0\]\.quantity is for usage and seat_based/],
    [[{ chargeType: 'seat_based', rate: 1, quantity: 1.5 }], /quantity must be a whole number/],
    [
      [usage({ pricingModel: 'flat', rate: 1, quantity: -1 })],
      /quantity must be a whole number from 0/,
    ],
    [[usage({ pricingModel: 'flat', rate: 1, quantity: true })], /quantity must be a whole/],
    [
      [usage({ pricingModel: 'flat', rate: 1, quantity: '9007199254740992' })],
      /from 0 to 9007199254740991/,
    ],
    [
      [usage({ pricingModel: 'flat', rate: 9e13, quantity: 9e13 })],
      /strategies\[0\] comes to \d+, which cannot be written exactly/,
    ],
  ])('%j', async (strategies, message) => {
    const answer = await preview(strategies)
    expect(answer.status).toBe(400)
    expect(messageOf(answer)).toMatch(message)
  })

  test.each(['XXX', 'usd', '', undefined, 7])('the currency %j', async (currency) => {
    const answer = await api.post(PREVIEW, { currency, strategies: [FEE] })
    expect([answer.status, messageOf(answer)]).toEqual([400, expect.stringContaining('ISO 4217')])
  })
})

describe('a preview is bounded', () => {
  const tiersOf = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      lower: at * 10,
      upper: at === count - 1 ? null : (at + 1) * 10,
      rate: 1,
    }))
  const graduated = (count: number) =>
    usage({ pricingModel: 'graduated', tiers: tiersOf(count), quantity: 5 })

  test('by the tiers of all strategies together, which the refusal names', async () => {
    const answer = await preview(Array.from({ length: 100 }, () => graduated(100)))
    expect(answer.status).toBe(400)
    expect(messageOf(answer)).toContain('strategies have 10000 tiers in total')
    expect(messageOf(answer)).toContain('at most 1000')
    expect((await preview([graduated(500), graduated(501)])).status).toBe(400)
  })

  test('and a strategy of as many tiers as can be saved has a curve of a hundred points or so', async () => {
    const { status, body } = await preview([graduated(1_000)])
    expect(status, JSON.stringify(body)).toBe(200)
    const { points } = body.curves[0]
    expect(points.length).toBeLessThanOrEqual(121)
    expect(points.at(0)).toMatchObject({ quantity: 0, amount: 0 })
    expect(points.map((point: Fields) => point.quantity)).toContain(9_990)
    expect(points.at(-1)).toMatchObject({ quantity: 19_980, amount: 19_980 })
  })

  test('while a hundred strategies of ten tiers are shown, with every bound', async () => {
    const { status, body } = await preview(Array.from({ length: 100 }, () => graduated(10)))
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.curves).toHaveLength(100)
    const quantities = body.curves[0].points.map((point: Fields) => point.quantity)
    for (const bound of [10, 11, 20, 50, 90, 91]) expect(quantities).toContain(bound)
  })
})
