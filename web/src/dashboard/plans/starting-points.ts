import type { Start } from './start-names.ts'

/** Starting points of a new plan; each is editable and unsaved. */
export const STARTS = {
  outcome: {
    label: 'Per outcome',
    about: 'Every ticket, call or document at one rate.',
    example: '$0.90 each',
  },
  tiers: {
    label: 'Tiers',
    about: 'A free allowance, then rates that fall with volume.',
    example: 'First 1,000 free, then $0.90 each, above 10,000 $0.70 each',
  },
  pool: {
    label: 'Credit pool',
    about: 'A fee with units included, and a rate beyond them.',
    example: '$500.00 for 1,000, then $0.60 each',
  },
  seats: {
    label: 'Seats',
    about: 'A fee for the platform, and one for each seat.',
    example: '$99.00 every period and $20.00 for each seat',
  },
} as const satisfies Record<Start, { label: string; about: string; example: string }>
