import type pg from 'pg'
import {
  type BillingCycle,
  type PeriodSchedule,
  periodsBetween,
} from '../../../src/domain/time/period.ts'
import type { Range } from '../../../src/domain/time/range.ts'

/** Work due at business time $1: each query returns work that was not done. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  'a draft that is past its grace': `
    select i.invoice_number, i.period_end from invoices i
      join organizations o on o.id = i.organization_id
     where i.status = 'draft' and not i.is_on_request
       and greatest(i.period_end, i.drafted_at) + o.grace_hours * interval '1 hour' <= $1`,
  'a finalized invoice that was neither collected nor mailed': `
    select invoice_number, collect_at, collect_attempts from invoices
     where status = 'pending' and (collect_at is null or collect_at <= $1)`,
  'an unpaid invoice past its due date that is not overdue': `
    select invoice_number, due_date from invoices where status = 'issued' and due_date < $1`,
  'a reminder that is due': `
    select invoice_number, status, remind_at from invoices
     where remind_at <= $1 and status in ('issued', 'overdue')`,
  'a subscription whose status is behind its dates': `
    select id, status, starts_at, ends_at from subscriptions
     where (status = 'upcoming' and starts_at <= $1) or (status <> 'ended' and ends_at <= $1)`,
}

/** Reports automatic work that is overdue at a business time. */
export async function checkDue(pool: pg.Pool, businessNow: Date): Promise<string[]> {
  const problems: string[] = []
  for (const [what, query] of Object.entries(LEFT_OUT)) {
    const { rows } = await pool.query(`${query} limit 5`, [businessNow])
    if (rows.length > 0) problems.push(`${what}: ${JSON.stringify(rows)}`)
  }
  return [...problems, ...(await findGaps(pool, businessNow))]
}

type Subscription = {
  id: string
  timeZone: string
  startDate: string
  endDate: string | null
  endAt: Date | null
  billingCycle: 'monthly' | 'yearly' | 'custom'
  customCycleDays: number | null
  billingDay: number | null
  invoicedFrom: Date
  graceHours: number
}

type Covered = { subscriptionId: string; start: Date; end: Date }

/**
 * Reports periods that ended more than the grace time ago and have neither been billed nor had
 * their invoice voided.
 */
async function findGaps(pool: pg.Pool, businessNow: Date): Promise<string[]> {
  const { rows: subscriptions } = await pool.query<Subscription>(`
    select s.id, coalesce(s.timezone, c.timezone) as "timeZone", s.start_date::text as "startDate",
           s.end_date::text as "endDate", s.end_at as "endAt",
           s.billing_cycle as "billingCycle", s.custom_cycle_days as "customCycleDays",
           s.billing_day as "billingDay", s.invoiced_from as "invoicedFrom",
           o.grace_hours as "graceHours"
      from subscriptions s join customers c on c.id = s.customer_id
      join organizations o on o.id = s.organization_id`)
  const { rows: covered } = await pool.query<Covered>(`
    select subscription_id as "subscriptionId", period_start as start, period_end as "end"
      from invoices where not is_superseded and not is_final_invoice order by period_start`)
  const bySubscription = Map.groupBy(covered, ({ subscriptionId }) => subscriptionId)
  return subscriptions.flatMap((subscription) => {
    const invoiced = bySubscription.get(subscription.id) ?? []
    return periodsOver(subscription, businessNow)
      .filter((period) => !isCovered(period, invoiced))
      .map(({ start, end }) => `subscription ${subscription.id} is not billed ${start} to ${end}`)
  })
}

/**
 * Returns the ended periods that the service bills automatically, from the subscription's
 * `invoicedFrom` on.
 */
function periodsOver(subscription: Subscription, businessNow: Date): Range[] {
  const { invoicedFrom, graceHours } = subscription
  const from = invoicedFrom.toTemporalInstant()
  const until = businessNow.toTemporalInstant().subtract({ hours: graceHours })
  if (Temporal.Instant.compare(from, until) >= 0) return []
  return periodsBetween(termsOf(subscription), { start: from, end: until }).filter(
    ({ end }) =>
      Temporal.Instant.compare(end, from) > 0 && Temporal.Instant.compare(end, until) <= 0,
  )
}

function termsOf(subscription: Subscription): PeriodSchedule {
  const { timeZone, startDate, endDate, endAt, billingDay } = subscription
  const lastDay = endDate && { lastDay: Temporal.PlainDate.from(endDate) }
  return {
    timeZone,
    startDate: Temporal.PlainDate.from(startDate),
    end: endAt ? { before: endAt.toTemporalInstant() } : lastDay || null,
    cycle: cycleOf(subscription),
    billingDay,
  }
}

function cycleOf({ billingCycle, customCycleDays }: Subscription): BillingCycle {
  return billingCycle === 'custom'
    ? { kind: 'custom', days: customCycleDays ?? 0 }
    : { kind: billingCycle }
}

/** True if the invoices, sorted by start, cover the whole period without a gap. */
function isCovered({ start, end }: Range, invoiced: readonly Covered[]): boolean {
  let until = start.epochMilliseconds
  for (const invoice of invoiced) {
    if (invoice.start.getTime() > until) break
    until = Math.max(until, invoice.end.getTime())
  }
  return until >= end.epochMilliseconds
}
