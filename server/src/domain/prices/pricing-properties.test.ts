import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Decimal, decimal, decimalFromInteger, sum, ZERO } from '../money.ts'
import { amountOf, packagesFrom, pricingFrom, type Row, tiersFrom } from '../test-support.ts'
import { parseTiers, priceBetween, priceUsage, type UsagePricing } from './pricing.ts'

describe('for any tiers and quantity', () => {
  const scaled = (digits: bigint, decimals: number): Decimal => Decimal.of(digits, decimals)
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
  const flatFee = fc.option(fc.integer({ min: 0, max: 5_000 }).map(String), { nil: undefined })
  const rowsWithFees = rows.chain((each) =>
    fc
      .array(flatFee, { minLength: each.length, maxLength: each.length })
      .map((fees) => each.map(([upper, perUnit], at): Row => [upper, perUnit, fees[at]])),
  )
  const packages = fc.record({ rate, size: fc.integer({ min: 1, max: 40 }) })

  const pricing = fc.oneof(
    rate.map((each): UsagePricing => ({ pricingModel: 'flat', rate: decimal(each) })),
    rowsWithFees.map((each) => pricingFrom('graduated', each)),
    rowsWithFees.map((each) => pricingFrom('volume', each)),
    packages.map(({ rate: each, size }) => packagesFrom(each, String(size))),
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
        // Counts unit by unit, deliberately in a different way than the code.
        const rates = Array.from({ length: units }, (_, index) => {
          const row = each.find(([upper]) => upper === null || index + 1 <= Number(upper))
          return decimal(row?.[1] ?? 'no tier')
        })
        expect(amountOf(pricingFrom('graduated', each), String(units))).toBe(sum(rates).toFixed())
      }),
    )
  })

  /** Prices a whole number of units one by one, deliberately in a different way than the code. */
  function naive(model: 'graduated' | 'volume', each: readonly Row[], units: number): Decimal {
    const tierOf = (unit: number) =>
      each.findIndex(([upper]) => upper === null || unit <= Number(upper))
    const last = tierOf(units)
    const reached = new Set<number>()
    let amount = ZERO
    for (let unit = 1; unit <= units; unit += 1) {
      const at = model === 'volume' ? last : tierOf(unit)
      amount = amount.plus(decimal(each[at]?.[1] ?? 'no tier'))
      reached.add(at)
    }
    return sum([amount, ...[...reached].map((at) => decimal(each[at]?.[2] ?? '0'))])
  }

  test('a flat fee is due once for each tier that units are priced by, and not without units', () => {
    const units = fc.integer({ min: 0, max: 130 })
    fc.assert(
      fc.property(rowsWithFees, units, (each, count) => {
        for (const model of ['graduated', 'volume'] as const) {
          const amount = amountOf(pricingFrom(model, each), String(count))
          expect(amount).toBe(naive(model, each, count).toFixed())
        }
      }),
    )
  })

  test('a package is due when its first unit is used', () => {
    fc.assert(
      fc.property(packages, fc.integer({ min: 0, max: 400 }), ({ rate: each, size }, count) => {
        // Units 1, 1 + size, 1 + 2 × size, ... begin a package.
        const begun = Array.from({ length: count }, (_, at) => at).filter((at) => at % size === 0)
        const price = priceUsage(packagesFrom(each, String(size)), decimalFromInteger(count))
        expect(price.amount.toFixed()).toBe(sum(begun.map(() => decimal(each))).toFixed())
        expect(price.fixedFee.eq(ZERO)).toBe(true)
        expect(price.tiers.map((tier) => tier.packages?.count.toFixed())).toEqual(
          count === 0 ? [] : [String(begun.length)],
        )
      }),
    )
  })

  test('packages of fractional quantities cover them, and one fewer would not', () => {
    fc.assert(
      fc.property(quantity, packages, (units, { rate: each, size }) => {
        const [tier] = priceUsage(packagesFrom(each, String(size)), units).tiers
        const count = tier?.packages?.count ?? ZERO
        const of = decimalFromInteger(size)
        expect(count.times(of).gte(units)).toBe(true)
        expect(units.eq(ZERO) || count.minus(decimal('1')).times(of).lt(units)).toBe(true)
      }),
    )
  })

  test('graduated never falls as the quantity grows', () => {
    fc.assert(
      fc.property(rowsWithFees, quantity, quantity, (each, a, b) => {
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
        // Each window is priced separately, with the tiers that earlier windows left.
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
        expect(JSON.stringify(result.ok ? result.tiers : result.problems.join('; '))).toBe(written)
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

  /** Returns the tiers that remain after the first `used` units. */
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
