import assert from 'node:assert/strict'
import { type Decimal, decimalFromInteger, sum, ZERO } from '../money.ts'
import { type ReadNumber, readNumber } from './price-number.ts'

/**
 * `rate` is per unit; in the first tier of a credit pool it is the price of the whole pool.
 * `flatFee` is due once for units in the tier, in addition to their rate; a credit pool has none.
 */
export type Tier = { lower: Decimal; upper: Decimal | null; rate: Decimal; flatFee: Decimal }

declare const parsed: unique symbol

/**
 * Bands that cover every quantity once: the first lower is 0, each lower is the previous upper, and
 * the last upper is null. The lower bound is exclusive and the upper inclusive: quantity 100 is
 * still in {0, 100}. Only parseTiers creates them, on write and on read from jsonb. JSON.stringify
 * writes the decimals as text, which parseTiers reads back unchanged.
 */
export type Tiers = readonly Tier[] & { readonly [parsed]: true }

export type TieredModel = 'graduated' | 'volume' | 'credit_pool'
export type PricingModel = 'flat' | 'package' | TieredModel

export type UsagePricing =
  | { pricingModel: 'flat'; rate: Decimal }
  | { pricingModel: 'package'; rate: Decimal; packageSize: Decimal }
  | { pricingModel: TieredModel; tiers: Tiers }

/** Packages that cover the units of a price: the last one may be used in part, and is due in full. */
export type Packages = { count: Decimal; size: Decimal }

/**
 * Contribution of one tier. The amount is units × rate + flat fee, except for:
 * - the first tier of a credit pool, where it is the rate,
 * - packages, where it is their number × rate. `packages` is null in all other models.
 */
export type PricedTier = Tier & { units: Decimal; amount: Decimal; packages: Packages | null }

/**
 * Exact price of a quantity. `amount` is the sum of the tiers' amounts, not rounded. `tiers` omits
 * tiers without units, except the pool. `fixedFee` is the part of the amount that is due regardless
 * of usage.
 */
export type UsagePrice = { amount: Decimal; fixedFee: Decimal; tiers: PricedTier[] }

type Problems = { ok: false; problems: string[] }

const ONE = decimalFromInteger(1)
const ALL_UNITS = { lower: ZERO, upper: null, flatFee: ZERO }
const TIER_FIELDS = ['lower', 'upper', 'rate', 'flatFee']
const TIERS_EXAMPLE =
  '[{"lower": 0, "upper": 1000, "rate": "0.01"}, {"lower": 1000, "upper": null, "rate": "0.008"}]'
const CREDIT_POOL_FIX =
  'tiers of a credit_pool must be exactly two, the pool and the overage: ' +
  '[{"lower": 0, "upper": <pool size>, "rate": <price of the pool>}, ' +
  '{"lower": <pool size>, "upper": null, "rate": <price per unit after the pool>}]'

/**
 * Parses untrusted tiers, whose bounds and rates are JSON numbers or decimal text. Each problem
 * names the field and shows the fix.
 */
export function parseTiers(
  input: unknown,
  pricingModel: TieredModel,
  read: ReadNumber = readNumber,
): { ok: true; tiers: Tiers } | Problems {
  if (!Array.isArray(input) || input.length === 0) {
    return refuse(`tiers must be a list like ${TIERS_EXAMPLE}`)
  }
  const parsed = input.map((entry: unknown, at) => parseTier(entry, `tiers[${at}]`, read))
  const problems = parsed.flatMap((one) => (one.ok ? [] : one.problems))
  if (problems.length > 0) return refuse(...problems)
  const tiers = parsed.flatMap((one) => (one.ok ? [one.tier] : []))
  if (pricingModel === 'credit_pool' && tiers.length !== 2) return refuse(CREDIT_POOL_FIX)
  const problem = findFeeProblem(tiers, pricingModel) ?? findBoundsProblem(tiers)
  if (problem !== undefined) return refuse(problem)
  assert(coversEveryQuantityOnce(tiers))
  return { ok: true, tiers }
}

