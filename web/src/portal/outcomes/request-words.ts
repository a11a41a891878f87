import type { PortalRejectionRequest } from '../../api/api-types.ts'

/** The state of a request in words, with the badge that shows it. */
export function stateOf({ state, restoredAt }: PortalRejectionRequest) {
  if (restoredAt !== null) return { tone: 'over', label: 'Billed again' } as const
  switch (state) {
    case 'requested':
      return { tone: 'waiting', label: 'Not decided yet' } as const
    case 'accepted':
      return { tone: 'good', label: 'Accepted' } as const
    case 'declined':
      return { tone: 'bad', label: 'Declined' } as const
    case 'withdrawn':
      return { tone: 'over', label: 'Withdrawn' } as const
  }
}
