import type { ActorKind } from '../auth/principal.ts'
import type { Place, RecostScope } from '../usage/recosting/costed-events.ts'
import type { RecostCounts } from '../usage/recosting/recost-page.ts'

export const RUN_STATES = ['queued', 'running', 'completed', 'cancelled', 'failed'] as const
export type RunState = (typeof RUN_STATES)[number]

/** A run that prices stored usage again, or reverses an earlier run. */
export type RepricingRun = RecostScope &
  RecostCounts & {
    id: string
    state: RunState
    reversesId: string | null
    /** The run that reverses it, unless that one was cancelled or failed. */
    reversedById: string | null
    reason: string | null
    actorKind: ActorKind
    actorId: string
    createdAt: Date
    startedAt: Date | null
    completedAt: Date | null
  }

/** A run with its progress. The second pass reads what was recorded during the first one. */
export type OpenRun = RepricingRun & { pass: 1 | 2; place: Place | null; failures: number }
