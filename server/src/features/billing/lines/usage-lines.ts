import { roundToMinorUnit } from '../../../domain/currency.ts'
import { dateAt } from '../../../domain/dates.ts'
import type { Decimal } from '../../../domain/money.ts'
import { priceBetween, priceUsage, type UsagePricing } from '../../../domain/pricing.ts'
import type { DraftLine } from '../../invoices/computed-invoice.ts'
import { parsePricing } from '../../invoices/pricing-json.ts'
import type { Usage } from '../../rating/usage.ts'
import type { BillingContext } from '../context/billing-context.ts'
import { beginsPeriod, countedFrom, type Part } from '../facts/parts.ts'
import type { BilledUsage } from '../facts/settled-queries.ts'
import { beforePart, inPart, type UsageFacts } from '../facts/usage-facts.ts'
import {
  agentOf,
  isUsageStrategy,
  type LineContext,
  PLAIN_LINE,
  type UsageStrategy,
} from './lines.ts'

/** The usage of each strategy in each part, also where there was none: a pool is due then too. */
export function usageLines(
  context: LineContext,
  { strategies, signals }: BillingContext,
  { parts, facts }: { parts: readonly Part[]; facts: UsageFacts },
): DraftLine[] {
  const { billed, usageOf } = facts
  return strategies.filter(isUsageStrategy).flatMap((strategy) =>
    parts.map((part) => {
      const { id, signalId } = strategy
      const pricing = fixedPricing(billed, strategy.id, part) ?? strategy.pricing
      const from = beginsPeriod(part) ? null : usageOf(beforePart(id, part)).quantity
      const signalName = signals.get(signalId)?.name ?? strategy.name
      const used = { usage: usageOf(inPart(id, part)), from }
      return usageLine(context, strategy, { part, pricing, signalName, used })
    }),
  )
}

/** The rates of the first final invoice of the period; undefined when none is final yet. */
function fixedPricing(
  billed: readonly BilledUsage[],
  strategyId: string,
  { period }: Part,
): UsagePricing | undefined {
  const [start, end] = [dateAt(period.start), dateAt(period.end)]
  const [first] = billed
    .filter((line) => line.strategyId === strategyId)
    .filter((line) => line.periodStart < end && start < line.periodEnd)
    .toSorted((a, b) => a.finalizedAt.getTime() - b.finalizedAt.getTime())
  return first && parsePricing(first.pricing)
}

/**
 * What a strategy's usage of a part comes to: the price of the period's units until the end of the
 * part less that until its start, each rounded, so that the parts add up to the period.
 */
function usageLine(
  context: LineContext,
  strategy: UsageStrategy,
  about: {
    part: Part
    pricing: UsagePricing
    signalName: string
    used: { usage: Usage; from: Decimal | null }
  },
): DraftLine {
  const { part, pricing, signalName, used } = about
  const { usage, from } = used
  const to = from === null ? usage.quantity : from.plus(usage.quantity)
  const rounded = (price: Decimal) => roundToMinorUnit(price, context.currency)
  const isFlat = pricing.pricingModel === 'flat'
  const isShownByRate = isFlat && from === null
  const before = from && { quantity: from, amount: priceBetween(pricing, null, from, rounded) }
  return {
    ...PLAIN_LINE,
    ...agentOf(context),
    type: 'usage',
    description: strategy.name,
    strategyId: strategy.id,
    pricingModel: pricing.pricingModel,
    signalId: strategy.signalId,
    signalName,
    quantity: usage.quantity,
    unitPrice: isFlat ? pricing.rate : null,
    tiers: isShownByRate ? [] : priceUsage(pricing, to).tiers,
    billed: before,
    amount: priceBetween(pricing, from, to, rounded),
    cost: usage.cost,
    eventCount: usage.eventCount,
    periodStart: dateAt(part.start),
    periodEnd: dateAt(part.end),
    pricing,
    countedFrom: countedFrom(part),
  }
}
