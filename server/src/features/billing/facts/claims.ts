import { ZERO } from '../../../domain/money.ts'
import type { FeeClaim, FreedPart } from '../../../domain/prices/advance.ts'
import type { PartDays } from '../../../domain/prices/proration.ts'
import { instantOf } from '../../../domain/time/dates.ts'
import { partsOf } from '../../../domain/time/parts.ts'
import { countDays } from '../../../domain/time/period.ts'
import type { Range } from '../../../domain/time/range.ts'
import type { Db } from '../../../platform/database.ts'
import type { BillingContext } from '../context/billing-context.ts'
import type { OtherInvoices } from './billed-queries.ts'
import { type ClaimRow, type FreedRow, listClaimRows } from './claim-queries.ts'

/** A claim with the text and the billing period of its line. */
export type BilledClaim = FeeClaim & { description: string; billingPeriodStart: Date }

/** Lists the claims of the subscription's other invoices on days of fees. */
export async function listClaims(
  db: Db,
  others: OtherInvoices,
  timeZone: string,
): Promise<BilledClaim[]> {
  const rows = await listClaimRows(db, others)
  const typeOf = new Map(rows.map(({ lineId, type }) => [lineId, type]))
  return rows.map((row) => {
    const { lineId, description, strategyId, sourceId, isFinal, rate, amount } = row
    const { billingPeriodStart } = row
    const range = { start: instantOf(row.periodStart), end: instantOf(row.periodEnd) }
    const count = row.quantity.lt(ZERO) ? row.quantity.neg() : row.quantity
    return {
      ...{ lineId, description, strategyId, sourceId, isFinal, rate, amount, billingPeriodStart },
      ...range,
      kind: kindOf(row, sourceId === null ? undefined : typeOf.get(sourceId)),
      count: Number(count.toFixed()),
      days: daysOf(row, range, timeZone),
    }
  })
}

/** Returns the parts of billing periods that void invoices claimed. */
export function freedParts(
  { subscription, pastSchedules }: BillingContext,
  rows: readonly FreedRow[],
): FreedPart[] {
  return rows.flatMap(({ strategyId, periodStart, periodEnd }) => {
    const range = { start: instantOf(periodStart), end: instantOf(periodEnd) }
    const parts = partsOf(subscription, pastSchedules, range)
    return parts.map((part) => ({ ...part, strategyId }))
  })
}

/** A fee follows from the line that gave its days back; added seats follow from a fee. */
function kindOf({ type }: ClaimRow, sourceType: string | undefined): FeeClaim['kind'] {
  if (type === 'proration') return 'given_back'
  return sourceType === undefined || sourceType === 'proration' ? 'fee' : 'seats'
}

/** A line without days covers its whole period. */
function daysOf(row: ClaimRow, range: Range, timeZone: string): PartDays {
  const { daysBefore, daysCovered, daysFull } = row
  if (daysCovered !== null && daysFull !== null) {
    return { daysBefore: daysBefore ?? 0, daysCovered, daysFull }
  }
  const days = countDays(range, timeZone)
  return { daysBefore: 0, daysCovered: days, daysFull: days }
}
