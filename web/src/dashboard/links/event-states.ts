import type { EventState } from '../../api/api-types.ts'
import { NO_COST_YET } from '../../ui/values/no-cost-yet.ts'

/**
 * Event states in the words of the pages, short and in full; keys are the API's names. The short one
 * of an event without a cost is the reason, because the column of the cost says "No cost yet".
 */
export const STATES = {
  PROCESSED: { label: 'Costed', filter: 'Costed', tone: 'good' },
  UNCOSTED: { label: NO_COST_YET, filter: NO_COST_YET, tone: 'bad' },
  NEEDS_COST_BACKFILL: {
    label: 'Unknown model',
    filter: `${NO_COST_YET}: unknown model`,
    tone: 'bad',
  },
  ERROR: { label: 'Rate missing', filter: `${NO_COST_YET}: rate missing`, tone: 'bad' },
  PENDING: { label: 'Pending', filter: 'Pending', tone: 'waiting' },
} as const satisfies Record<
  EventState,
  { label: string; filter: string; tone: 'good' | 'bad' | 'waiting' }
>

export const STATE_NAMES = Object.keys(STATES) as EventState[]
export const STATE_LABELS = Object.fromEntries(
  STATE_NAMES.map((name) => [name, STATES[name].filter]),
) as Record<EventState, string>
