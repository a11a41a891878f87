import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../../../platform/database.ts'
import type { Sealer } from '../../../platform/program/seal.ts'
import { type AttemptDeps, attemptDelivery, type OpenTarget, openTarget } from './attempt.ts'
import { type DueDelivery, findTarget, listDue, type Target } from './queries.ts'
import type { Recorded, Recorder } from './recorder.ts'

/** Requests to one endpoint at once. */
const AT_ONCE = 2
const READ_AT_ONCE = 100
/** Attempts of an endpoint whose outcome is not stored yet; more would be sent twice by a crash. */
const NOT_STORED_MAX = 50
/** Interval for finding new deliveries while a request waits for its answer. */
const LOOK_AGAIN_MS = 250

export type SendDeps = AttemptDeps & {
  db: Db
  sealer: Sealer
  recorder: Recorder
  countAttempt: (outcome: Recorded) => void
}

type Sending = { target: Target; senderId: string; signal: AbortSignal }

/**
 * Sends the deliveries of an endpoint that are due, until none is left, the endpoint is disabled,
 * or the signal aborts. Throws if an outcome could not be stored; that delivery is sent again.
 * Returns the number of attempts.
 */
export async function sendToTarget(deps: SendDeps, sending: Sending): Promise<number> {
  const { db } = deps
  const { senderId, signal } = sending
  let target: OpenTarget | undefined
  let queue: DueDelivery[] = []
  let reading: Promise<void> | undefined
  let inFlight = 0
  let sent = 0
  let failure: { error: unknown } | undefined
  /** Deliveries that were read, until their outcome is stored. */
  const taken = new Set<string>()
  const storing = new Set<Promise<void>>()

  async function read(): Promise<void> {
    const now = deps.now()
    const found = await findTarget(db, sending.target.id, senderId)
    target = found && openTarget(deps.sealer, found, now)
    if (!target) return
    const page = { taken: [...taken], now, limit: READ_AT_ONCE }
    queue = await listDue(db, target.id, page)
    for (const { id } of queue) taken.add(id)
  }

  /**
   * Returns the next delivery, already counted as in flight. Returns undefined when nothing is due
   * and no other request may still lead to more.
   */
  async function next(): Promise<DueDelivery | undefined> {
    while (!signal.aborted && !failure) {
      const first = queue.shift()
      if (first) {
        inFlight += 1
        return first
      }
      reading ??= read().finally(() => {
        reading = undefined
      })
      await reading
      if (!target) return undefined
      if (queue.length > 0) continue
      if (inFlight === 0) return undefined
      await sleep(LOOK_AGAIN_MS)
    }
    return undefined
  }

  function store(outcome: Recorded): void {
    const stored = deps.recorder
      .record(outcome)
      .then(() => void taken.delete(outcome.announcementId))
      .catch((error) => {
        failure ??= { error }
      })
      .finally(() => storing.delete(stored))
    storing.add(stored)
  }

  async function send(delivery: DueDelivery): Promise<void> {
    if (!target) return
    const outcome = await attemptDelivery(deps, target, delivery)
    sent += 1
    deps.countAttempt(outcome)
    store(outcome)
  }

  async function work(): Promise<void> {
    for (let delivery = await next(); delivery; delivery = await next()) {
      await send(delivery).finally(() => {
        inFlight -= 1
      })
      while (storing.size > NOT_STORED_MAX) await Promise.race(storing)
    }
  }

  const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, work))
  await Promise.all(storing)
  if (failure) throw failure.error
  const failed = ended.find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
  return sent
}
