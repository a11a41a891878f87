import type { EventState } from '../../api/api.gen.ts'

/** The states of an event, in the words of the pages; the names are the API's. */
export const STATES = {
  PROCESSED: { label: 'Cost known', tone: 'good' },
  UNCOSTED: { label: 'No cost', tone: 'bad' },
  NEEDS_COST_BACKFILL: { label: 'Model unknown', tone: 'bad' },
  ERROR: { label: 'Rate missing', tone: 'bad' },
  PENDING: { label: 'Pending', tone: 'waiting' },
} as const satisfies Record<EventState, { label: string; tone: 'good' | 'bad' | 'waiting' }>

export const STATE_NAMES = Object.keys(STATES) as EventState[]
export const STATE_LABELS = Object.fromEntries(
  STATE_NAMES.map((name) => [name, STATES[name].label]),
) as Record<EventState, string>
