import { monthAfter, monthOf } from '../../../domain/time/range.ts'

/** The end of the month after a time. */
export function horizonOf(businessNow: Date): number {
  return monthAfter(monthAfter(monthOf(businessNow.getTime())))
}
