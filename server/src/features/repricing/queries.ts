import { type SqlBool, sql } from 'kysely'
import type { ScopedId } from '../../domain/scoped-id.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { listPage, type Slice } from '../../platform/list.ts'
import { omit } from '../../platform/pick.ts'
import type { Place } from '../usage/recosting/costed-events.ts'
import type { RecostCounts } from '../usage/recosting/recost-page.ts'
import type { OpenRun, RepricingRun, RunState } from './run.ts'

const columns = [
  'id',
  'organizationId',
  'state',
  'windowStart',
  'windowEnd',
  'provider',
  'model',
  'customerId',
  'agentId',
  'reversesId',
  'reason',
  'actorKind',
  'actorId',
  'costBefore',
  'costAfter',
  'createdAt',
  'startedAt',
  'completedAt',
] as const

const count = (column: string) => sql<number>`${sql.ref(column)}::float8`

const reversedById = sql<string | null>`(
  select reversal.id from repricing_runs reversal
  where reversal.reverses_id = runs.id and reversal.state in ('queued', 'running', 'completed')
)`

const selectRuns = (db: Db) =>
  db
    .selectFrom('repricingRuns as runs')
    .select(columns)
    .select([
      reversedById.as('reversedById'),
      count('eventCount').as('eventCount'),
      count('repricedEventCount').as('repricedEventCount'),
      count('changedEventCount').as('changedEventCount'),
      count('unknownEventCount').as('unknownEventCount'),
      count('skippedEventCount').as('skippedEventCount'),
    ])

export function findRun(
  db: Db,
  { organizationId, id }: ScopedId,
): Promise<RepricingRun | undefined> {
  return selectRuns(db)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .$castTo<RepricingRun>()
    .executeTakeFirst()
}

/** Lists runs, the latest first. */
export function listRuns(
  db: Db,
  { organizationId, state }: { organizationId: string; state: RunState | undefined },
  slice: Slice,
): Promise<{ rows: RepricingRun[]; total: number }> {
  let runs = selectRuns(db).where('organizationId', '=', organizationId)
  if (state !== undefined) runs = runs.where('state', '=', state)
  return listPage(runs.$castTo<RepricingRun>(), {
    ...slice,
    orderBy: sql`created_at`,
    sortOrder: 'desc',
  })
}

export type NewRun = Pick<
  RepricingRun,
  | 'id'
  | 'organizationId'
  | 'windowStart'
  | 'windowEnd'
  | 'provider'
  | 'model'
  | 'customerId'
  | 'agentId'
  | 'reversesId'
  | 'reason'
  | 'actorKind'
  | 'actorId'
  | 'createdAt'
>

/** Returns false if another run reverses the same one. */
export async function insertRun(db: Db, run: NewRun): Promise<boolean> {
  const inserted = await db
    .insertInto('repricingRuns')
    .values({ ...run, state: 'queued' })
    .onConflict((conflict) =>
      conflict
        .column('reversesId')
        .where(
          sql<SqlBool>`reverses_id is not null and state in ('queued', 'running', 'completed')`,
        )
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Returns false if the run has ended. A page in progress is completed first. */
export async function cancelRun(
  db: Db,
  { organizationId, id }: ScopedId,
  now: Date,
): Promise<boolean> {
  const cancelled = await db
    .updateTable('repricingRuns')
    .set({ state: 'cancelled', completedAt: now })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where(sql<SqlBool>`state in ('queued', 'running')`)
    .returning('id')
    .executeTakeFirst()
  return cancelled !== undefined
}

/** Lists the oldest open run of each organization; the others wait for it. */
export async function listNextRuns(db: Db): Promise<ScopedId[]> {
  const { rows } = await sql<ScopedId>`
    select distinct on (organization_id) organization_id, id from repricing_runs
    where state in ('queued', 'running') order by organization_id, created_at, id`.execute(db)
  return rows
}

type StoredProgress = {
  pass: 1 | 2
  failures: number
  cursorCustomerId: string | null
  cursorUsageDate: Date | null
  cursorEventId: string | null
}

/** Locks a run that has not ended. */
export async function lockOpenRun(
  tx: Tx,
  { organizationId, id }: ScopedId,
): Promise<OpenRun | undefined> {
  const row = await selectRuns(tx)
    .select(['pass', 'failures', 'cursorCustomerId', 'cursorUsageDate', 'cursorEventId'])
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where(sql<SqlBool>`state in ('queued', 'running')`)
    .forUpdate()
    .$castTo<RepricingRun & StoredProgress>()
    .executeTakeFirst()
  if (!row) return undefined
  const { cursorCustomerId: customerId, cursorUsageDate: usageDate, cursorEventId: eventId } = row
  const last = usageDate && eventId ? { usageDate, id: eventId } : null
  const place = customerId === null ? null : { customerId, last }
  return { ...omit(row, ['cursorCustomerId', 'cursorUsageDate', 'cursorEventId']), place }
}

type Progress = {
  counts: RecostCounts
  state: RunState
  pass: 1 | 2
  place: Place | null
  startedAt: Date
  completedAt: Date | null
}

/** Adds the counts of a page to a locked run, and stores where the next page begins. */
export async function updateProgress(
  tx: Tx,
  { organizationId, id }: ScopedId,
  { counts, state, pass, place, startedAt, completedAt }: Progress,
): Promise<void> {
  await sql`
    update repricing_runs set
      state = ${state}, pass = ${pass}, failures = 0, started_at = ${startedAt}::timestamptz,
      completed_at = ${completedAt}::timestamptz,
      cursor_customer_id = ${place?.customerId ?? null}::uuid,
      cursor_usage_date = ${place?.last?.usageDate ?? null}::timestamptz,
      cursor_event_id = ${place?.last?.id ?? null}::uuid,
      event_count = event_count + ${counts.eventCount}::bigint,
      repriced_event_count = repriced_event_count + ${counts.repricedEventCount}::bigint,
      changed_event_count = changed_event_count + ${counts.changedEventCount}::bigint,
      unknown_event_count = unknown_event_count + ${counts.unknownEventCount}::bigint,
      skipped_event_count = skipped_event_count + ${counts.skippedEventCount}::bigint,
      cost_before = cost_before + ${counts.costBefore.toFixed()}::numeric,
      cost_after = cost_after + ${counts.costAfter.toFixed()}::numeric
    where organization_id = ${organizationId} and id = ${id}`.execute(tx)
}

/** Counts a failed attempt of a locked run; the last one ends it. */
export async function noteFailure(
  tx: Tx,
  { organizationId, id }: ScopedId,
  { failures, hasFailed, now }: { failures: number; hasFailed: boolean; now: Date },
): Promise<void> {
  await tx
    .updateTable('repricingRuns')
    .set({ failures, ...(hasFailed && { state: 'failed' as const, completedAt: now }) })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute()
}
