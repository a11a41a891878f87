import type { EventState } from '../../api/api-types.ts'

/** Event states in the words of the pages, short and in full; keys are the API's names. */
export const STATES = {
  PROCESSED: { label: 'Costed', filter: 'Costed', tone: 'good' },
  UNCOSTED: { label: 'No cost', filter: 'No cost', tone: 'bad' },
  NEEDS_COST_BACKFILL: { label: 'No price', filter: 'No cost: unknown model', tone: 'bad' },
  ERROR: { label: 'No rate', filter: 'No cost: rate missing', tone: 'bad' },
  PENDING: { label: 'Pending', filter: 'Pending', tone: 'waiting' },
} as const satisfies Record<
  EventState,
  { label: string; filter: string; tone: 'good' | 'bad' | 'waiting' }
>

export const STATE_NAMES = Object.keys(STATES) as EventState[]
export const STATE_LABELS = Object.fromEntries(
  STATE_NAMES.map((name) => [name, STATES[name].filter]),
) as Record<EventState, string>
