import type { CouponCreate } from '../../api/api-types.ts'

/** Form values; `off` and `duration` decide which of them apply. */
export type CouponValues = {
  name: string
  off: 'percent' | 'amount'
  percentOff: string
  amountOff: string
  currency: string
  duration: 'once' | 'repeating' | 'forever'
  durationPeriods: string
}

export const NO_COUPON: CouponValues = {
  name: '',
  off: 'percent',
  percentOff: '',
  amountOff: '',
  currency: '',
  duration: 'once',
  durationPeriods: '',
}

/** Validates what the API cannot: it takes whole numbers as JSON numbers. */
export function problemsOf({ duration, durationPeriods }: CouponValues) {
  const isWrong = duration === 'repeating' && !/^[1-9]\d{0,8}$/.test(durationPeriods.trim())
  return isWrong ? { durationPeriods: 'Enter a whole number, such as 3' } : {}
}

/**
 * Converts the form to a request body. Decimal numbers stay text, because parsing could round them.
 */
export function toBody(values: CouponValues, fallbackCurrency: string): CouponCreate {
  const { name, off, percentOff, amountOff, currency, duration, durationPeriods } = values
  return {
    name: name.trim(),
    ...(off === 'percent'
      ? { percentOff: percentOff.trim() }
      : {
          amountOff: amountOff.trim(),
          currency: currency.trim().toUpperCase() || fallbackCurrency,
        }),
    duration,
    ...(duration === 'repeating' ? { durationPeriods: Number(durationPeriods) } : {}),
  }
}
