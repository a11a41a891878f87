import type { FaultKind } from '../plan.ts'

/** A stop in good order is what the test of usage is for; here the program is cut off. */
export const KILLS: readonly FaultKind[] = ['server', 'postmaster', 'backend', 'restart']
