import { type Decimal, decimalFromInteger, ZERO } from '../../../domain/money.ts'
import { priceBetween } from '../../../domain/prices/pricing.ts'
import { type Tariff, tariffAt } from '../../../domain/prices/tariff.ts'
import { atOneMoment } from '../../../platform/database/at-one-moment.ts'
import type { Db } from '../../../platform/database.ts'
import { pairKey } from '../../earnings/facts/candidates.ts'
import { type Earner, loadEarners } from '../../earnings/facts/load-facts.ts'
import { billableIn, loadIntervals, type UsagePair } from '../../earnings/usage/intervals.ts'
import { ownerAt } from '../../rating/attribution.ts'
import type { EstimatedRevenue, PriceRecords } from '../../usage/estimate.ts'
import { type Found, findNamed } from './queries.ts'

const NOBODY = 'The customer, agent or signal is not known yet'
const NO_SUBSCRIPTION = 'The customer has no subscription for this agent on the usage date'

type Use = Found & { quantity: number; usageDate: number }

/**
 * Returns what usage records would earn, in their order. Each record is priced on top of the
 * recorded usage of its billing period and of the records before it.
 */
export const priceRecords =
  (db: Db): PriceRecords =>
  async (organizationId, records) => {
    const revenues: EstimatedRevenue[] = records.map(() => unknown(NOBODY))
    const uses = (await findNamed(db, organizationId, records)).flatMap((found): Use[] => {
      const record = records[found.at]
      return record ? [{ ...found, quantity: record.quantity, usageDate: record.usageDate }] : []
    })
    for (const group of Map.groupBy(uses, pairKey).values()) {
      for (const { at, revenue } of await priceOfPair(db, organizationId, group)) {
        revenues[at] = revenue
      }
    }
    return revenues
  }

const unknown = (revenueNote: string): EstimatedRevenue => ({ amount: null, revenueNote })

/** Prices the records of one customer and agent. */
async function priceOfPair(db: Db, organizationId: string, uses: readonly Use[]) {
  const { customerId = '', agentId = '' } = uses[0] ?? {}
  const times = uses.map(({ usageDate }) => usageDate)
  const window = { start: Math.min(...times), end: Math.max(...times) + 1 }
  const filter = { organizationId, customerId, agentId }
  const { earners, candidatesOf } = await loadEarners(db, filter, window)
  const candidates = candidatesOf({ customerId, agentId })
  const priced = uses.map((use) => {
    const owner = ownerAt({ signalId: use.signalId, time: use.usageDate }, candidates)
    const earner = earners.find(({ subscription }) => subscription.id === owner)
    return { use, earner, tariff: earner && tariffOf(earner, use) }
  })
  const tariffs = priced.flatMap(({ tariff }) => tariff ?? [])
  const pair = { customerId, agentId, candidates, cuts: cutsOf(tariffs, candidates) }
  const [intervals = []] = await atOneMoment(db, (tx) => loadIntervals(tx, organizationId, [pair]))
  const used = new Map<string, Decimal>()
  return priced.map(({ use, earner, tariff }) => {
    if (!earner) return { at: use.at, revenue: unknown(NO_SUBSCRIPTION) }
    const { id: subscriptionId, currency } = earner.subscription
    if (!tariff) return { at: use.at, revenue: { amount: ZERO, currency, subscriptionId } }
    const { period, strategyId } = tariff
    const key = `${subscriptionId} ${strategyId} ${period.start}`
    const own = intervals.filter(
      ({ owner, signalId }) => owner === subscriptionId && signalId === use.signalId,
    )
    const before = used.get(key) ?? billableIn(own, rangeOf(tariff))
    const after = before.plus(decimalFromInteger(use.quantity))
    used.set(key, after)
    const amount = priceBetween(tariff.pricing, before, after)
    return { at: use.at, revenue: { amount, currency, subscriptionId } }
  })
}

function tariffOf({ facts }: Earner, { signalId, usageDate }: Use): Tariff | undefined {
  return tariffAt(facts, signalId, Temporal.Instant.fromEpochMilliseconds(usageDate))
}

function rangeOf({ period }: Tariff) {
  return { start: period.start.epochMilliseconds, end: period.end.epochMilliseconds }
}

function cutsOf(
  tariffs: readonly Tariff[],
  { running, billed }: UsagePair['candidates'],
): number[] {
  const ends = tariffs.map(rangeOf).flatMap(({ start, end }) => [start, end])
  if (ends.length === 0) return []
  const [first, last] = [Math.min(...ends), Math.max(...ends)]
  const changes = [...running, ...billed]
    .flatMap(({ start, end }) => [start, end])
    .filter((time) => time > first && time < last)
  return [...new Set([...ends, ...changes])].sort((a, b) => a - b)
}
