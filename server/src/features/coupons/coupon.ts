import { isCurrency, minorUnitDecimals, roundToMinorUnit } from '../../domain/currency.ts'
import { AMOUNT_MAX } from '../../domain/json-amount.ts'
import { type Decimal, decimal, ZERO } from '../../domain/money.ts'
import { parseSentDecimal } from '../../domain/sent-decimal.ts'
import { AppError } from '../../platform/errors.ts'
import type { CouponDuration } from './coupon-terms.ts'
import type { CouponCreate } from './schemas.ts'

/** Discount and duration of a coupon: either percentOff, or amountOff with its currency. */
export type CouponTerms = {
  percentOff: Decimal | null
  amountOff: Decimal | null
  currency: string | null
  duration: CouponDuration
  durationPeriods: number | null
}

export type Coupon = CouponTerms & {
  id: string
  name: string
  isActive: boolean
  createdAt: Date
  updatedAt: Date
}

const HUNDRED = decimal('100')

/** Returns the terms of a new coupon. Throws with every problem and its fix. */
export function termsOf(input: CouponCreate): CouponTerms {
  const problems: string[] = []
  const off = readOff(input, problems)
  const { duration = 'once' } = input
  const durationPeriods = input.durationPeriods ?? null
  if (duration === 'repeating' && durationPeriods === null) {
    problems.push(
      'durationPeriods is missing: send the number of invoices to reduce, such as 3, ' +
        'or send duration once or forever',
    )
  }
  if (duration !== 'repeating' && durationPeriods !== null) {
    problems.push(
      `durationPeriods does not go with duration ${duration}: leave it out, ` +
        'or send duration repeating',
    )
  }
  if (problems.length > 0) throw new AppError('invalid', problems)
  return { ...off, duration, durationPeriods }
}

type Off = Pick<CouponTerms, 'percentOff' | 'amountOff' | 'currency'>

function readOff(input: CouponCreate, problems: string[]): Off {
  const [percentOff, amountOff] = [input.percentOff ?? null, input.amountOff ?? null]
  const currency = input.currency ?? null
  const nothing = { percentOff: null, amountOff: null, currency: null }
  if (percentOff === null && amountOff === null) {
    problems.push(
      'percentOff or amountOff is missing: send percentOff, such as 10 for 10 %, ' +
        'or amountOff with currency, such as 10.50 with USD',
    )
    return nothing
  }
  if (percentOff !== null && amountOff !== null) {
    problems.push('Send either percentOff or amountOff with currency, not both')
    return nothing
  }
  if (percentOff !== null) {
    if (currency !== null) {
      problems.push('currency goes with amountOff: leave it out, percentOff is of any currency')
    }
    return { ...nothing, percentOff: readPercent(percentOff, problems) }
  }
  if (currency === null) {
    problems.push('currency is missing: send the currency of amountOff, such as USD')
  } else if (!isCurrency(currency)) {
    problems.push(`currency ${currency} is not an active ISO 4217 code: send one such as USD`)
  } else if (amountOff !== null) {
    return { ...nothing, amountOff: readAmount(amountOff, currency, problems), currency }
  }
  return nothing
}

function readPercent(sent: number | string, problems: string[]): Decimal | null {
  const percent = parseSentDecimal(sent)
  if (percent?.gt(ZERO) && percent.lte(HUNDRED)) return percent
  problems.push(
    'percentOff must be a decimal above 0 and at most 100, such as 12.5, of at most 15 digits',
  )
  return null
}

function readAmount(sent: number | string, currency: string, problems: string[]): Decimal | null {
  const amount = parseSentDecimal(sent)
  if (!amount?.gt(ZERO) || amount.gt(AMOUNT_MAX)) {
    problems.push(
      'amountOff must be a decimal above 0 and at most 90000000000000, such as 10.50, of at most 15 digits',
    )
    return null
  }
  if (!roundToMinorUnit(amount, currency).eq(amount)) {
    const decimals = minorUnitDecimals(currency)
    const has = decimals === 0 ? 'no decimals' : `at most ${decimals} decimals`
    problems.push(
      `amountOff can have ${has} in ${currency}: send a whole multiple of its smallest unit`,
    )
    return null
  }
  return amount
}

/** Returns the number of invoices the coupon applies to; null for all of them. */
export function periodsOf({ duration, durationPeriods }: CouponTerms): number | null {
  return duration === 'once' ? 1 : durationPeriods
}
