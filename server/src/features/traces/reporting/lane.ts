import { setTimeout as sleep } from 'node:timers/promises'
import { REPORTS_AT_ONCE, type ReportDeps, reportDueRuns } from './report-runs.ts'

/** Pause between two looks for runs that are due. */
const ROUND_MS = 1_000

/**
 * Reports runs to their holds until stopped. It has a lane of its own, so that a hold that cannot be
 * reached delays no record. Any number of processes may do so.
 */
export async function runReportLane(
  deps: ReportDeps & { now: () => Date },
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const count = await reportDueRuns(deps, deps.now()).catch((error) => {
      deps.log.error({ err: error }, 'runs cannot be reported yet; tried again in a moment')
      return 0
    })
    if (count < REPORTS_AT_ONCE) {
      await sleep(ROUND_MS, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }
}
