import { isUsageStrategy } from '../../../domain/prices/strategy.ts'
import type { Db } from '../../../platform/database.ts'
import { groupInTurns } from '../../../platform/program/in-turns.ts'
import { includedIn } from '../../pricing-plans/included-signals.ts'
import { type Strategy, strategyOf } from '../../pricing-plans/strategies/strategy.ts'
import type { BilledRange, Candidates } from '../../rating/attribution.ts'
import {
  listOwnPricesOfCustomers,
  withOwnPrices,
} from '../../subscriptions/own-prices/own-price.ts'
import type { EarningSubscription } from './earning-filter.ts'
import type { FinalLineRow } from './line-queries.ts'
import { listPlanStrategies, type PlanStrategyRow } from './subscription-queries.ts'

export type Pair = { customerId: string; agentId: string }
export const pairKey = ({ customerId, agentId }: Pair) => `${customerId} ${agentId}`

type Priced = {
  strategies: readonly Strategy[]
  pricedSignalIds: readonly string[]
  /** Whether the fees of the plan cover a signal. */
  isIncluded: (signalId: string) => boolean
}
/** Without an id: those of a subscription without own prices. */
export type StrategiesOf = (
  subscription: Pick<EarningSubscription, 'planId' | 'agentId'> & {
    id?: string | null
    owesOnetime?: boolean
  },
) => Priced & { hasOwnPrices: boolean }

/** What the plans of subscriptions bill by: what prices usage only for signals of the agent. */
export async function loadStrategies(
  db: Db,
  organizationId: string,
  subscriptions: readonly (Pick<EarningSubscription, 'planId'> & { customerId?: string | null })[],
): Promise<StrategiesOf> {
  const planIds = [...new Set(subscriptions.map(({ planId }) => planId))]
  const rows = await listPlanStrategies(db, organizationId, planIds)
  const byPlan = Map.groupBy(rows, ({ planId }) => planId)
  const isIncluded = await includedIn(db, organizationId, planIds)
  const customerIds = subscriptions.flatMap(({ customerId }) => customerId ?? [])
  const own = await listOwnPricesOfCustomers(db, organizationId, customerIds)
  const ownOf = Map.groupBy(own, ({ subscriptionId }) => subscriptionId)
  const known = new Map<string, Priced>()
  const pricedAlike = ({ planId, agentId }: { planId: string; agentId: string }) => {
    const key = `${planId} ${agentId}`
    const priced = known.get(key) ?? {
      ...pricedBy(byPlan.get(planId) ?? [], agentId),
      isIncluded: (signalId: string) => isIncluded(planId, signalId),
    }
    known.set(key, priced)
    return priced
  }
  return (subscription) => {
    const all = pricedAlike(subscription)
    const priced = subscription.owesOnetime === false ? withoutOnetime(all) : all
    const rows = typeof subscription.id === 'string' ? ownOf.get(subscription.id) : undefined
    if (!rows) return { ...priced, hasOwnPrices: false }
    const strategies = priced.strategies.map((one) => withOwnPrices(one, rows))
    return { ...priced, strategies, hasOwnPrices: true }
  }
}

function withoutOnetime(priced: Priced): Priced {
  const strategies = priced.strategies.filter(({ chargeType }) => chargeType !== 'onetime')
  return { ...priced, strategies }
}

function pricedBy(rows: readonly PlanStrategyRow[], agentId: string): Omit<Priced, 'isIncluded'> {
  const strategies = rows
    .filter(({ chargeType, signalAgentId }) => chargeType !== 'usage' || signalAgentId === agentId)
    .map(strategyOf)
  const ofUsage = strategies.filter(isUsageStrategy)
  return { strategies, pricedSignalIds: ofUsage.map(({ signalId }) => signalId) }
}

/** What competes for usage, by customer and agent. */
export async function candidatesBy(
  subscriptions: readonly EarningSubscription[],
  strategiesOf: StrategiesOf,
  lines: readonly FinalLineRow[],
): Promise<(pair: Pair) => Candidates> {
  const running = await groupInTurns(subscriptions, pairKey)
  const ofUsage = lines.filter(({ type }) => type === 'usage')
  const billed = await groupInTurns(ofUsage, pairKey)
  return (pair) => ({
    running: (running.get(pairKey(pair)) ?? []).map((subscription) => {
      const { id, startsAt, endsAt } = subscription
      const start = startsAt.getTime()
      return {
        id,
        startsAt: start,
        start,
        end: endsAt?.getTime() ?? Number.POSITIVE_INFINITY,
        pricedSignalIds: strategiesOf(subscription).pricedSignalIds,
      }
    }),
    billed: (billed.get(pairKey(pair)) ?? []).flatMap(billedRange),
  })
}

function billedRange(row: FinalLineRow): BilledRange[] {
  const { subscriptionId, signalId, invoiceId, finalizedAt } = row
  if (signalId === null) return []
  const range = { start: row.periodStart.getTime(), end: row.billedUntil.getTime() }
  return [{ subscriptionId, signalId, invoiceId, finalizedAt, ...range }]
}
