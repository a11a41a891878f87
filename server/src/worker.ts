import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, parseCronItems, type Runner, run } from 'graphile-worker'
import type { Deps } from './app.ts'
import { outboxHandlers } from './consumers.ts'
import { runEarningsLane } from './features/earnings/refresh/lane.ts'
import { runMailLane } from './features/emails/mail-lane.ts'
import { runOutboxLanes } from './features/outbox/lanes.ts'
import { runTraceLane } from './features/traces/lane.ts'
import { runReportLane } from './features/traces/reporting/lane.ts'
import { runWebhookLane } from './features/webhooks/sending/lane.ts'
import { jobSchedule } from './job-schedule.ts'
import { jobHandlers } from './jobs.ts'
import type { Log } from './platform/log.ts'

/**
 * Time for emails and events in progress to finish at shutdown; another process handles the rest.
 */
const LANES_END_WITHIN_MS = 5_000
const RESTART_MS = { first: 1_000, longest: 10_000 }
/** Time for a failed runner to stop. */
const ENDING_LIMIT_MS = 3_000

/**
 * Sends emails, consumes events and runs background jobs from the queue in the database. `stop`
 * waits for the jobs in progress.
 */
export async function startWorker(deps: Deps): Promise<{ stop: () => Promise<void> }> {
  const stopping = new AbortController()
  const { signal } = stopping
  const first = await startRunner(deps)
  const ended = keepRunning(first, { deps, signal })
  const lanes = [
    runMailLane(deps, signal),
    runOutboxLanes(deps, outboxHandlers(deps), signal),
    runEarningsLane(deps, signal),
    runTraceLane(deps, signal),
    runReportLane(deps, signal),
    runWebhookLane({ ...deps, random: Math.random }, signal),
  ]
  return {
    stop: async () => {
      stopping.abort()
      const isLeft = sleep(LANES_END_WITHIN_MS, undefined, { ref: false })
      await Promise.all([ended, Promise.race([Promise.all(lanes), isLeft])])
    },
  }
}

/**
 * Writes job results in batches of those available at once, so that a failed write ends the runner.
 * When graphile-worker writes them one by one, nothing awaits the write. Losing the database during
 * a job would then end the process with an unhandled rejection.
 */
const OUTCOMES_IN_BATCHES = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } }

function startRunner(deps: Deps): Promise<Runner> {
  const taskList = jobHandlers(deps)
  return run({
    pgPool: deps.pool,
    taskList,
    parsedCronItems: parseCronItems(jobSchedule(deps)),
    // One slot for each job and one for jobs queued while they run, limited by the pool size.
    concurrency: Math.min(Object.keys(taskList).length + 1, deps.config.databasePoolSize),
    preset: OUTCOMES_IN_BATCHES,
    noHandleSignals: true,
    logger: new Logger(() => (level, message) => writeLine(deps.log, level, message)),
  })
}

type Keeping = { deps: Deps; signal: AbortSignal }

/**
 * Restarts a runner that has failed, for example when the database was lost. Ending the process
 * would take down the API, which can still work.
 */
async function keepRunning(first: Runner, { deps, signal }: Keeping): Promise<void> {
  let runner: Runner | undefined = first
  while (runner) {
    await untilStopped(runner, signal)
    if (signal.aborted) return
    deps.log.error('the worker stopped unexpectedly; starting it again')
    runner = await startAgain({ deps, signal })
  }
}

/** Restarts the runner, retrying until it succeeds. Returns undefined when `signal` aborts. */
async function startAgain({ deps, signal }: Keeping): Promise<Runner | undefined> {
  for (let wait = RESTART_MS.first; ; wait = Math.min(wait * 2, RESTART_MS.longest)) {
    await sleep(wait, undefined, { signal }).catch(() => undefined)
    if (signal.aborted) return undefined
    try {
      return await startRunner(deps)
    } catch (error) {
      deps.log.error({ err: error }, 'the worker cannot be started again yet')
    }
  }
}

/**
 * Events after which a runner cannot continue: it failed to write a job result, or to fetch the
 * next job. After failing to load its job names, it repeats the same error permanently.
 */
const FAILURES = ['pool:fatalError', 'worker:getJob:error'] as const

/** Stops the runner when `signal` aborts or the runner has failed. Resolves once it has stopped. */
async function untilStopped(runner: Runner, signal: AbortSignal): Promise<void> {
  const failed = new Promise<void>((resolve) => {
    for (const failure of FAILURES) runner.events.once(failure, () => resolve())
  })
  // The error is already in the log.
  const ended = runner.promise.catch(() => undefined)
  await Promise.race([ended, failed, untilAborted(signal, ended)])
  // Rejects when the runner has already stopped.
  const stopped = runner.stop().catch(() => undefined)
  // A runner that fails twice may never end. It takes no more jobs, so it is abandoned after a time
  // limit.
  const isGivenUp = failed.then(() => sleep(ENDING_LIMIT_MS))
  await Promise.race([Promise.all([ended, stopped]), isGivenUp])
}

/** Resolves when `signal` aborts. Removes its listener once `ended` resolves. */
function untilAborted(signal: AbortSignal, ended: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const abort = () => resolve()
    if (signal.aborted) resolve()
    signal.addEventListener('abort', abort)
    void ended.then(() => signal.removeEventListener('abort', abort))
  })
}

function writeLine(log: Log, level: string, message: string): void {
  if (level === 'error') log.error(message)
  else if (level === 'warning') log.warn(message)
  else log.debug(message)
}
