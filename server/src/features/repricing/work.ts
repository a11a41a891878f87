import type { Pool } from 'pg'
import type { ScopedId } from '../../domain/scoped-id.ts'
import { isDatabaseUnreachable, isRetryable } from '../../platform/database/errors.ts'
import { takeSessionLock } from '../../platform/database/session-lock.ts'
import type { Db, Tx } from '../../platform/database.ts'
import type { Log } from '../../platform/log.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { BusinessClock, Moment } from '../clock/business-clock.ts'
import { publishEvent } from '../outbox/outbox.ts'
import { idBeforeCommitsAfter } from '../usage/ingest/recording-time.ts'
import { type Concerned, findConcerned } from '../usage/recosting/concerned.ts'
import { lockCosts, type RecostedPage, recostPage } from '../usage/recosting/recost-page.ts'
import { restorePage } from '../usage/recosting/restore-page.ts'
import * as queries from './queries.ts'
import type { OpenRun } from './run.ts'

export type RepricingDeps = {
  db: Db
  pool: Pool
  log: Log
  catalog: Catalog
  clock: BusinessClock
}

const LOCK = 0x7077_0012
/** Then it is the turn of another organization. */
const TURN_MS = 2_000
const FAILURES_MAX = 5

/**
 * Works on the queued runs until none is left: in one process at a time, one run of each
 * organization, in turns. A run that fails waits for the next call.
 */
export async function continueRuns(deps: RepricingDeps, signal?: AbortSignal): Promise<void> {
  const release = await takeSessionLock(deps.pool, LOCK, 'repricing')
  if (!release) return
  const failed = new Set<string>()
  const concerned = new Map<string, Concerned>()
  try {
    for (;;) {
      const runs = (await queries.listNextRuns(deps.db)).filter(({ id }) => !failed.has(id))
      if (runs.length === 0) return
      for (const key of runs) {
        if (signal?.aborted) return
        try {
          await continueRun(deps, key, { concerned, signal })
        } catch (error) {
          failed.add(key.id)
          deps.log.error({ err: error, ...key }, 'a repricing run could not continue')
          if (!isPassing(error)) await noteFailure(deps, key)
        }
      }
    }
  } finally {
    await release()
  }
}

type Turn = {
  /** What the runs concern, by their ids. */
  concerned: Map<string, Concerned>
  signal: AbortSignal | undefined
}

/** Works on a run for one turn, with the prices in force when the turn begins. */
async function continueRun(
  deps: RepricingDeps,
  key: ScopedId,
  { concerned: known, signal }: Turn,
): Promise<void> {
  const { db, catalog, clock } = deps
  await catalog.refresh()
  const run = await queries.findRun(db, key)
  if (!run) return
  const findPrices = catalog.findPricesFor(key.organizationId)
  const concerned = known.get(run.id) ?? (await findConcerned(db, run, findPrices))
  known.set(run.id, concerned)
  const turnEnds = performance.now() + TURN_MS
  let ended: Ended = 'page'
  while (ended === 'page' && !signal?.aborted && performance.now() < turnEnds) {
    const moment = clock.moment(key.organizationId)
    ended = await db.transaction().execute(async (tx) => {
      await lockCosts(tx, key.organizationId)
      const open = await queries.lockOpenRun(tx, key)
      return open ? workOn(tx, open, { concerned, findPrices, moment }) : 'run'
    })
  }
  // The second pass may concern customers whose first usage was recorded during the first one.
  if (ended !== 'page') known.delete(run.id)
}

/** What a step of a run ended. */
type Ended = 'page' | 'pass' | 'run'

type Work = {
  concerned: Concerned
  findPrices: ReturnType<Catalog['findPricesFor']>
  moment: Moment
}

/** Changes one page of events, and stores the progress with it. */
async function workOn(tx: Tx, run: OpenRun, work: Work): Promise<Ended> {
  const { moment } = work
  const startedAt = run.startedAt ?? moment.now
  const { counts, place } = await changePage(tx, run, { ...work, startedAt })
  // A reversal has no second pass: it changes only what the other run changed.
  const isEnd = place === null && (run.pass === 2 || run.reversesId !== null)
  const pass = place === null ? 2 : run.pass
  const state = isEnd ? ('completed' as const) : ('running' as const)
  const completedAt = isEnd ? moment.now : null
  await queries.updateProgress(tx, run, { counts, state, pass, place, startedAt, completedAt })
  if (!isEnd) return place === null ? 'pass' : 'page'
  await publish(tx, run, 'repricing.completed', moment)
  return 'run'
}

function changePage(
  tx: Tx,
  run: OpenRun,
  { concerned, findPrices, moment, startedAt }: Work & { startedAt: Date },
): Promise<RecostedPage> {
  const { id: runId, organizationId, reversesId, reason, pass, place: after } = run
  const source = { runId, reason, actor: { kind: run.actorKind, id: run.actorId } }
  if (reversesId !== null) {
    return restorePage(tx, { organizationId, reversedId: reversesId, after, source }, moment)
  }
  // Records that were costed before the run started may have been committed behind its cursor.
  const idsAfter = pass === 1 ? null : idBeforeCommitsAfter(startedAt)
  const page = { scope: run, concerned, findPrices, after, idsAfter, source }
  return recostPage(tx, page, moment)
}

/** A run waits for other changes of costs, and for the database, without an end. */
function isPassing(error: unknown): boolean {
  return isDatabaseUnreachable(error) || isRetryable(error)
}

async function noteFailure({ db, clock }: RepricingDeps, key: ScopedId): Promise<void> {
  const moment = clock.moment(key.organizationId)
  await db.transaction().execute(async (tx) => {
    const run = await queries.lockOpenRun(tx, key)
    if (!run) return
    const failures = run.failures + 1
    const hasFailed = failures >= FAILURES_MAX
    await queries.noteFailure(tx, key, { failures, hasFailed, now: moment.now })
    if (hasFailed) await publish(tx, run, 'repricing.failed', moment)
  })
}

function publish(
  tx: Tx,
  { organizationId, id }: ScopedId,
  type: 'repricing.completed' | 'repricing.failed',
  moment: Moment,
): Promise<void> {
  return publishEvent(tx, { type, organizationId, customerId: null, id }, moment)
}
