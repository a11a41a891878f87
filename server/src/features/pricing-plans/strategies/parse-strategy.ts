import { AMOUNT_MAX, isExactAsJson } from '../../../domain/json-amount.ts'
import { type Decimal, decimal } from '../../../domain/money.ts'
import {
  type PricingModel,
  parseTiers,
  type TieredModel,
  type UsagePricing,
} from '../../../domain/prices/pricing.ts'
import type { FeeType, StrategyPrice } from '../../../domain/prices/strategy.ts'
import { TEXT_LENGTH_MAX } from '../../../platform/http/fields.ts'
import { NAME } from '../../../platform/http/text-patterns.ts'
import { isObject } from '../../../platform/json/json-object.ts'
import type { StrategyRow } from './strategy.ts'

/** Unvalidated fields of a strategy. */
export type Fields = Record<string, unknown>

/** A validated strategy; without a name it gets the name of its signal. */
export type StrategyDraft = { price: StrategyPrice; name: string | undefined; isActive: boolean }

type Result<T> = { ok: true; value: T } | { ok: false; problems: string[] }

export const TIERS_MAX = 1_000
const BOUND_MAX = decimal('1000000000000000')
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

const FEE_NAMES: Record<FeeType, string> = {
  recurring: 'Recurring fee',
  seat_based: 'Seat fee',
  onetime: 'One-time fee',
}

/**
 * Parses a whole strategy. Returns every problem with the field and the fix. `path` prefixes each
 * field, such as "[2]." in a list.
 */
export function parseStrategy(fields: Fields, path: string): Result<StrategyDraft> {
  const price = parsePrice(fields, path)
  const problems = price.ok ? [] : price.problems
  const { name, isActive = true } = fields
  if (name !== undefined && !isName(name)) {
    const fix = `must be a text of 1 to ${TEXT_LENGTH_MAX} characters on one line, not only spaces`
    problems.push(`${path}name ${fix}`)
  }
  if (typeof isActive !== 'boolean') problems.push(`${path}isActive must be true or false`)
  if (!price.ok || problems.length > 0) return { ok: false, problems }
  const { chargeType } = price.value
  const defaultName = chargeType === 'usage' ? undefined : FEE_NAMES[chargeType]
  return {
    ok: true,
    value: {
      price: price.value,
      name: isName(name) ? name : defaultName,
      isActive: isActive === true,
    },
  }
}

const ONE_NAME = new RegExp(NAME, 'u')

function isName(name: unknown): name is string {
  if (typeof name !== 'string') return false
  return ONE_NAME.test(name) && [...name].length <= TEXT_LENGTH_MAX
}

/**
 * Merges a request into a stored strategy. Fields that the new kind cannot have are dropped. The
 * price is kept only if its meaning stays: one cent per event must not become one cent per month.
 */
export function mergeFields(row: StrategyRow, sent: Fields): Fields {
  const { chargeType = row.chargeType } = sent
  const isUsage = chargeType === 'usage'
  const { pricingModel = isUsage ? row.pricingModel : null } = sent
  const keepsPrice =
    priceKind(chargeType, pricingModel) === priceKind(row.chargeType, row.pricingModel)
  return {
    name: row.name,
    isActive: row.isActive,
    signalId: isUsage ? row.signalId : null,
    rate: keepsPrice ? (row.rate?.toFixed() ?? null) : null,
    tiers: keepsPrice ? row.tiers : null,
    ...sent,
    chargeType,
    pricingModel,
  }
}

function priceKind(chargeType: unknown, pricingModel: unknown): string {
  if (chargeType !== 'usage') return 'fee'
  if (pricingModel === 'graduated' || pricingModel === 'volume') return 'tiers per unit'
  return pricingModel === 'credit_pool' ? 'pool and overage' : 'rate per unit'
}

function parsePrice(fields: Fields, path: string): Result<StrategyPrice> {
  const { chargeType } = fields
  switch (chargeType) {
    case 'usage':
      return parseUsage(fields, path)
    case 'recurring':
    case 'seat_based':
    case 'onetime':
      return parseFee(chargeType, fields, path)
    default: {
      const what = isAbsent(chargeType) ? 'is missing: send' : 'must be'
      return refuse(`${path}chargeType ${what} usage, recurring, seat_based or onetime`)
    }
  }
}

function parseFee(chargeType: FeeType, fields: Fields, path: string): Result<StrategyPrice> {
  const { pricingModel, signalId, tiers } = fields
  const problems: string[] = []
  // A fee is always flat: the value is accepted and not stored.
  if (!isAbsent(pricingModel) && pricingModel !== 'flat') {
    problems.push(
      `${path}pricingModel is for chargeType usage; a ${chargeType} charge has one rate: ` +
        'leave pricingModel out',
    )
  }
  if (!isAbsent(signalId)) {
    problems.push(
      `${path}signalId is for chargeType usage; a ${chargeType} charge does not count events: ` +
        'leave signalId out',
    )
  }
  if (!isAbsent(tiers)) {
    problems.push(
      `${path}tiers are for chargeType usage; a ${chargeType} charge has one rate: ` +
        'leave tiers out and send rate',
    )
  }
  const rate = parseRate(fields.rate, path)
  if (!rate.ok) problems.push(...rate.problems)
  if (!rate.ok || problems.length > 0) return { ok: false, problems }
  return { ok: true, value: { chargeType, rate: rate.value } }
}

