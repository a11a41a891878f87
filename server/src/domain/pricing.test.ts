import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Decimal, decimal, decimalFromInteger, sum, ZERO } from './money.ts'
import {
  parseTiers,
  priceBetween,
  priceUsage,
  type TieredModel,
  type Tiers,
  type UsagePricing,
} from './pricing.ts'

/** [upper, rate] of each tier; the last upper is null. */
type Row = readonly [upper: string | null, rate: string]

function tiersFrom(rows: readonly Row[], pricingModel: TieredModel = 'graduated'): Tiers {
  const input = rows.map(([upper, rate], position) => ({
    lower: rows[position - 1]?.[0] ?? '0',
    upper,
    rate,
  }))
  const result = parseTiers(input, pricingModel)
  if (!result.ok) throw new Error(result.problem)
  return result.tiers
}

function pricingFrom(pricingModel: TieredModel, rows: readonly Row[]): UsagePricing {
  return { pricingModel, tiers: tiersFrom(rows, pricingModel) }
}

function amountOf(pricing: UsagePricing, quantity: string): string {
  return priceUsage(pricing, decimal(quantity)).amount.toFixed()
}

function shownTiers(pricing: UsagePricing, quantity: string) {
  return priceUsage(pricing, decimal(quantity)).tiers.map(({ lower, upper, rate, units, amount }) =>
    [lower, upper ?? 'up', rate, units, amount].map(String).join(' '),
  )
}

