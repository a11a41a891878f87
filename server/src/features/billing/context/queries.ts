import type { Db } from '../../../platform/database.ts'

export type SignalName = { id: string; name: string; shortName: string }

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

/** The name of the agent and the currency of the plan, also of deleted ones. */
export function findNames(
  db: Db,
  { organizationId, agentId, planId }: { organizationId: string; agentId: string; planId: string },
): Promise<{ agentName: string; currency: string }> {
  return db
    .selectFrom('agents')
    .innerJoin('pricing_plans', 'pricing_plans.organization_id', 'agents.organization_id')
    .select(['agents.name as agentName', 'pricing_plans.currency'])
    .where('agents.organization_id', '=', organizationId)
    .where('agents.id', '=', agentId)
    .where('pricing_plans.id', '=', planId)
    .executeTakeFirstOrThrow()
}
