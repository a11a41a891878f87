import { sql } from 'kysely'
import type { CacheTopic } from '../../platform/cache-events.ts'
import type { Db } from '../../platform/database.ts'

/** Cache invalidation topic that announces organizations with their first hold. */
export const HOLD_ORGANIZATIONS: CacheTopic = { name: 'hold-organizations' }

/**
 * The organizations with holds. Recording looks for the holds of their runs only; a process that
 * does not know an organization yet lets the hold expire.
 */
export type HoldOrganizations = {
  has: (organizationId: string) => boolean
  add: (organizationId: string) => void
  refresh: () => Promise<void>
}

export async function createHoldOrganizations(db: Db): Promise<HoldOrganizations> {
  const known = new Set<string>()
  const refresh = async () => {
    for (const organizationId of await listOrganizations(db)) known.add(organizationId)
  }
  await refresh()
  return {
    has: (organizationId) => known.has(organizationId),
    add: (organizationId) => known.add(organizationId),
    refresh,
  }
}

async function listOrganizations(db: Db): Promise<string[]> {
  const { rows } = await sql<{ organizationId: string }>`
    select organization_id from control_accounts group by organization_id`.execute(db)
  return rows.map(({ organizationId }) => organizationId)
}
