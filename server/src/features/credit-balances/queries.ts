import { sql } from 'kysely'
import { type Decimal, ZERO } from '../../domain/money.ts'
import type { CustomerScopedId } from '../../domain/scoped-id.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { newIdAfter } from '../../platform/id.ts'
import type { Moment } from '../clock/business-clock.ts'
import type { CreditBalance, CustomerScope } from './credit-balance.ts'
import type { Grant } from './grant.ts'

export async function listBalances(
  db: Db,
  { organizationId, customerIds }: { organizationId: string; customerIds: readonly string[] },
): Promise<CreditBalance[]> {
  if (customerIds.length === 0) return []
  const { rows } = await sql<{ customerId: string; currency: string; amount: Decimal }>`
    select credits.customer_id, credits.currency, sum(credits.amount) as amount
    from customer_credits credits
    left join credit_grants grants on grants.customer_id = credits.customer_id
      and grants.id = credits.grant_id and grants.customer_id = any(${customerIds}::uuid[])
    where credits.customer_id = any(${customerIds}::uuid[])
      and credits.organization_id = ${organizationId}
      and grants.kind is distinct from 'promotional'
    group by credits.customer_id, credits.currency having sum(credits.amount) <> 0
    order by credits.currency`.execute(db)
  return rows
}

/**
 * Sums the postings of an invoice by grant, the oldest grant first, without those that are
 * reversed. Positive: credit given to the customer. Negative: credit used by the invoice.
 */
export async function listInvoiceSums(
  db: Db,
  { organizationId, customerId }: CustomerScope,
  invoiceId: string,
): Promise<{ grantId: string | null; amount: Decimal }[]> {
  const { rows } = await sql<{ grantId: string | null; amount: Decimal }>`
    select grant_id, sum(amount) as amount from customer_credits
    where customer_id = ${customerId} and organization_id = ${organizationId}
      and invoice_id = ${invoiceId}
    group by grant_id having sum(amount) <> 0
    order by grant_id nulls first`.execute(db)
  return rows
}

/** Returns what is left of a grant; null: of the credit in the currency without a grant. */
export async function sumOfGrant(
  db: Db,
  { organizationId, customerId }: CustomerScope,
  { grantId, currency }: { grantId: string | null; currency: string },
): Promise<Decimal> {
  const { rows } = await sql<{ amount: Decimal }>`
    select coalesce(sum(amount), 0) as amount from customer_credits
    where customer_id = ${customerId} and organization_id = ${organizationId}
      and grant_id is not distinct from ${grantId}::uuid and currency = ${currency}`.execute(db)
  return rows[0]?.amount ?? ZERO
}

export type NewCredit = CustomerScope & {
  /** Null: credit of corrections before there were grants. */
  grantId: string | null
  currency: string
  /** Positive: added to the customer's credit. */
  amount: Decimal
  kind: 'invoice' | 'void' | 'payout' | 'grant' | 'expiry' | 'refund'
  invoiceId: string | null
  reference: string | null
}

/**
 * Inserts postings of one customer and returns their ids, which sort after those of the customer's
 * other postings. The caller has locked the credit.
 */
export async function insertCredits(
  tx: Tx,
  credits: readonly NewCredit[],
  { now, businessNow }: Moment,
): Promise<string[]> {
  const [first] = credits
  if (!first) return []
  const latest = await tx
    .selectFrom('customerCredits')
    .select('id')
    .where('customerId', '=', first.customerId)
    .where('organizationId', '=', first.organizationId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  let last = latest?.id
  const rows = credits.map((credit) => {
    last = newIdAfter(last)
    return { ...credit, id: last, bookedAt: businessNow, createdAt: now }
  })
  await tx.insertInto('customerCredits').values(rows).execute()
  return rows.map(({ id }) => id)
}

/** Returns the id of the grant that a source gave to the customer. */
export async function findGrantOfSource(
  db: Db,
  {
    organizationId,
    customerId,
    source,
    sourceId,
  }: CustomerScope & Pick<Grant, 'source' | 'sourceId'>,
): Promise<string | undefined> {
  const found = await db
    .selectFrom('creditGrants')
    .select('id')
    .where('customerId', '=', customerId)
    .where('organizationId', '=', organizationId)
    .where('source', '=', source)
    .where('sourceId', '=', sourceId)
    .executeTakeFirst()
  return found?.id
}

export async function insertGrantRow(tx: Tx, grant: Grant): Promise<void> {
  await tx
    .insertInto('creditGrants')
    .values({ ...grant, closesAt: grant.expiresAt })
    .execute()
}

/** Ends a grant now, unless it has ended before, and marks that what is left is booked. */
export async function closeGrant(
  tx: Tx,
  { organizationId, customerId, id }: CustomerScopedId,
  businessNow: Date,
): Promise<void> {
  await sql`
    update credit_grants
    set expires_at = least(expires_at, greatest(effective_at, ${businessNow}::timestamptz)),
      closes_at = null
    where customer_id = ${customerId} and id = ${id}
      and organization_id = ${organizationId}`.execute(tx)
}

/** Defers the closing of an expired grant. */
export async function deferClosing(
  tx: Tx,
  { organizationId, customerId, id }: CustomerScopedId,
  closesAt: Date,
): Promise<void> {
  await sql`
    update credit_grants set closes_at = ${closesAt}::timestamptz
    where customer_id = ${customerId} and id = ${id} and organization_id = ${organizationId}
      and closes_at is not null`.execute(tx)
}
