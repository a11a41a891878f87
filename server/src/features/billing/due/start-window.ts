import { isBilledInAdvance } from '../../../domain/prices/advance.ts'
import { dateAt, instantOf } from '../../../domain/time/dates.ts'
import { isBefore, type Range } from '../../../domain/time/range.ts'
import type { BillingContext } from '../context/billing-context.ts'
import { periodAt } from '../window.ts'

/**
 * Returns the billing period whose fees in advance the clock bills as soon as it has begun: the one
 * in which the subscription starts or was created, whichever is later. Fees of later periods are on the invoice of
 * the period before. Undefined if the plan has no such fees, if an invoice billed fees of the period,
 * void ones included, and before the start and after the end of the period.
 */
export function startWindow(
  billing: BillingContext,
  { invoicedFrom, billedFrom, businessNow }: Known,
): Range | undefined {
  const { subscription, strategies } = billing
  if (!strategies.some(isBilledInAdvance)) return undefined
  const { startsAt } = subscription
  const period = periodAt(billing, instantOf(startsAt > invoicedFrom ? startsAt : invoicedFrom))
  const now = instantOf(businessNow)
  if (!period || isBefore(now, period.start) || !isBefore(now, period.end)) return undefined
  const start = dateAt(period.deal.start).getTime()
  if (billedFrom.some((one) => one.getTime() === start)) return undefined
  return { start: period.start, end: period.end }
}

type Known = {
  invoicedFrom: Date
  /** Starts of the billing periods whose fees in advance an invoice billed. */
  billedFrom: readonly Date[]
  businessNow: Date
}
