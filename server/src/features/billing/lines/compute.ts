import {
  applyPromotions,
  drawCredit,
  type OpenGrant,
  type PromotedPeriod,
} from '../../../domain/credit.ts'
import { roundToMinorUnit } from '../../../domain/currency.ts'
import {
  applyDiscountsByPeriod,
  type DiscountedPeriod,
  type PeriodDiscount,
} from '../../../domain/discounts.ts'
import { type Decimal, sum, ZERO } from '../../../domain/money.ts'
import { chargesOf } from '../../../domain/prices/charges.ts'
import { applyTaxes } from '../../../domain/taxes.ts'
import { dateAt } from '../../../domain/time/dates.ts'
import { periodKey } from '../../discounts/use.ts'
import type { ComputedInvoice, DraftLine } from '../../invoices/drafts/computed-invoice.ts'
import type { InvoiceFacts } from '../facts/facts.ts'
import { inLine, ON_NO_LINE, UNPRICED, type UsageFacts } from '../facts/usage-facts.ts'
import { chargeFacts } from './charge-facts.ts'
import { chargeLine } from './charge-lines.ts'
import { givenBackLines } from './given-back.ts'
import { lateUsageLines } from './late-usage.ts'
import { amountLine, type LineContext } from './lines.ts'
import { settleFees } from './settle-fees.ts'

/**
 * Computes an invoice from its facts alone. Previews, drafts and finalized invoices all come from
 * here. Every line is rounded once, and every total is a sum of rounded lines.
 */
export function computeInvoice(facts: InvoiceFacts): ComputedInvoice {
  const { billing, window, isFinalInvoice, isAdvanceOnly, usage } = facts
  const { subscription, currency, agent } = billing
  const { timeZone } = subscription
  const lastPeriodStart = facts.periodStarts.at(-1) ?? dateAt(window.start)
  const context: LineContext = { currency, timeZone, agent, window, lastPeriodStart }
  const lines = settleFees(context, facts, [
    ...chargeLines(context, facts),
    ...lateUsageLines(context, usage),
    ...prorationLines(context, facts),
    ...givenBackLines(context, facts),
  ])
  const periods = discountedPeriods(lines, facts)
  const discounts = applyDiscountsByPeriod(periods, facts.discounts.live, currency)
  const subtotal = sum(lines.map(({ amount }) => amount))
  const isPromotional = ({ kind }: OpenGrant) => kind === 'promotional'
  const promotions = applyPromotions(
    promotedPeriods(periods, discounts.applied, facts),
    facts.credit.grants.filter(isPromotional),
  )
  const taxable = subtotal.minus(discounts.discountTotal).minus(promotions.promotionTotal)
  const taxes = applyTaxes(taxable, facts.taxRates, currency)
  const due = taxable.plus(taxes.addedTotal)
  const draws = drawCredit(
    due,
    facts.credit.grants.filter((grant) => !isPromotional(grant)),
  )
  // A negative amount becomes credit, and the invoice is 0.
  const creditTotal = due.lt(ZERO) ? due : sum(draws.map(({ amount }) => amount))
  return {
    currency,
    window,
    isFinalInvoice,
    isAdvanceOnly,
    lines,
    discounts: discounts.applied,
    promotions: promotions.applied,
    taxes: taxes.applied,
    subtotal,
    discountTotal: discounts.discountTotal,
    promotionTotal: promotions.promotionTotal,
    taxTotal: taxes.taxTotal,
    draws,
    creditTotal,
    total: due.minus(creditTotal),
    ...costsOf(lines, usage),
  }
}

/** Returns true if any line has a quantity or an amount other than zero. */
export function billsAnything({ lines }: ComputedInvoice): boolean {
  return lines.some(({ quantity, amount }) => !quantity.eq(ZERO) || !amount.eq(ZERO))
}

/**
 * Returns the subtotal of each billing period that the invoice bills or corrects, earliest first.
 */
function discountedPeriods(
  lines: readonly DraftLine[],
  { billing, periodStarts, discounts }: InvoiceFacts,
): DiscountedPeriod[] {
  const amounts = new Map(periodStarts.map((start) => [start.getTime(), ZERO]))
  for (const { billingPeriodStart, amount } of lines) {
    const start = billingPeriodStart.getTime()
    amounts.set(start, (amounts.get(start) ?? ZERO).plus(amount))
  }
  return [...amounts]
    .toSorted(([a], [b]) => a - b)
    .map(([start, subtotal]) => {
      const periodStart = new Date(start)
      const period = periodKey(billing.subscription.dealId, periodStart)
      return { period, periodStart, subtotal, invoiced: discounts.invoiced.get(period) }
    })
}

/** Returns the amount of each billing period after its discounts, with what was drawn for it. */
function promotedPeriods(
  periods: readonly DiscountedPeriod[],
  discounts: readonly PeriodDiscount[],
  { credit }: InvoiceFacts,
): PromotedPeriod[] {
  return periods.map(({ periodStart, subtotal }) => {
    const isOfPeriod = (one: { periodStart: Date }) =>
      one.periodStart.getTime() === periodStart.getTime()
    const off = sum(discounts.filter(isOfPeriod).map(({ amount }) => amount))
    return { periodStart, amount: subtotal.minus(off), drawn: credit.drawn.filter(isOfPeriod) }
  })
}

/**
 * Returns the total cost, and the late cost: the cost of earlier ranges that other invoices lack.
 * Late cost comes from usage that arrived or was costed late, and also covers usage on no line.
 */
function costsOf(
  lines: readonly DraftLine[],
  { billed, billedCost, usageOf }: UsageFacts,
): { totalCost: Decimal; lateCost: Decimal } {
  const onLines = sum(lines.map(({ cost }) => cost ?? ZERO))
  const onLateLines = sum(lines.map(({ type, cost }) => (type === 'late_usage' && cost) || ZERO))
  const ofEarlier = sum(billed.map((line) => usageOf(inLine(line)).cost)).plus(
    usageOf(ON_NO_LINE).cost,
  )
  const lateCost = ofEarlier.minus(billedCost).minus(onLateLines)
  return { totalCost: onLines.plus(usageOf(UNPRICED).cost).plus(lateCost), lateCost }
}

/**
 * Builds a line for each charge of the window, without one-time fees that another invoice bills.
 */
function chargeLines(context: LineContext, facts: InvoiceFacts): DraftLine[] {
  const { billing, usage, billedOnetimeFees } = facts
  return chargesOf(chargeFacts(facts))
    .filter(
      ({ kind, strategy }) => kind !== 'onetime_fee' || !billedOnetimeFees.includes(strategy.id),
    )
    .map((charge) => chargeLine(context, charge, { signals: billing.signals, usage }))
}

/** Builds the line of the amount agreed outside the plan. */
function prorationLines(context: LineContext, { proration }: InvoiceFacts): DraftLine[] {
  if (!proration) return []
  return [
    amountLine(context, {
      type: 'proration',
      description: 'Adjustment for a change within a period',
      amount: roundToMinorUnit(proration.amount, context.currency),
      sourceId: proration.id,
    }),
  ]
}
