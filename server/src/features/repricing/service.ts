import type { ScopedId } from '../../domain/scoped-id.ts'
import type { Db } from '../../platform/database.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import { listAnswer, pageOf } from '../../platform/http/list.ts'
import { newId } from '../../platform/id.ts'
import type { Actor } from '../auth/principal.ts'
import type { RecostScope } from '../usage/recosting/costed-events.ts'
import { runBodies } from './body.ts'
import * as queries from './queries.ts'
import type { RepricingRun as StoredRun } from './run.ts'
import type { RepricingRun } from './run-fields.ts'
import type { RepricingRunCreate, RepricingRunList, RepricingRunQuery } from './schemas.ts'
import { readScope } from './scope.ts'

type Creation = { organizationId: string; actor: Actor; input: RepricingRunCreate }

/** Queues a run, which a job starts within a minute. */
export async function createRun(
  db: Db,
  { organizationId, actor, input }: Creation,
  now: Date,
): Promise<RepricingRun> {
  const scope = await readScope(db, organizationId, input)
  const by = { actorKind: actor.kind, actorId: actor.id }
  const id = await queueRun(db, { scope, reason: input.reason ?? null, ...by }, now)
  return getRun(db, { organizationId, id })
}

export type QueuedRun = Pick<StoredRun, 'reason' | 'actorKind' | 'actorId'> & { scope: RecostScope }

/** Queues a run in the transaction of the caller, if any; returns its id. */
export async function queueRun(db: Db, { scope, ...about }: QueuedRun, now: Date): Promise<string> {
  const id = newId()
  await queries.insertRun(db, { id, ...scope, ...about, reversesId: null, createdAt: now })
  return id
}

export async function getRun(db: Db, key: ScopedId): Promise<RepricingRun> {
  return (await findRunBody(db, key)) ?? notFound('Repricing run')
}

/** Like `getRun`; undefined if the run is absent. */
export async function findRunBody(db: Db, key: ScopedId): Promise<RepricingRun | undefined> {
  const run = await queries.findRun(db, key)
  return run && (await runBodies(db, key.organizationId, [run]))[0]
}

export async function listRuns(
  db: Db,
  organizationId: string,
  query: RepricingRunQuery,
): Promise<RepricingRunList> {
  const page = pageOf(query)
  const filter = { organizationId, state: query.state }
  const { rows, total } = await queries.listRuns(db, filter, page)
  return listAnswer(page, await runBodies(db, organizationId, rows), total)
}

/** Stops a run after the page in progress. What it changed stays, and can be reversed. */
export async function cancelRun(db: Db, key: ScopedId, now: Date): Promise<RepricingRun> {
  if (!(await queries.cancelRun(db, key, now))) {
    const { state } = await findStored(db, key)
    throw new AppError(
      'conflict',
      `The run is ${state}; only a queued or running one can be cancelled`,
    )
  }
  return getRun(db, key)
}

type Reversal = { key: ScopedId; actor: Actor; reason: string | null }

/** Queues a run that restores what an ended run changed. */
export async function reverseRun(
  db: Db,
  { key, actor, reason }: Reversal,
  now: Date,
): Promise<RepricingRun> {
  const reversed = await findStored(db, key)
  if (reversed.state === 'queued' || reversed.state === 'running') {
    throw new AppError(
      'conflict',
      `The run is ${reversed.state}; cancel it first, or wait until it ends`,
    )
  }
  const { windowStart, windowEnd, provider, model, customerId, agentId } = reversed
  const { organizationId } = key
  const id = newId()
  const isQueued = await queries.insertRun(db, {
    id,
    organizationId,
    windowStart,
    windowEnd,
    provider,
    model,
    customerId,
    agentId,
    reversesId: reversed.id,
    reason,
    actorKind: actor.kind,
    actorId: actor.id,
    createdAt: now,
  })
  if (!isQueued) {
    throw new AppError('conflict', 'Another run reverses this one; read reversedById')
  }
  return getRun(db, { organizationId, id })
}

async function findStored(db: Db, key: ScopedId): Promise<StoredRun> {
  return (await queries.findRun(db, key)) ?? notFound('Repricing run')
}