function refuse(...problems: string[]): Problems {
  return { ok: false, problems }
}

function parseTier(
  entry: unknown,
  path: string,
  read: ReadNumber,
): { ok: true; tier: Tier } | Problems {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) {
    return refuse(`${path} must be an object like {"lower": 0, "upper": null, "rate": "0.01"}`)
  }
  const fields = new Map<string, unknown>(Object.entries(entry))
  const unknown = [...fields.keys()].filter((field) => !TIER_FIELDS.includes(field))
  if (unknown.length > 0) {
    const fix = 'send only lower, upper, rate and flatFee'
    return refuse(...unknown.map((field) => `${path}.${field} is not a field of a tier: ${fix}`))
  }
  const isEndless = fields.get('upper') === null
  const lower = read(fields.get('lower'), 'lower')
  const upper = isEndless ? { ok: true as const, value: null } : read(fields.get('upper'), 'upper')
  const rate = read(fields.get('rate'), 'rate')
  const flatFee = read(fields.get('flatFee') ?? '0', 'flatFee')
  if (lower.ok && upper.ok && rate.ok && flatFee.ok) {
    const tier = {
      lower: lower.value,
      upper: upper.value,
      rate: rate.value,
      flatFee: flatFee.value,
    }
    return { ok: true, tier }
  }
  const problems = Object.entries({ lower, upper, rate, flatFee }).flatMap(([field, number]) =>
    number.ok ? [] : [`${path}.${field} ${number.problem}`],
  )
  return refuse(...problems)
}

function findFeeProblem(tiers: readonly Tier[], pricingModel: TieredModel): string | undefined {
  if (pricingModel !== 'credit_pool') return undefined
  const position = tiers.findIndex(({ flatFee }) => flatFee.gt(ZERO))
  if (position === -1) return undefined
  return (
    `tiers[${position}].flatFee does not go with pricingModel credit_pool, whose fee is the rate ` +
    'of its first tier: leave flatFee out'
  )
}

function findBoundsProblem(tiers: readonly Tier[]): string | undefined {
  let previousUpper = ZERO
  for (const [position, { lower, upper }] of tiers.entries()) {
    const path = `tiers[${position}]`
    const isLast = position === tiers.length - 1
    if (!lower.eq(previousUpper)) {
      const reason =
        position === 0
          ? 'the first tier starts at 0'
          : `the upper of tiers[${position - 1}], so that no quantity has no price or two ` +
            '(a tier is above its lower, up to and including its upper)'
      return `${path}.lower must be ${previousUpper.toFixed()}, ${reason}; not ${lower.toFixed()}`
    }
    if (isLast) {
      if (upper === null) return undefined
      return `${path}.upper must be null: the last tier has no end, so every quantity has a price`
    }
    if (upper === null) {
      const fix = `send the lower of tiers[${position + 1}]`
      return `${path}.upper must be a number, only the last tier may have null: ${fix}`
    }
    if (upper.lte(lower)) {
      return `${path}.upper must be above its lower ${lower.toFixed()}, not ${upper.toFixed()}`
    }
    previousUpper = upper
  }
  return undefined
}

function coversEveryQuantityOnce(tiers: readonly Tier[]): tiers is Tiers {
  const touch = tiers.every((tier, position) => tier.lower.eq(tiers[position - 1]?.upper ?? ZERO))
  return touch && tiers.at(-1)?.upper === null
}

/**
 * Returns the exact price of a window's total quantity. Usage is priced on the total, never per
 * event. Every unit is priced exactly once, otherwise this throws: never bill fewer units than were
 * used.
 */