describe('parseTiers', () => {
  const good = [
    { lower: 0, upper: 100, rate: 0.1 },
    { lower: 100, upper: null, rate: '0.05' },
  ]

  test('takes JSON numbers and decimal text alike', () => {
    const result = parseTiers(good, 'graduated')
    expect(JSON.stringify(result)).toBe(
      '{"ok":true,"tiers":[{"lower":"0","upper":"100","rate":"0.1"},' +
        '{"lower":"100","upper":null,"rate":"0.05"}]}',
    )
  })

  test.each([
    ['one tier without end', [{ lower: 0, upper: null, rate: 1 }]],
    [
      'a free tier',
      [
        { lower: 0, upper: 10, rate: 0 },
        { lower: 10, upper: null, rate: 1 },
      ],
    ],
    [
      'the same bound written twice',
      [
        { lower: '0.0', upper: 10, rate: 1 },
        { lower: '10.00', upper: null, rate: 1 },
      ],
    ],
    [
      'fractional bounds',
      [
        { lower: 0, upper: 0.5, rate: 1 },
        { lower: '0.5', upper: null, rate: 1 },
      ],
    ],
    [
      'rates that rise',
      [
        { lower: 0, upper: 1, rate: 1 },
        { lower: 1, upper: null, rate: 2 },
      ],
    ],
  ])('takes %s', (_, input) => {
    expect(parseTiers(input, 'graduated').ok).toBe(true)
  })

  test.each([
    ['nothing', undefined, 'tiers must be a list like [{"lower": 0,'],
    ['null', null, 'tiers must be a list'],
    ['an empty list', [], 'tiers must be a list'],
    ['an object', { lower: 0, upper: null, rate: 1 }, 'tiers must be a list'],
    ['JSON text', JSON.stringify(good), 'tiers must be a list'],
    ['a tier that is null', [null], 'tiers[0] must be an object like {"lower": 0,'],
    ['a tier that is a list', [[0, null, 1]], 'tiers[0] must be an object like'],
    ['a missing rate', [{ lower: 0, upper: null }], 'tiers[0].rate is missing: send a number'],
    [
      'a missing upper',
      [{ lower: 0, rate: 1 }],
      'tiers[0].upper is missing: send a number, or null in the last tier',
    ],
    [
      'a null lower',
      [{ lower: null, upper: null, rate: 1 }],
      'tiers[0].lower must be a decimal number: send a number like 0.01 or text like "0.01"',
    ],
    [
      'a rate that is true',
      [{ lower: 0, upper: null, rate: true }],
      'tiers[0].rate must be a decimal number',
    ],
    [
      'a rate in words',
      [{ lower: 0, upper: null, rate: 'free' }],
      'tiers[0].rate must be a decimal number',
    ],
    [
      'an empty rate',
      [{ lower: 0, upper: null, rate: '' }],
      'tiers[0].rate must be a decimal number',
    ],
    [
      'a rate with an exponent',
      [{ lower: 0, upper: null, rate: '1e-3' }],
      'tiers[0].rate must be a decimal number',
    ],
    [
      'a rate that is not finite',
      [{ lower: 0, upper: null, rate: Number.POSITIVE_INFINITY }],
      'tiers[0].rate must be a decimal number',
    ],
    [
      'a negative rate',
      [{ lower: 0, upper: null, rate: -1 }],
      'tiers[0].rate must be 0 or more, not -1',
    ],
    [
      'a number that JSON cannot hold',
      [
        { lower: 0, upper: 2 ** 53, rate: 1 },
        { lower: 2 ** 53, upper: null, rate: 1 },
      ],
      'tiers[0].upper is too large for an exact JSON number: send it as text, in quotes',
    ],
    [
      'a misspelt field',
      [{ lower: 0, upTo: 10, rate: 1 }],
      'tiers[0].upTo is not a field of a tier: send only lower, upper and rate',
    ],
    [
      'a first tier from 1',
      [{ lower: 1, upper: null, rate: 1 }],
      'tiers[0].lower must be 0, the first tier starts at 0; not 1',
    ],
    [
      'a gap',
      [
        { lower: 0, upper: 100, rate: 1 },
        { lower: 101, upper: null, rate: 1 },
      ],
      'tiers[1].lower must be 100, the upper of tiers[0], so that no quantity has no price or two (a tier is above its lower, up to and including its upper); not 101',
    ],
    [
      'an overlap',
      [
        { lower: 0, upper: 100, rate: 1 },
        { lower: 99.5, upper: null, rate: 1 },
      ],
      'tiers[1].lower must be 100, the upper of tiers[0]',
    ],
    [
      'tiers out of order',
      [
        { lower: 100, upper: null, rate: 1 },
        { lower: 0, upper: 100, rate: 1 },
      ],
      'tiers[0].lower must be 0',
    ],
    [
      'an empty tier',
      [
        { lower: 0, upper: 0, rate: 1 },
        { lower: 0, upper: null, rate: 1 },
      ],
      'tiers[0].upper must be above its lower 0, not 0',
    ],
    [
      'a tier that ends before it starts',
      [
        { lower: 0, upper: 10, rate: 1 },
        { lower: 10, upper: 5, rate: 1 },
        { lower: 5, upper: null, rate: 1 },
      ],
      'tiers[1].upper must be above its lower 10, not 5',
    ],
    [
      'a last tier with an end',
      [{ lower: 0, upper: 100, rate: 1 }],
      'tiers[0].upper must be null: the last tier has no end, so every quantity has a price',
    ],
    [
      'a tier without end in the middle',
      [
        { lower: 0, upper: null, rate: 1 },
        { lower: 10, upper: null, rate: 1 },
      ],
      'tiers[0].upper must be a number, only the last tier may have null: send the lower of tiers[1]',
    ],
  ])('refuses %s', (_, input, problem) => {
    const result = parseTiers(input, 'graduated')
    expect(result.ok ? 'taken' : result.problem).toContain(problem)
  })

  test.each([
    ['one tier', [{ lower: 0, upper: null, rate: 1 }]],
    [
      'three tiers',
      [
        ...good.slice(0, 1),
        { lower: 100, upper: 200, rate: 1 },
        { lower: 200, upper: null, rate: 1 },
      ],
    ],
  ])('refuses a credit pool of %s', (_, input) => {
    const result = parseTiers(input, 'credit_pool')
    expect(result.ok ? 'taken' : result.problem).toBe(
      'tiers of a credit_pool must be exactly two, the pool and the overage: ' +
        '[{"lower": 0, "upper": <pool size>, "rate": <price of the pool>}, ' +
        '{"lower": <pool size>, "upper": null, "rate": <price per unit after the pool>}]',
    )
  })
})

describe('flat', () => {
  test.each([
    ['0.10', '0', '0'],
    ['0.10', '1', '0.1'],
    ['0.10', '1500', '150'],
    ['0.000001', '0.5', '0.0000005'],
    ['0', '1000', '0'],
    ['0.1', '1000000000000000', '100000000000000'],
    ['0.123456789', '1000000000000000.1', '123456789000000.0123456789'],
  ])('at %s, %s units cost exactly %s', (rate, quantity, amount) => {
    expect(amountOf({ pricingModel: 'flat', rate: decimal(rate) }, quantity)).toBe(amount)
  })

  test('shows one tier without end', () => {
    expect(shownTiers({ pricingModel: 'flat', rate: decimal('0.2') }, '5')).toEqual([
      '0 up 0.2 5 1',
    ])
  })
})

const apiCalls: readonly Row[] = [
  ['100', '0.10'],
  ['1000', '0.05'],
  [null, '0.02'],
]

