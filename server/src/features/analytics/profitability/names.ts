import type { Db } from '../../../platform/database.ts'
import { listNames } from '../names-queries.ts'
import type { Group } from './schemas.ts'

const TABLES = {
  customer: 'customers',
  agent: 'agents',
  signal: 'signals',
  plan: 'pricingPlans',
} as const

/** Rows with readable names of their keys; models and days are their own. */
export async function withNames<Of extends { key: string | null }>(
  db: Db,
  { organizationId, groupBy }: { organizationId: string; groupBy: Group },
  rows: readonly Of[],
): Promise<(Of & { name: string | null })[]> {
  const ids = [...new Set(rows.flatMap(({ key }) => key ?? []))]
  const isNamed = groupBy !== 'model' && groupBy !== 'day'
  const names = isNamed ? await listNames(db, TABLES[groupBy], { organizationId, ids }) : undefined
  return rows.map((row) => ({ ...row, name: row.key && (names?.get(row.key) ?? row.key) }))
}
