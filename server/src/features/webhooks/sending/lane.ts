import type { Bell } from '../../../platform/bell.ts'
import type { Db } from '../../../platform/database.ts'
import { newId } from '../../../platform/id.ts'
import type { Log } from '../../../platform/log.ts'
import type { Sealer } from '../../../platform/program/seal.ts'
import type { UrlRules } from '../endpoints/url.ts'
import type { WebhookMetrics } from './metrics.ts'
import {
  type Claim,
  claimTargets,
  deleteDueOrphans,
  extendClaims,
  releaseTarget,
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
const EXTEND_EVERY_MS = 10_000

/**
 * Sends deliveries as soon as they are committed, and retries when they are due. Each endpoint is
 * served by one process at a time, independently of all others.
 */
export async function runWebhookLane(deps: WebhookLaneDeps, signal: AbortSignal): Promise<void> {
  const { db, log, now, webhookBell } = deps
  const requester = createRequester(deps.urlRules)
  const recorder = createRecorder(deps)
  const { countAttempt } = deps.webhookMetrics
  const sendDeps = { ...deps, requester, recorder, countAttempt }
  /** The latest claim of each endpoint that is being served. */
  const claims = new Map<string, Claim>()
  const running = new Set<Promise<void>>()

  /** Serves an endpoint, and again if it was claimed again in the meantime. */
  async function serve(endpointId: string): Promise<void> {
    let served: Claim | undefined
    let claim = claims.get(endpointId)
    while (claim && claim !== served) {
      await serveOnce(claim)
      served = claim
      claim = claims.get(endpointId)
    }
    claims.delete(endpointId)
  }

  async function serveOnce(claim: Claim): Promise<void> {
    const { endpointId } = claim
    try {
      const sent = await sendToTarget(sendDeps, claim, signal)
      if (sent === 0) await deleteDueOrphans(db, endpointId, now())
      await releaseTarget(db, claim)
      // Deliveries may have been added since the last one was read. An endpoint that nothing was
      // sent to waits for the next round, so that it cannot occupy the lane.
      if (sent > 0) webhookBell.ring()
    } catch (error) {
      // The claim stays until it expires, so that what was not stored is not sent again at once.
      log.error({ err: error, endpointId }, 'deliveries to an endpoint were interrupted')
    }
  }

  function start(claim: Claim): void {
    const isServed = claims.has(claim.endpointId)
    claims.set(claim.endpointId, claim)
    if (isServed) return
    const one = serve(claim.endpointId).finally(() => running.delete(one))
    running.add(one)
  }

  const extension = setInterval(() => {
    if (claims.size === 0) return
    extendClaims(db, [...claims.values()]).catch((error) =>
      log.warn({ err: error }, 'claims of webhook endpoints were not extended'),
    )
  }, EXTEND_EVERY_MS)
  try {
    while (!signal.aborted) {
      const claimed = await claimTargets(db, newId(), now()).catch((error) => {
        log.error({ err: error }, 'deliveries cannot be read; tried again in a moment')
        return []
      })
      for (const claim of claimed) start(claim)
      await webhookBell.wait(ROUND_MS, signal)
    }
    await Promise.all(running)
  } finally {
    clearInterval(extension)
    requester.close()
  }
}
