import { sql } from 'kysely'
import type { Decimal } from '../../../domain/money.ts'
import type { Db } from '../../../platform/database.ts'
import type { MonthScope } from './queries.ts'

/** Credit that expired unused, in one currency. */
export type BreakageSum = { currency: string; amount: Decimal; promotional: Decimal }

/**
 * Sums the credit that was booked as expired in the window, by currency. Promotional credit is apart,
 * because it was never money; `breakage` of the journal leaves it out too.
 */
export async function sumBreakage(
  db: Db,
  { organizationId, customerId, start, end }: MonthScope,
): Promise<BreakageSum[]> {
  const sumOf = (isPromotional: boolean) => sql`coalesce(sum(-credits.amount) filter (
    where (grants.kind is not distinct from 'promotional') = ${isPromotional}), 0)`
  const { rows } = await sql<BreakageSum>`
    select credits.currency, ${sumOf(false)} as amount, ${sumOf(true)} as promotional
    from customer_credits credits
    left join credit_grants grants on grants.customer_id = credits.customer_id
      and grants.id = credits.grant_id
    where credits.organization_id = ${organizationId} and credits.kind = 'expiry'
      ${customerId === undefined ? sql`` : sql`and credits.customer_id = ${customerId}`}
      and credits.booked_at >= ${start}::timestamptz and credits.booked_at < ${end}::timestamptz
    group by credits.currency order by credits.currency`.execute(db)
  return rows
}
