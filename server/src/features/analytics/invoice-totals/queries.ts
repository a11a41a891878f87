import { type SqlBool, sql } from 'kysely'
import type { InvoiceStatus } from '../../../domain/invoice-status.ts'
import type { Decimal } from '../../../domain/money.ts'
import type { Db } from '../../../platform/database.ts'
import type { DateRange } from '../../usage/closed-sums/cover.ts'

export type StatusTotals = {
  status: InvoiceStatus
  currency: string
  count: string
  /** Sum of the totals, tax included. */
  total: Decimal
  /** Sum of the payments minus refunds. */
  collected: Decimal
}

/** A top-up that is not paid is not owed. */
const COUNTED = sql<SqlBool>`(kind <> 'top_up' or status in ('paid', 'refunded'))`

type Scope = {
  organizationId: string
  customerId: string | undefined
  /** Whether paid top-ups count: they are cash and no revenue. */
  topUps: 'paid' | 'none'
}

/** Sums the invoices of a window by status and currency. Uses the same date as invoice lists. */
export async function sumInvoices(
  db: Db,
  { organizationId, customerId, topUps }: Scope,
  { startDate, endDate }: DateRange,
): Promise<StatusTotals[]> {
  const conditions = [
    sql<SqlBool>`organization_id = ${organizationId}`,
    topUps === 'paid' ? COUNTED : sql`kind <> 'top_up'`,
    sql`coalesce(issued_at, generated_at) >= ${startDate}::timestamp at time zone 'UTC'`,
    sql`coalesce(issued_at, generated_at) < (${endDate}::date + 1)::timestamp at time zone 'UTC'`,
  ]
  if (customerId !== undefined) conditions.push(sql`customer_id = ${customerId}`)
  const { rows } = await sql<StatusTotals>`
    select status, currency, count(*) as count, sum(total) as total,
      sum(amount_paid - amount_refunded) as collected
    from invoices where ${sql.join(conditions, sql` and `)}
    group by status, currency order by currency, status`.execute(db)
  return rows
}
