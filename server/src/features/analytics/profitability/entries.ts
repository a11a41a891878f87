import { add, type Decimal, isZero, ZERO } from '../../../domain/money.ts'

/** Kinds of kept rows that are shown under their own name. */
export const SHOWN = [
  'without_quantity',
  'recurring',
  'seat_based',
  'onetime',
  'proration',
  'credit',
  'discount',
  'tax_included',
] as const

/** What a row of profitability is made of. */
export const KINDS = ['outcomes', ...SHOWN, 'no_subscription', 'rounding'] as const
export type Kind = (typeof KINDS)[number]

/** Amounts are in the currency of their entry, costs in USD. */
export type Sums = {
  quantity: Decimal
  revenue: Decimal
  /** The part of the revenue that is on finalized invoices. */
  invoiced: Decimal
  cost: Decimal
  eventCount: number
  uncostedEvents: number
}

/** Figures of one kind, key and currency. */
export type Entry = Sums & {
  kind: Kind
  /** Null: without a key, or of all keys that are not listed. */
  key: string | null
  /** Null: work of no subscription. */
  currency: string | null
}

export const NOTHING: Sums = {
  quantity: ZERO,
  revenue: ZERO,
  invoiced: ZERO,
  cost: ZERO,
  eventCount: 0,
  uncostedEvents: 0,
}

export function addSums(a: Sums, b: Sums): Sums {
  return {
    quantity: add(a.quantity, b.quantity),
    revenue: add(a.revenue, b.revenue),
    invoiced: add(a.invoiced, b.invoiced),
    cost: add(a.cost, b.cost),
    eventCount: a.eventCount + b.eventCount,
    uncostedEvents: a.uncostedEvents + b.uncostedEvents,
  }
}

export function isSomething({ quantity, revenue, invoiced, cost, eventCount }: Sums): boolean {
  return eventCount !== 0 || [quantity, revenue, invoiced, cost].some((one) => !isZero(one))
}
