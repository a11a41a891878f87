import assert from 'node:assert/strict'
import { roundToMinorUnit } from '../../../domain/currency.ts'
import { type Decimal, ZERO } from '../../../domain/money.ts'
import { roundedAmount, usageAmounts } from '../../../domain/prices/charges.ts'
import { priceUsage } from '../../../domain/prices/pricing.ts'
import type { DraftLine } from '../../invoices/drafts/computed-invoice.ts'
import { parsePricing } from '../../invoices/drafts/pricing-json.ts'
import type { Usage } from '../../rating/usage.ts'
import type { BilledUsage } from '../facts/billed-queries.ts'
import { beforeLine, inLine, type UsageFacts } from '../facts/usage-facts.ts'
import { agentOf, type LineContext, PLAIN_LINE } from './lines.ts'

/**
 * Builds a correction line for each billed usage line whose amount has changed. The correction is
 * the amount now due, at the rates of the original invoice, less the billed amount. Late usage in
 * one part of a period also moves the later parts to other tiers.
 */
export function lateUsageLines(context: LineContext, facts: UsageFacts): DraftLine[] {
  return facts.billed.flatMap((line) => {
    const isPart = line.countedFrom !== null && line.countedFrom < line.periodStart
    const from = isPart ? facts.usageOf(beforeLine(line)).quantity : null
    return adjustment(context, line, { usage: facts.usageOf(inLine(line)), from })
  })
}

function adjustment(
  context: LineContext,
  billed: BilledUsage,
  { usage, from }: { usage: Usage; from: Decimal | null },
): DraftLine[] {
  const pricing = parsePricing(billed.pricing)
  assert(pricing, `line ${billed.lineId} has no usable tariff`)
  const to = from === null ? usage.quantity : from.plus(usage.quantity)
  const due = usageAmounts(pricing, { quantityBefore: from, quantity: usage.quantity })
  const dueUntil = roundToMinorUnit(due.amountBefore.plus(due.amount), context.currency)
  const quantity = usage.quantity.minus(billed.quantity)
  const amount = roundedAmount(due, context.currency).minus(billed.amount)
  if (quantity.eq(ZERO) && amount.eq(ZERO)) return []
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
      tiers: priceUsage(pricing, to).tiers,
      billed: {
        quantity: to.minus(quantity),
        amount: dueUntil.minus(amount),
      },
      amount,
      cost: usage.cost.minus(billed.cost),
      eventCount: usage.eventCount - Number(billed.eventCount),
      periodStart: billed.periodStart,
      // Not the line's full range: later usage is not settled here and may go to another
      // subscription.
      periodEnd: billed.billedUntil,
      sourceId: billed.lineId,
      billingPeriodStart: billed.billingPeriodStart,
    },
  ]
}
