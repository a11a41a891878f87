import {
  type AttemptOutcome,
  healthAfter,
  isGivenUp,
} from '../../../domain/webhooks/failure-run.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import type { Log } from '../../../platform/log.ts'
import { disableEndpoint } from '../endpoints/queries.ts'
import { queueNotices } from '../notices/queries.ts'
import { lockHealth, type Outcome, storeHealth, storeOutcomes } from './queries.ts'

/** The outcome of an attempt, and whether the receiver wants no more. */
export type Recorded = Outcome & { isGone: boolean }

/** Stores the outcomes of attempts. */
export type Recorder = {
  /** Resolves when the outcome is stored; rejects when it cannot be, so that it is sent again. */
  record: (outcome: Recorded) => Promise<void>
}

type RecorderDeps = { db: Db; log: Log; now: () => Date }

type Waiting = { outcome: Recorded; resolve: () => void; reject: (error: unknown) => void }

const STORED_AT_ONCE = 500

/** Creates a recorder that stores the outcomes that arrive during one write by the next write. */
export function createRecorder(deps: RecorderDeps): Recorder {
  let waiting: Waiting[] = []
  let isWriting = false
  async function writeAll(): Promise<void> {
    isWriting = true
    while (waiting.length > 0) {
      const written = waiting.slice(0, STORED_AT_ONCE)
      waiting = waiting.slice(STORED_AT_ONCE)
      await storeAll(deps, written)
    }
    isWriting = false
  }
  return {
    record: (outcome) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      waiting.push({ outcome, resolve, reject })
      if (!isWriting) void writeAll()
      return promise
    },
  }
}

/** Stores outcomes together; if that fails, each alone, so that one does not fail the others. */
async function storeAll(deps: RecorderDeps, written: readonly Waiting[]): Promise<void> {
  const outcomes = written.map(({ outcome }) => outcome)
  try {
    await deps.db.transaction().execute((tx) => store(tx, deps, outcomes))
    for (const { resolve } of written) resolve()
  } catch (error) {
    if (written.length === 1) written[0]?.reject(error)
    else for (const one of written) await storeAll(deps, [one])
  }
}

async function store(
  tx: Tx,
  { log, now }: { log: Log; now: () => Date },
  outcomes: readonly Recorded[],
): Promise<void> {
  await storeOutcomes(tx, outcomes)
  const byEndpoint = Map.groupBy(outcomes, ({ endpointId }) => endpointId)
  const before = await lockHealth(tx, [...byEndpoint.keys()])
  const after = before.map((endpoint) => ({
    ...endpoint,
    ...healthAfter(endpoint, (byEndpoint.get(endpoint.id) ?? []).map(toAttempt), now()),
  }))
  await storeHealth(tx, after)
  for (const { id, organizationId, ...health } of after) {
    const isGone = byEndpoint.get(id)?.some((outcome) => outcome.isGone) ?? false
    if (!isGone && !isGivenUp(health)) continue
    const reason = isGone ? 'gone' : 'failing'
    await disableEndpoint(tx, { organizationId, id }, { reason, now: now() })
    await queueNotices(tx, { organizationId, id }, now())
    log.warn({ endpointId: id, organizationId, reason }, 'a webhook endpoint was disabled')
  }
}

function toAttempt({ attemptedAt, result }: Recorded): AttemptOutcome {
  return { at: attemptedAt, isSuccess: result === 'succeeded' }
}
