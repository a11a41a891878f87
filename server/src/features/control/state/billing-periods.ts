import type { Range } from '../../../domain/time/range.ts'
import { billingAt } from '../../../domain/time/schedule.ts'
import type { Db } from '../../../platform/database.ts'
import { listSubscriptionsOf } from '../../subscriptions/of-customer.ts'

type OfCustomer = { organizationId: string; customerId: string }

/** The current billing period of a subscription, as epoch milliseconds. */
export type AgentPeriod = Range<number> & { agentId: string }

/** Returns the current billing periods of a customer's active subscriptions. */
export type BillingPeriods = (customer: OfCustomer, businessNow: Date) => Promise<AgentPeriod[]>

export function createBillingPeriods(db: Db): BillingPeriods {
  return async (customer, businessNow) => {
    const subscriptions = await listSubscriptionsOf(db, customer)
    return subscriptions.flatMap((subscription) => {
      const { currentPeriod: period } = billingAt(subscription, businessNow)
      if (!period) return []
      const [start, end] = [period.start.getTime(), period.end.getTime()]
      return { agentId: subscription.agentId, start, end }
    })
  }
}

/**
 * Returns the billing period of a budget: that of its agent, or of all agents. Of several periods it
 * has the earliest start and the earliest end, so that it never counts too little.
 */
export function billingPeriodOf(
  agentId: string | null,
  periods: readonly AgentPeriod[],
): Range<number> | undefined {
  const own = periods.filter((period) => agentId === null || period.agentId === agentId)
  if (own.length === 0) return undefined
  return {
    start: Math.min(...own.map(({ start }) => start)),
    end: Math.min(...own.map(({ end }) => end)),
  }
}
