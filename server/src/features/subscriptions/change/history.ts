import { isDeepStrictEqual } from 'node:util'
import { amountNumber } from '../../../domain/json-amount.ts'
import type { Decimal } from '../../../domain/money.ts'
import type { SubscriptionStatus } from '../../../domain/subscription-status.ts'
import type { FieldChange } from '../../changelog/entries.ts'
import type { Fields } from '../fields.ts'

type Shown = Fields & { status: SubscriptionStatus }

/** Returns the fields as the API shows them; the changelog compares these. */
function toShown({ endAt, endDate, proratedAmount, ...fields }: Shown): Record<string, unknown> {
  return {
    name: fields.name,
    status: fields.status,
    startDate: fields.startDate,
    endDate: endDateOf({ endAt, endDate }),
    isForever: fields.isForever,
    billingCycle: fields.billingCycle,
    customCycleDays: fields.customCycleDays,
    billingDay: fields.billingDay,
    billingModel: fields.billingModel,
    timezone: fields.timezone,
    netTerms: fields.netTerms,
    autoCollectPayment: fields.autoCollectPayment,
    seatsCount: fields.seatsCount,
    proratedAmount: amountOf(proratedAmount),
    invoiceMemo: fields.invoiceMemo,
    subscriptionDetails: fields.subscriptionDetails,
    metadata: fields.metadata,
  }
}

export function endDateOf({ endDate, endAt }: Pick<Fields, 'endDate' | 'endAt'>): string | null {
  return endDate ?? endAt?.toISOString() ?? null
}

/**
 * Converts to a JSON number, which the API requires; only exactly representable amounts are stored.
 */
export function amountOf(proratedAmount: Decimal | null): number | null {
  return proratedAmount && amountNumber(proratedAmount)
}

export function changesBetween(before: Shown, after: Shown): FieldChange[] {
  return difference(toShown(before), toShown(after))
}

/** Returns the changelog of a creation: every field changes from null to its value. */
export function changesOfCreation(created: Shown, parties: Record<string, string>): FieldChange[] {
  return difference({}, { ...parties, ...toShown(created) })
}

export function difference(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): FieldChange[] {
  return Object.entries(after).flatMap(([field, value]) => {
    const [from, to] = [before[field] ?? null, value ?? null]
    return isDeepStrictEqual(from, to) ? [] : [{ field, from, to }]
  })
}
