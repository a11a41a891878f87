import type { Db } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { parseExactJson } from '../../../platform/json/exact-json.ts'
import { isObject } from '../../../platform/json/json-object.ts'
import type { Log } from '../../../platform/log.ts'
import type { Actor } from '../../auth/principal.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import type { BusinessClock } from '../../clock/business-clock.ts'
import { findUnassigned } from '../../customers/unassigned.ts'
import { RECORDS_MAX } from '../../usage/batch/shape.ts'
import { correctEvent } from '../../usage/corrections/correct-event.ts'
import { type RecordUsageDeps, recordUsage } from '../../usage/record.ts'
import * as queries from './queries.ts'

export type AssignDeps = {
  db: Db
  log: Log
  clock: BusinessClock
  catalog: Catalog
  usage: RecordUsageDeps
}

/** Runs of one round. */
const RUNS_AT_ONCE = 50

/**
 * Moves events of assigned runs from the unassigned customer: each is recorded for the customer of its
 * run under the same key, then voided. An interrupted move continues, because what is voided has
 * been recorded, and a second record is a duplicate. Returns the number of runs that moved.
 */
export async function assignRuns(deps: AssignDeps, now: Date): Promise<number> {
  const runs = await queries.listAssigning(deps.db, RUNS_AT_ONCE)
  let count = 0
  for (const run of runs) {
    try {
      if (await assignRun(deps, run)) count += 1
    } catch (error) {
      const { organizationId, runId } = run
      deps.log.error({ err: error, organizationId, runId, now }, 'a run cannot be assigned yet')
    }
  }
  return count
}

/** Returns false if a part of the run has to wait. */
async function assignRun(deps: AssignDeps, run: queries.AssignedRun): Promise<boolean> {
  const { db } = deps
  const { organizationId, runId } = run
  const customerId = await findUnassigned(db, organizationId)
  if (customerId !== undefined) {
    const place = { organizationId, runId, customerId }
    for (let isMore = true; isMore; ) {
      const events = await queries.listEventsAt(db, place, RECORDS_MAX)
      if (events.length > 0) await moveEvents(deps, { run, customerId, events })
      isMore = events.length === RECORDS_MAX
    }
  }
  return db.transaction().execute(async (tx) => {
    if (!(await queries.lockAssigning(tx, run))) return false
    const left =
      customerId === undefined
        ? []
        : await queries.listEventsAt(tx, { organizationId, runId, customerId }, 1)
    if (left.length === 0) await queries.finishAssigning(tx, run)
    return left.length === 0
  })
}

type Move = {
  run: queries.AssignedRun
  customerId: string
  events: readonly queries.MovingEvent[]
}

async function moveEvents(deps: AssignDeps, { run, customerId, events }: Move): Promise<void> {
  const { organizationId, customer: customerExternalId } = run
  const moment = deps.clock.moment(organizationId)
  const records = events.map(({ payload }) => {
    const record = parseExactJson(payload)
    return isObject(record) ? { ...record, customerExternalId } : record
  })
  const bytes = events.reduce((sum, { payload }) => sum + payload.length, 0)
  const { results } = await recordUsage(
    deps.usage,
    { organizationId, body: { records }, bytes },
    moment,
  )
  const refused = new Set(results.failed.flatMap(({ index, stored }) => (stored ? [] : [index])))
  const reason = `Assigned to customer ${customerExternalId}`
  const loadPrices = async () => deps.catalog.findPricesFor(organizationId)
  for (const [index, { id, usageDate }] of events.entries()) {
    if (refused.has(index)) continue
    const key = { organizationId, customerId, usageDate, id }
    const command = {
      key,
      correction: { kind: 'void' as const },
      reason,
      actor: actorOf(run),
      loadPrices,
    }
    await deps.db
      .transaction()
      .execute((tx) => correctEvent(tx, command, moment))
      .catch(ignoreVoided)
  }
  if (refused.size > 0) {
    const problem = results.failed.find(({ stored }) => !stored)?.error
    throw new Error(`Events of the run were refused for its customer: ${problem}`)
  }
}

/** The key or person that assigned the run; a run that assigned itself names no one. */
function actorOf({ assignedByKind, assignedById }: queries.AssignedRun): Actor {
  return { kind: assignedByKind ?? 'api_key', id: assignedById ?? 'attribution' }
}

/** Another process may have voided it. */
function ignoreVoided(error: unknown): void {
  if (!(error instanceof AppError) || error.code !== 'event_voided') throw error
}
