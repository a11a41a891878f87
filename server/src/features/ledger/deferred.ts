import { roundToMinorUnit } from '../../domain/currency.ts'
import { type Decimal, ZERO } from '../../domain/money.ts'
import { spreadByDay } from '../../domain/prices/fees.ts'
import { instantOf } from '../../domain/time/dates.ts'
import { startOfDay } from '../../domain/time/period.ts'
import type { Db } from '../../platform/database.ts'
import { type FeesInAdvance, listFeesAfter } from './deferred-queries.ts'

/** The change of deferred revenue over a month, in one currency. */
export type Deferral = { currency: string; amount: Decimal }

/**
 * Returns by how much deferred revenue grew over the month that ends on a day: what invoices billed
 * in advance for later days, at its end less before it. Each balance is rounded, so that the changes
 * add up to the balance.
 */
export async function deferralsOf(
  db: Db,
  organizationId: string,
  lastDay: string,
): Promise<Deferral[]> {
  const before = Temporal.PlainDate.from(lastDay).with({ day: 1 }).subtract({ days: 1 }).toString()
  const [opening, closing] = await Promise.all(
    [before, lastDay].map((day) => deferredAt(db, organizationId, day)),
  )
  const currencies = new Set([...(opening?.keys() ?? []), ...(closing?.keys() ?? [])])
  return [...currencies].sort().flatMap((currency) => {
    const at = (sums: typeof opening) => roundToMinorUnit(sums?.get(currency) ?? ZERO, currency)
    const amount = at(closing).minus(at(opening))
    return amount.eq(ZERO) ? [] : [{ currency, amount }]
  })
}

async function deferredAt(db: Db, organizationId: string, day: string) {
  const sums = new Map<string, Decimal>()
  for (const fees of await listFeesAfter(db, organizationId, day)) {
    sums.set(fees.currency, (sums.get(fees.currency) ?? ZERO).plus(shareAfter(fees, day)))
  }
  return sums
}

function shareAfter({ start, end, amount, timeZone }: FeesInAdvance, day: string): Decimal {
  const fee = { start: instantOf(start), end: instantOf(end), amount }
  const later = startOfDay(Temporal.PlainDate.from(day).add({ days: 1 }), timeZone)
  if (Temporal.Instant.compare(later, fee.end) >= 0) return ZERO
  return spreadByDay(fee, { start: later, end: fee.end }, timeZone) ?? ZERO
}
