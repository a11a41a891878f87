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

/** The outcome of an attempt, the URL that was asked, and whether it wants no more. */
export type Recorded = Outcome & { url: string; isGone: boolean }

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

/**
 * Stores outcomes together; if that fails, each alone, so that one does not fail the others. If
 * only the answer to the COMMIT was lost, the second time finds them stored.
 */
async function storeAll(deps: RecorderDeps, written: readonly Waiting[]): Promise<void> {
  const storeSome = (some: readonly Waiting[]) => {
    const outcomes = some.map(({ outcome }) => outcome)
    return deps.db.transaction().execute((tx) => store(tx, deps, outcomes))
  }
  try {
    await storeSome(written)
    for (const { resolve } of written) resolve()
  } catch {
    for (const one of written) await storeSome([one]).then(one.resolve, one.reject)
  }
}

async function store(
  tx: Tx,
  { log, now }: { log: Log; now: () => Date },
  outcomes: readonly Recorded[],
): Promise<void> {
  const stored = await storeOutcomes(tx, outcomes)
  const added = outcomes.filter(({ id }) => stored.has(id))
  const byEndpoint = Map.groupBy(added, ({ endpointId }) => endpointId)
  const locked = await lockHealth(tx, [...byEndpoint.keys()])
  const changed = locked.map((endpoint) => {
    // The answers of a former URL say nothing about the present one.
    const own = byEndpoint.get(endpoint.id)?.filter(({ url }) => url === endpoint.url) ?? []
    const health = healthAfter(endpoint, own.map(toAttempt), now())
    return { ...endpoint, ...health, isGone: own.some(({ isGone }) => isGone) }
  })
  await storeHealth(tx, changed)
  for (const { id, organizationId, isGone, ...health } of changed) {
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
