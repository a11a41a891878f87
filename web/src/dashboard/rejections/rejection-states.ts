import type { RejectionState } from '../../api/api-types.ts'

export const STATE_LABELS = {
  accepted: 'Rejected',
  withdrawn: 'Withdrawn',
} as const satisfies Record<RejectionState, string>

export const STATE_NAMES = Object.keys(STATE_LABELS) as RejectionState[]
