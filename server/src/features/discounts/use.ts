import type { Decimal } from '../../domain/money.ts'

/** What invoices that are not void took off by a discount, in one billing period. */
export type Use = { discountId: string; subscriptionId: string; periodStart: Date; amount: Decimal }

/** Names a billing period among those of the customer's subscriptions. */
export function periodKey(subscriptionId: string, start: Date): string {
  return `${subscriptionId} ${start.toISOString()}`
}
