/** A billing period in which invoices that are not void use a discount. */
export type Use = { discountId: string; subscriptionId: string; periodStart: Date }

/** Names a billing period among those of the customer's subscriptions. */
export function periodKey(subscriptionId: string, start: Date): string {
  return `${subscriptionId} ${start.toISOString()}`
}
