import { sql } from 'kysely'
import type { Decimal } from '../../domain/money.ts'
import type { Db } from '../../platform/database.ts'

/** The sum of the fees in advance of one range, less what was given back of the range. */
export type FeesInAdvance = {
  currency: string
  timeZone: string
  start: Date
  end: Date
  amount: Decimal
}

const DAY_MS = 24 * 60 * 60_000

/**
 * Lists the fees in advance of invoices in the journal at the end of a day, if they are for days
 * after it.
 */
export async function listFeesAfter(
  db: Db,
  organizationId: string,
  day: string,
): Promise<FeesInAdvance[]> {
  const own = (table: string) => sql`${sql.ref(`${table}.organization_id`)} = ${organizationId}`
  const dayOf = (column: string) => sql`(${sql.ref(column)} at time zone customers.timezone)::date`
  // A day ends at most this long before it does in UTC.
  const earliestEnd = new Date(Date.parse(`${day}T00:00:00Z`))
  const latestEnd = new Date(earliestEnd.getTime() + 2 * DAY_MS)
  const { rows } = await sql<FeesInAdvance>`
    select invoices.currency, coalesce(subscriptions.timezone, customers.timezone) as time_zone,
      lines.period_start as start, lines.period_end as end, sum(lines.amount) as amount
    from invoice_lines lines
    join invoices on invoices.customer_id = lines.customer_id and invoices.id = lines.invoice_id
    join subscriptions on subscriptions.customer_id = invoices.customer_id
      and subscriptions.id = invoices.subscription_id
    join customers on customers.id = invoices.customer_id
    where ${own('lines')} and ${own('invoices')} and lines.is_advance
      and lines.period_end > ${earliestEnd}::timestamptz
      and invoices.issued_at < ${latestEnd}::timestamptz
      and ${dayOf('invoices.issued_at')} <= ${day}::date
      and (invoices.voided_at is null or ${dayOf('invoices.voided_at')} > ${day}::date)
    group by 1, 2, 3, 4 order by 1, 2, 3, 4`.execute(db)
  return rows
}
