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
    .select(['id', 'name', 'shortName'])
    .where('organizationId', '=', organizationId)
    .where('agentId', '=', agentId)
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
    .innerJoin('pricingPlans', 'pricingPlans.organizationId', 'agents.organizationId')
    .select(['agents.name as agentName', 'pricingPlans.currency'])
    .where('agents.organizationId', '=', organizationId)
    .where('agents.id', '=', agentId)
    .where('pricingPlans.id', '=', planId)
    .executeTakeFirstOrThrow()
}
