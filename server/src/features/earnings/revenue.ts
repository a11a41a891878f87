import { add, type Decimal, isZero, ZERO } from '../../domain/money.ts'
import type { Earning } from '../../domain/prices/earnings.ts'

/** What was earned in one currency, by kind. */
export type Revenue = {
  agentEarned: Decimal
  /** With the fees of pools. */
  recurring: Decimal
  seat: Decimal
  onetime: Decimal
}

export const NO_REVENUE: Revenue = {
  agentEarned: ZERO,
  recurring: ZERO,
  seat: ZERO,
  onetime: ZERO,
}

const PLACES = {
  usage: 'agentEarned',
  pool: 'recurring',
  recurring: 'recurring',
  seat_based: 'seat',
  onetime: 'onetime',
} as const

export function revenueOf(earnings: readonly Earning[]): Revenue {
  const total = { ...NO_REVENUE }
  for (const { kind, amount } of earnings) {
    if (isZero(amount)) continue
    const place = PLACES[kind]
    total[place] = add(total[place], amount)
  }
  return total
}

/** All of it. */
export function revenueTotal({ agentEarned, recurring, seat, onetime }: Revenue): Decimal {
  return [recurring, seat, onetime].reduce(add, agentEarned)
}
