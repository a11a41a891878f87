import { sql } from 'kysely'
import { type Decimal, ZERO } from '../../domain/money.ts'
import { answersTo, askedRows } from '../../platform/batching/asked-rows.ts'
import { batched } from '../../platform/batching/batched.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { newIdAfter } from '../../platform/id.ts'
import type { Moment } from '../clock/business-clock.ts'
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

/** Returns a customer's balance in one currency; undefined if no credit was ever booked. */
export const findBalance = batched(
  async (
    db: Db,
    keys: readonly (CustomerScope & { currency: string })[],
  ): Promise<(Decimal | undefined)[]> => {
    const asked = askedRows(keys, {
      customerId: ['uuid', (key) => key.customerId],
      organizationId: ['uuid', (key) => key.organizationId],
      currency: ['text', (key) => key.currency],
    })
    const { rows } = await sql<{ nth: string; amount: Decimal }>`
      select asked.nth, sum(credits.amount) as amount
      from ${asked}
      join customer_credits credits on credits.customer_id = asked.customer_id
        and credits.organization_id = asked.organization_id
        and credits.currency = asked.currency
      where credits.customer_id = any(${keys.map(({ customerId }) => customerId)}::uuid[])
      group by asked.nth`.execute(db)
    return answersTo(keys, rows).map(([balance]) => balance?.amount)
  },
)

/**
 * Sums the credit bookings of an invoice. Positive: credit given to the customer and not reversed.
 * Negative: credit used by the invoice.
 */
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
  currency: string
  /** Positive: added to the customer's balance. */
  amount: Decimal
  kind: 'invoice' | 'void' | 'payout'
  invoiceId: string | null
  reference: string | null
}

/**
 * Inserts a credit and returns its id, which sorts after those of the customer's other credits. The
 * caller has locked the credit.
 */
export async function insertCredit(
  tx: Tx,
  credit: NewCredit,
  { now, businessNow }: Moment,
): Promise<string> {
  const { organizationId, customerId } = credit
  const latest = await tx
    .selectFrom('customerCredits')
    .select('id')
    .where('customerId', '=', customerId)
    .where('organizationId', '=', organizationId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const id = newIdAfter(latest?.id)
  await tx
    .insertInto('customerCredits')
    .values({ ...credit, id, bookedAt: businessNow, createdAt: now })
    .execute()
  return id
}
