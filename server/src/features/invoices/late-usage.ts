import assert from 'node:assert/strict'
import { roundToMinorUnit } from '../../domain/currency.ts'
import { decimal } from '../../domain/money.ts'
import { priceUsage } from '../../domain/pricing.ts'
import type { Db } from '../../platform/database.ts'
import { agentOf, type DraftLine, type LineContext, PLAIN_LINE } from './lines.ts'
import { parsePricing } from './pricing-json.ts'
import { type BilledUsage, listBilledUsage, type OtherInvoices } from './settled-queries.ts'
import { type Biller, sumUsage, type Usage } from './usage.ts'

/**
 * A line for each line of an earlier invoice whose usage has changed since: the true price of the
 * old period's total, by the rates that the invoice used, less what was billed of it.
 */
export async function lateUsageLines(
  db: Db,
  context: LineContext,
  { biller, others }: { biller: Biller; others: OtherInvoices },
): Promise<DraftLine[]> {
  const billed = await listBilledUsage(db, others)
  const usageOf = await sumUsage(
    db,
    biller,
    billed.map(({ lineId, signalId, periodStart, claimedUntil, finalizedAt, invoiceId }) => ({
      key: lineId,
      signalId,
      window: { start: periodStart.getTime(), end: claimedUntil.getTime() },
      billedBy: { finalizedAt, invoiceId },
    })),
  )
  return billed.flatMap((line) => adjustment(context, line, usageOf(line.lineId)))
}

function adjustment(context: LineContext, billed: BilledUsage, usage: Usage): DraftLine[] {
  const quantity = usage.quantity.minus(decimal(billed.quantity))
  if (quantity.eq(decimal('0'))) return []
  const pricing = parsePricing(billed.pricing)
  assert(pricing, `line ${billed.lineId} has no usable tariff`)
  const price = priceUsage(pricing, usage.quantity)
  const isFlat = pricing.pricingModel === 'flat'
  return [
    {
      ...PLAIN_LINE,
      ...agentOf(context),
      type: 'late_usage',
      description: `${billed.description}: late usage of invoice ${billed.invoiceNumber}`,
      strategyId: billed.strategyId,
      pricingModel: pricing.pricingModel,
      signalId: billed.signalId,
      signalName: billed.signalName,
      quantity,
      unitPrice: isFlat ? pricing.rate : null,
      tiers: price.tiers,
      billed: { quantity: decimal(billed.quantity), amount: decimal(billed.amount) },
      amount: roundToMinorUnit(price.amount, context.currency).minus(decimal(billed.amount)),
      cost: usage.cost.minus(decimal(billed.cost)),
      eventCount: usage.eventCount - Number(billed.eventCount),
      periodStart: billed.periodStart,
      periodEnd: billed.periodEnd,
      sourceId: billed.lineId,
    },
  ]
}