describe('graduated: 0.10 up to 100, 0.05 up to 1000, then 0.02', () => {
  test.each([
    ['0', '0'],
    ['0.5', '0.05'],
    ['1', '0.1'],
    ['99', '9.9'],
    ['100', '10'],
    ['100.5', '10.025'],
    ['101', '10.05'],
    ['1000', '55'],
    ['1001', '55.02'],
    ['1500', '65'],
    ['1000000000000000', '20000000000035'],
    ['1000000000000000.000000000000001', '20000000000035.00000000000000002'],
  ])('%s units cost exactly %s', (quantity, amount) => {
    expect(amountOf(pricingFrom('graduated', apiCalls), quantity)).toBe(amount)
  })

  test('shows what each tier reached contributes', () => {
    expect(shownTiers(pricingFrom('graduated', apiCalls), '1500')).toEqual([
      '0 100 0.1 100 10',
      '100 1000 0.05 900 45',
      '1000 up 0.02 500 10',
    ])
  })

  test.each([
    ['0', []],
    ['100', ['0 100 0.1 100 10']],
    ['100.25', ['0 100 0.1 100 10', '100 1000 0.05 0.25 0.0125']],
  ])('leaves out tiers that %s units do not reach', (quantity, tiers) => {
    expect(shownTiers(pricingFrom('graduated', apiCalls), quantity)).toEqual(tiers)
  })

  test('shows a tier that was used for free', () => {
    const withFreeTier = pricingFrom('graduated', [
      ['10', '0'],
      [null, '1'],
    ])
    expect(shownTiers(withFreeTier, '12')).toEqual(['0 10 0 10 0', '10 up 1 2 2'])
  })
})

describe('volume: all at 0.10 up to 100, all at 0.05 up to 1000, else all at 0.02', () => {
  test.each([
    ['0', '0'],
    ['0.5', '0.05'],
    ['100', '10'],
    ['100.000001', '5.00000005'],
    ['101', '5.05'],
    ['1000', '50'],
    ['1001', '20.02'],
    ['1000000000000000', '20000000000000'],
  ])('%s units cost exactly %s', (quantity, amount) => {
    expect(amountOf(pricingFrom('volume', apiCalls), quantity)).toBe(amount)
  })

  test('shows the one tier that the total lands in', () => {
    expect(shownTiers(pricingFrom('volume', apiCalls), '100')).toEqual(['0 100 0.1 100 10'])
    expect(shownTiers(pricingFrom('volume', apiCalls), '500')).toEqual(['100 1000 0.05 500 25'])
    expect(shownTiers(pricingFrom('volume', apiCalls), '0')).toEqual([])
  })
})

describe('credit_pool: 49 for 1000 units, then 0.06 each', () => {
  const pool = pricingFrom('credit_pool', [
    ['1000', '49'],
    [null, '0.06'],
  ])

  test.each([
    ['0', '49'],
    ['0.5', '49'],
    ['999', '49'],
    ['1000', '49'],
    ['1000.5', '49.03'],
    ['1001', '49.06'],
    ['1500', '79'],
    ['1000000000000000', '59999999999989'],
  ])('%s units cost exactly %s', (quantity, amount) => {
    expect(amountOf(pool, quantity)).toBe(amount)
  })

  test.each([
    ['0', ['0 1000 49 0 49']],
    ['1000', ['0 1000 49 1000 49']],
    ['1500', ['0 1000 49 1000 49', '1000 up 0.06 500 30']],
  ])('shows the fee and the overage of %s units', (quantity, tiers) => {
    expect(shownTiers(pool, quantity)).toEqual(tiers)
  })

  test.each(['0', '1000', '1500'])('owes the fee whatever the usage: %s', (quantity) => {
    expect(priceUsage(pool, decimal(quantity)).fixedFee.toFixed()).toBe('49')
  })

  test('is the only model with a fixed fee', () => {
    for (const model of ['graduated', 'volume'] as const) {
      const price = priceUsage(pricingFrom(model, apiCalls), decimal('50'))
      expect(price.fixedFee.toFixed()).toBe('0')
    }
  })

  test('cannot be priced with tiers of another model', () => {
    const tiers = tiersFrom(apiCalls, 'graduated')
    expect(() => priceUsage({ pricingModel: 'credit_pool', tiers }, ZERO)).toThrow('exactly two')
  })
})

test.each(['-1', '-0.0001'])('a negative quantity of %s is refused', (quantity) => {
  expect(() => amountOf(pricingFrom('graduated', apiCalls), quantity)).toThrow('negative')
})

