import type { EventState } from '../../api/api-types.ts'

/** Event states in the words of the pages, short and in full; keys are the API's names. */
export const STATES = {
  PROCESSED: { label: 'Costed', filter: 'Costed', tone: 'good' },
  UNCOSTED: { label: 'Without a cost', filter: 'Without a cost', tone: 'bad' },
  NEEDS_COST_BACKFILL: {
    label: 'Unknown model',
    filter: 'Without a cost: unknown model',
    tone: 'bad',
  },
  ERROR: { label: 'Rate missing', filter: 'Without a cost: rate missing', tone: 'bad' },
  PENDING: { label: 'Pending', filter: 'Pending', tone: 'waiting' },
} as const satisfies Record<
  EventState,
  { label: string; filter: string; tone: 'good' | 'bad' | 'waiting' }
>

export const STATE_NAMES = Object.keys(STATES) as EventState[]
export const STATE_LABELS = Object.fromEntries(
  STATE_NAMES.map((name) => [name, STATES[name].filter]),
) as Record<EventState, string>
