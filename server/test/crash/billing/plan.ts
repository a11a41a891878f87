import type { FaultKind } from '../plan.ts'

/** Kills only: the usage crash test covers graceful stops. */
export const KILLS: readonly FaultKind[] = ['server', 'postmaster', 'backend', 'restart']
