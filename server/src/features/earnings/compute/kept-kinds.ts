/**
 * What a kept row is about, and its number in the database. Usage and pools are of a strategy, fees too;
 * work is of a signal.
 */
export const KEPT_KINDS = {
  usage: 1,
  pool: 2,
  recurring: 3,
  seat_based: 4,
  onetime: 5,
  /** Amounts of an invoice line whose usage is gone, or whose fee no usage shares. */
  without_quantity: 6,
  /** Events, units and costs of signals that the plan prices, or that its fees cover. */
  priced_work: 7,
  /** Of signals that neither a price nor the fees of the plan cover, and of no subscription. */
  unpriced_work: 8,
  proration: 9,
  credit: 10,
  discount: 11,
  tax_included: 12,
} as const

export type KeptKind = keyof typeof KEPT_KINDS

/** The kinds whose earnings are revenue. */
export const REVENUE_KINDS: ReadonlySet<KeptKind> = new Set([
  'usage',
  'pool',
  'recurring',
  'seat_based',
  'onetime',
])

/** Stands for no subscription, plan, strategy or signal in keys, which cannot be null. */
export const NO_ID = '00000000-0000-0000-0000-000000000000'
