import { Logger, parseCronItems, run } from 'graphile-worker'
import type { Deps } from './app.ts'
import { jobHandlers, jobSchedule } from './jobs.ts'
import type { Log } from './platform/log.ts'

const CONCURRENT_JOBS = 2

/** Runs background jobs from the queue in the database until stopped; a job under way finishes. */
export async function startWorker(deps: Deps): Promise<{ stop: () => Promise<void> }> {
  const runner = await run({
    pgPool: deps.pool,
    taskList: jobHandlers(deps),
    parsedCronItems: parseCronItems(jobSchedule(deps)),
    concurrency: CONCURRENT_JOBS,
    noHandleSignals: true,
    logger: new Logger(() => (level, message) => writeLine(deps.log, level, message)),
  })
  // After a stop or a failure of the pool; serve() decides what a failure means.
  runner.promise.catch((error) => deps.log.error({ err: error }, 'the worker stopped'))
  return { stop: () => runner.stop() }
}

function writeLine(log: Log, level: string, message: string): void {
  if (level === 'error') log.error(message)
  else if (level === 'warning') log.warn(message)
  else log.debug(message)
}
