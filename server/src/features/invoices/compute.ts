import { creditTaken } from '../../domain/credit.ts'
import { roundToMinorUnit } from '../../domain/currency.ts'
import { dateAt } from '../../domain/dates.ts'
import { applyDiscountsByPeriod, type PeriodDiscount } from '../../domain/discounts.ts'
import { type Decimal, decimal, sum, ZERO } from '../../domain/money.ts'
import { intersect, type Range } from '../../domain/range.ts'
import { applyTaxes } from '../../domain/taxes.ts'
import type { Tx } from '../../platform/database.ts'
import { creditBalance } from '../credit-balances/service.ts'
import { lockDiscountsFor } from '../discounts/applicable.ts'
import { periodKey } from '../discounts/usage-queries.ts'
import type { Strategy } from '../pricing-plans/strategy.ts'
import { listTaxRatesFor } from '../tax-rates/applicable.ts'
import { feeLines } from './fee-lines.ts'
import type { AppliedTax } from './invoice.ts'
import { lateUsageLines } from './late-usage.ts'
import { amountLine, type DraftLine, type LineContext } from './lines.ts'
import { countedFrom, type Part, partsOf } from './parts.ts'
import {
  findUnbilledProration,
  listBilledFees,
  listBilledOnetimeFees,
  type OtherInvoices,
} from './settled-queries.ts'
import type { Subject } from './subject.ts'
import { inLine, loadUsageFacts, ON_NO_LINE, UNPRICED, type UsageFacts } from './usage-facts.ts'
import { usageLines } from './usage-lines.ts'
import { lifetimeOf } from './window.ts'

/** All that an invoice says, before it has a number. */
export type ComputedInvoice = {
  currency: string
  window: Range
  /** Whether the window lies after the end of the subscription, which has only accounts to settle. */
  isClosing: boolean
  lines: readonly DraftLine[]
  /** One for each period that a discount is for. */
  discounts: readonly PeriodDiscount[]
  taxes: readonly AppliedTax[]
  subtotal: Decimal
  discountTotal: Decimal
  taxTotal: Decimal
  /** What it takes of the customer's credit; negative: what it leaves to the customer. */
  creditTotal: Decimal
  total: Decimal
  /** In USD, as all costs are; also of usage that nothing prices. */
  totalCost: Decimal
  /** What of it is of the time of earlier invoices and on no line. */
  lateCost: Decimal
}

export type Computing = {
  window: Range
  /** The draft that is computed again, if there is one. */
  invoiceId: string | null
  /** Business time. */
  at: Date
  /** One that was made after the end stays that, also when the end is taken back. */
  isClosing?: boolean
  /** Whether it becomes final now: then late usage is its own, whatever drafts show it. */
  isFinal?: boolean
}

/**
 * Works out an invoice from what is stored, and stores nothing: a preview, a draft and a final
 * invoice are all made here. Every line is rounded once, and every total is a sum.
 */
export async function computeInvoice(
  tx: Tx,
  subject: Subject,
  { window, invoiceId, at, isClosing: isKnownClosing = false, isFinal = false }: Computing,
): Promise<ComputedInvoice> {
  const { subscription, currency } = subject
  const { organizationId, customerId, id: subscriptionId } = subscription
  const { timeZone } = subscription
  const context: LineContext = { currency, timeZone, agent: subject.agent, window }
  const isClosing = isKnownClosing || intersect(window, lifetimeOf(subject)) === undefined
  const others = { organizationId, customerId, subscriptionId, invoiceId, isFinal, isClosing }
  const parts = isClosing ? [] : partsOf(subject, window)
  const facts = await loadUsageFacts(tx, subject, { parts, others })
  const lines = [
    ...inPlanOrder(subject.strategies, [
      ...usageLines(context, subject, { parts, facts }),
      ...(await allFeeLines(tx, subject, context, { parts, others })),
    ]),
    ...lateUsageLines(context, facts),
    ...(await settlementLines(tx, subject, { context, others })),
  ]
  const subtotals = subtotalsByPeriod(lines, { parts, window })
  const scope = { organizationId, customerId, subscriptionId, currency, invoiceId, at }
  const periodStarts = subtotals.map(({ periodStart }) => periodStart)
  const discounts = applyDiscountsByPeriod(
    subtotals.map((one) => ({ ...one, period: periodKey(subscriptionId, one.periodStart) })),
    await lockDiscountsFor(tx, { ...scope, periodStarts }),
    currency,
  )
  const subtotal = sum(lines.map(({ amount }) => amount))
  const taxable = subtotal.minus(discounts.discountTotal)
  const rates = await listTaxRatesFor(tx, { organizationId, customerId })
  const taxes = applyTaxes(taxable, rates, currency)
  const due = taxable.plus(taxes.addedTotal)
  const credit = await creditBalance(tx, { organizationId, customerId }, currency)
  const creditTotal = creditTaken(due, credit)
  return {
    currency,
    window,
    isClosing,
    lines,
    discounts: discounts.applied,
    taxes: taxes.applied,
    subtotal,
    discountTotal: discounts.discountTotal,
    taxTotal: taxes.taxTotal,
    creditTotal,
    total: due.minus(creditTotal),
    ...costsOf(lines, facts),
  }
}

