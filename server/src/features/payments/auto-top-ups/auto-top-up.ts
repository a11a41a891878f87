import type { Decimal } from '../../../domain/money.ts'
import type { CustomerScopedId } from '../../../domain/scoped-id.ts'

export const CONSENT_SOURCES = ['customer', 'operator'] as const
export type ConsentSource = (typeof CONSENT_SOURCES)[number]

/**
 * Why an automatic top-up stopped. `replaced`: it was set again with other terms. `dispute`: a bank took
 * the money of a top-up back.
 */
export const STOP_REASONS = [
  'switched_off',
  'replaced',
  'failures',
  'no_payment_method',
  'dispute',
  'customer_deleted',
] as const
export type StopReason = (typeof STOP_REASONS)[number]

/** One agreement of a customer that its saved payment method is charged without a request. */
export type AutoTopUp = CustomerScopedId & {
  currency: string
  /** Topped up while less than this is available. */
  threshold: Decimal
  amount: Decimal
  /** The most automatic top-ups of a calendar month (UTC). */
  monthlyMax: number
  /** Who agreed to which text, and when in business time. */
  consentedBy: string
  consentText: string
  consentSource: ConsentSource
  consentedAt: Date
  /** Failures since the last success. */
  failureCount: number
  /** Business time before which nothing is charged. */
  waitsUntil: Date | null
  stoppedAt: Date | null
  stopReason: StopReason | null
  version: number
  createdAt: Date
}

/** The failures in a row that stop it. */
export const FAILURES_MAX = 3
/** After a failure, a void or a refund of an automatic top-up, the next one waits for a day. */
export const WAIT_MS = 24 * 3_600_000

export const AUTO_TOP_UP_STATUSES = ['active', 'waiting', 'off'] as const
export type AutoTopUpStatus = (typeof AUTO_TOP_UP_STATUSES)[number]

export function statusOf(
  { stoppedAt, waitsUntil }: Pick<AutoTopUp, 'stoppedAt' | 'waitsUntil'>,
  businessNow: Date,
): AutoTopUpStatus {
  if (stoppedAt !== null) return 'off'
  return waitsUntil !== null && waitsUntil > businessNow ? 'waiting' : 'active'
}

/** Returns the calendar month (UTC) of a time, half-open. */
export function monthOf(at: Date): { start: Date; end: Date } {
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()]
  return { start: new Date(Date.UTC(year, month)), end: new Date(Date.UTC(year, month + 1)) }
}
