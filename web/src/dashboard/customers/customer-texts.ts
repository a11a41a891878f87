import type { Customer } from '../../api/api-types.ts'

type Status = Customer['status']

/** For display and filters only; billing does not depend on it. */
export const STATUSES = {
  active: { tone: 'good', label: 'Active' },
  inactive: { tone: 'over', label: 'Inactive' },
  suspended: { tone: 'waiting', label: 'Suspended' },
} as const satisfies Record<Status, { tone: string; label: string }>

export const STATUS_NAMES = ['active', 'inactive', 'suspended'] as const satisfies Status[]

export const STATUS_LABELS = {
  active: STATUSES.active.label,
  inactive: STATUSES.inactive.label,
  suspended: STATUSES.suspended.label,
} as const satisfies Record<Status, string>

/** Date range of every figure on these pages. */
export const WINDOW = '30 d'
export const NO_CUSTOMERS =
  'A customer is created automatically by the first event that names it. Send an event with your API key, or create a customer by hand.'
