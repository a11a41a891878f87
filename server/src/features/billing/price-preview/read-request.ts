import { isCurrency } from '../../../domain/currency.ts'
import { type Decimal, decimal, decimalFromInteger, ZERO } from '../../../domain/money.ts'
import { parseSentDecimal } from '../../../domain/sent-decimal.ts'
import { AppError } from '../../../platform/errors.ts'
import { firstOf } from '../../../platform/first-of.ts'
import { isObject, type JsonObject } from '../../../platform/json/json-object.ts'
import { unknownFieldProblems } from '../../../platform/json/unknown-fields.ts'
import { parseStrategy, type StrategyDraft } from '../../pricing-plans/strategies/parse-strategy.ts'
import { STRATEGIES_MAX, TIERS_IN_ALL_MAX } from './schemas.ts'

/** An unsaved strategy with its quantity for one period, in units or seats. */
export type PricedDraft = StrategyDraft & { quantity: Decimal }

export type PreviewRequest = { currency: string; drafts: PricedDraft[] }

const NO_SIGNAL = '00000000-0000-0000-0000-000000000000'
const STRATEGY_FIELDS = [
  'name',
  'chargeType',
  'pricingModel',
  'rate',
  'packageSize',
  'tiers',
  'billTiming',
  'isActive',
  'quantity',
]
const PROBLEMS_MAX = 20
const ONE = decimal('1')

/** Parses strategies by the same rules as saved ones. Throws `invalid` with every problem. */
export function readPreviewRequest(body: unknown): PreviewRequest {
  if (!isObject(body)) throw new AppError('invalid', ['body must be an object'])
  const { currency, strategies } = body
  const problems = unknownFieldProblems(body, ['currency', 'strategies'], '')
  if (currency === undefined) {
    problems.push('currency is required: an active ISO 4217 code, for example USD or EUR')
  } else if (typeof currency !== 'string' || !isCurrency(currency)) {
    problems.push('currency must be an active ISO 4217 code, for example USD or EUR')
  }
  if (strategies === undefined) {
    problems.push('strategies is required')
  } else if (
    !Array.isArray(strategies) ||
    strategies.length === 0 ||
    strategies.length > STRATEGIES_MAX
  ) {
    problems.push(`strategies must be a list of 1 to ${STRATEGIES_MAX} strategies`)
  }
  refuse(problems)
  refuse(tooManyTiers(strategies as unknown[]))
  const read = (strategies as unknown[]).map((entry, index) =>
    readDraft(entry, `strategies[${index}]`),
  )
  refuse(read.flatMap((one) => (one.ok ? [] : one.problems)))
  return { currency: String(currency), drafts: read.flatMap((one) => (one.ok ? [one.value] : [])) }
}

/** Counted before the strategies are parsed, because parsing takes time as well. */
function tooManyTiers(strategies: readonly unknown[]): string[] {
  const tiers = strategies.reduce<number>(
    (count, one) => count + (isObject(one) && Array.isArray(one.tiers) ? one.tiers.length : 0),
    0,
  )
  if (tiers <= TIERS_IN_ALL_MAX) return []
  return [
    `strategies have ${tiers} tiers in total, and a preview takes at most ${TIERS_IN_ALL_MAX}: preview fewer strategies at a time`,
  ]
}

type Result = { ok: true; value: PricedDraft } | { ok: false; problems: string[] }

function readDraft(entry: unknown, path: string): Result {
  if (!isObject(entry)) return { ok: false, problems: [`${path} must be an object`] }
  const unknown = unknownFieldProblems(entry, STRATEGY_FIELDS, `${path}.`)
  if (unknown.length > 0) return { ok: false, problems: unknown }
  const { quantity, ...fields } = entry
  const parsed = parseStrategy(withSignal(fields), `${path}.`)
  const read = readQuantity(quantity, fields.chargeType)
  const problems = parsed.ok ? [] : parsed.problems
  if (typeof read === 'string') problems.push(`${path}.quantity ${read}`)
  if (!parsed.ok || typeof read === 'string') return { ok: false, problems }
  return { ok: true, value: { ...parsed.value, quantity: read } }
}

/** The price of usage does not depend on the signal, which may not be selected yet. */
function withSignal(fields: JsonObject): JsonObject {
  return fields.chargeType === 'usage' ? { ...fields, signalId: NO_SIGNAL } : fields
}

/** Every whole number up to this is exact as a JSON number. */
const QUANTITY_MAX = decimalFromInteger(Number.MAX_SAFE_INTEGER)

/** Returns the quantity, or a text that describes the problem. */
function readQuantity(sent: unknown, chargeType: unknown): Decimal | string {
  if (sent === undefined || sent === null) return chargeType === 'seat_based' ? ONE : ZERO
  if (chargeType !== 'usage' && chargeType !== 'seat_based') {
    return 'is for usage and seat_based; other fees are charged once: leave it out'
  }
  const quantity = parseSentDecimal(sent)
  if (quantity?.gte(ZERO) && quantity.lte(QUANTITY_MAX) && quantity.eq(quantity.round()))
    return quantity
  return `must be a whole number from 0 to ${QUANTITY_MAX.toFixed()}`
}

function refuse(problems: readonly string[]): void {
  if (problems.length > 0) throw new AppError('invalid', firstOf(problems, PROBLEMS_MAX))
}