/** Whether there is something to charge or to give back. */
export function settlesAnything({ lines }: ComputedInvoice): boolean {
  return lines.some(({ amount }) => !amount.eq(ZERO))
}

/** What the lines come to in each billing period; what is of none goes with the last one. */
function subtotalsByPeriod(
  lines: readonly DraftLine[],
  { parts, window }: { parts: readonly Part[]; window: Range },
): { periodStart: Date; subtotal: Decimal }[] {
  const starts = parts.length > 0 ? parts.map(countedFrom) : [dateAt(window.start)]
  const last = starts.at(-1)?.getTime()
  const amounts = new Map<number | undefined, Decimal>()
  for (const { countedFrom: from, amount } of lines) {
    const period = from?.getTime() ?? last
    amounts.set(period, (amounts.get(period) ?? ZERO).plus(amount))
  }
  return starts.map((periodStart) => ({
    periodStart,
    subtotal: amounts.get(periodStart.getTime()) ?? ZERO,
  }))
}

/**
 * What the invoice's own time cost, and what earlier time cost besides what other invoices have of
 * it: usage that came late or was costed late, also where no line says so.
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

/** Lines as the plan has their strategies, whatever type these are. */
function inPlanOrder(strategies: readonly Strategy[], lines: readonly DraftLine[]): DraftLine[] {
  return strategies.flatMap(({ id }) => lines.filter(({ strategyId }) => strategyId === id))
}

async function allFeeLines(
  tx: Tx,
  { subscription, strategies }: Subject,
  context: LineContext,
  { parts, others }: { parts: readonly Part[]; others: OtherInvoices },
): Promise<DraftLine[]> {
  const [first, last] = [parts[0], parts.at(-1)]
  if (!first || !last) return []
  const time = { start: dateAt(first.period.start), end: dateAt(last.period.end) }
  const billedFees = await listBilledFees(tx, others, time)
  const { seatsCount, startsAt } = subscription
  const facts = { parts, seatsCount, startsAt, billed: billedFees }
  const lines = strategies.flatMap((strategy) => feeLines(context, strategy, facts))
  if (!lines.some(isOnetime)) return lines
  // Once, also when the start was moved to after the part of a period that was invoiced apart.
  const billed = await listBilledOnetimeFees(tx, others)
  return lines.filter((line) => !isOnetime(line) || !billed.includes(line.strategyId ?? ''))
}

const isOnetime = ({ type }: DraftLine) => type === 'onetime'

/** What was agreed on outside the plan. */
async function settlementLines(
  tx: Tx,
  { subscription }: Subject,
  { context, others }: { context: LineContext; others: OtherInvoices },
): Promise<DraftLine[]> {
  const isSet = subscription.proratedAmount !== null
  const proration = isSet ? await findUnbilledProration(tx, others) : undefined
  if (!proration) return []
  return [
    amountLine(context, {
      type: 'proration',
      description: 'Adjustment for a change within a period',
      amount: roundToMinorUnit(decimal(proration.amount), context.currency),
      sourceId: proration.id,
    }),
  ]
}
