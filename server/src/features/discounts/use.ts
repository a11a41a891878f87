/** A billing period in which a discount is used by invoices that are not void. */
export type Use = { discountId: string; dealId: string; periodStart: Date }

/**
 * Returns a key for a billing period among those of the customer's deals. The first period of a successor, which a
 * change of plan cuts, is the period of its predecessor: `start` is that of the period without the change.
 */
export function periodKey(dealId: string, start: Date): string {
  return `${dealId} ${start.toISOString()}`
}
