import { sql } from 'kysely'
import type { CustomerScopedId } from '../../domain/scoped-id.ts'
import { announceChange, type CacheTopic } from '../../platform/cache-events.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { createKnownIds, type KnownIds } from '../../platform/known-ids.ts'

/** Cache invalidation topic that announces organizations with their first prepaid credit. */
export const CREDIT_ORGANIZATIONS: CacheTopic = { name: 'credit-organizations' }

/** Reads the organizations whose customers have, or had, paid or promotional credit. */
export function createCreditOrganizations(db: Db): Promise<KnownIds> {
  return createKnownIds(async () => {
    const { rows } = await sql<{ organizationId: string }>`
      select organization_id from credit_grants where kind in ('paid', 'promotional')
      group by organization_id`.execute(db)
    return rows.map(({ organizationId }) => organizationId)
  })
}

/** Announces the organization of a new grant, unless it has other credit that was announced. */
export async function announceFirstCredit(
  tx: Tx,
  { organizationId, id }: Pick<CustomerScopedId, 'organizationId' | 'id'>,
): Promise<void> {
  const { rows } = await sql`
    select from credit_grants where organization_id = ${organizationId} and id <> ${id}
      and kind in ('paid', 'promotional') limit 1`.execute(tx)
  if (rows.length === 0) await announceChange(tx, CREDIT_ORGANIZATIONS)
}
