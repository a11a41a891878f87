import type { Db } from '../../../platform/database.ts'
import type { Sealer } from '../../../platform/program/seal.ts'
import { type AttemptDeps, attemptDelivery } from './attempt.ts'
import { createTargetReader } from './current-target.ts'
import { type Claim, type DueDelivery, listDue } from './queries.ts'
import type { Recorded, Recorder } from './recorder.ts'

/** Requests to one endpoint at once. */
const AT_ONCE = 2
const READ_AT_ONCE = 100
/** Attempts of an endpoint whose outcome is not stored yet; more would be sent twice by a crash. */
const NOT_STORED_MAX = 50
/** Delay before new deliveries are looked for while a request waits for its answer; it doubles. */
const LOOK_AGAIN_MS = 250
const LOOK_AGAIN_MAX_MS = 2_000

export type SendDeps = AttemptDeps & {
  db: Db
  sealer: Sealer
  recorder: Recorder
  countAttempt: (outcome: Recorded) => void
}

/**
 * Sends the deliveries of a claimed endpoint that are due, until none is left, the endpoint is
 * disabled, the claim ends, or the signal aborts. Throws if an outcome could not be stored; that
 * delivery is sent again. Returns the number of attempts.
 */
export async function sendToTarget(
  deps: SendDeps,
  claim: Claim,
  signal: AbortSignal,
): Promise<number> {
  const readTarget = createTargetReader(deps, claim)
  let queue: DueDelivery[] = []
  let reading: Promise<void> | undefined
  let inFlight = 0
  let sent = 0
  let isEnding = false
  let failure: { error: unknown } | undefined
  let pauseMs = LOOK_AGAIN_MS
  let endPause = () => {}
  /** Deliveries that were read, until their outcome is stored. */
  const taken = new Set<string>()
  const storing = new Set<Promise<void>>()

  async function read(): Promise<void> {
    const page = { taken: [...taken], now: deps.now(), limit: READ_AT_ONCE }
    queue = await listDue(deps.db, claim.endpointId, page)
    for (const { id } of queue) taken.add(id)
    if (queue.length > 1) endPause()
  }

  /** Waits longer each time, until something was found or everything ends. */
  async function pause(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, pauseMs)
    endPause = resolve
    await promise
    clearTimeout(timer)
    pauseMs = Math.min(2 * pauseMs, LOOK_AGAIN_MAX_MS)
  }

  /**
   * Returns the next delivery, already counted as in flight. Returns undefined when nothing is due
   * and no other request may still lead to more.
   */
  async function next(): Promise<DueDelivery | undefined> {
    while (!signal.aborted && !isEnding) {
      const first = queue.shift()
      if (first) {
        inFlight += 1
        pauseMs = LOOK_AGAIN_MS
        return first
      }
      reading ??= read().finally(() => {
        reading = undefined
      })
      await reading
      if (queue.length > 0) continue
      if (inFlight === 0) return undefined
      await pause()
    }
    return undefined
  }

  function store(outcome: Recorded): void {
    const stored = deps.recorder
      .record(outcome)
      .then(() => void taken.delete(outcome.announcementId))
      .catch((error) => {
        failure ??= { error }
        isEnding = true
      })
      .finally(() => storing.delete(stored))
    storing.add(stored)
  }

  async function send(delivery: DueDelivery): Promise<void> {
    const target = await readTarget()
    if (!target) {
      isEnding = true
      return
    }
    const outcome = await attemptDelivery(deps, target, delivery)
    sent += 1
    deps.countAttempt(outcome)
    store(outcome)
  }

  async function work(): Promise<void> {
    try {
      for (let delivery = await next(); delivery; delivery = await next()) {
        await send(delivery).finally(() => {
          inFlight -= 1
        })
        while (storing.size > NOT_STORED_MAX) await Promise.race(storing)
      }
    } finally {
      // What ends one ends the other.
      isEnding = true
      endPause()
    }
  }

  const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, work))
  await Promise.all(storing)
  if (failure) throw failure.error
  const failed = ended.find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
  return sent
}
