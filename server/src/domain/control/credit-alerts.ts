import { type Decimal, ZERO } from '../money.ts'

/** An amount of credit below which what is available fell. */
export type CreditFall = {
  kind: 'low' | 'depleted' | 'budget'
  /** The budget, or the customer. */
  subjectId: string
  threshold: Decimal
  /** True while what is available is below the threshold; of depleted credit, 0 is none. */
  isBelow: boolean
}

type Watched = {
  customerId: string
  /** Null: low credit is not announced. */
  lowAmount: Decimal | null
  /** True if the customer has had credit of its own, paid or promotional. */
  isPrepaid: boolean
  /** Budgets of credit, which alert below their amounts. */
  budgets: readonly { id: string; amount: Decimal }[]
}

/**
 * Returns the falls to look for, and those that what is available has reached. Credit that is low is
 * above 0 or below it; a customer without credit of its own has none to fall.
 */
export function fallsOf(
  available: Decimal,
  { customerId: subjectId, lowAmount, isPrepaid, budgets }: Watched,
): CreditFall[] {
  const depleted = { kind: 'depleted', subjectId, threshold: ZERO, isBelow: available.lte(ZERO) }
  const low = (threshold: Decimal) =>
    ({ kind: 'low', subjectId, threshold, isBelow: available.lt(threshold) }) as const
  const ofBudgets = budgets.map(({ id, amount }): CreditFall => {
    return { kind: 'budget', subjectId: id, threshold: amount, isBelow: available.lt(amount) }
  })
  if (!isPrepaid) return ofBudgets
  return [
    ...(lowAmount?.gt(ZERO) ? [low(lowAmount)] : []),
    { ...depleted, kind: 'depleted' },
    ...ofBudgets,
  ]
}

/** Days before its expiry on which credit that is left is announced, the later one first. */
export const NOTICE_DAYS = [3, 14] as const

const DAY_MS = 24 * 60 * 60_000

/**
 * Returns the notice of expiry that is due at a time, in days ahead; undefined if none is, as for
 * credit that was given for a shorter time.
 */
export function noticeAt(
  { effectiveAt, expiresAt }: { effectiveAt: Date; expiresAt: Date | null },
  now: Date,
): number | undefined {
  if (expiresAt === null || expiresAt <= now) return undefined
  return NOTICE_DAYS.find((days) => {
    const noticeAtMs = expiresAt.getTime() - days * DAY_MS
    return noticeAtMs <= now.getTime() && effectiveAt.getTime() < noticeAtMs
  })
}
