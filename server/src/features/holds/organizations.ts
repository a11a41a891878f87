import { sql } from 'kysely'
import type { CacheTopic } from '../../platform/cache-events.ts'
import type { Db } from '../../platform/database.ts'
import { createKnownIds, type KnownIds } from '../../platform/known-ids.ts'

/** Cache invalidation topic that announces organizations with their first hold. */
export const HOLD_ORGANIZATIONS: CacheTopic = { name: 'hold-organizations' }

/**
 * Reads the organizations with holds. Recording looks for the holds of their runs only; a process that
 * does not know an organization yet lets the hold expire.
 */
export function createHoldOrganizations(db: Db): Promise<KnownIds> {
  return createKnownIds(() => listOrganizations(db))
}

async function listOrganizations(db: Db): Promise<string[]> {
  const { rows } = await sql<{ organizationId: string }>`
    select organization_id from control_accounts group by organization_id`.execute(db)
  return rows.map(({ organizationId }) => organizationId)
}
