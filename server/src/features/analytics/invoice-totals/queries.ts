import { type SqlBool, sql } from 'kysely'
import type { InvoiceStatus } from '../../../domain/invoice-status.ts'
import type { Decimal } from '../../../domain/money.ts'
import type { Db } from '../../../platform/database.ts'
import type { DateRange } from '../../usage/closed-sums/cover.ts'

export type StatusTotals = {
  status: InvoiceStatus
  currency: string
  count: string
  /** What they came to, tax included. */
  total: Decimal
  /** What was paid of them and not given back. */
  collected: Decimal
}

/** The invoices of a window by state and currency. They are dated as lists date them. */
export async function sumInvoices(
  db: Db,
  { organizationId, customerId }: { organizationId: string; customerId: string | undefined },
  { startDate, endDate }: DateRange,
): Promise<StatusTotals[]> {
  const conditions = [
    sql<SqlBool>`organization_id = ${organizationId}`,
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
