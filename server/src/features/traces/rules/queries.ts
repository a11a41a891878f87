import { sql } from 'kysely'
import type { ScopedId } from '../../../domain/scoped-id.ts'
import type { AttributionRule as Rule } from '../../../domain/traces/attribution.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { listPage, type Slice } from '../../../platform/list.ts'

export type StoredRule = Rule & {
  id: string
  position: number
  createdAt: Date
  updatedAt: Date
}

const columns = [
  'id',
  'attribute',
  'operator',
  'value',
  'target',
  'assigns',
  'position',
  'createdAt',
  'updatedAt',
] as const

const selectRules = (db: Db) => db.selectFrom('attributionRules').select(columns)

export function listRules(
  db: Db,
  organizationId: string,
  slice: Slice,
): Promise<{ rows: StoredRule[]; total: number }> {
  const rules = selectRules(db).where('organizationId', '=', organizationId)
  return listPage(rules.$castTo<StoredRule>(), {
    ...slice,
    orderBy: sql`position`,
    sortOrder: 'asc',
  })
}

export function findRule(
  db: Db,
  { organizationId, id }: ScopedId,
): Promise<StoredRule | undefined> {
  return selectRules(db)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .$castTo<StoredRule>()
    .executeTakeFirst()
}

/** Locks a rule until the transaction ends. */
export function lockRule(
  tx: Tx,
  { organizationId, id }: ScopedId,
): Promise<StoredRule | undefined> {
  return selectRules(tx)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .forUpdate()
    .$castTo<StoredRule>()
    .executeTakeFirst()
}

/** Returns the number of rules, and the position after the last one. */
export async function countRules(
  db: Db,
  organizationId: string,
): Promise<{ count: number; nextPosition: number }> {
  const { rows } = await sql<{ count: number; nextPosition: number }>`
    select count(*)::integer as count, coalesce(max(position) + 1, 0)::integer as next_position
    from attribution_rules where organization_id = ${organizationId}`.execute(db)
  return rows[0] ?? { count: 0, nextPosition: 0 }
}

export async function insertRule(
  db: Db,
  rule: StoredRule & { organizationId: string },
): Promise<void> {
  await db.insertInto('attributionRules').values(rule).execute()
}

export async function updateRule(
  tx: Tx,
  { organizationId, id }: ScopedId,
  values: Omit<StoredRule, 'id' | 'createdAt'>,
): Promise<void> {
  await tx
    .updateTable('attributionRules')
    .set(values)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/** Returns false if there is no such rule. */
export async function deleteRule(db: Db, { organizationId, id }: ScopedId): Promise<boolean> {
  const deleted = await db
    .deleteFrom('attributionRules')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return deleted !== undefined
}

export type ComparedRun = {
  traceId: string
  runId: string
  name: string | null
  customer: string | null
  attributes: string
}

/** Lists the latest recorded runs with their attributes. */
export async function listLatestRuns(
  db: Db,
  organizationId: string,
  limit: number,
): Promise<ComparedRun[]> {
  const { rows } = await sql<ComparedRun>`
    select trace_id, run_id, name, customer, attributes from trace_runs
    where organization_id = ${organizationId} and attributes is not null
    order by first_received_at desc, trace_id desc limit ${limit}::integer`.execute(db)
  return rows
}

/** Lists a page of the recorded runs without a customer. */
export async function listUnassignedRuns(
  db: Db,
  organizationId: string,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<ComparedRun[]> {
  const { rows } = await sql<ComparedRun>`
    select trace_id, run_id, name, customer, attributes from trace_runs
    where organization_id = ${organizationId} and customer is null and record_count > 0
      and attributes is not null
      ${after === undefined ? sql`` : sql`and trace_id > ${after}::uuid`}
    order by trace_id limit ${limit}::integer`.execute(db)
  return rows
}
