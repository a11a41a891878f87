import { sql } from 'kysely'
import type { Decimal } from '../../../domain/money.ts'
import type { Db } from '../../../platform/database.ts'
import type { MonthScope } from './queries.ts'

/** The sum of the fees in advance of one range, less what was given back of the range. */
export type DeferredFees = {
  currency: string
  timeZone: string
  start: Date
  end: Date
  amount: Decimal
}

/** Lists the fees in advance that invoices final at the cut-off billed for time after an instant. */
export async function listDeferredFees(
  db: Db,
  { organizationId, customerId, cutOff }: MonthScope,
  after: Date,
): Promise<DeferredFees[]> {
  const own = (table: string) => sql`${sql.ref(`${table}.organizationId`)} = ${organizationId}
    ${customerId === undefined ? sql`` : sql`and ${sql.ref(`${table}.customerId`)} = ${customerId}`}`
  const { rows } = await sql<DeferredFees>`
    select invoices.currency, coalesce(subscriptions.timezone, customers.timezone) as time_zone,
      lines.period_start as start, lines.period_end as end, sum(lines.amount) as amount
    from invoice_lines lines
    join invoices on invoices.customer_id = lines.customer_id and invoices.id = lines.invoice_id
    join subscriptions on subscriptions.customer_id = invoices.customer_id
      and subscriptions.id = invoices.subscription_id
    join customers on customers.id = invoices.customer_id
    where ${own('lines')} and ${own('invoices')} and lines.is_advance
      and lines.period_end > ${after}::timestamptz
      and invoices.finalized_at < ${cutOff}::timestamptz
      and (invoices.voided_at is null or invoices.voided_at >= ${cutOff}::timestamptz)
    group by 1, 2, 3, 4 order by 1, 2, 3, 4`.execute(db)
  return rows
}
