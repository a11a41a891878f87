import { type Decimal, ZERO } from '../../../domain/money.ts'

/** Units of signals, by signal id. */
export type Units = ReadonlyMap<string, Decimal>

export const NO_UNITS: Units = new Map()

/** What a subscription earns and costs in its current billing period. */
export type PricedSubscription = {
  agentId: string
  currency: string
  /** In USD: what its usage in the period costs. */
  cost: Decimal
  /** Ids of the signals that its plan prices. */
  signalIds: readonly string[]
  /**
   * Returns what the customer will pay for the period, after discounts and before tax, with further
   * units. The amount equals that of the invoice.
   */
  revenueWith: (units: Units) => Decimal
}

/** Adds up what subscriptions earn in one currency with further units of their signals. */
export function revenueOf(subscriptions: readonly PricedSubscription[], units: Units): Decimal {
  return subscriptions.reduce((sum, { revenueWith }) => sum.plus(revenueWith(units)), ZERO)
}
