import type { Db } from '../../../platform/database.ts'
import { listNames, type Names } from '../names-queries.ts'
import type { Group } from './schemas.ts'

const TABLES = {
  customer: 'customers',
  agent: 'agents',
  signal: 'signals',
  plan: 'pricingPlans',
} as const

/** Readable names of the keys; models and days are their own. */
export async function namesOf(
  db: Db,
  groupBy: Group,
  { organizationId, keys }: { organizationId: string; keys: readonly string[] },
): Promise<Names> {
  if (groupBy === 'model' || groupBy === 'day') return new Map()
  return listNames(db, TABLES[groupBy], { organizationId, ids: keys })
}
