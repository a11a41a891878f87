import type { CouponCreate } from '../../api/api-types.ts'

/** What is typed; which of it counts follows from `off` and `duration`. */
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

/** What only the browser knows to be wrong: the API takes whole numbers as numbers. */
export function problemsOf({ duration, durationPeriods }: CouponValues) {
  const isWrong = duration === 'repeating' && !/^[1-9]\d{0,8}$/.test(durationPeriods.trim())
  return isWrong ? { durationPeriods: 'Enter a whole number, such as 3' } : {}
}

/** As the API takes it: numbers as they are typed, since a parsed one would be another. */
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
