import { sql } from 'kysely'
import type { GrantKind } from '../../domain/credit.ts'
import type { Decimal } from '../../domain/money.ts'
import type { CustomerScopedId } from '../../domain/scoped-id.ts'
import type { Db } from '../../platform/database.ts'
import type { Slice } from '../../platform/list.ts'
import type { CustomerScope } from './credit-balance.ts'

/** The event that gave the credit, and the id of its object; unique for a customer. */
export type GrantSource = 'manual' | 'top_up' | 'invoice' | 'returned'

/** The terms of credit; only the expiry changes. */
export type Grant = CustomerScopedId & {
  currency: string
  kind: GrantKind
  /** The amount granted. */
  amount: Decimal
  priority: number
  effectiveAt: Date
  expiresAt: Date | null
  source: GrantSource
  sourceId: string
  name: string
  createdAt: Date
}

/** A grant with the sum of its postings. */
export type GrantWithLeft = Grant & { left: Decimal }

const columns = sql`customer_id, id, organization_id, currency, kind, amount, priority,
  effective_at, expires_at, source, source_id, name, created_at`

/** Names the customer, so that a cluster asks one node. */
const leftOf = (customerId: string) => sql`(
  select coalesce(sum(credits.amount), 0) from customer_credits credits
  where credits.customer_id = ${customerId} and credits.customer_id = credit_grants.customer_id
    and credits.grant_id = credit_grants.id)`

export async function findGrant(
  db: Db,
  { organizationId, customerId, id }: CustomerScopedId,
): Promise<GrantWithLeft | undefined> {
  const { rows } = await sql<GrantWithLeft>`
    select ${columns}, ${leftOf(customerId)} as left from credit_grants
    where customer_id = ${customerId} and id = ${id} and organization_id = ${organizationId}`.execute(
    db,
  )
  return rows[0]
}

export type GrantFilter = CustomerScope & { currency: string | undefined }

/** Lists a page of the grants of a customer, the latest first. */
export async function listGrants(
  db: Db,
  { organizationId, customerId, currency }: GrantFilter,
  { limit, offset }: Slice,
): Promise<{ rows: GrantWithLeft[]; total: number }> {
  const isWanted = sql`customer_id = ${customerId} and organization_id = ${organizationId}
    ${currency === undefined ? sql`` : sql`and currency = ${currency}`}`
  const [page, counted] = await Promise.all([
    sql<GrantWithLeft>`
      select ${columns}, ${leftOf(customerId)} as left from credit_grants where ${isWanted}
      order by id desc limit ${limit} offset ${offset}`.execute(db),
    sql<{ count: string }>`
      select count(*) as count from credit_grants where ${isWanted}`.execute(db),
  ])
  return { rows: page.rows, total: Number(counted.rows[0]?.count ?? 0) }
}
