import type { RunState } from '../../api/api-types.ts'

export const RUN_STATES = {
  open: 'Open',
  unassigned: 'Unassigned',
  closed: 'Closed',
} as const satisfies Record<RunState, string>

export const RUN_STATE_NAMES = Object.keys(RUN_STATES) as RunState[]
