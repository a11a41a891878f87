import { type SqlBool, sql } from 'kysely'
import { answersTo, askedRows } from '../../../platform/batching/asked-rows.ts'
import { batchedByKey } from '../../../platform/batching/batched.ts'
import type { Db } from '../../../platform/database.ts'

export type SignalName = { id: string; name: string; shortName: string }

type SignalsKey = { organizationId: string; agentId: string; signalIds: readonly string[] }

/**
 * Returns the requested signals that belong to the agent, by id. Includes deleted signals, whose
 * usage is still billed.
 */
export const listSignals = batchedByKey(
  ({ organizationId, agentId, signalIds }: SignalsKey) =>
    [organizationId, agentId, ...signalIds].join(' '),
  async (db: Db, keys): Promise<Map<string, SignalName>[]> => {
    const ids = keys.flatMap(({ signalIds }) => signalIds)
    if (ids.length === 0) return keys.map(() => new Map())
    const rows = await db
      .selectFrom('signals')
      .select(['id', 'name', 'shortName', 'organizationId', 'agentId'])
      .where(sql<SqlBool>`organization_id = any(${keys.map((key) => key.organizationId)}::uuid[])`)
      .where(sql<SqlBool>`id = any(${ids}::uuid[])`)
      .execute()
    return keys.map(({ organizationId, agentId, signalIds }) => {
      const own = rows.filter(
        (row) =>
          row.organizationId === organizationId &&
          row.agentId === agentId &&
          signalIds.includes(row.id),
      )
      return new Map(own.map(({ id, name, shortName }) => [id, { id, name, shortName }]))
    })
  },
)

type NamesKey = { organizationId: string; agentId: string; planId: string }

/** Returns the agent's name and the plan's currency, even if they are deleted. */
export const findNames = batchedByKey(
  ({ organizationId, agentId, planId }: NamesKey) => `${organizationId} ${agentId} ${planId}`,
  async (db: Db, keys): Promise<{ agentName: string; currency: string }[]> => {
    const asked = askedRows(keys, {
      organizationId: ['uuid', (key) => key.organizationId],
      agentId: ['uuid', (key) => key.agentId],
      planId: ['uuid', (key) => key.planId],
    })
    const { rows } = await sql<{ nth: string; agentName: string; currency: string }>`
      select asked.nth, agents.name as agent_name, pricing_plans.currency
      from ${asked}
      join agents on agents.id = asked.agent_id
        and agents.organization_id = asked.organization_id
      join pricing_plans on pricing_plans.id = asked.plan_id
        and pricing_plans.organization_id = asked.organization_id`.execute(db)
    return answersTo(keys, rows).flatMap((names) => names.slice(0, 1))
  },
)