export function priceUsage(pricing: UsagePricing, quantity: Decimal): UsagePrice {
  if (quantity.lt(ZERO)) assert.fail(`quantity is negative: ${quantity.toFixed()}`)
  const tiers = priceTiers(pricing, quantity)
  const units = sum(tiers.map((tier) => tier.units))
  if (!units.eq(quantity)) {
    assert.fail(`priced ${units.toFixed()} of ${quantity.toFixed()} units`)
  }
  const [pool] = pricing.pricingModel === 'credit_pool' ? tiers : []
  return { amount: sum(tiers.map((tier) => tier.amount)), fixedFee: pool?.amount ?? ZERO, tiers }
}

function priceTiers(pricing: UsagePricing, quantity: Decimal): PricedTier[] {
  switch (pricing.pricingModel) {
    case 'flat':
      return used([priceTier({ ...ALL_UNITS, rate: pricing.rate }, quantity)])
    case 'package':
      return used([pricePackages(pricing, quantity)])
    case 'graduated':
      return used(pricing.tiers.map((tier) => priceTier(tier, unitsIn(tier, quantity))))
    case 'volume': {
      // All units pay the rate of the tier that contains the total.
      const tier = pricing.tiers.find(({ upper }) => upper === null || quantity.lte(upper))
      return tier === undefined ? [] : used([priceTier(tier, quantity)])
    }
    case 'credit_pool': {
      const [pool, overage, ...others] = pricing.tiers
      assert(pool !== undefined && overage !== undefined && others.length === 0, CREDIT_POOL_FIX)
      // The fee is due even at zero usage, so the pool is never left out.
      const units = unitsIn(pool, quantity)
      const poolFee = { ...pool, units, amount: pool.rate, packages: null }
      return [poolFee, ...used([priceTier(overage, unitsIn(overage, quantity))])]
    }
  }
}

/** Returns the units of the quantity above the tier's lower bound and up to its upper bound. */
function unitsIn({ lower, upper }: Tier, quantity: Decimal): Decimal {
  const top = upper?.lt(quantity) ? upper : quantity
  return top.gt(lower) ? top.minus(lower) : ZERO
}

/** The caller omits tiers without units, whose flat fee is not due. */
function priceTier(tier: Tier, units: Decimal): PricedTier {
  return { ...tier, units, amount: units.times(tier.rate).plus(tier.flatFee), packages: null }
}

function pricePackages(
  { rate, packageSize: size }: Extract<UsagePricing, { pricingModel: 'package' }>,
  units: Decimal,
): PricedTier {
  const packages = { count: packagesFor(units, size), size }
  return { ...ALL_UNITS, rate, units, amount: packages.count.times(rate), packages }
}

/** Returns the least number of packages that contain the units, otherwise throws. */
function packagesFor(units: Decimal, size: Decimal): Decimal {
  const rest = units.mod(size)
  const full = units.minus(rest).div(size)
  const count = rest.gt(ZERO) ? full.plus(ONE) : full
  const isLeast = count.times(size).gte(units) && count.minus(ONE).times(size).lt(units)
  if (!isLeast)
    assert.fail(`${count.toFixed()} packages of ${size.toFixed()} for ${units.toFixed()}`)
  return count
}

function used(tiers: readonly PricedTier[]): PricedTier[] {
  return tiers.filter((tier) => tier.units.gt(ZERO))
}

/**
 * Returns the exact price of the units from `from` to `to` of a period's total, so that parts add
 * up to the period. `from` null means that the part begins the period, so it includes a pool's fee
 * even without usage. The result is negative if more units make all units cheaper.
 */
export function priceBetween(pricing: UsagePricing, from: Decimal | null, to: Decimal): Decimal {
  const until = priceUsage(pricing, to).amount
  return from === null ? until : until.minus(priceUsage(pricing, from).amount)
}

/**
 * Returns whether both are flat prices with the same rate. Then the price of a unit does not depend
 * on earlier units, and ranges can be merged.
 */
export function isSamePrice(a: UsagePricing, b: UsagePricing): boolean {
  return a.pricingModel === 'flat' && b.pricingModel === 'flat' && a.rate.eq(b.rate)
}
