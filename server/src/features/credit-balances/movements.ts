import { sql } from 'kysely'
import type { GrantKind } from '../../domain/credit.ts'
import type { Decimal } from '../../domain/money.ts'
import type { Db } from '../../platform/database.ts'
import type { Slice } from '../../platform/list.ts'
import type { CustomerScope } from './credit-balance.ts'

/** Why the credit of a customer changed. */
export type MovementType =
  | 'given'
  | 'used'
  | 'returned'
  | 'withdrawn'
  | 'paid_out'
  | 'granted'
  | 'expired'
  | 'refunded'

export type CreditMovement = {
  id: string
  type: MovementType
  currency: string
  /** Positive: added to the balance. */
  amount: Decimal
  balanceAfter: Decimal
  /** Null: credit of corrections before there were grants. */
  grantId: string | null
  grantKind: GrantKind
  /** Null like `grantId`. */
  grantName: string | null
  invoiceId: string | null
  invoiceNumber: string | null
  reference: string | null
  /** Business time. */
  bookedAt: Date
  createdAt: Date
}

type MovementFilter = CustomerScope & {
  currency: string | undefined
  /** Only the movements of this grant; their balances are still those of all grants. */
  grantId: string | undefined
}

/**
 * Lists a page of the changes of a customer's credit, the latest first. Their ids sort in the order of
 * the balances: `insertCredit` assigns them under the lock on the credit.
 */
export async function listMovements(
  db: Db,
  { organizationId, customerId, currency, grantId }: MovementFilter,
  { limit, offset }: Slice,
): Promise<{ rows: CreditMovement[]; total: number }> {
  const isWanted = sql`credits.customer_id = ${customerId}
    and credits.organization_id = ${organizationId}
    ${currency === undefined ? sql`` : sql`and credits.currency = ${currency}`}`
  const [page, counted] = await Promise.all([
    sql<CreditMovement>`
      select booked.id, booked.type, booked.currency, booked.amount, booked.balance_after,
        booked.grant_id, booked.grant_kind, booked.grant_name, booked.invoice_id, invoices.invoice_number,
        booked.reference, booked.booked_at, booked.created_at
      from (
        select summed.* from (
          select credits.*, coalesce(grants.kind, 'correction') as grant_kind,
            grants.name as grant_name,
            sum(credits.amount) over (
              partition by credits.currency, grants.kind is not distinct from 'promotional'
              order by credits.id
            ) as balance_after,
            case credits.kind
              when 'invoice' then case when credits.amount > 0 then 'given' else 'used' end
              when 'void' then case when credits.amount > 0 then 'returned' else 'withdrawn' end
              when 'grant' then 'granted' when 'expiry' then 'expired' when 'refund' then 'refunded'
              else 'paid_out' end as type
          from customer_credits credits
          left join credit_grants grants on grants.customer_id = credits.customer_id
            and grants.id = credits.grant_id and grants.customer_id = ${customerId}
          where ${isWanted}
        ) summed
        ${grantId === undefined ? sql`` : sql`where summed.grant_id = ${grantId}`}
        order by summed.id desc limit ${limit} offset ${offset}
      ) booked
      left join invoices on invoices.customer_id = booked.customer_id
        and invoices.id = booked.invoice_id and invoices.customer_id = ${customerId}
      order by booked.id desc`.execute(db),
    sql<{ count: string }>`
      select count(*) as count from customer_credits credits where ${isWanted}
        ${grantId === undefined ? sql`` : sql`and credits.grant_id = ${grantId}`}`.execute(db),
  ])
  return { rows: page.rows, total: Number(counted.rows[0]?.count ?? 0) }
}

/** Returns true if the customer has, or had, credit. */
export async function hasMovements(
  db: Db,
  { organizationId, customerId }: CustomerScope,
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from customer_credits
      where customer_id = ${customerId} and organization_id = ${organizationId}
    ) as found`.execute(db)
  return rows[0]?.found === true
}
