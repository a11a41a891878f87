import { type SqlBool, sql } from 'kysely'
import { monthAfter, monthOf, type Range } from '../../../domain/time/range.ts'
import type { Tx } from '../../../platform/database.ts'
import { arrayText } from '../../../platform/values/array-text.ts'
import { type Earner, loadEarners } from '../facts/load-facts.ts'

const DAY_MS = 24 * 60 * 60_000

/** Days of a customer to compute again: half-open, epoch milliseconds; unbounded: all that have facts. */
export type StaleTime = { customerId: string; time: Range<number> }

/** Whole months of a customer. */
export type StaleMonths = { customerId: string; months: Range<number> }

type Asked = {
  organizationId: string
  stale: readonly StaleTime[]
  /** The exclusive end of the kept days of a customer. */
  keptUntilOf: (customerId: string) => number
  /** Customers without kept earnings: all their days are stale. */
  isNew: (customerId: string) => boolean
}

/**
 * Extends stale days to the months that their changes affect. A change of usage affects its whole billing
 * period, because of tiers, and the whole invoice line that billed it. Customers without facts in the
 * time are left out.
 */
export async function staleMonths(
  tx: Tx,
  { organizationId, stale, keptUntilOf, isNew }: Asked,
): Promise<StaleMonths[]> {
  const isWhole = ({ customerId, time }: StaleTime) =>
    isNew(customerId) || !Number.isFinite(time.start)
  const whole = stale.filter(isWhole)
  const partly = stale.filter((one) => !isWhole(one))
  const spans = await Promise.all([
    wholeSpans(tx, organizationId, { stale: whole, keptUntilOf }),
    affectedSpans(tx, organizationId, partly),
  ])
  return spans.flat().flatMap(({ customerId, time }) => {
    const end = Math.min(ceilMonth(time.end), keptUntilOf(customerId))
    const months = { start: monthOf(time.start), end }
    return months.start < months.end ? [{ customerId, months }] : []
  })
}

const ceilMonth = (time: number) => monthAfter(monthOf(time - 1))

/** From the first fact of each customer to the horizon. */
async function wholeSpans(
  tx: Tx,
  organizationId: string,
  { stale, keptUntilOf }: Pick<Asked, 'stale' | 'keptUntilOf'>,
): Promise<StaleTime[]> {
  if (stale.length === 0) return []
  const ids = arrayText(stale, ({ customerId }) => customerId)
  const own = (table: string) =>
    sql<SqlBool>`${sql.ref(`${table}.customer_id`)} = any(${ids}::uuid[])
      and ${sql.ref(`${table}.organization_id`)} = ${organizationId}`
  const { rows } = await sql<{ customerId: string; first: string | null }>`
    select customer_id, min(first)::text as first from (
      select customer_id, (starts_at at time zone 'UTC')::date as first from subscriptions
      where ${own('subscriptions')}
      union all select customer_id, day from usage_days where ${own('usage_days')}
      union all select customer_id, (period_start at time zone 'UTC')::date from invoices
      where ${own('invoices')}
      union all select customer_id, (coalesce(counted_from, period_start) at time zone 'UTC')::date
      from invoice_lines where ${own('invoice_lines')}
      union all select customer_id, month from earned_months where ${own('earned_months')}
    ) facts group by customer_id`.execute(tx)
  return rows.flatMap(({ customerId, first }) =>
    first === null
      ? []
      : [{ customerId, time: { start: Date.parse(first), end: keptUntilOf(customerId) } }],
  )
}

/** The stale days with all billing periods and invoice lines that they touch. */
async function affectedSpans(
  tx: Tx,
  organizationId: string,
  stale: readonly StaleTime[],
): Promise<StaleTime[]> {
  if (stale.length === 0) return []
  const customerIds = stale.map(({ customerId }) => customerId)
  const filter = { organizationId, customerId: undefined, customerIds, agentId: undefined }
  const window = {
    start: Math.min(...stale.map(({ time }) => time.start)),
    end: Math.max(...stale.map(({ time }) => time.end)),
  }
  const { earners } = await loadEarners(tx, filter, window)
  const earnersOf = Map.groupBy(earners, ({ subscription }) => subscription.customerId)
  return stale.map(({ customerId, time }) => {
    const affected = (earnersOf.get(customerId) ?? []).flatMap((one) => affectedBy(one, time))
    return {
      customerId,
      time: {
        start: Math.min(time.start, ...affected.map(({ start }) => start)),
        end: Math.max(time.end, ...affected.map(({ end }) => end)),
      },
    }
  })
}

/** The ranges of an earner whose figures depend on a time. */
function affectedBy({ facts }: Earner, time: Range<number>): Range<number>[] {
  const ranges = [
    ...facts.periods,
    ...facts.final.invoiced,
    ...facts.final.usage.map(({ start, end, periodEnd, countedFrom }) => {
      return { start: countedFrom ?? start, end: laterOf(end, periodEnd) }
    }),
    ...facts.final.fees,
    ...facts.final.onetime,
  ]
  return ranges
    .map(({ start, end }) => ({ start: start.epochMilliseconds, end: end.epochMilliseconds }))
    .filter(({ start, end }) => start < time.end && end > time.start)
}

const laterOf = (a: Temporal.Instant, b: Temporal.Instant) =>
  Temporal.Instant.compare(a, b) >= 0 ? a : b

/** A stale day range with inclusive dates; infinite dates are unbounded. */
export function staleTime(first: string, last: string): Range<number> {
  return {
    start: first === '-infinity' ? Number.NEGATIVE_INFINITY : Date.parse(first),
    end: last === 'infinity' ? Number.POSITIVE_INFINITY : Date.parse(last) + DAY_MS,
  }
}
