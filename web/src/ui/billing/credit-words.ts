import { dayIn } from '../values/dates.ts'

const INSTANT_BEFORE_MS = 1

/**
 * Returns the last day (UTC) on which credit is valid: `2026-12-31` for credit that expires at the
 * start of 2027. Null for credit without an expiry.
 */
export function lastDayOf(expiresAt: string | null): string | null {
  if (expiresAt === null) return null
  return dayIn(new Date(Date.parse(expiresAt) - INSTANT_BEFORE_MS), 'UTC')
}

/** Names a kind of credit; one that this page does not know keeps the name of the API. */
export const kindInWords = (kind: string): string => KINDS[kind] ?? kind

const KINDS: Readonly<Record<string, string>> = {
  paid: 'Paid',
  promotional: 'Promotional',
  correction: 'Correction',
}

/** Says why credit changed, before the number of the invoice if there is one: "Used by" INV-7. */
export const movementInWords = (type: string): string => MOVEMENTS[type] ?? type

const MOVEMENTS: Readonly<Record<string, string>> = {
  given: 'Given by',
  used: 'Used by',
  returned: 'Returned by',
  withdrawn: 'Withdrawn by',
  paid_out: 'Paid out',
  granted: 'Granted',
  expired: 'Expired',
  refunded: 'Refunded',
}
