import { type Decimal, decimal, ZERO } from '../../../domain/money.ts'
import { decimalOf, parseSentDecimal } from '../../../domain/sent-decimal.ts'
import { AppError } from '../../../platform/errors.ts'
import { isFree, type OwnPriceColumns, sentRates } from '../../catalog/cost-rates/cost-rate.ts'
import type { CostRateCreate } from './schemas.ts'

const HUNDRED = decimal('100')
const RATE_MAX = decimal('1000000')
const TOKEN_FIELDS = [
  'inputCost',
  'outputCost',
  'cacheReadCost',
  'cacheWriteCost',
  'cacheWrite1hCost',
] as const
const RATE_FIELDS = [...TOKEN_FIELDS, 'unitCost'] as const

/** Reads the percentage or the rates of a request. Throws (400) and names the fields otherwise. */
export function sentPrice(input: CostRateCreate): OwnPriceColumns {
  refuseOtherShapes(input)
  const problems: string[] = []
  const price: OwnPriceColumns = {
    percentOff: sentPercent(input.percentOff, problems),
    inputRate: sentRate(input, 'inputCost', problems),
    outputRate: sentRate(input, 'outputCost', problems),
    cacheReadRate: sentRate(input, 'cacheReadCost', problems),
    cacheWriteRate: sentRate(input, 'cacheWriteCost', problems),
    cacheWrite1hRate: sentRate(input, 'cacheWrite1hCost', problems),
    unitRate: sentRate(input, 'unitCost', problems),
  }
  if (problems.length > 0) throw new AppError('invalid', problems)
  refuseOtherFree(price, input)
  return price
}

/** Throws unless the fields are those of a percentage, of rates for tokens, or of a unit. */
function refuseOtherShapes(input: CostRateCreate): void {
  const isSent = (field: (typeof RATE_FIELDS)[number] | 'percentOff') => input[field] != null
  const rates = RATE_FIELDS.filter(isSent)
  const problem = () => {
    if (isSent('percentOff')) {
      return rates.length > 0 && `percentOff cannot be sent with ${rates.join(', ')}`
    }
    if (rates.length === 0) return `percentOff or rates are required: ${RATE_FIELDS.join(', ')}`
    if (input.model == null) {
      return 'model is required with rates; for all models of a provider send percentOff'
    }
    if (!isSent('unitCost')) {
      const isUsable = isSent('inputCost') || isSent('outputCost')
      return !isUsable && 'inputCost or outputCost is required with the rates of cached tokens'
    }
    const tokens = TOKEN_FIELDS.filter(isSent)
    return tokens.length > 0 && `unitCost cannot be sent with ${tokens.join(', ')}`
  }
  const found = problem()
  if (found !== false) throw new AppError('invalid', [found])
}

function sentPercent(sent: CostRateCreate['percentOff'], problems: string[]): Decimal | null {
  if (sent == null) return null
  const percent = parseSentDecimal(sent)
  if (percent?.gte(ZERO) && percent.lte(HUNDRED)) return percent
  problems.push('percentOff must be a decimal from 0 to 100, such as 12.5, of at most 15 digits')
  return null
}

function sentRate(
  input: CostRateCreate,
  field: (typeof RATE_FIELDS)[number],
  problems: string[],
): Decimal | null {
  const sent = input[field]
  if (sent == null) return null
  const rate = decimalOf(sent)
  if (rate?.gte(ZERO) && rate.lte(RATE_MAX)) return rate
  problems.push(
    `${field} must be a decimal from 0 to ${RATE_MAX.toFixed()}, such as 3.75, of at most 30 decimals`,
  )
  return null
}

/** Usage that costs nothing must be meant: a zero by mistake would look like a margin. */
function refuseOtherFree(price: OwnPriceColumns, { isFree: isSentFree }: CostRateCreate): void {
  if (isFree(price) === (isSentFree ?? false)) return
  const problem = isSentFree
    ? 'isFree must be false or absent with a rate that is not 0'
    : `isFree must be true for ${nameOf(price)}, which makes the usage cost nothing`
  throw new AppError('invalid', [problem])
}

function nameOf(price: OwnPriceColumns): string {
  if (price.percentOff) return 'a percentOff of 100'
  return sentRates(price).length === 1 ? 'a rate of 0' : 'rates of 0'
}
