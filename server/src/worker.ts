import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, parseCronItems, type Runner, run } from 'graphile-worker'
import type { Deps } from './app.ts'
import { jobHandlers, jobSchedule } from './jobs.ts'
import type { Log } from './platform/log.ts'

const CONCURRENT_JOBS = 2
const RESTART_MS = { first: 1_000, longest: 10_000 }

/** Runs background jobs from the queue in the database until stopped; a job under way finishes. */
export async function startWorker(deps: Deps): Promise<{ stop: () => Promise<void> }> {
  const stopping = new AbortController()
  const first = await startRunner(deps)
  const ended = keepRunning(first, { deps, signal: stopping.signal })
  return {
    stop: () => {
      stopping.abort()
      return ended
    },
  }
}

function startRunner(deps: Deps): Promise<Runner> {
  return run({
    pgPool: deps.pool,
    taskList: jobHandlers(deps),
    parsedCronItems: parseCronItems(jobSchedule(deps)),
    concurrency: CONCURRENT_JOBS,
    noHandleSignals: true,
    logger: new Logger(() => (level, message) => writeLine(deps.log, level, message)),
  })
}

type Keeping = { deps: Deps; signal: AbortSignal }

/**
 * The runner gets over a lost database by itself, but it ends when the outcome of a job could not
 * be written for minutes, or when another version has changed the queue. Then it is started again:
 * ending the process would take down the API, which can still do its work.
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

/** Stops the runner when told to, and returns once it has stopped, for whatever reason. */
async function untilStopped(runner: Runner, signal: AbortSignal): Promise<void> {
  let stopped = Promise.resolve()
  const stop = () => {
    // Rejects when it has already stopped.
    stopped = runner.stop().catch(() => undefined)
  }
  if (signal.aborted) stop()
  else signal.addEventListener('abort', stop)
  // What it failed with is in the log already.
  await runner.promise.catch(() => undefined)
  signal.removeEventListener('abort', stop)
  await stopped
}

function writeLine(log: Log, level: string, message: string): void {
  if (level === 'error') log.error(message)
  else if (level === 'warning') log.warn(message)
  else log.debug(message)
}
