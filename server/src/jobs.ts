import type { Task, TaskList } from 'graphile-worker'
import type { Deps } from './app.ts'
import { advanceOf } from './clock-round/advance-clock.ts'
import { collectAllDue, runAllBilling, settleAllOutcomes } from './clock-round/run-billing.ts'
import { syncCatalog } from './features/catalog/sync/sync.ts'
import { resumeMoves } from './features/clock/move.ts'
import { pruneCreditAlerts } from './features/control/alerts/credit/prune.ts'
import { pruneAlerts } from './features/control/alerts/prune.ts'
import { sendAlertMails } from './features/control/alerts/send-mails.ts'
import { sweepAlerts } from './features/control/alerts/sweep.ts'
import { sweepAutoTopUps } from './features/control/auto-top-ups/sweep.ts'
import { pruneDecisions } from './features/control/decisions/prune.ts'
import { advanceAllocations } from './features/cost-allocations/advance.ts'
import { pruneIdempotentRequests } from './features/idempotent-requests/service.ts'
import { findJobFinish, noteJobFinish } from './features/operation/job-finishes.ts'
import { pruneOutbox } from './features/outbox/prune.ts'
import { retryPending } from './features/payments/retry.ts'
import { prunePortalSessions } from './features/portal-sessions/service.ts'
import { continueRuns } from './features/repricing/work.ts'
import { pruneSessions } from './features/sessions/service.ts'
import { forgetSpans } from './features/traces/spans/forget-spans.ts'
import { announceUnknownModels } from './features/usage/backfill/announce-unknown-models.ts'
import { backfillKnown } from './features/usage/backfill/backfill-known.ts'
import { closeSums } from './features/usage/closed-sums/close-sums.ts'
import { announcePrices } from './features/usage/price-changes/announce-prices.ts'
import { pruneAnnouncements } from './features/webhooks/announcements/prune.ts'
import { endDeliveries } from './features/webhooks/deliveries/end-deliveries.ts'
import { tellManagers } from './features/webhooks/notices/tell-managers.ts'
import { ATTEMPTS, jobSchedule } from './job-schedule.ts'

/**
 * Returns the handler of every background job by name. A job may run twice, and on two machines at
 * once, but only once at a time within a process. The runner has a slot for each job, so a job that
 * hangs does not delay the others.
 */
export function jobHandlers(deps: Deps): TaskList {
  const { db, log, catalog, config, usage, mailBell, outboxBells, now } = deps
  const jobs: Record<string, Task> = {
    'usage.recost': async () => {
      await catalog.refresh()
      await backfillKnown({ db, log, findPrices: usage.findPrices }, now())
    },
    'cost-allocations.advance': async (_payload, { abortSignal }) =>
      advanceAllocations(deps, abortSignal),
    'repricing.continue': async (_payload, { abortSignal }) => continueRuns(deps, abortSignal),
    'usage.announce-unknown-models': async () => announceUnknownModels({ db, clock: deps.clock }),
    'usage.announce-prices': async () => {
      await catalog.refresh()
      await announcePrices({ db, catalog, clock: deps.clock }, now())
    },
    'usage.close-sums': async (_payload, { abortSignal }) =>
      closeSums({ db, log }, now(), abortSignal),
    // Emails are sent by their own lane; this only wakes it.
    'emails.deliver': async () => mailBell.ring(),
    'idempotent-requests.prune': async () => pruneIdempotentRequests(db, now()),
    'sessions.prune': async () => pruneSessions(db, now()),
    'portal-sessions.prune': async () => prunePortalSessions(db, now()),
    'outbox.prune': async () => {
      await pruneOutbox(db, now())
      await pruneAnnouncements(db, config.announcementDays, now())
      await pruneDecisions(db, now())
      await pruneAlerts(db, now())
      await pruneCreditAlerts(db, now())
    },
    'traces.forget-spans': async (_payload, { abortSignal }) => forgetSpans(db, now(), abortSignal),
    'webhooks.end-deliveries': async () => endDeliveries(db),
    'webhooks.tell-managers': async () => tellManagers(deps),
    'budget-alerts.sweep': async (_payload, { abortSignal: signal }) => {
      const lastFinish = await findJobFinish(db, 'budget-alerts.sweep')
      await sweepAlerts({ ...deps.alertDeps, log, now }, { lastFinish, signal })
    },
    'auto-top-ups.sweep': async (_payload, { abortSignal: signal }) => {
      const lastFinish = await findJobFinish(db, 'auto-top-ups.sweep')
      await sweepAutoTopUps(deps, { lastFinish, signal })
    },
    'budget-alerts.mail': async () => sendAlertMails(deps),
    'catalog.sync': async () => {
      await syncCatalog({ db, log }, config, now())
    },
    'usage.settle': async (_payload, { abortSignal: stopping }) =>
      settleAllOutcomes({ ...deps, stopping }),
    'billing.run': async (_payload, { addJob, abortSignal: stopping }) => {
      await runAllBilling({ ...deps, stopping })
      // Newly finalized invoices are charged immediately.
      await addJob('billing.collect', {}, { jobKey: 'billing.collect', maxAttempts: ATTEMPTS })
    },
    'billing.collect': async (_payload, { abortSignal: stopping }) =>
      collectAllDue({ ...deps, stopping }),
    'payments.retry': async () => retryPending(deps, now()),
    'test-clock.resume': async (_payload, { abortSignal }) =>
      resumeMoves({ ...deps, advance: advanceOf(deps) }, abortSignal),
    // Legacy job name, queued by versions without the outbox.
    'notices.write': async () => outboxBells.ring(),
  }
  const periodic = new Set(jobSchedule(deps).map(({ task }) => task))
  const noted = (name: string, job: Task): Task => {
    if (!periodic.has(name)) return job
    return async (payload, helpers) => {
      await job(payload, helpers)
      // A job that received a stop signal may leave work undone. It is noted too, because it proves
      // that a worker is running.
      await noteJobFinish(db, name, now())
    }
  }
  return Object.fromEntries(
    Object.entries(jobs).map(([name, job]) => [name, oneAtATime(noted(name, job))]),
  )
}

/**
 * Runs a job once at a time. Calls during a run cause one more run afterwards, shared by all of
 * them.
 */
function oneAtATime(job: Task): Task {
  let isRunning = false
  let isAskedFor = false
  return async (payload, helpers) => {
    isAskedFor = true
    if (isRunning) return
    isRunning = true
    try {
      while (isAskedFor) {
        isAskedFor = false
        await job(payload, helpers)
      }
    } finally {
      isRunning = false
    }
  }
}
