import type { Kind } from './draft.ts'

/** Choices for the kind of a price, with their descriptions. */
export const KINDS: Record<Kind, { label: string; about: string }> = {
  flat: { label: 'Per unit', about: 'Every unit at one rate.' },
  package: { label: 'Packages', about: 'Every package of units that is begun, in full.' },
  graduated: { label: 'Tiers', about: 'Each unit at the rate of its own tier.' },
  volume: { label: 'Volume', about: 'All units at the rate of the tier that the total falls in.' },
  credit_pool: {
    label: 'Credit pool',
    about: 'A fee with units included, then a rate for each additional unit.',
  },
  recurring: { label: 'Recurring fee', about: 'Once every billing period.' },
  seat_based: { label: 'Seats', about: 'Once every billing period for each seat.' },
  onetime: { label: 'One-time fee', about: 'Once, on the day the subscription starts.' },
}
export const KIND_NAMES = Object.keys(KINDS) as Kind[]

export const GROUPS: readonly { group: string; kinds: readonly Kind[] }[] = [
  { group: 'Usage', kinds: ['flat', 'package', 'graduated', 'volume', 'credit_pool'] },
  { group: 'Fees', kinds: ['recurring', 'seat_based', 'onetime'] },
]

/** Names that the service gives to prices without one. */
export const DEFAULT_NAMES: Partial<Record<Kind, string>> = {
  recurring: 'Recurring fee',
  seat_based: 'Seat fee',
  onetime: 'One-time fee',
}

/** Returns what saving changes for subscriptions on the plan. */
export function whatHappens(liveSubscriptions: number): string {
  const count =
    liveSubscriptions === 1 ? '1 subscription is' : `${liveSubscriptions} subscriptions are`
  return `${count} on this plan. Drafts are recalculated; invoices past draft do not change.`
}