describe('for any tiers and quantity', () => {
  const scaled = (digits: bigint, decimals: number): Decimal =>
    decimal(String(digits)).times(decimal('10').pow(-decimals))
  const rate = fc.bigInt({ min: 0n, max: 10n ** 9n }).map((digits) => scaled(digits, 8).toFixed())
  const quantity = fc
    .tuple(fc.bigInt({ min: 0n, max: 10n ** 15n }), fc.integer({ min: 0, max: 6 }))
    .map(([digits, decimals]) => scaled(digits, decimals))
  /** Small enough that quantities fall in every tier and on the bounds. */
  const smallQuantity = fc.integer({ min: 0, max: 130 }).map(decimalFromInteger)

  const rowsUpTo = (largest: number) =>
    fc.uniqueArray(fc.integer({ min: 1, max: largest }), { maxLength: 5 }).chain((bounds) => {
      const uppers = bounds.toSorted((a, b) => a - b)
      return fc
        .array(rate, { minLength: uppers.length + 1, maxLength: uppers.length + 1 })
        .map((rates) =>
          rates.map((each, position): Row => [uppers[position]?.toString() ?? null, each]),
        )
    })
  const rows = rowsUpTo(100)

  const pricing = fc.oneof(
    rate.map((each): UsagePricing => ({ pricingModel: 'flat', rate: decimal(each) })),
    rows.map((each) => pricingFrom('graduated', each)),
    rows.map((each) => pricingFrom('volume', each)),
    fc
      .record({ size: fc.integer({ min: 1, max: 100 }), fee: rate, overage: rate })
      .map(({ size, fee, overage }) =>
        pricingFrom('credit_pool', [
          [String(size), fee],
          [null, overage],
        ]),
      ),
  )

  test('parts of a period add up to it, wherever it is cut', () => {
    const counts = fc.array(fc.oneof(quantity, smallQuantity), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(pricing, counts, (each, units) => {
        const totals = units.map((_, last) => sum(units.slice(0, last + 1)))
        const parts = totals.map((to, part) =>
          priceBetween(each, part === 0 ? null : (totals[part - 1] ?? ZERO), to),
        )
        expect(sum(parts).eq(priceUsage(each, sum(units)).amount)).toBe(true)
      }),
    )
  })

  test('every unit is priced once and the tiers sum to the amount', () => {
    fc.assert(
      fc.property(pricing, fc.oneof(quantity, smallQuantity), (each, units) => {
        const price = priceUsage(each, units)
        expect(sum(price.tiers.map((tier) => tier.units)).eq(units)).toBe(true)
        expect(sum(price.tiers.map((tier) => tier.amount)).eq(price.amount)).toBe(true)
      }),
    )
  })

  test('graduated charges each unit the rate of the tier it is in', () => {
    fc.assert(
      fc.property(rows, fc.integer({ min: 0, max: 130 }), (each, units) => {
        // Counted one by one, on purpose in another way than the code does.
        const rates = Array.from({ length: units }, (_, index) => {
          const row = each.find(([upper]) => upper === null || index + 1 <= Number(upper))
          return decimal(row?.[1] ?? 'no tier')
        })
        expect(amountOf(pricingFrom('graduated', each), String(units))).toBe(sum(rates).toFixed())
      }),
    )
  })

  test('graduated never falls as the quantity grows', () => {
    fc.assert(
      fc.property(rows, quantity, quantity, (each, a, b) => {
        const [less, more] = a.lt(b) ? [a, b] : [b, a]
        const pricing = pricingFrom('graduated', each)
        expect(priceUsage(pricing, less).amount.lte(priceUsage(pricing, more).amount)).toBe(true)
      }),
    )
  })

  test('graduated does not jump at a bound: a little more costs a little more', () => {
    const little = decimal('0.000000001')
    fc.assert(
      fc.property(rows, (each) => {
        const pricing = pricingFrom('graduated', each)
        for (const [position, [upper, rateBelow]] of each.entries()) {
          if (upper === null) continue
          const bound = decimal(upper)
          const rateAbove = decimal(each[position + 1]?.[1] ?? 'no tier')
          const at = priceUsage(pricing, bound).amount
          const above = priceUsage(pricing, bound.plus(little)).amount
          const below = priceUsage(pricing, bound.minus(little)).amount
          expect(above.minus(at).eq(little.times(rateAbove))).toBe(true)
          expect(at.minus(below).eq(little.times(decimal(rateBelow)))).toBe(true)
        }
      }),
    )
  })

  test('graduated bills the same for windows that add up, whatever each window is', () => {
    const cuts = fc.array(smallQuantity, { maxLength: 8 })
    fc.assert(
      fc.property(rows, cuts, smallQuantity, (each, inside, total) => {
        const pricing = pricingFrom('graduated', each)
        const ends = [...inside.filter((cut) => cut.lt(total)), total].toSorted((a, b) => a.cmp(b))
        // Each window is priced alone, by what earlier windows have left of the tiers.
        const windows = ends.map((end, position) =>
          priceUsage(
            pricingFrom('graduated', tiersAbove(each, ends[position - 1] ?? ZERO)),
            end.minus(ends[position - 1] ?? ZERO),
          ),
        )
        expect(sum(windows.map((window) => window.amount)).toFixed()).toBe(
          priceUsage(pricing, total).amount.toFixed(),
        )
      }),
    )
  })

  test('cutting a tier in two at the same rate changes no bill', () => {
    const at = fc.integer({ min: 1, max: 120 }).map(String)
    fc.assert(
      fc.property(rows, at, smallQuantity, (each, cut, units) => {
        for (const model of ['graduated', 'volume'] as const) {
          const whole = priceUsage(pricingFrom(model, each), units)
          const inTwo = priceUsage(pricingFrom(model, withCut(each, cut)), units)
          expect(inTwo.amount.eq(whole.amount)).toBe(true)
        }
      }),
    )
  })

  test('volume charges all units the rate of the unit counted last', () => {
    fc.assert(
      fc.property(rows, fc.integer({ min: 1, max: 130 }), (each, units) => {
        const row = each.find(([upper]) => upper === null || units <= Number(upper))
        const expected = decimal(row?.[1] ?? 'no tier').times(decimalFromInteger(units))
        expect(amountOf(pricingFrom('volume', each), String(units))).toBe(expected.toFixed())
      }),
    )
  })

  test('with one rate everywhere, every tiered price is the flat price', () => {
    fc.assert(
      fc.property(rows, rate, quantity, (each, same, units) => {
        const flat = priceUsage({ pricingModel: 'flat', rate: decimal(same) }, units).amount
        const oneRate = each.map(([upper]): Row => [upper, same])
        expect(priceUsage(pricingFrom('graduated', oneRate), units).amount.eq(flat)).toBe(true)
        expect(priceUsage(pricingFrom('volume', oneRate), units).amount.eq(flat)).toBe(true)
      }),
    )
  })

  test('a credit pool costs its fee and nothing else until it is used up', () => {
    fc.assert(
      fc.property(
        rate,
        rate,
        fc.integer({ min: 1, max: 100 }),
        smallQuantity,
        (fee, overage, size, units) => {
          const pool = pricingFrom('credit_pool', [
            [String(size), fee],
            [null, overage],
          ])
          const over = units.minus(decimalFromInteger(size))
          const extra = over.gt(ZERO) ? over.times(decimal(overage)) : ZERO
          expect(priceUsage(pool, units).amount.eq(decimal(fee).plus(extra))).toBe(true)
        },
      ),
    )
  })

  test('tiers survive the way to jsonb and back', () => {
    fc.assert(
      fc.property(rowsUpTo(Number.MAX_SAFE_INTEGER), (each) => {
        const written = JSON.stringify(tiersFrom(each))
        const result = parseTiers(JSON.parse(written), 'graduated')
        expect(JSON.stringify(result.ok ? result.tiers : result.problem)).toBe(written)
      }),
    )
  })

  test('the order of the input events never matters: only their total is priced', () => {
    const events = fc.array(quantity, { maxLength: 10 })
    fc.assert(
      fc.property(pricing, events, (each, quantities) => {
        const forward = priceUsage(each, sum(quantities)).amount
        const backward = priceUsage(each, sum(quantities.toReversed())).amount
        expect(forward.eq(backward)).toBe(true)
      }),
    )
  })

  /** The rows as they look to units that come after the first `used` ones. */
  function tiersAbove(each: readonly Row[], used: Decimal): Row[] {
    return each
      .filter(([upper]) => upper === null || decimal(upper).gt(used))
      .map(([upper, same]): Row => [upper && decimal(upper).minus(used).toFixed(), same])
  }

  function withCut(each: readonly Row[], cut: string): Row[] {
    return each.flatMap((row, position): Row[] => {
      const lower = Number(each[position - 1]?.[0] ?? 0)
      const isInside = Number(cut) > lower && (row[0] === null || Number(cut) < Number(row[0]))
      return isInside ? [[cut, row[1]], row] : [row]
    })
  }
})
