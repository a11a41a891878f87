import type { Decimal } from '../../../domain/money.ts'
import type { EarningFacts } from '../../../domain/prices/earning-facts.ts'
import { isUsageStrategy } from '../../../domain/prices/strategy.ts'
import type { Range } from '../../../domain/time/range.ts'
import { cut } from '../../../platform/batching/cut.ts'
import type { Tx } from '../../../platform/database.ts'
import { mapInTurns } from '../../../platform/program/in-turns.ts'
import { revenueIn } from '../../earnings/earned.ts'
import type { EarningFilter } from '../../earnings/facts/earning-filter.ts'
import { type Earner, loadEarners } from '../../earnings/facts/load-facts.ts'
import { revenueTotal } from '../../earnings/revenue.ts'
import { instants } from '../../usage-figures/window.ts'
import { type Alike, listAlike } from '../revenue/alike-queries.ts'
import { feesOf } from '../revenue/plain-earners.ts'

/** Subscriptions of the same terms, of whom nothing is invoiced and nobody's tiers count. */
export type PlainTerms = {
  planId: string
  agentId: string
  /** By which each of them is found: see `termsOf`. */
  terms: string
  currency: string
  /** What each earns in a window whatever it uses. */
  owed: Decimal
}

/** What each unit costs those of a plan that work with an agent. */
export type UnitPrice = { planId: string; agentId: string; signalId: string; rate: Decimal }

/** Each of them may have terms of its own, so they are worked out in parts. */
const KINDS_AT_ONCE = 2_000

/** What all of a filter but some customers earn by, where `listApart` names those who are told apart. */
export async function loadPlainTerms(
  tx: Tx,
  filter: EarningFilter,
  { window, without }: { window: Range<number>; without: readonly string[] },
): Promise<{ terms: PlainTerms[]; prices: UnitPrice[] }> {
  const how = { window, without, byContent: false, withFees: true }
  const alike = await listAlike(tx, filter, how)
  const terms: PlainTerms[] = []
  const pricesOf = new Map<string, UnitPrice[]>()
  for (const some of cut(alike, KINDS_AT_ONCE)) {
    const earners = await loadOnes(tx, filter, { window, some })
    terms.push(...(await owedBy(earners, window)))
    for (const { subscription, facts } of earners) {
      const { planId, agentId } = subscription
      const key = `${planId} ${agentId}`
      if (!pricesOf.has(key)) pricesOf.set(key, pricesIn(facts, { planId, agentId }))
    }
  }
  return { terms, prices: [...pricesOf.values()].flat() }
}

type Plain = Earner & { terms: string }

/** One of each kind, which stands for itself alone. */
async function loadOnes(
  tx: Tx,
  filter: EarningFilter,
  { window, some }: { window: Range<number>; some: readonly Alike[] },
): Promise<Plain[]> {
  const customerIds = [...new Set(some.map(({ customerId }) => customerId))]
  const { earners } = await loadEarners(tx, { ...filter, customerIds }, window)
  const termsOf = new Map(some.map(({ id, terms }) => [id, terms]))
  return earners.flatMap((earner) => {
    const terms = termsOf.get(earner.subscription.id)
    return terms ? [{ ...earner, terms }] : []
  })
}

function owedBy(earners: readonly Plain[], window: Range<number>): Promise<PlainTerms[]> {
  const revenueOf = revenueIn(instants(window))
  const fees = feesOf(earners.map((earner) => ({ ...earner, count: 1 })))
  return mapInTurns(fees.entries(), ([at, earner]): PlainTerms => {
    const { planId, agentId, currency } = earner.subscription
    const owed = revenueTotal(revenueOf(earner))
    return { planId, agentId, terms: earners[at]?.terms ?? '', currency, owed }
  })
}

function pricesIn(
  { strategies }: EarningFacts,
  plan: { planId: string; agentId: string },
): UnitPrice[] {
  return strategies.flatMap((strategy) => {
    if (!isUsageStrategy(strategy) || strategy.pricing.pricingModel !== 'flat') return []
    const { signalId, pricing } = strategy
    return [{ ...plan, signalId, rate: pricing.rate }]
  })
}
