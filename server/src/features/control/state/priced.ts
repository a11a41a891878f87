import type { CreditIn } from '../credit/deciding-credit.ts'
import type { PricedSubscription } from '../revenue/priced-subscription.ts'

/** What is computed from prices: what subscriptions earn, and the credit of the customer. */
export type Priced = {
  subscriptions: readonly PricedSubscription[]
  creditIn: CreditIn | undefined
}

export const NOTHING_PRICED: Priced = { subscriptions: [], creditIn: undefined }
