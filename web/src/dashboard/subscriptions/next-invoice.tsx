import type { Subscription } from '../../api/api-types.ts'
import { dayIn, formatDay, formatPeriod } from '../../ui/values/dates.ts'

type Shown = Pick<Subscription, 'nextInvoiceDate' | 'currentPeriod' | 'timezoneInForce'>

/** States when the next invoice is created, and what happens to usage after an early invoice. */
export function NextInvoice({ nextInvoiceDate, currentPeriod, timezoneInForce }: Shown) {
  if (nextInvoiceDate === null) return 'None'
  const day = formatDay(nextInvoiceDate)
  const isEarly =
    currentPeriod !== null && dayIn(currentPeriod.end, timezoneInForce) < nextInvoiceDate
  if (!isEarly) return `Draft created on ${day}`
  return `Draft created on ${day}. ${formatPeriod(currentPeriod, timezoneInForce)} is invoiced already; its later usage is on that draft too.`
}
