import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, parseCronItems, type Runner, run } from 'graphile-worker'
import type { Deps } from './app.ts'
import { outboxHandlers } from './consumers.ts'
import { runMailLane } from './features/emails/mail-lane.ts'
import { runOutboxLanes } from './features/outbox/lanes.ts'
import { jobSchedule } from './job-schedule.ts'
import { jobHandlers } from './jobs.ts'
import type { Log } from './platform/log.ts'

/** What is just being sent or done gets when the service stops; another process does the rest. */
const LANES_END_WITHIN_MS = 5_000
const RESTART_MS = { first: 1_000, longest: 10_000 }
/** What a runner that has failed gets to end in. */
const ENDING_LIMIT_MS = 3_000

/**
 * Sends mails, does what follows from events, and runs background jobs from the queue in the database,
 * until stopped; a job under way finishes.
 */
export async function startWorker(deps: Deps): Promise<{ stop: () => Promise<void> }> {
  const stopping = new AbortController()
  const { signal } = stopping
  const first = await startRunner(deps)
  const ended = keepRunning(first, { deps, signal })
  const lanes = [runMailLane(deps, signal), runOutboxLanes(deps, outboxHandlers(deps), signal)]
  return {
    stop: async () => {
      stopping.abort()
      const isLeft = sleep(LANES_END_WITHIN_MS, undefined, { ref: false })
      await Promise.all([ended, Promise.race([Promise.all(lanes), isLeft])])
    },
  }
}

/**
 * Outcomes of jobs are written in batches, of whatever is there at once: graphile-worker then ends
 * the runner when it cannot write one. One at a time, nobody awaits the writing, and a database that
 * is lost while a job runs would end the process by an unhandled rejection.
 */
const OUTCOMES_IN_BATCHES = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } }

function startRunner(deps: Deps): Promise<Runner> {
  const taskList = jobHandlers(deps)
  return run({
    pgPool: deps.pool,
    taskList,
    parsedCronItems: parseCronItems(jobSchedule(deps)),
    // One for each job, and one for those that are asked for while they run, as far as there are
    // connections for them.
    concurrency: Math.min(Object.keys(taskList).length + 1, deps.config.databasePoolSize),
    preset: OUTCOMES_IN_BATCHES,
    noHandleSignals: true,
    logger: new Logger(() => (level, message) => writeLine(deps.log, level, message)),
  })
}

type Keeping = { deps: Deps; signal: AbortSignal }

/**
 * A runner that has failed, as when the database was lost, is started again: ending the process would
 * take down the API, which can still do its work.
 */
async function keepRunning(first: Runner, { deps, signal }: Keeping): Promise<void> {
  let runner: Runner | undefined = first
  while (runner) {
    await untilStopped(runner, signal)
    if (signal.aborted) return
    deps.log.error('the worker stopped by itself; starting it again')
    runner = await startAgain({ deps, signal })
  }
}

/** Undefined when there is no use in it any more. */
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
 * What a runner does not get over: it could not write the outcome of a job, or not ask for the next.
 * Once it was not told the names of its jobs, it gives the same error for an answer ever after.
 */
const FAILURES = ['pool:fatalError', 'worker:getJob:error'] as const

/** Stops the runner when told to or when it has failed, and returns once it has stopped. */
async function untilStopped(runner: Runner, signal: AbortSignal): Promise<void> {
  const failed = new Promise<void>((resolve) => {
    for (const failure of FAILURES) runner.events.once(failure, () => resolve())
  })
  // What it failed with is in the log already.
  const ended = runner.promise.catch(() => undefined)
  await Promise.race([ended, failed, untilAborted(signal, ended)])
  // Rejects when it has already stopped.
  const stopped = runner.stop().catch(() => undefined)
  // One that fails twice may never end. It takes no more jobs, so it is left to itself.
  const isGivenUp = failed.then(() => sleep(ENDING_LIMIT_MS))
  await Promise.race([Promise.all([ended, stopped]), isGivenUp])
}

/** Resolves at the signal, or leaves nothing behind once there is no use in it any more. */
function untilAborted(signal: AbortSignal, over: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const abort = () => resolve()
    if (signal.aborted) resolve()
    signal.addEventListener('abort', abort)
    void over.then(() => signal.removeEventListener('abort', abort))
  })
}

function writeLine(log: Log, level: string, message: string): void {
  if (level === 'error') log.error(message)
  else if (level === 'warning') log.warn(message)
  else log.debug(message)
}
