import { roundToMinorUnit } from '../../domain/currency.ts'
import { type Decimal, decimal, decimalFromInteger, sum, ZERO } from '../../domain/money.ts'
import { daysCoveredBy, type Range } from '../../domain/period.ts'
import { priceUsage, type UsagePricing } from '../../domain/pricing.ts'
import { prorate } from '../../domain/proration.ts'
import type { FeeType, Strategy } from '../pricing-plans/strategy.ts'
import { dateAt, instantOf } from '../subscriptions/dates.ts'
import type { BilledPeriod } from '../subscriptions/terms.ts'
import type { InvoiceLine } from './invoice.ts'
import type { Usage } from './usage.ts'

/** A line that is not stored yet, with what later invoices must know of it. */
export type DraftLine = Omit<InvoiceLine, 'id'> & {
  /** The tariff of a usage line: usage that comes late is priced by it. */
  pricing: UsagePricing | null
  /** What the line settles, so that nothing else settles it again. */
  sourceId: string | null
}

/** What the lines of one invoice have in common. */
export type LineContext = {
  currency: string
  timeZone: string
  agent: { id: string; name: string }
  window: Range
}

export const PLAIN_LINE = {
  strategyId: null,
  pricingModel: null,
  signalId: null,
  signalName: null,
  unitPrice: null,
  proration: null,
  tiers: [],
  billed: null,
  cost: null,
  eventCount: 0,
  pricing: null,
  sourceId: null,
} as const

export function agentOf({ agent }: LineContext) {
  return { agentId: agent.id, agentName: agent.name }
}

type UsageStrategy = Strategy & { chargeType: 'usage' }
type FeeStrategy = Strategy & { chargeType: FeeType }

export function isUsageStrategy(strategy: Strategy): strategy is UsageStrategy {
  return strategy.chargeType === 'usage'
}

/** One line for a strategy's whole usage of the window: also for none, because a pool is due then. */
export function usageLine(
  context: LineContext,
  strategy: UsageStrategy,
  { usage, signalName }: { usage: Usage; signalName: string },
): DraftLine {
  const { pricing } = strategy
  const price = priceUsage(pricing, usage.quantity)
  const isFlat = pricing.pricingModel === 'flat'
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
    tiers: isFlat ? [] : price.tiers,
    amount: roundToMinorUnit(price.amount, context.currency),
    cost: usage.cost,
    eventCount: usage.eventCount,
    periodStart: dateAt(context.window.start),
    periodEnd: dateAt(context.window.end),
    pricing,
  }
}

/** The lines of a fee: one for each billing period that the window covers a part of. */
export function feeLines(
  context: LineContext,
  strategy: Strategy,
  deal: { periods: readonly BilledPeriod[]; seatsCount: number; startsAt: Date },
): DraftLine[] {
  if (isUsageStrategy(strategy)) return []
  switch (strategy.chargeType) {
    case 'recurring':
      return deal.periods.flatMap((period) => periodLine(context, { strategy, period, count: 1 }))
    case 'seat_based':
      return deal.periods.flatMap((period) =>
        periodLine(context, { strategy, period, count: deal.seatsCount }),
      )
    case 'onetime':
      return isIn(context.window, instantOf(deal.startsAt)) ? [onetimeLine(context, strategy)] : []
  }
}

function isIn({ start, end }: Range, instant: Temporal.Instant): boolean {
  return Temporal.Instant.compare(start, instant) <= 0 && Temporal.Instant.compare(instant, end) < 0
}

function periodLine(
  context: LineContext,
  { strategy, period, count }: { strategy: FeeStrategy; period: BilledPeriod; count: number },
): DraftLine[] {
  const { currency, timeZone, window } = context
  const { daysFull } = period
  const isWhole = covers(window, period)
  const daysCovered = isWhole ? period.daysCovered : daysCoveredBy(window, period, timeZone)
  if (daysCovered === 0) return []
  const quantity = decimalFromInteger(count)
  const amount = prorate(strategy.rate.times(quantity), { daysCovered, daysFull })
  return [
    {
      ...feeLine(context, strategy, { quantity, amount: roundToMinorUnit(amount, currency) }),
      proration: daysCovered === daysFull ? null : { daysCovered, daysFull },
      periodStart: dateAt(latest(window.start, period.start)),
      periodEnd: dateAt(earliest(window.end, period.end)),
    },
  ]
}

function onetimeLine(context: LineContext, strategy: FeeStrategy): DraftLine {
  const amount = roundToMinorUnit(strategy.rate, context.currency)
  return feeLine(context, strategy, { quantity: decimal('1'), amount })
}

function feeLine(
  context: LineContext,
  strategy: FeeStrategy,
  { quantity, amount }: { quantity: Decimal; amount: Decimal },
): DraftLine {
  return {
    ...PLAIN_LINE,
    ...agentOf(context),
    type: strategy.chargeType,
    description: strategy.name,
    strategyId: strategy.id,
    quantity,
    unitPrice: strategy.rate,
    amount,
    periodStart: dateAt(context.window.start),
    periodEnd: dateAt(context.window.end),
  }
}

function covers(window: Range, period: Range): boolean {
  return (
    Temporal.Instant.compare(window.start, period.start) <= 0 &&
    Temporal.Instant.compare(period.end, window.end) <= 0
  )
}

const latest = (a: Temporal.Instant, b: Temporal.Instant) =>
  Temporal.Instant.compare(a, b) > 0 ? a : b
const earliest = (a: Temporal.Instant, b: Temporal.Instant) =>
  Temporal.Instant.compare(a, b) < 0 ? a : b

/** An amount that was agreed on outside the plan, or is owed from another invoice. */
export function amountLine(
  context: LineContext,
  line: Pick<DraftLine, 'type' | 'description' | 'amount' | 'sourceId'>,
): DraftLine {
  return {
    ...PLAIN_LINE,
    ...agentOf(context),
    ...line,
    quantity: decimal('1'),
    unitPrice: line.amount,
    periodStart: dateAt(context.window.start),
    periodEnd: dateAt(context.window.end),
  }
}

/**
 * An invoice is never negative: what its lines owe the customer is carried to the next one, by a
 * line that brings this one to zero.
 */
export function carryCredit(context: LineContext, lines: readonly DraftLine[]): DraftLine[] {
  const subtotal = sum(lines.map(({ amount }) => amount))
  if (subtotal.gte(ZERO)) return [...lines]
  const carried = amountLine(context, {
    type: 'credit',
    description: 'Credit carried to the next invoice',
    amount: subtotal.times(decimal('-1')),
    sourceId: null,
  })
  return [...lines, carried]
}
