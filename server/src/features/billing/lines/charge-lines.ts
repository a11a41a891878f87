import { roundToMinorUnit } from '../../../domain/currency.ts'
import { type Decimal, decimal, decimalFromInteger } from '../../../domain/money.ts'
import { isBilledInAdvance } from '../../../domain/prices/advance.ts'
import {
  type Charge,
  type OnetimeFee,
  type PeriodFee,
  roundedAmount,
  type UsageCharge,
} from '../../../domain/prices/charges.ts'
import { priceUsage } from '../../../domain/prices/pricing.ts'
import { dateAt, daysText } from '../../../domain/time/dates.ts'
import { countedFrom, dealStart } from '../../../domain/time/parts.ts'
import { isSameTime } from '../../../domain/time/range.ts'
import type { DraftLine } from '../../invoices/drafts/computed-invoice.ts'
import type { BillingContext } from '../context/billing-context.ts'
import { inPart, type UsageFacts } from '../facts/usage-facts.ts'
import { agentOf, type LineContext, PLAIN_LINE } from './lines.ts'

/** Builds the invoice line of a charge, with its amount rounded. */
export function chargeLine(
  context: LineContext,
  charge: Charge,
  facts: { signals: BillingContext['signals']; usage: UsageFacts },
): DraftLine {
  switch (charge.kind) {
    case 'usage':
      return usageLine(context, charge, facts)
    case 'period_fee':
      return periodFeeLine(context, charge)
    case 'onetime_fee':
      return onetimeLine(context, charge)
  }
}

function usageLine(
  context: LineContext,
  charge: UsageCharge,
  { signals, usage }: { signals: BillingContext['signals']; usage: UsageFacts },
): DraftLine {
  const { strategy, part, pricing, quantityBefore, quantity, amountBefore } = charge
  const { cost, eventCount } = usage.usageOf(inPart(strategy.id, part))
  const isFlat = pricing.pricingModel === 'flat'
  const isShownByRate = isFlat && quantityBefore === null
  const quantityUntil = quantityBefore === null ? quantity : quantityBefore.plus(quantity)
  return {
    ...PLAIN_LINE,
    ...agentOf(context),
    type: 'usage',
    description: strategy.name,
    strategyId: strategy.id,
    pricingModel: pricing.pricingModel,
    signalId: strategy.signalId,
    signalName: signals.get(strategy.signalId)?.name ?? strategy.name,
    quantity,
    unitPrice: isFlat ? pricing.rate : null,
    tiers: isShownByRate ? [] : priceUsage(pricing, quantityUntil).tiers,
    billed: quantityBefore && {
      quantity: quantityBefore,
      amount: roundToMinorUnit(amountBefore, context.currency),
    },
    amount: roundedAmount(charge, context.currency),
    cost,
    eventCount,
    periodStart: dateAt(part.start),
    periodEnd: dateAt(part.end),
    pricing,
    countedFrom: countedFrom(part),
    billingPeriodStart: dealStart(part),
  }
}

function periodFeeLine(context: LineContext, charge: PeriodFee): DraftLine {
  const { strategy, part, range, rate, count, days } = charge
  const { daysBefore, daysCovered, daysFull } = days
  const isOfPart = isSameTime(range.start, part.start) && isSameTime(range.end, part.end)
  // Added seats are shown beside the fee of the whole period, which has the same name.
  const isCut = !isOfPart || (part.addedSeats !== undefined && days.daysCovered !== days.daysFull)
  const isWhole = daysBefore === 0 && daysCovered === daysFull
  return {
    ...feeLine(context, charge, { quantity: decimalFromInteger(count), rate }),
    ...(isCut && { description: `${strategy.name}, ${daysText(range, context.timeZone)}` }),
    isAdvance: isBilledInAdvance(charge.strategy),
    sourceId: part.sourceId ?? null,
    proration: isWhole ? null : days,
    periodStart: dateAt(range.start),
    periodEnd: dateAt(range.end),
    countedFrom: countedFrom(part),
    billingPeriodStart: dealStart(part),
  }
}

function onetimeLine(context: LineContext, charge: OnetimeFee): DraftLine {
  return feeLine(context, charge, { quantity: decimal('1'), rate: charge.rate })
}

function feeLine(
  context: LineContext,
  charge: PeriodFee | OnetimeFee,
  { quantity, rate }: { quantity: Decimal; rate: Decimal },
): DraftLine {
  const { strategy } = charge
  return {
    ...PLAIN_LINE,
    ...agentOf(context),
    type: strategy.chargeType,
    description: strategy.name,
    strategyId: strategy.id,
    quantity,
    unitPrice: rate,
    amount: roundedAmount(charge, context.currency),
    billingPeriodStart: context.lastPeriodStart,
    periodStart: dateAt(context.window.start),
    periodEnd: dateAt(context.window.end),
  }
}
