import { sql } from 'kysely'
import type { Decimal } from '../../domain/money.ts'
import type { Db } from '../../platform/database.ts'
import type { Slice } from '../../platform/list.ts'
import type { CustomerScope } from './credit-balance.ts'

/** Why the credit of a customer changed. */
export type MovementType = 'given' | 'used' | 'returned' | 'withdrawn' | 'paid_out'

export type CreditMovement = {
  id: string
  type: MovementType
  currency: string
  /** Positive: added to the balance. */
  amount: Decimal
  balanceAfter: Decimal
  invoiceId: string | null
  invoiceNumber: string | null
  reference: string | null
  /** Business time. */
  bookedAt: Date
  createdAt: Date
}

type MovementFilter = CustomerScope & { currency: string | undefined }

/**
 * Lists a page of the changes of a customer's credit, the latest first. Their ids sort in the order of
 * the balances: `insertCredit` assigns them under the lock on the credit.
 */
export async function listMovements(
  db: Db,
  { organizationId, customerId, currency }: MovementFilter,
  { limit, offset }: Slice,
): Promise<{ rows: CreditMovement[]; total: number }> {
  const isWanted = sql`customer_id = ${customerId} and organization_id = ${organizationId}
    ${currency === undefined ? sql`` : sql`and currency = ${currency}`}`
  const [page, counted] = await Promise.all([
    sql<CreditMovement>`
      select booked.id, booked.type, booked.currency, booked.amount, booked.balance_after,
        booked.invoice_id, invoices.invoice_number, booked.reference, booked.booked_at,
        booked.created_at
      from (
        select *, sum(amount) over (partition by currency order by id) as balance_after,
          case kind when 'invoice' then case when amount > 0 then 'given' else 'used' end
            when 'void' then case when amount > 0 then 'returned' else 'withdrawn' end
            else 'paid_out' end as type
        from customer_credits where ${isWanted}
        order by id desc limit ${limit} offset ${offset}
      ) booked
      left join invoices on invoices.customer_id = booked.customer_id
        and invoices.id = booked.invoice_id and invoices.customer_id = ${customerId}
      order by booked.id desc`.execute(db),
    sql<{ count: string }>`
      select count(*) as count from customer_credits where ${isWanted}`.execute(db),
  ])
  return { rows: page.rows, total: Number(counted.rows[0]?.count ?? 0) }
}
