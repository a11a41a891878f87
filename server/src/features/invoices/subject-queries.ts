import type { Db } from '../../platform/database.ts'

export type SignalName = { id: string; name: string; shortName: string }

type ScopedId = { organizationId: string; id: string }

/** Those of the given signals that are the agent's, also when they are deleted: they were used. */
export async function listSignals(
  db: Db,
  {
    organizationId,
    agentId,
    signalIds,
  }: { organizationId: string; agentId: string; signalIds: readonly string[] },
): Promise<Map<string, SignalName>> {
  if (signalIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('signals')
    .select(['id', 'name', 'short_name as shortName'])
    .where('organization_id', '=', organizationId)
    .where('agent_id', '=', agentId)
    .where('id', 'in', signalIds)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

export async function findAgentName(db: Db, { organizationId, id }: ScopedId): Promise<string> {
  const { name } = await db
    .selectFrom('agents')
    .select('name')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return name
}

export async function findPlanCurrency(db: Db, { organizationId, id }: ScopedId): Promise<string> {
  const { currency } = await db
    .selectFrom('pricing_plans')
    .select('currency')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return currency
}
