import { setTimeout as sleep } from 'node:timers/promises'
import { type AssignDeps, assignRuns } from './assigning/assign-runs.ts'
import { type CloseDeps, closeDueRuns, RUNS_AT_ONCE } from './closing/close-runs.ts'
import { type SendDeps, sendRecords } from './sending/send-records.ts'

export type TraceLaneDeps = CloseDeps & SendDeps & AssignDeps & { now: () => Date }

/** Pause between two looks for runs that are due. */
const ROUND_MS = 1_000

/**
 * Records what arrived of runs until stopped: closes runs that are due, stores their records as
 * events, and moves events of runs that were assigned. Any number of processes may do so.
 */
export async function runTraceLane(deps: TraceLaneDeps, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const isMore = await runRound(deps, signal).catch((error) => {
      deps.log.error({ err: error }, 'runs cannot be recorded yet; tried again in a moment')
      return false
    })
    if (!isMore) await sleep(ROUND_MS, undefined, { signal, ref: false }).catch(() => undefined)
  }
}

/** Does what is due now. Returns true if more may be due. */
export async function runRound(deps: TraceLaneDeps, signal?: AbortSignal): Promise<boolean> {
  const closed = await closeDueRuns(deps, deps.now())
  const sent = await sendRecords(deps, deps.now())
  if (signal?.aborted) return false
  const assigned = await assignRuns(deps, deps.now())
  return closed === RUNS_AT_ONCE || sent > 0 || assigned > 0
}
