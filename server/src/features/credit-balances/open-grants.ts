import { sql } from 'kysely'
import type { OpenGrant } from '../../domain/credit.ts'
import { answersTo, askedRows } from '../../platform/batching/asked-rows.ts'
import { batched } from '../../platform/batching/batched.ts'
import type { Db } from '../../platform/database.ts'
import type { CustomerScope } from './credit-balance.ts'

export type GrantInCurrency = OpenGrant & { currency: string }

/**
 * Lists the grants of a customer, of one currency or of all, of which anything is left, whether they
 * are valid or not. Promotional grants are listed even if nothing is left: what was drawn of them can return.
 */
export const listOpenGrants = batched(
  async (
    db: Db,
    keys: readonly (CustomerScope & { currency?: string })[],
  ): Promise<GrantInCurrency[][]> => {
    const asked = askedRows(keys, {
      customerId: ['uuid', (key) => key.customerId],
      organizationId: ['uuid', (key) => key.organizationId],
      currency: ['text', (key) => key.currency ?? null],
    })
    const customers = keys.map(({ customerId }) => customerId)
    const { rows } = await sql<GrantInCurrency & { nth: string }>`
      select asked.nth, credits.currency, credits.grant_id, coalesce(grants.kind, 'correction') as kind,
        coalesce(grants.name, '') as name, coalesce(grants.priority, 0) as priority,
        coalesce(grants.effective_at, 'epoch') as effective_at, grants.expires_at,
        sum(credits.amount) as left
      from ${asked}
      join customer_credits credits on credits.customer_id = asked.customer_id
        and credits.organization_id = asked.organization_id
        and credits.currency = coalesce(asked.currency, credits.currency)
        and credits.customer_id = any(${customers}::uuid[])
      left join credit_grants grants on grants.customer_id = credits.customer_id
        and grants.id = credits.grant_id and grants.customer_id = any(${customers}::uuid[])
      group by asked.nth, credits.currency, credits.grant_id, grants.kind, grants.name, grants.priority,
        grants.effective_at, grants.expires_at
      having sum(credits.amount) <> 0 or grants.kind = 'promotional'
      order by credits.grant_id nulls first`.execute(db)
    return answersTo(keys, rows)
  },
)
