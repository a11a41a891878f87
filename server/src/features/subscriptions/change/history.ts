import { isDeepStrictEqual } from 'node:util'
import { amountNumber } from '../../../domain/json-amount.ts'
import type { Decimal } from '../../../domain/money.ts'
import type { SubscriptionStatus } from '../../../domain/subscription-status.ts'
import type { FieldChange } from '../../changelog/entries.ts'
import type { Fields } from '../fields.ts'

type Shown = Fields & { status: SubscriptionStatus }

/** The fields as answers show them: what the history of a subscription speaks of. */
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

/** The contract writes this amount as a JSON number; only those that survive as one are stored. */
export function amountOf(proratedAmount: Decimal | null): number | null {
  return proratedAmount && amountNumber(proratedAmount)
}

export function changesBetween(before: Shown, after: Shown): FieldChange[] {
  return difference(toShown(before), toShown(after))
}

/** Creation is a change too: from nothing to what it is. */
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
