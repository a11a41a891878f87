import { amountNumber } from '../../../domain/json-amount.ts'
import { type AutoTopUp, statusOf } from '../auto-top-ups/auto-top-up.ts'
import type { Made } from '../auto-top-ups/made.ts'
import type { ShownAutoTopUp } from './fields.ts'

/** Builds the fields of an automatic top-up that its customer may see. */
export function autoTopUpBody(
  autoTopUp: AutoTopUp,
  { count, openId }: Pick<Made, 'count' | 'openId'>,
  businessNow: Date,
): ShownAutoTopUp {
  const status = statusOf(autoTopUp, businessNow)
  const { waitsUntil } = autoTopUp
  return {
    id: autoTopUp.id,
    currency: autoTopUp.currency,
    status,
    stopReason: autoTopUp.stopReason,
    threshold: amountNumber(autoTopUp.threshold),
    amount: amountNumber(autoTopUp.amount),
    maxPerMonth: autoTopUp.monthlyMax,
    topUpsThisMonth: count,
    openTopUpId: openId,
    failures: autoTopUp.failureCount,
    nextAttemptAt: status === 'waiting' && waitsUntil ? waitsUntil.toISOString() : null,
    consentedBy: autoTopUp.consentedBy,
    consentText: autoTopUp.consentText,
    consentSource: autoTopUp.consentSource,
    consentedAt: autoTopUp.consentedAt.toISOString(),
    stoppedAt: autoTopUp.stoppedAt?.toISOString() ?? null,
  }
}
