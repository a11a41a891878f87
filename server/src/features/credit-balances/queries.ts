import { sql } from 'kysely'
import { type Decimal, ZERO } from '../../domain/money.ts'
import type { Db, Tx } from '../../platform/database.ts'
import type { CreditBalance, CustomerScope } from './credit-balance.ts'

export async function listBalances(
  db: Db,
  { organizationId, customerIds }: { organizationId: string; customerIds: readonly string[] },
): Promise<CreditBalance[]> {
  if (customerIds.length === 0) return []
  const { rows } = await sql<{ customerId: string; currency: string; amount: Decimal }>`
    select customer_id, currency, sum(amount) as amount from customer_credits
    where customer_id = any(${customerIds}::uuid[]) and organization_id = ${organizationId}
    group by customer_id, currency having sum(amount) <> 0
    order by currency`.execute(db)
  return rows
}

/** What an invoice left to the customer, or took with the other sign, and did not give back. */
export async function sumOfInvoice(
  db: Db,
  { organizationId, customerId }: CustomerScope,
  invoiceId: string,
): Promise<Decimal> {
  const { rows } = await sql<{ amount: Decimal }>`
    select coalesce(sum(amount), 0) as amount from customer_credits
    where customer_id = ${customerId} and organization_id = ${organizationId}
      and invoice_id = ${invoiceId}`.execute(db)
  return rows[0]?.amount ?? ZERO
}

export type NewCredit = CustomerScope & {
  id: string
  currency: string
  /** Positive: the customer gets it. */
  amount: Decimal
  kind: 'invoice' | 'void' | 'payout'
  invoiceId: string | null
  reference: string | null
}

export async function insertCredit(
  tx: Tx,
  credit: NewCredit,
  { now, bookedAt }: { now: Date; bookedAt: Date },
): Promise<void> {
  await tx
    .insertInto('customerCredits')
    .values({ ...credit, bookedAt, createdAt: now })
    .execute()
}
