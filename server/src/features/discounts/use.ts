/** A billing period in which a discount is used by invoices that are not void. */
export type Use = { discountId: string; subscriptionId: string; periodStart: Date }

/** Returns a key for a billing period among those of the customer's subscriptions. */
export function periodKey(subscriptionId: string, start: Date): string {
  return `${subscriptionId} ${start.toISOString()}`
}
