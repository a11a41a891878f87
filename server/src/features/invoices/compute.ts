import { roundToMinorUnit } from '../../domain/currency.ts'
import { applyDiscounts } from '../../domain/discounts.ts'
import { type Decimal, decimal, sum, ZERO } from '../../domain/money.ts'
import { intersect, type Range } from '../../domain/period.ts'
import { applyTaxes } from '../../domain/taxes.ts'
import type { Tx } from '../../platform/database.ts'
import { lockDiscountsFor } from '../discounts/applicable.ts'
import type { Strategy } from '../pricing-plans/strategy.ts'
import { billedPeriods } from '../subscriptions/terms.ts'
import { listTaxRatesFor } from '../tax-rates/applicable.ts'
import type { AppliedDiscount, AppliedTax } from './invoice.ts'
import { lateUsageLines } from './late-usage.ts'
import {
  amountLine,
  carryCredit,
  type DraftLine,
  feeLines,
  isUsageStrategy,
  type LineContext,
  usageLine,
} from './lines.ts'
import {
  findUnbilledProration,
  listBilledOnetimeFees,
  listCarriedCredit,
  type OtherInvoices,
} from './settled-queries.ts'
import { billerOf, type Subject } from './subject.ts'
import { sumUsage } from './usage.ts'
import { listUsedSignals, type UsageRange } from './usage-queries.ts'
import { lifetimeOf } from './window.ts'

/** All that an invoice says, before it has a number. */
export type ComputedInvoice = {
  currency: string
  window: Range
  /** Whether the window lies after the end of the subscription, which has only accounts to settle. */
  isClosing: boolean
  lines: readonly DraftLine[]
  discounts: readonly AppliedDiscount[]
  taxes: readonly AppliedTax[]
  subtotal: Decimal
  discountTotal: Decimal
  taxTotal: Decimal
  total: Decimal
  /** In USD, as all costs are; also of usage that nothing prices. */
  totalCost: Decimal
}

export type Computing = {
  window: Range
  /** The draft that is computed again, if there is one. */
  invoiceId: string | null
  /** Business time. */
  at: Date
  /** One that was made after the end stays that, also when the end is taken back. */
  isClosing?: boolean
}

/**
 * Works out an invoice from what is stored, and stores nothing: a preview, a draft and a final
 * invoice are all made here. Every line is rounded once, and every total is a sum.
 */
export async function computeInvoice(
  tx: Tx,
  subject: Subject,
  { window, invoiceId, at, isClosing: isKnownClosing = false }: Computing,
): Promise<ComputedInvoice> {
  const { subscription, currency } = subject
  const { organizationId, customerId, id: subscriptionId } = subscription
  const { timeZone } = subscription
  const context: LineContext = { currency, timeZone, agent: subject.agent, window }
  const others = { organizationId, customerId, subscriptionId, invoiceId }
  const isClosing = isKnownClosing || intersect(window, lifetimeOf(subject)) === undefined
  const { lines: covered, otherCost } = isClosing
    ? { lines: [], otherCost: ZERO }
    : await coveredLines(tx, subject, context, others)
  const lines = carryCredit(context, [
    ...covered,
    ...(await lateUsageLines(tx, context, { biller: billerOf(subject), others })),
    ...(await settlementLines(tx, subject, { context, others })),
  ])
  const totalCost = sum(lines.map(({ cost }) => cost ?? ZERO)).plus(otherCost)
  const subtotal = sum(lines.map(({ amount }) => amount))
  const scope = { organizationId, customerId, subscriptionId, currency, invoiceId, at }
  const discounts = applyDiscounts(subtotal, await lockDiscountsFor(tx, scope), currency)
  const taxable = subtotal.minus(discounts.discountTotal)
  const rates = await listTaxRatesFor(tx, { organizationId, customerId })
  const taxes = applyTaxes(taxable, rates, currency)
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
    total: taxable.plus(taxes.addedTotal),
    totalCost,
  }
}

const OTHER_USAGE = 'other'

/** The priced usage and the fees of the window, and what the rest of the agent's usage cost. */
async function coveredLines(
  tx: Tx,
  subject: Subject,
  context: LineContext,
  others: OtherInvoices,
): Promise<{ lines: DraftLine[]; otherCost: Decimal }> {
  const biller = billerOf(subject)
  const window: UsageRange = {
    start: context.window.start.epochMilliseconds,
    end: context.window.end.epochMilliseconds,
  }
  const strategies = subject.strategies.filter(isUsageStrategy)
  const priced = new Set(biller.pricedSignalIds)
  const used = await listUsedSignals(tx, biller, window)
  const unpriced = used.filter((signalId) => !priced.has(signalId))
  const usageOf = await sumUsage(tx, biller, [
    ...strategies.map(({ id, signalId }) => ({ key: id, signalId, window })),
    ...unpriced.map((signalId) => ({ key: OTHER_USAGE, signalId, window })),
  ])
  const lines = strategies.map((strategy) => {
    const signalName = subject.signals.get(strategy.signalId)?.name ?? strategy.name
    return usageLine(context, strategy, { usage: usageOf(strategy.id), signalName })
  })
  const fees = await allFeeLines(tx, subject, context, others)
  return {
    lines: inPlanOrder(subject.strategies, [...lines, ...fees]),
    otherCost: usageOf(OTHER_USAGE).cost,
  }
}

/** Lines as the plan has their strategies, whatever type these are. */
function inPlanOrder(strategies: readonly Strategy[], lines: readonly DraftLine[]): DraftLine[] {
  return strategies.flatMap(({ id }) => lines.filter(({ strategyId }) => strategyId === id))
}

async function allFeeLines(
  tx: Tx,
  { subscription, pastTerms, strategies }: Subject,
  context: LineContext,
  others: OtherInvoices,
): Promise<DraftLine[]> {
  const periods = billedPeriods(subscription, pastTerms, context.window)
  const { seatsCount, startsAt } = subscription
  const lines = strategies.flatMap((strategy) =>
    feeLines(context, strategy, { periods, seatsCount, startsAt }),
  )
  if (!lines.some(isOnetime)) return lines
  // Once, also when the start was moved to after the part of a period that was invoiced apart.
  const billed = await listBilledOnetimeFees(tx, others)
  return lines.filter((line) => !isOnetime(line) || !billed.includes(line.strategyId ?? ''))
}

const isOnetime = ({ type }: DraftLine) => type === 'onetime'

/** What was agreed on outside the plan, and what earlier invoices owe the customer. */
async function settlementLines(
  tx: Tx,
  { subscription }: Subject,
  { context, others }: { context: LineContext; others: OtherInvoices },
): Promise<DraftLine[]> {
  const isSet = subscription.proratedAmount !== null
  const proration = isSet ? await findUnbilledProration(tx, others) : undefined
  const credits = await listCarriedCredit(tx, others)
  return [
    ...(proration
      ? [
          amountLine(context, {
            type: 'proration',
            description: 'Adjustment for a change within a period',
            amount: roundToMinorUnit(decimal(proration.amount), context.currency),
            sourceId: proration.id,
          }),
        ]
      : []),
    ...credits.map(({ lineId, invoiceNumber, amount }) =>
      amountLine(context, {
        type: 'credit',
        description: `Credit from invoice ${invoiceNumber}`,
        amount: decimal(amount).times(decimal('-1')),
        sourceId: lineId,
      }),
    ),
  ]
}