function parseUsage(fields: Fields, path: string): Result<StrategyPrice> {
  const signalId = parseSignalId(fields.signalId, path)
  const pricing = parseUsagePricing(fields, path)
  if (signalId.ok && pricing.ok) {
    const value = { chargeType: 'usage' as const, signalId: signalId.value, pricing: pricing.value }
    return { ok: true, value }
  }
  const problems = [signalId, pricing].flatMap((part) => (part.ok ? [] : part.problems))
  return { ok: false, problems }
}

function parseSignalId(signalId: unknown, path: string): Result<string> {
  if (isAbsent(signalId)) {
    return refuse(`${path}signalId is missing: a usage charge prices one signal; send its id`)
  }
  const isId = typeof signalId === 'string' && UUID.test(signalId)
  if (!isId) return refuse(`${path}signalId must be a UUID: send the id of a signal`)
  return { ok: true, value: signalId.toLowerCase() }
}

function parseUsagePricing(
  { pricingModel, rate, tiers }: Fields,
  path: string,
): Result<UsagePricing> {
  if (!isPricingModel(pricingModel)) {
    const what = isAbsent(pricingModel) ? 'is missing: send' : 'must be'
    return refuse(`${path}pricingModel ${what} flat, graduated, volume or credit_pool`)
  }
  if (pricingModel !== 'flat') return parseTieredPricing(pricingModel, { rate, tiers }, path)
  const parsed = parseRate(rate, path)
  const problems = parsed.ok ? [] : parsed.problems
  if (!isAbsent(tiers)) {
    problems.unshift(
      `${path}tiers do not go with pricingModel flat, which has one rate: leave tiers out, ` +
        'or send pricingModel graduated, volume or credit_pool',
    )
  }
  if (!parsed.ok || problems.length > 0) return { ok: false, problems }
  return { ok: true, value: { pricingModel, rate: parsed.value } }
}

function parseTieredPricing(
  pricingModel: TieredModel,
  { rate, tiers }: Fields,
  path: string,
): Result<UsagePricing> {
  const problems: string[] = []
  if (!isAbsent(rate)) {
    problems.push(
      `${path}rate does not go with pricingModel ${pricingModel}, whose rates are in its tiers: ` +
        'leave rate out, or send pricingModel flat',
    )
  }
  if (Array.isArray(tiers) && tiers.length > TIERS_MAX) {
    return refuse(...problems, `${path}tiers must be at most ${TIERS_MAX}, not ${tiers.length}`)
  }
  const parsed = parseTiers(withExactTexts(tiers), pricingModel)
  if (!parsed.ok) return refuse(...problems, `${path}${parsed.problem}`)
  parsed.tiers.forEach((tier, position) => {
    const found = {
      upper: tier.upper === null ? undefined : numberProblem(tier.upper, BOUND_MAX),
      rate: numberProblem(tier.rate, AMOUNT_MAX),
    }
    for (const [field, problem] of Object.entries(found)) {
      if (problem !== undefined) problems.push(`${path}tiers[${position}].${field} ${problem}`)
    }
  })
  if (problems.length > 0) return { ok: false, problems }
  return { ok: true, value: { pricingModel, tiers: parsed.tiers } }
}

/** Parses a rate as one tier that covers every quantity, so that the same number rules apply. */
function parseRate(rate: unknown, path: string): Result<Decimal> {
  const tiers = [{ lower: 0, upper: null, rate: isAbsent(rate) ? undefined : exactText(rate) }]
  const parsed = parseTiers(tiers, 'graduated')
  if (!parsed.ok) return refuse(`${path}${parsed.problem.replace('tiers[0].rate', 'rate')}`)
  const [tier] = parsed.tiers
  if (tier === undefined) return refuse(`${path}rate is missing`)
  const problem = numberProblem(tier.rate, AMOUNT_MAX)
  return problem === undefined ? { ok: true, value: tier.rate } : refuse(`${path}rate ${problem}`)
}

function withExactTexts(tiers: unknown): unknown {
  if (!Array.isArray(tiers)) return tiers ?? undefined
  return tiers.map((tier: unknown) =>
    isObject(tier)
      ? Object.fromEntries(Object.entries(tier).map(([field, value]) => [field, exactText(value)]))
      : tier,
  )
}

/**
 * Returns the text of a number. The body parser passes a number with too many digits for a float as
 * text, in an object without a prototype. Objects sent by a caller have one.
 */
function exactText(value: unknown): unknown {
  const isNumberText = isObject(value) && Object.getPrototypeOf(value) === null
  return isNumberText ? value.rawJSON : value
}

/** Returns a problem if a JSON number cannot show the value exactly; the API returns prices so. */
function numberProblem(value: Decimal, max: Decimal): string | undefined {
  if (value.gt(max)) return `must be at most ${max.toFixed()}`
  return isExactAsJson(value)
    ? undefined
    : 'has more digits than a JSON number keeps: send at most 15'
}

function isPricingModel(value: unknown): value is PricingModel {
  return value === 'flat' || value === 'graduated' || value === 'volume' || value === 'credit_pool'
}

function isAbsent(value: unknown): value is null | undefined {
  return value === undefined || value === null
}

function refuse(...problems: string[]): { ok: false; problems: string[] } {
  return { ok: false, problems }
}
