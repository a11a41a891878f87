import type { Bell } from '../../../platform/bell.ts'
import type { Db } from '../../../platform/database.ts'
import { newId } from '../../../platform/id.ts'
import type { Log } from '../../../platform/log.ts'
import type { Sealer } from '../../../platform/program/seal.ts'
import type { UrlRules } from '../endpoints/url.ts'
import type { WebhookMetrics } from './metrics.ts'
import {
  claimTargets,
  deleteDueOrphans,
  extendLeases,
  releaseTarget,
  type Target,
} from './queries.ts'
import { createRecorder } from './recorder.ts'
import { createRequester } from './request.ts'
import { sendToTarget } from './send-to-target.ts'

export type WebhookLaneDeps = {
  db: Db
  log: Log
  sealer: Sealer
  urlRules: UrlRules
  webhookBell: Bell
  webhookMetrics: WebhookMetrics
  now: () => Date
  random: () => number
}

/** Interval for finding retries that are due, and endpoints of dead processes. */
const ROUND_MS = 1_000
/** How long an endpoint stays claimed by a process that has died. */
const LEASE_MS = 45_000
const EXTEND_EVERY_MS = 10_000

/**
 * Sends deliveries as soon as they are committed, and retries when they are due. Each endpoint is
 * served by one process at a time, independently of all others.
 */
export async function runWebhookLane(deps: WebhookLaneDeps, signal: AbortSignal): Promise<void> {
  const { db, log, now, webhookBell } = deps
  const senderId = newId()
  const requester = createRequester(deps.urlRules)
  const recorder = createRecorder(deps)
  const { countAttempt } = deps.webhookMetrics
  const sendDeps = { ...deps, requester, recorder, countAttempt }
  const running = new Map<string, Promise<void>>()
  const lease = () => ({ senderId, leaseEnd: new Date(now().getTime() + LEASE_MS) })

  async function serve(target: Target): Promise<void> {
    try {
      const sent = await sendToTarget(sendDeps, { target, senderId, signal })
      if (sent === 0) await deleteDueOrphans(db, target.id, now())
      await releaseTarget(db, target.id, senderId)
      // Deliveries may have been added since the last one was read. An endpoint that nothing was
      // sent to waits for the next round, so that it cannot occupy the lane.
      if (sent > 0) webhookBell.ring()
    } catch (error) {
      // The claim stays until it expires, so that what was not stored is not sent again at once.
      log.error({ err: error, endpointId: target.id }, 'deliveries to an endpoint were interrupted')
    } finally {
      running.delete(target.id)
    }
  }

  const extension = setInterval(() => {
    if (running.size === 0) return
    extendLeases(db, [...running.keys()], lease()).catch((error) =>
      log.warn({ err: error }, 'claims of webhook endpoints were not extended'),
    )
  }, EXTEND_EVERY_MS)
  try {
    while (!signal.aborted) {
      const targets = await claimTargets(db, lease(), now()).catch((error) => {
        log.error({ err: error }, 'deliveries cannot be read; tried again in a moment')
        return []
      })
      for (const target of targets) {
        // A claim that expired during a delay is renewed, not served twice.
        if (!running.has(target.id)) running.set(target.id, serve(target))
      }
      await webhookBell.wait(ROUND_MS, signal)
    }
    await Promise.all(running.values())
  } finally {
    clearInterval(extension)
    requester.close()
  }
}
