import { sql } from 'kysely'
import type { Decimal } from '../../../domain/money.ts'
import type { Db } from '../../../platform/database.ts'
import type { DateRange } from '../../usage/closed-sums/cover.ts'

/**
 * Sums, by currency, the paid credit that invoices of the window drew: those dated in it that are
 * open, overdue or paid. It was paid for in advance, so the totals of the invoices lack it.
 */
export async function sumPaidDraws(
  db: Db,
  { organizationId, customerId }: { organizationId: string; customerId: string | undefined },
  { startDate, endDate }: DateRange,
): Promise<{ currency: string; amount: Decimal }[]> {
  const { rows } = await sql<{ currency: string; amount: Decimal }>`
    select invoices.currency, -sum(credits.amount) as amount
    from invoices
    join customer_credits credits on credits.customer_id = invoices.customer_id
      and credits.invoice_id = invoices.id
    join credit_grants grants on grants.customer_id = credits.customer_id
      and grants.id = credits.grant_id and grants.kind = 'paid'
    where invoices.organization_id = ${organizationId}
      and coalesce(invoices.issued_at, invoices.generated_at)
        >= ${startDate}::timestamp at time zone 'UTC'
      and coalesce(invoices.issued_at, invoices.generated_at)
        < (${endDate}::date + 1)::timestamp at time zone 'UTC'
      and invoices.status in ('issued', 'overdue', 'paid')
      ${customerId === undefined ? sql`` : sql`and invoices.customer_id = ${customerId}`}
    group by invoices.currency order by invoices.currency`.execute(db)
  return rows
}
