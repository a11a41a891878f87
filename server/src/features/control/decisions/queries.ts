import { type SqlBool, sql } from 'kysely'
import type { CustomerScopedId } from '../../../domain/scoped-id.ts'
import type { Db } from '../../../platform/database.ts'
import type { ListPlace } from '../../../platform/http/list-cursor.ts'
import type { Slice } from '../../../platform/list.ts'
import type { PastDecision } from './past-decision.ts'

const columns = [
  'id',
  'organizationId',
  'customerId',
  'decision',
  'reason',
  'runId',
  'agentId',
  'signalId',
  'holdId',
  'budgetId',
  'budgetName',
  'measure',
  'currency',
  'amount',
  'spent',
  'held',
  'asked',
  'available',
  'uncostedEventCount',
  'windowStartsAt',
  'resetsAt',
  'createdAt',
] as const

/** Finds a decision of a customer. */
export function findDecision(
  db: Db,
  { organizationId, customerId, id }: CustomerScopedId,
): Promise<PastDecision | undefined> {
  return db
    .selectFrom('guardDecisions')
    .select(columns)
    .where('customerId', '=', customerId)
    .where('id', '=', id)
    .where('organizationId', '=', organizationId)
    .$castTo<PastDecision>()
    .executeTakeFirst()
}

export type DecisionFilter = {
  organizationId: string
  customerId: string | undefined
  decision: PastDecision['decision'] | undefined
  budgetId: string | undefined
  runId: string | undefined
}

function selectMatching(db: Db, filter: DecisionFilter) {
  const { organizationId, customerId, decision, budgetId, runId } = filter
  let decisions = db.selectFrom('guardDecisions').where('organizationId', '=', organizationId)
  if (customerId !== undefined) decisions = decisions.where('customerId', '=', customerId)
  if (decision !== undefined) decisions = decisions.where('decision', '=', sql.lit(decision))
  if (budgetId !== undefined) decisions = decisions.where('budgetId', '=', budgetId)
  if (runId !== undefined) decisions = decisions.where('runId', '=', runId)
  return decisions
}

/** Lists decisions, the latest first. */
export async function listDecisions(
  db: Db,
  filter: DecisionFilter,
  { limit, offset, after }: Slice & { after: ListPlace | undefined },
): Promise<PastDecision[]> {
  let decisions = selectMatching(db, filter).select(columns)
  if (after !== undefined) {
    decisions = decisions.where(
      sql<SqlBool>`(created_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)`,
    )
  }
  return decisions
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .$castTo<PastDecision>()
    .execute()
}

/** Counts decisions, up to a number. */
export async function countDecisions(db: Db, filter: DecisionFilter, max: number): Promise<number> {
  const counted = selectMatching(db, filter).select('id').limit(max).as('counted')
  const { count } = await db
    .selectFrom(counted)
    .select(sql<number>`count(*)::integer`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Lists of each budget, customer and hour since a time the first decision that blocked a run. */
export async function listBlockedSince(
  db: Db,
  organizationIds: readonly string[],
  since: Date,
): Promise<PastDecision[]> {
  const { rows } = await sql<PastDecision>`
    select distinct on (customer_id, budget_id, amount, date_trunc('hour', created_at))
      ${sql.join(columns.map((column) => sql.ref(column)))}
    from guard_decisions
    where organization_id = any(${organizationIds}::uuid[]) and decision = 'block'
      and created_at >= ${since}::timestamptz
    order by customer_id, budget_id, amount, date_trunc('hour', created_at), created_at, id`.execute(
    db,
  )
  return rows
}

/**
 * Deletes decisions before a time, of all organizations, and returns how many it found. Bounded, to
 * keep transactions short.
 */
export async function deleteDecisionsBefore(
  db: Db,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const { rows } = await sql<{ customerId: string; id: string }>`
    select customer_id, id from guard_decisions
    where created_at < ${before}::timestamptz order by created_at limit ${limit}`.execute(db)
  // Names the customers, so that Citus asks only their shards.
  await sql`
    delete from guard_decisions
    where customer_id = any(${[...new Set(rows.map(({ customerId }) => customerId))]}::uuid[])
      and id = any(${rows.map(({ id }) => id)}::uuid[])`.execute(db)
  return rows.length
}
