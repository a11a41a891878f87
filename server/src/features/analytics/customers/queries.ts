import { type SqlBool, sql } from 'kysely'
import { INVOICE_STATUSES, isPayable } from '../../../domain/invoice-status.ts'
import type { Decimal } from '../../../domain/money.ts'
import type { Db } from '../../../platform/database.ts'
import { listPage, type Slice } from '../../../platform/list.ts'

/** Returns a page of the live customers, or of those among the given ids. */
export function listFiguredCustomers(
  db: Db,
  { organizationId, customerIds }: { organizationId: string; customerIds?: readonly string[] },
  slice: Slice,
) {
  const all = db
    .selectFrom('customers')
    .select(['id', 'name', 'externalId'])
    .where('organizationId', '=', organizationId)
    .where('deletedAt', 'is', null)
  const named = customerIds ? all.where(sql<SqlBool>`id = any(${customerIds}::uuid[])`) : all
  return listPage(named, { ...slice, orderBy: sql`created_at`, sortOrder: 'desc' })
}

type Customers = { organizationId: string; customerIds: readonly string[] }

export type OpenBalance = {
  customerId: string
  currency: string
  amount: Decimal
  overdue: Decimal
}

const PAYABLE = INVOICE_STATUSES.filter(isPayable)
const DUE = sql`greatest(total - amount_paid + amount_refunded, 0)`

/** Sums open invoice amounts by customer and currency, without top-ups; omits currencies without a balance. */
export async function sumOpenBalances(
  db: Db,
  { organizationId, customerIds }: Customers,
): Promise<OpenBalance[]> {
  const { rows } = await sql<OpenBalance>`
    select customer_id, currency, sum(${DUE}) as amount,
      coalesce(sum(${DUE}) filter (where status = 'overdue'), 0) as overdue
    from invoices
    where customer_id = any(${customerIds}::uuid[]) and organization_id = ${organizationId}
      and status = any(${PAYABLE}) and kind <> 'top_up'
    group by customer_id, currency having sum(${DUE}) > 0
    order by currency`.execute(db)
  return rows
}
