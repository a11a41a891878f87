import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { AMOUNT_MAX, isExactAsJson } from '../../../domain/json-amount.ts'
import { type Decimal, decimal, ZERO } from '../../../domain/money.ts'
import { type ReadNumber, readNumber } from '../../../domain/prices/price-number.ts'
import { parseTiers, type TieredModel, type Tiers } from '../../../domain/prices/pricing.ts'
import type { BillTiming, FeeType, StrategyPrice } from '../../../domain/prices/strategy.ts'
import { exactNumberText } from '../../../platform/json/exact-json.ts'
import { AnyKind, FEES, TIERS_MAX, UnknownCharge, UnknownModel, USAGE } from './kind-schemas.ts'
import type { Fields } from './merge-fields.ts'

/** A validated strategy; without a name it gets the name of its signal. */
export type StrategyDraft = {
  price: StrategyPrice
  billTiming: BillTiming | null
  name: string | undefined
  isActive: boolean
}

type Result<T> = { ok: true; value: T } | { ok: false; problems: string[] }

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
  const read = readPrice(fields, path)
  const problems = [...(read.ok ? [] : read.problems), ...problemsIn(AnyKind, fields, path)]
  if (!read.ok || !Value.Check(AnyKind, fields)) return { ok: false, problems }
  const { value: price } = read
  const defaultName = price.chargeType === 'usage' ? undefined : FEE_NAMES[price.chargeType]
  const { name = defaultName, isActive = true } = fields
  const billTiming = timingOf(price, fields)
  return { ok: true, value: { price, billTiming, name, isActive } }
}

/** Returns null for a price that does not recur. `fields` are valid. */
function timingOf({ chargeType }: StrategyPrice, { billTiming }: Fields): BillTiming | null {
  if (chargeType !== 'recurring' && chargeType !== 'seat_based') return null
  return billTiming === 'advance' ? 'advance' : 'arrears'
}

function readPrice(fields: Fields, path: string): Result<StrategyPrice> {
  const { chargeType, rate } = fields
  switch (chargeType) {
    case 'usage':
      return readUsage(fields, path)
    case 'recurring':
    case 'seat_based':
    case 'onetime': {
      const problems = problemsIn(FEES[chargeType], fields, path)
      return priceOf(problems, readRate(rate, path), (value) => ({ chargeType, rate: value }))
    }
    default:
      return { ok: false, problems: problemsIn(UnknownCharge, fields, path) }
  }
}

function readUsage(fields: Fields, path: string): Result<StrategyPrice> {
  const { pricingModel, rate, packageSize, tiers } = fields
  const usage = { chargeType: 'usage' as const, signalId: String(fields.signalId).toLowerCase() }
  switch (pricingModel) {
    case 'flat': {
      const problems = problemsIn(USAGE.flat, fields, path)
      return priceOf(problems, readRate(rate, path), (value) => ({
        ...usage,
        pricing: { pricingModel, rate: value },
      }))
    }
    case 'package': {
      const size = readPackageSize(packageSize, path)
      const problems = [
        ...problemsIn(USAGE.package, fields, path),
        ...(size.ok ? [] : size.problems),
      ]
      return priceOf(problems, readRate(rate, path), (value) => ({
        ...usage,
        pricing: { pricingModel, rate: value, packageSize: size.ok ? size.value : ZERO },
      }))
    }
    case 'graduated':
    case 'volume':
    case 'credit_pool': {
      const problems = problemsIn(USAGE[pricingModel], fields, path)
      return priceOf(problems, readTiers(tiers, pricingModel, path), (value) => ({
        ...usage,
        pricing: { pricingModel, tiers: value },
      }))
    }
    default:
      return { ok: false, problems: problemsIn(UnknownModel, fields, path) }
  }
}

function priceOf<T>(
  problems: readonly string[],
  read: Result<T>,
  toPrice: (value: T) => StrategyPrice,
): Result<StrategyPrice> {
  const all = [...problems, ...(read.ok ? [] : read.problems)]
  return read.ok && all.length === 0
    ? { ok: true, value: toPrice(read.value) }
    : { ok: false, problems: all }
}

type FieldSchema = TSchema & { missing?: string; problem?: string }

/** Returns the problems of the schema's fields, in the order of the schema. */
function problemsIn(
  schema: { properties: Record<string, FieldSchema>; required?: string[] | undefined },
  fields: Fields,
  path: string,
): string[] {
  return Object.entries(schema.properties).flatMap(([field, { missing, problem, ...rules }]) => {
    const value = fields[field]
    const isOptional = !schema.required?.includes(field)
    if ((value === undefined && isOptional) || Value.Check(rules, value)) return []
    const isAbsent = value === undefined || value === null
    return [`${path}${field} ${(isAbsent && missing) || problem}`]
  })
}

function readTiers(tiers: unknown, pricingModel: TieredModel, path: string): Result<Tiers> {
  if (Array.isArray(tiers) && tiers.length > TIERS_MAX) {
    return refuse(`${path}tiers must be at most ${TIERS_MAX}, not ${tiers.length}`)
  }
  const parsed = parseTiers(tiers, pricingModel, readSentNumber)
  if (parsed.ok) return { ok: true, value: parsed.tiers }
  return refuse(...parsed.problems.map((problem) => `${path}${problem}`))
}

function readRate(rate: unknown, path: string): Result<Decimal> {
  const read = readSentNumber(rate ?? undefined, 'rate')
  return read.ok ? read : refuse(`${path}rate ${read.problem}`)
}

function readPackageSize(sent: unknown, path: string): Result<Decimal> {
  const read = readSentNumber(sent ?? undefined, 'packageSize')
  if (!read.ok) return refuse(`${path}packageSize ${read.problem}`)
  const isWhole = read.value.gt(ZERO) && read.value.eq(read.value.round())
  if (isWhole) return read
  return refuse(
    `${path}packageSize must be a whole number of units from 1, not ${read.value.toFixed()}`,
  )
}

const BOUND_MAX = decimal('1000000000000000')

/**
 * Reads a price or bound. Rejects a value that a JSON number cannot represent exactly, because
 * responses return it as one.
 */
const readSentNumber: ReadNumber = (sent, field) => {
  const read = readNumber(exactNumberText(sent) ?? sent, field)
  // Must equal the upper bound of the previous tier, which these checks cover.
  if (!read.ok || field === 'lower') return read
  const max = field === 'rate' || field === 'flatFee' ? AMOUNT_MAX : BOUND_MAX
  if (read.value.gt(max)) return { ok: false, problem: `must be at most ${max.toFixed()}` }
  if (isExactAsJson(read.value)) return read
  return { ok: false, problem: 'has more digits than a JSON number keeps: send at most 15' }
}

function refuse(...problems: string[]): { ok: false; problems: string[] } {
  return { ok: false, problems }
}
