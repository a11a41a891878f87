import { type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '../../platform/database.ts'

export type IncludedSignal = { id: string; name: string; agentId: string }

export type IncludedKey = { organizationId: string; planId: string; signalId: string }

/** Lists the live signals that the fees of several plans cover, by name. */
export function listIncludedSignals(
  db: Db,
  organizationId: string,
  planIds: readonly string[],
): Promise<(IncludedSignal & { planId: string })[]> {
  return db
    .selectFrom('includedSignals as included')
    .innerJoin('signals', 'signals.id', 'included.signalId')
    .select(['included.planId', 'signals.id', 'signals.name', 'signals.agentId'])
    .where('included.organizationId', '=', organizationId)
    .where(sql<SqlBool>`included.plan_id = any(${planIds}::uuid[])`)
    .where('signals.deletedAt', 'is', null)
    .orderBy('signals.name')
    .orderBy('signals.id')
    .execute()
}

/** Lists the signals that the fees of plans cover, also those that are deleted by now. */
export function listIncludedIds(
  db: Db,
  organizationId: string,
  planIds: readonly string[],
): Promise<{ planId: string; signalId: string }[]> {
  return db
    .selectFrom('includedSignals')
    .select(['planId', 'signalId'])
    .where('organizationId', '=', organizationId)
    .where(sql<SqlBool>`plan_id = any(${planIds}::uuid[])`)
    .execute()
}

type IncludedSignals = { organizationId: string; planId: string; signalIds: readonly string[] }

/** Returns the number of signals that were not included yet. */
export async function insertIncludedSignals(
  tx: Tx,
  { organizationId, planId, signalIds }: IncludedSignals,
  now: Date,
): Promise<number> {
  const { rows } = await sql`
    insert into included_signals (organization_id, plan_id, signal_id, created_at)
    select ${organizationId}::uuid, ${planId}::uuid, signal_id, ${now}::timestamptz
    from unnest(${signalIds}::uuid[]) as input (signal_id)
    on conflict (plan_id, signal_id) do nothing
    returning signal_id`.execute(tx)
  return rows.length
}

/** Returns true if the signal was included. */
export async function deleteIncludedSignal(tx: Tx, key: IncludedKey): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('includedSignals')
    .where('organizationId', '=', key.organizationId)
    .where('planId', '=', key.planId)
    .where('signalId', '=', key.signalId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
